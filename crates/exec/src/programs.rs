//! Where programs are found: never in the repository, and never in a folder of `PATH` that is not absolute.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

/// `PATH` without entries that are not absolute, which mean wherever the child stands, and without those in the
/// repository, however they are spelled. An empty root is no repository.
pub fn path_outside(root: &Path, path: &OsStr) -> OsString {
    let repository = Repository::around(root);
    let is_outside = |folder: &PathBuf| folder.is_absolute() && !repository.holds(folder);
    // An entry that was split off holds no separator.
    std::env::join_paths(std::env::split_paths(path).filter(is_outside)).unwrap_or_default()
}

/// A program by name, in one of those folders; a link there that leads into the repository is passed over.
pub fn find(name: &str, root: &Path, path: &OsStr) -> Option<PathBuf> {
    let path = path_outside(root, path);
    let repository = Repository::around(root);
    let is_usable = |file: &PathBuf| is_executable(file) && !repository.holds(file);
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(is_usable);
    found.filter(|_| !path.is_empty())
}

/// Whether a path leads into a repository: see [`Repository::holds`].
pub fn lies_within(path: &Path, root: &Path) -> bool {
    Repository::around(root).holds(path)
}

/// A repository as a place that nothing is taken from: the work tree around a root, which may be narrower than that.
#[derive(Debug)]
pub struct Repository {
    spelled: PathBuf,
    real: PathBuf,
}

impl Repository {
    /// The one that a root belongs to, with those around it: a submodule comes from the same people as what holds it. An
    /// empty root is none. The user's home is no repository, though git may keep it.
    pub fn around(root: &Path) -> Self {
        let real = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let home = home.map(|home| home.canonicalize().unwrap_or(home));
        let mut tops = real.ancestors().filter(|folder| folder.join(".git").exists());
        let nearest = tops.next().filter(|top| Some(*top) != home.as_deref() && top.parent().is_some());
        let holds_home = |folder: &&Path| home.as_deref().is_some_and(|home| home.starts_with(folder));
        let top = tops.take_while(|top| top.parent().is_some() && !holds_home(top)).last().or(nearest);
        Self { spelled: root.to_path_buf(), real: top.unwrap_or(&real).to_path_buf() }
    }

    /// Whether a path leads into it, as it is spelled or with its links resolved.
    pub fn holds(&self, path: &Path) -> bool {
        if self.spelled.as_os_str().is_empty() {
            return false;
        }
        // What is not there yet lies where its nearest folder does.
        let real = path.ancestors().find_map(|above| {
            let below = path.strip_prefix(above).ok()?;
            Some(above.canonicalize().ok()?.join(below))
        });
        let is_below =
            |path: &Path| is_spelled_below(path, &self.spelled) || is_spelled_below(path, &self.real);
        is_below(path) || real.is_some_and(|real| is_below(&real))
    }
}

/// Whether a path leads below a folder as it is spelled. `folder/../elsewhere` does not; where something of the folder stands
/// before the dots, it may be a link, and leads where the folder's owner wants.
pub fn is_spelled_below(path: &Path, folder: &Path) -> bool {
    path.strip_prefix(folder).is_ok_and(|below| below.components().next() != Some(Component::ParentDir))
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
    fn what_holds_a_repository_belongs_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let outer = folder.path().canonicalize().expect("its real path").join("outer");
        let inner = outer.join("vendor/inner");
        for repository in [&outer, &inner] {
            std::fs::create_dir_all(repository.join(".git")).expect("a folder");
        }
        for (path, expected) in
            [(inner.join("cfg"), true), (outer.join("cfg"), true), (folder.path().join("cfg"), false)]
        {
            assert_eq!(lies_within(&path, &inner), expected, "{}", path.display());
        }
    }

    #[test]
    fn what_is_spelled_from_a_folder_and_leads_out_at_once_is_not_below() {
        let folder = Path::new("/a/repository");
        for (path, expected) in [
            ("/a/repository", true),
            ("/a/repository/b", true),
            ("/a/repository/../x", false),
            ("/a/repository/link/../../x", true),
            ("/a/repository-2", false),
        ] {
            assert_eq!(is_spelled_below(Path::new(path), folder), expected, "{path}");
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
        // A folder of the user's own that holds a link to a program of the repository.
        let linking = home.path().join("linking");
        std::fs::create_dir(&linking).expect("a folder");
        std::os::unix::fs::symlink(root.join("bin/tool"), linking.join("tool")).expect("a link");
        check(&[&linking], None);
        check(&[&linking, &other], Some(&other));
        check(&[empty], None);
        // A narrower root is of the same repository.
        std::fs::create_dir_all(root.join(".git")).expect("a folder");
        std::fs::create_dir_all(root.join("part")).expect("a folder");
        let path = std::env::join_paths([&root.join("bin")]).expect("a path");
        assert_eq!(find("tool", &root.join("part"), &path), None);
        let path = std::env::join_paths([empty, &inside]).expect("a path");
        assert_eq!(find("tool", empty, &path), Some(inside.join("tool")), "where there is no repository");
    }
}
