//! The places of a past injection: by which evidence a search ranked them, by which links a walk came to them.

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_model::envelope::{Envelope, FusedItem, ToolResult};
use foreword_model::finding::Item;
use foreword_retrieve::{Ask, feature_weights};
use serde_json::Value;

use super::line;

/// Less is no contribution that two digits show.
const CONTRIBUTION_MIN: f64 = 0.005;
/// What rounding the evidence may cost a sum.
const ROUNDING: f64 = 0.05;

/// How many places stand in the text, and how many there were.
pub(super) fn counts(envelope: &Envelope) -> (usize, usize) {
    let all = by_relevance(envelope);
    (all.iter().filter(|place| is_shown(envelope, &place.item)).count(), all.len())
}

/// The places that stand in the text, in its order.
pub(super) fn section(envelope: &Envelope) -> String {
    let shown = by_relevance(envelope).into_iter().filter(|place| is_shown(envelope, &place.item));
    let blocks: String = shown.zip(1..).map(|(place, number)| block(envelope, place, number)).collect();
    match blocks.is_empty() {
        true => String::new(),
        false => format!("Places\n{blocks}"),
    }
}

/// The places that were fused and do not stand in the text.
pub(super) fn not_shown(envelope: &Envelope) -> Vec<&FusedItem> {
    by_relevance(envelope).into_iter().filter(|place| !is_shown(envelope, &place.item)).collect()
}

/// `path:line kind `symbol``, or what there is of it.
pub(super) fn name(item: &Item) -> String {
    let place = item.path.as_deref().map(|path| match (item.start_line, item.end_line) {
        (Some(start), Some(end)) if end > start => escaped!("{}:{}-{}", escape::path(path), start, end),
        (start, _) => escape::place(path, start),
    });
    let symbol = item.symbol.as_deref().map(escape::symbol);
    let kind = item.kind.as_deref().map(escape::word).filter(|_| symbol.is_some() || place.is_none());
    let title = item.title.as_deref().map(escape::quoted);
    line(EscapedText::join([place, kind, symbol, title].into_iter().flatten(), " ").as_str())
}

/// As the text has them: the envelope's own order breaks ties.
fn by_relevance(envelope: &Envelope) -> Vec<&FusedItem> {
    let mut places: Vec<&FusedItem> = envelope.fused_context.for_model.structured.items.iter().collect();
    places.sort_by(|left, right| right.item.confidence.total_cmp(&left.item.confidence));
    places
}

/// Whether the text names the place: its path and first line, or what it has instead.
fn is_shown(envelope: &Envelope, item: &Item) -> bool {
    let text = &envelope.fused_context.for_model.additional_context;
    let named = match (&item.path, item.start_line) {
        (Some(path), line) => escape::place(path, line),
        (None, _) => {
            let symbol = item.symbol.as_deref().map(escape::symbol);
            symbol.or_else(|| item.title.as_deref().map(escape::quoted)).unwrap_or_default()
        }
    };
    let named = named.as_str();
    let ends_there = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
    !named.is_empty() && text.match_indices(named).any(|(at, _)| ends_there(&text[at + named.len()..]))
}

fn block(envelope: &Envelope, place: &FusedItem, number: usize) -> String {
    let item = &place.item;
    let mut lines = vec![format!("{}  ({}, confidence {})", name(item), place.tool, item.confidence)];
    let result = envelope.tool_results.iter().find(|result| result.tool == place.tool);
    let links = result.map(|result| links(result, item)).unwrap_or_default();
    // A walk's reason is one of the links.
    let is_link = |why: &String| links.iter().any(|link| link.starts_with(why.trim_end_matches(')')));
    lines.extend(item.why.as_deref().map(line).filter(|why| !is_link(why)));
    lines.extend(result.and_then(|result| score(result, item)));
    lines.extend(links);
    let indented = lines.join("\n      ");
    format!("{number:>3}.  {indented}\n")
}

/// The score of a place, taken apart: the evidence for its file, times what each kind of it weighs.
fn score(result: &ToolResult, item: &Item) -> Option<String> {
    let ranking = result.data.as_ref()?.get("ranking")?.as_array()?;
    let path = item.path.as_deref()?;
    let is_of_path = |known: &&Value| known.get("path").and_then(Value::as_str) == Some(path);
    // The places of a prompt have their own evidence, a list of files that of each file.
    let is_place =
        |known: &&Value| known.get("line").and_then(Value::as_u64) == item.start_line.map(u64::from);
    let of_path: Vec<&Value> = ranking.iter().filter(is_of_path).collect();
    let of_place = of_path.iter().copied().find(is_place);
    let of_file = of_place.or_else(|| of_path.first().copied())?;
    let file_score = of_file.get("score")?.as_f64()?;
    let value = |name: &str| of_file.get("features")?.get(name)?.as_f64();
    let by = |ask: Ask| -> Vec<(&str, f64)> {
        feature_weights(ask).filter_map(|(name, weight)| Some((name, value(name)? * weight))).collect()
    };
    let is_sum = |parts: &Vec<(&str, f64)>| {
        (parts.iter().map(|(_, part)| part).sum::<f64>() - file_score).abs() <= ROUNDING
    };
    let score = item.score.unwrap_or(file_score);
    let Some(mut parts) = [by(Ask::Question), by(Ask::Report), by(Ask::Prompt)].into_iter().find(is_sum)
    else {
        return Some(format!("score {score:.2}; by weights that this version no longer has"));
    };
    // What the best place of the file adds is not part of the file's own evidence.
    parts.push(("place", score - file_score));
    parts.retain(|(_, part)| part.abs() >= CONTRIBUTION_MIN);
    parts.sort_by(|left, right| right.1.abs().total_cmp(&left.1.abs()));
    Some(format!("score {score:.2} = {}", sum(&parts)))
}

/// `stem 2.50 + windows 2.20 - depth 0.54`.
fn sum(parts: &[(&str, f64)]) -> String {
    let terms = parts.iter().enumerate().map(|(at, (name, part))| {
        let sign = match (at, *part < 0.0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        format!("{sign}{name} {:.2}", part.abs())
    });
    terms.collect()
}

/// How a walk saw the place linked with others, one line each.
fn links(result: &ToolResult, item: &Item) -> Vec<String> {
    let edges = result.data.as_ref().and_then(|data| data.get("edges")).and_then(Value::as_array);
    edges.into_iter().flatten().filter_map(|edge| link(edge, item)).collect()
}

fn link(edge: &Value, item: &Item) -> Option<String> {
    let (from, to) = (edge.get("from")?, edge.get("to")?);
    let kind = edge.get("kind")?.as_str()?;
    let (words, other) = match (is_at(from, item), is_at(to, item)) {
        (true, _) => (kind.to_owned(), to),
        (false, true) => (backwards(kind), from),
        (false, false) => return None,
    };
    let symbol = escape::symbol(other.get("symbol")?.as_str()?);
    let at = u32::try_from(other.get("line")?.as_u64()?).ok();
    let place = escape::place(other.get("path")?.as_str()?, at);
    let how = edge.get("how").and_then(Value::as_str).unwrap_or_default();
    let confidence = edge.get("confidence").and_then(Value::as_f64).unwrap_or_default();
    Some(line(&format!("{words} {symbol} ({place}; {how}, {confidence:.2})")))
}

fn is_at(end: &Value, item: &Item) -> bool {
    let at = |key: &str| end.get(key);
    at("path").and_then(Value::as_str) == item.path.as_deref()
        && at("line").and_then(Value::as_u64) == item.start_line.map(u64::from)
        && at("symbol").and_then(Value::as_str) == item.symbol.as_deref()
}

/// A kind of link, read from its other end.
fn backwards(kind: &str) -> String {
    match kind {
        "calls" => "called by".to_owned(),
        "derives from" => "base of".to_owned(),
        "contains" => "part of".to_owned(),
        other => format!("{other} (from there)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_reads_as_one() {
        for (parts, expected) in [
            (
                vec![("stem", 2.5), ("depth", -0.54), ("windows", 0.2)],
                "stem 2.50 - depth 0.54 + windows 0.20",
            ),
            (vec![("test", -2.0)], "-test 2.00"),
            (vec![], ""),
        ] {
            assert_eq!(sum(&parts), expected);
        }
    }
}
