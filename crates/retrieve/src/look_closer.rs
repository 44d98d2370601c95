//! The best files, read once more: cut into passages by the definitions that the index knows, or that a parser sees around the
//! lines that hold most, and weighed.

use std::time::Duration;

use foreword_guard::path::Jail;
use foreword_index::language::Nature;
use foreword_index::outline::{self, BlockFinder, Definition};
use foreword_model::{clock, limits};
use foreword_text::fold;

use super::answer::{LookedFile, Request};
use super::evidence::{NamedInFile, PassageWeigher, RankedPassage, count_definitions};
use super::matcher::FileHits;
use super::passages::{FilePassages, PassageShape};
use super::query::TextForm;
use super::rank::{Ranked, Ranking};
use super::scan::{Scan, Scanned, read_text};
use super::vocabulary::Vocabulary;
use crate::parallel;

/// Lines around which a file is parsed that the index does not know; of those with a literal so many.
const SEED_LINES: usize = 200;
const SEED_QUOTED: usize = 20;
/// Blocks that are cut out of a file that is not parsed.
const SEED_BLOCKS: usize = 12;
/// Files out of which blocks are cut; of further ones windows have to do.
const BLOCK_FILES: usize = 40;
/// Lines above and below that count as a line's surroundings.
const SURROUNDINGS: u32 = 10;
/// What a term in a name counts for a line, and a line of tests: they repeat the names that they test.
const SEED_NAME_FACTOR: f64 = 5.0;
const SEED_TEST_SHARE: f64 = 0.05;

/// Reads the best files and cuts them into passages, on a few threads, then weighs those.
pub(super) fn look_closer<'r>(
    jail: &Jail,
    scan: &Scan,
    ranking: &'r Ranking<'_>,
    request: &Request<'_, '_>,
) -> Vec<LookedFile<'r>> {
    let query = ranking.vocabulary.query;
    let chosen = match request.asked.form {
        TextForm::Question => &ranking.files[..ranking.files.len().min(request.asked.limit)],
        TextForm::Prompt => &ranking.files[..ranking.files.len().min(limits::PASSAGE_FILES)],
    };
    let read = |number: usize, ranked: &'r Ranked| -> Option<LookedFile<'r>> {
        let scanned = &scan.files[ranked.file];
        if number >= limits::LIVE_SCAN_PARSED && clock::is_past(request.deadline) {
            return None;
        }
        let mut bytes = Vec::new();
        let text = read_text(jail, &scanned.file.path, request.sensitive, &mut bytes).ok()?.to_owned();
        let definitions = definitions(scanned, &text, number, request, &ranking.vocabulary);
        let lines: Vec<&str> = text.lines().collect();
        let is_asked = |name: &str| {
            !name.is_empty() && query.symbols.iter().any(|symbol| fold::is_same_name(symbol, name))
        };
        let cut = FilePassages::cut(&lines, scanned.file.language, definitions, is_asked);
        Some(LookedFile { ranked, text, cut, passages: Vec::new() })
    };
    let mut looked: Vec<LookedFile<'r>> =
        parallel::map(chosen, read).into_iter().flatten().flatten().collect();
    let defined = count_definitions(query, looked.iter().map(|looked| &looked.cut));
    let weigher = PassageWeigher {
        vocabulary: &ranking.vocabulary,
        matcher: request.matcher,
        rarity: &ranking.rarity,
        defined: &defined,
    };
    let weighed = parallel::map(&looked, |_, looked| {
        let scanned = &scan.files[looked.ranked.file];
        let lines = request.named.lines_of(&scanned.file.path);
        let members = scan.members.get(&scanned.file.path).map(Vec::as_slice).unwrap_or_default();
        let tested = scan.tested_definitions.get(&scanned.file.path).map(Vec::as_slice).unwrap_or_default();
        let test_file = scan.tested_files.get(&scanned.file.path).copied().unwrap_or_default();
        let changed = scan.changed_definitions.get(&scanned.file.path).map(Vec::as_slice).unwrap_or_default();
        let earlier = scan.earlier.get(&scanned.file.path).copied().unwrap_or_default();
        let named = NamedInFile { lines: &lines, members, tested, changed, test_file, earlier };
        weigher.weigh(scanned, &looked.cut, looked.ranked, named)
    });
    for (looked, passages) in looked.iter_mut().zip(weighed) {
        looked.passages = passages.unwrap_or_default();
        let takes = |ranked: &RankedPassage| {
            request.asked.filters.takes_kind(looked.cut.passages[ranked.passage].definition.kind)
        };
        looked.passages.retain(takes);
        if request.asked.form == TextForm::Question {
            // A piece is no place of its own in a list of files.
            looked.passages.retain(|ranked| looked.cut.passages[ranked.passage].shape != PassageShape::Piece);
        }
    }
    looked
}

/// The definitions of a file: those that the index knows, or what a parser sees around the lines that hold most.
fn definitions(
    scanned: &Scanned,
    text: &str,
    number: usize,
    request: &Request<'_, '_>,
    vocabulary: &Vocabulary<'_>,
) -> Vec<Definition> {
    let known = request.indexed.and_then(|indexed| indexed.outline(&scanned.file, text));
    let Some(language) = scanned.file.language.filter(|language| language.nature == Nature::Code) else {
        return known.unwrap_or_default();
    };
    let is_known = known.is_some();
    let mut found = known.unwrap_or_default();
    if !is_known && number < limits::LIVE_SCAN_PARSED {
        let deadline = request.deadline.min(clock::now() + Duration::from_millis(limits::PARSE_FILE_MS));
        let seeds = seeds(text, &scanned.hits, vocabulary, &request.named.lines_of(&scanned.file.path));
        found = outline::outline_near(text, language, &seeds, deadline).unwrap_or_default();
        found.truncate(limits::SEARCH_CANDIDATES);
    }
    let blocks = BlockFinder::of(text, Some(language));
    if !is_known && found.is_empty() && number < BLOCK_FILES {
        let named = request.named.lines_of(&scanned.file.path);
        for line in seeds(text, &scanned.hits, vocabulary, &named).into_iter().take(SEED_BLOCKS) {
            let block = blocks.find_around(line);
            if !found.iter().any(|known| known.start_line == block.start_line) {
                found.push(block);
            }
        }
    }
    // What is named and the parser did not show is cut out by indentation.
    for defined in scanned.hits.defined.iter().take(SEED_BLOCKS) {
        let symbol = vocabulary.query.symbols.get(usize::from(defined.symbol));
        let is_it = |known: &Definition| {
            symbol.is_some_and(|symbol| fold::is_same_name(symbol, &known.name))
                && (known.start_line..=known.end_line).contains(&defined.line)
        };
        if !found.iter().any(is_it) && !blocks.is_quoted(defined.line) {
            found.push(blocks.find_around(defined.line));
        }
    }
    found
}

/// The lines that a parser should see first: named ones, definitions of symbols, lines amid much of the query.
fn seeds(text: &str, hits: &FileHits, vocabulary: &Vocabulary<'_>, named: &[u32]) -> Vec<u32> {
    let tests_from = if vocabulary.query.asked.tests { u32::MAX } else { tests_begin(text) };
    let mut valued: Vec<(u32, f64)> = Vec::new();
    for hit in &hits.hits {
        let in_name = if hit.in_name { SEED_NAME_FACTOR } else { 1.0 };
        let value = vocabulary.term_value(usize::from(hit.term)) * in_name;
        match valued.last_mut() {
            Some((line, sum)) if *line == hit.line => *sum += value,
            _ => valued.push((hit.line, value)),
        }
    }
    let by_value = |a: &(u32, f64), b: &(u32, f64)| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0));
    valued.sort_by(by_value);
    let weighed = valued.len().min(SEED_LINES);
    for (line, value) in &mut valued[..weighed] {
        let from = hits.hits.partition_point(|hit| hit.line < line.saturating_sub(SURROUNDINGS));
        let to = hits.hits.partition_point(|hit| hit.line <= line.saturating_add(SURROUNDINGS));
        let near = hits.hits[from..to].iter().fold(0_u64, |near, hit| near | 1 << hit.term);
        *value += vocabulary.score(|term| f64::from(u8::from(near >> term & 1 == 1)));
        *value *= if *line >= tests_from { SEED_TEST_SHARE } else { 1.0 };
    }
    valued[..weighed].sort_by(by_value);
    let defined = hits.defined.iter().map(|defined| defined.line);
    let quoted = hits.verbatim.literal_lines.iter().map(|(_, line)| *line);
    let valued = valued.into_iter().map(|(line, _)| line);
    named
        .iter()
        .copied()
        .chain(defined)
        .chain(quoted.take(SEED_QUOTED))
        .chain(valued)
        .take(SEED_LINES)
        .collect()
}

/// The line from which a file holds its own tests; beyond any if it has none.
fn tests_begin(text: &str) -> u32 {
    let Some(at) = memchr::memmem::find(text.as_bytes(), b"\n#[cfg(test)]\nmod ") else { return u32::MAX };
    let lines_before = memchr::memchr_iter(b'\n', &text.as_bytes()[..=at]).count();
    u32::try_from(lines_before).unwrap_or(u32::MAX).saturating_add(1)
}
