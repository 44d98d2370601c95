//! The loop at the terminal: reads a line, does what it asks for, until the person has had enough. Knows no tool and no
//! event; a prompt's way is `turn`.

use foreword_guard::clear_line;
use foreword_model::error::ExitCode;

use super::commands::{Asked, HELP, Tools, read};
use super::line::{LineEditor, Typed};
use super::turn::Conversation;
use crate::commands::{print, say};

/// Runs until the end of the person's patience, which is its limit.
pub fn run(conversation: &mut Conversation<'_>, mut editor: LineEditor) -> u8 {
    say("codex-auto: a prompt, or /help; Ctrl-D ends");
    loop {
        match editor.read() {
            Typed::Line(line) => {
                if round(conversation, &line) == Next::Stop {
                    return conversation.exit_code().unwrap_or(ExitCode::Ok.code());
                }
            }
            Typed::Cleared => {}
            Typed::Unreadable => say("that line was not UTF-8, and nothing was sent; type it again"),
            Typed::End => return conversation.exit_code().unwrap_or(ExitCode::Ok.code()),
        }
    }
}

#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Stop,
}

fn round(conversation: &mut Conversation<'_>, line: &str) -> Next {
    match read(line) {
        Asked::Nothing => {}
        Asked::Prompt(prompt) => {
            conversation.ask(prompt);
        }
        Asked::Plan(prompt) => match conversation.plan(prompt) {
            Some(text) => print(&text),
            None => say("no prompt yet; /plan PROMPT shows what would run for one"),
        },
        Asked::Why => match conversation.why() {
            Some(text) => print(&text),
            None => say("no prompt yet"),
        },
        Asked::Tools(wanted) => {
            conversation.tools = wanted.unwrap_or(conversation.tools);
            match conversation.tools {
                Tools::On => say("tools are on: prompts get context as configured"),
                Tools::Off => say("tools are off: prompts go to codex as they are; /tools on"),
            }
        }
        Asked::New => {
            conversation.forget_thread();
            say("the next prompt begins a new session");
        }
        Asked::Help => print(HELP),
        Asked::Quit => return Next::Stop,
        Asked::Unknown(what) => say(&format!(
            "there is no `{}`; /help lists the commands, and a space in front makes it a prompt",
            clear_line(what).as_str()
        )),
    }
    match conversation.exit_code() {
        Some(_) => Next::Stop,
        None => Next::GoOn,
    }
}
