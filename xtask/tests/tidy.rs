//! The checks of the house, run on the house.

use foreword_testkit::shims::project_root;
use xtask::tidy::{SourceFile, docs, files, layering, links, sources};

fn check(check: impl Fn(&[SourceFile]) -> Vec<String>) {
    let files = files(&project_root()).unwrap_or_default();
    assert!(files.iter().any(|file| file.path == "xtask/tests/tidy.rs"), "the project's files are read");
    let problems = check(&files);
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn crates_depend_on_each_other_in_one_direction() {
    check(layering::check);
}

#[test]
fn every_source_file_says_what_it_owns() {
    check(sources::check_headers);
}

#[test]
fn no_source_file_is_longer_than_one_room() {
    check(sources::check_sizes);
}

#[test]
fn no_test_is_switched_off_or_waits_by_the_clock() {
    check(sources::check_tests);
}

#[test]
fn no_file_names_a_folder_of_one_machine() {
    check(|files| sources::check_machine_paths(files, &sources::machine_paths(&project_root())));
}

#[test]
fn translations_have_the_headings_of_their_original() {
    check(docs::check_translations);
}

#[test]
fn every_acceptance_criterion_names_tests_that_exist() {
    check(docs::check_verification);
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    check(|files| links::check(files, |path| project_root().join(path).exists()));
}
