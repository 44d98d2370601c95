//! Who uses whom among the best files of a first pass: evidence that words alone do not give.
//!
//! Names only: a name that few of the files define is taken for what it seems. What cannot be read is no evidence.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use foreword_index::facts::DefinitionKind;
use foreword_index::store::{ChunkId, FileId, Sites, Store};

use super::rank::Ranked;
use super::vocabulary::Vocabulary;
use super::weights;

/// What the graph says of one file.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Linked {
    /// It uses what other good files define.
    pub(super) neighbours: f64,
    /// Functions that are named like the query use what it defines.
    pub(super) anchors: f64,
    /// Much of the program leads to it: 0 for a file of the mean, as a logarithm.
    pub(super) rank: f64,
}

/// Shorter names are shared by accident.
const NAME_BYTES_MIN: usize = 4;
/// A name that more of the files define says nothing about which is meant.
const DEFINING_FILES_MAX: usize = 3;
/// A file that nothing leads to.
const RANK_MIN: f64 = 0.05;
/// First-pass files that speak for those that use them.
const TARGETS: usize = 30;
/// Functions named like the query whose uses are looked at.
const ANCHORING_FUNCTIONS: usize = 80;

/// The index's side of a query.
pub(super) struct Graph<'s> {
    store: &'s Store,
    /// Chunks whose name holds terms of the query: bits by term.
    named: Vec<(ChunkId, u64)>,
    sites: HashMap<FileId, Rc<Sites>>,
}

impl<'s> Graph<'s> {
    pub(super) fn new(store: &'s Store, named: Vec<(ChunkId, u64)>) -> Self {
        Self { store, named, sites: HashMap::new() }
    }

    /// The evidence for files in the order of the first pass; `ids` says which files of the index they are.
    pub(super) fn links(
        mut self,
        files: &[Ranked],
        ids: &[Option<FileId>],
        vocabulary: &Vocabulary<'_>,
    ) -> Vec<Linked> {
        let defining = self.defining(ids);
        let neighbours = self.neighbours(files, ids, &defining);
        let anchors = self.anchors(ids, &defining, vocabulary);
        let rank = |id: &Option<FileId>| {
            let rank = id.and_then(|id| self.store.rank(id).ok()).map_or(1.0, f64::from);
            rank.max(RANK_MIN).ln() / 3.0
        };
        let links = neighbours.into_iter().zip(anchors).zip(ids.iter().map(rank));
        links.map(|((neighbours, anchors), rank)| Linked { neighbours, anchors, rank }).collect()
    }

    /// Which of the files define a name, for names that few files of the repository define.
    fn defining(&self, ids: &[Option<FileId>]) -> HashMap<String, Vec<usize>> {
        let mut defining: HashMap<String, Vec<usize>> = HashMap::new();
        for (file, id) in ids.iter().enumerate() {
            let Some(definitions) = id.and_then(|id| self.store.heads_of(id).ok()) else { continue };
            for definition in definitions {
                let is_code = !matches!(definition.kind, DefinitionKind::Heading | DefinitionKind::Key);
                if !is_code || definition.name.len() < NAME_BYTES_MIN {
                    continue;
                }
                let files = defining.entry(definition.name).or_default();
                if files.last() != Some(&file) {
                    files.push(file);
                }
            }
        }
        defining.retain(|_, files| files.len() <= DEFINING_FILES_MAX);
        let names: Vec<&str> = defining.keys().map(String::as_str).collect();
        let counts = self.store.files_defining(&names).unwrap_or_default();
        let few = |name: &str| counts.get(name).is_some_and(|files| *files <= DEFINING_FILES_MAX as u64);
        let common: Vec<String> = names.into_iter().filter(|name| !few(name)).map(str::to_owned).collect();
        for name in common {
            defining.remove(&name);
        }
        defining
    }

    fn neighbours(
        &mut self,
        files: &[Ranked],
        ids: &[Option<FileId>],
        defining: &HashMap<String, Vec<usize>>,
    ) -> Vec<f64> {
        // By using and used file: how often.
        let mut uses: HashMap<(usize, usize), f64> = HashMap::new();
        for (file, id) in ids.iter().enumerate() {
            let Some(sites) = id.and_then(|id| self.sites(id, defining)) else { continue };
            for name in used_names(&sites, |_| true) {
                let Some(targets) = defining.get(name) else { continue };
                let targets = targets.iter();
                for target in targets.filter(|target| **target != file && **target < TARGETS) {
                    *uses.entry((file, *target)).or_default() += 1.0;
                }
            }
        }
        let mut used = vec![0.0_f64; files.len()];
        for ((_, target), count) in &uses {
            used[*target] += (1.0 + count).ln();
        }
        let floor = files.last().map_or(0.0, |last| last.score);
        let mut neighbours = vec![0.0_f64; files.len()];
        let mut pairs: Vec<_> = uses.into_iter().collect();
        // Sums of floats depend on their order.
        pairs.sort_unstable_by_key(|(pair, _)| *pair);
        for ((file, target), count) in pairs {
            let strength = (files[target].score - floor).powi(2);
            neighbours[file] += (1.0_f64 + count).ln() / used[target] * strength;
        }
        neighbours
    }

    fn anchors(
        &mut self,
        ids: &[Option<FileId>],
        defining: &HashMap<String, Vec<usize>>,
        vocabulary: &Vocabulary<'_>,
    ) -> Vec<f64> {
        let mut votes: Vec<Vec<f64>> = vec![Vec::new(); ids.len()];
        for (chunk, bits) in self.best_named(vocabulary) {
            let Some(definition) = self.store.chunk(chunk).ok().flatten().and_then(|chunk| chunk.definition)
            else {
                continue;
            };
            let Some(sites) = self.sites(chunk.file, defining) else { continue };
            let used: BTreeSet<&str> = used_names(&sites, |within| within == Some(definition)).collect();
            let mut anchored: BTreeSet<usize> = BTreeSet::new();
            for name in used {
                if let Some(files) = defining.get(name) {
                    anchored.extend(files.iter().filter(|file| ids[**file] != Some(chunk.file)));
                }
            }
            let named = vocabulary.coverage(|term| bits >> term & 1 == 1);
            // Who uses everything speaks for nothing in particular.
            let vote = named.powi(2) / (anchored.len().max(1) as f64).sqrt();
            anchored.into_iter().for_each(|file| votes[file].push(vote));
        }
        votes.into_iter().map(best_votes).collect()
    }

    /// The functions whose names hold most of the query.
    fn best_named(&mut self, vocabulary: &Vocabulary<'_>) -> Vec<(ChunkId, u64)> {
        let bit = |bits: u64, term: usize| f64::from(bits >> term & 1 == 1);
        let mut valued: Vec<(f64, ChunkId, u64)> = std::mem::take(&mut self.named)
            .into_iter()
            .map(|(chunk, bits)| (vocabulary.score(|term| bit(bits, term)), chunk, bits))
            .collect();
        valued.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        valued.into_iter().take(ANCHORING_FUNCTIONS).map(|(_, chunk, bits)| (chunk, bits)).collect()
    }

    /// The uses in a file of names that are defined.
    fn sites(&mut self, file: FileId, defining: &HashMap<String, Vec<usize>>) -> Option<Rc<Sites>> {
        if let Some(known) = self.sites.get(&file) {
            return Some(Rc::clone(known));
        }
        let read = Rc::new(self.store.sites_where(file, |name| defining.contains_key(name)).ok()?);
        self.sites.insert(file, Rc::clone(&read));
        Some(read)
    }
}

/// The strongest votes, each further one for less.
fn best_votes(mut votes: Vec<f64>) -> f64 {
    votes.sort_unstable_by(|a, b| b.total_cmp(a));
    let decayed = votes.into_iter().take(weights::WINDOWS_COUNTED).zip(0..);
    decayed.map(|(vote, place)| vote * weights::WINDOW_DECAY.powi(place)).sum()
}

/// The names that sites use, within the definitions that `holds` takes; one for each use.
fn used_names(sites: &Sites, holds: impl Fn(Option<u32>) -> bool) -> impl Iterator<Item = &str> {
    let calls = sites.calls.iter().map(|call| (call.within, call.name.as_str()));
    let references = sites.references.iter().map(|reference| (reference.within, reference.name.as_str()));
    calls.chain(references).filter(move |(within, _)| holds(*within)).map(|(_, name)| name)
}
