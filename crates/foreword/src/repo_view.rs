//! What the prompt names, looked up: by name alone in plan mode, in the repository otherwise.

use std::path::{Component, Path};

use foreword_guard::path::{Jail, PathError};
use foreword_guard::sensitive::Sensitive;
use foreword_index::freshness::Checked;
use foreword_index::store::{ChunkField, FileField};
use foreword_index::view::IndexView;
use foreword_index::walk::content::EntryKind;
use foreword_model::repo::{PathVerdict, Presence, RepoView};
use foreword_retrieve::match_foreign_path;
use foreword_text::fold;
use foreword_text::tokens::tokenize;

use crate::here::Here;

/// Looks no file up: plan mode is a pure function of prompt, configuration and root.
pub struct LexicalView<'a> {
    /// The repository root.
    pub root: &'a Path,
    /// Which names are sensitive.
    pub sensitive: &'a Sensitive,
}

impl RepoView for LexicalView<'_> {
    fn path(&self, path: &str) -> PathVerdict {
        if climbs_out(path, self.root) {
            return PathVerdict::Outside;
        }
        match self.sensitive.matches(path) {
            true => PathVerdict::Sensitive,
            false => PathVerdict::Unknown,
        }
    }

    fn is_sensitive_name(&self, path: &str) -> bool {
        self.sensitive.matches_word(path)
    }

    fn symbol(&self, _symbol: &str) -> Presence {
        Presence::Unknown
    }
}

/// Looks paths up in the repository, and symbols in its index.
pub struct LiveView<'a> {
    /// The repository.
    pub jail: &'a Jail,
    /// Which files never contribute content.
    pub sensitive: &'a Sensitive,
    /// What is defined in it.
    pub index: &'a IndexView,
    /// Where who asks works.
    pub here: &'a Here,
}

impl LiveView<'_> {
    /// The file that a path of another machine or checkout means. A wish to read a file out there is none of this.
    fn of_another_machine(&self, path: &str) -> Option<String> {
        let records = self.index.usable().and_then(|_| self.index.records().ok())?;
        let paths = records.iter().map(|record| record.path.as_str());
        let name = self.own_name().unwrap_or_default();
        let meant = match_foreign_path(path, paths, &name, is_on_this_machine(path));
        match meant.as_slice() {
            [only] => Some((*only).to_owned()),
            several => self.here.nearest(several.iter().copied()).map(str::to_owned),
        }
    }

    /// The nearest of the files that end so.
    fn nearest_ending(&self, path: &str) -> Option<String> {
        let wanted = path.trim_start_matches("./");
        let ends = |file: &&str| {
            file.strip_suffix(wanted).is_some_and(|above| above.is_empty() || above.ends_with('/'))
        };
        let records = self.index.usable().and_then(|_| self.index.records().ok())?;
        let paths = records.iter().map(|record| record.path.as_str()).filter(ends);
        self.here.nearest(paths).map(str::to_owned)
    }
}

impl RepoView for LiveView<'_> {
    fn path(&self, path: &str) -> PathVerdict {
        let located = self.located(path);
        let path = located.as_deref().unwrap_or(path);
        if climbs_out(path, self.jail.root()) {
            // A path in a trace of another machine is not a wish to read that file here.
            let is_elsewhere = path.starts_with('/') && !is_on_this_machine(path);
            return if is_elsewhere { PathVerdict::Absent } else { PathVerdict::Outside };
        }
        if self.sensitive.matches(path) {
            return PathVerdict::Sensitive;
        }
        match self.jail.resolve(path) {
            Ok(found) => {
                let is_dir = self.jail.metadata(&found).is_ok_and(|metadata| metadata.is_dir);
                let kind = if is_dir { EntryKind::Directory } else { EntryKind::File };
                let refused = self.index.content(self.jail).refused(found.as_str(), kind);
                refused.map_or(PathVerdict::Present, PathVerdict::NotContent)
            }
            Err(PathError::Outside) => PathVerdict::Outside,
            Err(_) => PathVerdict::Absent,
        }
    }

    fn located(&self, path: &str) -> Option<String> {
        if !path.is_ascii() && self.jail.resolve(path).is_err() {
            // The same letters in the other of Unicode's forms, as some systems write names.
            let forms = [fold::compose(path), fold::decompose(path)];
            let known = forms.into_iter().find(|form| self.jail.resolve(form).is_ok());
            if let Some(known) = known {
                return Some(known.into_owned());
            }
        }
        let is_absolute = path.starts_with('/') && climbs_out(path, self.jail.root());
        if is_absolute || path.contains('\\') {
            return self.of_another_machine(path);
        }
        let meant = self.here.meant(self.jail, path);
        if meant.is_some() || self.here.is_root() || self.jail.resolve(path).is_ok() {
            return meant;
        }
        self.nearest_ending(path)
    }

    fn is_sensitive_name(&self, path: &str) -> bool {
        self.sensitive.matches_word(path)
    }

    fn has_file(&self, path: &str) -> bool {
        self.jail.resolve(self.located(path).as_deref().unwrap_or(path)).is_ok()
    }

    fn symbol(&self, symbol: &str) -> Presence {
        let Some(store) = self.index.usable() else { return Presence::Unknown };
        let last = symbol.rsplit(['.', ':', '#', '>']).next().unwrap_or(symbol);
        match store.is_name(last) {
            Ok(true) => Presence::Present,
            // It may have been written since: only an index that was found fresh knows that it was not.
            Ok(false) if self.index.checked(self.jail).is_ok_and(Checked::is_fresh) => Presence::Absent,
            Ok(false) => Presence::Unknown,
            Err(_) => Presence::Unknown,
        }
    }

    fn own_name(&self) -> Option<String> {
        self.jail.root().file_name().map(|name| name.to_string_lossy().into_owned())
    }

    fn is_named_by(&self, words: &[&str]) -> bool {
        let Some(store) = self.index.usable() else { return false };
        // The last term is that of the words joined.
        let terms = tokenize(&words.join("_"));
        let joined = terms.last().filter(|_| terms.len() > words.len());
        let named = joined.and_then(|term| store.chunk_term(term).ok());
        named.is_some_and(|mut postings| {
            postings.any(|posting| posting.is_ok_and(|it| it.frequencies[ChunkField::Name as usize] > 0))
        })
    }

    fn is_in_file_names(&self, word: &str) -> bool {
        let Some(store) = self.index.usable() else { return false };
        let few = FEW_FILES.max(store.counters().files / FEW_FILES_SHARE);
        (1..=few).contains(&self.files_named(word))
    }

    fn has_files_named(&self, word: &str) -> bool {
        self.files_named(word) > 0
    }
}

impl LiveView<'_> {
    /// In the names of how many files a word stands.
    fn files_named(&self, word: &str) -> u64 {
        let Some(store) = self.index.usable() else { return 0 };
        let terms = tokenize(word);
        let postings = terms.first().and_then(|term| store.file_term(term).ok());
        postings.map_or(0, |postings| {
            postings.iter().filter(|posting| posting.frequencies[FileField::Stem as usize] > 0).count() as u64
        })
    }
}

/// A word in the names of more files than this, or than this share of them, is in every repository.
const FEW_FILES: u64 = 16;
const FEW_FILES_SHARE: u64 = 20;

/// Whether something stands at an absolute path here; it is not opened.
fn is_on_this_machine(path: &str) -> bool {
    Path::new(path).symlink_metadata().is_ok()
}

/// Whether a path leads out of the root by its wording alone.
fn climbs_out(path: &str, root: &Path) -> bool {
    if path.starts_with("~/") {
        return true;
    }
    let path = Path::new(path);
    if path.is_absolute() {
        return !path.starts_with(root);
    }
    let mut depth = 0_i64;
    for component in path.components() {
        match component {
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
        if depth < 0 {
            return true;
        }
    }
    false
}
