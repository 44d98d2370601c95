//! What `codex-auto --json` prints: one envelope, then the events of codex. The envelope says whether the session was lost,
//! so it waits, and the events behind it, until codex has named its session.

use foreword_adapters::codex::{Turn, thread_of_line};
use foreword_guard::{Cleared, seal_envelope};
use foreword_model::envelope::{Degraded, DegradedTo, Envelope, limits_text};
use foreword_model::error::ErrorCode;
use foreword_model::{limits, texts};

use super::session_loss::SessionLoss;

/// The lines of one prompt, in the order in which they may be printed.
pub struct JsonLines {
    /// None once it is printed.
    envelope: Option<Cleared<Envelope>>,
    turn: Turn,
    waiting: Vec<String>,
}

/// What may be printed by now, in this order.
#[derive(Debug, Default, PartialEq)]
pub struct Ready {
    /// The envelope.
    pub envelope: Option<Cleared<Envelope>>,
    /// Event lines of codex.
    pub events: Vec<String>,
}

impl JsonLines {
    /// Begins with the envelope of a turn.
    pub fn new(envelope: Cleared<Envelope>, turn: Turn) -> Self {
        Self { envelope: Some(envelope), turn, waiting: Vec::new() }
    }

    /// Takes an event line of codex.
    pub fn take(&mut self, line: &str) -> Ready {
        self.waiting.push(line.to_owned());
        if self.envelope.is_none() {
            return self.release(None);
        }
        match thread_of_line(line) {
            Some(thread) => self.release(SessionLoss::of_other_thread(&self.turn, Some(&thread)).as_ref()),
            None if self.waiting.len() >= limits::CODEX_HELD_EVENTS => self.release(None),
            None => Ready::default(),
        }
    }

    /// Lets go of what waits; the envelope says what was lost.
    pub fn release(&mut self, loss: Option<&SessionLoss>) -> Ready {
        let envelope = self.envelope.take().map(|envelope| match loss {
            Some(loss) => with_loss(envelope, loss),
            None => envelope,
        });
        Ready { envelope, events: std::mem::take(&mut self.waiting) }
    }
}

/// The envelope of a prompt that is answered in a new session.
fn with_loss(envelope: Cleared<Envelope>, loss: &SessionLoss) -> Cleared<Envelope> {
    let mut envelope = envelope.into_inner();
    let for_user = &mut envelope.fused_context.for_user;
    let said =
        for_user.limits_text.lines().map(|line| line.strip_prefix(texts::LIMITS_PREFIX).unwrap_or(line));
    for_user.limits_text = limits_text(said.chain([loss.text()]));
    let before = &envelope.degraded;
    envelope.degraded = Degraded {
        is_degraded: true,
        reason: match before.is_degraded {
            true => format!("{}; {}", before.reason, loss.text()),
            false => loss.text().to_owned(),
        },
        degraded_to: before.degraded_to.max(DegradedTo::Partial),
        code: Some(ErrorCode::ESession),
    };
    seal_envelope(envelope)
}
