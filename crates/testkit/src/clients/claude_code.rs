//! Claude Code 2.1.325, with the hook in the user's `settings.json`.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::{Answered, CLIENT_TIMEOUT, HOOK_TIMEOUT_S, InstalledTurn, ToolTurn, Turn};
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
    let home = Home::new();
    let hook = json!({"type": "command", "command": turn.hook, "timeout": HOOK_TIMEOUT_S});
    let settings = json!({"hooks": {"UserPromptSubmit": [{"hooks": [hook]}]}});
    home.file("claude/settings.json", &settings.to_string());
    let model = MockAnthropic::start();
    let invocation = configured(program, &home).envs(turn.env.iter().copied()).cwd(turn.repo);
    Some(run(invocation, &model, &home, turn.prompt))
}

/// Types one prompt; the model calls the tool of the server that the user's own configuration names. `None` where the
/// program is missing and may be.
pub fn call_tool(turn: ToolTurn<'_>) -> Option<Answered> {
    let program = program()?;
    let name = format!("mcp__foreword__{}", turn.tool);
    let call = json!({"type": "tool_use", "id": "toolu_1", "name": name, "input": turn.args});
    let model = MockAnthropic::scripted(vec![vec![call]]);
    let server = json!({"type": "stdio", "command": turn.server, "args": ["mcp"], "env": {}});
    turn.home.file("claude/.claude.json", &json!({"mcpServers": {"foreword": server}}).to_string());
    let settings = json!({"permissions": {"allow": ["mcp__foreword"]}});
    turn.home.file("claude/settings.json", &settings.to_string());
    Some(run(configured(program, turn.home).cwd(turn.repo), &model, turn.home, turn.prompt))
}

/// The program with the configuration that the test wrote.
fn configured(program: PathBuf, home: &Home) -> Invocation {
    Invocation::new(program).env("CLAUDE_CONFIG_DIR", home.path().join("claude"))
}

fn run(invocation: Invocation, model: &MockAnthropic, home: &Home, prompt: &str) -> Answered {
    let output = invocation
        .args(["-p", prompt])
        .env("ANTHROPIC_BASE_URL", model.base_url())
        .env("ANTHROPIC_API_KEY", "sk-ant-dummy")
        .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
        .env("DISABLE_AUTOUPDATER", "1")
        .env("TMPDIR", home.path().join("cache"))
        .timeout(CLIENT_TIMEOUT)
        .run_in(home);
    Answered { requests: model.conversation(prompt), output }
}

/// Types one prompt in a home as it is; `None` where the program is missing and may be.
pub fn ask_installed(turn: InstalledTurn<'_>) -> Option<Answered> {
    ask_model(&MockAnthropic::start(), turn)
}

/// The same, and the model calls a tool by this name; whoever is at the terminal has allowed it.
pub fn call_installed(turn: InstalledTurn<'_>, name: &str, args: &Value) -> Option<Answered> {
    let call = json!({"type": "tool_use", "id": "toolu_1", "name": name, "input": args});
    let allowed = [turn.args, &["--allowedTools".into(), name.into()]].concat();
    ask_model(&MockAnthropic::scripted(vec![vec![call]]), InstalledTurn { args: &allowed, ..turn })
}

/// The same, with a model that other prompts may have reached.
pub fn ask_model(model: &MockAnthropic, turn: InstalledTurn<'_>) -> Option<Answered> {
    let program = program()?;
    let typed = Invocation::new(program).args(turn.args);
    let typed = typed.envs(turn.env.iter().copied()).cwd(turn.repo);
    Some(run(typed, model, turn.home, turn.prompt))
}
