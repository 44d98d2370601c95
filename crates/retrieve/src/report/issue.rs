//! An error or an issue as words: what tells of the environment goes, the first line counts more.

use std::collections::BTreeMap;

use foreword_model::limits;
use foreword_text::han;
use foreword_text::tokens::tokenize;
use foreword_text::truncate::{skip_bytes, truncate_bytes};

use super::named_commits::NamedCommits;
use crate::trace::{Output, Trace, Writer};

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
    "环境",
    "环境信息",
    "运行环境",
    "系统信息",
    "系统环境",
    "版本",
    "版本信息",
    "平台",
];

/// A word of the issue.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    /// As the index has it.
    pub(super) term: String,
    /// What it counts.
    pub(super) weight: f64,
    /// How much of it the first line has: all, or less if it is only one of the things that a Chinese word may mean.
    pub(super) in_title: f64,
}

/// An issue, ready to be looked for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Issue {
    /// The first line that says something.
    pub(super) title: String,
    /// The rest that is worth looking at.
    pub(super) body: String,
    /// By term.
    pub(super) words: Vec<Word>,
    /// Past commits that it speaks of.
    pub(super) commits: NamedCommits,
    /// Whether it is hardly more than the message of an error.
    pub(super) is_message: bool,
}

/// Reads what is left of a text without what its program says of its progress.
///
/// What a program wrote has no title, so the message of its error is it: the last of a log, the first of a test run. Its end says
/// more than its beginning.
pub fn read_report(output: &Output<'_>, trace: &Trace) -> Issue {
    let message = match output.writer {
        Writer::Person => return issue(&output.text),
        Writer::Runner => trace.messages.first(),
        Writer::Log => trace.messages.last(),
    };
    let title = message.map(|message| {
        let words = message.text.lines().next().unwrap_or_default();
        format!("{} {words}", message.code.as_deref().unwrap_or_default())
    });
    issue(&format!("{}\n{}", title.unwrap_or_default(), last_part(&output.text)))
}

/// Reads an issue.
fn issue(text: &str) -> Issue {
    let mut lines = text.lines().map(str::trim_end);
    let title = lines.by_ref().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned();
    let body = cleaned(lines);
    let words = words(&title, &body);
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    let is_message =
        lines <= limits::LOCATE_MESSAGE_LINES && text.trim().len() <= limits::LOCATE_MESSAGE_BYTES;
    Issue { title, body, words, commits: NamedCommits::read(read_part(text)), is_message }
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
    let bare = heading.trim_matches(['#', '*', ':', '：', ' ']).to_lowercase();
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

/// As much of a text as is read.
fn read_part(text: &str) -> &str {
    truncate_bytes(text, limits::LOCATE_BODY_BYTES)
}

/// As much of the end of a text, from the beginning of a line on.
fn last_part(text: &str) -> &str {
    match text.len().saturating_sub(limits::LOCATE_BODY_BYTES) {
        0 => text,
        start => skip_bytes(text, start).split_once('\n').map_or("", |(_, rest)| rest),
    }
}

fn words(title: &str, body: &str) -> Vec<Word> {
    let body = read_part(body);
    let mut counts = Counts::default();
    for (text, in_title) in [(title, 1.0), (body, 0.0)] {
        counts.add(text, 1.0, in_title);
        for notion in han::segment_terms(text) {
            let (main, others) = notion.english.split_at(notion.english.len().min(1));
            main.iter().for_each(|english| counts.add(english, 1.0, in_title));
            for english in others {
                counts.add(english, han::ALTERNATE_FACTOR, in_title * han::ALTERNATE_FACTOR);
            }
        }
    }
    let mut words = counts.words();
    if words.len() > limits::LOCATE_TERMS {
        words.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.term.cmp(&b.term)));
        words.truncate(limits::LOCATE_TERMS);
        words.sort_by(|a, b| a.term.cmp(&b.term));
    }
    words
}

/// Terms with how often they stand in the issue, and how much of each the first line has.
#[derive(Default)]
struct Counts(BTreeMap<String, (f64, f64)>);

impl Counts {
    fn add(&mut self, text: &str, share: f64, in_title: f64) {
        for term in tokenize(text) {
            if term.len() < 2 || STOP_WORDS.binary_search(&term.as_str()).is_ok() {
                continue;
            }
            let count = self.0.entry(term).or_default();
            count.0 += share;
            count.1 = count.1.max(in_title);
        }
    }

    fn words(self) -> Vec<Word> {
        let word = |(term, (count, in_title)): (String, (f64, f64))| {
            let weight = (1.0 + count).ln() + in_title;
            Word { term, weight, in_title }
        };
        self.0.into_iter().map(word).collect()
    }
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
        assert!(of("crash").is_some_and(|word| word.in_title > 0.0) && of("linux").is_none());
    }

    #[test]
    fn chinese_counts_as_the_words_that_code_has_for_it() {
        let issue = issue("登录超时\n## 环境\n数据库 5.7\n## 步骤\n点击保存");
        let of = |term: &str| issue.words.iter().find(|word| word.term == term);
        assert!(of("login").is_some_and(|word| word.in_title >= 1.0), "{:?}", issue.words);
        assert!(of("timeout").is_some() && of("超时").is_some() && of("databas").is_none());
        assert!(of("save").is_some_and(|word| word.in_title == 0.0));
        // What a word may mean besides counts less than what it means.
        let (main, other) = (of("login").map(|word| word.weight), of("signin").map(|word| word.weight));
        assert!(other.is_none_or(|other| main.is_some_and(|main| other < main)));
    }

    #[test]
    fn stop_words_are_in_order() {
        assert!(STOP_WORDS.is_sorted());
    }
}
