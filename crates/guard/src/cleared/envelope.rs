//! The last gate: hygiene and secrets over every string of an envelope.
//!
//! Each type is taken apart field by field, so that a field that is added later does not compile until it
//! is washed here. Looks for no injected instructions: the user's own prompt may well hold some.

use foreword_model::envelope::{
    Client, Degraded, Enforcement, Envelope, ForModel, ForUser, FusedClaim, FusedContext, FusedItem, Inputs,
    Layers, PlannedTool, Redaction, Structured, ToolError, ToolPlan, ToolResult,
};
use foreword_model::finding::{Claim, Extract, FurtherPlace, Item};
use foreword_model::intent::Signal;
use serde_json::{Map, Value};

use super::Cleared;
use super::wash::{self, Counts, Lines};

/// Seals an envelope: what leaves after this holds no secret, control or invisible character.
pub fn seal_envelope(mut envelope: Envelope) -> Cleared<Envelope> {
    let Envelope {
        schema_version,
        run_id,
        created_at,
        client,
        inputs,
        tool_plan,
        tool_results,
        fused_context,
        degraded,
        enforcement: Enforcement { single_tool_entry: _, source: _ },
        legacy,
    } = &mut envelope;
    let Client { name: _, event: _, session_id } = client;
    let Degraded { is_degraded: _, reason, degraded_to: _, code: _ } = degraded;
    let FusedContext { for_model, for_user } = fused_context;
    let ForUser { tool_plan_text, results_text, limits_text } = for_user;
    texts([schema_version, run_id, created_at, reason, tool_plan_text, results_text, limits_text]);
    texts(session_id);
    wash_inputs(inputs);
    wash_plan(tool_plan);
    tool_results.iter_mut().for_each(wash_result);
    wash_for_model(for_model);
    legacy.iter_mut().for_each(wash_layers);
    Cleared(envelope)
}

fn wash_inputs(inputs: &mut Inputs) {
    let Inputs { prompt, repo_root, repo_root_source: _, intent: _, signals } = inputs;
    texts([prompt, repo_root]);
    for Signal { kind: _, matched, weight: _ } in signals {
        texts([matched]);
    }
}

fn wash_plan(plan: &mut ToolPlan) {
    let ToolPlan { tier_max: _, planned_codex_command, budget: _, tools } = plan;
    texts([planned_codex_command]);
    for PlannedTool { tool, tier: _, reason, args, timeout_ms: _ } in tools {
        texts([tool, reason]);
        wash_map(args);
    }
}

fn wash_result(result: &mut ToolResult) {
    let ToolResult {
        tool,
        status: _,
        started_at,
        duration_ms: _,
        summary,
        data,
        error,
        redactions,
        truncated: _,
    } = result;
    texts([tool, started_at, summary]);
    data.iter_mut().for_each(wash_value);
    if let Some(ToolError { code: _, message }) = error {
        texts([message]);
    }
    for Redaction { kind, count: _ } in redactions {
        texts([kind]);
    }
}

fn wash_for_model(for_model: &mut ForModel) {
    let ForModel { additional_context, structured, safety: _ } = for_model;
    let Structured { layers, items, claims } = structured;
    texts([additional_context]);
    wash_layers(layers);
    for FusedItem { tool, item } in items {
        texts([tool]);
        wash_item(item);
    }
    for FusedClaim { tool, claim, conflict: _ } in claims {
        let Claim { claim_key, polarity: _, claim, evidence_refs } = claim;
        texts([tool, claim_key, claim]);
        texts(evidence_refs);
    }
}

fn wash_item(item: &mut Item) {
    let Item {
        path,
        start_line: _,
        end_line: _,
        score: _,
        symbol,
        kind,
        title,
        summary,
        confidence: _,
        why,
        signature,
        extract,
        truncated: _,
        altered: _,
        places,
    } = item;
    for FurtherPlace { start_line: _, end_line: _, symbol, kind } in places {
        texts([symbol, kind].into_iter().flatten());
    }
    texts([summary]);
    texts([path, symbol, kind, title, why, signature].into_iter().flatten());
    if let Some(Extract { start_line: _, language, text, gaps: _ }) = extract {
        texts([language, text]);
    }
}

fn wash_layers(layers: &mut Layers) {
    let Layers { project_profile, current_state, task_context, recommended_tools, constraints } = layers;
    [project_profile, current_state, task_context, constraints].into_iter().for_each(wash_map);
    recommended_tools.iter_mut().for_each(wash_value);
}

fn wash_map(map: &mut Map<String, Value>) {
    wash::map(map, 0, &mut |text, _| texts([text]));
}

fn wash_value(value: &mut Value) {
    wash::value(value, "", 0, &mut |text, _| texts([text]));
}

/// Secrets found here were missed earlier: they are masked, and counted nowhere.
fn texts<'a>(texts: impl IntoIterator<Item = &'a mut String>) {
    for text in texts {
        wash::text(text, Lines::Many, &mut Counts::new());
    }
}
