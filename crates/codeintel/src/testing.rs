//! Small repositories with an index, for the tests of the tools.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use foreword_model::clock;

use foreword_exec::tool::{Call, ToolAnswer, ToolFailure};
use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::history::{self, End, Git, GitCommand, Output, Update, UpdateOptions};
use foreword_index::refresh::{RefreshOptions, Start, refresh};
use foreword_index::store;
use foreword_index::view::{BackgroundRefresh, IndexView};
use foreword_testkit::repo::FixtureRepo;
use serde_json::{Map, Value};
use tempfile::TempDir;

/// Time that no test needs.
const LONG: Duration = Duration::from_secs(20);

/// A repository in a temporary folder, and the place of its index.
pub(crate) struct Fixture {
    /// Not yet a git repository.
    pub(crate) repository: FixtureRepo,
    cache: TempDir,
}

impl Fixture {
    /// With these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let fixture = Self { repository: FixtureRepo::new(), cache: TempDir::new().expect("a directory") };
        for (path, text) in files {
            fixture.file(path, text);
        }
        fixture
    }

    /// Writes one more file, or another text of one.
    pub(crate) fn file(&self, path: &str, text: &str) {
        self.repository.file(path, text);
    }

    pub(crate) fn jail(&self) -> Jail {
        Jail::open(self.repository.path()).expect("a jail")
    }

    /// Builds the index, or brings it up to date.
    pub(crate) fn index(&self) -> Arc<IndexView> {
        let jail = self.jail();
        let folder = store::folder_for(self.cache.path(), jail.root());
        let options = RefreshOptions {
            excludes: &[],
            sensitive: &Sensitive::default(),
            redact: &foreword_guard::redact_prompt,
            start: Start::Known,
            progress: &|_| {},
        };
        refresh(&jail, &folder, &options).expect("an index");
        let view = IndexView::new(Some(folder), BackgroundRefresh::Off, Sensitive::default(), Vec::new());
        Arc::new(view)
    }

    /// Gives it a history: the files of each commit, the newest first.
    pub(crate) fn history(&self, commits: &[&[&str]]) {
        give_history(self.repository.path(), self.cache.path(), commits);
    }

    /// Asks a tool's own function, as `exec` would after it has filled in the defaults.
    pub(crate) fn ask(
        &self,
        args: &Value,
        answer: impl Fn(&Call<'_>) -> Result<ToolAnswer, ToolFailure>,
    ) -> Result<ToolAnswer, ToolFailure> {
        let none = Map::new();
        let args = args.as_object().unwrap_or(&none);
        let jail = self.jail();
        answer(&Call { args, prompt: "", jail: &jail, deadline: clock::now() + LONG })
    }
}

/// Gives a repository with an index a history: the files of each commit, the newest first.
pub(crate) fn give_history(repository: &Path, cache: &Path, commits: &[&[&str]]) {
    let id = |number: usize| format!("{number:040x}");
    let heads = repository.join(".git/refs/heads");
    std::fs::create_dir_all(&heads).expect("a folder");
    std::fs::create_dir_all(repository.join(".git/objects")).expect("a folder");
    std::fs::write(heads.join("main"), id(commits.len())).expect("a branch");
    std::fs::write(repository.join(".git/HEAD"), "ref: refs/heads/main\n").expect("a head");
    let commit = |(number, files): (usize, &&[&str])| {
        let changes: String = files.iter().map(|file| format!("M\0{file}\0")).collect();
        format!("{}\x00{}\0a@b\0Round fees\n\0\n{changes}", id(number), 1_000 + number)
    };
    let printed: String = (1..=commits.len()).rev().zip(commits).map(commit).collect();
    let root = repository.canonicalize().expect("a root");
    let options = UpdateOptions {
        root: &root,
        redact: &foreword_guard::redact_prompt,
        start: Start::Known,
        git: &Printed(printed.into_bytes()),
    };
    let brought = history::update(&store::folder_for(cache, &root), &options).expect("a history");
    assert!(matches!(brought, Update::Brought { added, .. } if added == commits.len()), "{brought:?}");
}

/// A git that prints what it was given.
struct Printed(Vec<u8>);

impl Git for Printed {
    fn run(&self, _command: &GitCommand) -> std::io::Result<Output> {
        Ok(Output { bytes: self.0.clone(), end: End::Done })
    }
}

/// A view of no index.
pub(crate) fn no_index() -> Arc<IndexView> {
    Arc::new(IndexView::new(None, BackgroundRefresh::Off, Sensitive::default(), Vec::new()))
}
