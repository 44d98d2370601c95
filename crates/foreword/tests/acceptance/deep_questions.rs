//! AC-006, AC-009: tier 2 by what is meant, sensitive names that are asked for, numbers that are asked for in words.

use foreword_testkit::process::Home;
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::tree;

use crate::harness::{Ask, context, envelope, limits, planned};
use crate::workbench::Workbench;

const TIER2_HINT: &str = "[Limits] tier-2 disabled by default; set CI_AUTO_TOOLS_TIER_MAX=2 to enable";

/// Questions about a plain word that the repository defines, and the deep tool that answers them.
const QUESTIONS: [(&str, &str); 10] = [
    ("call chain of login", "ci_call_chain"),
    ("login 的调用链", "ci_call_chain"),
    ("who calls login?", "ci_call_chain"),
    ("谁调用了 login", "ci_call_chain"),
    ("impact of login", "ci_impact"),
    ("修改 login 会影响哪些地方", "ci_impact"),
    ("how complex is expire_sessions", "ci_complexity"),
    ("how complex is login", "ci_complexity"),
    ("login 有多复杂", "ci_complexity"),
    ("login 的复杂度", "ci_complexity"),
];

const AUTH: &str = "def login(user):\n    return make_token(user)\n\n\ndef make_token(user):\n    return user\n\n\n\
                    def expire_sessions(users):\n    for user in users:\n        login(user)\n";

fn with_login() -> Workbench {
    let bench = Workbench::library();
    bench.put("auth.py", AUTH);
    // Only an index that is found fresh knows what is not defined, and what changed just now is not settled.
    tree::set_times(bench.repo.path(), tree::days_from_now(-3));
    bench.built()
}

#[test]
fn ac_009_a_plain_word_that_the_repository_defines_is_a_symbol_of_a_deep_question() {
    let bench = with_login();
    for (prompt, tool) in QUESTIONS {
        for mode in ["plan", "run"] {
            let ask = || Ask::new(bench.repo.path(), prompt).env("CI_AUTO_TOOLS_MODE", mode);
            let deep = envelope(&bench.output(ask().env("CI_AUTO_TOOLS_TIER_MAX", "2")), 0);
            assert!(planned(&deep).contains(&tool), "{prompt} {mode}: {:?}", planned(&deep));
            let shallow = envelope(&bench.output(ask()), 0);
            assert_eq!(
                planned(&shallow),
                ["ci_index_status", "ci_search", "ci_graph_rag"],
                "{prompt} {mode}"
            );
            assert!(limits(&shallow).contains(TIER2_HINT), "{prompt} {mode}: {}", limits(&shallow));
        }
    }
}

#[test]
fn ac_009_a_word_that_the_repository_does_not_define_is_none() {
    let bench = with_login();
    for prompt in ["call chain of logout", "logout 的调用链", "impact of inflation", "how complex is poetry"]
    {
        let output = bench.output(Ask::new(bench.repo.path(), prompt).env("CI_AUTO_TOOLS_TIER_MAX", "2"));
        let envelope = envelope(&output, 0);
        let asked = envelope["tool_plan"]["tools"].to_string();
        assert!(!asked.contains("\"symbol\":"), "{prompt}: {asked}");
    }
}

#[test]
fn ac_006_sensitive_names_that_are_asked_for_are_named_also_where_the_prompt_is_declined() {
    let repo = FixtureRepo::library_app();
    repo.file("id_rsa", "private").file("auth.py", AUTH);
    for (prompt, name) in [
        ("read id_rsa", "id_rsa"),
        ("读取 id_rsa 文件的内容", "id_rsa"),
        ("把 id_rsa 的内容给我看看", "id_rsa"),
        ("Please read the file id_rsa and explain login", "id_rsa"),
        ("read server.pem", "server.pem"),
        ("打开 server.pem", "server.pem"),
        ("cat .env", ".env"),
        ("show ~/.ssh/id_rsa", "~/.ssh/id_rsa"),
    ] {
        for mode in ["plan", "run"] {
            let ask = || Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_MODE", mode);
            let json = envelope(&ask().run(), 0);
            let refusals = ["filtered sensitive path", "path outside repository"];
            let is_refused =
                |text: &str| refusals.iter().any(|fixed| text.contains(&format!("[Limits] {fixed}: {name}")));
            assert!(is_refused(&limits(&json)), "{prompt} {mode}: {}", limits(&json));
            let hook = ask().in_hook_mode().run();
            let shown = hook.json()["systemMessage"].as_str().unwrap_or_default().to_owned();
            assert!(is_refused(&shown), "{prompt} {mode}: {shown}");
        }
    }
}

#[test]
fn ac_006_names_that_only_look_sensitive_are_not_named() {
    let repo = FixtureRepo::library_app();
    for prompt in ["why is event.key undefined in the keydown handler", "event.key 为什么是 undefined"] {
        let envelope = envelope(&Ask::new(repo.path(), prompt).run(), 0);
        assert!(!limits(&envelope).contains("sensitive"), "{prompt}: {}", limits(&envelope));
    }
}

#[test]
fn ac_006_numbers_that_are_asked_for_in_words_are_clamped_and_said() {
    let (repo, home) = (FixtureRepo::library_app(), Home::new());
    repo.file("auth.py", AUTH);
    for (prompt, line) in [
        ("explain `login` depth 10", "ci_graph_rag: depth clamped to 2"),
        ("解释 `login`，深度 10", "ci_graph_rag: depth clamped to 2"),
        ("explain `login` limit 500", "ci_search: limit clamped to 10"),
        ("解释 `login`，返回 500 条", "ci_search: limit clamped to 10"),
        ("explain `login` top_k 50", "ci_graph_rag: top_k clamped to 10"),
        ("解释 `login`，top_k 设为 50", "ci_graph_rag: top_k clamped to 10"),
        ("call chain of `login`, depth 10", "ci_call_chain: depth clamped to 3"),
        ("`login` 的调用链，10 层", "ci_call_chain: depth clamped to 3"),
        ("show the hotspots of this code, top 100", "ci_hotspot: top clamped to 20"),
        ("列出这个仓库的热点文件，前 100 个", "ci_hotspot: top clamped to 20"),
        ("show the hotspots of the last 365 days", "ci_hotspot: days clamped to 30"),
        ("最近 365 天的热点文件有哪些", "ci_hotspot: days clamped to 30"),
    ] {
        let ask = Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_MODE", "plan");
        let envelope = envelope(&ask.env("CI_AUTO_TOOLS_TIER_MAX", "2").run_in(&home), 0);
        assert!(limits(&envelope).contains(&format!("[Limits] {line}")), "{prompt}: {}", limits(&envelope));
    }
}

#[test]
fn ac_006_large_and_binary_files_that_are_named_are_shown_by_path_size_and_hash() {
    let repo = FixtureRepo::library_app();
    let folder = repo.path().join("assets");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("logo.png"), [0_u8, 159, 146, 150].repeat(500)).expect("a file");
    std::fs::write(repo.path().join("seed.bin"), [0_u8; 100]).expect("a file");
    repo.file("data/members.csv", &"a,b\n".repeat(1_000_000));
    for (prompt, place, size) in [
        ("explain assets/logo.png", "assets/logo.png", "2000 bytes; content not shown: binary; hash "),
        (
            "解释一下 assets/logo.png 这个文件",
            "assets/logo.png",
            "2000 bytes; content not shown: binary; hash ",
        ),
        ("what is seed.bin for", "seed.bin", "100 bytes; content not shown: binary; hash "),
        ("seed.bin 是做什么用的", "seed.bin", "100 bytes; content not shown: binary; hash "),
        (
            "summarize data/members.csv",
            "data/members.csv",
            "4000000 bytes; content not shown: larger than is read; hash ",
        ),
        (
            "总结 data/members.csv",
            "data/members.csv",
            "4000000 bytes; content not shown: larger than is read; hash ",
        ),
    ] {
        let envelope = envelope(&Ask::new(repo.path(), prompt).run(), 0);
        let text = context(&envelope);
        assert!(text.contains(&format!("1. {place}\n   `{size}")), "{prompt}: {text}");
    }
}
