//! Prompts whose reading depends on what the repository holds: links, installed copies, its subject.

use foreword_model::intent::Outcome;
use foreword_model::repo::{PathVerdict, Presence, RepoView};

use super::{Holds, MIN, read};

/// What the paths of a prompt come to in a repository called `gate` that holds these files.
fn check_paths(prompt: &str, held: &'static [&'static str], paths: &[(&str, Option<u32>)]) {
    let mentions = read(prompt, &Called(Holds(held)), MIN).mentions;
    let got: Vec<(&str, Option<u32>)> =
        mentions.paths.iter().map(|mention| (mention.path.as_str(), mention.line)).collect();
    assert_eq!(got, paths, "{prompt}");
}

/// A repository with a name.
struct Called(Holds);

impl RepoView for Called {
    fn path(&self, path: &str) -> PathVerdict {
        self.0.path(path)
    }

    fn symbol(&self, symbol: &str) -> Presence {
        self.0.symbol(symbol)
    }

    fn own_name(&self) -> Option<String> {
        Some("gate".to_owned())
    }
}

#[test]
fn an_address_of_an_own_file_is_a_path() {
    let held = &["src/lane.rs", "README.md"];
    let lane = &[("src/lane.rs", Some(10))];
    check_paths("what does https://github.com/toll/gate/blob/4.2/src/lane.rs#L10 do?", held, lane);
    check_paths("see https://gitlab.com/toll/gate/-/blob/fix/a-b/src/lane.rs#L10-20", held, lane);
    check_paths("`https://github.com/toll/gate/blob/main/src/lane.rs#L10-L12`", held, lane);
    check_paths(
        "[it](https://github.com/toll/gate/raw/main/src/lane.rs?plain=1)",
        held,
        &[("src/lane.rs", None)],
    );
    check_paths("https://github.com/toll/gate/blob/main/README.md", held, &[("README.md", None)]);
    check_paths("https://github.com/other/door/blob/main/README.md", held, &[]);
    check_paths("https://github.com/toll/gate/blob/main/src/gone.rs and /pull/12", held, &[]);
    let reading = read("what does https://github.com/toll/gate/blob/4.2/src/lane.rs do?", &Holds(held), MIN);
    assert_eq!(reading.intent.outcome, Outcome::Full);
}

#[test]
fn frames_of_the_repository_installed_as_a_library_are_its_own() {
    let held = &["gate/core/lane.py", "lane.go", "gate/src/lane.rs"];
    check_paths(
        "  File \"/srv/venv/lib/python3/site-packages/gate/core/lane.py\", line 12, in pick\nKeyError: 'a'",
        held,
        &[("gate/core/lane.py", Some(12))],
    );
    check_paths(
        "panic: x\n\ngoroutine 1 [running]:\ntoll/gate.Pick(...)\n\t/go/pkg/mod/toll/gate@v1.9.1/lane.go:20",
        held,
        &[("lane.go", Some(20))],
    );
    check_paths(
        "   3: gate::lane::pick\n             at /home/ci/.cargo/registry/src/idx/gate-1.3.0/src/lane.rs:57:9",
        held,
        &[("gate/src/lane.rs", Some(57))],
    );
    check_paths(
        "  File \"/usr/lib/python3/site-packages/door/lane.go\", line 12, in pick\nKeyError: 'a'",
        held,
        &[],
    );
}

/// A repository whose files are named with these words.
struct Files(&'static [&'static str]);

impl RepoView for Files {
    fn path(&self, _path: &str) -> PathVerdict {
        PathVerdict::Absent
    }

    fn symbol(&self, _symbol: &str) -> Presence {
        Presence::Absent
    }

    fn is_in_file_names(&self, word: &str) -> bool {
        self.has_files_named(word)
    }

    fn has_files_named(&self, word: &str) -> bool {
        self.0.contains(&word.trim_end_matches('s'))
    }
}

#[test]
fn what_a_repository_is_about_does_not_speak_against_it() {
    let clinic = Files(&["owner", "pet", "visit"]);
    let git = Files(&["branch", "commit", "stash"]);
    for (prompt, repo) in [
        ("宠物生日可以填未来的日期，修复", &clinic),
        ("给宠物加一个照片字段", &clinic),
        ("how do owners book a visit for their dog", &clinic),
        ("undo the last commit leaves the index dirty", &git),
        ("撤销上一次提交以后暂存区不对", &git),
    ] {
        let reading = read(prompt, repo, MIN);
        assert_eq!(reading.intent.outcome, Outcome::Full, "{prompt}: {:?}", reading.signals);
        let elsewhere = read(prompt, &Files(&["lane", "branch", "commit"]), MIN);
        assert_eq!(elsewhere.intent.outcome, Outcome::None, "{prompt}: {:?}", elsewhere.signals);
    }
    assert_eq!(read("我家宠物生病了怎么办", &clinic, MIN).intent.outcome, Outcome::None);
    let branch = read("delete the branch owner/visit", &clinic, MIN);
    assert_eq!(branch.intent.outcome, Outcome::None, "{:?}", branch.signals);
}
