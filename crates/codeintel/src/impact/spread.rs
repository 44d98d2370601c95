//! How far a change reaches: from the definitions that change over calls, uses, overrides and derived types, each step
//! less sure than the last.

use std::collections::BTreeMap;
use std::time::Instant;

use foreword_index::resolve::Edge;
use foreword_index::store::{DefinitionId, FileId, Store, StoreError};
use foreword_model::clock;
use foreword_model::limits;

use crate::calls::{Calls, Way};
use crate::nodes::Nodes;

/// What is left of the confidence with every step after the first.
pub(super) const DECAY: f64 = 0.8;
/// What is less sure is not followed and not shown.
pub(super) const CONFIDENCE_MIN: f64 = 0.1;
/// How sure it is that an override must follow what it overrides.
const OVERRIDE: f64 = 0.85;

/// How something hangs on what changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    Calls,
    Implements,
    Uses,
}

impl Relation {
    /// As a reader gets it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Calls => "calls",
            Self::Implements => "implements",
            Self::Uses => "uses",
        }
    }
}

/// Something that a change reaches.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reached {
    /// Nothing for code outside of every definition.
    pub(super) of: Option<DefinitionId>,
    pub(super) file: FileId,
    /// Where it uses what changes, as it is now.
    pub(super) line: u32,
    /// What it hangs on.
    pub(super) on: DefinitionId,
    pub(super) relation: Relation,
    pub(super) how: &'static str,
    /// Steps from the change.
    pub(super) steps: u32,
    pub(super) confidence: f64,
}

/// All that a change reaches.
#[derive(Debug, Default)]
pub(super) struct Spread {
    /// By file and definition, each by its surest way.
    pub(super) reached: BTreeMap<(FileId, Option<DefinitionId>), Reached>,
    /// Definitions that were not looked behind: the time or the number of steps ran out.
    pub(super) unvisited: usize,
    /// Files that may hold more and were not read.
    pub(super) unread_files: usize,
}

/// Follows a change of some definitions for so many steps.
pub(super) fn spread(
    store: &Store,
    nodes: &Nodes<'_>,
    calls: &Calls<'_>,
    changed: &[DefinitionId],
    (depth, deadline): (usize, Instant),
) -> Result<Spread, StoreError> {
    let mut spread = Spread::default();
    let mut front: Vec<(DefinitionId, f64)> = changed.iter().map(|of| (*of, 1.0)).collect();
    let mut visits = 0;
    for steps in (1_u32..).take(depth) {
        let mut next: BTreeMap<DefinitionId, f64> = BTreeMap::new();
        for (on, confidence) in front {
            if visits >= limits::IMPACT_VISITS || clock::is_past(deadline) {
                spread.unvisited += 1;
                continue;
            }
            visits += 1;
            let mut around =
                Around { store, nodes, calls, on, steps, confidence, spread: &mut spread, found: Vec::new() };
            around.look()?;
            for reached in around.found {
                let Some(of) = reached.of.filter(|of| !changed.contains(of)) else { continue };
                let best = next.entry(of).or_default();
                *best = best.max(reached.confidence);
            }
        }
        // The surest first, because the number of steps is limited.
        front = next.into_iter().map(|(of, confidence)| (of, confidence * DECAY)).collect();
        front.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    }
    Ok(spread)
}

struct Around<'a, 's> {
    store: &'a Store,
    nodes: &'a Nodes<'s>,
    calls: &'a Calls<'s>,
    on: DefinitionId,
    steps: u32,
    confidence: f64,
    spread: &'a mut Spread,
    /// What was reached for the first time, or more surely than before.
    found: Vec<Reached>,
}

impl Around<'_, '_> {
    fn look(&mut self) -> Result<(), StoreError> {
        let Some(stored) = self.store.definition(self.on)? else { return Ok(()) };
        let callers = self.calls.along(Way::Callers, &[self.on])?;
        self.spread.unread_files += callers.unread_files;
        for caller in callers.list {
            let line = caller.sites.first().map_or(1, |site| site.line);
            let share = f64::from(caller.confidence);
            self.reach((caller.of, caller.file, line), Relation::Calls, caller.how, share);
        }
        // Far from the change a mention says little, and looking for them costs much.
        if self.steps == 1 || !stored.definition.kind.is_function() {
            for (edge, line) in self.calls.references_to(self.on)? {
                self.reach_edge(&edge, line, Relation::Uses);
            }
        }
        if stored.definition.kind.is_type() {
            for (edge, line) in self.calls.derived_of(self.on)? {
                self.reach_edge(&edge, line, Relation::Implements);
            }
        }
        for of in self.calls.overriding(self.on)? {
            let Some(line) = self.nodes.node(of).map(|node| node.definition.name_line) else { continue };
            self.reach((Some(of), of.file, line), Relation::Implements, "overrides it", OVERRIDE);
        }
        Ok(())
    }

    fn reach_edge(&mut self, edge: &Edge, line: u32, relation: Relation) {
        self.reach((edge.from, edge.file, line), relation, edge.how.name(), f64::from(edge.confidence));
    }

    fn reach(
        &mut self,
        (of, file, line): (Option<DefinitionId>, FileId, u32),
        relation: Relation,
        how: &'static str,
        share: f64,
    ) {
        let confidence = self.confidence * share;
        if confidence < CONFIDENCE_MIN || of == Some(self.on) {
            return;
        }
        let reached = Reached { of, file, line, on: self.on, relation, how, steps: self.steps, confidence };
        let known = self.spread.reached.get(&(file, of));
        if known.is_none_or(|known| known.confidence < confidence) {
            self.spread.reached.insert((file, of), reached.clone());
            self.found.push(reached);
        }
    }
}
