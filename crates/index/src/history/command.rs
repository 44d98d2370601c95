//! The git commands that are run, in full. The repository is hostile: its configuration is read by git, so every key
//! by which `git log` would run, fetch or page something is overruled here, and the rest of the machine's
//! configuration is not read at all.
//!
//! What protects, by what could be run:
//! - signatures (`log.showSignature`, `gpg.program`): `--no-show-signature`, and no placeholder asks for one;
//! - external diffs and conversions (`diff.external`, `diff.*.command`, `diff.*.textconv`): only names of files are
//!   printed, and both are switched off;
//! - a file monitor (`core.fsmonitor`), hooks (`core.hooksPath`): off, and neither index nor work tree is looked at, so
//!   no `filter.*` runs;
//! - a pager (`core.pager`, `pager.log`): `--no-pager`; aliases cannot replace `log`;
//! - fetching what a partial clone lacks (`remote.*.promisor`, and from there `core.sshCommand`, `remote.*.uploadpack`,
//!   `credential.helper`): `GIT_NO_LAZY_FETCH`, and for a git that does not know it no protocol is allowed.
//!
//! The repository is named, not looked for: what git would find on its own, by `core.worktree` or the environment of
//! the caller, plays no part.

use std::ffi::OsString;
use std::path::Path;

use foreword_model::limits;

use crate::git::GitTop;

/// The program.
pub const PROGRAM: &str = "git";

/// All that the program may have in its environment besides `PATH`.
pub const ENVIRONMENT: [(&str, &str); 13] = [
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_ATTR_NOSYSTEM", "1"),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_GRAFT_FILE", "/dev/null"),
    // Names of folders may hold `*` or `[`.
    ("GIT_LITERAL_PATHSPECS", "1"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_PAGER", "cat"),
    ("GIT_PROTOCOL_FROM_USER", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("LC_ALL", "C"),
];

/// Keys of the repository's configuration that are overruled.
const OVERRULED: [&str; 17] = [
    "color.ui=false",
    "core.attributesFile=/dev/null",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.sshCommand=false",
    "credential.helper=",
    "diff.external=",
    "diff.relative=false",
    "fetch.recurseSubmodules=false",
    "gc.auto=0",
    "log.follow=false",
    "log.mailmap=false",
    "log.showRoot=true",
    "log.showSignature=false",
    "maintenance.auto=false",
    "protocol.allow=never",
];

/// How commits are printed: id, time, author's address, message; then the files.
const FORMAT: &str = "--format=%H%x00%ct%x00%ae%x00%B";

/// The commits of a repository that are asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range<'a> {
    pub(super) git: &'a GitTop,
    /// The folder below the top that counts; empty for all.
    pub(super) below: &'a Path,
    /// The newest commit.
    pub(super) head: &'a str,
    /// What is known already: its ancestors are left out.
    pub(super) known: Option<&'a str>,
}

/// The arguments that print a range of commits.
pub(super) fn log(range: &Range<'_>) -> Vec<OsString> {
    let mut arguments = prelude(range.git);
    let fixed = [
        "log",
        "-z",
        "--no-merges",
        "--no-show-signature",
        "--no-notes",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        "--no-decorate",
        "--name-status",
        "--ignore-submodules=all",
        "--encoding=UTF-8",
        "-O/dev/null",
        // Renames without edits: these need no file to be read, which doubles the time and fails in a clone without them.
        "-M100%",
        FORMAT,
    ];
    arguments.extend(fixed.map(OsString::from));
    // One more than is kept, to know whether there are older ones.
    arguments.push(format!("--max-count={}", limits::HISTORY_COMMITS + 1).into());
    if !range.below.as_os_str().is_empty() {
        let mut relative = OsString::from("--relative=");
        relative.push(range.below);
        relative.push("/");
        arguments.push(relative);
    }
    arguments.push(range.head.into());
    arguments.extend(range.known.map(|known| OsString::from(format!("^{known}"))));
    arguments.push("--".into());
    if !range.below.as_os_str().is_empty() {
        arguments.push(range.below.into());
    }
    arguments
}

/// The arguments that ask whether one commit is an ancestor of another: code 0 if so, 1 if not.
pub(super) fn is_ancestor(git: &GitTop, ancestor: &str, head: &str) -> Vec<OsString> {
    let mut arguments = prelude(git);
    arguments.extend(["merge-base", "--is-ancestor", ancestor, head].map(OsString::from));
    arguments
}

/// The arguments that list all files of a commit with the ids of their contents.
pub(crate) fn list_tree(git: &GitTop, commit: &str) -> Vec<OsString> {
    let mut arguments = prelude(git);
    arguments.extend(["ls-tree", "-r", "-z", "--full-tree", commit].map(OsString::from));
    arguments
}

/// The arguments that print a content as it is stored: no filter and no conversion is asked for.
pub(crate) fn content(git: &GitTop, id: &str) -> Vec<OsString> {
    let mut arguments = prelude(git);
    arguments.extend(["cat-file", "blob", id].map(OsString::from));
    arguments
}

fn prelude(git: &GitTop) -> Vec<OsString> {
    let mut arguments = vec![OsString::from("--no-pager")];
    for (flag, path) in [("--git-dir=", &git.git_dir), ("--work-tree=", &git.top)] {
        let mut argument = OsString::from(flag);
        argument.push(path);
        arguments.push(argument);
    }
    arguments.extend(OVERRULED.iter().flat_map(|setting| ["-c", setting]).map(OsString::from));
    arguments
}
