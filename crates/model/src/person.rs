//! Asking the person: the question, what they may say to it, and the port through which a client or a terminal carries it.

use std::time::Instant;

/// A question, cleared of what must not reach a person's screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub text: String,
    /// Answers to choose from; there may be none.
    pub options: Vec<String>,
    /// Whether several may be chosen.
    pub is_multiple: bool,
}

/// What a person said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// Options that they chose, and words of their own.
    Answer {
        /// Of the options.
        selected: Vec<String>,
        /// In their own words.
        custom_input: Option<String>,
    },
    /// They do not want to answer.
    Declined,
    /// They closed the question without a word.
    Dismissed,
}

/// Why nobody could be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskError {
    /// There is no way to a person.
    Nobody(String),
    /// No answer in time.
    Late,
    /// An answer that cannot be understood.
    Unreadable(String),
}

/// The way to a person.
pub trait Person: Send + Sync {
    /// Asks, and waits for the answer until the deadline.
    fn ask(&self, question: &Question, deadline: Instant) -> Result<Reply, AskError>;
}

impl std::fmt::Display for AskError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nobody(why) => write!(formatter, "nobody can be asked: {why}"),
            Self::Late => formatter.write_str("the person gave no answer in time"),
            Self::Unreadable(why) => write!(formatter, "the answer cannot be read: {why}"),
        }
    }
}

impl std::error::Error for AskError {}
