//! AC-002, AC-015: Codex by `codex-auto` and by one shot, with a fake `codex`.

use std::path::{Path, PathBuf};

use foreword_testkit::process::{Home, Invocation, Output};
use foreword_testkit::repo::{FixtureRepo, script};
use foreword_testkit::shims::{CODEX_AUTO, InstalledShims, KERNEL, foreword};
use serde_json::{Value, json};

use crate::harness::CODE_PROMPT;

const FIRST: &str = "0199a213-81c0-7800-8aa1-bbab2a035a53";
const SECOND: &str = "0199a213-81c0-7800-8aa1-ffffffffffff";

/// A folder with a `codex` that writes down how it was started and what it read.
struct FakeCodex {
    home: Home,
    repo: FixtureRepo,
}

impl FakeCodex {
    /// `on_resume` is what it does when it is asked to resume.
    fn new(on_resume: &str) -> Self {
        let home = Home::new();
        let log = home.path().join("log");
        let body = format!(
            "#!/bin/sh\necho \"$*\" >> '{0}'\ncat > '{1}'\ncase $* in *resume*) {on_resume} ;; esac\n\
             echo '{{\"type\":\"thread.started\",\"thread_id\":\"{FIRST}\"}}'\n\
             echo '{{\"type\":\"item.completed\",\"item\":{{\"type\":\"agent_message\",\"text\":\"the answer\"}}}}'\n",
            log.display(),
            home.path().join("stdin").display(),
        );
        script(home.path(), "bin/codex", &body);
        Self { home, repo: FixtureRepo::library_app() }
    }

    fn auto(&self, args: &[&str], env: &[(&str, &str)]) -> Output {
        self.auto_in(self.repo.path(), args, env)
    }

    fn auto_in(&self, folder: &Path, args: &[&str], env: &[(&str, &str)]) -> Output {
        let path = format!("{}:/usr/bin:/bin", self.home.path().join("bin").display());
        let shims = InstalledShims::new();
        let invocation = shims.invoke(CODEX_AUTO).args(args).env("PATH", path).envs(env.iter().copied());
        invocation.cwd(folder).run_in(&self.home)
    }

    fn started(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.home.path().join("log")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn session_file(&self) -> PathBuf {
        self.repo.path().join(".devbooks/cache/auto-tools/codex-session.json")
    }

    fn recorded(&self) -> Value {
        let text = std::fs::read_to_string(self.session_file()).expect("a session file");
        serde_json::from_str(&text).expect("json")
    }
}

#[test]
fn ac_002_the_second_round_resumes_the_first() {
    let codex = FakeCodex::new(":");
    let first = codex.auto(&[CODE_PROMPT], &[]);
    assert_eq!(
        (first.code(), first.stdout_text()),
        (Some(0), "the answer\n".to_owned()),
        "{}",
        first.stderr_text()
    );
    assert_eq!(codex.recorded()["session_id"], FIRST);
    let prompt = std::fs::read_to_string(codex.home.path().join("stdin")).expect("a prompt");
    assert!(prompt.starts_with("[Auto Tools Results]") && prompt.contains("late_fee"), "{prompt}");
    assert!(prompt.trim_end().ends_with(CODE_PROMPT), "{prompt}");
    assert_eq!(codex.auto(&["and who calls late_fee?"], &[]).code(), Some(0));
    let started = codex.started();
    assert!(started[0].starts_with("exec --json"), "{started:?}");
    assert!(started[1].starts_with(&format!("exec resume {FIRST} --json")), "{started:?}");
    assert_eq!(codex.repo.git(&["status", "--porcelain"]), "", "the session file is ignored by git");
}

#[test]
fn ac_002_a_lost_session_is_said_and_replaced() {
    for on_resume in
        ["exit 1", &format!("echo '{{\"type\":\"thread.started\",\"thread_id\":\"{SECOND}\"}}'; exit 0")]
    {
        let codex = FakeCodex::new(on_resume);
        codex.auto(&[CODE_PROMPT], &[]);
        let second = codex.auto(&[CODE_PROMPT], &[]);
        assert_eq!(second.code(), Some(0), "{}", second.stderr_text());
        let said = "[Limits] session continuity unavailable; fallback to stateless exec";
        assert!(second.stderr_text().contains(said), "{}", second.stderr_text());
        let expect = if on_resume == "exit 1" { FIRST } else { SECOND };
        assert_eq!(codex.recorded()["session_id"], expect);
    }
}

const LOST: &str = "session continuity unavailable; fallback to stateless exec";

/// The lines of `--json`: one envelope first, and nothing but events behind it.
fn json_lines(output: &Output) -> Vec<Value> {
    let lines: Vec<Value> =
        output.stdout_text().lines().map(|line| serde_json::from_str(line).expect("json")).collect();
    let envelopes: Vec<usize> =
        (0..lines.len()).filter(|at| lines[*at].get("schema_version").is_some()).collect();
    assert_eq!(envelopes, [0], "{}", output.stdout_text());
    lines
}

fn types(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().expect("a type")).collect()
}

#[test]
fn ac_002_session_id_in_events_is_read_as_thread_id_is() {
    let codex = FakeCodex::new(":");
    let answer = r#"{"type":"item.completed","item":{"type":"agent_message","text":"the answer"}}"#;
    let log = codex.home.path().join("log");
    let body = format!(
        "#!/bin/sh\necho \"$*\" >> '{}'\ncat >/dev/null\n\
         echo '{{\"type\":\"session.created\",\"session_id\":\"not a uuid\"}}'\n\
         echo '{{\"type\":\"session.created\",\"session_id\":\"{FIRST}\"}}'\n\
         echo '{answer}'\necho '{{\"type\":\"turn.completed\",\"session_id\":\"{SECOND}\"}}'\n",
        log.display()
    );
    script(codex.home.path(), "bin/codex", &body);
    let first = codex.auto(&[CODE_PROMPT], &[]);
    assert_eq!((first.code(), first.stdout_text()), (Some(0), "the answer\n".to_owned()));
    assert_eq!(codex.recorded()["session_id"], FIRST);
    let second = codex.auto(&["--json", "逾期罚款是怎么算的？"], &[]);
    assert_eq!(second.code(), Some(0), "{}", second.stderr_text());
    assert!(!second.stdout_text().contains(LOST) && !second.stderr_text().contains(LOST));
    assert_eq!(
        types(&json_lines(&second)[1..]),
        ["session.created", "session.created", "item.completed", "turn.completed"]
    );
    let started = codex.started();
    assert!(started[1].starts_with(&format!("exec resume {FIRST} --json")), "{started:?}");
}

#[test]
fn ac_002_a_stored_id_that_is_no_uuid_is_said_and_rewritten() {
    for (stored, why) in [
        (r#"{"session_id": "--last; rm -rf /"}"#, "the recorded session_id is no UUID"),
        (r#"{"session_id": 7}"#, "the recorded session_id is no UUID"),
        ("{}", "the session file has no session_id"),
        ("no json", "the session file is no JSON"),
    ] {
        for mode in ["", "resume_last"] {
            let codex = FakeCodex::new("exit 1");
            codex.auto(&[CODE_PROMPT], &[]);
            std::fs::write(codex.session_file(), stored).expect("written");
            let output = codex.auto(&[CODE_PROMPT], &[("CI_CODEX_SESSION_MODE", mode)]);
            assert_eq!((output.code(), output.stdout_text()), (Some(0), "the answer\n".to_owned()));
            let said = format!("[Limits] {LOST} ({why})\n");
            assert!(output.stderr_text().contains(&said), "{}", output.stderr_text());
            assert!(codex.started()[1].starts_with("exec --json"), "{:?}", codex.started());
            assert_eq!(codex.recorded()["session_id"], FIRST);
        }
    }
    // The first round has lost nothing.
    let codex = FakeCodex::new(":");
    let first = codex.auto(&[CODE_PROMPT], &[]);
    assert!(!first.stderr_text().contains(LOST), "{}", first.stderr_text());
}

#[test]
fn ac_002_json_mode_says_a_failed_resume() {
    let other = format!("echo '{{\"type\":\"thread.started\",\"thread_id\":\"{SECOND}\"}}'; exit 0");
    let refused = "echo '{\"type\":\"error\",\"message\":\"no such session\"}'; exit 1";
    let answered = ["thread.started", "item.completed"];
    let refused_first = ["error", "thread.started", "item.completed"];
    for (on_resume, stored, why, events) in [
        ("exit 1", None, "codex failed: exit code 1", &answered[..]),
        (refused, None, "codex failed: exit code 1", &refused_first[..]),
        (&other, None, "codex went on in another session", &answered[..1]),
        (":", Some(r#"{"session_id": "x"}"#), "the recorded session_id is no UUID", &answered[..]),
    ] {
        let codex = FakeCodex::new(on_resume);
        let first = codex.auto(&["--json", CODE_PROMPT], &[]);
        assert_eq!((first.code(), types(&json_lines(&first)[1..])), (Some(0), answered.to_vec()));
        if let Some(stored) = stored {
            std::fs::write(codex.session_file(), stored).expect("written");
        }
        let second = codex.auto(&["--json", CODE_PROMPT], &[]);
        assert_eq!(second.code(), Some(40), "{on_resume}: {}", second.stderr_text());
        let lines = json_lines(&second);
        assert_eq!(types(&lines[1..]), events, "{on_resume}");
        let said = format!("{LOST} ({why})");
        let limits = crate::harness::limits(&lines[0]);
        assert!(limits.lines().any(|line| line == format!("[Limits] {said}")), "{limits}");
        let expected =
            json!({ "is_degraded": true, "reason": said, "degraded_to": "partial", "code": "E_SESSION" });
        assert_eq!(lines[0]["degraded"], expected, "{on_resume}");
        crate::schema::check_envelope(&lines[0]);
    }
}

#[test]
fn ac_013_codex_auto_goes_through_the_orchestrator_script() {
    let codex = FakeCodex::new(":");
    let path = format!("{}:/usr/bin:/bin", codex.home.path().join("bin").display());
    let run = |program: &Path| {
        let invocation = Invocation::new(program).args(["--json", CODE_PROMPT]).env("PATH", &path);
        invocation.cwd(codex.repo.path()).run_in(&codex.home)
    };
    let garbage = "#!/bin/sh\necho garbage\n";
    let invalid = "[Limits] orchestrator output invalid; fallback to empty context";
    // Beside it, and in the folder of a checkout.
    let shims = InstalledShims::new().replaced(KERNEL, garbage);
    let checkout = codex.home.path().join("checkout");
    let text = std::fs::read_to_string(shims.path(CODEX_AUTO)).expect("a script");
    let in_checkout = script(&checkout, "bin/codex-auto", &text);
    script(&checkout, "hooks/auto-tool-orchestrator.sh", garbage);
    for program in [shims.path(CODEX_AUTO), in_checkout] {
        let output = run(&program);
        assert_eq!(output.code(), Some(30), "{}", output.stderr_text());
        let lines = json_lines(&output);
        assert_eq!(crate::harness::limits(&lines[0]), invalid);
        assert_eq!(types(&lines[1..]), ["thread.started", "item.completed"]);
    }
    // A wrapper that was installed into a repository does not make what came with that repository the kernel.
    let installed = script(codex.repo.path(), "bin/codex-auto", &text);
    let ran = codex.home.path().join("ran");
    let hostile = format!("#!/bin/sh\ntouch '{}'\n", ran.display());
    for place in ["hooks/auto-tool-orchestrator.sh", "bin/auto-tool-orchestrator.sh"] {
        script(codex.repo.path(), place, &hostile);
        let output = run(&installed);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        let limits = crate::harness::limits(&json_lines(&output)[0]);
        assert!(
            limits.contains("auto-tool-orchestrator.sh ignored: it came with the repository"),
            "{limits}"
        );
        assert!(!ran.exists());
    }
}

#[test]
fn ac_002_modes_and_files_that_cannot_be_believed() {
    let codex = FakeCodex::new(":");
    codex.auto(&[CODE_PROMPT], &[("CI_CODEX_SESSION_MODE", "resume_last")]);
    codex.auto(&[CODE_PROMPT], &[("CI_CODEX_SESSION_MODE", "exec")]);
    std::fs::write(codex.session_file(), r#"{"session_id": "--last; rm -rf /"}"#).expect("written");
    codex.auto(&[CODE_PROMPT], &[]);
    codex.repo.git(&["add", "--force", ".devbooks/cache/auto-tools/codex-session.json"]);
    codex.auto(&[CODE_PROMPT], &[]);
    let started = codex.started();
    assert!(started[0].starts_with("exec resume --last --json"), "{started:?}");
    for line in &started[1..] {
        assert!(line.starts_with("exec --json"), "{started:?}");
    }
}

#[test]
fn ac_003_dry_run_starts_nothing() {
    let codex = FakeCodex::new(":");
    for (args, env) in [
        (vec!["--dry-run", "ping"], vec![]),
        (vec![CODE_PROMPT], vec![("CI_AUTO_TOOLS_MODE", "plan")]),
        (vec![CODE_PROMPT], vec![("CI_AUTO_TOOLS_DRY_RUN", "1")]),
    ] {
        let output = codex.auto(&args, &env);
        assert_eq!(output.code(), Some(0));
        assert_eq!(output.json()["schema_version"], "1.0");
    }
    assert_eq!(codex.started(), Vec::<String>::new());
    assert!(!codex.session_file().exists());
}

#[test]
fn json_shows_the_envelope_then_the_events() {
    let codex = FakeCodex::new(":");
    let output = codex.auto(&["--json", CODE_PROMPT, "--", "--model", "m"], &[]);
    assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
    let lines: Vec<Value> =
        output.stdout_text().lines().map(|line| serde_json::from_str(line).expect("json")).collect();
    assert_eq!(lines[0]["schema_version"], "1.0");
    assert_eq!(lines[1]["type"], "thread.started");
    assert!(codex.started()[0].contains("--model m"), "{:?}", codex.started());
}

#[test]
fn the_prompt_may_be_piped_in() {
    let codex = FakeCodex::new(":");
    let path = format!("{}:/usr/bin:/bin", codex.home.path().join("bin").display());
    let shims = InstalledShims::new();
    let with_args = |args: &[&str], stdin: &str| {
        let invocation = shims.invoke(CODEX_AUTO).args(args).env("PATH", &path).stdin(stdin);
        invocation.cwd(codex.repo.path()).run_in(&codex.home)
    };
    let piped = |stdin: &str| with_args(&[], stdin);
    assert_eq!(piped(CODE_PROMPT).stdout_text(), "the answer\n");
    let prompt = std::fs::read_to_string(codex.home.path().join("stdin")).expect("a prompt");
    assert!(prompt.trim_end().ends_with(CODE_PROMPT), "{prompt}");
    let nothing = piped(" \n");
    assert_eq!(nothing.code(), Some(40));
    assert!(nothing.stderr_text().contains("say what you want"), "{}", nothing.stderr_text());
    let empty = with_args(&[" "], "thanks!");
    assert!(empty.code() == Some(40) && empty.stderr_text().contains("say what you want"));
    assert_eq!(codex.started().len(), 1);
    // Behind a prompt of the command line, in the form of `codex exec`.
    assert_eq!(with_args(&["thanks", "for"], "this\n\nand that\n").stdout_text(), "the answer\n");
    let prompt = std::fs::read_to_string(codex.home.path().join("stdin")).expect("a prompt");
    assert_eq!(prompt, "thanks for\n\n<stdin>\nthis\n\nand that\n</stdin>");
}

#[test]
fn a_prompt_without_context_goes_as_it_is() {
    let codex = FakeCodex::new(":");
    for (prompt, env) in [("thanks!", vec![]), (CODE_PROMPT, vec![("CI_AUTO_TOOLS", "off")])] {
        assert_eq!(codex.auto(&[prompt], &env).stdout_text(), "the answer\n");
        assert_eq!(std::fs::read_to_string(codex.home.path().join("stdin")).expect("a prompt"), prompt);
    }
}

/// There is no repository in the home or in `/`; codex is started all the same, and a dry run still starts nothing.
#[test]
fn where_there_is_no_repository_codex_is_asked_without_context() {
    let codex = FakeCodex::new(":");
    for folder in [codex.home.path(), Path::new("/")] {
        let plan = codex.auto_in(folder, &["--dry-run", "ping"], &[]);
        assert_eq!((plan.code(), &plan.json()["schema_version"]), (Some(0), &Value::from("1.0")));
        assert_eq!(codex.started(), Vec::<String>::new());
        let answer = codex.auto_in(folder, &["thanks!"], &[]);
        assert_eq!((answer.code(), answer.stdout_text()), (Some(0), "the answer\n".to_owned()));
        let refused = codex.auto_in(folder, &[CODE_PROMPT], &[]);
        assert_eq!(refused.stdout_text(), "the answer\n");
        assert!(
            refused.stderr_text().contains("is refused as a repository root"),
            "{}",
            refused.stderr_text()
        );
        for line in codex.started() {
            assert!(line.starts_with("exec --json --skip-git-repo-check"), "{line}");
        }
        assert!(!folder.join(".devbooks").exists(), "no session is kept there");
        std::fs::remove_file(codex.home.path().join("log")).expect("a log");
    }
}

#[test]
fn what_codex_complains_is_passed_on_clean() {
    let codex = FakeCodex::new("printf 'a \\033[31mred\\033[0m warning\\n' >&2");
    codex.auto(&[CODE_PROMPT], &[]);
    let second = codex.auto(&[CODE_PROMPT], &[]);
    assert!(second.stderr_text().contains("a red warning\n"), "{}", second.stderr_text());
}

#[test]
fn without_codex_it_says_so() {
    let codex = FakeCodex::new(":");
    let shims = InstalledShims::new();
    let output = shims.invoke(CODEX_AUTO).args([CODE_PROMPT]).env("PATH", "").cwd(codex.repo.path()).run();
    assert_eq!(output.code(), Some(40));
    assert!(output.stderr_text().contains("no `codex` on PATH"), "{}", output.stderr_text());
}

#[test]
fn ac_015_one_shot_holds_run_id_and_limits() {
    let repo = FixtureRepo::library_app();
    let text = |prompt: &str| {
        let output = Invocation::new(foreword())
            .args(["inject", "--client", "codex", "--prompt", prompt])
            .cwd(repo.path())
            .run();
        assert_eq!(output.code(), Some(0));
        output.stdout_text()
    };
    let augmented = text(CODE_PROMPT);
    assert!(augmented.starts_with("[Auto Tools Results]\n"), "{augmented}");
    let id = augmented.lines().find_map(|line| line.strip_prefix("run_id: ")).expect("a run id");
    assert_eq!(foreword_testkit::normalise::Normaliser::new().text(id), "<stamp>-<hash6>");
    assert!(augmented.contains("\n[Limits] "), "{augmented}");
    assert!(augmented.trim_end().ends_with(CODE_PROMPT));
    assert!(augmented.len() <= 10_000 + CODE_PROMPT.len() + 500);
}

#[test]
fn a_dry_run_starts_nothing_whatever_the_environment_says() {
    let codex = FakeCodex::new(":");
    let env = [("CI_AUTO_TOOLS_MODE", "run"), ("CI_AUTO_TOOLS", "on")];
    let output = codex.auto(&["--dry-run", CODE_PROMPT], &env);
    assert!(output.json()["run_id"].as_str().is_some_and(|id| id.starts_with("plan-")));
    assert_eq!(codex.started(), Vec::<String>::new());
}

#[test]
fn a_turn_that_failed_is_not_asked_twice() {
    let on_resume = format!(
        "echo '{{\"type\":\"thread.started\",\"thread_id\":\"{FIRST}\"}}'; \
         echo '{{\"type\":\"turn.failed\",\"error\":{{\"message\":\"rate limit\"}}}}'; exit 1"
    );
    let codex = FakeCodex::new(&on_resume);
    codex.auto(&[CODE_PROMPT], &[]);
    let second = codex.auto(&[CODE_PROMPT], &[]);
    assert_eq!(second.code(), Some(40));
    assert!(second.stderr_text().contains("codex failed: rate limit"), "{}", second.stderr_text());
    assert_eq!(codex.started().len(), 2, "{:?}", codex.started());
}

/// Issue 7: the root need not be the top of the work tree.
#[test]
fn a_session_file_that_git_tracks_below_its_top_is_neither_believed_nor_touched() {
    let codex = FakeCodex::new(":");
    let path = "app/.devbooks/cache/auto-tools/codex-session.json";
    let planted = format!("{{\"session_id\": \"{SECOND}\"}}\n");
    codex.repo.file(path, &planted);
    codex.repo.git(&["add", "--force", path]);
    let root = codex.repo.path().join("app");
    let root = root.to_str().expect("a path");
    let first = codex.auto(&[CODE_PROMPT], &[("CI_AUTO_TOOLS_REPO_ROOT", root)]);
    assert_eq!(first.code(), Some(0), "{}", first.stderr_text());
    assert!(codex.started()[0].starts_with("exec --json"), "{:?}", codex.started());
    let left = std::fs::read_to_string(codex.repo.path().join(path)).expect("the file");
    assert_eq!(left, planted);
}

/// Issue 7: codex ran on for a reader that had gone.
#[test]
fn codex_is_ended_when_nobody_reads_the_answer() {
    let codex = FakeCodex::new(":");
    let answer = r#"{"type":"item.completed","item":{"type":"agent_message","text":"the answer"}}"#;
    let body = format!("#!/bin/sh\ncat >/dev/null\nwhile echo '{answer}'; do :; done\n");
    script(codex.home.path(), "bin/codex", &body);
    let shims = InstalledShims::new();
    let line = format!("'{}' ping | head -n 1", shims.path(CODEX_AUTO).display());
    let path = format!("{}:/usr/bin:/bin", codex.home.path().join("bin").display());
    let shell = Invocation::new("/bin/sh").args(["-c", &line]).env("PATH", path);
    let output = shell.cwd(codex.repo.path()).run_in(&codex.home);
    assert_eq!(output.stdout_text(), "the answer\n", "{}", output.stderr_text());
}
