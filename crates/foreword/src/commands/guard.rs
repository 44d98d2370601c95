//! `foreword guard`: a text as it may leave, by the guard that everything else goes through.

use std::io::{BufRead, BufWriter, Read, Write};

use foreword_guard::sensitive::Sensitive;
use foreword_guard::{GuardedText, clear_line, guard_text};
use foreword_model::envelope::Redaction;
use foreword_model::error::ExitCode;
use foreword_model::{limits, texts};
use serde::{Deserialize, Serialize};

use crate::cli::GuardArgs;
use crate::commands::{print, read_stdin, say};
use crate::env_values;
use crate::settings::{Environment, root};

/// Runs the command.
pub fn run(args: &GuardArgs) -> u8 {
    // Without a repository there are no values of its own to look for.
    if let Ok(found) = root::find(&Environment::of_process(), None, &mut Vec::new()) {
        env_values::look_after(&found.jail);
    }
    match args.jsonl {
        true => guard_lines(),
        false => guard_stdin(),
    }
}

fn guard_stdin() -> u8 {
    let bytes = read_stdin(limits::GUARDED_TEXT_BYTES);
    if bytes.len() > limits::GUARDED_TEXT_BYTES {
        say(&format!("foreword guard: more than {} bytes are not guarded", limits::GUARDED_TEXT_BYTES));
        return ExitCode::ToolFailed.code();
    }
    let guarded = guard_text(&String::from_utf8_lossy(&bytes), "");
    print(&guarded.text);
    found(&guarded).iter().for_each(|line| say(line));
    ExitCode::Ok.code()
}

/// What was found, a line each.
fn found(guarded: &GuardedText) -> Vec<String> {
    let masked = guarded.redactions.iter().map(|Redaction { kind, count }| format!("masked {kind}: {count}"));
    let filtered = guarded.family.map(|family| format!("{} ({})", texts::INJECTION_FILTERED, family.name()));
    masked.chain(filtered).collect()
}

/// A text to be guarded.
#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    id: serde_json::Value,
    text: String,
    #[serde(default)]
    path: String,
}

/// A text as it may leave.
#[derive(Serialize)]
struct GuardedRow {
    id: serde_json::Value,
    text: String,
    flagged: bool,
    redactions: Vec<Redaction>,
}

/// Guards line by line. A line that is no row is named and left out, and the exit code says so.
fn guard_lines() -> u8 {
    let mut stdin = std::io::stdin().lock();
    let mut stdout = BufWriter::new(std::io::stdout().lock());
    let line_max = u64::try_from(limits::GUARDED_TEXT_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let (mut exit, mut line) = (ExitCode::Ok, Vec::new());
    for number in 1_usize.. {
        line.clear();
        match stdin.by_ref().take(line_max).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) if line.trim_ascii().is_empty() => continue,
            Ok(_) => {}
        }
        let row = match serde_json::from_slice::<Row>(&line) {
            Ok(row) => row,
            Err(error) => {
                say(&format!("foreword guard: line {number}: {}", clear_line(&error.to_string()).as_str()));
                exit = ExitCode::ToolFailed;
                continue;
            }
        };
        let written = serde_json::to_writer(&mut stdout, &guard_row(row)).map_err(std::io::Error::from);
        // A reader that went away is no error of ours.
        if written.and_then(|()| stdout.write_all(b"\n")).is_err() {
            break;
        }
    }
    drop(stdout.flush());
    exit.code()
}

fn guard_row(row: Row) -> GuardedRow {
    let id = match row.id {
        serde_json::Value::String(id) => clear_line(&id).into_inner().into(),
        number @ serde_json::Value::Number(_) => number,
        _ => serde_json::Value::Null,
    };
    if Sensitive::default().matches(&row.path) {
        let text = clear_line(&format!("{}: {}", texts::SENSITIVE_PATH, row.path)).into_inner();
        return GuardedRow { id, text, flagged: false, redactions: Vec::new() };
    }
    let GuardedText { text, family, redactions } = guard_text(&row.text, &row.path);
    GuardedRow { id, text: text.into_inner(), flagged: family.is_some(), redactions }
}
