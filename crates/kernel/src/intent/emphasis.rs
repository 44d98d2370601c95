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
/// English words that open a question about what is. Sorted.
const QUESTION_OPENERS: &[&str] = &["how", "what", "when", "where", "which", "who", "why"];
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
    /// Where the last word for a failure stands, in a Chinese sentence that tells what happened.
    failed_at: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Condition,
    ClauseEnd,
}

impl<'p> Grammar<'p> {
    /// Looks once at what all hits share.
    pub(super) fn of(prose: &'p Prose<'p>, hits: &[Hit<Feature>]) -> Self {
        let is_told = prose.folded.ends_with('了') || prose.folded.contains('就');
        let failed = hits.iter().rev().find(|hit| hit.feature == Feature::Symptom).filter(|_| is_told);
        Self {
            prose,
            has_question: hits.iter().any(|hit| is_question(hit.feature)),
            marks: marks(prose),
            failed_at: failed.map_or(0, |hit| hit.first),
        }
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
            || (is_verb && is_attribute(prose, hit.first + hit.count))
            || (is_verb && is_done(prose, hit.first + hit.count));
        return match hit.feature {
            Feature::Symptom | Feature::SymptomHint | Feature::Where if in_condition => CONDITION,
            Feature::SymptomHint if describes(prose, hit.first + hit.count) => CONDITION,
            Feature::Symptom | Feature::ErrorWord if is_counted(prose, hit.first + hit.count) => CONDITION,
            _ if is_verb && (in_condition || is_noun_chinese(prose, hit.first)) => CONDITION,
            // `切到后台再回来就没声音了`, `生成了两张`: what was done, or happened, before it failed.
            Feature::Change | Feature::Order if hit.first < grammar.failed_at && !is_asked(prose) => TOLD,
            _ if is_verb && is_past(prose, hit.first + hit.count) && !is_asked(prose) => TOLD,
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
    let opening = prose.text(&prose.units[0]);
    if is_verb
        && hit.first > 0
        && QUESTION_OPENERS.binary_search(&opening).is_ok()
        && is_led_by_we(prose, hit.first)
    {
        // `which version do we ship` asks for nothing to be shipped.
        return TOLD;
    }
    if hit.feature == Feature::Symptom
        && hit.first > 0
        && matches!(opening, "make" | "let" | "allow" | "add" | "hide")
    {
        // What is wished for may mention a failure.
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

fn is_led_by_we(prose: &Prose<'_>, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| matches!(prose.text(&prose.units[before]), "we" | "they" | "you"))
}

fn is_led_chinese(prose: &Prose<'_>, at: usize) -> bool {
    let Some(previous) = at.checked_sub(1).map(|at| &prose.units[at]) else { return true };
    previous.kind != UnitKind::Han
        || LEADERS_ZH.contains(&prose.text(previous))
        || before(prose, at).any(|text| matches!(text, "把" | "将" | "给" | "请" | "让"))
}

/// `这个实现`, `最近的修改`: a verb used as a noun.
fn is_noun_chinese(prose: &Prose<'_>, at: usize) -> bool {
    let text = |back: usize| at.checked_sub(back).map_or("", |at| prose.text(&prose.units[at]));
    matches!(text(1), "个" | "的" | "种" | "版" | "处")
        || (text(1) == "次" && matches!(text(2), "这" | "上" | "本" | "那"))
}

/// `弹出来的链接`: a verb that describes a noun.
fn is_attribute(prose: &Prose<'_>, after: usize) -> bool {
    let text = |at: usize| prose.units.get(at).map_or("", |unit| prose.text(unit));
    text(after) == "的" || (matches!(text(after), "来" | "了" | "出" | "过") && text(after + 1) == "的")
}

/// 请, 帮, 把: the sentence asks for something.
fn is_asked(prose: &Prose<'_>) -> bool {
    ["请", "帮", "把", "将", "吧"].iter().any(|mark| prose.folded.contains(mark))
}

/// `生成了两张`: a verb whose deed is done.
fn is_past(prose: &Prose<'_>, after: usize) -> bool {
    prose.units.get(after).is_some_and(|unit| prose.text(unit) == "了") && prose.units.len() > after + 2
}

/// `改完密码…`: what was done before something happened.
fn is_done(prose: &Prose<'_>, after: usize) -> bool {
    prose.units.get(after).is_some_and(|unit| prose.text(unit) == "完") && prose.units.len() > after + 2
}

/// `没付款的订单`: a clause that describes a noun tells which one, not what happened.
fn describes(prose: &Prose<'_>, after: usize) -> bool {
    let mut next = prose.units.iter().skip(after).take(4).take_while(|unit| unit.kind == UnitKind::Han);
    next.by_ref().any(|unit| prose.text(unit) == "的") && next.next().is_some()
}

/// `失败五次锁定`: how often something fails is a condition for what is to be done.
fn is_counted(prose: &Prose<'_>, after: usize) -> bool {
    let text = |at: usize| prose.units.get(at).map_or("", |unit| prose.text(unit));
    let is_number = matches!(text(after), "几" | "多" | "两" | "三" | "四" | "五" | "六" | "十" | "n")
        || prose.units.get(after).is_some_and(|unit| unit.kind == UnitKind::Number);
    is_number && text(after + 1) == "次" && !matches!(text(after + 2), "" | "了")
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
            if CONDITIONS_ZH.iter().any(|mark| rest.starts_with(mark)) || is_after(prose, at) {
                marks.push((at, Mark::Condition));
            }
        }
    }
    marks
}

/// `放大后`, `失败时提示`: 后 and 时 by themselves, not as a part of 后端 or 时间.
fn is_after(prose: &Prose<'_>, at: usize) -> bool {
    let text = |at: Option<usize>| at.and_then(|at| prose.units.get(at)).map_or("", |unit| prose.text(unit));
    let is_when = text(Some(at)) == "时"
        && !matches!(
            text(at.checked_sub(1)),
            "" | "小"
                | "工"
                | "及"
                | "实"
                | "定"
                | "临"
                | "同"
                | "有"
                | "暂"
                | "按"
                | "时"
                | "超"
                | "延"
                | "计"
                | "耗"
        )
        && !matches!(
            text(Some(at + 1)),
            "" | "间"
                | "候"
                | "区"
                | "长"
                | "段"
                | "效"
                | "代"
                | "钟"
                | "刻"
                | "常"
                | "机"
                | "隔"
                | "不"
                | "序"
                | "的"
                | "差"
        );
    let is_after = text(Some(at)) == "后"
        && !matches!(
            text(at.checked_sub(1)),
            "" | "最" | "然" | "前" | "落" | "今" | "背" | "向" | "往" | "之" | "以"
        )
        && !matches!(
            text(Some(at + 1)),
            "" | "端" | "台" | "面" | "续" | "退" | "期" | "果" | "者" | "缀" | "门" | "的" | "厨"
        );
    is_when || is_after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_for_binary_search() {
        for list in [LEADERS_EN, LEADERS_QUESTION, CONDITIONS_EN, QUESTION_OPENERS] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }
}
