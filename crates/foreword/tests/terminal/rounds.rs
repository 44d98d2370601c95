//! The loop as a person uses it: lines, commands, history, sessions.

use std::os::unix::fs::PermissionsExt;

use foreword_testkit::terminal::Key;

use crate::desk::{CODE_PROMPT, CURSOR, Desk, THREAD};

#[test]
fn a_prompt_gets_context_and_the_second_round_resumes() {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.enters(CODE_PROMPT);
    terminal.sees("[Auto Tools] ci_index_status ");
    terminal.sees(" characters\n");
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    let prompt = desk.prompted();
    assert!(prompt.starts_with("[Auto Tools Results]") && prompt.contains("def late_fee"), "{prompt}");
    terminal.enters("and who calls late_fee?");
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    terminal.presses(Key::CtrlD);
    assert_eq!(terminal.ends(), 0);
    let started = desk.started();
    assert!(started[0].starts_with("exec --json"), "{started:?}");
    assert!(started[1].starts_with(&format!("exec resume {THREAD} --json")), "{started:?}");
}

#[test]
fn lines_are_edited_and_remembered_from_one_run_to_the_next() {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.types("thank yuo");
    terminal.presses(Key::Backspace);
    terminal.presses(Key::Left);
    terminal.types("o");
    terminal.enters("");
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    assert_eq!(desk.prompted(), "thank you", "without context it goes as it is");
    terminal.presses(Key::Up);
    terminal.sees("thank you");
    terminal.presses(Key::CtrlC);
    terminal.sees(CURSOR);
    let secret = format!("thanks, use ghp_{}", "1234567890abcdefABCDEF1234567890abcd");
    terminal.enters(&secret);
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    terminal.enters("/quit");
    assert_eq!(terminal.ends(), 0);
    assert_eq!(desk.read("state/foreword/codex-auto/history"), "\"thank you\"\n\"/quit\"\n");
    let mode = desk.history().metadata().expect("a history").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let mut terminal = desk.sits_down();
    terminal.presses(Key::Up);
    terminal.sees("/quit");
    terminal.presses(Key::Up);
    terminal.sees("thank you");
    terminal.presses(Key::Enter);
    terminal.sees("the answer\n");
}

#[test]
fn ctrl_c_at_the_prompt_clears_the_line() {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.types("never sent");
    terminal.presses(Key::CtrlC);
    terminal.sees(CURSOR);
    terminal.enters("thank you");
    terminal.sees("the answer\n");
    assert_eq!(desk.started().len(), 1);
    assert!(!desk.prompted().contains("never sent"), "{}", desk.prompted());
}

#[test]
fn a_line_that_is_no_text_is_dropped_and_the_loop_goes_on() {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.types_bytes(b"caf\xe9 never sent\r");
    terminal.sees("not UTF-8, and nothing was sent");
    terminal.sees(CURSOR);
    terminal.enters("thank you");
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    assert_eq!((desk.started().len(), desk.prompted().as_str()), (1, "thank you"));
    terminal.presses(Key::CtrlD);
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn what_is_pasted_is_one_prompt() {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.pastes("thank you\nfor all\n\tof that");
    terminal.presses(Key::Enter);
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    assert_eq!(desk.started().len(), 1);
    assert!(desk.prompted().starts_with("thank you\nfor all\n"), "{}", desk.prompted());
}

#[test]
fn a_plan_starts_nothing_and_why_tells_of_the_last_prompt() {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.enters("/plan");
    terminal.sees("no prompt yet");
    terminal.enters("/why");
    terminal.sees("no prompt yet");
    terminal.enters(&format!("/plan {CODE_PROMPT}"));
    terminal.sees("Plan plan-");
    terminal.sees("Plan: tier up to 1");
    terminal.sees("ci_search");
    terminal.sees(CURSOR);
    assert_eq!(desk.started(), Vec::<String>::new());
    terminal.enters(CODE_PROMPT);
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    terminal.enters("/why");
    terminal.sees("codex-cli, cli");
    terminal.sees("Places\n");
    terminal.sees("loans/fines.py");
    terminal.sees(CURSOR);
    terminal.enters("/plan");
    terminal.sees(CODE_PROMPT);
    terminal.sees("ci_search");
    terminal.sees(CURSOR);
    terminal.enters("thanks, have a nice weekend!");
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    terminal.enters("/why");
    terminal.sees(": nothing\n");
    terminal.sees(CURSOR);
    assert_eq!(desk.started().len(), 2);
    terminal.enters("/quit");
    assert_eq!(terminal.ends(), 0);
    // The run is kept as a hook's is.
    let explained =
        desk.here(foreword_testkit::process::Invocation::new(foreword_testkit::shims::foreword()));
    let explained = explained.args(["explain"]).run_in(&desk.home);
    assert!(explained.stdout_text().contains(CODE_PROMPT), "{}", explained.stderr_text());
}

#[test]
fn tools_off_new_help_and_what_is_no_command() {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.enters("/tools off");
    terminal.sees("tools are off");
    terminal.sees(CURSOR);
    terminal.enters(CODE_PROMPT);
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    // To the letter; and a hook of ours in codex is told to be silent.
    assert_eq!((desk.prompted(), desk.read("switch")), (CODE_PROMPT.to_owned(), "off\n".to_owned()));
    terminal.enters("/tools on");
    terminal.sees("tools are on");
    terminal.sees(CURSOR);
    terminal.enters("/new");
    terminal.sees("new session\n");
    terminal.sees(CURSOR);
    terminal.enters(CODE_PROMPT);
    terminal.sees("the answer\n");
    terminal.sees(CURSOR);
    assert!(desk.prompted().contains("[Auto Tools Results]"), "{}", desk.prompted());
    assert_eq!(desk.read("switch"), "\n");
    terminal.enters("/nonsense");
    terminal.sees("there is no `/nonsense`");
    terminal.sees(CURSOR);
    terminal.enters("/help");
    terminal.sees("/plan [PROMPT]");
    terminal.sees(CURSOR);
    terminal.enters("/quit");
    assert_eq!(terminal.ends(), 0);
    let started = desk.started();
    assert_eq!(started.len(), 2, "{started:?}");
    assert!(started.iter().all(|line| line.starts_with("exec --json")), "{started:?}");
}

#[test]
fn the_answer_streams_and_is_clean() {
    let desk = Desk::new();
    let mut terminal = desk.sits_down();
    terminal.enters("please work");
    terminal.sees("  $ cargo test\n");
    terminal.sees("  exit code 1: cargo test\n");
    terminal.sees("  update a.rs\n");
    terminal.sees("colours: red\n");
}

#[test]
fn quiet_is_quiet() {
    let desk = Desk::new();
    desk.home.file("config/foreword/config.yaml", "quiet: true\n");
    let mut terminal = desk.sits_down();
    terminal.enters(CODE_PROMPT);
    terminal.sees("the answer\n");
    assert!(!terminal.screen().contains("[Auto Tools]"), "{}", terminal.screen());
    assert!(desk.prompted().starts_with("[Auto Tools Results]"), "{}", desk.prompted());
}
