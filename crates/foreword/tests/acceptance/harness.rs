//! How every acceptance test asks: a prompt, a repository, a few variables; an envelope comes back.

use std::path::Path;

use foreword_testkit::process::{Home, Invocation, Output};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::{ENTRY, InstalledShims};
use foreword_testkit::wait;
use serde_json::{Value, json};

/// A prompt that is about the code of the fixture repository.
pub const CODE_PROMPT: &str = "How is the late fee of a loan computed?";
/// The same in Chinese.
pub const CODE_PROMPT_ZH: &str = "逾期罚款 late_fee 是怎么计算的？";
/// A prompt that is not.
pub const SMALL_TALK: &str = "thanks, have a nice weekend!";

/// One question, to be described and then asked.
pub struct Ask<'a> {
    cwd: &'a Path,
    prompt: &'a str,
    env: Vec<(String, String)>,
    args: Vec<&'a str>,
}

impl<'a> Ask<'a> {
    /// Asks in a folder.
    pub fn new(cwd: &'a Path, prompt: &'a str) -> Self {
        Self { cwd, prompt, env: Vec::new(), args: vec!["--format", "json"] }
    }

    /// With a variable.
    pub fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Self {
        self.env.push((name.to_owned(), value.as_ref().to_string_lossy().into_owned()));
        self
    }

    /// As a hook: no format, only the payload.
    pub fn in_hook_mode(mut self) -> Self {
        self.args.clear();
        self
    }

    /// Through the installed entry shim, in a home of its own.
    pub fn run(self) -> Output {
        let home = Home::new();
        self.run_in(&home)
    }

    /// Through the installed entry shim.
    pub fn run_in(self, home: &Home) -> Output {
        let shims = InstalledShims::new();
        self.describe(shims.invoke(ENTRY)).run_in(home)
    }

    /// Adds what was described to an invocation.
    pub fn describe(self, invocation: Invocation) -> Invocation {
        let payload = json!({
            "session_id": "5f0c", "cwd": self.cwd, "hook_event_name": "UserPromptSubmit",
            "prompt": self.prompt, "transcript_path": "/dev/null", "permission_mode": "default",
        });
        invocation.args(&self.args).stdin(payload.to_string()).envs(self.env).cwd(self.cwd)
    }
}

/// The envelope of an output, with its exit code checked.
pub fn envelope(output: &Output, exit: i32) -> Value {
    assert_eq!(
        output.code(),
        Some(exit),
        "stdout: {}\nstderr: {}",
        output.stdout_text(),
        output.stderr_text()
    );
    output.json()
}

/// Asks until no tool was late: the time of a built-in one cannot be made longer, and a machine may be too busy for it.
pub fn in_time(ask: impl Fn() -> Output) -> Output {
    wait::until("an answer of every tool in its own time", || {
        let output = ask();
        let answer = output.json();
        let mut results = answer["tool_results"].as_array().expect("tool_results").iter();
        results.all(|result| result["status"] != "timeout").then_some(output)
    })
}

/// The `[Limits]` lines of an envelope.
pub fn limits(envelope: &Value) -> String {
    envelope["fused_context"]["for_user"]["limits_text"].as_str().expect("limits_text").to_owned()
}

/// The injected text of an envelope.
pub fn context(envelope: &Value) -> &str {
    envelope["fused_context"]["for_model"]["additional_context"].as_str().expect("additional_context")
}

/// The names of the planned tools.
pub fn planned(envelope: &Value) -> Vec<&str> {
    let tools = envelope["tool_plan"]["tools"].as_array().expect("tools");
    tools.iter().map(|tool| tool["tool"].as_str().expect("a name")).collect()
}

/// One tool's result.
pub fn result<'a>(envelope: &'a Value, tool: &str) -> &'a Value {
    let results = envelope["tool_results"].as_array().expect("tool_results");
    results.iter().find(|result| result["tool"] == tool).unwrap_or_else(|| panic!("no result of {tool}"))
}

/// A file of supplied results, outside the repository.
pub fn supplied(home: &Home, results: &Value) -> std::path::PathBuf {
    home.file("results.json", &results.to_string())
}

/// A result of `ci_search` with these items.
pub fn search_result(items: Value) -> Value {
    json!({ "tool": "ci_search", "status": "ok", "summary": "found", "data": { "items": items } })
}

/// The fixture repository with a config file.
pub fn repo_with_config(text: &str) -> FixtureRepo {
    let repo = FixtureRepo::library_app();
    repo.file("config/auto-tools.yaml", text);
    repo
}

/// Lines of `tools:` that name every tool that ships, to stand before one that is tried: a file that names some leaves out
/// the others.
pub fn every_shipped_tool() -> String {
    foreword_codeintel::shipped_specs().iter().map(|spec| format!("  {}:\n", spec.name)).collect()
}
