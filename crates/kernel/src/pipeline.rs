//! The whole way of a prompt, on one screen: intent → plan → execute → fuse → render.
//!
//! What a tool answers is guarded where it leaves `exec`; what leaves here passes the last gate.

use std::sync::Arc;
use std::time::Duration;

use foreword_exec::Executor;
use foreword_exec::lifecycle::relative_paths;
use foreword_guard::escape;
use foreword_guard::sensitive::Sensitive;
use foreword_guard::{Cleared, clear_result, redact_prompt, seal_envelope};
use foreword_model::clock;
use foreword_model::envelope::{ClientEvent, Envelope, ToolError, ToolResult, ToolStatus};
use foreword_model::error::{ErrorCode, ExitCode};
use foreword_model::intent::{IntentClass, Outcome};
use foreword_model::repo::{PathVerdict, RepoView};
use foreword_model::request::Request;
use foreword_model::settings::{Enabled, RepoRoot, Settings};
use foreword_model::texts;

use crate::conclude::Stages;
use crate::degrade::{self, Evidence};
use crate::fuse::{Fused, fuse};
use crate::intent::{self, Reading};
use crate::layers::{self, Facts};
use crate::limits::Limits;
use crate::plan::{self, Plan};
use crate::render::{self, Ceiling, ExtractKey, Given, Rendered};

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
    /// A configuration file that could not be read.
    pub config_error: Option<&'a str>,
    /// What the session has been given.
    pub session: &'a SessionMemory,
}

/// What earlier prompts of a session were given.
#[derive(Debug, Clone, Default)]
pub struct SessionMemory {
    /// Extracts that it has in full.
    pub given: Given,
    /// Places of its last prompt that was given any, as `path:line`.
    pub places: Vec<String>,
    /// How its last prompts began, without secrets, the newest first.
    pub prompts: Vec<String>,
}

/// A finished run.
#[derive(Debug)]
pub struct Run {
    /// What came out.
    pub envelope: Cleared<Envelope>,
    /// The exit code of JSON mode.
    pub exit: ExitCode,
    /// Extracts that were given in full.
    pub extracts: Vec<ExtractKey>,
    /// Places that were named, as `path:line`.
    pub places: Vec<String>,
    /// The prompt without secrets; empty where it is not to be remembered.
    pub prompt: String,
}

impl Run {
    /// A run that named no place.
    pub fn without_places(envelope: Cleared<Envelope>, exit: ExitCode) -> Self {
        Self { envelope, exit, extracts: Vec::new(), places: Vec::new(), prompt: String::new() }
    }
}

impl Kernel<'_> {
    /// From a request to an envelope.
    pub fn run(&self, request: &Request) -> Run {
        let mut limits = Limits::new(self.noticed);
        if request.carries_results() {
            limits.note_fixed(texts::NO_PERMIT);
        }
        if self.settings.enabled == Enabled::Off {
            return self.switch_off(request, limits);
        }
        let prompt = redact_prompt(&request.prompt);
        let mut reading = intent::read(&prompt, self.repo, self.settings.intent_confidence);
        self.refuse_paths(&mut reading, &prompt, &mut limits);
        reading.intent.outcome = self.outcome(&reading);
        if reading.intent.outcome == Outcome::None {
            return self.decline(request, &reading, limits);
        }
        let nothing_earlier = SessionMemory::default();
        let around = plan::Around {
            settings: self.settings,
            registry: &self.executor.registry,
            root: self.root,
            // A plan is made of the prompt and the configuration alone.
            session: if self.settings.is_plan() { &nothing_earlier } else { self.session },
        };
        let plan = plan::plan(&reading, &prompt, around, &mut limits);
        let results = self.results(&plan, &prompt, &mut limits);
        let mut fused = fuse(&results, |tool| self.is_foreign(tool));
        if layers::asks_for_what_is_absent(&reading, &results) {
            fused.places.retain(|place| place.is_foreign);
        }
        note_left_out(&fused, &mut limits);
        self.note_shortened(&results, &fused, &mut limits);
        if reading.names_nothing && fused.places.is_empty() && !self.settings.is_plan() {
            limits.note_fixed(texts::NOTHING_NAMED);
        }
        let outcome = reading.intent.outcome;
        let layers = layers::layers(&Facts {
            root: self.root,
            reading: &reading,
            plan: &plan,
            results: &results,
            fused: &fused,
            settings: self.settings,
        });
        let mut ceiling = Ceiling::new(request.client.name, self.settings.max_injected_chars);
        if request.client.event == ClientEvent::SubagentStart {
            ceiling = ceiling.lowered_to_chars(foreword_model::limits::SUBAGENT_CHARS);
        }
        let rendered = render::for_model(&fused, &layers, outcome, &self.session.given, ceiling);
        let results = mark_cut(results, &rendered, &fused, &self.executor.sensitive);
        let evidence = Evidence {
            results: &results,
            found_something: !fused.places.is_empty(),
            tier2_missed: !plan.tier2_missed.is_empty(),
            config_error: self.config_error,
        };
        let verdict = degrade::judge(evidence, &mut limits);
        let exit = verdict.exit;
        let (extracts, places) = (rendered.extracts.clone(), rendered.places.clone());
        let stages = Stages { reading, plan, results, fused, layers, rendered, verdict, limits };
        let envelope = seal_envelope(self.envelope(request, &prompt, stages));
        Run { envelope, exit, extracts, places, prompt: prompt.into_owned() }
    }

    /// How much a prompt gets. Whoever supplies results has decided that they are wanted; `on` injects for everything;
    /// legacy knows no pointer. A review that names nothing gets the outline of what is not committed, which no
    /// pointer holds; accepting the agent's own proposal asks for nothing.
    fn outcome(&self, reading: &Reading) -> Outcome {
        if self.settings.supplied_results.is_some() {
            return Outcome::Full;
        }
        let is_review = reading.names_nothing && reading.intent.class == IntentClass::Review;
        match (self.settings.enabled, reading.intent.outcome) {
            (Enabled::On, Outcome::None) => Outcome::Full,
            (_, Outcome::Pointer) if self.settings.legacy || is_review => Outcome::Full,
            (Enabled::Auto, Outcome::Pointer) if !reading.names_nothing => Outcome::None,
            (_, outcome) => outcome,
        }
    }

    /// Says what the caps of fusion cut of a foreign result; a built-in tool keeps within them by design.
    fn note_shortened(&self, results: &[Cleared<ToolResult>], fused: &Fused, limits: &mut Limits) {
        for result in results.iter().filter(|result| self.is_foreign(&result.tool)) {
            if result.truncated || fused.capped_tools.contains(&result.tool) {
                limits.note(&format!("{}: texts cut to their limits", result.tool));
            }
            if fused.merged_tools.contains(&result.tool) {
                limits.note(&format!("{}: items of one path, symbol and title merged", result.tool));
            }
        }
    }

    /// Whether a tool's answer comes from a program or a server rather than from this build.
    fn is_foreign(&self, tool: &str) -> bool {
        let settings = self.settings;
        settings.supplied_results.is_some()
            || settings.runners.contains_key(tool)
            || settings.external_tools.iter().any(|external| external.name == tool)
    }

    /// Names what may not be read, and leaves it out of every argument.
    fn refuse_paths(&self, reading: &mut Reading, prompt: &str, limits: &mut Limits) {
        for name in intent::refused_names(prompt, self.repo) {
            limits.note(&format!("{}: {}", texts::SENSITIVE_PATH, escape::told_path(&name)));
        }
        for mention in &mut reading.mentions.paths {
            if let Some(located) = self.repo.located(&mention.path) {
                mention.path = located;
            }
        }
        let named = reading.mentions.paths.len();
        let mut not_content: Vec<String> = Vec::new();
        reading.mentions.paths.retain(|mention| match self.repo.path(&mention.path) {
            PathVerdict::Outside => {
                limits.note(&format!("{}: {}", texts::OUTSIDE_PATH, escape::told_path(&mention.path)));
                false
            }
            PathVerdict::Sensitive => {
                limits.note(&format!("{}: {}", texts::SENSITIVE_PATH, escape::told_path(&mention.path)));
                false
            }
            PathVerdict::NotContent(why) => {
                not_content.push(why.note(escape::told_path(&mention.path).as_str()));
                false
            }
            PathVerdict::Present | PathVerdict::Absent | PathVerdict::Unknown => true,
        });
        // Outputs of a build are named often: one line for all of them.
        if let Some(first) = not_content.first() {
            let more = not_content.len() - 1;
            limits.note(&if more > 0 { format!("{first}, and {more} more") } else { first.clone() });
        }
        let mentions = &reading.mentions;
        let is_refused = mentions.paths.len() < named;
        if is_refused && mentions.paths.is_empty() && mentions.symbols.is_empty() && mentions.error.is_none()
        {
            // What is left are words, to be judged as such.
            reading.is_structural = false;
        }
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
        let deadline = clock::now() + Duration::from_millis(budget.wall_ms);
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
            .map(|mut result| {
                relative_paths(&mut result, &self.root.path);
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
}

fn note_left_out(fused: &Fused, limits: &mut Limits) {
    if fused.left_out > 0 {
        limits.note(&format!("{} more items left out", fused.left_out));
    }
    for place in fused.places.iter().filter(|place| place.item.is_whole_result() && place.item.truncated) {
        let lines = foreword_model::limits::WHOLE_RESULT_LINES;
        limits.note(&format!("{}: answer cut, at most {lines} lines are shown", place.tool));
    }
    if fused.malformed > 0 {
        limits.note(&format!("{} malformed items left out", fused.malformed));
    }
}

/// Marks each result that lost something: to the caps of fusion, which are no failure, or to the budget, which is.
fn mark_cut(
    results: Vec<Cleared<ToolResult>>,
    rendered: &Rendered,
    fused: &Fused,
    sensitive: &Sensitive,
) -> Vec<Cleared<ToolResult>> {
    let mark = |result: Cleared<ToolResult>| {
        let is_over_budget = rendered.cut_tools.contains(&result.tool);
        if !is_over_budget && !fused.capped_tools.contains(&result.tool) {
            return result;
        }
        let mut cut = result.into_inner();
        cut.truncated = true;
        if is_over_budget {
            let message = texts::BUDGET_EXCEEDED.to_owned();
            cut.error.get_or_insert(ToolError { code: ErrorCode::EBudgetExceeded, message });
        }
        clear_result(cut, sensitive).0
    };
    results.into_iter().map(mark).collect()
}
