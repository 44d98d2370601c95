//! Ctrl-C ends a turn, and with one prompt the process; SIGTERM, Ctrl-\\ and a closed terminal end the turn and the process. Codex never outlives either.

use std::io::IsTerminal;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foreword_exec::Cancel;
use foreword_exec::process::end_leftovers;
use foreword_model::limits;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;

use super::turn::Manner;
use crate::commands::print;

/// What a shell adds to a signal's number for the exit code of what it ended.
const SIGNALLED: i32 = 128;
/// Switches off what a line editor asks of a terminal.
const PASTE_OFF: &str = "\u{1b}[?2004l";

/// The signals of this process, and the turn that they end.
pub struct Interrupts {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    turn: Option<Cancel>,
    ended_by: Option<i32>,
}

impl Interrupts {
    /// Listens from now on.
    pub fn listen(manner: Manner) -> Self {
        let state = Arc::new(Mutex::new(State::default()));
        let terminal = Terminal::as_it_is();
        // Where signals cannot be caught, they end the process by themselves.
        if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) {
            let state = Arc::clone(&state);
            std::thread::spawn(move || {
                for signal in signals.forever() {
                    match (signal, manner) {
                        (SIGINT, Manner::Loop) => end_turn(&state),
                        _ => end_all(&state, signal, terminal.clone()),
                    }
                }
            });
        }
        Self { state }
    }

    /// Begins a turn, which a signal may end.
    pub fn begin(&self) -> Cancel {
        let cancel = Cancel::default();
        lock(&self.state).turn = Some(cancel.clone());
        cancel
    }

    /// The turn is over.
    pub fn over(&self) {
        lock(&self.state).turn = None;
    }

    /// The exit code, if a signal wants the process to end.
    pub fn exit_code(&self) -> Option<u8> {
        lock(&self.state).ended_by.map(exit_code)
    }
}

/// The exit code of what a signal ended.
pub fn exit_code(signal: i32) -> u8 {
    u8::try_from(SIGNALLED + signal).unwrap_or(u8::MAX)
}

/// The exit code of one prompt that Ctrl-C ended.
pub fn interrupted() -> u8 {
    exit_code(SIGINT)
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn end_turn(state: &Mutex<State>) {
    // Whoever hears of it may want the lock.
    let turn = lock(state).turn.clone();
    if let Some(turn) = turn {
        turn.cancel();
    }
}

/// Ends the turn, which ends codex, and then the process; at once where there is no turn.
fn end_all(state: &Mutex<State>, signal: i32, terminal: Terminal) {
    lock(state).ended_by = Some(signal);
    if lock(state).turn.is_some() {
        end_turn(state);
        // The main thread comes to its end meanwhile, unless it is held up: by a terminal, or a pipe that nobody reads.
        std::thread::sleep(Duration::from_millis(limits::CODEX_END_MS + 4 * limits::PIPE_GRACE_MS));
    }
    end_leftovers();
    terminal.restore();
    std::process::exit(i32::from(exit_code(signal)));
}

/// How the terminal was before a line editor changed it.
#[derive(Clone)]
struct Terminal(Option<Termios>);

impl Terminal {
    fn as_it_is() -> Self {
        Self(tcgetattr(std::io::stdin()).ok().filter(|_| std::io::stdout().is_terminal()))
    }

    fn restore(self) {
        let Some(termios) = self.0 else { return };
        // It may be gone, which is why we end.
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &termios);
        // A terminal that takes nothing must not keep us.
        let (done, is_done) = sync_channel(1);
        std::thread::spawn(move || {
            print(PASTE_OFF);
            done.send(())
        });
        let _ = is_done.recv_timeout(Duration::from_millis(limits::PIPE_GRACE_MS));
    }
}
