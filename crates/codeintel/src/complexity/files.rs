//! Which files are measured, and in which order: code before tests, the largest first, because the time may run out. What
//! others or programs wrote is left out unless it is asked for.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Instant;

use foreword_exec::tool::{Call, ToolFailure};
use foreword_guard::escape;
use foreword_guard::path::{Jail, PathError};
use foreword_guard::sensitive::Sensitive;
use foreword_index::class::{self, FileClass};
use foreword_index::language::{self, Language};
use foreword_index::store::Store;
use foreword_index::view::IndexView;
use foreword_index::walk::content::{ContentRules, EntryKind};
use foreword_index::walk::{Cut, WalkOptions, walk};
use foreword_index::{complexity, walk};
use foreword_model::error::ErrorCode;
use foreword_model::{limits, texts};
use foreword_text::truncate::ellipsize;

/// The part of the time that a walk may take.
const WALK_SHARE: f64 = 0.4;

/// What is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// Everything.
    Repository,
    /// What is below a directory.
    Directory(String),
    /// One file.
    File(String),
}

impl Place {
    /// Whether a path belongs to it.
    pub(crate) fn holds(&self, path: &str) -> bool {
        match self {
            Self::Repository => true,
            Self::Directory(directory) => {
                path.strip_prefix(directory.as_str()).is_some_and(|rest| rest.starts_with('/'))
            }
            Self::File(file) => file == path,
        }
    }

    /// As a reader gets it, after a blank.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Repository => String::new(),
            Self::Directory(directory) => format!(" below {}", escape::path(directory)),
            Self::File(file) => format!(" in {}", escape::path(file)),
        }
    }

    /// Whether what others or programs wrote is asked for.
    fn wants_foreign(&self) -> bool {
        match self {
            Self::Repository => false,
            Self::Directory(directory) => {
                is_foreign(class::of_path(&format!("{directory}/x.c"), language::of_path("x.c")))
            }
            Self::File(_) => true,
        }
    }
}

/// The place that the argument `path` names.
pub(crate) fn place(
    call: &Call<'_>,
    sensitive: &Sensitive,
    content: &ContentRules,
) -> Result<Place, ToolFailure> {
    match call.text("path").filter(|path| !path.is_empty()) {
        Some(path) => place_of(call.jail, path, sensitive, content),
        None => Ok(Place::Repository),
    }
}

/// The place that a path names.
pub(crate) fn place_of(
    jail: &Jail,
    path: &str,
    sensitive: &Sensitive,
    content: &ContentRules,
) -> Result<Place, ToolFailure> {
    let shown = ellipsize(path, limits::LIMIT_PATH_CHARS).into_owned();
    let refused = |words: String| ToolFailure::skipped(ErrorCode::EInvalidArgs, words);
    let found = jail.resolve(path).map_err(|error| match error {
        PathError::Outside => {
            ToolFailure::skipped(ErrorCode::ERepoRoot, format!("{}: {shown}", texts::OUTSIDE_PATH))
        }
        PathError::Absent => refused(format!("no such file or directory in the repository: {shown}")),
        PathError::Special | PathError::Invalid | PathError::TooLarge { .. } | PathError::Io(_) => {
            refused(format!("the path cannot be used: {shown}: {error}"))
        }
    })?;
    if sensitive.matches(found.as_str()) {
        return Err(refused(format!("{}: {shown}", texts::SENSITIVE_PATH)));
    }
    let metadata = jail.metadata(&found).map_err(|error| refused(format!("{shown}: {error}")))?;
    let kind = if metadata.is_dir { EntryKind::Directory } else { EntryKind::File };
    if let Some(why) = content.refused(found.as_str(), kind) {
        return Err(refused(why.note(&shown)));
    }
    Ok(match found.as_str() {
        "." => Place::Repository,
        directory if metadata.is_dir => Place::Directory(directory.to_owned()),
        file => Place::File(file.to_owned()),
    })
}

/// A file that may be measured.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) path: String,
    pub(super) language: &'static Language,
    size: u64,
    class: FileClass,
}

/// The files of an answer, in the order in which they are measured.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    pub(super) files: Vec<Candidate>,
    /// Why not all files are known.
    pub(super) cut: Option<&'static str>,
    /// Files that are asked for and cannot be measured.
    pub(super) unread: usize,
}

/// Where files are listed.
pub(super) struct Listing<'l> {
    pub(super) index: &'l IndexView,
    pub(super) sensitive: &'l Sensitive,
    pub(super) excludes: &'l [String],
    pub(super) jail: &'l Jail,
    pub(super) deadline: Instant,
}

impl Listing<'_> {
    /// The files of a place.
    pub(super) fn below(&self, place: &Place) -> Candidates {
        if let Place::File(path) = place {
            let files: Vec<Candidate> = candidate(path, u64::MAX).into_iter().collect();
            return Candidates { unread: usize::from(files.is_empty()), files, cut: None };
        }
        match self.index.usable() {
            Some(_) => self.listed(place),
            None => self.walked(place),
        }
    }

    /// The files of a place that define a name, as far as the index knows; all of them if it does not.
    pub(super) fn defining(&self, place: &Place, name: &str) -> Candidates {
        let all = self.below(place);
        let Some(store) = self.index.usable() else { return all };
        let mut known = paths_defining(store, name);
        known.extend(self.changed());
        let files: Vec<Candidate> = all.files.into_iter().filter(|file| known.contains(&file.path)).collect();
        Candidates { files, ..all }
    }

    fn changed(&self) -> Vec<String> {
        let checked = self.index.checked(self.jail).ok();
        checked.into_iter().flat_map(|checked| &checked.changed).map(|file| file.path.clone()).collect()
    }

    fn listed(&self, place: &Place) -> Candidates {
        let records = self.index.records().unwrap_or_default();
        let checked = self.index.checked(self.jail).ok();
        let known = records.iter().map(|record| (record.path.as_str(), record.size));
        let changed = checked.into_iter().flat_map(|checked| &checked.changed);
        let mut sizes: Vec<(&str, u64)> = known.collect();
        sizes.extend(changed.map(|file| (file.path.as_str(), file.len)));
        sizes.sort_by_key(|(path, _)| *path);
        sizes.dedup_by_key(|(path, _)| *path);
        let content = self.index.content(self.jail);
        // What was content when it was indexed, and might be shown, need not be any more.
        sizes.retain(|(path, _)| {
            !self.sensitive.matches(path) && content.refused(path, EntryKind::File).is_none()
        });
        Candidates { files: sorted(sizes.into_iter(), place), cut: None, unread: 0 }
    }

    fn walked(&self, place: &Place) -> Candidates {
        let options = WalkOptions {
            excludes: self.excludes,
            sensitive: self.sensitive,
            deadline: super::within(self.deadline, WALK_SHARE),
            files_max: limits::LIVE_SCAN_FILES,
            depth_max: limits::WALK_DEPTH,
        };
        let walked: walk::Walked = walk(self.jail, &options);
        let cut = walked.cut.map(|cut| match cut {
            Cut::Time => "time limit while listing files",
            Cut::Files => "file limit while listing files",
        });
        let sizes = walked.files.iter().map(|file| (file.path.as_str(), file.len));
        Candidates { files: sorted(sizes, place), cut, unread: 0 }
    }
}

fn paths_defining(store: &Store, name: &str) -> BTreeSet<String> {
    let found = store.symbol(name).unwrap_or_default();
    let files: BTreeSet<_> = found.into_iter().map(|definition| definition.file).collect();
    files.into_iter().filter_map(|file| store.file(file).ok()).map(|record| record.path).collect()
}

fn sorted<'f>(files: impl Iterator<Item = (&'f str, u64)>, place: &Place) -> Vec<Candidate> {
    let wants_foreign = place.wants_foreign();
    let wanted = files.filter(|(path, _)| place.holds(path)).filter_map(|(path, size)| candidate(path, size));
    let mut wanted: Vec<Candidate> = wanted.filter(|file| wants_foreign || !is_foreign(file.class)).collect();
    wanted.sort_by(|a, b| {
        let rank = |file: &Candidate| (file.class, Reverse(file.size));
        rank(a).cmp(&rank(b)).then_with(|| a.path.cmp(&b.path))
    });
    wanted
}

fn candidate(path: &str, size: u64) -> Option<Candidate> {
    let language = language::of_path(path).filter(|language| complexity::is_measured(language))?;
    let class = class::of_path(path, Some(language));
    Some(Candidate { path: path.to_owned(), language, size, class })
}

fn is_foreign(class: FileClass) -> bool {
    match class {
        FileClass::Generated | FileClass::Vendored => true,
        FileClass::Code
        | FileClass::Test
        | FileClass::Example
        | FileClass::Doc
        | FileClass::Data
        | FileClass::Migration
        | FileClass::Locale => false,
    }
}
