//! The repository as data: git facts, walk, parse, store. No policy: what is shown, and in which order, is decided
//! elsewhere.

pub mod class;
pub mod complexity;
pub mod definition_line;
pub mod facts;
pub mod freshness;
pub mod git;
mod head_tree;
pub mod header;
pub mod history;
pub mod language;
pub mod outline;
pub mod refresh;
pub mod resolve;
pub mod static_rank;
pub mod status;
pub mod store;
pub mod test_files;
pub mod uncommitted;
pub mod view;
pub mod walk;
