//! A prompt's way in `codex-auto`: orchestrated, handed to codex in the session of this repository, its answer shown as it
//! comes. The same for one prompt and for the loop.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use foreword_adapters::codex::{
    Codex, Ended, Heard, RecordedSession, SessionFile, SessionId, Shown, Turn, TurnError, guarded, shown,
};
use foreword_adapters::hook::is_refusal;
use foreword_adapters::text::prompt_for_codex;
use foreword_exec::{Cancel, programs};
use foreword_guard::{Cleared, clear_line};
use foreword_kernel::SessionMemory;
use foreword_model::envelope::{Client, ClientEvent, ClientName, Envelope, RepoRootSource};
use foreword_model::error::{ErrorCode, ExitCode};
use foreword_model::request::Request;
use foreword_model::settings::CodexSession;
use foreword_model::{limits, texts};
use serde_json::{Map, Value, json};

use super::commands::Tools;
use super::interrupts::{self, Interrupts};
use super::json_lines::{JsonLines, Ready};
use super::session_file;
use super::session_loss::SessionLoss;
use crate::assemble::{self, KernelChoice, Orchestrated};
use crate::cli::CodexAutoArgs;
use crate::commands::{explain, print_envelope, say, try_print};
use crate::orchestrator_script::OrchestratorScript;
use crate::person::Desk;
use crate::run_records;
use crate::session_hints;
use crate::settings::Environment;

/// How the conversation is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// One prompt; the answer may be piped on.
    OnePrompt,
    /// A person types one after the other.
    Loop,
}

/// How a prompt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// By itself.
    Over(ExitCode),
    /// By the person.
    Interrupted,
}

impl Outcome {
    /// As a process of one prompt tells it.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Over(exit) => exit.code(),
            Self::Interrupted => interrupts::interrupted(),
        }
    }
}

/// What goes on from prompt to prompt.
pub struct Conversation<'a> {
    args: &'a CodexAutoArgs,
    environment: Environment,
    interrupts: &'a Interrupts,
    manner: Manner,
    script: Option<OrchestratorScript>,
    /// Whether prompts get context.
    pub tools: Tools,
    thread: Thread,
    told: BTreeSet<String>,
    last: Option<Last>,
    /// Where what runs below codex can have the person asked, for the length of a turn.
    desk: Option<Desk>,
}

/// The prompt before, and what it got.
struct Last {
    prompt: String,
    envelope: Cleared<Envelope>,
}

/// Which session the next prompt belongs to.
enum Thread {
    /// What the repository has recorded.
    Recorded,
    /// A new one, whatever is recorded.
    Fresh,
    /// The one of this conversation: another process may have recorded its own.
    Own(SessionId),
}

impl<'a> Conversation<'a> {
    /// One that has not begun.
    pub fn new(
        args: &'a CodexAutoArgs,
        environment: Environment,
        interrupts: &'a Interrupts,
        manner: Manner,
    ) -> Self {
        Self {
            desk: None,
            args,
            environment,
            interrupts,
            manner,
            script: OrchestratorScript::of_wrapper(args.orchestrator.as_deref()),
            tools: Tools::On,
            thread: Thread::Recorded,
            told: BTreeSet::new(),
            last: None,
        }
    }

    /// The exit code, if a signal wants the process to end.
    pub fn exit_code(&self) -> Option<u8> {
        self.interrupts.exit_code()
    }

    /// Sends a prompt, with its context, and shows the answer.
    pub fn ask(&mut self, prompt: &str) -> Outcome {
        let stop = self.interrupts.begin();
        let outcome = self.ask_until(prompt, &stop);
        // A question that is still open belongs to the turn.
        stop.cancel();
        self.desk = None;
        self.interrupts.over();
        if outcome == Outcome::Interrupted {
            // The terminal has put `^C` at the start of the line.
            say("\nthe turn was ended; codex is not running any more");
        }
        outcome
    }

    /// The plan of a prompt, or of the last one; none where there is none. Starts nothing.
    pub fn plan(&self, prompt: Option<&str>) -> Option<String> {
        let prompt = prompt.or_else(|| self.last.as_ref().map(|last| last.prompt.as_str()))?;
        let mut request = self.request(prompt);
        request.settings = Some(self.settings(Mode::Plan));
        let orchestrated = self.orchestrate(&request);
        Some(explain::plan_text(&orchestrated.run.envelope))
    }

    /// Why the last prompt got what it got; none where there is none.
    pub fn why(&self) -> Option<String> {
        self.last.as_ref().map(|last| explain::as_text(&last.envelope))
    }

    /// The next prompt begins a new session, also in the next process.
    pub fn forget_thread(&mut self) {
        self.thread = Thread::Fresh;
        if let Some(root) = crate::settings::root_for(&self.environment, None)
            && let Err(error) = session_file(&root).remove()
        {
            say(&format!("{}the recorded session stays: {error}", texts::LIMITS_PREFIX));
        }
    }

    fn ask_until(&mut self, prompt: &str, stop: &Cancel) -> Outcome {
        let request = self.request(prompt);
        let orchestrated = stop.over(|| self.orchestrate(&request));
        if stop.is_cancelled() {
            return Outcome::Interrupted;
        }
        let exit = orchestrated.run.exit;
        let envelope = &orchestrated.run.envelope;
        self.last = Some(Last { prompt: prompt.to_owned(), envelope: envelope.clone() });
        if orchestrated.is_plan {
            print_envelope(envelope);
            return Outcome::Over(exit);
        }
        let path = self.environment.get("PATH").unwrap_or_default();
        let Some(program) = programs::find("codex", Path::new(&envelope.inputs.repo_root), path) else {
            say("codex-auto: no `codex` on PATH; install it with: npm install -g @openai/codex");
            return Outcome::Over(ExitCode::ToolFailed);
        };
        run_records::keep(&self.environment, &orchestrated);
        if !self.args.json {
            self.tell(&orchestrated);
        }
        // Without a person at a terminal there is nobody to be asked.
        let is_there = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        self.desk = is_there.then(|| Desk::open(&self.environment, stop)).flatten();
        match self.converse(prompt, &orchestrated, program, stop) {
            Outcome::Over(ended) => Outcome::Over(exit.max(ended)),
            Outcome::Interrupted => Outcome::Interrupted,
        }
    }

    fn orchestrate(&self, request: &Request) -> Orchestrated {
        let kernel = KernelChoice::Configured(self.script.as_ref());
        assemble::orchestrate(&self.environment, request, kernel, &SessionMemory::default())
    }

    fn request(&self, prompt: &str) -> Request {
        let mode = if self.args.dry_run { Mode::Plan } else { Mode::AsConfigured };
        Request {
            prompt: prompt.to_owned(),
            cwd: String::new(),
            client: Client { name: ClientName::CodexCli, event: ClientEvent::Cli, session_id: None },
            settings: Some(self.settings(mode)),
            unknown: Map::new(),
        }
    }

    /// What this conversation narrows.
    fn settings(&self, mode: Mode) -> Value {
        let mut settings = Map::new();
        if mode == Mode::Plan {
            settings.insert("mode".to_owned(), json!("plan"));
        }
        if self.tools == Tools::Off {
            settings.insert("enabled".to_owned(), json!("off"));
        }
        Value::Object(settings)
    }

    /// One line on what was injected, and what was limited; what stands for the whole session, once.
    fn tell(&mut self, orchestrated: &Orchestrated) {
        let envelope = &orchestrated.run.envelope;
        if orchestrated.quiet {
            return;
        }
        let for_user = &envelope.fused_context.for_user;
        let is_injected = !envelope.fused_context.for_model.additional_context.is_empty();
        let heading = is_injected.then_some(for_user.tool_plan_text.as_str());
        // Of a prompt that gets nothing, only what was refused is worth a line.
        let is_told = |line: &&str| !line.is_empty() && (!envelope.is_declined() || is_refusal(line));
        for line in heading.into_iter().chain(for_user.limits_text.lines()).filter(is_told) {
            let is_standing = session_hints::is_standing(line, &orchestrated.noticed);
            if !is_standing || self.told.insert(line.to_owned()) {
                say(line);
            }
        }
    }

    /// One turn, in the session that goes on if there is one; if that is lost, in a new one.
    fn converse(
        &mut self,
        prompt: &str,
        orchestrated: &Orchestrated,
        program: PathBuf,
        stop: &Cancel,
    ) -> Outcome {
        let inputs = &orchestrated.run.envelope.inputs;
        let root = PathBuf::from(&inputs.repo_root);
        // In the home or the root of the file system there is no repository that could keep a session.
        let file = (!inputs.repo_root.is_empty()).then(|| session_file(&root));
        let cwd = std::env::current_dir().unwrap_or_else(|_| root.clone());
        let silence = Duration::from_millis(limits::CODEX_SILENT_MS);
        // Outside a git work tree codex wants to be told that this is meant.
        let own_args: &[&str] = match inputs.repo_root_source {
            RepoRootSource::NoGitRoot => &["--skip-git-repo-check"],
            RepoRootSource::Env | RepoRootSource::Config | RepoRootSource::Git => &[],
        };
        // A hook of ours in codex would give the context that the person does not want.
        let env: &[(&str, &str)] = match self.tools {
            Tools::Off => &[("CI_AUTO_TOOLS", "off")],
            Tools::On => &[],
        };
        let codex = Codex { program, users_args: &self.args.codex_args, own_args, env, cwd: &cwd, silence };
        let sent = prompt_for_codex(&orchestrated.run.envelope, prompt);
        let (turn, unusable) = self.first_choice(orchestrated.codex_session, file.as_ref());
        let mut lines =
            self.args.json.then(|| JsonLines::new(orchestrated.run.envelope.clone(), turn.clone()));
        if turn == Turn::New {
            // Nothing can be lost any more.
            self.report(unusable.as_ref(), lines.as_mut(), stop);
        }
        let mut ended = codex.turn(&turn, &sent, stop, |heard| self.hear(heard, lines.as_mut(), stop));
        let lost = match &ended {
            Ok(ended) => SessionLoss::of_other_thread(&turn, ended.thread.as_ref()),
            Err(error) => SessionLoss::of_failure(&turn, error),
        };
        if turn != Turn::New {
            self.report(lost.as_ref(), lines.as_mut(), stop);
        }
        if ended.is_err() && lost.is_some() {
            ended = codex.turn(&Turn::New, &sent, stop, |heard| self.hear(heard, lines.as_mut(), stop));
        }
        let is_lost = unusable.is_some() || lost.is_some();
        match self.conclude(ended, file.as_ref()) {
            Outcome::Over(exit) if self.args.json && is_lost => {
                Outcome::Over(exit.max(ErrorCode::ESession.into()))
            }
            outcome => outcome,
        }
    }

    /// Says what is known by now of the session, and prints the envelope if it waited for that.
    fn report(&self, lost: Option<&SessionLoss>, lines: Option<&mut JsonLines>, stop: &Cancel) {
        if let Some(lost) = lost {
            say(&format!("{}{}", texts::LIMITS_PREFIX, lost.text()));
        }
        if let Some(lines) = lines {
            end_without_reader(self.print(lines.release(lost)), stop);
        }
    }

    /// Shows what is heard of codex, with `--json` not before the envelope.
    fn hear(&self, heard: Heard<'_>, lines: Option<&mut JsonLines>, stop: &Cancel) {
        let shown = match (heard, lines) {
            (Heard::Event(line), Some(lines)) => self.print(lines.take(line)),
            (heard, _) => self.show(heard),
        };
        end_without_reader(shown, stop);
    }

    fn print(&self, ready: Ready) -> std::io::Result<()> {
        if let Some(envelope) = &ready.envelope {
            print_envelope(envelope);
        }
        ready.events.iter().try_for_each(|line| self.show(Heard::Event(line)))
    }

    /// Remembers the thread, and says how the turn ended if that is worth a word.
    fn conclude(&mut self, ended: Result<Ended, TurnError>, file: Option<&SessionFile<'_>>) -> Outcome {
        match ended {
            Ok(ended) => {
                if ended.broken_lines > 0 {
                    say(&format!("codex-auto: {} lines of codex were no events", ended.broken_lines));
                }
                if !ended.has_answered {
                    say("codex-auto: codex ended without an answer");
                }
                self.record(ended.thread, file);
                Outcome::Over(ExitCode::Ok)
            }
            Err(TurnError::Interrupted(thread)) => {
                self.record(thread, file);
                Outcome::Interrupted
            }
            Err(error @ (TurnError::Start(_) | TurnError::NotBegun(_) | TurnError::Failed(_))) => {
                say(&format!("codex-auto: {}", clear_line(&error.to_string()).as_str()));
                Outcome::Over(ExitCode::ToolFailed)
            }
        }
    }

    fn record(&mut self, thread: Option<SessionId>, file: Option<&SessionFile<'_>>) {
        let Some(thread) = thread else { return };
        if let Some(Err(error)) = file.map(|file| file.store(&thread)) {
            let line = format!("{}the session was not recorded: {error}", texts::LIMITS_PREFIX);
            if self.told.insert(line.clone()) {
                say(&line);
            }
        }
        self.thread = Thread::Own(thread);
    }

    /// The session that the next turn belongs to, and what is lost if that is a new one for want of a usable record.
    fn first_choice(
        &self,
        mode: CodexSession,
        file: Option<&SessionFile<'_>>,
    ) -> (Turn, Option<SessionLoss>) {
        let recorded = match &self.thread {
            Thread::Fresh => return (Turn::New, None),
            Thread::Recorded => file.map_or(RecordedSession::None, SessionFile::load),
            Thread::Own(thread) => RecordedSession::Id(thread.clone()),
        };
        match (mode, recorded) {
            (CodexSession::Exec, _) | (CodexSession::ResumeLastByDefault, RecordedSession::None) => {
                (Turn::New, None)
            }
            (CodexSession::ResumeLast, RecordedSession::None) => (Turn::ResumeLast, None),
            (_, RecordedSession::Id(id)) => (Turn::Resume(id), None),
            (_, RecordedSession::Unusable(why)) => (Turn::New, Some(SessionLoss::because(why))),
        }
    }

    /// Shows the answer on standard output, and what happens meanwhile to a person. Fails where nobody reads the answer.
    fn show(&self, heard: Heard<'_>) -> std::io::Result<()> {
        let is_watched = self.manner == Manner::Loop || std::io::stderr().is_terminal();
        match heard {
            Heard::Event(line) if self.args.json => match guarded(line) {
                Some(event) => return try_print(&format!("{event}\n")),
                // Standard output is for programs.
                None if line.trim().is_empty() => {}
                None => say(clear_line(line).as_str()),
            },
            Heard::Event(line) => match shown(line) {
                Some(Shown::Answer(text)) => return try_print(&format!("{text}\n")),
                Some(Shown::Note(note)) if is_watched => say(&format!("  {note}")),
                Some(Shown::Note(_)) | None => {}
            },
            // In the loop, what it complained is told if it fails.
            Heard::Complaint(line) if self.manner == Manner::OnePrompt => say(clear_line(line).as_str()),
            Heard::Complaint(_) => {}
            // It waits for the person, and they know.
            Heard::Silence(_) if self.desk.as_ref().is_some_and(Desk::is_asking) => {}
            Heard::Silence(long) if is_watched => {
                let seconds = long.as_secs();
                say(&format!("codex has been silent for {seconds} s; Ctrl-C ends the turn"));
            }
            Heard::Silence(_) => {}
        }
        Ok(())
    }
}

/// An answer that nobody reads is not worth its while.
fn end_without_reader(printed: std::io::Result<()>, stop: &Cancel) {
    if printed.is_err() {
        stop.cancel();
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    AsConfigured,
    Plan,
}
