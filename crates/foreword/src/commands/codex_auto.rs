//! `codex-auto`: Codex with context in front of each prompt. One prompt, or a loop at the terminal.

mod commands;
mod history;
mod interrupts;
mod json_lines;
mod line;
mod rounds;
mod session_loss;
mod turn;

use std::io::IsTerminal;
use std::path::Path;

use foreword_adapters::codex::SessionFile;
use foreword_adapters::codex::session::SESSION_PATH;
use foreword_index::git::{self, GitTop};
use foreword_model::error::ExitCode;
use foreword_model::limits;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::FileType;

use crate::cli::CodexAutoArgs;
use crate::commands::{read_stdin, say};
use crate::env_values;
use crate::settings::{Environment, root};
use interrupts::Interrupts;
use line::LineEditor;
use turn::{Conversation, Manner};

/// Runs the command.
pub fn run(args: &CodexAutoArgs) -> u8 {
    let is_at_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let environment = Environment::of_process();
    let manner = if args.prompt.is_empty() && is_at_terminal { Manner::Loop } else { Manner::OnePrompt };
    let interrupts = Interrupts::listen(manner);
    if manner == Manner::Loop {
        // What the repository's `.env*` files hold is no line to remember.
        if let Ok(found) = root::find(&environment, None, &mut Vec::new()) {
            env_values::look_after(&found.jail);
        }
        return match LineEditor::new(&environment) {
            Ok(editor) => rounds::run(&mut Conversation::new(args, environment, &interrupts, manner), editor),
            Err(error) => fail(&format!("this terminal cannot be read: {error}")),
        };
    }
    match prompt(args) {
        Ok(prompt) => {
            let mut conversation = Conversation::new(args, environment, &interrupts, manner);
            let exit = conversation.ask(&prompt).exit_code();
            interrupts.exit_code().unwrap_or(exit)
        }
        Err(problem) => fail(problem),
    }
}

/// The recorded session of a repository. One that git tracks, wherever in its work tree the root is, came with it.
pub fn session_file(root: &Path) -> SessionFile<'_> {
    let is_tracked = |git: GitTop| {
        let below = root.strip_prefix(&git.top).unwrap_or(Path::new("")).join(SESSION_PATH);
        below.to_str().is_none_or(|path| git::tracks(&git, path))
    };
    SessionFile::new(root, git::discover(root).is_some_and(is_tracked))
}

/// The prompt of the command line, with what is piped in behind it as `codex exec` has it; or what is piped in.
fn prompt(args: &CodexAutoArgs) -> Result<String, &'static str> {
    const MISSING: &str = "say what you want: codex-auto \"your prompt\"";
    let typed = args.prompt.join(" ");
    if args.prompt.is_empty() {
        return piped()?.ok_or(MISSING);
    }
    if typed.trim().is_empty() {
        return Err(MISSING);
    }
    Ok(match piped()? {
        Some(text) => format!("{typed}\n\n<stdin>\n{}\n</stdin>", text.trim_end_matches('\n')),
        None => typed,
    })
}

/// What is piped in, if that is anything.
fn piped() -> Result<Option<String>, &'static str> {
    let stdin = std::io::stdin();
    let is_piped =
        rustix::fs::fstat(&stdin).is_ok_and(|stat| !FileType::from_raw_mode(stat.st_mode).is_char_device());
    if !is_piped {
        return Ok(None);
    }
    tell_of_wait();
    match String::from_utf8(read_stdin(limits::PAYLOAD_BYTES)) {
        Ok(text) if text.len() > limits::PAYLOAD_BYTES => Err("the prompt is longer than 1 MB"),
        Ok(text) => Ok(Some(text).filter(|text| !text.trim().is_empty())),
        Err(_) => Err("the prompt is not UTF-8"),
    }
}

/// A pipe that nobody writes to or closes would hold us without a word.
fn tell_of_wait() {
    let stdin = std::io::stdin();
    let wait = Timespec { tv_sec: limits::CODEX_STDIN_QUIET_S, tv_nsec: 0 };
    if matches!(poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&wait)), Ok(0)) {
        say("codex-auto: waiting for the end of what is piped in; `< /dev/null` for nothing");
    }
}

fn fail(problem: &str) -> u8 {
    say(&format!("codex-auto: {problem}"));
    ExitCode::ToolFailed.code()
}
