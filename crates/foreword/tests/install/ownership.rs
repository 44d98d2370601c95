//! Root in the home of somebody else: what was theirs stays theirs, and what is made there is theirs as well.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

use crate::machine::Machine;

const USER: u32 = 12_345;
const SETTINGS: &str = ".claude/settings.json";

#[test]
fn files_stay_their_owners_when_root_installs() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let machine = Machine::new();
    machine.home.file(SETTINGS, "{}\n");
    for theirs in ["", ".claude", SETTINGS, "state"] {
        chown(machine.path(theirs), Some(USER), Some(USER)).expect("given away");
    }
    fs::set_permissions(machine.path(SETTINGS), Permissions::from_mode(0o600)).expect("a mode");
    let owner = |file: &str| fs::metadata(machine.path(file)).map(|it| (it.uid(), it.mode() & 0o777)).ok();
    machine.succeed(&["install", "claude", "--yes"]);
    assert_eq!(owner(SETTINGS), Some((USER, 0o600)));
    assert_eq!(owner(".claude/hooks/context-inject-global.sh"), Some((USER, 0o755)));
    for folder in [".claude/hooks", "state/foreword", "state/foreword/backups"] {
        assert_eq!(owner(folder).map(|(user, _)| user), Some(USER), "{folder}");
    }
    machine.succeed(&["uninstall", "claude", "--yes"]);
    assert_eq!(owner(SETTINGS), Some((USER, 0o600)));
    assert_eq!(machine.text(SETTINGS), "{}\n");
}
