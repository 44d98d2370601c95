//! What of a commit message is kept: its words, without trailers, addresses and secrets, up to a length. And whether its
//! subject speaks of a fix.

use std::borrow::Cow;

use foreword_model::limits;
use foreword_text::truncate::truncate_bytes;

use crate::store::Redactor;

/// Lines that begin so, after lower-casing, are for machines.
const MACHINE_LINES: [&str; 3] = ["change-id:", "git-svn-id:", "cr-commit-position:"];
/// Words of a subject that speak of a fix.
const FIX_WORDS: [&str; 22] = [
    "bug",
    "bugfix",
    "bugfixes",
    "bugs",
    "crash",
    "crashed",
    "crashes",
    "crashing",
    "defect",
    "fix",
    "fixed",
    "fixes",
    "fixing",
    "hotfix",
    "hotfixes",
    "misbehavior",
    "regression",
    "regressions",
    "revert",
    "reverted",
    "reverting",
    "reverts",
];
/// The same in Chinese: repair, correct, defect, leak, fault, roll back.
const FIX_WORDS_ZH: [&str; 8] = ["修复", "修正", "修補", "修復", "缺陷", "漏洞", "故障", "回滚"];

/// Leaves the first line.
pub(super) fn shorten(message: &mut String) {
    let first = message.trim_start().lines().next().unwrap_or_default().trim_end().to_owned();
    *message = first;
}

/// The message as it is kept. Secrets are masked before it is cut, so that no half of one stays.
pub(super) fn kept(message: &str, redact: Redactor<'_>) -> String {
    let mut text = String::with_capacity(message.len());
    for line in message.lines().map(str::trim_end).filter(|line| !is_trailer(line)) {
        let is_second_blank = line.is_empty() && text.ends_with("\n\n");
        if !is_second_blank {
            push_without_addresses(line, &mut text);
            text.push('\n');
        }
    }
    let masked = match redact(text.trim()) {
        Cow::Borrowed(text) => text.to_owned(),
        Cow::Owned(text) => text,
    };
    truncate_bytes(&masked, limits::HISTORY_MESSAGE_BYTES).trim_end().to_owned()
}

/// The first line.
pub(super) fn subject(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

/// Whether a subject speaks of a fix.
pub(super) fn is_fix(subject: &str) -> bool {
    let lower = subject.to_lowercase();
    let mut words = lower.split(|character: char| !character.is_ascii_alphanumeric());
    words.any(|word| FIX_WORDS.binary_search(&word).is_ok())
        || names_issue(&lower)
        || FIX_WORDS_ZH.iter().any(|word| lower.contains(word))
}

/// `issue #12`, `issues #1 and #2`.
fn names_issue(lower: &str) -> bool {
    lower.match_indices("issue").any(|(at, word)| {
        let rest = lower[at + word.len()..].trim_start_matches('s').trim_start();
        rest.strip_prefix('#').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    })
}

/// `Signed-off-by: …` and its like, which name people, and lines for machines.
fn is_trailer(line: &str) -> bool {
    let Some((key, _)) = line.split_once(':') else { return false };
    let key = key.to_ascii_lowercase();
    key.ends_with("-by") && !key.contains(' ')
        || MACHINE_LINES.iter().any(|machine| machine.strip_suffix(':') == Some(key.as_str()))
}

/// Appends a line; a word that is an address becomes nothing.
fn push_without_addresses(line: &str, out: &mut String) {
    if memchr::memchr(b'@', line.as_bytes()).is_none() {
        out.push_str(line);
        return;
    }
    let is_edge = |character: char| character.is_whitespace() || "<>()[]{},;:\"'`|".contains(character);
    for word in line.split_inclusive(is_edge) {
        let bare = word.trim_end_matches(is_edge);
        let kept = if is_address(bare) { &word[bare.len()..] } else { word };
        out.push_str(kept);
    }
}

/// `name@host.domain`, and not `package@1.2.3` or `@decorator`.
fn is_address(word: &str) -> bool {
    let Some((name, host)) = word.rsplit_once('@') else { return false };
    let Some((_, domain)) = host.trim_end_matches('.').rsplit_once('.') else { return false };
    !name.is_empty() && domain.len() >= 2 && domain.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(text: &str) -> Cow<'_, str> {
        if text.contains("hunter2") {
            Cow::Owned(text.replace("hunter2", "<redacted>"))
        } else {
            Cow::Borrowed(text)
        }
    }

    #[test]
    fn words_stay_and_people_go() {
        for (message, expected) in [
            ("Subject\n\nBody.\n", "Subject\n\nBody."),
            ("Subject\r\n\r\n\r\n\r\nBody\r\n", "Subject\n\nBody"),
            ("S\n\nSigned-off-by: Ann <ann@example.org>\nCo-Authored-By: Bob <b@c.de>\n", "S"),
            ("S\n\nChange-Id: I123\ngit-svn-id: http://x\n", "S"),
            ("Thanks ann@example.org, and <bob@host.net>.", "Thanks , and <>."),
            ("Bump lodash@4.17.21 and use @cached", "Bump lodash@4.17.21 and use @cached"),
            ("Drop password hunter2", "Drop password <redacted>"),
            ("Note: stand-by: keep", "Note: stand-by: keep"),
            ("", ""),
        ] {
            assert_eq!(kept(message, &mask), expected, "{message:?}");
        }
    }

    #[test]
    fn a_long_message_is_cut_between_characters() {
        let long = "修".repeat(limits::HISTORY_MESSAGE_BYTES);
        let kept = kept(&long, &mask);
        assert!(
            kept.len() <= limits::HISTORY_MESSAGE_BYTES && kept.len() > limits::HISTORY_MESSAGE_BYTES - 3
        );
    }

    #[test]
    fn a_fix_is_told_by_words() {
        for (subject, expected) in [
            ("Fixed #34 -- wrong plural", true),
            ("fix(parser): off by one", true),
            ("Revert \"Add cache\"", true),
            ("Handle issue #12", true),
            ("Close issues #1, #2", true),
            ("修复登录失败", true),
            ("Bugfix: crash at start", true),
            ("Add prefix and fixture support", false),
            ("Issue tracker moved", false),
            ("Add cache (#123)", false),
            ("Debug output", false),
            ("添加缓存", false),
        ] {
            assert_eq!(is_fix(subject), expected, "{subject}");
        }
        assert!(FIX_WORDS.is_sorted());
    }
}
