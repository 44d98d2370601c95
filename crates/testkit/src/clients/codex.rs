//! Codex CLI 0.166.0, with the hook in the user's `hooks.json` and its trust in `config.toml`.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Answered, CLIENT_TIMEOUT, HOOK_TIMEOUT_S, InstalledTurn, ToolTurn, Turn};
use crate::mock::openai::MockOpenAi;
use crate::process::{Home, Invocation};

/// The native program; `None` where it is missing and may be.
pub fn program() -> Option<PathBuf> {
    super::program(&[
        "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
        "@openai/codex-linux-arm64/vendor/aarch64-unknown-linux-musl/bin/codex",
        "@openai/codex-darwin-arm64/vendor/aarch64-apple-darwin/bin/codex",
        "@openai/codex-darwin-x64/vendor/x86_64-apple-darwin/bin/codex",
    ])
}

/// Types one prompt and returns what reached the model; `None` where the program is missing and may be.
pub fn ask(turn: Turn<'_>) -> Option<Answered> {
    let program = program()?;
    let model = MockOpenAi::start();
    let home = Home::new();
    let hook = json!({"type": "command", "command": turn.hook, "timeout": HOOK_TIMEOUT_S});
    let hooks = json!({"hooks": {"UserPromptSubmit": [{"hooks": [hook]}]}});
    let hooks_file = home.file("codex/hooks.json", &hooks.to_string());
    let config = format!("{}{}", provider(&model.base_url()), trust(&hooks_file, turn.hook));
    home.file("codex/config.toml", &config);
    let invocation = Invocation::new(program).envs(turn.env.iter().copied()).cwd(turn.repo);
    Some(run(invocation, &model, &home, turn.prompt))
}

/// Types one prompt; the model calls the tool of the server that the user's own configuration names. `None` where the
/// program is missing and may be.
pub fn call_tool(turn: ToolTurn<'_>) -> Option<Answered> {
    let program = program()?;
    let call = json!({
        "type": "function_call", "call_id": "call_1", "namespace": "mcp__foreword",
        "name": turn.tool, "arguments": turn.args.to_string(),
    });
    let model = MockOpenAi::scripted(vec![vec![call]]);
    // Codex passes few variables on; the server shall live in the same home.
    let variables = turn.home.variables().map(|(name, value)| format!("{name} = {}", json!(value)));
    let server = format!(
        "\n[mcp_servers.foreword]\ncommand = {}\nargs = [\"mcp\"]\n\n[mcp_servers.foreword.env]\n{}\n",
        json!(turn.server),
        variables.join("\n")
    );
    turn.home.file("codex/config.toml", &format!("{}{server}", provider(&model.base_url())));
    Some(run(Invocation::new(program).cwd(turn.repo), &model, turn.home, turn.prompt))
}

fn run(invocation: Invocation, model: &MockOpenAi, home: &Home, prompt: &str) -> Answered {
    let output = invocation
        .args(["exec", "--skip-git-repo-check", prompt])
        .env("CODEX_HOME", home.path().join("codex"))
        .env("MOCK_API_KEY", "dummy")
        .env("TMPDIR", home.path().join("cache"))
        .timeout(CLIENT_TIMEOUT)
        .run_in(home);
    Answered { requests: model.conversation(prompt), output }
}

/// Types one prompt in a home as it is; `None` where the program is missing and may be. The model is named on the command
/// line, so that the configuration stays the user's.
pub fn ask_installed(turn: InstalledTurn<'_>) -> Option<Answered> {
    ask_model(&MockOpenAi::start(), turn)
}

/// The same, and the model calls a tool of our server.
pub fn call_installed(turn: InstalledTurn<'_>, tool: &str, args: &Value) -> Option<Answered> {
    let call = json!({
        "type": "function_call", "call_id": "call_1", "namespace": "mcp__foreword",
        "name": tool, "arguments": args.to_string(),
    });
    ask_model(&MockOpenAi::scripted(vec![vec![call]]), turn)
}

/// The same, with a model that other prompts may have reached.
pub fn ask_model(model: &MockOpenAi, turn: InstalledTurn<'_>) -> Option<Answered> {
    let program = program()?;
    let provider = format!(
        "model_providers.mock={{name=\"mock\",base_url=\"{}\",wire_api=\"responses\",env_key=\"MOCK_API_KEY\",\
         request_max_retries=0,stream_max_retries=0}}",
        model.base_url()
    );
    let settings = [
        "model=\"mock-model\"",
        "model_provider=\"mock\"",
        "check_for_update_on_startup=false",
        "analytics.enabled=false",
        provider.as_str(),
    ];
    let output = Invocation::new(program)
        .args(["exec", "--skip-git-repo-check"])
        .args(settings.iter().flat_map(|setting| ["-c", setting]))
        .args(turn.args)
        .args([turn.prompt])
        .env("MOCK_API_KEY", "dummy")
        .env("TMPDIR", turn.home.path().join("cache"))
        .envs(turn.env.iter().copied())
        .cwd(turn.repo)
        .timeout(CLIENT_TIMEOUT)
        .run_in(turn.home);
    Some(Answered { requests: model.conversation(turn.prompt), output })
}

/// The hash by which Codex recognises a command hook that the user has trusted.
pub fn trusted_hash(command: &str, timeout_s: u32) -> String {
    let hook = json!({"type": "command", "command": command, "timeout": timeout_s, "async": false});
    let identity: Value = json!({"event_name": "user_prompt_submit", "hooks": [hook]});
    let digest = Sha256::digest(sorted(&identity).as_bytes());
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

/// Compact JSON with sorted keys, whatever order the map type keeps.
fn sorted(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort();
            let fields: Vec<String> =
                keys.into_iter().map(|key| format!("{}:{}", json!(key), sorted(&map[key]))).collect();
            format!("{{{}}}", fields.join(","))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(sorted).collect::<Vec<_>>().join(",")),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// The trust in the hook.
fn trust(hooks_file: &Path, hook: &Path) -> String {
    // A basic TOML string takes the same escapes as a JSON string.
    let key = json!(format!("{}:user_prompt_submit:0:0", hooks_file.display()));
    let hash = trusted_hash(&hook.display().to_string(), HOOK_TIMEOUT_S);
    format!("\n[hooks.state.{key}]\ntrusted_hash = \"{hash}\"\n")
}

/// The configuration that names the model, which is ours. It wants `MOCK_API_KEY` in the environment.
pub fn provider(base_url: &str) -> String {
    format!(
        r#"model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
plugins = false

[model_providers.mock]
name = "mock"
base_url = "{base_url}"
wire_api = "responses"
env_key = "MOCK_API_KEY"
request_max_retries = 0
stream_max_retries = 0
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_that_codex_computes() {
        let expected = "sha256:08b03cc0ec675d79041dd617afd0a509923c7cc6fa51bd745da7b5bc70e8a0f3";
        assert_eq!(trusted_hash("/opt/hooks/context-inject-global.sh", 30), expected);
    }
}
