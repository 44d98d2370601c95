//! The whole way of a prompt, on one screen: intent → plan → execute → fuse → render.
//!
//! What a tool answers is guarded where it leaves `exec`; what leaves here passes the last gate.

use std::sync::Arc;
use std::time::{Duration, Instant};

use foreword_exec::Executor;
use foreword_exec::lifecycle::now_rfc3339;
use foreword_guard::{Cleared, clear_result, redact_prompt, seal_envelope};
use foreword_model::envelope::{
    Degraded, DegradedTo, Enforcement, EnforcementSource, Envelope, ForModel, ForUser, FusedContext, Inputs,
    PLAN_CREATED_AT, Safety, Structured, ToolError, ToolResult, ToolStatus,
};
use foreword_model::error::{ErrorCode, ExitCode};
use foreword_model::intent::{Intent, Outcome};
use foreword_model::repo::{PathVerdict, RepoView};
use foreword_model::request::Request;
use foreword_model::settings::{Enabled, RepoRoot, Settings};
use foreword_model::{envelope, run_id, texts};

use crate::degrade::{self, Verdict};
use crate::fuse::{Fused, fuse};
use crate::intent::{self, Reading};
use crate::layers::{self, Facts};
use crate::limits::Limits;
use crate::plan::{self, Plan};
use crate::render::{self, Ceiling, Rendered};

/// What a run needs besides the request.
pub struct Kernel<'a> {
    /// Runs the tools.
    pub executor: &'a Arc<Executor>,
    /// Answers what the prompt names.
    pub repo: &'a dyn RepoView,
    /// What steers the run.
    pub settings: &'a Settings,
    /// Where.
    pub root: &'a RepoRoot,
    /// What was noticed before: settings, root.
    pub noticed: &'a [String],
}

/// A finished run.
#[derive(Debug)]
pub struct Run {
    /// What came out.
    pub envelope: Cleared<Envelope>,
    /// The exit code of JSON mode.
    pub exit: ExitCode,
}

impl Kernel<'_> {
    /// From a request to an envelope.
    pub fn run(&self, request: &Request) -> Run {
        let mut limits = Limits::new(self.noticed);
        if request.carries_results() {
            limits.note(texts::NO_PERMIT);
        }
        if self.settings.enabled == Enabled::Off {
            return self.decline(request, None, "switched off (CI_AUTO_TOOLS=off)", limits);
        }
        let prompt = redact_prompt(&request.prompt);
        let mut reading = intent::read(&prompt, self.repo, self.settings.intent_confidence);
        let outcome = self.outcome(&reading);
        if outcome == Outcome::None {
            return self.decline(request, Some(&reading), "nothing to add: no question about code", limits);
        }
        reading.intent.outcome = outcome;
        self.keep_readable_paths(&mut reading, &mut limits);
        let plan = plan::plan(&reading, &prompt, self.settings, &self.executor.registry, &mut limits);
        let results = self.results(&plan, &prompt, &mut limits);
        let fused = fuse(&results);
        self.conclude(request, &prompt, &reading, &plan, results, &fused, limits)
    }

    /// `on` injects for everything; legacy knows no pointer.
    fn outcome(&self, reading: &Reading) -> Outcome {
        match (self.settings.enabled, reading.intent.outcome) {
            (Enabled::On, Outcome::None) => Outcome::Full,
            (_, Outcome::Pointer) if self.settings.legacy => Outcome::Full,
            (_, outcome) => outcome,
        }
    }

    /// Names what may not be read, and leaves it out of every argument.
    fn keep_readable_paths(&self, reading: &mut Reading, limits: &mut Limits) {
        reading.mentions.paths.retain(|mention| match self.repo.path(&mention.path) {
            PathVerdict::Outside => {
                limits.note(&format!("{}: {}", texts::OUTSIDE_PATH, mention.path));
                false
            }
            PathVerdict::Sensitive => {
                limits.note(&format!("{}: {}", texts::SENSITIVE_PATH, mention.path));
                false
            }
            PathVerdict::Present | PathVerdict::Absent | PathVerdict::Unknown => true,
        });
    }

    /// Runs the plan, or takes the results that the user supplied; in plan mode there are none.
    fn results(&self, plan: &Plan, prompt: &str, limits: &mut Limits) -> Vec<Cleared<ToolResult>> {
        if let Some(supplied) = &self.settings.supplied_results {
            return self.supplied(supplied, limits);
        }
        if self.settings.is_plan() {
            return Vec::new();
        }
        let budget = &plan.tool_plan.budget;
        let deadline = Instant::now() + Duration::from_millis(budget.wall_ms);
        let executed = self.executor.run_all(plan.calls.clone(), prompt, budget.max_concurrency, deadline);
        executed
            .into_iter()
            .map(|executed| {
                limits.extend(executed.limits.iter().map(String::as_str));
                executed.result
            })
            .collect()
    }

    /// Supplied results are as untrusted as any; their order says nothing.
    fn supplied(&self, supplied: &[ToolResult], limits: &mut Limits) -> Vec<Cleared<ToolResult>> {
        let mut results: Vec<ToolResult> = supplied.iter().map(|result| self.allowed(result)).collect();
        results.sort_by_cached_key(|result| {
            (result.tool.clone(), serde_json::to_string(result).unwrap_or_default())
        });
        results
            .into_iter()
            .map(|result| {
                let (cleared, noticed) = clear_result(result, &self.executor.sensitive);
                limits.extend(noticed.iter().map(String::as_str));
                cleared
            })
            .collect()
    }

    fn allowed(&self, result: &ToolResult) -> ToolResult {
        if self.executor.registry.allows(&result.tool) {
            return result.clone();
        }
        let message = "not an allowed tool".to_owned();
        ToolResult {
            status: ToolStatus::Skipped,
            summary: String::new(),
            data: None,
            error: Some(ToolError { code: ErrorCode::EToolUnavailable, message }),
            ..result.clone()
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the last stage sees what every stage made")]
    fn conclude(
        &self,
        request: &Request,
        prompt: &str,
        reading: &Reading,
        plan: &Plan,
        results: Vec<Cleared<ToolResult>>,
        fused: &Fused,
        mut limits: Limits,
    ) -> Run {
        if fused.left_out > 0 {
            limits.note(&format!("{} more items left out", fused.left_out));
        }
        if fused.malformed > 0 {
            limits.note(&format!("{} malformed items left out", fused.malformed));
        }
        let intent = &reading.intent;
        let facts = Facts {
            root: self.root,
            reading,
            intent,
            plan,
            results: &results,
            fused,
            settings: self.settings,
            limits: &limits,
        };
        let layers = layers::layers(&facts);
        let ceiling = Ceiling::new(request.client.name, plan.tool_plan.budget.max_injected_chars);
        let rendered = render::for_model(fused, &layers, intent.outcome, ceiling);
        let results = mark_cut(results, &rendered, self);
        let Verdict { degraded, exit } =
            degrade::judge(&results, !fused.places.is_empty(), !plan.tier2_missed.is_empty(), &mut limits);
        if self.settings.legacy {
            limits.note(texts::LEGACY_ENABLED);
        }
        let root = self.root.path.to_string_lossy();
        let envelope = Envelope {
            schema_version: envelope::SCHEMA_VERSION.to_owned(),
            run_id: self.run_id(&request.prompt, &root, plan),
            created_at: self.created_at(),
            client: request.client.clone(),
            inputs: self.inputs(prompt, *intent, reading),
            tool_plan: plan.tool_plan.clone(),
            fused_context: FusedContext {
                for_user: ForUser {
                    tool_plan_text: match self.settings.is_plan() {
                        true => render::plan_text(&plan.tool_plan),
                        false => render::ran_text(&results, &rendered),
                    },
                    results_text: render::results_text(fused),
                    limits_text: limits.text(),
                },
                for_model: ForModel {
                    additional_context: rendered.text,
                    structured: Structured {
                        layers: layers.clone(),
                        items: fused.items(),
                        claims: fused.claims.clone(),
                    },
                    safety: Safety::default(),
                },
            },
            tool_results: results.into_iter().map(Cleared::into_inner).collect(),
            degraded,
            enforcement: self.enforcement(),
            legacy: self.settings.legacy.then_some(layers),
        };
        Run { envelope: seal_envelope(envelope), exit }
    }

    /// The empty envelope of a prompt that gets nothing: not a failure, and nothing is said to the user.
    fn decline(&self, request: &Request, reading: Option<&Reading>, reason: &str, mut limits: Limits) -> Run {
        let prompt = redact_prompt(&request.prompt);
        let root = self.root.path.to_string_lossy();
        let mut envelope =
            Envelope::empty(request.client.clone(), &request.prompt, &root, self.root.source, reason);
        if let Some(reading) = reading {
            envelope.inputs = self.inputs(&prompt, reading.intent, reading);
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
        Run { envelope: seal_envelope(envelope), exit: ExitCode::Ok }
    }

    fn inputs(&self, prompt: &str, intent: Intent, reading: &Reading) -> Inputs {
        Inputs {
            prompt: prompt.to_owned(),
            repo_root: self.root.path.to_string_lossy().into_owned(),
            repo_root_source: self.root.source,
            intent,
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

/// Marks each result that lost items to the ceiling.
fn mark_cut(
    results: Vec<Cleared<ToolResult>>,
    rendered: &Rendered,
    kernel: &Kernel<'_>,
) -> Vec<Cleared<ToolResult>> {
    let mark = |result: Cleared<ToolResult>| {
        if !rendered.cut_tools.contains(&result.tool) {
            return result;
        }
        let mut cut = result.into_inner();
        cut.truncated = true;
        let message = texts::BUDGET_EXCEEDED.to_owned();
        cut.error.get_or_insert(ToolError { code: ErrorCode::EBudgetExceeded, message });
        clear_result(cut, &kernel.executor.sensitive).0
    };
    results.into_iter().map(mark).collect()
}
