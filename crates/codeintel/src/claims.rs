//! Statements that tools can agree or disagree on. One key is one place that may define one name: whoever takes it for
//! the definition is for it, whoever knows it and takes another is against it.

use foreword_model::finding::{Claim, Polarity};

use crate::deep::Named;

/// What is said of a symbol that was found: that its definition is meant, and that those aside are not.
pub(crate) fn definition(name: &str, start: &Named) -> Vec<Claim> {
    let place = start.node.place();
    let other = start.aside.iter().map(|aside| Claim {
        claim_key: key(name, aside),
        polarity: Polarity::Oppose,
        claim: format!("`{name}` means the definition at {place}, not the one at {aside}"),
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
        claim: format!("`{name}` is defined at {place}"),
        evidence_refs: vec![place.to_owned()],
    }
}

fn key(name: &str, place: &str) -> String {
    format!("definition:{name}@{place}")
}
