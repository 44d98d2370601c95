//! Values that the repository's own `.env*` files hold, wherever else they occur.
//!
//! A process looks after the repositories that it works in, a server after several: each is named when work on it
//! begins, and its files are read when the next text is masked. Where there are none, that costs the listing of a few
//! directories.

mod env_file;
mod files;
mod search;
mod telling;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{OnceLock, PoisonError, RwLock};

use foreword_model::limits;

use super::{Found, Mask, TYPED};
use crate::path::Jail;
use search::Search;

const MASK: Mask = Mask::Typed("env-value");

/// Values of a repository that are looked for in every text.
const VALUES_MAX: usize = 8_192;

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
    search: Search,
}

impl Known {
    /// Reads the files at the root and right below it. What cannot be read has no values.
    pub(super) fn read(root: &Path) -> Self {
        let Ok(jail) = Jail::open(root) else { return Self::default() };
        let (mut values, mut left) = (BTreeSet::new(), files::BYTES_MAX);
        for path in files::env_files(&jail) {
            let Ok(file) = jail.open_relative(&path) else { continue };
            let Ok(text) = file.read(limits::ENV_FILE_BYTES.min(left)) else { continue };
            left -= (text.bytes.len() as u64).min(left);
            // Of too many, those of the files that programs read by themselves, and the longest: they are the least
            // likely to be words.
            let mut held = env_file::values(&text.bytes);
            held.sort_by(|one, two| two.len().cmp(&one.len()).then_with(|| one.cmp(two)));
            held.dedup();
            held.truncate(VALUES_MAX.saturating_sub(values.len()));
            values.extend(held);
            if values.len() >= VALUES_MAX {
                break;
            }
        }
        Self { search: Search::new(values) }
    }

    pub(super) fn find(&self, text: &str, found: &mut Vec<Found>) {
        self.search.find(text.as_bytes(), |start, end| {
            if !is_in_placeholder(&text.as_bytes()[..start]) {
                found.push(Found { start, end, mask: MASK });
            }
        });
    }
}

/// A value that is part of a kind's name is not looked for in our own placeholders.
fn is_in_placeholder(head: &[u8]) -> bool {
    // No kind has a longer name, and a text may be one long word.
    const KIND_BYTES: usize = 64;
    let is_of_kind = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let kind = head.iter().rev().take(KIND_BYTES).take_while(|byte| is_of_kind(byte)).count();
    head[..head.len() - kind].ends_with(TYPED.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for directory in ["app", "node_modules", "build", "app/deep", ".git"] {
            std::fs::create_dir(root.path().join(directory)).expect("a directory");
        }
        write(".env", "ONE=quartz-zebra-9931\nKIND_KEY=env-value\n");
        write("app/.env.local", "TWO=opal-heron-4402\n");
        write("node_modules/.env", "THREE=onyx-crane-7710\n");
        write("build/.env.local", "FOUR=agate-robin-3318#old\n");
        write(".git/.env", "FIVE=beryl-stork-6604\n");
        std::os::unix::fs::symlink("/etc/passwd", root.path().join(".env.link")).expect("a link");
        let known = Known::read(root.path());
        let text = "x=quartz-zebra-9931;opal-heron-4402 onyx-crane-7710 agate-robin-3318 beryl-stork-6604 \
                    <redacted:env-value> root:x:0:0";
        let mut found = Vec::new();
        known.find(text, &mut found);
        found.sort_by_key(|one| one.start);
        let values: Vec<&str> = found.iter().map(|one| &text[one.start..one.end]).collect();
        assert_eq!(values, ["quartz-zebra-9931", "opal-heron-4402", "onyx-crane-7710", "agate-robin-3318"]);
    }

    #[test]
    fn no_number_of_files_hides_a_value() {
        let root = tempfile::TempDir::new().expect("a directory");
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            std::fs::write(path, text).expect("a file");
        };
        let services = 400;
        for service in 0..services {
            write(&format!("svc{service}/.env"), &format!("DB_PASSWORD=jade{service:04}wren\n"));
            write(&format!("folder{service}/readme"), "x");
        }
        for decoy in 0..400 {
            let lines: String = (0..40).map(|at| format!("V{at}=long-decoy-{decoy:04}-{at:04}\n")).collect();
            write(&format!(".env.a{decoy}"), &lines);
        }
        write(".env.local", "KEY=opal-heron-4402\n");
        let known = Known::read(root.path());
        let finds = |value: &str| {
            let mut found = Vec::new();
            known.find(value, &mut found);
            !found.is_empty()
        };
        assert!(finds("opal-heron-4402"), "decoys come last");
        let lost: Vec<usize> = (0..services).filter(|at| !finds(&format!("jade{at:04}wren"))).collect();
        assert!(lost.is_empty(), "{lost:?}");
    }

    #[test]
    fn as_many_values_are_looked_for_as_the_limit_says() {
        const A_FILE: usize = 1_024;
        let root = tempfile::TempDir::new().expect("a directory");
        let value = |at: usize| format!("jade{at:04}wren{at:04}");
        let lines: Vec<String> = (0..VALUES_MAX).map(|at| format!("V{at}={}\n", value(at))).collect();
        for (at, part) in lines.chunks(A_FILE).enumerate() {
            std::fs::write(root.path().join(format!(".env.{at}")), part.concat()).expect("a file");
        }
        // Shorter ones, in files of other names, give way.
        std::fs::write(root.path().join(".env.x"), "SHORT=opal4402\n").expect("a file");
        let known = Known::read(root.path());
        let count = |text: &str| {
            let mut found = Vec::new();
            known.find(text, &mut found);
            found.len()
        };
        assert_eq!(count(&lines.concat()), VALUES_MAX);
        assert_eq!(count("x=opal4402"), 0);
    }
}
