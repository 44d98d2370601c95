//! Whether a text is worth reading closely: it holds an anchor, or something that may hide one.
//!
//! Most code and prose stops here. Says yes too often rather than too rarely; builds nothing.

use memchr::memmem;

use super::tokens;
use crate::hygiene;

/// Anchors of two words in a row, whatever stands between them.
const ANCHOR_PAIRS: &[(&str, &str)] = &[
    ("are", "now"),
    ("re", "now"),
    ("now", "are"),
    ("now", "on"),
    ("act", "as"),
    ("act", "like"),
    ("system", "prompt"),
    ("language", "model"),
    ("the", "user"),
    ("your", "reply"),
    ("your", "response"),
    ("your", "answer"),
    ("new", "task"),
    ("new", "role"),
    ("new", "goal"),
    ("new", "objective"),
    ("new", "mission"),
    ("new", "job"),
    ("new", "identity"),
    ("new", "system"),
];

const CHINESE_ANCHORS: &[&str] = &[
    "忽",
    "无视",
    "無視",
    "忘",
    "不理",
    "遵",
    "抛",
    "丢弃",
    "摒弃",
    "不用管",
    "不要管",
    "别管",
    "现在",
    "現在",
    "作废",
    "失效",
    "助手",
    "模型",
    "智能",
    "机器人",
    "代理",
    "回复",
    "回答",
    "答复",
    "用户",
    "用戶",
    "任务",
    "任務",
    "同意",
    "授权",
    "授權",
    "批准",
    "提示",
    "系统指令",
    "系統指令",
    "[系",
    "【系",
    "初始",
    "隐藏",
    "扮演",
    "假装",
    "推翻",
    "覆盖",
];

/// Whether the text has to be read closely.
pub(super) fn may_instruct(text: &str) -> bool {
    has_words(text) || memmem::find(text.as_bytes(), b"<|").is_some() || has_letters(text)
}

/// How a word that every family needs one of begins, by its first letter in lower case.
fn anchors(first: u8) -> &'static [&'static str] {
    match first {
        b'a' => &["agent", "agreed", "aider", "approved", "assistant", "authori"],
        b'c' => &["chatbot", "chatgpt", "claude", "codex", "consent", "copilot", "cursor"],
        b'd' => &["dangerous", "devin", "discard", "disregard"],
        b'e' => &["emulate"],
        b'f' => &["forget"],
        b'g' => &["gemini", "gpt"],
        b'i' => &["ignor", "impersonate", "instructions"],
        b'l' => &["llm"],
        b'n' => &["neglect"],
        b'o' => &["overrid", "overrule"],
        b'p' => &["pretend"],
        b'r' => &["roleplay"],
        b's' => &["simulate", "supersede"],
        b'w' => &["windsurf"],
        _ => &[],
    }
}

/// Whether a word is an anchor; some are only where a bracket, slash or quote stands before them.
fn is_anchor(word: &[u8], before: u8) -> bool {
    let is_one_of = |words: &[&str]| words.iter().any(|one| word.eq_ignore_ascii_case(one.as_bytes()));
    let begins_with = |start: &&str| {
        word.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
    };
    let Some(first) = word.first() else { return false };
    anchors(first.to_ascii_lowercase()).iter().any(begins_with)
        || is_one_of(&["ai", "ais", "rm"])
        || (b"<[/\"'".contains(&before) && is_one_of(&["system", "sys", "inst", "information", "context"]))
}

/// Anchors, and words spelled with digits (`ign0re`) or letter by letter (`i g n o r e`).
fn has_words(text: &str) -> bool {
    const SPACED_LETTERS: usize = 5;
    let bytes = text.as_bytes();
    let (mut single_letters, mut at) = (0, 0_usize);
    let mut previous: &[u8] = b"";
    bytes.split(|byte| !byte.is_ascii_alphanumeric()).any(|word| {
        let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
        at += word.len() + 1;
        match word.len() {
            0 => return false,
            1 => single_letters += 1,
            _ => single_letters = 0,
        }
        let is_pair = ANCHOR_PAIRS.iter().any(|(first, second)| {
            word.eq_ignore_ascii_case(second.as_bytes()) && previous.eq_ignore_ascii_case(first.as_bytes())
        });
        previous = word;
        is_pair || is_anchor(word, before) || single_letters >= SPACED_LETTERS || has_digit_inside(word)
    })
}

fn has_digit_inside(word: &[u8]) -> bool {
    word.windows(3).any(|part| {
        matches!(part, [before, digit, after] if before.is_ascii_alphabetic()
            && digit.is_ascii_digit() && after.is_ascii_alphanumeric())
    }) || matches!(word, [digit, letter, ..] if digit.is_ascii_digit() && letter.is_ascii_alphabetic())
}

/// Chinese anchors, characters that hide or imitate others, and Chinese written with spaces in between.
fn has_letters(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let is_odd = |character: char| {
        (!character.is_ascii() && hygiene::is_hidden(character)) || tokens::imitated(character).is_some()
    };
    CHINESE_ANCHORS.iter().any(|anchor| memmem::find(text.as_bytes(), anchor.as_bytes()).is_some())
        || text.chars().any(is_odd)
        || has_spaced_chinese(text)
}

fn has_spaced_chinese(text: &str) -> bool {
    const SPACED: usize = 3;
    let mut in_row = 0;
    text.split_whitespace().any(|word| {
        let mut characters = word.chars();
        let is_single = characters.next().is_some_and(tokens::is_chinese) && characters.next().is_none();
        in_row = if is_single { in_row + 1 } else { 0 };
        in_row >= SPACED
    })
}
