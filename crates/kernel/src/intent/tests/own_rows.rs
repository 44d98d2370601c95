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
