//! What git's configuration says about ignored files: `core.excludesFile` and `core.ignoreCase`.
//!
//! These keys only hide files, so they are taken from every file that git itself would take them from: the system's, the
//! user's, the repository's, and what these include. Nothing else of those files is used, and nothing of them is shown.

use std::env;
use std::path::{Path, PathBuf};

use foreword_guard::glob::{GlobCase, PathGlobs, check_glob};
use foreword_guard::path::Jail;
use foreword_model::limits;

use super::config;

/// Where git is installed by hand or by a package manager, it has its system's configuration below that folder.
const SYSTEM_CONFIGS: [&str; 3] =
    ["/etc/gitconfig", "/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig"];

/// How git decides which files are ignored, besides the ignore files of the repository.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct IgnoreSettings {
    /// The files with rules for every repository.
    pub(crate) excludes_files: Vec<PathBuf>,
    /// Whether rules are compared without case.
    pub(crate) ignores_case: bool,
}

/// The user's part of the environment that git looks at.
#[derive(Debug, Clone, Default)]
pub(super) struct UserFolders {
    home: Option<PathBuf>,
    config_home: Option<PathBuf>,
    /// Replaces the user's configuration files.
    global_config: Option<PathBuf>,
}

impl UserFolders {
    pub(super) fn of_environment() -> Self {
        let folder = |name: &str| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        let home = env::home_dir();
        let config_home = folder("XDG_CONFIG_HOME").or_else(|| Some(home.as_ref()?.join(".config")));
        Self { home, config_home, global_config: folder("GIT_CONFIG_GLOBAL") }
    }

    fn configs(&self) -> Vec<PathBuf> {
        if let Some(replaced) = &self.global_config {
            return vec![replaced.clone()];
        }
        let general = self.config_home.as_ref().map(|folder| folder.join("git/config"));
        let own = self.home.as_ref().map(|home| home.join(".gitconfig"));
        general.into_iter().chain(own).collect()
    }

    /// A path as a configuration file in `folder` writes it.
    fn resolve(&self, written: &str, folder: &Path) -> Option<PathBuf> {
        match written.strip_prefix("~/") {
            Some(below) => Some(self.home.as_ref()?.join(below)),
            None => Some(folder.join(written)),
        }
    }
}

/// Reads the settings that hold in the work tree of this top, whose own git directory and shared git directory are these.
pub(super) fn ignore_settings(
    user: &UserFolders,
    top: &Path,
    own: Option<&Path>,
    shared: Option<&Path>,
) -> IgnoreSettings {
    let mut reader = Reader {
        user,
        top,
        git_dir: own,
        files_left: limits::GIT_CONFIG_FILES,
        found: IgnoreSettings::default(),
    };
    let system = SYSTEM_CONFIGS.iter().map(PathBuf::from);
    let local = shared.map(|folder| folder.join("config"));
    let of_work_tree = own.map(|folder| folder.join("config.worktree"));
    for file in system.chain(user.configs()).chain(local).chain(of_work_tree) {
        reader.read(&file, Holds::Surely);
    }
    let mut found = reader.found;
    if found.excludes_files.is_empty() {
        found.excludes_files.extend(user.config_home.as_ref().map(|folder| folder.join("git/ignore")));
    }
    found
}

/// Whether the condition of an include is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Surely,
    /// It is about a branch or a remote, or not understood. What the file hides is hidden then, and what it replaces
    /// stays.
    Perhaps,
    No,
}

struct Reader<'a> {
    user: &'a UserFolders,
    /// Where git works, and a relative path of its settings begins; one of an include begins at the file that names it.
    top: &'a Path,
    git_dir: Option<&'a Path>,
    /// How many more files are read: they may include each other.
    files_left: usize,
    found: IgnoreSettings,
}

impl Reader<'_> {
    fn read(&mut self, file: &Path, holds: Holds) {
        let Some(files_left) = self.files_left.checked_sub(1) else { return };
        self.files_left = files_left;
        let Some(text) = read_file(file) else { return };
        let folder = file.parent().unwrap_or(Path::new("/"));
        for entry in config::entries(&text) {
            let path = |from| entry.value.as_deref().and_then(|written| self.user.resolve(written, from));
            if entry.is("core", "excludesfile") {
                let path = path(self.top);
                if holds == Holds::Surely {
                    self.found.excludes_files.clear();
                }
                self.found.excludes_files.extend(path);
            } else if entry.is("core", "ignorecase") {
                let is_set = entry.value.as_deref().is_none_or(is_true);
                self.found.ignores_case = is_set || (holds == Holds::Perhaps && self.found.ignores_case);
            } else if entry.key == "path"
                && let Some(included) = path(folder)
            {
                match self.condition(&entry, folder) {
                    Holds::Surely => self.read(&included, holds),
                    Holds::Perhaps => self.read(&included, Holds::Perhaps),
                    Holds::No => {}
                }
            }
        }
    }

    /// Whether a section is an include whose condition is met.
    fn condition(&self, entry: &config::Entry, folder: &Path) -> Holds {
        match (entry.section.as_str(), entry.subsection.as_deref()) {
            ("include", None) => Holds::Surely,
            ("includeif", Some(condition)) => match condition.split_once(':') {
                Some(("gitdir", pattern)) => self.is_git_dir(pattern, folder, GlobCase::Exact),
                Some(("gitdir/i", pattern)) => self.is_git_dir(pattern, folder, GlobCase::Folded),
                _ => Holds::Perhaps,
            },
            _ => Holds::No,
        }
    }

    /// Whether the git directory of the work tree is one that a pattern means.
    fn is_git_dir(&self, written: &str, folder: &Path, case: GlobCase) -> Holds {
        let Some(git_dir) = self.git_dir.and_then(|path| path.canonicalize().ok()) else { return Holds::No };
        let mut pattern = match (written.strip_prefix("./"), written.strip_prefix("~/")) {
            (Some(below), _) => folder.join(below).to_string_lossy().into_owned(),
            (None, Some(_)) => match self.user.resolve(written, folder) {
                // The home may be a link.
                Some(path) => real_start(&path).to_string_lossy().into_owned(),
                None => return Holds::No,
            },
            (None, None) if written.starts_with('/') => written.to_owned(),
            (None, None) => format!("**/{written}"),
        };
        if written.ends_with('/') {
            if !pattern.ends_with('/') {
                pattern.push('/');
            }
            pattern.push_str("**");
        }
        let pattern = pattern.trim_start_matches('/').to_owned();
        if check_glob(&pattern).is_err() {
            return Holds::Perhaps;
        }
        let path = git_dir.to_string_lossy();
        let is_met = PathGlobs::new(&[pattern], case).matches(path.trim_start_matches('/'));
        if is_met { Holds::Surely } else { Holds::No }
    }
}

/// A path with the links of its existing part resolved.
fn real_start(path: &Path) -> PathBuf {
    let there = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    there.map_or_else(
        || path.to_path_buf(),
        |(above, real)| match path.strip_prefix(above) {
            Ok(below) if !below.as_os_str().is_empty() => real.join(below),
            _ => real,
        },
    )
}

/// The text of a regular file, wherever links lead.
fn read_file(path: &Path) -> Option<String> {
    let real = path.canonicalize().ok()?;
    let folder = Jail::open(real.parent()?).ok()?;
    let bytes = super::read(&folder, real.file_name()?.to_str()?, limits::GIT_CONFIG_BYTES)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn is_true(value: &str) -> bool {
    ["true", "yes", "on"].iter().any(|word| value.eq_ignore_ascii_case(word))
        || value.parse::<i64>().is_ok_and(|number| number != 0)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    /// Files of a home with a repository in `repo`; `HOME` in a text is the home's path.
    #[track_caller]
    fn check(files: &[(&str, &str)], excludes_files: &[&str], ignores_case: bool) {
        let directory = TempDir::new().expect("a directory");
        let home = directory.path().canonicalize().expect("a path");
        fs::create_dir_all(home.join("repo/.git")).expect("a folder");
        for (path, text) in files {
            let file = home.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text.replace("HOME", &home.to_string_lossy())).expect("a file");
        }
        let user = UserFolders {
            config_home: Some(home.join(".config")),
            global_config: None,
            home: Some(home.clone()),
        };
        let git_dir = home.join("repo/.git");
        let found = ignore_settings(&user, &home.join("repo"), Some(&git_dir), Some(&git_dir));
        let excludes_files = excludes_files.iter().map(|path| home.join(path)).collect();
        assert_eq!(found, IgnoreSettings { excludes_files, ignores_case }, "{files:?}");
    }

    #[test]
    fn the_last_file_counts_and_includes_are_followed() {
        check(&[], &[".config/git/ignore"], false);
        check(&[(".gitconfig", "[core] excludesfile=~/a\n")], &["a"], false);
        check(&[(".config/git/config", "[core]\nexcludesFile = \"~/a\" ; mine\n")], &["a"], false);
        check(
            &[
                (".gitconfig", "[core]\nexcludesFile=~/a\n"),
                ("repo/.git/config", "[core]\nexcludesfile=HOME/b\n"),
            ],
            &["b"],
            false,
        );
        check(
            &[(".gitconfig", "[include]\npath = conf/more\n"), ("conf/more", "[core]\nexcludesFile = ~/a\n")],
            &["a"],
            false,
        );
        check(&[(".gitconfig", "[core]\nexcludesFile = rules/mine\n")], &["repo/rules/mine"], false);
        check(&[("repo/.git/config", "[core]\n\tignorecase = true\n")], &[".config/git/ignore"], true);
        check(&[("repo/.git/config", "[core]\n\tignorecase\n")], &[".config/git/ignore"], true);
        check(
            &[
                (".gitconfig", "[core]\nignorecase=1\n"),
                ("repo/.git/config.worktree", "[core]\nignorecase=off\n"),
            ],
            &[".config/git/ignore"],
            false,
        );
    }

    #[test]
    fn conditions_are_judged_and_doubt_hides() {
        let included = ("more", "[core]\nexcludesFile = ~/b\n");
        for (condition, excludes_files) in [
            ("gitdir:HOME/repo/", &["b"][..]),
            ("gitdir:~/repo/", &["b"]),
            ("gitdir:repo/", &["b"]),
            ("gitdir/i:~/REPO/.git", &["b"]),
            ("gitdir:~/re*/", &["b"]),
            ("gitdir:~/other/", &["a"]),
            ("onbranch:main", &["a", "b"]),
            ("hasconfig:remote.*.url:https://work/**", &["a", "b"]),
        ] {
            let text = format!("[core]\nexcludesFile = ~/a\n[includeIf \"{condition}\"]\npath = more\n");
            check(&[(".gitconfig", &text), included], excludes_files, false);
        }
    }

    #[test]
    fn files_that_include_each_other_come_to_an_end() {
        let again = "[include]\npath = .gitconfig\npath = .gitconfig\n[core]\nexcludesFile = ~/a\n";
        check(&[(".gitconfig", again)], &["a"], false);
    }
}
