//! Files that are made to break an indexer: each is noted, none costs more than two seconds of a processor or half a
//! gigabyte, and none hides its neighbours.

#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "tests fail loudly, and read what they wrote themselves"
)]

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::time::Duration;

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::refresh::{RefreshOptions, Start, refresh};
use foreword_index::store::{Store, folder_for, verify};
use foreword_testkit::cpu;
use rustix::fs::{CWD, Mode, mkfifoat};

/// Of a processor, for one hostile file with its neighbour.
const TIME_MAX: Duration = Duration::from_secs(2);
/// Of the whole process.
const MEMORY_KB_MAX: usize = 512 * 1024;
const GIGABYTE: u64 = 1 << 30;

/// Indexes a folder that `make` fills, beside one harmless file. Says what the index knows of it: the files
/// with how they were read, then what was passed over and why.
fn index(make: impl FnOnce(&Path)) -> Vec<String> {
    let (repository, cache) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    fs::write(repository.path().join("harmless.rs"), "fn neighbour() {}\n").expect("a file");
    make(repository.path());
    let jail = Jail::open(repository.path()).expect("a jail");
    let folder = folder_for(cache.path(), jail.root());
    let options = RefreshOptions {
        excludes: &[],
        sensitive: &Sensitive::default(),
        redact: &|text: &str| -> Cow<'_, str> { foreword_guard::redact_prompt(text) },
        start: Start::Known,
        progress: &|_| {},
    };
    let before = cpu::of_process();
    let refreshed = refresh(&jail, &folder, &options).expect("a refresh");
    let took = cpu::of_process() - before;
    let store = Store::open(&folder).expect("an index");
    assert!(verify(&folder).expect("a check").faults.is_empty());
    assert_eq!(store.symbol("neighbour").expect("symbols").len(), 1, "the neighbour is there");
    let files = store.files().expect("files");
    let others = files.iter().filter(|(_, record)| record.path != "harmless.rs");
    let mut notes: Vec<String> =
        others.map(|(_, record)| format!("{:?} {:?}", record.path, record.reading)).collect();
    notes.sort();
    notes.extend(refreshed.skipped.iter().map(|(reason, count)| format!("{count} {reason}")));
    assert!(took < TIME_MAX, "{notes:?} took {took:?}");
    assert!(peak_memory_kb().is_none_or(|peak| peak < MEMORY_KB_MAX), "{notes:?}: {:?} KB", peak_memory_kb());
    notes
}

/// What the process held at most so far, where the system says so.
fn peak_memory_kb() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

fn check(make: impl FnOnce(&Path), expected: &[&str]) {
    assert_eq!(index(make), expected);
}

fn check_file(name: &str, bytes: &[u8], expected: &[&str]) {
    check(|root| fs::write(root.join(name), bytes).expect("a file"), expected);
}

fn make_fifo(path: &Path) {
    mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR).expect("a FIFO");
}

const BRACKETS: [(&str, &str, &str); 6] = [
    ("a.rs", "(", ")"),
    ("a.py", "[", "]"),
    ("a.js", "{", "}"),
    ("a.go", "(", ")"),
    ("a.c", "{", "}"),
    ("a.java", "(", ")"),
];

#[test]
fn a_hundred_thousand_brackets_in_one_line_are_text() {
    for (name, open, close) in BRACKETS {
        let text = format!("{}{}\n", open.repeat(100_000), close.repeat(100_000));
        check_file(name, text.as_bytes(), &[&format!("{name:?} Defeated")]);
    }
}

/// The same few lines over and over are never parsed: some would take the parser hours and all memory.
#[test]
fn a_line_over_and_over_is_text() {
    let many = BRACKETS.map(|(name, open, close)| {
        (name, format!("{}{}", format!("{open}\n").repeat(100_000), format!("{close}\n").repeat(100_000)))
    });
    let others = [("a.py", "/*\n"), ("a.java", "template<\n"), ("a.py", "/* \n  /*\n/* a\n\n/* b\n")];
    let others = others.map(|(name, lines)| (name, lines.repeat(30_000)));
    for (name, text) in many.into_iter().chain(others) {
        check_file(name, text.as_bytes(), &[&format!("{name:?} Defeated")]);
    }
}

/// Each bracket on a line of its own, and no two lines the same.
#[test]
fn brackets_that_nothing_closes_are_text() {
    for (name, open, _) in BRACKETS {
        let text: String = (0..80_000).map(|number| format!("{open}a{number}\n")).collect();
        check_file(name, text.as_bytes(), &[&format!("{name:?} Defeated")]);
    }
}

#[test]
fn size_without_end() {
    check_file("line.js", "a(b);".repeat(2_000_000).as_bytes(), &["\"line.js\" Large", "1 large"]);
    check_file("blank.py", "\n".repeat(2_000_000).as_bytes(), &["\"blank.py\" Large", "1 large"]);
    // Just below the size that is read.
    check_file("line.js", "a(b);".repeat(190_000).as_bytes(), &["\"line.js\" Defeated"]);
    check_file("blank.py", "\n".repeat(990_000).as_bytes(), &["\"blank.py\" Parsed"]);
    let comments: String = (0..80_000).map(|number| format!("/* {number}\n")).collect();
    check_file("open.ts", comments.as_bytes(), &["\"open.ts\" Defeated"]);
    let sparse = |root: &Path| {
        let file = File::create(root.join("sparse.rs")).expect("a file");
        file.set_len(GIGABYTE).expect("a hole");
    };
    check(sparse, &["\"sparse.rs\" Large", "1 large"]);
}

#[test]
fn bytes_that_are_no_text() {
    check_file("zeros.c", &[0; 4_096], &["\"zeros.c\" Binary", "1 binary"]);
    check_file("late.txt", &[&[b'a'; 100_000][..], &[0; 100]].concat(), &["\"late.txt\" NoGrammar"]);
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    check_file("wide.cs", &utf16("\u{feff}class A { }"), &["\"wide.cs\" Binary", "1 binary"]);
    // 你好 in GBK.
    check_file("gbk.py", b"name = '\xc4\xe3\xba\xc3'\n", &["\"gbk.py\" NotUtf8", "1 not UTF-8"]);
    check_file("cut.rs", b"fn a() { \"\xf0\x9f\x98\" }", &["\"cut.rs\" NotUtf8", "1 not UTF-8"]);
    check_file("surrogate.js", b"let a = '\xed\xa0\x80';", &["\"surrogate.js\" NotUtf8", "1 not UTF-8"]);
}

#[test]
fn a_text_that_means_more_than_it_says() {
    let levels = (1..20)
        .map(|level| format!("l{level}: &l{level} [{}]\n", vec![format!("*l{}", level - 1); 9].join(", ")));
    let bomb: String = std::iter::once("l0: &l0 [\"lol\"]\n".to_owned()).chain(levels).collect();
    check_file("bomb.yml", bomb.as_bytes(), &["\"bomb.yml\" Parsed"]);
    let entities: String =
        (1..20).map(|level| format!("<!ENTITY l{level} \"&l{0};&l{0};\">\n", level - 1)).collect();
    check_file(
        "bomb.html",
        format!("<!DOCTYPE a [\n{entities}]>\n<p>&l19;</p>\n").as_bytes(),
        &["\"bomb.html\" Parsed"],
    );
}

#[test]
fn names_that_are_made_to_confuse() {
    let names: [&[u8]; 5] =
        [b"new\nline.rs", b"esc\x1b[31m.rs", b"quote\"\\.rs", b"  .rs", b"not\xffutf8.rs"];
    let make = |root: &Path| {
        for name in names {
            fs::write(root.join(OsStr::from_bytes(name)), "fn named() {}\n").expect("a file");
        }
    };
    check(
        make,
        &[
            "\"  .rs\" Parsed",
            "\"esc\\u{1b}[31m.rs\" Parsed",
            "\"new\\nline.rs\" Parsed",
            "\"quote\\\"\\\\.rs\" Parsed",
            "1 name not UTF-8",
        ],
    );
}

#[test]
fn what_is_no_file_is_not_opened() {
    check(|root| make_fifo(&root.join("pipe.rs")), &["1 special file"]);
    let socket = |root: &Path| drop(UnixListener::bind(root.join("socket.rs")).expect("a socket"));
    check(socket, &["1 special file"]);
    let devices = |root: &Path| {
        for device in ["/dev/zero", "/dev/random", "/dev/tty", "/dev/full"] {
            symlink(device, root.join(device.replace('/', "_"))).expect("a link");
        }
    };
    check(devices, &["4 link"]);
    let loops = |root: &Path| {
        symlink("b", root.join("a")).expect("a link");
        symlink("a", root.join("b")).expect("a link");
        symlink("self", root.join("self")).expect("a link");
        fs::create_dir(root.join("sub")).expect("a folder");
        symlink("..", root.join("sub/up")).expect("a link");
        symlink("/", root.join("sub/top")).expect("a link");
    };
    check(loops, &["5 link"]);
}

/// A FIFO in the place of a file that is opened for its rules, not for its content.
#[test]
fn a_fifo_where_rules_are_read_stalls_nothing() {
    for name in [".gitignore", ".ignore", "sub/.gitignore", ".git", ".git/HEAD", ".git/info/exclude"] {
        let make = |root: &Path| {
            fs::create_dir(root.join("sub")).expect("a folder");
            fs::create_dir(root.join("rules")).expect("a folder");
            fs::write(root.join("rules/.gitignore"), "hidden.rs\n").expect("a file");
            fs::write(root.join("rules/hidden.rs"), "").expect("a file");
            fs::create_dir_all(root.join(name).parent().expect("a parent")).expect("a folder");
            make_fifo(&root.join(name));
        };
        let what = if name.starts_with(".git/") || name == ".git" { "1 excluded" } else { "1 special file" };
        check(make, &["\"rules/.gitignore\" NoGrammar", what]);
    }
}
