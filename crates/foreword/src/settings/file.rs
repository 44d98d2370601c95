//! The keys of a configuration file, and where the files are.

use std::path::Path;

use foreword_guard::escape;
use foreword_guard::path::{Jail, PathError};
use foreword_model::limits;
use foreword_model::settings::Enabled;
use serde::Deserialize;

use super::key_by_key::{ConfigError, ReadConfig};
use super::tools::ToolsFile;
use super::{REPO_CONFIG, outside, shown};

/// The keys of `config/auto-tools.yaml` and of the user's `config.yaml`.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ConfigFile {
    /// Whether to inject.
    pub enabled: Option<EnabledWord>,
    /// Whether tools run.
    pub mode: Option<ModeWord>,
    /// The highest tier.
    pub tier_max: Option<u8>,
    /// A root below the repository.
    pub repo_root: Option<String>,
    /// The numbers.
    pub budget: BudgetFile,
    /// The tools: in a repository's file those that may be planned, in the user's own what differs from the shipped table.
    #[cfg_attr(test, schemars(with = "super::tools::ToolsSchema"))]
    pub tools: ToolsFile,
    /// Globs that are not read, at most 200: `*`, `?`, `**`, `{a,b}`, `[a-z]`; without `/` a name at any depth, else from the root; everything below a match too.
    pub exclude: Vec<String>,
    /// Globs whose content is never shown, in the same form, upper and lower case alike.
    pub sensitive: Vec<String>,
    /// Whether secrets are masked.
    pub redaction: Option<Switch>,
    /// When a prompt counts as a question about code.
    pub intent: IntentFile,
    /// Nothing is shown to the user.
    pub quiet: Option<bool>,
    /// How the index is kept.
    pub index: IndexFile,
    /// Variables that the user's own programs inherit besides the listed ones.
    pub env: Vec<String>,
}

/// `index`.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct IndexFile {
    /// Whether a prompt may start a refresh in the background.
    pub background: Option<bool>,
}

/// `enabled`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EnabledWord {
    /// For code intent only.
    #[serde(alias = "true")]
    Auto,
    /// Always.
    On,
    /// Never.
    #[serde(alias = "false")]
    Off,
}

impl EnabledWord {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

impl From<EnabledWord> for Enabled {
    fn from(word: EnabledWord) -> Self {
        match word {
            EnabledWord::Auto => Self::Auto,
            EnabledWord::On => Self::On,
            EnabledWord::Off => Self::Off,
        }
    }
}

/// `mode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ModeWord {
    /// Tools run.
    Run,
    /// Only a plan is made.
    Plan,
}

/// `redaction`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// As shipped.
    #[serde(alias = "true")]
    On,
    /// Not obeyed.
    #[serde(alias = "false")]
    Off,
}

/// `budget`.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct BudgetFile {
    /// One deadline for the whole run.
    pub wall_ms: Option<u64>,
    /// Tools at a time.
    pub max_concurrency: Option<usize>,
    /// Characters injected.
    pub max_injected_chars: Option<usize>,
}

/// `intent`.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct IntentFile {
    /// Below this, `auto` needs a structural signal.
    pub min_confidence: Option<f64>,
}

/// What a link to a file that is gone protected is not known.
const LEADS_NOWHERE: &str = "a link on its way leads to nothing";

/// Reads the user's file, if there is one.
pub fn read_user(path: &Path) -> Option<ReadConfig> {
    match outside::read_user_file(path, limits::CONFIG_BYTES) {
        Ok(text) => Some(ReadConfig::of_text(&shown(path), &text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !outside::leads_nowhere(path) => None,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Some(ConfigError::of_file(&shown(path), LEADS_NOWHERE.into()).into())
        }
        Err(error) => Some(ConfigError::of_file(&shown(path), escape::composed(&error.to_string())).into()),
    }
}

/// Reads the repository's file, if there is one.
pub fn read_repo(jail: &Jail) -> Option<ReadConfig> {
    match read_in(jail, REPO_CONFIG) {
        Ok(Some(bytes)) => Some(match String::from_utf8(bytes) {
            Ok(text) => ReadConfig::of_text(REPO_CONFIG, &text),
            Err(_) => ConfigError::of_file(REPO_CONFIG, "not UTF-8".into()).into(),
        }),
        Ok(None) if outside::leads_nowhere(&jail.root().join(REPO_CONFIG)) => {
            Some(ConfigError::of_file(REPO_CONFIG, LEADS_NOWHERE.into()).into())
        }
        Ok(None) => None,
        Err(error) => Some(ConfigError::of_file(REPO_CONFIG, escape::composed(&error.to_string())).into()),
    }
}

/// A file of the repository, if it is there.
pub(super) fn read_in(jail: &Jail, path: &str) -> Result<Option<Vec<u8>>, PathError> {
    match jail.open_relative(path).and_then(|file| file.read(limits::CONFIG_BYTES)) {
        Ok(file) => Ok(Some(file.bytes)),
        Err(PathError::Absent) => Ok(None),
        Err(error) => Err(error),
    }
}
