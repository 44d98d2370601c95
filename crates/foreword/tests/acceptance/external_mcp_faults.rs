//! A server that is dead, slow or lying costs at most its own timeout, and is said; everything else arrives.

use std::time::Duration;

use foreword_testkit::mcp_server::{self, HttpServer, OnCall};
use foreword_testkit::process::Home;
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::wait;

use crate::external_mcp::{configure, stdio_tool};
use crate::harness::{Ask, CODE_PROMPT, context, envelope, limits, result};

/// A time that no fault takes to end the call by itself, and that a whole prompt has.
const LONG_MS: u64 = 60_000;
/// The time of a server that is waited for in vain, at first.
const SHORT: Duration = Duration::from_secs(1);
/// What that may cost in all on a busy machine: far less than the prompt has.
const COST_MAX_MS: u64 = 30_000;

/// How the call of a server ends.
enum End {
    /// By its fault.
    Fault(&'static str),
    /// By its own timeout.
    Late,
}

const UNAVAILABLE: End = End::Fault("E_TOOL_UNAVAILABLE");
const UNREADABLE: End = End::Fault("E_PARSE");

/// Asks with a faulty server: what is said of it.
fn check(lines: &str, home: &Home, end: &End, said: &str) {
    let is_said = |message: &str| message.contains(said);
    match end {
        End::Fault(code) => {
            let (message, _) = ask(lines, home, LONG_MS, 40, code);
            assert!(is_said(&message), "{lines}: {message}");
        }
        // What a server said before it fell silent has to arrive before its timeout.
        End::Late => wait::with_more_time(said, SHORT, |limit| {
            let timeout_ms = u64::try_from(limit.as_millis()).expect("seconds");
            let (message, duration_ms) = ask(lines, home, timeout_ms, 50, "E_TIMEOUT");
            assert!(message.contains("no answer in time"), "{lines}: {message}");
            assert!(duration_ms < timeout_ms + COST_MAX_MS, "{lines}: {duration_ms} ms");
            is_said(&message).then_some(())
        }),
    }
}

/// The message of the failed result, and how long it took. Everything else arrives.
fn ask(lines: &str, home: &Home, timeout_ms: u64, exit: i32, code: &str) -> (String, u64) {
    let repo = FixtureRepo::library_app();
    configure(home, &format!("{lines}    tier: 1\n    timeout_ms: {timeout_ms}\n"));
    let ask =
        Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_BUDGET_WALL_MS", (2 * LONG_MS).to_string());
    let envelope = envelope(&ask.run_in(home), exit);
    assert!(context(&envelope).contains("def late_fee"), "{lines}: the rest arrives: {}", context(&envelope));
    assert!(limits(&envelope).contains("org_search"), "{lines}: {}", limits(&envelope));
    let failed = result(&envelope, "org_search");
    assert_eq!(failed["error"]["code"], code, "{failed}");
    let message = failed["error"]["message"].as_str().unwrap_or_default();
    (message.to_owned(), failed["duration_ms"].as_u64().expect("a duration"))
}

#[test]
fn faults_of_a_server_on_standard_input_and_output() {
    let garbage = "while :; do echo nonsense; done";
    let line_of_16_mb = "head -c 17000000 /dev/zero | tr '\\0' x; echo";
    for (on_call, end, said) in [
        (":", End::Late, "no answer in time"),
        ("trap '' TERM; sleep 600 & wait", End::Late, "no answer in time"),
        (garbage, UNREADABLE, "more than 1000 messages and no answer, only lines that are no JSON-RPC"),
        ("echo nonsense", End::Late, "no answer in time, only lines that are no JSON-RPC"),
        ("echo 'out of memory' >&2; exit 3", UNAVAILABLE, "ended without an answer: out of memory"),
        ("kill -KILL $$", UNAVAILABLE, "ended without an answer"),
        (line_of_16_mb, End::Late, "only a message of more than 4194304 bytes"),
        (
            "echo '{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}'",
            End::Late,
            "only messages that answer nothing",
        ),
        (
            "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32602,\"message\":\"no such tool\"}}\\n' $id",
            UNAVAILABLE,
            "error -32602: no such tool",
        ),
        (
            "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no index\"}]}}\\n' $id",
            UNAVAILABLE,
            "reports an error: no index",
        ),
    ] {
        let home = Home::new();
        let server = mcp_server::stdio(home.path(), "server", on_call);
        check(&stdio_tool(&server, ""), &home, &end, said);
    }
    let home = Home::new();
    let missing = home.path().join("missing");
    check(&stdio_tool(&missing, ""), &home, &UNAVAILABLE, "cannot start");
}

#[test]
fn faults_of_a_server_on_the_network() {
    let head = |status: &str, more: &str| format!("HTTP/1.1 {status}\r\nconnection: close\r\n{more}\r\n");
    let json = "content-type: application/json\r\n";
    let events = "content-type: text/event-stream\r\n";
    let elsewhere = HttpServer::start(OnCall::Json(mcp_server::text("x")));
    let redirect = head("307 Moved", &format!("location: {}\r\n", elsewhere.url()));
    for (on_call, end, said) in [
        (OnCall::Stall(String::new()), End::Late, "no answer in time"),
        (OnCall::Stall(format!("{}: slow\n\n", head("200 OK", events))), End::Late, "no answer in time"),
        (OnCall::Bytes(String::new()), UNAVAILABLE, "cannot be reached"),
        (
            OnCall::Bytes(format!("{}data: {{\"x\"", head("200 OK", events))),
            UNAVAILABLE,
            "ended without an answer",
        ),
        (
            OnCall::Bytes(format!("{}<html>", head("200 OK", "content-type: text/html\r\n"))),
            UNREADABLE,
            "answers with `text/html`",
        ),
        (OnCall::Bytes(format!("{}nonsense", head("200 OK", json))), UNREADABLE, "is no JSON-RPC"),
        (
            OnCall::Bytes(format!("{}{{\"id\":99,\"result\":{{}}}}", head("200 OK", json))),
            UNREADABLE,
            "was not asked",
        ),
        (
            OnCall::Bytes(format!("{}{}", head("200 OK", json), "x".repeat(17_000_000))),
            UNREADABLE,
            "more than 4194304 bytes",
        ),
        (
            OnCall::Bytes(format!(
                "{}{{\"id\":$id,\"error\":{{\"code\":-1,\"message\":\"no\"}}}}",
                head("200 OK", json)
            )),
            UNAVAILABLE,
            "error -1: no",
        ),
        (OnCall::Bytes(head("401 Unauthorized", "")), UNAVAILABLE, "refuses who we are (status 401)"),
        (OnCall::Bytes(head("500 Broken", "")), UNAVAILABLE, "answers with status 500"),
        (OnCall::Bytes(redirect), UNAVAILABLE, "redirects to http://127.0.0.1:"),
    ] {
        let (home, server) = (Home::new(), HttpServer::start(on_call));
        check(&format!("    mcp: {{url: '{}', tool: find}}\n", server.url()), &home, &end, said);
    }
    assert_eq!(elsewhere.asked(), [], "nobody followed");
    let home = Home::new();
    check("    mcp: {url: 'http://127.0.0.1:1/mcp'}\n", &home, &UNAVAILABLE, "cannot be reached");
}
