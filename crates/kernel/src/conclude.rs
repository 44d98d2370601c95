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
use crate::plan::{self, Plan};
use crate::render::{self, Rendered};

/// Why a prompt gets nothing.
const DECLINED: &str = "nothing to add: no question about code";
const SWITCHED_OFF: &str = "switched off by CI_AUTO_TOOLS, the configuration or `foreword off`";

/// What every stage made.
pub(crate) struct Stages {
    /// What the prompt asks for and names.
    pub reading: Reading,
    /// The tools that were to run, and the calls they stand for.
    pub plan: Plan,
    /// What the tools answered, in the order of the plan.
    pub results: Vec<Cleared<ToolResult>>,
    /// The answers as one: places, claims, conflicts.
    pub fused: Fused,
    /// The five layers of `structured`.
    pub layers: Layers,
    /// The injected text, and what did not fit.
    pub rendered: Rendered,
    /// What was lost, and the exit code of JSON mode.
    pub verdict: Verdict,
    /// Lines for the user, in the order in which they came up.
    pub limits: Limits,
}

impl Kernel<'_> {
    /// The envelope of a run; `prompt` has its secrets masked already.
    pub(crate) fn envelope(&self, request: &Request, prompt: &str, mut stages: Stages) -> Envelope {
        if self.settings.legacy {
            stages.limits.note_fixed(texts::LEGACY_ENABLED);
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
                    additional_context: rendered.text.into_string(),
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
                true => render::plan_text(&stages.plan.tool_plan, &stages.fused),
                false => render::ran_text(&stages.results, &stages.rendered, &stages.fused),
            },
            results_text: render::results_text(&stages.fused),
            limits_text: stages.limits.text(),
        }
    }

    /// The envelope of a prompt that gets nothing: the settings in force, no tools, and the reason. Not a failure.
    pub(crate) fn decline(&self, request: &Request, reading: &Reading, mut limits: Limits) -> Run {
        let prompt = redact_prompt(&request.prompt);
        let mut envelope = self.empty_envelope(request, DECLINED);
        envelope.inputs = self.inputs(&prompt, reading);
        envelope.tool_plan = plan::without_tools(self.settings);
        if self.settings.is_plan() {
            let root = self.root.path.to_string_lossy();
            envelope.run_id = run_id::plan(&request.prompt, &root, &envelope.tool_plan);
        }
        limits.note_fixed(DECLINED);
        self.finish_empty(envelope, limits)
    }

    /// The empty envelope of a run that the user switched off.
    pub(crate) fn switch_off(&self, request: &Request, mut limits: Limits) -> Run {
        let mut envelope = self.empty_envelope(request, SWITCHED_OFF);
        envelope.inputs.prompt = redact_prompt(&request.prompt).into_owned();
        limits.note_fixed(SWITCHED_OFF);
        self.finish_empty(envelope, limits)
    }

    fn empty_envelope(&self, request: &Request, reason: &str) -> Envelope {
        let root = self.root.path.to_string_lossy();
        let mut envelope =
            Envelope::empty(request.client.clone(), &request.prompt, &root, self.root.source, reason);
        envelope.created_at = self.created_at();
        envelope.degraded = Degraded {
            is_degraded: false,
            reason: reason.to_owned(),
            degraded_to: DegradedTo::Empty,
            code: None,
        };
        envelope.enforcement = self.enforcement();
        envelope
    }

    fn finish_empty(&self, mut envelope: Envelope, mut limits: Limits) -> Run {
        if self.settings.legacy {
            limits.note_fixed(texts::LEGACY_ENABLED);
            envelope.legacy = Some(envelope.fused_context.for_model.structured.layers.clone());
        }
        envelope.fused_context.for_user.limits_text = limits.text();
        let exit = self.config_error.map_or(ExitCode::Ok, |_| ExitCode::Configuration);
        Run::without_places(seal_envelope(envelope), exit)
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
