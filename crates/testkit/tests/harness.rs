//! The harness itself: with a hook that prints a fixed answer, the real clients carry it to the mock
//! model, and the harness finds it there. Without this, a test that expects no injection proves nothing.
#![expect(clippy::expect_used, reason = "helpers of tests fail the test")]

use foreword_model::limits;
use foreword_testkit::clients::{Answered, CUT_NOTICES, Turn, claude_code, codex};
use foreword_testkit::repo::{FixtureRepo, script};

const PROMPT: &str = "Where is the late fee computed?";
const CONTEXT: &str = "[Auto Tools Results]\nloans/fines.py:22 late_fee \"quoted\" 罚款";

fn check(ask: impl Fn(Turn<'_>) -> Option<Answered>) {
    let repo = FixtureRepo::library_app();
    let folder = tempfile::tempdir().expect("a folder for the hook");
    let output = serde_json::json!({
        "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": CONTEXT},
        "systemMessage": "[Auto Tools] stub",
    });
    // It prints only if it got the prompt and the variable: both must pass through the client.
    let text = format!(
        "#!/bin/sh\nread -r payload\ncase $payload$MARK in *'{PROMPT}'*seen) printf '%s' '{output}' ;; esac\n"
    );
    let hook = script(folder.path(), "hook.sh", &text);
    let turn = Turn { repo: repo.path(), hook: &hook, prompt: PROMPT, env: &[("MARK", "seen")] };
    let Some(answered) = ask(turn) else { return };
    let injected = answered.injected().expect("the hook's text reached the model");
    assert!(injected.starts_with(CONTEXT), "{injected}");
    assert!(!answered.only_request().contains("[Auto Tools] stub"), "the user's line is not for the model");

    let Some(silent) = ask(Turn { env: &[("MARK", "other")], ..turn }) else { return };
    assert_eq!(silent.injected(), None);
}

/// A text of this many characters arrives whole, and one more makes the client cut it.
fn check_ceiling(ask: impl Fn(Turn<'_>) -> Option<Answered>, chars_max: usize) {
    let repo = FixtureRepo::library_app();
    let folder = tempfile::tempdir().expect("a folder for the hook");
    for (chars, is_cut) in [(chars_max, false), (chars_max + 1, true)] {
        let context = format!("{:x<chars$}", "[Auto Tools Results]\n");
        let output = serde_json::json!({
            "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": context},
        });
        let hook = script(folder.path(), "hook.sh", &format!("#!/bin/sh\nprintf '%s' '{}'\n", output));
        let Some(answered) = ask(Turn { repo: repo.path(), hook: &hook, prompt: PROMPT, env: &[] }) else {
            return;
        };
        let request = answered.only_request();
        let has_notice = CUT_NOTICES.iter().any(|notice| request.contains(notice));
        assert_eq!((request.contains(&context), has_notice), (!is_cut, is_cut), "{chars} characters");
    }
}

#[test]
fn claude_code_cuts_above_the_ceiling_in_our_limits() {
    check_ceiling(claude_code::ask, limits::CLAUDE_CODE_UTF16_UNITS);
}

#[test]
fn codex_cuts_above_the_ceiling_in_our_limits() {
    check_ceiling(codex::ask, limits::CODEX_BYTES);
}

#[test]
fn claude_code_carries_a_hooks_text_to_the_model() {
    check(claude_code::ask);
}

#[test]
fn codex_carries_a_hooks_text_to_the_model() {
    check(codex::ask);
}
