//! The environment: read once, validated here, applied over the files. A bad value is not obeyed and not
//! silent: the default holds and a line names the variable.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_model::settings::{CodexSession, Enabled, Mode, Settings};

use super::outside;

const RUNNER_PREFIX: &str = "CI_AUTO_TOOLS_RUNNER_";

/// The variables of the process, as data.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
    /// The top of the work tree around the root, where another process of ours knows it.
    top: Option<PathBuf>,
}

impl Environment {
    /// The variables of this process.
    pub fn of_process() -> Self {
        Self { variables: std::env::vars_os().collect(), top: None }
    }

    /// These variables.
    #[cfg(test)]
    pub fn of(variables: &[(&str, &Path)]) -> Self {
        let pairs =
            variables.iter().map(|(name, value)| (OsString::from(name), value.as_os_str().to_owned()));
        Self { variables: pairs.collect(), top: None }
    }

    /// The same with a root that the command line names: it comes before everything else.
    pub fn with_root(mut self, root: &Path) -> Self {
        let root = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
        self.variables.insert("CI_AUTO_TOOLS_REPO_ROOT".into(), root.into_os_string());
        self
    }

    /// The same for a root that was chosen in a work tree with this top: its rules hold for the root.
    pub fn with_top(self, top: Option<&Path>) -> Self {
        Self { top: top.map(Path::to_path_buf), ..self }
    }

    /// The top of the work tree around the root, if it was named.
    pub fn top(&self) -> Option<&Path> {
        self.top.as_deref()
    }

    /// A variable, if it is set and not empty.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(OsStr::new(name)).map(OsString::as_os_str).filter(|value| !value.is_empty())
    }

    /// A variable as text; one that is not UTF-8 is reported by its reader as a bad value.
    fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(|value| value.to_string_lossy().into_owned())
    }

    /// A base directory of the XDG rules: the variable if it is absolute, else below `$HOME`.
    pub fn dir(&self, variable: &str, below_home: &str) -> Option<PathBuf> {
        let set = self.get(variable).map(PathBuf::from).filter(|path| path.is_absolute());
        set.or_else(|| self.home().map(|home| home.join(below_home)))
    }

    /// `$HOME`, if it is absolute.
    pub fn home(&self) -> Option<PathBuf> {
        self.get("HOME").map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// Where the user's configuration lies.
    pub fn config_dir(&self) -> Option<PathBuf> {
        self.dir("XDG_CONFIG_HOME", ".config").map(|dir| dir.join("foreword"))
    }
}

/// Applies every variable of the control plane.
pub fn apply(
    environment: &Environment,
    root: &Path,
    settings: &mut Settings,
    noticed: &mut Vec<EscapedText>,
) {
    let mut reader = Reader { environment, noticed };
    reader.word(
        "CI_AUTO_TOOLS",
        &mut settings.enabled,
        &[("auto", Enabled::Auto), ("on", Enabled::On), ("off", Enabled::Off)],
    );
    reader.word("CI_AUTO_TOOLS_MODE", &mut settings.mode, &[("run", Mode::Run), ("plan", Mode::Plan)]);
    reader.word("CI_AUTO_TOOLS_DRY_RUN", &mut settings.dry_run, &[("0", false), ("1", true)]);
    reader.word("CI_AUTO_TOOLS_TIER_MAX", &mut settings.tier_max, &[("0", 0), ("1", 1), ("2", 2)]);
    reader.word("CI_AUTO_TOOLS_LEGACY", &mut settings.legacy, &[("0", false), ("1", true)]);
    reader.word(
        "CI_CODEX_SESSION_MODE",
        &mut settings.codex_session,
        &[("resume_last", CodexSession::ResumeLast), ("exec", CodexSession::Exec)],
    );
    reader.word(
        "CI_AUTO_TOOLS_BACKGROUND_INDEX",
        &mut settings.background_index,
        &[("0", false), ("1", true)],
    );
    if let Some(wall_ms) = reader.number("CI_AUTO_TOOLS_BUDGET_WALL_MS") {
        // The environment comes before any file.
        (settings.wall_ms, settings.wall_ms_max) = (Some(wall_ms), None);
    }
    if let Some(number) = reader.number("CI_AUTO_TOOLS_MAX_CONCURRENCY") {
        settings.max_concurrency = usize::try_from(number).unwrap_or(usize::MAX);
    }
    if let Some(number) = reader.number("CI_AUTO_TOOLS_MAX_INJECTED_CHARS") {
        settings.max_injected_chars = usize::try_from(number).unwrap_or(usize::MAX);
    }
    settings.orchestrator = reader.program("CI_AUTO_TOOLS_ORCHESTRATOR_PATH", root);
    settings.runners = reader.runners(root);
    settings.supplied_results = reader.supplied_results();
}

struct Reader<'a> {
    environment: &'a Environment,
    noticed: &'a mut Vec<EscapedText>,
}

impl Reader<'_> {
    fn refuse(&mut self, variable: &str, expected: EscapedText) {
        self.noticed.push(escaped!("{} ignored: expected {}", escape::told_path(variable), expected));
    }

    fn word<T: Copy>(&mut self, variable: &str, into: &mut T, words: &[(&'static str, T)]) {
        let Some(value) = self.environment.text(variable) else { return };
        match words.iter().find(|(word, _)| value.trim().eq_ignore_ascii_case(word)) {
            Some((_, meaning)) => *into = *meaning,
            None => {
                let known = words.iter().map(|(word, _)| EscapedText::from(*word));
                self.refuse(variable, escaped!("one of {}", EscapedText::join(known, ", ")));
            }
        }
    }

    fn number(&mut self, variable: &str) -> Option<u64> {
        let value = self.environment.text(variable)?;
        let number = value.trim().parse().ok().filter(|number| *number > 0);
        if number.is_none() {
            self.refuse(variable, "a whole number of at least 1".into());
        }
        number
    }

    /// A program that the user names: absolute, and not part of the repository.
    fn program(&mut self, variable: &str, root: &Path) -> Option<PathBuf> {
        let path = PathBuf::from(self.environment.get(variable)?);
        if outside::is_outside(&path, root) {
            return Some(path);
        }
        self.refuse(variable, "an absolute path outside the repository".into());
        None
    }

    fn runners(&mut self, root: &Path) -> BTreeMap<String, PathBuf> {
        let variables: Vec<String> = self
            .environment
            .variables
            .keys()
            .filter_map(|name| name.to_str())
            .filter(|name| name.starts_with(RUNNER_PREFIX))
            .map(str::to_owned)
            .collect();
        let mut runners = BTreeMap::new();
        for variable in variables {
            if let Some(program) = self.program(&variable, root) {
                runners.insert(variable[RUNNER_PREFIX.len()..].to_ascii_lowercase(), program);
            }
        }
        runners
    }

    fn supplied_results(&mut self) -> Option<Vec<foreword_model::envelope::ToolResult>> {
        const VARIABLE: &str = "CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE";
        let path = PathBuf::from(self.environment.get(VARIABLE)?);
        let results = outside::read_user_file(&path, foreword_model::limits::FAKE_RESULTS_BYTES)
            .map_err(|error| error.to_string())
            .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()))
            .and_then(|results| {
                serde_json::from_value(with_codes(results)).map_err(|error| error.to_string())
            });
        match results {
            Ok(results) => Some(results),
            Err(error) => {
                self.refuse(
                    VARIABLE,
                    escaped!("a JSON array of tool results ({})", escape::composed(&error)),
                );
                None
            }
        }
    }
}

/// Results in which every error has a code: it is optional for whoever supplies them, and follows from the status.
fn with_codes(mut results: serde_json::Value) -> serde_json::Value {
    for result in results.as_array_mut().into_iter().flatten() {
        let code = match result.get("status").and_then(serde_json::Value::as_str) {
            Some("timeout") => "E_TIMEOUT",
            Some("skipped") => "E_TOOL_UNAVAILABLE",
            _ => "E_UNKNOWN",
        };
        if let Some(error) = result.get_mut("error").and_then(serde_json::Value::as_object_mut) {
            error.entry("code").or_insert_with(|| code.into());
        }
    }
    results
}
