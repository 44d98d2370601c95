//! Whether code of the repository is wanted, from the words of a prompt alone: a logistic model over n-grams and forms, fitted
//! from rows that five people wrote without sight of the rules (`bench/fit/wanted.py`, which cuts prompts alike).
//!
//! The table is text, sorted, and looked up as it stands: nothing is parsed for a prompt that is decided by its form.

use std::collections::BTreeSet;

use foreword_text::han::is_han;

/// Every n-gram and form with its weight, in log-odds, sorted by bytes.
const TABLE: &str = include_str!("../../../../data/wanted.tsv");

/// Characters and words of a prompt that are read.
const CHARS_MAX: usize = 2_000;
const TOKENS_MAX: usize = 60;
/// What the n-grams of a prompt weigh together grows with the root of their number.
const SCALE: f64 = 3.0;
/// Words that name a failure.
const ERROR_WORDS: [&str; 7] = ["error", "exception", "traceback", "fail", "报错", "错误", "异常"];
/// How a line begins that was copied from a terminal, a quotation or a trace.
const PASTED: [&str; 4] = ["$ ", "> ", "# ", "at "];

/// The log-odds that code is wanted.
pub(super) fn log_odds(prompt: &str) -> f64 {
    let tokens = tokens(prompt);
    let grams: Vec<f64> = grams(&tokens).iter().filter_map(|gram| weight(gram)).collect();
    let scale = SCALE / (grams.len().max(1) as f64).sqrt();
    let forms = forms(prompt, tokens.len());
    let by_form: f64 = forms.iter().filter_map(|(name, value)| Some(weight(name)? * value)).sum();
    weight("(bias)").unwrap_or_default() + scale * grams.iter().sum::<f64>() + by_form
}

/// Words in lower case, numbers as `0`, Chinese characters and marks of a question or an exclamation each alone.
fn tokens(prompt: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut in_number = false;
    let letters = prompt.chars().flat_map(char::to_lowercase).take(CHARS_MAX);
    for letter in letters.chain([' ']) {
        let goes_on = letter.is_ascii_lowercase() || (letter == '\'' && !word.is_empty());
        if goes_on {
            word.push(letter);
        } else if !word.is_empty() {
            found.push(std::mem::take(&mut word));
        }
        if letter.is_ascii_digit() && !in_number {
            found.push("0".to_owned());
        }
        in_number = letter.is_ascii_digit();
        if ('\u{3400}'..='\u{9fff}').contains(&letter) || matches!(letter, '?' | '!' | '？' | '！') {
            found.push(letter.to_string());
        }
    }
    found
}

/// Single words, pairs, and threes around Chinese characters, with the edges of the prompt.
fn grams(tokens: &[String]) -> BTreeSet<String> {
    let read = tokens.iter().take(TOKENS_MAX).map(String::as_str);
    let words: Vec<&str> = std::iter::once("<s>").chain(read).chain(["</s>"]).collect();
    let mut found: BTreeSet<String> = words.iter().map(|word| (*word).to_owned()).collect();
    found.extend(words.windows(2).map(|pair| pair.join(" ")));
    let is_chinese = |word: &str| word.starts_with(is_han);
    let threes = words.windows(3).filter(|three| is_chinese(three[0]) && is_chinese(three[2]));
    found.extend(threes.map(|three| three.join(" ")));
    found
}

/// What a prompt looks like.
fn forms(prompt: &str, count: usize) -> [(&'static str, f64); 20] {
    let is = |holds: bool| f64::from(u8::from(holds));
    let shapes = || prompt.split_whitespace().map(trimmed);
    let lower = prompt.to_lowercase();
    let newlines = prompt.matches('\n').count();
    [
        ("(length)", count.min(TOKENS_MAX) as f64 / TOKENS_MAX as f64),
        ("(up to 3)", is(count <= 3)),
        ("(up to 6)", is(count <= 6)),
        ("(up to 12)", is(count <= 12)),
        ("(over 30)", is(count > 30)),
        ("(lines)", is(newlines > 0)),
        ("(many lines)", is(newlines > 3)),
        ("(question mark)", is(prompt.contains(['?', '？']))),
        ("(backticks)", is(prompt.matches('`').count() >= 2)),
        ("(code word)", is(shapes().any(is_code_word))),
        ("(file)", is(shapes().any(is_file))),
        ("(path)", is(prompt.split_whitespace().any(|word| word.matches('/').count() >= 2))),
        ("(quotes)", is(prompt.matches('"').count() >= 2 || prompt.contains(['“', '「', '『']))),
        ("(error word)", is(ERROR_WORDS.iter().any(|word| lower.contains(word)))),
        ("(chinese)", is(prompt.chars().any(|letter| ('\u{3400}'..='\u{9fff}').contains(&letter)))),
        ("(capital)", is(prompt.starts_with(|letter: char| letter.is_ascii_uppercase()))),
        ("(full stop)", is(prompt.trim_end().ends_with(['.', '!', '。', '！']))),
        ("(pasted line)", is(prompt.lines().any(is_pasted))),
        ("(tag)", is(holds_tag(prompt))),
        ("(line number)", is(holds_pair(prompt, |first, second| first == b':' && second.is_ascii_digit()))),
    ]
}

/// A word without what stands around it.
fn trimmed(word: &str) -> &str {
    word.trim_matches(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
}

/// `snake_case` or `camelCase`.
fn is_code_word(word: &str) -> bool {
    let is_joined = |three: &[u8]| {
        three[1] == b'_' && three[0].is_ascii_alphanumeric() && three[2].is_ascii_alphanumeric()
    };
    word.as_bytes().windows(3).any(is_joined)
        || holds_pair(word, |first, second| first.is_ascii_lowercase() && second.is_ascii_uppercase())
}

/// `name.ext`.
fn is_file(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(stem, ending)| {
        stem.ends_with(|letter: char| letter.is_ascii_alphanumeric())
            && (1..=5).contains(&ending.len())
            && ending.starts_with(|letter: char| letter.is_ascii_lowercase())
            && ending.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    })
}

fn is_pasted(line: &str) -> bool {
    PASTED.iter().any(|start| line.trim_start().starts_with(start))
}

/// `<name>` in small letters.
fn holds_tag(prompt: &str) -> bool {
    prompt.split('<').skip(1).any(|rest| {
        rest.split_once('>').is_some_and(|(name, _)| {
            let is_of_name = |byte: u8| byte.is_ascii_lowercase() || byte == b'_' || byte == b'-';
            !name.is_empty() && name.bytes().all(is_of_name)
        })
    })
}

fn holds_pair(text: &str, is_it: impl Fn(u8, u8) -> bool) -> bool {
    text.as_bytes().windows(2).any(|pair| is_it(pair[0], pair[1]))
}

/// The weight of an n-gram or form, if it has one: a binary search over the lines of the table.
fn weight(name: &str) -> Option<f64> {
    let (mut from, mut to) = (0, TABLE.len());
    while from < to {
        let middle = (from + to) / 2;
        let start = TABLE.as_bytes()[from..middle]
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(from, |at| from + at + 1);
        let end =
            TABLE.as_bytes()[middle..to].iter().position(|byte| *byte == b'\n').map_or(to, |at| middle + at);
        let line = TABLE.get(start..end)?;
        let (known, value) = line.split_once('\t').unwrap_or(("", "0"));
        match if line.starts_with("# ") { std::cmp::Ordering::Less } else { known.cmp(name) } {
            std::cmp::Ordering::Equal => return value.parse().ok(),
            std::cmp::Ordering::Less => from = (end + 1).min(to),
            std::cmp::Ordering::Greater => to = start,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_found() {
        let lines: Vec<&str> = TABLE.lines().filter(|line| !line.starts_with("# ")).collect();
        assert!(lines.is_sorted_by_key(|line| line.split('\t').next()) && lines.len() > 1_000);
        for line in lines {
            let (name, value) = line.split_once('\t').expect("two cells");
            assert_eq!(weight(name), value.parse().ok(), "{name}");
        }
        assert_eq!(weight("no such words"), None);
    }

    #[test]
    fn prompts_are_cut_as_the_fit_cuts_them() {
        for (prompt, expected) in [
            (
                "What means 'stale closure' in react, everyone says it to me",
                "what means stale closure' in react everyone says it to me",
            ),
            ("KeyError: 'plot_id' in a.py line 88?", "keyerror plot id' in a py line 0 ?"),
            ("你 fix 好了3次！", "你 fix 好 了 0 次 ！"),
        ] {
            assert_eq!(tokens(prompt).join(" "), expected);
        }
    }

    #[test]
    fn the_model_weighs_prompts_as_the_fit_does() {
        for (prompt, expected) in [
            ("What means 'stale closure' in react, everyone says it to me", -2.24),
            (
                "customer self-hosts behind cloudflare, which settings in discourse.conf matter for real client IPs",
                1.95,
            ),
            ("你刚才说 fix 好了，是 test 过了还是只是 compile 过了？说人话", -3.91),
            ("KeyError: 'plot_id' in irrigation/schedule.py line 88", 2.70),
        ] {
            let found = log_odds(prompt);
            assert!((found - expected).abs() < 0.25, "{found} for {prompt}");
        }
    }
}
