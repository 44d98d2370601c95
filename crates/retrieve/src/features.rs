//! What speaks for or against a file or a passage, by name: the whole ranking is one table, `data/ranking.tsv`.
//!
//! Values marked ° there are divided by the query's best file, so that their weights compare.

use std::sync::OnceLock;

/// One kind of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Feature {
    Text,
    Windows,
    Header,
    Stem,
    Parent,
    Names,
    Defines,
    DefinesAll,
    Member,
    SymbolIsStem,
    Compound,
    Reexports,
    Commits,
    Directory,
    Neighbours,
    Anchors,
    Rank,
    Depth,
    Mass,
    Test,
    Example,
    Doc,
    Data,
    Template,
    Generated,
    Migration,
    Locale,
    Vendored,
    Platform,
    Compatibility,
    Internal,
    NamedFile,
    NamedDirectory,
    Place,
    PassageText,
    PassageName,
    NameShare,
    Covered,
    FileText,
    Path,
    ExactName,
    Literal,
    WordRun,
    TestsNameIt,
    TestFile,
    EarlierFile,
    ChangedLike,
    ReportedFile,
    Translated,
    ClassAskedFor,
    Window,
    Declaration,
    Short,
    LongContainer,
}

/// What is asked: it decides what counts how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Ask {
    /// A few words that say what is looked for: most files that answer are named after them.
    #[default]
    Question,
    /// A long text, such as an issue, that tells what happens: its words are those of users, and past commits speak of
    /// the same.
    Report,
    /// What somebody types to an agent: it tells what to do, and seldom what the code calls it.
    Prompt,
}

/// How many there are.
const COUNT: usize = 54;

/// The weights and their reasons, as a file: read once.
const TABLE: &str = include_str!("../../../data/ranking.tsv");

/// A kind of evidence, described.
struct Described {
    name: &'static str,
    /// What it counts, by [`Ask`].
    weights: [f64; 3],
}

/// All of them, in the order of [`Feature`].
fn described() -> &'static [Described] {
    static DESCRIBED: OnceLock<Vec<Described>> = OnceLock::new();
    DESCRIBED.get_or_init(|| {
        let mut rows: Vec<Described> = rows(TABLE).collect();
        #[cfg(feature = "bench")]
        bench::replace_weights(&mut rows);
        rows.resize_with(COUNT, || Described { name: "", weights: [0.0; 3] });
        rows
    })
}

/// The rows of a table: name, the three weights, reason.
fn rows(table: &'static str) -> impl Iterator<Item = Described> {
    let is_row = |line: &&str| !line.starts_with('#') && !line.is_empty();
    table.lines().filter(is_row).map(|line| {
        let mut cells = line.split('\t');
        let name = cells.next().unwrap_or_default();
        let mut weight = || cells.next().and_then(|cell| cell.parse().ok()).unwrap_or_default();
        Described { name, weights: [weight(), weight(), weight()] }
    })
}

/// A build for measuring takes other weights from a file: those that were fitted without the repository that is asked.
#[cfg(feature = "bench")]
mod bench {
    use super::{Described, rows};

    const VARIABLE: &str = "FOREWORD_BENCH_WEIGHTS";

    #[expect(clippy::disallowed_methods, reason = "a file that whoever measures names")]
    pub(super) fn replace_weights(described: &mut [Described]) {
        let Some(path) = std::env::var_os(VARIABLE) else { return };
        let Ok(text) = std::fs::read_to_string(path) else { return };
        for row in rows(text.leak()) {
            if let Some(known) = described.iter_mut().find(|known| known.name == row.name) {
                known.weights = row.weights;
            }
        }
    }
}

/// What speaks for a file or a passage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Values([f64; COUNT]);

impl Default for Values {
    fn default() -> Self {
        Self([0.0; COUNT])
    }
}

impl Values {
    pub(super) fn get(&self, feature: Feature) -> f64 {
        self.0[feature as usize]
    }

    pub(super) fn set(&mut self, feature: Feature, value: f64) {
        self.0[feature as usize] = value;
    }

    /// The weighed sum.
    pub(super) fn score(&self, ask: Ask) -> f64 {
        self.0.iter().zip(described()).map(|(value, described)| value * described.weights[ask as usize]).sum()
    }

    /// What is not zero, by name.
    pub(super) fn named(&self) -> impl Iterator<Item = (&'static str, f64)> {
        described()
            .iter()
            .zip(self.0)
            .map(|(described, value)| (described.name, value))
            .filter(|(_, value)| *value != 0.0)
    }
}

/// The weight of every kind of evidence, by name: what a value in a search's `ranking` is multiplied with.
pub fn feature_weights(ask: Ask) -> impl Iterator<Item = (&'static str, f64)> {
    described().iter().map(move |described| (described.name, described.weights[ask as usize]))
}

/// The weight of one kind of evidence.
pub(super) fn weight(feature: Feature, ask: Ask) -> f64 {
    described()[feature as usize].weights[ask as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_every_feature_with_a_reason() {
        let lines: Vec<&str> = TABLE.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), COUNT);
        assert_eq!(Feature::LongContainer as usize + 1, COUNT);
        for line in lines {
            let cells: Vec<&str> = line.split('\t').collect();
            assert_eq!(cells.len(), 5, "{line}");
            assert!(cells[1..4].iter().all(|cell| cell.parse::<f64>().is_ok()), "{line}");
            assert!(cells[4].len() > 10, "{line}");
        }
        for (feature, name) in [
            (Feature::Text, "text"),
            (Feature::Place, "place"),
            (Feature::PassageText, "passage text"),
            (Feature::LongContainer, "long container"),
        ] {
            assert_eq!(described()[feature as usize].name, name);
        }
    }
}
