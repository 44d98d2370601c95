//! The recipes of `docs/guide/hooks.md`, run as they stand there: files, commands, and what they must print.

use std::path::PathBuf;

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::{foreword, project_root};

const PAGE: &str = "docs/guide/hooks.md";
/// Where the user's files of a recipe go.
const USERS: &str = "~/";

/// One recipe.
#[derive(Default)]
struct Recipe {
    title: String,
    /// Path and text.
    files: Vec<(String, String)>,
    /// What to try.
    commands: String,
    /// What must be printed, each of them somewhere.
    printed: Vec<String>,
}

/// The recipes of the page: a fence after a line that ends in a quoted path is a file, one of `sh` after other words is to be
/// tried, and one of `text` is what that prints.
fn recipes(page: &str) -> Vec<Recipe> {
    let part =
        page.split("\n## Recipes\n").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("recipes");
    part.split("\n### ").skip(1).map(recipe).collect()
}

fn recipe(text: &str) -> Recipe {
    let mut recipe =
        Recipe { title: text.lines().next().unwrap_or_default().to_owned(), ..Recipe::default() };
    let mut before = "";
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            before = if line.is_empty() { before } else { line };
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let whole = format!("{}\n", block.join("\n"));
        match (before.strip_suffix("`:").and_then(|said| said.rsplit('`').next()), language) {
            (Some(path), _) => recipe.files.push((path.to_owned(), whole)),
            (None, "sh") => recipe.commands = whole,
            (None, "text") => recipe.printed = block.into_iter().map(str::to_owned).collect(),
            (None, other) => panic!("{}: a block of {other:?} without a place", recipe.title),
        }
        before = "";
    }
    recipe
}

fn check(recipe: &Recipe) {
    let (home, repo) = (Home::new(), FixtureRepo::library_app());
    for (path, text) in &recipe.files {
        match path.strip_prefix(USERS) {
            Some(below) => drop(home.file(below, text)),
            None => drop(repo.file(path, text)),
        }
    }
    let binary = foreword();
    let folder = binary.parent().map(PathBuf::from).expect("the binary's folder");
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&rest))).expect("a PATH");
    let output = Invocation::new("/bin/sh")
        .args(["-c", &recipe.commands])
        .env("PATH", path)
        .env("XDG_CONFIG_HOME", home.path().join(".config"))
        .cwd(repo.path())
        .run_in(&home);
    let printed = format!("{}{}", output.stdout_text(), output.stderr_text());
    for expected in &recipe.printed {
        assert!(printed.contains(expected), "{}: no {expected:?} in\n{printed}", recipe.title);
    }
}

#[test]
fn every_recipe_of_the_page_works() {
    let page = std::fs::read_to_string(project_root().join(PAGE)).expect(PAGE);
    let recipes = recipes(&page);
    assert!(recipes.len() >= 6, "{} recipes", recipes.len());
    for recipe in &recipes {
        let title = &recipe.title;
        assert!(!recipe.files.is_empty() && !recipe.commands.is_empty(), "{title}: nothing to try");
        assert!(!recipe.printed.is_empty(), "{title}: nothing to see");
        check(recipe);
    }
}

#[test]
fn a_recipe_that_prints_something_else_is_found() {
    let page = "\n## Recipes\n\n### One\n\n`~/a`:\n\n```sh\nexit 3\n```\n\nTry it:\n\n```sh\nsh ~/a; echo $?\n```\n\n```text\n4\n```\n";
    let recipes = recipes(page);
    let failed = std::panic::catch_unwind(|| check(&recipes[0])).expect_err("3 is printed");
    let said = failed.downcast_ref::<String>().expect("a message");
    assert!(said.contains("no \"4\" in\n3"), "{said}");
}
