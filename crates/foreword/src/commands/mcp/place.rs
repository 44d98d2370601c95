//! Which repository a call is about: the one that it names, the server's own, or one of the client's roots.

use std::path::{Path, PathBuf};

use foreword_index::git;

/// The repository around a folder that a caller names, below one of the client's roots or the server's own.
///
/// A folder is no repository because somebody names it: what its repository hides (sensitive, excluded and ignored
/// files) would be shown. `hides` says whether a base hides a path below it.
pub(super) fn named(
    named: &str,
    roots: &[PathBuf],
    own: Option<&Path>,
    hides: &dyn Fn(&Path, &str) -> bool,
) -> Result<Option<PathBuf>, String> {
    let real =
        Path::new(named).canonicalize().ok().filter(|path| Path::new(named).is_absolute() && path.is_dir());
    let Some(real) = real else {
        return Err(format!("`root` must be an existing folder, an absolute path: {named}"));
    };
    let bases = roots.iter().map(PathBuf::as_path).chain(own).filter(|base| real.starts_with(base));
    let Some(base) = bases.max_by_key(|base| base.components().count()) else {
        return Err(format!(
            "`root` is neither a root of the client nor below this server's repository: {named}"
        ));
    };
    let top = git::discover(&real).map(|git| git.top).filter(|top| top.starts_with(base));
    let repository = top.unwrap_or_else(|| base.to_owned());
    let below = repository.strip_prefix(base).ok().and_then(Path::to_str).unwrap_or_default();
    match !below.is_empty() && hides(base, below) {
        true => Err(format!("`root` lies in a folder that is not read: {named}")),
        false => Ok(Some(repository)),
    }
}

/// The repository of a caller who names none: the server's own (`None`), unless the client works somewhere else
/// altogether.
pub(super) fn unnamed(roots: &[PathBuf], own: Option<&Path>) -> Option<PathBuf> {
    let is_near = |root: &PathBuf| own.is_some_and(|own| own.starts_with(root) || root.starts_with(own));
    match roots.is_empty() || roots.iter().any(is_near) {
        true => None,
        false => roots.iter().find(|root| root.is_dir()).cloned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few folders; `own` and `own/private/nested` are repositories of git.
    fn check(name: Option<&str>, roots: &[&str], expected: Result<Option<&str>, ()>) {
        let folder = tempfile::tempdir().expect("a folder");
        let top = folder.path().canonicalize().expect("its real path");
        for name in ["own/sub/deep", "own/nested/sub", "own/private/nested", "root/sub", "other", "own-not"] {
            std::fs::create_dir_all(top.join(name)).expect("a folder");
        }
        for name in ["own", "own/nested", "own/private/nested"] {
            let git = top.join(name).join(".git");
            for part in ["objects", "refs"] {
                std::fs::create_dir_all(git.join(part)).expect("a folder");
            }
            std::fs::write(git.join("HEAD"), "ref: refs/heads/main\n").expect("a file");
        }
        std::os::unix::fs::symlink(top.join("other"), top.join("own/link")).expect("a link");
        let at = |name: &str| top.join(name);
        let roots: Vec<PathBuf> = roots.iter().map(|name| at(name)).collect();
        let own = at("own");
        let hides = |_: &Path, below: &str| below.starts_with("private");
        let meant = match name {
            Some(name) => named(&at(name).display().to_string(), &roots, Some(&own), &hides).map_err(|_| ()),
            None => Ok(unnamed(&roots, Some(&own))),
        };
        assert_eq!(meant, expected.map(|name| name.map(at)), "{name:?} {roots:?}");
    }

    #[test]
    fn a_caller_sees_its_roots_and_the_repositories_below() {
        check(None, &[], Ok(None));
        check(None, &["own"], Ok(None));
        check(None, &["own/sub"], Ok(None));
        check(None, &["root"], Ok(Some("root")));
        check(None, &["root", "own"], Ok(None));
        check(Some("own"), &[], Ok(Some("own")));
        check(Some("own/nested/sub"), &[], Ok(Some("own/nested")));
        check(Some("own/sub/../../other"), &[], Err(()));
        check(Some("own/link"), &[], Err(()));
        check(Some("other"), &["root"], Err(()));
        check(Some("own-not"), &[], Err(()));
        check(Some("own/missing"), &[], Err(()));
        assert!(named("own", &[], Some(Path::new("/own")), &|_, _| false).is_err(), "it means any folder");
    }

    /// Issue 8: a folder that its repository hides was shown once it was named as a root.
    #[test]
    fn a_folder_of_a_repository_is_that_repository() {
        check(Some("own/sub/deep"), &["root"], Ok(Some("own")));
        check(Some("own/private"), &[], Ok(Some("own")));
        check(Some("own/private/nested"), &[], Err(()));
        check(Some("root/sub"), &["root"], Ok(Some("root")));
        check(Some("own/sub/deep"), &["own/sub"], Ok(Some("own/sub")));
    }
}
