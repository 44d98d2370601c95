//! Attacks on the jail, over both ways beneath the root.

use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};

use super::beneath::Way;
use super::*;

const CANARY: &str = "canary outside";

struct Fixture {
    _directory: tempfile::TempDir,
    outside: PathBuf,
    jails: Vec<Jail>,
}

/// `repo/` with files and links, `repo-evil/` and `secret.txt` beside it, and `alias`, a link to `repo`.
fn fixture() -> Fixture {
    let directory = tempfile::tempdir().unwrap();
    let outside = directory.path().canonicalize().unwrap();
    let root = outside.join("repo");
    std::fs::create_dir_all(root.join("src/deep")).unwrap();
    std::fs::create_dir_all(outside.join("repo-evil")).unwrap();
    for (name, text) in [
        ("secret.txt", CANARY),
        ("repo-evil/a.rs", CANARY),
        ("repo/src/a.rs", "inside"),
        ("repo/.env", "K=V"),
    ] {
        std::fs::write(outside.join(name), text).unwrap();
    }
    for (target, link) in [
        ("../secret.txt", "out"),
        ("..", "up"),
        ("/etc", "etc"),
        ("missing", "dangling"),
        ("loop_b", "loop_a"),
        ("loop_a", "loop_b"),
        ("src", "code"),
        ("src/a.rs", "a_link"),
        ("src/deep/../a.rs", "dotted"),
        (".env", "notes.txt"),
        ("/proc/self/root", "magic"),
    ] {
        symlink(target, root.join(link)).unwrap();
    }
    symlink(root.join("src/a.rs"), root.join("absolute_inside")).unwrap();
    symlink("../../../secret.txt", root.join("src/deep/out")).unwrap();
    symlink(&root, outside.join("alias")).unwrap();
    let fifo = root.join("fifo");
    rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR).unwrap();
    std::os::unix::net::UnixListener::bind(root.join("socket")).unwrap();
    let jails = jails(&root);
    Fixture { _directory: directory, outside, jails }
}

/// One jail as the platform makes it, one that opens by component.
fn jails(root: &Path) -> Vec<Jail> {
    let mut fallback = Jail::open(root).unwrap();
    let descriptor = rustix::fs::open(root, OFLAGS_DIRECTORY, rustix::fs::Mode::empty()).unwrap();
    fallback.beneath = Beneath::with_way(descriptor, Way::ByComponent).unwrap();
    vec![Jail::open(root).unwrap(), fallback]
}

const OFLAGS_DIRECTORY: rustix::fs::OFlags = rustix::fs::OFlags::DIRECTORY;

/// What a request came to: the path, or the kind of refusal.
fn outcome(result: Result<RepoPath, PathError>) -> String {
    match result {
        Ok(path) => path.as_str().to_owned(),
        Err(PathError::Outside) => "!outside".to_owned(),
        Err(PathError::Absent) => "!absent".to_owned(),
        Err(PathError::Special) => "!special".to_owned(),
        Err(PathError::Invalid) => "!invalid".to_owned(),
        Err(PathError::TooLarge { size }) => format!("!large {size}"),
        Err(PathError::Io(error)) => format!("!io {error}"),
    }
}

fn check(fixture: &Fixture, requested: &str, expect: &str) {
    for jail in &fixture.jails {
        assert_eq!(outcome(jail.resolve(requested)), expect, "{requested:?} by {:?}", jail.beneath);
        let opened = jail.open_relative(requested).map(|file| {
            let path = file.path().clone();
            assert_ne!(file.read(1_000).unwrap().bytes, CANARY.as_bytes(), "{requested:?}");
            path
        });
        let expect_open = match jail.resolve(requested) {
            Ok(path) if jail.metadata(&path).unwrap().is_dir => "!special",
            _ => expect,
        };
        assert_eq!(outcome(opened), expect_open, "open {requested:?} by {:?}", jail.beneath);
    }
}

#[test]
fn names_that_stay_inside_resolve_to_the_real_file() {
    let fixture = fixture();
    let outside = fixture.outside.to_str().unwrap();
    for (requested, expect) in [
        ("src/a.rs", "src/a.rs"),
        ("./src//a.rs", "src/a.rs"),
        ("src/deep/../a.rs", "src/a.rs"),
        ("src/", "src"),
        (".", "."),
        ("a_link", "src/a.rs"),
        ("code/a.rs", "src/a.rs"),
        ("code/deep", "src/deep"),
        ("dotted", "src/a.rs"),
        ("absolute_inside", "src/a.rs"),
        // A link cannot give a sensitive file an innocent name.
        ("notes.txt", ".env"),
        (&format!("{outside}/repo/src/a.rs"), "src/a.rs"),
        (&format!("{outside}/repo"), "."),
        (&format!("{outside}/alias/src/a.rs"), "src/a.rs"),
        (&format!("{outside}/repo/../repo/src/a.rs"), "src/a.rs"),
    ] {
        check(&fixture, requested, expect);
    }
}

#[test]
fn names_that_lead_out_are_refused() {
    let fixture = fixture();
    let outside = fixture.outside.to_str().unwrap();
    for (requested, expect) in [
        ("../secret.txt", "!outside"),
        ("src/../../secret.txt", "!outside"),
        ("out", "!outside"),
        ("up/secret.txt", "!outside"),
        ("up/repo/src/a.rs", "!outside"),
        ("etc/passwd", "!outside"),
        ("magic/etc/passwd", "!outside"),
        ("src/deep/out", "!outside"),
        ("code/deep/out", "!outside"),
        ("/etc/passwd", "!outside"),
        ("/proc/self/root/etc/passwd", "!outside"),
        (&format!("{outside}/repo-evil/a.rs"), "!outside"),
        (&format!("{outside}/repo/../secret.txt"), "!outside"),
        (&format!("{outside}/alias/../secret.txt"), "!outside"),
        ("dangling", "!absent"),
        ("missing", "!absent"),
        ("src/a.rs/x", "!absent"),
        ("..%2fsecret.txt", "!absent"),
        ("..\\secret.txt", "!absent"),
        ("loop_a", "!invalid"),
        ("src/a.rs\0", "!invalid"),
        ("", "!invalid"),
        (&"x".repeat(300), "!invalid"),
        (&"x/".repeat(3_000), "!invalid"),
        ("fifo", "!special"),
        ("socket", "!special"),
    ] {
        check(&fixture, requested, expect);
    }
}

#[test]
fn a_file_is_read_whole_or_not_at_all() {
    let fixture = fixture();
    for jail in &fixture.jails {
        let path = jail.resolve("src/a.rs").unwrap();
        assert_eq!(
            jail.metadata(&path).unwrap(),
            PathMetadata { is_file: true, is_dir: false, len: 6, owner: rustix::process::geteuid().as_raw() }
        );
        assert_eq!(jail.read(&path, 6).unwrap(), FileText { bytes: b"inside".to_vec(), size: 6 });
        assert!(matches!(jail.read(&path, 5), Err(PathError::TooLarge { size: 6 })));
        let directory = jail.resolve("src").unwrap();
        assert!(jail.metadata(&directory).unwrap().is_dir);
        assert!(matches!(jail.read(&directory, 5), Err(PathError::Special)));
    }
}

#[test]
fn a_checked_path_that_becomes_something_else_is_refused() {
    let fixture = fixture();
    let root = fixture.outside.join("repo");
    for jail in &fixture.jails {
        std::fs::write(root.join("swap"), "inside").unwrap();
        let path = jail.resolve("swap").unwrap();
        std::fs::remove_file(root.join("swap")).unwrap();
        symlink("../secret.txt", root.join("swap")).unwrap();
        assert!(matches!(jail.read(&path, 100), Err(PathError::Outside)));
        std::fs::remove_file(root.join("swap")).unwrap();
        std::fs::rename(root.join("fifo"), root.join("swap")).unwrap();
        assert!(matches!(jail.read(&path, 100), Err(PathError::Special)));
        std::fs::rename(root.join("swap"), root.join("fifo")).unwrap();
    }
}

#[test]
fn a_thread_that_swaps_links_never_wins() {
    const ROUNDS: usize = 3_000;
    let fixture = fixture();
    let root = fixture.outside.join("repo");
    std::fs::create_dir(root.join("spin")).unwrap();
    std::fs::write(root.join("real.txt"), "inside").unwrap();
    symlink("../../repo-evil", root.join("evil_directory")).unwrap();
    let done = AtomicBool::new(false);
    let (mut reads, mut leaks) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let _ = std::fs::hard_link(root.join("real.txt"), root.join("next"));
                let _ = std::fs::rename(root.join("next"), root.join("spin/a.rs"));
                let _ = symlink("../../secret.txt", root.join("next"));
                let _ = std::fs::rename(root.join("next"), root.join("spin/a.rs"));
                let _ = std::fs::rename(root.join("spin"), root.join("kept"));
                let _ = symlink("../repo-evil", root.join("spin"));
                let _ = std::fs::remove_file(root.join("spin"));
                let _ = std::fs::rename(root.join("kept"), root.join("spin"));
            }
        });
        for jail in &fixture.jails {
            for _ in 0..ROUNDS {
                let resolved = jail.resolve("spin/a.rs").and_then(|path| jail.read(&path, 100));
                let opened = jail.open_relative("spin/a.rs").and_then(|file| file.read(100));
                for text in [resolved, opened].into_iter().flatten() {
                    reads += 1;
                    leaks += usize::from(text.bytes != b"inside");
                }
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(reads > 0, "the race was never run");
    assert_eq!(leaks, 0);
}

#[test]
fn a_root_that_is_no_directory_is_refused() {
    let fixture = fixture();
    assert!(matches!(Jail::open(&fixture.outside.join("nowhere")), Err(PathError::Absent)));
    assert!(Jail::open(&fixture.outside.join("secret.txt")).is_err());
    let through_link = Jail::open(&fixture.outside.join("alias")).unwrap();
    assert_eq!(through_link.root(), fixture.outside.join("repo"));
}
