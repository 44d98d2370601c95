//! Who uses whom among the best files of a first pass: evidence that words alone do not give.
//!
//! Names only: a name that few of the files define is taken for what it seems. What cannot be read is no evidence.

use std::collections::{BTreeSet, HashMap};

use foreword_index::facts::DefinitionKind;
use foreword_index::store::{ChunkId, FileId, Sites, Store};

use super::rank::Ranked;
use super::vocabulary::Vocabulary;
use super::weights;
use crate::parallel;

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

/// Names, and which of the best files define each.
type Defining = HashMap<String, Vec<usize>>;

/// The index's side of a query.
pub(super) struct Graph<'s> {
    store: &'s Store,
    /// Chunks whose name holds terms of the query: bits by term.
    named: Vec<(ChunkId, u64)>,
}

impl<'s> Graph<'s> {
    pub(super) fn new(store: &'s Store, named: Vec<(ChunkId, u64)>) -> Self {
        Self { store, named }
    }

    /// The evidence for files in the order of the first pass; `ids` says which files of the index they are.
    pub(super) fn links(
        mut self,
        files: &[Ranked],
        ids: &[Option<FileId>],
        vocabulary: &Vocabulary<'_>,
    ) -> Vec<Linked> {
        let defining = self.defining(ids);
        let named = self.best_named(vocabulary);
        let anchoring = named.iter().map(|(chunk, _)| chunk.file);
        let used: BTreeSet<FileId> = ids.iter().copied().flatten().chain(anchoring).collect();
        let uses = self.uses(&used.into_iter().collect::<Vec<_>>(), &defining);
        let neighbours = neighbours(files, ids, &defining, &uses);
        let anchors = self.anchors(ids, &defining, &uses, &named, vocabulary);
        let rank = |id: &Option<FileId>| {
            let rank = id.and_then(|id| self.store.rank(id).ok()).map_or(1.0, f64::from);
            rank.max(RANK_MIN).ln() / 3.0
        };
        let links = neighbours.into_iter().zip(anchors).zip(ids.iter().map(rank));
        links.map(|((neighbours, anchors), rank)| Linked { neighbours, anchors, rank }).collect()
    }

    /// Which of the files define a name, for names that few files of the repository define.
    fn defining(&self, ids: &[Option<FileId>]) -> Defining {
        let heads = parallel::map(ids, |_, id| id.and_then(|id| self.store.heads_of(id).ok()));
        let mut defining = Defining::new();
        for (file, definitions) in heads.into_iter().enumerate() {
            for definition in definitions.flatten().unwrap_or_default() {
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

    /// The uses of those names in files.
    fn uses(&self, files: &[FileId], defining: &Defining) -> HashMap<FileId, Sites> {
        let is_defined = |name: &str| defining.contains_key(name);
        let sites = parallel::map(files, |_, file| self.store.uses_where(*file, is_defined).ok());
        let read = files.iter().zip(sites).filter_map(|(file, sites)| Some((*file, sites.flatten()?)));
        read.collect()
    }

    fn anchors(
        &self,
        ids: &[Option<FileId>],
        defining: &Defining,
        uses: &HashMap<FileId, Sites>,
        named: &[(ChunkId, u64)],
        vocabulary: &Vocabulary<'_>,
    ) -> Vec<f64> {
        let mut votes: Vec<Vec<f64>> = vec![Vec::new(); ids.len()];
        for &(chunk, bits) in named {
            let Some(definition) = self.store.chunk(chunk).ok().flatten().and_then(|chunk| chunk.definition)
            else {
                continue;
            };
            let Some(sites) = uses.get(&chunk.file) else { continue };
            let used: BTreeSet<&str> = used_names(sites, |within| within == Some(definition)).collect();
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
}

fn neighbours(
    files: &[Ranked],
    ids: &[Option<FileId>],
    defining: &Defining,
    uses: &HashMap<FileId, Sites>,
) -> Vec<f64> {
    // By using and used file: how often.
    let mut counts: HashMap<(usize, usize), f64> = HashMap::new();
    for (file, id) in ids.iter().enumerate() {
        let Some(sites) = id.and_then(|id| uses.get(&id)) else { continue };
        for name in used_names(sites, |_| true) {
            let targets = defining.get(name).into_iter().flatten();
            for target in targets.filter(|target| **target != file && **target < TARGETS) {
                *counts.entry((file, *target)).or_default() += 1.0;
            }
        }
    }
    let mut pairs: Vec<_> = counts.into_iter().collect();
    // Sums of floats depend on their order.
    pairs.sort_unstable_by_key(|(pair, _)| *pair);
    let mut used = vec![0.0_f64; files.len()];
    for ((_, target), count) in &pairs {
        used[*target] += (1.0 + count).ln();
    }
    let floor = files.last().map_or(0.0, |last| last.score);
    let mut neighbours = vec![0.0_f64; files.len()];
    for ((file, target), count) in pairs {
        let strength = (files[target].score - floor).powi(2);
        neighbours[file] += (1.0_f64 + count).ln() / used[target] * strength;
    }
    neighbours
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
