//! What lies around the files that a change reaches: tests that are named after them, files that changed with them
//! before, files whose paths have the words of what changes. Each says little; together they find what no edge leads to.
//! Decides nothing: whoever gathers evidence for a file adds them up.

use std::collections::BTreeMap;

use foreword_guard::escape;
use foreword_index::class::{self, FileClass};
use foreword_index::history::History;
use foreword_index::language;
use foreword_index::store::{Store, StoreError};
use foreword_model::limits;

use super::names::{bare_stem, stem_of, words_of};

/// How sure it is that a test breaks that is named after a file that is certain to be reached.
const TEST_OF_REACHED: f64 = 0.3;
/// The most that changes with a file say that is certain to be reached.
const TOGETHER_WITH_REACHED: f64 = 0.8;
/// Few commits are no rule yet.
pub(super) const RULE_COMMITS: f64 = 2.0;
/// The most that the words of a path say.
const PATH_WORDS: f64 = 0.2;
/// Rareness of common words (natural logarithm) at which they say the most.
const RARE: f64 = 12.0;
/// What is less sure is not worth a reason.
const WORTH_SAYING: f64 = 0.02;
/// Half of all paths have a word of this rareness: it explains nothing.
const NAMED_RARE: f64 = std::f64::consts::LN_2;
/// Words that a reason names.
const WORDS_NAMED: usize = 3;

/// The code and tests of a repository that a change may reach, in the order of their paths.
pub(super) struct Listing(Vec<(String, FileClass)>);

/// A file that something speaks for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hint {
    pub(super) path: String,
    pub(super) class: FileClass,
    pub(super) confidence: f64,
    pub(super) why: String,
}

/// A file that a change reaches, and how surely.
pub(super) struct Anchor {
    pub(super) path: String,
    pub(super) class: FileClass,
    pub(super) confidence: f64,
}

impl Listing {
    /// Of all files of an index. Examples are in it where one changes: they change with each other.
    pub(super) fn read(store: &Store, changed: &[String]) -> Result<Self, StoreError> {
        let class_of = |path: &str| class::of_path(path, language::of_path(path));
        let has_example = changed.iter().any(|path| class_of(path) == FileClass::Example);
        let mut paths = Vec::new();
        store.for_each_path(|path, _| {
            let class = class_of(path);
            let is_wanted = match class {
                FileClass::Code | FileClass::Test | FileClass::Migration => true,
                FileClass::Example => has_example,
                FileClass::Doc
                | FileClass::Data
                | FileClass::Locale
                | FileClass::Generated
                | FileClass::Vendored => false,
            };
            if is_wanted {
                paths.push((path.to_owned(), class));
            }
        })?;
        paths.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(Self(paths))
    }

    /// The class of a file, if it is in the list.
    pub(super) fn class_of(&self, path: &str) -> Option<FileClass> {
        let at = self.0.binary_search_by(|(known, _)| known.as_str().cmp(path)).ok()?;
        Some(self.0[at].1)
    }

    /// Tests that are named after one of some files, by the stem that they share.
    pub(super) fn tests_named_after(&self, stems: &BTreeMap<String, usize>) -> Vec<(&str, usize)> {
        let tests = self.0.iter().filter(|(_, class)| *class == FileClass::Test);
        tests.filter_map(|(path, _)| Some((path.as_str(), *stems.get(&bare_stem(path))?))).collect()
    }
}

/// The tests that are named after reached files.
pub(super) fn tests_of_reached(listing: &Listing, anchors: &[Anchor]) -> Vec<Hint> {
    let mut stems: BTreeMap<String, usize> = BTreeMap::new();
    for (at, anchor) in anchors.iter().enumerate().filter(|(_, anchor)| anchor.class == FileClass::Code) {
        // The surest come first.
        stems.entry(stem_of(&anchor.path)).or_insert(at);
    }
    let tests = listing.tests_named_after(&stems);
    let mut namesakes: BTreeMap<usize, usize> = BTreeMap::new();
    tests.iter().for_each(|(_, at)| *namesakes.entry(*at).or_default() += 1);
    let hint = |(path, at): &(&str, usize)| {
        let share = 1.0 / (namesakes[at] as f64).sqrt();
        let why = {
            let anchor = escape::path(&anchors[*at].path);
            format!("a test that is named after {anchor}, which the change reaches")
        };
        let confidence = TEST_OF_REACHED * anchors[*at].confidence * share;
        Hint { path: (*path).to_owned(), class: FileClass::Test, confidence, why }
    };
    tests.iter().map(hint).filter(is_worth_saying).collect()
}

/// The files that changed with reached files before.
pub(super) fn together_with_reached(
    listing: &Listing,
    history: &History,
    anchors: &[Anchor],
) -> Result<Vec<Hint>, StoreError> {
    let anchors = &anchors[..anchors.len().min(limits::IMPACT_ANCHORS)];
    let common = Common::count(history, anchors)?;
    // By path: what is left open, and the anchor that says most with the commits that they have in common.
    let mut sums: BTreeMap<u32, (f64, f64, usize, u32)> = BTreeMap::new();
    for ((path, at), commits) in common.commits {
        let share = f64::from(commits) / (f64::from(common.own[at]) + RULE_COMMITS);
        let confidence = TOGETHER_WITH_REACHED * anchors[at].confidence * share;
        let sum = sums.entry(path).or_insert((1.0, 0.0, at, commits));
        sum.0 *= 1.0 - confidence;
        if confidence > sum.1 {
            (sum.1, sum.2, sum.3) = (confidence, at, commits);
        }
    }
    let mut hints = Vec::new();
    for (path, (open, _, at, commits)) in sums.into_iter().filter(|(_, sum)| 1.0 - sum.0 >= WORTH_SAYING) {
        let path = history.path(path)?;
        let Some(class) = listing.class_of(path) else { continue };
        let (anchor, own) = (&anchors[at].path, common.own[at]);
        let why = format!(
            "changed with {}, which the change reaches, in {commits} of {own} commits",
            escape::path(anchor)
        );
        hints.push(Hint { path: path.to_owned(), class, confidence: 1.0 - open, why });
    }
    Ok(hints)
}

/// Commits of some files, and those that they have in common with others.
struct Common {
    /// By anchor.
    own: Vec<u32>,
    /// By the number of a path, and anchor.
    commits: BTreeMap<(u32, usize), u32>,
}

impl Common {
    /// One pass for all: a history is read from end to end.
    fn count(history: &History, anchors: &[Anchor]) -> Result<Self, StoreError> {
        let mut numbers: Vec<(u32, usize)> = Vec::new();
        for (at, anchor) in anchors.iter().enumerate() {
            numbers.extend(history.path_number(&anchor.path)?.map(|number| (number, at)));
        }
        let mut common = Self { own: vec![0; anchors.len()], commits: BTreeMap::new() };
        for (commit, number) in history.commits()?.iter().zip(0_u32..) {
            let changes = history.changes(number)?;
            let says_something = (2..=limits::HISTORY_TOGETHER_FILES).contains(&commit.files);
            for change in changes {
                let Some((_, at)) = numbers.iter().find(|(path, _)| *path == change.path) else { continue };
                common.own[*at] += 1;
                for other in changes.iter().filter(|other| says_something && other.path != change.path) {
                    *common.commits.entry((other.path, *at)).or_default() += 1;
                }
            }
        }
        Ok(common)
    }
}

/// The files whose paths have words of a changed path, the rarer the better.
pub(super) fn alike_paths(listing: &Listing, changed: &[String]) -> Vec<Hint> {
    let mut words: Vec<String> =
        changed.iter().flat_map(|path| words_of(path)).map(str::to_lowercase).collect();
    words.sort_unstable();
    words.dedup();
    words.truncate(u64::BITS as usize);
    let bits = |path: &str| {
        words_of(path).fold(0_u64, |bits, word| {
            let at = words.iter().position(|known| is_same_word(known, word));
            bits | at.map_or(0, |at| 1 << at)
        })
    };
    let of_changed: Vec<u64> = changed.iter().map(|path| bits(path)).collect();
    let of_listed: Vec<u64> = listing.0.iter().map(|(path, _)| bits(path)).collect();
    let rareness: Vec<f64> = (0..words.len())
        .map(|at| {
            let having = of_listed.iter().filter(|bits| *bits & (1 << at) != 0).count();
            (of_listed.len().max(1) as f64 / having.max(1) as f64).ln()
        })
        .collect();
    let members = |bits: u64| (0..words.len()).filter(move |at| bits & (1 << at) != 0);
    let hint = |((path, class), bits): (&(String, FileClass), &u64)| {
        let shared = of_changed.iter().map(|changed| changed & bits);
        let weighed = shared.map(|shared| (members(shared).map(|at| rareness[at]).sum::<f64>(), shared));
        let (weight, shared) = weighed.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let confidence = PATH_WORDS * (weight / RARE).min(1.0);
        if confidence < WORTH_SAYING {
            return None;
        }
        let mut named: Vec<usize> = members(shared).filter(|at| rareness[*at] >= NAMED_RARE).collect();
        named.sort_by(|a, b| rareness[*b].total_cmp(&rareness[*a]));
        if named.is_empty() {
            return None;
        }
        let named: Vec<String> =
            named.iter().take(WORDS_NAMED).map(|at| escape::symbol(&words[*at]).into_string()).collect();
        let why = format!("has {} in its path, too", named.join(", "));
        Some(Hint { path: path.clone(), class: *class, confidence, why })
    };
    listing.0.iter().zip(&of_listed).filter(|(_, bits)| **bits != 0).filter_map(hint).collect()
}

/// `known` is in lower case.
fn is_same_word(known: &str, word: &str) -> bool {
    word.eq_ignore_ascii_case(known) || (!word.is_ascii() && word.to_lowercase() == known)
}

fn is_worth_saying(hint: &Hint) -> bool {
    hint.confidence >= WORTH_SAYING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(changed: &[&str], expected: &[&str]) {
        let others = (0..60).map(|number| format!("src/other{number}.rb"));
        let alike =
            ["src/late_fee/desk_rules.rb", "src/LateFee/DeskTest.rb", "src/fee.rb", "src/late/fee.rb"];
        let paths = others.chain(alike.map(str::to_owned)).map(|path| (path, FileClass::Code));
        let changed: Vec<String> = changed.iter().map(|path| (*path).to_owned()).collect();
        let hints = alike_paths(&Listing(paths.collect()), &changed);
        let found: Vec<String> =
            hints.iter().map(|hint| format!("{} {:.2} {}", hint.path, hint.confidence, hint.why)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn rare_words_of_a_path_speak_for_a_file() {
        check(
            &["src/late_fee/desk.rb"],
            &[
                "src/late_fee/desk_rules.rb 0.15 has `desk`, `late`, `fee` in its path, too",
                "src/LateFee/DeskTest.rb 0.15 has `desk`, `late`, `fee` in its path, too",
                "src/fee.rb 0.05 has `fee` in its path, too",
                "src/late/fee.rb 0.10 has `late`, `fee` in its path, too",
            ],
        );
        // Of several files the one that says most counts, and they do not add up.
        check(
            &["a/late.rb", "b/fee.rb"],
            &[
                "src/late_fee/desk_rules.rb 0.05 has `late` in its path, too",
                "src/LateFee/DeskTest.rb 0.05 has `late` in its path, too",
                "src/fee.rb 0.05 has `fee` in its path, too",
                "src/late/fee.rb 0.05 has `late` in its path, too",
            ],
        );
        check(&["src/unlike.rb"], &[]);
        check(&[], &[]);
    }
}
