//! From what a prompt means to the tools that fit: which, why, with which arguments (contract §4).
//!
//! Pure: looks at the reading, the settings and the table of tools, and at nothing else.

mod args;
mod external;
mod numbers;

use foreword_exec::spec::ToolSpec;
use foreword_exec::{Ceilings, Prepared, Registry, prepare};
use foreword_model::envelope::{Budget, PlannedTool, ToolPlan};
use foreword_model::intent::{IntentClass, Outcome};
use foreword_model::settings::{RepoRoot, Settings};
use foreword_model::{limits, texts};
use serde_json::{Map, Value};

use crate::SessionMemory;
use crate::intent::Reading;
use crate::limits::Limits;

/// A plan, and the calls that it stands for.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// As the envelope shows it.
    pub tool_plan: ToolPlan,
    /// As `exec` takes it: one call per tool of the plan, in its order.
    pub calls: Vec<Prepared>,
    /// Tools of tier 2 that would have helped and are off.
    pub tier2_missed: Vec<String>,
}

/// What a plan is made within.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// What steers the run.
    pub settings: &'a Settings,
    /// The tools.
    pub registry: &'a Registry,
    /// The repository.
    pub root: &'a RepoRoot,
    /// What the session's earlier prompts said and were given.
    pub session: &'a SessionMemory,
}

/// The plan of a prompt that gets nothing: the settings in force, and no tools.
pub fn without_tools(settings: &Settings) -> ToolPlan {
    tool_plan(settings, Vec::new())
}

fn tool_plan(settings: &Settings, tools: Vec<PlannedTool>) -> ToolPlan {
    ToolPlan {
        tier_max: settings.tier_max,
        planned_codex_command: settings.codex_session.planned_command().to_owned(),
        budget: budget(settings, &tools),
        tools,
    }
}

/// Plans the tools for a prompt that gets something.
pub fn plan(reading: &Reading, prompt: &str, around: Around<'_>, notes: &mut Limits) -> Plan {
    let Around { settings, registry, root, session } = around;
    let mut tools = Vec::new();
    let mut calls = Vec::new();
    let mut tier2_missed = Vec::new();
    for entry in registry.allowed() {
        let name = entry.spec.name.as_ref();
        let wish = match settings.external_tools.iter().find(|tool| tool.name == name) {
            Some(_) if reading.intent.outcome != Outcome::Full || reading.names_nothing => None,
            Some(tool) => external::wish(tool, reading, prompt, root),
            None => wish(&entry.spec, reading, prompt, session),
        };
        let Some(wish) = wish else { continue };
        match entry.spec.tier {
            tier if tier <= settings.tier_max => {}
            // Someone who allows tier 0 only has decided against more.
            0..=2 => {
                if entry.spec.tier == 2 && settings.tier_max == 1 {
                    tier2_missed.push(name.to_owned());
                }
                continue;
            }
            _ => {
                notes.note(&format!("{name}: {}", texts::TIER3_BY_HAND));
                continue;
            }
        }
        match prepare::prepare(registry, name, wish.args, Ceilings::Automatic) {
            Ok(prepared) => {
                notes.extend(prepared.notes().iter().map(String::as_str));
                tools.push(planned(&entry.spec, wish.reason, &prepared));
                calls.push(prepared);
            }
            Err(failure) => notes.note(&failure.message),
        }
    }
    if !tier2_missed.is_empty() {
        notes.note_fixed(texts::TIER2_DISABLED);
    }
    if reading.wants.dependency_scan {
        notes.note("dependency scans are tier 3 and never run automatically; run your scanner by hand");
    }
    Plan { tool_plan: tool_plan(settings, tools), calls, tier2_missed }
}

/// The numbers in force: the longer deadline holds only for a plan that needs it.
fn budget(settings: &Settings, tools: &[PlannedTool]) -> Budget {
    let needs_tier2 = tools.iter().any(|tool| tool.tier == 2);
    let default_wall_ms = if needs_tier2 { limits::WALL_TIER2_MS } else { limits::WALL_MS };
    Budget {
        wall_ms: settings.wall_ms_or(default_wall_ms),
        max_concurrency: settings.max_concurrency,
        max_injected_chars: settings.max_injected_chars,
    }
}

fn planned(spec: &ToolSpec, reason: String, prepared: &Prepared) -> PlannedTool {
    PlannedTool {
        tool: spec.name.to_string(),
        tier: spec.tier,
        reason,
        args: prepared.args().clone(),
        timeout_ms: spec.timeout_ms,
    }
}

/// A tool that fits, why, and with which arguments.
struct Wish {
    reason: String,
    args: Map<String, Value>,
}

impl Wish {
    fn new(reason: impl Into<String>, args: Map<String, Value>) -> Option<Self> {
        Some(Self { reason: reason.into(), args })
    }
}

/// Whether a tool fits the prompt. One that this table does not know, and that is none of the user's either, is planned
/// for nothing.
fn wish(spec: &ToolSpec, reading: &Reading, prompt: &str, session: &SessionMemory) -> Option<Wish> {
    let mentions = &reading.mentions;
    let wants = &reading.wants;
    let symbol = mentions.symbols.first().map(String::as_str);
    let path = mentions.paths.first().map(|mention| mention.path.as_str());
    let is_full = reading.intent.outcome == Outcome::Full;
    match spec.name.as_ref() {
        "ci_index_status" => Wish::new("how fresh the answers are", Map::new()),
        "ci_search" => Wish::new(args::search_reason(reading), args::search(reading, prompt, session)),
        "ci_graph_rag" if is_full || reading.names_nothing => {
            Wish::new("how the places found hang together", args::graph(reading, prompt, session))
        }
        "ci_call_chain" if wants.call_chain => {
            let symbol = symbol?;
            Wish::new(format!("who calls `{symbol}`, and what it calls"), args::call_chain(symbol, prompt))
        }
        "ci_bug_locate" if wants.bug_locate => {
            let error = mentions.error.as_deref();
            Wish::new("where the error comes from", args::bug_locate(error, prompt))
        }
        "ci_impact" if wants.impact => {
            let reason = match symbol.or(path) {
                Some(target) => format!("what a change of `{target}` touches"),
                // A review that names nothing is of what is not committed yet.
                None if reading.intent.class == IntentClass::Review => {
                    "what the uncommitted changes touch".to_owned()
                }
                None => return None,
            };
            Wish::new(reason, args::impact(symbol, path, prompt))
        }
        "ci_complexity" if wants.complexity => {
            Wish::new("which functions are hard to follow", args::complexity(symbol, path, prompt))
        }
        "ci_hotspot" if wants.hotspot => {
            Wish::new("what changes most, and breaks most", args::hotspot(path, prompt))
        }
        _ => None,
    }
}
