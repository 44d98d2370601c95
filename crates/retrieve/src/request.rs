//! What is asked of a search, whichever tool asks.

use super::filters::Filters;
use super::query::TextForm;

/// One question, with everything that its answer depends on: two requests that are equal have the same answer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SearchRequest {
    /// In words.
    pub query: String,
    /// Names to be found as written.
    pub symbols: Vec<String>,
    /// Files and directories that are named.
    pub paths: Vec<String>,
    /// What the search is narrowed to.
    pub filters: Filters,
    /// Places in the answer.
    pub limit: usize,
    /// Whether places far below the best are shown.
    pub keeps_weak: bool,
    /// Whether there is evidence for files that are not shown, too.
    pub explains_all: bool,
    /// Places that were given before, the newest first.
    pub earlier: Vec<String>,
    /// What was asked before, the newest first.
    pub earlier_prompts: Vec<String>,
    /// Whose words the query is, and so what is listed.
    pub form: TextForm,
}
