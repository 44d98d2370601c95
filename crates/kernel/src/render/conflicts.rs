//! What the tools disagree on, and the list of results for the person.
//!
//! A claim of a tool of this build is composed of escaped parts; what any other tool claims is quoted.

use std::collections::BTreeSet;

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_model::envelope::FusedClaim;
use foreword_model::finding::Polarity;

use super::{Ceiling, Rendered, conflicting_keys, place_name};
use crate::fuse::Fused;

/// Both sides of a conflict stand beside each other; it is left to the reader. Whether any was said.
pub(super) fn push(
    rendered: &mut Rendered,
    conflicts: &[&FusedClaim],
    fused: &Fused,
    ceiling: Ceiling,
) -> bool {
    let mut is_said = false;
    for key in conflicts.iter().map(|claim| &claim.claim.claim_key).collect::<BTreeSet<_>>() {
        let mut block = escaped!("\nThe tools disagree on {}:\n", escape::quoted(key));
        for claim in conflicts.iter().filter(|claim| &claim.claim.claim_key == key) {
            let tool = escape::word(&claim.tool);
            block.push(&escaped!("- {}: {} ({})\n", tool, statement(claim, fused), evidence(claim)));
        }
        if ceiling.holds(rendered.text.as_str(), block.as_str()) {
            rendered.text.push(&block);
            is_said = true;
        } else {
            let sides = conflicts.iter().filter(|claim| &claim.claim.claim_key == key);
            rendered.cut_tools.extend(sides.map(|claim| claim.tool.clone()));
        }
    }
    is_said
}

/// `[Results]`: the places, one per line, and the conflicts.
pub fn results_text(fused: &Fused) -> String {
    if fused.places.is_empty() && fused.claims.is_empty() {
        return String::new();
    }
    let places = fused.by_relevance().into_iter().map(|place| escaped!("- {}", place_name(&place.item)));
    let agreed = fused.claims.iter().filter(|claim| !claim.conflict);
    let agreed = agreed.map(|claim| escaped!("- {}: {}", escape::word(&claim.tool), statement(claim, fused)));
    let conflicts = conflicting_keys(fused).into_iter().flat_map(|key| {
        let sides = fused.claims.iter().filter(move |claim| claim.conflict && claim.claim.claim_key == key);
        let sides = sides.map(|claim| conflict_side(claim, fused));
        std::iter::once(escaped!("- conflict: {}", escape::quoted(key))).chain(sides)
    });
    let heading = std::iter::once(EscapedText::from("[Results]"));
    EscapedText::join(heading.chain(places).chain(agreed).chain(conflicts), "\n").into_string()
}

/// One side of a conflict, with what it rests on.
fn conflict_side(claim: &FusedClaim, fused: &Fused) -> EscapedText {
    let side = match claim.claim.polarity {
        Polarity::Support => "for",
        Polarity::Oppose => "against",
        Polarity::Unknown => "unknown",
    };
    let tool = escape::word(&claim.tool);
    escaped!("  {}: {} ({}: {})", side, statement(claim, fused), tool, evidence(claim))
}

fn statement(claim: &FusedClaim, fused: &Fused) -> EscapedText {
    match fused.is_foreign(&claim.tool) {
        true => escape::quoted(&claim.claim.claim),
        false => escape::composed(&claim.claim.claim),
    }
}

fn evidence(claim: &FusedClaim) -> EscapedText {
    EscapedText::join(claim.claim.evidence_refs.iter().map(|place| escape::written_place(place)), ", ")
}
