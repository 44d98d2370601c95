//! A repository whose configuration wants git to run something: nothing is run.

use std::path::{Path, PathBuf};

use foreword_index::history::Update;
use foreword_index::refresh::Start;
use foreword_testkit::process::Invocation;
use foreword_testkit::repo::script;

use crate::fixture::Bench;

/// A script that notes that it was run, and by what name.
fn trap(folder: &Path, name: &str) -> PathBuf {
    let text = format!("#!/bin/sh\necho {name} >> '{}/ran'\nexit 0\n", folder.display());
    script(folder, name, &text)
}

/// Keys by which git runs a program. Each has a trap of its own; `{}` stands for it.
const TRAPS: [(&str, &str, &str); 18] = [
    ("core", "fsmonitor = {}", "fsmonitor"),
    ("core", "pager = {}", "pager"),
    ("core", "sshCommand = {}", "ssh"),
    ("core", "gitProxy = {}", "proxy"),
    ("core", "editor = {}", "editor"),
    ("core", "askPass = {}", "askpass"),
    ("pager", "log = {}", "pager-log"),
    ("gpg", "program = {}", "gpg"),
    ("gpg \"ssh\"", "program = {}", "gpg-ssh"),
    ("diff", "external = {}", "diff-external"),
    ("diff \"trap\"", "command = {}", "diff-command"),
    ("diff \"trap\"", "textconv = {}", "textconv"),
    ("filter \"trap\"", "clean = {}", "clean"),
    ("filter \"trap\"", "smudge = {}", "smudge"),
    ("alias", "log = !{}", "alias"),
    ("credential", "helper = {}", "credential"),
    ("remote \"origin\"", "url = ext::{} %S", "remote"),
    ("remote \"origin\"", "uploadpack = {}", "uploadpack"),
];

/// Keys that lead there, or that would change what is printed.
const LEADING: &str = "[log]\n\tshowSignature = true\n\tshowRoot = false\n[diff]\n\trelative = true\n\
    [remote \"origin\"]\n\tpromisor = true\n\tpartialCloneFilter = blob:none\n[extensions]\n\tpartialClone = origin\n\
    [protocol \"ext\"]\n\tallow = always\n";

fn configuration(folder: &Path) -> String {
    let lines = TRAPS.map(|(section, key, name)| {
        let script = trap(folder, name);
        format!("[{section}]\n\t{}\n", key.replace("{}", &script.display().to_string()))
    });
    // The work tree is elsewhere, and so are the hooks.
    let elsewhere = format!("[core]\n\tworktree = {0}\n\thooksPath = {0}\n", folder.display());
    lines.concat() + LEADING + &elsewhere
}

/// A signed commit, attributes for everything, and one blob of a rename that is missing.
fn hostile(bench: &Bench, folder: &Path) {
    let lines = |last: &str| "line\n".repeat(30) + last;
    bench.commit(
        "One",
        &[(".gitattributes", "* diff=trap filter=trap\n"), ("a.txt", &lines("1")), ("c.txt", "c\n")],
    );
    let blob = bench.run(&["rev-parse", "HEAD:a.txt"]).trim().to_owned();
    bench.run(&["mv", "a.txt", "b.txt"]);
    bench.commit("Move", &[("b.txt", &lines("2")), ("c.txt", "c 2\n")]);
    let signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n fake\n -----END PGP SIGNATURE-----\n";
    let object = bench.run(&["cat-file", "commit", "HEAD"]);
    let signed = object.replacen("\n\n", &format!("\n{signature}\n"), 1);
    let written = Invocation::new("git")
        .args(["hash-object", "-t", "commit", "-w", "--stdin"])
        .stdin(signed.into_bytes())
        .cwd(bench.repo.path())
        .run();
    bench.run(&["update-ref", "HEAD", written.stdout_text().trim()]);
    std::fs::remove_file(bench.repo.path().join(".git/objects").join(&blob[..2]).join(&blob[2..])).unwrap();
    configure(bench, &configuration(folder));
}

#[expect(clippy::disallowed_methods, reason = "a file of the test")]
fn configure(bench: &Bench, lines: &str) {
    let config = bench.repo.path().join(".git/config");
    let text = std::fs::read_to_string(&config).unwrap() + lines;
    std::fs::write(config, text.replace("repositoryformatversion = 0", "repositoryformatversion = 1"))
        .unwrap();
}

#[expect(clippy::disallowed_methods, reason = "a file of the test")]
fn ran(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("ran")).unwrap_or_default()
}

#[test]
fn nothing_that_a_repository_asks_for_is_run() {
    let Some(bench) = Bench::new() else { return };
    let folder = tempfile::tempdir().unwrap();
    hostile(&bench, folder.path());
    // A plain git falls into the traps; otherwise this test would show nothing.
    for (name, args) in [
        ("gpg", &["log", "-1"][..]),
        ("fsmonitor", &["--work-tree=.", "status"]),
        ("remote", &["log", "--name-status", "-M"]),
        ("diff-command", &["--work-tree=.", "log", "-p", "--ext-diff", "--", "c.txt"]),
        ("textconv", &["--work-tree=.", "log", "-p", "--no-ext-diff", "--", "c.txt"]),
    ] {
        Invocation::new("git").args(args).cwd(bench.repo.path()).run();
        assert!(ran(folder.path()).lines().any(|line| line == name), "{name}: {}", ran(folder.path()));
    }
    std::fs::remove_file(folder.path().join("ran")).unwrap();
    // This one would never end.
    configure(&bench, "[diff]\n\torderFile = /dev/zero\n");

    assert_eq!(bench.update(), Update::Brought { added: 2, is_anew: true });
    assert_eq!(ran(folder.path()), "");
    assert_eq!(bench.subjects(), ["Move", "One"]);
    let history = bench.history();
    let paths: Vec<&str> = history.churn(0).unwrap().iter().map(|churn| churn.path).collect();
    assert_eq!(paths, [".gitattributes", "a.txt", "b.txt", "c.txt"], "the root commit too, by whole paths");

    bench.update_at(bench.repo.path(), bench.folder(), Start::Empty);
    assert_eq!(ran(folder.path()), "");
}
