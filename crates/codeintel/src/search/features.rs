//! What speaks for or against a file, by name, with its weight and the reason: the whole ranking in one table.
//!
//! Values marked ° are divided by the query's best file, so that their weights compare.

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
    SymbolIsStem,
    Compound,
    Reexports,
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
    Generated,
    Vendored,
    Platform,
    Compatibility,
    Internal,
    NamedFile,
    NamedDirectory,
    Place,
}

/// How many there are.
const COUNT: usize = FEATURES.len();

/// A kind of evidence, described.
struct Described {
    feature: Feature,
    name: &'static str,
    weight: f64,
    /// Why it tells something; for whoever reads or tunes the table.
    #[cfg_attr(not(test), expect(dead_code, reason = "the table explains itself; a test holds it to that"))]
    reason: &'static str,
}

const fn row(feature: Feature, name: &'static str, weight: f64, reason: &'static str) -> Described {
    Described { feature, name, weight, reason }
}

/// All of them, in the order of [`Feature`].
#[rustfmt::skip]
static FEATURES: [Described; 29] = [
    row(Feature::Text, "text", 2.0, "° BM25 over the file: stem, names, directory, opening comment and body"),
    row(Feature::Windows, "windows", 2.0, "° its four best windows: terms close together mean more than terms far apart"),
    row(Feature::Header, "header", 1.3, "° BM25 over the comment that opens it: it says what the file is for"),
    row(Feature::Stem, "stem", 2.5, "share of the stem's words that the query has: a file is named after what it does"),
    row(Feature::Parent, "parent", 2.0, "share of the query in the parent directory and not in the stem: `auth/login.py`"),
    row(Feature::Names, "names", 1.2, "share of the query in names, stem and directories: names are chosen, bodies happen"),
    row(Feature::Defines, "defines", 1.1, "a symbol of the query is defined here, as written"),
    row(Feature::DefinesAll, "defines all", 1.0, "again if the query is that one symbol"),
    row(Feature::SymbolIsStem, "symbol is stem", 1.3, "a symbol of the query is the file's stem"),
    row(Feature::Compound, "compound", 0.8, "neighbouring words of the query are one defined name: `StringView`"),
    row(Feature::Reexports, "re-exports", 1.0, "it hands on a symbol of the query: where users are meant to find it"),
    row(Feature::Directory, "directory", 1.2, "° other good files lie in the same directory"),
    row(Feature::Neighbours, "neighbours", 1.1, "° it uses what other good files define"),
    row(Feature::Anchors, "anchors", 1.5, "° functions that are named like the query use what it defines"),
    row(Feature::Rank, "rank", 0.5, "much of the program leads to it"),
    row(Feature::Depth, "depth", -2.7, "deep files are details"),
    row(Feature::Mass, "mass", 3.2, "the part of the tree that holds most of the code is where the program is"),
    row(Feature::Test, "test", -2.0, "tests use everything and define nothing; halved if they are asked for"),
    row(Feature::Example, "example", -0.4, "examples use what is asked for"),
    row(Feature::Doc, "doc", -1.5, "prose repeats the question's words more often than code does"),
    row(Feature::Data, "data", -0.8, "data and configuration are rarely the answer"),
    row(Feature::Generated, "generated", -2.0, "written by a program: the source is elsewhere"),
    row(Feature::Vendored, "vendored", -2.5, "somebody else's code"),
    row(Feature::Platform, "platform", -2.2, "one platform's variant of something"),
    row(Feature::Compatibility, "compatibility", -1.0, "compatibility layers and old versions"),
    row(Feature::Internal, "internal", -1.3, "internal helpers behind the file that is meant"),
    row(Feature::NamedFile, "named file", 8.0, "the request names the file"),
    row(Feature::NamedDirectory, "named directory", 3.0, "the request names a directory above it"),
    row(Feature::Place, "place", 0.3, "share of the query in its best block: a block that covers the question speaks for its file"),
];

/// The evidence for one file.
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
    pub(super) fn score(&self) -> f64 {
        self.0.iter().zip(&FEATURES).map(|(value, described)| value * described.weight).sum()
    }

    /// What is not zero, by name.
    pub(super) fn named(&self) -> impl Iterator<Item = (&'static str, f64)> {
        FEATURES
            .iter()
            .map(|described| (described.name, self.get(described.feature)))
            .filter(|(_, value)| *value != 0.0)
    }
}

/// The weight of every kind of evidence, by name: what a value in a search's `ranking` is multiplied with.
pub fn feature_weights() -> impl Iterator<Item = (&'static str, f64)> {
    FEATURES.iter().map(|described| (described.name, described.weight))
}

/// The weight of one kind of evidence.
pub(super) fn weight(feature: Feature) -> f64 {
    FEATURES[feature as usize].weight
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_explains_itself() {
        for (number, described) in FEATURES.iter().enumerate() {
            assert_eq!(described.feature as usize, number, "{}", described.name);
            assert!(described.reason.len() > 10 && described.weight != 0.0, "{}", described.name);
        }
    }
}
