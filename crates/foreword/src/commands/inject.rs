//! `foreword inject`: the entry of every client.

use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use foreword_adapters::hook::{HookOutput, Payload, limits_only, sub_agent};
use foreword_adapters::text::augmented_prompt;
use foreword_guard::{clear_note, seal_envelope};
use foreword_kernel::Run;
use foreword_model::clock;
use foreword_model::envelope::{Client, ClientEvent, ClientName, Envelope, RepoRootSource};
use foreword_model::error::ExitCode;
use foreword_model::limits;
use foreword_model::request::Request;
use serde_json::Map;

use crate::assemble::{self, KernelChoice, Orchestrated};
use crate::cli::{FormatArg, InjectArgs};
use crate::commands::{payload_input, print, print_envelope, print_json};
use crate::ledger::Ledger;
use crate::orchestrator_script::OrchestratorScript;
use crate::run_records;
use crate::session_hints::SessionHints;
use crate::settings::{Environment, outside, switch};
use crate::turns;

/// Runs the command.
pub fn run(args: &InjectArgs) -> u8 {
    let format = args.format.unwrap_or(match args.prompt {
        Some(_) => FormatArg::Text,
        None => FormatArg::Hook,
    });
    let environment = Environment::of_process();
    let asked = match &args.prompt {
        Some(prompt) => Some(Asked { request: request_of_prompt(prompt, args), turn: None, memory: None }),
        None => match request_of_payload(args, format, &environment) {
            Ok(asked) => asked,
            Err(problem) => return report(&problem, args, format, &environment),
        },
    };
    let Some(asked) = asked else { return ExitCode::Ok.code() };
    let ledger = Ledger::open(&environment, asked.memory.as_deref().filter(|_| format == FormatArg::Hook));
    let script = OrchestratorScript::of_entry(args.orchestrator.as_deref());
    let kernel = KernelChoice::Configured(script.as_ref());
    let orchestrated = assemble::orchestrate(&environment, &asked.request, kernel, &ledger.memory());
    let Some(exit) = write(&orchestrated, &asked, format, &environment) else { return ExitCode::Ok.code() };
    if !orchestrated.is_plan {
        ledger.remember(&orchestrated.run);
    }
    run_records::keep(&environment, &orchestrated);
    exit
}

/// A prompt, and what its client calls it.
struct Asked {
    request: Request,
    turn: Option<String>,
    /// Who remembers what was given.
    memory: Option<String>,
}

/// Tells the user of a problem that left no envelope, in hook mode: nothing is injected, nothing fails.
pub fn report_in_hook(problem: &str) -> u8 {
    print_json(&limits_only(&clear_note(problem)));
    ExitCode::Ok.code()
}

fn request_of_prompt(prompt: &str, args: &InjectArgs) -> Request {
    Request {
        prompt: prompt.to_owned(),
        cwd: String::new(),
        client: Client {
            name: args.client.map_or(ClientName::Cli, ClientName::from),
            event: ClientEvent::Cli,
            session_id: None,
        },
        settings: None,
        unknown: Map::new(),
    }
}

/// The request of a payload; none for an event that is not a prompt, or where the user switched injection off.
fn request_of_payload(
    args: &InjectArgs,
    format: FormatArg,
    environment: &Environment,
) -> Result<Option<Asked>, String> {
    if std::io::stdin().is_terminal() {
        return Err(
            "no hook payload on standard input; to try it by hand: foreword inject --prompt '…'".to_owned()
        );
    }
    let payload = Payload::parse(&payload_input::read()).map_err(|error| error.to_string())?;
    if let Some(session) = payload.forgotten_session() {
        Ledger::forget(environment, session);
    }
    let is_silent = format == FormatArg::Hook && switch::silences(environment, payload.cwd());
    if let Some((transcript, id, kind)) = payload.started_agent().filter(|_| !is_silent) {
        let prompt = prompt_of_agent(Path::new(transcript), id, kind);
        let client = args.client.map(ClientName::from);
        return Ok(prompt.map(|prompt| Asked {
            turn: None,
            memory: payload.memory(),
            request: payload.into_agent_request(client, prompt),
        }));
    }
    Ok((payload.is_prompt() && !is_silent).then(|| Asked {
        turn: payload.turn(),
        memory: payload.memory(),
        request: payload.into_request(args.client.map(ClientName::from)),
    }))
}

/// The prompt of an agent that was just started. The client writes its transcript a moment after it has called us.
fn prompt_of_agent(transcript: &Path, id: &str, kind: Option<&str>) -> Option<String> {
    let deadline = clock::now() + Duration::from_millis(limits::TRANSCRIPT_WAIT_MS);
    loop {
        let end = outside::end_of_users_file(transcript, limits::TRANSCRIPT_BYTES);
        let prompt = end.ok().and_then(|end| sub_agent::prompt_of(&end, id, kind));
        if prompt.is_some() || clock::is_past(deadline) {
            return prompt;
        }
        std::thread::sleep(Duration::from_millis(limits::TRANSCRIPT_LOOK_MS));
    }
}

/// A payload that cannot be used: an empty injection and a word to the user, whatever the form.
fn report(problem: &str, args: &InjectArgs, format: FormatArg, environment: &Environment) -> u8 {
    let client = Client {
        name: args.client.map_or(ClientName::Cli, ClientName::from),
        event: ClientEvent::UserPromptSubmit,
        session_id: None,
    };
    let mut envelope = Envelope::empty(client, "", "", RepoRootSource::NoGitRoot, problem);
    // The one variable that also shapes what is printed when nothing else was read.
    if environment.get("CI_AUTO_TOOLS_LEGACY").is_some_and(|value| value == "1") {
        envelope.mark_legacy();
    }
    let envelope = seal_envelope(envelope);
    match format {
        FormatArg::Hook => return report_in_hook(problem),
        FormatArg::Json => print_envelope(&envelope),
        FormatArg::Text => print(&augmented_prompt(&envelope, "")),
    }
    ExitCode::Ok.code()
}

/// Writes the answer; none where another hook of ours has given it.
fn write(
    orchestrated: &Orchestrated,
    asked: &Asked,
    format: FormatArg,
    environment: &Environment,
) -> Option<u8> {
    let Run { envelope, exit, .. } = &orchestrated.run;
    let request = &asked.request;
    Some(match format {
        FormatArg::Hook => {
            let hints = SessionHints::open(environment, request, orchestrated);
            let shows = |line: &str| !orchestrated.quiet && hints.shows(line);
            if let Some(output) = HookOutput::of(envelope, shows) {
                // Plan mode writes nothing, so it claims nothing.
                let turn = asked.turn.as_ref().filter(|_| !orchestrated.is_plan);
                if turn.is_some_and(|turn| !turns::claim(environment, turn)) {
                    return None;
                }
                print_json(&output);
                hints.remember(envelope);
            }
            ExitCode::Ok.code()
        }
        FormatArg::Json => {
            print_envelope(envelope);
            exit.code()
        }
        FormatArg::Text => {
            print(&augmented_prompt(envelope, &request.prompt));
            exit.code()
        }
    })
}
