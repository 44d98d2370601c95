//! Contract §10 over MCP: one before and one after per call; the person is asked once, or a hook answers for them.

use std::time::Duration;

use foreword_testkit::mcp::McpClient;
use foreword_testkit::process::Home;
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::wait;
use serde_json::{Value, json};

use crate::mcp::server;

const ASK: &str = "askuser-ask_question";

/// A home with hooks for every tool that write down what they get, and then do as told.
fn watched(before: &str) -> (Home, FixtureRepo) {
    let home = Home::new();
    for (phase, then) in [("before", before), ("after", "true")] {
        let log = home.path().join(phase);
        let command = format!("line=$(cat); printf '%s\\n' \"$line\" >> '{}'; {then}", log.display());
        let hook = json!({"type": "command", "command": command, "timeout": 60000, "enabled": true});
        let file = json!([{"matcher": "ci_*,askuser-*", "hooks": [hook]}]);
        home.file(&format!("config/foreword/hooks/{phase}ToolCall.json"), &file.to_string());
    }
    (home, FixtureRepo::library_app())
}

fn logged(home: &Home, phase: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(home.path().join(phase)).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn check_counts(home: &Home, tool: &str, expected: (usize, usize)) {
    let count = |phase: &str| logged(home, phase).iter().filter(|entry| entry["toolName"] == tool).count();
    assert_eq!((count("before"), count("after")), expected, "{tool}");
}

fn ask(client: &mut McpClient, is_multiple: bool) -> Value {
    let arguments =
        json!({"question": "Which colour?", "options": ["red", "blue"], "multiSelect": is_multiple});
    client.call(ASK, arguments)["structuredContent"].clone()
}

#[test]
fn one_before_and_one_after_per_call() {
    let (home, repo) = watched("true");
    let mut client = server(repo.path(), &home);
    client.introduce(json!({}));
    client.request("tools/list", json!({}));
    for tool in ["ci_search", "ci_graph_rag"] {
        client.call(tool, json!({"query": "late fee", "root": repo.path()}));
        check_counts(&home, tool, (1, 1));
    }
    let seen = &logged(&home, "before")[0]["args"];
    assert_eq!(
        (&seen["query"], &seen["root"], &seen["limit"]),
        (&json!("late fee"), &Value::Null, &json!(10))
    );
    assert_eq!(logged(&home, "after")[0]["args"], *seen, "both see the normalised arguments");
    client.request("tools/call", json!({"name": "ci_search", "arguments": {}}));
    check_counts(&home, "ci_search", (1, 1));
}

#[test]
fn the_person_is_asked_once() {
    let (home, repo) = watched("true");
    let mut client = server(repo.path(), &home);
    client.introduce(json!({"elicitation": {}}));
    client.answer(
        "elicitation/create",
        json!({"action": "accept", "content": {"selected": "red", "customInput": "dark"}}),
    );
    let answer = ask(&mut client, false);
    assert_eq!(
        answer["data"],
        json!({"action": "answered", "by": "person", "selected": ["red"], "customInput": "dark"})
    );
    let asked: Vec<Value> =
        client.noticed.drain(..).filter(|message| message["method"] == "elicitation/create").collect();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0]["params"]["message"], "Which colour?");
    check_counts(&home, ASK, (1, 1));
    client.answer(
        "elicitation/create",
        json!({"action": "accept", "content": {"option1": true, "option2": true}}),
    );
    assert_eq!(ask(&mut client, true)["data"]["selected"], json!(["red", "blue"]));
    for (action, said) in [("decline", "declined"), ("cancel", "dismissed")] {
        client.answer("elicitation/create", json!({ "action": action }));
        let answer = ask(&mut client, false);
        assert_eq!((&answer["status"], &answer["data"]["action"]), (&json!("ok"), &json!(said)));
    }
    check_counts(&home, ASK, (4, 4));
}

#[test]
fn a_before_hook_answers_in_place_of_the_person() {
    for (printed, selected, custom) in [
        ("blue", json!(["blue"]), Value::Null),
        (r#"{"selected": "red", "customInput": "dark"}"#, json!(["red"]), json!("dark")),
        (r#"["red", "blue"]"#, json!(["red", "blue"]), Value::Null),
    ] {
        let (home, repo) = watched(&format!("printf '%s' '{printed}'"));
        let mut client = server(repo.path(), &home);
        client.introduce(json!({"elicitation": {}}));
        let answer = ask(&mut client, false);
        let expected =
            json!({"action": "answered", "by": "hook", "selected": selected, "customInput": custom});
        assert_eq!(answer["data"], expected, "{printed}");
        assert!(client.noticed.is_empty(), "nobody was asked: {:?}", client.noticed);
        check_counts(&home, ASK, (1, 1));
    }
}

#[test]
fn nobody_there_is_said_and_a_failed_hook_stops_the_question() {
    let (home, repo) = watched("true");
    let mut client = server(repo.path(), &home);
    client.introduce(json!({}));
    let answer = ask(&mut client, false);
    assert_eq!(answer["error"]["code"], "E_TOOL_UNAVAILABLE");
    assert!(answer["error"]["message"].as_str().expect("a message").starts_with("nobody can be asked"));
    check_counts(&home, ASK, (1, 1));
    let (home, repo) = watched("echo no >&2; exit 2");
    let mut client = server(repo.path(), &home);
    client.introduce(json!({"elicitation": {}}));
    assert_eq!(ask(&mut client, false)["error"]["code"], "E_HOOK_FAILED");
    check_counts(&home, ASK, (1, 0));
}

#[test]
fn a_question_does_not_hold_up_other_calls_and_can_be_cancelled() {
    let (home, repo) = watched("true");
    let mut client = server(repo.path(), &home);
    client.introduce(json!({"elicitation": {}}));
    let params = json!({"name": ASK, "arguments": {"question": "Which?"}});
    let waiting: Vec<u64> = (0..6).map(|_| client.ask("tools/call", params.clone())).collect();
    assert_eq!(client.call("ci_search", json!({"query": "late fee"}))["isError"], false);
    for id in waiting {
        client.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
        );
    }
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
    client.close();
}

#[test]
fn a_person_who_does_not_answer_is_not_waited_for_for_ever() {
    // The person has to be asked before the time is up.
    let mut client = wait::with_more_time("question", Duration::from_millis(300), |limit| {
        let (home, repo) = watched("true");
        let setting = format!("tools:\n  {ASK}:\n    timeout_ms: {}\n", limit.as_millis());
        home.file("config/foreword/config.yaml", &setting);
        let mut client = server(repo.path(), &home);
        client.introduce(json!({"elicitation": {}}));
        let answer = ask(&mut client, false);
        assert_eq!((&answer["status"], &answer["error"]["code"]), (&json!("timeout"), &json!("E_TIMEOUT")));
        check_counts(&home, ASK, (1, 1));
        let is_asked = client.noticed.iter().any(|message| message["method"] == "elicitation/create");
        is_asked.then_some(client)
    });
    while !client.noticed.iter().any(|message| message["method"] == "notifications/cancelled") {
        let message = client.next_message();
        client.noticed.push(message);
    }
}
