//! A repository that wants to run something: git's configuration, programs with well-known names, file names and
//! queries that look like options, variables of the environment. No mark is left, and only git is started.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::{FixtureRepo, script};
use foreword_testkit::require;
use foreword_testkit::shims::foreword;

use crate::harness::{CODE_PROMPT, every_shipped_tool};

/// Settings by which git starts a program, each with `COMMAND` in its place.
const GIT_CONFIG: &str = r#"
[core]
	fsmonitor = COMMAND
	pager = COMMAND
	editor = COMMAND
	sshCommand = COMMAND
	hooksPath = hooks-of-the-repository
	gitProxy = COMMAND
	alternateRefsCommand = COMMAND
[diff]
	external = COMMAND
[diff "trick"]
	textconv = COMMAND
	command = COMMAND
[filter "trick"]
	clean = COMMAND
	smudge = COMMAND
	process = COMMAND
	required = true
[alias]
	log = !COMMAND
	ls-tree = !COMMAND
	cat-file = !COMMAND
	status = !COMMAND
	rev-list = !COMMAND
[pager]
	log = COMMAND
	diff = COMMAND
[credential]
	helper = !COMMAND
[gpg]
	program = COMMAND
[log]
	showSignature = true
[interactive]
	diffFilter = COMMAND
[include]
	path = ../more.config
[uploadpack]
	packObjectsHook = COMMAND
"#;

/// File names that a careless program takes for options, commands, patterns or the end of a line.
const NAMES: [&str; 40] = [
    "--output=x",
    "-rf",
    "--help",
    "-e id",
    "--exec=mark.py",
    "-o",
    "--upload-pack=mark",
    "--config",
    "-",
    "--",
    "$(touch mark).py",
    "`touch mark`.py",
    "; touch mark;.py",
    "| touch mark.py",
    "&& touch mark.py",
    "> mark.py",
    "${IFS}.py",
    "$PATH.py",
    "%n%x.py",
    "%s.py",
    "{a,b}.py",
    "*.py",
    "?.py",
    "[a-z].py",
    "~",
    "~root",
    "!!.py",
    "a b.py",
    "a\tb.py",
    "a\nb.py",
    "a\rb.py",
    "a\u{1b}[2Jb.py",
    "a\u{202e}yp.b",
    "a'b.py",
    "a\"b.py",
    "a\\b.py",
    "@{-1}.py",
    ":(top)a.py",
    "HEAD",
    "refs",
];

/// Variables by which programs are made to start others.
const VARIABLES: [&str; 15] = [
    "GIT_EXTERNAL_DIFF",
    "GIT_SSH_COMMAND",
    "GIT_PAGER",
    "PAGER",
    "GIT_EDITOR",
    "EDITOR",
    "GIT_ASKPASS",
    "SSH_ASKPASS",
    "GIT_PROXY_COMMAND",
    "BASH_ENV",
    "ENV",
    "LESSOPEN",
    "RIPGREP_CONFIG_PATH",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
];

struct Hostile {
    home: Home,
    repo: FixtureRepo,
}

impl Hostile {
    fn new() -> Self {
        let (home, repo) = (Home::new(), FixtureRepo::library_app());
        for (number, name) in NAMES.iter().enumerate() {
            repo.file(&format!("src/{name}"), &format!("def odd_{number}():\n    return {number}\n"));
        }
        repo.git_init().commit("first");
        // What is not committed is looked at too.
        repo.file("src/fees.py", "def late_fee(days):\n    return days\n");
        repo.file(".gitattributes", "*.py diff=trick filter=trick\n* text=auto\n");
        let mark = script(
            repo.path(),
            "mark.sh",
            &format!("#!/bin/sh\ntouch '{}'\n", home.path().join("mark").display()),
        );
        let command = mark.display().to_string();
        for program in ["git", "rg", "sh", "codex", "foreword"] {
            for folder in ["", "bin", "node_modules/.bin", ".venv/bin", "target/release"] {
                let folder = repo.path().join(folder);
                std::fs::create_dir_all(&folder).expect("a folder");
                script(&folder, program, &format!("#!/bin/sh\nexec {command}\n"));
            }
        }
        for hook in ["post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"] {
            for folder in [".git/hooks", "hooks-of-the-repository"] {
                let folder = repo.path().join(folder);
                std::fs::create_dir_all(&folder).expect("a folder");
                script(&folder, hook, &format!("#!/bin/sh\nexec {command}\n"));
            }
        }
        let config = repo.path().join(".git/config");
        let had = std::fs::read_to_string(&config).expect("git's configuration");
        std::fs::write(&config, had + &GIT_CONFIG.replace("COMMAND", &command)).expect("configuration");
        repo.file("more.config", &format!("[core]\n\tfsmonitor = {command}\n"));
        repo.file(
            ".foreword/hooks/beforeToolCall.json",
            &format!(r#"[{{"hooks":[{{"command":"{command}","enabled":true}}]}}]"#),
        );
        repo.file(
            "config/auto-tools.yaml",
            &format!("tools:\n{}  mine:\n    command: [{command}]\n", every_shipped_tool()),
        );
        Self { home, repo }
    }

    fn is_marked(&self) -> bool {
        self.home.path().join("mark").exists()
    }

    /// Runs a command of ours as somebody does who stands in the repository; says which programs were started.
    fn started(&self, strace: &Path, args: &[&str]) -> BTreeSet<String> {
        let trace = self.home.path().join("trace");
        let mark = self.repo.path().join("mark.sh").display().to_string();
        let path = std::env::var("PATH").unwrap_or_default();
        let mut traced = Invocation::new(strace)
            .args(["-f", "-qq", "-s", "300", "-e", "trace=execve,execveat", "-o"])
            .args([trace.as_os_str(), foreword().as_os_str()])
            .args(args)
            .env("CI_AUTO_TOOLS_TIER_MAX", "2")
            // An entry that is not absolute means the repository.
            .env("PATH", format!(".:bin::{path}"))
            .cwd(self.repo.path());
        for name in VARIABLES {
            traced = traced.env(name, &mark);
        }
        let output = traced.run_in(&self.home);
        assert!(!output.is_timed_out(), "{args:?}");
        let text = std::fs::read_to_string(&trace).expect("a trace");
        let ran = text.lines().filter(|call| call.contains("exec") && call.ends_with("= 0"));
        ran.filter_map(|call| call.split('"').nth(1)).map(str::to_owned).collect()
    }
}

#[test]
fn nothing_of_the_repository_is_started() {
    let Some(strace) = require::program("strace") else { return };
    let git = require::program("git").expect("git").canonicalize().expect("git");
    let hostile = Hostile::new();
    let binary = foreword().canonicalize().expect("the binary");
    let commands: [&[&str]; 14] = [
        &["index"],
        &["index", "status"],
        &["inject", "--prompt", CODE_PROMPT],
        &["inject", "--prompt", "Review my uncommitted changes"],
        &["search", "--", "--output=x"],
        &["search", "late fee"],
        &["hotspots"],
        &["complexity"],
        &["impact"],
        &["impact", "late_fee"],
        &["callers", "--", "--upload-pack=mark"],
        &["locate", "ValueError: $(touch mark) in src/fees.py:1"],
        &["tool", "ci_hotspot", "--args", r#"{"path": "--output=x"}"#],
        &["trust"],
    ];
    for args in commands {
        for program in hostile.started(&strace, args) {
            // Its own file, as a worker of the index is started.
            let program = if program == "/proc/self/exe" { binary.display().to_string() } else { program };
            let real = Path::new(&program).canonicalize().unwrap_or_else(|_| program.clone().into());
            let is_git = real == git
                || real.starts_with("/usr/lib/git-core")
                || real.starts_with("/usr/libexec/git-core");
            assert!(is_git || real == binary, "{args:?} started {program}");
        }
        assert!(!hostile.is_marked(), "{args:?} left a mark");
    }
    // The trap works: git itself, asked in the plain way, falls into it.
    let fallen = Invocation::new(&git).args(["status"]).cwd(hostile.repo.path()).run_in(&hostile.home);
    assert!(hostile.is_marked(), "{}", fallen.stderr_text());
}

#[test]
fn odd_names_are_shown_clean_and_whole() {
    let hostile = Hostile::new();
    let built = Invocation::new(foreword()).args(["index"]).cwd(hostile.repo.path()).run_in(&hostile.home);
    assert_eq!(built.code(), Some(0), "{}", built.stderr_text());
    for (number, name) in NAMES.iter().enumerate() {
        let query = format!("odd_{number}");
        let found = Invocation::new(foreword())
            .args(["search", &query])
            .cwd(hostile.repo.path())
            .run_in(&hostile.home);
        let said = found.stdout_text();
        let is_clean =
            |c: char| c == '\n' || c == '\t' || !(c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c));
        assert!(said.chars().all(is_clean), "{name}: {said:?}");
    }
    assert!(!hostile.is_marked());
    let mode =
        std::fs::metadata(hostile.repo.path().join("mark.sh")).expect("the script").permissions().mode();
    assert_ne!(mode & 0o111, 0, "the script could have been run");
}
