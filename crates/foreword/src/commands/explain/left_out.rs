//! What a past injection does not hold: cut, masked, filtered.

use foreword_guard::secrets::count_masked;
use foreword_model::envelope::{Envelope, FusedItem, Redaction, ToolResult};
use foreword_model::error::ErrorCode;
use foreword_model::finding::{Findings, Item};
use foreword_model::intent::Outcome;
use foreword_model::{limits, texts};
use serde_json::Value;

use super::{line, places};

/// What did not fit, and for which limit.
pub(super) fn cut(envelope: &Envelope) -> String {
    let mut lines = Vec::new();
    let not_shown = places::not_shown(envelope);
    if !not_shown.is_empty() {
        lines.push(format!("{}:", why_not_shown(envelope)));
        lines.extend(not_shown.iter().map(|place| format!("  {}", places::name(&place.item))));
    }
    let not_fused = not_fused(envelope);
    if !not_fused.is_empty() {
        lines.push(format!("beyond {} items:", limits::ITEMS));
        lines.extend(not_fused.iter().map(|item| format!("  {}", places::name(item))));
    }
    for result in &envelope.tool_results {
        let number = |key: &str| result.data.as_ref().and_then(|data| data.get(key)).and_then(Value::as_u64);
        if let Some(left_out @ 1..) = number("left_out") {
            lines.push(format!("{}: {left_out} more places within reach, worth less", result.tool));
        }
        if let Some(unvisited @ 1..) = number("unvisited") {
            let places = if unvisited == 1 { "place" } else { "places" };
            lines.push(format!("{}: {unvisited} {places} not visited, for want of time", result.tool));
        }
        if result.truncated {
            lines.push(format!("{}: truncated", result.tool));
        }
    }
    named("Cut", lines)
}

/// Secrets that were masked, by kind.
pub(super) fn redacted(envelope: &Envelope) -> String {
    let in_prompt = ("prompt", count_masked(&envelope.inputs.prompt));
    let in_results =
        envelope.tool_results.iter().map(|result| (result.tool.as_str(), result.redactions.clone()));
    let all = std::iter::once(in_prompt).chain(in_results).filter(|(_, redactions)| !redactions.is_empty());
    let lines = all.map(|(place, redactions)| {
        let kinds: Vec<String> =
            redactions.iter().map(|Redaction { kind, count }| format!("{kind} {count}")).collect();
        format!("{place}: {}", line(&kinds.join(", ")))
    });
    named("Redacted", lines.collect())
}

/// The `[Limits]` lines: what was filtered, clamped or not to be had.
pub(super) fn limits(envelope: &Envelope) -> String {
    let lines = envelope.fused_context.for_user.limits_text.lines();
    let lines = lines.map(|limit| limit.strip_prefix(texts::LIMITS_PREFIX).unwrap_or(limit));
    named("Limits", lines.map(|limit| format!("{}{}", texts::LIMITS_PREFIX, line(limit))).collect())
}

fn named(heading: &str, lines: Vec<String>) -> String {
    match lines.is_empty() {
        true => format!("{heading}: nothing\n"),
        false => super::section(heading, lines),
    }
}

fn why_not_shown(envelope: &Envelope) -> String {
    let is_over = |result: &ToolResult| {
        result.error.as_ref().is_some_and(|error| error.code == ErrorCode::EBudgetExceeded)
    };
    match envelope.inputs.intent.outcome {
        Outcome::Pointer => format!("not in the text, a pointer names at most {}", limits::POINTER_ITEMS),
        Outcome::Full | Outcome::None if envelope.tool_results.iter().any(is_over) => {
            "not in the text, which was full".to_owned()
        }
        Outcome::Full | Outcome::None => "not in the text".to_owned(),
    }
}

/// What tools found and fusion left out, once each.
fn not_fused(envelope: &Envelope) -> Vec<Item> {
    let fused = &envelope.fused_context.for_model.structured.items;
    let mut left_out: Vec<(&str, Item)> = Vec::new();
    for result in &envelope.tool_results {
        let found = result.data.as_ref().map(|data| Findings::read(data).0).unwrap_or_default();
        for item in found.items {
            let is_fused = |fused: &FusedItem| fused.tool == result.tool && is_same(&fused.item, &item);
            let is_known = |known: &(&str, Item)| known.0 == result.tool && is_same(&known.1, &item);
            if !fused.iter().any(is_fused) && !left_out.iter().any(is_known) {
                left_out.push((&result.tool, item));
            }
        }
    }
    left_out.into_iter().map(|(_, item)| item).collect()
}

/// Fusion keeps one of those that agree in these.
fn is_same(left: &Item, right: &Item) -> bool {
    (&left.path, &left.symbol, &left.title) == (&right.path, &right.symbol, &right.title)
}
