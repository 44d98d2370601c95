//! `codex-auto`: orchestrates a prompt, then hands it to `codex exec` in the session of this repository.

use std::path::{Path, PathBuf};

use foreword_adapters::codex::child::message_of;
use foreword_adapters::codex::session::SESSION_PATH;
use foreword_adapters::codex::{Codex, SessionFile, SessionId, Turn, TurnError};
use foreword_adapters::text::augmented_prompt;
use foreword_exec::programs;
use foreword_guard::{clear_line, clear_text};
use foreword_index::git;
use foreword_model::envelope::{Client, ClientEvent, ClientName, RepoRootSource};
use foreword_model::error::ExitCode;
use foreword_model::request::Request;
use foreword_model::settings::CodexSession;
use foreword_model::texts;
use serde_json::Map;

use crate::assemble::{self, Orchestrated};
use crate::cli::CodexAutoArgs;
use crate::commands::{print, print_envelope, say};
use crate::settings::Environment;

/// Runs the command.
pub fn run(args: &CodexAutoArgs) -> u8 {
    if args.prompt.is_empty() {
        say("codex-auto: say what you want: codex-auto \"your prompt\"");
        return ExitCode::ToolFailed.code();
    }
    let request = Request {
        prompt: args.prompt.join(" "),
        cwd: String::new(),
        client: Client { name: ClientName::CodexCli, event: ClientEvent::Cli, session_id: None },
        settings: args.dry_run.then(|| serde_json::json!({ "mode": "plan" })),
        unknown: Map::new(),
    };
    let environment = Environment::of_process();
    let orchestrated = assemble::orchestrate(&environment, &request);
    let exit = orchestrated.run.exit;
    if orchestrated.is_plan {
        print_envelope(&orchestrated.run.envelope);
        return exit.code();
    }
    let path = environment.get("PATH").unwrap_or_default();
    let root = Path::new(&orchestrated.run.envelope.inputs.repo_root);
    let Some(program) = programs::find("codex", root, path) else {
        say("codex-auto: no `codex` on PATH; install it with: npm install -g @openai/codex");
        return ExitCode::ToolFailed.code();
    };
    if args.json {
        print_envelope(&orchestrated.run.envelope);
    } else {
        let limits = &orchestrated.run.envelope.fused_context.for_user.limits_text;
        if !limits.is_empty() && !orchestrated.quiet {
            say(limits);
        }
    }
    exit.max(converse(args, &request, &orchestrated, program)).code()
}

/// One turn, in the recorded session if there is one; if that is lost, in a new one.
fn converse(
    args: &CodexAutoArgs,
    request: &Request,
    orchestrated: &Orchestrated,
    program: PathBuf,
) -> ExitCode {
    let root = PathBuf::from(&orchestrated.run.envelope.inputs.repo_root);
    let tracked = git::discover(&root).is_some_and(|top| git::tracks(&top, SESSION_PATH));
    let file = SessionFile::new(&root, tracked);
    let cwd = std::env::current_dir().unwrap_or_else(|_| root.clone());
    let extra = extra_args(args, orchestrated.run.envelope.inputs.repo_root_source);
    let codex = Codex { program, extra_args: &extra, cwd: &cwd };
    let prompt = augmented_prompt(&orchestrated.run.envelope, &request.prompt);
    let turn = first_choice(orchestrated.codex_session, file.load());
    let show = |line: &str| match args.json {
        true => print(&format!("{line}\n")),
        // A terminal would obey the escapes in a message.
        false => print(
            &message_of(line).map(|text| format!("{}\n", clear_text(&text).as_str())).unwrap_or_default(),
        ),
    };
    let ended = codex.turn(&turn, &prompt, show);
    match ended {
        Ok(thread) => {
            if matches!(&turn, Turn::Resume(id) if thread.as_ref().is_some_and(|thread| thread != id)) {
                say_lost();
            }
            record(&file, thread)
        }
        // A turn that began and failed has failed; to ask again would answer twice.
        Err(error) if turn == Turn::New || error.has_begun() => failed(&error),
        Err(_) => {
            say_lost();
            match codex.turn(&Turn::New, &prompt, show) {
                Ok(thread) => record(&file, thread),
                Err(error) => failed(&error),
            }
        }
    }
}

fn first_choice(mode: CodexSession, recorded: Option<SessionId>) -> Turn {
    match (mode, recorded) {
        (CodexSession::Exec, _) | (CodexSession::ResumeLastByDefault, None) => Turn::New,
        (CodexSession::ResumeLast | CodexSession::ResumeLastByDefault, Some(id)) => Turn::Resume(id),
        (CodexSession::ResumeLast, None) => Turn::ResumeLast,
    }
}

/// Outside a git work tree codex wants to be told that this is meant.
fn extra_args(args: &CodexAutoArgs, source: RepoRootSource) -> Vec<std::ffi::OsString> {
    let mut extra = args.codex_args.clone();
    if source == RepoRootSource::NoGitRoot {
        extra.push("--skip-git-repo-check".into());
    }
    extra
}

fn record(file: &SessionFile<'_>, thread: Option<SessionId>) -> ExitCode {
    if let Some(Err(error)) = thread.map(|id| file.store(&id)) {
        say(&format!("{}the session was not recorded: {error}", texts::LIMITS_PREFIX));
    }
    ExitCode::Ok
}

fn say_lost() {
    say(&format!("{}{}", texts::LIMITS_PREFIX, texts::SESSION_LOST));
}

fn failed(error: &TurnError) -> ExitCode {
    say(&format!("codex-auto: {}", clear_line(&error.to_string()).as_str()));
    ExitCode::ToolFailed
}
