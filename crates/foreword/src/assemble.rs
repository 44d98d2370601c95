//! The only place that knows every crate: puts settings, tools, exec and kernel together for one run.

use std::sync::Arc;

use foreword_codeintel::{built_in, external};
use foreword_exec::tool::Tool;
use foreword_exec::{Executor, Registry};
use foreword_guard::seal_envelope;
use foreword_guard::sensitive::Sensitive;
use foreword_kernel::{Kernel, Run};
use foreword_model::envelope::{Envelope, RepoRootSource};
use foreword_model::error::ExitCode;
use foreword_model::request::Request;
use foreword_model::settings::CodexSession;

use crate::external_kernel;
use crate::repo_view::{LexicalView, LiveView};
use crate::settings::{self, Environment, Resolved};

/// A run, and what its caller needs to know of the settings.
#[derive(Debug)]
pub struct Orchestrated {
    /// The run.
    pub run: Run,
    /// Whether nothing ran.
    pub is_plan: bool,
    /// Whether nothing is said to the user in hook mode.
    pub quiet: bool,
    /// How codex is to be started.
    pub codex_session: CodexSession,
    /// What the settings noticed: the same for every prompt of a session.
    pub noticed: Vec<String>,
}

/// Runs a request through the kernel that the user chose: the built-in one, or a program.
pub fn orchestrate(environment: &Environment, request: &Request) -> Orchestrated {
    orchestrate_by(environment, request, Choice::Configured)
}

/// Runs a request through the built-in kernel, whatever the environment says: `foreword orchestrate`
/// must not start itself.
pub fn orchestrate_built_in(environment: &Environment, request: &Request) -> Orchestrated {
    orchestrate_by(environment, request, Choice::BuiltIn)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Configured,
    BuiltIn,
}

fn orchestrate_by(environment: &Environment, request: &Request, choice: Choice) -> Orchestrated {
    let cwd = Some(request.cwd.as_str());
    let resolved = match settings::resolve(environment, cwd, request.settings.as_ref()) {
        Ok(resolved) => resolved,
        Err(error) => return without_root(request, &error.to_string()),
    };
    let (is_plan, quiet) = (resolved.settings.is_plan(), resolved.settings.quiet);
    let (codex_session, noticed) = (resolved.settings.codex_session, resolved.noticed.clone());
    let config_failed = resolved.config_error.is_some();
    let program = resolved.settings.orchestrator.clone().filter(|_| choice == Choice::Configured);
    let mut run = match program {
        Some(program) if !is_plan => external_kernel::run(&program, request, &resolved),
        Some(_) | None => built_in_run(request, resolved),
    };
    if config_failed {
        run.exit = run.exit.max(ExitCode::Configuration);
    }
    Orchestrated { run, is_plan, quiet, codex_session, noticed }
}

fn built_in_run(request: &Request, resolved: Resolved) -> Run {
    let (settings, root, noticed) =
        (resolved.settings.clone(), resolved.root.clone(), resolved.noticed.clone());
    let executor = executor(resolved);
    let live = LiveView { jail: &executor.jail, sensitive: &executor.sensitive };
    let lexical = LexicalView { root: &root.path, sensitive: &executor.sensitive };
    let kernel = Kernel {
        executor: &executor,
        repo: if settings.is_plan() { &lexical } else { &live },
        settings: &settings,
        root: &root,
        noticed: &noticed,
    };
    kernel.run(request)
}

/// The one execution path, with the tools of this run.
pub fn executor(resolved: Resolved) -> Arc<Executor> {
    let settings = &resolved.settings;
    let mut tools: Vec<Box<dyn Tool>> =
        built_in(Sensitive::new(&settings.sensitive), settings.exclude.clone());
    let runners: Vec<Box<dyn Tool>> = tools
        .iter()
        .filter_map(|tool| {
            let spec = tool.spec();
            let program = settings.runners.get(spec.name.as_ref())?;
            Some(external::runner(spec.clone(), program.clone()))
        })
        .collect();
    tools.extend(runners);
    tools.extend(settings.command_tools.iter().cloned().map(external::command));
    Arc::new(Executor {
        registry: Registry::new(tools, &settings.tools),
        sensitive: Sensitive::new(&settings.sensitive),
        hooks: resolved.hooks,
        jail: resolved.jail,
    })
}

fn without_root(request: &Request, reason: &str) -> Orchestrated {
    let empty = Envelope::empty(
        request.client.clone(),
        &foreword_guard::redact_prompt(&request.prompt),
        "",
        RepoRootSource::NoGitRoot,
        reason,
    );
    Orchestrated {
        run: Run { envelope: seal_envelope(empty), exit: ExitCode::ToolFailed },
        is_plan: false,
        quiet: false,
        codex_session: CodexSession::ResumeLastByDefault,
        noticed: Vec::new(),
    }
}
