//! Items and claims of a cleared result, each text within its limit: what fusion works on.

use std::borrow::Cow;

use foreword_model::envelope::{ToolResult, ToolStatus};
use foreword_model::finding::{Claim, Extract, Findings, Item, WHOLE_RESULT_KIND};
use foreword_model::{limits, texts};
use foreword_text::truncate::ellipsize;
use serde_json::{Map, Value};

use super::Cleared;
use crate::injection;

/// How sure an answer without a confidence of its own is: below what is named, above a guess.
const WHOLE_RESULT_CONFIDENCE: f64 = 0.5;

/// Reads a result's findings; the second value counts entries that are not of their form.
pub fn findings(result: &Cleared<ToolResult>) -> (Cleared<Findings>, usize) {
    let (mut found, malformed) = result.data.as_ref().map(Findings::read).unwrap_or_default();
    found.items.iter_mut().for_each(bound_item);
    found.claims.iter_mut().for_each(bound_claim);
    (Cleared(found), malformed)
}

/// An answer that names no item, as one item: its summary, then its text or data. Nothing for a result that failed or
/// says nothing.
pub fn whole_result(result: &Cleared<ToolResult>) -> Option<Cleared<Item>> {
    let has_items =
        |data: &Value| data.get("items").and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    if result.status != ToolStatus::Ok || result.data.as_ref().is_some_and(has_items) {
        return None;
    }
    let (text, language) = result.data.as_ref().map(text_of_data).unwrap_or_default();
    let text = text.trim();
    if text.is_empty() && result.summary.is_empty() {
        return None;
    }
    // Texts that are harmless by themselves may say something together.
    let text = if injection::scan(text).is_some() { texts::INJECTION_FILTERED } else { text };
    let (text, cut) = head_lines(text, limits::WHOLE_RESULT_LINES);
    // The first line of a text is its summary already.
    let is_said = text.trim() == result.summary.trim();
    let extract = Extract { start_line: 1, language: language.to_owned(), text, gaps: Vec::new() };
    Some(Cleared(Item {
        kind: Some(WHOLE_RESULT_KIND.to_owned()),
        title: (!result.summary.is_empty()).then(|| result.summary.clone()),
        confidence: WHOLE_RESULT_CONFIDENCE,
        extract: (!is_said && !extract.text.is_empty()).then_some(extract),
        truncated: cut,
        ..Item::default()
    }))
}

/// What a tool printed besides its summary, items and claims: its text, or what is left as JSON.
fn text_of_data(data: &Value) -> (String, &'static str) {
    let Value::Object(fields) = data else {
        return (serde_json::to_string_pretty(data).unwrap_or_default(), "json");
    };
    if let Some(text) = fields.get("text").and_then(Value::as_str) {
        return (text.to_owned(), "");
    }
    let told = ["summary", "items", "claims"];
    let own: Map<String, Value> = fields
        .iter()
        .filter(|(name, _)| !told.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if own.is_empty() {
        return Default::default();
    }
    (serde_json::to_string_pretty(&own).unwrap_or_default(), "json")
}

fn bound_item(item: &mut Item) {
    let mut cut = bound(&mut item.summary);
    for field in [
        &mut item.path,
        &mut item.symbol,
        &mut item.kind,
        &mut item.title,
        &mut item.why,
        &mut item.signature,
    ] {
        cut |= field.as_mut().is_some_and(bound);
    }
    cut |= item.extract.as_mut().is_some_and(bound_extract);
    item.truncated |= cut;
    item.confidence = if item.confidence.is_nan() { 0.0 } else { item.confidence.clamp(0.0, 1.0) };
}

fn bound_claim(claim: &mut Claim) {
    bound(&mut claim.claim_key);
    bound(&mut claim.claim);
    claim.evidence_refs.truncate(limits::EVIDENCE_REFS);
    claim.evidence_refs.iter_mut().for_each(|reference| {
        bound(reference);
    });
}

/// Cuts a text to the limit of a summary; true if it was longer.
fn bound(text: &mut String) -> bool {
    match ellipsize(text, limits::SUMMARY_CHARS) {
        Cow::Borrowed(_) => false,
        Cow::Owned(short) => {
            *text = short;
            true
        }
    }
}

fn bound_extract(extract: &mut Extract) -> bool {
    let (text, cut) = head_lines(&extract.text, limits::SNIPPET_LINES_MAX);
    if cut {
        extract.text = text;
    }
    cut
}

/// The first lines of a text, each within its limit; true if something was cut.
fn head_lines(text: &str, lines_max: usize) -> (String, bool) {
    let mut cut = false;
    let mut lines: Vec<String> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if at == lines_max {
            cut = true;
            break;
        }
        let short = ellipsize(line, limits::SNIPPET_LINE_CHARS);
        cut |= matches!(short, Cow::Owned(_));
        lines.push(short.into_owned());
    }
    (lines.join("\n"), cut)
}
