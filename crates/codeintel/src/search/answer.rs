//! From ranked files to items: the place, why it is there, and how sure that is.

use std::time::Instant;

use foreword_exec::tool::Call;
use foreword_guard::sensitive::Sensitive;
use foreword_guard::{escape, redact_keeping_lines};
use foreword_model::clock;
use foreword_model::finding::{Extract, Item};
use foreword_model::limits;
use foreword_text::truncate::ellipsize;

use super::asked::Asked;
use super::extract;
use super::features::{self, Ask, Feature};
use super::indexed::Indexed;
use super::named::Named;
use super::place::{self, Look, Place};
use super::rank::{Evidence, Ranked, Ranking};
use super::scan::{Scan, Scanned, read_text};
use super::vocabulary::{Vocabulary, counts_of};
use super::weights;
use crate::parallel;

/// No answer of a search is certain.
const CONFIDENCE_MAX: f64 = 0.95;
/// What even the weakest answer that is shown has.
const CONFIDENCE_MIN: f64 = 0.05;
/// Words named in a reason.
const WORDS_NAMED: usize = 4;
/// Places of one file: a second one only fills what other files leave free.
const PLACES_PER_FILE: usize = 3;

/// What a search was asked for besides its words.
pub(super) struct Request<'r> {
    pub(super) named: &'r Named,
    /// What knows the definitions of unchanged files.
    pub(super) indexed: Option<&'r Indexed<'r>>,
    pub(super) sensitive: &'r Sensitive,
    pub(super) asked: &'r Asked,
    pub(super) deadline: Instant,
}

/// The items, best first, extracts with the first of them that say much.
pub(super) fn items(call: &Call<'_>, scan: &Scan, ranking: &Ranking<'_>, request: &Request<'_>) -> Vec<Item> {
    let mut items = request.named.unread.clone();
    items.truncate(request.asked.limit);
    let chosen = &ranking.files[..ranking.files.len().min(request.asked.limit)];
    let mut looked = look_closer(call, scan, ranking, chosen, request);
    settle_members(&mut looked, ranking);
    let found = relevant(looked, ranking, request.asked.keeps_weak);
    let covered = found.iter().filter_map(|looked| looked.places.first()).map(|place| place.coverage);
    let best_covered = covered.fold(0.0, f64::max);
    let mut extracts = 0;
    for turn in 0..PLACES_PER_FILE {
        for looked in &found {
            if items.len() >= request.asked.limit {
                return items;
            }
            let place = looked.places.get(turn);
            if place.is_none() && !request.asked.filters.takes_whole_files() {
                continue;
            }
            if turn == 0 || place.is_some_and(|place| place.is_symbol || place.named_line.is_some()) {
                let says_much = |place: &Place| {
                    items.is_empty()
                        || place.is_symbol
                        || place.named_line.is_some()
                        || place.coverage >= weights::EXTRACT_SHARE * best_covered
                };
                let shows_extract = extracts < limits::SNIPPETS && place.is_some_and(says_much);
                extracts += usize::from(shows_extract);
                let scanned = &scan.files[looked.ranked.file];
                let mut item = describe(scanned, place, &ranking.vocabulary, looked);
                item.confidence = confidence(looked.ranked, place, ranking, &items);
                item.score = Some((looked.score() * 1_000.0).round() / 1_000.0);
                item.extract = place
                    .and_then(|place| looked.extract(scanned, place, &ranking.vocabulary, shows_extract));
                items.push(item);
            }
        }
    }
    items
}

/// A file read once more, for its places.
struct Looked<'r> {
    ranked: &'r Ranked,
    /// Its lines, with secrets masked: everything that is shown is cut out of this.
    text: String,
    places: Vec<Place>,
    /// Decides what a place adds.
    ask: Ask,
}

impl Looked<'_> {
    fn extract(
        &self,
        scanned: &Scanned,
        place: &Place,
        vocabulary: &Vocabulary<'_>,
        wanted: bool,
    ) -> Option<Extract> {
        wanted.then(|| extract::extract(&self.text, scanned.file.language, place, &scanned.hits, vocabulary))
    }

    /// The file's score and what its best place covers, in one.
    fn score(&self) -> f64 {
        self.ranked.score
            + features::weight(Feature::Place, self.ask)
                * self.places.first().map_or(0.0, |place| place.coverage)
    }

    fn is_member(&self) -> bool {
        self.places.first().is_some_and(|place| place.member.is_some())
    }

    fn is_asked_for(&self) -> bool {
        let is_named = |place: &Place| place.is_symbol || place.named_line.is_some();
        self.ranked.evidence.has(Feature::NamedFile) || self.places.first().is_some_and(is_named)
    }
}

/// Where a member of the query was found, its name and its owner's alone stand for nothing.
fn settle_members(looked: &mut [Looked<'_>], ranking: &Ranking<'_>) {
    let places = looked.iter().flat_map(|looked| &looked.places);
    let found: Vec<usize> = places.filter_map(|place| place.member).collect();
    if found.is_empty() {
        return;
    }
    for looked in looked {
        for place in &mut looked.places {
            place.settle(ranking.vocabulary.query, |member| found.contains(&member));
        }
        place::sort(&mut looked.places);
    }
}

/// Orders the files by what they and their places are worth, and leaves out those far below the best.
fn relevant<'r>(mut found: Vec<Looked<'r>>, ranking: &Ranking<'_>, keeps_weak: bool) -> Vec<Looked<'r>> {
    let is_named = |looked: &Looked<'_>| looked.ranked.evidence.has(Feature::NamedFile);
    // A report names many members in passing.
    let is_member = |looked: &Looked<'_>| looked.ask == Ask::Question && looked.is_member();
    let asked = |looked: &Looked<'_>| (is_named(looked), is_member(looked));
    found.sort_by(|a, b| asked(b).cmp(&asked(a)).then_with(|| b.score().total_cmp(&a.score())));
    // What the file's name says need not be said again in the place.
    let coverage = |looked: &Looked<'_>| {
        let in_place = looked.places.first().map_or(0.0, |place| place.coverage);
        (in_place + looked.ranked.evidence.stem_coverage).min(1.0)
    };
    let in_file = |looked: &Looked<'_>| looked.ranked.evidence.coverage;
    let best_place = found.iter().map(coverage).fold(0.0, f64::max);
    let best_file = found.iter().map(in_file).fold(0.0, f64::max);
    let top = found.iter().map(Looked::score).fold(f64::MIN, f64::max);
    let bottom = ranking.files.last().map_or(0.0, |last| last.score).min(top);
    let mut is_first = true;
    // Whoever reports something does not know what it is called: the right file is often far down.
    let is_report = ranking.vocabulary.query.ask == Ask::Report;
    found.retain(|looked| {
        let is_near = looked.score() - bottom >= weights::NEAR_SHARE * (top - bottom)
            || looked.score() >= top - weights::NEAR_MARGIN;
        let covers = coverage(looked) >= weights::COVERS_SHARE * best_place
            && in_file(looked) >= weights::COVERS_SHARE * best_file;
        keeps_weak || is_report || std::mem::take(&mut is_first) || looked.is_asked_for() || is_near || covers
    });
    found
}

/// Reads the chosen files and parses the first of them, on a few threads.
fn look_closer<'r>(
    call: &Call<'_>,
    scan: &Scan,
    ranking: &Ranking<'_>,
    chosen: &'r [Ranked],
    request: &Request<'_>,
) -> Vec<Looked<'r>> {
    let ask = ranking.vocabulary.query.ask;
    let look = |number: usize, ranked: &'r Ranked| -> Looked<'r> {
        let scanned = &scan.files[ranked.file];
        let nothing = Looked { ranked, text: String::new(), places: Vec::new(), ask };
        if number >= limits::LIVE_SCAN_PARSED && clock::is_past(request.deadline) {
            return nothing;
        }
        let mut bytes = Vec::new();
        let Ok(text) = read_text(call.jail, &scanned.file.path, request.sensitive, &mut bytes) else {
            return nothing;
        };
        let outline = request.indexed.and_then(|indexed| indexed.outline(&scanned.file, text));
        // Before anything is cut out: half a secret is not recognised as one.
        let text = redact_keeping_lines(text).into_owned();
        let look = Look {
            language: scanned.file.language,
            outline,
            lines: &request.named.lines_of(&scanned.file.path),
            members: scan.members.get(&scanned.file.path).map(Vec::as_slice).unwrap_or_default(),
            is_parsed: number < limits::LIVE_SCAN_PARSED,
            deadline: request.deadline,
        };
        let mut places = place::places(&text, &scanned.hits, &ranking.vocabulary, look);
        places.retain(|place| request.asked.filters.takes_kind(place.definition.kind));
        Looked { ranked, text, places, ask }
    };
    parallel::map(chosen, look).into_iter().flatten().collect()
}

fn describe(
    scanned: &Scanned,
    place: Option<&Place>,
    vocabulary: &Vocabulary<'_>,
    looked: &Looked<'_>,
) -> Item {
    let path = scanned.file.path.clone();
    let why = Some(why(scanned, &looked.ranked.evidence, place, vocabulary));
    let Some(place) = place else {
        let summary = first_line(&looked.text);
        let kind = Some("file".to_owned());
        return Item { path: Some(path), kind, summary, why, start_line: Some(1), ..Item::default() };
    };
    let definition = &place.definition;
    let symbol = (!definition.name.is_empty()).then(|| definition.qualified_name(scanned.file.language));
    let signature = (!definition.signature.is_empty()).then(|| definition.signature.clone());
    Item {
        path: Some(path),
        start_line: Some(definition.start_line),
        end_line: definition.is_whole.then_some(definition.end_line),
        symbol,
        kind: Some(definition.kind.to_owned()),
        summary: ellipsize(definition.signature.trim(), limits::SUMMARY_CHARS).into_owned(),
        why,
        signature,
        ..Item::default()
    }
}

fn first_line(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    ellipsize(line, limits::SUMMARY_CHARS).into_owned()
}

/// The reasons, in words, the strongest first.
fn why(scanned: &Scanned, evidence: &Evidence, place: Option<&Place>, vocabulary: &Vocabulary<'_>) -> String {
    let mut reasons = Vec::new();
    if let Some(line) = place.and_then(|place| place.named_line) {
        reasons.push(format!("holds line {line}, named in the request"));
    } else if evidence.has(Feature::NamedFile) {
        reasons.push("named in the request".to_owned());
    } else if evidence.has(Feature::NamedDirectory) {
        reasons.push("below a directory named in the request".to_owned());
    }
    if let Some(place) = place.filter(|place| place.is_symbol) {
        reasons.push(format!("defines {}", escape::symbol(&place.definition.name)));
    }
    let bit = |bits: u64, term: usize| bits >> term & 1 == 1;
    let names = words(vocabulary, |term| bit(evidence.path.stem, term));
    if !names.is_empty() {
        reasons.push(format!("file name matches {names}"));
    }
    let directories = words(vocabulary, |term| bit(evidence.path.directories & !evidence.path.stem, term));
    if !directories.is_empty() {
        reasons.push(format!("directory matches {directories}"));
    }
    let asked = vocabulary.concepts_present();
    if let Some(place) = place.filter(|place| place.concepts > 0) {
        reasons.push(format!("{} of {asked} terms in one {}", place.concepts, place.definition.kind));
    }
    if place.is_some_and(|place| !place.definition.is_whole) {
        reasons.push("its end was not found".to_owned());
    }
    if reasons.is_empty() || place.is_none() {
        let mentioned = words(vocabulary, |term| counts_of(&scanned.hits.counts, term).all > 0);
        if !mentioned.is_empty() {
            reasons.push(format!("mentions {mentioned}"));
        }
    }
    ellipsize(&reasons.join("; "), limits::SUMMARY_CHARS).into_owned()
}

/// The notions that `holds` finds, as the person wrote them.
fn words(vocabulary: &Vocabulary<'_>, holds: impl Fn(usize) -> bool) -> String {
    let query = vocabulary.query;
    let mut found: Vec<&str> = Vec::new();
    for (number, term) in query.terms.iter().enumerate() {
        let concept = &query.concepts[term.concept];
        let shown = concept.shown.as_str();
        if holds(number) && !concept.own_name && !found.contains(&shown) && found.len() < WORDS_NAMED {
            found.push(shown);
        }
    }
    found.join(", ")
}

/// How much of the query the file answers, and how close it comes to the best; never above what stands before it.
fn confidence(ranked: &Ranked, place: Option<&Place>, ranking: &Ranking<'_>, before: &[Item]) -> f64 {
    let evidence = &ranked.evidence;
    let asked = ranking.vocabulary.concepts_present().max(1) as f64;
    let in_place = place.map_or(0.0, |place| (place.concepts as f64 / asked).min(1.0));
    let mut strength = 0.4 * evidence.coverage
        + 0.3 * in_place
        + 0.2 * evidence.values.get(Feature::Names)
        + 0.1 * evidence.path.stem_share;
    let is_named = |place: &Place| place.is_symbol || place.named_line.is_some();
    if evidence.has(Feature::NamedFile) || place.is_some_and(is_named) {
        strength = strength.max(0.9);
    }
    let top = ranking.files.first().map_or(0.0, |first| first.score);
    let bottom = ranking.files.last().map_or(0.0, |last| last.score);
    let relative = if top > bottom { (ranked.score - bottom) / (top - bottom) } else { 1.0 };
    let value = strength * (0.5 + 0.5 * relative);
    let ceiling = before.last().map_or(CONFIDENCE_MAX, |last| last.confidence);
    let rounded = (value.clamp(CONFIDENCE_MIN, CONFIDENCE_MAX) * 100.0).round() / 100.0;
    rounded.min(ceiling)
}
