//! `askuser-ask_question`: asks the person. Who carries the question to them, and how, is handed in; a before-hook may
//! answer in their place.

use std::borrow::Cow;
use std::sync::Arc;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::{clear_line, clear_text};
use foreword_model::error::ErrorCode;
use foreword_model::limits;
use foreword_model::person::{AskError, Person, Question, Reply};
use serde_json::{Map, Value, json};

/// What is known of the tool before it runs. Tier 3: nobody is asked unless a model or a user wants it.
pub static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("askuser-ask_question"),
    description: Cow::Borrowed(
        "Asks the person one question, with options to choose from or an answer of their own.",
    ),
    tier: 3,
    timeout_ms: limits::ASK_TIMEOUT_MS,
    args: Some(ARGS),
    built: true,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec { name: "question", kind: ArgKind::Text, required: true, doc: "What is asked, in a sentence." },
    ArgSpec { name: "options", kind: ArgKind::TextList, required: false, doc: "Answers to choose from." },
    ArgSpec {
        name: "multiSelect",
        kind: ArgKind::Flag,
        required: false,
        doc: "Whether several options may be chosen.",
    },
];

/// The tool.
pub struct AskUser {
    person: Arc<dyn Person>,
}

impl AskUser {
    /// Asks this person.
    pub fn new(person: Arc<dyn Person>) -> Self {
        Self { person }
    }
}

impl Tool for AskUser {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn answer_by_hook(&self, printed: &str, args: &Map<String, Value>) -> Option<ToolAnswer> {
        let reply = read_hook(printed, &question(args).options)?;
        Some(answer(&reply, "hook"))
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let question = question(call.args);
        if question.options.len() > limits::ASK_OPTIONS {
            let message = format!("`options` must be at most {}", limits::ASK_OPTIONS);
            return Err(ToolFailure::skipped(ErrorCode::EInvalidArgs, message));
        }
        match self.person.ask(&question, call.deadline) {
            Ok(reply) => Ok(answer(&reply, "person")),
            Err(error @ AskError::Nobody(_)) => {
                Err(ToolFailure::skipped(ErrorCode::EToolUnavailable, error.to_string()))
            }
            Err(error @ AskError::Late) => Err(ToolFailure::timeout(error.to_string())),
            Err(error @ AskError::Unreadable(_)) => {
                Err(ToolFailure::error(ErrorCode::EParse, error.to_string()))
            }
        }
    }
}

fn question(args: &Map<String, Value>) -> Question {
    let options = args.get("options").and_then(Value::as_array).into_iter().flatten();
    let options = options.filter_map(Value::as_str).map(|option| clear_line(option.trim()).into_inner());
    Question {
        text: clear_text(args.get("question").and_then(Value::as_str).unwrap_or_default()).into_inner(),
        options: options.filter(|option| !option.is_empty()).collect(),
        is_multiple: args.get("multiSelect").and_then(Value::as_bool).unwrap_or_default(),
    }
}

/// What a hook's words mean: a choice, an object with `selected` and `customInput`, or an array. Anything else, such as
/// an empty object, is no answer, and the person is asked.
fn read_hook(printed: &str, options: &[String]) -> Option<Reply> {
    let (selected, custom_input) = match serde_json::from_str(printed) {
        Ok(Value::Object(given)) => {
            let custom = given.get("customInput").and_then(Value::as_str).map(str::to_owned);
            (texts(given.get("selected")), custom)
        }
        Ok(list @ Value::Array(_)) => (texts(Some(&list)), None),
        Ok(Value::String(text)) => chosen(text, options),
        Ok(Value::Null | Value::Bool(_) | Value::Number(_)) | Err(_) => chosen(printed.to_owned(), options),
    };
    let is_answer = !selected.is_empty() || custom_input.is_some();
    is_answer.then_some(Reply::Answer { selected, custom_input })
}

/// A word that is one of the options is a choice; any other is an answer of its own.
fn chosen(text: String, options: &[String]) -> (Vec<String>, Option<String>) {
    if options.is_empty() || options.contains(&text) { (vec![text], None) } else { (Vec::new(), Some(text)) }
}

fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(_) | None => Vec::new(),
    }
}

fn answer(reply: &Reply, by: &str) -> ToolAnswer {
    let (summary, data) = match reply {
        Reply::Answer { selected, custom_input } => {
            let said: Vec<&str> = selected.iter().chain(custom_input).map(String::as_str).collect();
            let data = json!({
                "action": "answered", "by": by, "selected": selected, "customInput": custom_input,
            });
            (format!("answered: {}", said.join(", ")), data)
        }
        Reply::Declined => {
            ("the person declined to answer".to_owned(), json!({ "action": "declined", "by": by }))
        }
        Reply::Dismissed => {
            ("the person closed the question".to_owned(), json!({ "action": "dismissed", "by": by }))
        }
    };
    ToolAnswer { summary, data: Some(data), ..ToolAnswer::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_hook_prints_is_a_choice_or_none() {
        let options = ["red".to_owned(), "blue".to_owned()];
        for (printed, selected, custom) in [
            ("red", &["red"][..], None),
            ("\"blue\"", &["blue"], None),
            ("neither of them", &[], Some("neither of them")),
            (r#"["red", "blue"]"#, &["red", "blue"], None),
            (r#"{"selected": "red", "customInput": "dark"}"#, &["red"], Some("dark")),
            (r#"{"selected": ["red"]}"#, &["red"], None),
            ("42", &[], Some("42")),
        ] {
            let selected = selected.iter().map(|text| (*text).to_owned()).collect();
            let expected = Reply::Answer { selected, custom_input: custom.map(str::to_owned) };
            assert_eq!(read_hook(printed, &options), Some(expected), "{printed}");
        }
        for nothing in ["{}", "[]", r#"{"decision": "approve"}"#] {
            assert_eq!(read_hook(nothing, &options), None, "{nothing}");
        }
        let free = Reply::Answer { selected: vec!["so".to_owned()], custom_input: None };
        assert_eq!(read_hook("so", &[]), Some(free));
    }
}
