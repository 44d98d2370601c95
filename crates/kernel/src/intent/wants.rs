//! What the deeper tools could add to an answer (contract §4), whether or not they are allowed.
//!
//! Owns the mapping from class and words to tools; the plan decides what runs.

use foreword_model::intent::{Intent, IntentClass, Outcome};

use super::classes;
use super::deep_subject::DeepQuestion;
use super::emphasis::Grammar;
use super::features::Feature;
use super::lexicon::Hit;
use super::mentions::Mentions;
use super::structure::Structure;
use super::tokens::{Prose, UnitKind};

/// What tier 2 and 3 would help with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wants {
    /// Who calls whom.
    pub call_chain: bool,
    /// What a change reaches.
    pub impact: bool,
    /// Where a failure comes from.
    pub bug_locate: bool,
    /// Nesting, length, branches.
    pub complexity: bool,
    /// What changes often.
    pub hotspot: bool,
    /// Known holes of dependencies.
    pub dependency_scan: bool,
}

impl Wants {
    /// Adds what a phrase asks about its subject, whatever else the prompt is for.
    pub(super) fn add_question(&mut self, question: DeepQuestion) {
        match question {
            DeepQuestion::CallChain => self.call_chain = true,
            DeepQuestion::Impact => self.impact = true,
            DeepQuestion::Complexity => self.complexity = true,
        }
    }

    /// Whether any of them is wanted.
    pub fn any(self) -> bool {
        self.call_chain
            || self.impact
            || self.bug_locate
            || self.complexity
            || self.hotspot
            || self.dependency_scan
    }
}

/// Says what would help.
pub(super) fn of(
    intent: Intent,
    structure: &Structure<'_>,
    hits: &[Hit<Feature>],
    mentions: &Mentions,
) -> Wants {
    if intent.outcome != Outcome::Full {
        return Wants::default();
    }
    let prose = &structure.prose;
    let has = |feature: Feature| hits.iter().any(|hit| hit.feature == feature);
    let asks = matches!(intent.class, IntentClass::Explore | IntentClass::Review);
    // What installing or the network breaks is not in the repository's code.
    let is_outside = has(Feature::Environment) && structure.frames.is_empty();
    Wants {
        call_chain: intent.class == IntentClass::Explore
            && (has(Feature::CallChain) || asks_who_calls(prose) || asks_for_way(prose, hits)),
        impact: match intent.class {
            IntentClass::Review => true,
            IntentClass::Explore => {
                has(Feature::Impact) || has(Feature::Callers) || classes::asks_reach(prose)
            }
            IntentClass::Modify => changes_existing(prose, hits, mentions),
            IntentClass::Debug | IntentClass::Control | IntentClass::Machine | IntentClass::NonCode => false,
        },
        bug_locate: intent.class == IntentClass::Debug && !is_outside,
        // `重构之前看看复杂度`: whoever is about to change a structure asks for it as well.
        complexity: (asks && (has(Feature::Complexity) || measures_code(prose, hits)))
            || (intent.class == IntentClass::Modify && has(Feature::Restructure) && has(Feature::Complexity)),
        hotspot: asks && has(Feature::Hotspot),
        dependency_scan: has(Feature::DependencyScan),
    }
}

/// Whether a change reaches code that others use: structure is changed, or something that exists is named and
/// nothing new is asked for.
fn changes_existing(prose: &Prose<'_>, hits: &[Hit<Feature>], mentions: &Mentions) -> bool {
    // A verb that only tells what something does asks for nothing.
    let grammar = Grammar::of(prose, hits);
    let asked = |hit: &&Hit<Feature>| grammar.asks(hit);
    let has = |feature: Feature| hits.iter().filter(asked).any(|hit| hit.feature == feature);
    let names_place = !mentions.symbols.is_empty() || !mentions.paths.is_empty();
    has(Feature::Restructure)
        || has(Feature::Callers)
        || (names_place && has(Feature::Change) && !has(Feature::Add))
}

/// `超过 200 行的方法`, `functions of more than 80 lines`.
fn measures_code(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let is_measured = prose.units.windows(2).any(|pair| {
        pair[0].kind == UnitKind::Number
            && matches!(prose.text(&pair[1]), "行" | "层" | "lines" | "levels" | "parameters" | "arguments")
    });
    is_measured && hits.iter().any(|hit| matches!(hit.feature, Feature::CodeNoun | Feature::Ambiguous))
}

/// `哪些函数调用了 x`: who calls, however far the two words stand apart.
fn asks_who_calls(prose: &Prose<'_>) -> bool {
    let calls = ["调用", "调到", "引用"].iter().any(|word| prose.folded.contains(word));
    calls && ["哪些", "哪几", "哪里", "哪个", "谁", "什么地方"].iter().any(|word| prose.folded.contains(word))
}

/// Words after which "from … to …" asks for the way between two places in the code. Sorted.
const WAY_WORDS: &[&str] = &[
    "flow", "flows", "gets", "goes", "journey", "passes", "path", "reach", "route", "sequence", "steps",
    "travel", "travels", "way",
];

/// Whether the prompt asks how one gets from one place to another: `从…到…怎么走`, `the way from … to …`.
fn asks_for_way(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let at = |word: &str, from: usize| {
        prose.units[from..].iter().position(|unit| prose.text(unit) == word).map(|skip| from + skip + 1)
    };
    let is_between = |from: &str, to: &str| at(from, 0).and_then(|after| at(to, after)).is_some();
    let asks = hits.iter().any(|hit| {
        matches!(
            hit.feature,
            Feature::How | Feature::Mechanism | Feature::What | Feature::Show | Feature::Explain
        )
    });
    let is_chinese =
        is_between("从", "到") && (asks || prose.folded.contains("流程") || prose.folded.contains("过程"));
    let names_way = prose.units.iter().any(|unit| WAY_WORDS.binary_search(&prose.text(unit)).is_ok());
    is_chinese || (is_between("from", "to") && names_way)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(WAY_WORDS.is_sorted());
    }
}
