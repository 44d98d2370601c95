//! What tells a prompt about something else from one about a product.
//!
//! Owns the rules that need more than one word: general knowledge that needs no repository, texts to be worded,
//! tales of oneself, arithmetic.

use foreword_model::intent::SignalType;

use super::company::{definite_at, same_span};
use super::decide::Sums;
use super::features::Feature;
use super::lexicon::Hit;
use super::tokens::{Prose, UnitKind};

/// A question about computing in general: any textbook answers it.
const KNOWLEDGE: f64 = -3.6;
/// How to do something in a language, nothing of this repository named.
const GENERIC_HOW_TO: f64 = -1.6;
/// A sum written in figures.
const ARITHMETIC: f64 = -3.2;
/// Length of a question about a term in units.
const TERM_UNITS: usize = 8;
/// Length of the longest arithmetic question in units.
const ARITHMETIC_UNITS: usize = 14;

/// Advice that is asked for by its last word: 哪种好.
const ADVICE_ENDING: f64 = -1.0;
/// Two languages compared, nothing of this repository named.
const LANGUAGES_COMPARED: f64 = -1.5;
/// The words of a quotation that is to be translated say nothing about the request.
const QUOTED_TRANSLATION: f64 = -4.0;

/// A line for the shell.
const SHELL_LINE: f64 = -2.0;

/// Whoever speaks of oneself, and of no part of a system, tells something private.
const OF_ONESELF: f64 = -0.8;

/// How something comes about is asked of systems.
const HOW_DONE: f64 = 0.7;

/// Adds the rules that look at several words at once.
pub(super) fn add_rules(sums: &mut Sums, prose: &Prose<'_>, hits: &[Hit<Feature>]) {
    if sums.is_structural {
        return;
    }
    let has = |feature: Feature| hits.iter().any(|hit| hit.feature == feature);
    if is_knowledge(prose, hits) {
        sums.add(SignalType::Implicit, "(general knowledge)", KNOWLEDGE);
    }
    let asks_how = has(Feature::How) || has(Feature::FirstPerson);
    let is_here = has(Feature::RepoRef)
        || has(Feature::ProductPart)
        || has(Feature::Symptom)
        || has(Feature::Mechanism);
    if asks_how && has(Feature::Language) && !is_here {
        sums.add(SignalType::Implicit, "(how to, in a language)", GENERIC_HOW_TO);
    }
    let asks_change = has(Feature::Add) || has(Feature::Change) || has(Feature::Restructure);
    let languages = hits.iter().filter(|hit| hit.feature == Feature::Language).count();
    if (languages > 1 || (languages > 0 && has(Feature::Define))) && !asks_change && !is_here {
        sums.add(SignalType::Implicit, "(languages compared)", LANGUAGES_COMPARED);
    }
    if tells_of_oneself(prose) && !hits.iter().any(|hit| hit.feature.is_system() || is_work(hit.feature)) {
        sums.add(SignalType::Implicit, "(of oneself)", OF_ONESELF);
    }
    if has(Feature::Translate) && (is_quoting(prose) || gives_text(prose)) {
        sums.add(SignalType::Implicit, "(quotation to translate)", QUOTED_TRANSLATION);
    }
    if ends_in_advice(prose) && !is_here {
        sums.add(SignalType::Implicit, "好", ADVICE_ENDING);
    }
    if asks_how_it_is_done(prose) && !has(Feature::Mechanism) {
        sums.add(SignalType::Explicit, "怎么…的", HOW_DONE);
    }
    if opens_as_shell(prose) {
        sums.add(SignalType::Implicit, "(shell)", SHELL_LINE);
    }
    if is_arithmetic(prose) {
        sums.add(SignalType::Implicit, "(arithmetic)", ARITHMETIC);
    }
}

/// `I got …`, `我昨天…`: a tale of oneself.
fn tells_of_oneself(prose: &Prose<'_>) -> bool {
    let first = prose.units.first().map_or("", |unit| prose.text(unit));
    matches!(first, "i" | "i'm" | "i've" | "i'll" | "我")
}

/// Whether a word asks for work on something or says that it is broken: then whoever speaks speaks of that.
fn is_work(feature: Feature) -> bool {
    matches!(
        feature,
        Feature::Symptom | Feature::Fix | Feature::Actor | Feature::Wish | Feature::Review | Feature::Judge
    )
}

/// `chmod +x the script`: a command that no sentence opens with.
fn opens_as_shell(prose: &Prose<'_>) -> bool {
    let first = prose.units.first().map_or("", |unit| prose.text(unit));
    matches!(first, "chmod" | "chown" | "sudo" | "ls" | "cd" | "mkdir" | "rm" | "mv" | "cp")
}

/// `rephrase this: …`, `…改得正式一点：…`: the text to work on follows a colon.
fn gives_text(prose: &Prose<'_>) -> bool {
    let colon =
        prose.units.iter().position(|unit| unit.kind == UnitKind::Break && matches!(unit.raw, ":" | "："));
    colon.is_some_and(|at| prose.units[at + 1..].iter().any(|unit| unit.kind.is_text()))
}

/// A text in quotation marks, single ones included.
fn is_quoting(prose: &Prose<'_>) -> bool {
    let opens = |unit: &&super::tokens::Unit<'_>| {
        unit.kind == UnitKind::Break && matches!(unit.raw, "“" | "「" | "‘" | "《")
    };
    !prose.quoted.is_empty() || prose.single_quotes > 1 || prose.units.iter().any(|unit| opens(&unit))
}

/// `用哪种好`: a question that ends in 好.
fn ends_in_advice(prose: &Prose<'_>) -> bool {
    let last = prose.units.iter().rev().find(|unit| unit.kind != UnitKind::Break);
    let asks = ["哪", "什么", "几", "多少", "怎么"].iter().any(|word| prose.folded.contains(word));
    asks && last.is_some_and(|unit| prose.text(unit) == "好")
}

/// `怎么算出来的`: how something comes about, not how to do it.
fn asks_how_it_is_done(prose: &Prose<'_>) -> bool {
    let last = prose.units.iter().rev().find(|unit| unit.kind != UnitKind::Break);
    let asks = ["怎么", "如何", "怎样"].iter().any(|word| prose.folded.contains(word));
    asks && last.is_some_and(|unit| prose.text(unit) == "的")
}

/// How many words name something that a search could look for.
pub(super) fn content(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> usize {
    // What is to be judged is the work at hand, and that is content.
    let is_judged = hits.iter().any(|hit| hit.feature == Feature::Review);
    let is_named =
        |hit: &&Hit<Feature>| hit.feature.is_content() || (is_judged && hit.feature == Feature::Restructure);
    let is_generic = |hit: &&Hit<Feature>| GENERIC_SUBJECTS.contains(&hit.text(prose));
    hits.iter().filter(is_named).filter(|hit| !is_generic(hit)).count() + unknown(prose, hits)
}

/// What every repository has: `add tests` and `优化性能` name nothing that a search could look for.
const GENERIC_SUBJECTS: &[&str] = &[
    "bug",
    "bugs",
    "code",
    "comments",
    "documentation",
    "performance",
    "test",
    "tests",
    "unit_test",
    "unit_tests",
    "代码",
    "单元测试",
    "单测",
    "性能",
    "文档",
    "测试",
    "测试用例",
    "注释",
];

/// Whether a judgement is asked of a change and of nothing else: `review my changes`, `看看这次的改动`.
pub(super) fn judges_change_only(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let is_subject = |hit: &Hit<Feature>| {
        hit.feature.is_content() && !matches!(hit.feature, Feature::ChangeNoun | Feature::Review)
    };
    hits.iter().any(|hit| hit.feature == Feature::ChangeNoun)
        && !hits.iter().any(is_subject)
        && unknown(prose, hits) == 0
}

/// How many words no list knows; two unknown Chinese characters make one.
pub(super) fn unknown(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> usize {
    let mut hits = hits.iter().peekable();
    let (mut covered_to, mut words, mut characters) = (0, 0, 0);
    for (at, unit) in prose.units.iter().enumerate() {
        while let Some(hit) = hits.next_if(|hit| hit.first <= at) {
            covered_to = covered_to.max(hit.first + hit.count);
        }
        match unit.kind {
            _ if at < covered_to => (),
            UnitKind::Word if GENERIC_SUBJECTS.contains(&prose.text(unit)) => (),
            UnitKind::Word if unit.raw.chars().count() > 2 => words += 1,
            UnitKind::Han => characters += 1,
            UnitKind::Symbol | UnitKind::Path => words += 1,
            UnitKind::Word | UnitKind::Number | UnitKind::Url | UnitKind::Break => (),
        }
    }
    words + characters / 2
}

/// A question whose every content word is general knowledge about computing.
fn is_knowledge(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let has = |feature: Feature| hits.iter().any(|hit| hit.feature == feature);
    let terms = hits.iter().filter(|hit| hit.feature == Feature::Knowledge).count();
    let is_asked = has(Feature::Define)
        || has(Feature::Explain)
        || (terms > 1 && !has(Feature::Mechanism))
        || (terms > 0 && (has(Feature::What) || has(Feature::Translate)));
    let is_ours = prose.units.iter().any(|unit| matches!(prose.text(unit), "we" | "our" | "us" | "this"))
        || ["这段", "这个", "这块", "这里"].iter().any(|word| prose.folded.contains(word));
    // `二叉树的前序遍历是什么`: a definition may name more than the lists know.
    let defines = prose.folded.ends_with("是什么") || prose.folded.starts_with("什么是");
    let allowed = terms + if defines { 2 } else { 0 };
    let is_specific = hits.iter().enumerate().any(|(at, hit)| {
        let own = matches!(
            hit.feature,
            Feature::RepoRef
                | Feature::Symptom
                | Feature::ErrorWord
                | Feature::Wish
                | Feature::Fix
                | Feature::Risk
        ) || matches!(
            hit.feature,
            Feature::Add | Feature::Change | Feature::Restructure | Feature::Review | Feature::Where
        ) || matches!(
            hit.feature,
            Feature::ProductPart
                | Feature::Actor
                | Feature::ChangeNoun
                | Feature::CallChain
                | Feature::Callers
                | Feature::Impact
        ) || matches!(hit.feature, Feature::CodeNoun | Feature::TechNoun | Feature::Mechanism)
            || (hit.feature == Feature::Ambiguous && !has(Feature::Define) && !has(Feature::Explain));
        own && !same_span(hits, at).any(|feature| matches!(feature, Feature::Knowledge | Feature::Define))
    });
    // `explain TCP slow start`: a few words without an article are a term, whatever they are made of.
    let is_term = prose.units.len() <= TERM_UNITS
        && (has(Feature::Explain) || has(Feature::Define))
        && (definite_at(prose).is_none() || has(Feature::Define));
    let is_other = hits
        .iter()
        .any(|hit| matches!(hit.feature, Feature::RepoRef | Feature::ProductPart | Feature::Mechanism));
    if terms == 0 {
        return compares_terms(prose, hits) && !is_ours && definite_at(prose).is_none();
    }
    is_asked && !is_ours && (!is_specific && unknown(prose, hits) < allowed || (is_term && !is_other))
}

/// `前端和后端有什么区别`: a comparison of nothing but parts of programs in general.
fn compares_terms(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let has = |feature: Feature| hits.iter().any(|hit| hit.feature == feature);
    let is_other = |hit: &Hit<Feature>| {
        let is_noun = matches!(hit.feature, Feature::CodeNoun | Feature::TechNoun | Feature::Ambiguous);
        hit.feature.is_content() && !is_noun
    };
    let compares = ["区别", "不同", "difference_between", "what_is_a", "什么是", "_vs_"];
    (has(Feature::CodeNoun) || has(Feature::TechNoun))
        && has(Feature::Define)
        && unknown(prose, hits) == 0
        && !hits.iter().any(is_other)
        && compares.iter().any(|mark| prose.folded.contains(mark))
}

/// Two numbers with an operator between them, in a short prompt.
fn is_arithmetic(prose: &Prose<'_>) -> bool {
    if prose.units.len() > ARITHMETIC_UNITS {
        return false;
    }
    let is_spelt = prose.units.windows(3).any(|three| {
        let operator =
            matches!(prose.text(&three[1]), "plus" | "minus" | "times" | "by" | "乘" | "加" | "减" | "除");
        operator && three[0].kind == UnitKind::Number && three[2].kind == UnitKind::Number
    });
    // `convert 5 miles to kilometres`
    let is_conversion = prose.units.len() > 1
        && prose.text(&prose.units[0]) == "convert"
        && prose.units[1].kind == UnitKind::Number;
    if is_conversion {
        return true;
    }
    if prose.sums == 0 && !is_spelt {
        return false;
    }
    prose.units.iter().filter(|unit| unit.kind == UnitKind::Number).count() >= 2
}
