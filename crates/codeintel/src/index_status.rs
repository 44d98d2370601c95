//! `ci_index_status`: what is known of the repository before anything is searched.
//!
//! Reads git's facts, the names at the root and the index; claims nothing that it has not seen.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use foreword_exec::spec::ToolSpec;
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::{EscapedText, escape, excluded};
use foreword_index::git::{self, GitTop};
use foreword_index::status::{self as index_status, Status as IndexStatusReport};
use foreword_index::view::IndexView;
use foreword_model::limits;
use foreword_model::repo::is_spoken_name;
use serde_json::{Value, json};

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_index_status"),
    description: Cow::Borrowed(
        "What is known of the repository: its state in git, its manifests, its index.",
    ),
    tier: 0,
    timeout_ms: 500,
    args: Some(&[]),
    built: true,
};

/// Files at the root that say what kind of project it is.
const MANIFESTS: &[&str] = &[
    "Cargo.toml",
    "package.json",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "requirements.txt",
    "go.mod",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "composer.json",
    "Gemfile",
    "mix.exs",
    "CMakeLists.txt",
    "Makefile",
    "Package.swift",
    "build.zig",
    "build.sbt",
    "pubspec.yaml",
    "deno.json",
    "stack.yaml",
    "cabal.project",
    "meson.build",
    "BUILD.bazel",
    "MODULE.bazel",
    "tsconfig.json",
    "Dockerfile",
];

const SHORT_COMMIT_DIGITS: usize = 12;

/// The tool.
pub(crate) struct IndexStatus {
    index: Arc<IndexView>,
}

impl IndexStatus {
    /// With the index that it reports on.
    pub(crate) fn new(index: Arc<IndexView>) -> Self {
        Self { index }
    }
}

impl Tool for IndexStatus {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        Ok(answer(call, &self.index))
    }
}

fn answer(call: &Call<'_>, index: &IndexView) -> ToolAnswer {
    let root = call.jail.root();
    let name = root.file_name().and_then(|name| name.to_str()).filter(|name| is_spoken_name(name));
    let found = git::discover(root);
    let head = found.as_ref().map(git::head).unwrap_or_default();
    let short = head.commit.as_deref().map(|commit| &commit[..SHORT_COMMIT_DIGITS.min(commit.len())]);
    let manifests: Vec<&str> = MANIFESTS.iter().copied().filter(|name| is_file(call, name)).collect();
    let refusal = found.as_ref().and_then(GitTop::refusal);
    // A branch is not named: whoever made the repository chose its name, and it may be a sentence.
    let in_git = match (&head.branch, short) {
        (None, None) if let Some(why) = refusal => format!("git's files are not read: {why}"),
        (Some(_), Some(commit)) => format!("on a branch at {commit}"),
        (Some(_), None) => "on a branch without a commit yet".to_owned(),
        (None, Some(commit)) => format!("detached at {commit}"),
        (None, None) if found.is_some() => "git work tree without a readable HEAD".to_owned(),
        (None, None) => "not a git work tree".to_owned(),
    };
    let status = index_status::of(index, call.jail, SystemTime::now());
    let in_words = status.in_words();
    let data = json!({
        "items": [],
        "claims": [],
        "state": status.state.name(),
        "note": in_words,
        "index": as_data(&status),
        "repository": name,
        "git_work_tree": found.is_some(),
        "commit": head.commit,
        "commit_short": short,
        "manifests": manifests,
        "top_directories": top_directories(root),
    });
    let notes = index.ask_for_refresh(root).into_iter().collect();
    let spoken = name.map_or_else(|| EscapedText::from("the user's own repository"), escape::symbol);
    let summary = format!("{spoken}: {in_git}; {in_words}");
    ToolAnswer { summary, data: Some(data), notes, ..ToolAnswer::default() }
}

fn as_data(status: &IndexStatusReport) -> Value {
    let Some(contents) = &status.contents else { return Value::Null };
    json!({
        "files": contents.counters.files,
        "symbols": contents.counters.symbols,
        "edges": contents.counters.edges,
        "languages": contents.counters.languages,
        "skipped": contents.skipped,
        "unparsable": contents.unparsable.iter().take(limits::UNPARSABLE_NAMED).collect::<Vec<_>>(),
        "commit": contents.commit,
        "dirty_files": contents.dirty_files,
        "checked": contents.checked,
        "age_s": contents.age_s,
        "bytes": contents.bytes,
    })
}

fn is_file(call: &Call<'_>, name: &str) -> bool {
    let Ok(path) = call.jail.resolve(name) else { return false };
    call.jail.metadata(&path).is_ok_and(|metadata| metadata.is_file)
}

/// Names of directories at the root, without the excluded and the hidden ones.
fn top_directories(root: &Path) -> Vec<Value> {
    let Ok(entries) = std::fs::read_dir(root) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .take(limits::ROOT_ENTRIES)
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.') && !excluded::is_directory(name))
        .collect();
    names.sort_unstable();
    names.truncate(limits::TOP_DIRECTORIES);
    names.into_iter().map(Value::String).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use foreword_guard::path::Jail;
    use foreword_index::view::BackgroundRefresh;
    use foreword_model::clock;
    use serde_json::Map;

    use super::*;

    fn no_index() -> IndexView {
        let sensitive = foreword_guard::sensitive::Sensitive::default();
        IndexView::new(None, BackgroundRefresh::Off, sensitive, Vec::new())
    }

    #[test]
    fn it_says_what_is_there_and_that_no_index_is() {
        let directory = tempfile::TempDir::new().expect("a directory");
        for path in ["src", "docs", "target", ".hidden", ".git"] {
            std::fs::create_dir(directory.path().join(path)).expect("a directory");
        }
        let commit = "0123456789abcdef0123456789abcdef01234567";
        for (path, text) in [("Cargo.toml", ""), (".git/HEAD", commit)] {
            std::fs::write(directory.path().join(path), text).expect("a file");
        }
        let jail = Jail::open(directory.path()).expect("a jail");
        let deadline = clock::now() + Duration::from_secs(5);
        let given = answer(&Call { args: &Map::new(), prompt: "", jail: &jail, deadline }, &no_index());
        assert!(
            given.summary.ends_with("detached at 0123456789ab; no index yet; answers come from a live scan")
        );
        let data = given.data.expect("data");
        assert_eq!(data["state"], "missing");
        assert_eq!(data["git_work_tree"], true);
        assert_eq!(data["commit"], commit);
        assert_eq!(data["manifests"], json!(["Cargo.toml"]));
        assert_eq!(data["top_directories"], json!(["docs", "src"]));
    }

    #[test]
    fn without_git_it_says_so() {
        let directory = tempfile::TempDir::new().expect("a directory");
        let jail = Jail::open(directory.path()).expect("a jail");
        let deadline = clock::now() + Duration::from_secs(5);
        let given = answer(&Call { args: &Map::new(), prompt: "", jail: &jail, deadline }, &no_index());
        assert!(given.summary.contains("not a git work tree"));
        assert_eq!(given.data.expect("data")["git_work_tree"], false);
    }
}
