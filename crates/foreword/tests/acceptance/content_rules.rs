//! AC-005, AC-006, REQ-ATO-004: what is content of a repository, whoever asks: patterns of the configuration, ignore rules, other
//! worktrees, and what holds where these cannot be read.

use foreword_testkit::process::{Home, Invocation, Output};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::{Value, json};

use crate::harness::{
    Ask, CODE_PROMPT, CODE_PROMPT_ZH, context, envelope, limits, planned, repo_with_config,
};
use crate::mcp::server;

/// Commands that show content of a repository.
const COMMANDS: &[&[&str]] = &[
    &["search", "late_fee"],
    &["search", "--json", "late_fee"],
    &["callers", "late_fee"],
    &["callees", "late_fee"],
    &["impact", "late_fee"],
    &["complexity"],
    &["complexity", "--json"],
    &["locate", "AssertionError: late_fee is wrong"],
    &["hotspots"],
    &["tool", "ci_search", "--args", r#"{"query": "late_fee"}"#],
    &["tool", "ci_search", "--format", "text", "--args", r#"{"query": "late_fee"}"#],
];

fn run(repo: &FixtureRepo, home: &Home, args: &[&str]) -> Output {
    Invocation::new(foreword()).args(args).cwd(repo.path()).run_in(home)
}

fn index(repo: &FixtureRepo, home: &Home) -> Output {
    let output = run(repo, home, &["index"]);
    assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
    output
}

/// A function that nothing else in the fixture repository looks like.
fn canary(name: &str) -> String {
    format!("def {name}(days):\n    \"\"\"Late fee of a loan.\"\"\"\n    return days * 3\n")
}

#[test]
fn ac_004_a_misspelt_key_that_protects_injects_nothing() {
    let blocked = "nothing is injected until this is repaired";
    for (text, said) in [
        (
            "sensitve: [loans/**]\n",
            "config/auto-tools.yaml:1:1: unknown key `sensitve`; did you mean `sensitive`?",
        ),
        (
            "excludes: [loans]\n",
            "config/auto-tools.yaml:1:1: unknown key `excludes`; did you mean `exclude`?",
        ),
        ("redact: on\n", "config/auto-tools.yaml:1:1: unknown key `redact`; did you mean `redaction`?"),
        ("enable: off\n", "config/auto-tools.yaml:1:1: unknown key `enable`; did you mean `enabled`?"),
        ("modes: plan\n", "config/auto-tools.yaml:1:1: unknown key `modes`; did you mean `mode`?"),
        (
            "exclude: ['loans/[a']\n",
            "config/auto-tools.yaml:1:11: exclude: the pattern `loans/[a` is not understood",
        ),
        (
            "sensitive: ['!loans']\n",
            "config/auto-tools.yaml:1:13: sensitive: the pattern `!loans` is not understood",
        ),
    ] {
        for prompt in [CODE_PROMPT, CODE_PROMPT_ZH] {
            let repo = repo_with_config(text);
            let json = envelope(&Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS", "on").run(), 20);
            assert!(limits(&json).contains(said) && limits(&json).contains(blocked), "{}", limits(&json));
            assert_eq!((context(&json), planned(&json)), ("", Vec::new()), "{text:?}");
        }
        // The user's own file as well.
        let (home, repo) = (Home::new(), FixtureRepo::library_app());
        home.file("config/foreword/config.yaml", text);
        let json = envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(&home), 20);
        assert!(limits(&json).contains(blocked), "{}", limits(&json));
        assert_eq!(context(&json), "", "{text:?}");
    }
    let repo = repo_with_config("colour: blue\n");
    let json = envelope(&Ask::new(repo.path(), CODE_PROMPT).run(), 20);
    assert!(context(&json).contains("late_fee"), "another unknown key costs itself");
}

#[test]
fn ac_004_every_command_fails_closed_and_says_all_problems() {
    let repo = repo_with_config("sensitve: [loans/**]\nexclude: ['{a']\ncolour: blue\n");
    let home = Home::new();
    let said = [
        "auto-tools.yaml:1:1: unknown key `sensitve`",
        "auto-tools.yaml:2:11: exclude: the pattern",
        "`colour`",
    ];
    for args in COMMANDS {
        let output = run(&repo, &home, args);
        assert_eq!(output.code(), Some(20), "{args:?}: {}", output.stderr_text());
        assert!(!output.stdout_text().contains("loans/"), "{args:?}: {}", output.stdout_text());
        for line in said {
            assert_eq!(output.stderr_text().matches(line).count(), 1, "{args:?}: {}", output.stderr_text());
        }
    }
    for args in [&["index"][..], &["index", "--rebuild"], &["index", "--background"]] {
        let output = run(&repo, &home, args);
        assert_eq!(output.code(), Some(20), "{args:?}: {}", output.stderr_text());
        assert!(!run(&repo, &home, &["index", "status"]).stdout_text().contains("files:"), "{args:?}");
    }
    let mut client = server(repo.path(), &home);
    client.introduce(json!({}));
    for (tool, args) in [("ci_search", json!({"query": "late_fee"})), ("ci_complexity", json!({}))] {
        let answer = client.call(tool, args).to_string();
        assert!(answer.contains("\"isError\":true") && !answer.contains("loans/"), "{tool}: {answer}");
        said.iter().for_each(|line| assert!(answer.contains(line), "{tool}: {answer}"));
    }
}

#[test]
fn ac_004_a_request_that_protects_and_cannot_be_read_blocks_too() {
    let repo = FixtureRepo::library_app();
    for (settings, exit) in [(json!({"sensitive": "loans"}), 20), (json!({"sensitive": ["loans/**"]}), 0)] {
        let request = json!({
            "prompt": CODE_PROMPT, "cwd": repo.path(), "client": {"name": "cli", "event": "cli"}, "settings": settings,
        });
        let output = Invocation::new(foreword()).args(["orchestrate"]).stdin(request.to_string()).run();
        assert!(!context(&envelope(&output, exit)).contains("loans/fines.py"), "{settings}");
    }
}

#[test]
fn ac_006_braces_and_brackets_in_patterns_match() {
    for key in ["sensitive", "exclude"] {
        for pattern in ["loans/{fines,other}.py", "f[hi]nes.py", "/loans", "**/fines.*", "loans/**"] {
            let repo = repo_with_config(&format!("{key}: ['{pattern}']\n"));
            for prompt in [CODE_PROMPT, CODE_PROMPT_ZH, "explain late_fee in loans/fines.py"] {
                let json = envelope(&Ask::new(repo.path(), prompt).run(), 0);
                assert!(!context(&json).contains("loans/fines.py:"), "{key} {pattern}: {}", context(&json));
            }
        }
    }
    let repo = repo_with_config("sensitive: ['LOANS/F*.{PY,RB}']\n");
    let json = envelope(&Ask::new(repo.path(), CODE_PROMPT).run(), 0);
    assert!(!context(&json).contains("loans/fines.py:"), "upper and lower case are alike");
}

#[test]
fn ac_006_many_patterns_or_ignore_rules_are_refused_and_said() {
    let lines =
        |count: usize, start: &str| (0..count).map(|at| format!("{start}x{at}*y\n")).collect::<String>();
    for key in ["sensitive", "exclude"] {
        let repo = repo_with_config(&format!("{key}:\n{}", lines(8_000, "  - ")));
        let json = envelope(&Ask::new(repo.path(), CODE_PROMPT).run(), 20);
        let said =
            format!("config/auto-tools.yaml:1:1: `{key}` has 8000 patterns, more than the 200 that are read");
        assert!(limits(&json).contains(&said), "{}", limits(&json));
        assert_eq!(context(&json), "");
    }
    let (repo, home) = (FixtureRepo::library_app(), Home::new());
    repo.file("loans/.gitignore", &lines(30_000, ""));
    let said = "ignore file over its bound, nothing read in loans";
    let json = envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(&home), 0);
    // Other files may speak of the folder.
    assert!(!context(&json).contains(". loans/"), "{}", context(&json));
    assert!(limits(&json).contains(said), "{}", limits(&json));
    assert!(index(&repo, &home).stdout_text().contains(said), "the index report names it");
    let named = envelope(&Ask::new(repo.path(), "explain loans/fines.py").run_in(&home), 0);
    assert!(!context(&named).contains("def late_fee"), "{}", context(&named));
    assert!(limits(&named).contains("below an ignore file with more rules than are read: loans/fines.py"));
}

/// A repository with a file that is ignored, one that is excluded, and one in a folder that is never read.
fn repo_with_hidden() -> FixtureRepo {
    let repo = repo_with_config("exclude: [private/**]\n");
    repo.file(".gitignore", "generated/\n")
        .file("generated/fee_canary.py", &canary("ignored_canary"))
        .file("private/fee_canary.py", &canary("excluded_canary"))
        .file("dist/fee_canary.py", &canary("built_canary"));
    repo
}

const HIDDEN: [(&str, &str); 3] = [
    ("generated/fee_canary.py", "not shown, ignored by the ignore rules: generated/fee_canary.py"),
    ("private/fee_canary.py", "not shown, excluded from reading: private/fee_canary.py"),
    ("dist/fee_canary.py", "not shown, excluded from reading: dist/fee_canary.py"),
];

#[test]
fn ac_006_ignored_and_excluded_files_are_not_shown_when_a_prompt_names_them() {
    let (repo, home) = (repo_with_hidden(), Home::new());
    for is_indexed in [false, true] {
        for (path, said) in HIDDEN {
            for prompt in [
                format!("explain the function in {path}"),
                format!("解释 {path} 里的函数"),
                format!(
                    "Traceback (most recent call last):\n  File \"{path}\", line 3, in f\nValueError: days"
                ),
            ] {
                let json = envelope(&Ask::new(repo.path(), &prompt).run_in(&home), 0);
                assert!(
                    !context(&json).contains("_canary(days)"),
                    "{is_indexed} {prompt}: {}",
                    context(&json)
                );
                assert_eq!(limits(&json).matches("not shown, ").count(), 1, "{prompt}: {}", limits(&json));
                assert!(limits(&json).contains(said), "{prompt}: {}", limits(&json));
            }
        }
        let all = HIDDEN.map(|(path, _)| path).join(" and ");
        let json = envelope(&Ask::new(repo.path(), &format!("explain {all}")).run_in(&home), 0);
        assert_eq!(limits(&json).matches("not shown, ").count(), 1, "{}", limits(&json));
        assert!(limits(&json).contains(", and 2 more"), "{}", limits(&json));
        index(&repo, &home);
    }
}

#[test]
fn ac_006_ignored_and_excluded_files_are_not_shown_when_a_tool_names_them() {
    let (repo, home) = (repo_with_hidden(), Home::new());
    let check = |args: &[&str], said: &str| {
        let output = run(&repo, &home, args);
        let all = format!("{}{}", output.stdout_text(), output.stderr_text());
        assert!(!all.contains("canary(days)") && !all.contains("_canary\""), "{args:?}: {all}");
        assert!(all.contains(said), "{args:?}: {all}");
    };
    index(&repo, &home);
    for (path, said) in HIDDEN {
        let named = json!({"query": "days", "paths": [path]}).to_string();
        check(&["tool", "ci_search", "--args", &named], said);
        let named = json!({"path": path}).to_string();
        check(&["tool", "ci_complexity", "--args", &named], said);
        check(&["complexity", path], said);
        check(&["impact", "--file", path], said);
        check(&["hotspots", path.split('/').next().unwrap_or_default()], "not shown, ");
        check(&["search", "--path", path, "days"], "");
        let mut client = server(repo.path(), &home);
        client.introduce(json!({}));
        let answer = client.call("ci_search", json!({"query": "days", "paths": [path]})).to_string();
        assert!(answer.contains(said) && !answer.contains("canary(days)"), "{answer}");
    }
    let output = run(&repo, &home, &["search", "--path", "loans/{fines", "fee"]);
    assert_eq!(output.code(), Some(40), "{}", output.stdout_text());
    assert!(
        output.stdout_text().contains("is not understood")
            || output.stderr_text().contains("is not understood")
    );
}

#[test]
fn ac_006_what_came_to_be_ignored_is_not_shown_from_an_older_index() {
    let (repo, home) = (FixtureRepo::library_app(), Home::new());
    repo.file("extra/fee_canary.py", &canary("late_fee_canary"));
    index(&repo, &home);
    let ask = |prompt: &str| {
        let ask = Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0");
        context(&envelope(&ask.run_in(&home), 0)).to_owned()
    };
    let prompts = ["where is late_fee_canary computed", "late_fee_canary 在哪里计算"];
    prompts.iter().for_each(|prompt| assert!(ask(prompt).contains("extra/fee_canary.py"), "{prompt}"));
    for (file, rule) in [
        (".gitignore", "extra/\n"),
        (".gitignore", "\u{feff}extra/\n"),
        ("config/auto-tools.yaml", "sensitive: ['extra/**']\n"),
        ("config/auto-tools.yaml", "exclude: ['extra/**']\n"),
    ] {
        repo.file(file, rule);
        prompts
            .iter()
            .for_each(|prompt| assert!(!ask(prompt).contains("return days * 3"), "{rule}: {prompt}"));
        for args in [
            &["callers", "late_fee_canary"][..],
            &["impact", "late_fee_canary"],
            &["complexity", "--symbol=late_fee_canary"],
            &["complexity"],
            &["hotspots"],
            &["search", "late_fee_canary"],
            &["locate", "ValueError in late_fee_canary"],
        ] {
            let shown = run(&repo, &home, args).stdout_text();
            assert!(!shown.contains("extra/fee_canary.py:"), "{rule} {args:?}: {shown}");
        }
        std::fs::remove_file(repo.path().join(file)).expect("removed");
    }
}

#[test]
fn ac_005_a_worktree_inside_the_checkout_is_not_part_of_it() {
    let (repo, home) = (FixtureRepo::library_app(), Home::new());
    repo.git_init().commit("all");
    let worktree = repo.path().join(".claude/worktrees/other");
    repo.git(&["worktree", "add", "-q", "-b", "other", &worktree.to_string_lossy()]);
    repo.file(".claude/worktrees/other/extra.py", &canary("late_fee_canary"));
    let prompt = "where is late_fee_canary computed for a loan";
    let found =
        |at: &std::path::Path, prompt: &str| -> Value { envelope(&Ask::new(at, prompt).run_in(&home), 0) };
    for is_indexed in [false, true] {
        for prompt in [prompt, "late_fee_canary 在哪里计算"] {
            let outside = found(repo.path(), prompt);
            assert!(!context(&outside).contains("worktrees"), "{is_indexed}: {}", context(&outside));
            let inside = found(&worktree, prompt);
            assert!(context(&inside).contains("extra.py"), "{is_indexed}: {}", context(&inside));
        }
        let named = found(repo.path(), "explain .claude/worktrees/other/extra.py");
        let said = "not shown, in another worktree: .claude/worktrees/other/extra.py";
        assert!(limits(&named).contains(said), "{}", limits(&named));
        assert!(!context(&named).contains("canary(days)"), "{}", context(&named));
        let report = index(&repo, &home).stdout_text();
        assert!(report.contains("another worktree"), "{report}");
    }
}
