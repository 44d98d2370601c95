//! From ranked files to items: their passages, why they are there, and how sure that is.

use std::borrow::Cow;
use std::time::Instant;

use foreword_guard::path::Jail;
use foreword_guard::redact_keeping_lines;
use foreword_guard::sensitive::Sensitive;
use foreword_model::finding::{FurtherPlace, Item};
use foreword_model::limits;
use foreword_text::truncate::ellipsize;

use super::certainty::{self, Certainty};
use super::evidence::{RankedPassage, settle_members, sort_in_file};
use super::features::{Ask, Feature, Values};
use super::indexed::Indexed;
use super::look_closer::look_closer;
use super::matcher::{FileHits, Matcher};
use super::named::{Named, split_line};
use super::passages::{FilePassages, Passage};
use super::query::TextForm;
use super::rank::{Ranked, Ranking};
use super::reasons::{ReasonedPlace, why};
use super::request::SearchRequest;
use super::scan::Scan;
use super::select;
use super::vocabulary::Vocabulary;
use super::weights;
use super::window::{self, LineValues};

/// No answer of a search is certain.
const CONFIDENCE_MAX: f64 = 0.95;
/// What even the weakest answer that is shown has.
const CONFIDENCE_MIN: f64 = 0.05;
/// By which the confidence of two places of a list differs at least, so that fusion keeps their order.
const CONFIDENCE_STEP: f64 = 0.01;
/// Lines of an extract in an answer to a question; a place that is a little longer is shown whole.
const ANSWER_LINES: usize = limits::SNIPPET_LINES * 4 / 5;
/// Lines of a place for which there is less room.
const SHORTER_LINES: [usize; 2] = [8, 4];
/// What the line is worth that the request names: it is shown, whatever else is.
const NAMED_LINE_VALUE: f64 = 1e6;
/// Places of a sure answer, unless more are named.
const SURE_PLACES: usize = 4;
/// Places of one file besides its best one.
const FURTHER_PLACES: usize = 4;
/// A further place covers at least this share of what the best one of the file covers, unless it is named.
const FURTHER_SHARE: f64 = 0.6;
/// What a search was asked for besides its words.
pub(super) struct Request<'r, 'q> {
    pub(super) named: &'r Named,
    pub(super) matcher: &'r Matcher<'q>,
    /// What knows the definitions of unchanged files.
    pub(super) indexed: Option<&'r Indexed<'r>>,
    pub(super) sensitive: &'r Sensitive,
    pub(super) asked: &'r SearchRequest,
    pub(super) deadline: Instant,
}

/// The items, best first, extracts with the first of them that say much.
pub(super) fn items(
    jail: &Jail,
    scan: &Scan,
    ranking: &Ranking<'_>,
    request: &Request<'_, '_>,
) -> RankedAnswer {
    let mut items = request.named.unread.clone();
    items.truncate(request.asked.limit);
    let mut evidence = Vec::new();
    let mut certainty = None;
    let mut looked = look_closer(jail, scan, ranking, request);
    settle(&mut looked, ranking);
    match request.asked.form {
        TextForm::Prompt => {
            let (places, judged) = best_places(&looked, scan, ranking, request, &mut evidence);
            items.extend(places);
            certainty = judged;
        }
        TextForm::Question => best_files(looked, scan, ranking, request, &mut items),
    }
    items.truncate(request.asked.limit);
    RankedAnswer { items, evidence, certainty }
}

/// What a search answers with.
pub(super) struct RankedAnswer {
    /// Best first.
    pub(super) items: Vec<Item>,
    /// What put the places of a prompt there.
    pub(super) evidence: Vec<PlaceEvidence>,
    /// How sure an answer to a prompt is.
    pub(super) certainty: Option<Certainty>,
}

/// What put a place into the answer to a prompt.
pub(super) struct PlaceEvidence {
    pub(super) path: String,
    pub(super) line: u32,
    pub(super) score: f64,
    pub(super) values: Values,
    /// Whether it is what the query names.
    pub(super) is_named: bool,
}

/// One item for each file: its best place, with the further ones under it.
fn best_files(
    looked: Vec<LookedFile<'_>>,
    scan: &Scan,
    ranking: &Ranking<'_>,
    request: &Request<'_, '_>,
    items: &mut Vec<Item>,
) {
    let found = relevant(looked, ranking, request.asked.keeps_weak);
    let covered = found.iter().filter_map(|looked| looked.passages.first()).map(|ranked| ranked.coverage);
    let best_covered = covered.fold(0.0, f64::max);
    let mut extracts = 0;
    for looked in &found {
        if items.len() >= request.asked.limit {
            return;
        }
        let ranked = looked.passages.first();
        if ranked.is_none() && !request.asked.filters.takes_whole_files() {
            continue;
        }
        let says_much = |ranked: &RankedPassage| {
            items.is_empty() || ranked.is_named() || ranked.coverage >= weights::EXTRACT_SHARE * best_covered
        };
        let shows_extract = extracts < limits::ANSWER_SNIPPETS && ranked.is_some_and(says_much);
        extracts += usize::from(shows_extract);
        let mut item = looked.describe(scan, ranked, &ranking.vocabulary);
        item.confidence = confidence(looked, ranked, ranking, items);
        item.score = Some((looked.score() * 1_000.0).round() / 1_000.0);
        item.places = looked.further_places(scan);
        if let Some(ranked) = ranked.filter(|_| shows_extract) {
            let masked = redact_keeping_lines(&looked.text);
            looked.show(ranked, &masked, scan, ranking, ANSWER_LINES, &mut item);
        }
        items.push(item);
    }
}

/// The best places, whatever their files.
fn best_places(
    looked: &[LookedFile<'_>],
    scan: &Scan,
    ranking: &Ranking<'_>,
    request: &Request<'_, '_>,
    evidence: &mut Vec<PlaceEvidence>,
) -> (Vec<Item>, Option<Certainty>) {
    let candidates: Vec<select::Candidate<'_>> = looked
        .iter()
        .enumerate()
        .flat_map(|(file, looked)| {
            let is_named_file = looked.ranked.evidence.has(Feature::NamedFile);
            looked.passages.iter().map(move |ranked| select::Candidate {
                file,
                ranked,
                passage: &looked.cut.passages[ranked.passage],
                is_named_file,
            })
        })
        .collect();
    let mut masked: Vec<Option<Cow<'_, str>>> = looked.iter().map(|_| None).collect();
    let mut items: Vec<Item> = Vec::new();
    let mut chars_left = limits::PLACES_CHARS;
    let lines_of = |candidate: &select::Candidate<'_>, room: usize| {
        let looked = &looked[candidate.file];
        let lines: Vec<&str> = looked.text.lines().collect();
        let values = looked.line_values(scan, ranking, candidate.ranked, candidate.passage);
        let language = scan.files[looked.ranked.file].file.language;
        window::stretches(&lines, language, candidate.passage, &values, room)
    };
    let mut places = select::choose(&candidates, &ranking.vocabulary, request.asked.limit, lines_of);
    let looks = certainty::looks(&candidates, &places, &ranking.vocabulary);
    #[cfg(feature = "bench")]
    super::candidates::write(
        &request.asked.query,
        looks.as_ref(),
        &candidates,
        |file| looked[file].ranked.file,
        scan,
    );
    let certainty = looks.as_ref().map(certainty::judge);
    if certainty == Some(Certainty::Sure) {
        // What is asked for by its name may be defined many times.
        let named = places.iter().take_while(|chosen| chosen.candidate.ranked.is_named()).count();
        places.truncate(named.max(SURE_PLACES));
    }
    for chosen in places {
        let select::Candidate { file, ranked, .. } = chosen.candidate;
        let looked = &looked[file];
        let masked = masked[file].get_or_insert_with(|| redact_keeping_lines(&looked.text));
        let mut item = looked.describe(scan, Some(ranked), &ranking.vocabulary);
        item.confidence = confidence(looked, Some(ranked), ranking, &items);
        if let Some(before) = items.last() {
            item.confidence = item.confidence.min(before.confidence - CONFIDENCE_STEP).max(0.0);
        }
        item.score = Some((ranked.score * 1_000.0).round() / 1_000.0);
        evidence.push(PlaceEvidence {
            path: scan.files[looked.ranked.file].file.path.clone(),
            line: looked.cut.passages[ranked.passage].definition.start_line,
            score: ranked.score,
            values: ranked.values,
            is_named: ranked.is_named() || ranked.member.is_some(),
        });
        let lines: Vec<&str> = masked.lines().collect();
        let language = scan.files[looked.ranked.file].file.language;
        let passage = &looked.cut.passages[ranked.passage];
        let values = looked.line_values(scan, ranking, ranked, passage);
        // A place that does not fit is shown shorter, or only named.
        let is_given = was_given(request.asked, &item, &chosen.stretches);
        let shorter =
            SHORTER_LINES.into_iter().map(|room| window::stretches(&lines, language, passage, &values, room));
        for stretches in std::iter::once(chosen.stretches).chain(shorter) {
            let extract = window::extract(&lines, language, passage, &stretches);
            // What the session has is only named again, and leaves its room to others.
            let chars = if is_given { 0 } else { extract.text.chars().count() };
            if let Some(left) = chars_left.checked_sub(chars) {
                chars_left = left;
                name_by_shown_lines(&mut item, passage, &stretches);
                item.extract = Some(extract);
                break;
            }
        }
        items.push(item);
    }
    (items, certainty)
}

/// A passage that is no definition goes by the lines that are shown of it: nothing at its top says where these begin.
fn name_by_shown_lines(item: &mut Item, passage: &Passage, stretches: &[window::Stretch]) {
    if let (true, Some((first, _)), Some((_, last))) =
        (passage.definition.name.is_empty(), stretches.first(), stretches.last())
    {
        item.start_line = Some(*first);
        item.end_line = Some(*last);
    }
}

/// Whether a place is one of those that the session was given before. A session remembers the first line that was shown.
fn was_given(request: &SearchRequest, item: &Item, stretches: &[window::Stretch]) -> bool {
    let (Some(path), Some(start)) = (item.path.as_deref(), item.start_line) else { return false };
    let first = stretches.first().map_or(start, |(first, _)| (*first).min(start));
    request.earlier.iter().any(|place| {
        let (earlier, line) = split_line(place);
        earlier == path && line.is_some_and(|line| (first..=start).contains(&line))
    })
}

/// A file read once more, for its passages.
pub(super) struct LookedFile<'r> {
    pub(super) ranked: &'r Ranked,
    pub(super) text: String,
    pub(super) cut: FilePassages,
    /// Best first.
    pub(super) passages: Vec<RankedPassage>,
}

impl LookedFile<'_> {
    /// The file's score and what its best place covers, in one.
    fn score(&self) -> f64 {
        let place = self.passages.first().map_or(0.0, |ranked| ranked.values.get(Feature::Place));
        self.ranked.score + super::features::weight(Feature::Place, Ask::Question) * place
    }

    fn is_member(&self) -> bool {
        self.passages.first().is_some_and(|ranked| ranked.member.is_some())
    }

    /// The places of the file that answer besides the first one: definitions apart from those that are listed.
    fn further_places(&self, scan: &Scan) -> Vec<FurtherPlace> {
        let Some((best, rest)) = self.passages.split_first() else { return Vec::new() };
        let passage = |ranked: &RankedPassage| &self.cut.passages[ranked.passage];
        let language = scan.files[self.ranked.file].file.language;
        let mut listed = vec![passage(best)];
        for ranked in rest {
            let next = passage(ranked);
            let answers = ranked.is_named() || ranked.coverage >= FURTHER_SHARE * best.coverage;
            // What is named is listed also around or in another place.
            let is_apart = |known: &&Passage| match ranked.is_named() {
                true => next.definition.start_line != known.definition.start_line,
                false => next.last < known.first || known.last < next.first,
            };
            if listed.len() <= FURTHER_PLACES && answers && listed.iter().all(is_apart) {
                listed.push(next);
            }
        }
        let place = |passage: &Passage| {
            let definition = &passage.definition;
            let symbol = (!definition.name.is_empty()).then(|| definition.qualified_name(language));
            FurtherPlace {
                start_line: definition.start_line,
                end_line: definition.is_whole.then_some(definition.end_line),
                symbol,
                kind: Some(definition.kind.to_owned()),
            }
        };
        listed.into_iter().skip(1).map(place).collect()
    }

    fn is_asked_for(&self) -> bool {
        let evidence = &self.ranked.evidence;
        evidence.has(Feature::NamedFile)
            || evidence.is_quoted
            || self.passages.first().is_some_and(RankedPassage::is_named)
    }

    /// Puts the lines of a place that are shown into its item.
    fn show(
        &self,
        ranked: &RankedPassage,
        masked: &str,
        scan: &Scan,
        ranking: &Ranking<'_>,
        room: usize,
        item: &mut Item,
    ) {
        let passage = &self.cut.passages[ranked.passage];
        let lines: Vec<&str> = masked.lines().collect();
        let language = scan.files[self.ranked.file].file.language;
        let values = self.line_values(scan, ranking, ranked, passage);
        let stretches = window::stretches(&lines, language, passage, &values, room);
        name_by_shown_lines(item, passage, &stretches);
        item.extract = Some(window::extract(&lines, language, passage, &stretches));
    }

    /// What the lines of a passage are worth.
    fn line_values(
        &self,
        scan: &Scan,
        ranking: &Ranking<'_>,
        ranked: &RankedPassage,
        passage: &Passage,
    ) -> LineValues {
        let hits = &scan.files[self.ranked.file].hits;
        let mut values = line_values(hits, &ranking.vocabulary, passage);
        let named = ranked.named_line.and_then(|line| values.verbatim.get_mut(line as usize - 1));
        named.into_iter().for_each(|value| *value += NAMED_LINE_VALUE);
        values
    }

    fn describe(&self, scan: &Scan, ranked: Option<&RankedPassage>, vocabulary: &Vocabulary<'_>) -> Item {
        let scanned = &scan.files[self.ranked.file];
        let path = scanned.file.path.clone();
        let passage = ranked.map(|ranked| &self.cut.passages[ranked.passage]);
        let (evidence, place) = (&self.ranked.evidence, ranked.zip(passage));
        let why = why(&ReasonedPlace { scanned, evidence, place, text: &self.text }, vocabulary);
        let Some(passage) = passage else {
            let summary = first_line(&redact_keeping_lines(&self.text));
            let kind = Some("file".to_owned());
            return Item { path: Some(path), kind, summary, why, start_line: Some(1), ..Item::default() };
        };
        let definition = &passage.definition;
        let symbol = (!definition.name.is_empty()).then(|| definition.qualified_name(scanned.file.language));
        let signature = redact_keeping_lines(&definition.signature).into_owned();
        Item {
            path: Some(path),
            start_line: Some(definition.start_line),
            end_line: definition.is_whole.then_some(definition.end_line),
            symbol,
            kind: Some(definition.kind.to_owned()),
            summary: ellipsize(signature.trim(), limits::SUMMARY_CHARS).into_owned(),
            why,
            signature: (!signature.is_empty()).then_some(signature),
            ..Item::default()
        }
    }
}

/// What the lines of a passage are worth: each notion on a line once, and what stands there verbatim.
fn line_values(hits: &FileHits, vocabulary: &Vocabulary<'_>, passage: &Passage) -> LineValues {
    let count = passage.last as usize;
    let mut values = LineValues { notions: vec![0.0; count], verbatim: vec![0.0; count] };
    let from = hits.hits.partition_point(|hit| hit.line < passage.first);
    let of_passage = hits.hits[from..].iter().take_while(|hit| hit.line <= passage.last);
    let mut on_line: (u32, u64) = (0, 0);
    for hit in of_passage {
        let concept = vocabulary.query.terms[usize::from(hit.term)].concept;
        if on_line.0 != hit.line {
            on_line = (hit.line, 0);
        }
        if on_line.1 >> concept & 1 == 0 {
            on_line.1 |= 1 << concept;
            values.notions[hit.line as usize - 1] += vocabulary.term_value(usize::from(hit.term));
        }
    }
    let is_inside = |line: u32| (passage.first..=passage.last).contains(&line);
    for (literal, line) in hits.verbatim.literal_lines.iter().filter(|(_, line)| is_inside(*line)) {
        values.verbatim[*line as usize - 1] += 4.0 * vocabulary.query.literals[usize::from(*literal)].weight;
    }
    for (_, line) in hits.verbatim.key_lines.iter().filter(|(_, line)| is_inside(*line)) {
        values.verbatim[*line as usize - 1] += 3.0;
    }
    for (_, line) in hits.verbatim.runs.lines.iter().filter(|(_, line)| is_inside(*line)) {
        values.verbatim[*line as usize - 1] += 1.0;
    }
    values
}

/// Where a member of the query was found, its name and its owner's alone stand for nothing.
fn settle(looked: &mut [LookedFile<'_>], ranking: &Ranking<'_>) {
    let query = ranking.vocabulary.query;
    let found: Vec<usize> =
        looked.iter().flat_map(|looked| &looked.passages).filter_map(|ranked| ranked.member).collect();
    for looked in looked {
        if !found.is_empty() {
            settle_members(&mut looked.passages, &looked.cut, query, &found);
        }
        sort_in_file(&mut looked.passages, &looked.cut, query.ask);
    }
}

/// Orders the files by what they and their places are worth, and leaves out those far below the best.
fn relevant<'r>(
    mut found: Vec<LookedFile<'r>>,
    ranking: &Ranking<'_>,
    keeps_weak: bool,
) -> Vec<LookedFile<'r>> {
    let is_named = |looked: &LookedFile<'_>| looked.ranked.evidence.has(Feature::NamedFile);
    // A report names many members in passing.
    let is_report = ranking.vocabulary.query.ask == Ask::Report;
    let is_member = |looked: &LookedFile<'_>| !is_report && looked.is_member();
    let is_quoted = |looked: &LookedFile<'_>| looked.ranked.evidence.is_quoted;
    let asked = |looked: &LookedFile<'_>| (is_named(looked), is_member(looked), is_quoted(looked));
    found.sort_by(|a, b| asked(b).cmp(&asked(a)).then_with(|| b.score().total_cmp(&a.score())));
    // What the file's name says need not be said again in the place.
    let coverage = |looked: &LookedFile<'_>| {
        let in_place = looked.passages.first().map_or(0.0, |ranked| ranked.coverage);
        (in_place + looked.ranked.evidence.stem_coverage).min(1.0)
    };
    let in_file = |looked: &LookedFile<'_>| looked.ranked.evidence.coverage;
    let best_place = found.iter().map(coverage).fold(0.0, f64::max);
    let best_file = found.iter().map(in_file).fold(0.0, f64::max);
    let top = found.iter().map(LookedFile::score).fold(f64::MIN, f64::max);
    let bottom = ranking.files.last().map_or(0.0, |last| last.score).min(top);
    let mut is_first = true;
    // Whoever reports something does not know what it is called: the right file is often far down.
    found.retain(|looked| {
        let is_near = looked.score() - bottom >= weights::NEAR_SHARE * (top - bottom)
            || looked.score() >= top - weights::NEAR_MARGIN;
        let covers = coverage(looked) >= weights::COVERS_SHARE * best_place
            && in_file(looked) >= weights::COVERS_SHARE * best_file;
        keeps_weak || is_report || std::mem::take(&mut is_first) || looked.is_asked_for() || is_near || covers
    });
    found
}

fn first_line(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    ellipsize(line, limits::SUMMARY_CHARS).into_owned()
}

/// How much of the query the file answers, and how close it comes to the best; never above what stands before it.
fn confidence(
    looked: &LookedFile<'_>,
    place: Option<&RankedPassage>,
    ranking: &Ranking<'_>,
    before: &[Item],
) -> f64 {
    let evidence = &looked.ranked.evidence;
    let asked = ranking.vocabulary.concepts_present().max(1) as f64;
    let in_place = place.map_or(0.0, |place| (place.concepts as f64 / asked).min(1.0));
    let mut strength = 0.4 * evidence.coverage
        + 0.3 * in_place
        + 0.2 * evidence.values.get(Feature::Names)
        + 0.1 * evidence.path.stem_share;
    if evidence.has(Feature::NamedFile) || place.is_some_and(RankedPassage::is_named) {
        strength = strength.max(0.9);
    }
    let top = ranking.files.first().map_or(0.0, |first| first.score);
    let bottom = ranking.files.last().map_or(0.0, |last| last.score);
    let relative = if top > bottom { (looked.ranked.score - bottom) / (top - bottom) } else { 1.0 };
    let value = strength * (0.5 + 0.5 * relative);
    let ceiling = before.last().map_or(CONFIDENCE_MAX, |last| last.confidence);
    let rounded = (value.clamp(CONFIDENCE_MIN, CONFIDENCE_MAX) * 100.0).round() / 100.0;
    rounded.min(ceiling)
}
