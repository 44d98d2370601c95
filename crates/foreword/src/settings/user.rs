//! The user's own file: it may raise as well as lower, and may add programs. Tier 2 belongs to the environment.

use foreword_codeintel::shipped_spec;
use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_model::settings::{Enabled, Mode, Origin, Settings, ToolSetting};
use foreword_model::texts;

use super::Environment;
use super::file::{ConfigFile, EnabledWord, ModeWord, Switch};
use super::repository::tool_name;
use super::tools::{self, ToolFile, Unusable};

/// What the user's own file sets of what a repository may not go beyond.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnLimits {
    /// `enabled`.
    pub enabled: Option<EnabledWord>,
    /// `budget.wall_ms`.
    pub wall_ms: Option<u64>,
    /// `budget.max_concurrency`.
    pub max_concurrency: Option<usize>,
    /// `budget.max_injected_chars`.
    pub max_injected_chars: Option<usize>,
}

/// Applies the file.
pub fn apply(
    config: ConfigFile,
    environment: &Environment,
    settings: &mut Settings,
    noticed: &mut Vec<EscapedText>,
) -> OwnLimits {
    if let Some(root) = &config.repo_root {
        noticed.push(escaped!(
            "repo_root: {} ignored: it belongs to a repository's config/auto-tools.yaml",
            escape::told(root)
        ));
    }
    settings.enabled = config.enabled.map_or(settings.enabled, Enabled::from);
    if config.mode == Some(ModeWord::Plan) {
        settings.mode = Mode::Plan;
    }
    match config.tier_max {
        Some(0 | 1) => settings.tier_max = config.tier_max.unwrap_or(settings.tier_max),
        Some(_) => noticed.push(texts::TIER2_CONFIG_IGNORED.into()),
        None => {}
    }
    let own = OwnLimits {
        enabled: config.enabled,
        wall_ms: positive("budget.wall_ms".into(), config.budget.wall_ms, noticed),
        max_concurrency: positive("budget.max_concurrency".into(), config.budget.max_concurrency, noticed),
        max_injected_chars: positive(
            "budget.max_injected_chars".into(),
            config.budget.max_injected_chars,
            noticed,
        ),
    };
    settings.wall_ms = own.wall_ms.or(settings.wall_ms);
    settings.max_concurrency = own.max_concurrency.unwrap_or(settings.max_concurrency);
    settings.max_injected_chars = own.max_injected_chars.unwrap_or(settings.max_injected_chars);
    match config.intent.min_confidence {
        Some(asked) if (0.0..=1.0).contains(&asked) => settings.intent_confidence = asked,
        Some(asked) => noticed.push(escaped!("intent.min_confidence: {} ignored: expected 0 to 1", asked)),
        None => {}
    }
    settings.quiet = config.quiet.unwrap_or(settings.quiet);
    settings.background_index = config.index.background.unwrap_or(settings.background_index);
    settings.exclude.extend(config.exclude);
    settings.sensitive.extend(config.sensitive);
    settings.env_names.extend(variable_names(config.env, noticed));
    if config.redaction == Some(Switch::Off) {
        noticed.push("redaction: off ignored: secrets are always masked".into());
    }
    if config.tools.is_list() {
        noticed.push(
            "tools ignored: a list of names belongs to a repository's config/auto-tools.yaml; here, drop a tool with \
             `enabled: false`"
                .into(),
        );
        return own;
    }
    for (name, tool) in config.tools.entries() {
        if tool.is_external() {
            add_tool(name, tool.clone(), Origin::User, environment, settings, noticed);
        } else {
            change_tool(name, tool, settings, noticed);
        }
    }
    settings.external_tools.iter_mut().for_each(|tool| tool.inherit(&settings.env_names));
    own
}

/// The names of variables, without those that are none.
fn variable_names(asked: Vec<String>, noticed: &mut Vec<EscapedText>) -> Vec<String> {
    let is_name = |name: &String| {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        !name.is_empty() && name.chars().all(is_letter) && !name.starts_with(|c: char| c.is_ascii_digit())
    };
    let (names, others): (Vec<String>, Vec<String>) = asked.into_iter().partition(is_name);
    let line = |other: &String| escaped!("env: {} ignored: it is no name of a variable", escape::told(other));
    noticed.extend(others.iter().map(line));
    names
}

/// A number that is not 0, which none of them can be.
fn positive<T: PartialOrd + Default>(
    key: EscapedText,
    asked: Option<T>,
    noticed: &mut Vec<EscapedText>,
) -> Option<T> {
    let was_asked = asked.is_some();
    let kept = asked.filter(|number| *number > T::default());
    if was_asked && kept.is_none() {
        noticed.push(escaped!("{}: 0 ignored: expected at least 1", key));
    }
    kept
}

/// Changes a tool of the shipped table.
fn change_tool(name: &str, tool: &ToolFile, settings: &mut Settings, noticed: &mut Vec<EscapedText>) {
    match (tool.tier, shipped_spec(name).map(|spec| spec.tier)) {
        (Some(tier), Some(2..)) if tier < 2 => noticed.push(texts::TIER2_CONFIG_IGNORED.into()),
        (Some(tier), Some(shipped)) if tier < shipped => {
            noticed.push(escaped!(
                "tools.{}.tier: {} ignored: a tier can only be raised, from {}",
                tool_name(name),
                tier,
                shipped
            ));
        }
        _ => {}
    }
    let timeout_ms = positive(escaped!("tools.{}.timeout_ms", tool_name(name)), tool.timeout_ms, noticed);
    let setting = ToolSetting { enabled: tool.enabled, tier: tool.tier, timeout_ms };
    settings.tools.insert(name.to_owned(), setting);
}

/// Adds a tool of somebody's own.
pub(super) fn add_tool(
    name: &str,
    tool: ToolFile,
    origin: Origin,
    environment: &Environment,
    settings: &mut Settings,
    noticed: &mut Vec<EscapedText>,
) {
    if tool.enabled == Some(false) {
        return;
    }
    match tools::external(name, tool, origin, environment) {
        Ok(tool) => settings.external_tools.push(tool),
        Err(Unusable { key, why }) => {
            noticed.push(escaped!("tools.{}{} ignored: {}", tool_name(name), key, why));
        }
    }
}
