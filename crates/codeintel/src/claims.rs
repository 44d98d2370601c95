//! Statements that tools can agree or disagree on. One key is one place that may define one name: whoever takes it for
//! the definition is for it, whoever knows it and takes another is against it.

use foreword_guard::escape;
use foreword_model::finding::{Claim, Polarity};

use crate::deep::Named;

/// What is said of a symbol that was found: that its definition is meant, and that those aside are not.
pub(crate) fn definition(name: &str, start: &Named) -> Vec<Claim> {
    let place = start.node.place();
    let other = start.aside.iter().map(|aside| Claim {
        claim_key: key(name, aside),
        polarity: Polarity::Oppose,
        claim: format!(
            "{} means the definition at {}, not the one at {}",
            escape::symbol(name),
            escape::written_place(&place),
            escape::written_place(aside)
        ),
        evidence_refs: vec![place.clone()],
    });
    let mut claims = vec![is_defined(name, &place)];
    claims.extend(other);
    claims
}

/// That a name is defined at a place.
pub(crate) fn is_defined(name: &str, place: &str) -> Claim {
    Claim {
        claim_key: key(name, place),
        polarity: Polarity::Support,
        claim: format!("{} is defined at {}", escape::symbol(name), escape::written_place(place)),
        evidence_refs: vec![place.to_owned()],
    }
}

fn key(name: &str, place: &str) -> String {
    format!("definition:{name}@{place}")
}
