//! The walk: from the starting definitions over calls, bases, members and containers, for a few steps. Each
//! node is worth what it hangs on, times how it hangs there and how sure that is.

use std::collections::BTreeMap;
use std::time::Instant;

use foreword_model::clock;

use foreword_index::resolve::{Edge, Resolver, Resolvers};
use foreword_index::store::{DefinitionId, Store, StoreError, StoredDefinition};

use foreword_retrieve::parallel;

/// How two definitions hang together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Calls,
    Derives,
    Contains,
}

impl Kind {
    /// As a reader gets it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Calls => "calls",
            Self::Derives => "derives from",
            Self::Contains => "contains",
        }
    }
}

/// `from` calls, derives from or contains `to`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Link {
    pub(super) from: DefinitionId,
    pub(super) to: DefinitionId,
    pub(super) kind: Kind,
    pub(super) confidence: f64,
    /// How it was found, in words.
    pub(super) how: &'static str,
    /// Where, from 1.
    pub(super) line: u32,
}

/// What was found around the starting places.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// What each definition is worth; those that were started from included.
    pub(super) values: BTreeMap<DefinitionId, f64>,
    /// In the order in which they were found, each once.
    pub(super) links: Vec<Link>,
    /// Definitions that were not looked behind: the time or the number of steps ran out.
    pub(super) unvisited: usize,
}

/// Edges of less confidence are guesses.
const CONFIDENCE_MIN: f32 = 0.5;
/// What a node passes on, by the way that is gone.
const TO_CALLEE: f64 = 0.6;
const TO_CALLER: f64 = 0.5;
const TO_BASE: f64 = 0.5;
const TO_DERIVED: f64 = 0.35;
const TO_CONTAINER: f64 = 0.2;
const TO_MEMBER: f64 = 0.35;
/// Files that are read for who calls one definition, the nearest: many callers say little of each.
const USING_FILES_MAX: usize = 16;
/// Definitions that are looked behind at most.
const VISITED_MAX: usize = 12;
/// Members of a type that are looked at.
const MEMBERS_MAX: usize = 12;
/// What is worth less is not looked behind.
const VALUE_MIN: f64 = 0.08;

/// Walks from `starts`, each with its worth, `depth` steps far.
pub(super) fn walk(store: &Store, starts: &[(DefinitionId, f64)], depth: usize, deadline: Instant) -> Walked {
    let mut walked = Walked::default();
    let mut front: Vec<(DefinitionId, f64)> = starts.to_vec();
    for (start, worth) in starts {
        let value = walked.values.entry(*start).or_default();
        *value = value.max(*worth);
    }
    let mut visits_left = VISITED_MAX;
    let resolvers = Resolvers::reading(store, USING_FILES_MAX);
    for _ in 0..depth {
        let (visited, unvisited) = front.split_at(front.len().min(visits_left));
        visits_left -= visited.len();
        walked.unvisited += unvisited.len();
        let mut reached: BTreeMap<DefinitionId, f64> = BTreeMap::new();
        for ((_, worth), found) in visited.iter().zip(links_of_all(store, &resolvers, visited, deadline)) {
            let Some(found) = found else {
                walked.unvisited += 1;
                continue;
            };
            for (to, passed) in walked.shared_out(found, *worth) {
                if !walked.values.contains_key(&to) {
                    *reached.entry(to).or_default() += passed;
                }
            }
        }
        walked.values.extend(reached.iter().map(|(to, value)| (*to, *value)));
        front = reached.into_iter().filter(|(_, value)| *value >= VALUE_MIN).collect();
        front.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    }
    walked
}

/// A link, where it leads, and the share that is passed on along it.
type Found = (Link, DefinitionId, f64);

/// What hangs on each definition; nothing where the time was up. Resolving is most of the work of an answer and
/// needs nothing of the other definitions, so it is shared by the threads.
fn links_of_all(
    store: &Store,
    resolvers: &Resolvers<'_>,
    front: &[(DefinitionId, f64)],
    deadline: Instant,
) -> Vec<Option<Vec<Found>>> {
    let start = || Around { store, resolver: resolvers.one() };
    let links = parallel::map_with(front, start, |around, _, (of, _)| {
        // What cannot be read has no neighbours.
        (!clock::is_past(deadline)).then(|| around.links_of(*of).unwrap_or_default())
    });
    links.into_iter().map(Option::flatten).collect()
}

impl Walked {
    /// Many of a kind share what one would get: a function with forty callers says little of each.
    fn shared_out(&mut self, found: Vec<Found>, worth: f64) -> Vec<(DefinitionId, f64)> {
        let mut sizes: BTreeMap<(Kind, bool), f64> = BTreeMap::new();
        for (link, to, _) in &found {
            *sizes.entry((link.kind, link.to == *to)).or_default() += 1.0;
        }
        let mut passed = Vec::with_capacity(found.len());
        for (link, to, share) in found {
            let size = sizes.get(&(link.kind, link.to == to)).copied().unwrap_or(1.0);
            passed.push((to, worth * share * link.confidence / size.sqrt()));
            let is_known =
                |known: &Link| (known.from, known.to, known.kind) == (link.from, link.to, link.kind);
            if !self.links.iter().any(is_known) {
                self.links.push(link);
            }
        }
        passed
    }
}

/// Where one thread looks.
struct Around<'s> {
    store: &'s Store,
    resolver: Resolver<'s>,
}

impl Around<'_> {
    fn links_of(&self, of: DefinitionId) -> Result<Vec<Found>, StoreError> {
        let mut found = Vec::new();
        for edge in self.resolver.callees_of(of)?.list {
            for to in sure_targets(&edge) {
                push(&mut found, link(of, to, Kind::Calls, &edge), to, TO_CALLEE);
            }
        }
        for edge in self.resolver.callers_of(of)?.list {
            if let Some(from) = edge.from.filter(|_| is_sure(&edge)) {
                push(&mut found, link(from, of, Kind::Calls, &edge), from, TO_CALLER);
            }
        }
        let Some(stored) = self.store.definition(of)? else { return Ok(found) };
        if stored.definition.kind.is_type() {
            for edge in self.resolver.bases_of(of)?.list {
                for to in sure_targets(&edge) {
                    push(&mut found, link(of, to, Kind::Derives, &edge), to, TO_BASE);
                }
            }
            for edge in self.resolver.derived_of(of)?.list {
                if let Some(from) = edge.from.filter(|_| is_sure(&edge)) {
                    push(&mut found, link(from, of, Kind::Derives, &edge), from, TO_DERIVED);
                }
            }
        }
        self.contained(of, &stored, &mut found)?;
        Ok(found)
    }

    /// The type around a method, and the methods of a type.
    fn contained(
        &self,
        of: DefinitionId,
        stored: &StoredDefinition,
        found: &mut Vec<Found>,
    ) -> Result<(), StoreError> {
        let known = |from: DefinitionId, to: DefinitionId, line: u32| Link {
            from,
            to,
            kind: Kind::Contains,
            confidence: 1.0,
            how: "same file",
            line,
        };
        if let Some(number) = stored.definition.container {
            let around = DefinitionId { file: of.file, number };
            push(found, known(around, of, stored.definition.name_line), around, TO_CONTAINER);
        }
        if stored.definition.kind.is_type() {
            let all = self.store.definitions_of(of.file)?;
            let members = (0_u32..).zip(&all).filter(|(_, member)| {
                member.definition.container == Some(of.number) && member.definition.kind.is_function()
            });
            for (number, member) in members.take(MEMBERS_MAX) {
                let inside = DefinitionId { file: of.file, number };
                push(found, known(of, inside, member.definition.name_line), inside, TO_MEMBER);
            }
        }
        Ok(())
    }
}

/// Each neighbour once in a kind, by its surest link.
fn push(found: &mut Vec<Found>, link: Link, to: DefinitionId, share: f64) {
    if link.from == link.to {
        return;
    }
    let same = found.iter_mut().find(|(known, at, _)| {
        *at == to && (known.from, known.to, known.kind) == (link.from, link.to, link.kind)
    });
    match same {
        Some((known, _, _)) if known.confidence < link.confidence => *known = link,
        Some(_) => {}
        None => found.push((link, to, share)),
    }
}

fn link(from: DefinitionId, to: DefinitionId, kind: Kind, edge: &Edge) -> Link {
    Link { from, to, kind, confidence: f64::from(edge.confidence), how: edge.how.name(), line: edge.line }
}

fn is_sure(edge: &Edge) -> bool {
    edge.confidence >= CONFIDENCE_MIN
}

/// What an edge means, if that is sure enough.
fn sure_targets(edge: &Edge) -> impl Iterator<Item = DefinitionId> + '_ {
    edge.to.definitions().iter().copied().filter(|_| is_sure(edge))
}
