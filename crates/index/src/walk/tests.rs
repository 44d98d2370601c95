//! Small trees, walked.

use std::path::Path;
use std::time::Duration;

use foreword_model::clock;
use tempfile::TempDir;

use super::*;

fn tree(files: &[(&str, &str)]) -> TempDir {
    let directory = TempDir::new().expect("a directory");
    for (path, text) in files {
        let file = directory.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("directories");
        std::fs::write(file, text).expect("a file");
    }
    directory
}

fn walked(root: &Path, excludes: &[&str], files_max: usize, time: Duration) -> Walked {
    let jail = Jail::open(root).expect("a jail");
    let excludes: Vec<String> = excludes.iter().map(|glob| (*glob).to_owned()).collect();
    let sensitive = Sensitive::new(&[]);
    let deadline = clock::now() + time;
    walk(
        &jail,
        &WalkOptions { excludes: &excludes, sensitive: &sensitive, deadline, files_max, depth_max: 64 },
    )
}

fn check(files: &[(&str, &str)], excludes: &[&str], expected: &[&str]) -> Walked {
    let directory = tree(files);
    let found = walked(directory.path(), excludes, 1_000, Duration::from_secs(20));
    let paths: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, expected);
    assert_eq!(found.cut, None);
    found
}

#[test]
fn ignore_rules_hold_at_every_level_without_git() {
    let files = [
        (".gitignore", "*.log\n/out/\n"),
        ("a.rs", ""),
        ("debug.log", ""),
        ("out/x.rs", ""),
        ("sub/.gitignore", "!keep.log\nlocal.rs\n"),
        ("sub/keep.log", ""),
        ("sub/local.rs", ""),
        ("sub/out/y.rs", ""),
        (".github/ci.yml", ""),
    ];
    check(
        &files,
        &[],
        &[".github/ci.yml", ".gitignore", "a.rs", "sub/.gitignore", "sub/keep.log", "sub/out/y.rs"],
    );
}

#[test]
fn rules_above_the_root_count_only_inside_a_work_tree() {
    let directory = tree(&[(".gitignore", "hidden.rs\n"), ("pkg/hidden.rs", ""), ("pkg/shown.rs", "")]);
    let package = directory.path().join("pkg");
    let count = |root: &Path| walked(root, &[], 1_000, Duration::from_secs(20)).files.len();
    assert_eq!(count(&package), 2);
    for (path, text) in [(".git/HEAD", "ref: refs/heads/main\n"), (".git/objects/x", ""), (".git/refs/x", "")]
    {
        let file = directory.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("directories");
        std::fs::write(file, text).expect("a file");
    }
    assert_eq!(count(&package), 1);
}

#[test]
fn what_git_ignores_by_its_settings_is_ignored() {
    let directory = tree(&[
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".git/objects/x", ""),
        (".git/refs/x", ""),
        (".git/info/exclude", "\u{feff}excluded.rs\n"),
        (".gitignore", "\u{feff}HIDDEN.rs\nlog.[[:digit:]]\n{a,b}.rs\n"),
        ("mine", "global.rs\n"),
        ("hidden.rs", ""),
        ("excluded.rs", ""),
        ("global.rs", ""),
        ("log.1", ""),
        ("{a,b}.rs", ""),
        ("a.rs", ""),
    ]);
    let list = || -> Vec<String> {
        let files = walked(directory.path(), &[], 1_000, Duration::from_secs(20)).files;
        files
            .into_iter()
            .map(|file| file.path)
            .filter(|path| path.ends_with(".rs") || path == "log.1")
            .collect()
    };
    assert_eq!(list(), ["a.rs", "global.rs", "hidden.rs"]);
    let config = format!("[core]\nignorecase\nexcludesFile = {}\n", directory.path().join("mine").display());
    std::fs::write(directory.path().join(".git/config"), config).expect("a file");
    assert_eq!(list(), ["a.rs"]);
    // Its git directory moves out, and is not taken for its own any more.
    let elsewhere = TempDir::new().expect("a directory");
    let moved = elsewhere.path().join("git");
    std::fs::rename(directory.path().join(".git"), &moved).expect("moved");
    std::fs::write(directory.path().join(".git"), format!("gitdir: {}\n", moved.display())).expect("a file");
    assert_eq!(list(), ["a.rs"]);
}

#[test]
fn default_and_user_exclusions_are_pruned_and_counted() {
    let files = [
        ("src/a.rs", ""),
        ("target/debug/b.rs", ""),
        ("web/node_modules/x/i.js", ""),
        (".git/config", ""),
        ("Cargo.lock", ""),
        ("private/c.rs", ""),
    ];
    let found = check(&files, &["private/**"], &["src/a.rs"]);
    assert_eq!(found.skipped.get(&Skip::LockFile), Some(&1));
    assert!(found.skipped.get(&Skip::Excluded).is_some_and(|count| *count >= 4));
}

#[test]
fn sensitive_files_are_names_only() {
    let files = [(".env", "x"), ("config/.env.local", "x"), ("deploy/server.pem", "x"), ("a.rs", "")];
    let found = check(&files, &[], &["a.rs"]);
    assert_eq!(found.sensitive, [".env", "config/.env.local", "deploy/server.pem"]);
}

#[cfg(unix)]
#[test]
fn a_name_that_holds_a_secret_is_counted_and_not_kept() {
    // Put together here, so that no scanner takes this file for a leak.
    let token = ["ghp_", "Ab3dEf6hIj9LmN2pQr5tUv8xAb3dEf6hIj9L"].concat();
    let (file, folder) = (format!("{token}.txt"), format!("{token}/x.rs"));
    let words = "0005-imap-idle-push-and-reconnect-behaviour.md";
    let found = check(&[("a.rs", ""), (&file, ""), (&folder, ""), (words, "")], &[], &[words, "a.rs"]);
    assert_eq!(found.skipped.get(&Skip::SecretName), Some(&2));
}

#[test]
fn directories_too_deep_are_counted() {
    let at_depth = |depth: usize| format!("{}a.rs", "d/".repeat(depth - 1));
    let (last, beyond) = (at_depth(64), at_depth(65));
    let found = check(&[(&last, ""), (&beyond, "")], &[], &[&last]);
    assert_eq!(found.skipped.get(&Skip::TooDeep), Some(&1));
}

#[test]
fn links_are_not_followed() {
    let outside = tree(&[("secret.rs", "x")]);
    let directory = tree(&[("a.rs", "")]);
    let link = |target: &Path, name: &str| {
        std::os::unix::fs::symlink(target, directory.path().join(name)).expect("a link");
    };
    link(outside.path(), "out");
    link(&outside.path().join("secret.rs"), "file.rs");
    link(directory.path(), "loop");
    let found = walked(directory.path(), &[], 1_000, Duration::from_secs(20));
    assert_eq!(found.files.len(), 1);
    assert_eq!(found.skipped.get(&Skip::Link), Some(&3));
}

#[test]
fn files_know_their_language_and_class() {
    let found = check(&[("tests/a.py", "abc")], &[], &["tests/a.py"]);
    let file = &found.files[0];
    assert_eq!((file.len, file.class), (3, FileClass::Test));
    assert_eq!(file.language.map(|language| language.name), Some("python"));
}

#[test]
fn limits_are_said() {
    let directory = tree(&[("a.rs", ""), ("b.rs", ""), ("c.rs", "")]);
    let found = walked(directory.path(), &[], 2, Duration::from_secs(20));
    assert_eq!((found.files.len(), found.cut), (2, Some(Cut::Files)));
    let late = walked(directory.path(), &[], 2, Duration::ZERO);
    assert_eq!((late.files.len(), late.cut), (0, Some(Cut::Time)));
}

#[test]
fn a_dot_ignore_hides_more_and_opens_nothing_that_git_hides() {
    let everything = "!*\n!**\n!notes/\n!*.log\n!excluded.rs\n";
    let files = [
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".git/objects/x", ""),
        (".git/refs/x", ""),
        (".git/info/exclude", "excluded.rs\n"),
        (".gitignore", "notes/\nhere.log\n"),
        (".ignore", everything),
        ("notes/.ignore", everything),
        ("notes/a.rs", ""),
        ("here.log", ""),
        ("excluded.rs", ""),
        ("sub/.ignore", "!here.log\nmore.rs\n"),
        ("sub/here.log", ""),
        ("sub/more.rs", ""),
        ("sub/deep/.ignore", "!more.rs\n"),
        ("sub/deep/more.rs", ""),
        ("a.rs", ""),
    ];
    check(
        &files,
        &[],
        &[".gitignore", ".ignore", "a.rs", "sub/.ignore", "sub/deep/.ignore", "sub/deep/more.rs"],
    );
    let ignored = Some(NotContent::Ignored);
    let hidden = ["notes/a.rs", "here.log", "excluded.rs", "sub/here.log", "sub/more.rs"];
    let named: Vec<_> = hidden.iter().map(|path| (*path, EntryKind::File, ignored)).collect();
    check_named(tree(&files).path(), &named);
}

#[test]
fn an_ignore_file_that_is_a_link_opens_nothing() {
    let directory = tree(&[
        (".gitignore", "*.log\n"),
        ("rules", "!*.log\nmore.rs\n"),
        ("sub/a.log", ""),
        ("sub/more.rs", ""),
        ("sub/a.rs", ""),
    ]);
    std::os::unix::fs::symlink("../rules", directory.path().join("sub/.gitignore")).expect("a link");
    let found = walked(directory.path(), &[], 1_000, Duration::from_secs(20));
    let paths: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, [".gitignore", "rules", "sub/a.rs"]);
}

fn make_fifo(path: &Path) {
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mkfifoat(rustix::fs::CWD, path, mode).expect("a FIFO");
}

/// The same trees with and without an ignore file that nobody may open.
#[test]
fn an_ignore_file_that_is_none_neither_stalls_nor_hides_the_other_rules() {
    let files = [
        (".gitignore", "*.log\n/out/\n"),
        (".git/info/exclude", "private.rs\n"),
        ("private.rs", ""),
        ("out/x.rs", ""),
        ("sub/.ignore", "!keep.log\n"),
        ("sub/.gitignore", "local.rs\n"),
        ("sub/keep.log", ""),
        ("sub/local.rs", ""),
        ("sub/deep/local.rs", ""),
        ("sub/deep/other.log", ""),
        ("sub/deep/there.rs", ""),
    ];
    let expected = [".gitignore", "sub/.gitignore", "sub/.ignore", "sub/deep/there.rs"];
    check(&files, &[], &expected);
    let odd: [fn(&Path); 3] = [
        |path| make_fifo(path),
        |path| std::os::unix::fs::symlink("/dev/zero", path).expect("a link"),
        |path| std::fs::create_dir(path).expect("a directory"),
    ];
    for make in odd {
        let directory = tree(&files);
        std::fs::create_dir(directory.path().join("odd")).expect("a directory");
        std::fs::write(directory.path().join("odd/a.rs"), "").expect("a file");
        make(&directory.path().join("odd/.gitignore"));
        let found = walked(directory.path(), &[], 1_000, Duration::from_secs(20));
        let mut paths: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
        paths.retain(|path| *path != "odd/.gitignore");
        let with_odd = [".gitignore", "odd/a.rs", "sub/.gitignore", "sub/.ignore"];
        assert_eq!(paths, [&with_odd[..], &expected[3..]].concat());
    }
}

/// What is walked and what may be named are decided by the same rules.
#[track_caller]
fn check_named(root: &Path, named: &[(&str, EntryKind, Option<NotContent>)]) {
    let rules = ContentRules::new(&Jail::open(root).expect("a jail"), &["private/**".to_owned()]);
    for (path, kind, expected) in named {
        assert_eq!(rules.refused(path, *kind), *expected, "{path}");
    }
}

#[test]
fn req_ato_004_a_named_path_is_content_where_a_walk_would_find_it() {
    let directory = tree(&[
        (".gitignore", "*.log\n/out/\n!keep.log\n"),
        ("a.rs", ""),
        ("debug.log", ""),
        ("keep.log", ""),
        ("out/x.rs", ""),
        ("out/.gitignore", "!x.rs\n"),
        ("private/c.rs", ""),
        ("target/b.rs", ""),
        ("Cargo.lock", ""),
        ("sub/.ignore", "local.rs\n"),
        ("sub/local.rs", ""),
        ("sub/shown.rs", ""),
    ]);
    let (file, folder) = (EntryKind::File, EntryKind::Directory);
    let (ignored, excluded) = (Some(NotContent::Ignored), Some(NotContent::Excluded));
    check_named(
        directory.path(),
        &[
            (".", folder, None),
            ("a.rs", file, None),
            ("keep.log", file, None),
            ("sub", folder, None),
            ("sub/shown.rs", file, None),
            ("debug.log", file, ignored),
            ("out", folder, ignored),
            ("out/x.rs", file, ignored),
            ("sub/local.rs", file, ignored),
            ("private/c.rs", file, excluded),
            ("target", folder, excluded),
            ("target/b.rs", file, excluded),
            ("Cargo.lock", file, excluded),
            (".git/config", file, excluded),
        ],
    );
    let walked = walked(directory.path(), &["private/**"], 1_000, Duration::from_secs(20));
    let paths: Vec<&str> = walked.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, [".gitignore", "a.rs", "keep.log", "sub/.ignore", "sub/shown.rs"]);
}

#[test]
fn ac_006_ignore_files_over_a_bound_hide_everything_below_them() {
    let rules = |count: usize| (0..count).map(|number| format!("x{number}\n")).collect::<String>();
    let long = format!("{}\n", "a".repeat(limits::IGNORE_RULE_BYTES + 1));
    let large = format!("#{}\n", "a".repeat(usize::try_from(limits::IGNORE_FILE_BYTES).expect("a size")));
    for text in [rules(limits::IGNORE_FILE_RULES + 1), long, large] {
        for name in [".gitignore", ".ignore"] {
            let sub = format!("sub/{name}");
            let files =
                [("a.rs", ""), ("sub/b.rs", ""), ("sub/deep/c.rs", ""), (sub.as_str(), text.as_str())];
            let found = check(&files, &[], &["a.rs"]);
            assert_eq!(found.unbounded, ["sub"]);
            assert_eq!(found.skipped.get(&Skip::UnboundedRules), Some(&1));
            let directory = tree(&files);
            check_named(
                directory.path(),
                &[("sub/deep/c.rs", EntryKind::File, Some(NotContent::UnboundedRules))],
            );
        }
        let found = check(&[("a.rs", ""), (".gitignore", &text)], &[], &[]);
        assert_eq!(found.unbounded, ["."]);
        check(&[("a.rs", ""), (".git/info/exclude", &text)], &[], &[]);
    }
    check(&[("a.rs", ""), (".gitignore", &rules(limits::IGNORE_FILE_RULES))], &[], &[".gitignore", "a.rs"]);
}

#[test]
fn ac_006_the_rules_of_all_ignore_files_are_bounded_together() {
    let rules: String = (0..limits::IGNORE_FILE_RULES).map(|number| format!("x{number}\n")).collect();
    let count = limits::IGNORE_RULES / limits::IGNORE_FILE_RULES + 1;
    let names: Vec<String> = (0..count).map(|number| format!("d{number:02}/.gitignore")).collect();
    let mut files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), rules.as_str())).collect();
    files.push(("a.rs", ""));
    assert_eq!(check(&files, &[], &[]).unbounded, ["."]);
    files.remove(0);
    assert_eq!(walked(tree(&files).path(), &[], 1_000, Duration::from_secs(20)).files.len(), count);
}

/// A repository with a worktree of its own, a submodule and a clone below it, as git lays them out.
fn checkouts() -> TempDir {
    let directory = tree(&[
        ("main/.git/HEAD", "ref: refs/heads/main\n"),
        ("main/.git/worktrees/x/HEAD", "ref: refs/heads/x\n"),
        ("main/.git/worktrees/x/commondir", "../..\n"),
        ("main/.git/modules/lib/HEAD", "ref: refs/heads/main\n"),
        ("main/a.rs", ""),
        ("main/.claude/settings.json", ""),
        ("main/.claude/worktrees/x/a.rs", ""),
        ("main/.claude/worktrees/x/src/b.rs", ""),
        ("main/.claude/worktrees/pruned/.git", "gitdir: ../../../.git/worktrees/pruned\n"),
        ("main/.claude/worktrees/pruned/a.rs", ""),
        ("main/lib/.git", "gitdir: ../.git/modules/lib\n"),
        ("main/lib/c.rs", ""),
        ("main/clone/.git/HEAD", "ref: refs/heads/main\n"),
        ("main/clone/d.rs", ""),
    ]);
    let target = directory.path().canonicalize().expect("a path").join("main/.git/worktrees/x");
    let text = format!("gitdir: {}\n", target.display());
    std::fs::write(directory.path().join("main/.claude/worktrees/x/.git"), text).expect("a file");
    directory
}

#[test]
fn ac_005_a_worktree_inside_the_checkout_is_no_content_of_it() {
    let directory = checkouts();
    let root = directory.path().canonicalize().expect("a path").join("main");
    let paths = |found: &Walked| found.files.iter().map(|file| file.path.clone()).collect::<Vec<_>>();
    let found = walked(&root, &[], 1_000, Duration::from_secs(20));
    assert_eq!(paths(&found), [".claude/settings.json", "a.rs", "clone/d.rs", "lib/c.rs"]);
    assert_eq!(found.skipped.get(&Skip::OtherWorktree), Some(&2));
    let other = Some(NotContent::OtherWorktree);
    check_named(
        &root,
        &[
            (".claude/worktrees/x", EntryKind::Directory, other),
            (".claude/worktrees/x/src/b.rs", EntryKind::File, other),
            (".claude/worktrees/pruned/a.rs", EntryKind::File, other),
            (".claude/settings.json", EntryKind::File, None),
            ("lib/c.rs", EntryKind::File, None),
        ],
    );
    let inside = walked(&root.join(".claude/worktrees/x"), &[], 1_000, Duration::from_secs(20));
    assert_eq!(paths(&inside), ["a.rs", "src/b.rs"]);
    let jail = Jail::open(&root).expect("a jail");
    let sensitive = Sensitive::default();
    let deadline = clock::now() + Duration::from_secs(20);
    let options =
        WalkOptions { excludes: &[], sensitive: &sensitive, deadline, files_max: 1_000, depth_max: 64 };
    let listed = ["x", "x/src", "pruned"].map(|name| format!(".claude/worktrees/{name}"));
    let listed: Vec<&str> = listed.iter().map(String::as_str).collect();
    let content = Arc::new(ContentRules::new(&jail, &[]));
    assert_eq!(new_files(&jail, &listed, &HashSet::new(), &content, &options).files, []);
    let watched = directories(&jail, &options, 100).expect("directories");
    let in_worktrees = |path: &PathBuf| path.starts_with(root.join(".claude/worktrees/x"));
    assert!(!watched.iter().any(in_worktrees), "{watched:?}");
}

#[test]
fn a_root_below_the_top_keeps_what_the_top_hides() {
    let directory = tree(&[
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".git/refs/a.rs", ""),
        (".GIT/a.rs", ""),
        (".gitignore", "/ignored/\n/app/gone.rs\n"),
        ("ignored/a.rs", ""),
        ("app/private/a.rs", ""),
        ("app/gone.rs", ""),
        ("app/a.rs", ""),
    ]);
    let check = |root: &str, path: &str, expected: Option<NotContent>| {
        let jail = Jail::open(&directory.path().join(root)).expect("a jail").within(directory.path());
        let rules = ContentRules::new(&jail, &["app/private".to_owned(), "kept".to_owned()]);
        assert_eq!(rules.refused(path, EntryKind::File), expected, "{path} below {root}");
    };
    check("app", "a.rs", None);
    check("app", "private/a.rs", Some(NotContent::Excluded));
    check("app/private", "a.rs", Some(NotContent::Excluded));
    check("app", "gone.rs", Some(NotContent::Ignored));
    check(".git", "config", Some(NotContent::Excluded));
    check(".git/refs", "a.rs", Some(NotContent::Excluded));
    check(".", ".GIT/a.rs", Some(NotContent::Excluded));
    // Who names an ignored folder as the root asks for it.
    check("ignored", "a.rs", None);
}

#[test]
fn rules_that_name_a_folder_hold_where_new_files_are_looked_for() {
    let directory = tree(&[
        (".gitignore", "/out/\n/app/gone/\n"),
        ("out/a.rs", ""),
        ("app/gone/a.rs", ""),
        ("app/left_out/a.rs", ""),
        ("app/a.rs", ""),
        (".git/HEAD", "ref: refs/heads/main\n"),
    ]);
    let check = |root: &str, expected: &[&str]| {
        let jail = Jail::open(&directory.path().join(root)).expect("a jail").within(directory.path());
        let (sensitive, deadline) = (Sensitive::default(), clock::now() + Duration::from_secs(20));
        let options =
            WalkOptions { excludes: &[], sensitive: &sensitive, deadline, files_max: 1_000, depth_max: 64 };
        let content = Arc::new(ContentRules::new(&jail, &["app/left_out".to_owned()]));
        let found = new_files(&jail, &["."], &HashSet::from(["."]), &content, &options);
        let paths: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, expected, "{root}");
    };
    check(".", &[".gitignore", "app/a.rs"]);
    check("app", &["a.rs"]);
}
