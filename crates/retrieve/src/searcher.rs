//! The search itself: query → candidates → evidence → order → places.
//!
//! With an index, it reads only what the index proposes and what changed since; without one it reads everything.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::store::FileId;
use foreword_index::view::{IndexView, State};
use foreword_index::walk::content::EntryKind;
use foreword_index::walk::unbounded_note;
use foreword_model::{clock, limits};

use super::answer::PlaceEvidence;
use super::answer::{self, RankedAnswer};
use super::features::{Ask, Values};
use super::graph::Graph;
use super::hits::{ComparedFiles, ExplainedScore, IndexUse, ScanSummary, SearchHits};
use super::indexed::{self, Indexed};
use super::matcher::Matcher;
use super::named::{self, Named, NamedRules};
use super::query::{self, Query};
use super::rank::{self, Ranked, Ranking};
use super::request::SearchRequest;
use super::scan::{self, Scan};
use super::setting::Setting;
use super::visible_text::Translations;
use super::{absent, anchors};

/// The part of the time that reading may take; the rest is for parsing what was found.
const SCAN_SHARE: f64 = 0.75;

/// What a search works with.
#[derive(Debug, Clone, Copy)]
pub struct Searcher<'s> {
    /// The repository.
    pub jail: &'s Jail,
    /// Its index, if there is one.
    pub index: &'s IndexView,
    /// Files whose content is never read.
    pub sensitive: &'s Sensitive,
    /// Globs that are not read besides the default ones.
    pub excludes: &'s [String],
    /// When the answer must be there.
    pub deadline: Instant,
}

/// What was searched, for whom, and how the index stood to it.
struct Searched<'v> {
    scan: Scan,
    named: Named,
    indexed: Option<(Indexed<'v>, Graph<'v>)>,
    index: IndexUse,
}

impl<'v> Searcher<'v> {
    /// What answers the request.
    pub fn search(&self, request: &SearchRequest) -> SearchHits {
        let started = clock::now();
        let deadline = self.deadline.min(started + Duration::from_millis(limits::LIVE_SCAN_MS));
        let scan_deadline = started + deadline.saturating_duration_since(started).mul_f64(SCAN_SHARE);
        let setting = Setting::of(self.jail.root());
        let text = named::without_directories(&request.query, &request.paths);
        let mut query =
            query::read(&text, &request.symbols, &setting.names, request.form, &request.earlier_prompts);
        if let Some(store) = self.index.usable() {
            // What cannot be read is noticed by the scan.
            let _ = anchors::add(&mut query, store);
            if let (Ask::Prompt, Ok(records), Ok(ids)) = (query.ask, self.index.records(), self.index.ids()) {
                let sensitive = self.sensitive;
                let content = self.index.content(self.jail);
                let translations = Translations { store, records, ids, jail: self.jail, sensitive, content };
                let _ = translations.add_to(&mut query);
            }
        }
        let earlier = earlier_files(&query, &request.earlier);
        let query = query;
        let matcher = Matcher::new(&query);
        let mut notes = Vec::new();
        let by_index = self.by_index(request, &setting, (&matcher, &earlier), scan_deadline, &mut notes);
        let searched =
            by_index.unwrap_or_else(|| self.by_live_scan(request, &matcher, scan_deadline, &mut notes));
        let Searched { mut scan, mut named, indexed, mut index } = searched;
        scan.earlier = earlier;
        scan.part_levels = setting.part_levels;
        named::look_at_rest(&mut named, self.jail, &matcher, self.sensitive, &mut scan);
        let (indexed, graph) = indexed.unzip();
        let ranking = rank::rank(&scan, &query, &matcher, &named, |files, vocabulary| {
            let Some((indexed, graph)) = indexed.as_ref().zip(graph) else { return Vec::new() };
            let path = |ranked: &Ranked| scan.files[ranked.file].file.path.as_str();
            let ids: Vec<Option<FileId>> = files.iter().map(|ranked| indexed.id_of(path(ranked))).collect();
            graph.links(files, &ids, vocabulary)
        });
        let look = answer::Request {
            named: &named,
            matcher: &matcher,
            indexed: indexed.as_ref(),
            sensitive: self.sensitive,
            asked: request,
            deadline,
        };
        let RankedAnswer { items, evidence: places, certainty } =
            answer::items(self.jail, &scan, &ranking, &look);
        let known = indexed.as_ref().and_then(|indexed| Some((indexed.store(), indexed.checked()?)));
        let records = indexed.as_ref().and_then(|_| self.index.records().ok()).unwrap_or_default();
        let known_paths = || {
            let scanned = scan.files.iter().map(|scanned| scanned.file.path.as_str());
            scanned.chain(records.iter().map(|record| record.path.as_str()))
        };
        let absent =
            absent::names(&request.symbols, &named, &query, &scan, known, known_paths).unwrap_or_default();
        // Last: only now is it known whether everything that was read of the index was whole.
        notes.extend(self.index.ask_for_refresh(self.jail.root()));
        if !self.index.damage().is_empty() && index.state != State::Building {
            index.state = State::Damaged;
        }
        let is_shown = |path: &str| items.iter().any(|item| item.path.as_deref() == Some(path));
        let explained = explain(&scan, &ranking, &places, |path| request.explains_all || is_shown(path));
        let is_prompt = request.form == query::TextForm::Prompt;
        let of_named = places.iter().filter(|place| place.is_named);
        let named = is_prompt.then(|| of_named.map(|place| (place.path.clone(), place.line)).collect());
        SearchHits {
            items,
            named,
            symbols: query.symbols.clone(),
            absent,
            certainty,
            scanned: summarize(&scan),
            index,
            ranking: explained,
            notes,
        }
    }

    /// Reads what the index proposes and what changed since; nothing if there is no index to be trusted.
    fn by_index(
        &self,
        request: &SearchRequest,
        setting: &Setting,
        (matcher, earlier): (&Matcher<'_>, &BTreeMap<String, f64>),
        deadline: Instant,
        notes: &mut Vec<String>,
    ) -> Option<Searched<'v>> {
        let indexed = Indexed::open(self.index, self.jail)?;
        let mut said = Vec::new();
        let rules = self.named_rules(self.jail);
        let named = named::resolve(self.jail, &request.paths, rules, || indexed.paths(), &mut said);
        let search = indexed::Search {
            query: matcher.query(),
            matcher,
            named: &named,
            sensitive: self.sensitive,
            content: rules.content,
            filters: &request.filters,
            part_levels: setting.part_levels,
            earlier,
            deadline,
        };
        let (scan, graph) = indexed.scan(&search).ok()?;
        notes.append(&mut said);
        if rules.content.refused(".", EntryKind::Directory).is_some() {
            notes.push(unbounded_note(&[".".to_owned()]));
        }
        let checked = indexed.checked()?;
        if scan.cut.is_some() {
            notes.push(format!("{} files not searched: time limit", scan.passed_over.len()));
        }
        if scan.changed_left > 0 {
            let left = scan.changed_left;
            notes.push(format!("{left} changed files not searched until the index is refreshed"));
        }
        // What is injected says this at its head.
        if checked.files < checked.of && request.form == query::TextForm::Question {
            notes.push(format!("{} of {} files checked for changes: time limit", checked.files, checked.of));
        }
        let state = if checked.is_fresh() { State::Fresh } else { State::Stale };
        let compared = ComparedFiles {
            checked: checked.files,
            of: checked.of,
            changed: checked.changed.len(),
            removed: checked.removed.len(),
            unread: scan.changed_left,
        };
        let index = IndexUse { state, compared: Some(compared) };
        Some(Searched { scan, named, indexed: Some((indexed, graph)), index })
    }

    fn by_live_scan(
        &self,
        request: &SearchRequest,
        matcher: &Matcher<'_>,
        deadline: Instant,
        notes: &mut Vec<String>,
    ) -> Searched<'v> {
        let rules =
            scan::Rules { sensitive: self.sensitive, excludes: self.excludes, filters: &request.filters };
        let scan = scan::scan(self.jail, matcher, &rules, deadline);
        let paths = || {
            let read = scan.files.iter().map(|scanned| scanned.file.path.as_str());
            read.chain(scan.passed_over.iter().map(String::as_str))
        };
        let named = named::resolve(self.jail, &request.paths, self.named_rules(self.jail), paths, notes);
        notes.extend(scan.unbounded.clone());
        if let Some(stopped) = scan.cut {
            notes.push(format!("live scan stopped after {} files: {}", scan.files.len(), stopped.words()));
        }
        let state = if self.index.is_building() { State::Building } else { State::Missing };
        Searched { scan, named, indexed: None, index: IndexUse { state, compared: None } }
    }

    fn named_rules(&self, jail: &Jail) -> NamedRules<'v> {
        NamedRules { sensitive: self.sensitive, content: self.index.content(jail) }
    }
}

/// The files of the session's earlier places, if the query leans on them: each later one for less.
fn earlier_files(query: &Query, earlier: &[String]) -> BTreeMap<String, f64> {
    const DECAY: f64 = 0.85;
    let mut files = BTreeMap::new();
    if query.leans_on_earlier {
        let mut worth = 1.0;
        for place in earlier {
            let path = named::split_line(place).0;
            if !files.contains_key(path) {
                files.insert(path.to_owned(), worth);
                worth *= DECAY;
            }
        }
    }
    files
}

fn summarize(scan: &Scan) -> ScanSummary {
    ScanSummary {
        files: scan.searched(),
        bytes: scan.bytes,
        languages: scan.languages.clone(),
        is_complete: scan.is_whole(),
        sensitive: scan.sensitive,
        large: scan.large.clone(),
    }
}

/// The evidence, feature by feature: for the places of a prompt, else for the files that `takes` takes.
fn explain(
    scan: &Scan,
    ranking: &Ranking<'_>,
    places: &[PlaceEvidence],
    takes: impl Fn(&str) -> bool,
) -> Vec<ExplainedScore> {
    let round = |value: f64, to: f64| (value * to).round() / to;
    let features = |values: &Values, to: f64| -> Vec<(&'static str, f64)> {
        values.named().map(|(name, value)| (name, round(value, to))).collect()
    };
    if !places.is_empty() {
        // Weights of places are larger.
        let of_place = |place: &PlaceEvidence| ExplainedScore {
            path: place.path.clone(),
            line: Some(place.line),
            score: round(place.score, 1_000.0),
            features: features(&place.values, 100_000.0),
        };
        return places.iter().map(of_place).collect();
    }
    let of_file = |ranked: &Ranked| {
        let path = scan.files[ranked.file].file.path.as_str();
        takes(path).then(|| ExplainedScore {
            path: path.to_owned(),
            line: None,
            score: round(ranked.score, 1_000.0),
            features: features(&ranked.evidence.values, 1_000.0),
        })
    };
    ranking.files.iter().filter_map(of_file).collect()
}
