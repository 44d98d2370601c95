//! `.devbooks/config.yaml` belongs to another tool. Orchestrator keys that stand there are not read; the
//! user is told where they belong.

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
];

/// Whether the file holds keys that are ours. It is scanned by lines: a file of another tool need not
/// parse by our rules.
pub fn holds_orchestrator_keys(jail: &Jail) -> bool {
    let Ok(Some(bytes)) = read_in(jail, ".devbooks/config.yaml") else { return false };
    String::from_utf8_lossy(&bytes).lines().any(|line| {
        let key = line.split(':').next().unwrap_or_default().trim().trim_matches(['"', '\'']);
        line.contains(':') && (KEYS.contains(&key) || key.starts_with("CI_AUTO_TOOLS"))
    })
}
