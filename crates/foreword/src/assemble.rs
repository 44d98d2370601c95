//! The only place that knows every crate: puts settings, tools, exec and kernel together for one run.

use std::path::Path;
use std::sync::Arc;

use foreword_codeintel::external;
use foreword_exec::tool::Tool;
use foreword_exec::{Executor, Registry};
use foreword_guard::sensitive::Sensitive;
use foreword_guard::{redact_prompt, seal_envelope};
use foreword_index::view::{BackgroundRefresh, IndexView};
use foreword_kernel::{Kernel, Run, SessionMemory, intent};
use foreword_model::envelope::{Envelope, RepoRootSource};
use foreword_model::error::ExitCode;
use foreword_model::intent::Outcome;
use foreword_model::repo::Unseen;
use foreword_model::request::Request;
use foreword_model::settings::{CodexSession, Enabled, Settings};

use crate::here::Here;
use crate::orchestrator_script::OrchestratorScript;
use crate::repo_view::{LexicalView, LiveView};
use crate::settings::{self, Environment, Resolved};
use crate::{background, env_values, external_kernel, unreadable_config};

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

/// Which kernel answers a request.
#[derive(Debug, Clone, Copy)]
pub enum KernelChoice<'a> {
    /// The one of this binary, whatever the environment says: `foreword orchestrate` must not start itself.
    BuiltIn,
    /// The one that the user chose: a program that the environment names, the script if it is not the shipped one, and
    /// otherwise the built-in one. A plan starts no process, so that the built-in one makes it.
    Configured(Option<&'a OrchestratorScript>),
}

/// Runs a request through a kernel, for a session that has been given extracts.
pub fn orchestrate(
    environment: &Environment,
    request: &Request,
    kernel: KernelChoice<'_>,
    session: &SessionMemory,
) -> Orchestrated {
    let cwd = Some(request.cwd.as_str());
    let mut resolved = match settings::resolve(environment, cwd, request.settings.as_ref()) {
        Ok(resolved) => resolved,
        Err(error) => return without_root(environment, request, &error.to_string()),
    };
    let (is_plan, quiet) = (resolved.settings.is_plan(), resolved.settings.quiet);
    let is_off = resolved.settings.enabled == Enabled::Off;
    let program = match kernel {
        KernelChoice::Configured(script) if !is_plan && !is_off => {
            external_kernel::choose(environment, script, &mut resolved)
        }
        KernelChoice::Configured(_) | KernelChoice::BuiltIn => None,
    };
    let (codex_session, noticed) = (resolved.settings.codex_session, resolved.limit_lines());
    let run = match program {
        _ if !is_off && resolved.blocks_injection() => unreadable_config::run(request, &resolved),
        Some(program) => external_kernel::run(&program, request, &resolved),
        None => built_in_run(request, resolved, session),
    };
    Orchestrated { run, is_plan, quiet, codex_session, noticed }
}

fn built_in_run(request: &Request, resolved: Resolved, session: &SessionMemory) -> Run {
    let (settings, root, noticed) =
        (resolved.settings.clone(), resolved.root.clone(), resolved.limit_lines());
    let config_error = resolved.config_error.as_ref().map(ToString::to_string);
    let Assembled { executor, index } = assemble(resolved);
    // A plan is made of the prompt and the configuration alone.
    let here = if settings.is_plan() { Here::default() } else { Here::of(&executor.jail, &request.cwd) };
    let live = LiveView { jail: &executor.jail, sensitive: &executor.sensitive, index: &index, here: &here };
    let lexical = LexicalView { root: &root.path, sensitive: &executor.sensitive };
    let kernel = Kernel {
        executor: &executor,
        repo: if settings.is_plan() { &lexical } else { &live },
        settings: &settings,
        root: &root,
        noticed: &noticed,
        config_error: config_error.as_deref(),
        session,
    };
    let run = kernel.run(request);
    background::follow_up(&index, &executor.jail);
    run
}

/// The one execution path, and the index that its tools share.
pub struct Assembled {
    /// Runs tools.
    pub executor: Arc<Executor>,
    /// What they look things up in.
    pub index: Arc<IndexView>,
}

/// Puts the tools of this run together.
pub fn assemble(resolved: Resolved) -> Assembled {
    assemble_with(resolved, Vec::new())
}

/// The same, with tools that only some callers can offer.
pub fn assemble_with(resolved: Resolved, callers: Vec<Box<dyn Tool>>) -> Assembled {
    let settings = &resolved.settings;
    // A plan is made of the prompt and the configuration alone.
    if !settings.is_plan() {
        env_values::look_after(&resolved.jail);
    }
    let sensitive = Sensitive::within(&resolved.jail, &settings.sensitive);
    let index = Arc::new(index_view(&resolved, sensitive.clone()));
    let mut tools: Vec<Box<dyn Tool>> =
        foreword_codeintel::built_in(&index, sensitive.clone(), settings.exclude.clone());
    tools.extend(callers);
    let own_tools = tools.len();
    let runners: Vec<Box<dyn Tool>> = tools
        .iter()
        .filter_map(|tool| {
            let spec = tool.spec();
            let program = settings.runners.get(spec.name.as_ref())?;
            Some(external::runner(spec.clone(), program.clone(), settings.env_names.clone()))
        })
        .collect();
    let registered = settings.external_tools.iter().cloned().map(|tool| external::tool(tool, &sensitive));
    tools.extend(runners.into_iter().chain(registered));
    let mut hooks = resolved.hooks;
    // A dry run starts no program. A call without its hooks would be another call, so there is none.
    if settings.dry_run {
        let is_hooked = !std::mem::take(&mut hooks).is_empty();
        tools = tools
            .into_iter()
            .enumerate()
            .map(|(at, tool)| match is_hooked || at >= own_tools {
                true => external::dormant(tool.spec()),
                false => tool,
            })
            .collect();
    }
    let executor =
        Executor { registry: Registry::new(tools, &settings.tools), sensitive, hooks, jail: resolved.jail };
    Assembled { executor: Arc::new(executor), index }
}

/// The index of the repository, as the settings allow to see to it.
pub fn index_view(resolved: &Resolved, sensitive: Sensitive) -> IndexView {
    let refresh = match resolved.settings.background_index {
        true => BackgroundRefresh::Allowed,
        false => BackgroundRefresh::Off,
    };
    IndexView::new(resolved.index_folder.clone(), refresh, sensitive, resolved.settings.exclude.clone())
}

/// Without a root there is nothing to look into. Whoever would have got nothing anyway is not told.
fn without_root(environment: &Environment, request: &Request, reason: &str) -> Orchestrated {
    let (mut settings, mut noticed) = (Settings::default(), Vec::new());
    settings::env::apply(environment, Path::new("/"), &mut settings, &mut noticed);
    if let Some(narrowed) = &request.settings {
        // Nothing is injected here in any case.
        drop(settings::apply_request(narrowed, &mut settings, &mut noticed));
    }
    let prompt = redact_prompt(&request.prompt);
    let reading = intent::read(&prompt, &Unseen, settings.intent_confidence);
    let wants_nothing = match settings.enabled {
        Enabled::Off => true,
        Enabled::Auto => reading.intent.outcome == Outcome::None,
        Enabled::On => false,
    };
    let mut empty = Envelope::empty(request.client.clone(), &prompt, "", RepoRootSource::NoGitRoot, reason);
    empty.inputs.intent = reading.intent;
    empty.inputs.signals = reading.signals;
    empty.degraded.is_degraded = !wants_nothing;
    if settings.legacy {
        empty.mark_legacy();
    }
    let exit = if wants_nothing { ExitCode::Ok } else { ExitCode::ToolFailed };
    Orchestrated {
        run: Run::without_places(seal_envelope(empty), exit),
        is_plan: settings.is_plan(),
        quiet: settings.quiet,
        codex_session: settings.codex_session,
        noticed: vec![reason.to_owned()],
    }
}
