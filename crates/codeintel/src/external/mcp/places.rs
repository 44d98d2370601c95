//! Findings of a server to items: a file of this repository by its path, anything else as a place elsewhere, with its
//! source. Looks only whether a path is there; reads nothing.

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_model::{limits, texts};
use serde_json::{Value, json};

use super::scrub::Scrub;

/// What a server found, as it says.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Found {
    /// Below the repository that `repository` names, or below ours.
    pub path: Option<String>,
    /// From 1.
    pub line: Option<u32>,
    /// Inclusive.
    pub end_line: Option<u32>,
    /// What is defined there.
    pub symbol: Option<String>,
    /// The lines themselves, or a description.
    pub text: Option<String>,
    /// A heading, where there is neither path nor symbol.
    pub title: Option<String>,
    /// The server's own measure; compares within one answer only.
    pub score: Option<f64>,
    /// Another repository; nothing for ours.
    pub repository: Option<String>,
}

/// Who says it.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    /// The name under which the user registered it.
    pub tool: &'a str,
    /// Its address or program, as the user may read it.
    pub server: &'a str,
    /// Of the best finding.
    pub confidence: Option<f64>,
}

/// A finding that nobody says more of is about as sure as a good match of the search.
const CONFIDENCE: f64 = 0.7;
/// What the last of an answer has of the first's confidence.
const LAST_SHARE: f64 = 0.6;

/// Makes items.
pub(super) struct Reader<'a> {
    source: Source<'a>,
    jail: &'a Jail,
    sensitive: &'a Sensitive,
    scrub: &'a Scrub,
    /// Lines for `[Limits]`.
    pub notes: Vec<String>,
    /// Whether the answer was taken as a text.
    pub is_text: bool,
}

/// Where a finding is.
enum Place {
    /// In this repository, or a path that the guard refuses.
    Path(String),
    /// Somewhere else, as the server names it.
    Elsewhere(String),
    Nowhere,
    /// In a file whose content is shown to nobody.
    Withheld,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        source: Source<'a>,
        jail: &'a Jail,
        sensitive: &'a Sensitive,
        scrub: &'a Scrub,
    ) -> Self {
        Self { source, jail, sensitive, scrub, notes: Vec::new(), is_text: false }
    }

    /// The items of a list of findings.
    pub(super) fn items(&mut self, mut found: Vec<Found>) -> Vec<Value> {
        if found.len() > limits::EXTERNAL_ITEMS {
            found.truncate(limits::EXTERNAL_ITEMS);
            let most = limits::EXTERNAL_ITEMS;
            self.notes.push(format!("{}: only its first {most} findings are looked at", self.source.tool));
        }
        let shares = shares(&found);
        found.into_iter().zip(shares).filter_map(|(found, share)| self.item(found, share)).collect()
    }

    /// A text that names no place, as one item.
    pub(super) fn one_text(&mut self, text: &str) -> Option<Value> {
        let text = text.trim();
        self.is_text = !text.is_empty();
        let whole = Found { text: Some(text.to_owned()), title: Some(self.title()), ..Found::default() };
        self.is_text.then(|| self.item(whole, 1.0)).flatten()
    }

    fn title(&self) -> String {
        format!("{} of {}", self.source.tool, self.source.server)
    }

    fn item(&mut self, found: Found, share: f64) -> Option<Value> {
        let text = self.scrub.start(&found.text.unwrap_or_default(), limits::EXTERNAL_TEXT_CHARS);
        let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let best = self.source.confidence.unwrap_or(CONFIDENCE);
        let mut item = json!({ "summary": first, "confidence": best * share });
        let mut set = |name: &str, value: Value| item[name] = value;
        let lines = (found.line, found.end_line.filter(|end| Some(*end) >= found.line));
        let place = self.place(found.path.as_deref(), found.repository.as_deref());
        if matches!(place, Place::Withheld) {
            return None;
        }
        let is_named = !matches!(place, Place::Nowhere) || found.symbol.is_some() || found.title.is_some();
        if !is_named && first.is_empty() {
            return None;
        }
        let why = match &place {
            Place::Path(path) => {
                set("path", Value::from(path.as_str()));
                if let Some(line) = lines.0 {
                    set("start_line", Value::from(line));
                    set("end_line", Value::from(lines.1.unwrap_or(line)));
                }
                format!("found by {}", self.source.server)
            }
            Place::Elsewhere(_) => format!("outside this repository, from {}", self.source.server),
            Place::Nowhere | Place::Withheld => format!("from {}", self.source.server),
        };
        set("why", Value::from(why));
        if let Some(symbol) = found.symbol {
            set("symbol", Value::from(self.scrub.short(&symbol)));
        }
        let elsewhere = match (&place, lines.0) {
            (Place::Elsewhere(place), Some(line)) => Some(format!("{place}:{line}")),
            (Place::Elsewhere(place), None) => Some(place.clone()),
            (Place::Path(_) | Place::Nowhere | Place::Withheld, _) => None,
        };
        let titles: Vec<String> =
            elsewhere.into_iter().chain(found.title.map(|title| self.scrub.short(&title))).collect();
        if !titles.is_empty() {
            set("title", Value::from(titles.join(" ")));
        } else if matches!(place, Place::Nowhere) {
            set("title", Value::from(self.title()));
        }
        // Of a file of this repository only its own lines are shown as such.
        if !matches!(place, Place::Path(_)) && text.trim().lines().nth(1).is_some() {
            let start_line = lines.0.unwrap_or(1);
            set("extract", json!({ "start_line": start_line, "language": "", "text": text.trim_end() }));
        }
        Some(item)
    }

    fn place(&mut self, path: Option<&str>, repository: Option<&str>) -> Place {
        let Some(path) = path.map(str::trim).filter(|path| !path.is_empty()) else {
            return repository
                .map_or(Place::Nowhere, |repository| Place::Elsewhere(self.scrub.short(repository)));
        };
        let inside = std::path::Path::new(path).strip_prefix(self.jail.root()).ok();
        let relative = inside.and_then(std::path::Path::to_str).unwrap_or(path);
        let is_address = relative.contains("://");
        if repository.is_none() && !is_address {
            // The path of a file that is here is its name, whatever it looks like.
            if !is_refused(relative) && self.is_there(relative) {
                return Place::Path(relative.to_owned());
            }
            let shown = self.scrub.short(relative);
            if is_refused(relative) && is_refused(&shown) {
                return Place::Path(shown);
            }
        }
        if self.sensitive.matches(path) {
            self.notes.push(format!("{}: {}", texts::SENSITIVE_PATH, self.scrub.short(path)));
            return Place::Withheld;
        }
        let whole = match repository {
            Some(repository) => {
                format!("{}/{}", repository.trim_end_matches('/'), path.trim_start_matches('/'))
            }
            None => path.to_owned(),
        };
        Place::Elsewhere(self.scrub.short(&whole))
    }

    fn is_there(&self, path: &str) -> bool {
        self.jail.resolve(path).and_then(|path| self.jail.metadata(&path)).is_ok()
    }
}

/// A path that leads somewhere on this machine that is not the repository: the guard refuses it, and says so.
fn is_refused(path: &str) -> bool {
    path.starts_with(['/', '~', '\\']) || path.split(['/', '\\']).any(|step| step == "..")
}

/// How sure each finding is beside the best: by score where all have one, else by place.
fn shares(found: &[Found]) -> Vec<f64> {
    let scores: Option<Vec<f64>> =
        found.iter().map(|found| found.score.filter(|score| *score >= 0.0)).collect();
    let best = scores.as_ref().map(|scores| scores.iter().copied().fold(0.0, f64::max)).unwrap_or_default();
    let share = |part: f64| LAST_SHARE + (1.0 - LAST_SHARE) * part;
    match scores.filter(|_| best > 0.0 && best.is_finite()) {
        Some(scores) => scores.into_iter().map(|score| share(score / best)).collect(),
        None => {
            let steps = u32::try_from(found.len().saturating_sub(1).max(1)).unwrap_or(u32::MAX);
            let ranks = 0..u32::try_from(found.len()).unwrap_or(u32::MAX);
            ranks.map(|rank| share(1.0 - f64::from(rank) / f64::from(steps))).collect()
        }
    }
}
