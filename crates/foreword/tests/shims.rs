//! The shell shims: what they print when there is nothing to run, and what they must not contain.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "helpers of tests fail the test and read the project's own files"
)]

use std::path::Path;

use foreword_model::envelope::{Client, ClientEvent, ClientName, Envelope, RepoRootSource};
use foreword_model::texts;
use foreword_testkit::process::Output;
use foreword_testkit::repo::script;
use foreword_testkit::shims::{AUGMENT, CODEX_AUTO, ENTRY, InstalledShims, KERNEL, shim};
use serde_json::{Value, json};

const ALL: [&str; 4] = [ENTRY, AUGMENT, KERNEL, CODEX_AUTO];
const TOOLS: [&str; 8] = [
    "ci_index_status",
    "ci_search",
    "ci_graph_rag",
    "ci_call_chain",
    "ci_bug_locate",
    "ci_impact",
    "ci_complexity",
    "ci_hotspot",
];
const LIMITS_LINE: &str = "[Limits] orchestrator unavailable\n";
const HOOK_ANSWER: &str = "{\"systemMessage\":\"[Limits] orchestrator unavailable\"}\n";

fn source(name: &str) -> String {
    std::fs::read_to_string(shim(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Lines that the shell runs: no comments, no blank ones.
fn code_lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

fn empty_envelope() -> Value {
    let client = Client { name: ClientName::Cli, event: ClientEvent::Cli, session_id: None };
    let reason = texts::ORCHESTRATOR_UNAVAILABLE;
    let envelope = Envelope::empty(client, "", "", RepoRootSource::NoGitRoot, reason);
    serde_json::to_value(envelope).expect("an envelope serialises")
}

/// Shims without a binary: not at the written path, not beside them, not on PATH.
fn without_binary() -> InstalledShims {
    InstalledShims::with_binary(Path::new("/nonexistent/foreword"))
}

fn run(shims: &InstalledShims, name: &str, args: &[&str]) -> Output {
    let payload = json!({"prompt": "Where is the late fee computed?", "cwd": "/", "session_id": "s"});
    shims.invoke(name).args(args).stdin(payload.to_string()).env("PATH", "/usr/bin:/bin").run()
}

fn check(output: &Output, code: i32, stdout: &str) {
    assert_eq!((output.code(), output.stdout_text().as_str()), (Some(code), stdout));
    assert_eq!(output.stderr_text(), "");
}

fn check_envelope(output: &Output) {
    assert_eq!(output.code(), Some(10));
    assert_eq!(output.json(), empty_envelope());
    assert_eq!(output.stderr_text(), "");
}

#[test]
fn shims_hold_no_tool_name_and_start_no_subshell() {
    for name in ALL {
        let text = source(name);
        for forbidden in TOOLS.into_iter().chain(["$(", "`", "eval "]) {
            assert!(!text.contains(forbidden), "{name} contains {forbidden}");
        }
    }
}

#[test]
fn shims_are_sh_and_end_in_their_only_exec() {
    for name in ALL {
        let text = source(name);
        assert!(text.starts_with("#!/bin/sh\n"), "{name}");
        let code = code_lines(&text);
        let execs: Vec<usize> = (0..code.len()).filter(|at| code[*at].contains("exec ")).collect();
        assert_eq!(execs, [code.len() - 1], "{name}");
    }
}

#[test]
fn shims_have_one_place_for_the_installer() {
    for name in [ENTRY, KERNEL, CODEX_AUTO] {
        let text = source(name);
        let places = text.lines().filter(|line| *line == "FOREWORD_BIN=''").count();
        assert_eq!(places, 1, "{name}");
    }
}

#[test]
fn entry_without_binary_reports_in_the_format_that_was_asked_for() {
    let shims = without_binary();
    for name in [ENTRY, AUGMENT] {
        check(&run(&shims, name, &[]), 0, HOOK_ANSWER);
        check(&run(&shims, name, &["--client", "codex"]), 0, HOOK_ANSWER);
        check(&run(&shims, name, &["--format", "hook"]), 0, HOOK_ANSWER);
        check(&run(&shims, name, &["--format", "text"]), 10, LIMITS_LINE);
        check(&run(&shims, name, &["--prompt", "where is main"]), 10, LIMITS_LINE);
        check(&run(&shims, name, &["--prompt=where is main"]), 10, LIMITS_LINE);
        check(&run(&shims, name, &["--prompt", "--format=json"]), 10, LIMITS_LINE);
        check_envelope(&run(&shims, name, &["--format", "json"]));
        check_envelope(&run(&shims, name, &["--prompt", "x", "--format=json"]));
    }
}

#[test]
fn entry_requires_the_kernel_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = script(folder.path(), "foreword", "#!/bin/sh\necho ran\n");
    let shims = InstalledShims::with_binary(&binary).without(KERNEL);
    check(&run(&shims, ENTRY, &[]), 0, HOOK_ANSWER);
    check_envelope(&run(&shims, ENTRY, &["--format", "json"]));
}

#[test]
fn kernel_and_wrapper_without_binary_report_it() {
    let shims = without_binary();
    check_envelope(&run(&shims, KERNEL, &[]));
    let output = run(&shims, CODEX_AUTO, &["--dry-run", "ping"]);
    assert_eq!((output.code(), output.stderr_text().as_str()), (Some(10), LIMITS_LINE));
}

#[test]
fn a_large_payload_is_read_to_its_end() {
    // A writer that meets a closed pipe is killed, and then says nothing.
    let shims = without_binary();
    let entry = shims.path(ENTRY);
    let line = format!(
        "head -c 300000 /dev/zero | tr '\\0' x | {{ cat && echo sent >&2; }} | '{}'",
        entry.display()
    );
    let output = foreword_testkit::process::Invocation::new("/bin/sh").args(["-c", &line]).run();
    assert_eq!((output.stdout_text().as_str(), output.stderr_text().as_str()), (HOOK_ANSWER, "sent\n"));
}

#[test]
fn each_shim_runs_its_command_with_all_arguments() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = script(folder.path(), "foreword", "#!/bin/sh\nprintf '%s|' \"$@\"\nexit 7\n");
    let shims = InstalledShims::with_binary(&binary);
    let handed_on = format!("--orchestrator|{}|", shims.path(KERNEL).display());
    for (name, command) in [
        (ENTRY, format!("inject|{handed_on}")),
        (AUGMENT, format!("inject|{handed_on}")),
        (KERNEL, "orchestrate|".to_owned()),
        (CODEX_AUTO, format!("codex-auto|{handed_on}")),
    ] {
        let expected = format!("{command}--prompt|two words|*|");
        check(&run(&shims, name, &["--prompt", "two words", "*"]), 7, &expected);
    }
    let alone = InstalledShims::with_binary(&binary).without(KERNEL);
    check(&run(&alone, CODEX_AUTO, &["ping"]), 7, "codex-auto|ping|");
}

#[test]
fn the_binary_is_looked_for_at_its_path_then_beside_then_on_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = |name: &str| {
        script(folder.path(), &format!("hooks/{name}"), &source(name));
    };
    copy(ENTRY);
    copy(KERNEL);
    let say = |path: &str| script(folder.path(), path, &format!("#!/bin/sh\necho {path}\n"));
    say("onpath/foreword");
    let entry = folder.path().join("hooks").join(ENTRY);
    let search_path = format!("{}:/usr/bin:/bin", folder.path().join("onpath").display());
    let run = || {
        let invocation = foreword_testkit::process::Invocation::new(&entry).env("PATH", &search_path);
        invocation.run().stdout_text()
    };
    assert_eq!(run(), "onpath/foreword\n");
    say("target/release/foreword");
    assert_eq!(run(), "target/release/foreword\n");
    let written = say("written/foreword");
    let line = format!("FOREWORD_BIN='{}'", written.display());
    script(folder.path(), &format!("hooks/{ENTRY}"), &source(ENTRY).replacen("FOREWORD_BIN=''", &line, 1));
    assert_eq!(run(), "written/foreword\n");
}

/// A repository that brings a `foreword` along, on a PATH that leads there: by `.`, by an empty entry, by a relative and by an
/// absolute one.
#[test]
fn safe_11_no_binary_of_the_repository_is_found_on_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    for name in [ENTRY, KERNEL, CODEX_AUTO] {
        script(&root, &format!("plugin/hooks/{name}"), &source(name));
    }
    for place in ["repo", "repo/bin", "repo/sub/bin", "repo-tools"] {
        script(&root, &format!("{place}/foreword"), &format!("#!/bin/sh\necho {place}\n"));
    }
    std::fs::create_dir_all(root.join("repo/.git")).expect("a folder");
    let (inside, below) = (root.join("repo/bin"), root.join("repo/sub/bin"));
    let outside = root.join("repo-tools");
    let rows = [
        (".".to_owned(), None),
        (":".to_owned(), None),
        ("bin:sub/bin".to_owned(), None),
        (format!("{}:{}", inside.display(), below.display()), None),
        (format!(".::bin:{}:{}", inside.display(), outside.display()), Some("repo-tools\n")),
        (format!("/no/such folder/*:{}", outside.display()), Some("repo-tools\n")),
    ];
    for (path, expected) in rows {
        for (name, missing) in [(ENTRY, HOOK_ANSWER), (KERNEL, ""), (CODEX_AUTO, "")] {
            for cwd in ["repo", "repo/sub"] {
                let shim = root.join("plugin/hooks").join(name);
                let invocation = foreword_testkit::process::Invocation::new(shim).env("PATH", &path);
                let output = invocation.cwd(root.join(cwd)).run();
                let printed = output.stdout_text();
                match expected {
                    Some(expected) => assert_eq!(printed, expected, "{name} in {cwd} with {path}"),
                    None if name == KERNEL => check_envelope(&output),
                    None => assert_eq!(printed, missing, "{name} in {cwd} with {path}"),
                }
            }
        }
    }
}

/// A link between PATH and the working folder, or a repository within the repository, hid that a folder is the repository's.
#[test]
fn safe_11_links_and_inner_repositories_do_not_hide_whose_a_folder_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    for name in [ENTRY, KERNEL, CODEX_AUTO] {
        script(&root, &format!("plugin/hooks/{name}"), &source(name));
    }
    for place in ["home/repo/bin", "home/tools"] {
        script(&root, &format!("{place}/foreword"), &format!("#!/bin/sh\necho {place}\n"));
    }
    for git in ["home", "home/repo", "home/repo/sub"] {
        std::fs::create_dir_all(root.join(git).join(".git")).expect("a folder");
    }
    for (link, target) in [("link", "home/repo"), ("linked_bin", "home/repo/bin"), ("linked_home", "home")] {
        std::os::unix::fs::symlink(root.join(target), root.join(link)).expect("a link");
    }
    for cwd in ["home/repo", "link", "home/repo/sub", "link/sub", "linked_home/repo"] {
        for (path, expected) in [
            ("home/repo/bin", ""),
            ("link/bin", ""),
            ("linked_bin", ""),
            ("home/tools/../repo/bin", ""),
            // A home that git keeps is nobody's repository.
            ("home/tools", "home/tools\n"),
            ("linked_home/tools", "home/tools\n"),
        ] {
            for name in [ENTRY, KERNEL, CODEX_AUTO] {
                let invocation =
                    foreword_testkit::process::Invocation::new(root.join("plugin/hooks").join(name));
                let invocation = invocation.env("PATH", root.join(path)).env("PWD", root.join(cwd));
                let output = invocation.env("HOME", root.join("linked_home")).cwd(root.join(cwd)).run();
                let started = output.stdout_text();
                let started = if started.starts_with("home/") { started } else { String::new() };
                assert_eq!(started, expected, "{name} in {cwd} with {path}");
            }
        }
    }
}

/// A build of the repository answers where it is started by its path, and does not where a shim found it on PATH.
#[test]
fn safe_11_a_binary_that_was_found_in_the_repository_does_not_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    std::fs::create_dir_all(root.join("bin")).expect("a folder");
    std::fs::create_dir_all(root.join(".git")).expect("a folder");
    std::fs::write(root.join(".git/HEAD"), "ref: refs/heads/main\n").expect("written");
    let binary = root.join("bin/foreword");
    std::fs::hard_link(foreword_testkit::shims::foreword(), &binary)
        .or_else(|_| std::fs::copy(foreword_testkit::shims::foreword(), &binary).map(drop))
        .expect("the binary");
    let run = |args: &[&str], found: &Path| {
        let invocation = foreword_testkit::process::Invocation::new(&binary).args(args);
        invocation.env("FOREWORD_FOUND_ON_PATH", found).stdin("{}").cwd(&root).run()
    };
    let said =
        format!("[Limits] orchestrator unavailable: {} on PATH lies in the repository", binary.display());
    let hook = run(&["inject"], &binary);
    check(&hook, 0, &format!("{}\n", json!({ "systemMessage": said })));
    let command = run(&["codex-auto", "--dry-run", "ping"], &binary);
    assert_eq!((command.code(), command.stderr_text()), (Some(10), format!("{said}\n")));
    let other = run(&["inject", "--prompt", "ping"], Path::new("/usr/bin/foreword"));
    assert_eq!(other.code(), Some(0), "{}", other.stderr_text());
}
