//! What a hook prints. Only fields that both clients document: an unknown one makes Codex drop it all.

use foreword_guard::Cleared;
use foreword_model::envelope::{Client, ClientEvent, ClientName, Envelope, limits_text};
use foreword_model::texts;
use serde::Serialize;

/// A hook's output; nothing at all is printed when it would be empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HookOutput {
    #[serde(skip_serializing_if = "Option::is_none")]
    hook_specific_output: Option<Context>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system_message: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    hook_event_name: &'static str,
    additional_context: String,
}

impl HookOutput {
    /// The context for the model, and for the user the lines that `shows` lets through. A decline, or a run
    /// that found nothing, says only what was refused.
    pub fn of(envelope: &Cleared<Envelope>, shows: impl Fn(&str) -> bool) -> Option<Self> {
        let context = &envelope.fused_context.for_model.additional_context;
        let for_user = &envelope.fused_context.for_user;
        let shows_plan = envelope.is_plan() && !envelope.is_declined();
        let found_nothing = context.is_empty() && !envelope.degraded.is_degraded && !shows_plan;
        let heading = (!context.is_empty() || shows_plan).then_some(for_user.tool_plan_text.as_str());
        let limits = for_user.limits_text.lines().filter(|line| !found_nothing || is_refusal(line));
        let lines: Vec<&str> =
            heading.into_iter().chain(limits).filter(|line| !line.is_empty() && shows(line)).collect();
        let output = Self {
            hook_specific_output: (!context.is_empty()).then(|| Context {
                hook_event_name: event_name(&envelope.client),
                additional_context: context.clone(),
            }),
            system_message: (!lines.is_empty()).then(|| lines.join("\n")),
        };
        output.is_something().then_some(output)
    }

    fn is_something(&self) -> bool {
        self.hook_specific_output.is_some() || self.system_message.is_some()
    }
}

/// The event that the client waits for an answer to: Codex asks for its sub-agents as for everybody.
fn event_name(client: &Client) -> &'static str {
    match (client.name, client.event) {
        (ClientName::ClaudeCode, ClientEvent::SubagentStart) => "SubagentStart",
        _ => "UserPromptSubmit",
    }
}

/// A note to the user and nothing for the model: something is broken, and the prompt goes on.
pub fn limits_only(line: &Cleared<String>) -> HookOutput {
    HookOutput { hook_specific_output: None, system_message: Some(limits_text([line.as_str()])) }
}

/// Whether a `[Limits]` line says that something the prompt asked for was not given: that is said even to a prompt that
/// gets nothing.
pub fn is_refusal(line: &str) -> bool {
    let text = line.strip_prefix(texts::LIMITS_PREFIX).unwrap_or(line);
    [texts::SENSITIVE_PATH, texts::OUTSIDE_PATH, texts::INJECTION_FILTERED]
        .iter()
        .any(|refusal| text.starts_with(refusal))
}
