//! A mock of the Anthropic Messages API, as far as Claude Code uses it.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::{MockServer, Recorded, Reply};

/// The server. Every request is kept until it is dropped.
pub struct MockAnthropic {
    server: MockServer,
}

impl MockAnthropic {
    /// Answers every request with a short text.
    pub fn start() -> Self {
        Self::scripted(Vec::new())
    }

    /// Answers the first requests that offer tools with these content blocks, later ones with a text.
    pub fn scripted(replies: Vec<Vec<Value>>) -> Self {
        let mut replies = VecDeque::from(replies);
        Self { server: MockServer::start(move |request, number| answer(request, number, &mut replies)) }
    }

    /// What belongs into `ANTHROPIC_BASE_URL`.
    pub fn base_url(&self) -> String {
        self.server.base_url()
    }

    /// Everything that was asked so far.
    pub fn requests(&self) -> Vec<Recorded> {
        self.server.requests()
    }

    /// The requests of the main conversation: those that offer tools and hold the prompt. The client
    /// may also ask on the side, for example for a title.
    pub fn conversation(&self, prompt: &str) -> Vec<Recorded> {
        let is_main = |request: &Recorded| {
            request.is_post_to("/v1/messages") && offers_tools(request) && request.contains(prompt)
        };
        self.requests().into_iter().filter(is_main).collect()
    }
}

fn offers_tools(request: &Recorded) -> bool {
    request.body["tools"].as_array().is_some_and(|tools| !tools.is_empty())
}

fn answer(request: &Recorded, number: usize, replies: &mut VecDeque<Vec<Value>>) -> Reply {
    if request.method == "HEAD" {
        return Reply::Json(200, json!({}));
    }
    if request.is_post_to("/v1/messages/count_tokens") {
        return Reply::Json(200, json!({"input_tokens": 10}));
    }
    if !request.is_post_to("/v1/messages") {
        let error = json!({"type": "not_found_error", "message": "mock"});
        return Reply::Json(404, json!({"type": "error", "error": error}));
    }
    let scripted = if offers_tools(request) { replies.pop_front() } else { None };
    let blocks =
        scripted.unwrap_or_else(|| vec![json!({"type": "text", "text": format!("MOCK REPLY {number}")})]);
    let calls_tool = blocks.iter().any(|block| block["type"] == "tool_use");
    let stop_reason = if calls_tool { "tool_use" } else { "end_turn" };
    let mut message = json!({
        "id": format!("msg_{number}"), "type": "message", "role": "assistant",
        "model": request.body["model"], "content": [], "stop_reason": null, "stop_sequence": null,
        "usage": {"input_tokens": 10, "output_tokens": 1},
    });
    if request.body["stream"] == true {
        return Reply::Events(events(message, &blocks, stop_reason));
    }
    message["content"] = Value::Array(blocks);
    message["stop_reason"] = stop_reason.into();
    Reply::Json(200, message)
}

fn events(message: Value, blocks: &[Value], stop_reason: &str) -> Vec<(String, Value)> {
    let mut data = vec![json!({"type": "message_start", "message": message})];
    for (index, block) in blocks.iter().enumerate() {
        let (start, delta) = if block["type"] == "text" {
            (json!({"type": "text", "text": ""}), json!({"type": "text_delta", "text": block["text"]}))
        } else {
            (
                json!({"type": "tool_use", "id": block["id"], "name": block["name"], "input": {}}),
                json!({"type": "input_json_delta", "partial_json": block["input"].to_string()}),
            )
        };
        data.push(json!({"type": "content_block_start", "index": index, "content_block": start}));
        data.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        data.push(json!({"type": "content_block_stop", "index": index}));
    }
    let end = json!({"stop_reason": stop_reason, "stop_sequence": null});
    data.push(json!({"type": "message_delta", "delta": end, "usage": {"output_tokens": 5}}));
    data.push(json!({"type": "message_stop"}));
    super::named_by_type(data)
}
