//! The pages of `docs/reference/`, made of what the code itself goes by: the command line's table, the tools' specs, the
//! settings' types and what their readers refuse. Compiled for tests only; a page that is out of date fails one.

mod cli;
mod config;
mod keys;
mod markdown;
mod schemas;
mod tools;

use std::collections::BTreeSet;

use foreword_testkit::golden;
use foreword_testkit::shims::project_root;

/// What writes the pages anew.
const COMMAND: &str =
    "UPDATE_GOLDENS=1 cargo nextest run --release -p foreword --bin foreword reference_pages";
/// Where they stand.
const FOLDER: &str = "docs/reference";
/// The one page that is written by hand.
const BY_HAND: &str = "README.md";

/// A page: its path below the folder, and its text.
struct Page {
    path: String,
    text: String,
}

fn pages() -> Vec<Page> {
    let mut pages = vec![
        Page { path: "cli.md".to_owned(), text: cli::page() },
        Page { path: "config.md".to_owned(), text: config::page() },
        Page { path: "tools.md".to_owned(), text: tools::page() },
    ];
    pages.extend(schemas::pages());
    pages
}

#[test]
fn the_reference_is_what_the_code_says() {
    for page in pages() {
        golden::check_page(&format!("{FOLDER}/{}", page.path), &page.text, COMMAND);
    }
}

#[test]
fn the_reference_holds_no_page_that_is_made_no_more() {
    let made: BTreeSet<String> =
        pages().into_iter().map(|page| page.path).chain([BY_HAND.to_owned()]).collect();
    let found = files_below(&project_root().join(FOLDER));
    let left: Vec<&String> = found.iter().filter(|path| !made.contains(*path)).collect();
    assert!(left.is_empty(), "remove {left:?} from {FOLDER}");
}

/// The files of the reference, two levels deep.
fn files_below(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the reference's folder");
    let mut found = Vec::new();
    for entry in entries.map(|entry| entry.expect("an entry")) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            found.extend(files_below(&entry.path()).into_iter().map(|below| format!("{name}/{below}")));
        } else {
            found.push(name);
        }
    }
    found
}
