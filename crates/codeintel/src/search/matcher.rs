//! One pass over one file: which terms of the query occur, where, and in what role.
//!
//! This is the hot loop: every byte of the repository goes through it. It looks a word part up only if the
//! part's first letters are those of a term.

use std::collections::HashMap;

use foreword_index::definition_line::{self, DefinitionKind};
use foreword_index::header;
use foreword_index::language::Language;
use foreword_model::limits;
use rust_stemmers::Stemmer;

use super::parts::{self, Starts};
use super::query::Query;
use super::words;

/// What a query looks for, ready for the scan. Shared by all threads.
#[derive(Debug)]
pub(super) struct Matcher<'q> {
    query: &'q Query,
    /// The terms by stem.
    stems: HashMap<&'q str, u8>,
    /// Which first two letters a term begins with: a second letter is a bit of the first.
    pairs: [u32; 32],
    /// Which first three letters a term begins with.
    starts: Box<[u64; STARTS_WORDS]>,
    /// Terms of Chinese characters, by their first two.
    han: Vec<(&'q [u8], u8)>,
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
}

impl FileHits {
    /// Whether anything of the query occurs.
    pub(super) fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }
}

/// What a thread keeps between files.
pub(super) struct Scratch {
    starts: Starts,
    known: Known,
}

/// Word parts seen, and the term that each is a form of.
struct Known {
    stemmer: Stemmer,
    terms: HashMap<Box<[u8]>, Option<u8>>,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Self { starts: Starts::new(), known: Known { stemmer: words::stemmer(), terms: HashMap::new() } }
    }
}

impl<'q> Matcher<'q> {
    pub(super) fn new(query: &'q Query) -> Self {
        let mut stems = HashMap::new();
        let mut pairs = [0_u32; 32];
        let mut starts = Box::new([0_u64; STARTS_WORDS]);
        let mut han = Vec::new();
        for (number, term) in query.terms.iter().enumerate().take(limits::SEARCH_TERMS) {
            let number = u8::try_from(number).unwrap_or(u8::MAX);
            if !term.text.is_ascii() {
                han.push((term.text.as_bytes(), number));
                continue;
            }
            stems.insert(term.text.as_str(), number);
            for start in starts_of(term.text.as_bytes()) {
                starts[start / 64] |= 1 << (start % 64);
                pairs[start >> 10] |= 1 << (start >> 5 & 31);
            }
        }
        Self { query, stems, pairs, starts, han }
    }

    /// What is looked for.
    pub(super) fn query(&self) -> &'q Query {
        self.query
    }

    /// The term that a lower-case word part is a form of.
    pub(super) fn term_of(&self, part: &str, stemmer: &Stemmer) -> Option<usize> {
        if part.len() < 2 || !self.may_start(part.as_bytes()) {
            return None;
        }
        self.stems.get(words::stem(stemmer, part).as_str()).map(|term| usize::from(*term))
    }

    /// Whether any part of a path is a form of a term.
    pub(super) fn occurs_in_path(&self, path: &str, stemmer: &Stemmer) -> bool {
        parts::parts(path).iter().any(|part| self.term_of(part, stemmer).is_some())
    }

    /// Looks at one file.
    pub(super) fn scan(
        &self,
        text: &[u8],
        language: Option<&'static Language>,
        scratch: &mut Scratch,
    ) -> FileHits {
        let header = header::span(text, language);
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
        };
        let Scratch { starts, known } = scratch;
        starts.each(text, |position| {
            if text[position] >= 0x80 {
                self.han_at(position, &mut pass);
                return;
            }
            pass.found.parts += 1;
            if !self.may_start_pair(text[position], text.get(position + 1).copied().unwrap_or(0)) {
                return;
            }
            let part = &text[position..parts::part_end(text, position)];
            if part.len() >= 2
                && self.may_start(part)
                && let Some(term) = self.lookup(part, known)
            {
                pass.hit(term, position);
            }
        });
        pass.finish()
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
        let mut lower = [0_u8; parts::PART_BYTES_MAX];
        let lower = lower.get_mut(..part.len())?;
        lower.copy_from_slice(part);
        lower.make_ascii_lowercase();
        if let Some(term) = known.terms.get(&*lower) {
            return *term;
        }
        let term = std::str::from_utf8(lower)
            .ok()
            .and_then(|part| self.stems.get(words::stem(&known.stemmer, part).as_str()).copied());
        known.terms.insert(Box::from(&*lower), term);
        term
    }

    /// Notes a Chinese term that begins here.
    fn han_at(&self, position: usize, pass: &mut Pass<'_, '_>) {
        let rest = &pass.text[position..];
        if let Some((_, term)) = self.han.iter().find(|(han, _)| rest.starts_with(han)) {
            pass.hit(*term, position);
        }
    }
}

/// The state of one pass.
struct Pass<'m, 'q> {
    matcher: &'m Matcher<'q>,
    text: &'m [u8],
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
}

impl Pass<'_, '_> {
    fn hit(&mut self, term: u8, position: usize) {
        self.count_lines(position);
        let line_start = memchr::memrchr(b'\n', &self.text[..position]).map_or(0, |at| at + 1);
        if line_start != self.line_start {
            self.enter_line(line_start);
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
        let lines = memchr::memchr_iter(b'\n', &self.text[self.counted_to..position]).count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.counted_to = position;
    }

    /// Finds out what a line with a hit defines.
    fn enter_line(&mut self, line_start: usize) {
        self.line_start = line_start;
        self.name = (0, 0);
        let Some(language) = self.language else { return };
        let rest = &self.text[line_start..];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        let Some(definition) = definition_line::of_line(line, language) else { return };
        self.name = (line_start + definition.name_start, line_start + definition.name_end);
        let name = &line[definition.name_start..definition.name_end];
        let query = self.matcher.query;
        if let Some(symbol) = query.symbols.iter().position(|symbol| symbol.as_bytes() == name) {
            self.found.defined.push(Defined {
                symbol: u8::try_from(symbol).unwrap_or(u8::MAX),
                kind: definition.kind,
                line: self.line,
                indent: u16::try_from(definition.indent).unwrap_or(u16::MAX),
                has_keyword: definition.has_keyword,
            });
        }
        if query.compounds.iter().any(|compound| is_joined(name, compound.as_bytes())) {
            self.found.compounds_defined += 1;
        }
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

/// Whether a name is the joined words, whatever its case and underscores.
fn is_joined(name: &[u8], compound: &[u8]) -> bool {
    let mut letters = name.iter().filter(|byte| **byte != b'_').map(u8::to_ascii_lowercase);
    compound.iter().all(|expected| letters.next() == Some(*expected)) && letters.next().is_none()
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
mod tests {
    use super::super::query;
    use super::*;
    use foreword_index::language;

    fn scan(question: &str, file: &str, text: &str) -> (Query, FileHits) {
        let query = query::read(question, &[], "x");
        let found = Matcher::new(&query).scan(text.as_bytes(), language::of_path(file), &mut Scratch::new());
        (query, found)
    }

    /// Lines of the hits, in order.
    fn check(question: &str, file: &str, text: &str, expected: &[u32]) {
        let (_, found) = scan(question, file, text);
        let lines: Vec<u32> = found.hits.iter().map(|hit| hit.line).collect();
        assert_eq!(lines, expected, "{question}");
    }

    #[test]
    fn forms_and_parts_of_words_are_found() {
        let text = "fn parse_all() {}\nlet x = HttpParser;\n// sparse, comparser\n// parsing\n";
        check("parse", "a.rs", text, &[1, 2, 4]);
        check("policy", "a.rs", "policies\nPOLICY\npolice\n", &[1, 2]);
        check("using use", "a.txt", "", &[]);
        check("sha256 utf8", "a.rs", "x\nSha256::new(utf8)\n", &[2, 2]);
    }

    #[test]
    fn chinese_comments_are_found() {
        check("超时", "a.rs", "// 处理超时\nfn timeout() {}\n", &[1, 2]);
    }

    #[test]
    fn definitions_and_symbols_are_told_from_uses() {
        let text = "call(run_all);\n    pub fn run_all(x: u8) {}\n";
        let (_, found) = scan("run_all", "a.rs", text);
        assert_eq!(
            found.hits.iter().map(|hit| hit.in_name).collect::<Vec<_>>(),
            [false, false, true, true][..found.hits.len()]
        );
        let defined = found.defined[0];
        assert_eq!((defined.kind, defined.line, defined.indent), (DefinitionKind::Function, 2, 4));
    }

    #[test]
    fn joined_words_are_recognised_in_names() {
        let (_, found) = scan("flat hash map", "a.rs", "pub struct FlatHashMap;\n");
        assert_eq!(found.compounds_defined, 1);
    }

    #[test]
    fn the_opening_comment_counts_without_its_licence() {
        let text = "// Copyright timeout\n// Timeout of calls.\n\nuse x;\n// timeout\n";
        let (_, found) = scan("timeout", "a.rs", text);
        assert_eq!((found.counts[0].all, found.counts[0].header), (3, 1));
        let (_, python) = scan("timeout", "a.py", "\"\"\"Doc.\n\ntimeout\n\"\"\"\ntimeout = 1\n");
        assert_eq!((python.counts[0].all, python.counts[0].header), (2, 1));
    }

    #[test]
    fn any_bytes_pass() {
        for text in [&b"\xff\xfe\x00"[..], b"\xe8\xb6", "é超".as_bytes(), b"\n\n\n", b"a"] {
            let query = query::read("超时 timeout", &[], "x");
            Matcher::new(&query).scan(text, language::of_path("a.rs"), &mut Scratch::new());
        }
    }
}
