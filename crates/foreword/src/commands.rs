//! One file a command. A command reads, calls the kernel or `exec`, writes, and answers an exit code.

pub mod ask;
pub mod chain;
pub mod codex_auto;
pub mod complexity;
pub mod doctor;
pub mod explain;
pub mod guard;
pub mod hotspots;
pub mod impact;
pub mod index;
pub mod inject;
pub mod install;
pub mod locate;
pub mod mcp;
pub mod orchestrate;
pub mod paint;
mod payload_input;
pub mod reference;
pub mod schema;
pub mod search;
pub mod short;
pub mod switch;
pub mod tool;
pub mod trust;
pub mod uninstall;

use std::ffi::OsString;
use std::io::{IsTerminal, Read, Write};

use foreword_guard::{Cleared, clear_line, hygiene};
use foreword_model::envelope::Envelope;
use foreword_model::error::ExitCode;
use serde::Serialize;

/// Writes to standard output. A reader that went away is no error of ours.
pub fn print(text: &str) {
    drop(try_print(text));
}

/// The same for who would not go on without a reader.
pub fn try_print(text: &str) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
}

/// Writes a line to standard error, without control characters: it may repeat an argument. `eprintln!` would panic where that is
/// closed or full.
pub fn say(line: &str) {
    let line = hygiene::clean(line);
    let mut stderr = std::io::stderr().lock();
    drop(stderr.write_all(format!("{line}\n").as_bytes()));
}

/// Writes what the settings and the tools noticed to standard error, a line each.
pub fn say_limits<'l>(lines: impl IntoIterator<Item = &'l String>) {
    lines.into_iter().for_each(|line| say(&format!("[Limits] {}", clear_line(line).as_str())));
}

/// Writes a value as one line of JSON, or laid out for a person at a terminal.
pub fn print_json(value: &impl Serialize) {
    let text = match std::io::stdout().is_terminal() {
        true => serde_json::to_string_pretty(value),
        false => serde_json::to_string(value),
    };
    // Our types serialise; an empty line would only hide that they did not.
    print(&format!("{}\n", text.unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))));
}

/// Writes an envelope.
pub fn print_envelope(envelope: &Cleared<Envelope>) {
    print_json(&**envelope);
}

/// Reads standard input up to a number of bytes, and one more to see that there was more.
pub fn read_stdin(bytes_max: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(bytes_max).unwrap_or(u64::MAX).saturating_add(1);
    // What was read before an error is judged like any other input.
    drop(std::io::stdin().lock().take(limit).read_to_end(&mut bytes));
    bytes
}

/// Whether a command line is that of a prompt hook, also when it is wrong otherwise.
pub fn is_hook_call(args: impl IntoIterator<Item = OsString>) -> bool {
    let args: Vec<String> = args.into_iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let is_inject = args.get(1).is_some_and(|command| command == "inject");
    let other_format = args.iter().enumerate().any(|(at, arg)| {
        let value = arg
            .strip_prefix("--format=")
            .or_else(|| (arg == "--format").then(|| args.get(at + 1).map(String::as_str)).flatten());
        matches!(value, Some("json" | "text"))
    });
    let has_prompt = args.iter().any(|arg| arg == "--prompt" || arg.starts_with("--prompt="));
    is_inject && !other_format && !has_prompt
}

/// The exit code after an internal error: a hook must not fail.
pub fn after_panic(args: impl IntoIterator<Item = OsString>) -> u8 {
    match is_hook_call(args) {
        true => ExitCode::Ok.code(),
        false => ExitCode::ToolFailed.code(),
    }
}
