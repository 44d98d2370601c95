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
    settings.wall_ms = config.budget.wall_ms.or(settings.wall_ms);
    settings.max_concurrency = config.budget.max_concurrency.unwrap_or(settings.max_concurrency).max(1);
    settings.max_injected_chars = config.budget.max_injected_chars.unwrap_or(settings.max_injected_chars);
    settings.intent_confidence = config.intent.min_confidence.unwrap_or(settings.intent_confidence);
    settings.quiet = config.quiet.unwrap_or(settings.quiet);
    settings.exclude.extend(config.exclude);
    settings.sensitive.extend(config.sensitive);
    if config.redaction == Some(Switch::Off) {
        noticed.push("redaction: off ignored: secrets are always masked".to_owned());
    }
    for (name, tool) in config.tools {
        apply_tool(name, tool, settings, noticed);
    }
}

fn apply_tool(name: String, tool: ToolFile, settings: &mut Settings, noticed: &mut Vec<String>) {
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
