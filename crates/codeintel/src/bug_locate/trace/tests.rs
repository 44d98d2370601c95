//! Golden traces in `tests/traces`, and what holds for any text.

use std::fs;
use std::path::Path;

use super::*;

#[test]
fn dump() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces");
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    for path in names {
        #[expect(clippy::disallowed_methods, reason = "a fixture of this crate")]
        let text = fs::read_to_string(&path).unwrap();
        let trace = parse(&text);
        println!("== {}", path.file_stem().unwrap().to_str().unwrap());
        for f in trace.nearest_first() {
            println!(
                "  {:?}/{:?} {}.{}.{} {}:{} {} in {} pkg {}",
                f.kind, f.family, f.trace, f.chain, f.depth,
                f.file.as_deref().unwrap_or("-"), f.line.unwrap_or(0), f.function.as_deref().unwrap_or("-"),
                f.container.as_deref().unwrap_or("-"), f.package.as_deref().unwrap_or("-")
            );
        }
        for m in &trace.messages {
            println!("  ! {:?} {:?}", m.code, m.text);
        }
    }
}
