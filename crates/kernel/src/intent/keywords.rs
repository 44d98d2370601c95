//! The telling words of a prompt, for whoever searches by words: names first, then what is neither grammar nor a request.
//!
//! Owns the choice and the bound. Looks nothing up.

use foreword_model::limits;

use super::features::Feature;
use super::structure::Structure;
use super::tokens::UnitKind;

/// Shorter words tell nothing.
const WORD_CHARS_MIN: usize = 3;

/// The words, each once, in order of appearance; Chinese text in runs, as it is written.
pub fn keywords(prompt: &str) -> Vec<String> {
    let text = super::bounded(prompt);
    let structure = Structure::read(&text);
    let prose = &structure.prose;
    let hits = super::words(prose);
    let says_nothing = |at: usize| {
        let of_unit = hits.iter().filter(|hit| (hit.first..hit.first + hit.count).contains(&at));
        of_unit.into_iter().any(|hit| is_no_topic(hit.feature))
    };
    let names = prose.symbols.iter().chain(&structure.symbols).map(|name| (*name).to_owned());
    let mut kept: Vec<String> = names.collect();
    let mut run = String::new();
    for (at, unit) in prose.units.iter().enumerate() {
        let is_telling = !says_nothing(at);
        if unit.kind == UnitKind::Han && is_telling {
            run.push_str(unit.raw);
            continue;
        }
        kept.push(std::mem::take(&mut run));
        let is_long = unit.raw.chars().count() >= WORD_CHARS_MIN;
        if unit.kind == UnitKind::Word && is_telling && is_long {
            kept.push(unit.raw.to_owned());
        }
    }
    kept.push(run);
    let mut words: Vec<String> = Vec::new();
    for word in kept.into_iter().filter(|word| !word.is_empty()) {
        if words.len() < limits::EXTERNAL_KEYWORDS && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// Grammar, and words that ask or order: they say what is wanted, not what of. What went wrong is a topic.
fn is_no_topic(feature: Feature) -> bool {
    matches!(
        feature,
        Feature::Stop
            | Feature::Vague
            | Feature::Social
            | Feature::RepoRef
            | Feature::SymptomHint
            | Feature::Fix
            | Feature::Add
            | Feature::Order
            | Feature::Change
            | Feature::Wish
            | Feature::WishHint
            | Feature::Where
            | Feature::How
            | Feature::What
            | Feature::Why
            | Feature::Show
            | Feature::Explain
            | Feature::Works
            | Feature::CallChain
            | Feature::Callers
            | Feature::Impact
            | Feature::FirstPerson
            | Feature::Define
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_something_is_kept() {
        for (prompt, expected) in [
            ("How is the late fee of a loan computed?", &["late", "fee", "loan", "computed"][..]),
            ("Where is `parse_frame` called from the decoder?", &["parse_frame", "decoder"]),
            ("please show me where it is", &[]),
            ("", &[]),
        ] {
            assert_eq!(keywords(prompt), expected, "{prompt}");
        }
        let chinese = keywords("预约队列里选下一位读者的函数在哪里实现?").join(" ");
        assert!(chinese.contains("预约队列"), "{chinese}");
        assert_eq!(keywords(&"alpha beta gamma ".repeat(90)), ["alpha", "beta", "gamma"]);
    }
}
