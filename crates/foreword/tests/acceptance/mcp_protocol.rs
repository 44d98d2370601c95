//! The stream of `foreword mcp`: whatever comes in, only answers come out, and nothing is left behind.

use std::time::{Duration, Instant};

use foreword_model::limits;
use foreword_testkit::mcp::McpClient;
use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::{FixtureRepo, script};
use foreword_testkit::shims::foreword;
use foreword_testkit::wait;
use serde_json::{Value, json};

use crate::mcp::server;

/// A generator of numbers that are the same in every run.
struct Seeded(u64);

impl Seeded {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % below
    }

    /// A message that was damaged, or bytes that never were one; without a line end.
    fn frame(&mut self) -> Vec<u8> {
        const WHOLE: [&str; 6] = [
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"ci_index_status","arguments":{}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"}]"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{"roots":[{"uri":"file:///"}]}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":[],"capabilities":5}}"#,
        ];
        let mut bytes = match self.next(4) {
            0 => (0..self.next(200)).map(|_| u8::try_from(self.next(256)).expect("a byte")).collect(),
            _ => WHOLE[self.next(WHOLE.len())].as_bytes().to_vec(),
        };
        for _ in 0..=self.next(3) {
            let (at, byte) = (self.next(bytes.len().max(1)), u8::try_from(self.next(256)).expect("a byte"));
            match self.next(4) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at.min(bytes.len()), byte),
                2 if at < bytes.len() => bytes[at] = byte,
                _ => bytes.extend_from_slice(b"}]"),
            }
        }
        bytes.retain(|byte| *byte != b'\n');
        bytes
    }
}

#[test]
fn five_thousand_malformed_frames_leave_the_stream_pure() {
    let (home, repo) = (Home::new(), FixtureRepo::new());
    let mut client = server(repo.path(), &home);
    let mut seeded = Seeded(20_261_116);
    let mut errors = 0;
    // In portions: a client that does not read what it is told is held up.
    for _ in 0..50 {
        for _ in 0..100 {
            let frame = seeded.frame();
            client.send_bytes(&frame);
        }
        let pong = client.request("ping", json!({}));
        assert_eq!(pong["result"], json!({}));
        errors += client.noticed.drain(..).filter(|message| message["error"]["code"].is_i64()).count();
    }
    assert!(errors > 2_500, "only {errors} of 5,000 frames were refused");
    client.close();
}

#[test]
fn errors_have_their_codes() {
    let (home, repo) = (Home::new(), FixtureRepo::new());
    let mut client = server(repo.path(), &home);
    for (frame, id, code) in [
        ("{\"jsonrpc\":", Value::Null, -32700),
        ("[]", Value::Null, -32600),
        ("7", Value::Null, -32600),
        (r#"{"jsonrpc":"2.0","id":5,"method":"server/discover"}"#, json!(5), -32601),
        (r#"{"jsonrpc":"2.0","id":"x","method":"resources/list"}"#, json!("x"), -32601),
        (r#"{"jsonrpc":"2.0","id":6,"method":"initialize","params":[]}"#, json!(6), -32602),
    ] {
        client.send_bytes(frame.as_bytes());
        let answer = client.next_message();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(code)), "{frame}");
    }
    client.send_bytes(b"\r");
    assert_eq!(client.request("logging/setLevel", json!({"level": "debug"}))["result"], json!({}));
    for (wanted, agreed) in
        [("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("1999-01-01", "2025-11-25")]
    {
        let answer = client.request("initialize", json!({"protocolVersion": wanted, "capabilities": {}}));
        assert_eq!(answer["result"]["protocolVersion"], agreed);
    }
}

#[test]
fn an_oversized_frame_is_refused_and_never_held() {
    let (home, repo) = (Home::new(), FixtureRepo::new());
    let mut client = server(repo.path(), &home);
    client.request("ping", json!({}));
    let before_kb = memory_kb(client.pid());
    let block = vec![b'x'; 1_000_000];
    for _ in 0..5 {
        // 60 MB each, and no line end but the last.
        let frame: Vec<u8> = block.iter().copied().cycle().take(60_000_000).collect();
        client.send_bytes(&frame);
        assert_eq!(client.next_message()["error"]["code"], -32600);
    }
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
    let grown_kb = memory_kb(client.pid()).saturating_sub(before_kb);
    assert!(grown_kb < 40_000, "{grown_kb} kB more");
    let long = json!({"name": "ci_search", "arguments": {"query": "x".repeat(5_000_000)}});
    assert_eq!(client.request("tools/call", long)["error"]["code"], -32602);
}

/// The most memory that the process ever had.
#[cfg(target_os = "linux")]
fn memory_kb(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a figure");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[cfg(not(target_os = "linux"))]
fn memory_kb(_: u32) -> u64 {
    0
}

#[test]
fn a_batch_and_interleaved_requests_are_answered_each() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let mut client = server(repo.path(), &home);
    let call = |id: u64| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "ci_search", "arguments": {"query": "late fee"}}});
    let batch: Vec<Value> =
        (1..=20).map(call).chain([json!({"jsonrpc": "2.0", "id": 21, "method": "ping"})]).collect();
    client.send(&Value::from(batch));
    (22..=40).for_each(|id| client.send(&call(id)));
    let mut answered: Vec<u64> = (1..=40)
        .map(|_| {
            let message = client.next_message();
            assert!(message["error"].is_null(), "{message}");
            message["id"].as_u64().expect("a number")
        })
        .collect();
    answered.sort_unstable();
    assert_eq!(answered, (1..=40).collect::<Vec<u64>>());
}

/// How long a call may take that never ends by itself: far longer than any test here.
const LONG_MS: &str = "600000";

/// A server with a tool that is a program which never ends, and says who it is.
struct Hanging {
    home: Home,
    repo: FixtureRepo,
}

impl Hanging {
    fn new() -> Self {
        Self { home: Home::new(), repo: FixtureRepo::library_app() }
    }

    fn start(&self) -> foreword_testkit::mcp::McpClient {
        let pid = self.home.path().join("pid");
        let body =
            format!("#!/bin/sh\necho $$ > '{0}.new'\nmv '{0}.new' '{0}'\nexec sleep 600\n", pid.display());
        let program = script(self.home.path(), "hangs", &body);
        let tool = format!(
            "tools:\n  my_notes:\n    timeout_ms: {LONG_MS}\n    command: ['{}']\n",
            program.display()
        );
        self.home.file("config/foreword/config.yaml", &tool);
        Invocation::new(foreword())
            .args(["mcp"])
            .env("CI_AUTO_TOOLS_BUDGET_WALL_MS", LONG_MS)
            .cwd(self.repo.path())
            .start_as_mcp_server(&self.home)
    }

    /// The parameters of a call of the tool.
    fn call() -> Value {
        json!({"name": "my_notes", "arguments": {}})
    }

    fn pid(&self) -> u32 {
        let read = || std::fs::read_to_string(self.home.path().join("pid")).ok()?.trim().parse().ok();
        wait::until("the runner", read)
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_cancelled_call_ends_with_its_child_and_has_no_answer() {
    let hanging = Hanging::new();
    let mut client = hanging.start();
    let mut params = Hanging::call();
    params["_meta"] = json!({"progressToken": 9});
    let call = client.ask("tools/call", params);
    let note = client.next_message();
    client.noticed.push(note);
    let pid = hanging.pid();
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": call}}));
    // Its own timeout is longer than is waited for here.
    wait::until_gone(pid);
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
    let tokens: Vec<&Value> =
        client.noticed.iter().map(|message| &message["params"]["progressToken"]).collect();
    assert!(!tokens.is_empty() && tokens.iter().all(|token| **token == 9), "{:?}", client.noticed);
    let after = client.close();
    assert!(after.iter().all(|message| message["id"] != call), "{after:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_goes_away_leaves_nothing_behind() {
    let hanging = Hanging::new();
    let mut client = hanging.start();
    client.ask("tools/call", Hanging::call());
    let pid = hanging.pid();
    client.close();
    wait::until_gone(pid);
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_no_longer_reads_or_a_signal_ends_the_server() {
    use foreword_testkit::running::Signal;
    let hanging = Hanging::new();
    let mut client = hanging.start();
    client.ask("tools/call", Hanging::call());
    let child = hanging.pid();
    client.stop_reading();
    wait::until_gone(child);
    let hanging = Hanging::new();
    let mut client = hanging.start();
    client.ask("tools/call", Hanging::call());
    let (server, child) = (client.pid(), hanging.pid());
    client.signal(Signal::TERM);
    wait::until_gone(child);
    wait::until_gone(server);
}

#[test]
fn what_was_asked_before_the_end_is_answered() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    wait::until("an answer in the time that the end of the server has", || {
        let mut client = server(repo.path(), &home);
        let call = client.ask("tools/call", json!({"name": "ci_search", "arguments": {"query": "late fee"}}));
        let closed = Instant::now();
        let said = client.close();
        let answer = said.iter().find(|message| message["id"] == call);
        // On a machine that is too busy it was at least waited for.
        let is_waited_for = closed.elapsed() >= Duration::from_millis(limits::MCP_DRAIN_MS);
        assert!(answer.is_some() || is_waited_for, "{said:?}");
        answer.filter(|answer| answer["result"]["isError"] == false).map(drop)
    });
}

#[test]
fn calls_beyond_the_line_are_refused_and_the_stream_goes_on() {
    let hanging = Hanging::new();
    let mut client = hanging.start();
    let held = limits::MCP_CALLS + limits::MCP_CALLS_WAITING;
    let calls: Vec<u64> = (0..held + 12).map(|_| client.ask("tools/call", Hanging::call())).collect();
    client.request("ping", json!({}));
    let refused = client.noticed.iter().filter(|message| message["error"]["code"] == -32000).count();
    assert!((1..=12).contains(&refused), "{refused} calls were refused");
    for id in calls {
        client.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
        );
    }
    client.close();
}

/// A server that may see to the index, and has been greeted.
fn server_that_indexes(repo: &FixtureRepo, home: &Home) -> McpClient {
    let mut client = Invocation::new(foreword())
        .args(["mcp"])
        .env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "1")
        .cwd(repo.path())
        .start_as_mcp_server(home);
    client.introduce(json!({}));
    client
}

/// A client that is ready finds an index soon, without asking; the refresh leaves no process in the table.
#[cfg(target_os = "linux")]
#[test]
fn the_index_is_seen_to_when_the_client_is_ready() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let mut client = server_that_indexes(&repo, &home);
    let indexes = home.path().join("cache/foreword/index");
    wait::until("an index", || {
        let mut folders = std::fs::read_dir(&indexes).ok()?.filter_map(Result::ok);
        folders.any(|folder| folder.path().join("manifest").is_file()).then_some(())
    });
    let server = client.pid();
    wait::until("no child of the server", || (children(server) == 0).then_some(()));
    let answer = client.call("ci_call_chain", json!({"symbol": "late_fee"}));
    assert_eq!(answer["structuredContent"]["status"], "ok", "{answer}");
    wait::until("no child of the server", || (children(server) == 0).then_some(()));
}

/// What changes is in the index soon, although nobody asks; also in a folder that is new.
#[test]
fn the_index_follows_what_changes() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let client = server_that_indexes(&repo, &home);
    let is_indexed = |files: usize| {
        let status = Invocation::new(foreword()).args(["index", "status"]).cwd(repo.path()).run_in(&home);
        let text = status.stdout_text();
        (text.contains("state: fresh\n") && text.contains(&format!("files: {files}\n"))).then_some(())
    };
    wait::until("an index", || is_indexed(13));
    repo.file("barcode/extra/digits.py", "def digits_of(text):\n    return text\n");
    wait::until("a new file in the index", || is_indexed(14));
    repo.file("barcode/extra/more.py", "def more():\n    return 1\n");
    wait::until("one more in the new folder", || is_indexed(15));
    client.close();
}

/// How many processes have this one as their parent, those included that only wait to be waited for.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> usize {
    let stats = std::fs::read_dir("/proc").expect("a table of processes").filter_map(Result::ok);
    let parent_of = |folder: std::fs::DirEntry| {
        let stat = std::fs::read_to_string(folder.path().join("stat")).ok()?;
        stat.rsplit(')').next()?.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    stats.filter_map(parent_of).filter(|found| *found == parent).count()
}
