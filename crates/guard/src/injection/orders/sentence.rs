//! Cuts the lines around a place into words, each with the part it plays and what stands before it.

use foreword_text::han::is_common_han;
use foreword_text::truncate::truncate_bytes;

use super::lexicon::{ASSERT, DUTY, LONGEST_CHINESE_CHARS, NOW, Roles, roles_of};

/// What stands between a word and the one before, the loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordGap {
    /// Blanks, or a sign inside a word.
    Space,
    /// A comma.
    Clause,
    /// A colon, a quotation mark, a bracket, the start of a line.
    Opens,
    /// The end of a sentence, or an empty line.
    Ends,
}

/// One word.
#[derive(Debug, Clone, Copy)]
pub(super) struct SentenceWord {
    pub(super) roles: Roles,
    /// Where it stands in the passage, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Its line in the whole text.
    pub(super) line: usize,
    /// What stands before it.
    pub(super) gap: WordGap,
    /// Whether a colon stands before it.
    pub(super) is_after_colon: bool,
    /// Whether it is the first word of its line, behind no more than a bullet.
    pub(super) is_first: bool,
}

/// Some lines of a text.
pub(super) struct Passage<'t> {
    pub(super) text: &'t str,
    /// The same in lower case, byte for byte.
    pub(super) lower: String,
    pub(super) words: Vec<SentenceWord>,
    /// The lines that are asked about; those before and behind are there to be understood by.
    asked: std::ops::RangeInclusive<usize>,
}

/// How much is read before and behind the lines that are asked about.
const CONTEXT_LINES: usize = 3;
const CONTEXT_BYTES: usize = 400;

/// Hands the passages around some lines, which are in order, to `is_enough` until it says so. Lines that stand close
/// together share one.
pub(super) fn each(text: &str, lines: &[usize], is_enough: &mut impl FnMut(Passage<'_>) -> bool) {
    let Some(last) = lines.last() else { return };
    let starts = line_starts(text, last + 1 + CONTEXT_LINES);
    let start_of = |line: usize| starts.get(line).copied().unwrap_or(text.len());
    let mut rest = lines;
    while let Some(first) = rest.first() {
        let joined = rest.windows(2).take_while(|pair| pair[1] - pair[0] <= CONTEXT_LINES).count();
        let (asked, after) = rest.split_at(joined + 1);
        rest = after;
        let last = asked.last().unwrap_or(first);
        let own = start_of(*first);
        let own_end = start_of(last + 1);
        let mut line = first.saturating_sub(CONTEXT_LINES);
        while start_of(line) + CONTEXT_BYTES < own {
            line += 1;
        }
        let start = start_of(line);
        let reach = start_of(last + 1 + CONTEXT_LINES).min(own_end + CONTEXT_BYTES);
        let end = own_end.max(truncate_bytes(text, reach).len());
        if is_enough(Passage::new(&text[start..end], line, *first..=*last)) {
            return;
        }
    }
}

/// Where the first lines of a text start.
fn line_starts(text: &str, count: usize) -> Vec<usize> {
    let ends = memchr::memchr_iter(b'\n', text.as_bytes());
    std::iter::once(0).chain(ends.map(|end| end + 1)).take(count + 1).collect()
}

impl<'t> Passage<'t> {
    fn new(text: &'t str, first_line: usize, asked: std::ops::RangeInclusive<usize>) -> Self {
        let lower = text.to_ascii_lowercase();
        let words = words(&lower, first_line);
        Self { text, lower, words, asked }
    }

    /// Whether a word stands on a line that is asked about.
    pub(super) fn is_asked_about(&self, word: &SentenceWord) -> bool {
        self.asked.contains(&word.line)
    }

    /// The first word that starts at or behind a place, looked for from another.
    pub(super) fn index_from(&self, from: usize, place: usize) -> usize {
        from + self.words[from..].iter().take_while(|word| word.start < place).count()
    }

    /// Whether a sentence or a line ends before a word; true at the end of the text.
    pub(super) fn breaks_at(&self, index: usize) -> bool {
        let line = index.checked_sub(1).map(|last| self.words[last].line);
        self.words.get(index).is_none_or(|word| word.gap == WordGap::Ends || Some(word.line) != line)
    }

    /// The same, or a quotation or comment ends there; a question does not count.
    pub(super) fn closes_at(&self, index: usize) -> bool {
        const CLOSING: &[char] = &['"', '\'', '`', '”', '」', ')', '）', ']', '}', '<', '*'];
        let end = index.checked_sub(1).map_or(0, |last| self.words[last].end);
        let next = self.words.get(index).map_or(self.lower.len(), |word| word.start);
        let between = self.lower.get(end..next).unwrap_or_default();
        let is_question = between.trim_start().starts_with(['?', '？']);
        (self.breaks_at(index) || between.starts_with(CLOSING)) && !is_question
    }

    /// Whether nothing stands on a line before a word.
    pub(super) fn starts_line(&self, index: usize) -> bool {
        let head = self.lower[..self.words[index].start].trim_end_matches([' ', '\t']);
        head.is_empty() || head.ends_with('\n')
    }

    /// Whether one of some signs stands right behind a word.
    pub(super) fn ends_with(&self, index: usize, signs: &[char]) -> bool {
        self.lower[self.words[index].end..].starts_with(signs)
    }

    /// The text of a word, in lower case.
    pub(super) fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", |word| &self.lower[word.start..word.end])
    }

    /// Whether a word is part of what a test checks: on the line of the assertion, or between its brackets.
    pub(super) fn is_asserted(&self, index: usize) -> bool {
        const REACH: usize = 24;
        let word = self.words[index];
        let mut before = self.words[..index].iter().rev().take(REACH);
        before.find(|before| before.roles & ASSERT != 0).is_some_and(|assertion| {
            let between = self.lower.get(assertion.end..word.start).unwrap_or_default();
            assertion.line == word.line || between.matches('(').count() > between.matches(')').count()
        })
    }
}

/// The words of a text in lower case.
fn words(lower: &str, first_line: usize) -> Vec<SentenceWord> {
    let mut words = Vec::with_capacity(lower.len() / 6);
    let (mut at, mut line, mut between) = (0, first_line, 0);
    while let Some(letter) = lower[at..].chars().next() {
        let length = match letter {
            _ if is_common_han(letter) => chinese_len(&lower[at..]),
            _ if letter.is_alphabetic() => latin_len(&lower[at..]),
            _ => 0,
        };
        if length == 0 {
            at += letter.len_utf8();
            continue;
        }
        let passed = &lower[between..at];
        line += passed.matches('\n').count();
        let is_line_start = between == 0 || passed.contains('\n');
        let roles = roles_of(&lower[at..at + length]);
        if let Some(before) = words.last_mut() {
            join(&lower[between..at], &lower[at..at + length], lower, before);
        }
        words.push(SentenceWord {
            roles,
            start: at,
            end: at + length,
            line,
            gap: gap_of(passed, between == 0),
            is_after_colon: passed.contains([':', '：']),
            is_first: is_line_start && is_bullet(passed),
        });
        at += length;
        between = at;
    }
    words
}

/// Two words that mean something else together: `have to` is a duty, `now that` is no time.
fn join(between: &str, word: &str, lower: &str, before: &mut SentenceWord) {
    match (&lower[before.start..before.end], word) {
        ("have" | "has", "to") if between == " " => before.roles |= DUTY,
        ("now", "that") if between == " " => before.roles &= !NOW,
        _ => {}
    }
}

/// A word of the lexicon, or one character.
fn chinese_len(lower: &str) -> usize {
    let mut ends = [0; LONGEST_CHINESE_CHARS];
    let characters =
        lower.char_indices().take(LONGEST_CHINESE_CHARS).take_while(|(_, letter)| is_common_han(*letter));
    let mut count = 0;
    for (at, letter) in characters {
        ends[count] = at + letter.len_utf8();
        count += 1;
    }
    let known = ends[..count].iter().rev().find(|end| roles_of(&lower[..**end]) != 0);
    known.or(ends.first()).copied().unwrap_or(0)
}

/// Letters and digits, with a sign between two of them: `don't`, `re-run`, `assert_eq`.
fn latin_len(lower: &str) -> usize {
    let is_letter = |letter: char| letter.is_alphanumeric() && !is_common_han(letter);
    let mut characters = lower.char_indices().peekable();
    while let Some((at, letter)) = characters.next() {
        let is_sign = matches!(letter, '\'' | '-' | '_');
        let goes_on =
            characters.peek().is_some_and(|(_, next)| is_letter(*next) || (letter == '_' && *next == '_'));
        if !(is_letter(letter) || (is_sign && goes_on)) {
            return at;
        }
    }
    lower.len()
}

/// What the signs between two words make of the second.
fn gap_of(passed: &str, is_first: bool) -> WordGap {
    const OPENING: &[char] = &[
        ':', '：', '"', '\'', '`', '“', '”', '「', '」', '(', ')', '（', '）', '[', ']', '【', '】', '{',
        '}', '<', '>', '=', '|', '#', '*', '\\',
    ];
    let is_end = passed.char_indices().any(|(at, letter)| match letter {
        '。' | '！' | '？' | '；' => true,
        '.' | '!' | '?' | ';' => {
            passed[at + 1..].chars().next().is_none_or(|next| next.is_whitespace() || OPENING.contains(&next))
                && at + 1 < passed.len()
        }
        _ => false,
    });
    let lines = passed.split('\n').count() - 1;
    let has_empty_line =
        lines > 1 && passed.split('\n').skip(1).take(lines - 1).any(|line| line.trim().is_empty());
    if is_end || has_empty_line {
        WordGap::Ends
    } else if is_first || lines > 0 || passed.contains(OPENING) {
        WordGap::Opens
    } else if passed.contains([',', '，', '、', '/', '-', '—']) {
        WordGap::Clause
    } else {
        WordGap::Space
    }
}

/// Whether a line begins with its words, or with a bullet of a list.
fn is_bullet(passed: &str) -> bool {
    let before = passed.rsplit('\n').next().unwrap_or_default();
    before.trim().trim_start_matches('-').is_empty()
}
