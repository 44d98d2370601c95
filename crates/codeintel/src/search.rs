//! `ci_search`: the places that answer a question.
//!
//! query → scan → rank → extract. With an index, the scan reads only what the index proposes and what changed since;
//! without one it reads everything.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use foreword_exec::spec::ToolSpec;
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::escape;
use foreword_guard::path::Jail;
use foreword_guard::secrets::count_masked;
use foreword_guard::sensitive::Sensitive;
use foreword_index::store::FileId;
use foreword_index::view::{IndexView, State};
use foreword_index::walk::content::EntryKind;
use foreword_index::walk::unbounded_note;
use foreword_model::finding::{Claim, Item};
use foreword_model::{clock, limits};
use foreword_text::fold;
use serde_json::{Map, Value, json};

mod absent;
mod anchors;
mod answer;
mod asked;
mod asked_kinds;
#[cfg(feature = "bench")]
mod candidates;
mod commits;
mod corpus;
mod current_work;
mod evidence;
mod features;
mod filters;
mod graph;
mod indexed;
mod literals;
mod look_closer;
mod matcher;
mod member;
mod named;
mod passage_scores;
mod passages;
mod query;
mod query_postings;
mod query_reader;
mod rank;
mod scan;
mod select;
mod setting;
mod tested;
mod visible_text;
mod vocabulary;
mod weights;
mod window;

use crate::claims;
use answer::PlaceEvidence;
use asked::Asked;
pub(crate) use asked::{EARLIER, EARLIER_PROMPTS, LIST, LOOK_AT};
pub use features::{Ask, feature_weights};
use graph::Graph;
use indexed::Indexed;
use matcher::Matcher;
use named::{Named, NamedRules};
use query::Query;
use rank::{Ranked, Ranking};
use scan::Scan;
pub(crate) use scan::read_text;
use setting::Setting;
use visible_text::Translations;

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_search"),
    description: Cow::Borrowed("The places in the code that answer a question, a symbol or an error text."),
    tier: 1,
    timeout_ms: 2_000,
    args: Some(asked::ARGS),
    built: true,
};

/// The part of the time that reading may take; the rest is for parsing what was found.
const SCAN_SHARE: f64 = 0.75;

/// The search, for every tool that starts from one.
pub(crate) struct Search {
    index: Arc<IndexView>,
    sensitive: Sensitive,
    excludes: Vec<String>,
    /// What was searched for in this process: two tools ask the same question of one prompt.
    known: Mutex<BTreeMap<Asked, Arc<OnceLock<Arc<Found>>>>>,
}

/// What a search found.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The places, best first.
    pub(crate) items: Vec<Item>,
    /// Of the places of a prompt, those that it names, as path and line; nothing where files are listed.
    pub(crate) named: Option<Vec<(String, u32)>>,
    answer: ToolAnswer,
}

/// What was searched, for whom, and how the index stood to it.
struct Searched<'v> {
    scan: Scan,
    named: Named,
    indexed: Option<(Indexed<'v>, Graph<'v>)>,
    index: Value,
}

impl Search {
    /// With the index, the files that are never read and the globs that are not.
    pub(crate) fn new(index: Arc<IndexView>, sensitive: Sensitive, excludes: Vec<String>) -> Self {
        Self { index, sensitive, excludes, known: Mutex::default() }
    }

    /// What a search finds; the second who asks the same waits for the first.
    pub(crate) fn find(&self, call: &Call<'_>) -> Result<Arc<Found>, ToolFailure> {
        let asked = Asked::of(call)?;
        let slot = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(asked.clone()).or_default())
        };
        Ok(Arc::clone(slot.get_or_init(|| {
            Arc::new(if asked.looks_at_work {
                self.current_work(call, &asked)
            } else {
                self.search(call, &asked)
            })
        })))
    }

    fn named_rules<'s>(&'s self, jail: &Jail) -> NamedRules<'s> {
        NamedRules { sensitive: &self.sensitive, content: self.index.content(jail) }
    }

    /// The places of the work at hand, for a question that names nothing.
    fn current_work(&self, call: &Call<'_>, asked: &Asked) -> Found {
        let (items, mut notes) =
            current_work::find(call, asked, self.named_rules(call.jail), self.index.folder());
        notes.extend(self.index.ask_for_refresh(call.jail.root()));
        let summary = match items.len() {
            0 => "nothing uncommitted, and no earlier place".to_owned(),
            1 => "1 place of the work at hand".to_owned(),
            several => format!("{several} places of the work at hand"),
        };
        let redactions = count_masked(&json!(items).to_string());
        let data = json!({ "items": items, "claims": [] });
        let answer = ToolAnswer { summary, data: Some(data), truncated: false, notes, redactions };
        Found { items, named: None, answer }
    }

    fn search(&self, call: &Call<'_>, asked: &Asked) -> Found {
        let started = clock::now();
        let deadline = call.deadline.min(started + Duration::from_millis(limits::LIVE_SCAN_MS));
        let scan_deadline = started + deadline.saturating_duration_since(started).mul_f64(SCAN_SHARE);
        let setting = Setting::of(call.jail.root());
        let text = named::without_directories(&asked.query, &asked.paths);
        let mut query =
            query::read(&text, &asked.symbols, &setting.names, asked.form, &asked.earlier_prompts);
        if let Some(store) = self.index.usable() {
            // What cannot be read is noticed by the scan.
            let _ = anchors::add(&mut query, store);
            if let (Ask::Prompt, Ok(records), Ok(ids)) = (query.ask, self.index.records(), self.index.ids()) {
                let sensitive = &self.sensitive;
                let content = self.index.content(call.jail);
                let translations = Translations { store, records, ids, jail: call.jail, sensitive, content };
                let _ = translations.add_to(&mut query);
            }
        }
        let earlier = earlier_files(&query, &asked.earlier);
        let query = query;
        let matcher = Matcher::new(&query);
        let mut notes = Vec::new();
        let by_index = self.by_index(call, asked, &setting, (&matcher, &earlier), scan_deadline, &mut notes);
        let searched =
            by_index.unwrap_or_else(|| self.by_live_scan(call, asked, &matcher, scan_deadline, &mut notes));
        let Searched { mut scan, mut named, indexed, mut index } = searched;
        scan.earlier = earlier;
        scan.part_levels = setting.part_levels;
        named::look_at_rest(&mut named, call.jail, &matcher, &self.sensitive, &mut scan);
        let (indexed, graph) = indexed.unzip();
        let ranking = rank::rank(&scan, &query, &matcher, &named, |files, vocabulary| {
            let Some((indexed, graph)) = indexed.as_ref().zip(graph) else { return Vec::new() };
            let path = |ranked: &Ranked| scan.files[ranked.file].file.path.as_str();
            let ids: Vec<Option<FileId>> = files.iter().map(|ranked| indexed.id_of(path(ranked))).collect();
            graph.links(files, &ids, vocabulary)
        });
        let request = answer::Request {
            named: &named,
            matcher: &matcher,
            indexed: indexed.as_ref(),
            sensitive: &self.sensitive,
            asked,
            deadline,
        };
        let (items, places) = answer::items(call, &scan, &ranking, &request);
        let known = indexed.as_ref().and_then(|indexed| Some((indexed.store(), indexed.checked()?)));
        let absent = absent::names(&asked.symbols, &named, &query, &scan, known).unwrap_or_default();
        // Last: only now is it known whether everything that was read of the index was whole.
        notes.extend(self.index.ask_for_refresh(call.jail.root()));
        if !self.index.damage().is_empty() && index["state"] != State::Building.name() {
            index["state"] = json!(State::Damaged.name());
        }
        let mut answer = report(&items, &query.symbols, &scan, index, notes);
        if let Some((Value::Object(data), absent)) = answer.data.as_mut().zip(absent) {
            data.insert("absent".to_owned(), absent);
        }
        let is_shown = |path: &str| items.iter().any(|item| item.path.as_deref() == Some(path));
        explain(&mut answer, &scan, &ranking, &places, |path| asked.explains_all || is_shown(path));
        let is_prompt = asked.form == query::TextForm::Prompt;
        let of_named = places.iter().filter(|place| place.is_named);
        let named = is_prompt.then(|| of_named.map(|place| (place.path.clone(), place.line)).collect());
        Found { items, named, answer }
    }

    /// Reads what the index proposes and what changed since; nothing if there is no index to be trusted.
    fn by_index<'v>(
        &'v self,
        call: &Call<'v>,
        asked: &Asked,
        setting: &Setting,
        (matcher, earlier): (&Matcher<'_>, &BTreeMap<String, f64>),
        deadline: Instant,
        notes: &mut Vec<String>,
    ) -> Option<Searched<'v>> {
        let indexed = Indexed::open(&self.index, call.jail)?;
        let mut said = Vec::new();
        let rules = self.named_rules(call.jail);
        let named = named::resolve(call.jail, &asked.paths, rules, || indexed.paths(), &mut said);
        let search = indexed::Search {
            query: matcher.query(),
            matcher,
            named: &named,
            sensitive: &self.sensitive,
            content: rules.content,
            filters: &asked.filters,
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
        let state = if checked.is_fresh() { State::Fresh } else { State::Stale };
        let index = json!({
            "state": state.name(),
            "checked": checked.files,
            "of": checked.of,
            "changed": checked.changed.len(),
            "removed": checked.removed.len(),
        });
        Some(Searched { scan, named, indexed: Some((indexed, graph)), index })
    }

    fn by_live_scan(
        &self,
        call: &Call<'_>,
        asked: &Asked,
        matcher: &Matcher<'_>,
        deadline: Instant,
        notes: &mut Vec<String>,
    ) -> Searched<'_> {
        let rules =
            scan::Rules { sensitive: &self.sensitive, excludes: &self.excludes, filters: &asked.filters };
        let scan = scan::scan(call.jail, matcher, &rules, deadline);
        let paths = || {
            let read = scan.files.iter().map(|scanned| scanned.file.path.as_str());
            read.chain(scan.passed_over.iter().map(String::as_str))
        };
        let named = named::resolve(call.jail, &asked.paths, self.named_rules(call.jail), paths, notes);
        notes.extend(scan.unbounded.clone());
        if let Some(stopped) = scan.cut {
            notes.push(format!("live scan stopped after {} files: {}", scan.files.len(), stopped.words()));
        }
        let state = if self.index.is_building() { State::Building } else { State::Missing };
        Searched { scan, named, indexed: None, index: json!({ "state": state.name() }) }
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

/// The search as a tool.
pub(crate) struct SearchTool(pub(crate) Arc<Search>);

impl Tool for SearchTool {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        self.0.find(call).map(|found| found.answer.clone())
    }
}

fn report(
    items: &[Item],
    symbols: &[String],
    scan: &Scan,
    index: Value,
    mut notes: Vec<String>,
) -> ToolAnswer {
    let files = scan.searched();
    let claims = definitions(items, symbols);
    // Of interest only where something is missing: most large sources are generated.
    if !scan.large.is_empty() && (items.is_empty() || claims.len() < symbols.len()) {
        notes.push(large_note(&scan.large));
    }
    let summary =
        match items.first().and_then(|first| first.path.as_deref().map(|path| (path, first.start_line))) {
            Some((path, Some(line))) => {
                format!("{} places in {files} files; best {}", items.len(), escape::place(path, Some(line)))
            }
            Some((path, None)) => {
                format!("{} places in {files} files; best {}", items.len(), escape::path(path))
            }
            None => format!("nothing relevant in {files} files"),
        };
    let redactions = count_masked(&json!(items).to_string());
    let data = json!({
        "items": items,
        "claims": claims,
        "scanned": {
            "files": files,
            "bytes": scan.bytes,
            "languages": scan.languages,
            "complete": scan.is_whole(),
            "sensitive": scan.sensitive,
        },
        "index": index,
    });
    ToolAnswer { summary, data: Some(data), truncated: false, notes, redactions }
}

/// Says which source files are too large to be searched; the first few are named.
fn large_note(paths: &[String]) -> String {
    let first = paths.iter().take(limits::OVER_BOUND_NAMED);
    let named: Vec<String> = first.map(|path| escape::path(path).to_string()).collect();
    let more = if paths.len() > named.len() { ", …" } else { "" };
    format!("too large to be searched: {}{more}", named.join(", "))
}

/// Where the names of the query are defined: for each the first place that was found.
fn definitions(items: &[Item], symbols: &[String]) -> Vec<Claim> {
    let defining = |name: &String| {
        let is_of = |item: &&Item| {
            let last = item.symbol.as_deref().and_then(|symbol| symbol.rsplit(['.', ':', '#']).next());
            last.is_some_and(|last| fold::is_same_name(last, name))
        };
        let item = items.iter().find(is_of)?;
        Some(claims::is_defined(name, &format!("{}:{}", item.path.as_deref()?, item.start_line?)))
    };
    symbols.iter().filter_map(defining).collect()
}

/// Adds the evidence, feature by feature: for the places of a prompt, else for files of the second pass.
fn explain(
    answer: &mut ToolAnswer,
    scan: &Scan,
    ranking: &Ranking<'_>,
    places: &[PlaceEvidence],
    takes: impl Fn(&str) -> bool,
) {
    let rounded = |value: f64| (value * 1_000.0).round() / 1_000.0;
    // Weights of places are larger.
    let finely = |value: f64| (value * 100_000.0).round() / 100_000.0;
    let of_place = |place: &PlaceEvidence| {
        let features: Map<String, Value> =
            place.values.named().map(|(name, value)| (name.to_owned(), json!(finely(value)))).collect();
        json!({ "path": place.path, "line": place.line, "score": rounded(place.score), "features": features })
    };
    let of_file = |ranked: &Ranked| {
        let path = scan.files[ranked.file].file.path.as_str();
        let named = ranked.evidence.values.named();
        let features: Map<String, Value> =
            named.map(|(name, value)| (name.to_owned(), json!(rounded(value)))).collect();
        takes(path).then(|| json!({ "path": path, "score": rounded(ranked.score), "features": features }))
    };
    if let Some(Value::Object(data)) = &mut answer.data {
        let files = || ranking.files.iter().filter_map(of_file).collect();
        let explained = if places.is_empty() { files() } else { places.iter().map(of_place).collect() };
        data.insert("ranking".to_owned(), explained);
    }
}

#[cfg(test)]
mod tests;
