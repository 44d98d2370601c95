//! Items and claims of a cleared result, each text within its limit: what fusion works on.

use foreword_model::envelope::ToolResult;
use foreword_model::finding::{Claim, Extract, Findings, Item};
use foreword_model::limits;

use super::Cleared;
use crate::hygiene;

/// Reads a result's findings; the second value counts entries that are not of their form.
pub fn findings(result: &Cleared<ToolResult>) -> (Cleared<Findings>, usize) {
    let (mut found, malformed) = result.data.as_ref().map(Findings::read).unwrap_or_default();
    found.items.iter_mut().for_each(bound_item);
    found.claims.iter_mut().for_each(bound_claim);
    (Cleared(found), malformed)
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
    claim.evidence_refs.truncate(limits::SNIPPETS);
    claim.evidence_refs.iter_mut().for_each(|reference| {
        bound(reference);
    });
}

/// Cuts a text to the limit of a summary; true if it was longer.
fn bound(text: &mut String) -> bool {
    let (short, cut) = hygiene::truncate_chars(text, limits::SUMMARY_CHARS);
    if cut {
        *text = short.into_owned();
    }
    cut
}

fn bound_extract(extract: &mut Extract) -> bool {
    let mut cut = false;
    let mut lines: Vec<String> = Vec::new();
    for (at, line) in extract.text.lines().enumerate() {
        if at == limits::SNIPPET_LINES {
            cut = true;
            break;
        }
        let (short, is_cut) = hygiene::truncate_chars(line, limits::SNIPPET_LINE_CHARS);
        cut |= is_cut;
        lines.push(short.into_owned());
    }
    if cut {
        extract.text = lines.join("\n");
    }
    cut
}
