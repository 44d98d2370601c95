//! The envelope as a kernel prints it that is not ours: read with the minimal field set of REQ-ATO-001, everything else
//! optional. What we print ourselves is [`Envelope`], whose schema requires every field.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

use crate::envelope::{
    Budget, Client, Degraded, DegradedTo, Enforcement, EnforcementSource, Envelope, ForModel, ForUser,
    FusedContext, Inputs, Layers, PlannedTool, Redaction, SCHEMA_VERSION, Safety, Structured, ToolError,
    ToolPlan, ToolResult, ToolStatus,
};
use crate::error::ErrorCode;
use crate::intent::{Intent, Outcome, Signal};

/// An envelope of another kernel. A required field that is missing or of the wrong type makes it invalid; an optional one
/// that cannot be read counts as missing.
#[derive(Debug, Deserialize)]
pub struct ForeignEnvelope {
    /// A version of the schema; see [`ForeignEnvelope::is_of_our_major`].
    pub schema_version: String,
    run_id: String,
    #[serde(default, deserialize_with = "if_readable")]
    created_at: Option<String>,
    #[serde(default, deserialize_with = "if_readable")]
    inputs: Option<ForeignInputs>,
    tool_plan: ForeignPlan,
    tool_results: Vec<ForeignResult>,
    fused_context: ForeignContext,
    degraded: ForeignDegraded,
    #[serde(flatten)]
    layers: Option<Layers>,
}

/// What stands in for the fields that another kernel need not print, because the caller knows them better.
#[derive(Debug, Clone)]
pub struct CallerFacts {
    /// RFC 3339, UTC: when the kernel answered.
    pub now: String,
    /// Who asked.
    pub client: Client,
    /// What was asked, with secrets masked, and how we read it.
    pub inputs: Inputs,
    /// The numbers in force.
    pub budget: Budget,
    /// How `codex-auto` would start codex.
    pub planned_codex_command: String,
    /// Which policy is in force.
    pub source: EnforcementSource,
}

impl ForeignEnvelope {
    /// Whether the version is one that this build understands.
    pub fn is_of_our_major(&self) -> bool {
        let major = SCHEMA_VERSION.split('.').next();
        self.schema_version.split('.').next() == major
    }

    /// The envelope in our form: the caller's facts where it is silent, and also where it could contradict them.
    pub fn into_envelope(self, caller: CallerFacts) -> Envelope {
        let ForeignContext { for_model, for_user } = self.fused_context;
        let mut inputs = caller.inputs;
        inputs.intent.outcome = match for_model.additional_context.is_empty() {
            true => Outcome::None,
            false => Outcome::Full,
        };
        if let Some(read) = self.inputs {
            inputs.intent = read.intent.unwrap_or(inputs.intent);
            inputs.signals = read.signals.unwrap_or(inputs.signals);
        }
        let tool_plan = self.tool_plan.into_plan(caller.budget, caller.planned_codex_command);
        Envelope {
            schema_version: SCHEMA_VERSION.to_owned(),
            run_id: self.run_id,
            created_at: self.created_at.unwrap_or(caller.now),
            client: caller.client,
            inputs,
            tool_results: self.tool_results.into_iter().map(ForeignResult::into_result).collect(),
            fused_context: FusedContext {
                for_model: ForModel {
                    additional_context: for_model.additional_context,
                    structured: for_model.structured.unwrap_or_default(),
                    safety: Safety::default(),
                },
                for_user: ForUser {
                    tool_plan_text: for_user.tool_plan_text.unwrap_or_else(|| plan_line(&tool_plan)),
                    results_text: for_user.results_text.unwrap_or_default(),
                    limits_text: for_user.limits_text,
                },
            },
            tool_plan,
            degraded: self.degraded.into_degraded(),
            enforcement: Enforcement { single_tool_entry: true, source: caller.source },
            legacy: match caller.source {
                EnforcementSource::Legacy => self.layers,
                EnforcementSource::Orchestrator => None,
            },
        }
    }
}

#[derive(Debug, Deserialize)]
struct ForeignInputs {
    #[serde(default, deserialize_with = "if_readable")]
    intent: Option<Intent>,
    #[serde(default, deserialize_with = "if_readable")]
    signals: Option<Vec<Signal>>,
}

#[derive(Debug, Deserialize)]
struct ForeignPlan {
    tier_max: u8,
    #[serde(default, deserialize_with = "if_readable")]
    planned_codex_command: Option<String>,
    budget: ForeignBudget,
    tools: Vec<ForeignTool>,
}

impl ForeignPlan {
    fn into_plan(self, own: Budget, planned_codex_command: String) -> ToolPlan {
        ToolPlan {
            tier_max: self.tier_max,
            planned_codex_command: self.planned_codex_command.unwrap_or(planned_codex_command),
            budget: Budget {
                wall_ms: self.budget.wall_ms.unwrap_or(own.wall_ms),
                max_concurrency: self.budget.max_concurrency.unwrap_or(own.max_concurrency),
                max_injected_chars: self.budget.max_injected_chars.unwrap_or(own.max_injected_chars),
            },
            tools: self.tools.into_iter().map(ForeignTool::into_tool).collect(),
        }
    }
}

#[derive(Debug, Deserialize)]
struct ForeignBudget {
    #[serde(default, deserialize_with = "if_readable")]
    wall_ms: Option<u64>,
    #[serde(default, deserialize_with = "if_readable")]
    max_concurrency: Option<usize>,
    #[serde(default, deserialize_with = "if_readable")]
    max_injected_chars: Option<usize>,
}

#[derive(Debug, Deserialize)]
struct ForeignTool {
    tool: String,
    #[serde(default, deserialize_with = "if_readable")]
    tier: Option<u8>,
    #[serde(default, deserialize_with = "if_readable")]
    reason: Option<String>,
    #[serde(default, deserialize_with = "if_readable")]
    args: Option<Map<String, Value>>,
    #[serde(default, deserialize_with = "if_readable")]
    timeout_ms: Option<Number>,
}

impl ForeignTool {
    fn into_tool(self) -> PlannedTool {
        PlannedTool {
            tool: self.tool,
            tier: self.tier.unwrap_or_default(),
            reason: self.reason.unwrap_or_default(),
            args: self.args.unwrap_or_default(),
            timeout_ms: whole_ms(self.timeout_ms),
        }
    }
}

#[derive(Debug, Deserialize)]
struct ForeignResult {
    tool: String,
    status: ToolStatus,
    #[serde(default, deserialize_with = "if_readable")]
    started_at: Option<String>,
    #[serde(default, deserialize_with = "if_readable")]
    duration_ms: Option<Number>,
    #[serde(default, deserialize_with = "if_readable")]
    summary: Option<String>,
    #[serde(default)]
    data: Option<Value>,
    #[serde(default, deserialize_with = "if_readable")]
    error: Option<ForeignError>,
    #[serde(default, deserialize_with = "if_readable")]
    redactions: Option<Vec<Redaction>>,
    #[serde(default, deserialize_with = "if_readable")]
    truncated: Option<bool>,
}

impl ForeignResult {
    fn into_result(self) -> ToolResult {
        let has_failed = self.status != ToolStatus::Ok;
        ToolResult {
            tool: self.tool,
            status: self.status,
            started_at: self.started_at.unwrap_or_default(),
            duration_ms: whole_ms(self.duration_ms),
            summary: self.summary.unwrap_or_default(),
            data: self.data,
            error: self.error.and_then(|error| error.into_error(has_failed)),
            redactions: self.redactions.unwrap_or_default(),
            truncated: self.truncated.unwrap_or_default(),
        }
    }
}

#[derive(Debug, Deserialize)]
struct ForeignError {
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    message: Option<String>,
}

impl ForeignError {
    /// An object without a code is how some say that there was no error.
    fn into_error(self, has_failed: bool) -> Option<ToolError> {
        let code = match self.code.filter(|code| !code.is_empty()) {
            Some(code) => serde_json::from_value(Value::String(code)).unwrap_or(ErrorCode::EUnknown),
            None if has_failed => ErrorCode::EUnknown,
            None => return None,
        };
        Some(ToolError { code, message: self.message.unwrap_or_default() })
    }
}

#[derive(Debug, Deserialize)]
struct ForeignContext {
    for_model: ForeignForModel,
    for_user: ForeignForUser,
}

#[derive(Debug, Deserialize)]
struct ForeignForModel {
    additional_context: String,
    #[serde(default, deserialize_with = "if_readable")]
    structured: Option<Structured>,
}

#[derive(Debug, Deserialize)]
struct ForeignForUser {
    #[serde(default, deserialize_with = "if_readable")]
    tool_plan_text: Option<String>,
    #[serde(default, deserialize_with = "if_readable")]
    results_text: Option<String>,
    limits_text: String,
}

#[derive(Debug, Deserialize)]
struct ForeignDegraded {
    is_degraded: bool,
    #[serde(default, deserialize_with = "if_readable")]
    reason: Option<String>,
    #[serde(default, deserialize_with = "if_readable")]
    degraded_to: Option<DegradedTo>,
    #[serde(default, deserialize_with = "if_readable")]
    code: Option<ErrorCode>,
}

impl ForeignDegraded {
    fn into_degraded(self) -> Degraded {
        let unsaid = if self.is_degraded { DegradedTo::Partial } else { DegradedTo::Nothing };
        Degraded {
            is_degraded: self.is_degraded,
            reason: self.reason.unwrap_or_default(),
            degraded_to: self.degraded_to.unwrap_or(unsaid),
            code: self.code,
        }
    }
}

/// What the user is told of a plan that comes without a text.
fn plan_line(plan: &ToolPlan) -> String {
    let names: Vec<&str> = plan.tools.iter().map(|tool| tool.tool.as_str()).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("[Auto Tools] {}", names.join(", ")),
    }
}

/// Milliseconds as a program may write them: whole, or with a fraction.
fn whole_ms(number: Option<Number>) -> u64 {
    let of_fraction = |number: &Number| {
        let duration = Duration::try_from_secs_f64(number.as_f64()? / 1_000.0).ok()?;
        u64::try_from(duration.as_millis()).ok()
    };
    number.and_then(|number| number.as_u64().or_else(|| of_fraction(&number))).unwrap_or_default()
}

fn if_readable<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Option<T>, D::Error> {
    let value = Value::deserialize(from)?;
    Ok(serde_json::from_value(value).ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::envelope::{ClientEvent, ClientName, RepoRootSource};
    use crate::intent::IntentClass;

    /// Exactly the fields that REQ-ATO-001 names.
    fn minimal() -> Value {
        json!({
            "schema_version": "1.0", "run_id": "r",
            "tool_plan": { "tier_max": 1, "budget": {}, "tools": [] },
            "tool_results": [{
                "tool": "ci_search", "status": "ok", "duration_ms": 3, "summary": "s", "truncated": false,
                "error": { "code": null },
            }],
            "fused_context": {
                "for_model": { "additional_context": "c" }, "for_user": { "limits_text": "" },
            },
            "degraded": { "is_degraded": false, "reason": "", "degraded_to": "" },
        })
    }

    fn caller() -> CallerFacts {
        CallerFacts {
            now: "2026-01-01T00:00:00Z".to_owned(),
            client: Client { name: ClientName::Cli, event: ClientEvent::Cli, session_id: None },
            inputs: Inputs {
                prompt: "p".to_owned(),
                repo_root: "/r".to_owned(),
                repo_root_source: RepoRootSource::Git,
                intent: Intent { class: IntentClass::Explore, confidence: 0.7, outcome: Outcome::Full },
                signals: Vec::new(),
            },
            budget: Budget { wall_ms: 5_000, max_concurrency: 3, max_injected_chars: 12_000 },
            planned_codex_command: "codex exec".to_owned(),
            source: EnforcementSource::Orchestrator,
        }
    }

    fn read(value: Value) -> Option<Envelope> {
        let foreign: ForeignEnvelope = serde_json::from_value(value).ok()?;
        Some(foreign.into_envelope(caller()))
    }

    #[test]
    fn req_ato_001_what_is_missing_is_the_callers() {
        let envelope = read(minimal()).expect("the minimal fields are enough");
        let caller = caller();
        assert_eq!((envelope.created_at, envelope.client), (caller.now, caller.client));
        assert_eq!((envelope.inputs, envelope.tool_plan.budget), (caller.inputs, caller.budget));
        assert_eq!(envelope.tool_plan.planned_codex_command, "codex exec");
        assert_eq!(envelope.tool_results[0].error, None);
        assert_eq!(envelope.fused_context.for_model.safety, Safety::default());
    }

    #[test]
    fn req_ato_001_each_minimal_field_is_required() {
        for field in [
            "/schema_version",
            "/run_id",
            "/tool_plan",
            "/tool_plan/tier_max",
            "/tool_plan/budget",
            "/tool_plan/tools",
            "/tool_results",
            "/tool_results/0/tool",
            "/tool_results/0/status",
            "/fused_context",
            "/fused_context/for_model/additional_context",
            "/fused_context/for_user/limits_text",
            "/degraded",
            "/degraded/is_degraded",
        ] {
            let (above, name) = field.rsplit_once('/').expect("a path");
            let mut value = minimal();
            let parent = value.pointer_mut(above).and_then(Value::as_object_mut).expect("an object");
            parent.remove(name).expect("the field");
            assert!(read(value).is_none(), "{field}");
        }
    }

    #[test]
    fn what_contradicts_the_caller_or_cannot_be_read_does_not_count() {
        let mut value = minimal();
        value["client"] = json!({ "name": "other", "event": 7 });
        value["inputs"] = json!({ "prompt": "planted", "repo_root": "/", "signals": "none", "intent": {} });
        value["enforcement"] = json!({ "single_tool_entry": false, "source": "adapter" });
        value["fused_context"]["for_model"]["safety"] = json!({ "tool_output_is_untrusted": false });
        value["fused_context"]["for_model"]["structured"] = json!([1, 2]);
        assert_eq!(read(value), read(minimal()));
    }

    #[test]
    fn values_of_other_writers_are_understood() {
        let mut value = minimal();
        value["tool_plan"]["tools"] = json!([{ "tool": "a" }, { "tool": "b", "timeout_ms": 12.5 }]);
        value["tool_results"] = json!([
            { "tool": "a", "status": "error", "duration_ms": 7.9, "error": { "code": "E_OF_THEIRS" } },
            { "tool": "b", "status": "timeout", "error": { "code": "E_TIMEOUT", "message": "late" } },
        ]);
        value["degraded"] = json!({ "is_degraded": true, "reason": null, "degraded_to": "plan-only" });
        let envelope = read(value).expect("an envelope");
        assert_eq!(envelope.fused_context.for_user.tool_plan_text, "[Auto Tools] a, b");
        assert_eq!(envelope.tool_plan.tools[1].timeout_ms, 12);
        let errors = envelope.tool_results.iter().map(|result| {
            let error = result.error.as_ref().expect("an error");
            (result.duration_ms, error.code, error.message.as_str())
        });
        let expected = [(7, ErrorCode::EUnknown, ""), (0, ErrorCode::ETimeout, "late")];
        assert_eq!(errors.collect::<Vec<_>>(), expected);
        assert_eq!(envelope.degraded.degraded_to, DegradedTo::Partial);
    }

    #[test]
    fn only_our_major_version_is_understood() {
        for (version, expected) in
            [("1.0", true), ("1", true), ("1.4.2", true), ("2.0", false), ("10.0", false), ("", false)]
        {
            let mut value = minimal();
            value["schema_version"] = json!(version);
            let foreign: ForeignEnvelope = serde_json::from_value(value).expect("an envelope");
            assert_eq!(foreign.is_of_our_major(), expected, "{version:?}");
        }
    }
}
