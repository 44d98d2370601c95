//! From summed evidence to one of the four classes of work.
//!
//! Owns the rules that look at a sentence's shape to tell a complaint from a wish, and a question about what the code
//! does from one about whether it is right. Whether the prompt is about code is decided elsewhere.

use foreword_model::intent::IntentClass;

use super::decide::{Sums, UNKNOWN_ORDER};
use super::emphasis::Grammar;
use super::features::Feature;
use super::lexicon::Hit;
use super::structure::Structure;
use super::tokens::{Prose, UnitKind};

/// A question about what reaches what mentions changes and failures without asking for them.
const REACH: f64 = 1.0;
/// Why something is wrong is asked to have it put right.
const WHY_WRONG: f64 = 1.5;
/// A risk that is told as a fact.
const TOLD_RISK: f64 = 1.5;
/// A choice between two, or whether something is possible, is a question.
const CHOICE: f64 = 1.6;
/// Whether something could go wrong, asked rather than told.
const ASKED_RISK: f64 = 1.6;
/// `are deleted photos …`: a question by its first word.
const OPENS_QUESTION: f64 = 0.8;
/// `show prices including tax`: what a product is to show; a look at code is asked for with other words.
const SHOWN: f64 = 2.5;
/// `check x for y`, `有没有…问题`: a judgement is asked for by the sentence, whatever
/// word of looking opens it.
const ASKED_JUDGEMENT: f64 = 4.0;
/// Below this, no class has evidence of its own.
const CLASS_MIN: f64 = 0.6;
/// What the evidence of the best class must lead by.
const LEAD: f64 = 1e-9;

/// English words that make a phrase a sentence. Sorted.
const FINITE: &[&str] = &[
    "am", "are", "came", "comes", "did", "do", "does", "gets", "goes", "got", "had", "has", "have", "is",
    "keeps", "made", "makes", "says", "shows", "still", "takes", "took", "was", "went", "were", "when",
    "will",
];
/// Verbs of what things do by themselves; in the middle of a text they tell it. Sorted.
const TELLING: &[&str] = &[
    "add",
    "appear",
    "arrive",
    "become",
    "bounce",
    "break",
    "charge",
    "clear",
    "close",
    "come",
    "count",
    "cover",
    "crawl",
    "decrease",
    "delete",
    "disappear",
    "display",
    "drift",
    "drop",
    "end",
    "fade",
    "fall",
    "fill",
    "flash",
    "flip",
    "float",
    "get",
    "go",
    "grow",
    "hide",
    "ignore",
    "increase",
    "jump",
    "keep",
    "land",
    "leave",
    "list",
    "look",
    "lose",
    "miss",
    "move",
    "open",
    "overlap",
    "pick",
    "pile",
    "play",
    "point",
    "print",
    "put",
    "rattle",
    "repeat",
    "reset",
    "return",
    "rise",
    "run",
    "say",
    "scroll",
    "send",
    "shift",
    "show",
    "shrink",
    "sit",
    "skip",
    "slide",
    "spin",
    "stall",
    "start",
    "stay",
    "stick",
    "stop",
    "stutter",
    "swap",
    "take",
    "turn",
    "vanish",
    "vibrate",
    "wobble",
];
/// Chinese characters of statements about what happened; a wish for something new has none.
const HAPPENED: &[&str] = &["了", "没", "不", "还", "却", "总", "老", "又", "被", "错", "乱", "越", "只"];
/// What a Chinese judgement looks for, after 有没有. No word of it is enough by itself.
const FAULTS: &[&str] =
    &["问题", "漏洞", "隐患", "风险", "毛病", "bug", "坑", "缺陷", "遗漏", "泄漏", "泄露"];

/// The class of a prompt about code.
pub(super) fn of(sums: &Sums, structure: &Structure<'_>, hits: &[Hit<Feature>]) -> IntentClass {
    let prose = &structure.prose;
    let has = |feature: Feature| hits.iter().any(|hit| hit.feature == feature);
    let [mut debug, mut modify, mut explore, mut review] =
        [sums.debug, sums.modify, sums.explore, sums.review];
    if (has(Feature::CallChain) || has(Feature::Impact) || has(Feature::Hotspot))
        && explore > 2.0
        && !has(Feature::Fix)
        && structure.frames.is_empty()
    {
        explore += REACH;
    }
    if has(Feature::Why) && (has(Feature::Symptom) || has(Feature::ErrorWord)) {
        debug += WHY_WRONG;
    }
    if offers_choice(prose) || asks_possibility(prose) || asks_reach(prose) {
        explore += CHOICE;
    }
    let yes_or_no = is_yes_or_no(prose, hits);
    let judges = asks_judgement(prose, hits);
    if judges {
        review += ASKED_JUDGEMENT;
    }
    if has(Feature::Risk) && !yes_or_no && !judges && !has(Feature::Review) && !has(Feature::Judge) {
        // Told, not asked: it happened.
        debug += TOLD_RISK;
    }
    if (has(Feature::Risk) || has(Feature::ChangeNoun)) && yes_or_no {
        review += ASKED_RISK;
    } else if has(Feature::Symptom) && opens_with_does(prose) {
        // Whether it could go wrong, not that it did.
        let asked = if asks_coverage(prose) { &mut explore } else { &mut review };
        *asked += debug + ASKED_RISK;
    }
    if has(Feature::ChangeNoun) && has(Feature::Show) {
        // To look at a change is to judge it.
        review += ASKED_JUDGEMENT;
    }
    let opening = prose.units.first().map_or("", |unit| prose.text(unit));
    if opens_question(prose) && !has(Feature::Risk) {
        explore += OPENS_QUESTION;
    }
    if shows_in_product(prose, hits) {
        modify += SHOWN;
    }
    if matches!(opening, "let" | "make" | "have" | "give") || prose.folded.ends_with("一下") {
        modify += UNKNOWN_ORDER;
    }
    let ranked = [
        (IntentClass::Explore, explore),
        (IntentClass::Debug, debug),
        (IntentClass::Modify, modify),
        (IntentClass::Review, review),
    ];
    if ranked.iter().all(|(_, sum)| *sum < CLASS_MIN) && !prose.asks && !asks(prose, hits) {
        return statement(prose);
    }
    ranked.iter().fold(ranked[0], |best, next| if next.1 > best.1 + LEAD { *next } else { best }).0
}

/// A statement that no list knows: a sentence mostly tells what goes wrong, a bare phrase says what is wanted.
fn statement(prose: &Prose<'_>) -> IntentClass {
    let is_polite = prose.units.iter().any(|unit| matches!(prose.text(unit), "please" | "pls"));
    let is_chinese = prose.units.iter().any(|unit| unit.kind == UnitKind::Han);
    let tells = if is_chinese {
        HAPPENED.iter().any(|mark| prose.folded.contains(mark)) || foretells(prose)
    } else {
        is_sentence(prose)
    };
    if is_polite || !tells { IntentClass::Modify } else { IntentClass::Debug }
}

/// `点一下会跳两页`: 会 as a verb, not as a part of 会员 or 会议.
fn foretells(prose: &Prose<'_>) -> bool {
    let mut parts = prose.folded.split('会');
    parts.next();
    parts.any(|after| !after.is_empty() && !after.starts_with(['员', '议', '话', '计', '场', '诊']))
}

/// Whether an English text has a verb that tells something: one of the usual ones, a past tense, or a third person
/// after a definite subject.
pub(super) fn is_sentence(prose: &Prose<'_>) -> bool {
    let words: Vec<&str> =
        prose.units.iter().filter(|unit| unit.kind == UnitKind::Word).map(|unit| prose.text(unit)).collect();
    let is_definite =
        matches!(words.first(), Some(&("the" | "our" | "each" | "every" | "a" | "an" | "this")));
    let is_plain =
        |word: &str| word.len() > 2 && !matches!(word, "the" | "our" | "for" | "with" | "from" | "and");
    words.iter().enumerate().any(|(at, word)| {
        let is_past = at > 0 && word.ends_with("ed") && word.len() > 4;
        let is_third = at > 1
            && is_definite
            && word.ends_with('s')
            && !word.ends_with("ss")
            && is_plain(words[at - 1])
            && !words[at - 1].ends_with('s');
        // `photos on the lake show …`, `upload stalls`: a known verb that does not open the text.
        let has_plural = words[..at].iter().any(|before| before.ends_with('s') && before.len() > 3);
        let tells = at > 0
            && ((has_plural && TELLING.binary_search(word).is_ok())
                || word.strip_suffix('s').is_some_and(|stem| TELLING.binary_search(&stem).is_ok()));
        FINITE.binary_search(word).is_ok() || word.ends_with("n't") || is_past || is_third || tells
    })
}

/// `does x leak`: about what the code does, asked before it went wrong.
fn opens_with_does(prose: &Prose<'_>) -> bool {
    let first = prose.units.first().map_or("", |unit| prose.text(unit));
    matches!(first, "does" | "can" | "could" | "would" | "will" | "might")
}

/// A question that opens with a form of to be or to do.
fn opens_question(prose: &Prose<'_>) -> bool {
    let first = prose.units.first().map_or("", |unit| prose.text(unit));
    matches!(first, "is" | "are" | "was" | "were" | "does" | "do" | "did" | "which")
}

/// `show prices including tax for visitors`, and not `show me`, `show all callers`.
fn shows_in_product(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let text = |at: usize| prose.units.get(at).map_or("", |unit| prose.text(unit));
    let is_code = |feature: Feature| {
        matches!(
            feature,
            Feature::CodeNoun | Feature::CallChain | Feature::Callers | Feature::RepoRef | Feature::Where
        )
    };
    matches!(text(0), "show" | "display")
        && prose.units.len() > 4
        && !matches!(
            text(1),
            "me" | "us" | "all" | "every" | "which" | "how" | "where" | "what" | "everything" | "who"
        )
        && !hits.iter().any(|hit| is_code(hit.feature))
}

/// `does the importer handle duplicates`: asks what is covered, not what could break.
fn asks_coverage(prose: &Prose<'_>) -> bool {
    prose.units.iter().any(|unit| {
        matches!(
            prose.text(unit),
            "handle" | "support" | "detect" | "allow" | "recognise" | "recognize" | "check"
        )
    })
}

/// `是前端…还是后端…`: asks which of two.
fn offers_choice(prose: &Prose<'_>) -> bool {
    prose.folded.find("还是").is_some_and(|at| prose.folded[..at].contains('是'))
}

/// `优惠券能不能叠加`: asks of a thing whether it can; `能不能加个按钮` asks for it.
fn asks_possibility(prose: &Prose<'_>) -> bool {
    ["能不能", "可不可以", "能否", "是否可以"].iter().any(|mark| {
        let before = prose.folded.find(mark).map_or("", |at| &prose.folded[..at]);
        let is_subject = before.chars().count() > 1;
        is_subject && !before.ends_with(['你', '您', '们', '请', '帮', '这', '里', '面', '，', '_'])
    })
}

/// `改 x 的字段会动到哪些报表`: asks what a change would reach.
pub(super) fn asks_reach(prose: &Prose<'_>) -> bool {
    let text = &prose.folded;
    let opens = ["改", "动", "删", "去掉", "换掉", "升级", "如果"].iter().any(|verb| text.starts_with(verb));
    let would = text.find('会');
    opens && would.is_some_and(|at| ["哪", "什么", "吗", "谁"].iter().any(|asked| text[at..].contains(asked)))
}

/// `check the retry logic for races`, `看看有没有并发问题`.
fn asks_judgement(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let first = prose.units.first().map_or("", |unit| prose.text(unit));
    let has = |feature: Feature| hits.iter().any(|hit| hit.feature == feature);
    let is_why = has(Feature::Why) || has(Feature::Fix);
    let checks = matches!(first, "check" | "verify" | "examine" | "inspect" | "scan");
    let names_fault = has(Feature::Risk) || prose.units.iter().any(|unit| prose.text(unit) == "for");
    let is_chinese = prose.folded.find("有没有").or_else(|| prose.folded.find("是否有")).is_some_and(|at| {
        let after = &prose.folded[at..];
        FAULTS.iter().any(|fault| after.contains(fault)) || has(Feature::Risk)
    });
    !is_why && ((checks && names_fault) || is_chinese)
}

fn asks(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let grammar = Grammar::of(prose, hits);
    hits.iter().any(|hit| {
        let is_question = matches!(
            hit.feature,
            Feature::What
                | Feature::How
                | Feature::Why
                | Feature::Where
                | Feature::Works
                | Feature::Mechanism
                | Feature::Show
        );
        is_question && grammar.asks(hit)
    })
}

/// A question that yes or no answers.
fn is_yes_or_no(prose: &Prose<'_>, hits: &[Hit<Feature>]) -> bool {
    let first = prose.units.first().map_or("", |unit| prose.text(unit));
    let opens = matches!(first, "does" | "do" | "is" | "are" | "can" | "could" | "will" | "would" | "any");
    let asks = |text: &str| matches!(text, "有没有" | "会不会" | "是否" | "是不是" | "会有" | "吗");
    opens || hits.iter().any(|hit| asks(hit.text(prose)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(FINITE.is_sorted() && TELLING.is_sorted());
    }

    #[test]
    fn bare_phrases_are_told_from_sentences() {
        let check = |text: &str, expect: IntentClass| {
            let mut prose = Prose::default();
            prose.line(text);
            assert_eq!(statement(&prose), expect, "{text}");
        };
        check("bigger buttons on the kiosk", IntentClass::Modify);
        check("weekly digest for landlords", IntentClass::Modify);
        check("the timer drifts overnight", IntentClass::Debug);
        check("tractors appeared on the lake", IntentClass::Debug);
        check("calm background for the night shift view", IntentClass::Modify);
        check("会员生日当天双倍积分", IntentClass::Modify);
        check("积分又清掉了", IntentClass::Debug);
    }
}
