//! A repository's own configuration is as trusted as the repository: it may only narrow. What would
//! widen is refused, and said.

use foreword_codeintel::shipped_tier;
use foreword_model::settings::{Enabled, Mode, Settings};
use foreword_model::{limits, texts};

use super::file::{ConfigFile, ModeWord, Switch, ToolFile};

/// Applies a file of the repository, or the settings of one request.
pub fn apply(config: ConfigFile, source: &str, settings: &mut Settings, noticed: &mut Vec<String>) {
    let mut narrowing = Narrowing { source, noticed };
    narrowing.enabled(config.enabled.map(Enabled::from), settings);
    narrowing.mode(config.mode, settings);
    narrowing.tier_max(config.tier_max, settings);
    let wall_ms = settings.wall_ms.unwrap_or(limits::WALL_TIER2_MS);
    if let Some(lower) = narrowing.lower("budget.wall_ms", config.budget.wall_ms, wall_ms) {
        settings.wall_ms_max = Some(settings.wall_ms_max.map_or(lower, |most| most.min(lower)));
    }
    let concurrency = settings.max_concurrency;
    let lower = narrowing.lower("budget.max_concurrency", config.budget.max_concurrency, concurrency);
    settings.max_concurrency = lower.unwrap_or(concurrency);
    let chars = settings.max_injected_chars;
    let lower = narrowing.lower("budget.max_injected_chars", config.budget.max_injected_chars, chars);
    settings.max_injected_chars = lower.unwrap_or(chars);
    narrowing.confidence(config.intent.min_confidence, settings);
    if config.redaction == Some(Switch::Off) {
        narrowing.refuse("redaction: off", "secrets are always masked");
    }
    if let Some(quiet) = config.quiet {
        narrowing.refuse(&format!("quiet: {quiet}"), "it belongs to the user's own config");
    }
    match config.index.background {
        Some(true) if !settings.background_index => {
            narrowing.refuse("index.background: true", "the user switched it off");
        }
        Some(background) => settings.background_index = background,
        None => {}
    }
    settings.exclude.extend(config.exclude);
    settings.sensitive.extend(config.sensitive);
    for (name, tool) in config.tools {
        narrowing.tool(&name, &tool, settings);
    }
}

struct Narrowing<'a> {
    source: &'a str,
    noticed: &'a mut Vec<String>,
}

impl Narrowing<'_> {
    fn refuse(&mut self, setting: &str, why: &str) {
        self.noticed.push(format!("{}: {setting} refused: {why}", self.source));
    }

    fn enabled(&mut self, enabled: Option<Enabled>, settings: &mut Settings) {
        match enabled {
            Some(enabled) if enabled <= settings.enabled => settings.enabled = enabled,
            Some(_) => self.refuse("enabled", "a repository cannot switch more on than the user did"),
            None => {}
        }
    }

    fn mode(&mut self, mode: Option<ModeWord>, settings: &mut Settings) {
        match mode {
            Some(ModeWord::Plan) => settings.mode = Mode::Plan,
            Some(ModeWord::Run) if settings.is_plan() => {
                self.refuse("mode: run", "the user asked for plan mode");
            }
            Some(ModeWord::Run) | None => {}
        }
    }

    fn tier_max(&mut self, tier_max: Option<u8>, settings: &mut Settings) {
        match tier_max {
            Some(tier) if tier <= settings.tier_max => settings.tier_max = tier,
            Some(1) => self.refuse("tier_max: 1", "the user allows tier 0 only"),
            Some(_) => self.noticed.push(texts::TIER2_CONFIG_IGNORED.to_owned()),
            None => {}
        }
    }

    /// A number that may only go down; 0 is no number for any of them.
    fn lower<T: PartialOrd + Copy + Default + std::fmt::Display>(
        &mut self,
        key: &str,
        asked: Option<T>,
        in_force: T,
    ) -> Option<T> {
        let asked = asked?;
        if asked > T::default() && asked <= in_force {
            return Some(asked);
        }
        self.refuse(&format!("{key}: {asked}"), &format!("it can only lower the {in_force} in force"));
        None
    }

    fn confidence(&mut self, asked: Option<f64>, settings: &mut Settings) {
        match asked {
            Some(asked) if (settings.intent_confidence..=1.0).contains(&asked) => {
                settings.intent_confidence = asked;
            }
            Some(asked) => {
                let in_force = settings.intent_confidence;
                self.refuse(
                    &format!("intent.min_confidence: {asked}"),
                    &format!("it can only raise the {in_force} in force, up to 1"),
                );
            }
            None => {}
        }
    }

    fn tool(&mut self, name: &str, tool: &ToolFile, settings: &mut Settings) {
        if !tool.command.is_empty() {
            self.refuse(
                &format!("tools.{name}.command"),
                "a repository cannot add programs; put it into your own config",
            );
            return;
        }
        let mut setting = settings.tools.get(name).copied().unwrap_or_default();
        match tool.enabled {
            Some(true) if setting.enabled == Some(false) => {
                self.refuse(&format!("tools.{name}.enabled"), "the user dropped this tool");
            }
            Some(false) => setting.enabled = Some(false),
            Some(true) | None => {}
        }
        let tier_in_force = setting.tier.unwrap_or_default().max(shipped_tier(name).unwrap_or_default());
        match tool.tier {
            Some(tier) if tier >= tier_in_force => setting.tier = Some(tier),
            Some(_) if tier_in_force >= 2 => self.noticed.push(texts::TIER2_CONFIG_IGNORED.to_owned()),
            Some(_) => self.refuse(&format!("tools.{name}.tier"), "a tier can only be raised"),
            None => {}
        }
        // The registry takes the smaller of this and the shipped timeout.
        if let Some(timeout_ms) = tool.timeout_ms.filter(|timeout_ms| *timeout_ms > 0) {
            setting.timeout_ms = Some(setting.timeout_ms.map_or(timeout_ms, |set| set.min(timeout_ms)));
        }
        settings.tools.insert(name.to_owned(), setting);
    }
}
