//! The life of one tool call, the same for every caller: before-hooks → the tool → guard → after-hooks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_guard::{Cleared, clear_limit, clear_line, clear_result};
use foreword_model::clock;
use foreword_model::envelope::{ToolError, ToolResult, ToolStatus};
use foreword_model::error::ErrorCode;
use serde_json::{Value, json};

use crate::cancel::Cancel;
use crate::hooks::HookSet;
use crate::hooks::config::Phase;
use crate::hooks::run as hook_runner;
use crate::prepare::Prepared;
use crate::registry::{Entry, Registry};
use crate::tool::{Call, Permit, ToolAnswer, ToolFailure};

/// A finished call.
#[derive(Debug, Clone)]
pub struct Executed {
    /// The result, guarded.
    pub result: Cleared<ToolResult>,
    /// What the user should know, for `[Limits]`.
    pub limits: Vec<String>,
    /// Whether another program chose the words of the result.
    pub is_foreign: bool,
}

/// Everything that a call needs besides its arguments.
pub struct Executor {
    /// The tools.
    pub registry: Registry,
    /// The user's hooks.
    pub hooks: HookSet,
    /// The repository.
    pub jail: Jail,
    /// Which files never contribute content.
    pub sensitive: Sensitive,
}

impl Executor {
    /// Runs one call to its end or to the deadline.
    pub fn call(self: &Arc<Self>, prepared: &Prepared, prompt: &str, deadline: Instant) -> Executed {
        self.call_unless(&Cancel::default(), prepared, prompt, deadline)
    }

    /// The same for a caller who may go away meanwhile: then what the call started is ended, and the after-hooks are
    /// told.
    pub fn call_unless(
        self: &Arc<Self>,
        cancel: &Cancel,
        prepared: &Prepared,
        prompt: &str,
        deadline: Instant,
    ) -> Executed {
        self.call_and_tell(cancel, prepared, prompt, deadline, |_| {})
    }

    /// The same; `ready` gets the result before the after-hooks run, so that a slow one cannot lose it.
    pub(crate) fn call_and_tell(
        self: &Arc<Self>,
        cancel: &Cancel,
        prepared: &Prepared,
        prompt: &str,
        deadline: Instant,
        ready: impl FnOnce(&Executed),
    ) -> Executed {
        self.live(prepared, &Around { prompt, deadline, cancel }, ready)
    }

    /// The life of a call.
    fn live(
        self: &Arc<Self>,
        prepared: &Prepared,
        around: &Around<'_>,
        ready: impl FnOnce(&Executed),
    ) -> Executed {
        let clock = Clock::start();
        let mut limits = prepared.notes().to_vec();
        let (reached_tool, outcome) = match self.before(prepared, around, &mut limits) {
            Ok(Next::Answered(answer)) => (true, Ok(answer)),
            Ok(Next::Run(entry)) => (true, self.run_in_time(entry, prepared, around)),
            Err(failure) => (false, Err(failure)),
        };
        let mut raw = raw_result(prepared.tool(), outcome, &clock, &mut limits);
        relative_paths(&mut raw, self.jail.root());
        let (result, noticed) = clear_result(raw, &self.sensitive);
        limits.extend(noticed);
        let is_foreign = self.registry.get(prepared.tool()).is_some_and(|entry| entry.tool.is_foreign());
        let executed = Executed { result, limits, is_foreign };
        if !reached_tool {
            return executed;
        }
        ready(&executed);
        let Executed { result, mut limits, is_foreign } = executed;
        let result = self.after(prepared, result, around.deadline, &mut limits);
        Executed { result, limits, is_foreign }
    }

    /// Everything before the tool: whether there is one, and its before-hooks. What fails here has no after-hooks.
    fn before(
        &self,
        prepared: &Prepared,
        around: &Around<'_>,
        limits: &mut Vec<String>,
    ) -> Result<Next<'_>, ToolFailure> {
        let name = prepared.tool();
        let Some(entry) = self.registry.get(name).filter(|entry| entry.spec.built) else {
            let message = format!("{name} is not part of this build");
            return Err(ToolFailure::skipped(ErrorCode::EToolUnavailable, message));
        };
        let payload = json!({ "toolName": name, "args": prepared.args() });
        let hooks = self.hooks.of(Phase::Before);
        let run =
            || hook_runner::run(hooks, Phase::Before, name, &payload, self.jail.root(), around.deadline);
        let before = around.cancel.over(run);
        limits.extend(before.warnings);
        if let Some(failure) = before.failure {
            return Err(ToolFailure::error(ErrorCode::EHookFailed, failure));
        }
        let answer = before.printed.and_then(|printed| entry.tool.answer_by_hook(&printed, prepared.args()));
        Ok(answer.map_or(Next::Run(entry), Next::Answered))
    }

    /// Runs the tool in a thread of its own: one that ignores its deadline costs only its own result.
    fn run_in_time(
        self: &Arc<Self>,
        entry: &Entry,
        prepared: &Prepared,
        around: &Around<'_>,
    ) -> Result<ToolAnswer, ToolFailure> {
        let (sender, receiver) = channel();
        let (executor, tool) = (Arc::clone(self), Arc::clone(&entry.tool));
        let (args, prompt) = (prepared.args().clone(), around.prompt.to_owned());
        let own = clock::now() + Duration::from_millis(entry.spec.timeout_ms);
        let (deadline, cancel, tell) = (own.min(around.deadline), around.cancel.clone(), sender.clone());
        let _listening = around.cancel.listen(move || drop(tell.send(Ended::Cancelled)));
        std::thread::spawn(move || {
            let call = Call { args: &args, prompt: &prompt, jail: &executor.jail, deadline };
            let run = || cancel.over(|| tool.run(&Permit::issue(), &call));
            // After the deadline nobody listens any more.
            drop(sender.send(Ended::ByItself(catch_unwind(AssertUnwindSafe(run)))));
        });
        match receiver.recv_timeout(clock::left(deadline)) {
            Ok(Ended::ByItself(Ok(answer))) => answer,
            Ok(Ended::ByItself(Err(_panic))) => {
                let message = format!("{} stopped on an internal error", entry.spec.name);
                Err(ToolFailure::error(ErrorCode::EUnknown, message))
            }
            Ok(Ended::Cancelled) => {
                let message = format!("{} was cancelled by its caller", entry.spec.name);
                Err(ToolFailure::error(ErrorCode::EUnknown, message))
            }
            Err(_) => Err(ToolFailure::timeout(format!("{} gave no answer in time", entry.spec.name))),
        }
    }

    fn after(
        &self,
        prepared: &Prepared,
        result: Cleared<ToolResult>,
        deadline: Instant,
        limits: &mut Vec<String>,
    ) -> Cleared<ToolResult> {
        let name = prepared.tool();
        let payload = json!({
            "toolName": name,
            "args": prepared.args(),
            "result": result.data.as_ref().unwrap_or(&Value::Null),
            "error": result.error,
        });
        let hooks = self.hooks.of(Phase::After);
        let after = hook_runner::run(hooks, Phase::After, name, &payload, self.jail.root(), deadline);
        limits.extend(after.warnings);
        match after.failure {
            None => result,
            Some(failure) => {
                limits.push(failure.clone());
                let mut marked = result.into_inner();
                let error = ToolError { code: ErrorCode::EHookFailed, message: failure };
                marked.error.get_or_insert(error);
                clear_result(marked, &self.sensitive).0
            }
        }
    }
}

/// What holds for a whole call.
#[derive(Clone, Copy)]
struct Around<'a> {
    prompt: &'a str,
    deadline: Instant,
    cancel: &'a Cancel,
}

/// What ends the waiting for a tool, besides time.
enum Ended {
    ByItself(std::thread::Result<Result<ToolAnswer, ToolFailure>>),
    Cancelled,
}

/// How a call goes on after its before-hooks.
enum Next<'e> {
    /// A hook answered in the tool's place.
    Answered(ToolAnswer),
    /// The tool runs.
    Run(&'e Entry),
}

/// When a call began.
#[derive(Debug, Clone)]
pub(crate) struct Clock {
    started: Instant,
    started_at: String,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { started: clock::now(), started_at: now_rfc3339() }
    }
}

/// A result that says why a tool was not run.
pub fn refused(tool: &str, failure: ToolFailure, sensitive: &Sensitive) -> Executed {
    ended_by(tool, failure, &Clock::start(), sensitive)
}

/// A result that says why a call has no answer.
pub(crate) fn ended_by(tool: &str, failure: ToolFailure, clock: &Clock, sensitive: &Sensitive) -> Executed {
    let mut limits = Vec::new();
    let raw = raw_result(clear_line(tool).as_str(), Err(failure), clock, &mut limits);
    let (result, noticed) = clear_result(raw, sensitive);
    limits.extend(noticed);
    Executed { result, limits, is_foreign: false }
}

fn raw_result(
    tool: &str,
    outcome: Result<ToolAnswer, ToolFailure>,
    clock: &Clock,
    limits: &mut Vec<String>,
) -> ToolResult {
    let empty = ToolResult {
        tool: tool.to_owned(),
        status: ToolStatus::Ok,
        started_at: clock.started_at.clone(),
        duration_ms: u64::try_from(clock::since(clock.started).as_millis()).unwrap_or(u64::MAX),
        summary: String::new(),
        data: None,
        error: None,
        redactions: Vec::new(),
        truncated: false,
    };
    match outcome {
        Ok(answer) => {
            limits.extend(answer.notes.iter().map(|note| clear_limit(note).into_inner()));
            ToolResult {
                summary: answer.summary,
                data: answer.data,
                truncated: answer.truncated,
                redactions: answer.redactions,
                ..empty
            }
        }
        Err(failure) => ToolResult {
            status: failure.status,
            error: Some(ToolError { code: failure.code, message: failure.message }),
            ..empty
        },
    }
}

/// Brings absolute paths below the root to the form that everything else has; others stay, and are refused
/// by the guard.
pub fn relative_paths(result: &mut ToolResult, root: &Path) {
    for list in ["items", "files"] {
        let entries = result.data.as_mut().and_then(|data| data.get_mut(list)).and_then(Value::as_array_mut);
        for entry in entries.into_iter().flatten() {
            let inside = entry.get("path").and_then(Value::as_str).and_then(|path| {
                Path::new(path).strip_prefix(root).ok().and_then(Path::to_str).map(str::to_owned)
            });
            if let Some(inside) = inside {
                entry["path"] = Value::from(inside);
            }
        }
    }
}

/// The time, to the millisecond, as RFC 3339.
pub fn now_rfc3339() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}
