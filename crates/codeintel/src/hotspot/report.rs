//! What the tool says of what it found: items for the reader, numbers for a program.

use foreword_exec::tool::ToolAnswer;
use foreword_guard::escape;
use foreword_guard::secrets::count_masked;
use foreword_index::history::Summary;
use foreword_model::finding::Item;
use foreword_model::limits;
use foreword_text::truncate::ellipsize;
use serde_json::{Value, json};

use super::score::Window;
use super::{Found, Spot};
use crate::complexity::Place;

/// No hotspots, and why.
pub(super) fn nothing(why: &str) -> ToolAnswer {
    let data = json!({ "items": [], "claims": [], "files": [], "why": why });
    ToolAnswer { summary: format!("no hotspots: {why}"), data: Some(data), ..ToolAnswer::default() }
}

/// The answer.
pub(super) fn report(
    found: &Found,
    window: &Window,
    summary: &Summary,
    place: &Place,
    left_out: usize,
) -> ToolAnswer {
    let best = found.spots.first().map_or(0.0, Spot::score);
    let items: Vec<Item> = found.spots.iter().map(|spot| item(spot, window, best)).collect();
    let files: Vec<Value> = found.spots.iter().map(|spot| numbers(spot, best)).collect();
    let data = json!({
        "items": items,
        "claims": [],
        "files": files,
        "days": window.days,
        "since_s": window.since_s,
        "newest_s": window.newest_s,
        "head": summary.head,
        "left_out": left_out,
    });
    ToolAnswer {
        summary: in_one_line(found, window, place),
        redactions: count_masked(&data.to_string()),
        data: Some(data),
        truncated: found.late > 0,
        notes: notes(found, window, summary),
    }
}

fn in_one_line(found: &Found, window: &Window, place: &Place) -> String {
    let at = place.words();
    let days = plural(window.days, "day");
    let text = match found.spots.first() {
        Some(first) => {
            let count = plural((found.of_files - found.gone) as u64, "file");
            let path = escape::path(&first.churned.path);
            format!(
                "{count} changed{at} in the {days} before the newest commit; first {path}: {}",
                churn(first)
            )
        }
        None => format!("no hotspots: no code changed{at} in the {days} before the newest commit"),
    };
    ellipsize(&text, limits::SUMMARY_CHARS).into_owned()
}

fn plural(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// `12 commits, 5 fixes, 4 authors`.
fn churn(spot: &Spot) -> String {
    let churned = &spot.churned;
    let fixes = if churned.fixes == 1 { "1 fix".to_owned() } else { format!("{} fixes", churned.fixes) };
    let commits = plural(u64::from(churned.commits), "commit");
    format!("{commits}, {fixes}, {}", plural(u64::from(churned.authors), "author"))
}

fn item(spot: &Spot, window: &Window, best: f64) -> Item {
    let complexity = &spot.complexity;
    let mut summary = format!(
        "{}; cognitive {}, cyclomatic {} in {}",
        churn(spot),
        complexity.cognitive,
        complexity.cyclomatic,
        plural(complexity.functions as u64, "function"),
    );
    if let Some((name, line, cognitive)) = &complexity.worst {
        summary.push_str(&format!(", most in {} (line {line}, cognitive {cognitive})", escape::symbol(name)));
    }
    let age = match window.age_days(spot.churned.last_s) {
        0 => "on the day of the newest commit".to_owned(),
        days => format!("{} before the newest commit", plural(days, "day")),
    };
    let mut why = format!("changed last {age}");
    if !spot.together.is_empty() {
        let with =
            spot.together.iter().map(|one| format!("{} ({} times)", escape::path(&one.path), one.commits));
        why.push_str(&format!("; changes with {}", with.collect::<Vec<_>>().join(", ")));
    }
    Item {
        path: Some(spot.churned.path.clone()),
        kind: Some("file".to_owned()),
        summary: ellipsize(&summary, limits::SUMMARY_CHARS).into_owned(),
        confidence: share(spot, best),
        score: Some(spot.score().round()),
        why: Some(why),
        ..Item::default()
    }
}

/// The score as a share of the best, to two digits.
fn share(spot: &Spot, best: f64) -> f64 {
    (spot.score() / best.max(f64::MIN_POSITIVE) * 100.0).round().clamp(0.0, 100.0) / 100.0
}

fn numbers(spot: &Spot, best: f64) -> Value {
    let (churned, complexity) = (&spot.churned, &spot.complexity);
    let together = spot.together.iter().map(|one| json!({ "path": one.path, "commits": one.commits }));
    let worst = complexity.worst.as_ref();
    json!({
        "path": churned.path,
        "score": share(spot, best),
        "commits": churned.commits,
        "fixes": churned.fixes,
        "authors": churned.authors,
        "last_s": churned.last_s,
        "functions": complexity.functions,
        "cyclomatic": complexity.cyclomatic,
        "cognitive": complexity.cognitive,
        "worst": worst.map(|(symbol, line, cognitive)| json!({
            "symbol": symbol, "line": line, "cognitive": cognitive,
        })),
        "together": together.collect::<Vec<_>>(),
    })
}

fn notes(found: &Found, window: &Window, summary: &Summary) -> Vec<String> {
    let mut notes = Vec::new();
    if found.late > 0 {
        let of = found.of_files;
        let measured = of - found.late;
        notes.push(format!(
            "ci_hotspot: time limit; measured {measured} of {of} changed files, the most changed first"
        ));
    }
    if summary.oldest_s > window.since_s && summary.has_older {
        let days = window.age_days(summary.oldest_s);
        notes.push(format!("ci_hotspot: the history that is kept goes back {} only", plural(days, "day")));
    }
    if summary.oldest_s > window.since_s && summary.is_shallow {
        notes.push("ci_hotspot: the clone is shallow; older commits are not known".to_owned());
    }
    notes
}
