//! Where programs are found, and what of the environment a child gets: nothing that a repository could have put in the
//! way of the program that is meant.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Variables by which a shell, an interpreter or git starts another program; no child gets them.
pub const DROPPED: [&str; 22] = [
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

/// `PATH` without entries that are not absolute, which mean wherever the child stands, and without those in the
/// repository, however they are spelled. An empty root is no repository.
pub fn path_outside(root: &Path, path: &OsStr) -> OsString {
    let root = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
    let is_outside = |folder: &PathBuf| {
        let real = folder.canonicalize();
        let is_inside = !root.as_os_str().is_empty() && real.as_deref().unwrap_or(folder).starts_with(&root);
        folder.is_absolute() && !is_inside
    };
    // An entry that was split off holds no separator.
    std::env::join_paths(std::env::split_paths(path).filter(is_outside)).unwrap_or_default()
}

/// A program by name, in one of those folders.
pub fn find(name: &str, root: &Path, path: &OsStr) -> Option<PathBuf> {
    let path = path_outside(root, path);
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_executable(file));
    found.filter(|_| !path.is_empty())
}

/// A folder that no repository has a word in: the user's home, or the root of the file system where there is none, or
/// where it is itself in the repository.
pub fn neutral_folder(repository: &Path) -> PathBuf {
    neutral_of(std::env::var_os("HOME").map(PathBuf::from), repository)
}

fn neutral_of(home: Option<PathBuf>, repository: &Path) -> PathBuf {
    let repository = repository.canonicalize().unwrap_or_else(|_| repository.to_path_buf());
    let home = home.filter(|home| home.is_absolute()).and_then(|home| home.canonicalize().ok());
    home.filter(|home| home.is_dir() && !home.starts_with(&repository)).unwrap_or_else(|| PathBuf::from("/"))
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_is_neutral_unless_it_is_in_the_repository() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path().canonicalize().expect("its real path");
        let repository = home.join("repo");
        std::fs::create_dir_all(repository.join("home")).expect("a folder");
        let check = |asked: Option<&Path>, expected: &Path| {
            assert_eq!(neutral_of(asked.map(Path::to_path_buf), &repository), expected, "{asked:?}");
        };
        check(Some(&home), &home);
        for unfit in [Some(repository.as_path()), Some(&repository.join("home")), Some(Path::new("x")), None]
        {
            check(unfit, Path::new("/"));
        }
    }

    #[test]
    fn only_absolute_folders_outside_the_repository_are_searched() {
        let home = tempfile::tempdir().expect("a folder");
        let (root, other) = (home.path().join("repo"), home.path().join("repo-tools"));
        for folder in [root.join("bin"), other.clone()] {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(folder.join("tool"), "").expect("a program");
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(folder.join("tool"), mode).expect("a mode");
        }
        let link = home.path().join("link");
        std::os::unix::fs::symlink(root.join("bin"), &link).expect("a link");
        let check = |entries: &[&Path], expected: Option<&Path>| {
            let path = std::env::join_paths(entries).expect("a path");
            assert_eq!(find("tool", &root, &path), expected.map(|folder| folder.join("tool")), "{entries:?}");
        };
        let (inside, empty) = (root.join("bin"), Path::new(""));
        check(&[&inside, &other], Some(&other));
        check(&[&link, empty, Path::new("."), Path::new("bin")], None);
        check(&[&root.join("bin/../bin"), &other], Some(&other));
        check(&[empty], None);
        let path = std::env::join_paths([empty, &inside]).expect("a path");
        assert_eq!(find("tool", empty, &path), Some(inside.join("tool")), "where there is no repository");
    }
}
