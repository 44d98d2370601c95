//! Arguments with gaps: JSON in which `{{keywords}}` and its like stand for what a prompt says. Pure text; what fills a gap
//! is the kernel's business.

use serde_json::{Map, Value};

use crate::limits;

/// What a gap stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placeholder {
    /// The prompt, secrets masked, cut to the length of a query.
    Prompt,
    /// Its telling words, names first.
    Keywords,
    /// The names from code that it mentions.
    Symbols,
    /// The first of them.
    Symbol,
    /// The files that it mentions.
    Files,
    /// The first of them.
    File,
    /// The error that it quotes.
    Error,
    /// The class of the prompt: `debug`, `modify`, `explore`, `review`.
    Intent,
    /// The programming language of the files that it mentions.
    Language,
    /// The name of the repository's folder.
    RepoName,
    /// The repository, absolute.
    RepoRoot,
}

impl Placeholder {
    /// Whether a prompt may leave it empty.
    fn is_of_prompt(self) -> bool {
        match self {
            Self::Prompt
            | Self::Keywords
            | Self::Symbols
            | Self::Symbol
            | Self::Files
            | Self::File
            | Self::Error
            | Self::Language => true,
            Self::Intent | Self::RepoName | Self::RepoRoot => false,
        }
    }
}

/// The words for them.
const WORDS: [(&str, Placeholder); 12] = [
    ("prompt", Placeholder::Prompt),
    ("keywords", Placeholder::Keywords),
    ("symbols", Placeholder::Symbols),
    ("identifiers", Placeholder::Symbols),
    ("symbol", Placeholder::Symbol),
    ("files", Placeholder::Files),
    ("file", Placeholder::File),
    ("error", Placeholder::Error),
    ("intent", Placeholder::Intent),
    ("language", Placeholder::Language),
    ("repo_name", Placeholder::RepoName),
    ("repo_root", Placeholder::RepoRoot),
];

/// Arguments of a tool, with gaps.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Template(Map<String, Value>);

impl Template {
    /// Takes arguments; refuses a gap that stands for nothing.
    pub fn new(args: Map<String, Value>) -> Result<Self, String> {
        let mut pending: Vec<&Value> = args.values().collect();
        while let Some(value) = pending.pop() {
            match value {
                Value::String(text) => {
                    parts(text)?;
                }
                Value::Array(list) => pending.extend(list),
                Value::Object(map) => pending.extend(map.values()),
                Value::Null | Value::Bool(_) | Value::Number(_) => {}
            }
        }
        Ok(Self(args))
    }

    /// Whether it says nothing at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The arguments with their gaps filled. A value of gaps alone that are all empty is left out; if every gap that a
    /// prompt fills is empty, it says nothing that the tool could be asked, and there are no arguments.
    ///
    /// In a text, several fillings are joined by blanks; a gap alone in a list becomes as many entries.
    pub fn filled(&self, fill: &dyn Fn(Placeholder) -> Vec<String>) -> Option<Map<String, Value>> {
        let mut filling = Filling { fill, gaps: 0, filled: 0 };
        let args = filling.map(&self.0);
        (filling.gaps == 0 || filling.filled > 0).then_some(args)
    }
}

struct Filling<'a> {
    fill: &'a dyn Fn(Placeholder) -> Vec<String>,
    gaps: usize,
    filled: usize,
}

impl Filling<'_> {
    fn map(&mut self, map: &Map<String, Value>) -> Map<String, Value> {
        map.iter().filter_map(|(key, value)| Some((key.clone(), self.value(value)?))).collect()
    }

    fn value(&mut self, value: &Value) -> Option<Value> {
        match value {
            Value::String(text) => self.text(text).map(Value::from),
            Value::Array(list) => Some(list.iter().flat_map(|entry| self.entries(entry)).collect()),
            Value::Object(map) => Some(Value::Object(self.map(map))),
            Value::Null | Value::Bool(_) | Value::Number(_) => Some(value.clone()),
        }
    }

    /// What an entry of a list becomes.
    fn entries(&mut self, entry: &Value) -> Vec<Value> {
        if let Value::String(text) = entry
            && let Ok([Part::Gap(placeholder)]) = parts(text).as_deref()
        {
            return self.fillings(*placeholder).into_iter().map(Value::from).collect();
        }
        self.value(entry).into_iter().collect()
    }

    fn text(&mut self, text: &str) -> Option<String> {
        // Checked when the template was made.
        let parts = parts(text).unwrap_or_default();
        let is_gaps_alone = parts.iter().any(|part| matches!(part, Part::Gap(_)))
            && parts.iter().all(|part| match part {
                Part::Gap(_) => true,
                Part::Text(text) => text.trim().is_empty(),
            });
        let mut whole = String::new();
        for part in parts {
            match part {
                Part::Text(text) => whole.push_str(text),
                Part::Gap(placeholder) => whole.push_str(&self.fillings(placeholder).join(" ")),
            }
        }
        (!is_gaps_alone || !whole.trim().is_empty()).then_some(whole)
    }

    fn fillings(&mut self, placeholder: Placeholder) -> Vec<String> {
        let fillings = (self.fill)(placeholder);
        self.gaps += usize::from(placeholder.is_of_prompt());
        self.filled += usize::from(placeholder.is_of_prompt() && !fillings.is_empty());
        fillings
    }
}

enum Part<'a> {
    Text(&'a str),
    Gap(Placeholder),
}

fn parts(text: &str) -> Result<Vec<Part<'_>>, String> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some(start) = rest.find("{{") {
        let Some(length) = rest[start..].find("}}") else { break };
        let word = rest[start + 2..start + length].trim();
        let Some((_, placeholder)) = WORDS.iter().find(|(known, _)| *known == word) else {
            let known: Vec<&str> = WORDS.iter().map(|(word, _)| *word).collect();
            let word = told_word(word);
            return Err(format!("unknown placeholder `{{{{{word}}}}}`; known are {}", known.join(", ")));
        };
        if start > 0 {
            parts.push(Part::Text(&rest[..start]));
        }
        parts.push(Part::Gap(*placeholder));
        rest = &rest[start + length + 2..];
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    Ok(parts)
}

/// A word of a configuration in a message about it: what is quoted of it is no sentence, and ends where it seems to.
fn told_word(word: &str) -> String {
    let mut told: String = word.chars().take(limits::TOLD_CHARS).collect();
    if told.len() < word.len() {
        told.push('…');
    }
    told.replace('`', "'")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn template(value: Value) -> Result<Template, String> {
        match value {
            Value::Object(map) => Template::new(map),
            _ => Err("no object".to_owned()),
        }
    }

    fn fill(placeholder: Placeholder) -> Vec<String> {
        match placeholder {
            Placeholder::Keywords => vec!["late".to_owned(), "fee".to_owned()],
            Placeholder::RepoName => vec!["library".to_owned()],
            _ => Vec::new(),
        }
    }

    fn check(value: Value, expected: Option<Value>) {
        let filled = template(value.clone()).expect("a template").filled(&fill).map(Value::Object);
        assert_eq!(filled, expected, "{value}");
    }

    #[test]
    fn gaps_are_filled_and_everything_else_stays() {
        check(
            json!({"query": "repo:{{ repo_name }} {{keywords}}", "limit": 5, "deep": {"on": true, "x": [1, null]}}),
            Some(json!({"query": "repo:library late fee", "limit": 5, "deep": {"on": true, "x": [1, null]}})),
        );
        check(
            json!({"words": ["{{keywords}}", "x", "{{symbols}}"]}),
            Some(json!({"words": ["late", "fee", "x"]})),
        );
        check(json!({"a": "{{symbol}}", "b": "{{keywords}}"}), Some(json!({"b": "late fee"})));
        check(json!({"a": "in {{symbol}}", "b": "{{keywords}}"}), Some(json!({"a": "in ", "b": "late fee"})));
        check(json!({"a": "{{symbol}}", "b": 1, "c": "{{repo_name}}"}), None);
        check(json!({"b": 1, "c": "{{"}), Some(json!({"b": 1, "c": "{{"})));
        check(json!({}), Some(json!({})));
    }

    #[test]
    fn an_unknown_gap_is_named() {
        for value in [json!({"a": "{{keyword}}"}), json!({"a": [{"b": "x {{ keyword }}"}]})] {
            let problem = template(value).expect_err("a problem");
            assert!(
                problem.starts_with("unknown placeholder `{{keyword}}`; known are prompt, "),
                "{problem}"
            );
        }
    }

    #[test]
    fn a_gap_that_stands_for_nothing_is_quoted_briefly() {
        let error = template(json!({"q": format!("{{{{a`{}}}}}", "b ".repeat(80))})).expect_err("unknown");
        let quoted = error.split('`').nth(1).unwrap_or_default();
        assert!(quoted.chars().count() <= limits::TOLD_CHARS + 5 && quoted.starts_with("{{a'b b"), "{error}");
        assert!(error.contains("`; known are prompt, "), "{error}");
    }
}
