//! The git commands that are run, in full. The repository is hostile, and git would obey and repeat what its files say: its
//! configuration can start programs and read other files, and an error message quotes the line that it is about.
//!
//! So git is started on a git directory of our own, empty but for its own configuration, and gets from the repository
//! the folder of its objects and the end of a shallow clone, both looked at before (`git::objects`). What it would
//! find on its own, by a configuration, a ref or the caller's environment, plays no part: the commit is named by its
//! id. Nothing that it writes to its standard error is read.
//!
//! What protects besides, by what could be run:
//! - signatures, external diffs and conversions: switched off, and only names of files are printed;
//! - fetching what a partial clone lacks: there is no remote, `GIT_NO_LAZY_FETCH`, and no protocol is allowed;
//! - a pager, hooks, a file monitor, filters: none is configured, and neither index nor work tree is looked at.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use foreword_model::limits;

use crate::git::GitObjects;
use crate::history::empty_dir;
use crate::store::StoreError;

/// The program.
pub const PROGRAM: &str = "git";

/// What is always the same in the environment of the program.
pub const ENVIRONMENT: [(&str, &str); 14] = [
    // The largest piece of memory. A content that is added is read whole, however large, also where nothing of it is shown.
    ("GIT_ALLOC_LIMIT", "128m"),
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

/// One start of git.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GitCommand {
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Where it finds objects.
    pub objects: PathBuf,
}

impl GitCommand {
    /// All that the program may have in its environment besides `PATH`.
    pub fn environment(&self) -> Vec<(&'static str, OsString)> {
        let fixed = ENVIRONMENT.iter().map(|(name, value)| (*name, OsString::from(value)));
        fixed.chain([("GIT_OBJECT_DIRECTORY", self.objects.clone().into_os_string())]).collect()
    }
}

/// A repository as git is started on it.
#[derive(Debug, Clone)]
pub(crate) struct GitSource {
    objects: GitObjects,
    /// The git directory of our own.
    git_dir: PathBuf,
}

impl GitSource {
    /// The objects that `head` is one of; the git directory is made in `folder`, that of the index.
    pub(crate) fn new(objects: GitObjects, head: &str, folder: &Path) -> Result<Self, StoreError> {
        Ok(Self { objects, git_dir: empty_dir::prepare(folder, head)? })
    }

    fn command<const N: usize>(&self, arguments: [&str; N]) -> GitCommand {
        let mut git_dir = OsString::from("--git-dir=");
        git_dir.push(&self.git_dir);
        let mut all = vec![OsString::from("--no-pager"), git_dir];
        if let Some(shallow) = &self.objects.shallow {
            all.extend([OsString::from("--shallow-file"), shallow.clone().into_os_string()]);
        }
        all.extend(arguments.map(OsString::from));
        GitCommand { arguments: all, objects: self.objects.folder.clone() }
    }
}

/// How commits are printed: id, time, author's address, message; then the files.
const FORMAT: &str = "--format=%H%x00%ct%x00%ae%x00%B";

/// The commits of a repository that are asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range<'a> {
    pub(super) git: &'a GitSource,
    /// The folder below the top that counts; empty for all.
    pub(super) below: &'a Path,
    /// The newest commit.
    pub(super) head: &'a str,
    /// What is known already: its ancestors are left out.
    pub(super) known: Option<&'a str>,
}

/// Prints a range of commits.
pub(super) fn log(range: &Range<'_>) -> GitCommand {
    let mut command = range.git.command([
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
        // Renames without edits: these need no file to be read, which doubles the time and fails in a clone without them.
        "-M100%",
        FORMAT,
    ]);
    let arguments = &mut command.arguments;
    // One more than is kept, to know whether there are older ones.
    arguments.push(format!("--max-count={}", limits::HISTORY_COMMITS + 1).into());
    let known = range.known.map(|known| OsString::from(format!("^{known}")));
    put_below(range.below, [OsString::from(range.head)].into_iter().chain(known), arguments);
    command
}

/// Appends commits, and that only what lies below a folder counts, by paths from there.
fn put_below(below: &Path, ids: impl IntoIterator<Item = OsString>, arguments: &mut Vec<OsString>) {
    if !below.as_os_str().is_empty() {
        let mut relative = OsString::from("--relative=");
        relative.push(below);
        relative.push("/");
        arguments.push(relative);
    }
    arguments.extend(ids);
    arguments.push("--".into());
    if !below.as_os_str().is_empty() {
        arguments.push(below.into());
    }
}

/// Prints what each of these commits changed, in their order, without a line around it.
pub(super) fn patches(git: &GitSource, below: &Path, ids: impl Iterator<Item = String>) -> GitCommand {
    let mut command = git.command([
        "log",
        "--no-walk=unsorted",
        "--patch",
        "--unified=0",
        "--no-show-signature",
        "--no-notes",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        "--no-decorate",
        "--ignore-submodules=all",
        "--encoding=UTF-8",
        // What a file held that is gone names nothing that is there.
        "--irreversible-delete",
        "-M100%",
        "--src-prefix=a/",
        "--dst-prefix=b/",
        "--format=%x00%H",
    ]);
    put_below(below, ids.map(OsString::from), &mut command.arguments);
    command
}

/// Asks whether one commit is an ancestor of another: code 0 if so, 1 if not.
pub(super) fn is_ancestor(git: &GitSource, ancestor: &str, head: &str) -> GitCommand {
    git.command(["merge-base", "--is-ancestor", ancestor, head])
}

/// Lists all files of a commit with the ids of their contents.
pub(crate) fn list_tree(git: &GitSource, commit: &str) -> GitCommand {
    git.command(["ls-tree", "-r", "-z", "--full-tree", commit])
}

/// Prints a content as it is stored: no filter and no conversion is asked for.
pub(crate) fn content(git: &GitSource, id: &str) -> GitCommand {
    git.command(["cat-file", "blob", id])
}
