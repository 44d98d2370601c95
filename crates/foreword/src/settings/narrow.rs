//! A repository's own configuration is as trusted as the repository: it may only narrow. What would
//! widen is refused, and said; in a repository that the user trusts, numbers go up to a ceiling, and programs are added.

use foreword_codeintel::shipped_tier;
use foreword_model::settings::{Enabled, Mode, Origin, Settings};
use foreword_model::{limits, texts};

use super::Environment;
use super::file::{BudgetFile, ConfigFile, ModeWord, Switch};
use super::tools::ToolFile;

/// How far a file is obeyed.
#[derive(Debug, Clone, Copy)]
pub enum Stance<'a> {
    /// It may only narrow.
    Narrowing,
    /// The user has agreed to what it says, with these variables to say it with.
    Trusted(&'a Environment),
}

/// The words of the tools that a file adds, each as it is handed to the system.
pub fn tool_words(config: &ConfigFile) -> Vec<String> {
    config.tools.values().filter(|tool| tool.is_external()).flat_map(ToolFile::reach_words).collect()
}

/// What a file asks for that only trust gives: key and value.
pub fn widened_by(config: &ConfigFile) -> Vec<(String, String)> {
    let BudgetFile { wall_ms, max_concurrency, max_injected_chars } = config.budget;
    let numbers = [
        ("budget.wall_ms", wall_ms.filter(|asked| *asked > limits::WALL_MS)),
        ("budget.max_concurrency", over(max_concurrency, limits::CONCURRENCY)),
        ("budget.max_injected_chars", over(max_injected_chars, limits::INJECTED_CHARS)),
    ];
    let numbers =
        numbers.into_iter().filter_map(|(key, asked)| Some((format!("setting {key}"), asked?.to_string())));
    let tools = config.tools.iter().filter(|(_, tool)| tool.is_external());
    numbers.chain(tools.map(|(name, tool)| (format!("tool {name}"), tool.reach()))).collect()
}

fn over(asked: Option<usize>, shipped: usize) -> Option<u64> {
    asked.filter(|asked| *asked > shipped).and_then(|asked| u64::try_from(asked).ok())
}

/// Applies a file of the repository, or the settings of one request.
pub fn apply(
    config: ConfigFile,
    source: &str,
    stance: Stance<'_>,
    settings: &mut Settings,
    noticed: &mut Vec<String>,
) {
    let mut narrowing = Narrowing { source, stance, noticed };
    narrowing.enabled(config.enabled.map(Enabled::from), settings);
    narrowing.mode(config.mode, settings);
    narrowing.tier_max(config.tier_max, settings);
    narrowing.wall_ms(config.budget.wall_ms, settings);
    let tools = config.budget.max_concurrency;
    let ceiling = limits::TRUSTED_CONCURRENCY;
    narrowing.number("budget.max_concurrency", tools, &mut settings.max_concurrency, ceiling);
    let chars = config.budget.max_injected_chars;
    let ceiling = limits::INJECTED_CHARS;
    narrowing.number("budget.max_injected_chars", chars, &mut settings.max_injected_chars, ceiling);
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
    stance: Stance<'a>,
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

    fn wall_ms(&mut self, asked: Option<u64>, settings: &mut Settings) {
        let mut in_force = settings.wall_ms.unwrap_or(limits::WALL_TIER2_MS);
        if !self.number("budget.wall_ms", asked, &mut in_force, limits::WALL_TIER2_MS) {
            return;
        }
        match self.stance {
            Stance::Trusted(_) => (settings.wall_ms, settings.wall_ms_max) = (Some(in_force), None),
            Stance::Narrowing => {
                settings.wall_ms_max = Some(settings.wall_ms_max.map_or(in_force, |most| most.min(in_force)));
            }
        }
    }

    /// A number that may only go down, or up to the ceiling with the user's trust; 0 is no number for any of them.
    fn number<T: Ord + Copy + Default + std::fmt::Display>(
        &mut self,
        key: &str,
        asked: Option<T>,
        in_force: &mut T,
        ceiling: T,
    ) -> bool {
        let Some(asked) = asked else { return false };
        let (most, why) = match self.stance {
            Stance::Narrowing => (*in_force, format!("it can only lower the {in_force} in force")),
            Stance::Trusted(_) => {
                ((*in_force).max(ceiling), format!("{} is the most", (*in_force).max(ceiling)))
            }
        };
        let is_taken = asked > T::default() && asked <= most;
        match is_taken {
            true => *in_force = asked,
            false => self.refuse(&format!("{key}: {asked}"), &why),
        }
        is_taken
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
        if tool.is_external() {
            let origin = Origin::TrustedRepository;
            match self.stance {
                Stance::Trusted(_) if shipped_tier(name).is_some() => {
                    self.refuse(&format!("tools.{name}"), "a built-in tool has this name");
                }
                Stance::Trusted(_) if settings.external_tools.iter().any(|present| present.name == name) => {
                    self.refuse(&format!("tools.{name}"), "a tool of your own config has this name");
                }
                Stance::Trusted(environment) => {
                    super::user::add_tool(name, tool.clone(), origin, environment, settings, self.noticed);
                }
                Stance::Narrowing => {
                    let (key, what) = match tool.mcp {
                        Some(_) => ("mcp", "servers"),
                        None => ("command", "programs"),
                    };
                    let why = format!(
                        "a repository cannot add {what}; put it into your own config, or see `foreword trust`"
                    );
                    self.refuse(&format!("tools.{name}.{key}"), &why);
                }
            }
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

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    #[test]
    fn a_trusted_repository_replaces_no_tool() {
        let (environment, mut settings, mut noticed) =
            (Environment::default(), Settings::default(), Vec::new());
        let parsed = |text: &str| file::parse("x.yaml", text).expect("a configuration");
        let mine = parsed("tools: {mine: {command: [/bin/true]}}");
        super::super::user::apply(mine, &environment, &mut settings, &mut noticed);
        let theirs = "tools: {mine: {command: [./x]}, ci_search: {command: [sh]}, theirs: {command: [sh]}}";
        let stance = Stance::Trusted(&environment);
        apply(parsed(theirs), "x.yaml", stance, &mut settings, &mut noticed);
        let names: Vec<&str> = settings.external_tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["mine", "theirs"]);
        let expected = [
            "x.yaml: tools.ci_search refused: a built-in tool has this name",
            "x.yaml: tools.mine refused: a tool of your own config has this name",
        ];
        assert_eq!(noticed, expected);
        let description = &settings.external_tools[1].description;
        assert_eq!(description, "theirs, a command of the repository's configuration");
    }
}
