//! What a repository asks for beyond narrowing, as it is now: the files that ask, what they would start, and one hash
//! of all that was read.

use std::collections::BTreeSet;

use foreword_exec::hooks::HookSet;
use foreword_exec::hooks::config::Phase;
use foreword_guard::path::{Jail, PathError};
use foreword_model::limits;
use sha2::{Digest, Sha256};

use super::{hex, words};
use crate::settings::{self, REPO_CONFIG};

/// The digest of a file that a command names and that is not there.
pub const ABSENT: &str = "absent";

/// The claim of one repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The repository, absolute.
    pub root: String,
    /// In the order in which they would take effect.
    pub asked: Vec<Asked>,
    /// Every file that was read, with its digest, by path.
    pub files: Vec<(String, String)>,
    /// Why it cannot be trusted as it is.
    pub problems: Vec<String>,
    /// Of the root and all files.
    pub hash: String,
    /// The texts of the files that ask, as they were hashed.
    texts: Vec<(String, String)>,
}

/// One thing that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The file that asks.
    pub file: String,
    /// What for: `beforeToolCall for ci_*`, `tool name`, `setting`.
    pub what: String,
    /// What would be run, or the value.
    pub value: String,
}

impl Asked {
    /// Whether it is a value, and no command that could name a file.
    fn is_setting(&self) -> bool {
        self.what.starts_with("setting ")
    }
}

impl Claim {
    /// What a repository asks for; nothing if it asks for nothing.
    pub fn of(jail: &Jail) -> Option<Self> {
        let mut claim = Self {
            root: jail.root().to_string_lossy().into_owned(),
            asked: Vec::new(),
            files: Vec::new(),
            problems: Vec::new(),
            hash: String::new(),
            texts: Vec::new(),
        };
        claim.take_config(jail);
        for phase in [Phase::Before, Phase::After] {
            claim.take_hooks(jail, phase);
        }
        if claim.asked.is_empty() && claim.problems.is_empty() {
            return None;
        }
        let commands = claim.asked.iter().filter(|asked| !asked.is_setting());
        for command in commands.map(|asked| asked.value.clone()).collect::<Vec<_>>() {
            claim.take_named_files(jail, &words::of_command(&command));
        }
        let words = claim.text(REPO_CONFIG).map(settings::tool_words).unwrap_or_default();
        let values = words.iter().filter_map(|word| word.split_once('=')).map(|(_, value)| value);
        claim.take_named_files(jail, &words.iter().map(String::as_str).chain(values).collect::<Vec<_>>());
        claim.files.sort_unstable();
        claim.files.dedup();
        claim.hash = claim.digest();
        Some(claim)
    }

    /// The text of a file that asks, exactly as it was hashed.
    pub fn text(&self, file: &str) -> Option<&str> {
        self.texts.iter().find(|(path, _)| path == file).map(|(_, text)| text.as_str())
    }

    fn take_config(&mut self, jail: &Jail) {
        let Some(text) = self.take_text(jail, REPO_CONFIG) else { return };
        // A file that is no configuration asks for nothing, and is reported where it is read.
        self.asked.extend(settings::widened_by(&text).into_iter().map(|(what, value)| Asked {
            file: REPO_CONFIG.to_owned(),
            what,
            value,
        }));
    }

    fn take_hooks(&mut self, jail: &Jail, phase: Phase) {
        let file = settings::repo_hooks(phase);
        let Some(text) = self.take_text(jail, &file) else { return };
        let mut hooks = HookSet::default();
        if let Err(error) = hooks.extend(phase, &text) {
            self.problems.push(format!("{file} is no hook file: {error}"));
        }
        self.asked.extend(hooks.of(phase).iter().map(|hook| Asked {
            file: file.clone(),
            what: match hook.matcher.as_str() {
                "" => format!("{} for all tools", phase.key()),
                matcher => format!("{} for {matcher}", phase.key()),
            },
            value: hook.command.clone(),
        }));
    }

    /// Reads a file that may ask, and keeps its text; nothing if it is not there.
    fn take_text(&mut self, jail: &Jail, path: &str) -> Option<String> {
        let bytes = self.take_file(jail, path)?;
        match String::from_utf8(bytes) {
            Ok(text) => {
                self.texts.push((path.to_owned(), text.clone()));
                Some(text)
            }
            Err(_) => {
                self.problems.push(format!("{path} is not UTF-8"));
                None
            }
        }
    }

    /// The files of the repository that a command names: if one of them changes, so does what is run. One that is
    /// not there counts as well: it may come with the next pull.
    fn take_named_files(&mut self, jail: &Jail, words: &[&str]) {
        let words: BTreeSet<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
        let mut folders = Vec::new();
        for word in words.iter().take(limits::TRUST_FILES) {
            match jail.resolve(word).and_then(|path| jail.metadata(&path)) {
                Ok(found) if found.is_file => drop(self.take_file(jail, word)),
                Ok(_) => folders.push(*word),
                Err(PathError::Absent) => self.files.push(((*word).to_owned(), ABSENT.to_owned())),
                Err(_) => {}
            }
        }
        self.take_files_named_elsewhere(jail, &words, &folders);
        // What was not looked at could change without a word.
        let is_too_much = words.len().max(self.files.len()) > limits::TRUST_FILES;
        if is_too_much || folders.len() > limits::TRUST_FOLDERS {
            self.problems
                .push(format!("more than {} files are named, or too many folders", limits::TRUST_FILES));
        }
    }

    /// Files that are named from another folder (`cd tools && ./run.sh`) or as a module (`python3 -m tools.run`).
    fn take_files_named_elsewhere(&mut self, jail: &Jail, words: &BTreeSet<&str>, folders: &[&str]) {
        for word in words.iter().take(limits::TRUST_FILES) {
            let module = word.replace('.', "/");
            let package = word.split('.').next().unwrap_or(word);
            let modules =
                ["{module}.py", "{module}/__main__.py", "{module}/__init__.py", "{package}/__init__.py"]
                    .map(|form| form.replace("{module}", &module).replace("{package}", package));
            let below = folders.iter().take(limits::TRUST_FOLDERS).map(|folder| format!("{folder}/{word}"));
            for path in modules.into_iter().chain(below) {
                let found = jail.resolve(&path).and_then(|path| jail.metadata(&path));
                if found.is_ok_and(|found| found.is_file) {
                    self.take_file(jail, &path);
                }
            }
        }
    }

    /// Reads a file and keeps its digest; nothing if it is not there.
    fn take_file(&mut self, jail: &Jail, path: &str) -> Option<Vec<u8>> {
        let read = jail.resolve_plain(path).and_then(|plain| match plain {
            Some(real) => Ok(Some((jail.read(&real, limits::TRUST_FILE_BYTES)?.bytes, real))),
            None => Ok(None),
        });
        match read {
            Ok(Some((bytes, real))) => {
                self.files.push((real.as_str().to_owned(), hex(&Sha256::digest(&bytes))));
                Some(bytes)
            }
            Ok(None) => {
                self.problems.push(format!("{path} is a link, or behind one"));
                None
            }
            Err(PathError::Absent) => None,
            Err(error) => {
                self.problems.push(format!("{path}: {error}"));
                None
            }
        }
    }

    fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        hasher.update(self.root.as_bytes());
        for (path, digest) in &self.files {
            // A path has no NUL and a digest one length: no two lists make the same bytes.
            hasher.update([0]);
            hasher.update(path.as_bytes());
            hasher.update([0]);
            hasher.update(digest.as_bytes());
        }
        hex(&hasher.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_with_a_blank_in_its_name_is_hashed() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write(REPO_CONFIG, "tools: {theirs: {command: [sh, my tools/run it.sh]}}");
        write("my tools/run it.sh", "one");
        let claim = || Claim::of(&Jail::open(folder.path()).expect("a jail")).expect("a claim");
        let before = claim();
        assert_eq!(before.asked[0].value, "sh 'my tools/run it.sh'");
        write("my tools/run it.sh", "two");
        assert_ne!(before.hash, claim().hash);
    }

    /// Issue 6: what was changed behind `cd` and `-m` ran without a new agreement.
    #[test]
    fn a_file_is_hashed_however_a_command_comes_to_it() {
        for command in [
            "[sh, -c, 'cd tools && ./run.sh']",
            "[sh, -c, 'cd tools; sh run.sh']",
            "[python3, -m, tools.run]",
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            let write = |path: &str, text: &str| {
                let path = folder.path().join(path);
                std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                std::fs::write(path, text).expect("a file");
            };
            write(REPO_CONFIG, &format!("tools: {{theirs: {{command: {command}}}}}"));
            let hash = || Claim::of(&Jail::open(folder.path()).expect("a jail")).expect("a claim").hash;
            write("tools/run.sh", "one");
            write("tools/run.py", "one");
            let before = hash();
            assert_eq!(before, hash());
            write("tools/run.sh", "two");
            write("tools/run.py", "two");
            assert_ne!(before, hash(), "{command}");
        }
    }
}
