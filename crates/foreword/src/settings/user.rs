//! The user's own file: it may raise as well as lower, and may add programs. Tier 2 belongs to the environment.

use foreword_codeintel::shipped_tier;
use foreword_model::settings::{CommandTool, Enabled, Mode, Settings, ToolSetting};
use foreword_model::{limits, texts};

use super::file::{ConfigFile, ModeWord, OutputForm, Switch, ToolFile};

/// Applies the file.
pub fn apply(config: ConfigFile, settings: &mut Settings, noticed: &mut Vec<String>) {
    if config.repo_root.is_some() {
        noticed.push("repo_root ignored: it belongs to a repository's config/auto-tools.yaml".to_owned());
    }
    settings.enabled = config.enabled.map_or(settings.enabled, Enabled::from);
    if config.mode == Some(ModeWord::Plan) {
        settings.mode = Mode::Plan;
    }
    match config.tier_max {
        Some(0 | 1) => settings.tier_max = config.tier_max.unwrap_or(settings.tier_max),
        Some(_) => noticed.push(texts::TIER2_CONFIG_IGNORED.to_owned()),
        None => {}
    }
    settings.wall_ms = positive("budget.wall_ms", config.budget.wall_ms, noticed).or(settings.wall_ms);
    if let Some(tools) = positive("budget.max_concurrency", config.budget.max_concurrency, noticed) {
        settings.max_concurrency = tools;
    }
    if let Some(chars) = positive("budget.max_injected_chars", config.budget.max_injected_chars, noticed) {
        settings.max_injected_chars = chars;
    }
    match config.intent.min_confidence {
        Some(asked) if (0.0..=1.0).contains(&asked) => settings.intent_confidence = asked,
        Some(asked) => noticed.push(format!("intent.min_confidence: {asked} ignored: expected 0 to 1")),
        None => {}
    }
    settings.quiet = config.quiet.unwrap_or(settings.quiet);
    settings.background_index = config.index.background.unwrap_or(settings.background_index);
    settings.exclude.extend(config.exclude);
    settings.sensitive.extend(config.sensitive);
    if config.redaction == Some(Switch::Off) {
        noticed.push("redaction: off ignored: secrets are always masked".to_owned());
    }
    for (name, tool) in config.tools {
        apply_tool(name, tool, settings, noticed);
    }
}

/// A number that is not 0, which none of them can be.
fn positive<T: PartialOrd + Default>(key: &str, asked: Option<T>, noticed: &mut Vec<String>) -> Option<T> {
    let was_asked = asked.is_some();
    let kept = asked.filter(|number| *number > T::default());
    if was_asked && kept.is_none() {
        noticed.push(format!("{key}: 0 ignored: expected at least 1"));
    }
    kept
}

/// Adds a tool, or changes one.
pub(super) fn apply_tool(name: String, tool: ToolFile, settings: &mut Settings, noticed: &mut Vec<String>) {
    if tool.command.is_empty() {
        if tool.tier.is_some_and(|tier| shipped_tier(&name).is_some_and(|shipped| tier < shipped)) {
            noticed.push(texts::TIER2_CONFIG_IGNORED.to_owned());
        }
        let setting = ToolSetting { enabled: tool.enabled, tier: tool.tier, timeout_ms: tool.timeout_ms };
        settings.tools.insert(name, setting);
        return;
    }
    if tool.enabled == Some(false) {
        return;
    }
    // A relative program would be looked for in whatever repository the user stands in.
    let program = tool.command.first().map(String::as_str).unwrap_or_default();
    if program.contains('/') && !program.starts_with('/') {
        noticed
            .push(format!("tools.{name}.command ignored: {program} is neither absolute nor a name on PATH"));
        return;
    }
    settings.command_tools.push(CommandTool {
        description: match tool.description.is_empty() {
            true => format!("{name}, a command of the user's configuration"),
            false => tool.description,
        },
        name,
        command: tool.command,
        tier: tool.tier.unwrap_or(1),
        timeout_ms: tool.timeout_ms.unwrap_or(limits::EXTERNAL_TIMEOUT_MS),
        declares_json: tool.output == Some(OutputForm::Json),
    });
}
