//! The desk: while `codex-auto` waits for codex at a terminal, whoever runs below it in the same terminal session can have the person
//! asked there. It is a socket in the user's state folder, named after the session.
//!
//! Codex starts `foreword mcp` with hardly any variable of ours, but in our session: that is how it finds the desk.

use std::io::ErrorKind;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foreword_exec::Cancel;
use foreword_model::clock;
use foreword_model::limits;
use foreword_model::person::{AskError, Person, Question, Reply};

use super::desk_wire::{WireQuestion, WireReply, receive, send};
use super::terminal::PersonAtTerminal;
use crate::settings::{Environment, state_dir};
use crate::state_folder::{Missing, StateFolder};

const FOLDER: &str = "codex-auto";
const SUFFIX: &str = ".sock";

/// The desk of this process for one turn; it is cleared when this is dropped.
pub struct Desk {
    state: Arc<State>,
    path: PathBuf,
}

#[derive(Default)]
struct State {
    is_asking: AtomicBool,
    is_closed: AtomicBool,
}

impl Desk {
    /// Opens it; none where there is no session or folder for it, or another process of this session has one. The end of
    /// the turn takes a question back.
    pub fn open(environment: &Environment, turn: &Cancel) -> Option<Self> {
        let path = socket_path(environment)?;
        // It checks whose the folder is.
        let folder = StateFolder::open(environment, FOLDER, Missing::Make).ok()?;
        if UnixStream::connect(&path).is_ok() {
            return None;
        }
        remove_deserted(&folder, path.parent()?);
        let listener = UnixListener::bind(&path).ok()?;
        let state = Arc::new(State::default());
        let (served, turn) = (Arc::clone(&state), turn.clone());
        std::thread::spawn(move || {
            // One after the other: there is one person.
            for stream in listener.incoming().flatten() {
                if served.is_closed.load(Ordering::Relaxed) {
                    break;
                }
                serve(&stream, &served, &turn);
            }
        });
        Some(Self { state, path })
    }

    /// Whether the person is being asked right now.
    pub fn is_asking(&self) -> bool {
        self.state.is_asking.load(Ordering::Relaxed)
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.state.is_closed.store(true, Ordering::Relaxed);
        // Whoever waits at the socket looks up, and sees that it is over.
        drop(UnixStream::connect(&self.path));
        drop(std::fs::remove_file(&self.path));
    }
}

/// Removes what killed processes left behind: desks at which nobody answers.
fn remove_deserted(folder: &StateFolder, path: &Path) {
    let entries = folder.entries(limits::STATE_ENTRIES_LISTED);
    for (name, _) in entries.iter().filter(|(name, _)| name.ends_with(SUFFIX)) {
        let refused = UnixStream::connect(path.join(name));
        if refused.is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused) {
            folder.remove(name);
        }
    }
}

/// `<state>/codex-auto/<session>.sock`.
fn socket_path(environment: &Environment) -> Option<PathBuf> {
    let session = rustix::process::getsid(None).ok()?.as_raw_nonzero();
    state_dir(environment).map(|state| state.join(FOLDER).join(format!("{session}{SUFFIX}")))
}

fn serve(stream: &UnixStream, state: &State, turn: &Cancel) {
    // Who says nothing must not keep others waiting.
    let patience = Duration::from_millis(limits::DESK_QUESTION_MS);
    if stream.set_read_timeout(Some(patience)).is_err() {
        return;
    }
    let Some(asked) = receive::<WireQuestion>(stream) else { return };
    state.is_asking.store(true, Ordering::Relaxed);
    let reply = ask(stream, &asked, turn);
    state.is_asking.store(false, Ordering::Relaxed);
    // Who went away does not want to know.
    drop(send(stream, &WireReply::from(reply)));
}

/// Asks until there is an answer, the turn is over, or who asked has gone.
fn ask(stream: &UnixStream, asked: &WireQuestion, turn: &Cancel) -> Result<Reply, AskError> {
    let person = PersonAtTerminal::default();
    let withdraw = person.cancel.clone();
    let _listening = turn.listen(move || withdraw.cancel());
    watch(stream, &person.cancel);
    let patience_ms = asked.patience_ms.min(limits::ASK_TIMEOUT_MS);
    person.ask(&asked.question(), clock::now() + Duration::from_millis(patience_ms))
}

/// Takes the question back when the other side closes: it says nothing more while it waits.
fn watch(stream: &UnixStream, cancel: &Cancel) {
    let Ok(stream) = stream.try_clone() else { return };
    let cancel = cancel.clone();
    std::thread::spawn(move || {
        // The pair of descriptors shares its timeout, which is for the question only.
        if stream.set_read_timeout(None).is_ok() {
            receive::<WireReply>(&stream);
            cancel.cancel();
        }
    });
}

/// The person at the desk of this session, if there is one; otherwise somebody else.
pub struct PersonAtDesk {
    path: Option<PathBuf>,
    cancel: Cancel,
    otherwise: Arc<dyn Person>,
}

impl PersonAtDesk {
    /// For one call.
    pub fn or(environment: &Environment, cancel: Cancel, otherwise: Arc<dyn Person>) -> Self {
        Self { path: socket_path(environment), cancel, otherwise }
    }

    fn ask_there(&self, question: &Question, deadline: Instant) -> Option<Result<Reply, AskError>> {
        let stream = UnixStream::connect(self.path.as_ref()?).ok()?;
        let patience = clock::left(deadline);
        stream.set_read_timeout(Some(patience.max(Duration::from_millis(1)))).ok()?;
        let patience_ms = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
        send(&stream, &WireQuestion::new(question, patience_ms)).ok()?;
        let close = stream.try_clone().ok()?;
        let _listening = self.cancel.listen(move || drop(close.shutdown(std::net::Shutdown::Both)));
        match receive::<WireReply>(&stream) {
            Some(WireReply::Nobody { .. }) => None,
            Some(reply) => Some(reply.into()),
            None => Some(Err(AskError::Late)),
        }
    }
}

impl Person for PersonAtDesk {
    fn ask(&self, question: &Question, deadline: Instant) -> Result<Reply, AskError> {
        self.ask_there(question, deadline).unwrap_or_else(|| self.otherwise.ask(question, deadline))
    }
}
