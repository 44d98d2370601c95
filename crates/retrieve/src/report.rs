//! Reports: a text that tells what happens, such as an issue, a message or a trace, and the files that it is about.
//!
//! text → its frames, what it names and says → evidence for every file of the index (words, names, past commits, frames) →
//! the files of the shortlist read for its text. It ranks files; passages within them are the search's.

mod commits;
mod features;
mod issue;
mod literals;
mod mentions;
mod named_commits;
mod rank;
mod stack;
mod words;

pub use features::ReportEvidence;
pub use issue::{Issue, read_report};
pub use rank::{RankedFile, ReportRanking, ReportSources};
pub use stack::{Around, OwnFrame, Stack, read_stack};
pub use words::ReportFiles;
