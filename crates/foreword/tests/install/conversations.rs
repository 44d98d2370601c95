//! The real clients over several prompts and with sub-agents, after an installation by our own command; and codex by
//! `codex-auto` and by one line of shell. What counts is the requests that reached the model.

use std::ffi::OsString;

use foreword_model::texts::RESULTS_HEADER;
use foreword_testkit::clients::{InstalledTurn, claude_code, codex};
use foreword_testkit::mock::Recorded;
use foreword_testkit::mock::anthropic::MockAnthropic;
use foreword_testkit::mock::openai::MockOpenAi;
use serde_json::{Value, json};

use crate::machine::Machine;

const FIRST: &str = "Why does late_fee still charge a member during the grace days?";
const SECOND: &str = "Does late_fee in loans/fines.py charge on a holiday?";
const THIRD: &str = "And what does late_fee charge for a lost book?";
/// The first line of an extract, which a one-line pointer does not have.
const EXTRACT: &str = "def late_fee(loan: Loan, returned_on: date) -> int:\n";
/// What a sub-agent is told; the person's prompt is not about code.
const AGENT_PROMPT: &str = "Find out how late_fee in loans/fines.py counts the grace days.";
const SMALL_TALK: &str = "thanks, please go on as we said";

/// How often a text stands in a request.
fn count(request: &Recorded, text: &str) -> usize {
    request.strings().iter().map(|string| string.matches(text).count()).sum()
}

fn turn<'a>(
    machine: &'a Machine,
    prompt: &'a str,
    args: &'a [OsString],
    env: &'a [(&'a str, &'a str)],
) -> InstalledTurn<'a> {
    InstalledTurn { home: &machine.home, repo: machine.repo.path(), prompt, args, env }
}

#[test]
fn claude_code_repeats_no_extract_until_it_compacts() {
    let machine = Machine::new();
    machine.succeed(&["install", "claude", "--yes"]);
    let (model, path) = (MockAnthropic::start(), machine.search_path());
    let env = [("PATH", path.as_str())];
    let session = "11111111-2222-4333-8444-555555555555";
    let ask = |prompt: &str, how: &str| {
        let args = [OsString::from(how), OsString::from(session)];
        claude_code::ask_model(&model, turn(&machine, prompt, &args, &env))
    };
    let Some(first) = ask(FIRST, "--session-id") else { return };
    let injected = |request: &Recorded| (count(request, RESULTS_HEADER), count(request, EXTRACT));
    assert_eq!(injected(first.only_request()), (1, 1));
    // The history holds the first injection; the second one is there, and points to what was given.
    let second = ask(SECOND, "--resume").expect("the client is there");
    assert_eq!(injected(second.only_request()), (2, 1));
    ask("/compact", "--resume");
    let third = ask(THIRD, "--resume").expect("the client is there");
    assert_eq!(injected(third.only_request()), (1, 1), "the summary has taken the place of what was given");
}

#[test]
fn codex_repeats_no_extract_in_a_session() {
    let machine = Machine::new();
    machine.succeed(&["install", "codex", "--yes"]);
    let (model, path) = (MockOpenAi::start(), machine.search_path());
    let env = [("PATH", path.as_str())];
    let Some(first) = codex::ask_model(&model, turn(&machine, FIRST, &[], &env)) else { return };
    assert_eq!(count(first.only_request(), EXTRACT), 1);
    let resume = ["resume", "--last"].map(OsString::from);
    let second =
        codex::ask_model(&model, turn(&machine, SECOND, &resume, &env)).expect("the client is there");
    let request = second.only_request();
    assert_eq!((count(request, RESULTS_HEADER), count(request, EXTRACT)), (2, 1));
}

/// The request of a sub-agent: it holds what the agent was told, and not what the person typed.
fn of_agent(requests: Vec<Recorded>) -> Recorded {
    let mut own = requests
        .into_iter()
        .filter(|request| request.contains(AGENT_PROMPT) && !request.contains(SMALL_TALK));
    own.next().expect("a request of the sub-agent")
}

fn check_agent(request: &Recorded) {
    assert_eq!(count(request, RESULTS_HEADER), 1, "{}", request.body);
    assert!(request.contains("loans/fines.py") && request.contains(EXTRACT), "{}", request.body);
}

#[test]
fn claude_code_sub_agents_get_their_own_context() {
    let machine = Machine::new();
    machine.succeed(&["install", "claude", "--yes"]);
    let input = json!({"description": "fees", "prompt": AGENT_PROMPT, "subagent_type": "general-purpose"});
    let call = json!({"type": "tool_use", "id": "toolu_1", "name": "Task", "input": input});
    let (model, path) = (MockAnthropic::scripted(vec![vec![call]]), machine.search_path());
    let env = [("PATH", path.as_str())];
    let Some(_) = claude_code::ask_model(&model, turn(&machine, SMALL_TALK, &[], &env)) else { return };
    check_agent(&of_agent(model.requests()));
}

/// A model that starts a sub-agent, and waits for it once it knows its name.
fn model_with_agent() -> MockOpenAi {
    let call = |id: &str, name: &str, args: Value| {
        json!({
            "type": "function_call", "call_id": id, "namespace": "multi_agent_v1", "name": name,
            "arguments": args.to_string(),
        })
    };
    let mut step = 0;
    MockOpenAi::answering(move |request| {
        if !request.is_post_to("/v1/responses") || !request.contains(SMALL_TALK) {
            return None;
        }
        step += 1;
        match step {
            1 => Some(vec![call("call_1", "spawn_agent", json!({ "message": AGENT_PROMPT }))]),
            2 => {
                let said = request.strings().into_iter().find(|string| string.contains("agent_id"))?;
                let agent: Value = serde_json::from_str(said).ok()?;
                Some(vec![call("call_2", "wait_agent", json!({ "targets": [agent["agent_id"]] }))])
            }
            _ => None,
        }
    })
}

#[test]
fn codex_sub_agents_get_their_own_context() {
    let machine = Machine::new();
    machine.succeed(&["install", "codex", "--yes"]);
    let (model, path) = (model_with_agent(), machine.search_path());
    let env = [("PATH", path.as_str())];
    let Some(_) = codex::ask_model(&model, turn(&machine, SMALL_TALK, &[], &env)) else { return };
    check_agent(&of_agent(model.requests()));
}

/// The real codex on PATH, with our model in its configuration.
fn with_codex(model: &MockOpenAi) -> Option<Machine> {
    let program = codex::program()?;
    let machine = Machine::new();
    machine.put_on_path("codex", &program);
    machine.home.file(".codex/config.toml", &codex::provider(&model.base_url()));
    Some(machine)
}

fn by_shell(machine: &Machine, line: &str) {
    let shell = machine.invoke("/bin/sh").args(["-c", line]).env("MOCK_API_KEY", "dummy");
    let output = shell.timeout(std::time::Duration::from_secs(60)).run_in(&machine.home);
    assert_eq!(output.code(), Some(0), "{line}: {}{}", output.stdout_text(), output.stderr_text());
    assert!(output.stdout_text().contains("MOCK REPLY"), "{line}: {}", output.stdout_text());
}

/// With arguments of the user's, too: `codex exec resume` takes few of those that `codex exec` takes.
#[test]
fn codex_auto_goes_on_in_the_thread_of_the_first_round() {
    check_two_rounds("");
    check_two_rounds("-- --sandbox read-only");
}

#[track_caller]
fn check_two_rounds(codex_args: &str) {
    let model = MockOpenAi::start();
    let Some(machine) = with_codex(&model) else { return };
    by_shell(&machine, &format!("foreword codex-auto '{FIRST}' {codex_args}"));
    let recorded = machine.repo.path().join(".devbooks/cache/auto-tools/codex-session.json");
    let thread = std::fs::read_to_string(&recorded).expect("a session");
    by_shell(&machine, &format!("foreword codex-auto '{SECOND}' {codex_args}"));
    assert_eq!(std::fs::read_to_string(&recorded).expect("a session"), thread);
    let first = &model.conversation(FIRST)[0];
    assert_eq!((count(first, RESULTS_HEADER), count(first, EXTRACT)), (1, 1));
    let [second] = &model.conversation(SECOND)[..] else { panic!("one request") };
    assert!(second.contains(FIRST), "the history of the thread: {}", second.body);
    assert_eq!(count(second, RESULTS_HEADER), 2);
}

/// The hook sees a prompt that begins with our context, and adds none.
#[test]
fn codex_auto_and_the_hook_give_one_injection() {
    let model = MockOpenAi::start();
    let Some(machine) = with_codex(&model) else { return };
    machine.succeed(&["install", "codex", "--yes"]);
    by_shell(&machine, &format!("foreword codex-auto '{FIRST}'"));
    let [request] = &model.conversation(FIRST)[..] else { panic!("one request") };
    assert_eq!(count(request, RESULTS_HEADER), 1, "{}", request.body);
}

/// `/tools off` means the native hook as well: what the loop sets for its codex is what silences it.
#[test]
fn a_prompt_that_wants_no_context_gets_none_from_the_hook() {
    let model = MockOpenAi::start();
    let Some(machine) = with_codex(&model) else { return };
    machine.succeed(&["install", "codex", "--yes"]);
    by_shell(&machine, &format!("CI_AUTO_TOOLS=off foreword codex-auto '{FIRST}'"));
    let [request] = &model.conversation(FIRST)[..] else { panic!("one request") };
    assert_eq!(count(request, RESULTS_HEADER), 0, "{}", request.body);
    assert!(!request.contains("[Limits]") && !request.contains("run_id"), "{}", request.body);
}

/// Entry B, as the documents have it.
#[test]
fn codex_is_answered_by_one_line_of_shell() {
    let model = MockOpenAi::start();
    let Some(machine) = with_codex(&model) else { return };
    by_shell(&machine, &format!("codex exec \"$(foreword inject --client codex --prompt '{FIRST}')\""));
    let [request] = &model.conversation(FIRST)[..] else { panic!("one request") };
    assert_eq!((count(request, RESULTS_HEADER), count(request, EXTRACT)), (1, 1));
    assert!(request.contains("\nrun_id: ") && request.contains("\n[Limits] "), "{}", request.body);
}
