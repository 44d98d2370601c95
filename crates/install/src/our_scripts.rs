//! Whose a hook entry is. Others may have a script of the same name, and it is theirs: an entry is ours if its script lies where
//! we install it or a receipt says that we did, or if the script that it runs is one of ours by what stands in it.

use std::path::{Path, PathBuf};

use crate::file;
use crate::hook;
use crate::scripts;

/// What is known of the scripts that foreword has installed.
#[derive(Debug, Clone, Default)]
pub struct OurScripts {
    /// Where we put scripts.
    pub folders: Vec<PathBuf>,
    /// Scripts that we put somewhere else, another time.
    pub elsewhere: Vec<PathBuf>,
    /// What `~` and `$HOME` stand for.
    pub home: Option<PathBuf>,
}

impl OurScripts {
    /// Whether an entry with this command is ours.
    pub fn holds(&self, command: &str) -> bool {
        if runs_more(command) {
            return false;
        }
        let script = hook::script_of(command).and_then(|script| self.path_of(&script));
        script.is_some_and(|script| self.is_in_our_place(&script) || is_by_content(&script))
    }

    fn is_in_our_place(&self, script: &Path) -> bool {
        let is_same = |left: &Path, right: &Path| {
            left == right
                || left.canonicalize().is_ok_and(|left| right.canonicalize().is_ok_and(|it| it == left))
        };
        let folder = script.parent().unwrap_or(script);
        self.folders.iter().any(|ours| is_same(folder, ours))
            || self.elsewhere.iter().any(|ours| ours == script)
    }

    /// The script as a path; nothing where that depends on a folder or a variable that is not known here.
    fn path_of(&self, script: &str) -> Option<PathBuf> {
        let of_home = ["~/", "$HOME/", "${HOME}/"].iter().find_map(|home| script.strip_prefix(home));
        let path = match of_home {
            Some(below) => self.home.as_ref()?.join(below),
            None => PathBuf::from(script),
        };
        path.is_absolute().then_some(path)
    }
}

/// Whether a command does more than to run one program with arguments: what somebody wrote behind our script is theirs.
fn runs_more(command: &str) -> bool {
    let mut quote = None;
    let mut letters = command.chars().peekable();
    while let Some(letter) = letters.next() {
        let substitutes = letter == '`' || (letter == '$' && letters.peek() == Some(&'('));
        match quote {
            Some('\'') if letter != '\'' => {}
            _ if substitutes => return true,
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if matches!(letter, '\'' | '"') => quote = Some(letter),
            None if letter == '\\' => {
                letters.next();
            }
            None if matches!(letter, '&' | '|' | ';' | '<' | '>' | '\n') => return true,
            None => {}
        }
    }
    false
}

/// Whether a script is one of ours, of this version or an older one.
fn is_by_content(script: &Path) -> bool {
    let existing = file::read(script).ok().flatten();
    existing.is_some_and(|existing| std::str::from_utf8(&existing.bytes).is_ok_and(scripts::is_shim))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scripts::Script;

    #[test]
    fn a_script_is_ours_by_its_place_or_its_content() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path().canonicalize().expect("its real path");
        for place in ["installed", "checkout", "acme", "moved"] {
            fs::create_dir(home.join(place)).expect("a folder");
        }
        let put = |place: &str, text: &str| fs::write(home.join(place), text).expect("a script");
        put("installed/context-inject-global.sh", "#!/bin/bash\n# changed by hand\n");
        put("checkout/context-inject-global.sh", &Script::Entry.text(Path::new("")));
        put("checkout/augment-context-global.sh", include_str!("../../../hooks/augment-context-global.sh"));
        put("moved/context-inject-global.sh", "#!/bin/sh\n# The hook of 0.0\nFOREWORD_BIN='/old/bin'\n");
        put("acme/context-inject-global.sh", "#!/bin/sh\nexec acme-context \"$@\"\n");
        let ours = OurScripts {
            folders: vec![home.join("installed")],
            elsewhere: vec![home.join("gone/context-inject-global.sh")],
            home: Some(home.clone()),
        };
        for (command, expected) in [
            ("@/installed/context-inject-global.sh", true),
            ("@/installed/augment-context-global.sh", true),
            ("bash ~/installed/context-inject-global.sh", true),
            ("\"$HOME\"/installed/context-inject-global.sh", true),
            ("@/checkout/context-inject-global.sh --client claude", true),
            ("@/checkout/augment-context-global.sh", true),
            ("bash @/moved/context-inject-global.sh", true),
            ("@/gone/context-inject-global.sh", true),
            ("@/acme/context-inject-global.sh --team x", false),
            ("bash @/acme/context-inject-global.sh", false),
            ("@/nowhere/context-inject-global.sh", false),
            ("\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/context-inject-global.sh", false),
            ("context-inject-global.sh", false),
            ("/usr/bin/foreword inject --client claude", false),
            ("foreword inject", false),
            ("@/installed/context-inject-global.sh && /opt/other/hook.sh", false),
            ("@/installed/context-inject-global.sh | /opt/other/filter.sh", false),
            ("@/installed/context-inject-global.sh > /var/log/x", false),
            ("@/installed/context-inject-global.sh \"$(/opt/other.sh)\"", false),
            ("'@/installed/context-inject-global.sh' 'a && b'", true),
            ("my-wrapper @/installed/context-inject-global.sh", false),
            ("", false),
        ] {
            let command = command.replace('@', &home.display().to_string());
            assert_eq!(ours.holds(&command), expected, "{command}");
        }
    }
}
