//! Whether a text is worth reading closely: it holds an anchor, or something that may hide one.
//!
//! Says yes too often rather than too rarely; builds nothing.

use foreword_text::han::is_common_han;

use memchr::memmem;

use super::fold::{imitated, is_mark};
use crate::hygiene;

/// Beginnings of Chinese words of which every instruction needs one.
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
    "管",
    "别",
    "现在",
    "現在",
    "从此",
    "作废",
    "失效",
    "助手",
    "助理",
    "模型",
    "智能",
    "机器",
    "代理",
    "回复",
    "回答",
    "答复",
    "用户",
    "用戶",
    "使用者",
    "任务",
    "任務",
    "同意",
    "授权",
    "授權",
    "批准",
    "提示",
    "指令",
    "指示",
    "系统",
    "系統",
    "初始",
    "隐",
    "隱",
    "秘",
    "扮",
    "假",
    "推翻",
    "覆盖",
    "听",
    "聽",
    "服从",
    "放弃",
    "停止",
    "记",
    "密",
    "环境",
    "環境",
    "对话",
    "聊天",
    "工具",
    "审查",
    "限制",
    "开发者",
    "管理员",
    "悄",
    "偷",
    "绕过",
    "关闭",
    "总结",
    "推荐",
    "优先",
    "逐字",
    "原文",
    "删",
    "清空",
    "清除",
    "抹掉",
    "销毁",
    "擦除",
];

/// Whether the text has to be read closely.
pub(super) fn may_instruct(text: &str) -> bool {
    has_words(text)
        || memmem::find(text.as_bytes(), b"<|").is_some()
        || memmem::find(text.as_bytes(), b"](").is_some()
        || has_letters(text)
}

/// How a word that every family needs one of begins, by its first letter in lower case.
fn anchors(first: u8) -> &'static [&'static str] {
    match first {
        b'a' => &[
            "abandon",
            "admin",
            "agent",
            "agreed",
            "aider",
            "anthropic",
            "approv",
            "assistant",
            "attention",
            "authori",
        ],
        b'b' => &["backdoor", "bypass"],
        b'c' => &[
            "chatbot",
            "chatgpt",
            "claude",
            "cline",
            "codex",
            "comply",
            "consent",
            "conversation",
            "copilot",
            "critical",
            "cursor",
            "credential",
            "confirm",
            "command",
            "config",
            "consider",
            "curl",
        ],
        b'd' => &[
            "dangerous",
            "dear",
            "deepseek",
            "delete",
            "destroy",
            "developer",
            "devin",
            "directi",
            "discard",
            "dismiss",
            "disobey",
            "disregard",
            "ditch",
            "drop",
        ],
        b'e' => &["ed25519", "enter", "emulate", "environment", "erase", "exfil"],
        b'f' => &["forget", "follow"],
        b'g' => &["gemini", "gpt", "grok", "guardrail", "guidance", "guideline"],
        b'h' => &["henceforth", "hidden", "hide", "human"],
        b'i' => &["ignor", "imagine", "immediately", "impersonate", "information", "inst", "important"],
        b'j' => &["jailb"],
        b'l' => &["lgtm", "listen", "llama", "llm"],
        b'm' => &["maintainer", "memor", "mention", "mkfs", "mode"],
        b'n' => &["neglect", "nullif"],
        b'o' => &["obey", "openai", "operator", "overrid", "overrul"],
        b'p' => &[
            "permission",
            "persona",
            "preced",
            "preapprov",
            "pretend",
            "previous",
            "prior",
            "prompt",
            "powershell",
            "purge",
        ],
        b'q' => &["qwen", "quietly"],
        b'r' => &[
            "recommend",
            "refuse",
            "remove",
            "restrict",
            "reveal",
            "roleplay",
            "reply",
            "response",
            "role",
            "rule",
            "remember",
        ],
        b's' => {
            &["secret", "shred", "silently", "simulat", "skip", "summar", "supersede", "system", "safety"]
        }
        b't' => &["task", "tool", "transcript", "told"],
        b'u' => &["unaligned", "uncensored", "unfilter", "unlearn", "unrestrict", "urgent", "user"],
        b'v' => &["verbatim", "vulnerab"],
        b'w' => &["wget", "windsurf", "without", "wipe"],
        b'y' => &["yolo", "your"],
        _ => &[],
    }
}

/// Whole words that are anchors.
fn is_short_anchor(word: &[u8]) -> bool {
    const SHORT: &[&str] = &[
        "ai", "ais", "rm", "rd", "del", "dd", "iwr", "irm", "env", "ssh", "rsa", "aws", "now", "dan", "act",
        "chat", "me", "end", "sys",
    ];
    word.len() <= 4 && SHORT.iter().any(|one| word.eq_ignore_ascii_case(one.as_bytes()))
}

fn is_anchor(word: &[u8]) -> bool {
    let begins_with = |start: &&str| {
        word.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
    };
    let Some(first) = word.first() else { return false };
    anchors(first.to_ascii_lowercase()).iter().any(begins_with) || is_short_anchor(word)
}

/// Anchors, and words spelled with digits (`ign0re`) or letter by letter (`i g n o r e`).
fn has_words(text: &str) -> bool {
    const SPACED_LETTERS: usize = 5;
    let mut single_letters = 0;
    text.as_bytes().split(|byte| !byte.is_ascii_alphanumeric()).any(|word| {
        match word.len() {
            0 => return false,
            1 => single_letters += 1,
            _ => single_letters = 0,
        }
        is_anchor(word) || single_letters >= SPACED_LETTERS || is_disguised(word)
    })
}

/// Digits among letters, or an anchor in the middle of `camelCase`.
fn is_disguised(word: &[u8]) -> bool {
    let is_digit_inside = |part: &[u8]| {
        matches!(part, [before, digit, after] if before.is_ascii_alphabetic()
            && digit.is_ascii_digit() && after.is_ascii_alphanumeric())
    };
    let is_hump = |at: usize| word[at].is_ascii_uppercase() && word[at - 1].is_ascii_lowercase();
    word.windows(3).any(is_digit_inside)
        || matches!(word, [digit, letter, ..] if digit.is_ascii_digit() && letter.is_ascii_alphabetic())
        || (1..word.len()).any(|at| is_hump(at) && is_anchor(&word[at..]))
}

/// Chinese anchors, characters that hide or imitate others, and Chinese written with spaces in between.
fn has_letters(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let is_odd = |character: char| {
        !character.is_ascii()
            && !is_common_han(character)
            && (hygiene::is_hidden(character) || is_mark(character) || imitated(character).is_some())
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
        let is_single = characters.next().is_some_and(is_common_han) && characters.next().is_none();
        in_row = if is_single { in_row + 1 } else { 0 };
        in_row >= SPACED
    })
}
