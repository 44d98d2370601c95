//! A question to the person at the client: the form that the client shows, and what came back.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Instant;

use foreword_exec::Cancel;
use foreword_exec::rpc::message::{notification, result_of};
use foreword_model::clock;
use foreword_model::person::{AskError, Person, Question, Reply};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::server::{Heard, Shared};

/// The field for words of their own.
const CUSTOM: &str = "customInput";
/// The field for one choice.
const SELECTED: &str = "selected";

/// The person at the client of this server, for one call.
pub struct PersonAtClient {
    pub(super) shared: Arc<Shared>,
    pub(super) cancel: Cancel,
}

impl Person for PersonAtClient {
    fn ask(&self, question: &Question, deadline: Instant) -> Result<Reply, AskError> {
        if !self.shared.session.can_elicit() {
            return Err(AskError::Nobody("this client does not offer elicitation".to_owned()));
        }
        let (sender, receiver) = channel();
        let tell = sender.clone();
        let _listening = self.cancel.listen(move || drop(tell.send(Heard::Gone)));
        let params = json!({ "message": question.text, "requestedSchema": form(question) });
        let id = self.shared.ask_client("elicitation/create", params, sender);
        match receiver.recv_timeout(clock::left(deadline)) {
            Ok(Heard::Answer(frame)) => match result_of::<Elicited>(&frame) {
                Some(elicited) => elicited.read(question),
                None => Err(AskError::Nobody("the client refused to ask".to_owned())),
            },
            Ok(Heard::Gone) | Err(_) => {
                self.shared.forget(id);
                let params = json!({ "requestId": id, "reason": "no longer wanted" });
                self.shared.outbox.send(&notification("notifications/cancelled", params));
                Err(AskError::Late)
            }
        }
    }
}

/// The form: one choice is a list of words, several are a yes or no each, and there is always room for other words. Only
/// what every version of the protocol has.
fn form(question: &Question) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    if question.is_multiple {
        for (at, option) in question.options.iter().enumerate() {
            properties.insert(key(at), json!({ "type": "boolean", "title": option, "default": false }));
        }
    } else if !question.options.is_empty() {
        let choice = json!({ "type": "string", "title": "Answer", "enum": question.options });
        properties.insert(SELECTED.to_owned(), choice);
    }
    let title = if question.options.is_empty() { "Answer" } else { "Other" };
    properties.insert(CUSTOM.to_owned(), json!({ "type": "string", "title": title }));
    if question.options.is_empty() {
        required.push(CUSTOM);
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// The field of an option of several.
fn key(at: usize) -> String {
    format!("option{}", at + 1)
}

/// What came back.
#[derive(Debug, Deserialize)]
struct Elicited {
    action: String,
    content: Option<Map<String, Value>>,
}

impl Elicited {
    fn read(&self, question: &Question) -> Result<Reply, AskError> {
        match self.action.as_str() {
            "accept" => self.accepted(question),
            "decline" => Ok(Reply::Declined),
            "cancel" => Ok(Reply::Dismissed),
            _ => Err(AskError::Unreadable("the action is neither accept, decline nor cancel".to_owned())),
        }
    }

    fn accepted(&self, question: &Question) -> Result<Reply, AskError> {
        let text = |name: &str| {
            let given = self.content.as_ref()?.get(name)?.as_str()?.trim();
            (!given.is_empty()).then(|| given.to_owned())
        };
        let is_chosen = |at: usize| {
            let given = self.content.as_ref().and_then(|content| content.get(&key(at)));
            given == Some(&Value::Bool(true))
        };
        let selected: Vec<String> = match question.is_multiple {
            true => {
                let options = question.options.iter().enumerate();
                options.filter(|(at, _)| is_chosen(*at)).map(|(_, option)| option.clone()).collect()
            }
            false => text(SELECTED).filter(|choice| question.options.contains(choice)).into_iter().collect(),
        };
        let custom_input = text(CUSTOM);
        if selected.is_empty() && custom_input.is_none() && !question.is_multiple {
            return Err(AskError::Unreadable("it holds neither a choice nor other words".to_owned()));
        }
        Ok(Reply::Answer { selected, custom_input })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(options: &[&str], is_multiple: bool) -> Question {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        Question { text: "Which?".to_owned(), options, is_multiple }
    }

    fn check(question: &Question, answer: Value, expected: Option<(&[&str], Option<&str>)>) {
        let elicited: Elicited = serde_json::from_value(answer).expect("of the form");
        let expected = expected.map(|(selected, custom)| Reply::Answer {
            selected: selected.iter().map(|text| (*text).to_owned()).collect(),
            custom_input: custom.map(str::to_owned),
        });
        assert_eq!(elicited.read(question).ok(), expected);
    }

    #[test]
    fn answers_are_read_as_the_form_asked() {
        let one = question(&["red", "blue"], false);
        check(&one, json!({"action": "accept", "content": {"selected": "red"}}), Some((&["red"], None)));
        check(&one, json!({"action": "accept", "content": {"selected": "green"}}), None);
        check(&one, json!({"action": "accept", "content": {CUSTOM: " so "}}), Some((&[], Some("so"))));
        check(&one, json!({"action": "accept"}), None);
        check(&one, json!({"action": "what"}), None);
        let several = question(&["red", "blue", "green"], true);
        let chosen =
            json!({"action": "accept", "content": {"option1": true, "option2": false, "option3": true}});
        check(&several, chosen, Some((&["red", "green"], None)));
        check(&several, json!({"action": "accept", "content": {}}), Some((&[], None)));
        for (action, reply) in [("decline", Reply::Declined), ("cancel", Reply::Dismissed)] {
            let elicited = Elicited { action: action.to_owned(), content: None };
            assert_eq!(elicited.read(&one), Ok(reply));
        }
    }

    #[test]
    fn a_form_has_only_plain_fields() {
        assert_eq!(form(&question(&[], false))["required"], json!(["customInput"]));
        assert_eq!(form(&question(&["a"], false))["properties"]["selected"]["enum"], json!(["a"]));
        assert_eq!(form(&question(&["a", "b"], true))["properties"]["option2"]["title"], "b");
    }
}
