//! Claude Code 2.1.325, with the hook in the user's `settings.json`.

use std::path::PathBuf;

use serde_json::json;

use super::{Answered, CLIENT_TIMEOUT, HOOK_TIMEOUT_S, InstalledTurn, Turn};
use crate::mock::anthropic::MockAnthropic;
use crate::process::{Home, Invocation};

/// The native program; `None` where it is missing and may be.
pub fn program() -> Option<PathBuf> {
    super::program(&[
        "@anthropic-ai/claude-code-linux-x64/claude",
        "@anthropic-ai/claude-code-linux-arm64/claude",
        "@anthropic-ai/claude-code-darwin-arm64/claude",
        "@anthropic-ai/claude-code-darwin-x64/claude",
    ])
}

/// Types one prompt and returns what reached the model; `None` where the program is missing and may be.
pub fn ask(turn: Turn<'_>) -> Option<Answered> {
    let program = program()?;
    let model = MockAnthropic::start();
    let home = Home::new();
    let hook = json!({"type": "command", "command": turn.hook, "timeout": HOOK_TIMEOUT_S});
    let settings = json!({"hooks": {"UserPromptSubmit": [{"hooks": [hook]}]}});
    home.file("claude/settings.json", &settings.to_string());
    let output = Invocation::new(program)
        .args(["-p", turn.prompt])
        .env("CLAUDE_CONFIG_DIR", home.path().join("claude"))
        .env("ANTHROPIC_BASE_URL", model.base_url())
        .env("ANTHROPIC_API_KEY", "sk-ant-dummy")
        .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
        .env("DISABLE_AUTOUPDATER", "1")
        .env("TMPDIR", home.path().join("cache"))
        .envs(turn.env.iter().copied())
        .cwd(turn.repo)
        .timeout(CLIENT_TIMEOUT)
        .run_in(&home);
    Some(Answered { requests: model.conversation(turn.prompt), output })
}

/// Types one prompt in a home as it is; `None` where the program is missing and may be.
pub fn ask_installed(turn: InstalledTurn<'_>) -> Option<Answered> {
    let program = program()?;
    let model = MockAnthropic::start();
    let output = Invocation::new(program)
        .args(turn.args)
        .args(["-p", turn.prompt])
        .env("ANTHROPIC_BASE_URL", model.base_url())
        .env("ANTHROPIC_API_KEY", "sk-ant-dummy")
        .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
        .env("DISABLE_AUTOUPDATER", "1")
        .env("TMPDIR", turn.home.path().join("cache"))
        .envs(turn.env.iter().copied())
        .cwd(turn.repo)
        .timeout(CLIENT_TIMEOUT)
        .run_in(turn.home);
    Some(Answered { requests: model.conversation(turn.prompt), output })
}
