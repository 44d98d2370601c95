//! A server that is dead, slow or lying costs at most its own timeout, and is said; everything else arrives.

use foreword_testkit::mcp_server::{self, HttpServer, OnCall};
use foreword_testkit::process::Home;
use foreword_testkit::repo::FixtureRepo;

use crate::external_mcp::{configure, stdio_tool};
use crate::harness::{Ask, CODE_PROMPT, context, envelope, limits, result};

/// The time that a server gets here, and what ending it may take beyond that on a busy machine.
const TIMEOUT_MS: u64 = 1_000;
const ENDING_MS: u64 = 1_000;

/// Asks with a faulty server: what is said of it.
fn check(home: &Home, lines: &str, exit: i32, code: &str, said: &str) {
    let repo = FixtureRepo::library_app();
    configure(home, &format!("{lines}    tier: 1\n    timeout_ms: {TIMEOUT_MS}\n"));
    let envelope = envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(home), exit);
    assert!(context(&envelope).contains("def late_fee"), "{lines}: the rest arrives: {}", context(&envelope));
    let failed = result(&envelope, "org_search");
    let duration_ms = failed["duration_ms"].as_u64().expect("a duration");
    assert!(duration_ms <= TIMEOUT_MS + ENDING_MS, "{lines}: {duration_ms} ms");
    assert_eq!(failed["error"]["code"], code, "{failed}");
    let message = failed["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains(said), "{lines}: {message}");
    assert!(limits(&envelope).contains("org_search"), "{lines}: {}", limits(&envelope));
}

#[test]
fn faults_of_a_server_on_standard_input_and_output() {
    let garbage = "while :; do echo nonsense; done";
    let line_of_16_mb = "head -c 17000000 /dev/zero | tr '\\0' x; echo";
    for (on_call, exit, code, said) in [
        (":", 50, "E_TIMEOUT", "no answer in time"),
        ("trap '' TERM; sleep 600 & wait", 50, "E_TIMEOUT", "no answer in time"),
        (garbage, 40, "E_PARSE", "more than 1000 messages and no answer, only lines that are no JSON-RPC"),
        ("echo nonsense", 50, "E_TIMEOUT", "no answer in time, only lines that are no JSON-RPC"),
        (
            "echo 'out of memory' >&2; exit 3",
            40,
            "E_TOOL_UNAVAILABLE",
            "ended without an answer: out of memory",
        ),
        ("kill -KILL $$", 40, "E_TOOL_UNAVAILABLE", "ended without an answer"),
        (line_of_16_mb, 50, "E_TIMEOUT", "only a message of more than 4194304 bytes"),
        (
            "echo '{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}'",
            50,
            "E_TIMEOUT",
            "only messages that answer nothing",
        ),
        (
            "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32602,\"message\":\"no such tool\"}}\\n' $id",
            40,
            "E_TOOL_UNAVAILABLE",
            "error -32602: no such tool",
        ),
        (
            "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no index\"}]}}\\n' $id",
            40,
            "E_TOOL_UNAVAILABLE",
            "reports an error: no index",
        ),
    ] {
        let home = Home::new();
        let server = mcp_server::stdio(home.path(), "server", on_call);
        check(&home, &stdio_tool(&server, ""), exit, code, said);
    }
    let home = Home::new();
    let missing = home.path().join("missing");
    check(&home, &stdio_tool(&missing, ""), 40, "E_TOOL_UNAVAILABLE", "cannot start");
}

#[test]
fn faults_of_a_server_on_the_network() {
    let head = |status: &str, more: &str| format!("HTTP/1.1 {status}\r\nconnection: close\r\n{more}\r\n");
    let json = "content-type: application/json\r\n";
    let events = "content-type: text/event-stream\r\n";
    let elsewhere = HttpServer::start(OnCall::Json(mcp_server::text("x")));
    let redirect = head("307 Moved", &format!("location: {}\r\n", elsewhere.url()));
    for (on_call, exit, code, said) in [
        (OnCall::Stall(String::new()), 50, "E_TIMEOUT", "no answer in time"),
        (
            OnCall::Stall(format!("{}: slow\n\n", head("200 OK", events))),
            50,
            "E_TIMEOUT",
            "no answer in time",
        ),
        (OnCall::Bytes(String::new()), 40, "E_TOOL_UNAVAILABLE", "cannot be reached"),
        (
            OnCall::Bytes(format!("{}data: {{\"x\"", head("200 OK", events))),
            40,
            "E_TOOL_UNAVAILABLE",
            "ended without an answer",
        ),
        (
            OnCall::Bytes(format!("{}<html>", head("200 OK", "content-type: text/html\r\n"))),
            40,
            "E_PARSE",
            "answers with `text/html`",
        ),
        (OnCall::Bytes(format!("{}nonsense", head("200 OK", json))), 40, "E_PARSE", "is no JSON-RPC"),
        (
            OnCall::Bytes(format!("{}{{\"id\":99,\"result\":{{}}}}", head("200 OK", json))),
            40,
            "E_PARSE",
            "was not asked",
        ),
        (
            OnCall::Bytes(format!("{}{}", head("200 OK", json), "x".repeat(17_000_000))),
            40,
            "E_PARSE",
            "more than 4194304 bytes",
        ),
        (
            OnCall::Bytes(format!(
                "{}{{\"id\":$id,\"error\":{{\"code\":-1,\"message\":\"no\"}}}}",
                head("200 OK", json)
            )),
            40,
            "E_TOOL_UNAVAILABLE",
            "error -1: no",
        ),
        (
            OnCall::Bytes(head("401 Unauthorized", "")),
            40,
            "E_TOOL_UNAVAILABLE",
            "refuses who we are (status 401)",
        ),
        (OnCall::Bytes(head("500 Broken", "")), 40, "E_TOOL_UNAVAILABLE", "answers with status 500"),
        (OnCall::Bytes(redirect), 40, "E_TOOL_UNAVAILABLE", "redirects to http://127.0.0.1:"),
    ] {
        let (home, server) = (Home::new(), HttpServer::start(on_call));
        check(&home, &format!("    mcp: {{url: '{}', tool: find}}\n", server.url()), exit, code, said);
    }
    assert_eq!(elsewhere.asked(), [], "nobody followed");
    let home = Home::new();
    check(&home, "    mcp: {url: 'http://127.0.0.1:1/mcp'}\n", 40, "E_TOOL_UNAVAILABLE", "cannot be reached");
}
