//! The clients' payloads as they are, per version, and what they get: `contracts/payload` → `contracts/hook`.

use foreword_testkit::golden;
use foreword_testkit::normalise::Normaliser;
use foreword_testkit::process::Home;
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::{ENTRY, InstalledShims};
use serde_json::{Value, json};

use crate::harness::{envelope, search_result, supplied};

/// A finding with everything that an item can have.
fn finding() -> Value {
    let text = "def late_fee(loan, today):\n    return days_late(loan, today) * DAILY_RATE";
    json!([{
        "path": "loans/fines.py", "start_line": 12, "end_line": 13, "symbol": "late_fee", "kind": "function",
        "signature": "def late_fee(loan, today):", "summary": "computes the fee", "confidence": 0.9,
        "why": "defines `late_fee`", "extract": { "start_line": 12, "language": "python", "text": text },
    }])
}

#[test]
fn golden_hook_outputs_per_client_and_version() {
    let names = golden::names("payload", "json");
    assert_eq!(names, ["payload/claude-code-2.1.325.json", "payload/codex-0.166.0.json"]);
    for name in names {
        let (repo, home) = (FixtureRepo::library_app(), Home::new());
        let root = repo.path().display().to_string();
        let payload = golden::read_json(&name).to_string().replace("<root>", &root);
        let file = supplied(&home, &json!([search_result(finding())]));
        let shims = InstalledShims::new();
        let invocation =
            shims.invoke(ENTRY).stdin(payload).env("CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE", &file);
        let printed = envelope(&invocation.cwd(repo.path()).run_in(&home), 0);
        let folder = repo.path().file_name().expect("a name").to_string_lossy().into_owned();
        let text = Normaliser::new().root(repo.path()).json(&printed).to_string().replace(&folder, "<name>");
        let golden_name = name.replace("payload/", "hook/");
        golden::check_json(&golden_name, &serde_json::from_str(&text).expect("json"));
    }
}
