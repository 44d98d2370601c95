//! What speaks for or against a file as the place of an error, by name, with its weight and the reason: the whole ranking
//! in one table.
//!
//! Values marked ° are divided by the best file's, so that their weights compare.

/// One kind of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum ReportFeature {
    Text,
    LongText,
    Title,
    Chunks,
    Path,
    Names,
    Rare,
    CommitTitle,
    BestCommit,
    AllCommits,
    NamedCommit,
    Literals,
    NamedPath,
    Frame,
    Module,
    Defines,
    DefinesMember,
    Recent,
    Companion,
    Rank,
    Aside,
}

/// How many there are.
pub(super) const COUNT: usize = FEATURES.len();

/// A kind of evidence, described.
pub(super) struct DescribedFeature {
    pub(super) feature: ReportFeature,
    pub(super) name: &'static str,
    pub(super) weight: f64,
    /// Whether it is divided by the best file's.
    pub(super) is_shared: bool,
    /// Why it tells something; also what a reader is told if it counts most.
    pub(super) reason: &'static str,
}

const fn shared(
    feature: ReportFeature,
    name: &'static str,
    weight: f64,
    reason: &'static str,
) -> DescribedFeature {
    DescribedFeature { feature, name, weight, is_shared: true, reason }
}

const fn plain(
    feature: ReportFeature,
    name: &'static str,
    weight: f64,
    reason: &'static str,
) -> DescribedFeature {
    DescribedFeature { feature, name, weight, is_shared: false, reason }
}

/// All of them, in the order of [`ReportFeature`].
#[rustfmt::skip]
pub(super) static FEATURES: [DescribedFeature; 21] = [
    shared(ReportFeature::Text, "text", 1.00, "° rare words of the issue stand in it, in its path and in its names"),
    shared(ReportFeature::LongText, "long text", 0.68, "° the same, with more regard to how long the file is"),
    shared(ReportFeature::Title, "title", 0.83, "° words of the first line stand in it"),
    shared(ReportFeature::Chunks, "chunks", 0.80, "° its three best definitions hold words of the issue close together"),
    shared(ReportFeature::Path, "path", 1.05, "° its path holds words of the issue"),
    shared(ReportFeature::Names, "names", 0.54, "° its definitions are named with words of the issue"),
    shared(ReportFeature::Rare, "rare", 0.41, "° it holds words of the issue that hardly any other file holds"),
    shared(ReportFeature::CommitTitle, "commit title", 0.99, "° messages of commits that changed it hold words of the first line"),
    shared(ReportFeature::BestCommit, "best commit", 0.55, "° one past commit with a message like the first line changed it"),
    shared(ReportFeature::AllCommits, "all commits", 0.54, "° past commits with messages like the first line changed it"),
    plain(ReportFeature::NamedCommit, "named commit", 1.00, "a commit or pull request that the issue names changed it"),
    shared(ReportFeature::Literals, "literals", 0.59, "° it holds text of the issue word for word"),
    plain(ReportFeature::NamedPath, "named path", 0.40, "the issue names it"),
    plain(ReportFeature::Frame, "frame", 0.36, "the trace leads to it"),
    shared(ReportFeature::Module, "module", 0.40, "° the issue names it as a module"),
    shared(ReportFeature::Defines, "defines", 0.34, "° it defines a name of the issue that few files define"),
    shared(ReportFeature::DefinesMember, "defines member", 0.45, "° it defines a member that the issue names with its type"),
    shared(ReportFeature::Recent, "recent", 0.52, "° it has changed lately"),
    shared(ReportFeature::Companion, "companion", 0.38, "° it changes with the files that come first"),
    shared(ReportFeature::Rank, "rank", 0.22, "° much of the program leads to it"),
    plain(ReportFeature::Aside, "aside", -0.80, "examples, documentation, scripts and the code of others are rarely where an error is"),
];

/// The evidence for one file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReportEvidence([f64; COUNT]);

impl Default for ReportEvidence {
    fn default() -> Self {
        Self([0.0; COUNT])
    }
}

impl ReportEvidence {
    pub(super) fn get(&self, feature: ReportFeature) -> f64 {
        self.0[feature as usize]
    }

    pub(super) fn set(&mut self, feature: ReportFeature, value: f64) {
        self.0[feature as usize] = value;
    }

    pub(super) fn add(&mut self, feature: ReportFeature, value: f64) {
        self.0[feature as usize] += value;
    }

    /// Takes what another has found of the same file.
    pub(super) fn merge(&mut self, other: &Self) {
        for (value, found) in self.0.iter_mut().zip(other.0) {
            *value += found;
        }
    }

    /// Whether the trace leads to it.
    pub fn is_framed(&self) -> bool {
        self.get(ReportFeature::Frame) > 0.0
    }

    /// The reasons that give at least `share_min` of the sum, the strongest first.
    pub fn reasons(&self, share_min: f64) -> Vec<&'static str> {
        let least = self.score() * share_min;
        let mut parts: Vec<(f64, &str)> = FEATURES
            .iter()
            .map(|described| {
                (described.weight * self.get(described.feature), described.reason.trim_start_matches("° "))
            })
            .filter(|(value, _)| *value > 0.0 && *value > least)
            .collect();
        parts.sort_by(|a, b| b.0.total_cmp(&a.0));
        parts.into_iter().map(|(_, reason)| reason).collect()
    }

    /// The weighed sum.
    pub(super) fn score(&self) -> f64 {
        self.0.iter().zip(&FEATURES).map(|(value, described)| value * described.weight).sum()
    }

    /// Whether the issue itself speaks for the file: what has changed lately or is central has done so for every issue.
    pub(super) fn answers(&self) -> bool {
        let says_nothing =
            [ReportFeature::Recent, ReportFeature::Rank, ReportFeature::Companion, ReportFeature::Aside];
        let mut asked = FEATURES.iter().filter(|described| !says_nothing.contains(&described.feature));
        asked.any(|described| self.get(described.feature) > 0.0)
    }

    /// What is not zero, by name.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let named = self.0.iter().zip(&FEATURES).map(|(value, described)| (described.name, *value));
        named.filter(|(_, value)| *value != 0.0)
    }
}

/// Divides what compares by the best file's.
pub(super) fn share_out(files: &mut [ReportEvidence]) {
    for described in FEATURES.iter().filter(|described| described.is_shared) {
        let best = files.iter().map(|values| values.get(described.feature)).fold(0.0, f64::max);
        if best > 0.0 {
            for values in files.iter_mut() {
                values.set(described.feature, values.get(described.feature) / best);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_explains_itself() {
        for (number, described) in FEATURES.iter().enumerate() {
            assert_eq!(described.feature as usize, number, "{}", described.name);
            assert_eq!(described.is_shared, described.reason.starts_with('°'), "{}", described.name);
        }
    }
}
