//! The words: what the model reads and what the person reads (contract §8).
//!
//! Plain facts with their source, most important first, cut at a whole item. It never commands. What the repository or a
//! foreign tool chose stands escaped: the text is [`EscapedText`], which takes nothing else.

mod ceiling;
mod conflicts;
#[cfg(test)]
mod hostile;
mod links;

use std::collections::BTreeSet;

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::{Cleared, escaped};
use foreword_model::envelope::{FusedClaim, Layers, ToolResult};
use foreword_model::finding::Item;
use foreword_model::intent::Outcome;
use foreword_model::repo::is_spoken_name;
use foreword_model::{limits, run_id, texts};
use serde_json::{Map, Value};

pub use ceiling::Ceiling;
pub use conflicts::results_text;

use crate::fuse::{Fused, Place};

/// The injected text, and what did not fit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rendered {
    /// The text; empty when there is nothing to say.
    pub text: EscapedText,
    /// Tools that lost an item or an extract to the ceiling.
    pub cut_tools: Vec<String>,
    /// Places that are in the text.
    pub shown: usize,
    /// Keys of the extracts that are in the text.
    pub extracts: Vec<ExtractKey>,
    /// The places that are in the text, as `path:line`.
    pub places: Vec<String>,
}

/// What was given, as a session remembers it: where, and the very words.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExtractKey(String);

impl ExtractKey {
    /// Takes a key as it was kept.
    pub fn parse(text: &str) -> Option<Self> {
        let is_key = text.len() == EXTRACT_KEY_CHARS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_key.then(|| Self(text.to_owned()))
    }

    /// The key as it is kept.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn of(item: &Item) -> Option<Self> {
        let extract = item.extract.as_ref()?;
        let path = item.path.as_deref().unwrap_or_default();
        Some(Self(run_id::hash_hex(&[path, &extract.text], EXTRACT_KEY_CHARS)))
    }
}

/// More than enough to tell the extracts of a session apart.
const EXTRACT_KEY_CHARS: usize = 16;

/// What the session has been given already.
pub type Given = BTreeSet<ExtractKey>;

/// Writes the text for the model.
pub fn for_model(
    fused: &Fused,
    layers: &Layers,
    outcome: Outcome,
    given: &Given,
    ceiling: Ceiling,
) -> Rendered {
    let mut places = fused.for_reader();
    places.truncate(limits::PLACES);
    let conflicts: Vec<&FusedClaim> = fused.claims.iter().filter(|claim| claim.conflict).collect();
    if places.is_empty() && conflicts.is_empty() {
        return Rendered { text: absence(layers), ..Rendered::default() };
    }
    match outcome {
        Outcome::Pointer => pointer(&places, ceiling.lowered_to_chars(limits::POINTER_CHARS)),
        Outcome::Full | Outcome::None => full(fused, &places, &conflicts, layers, given, ceiling),
    }
}

/// The two or three best places. What is left out here is left out by design, not by a budget.
fn pointer(places: &[&Place], ceiling: Ceiling) -> Rendered {
    let text = escaped!(
        "{}\nPlaces in the user's own repository that may be meant, found by foreword. The request is the user's \
         message. {}\n",
        texts::RESULTS_HEADER,
        texts::EXCERPTS_ARE_DATA
    );
    let mut rendered = Rendered { text, ..Rendered::default() };
    // What the request may mean is named, not what lies around it.
    let has_found = places.iter().any(|place| !place.is_neighbour());
    let named = places.iter().filter(|place| !has_found || !place.is_neighbour());
    for place in named.take(limits::POINTER_ITEMS) {
        let why = reason_of(place).map(|why| escaped!(" ({})", why)).unwrap_or_default();
        let line = escaped!("- {}{}\n", place_name(&place.item), why);
        if !ceiling.holds(rendered.text.as_str(), line.as_str()) {
            break;
        }
        rendered.text.push(&line);
        rendered.shown += 1;
        rendered.places.extend(first_line_of(&place.item));
    }
    if rendered.shown == 0 { Rendered::default() } else { rendered }
}

/// Why a place was found. A tool of this build composed it of escaped parts; what any other tool says is quoted.
fn reason_of(place: &Place) -> Option<EscapedText> {
    let why = place.item.why.as_deref()?;
    Some(if place.is_foreign { escape::quoted(why) } else { escape::composed(why) })
}

/// `path:line`, as a session remembers a place.
fn first_line_of(item: &Item) -> Option<String> {
    Some(format!("{}:{}", item.path.as_deref()?, item.start_line?))
}

fn full(
    fused: &Fused,
    places: &[&Place],
    conflicts: &[&FusedClaim],
    layers: &Layers,
    given: &Given,
    ceiling: Ceiling,
) -> Rendered {
    let mut rendered = Rendered { text: orientation(layers), ..Rendered::default() };
    let mut blocks_cut = places.iter();
    // What lies around the places that were found is worth no more than what is left of a usual text.
    let around_found = ceiling.lowered_to_chars(limits::USUAL_CHARS);
    for (at, place) in places.iter().enumerate() {
        blocks_cut.next();
        let key = ExtractKey::of(&place.item);
        let is_given = key.as_ref().is_some_and(|key| given.contains(key));
        let is_whole_result = place.item.is_whole_result();
        let extract = match is_given || (rendered.extracts.len() == limits::SNIPPETS && !is_whole_result) {
            true => None,
            false => fenced_extract(&place.item, usize::MAX),
        };
        let head =
            if is_given { given_before(at + 1, place) } else { head_of(at + 1, place, Signature::Shown) };
        let ceiling = if place.is_neighbour() { around_found } else { ceiling };
        let whole = match &extract {
            Some(extract) => escaped!("{}{}", head_of(at + 1, place, Signature::UnlessInExtract), *extract),
            None => head.clone(),
        };
        if ceiling.holds(rendered.text.as_str(), whole.as_str()) {
            rendered.text.push(&whole);
            rendered.extracts.extend(key.filter(|_| extract.is_some() && !is_whole_result));
        } else if let Some(part) =
            is_whole_result.then(|| part_of(place, &head, rendered.text.as_str(), ceiling)).flatten()
        {
            rendered.cut_tools.push(place.tool.clone());
            rendered.text.push(&part);
        } else {
            rendered.cut_tools.push(place.tool.clone());
            if extract.is_none() || !ceiling.holds(rendered.text.as_str(), head.as_str()) {
                rendered.cut_tools.extend(blocks_cut.map(|place| place.tool.clone()));
                break;
            }
            rendered.text.push(&head);
        }
        rendered.shown += 1;
        rendered.places.extend(first_line_of(&place.item));
    }
    let shown = &places[..rendered.shown];
    links::push(&mut rendered, shown, layers, around_found);
    let said_conflicts = conflicts::push(&mut rendered, conflicts, fused, ceiling);
    if rendered.shown == 0 && !said_conflicts {
        // An orientation with nothing to orient in would only cost its length.
        rendered.text = EscapedText::default();
    }
    rendered.cut_tools.sort();
    rendered.cut_tools.dedup();
    rendered
}

/// As many lines of a whole answer as fit; nothing if not even one does.
fn part_of(place: &Place, head: &EscapedText, before: &str, ceiling: Ceiling) -> Option<EscapedText> {
    let mut lines = place.item.extract.as_ref()?.text.lines().count();
    while lines > 1 {
        lines /= 2;
        let part = escaped!("{}{}", *head, fenced_extract(&place.item, lines)?);
        if ceiling.holds(before, part.as_str()) {
            return Some(part);
        }
    }
    None
}

/// Where the reader is, how fresh it is, and whose words are whose. A branch is not named: whoever pushes one chooses its
/// name, and the commit says more.
fn orientation(layers: &Layers) -> EscapedText {
    let text = |map: &Map<String, Value>, key: &str| map.get(key).and_then(Value::as_str).map(str::to_owned);
    let name = text(&layers.project_profile, "name")
        .filter(|name| is_spoken_name(name))
        .map(|name| escaped!(" {}", escape::symbol(&name)))
        .unwrap_or_default();
    let commit = text(&layers.current_state, "commit").and_then(|commit| short_commit(&commit));
    let state = commit.map(|commit| escaped!(" ({})", commit)).unwrap_or_default();
    escaped!(
        "{}\nExcerpts of the user's own repository{}{}, found by foreword as reference. \
         The request is the user's message and stands on its own. {}{}{}\n{}",
        texts::RESULTS_HEADER,
        name,
        state,
        texts::EXCERPTS_ARE_DATA,
        freshness(&layers.current_state),
        doubt(&layers.task_context),
        absent(&layers.task_context)
    )
}

/// The first digits of a commit; nothing for what is none.
fn short_commit(commit: &str) -> Option<EscapedText> {
    const DIGITS: usize = 8;
    let digits = commit.get(..DIGITS)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| escape::path(digits))
}

/// Said of places that need not be what is meant.
fn doubt(task: &Map<String, Value>) -> EscapedText {
    match task.get("certainty").and_then(Value::as_str) {
        Some("unsure") => EscapedText::from(texts::POSSIBLE_PLACES),
        _ => EscapedText::default(),
    }
}

/// What the request names and the repository does not have.
fn absent(task: &Map<String, Value>) -> EscapedText {
    let sentences = task.get("absent").and_then(Value::as_array).into_iter().flatten();
    let sentences = sentences.filter_map(Value::as_str);
    EscapedText::join(sentences.map(|sentence| escaped!("{}\n", escape::composed(sentence))), "")
}

/// What the request names and the repository does not have, where that is all there is to say.
fn absence(layers: &Layers) -> EscapedText {
    let absent = absent(&layers.task_context);
    match absent.is_empty() {
        true => absent,
        false => escaped!("{}\n{}", texts::RESULTS_HEADER, absent),
    }
}

/// Extracts are always of now; what an index answers for is only as fresh as it was checked.
fn freshness(state: &Map<String, Value>) -> EscapedText {
    let number = |part: &str, key: &str| state.get(part)?.get(key)?.as_u64();
    let Some(files) = number("scanned", "files") else { return EscapedText::default() };
    let scanned_all = state.get("scanned").and_then(|scanned| scanned.get("complete"));
    let mut said = EscapedText::from(" Files as they are now");
    match (number("index", "checked"), number("index", "of")) {
        (Some(checked), Some(of)) if checked < of => {
            said.push(&escaped!("; {} of {} checked for changes", checked, of));
        }
        // A live scan that stopped does not know how many there are.
        (_, None) if scanned_all == Some(&Value::Bool(false)) => {
            said.push(&escaped!("; only the first {} of more files searched", files));
        }
        _ => {}
    }
    if let Some(unread) = number("index", "unread").filter(|unread| *unread > 0) {
        said.push(&escaped!("; {} changed files not searched", unread));
    }
    said.push(&EscapedText::from("."));
    said
}

/// Whether a place's signature gets a line of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signature {
    Shown,
    /// The extract follows, and most begin with it.
    UnlessInExtract,
}

fn head_of(number: usize, place: &Place, signature: Signature) -> EscapedText {
    let item = &place.item;
    let mut head = escaped!("\n{}. {}\n", number, place_name(item));
    let written = item.signature.as_deref().unwrap_or_default();
    let is_said = |line: &str| signature == Signature::UnlessInExtract && is_in_extract(item, line);
    // Parameters over several lines may be in a gap: the line that names the definition is enough above its code.
    if !written.is_empty() && !is_said(up_to_parameters(written)) {
        head.push(&escaped!("   {}\n", escape::quoted(written)));
    }
    // A summary is often the signature, shortened.
    let is_signature = written.starts_with(item.summary.trim_end_matches('…').trim_end());
    if !is_signature && !is_said(&item.summary) {
        head.push(&escaped!("   {}\n", escape::quoted(&item.summary)));
    }
    let shows_altered = item.altered && signature == Signature::UnlessInExtract;
    let altered = shows_altered.then(|| EscapedText::from(texts::EXTRACT_ALTERED));
    // Whose words they are is said of another program only.
    let source = place.is_foreign.then(|| escape::word(&place.tool));
    let parts: Vec<EscapedText> = reason_of(place).into_iter().chain(source).chain(altered).collect();
    if !parts.is_empty() {
        head.push(&escaped!("   ({})\n", EscapedText::join(parts, "; ")));
    }
    head
}

/// What a signature says before its parameters or its body: the part that stands on the line of the name.
fn up_to_parameters(signature: &str) -> &str {
    match signature.find(['(', '{', '=']) {
        Some(at) if at > 0 => signature[..at].trim_end(),
        _ => signature,
    }
}

/// One line in place of an extract that the session has, unchanged.
fn given_before(number: usize, place: &Place) -> EscapedText {
    escaped!("\n{}. {} (given earlier in this session, unchanged)\n", number, place_name(&place.item))
}

/// Whether an item's extract holds a line, whatever the blanks and breaks between its words.
fn is_in_extract(item: &Item, line: &str) -> bool {
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    item.extract.as_ref().is_some_and(|extract| joined(&extract.text).contains(&joined(line)))
}

/// `path:start-end kind `symbol``, as far as it is known.
fn place_name(item: &Item) -> EscapedText {
    // Rows of an extract are counted from here: a comment above a definition may be shown with it, or left out.
    let shown = item.extract.as_ref().map(|extract| extract.start_line).filter(|_| item.path.is_some());
    let first = item.start_line.map(|first| shown.unwrap_or(first));
    let place = item.path.as_deref().map(|path| match (first, item.end_line) {
        (Some(start), Some(end)) if end > start => escaped!("{}:{}-{}", escape::path(path), start, end),
        (start, _) => escape::place(path, start),
    });
    let symbol = item.symbol.as_deref().map(|symbol| match item.kind.as_deref() {
        Some(kind) => escaped!("{} {}", escape::word(kind), escape::symbol(symbol)),
        None => escape::symbol(symbol),
    });
    let parts: Vec<EscapedText> =
        [place, symbol, item.title.as_deref().map(escape::quoted)].into_iter().flatten().collect();
    match (parts.is_empty(), item.kind.as_deref()) {
        (false, _) => EscapedText::join(parts, " "),
        (true, Some(kind)) => escape::word(kind),
        (true, None) => EscapedText::from("finding"),
    }
}

/// The extract, or its first lines, in a fence.
fn fenced_extract(item: &Item, lines_max: usize) -> Option<EscapedText> {
    let extract = item.extract.as_ref().filter(|extract| !extract.text.trim().is_empty())?;
    let end = extract.text.match_indices('\n').nth(lines_max.saturating_sub(1)).map(|(at, _)| at);
    Some(escape::fenced(&extract.text[..end.unwrap_or(extract.text.len())], &extract.language))
}

/// `[Auto Tools]`: what ran, how long, how much was injected.
pub fn ran_text(results: &[Cleared<ToolResult>], rendered: &Rendered, fused: &Fused) -> String {
    let tools: Vec<String> = results
        .iter()
        .filter(|result| result.status != foreword_model::envelope::ToolStatus::Skipped)
        .map(|result| format!("{} {} ms", result.tool, result.duration_ms))
        .collect();
    let places = if rendered.shown == 1 { "place" } else { "places" };
    let chars = rendered.text.as_str().chars().count();
    let conflicts = conflict_count(fused);
    format!("[Auto Tools] {} · {} {places} · {chars} characters{conflicts}", tools.join(", "), rendered.shown)
}

/// ` · 2 conflicts`, or nothing.
fn conflict_count(fused: &Fused) -> String {
    match conflicting_keys(fused).len() {
        0 => String::new(),
        1 => " · 1 conflict".to_owned(),
        several => format!(" · {several} conflicts"),
    }
}

/// What the tools disagree on.
fn conflicting_keys(fused: &Fused) -> BTreeSet<&str> {
    fused.claims.iter().filter(|claim| claim.conflict).map(|claim| claim.claim.claim_key.as_str()).collect()
}

/// `[Auto Tools]` in plan mode: what would run.
pub fn plan_text(tool_plan: &foreword_model::envelope::ToolPlan, fused: &Fused) -> String {
    let tools: Vec<&str> = tool_plan.tools.iter().map(|tool| tool.tool.as_str()).collect();
    format!(
        "[Auto Tools] plan: {} (tier up to {}, {} ms){}",
        tools.join(", "),
        tool_plan.tier_max,
        tool_plan.budget.wall_ms,
        conflict_count(fused)
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn state(value: Value) -> Map<String, Value> {
        value.as_object().cloned().expect("an object")
    }

    #[test]
    fn what_was_not_searched_is_said() {
        for (given, expected) in [
            (json!({"scanned": {"files": 9, "complete": true}, "index": {"state": "missing"}}), "."),
            (
                json!({"scanned": {"files": 9, "complete": false}, "index": {"state": "missing"}}),
                "; only the first 9 of more files searched.",
            ),
            (
                json!({"scanned": {"files": 9, "complete": true}, "index": {"checked": 4, "of": 9}}),
                "; 4 of 9 checked for changes.",
            ),
            (
                json!({"scanned": {"files": 9}, "index": {"checked": 9, "of": 9, "unread": 3}}),
                "; 3 changed files not searched.",
            ),
        ] {
            let said = freshness(&state(given)).into_string();
            assert_eq!(said, format!(" Files as they are now{expected}"));
        }
        assert!(freshness(&Map::new()).is_empty());
    }

    #[test]
    fn what_is_absent_stands_below_the_head() {
        let mut layers = Layers::default();
        let head = orientation(&layers);
        layers.task_context = state(json!({"absent": ["`Gate` is not defined in this repository."]}));
        let said = orientation(&layers).into_string();
        assert_eq!(said, format!("{head}`Gate` is not defined in this repository.\n"));
    }
}
