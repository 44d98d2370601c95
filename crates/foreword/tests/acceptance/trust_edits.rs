//! SAFE-12: an edit to what a trusted command runs takes the trust back, or `foreword trust` has said that it is not
//! covered.

use std::os::unix::fs::symlink;

use foreword_testkit::process::Home;
use foreword_testkit::repo::FixtureRepo;
use serde_json::json;

use crate::trust::{agree, trust};

const HOOKS: &str = ".foreword/hooks/beforeToolCall.json";
const SCRIPT: &str = "scripts/mark.sh";

/// What `foreword trust` makes of an edit.
#[derive(Clone, Copy)]
enum Fate {
    /// The trust is gone.
    Revoked,
    /// The trust stays, and these words announced it.
    Announced(&'static str),
}
use Fate::{Announced, Revoked};

/// A command, a file that is edited after it was trusted, and what becomes of the trust.
type Edit = (&'static str, &'static str, Fate);

fn repo(command: &str) -> FixtureRepo {
    let repo = FixtureRepo::library_app();
    for path in [
        SCRIPT,
        "scripts/other.sh",
        "scripts/lib/deep.sh",
        "scripts/mark.py",
        "scripts/mark.pl",
        "my scripts/mark it.sh",
        "lib/Mark.pm",
        "lib/mark.rb",
        "lib/mark.js",
        "parts.d/one",
        "bin/mark",
        "mark.sh",
        "mark.py",
        "Makefile",
        "conf/mark.toml",
        "elsewhere/loaded.sh",
    ] {
        repo.file(path, "one\n");
    }
    repo.file(".gitignore", "ignored/\n");
    repo.file("ignored/x.sh", "one\n");
    let command = command.replace("ROOT", &repo.path().display().to_string());
    let hooks = json!([{ "hooks": [{ "command": command, "enabled": true }] }]);
    repo.file(HOOKS, &hooks.to_string());
    repo.git_init().commit("first");
    repo
}

fn is_trusted(repo: &FixtureRepo, home: &Home) -> bool {
    let listed = trust(repo.path(), home, &["--list"]).stdout_text();
    assert!(listed.contains("as trusted") != listed.contains("changed: not run"), "{listed}");
    listed.contains("as trusted")
}

fn check(edits: &[Edit]) {
    for (command, edited, fate) in edits {
        let (home, repo) = (Home::new(), repo(command));
        let shown = trust(repo.path(), &home, &[]).stdout_text();
        agree(repo.path(), &home);
        assert!(is_trusted(&repo, &home), "{command}: before the edit\n{shown}");
        repo.file(edited, "two\n");
        match fate {
            Revoked => assert!(!is_trusted(&repo, &home), "{command}: {edited} was edited\n{shown}"),
            Announced(words) => {
                assert!(is_trusted(&repo, &home), "{command}: {edited} is covered after all");
                let uncovered =
                    shown.split_once("\nNot covered:\n").map(|(_, rest)| rest).unwrap_or_default();
                assert!(uncovered.contains(words), "{command}: {words} in\n{shown}");
            }
        }
    }
}

#[test]
fn safe_12_a_named_script_is_known_however_it_is_quoted() {
    check(&[
        ("sh ./scripts/mark.sh", SCRIPT, Revoked),
        ("sh './scripts/mark.sh'", SCRIPT, Revoked),
        ("sh \"./scripts/mark.sh\"", SCRIPT, Revoked),
        ("sh ./scr'ipts/ma'rk.sh", SCRIPT, Revoked),
        (r"sh ./scripts/mar\k.sh", SCRIPT, Revoked),
        ("sh ./scripts/ma\\\nrk.sh", SCRIPT, Revoked),
        (r"bash $'./scripts/m\x61rk.sh'", SCRIPT, Revoked),
        ("sh './my scripts/mark it.sh'", "my scripts/mark it.sh", Revoked),
        (r"sh ./my\ scripts/mark\ it.sh", "my scripts/mark it.sh", Revoked),
        ("# don't\nsh scripts/mark.sh", SCRIPT, Revoked),
        ("sh <scripts/mark.sh", SCRIPT, Revoked),
        ("sh ROOT/scripts/mark.sh", SCRIPT, Revoked),
        ("sh ./scripts/../scripts/mark.sh", SCRIPT, Revoked),
        ("sh -c \"sh -c 'sh scripts/mark.sh'\"", SCRIPT, Revoked),
    ]);
}

#[test]
fn safe_12_what_only_a_shell_could_tell_covers_the_whole_tree() {
    check(&[
        ("sh ./scripts/m*.sh", SCRIPT, Revoked),
        ("sh ./scripts/mar?.sh", SCRIPT, Revoked),
        ("sh ./scripts/[m]ark.sh", SCRIPT, Revoked),
        ("bash -c 'sh ./scripts/{mark,other}.sh'", "scripts/other.sh", Revoked),
        ("D=scripts; sh ./$D/mark.sh", SCRIPT, Revoked),
        ("sh \"${PWD}/scripts/mark.sh\"", SCRIPT, Revoked),
        ("sh \"$(echo scripts)/mark.sh\"", SCRIPT, Revoked),
        ("sh `echo scripts`/mark.sh", SCRIPT, Revoked),
        ("cd scripts && sh mark.sh", SCRIPT, Revoked),
        ("env -C scripts sh mark.sh", SCRIPT, Revoked),
        ("timeout 9 env -i --chdir scripts sh mark.sh", SCRIPT, Revoked),
        ("env -S 'sh -c \"cd scripts; sh mark.sh\"'", SCRIPT, Revoked),
        ("node lib/mark", "lib/mark.js", Revoked),
        ("cd scripts && cd .. && cd lib && perl Mark.pm", "lib/Mark.pm", Revoked),
        ("sh -c 'cd scripts; . ./mark.sh'", SCRIPT, Revoked),
        ("bash -c 'pushd scripts; sh mark.sh'", SCRIPT, Revoked),
        ("eval sh scripts/ma\"\"rk.sh", SCRIPT, Revoked),
        ("echo scripts/mark.sh | xargs sh", SCRIPT, Revoked),
        ("sh <<END\n. ./scripts/mark.sh\nEND", SCRIPT, Revoked),
    ]);
}

#[test]
fn safe_12_what_an_interpreter_loads_from_the_repository_is_covered() {
    check(&[
        ("perl -Ilib scripts/mark.pl", "lib/Mark.pm", Revoked),
        ("perl -I lib -MMark -e 1", "lib/Mark.pm", Revoked),
        ("python3 -m scripts.mark", "scripts/mark.py", Revoked),
        ("python3 -c 'import mark'", "mark.py", Revoked),
        ("cat scripts/mark.py | python3", "mark.py", Revoked),
        ("ruby -r./lib/mark -e 1", "lib/mark.rb", Revoked),
        ("node --require ./lib/mark.js lib/mark.js", "lib/mark.js", Revoked),
        ("make check", "Makefile", Revoked),
        ("run-parts parts.d", "parts.d/one", Revoked),
        ("PATH=./bin:/usr/bin:/bin mark", "bin/mark", Revoked),
        ("mytool --config=conf/mark.toml", "conf/mark.toml", Revoked),
    ]);
}

#[test]
fn safe_12_what_lies_beside_a_script_is_covered_and_the_rest_is_announced() {
    check(&[
        ("sh scripts/mark.sh", "scripts/other.sh", Revoked),
        ("sh scripts/mark.sh", "scripts/lib/deep.sh", Revoked),
        ("sh scripts/mark.sh", "scripts/new.sh", Revoked),
        ("sh scripts/later.sh", "scripts/later.sh", Revoked),
        ("sh ./mark.sh", "lib/mark.js", Revoked),
        ("sh scripts/mark.sh", "elsewhere/loaded.sh", Announced("what these files load from elsewhere")),
        ("sh scripts/*.sh", "ignored/x.sh", Announced("files that git ignores")),
        ("mytool --fix", ".mytoolrc", Announced("what `mytool` looks for by itself")),
    ]);
}

#[test]
fn safe_12_a_link_that_leads_out_covers_the_whole_tree_and_is_announced() {
    let (home, repo) = (Home::new(), repo("sh ./scripts/mark.sh"));
    let outside = [home.file("outside/mark.sh", "one\n"), home.file("outside/other.sh", "one\n")];
    let link = repo.path().join(SCRIPT);
    let lead_to = |target: &std::path::Path| {
        std::fs::remove_file(&link).expect("removed");
        symlink(target, &link).expect("a link");
    };
    lead_to(&outside[0]);
    repo.commit("a link");
    let shown = trust(repo.path(), &home, &[]).stdout_text();
    for expected in [
        "Trust covers every file that git tracks",
        "a link that leads out",
        "what `./scripts/mark.sh` points to, outside the repository",
    ] {
        assert!(shown.contains(expected), "{expected} in\n{shown}");
    }
    agree(repo.path(), &home);
    assert!(is_trusted(&repo, &home), "{shown}");
    lead_to(&outside[1]);
    assert!(!is_trusted(&repo, &home), "the link leads elsewhere");
    lead_to(&outside[0]);
    assert!(is_trusted(&repo, &home), "as it was");
    repo.file("lib/mark.js", "two\n");
    assert!(!is_trusted(&repo, &home), "another file of the tree was edited");
}

#[test]
fn safe_12_a_tool_without_a_shell_is_read_word_by_word() {
    for (command, edited) in [
        ("[sh, -c, 'cd scripts && ./mark.sh']", SCRIPT),
        ("[sh, 'my scripts/mark it.sh']", "my scripts/mark it.sh"),
        ("[perl, -Ilib, scripts/mark.pl]", "lib/Mark.pm"),
        ("[sh, scripts/mark.sh]", "scripts/other.sh"),
    ] {
        let (home, repo) = (Home::new(), repo("true"));
        repo.file("config/auto-tools.yaml", &format!("tools: {{theirs: {{command: {command}}}}}\n"));
        repo.commit("a tool");
        agree(repo.path(), &home);
        assert!(is_trusted(&repo, &home), "{command}: before the edit");
        repo.file(edited, "two\n");
        assert!(!is_trusted(&repo, &home), "{command}: {edited} was edited");
    }
}

/// A file that was touched is the same file: the digest counts, not the time.
#[test]
fn safe_12_a_file_that_is_written_again_as_it_was_stays_trusted() {
    let (home, repo) = (Home::new(), repo("sh scripts/*.sh"));
    agree(repo.path(), &home);
    repo.file(SCRIPT, "two\n");
    assert!(!is_trusted(&repo, &home));
    repo.file(SCRIPT, "one\n");
    assert!(is_trusted(&repo, &home));
}
