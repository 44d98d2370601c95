//! Contract §3 and §10: what a repository may ask for by itself, with the user's trust, and never.

use std::os::unix::fs::symlink;
use std::path::Path;

use foreword_testkit::process::{Home, Invocation, Output};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::{Value, json};

use crate::harness::{Ask, CODE_PROMPT, SMALL_TALK, envelope, limits, planned};

const HOOKS: &str = ".foreword/hooks/beforeToolCall.json";
const SCRIPT: &str = "scripts/mark.sh";

/// `foreword trust` in a repository.
pub fn trust(repo: &Path, home: &Home, args: &[&str]) -> Output {
    Invocation::new(foreword()).args(["trust"]).args(args).cwd(repo).run_in(home)
}

/// Agrees to what is there now, as a user does who has read it.
pub fn agree(repo: &Path, home: &Home) {
    let shown = trust(repo, home, &[]).stdout_text();
    let hash = shown.lines().find_map(|line| line.strip_prefix("Hash: ")).expect("a hash").to_owned();
    assert_eq!(trust(repo, home, &["--yes", &hash]).code(), Some(0));
}

/// A repository whose hook leaves a mark in the home.
fn repo_with_hook(home: &Home) -> FixtureRepo {
    let repo = FixtureRepo::library_app();
    let mark = home.path().join("mark");
    repo.file(SCRIPT, &format!("echo run >> '{}'\n", mark.display()));
    let hooks = json!([{ "matcher": "ci_search", "hooks": [
        { "type": "command", "command": format!("sh ./{SCRIPT} --quiet"), "enabled": true },
    ] }]);
    repo.file(HOOKS, &hooks.to_string());
    repo
}

/// Runs a prompt; says whether the hook ran, and the limits.
fn prompt(repo: &Path, home: &Home) -> (bool, String) {
    let mark = home.path().join("mark");
    drop(std::fs::remove_file(&mark));
    let answered = envelope(&Ask::new(repo, CODE_PROMPT).run_in(home), 0);
    (mark.exists(), limits(&answered))
}

#[test]
fn a_hook_runs_once_its_content_is_trusted_and_shows_what_it_would_run() {
    let home = Home::new();
    let repo = repo_with_hook(&home);
    let (ran, said) = prompt(repo.path(), &home);
    assert!(!ran);
    assert!(said.contains(&format!("{HOOKS} not run: not trusted; `foreword trust` shows it")), "{said}");

    let shown = trust(repo.path(), &home, &[]);
    assert_ne!(shown.code(), Some(0), "nobody has agreed");
    let text = shown.stdout_text();
    for expected in ["beforeToolCall for ci_search", "sh ./scripts/mark.sh --quiet", "  scripts/mark.sh  "] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert_ne!(trust(repo.path(), &home, &["--yes", "0123456789abcdef0123456789abcdef"]).code(), Some(0));
    assert!(!prompt(repo.path(), &home).0, "a wrong hash is no agreement");

    agree(repo.path(), &home);
    let (ran, said) = prompt(repo.path(), &home);
    assert!(ran && !said.contains(HOOKS), "{said}");
    assert!(trust(repo.path(), &home, &["--list"]).stdout_text().contains("as trusted"));

    assert_eq!(trust(repo.path(), &home, &["--revoke"]).stdout_text(), "no longer trusted\n");
    assert!(!prompt(repo.path(), &home).0);
}

#[test]
fn any_edit_move_or_link_revokes() {
    type Change = fn(&FixtureRepo, &Home);
    let changes: [(&str, Change); 6] = [
        ("the hook file is edited", |repo, _| {
            let text = std::fs::read_to_string(repo.path().join(HOOKS)).expect("hooks");
            repo.file(HOOKS, &format!("{text}\n"));
        }),
        ("the script is edited", |repo, _| {
            let text = std::fs::read_to_string(repo.path().join(SCRIPT)).expect("script");
            repo.file(SCRIPT, &format!("{text}# more\n"));
        }),
        ("the script is a link to the same content", |repo, _| {
            let path = repo.path().join(SCRIPT);
            std::fs::rename(&path, repo.path().join("scripts/real.sh")).expect("rename");
            symlink("real.sh", &path).expect("link");
        }),
        ("the script is gone", |repo, _| {
            std::fs::remove_file(repo.path().join(SCRIPT)).expect("remove");
        }),
        ("a word of the command becomes a file", |repo, _| {
            repo.file("--quiet", "");
        }),
        ("another hook file comes", |repo, _| {
            repo.file(".foreword/hooks/afterToolCall.json", "[]");
        }),
    ];
    for (what, change) in changes {
        let home = Home::new();
        let repo = repo_with_hook(&home);
        agree(repo.path(), &home);
        assert!(prompt(repo.path(), &home).0, "before: {what}");
        change(&repo, &home);
        let (ran, said) = prompt(repo.path(), &home);
        assert!(!ran, "{what}");
        assert!(said.contains(&format!("{HOOKS} not run")), "{what}: {said}");
    }
}

#[test]
fn a_moved_repository_is_not_trusted() {
    let home = Home::new();
    let repo = repo_with_hook(&home);
    agree(repo.path(), &home);
    let elsewhere = home.path().join("elsewhere");
    std::fs::rename(repo.path(), &elsewhere).expect("rename");
    assert!(!prompt(&elsewhere, &home).0);
    std::fs::rename(&elsewhere, repo.path()).expect("rename back");
    assert!(prompt(repo.path(), &home).0);
}

#[test]
fn what_would_be_run_is_shown_with_its_control_characters_written_out() {
    let home = Home::new();
    let repo = FixtureRepo::library_app();
    let command = "true\u{1b}[2K\u{202e}\nrm x";
    let hooks = json!([{ "hooks": [{ "command": command, "enabled": true }] }]);
    repo.file(HOOKS, &hooks.to_string());
    let text = trust(repo.path(), &home, &[]).stdout_text();
    assert!(text.contains(r"true\u{1b}[2K\u{202e}\nrm x"), "{text}");
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'));
}

#[test]
fn ac_004_trust_is_about_what_starts_something_and_not_about_numbers() {
    let home = Home::new();
    let repo = FixtureRepo::library_app();
    let numbers = "budget: {wall_ms: 9000, max_concurrency: 6}\ntools: {ci_search: {timeout_ms: 4000}}\n";
    repo.file("config/auto-tools.yaml", numbers);
    let shown = trust(repo.path(), &home, &[]);
    let nothing = "nothing here needs trust: no hook, no tool of its own, no `enabled: on`\n";
    assert_eq!((shown.code(), shown.stdout_text().as_str()), (Some(0), nothing));
    repo.file("config/auto-tools.yaml", &format!("{numbers}enabled: on\n"));
    let text = trust(repo.path(), &home, &[]).stdout_text();
    assert!(text.contains("  setting enabled  (config/auto-tools.yaml)\n      on\n"), "{text}");
    assert!(!text.contains("9000") && !text.contains("not there"), "{text}");
}

/// Who says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Repository,
    TrustedRepository,
    User,
    Env,
}

/// One setting, which way it is turned, and what holds then by source.
struct Row {
    what: &'static str,
    yaml: &'static str,
    env: Option<(&'static str, &'static str)>,
    prompt: &'static str,
    look: fn(&Value) -> Value,
    /// Repository, trusted repository, user, environment.
    expected: [Value; 4],
}

const WALL: fn(&Value) -> Value = |envelope| envelope["tool_plan"]["budget"]["wall_ms"].clone();
const TOOLS: fn(&Value) -> Value = |envelope| envelope["tool_plan"]["budget"]["max_concurrency"].clone();
const CHARS: fn(&Value) -> Value = |envelope| envelope["tool_plan"]["budget"]["max_injected_chars"].clone();
const TIER: fn(&Value) -> Value = |envelope| envelope["tool_plan"]["tier_max"].clone();
const PLANS: fn(&Value) -> Value = |envelope| json!(!planned(envelope).is_empty());
const SEARCHES: fn(&Value) -> Value = |envelope| json!(planned(envelope).contains(&"ci_search"));
const SEARCH_MS: fn(&Value) -> Value = |envelope| {
    let tools = envelope["tool_plan"]["tools"].as_array().expect("tools");
    tools.iter().find(|tool| tool["tool"] == "ci_search").expect("ci_search")["timeout_ms"].clone()
};
const HAS_OWN_TOOL: fn(&Value) -> Value = |envelope| json!(planned(envelope).contains(&"mine"));
const SAYS_REDACTION: fn(&Value) -> Value = |envelope| json!(limits(envelope).contains("redaction: off"));

fn number(
    what: &'static str,
    look: fn(&Value) -> Value,
    yaml: &'static str,
    env: (&'static str, &'static str),
    expected: [u64; 4],
) -> Row {
    let expected = expected.map(|number| json!(number));
    Row { what, yaml, env: Some(env), prompt: CODE_PROMPT, look, expected }
}

fn word(
    what: &'static str,
    look: fn(&Value) -> Value,
    yaml: &'static str,
    env: Option<(&'static str, &'static str)>,
    prompt: &'static str,
    expected: [bool; 4],
) -> Row {
    Row { what, yaml, env, prompt, look, expected: expected.map(|word| json!(word)) }
}

fn matrix() -> Vec<Row> {
    let wall = |value| ("CI_AUTO_TOOLS_BUDGET_WALL_MS", value);
    let tools = |value| ("CI_AUTO_TOOLS_MAX_CONCURRENCY", value);
    let chars = |value| ("CI_AUTO_TOOLS_MAX_INJECTED_CHARS", value);
    let tier = |value| ("CI_AUTO_TOOLS_TIER_MAX", value);
    let enabled = |value| Some(("CI_AUTO_TOOLS", value));
    vec![
        number("wall up", WALL, "budget: {wall_ms: 9000}", wall("9000"), [9000, 9000, 9000, 9000]),
        number("wall beyond", WALL, "budget: {wall_ms: 60000}", wall("60000"), [10000, 10000, 60000, 60000]),
        number("wall down", WALL, "budget: {wall_ms: 700}", wall("700"), [700, 700, 700, 700]),
        number("tools up", TOOLS, "budget: {max_concurrency: 6}", tools("6"), [6, 6, 6, 6]),
        number("tools beyond", TOOLS, "budget: {max_concurrency: 90}", tools("90"), [8, 8, 90, 90]),
        number("tools down", TOOLS, "budget: {max_concurrency: 1}", tools("1"), [1, 1, 1, 1]),
        number(
            "chars beyond",
            CHARS,
            "budget: {max_injected_chars: 20000}",
            chars("20000"),
            [12000, 12000, 20000, 20000],
        ),
        number(
            "chars down",
            CHARS,
            "budget: {max_injected_chars: 3000}",
            chars("3000"),
            [3000, 3000, 3000, 3000],
        ),
        number("tier up", TIER, "tier_max: 2", tier("2"), [1, 1, 1, 2]),
        number("tier down", TIER, "tier_max: 0", tier("0"), [0, 0, 0, 0]),
        word("always on", PLANS, "enabled: on", enabled("on"), SMALL_TALK, [false, true, true, true]),
        word("off", PLANS, "enabled: off", enabled("off"), CODE_PROMPT, [false, false, false, false]),
        word(
            "a tool less",
            SEARCHES,
            "tools: {ci_search: {enabled: false}}",
            None,
            CODE_PROMPT,
            [false, false, false, true],
        ),
        word(
            "a list of tools",
            SEARCHES,
            "tools: [ci_index_status]",
            None,
            CODE_PROMPT,
            [false, false, true, true],
        ),
        Row {
            what: "a longer timeout",
            yaml: "tools: {ci_search: {timeout_ms: 4000}}",
            env: None,
            prompt: CODE_PROMPT,
            look: SEARCH_MS,
            expected: [4000, 4000, 4000, 2000].map(|number| json!(number)),
        },
        Row {
            what: "a timeout beyond the deadline",
            yaml: "tools: {ci_search: {timeout_ms: 60000}}",
            env: None,
            prompt: CODE_PROMPT,
            look: SEARCH_MS,
            expected: [5000, 5000, 60000, 2000].map(|number| json!(number)),
        },
        word(
            "a program more",
            HAS_OWN_TOOL,
            "tools: {mine: {command: [true]}}",
            None,
            CODE_PROMPT,
            [false, true, true, false],
        ),
        word("no redaction", SAYS_REDACTION, "redaction: off", None, CODE_PROMPT, [true, true, true, false]),
    ]
}

#[test]
fn the_matrix_of_settings_and_who_may_turn_them() {
    let sources = [Source::Repository, Source::TrustedRepository, Source::User, Source::Env];
    for row in matrix() {
        for (source, expected) in sources.into_iter().zip(&row.expected) {
            assert_eq!(&in_force(&row, source), expected, "{}: {source:?}", row.what);
        }
    }
}

/// What holds if a source says what a row says.
fn in_force(row: &Row, source: Source) -> Value {
    let home = Home::new();
    let repo = FixtureRepo::library_app();
    let mut ask = Ask::new(repo.path(), row.prompt).env("CI_AUTO_TOOLS_MODE", "plan");
    match source {
        Source::Repository | Source::TrustedRepository => {
            repo.file("config/auto-tools.yaml", row.yaml);
        }
        Source::User => {
            home.file("config/foreword/config.yaml", row.yaml);
        }
        Source::Env => {
            if let Some((name, value)) = row.env {
                ask = ask.env(name, value);
            }
        }
    }
    if source == Source::TrustedRepository {
        // A file that only narrows needs no trust; a hook makes it part of a claim that does.
        let hooks = json!([{ "matcher": "none", "hooks": [{ "command": "true", "enabled": true }] }]);
        repo.file(HOOKS, &hooks.to_string());
        agree(repo.path(), &home);
    }
    (row.look)(&envelope(&ask.run_in(&home), 0))
}
