//! git's own files as a way out of the repository: links, FIFOs, a `.git` that names another repository. Nothing of what
//! they lead to is shown or kept, nothing waits for them, and what cannot be known is said.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, Instant};

use foreword_testkit::process::{Invocation, Output};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;

use crate::harness::{Ask, CODE_PROMPT, context, envelope, limits};
use crate::workbench::{BACKGROUND, Workbench};

/// Stands in a file and in a history that are none of the repository's.
const SECRET: &str = "plum-orchard-ledger";
/// A git that waits is ended after 20 s.
const SOON: Duration = Duration::from_secs(10);
/// Prompts that are answered from uncommitted changes.
const REVIEWS: [&str; 2] = ["review my changes", "代码审查"];

/// Another repository of the user's, and a file beside it.
fn elsewhere() -> FixtureRepo {
    let other = FixtureRepo::new();
    other.git_init();
    other.file("notes.txt", &format!("{SECRET}\n")).commit(&format!("Plan the {SECRET}"));
    other
}

fn run(bench: &Workbench, args: &[&str]) -> Output {
    let started = Instant::now();
    let output = Invocation::new(foreword())
        .args(args)
        .args(["--root"])
        .args([bench.repo.path()])
        .timeout(Duration::from_secs(60))
        .run_in(&bench.home);
    assert!(started.elapsed() < SOON, "{args:?} took {:?}", started.elapsed());
    output
}

fn check_silent(what: &str, output: &Output) {
    for text in [output.stdout_text(), output.stderr_text()] {
        assert!(!text.contains(SECRET), "{what}: {text}");
        // Words of git's own error messages.
        for word in ["fatal:", "unexpected line", "bad config", "not a git repository:"] {
            assert!(!text.contains(word), "{what}: {text}");
        }
    }
}

/// Everything that foreword keeps of a repository.
fn check_not_kept(what: &str, folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() {
            check_not_kept(what, &entry.path());
        } else {
            let bytes = fs::read(entry.path()).expect("a file");
            let text = String::from_utf8_lossy(&bytes);
            assert!(!text.contains(SECRET), "{what}: {}", entry.path().display());
        }
    }
}

/// Builds an index of a repository with an odd file of git's, and asks everything that git's files have a say in.
#[track_caller]
fn check(what: &str, said: &str, spoil: impl FnOnce(&Path, &Path)) {
    let (bench, other) = (Workbench::library(), elsewhere());
    spoil(bench.repo.path(), other.path());
    let built = run(&bench, &["index"]);
    assert_eq!(built.code(), Some(0), "{what}: {}", built.stderr_text());
    check_silent(what, &built);
    let text = built.stdout_text();
    let line = text.lines().find(|line| line.starts_with("history: ")).unwrap_or_default();
    assert_eq!(line, format!("history: none: {said}"), "{what}");
    for args in [&["index", "status"][..], &["hotspots"], &["impact"], &["locate", "plan the plum"]] {
        check_silent(what, &run(&bench, args));
    }
    for prompt in REVIEWS.into_iter().chain([CODE_PROMPT]) {
        let started = Instant::now();
        let output = bench.output(Ask::new(bench.repo.path(), prompt).env(BACKGROUND.0, BACKGROUND.1));
        assert!(started.elapsed() < SOON, "{what}: {prompt} took {:?}", started.elapsed());
        check_silent(what, &output);
        let answer = envelope(&output, 0);
        let note = format!("uncommitted changes not known: git's files are not read: {said}");
        assert_eq!(limits(&answer).contains(&note), prompt != CODE_PROMPT, "{what}: {}", limits(&answer));
        if prompt == CODE_PROMPT {
            assert!(context(&answer).contains("loans/fines.py"), "{what}: {}", context(&answer));
        }
    }
    bench.wait_for_refreshes();
    check_not_kept(what, bench.home.path());
}

fn odd(name: &str) -> String {
    format!("`{name}` in the git directory leads out of it or is no regular file")
}

fn link(target: &Path, at: &Path) {
    let _ = fs::remove_file(at);
    symlink(target, at).expect("a link");
}

fn fifo(at: &Path) {
    let _ = fs::remove_file(at);
    let made = Invocation::new("mkfifo").args([at]).run();
    assert_eq!(made.code(), Some(0), "{}", made.stderr_text());
}

#[test]
fn ac_006_a_link_among_gits_files_brings_no_line_of_another_file() {
    for name in ["packed-refs", "config", "shallow", "index", "HEAD", "info/exclude"] {
        check(name, &odd(name), |repo, other| link(&other.join("notes.txt"), &repo.join(".git").join(name)));
    }
    check("objects", &odd("objects"), |repo, other| {
        fs::remove_dir_all(repo.join(".git/objects")).expect("a folder that goes");
        link(&other.join(".git/objects"), &repo.join(".git/objects"));
    });
}

#[test]
fn ac_006_the_history_of_another_repository_is_neither_read_nor_kept() {
    let foreign = "`.git` leads to a git directory that does not name this checkout as its own";
    check("a .git file", foreign, |repo, other| {
        fs::remove_dir_all(repo.join(".git")).expect("a folder that goes");
        fs::write(repo.join(".git"), format!("gitdir: {}/.git\n", other.display())).expect("a file");
    });
    check("a .git link", foreign, |repo, other| {
        fs::remove_dir_all(repo.join(".git")).expect("a folder that goes");
        link(&other.join(".git"), &repo.join(".git"));
    });
    check("a commondir", foreign, |repo, other| {
        fs::write(repo.join(".git/commondir"), format!("{}/.git\n", other.display())).expect("a file");
    });
    let borrowing = "the repository borrows objects from another one (`objects/info/alternates`) that it was not made from";
    check("alternates", borrowing, |repo, other| {
        let path = repo.join(".git/objects/info/alternates");
        fs::write(path, format!("{}/.git/objects\n", other.display())).expect("a file");
        let head = Invocation::new("git").args(["rev-parse", "HEAD"]).cwd(other).run().stdout_text();
        fs::write(repo.join(".git/HEAD"), head).expect("a file");
    });
}

#[test]
fn ac_006_a_fifo_among_gits_files_costs_no_time() {
    for name in ["packed-refs", "config", "shallow", "index", "HEAD", "info/exclude"] {
        check(name, &odd(name), |repo, _| fifo(&repo.join(".git").join(name)));
    }
    for name in ["pack/pack-0.idx", "00/00", "info/commit-graph"] {
        check(name, &odd("objects"), |repo, _| {
            let at = repo.join(".git/objects").join(name);
            fs::create_dir_all(at.parent().expect("a parent")).expect("a folder");
            fifo(&at);
        });
    }
    // The walk would read it to find further ignore rules.
    check("commondir of a .git file", &odd("commondir"), |repo, _| {
        fs::rename(repo.join(".git"), repo.join("elsewhere.git")).expect("a rename");
        fs::write(repo.join(".git"), "gitdir: elsewhere.git\n").expect("a file");
        fifo(&repo.join("elsewhere.git/commondir"));
    });
}

#[test]
fn ac_006_a_git_file_in_a_folder_makes_no_walk_wait() {
    let bench = Workbench::library();
    let repo = bench.repo.path();
    for folder in ["trap", "one", "two", "three"] {
        fs::create_dir(repo.join(folder)).expect("a folder");
    }
    fifo(&repo.join("trap/commondir"));
    fs::write(repo.join("one/.git"), format!("gitdir: {}/trap\n", repo.display())).expect("a file");
    // Relative to the folder, and relative to where the process runs.
    fs::write(repo.join("two/.git"), "gitdir: ../trap\n").expect("a file");
    fs::write(repo.join("three/.git"), "gitdir: trap\n").expect("a file");
    let started = Instant::now();
    let built = Invocation::new(foreword())
        .args(["index"])
        .cwd(repo)
        .timeout(Duration::from_secs(60))
        .run_in(&bench.home);
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    assert!(built.stdout_text().contains("history: 1 commit"), "{}", built.stdout_text());
}

#[test]
fn ac_006_a_configuration_of_the_repository_is_not_read_by_git() {
    let bench = Workbench::library();
    let config = bench.repo.path().join(".git/config");
    let trap = bench.repo.path().join(".git/trap");
    fifo(&trap);
    let text = fs::read_to_string(&config).expect("a configuration");
    fs::write(&config, format!("{text}[include]\n\tpath = {}\n", trap.display())).expect("written");
    let built = run(&bench, &["index"]);
    assert!(built.stdout_text().contains("history: 1 commit"), "{}", built.stdout_text());
}

#[test]
fn ac_006_worktrees_submodules_and_shared_clones_keep_their_history() {
    let bench = Workbench::library();
    let inner = FixtureRepo::library_app();
    let git = |cwd: &Path, args: &[&str]| {
        let output = Invocation::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always"])
            .args(args)
            .cwd(cwd)
            .run();
        assert_eq!(output.code(), Some(0), "{args:?}: {}", output.stderr_text());
    };
    git(bench.repo.path(), &["submodule", "--quiet", "add", &inner.path().to_string_lossy(), "vendor/inner"]);
    let tree = bench.home.path().join("tree");
    git(bench.repo.path(), &["worktree", "add", "--quiet", &tree.to_string_lossy()]);
    let shared = bench.home.path().join("shared");
    git(inner.path(), &["clone", "--quiet", "--shared", ".", &shared.to_string_lossy()]);
    for root in [tree, bench.repo.path().join("vendor/inner"), shared] {
        let built = Invocation::new(foreword()).args(["index", "--root"]).args([&root]).run_in(&bench.home);
        assert!(built.stdout_text().contains("history: 1 commit"), "{root:?}: {}", built.stdout_text());
        // A change that is not committed is found as well.
        let path = root.join("loans/fines.py");
        let text = fs::read_to_string(&path).expect("a file");
        fs::write(&path, text.replace("ledger.pop(member_id, 0)", "ledger.pop(member_id)")).expect("written");
        for prompt in REVIEWS {
            let answer = envelope(&bench.output(Ask::new(&root, prompt)), 0);
            assert!(context(&answer).contains("loans/fines.py"), "{root:?}: {}", limits(&answer));
        }
    }
}
