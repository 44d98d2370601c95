//! What a repository asks for beyond narrowing, as it is now: the files that ask, what they would start, and one hash
//! of all that an agreement covers.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use foreword_exec::hooks::HookSet;
use foreword_exec::hooks::config::Phase;
use foreword_guard::path::{Jail, PathError};
use foreword_model::limits;
use sha2::{Digest, Sha256};

use super::coverage::{CommandWord, Coverage};
use super::digests::{KnownDigest, KnownDigests, StampedDigests};
use super::hex;
use super::tree::{TooManyFiles, TreeFiles};
use crate::settings::{self, REPO_CONFIG};

/// The digest of a file that is not there.
pub const ABSENT: &str = "absent";
/// Endings of files that hold no program; what has none of them may be a script.
const DATA: [&str; 14] = [
    ".cfg", ".csv", ".html", ".ini", ".json", ".jsonl", ".log", ".md", ".toml", ".tsv", ".txt", ".xml",
    ".yaml", ".yml",
];

/// The claim of one repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The repository, absolute.
    pub root: String,
    /// In the order in which they would take effect.
    pub asked: Vec<Asked>,
    /// Every file that is covered, with its digest.
    pub files: BTreeMap<String, String>,
    /// Why the whole tree is covered; it is not, if there is no reason.
    pub tree: BTreeSet<String>,
    /// What is not covered.
    pub uncovered: BTreeSet<String>,
    /// Why it cannot be trusted as it is.
    pub problems: BTreeSet<String>,
    /// Of the root and all files.
    pub hash: String,
    /// The texts of the files that ask, as they were hashed.
    texts: Vec<(String, String)>,
    /// The digests, as they are kept to be compared at a prompt.
    pub digests: StampedDigests,
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
    /// Whether it is a value, and no command.
    pub fn is_setting(&self) -> bool {
        self.what.starts_with("setting ")
    }
}

impl Claim {
    /// What a repository asks for; nothing if it asks for nothing. A file whose digest is known is not read again, unless
    /// it asks or is named.
    pub fn of(jail: &Jail, known: &KnownDigests) -> Option<Self> {
        let mut claim = Self {
            root: jail.root().to_string_lossy().into_owned(),
            asked: Vec::new(),
            files: BTreeMap::new(),
            tree: BTreeSet::new(),
            uncovered: BTreeSet::new(),
            problems: BTreeSet::new(),
            hash: String::new(),
            texts: Vec::new(),
            digests: StampedDigests::begin(),
        };
        let mut coverage = Coverage::default();
        claim.take_config(jail, &mut coverage);
        for phase in [Phase::Before, Phase::After] {
            claim.take_hooks(jail, phase, &mut coverage);
        }
        if claim.asked.is_empty() && claim.problems.is_empty() {
            return None;
        }
        claim.cover(jail, coverage, known);
        claim.hash = claim.digest();
        Some(claim)
    }

    /// The text of a file that asks, exactly as it was hashed.
    pub fn text(&self, file: &str) -> Option<&str> {
        self.texts.iter().find(|(path, _)| path == file).map(|(_, text)| text.as_str())
    }

    fn take_config(&mut self, jail: &Jail, coverage: &mut Coverage) {
        let Some(text) = self.take_text(jail, REPO_CONFIG) else { return };
        // A file that is no configuration asks for nothing, and is reported where it is read.
        self.asked.extend(settings::widened_by(&text).into_iter().map(|(what, value)| Asked {
            file: REPO_CONFIG.to_owned(),
            what,
            value,
        }));
        for words in settings::tool_commands(&text) {
            coverage.add_command(&words);
        }
    }

    fn take_hooks(&mut self, jail: &Jail, phase: Phase, coverage: &mut Coverage) {
        let file = settings::repo_hooks(phase);
        let Some(text) = self.take_text(jail, &file) else { return };
        let mut hooks = HookSet::default();
        if let Err(error) = hooks.extend(phase, &text, &[]) {
            self.problems.insert(format!("{file} is no hook file: {error}"));
        }
        for hook in hooks.of(phase) {
            coverage.add_line(&hook.command);
            self.asked.push(Asked {
                file: file.clone(),
                what: match hook.matcher.as_str() {
                    "" => format!("{} for all tools", phase.key()),
                    matcher => format!("{} for {matcher}", phase.key()),
                },
                value: hook.command.clone(),
            });
        }
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
                self.problems.insert(format!("{path} is not UTF-8"));
                None
            }
        }
    }

    /// The files that the commands name, everything beside a script, and the whole tree where words do not tell.
    fn cover(&mut self, jail: &Jail, coverage: Coverage, known: &KnownDigests) {
        if coverage.words.len() + coverage.pieces.len() > limits::TRUST_WORDS {
            // What was not looked at could change without a word.
            self.problems.insert(format!("its commands have more than {} words", limits::TRUST_WORDS));
            return;
        }
        let Coverage { words, pieces, tree, uncovered } = coverage;
        self.tree.extend(tree);
        self.uncovered.extend(uncovered);
        let mut folders = BTreeMap::new();
        for word in &words {
            self.take_named(jail, word, &mut folders);
        }
        for piece in pieces {
            let found = jail.resolve(&piece).and_then(|path| jail.metadata(&path));
            if found.is_ok_and(|found| found.is_file) {
                self.take_named(jail, &CommandWord { text: piece, is_program: false }, &mut folders);
            }
        }
        let listed = TreeFiles::of(jail);
        let whole = if self.tree.is_empty() { None } else { Some(listed.whole()) };
        let beside = folders.iter().map(|(folder, script)| listed.of_folder(folder, script));
        let by_path = known.by_path();
        for list in beside.chain(whole) {
            match list {
                Ok(paths) => self.take_members(jail, paths, &by_path),
                Err(TooManyFiles) => {
                    let most = limits::TRUST_PINNED_FILES;
                    self.problems.insert(format!("more than {most} files would have to be covered"));
                }
            }
        }
    }

    /// What a word names: if it changes, so does what is run. What is not there counts as well: it may come with the next
    /// pull. `folders` gets the folder of a script.
    fn take_named(&mut self, jail: &Jail, word: &CommandWord, folders: &mut BTreeMap<String, String>) {
        let text = word.text.as_str();
        let climbs = text.split('/').any(|part| part == "..");
        match jail.resolve(text).and_then(|path| Ok((jail.metadata(&path)?, path))) {
            // Behind a link, `..` leads somewhere else than it seems.
            Ok(_) if climbs => drop(self.tree.insert("`..`".to_owned())),
            Ok((found, path)) if found.is_file => {
                let Some(bytes) = self.take_file(jail, text) else { return };
                let is_data = DATA.iter().any(|ending| path.as_str().ends_with(ending));
                if is_data && !word.is_program && !bytes.starts_with(b"#!") {
                    return;
                }
                match path.as_str().rsplit_once('/') {
                    Some((folder, _)) => drop(folders.insert(folder.to_owned(), path.as_str().to_owned())),
                    None => drop(self.tree.insert(format!("`{path}`, beside which everything lies"))),
                }
            }
            Ok((_, path)) if path.as_str() == "." => drop(self.tree.insert("the root itself".to_owned())),
            // A name on PATH is no folder.
            Ok(_) if word.is_program && !text.contains('/') => {}
            Ok((_, path)) => drop(folders.insert(path.as_str().to_owned(), String::new())),
            Err(PathError::Absent) => drop(self.files.insert(text.to_owned(), ABSENT.to_owned())),
            Err(PathError::Outside) if climbs => {
                self.uncovered.insert(format!("`{text}`, which lies outside the repository"));
            }
            Err(PathError::Outside) if text.starts_with('/') && !text.starts_with(&self.root) => {}
            Err(PathError::Outside) => {
                self.tree.insert("a link that leads out".to_owned());
                self.uncovered.insert(format!("what `{text}` points to, outside the repository"));
            }
            Err(_) => {}
        }
    }

    /// Reads a file that asks or is named, and keeps its digest; nothing if it is not there.
    fn take_file(&mut self, jail: &Jail, path: &str) -> Option<Vec<u8>> {
        let read = jail.resolve_plain(path).and_then(|plain| match plain {
            Some(real) => Ok(Some((jail.read(&real, limits::TRUST_FILE_BYTES)?.bytes, real))),
            None => Ok(None),
        });
        match read {
            Ok(Some((bytes, real))) => {
                self.files.insert(real.as_str().to_owned(), hex(&Sha256::digest(&bytes)));
                Some(bytes)
            }
            Ok(None) => {
                self.problems.insert(format!("{path} is a link, or behind one"));
                None
            }
            Err(PathError::Absent) => None,
            Err(error) => {
                self.problems.insert(format!("{path}: {error}"));
                None
            }
        }
    }

    /// The files of a folder or of the whole tree.
    fn take_members(&mut self, jail: &Jail, paths: Vec<String>, known: &HashMap<&str, KnownDigest<'_>>) {
        let mut bytes_read = 0;
        for path in paths {
            if self.files.contains_key(&path) {
                continue;
            }
            let digest = self.member_digest(jail, &path, known, &mut bytes_read);
            self.files.insert(path, digest);
            if self.files.len() > limits::TRUST_PINNED_FILES || bytes_read > limits::TRUST_PINNED_BYTES {
                self.problems.insert("it has too many files, or too large ones, to be covered".to_owned());
                return;
            }
        }
    }

    fn member_digest(
        &mut self,
        jail: &Jail,
        path: &str,
        known: &HashMap<&str, KnownDigest<'_>>,
        bytes_read: &mut u64,
    ) -> String {
        let Some(stamp) = jail.stamp(path) else { return ABSENT.to_owned() };
        if stamp.is_dir {
            self.uncovered.insert(format!("what lies in `{path}`, a repository of its own"));
            return "folder".to_owned();
        }
        if !stamp.is_file {
            return self.link_digest(jail, path);
        }
        if let Some(digest) = known.get(path).and_then(|known| known.of_untouched(&stamp)) {
            return digest.to_owned();
        }
        match jail.open_relative(path).and_then(|file| file.read(limits::TRUST_PINNED_FILE_BYTES)) {
            Ok(text) => {
                *bytes_read += text.size;
                let digest = hex(&Sha256::digest(&text.bytes));
                self.digests.note(path, &stamp, &digest);
                digest
            }
            Err(error) => {
                self.problems.insert(format!("{path}: {error}"));
                "unreadable".to_owned()
            }
        }
    }

    /// A link is where it points to; what is there is another file, or none of the repository.
    fn link_digest(&mut self, jail: &Jail, path: &str) -> String {
        let Ok(target) = std::fs::read_link(jail.root().join(path)) else { return "special".to_owned() };
        if jail.resolve(path).is_err() {
            self.uncovered.insert(format!("what `{path}` points to, outside the repository"));
        } else if self.tree.is_empty() {
            self.uncovered.insert(format!("what `{path}` points to, unless it is covered itself"));
        }
        format!("link {}", hex(&Sha256::digest(target.as_os_str().as_encoded_bytes())))
    }

    fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        hasher.update(self.root.as_bytes());
        for (path, digest) in &self.files {
            // A path has no NUL and neither has a digest: no two lists make the same bytes.
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
    use foreword_guard::path::Stamp;

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
        let claim = || {
            Claim::of(&Jail::open(folder.path()).expect("a jail"), &KnownDigests::default()).expect("a claim")
        };
        let before = claim();
        assert_eq!(before.asked[0].value, "sh 'my tools/run it.sh'");
        write("my tools/run it.sh", "two");
        assert_ne!(before.hash, claim().hash);
    }

    /// A prompt does not read a file again that has not been touched since it was trusted.
    #[test]
    fn a_known_digest_counts_for_the_stamp_that_it_was_made_of() {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, text) in [
            (REPO_CONFIG, "tools: {theirs: {command: [sh, x/run.sh]}}"),
            ("x/run.sh", "one"),
            ("x/part.sh", "two"),
        ] {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        let jail = Jail::open(folder.path()).expect("a jail");
        let stamp = jail.stamp("x/part.sh").expect("a file");
        let digest_with = |stamp: &str| {
            let known = KnownDigests::of(format!("kept {stamp} x/part.sh\0").into_bytes());
            Claim::of(&jail, &known).expect("a claim").files["x/part.sh"].clone()
        };
        let Stamp { len, modified_ns, noted_ns, .. } = stamp;
        assert_eq!(digest_with(&format!("{len} {modified_ns} {noted_ns}")), "kept");
        assert_eq!(digest_with(&format!("{len} {modified_ns} 1")), hex(&Sha256::digest(b"two")));
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
            let hash = || {
                Claim::of(&Jail::open(folder.path()).expect("a jail"), &KnownDigests::default())
                    .expect("a claim")
                    .hash
            };
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
