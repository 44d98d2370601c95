//! Which files never contribute content, only their existence (contract §9).

use std::borrow::Cow;

use crate::glob::{GlobCase, PathGlobs};
use crate::path::Jail;

/// Never shown, whatever the configuration says: a name of the path, in small letters. Every file of a walk is asked, so that
/// this is a table and no pattern.
const ALWAYS: &[Name] = &[
    Name::Start(".env"),
    Name::End(".pem"),
    Name::End(".key"),
    Name::Start("id_rsa"),
    Name::Start("id_ed25519"),
    Name::Whole(".ssh"),
    Name::Whole("secrets"),
    Name::Whole(".npmrc"),
    Name::Whole(".netrc"),
    Name::Whole("_netrc"),
    Name::Whole(".pgpass"),
    Name::Whole(".htpasswd"),
    Name::Whole(".git-credentials"),
    Name::Whole("secrets.yml"),
    Name::Whole("secrets.yaml"),
    Name::End(".tfstate"),
    Name::End(".tfstate.backup"),
];

/// A name of a directory or file.
enum Name {
    Whole(&'static str),
    Start(&'static str),
    End(&'static str),
}

impl Name {
    fn is(&self, name: &[u8]) -> bool {
        match self {
            Self::Whole(whole) => name.eq_ignore_ascii_case(whole.as_bytes()),
            Self::Start(start) => {
                name.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
            }
            Self::End(end) => {
                let tail = name.len().checked_sub(end.len()).and_then(|at| name.get(at..));
                tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end.as_bytes()))
            }
        }
    }
}

/// The files whose content is never shown. Upper and lower case are alike.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sensitive {
    extra_globs: PathGlobs,
    /// The root's path from the top of the work tree.
    below_top: String,
    /// Whether the root itself lies in a sensitive folder.
    holds_all: bool,
}

impl Sensitive {
    /// The default files, and what the configuration adds.
    pub fn new(extra_globs: &[String]) -> Self {
        Self { extra_globs: PathGlobs::new(extra_globs, GlobCase::Folded), ..Self::default() }
    }

    /// The same for the root of a jail, which may lie below the top of its work tree: a path is judged from both.
    pub fn within(jail: &Jail, extra_globs: &[String]) -> Self {
        let below_top = jail.below_top().to_owned();
        let holds_all = is_always(&below_top);
        Self { below_top, holds_all, ..Self::new(extra_globs) }
    }

    /// Whether a path, relative to the root and with `/`, is one of them.
    pub fn matches(&self, rel_path: &str) -> bool {
        self.holds_all
            || is_always(rel_path)
            || self.extra_globs.matches(rel_path)
            || self.matches_from_top(rel_path)
    }

    /// Whether every file of a directory, relative to the root, is one of them.
    pub fn matches_directory(&self, rel_path: &str) -> bool {
        self.matches(rel_path) || self.matches(&format!("{rel_path}/file"))
    }

    fn matches_from_top(&self, rel_path: &str) -> bool {
        if self.below_top.is_empty() || self.extra_globs.is_empty() {
            return false;
        }
        let rel_path = rel_path.trim_start_matches("./");
        self.extra_globs.matches(&format!("{}/{rel_path}", self.below_top))
    }

    /// The same for a word of a prompt, which is mostly none of a path: no pattern is compiled for a plain word.
    pub fn matches_word(&self, word: &str) -> bool {
        let is_plain = word.bytes().all(|byte| byte.is_ascii_alphabetic());
        match is_plain {
            true => is_always(word) || self.extra_globs.has_literal(word),
            false => self.matches(word),
        }
    }
}

fn is_always(path: &str) -> bool {
    let path = if path.is_ascii() { Cow::Borrowed(path) } else { Cow::Owned(path.to_lowercase()) };
    path.split('/').any(|name| ALWAYS.iter().any(|always| always.is(name.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_decide() {
        let extra = ["private/**".to_owned(), "*.Token".to_owned()];
        let sensitive = Sensitive::new(&extra);
        for (path, expect) in [
            (".env", true),
            ("app/.env.production", true),
            ("app/.ENVRC", true),
            ("certs/server.PEM", true),
            ("certs/server.key", true),
            ("id_rsa", true),
            ("keys/id_ed25519.pub", true),
            ("home/.ssh/config", true),
            ("deploy/Secrets/db.yaml", true),
            ("web/.npmrc", true),
            ("home/.netrc", true),
            ("home/_netrc", true),
            ("home/.pgpass", true),
            ("www/.htpasswd", true),
            ("home/.git-credentials", true),
            ("config/secrets.yml", true),
            ("config/Secrets.YAML", true),
            ("infra/prod.tfstate", true),
            ("infra/terraform.tfstate.backup", true),
            ("private/notes.md", true),
            ("ci/deploy.token", true),
            ("src/env.rs", false),
            ("src/keyboard.rs", false),
            ("src/secrets.rs", false),
            ("docs/pem.md", false),
            ("npmrc.md", false),
            ("src/htpasswd.rs", false),
            ("src/tfstate.go", false),
            ("docs/secrets.yml.md", false),
        ] {
            assert_eq!(sensitive.matches(path), expect, "{path}");
        }
        assert!(!Sensitive::default().matches("private/notes.md"));
    }

    #[test]
    fn paths_are_judged_from_the_top_of_the_work_tree_too() {
        let folder = tempfile::tempdir().expect("a folder");
        let check = |root: &str, expected: &[(&str, bool)]| {
            let root = folder.path().join(root);
            std::fs::create_dir_all(&root).expect("a folder");
            let jail = Jail::open(&root).expect("a jail").within(folder.path());
            let sensitive = Sensitive::within(&jail, &["app/data/*.csv".to_owned(), "notes/**".to_owned()]);
            for (path, expected) in expected {
                assert_eq!(sensitive.matches(path), *expected, "{path} below {}", root.display());
            }
        };
        check("app", &[("data/a.csv", true), ("./data/a.csv", true), ("notes/a", true), ("a.csv", false)]);
        check("app/data", &[("a.csv", true), ("a.txt", false)]);
        check("notes/old", &[("a.txt", true)]);
        check("app/.ssh/keys", &[("a.txt", true)]);
        check(".", &[("app/data/a.csv", true), ("app/a.csv", false)]);
    }
}
