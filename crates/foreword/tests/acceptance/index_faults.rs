//! An index that cannot be kept, or that is not what was written: the prompt is answered all the same, with one clear
//! line where something is lost and none where nothing is.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use foreword_testkit::{require, tree, wait};
use serde_json::Value;

use crate::harness::{Ask, CODE_PROMPT, context, envelope};
use crate::workbench::{BACKGROUND, Workbench, index_limits, states};

fn check_answered(answer: &Value) {
    assert!(context(answer).contains("loans/fines.py"), "{}", context(answer));
    assert_eq!(answer["degraded"]["is_degraded"], false);
}

/// Asks with a cache home where nothing can be kept; exactly one line says so.
fn check_one_line(cache_home: &str, said: &str) {
    let repo = FixtureRepo::library_app();
    let ask =
        Ask::new(repo.path(), CODE_PROMPT).env("XDG_CACHE_HOME", cache_home).env(BACKGROUND.0, BACKGROUND.1);
    let answer = envelope(&ask.run(), 0);
    check_answered(&answer);
    let lines = index_limits(&answer);
    assert!(lines.len() == 1 && lines[0].contains(said), "{cache_home}: {lines:?}");
}

#[test]
fn where_no_cache_can_be_the_prompt_is_answered_with_one_line() {
    let home = Home::new();
    let file = home.file("a-file", "no folder");
    check_one_line(&file.join("below").to_string_lossy(), "index not kept: cannot create");
    check_one_line("/proc/nowhere", "index not kept: cannot create");
}

#[test]
fn without_a_home_the_prompt_is_answered_with_one_line() {
    let repo = FixtureRepo::library_app();
    let ask = Ask::new(repo.path(), CODE_PROMPT).env(BACKGROUND.0, BACKGROUND.1);
    let unset = ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"];
    let hook = ask
        .describe(Invocation::new(foreword()).args(["inject"]))
        .through("env".as_ref(), unset.iter().flat_map(|name| ["-u", name]));
    let answer = envelope(&hook.run(), 0);
    check_answered(&answer);
    assert_eq!(index_limits(&answer), ["[Limits] no index: no cache directory; set XDG_CACHE_HOME or HOME"]);
    let by_hand = Invocation::new(foreword())
        .args(["index", "--root"])
        .args([repo.path()])
        .through("env".as_ref(), unset.iter().flat_map(|name| ["-u", name]))
        .run();
    assert_eq!(by_hand.code(), Some(40));
    assert!(by_hand.stderr_text().contains("set XDG_CACHE_HOME or HOME"), "{}", by_hand.stderr_text());
}

/// Asks twice with a cache that is a mount of its own, seen only by what runs inside it; the second prompt comes when
/// the refresh of the first has ended. `prepare` is shell, run before anything else.
fn ask_twice(unshare: &Path, repo: &FixtureRepo, prepare: &str) -> [Value; 2] {
    let script = format!(
        r#"set -e
cache=$1 program=$2 first=$3 second=$4
shift 4
payload=$(cat)
{prepare}
printf '%s' "$payload" | "$program" inject "$@" > "$first"
tries=0
while [ "$(cat "$cache"/foreword/index/*/attempt 2>/dev/null)" = asked ] && [ $tries -lt 600 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
printf '%s' "$payload" | "$program" inject "$@" > "$second""#
    );
    let home = Home::new();
    let answers = ["first.json", "second.json"].map(|name| home.path().join(name));
    let [first, second] = &answers;
    let unshared = Invocation::new(unshare)
        .args(["-rm", "sh", "-c", &script, "sh"])
        .args([&home.path().join("cache"), &foreword(), first, second])
        .timeout(wait::DEADLINE);
    let ask = Ask::new(repo.path(), CODE_PROMPT).env(BACKGROUND.0, BACKGROUND.1);
    let run = ask.describe(unshared).run_in(&home);
    assert_eq!(run.code(), Some(0), "{}", run.stderr_text());
    answers.map(|path| serde_json::from_slice(&fs::read(path).expect("an answer")).expect("JSON"))
}

fn settled_library() -> FixtureRepo {
    let repo = FixtureRepo::library_app();
    tree::set_times(repo.path(), tree::days_from_now(-3));
    repo
}

#[test]
fn on_a_read_only_disk_every_prompt_says_once_that_nothing_is_kept() {
    let Some(unshare) = require::mounts() else { return };
    let repo = settled_library();
    for answer in ask_twice(&unshare, &repo, "mount -t tmpfs -o ro none \"$cache\"") {
        check_answered(&answer);
        let lines = index_limits(&answer);
        assert!(lines.len() == 1 && lines[0].contains("Read-only file system"), "{lines:?}");
    }
}

#[test]
fn a_fresh_index_on_a_read_only_disk_is_used_and_a_stale_one_too() {
    let Some(unshare) = require::mounts() else { return };
    let build =
        "mount -t tmpfs none \"$cache\"; \"$program\" index > /dev/null; mount -o remount,ro \"$cache\"";
    let repo = settled_library();
    for answer in ask_twice(&unshare, &repo, build) {
        check_answered(&answer);
        assert_eq!((states(&answer).1.as_str(), index_limits(&answer)), ("fresh", Vec::new()));
    }
    for answer in ask_twice(&unshare, &repo, &format!("{build}; echo '# edited' >> loans/catalog.py")) {
        check_answered(&answer);
        let lines = index_limits(&answer);
        assert!(lines.len() == 1 && lines[0].contains("Read-only file system"), "{lines:?}");
        assert_eq!(states(&answer).1, "stale");
    }
}

#[test]
fn on_a_full_disk_the_second_prompt_says_why_there_is_no_index() {
    let Some(unshare) = require::mounts() else { return };
    let repo = FixtureRepo::library_app();
    tree::generate(&repo, 400, 12);
    tree::set_times(repo.path(), tree::days_from_now(-3));
    let [first, second] = ask_twice(&unshare, &repo, "mount -t tmpfs -o size=64k none \"$cache\"");
    check_answered(&first);
    assert_eq!(index_limits(&first), Vec::<String>::new(), "nobody knows yet");
    check_answered(&second);
    let lines = index_limits(&second);
    assert!(lines.len() == 1 && lines[0].contains("index not refreshed: "), "{lines:?}");
    assert!(lines[0].contains("No space left on device"), "{lines:?}");
}

#[test]
fn on_a_disk_without_a_byte_left_the_prompt_says_that_nothing_is_kept() {
    let Some(unshare) = require::mounts() else { return };
    let repo = settled_library();
    let fill =
        "mount -t tmpfs -o size=64k none \"$cache\"; dd if=/dev/zero of=\"$cache/full\" 2> /dev/null || true";
    for answer in ask_twice(&unshare, &repo, fill) {
        check_answered(&answer);
        let lines = index_limits(&answer);
        assert!(lines.len() == 1 && lines[0].contains("No space left on device"), "{lines:?}");
    }
}

/// Files of an index by the beginning of their names.
fn files_of(bench: &Workbench, name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(bench.folder()).expect("a folder").flatten();
    let named = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(name));
    named.map(|entry| entry.path()).collect()
}

fn flip(path: &Path, at: usize) {
    let mut bytes = fs::read(path).expect("bytes");
    bytes[at] ^= 0x10;
    fs::write(path, bytes).expect("written");
}

/// Damages a built index. The prompt is answered rightly, and the refresh that it leaves behind repairs the index.
fn check_damage(what: &str, damage: impl Fn(&Path, usize)) {
    for name in ["manifest", "segment"] {
        let bench = Workbench::library().built();
        for path in files_of(&bench, name) {
            let length = usize::try_from(fs::metadata(&path).expect("a file").len()).expect("a length");
            damage(&path, length);
        }
        assert_eq!(bench.index(&["status", "--verify"]).code(), Some(40), "{what} {name}: it is found");
        let found = bench.search("late_fee");
        assert_eq!(found.paths().first(), Some(&"loans/fines.py"), "{what} {name}");
        let answer = bench.ask_and_refresh(CODE_PROMPT);
        check_answered(&answer);
        let said = index_limits(&answer);
        let is_damage =
            |line: &String| line.contains("index damaged (") && line.ends_with("it is being mended");
        // Without a manifest there is no index that could be damaged.
        let expected = if (what, name) == ("gone", "manifest") { 0 } else { 1 };
        assert!(said.len() == expected && said.iter().all(is_damage), "{what} {name}: {said:?}");
        bench.wait_for_refreshes();
        assert_eq!(bench.index(&["status", "--verify"]).code(), Some(0), "{what} {name}: it is mended");
        assert_eq!(
            states(&bench.ask(CODE_PROMPT)),
            ("fresh".to_owned(), "fresh".to_owned()),
            "{what} {name}"
        );
    }
}

#[test]
fn a_damaged_index_is_not_believed_and_is_mended() {
    check_damage("first byte", |path, _| flip(path, 0));
    check_damage("last byte", |path, length| flip(path, length - 1));
    check_damage("half of it", |path, length| {
        let bytes = fs::read(path).expect("bytes");
        fs::write(path, &bytes[..length / 2]).expect("written");
    });
    check_damage("nothing left", |path, _| fs::write(path, "").expect("written"));
    check_damage("gone", |path, _| fs::remove_file(path).expect("removed"));
}

/// Where the blocks of a segment begin: each has 16 bytes before its content, and they lie side by side.
fn blocks(bytes: &[u8]) -> Vec<usize> {
    let number = |at: usize| {
        let field = bytes[at..at + 4].try_into().expect("four bytes");
        usize::try_from(u32::from_le_bytes(field)).expect("a small number")
    };
    let end = number(bytes.len() - 32);
    let mut found = Vec::new();
    let mut at = 0;
    while at < end {
        found.push(at);
        at += 16 + number(at);
    }
    found
}

/// English and Chinese.
const PROMPTS: [&str; 2] = [CODE_PROMPT, "late_fee 在哪里计算滞纳金？"];

#[test]
fn ac_008_every_damaged_block_that_a_prompt_meets_is_said_and_mended() {
    let bench = Workbench::library().built();
    let right = PROMPTS.map(|prompt| context(&bench.ask(prompt)).to_owned());
    let first = fs::read(files_of(&bench, "segment").remove(0)).expect("a segment");
    let mut noticed = 0;
    for number in 0..blocks(&first).len() {
        for (prompt, right) in PROMPTS.iter().zip(&right) {
            let segment = files_of(&bench, "segment").remove(0);
            let at = blocks(&fs::read(&segment).expect("bytes"))[number] + 16;
            flip(&segment, at);
            let answer = bench.ask_and_refresh(prompt);
            bench.wait_for_refreshes();
            let said = index_limits(&answer);
            match states(&answer).1.as_str() {
                "damaged" => {
                    noticed += 1;
                    assert!(said.len() == 1 && said[0].contains("index damaged (segment-"), "{said:?}");
                }
                // Nothing of the block was read, so nothing is missing.
                state => {
                    assert_eq!((state, context(&answer), said), ("fresh", right.as_str(), Vec::new()));
                    assert_eq!(bench.index(&["status", "--verify"]).code(), Some(40), "block {number}");
                    let status = bench.index(&["status"]);
                    assert!(status.stdout_text().starts_with("state: damaged: segment-"), "{number}");
                    assert_eq!(bench.index(&[]).code(), Some(0), "block {number}");
                }
            }
            assert_eq!(bench.index(&["status", "--verify"]).code(), Some(0), "block {number} is mended");
            assert_eq!(bench.state().as_deref(), Some("fresh"), "block {number}");
            assert_eq!(context(&bench.ask(prompt)), right, "block {number}");
        }
    }
    assert!(noticed > 8, "{noticed}");
}

#[test]
fn ac_008_a_damaged_history_is_said_and_mended() {
    let bench = Workbench::library().built();
    let right = context(&bench.ask(CODE_PROMPT)).to_owned();
    flip(&bench.folder().join("history"), 20);
    let answer = bench.ask_and_refresh(CODE_PROMPT);
    bench.wait_for_refreshes();
    let said = index_limits(&answer);
    assert!(said.len() == 1 && said[0].contains("index damaged (history)"), "{said:?}");
    assert_eq!(bench.index(&["status", "--verify"]).code(), Some(0), "it is mended");
    assert_eq!(context(&bench.ask(CODE_PROMPT)), right);
}

#[test]
fn ac_008_hooks_beside_a_rebuild_all_have_the_index() {
    let bench = Workbench::generated(400, 8).built();
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let rebuilds = scope.spawn(|| {
            let mut rebuilds = 0;
            while !is_done.load(Ordering::SeqCst) {
                assert_eq!(bench.index(&["--rebuild"]).code(), Some(0));
                rebuilds += 1;
            }
            rebuilds
        });
        for number in 0..24 {
            let answer = bench.ask(PROMPTS[number % 2]);
            // Not by a live scan: there is an index at every moment.
            let state = states(&answer).1;
            assert!(matches!(state.as_str(), "fresh" | "stale"), "hook {number}: {state}");
            assert!(context(&answer).contains("loans/fines.py"), "hook {number}");
        }
        is_done.store(true, Ordering::SeqCst);
        assert!(rebuilds.join().expect("rebuilds") > 0);
    });
}

#[test]
fn ac_008_a_rebuild_that_is_killed_leaves_the_index() {
    let bench = Workbench::generated(400, 8).built();
    let right = bench.search("late_fee").paths().join(" ");
    for after_ms in [5, 20, 60, 120, 250] {
        drop(bench.indexing(&["--rebuild"]).timeout(Duration::from_millis(after_ms)).run_in(&bench.home));
        assert_eq!(bench.state().as_deref(), Some("fresh"), "after {after_ms} ms");
        let found = bench.search("late_fee");
        assert!(matches!(found.state(), "fresh" | "stale"), "after {after_ms} ms: {}", found.state());
        assert_eq!(found.paths().join(" "), right, "after {after_ms} ms");
    }
}
