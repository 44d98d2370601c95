//! A repository and a home in which its index lies; and the refreshes that prompts leave behind, seen from outside.

use std::fs;
use std::path::{Path, PathBuf};

use foreword_testkit::process::{Home, Invocation, Output};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::{ENTRY, InstalledShims, foreword};
use foreword_testkit::{tree, wait};
use serde_json::{Value, json};

use crate::harness::{Ask, envelope, result};

/// Lets a prompt leave a refresh behind.
pub const BACKGROUND: (&str, &str) = ("CI_AUTO_TOOLS_BACKGROUND_INDEX", "1");

/// A repository with a home. It outlives every refresh of it.
pub struct Workbench {
    /// The repository.
    pub repo: FixtureRepo,
    /// Where the cache is.
    pub home: Home,
    /// Written once: a script that a thread writes cannot be started while another thread forks.
    shims: InstalledShims,
}

impl Workbench {
    /// The library app, last changed days ago.
    pub fn library() -> Self {
        Self::of(FixtureRepo::library_app())
    }

    /// The library app among so many generated files.
    pub fn generated(files: usize, functions: usize) -> Self {
        let repo = FixtureRepo::library_app();
        tree::generate(&repo, files, functions);
        Self::of(repo)
    }

    fn of(repo: FixtureRepo) -> Self {
        // What changed in the last two seconds is not settled, and would be read again.
        tree::set_times(repo.path(), tree::days_from_now(-3));
        Self { repo, home: Home::new(), shims: InstalledShims::new() }
    }

    /// Puts a file into the repository that is whole from its first instant on: nobody sees it empty.
    pub fn put(&self, path: &str, text: &str) {
        let whole = self.home.file("whole", text);
        let place = self.repo.path().join(path);
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        fs::rename(whole, place).expect("moved");
    }

    /// With its index built.
    pub fn built(self) -> Self {
        let output = self.index(&[]);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        self
    }

    /// `foreword index` with arguments.
    pub fn index(&self, args: &[&str]) -> Output {
        self.indexing(args).run_in(&self.home)
    }

    /// `foreword index` with arguments, to be described further.
    pub fn indexing(&self, args: &[&str]) -> Invocation {
        let invocation = Invocation::new(foreword()).args(["index"]).args(args).timeout(wait::DEADLINE);
        if args == ["gc"] { invocation } else { invocation.args(["--root"]).args([self.repo.path()]) }
    }

    /// The state that `foreword index status` prints; nothing if it is not usable.
    pub fn state(&self) -> Option<String> {
        let output = self.index(&["status"]);
        let text = output.stdout_text();
        let line = text.lines().next().and_then(|line| line.strip_prefix("state: "))?;
        (output.code() == Some(0)).then(|| line.to_owned())
    }

    /// What a prompt gets.
    pub fn ask(&self, prompt: &str) -> Value {
        self.answer(Ask::new(self.repo.path(), prompt))
    }

    /// What a prompt gets that may leave a refresh behind.
    pub fn ask_and_refresh(&self, prompt: &str) -> Value {
        self.answer(Ask::new(self.repo.path(), prompt).env(BACKGROUND.0, BACKGROUND.1))
    }

    fn answer(&self, ask: Ask<'_>) -> Value {
        envelope(&self.output(ask), 0)
    }

    /// What the entry shim leaves behind for a question.
    pub fn output(&self, ask: Ask<'_>) -> Output {
        ask.describe(self.shims.invoke(ENTRY)).run_in(&self.home)
    }

    /// What a search finds, and how the index stood to it.
    pub fn search(&self, query: &str) -> Found {
        let output = Invocation::new(foreword())
            .args(["tool", "ci_search", "--args", &json!({ "query": query }).to_string(), "--root"])
            .args([self.repo.path()])
            .run_in(&self.home);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        let found = Found { data: output.json()["data"].clone() };
        found.check_extracts(self.repo.path());
        found
    }

    /// Where its index lies.
    pub fn folder(&self) -> PathBuf {
        foreword_index::store::folder_for(&self.home.path().join("cache"), self.repo.path())
    }

    /// The refreshes of this repository that run in the background.
    pub fn refreshes(&self) -> Vec<Process> {
        let wanted = self.repo.path().to_string_lossy().into_owned();
        let entries = fs::read_dir("/proc").expect("a process table").flatten();
        let pids = entries.filter_map(|entry| entry.file_name().to_string_lossy().parse().ok());
        let is_refresh = |process: &Process| {
            let args = process.args();
            args.iter().any(|arg| arg == "--background") && args.contains(&wanted)
        };
        let found: Vec<Process> = pids.map(|pid| Process { pid }).filter(is_refresh).collect();
        // A refresh starts git: for a moment that child bears the arguments of the refresh.
        let is_child = |process: &Process| {
            let parent = process.stat(3);
            parent.is_some_and(|parent| found.iter().any(|other| i64::from(other.pid) == parent))
        };
        found.iter().copied().filter(|process| !is_child(process)).collect()
    }

    /// Waits until no refresh runs in the background.
    pub fn wait_for_refreshes(&self) {
        wait::until("the end of a refresh", || self.refreshes().is_empty().then_some(()));
    }
}

impl Drop for Workbench {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // A second panic would hide the first.
            self.refreshes().into_iter().for_each(Process::kill);
        } else {
            self.wait_for_refreshes();
        }
    }
}

/// What a search found.
pub struct Found {
    data: Value,
}

impl Found {
    /// The paths, best first.
    pub fn paths(&self) -> Vec<&str> {
        self.items().iter().filter_map(|item| item["path"].as_str()).collect()
    }

    /// How the index stood: `fresh`, `stale`, `building`, `missing`.
    pub fn state(&self) -> &str {
        self.data["index"]["state"].as_str().expect("a state")
    }

    /// The text of the extracts, one after the other.
    pub fn text(&self) -> String {
        self.items().iter().filter_map(|item| item["extract"]["text"].as_str()).collect()
    }

    fn items(&self) -> &[Value] {
        self.data["items"].as_array().expect("items")
    }

    /// Every line of every extract stands in its file, at that place, at this moment.
    fn check_extracts(&self, root: &Path) {
        for item in self.items().iter().filter(|item| item["extract"].is_object()) {
            let path = item["path"].as_str().expect("a path");
            let text = fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
            let start = item["extract"]["start_line"].as_u64().expect("a line");
            let skipped = usize::try_from(start).expect("a small number") - 1;
            let shown = item["extract"]["text"].as_str().expect("a text");
            let lines: Vec<&str> = text.lines().skip(skipped).take(shown.lines().count()).collect();
            assert_eq!(shown.lines().collect::<Vec<_>>(), lines, "{path}");
        }
    }
}

/// The state of the index by an envelope: what `ci_index_status` and `ci_search` say.
pub fn states(envelope: &Value) -> (String, String) {
    let status = &result(envelope, "ci_index_status")["data"]["state"];
    let search = &result(envelope, "ci_search")["data"]["index"]["state"];
    let text = |value: &Value| value.as_str().expect("a state").to_owned();
    (text(status), text(search))
}

/// The `[Limits]` lines of an envelope that are about the index.
pub fn index_limits(envelope: &Value) -> Vec<String> {
    let limits = crate::harness::limits(envelope);
    limits.lines().filter(|line| line.contains("index")).map(str::to_owned).collect()
}

/// A process, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Process {
    pid: i32,
}

impl Process {
    /// The session that it belongs to.
    pub fn is_session_leader(self) -> bool {
        self.stat(5) == Some(i64::from(self.pid))
    }

    /// Its priority: 19 is the lowest.
    pub fn nice(self) -> Option<i64> {
        self.stat(18)
    }

    /// What its open descriptors lead to.
    pub fn descriptors(self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(format!("/proc/{}/fd", self.pid)) else { return Vec::new() };
        let targets = entries.flatten().filter_map(|entry| fs::read_link(entry.path()).ok());
        targets.map(|target| target.to_string_lossy().into_owned()).collect()
    }

    fn args(self) -> Vec<String> {
        // Who started it goes on before its arguments can be seen: a program of ours without any is just starting.
        let is_ours = || fs::read_link(format!("/proc/{}/exe", self.pid)).is_ok_and(|exe| exe == foreword());
        let bytes = wait::until("the arguments of a process", || {
            let bytes = fs::read(format!("/proc/{}/cmdline", self.pid)).unwrap_or_default();
            (!bytes.is_empty() || !is_ours()).then_some(bytes)
        });
        bytes.split(|byte| *byte == 0).map(|arg| String::from_utf8_lossy(arg).into_owned()).collect()
    }

    /// A field of its status line, counted from 0; nothing if it has ended.
    fn stat(self, field: usize) -> Option<i64> {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.pid)).ok()?;
        // The name stands in parentheses and may hold anything.
        let (_, rest) = text.rsplit_once(')')?;
        rest.split_whitespace().nth(field - 2)?.parse().ok()
    }

    fn kill(self) {
        if let Some(pid) = rustix::process::Pid::from_raw(self.pid) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }
}
