//! What comes in broken: an empty injection, exit 0, a word to the user, never a panic.

use std::path::Path;

use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::{ENTRY, InstalledShims};
use serde_json::json;

use crate::harness::{context, envelope, limits};

#[test]
fn broken_payloads() {
    let shims = InstalledShims::new();
    let huge = json!({ "prompt": "x".repeat(1_100_000) }).to_string().into_bytes();
    let deep = [b"{\"prompt\":".to_vec(), vec![b'['; 200_000]].concat();
    for (payload, said) in [
        (b"".to_vec(), "empty hook payload"),
        (b"   \n".to_vec(), "empty hook payload"),
        (b"not json".to_vec(), "malformed hook payload"),
        (b"{\"prompt\": \"unfinished".to_vec(), "malformed hook payload"),
        (b"{\"prompt\": \"\xff\xfe\"}".to_vec(), "malformed hook payload"),
        (b"{\"prompt\": 7}".to_vec(), "malformed hook payload"),
        (b"[1,2]".to_vec(), "malformed hook payload"),
        (b"null".to_vec(), "malformed hook payload"),
        (deep, "malformed hook payload"),
        (huge, "hook payload over 1000000 bytes"),
    ] {
        let hook = shims.invoke(ENTRY).stdin(payload.clone()).run();
        let printed = envelope(&hook, 0);
        assert_eq!(printed, json!({ "systemMessage": format!("[Limits] {said}") }));
        assert_eq!(hook.stderr_text(), "");
        let empty = envelope(&shims.invoke(ENTRY).args(["--format", "json"]).stdin(payload).run(), 0);
        assert_eq!((context(&empty), limits(&empty)), ("", format!("[Limits] {said}")));
    }
}

#[test]
fn a_wrong_command_line_never_blocks_the_prompt() {
    let shims = InstalledShims::new();
    let output = shims.invoke(ENTRY).args(["--client", "emacs"]).stdin("{}").run();
    let printed = envelope(&output, 0);
    assert!(printed["systemMessage"].as_str().is_some_and(|text| text.starts_with("[Limits] ")));
    let json = shims.invoke(ENTRY).args(["--format", "json", "--nonsense"]).stdin("{}").run();
    assert_eq!(json.code(), Some(40));
}

#[test]
fn unknown_fields_and_other_events_are_fine() {
    let shims = InstalledShims::new();
    let repo = FixtureRepo::library_app();
    let payload = json!({ "prompt": "thanks!", "cwd": repo.path(), "future_field": { "a": [1] } });
    assert_eq!(shims.invoke(ENTRY).stdin(payload.to_string()).run().stdout_text(), "");
    let event = json!({ "hook_event_name": "SessionStart", "source": "startup", "cwd": repo.path() });
    let output = shims.invoke(ENTRY).stdin(event.to_string()).run();
    assert_eq!((output.code(), output.stdout_text()), (Some(0), String::new()));
}

#[test]
fn a_folder_that_is_gone_is_said() {
    let shims = InstalledShims::new();
    let payload = json!({ "prompt": "where is late_fee defined?", "cwd": "/nonexistent/folder" });
    let printed = envelope(&shims.invoke(ENTRY).stdin(payload.to_string()).run(), 0);
    let message = printed["systemMessage"].as_str().expect("message");
    assert!(message.contains("cannot open this folder as a repository root: No such file"), "{message}");
}

/// The system ends whoever writes beyond the size that files may have; the prompt lost its context to that.
#[test]
fn a_limit_of_the_size_of_files_does_not_end_the_hook() {
    let shims = InstalledShims::new();
    let repo = FixtureRepo::library_app();
    let payload = json!({ "prompt": "where is late_fee defined?", "cwd": repo.path(), "session_id": "s" });
    for blocks in [0, 1, 4] {
        let limited = format!("ulimit -f {blocks}; exec \"$@\"");
        let hook = shims.invoke(ENTRY).through(Path::new("/bin/sh"), ["-c", &limited, "sh"]);
        let output = hook.stdin(payload.to_string()).run();
        assert_eq!(output.code(), Some(0), "{blocks}: {}", output.stderr_text());
        assert!(output.stdout_text().contains("def late_fee"), "{blocks}: {}", output.stdout_text());
    }
}

#[test]
fn half_of_a_character_in_a_prompt_costs_no_more_than_itself() {
    let shims = InstalledShims::new();
    let repo = FixtureRepo::library_app();
    let payload = json!({ "prompt": "where is late_fee defined? @", "cwd": repo.path() });
    let output = shims.invoke(ENTRY).stdin(payload.to_string().replace('@', r"\ud83d")).run();
    assert!(output.stdout_text().contains("def late_fee"), "{}", output.stdout_text());
}
