//! Values that the repository's own `.env*` files hold, wherever else they occur.
//!
//! A process looks after the repositories that it works in, a server after several: each is named when work on it
//! begins, and its files are read when the next text is masked. Where there are none, that costs the listing of a few
//! directories.

use std::path::{Path, PathBuf};
use std::sync::{OnceLock, PoisonError, RwLock};

use foreword_model::limits;
use memchr::memmem::Finder;

use super::{Found, Mask, TYPED, value};
use crate::excluded;
use crate::path::Jail;

const MASK: Mask = Mask::Typed("env-value");
const VALUE_BYTES_MIN: usize = 8;
const VALUE_BYTES_MAX: usize = 4_096;

static REPOSITORIES: RwLock<Vec<Repository>> = RwLock::new(Vec::new());

/// A repository that is looked after.
struct Repository {
    root: PathBuf,
    values: OnceLock<Known>,
}

/// Masks, from now on and in every text, what the `.env*` files of this repository hold too. Named again, it is read again.
pub fn look_after(root: &Path) {
    let mut repositories = REPOSITORIES.write().unwrap_or_else(PoisonError::into_inner);
    repositories.retain(|known| known.root != root);
    // The one that was not worked in for the longest goes.
    let room = limits::ENV_REPOSITORIES.saturating_sub(1);
    let surplus = repositories.len().saturating_sub(room);
    repositories.drain(..surplus);
    repositories.push(Repository { root: root.to_owned(), values: OnceLock::new() });
}

/// Finds the values in a text.
pub(super) fn find(text: &str, found: &mut Vec<Found>) {
    for known in REPOSITORIES.read().unwrap_or_else(PoisonError::into_inner).iter() {
        known.values.get_or_init(|| Known::read(&known.root)).find(text, found);
    }
}

/// The values of a repository.
#[derive(Debug, Default)]
pub(super) struct Known {
    finders: Vec<Finder<'static>>,
}

impl Known {
    /// Reads the files at the root and right below it. What cannot be read has no values.
    pub(super) fn read(root: &Path) -> Self {
        let Ok(jail) = Jail::open(root) else { return Self::default() };
        let mut values = Vec::new();
        for path in env_files(&jail) {
            let Ok(file) = jail.open_relative(&path) else { continue };
            let Ok(text) = file.read(limits::ENV_FILE_BYTES) else { continue };
            values.extend(String::from_utf8_lossy(&text.bytes).lines().filter_map(value_of));
        }
        // The longest first, so that none is found as a part of another.
        values.sort_by(|one, two| two.len().cmp(&one.len()).then_with(|| one.cmp(two)));
        values.dedup();
        values.truncate(limits::ENV_VALUES);
        Self { finders: values.iter().map(|value| Finder::new(value.as_bytes()).into_owned()).collect() }
    }

    pub(super) fn find(&self, text: &str, found: &mut Vec<Found>) {
        for finder in &self.finders {
            for start in finder.find_iter(text.as_bytes()) {
                if !is_in_placeholder(&text[..start]) {
                    found.push(Found { start, end: start + finder.needle().len(), mask: MASK });
                }
            }
        }
    }
}

/// A value that is part of a kind's name is not looked for in our own placeholders.
fn is_in_placeholder(head: &str) -> bool {
    head.trim_end_matches(|part: char| part.is_ascii_alphanumeric() || part == '-').ends_with(TYPED)
}

fn env_files(jail: &Jail) -> Vec<String> {
    let mut files = Vec::new();
    let mut directories = vec![".".to_owned()];
    let mut at = 0;
    while let Some(directory) = directories.get(at).cloned() {
        at += 1;
        for entry in jail.list(&directory, limits::ENV_ENTRIES).unwrap_or_default() {
            let is_root = directory == ".";
            let path = if is_root { entry.name.clone() } else { format!("{directory}/{}", entry.name) };
            let is_wanted = entry.name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(".env"));
            if is_wanted && !entry.is_dir && files.len() < limits::ENV_FILES {
                files.push(path);
            } else if entry.is_dir
                && is_root
                && directories.len() < limits::ENV_DIRECTORIES
                && !excluded::is_directory(&entry.name)
            {
                directories.push(path);
            }
        }
    }
    files
}

/// The value of a line `NAME=value` that is worth looking for.
fn value_of(line: &str) -> Option<String> {
    let line = line.trim().strip_prefix("export ").unwrap_or(line.trim());
    let (name, raw) = line.split_once('=')?;
    let name = name.trim();
    let is_name = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'));
    let raw = raw.trim();
    let value = match raw.bytes().next() {
        Some(quote @ (b'"' | b'\'' | b'`')) => raw[1..].split(char::from(quote)).next().unwrap_or_default(),
        _ => raw.split(" #").next().unwrap_or_default().trim(),
    };
    let fits = (VALUE_BYTES_MIN..=VALUE_BYTES_MAX).contains(&value.len());
    (is_name && fits && is_telling(name, value)).then(|| value.to_owned())
}

/// Whether a value gives something away, and is no word that a repository is full of.
fn is_telling(name: &str, value: &str) -> bool {
    const SECRETS: [&str; 9] = ["PASS", "PWD", "SECRET", "TOKEN", "KEY", "AUTH", "CRED", "PRIVATE", "SALT"];
    let upper = name.to_ascii_uppercase();
    let is_secret = SECRETS.iter().any(|word| upper.contains(word));
    if value::is_reference(value) || value::is_stand_in(value) || value.contains("redacted") {
        return false;
    }
    let is_number =
        value.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b':' | b',' | b'-'));
    let has_credentials = value
        .split_once("://")
        .is_some_and(|(_, rest)| rest.split('/').next().unwrap_or_default().contains('@'));
    let is_place = (value.contains("://") && !has_credentials)
        || value.starts_with(['/', '.', '~'])
        || is_host(value)
        || value::is_address(value);
    match is_secret {
        true => !value.contains(' ') || value.bytes().any(|byte| byte.is_ascii_digit()),
        false => !is_number && !is_place && !value::is_wordy(value) && !value.contains(' '),
    }
}

/// `name.domain`, with a port or a path.
fn is_host(value: &str) -> bool {
    let host = value.split([':', '/']).next().unwrap_or_default();
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_local = host.eq_ignore_ascii_case("localhost");
    is_local
        || (host.contains('.')
            && host.split('.').all(is_part)
            && host.bytes().next_back().is_some_and(|byte| byte.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_give_values_that_tell() {
        for (line, expect) in [
            ("STRIPE=quartz-zebra-9931", Some("quartz-zebra-9931")),
            ("export DB_PASSWORD='correct-horse-battery'", Some("correct-horse-battery")),
            ("DB_PASSWORD=\"swordfish!\" # old", Some("swordfish!")),
            ("URL=postgres://app:s3cr3tpw@db/x", Some("postgres://app:s3cr3tpw@db/x")),
            ("SHORT=a1b2c3", None),
            ("NODE_ENV=production", None),
            ("APP_NAME=my-cool-app", None),
            ("APP_URL=http://localhost:3000", None),
            ("MAIL_HOST=smtp.mailtrap.io", None),
            ("DATA_DIR=/var/lib/thing1", None),
            ("PORT_RANGE=30000-32767", None),
            ("API_KEY=your-api-key-here", None),
            ("API_KEY=${OTHER_KEY_NAME}", None),
            ("# COMMENT=quartz-zebra-9931", None),
            ("no value", None),
        ] {
            assert_eq!(value_of(line).as_deref(), expect, "{line}");
        }
    }

    #[test]
    fn every_repository_that_is_worked_in_counts_as_it_is_now() {
        let roots =
            [tempfile::TempDir::new().expect("a directory"), tempfile::TempDir::new().expect("a directory")];
        let write = |at: usize, value: &str| {
            std::fs::write(roots[at].path().join(".env"), format!("ONE={value}\n")).expect("a file");
        };
        let finds = |value: &str| {
            let mut found = Vec::new();
            find(&format!("x={value};"), &mut found);
            !found.is_empty()
        };
        write(0, "jasper-otter-5127");
        write(1, "topaz-lynx-8364");
        look_after(roots[0].path());
        assert!(finds("jasper-otter-5127") && !finds("topaz-lynx-8364"));
        look_after(roots[1].path());
        assert!(finds("jasper-otter-5127") && finds("topaz-lynx-8364"), "a server works in several");
        write(0, "garnet-finch-2290");
        look_after(roots[0].path());
        assert!(finds("garnet-finch-2290"), "named again, it is read again");
    }

    #[test]
    fn values_are_found_wherever_they_occur() {
        let root = tempfile::TempDir::new().expect("a directory");
        let write = |path: &str, text: &str| std::fs::write(root.path().join(path), text).expect("a file");
        for directory in ["app", "node_modules", "app/deep"] {
            std::fs::create_dir(root.path().join(directory)).expect("a directory");
        }
        write(".env", "ONE=quartz-zebra-9931\nKIND_KEY=env-value\n");
        write("app/.env.local", "TWO=opal-heron-4402\n");
        write("node_modules/.env", "THREE=onyx-crane-7710\n");
        std::os::unix::fs::symlink("/etc/passwd", root.path().join(".env.link")).expect("a link");
        let known = Known::read(root.path());
        let text = "x=quartz-zebra-9931;opal-heron-4402 onyx-crane-7710 <redacted:env-value> root:x:0:0";
        let mut found = Vec::new();
        known.find(text, &mut found);
        found.sort_by_key(|one| one.start);
        let values: Vec<&str> = found.iter().map(|one| &text[one.start..one.end]).collect();
        assert_eq!(values, ["quartz-zebra-9931", "opal-heron-4402"]);
    }
}
