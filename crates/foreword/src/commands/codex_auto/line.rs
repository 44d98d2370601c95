//! One line from the person at the terminal: edited, with what was typed before behind the arrow keys.

use std::io::ErrorKind;

use rustix::termios::{QueueSelector, tcflush};
use rustyline::error::ReadlineError;
use rustyline::history::{History, MemHistory};
use rustyline::{Config, Editor};

use foreword_model::limits;

use super::history;
use crate::settings::Environment;

/// What stands before the cursor.
const PROMPT: &str = "codex-auto> ";

/// What the person did.
#[derive(Debug, PartialEq, Eq)]
pub enum Typed {
    /// A line, or several that were pasted at once.
    Line(String),
    /// Ctrl-C: the line is gone.
    Cleared,
    /// Bytes that are no text: the line is gone, too.
    Unreadable,
    /// Ctrl-D, or the terminal is gone.
    End,
}

/// The line editor.
pub struct LineEditor {
    editor: Editor<(), MemHistory>,
    environment: Environment,
}

impl LineEditor {
    /// Opens the terminal and what was typed before.
    pub fn new(environment: &Environment) -> Result<Self, ReadlineError> {
        let config = Config::builder()
            .max_history_size(limits::LOOP_HISTORY_PROMPTS)?
            .history_ignore_dups(true)?
            .auto_add_history(false)
            .bracketed_paste(true)
            .build();
        let mut past = MemHistory::with_config(&config);
        for line in history::load(environment) {
            past.add_owned(line)?;
        }
        Ok(Self { editor: Editor::with_history(config, past)?, environment: environment.clone() })
    }

    /// Reads; a line without a secret is remembered.
    pub fn read(&mut self) -> Typed {
        match self.editor.readline(PROMPT) {
            Ok(line) => {
                if !line.trim().is_empty() && history::is_kept(&line) {
                    // What cannot be remembered is typed again.
                    let _ = self.editor.add_history_entry(line.as_str());
                    history::add(&self.environment, &line);
                }
                Typed::Line(line)
            }
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => Typed::Cleared,
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                // The rest of the line would be the next prompt.
                let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
                Typed::Unreadable
            }
            Err(_) => Typed::End,
        }
    }
}
