//! Programs as tools: a runner in place of a built-in tool, and commands of the user's configuration.
//!
//! A program prints an object with items and claims, any other JSON (kept as `data`), or text (its first
//! line is the summary).

use std::ffi::OsString;
use std::path::PathBuf;

use foreword_exec::Inherited;
use foreword_exec::process::{self, Finished, Ground, Job, JobError};
use foreword_exec::spec::ToolSpec;
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_model::error::ErrorCode;
use foreword_model::limits;
use foreword_model::settings::{CommandTool, Origin};
use foreword_text::truncate::truncate_bytes;
use serde_json::{Value, json};

use super::{word_found_within, word_within};

/// A program that stands in for a built-in tool (`CI_AUTO_TOOLS_RUNNER_<TOOL>`), with the variables that the user's own
/// programs inherit besides the listed ones.
pub fn runner(spec: ToolSpec, program: PathBuf, env_names: Vec<String>) -> Box<dyn Tool> {
    let spec = ToolSpec { built: true, ..spec };
    let command = vec![program.into_os_string()];
    // That a runner lies outside the repository was checked when the variable was read.
    let (stdin, declares_json, kept_out) = (StdinForm::Prompt, false, None);
    Box::new(Program { spec, command, stdin, declares_json, kept_out, env_names })
}

/// A command of the user's configuration.
pub(super) fn command(spec: ToolSpec, tool: CommandTool) -> Box<dyn Tool> {
    // What a repository holds, a pull can change; one that is trusted was hashed.
    let kept_out = (tool.origin == Origin::User).then(|| tool.command.clone());
    let command = tool.command.into_iter().map(OsString::from).collect();
    let (stdin, declares_json, env_names) = (StdinForm::Json, tool.declares_json, tool.env_names);
    Box::new(Program { spec, command, stdin, declares_json, kept_out, env_names })
}

struct Program {
    spec: ToolSpec,
    command: Vec<OsString>,
    stdin: StdinForm,
    declares_json: bool,
    /// The command, if no word of it may lead into the repository.
    kept_out: Option<Vec<String>>,
    /// Variables that it inherits besides the listed ones.
    env_names: Vec<String>,
}

/// What a program reads.
enum StdinForm {
    /// The whole prompt, as runners always had it.
    Prompt,
    /// `{toolName, args, prompt, repoRoot}`.
    Json,
}

impl Tool for Program {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn is_foreign(&self) -> bool {
        true
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let name = self.spec.name.as_ref();
        let args = Value::Object(call.args.clone());
        let root = call.jail.root();
        let within = |command| word_within(command, root).or_else(|| word_found_within(command, root));
        if let Some(word) = self.kept_out.as_deref().and_then(within) {
            let message = format!("{name}: {word} lies in the repository, which can change it; not run");
            return Err(ToolFailure::error(ErrorCode::EToolUnavailable, message));
        }
        let mut env = vec![
            ("CI_TOOL_NAME", OsString::from(name)),
            ("CI_TOOL_PROMPT", OsString::from(truncate_bytes(call.prompt, limits::ENV_PROMPT_BYTES))),
            (
                "CI_TOOL_ARGS_JSON",
                OsString::from(truncate_bytes(&args.to_string(), limits::ENV_PROMPT_BYTES)),
            ),
            ("CI_TOOL_REPO_ROOT", root.as_os_str().to_owned()),
        ];
        // Python would look for what a module or a line of code imports in the repository first.
        let is_imported = |word: &String| word.starts_with("-m") || word == "-c";
        if self.kept_out.iter().flatten().any(is_imported) {
            env.push(("PYTHONSAFEPATH", OsString::from("1")));
        }
        let stdin = match self.stdin {
            StdinForm::Prompt => call.prompt.to_owned(),
            StdinForm::Json => {
                json!({ "toolName": name, "args": args, "prompt": call.prompt, "repoRoot": root }).to_string()
            }
        };
        let ended = process::run(Job {
            command: &self.command,
            env: &env,
            ground: Ground::in_repository(root, Inherited::Listed(&self.env_names)),
            stdin: stdin.into_bytes(),
            output_max: limits::CHILD_OUTPUT_BYTES,
            deadline: call.deadline,
        });
        match ended {
            Ok(finished) if finished.code == 0 => self.read(&finished),
            Ok(finished) => Err(self.failed(&finished)),
            Err(JobError::Late) => Err(ToolFailure::timeout(format!("{name} gave no answer in time"))),
            Err(error @ (JobError::Start(_) | JobError::Cancelled)) => {
                Err(ToolFailure::error(ErrorCode::EToolUnavailable, format!("{name}: {error}")))
            }
        }
    }
}

impl Program {
    fn read(&self, finished: &Finished) -> Result<ToolAnswer, ToolFailure> {
        let text = String::from_utf8_lossy(&finished.stdout);
        let text = text.trim();
        let is_json = self.declares_json || text.starts_with(['{', '[']);
        let mut answer = if is_json { self.read_json(text, finished.cut)? } else { Self::read_text(text) };
        answer.truncated = finished.cut;
        if finished.cut {
            let bytes = limits::CHILD_OUTPUT_BYTES;
            answer.notes.push(format!("{}: output cut at {bytes} bytes", self.spec.name));
        }
        Ok(answer)
    }

    fn read_json(&self, text: &str, cut: bool) -> Result<ToolAnswer, ToolFailure> {
        let mut data: Value = serde_json::from_str(text).map_err(|error| {
            let why = if cut { "its output was cut".to_owned() } else { error.to_string() };
            ToolFailure::error(ErrorCode::EParse, format!("{}: output is not JSON: {why}", self.spec.name))
        })?;
        data.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten().for_each(within_bounds);
        let summary = data.get("summary").and_then(Value::as_str).map(str::to_owned);
        let items = data.get("items").and_then(Value::as_array).map_or(0, Vec::len);
        let summary =
            summary.unwrap_or_else(|| if items == 0 { String::new() } else { format!("{items} items") });
        Ok(ToolAnswer { summary, data: Some(data), ..ToolAnswer::default() })
    }

    /// The first line is the summary; the whole is shown as the answer of the tool.
    fn read_text(text: &str) -> ToolAnswer {
        let summary = text.lines().next().unwrap_or_default().to_owned();
        let data = (!text.is_empty()).then(|| json!({ "text": text }));
        ToolAnswer { summary, data, ..ToolAnswer::default() }
    }

    fn failed(&self, finished: &Finished) -> ToolFailure {
        let stderr = String::from_utf8_lossy(&finished.stderr);
        let said = stderr.trim().lines().next().unwrap_or("no message").to_owned();
        let message = format!("{} ended with {}: {said}", self.spec.name, finished.code);
        ToolFailure::error(ErrorCode::EToolUnavailable, message)
    }
}

/// What a program may say of a place: of a file of this repository only its own lines are shown as such, and nothing is
/// surer than sure.
fn within_bounds(item: &mut Value) {
    let Some(item) = item.as_object_mut() else { return };
    if item.get("path").is_some_and(Value::is_string) {
        item.remove("extract");
    }
    if let Some(confidence) = item.get("confidence").and_then(Value::as_f64) {
        item.insert("confidence".to_owned(), json!(confidence.clamp(0.0, 1.0)));
    }
}
