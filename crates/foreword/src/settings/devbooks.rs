//! `.devbooks/config.yaml` belongs to another tool. Orchestrator keys that stand there are not read; the
//! user is told where they belong.

use foreword_codeintel::shipped_spec;
use foreword_guard::path::Jail;

use super::file::read_in;

/// What the user is told.
pub const MOVE_HINT: &str =
    "orchestrator keys in .devbooks/config.yaml are ignored; move them to config/auto-tools.yaml";

const KEYS: &[&str] = &[
    "auto_tools",
    "auto-tools",
    "autoTools",
    "auto_tool_orchestrator",
    "auto-tool-orchestrator",
    "tier_max",
    "wall_ms",
    "max_concurrency",
    "max_injected_chars",
    "repo_root",
];
/// What the names of our tools start with.
const TOOL_PREFIX: &str = "ci_";

/// Whether the file holds keys that are ours. It is scanned by lines: a file of another tool need not
/// parse by our rules.
pub fn holds_orchestrator_keys(jail: &Jail) -> bool {
    let Ok(Some(bytes)) = read_in(jail, ".devbooks/config.yaml") else { return false };
    String::from_utf8_lossy(&bytes).lines().any(|line| {
        let code = line.split(" #").next().unwrap_or_default();
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
        let mut words = code.split(|letter: char| !is_word(letter)).filter(|word| !word.is_empty());
        let is_comment = code.trim_start().starts_with('#');
        !is_comment
            && words.any(|word| {
                let is_key = code.contains(&format!("{word}:")) || code.contains(&format!("{word}\":"));
                let is_ours = KEYS.contains(&word) || word.starts_with("CI_AUTO_TOOLS");
                (is_key && is_ours) || (word.starts_with(TOOL_PREFIX) && shipped_spec(word).is_some())
            })
    })
}
