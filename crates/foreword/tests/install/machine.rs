//! A person's machine: a home, foreword on PATH, perhaps the clients.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use foreword_testkit::process::{Home, Invocation, Output};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;

/// The machine, with a repository that the person works in.
pub struct Machine {
    pub home: Home,
    pub repo: FixtureRepo,
}

impl Machine {
    pub fn new() -> Self {
        let machine = Self { home: Home::new(), repo: FixtureRepo::library_app() };
        machine.put_on_path("foreword", &foreword());
        machine
    }

    /// A path below the home.
    pub fn path(&self, below: &str) -> PathBuf {
        self.home.path().join(below)
    }

    /// Links a program into the folder that is first on PATH.
    pub fn put_on_path(&self, name: &str, program: &Path) {
        let bin = self.path(".local/bin");
        fs::create_dir_all(&bin).expect("a folder for programs");
        symlink(program, bin.join(name)).expect("a link");
    }

    /// What PATH is.
    pub fn search_path(&self) -> String {
        format!("{}:/usr/bin:/bin", self.path(".local/bin").display())
    }

    /// A program on this machine, in the repository.
    pub fn invoke(&self, program: impl Into<PathBuf>) -> Invocation {
        Invocation::new(program).env("PATH", self.search_path()).cwd(self.repo.path())
    }

    /// Runs foreword.
    pub fn run(&self, args: &[&str]) -> Output {
        self.invoke(self.path(".local/bin/foreword")).args(args).run_in(&self.home)
    }

    /// Runs foreword; another exit code than 0 fails the test.
    pub fn succeed(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let (stdout, stderr) = (output.stdout_text(), output.stderr_text());
        assert_eq!(output.code(), Some(0), "foreword {args:?}\n{stdout}\n{stderr}");
        stdout
    }

    /// Runs a line of shell.
    pub fn shell(&self, line: &str) -> Output {
        self.invoke("/bin/sh").args(["-c", line]).run_in(&self.home)
    }

    /// A file of the home; none if it is not there.
    pub fn read(&self, below: &str) -> Option<Vec<u8>> {
        fs::read(self.path(below)).ok()
    }

    /// A file of the home as text.
    pub fn text(&self, below: &str) -> String {
        let bytes = self.read(below).unwrap_or_else(|| panic!("no {below}"));
        String::from_utf8(bytes).expect("text")
    }

    /// Every file and link of the home but those that programs keep for themselves.
    pub fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![self.home.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                let path = entry.path();
                let below =
                    path.strip_prefix(self.home.path()).expect("below").to_string_lossy().into_owned();
                found.push(below);
                if entry.file_type().expect("a type").is_dir() {
                    folders.push(path);
                }
            }
        }
        found.sort();
        found
    }
}
