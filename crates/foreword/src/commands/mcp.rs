//! `foreword mcp`: the tools for an MCP client, through the one execution path, with its hooks.
//!
//! Every call is put together anew, as a prompt is: it sees the settings, the trust and the index of now. An idle server
//! holds the names of a repository's directories, which it watches, and nothing else of it.

mod place;
mod watches;

use std::io::{BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use foreword_adapters::mcp::{Host, HostCall, UnknownTool, serve};
use foreword_codeintel::{ask_user, shipped_specs};
use foreword_exec::lifecycle::refused;
use foreword_exec::process::end_leftovers;
use foreword_exec::spec::ToolSpec;
use foreword_exec::tool::{Tool, ToolFailure};
use foreword_exec::{Ceilings, Executed, prepare};
use foreword_guard::excluded;
use foreword_guard::glob::{GlobCase, PathGlobs};
use foreword_guard::sensitive::Sensitive;
use foreword_index::walk::content::{ContentRules, EntryKind};
use foreword_model::clock;
use foreword_model::error::{ErrorCode, ExitCode};
use foreword_model::limits;
use foreword_model::person::{AskError, Person, Question, Reply};
use foreword_model::repo::NotContent;
use serde_json::Value;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::assemble::{self, Assembled};
use crate::commands::say;
use crate::person::PersonAtDesk;
use crate::settings::{self, Environment, Resolved};
use crate::{background, unreadable_config};
use watches::Watches;

/// Bytes that are read from the client at a time.
const READ_BYTES: usize = 65_536;

/// Serves until the client closes its end.
pub fn run() -> u8 {
    if std::io::stdin().is_terminal() {
        say("foreword mcp: waiting for a client that speaks JSON-RPC; Ctrl-D ends it");
    }
    background::let_prompts_pass();
    end_on_signal();
    let host = Arc::new(Repositories { environment: Environment::of_process(), watches: Watches::default() });
    let input = BufReader::with_capacity(READ_BYTES, std::io::stdin());
    serve(input, Box::new(std::io::stdout()), host, Box::new(end));
    ExitCode::Ok.code()
}

/// Ends this process and what it has started.
fn end() {
    end_leftovers();
    std::process::exit(i32::from(ExitCode::Ok.code()));
}

fn end_on_signal() {
    // Where signals cannot be caught, they end the process by themselves.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            end();
        }
    });
}

/// The repositories that this server can look into.
struct Repositories {
    environment: Environment,
    watches: Watches,
}

impl Host for Repositories {
    fn tools(&self) -> Vec<ToolSpec> {
        match settings::resolve(&self.environment, None, None) {
            Ok(resolved) => {
                let Assembled { executor, .. } = assembled(resolved, Arc::new(Absent));
                executor.registry.allowed().map(|entry| entry.spec.clone()).collect()
            }
            // A call says what is wrong with the folder; that there are tools is true anywhere.
            Err(_) => shipped_specs().into_iter().cloned().collect(),
        }
    }

    fn asks_person(&self, tool: &str) -> bool {
        ask_user::SPEC.name == tool
    }

    fn call(&self, call: HostCall) -> Result<Executed, UnknownTool> {
        let resolved = match self.resolve(call.root.as_deref(), &call.roots) {
            Ok(resolved) => resolved,
            Err(_) if !shipped_specs().iter().any(|spec| spec.name == call.tool) => return Err(UnknownTool),
            Err(problem) => {
                let failure = ToolFailure::skipped(ErrorCode::ERepoRoot, problem);
                return Ok(refused(&call.tool, failure, &Sensitive::default()));
            }
        };
        let wall_ms = resolved.settings.wall_ms_or(limits::WALL_TIER2_MS);
        // The budget is for machines; a person gets the time that a question has.
        let patience_ms = if self.asks_person(&call.tool) { ask_user::SPEC.timeout_ms } else { 0 };
        let deadline = clock::now() + Duration::from_millis(wall_ms.saturating_add(patience_ms));
        let noticed = resolved.limit_lines();
        let refusal = unreadable_config::refusal(&call.tool, &resolved);
        let person = PersonAtDesk::or(&self.environment, call.cancel.clone(), call.person);
        let Assembled { executor, index } = assembled(resolved, Arc::new(person));
        if executor.registry.get(&call.tool).is_none() {
            return Err(UnknownTool);
        }
        let mut executed = refusal.unwrap_or_else(|| {
            prepare::prepare(&executor.registry, &call.tool, call.args, Ceilings::Explicit)
                .map(|prepared| {
                    let query =
                        prepared.args().get("query").and_then(Value::as_str).unwrap_or_default().to_owned();
                    executor.call_unless(&call.cancel, &prepared, &query, deadline)
                })
                .unwrap_or_else(|failure| refused(&call.tool, failure, &executor.sensitive))
        });
        executed.limits.splice(0..0, noticed);
        background::follow_up(&index, &executor.jail);
        self.watches.begin(&self.environment, &executor.jail);
        Ok(executed)
    }

    fn make_ready(&self, roots: Vec<PathBuf>) {
        if let Ok(resolved) = self.resolve(None, &roots) {
            self.watches.begin(&self.environment, &resolved.jail);
        }
    }
}

impl Repositories {
    /// The settings for the repository that a caller means.
    fn resolve(&self, named: Option<&str>, roots: &[PathBuf]) -> Result<Resolved, String> {
        let own = settings::resolve(&self.environment, None, None);
        let roots: Vec<PathBuf> = roots.iter().filter_map(|root| root.canonicalize().ok()).collect();
        let own_root = own.as_ref().ok().map(|own| own.root.path.as_path());
        let meant = match named {
            Some(named) => place::named(named, &roots, own_root, &|base, below| self.hides(base, below))?,
            None => place::unnamed(&roots, own_root),
        };
        match meant.filter(|root| Some(root.as_path()) != own_root) {
            None => own.map_err(|error| error.to_string()),
            Some(root) => self.resolve_at(&root),
        }
    }

    /// Whether a folder of the client's or the server's does not show what lies below it at a path. Here an ignored folder is
    /// hidden, too: it is not the user who names it.
    fn hides(&self, base: &Path, below: &str) -> bool {
        // One that is no repository itself hides what every repository does.
        let own = self.resolve_at(base).ok();
        let is_unreadable = own.as_ref().is_some_and(Resolved::blocks_injection);
        let hides = |own: Resolved| {
            let excludes = PathGlobs::new(&own.settings.exclude, GlobCase::Exact);
            let from_top = format!("{}/{below}/file", own.jail.below_top());
            Sensitive::within(&own.jail, &own.settings.sensitive).matches_directory(below)
                || excludes.matches(&format!("{below}/file"))
                || excludes.matches(&from_top)
                || is_no_content(&own, below)
        };
        is_unreadable
            || below.split('/').any(excluded::is_directory)
            || own.map_or_else(|| Sensitive::default().matches_directory(below), hides)
    }

    fn resolve_at(&self, root: &Path) -> Result<Resolved, String> {
        settings::resolve_at(self.environment.clone(), Some(root))
    }
}

/// Whether the rules of a repository keep back the directory at a path below it. A worktree of it is a repository that an
/// agent may well work in, wherever it lies.
fn is_no_content(own: &Resolved, below: &str) -> bool {
    let rules = ContentRules::new(&own.jail, &own.settings.exclude);
    rules.refused(below, EntryKind::Directory).is_some_and(|why| why != NotContent::OtherWorktree)
}

fn assembled(resolved: Resolved, person: Arc<dyn Person>) -> Assembled {
    let ask: Box<dyn Tool> = Box::new(ask_user::AskUser::new(person));
    assemble::assemble_with(resolved, vec![ask])
}

/// Where nothing is asked.
struct Absent;

impl Person for Absent {
    fn ask(&self, _: &Question, _: Instant) -> Result<Reply, AskError> {
        Err(AskError::Nobody("no client is there".to_owned()))
    }
}
