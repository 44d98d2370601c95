//! AC-004, AC-009, AC-017, AC-018, REQ-ATO-002, -008, -009: who decides what.

use foreword_testkit::process::Home;
use foreword_testkit::repo::FixtureRepo;
use serde_json::json;

use crate::harness::{
    Ask, CODE_PROMPT, CODE_PROMPT_ZH, SMALL_TALK, context, envelope, limits, planned, repo_with_config,
};

const DEEP_PROMPT: &str = "Who calls `late_fee`, and what breaks if its signature changes?";
const DEEP_PROMPT_ZH: &str = "谁调用了 `late_fee`？改它的签名会影响哪些地方？";
const TIER2_HINT: &str = "[Limits] tier-2 disabled by default; set CI_AUTO_TOOLS_TIER_MAX=2 to enable";
const CONFIG_IGNORED: &str = "[Limits] tier-2 requires CI_AUTO_TOOLS_TIER_MAX=2 (config ignored)";

#[test]
fn ac_004_env_beats_config_beats_default() {
    let plain = FixtureRepo::library_app();
    let narrowed = repo_with_config("tier_max: 0\nbudget:\n  wall_ms: 3000\n  max_injected_chars: 900\n");
    let plan = |repo: &FixtureRepo, env: &[(&str, &str)]| {
        let ask = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_MODE", "plan");
        let ask = env.iter().fold(ask, |ask, (name, value)| ask.env(name, value));
        envelope(&ask.run(), 0)["tool_plan"].clone()
    };
    let budget = |wall_ms, max_concurrency, max_injected_chars| json!({ "wall_ms": wall_ms, "max_concurrency": max_concurrency, "max_injected_chars": max_injected_chars });
    let by_default = plan(&plain, &[]);
    assert_eq!((&by_default["tier_max"], &by_default["budget"]), (&json!(1), &budget(5000, 3, 12000)));
    let by_config = plan(&narrowed, &[]);
    assert_eq!((&by_config["tier_max"], &by_config["budget"]), (&json!(0), &budget(3000, 3, 900)));
    let by_env = plan(
        &narrowed,
        &[
            ("CI_AUTO_TOOLS_TIER_MAX", "1"),
            ("CI_AUTO_TOOLS_BUDGET_WALL_MS", "7000"),
            ("CI_AUTO_TOOLS_MAX_CONCURRENCY", "2"),
            ("CI_AUTO_TOOLS_MAX_INJECTED_CHARS", "1000"),
        ],
    );
    assert_eq!((&by_env["tier_max"], &by_env["budget"]), (&json!(1), &budget(7000, 2, 1000)));
}

#[test]
fn ac_004_the_switch_works_from_every_side() {
    let off_by_config = repo_with_config("enabled: off\n");
    let plain = FixtureRepo::library_app();
    for (repo, variable, expect_context) in [
        (&plain, "auto", true),
        (&plain, "off", false),
        (&off_by_config, "", false),
        (&off_by_config, "on", true),
    ] {
        let envelope = envelope(&Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS", variable).run(), 0);
        assert_eq!(!context(&envelope).is_empty(), expect_context, "{variable:?}: {envelope:#}");
    }
    let talk = envelope(&Ask::new(plain.path(), SMALL_TALK).env("CI_AUTO_TOOLS", "on").run(), 0);
    assert!(planned(&talk).contains(&"ci_search"));
}

#[test]
fn a_run_gives_no_more_than_it_found() {
    const WEAK: &str = "how does the harbour crane weigh a loan of containers for the customs office";
    const BACK: &str = "that didn't work, same error again";
    let repo = FixtureRepo::library_app();
    for (prompt, switch, mode, outcome, is_given) in [
        (CODE_PROMPT, "auto", "run", "full", true),
        (WEAK, "auto", "run", "full", true),
        (WEAK, "on", "run", "full", true),
        (WEAK, "auto", "plan", "full", false),
        (BACK, "auto", "run", "pointer", false),
        (BACK, "auto", "plan", "pointer", false),
    ] {
        let ask = Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS", switch).env("CI_AUTO_TOOLS_MODE", mode);
        let envelope = envelope(&ask.run(), 0);
        let (text, said) = (context(&envelope), &envelope["inputs"]["intent"]["outcome"]);
        assert_eq!((said, !text.is_empty()), (&json!(outcome), is_given), "{prompt} {switch} {mode}: {text}");
        assert!(outcome != "pointer" || text.chars().count() <= 500, "{text}");
        assert_eq!(envelope["degraded"]["is_degraded"], false, "{prompt} {switch} {mode}");
    }
}

#[test]
fn ac_004_bad_values_are_named_and_not_obeyed() {
    let repo = FixtureRepo::library_app();
    for (variable, value) in [
        ("CI_AUTO_TOOLS", "maybe"),
        ("CI_AUTO_TOOLS_MODE", "fast"),
        ("CI_AUTO_TOOLS_DRY_RUN", "yes"),
        ("CI_AUTO_TOOLS_TIER_MAX", "banana"),
        ("CI_AUTO_TOOLS_TIER_MAX", "3"),
        ("CI_AUTO_TOOLS_BUDGET_WALL_MS", "-5"),
        ("CI_AUTO_TOOLS_MAX_CONCURRENCY", "0"),
        ("CI_AUTO_TOOLS_MAX_INJECTED_CHARS", "1e3"),
        ("CI_AUTO_TOOLS_LEGACY", "2"),
        ("CI_CODEX_SESSION_MODE", "always"),
        ("CI_AUTO_TOOLS_REPO_ROOT", "relative/path"),
        ("CI_AUTO_TOOLS_RUNNER_CI_SEARCH", "relative"),
        ("CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE", "/nonexistent/results.json"),
    ] {
        let envelope = envelope(&Ask::new(repo.path(), CODE_PROMPT).env(variable, value).run(), 0);
        let said = limits(&envelope);
        assert!(said.contains(&format!("[Limits] {variable} ignored")), "{variable}={value}: {said}");
        assert_eq!(envelope["tool_plan"]["tier_max"], 1);
        assert!(context(&envelope).contains("late_fee"));
    }
}

#[test]
fn req_ato_002_tier_2_is_not_to_be_had_from_a_file() {
    for text in ["tier_max: 2\n", "tier_max: 9\n", "tools:\n  ci_call_chain:\n    tier: 1\n"] {
        let repo = repo_with_config(text);
        for mode in ["plan", "run"] {
            let ask = Ask::new(repo.path(), DEEP_PROMPT).env("CI_AUTO_TOOLS_MODE", mode);
            let envelope = envelope(&ask.run(), 0);
            assert_eq!(envelope["tool_plan"]["tier_max"], 1, "{text}");
            assert!(!planned(&envelope).contains(&"ci_call_chain"), "{text}");
            assert!(limits(&envelope).contains(CONFIG_IGNORED), "{text}: {}", limits(&envelope));
        }
    }
}

#[test]
fn req_ato_002_synonyms_of_tier_max_get_the_fixed_text() {
    for text in [
        "tierMax: 2",
        "tier-max: 2",
        "tierMaximum: 3",
        "max_tier: 2",
        "TIER_MAX: '2'",
        "tier_max: 300",
        "policy: {tier_max: 2}",
        "policy.tier_max: 2",
        "policy: {tier: {max: 2}}",
        "budget: {tier_max: 2}",
        "CI_AUTO_TOOLS_TIER_MAX: 2",
        "enable_tier2: true",
    ] {
        // The rest of the file holds.
        let repo =
            repo_with_config(&format!("{text}\nintent: {{min_confidence: 0.7}}\nexclude: ['**/*.md']\n"));
        for (prompt, mode) in [(DEEP_PROMPT, "plan"), (DEEP_PROMPT, "run"), (DEEP_PROMPT_ZH, "plan")] {
            let envelope = envelope(&Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_MODE", mode).run(), 0);
            assert_eq!(envelope["tool_plan"]["tier_max"], 1, "{text}");
            assert!(!planned(&envelope).contains(&"ci_call_chain"), "{text}");
            let said = limits(&envelope);
            assert_eq!(said.matches(CONFIG_IGNORED).count(), 1, "{text}: {said}");
            assert!(!said.contains("unknown key"), "{text}: {said}");
        }
    }
}

#[test]
fn req_ato_002_a_synonym_below_tier_2_is_an_unknown_key() {
    for (text, key) in [
        ("tierMax: 1\ntier_max: 0\n", "tierMax"),
        ("max_tier: 0\ntier_max: 0\n", "max_tier"),
        ("policy: {tier_max: 1}\ntier_max: 0\n", "policy.tier_max"),
    ] {
        let repo = repo_with_config(text);
        let envelope = envelope(&Ask::new(repo.path(), CODE_PROMPT).run(), 20);
        let expected =
            format!("[Limits] config/auto-tools.yaml:1:1: unknown key `{key}`; did you mean `tier_max`?");
        assert!(limits(&envelope).lines().any(|line| line == expected), "{}", limits(&envelope));
        assert!(!limits(&envelope).contains(CONFIG_IGNORED), "{text}");
        assert_eq!(envelope["tool_plan"]["tier_max"], 0, "the rest holds");
    }
}

#[test]
fn req_ato_002_nor_from_the_users_own_file() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    home.file("config/foreword/config.yaml", "tier_max: 2\n");
    let envelope = envelope(&Ask::new(repo.path(), DEEP_PROMPT).run_in(&home), 0);
    assert_eq!(envelope["tool_plan"]["tier_max"], 1);
    assert!(limits(&envelope).contains(CONFIG_IGNORED));
}

#[test]
fn ac_009_tier_2_is_planned_by_env_and_by_intent() {
    let repo = FixtureRepo::library_app();
    let plan = |prompt: &str, tier: &str| {
        let ask = Ask::new(repo.path(), prompt)
            .env("CI_AUTO_TOOLS_MODE", "plan")
            .env("CI_AUTO_TOOLS_TIER_MAX", tier);
        envelope(&ask.run(), 0)
    };
    let deep = plan(DEEP_PROMPT, "2");
    assert!(planned(&deep).contains(&"ci_call_chain"), "{:?}", planned(&deep));
    assert_eq!(deep["tool_plan"]["budget"]["wall_ms"], 10_000);
    let trace = "This fails:\nTraceback (most recent call last):\n  File \"loans/fines.py\", line 12, in late_fee\nKeyError: 'rate'";
    assert!(planned(&plan(trace, "2")).contains(&"ci_bug_locate"));
    let shallow = plan(CODE_PROMPT, "2");
    assert_eq!(planned(&shallow), ["ci_index_status", "ci_search", "ci_graph_rag"]);
    assert_eq!(shallow["tool_plan"]["budget"]["wall_ms"], 5_000);
    assert_eq!(planned(&plan(DEEP_PROMPT, "1")), ["ci_index_status", "ci_search", "ci_graph_rag"]);
    assert_eq!(planned(&plan(CODE_PROMPT, "0")), ["ci_index_status"]);
}

#[test]
fn ac_017_auto_mode_with_tier_2_off() {
    let repo = FixtureRepo::library_app();
    let talk = envelope(&Ask::new(repo.path(), SMALL_TALK).run(), 0);
    assert_eq!((context(&talk), planned(&talk)), ("", Vec::new()));
    assert_eq!(talk["degraded"]["is_degraded"], false);
    let code = envelope(&Ask::new(repo.path(), CODE_PROMPT).run(), 0);
    assert_eq!(planned(&code), ["ci_index_status", "ci_search", "ci_graph_rag"]);
    assert!(!limits(&code).contains("tier-2"), "{}", limits(&code));
    let deep = envelope(&Ask::new(repo.path(), DEEP_PROMPT).run(), 0);
    assert_eq!(planned(&deep), ["ci_index_status", "ci_search", "ci_graph_rag"]);
    assert!(limits(&deep).contains(TIER2_HINT), "{}", limits(&deep));
    assert_eq!(deep["degraded"]["degraded_to"], "tier-1");
}

#[test]
fn the_tier_2_hint_is_shown_once_per_session() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let ask = || {
        let printed = envelope(&Ask::new(repo.path(), DEEP_PROMPT).in_hook_mode().run_in(&home), 0);
        printed["systemMessage"].as_str().expect("message").to_owned()
    };
    let (first, second) = (ask(), ask());
    assert!(first.contains(TIER2_HINT), "{first}");
    assert!(!second.contains(TIER2_HINT) && second.starts_with("[Auto Tools]"), "{second}");
}

#[test]
fn quiet_shows_the_user_nothing() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    home.file("config/foreword/config.yaml", "quiet: true\n");
    let printed = envelope(&Ask::new(repo.path(), DEEP_PROMPT).in_hook_mode().run_in(&home), 0);
    assert_eq!(printed.get("systemMessage"), None);
    assert!(printed["hookSpecificOutput"]["additionalContext"].as_str().is_some());
}

#[test]
fn ac_018_legacy_mode_is_auditable() {
    let repo = FixtureRepo::library_app();
    for prompt in [CODE_PROMPT, SMALL_TALK] {
        let envelope = envelope(&Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_LEGACY", "1").run(), 0);
        assert!(limits(&envelope).contains("[Limits] legacy mode enabled; using legacy policy"));
        assert_eq!(envelope["enforcement"]["source"], "legacy");
        for layer in ["project_profile", "current_state", "task_context", "recommended_tools", "constraints"]
        {
            assert!(envelope.get(layer).is_some(), "{layer} at the top level");
        }
    }
}

#[test]
fn a_broken_config_is_placed_and_costs_nothing_but_itself() {
    for (text, place) in [
        ("enabled: auto\ntier_maximum: 1\nbudget: {max_concurrency: 2}\n", "config/auto-tools.yaml:2:1"),
        ("budget:\n  wall_ms: soon\n  max_concurrency: 2\n", "config/auto-tools.yaml:2:12"),
        ("intent: high\nbudget: {max_concurrency: 2}\n", "config/auto-tools.yaml:1:9"),
    ] {
        let repo = repo_with_config(text);
        let json = envelope(&Ask::new(repo.path(), CODE_PROMPT).run(), 20);
        assert!(limits(&json).contains(place), "{text:?}: {}", limits(&json));
        assert_eq!(json["tool_plan"]["budget"]["max_concurrency"], 2, "{text:?}: the rest holds");
        let printed = envelope(&Ask::new(repo.path(), CODE_PROMPT).in_hook_mode().run(), 0);
        let message = printed["systemMessage"].as_str().expect("message");
        assert_eq!(message.matches("config/auto-tools.yaml").count(), 1, "{message}");
        assert!(
            printed["hookSpecificOutput"]["additionalContext"]
                .as_str()
                .is_some_and(|text| text.contains("late_fee"))
        );
    }
}

#[test]
fn what_protects_and_cannot_be_read_injects_nothing() {
    for (text, place) in [
        ("enabled: [\n", "config/auto-tools.yaml:"),
        ("mode: plan\nmode: run\n", "config/auto-tools.yaml:2:1: the key `mode` stands twice"),
        ("enabled: perhaps\n", "config/auto-tools.yaml:1:10: `perhaps` is not one of auto, on, off"),
        ("mode: fast\n", "config/auto-tools.yaml:1:7: `fast` is not one of run, plan"),
        ("exclude: vendor\n", "config/auto-tools.yaml:1:10: expected a list"),
        ("sensitive: {a: b}\n", "config/auto-tools.yaml:1:12: expected a list"),
        ("redaction: of\n", "config/auto-tools.yaml:1:12: `of` is not one of on, off"),
    ] {
        let repo = repo_with_config(text);
        for prompt in [CODE_PROMPT, CODE_PROMPT_ZH] {
            let json = envelope(&Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS", "on").run(), 20);
            assert!(limits(&json).contains(place), "{text:?}: {}", limits(&json));
            assert_eq!((context(&json), planned(&json)), ("", Vec::new()), "{text:?}");
            assert_eq!(json["degraded"]["degraded_to"], "empty");
            assert_eq!(json["tool_plan"]["tier_max"], 0);
        }
        let printed = envelope(&Ask::new(repo.path(), CODE_PROMPT).in_hook_mode().run(), 0);
        let message = printed["systemMessage"].as_str().expect("message");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.contains(place) && message.contains("nothing is injected"), "{message}");
        assert_eq!(printed.get("hookSpecificOutput"), None, "{text:?}");
        let off = Ask::new(repo.path(), CODE_PROMPT).in_hook_mode().env("CI_AUTO_TOOLS", "off").run();
        assert_eq!(off.stdout_text(), "", "off is silent");
    }
}

/// Each of these passed for a file that is not there, and what it should keep back was shown.
#[test]
fn a_configuration_that_cannot_be_followed_injects_nothing() {
    use std::os::unix::fs::symlink;
    let blocked = |repo: &FixtureRepo, home: &Home, said: &str| {
        let output = Ask::new(repo.path(), CODE_PROMPT).run_in(home);
        let json = envelope(&output, 20);
        assert!(limits(&json).contains(said), "{}", limits(&json));
        assert_eq!(context(&json), "");
    };
    let (repo, home) = (FixtureRepo::library_app(), Home::new());
    symlink("gone.yaml", repo.file("config/x", "").path().join("config/auto-tools.yaml")).expect("a link");
    blocked(&repo, &home, "config/auto-tools.yaml: a link on its way leads to nothing");
    let repo = FixtureRepo::library_app();
    symlink("gone", repo.path().join("config")).expect("a link");
    blocked(&repo, &home, "config/auto-tools.yaml: a link on its way leads to nothing");
    let repo = FixtureRepo::library_app();
    let own = home.file("config/foreword/x", "");
    symlink("/gone", own.with_file_name("config.yaml")).expect("a link");
    blocked(&repo, &home, "a link on its way leads to nothing");
    let home = Home::new();
    repo.file("config/auto-tools.yaml", &format!("sensitive: ['{}/loans/**']\n", repo.path().display()));
    blocked(&repo, &home, "is an absolute path");
}

#[test]
fn a_configuration_under_another_name_is_said() {
    let (repo, home) = (FixtureRepo::library_app(), Home::new());
    repo.file("config/auto-tools.yml", "enabled: off\n").file("config/auto_tools.yaml", "enabled: off\n");
    home.file("config/foreword/config.yml", "enabled: off\n");
    let others = [
        "config/Auto-Tools.yaml",
        "config/auto-tools.YAML",
        "Config/auto-tools.yaml",
        "config/auto-tool.yaml",
        "config/auto-tools.json",
        "config/foreword.yaml",
        ".config/auto-tools.yaml",
        ".foreword/config.yaml",
        "foreword.yaml",
        "auto-tools.json",
    ];
    others.iter().for_each(|name| {
        repo.file(name, "enabled: off\n");
    });
    let json = envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(&home), 0);
    let named = ["config/auto-tools.yml", "config/auto_tools.yaml", "config.yml in your own folder"];
    for name in named.into_iter().chain(others) {
        assert!(
            limits(&json).contains(&format!("{name} is not read; the name is config")),
            "{}",
            limits(&json)
        );
    }
}

#[test]
fn orchestrator_keys_in_the_other_tools_config_are_ignored_and_said() {
    let repo = FixtureRepo::library_app();
    repo.file(".devbooks/config.yaml", "root: dev-playbooks/\nauto_tools:\n  tier_max: 2\n  enabled: off\n");
    let said = envelope(&Ask::new(repo.path(), CODE_PROMPT).run(), 0);
    assert!(limits(&said).contains("move them to config/auto-tools.yaml"), "{}", limits(&said));
    assert_eq!(said["tool_plan"]["tier_max"], 1);
    repo.file(".devbooks/config.yaml", "root: dev-playbooks/\n");
    let silent = envelope(&Ask::new(repo.path(), CODE_PROMPT).run(), 0);
    assert!(!limits(&silent).contains("devbooks"), "{}", limits(&silent));
}

#[test]
fn tier_0_is_a_decision_and_says_nothing_false() {
    let repo = FixtureRepo::library_app();
    let envelope = envelope(&Ask::new(repo.path(), DEEP_PROMPT).env("CI_AUTO_TOOLS_TIER_MAX", "0").run(), 0);
    assert_eq!(planned(&envelope), ["ci_index_status"]);
    assert!(!limits(&envelope).contains("tier"), "{}", limits(&envelope));
}

#[test]
fn a_broken_config_is_a_degraded_run() {
    let repo = repo_with_config("tier_maximum: 1\n");
    let envelope = envelope(&Ask::new(repo.path(), CODE_PROMPT).run(), 20);
    assert_eq!(envelope["degraded"]["is_degraded"], true);
    let reason = envelope["degraded"]["reason"].as_str().expect("a reason");
    assert!(reason.contains("did you mean `tier_max`?"), "{reason}");
}

#[test]
fn off_is_off_for_a_chosen_kernel_too() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    let kernel = foreword_testkit::repo::script(home.path(), "kernel", "#!/bin/sh\ntouch \"$HOME/ran\"\n");
    let ask = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS", "off");
    envelope(&ask.env("CI_AUTO_TOOLS_ORCHESTRATOR_PATH", &kernel).run_in(&home), 0);
    assert!(!home.path().join("ran").exists());
}

#[test]
fn wrong_numbers_and_names_of_the_users_own_file_are_said() {
    let repo = FixtureRepo::library_app();
    let home = Home::new();
    home.file(
        "config/foreword/config.yaml",
        "budget: {wall_ms: 0, max_injected_chars: 0}\nintent: {min_confidence: 5}\n\
         tools: {ci_serach: {enabled: false}, mine: {command: ['./tool.sh']}}\n",
    );
    let ask = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_RUNNER_CI_SERCH", "/bin/true");
    let said = limits(&envelope(&ask.run_in(&home), 0));
    for line in [
        "budget.wall_ms: 0 ignored",
        "budget.max_injected_chars: 0 ignored",
        "intent.min_confidence: 5 ignored",
        "tools.ci_serach ignored: there is no such tool; did you mean `ci_search`?",
        "tools.mine.command ignored: `./tool.sh`",
        "CI_AUTO_TOOLS_RUNNER_CI_SERCH ignored: there is no such tool",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
}
