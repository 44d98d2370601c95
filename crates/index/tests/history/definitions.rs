//! Which definitions commits changed: by name in each language, in steps, over gaps, and from hostile repositories.

use std::fs;
use std::io;

use foreword_index::history::UpdateOptions;
use foreword_index::history::{End, update_definitions};
use foreword_index::history::{Git, GitCommand, History, Output, Sink, Update};
use foreword_index::refresh::Start;
use foreword_model::limits;

use crate::fixture::{Bench, ChildGit, asks_for_changes, changed_in, ids, redact};

fn brought(added: usize) -> Update {
    Update::Brought { added, is_anew: false }
}

fn anew(added: usize) -> Update {
    Update::Brought { added, is_anew: true }
}

/// A file with two functions, the second of which returns a number.
fn python(number: usize) -> String {
    format!("def first():\n    return 1\n\n\ndef second():\n    a = 1\n    b = 2\n    return {number}\n")
}

/// Commits that change `second` one after the other.
fn grow(bench: &Bench, numbers: std::ops::Range<usize>) -> Vec<String> {
    numbers.map(|number| bench.commit(&format!("Change {number}"), &[("a.py", &python(number))])).collect()
}

/// A file in a language, in which the line `1;` is in the method `save` and far from where that begins.
const METHODS: &[(&str, &str, &str)] = &[
    ("a.py", "class Model:\n    def load(self):\n        pass\n\n    async def save(self):\n~\n", "        "),
    (
        "a.rs",
        "impl Model {\n    fn load(&self) {\n    }\n\n    pub async fn save(&self) {\n~\n    }\n}\n",
        "        ",
    ),
    ("a.go", "package a\n\nfunc (m *Model) Load() {\n}\n\nfunc (m *Model) save() {\n~\n}\n", "\t"),
    (
        "a.ts",
        "export class Model {\n  load() {\n  }\n\n  private async save(item: Item): Promise<void> {\n~\n  }\n}\n",
        "    ",
    ),
    (
        "b.ts",
        "export const load = 1\n\nexport const save = (item: Item) => {\n  useEffect(() => {\n~\n  })\n}\n",
        "    ",
    ),
    ("a.js", "class Model {\n  load() {\n  }\n\n  save(item) {\n~\n  }\n}\n", "    "),
    (
        "A.java",
        "class Model {\n    void load() {\n    }\n\n    public void save(Item item) {\n~\n    }\n}\n",
        "        ",
    ),
    (
        "a.php",
        "<?php\nclass Model\n{\n    public function load()\n    {\n    }\n\n    public function save($x)\n    {\n~\n    }\n}\n",
        "        ",
    ),
    ("a.ex", "defmodule Model do\n  def load(x) do\n  end\n\n  def save(x) do\n~\n  end\nend\n", "    "),
    ("a.rb", "class Model\n  def load\n  end\n\n  def save\n~\n  end\nend\n", "    "),
    (
        "a.kt",
        "class Model {\n    fun load() {\n    }\n\n    suspend fun save(item: Item) {\n~\n    }\n}\n",
        "        ",
    ),
    (
        "a.swift",
        "struct Model {\n    func load() {\n    }\n\n    public func save() {\n~\n    }\n}\n",
        "        ",
    ),
    ("a.scala", "class Model {\n  def load() = {\n  }\n\n  def save() = {\n~\n  }\n}\n", "    "),
    ("a.dart", "class Model {\n  void load() {\n  }\n\n  void save() {\n~\n  }\n}\n", "    "),
    (
        "a.cs",
        "class Model\n{\n    void Load()\n    {\n    }\n\n    public void save(Item item)\n    {\n~\n    }\n}\n",
        "        ",
    ),
    ("a.lua", "function M.load()\nend\n\nfunction M.save()\n~\nend\n", "  "),
    ("a.zig", "fn load() void {\n}\n\npub fn save() void {\n~\n}\n", "    "),
    ("a.sh", "load() {\n}\n\nsave() {\n~\n}\n", "  "),
    ("a.c", "int load(void)\n{\n}\n\nint save(void)\n{\n~\n}\n", "  "),
    ("a.R", "load <- function() {\n}\n\nsave <- function(x) {\n~\n}\n", "  "),
    ("a.hs", "load :: Int\nload = 1\n\nsave :: Int -> Int\nsave x = y\n  where\n~\n", "    "),
];

#[test]
fn a_change_in_a_method_is_of_that_method() {
    let Some(bench) = Bench::new() else { return };
    let text = |template: &str, indent: &str, last: usize| {
        let lines: String = (1..=12).map(|line| format!("{indent}x{line} = {line};\n")).collect();
        template.replace("~\n", &format!("{lines}{indent}last = {last};\n"))
    };
    for last in 1..=2 {
        for (path, template, indent) in METHODS {
            bench.commit(path, &[(path, &text(template, indent, last))]);
        }
    }
    bench.update_definitions();
    let changed = bench.changed();
    let expected: Vec<String> = METHODS.iter().rev().map(|(path, ..)| format!("{path}:save")).collect();
    assert_eq!(changed[..METHODS.len()], expected);
    let first = |path: &str| {
        let at = METHODS.iter().rev().position(|(known, ..)| *known == path).unwrap_or_default();
        changed[METHODS.len() + at].as_str()
    };
    // A page of a component is in none of the definitions of its script.
    let page = |last: usize| {
        format!("<script>\n  function save() {{\n  }}\n</script>\n\n<p>\n  text\n  a{last}\n</p>\n")
    };
    (1..=2).for_each(|last| drop(bench.commit("Page", &[("page.svelte", &page(last))])));
    bench.update_definitions();
    assert_eq!(bench.changed()[..2], ["", "page.svelte:save"]);
    // What a commit brings is named by its own lines.
    assert_eq!(first("a.py"), "a.py:Model a.py:load a.py:save");
    assert_eq!(first("a.go"), "a.go:Load a.go:save");
}

#[test]
fn a_file_that_moved_is_named_as_it_is_called_now() {
    let Some(bench) = Bench::new() else { return };
    grow(&bench, 0..2);
    bench.run(&["mv", "a.py", "b.py"]);
    bench.commit("Move", &[]);
    bench.update_definitions();
    assert_eq!(bench.changed(), ["", "b.py:second", "b.py:first b.py:second"]);
    let history = bench.history();
    let definitions = bench.definitions();
    let then = definitions.changed(history.id_bytes(1).unwrap()).unwrap();
    assert_eq!((then[0].path, then[0].name), ("a.py", "second"));
    assert_eq!(definitions.changed(b"nobody").unwrap(), []);
    assert_eq!(history.id_bytes(99).unwrap(), b"");
}

#[test]
fn what_is_new_is_asked_for_and_nothing_else() {
    let Some(bench) = Bench::new() else { return };
    let first = grow(&bench, 0..3);
    assert_eq!(bench.update_definitions(), anew(3));
    assert_eq!(bench.git.asked.take(), [first.into_iter().rev().collect::<Vec<_>>()]);
    let runs = bench.git.runs.get();
    assert_eq!((bench.update_definitions(), bench.git.runs.get()), (Update::Unchanged, runs));
    let new = grow(&bench, 3..5);
    assert_eq!(bench.update_definitions(), brought(2));
    assert_eq!(bench.git.asked.take(), [new.into_iter().rev().collect::<Vec<_>>()]);
    let steps = bench.definition_bytes();
    // A past that was rewritten: what is still in it is not asked for again.
    bench.run(&["reset", "--quiet", "--hard", "HEAD~1"]);
    let other = bench.commit("Another", &[("a.py", &python(9))]);
    assert_eq!(bench.update_definitions(), brought(1));
    assert_eq!(bench.git.asked.take(), [[other]]);
    assert_eq!(bench.definitions().summary().commits, 5);
    assert_ne!(bench.definition_bytes(), steps);
    let after = bench.definition_bytes();
    assert_eq!(bench.update_definitions_with(&bench.git, Start::Empty), anew(5));
    assert_eq!(bench.definition_bytes(), after, "steps end in the same bytes as one leap");
}

#[test]
fn git_is_not_asked_about_large_commits_and_about_what_is_no_code() {
    let Some(bench) = Bench::new() else { return };
    let names: Vec<String> =
        (0..=limits::DEFINITION_HISTORY_FILES).map(|number| format!("f{number}.py")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "def a():\n    pass\n")).collect();
    bench.commit("Large", &files);
    bench.commit("Prose", &[("README.md", "def a():\n    pass\n")]);
    let code = bench.commit("Code", &[("a.py", &python(1)), ("b.md", "text\n")]);
    assert_eq!(bench.update_definitions(), anew(1));
    assert_eq!(bench.git.asked.take(), [[code]]);
    assert_eq!(bench.changed(), ["a.py:first a.py:second", "", ""]);
    let summary = bench.definitions().summary();
    assert_eq!((summary.commits, summary.naming, summary.definitions, summary.left), (3, 1, 2, 0));
}

#[test]
fn names_that_the_redactor_masks_are_not_kept() {
    let Some(bench) = Bench::new() else { return };
    bench.commit("One", &[("a.py", "def hunter2():\n    pass\n\ndef other():\n    pass\n")]);
    bench.update_definitions();
    assert_eq!(bench.changed(), ["a.py:other"]);
}

#[test]
fn a_folder_of_a_work_tree_has_its_own() {
    let Some(bench) = Bench::new() else { return };
    bench.commit("One", &[("sub/a.py", &python(1)), ("b.py", &python(1))]);
    bench.commit("Two", &[("sub/a.py", &python(2)), ("b.py", &python(2))]);
    let folder = tempfile::tempdir().unwrap();
    let root = bench.repo.path().join("sub");
    bench.update_at(&root, folder.path(), Start::Known);
    let options = UpdateOptions { root: &root, redact: &redact, start: Start::Known, git: &bench.git };
    assert_eq!(update_definitions(folder.path(), &options).unwrap(), anew(2));
    assert_eq!(changed_in(folder.path()), ["a.py:second", "a.py:first a.py:second"]);
}

#[test]
fn attributes_and_settings_of_the_repository_play_no_part() {
    let Some(bench) = Bench::new() else { return };
    bench.commit("Attributes", &[(".gitattributes", "*.py -diff\n* diff=trap\n")]);
    let commits = grow(&bench, 0..2);
    let git_dir = bench.repo.path().join(".git");
    fs::create_dir_all(git_dir.join("info")).unwrap();
    fs::write(git_dir.join("info/attributes"), "*.py -diff\n").unwrap();
    bench.run(&["config", "diff.noprefix", "true"]);
    bench.run(&["config", "diff.trap.xfuncname", "^(.*)$"]);
    bench.run(&["config", "diff.external", "false"]);
    // A plain git obeys.
    let plain = bench.run(&["log", "-p", "-1", "--no-ext-diff", &commits[1]]);
    assert!(plain.contains("Binary files"), "{plain}");
    bench.update_definitions();
    assert_eq!(bench.changed(), ["a.py:second", "a.py:first a.py:second", ""]);
    // Nor does what an older version of this program has left.
    let own = bench.folder().join("git-sha1");
    fs::write(own.join("info/attributes"), "* -diff\n").unwrap();
    fs::remove_file(own.join("config")).unwrap();
    assert_eq!(bench.update_definitions_with(&bench.git, Start::Empty), anew(2));
    assert_eq!(bench.changed()[0], "a.py:second");
}

/// Deletes what a file held in a commit.
fn lose(bench: &Bench, commit: &str, path: &str) {
    let blob = bench.run(&["rev-parse", &format!("{commit}:{path}")]);
    let (folder, file) = blob.trim().split_at(2);
    fs::remove_file(bench.repo.path().join(".git/objects").join(folder).join(file)).unwrap();
}

#[test]
fn a_missing_object_costs_the_commits_that_need_it() {
    let Some(bench) = Bench::new() else { return };
    let commits = grow(&bench, 0..6);
    lose(&bench, &commits[3], "a.py");
    assert_eq!(bench.update_definitions(), anew(6));
    // It stands on both sides of a change.
    let second = "a.py:second";
    assert_eq!(bench.changed(), [second, "", "", second, second, "a.py:first a.py:second"]);
    assert_eq!(bench.git.asked.take().iter().map(Vec::len).collect::<Vec<_>>(), [6, 4, 3]);
    assert_eq!(bench.update_definitions(), Update::Unchanged);
}

#[test]
fn a_clone_without_contents_is_gone_through_in_bounded_steps() {
    let Some(bench) = Bench::new() else { return };
    let count = limits::DEFINITION_HISTORY_RESTARTS + 3;
    let commits = grow(&bench, 0..count);
    commits.iter().for_each(|commit| lose(&bench, commit, "a.py"));
    assert_eq!(bench.update_definitions(), anew(limits::DEFINITION_HISTORY_RESTARTS));
    assert_eq!(bench.definitions().summary().left, 3);
    assert_eq!(bench.git.asked.take().len(), limits::DEFINITION_HISTORY_RESTARTS);
    assert_eq!(bench.update_definitions(), brought(3));
    assert_eq!((bench.definitions().summary().left, bench.git.asked.take().len()), (0, 3));
}

/// A git that is ended after so many bytes of changes.
struct Cut<'g> {
    git: &'g ChildGit,
    bytes: usize,
}

impl Git for Cut<'_> {
    fn run(&self, command: &GitCommand) -> io::Result<Output> {
        self.git.run(command)
    }

    fn stream(&self, command: &GitCommand, sink: &mut Sink<'_>) -> io::Result<End> {
        let Output { bytes, .. } = self.git.run(command)?;
        let _ = sink(&bytes[..bytes.len().min(self.bytes)]);
        Ok(End::Cut)
    }
}

#[test]
fn a_pass_that_was_cut_is_gone_on_with_where_it_stopped() {
    let Some(bench) = Bench::new() else { return };
    let commits = grow(&bench, 0..5);
    bench.update();
    let whole = bench.git.run(&patches(&bench, &commits)).unwrap().bytes;
    // In the middle of the third.
    let third = position(&whole, commits[2].as_bytes());
    let cut = Cut { git: &bench.git, bytes: third + 60 };
    assert_eq!(bench.update_definitions_with(&cut, Start::Known), anew(2));
    assert_eq!(bench.changed(), ["a.py:second", "a.py:second", "", "", ""]);
    assert_eq!(bench.definitions().summary().left, 3);
    bench.git.asked.take();
    // What is new goes first, and nothing is read twice.
    let new = grow(&bench, 5..6);
    assert_eq!(bench.update_definitions(), brought(4));
    let expected: Vec<&String> = new.iter().chain(commits[..3].iter().rev()).collect();
    assert_eq!(bench.git.asked.take()[0].iter().collect::<Vec<_>>(), expected);
    assert_eq!(bench.changed()[2..5], ["a.py:second", "a.py:second", "a.py:second"]);
    // One commit that alone takes too long is not begun for ever.
    bench.commit("Endless", &[("a.py", &python(77))]);
    bench.update();
    let stuck = Cut { git: &bench.git, bytes: 60 };
    assert_eq!(bench.update_definitions_with(&stuck, Start::Known), brought(1));
    assert_eq!(bench.update_definitions(), Update::Unchanged);
}

/// The command by which these commits are asked for, as the pass gives it.
fn patches(bench: &Bench, commits: &[String]) -> GitCommand {
    struct Listening(std::cell::RefCell<Option<GitCommand>>);
    impl Git for Listening {
        fn run(&self, command: &GitCommand) -> io::Result<Output> {
            assert!(asks_for_changes(command));
            self.0.replace(Some(command.clone()));
            Err(io::ErrorKind::NotFound.into())
        }
    }
    let listening = Listening(std::cell::RefCell::new(None));
    let left = bench.update_definitions_with(&listening, Start::Known);
    assert_eq!(left, Update::Left("cannot start git: entity not found".to_owned()));
    fs::remove_file(bench.folder().join("definition-history")).unwrap();
    let command = listening.0.into_inner().unwrap();
    assert_eq!(ids(&command), commits.iter().rev().cloned().collect::<Vec<_>>());
    command
}

fn position(bytes: &[u8], needle: &[u8]) -> usize {
    bytes.windows(needle.len()).position(|window| window == needle).unwrap()
}

#[test]
fn a_git_that_fails_leaves_what_is_known_and_is_not_asked_at_once_again() {
    let Some(bench) = Bench::new() else { return };
    grow(&bench, 0..2);
    bench.update_definitions();
    grow(&bench, 2..3);
    bench.update();
    for (program, expected) in [
        ("/no/such/git", "cannot start git: "),
        ("false", "git could not read the history (code 1)"),
        ("echo", "git printed something else than commits"),
    ] {
        let git = ChildGit { program: Some(program), ..ChildGit::default() };
        // What was said of the last try counts for it alone.
        let _ = fs::remove_file(bench.folder().join("definition-history"));
        bench.update_definitions_with(&bench.git, Start::Known);
        grow(&bench, 3..4);
        bench.commit(program, &[("a.py", &python(program.len() + 100))]);
        bench.update();
        let update = bench.update_definitions_with(&git, Start::Known);
        assert!(matches!(&update, Update::Left(reason) if reason.starts_with(expected)), "{update:?}");
        let runs = git.runs.get();
        assert_eq!(
            (bench.update_definitions_with(&git, Start::Known), git.runs.get()),
            (update.clone(), runs)
        );
        let summary = bench.definitions().summary();
        assert_eq!(summary.reason.map(Update::Left), Some(update));
        assert!(summary.left > 0 && summary.naming > 0, "{program}");
    }
    grow(&bench, 5..6);
    assert!(matches!(bench.update_definitions(), Update::Brought { is_anew: false, .. }));
    assert_eq!(bench.definitions().summary().left, 0);
}

#[test]
fn without_a_history_there_is_none() {
    let Some(bench) = Bench::new() else { return };
    let left = |reason: &str| Update::Left(reason.to_owned());
    assert_eq!(bench.update_definitions(), left("there is no history"));
    grow(&bench, 0..1);
    bench.update_definitions();
    // HEAD went on, and the history did not.
    grow(&bench, 1..2);
    let stale = bench.update_definitions_with(&bench.git, Start::Empty);
    assert_eq!(stale, left("the history is not up to date"));
    fs::remove_dir_all(bench.repo.path().join(".git")).unwrap();
    assert_eq!(bench.update_definitions(), left("there is no history"));
    assert!(History::open(bench.folder()).is_err() && !bench.folder().join("definition-history").exists());
}

/// A git whose commit changes a file without end.
struct Endless;

impl Git for Endless {
    fn run(&self, _: &GitCommand) -> io::Result<Output> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn stream(&self, command: &GitCommand, sink: &mut Sink<'_>) -> io::Result<End> {
        let id = &ids(command)[0];
        let head = format!("\0{id}\n\ndiff --git a/a.py b/a.py\n+++ b/a.py\n@@ -0,0 +1,9000000000000 @@\n");
        let _ = sink(head.as_bytes());
        let lines = b"+    some = \"thing\"  # that is long enough for a line\n".repeat(1_000);
        for _ in 0..200 {
            let _ = sink(&lines);
        }
        // The rest is one line.
        let line = vec![b'x'; 1_000_000];
        for _ in 0..=limits::DEFINITION_HISTORY_OUTPUT_BYTES / line.len() as u64 {
            if sink(&line).is_break() {
                return Ok(End::Cut);
            }
        }
        Ok(End::Done)
    }
}

#[test]
fn a_huge_change_is_not_kept() {
    let Some(bench) = Bench::new() else { return };
    grow(&bench, 0..2);
    bench.update();
    let before = peak_kb();
    assert_eq!(bench.update_definitions_with(&Endless, Start::Known), anew(1));
    let (before, after) = (before.unwrap_or(0), peak_kb().unwrap_or(0));
    assert!(after < before + 20_000, "{before} kB, then {after} kB");
    assert_eq!(bench.definitions().summary().left, 1);
}

/// The most memory that this process has had; nothing where the system does not say.
#[expect(clippy::disallowed_methods, reason = "a file of the system")]
fn peak_kb() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
