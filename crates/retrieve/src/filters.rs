//! What the caller narrows a search to: globs of paths, languages, kinds of definitions.

use foreword_guard::glob::{GlobCase, PathGlobs, check_glob};
use foreword_index::language::Language;
use foreword_model::limits;

/// A pattern that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the pattern `{glob}` is not understood: {why}")]
pub struct FilterError {
    glob: String,
    why: String,
}

/// The filters of one search; an empty one lets everything through.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Filters {
    globs: PathGlobs,
    languages: Vec<String>,
    kinds: Vec<String>,
}

impl Filters {
    /// Refuses a pattern that is not understood: it would find nothing, silently.
    pub fn new(globs: &[&str], languages: &[&str], kinds: &[&str]) -> Result<Self, FilterError> {
        let lowercase = |texts: &[&str]| -> Vec<String> {
            texts.iter().take(limits::MENTIONS).map(|text| text.to_lowercase()).collect()
        };
        let globs: Vec<String> = globs.iter().take(limits::MENTIONS).map(|glob| (*glob).to_owned()).collect();
        for glob in &globs {
            check_glob(glob).map_err(|error| FilterError { glob: glob.clone(), why: error.to_string() })?;
        }
        let globs = PathGlobs::new(&globs, GlobCase::Exact);
        Ok(Self { globs, languages: lowercase(languages), kinds: lowercase(kinds) })
    }

    /// Whether a file is searched.
    pub(super) fn takes_file(&self, path: &str, language: Option<&Language>) -> bool {
        let by_glob = self.globs.is_empty() || self.globs.matches(path);
        let is_of = |name: &String| language.is_some_and(|language| language.name == name);
        by_glob && (self.languages.is_empty() || self.languages.iter().any(is_of))
    }

    /// Whether a place is shown.
    pub(super) fn takes_kind(&self, kind: &str) -> bool {
        self.kinds.is_empty() || self.kinds.iter().any(|wanted| wanted == kind)
    }

    /// Whether a file without a place of its own is shown.
    pub(super) fn takes_whole_files(&self) -> bool {
        self.kinds.is_empty()
    }
}
