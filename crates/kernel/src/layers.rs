//! The five layers of the structured context. Each holds what this run knows, and nothing else: an
//! unknown fact is left out, never filled in.

use foreword_guard::{Cleared, EscapedText, clear_name, escape, escaped};
use foreword_model::envelope::{Layers, ToolResult, ToolStatus};
use foreword_model::limits;
use foreword_model::repo::is_spoken_name;
use foreword_model::settings::{RepoRoot, Settings};
use serde_json::{Map, Value, json};

use crate::fuse::Fused;
use crate::intent::Reading;
use crate::plan::Plan;

/// What the layers are made of.
pub struct Facts<'a> {
    /// Where.
    pub root: &'a RepoRoot,
    /// What was read out of the prompt.
    pub reading: &'a Reading,
    /// What was to run.
    pub plan: &'a Plan,
    /// What ran.
    pub results: &'a [Cleared<ToolResult>],
    /// What was found.
    pub fused: &'a Fused,
    /// What holds.
    pub settings: &'a Settings,
}

/// Builds the five layers.
pub fn layers(facts: &Facts<'_>) -> Layers {
    Layers {
        project_profile: project_profile(facts),
        current_state: current_state(facts),
        task_context: task_context(facts),
        recommended_tools: recommended_tools(facts),
        constraints: constraints(facts),
    }
}

fn project_profile(facts: &Facts<'_>) -> Map<String, Value> {
    let mut profile = Map::new();
    let name = facts.root.path.file_name().and_then(|name| name.to_str());
    if let Some(name) = name.filter(|name| is_spoken_name(name)) {
        profile.insert("name".to_owned(), Value::from(clear_name(name).into_inner()));
    }
    copy(facts, "ci_index_status", &["manifests", "top_directories"], &mut profile);
    if let Some(scanned) = own(facts, "ci_search", "scanned") {
        profile.extend(scanned.get("languages").map(|languages| ("languages".to_owned(), languages.clone())));
    }
    profile
}

fn current_state(facts: &Facts<'_>) -> Map<String, Value> {
    let mut state = Map::new();
    copy(facts, "ci_index_status", &["commit", "state"], &mut state);
    copy(facts, "ci_search", &["scanned", "index"], &mut state);
    state
}

fn task_context(facts: &Facts<'_>) -> Map<String, Value> {
    let mentions = &facts.reading.mentions;
    let paths: Vec<&str> = mentions.paths.iter().map(|mention| mention.path.as_str()).collect();
    let places = facts.fused.by_relevance().into_iter().filter(|place| place.item.path.is_some());
    let places: Vec<Value> = places.map(place_of).collect();
    let mut task = Map::new();
    task.insert("intent".to_owned(), json!(facts.reading.intent.class));
    task.insert("symbols".to_owned(), Value::from(mentions.symbols.clone()));
    task.insert("paths".to_owned(), Value::from(paths));
    task.insert("places".to_owned(), Value::from(places));
    task.extend(absent(facts).map(|absent| ("absent".to_owned(), Value::from(absent))));
    copy(facts, "ci_search", &["certainty"], &mut task);
    copy(facts, "ci_graph_rag", &["edges", "left_out"], &mut task);
    task
}

/// What the search did not find, in words; only of what the prompt itself names.
fn absent(facts: &Facts<'_>) -> Option<Vec<String>> {
    let files = own(facts, "ci_search", "scanned")?.get("files")?.as_u64()?;
    let absent = AbsentMentions::of(facts.reading, facts.results);
    let said = absent.named.iter().chain(&absent.technologies).map(|name| {
        escaped!("{} was not found in the {} files that foreword reads.", escape::symbol(name), files)
    });
    let said: Vec<String> = said.take(limits::ABSENT_SAID).map(EscapedText::into_string).collect();
    (!said.is_empty()).then_some(said)
}

/// What a prompt names and the search found in no file.
#[derive(Default)]
struct AbsentMentions<'a> {
    /// Symbols and paths.
    named: Vec<&'a str>,
    technologies: Vec<&'a str>,
}

impl<'a> AbsentMentions<'a> {
    fn of(reading: &'a Reading, results: &'a [Cleared<ToolResult>]) -> Self {
        let Some(absent) = field(results, "ci_search", "absent") else { return Self::default() };
        let listed = |kind: &str| -> Vec<&str> {
            let listed = absent.get(kind).and_then(Value::as_array).into_iter().flatten();
            listed.filter_map(Value::as_str).collect()
        };
        let (symbols, paths) = (listed("symbols"), listed("paths"));
        let mentions = &reading.mentions;
        let symbols = mentions.symbols.iter().map(String::as_str).filter(|name| symbols.contains(name));
        let named = mentions.paths.iter().map(|mention| mention.path.as_str());
        let named = symbols.chain(named.filter(|path| paths.contains(path))).collect();
        // Elsewhere a technology is what is wished for, or what the program runs beside.
        let technologies = if reading.asks_where { listed("technologies") } else { Vec::new() };
        Self { named, technologies }
    }
}

/// Whether a prompt asks where something is, and what it names for certain is nowhere: what comes near would mislead, unless
/// something stands out all the same.
pub(crate) fn asks_for_what_is_absent(reading: &Reading, results: &[Cleared<ToolResult>]) -> bool {
    let AbsentMentions { named, technologies } = AbsentMentions::of(reading, results);
    let mentions = &reading.mentions;
    let is_all = named.len() == mentions.symbols.len() + mentions.paths.len();
    let is_sure = field(results, "ci_search", "certainty").and_then(Value::as_str) == Some("sure");
    reading.asks_where && is_all && !is_sure && !(named.is_empty() && technologies.is_empty())
}

fn place_of(place: &crate::fuse::Place) -> Value {
    let item = &place.item;
    json!({ "path": item.path, "line": item.start_line, "symbol": item.symbol, "tool": place.tool })
}

fn recommended_tools(facts: &Facts<'_>) -> Vec<Value> {
    let status =
        |name: &str| facts.results.iter().find(|result| result.tool == name).map(|result| result.status);
    let planned = facts.plan.tool_plan.tools.iter().map(|tool| {
        json!({ "tool": tool.tool, "tier": tool.tier, "reason": tool.reason, "status": status(&tool.tool) })
    });
    let missed = facts.plan.tier2_missed.iter().map(|name| {
        json!({ "tool": name, "tier": 2, "reason": "would have helped", "status": ToolStatus::Skipped })
    });
    planned.chain(missed).collect()
}

fn constraints(facts: &Facts<'_>) -> Map<String, Value> {
    let mut constraints = Map::new();
    constraints.insert("budget".to_owned(), json!(facts.plan.tool_plan.budget));
    constraints.insert("tier_max".to_owned(), Value::from(facts.plan.tool_plan.tier_max));
    constraints.insert("exclude".to_owned(), Value::from(facts.settings.exclude.clone()));
    constraints
}

/// A field of what is a tool's own in its `data`.
fn own<'a>(facts: &Facts<'a>, tool: &str, name: &str) -> Option<&'a Value> {
    field(facts.results, tool, name)
}

fn field<'a>(results: &'a [Cleared<ToolResult>], tool: &str, name: &str) -> Option<&'a Value> {
    results.iter().find(|result| result.tool == tool)?.data.as_ref()?.get(name)
}

fn copy(facts: &Facts<'_>, tool: &str, fields: &[&str], into: &mut Map<String, Value>) {
    for field in fields {
        if let Some(value) = own(facts, tool, field) {
            into.insert((*field).to_owned(), value.clone());
        }
    }
}
