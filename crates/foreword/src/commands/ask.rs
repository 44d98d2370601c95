//! A question to the person at the terminal.

use std::io::{BufRead, IsTerminal, Read};

use foreword_model::limits;

use crate::commands::print;

/// What came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No, or nothing.
    No,
    /// There is nobody at a terminal.
    Nobody,
}

/// Asks; no is the default.
pub fn yes_or_no(question: &str) -> Answer {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return Answer::Nobody;
    }
    print(&format!("{question} [y/N] "));
    let mut line = String::new();
    let read = std::io::stdin().lock().take(limits::ANSWER_BYTES).read_line(&mut line);
    match (read, line.trim().to_ascii_lowercase().as_str()) {
        (Ok(_), "y" | "yes") => Answer::Yes,
        (Ok(_) | Err(_), _) => Answer::No,
    }
}
