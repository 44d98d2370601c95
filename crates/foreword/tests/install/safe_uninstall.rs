//! SAFE-05: an uninstallation takes out what is ours and nothing else, whoever changed the file in between.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, SystemTime};

use crate::machine::Machine;

const CONFIG: &str = ".codex/config.toml";
const SETTINGS: &str = ".claude/settings.json";
const KERNEL: &str = ".claude/hooks/auto-tool-orchestrator.sh";
const KEPT: &str = "state/foreword/backups/kept";
const ORIGINAL: &str = "model = \"m\" # mine\n\n[tui]\nx = 1\n";
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn with_both() -> Machine {
    let machine = Machine::new();
    machine.home.file(CONFIG, ORIGINAL);
    machine.home.file(SETTINGS, "{\n  \"model\": \"sonnet\"\n}\n");
    machine
}

/// The copies that are kept, by content.
fn kept(machine: &Machine) -> Vec<String> {
    let entries = fs::read_dir(machine.path(KEPT)).into_iter().flatten().flatten();
    let mut texts: Vec<String> =
        entries.map(|entry| fs::read_to_string(entry.path()).expect("a copy")).collect();
    texts.sort();
    texts
}

/// Codex writes to its own file at any time: before, between and after what we write there.
#[test]
fn safe_05_what_was_added_to_the_configuration_stays_in_any_order() {
    const EDITS: [(&str, &str); 3] = [
        ("", "\n[projects.\"/x\"]\ntrust_level = \"trusted\"\n"),
        ("approval = \"never\"\n", ""),
        ("# on top\n", "# at the end\n"),
    ];
    for installed in [["codex", "mcp"], ["mcp", "codex"]] {
        for removed in [vec!["codex", "mcp"], vec!["mcp", "codex"], vec!["all"]] {
            for (before, after) in EDITS {
                let machine = with_both();
                installed.iter().for_each(|target| drop(machine.succeed(&["install", target, "--yes"])));
                let edited = format!("{before}{}{after}", machine.text(CONFIG));
                fs::write(machine.path(CONFIG), &edited).expect("edited");
                removed.iter().for_each(|target| drop(machine.succeed(&["uninstall", target, "--yes"])));
                let expected = format!("{before}{ORIGINAL}{after}");
                assert_eq!(machine.text(CONFIG), expected, "{installed:?} {removed:?}");
                assert!(kept(&machine).contains(&edited), "{installed:?} {removed:?}");
            }
        }
    }
}

/// An edit after the first of two uninstallations.
#[test]
fn safe_05_an_edit_between_two_uninstallations_stays() {
    let machine = with_both();
    machine.succeed(&["install", "--yes"]);
    machine.succeed(&["uninstall", "codex", "--yes"]);
    let edited = machine.text(CONFIG) + "\n[theirs]\ny = 2\n";
    fs::write(machine.path(CONFIG), edited).expect("edited");
    machine.succeed(&["uninstall", "mcp", "--yes"]);
    assert_eq!(machine.text(CONFIG), format!("{ORIGINAL}\n[theirs]\ny = 2\n"));
}

/// What stands next to our entry, or in one list with it, is not part of it.
#[test]
fn safe_05_neighbours_of_our_entry_stay() {
    let check = |edit: &dyn Fn(&str) -> String, expected: &str| {
        let machine = with_both();
        machine.succeed(&["install", "mcp", "--yes"]);
        fs::write(machine.path(CONFIG), edit(&machine.text(CONFIG))).expect("edited");
        machine.succeed(&["uninstall", "mcp", "--yes"]);
        assert_eq!(machine.text(CONFIG), expected);
    };
    let above = |text: &str| text.replace("\n[mcp_servers.foreword]", "# y = 2\n\n[mcp_servers.foreword]");
    check(&above, &format!("{ORIGINAL}# y = 2\n"));
    // Mixed line ends stay as they are, line by line.
    let mixed = |text: &str| text.replace("x = 1\n", "x = 1\r\n");
    check(&mixed, &ORIGINAL.replace("x = 1\n", "x = 1\r\n"));
    let machine = Machine::new();
    let theirs = "[[hooks.UserPromptSubmit]]\n\n[[hooks.UserPromptSubmit.hooks]]\ntype = \"command\"\ncommand = \"theirs\"\n";
    machine.home.file(CONFIG, theirs);
    machine.succeed(&["install", "codex", "--yes"]);
    // Both hooks in one group.
    let (first, rest) = machine.text(CONFIG).split_once("\n[[hooks.UserPromptSubmit]]\n").map_or_else(
        || panic!("no second group in {}", machine.text(CONFIG)),
        |(first, rest)| (first.to_owned(), rest.to_owned()),
    );
    fs::write(machine.path(CONFIG), format!("{first}\n{rest}")).expect("edited");
    machine.succeed(&["uninstall", "codex", "--yes"]);
    let config = machine.text(CONFIG);
    assert!(config.contains("\"theirs\"") && !config.contains("context-inject-global"), "{config}");
}

/// What a person added to our own entry goes with it, but is named and kept; an entry that is no longer ours stays.
#[test]
fn safe_05_what_was_added_to_our_entry_is_named() {
    for (file, target, edit, said) in [
        (
            CONFIG,
            "mcp",
            ("args = [\"mcp\"]", "args = [\"mcp\"]\nstartup_timeout_sec = 9"),
            "(startup_timeout_sec)",
        ),
        (
            CONFIG,
            "mcp",
            ("args = [\"mcp\"]", "args = [\"mine\"]"),
            "starts something else than foreword, and is left",
        ),
        (SETTINGS, "claude", ("\"timeout\": 30", "\"timeout\": 30, \"async\": true"), "(async)"),
        (
            SETTINGS,
            "claude",
            ("\"command\": \"", "\"command\": \"nice "),
            "by a command of its own, and is left",
        ),
    ] {
        let machine = with_both();
        machine.succeed(&["install", target, "--yes"]);
        let edited = machine.text(file).replacen(edit.0, edit.1, 1);
        assert_ne!(edited, machine.text(file), "{said}");
        fs::write(machine.path(file), &edited).expect("edited");
        let output = machine.run(&["uninstall", target, "--yes"]);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        assert!(output.stderr_text().contains(said), "{said}: {}", output.stderr_text());
        let is_left = machine.text(file) == edited;
        assert!(is_left || kept(&machine).contains(&edited), "{said}");
    }
}

/// A script that the user changed is the user's: replaced only with a copy kept, and left by an uninstallation.
#[test]
fn safe_05_a_script_that_was_edited_is_kept() {
    let machine = with_both();
    machine.succeed(&["install", "claude", "--yes"]);
    let shipped = machine.text(KERNEL);
    let edited = format!("{shipped}# mine\n");
    fs::write(machine.path(KERNEL), &edited).expect("edited");
    let output = machine.run(&["upgrade", "claude", "--yes"]);
    assert!(output.stderr_text().contains("is kept for 30 days as "), "{}", output.stderr_text());
    assert_eq!((machine.text(KERNEL), kept(&machine)), (shipped, vec![edited.clone()]));
    fs::write(machine.path(KERNEL), &edited).expect("edited");
    let output = machine.run(&["uninstall", "claude", "--yes"]);
    let said = output.stderr_text();
    assert!(said.contains("auto-tool-orchestrator.sh was changed by hand; it is left as it is"), "{said}");
    assert_eq!(machine.text(KERNEL), edited);
}

/// Backups outlive the uninstallation by thirty days, readable by the user alone.
#[test]
fn safe_05_backups_stay_for_thirty_days() {
    let machine = with_both();
    machine.succeed(&["install", "--yes"]);
    let said = machine.succeed(&["uninstall", "--yes"]);
    let folder = machine.path(KEPT);
    assert!(said.ends_with(&format!("Backups are kept for 30 days in {}\n", folder.display())), "{said}");
    assert!(kept(&machine).contains(&ORIGINAL.to_owned()), "{:?}", kept(&machine));
    let mode = |path: &std::path::Path| fs::metadata(path).expect("it").permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&machine.path("state/foreword/backups"))), (0o700, 0o700));
    let age = |days: u32| {
        for entry in fs::read_dir(&folder).expect("the folder").flatten() {
            assert_eq!(mode(&entry.path()), 0o600);
            let file = fs::File::options().write(true).open(entry.path()).expect("a copy");
            file.set_modified(SystemTime::now() - DAY * days).expect("a time");
        }
    };
    let count = kept(&machine).len();
    age(29);
    machine.succeed(&["uninstall", "--yes"]);
    assert_eq!(kept(&machine).len(), count);
    age(31);
    machine.succeed(&["uninstall", "--yes"]);
    assert!(!machine.path("state/foreword").exists());
}

/// Permissions, owner and extended attributes go over to the new file.
#[test]
fn safe_05_permissions_and_attributes_stay() {
    let machine = with_both();
    let file = machine.path(SETTINGS);
    fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("a mode");
    let flags = rustix::fs::XattrFlags::empty();
    let has_attributes = rustix::fs::setxattr(&file, "user.mine", b"yes", flags).is_ok();
    for command in ["install", "uninstall"] {
        machine.succeed(&[command, "claude", "--yes"]);
        assert_eq!(fs::metadata(&file).expect("it").permissions().mode() & 0o7777, 0o640, "{command}");
        let mut value = [0; 8];
        let length = rustix::fs::getxattr(&file, "user.mine", value.as_mut_slice());
        assert!(!has_attributes || length == Ok(3), "{command}: {length:?}");
    }
}
