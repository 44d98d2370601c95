//! `foreword mcp`: every tool listed and called, by schema; pages; roots; the guard.

use std::collections::BTreeMap;
use std::path::Path;

use foreword_model::limits;
use foreword_testkit::mcp::McpClient;
use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::{Value, json};

/// What each tool is asked here.
fn questions() -> BTreeMap<&'static str, Value> {
    BTreeMap::from([
        ("ci_index_status", json!({})),
        ("ci_search", json!({"query": "late fee of a loan"})),
        ("ci_graph_rag", json!({"query": "late fee", "depth": 1})),
        ("ci_call_chain", json!({"symbol": "late_fee", "direction": "callers"})),
        ("ci_bug_locate", json!({"error": "AssertionError in test_fines.py: late_fee is wrong"})),
        ("ci_impact", json!({"symbol": "late_fee"})),
        ("ci_complexity", json!({"path": "loans"})),
        ("ci_hotspot", json!({"days": 30})),
        ("askuser-ask_question", json!({"question": "Which?", "options": ["red", "blue"]})),
    ])
}

/// Starts the server in a repository.
pub fn server(repo: &Path, home: &Home) -> McpClient {
    Invocation::new(foreword()).args(["mcp"]).cwd(repo).start_as_mcp_server(home)
}

fn index(repo: &Path, home: &Home) {
    let output = Invocation::new(foreword()).args(["index"]).cwd(repo).run_in(home);
    assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
}

fn chars(value: &Value) -> usize {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned).chars().count()
}

#[test]
fn every_tool_is_listed_and_answers_by_its_schema() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    index(repo.path(), &home);
    let mut client = server(repo.path(), &home);
    client.answer("elicitation/create", json!({"action": "accept", "content": {"selected": "blue"}}));
    let said = client.introduce(json!({"elicitation": {}}));
    assert_eq!(
        (&said["protocolVersion"], &said["serverInfo"]["name"]),
        (&json!("2025-06-18"), &json!("foreword"))
    );
    let tools = client.request("tools/list", json!({}))["result"]["tools"].clone();
    let questions = questions();
    let listed = tools.as_array().expect("a list");
    assert_eq!(listed.len(), questions.len());
    for tool in listed {
        let name = tool["name"].as_str().expect("a name");
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{name}");
        let description = tool["description"].as_str().expect("a description");
        assert!((20..=120).contains(&description.len()), "{name}: {description}");
        let question = questions.get(name).unwrap_or_else(|| panic!("{name} is not in the contract"));
        let input = jsonschema::validator_for(&tool["inputSchema"]).expect("an input schema");
        assert!(input.is_valid(question), "{name}");
        assert!(!input.is_valid(&json!({"no_such_argument": 1})), "{name}");
        let output = jsonschema::validator_for(&tool["outputSchema"]).expect("an output schema");
        let result = client.call(name, question.clone());
        let answer = &result["structuredContent"];
        let errors: Vec<String> = output.iter_errors(answer).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        assert_eq!(
            (&result["isError"], &answer["status"]),
            (&json!(false), &json!("ok")),
            "{name}: {answer}"
        );
        assert_eq!(result["content"][0]["type"], "text");
        let text = result["content"][0]["text"].as_str().expect("text");
        assert!(text.contains(answer["summary"].as_str().expect("a summary")), "{name}: {text}");
        assert!(chars(answer) <= limits::MCP_PAGE_CHARS && chars(&json!(text)) <= limits::MCP_PAGE_CHARS);
    }
    client.close();
}

#[test]
fn wrong_calls_are_told_apart() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let mut client = server(repo.path(), &home);
    let unknown = client.request("tools/call", json!({"name": "ci_delete", "arguments": {}}));
    assert_eq!(unknown["error"]["code"], -32602);
    let shapeless = client.request("tools/call", json!({"name": ["x"]}));
    assert_eq!(shapeless["error"]["code"], -32602);
    let page = client
        .request("tools/call", json!({"name": "ci_search", "arguments": {"query": "x", "offset": "1"}}));
    assert_eq!(page["error"]["code"], -32602);
    let wrong = client.call("ci_search", json!({"query": 7}));
    assert_eq!(
        (&wrong["isError"], &wrong["structuredContent"]["error"]["code"]),
        (&json!(true), &json!("E_INVALID_ARGS"))
    );
    let wide = client.call("ci_search", json!({"query": "late fee", "limit": 900}));
    assert_eq!(wide["structuredContent"]["limits"][0], "ci_search: limit clamped to 100");
}

#[test]
fn a_long_answer_comes_in_pages() {
    let (home, repo) = (Home::new(), FixtureRepo::new());
    for file in 0..40 {
        let body: String =
            (0..18).map(|line| format!("    ledger_{file}_{line} = amount * {line}  # settle\n")).collect();
        repo.file(&format!("part_{file:02}.py"), &format!("def settle_ledger_{file}(amount):\n{body}"));
    }
    repo.git_init().commit("parts");
    let mut client = server(repo.path(), &home);
    let ask = |offset: &Value| json!({"query": "settle ledger amount", "limit": 40, "weak": "shown", "offset": offset});
    let (mut offset, mut paths, mut pages) = (json!(0), Vec::new(), 0);
    while !offset.is_null() {
        let result = client.call("ci_search", ask(&offset));
        let answer = &result["structuredContent"];
        assert!(
            chars(answer) <= limits::MCP_PAGE_CHARS
                && chars(&result["content"][0]["text"]) <= limits::MCP_PAGE_CHARS
        );
        let items = answer["data"]["items"].as_array().cloned().unwrap_or_default();
        paths.extend(items.iter().map(|item| item["path"].as_str().expect("a path").to_owned()));
        offset = answer["page"]["next_offset"].clone();
        pages += 1;
        assert!(pages < 50);
    }
    let whole = client.call(
        "ci_search",
        json!({"query": "settle ledger amount", "limit": 40, "weak": "shown", "max_chars": 50_000}),
    );
    let items = whole["structuredContent"]["data"]["items"].as_array().expect("items");
    let expected: Vec<&str> = items.iter().map(|item| item["path"].as_str().expect("a path")).collect();
    assert!(pages > 1 && expected.len() > 10, "{pages} pages, {} items", expected.len());
    assert_eq!(paths[..expected.len().min(paths.len())], expected[..]);
}

#[test]
fn several_repositories_are_served_and_no_other() {
    let home = Home::new();
    let (own, second, third) = (FixtureRepo::library_app(), FixtureRepo::new(), FixtureRepo::new());
    for (repo, word) in [(&second, "second"), (&third, "third")] {
        repo.file("only.py", &format!("def only_in_{word}():\n    return 1\n")).git_init().commit("one");
    }
    let mut client = server(own.path(), &home);
    let uri = |repo: &FixtureRepo| json!({"uri": format!("file://{}", repo.path().display())});
    client.answer("roots/list", json!({"roots": [uri(&own), uri(&second)]}));
    client.introduce(json!({"roots": {"listChanged": true}}));
    let mut found = |root: Option<&FixtureRepo>, query: &str| {
        let arguments = match root {
            Some(repo) => json!({"query": query, "root": repo.path()}),
            None => json!({"query": query}),
        };
        let answer = client.call("ci_search", arguments)["structuredContent"].clone();
        let path = answer["data"]["items"][0]["path"].as_str().map(str::to_owned);
        (path, answer["error"]["code"].as_str().map(str::to_owned))
    };
    assert_eq!(found(None, "late_fee").0.as_deref(), Some("loans/fines.py"));
    assert_eq!(found(Some(&second), "only_in_second").0.as_deref(), Some("only.py"));
    assert_eq!(found(Some(&third), "only_in_third"), (None, Some("E_REPO_ROOT".to_owned())));
    client.answer("roots/list", json!({"roots": [uri(&third)]}));
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}));
    let third_found = client.call("ci_search", json!({"query": "only_in_third"}));
    assert_eq!(
        third_found["structuredContent"]["data"]["items"][0]["path"], "only.py",
        "the client works there now"
    );
}

/// Issue 8: a folder that was named as a root showed what its repository hides.
#[test]
fn a_root_below_shows_nothing_that_its_repository_hides() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    for folder in ["secrets", ".ssh", "private", "left_out", "node_modules/x", "ignored"] {
        repo.file(&format!("{folder}/zebra.py"), "def zebra_loader():\n    return 1\n");
    }
    repo.file(".gitignore", "ignored/\n");
    repo.file("config/auto-tools.yaml", "sensitive: [\"private/**\"]\nexclude: [\"left_out/**\"]\n");
    let mut client = server(repo.path(), &home);
    client.introduce(json!({}));
    for folder in ["", "loans", "secrets", ".ssh", "private", "left_out", "node_modules", "ignored", ".git"] {
        let root = repo.path().join(folder);
        let answer = client.call("ci_search", json!({"query": "zebra_loader", "root": root}));
        assert!(!answer.to_string().contains("def zebra"), "{folder}: {answer}");
    }
    let inner = client.call("ci_search", json!({"query": "late_fee", "root": repo.path().join("loans")}));
    assert_eq!(inner["structuredContent"]["data"]["items"][0]["path"], "loans/fines.py", "{inner}");
}

/// A repository of its own within an ignored folder was answered when a model named it as the root.
#[test]
fn a_model_names_no_repository_that_its_surroundings_ignore() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    repo.file(".gitignore", "ignored/\n").file("kept/.ignore", "apart/\n");
    for folder in ["ignored/nested", "kept/apart", "kept/nested"] {
        repo.file(&format!("{folder}/zebra.py"), "def zebra_loader():\n    return 1\n");
        repo.git(&["init", "--quiet", folder]);
    }
    let found = |client: &mut McpClient, folder: &str| {
        let root = repo.path().join(folder);
        client.call("ci_search", json!({"query": "zebra_loader", "root": root})).to_string()
    };
    let mut client = server(repo.path(), &home);
    client.introduce(json!({}));
    for folder in ["ignored/nested", "kept/apart"] {
        let answer = found(&mut client, folder);
        assert!(
            answer.contains("lies in a folder that is not read") && !answer.contains("def zebra"),
            "{answer}"
        );
    }
    assert!(found(&mut client, "kept/nested").contains("def zebra"));
    // The user may: the client is in that folder, or the command names it.
    let mut inside = server(&repo.path().join("ignored/nested"), &home);
    inside.introduce(json!({}));
    assert!(found(&mut inside, "ignored/nested").contains("def zebra"));
    let named = repo.path().join("ignored/nested").display().to_string();
    let search = Invocation::new(foreword()).args(["search", "zebra_loader", "--root", &named]);
    assert!(search.cwd(repo.path()).run_in(&home).stdout_text().contains("def zebra"));
}

/// Issue 8: each notice had a thread, and a question, of its own.
#[test]
fn a_client_that_gives_notice_without_end_is_asked_once_at_a_time() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    let mut client = server(repo.path(), &home);
    client.introduce(json!({"roots": {"listChanged": true}}));
    for _ in 0..2_000 {
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}));
    }
    let threads = || std::fs::read_dir(format!("/proc/{}/task", client.pid())).map_or(0, Iterator::count);
    let most = threads();
    client.request("ping", json!({}));
    let asked = client.noticed.iter().filter(|message| message["method"] == "roots/list").count();
    assert!(asked < 100 && most < 100, "asked {asked} times, {most} threads");
}

#[test]
fn what_leaves_is_guarded_and_fresh() {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    index(repo.path(), &home);
    let mut client = server(repo.path(), &home);
    let token = ["ghp", "_", &"aB3dE5fG7h".repeat(4)[..36]].concat();
    repo.file(
        "loans/refund.py",
        &format!("def refund_everything():\n    token = \"{token}\"\n    return token\n"),
    );
    repo.file(".env", "REFUND_EVERYTHING=1\n");
    let result = client.call("ci_search", json!({"query": "refund_everything"}));
    let said = result.to_string();
    assert!(said.contains("loans/refund.py"), "a file of this moment is found: {said}");
    assert!(!said.contains(&token) && said.contains("<redacted:github-token>"), "{said}");
    let outside = client.call("ci_complexity", json!({"path": "../../etc"})).to_string();
    assert!(outside.contains("outside"), "{outside}");
}
