//! The plain word that a question about calls, impact or complexity is about: `call chain of login`, `login 的调用链`.
//!
//! Owns the phrases. A name written as code is (`login()`, `expire_sessions`) is found by `symbols.rs` already; a
//! plain word is a symbol only where such a phrase points at it and the repository does not deny it.

use foreword_model::repo::{Presence, RepoView};

use super::features::Feature;
use super::lexicon::Hit;
use super::symbols;
use super::tokens::{Prose, UnitKind};

/// What a phrase asks about its subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeepQuestion {
    /// Who calls it, and what it calls.
    CallChain,
    /// What a change of it reaches.
    Impact,
    /// How hard it is to follow.
    Complexity,
}

/// A question of that kind, and the name that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DeepSubject {
    /// Which deep tool answers it.
    pub question: DeepQuestion,
    /// As the prompt spells it.
    pub name: String,
}

/// Words between a phrase and its subject: `impact of changing the login function`.
const BETWEEN: &[&str] = &[
    "a",
    "about",
    "an",
    "around",
    "calling",
    "change",
    "changed",
    "changing",
    "class",
    "delete",
    "deleting",
    "editing",
    "fn",
    "for",
    "from",
    "function",
    "i",
    "if",
    "into",
    "is",
    "it",
    "method",
    "modify",
    "modifying",
    "my",
    "of",
    "on",
    "our",
    "remove",
    "removing",
    "rename",
    "renaming",
    "that",
    "the",
    "this",
    "to",
    "touching",
    "we",
];
/// Words of a phrase that no list of features has; 杂 is the end of 复杂.
const COMPLEX: &[&str] = &["complex", "complicated", "hairy", "杂"];
/// Shorter words are grammar or abbreviations.
const NAME_BYTES_MIN: usize = 3;
/// A longer text says in its sentences what it is about.
const UNITS_MAX: usize = 40;

/// Finds the question and its subject.
pub(super) fn find(prose: &Prose<'_>, hits: &[Hit<Feature>], repo: &dyn RepoView) -> Option<DeepSubject> {
    if prose.units.len() > UNITS_MAX {
        return None;
    }
    let is_topic = hits.iter().any(|hit| hit.feature.is_topic());
    let is_defined = |name: &str| match repo.symbol(name) {
        Presence::Present => true,
        // Not looked up: the phrase is enough, unless the words speak of something else.
        Presence::Unknown => !is_topic,
        Presence::Absent => false,
    };
    phrases(prose, hits).into_iter().find_map(|phrase| {
        let unit = &prose.units[subject_at(prose, hits, &phrase)?];
        let name = match unit.kind {
            // As it was cleaned of brackets and marks.
            UnitKind::Symbol => prose.symbols.iter().copied().find(|name| unit.raw.contains(name))?,
            // Beside a name that is written as code, a word is a word: "why does `dump` keep fields of a nested model".
            _ if !prose.symbols.is_empty() => return None,
            _ => unit.raw,
        };
        is_defined(name).then(|| DeepSubject { question: phrase.kind, name: name.to_owned() })
    })
}

/// A phrase, and the units that it spans.
struct Phrase {
    kind: DeepQuestion,
    first: usize,
    end: usize,
}

/// The phrases of a prompt, in their order: of `impact / call chain for login` the second one has a subject.
fn phrases(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> Vec<Phrase> {
    let by_list = hits.iter().filter_map(|hit| {
        let kind = match hit.feature {
            Feature::CallChain | Feature::Callers => DeepQuestion::CallChain,
            Feature::Impact => DeepQuestion::Impact,
            Feature::Complexity => DeepQuestion::Complexity,
            _ => return None,
        };
        Some(Phrase { kind, first: hit.first, end: hit.first + hit.count })
    });
    // `how complex is login`, `login 有多复杂`, `login 复杂吗`.
    let by_word = (0..prose.units.len())
        .filter(|at| COMPLEX.contains(&prose.text(&prose.units[*at])))
        .map(|at| Phrase { kind: DeepQuestion::Complexity, first: at, end: at + 1 });
    by_list.chain(by_word).collect()
}

/// Where the subject stands: behind the phrase with nothing but grammar between, directly before it, or, in a
/// Chinese sentence, wherever the only Latin word is.
fn subject_at(prose: &Prose<'_>, hits: &[Hit<Feature>], phrase: &Phrase) -> Option<usize> {
    let is_name = |at: usize| is_name_at(prose, hits, at);
    let behind = (phrase.end..prose.units.len())
        .take_while(|at| prose.units[*at].kind != UnitKind::Break)
        .find(|at| BETWEEN.binary_search(&prose.text(&prose.units[*at])).is_err());
    if let Some(at) = behind.filter(|at| is_name(*at)) {
        return Some(at);
    }
    if prose.units.iter().any(|unit| unit.kind == UnitKind::Han) {
        let mut names = (0..prose.units.len()).filter(|at| is_name(*at));
        let only = names.next()?;
        return names.next().is_none().then_some(only);
    }
    let before = phrase.first.checked_sub(1)?;
    is_name(before).then_some(before)
}

/// Whether a unit may name something of the repository: a name written as code is, or a Latin word that no list knows.
fn is_name_at(prose: &Prose<'_>, hits: &[Hit<Feature>], at: usize) -> bool {
    let unit = &prose.units[at];
    let is_listed = hits.iter().any(|hit| {
        (hit.first..hit.first + hit.count).contains(&at)
            && !matches!(hit.feature, Feature::TechNoun | Feature::ProductPart | Feature::Ambiguous)
    });
    if unit.kind == UnitKind::Symbol {
        return true;
    }
    unit.kind == UnitKind::Word
        && unit.raw.len() >= NAME_BYTES_MIN
        && symbols::is_plain_identifier(unit.raw)
        && BETWEEN.binary_search(&prose.text(unit)).is_err()
        && !symbols::is_brand(unit.raw)
        && !is_listed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intent::words;
    use foreword_model::repo::PathVerdict;

    /// A repository that defines two functions and was looked through.
    struct DefinesTwo;

    impl RepoView for DefinesTwo {
        fn path(&self, _path: &str) -> PathVerdict {
            PathVerdict::Absent
        }

        fn symbol(&self, symbol: &str) -> Presence {
            if matches!(symbol, "login" | "checkout") { Presence::Present } else { Presence::Absent }
        }
    }

    #[test]
    fn phrases_point_at_their_subject() {
        use DeepQuestion::{CallChain, Complexity, Impact};
        for (prompt, expected) in [
            ("call chain of login", Some((CallChain, "login"))),
            ("show me the call chain of the login function", Some((CallChain, "login"))),
            ("who calls checkout?", Some((CallChain, "checkout"))),
            ("login call graph", Some((CallChain, "login"))),
            ("login 的调用链", Some((CallChain, "login"))),
            ("谁调用了 login", Some((CallChain, "login"))),
            ("impact of login", Some((Impact, "login"))),
            ("what is the impact of changing login", Some((Impact, "login"))),
            ("what breaks if I rename checkout", Some((Impact, "checkout"))),
            ("修改 login 会影响哪些地方", Some((Impact, "login"))),
            ("how complex is login", Some((Complexity, "login"))),
            ("how complex is `checkout`?", Some((Complexity, "checkout"))),
            ("who calls login()", Some((CallChain, "login"))),
            ("why does `dump_cart` keep items of a nested checkout", None),
            ("I allow deep analysis of impact / call chain for login", Some((CallChain, "login"))),
            ("允许深度分析 call chain：login", Some((CallChain, "login"))),
            ("complexity of checkout", Some((Complexity, "checkout"))),
            ("login 有多复杂", Some((Complexity, "login"))),
            ("checkout 的圈复杂度", Some((Complexity, "checkout"))),
            ("impact of inflation", None),
            ("explain login", None),
            ("how complex is this", None),
            ("通货膨胀的影响", None),
        ] {
            let mut prose = Prose::default();
            prose.line(prompt);
            let hits = words(&prose);
            let found = find(&prose, &hits, &DefinesTwo);
            let found = found.as_ref().map(|found| (found.question, found.name.as_str()));
            assert_eq!(found, expected, "{prompt}");
        }
    }

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(BETWEEN.is_sorted());
    }
}
