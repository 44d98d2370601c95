//! The server: reads frames to the end, answers small questions at once and calls when they are done.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foreword_exec::rpc::frame::{Frame, Frames};
use foreword_exec::rpc::message::{self, Id, Message, Problem};
use foreword_guard::clear_line;
use foreword_model::limits;
use foreword_text::truncate::ellipsize;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::answer::{self, Wanted};
use super::calls::{Full, Line, Open};
use super::elicitation::PersonAtClient;
use super::host::{Host, HostCall, UnknownTool};
use super::listing::{self, Reads};
use super::outbox::Outbox;
use super::progress::Progress;
use super::roots::RootsList;
use super::session::{Introduction, Session};

/// What a client may tell its model of us.
const INSTRUCTIONS: &str = "Answers questions about the code of the repository in which the client works: where something is, who calls it, what a change reaches, where an error comes from. Read-only; every answer names files and lines as they are now.";

/// Serves a client until it closes its end. `on_broken` is called when it no longer reads.
pub fn serve(
    input: impl BufRead,
    output: Box<dyn Write + Send>,
    host: Arc<dyn Host>,
    on_broken: Box<dyn Fn() + Send + Sync>,
) {
    let shared = Arc::new(Shared {
        host,
        outbox: Arc::new(Outbox::new(output, on_broken)),
        session: Session::default(),
        calls: Line::new(limits::MCP_CALLS, limits::MCP_CALLS_WAITING),
        // A person answers one question at a time.
        questions: Line::new(1, limits::MCP_QUESTIONS_WAITING),
        roots: Line::new(1, 1),
        open: Open::default(),
        awaited: Mutex::default(),
        next_id: AtomicU64::new(1),
    });
    let mut frames = Frames::new(input, limits::MCP_FRAME_BYTES);
    loop {
        match frames.next_frame() {
            Frame::Whole(frame) => shared.hear(&frame),
            Frame::Oversized => {
                shared.refuse(Problem::nameless(message::INVALID_REQUEST, "the frame is longer than 16 MB"));
            }
            Frame::End => break,
        }
    }
    // Nobody is there to answer; what is running may still be read by whoever closed only one end.
    shared.awaited().clear();
    shared.open.drain(Duration::from_millis(limits::MCP_DRAIN_MS));
}

/// What every thread of the server works with.
pub struct Shared {
    host: Arc<dyn Host>,
    pub(super) outbox: Arc<Outbox>,
    pub(super) session: Session,
    calls: Arc<Line>,
    questions: Arc<Line>,
    roots: Arc<Line>,
    open: Open,
    /// Requests of ours that have no answer yet, by their id.
    awaited: Mutex<BTreeMap<u64, Sender<Heard>>>,
    next_id: AtomicU64,
}

/// What came of a request of ours.
pub enum Heard {
    /// The frame of the answer.
    Answer(Vec<u8>),
    /// It is no longer wanted.
    Gone,
}

/// The parameters of `tools/call`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CallParams {
    name: String,
    arguments: Option<Map<String, Value>>,
    #[serde(rename = "_meta")]
    meta: Option<Meta>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Meta {
    progress_token: Option<Value>,
}

/// The parameters of `notifications/cancelled`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct CancelledParams {
    request_id: Value,
}

impl Shared {
    fn hear(self: &Arc<Self>, frame: &[u8]) {
        if frame.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        if !message::is_batch(frame) {
            return self.hear_one(frame);
        }
        match message::unbatch(frame) {
            Ok(frames) => frames.iter().for_each(|frame| self.hear_one(frame)),
            Err(problem) => self.refuse(problem),
        }
    }

    fn hear_one(self: &Arc<Self>, frame: &[u8]) {
        match message::read(frame) {
            Ok(Message::Request { id, method }) => {
                if let Err(problem) = self.request(&id, &method, frame) {
                    self.refuse(problem);
                }
            }
            // None of those that we know is long.
            Ok(Message::Notification { .. }) if frame.len() > limits::MCP_BATCH_BYTES => {}
            Ok(Message::Notification { method }) => self.notice(&method, frame),
            Ok(Message::Response { id }) => self.take_answer(&id, frame),
            Err(problem) => self.refuse(problem),
        }
    }

    fn refuse(&self, problem: Problem) {
        self.outbox.send(&problem.into_answer());
    }

    fn request(self: &Arc<Self>, id: &Id, method: &str, frame: &[u8]) -> Result<(), Problem> {
        if frame.len() > limits::MCP_ARGUMENTS_BYTES {
            return Err(Problem::of(id, message::INVALID_PARAMS, "the parameters are longer than 4 MB"));
        }
        let result = match method {
            "initialize" => self.initialize(id, frame)?,
            "ping" | "logging/setLevel" => json!({}),
            "tools/list" => self.list(),
            "tools/call" => return self.call(id, frame),
            unknown => {
                let name = shown(unknown);
                return Err(Problem::of(
                    id,
                    message::METHOD_NOT_FOUND,
                    format!("there is no method `{name}`"),
                ));
            }
        };
        self.outbox.send(&message::result(id, result));
        Ok(())
    }

    fn initialize(&self, id: &Id, frame: &[u8]) -> Result<Value, Problem> {
        let introduction: Introduction = params(id, frame)?;
        let version = self.session.begin(&introduction);
        Ok(json!({
            "protocolVersion": version,
            "capabilities": { "tools": { "listChanged": false } },
            "serverInfo": { "name": "foreword", "title": "foreword", "version": env!("CARGO_PKG_VERSION") },
            "instructions": INSTRUCTIONS,
        }))
    }

    fn list(&self) -> Value {
        let tools: Vec<Value> =
            self.host.tools().iter().map(|spec| listing::entry(spec, self.reads(&spec.name))).collect();
        json!({ "tools": tools })
    }

    fn reads(&self, tool: &str) -> Reads {
        if self.host.asks_person(tool) { Reads::Person } else { Reads::Repository }
    }

    fn notice(self: &Arc<Self>, method: &str, frame: &[u8]) {
        match method {
            "notifications/initialized" | "notifications/roots/list_changed" => self.learn_roots(),
            "notifications/cancelled" => {
                let cancelled: CancelledParams = message::params(frame).unwrap_or_default();
                let id = match cancelled.request_id {
                    Value::Number(number) => Id::Number(number),
                    Value::String(text) => Id::Text(text),
                    Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return,
                };
                self.open.cancel(&id.key());
            }
            // A notification that we do not know is none of our business.
            _ => {}
        }
    }

    /// Asks the client where it works, and sees to the index there; does not wait for either. Who is to be asked once more
    /// already need not be asked a third time.
    fn learn_roots(self: &Arc<Self>) {
        let asks = self.session.asks_for_roots();
        let shared = Arc::clone(self);
        let learn = move || {
            if asks {
                shared.session.note_roots(shared.ask_for_roots());
            }
            shared.host.make_ready(shared.session.known_roots());
        };
        if self.roots.submit(learn).is_err() && asks {
            self.session.note_roots(None);
        }
    }

    fn ask_for_roots(&self) -> Option<Vec<PathBuf>> {
        let (sender, receiver) = channel();
        let asked = self.ask_client("roots/list", json!({}), sender);
        let heard = receiver.recv_timeout(Duration::from_millis(limits::MCP_ROOTS_MS));
        self.forget(asked);
        match heard {
            Ok(Heard::Answer(frame)) => message::result_of::<RootsList>(&frame).map(|list| list.folders()),
            Ok(Heard::Gone) | Err(_) => None,
        }
    }

    /// Sends a request of ours; its answer goes to `heard`.
    pub(super) fn ask_client(&self, method: &str, params: Value, heard: Sender<Heard>) -> u64 {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        self.awaited().insert(id, heard);
        self.outbox.send(&message::request(id, method, params));
        id
    }

    /// No longer waits for the answer to a request of ours.
    pub(super) fn forget(&self, id: u64) {
        self.awaited().remove(&id);
    }

    fn take_answer(&self, id: &Id, frame: &[u8]) {
        let Id::Number(number) = id else { return };
        let heard = number.as_u64().and_then(|id| self.awaited().remove(&id));
        // An answer that nobody waits for, or that is far too long, is dropped.
        if let Some(heard) = heard.filter(|_| frame.len() <= limits::MCP_BATCH_BYTES) {
            drop(heard.send(Heard::Answer(frame.to_vec())));
        }
    }

    fn awaited(&self) -> MutexGuard<'_, BTreeMap<u64, Sender<Heard>>> {
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call(self: &Arc<Self>, id: &Id, frame: &[u8]) -> Result<(), Problem> {
        let call: CallParams = params(id, frame)?;
        let mut args = call.arguments.unwrap_or_default();
        let own = OwnArguments::take(&mut args, self.reads(&call.name))
            .map_err(|problem| Problem::of(id, message::INVALID_PARAMS, problem))?;
        let invalid = |text: &str| Problem::of(id, message::INVALID_REQUEST, text);
        let key = id.key();
        let cancel = self.open.begin(&key).ok_or_else(|| invalid("a call of this id is running"))?;
        let line = if self.host.asks_person(&call.name) { &self.questions } else { &self.calls };
        let (shared, id_of_job, token) =
            (Arc::clone(self), id.clone(), call.meta.and_then(|meta| meta.progress_token));
        let (name, cancel_of_job, key_of_job) = (call.name, cancel.clone(), key.clone());
        let job = move || {
            let cancel = cancel_of_job;
            if cancel.is_cancelled() {
                return;
            }
            let progress =
                token.map(|token| Progress::start(Arc::clone(&shared.outbox), token, shown(&name)));
            let person = PersonAtClient { shared: Arc::clone(&shared), cancel: cancel.clone() };
            let call = HostCall {
                tool: name.clone(),
                args,
                root: own.root,
                roots: shared.session.roots(),
                cancel: cancel.clone(),
                person: Arc::new(person),
            };
            // A call that breaks has an answer, too; its client would wait for ever.
            let answered = catch_unwind(AssertUnwindSafe(|| shared.host.call(call)));
            drop(progress);
            // The answer goes out before the call counts as ended: the end of the server waits for open calls.
            if !cancel.is_cancelled() {
                let problem = |code: i32, text: String| Problem::of(&id_of_job, code, text).into_answer();
                shared.outbox.send(&match answered {
                    Ok(Ok(executed)) => {
                        message::result(&id_of_job, answer::call_result(&executed, own.wanted))
                    }
                    Ok(Err(UnknownTool)) => {
                        problem(message::INVALID_PARAMS, format!("unknown tool: {}", shown(&name)))
                    }
                    Err(_panic) => {
                        problem(message::INTERNAL_ERROR, format!("{} broke; its call is lost", shown(&name)))
                    }
                });
            }
            shared.open.end(&key_of_job, &cancel);
        };
        line.submit(job).map_err(|Full| {
            self.open.end(&key, &cancel);
            Problem::of(id, message::BUSY, "too many calls are waiting; try again when one has ended")
        })
    }
}

/// The arguments of a call that are the server's, and no tool's.
struct OwnArguments {
    root: Option<String>,
    wanted: Wanted,
}

impl OwnArguments {
    fn take(args: &mut Map<String, Value>, reads: Reads) -> Result<Self, String> {
        let whole = Wanted { offset: 0, chars_max: limits::MCP_PAGE_CHARS };
        if reads == Reads::Person {
            return Ok(Self { root: None, wanted: whole });
        }
        let root = match args.remove(listing::ROOT) {
            None | Some(Value::Null) => None,
            Some(Value::String(root)) => Some(root),
            Some(_) => return Err(format!("`{}` must be a text", listing::ROOT)),
        };
        let offset = number(args, listing::OFFSET)?.unwrap_or(whole.offset);
        let chars_max = number(args, listing::MAX_CHARS)?.unwrap_or(whole.chars_max);
        let chars_max = chars_max.clamp(limits::MCP_PAGE_CHARS_MIN, limits::MCP_PAGE_CHARS_MAX);
        Ok(Self { root, wanted: Wanted { offset, chars_max } })
    }
}

fn number(args: &mut Map<String, Value>, name: &str) -> Result<Option<usize>, String> {
    match args.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
            number.map(Some).ok_or_else(|| format!("`{name}` must be a whole number"))
        }
    }
}

fn params<T: serde::de::DeserializeOwned + Default>(id: &Id, frame: &[u8]) -> Result<T, Problem> {
    message::params(frame).map_err(|error| {
        Problem::of(
            id,
            message::INVALID_PARAMS,
            format!("the parameters are not of the form: {}", shown(&error)),
        )
    })
}

/// Words of the client's, as we repeat them.
fn shown(text: &str) -> String {
    ellipsize(&clear_line(text), limits::MCP_MESSAGE_CHARS).into_owned()
}
