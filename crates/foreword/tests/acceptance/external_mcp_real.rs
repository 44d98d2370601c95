//! Real MCP servers of other people, pinned, from npm: one on standard input and output, one over HTTP on loopback.

use std::net::TcpListener;
use std::path::Path;

use foreword_testkit::clients::mcp_server;
use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::require;
use foreword_testkit::running::{Running, Signal};
use foreword_testkit::wait;
use serde_json::Value;

use crate::external_mcp::configure;
use crate::harness::{Ask, CODE_PROMPT, context, envelope, limits, planned, result};

const FILESYSTEM: &str = "@modelcontextprotocol/server-filesystem/dist/index.js";
const EVERYTHING: &str = "@modelcontextprotocol/server-everything/dist/index.js";
/// A call that takes far longer than anything here waits.
const LONG_CALL: &str = "    args: {duration: 600, steps: 2, x: '{{keywords}}'}\n";

fn node_and(server: &str) -> Option<(String, String)> {
    let (node, server) = (require::program("node")?, mcp_server(server)?);
    Some((node.display().to_string(), server.display().to_string()))
}

/// Asks with time for a server to start on a busy machine.
fn ask(home: &Home, repo: &Path, exit: i32) -> Value {
    let ask = Ask::new(repo, CODE_PROMPT).env("CI_AUTO_TOOLS_BUDGET_WALL_MS", "60000");
    envelope(&ask.run_in(home), exit)
}

fn check_rest_arrives(envelope: &Value) {
    assert!(context(envelope).contains("def late_fee"), "{}", context(envelope));
    let failed = result(envelope, "org_search");
    assert_eq!(failed["error"]["code"], "E_TOOL_UNAVAILABLE", "{failed}");
    assert!(limits(envelope).contains("tool unavailable; skipped: org_search ("), "{}", limits(envelope));
}

#[test]
fn a_real_server_on_standard_input_and_output() {
    let Some((node, server)) = node_and(FILESYSTEM) else { return };
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let root = repo.path().display();
    configure(
        &home,
        &format!(
            "    mcp: {{command: ['{node}', '{server}', '{root}'], tool: search_files}}\n    \
             args: {{path: '{{{{repo_root}}}}', pattern: '**/*fines*'}}\n    when: [fee]\n    timeout_ms: 50000\n"
        ),
    );
    let envelope = ask(&home, repo.path(), 0);
    assert!(planned(&envelope).contains(&"org_search"));
    let found = &result(&envelope, "org_search")["data"]["items"];
    assert_eq!(found[0]["path"], "loans/fines.py", "{}", result(&envelope, "org_search"));
    assert!(context(&envelope).contains("(`found by node`; org_search)"), "{}", context(&envelope));
}

#[test]
fn a_real_server_on_standard_input_and_output_that_is_killed_in_mid_call() {
    let Some((node, server)) = node_and(EVERYTHING) else { return };
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let (pid, calls) = (home.path().join("pid"), home.path().join("calls"));
    // The server itself, in a process that also writes down what it reads.
    let body = format!(
        "import fs from 'node:fs';\nprocess.argv[2] = 'stdio';\nawait import('{server}');\n\
         process.stdin.on('data', (data) => fs.appendFileSync('{}', data));\nfs.writeFileSync('{}', String(process.pid));\n",
        calls.display(),
        pid.display()
    );
    let wrapper = home.file("wrapper.mjs", &body);
    let command = format!("['{node}', '{}']", wrapper.display());
    let lines = format!("    mcp: {{command: {command}, tool: trigger-long-running-operation}}\n");
    configure(&home, &format!("{lines}{LONG_CALL}    timeout_ms: 50000\n"));
    let killed = std::thread::spawn(move || {
        let is_called = |text: String| text.contains("tools/call").then_some(());
        wait::until("the call", || std::fs::read_to_string(&calls).ok().and_then(is_called));
        let pid = std::fs::read_to_string(&pid).expect("the server's id");
        Invocation::new("/bin/sh").args(["-c", &format!("kill -KILL {}", pid.trim())]).run().code()
    });
    let envelope = ask(&home, repo.path(), 40);
    assert_eq!(killed.join().expect("the killer"), Some(0));
    check_rest_arrives(&envelope);
}

/// The server over HTTP. It does not choose a port, and one that was free a moment ago may be taken.
fn over_http(home: &Home) -> Option<(Running, String)> {
    let (node, server) = node_and(EVERYTHING)?;
    Some(wait::until("a port that is still free", || {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let port = free.local_addr().expect("its address").port();
        drop(free);
        let start = Invocation::new(&node).args([server.as_str(), "streamableHttp"]);
        let running = start.env("PORT", port.to_string()).start_in(home);
        // Either `listening on port` or `Port … is already in use`.
        let said = running.error_with(&format!("ort {port}"));
        said.contains("listening").then(|| (running, format!("http://127.0.0.1:{port}/mcp")))
    }))
}

#[test]
fn a_real_server_over_http() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let Some((running, url)) = over_http(&home) else { return };
    let lines =
        format!("    mcp: {{url: '{url}', tool: echo}}\n    args: {{message: 'about {{{{keywords}}}}'}}\n");
    configure(&home, &format!("{lines}    tier: 1\n    timeout_ms: 50000\n"));
    // The end of the session is told in passing: a process that has no time for it leaves it to the server.
    wait::until("the end of a session", || {
        let envelope = ask(&home, repo.path(), 0);
        let text = context(&envelope);
        assert!(text.contains("about late fee loan computed"), "{text}");
        assert!(text.contains("(`from 127.0.0.1:"), "{text}");
        let mut told = running.told().into_iter();
        told.any(|line| line.contains("Received session termination request")).then_some(())
    });
}

#[test]
fn a_real_server_over_http_that_is_killed_in_mid_call() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let Some((running, url)) = over_http(&home) else { return };
    let lines = format!("    mcp: {{url: '{url}', tool: trigger-long-running-operation}}\n{LONG_CALL}");
    configure(&home, &format!("{lines}    tier: 1\n    timeout_ms: 50000\n"));
    let killed = std::thread::spawn(move || {
        // It is greeted, told that it was understood, and called.
        for _ in 0..3 {
            running.line_with("Received MCP POST request");
        }
        running.signal(Signal::KILL);
    });
    let envelope = ask(&home, repo.path(), 40);
    killed.join().expect("the killer");
    check_rest_arrives(&envelope);
}
