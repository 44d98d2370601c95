//! Small trees, walked.

use std::path::Path;
use std::time::Duration;

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
    let deadline = Instant::now() + time;
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
    let expected = [".gitignore", "sub/.gitignore", "sub/.ignore", "sub/deep/there.rs", "sub/keep.log"];
    check(&files, &[], &expected);
    let odd: [fn(&Path); 3] = [
        |path| make_fifo(path),
        |path| std::os::unix::fs::symlink("/dev/zero", path).expect("a link"),
        |path| {
            let file = std::fs::File::create(path).expect("a file");
            file.set_len(1 << 30).expect("a hole");
        },
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
