//! The place in a file that answers best, as a whole definition.
//!
//! What the request names, a line or a symbol, comes first; then how much of the question a definition
//! covers and has in its name; how often it says it comes last.

use std::time::{Duration, Instant};

use foreword_index::language::{Language, Nature};
use foreword_index::outline::{self, Definition};
use foreword_model::{clock, limits};
use foreword_text::fold;
use foreword_text::truncate::ellipsize;

use super::matcher::{Defined, FileHits};
use super::query::Query;
use super::rank::definition_value;
use super::vocabulary::{Vocabulary, saturate};
use super::weights;

/// A place in a file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub(super) definition: Definition,
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
    /// How it compares to the other places of its file.
    order: f64,
    /// The part of `order` that it has for its name.
    bonus: f64,
}

impl Place {
    /// Takes back what it got for a name that only stands for others: where all members with this name were found, this is not
    /// what was asked for.
    pub(super) fn settle(&mut self, query: &Query, is_found: impl Fn(usize) -> bool) {
        let name = self.definition.name.as_str();
        let is_alone = query
            .symbols
            .iter()
            .zip(&query.alone)
            .any(|(symbol, alone)| *alone && fold::is_same_name(symbol, name));
        let mut of_name = query.members.iter().enumerate().filter(|(_, member)| member.has(name)).peekable();
        let is_part = self.is_symbol && self.member.is_none() && !is_alone && of_name.peek().is_some();
        if is_part && of_name.all(|(number, _)| is_found(number)) {
            self.is_symbol = false;
            self.order -= self.bonus;
            self.bonus = 0.0;
        }
    }
}

/// Sorts the places of a file, the best first.
pub(super) fn sort(places: &mut [Place]) {
    places.sort_by(|a, b| {
        // With the same evidence the innermost is meant.
        let by_length = || length(&a.definition).cmp(&length(&b.definition));
        let by_place = || a.definition.start_line.cmp(&b.definition.start_line);
        b.order.total_cmp(&a.order).then_with(by_length).then_with(by_place)
    });
}

/// How a file is looked at.
#[derive(Debug, Clone)]
pub(super) struct Look<'l> {
    pub(super) language: Option<&'static Language>,
    /// Lines that the request names, in its order.
    pub(super) lines: &'l [u32],
    /// Lines at which members of the query are known to be defined.
    pub(super) members: &'l [u32],
    /// Its definitions, if they are known already.
    pub(super) outline: Option<Vec<Definition>>,
    /// Whether there is time for a parser.
    pub(super) is_parsed: bool,
    pub(super) deadline: Instant,
}

/// A line that the request names beats a symbol, and that beats any other place.
const LINE_BONUS: f64 = 1_000.0;
const SYMBOL_BONUS: f64 = 100.0;
/// What is named with its owner is more than any name alone.
const MEMBER_BONUS: f64 = 400.0;
/// Notions of a question in which an abbreviation is still taken for the name that is asked for.
const ABBREVIATION_CONCEPTS: usize = 3;
/// What the parts of a place's value weigh.
const COVERAGE: f64 = 1.0;
const IN_NAME: f64 = 0.6;
const IN_SIGNATURE: f64 = 0.15;
const DENSITY: f64 = 0.5;
/// A term in the definition's own name, in occurrences.
const NAME_OCCURRENCES: f64 = 5.0;
/// A test uses what is asked for and does not define it.
const TEST_SHARE: f64 = 0.4;
/// Its lines are parsed after all others: they repeat the names that they test.
const TEST_SEED_SHARE: f64 = 0.05;
/// The length, in lines, at which a definition is neither short nor long.
const USUAL_LINES: f64 = 40.0;
/// How much a definition's length counts against its density.
const LENGTH_NORM: f64 = 0.75;
/// Above this length, in lines, coverage is no merit: a class that holds every hit is not yet the answer.
const LONG_LINES: f64 = 60.0;
const LONG_POWER: f64 = 0.35;
/// Lines with hits around which blocks are cut where there is no grammar.
const BLOCK_SEEDS: usize = 24;
/// Lines whose surroundings are weighed before parsing.
const WEIGHED_SEEDS: usize = 200;
/// Lines above and below that count as a line's surroundings.
const SURROUNDINGS: u32 = 10;
/// Definitions of symbols that are cut out where the parser shows none.
const SYMBOL_BLOCKS: usize = 3;

/// The places of a file that hold hits or are named, the best first.
pub(super) fn places(
    text: &str,
    hits: &FileHits,
    vocabulary: &Vocabulary<'_>,
    mut look: Look<'_>,
) -> Vec<Place> {
    let parse_deadline = look.deadline.min(clock::now() + Duration::from_millis(limits::PARSE_FILE_MS));
    let lines = seeds(text, hits, vocabulary, look.lines);
    let language = look.language.filter(|_| look.is_parsed);
    let parse =
        || language.and_then(|language| outline::outline_near(text, language, &lines, parse_deadline));
    let mut definitions = look.outline.take().or_else(parse).unwrap_or_default();
    definitions.truncate(limits::SEARCH_CANDIDATES);
    add_missing(&mut definitions, text, hits, vocabulary, &look);
    let mut places = weigh_all(definitions, hits, vocabulary, &look);
    if places.is_empty() {
        places = weigh_all(blocks(text, look.language, &lines), hits, vocabulary, &look);
    }
    sort(&mut places);
    places
}

/// Lines with hits, the most valuable first.
pub(super) fn best_lines(hits: &FileHits, vocabulary: &Vocabulary<'_>) -> Vec<u32> {
    valued_lines(hits, vocabulary).into_iter().map(|(line, _)| line).collect()
}

fn valued_lines(hits: &FileHits, vocabulary: &Vocabulary<'_>) -> Vec<(u32, f64)> {
    let mut lines: Vec<(u32, f64)> = Vec::new();
    for hit in &hits.hits {
        let value =
            vocabulary.term_value(usize::from(hit.term)) * if hit.in_name { NAME_OCCURRENCES } else { 1.0 };
        match lines.last_mut() {
            Some((line, sum)) if *line == hit.line => *sum += value,
            _ => lines.push((hit.line, value)),
        }
    }
    sort_by_value(&mut lines);
    lines
}

fn sort_by_value(lines: &mut [(u32, f64)]) {
    lines.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
}

/// What a parser should see first: named lines, definitions of symbols, lines amid much of the question.
fn seeds(text: &str, hits: &FileHits, vocabulary: &Vocabulary<'_>, named: &[u32]) -> Vec<u32> {
    let tests_from = if vocabulary.query.asked.tests { u32::MAX } else { tests_begin(text) };
    let mut lines = named.to_vec();
    lines.extend(by_value(&hits.defined).iter().map(|defined| defined.line));
    let mut valued = valued_lines(hits, vocabulary);
    let weighed = valued.len().min(WEIGHED_SEEDS);
    for (line, value) in &mut valued[..weighed] {
        let from = hits.hits.partition_point(|hit| hit.line < line.saturating_sub(SURROUNDINGS));
        let to = hits.hits.partition_point(|hit| hit.line <= line.saturating_add(SURROUNDINGS));
        let near = hits.hits[from..to].iter().fold(0_u64, |near, hit| near | 1 << hit.term);
        *value += vocabulary.score(|term| f64::from(u8::from(near >> term & 1 == 1)));
        *value *= if *line >= tests_from { TEST_SEED_SHARE } else { 1.0 };
    }
    sort_by_value(&mut valued[..weighed]);
    lines.extend(valued.into_iter().map(|(line, _)| line));
    lines
}

/// The line from which a file holds its own tests; beyond any if it has none.
fn tests_begin(text: &str) -> u32 {
    let Some(at) = memchr::memmem::find(text.as_bytes(), b"\n#[cfg(test)]\nmod ") else { return u32::MAX };
    let lines_before = memchr::memchr_iter(b'\n', &text.as_bytes()[..=at]).count();
    u32::try_from(lines_before).unwrap_or(u32::MAX).saturating_add(1)
}

fn by_value(defined: &[Defined]) -> Vec<Defined> {
    let mut sorted = defined.to_vec();
    let value = |defined: &Defined| definition_value(defined.kind, defined.indent);
    sorted.sort_by(|a, b| value(b).total_cmp(&value(a)).then_with(|| a.line.cmp(&b.line)));
    sorted
}

/// What is named and the parser did not show is cut out by indentation.
fn add_missing(
    found: &mut Vec<Definition>,
    text: &str,
    hits: &FileHits,
    vocabulary: &Vocabulary<'_>,
    look: &Look<'_>,
) {
    for defined in by_value(&hits.defined).iter().take(SYMBOL_BLOCKS) {
        let symbol = vocabulary.query.symbols.get(usize::from(defined.symbol));
        let is_named = |known: &Definition| symbol.is_some_and(|it| fold::is_same_name(it, &known.name));
        let is_it = |known: &Definition| is_named(known) && holds(known, defined.line);
        if !found.iter().any(is_it) {
            found.push(outline::block_around(text, defined.line, look.language));
        }
    }
    for line in look.lines.iter().filter(|line| **line <= hits.lines) {
        if !found.iter().any(|known| holds(known, *line)) {
            found.push(block(text, look.language, *line));
        }
    }
}

fn holds(definition: &Definition, line: u32) -> bool {
    (first_line(definition)..=definition.end_line).contains(&line)
}

fn first_line(definition: &Definition) -> u32 {
    definition.doc.map_or(definition.start_line, |(doc, _)| doc.min(definition.start_line))
}

fn length(definition: &Definition) -> u32 {
    definition.end_line.saturating_sub(first_line(definition))
}

fn weigh_all(
    definitions: Vec<Definition>,
    hits: &FileHits,
    vocabulary: &Vocabulary<'_>,
    look: &Look<'_>,
) -> Vec<Place> {
    let named = look.lines;
    let mut places: Vec<Place> =
        definitions.into_iter().map(|definition| weigh(definition, hits, vocabulary, look.members)).collect();
    for (turn, line) in named.iter().enumerate() {
        let holding = places.iter_mut().filter(|place| holds(&place.definition, *line));
        if let Some(innermost) = holding.min_by_key(|place| length(&place.definition))
            && innermost.named_line.is_none()
        {
            innermost.named_line = Some(*line);
            innermost.order += LINE_BONUS * (named.len() - turn) as f64;
        }
    }
    places.retain(|place| place.order > 0.0);
    places
}

fn weigh(definition: Definition, hits: &FileHits, vocabulary: &Vocabulary<'_>, members: &[u32]) -> Place {
    let first = first_line(&definition);
    let from = hits.hits.partition_point(|hit| hit.line < first);
    let to = hits.hits.partition_point(|hit| hit.line <= definition.end_line);
    let mut counts = vec![0.0_f64; vocabulary.query.terms.len()];
    let (mut in_name, mut in_signature) = (0_u64, 0_u64);
    for hit in &hits.hits[from.min(to)..to] {
        let is_head = hit.line == definition.name_line;
        in_signature |= u64::from(is_head) << hit.term;
        in_name |= u64::from(is_head && hit.in_name) << hit.term;
        counts[usize::from(hit.term)] += if is_head && hit.in_name { NAME_OCCURRENCES } else { 1.0 };
    }
    let lines = f64::from(length(&definition) + 1);
    let ratio = (lines / USUAL_LINES).max(0.25);
    let most = vocabulary.score(|_| weights::BM25_K1 + 1.0).max(f64::MIN_POSITIVE);
    let density =
        vocabulary.score(|term| saturate(counts[term], ratio, weights::BM25_K1, LENGTH_NORM)) / most;
    let bit = |bits: u64, term: usize| bits >> term & 1 == 1;
    let coverage = vocabulary.coverage(|term| counts[term] > 0.0);
    let named = vocabulary.coverage(|term| bit(in_name, term));
    let signed = vocabulary.coverage(|term| bit(in_signature, term));
    let reach = (LONG_LINES / lines).min(1.0).powf(LONG_POWER);
    let mut value =
        (COVERAGE * coverage + IN_NAME * named + IN_SIGNATURE * signed) * reach + DENSITY * density;
    // Methods of a type do not define it.
    let mut symbols = vocabulary.query.symbols.iter();
    let is_symbol = symbols.any(|symbol| fold::is_same_name(symbol, &definition.name))
        && !matches!(definition.kind, "implementation" | "impl");
    let mut named = vocabulary.query.members.iter();
    let member = named.position(|member| is_symbol && member.is(&definition, members));
    let mut bonus = match (member, is_symbol) {
        (Some(_), _) => MEMBER_BONUS,
        (None, true) => symbol_bonus(&definition, vocabulary),
        (None, false) => 0.0,
    };
    if !vocabulary.query.asked.tests && is_test(&definition) {
        value *= TEST_SHARE;
        bonus *= TEST_SHARE;
    }
    let concepts = vocabulary.concepts_held(|term| counts[term] > 0.0);
    Place { definition, coverage, concepts, is_symbol, member, named_line: None, order: value + bonus, bonus }
}

/// In a long question an abbreviation is more often a word than the name that is asked for.
fn symbol_bonus(definition: &Definition, vocabulary: &Vocabulary<'_>) -> f64 {
    let is_abbreviation = definition.name.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_abbreviation && vocabulary.query.concepts.len() > ABBREVIATION_CONCEPTS {
        return 0.0;
    }
    SYMBOL_BONUS * kind_share(definition.kind)
}

/// Of several definitions with one name, the thing itself is meant, not what announces or extends it.
fn kind_share(kind: &str) -> f64 {
    match kind {
        "declaration" => 0.5,
        "module" | "mod" | "namespace" => 0.7,
        "function" | "method" | "macro" => 0.9,
        "variable" | "constant" | "field" => 0.8,
        _ => 1.0,
    }
}

/// A test inside the file that it tests.
fn is_test(definition: &Definition) -> bool {
    let in_tests = definition.container.as_deref().is_some_and(|container| {
        container.split([':', '.']).any(|part| matches!(part, "test" | "tests") || part.ends_with("_tests"))
    });
    in_tests || definition.name.starts_with("test_") || matches!(definition.name.as_str(), "test" | "tests")
}

/// Blocks around the lines that hold most, for a file without an outline.
fn blocks(text: &str, language: Option<&'static Language>, lines: &[u32]) -> Vec<Definition> {
    let mut found: Vec<Definition> = Vec::new();
    for line in lines.iter().copied().take(BLOCK_SEEDS) {
        let block = block(text, language, line);
        if !found.iter().any(|known| known.start_line == block.start_line && known.end_line == block.end_line)
        {
            found.push(block);
        }
    }
    found
}

fn block(text: &str, language: Option<&'static Language>, line: u32) -> Definition {
    let is_prose = language.is_none_or(|language| language.nature == Nature::Docs);
    if is_prose { paragraph(text, line) } else { outline::block_around(text, line, language) }
}

/// The lines around one that no blank line interrupts.
fn paragraph(text: &str, line: u32) -> Definition {
    let lines: Vec<&str> = text.lines().collect();
    let hit = (line.max(1) as usize - 1).min(lines.len().saturating_sub(1));
    let is_blank = |row: usize| lines.get(row).is_none_or(|line| line.trim().is_empty());
    let first =
        (0..hit).rev().take(limits::BLOCK_LINES).take_while(|row| !is_blank(*row)).last().unwrap_or(hit);
    let last =
        (hit..lines.len()).take(limits::BLOCK_LINES).take_while(|row| !is_blank(*row)).last().unwrap_or(hit);
    let number = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
    Definition {
        kind: "text",
        name: String::new(),
        container: None,
        signature: lines
            .get(hit)
            .map(|line| ellipsize(line.trim(), limits::SUMMARY_CHARS).into_owned())
            .unwrap_or_default(),
        doc: None,
        start_line: number(first),
        name_line: number(first),
        end_line: number(last),
        is_whole: true,
    }
}
