//! A path of calls from one symbol to another.

use std::collections::HashMap;
use std::time::Instant;

use foreword_index::store::{DefinitionId, StoreError};
use foreword_model::clock;
use foreword_model::limits;

use crate::calls::{CallPlace, Calls, Neighbour, Way};

/// One call of the path.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hop {
    pub(super) from: DefinitionId,
    pub(super) to: DefinitionId,
    pub(super) site: CallPlace,
    pub(super) confidence: f32,
    pub(super) how: &'static str,
}

/// What a search for a path came to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Route {
    /// The calls, in their order; the shortest.
    Found(Vec<Hop>),
    /// There is none of that length.
    None,
    /// There was no time to look everywhere.
    Cut,
}

/// Looks for the shortest path by calls of at least this confidence.
pub(super) fn find(
    calls: &Calls<'_>,
    from: &[DefinitionId],
    to: &[DefinitionId],
    depth: usize,
    threshold: f32,
    deadline: Instant,
) -> Result<Route, StoreError> {
    let mut reached: HashMap<DefinitionId, Option<Hop>> = from.iter().map(|id| (*id, None)).collect();
    let mut level: Vec<DefinitionId> = from.to_vec();
    let mut visited = 0;
    for _ in 0..depth {
        let mut next = Vec::new();
        for at in level {
            visited += 1;
            if visited > limits::CHAIN_ROUTE_VISITS || clock::is_past(deadline) {
                return Ok(Route::Cut);
            }
            for found in calls.along(Way::Callees, &[at])?.list {
                if found.confidence < threshold {
                    continue;
                }
                let Some(hop) = hop(at, &found) else { continue };
                if reached.contains_key(&hop.to) {
                    continue;
                }
                let end = hop.to;
                reached.insert(end, Some(hop));
                if to.contains(&end) {
                    return Ok(Route::Found(back(&reached, end)));
                }
                next.push(end);
            }
        }
        level = next;
    }
    Ok(Route::None)
}

fn hop(from: DefinitionId, found: &Neighbour) -> Option<Hop> {
    let (to, site) = (found.of?, *found.sites.first()?);
    Some(Hop { from, to, site, confidence: found.confidence, how: found.how })
}

/// The way to a definition that was reached.
fn back(reached: &HashMap<DefinitionId, Option<Hop>>, end: DefinitionId) -> Vec<Hop> {
    let mut hops = Vec::new();
    let mut at = end;
    while let Some(Some(hop)) = reached.get(&at) {
        hops.push(hop.clone());
        at = hop.from;
    }
    hops.reverse();
    hops
}
