//! What the request names for certain and the repository does not have: better said than answered with something else.

use foreword_index::freshness::Checked;
use foreword_index::store::{Store, StoreError};
use serde_json::{Value, json};

use super::features::Ask;
use super::named::Named;
use super::query::Query;
use crate::symbol;

/// The names that are nowhere in the repository, and the paths, as they are written; nothing if all are there. Only a question
/// is meant so: a report names much that is elsewhere.
pub(super) fn names(
    symbols: &[String],
    named: &Named,
    query: &Query,
    index: Option<(&Store, &Checked)>,
) -> Result<Option<Value>, StoreError> {
    if query.ask == Ask::Report {
        return Ok(None);
    }
    let mut absent: Vec<&str> = Vec::new();
    // It may have been written since: only an index that was found fresh knows that it was not.
    if let Some((store, _)) = index.filter(|(_, checked)| checked.is_fresh()) {
        for written in symbols.iter().filter(|written| is_code_shaped(written)) {
            let name = symbol::parts(written).pop().unwrap_or_default();
            if !store.is_name(&name)? {
                absent.push(written);
            }
        }
    }
    let is_any = !absent.is_empty() || !named.absent.is_empty();
    Ok(is_any.then(|| json!({ "symbols": absent, "paths": named.absent })))
}

/// Whether no plain word looks like this: humps or underscores in its last name.
fn is_code_shaped(written: &str) -> bool {
    let name = symbol::parts(written).pop().unwrap_or_default();
    let is_hump = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    name.as_bytes().windows(2).any(is_hump) || name.trim_matches('_').contains('_')
}
