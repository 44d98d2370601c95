//! Fixture repositories: small trees in a temporary folder, with git where a test wants it.
//!
//! git runs without any configuration of the machine, and with a fixed identity and date, so that the
//! same files give the same commit everywhere.

use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use tempfile::TempDir;

use crate::process::{Invocation, SCRIPTS};

const COMMIT_DATE: &str = "2026-01-02T03:04:05Z";

/// A repository in a temporary folder. Removed on drop.
#[derive(Debug)]
pub struct FixtureRepo {
    _folder: TempDir,
    root: PathBuf,
}

impl FixtureRepo {
    /// An empty folder, not yet a git repository.
    #[expect(clippy::new_without_default, reason = "it makes a folder: that should be visible at the call")]
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // The binary reports resolved paths, and the temporary folder may be behind a link.
        let root = folder.path().canonicalize().expect("the temporary folder's real path");
        Self { _folder: folder, root }
    }

    /// A committed repository with a small program for library loans: see [`crate::fixture`].
    pub fn library_app() -> Self {
        let repo = Self::new();
        for (path, text) in crate::fixture::LIBRARY_APP {
            repo.file(path, text);
        }
        repo.git_init().commit("Library loans");
        repo
    }

    /// The root, absolute, with links resolved.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// Writes a file, with its folders.
    pub fn file(&self, path: &str, text: &str) -> &Self {
        write(&self.root, path, text);
        self
    }

    /// Makes it a git repository.
    pub fn git_init(&self) -> &Self {
        self.git(&["init", "--quiet", "--initial-branch=main"]);
        self
    }

    /// Commits everything that is there.
    pub fn commit(&self, message: &str) -> &Self {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", message]);
        self
    }

    /// Adds a tree of so many levels with ten entries each, and removes it again: a few objects, and ten to the power of the
    /// levels files in what the two commits changed. The work tree stays as it is.
    pub fn commit_tree_bomb(&self, levels: usize) -> &Self {
        let make = |entry: &str| {
            let list: String = (0..10).map(|number| format!("{entry}\tf{number}.py\n")).collect();
            self.git_with(&["mktree"], &list).trim().to_owned()
        };
        let blob = self.git_with(&["hash-object", "-w", "--stdin"], "x\n");
        let mut tree = make(&format!("100644 blob {}", blob.trim()));
        for _ in 1..levels {
            tree = make(&format!("040000 tree {tree}"));
        }
        let bomb = self.git(&["commit-tree", &tree, "-p", "HEAD", "-m", "Add"]);
        let after = self.git(&["commit-tree", "HEAD^{tree}", "-p", bomb.trim(), "-m", "Remove"]);
        self.git(&["update-ref", "HEAD", after.trim()]);
        self
    }

    /// Runs git in the root and returns what it printed; a failure fails the test.
    pub fn git(&self, args: &[&str]) -> String {
        self.git_with(args, "")
    }

    fn git_with(&self, args: &[&str], stdin: &str) -> String {
        let identity = ["user.name=Fixture", "user.email=fixture@example.org", "commit.gpgSign=false"];
        let output = Invocation::new("git")
            .args(identity.iter().flat_map(|setting| ["-c", setting]))
            .args(args)
            .stdin(stdin)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_DATE", COMMIT_DATE)
            .env("GIT_COMMITTER_DATE", COMMIT_DATE)
            .cwd(&self.root)
            .run();
        assert_eq!(output.code(), Some(0), "git {args:?}: {}", output.stderr_text());
        output.stdout_text()
    }
}

/// Writes a file below a folder, with the folders between, and returns its path.
pub(crate) fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap_or(folder)).expect("the file's folder");
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}

/// Writes an executable script below a folder and returns its path.
pub fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let _nothing_is_started = SCRIPTS.write().unwrap_or_else(PoisonError::into_inner);
    let path = write(folder, name, text);
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, executable).expect("the script is made executable");
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_give_the_same_commit() {
        let head = || FixtureRepo::library_app().git(&["rev-parse", "HEAD"]);
        assert_eq!(head(), head());
    }

    #[test]
    fn the_library_app_is_clean_after_its_commit() {
        let repo = FixtureRepo::library_app();
        assert_eq!(repo.git(&["status", "--porcelain"]), "");
        assert_eq!(repo.git(&["ls-files"]).lines().count(), crate::fixture::LIBRARY_APP.len());
    }
}
