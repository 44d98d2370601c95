//! Repositories with a history whose clock the test turns, and git as the program runs it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::io;
use std::path::{Path, PathBuf};

use foreword_index::history::{
    DefinitionHistory, End, Git, GitCommand, History, Output, PROGRAM, Update, UpdateOptions, update,
    update_definitions,
};
use foreword_index::refresh::Start;
use foreword_testkit::process::Invocation;
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::require;
use tempfile::TempDir;

/// When the first commit of a fixture is made.
pub const EPOCH_S: u64 = 1_700_000_000;
/// From one commit to the next.
pub const STEP_S: u64 = 3_600;

/// A repository, the folder of its index, and a clock.
pub struct Bench {
    pub repo: FixtureRepo,
    pub git: ChildGit,
    folder: TempDir,
    clock_s: Cell<u64>,
}

impl Bench {
    /// An empty repository; nothing if there is no git.
    pub fn new() -> Option<Self> {
        let bench = Self::without_repository()?;
        bench.repo.git_init();
        Some(bench)
    }

    /// A folder that is no repository.
    pub fn without_repository() -> Option<Self> {
        require::program(PROGRAM)?;
        let folder = tempfile::tempdir().unwrap();
        Some(Self { repo: FixtureRepo::new(), git: ChildGit::default(), folder, clock_s: Cell::new(EPOCH_S) })
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes files and commits everything, an hour after the last time.
    pub fn commit(&self, message: &str, files: &[(&str, &str)]) -> String {
        for (path, text) in files {
            self.repo.file(path, text);
        }
        self.run(&["add", "--all"]);
        self.run(&["commit", "--quiet", "--allow-empty", "--allow-empty-message", "--message", message]);
        self.head()
    }

    pub fn head(&self) -> String {
        self.run(&["rev-parse", "HEAD"]).trim().to_owned()
    }

    /// Runs git an hour after the last time.
    pub fn run(&self, args: &[&str]) -> String {
        self.run_as("Ann@Example.org", args)
    }

    /// The same as another author.
    pub fn run_as(&self, email: &str, args: &[&str]) -> String {
        let now_s = self.clock_s.get() + STEP_S;
        self.clock_s.set(now_s);
        let email = format!("user.email={email}");
        let identity = ["user.name=Ann", &email, "commit.gpgSign=false", "protocol.file.allow=always"];
        let output = Invocation::new(PROGRAM)
            .args(identity.iter().flat_map(|setting| ["-c", setting]))
            .args(args)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_DATE", format!("{now_s} +0000"))
            .env("GIT_COMMITTER_DATE", format!("{now_s} +0000"))
            .cwd(self.repo.path())
            .run();
        assert_eq!(output.code(), Some(0), "git {args:?}: {}", output.stderr_text());
        output.stdout_text()
    }

    /// Brings the history up to date.
    pub fn update(&self) -> Update {
        self.update_at(self.repo.path(), self.folder(), Start::Known)
    }

    pub fn update_at(&self, root: &Path, folder: &Path, start: Start) -> Update {
        let options = UpdateOptions { root, redact: &redact, start, git: &self.git };
        update(folder, &options).unwrap()
    }

    /// Brings the history up to date, and then goes through what its commits changed.
    pub fn update_definitions(&self) -> Update {
        self.update();
        self.update_definitions_with(&self.git, Start::Known)
    }

    pub fn update_definitions_with(&self, git: &dyn Git, start: Start) -> Update {
        let options = UpdateOptions { root: self.repo.path(), redact: &redact, start, git };
        update_definitions(self.folder(), &options).unwrap()
    }

    pub fn definitions(&self) -> DefinitionHistory {
        DefinitionHistory::open(self.folder()).unwrap()
    }

    /// The bytes of the definition history.
    #[expect(clippy::disallowed_methods, reason = "the test looks at a file of its own")]
    pub fn definition_bytes(&self) -> Vec<u8> {
        std::fs::read(definition_file_of(self.folder())).unwrap()
    }

    /// What each commit changed, newest first, as `path:name`.
    pub fn changed(&self) -> Vec<String> {
        changed_in(self.folder())
    }

    pub fn history(&self) -> History {
        History::open(self.folder()).unwrap()
    }

    /// The bytes of the history.
    pub fn bytes(&self) -> Vec<u8> {
        file_bytes(self.folder())
    }

    /// The bytes of one that is made anew.
    pub fn bytes_anew(&self) -> Vec<u8> {
        let other = tempfile::tempdir().unwrap();
        self.update_at(self.repo.path(), other.path(), Start::Known);
        file_bytes(other.path())
    }

    /// Subjects, newest first.
    pub fn subjects(&self) -> Vec<String> {
        let history = self.history();
        (0..history.summary().commits).map(|commit| history.subject(commit).unwrap()).collect()
    }
}

/// Masks one word.
pub fn redact(text: &str) -> Cow<'_, str> {
    match text.contains("hunter2") {
        true => Cow::Owned(text.replace("hunter2", "<redacted>")),
        false => Cow::Borrowed(text),
    }
}

/// What each commit of the history in a folder changed, newest first, as `path:name`.
pub fn changed_in(folder: &Path) -> Vec<String> {
    let (history, definitions) = (History::open(folder).unwrap(), DefinitionHistory::open(folder).unwrap());
    let of_commit = |commit| {
        let changed = definitions.changed_in(&history, commit).unwrap();
        let words: Vec<String> = changed.iter().map(|one| format!("{}:{}", one.path, one.name)).collect();
        words.join(" ")
    };
    (0..history.summary().commits).map(of_commit).collect()
}

/// Where the definition history lies.
pub fn definition_file_of(folder: &Path) -> PathBuf {
    folder.join("definition-history")
}

/// Where the history lies.
pub fn file_of(folder: &Path) -> PathBuf {
    folder.join("history")
}

#[expect(clippy::disallowed_methods, reason = "the test looks at a file of its own")]
pub fn file_bytes(folder: &Path) -> Vec<u8> {
    std::fs::read(file_of(folder)).unwrap()
}

/// git with the environment that is asked for; counts how often it was started.
#[derive(Default)]
pub struct ChildGit {
    pub runs: Cell<usize>,
    /// The commits that it was asked for the changes of, each time.
    pub asked: RefCell<Vec<Vec<String>>>,
    /// Another program in its place.
    pub program: Option<&'static str>,
}

impl Git for ChildGit {
    fn run(&self, command: &GitCommand) -> io::Result<Output> {
        self.runs.set(self.runs.get() + 1);
        if asks_for_changes(command) {
            self.asked.borrow_mut().push(ids(command));
        }
        let program = self.program.unwrap_or(PROGRAM);
        if program.starts_with('/') && !Path::new(program).exists() {
            return Err(io::ErrorKind::NotFound.into());
        }
        let output =
            Invocation::new(program).args(&command.arguments).envs(command.environment()).cwd("/").run();
        let end = match output.code() {
            Some(0) => End::Done,
            code => End::Failed { code },
        };
        Ok(Output { bytes: output.stdout, end })
    }
}

/// Whether a command asks for what commits changed.
pub fn asks_for_changes(command: &GitCommand) -> bool {
    command.arguments.iter().any(|argument| argument == "--patch")
}

/// The commits that a command names.
pub fn ids(command: &GitCommand) -> Vec<String> {
    let texts = command.arguments.iter().filter_map(|argument| argument.to_str());
    let is_id = |text: &&str| text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    texts.filter(is_id).map(str::to_owned).collect()
}
