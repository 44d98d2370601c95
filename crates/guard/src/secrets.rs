//! Masks secrets in text: a typed placeholder stands where a value was.
//!
//! One pass over the text looks for keywords; a rule's pattern is compiled only once one of its keywords
//! was seen. A rule that cannot be applied masks the whole text: nothing passes unchecked.

mod key_block;
mod keywords;
mod rules;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use foreword_model::envelope::Redaction;
use foreword_model::limits;
use regex::{Captures, Regex, RegexBuilder};

use rules::{Finder, RULES, Rule};

/// What stands for a text that could not be checked.
const UNCHECKED: &str = "<redacted:unchecked>";

/// A text with its secrets masked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted<'a> {
    /// The text, borrowed where nothing was masked.
    pub text: Cow<'a, str>,
    /// How many secrets were masked, by kind, in the order of kinds.
    pub counts: Vec<(&'static str, usize)>,
}

/// Whether a masked text keeps its number of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// A block becomes its placeholder.
    Fold,
    /// A block becomes its placeholder and as many line ends as it had: line numbers stay true.
    Keep,
}

/// Masks the secrets of a text. Masking twice is masking once.
pub fn redact(text: &str) -> Redacted<'_> {
    redact_with(text, Lines::Fold)
}

/// Masks the secrets of a text that something will be cut out of by line.
pub fn redact_keeping_lines(text: &str) -> Cow<'_, str> {
    redact_with(text, Lines::Keep).text
}

/// Counts what was masked in a text, by kind: for a tool that masks before it cuts.
pub fn count_masked(text: &str) -> Vec<Redaction> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for rule in &RULES {
        let mark = rule.placeholder.trim_start_matches("${before}").trim_end_matches("${after}");
        // Two formats may share a kind and a placeholder.
        let count = counts.entry(rule.kind).or_default();
        *count = (*count).max(text.matches(mark).count());
    }
    let masked = counts.into_iter().filter(|(_, count)| *count > 0);
    masked.map(|(kind, count)| Redaction { kind: kind.to_owned(), count }).collect()
}

fn redact_with(text: &str, lines: Lines) -> Redacted<'_> {
    let mut redacted = Redacted { text: Cow::Borrowed(text), counts: Vec::new() };
    for _ in 0..limits::REDACTION_ROUNDS {
        let Some(changed) = round(&redacted.text, lines, &mut redacted.counts) else { break };
        redacted.text = Cow::Owned(changed);
    }
    redacted.counts.sort_unstable();
    redacted
}

/// One round of all rules; `None` if nothing was masked.
fn round(text: &str, lines: Lines, counts: &mut Vec<(&'static str, usize)>) -> Option<String> {
    let hits = keywords::rules_hit(text);
    let mut changed: Option<String> = None;
    for (rule, _) in RULES.iter().zip(hits).filter(|(_, is_hit)| *is_hit) {
        let current = changed.as_deref().unwrap_or(text);
        if let Some((masked, count)) = apply(rule, current, lines) {
            changed = Some(masked);
            match counts.iter_mut().find(|(kind, _)| *kind == rule.kind) {
                Some((_, total)) => *total += count,
                None => counts.push((rule.kind, count)),
            }
        }
    }
    changed
}

fn apply(rule: &'static Rule, text: &str, lines: Lines) -> Option<(String, usize)> {
    match rule.finder {
        Finder::KeyBlock => key_block::mask(text, rule.placeholder, lines),
        Finder::Pattern(_) => match compiled(rule) {
            Some(pattern) => mask_matches(rule, pattern, text, lines),
            None => Some((unchecked(text, lines), 1)),
        },
    }
}

fn unchecked(text: &str, lines: Lines) -> String {
    let mut masked = UNCHECKED.to_owned();
    lines.push_ends_of(text, &mut masked);
    masked
}

impl Lines {
    /// After a placeholder: the line ends of what it stands for.
    fn push_ends_of(self, hidden: &str, masked: &mut String) {
        if self == Self::Keep {
            masked.extend(hidden.bytes().filter(|byte| *byte == b'\n').map(char::from));
        }
    }
}

fn mask_matches(rule: &Rule, pattern: &Regex, text: &str, lines: Lines) -> Option<(String, usize)> {
    let mut masked = String::new();
    let (mut copied, mut from, mut count) = (0, 0, 0);
    while let Some(found) = pattern.captures_at(text, from) {
        let Some(whole) = found.get(0) else { break };
        from = whole.end();
        if !(rule.is_real)(value(&found)) {
            continue;
        }
        let start = whole.start() + usize::from(whole.as_str().starts_with('_'));
        masked.push_str(&text[copied..start]);
        let before = masked.len();
        found.expand(rule.placeholder, &mut masked);
        // Groups that the placeholder repeats have their line ends already.
        let kept = masked[before..].matches('\n').count();
        let ends = whole.as_str().matches('\n').count().saturating_sub(kept);
        lines.push_ends_of(&"\n".repeat(ends), &mut masked);
        copied = whole.end();
        count += 1;
    }
    masked.push_str(&text[copied..]);
    (count > 0).then_some((masked, count))
}

/// The value itself: the group of that name, or the whole match.
fn value<'t>(found: &Captures<'t>) -> &'t str {
    found.name("value").or_else(|| found.get(0)).map_or("", |group| group.as_str())
}

fn compiled(rule: &'static Rule) -> Option<&'static Regex> {
    static PATTERNS: [OnceLock<Option<Regex>>; RULES.len()] = [const { OnceLock::new() }; RULES.len()];
    let index = RULES.iter().position(|candidate| std::ptr::eq(candidate, rule))?;
    let Finder::Pattern(source) = rule.finder else { return None };
    let build = || {
        // A token stands at the start of a word; an underscore before it is part of a name (`X_ghp_…`).
        let bounded = format!(r"(?:\b|_)(?:{source})");
        // Patterns hold ASCII only, which compiles a hundred times faster than Unicode classes.
        RegexBuilder::new(&bounded).unicode(false).build().ok()
    };
    PATTERNS[index].get_or_init(build).as_ref()
}
