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
    Generated,
    Vendored,
    Platform,
    Compatibility,
    Internal,
    NamedFile,
    NamedDirectory,
    Place,
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
}

/// How many there are.
const COUNT: usize = FEATURES.len();

/// A kind of evidence, described.
struct Described {
    feature: Feature,
    name: &'static str,
    /// What it counts for a question, and for a report.
    weights: [f64; 2],
    /// Why it tells something; for whoever reads or tunes the table.
    #[cfg_attr(not(test), expect(dead_code, reason = "the table explains itself; a test holds it to that"))]
    reason: &'static str,
}

const fn row(
    feature: Feature,
    name: &'static str,
    question: f64,
    report: f64,
    reason: &'static str,
) -> Described {
    Described { feature, name, weights: [question, report], reason }
}

/// All of them, in the order of [`Feature`].
#[rustfmt::skip]
static FEATURES: [Described; 31] = [
    row(Feature::Text, "text", 2.0, 6.0, "° BM25 over the file: stem, names, directory, opening comment and body"),
    row(Feature::Windows, "windows", 2.0, 4.0, "° its four best windows: terms close together mean more than terms far apart"),
    row(Feature::Header, "header", 1.3, 0.4, "° BM25 over the comment that opens it: it says what the file is for"),
    row(Feature::Stem, "stem", 2.5, 0.5, "share of the stem's words that the query has: a file is named after what it does"),
    row(Feature::Parent, "parent", 2.0, 0.5, "share of the query in the parent directory and not in the stem: `auth/login.py`"),
    row(Feature::Names, "names", 1.2, 3.0, "share of the query in names, stem and directories: names are chosen, bodies happen"),
    row(Feature::Defines, "defines", 1.1, 1.8, "a symbol of the query is defined here, as written"),
    row(Feature::DefinesAll, "defines all", 1.0, 1.0, "again if the query is that one symbol"),
    row(Feature::Member, "member", 6.0, 1.0, "a member that the query names with its owner is defined here: `Model.save`"),
    row(Feature::SymbolIsStem, "symbol is stem", 1.3, 1.3, "a symbol of the query is the file's stem"),
    row(Feature::Compound, "compound", 0.8, 0.3, "neighbouring words of the query are one defined name: `StringView`"),
    row(Feature::Reexports, "re-exports", 1.0, 1.0, "it hands on a symbol of the query: where users are meant to find it"),
    row(Feature::Commits, "commits", 1.0, 2.2, "° past commits with messages like the query changed it"),
    row(Feature::Directory, "directory", 1.2, 0.4, "° other good files lie in the same directory"),
    row(Feature::Neighbours, "neighbours", 1.1, 1.1, "° it uses what other good files define"),
    row(Feature::Anchors, "anchors", 1.5, 1.5, "° functions that are named like the query use what it defines"),
    row(Feature::Rank, "rank", 0.5, 0.2, "much of the program leads to it"),
    row(Feature::Depth, "depth", -2.7, -3.3, "deep files are details"),
    row(Feature::Mass, "mass", 3.2, 3.2, "the part of the tree that holds most of the code is where the program is"),
    row(Feature::Test, "test", -2.0, -6.0, "tests use everything and define nothing; halved if they are asked for"),
    row(Feature::Example, "example", -0.4, -2.0, "examples use what is asked for"),
    row(Feature::Doc, "doc", -1.5, -3.3, "prose repeats the question's words more often than code does"),
    row(Feature::Data, "data", -0.8, -2.0, "data and configuration are rarely the answer"),
    row(Feature::Generated, "generated", -2.0, -2.0, "written by a program: the source is elsewhere"),
    row(Feature::Vendored, "vendored", -2.5, -2.5, "somebody else's code"),
    row(Feature::Platform, "platform", -2.2, -2.2, "one platform's variant of something"),
    row(Feature::Compatibility, "compatibility", -1.0, -1.0, "compatibility layers and old versions"),
    row(Feature::Internal, "internal", -1.3, -1.3, "internal helpers behind the file that is meant"),
    row(Feature::NamedFile, "named file", 8.0, 5.0, "the request names the file"),
    row(Feature::NamedDirectory, "named directory", 3.0, 2.0, "the request names a directory above it"),
    row(Feature::Place, "place", 0.3, 0.3, "share of the query in its best block: a block that covers the question speaks for its file"),
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
    pub(super) fn score(&self, ask: Ask) -> f64 {
        self.0.iter().zip(&FEATURES).map(|(value, described)| value * described.weights[ask as usize]).sum()
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
pub fn feature_weights(ask: Ask) -> impl Iterator<Item = (&'static str, f64)> {
    FEATURES.iter().map(move |described| (described.name, described.weights[ask as usize]))
}

/// The weight of one kind of evidence.
pub(super) fn weight(feature: Feature, ask: Ask) -> f64 {
    FEATURES[feature as usize].weights[ask as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_explains_itself() {
        for (number, described) in FEATURES.iter().enumerate() {
            assert_eq!(described.feature as usize, number, "{}", described.name);
            assert!(described.reason.len() > 10 && described.weights[0] != 0.0, "{}", described.name);
        }
    }
}
