//! What is in an index, in plain lines for a person.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime};

use foreword_guard::clear_line;
use foreword_guard::sensitive::Sensitive;
use foreword_index::status::{self, Contents, Status};
use foreword_index::store::{Counters, Store, StoreError, UnparsableFiles};
use foreword_index::view::{BackgroundRefresh, IndexView, State};
use foreword_model::limits;
use indicatif::{DecimalBytes, HumanCount, HumanDuration};

use super::{Place, history};

/// What is said of an index, and whether it can be used.
pub(super) struct Report {
    pub(super) text: String,
    pub(super) is_usable: bool,
}

/// How the index stands, and what is in it; otherwise why there is nothing to say.
pub(super) fn status(place: &Place) -> Result<Report, String> {
    let settings = &place.resolved.settings;
    let sensitive = Sensitive::within(&place.resolved.jail, &settings.sensitive);
    let folder = Some(place.folder.clone());
    let view = IndexView::new(folder, BackgroundRefresh::Off, sensitive, settings.exclude.clone())
        .with_check_ms(limits::FRESHNESS_PATIENT_MS);
    let status = status::of(&view, &place.resolved.jail, SystemTime::now());
    in_lines(&status, &place.folder)
        .map(|text| Report { text, is_usable: !matches!(status.state, State::Missing | State::Damaged) })
}

/// What is in the index, without a look at the repository; with why its history is not up to date, if so.
pub(super) fn contents(folder: &Path, history_left: Option<&str>) -> Result<String, StoreError> {
    let store = Store::open(folder)?;
    let (counters, state) = (store.counters(), store.state());
    let mut text = counted(&counters, state.is_complete);
    text.push_str(&named(&counters, &state.skipped, state.commit.as_deref()));
    let unparsable: Vec<String> = UnparsableFiles::load(folder).paths().map(str::to_owned).collect();
    text.push_str(&unparsable_line(&unparsable));
    text.push_str(&history::lines(folder, history_left));
    text.push_str(&format!("size: {}\n", DecimalBytes(store.disk_bytes())));
    Ok(text)
}

fn in_lines(status: &Status, folder: &Path) -> Result<String, String> {
    let Some(contents) = &status.contents else {
        return match (status.state, &status.problem) {
            (State::Building, _) => Ok("state: building; no part of it can be used yet\n".to_owned()),
            (_, Some(problem)) => Err(format!("missing: {problem}")),
            (_, None) => {
                Err("missing: no index of this repository yet; build it with `foreword index`".to_owned())
            }
        };
    };
    let mut text = format!("state: {}\n", in_words(status.state, contents));
    text.push_str(&counted(&contents.counters, contents.is_complete));
    text.push_str(&named(&contents.counters, &contents.skipped, contents.commit.as_deref()));
    text.push_str(&unparsable_line(&contents.unparsable));
    // Of one that is not whole, neither means anything.
    if contents.is_complete {
        text.push_str(&format!("changed since: {} files\n", HumanCount(contents.dirty_files as u64)));
        text.push_str(&format!("built: {}\n", ago(contents.age_s)));
    }
    let known_to_be_left = None;
    text.push_str(&history::lines(folder, known_to_be_left));
    text.push_str(&format!("size: {}\n", DecimalBytes(contents.bytes)));
    Ok(text)
}

fn in_words(state: State, contents: &Contents) -> String {
    let files = contents.counters.files;
    match state {
        State::Missing if !contents.is_complete => {
            "missing; it is not complete: `foreword index` goes on with it".to_owned()
        }
        State::Stale if (contents.checked as u64) < files => {
            format!("stale; looked at {} of {} files", HumanCount(contents.checked as u64), HumanCount(files))
        }
        State::Damaged => format!("damaged: {}; `foreword index` mends it", contents.damage.join(", ")),
        State::Building => "building; another process is updating it".to_owned(),
        State::Fresh | State::Stale | State::Missing => state.name().to_owned(),
    }
}

fn counted(counters: &Counters, is_complete: bool) -> String {
    let completeness = if is_complete { "" } else { " (not complete)" };
    format!(
        "files: {}{completeness}\nsymbols: {}\nedges: {}\n",
        HumanCount(counters.files),
        HumanCount(counters.symbols),
        HumanCount(counters.edges)
    )
}

fn named(counters: &Counters, skipped: &BTreeMap<String, u64>, commit: Option<&str>) -> String {
    let mut text = String::new();
    let languages = listed(counters.languages.iter().map(|(name, files)| (language_name(name), *files)));
    if !languages.is_empty() {
        text.push_str(&format!("languages: {languages}\n"));
    }
    let skipped = listed(skipped.iter().map(|(reason, files)| (reason.as_str(), *files)));
    if !skipped.is_empty() {
        text.push_str(&format!("not indexed: {skipped}\n"));
    }
    if let Some(commit) = commit {
        text.push_str(&format!("commit: {commit}\n"));
    }
    text
}

/// The files that no parser can take: how many, and the first by name.
fn unparsable_line(paths: &[String]) -> String {
    if paths.is_empty() {
        return String::new();
    }
    let mut named: Vec<String> = paths
        .iter()
        .take(limits::UNPARSABLE_NAMED)
        .map(|path| clear_line(path).as_str().to_owned())
        .collect();
    if paths.len() > named.len() {
        named.push(format!("{} more", HumanCount((paths.len() - named.len()) as u64)));
    }
    format!("read as text, the parser fails on them: {}\n", named.join(", "))
}

/// The largest first.
fn listed<'n>(counted: impl Iterator<Item = (&'n str, u64)>) -> String {
    let mut counted: Vec<(&str, u64)> = counted.collect();
    counted.sort_by(|left, right| right.1.cmp(&left.1).then(left.0.cmp(right.0)));
    let words: Vec<String> =
        counted.into_iter().map(|(name, files)| format!("{name} {}", HumanCount(files))).collect();
    words.join(", ")
}

fn language_name(name: &str) -> &str {
    if name.is_empty() { "other" } else { name }
}

fn ago(age_s: u64) -> String {
    match age_s {
        0 => "just now".to_owned(),
        _ => format!("{} ago", HumanDuration(Duration::from_secs(age_s))),
    }
}
