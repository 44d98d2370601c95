//! SAFE-07: an edit that a client makes between our reading and our writing survives.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use foreword_testkit::process::Output;
use foreword_testkit::{require, wait};
use serde_json::{Value, json};

use crate::machine::Machine;

const SETTINGS: &str = ".claude/settings.json";
const RENAMES: &str = "?rename,?renameat,?renameat2";
/// How long a run may take with every rename slowed down.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a client writes its file.
type Write = fn(&Path, &str);

fn by_rename(file: &Path, text: &str) {
    let beside = file.with_extension("client");
    fs::write(&beside, text).expect("written");
    fs::rename(beside, file).expect("renamed");
}

fn in_place(file: &Path, text: &str) {
    fs::write(file, text).expect("written");
}

fn machine() -> Machine {
    let machine = Machine::new();
    machine.home.file(SETTINGS, &settings(0));
    machine
}

/// The user's settings after an edit.
fn settings(edit: u64) -> String {
    format!("{{\n  \"edit\": {edit}\n}}\n")
}

fn edit_of(text: &str) -> (Option<u64>, bool) {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text:?}"));
    (value["edit"].as_u64(), text.contains("context-inject-global.sh"))
}

/// The temporary files of foreword beside the settings.
fn temporary(machine: &Machine) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(machine.path(".claude")).expect("a folder").flatten();
    let is_ours = |path: &PathBuf| path.to_string_lossy().contains(".settings.json.foreword-");
    entries.map(|entry| entry.path()).filter(is_ours).collect()
}

/// Runs foreword with every rename slowed down, while `client` does what it likes.
fn run_slowly(machine: &Machine, strace: &Path, args: &[&str], client: impl FnOnce(&AtomicBool)) -> Output {
    let (traced, slow) =
        (format!("trace={RENAMES}"), format!("inject={RENAMES}:delay_enter=100000:delay_exit=100000"));
    let strace_args = ["-qq", "-o", "/dev/null", "-e", &traced, "-e", &slow];
    let run = machine.invoke(machine.path(".local/bin/foreword")).args(args).timeout(PATIENCE);
    let run = run.through(strace, strace_args);
    let has_ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let foreword = scope.spawn(|| {
            let output = run.run_in(&machine.home);
            has_ended.store(true, Ordering::SeqCst);
            output
        });
        client(&has_ended);
        foreword.join().expect("foreword ran")
    })
}

/// Waits until the new file is beside the old one and the exchange has been called, behind the comparison.
fn wait_for_exchange(machine: &Machine, has_ended: &AtomicBool) {
    let exchanging = || temporary(machine).pop_first().filter(|file| is_exchanging(file));
    wait_for(has_ended, exchanging).expect("a temporary file");
}

/// Whether the process in the name of a temporary file is in `renameat2`, by its number on x86-64 or ARM. Where the kernel
/// does not tell, the edit comes earlier, and must survive just as well.
fn is_exchanging(temporary: &Path) -> bool {
    let name = temporary.to_string_lossy();
    let process = name.rsplit("foreword-").next().and_then(|rest| rest.split('-').next()).expect("a number");
    let syscall = fs::read_to_string(format!("/proc/{process}/syscall"));
    syscall.map_or(true, |text| ["316 ", "276 "].iter().any(|number| text.starts_with(number)))
}

/// Waits until there is something, or foreword has ended.
fn wait_for<T>(has_ended: &AtomicBool, look: impl Fn() -> Option<T>) -> Option<T> {
    let look = || match look() {
        Some(found) => Some(Some(found)),
        None => has_ended.load(Ordering::SeqCst).then_some(None),
    };
    wait::until("foreword to write", look)
}

#[test]
fn safe_07_an_edit_before_the_exchange_is_merged() {
    let Some(strace) = require::program("strace") else { return };
    for command in ["install", "uninstall"] {
        for write in [by_rename as Write, in_place] {
            let machine = machine();
            if command == "uninstall" {
                machine.succeed(&["install", "claude", "--yes"]);
            }
            let file = machine.path(SETTINGS);
            let output = run_slowly(&machine, &strace, &[command, "claude", "--yes"], |has_ended| {
                wait_for_exchange(&machine, has_ended);
                write(&file, &machine.text(SETTINGS).replace("\"edit\": 0", "\"edit\": 1"));
            });
            assert_eq!(output.code(), Some(0), "{command}: {}", output.stderr_text());
            assert_eq!(edit_of(&machine.text(SETTINGS)), (Some(1), command == "install"), "{command}");
            assert_eq!(temporary(&machine), BTreeSet::new(), "{command}");
        }
    }
}

/// The client writes once before the exchange, and again while its first edit is out of its place.
#[test]
fn safe_07_the_newer_of_two_edits_is_put_back() {
    let Some(strace) = require::program("strace") else { return };
    for write in [by_rename as Write, in_place] {
        let machine = machine();
        let file = machine.path(SETTINGS);
        let output = run_slowly(&machine, &strace, &["install", "claude", "--yes"], |has_ended| {
            wait_for_exchange(&machine, has_ended);
            write(&file, &settings(1));
            let ours = || fs::read_to_string(&file).ok().filter(|text| text.contains("context-inject"));
            let text = wait_for(has_ended, ours).expect("our text in place");
            let edited = text.replace("\"edit\": 0", "\"edit\": 2").replace("\"edit\": 1", "\"edit\": 2");
            write(&file, &edited);
        });
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        assert_eq!(edit_of(&machine.text(SETTINGS)), (Some(2), true), "{}", output.stderr_text());
        assert_eq!(temporary(&machine), BTreeSet::new());
    }
}

/// A client that writes at every attempt: foreword gives up with words, and the client's text stands.
#[test]
fn safe_07_gives_up_after_five_attempts_and_changes_nothing() {
    let Some(strace) = require::program("strace") else { return };
    let machine = machine();
    let file = machine.path(SETTINGS);
    let last = Mutex::new(0);
    let output = run_slowly(&machine, &strace, &["install", "claude", "--yes"], |has_ended| {
        let mut seen = BTreeSet::new();
        while let Some(new) = wait_for(has_ended, || temporary(&machine).difference(&seen).next().cloned()) {
            seen.insert(new);
            let mut last = last.lock().expect("a number");
            *last += 1;
            by_rename(&file, &settings(*last));
        }
    });
    let said = output.stderr_text();
    assert_eq!(output.code(), Some(20), "{said}");
    let words =
        ["is being changed by another program; gave up after 5 attempts", "nothing was changed in that file"];
    assert!(words.iter().all(|it| said.contains(it)), "{said}");
    assert_eq!(machine.text(SETTINGS), settings(*last.lock().expect("a number")));
    assert_eq!(temporary(&machine), BTreeSet::new());
}

/// A file system that cannot exchange: the files are compared, and renamed.
#[test]
fn safe_07_works_where_files_cannot_be_exchanged() {
    let Some(strace) = require::program("strace") else { return };
    for error in ["EINVAL", "ENOSYS", "EOPNOTSUPP"] {
        let machine = machine();
        for (command, is_there) in [("install", true), ("uninstall", false)] {
            let fault = format!("inject=renameat2:error={error}");
            let strace_args = ["-qq", "-o", "/dev/null", "-e", "trace=renameat2", "-e", &fault];
            let run = machine.invoke(machine.path(".local/bin/foreword")).args([command, "claude", "--yes"]);
            let output = run.through(&strace, strace_args).run_in(&machine.home);
            assert_eq!(output.code(), Some(0), "{error}: {}", output.stderr_text());
            assert_eq!(edit_of(&machine.text(SETTINGS)), (Some(0), is_there), "{error}");
        }
        assert_eq!(machine.text(SETTINGS), settings(0), "{error}");
    }
}

/// A client that writes all the time, while foreword is installed and taken out: its last edit always stands.
#[test]
fn safe_07_a_busy_client_loses_no_edit() {
    for write in [by_rename as Write, in_place] {
        let machine = machine();
        let file = machine.path(SETTINGS);
        let (last, is_over) = (Mutex::new(0_u64), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::SeqCst) {
                    let mut last = last.lock().expect("a number");
                    *last += 1;
                    let mut value: Value =
                        serde_json::from_str(&fs::read_to_string(&file).expect("a file")).expect("whole");
                    value["edit"] = json!(*last);
                    write(&file, &format!("{value:#}\n"));
                    let reads = *last % 16 * 200;
                    drop(last);
                    // A client reads more often than it writes.
                    (0..reads).for_each(|_| drop(fs::read(&file)));
                }
            });
            for round in 0..12 {
                let command = if round % 2 == 0 { "install" } else { "uninstall" };
                let output = machine.run(&[command, "claude", "--yes"]);
                let said = output.stderr_text();
                let last = last.lock().expect("a number");
                assert_eq!(edit_of(&machine.text(SETTINGS)).0, Some(*last), "{command}: {said}");
                assert!(
                    output.code() == Some(0) || said.contains("gave up after 5 attempts"),
                    "{command}: {said}"
                );
            }
            is_over.store(true, Ordering::SeqCst);
        });
        for (command, is_there) in [("install", true), ("uninstall", false)] {
            machine.succeed(&[command, "claude", "--yes"]);
            let last = *last.lock().expect("a number");
            assert_eq!(edit_of(&machine.text(SETTINGS)), (Some(last), is_there), "{command}");
        }
    }
}

/// Several runs at once take turns.
#[test]
fn safe_07_two_installations_at_once_take_turns() {
    let machine = machine();
    thread::scope(|scope| {
        let targets = ["claude", "mcp", "claude", "codex"];
        let runs = targets.map(|target| {
            let machine = &machine;
            scope.spawn(move || machine.run(&["install", target, "--yes"]))
        });
        for run in runs {
            let output = run.join().expect("it ran");
            assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        }
    });
    machine.succeed(&["uninstall", "--yes"]);
    assert_eq!(machine.text(SETTINGS), settings(0));
    assert_eq!(machine.files().iter().filter(|file| file.contains(".lock")).count(), 0);
}

/// What a killed run left beside a file is collected; a text that nobody else has is kept.
#[test]
fn safe_07_temporary_files_are_collected_and_what_is_unknown_is_kept() {
    let machine = machine();
    let left = |text: &str| machine.home.file(".claude/.settings.json.foreword-999999999-1", text);
    left(&settings(0));
    machine.succeed(&["install", "claude", "--yes"]);
    assert_eq!(temporary(&machine), BTreeSet::new());
    left(&settings(7));
    let output = machine.run(&["install", "claude", "--yes"]);
    let said = output.stderr_text();
    assert_eq!((output.code(), temporary(&machine)), (Some(0), BTreeSet::new()), "{said}");
    let kept = said.lines().find_map(|line| line.split_once("kept for 30 days as ")).expect("a note").1;
    assert_eq!(fs::read_to_string(kept).expect("the copy"), settings(7));
}
