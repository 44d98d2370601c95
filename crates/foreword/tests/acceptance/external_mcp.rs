//! Tools of other MCP servers: planned, asked with what the prompt says, hooked, guarded and fused like the built-in ones.

use std::path::Path;

use foreword_testkit::mcp_server::{self, HttpServer, OnCall, answering};
use foreword_testkit::process::{Home, Invocation, Output};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::{Value, json};

use crate::harness::{Ask, CODE_PROMPT, SMALL_TALK, context, envelope, limits, planned, result};

/// Findings as a code search of an organisation has them.
fn findings() -> Value {
    json!({"structuredContent": {"hits": [
        {"repo": "github.com/org/billing", "file": "src/fee.go", "line": 41, "code": "func LateFee(\n  days int)", "score": 3.5},
        {"file": "loans/fines.py", "line": 9, "code": "def late_fee(loan)", "score": 2},
    ]}})
}

const MAPPING: &str = "{items: hits, path: file, line: line, text: code, score: score, repository: repo}";

/// The user's configuration with one tool.
pub fn configure(home: &Home, tool: &str) {
    home.file("config/foreword/config.yaml", &format!("tools:\n  org_search:\n{tool}"));
}

/// The lines of a tool behind a program.
pub fn stdio_tool(program: &Path, more: &str) -> String {
    format!("    mcp: {{command: ['{}'], tool: find}}\n{more}", program.display())
}

fn run_tool(home: &Home, repo: &Path, args: &str) -> Output {
    Invocation::new(foreword()).args(["tool", "org_search", "--args", args]).cwd(repo).run_in(home)
}

/// The arguments that a server of standard input was called with.
fn asked(home: &Home) -> Vec<Value> {
    let log = std::fs::read_to_string(home.path().join("server.log")).unwrap_or_default();
    let messages = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("a message"));
    let calls = messages.filter(|message| message["method"] == "tools/call");
    calls.map(|call| call["params"].clone()).collect()
}

#[test]
fn a_server_is_asked_with_what_the_prompt_says_and_its_findings_are_sourced() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let server = mcp_server::stdio(home.path(), "server", &answering(&findings()));
    let args = "    args: {query: '{{keywords}}', repo: '{{repo_name}}', limit: 5, deep: {all: true}, symbol: '{{symbol}}'}\n";
    configure(&home, &stdio_tool(&server, &format!("{args}    result: {MAPPING}\n")));
    let envelope = envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(&home), 0);
    let name = repo.path().file_name().and_then(|name| name.to_str()).expect("a name");
    let expected =
        json!({"query": "late fee loan computed", "repo": name, "limit": 5, "deep": {"all": true}});
    assert_eq!(asked(&home), [json!({"name": "find", "arguments": expected})]);
    let text = context(&envelope);
    assert!(text.contains("github.com/org/billing/src/fee.go:41"), "{text}");
    assert!(text.contains("(`outside this repository, from server`; org_search)"), "{text}");
    assert!(text.contains("(`found by server`; org_search)"), "{text}");
    assert!(text.contains("func LateFee("), "{text}");
    assert!(
        text.contains("function `late_fee`\n```python"),
        "the built-in findings are there as well: {text}"
    );
    let items = &result(&envelope, "org_search")["data"]["items"];
    assert_eq!((&items[0]["path"], &items[1]["path"]), (&Value::Null, &json!("loans/fines.py")));
}

#[test]
fn a_server_of_the_user_starts_at_home_and_no_word_of_it_leads_into_the_repository() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let on_call = format!(
        "printf '%s %s' \"$(pwd -P)\" \"$CI_TOOL_REPO_ROOT\" > \"$HOME/where\"; {}",
        answering(&findings())
    );
    let server = mcp_server::stdio(home.path(), "server", &on_call);
    configure(&home, &stdio_tool(&server, ""));
    envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(&home), 0);
    let real = |path: &Path| path.canonicalize().expect("a real path").display().to_string();
    let said = std::fs::read_to_string(home.path().join("where")).expect("where it stands");
    assert_eq!(said, format!("{} {}", real(home.path()), real(repo.path())));
    let inside = mcp_server::stdio(repo.path(), "inside", &answering(&findings()));
    configure(&home, &format!("    mcp: {{command: [sh, '{}'], tool: find}}\n", inside.display()));
    let refused = envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(&home), 40);
    let message = result(&refused, "org_search")["error"]["message"].as_str().unwrap_or_default().to_owned();
    assert!(message.contains("lies in the repository"), "{message}");
    assert!(!repo.path().join("inside.log").exists(), "it was started");
}

#[test]
fn one_before_and_one_after_hook_per_call_of_a_server() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let server = mcp_server::stdio(home.path(), "server", &answering(&findings()));
    configure(&home, &stdio_tool(&server, "    args: {query: '{{keywords}}'}\n"));
    for phase in ["before", "after"] {
        let log = home.path().join(phase);
        let command = format!("line=$(cat); printf '%s\\n' \"$line\" >> '{}'", log.display());
        let hook = json!([{"matcher": "org_*", "hooks": [{"type": "command", "command": command, "enabled": true}]}]);
        home.file(&format!("config/foreword/hooks/{phase}ToolCall.json"), &hook.to_string());
    }
    envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(&home), 0);
    let logged = |phase: &str| -> Vec<Value> {
        let text = std::fs::read_to_string(home.path().join(phase)).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let (before, after) = (logged("before"), logged("after"));
    assert_eq!((before.len(), after.len(), asked(&home).len()), (1, 1, 1));
    assert_eq!(before[0]["args"], asked(&home)[0]["arguments"], "the hook saw what the server got");
    assert_eq!(after[0]["args"], before[0]["args"]);
}

#[test]
fn a_network_tool_is_run_by_hand_unless_the_user_says_otherwise() {
    let repo = FixtureRepo::library_app();
    for on_call in [OnCall::Json(findings()), OnCall::Events(findings())] {
        let (home, server) = (Home::new(), HttpServer::start(on_call));
        let lines = |tier: &str| {
            format!(
                "    mcp: {{url: '{}', tool: find, headers: {{Authorization: 'token ${{ORG_TOKEN}}'}}}}\n    \
                 result: {MAPPING}\n    args: {{query: '{{{{keywords}}}}'}}\n{tier}",
                server.url()
            )
        };
        let ask = |tier: &str| {
            configure(&home, &lines(tier));
            envelope(&Ask::new(repo.path(), CODE_PROMPT).env("ORG_TOKEN", "correct-horse").run_in(&home), 0)
        };
        let by_hand = ask("");
        assert!(!planned(&by_hand).contains(&"org_search"));
        assert!(
            limits(&by_hand).contains("org_search: tier 3 is never run automatically"),
            "{}",
            limits(&by_hand)
        );
        assert_eq!(server.asked(), []);
        let automatic = ask("    tier: 1\n");
        assert!(
            context(&automatic).contains("github.com/org/billing/src/fee.go:41"),
            "{}",
            context(&automatic)
        );
        assert!(
            context(&automatic).contains("outside this repository, from 127.0.0.1:"),
            "{}",
            context(&automatic)
        );
        let asked = server.asked();
        let said: Vec<&str> =
            asked.iter().map(|asked| asked.body["method"].as_str().unwrap_or("-")).collect();
        assert_eq!(said, ["initialize", "notifications/initialized", "tools/call", "-"]);
        assert!(asked.iter().all(|asked| asked.head.contains("authorization: token correct-horse")));
        let later = &asked[1..];
        assert!(later.iter().all(|asked| asked.head.contains("mcp-session-id: s-1")), "{later:?}");
        assert!(
            later.iter().all(|asked| asked.head.contains("mcp-protocol-version: 2025-06-18")),
            "{later:?}"
        );
        assert_eq!(asked[3].method, "DELETE");
    }
}

#[test]
fn text_without_a_mapping_is_lines_or_one_finding() {
    for (text, expected) in [
        ("loans/fines.py:9: def late_fee\\nother/x.go:3: y", vec![json!("loans/fines.py"), Value::Null]),
        ("The fee is a cent a day.", vec![Value::Null]),
    ] {
        let (home, repo) = (Home::new(), FixtureRepo::library_app());
        let answer = mcp_server::text(&text.replace("\\n", "\n"));
        // The shell takes a backslash in `%s` as it is.
        let server = mcp_server::stdio(home.path(), "server", &answering(&answer));
        configure(&home, &stdio_tool(&server, ""));
        let envelope = envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(&home), 0);
        let items = result(&envelope, "org_search")["data"]["items"].as_array().expect("items").clone();
        assert_eq!(items.iter().map(|item| item["path"].clone()).collect::<Vec<_>>(), expected, "{text}");
        assert!(
            context(&envelope)
                .contains(text.split("\\n").last().unwrap_or_default().trim_start_matches("other/x.go:3: "))
        );
    }
}

#[test]
fn a_tool_is_planned_for_the_prompts_that_it_fits() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let server = mcp_server::stdio(home.path(), "server", &answering(&findings()));
    for (lines, prompt, fits) in [
        ("    intents: [explore]\n", CODE_PROMPT, true),
        ("    intents: [review, debug]\n", CODE_PROMPT, false),
        ("    when: [loan, 仓库]\n", CODE_PROMPT, true),
        ("    when: [loa]\n", CODE_PROMPT, false),
        ("    intents: [explore]\n    when: [other repos]\n", CODE_PROMPT, false),
        ("    args: {error: '{{error}}'}\n", CODE_PROMPT, false),
        ("    enabled: false\n", CODE_PROMPT, false),
        ("    tier: 2\n", CODE_PROMPT, false),
        ("", SMALL_TALK, false),
    ] {
        configure(&home, &stdio_tool(&server, lines));
        let ask = Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_DRY_RUN", "1");
        let envelope = envelope(&ask.run_in(&home), 0);
        assert_eq!(planned(&envelope).contains(&"org_search"), fits, "{lines}{prompt}");
    }
    assert_eq!(asked(&home).len(), 0, "a dry run starts nothing");
    let dry = Invocation::new(foreword()).args(["tool", "org_search"]).env("CI_AUTO_TOOLS_DRY_RUN", "1");
    configure(&home, &stdio_tool(&server, ""));
    let output = dry.cwd(repo.path()).run_in(&home);
    assert!(output.stdout_text().contains("a dry run starts no program"), "{}", output.stdout_text());
    assert!(!home.path().join("server.log").exists(), "not even introduced");
}

#[test]
fn a_configuration_that_cannot_be_meant_is_named() {
    let repo = FixtureRepo::library_app();
    for (lines, exit, said) in [
        ("    mcp: {command: [x]}\n    args: {q: '{{keyword}}'}\n", 20, "unknown placeholder '{{keyword}}'"),
        ("    mcp: {comand: [x]}\n", 20, "unknown key `comand`"),
        ("    mcp: {command: [x]}\n    intents: [chat]\n", 20, "`chat` is not one of"),
        ("    mcp: {tool: x}\n", 0, "tools.org_search ignored: `mcp` needs a `command` or a `url`"),
        ("    mcp: {command: [x], url: 'http://h'}\n", 0, "exclude each other"),
        ("    mcp: {url: 'ftp://h'}\n", 0, "must begin with http:// or https://"),
        (
            "    mcp: {command: ['./x']}\n",
            0,
            "tools.org_search.mcp.command ignored: `./x` is neither absolute nor a name on PATH",
        ),
        (
            "    mcp: {url: 'http://h', headers: {A: '${NOT_SET_HERE}'}}\n",
            0,
            "the variable NOT_SET_HERE is not set",
        ),
        ("    command: [x]\n    mcp: {command: [x]}\n", 0, "exclude each other"),
    ] {
        let home = Home::new();
        configure(&home, lines);
        let envelope = envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(&home), exit);
        assert!(limits(&envelope).contains(said), "{lines}: {}", limits(&envelope));
        assert!(context(&envelope).contains("late_fee"), "{lines}");
    }
}

#[test]
fn a_repository_adds_a_server_only_when_it_is_trusted() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let server = mcp_server::stdio(home.path(), "server", &answering(&findings()));
    let config =
        format!("tools:\n  org_search:\n{}", stdio_tool(&server, &format!("    result: {MAPPING}\n")));
    repo.file("config/auto-tools.yaml", &config);
    let untrusted = envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(&home), 0);
    let said = format!(
        "tools.org_search.mcp.command: `{}` refused: servers need your trust; see `foreword trust`, or put it into your own config",
        server.display()
    );
    assert!(limits(&untrusted).contains(&said), "{}", limits(&untrusted));
    assert!(!home.path().join("server.log").exists());
    let trust = |args: &[&str]| {
        Invocation::new(foreword()).args([&["trust"], args].concat()).cwd(repo.path()).run_in(&home)
    };
    let shown = trust(&[]).stdout_text();
    assert!(shown.contains(&server.display().to_string()), "{shown}");
    let hash = shown.lines().find_map(|line| line.strip_prefix("Hash: ")).expect("a hash");
    assert_eq!(trust(&["--yes", hash]).code(), Some(0));
    let trusted = envelope(&Ask::new(repo.path(), CODE_PROMPT).run_in(&home), 0);
    assert!(context(&trusted).contains("github.com/org/billing"), "{}", limits(&trusted));
}

#[test]
fn a_server_that_tells_what_it_was_trusted_with_is_masked() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let server = HttpServer::start(OnCall::Json(mcp_server::text("you said correct-horse to me")));
    let lines = format!("    mcp: {{url: '{}', headers: {{X-Key: 'correct-horse'}}}}\n", server.url());
    configure(&home, &lines);
    let output = run_tool(&home, repo.path(), r#"{"q": 1}"#);
    assert!(!output.stdout_text().contains("correct-horse"), "{}", output.stdout_text());
    assert!(output.stdout_text().contains("<redacted:configured-secret>"), "{}", output.stdout_text());
}

#[test]
fn a_program_of_the_users_configuration_must_not_lie_in_the_repository() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let server = mcp_server::stdio(repo.path(), "server", &answering(&findings()));
    for lines in [stdio_tool(&server, ""), format!("    command: ['{}']\n", server.display())] {
        configure(&home, &lines);
        let output = run_tool(&home, repo.path(), "{}");
        let said = "lies in the repository, which can change it; not run";
        assert!(output.stdout_text().contains(said), "{}", output.stdout_text());
        assert!(!repo.path().join("server.log").exists());
    }
}
