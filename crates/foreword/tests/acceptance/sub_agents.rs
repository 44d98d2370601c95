//! Sub-agents: their prompt is answered too, shorter. Codex sends it; of Claude Code it stands in the transcript.

use std::path::Path;

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::{Value, json};

use crate::harness::CODE_PROMPT;

fn inject(home: &Home, cwd: &Path, payload: &Value) -> Value {
    let output =
        Invocation::new(foreword()).args(["inject"]).stdin(payload.to_string()).cwd(cwd).run_in(home);
    assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
    if output.stdout_text().is_empty() { Value::Null } else { output.json()["hookSpecificOutput"].clone() }
}

#[test]
fn a_sub_agent_of_claude_code_is_answered_by_its_transcript() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let call = json!({ "type": "assistant", "message": { "content": [{
        "type": "tool_use", "id": "toolu_1", "name": "Task",
        "input": { "description": "fee", "prompt": CODE_PROMPT, "subagent_type": "general-purpose" },
    }] } });
    let transcript = home.file("session.jsonl", &format!("{{\"type\":\"user\"}}\n{call}\n"));
    let start = |transcript: &Path| {
        json!({ "session_id": "one", "transcript_path": transcript, "cwd": repo.path(), "agent_id": "a1",
            "agent_type": "general-purpose", "hook_event_name": "SubagentStart" })
    };
    let answered = inject(&home, repo.path(), &start(&transcript));
    assert_eq!(answered["hookEventName"], "SubagentStart");
    let context = answered["additionalContext"].as_str().expect("a context");
    assert!(context.contains("late_fee") && context.chars().count() <= 4_000, "{context}");

    let missing = home.path().join("missing.jsonl");
    assert_eq!(inject(&home, repo.path(), &start(&missing)), Value::Null, "without a prompt it is silent");
}

#[test]
fn a_sub_agent_of_codex_is_answered_by_its_prompt() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let payload = json!({ "session_id": "one", "turn_id": "t1", "agent_id": "a1", "agent_type": "worker",
        "cwd": repo.path(), "hook_event_name": "UserPromptSubmit", "prompt": CODE_PROMPT });
    let answered = inject(&home, repo.path(), &payload);
    assert_eq!(answered["hookEventName"], "UserPromptSubmit");
    let context = answered["additionalContext"].as_str().expect("a context");
    assert!(context.contains("late_fee") && context.chars().count() <= 4_000, "{context}");
}
