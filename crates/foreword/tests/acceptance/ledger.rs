//! Contract §8: within a session the same extract is not given in full twice while it is unchanged.

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::{Value, json};

use crate::harness::{CODE_PROMPT, SMALL_TALK};

const POINTER: &str = "(given earlier in this session, unchanged)";

struct Session {
    home: Home,
    repo: FixtureRepo,
}

impl Session {
    fn new() -> Self {
        Self { home: Home::new(), repo: FixtureRepo::library_app() }
    }

    fn send(&self, payload: &Value) -> String {
        let output = Invocation::new(foreword())
            .args(["inject"])
            .stdin(payload.to_string())
            .env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0")
            .cwd(self.repo.path())
            .run_in(&self.home);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        match output.stdout_text().is_empty() {
            true => String::new(),
            false => {
                let printed = output.json();
                printed["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned()
            }
        }
    }

    fn ask_as(&self, who: &Value, prompt: &str) -> String {
        let mut payload =
            json!({ "cwd": self.repo.path(), "hook_event_name": "UserPromptSubmit", "prompt": prompt });
        let (payload_fields, who) =
            (payload.as_object_mut().expect("an object"), who.as_object().expect("an object"));
        payload_fields.extend(who.clone());
        self.send(&payload)
    }

    fn ask(&self, session: &str) -> String {
        self.ask_as(&json!({ "session_id": session }), CODE_PROMPT)
    }

    fn start(&self, session: &str, source: &str) {
        let payload = json!({ "session_id": session, "hook_event_name": "SessionStart", "source": source });
        assert_eq!(self.send(&payload), "");
    }
}

fn extracts(text: &str) -> usize {
    text.matches("```").count() / 2
}

#[test]
fn an_extract_is_given_once_while_it_is_unchanged() {
    let session = Session::new();
    let first = session.ask("one");
    assert!(extracts(&first) > 0 && !first.contains(POINTER), "{first}");

    let second = session.ask("one");
    assert!(!second.is_empty() && second.contains(POINTER), "{second}");
    for line in fenced_lines(&first) {
        assert!(!fenced_lines(&second).contains(&line), "{line:?} twice:\n{second}");
    }
    assert_eq!(session.ask("another"), first, "another session has been given nothing");
}

/// The lines inside fences that say something.
fn fenced_lines(text: &str) -> Vec<&str> {
    let mut is_inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_inside = !is_inside;
        } else if is_inside && line.trim().len() > 12 {
            lines.push(line);
        }
    }
    lines
}

#[test]
fn what_a_client_has_forgotten_is_given_again() {
    let session = Session::new();
    let first = session.ask("one");
    for source in ["compact", "clear"] {
        assert!(session.ask("one").contains(POINTER));
        session.start("one", source);
        assert_eq!(session.ask("one"), first, "after {source}");
    }
    session.start("one", "resume");
    assert!(session.ask("one").contains(POINTER), "what is resumed is remembered");
}

#[test]
fn what_changed_is_given_again() {
    let session = Session::new();
    let first = session.ask("one");
    let path = first.lines().find_map(|line| line.strip_prefix("1. ")?.split(':').next()).expect("a place");
    let text = std::fs::read_to_string(session.repo.path().join(path)).expect("the file");
    let line = fenced_lines(&first)[0];
    session.repo.file(path, &text.replace(line, &format!("{line}  # and more")));
    let second = session.ask("one");
    assert!(fenced_lines(&second).iter().any(|line| line.contains("# and more")), "{second}");
}

#[test]
fn eight_prompts_later_it_is_forgotten() {
    let session = Session::new();
    let first = session.ask("one");
    for number in 1..8 {
        assert_eq!(session.ask_as(&json!({ "session_id": "one" }), SMALL_TALK), "", "prompt {number}");
    }
    assert!(session.ask("one").contains(POINTER), "the eighth prompt after it");
    // The first one has left; what the last was given in full is what the first was not.
    for _ in 0..8 {
        session.ask_as(&json!({ "session_id": "one" }), SMALL_TALK);
    }
    assert_eq!(session.ask("one"), first);
}

#[test]
fn a_sub_agent_has_a_ledger_of_its_own() {
    let session = Session::new();
    let own =
        |agent: &str| json!({ "session_id": "one", "turn_id": format!("t-{agent}"), "agent_id": agent });
    let first = session.ask_as(&own("a"), CODE_PROMPT);
    assert!(extracts(&first) > 0);
    assert!(!session.ask("one").contains(POINTER), "the session itself has been given nothing");
    assert!(!session.ask_as(&own("b"), CODE_PROMPT).contains(POINTER));
}

#[test]
fn a_prompt_that_leans_on_the_one_before_is_answered_with_its_words() {
    let session = Session::new();
    let who = json!({ "session_id": "one" });
    let asked = "where are the reminders for overdue loans put together? my token is ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    session.repo.file("loans/reminders.py", "def collect_reminders(loans):\n    # overdue loans of a reader\n    return [loan for loan in loans if loan.overdue]\n");
    session.repo.file("loans/printing.py", "def print_letter(reader):\n    return reader.address\n");
    assert!(session.ask_as(&who, asked).contains("loans/reminders.py"));
    let leaning = session.ask_as(&who, "and where is the function that sends them by post?");
    assert!(leaning.contains("loans/reminders.py"), "{leaning:?}");
    let alone =
        session.ask_as(&json!({ "session_id": "two" }), "and where is the function that sends them by post?");
    assert!(!alone.contains("loans/reminders.py"), "what another session said plays no part: {alone:?}");
    let state = session.home.path();
    let mut looked = 0;
    for entry in files_below(state) {
        let bytes = std::fs::read(&entry).unwrap_or_default();
        looked += 1;
        assert!(!String::from_utf8_lossy(&bytes).contains("ghp_16C7e42F"), "{}", entry.display());
    }
    assert!(looked > 0, "the session has a ledger");
}

fn files_below(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            true => found.extend(files_below(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found
}
