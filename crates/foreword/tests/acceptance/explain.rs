//! `foreword explain`: past injections are kept, few and clean, and say why each item was there.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use foreword_model::limits as bounds;
use foreword_testkit::process::{Home, Invocation, Output};
use foreword_testkit::repo::{FixtureRepo, script};
use foreword_testkit::shims::foreword;
use serde_json::{Value, json};

use crate::harness::{Ask, CODE_PROMPT, SMALL_TALK, envelope, search_result, supplied};

/// A repository, and the home in which its runs are kept.
struct Bench {
    repo: FixtureRepo,
    home: Home,
}

impl Bench {
    fn new() -> Self {
        Self { repo: FixtureRepo::library_app(), home: Home::new() }
    }

    fn ask<'a>(&'a self, prompt: &'a str) -> Ask<'a> {
        Ask::new(self.repo.path(), prompt).in_hook_mode()
    }

    /// Asks as a hook, and answers what is injected.
    fn inject(&self, prompt: &str) -> String {
        let output = envelope(&self.ask(prompt).run_in(&self.home), 0);
        let context = &output["hookSpecificOutput"]["additionalContext"];
        context.as_str().unwrap_or_else(|| panic!("nothing injected: {output}")).to_owned()
    }

    fn explain(&self, args: &[&str]) -> Output {
        Invocation::new(foreword()).args(["explain"]).args(args).run_in(&self.home)
    }

    fn explained(&self, args: &[&str]) -> String {
        let output = self.explain(args);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        output.stdout_text()
    }

    fn folder(&self) -> PathBuf {
        self.home.path().join("state/foreword/runs")
    }

    /// What is in the folder, hidden files too, sorted.
    fn files(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.folder()) else { return Vec::new() };
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        files
    }

    /// The only record.
    fn record(&self) -> Value {
        let [file] = &self.files()[..] else { panic!("{:?}", self.files()) };
        serde_json::from_slice(&fs::read(file).expect("a record")).expect("an envelope")
    }

    /// Writes a record with this id.
    fn plant(&self, id: &str, bytes: &[u8]) -> PathBuf {
        let file = self.folder().join(format!("{id}.json"));
        fs::create_dir_all(self.folder()).expect("a folder");
        fs::write(&file, bytes).expect("a planted record");
        file
    }
}

/// The line that holds a text.
fn line_with<'t>(text: &'t str, part: &str) -> &'t str {
    text.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("no {part:?} in:\n{text}"))
}

/// Checks that the parts of a `score 8.41 = stem 2.50 - depth 0.54` come to the score, largest first.
fn check_sum(line: &str) {
    let (score, parts) =
        line.trim().strip_prefix("score ").and_then(|rest| rest.split_once(" = ")).expect(line);
    let (mut sum, mut sizes, mut sign) = (0.0, Vec::new(), if parts.starts_with('-') { -1.0 } else { 1.0 });
    for word in parts.split(' ') {
        match word {
            "+" => sign = 1.0,
            "-" => sign = -1.0,
            word => {
                if let Ok(size) = word.parse::<f64>() {
                    sum += sign * size;
                    sizes.push(size);
                }
            }
        }
    }
    let score: f64 = score.parse().expect(line);
    assert!((sum - score).abs() < 0.1, "{sum} in {line}");
    assert!(sizes.len() >= 3 && sizes.is_sorted_by(|left, right| left >= right), "{line}");
}

#[test]
fn the_last_injection_says_why_each_item_is_there() {
    let bench = Bench::new();
    let injected = bench.inject(CODE_PROMPT);
    let text = bench.explained(&[]);
    assert_eq!(text, bench.explained(&["last"]));
    assert!(line_with(&text, "client").contains("claude-code, UserPromptSubmit, session 5f0c"), "{text}");
    assert!(line_with(&text, "prompt").ends_with(CODE_PROMPT), "{text}");
    assert!(line_with(&text, "intent").contains("explore, confidence 0."), "{text}");
    let length = format!("{} characters", injected.chars().count());
    assert!(line_with(&text, "injected").contains(&length), "{text}");
    assert!(line_with(&text, "Plan: ").contains("tier up to 1, 5000 ms"), "{text}");
    let tool = text.split("\nTools\n").nth(1).and_then(|rest| rest.lines().nth(1)).expect("a second tool");
    let words: Vec<&str> = tool.split_whitespace().take(4).collect();
    assert_eq!((words[0], words[1], words[3]), ("ci_search", "ok", "ms"), "{tool}");
    words[2].parse::<u64>().expect("a time");
    let first = line_with(&text, "  1.  ");
    assert!(first.contains("loans/fines.py:") && first.contains("`late_fee`"), "{text}");
    assert!(first.contains("(ci_search, confidence 0."), "{text}");
    let scores: Vec<&str> = text.lines().filter(|line| line.trim().starts_with("score ")).collect();
    scores.iter().for_each(|line| check_sum(line));
    assert!(scores[0].contains(" passage text ") && scores[0].contains(" passage name "), "{}", scores[0]);
    assert!(text.contains("\nCut: nothing\n") && text.contains("\nRedacted: nothing\n"), "{text}");
}

#[test]
fn a_record_is_the_envelope_and_the_users_own() {
    let bench = Bench::new();
    let printed = envelope(&Ask::new(bench.repo.path(), CODE_PROMPT).run_in(&bench.home), 0);
    let record = bench.record();
    assert_eq!(record, printed);
    let id = printed["run_id"].as_str().expect("an id");
    assert_eq!(bench.explain(&[id, "--json"]).json(), printed);
    let mode = |path: &PathBuf| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!((mode(&bench.folder()), mode(&bench.files()[0])), (0o700, 0o600));
    let by_hand =
        Invocation::new(foreword()).args(["inject", "--prompt", "explain late_fee in loans/fines.py"]);
    assert_eq!(by_hand.cwd(bench.repo.path()).run_in(&bench.home).code(), Some(0));
    assert_eq!(bench.files().len(), 2);
    assert!(line_with(&bench.explained(&["last"]), "prompt").ends_with("explain late_fee in loans/fines.py"));
}

#[test]
fn a_place_that_a_walk_came_to_shows_its_links() {
    let bench = Bench::new();
    let index = Invocation::new(foreword()).args(["index", "--root"]).args([bench.repo.path()]);
    assert_eq!(index.timeout(foreword_testkit::wait::DEADLINE).run_in(&bench.home).code(), Some(0));
    bench.inject("What does `late_fee` in loans/fines.py do, and who calls it?");
    let text = bench.explained(&[]);
    let place = line_with(&text, "(ci_graph_rag, confidence 0.");
    let after = &text[text.find(place).expect("there") + place.len()..];
    let linked = after.lines().skip(1).take_while(|line| line.starts_with("      "));
    let links: Vec<&str> = linked.filter(|line| line.contains("`late_fee` (loans/fines.py:")).collect();
    assert!(links.iter().any(|line| line.contains(", 0.") || line.contains(", 1.")), "{text}");
}

#[test]
fn no_secret_is_kept() {
    let bench = Bench::new();
    let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    bench.inject(&format!("why does late_fee in loans/fines.py fail with token {token}?"));
    let text = fs::read_to_string(&bench.files()[0]).expect("a record");
    assert!(!text.contains(&token[4..]), "{text}");
    let explained = bench.explained(&[]);
    assert!(!explained.contains(&token[4..]), "{explained}");
    let redacted = explained.split("\nRedacted\n").nth(1).expect("a section");
    assert_eq!(redacted.lines().next(), Some("  prompt: github-token 1"), "{explained}");
}

#[test]
fn sixty_runs_several_at_a_time_leave_fifty() {
    let bench = Bench::new();
    let oldest = bench.plant("20200101-000000-000000", b"{}");
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let bench = &bench;
            scope.spawn(move || {
                for number in 0..15 {
                    bench.inject(&format!(
                        "How is the late fee of loan {worker}{number:02} computed in loans/fines.py?"
                    ));
                }
            });
        }
    });
    assert!(!oldest.exists());
    let files = bench.files();
    assert_eq!(files.len(), bounds::RUN_RECORDS, "{files:?}");
    for file in files {
        let record: Value = serde_json::from_slice(&fs::read(&file).expect("a record")).expect("whole");
        let name = format!("{}.json", record["run_id"].as_str().expect("an id"));
        assert_eq!(file.file_name().expect("a name").to_str(), Some(name.as_str()));
    }
}

#[test]
fn the_oldest_go_when_the_bytes_are_too_many_and_what_was_left_behind_goes_too() {
    let bench = Bench::new();
    let old = bench.plant("20200101-000000-000000", b"{}");
    let large = bench.plant("20200101-000001-000000", b"");
    let sized = fs::OpenOptions::new().write(true).open(&large).expect("it");
    sized.set_len(bounds::RUN_RECORDS_BYTES).expect("a size");
    let other = bench.plant("notes", b"a person's own");
    let leftover = bench.folder().join(".20200101-000002-000000.7.9");
    fs::write(&leftover, "{").expect("a leftover");
    foreword_testkit::tree::set_time(&leftover, foreword_testkit::tree::days_from_now(-1));
    bench.inject(CODE_PROMPT);
    assert_eq!([old, large, leftover, other].map(|file| file.exists()), [false, false, false, true]);
    assert_eq!(bench.files().len(), 2);
}

#[test]
fn what_is_not_there_or_no_id_is_said() {
    let bench = Bench::new();
    let nothing = "no run was kept; one is kept when a prompt was about code";
    let check = |args: &[&str], said: &str| {
        let output = bench.explain(args);
        assert_eq!((output.code(), output.stdout_text().as_str()), (Some(40), ""), "{args:?}");
        assert_eq!(output.stderr_text(), format!("foreword explain: {said}\n"), "{args:?}");
    };
    check(&[], nothing);
    check(&["20260102-030405-0a1b2c"], nothing);
    bench.inject(CODE_PROMPT);
    let last = bench.record()["run_id"].as_str().expect("an id").to_owned();
    check(
        &["20200102-030405-0a1b2c"],
        &format!("no run 20200102-030405-0a1b2c is kept; the last of 1 is {last}"),
    );
    fs::write(bench.home.path().join("state/foreword/x.json"), "{}").expect("a file outside the folder");
    for (hostile, shown) in
        [("../x", "../x"), ("/etc/passwd", "/etc/passwd"), ("a\u{1b}[31m\nb", "a b"), ("", "")]
    {
        check(&[hostile], &format!("`{shown}` is no run id: YYYYMMDD-HHMMSS-xxxxxx, or last"));
    }
}

#[test]
fn plans_and_declines_write_nothing() {
    let bench = Bench::new();
    let items = json!([{ "path": "loans/fines.py", "start_line": 3, "symbol": "late_fee", "summary": "s" }]);
    let results = supplied(&bench.home, &json!([search_result(items)]));
    for (prompt, name, value) in [
        (CODE_PROMPT, "CI_AUTO_TOOLS_MODE", "plan"),
        (CODE_PROMPT, "CI_AUTO_TOOLS_DRY_RUN", "1"),
        (CODE_PROMPT, "CI_AUTO_TOOLS", "off"),
        (SMALL_TALK, "CI_AUTO_TOOLS", "auto"),
    ] {
        for format in [None, Some("json")] {
            let ask = Ask::new(bench.repo.path(), prompt).env(name, value);
            let ask = if format.is_none() { ask.in_hook_mode() } else { ask };
            // Supplied results are fused whatever the prompt, and then there is something to keep.
            let supplies = prompt == CODE_PROMPT;
            let ask = if supplies { ask.env("CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE", &results) } else { ask };
            assert_eq!(ask.run_in(&bench.home).code(), Some(0));
            assert!(!bench.folder().exists(), "{name}={value} {prompt}");
        }
    }
}

#[test]
fn safe_15_an_older_run_is_not_shown_for_the_last() {
    let bench = Bench::new();
    bench.inject(CODE_PROMPT);
    let kept = bench.explained(&[]);
    let id = bench.record()["run_id"].as_str().expect("an id").to_owned();
    for prompt in [SMALL_TALK, "谢谢，今天天气真好"] {
        assert_eq!(bench.ask(prompt).run_in(&bench.home).code(), Some(0));
        let text = bench.explained(&[]);
        let (doubt, rest) = text.split_once("\n\n").expect("a first line");
        assert!(doubt.starts_with("This is not the last run: empty-"), "{doubt}");
        assert!(
            doubt.ends_with("(nothing to add: no question about code). The last that is kept:"),
            "{doubt}"
        );
        assert_eq!(rest, kept, "{prompt}");
        assert!(!fs::read_to_string(bench.folder().join("not-kept")).expect("a note").contains(prompt));
    }
    assert_eq!(bench.explained(&[&id]), kept, "asked for by its id");
    let json = bench.explain(&["--json"]);
    assert_eq!(json.json(), bench.explain(&[&id, "--json"]).json());
    assert!(json.stderr_text().contains("This is not the last run"), "{}", json.stderr_text());
    bench.inject("explain late_fee in loans/fines.py");
    assert!(bench.explained(&[]).starts_with("Run "));
}

#[test]
fn safe_15_that_runs_cannot_be_recorded_is_said_before_an_older_one_is_shown() {
    let bench = Bench::new();
    bench.inject(CODE_PROMPT);
    let kept = bench.explained(&[]);
    // Nothing can be put in place of a folder.
    fs::create_dir(bench.folder().join(".probe")).expect("a folder");
    let text = bench.explained(&[]);
    let (doubt, rest) = text.split_once("\n\n").expect("a first line");
    assert!(
        doubt.starts_with("This may not be the last run: runs cannot be recorded at the moment ("),
        "{doubt}"
    );
    assert_eq!(rest, kept);
}

#[test]
fn safe_15_an_unknown_run_is_an_error_and_no_other_run() {
    let bench = Bench::new();
    bench.inject(CODE_PROMPT);
    let id = bench.record()["run_id"].as_str().expect("an id").to_owned();
    let output = bench.explain(&["20200102-030405-0a1b2c"]);
    assert_eq!((output.code(), output.stdout_text().as_str()), (Some(40), ""));
    let expected = format!("no run 20200102-030405-0a1b2c is kept; the last of 1 is {id}");
    assert!(output.stderr_text().contains(&expected), "{}", output.stderr_text());
}

#[test]
fn without_a_place_to_write_nothing_is_said() {
    let bench = Bench::new();
    let expected = bench.inject(CODE_PROMPT);
    let file = bench.home.file("no_folder", "");
    let gone = bench.home.path().join("gone");
    let (gone_home, no_state) = (gone.to_str().expect("text"), file.to_str().expect("text"));
    for (variables, said) in [
        ([("XDG_STATE_HOME", no_state), ("HOME", no_state)], "the folder of past runs cannot be read"),
        ([("XDG_STATE_HOME", "/proc/self/fdinfo"), ("HOME", "/proc")], "no run was kept"),
        ([("XDG_STATE_HOME", ""), ("HOME", "")], "no run was kept"),
        ([("XDG_STATE_HOME", ""), ("HOME", gone_home)], "no run was kept"),
    ] {
        let ask = variables.iter().fold(bench.ask(CODE_PROMPT), |ask, (name, value)| ask.env(name, value));
        let output = ask.run_in(&bench.home);
        assert_eq!((output.code(), output.stderr_text().as_str()), (Some(0), ""), "{variables:?}");
        let printed = output.json();
        assert_eq!(printed["hookSpecificOutput"]["additionalContext"], expected.as_str(), "{variables:?}");
        assert!(!gone.exists());
        let output = Invocation::new(foreword()).args(["explain"]).envs(variables).run_in(&bench.home);
        assert_eq!(output.code(), Some(40));
        assert!(output.stderr_text().contains(said), "{}", output.stderr_text());
    }
}

#[test]
fn links_are_not_followed() {
    for place in ["state/foreword", "state/foreword/runs"] {
        let bench = Bench::new();
        let elsewhere = tempfile::tempdir().expect("a folder");
        let link = bench.home.path().join(place);
        fs::create_dir_all(link.parent().expect("a parent")).expect("a folder");
        std::os::unix::fs::symlink(elsewhere.path(), &link).expect("a link");
        bench.ask(CODE_PROMPT).run_in(&bench.home);
        let runs = [elsewhere.path().join("runs"), elsewhere.path().to_owned()];
        let records = runs.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        let names: Vec<_> =
            records.map(|entry| entry.file_name()).filter(|name| name != "sessions").collect();
        assert_eq!(names, Vec::<std::ffi::OsString>::new(), "{place}");
    }
    let bench = Bench::new();
    bench.inject(CODE_PROMPT);
    let record = bench.files().remove(0);
    let outside = bench.home.path().join("moved.json");
    fs::rename(&record, &outside).expect("moved");
    std::os::unix::fs::symlink(&outside, &record).expect("a link");
    assert_eq!(bench.explain(&["last"]).code(), Some(40));
}

#[test]
fn a_run_in_which_a_tool_failed_is_kept_and_says_so() {
    let bench = Bench::new();
    let program = script(bench.home.path(), "broken.sh", "#!/bin/sh\nexit 3\n");
    let ask = bench.ask(CODE_PROMPT).env("CI_AUTO_TOOLS_RUNNER_CI_SEARCH", &program);
    let printed = envelope(&ask.run_in(&bench.home), 0);
    assert_eq!(printed["hookSpecificOutput"], Value::Null, "nothing is injected");
    let text = bench.explained(&["last"]);
    assert!(line_with(&text, "injected").contains("0 characters, 0 of 0 places"), "{text}");
    assert!(line_with(&text, "degraded").contains("to plan: "), "{text}");
    assert!(line_with(&text, "E_TOOL_UNAVAILABLE").contains("ci_search        error"), "{text}");
    assert!(text.contains("\nLimits\n  [Limits] tool unavailable; skipped: ci_search\n"), "{text}");
}

#[test]
fn what_was_cut_and_what_was_filtered_is_listed() {
    let bench = Bench::new();
    let item = |number: usize| json!({ "path": format!("loans/part_{number:02}.py"), "start_line": 3, "summary": "x".repeat(150), "confidence": 0.9 - 0.01 * number as f64 });
    let mut items: Vec<Value> = (0..14).map(item).collect();
    items.push(json!({ "path": "/etc/passwd", "summary": "elsewhere", "confidence": 1 }));
    let results = supplied(&bench.home, &json!([search_result(items.into())]));
    let ask = bench.ask(CODE_PROMPT).env("CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE", &results);
    let printed = envelope(&ask.env("CI_AUTO_TOOLS_MAX_INJECTED_CHARS", "1200").run_in(&bench.home), 0);
    let injected = printed["hookSpecificOutput"]["additionalContext"].as_str().expect("a context");
    let text = bench.explained(&["last"]);
    let shown = (0..12).filter(|number| injected.contains(&format!("part_{number:02}.py:3"))).count();
    assert!((1..12).contains(&shown), "{injected}");
    assert!(line_with(&text, "injected").ends_with(&format!("{shown} of 12 places")), "{text}");
    let cut = text.split("\nCut\n").nth(1).expect("a section");
    let part = |number: usize| format!("    loans/part_{number:02}.py:3\n");
    assert!(cut.starts_with(&format!("  not in the text, which was full:\n{}", part(shown))), "{text}");
    assert!(cut.contains(&format!("  beyond 12 items:\n{}{}", part(12), part(13))), "{text}");
    assert!(cut.contains("  ci_search: truncated\n"), "{text}");
    assert!(text.contains("\n  [Limits] path outside repository: /etc/passwd\n"), "{text}");
}

#[test]
fn a_changed_record_cannot_speak_to_the_terminal_and_a_broken_one_is_said() {
    let bench = Bench::new();
    bench.inject(CODE_PROMPT);
    let mut record = bench.record();
    let id = "20990102-030405-0a1b2c";
    record["run_id"] = id.into();
    record["inputs"]["prompt"] = "\u{1b}]0;title\u{7}late\u{202e}fee".into();
    let results = record["tool_results"].as_array_mut().expect("results");
    let search = results.iter_mut().find(|result| result["tool"] == "ci_search").expect("a search");
    search["data"]["ranking"][0]["score"] = 99.into();
    bench.plant(id, record.to_string().as_bytes());
    let text = bench.explained(&["last"]);
    let hidden = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert!(text.starts_with(&format!("Run {id} at ")) && !text.contains(hidden), "{text:?}");
    assert!(text.contains("; by weights that this version no longer has\n"), "{text}");
    bench.plant(id, b"{\"run_id\":");
    let output = bench.explain(&["last"]);
    assert_eq!(output.code(), Some(40));
    assert!(output.stderr_text().starts_with(&format!("foreword explain: run {id} cannot be read: ")));
}
