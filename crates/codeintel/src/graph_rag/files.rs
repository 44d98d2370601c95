//! Files around the best places: what changes with them, by the git history, and who of them imports whom.

use foreword_guard::escape;
use foreword_index::class::{self, FileClass};
use foreword_index::history::History;
use foreword_index::language;
use foreword_index::resolve::Resolver;
use foreword_index::store::{FileId, Store};
use foreword_model::finding::Item;
use serde_json::{Value, json};

use crate::nodes::{Nodes, Now};

/// Starting files that are asked about.
const STARTS: usize = 3;
/// Files that one of them may bring.
const EACH: usize = 4;
/// Fewer commits in common are chance.
const COMMITS_MIN: u32 = 3;
/// At least one in so many changes of a companion goes with the file: what changes with everything belongs to nothing.
const CLOSE_SHARE: usize = 3;
/// A file that changed with another in so many commits is sure to belong to it.
const COMMITS_SURE: f64 = 12.0;
/// The most that a common history is worth beside what the search found.
const CONFIDENCE_MAX: f64 = 0.3;

/// A file that changes with one that was found.
pub(super) struct Companion {
    pub(super) path: String,
    pub(super) of: String,
    commits: u32,
}

impl Companion {
    pub(super) fn item(&self) -> Item {
        Item {
            path: Some(self.path.clone()),
            kind: Some("file".to_owned()),
            confidence: self.confidence(),
            why: Some(format!(
                "changed together with {} in {} commits",
                escape::path(&self.of),
                self.commits
            )),
            ..Item::default()
        }
    }

    pub(super) fn edge(&self) -> Value {
        json!({
            "from": { "path": self.of },
            "to": { "path": self.path },
            "kind": "changes with",
            "how": "history",
            "commits": self.commits,
            "confidence": self.confidence(),
        })
    }

    fn confidence(&self) -> f64 {
        let share = (f64::from(self.commits) / COMMITS_SURE).min(1.0);
        (CONFIDENCE_MAX * share * 100.0).round() / 100.0
    }
}

/// Files that change with the first of those found and are not among them.
pub(super) fn changing_together(
    history: &History,
    store: &Store,
    found: &[&str],
    now: &Now<'_>,
    most: usize,
) -> Vec<Companion> {
    let mut companions: Vec<Companion> = Vec::new();
    for start in found.iter().take(STARTS) {
        // What cannot be read says nothing.
        for other in history.together_with(start, EACH).unwrap_or_default() {
            let is_known =
                found.contains(&other.path) || companions.iter().any(|file| file.path == other.path);
            // What was committed once may be ignored or excluded: the index has only what may be read.
            let is_indexed = || matches!(store.file_by_path(other.path), Ok(Some(_)));
            let may_be_shown = is_program(other.path) && is_indexed();
            let is_close = || {
                let all = history.changes_of(other.path).map_or(usize::MAX, |commits| commits.len());
                other.commits as usize * CLOSE_SHARE >= all
            };
            if !is_known
                && other.commits >= COMMITS_MIN
                && may_be_shown
                && is_close()
                && now.may_name(other.path)
            {
                let (path, of) = (other.path.to_owned(), (*start).to_owned());
                companions.push(Companion { path, of, commits: other.commits });
            }
        }
    }
    companions.sort_by(|a, b| b.commits.cmp(&a.commits).then_with(|| a.path.cmp(&b.path)));
    companions.truncate(most);
    companions
}

/// Whether a file is code or a test of it: notes of changes and lock files change with everything.
fn is_program(path: &str) -> bool {
    let class = class::of_path(path, language::of_path(path));
    matches!(class, FileClass::Code | FileClass::Test)
}

/// Which of some files import which others of them.
pub(super) fn imports(nodes: &Nodes<'_>, resolver: &Resolver<'_>, files: &[FileId]) -> Vec<Value> {
    let mut edges = Vec::new();
    for from in files.iter().take(STARTS) {
        let imported = resolver.imports_of(*from).unwrap_or_default();
        for edge in imported.into_iter().filter(|edge| files.contains(&edge.to)) {
            let Some(line) = nodes.line_of_import(&edge) else { continue };
            let (Some(from), Some(to)) = (nodes.path(edge.from), nodes.path(edge.to)) else { continue };
            edges.push(json!({
                "from": { "path": &*from },
                "to": { "path": &*to },
                "kind": "imports",
                "how": "import",
                "confidence": 1.0,
                "line": line,
            }));
        }
    }
    edges
}
