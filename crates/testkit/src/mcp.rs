//! An MCP client: talks to a server over its pipes, and fails the test for anything on its output that is no JSON-RPC.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Child, ChildStdin};
use std::sync::mpsc::Receiver;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use serde_json::{Value, json};

use crate::running::lines_of;
use crate::wait;

/// A client with its server.
#[derive(Debug)]
pub struct McpClient {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    next_id: u64,
    /// What the server's own requests are answered with, by method.
    answers: BTreeMap<&'static str, Value>,
    /// What came besides answers: notifications, and requests of the server.
    pub noticed: Vec<Value>,
}

impl McpClient {
    pub(crate) fn new(mut child: Child) -> Self {
        let stdin = child.stdin.take();
        let lines = lines_of(child.stdout.take().expect("a piped stdout"));
        // Read, so that a server that complains much is not held up.
        drop(lines_of(child.stderr.take().expect("a piped stderr")));
        Self { child, stdin, lines, next_id: 100, answers: BTreeMap::new(), noticed: Vec::new() }
    }

    /// Answers a request of the server's with this result from now on.
    pub fn answer(&mut self, method: &'static str, result: Value) {
        self.answers.insert(method, result);
    }

    /// Introduces itself with these capabilities; returns what the server says of itself.
    pub fn introduce(&mut self, capabilities: Value) -> Value {
        let info = json!({"name": "testkit", "version": "1"});
        let params =
            json!({"protocolVersion": "2025-06-18", "capabilities": capabilities, "clientInfo": info});
        let answer = self.request("initialize", params);
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer["result"].clone()
    }

    /// Sends bytes and a line end.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("an open stdin");
        stdin.write_all(bytes).and_then(|()| stdin.write_all(b"\n")).expect("the server reads");
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        self.send_bytes(message.to_string().as_bytes());
    }

    /// Sends a request and returns its id.
    pub fn ask(&mut self, method: &str, params: Value) -> u64 {
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params}));
        self.next_id
    }

    /// Sends a request and waits for its answer.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.answer_to(id)
    }

    /// Calls a tool and returns the result.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.request("tools/call", json!({"name": tool, "arguments": arguments}));
        assert!(answer["error"].is_null(), "{tool}: {answer}");
        answer["result"].clone()
    }

    /// Waits for the answer to a request; what comes before it is noticed.
    pub fn answer_to(&mut self, id: u64) -> Value {
        loop {
            let message = self.next_message();
            if message["id"] == id && message["method"].is_null() {
                return message;
            }
            self.noticed.push(message);
        }
    }

    /// The next message. Requests of the server are answered if an answer is known.
    pub fn next_message(&mut self) -> Value {
        let line = self.lines.recv_timeout(wait::DEADLINE).expect("the server answers");
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        let known = message["method"].as_str().and_then(|method| self.answers.get(method)).cloned();
        if let Some(result) = known.filter(|_| !message["id"].is_null()) {
            self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result}));
        }
        message
    }

    /// The server's process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal to the server alone.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Stops reading, and goes on asking until the server has noticed and ended.
    pub fn stop_reading(mut self) {
        self.lines = std::sync::mpsc::channel().1;
        let mut stdin = self.stdin.take().expect("an open stdin");
        wait::until("the end of the server", || {
            // Once the server has ended, nobody reads this either.
            drop(stdin.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"));
            self.child.try_wait().expect("a child")
        });
    }

    /// Closes its end and waits for the server's; returns what the server still said.
    pub fn close(mut self) -> Vec<Value> {
        drop(self.stdin.take());
        let status = wait::until("the end of the server", || self.child.try_wait().expect("a child"));
        assert_eq!(status.code(), Some(0));
        let lines: Vec<String> = self.lines.iter().collect();
        lines.iter().map(|line| serde_json::from_str(line).expect("JSON to the last line")).collect()
    }
}

impl Drop for McpClient {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            let _ = self.child.wait();
        }
    }
}
