//! SAFE-06: a kill or a full disk at any point leaves the old file or the new one, and the next command heals the rest.

use std::fs;
use std::path::{Path, PathBuf};

use foreword_testkit::process::Output;
use foreword_testkit::require;
use serde_json::Value;

use crate::machine::Machine;

const SETTINGS: &str = ".claude/settings.json";
const ORIGINAL: &str = "{\n  // mine\n  \"model\": \"sonnet\",\n  \"env\": {\"A\": \"1\"}\n}\n";
const COMMENT: &str = "  // mine\n";
/// What changes something on the disk; a name that an architecture does not have is passed over.
const CHANGES: [&str; 11] = [
    "write",
    "fsync",
    "fchmod",
    "?rename",
    "?renameat",
    "?renameat2",
    "?unlink",
    "unlinkat",
    "?mkdir",
    "mkdirat",
    "?rmdir",
];
/// More steps than any of these commands takes.
const STEPS_MAX: usize = 400;

fn machine() -> Machine {
    let machine = Machine::new();
    machine.home.file(SETTINGS, ORIGINAL);
    machine
}

/// Runs foreword with a fault: `syscalls:what:when`, as `strace -e inject=` takes it.
fn run_with_fault(machine: &Machine, strace: &Path, fault: &str, args: &[&str]) -> Output {
    let (syscalls, _) = fault.split_once(':').expect("syscalls and a fault");
    let (traced, injected) = (format!("trace={syscalls}"), format!("inject={fault}"));
    let strace_args = ["-qq", "-o", "/dev/null", "-e", &traced, "-e", &injected];
    let run = machine.invoke(machine.path(".local/bin/foreword")).args(args);
    run.through(strace, strace_args).run_in(&machine.home)
}

/// The settings are whole: as they were, or with our entries beside what the user had.
fn check_whole(machine: &Machine, when: &str) {
    let text = machine.text(SETTINGS);
    if text == ORIGINAL {
        return;
    }
    let now = serde_json::from_str(&text.replace(COMMENT, ""));
    let now: Value = now.unwrap_or_else(|error| panic!("{when}: {error} in\n{text}"));
    let original: Value = serde_json::from_str(&ORIGINAL.replace(COMMENT, "")).expect("json");
    assert_eq!((&now["model"], &now["env"]), (&original["model"], &original["env"]), "{when}");
    assert!(now["hooks"]["UserPromptSubmit"][0].is_object(), "{when}: {text}");
}

/// The files beside the settings that are not the client's.
fn left_beside(machine: &Machine) -> Vec<PathBuf> {
    let entries = fs::read_dir(machine.path(".claude")).expect("the folder").flatten();
    entries.map(|entry| entry.path()).filter(|path| *path != machine.path(SETTINGS)).collect()
}

/// What a user has installed before the fault.
#[derive(Clone, Copy, Debug)]
enum Before {
    Nothing,
    Installed,
    /// Installed, and the entry changed since: the next installation writes the file again.
    Edited,
}

fn prepare(machine: &Machine, before: Before) {
    if !matches!(before, Before::Nothing) {
        machine.succeed(&["install", "claude", "--yes"]);
    }
    if matches!(before, Before::Edited) {
        let edited = machine.text(SETTINGS).replace("\"timeout\": 30", "\"timeout\": 5");
        fs::write(machine.path(SETTINGS), edited).expect("edited");
    }
}

/// A command that writes, and what is there before.
type Run = (Before, &'static [&'static str]);

const RUNS: [Run; 4] = [
    (Before::Nothing, &["install", "claude", "--yes"]),
    (Before::Edited, &["upgrade", "claude", "--yes"]),
    // Writes a file again that is exactly as it was written the first time.
    (Before::Installed, &["install", "claude", "--plain-json", "--yes"]),
    (Before::Installed, &["uninstall", "claude", "--yes"]),
];

/// A system call fails at its first, second, … use; each time an uninstallation leaves the file as it was.
fn check_every_use(machine: &Machine, strace: &Path, (before, args): Run, fault: &dyn Fn(usize) -> String) {
    for step in 1..STEPS_MAX {
        prepare(machine, before);
        let when = format!("{args:?} of {before:?}, {}", fault(step));
        let output = run_with_fault(machine, strace, &fault(step), args);
        check_whole(machine, &when);
        let healed = machine.run(&["uninstall", "claude", "--yes"]);
        assert_eq!(healed.code(), Some(0), "{when}: {}", healed.stderr_text());
        assert_eq!(machine.text(SETTINGS), ORIGINAL, "{when}");
        assert_eq!(left_beside(machine), Vec::<PathBuf>::new(), "{when}");
        if output.code() == Some(0) && !output.stdout_text().is_empty() {
            return;
        }
    }
    panic!("{args:?} takes more than {STEPS_MAX} steps");
}

#[test]
fn safe_06_a_kill_at_any_step_loses_nothing() {
    let Some(strace) = require::program("strace") else { return };
    let machine = machine();
    for run in RUNS {
        for syscall in CHANGES {
            check_every_use(&machine, &strace, run, &|step| format!("{syscall}:signal=KILL:when={step}"));
        }
    }
}

/// From one use on, none succeeds any more.
#[test]
fn safe_06_a_full_disk_loses_nothing() {
    let Some(strace) = require::program("strace") else { return };
    let machine = machine();
    for run in RUNS {
        for syscall in ["write", "fsync"] {
            check_every_use(&machine, &strace, run, &|step| format!("{syscall}:error=ENOSPC:when={step}+"));
        }
    }
}

/// A disk that really is full, where the test may mount one.
#[test]
fn safe_06_a_small_disk_that_is_full_loses_nothing() {
    let Some(unshare) = require::mounts() else { return };
    let machine = machine();
    machine.succeed(&["install", "claude", "--yes"]);
    let home = machine.home.path().display();
    // A copy of the home on a disk that is filled up; the mount is gone with the namespace.
    let script = format!(
        "set -e
         whole=$(mktemp -d); cp -a {home}/. $whole; mount -t tmpfs -o size=1m none {home}; cp -a $whole/. {home}; rm -rf $whole
         sed -i 's/\"timeout\": 30/\"timeout\": 5/' {home}/{SETTINGS}
         dd if=/dev/zero of={home}/fill bs=1024 2>/dev/null || true
         {home}/.local/bin/foreword upgrade claude --yes >/dev/null 2>&1 && echo upgraded
         rm -f {home}/fill; {home}/.local/bin/foreword uninstall claude --yes >/dev/null; cat {home}/{SETTINGS}"
    );
    let output = machine.invoke(unshare).args(["-rm", "sh", "-c", &script]).run_in(&machine.home);
    assert_eq!(output.stdout_text(), ORIGINAL, "{}", output.stderr_text());
}

/// A backup whose checksum is wrong is not restored: only what is ours goes.
#[test]
fn safe_06_a_damaged_backup_is_said_and_not_restored() {
    for damage in ["", "{\n  \"mod", "{}\n"] {
        let machine = machine();
        machine.succeed(&["install", "claude", "--yes"]);
        let folders = fs::read_dir(machine.path("state/foreword/backups")).expect("backups").flatten();
        let backup = folders.map(|it| it.path().join("before")).find(|it| it.exists()).expect("a backup");
        fs::write(backup, damage).expect("damaged");
        let output = machine.run(&["uninstall", "claude", "--yes"]);
        let said = output.stderr_text();
        assert_eq!((output.code(), machine.text(SETTINGS).as_str()), (Some(0), ORIGINAL), "{said}");
        assert!(said.contains("the backup is damaged, so only what is ours is taken out"), "{said}");
    }
}

/// A receipt of an earlier version has no checksum: its backup is used where it says the same as the file without us.
#[test]
fn safe_06_a_backup_of_an_earlier_version_is_used_if_it_is_whole() {
    for (backup, expected) in [(ORIGINAL, ORIGINAL), ("", ORIGINAL), ("{\"model\": \"son", ORIGINAL)] {
        let machine = machine();
        machine.succeed(&["install", "claude", "--yes"]);
        for folder in fs::read_dir(machine.path("state/foreword/backups")).expect("backups").flatten() {
            let receipt = folder.path().join("receipt.json");
            let text = fs::read_to_string(&receipt).expect("a receipt");
            let mut value: Value = serde_json::from_str(&text).expect("json");
            value.as_object_mut().expect("an object").remove("before_sha256");
            fs::write(&receipt, value.to_string()).expect("written");
            if folder.path().join("before").exists() {
                fs::write(folder.path().join("before"), backup).expect("written");
            }
        }
        machine.succeed(&["uninstall", "claude", "--yes"]);
        assert_eq!(machine.text(SETTINGS), expected, "{backup}");
    }
}
