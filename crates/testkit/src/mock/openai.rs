//! A mock of the OpenAI Responses API, as far as Codex uses it.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::{MockServer, Recorded, Reply};

/// The server. Every request is kept until it is dropped.
pub struct MockOpenAi {
    server: MockServer,
}

impl MockOpenAi {
    /// Answers every request with a short text.
    pub fn start() -> Self {
        Self::scripted(Vec::new())
    }

    /// Answers the first requests with these output items, later ones with a text.
    pub fn scripted(replies: Vec<Vec<Value>>) -> Self {
        let mut replies = VecDeque::from(replies);
        Self::answering(move |_| replies.pop_front())
    }

    /// Answers each request with the output items that `reply` has for it, or with a text.
    pub fn answering(mut reply: impl FnMut(&Recorded) -> Option<Vec<Value>> + Send + 'static) -> Self {
        Self { server: MockServer::start(move |request, number| answer(request, number, &mut reply)) }
    }

    /// What belongs into `base_url` of the provider.
    pub fn base_url(&self) -> String {
        format!("{}/v1", self.server.base_url())
    }

    /// Everything that was asked so far.
    pub fn requests(&self) -> Vec<Recorded> {
        self.server.requests()
    }

    /// The requests to the model that hold the prompt.
    pub fn conversation(&self, prompt: &str) -> Vec<Recorded> {
        let is_main = |request: &Recorded| request.is_post_to("/v1/responses") && request.contains(prompt);
        self.requests().into_iter().filter(is_main).collect()
    }
}

fn answer(
    request: &Recorded,
    number: usize,
    reply: &mut impl FnMut(&Recorded) -> Option<Vec<Value>>,
) -> Reply {
    if request.method == "GET" && request.path.contains("/models") {
        let is_codex = request.path.contains("client_version");
        let none = if is_codex { json!({"models": []}) } else { json!({"object": "list", "data": []}) };
        return Reply::Json(200, none);
    }
    if !request.is_post_to("/v1/responses") {
        return Reply::Json(404, json!({"error": {"message": "mock: not found"}}));
    }
    let items = reply(request).unwrap_or_else(|| {
        let content = json!([{"type": "output_text", "text": format!("MOCK REPLY {number}")}]);
        vec![json!({"type": "message", "role": "assistant", "id": format!("msg_{number}"), "content": content})]
    });
    let id = format!("resp_{number}");
    let mut data = vec![json!({"type": "response.created", "response": {"id": id}})];
    data.extend(items.iter().map(|item| json!({"type": "response.output_item.done", "item": item})));
    let usage = json!({
        "input_tokens": 10, "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 5, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 15,
    });
    data.push(json!({"type": "response.completed", "response": {"id": id, "usage": usage}}));
    Reply::Events(super::named_by_type(data))
}
