//! One pass over one file: which terms of the query occur, where, and in what role.
//!
//! This is the hot loop: every byte of the repository goes through it. It looks a word part up only if the
//! part's first letters are those of a term.

use std::collections::HashMap;

use foreword_index::definition_line::{self, DefinitionKind};
use foreword_index::header;
use foreword_index::language::Language;
use foreword_model::limits;
use foreword_text::identifiers::{self, AsciiPartScanner, TextPiece};
use foreword_text::stem::EnglishStemmer;
use foreword_text::{fold, han};

use super::literals::LiteralFinder;
use super::query::Query;
use crate::word_runs::{HeldRuns, WordRuns};

/// What a query looks for, ready for the scan. Shared by all threads.
pub(super) struct Matcher<'q> {
    query: &'q Query,
    literals: LiteralFinder<'q>,
    keys: LiteralFinder<'q>,
    runs: WordRuns,
    /// The terms by stem.
    stems: HashMap<&'q str, u8>,
    /// Which first two letters a term begins with: a second letter is a bit of the first.
    pairs: [u32; 32],
    /// Which first three letters a term begins with.
    starts: Box<[u64; STARTS_WORDS]>,
    /// Terms of Chinese, Japanese and Korean characters.
    characters: Vec<(&'q str, u8)>,
}

const STARTS_WORDS: usize = 32 * 32 * 32 / 64;

/// How often one term occurs in a file, by role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts {
    /// Anywhere.
    pub(super) all: u32,
    /// In the name of something defined.
    pub(super) names: u32,
    /// In the comment that opens the file.
    pub(super) header: u32,
}

/// One occurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hit {
    /// The line, from 1.
    pub(super) line: u32,
    /// Which term.
    pub(super) term: u8,
    /// Whether it is part of the name that the line defines.
    pub(super) in_name: bool,
}

/// A symbol of the query that the file seems to define.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Defined {
    /// Which symbol.
    pub(super) symbol: u8,
    /// What it is.
    pub(super) kind: DefinitionKind,
    /// The line, from 1.
    pub(super) line: u32,
    /// Columns before the definition.
    pub(super) indent: u16,
    /// Whether a keyword says so; otherwise only the line's shape does.
    pub(super) has_keyword: bool,
}

/// What one file holds of the query.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct FileHits {
    /// Word parts in the file.
    pub(super) parts: u32,
    /// Lines in the file.
    pub(super) lines: u32,
    /// By term.
    pub(super) counts: Vec<Counts>,
    /// The first occurrences with their places.
    pub(super) hits: Vec<Hit>,
    /// Symbols of the query that are defined here.
    pub(super) defined: Vec<Defined>,
    /// Joined words of the query that are defined here.
    pub(super) compounds_defined: u32,
    /// What stands here as the query writes it.
    pub(super) verbatim: Verbatim,
}

/// What stands in a file word for word as the query writes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Verbatim {
    /// Literals of the query, each with its line, from 1.
    pub(super) literal_lines: Vec<(u8, u32)>,
    /// Keys of texts that are like the query, each with its line.
    pub(super) key_lines: Vec<(u8, u32)>,
    /// Runs of words of the query.
    pub(super) runs: HeldRuns,
}

impl FileHits {
    /// Whether anything of the query occurs.
    pub(super) fn is_empty(&self) -> bool {
        self.hits.is_empty()
            && self.verbatim.literal_lines.is_empty()
            && self.verbatim.key_lines.is_empty()
            && self.verbatim.runs.runs.is_empty()
    }
}

/// What a thread keeps between files.
pub(super) struct Scratch {
    starts: AsciiPartScanner,
    known: Known,
}

/// Word parts seen, and the term that each is a form of.
struct Known {
    stemmer: EnglishStemmer,
    terms: HashMap<Box<[u8]>, Option<u8>>,
    /// Words with letters outside ASCII: how many parts they have, and the terms of those.
    wide: HashMap<Box<str>, (u32, Vec<u8>)>,
}

impl Scratch {
    pub(super) fn new() -> Self {
        let known = Known { stemmer: EnglishStemmer::create(), terms: HashMap::new(), wide: HashMap::new() };
        Self { starts: AsciiPartScanner::create(), known }
    }
}

impl<'q> Matcher<'q> {
    pub(super) fn new(query: &'q Query) -> Self {
        let mut stems = HashMap::new();
        let mut pairs = [0_u32; 32];
        let mut starts = Box::new([0_u64; STARTS_WORDS]);
        let mut characters = Vec::new();
        for (number, term) in query.terms.iter().enumerate().take(limits::SEARCH_TERMS) {
            let number = u8::try_from(number).unwrap_or(u8::MAX);
            if term.text.starts_with(han::is_cjk) {
                characters.push((term.text.as_str(), number));
                continue;
            }
            stems.insert(term.text.as_str(), number);
            if !term.text.is_ascii() {
                continue;
            }
            for start in starts_of(term.text.as_bytes()) {
                starts[start / 64] |= 1 << (start % 64);
                pairs[start >> 10] |= 1 << (start >> 5 & 31);
            }
        }
        let literals = LiteralFinder::new(&query.literals);
        let keys = LiteralFinder::new(&query.keys);
        let runs = WordRuns::of_content(if query.quotes_output { &query.told } else { "" });
        Self { query, literals, keys, runs, stems, pairs, starts, characters }
    }

    /// What is looked for.
    pub(super) fn query(&self) -> &'q Query {
        self.query
    }

    /// The parts of a path or name, each with the term that it is a form of.
    pub(super) fn parts_in(&self, text: &str) -> Vec<(String, Option<usize>)> {
        let stemmer = EnglishStemmer::create();
        let mut found = Vec::new();
        for (_, piece) in identifiers::split_pieces(text) {
            match piece {
                TextPiece::Word(word) => {
                    found.extend(identifiers::split_identifier(word).into_iter().map(|part| {
                        let term = self.term_of(&part, &stemmer);
                        (part, term.map(usize::from))
                    }))
                }
                TextPiece::CjkRun(run) => {
                    let mut terms = Vec::new();
                    self.each_in_run(run, |term, _| terms.push(Some(usize::from(term))));
                    if terms.is_empty() {
                        terms.push(None);
                    }
                    let run = fold::compose(run).into_owned();
                    found.extend(terms.into_iter().map(|term| (run.clone(), term)));
                }
            }
        }
        found
    }

    /// Whether any part of a path is a form of a term.
    pub(super) fn occurs_in_path(&self, path: &str) -> bool {
        self.parts_in(path).iter().any(|(_, term)| term.is_some())
    }

    /// The term that a folded part is a form of.
    fn term_of(&self, part: &str, stemmer: &EnglishStemmer) -> Option<u8> {
        if part.is_ascii() && (part.len() < 2 || !self.may_start(part.as_bytes())) {
            return None;
        }
        self.stems.get(stemmer.stem(part).as_ref()).copied()
    }

    /// Looks at one file.
    pub(super) fn scan(
        &self,
        text: &str,
        language: Option<&'static Language>,
        scratch: &mut Scratch,
    ) -> FileHits {
        let bytes = text.as_bytes();
        let header = header::span(bytes, language);
        let mut pass = Pass {
            matcher: self,
            text,
            language,
            header,
            found: FileHits {
                counts: vec![Counts::default(); self.query.terms.len()],
                ..FileHits::default()
            },
            counted_to: 0,
            line: 1,
            line_start: usize::MAX,
            name: (0, 0),
            entered: Vec::new(),
        };
        let Scratch { starts, known } = scratch;
        let mut read_to = 0;
        starts.visit_starts(bytes, |position| {
            if position < read_to {
                return;
            }
            if bytes[position] >= 0x80 {
                read_to = self.wide_at(position, known, &mut pass);
                return;
            }
            pass.found.parts += 1;
            if !self.may_start_pair(bytes[position], bytes.get(position + 1).copied().unwrap_or(0)) {
                return;
            }
            let part = &bytes[position..identifiers::find_ascii_part_end(bytes, position)];
            if part.len() >= 2
                && self.may_start(part)
                && let Some(term) = self.lookup(part, known)
                // A word with other letters behind it is read when they are reached.
                && identifiers::find_word_around(text, position).is_some_and(|(_, word)| word.is_ascii())
            {
                pass.hit(term, position);
            }
        });
        let entered = std::mem::take(&mut pass.entered);
        let mut found = pass.finish();
        found.verbatim.literal_lines = self.literals.lines(text);
        found.verbatim.key_lines = self.keys.lines(text);
        if !self.runs.is_empty() {
            // A run that tells something holds two terms, so no other line is read for one.
            let may_hold = entered.iter().filter(|line| line.hits >= 2);
            found.verbatim.runs =
                self.runs.held_on_lines(text, may_hold.map(|line| (line.start, line.number)));
        }
        found
    }

    /// What nearly every part fails, before its end is looked for.
    fn may_start_pair(&self, first: u8, second: u8) -> bool {
        self.pairs[usize::from(code(first))] >> code(second) & 1 == 1
    }

    fn may_start(&self, part: &[u8]) -> bool {
        let start = start_index(part[0], part[1], part.get(2).copied().unwrap_or(0));
        self.starts[start / 64] >> (start % 64) & 1 == 1
    }

    fn lookup(&self, part: &[u8], known: &mut Known) -> Option<u8> {
        let mut lower = [0_u8; identifiers::PART_CHARS_MAX];
        let lower = lower.get_mut(..part.len())?;
        lower.copy_from_slice(part);
        lower.make_ascii_lowercase();
        if let Some(term) = known.terms.get(&*lower) {
            return *term;
        }
        let term = std::str::from_utf8(lower)
            .ok()
            .and_then(|part| self.stems.get(known.stemmer.stem(part).as_ref()).copied());
        known.terms.insert(Box::from(&*lower), term);
        term
    }

    /// Reads the word or run that a character outside ASCII belongs to, as the index reads it; returns where to go on.
    fn wide_at(&self, position: usize, known: &mut Known, pass: &mut Pass<'_, '_>) -> usize {
        let text = pass.text;
        let first = text[position..].chars().next().unwrap_or_default();
        if han::is_cjk(first) {
            let end = identifiers::find_run_end(text, position);
            self.each_in_run(&text[position..end], |term, offset| pass.hit(term, position + offset));
            return end;
        }
        let Some((start, word)) = identifiers::find_word_around(text, position) else {
            return position + first.len_utf8();
        };
        if !known.wide.contains_key(word) {
            let parts = identifiers::split_identifier(word);
            let terms = parts.iter().filter_map(|part| self.term_of(part, &known.stemmer)).collect();
            let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
            known.wide.insert(Box::from(word), (count, terms));
        }
        if let Some((parts, terms)) = known.wide.get(word) {
            pass.found.parts += parts;
            terms.iter().for_each(|term| pass.hit(*term, start));
        }
        start + word.len()
    }

    /// Calls `at` with each term that begins in a run, and where.
    fn each_in_run(&self, run: &str, mut at: impl FnMut(u8, usize)) {
        if self.characters.is_empty() {
            return;
        }
        let composed = fold::compose(run);
        let is_as_written = composed.len() == run.len();
        let is_single = composed.chars().nth(1).is_none();
        // The index keeps pairs, and a character that stands alone; one of Han is a word anywhere.
        let is_kept =
            |term: &str| is_single || term.chars().all(han::is_han) || term.chars().nth(1).is_some();
        for (offset, _) in composed.char_indices() {
            let rest = &composed[offset..];
            let found = self.characters.iter().find(|(term, _)| rest.starts_with(term) && is_kept(term));
            if let Some((_, term)) = found {
                at(*term, if is_as_written { offset } else { 0 });
            }
        }
    }
}

/// The state of one pass.
struct Pass<'m, 'q> {
    matcher: &'m Matcher<'q>,
    text: &'m str,
    language: Option<&'static Language>,
    header: (usize, usize),
    found: FileHits,
    /// Up to where lines are counted.
    counted_to: usize,
    line: u32,
    /// The line that `name` belongs to.
    line_start: usize,
    /// The name that this line defines, in bytes of the file; empty if none.
    name: (usize, usize),
    /// The lines with hits, in their order.
    entered: Vec<HitLine>,
}

/// A line that holds terms.
struct HitLine {
    /// The byte at which it starts.
    start: usize,
    /// From 1.
    number: u32,
    hits: u32,
}

impl Pass<'_, '_> {
    fn hit(&mut self, term: u8, position: usize) {
        self.count_lines(position);
        let line_start = memchr::memrchr(b'\n', &self.text.as_bytes()[..position]).map_or(0, |at| at + 1);
        if line_start != self.line_start {
            self.enter_line(line_start);
        }
        if let Some(line) = self.entered.last_mut() {
            line.hits += 1;
        }
        let in_name = (self.name.0..self.name.1).contains(&position);
        let counts = &mut self.found.counts[usize::from(term)];
        counts.all += 1;
        counts.names += u32::from(in_name);
        counts.header += u32::from((self.header.0..self.header.1).contains(&position));
        if self.found.hits.len() < limits::SCAN_FILE_HITS {
            self.found.hits.push(Hit { line: self.line, term, in_name });
        }
    }

    fn count_lines(&mut self, position: usize) {
        let lines = memchr::memchr_iter(b'\n', &self.text.as_bytes()[self.counted_to..position]).count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.counted_to = position;
    }

    /// Finds out what a line with a hit defines.
    fn enter_line(&mut self, line_start: usize) {
        self.line_start = line_start;
        self.entered.push(HitLine { start: line_start, number: self.line, hits: 0 });
        self.name = (0, 0);
        let Some(language) = self.language else { return };
        let rest = &self.text[line_start..];
        let line = &rest[..memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())];
        let Some(definition) = definition_line::of_line(line.as_bytes(), language) else { return };
        self.name = (line_start + definition.name_start, line_start + definition.name_end);
        let Some(name) = line.get(definition.name_start..definition.name_end) else { return };
        let query = self.matcher.query;
        if let Some(symbol) = query.symbols.iter().position(|symbol| fold::is_same_name(symbol, name)) {
            self.found.defined.push(Defined {
                symbol: u8::try_from(symbol).unwrap_or(u8::MAX),
                kind: definition.kind,
                line: self.line,
                indent: u16::try_from(definition.indent).unwrap_or(u16::MAX),
                has_keyword: definition.has_keyword,
            });
        }
        self.found.compounds_defined += u32::from(is_compound(name, &query.compounds));
    }

    fn finish(mut self) -> FileHits {
        self.count_lines(self.text.len());
        self.found.lines = self.line;
        if self.found.is_empty() {
            // Most files hold nothing: they keep no table.
            self.found.counts = Vec::new();
        }
        self.found
    }
}

/// Whether a name is one of the compounds, whatever its case and underscores.
fn is_compound(name: &str, compounds: &[String]) -> bool {
    let first = name.trim_start_matches('_').as_bytes().first().map(u8::to_ascii_lowercase);
    let may_be = |compound: &String| {
        let begins = compound.as_bytes().first().copied();
        begins == first || !name.is_ascii()
    };
    if !compounds.iter().any(may_be) {
        return false;
    }
    let joined = identifiers::join_parts(name);
    let term = EnglishStemmer::create().stem(&joined).into_owned();
    compounds.contains(&term)
}

/// The table places that a stem's forms may begin with. A short stem's form may differ from the third
/// letter on: `use`, `using`.
fn starts_of(stem: &[u8]) -> Vec<usize> {
    match stem {
        [] => Vec::new(),
        [first] => (0..32_u8).map(|second| start_of_codes(code(*first), second, 0)).collect(),
        [first, second] => {
            (0..32_u8).map(|third| start_of_codes(code(*first), code(*second), third)).collect()
        }
        [first, second, _] => {
            (0..32_u8).map(|third| start_of_codes(code(*first), code(*second), third)).collect()
        }
        [first, second, third, ..] => vec![start_index(*first, *second, *third)],
    }
}

fn start_index(first: u8, second: u8, third: u8) -> usize {
    start_of_codes(code(first), code(second), code(third))
}

fn start_of_codes(first: u8, second: u8, third: u8) -> usize {
    usize::from(first) << 10 | usize::from(second) << 5 | usize::from(third)
}

/// A letter as 1 to 26, a digit as 27 to 31, anything else 0.
fn code(byte: u8) -> u8 {
    CODES[usize::from(byte)]
}

static CODES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = match byte as u8 {
            letter @ (b'a'..=b'z' | b'A'..=b'Z') => letter & 0x1f,
            digit @ b'0'..=b'9' => 27 + digit % 5,
            _ => 0,
        };
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests;
