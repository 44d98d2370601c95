//! The switches for measuring are not in the binary that ships.

use foreword_testkit::shims::foreword;

fn contains(binary: &[u8], text: &str) -> bool {
    memchr::memmem::find(binary, text.as_bytes()).is_some()
}

#[test]
fn the_shipped_binary_has_no_switch_for_measuring() {
    let binary = std::fs::read(foreword()).expect("the built binary");
    assert!(contains(&binary, "CI_AUTO_TOOLS_TIER_MAX"), "names of variables can be found at all");
    assert!(!contains(&binary, "FOREWORD_BENCH_"), "built with the feature `bench`");
}
