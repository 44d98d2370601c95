//! How much a verb or a question word counts where it stands.
//!
//! Owns the grammar that the classifier knows: a verb asks for something where a clause begins or a word leads to
//! it; elsewhere, or before 之后, it only tells. Only the class depends on it, not whether the prompt is about code.

use super::features::Feature;
use super::lexicon::Hit;
use super::tokens::{Prose, UnitKind};

/// A verb of change that tells instead of asking.
const TOLD: f64 = 0.35;
/// A verb in the third person asks for nothing.
const THIRD_PERSON: f64 = 0.1;
/// The same as evidence.
const TOLD_EVIDENCE: f64 = 0.6;
/// Whatever stands in a condition: what happens after it is the point.
const CONDITION: f64 = 0.3;
/// A question word in the middle of an English clause joins clauses.
const JOINING: f64 = 0.3;

/// How far a clause is looked at, in units.
const CLAUSE_UNITS: usize = 24;

/// English words that lead to a verb that asks. Sorted.
const LEADERS_EN: &[&str] = &[
    "also", "and", "but", "can", "could", "either", "first", "help", "i'd", "instead", "just", "let's",
    "lets", "must", "now", "or", "please", "pls", "should", "so", "then", "to", "we", "will", "would", "you",
];
/// English words that lead to a question word. Sorted.
const LEADERS_QUESTION: &[&str] = &[
    "about",
    "and",
    "but",
    "check",
    "describe",
    "explain",
    "find",
    "know",
    "learn",
    "me",
    "of",
    "on",
    "or",
    "out",
    "see",
    "show",
    "so",
    "tell",
    "then",
    "understand",
    "wonder",
    "wondering",
];
/// English words that open a condition. Sorted.
const CONDITIONS_EN: &[&str] = &[
    "after", "although", "as", "because", "if", "once", "since", "that", "when", "whenever", "while", "who",
];
/// Chinese words that lead to a verb that asks.
const LEADERS_ZH: &[&str] = &[
    "请", "帮", "我", "把", "要", "想", "再", "先", "后", "并", "也", "都", "需", "望", "能", "以", "该",
    "起", "步", "来", "去", "得", "给", "下", "将", "里", "上", "用", "成", "中", "就", "统", "全", "，",
];
/// Chinese words that close a condition.
const CONDITIONS_ZH: &[&str] = &[
    "之后",
    "以后",
    "的时候",
    "时候",
    "后就",
    "完就",
    "后还",
    "后没",
    "后却",
    "的话",
    "时会",
    "时就",
    "时还",
    "时出",
    "时报",
];

/// The prompt as its verbs see it.
#[derive(Debug)]
pub(super) struct Grammar<'p> {
    prose: &'p Prose<'p>,
    has_question: bool,
    /// Units at which a word for "after" or "when" begins, and the ends of clauses, in order.
    marks: Vec<(usize, Mark)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Condition,
    ClauseEnd,
}

impl<'p> Grammar<'p> {
    /// Looks once at what all hits share.
    pub(super) fn of(prose: &'p Prose<'p>, hits: &[Hit<Feature>]) -> Self {
        Self { prose, has_question: hits.iter().any(|hit| is_question(hit.feature)), marks: marks(prose) }
    }

    /// The share of a hit's class weight.
    pub(super) fn share(&self, hit: &Hit<Feature>) -> f64 {
        share(self, hit)
    }

    /// Whether a word for "after" or "when" follows in the same clause.
    fn closes_condition(&self, from: usize) -> bool {
        let next = self.marks.partition_point(|(at, _)| *at < from);
        self.marks.get(next).is_some_and(|(_, mark)| *mark == Mark::Condition)
    }

    /// Whether a hit asks for what it says.
    pub(super) fn asks(&self, hit: &Hit<Feature>) -> bool {
        self.share(hit) >= 1.0
    }

    /// The share of a hit's weight as evidence of code, given its class share: a verb that only tells may be anyone's.
    pub(super) fn evidence_share(hit: &Hit<Feature>, class_share: f64) -> f64 {
        match hit.feature {
            Feature::Order if class_share < 1.0 => 0.0,
            Feature::Add | Feature::Change | Feature::Restructure if class_share < 1.0 => TOLD_EVIDENCE,
            _ => 1.0,
        }
    }
}

fn share(grammar: &Grammar<'_>, hit: &Hit<Feature>) -> f64 {
    let (prose, has_question) = (grammar.prose, grammar.has_question);
    let is_verb = is_verb(hit.feature);
    let joins = matches!(hit.feature, Feature::What | Feature::How | Feature::Why);
    let is_chinese = prose.units[hit.first].kind == UnitKind::Han;
    if is_chinese {
        let in_condition = grammar.closes_condition(hit.first + hit.count)
            || (is_verb && is_attribute(prose, hit.first + hit.count));
        return match hit.feature {
            Feature::Symptom | Feature::SymptomHint | Feature::Where if in_condition => CONDITION,
            _ if is_verb && (in_condition || is_noun_chinese(prose, hit.first)) => CONDITION,
            Feature::Wish | Feature::WishHint if has_question => TOLD,
            Feature::Order if has_question => THIRD_PERSON,
            // One character is often the end of another word: 切换, 加号.
            _ if is_verb && hit.count == 1 && !is_led_chinese(prose, hit.first) => TOLD,
            _ if is_verb && has_question && !is_led_chinese(prose, hit.first) => TOLD,
            _ => 1.0,
        };
    }
    let word = prose.text(&prose.units[hit.first]);
    if is_verb && hit.count == 1 && (word.ends_with("ing") || word.ends_with("ed")) {
        // `saving a draft …` is a subject.
        return TOLD;
    }
    // `what is returned when the queue is empty`: the failure is a case, not a complaint.
    let is_case = hit.feature == Feature::Symptom && has_question;
    if (is_verb || is_case) && in_english_condition(prose, hit.first) {
        return CONDITION;
    }
    if is_verb && !is_led(prose, hit.first, LEADERS_EN) {
        // `the meter counts …` is a third person.
        let is_third_person = word.ends_with('s');
        return if is_third_person || hit.feature == Feature::Order { THIRD_PERSON } else { TOLD };
    }
    if joins && hit.count == 1 && !is_led(prose, hit.first, LEADERS_QUESTION) {
        return JOINING;
    }
    1.0
}

fn is_question(feature: Feature) -> bool {
    matches!(
        feature,
        Feature::What
            | Feature::How
            | Feature::Why
            | Feature::Where
            | Feature::Mechanism
            | Feature::Impact
            | Feature::CallChain
    )
}

fn is_verb(feature: Feature) -> bool {
    matches!(
        feature,
        Feature::Add
            | Feature::Change
            | Feature::Restructure
            | Feature::Order
            | Feature::Show
            | Feature::Explain
            | Feature::Review
    )
}

/// The words of the same clause before a unit.
fn before<'p>(prose: &'p Prose<'_>, at: usize) -> impl Iterator<Item = &'p str> {
    prose.units[..at]
        .iter()
        .rev()
        .take(CLAUSE_UNITS)
        .take_while(|unit| unit.kind != UnitKind::Break)
        .map(|unit| prose.text(unit))
}

/// Whether the clause starts here, or a leading word stands right before.
fn is_led(prose: &Prose<'_>, at: usize, leaders: &[&str]) -> bool {
    let previous = at.checked_sub(1).map(|at| &prose.units[at]);
    match previous {
        None => true,
        Some(unit) if unit.kind == UnitKind::Break => true,
        // A verb after a Chinese word, a path or a symbol: `把 x rename 成 y`.
        Some(unit) if unit.kind != UnitKind::Word => true,
        Some(unit) => leaders.binary_search(&prose.text(unit)).is_ok(),
    }
}

fn is_led_chinese(prose: &Prose<'_>, at: usize) -> bool {
    let Some(previous) = at.checked_sub(1).map(|at| &prose.units[at]) else { return true };
    previous.kind != UnitKind::Han
        || LEADERS_ZH.contains(&prose.text(previous))
        || before(prose, at).any(|text| matches!(text, "把" | "将" | "给" | "请" | "让"))
}

/// `这个实现`, `最近的修改`: a verb used as a noun.
fn is_noun_chinese(prose: &Prose<'_>, at: usize) -> bool {
    at.checked_sub(1)
        .is_some_and(|at| matches!(prose.text(&prose.units[at]), "个" | "的" | "种" | "版" | "次" | "处"))
}

/// `弹出来的链接`: a verb that describes a noun.
fn is_attribute(prose: &Prose<'_>, after: usize) -> bool {
    let text = |at: usize| prose.units.get(at).map_or("", |unit| prose.text(unit));
    text(after) == "的" || (matches!(text(after), "来" | "了" | "出" | "过") && text(after + 1) == "的")
}

fn in_english_condition(prose: &Prose<'_>, at: usize) -> bool {
    before(prose, at).any(|text| CONDITIONS_EN.binary_search(&text).is_ok())
}

fn marks(prose: &Prose<'_>) -> Vec<(usize, Mark)> {
    let mut marks = Vec::new();
    for (at, unit) in prose.units.iter().enumerate() {
        if unit.kind == UnitKind::Break {
            marks.push((at, Mark::ClauseEnd));
        } else if unit.kind == UnitKind::Han {
            let rest = &prose.folded[unit.start..];
            if CONDITIONS_ZH.iter().any(|mark| rest.starts_with(mark)) {
                marks.push((at, Mark::Condition));
            }
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_for_binary_search() {
        for list in [LEADERS_EN, LEADERS_QUESTION, CONDITIONS_EN] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }
}
