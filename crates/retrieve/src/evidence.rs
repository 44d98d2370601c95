//! What speaks for each passage of a file: one function for files that the index proposed, for those that changed since and
//! for a live scan, because all of them are read as they are now.

use std::collections::HashMap;

use foreword_text::fold;

use super::features::{Ask, Feature, Values};
use super::matcher::Matcher;
use super::passages::{FilePassages, Passage, PassageShape, is_container};
use super::query::Query;
use super::rank::Ranked;
use super::rarity::{Rarity, is_code};
use super::scan::Scanned;
use super::vocabulary::Vocabulary;

/// BM25 over a passage: how fast further occurrences stop to count, and how much a length counts.
const K1: f64 = 1.2;
const B_TEXT: f64 = 0.6;
/// The same for a prompt: it tells more, and long definitions hold more of it.
const B_TEXT_OF_PROMPT: f64 = 0.4;
const B_NAME: f64 = 0.2;
/// An occurrence in the name counts this much, one in a path less than one in the text.
const IN_NAME: f64 = 3.0;
const IN_PATH: f64 = 0.8;
/// Bytes of a word of code with what stands beside it, and words of a passage of the usual length: only the order of lengths
/// matters.
const WORD_LETTERS: f64 = 6.5;
const USUAL_WORDS: f64 = 60.0;
/// Parts of a name of the usual length.
const USUAL_NAME_PARTS: f64 = 2.0;
/// What counts in tests, prose and examples of what stands there word for word: they quote what the code says.
const QUOTED_SHARE: f64 = 0.3;
/// A key that is used on more lines names nothing in particular.
const KEY_LINES_MAX: usize = 12;
/// A definition of more lines that holds others is rarely the answer itself.
const LONG_CONTAINER_LINES: u32 = 40;
const SHORT_LINES: u32 = 3;

/// A passage in the order, with what put it there.
#[derive(Debug, Clone)]
pub(super) struct RankedPassage {
    /// Its place among the file's passages.
    pub(super) passage: usize,
    pub(super) values: Values,
    /// The sum of the evidence.
    pub(super) score: f64,
    /// Share of the query in it, from 0 to 1.
    pub(super) coverage: f64,
    /// Notions of the query in it.
    pub(super) concepts: usize,
    /// Whether its name is a symbol of the query.
    pub(super) is_symbol: bool,
    /// Which member of the query it is.
    pub(super) member: Option<usize>,
    /// Which of the lines that the request names it holds.
    pub(super) named_line: Option<u32>,
    /// Whether code stands in it as the query writes it that stands hardly anywhere else.
    pub(super) is_quoted: bool,
}

impl RankedPassage {
    /// Whether the request names it, by its symbol or a line of it.
    pub(super) fn is_named(&self) -> bool {
        self.is_symbol || self.named_line.is_some()
    }
}

/// What the request names of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedInFile<'l> {
    /// Lines, in its order.
    pub(super) lines: &'l [u32],
    /// Lines at which members of the query are known to be defined.
    pub(super) members: &'l [u32],
    /// First lines of definitions that tests like the query name, with how much that says.
    pub(super) tested: &'l [(u32, f64)],
    /// Bare names of definitions that past commits like the query changed, with how much that says.
    pub(super) changed: &'l [(String, f64)],
    /// What the file's own test says.
    pub(super) test_file: f64,
    /// What the session's earlier places say for the file.
    pub(super) earlier: f64,
}

/// Weighs the passages of a file; those that hold nothing of the query are left out.
pub(super) struct PassageWeigher<'w, 'q> {
    pub(super) vocabulary: &'w Vocabulary<'q>,
    pub(super) matcher: &'w Matcher<'q>,
    pub(super) rarity: &'w Rarity,
    /// By symbol of the query: definitions of that name in the files that were read.
    pub(super) defined: &'w [usize],
}

impl PassageWeigher<'_, '_> {
    /// The passages with their evidence, in the order of the file.
    pub(super) fn weigh(
        &self,
        scanned: &Scanned,
        cut: &FilePassages,
        file: &Ranked,
        named: NamedInFile<'_>,
    ) -> Vec<RankedPassage> {
        let terms = self.vocabulary.query.terms.len();
        let counts = count_terms(scanned, cut, terms);
        let literals = self.literals(scanned, cut);
        let runs = self.runs(scanned, cut);
        let translated = self.translated(scanned, cut);
        let mut rare = vec![false; cut.passages.len()];
        for line in self.rarity.rare_lines(self.vocabulary.query, scanned) {
            each_passage(cut, line, |passage| rare[passage] = true);
        }
        let mut containers: HashMap<&str, u64> = HashMap::new();
        let mut strongest = vec![0.0_f64; terms];
        let b_text = if self.vocabulary.query.ask == Ask::Prompt { B_TEXT_OF_PROMPT } else { B_TEXT };
        let bit = |bits: u64, term: usize| bits >> term & 1 == 1;
        for (term, strongest) in strongest.iter_mut().enumerate() {
            if bit(file.evidence.path.all, term) {
                *strongest = IN_PATH / (IN_PATH + K1);
            }
        }
        let mut found = Vec::new();
        for (number, passage) in cut.passages.iter().enumerate() {
            let counts = &counts[number * terms..(number + 1) * terms];
            let names = self.name_terms(passage);
            let is_symbol = self.symbol_of(passage).is_some();
            let is_held = counts.iter().any(|count| *count > 0.0) || names.bits != 0 || is_symbol;
            let is_quoted = literals[number] > 0.0 || runs[number] > 0.0 || translated[number] > 0.0;
            let is_tested = named.tested.iter().any(|(line, _)| *line == passage.definition.start_line);
            // A file that is named is shown at its top if nothing in it says more.
            let is_top = file.evidence.has(Feature::NamedFile) && passage.first <= cut.top();
            let holds_line = is_top
                || is_tested
                || named.lines.iter().any(|line| (passage.first..=passage.last).contains(line));
            if !(is_held || is_quoted || holds_line) {
                continue;
            }
            let container = match passage.definition.container.as_deref() {
                Some(container) => *containers.entry(container).or_insert_with(|| self.bits_of(container)),
                None => 0,
            };
            let text_norm = 1.0 - b_text + b_text * (f64::from(passage.letters) / WORD_LETTERS / USUAL_WORDS);
            let name_norm = 1.0 - B_NAME + B_NAME * (names.parts as f64 / USUAL_NAME_PARTS);
            let strength = |term: usize| {
                let weighed = IN_NAME * f64::from(u8::from(bit(names.bits, term))) / name_norm
                    + f64::from(u8::from(bit(container, term)))
                    + f64::from(counts[term]) / text_norm.max(0.1);
                weighed / (weighed + K1)
            };
            for (term, strongest) in strongest.iter_mut().enumerate() {
                *strongest = strongest.max(strength(term));
            }
            let holds = |term: usize| counts[term] > 0.0 || bit(names.bits, term);
            let coverage = self.vocabulary.coverage(holds);
            let mut values = file.evidence.values;
            for (feature, value) in [
                (Feature::PassageText, self.vocabulary.share(strength)),
                (Feature::PassageName, self.vocabulary.coverage(|term| bit(names.bits, term))),
                (Feature::NameShare, names.share()),
                (Feature::Covered, coverage),
                (Feature::Place, coverage),
                (Feature::Path, self.vocabulary.coverage(|term| bit(file.evidence.path.all, term))),
                (Feature::ExactName, self.exact_name(passage, named.members)),
                (Feature::Literal, literals[number].sqrt()),
                (Feature::WordRun, runs[number].sqrt()),
                (Feature::Translated, translated[number]),
                (Feature::Window, f64::from(passage.shape == PassageShape::Window)),
                (Feature::Declaration, f64::from(passage.definition.kind == "declaration")),
                (Feature::Short, f64::from(passage.lines() <= SHORT_LINES)),
            ] {
                values.set(feature, value);
            }
            let is_long = passage.lines() > LONG_CONTAINER_LINES;
            let is_long_container = passage.shape == PassageShape::Container && is_long;
            values.set(Feature::LongContainer, f64::from(is_long_container));
            if passage.first >= cut.tests_from || is_test_inside(passage) {
                values.set(Feature::Test, values.get(Feature::Test).max(1.0));
            }
            found.push(RankedPassage {
                passage: number,
                values,
                score: 0.0,
                coverage,
                concepts: self.vocabulary.concepts_held(holds),
                is_symbol,
                member: self.member_of(passage, named.members),
                named_line: None,
                is_quoted: rare[number],
            });
        }
        for ranked in &mut found {
            let start_line = cut.passages[ranked.passage].definition.start_line;
            let tested = named.tested.iter().find(|(line, _)| *line == start_line);
            let is_whole = cut.passages[ranked.passage].shape != PassageShape::Window;
            ranked
                .values
                .set(Feature::TestsNameIt, tested.filter(|_| is_whole).map_or(0.0, |(_, value)| *value));
            let name = cut.passages[ranked.passage].definition.name.as_str();
            let changed = named.changed.iter().find(|(changed, _)| is_whole && changed == name);
            ranked.values.set(Feature::ChangedLike, changed.map_or(0.0, |(_, value)| *value));
            ranked.values.set(Feature::TestFile, named.test_file);
            ranked.values.set(Feature::EarlierFile, named.earlier);
        }
        self.finish(&mut found, cut, &strongest, named.lines);
        found
    }

    fn finish(&self, found: &mut [RankedPassage], cut: &FilePassages, strongest: &[f64], lines: &[u32]) {
        for line in lines {
            let holding = found.iter_mut().filter(|ranked| {
                let passage = &cut.passages[ranked.passage];
                passage.shape != PassageShape::Piece && (passage.first..=passage.last).contains(line)
            });
            if let Some(innermost) = holding.min_by_key(|ranked| cut.passages[ranked.passage].lines()) {
                innermost.named_line = innermost.named_line.or(Some(*line));
            }
        }
        let file_text = self.vocabulary.share(|term| strongest[term]);
        let ask = self.vocabulary.query.ask;
        for ranked in found {
            ranked.values.set(Feature::FileText, file_text);
            ranked.score = ranked.values.score(ask);
        }
    }

    fn bits_of(&self, text: &str) -> u64 {
        let terms = self.matcher.parts_in(text).into_iter().filter_map(|(_, term)| term);
        terms.fold(0, |bits, term| bits | 1 << term)
    }

    fn name_terms(&self, passage: &Passage) -> NameTerms {
        if passage.definition.name.is_empty() {
            return NameTerms::default();
        }
        let parts = self.matcher.parts_in(&passage.definition.name);
        // A name that is a generic word is no name of what is asked for.
        let query = self.vocabulary.query;
        let weight = |term: usize| query.concepts[query.terms[term].concept].weight.min(1.0);
        let held = parts.iter().filter_map(|(_, term)| *term).map(weight).sum();
        let bits = parts.iter().filter_map(|(_, term)| *term).fold(0, |bits, term| bits | 1 << term);
        NameTerms { bits, parts: parts.len(), held }
    }

    fn symbol_of(&self, passage: &Passage) -> Option<usize> {
        // Methods of a type do not define it.
        if matches!(passage.definition.kind, "implementation" | "impl") {
            return None;
        }
        let symbols = &self.vocabulary.query.symbols;
        symbols.iter().position(|symbol| fold::is_same_name(symbol, &passage.definition.name))
    }

    fn member_of(&self, passage: &Passage, lines: &[u32]) -> Option<usize> {
        let mut members = self.vocabulary.query.members.iter();
        members.position(|member| member.is(&passage.definition, lines))
    }

    /// How surely the name of a passage is meant: less where many things are called so.
    fn exact_name(&self, passage: &Passage, member_lines: &[u32]) -> f64 {
        let Some(symbol) = self.symbol_of(passage) else { return 0.0 };
        let name = self.vocabulary.query.symbols[symbol].as_str();
        let few = 1.0 / (1.0 + 0.35 * (self.defined[symbol].max(1) as f64).ln());
        let is_member = self.member_of(passage, member_lines).is_some();
        let has_owner = self.vocabulary.query.members.iter().any(|member| member.name == name);
        let by_owner = match (is_member, has_owner) {
            (true, _) => 1.5,
            (false, true) => 0.4,
            // A single word may be no name at all.
            (false, false) if name.bytes().skip(1).all(|byte| byte.is_ascii_lowercase()) => 0.6,
            (false, false) => 1.0,
        };
        few * by_owner * kind_share(passage.definition.kind)
    }

    /// By passage: what the literals that stand in it say.
    fn literals(&self, scanned: &Scanned, cut: &FilePassages) -> Vec<f64> {
        let mut said = vec![0.0_f64; cut.passages.len()];
        let share = if is_code(scanned) { 1.0 } else { QUOTED_SHARE };
        let mut counted: Vec<(usize, u8)> = Vec::new();
        for (literal, line) in &scanned.hits.verbatim.literal_lines {
            let value = self.rarity.of_literal(self.vocabulary.query, *literal) * share;
            each_passage(cut, *line, |passage| {
                if !counted.contains(&(passage, *literal)) {
                    counted.push((passage, *literal));
                    said[passage] += value;
                }
            });
        }
        said
    }

    /// By passage: what the keys of texts say that stand in it.
    fn translated(&self, scanned: &Scanned, cut: &FilePassages) -> Vec<f64> {
        let mut said = vec![0.0_f64; cut.passages.len()];
        if !is_code(scanned) {
            return said;
        }
        for (key, line) in &scanned.hits.verbatim.key_lines {
            let lines = self.rarity.lines_of_key(*key);
            if (1..=KEY_LINES_MAX).contains(&lines) {
                let value =
                    self.vocabulary.query.keys[usize::from(*key)].weight / (1.0 + (lines as f64).ln());
                each_passage(cut, *line, |passage| said[passage] = said[passage].max(value));
            }
        }
        said
    }

    /// By passage: what the runs of words that stand in it say.
    fn runs(&self, scanned: &Scanned, cut: &FilePassages) -> Vec<f64> {
        let mut said = vec![0.0_f64; cut.passages.len()];
        let is_code = is_code(scanned);
        let share = if is_code { 1.0 } else { QUOTED_SHARE };
        let mut counted: Vec<(usize, u64)> = Vec::new();
        for (run, line) in &scanned.hits.verbatim.runs.lines {
            let value = self.rarity.of_run(*run, is_code) * share;
            if value <= 0.0 {
                continue;
            }
            each_passage(cut, *line, |passage| {
                if !counted.contains(&(passage, *run)) {
                    counted.push((passage, *run));
                    said[passage] += value;
                }
            });
        }
        said
    }
}

/// Which terms the words of a name are.
#[derive(Debug, Clone, Copy, Default)]
struct NameTerms {
    bits: u64,
    parts: usize,
    /// Parts that are terms, each by the weight of its notion.
    held: f64,
}

impl NameTerms {
    fn share(&self) -> f64 {
        self.held / self.parts.max(1) as f64
    }
}

/// Calls `at` with the passage that owns a line and the pieces of it that hold the line.
fn each_passage(cut: &FilePassages, line: u32, mut at: impl FnMut(usize)) {
    let Some(owner) = cut.owner(line) else { return };
    at(owner);
    cut.pieces_of(owner, line).for_each(at);
}

/// By passage and term: how often it stands in the lines that the passage owns.
fn count_terms(scanned: &Scanned, cut: &FilePassages, terms: usize) -> Vec<f32> {
    let mut counts = vec![0.0_f32; cut.passages.len() * terms];
    for hit in &scanned.hits.hits {
        each_passage(cut, hit.line, |passage| counts[passage * terms + usize::from(hit.term)] += 1.0);
    }
    counts
}

/// Of several definitions with one name, the thing itself is meant, not what announces or extends it.
fn kind_share(kind: &str) -> f64 {
    match kind {
        "declaration" => 0.5,
        "module" | "mod" | "namespace" => 0.7,
        "function" | "method" | "macro" => 0.95,
        "variable" | "constant" | "field" => 0.85,
        _ => 1.0,
    }
}

/// A test inside the file that it tests.
fn is_test_inside(passage: &Passage) -> bool {
    let definition = &passage.definition;
    let is_tests = |name: &str| matches!(name, "test" | "tests") || name.ends_with("_tests");
    let in_tests =
        definition.container.as_deref().is_some_and(|container| container.split([':', '.']).any(is_tests));
    in_tests
        || definition.name.starts_with("test_")
        || is_tests(&definition.name) && is_container(definition.kind)
}

/// How many definitions of each symbol of the query the passages of files hold.
pub(super) fn count_definitions<'c>(
    query: &Query,
    cuts: impl Iterator<Item = &'c FilePassages>,
) -> Vec<usize> {
    let mut defined = vec![0; query.symbols.len()];
    if query.symbols.is_empty() {
        return defined;
    }
    for passage in cuts.flat_map(|cut| &cut.passages).filter(|passage| passage.shape != PassageShape::Piece) {
        let name = passage.definition.name.as_str();
        if let Some(symbol) = query.symbols.iter().position(|symbol| fold::is_same_name(symbol, name)) {
            defined[symbol] += 1;
        }
    }
    defined
}

/// Sorts the passages of a file, the best first: a line that the request names, a member with its owner, then the score.
pub(super) fn sort_in_file(found: &mut [RankedPassage], cut: &FilePassages, ask: Ask) {
    let key = |ranked: &RankedPassage| {
        let is_exact = ranked.is_symbol && ask != Ask::Prompt;
        let is_quoted = ranked.is_quoted && ask == Ask::Question;
        (ranked.named_line.is_some(), ranked.member.is_some(), is_quoted, is_exact)
    };
    let passage = |ranked: &RankedPassage| &cut.passages[ranked.passage];
    found.sort_by(|a, b| {
        let by_length = || passage(a).lines().cmp(&passage(b).lines());
        let by_place = || passage(a).first.cmp(&passage(b).first);
        key(b).cmp(&key(a)).then_with(|| b.score.total_cmp(&a.score)).then_with(by_length).then_with(by_place)
    });
}

/// Takes back what a name got that only stands for others: where all members with this name were found, it is not what was
/// asked for.
pub(super) fn settle_members(
    passages: &mut [RankedPassage],
    cut: &FilePassages,
    query: &Query,
    found: &[usize],
) {
    for ranked in passages.iter_mut().filter(|ranked| ranked.is_symbol && ranked.member.is_none()) {
        let name = cut.passages[ranked.passage].definition.name.as_str();
        let mut symbols = query.symbols.iter().zip(&query.alone);
        let is_alone = symbols.any(|(symbol, alone)| *alone && fold::is_same_name(symbol, name));
        let mut of_name = query.members.iter().enumerate().filter(|(_, member)| member.has(name)).peekable();
        let is_part = !is_alone && of_name.peek().is_some();
        if is_part && of_name.all(|(number, _)| found.contains(&number)) {
            ranked.is_symbol = false;
            ranked.values.set(Feature::ExactName, 0.0);
            ranked.score = ranked.values.score(query.ask);
        }
    }
}
