//! Contract §10, counted: one before and one after per call, whoever calls; one before for the question to a person.
//!
//! One home with hooks for every tool, one table of callers. The clients are the real ones, with the server that our own
//! command installed.
#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "tests fail loudly, and read what they wrote"
)]

use std::collections::BTreeMap;

use foreword_testkit::clients::{Answered, InstalledTurn, claude_code, codex};
use foreword_testkit::mcp_server::{self, answering};
use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::{FixtureRepo, script};
use foreword_testkit::shims::foreword;
use serde_json::{Value, json};

const PROMPT: &str = "How is the late fee of a loan computed?";
const ASK: &str = "askuser-ask_question";

/// A home in which every hook writes down which tool it was run for.
struct Watched {
    home: Home,
    repo: FixtureRepo,
}

impl Watched {
    fn new() -> Self {
        let (home, repo) = (Home::new(), FixtureRepo::library_app());
        for phase in ["before", "after"] {
            let log = home.path().join(phase);
            let command = format!("line=$(cat); printf '%s\\n' \"$line\" >> '{}'", log.display());
            let hook =
                json!([{"matcher": "", "hooks": [{"type": "command", "command": command, "enabled": true}]}]);
            home.file(&format!("config/foreword/hooks/{phase}ToolCall.json"), &hook.to_string());
        }
        Self { home, repo }
    }

    fn foreword(&self, args: &[&str], stdin: &str) {
        let output = Invocation::new(foreword())
            .args(args)
            .stdin(stdin)
            .env("CI_AUTO_TOOLS_TIER_MAX", "1")
            .cwd(self.repo.path())
            .run_in(&self.home);
        assert_eq!(output.code(), Some(0), "{args:?}: {}{}", output.stdout_text(), output.stderr_text());
    }

    /// How often each tool's hooks ran: before and after.
    fn counts(&self) -> BTreeMap<String, (usize, usize)> {
        let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for phase in ["before", "after"] {
            let text = std::fs::read_to_string(self.home.path().join(phase)).unwrap_or_default();
            for line in text.lines() {
                let entry: Value = serde_json::from_str(line).expect("a line of JSON");
                let count = counts.entry(entry["toolName"].as_str().expect("a name").to_owned()).or_default();
                match phase {
                    "before" => count.0 += 1,
                    _ => count.1 += 1,
                }
            }
        }
        counts
    }
}

fn orchestrator(watched: &Watched) -> bool {
    watched.foreword(&["inject", "--format", "json", "--prompt", PROMPT], "");
    true
}

fn command_line(watched: &Watched) -> bool {
    watched.foreword(&["tool", "ci_search", "--args", r#"{"query": "late fee"}"#], "");
    true
}

fn sub_agent_of_codex(watched: &Watched) -> bool {
    let payload = json!({
        "session_id": "one", "turn_id": "t1", "agent_id": "a1", "agent_type": "worker",
        "cwd": watched.repo.path(), "hook_event_name": "UserPromptSubmit", "prompt": PROMPT,
    });
    watched.foreword(&["inject"], &payload.to_string());
    true
}

fn sub_agent_of_claude_code(watched: &Watched) -> bool {
    let call = json!({"type": "assistant", "message": {"content": [{
        "type": "tool_use", "id": "toolu_1", "name": "Task",
        "input": {"description": "fee", "prompt": PROMPT, "subagent_type": "general-purpose"},
    }]}});
    let transcript = watched.home.file("session.jsonl", &format!("{{\"type\":\"user\"}}\n{call}\n"));
    let payload = json!({
        "session_id": "one", "transcript_path": transcript, "cwd": watched.repo.path(), "agent_id": "a1",
        "agent_type": "general-purpose", "hook_event_name": "SubagentStart",
    });
    watched.foreword(&["inject"], &payload.to_string());
    true
}

/// The orchestrator with one more tool.
fn with_tool(watched: &Watched, lines: &str) -> bool {
    watched.home.file("config/foreword/config.yaml", &format!("tools:\n  mine:\n{lines}"));
    orchestrator(watched)
}

fn external_command(watched: &Watched) -> bool {
    let tool = script(watched.home.path(), "tool", "#!/bin/sh\ncat >/dev/null\necho 'a line'\n");
    with_tool(watched, &format!("    command: ['{}']\n", tool.display()))
}

fn external_mcp_tool(watched: &Watched) -> bool {
    let server = mcp_server::stdio(watched.home.path(), "server", &answering(&mcp_server::text("a line")));
    with_tool(watched, &format!("    mcp: {{command: ['{}'], tool: find}}\n", server.display()))
}

/// The model of a real client calls our tool.
fn of_client(
    watched: &Watched,
    call: fn(InstalledTurn<'_>, &str, &Value) -> Option<Answered>,
    (name, folder): (&str, &str),
) -> bool {
    std::fs::create_dir(watched.home.path().join(folder)).expect("the client's folder");
    watched.foreword(&["install", "mcp", "--yes"], "");
    let turn = InstalledTurn {
        home: &watched.home,
        repo: watched.repo.path(),
        prompt: "look into the loans, please",
        args: &[],
        env: &[],
    };
    let Some(answered) = call(turn, name, &json!({"query": "late_fee"})) else { return false };
    assert!(answered.request_with_result().contains("loans/fines.py"));
    true
}

fn mcp_from_claude_code(watched: &Watched) -> bool {
    of_client(watched, claude_code::call_installed, ("mcp__foreword__ci_search", ".claude"))
}

fn mcp_from_codex(watched: &Watched) -> bool {
    of_client(watched, codex::call_installed, ("ci_search", ".codex"))
}

fn question(watched: &Watched) -> bool {
    let server = Invocation::new(foreword()).args(["mcp"]).cwd(watched.repo.path());
    let mut client = server.start_as_mcp_server(&watched.home);
    client.introduce(json!({"elicitation": {}}));
    client.answer("elicitation/create", json!({"action": "accept", "content": {"selected": "red"}}));
    let answer = client.call(ASK, json!({"question": "Which?", "options": ["red", "blue"]}));
    assert_eq!(answer["structuredContent"]["data"]["selected"], json!(["red"]));
    true
}

#[test]
fn one_before_and_one_after_per_call_whoever_calls() {
    type Caller = fn(&Watched) -> bool;
    let prompt = &["ci_graph_rag", "ci_index_status", "ci_search"][..];
    let with_mine = &["ci_graph_rag", "ci_index_status", "ci_search", "mine"][..];
    let table: [(&str, Caller, &[&str]); 9] = [
        ("orchestrator", orchestrator, prompt),
        ("command line", command_line, &["ci_search"]),
        ("sub-agent of Codex", sub_agent_of_codex, prompt),
        ("sub-agent of Claude Code", sub_agent_of_claude_code, prompt),
        ("external command", external_command, with_mine),
        ("external MCP tool", external_mcp_tool, with_mine),
        ("MCP from Claude Code", mcp_from_claude_code, &["ci_search"]),
        ("MCP from Codex", mcp_from_codex, &["ci_search"]),
        ("question to a person", question, &[ASK]),
    ];
    for (caller, call, tools) in table {
        let watched = Watched::new();
        if call(&watched) {
            let expected = tools.iter().map(|tool| ((*tool).to_owned(), (1, 1))).collect();
            assert_eq!(watched.counts(), expected, "{caller}");
        }
    }
}
