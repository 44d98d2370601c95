//! The envelope as text: the prompt with its context in front, for a person or for `codex exec`.

use foreword_guard::Cleared;
use foreword_model::envelope::Envelope;
use foreword_model::texts;

/// The prompt for codex: with its context in front, or as it was typed where there is none. Whatever else is to be said
/// of it is for the person.
pub fn prompt_for_codex(envelope: &Cleared<Envelope>, prompt: &str) -> String {
    match envelope.fused_context.for_model.additional_context.trim().is_empty() {
        true => prompt.to_owned(),
        false => augmented_prompt(envelope, prompt),
    }
}

/// Context, run id, limits, then the prompt as it was typed.
pub fn augmented_prompt(envelope: &Cleared<Envelope>, prompt: &str) -> String {
    let context = envelope.fused_context.for_model.additional_context.trim_end();
    let limits = &envelope.fused_context.for_user.limits_text;
    let limits = match limits.is_empty() {
        true => format!("{}none", texts::LIMITS_PREFIX),
        false => limits.clone(),
    };
    let before = if context.is_empty() { String::new() } else { format!("{context}\n\n") };
    format!("{before}run_id: {}\n{limits}\n\n{prompt}\n", envelope.run_id)
}
