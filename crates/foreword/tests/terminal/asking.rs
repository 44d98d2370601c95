//! A question to the person at the terminal: by `foreword tool`, and by a tool that codex calls in a turn.

use foreword_testkit::clients::codex;
use foreword_testkit::mock::openai::MockOpenAi;
use foreword_testkit::process::Invocation;
use foreword_testkit::repo::script;
use foreword_testkit::shims::foreword;
use foreword_testkit::terminal::{Key, Terminal};
use serde_json::{Value, json};

use crate::desk::{CURSOR, Desk, THREAD};

const TOOL: &str = "askuser-ask_question";

fn asked(desk: &Desk, args: &Value) -> Terminal {
    let tool = Invocation::new(foreword()).args(["tool", TOOL, "--args", &args.to_string()]);
    desk.here(tool).start_in_terminal(&desk.home)
}

/// What the tool answers when this is typed.
fn check(args: &Value, typed: &str, expected: &[&str]) {
    let desk = Desk::new();
    let mut terminal = asked(&desk, args);
    terminal.sees("(Enter declines): ");
    terminal.enters(typed);
    for text in expected {
        terminal.sees(text);
    }
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}

#[test]
fn the_tool_asks_at_the_terminal() {
    let one = json!({"question": "Which colour?", "options": ["red", "blue", "green"]});
    check(&one, "2", &["\"action\": \"answered\"", "\"blue\""]);
    check(&one, "a dark one", &["\"customInput\": \"a dark one\""]);
    check(&one, "", &["\"action\": \"declined\""]);
    let several = json!({"question": "Which?", "options": ["red", "blue", "green"], "multiSelect": true});
    check(&several, "1,3", &["\"red\"", "\"green\""]);
    check(&json!({"question": "Why?"}), "because", &["because"]);
}

#[test]
fn a_wrong_number_is_asked_again_and_ctrl_d_closes() {
    let desk = Desk::new();
    let args = json!({"question": "Which \u{1b}[31mcolour?", "options": ["red", "blue"]});
    let mut terminal = asked(&desk, &args);
    terminal.sees("Which colour?\n  1) red\n  2) blue\n");
    terminal.sees("(Enter declines): ");
    terminal.enters("7");
    terminal.sees("there is no option 7");
    terminal.sees("(Enter declines): ");
    terminal.presses(Key::CtrlD);
    terminal.sees("\"action\": \"dismissed\"");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn without_a_terminal_nobody_is_asked() {
    let args = json!({"question": "Which colour?"}).to_string();
    let desk = Desk::new();
    let tool = Invocation::new(foreword()).args(["tool", TOOL, "--args", &args]);
    let output = desk.here(tool).run_in(&desk.home);
    let result = output.json();
    assert_eq!(result["status"], "skipped", "{result}");
    assert_eq!(result["error"]["message"], "nobody can be asked: this is no terminal");
}

/// A `codex` whose model calls the tool of our own server, as a real one would: in the session of the terminal.
fn codex_that_asks(desk: &Desk) {
    let call = json!({
        "jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": TOOL, "arguments": {"question": "Which colour?", "options": ["red", "blue"]}},
    });
    let start = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}},
    });
    let body = format!(
        "#!/bin/sh\ncat >/dev/null\necho '{{\"type\":\"thread.started\",\"thread_id\":\"{THREAD}\"}}'\n\
         {{ echo '{start}'; echo '{call}'; while ! [ -s \"$HOME/done\" ]; do sleep 0.05; done; }} | '{}' mcp | \
         while read -r line; do echo \"$line\" >> \"$HOME/answers\"; \
         case $line in *'\"id\":2'*) echo over > \"$HOME/done\" ;; esac; done\n\
         echo '{{\"type\":\"item.completed\",\"item\":{{\"type\":\"agent_message\",\"text\":\"thank you\"}}}}'\n",
        foreword().display()
    );
    script(desk.home.path(), "bin/codex", &body);
}

#[test]
fn a_tool_that_codex_calls_asks_at_the_terminal_of_codex_auto() {
    let desk = Desk::new();
    codex_that_asks(&desk);
    let mut terminal = desk.sits_down();
    terminal.enters("thanks, ask me something");
    terminal.sees("Which colour?\n  1) red\n  2) blue\n");
    terminal.sees("(Enter declines): ");
    terminal.enters("2");
    terminal.sees("thank you\n");
    terminal.sees(CURSOR);
    assert!(desk.read("answers").contains("answered: blue"), "{}", desk.read("answers"));
    terminal.presses(Key::CtrlD);
    assert_eq!(terminal.ends(), 0);
    let folder = desk.home.path().join("state/foreword/codex-auto");
    let left: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().collect();
    assert!(left.iter().all(|entry| entry.file_name() == "history"), "{left:?}");
}

/// Codex would decline in the person's place.
#[test]
fn the_real_codex_has_the_person_asked_at_the_terminal() {
    let Some(program) = codex::program() else { return };
    let desk = Desk::new();
    let call = json!({
        "type": "function_call", "call_id": "call_1", "namespace": "mcp__foreword",
        "name": TOOL.replace('-', "_"),
        "arguments": json!({"question": "Which colour?", "options": ["red", "blue"]}).to_string(),
    });
    let model = MockOpenAi::scripted(vec![vec![call]]);
    let variables = desk.home.variables().map(|(name, value)| format!("{name} = {}", json!(value)));
    let server = format!(
        "\n[mcp_servers.foreword]\ncommand = {}\nargs = [\"mcp\"]\n\n[mcp_servers.foreword.env]\n{}\n",
        json!(foreword()),
        variables.join("\n")
    );
    desk.home.file(".codex/config.toml", &format!("{}{server}", codex::provider(&model.base_url())));
    std::fs::remove_file(desk.home.path().join("bin/codex")).expect("the stand-in");
    std::os::unix::fs::symlink(program, desk.home.path().join("bin/codex")).expect("a link");
    let mut terminal = desk.codex_auto().env("MOCK_API_KEY", "dummy").start_in_terminal(&desk.home);
    terminal.sees(CURSOR);
    terminal.enters("thanks, ask me something");
    terminal.sees("Which colour?\n  1) red\n  2) blue\n");
    terminal.sees("(Enter declines): ");
    terminal.enters("2");
    terminal.sees("MOCK REPLY");
    let requests = model.conversation("thanks, ask me something");
    assert!(requests[1].contains("answered: blue"), "{}", requests[1].body);
}

#[test]
fn ctrl_c_takes_the_question_back() {
    let desk = Desk::new();
    codex_that_asks(&desk);
    let mut terminal = desk.sits_down();
    terminal.enters("thanks, ask me something");
    terminal.sees("(Enter declines): ");
    terminal.presses(Key::CtrlC);
    terminal.sees("the turn was ended");
    terminal.sees(CURSOR);
    terminal.enters("/help");
    terminal.sees("/plan [PROMPT]");
}
