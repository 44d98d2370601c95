//! MCP servers that do as they are told: a shell script for standard input and output, and a server on loopback that
//! speaks HTTP byte by byte, so that it can also break off in the middle.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use serde_json::{Value, json};

use crate::repo::script;

/// A request body in bytes; real ones stay far below.
const BODY_BYTES_MAX: u64 = 1_000_000;

/// A server of standard input and output. It introduces itself, writes every line that it gets to `<name>.log`, and runs
/// `on_call`, a piece of shell, for each call: `$id` is the number of the call.
pub fn stdio(folder: &Path, name: &str, on_call: &str) -> PathBuf {
    let log = folder.join(format!("{name}.log"));
    let introduced = json!({
        "protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
        "serverInfo": {"name": "fake", "version": "1"},
    });
    let body = format!(
        "#!/bin/sh\nwhile read -r line; do\n  printf '%s\\n' \"$line\" >> '{}'\n  id=${{line#*'\"id\":'}}; id=${{id%%,*}}\n  \
         case $line in\n  *'\"method\":\"initialize\"'*) printf '{{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}}\\n' \"$id\" '{introduced}' ;;\n  \
         *'\"method\":\"tools/list\"'*) printf '{{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{{\"tools\":[{{\"name\":\"find\"}}]}}}}\\n' \"$id\" ;;\n  \
         *'\"method\":\"tools/call\"'*) {on_call} ;;\n  esac\ndone\n",
        log.display()
    );
    script(folder, name, &body)
}

/// The piece of shell that answers a call with this result.
pub fn answering(result: &Value) -> String {
    format!("printf '{{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}}\\n' \"$id\" '{result}'")
}

/// The result of a tool that answers with a text.
pub fn text(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

/// What a server on loopback does with a call.
#[derive(Debug, Clone)]
pub enum OnCall {
    /// Answers with JSON.
    Json(Value),
    /// Answers with events.
    Events(Value),
    /// Writes these bytes and closes the connection; `$id` is the number of the call.
    Bytes(String),
    /// Writes these bytes and then nothing more.
    Stall(String),
}

/// A request as it came in.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// `POST` or `DELETE`.
    pub method: String,
    /// Lines of the head, in lower case.
    pub head: String,
    /// The message.
    pub body: Value,
}

/// A server on loopback. Ends when it is dropped.
#[derive(Debug)]
pub struct HttpServer {
    port: u16,
    asked: Arc<Mutex<Vec<Asked>>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl HttpServer {
    /// Starts on a free port.
    pub fn start(on_call: OnCall) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let port = listener.local_addr().expect("its address").port();
        let (asked, is_over) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (recording, ending) = (Arc::clone(&asked), Arc::clone(&is_over));
        let thread = std::thread::spawn(move || {
            let mut held = Vec::new();
            for stream in listener.incoming().map_while(Result::ok) {
                if ending.load(Ordering::Relaxed) {
                    break;
                }
                // A client that goes away in the middle is what some tests are about.
                if let Some(stream) = serve(stream, &on_call, &recording) {
                    held.push(stream);
                }
            }
        });
        Self { port, asked, is_over, thread: Some(thread) }
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }

    /// What it was asked.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // Wakes it up.
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// Serves one request; the connection if it is to stay open.
fn serve(mut stream: TcpStream, on_call: &OnCall, recording: &Mutex<Vec<Asked>>) -> Option<TcpStream> {
    let asked = read(&stream)?;
    recording.lock().unwrap_or_else(PoisonError::into_inner).push(asked.clone());
    let id = asked.body["id"].clone();
    let with = |status: &str, kind: &str, body: &str| {
        format!(
            "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\nmcp-session-id: s-1\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let result = |result: &Value| json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string();
    let (reply, stays) = match asked.body["method"].as_str().unwrap_or_default() {
        "initialize" => {
            let info = json!({"name": "fake", "version": "1"});
            let said =
                result(&json!({"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": info}));
            (with("200 OK", "application/json", &said), false)
        }
        "tools/call" => match on_call {
            OnCall::Json(value) => (with("200 OK", "application/json", &result(value)), false),
            OnCall::Events(value) => {
                let note = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {}});
                let events = format!("event: message\ndata: {note}\n\ndata: {}\n\n", result(value));
                (with("200 OK", "text/event-stream", &events), false)
            }
            OnCall::Bytes(bytes) => (bytes.replace("$id", &id.to_string()), false),
            OnCall::Stall(bytes) => (bytes.clone(), true),
        },
        _ => (with("202 Accepted", "text/plain", ""), false),
    };
    stream.write_all(reply.as_bytes()).ok()?;
    stays.then_some(stream)
}

fn read(stream: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let head = head.to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
    let length = length.and_then(|length| length.trim().parse::<u64>().ok()).unwrap_or(0);
    let mut body = Vec::new();
    reader.take(length.min(BODY_BYTES_MAX)).read_to_end(&mut body).ok()?;
    let method = head.split(' ').next().unwrap_or_default().to_ascii_uppercase();
    Some(Asked { method, head, body: serde_json::from_slice(&body).unwrap_or_default() })
}
