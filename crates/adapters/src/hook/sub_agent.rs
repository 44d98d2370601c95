//! The prompt of a sub-agent of Claude Code. Its hook gets no prompt, only who starts; the session's transcript has it:
//! in the result of the call that started it, or in that call. Reads bytes, no file.

use serde::Deserialize;
use serde_json::Value;

/// The calls that start a sub-agent.
const STARTS: [&str; 2] = ["Task", "Agent"];

/// The prompt that an agent was started with, from the end of the session's transcript; nothing if it cannot be told.
pub fn prompt_of(transcript: &[u8], agent_id: &str, agent_type: Option<&str>) -> Option<String> {
    let mut started: Vec<Started> = Vec::new();
    // The first line may be the rest of one.
    for line in transcript.split(|byte| *byte == b'\n') {
        let Ok(entry) = serde_json::from_slice::<Entry>(line) else { continue };
        let result = entry.tool_use_result.unwrap_or_default();
        if result["agentId"] == agent_id
            && let Some(prompt) = result["prompt"].as_str()
        {
            return Some(prompt.to_owned());
        }
        let blocks = entry.message["content"].as_array().cloned().unwrap_or_default();
        for block in blocks {
            match block["type"].as_str() {
                Some("tool_use") => started.extend(Started::of(&block)),
                Some("tool_result") => started.retain(|call| block["tool_use_id"] != *call.id),
                _ => {}
            }
        }
    }
    // Of several that were started together nobody can tell which one this is.
    let mut fitting = started.into_iter().filter(|call| agent_type.is_none_or(|kind| kind == call.kind));
    let only = fitting.next()?;
    fitting.next().is_none().then_some(only.prompt)
}

/// One line of a transcript, as far as it matters.
#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    message: Value,
    #[serde(default, rename = "toolUseResult")]
    tool_use_result: Option<Value>,
}

/// A call that has no result yet.
struct Started {
    id: String,
    kind: String,
    prompt: String,
}

impl Started {
    fn of(block: &Value) -> Option<Self> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let is_start = block["name"].as_str().is_some_and(|name| STARTS.contains(&name));
        let kind = text(&block["input"]["subagent_type"]).unwrap_or_else(|| "general-purpose".to_owned());
        let started = Self { id: text(&block["id"])?, kind, prompt: text(&block["input"]["prompt"])? };
        is_start.then_some(started)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn call(id: &str, kind: &str, prompt: &str) -> Value {
        let input = json!({ "description": "d", "prompt": prompt, "subagent_type": kind });
        json!({ "type": "assistant", "message": { "content": [{ "type": "tool_use", "id": id, "name": "Task", "input": input }] } })
    }

    fn check(lines: &[Value], agent_type: &str, expected: Option<&str>) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let cut = format!("rest of a line\"}}\n{text}");
        assert_eq!(prompt_of(cut.as_bytes(), "a1", Some(agent_type)).as_deref(), expected, "{text}");
    }

    #[test]
    fn the_prompt_is_that_of_the_call() {
        let result = |id: &str| json!({ "type": "user", "message": { "content": [{ "type": "tool_result", "tool_use_id": id }] } });
        let launched = json!({ "type": "user", "message": { "content": [{ "type": "tool_result", "tool_use_id": "1" }] },
            "toolUseResult": { "agentId": "a1", "prompt": "find the fee" } });
        check(&[call("1", "Explore", "find the fee"), launched], "Explore", Some("find the fee"));
        check(&[call("1", "Explore", "find the fee")], "Explore", Some("find the fee"));
        check(
            &[call("1", "Explore", "an old one"), result("1"), call("2", "Explore", "a new one")],
            "Explore",
            Some("a new one"),
        );
        check(&[call("1", "Plan", "plan it"), call("2", "Explore", "look")], "Explore", Some("look"));
        check(&[call("1", "Explore", "one"), call("2", "Explore", "two")], "Explore", None);
        check(
            &[json!({ "message": "text" }), json!([1]), json!({ "toolUseResult": "text" })],
            "Explore",
            None,
        );
    }
}
