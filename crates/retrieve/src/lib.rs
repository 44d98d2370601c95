//! The engine of search: from a question to ranked passages of the repository, each with what speaks for it.
//!
//! query → candidates (index or live scan) → evidence → rank → window. It reads files through the jail and masks what it
//! hands out; it starts nothing and knows no tool.

mod absent;
mod anchors;
mod answer;
mod asked_kinds;
#[cfg(feature = "bench")]
mod candidates;
mod certainty;
mod commits;
mod corpus;
mod evidence;
mod features;
mod filters;
mod foreign_path;
mod graph;
mod hits;
mod indexed;
mod literals;
mod look_closer;
mod matcher;
mod member;
mod named;
mod passage_scores;
mod passages;
mod query;
mod query_postings;
mod query_reader;
mod rank;
mod rarity;
mod reasons;
mod request;
mod scan;
mod searcher;
mod select;
mod setting;
mod tested;
mod visible_text;
mod vocabulary;
mod weights;
mod window;

pub mod extract_text;
pub mod frames;
pub mod parallel;
pub mod report;
pub mod symbol;
pub mod trace;
pub mod word_runs;

pub use absent::AbsentNames;
pub use certainty::Certainty;
pub use features::{Ask, feature_weights};
pub use filters::{FilterError, Filters};
pub use foreign_path::match_foreign_path;
pub use hits::{ComparedFiles, ExplainedScore, IndexUse, ScanSummary, SearchHits};
pub use named::{NamedRules, split_line};
pub use query::TextForm;
pub use request::SearchRequest;
pub use scan::{Unread, read_text};
pub use searcher::Searcher;

#[cfg(test)]
mod tests;
