//! SAFE-11: which variables a child gets, and that no folder of the repository passes for one of the user's.

use std::path::Path;

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::{FixtureRepo, script};
use foreword_testkit::shims::foreword;
use serde_json::json;

use crate::harness::{Ask, CODE_PROMPT, CODE_PROMPT_ZH, envelope, every_shipped_tool, limits};
use crate::trust::{agree, trust};

const HOOKS: &str = ".foreword/hooks/beforeToolCall.json";

/// Variables that steer an interpreter, a linker or git, and one that is a secret.
const NOT_GIVEN: [(&str, &str); 12] = [
    ("PYTHONPATH", "."),
    ("PYTHONHOME", "."),
    ("JAVA_TOOL_OPTIONS", "-Dx=y"),
    ("LD_LIBRARY_PATH", "lib"),
    ("GIT_DIR", ".git"),
    ("GIT_WORK_TREE", "."),
    ("PERL5LIB", "lib"),
    ("RUBYLIB", "lib"),
    ("NODE_PATH", "lib"),
    ("CDPATH", "."),
    ("MY_TOKEN", "a-secret"),
    ("OTHER_TOKEN", "a-secret"),
];

/// A hook file whose command writes its variables to a file.
fn hook_that_tells(file: &Path) -> String {
    json!([{ "matcher": "ci_search", "hooks": [{ "command": format!("env > '{}'", file.display()), "enabled": true }] }])
        .to_string()
}

/// The names of the variables that a child told, without those that a shell sets itself.
fn told(home: &Home, file: &str) -> Vec<String> {
    let text =
        std::fs::read_to_string(home.path().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let names = text.lines().filter_map(|line| Some(line.split_once('=')?.0.to_owned()));
    let mut names: Vec<String> =
        names.filter(|name| !["PWD", "OLDPWD", "SHLVL", "_"].contains(&name.as_str())).collect();
    names.sort();
    names
}

#[test]
fn safe_11_a_child_gets_listed_variables_and_what_the_users_own_config_adds() {
    for prompt in [CODE_PROMPT, CODE_PROMPT_ZH] {
        let (home, repo) = (Home::new(), FixtureRepo::library_app());
        let below = |name: &str| home.path().join(name);
        repo.file(HOOKS, &hook_that_tells(&below("theirs")));
        let config = format!("env: [MY_TOKEN]\ntools:\n{}  x: {{command: [true]}}\n", every_shipped_tool());
        repo.file("config/auto-tools.yaml", &config);
        agree(repo.path(), &home);
        home.file("config/foreword/config.yaml", "env: [MY_TOKEN, 'NOT A NAME']\n");
        home.file("config/foreword/hooks/beforeToolCall.json", &hook_that_tells(&below("mine")));
        let text = format!("#!/bin/sh\nenv > '{}'\necho '{{}}'\n", below("runner").display());
        let runner = script(home.path(), "bin/runner", &text);
        let mut ask = Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_RUNNER_CI_SEARCH", runner);
        for (name, value) in NOT_GIVEN {
            ask = ask.env(name, value);
        }
        let said = limits(&envelope(&ask.env("LC_ALL", "C").env("TZ", "UTC").run_in(&home), 0));
        assert!(said.contains("env: `NOT A NAME` ignored: it is no name of a variable"), "{said}");
        let refused =
            "config/auto-tools.yaml: env: MY_TOKEN refused: only your own config can hand variables on";
        assert!(said.contains(refused), "{said}");
        let listed = [
            "CI_AUTO_TOOLS_BACKGROUND_INDEX",
            "CI_AUTO_TOOLS_RUNNER_CI_SEARCH",
            "HOME",
            "LC_ALL",
            "PATH",
            "TZ",
            "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
            "XDG_STATE_HOME",
        ];
        let with = |more: &[&str]| {
            let mut names: Vec<String> = listed.iter().chain(more).map(|name| (*name).to_owned()).collect();
            names.sort();
            names
        };
        assert_eq!(told(&home, "theirs"), with(&[]), "a hook of a trusted repository");
        assert_eq!(told(&home, "mine"), with(&["MY_TOKEN"]), "a hook of the user's own");
        let of_runner =
            ["CI_TOOL_ARGS_JSON", "CI_TOOL_NAME", "CI_TOOL_PROMPT", "CI_TOOL_REPO_ROOT", "MY_TOKEN"];
        assert_eq!(told(&home, "runner"), with(&of_runner), "a runner");
    }
}

/// A repository that brings a home along, for a user whose variables lead there.
#[test]
fn safe_11_folders_in_the_repository_are_not_the_users() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let mark = home.path().join("mark");
    let hook = json!([{ "hooks": [{ "command": format!("touch '{}'", mark.display()), "enabled": true }] }]);
    repo.file("home/config/foreword/hooks/beforeToolCall.json", &hook.to_string());
    let config = format!(
        "sensitive: ['loans/**']\nenv: [MY_TOKEN]\ntools: {{mine: {{command: [touch, '{}']}}}}\n",
        mark.display()
    );
    repo.file("home/config/foreword/config.yaml", &config);
    repo.file(HOOKS, &hook.to_string());
    let inside = |name: &str| repo.path().join("home").join(name);
    let variables = [("XDG_CONFIG_HOME", "config"), ("XDG_STATE_HOME", "state"), ("XDG_CACHE_HOME", "cache")];
    let mut ask = Ask::new(repo.path(), CODE_PROMPT);
    for (name, below) in variables {
        ask = ask.env(name, inside(below));
    }
    let answer = envelope(&ask.run_in(&home), 0);
    let said = limits(&answer);
    assert!(!mark.exists(), "{said}");
    for expected in [
        "config.yaml lies in the repository: it may do what the repository's own file may",
        "tools.mine.command: `touch ",
        "beforeToolCall.json not run: it lies in the repository",
        "lies in the repository: no index is kept there",
        ".foreword/hooks/beforeToolCall.json not run: not trusted",
    ] {
        assert!(said.contains(expected), "{expected} in {said}");
    }
    let shown = crate::harness::context(&answer);
    assert!(!shown.contains("def late_fee"), "what protects holds, whoever wrote it: {shown}");
    assert!(!inside("cache/foreword").exists());
    // Nobody can agree in a folder that the repository could have brought.
    let shown = trust(repo.path(), &home, &[]).stdout_text();
    let hash = shown.lines().find_map(|line| line.strip_prefix("Hash: ")).expect("a hash");
    let agreed = Invocation::new(foreword())
        .args(["trust", "--yes", hash])
        .env("XDG_STATE_HOME", inside("state"))
        .cwd(repo.path())
        .run_in(&home);
    assert!(agreed.stderr_text().contains("lies in the repository"), "{}", agreed.stderr_text());
    assert_ne!(agreed.code(), Some(0));
}
