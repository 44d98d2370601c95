//! How much the rest of a repository uses each file: PageRank over the files, by the names that they use.
//!
//! An edge goes from a file that uses a name to the files that define it, if few do. It needs no resolution:
//! a name with one place of definition says enough, and a rank is an average over many. Tests rank nothing.

use std::collections::HashMap;

use foreword_model::limits;

use crate::class::FileClass;
use crate::resolve::family::Family;
use crate::store::{FileId, Store, StoreError};

/// The part of a file's weight that it hands on.
const DAMPING: f64 = 0.85;
/// A round that moves less than this per file is the last.
const SETTLED: f64 = 1e-7;
/// Weight of a use, shared by the files that define the name: divides by 1, 2 and 3.
const USE_WEIGHT: u32 = 6;
/// A name of several words or of many letters is hardly meant for something else by accident.
const SPECIFIC_FACTOR: u32 = 8;
/// Letters that make a name of one word as specific (bytes).
const SPECIFIC_BYTES: usize = 10;

/// The rank of every file, by path, in the order of paths; the mean is 1.
pub fn compute(store: &Store) -> Result<Vec<(String, f32)>, StoreError> {
    let mut nodes = HashMap::new();
    let (mut paths, mut files) = (Vec::new(), Vec::new());
    for (file, record) in store.files()? {
        nodes.insert(file, paths.len() as u32);
        files.push(Node {
            family: Family::of_path(&record.path),
            speaks: speaks(record.class),
            is_test: record.class == FileClass::Test,
        });
        paths.push(record.path);
    }
    let edges = edges(store, &nodes, &files)?;
    let ranks = Graph::new(paths.len(), edges).ranks();
    Ok(paths.into_iter().zip(ranks.into_iter().map(|rank| rank as f32)).collect())
}

/// What matters of a file.
struct Node {
    family: Family,
    /// Whether what it uses counts.
    speaks: bool,
    /// Whether no other file than a test can mean it.
    is_test: bool,
}

/// Whether what a file uses says something about what is central.
fn speaks(class: FileClass) -> bool {
    match class {
        FileClass::Code | FileClass::Example | FileClass::Migration => true,
        FileClass::Test
        | FileClass::Doc
        | FileClass::Data
        | FileClass::Locale
        | FileClass::Generated
        | FileClass::Vendored => false,
    }
}

/// From, to, weight.
type FileEdge = (u32, u32, u32);

fn edges(store: &Store, nodes: &HashMap<FileId, u32>, files: &[Node]) -> Result<Vec<FileEdge>, StoreError> {
    let defined = Defined::read(store, nodes)?;
    let mut edges = Vec::new();
    // A key's files come in a row, so its definitions are looked up once.
    let (mut known, mut targets): (Vec<u8>, &[(u64, u32)]) = (Vec::new(), &[]);
    store.for_each_used(|name, file, _| {
        if name.len() < limits::RANK_NAME_BYTES || edges.len() >= limits::RANK_EDGES {
            return;
        }
        if known != name {
            known.clear();
            known.extend_from_slice(name);
            targets = defined.of(name);
        }
        let Some(from) = nodes.get(&file).filter(|from| files[**from as usize].speaks) else { return };
        let family = files[*from as usize].family;
        let weight = USE_WEIGHT * if is_specific(name) { SPECIFIC_FACTOR } else { 1 };
        let may_mean = |to: u32| {
            let node = &files[to as usize];
            to != *from && node.family == family && !node.is_test
        };
        let meant = targets.iter().filter(|(_, to)| may_mean(*to));
        edges.extend(meant.map(|(_, to)| (*from, *to, weight / targets.len() as u32)));
    })?;
    Ok(edges)
}

/// Which files define a name: hash of the name and file, in order.
struct Defined(Vec<(u64, u32)>);

impl Defined {
    fn read(store: &Store, nodes: &HashMap<FileId, u32>) -> Result<Self, StoreError> {
        let mut defined = Vec::new();
        store.for_each_defined(|name, file| {
            if name.len() >= limits::RANK_NAME_BYTES
                && let Some(node) = nodes.get(&file)
            {
                defined.push((hash(name), *node));
            }
        })?;
        defined.sort_unstable();
        defined.dedup();
        Ok(Self(defined))
    }

    /// The files, unless there are too many.
    fn of(&self, name: &[u8]) -> &[(u64, u32)] {
        let wanted = hash(name);
        let start = self.0.partition_point(|(hash, _)| *hash < wanted);
        let count = self.0[start..].iter().take_while(|(hash, _)| *hash == wanted).count();
        if count > limits::RANK_NAME_FILES { &[] } else { &self.0[start..start + count] }
    }
}

/// Whether a name has several words, or many letters.
fn is_specific(name: &[u8]) -> bool {
    let inner = name.get(1..).unwrap_or_default();
    let has_words = inner.contains(&b'_')
        || name.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    has_words || name.len() >= SPECIFIC_BYTES
}

fn hash(name: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(name)
}

/// Edges by the file that they begin at, as arrays.
struct Graph {
    /// Where the edges of each file begin; one more than there are files.
    starts: Vec<u32>,
    to: Vec<u32>,
    weight: Vec<u32>,
}

impl Graph {
    fn new(files: usize, mut edges: Vec<FileEdge>) -> Self {
        // In one order whatever the segments were, so that the sums are the same to the last bit.
        edges.sort_unstable();
        let mut graph = Self { starts: vec![0; files + 1], to: Vec::new(), weight: Vec::new() };
        for same in edges.chunk_by(|left, right| (left.0, left.1) == (right.0, right.1)) {
            graph.starts[same[0].0 as usize + 1] += 1;
            graph.to.push(same[0].1);
            graph.weight.push(same.iter().map(|edge| edge.2).sum());
        }
        for at in 1..graph.starts.len() {
            graph.starts[at] += graph.starts[at - 1];
        }
        graph
    }

    fn ranks(&self) -> Vec<f64> {
        let files = self.starts.len() - 1;
        let mut ranks = vec![1.0_f64; files];
        for _ in 0..limits::RANK_ROUNDS {
            let next = self.round(&ranks);
            let moved: f64 = next.iter().zip(&ranks).map(|(new, old)| (new - old).abs()).sum();
            ranks = next;
            if moved < SETTLED * files as f64 {
                break;
            }
        }
        ranks
    }

    /// Every file hands its weight on; what leads nowhere goes to all alike.
    fn round(&self, ranks: &[f64]) -> Vec<f64> {
        let mut next = vec![0.0_f64; ranks.len()];
        let mut idle = 0.0;
        for (from, rank) in ranks.iter().enumerate() {
            let range = self.starts[from] as usize..self.starts[from + 1] as usize;
            let total: u64 = self.weight[range.clone()].iter().map(|weight| u64::from(*weight)).sum();
            if total == 0 {
                idle += rank;
                continue;
            }
            let share = rank / total as f64;
            for (to, weight) in self.to[range.clone()].iter().zip(&self.weight[range]) {
                next[*to as usize] += share * f64::from(*weight);
            }
        }
        let all = idle / ranks.len().max(1) as f64;
        next.iter_mut().for_each(|rank| *rank = (1.0 - DAMPING) + DAMPING * (*rank + all));
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weight_flows_to_what_is_used_and_none_is_lost() {
        let ranks = Graph::new(4, vec![(0, 3, 6), (1, 3, 6), (2, 3, 6), (2, 0, 2), (3, 0, 1)]).ranks();
        assert!((ranks.iter().sum::<f64>() - 4.0).abs() < 1e-6);
        assert!(ranks[3] > ranks[0] && ranks[0] > ranks[1] && ranks[1] == ranks[2], "{ranks:?}");
    }

    #[test]
    fn no_files_have_no_ranks() {
        assert!(Graph::new(0, Vec::new()).ranks().is_empty());
    }
}
