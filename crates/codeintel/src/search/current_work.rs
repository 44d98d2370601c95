//! The places of the work at hand, for a prompt that names nothing: definitions that uncommitted lines belong to, the
//! file that was changed last first, then the places that the session was given before.
//!
//! Reads the files as they are now and needs no index. Without git, or with nothing uncommitted, the earlier places
//! are all there is.

use std::path::Path;
use std::time::{Duration, Instant};

use foreword_exec::tool::Call;
use foreword_guard::sensitive::Sensitive;
use foreword_guard::{redact_keeping_lines, secrets};
use foreword_index::language::{self, Language};
use foreword_index::outline::{self, Definition};
use foreword_index::uncommitted::{ChangedFile, Uncommitted, UncommittedError, uncommitted};
use foreword_index::walk::content::EntryKind;
use foreword_model::clock;
use foreword_model::finding::{Extract, Item};
use foreword_model::limits;
use foreword_text::truncate::ellipsize;

use foreword_retrieve::{NamedRules, SearchRequest, read_text, split_line};

use crate::child_git::ChildGit;

/// The part of the time that the comparison with HEAD may take.
const TIME_SHARE: f64 = 0.5;
/// How sure the first place is; each further one a little less, so that their order stays.
const CONFIDENCE: f64 = 0.6;
const CONFIDENCE_STEP: f64 = 0.01;
/// An earlier place is less sure than a change.
const EARLIER_CONFIDENCE: f64 = 0.45;

/// The places, best first, and what the user should know.
pub(super) fn find(
    call: &Call<'_>,
    asked: &SearchRequest,
    rules: NamedRules<'_>,
    index_folder: Option<&Path>,
) -> (Vec<Item>, Vec<String>) {
    let NamedRules { sensitive, content } = rules;
    let started = clock::now();
    let share = call.deadline.saturating_duration_since(started).mul_f64(TIME_SHARE);
    let git = ChildGit::new(call.jail.root(), share);
    let mut notes = Vec::new();
    let found = uncommitted(call.jail, index_folder, &git, started + share).unwrap_or_else(|why| {
        // Without a commit to compare with there is no change to show, and nothing to say.
        if !matches!(why, UncommittedError::NoRepository | UncommittedError::NoCommit) {
            notes.push(format!("uncommitted changes not known: {why}"));
        }
        Uncommitted::default()
    });
    if found.left_out > 0 {
        notes.push(format!("{} changed files not compared with HEAD", found.left_out));
    }
    let may_be_shown = |path: &str| {
        !sensitive.matches(path)
            && !secrets::is_in_path(path)
            && content.refused(path, EntryKind::File).is_none()
    };
    let mut changed: Vec<&ChangedFile> = found.files.iter().filter(|file| may_be_shown(&file.path)).collect();
    changed.sort_by_key(|file| {
        let modified_ns = call.jail.stamp(&file.path).map_or(i64::MIN, |stamp| stamp.modified_ns);
        (std::cmp::Reverse(modified_ns), file.path.clone())
    });
    let mut items: Vec<Item> = Vec::new();
    for file in changed {
        if items.len() >= asked.limit || clock::is_past(call.deadline) {
            break;
        }
        items.extend(places_of_change(call, file, sensitive));
    }
    set_confidence(&mut items, CONFIDENCE);
    let earlier_paths = asked.paths.iter().filter(|place| may_be_shown(split_line(place).0));
    let mut earlier: Vec<Item> =
        earlier_paths.filter_map(|place| earlier_place(call, place, sensitive)).collect();
    earlier.retain(|item| !items.iter().any(|listed| is_same_place(listed, item)));
    set_confidence(&mut earlier, EARLIER_CONFIDENCE);
    items.extend(earlier);
    items.truncate(asked.limit);
    (items, notes)
}

fn set_confidence(items: &mut [Item], first: f64) {
    let mut confidence = first;
    for item in items {
        item.confidence = confidence.max(CONFIDENCE_STEP);
        confidence -= CONFIDENCE_STEP;
    }
}

fn is_same_place(one: &Item, other: &Item) -> bool {
    one.path == other.path && one.start_line == other.start_line
}

/// The innermost definitions that the changed lines of a file belong to, or the lines themselves.
fn places_of_change(call: &Call<'_>, file: &ChangedFile, sensitive: &Sensitive) -> Vec<Item> {
    if !file.is_there {
        let summary = "deleted, not committed".to_owned();
        let kind = Some("file".to_owned());
        return vec![Item { path: Some(file.path.clone()), kind, summary, ..Item::default() }];
    }
    let mut bytes = Vec::new();
    let Ok(text) = read_text(call.jail, &file.path, sensitive, &mut bytes) else { return Vec::new() };
    let source = OutlinedFile::new(&file.path, text, call.deadline);
    let mut places: Vec<(Option<Definition>, (u32, u32), u32)> = Vec::new();
    for (first, last) in &file.lines {
        let lines = last + 1 - first;
        let inner = source.definitions_in(*first, *last);
        if inner.is_empty() {
            places.push((None, (*first, *last), lines));
        }
        for definition in inner {
            let overlap =
                (definition.end_line.min(*last) + 1).saturating_sub(definition.start_line.max(*first));
            match places.iter_mut().find(|(listed, _, _)| listed.as_ref() == Some(&definition)) {
                Some((_, _, changed)) => *changed += overlap,
                None => {
                    let span = (definition.start_line, definition.end_line);
                    places.push((Some(definition), span, overlap));
                }
            }
        }
    }
    let is_new = file.was.is_none();
    places
        .into_iter()
        .map(|(definition, span, changed)| {
            let what = if is_new { "new, not committed" } else { "not committed" };
            let why = match changed {
                1 => format!("1 changed line, {what}"),
                several => format!("{several} changed lines, {what}"),
            };
            source.item(definition.as_ref(), span, why)
        })
        .collect()
}

/// A place of an earlier prompt, `path:line`, as it is now; nothing if the file is gone or may not be read.
fn earlier_place(call: &Call<'_>, place: &str, sensitive: &Sensitive) -> Option<Item> {
    let (path, line) = place.rsplit_once(':')?;
    let line: u32 = line.parse().ok()?;
    if sensitive.matches(path) {
        return None;
    }
    let mut bytes = Vec::new();
    let text = read_text(call.jail, path, sensitive, &mut bytes).ok()?;
    let source = OutlinedFile::new(path, text, call.deadline);
    let definition = source.definitions.iter().find(|definition| definition.start_line == line);
    let span = definition.map_or((line, line), |definition| (definition.start_line, definition.end_line));
    Some(source.item(definition, span, "from an earlier prompt of this session".to_owned()))
}

/// A file with its definitions and its text, secrets masked.
struct OutlinedFile<'f> {
    path: &'f str,
    language: Option<&'static Language>,
    text: String,
    definitions: Vec<Definition>,
}

impl<'f> OutlinedFile<'f> {
    fn new(path: &'f str, text: &str, deadline: Instant) -> Self {
        let language = language::of_path(path);
        let deadline = deadline.min(clock::now() + Duration::from_millis(limits::PARSE_FILE_MS));
        let definitions = language.and_then(|language| outline::outline(text, language, deadline));
        let text = redact_keeping_lines(text).into_owned();
        Self { path, language, text, definitions: definitions.unwrap_or_default() }
    }

    /// The innermost definitions that lines belong to.
    fn definitions_in(&self, first: u32, last: u32) -> Vec<Definition> {
        let overlapping: Vec<&Definition> = self
            .definitions
            .iter()
            .filter(|definition| definition.start_line <= last && first <= definition.end_line)
            .collect();
        let holds_another = |outer: &Definition| {
            overlapping.iter().any(|inner| {
                let is_within = inner.start_line >= outer.start_line && inner.end_line <= outer.end_line;
                is_within && (inner.start_line, inner.end_line) != (outer.start_line, outer.end_line)
            })
        };
        overlapping
            .iter()
            .filter(|definition| !holds_another(definition))
            .map(|found| (*found).clone())
            .collect()
    }

    fn item(&self, definition: Option<&Definition>, (first, last): (u32, u32), why: String) -> Item {
        let lines = self.text.lines().skip(first.max(1) as usize - 1);
        let count = (last + 1).saturating_sub(first) as usize;
        let mut shown: Vec<&str> = lines.take(count.min(limits::SNIPPET_LINES)).collect();
        let summary = match definition {
            Some(definition) => definition.signature.trim(),
            None => shown.first().map_or("", |line| line.trim()),
        };
        let summary = ellipsize(summary, limits::SUMMARY_CHARS).into_owned();
        if count > limits::SNIPPET_LINES {
            shown.truncate(limits::SNIPPET_LINES - 1);
            shown.push("…");
        }
        let language_name = self.language.map(|language| language.name).unwrap_or_default();
        Item {
            path: Some(self.path.to_owned()),
            start_line: Some(first),
            end_line: Some(last),
            symbol: definition
                .filter(|definition| !definition.name.is_empty())
                .map(|definition| definition.qualified_name(self.language)),
            kind: definition.map(|definition| definition.kind.to_owned()),
            signature: definition
                .map(|definition| definition.signature.clone())
                .filter(|text| !text.is_empty()),
            summary,
            why: Some(why),
            extract: Some(Extract {
                start_line: first,
                language: language_name.to_owned(),
                text: shown.join("\n"),
                gaps: Vec::new(),
            }),
            ..Item::default()
        }
    }
}
