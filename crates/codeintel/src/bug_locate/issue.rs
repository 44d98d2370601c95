//! An error or an issue as words: what tells of the environment goes, the first line counts more.

use std::collections::BTreeMap;

use foreword_index::store::tokens;
use foreword_model::limits;

/// Words that say nothing of what an issue is about, as the index has them.
const STOP_WORDS: &[&str] = &[
    "a",
    "about",
    "actual",
    "after",
    "all",
    "also",
    "am",
    "an",
    "and",
    "ani",
    "any",
    "are",
    "as",
    "at",
    "be",
    "becaus",
    "been",
    "before",
    "behavior",
    "behaviour",
    "bug",
    "but",
    "by",
    "can",
    "code",
    "could",
    "current",
    "describ",
    "descript",
    "did",
    "do",
    "doe",
    "don",
    "each",
    "even",
    "exampl",
    "expect",
    "follow",
    "for",
    "from",
    "get",
    "got",
    "had",
    "happen",
    "has",
    "have",
    "here",
    "how",
    "i",
    "if",
    "in",
    "into",
    "is",
    "issu",
    "it",
    "its",
    "just",
    "know",
    "like",
    "make",
    "me",
    "more",
    "my",
    "need",
    "no",
    "not",
    "now",
    "of",
    "on",
    "onli",
    "or",
    "other",
    "our",
    "out",
    "pleas",
    "problem",
    "reproduc",
    "result",
    "same",
    "see",
    "seem",
    "should",
    "so",
    "some",
    "someth",
    "step",
    "still",
    "than",
    "that",
    "the",
    "them",
    "then",
    "there",
    "these",
    "they",
    "thing",
    "think",
    "this",
    "to",
    "tri",
    "up",
    "us",
    "use",
    "veri",
    "version",
    "want",
    "was",
    "way",
    "we",
    "were",
    "what",
    "when",
    "where",
    "whi",
    "which",
    "while",
    "who",
    "will",
    "with",
    "work",
    "would",
    "you",
    "your",
];

/// Headings of a report that begin what tells of the environment.
const ENVIRONMENT: &[&str] = &[
    "environment",
    "system info",
    "version",
    "versions",
    "platform",
    "setup",
    "installed",
    "checklist",
    "specs",
    "os",
    "rubocop version",
    "python version",
];

/// A word of the issue.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    /// As the index has it.
    pub(super) term: String,
    /// What it counts.
    pub(super) weight: f64,
    /// Whether the first line has it.
    pub(super) in_title: bool,
}

/// An issue, ready to be looked for.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Issue {
    /// The first line that says something.
    pub(super) title: String,
    /// The rest that is worth looking at.
    pub(super) body: String,
    /// By term.
    pub(super) words: Vec<Word>,
}

/// Reads an issue.
pub(super) fn issue(text: &str) -> Issue {
    let mut lines = text.lines().map(str::trim_end);
    let title = lines.by_ref().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned();
    let body = cleaned(lines);
    let words = words(&title, &body);
    Issue { title, body, words }
}

/// Without HTML comments, check boxes, sections on the environment, version lines and addresses.
fn cleaned<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    let mut kept = String::new();
    let (mut in_comment, mut in_environment, mut in_code) = (false, false, false);
    for line in lines {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            in_code = !in_code;
        }
        if !in_code && (trimmed.starts_with('#') || trimmed.starts_with("**")) {
            in_environment = is_environment(trimmed);
        }
        let rest = match (in_comment, line.find("-->")) {
            (true, Some(end)) => {
                in_comment = false;
                &line[end + 3..]
            }
            (true, None) => continue,
            (false, _) => line,
        };
        let shown = match rest.find("<!--") {
            Some(start) => {
                in_comment = !rest[start..].contains("-->");
                &rest[..start]
            }
            None => rest,
        };
        if !in_environment && !is_check_box(trimmed) && !is_version(trimmed) {
            push_without_addresses(shown, &mut kept);
        }
    }
    kept
}

fn is_environment(heading: &str) -> bool {
    let bare = heading.trim_matches(['#', '*', ':', ' ']).to_lowercase();
    ENVIRONMENT.iter().any(|word| bare == *word || bare.starts_with(&format!("{word} ")))
}

fn is_check_box(line: &str) -> bool {
    ["- [ ]", "- [x]", "- [X]", "* [ ]", "* [x]"].iter().any(|mark| line.starts_with(mark))
}

/// `name 1.2.3`, `name==1.2.3`.
fn is_version(line: &str) -> bool {
    let Some(at) = line.rfind([' ', '=', ':', '@']) else { return false };
    let (name, number) = (&line[..at], line[at + 1..].trim_start_matches('v'));
    let digits = number.chars().filter(char::is_ascii_digit).count();
    name.split_whitespace().count() <= 2
        && number.contains('.')
        && digits >= 2
        && number.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '+'))
}

fn push_without_addresses(line: &str, kept: &mut String) {
    for (number, part) in line.split(' ').enumerate() {
        if number > 0 {
            kept.push(' ');
        }
        // What an address of a source names is read elsewhere.
        match part.find("http://").or_else(|| part.find("https://")) {
            Some(at) => kept.push_str(&part[..at]),
            None => kept.push_str(part),
        }
    }
    kept.push('\n');
}

fn words(title: &str, body: &str) -> Vec<Word> {
    let mut counts: BTreeMap<String, (u32, bool)> = BTreeMap::new();
    let mut end = body.len().min(limits::LOCATE_BODY_BYTES);
    while !body.is_char_boundary(end) {
        end -= 1;
    }
    let body = &body[..end];
    for (text, in_title) in [(title, true), (body, false)] {
        for term in tokens::terms(text) {
            if term.len() < 2 || STOP_WORDS.binary_search(&term.as_str()).is_ok() {
                continue;
            }
            let count = counts.entry(term).or_default();
            count.0 += 1;
            count.1 |= in_title;
        }
    }
    let mut words: Vec<Word> = counts
        .into_iter()
        .map(|(term, (count, in_title))| {
            let weight = f64::from(1 + count).ln() + f64::from(in_title);
            Word { term, weight, in_title }
        })
        .collect();
    if words.len() > limits::LOCATE_TERMS {
        words.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.term.cmp(&b.term)));
        words.truncate(limits::LOCATE_TERMS);
        words.sort_by(|a, b| a.term.cmp(&b.term));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_of_the_environment_goes() {
        let text = "Crash in `late_fee`\n<!-- thank\nyou -->\nIt fails.\n## Environment\nLinux 6.1\n## Steps\nopen desk\n- [x] read the docs\nfees 1.2.3\nsee https://example.org/a\n";
        let issue = issue(text);
        assert_eq!(issue.title, "Crash in `late_fee`");
        let body: Vec<&str> = issue.body.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(body, ["It fails.", "## Steps", "open desk", "see"]);
        let of = |term: &str| issue.words.iter().find(|word| word.term == term);
        assert!(of("crash").is_some_and(|word| word.in_title) && of("linux").is_none());
    }

    #[test]
    fn stop_words_are_in_order() {
        assert!(STOP_WORDS.is_sorted());
    }
}
