//! Completions and manual pages, made of the command line itself.

use foreword_testkit::process::{Invocation, Output};
use foreword_testkit::shims::foreword;

fn run(args: &[&str]) -> Output {
    Invocation::new(foreword()).args(args).run()
}

#[test]
fn every_shell_gets_completions_that_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        assert_eq!(output.code(), Some(0), "{shell}: {}", output.stderr_text());
        let script = output.stdout_text();
        for word in ["hotspots", "mcp", "--prompt"] {
            let bare = word.trim_start_matches('-');
            assert!(script.contains(bare), "{shell}: {word}");
        }
    }
}

#[test]
fn bash_takes_its_completions() {
    let script = run(&["completions", "bash"]).stdout_text();
    let checked = Invocation::new("bash").args(["-n"]).stdin(script).run();
    assert_eq!(checked.code(), Some(0), "{}", checked.stderr_text());
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let page = run(&["man"]).stdout_text();
    assert!(page.contains(".TH foreword 1") && page.contains("hotspots"), "{page}");
    let page = run(&["man", "search"]).stdout_text();
    assert!(page.contains(".TH foreword-search 1"), "{page}");
    assert!(page.contains("places in the code"), "{page}");
    let unknown = run(&["man", "sing"]);
    assert_eq!((unknown.code(), unknown.stdout_text().as_str()), (Some(40), ""));
    assert!(unknown.stderr_text().contains("no command `sing`"));
}
