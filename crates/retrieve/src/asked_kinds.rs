//! Which kinds of files a query asks for, against the usual order, and whether it leans on what was said before.

use super::query::Query;

/// Words between "write" and "tests" in a prompt that asks for them.
const ASKED_WORDS: usize = 6;

/// What the query itself asks for, against the usual order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct AskedKinds {
    pub(super) tests: bool,
    pub(super) examples: bool,
    pub(super) docs: bool,
    pub(super) configuration: bool,
    pub(super) generated: bool,
    /// What a release changed.
    pub(super) changelog: bool,
    /// What runs on every push.
    pub(super) pipeline: bool,
}

/// The words that ask for kinds of files, as a file.
const ASKED_KINDS: &str = include_str!("../../../data/asked_kinds.txt");

/// What a prompt asks for: it names tests and documents in passing, so that more than the word is needed.
pub(super) fn asked_of_prompt(text: &str) -> AskedKinds {
    let lower = own_words(text).to_lowercase();
    let words: Vec<&str> = lower
        .split(|letter: char| !letter.is_alphanumeric() && letter != '.')
        .map(|word| word.trim_matches('.'))
        .collect();
    let holds = |list: &[&str]| list.iter().any(|part| lower.contains(part));
    let writes = |at: usize| {
        let before = &words[at.saturating_sub(ASKED_WORDS)..at];
        before.iter().any(|word| ["add", "write", "extend", "put", "cover", "update"].contains(word))
    };
    let is_test = |word: &str| matches!(word, "test" | "tests" | "testcase" | "spec" | "specs");
    let tests = words.iter().enumerate().any(|(at, word)| is_test(word) && writes(at))
        || (holds(&["测试", "单测", "用例"]) && holds(&["加", "补", "写"]));
    let asks_for = |kind: &str| asks_for(kind, &words, &lower);
    AskedKinds {
        tests,
        examples: asks_for("examples"),
        docs: asks_for("docs"),
        configuration: asks_for("configuration"),
        generated: false,
        changelog: asks_for("changelog"),
        pipeline: asks_for("pipeline"),
    }
}

/// Whether a prompt has a word that asks for a kind of files.
fn asks_for(kind: &str, words: &[&str], lower: &str) -> bool {
    let listed =
        ASKED_KINDS.lines().filter_map(|line| line.split_once('\t')).filter(|(known, _)| *known == kind);
    listed.flat_map(|(_, listed)| listed.split(' ')).any(|asked| match asked.split_once('_') {
        Some((first, second)) => words.windows(2).any(|pair| pair == [first, second]),
        None if asked.is_ascii() => words.contains(&asked),
        None => lower.contains(asked),
    })
}

/// The lines that a person wrote: what a program printed names versions, tests and workflows, too.
fn own_words(text: &str) -> String {
    let is_printed = |line: &&str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        line.starts_with([' ', '\t']) || first == "at" || (first.ends_with(':') && first.contains("Err"))
    };
    text.lines().filter(|line| !is_printed(line)).collect::<Vec<_>>().join("\n")
}

impl Query {
    /// Whether a prompt says so little by itself that it leans on those before it.
    pub(super) fn seems_to_lean_on_earlier(&self) -> bool {
        const FEW: usize = 3;
        const SOME: usize = 6;
        const MANY: usize = 9;
        let strong = self.concepts.iter().filter(|concept| !concept.generic && !concept.own_name).count();
        let first = self.told.trim_start().to_lowercase();
        let begins_back = [
            "and ",
            "ok and ",
            "ok. and ",
            "but ",
            "what about",
            "how about",
            "same ",
            "also ",
            "then ",
            "so ",
            "那",
            "还有",
            "同样",
            "然后",
        ];
        let points_back = |word: &str| ["that", "those", "them", "there", "same"].contains(&word);
        let mut words = first.split(|letter: char| !letter.is_alphanumeric());
        self.symbols.is_empty() && strong <= FEW
            || strong <= MANY && begins_back.iter().any(|start| first.starts_with(start))
            || strong <= SOME && words.any(points_back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_files_are_asked_for_in_a_persons_own_words() {
        for (text, expected) in [
            ("bump the pinned version in the manifests", (false, true, false, false)),
            ("最低支持哪个版本", (false, true, false, false)),
            ("add a line to the change log and the changelog page", (false, false, true, true)),
            ("why is ci red", (false, true, false, false)),
            ("补个单测", (true, false, false, false)),
            ("write a test for the parser", (true, false, false, false)),
            ("update the readme", (false, false, true, false)),
            (
                "the test fails with\n  File \"version.py\", line 3\nError: bad release version",
                (false, false, false, false),
            ),
            ("it runs in docker behind nginx and loses the session", (false, false, false, false)),
        ] {
            let asked = asked_of_prompt(text);
            assert_eq!((asked.tests, asked.configuration, asked.docs, asked.changelog), expected, "{text}");
        }
    }
}
