//! What a prompt is, as the classifier says it (contract §5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The class of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IntentClass {
    /// Something is wrong and the cause is looked for.
    Debug,
    /// Code is to be changed or written.
    Modify,
    /// How or where something is done.
    Explore,
    /// A judgement on code or on a change.
    Review,
    /// Steers the conversation: yes, continue, 继续.
    Control,
    /// Text that no person typed.
    Machine,
    /// Not about code in this repository.
    NonCode,
}

impl IntentClass {
    /// Whether the class is about code.
    pub fn is_code(self) -> bool {
        match self {
            Self::Debug | Self::Modify | Self::Explore | Self::Review => true,
            Self::Control | Self::Machine | Self::NonCode => false,
        }
    }
}

/// How much is put in front of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The full context.
    Full,
    /// The two or three best places, at most 500 characters.
    Pointer,
    /// Nothing.
    None,
}

/// Where a signal was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignalType {
    /// The prompt says it: a keyword, a command.
    Explicit,
    /// The prompt implies it: wording, length, language.
    Implicit,
    /// An earlier prompt of the session.
    Historical,
    /// Structure: a path, a symbol, a trace, a code block.
    Code,
}

/// One piece of evidence for the decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Signal {
    /// Where it was seen.
    #[serde(rename = "type")]
    pub kind: SignalType,
    /// The text that matched.
    #[serde(rename = "match")]
    pub matched: String,
    /// What it adds; negative speaks against code.
    pub weight: f64,
}

/// The decision itself.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Intent {
    /// The class.
    pub class: IntentClass,
    /// How sure, from 0 to 1.
    pub confidence: f64,
    /// What follows from it.
    pub outcome: Outcome,
}
