//! The files, lines and directories that the request names: checked, and looked at even if the scan did not reach them.
//!
//! A sensitive file stays a note, and so does what is no content of the repository. What cannot be shown is said with its size.

use std::path::Path;

use foreword_guard::path::{Jail, PathError, RepoPath};
use foreword_guard::sensitive::Sensitive;
use foreword_index::walk::WalkedFile;
use foreword_index::walk::content::{ContentRules, EntryKind};
use foreword_index::{class, language, store};
use foreword_model::finding::Item;
use foreword_model::{limits, texts};
use foreword_text::fold;

use super::matcher::{Matcher, Scratch};
use super::scan::{Scan, Scanned, Unread, read_text};
use crate::foreign_path::match_foreign_path;

/// How sure it is that a file is meant that the request names.
const NAMED_CONFIDENCE: f64 = 0.9;
/// Files that one path of another machine may mean: more of them say nothing.
const ELSEWHERE_FILES: usize = 3;

/// Files and directories that the request names.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Named {
    /// Paths of files.
    pub(super) files: Vec<String>,
    /// Lines of files, in the order in which they are named.
    pub(super) lines: Vec<(String, u32)>,
    /// Paths of directories.
    pub(super) directories: Vec<String>,
    /// Paths of files that are nowhere.
    pub(super) absent: Vec<String>,
    /// Files whose content is not shown, ready to be listed.
    pub(super) unread: Vec<Item>,
}

impl Named {
    /// The lines of one file.
    pub(super) fn lines_of(&self, file: &str) -> Vec<u32> {
        self.lines.iter().filter(|(path, _)| path == file).map(|(_, line)| *line).collect()
    }
}

/// What may be read of what is named.
#[derive(Debug, Clone, Copy)]
pub struct NamedRules<'r> {
    /// Files whose content is never read.
    pub sensitive: &'r Sensitive,
    /// What is content of the repository at all.
    pub content: &'r ContentRules,
}

/// Checks what the caller names; what may not be read is said in `notes`.
///
/// `paths` are the files of the repository: a path is often named without its beginning.
pub(super) fn resolve<'p, P: Iterator<Item = &'p str>>(
    jail: &Jail,
    written: &[String],
    rules: NamedRules<'_>,
    paths: impl Fn() -> P,
    notes: &mut Vec<String>,
) -> Named {
    let NamedRules { sensitive, content } = rules;
    let kind_of = |path: &RepoPath| {
        let is_dir = jail.metadata(path).is_ok_and(|metadata| metadata.is_dir);
        if is_dir { EntryKind::Directory } else { EntryKind::File }
    };
    let is_content = |path: &&str| content.refused(path, EntryKind::File).is_none();
    let mut named = Named::default();
    for written in written.iter().take(limits::MENTIONS) {
        let (path, line) = match jail.resolve(written) {
            Ok(_) => (written.as_str(), None),
            Err(_) => split_line(written),
        };
        match jail.resolve(path) {
            _ if sensitive.matches(path) => notes.push(format!("{}: {path}", texts::SENSITIVE_PATH)),
            Ok(found) if sensitive.matches(found.as_str()) => {
                notes.push(format!("{}: {path}", texts::SENSITIVE_PATH));
            }
            Ok(found) => {
                let kind = kind_of(&found);
                match (content.refused(found.as_str(), kind), kind) {
                    (Some(refused), _) => notes.push(refused.note(path)),
                    (None, EntryKind::Directory) => named.directories.push(found.as_str().to_owned()),
                    (None, EntryKind::File) => add_file(&mut named, found.as_str(), line),
                }
            }
            Err(PathError::Outside) => {
                let mut meant = from_elsewhere(jail, path, &paths);
                meant.retain(is_content);
                // A trace of another machine is no wish to read that file here.
                if meant.is_empty() && (!path.starts_with('/') || is_on_this_machine(path)) {
                    notes.push(format!("{}: {path}", texts::OUTSIDE_PATH));
                }
                meant.into_iter().for_each(|file| add_file(&mut named, file, line));
            }
            Err(PathError::Absent) => {
                let mut meant: Vec<&str> = ending_in(paths(), path).collect();
                if meant.is_empty() && path.contains(['/', '\\']) {
                    meant = from_elsewhere(jail, path, &paths);
                }
                if meant.is_empty() && language::of_path(path).is_some() {
                    named.absent.push(path.to_owned());
                }
                meant.into_iter().filter(is_content).for_each(|file| add_file(&mut named, file, line));
            }
            Err(PathError::Special | PathError::Invalid | PathError::TooLarge { .. } | PathError::Io(_)) => {}
        }
    }
    named
}

/// The files that a path of another machine or checkout means: by its end, as long as it is the same.
fn from_elsewhere<'p, P: Iterator<Item = &'p str>>(
    jail: &Jail,
    path: &str,
    paths: impl Fn() -> P,
) -> Vec<&'p str> {
    if path.starts_with("..") || path.starts_with('~') {
        return Vec::new();
    }
    let files: Vec<&str> = paths().collect();
    let name = jail.root().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut meant = match_foreign_path(path, files.iter().copied(), &name, is_on_this_machine(path));
    meant.truncate(ELSEWHERE_FILES);
    meant
}

/// Whether something stands at an absolute path here; it is not opened.
fn is_on_this_machine(path: &str) -> bool {
    path.starts_with('/') && Path::new(path).symlink_metadata().is_ok()
}

fn add_file(named: &mut Named, file: &str, line: Option<u32>) {
    if !named.files.iter().any(|known| known == file) {
        named.files.push(file.to_owned());
    }
    named.lines.extend(line.map(|line| (file.to_owned(), line)));
}

/// Looks at the named files that the scan did not read: not reached in time, or not to be shown.
pub(super) fn look_at_rest(
    named: &mut Named,
    jail: &Jail,
    matcher: &Matcher<'_>,
    sensitive: &Sensitive,
    scan: &mut Scan,
) {
    let mut bytes = Vec::new();
    for path in &named.files {
        let is_known = scan.files.iter().any(|scanned| scanned.file.path == *path);
        if is_known {
            continue;
        }
        match read_text(jail, path, sensitive, &mut bytes) {
            Ok(text) => {
                let language = language::of_path(path);
                let hits = matcher.scan(text, language, &mut Scratch::new());
                let class = class::of_path(path, language);
                let len = text.len() as u64;
                let file = WalkedFile { path: path.clone(), len, modified_ns: 0, language, class };
                scan.files.push(Scanned { file, hits });
            }
            Err(reason) => named.unread.extend(unread_item(jail, path, reason, &bytes)),
        }
    }
    scan.files.sort_unstable_by(|a, b| a.file.path.cmp(&b.file.path));
}

/// Path, size and hash instead of the content.
fn unread_item(jail: &Jail, path: &str, reason: Unread, bytes: &[u8]) -> Option<Item> {
    let summary = match reason {
        Unread::TooLarge { size } => described_large(jail, path, size),
        Unread::Binary => described(bytes, "binary"),
        Unread::Minified => described(bytes, "minified"),
        Unread::NotUtf8 => described(bytes, "not UTF-8"),
        Unread::Refused => return None,
    };
    Some(Item {
        path: Some(path.to_owned()),
        kind: Some("file".to_owned()),
        summary,
        confidence: NAMED_CONFIDENCE,
        why: Some("named in the request".to_owned()),
        ..Item::default()
    })
}

/// A large file is hashed as far as that costs a prompt no time; what the hash covers is said.
fn described_large(jail: &Jail, path: &str, size: u64) -> String {
    let start = jail.open_relative(path).and_then(|file| file.read_start(limits::HASHED_BYTES));
    let hash = match start {
        Ok(start) if start.len() as u64 >= size => format!("; hash {:016x}", store::content_hash(&start)),
        Ok(start) => {
            format!("; hash of the first {} bytes {:016x}", start.len(), store::content_hash(&start))
        }
        Err(_) => String::new(),
    };
    format!("{size} bytes; content not shown: larger than is read{hash}")
}

fn described(bytes: &[u8], reason: &str) -> String {
    let hash = store::content_hash(bytes);
    format!("{} bytes; content not shown: {reason}; hash {hash:016x}", bytes.len())
}

/// `src/a.rs:12` and `src/a.rs:12:5` as a path and a line.
pub fn split_line(written: &str) -> (&str, Option<u32>) {
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
    let Some((before, last)) = written.rsplit_once(':') else { return (written, None) };
    let Some(last) = number(last) else { return (written, None) };
    match before.rsplit_once(':').and_then(|(path, line)| Some((path, number(line)?))) {
        Some((path, line)) if !path.is_empty() => (path, Some(line)),
        _ if before.is_empty() => (written, None),
        _ => (before, Some(last)),
    }
}

/// Files whose path ends in the given one, at a directory's border.
fn ending_in<'f, 'p>(files: impl Iterator<Item = &'f str>, path: &'p str) -> impl Iterator<Item = &'f str> {
    let wanted = path.trim_start_matches("./").trim_start_matches('/');
    let ends = move |file: &str| {
        let composed = fold::compose(file);
        let above = composed.strip_suffix(fold::compose(wanted).as_ref());
        above.is_some_and(|above| above.is_empty() || above.ends_with('/'))
    };
    files.filter(move |file| !wanted.is_empty() && ends(file)).take(limits::MENTIONS)
}

/// The text of the request with each named path cut down to its last name: the directories above it are no
/// words of the question. The text may have more or fewer of them than the path: it was written elsewhere.
pub(super) fn without_directories(text: &str, paths: &[String]) -> String {
    let mut rest = text.to_owned();
    for written in paths.iter().take(limits::MENTIONS) {
        let (path, line) = split_line(written);
        let Some((_, name)) = path.trim_end_matches('/').rsplit_once('/') else { continue };
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        let mut end = path;
        while end.contains('/') {
            let with_line = line.map(|line| format!("{end}:{line}"));
            let ends = with_line.iter().map(String::as_str).chain([end]);
            let cut = ends.fold(rest.clone(), |rest, end| without_path(&rest, end, stem));
            if std::mem::replace(&mut rest, cut) != rest {
                break;
            }
            end = end.split_once('/').map_or("", |(_, below)| below);
        }
    }
    rest
}

/// A text with a stem in place of every path that ends so.
fn without_path(text: &str, end: &str, stem: &str) -> String {
    let is_path = |letter: char| fold::continues_word(letter) || "/._-~@+".contains(letter);
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(end).filter(|_| !end.is_empty()) {
        kept.push_str(rest[..at].trim_end_matches(is_path));
        kept.push_str(stem);
        rest = &rest[at + end.len()..];
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_from_its_path() {
        for (written, expected) in [
            ("src/a.rs:12", ("src/a.rs", Some(12))),
            ("src/a.rs:12:5", ("src/a.rs", Some(12))),
            ("src/a.rs", ("src/a.rs", None)),
            ("src/a.rs:0", ("src/a.rs:0", None)),
            ("src/a.rs:x", ("src/a.rs:x", None)),
            (":12", (":12", None)),
            ("a:99999999999", ("a:99999999999", None)),
        ] {
            assert_eq!(split_line(written), expected, "{written}");
        }
    }

    #[test]
    fn directories_of_a_named_path_are_no_words() {
        let text = "explain Cache in src/hybrid/dfa.rs:12 and lib/auth/";
        let rest = without_directories(text, &["src/hybrid/dfa.rs:12", "lib/auth/"].map(str::to_owned));
        assert_eq!(rest, "explain Cache in dfa and auth");
        let text = "why does /builds/ci/src/hybrid/dfa.rs:12 fail, and hybrid/dfa.rs";
        let rest = without_directories(text, &["src/hybrid/dfa.rs:12".to_owned()]);
        assert_eq!(rest, "why does dfa fail, and hybrid/dfa.rs");
        let rest = without_directories("review src/lib.rs", &["util/src/lib.rs".to_owned()]);
        assert_eq!(rest, "review lib");
    }
}
