//! A `codex` that dies, that breaks off, that never answers; a person who ends the turn, a terminal that is closed.

use std::path::Path;
use std::time::{Duration, Instant};

use foreword_model::limits;
use foreword_testkit::repo::script;
use foreword_testkit::running::Signal;
use foreword_testkit::terminal::Key;
use foreword_testkit::wait;

use crate::desk::{CODE_PROMPT, CURSOR, Desk, THREAD, waits_for_flood};

/// What is said of a fault; the loop goes on after it.
fn check(prompt: &str, expected: &str) -> Desk {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.enters(prompt);
    terminal.sees(&format!("{expected}\n"));
    terminal.sees(CURSOR);
    terminal.enters("thank you");
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    terminal.presses(Key::CtrlD);
    assert_eq!(terminal.ends(), 0);
    desk
}

#[test]
fn a_codex_that_dies_is_told_and_the_loop_goes_on() {
    let died = "codex-auto: codex failed: exit code 3; it complained: first line no model today";
    check("please fail-early", died);
    check("please say-nothing", "codex-auto: codex failed: it said nothing (exit code 0)");
    let desk = check("please break-off", "codex-auto: codex failed: ended by signal 9");
    assert_eq!(desk.started().len(), 2, "a turn that began is not asked twice");
    check("please print-garbage", "codex-auto: 2 lines of codex were no events");
}

#[test]
fn ctrl_c_ends_the_turn_and_not_the_loop() {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.enters("please ask-nobody");
    terminal.sees("working on it\n");
    let codex = desk.codex();
    terminal.presses(Key::CtrlC);
    terminal.sees("the turn was ended; codex is not running any more\n");
    wait::until_gone(codex);
    terminal.sees(CURSOR);
    terminal.enters("thank you");
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    terminal.presses(Key::CtrlD);
    assert_eq!(terminal.ends(), 0);
    let started = desk.started();
    assert!(started[1].starts_with(&format!("exec resume {THREAD} ")), "the thread goes on: {started:?}");
}

/// Issue 7: a tool that took its time held the turn.
#[test]
fn ctrl_c_ends_the_turn_also_before_codex_has_begun() {
    const TOOL_MS: u64 = 60_000;
    let desk = Desk::new();
    let slow = script(desk.home.path(), "bin/slow", "#!/bin/sh\necho $$ > \"$HOME/tool\"\nexec sleep 600\n");
    let tool = format!(
        "tools:\n  slow_look:\n    tier: 1\n    timeout_ms: {TOOL_MS}\n    command: ['{}']\n",
        slow.display()
    );
    desk.home.file("config/foreword/config.yaml", &tool);
    let wall = ("CI_AUTO_TOOLS_BUDGET_WALL_MS", "60000");
    let mut terminal = desk.codex_auto().env(wall.0, wall.1).start_in_terminal(&desk.home);
    terminal.sees(CURSOR);
    terminal.enters(CODE_PROMPT);
    let tool = desk.process("tool");
    let asked = Instant::now();
    terminal.presses(Key::CtrlC);
    terminal.sees("the turn was ended");
    assert!(asked.elapsed() < Duration::from_millis(TOOL_MS / 2), "{:?}", asked.elapsed());
    wait::until_gone(tool);
    terminal.sees(CURSOR);
    assert_eq!(desk.started(), Vec::<String>::new(), "codex was not begun");
}

#[test]
fn a_codex_that_will_not_end_is_ended_with_all_that_it_started() {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.enters("please be-stubborn");
    terminal.sees("cannot be stopped\n");
    let (codex, child) = (desk.codex(), desk.process("child"));
    terminal.presses(Key::CtrlC);
    terminal.sees("the turn was ended");
    wait::until_gone(codex);
    wait::until_gone(child);
    terminal.sees(CURSOR);
}

#[test]
fn a_codex_that_never_answers_is_told_of_and_left_to_the_person() {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.enters("please ask-nobody");
    terminal.sees("working on it\n");
    terminal.sees("codex has been silent for 15 s; Ctrl-C ends the turn\n");
    let process = Path::new("/proc").join(desk.codex().to_string());
    assert!(process.exists(), "it was not ended");
    terminal.presses(Key::CtrlC);
    terminal.sees(CURSOR);
}

#[test]
fn codex_ends_with_the_terminal_and_with_the_loop() {
    for (signal, exit) in [(None, 129), (Some(Signal::TERM), 143), (Some(Signal::QUIT), 131)] {
        let desk = Desk::new();
        let mut terminal = desk.sits_down();
        terminal.enters("please ask-nobody");
        terminal.sees("working on it\n");
        let codex = desk.codex();
        match signal {
            None => terminal.hangs_up(),
            Some(signal) => terminal.signal(signal),
        }
        assert_eq!(terminal.ends(), exit);
        wait::until_gone(codex);
    }
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.hangs_up();
    assert!(matches!(terminal.ends(), 0 | 129), "at the prompt");
}

#[test]
fn one_prompt_at_a_terminal_is_ended_by_ctrl_c() {
    let desk = Desk::new();
    let one = desk.codex_auto().args(["please", "ask-nobody"]);
    let mut terminal = one.start_in_terminal(&desk.home);
    terminal.sees("working on it\n");
    let codex = desk.codex();
    terminal.presses(Key::CtrlC);
    assert_eq!(terminal.ends(), 130);
    wait::until_gone(codex);
}

/// Makes its standard output a pipe that stays open and is never read.
const UNREAD: &str = r#"mkfifo "$HOME/unread" && exec 3<>"$HOME/unread" && exec "$0" "$@" >&3"#;

#[test]
fn a_signal_ends_codex_also_where_nobody_reads() {
    // More events than wait to be shown, or a few that are longer than a pipe.
    let many = limits::CODEX_EVENTS_WAITING;
    for (prompt, least, signal, exit) in [
        ("please flood-events", many, Signal::INT, 130),
        ("please flood-events", many, Signal::TERM, 143),
        ("please flood-answers", 3, Signal::HUP, 129),
        ("please flood-answers", 3, Signal::TERM, 143),
    ] {
        let desk = Desk::new();
        let one = desk.codex_auto().args([prompt]).through(Path::new("/bin/sh"), ["-c", UNREAD]);
        let running = one.start_in(&desk.home);
        waits_for_flood(&desk, least);
        let codex = desk.codex();
        running.signal(signal);
        assert_eq!(running.end().code, exit, "{prompt} {signal:?}");
        wait::until_gone(codex);
    }
}

#[test]
fn ctrl_c_ends_the_wait_for_a_prompt() {
    let desk = Desk::new();
    // The pipe on standard input stays open and says nothing.
    let silent = r#"mkfifo "$HOME/silent" && exec 3<>"$HOME/silent" && echo reading && exec "$0" "$@" <&3"#;
    let running = desk.codex_auto().through(Path::new("/bin/sh"), ["-c", silent]).start_in(&desk.home);
    running.line_with("reading");
    waits_for_signals_of(running.pid());
    running.signal(Signal::INT);
    assert_eq!(running.end().code, 130);
}

/// Waits until a process catches the last of its signals; a shell that stood there before catches SIGINT alone.
fn waits_for_signals_of(pid: u32) {
    let status = Path::new("/proc").join(pid.to_string()).join("status");
    wait::until("a process that catches signals", || {
        let status = std::fs::read_to_string(&status).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let caught = u64::from_str_radix(caught.trim(), 16).ok()?;
        (caught & (1 << (Signal::HUP.as_raw() - 1)) != 0).then_some(())
    });
}
