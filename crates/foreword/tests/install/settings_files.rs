//! Settings files as people have them: after install and uninstall every byte is as before, or the file was refused and
//! the place named.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::machine::Machine;

/// How the file lies there.
#[derive(Clone, Copy)]
enum Kind {
    Regular,
    ReadOnly,
    /// A link to a file elsewhere.
    Link,
    /// A link to a file that is not there.
    DeadLink,
    /// A folder in its place.
    Folder,
}

/// What comes of it.
#[derive(Clone, Copy)]
enum Expect {
    RoundTrip,
    /// Refused, with this behind the file's name.
    Refused(&'static str),
}

use Expect::{Refused, RoundTrip};
use Kind::{DeadLink, Folder, Link, ReadOnly, Regular};

/// `~/.claude/settings.json`.
const CLAUDE: [(&str, Kind, Expect); 37] = [
    ("plain.json", Regular, RoundTrip),
    ("no_final_newline.json", Regular, RoundTrip),
    ("one_line.json", Regular, RoundTrip),
    ("empty_object.json", Regular, RoundTrip),
    ("empty_object_spread.json", Regular, RoundTrip),
    ("empty_file.json", Regular, RoundTrip),
    ("blank_lines.json", Regular, RoundTrip),
    ("tabs.json", Regular, RoundTrip),
    ("four_spaces.json", Regular, RoundTrip),
    ("windows_line_ends.json", Regular, RoundTrip),
    ("byte_order_mark.json", Regular, RoundTrip),
    ("mark_and_windows.json", Regular, RoundTrip),
    ("mixed_line_ends.json", Regular, RoundTrip),
    ("line_comments.json", Regular, RoundTrip),
    ("block_comments.json", Regular, RoundTrip),
    ("trailing_commas.json", Regular, RoundTrip),
    ("other_prompt_hook.json", Regular, RoundTrip),
    ("other_events.json", Regular, RoundTrip),
    ("hooks_in_one_line.json", Regular, RoundTrip),
    ("empty_hooks.json", Regular, RoundTrip),
    ("empty_group.json", Regular, RoundTrip),
    ("chinese_and_escapes.json", Regular, RoundTrip),
    ("large_numbers.json", Regular, RoundTrip),
    ("plugin_enabled.json", Regular, RoundTrip),
    ("plain.json", Link, RoundTrip),
    ("line_comments.json", Link, RoundTrip),
    ("plain.json", ReadOnly, Refused(": is read-only; to allow the change: chmod u+w ")),
    ("plain.json", DeadLink, Refused(": is a link to a file that is not there")),
    ("plain.json", Folder, Refused(": is no regular file")),
    ("broken_comma.json", Regular, Refused(":2:18: Expected comma")),
    ("broken_brace.json", Regular, Refused(":1:1: ")),
    ("broken_quote.json", Regular, Refused(":2:3: ")),
    ("hooks_is_a_list.json", Regular, Refused(":2:12: expected `hooks` to be an object")),
    ("event_is_an_object.json", Regular, Refused(":3:25: expected a list of hooks")),
    ("two_hooks_keys.json", Regular, Refused(":4:3: `hooks` stands here a second time")),
    ("a_list.json", Regular, Refused(":1:1: expected an object")),
    ("not_utf8.json", Regular, Refused(":2:15: not UTF-8")),
];

/// `~/.codex/config.toml` or `~/.codex/hooks.json`, by the name's beginning.
const CODEX: [(&str, Kind, Expect); 18] = [
    ("config_plain.toml", Regular, RoundTrip),
    ("config_windows.toml", Regular, RoundTrip),
    ("config_mark.toml", Regular, RoundTrip),
    ("config_no_final_newline.toml", Regular, RoundTrip),
    ("config_empty.toml", Regular, RoundTrip),
    ("config_comments_only.toml", Regular, RoundTrip),
    ("config_other_trust.toml", Regular, RoundTrip),
    ("config_inline_state.toml", Regular, RoundTrip),
    ("config_hooks_tables.toml", Regular, RoundTrip),
    ("config_hooks_inline.toml", Regular, RoundTrip),
    ("config_plain.toml", Link, RoundTrip),
    ("config_plain.toml", ReadOnly, Refused(": is read-only; to allow the change: chmod u+w ")),
    ("config_broken.toml", Regular, Refused(":2:")),
    ("config_twice.toml", Regular, Refused(":3:1: ")),
    ("config_hooks_is_text.toml", Regular, Refused(":1:1: `hooks` is no table")),
    ("hooks_plain.json", Regular, RoundTrip),
    ("hooks_tabs_windows.json", Regular, RoundTrip),
    ("hooks_broken.json", Regular, Refused(":1:24: ")),
];

/// A file of a client in a machine.
struct Settings {
    machine: Machine,
    file: PathBuf,
    bytes: Vec<u8>,
}

impl Settings {
    fn place(client: &'static str, fixture: &str, kind: Kind) -> Self {
        let source =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/install/fixtures").join(client).join(fixture);
        let bytes = fs::read(source).expect("a fixture");
        let machine = Machine::new();
        let name = match (client, fixture.starts_with("config")) {
            ("claude", _) => ".claude/settings.json",
            (_, true) => ".codex/config.toml",
            (_, false) => ".codex/hooks.json",
        };
        let file = machine.path(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("the client's folder");
        let elsewhere = machine.path("dotfiles");
        fs::create_dir(&elsewhere).expect("a folder");
        match kind {
            Regular | ReadOnly => fs::write(&file, &bytes).expect("written"),
            Link => {
                fs::write(elsewhere.join(fixture), &bytes).expect("written");
                symlink(Path::new("../dotfiles").join(fixture), &file).expect("a link");
            }
            DeadLink => symlink("../dotfiles/nothing", &file).expect("a link"),
            Folder => fs::create_dir(&file).expect("a folder"),
        }
        if matches!(kind, ReadOnly) {
            fs::set_permissions(&file, Permissions::from_mode(0o444)).expect("a mode");
        }
        Self { machine, file, bytes }
    }

    fn now(&self) -> Vec<u8> {
        fs::read(&self.file).unwrap_or_default()
    }
}

fn check(client: &'static str, fixture: &str, kind: Kind, expect: Expect) {
    let settings = Settings::place(client, fixture, kind);
    let (machine, is_link) = (&settings.machine, settings.file.is_symlink());
    let before = machine.files();
    match expect {
        RoundTrip => {
            let said = machine.succeed(&["install", client, "--yes"]);
            assert!(said.contains("@@ "), "{fixture}: no diff in\n{said}");
            assert_ne!(settings.now(), settings.bytes, "{fixture}: nothing was installed");
            machine.succeed(&["uninstall", client, "--yes"]);
            assert_eq!(settings.now(), settings.bytes, "{fixture}");
            assert_eq!(settings.file.is_symlink(), is_link, "{fixture}: the link");
            let state_only = |name: &&String| !name.starts_with("state");
            let after = machine.files();
            assert_eq!(
                after.iter().filter(state_only).collect::<Vec<_>>(),
                before.iter().filter(state_only).collect::<Vec<_>>(),
                "{fixture}: something is left"
            );
            let kept =
                fs::read_dir(machine.path("state/foreword/backups/kept")).expect("the backup").flatten();
            let kept: Vec<Vec<u8>> = kept.map(|it| fs::read(it.path()).expect("a copy")).collect();
            assert!(kept.contains(&settings.bytes), "{fixture}: the backup");
        }
        Refused(place) => {
            let output = machine.run(&["install", client, "--yes"]);
            let said = output.stderr_text();
            assert_eq!(output.code(), Some(20), "{fixture}: {said}");
            let expected = format!("{}{place}", settings.file.display());
            assert!(said.contains(&expected), "{fixture}: no {expected} in\n{said}");
            assert_eq!(machine.files(), before, "{fixture}: something was written");
        }
    }
}

#[test]
fn claude_code_settings_come_back_byte_by_byte_or_are_refused() {
    for (fixture, kind, expect) in CLAUDE {
        check("claude", fixture, kind, expect);
    }
}

#[test]
fn codex_settings_come_back_byte_by_byte_or_are_refused() {
    for (fixture, kind, expect) in CODEX {
        check("codex", fixture, kind, expect);
    }
}

/// Somebody else changes the file between install and uninstall: only what is ours goes.
#[test]
fn other_peoples_changes_survive() {
    for fixture in ["plain.json", "other_prompt_hook.json", "line_comments.json", "windows_line_ends.json"] {
        let settings = Settings::place("claude", fixture, Regular);
        settings.machine.succeed(&["install", "claude", "--yes"]);
        let installed = String::from_utf8(settings.now()).expect("text");
        let changed = installed.replacen('{', "{ \"theirs\": true,", 1);
        fs::write(&settings.file, &changed).expect("written");
        settings.machine.succeed(&["uninstall", "claude", "--yes"]);
        let expected =
            String::from_utf8(settings.bytes.clone()).expect("text").replacen('{', "{ \"theirs\": true,", 1);
        assert_eq!(String::from_utf8(settings.now()).expect("text"), expected, "{fixture}");
    }
}

/// Comments that were taken out are not lost with an edit of the client's, however often foreword is installed in between.
#[test]
fn comments_that_cannot_come_back_are_kept_and_named() {
    let settings = "{\n  // mine\n  \"model\": \"sonnet\"\n}\n";
    let plain = "{\n  \"model\": \"opus\"\n}\n";
    for reinstalls in 0..3 {
        let machine = Machine::new();
        let file = ".claude/settings.json";
        machine.home.file(file, settings);
        machine.succeed(&["install", "claude", "--plain-json", "--yes"]);
        machine.home.file(file, &machine.text(file).replace("sonnet", "opus"));
        for _ in 0..reinstalls {
            // Another place of the binary makes the file change.
            machine.home.file(file, &machine.text(file).replace("timeout\": ", "timeout\": 1"));
            machine.succeed(&["install", "claude", "--yes"]);
        }
        let output = machine.run(&["uninstall", "claude", "--yes"]);
        let said = output.stderr_text();
        assert_eq!((output.code(), machine.text(file).as_str()), (Some(0), plain), "{said}");
        let kept = said.lines().find_map(|line| line.split_once("it is kept as ")).expect("a note").1;
        assert_eq!(fs::read_to_string(kept).expect("the kept file"), settings);
    }
}

/// The note on a refused file names the command that mends that very file.
#[test]
fn the_command_that_mends_a_file_of_a_project_is_named_whole() {
    for (args, file, expected) in [
        (vec!["install", "claude", "--yes"], "settings.json", "foreword install claude --plain-json"),
        (
            vec!["install", "claude", "--project", "--yes"],
            "settings.local.json",
            "foreword install claude --project --plain-json",
        ),
    ] {
        let machine = Machine::new();
        let root = if args.contains(&"--project") { machine.repo.path() } else { machine.home.path() };
        fs::create_dir_all(root.join(".claude")).expect("a folder");
        fs::write(root.join(".claude").join(file), "{\n  // mine\n}\n").expect("written");
        let said = machine.run(&args).stderr_text();
        assert!(said.contains(expected), "{said}");
    }
}
