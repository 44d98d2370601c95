//! The last step: what every stage made, as an envelope.

use foreword_exec::lifecycle::now_rfc3339;
use foreword_guard::{Cleared, redact_prompt, seal_envelope};
use foreword_model::envelope::{
    Degraded, DegradedTo, Enforcement, EnforcementSource, Envelope, ForModel, ForUser, FusedContext, Inputs,
    Layers, PLAN_CREATED_AT, SCHEMA_VERSION, Safety, Structured, ToolResult,
};
use foreword_model::error::ExitCode;
use foreword_model::intent::Intent;
use foreword_model::request::Request;
use foreword_model::{run_id, texts};

use crate::degrade::Verdict;
use crate::fuse::Fused;
use crate::intent::Reading;
use crate::limits::Limits;
use crate::pipeline::{Kernel, Run};
use crate::plan::Plan;
use crate::render::{self, Rendered};

/// What every stage made.
pub(crate) struct Stages {
    pub reading: Reading,
    pub plan: Plan,
    pub results: Vec<Cleared<ToolResult>>,
    pub fused: Fused,
    pub layers: Layers,
    pub rendered: Rendered,
    pub verdict: Verdict,
    pub limits: Limits,
}

impl Kernel<'_> {
    /// The envelope of a run; `prompt` has its secrets masked already.
    pub(crate) fn envelope(&self, request: &Request, prompt: &str, mut stages: Stages) -> Envelope {
        if self.settings.legacy {
            stages.limits.note(texts::LEGACY_ENABLED);
        }
        let said = serde_json::Value::from(stages.limits.lines().to_vec());
        stages.layers.constraints.insert("limits".to_owned(), said);
        let for_user = self.for_user(&stages);
        let Stages { reading, plan, results, fused, layers, rendered, verdict, .. } = stages;
        let root = self.root.path.to_string_lossy();
        Envelope {
            schema_version: SCHEMA_VERSION.to_owned(),
            run_id: self.run_id(&request.prompt, &root, &plan),
            created_at: self.created_at(),
            client: request.client.clone(),
            inputs: self.inputs(prompt, &reading),
            tool_plan: plan.tool_plan,
            tool_results: results.into_iter().map(Cleared::into_inner).collect(),
            legacy: self.settings.legacy.then(|| layers.clone()),
            fused_context: FusedContext {
                for_user,
                for_model: ForModel {
                    additional_context: rendered.text,
                    structured: Structured { layers, items: fused.items(), claims: fused.claims },
                    safety: Safety::default(),
                },
            },
            degraded: verdict.degraded,
            enforcement: self.enforcement(),
        }
    }

    fn for_user(&self, stages: &Stages) -> ForUser {
        ForUser {
            tool_plan_text: match self.settings.is_plan() {
                true => render::plan_text(&stages.plan.tool_plan),
                false => render::ran_text(&stages.results, &stages.rendered),
            },
            results_text: render::results_text(&stages.fused),
            limits_text: stages.limits.text(),
        }
    }

    /// The empty envelope of a prompt that gets nothing: not a failure, and nothing is said to the user.
    pub(crate) fn decline(
        &self,
        request: &Request,
        reading: Option<&Reading>,
        reason: &str,
        mut limits: Limits,
    ) -> Run {
        let prompt = redact_prompt(&request.prompt);
        let root = self.root.path.to_string_lossy();
        let mut envelope =
            Envelope::empty(request.client.clone(), &request.prompt, &root, self.root.source, reason);
        if let Some(reading) = reading {
            envelope.inputs = self.inputs(&prompt, reading);
        }
        envelope.inputs.prompt = prompt.into_owned();
        envelope.created_at = self.created_at();
        envelope.degraded =
            Degraded { is_degraded: false, reason: reason.to_owned(), degraded_to: DegradedTo::Empty };
        envelope.enforcement = self.enforcement();
        limits.note(reason);
        if self.settings.legacy {
            limits.note(texts::LEGACY_ENABLED);
            envelope.legacy = Some(envelope.fused_context.for_model.structured.layers.clone());
        }
        envelope.fused_context.for_user.limits_text = limits.text();
        let exit = self.config_error.map_or(ExitCode::Ok, |_| ExitCode::Configuration);
        Run { envelope: seal_envelope(envelope), exit, extracts: Vec::new() }
    }

    fn inputs(&self, prompt: &str, reading: &Reading) -> Inputs {
        Inputs {
            prompt: prompt.to_owned(),
            repo_root: self.root.path.to_string_lossy().into_owned(),
            repo_root_source: self.root.source,
            intent: Intent { confidence: rounded(reading.intent.confidence), ..reading.intent },
            signals: reading.signals.clone(),
        }
    }

    fn run_id(&self, prompt: &str, root: &str, plan: &Plan) -> String {
        match self.settings.is_plan() {
            true => run_id::plan(prompt, root, &plan.tool_plan),
            false => {
                let stamp = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S").to_string();
                run_id::run(prompt, root, &stamp)
            }
        }
    }

    fn created_at(&self) -> String {
        match self.settings.is_plan() {
            true => PLAN_CREATED_AT.to_owned(),
            false => now_rfc3339(),
        }
    }

    fn enforcement(&self) -> Enforcement {
        let source = match self.settings.legacy {
            true => EnforcementSource::Legacy,
            false => EnforcementSource::Orchestrator,
        };
        Enforcement { single_tool_entry: true, source }
    }
}

/// Two digits: more would only be noise of the weights.
fn rounded(confidence: f64) -> f64 {
    (confidence * 100.0).round() / 100.0
}
