//! Which variables of this process a child inherits.
//!
//! A variable can make an interpreter, a linker or git load something of the repository (`PYTHONPATH=.`), and can hold a
//! secret that is nobody's business. So what a configuration names gets a list of names, and nothing else
//! (docs/adr/0014-trust.md).

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::programs::{self, Repository};

/// Which variables a child gets, besides `PATH`, of which every child gets the folders outside the repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inherited<'a> {
    /// Those of the list, and these: the names that the user's own configuration adds for the user's own programs.
    Listed(&'a [String]),
    /// All but those by which another program is started: for the user's own clients, which are not configured by us.
    All,
}

impl Inherited<'static> {
    /// The list alone: for what a repository asks for.
    pub const LISTED: Self = Self::Listed(&[]);
}

/// Who the user is, how they read and write, and the settings of foreword itself.
const PLAIN: [&str; 9] = [
    "CI_CODEX_SESSION_MODE",
    "FOREWORD_INSIDE_KERNEL",
    "LANG",
    "LANGUAGE",
    "LOGNAME",
    "TERM",
    "TZ",
    "USER",
    "WORKING_DIRECTORY",
];
const PREFIXES: [&str; 2] = ["CI_AUTO_TOOLS", "LC_"];
/// Folders of the user's, and the shell. One that lies in the repository is the repository's.
const PLACES: [&str; 8] = [
    "HOME",
    "SHELL",
    "TMPDIR",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
    "XDG_STATE_HOME",
];

/// Variables by which a shell, an interpreter or git starts another program.
const STARTING: [&str; 22] = [
    "BASH_ENV",
    "ENV",
    "GIT_ASKPASS",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_SYSTEM",
    "GIT_EDITOR",
    "GIT_EXEC_PATH",
    "GIT_EXTERNAL_DIFF",
    "GIT_PAGER",
    "GIT_PROXY_COMMAND",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "LD_AUDIT",
    "LD_PRELOAD",
    "LESSOPEN",
    "NODE_OPTIONS",
    "PERL5OPT",
    "PYTHONSTARTUP",
    "RIPGREP_CONFIG_PATH",
    "RUBYOPT",
];

/// The variables of a child that is started for a repository.
pub fn variables(inherited: Inherited<'_>, repository: &Path) -> Vec<(OsString, OsString)> {
    select(std::env::vars_os(), inherited, repository)
}

fn select(
    ours: impl Iterator<Item = (OsString, OsString)>,
    inherited: Inherited<'_>,
    repository: &Path,
) -> Vec<(OsString, OsString)> {
    let place = Repository::around(repository);
    let kept = |name: &OsStr, value: &OsStr| match inherited {
        Inherited::All => !STARTING.iter().any(|starting| name == *starting),
        Inherited::Listed(also) => {
            is_listed(name, value, &place) || also.iter().any(|added| name == added.as_str())
        }
    };
    ours.filter_map(|(name, value)| match name == "PATH" {
        true => {
            let outside = programs::path_outside(repository, &value);
            Some((name, outside))
        }
        false => kept(&name, &value).then_some((name, value)),
    })
    .collect()
}

fn is_listed(name: &OsStr, value: &OsStr, repository: &Repository) -> bool {
    let is_named = |names: &[&str]| names.iter().any(|listed| name == *listed);
    let has_prefix = name.to_str().is_some_and(|name| PREFIXES.iter().any(|prefix| name.starts_with(prefix)));
    let is_outside = || Path::new(value).is_absolute() && !repository.holds(Path::new(value));
    is_named(&PLAIN) || has_prefix || (is_named(&PLACES) && is_outside())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn safe_11_a_child_gets_the_listed_variables_and_those_that_are_added() {
        let folder = tempfile::tempdir().expect("a folder");
        let repository = folder.path().join("repo");
        std::fs::create_dir_all(repository.join("bin")).expect("a folder");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&repository, &link).expect("a link");
        let inside = |below: &str| repository.join(below).into_os_string();
        let path =
            std::env::join_paths([&repository.join("bin"), &link, Path::new("/usr/bin"), Path::new("")]);
        let ours: Vec<(&str, OsString)> = vec![
            ("PATH", path.expect("a path")),
            ("HOME", folder.path().into()),
            ("LANG", "C".into()),
            ("LC_ALL", "C".into()),
            ("CI_AUTO_TOOLS_TIER_MAX", "2".into()),
            ("TMPDIR", inside("tmp")),
            ("XDG_CONFIG_HOME", link.clone().into()),
            ("XDG_STATE_HOME", "relative".into()),
            ("XDG_CACHE_HOME", "/var/cache".into()),
            ("PYTHONPATH", ".".into()),
            ("JAVA_TOOL_OPTIONS", "-javaagent:x.jar".into()),
            ("LD_LIBRARY_PATH", inside("lib")),
            ("LD_PRELOAD", "x.so".into()),
            ("GIT_DIR", inside(".git")),
            ("GITHUB_TOKEN", "secret".into()),
            ("https_proxy", "http://me:pw@proxy".into()),
        ];
        let check = |inherited: Inherited<'_>, expected: &[&str]| {
            let ours = ours.iter().map(|(name, value)| (OsString::from(name), value.clone()));
            let given = select(ours, inherited, &repository);
            let names: Vec<&str> = given.iter().filter_map(|(name, _)| name.to_str()).collect();
            assert_eq!(names, expected, "{inherited:?}");
            assert_eq!(given[0].1, "/usr/bin", "{inherited:?}");
        };
        let listed = ["PATH", "HOME", "LANG", "LC_ALL", "CI_AUTO_TOOLS_TIER_MAX", "XDG_CACHE_HOME"];
        check(Inherited::LISTED, &listed);
        let added = ["GITHUB_TOKEN".to_owned(), "PATH".to_owned(), "ABSENT".to_owned()];
        check(Inherited::Listed(&added), &[&listed[..], &["GITHUB_TOKEN"]].concat());
        let all: Vec<&str> =
            ours.iter().map(|(name, _)| *name).filter(|name| *name != "LD_PRELOAD").collect();
        check(Inherited::All, &all);
    }
}
