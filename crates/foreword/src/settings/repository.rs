//! What a repository's own configuration may decide: it lowers, raises numbers up to a ceiling, and names the tools that may be
//! planned. What starts a program, reaches a server or injects for every prompt needs the user's trust. What is refused or
//! clamped is said, with what the user can do about it.

use std::collections::BTreeSet;

use foreword_codeintel::{ask_user, shipped_spec, shipped_specs};
use foreword_guard::escape::{self, EscapedText, OwnPart};
use foreword_guard::escaped;
use foreword_model::settings::{Enabled, Mode, Origin, Settings, ToolSetting};
use foreword_model::{limits, texts};

use super::Environment;
use super::file::{ConfigFile, EnabledWord, ModeWord, Switch};
use super::tools::ToolFile;
use super::user::{self, OwnLimits};

/// Who says what is applied.
#[derive(Debug, Clone, Copy)]
pub enum Authority<'a> {
    /// The caller of one run: it may only narrow.
    Request,
    /// A repository: it may raise numbers up to a ceiling.
    Repository,
    /// A repository whose content the user has agreed to, with the variables that it may name.
    TrustedRepository(&'a Environment),
}

/// The words of each tool that a file adds, as they are handed to the system.
pub fn tool_commands(config: &ConfigFile) -> Vec<Vec<String>> {
    let added = config.tools.entries().filter(|(_, tool)| tool.is_external());
    added.map(|(_, tool)| tool.reach_words()).collect()
}

/// What a file asks for that only trust gives: key and value.
pub fn widened_by(config: &ConfigFile) -> Vec<(String, String)> {
    let always_on = (config.enabled == Some(EnabledWord::On))
        .then(|| ("setting enabled".to_owned(), EnabledWord::On.as_str().to_owned()));
    let tools = config.tools.entries().filter(|(_, tool)| tool.is_external());
    always_on.into_iter().chain(tools.map(|(name, tool)| (format!("tool {name}"), tool.reach()))).collect()
}

/// Clamps the timeouts that a repository raised to the deadline of a run: beyond it they would mean nothing.
pub fn bound_timeouts(
    raised: &[String],
    source: &str,
    settings: &mut Settings,
    noticed: &mut Vec<EscapedText>,
) {
    let default_ms = if settings.tier_max >= 2 { limits::WALL_TIER2_MS } else { limits::WALL_MS };
    let wall_ms = settings.wall_ms_or(default_ms);
    for name in raised {
        let most = shipped_spec(name).map_or(wall_ms, |spec| spec.timeout_ms.max(wall_ms));
        if let Some(ToolSetting { timeout_ms: Some(timeout_ms), .. }) = settings.tools.get_mut(name)
            && *timeout_ms > most
        {
            noticed.push(escaped!(
                "{}: tools.{}.timeout_ms: {} clamped to {} (the wall budget)",
                escape::told_path(source),
                tool_name(name),
                *timeout_ms,
                most
            ));
            *timeout_ms = most;
        }
    }
}

/// The name of a tool or a variable in a message: as it is if it looks like one.
pub fn tool_name(name: &str) -> EscapedText {
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let is_plain = name.len() <= limits::PLAIN_WORD_CHARS && name.bytes().all(is_of_name);
    if is_plain { escape::path(name) } else { escape::told(name) }
}

/// Applies a configuration that is not the user's own.
pub struct ConfigApplier<'a> {
    /// Its name in messages.
    pub source: &'a str,
    /// Whose it is.
    pub authority: Authority<'a>,
    /// What the user's own configuration sets.
    pub own: &'a OwnLimits,
    /// Gets what was refused or clamped.
    pub noticed: &'a mut Vec<EscapedText>,
}

/// A number that is asked for, and what it is held against.
struct AskedNumber<T> {
    key: &'static str,
    variable: &'static str,
    asked: Option<T>,
    in_force: T,
    /// What the user's own configuration sets.
    own: Option<T>,
    /// The most that a repository may ask for.
    ceiling: T,
}

impl ConfigApplier<'_> {
    /// Applies it; answers the tools whose timeouts it raised.
    pub fn apply(mut self, config: ConfigFile, settings: &mut Settings) -> Vec<String> {
        self.enabled(config.enabled, settings);
        self.mode(config.mode, settings);
        self.tier_max(config.tier_max, settings);
        self.budget(&config, settings);
        self.confidence(config.intent.min_confidence, settings);
        if config.redaction == Some(Switch::Off) {
            self.refuse("redaction: off".into(), "secrets are always masked; remove the line".into());
        }
        if let Some(quiet) = config.quiet {
            let quiet = if quiet { "quiet: true" } else { "quiet: false" };
            self.refuse(quiet.into(), "put it into your own config".into());
        }
        match config.index.background {
            Some(true) if !settings.background_index => self.refuse(
                "index.background: true".into(),
                "it is switched off; change your own config, or set CI_AUTO_TOOLS_BACKGROUND_INDEX=1".into(),
            ),
            Some(background) => settings.background_index = background,
            None => {}
        }
        for name in &config.env {
            let why = "only your own config can hand variables on; put it there";
            self.refuse(escaped!("env: {}", tool_name(name)), why.into());
        }
        settings.exclude.extend(config.exclude);
        settings.sensitive.extend(config.sensitive);
        let mut raised = Vec::new();
        for (name, tool) in config.tools.entries() {
            match tool.is_external() {
                true => self.added_tool(name, tool, settings),
                false if self.changed_tool(name, tool, settings) => raised.push(name.to_owned()),
                false => {}
            }
        }
        if let Some(declared) = config.tools.declared() {
            self.keep_declared(&declared, settings);
        }
        raised
    }

    fn refuse(&mut self, setting: EscapedText, why: EscapedText) {
        self.noticed.push(escaped!("{}: {} refused: {}", escape::told_path(self.source), setting, why));
    }

    fn enabled(&mut self, asked: Option<EnabledWord>, settings: &mut Settings) {
        let Some(word) = asked else { return };
        let setting = escaped!("enabled: {}", word.as_str());
        match (self.authority, self.own.enabled) {
            _ if Enabled::from(word) <= settings.enabled => settings.enabled = word.into(),
            (Authority::TrustedRepository(_), None) => settings.enabled = word.into(),
            (Authority::Repository, None) => {
                let why = "it needs your trust; see `foreword trust`, or set CI_AUTO_TOOLS";
                self.refuse(setting, escaped!("{}={}", why, word.as_str()));
            }
            (Authority::Repository | Authority::TrustedRepository(_), Some(own)) => {
                let why = "change it there, or set CI_AUTO_TOOLS";
                self.refuse(
                    setting,
                    escaped!("your own config says {}; {}={}", own.as_str(), why, word.as_str()),
                );
            }
            (Authority::Request, _) => {
                let why = escaped!("a request can only narrow; set CI_AUTO_TOOLS={}", word.as_str());
                self.refuse(setting, why);
            }
        }
    }

    fn mode(&mut self, mode: Option<ModeWord>, settings: &mut Settings) {
        match mode {
            Some(ModeWord::Plan) => settings.mode = Mode::Plan,
            Some(ModeWord::Run) if settings.is_plan() => self.refuse(
                "mode: run".into(),
                "you asked for plan mode; change your own config, or set CI_AUTO_TOOLS_MODE=run".into(),
            ),
            Some(ModeWord::Run) | None => {}
        }
    }

    fn tier_max(&mut self, tier_max: Option<u8>, settings: &mut Settings) {
        match tier_max {
            Some(tier) if tier <= settings.tier_max => settings.tier_max = tier,
            Some(1) => self.refuse(
                "tier_max: 1".into(),
                "you allow tier 0 only; change your own config, or set CI_AUTO_TOOLS_TIER_MAX=1".into(),
            ),
            Some(_) => self.noticed.push(texts::TIER2_CONFIG_IGNORED.into()),
            None => {}
        }
    }

    fn budget(&mut self, config: &ConfigFile, settings: &mut Settings) {
        let wall_ms = self.number(AskedNumber {
            key: "budget.wall_ms",
            variable: "CI_AUTO_TOOLS_BUDGET_WALL_MS",
            asked: config.budget.wall_ms,
            in_force: settings.wall_ms_or(limits::WALL_TIER2_MS),
            own: self.own.wall_ms,
            ceiling: limits::REPOSITORY_WALL_MS,
        });
        match self.authority {
            Authority::Request => settings.wall_ms_max = wall_ms.or(settings.wall_ms_max),
            Authority::Repository | Authority::TrustedRepository(_) => {
                settings.wall_ms = wall_ms.or(settings.wall_ms);
            }
        }
        let tools = self.number(AskedNumber {
            key: "budget.max_concurrency",
            variable: "CI_AUTO_TOOLS_MAX_CONCURRENCY",
            asked: config.budget.max_concurrency,
            in_force: settings.max_concurrency,
            own: self.own.max_concurrency,
            ceiling: limits::REPOSITORY_CONCURRENCY,
        });
        settings.max_concurrency = tools.unwrap_or(settings.max_concurrency);
        let chars = self.number(AskedNumber {
            key: "budget.max_injected_chars",
            variable: "CI_AUTO_TOOLS_MAX_INJECTED_CHARS",
            asked: config.budget.max_injected_chars,
            in_force: settings.max_injected_chars,
            own: self.own.max_injected_chars,
            ceiling: limits::INJECTED_CHARS,
        });
        settings.max_injected_chars = chars.unwrap_or(settings.max_injected_chars);
    }

    /// The number that holds, if one was asked for and can be had; 0 is no number for any of them.
    fn number<T: Ord + Copy + Default + OwnPart>(&mut self, number: AskedNumber<T>) -> Option<T> {
        let AskedNumber { key, variable, in_force, own, ceiling, .. } = number;
        let asked = number.asked?;
        if asked == T::default() {
            self.refuse(escaped!("{}: {}", key, asked), "expected at least 1; remove the line".into());
            return None;
        }
        let (most, whose) = match (self.authority, own) {
            (Authority::Request, _) if asked > in_force => {
                let why = escaped!("a request can only lower the {} in force; set {}", in_force, variable);
                self.refuse(escaped!("{}: {}", key, asked), why);
                return None;
            }
            (Authority::Request, _) => (in_force, ""),
            (Authority::Repository | Authority::TrustedRepository(_), Some(own)) => {
                (own, " (your own config)")
            }
            (Authority::Repository | Authority::TrustedRepository(_), None) => (ceiling, ""),
        };
        if asked > most {
            let source = escape::told_path(self.source);
            self.noticed.push(escaped!("{}: {}: {} clamped to {}{}", source, key, asked, most, whose));
        }
        Some(asked.min(most))
    }

    fn confidence(&mut self, asked: Option<f64>, settings: &mut Settings) {
        match asked {
            Some(asked) if (settings.intent_confidence..=1.0).contains(&asked) => {
                settings.intent_confidence = asked;
            }
            Some(asked) => {
                let in_force = settings.intent_confidence;
                self.refuse(
                    escaped!("intent.min_confidence: {}", asked),
                    escaped!(
                        "it can only raise the {} in force, up to 1; lower it in your own config",
                        in_force
                    ),
                );
            }
            None => {}
        }
    }

    /// A tool that starts a program or reaches a server.
    fn added_tool(&mut self, name: &str, tool: &ToolFile, settings: &mut Settings) {
        let (key, value) = tool.reach_setting();
        let setting = escaped!("tools.{}.{}: {}", tool_name(name), key, escape::told(&value));
        let is_taken = settings.external_tools.iter().any(|present| present.name == name);
        match self.authority {
            Authority::TrustedRepository(_) if shipped_spec(name).is_some() => {
                self.refuse(setting, "a built-in tool has this name; give it another".into());
            }
            Authority::TrustedRepository(_) if is_taken => {
                self.refuse(setting, "a tool of your own config has this name; give it another".into());
            }
            Authority::TrustedRepository(environment) => {
                let origin = Origin::TrustedRepository;
                user::add_tool(name, tool.clone(), origin, environment, settings, self.noticed);
            }
            Authority::Repository | Authority::Request => {
                let what = if tool.mcp.is_some() { "servers" } else { "programs" };
                let remedy = "see `foreword trust`, or put it into your own config";
                self.refuse(setting, escaped!("{} need your trust; {}", what, remedy));
            }
        }
    }

    /// What differs for a tool that is there already; says whether its timeout is longer than it was.
    fn changed_tool(&mut self, name: &str, tool: &ToolFile, settings: &mut Settings) -> bool {
        let mut setting = settings.tools.get(name).copied().unwrap_or_default();
        match tool.enabled {
            Some(true) if setting.enabled == Some(false) => self.refuse(
                escaped!("tools.{}.enabled: true", tool_name(name)),
                "your own config drops this tool; change it there".into(),
            ),
            Some(false) => setting.enabled = Some(false),
            Some(true) | None => {}
        }
        let own_tool = settings.external_tools.iter().find(|present| present.name == name);
        let shipped = shipped_spec(name);
        let tier = shipped.map(|spec| spec.tier).or(own_tool.map(|tool| tool.tier)).unwrap_or_default();
        self.tier(name, tool.tier, tier, &mut setting);
        let own_ms = setting.timeout_ms.or(own_tool.map(|tool| tool.timeout_ms));
        let shipped_ms = shipped.map(|spec| spec.timeout_ms);
        let is_raised = self.timeout(name, tool.timeout_ms, own_ms, shipped_ms, &mut setting);
        settings.tools.insert(name.to_owned(), setting);
        is_raised
    }

    fn tier(&mut self, name: &str, asked: Option<u8>, shipped: u8, setting: &mut ToolSetting) {
        let in_force = setting.tier.unwrap_or_default().max(shipped);
        match asked {
            // Whoever writes what ships asks for nothing.
            Some(tier) if tier < in_force && tier == shipped => {}
            Some(tier) if tier >= in_force => setting.tier = Some(tier),
            Some(_) if in_force >= 2 => self.noticed.push(texts::TIER2_CONFIG_IGNORED.into()),
            Some(tier) => self.refuse(
                escaped!("tools.{}.tier: {}", tool_name(name), tier),
                escaped!("a tier can only be raised, from {}; remove the line", in_force),
            ),
            None => {}
        }
    }

    /// Says whether the timeout is now longer than the one that ships. `own_ms` is what the user's own configuration sets.
    fn timeout(
        &mut self,
        name: &str,
        asked: Option<u64>,
        own_ms: Option<u64>,
        shipped_ms: Option<u64>,
        setting: &mut ToolSetting,
    ) -> bool {
        let Some(asked) = asked else { return false };
        let key = escaped!("tools.{}.timeout_ms: {}", tool_name(name), asked);
        match (self.authority, own_ms) {
            _ if asked == 0 => self.refuse(key, "expected at least 1; remove the line".into()),
            (Authority::Request, _) if own_ms.or(shipped_ms).is_some_and(|in_force| asked > in_force) => {
                self.refuse(key, "a request can only shorten it; change your own config".into());
            }
            (Authority::Repository | Authority::TrustedRepository(_), Some(own)) if asked > own => {
                if Some(asked) != shipped_ms {
                    let source = escape::told_path(self.source);
                    self.noticed.push(escaped!("{}: {} clamped to {} (your own config)", source, key, own));
                }
            }
            _ => setting.timeout_ms = Some(asked),
        }
        setting.timeout_ms == Some(asked) && shipped_ms.is_some_and(|shipped| asked > shipped)
    }

    /// Drops what a list of tools leaves out. The user's own tools, and the question to the person, are not the
    /// repository's to list.
    fn keep_declared(&mut self, declared: &BTreeSet<&str>, settings: &mut Settings) {
        let built_in = shipped_specs().into_iter().filter(|spec| spec.name != ask_user::SPEC.name);
        let added = settings.external_tools.iter().filter(|tool| tool.origin() == Origin::TrustedRepository);
        let names: Vec<String> = built_in
            .map(|spec| spec.name.to_string())
            .chain(added.map(|tool| tool.name.clone()))
            .filter(|name| !declared.contains(name.as_str()))
            .collect();
        let mut left_out = Vec::new();
        for name in names {
            let setting = settings.tools.entry(name.clone()).or_default();
            if setting.enabled.replace(false) != Some(false) {
                left_out.push(name);
            }
        }
        if !left_out.is_empty() {
            let left_out = left_out.iter().map(|name| tool_name(name));
            let left_out = EscapedText::join(left_out, ", ");
            self.noticed.push(escaped!("{}: tools leaves out {}", escape::told_path(self.source), left_out));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::key_by_key::ReadConfig;
    use super::*;

    fn applied(
        text: &str,
        authority: Authority<'_>,
        settings: &mut Settings,
        own: &OwnLimits,
    ) -> Vec<String> {
        let mut noticed = Vec::new();
        let config = ReadConfig::of_text("x.yaml", text).config;
        let applier = ConfigApplier { source: "x.yaml", authority, own, noticed: &mut noticed };
        let raised = applier.apply(config, settings);
        bound_timeouts(&raised, "x.yaml", settings, &mut noticed);
        noticed.into_iter().map(EscapedText::into_string).collect()
    }

    #[test]
    fn a_trusted_repository_replaces_no_tool() {
        let (environment, mut settings, mut noticed) =
            (Environment::default(), Settings::default(), Vec::new());
        let mine = ReadConfig::of_text("x.yaml", "tools: {mine: {command: [/bin/true]}}").config;
        let own = user::apply(mine, &environment, &mut settings, &mut noticed);
        let mut noticed: Vec<String> = noticed.into_iter().map(EscapedText::into_string).collect();
        let theirs = "tools: {mine: {command: [./x]}, ci_search: {command: [sh]}, theirs: {command: [sh]}}";
        let authority = Authority::TrustedRepository(&environment);
        noticed.extend(applied(theirs, authority, &mut settings, &own));
        let names: Vec<&str> = settings.external_tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["mine", "theirs"]);
        let expected = [
            "x.yaml: tools.ci_search.command: `sh` refused: a built-in tool has this name; give it another",
            "x.yaml: tools.mine.command: `./x` refused: a tool of your own config has this name; give it another",
            "x.yaml: tools leaves out ci_index_status, ci_graph_rag, ci_call_chain, ci_bug_locate, ci_impact, \
             ci_complexity, ci_hotspot",
        ];
        assert_eq!(noticed, expected);
        let description = &settings.external_tools[1].description;
        assert_eq!(description, "theirs, a command of the repository's configuration");
    }

    #[test]
    fn a_request_only_narrows() {
        let text = "budget: {wall_ms: 9000, max_concurrency: 4}\nenabled: on\ntools: {ci_search: {timeout_ms: 4000}}\n";
        let (mut settings, own) =
            (Settings { wall_ms: Some(5_000), ..Settings::default() }, OwnLimits::default());
        let noticed = applied(text, Authority::Request, &mut settings, &own);
        assert_eq!(settings.wall_ms_or(5_000), 5_000);
        assert_eq!((settings.max_concurrency, settings.enabled), (3, Enabled::Auto));
        assert_eq!(settings.tools["ci_search"].timeout_ms, None);
        let refused = noticed.iter().filter(|line| line.contains(" refused: a request can only ")).count();
        assert_eq!(refused, 4, "{noticed:?}");
    }

    #[test]
    fn a_timeout_goes_up_to_the_deadline_and_never_above_the_users() {
        let all = "ci_index_status: , ci_graph_rag: , ci_call_chain: , ci_bug_locate: , ci_impact: , ci_complexity: , ci_hotspot: ";
        let check = |user_ms: Option<u64>, wall_ms: Option<u64>, asked: u64, expected: u64, said: &[&str]| {
            let mut settings = Settings { wall_ms, ..Settings::default() };
            if user_ms.is_some() {
                let setting = ToolSetting { timeout_ms: user_ms, ..ToolSetting::default() };
                settings.tools.insert("ci_search".to_owned(), setting);
            }
            let text = format!("tools: {{ci_search: {{timeout_ms: {asked}}}, {all}}}");
            let noticed = applied(&text, Authority::Repository, &mut settings, &OwnLimits::default());
            assert_eq!(settings.tools["ci_search"].timeout_ms, Some(expected), "{text}");
            assert_eq!(noticed, said, "{text}");
        };
        check(None, None, 4_000, 4_000, &[]);
        check(None, None, 1_000, 1_000, &[]);
        let said = "x.yaml: tools.ci_search.timeout_ms: 6000 clamped to 5000 (the wall budget)";
        check(None, None, 6_000, 5_000, &[said]);
        check(None, Some(9_000), 6_000, 6_000, &[]);
        // What ships is no wish, however short the deadline is.
        check(None, Some(1_000), 2_000, 2_000, &[]);
        let said = "x.yaml: tools.ci_search.timeout_ms: 3000 clamped to 1500 (your own config)";
        check(Some(1_500), None, 3_000, 1_500, &[said]);
        check(Some(1_500), None, 2_000, 1_500, &[]);
        check(Some(3_000), None, 2_500, 2_500, &[]);
    }
}
