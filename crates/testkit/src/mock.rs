//! Mock model servers on loopback: they answer as the real ones would and remember what they were
//! asked. Each stops when it is dropped.

pub mod anthropic;
pub mod openai;

use std::io::Read;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use serde_json::Value;
use tiny_http::{Header, Request, Response, Server};

/// A request body in bytes; real ones stay far below.
const BODY_BYTES_MAX: u64 = 64_000_000;

/// A request as it came in.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// `POST` …
    pub method: String,
    /// Path and query.
    pub path: String,
    /// The body; a string where it is not JSON, null where there is none.
    pub body: Value,
}

impl Recorded {
    /// Whether it is a `POST` to this path, whatever the query.
    pub fn is_post_to(&self, path: &str) -> bool {
        self.method == "POST" && self.path.split('?').next() == Some(path)
    }

    /// Every string in the body, in the order of the document.
    pub fn strings(&self) -> Vec<&str> {
        let mut found = Vec::new();
        collect_strings(&self.body, &mut found);
        found
    }

    /// Whether some string of the body contains this text.
    pub fn contains(&self, text: &str) -> bool {
        self.strings().iter().any(|string| string.contains(text))
    }
}

fn collect_strings<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(list) => list.iter().for_each(|entry| collect_strings(entry, found)),
        Value::Object(map) => map.values().for_each(|entry| collect_strings(entry, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What a mock answers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reply {
    /// One JSON document with a status.
    Json(u16, Value),
    /// Server-sent events: name and data.
    Events(Vec<(String, Value)>),
}

/// A server in a thread of its own.
pub(crate) struct MockServer {
    server: Arc<Server>,
    requests: Arc<Mutex<Vec<Recorded>>>,
    thread: Option<JoinHandle<()>>,
}

impl MockServer {
    /// Starts on a free port. `answer` gets each request and its number, from 1.
    pub(crate) fn start(mut answer: impl FnMut(&Recorded, usize) -> Reply + Send + 'static) -> Self {
        let server = Arc::new(Server::http("127.0.0.1:0").expect("a port on loopback"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (serving, recording) = (Arc::clone(&server), Arc::clone(&requests));
        let thread = std::thread::spawn(move || {
            for mut request in serving.incoming_requests() {
                let recorded = record(&mut request);
                let number = {
                    let mut all = lock(&recording);
                    all.push(recorded.clone());
                    all.len()
                };
                // A client that went away no longer wants its answer.
                drop(request.respond(response(answer(&recorded, number))));
            }
        });
        Self { server, requests, thread: Some(thread) }
    }

    pub(crate) fn base_url(&self) -> String {
        let address = self.server.server_addr().to_ip().expect("an address on loopback");
        format!("http://{address}")
    }

    pub(crate) fn requests(&self) -> Vec<Recorded> {
        lock(&self.requests).clone()
    }
}

impl Drop for MockServer {
    fn drop(&mut self) {
        self.server.unblock();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn record(request: &mut Request) -> Recorded {
    let (method, path) = (request.method().to_string(), request.url().to_owned());
    let mut bytes = Vec::new();
    // A body that breaks off is recorded as far as it came: the test that looks for it fails.
    drop(request.as_reader().take(BODY_BYTES_MAX).read_to_end(&mut bytes));
    let body = match serde_json::from_slice(&bytes) {
        Ok(body) => body,
        Err(_) if bytes.is_empty() => Value::Null,
        Err(_) => Value::String(String::from_utf8_lossy(&bytes).into_owned()),
    };
    Recorded { method, path, body }
}

fn response(reply: Reply) -> Response<std::io::Cursor<Vec<u8>>> {
    let (status, kind, bytes) = match reply {
        Reply::Json(status, value) => (status, "application/json", value.to_string().into_bytes()),
        Reply::Events(events) => (200, "text/event-stream", event_stream(&events).into_bytes()),
    };
    let header = Header::from_bytes("content-type", kind).expect("a header in ASCII");
    Response::from_data(bytes).with_status_code(status).with_header(header)
}

fn event_stream(events: &[(String, Value)]) -> String {
    events.iter().map(|(name, data)| format!("event: {name}\ndata: {data}\n\n")).collect()
}

/// Events named by the `type` of their data, as both APIs name them.
pub(crate) fn named_by_type(data: Vec<Value>) -> Vec<(String, Value)> {
    data.into_iter().map(|event| (event["type"].as_str().unwrap_or_default().to_owned(), event)).collect()
}
