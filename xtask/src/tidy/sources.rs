//! What holds for every source file: it says what it owns, it is one room, its tests run and do not
//! wait by the clock, and nothing in it belongs to one machine.

use std::env;
use std::path::Path;

use super::SourceFile;

/// A file above this is two rooms.
const LINES_MAX: usize = 500;

/// Every Rust file opens with `//!`: what it owns, and what it must not do.
pub fn check_headers(files: &[SourceFile]) -> Vec<String> {
    let headless = rust(files).filter(|file| !file.text.starts_with("//! "));
    headless.map(|file| format!("{}: does not open with `//!`", file.path)).collect()
}

/// No Rust file is longer than one room.
pub fn check_sizes(files: &[SourceFile]) -> Vec<String> {
    let sized = rust(files).map(|file| (file, file.text.lines().count()));
    let long = sized.filter(|(_, lines)| *lines > LINES_MAX);
    long.map(|(file, lines)| format!("{}: {lines} lines, at most {LINES_MAX}", file.path)).collect()
}

/// Every public field of shipped code has a doc comment, also in a type that only its crate sees, where the compiler's
/// lint does not look. The flattened arguments of a command are documented where they are listed.
pub fn check_field_docs(files: &[SourceFile]) -> Vec<String> {
    let shipped =
        rust(files).filter(|file| file.path.contains("/src/") && !file.path.starts_with("crates/testkit/"));
    shipped.flat_map(undocumented_fields).collect()
}

fn undocumented_fields(file: &SourceFile) -> Vec<String> {
    let is_field = |line: &str| {
        let name = line.strip_prefix("    pub ").and_then(|rest| rest.split_once(':')).map(|(name, _)| name);
        name.is_some_and(|name| name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_'))
    };
    let mut problems = Vec::new();
    let mut is_documented = false;
    for (at, line) in file.text.lines().enumerate() {
        let code = line.trim();
        if code == "#[cfg(test)]" {
            break;
        }
        if is_field(line) && !is_documented {
            problems.push(format!("{}:{}: a public field without a doc comment", file.path, at + 1));
        }
        // An attribute may stand between the comment and its field.
        is_documented = code.starts_with("///")
            || code.starts_with("#[command(flatten)]")
            || (code.starts_with("#[") && is_documented)
            || (code.ends_with(")]") && is_documented);
    }
    problems
}

/// Where tests wait for something that can be seen.
const POLL: &str = "crates/testkit/src/wait.rs";

/// No test is switched off, and none waits by the clock.
pub fn check_tests(files: &[SourceFile]) -> Vec<String> {
    let mut problems = Vec::new();
    for file in rust(files) {
        let is_named_so = file.path.contains("/tests/") || file.path.ends_with("/tests.rs");
        let mut is_test = is_named_so || file.path.starts_with("crates/testkit/");
        for (at, line) in file.text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default().trim();
            is_test |= code == "#[cfg(test)]";
            let place = format!("{}:{}", file.path, at + 1);
            if code.starts_with("#[ignore") {
                problems.push(format!("{place}: a test is switched off"));
            }
            // The name may stand in a string, as it does in this very check. One place may pause: between two looks
            // at something that can be seen, with a deadline.
            if is_test && file.path != POLL && !code.contains('"') && code.contains("thread::sleep") {
                problems.push(format!("{place}: a test waits by the clock"));
            }
        }
    }
    problems
}

/// Folders that exist on this machine only: the project's own, and the home's.
pub fn machine_paths(root: &Path) -> Vec<String> {
    let home = env::var("HOME").unwrap_or_default();
    let home_folders = [".cargo", ".cache", ".config", ".rustup"].map(|name| format!("{home}/{name}"));
    let mut paths = vec![root.display().to_string()];
    // A home of one component, such as that of root, may well stand in an example.
    paths.extend(home_folders.into_iter().filter(|_| !home.is_empty()));
    paths.extend(Some(home.clone()).filter(|_| home.matches('/').count() > 1));
    paths
}

/// No file names a folder of one machine.
pub fn check_machine_paths(files: &[SourceFile], paths: &[String]) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files {
        for (at, line) in file.text.lines().enumerate() {
            let named = paths.iter().filter(|path| names_path(line, path));
            problems.extend(named.map(|path| format!("{}:{}: names {path}", file.path, at + 1)));
        }
    }
    problems
}

/// Whether a line names a path, or one below it, and not merely a longer name that begins or ends alike.
fn names_path(line: &str, path: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    line.match_indices(path).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + path.len()..].chars().next();
        !before.is_some_and(is_name) && !after.is_some_and(is_name)
    })
}

fn rust(files: &[SourceFile]) -> impl Iterator<Item = &SourceFile> {
    files.iter().filter(|file| file.is_own_rust())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::Check;

    #[test]
    fn each_check_finds_its_bad_example_and_passes_a_good_one() {
        let long = format!("//! Long.\n{}", "\n".repeat(LINES_MAX));
        let table: [(Check, &str, &str, usize); 15] = [
            (check_field_docs, "crates/a/src/b.rs", "pub(super) struct B {\n    pub c: u8,\n}\n", 1),
            (
                check_field_docs,
                "crates/a/src/b.rs",
                "struct B {\n    /// C.\n    #[serde(default)]\n    pub c: u8,\n}\n",
                0,
            ),
            (
                check_field_docs,
                "crates/a/src/b.rs",
                "struct B {\n    /// C.\n    pub c: u8,\n    pub d: u8,\n}\n",
                1,
            ),
            (check_field_docs, "crates/a/tests/b.rs", "struct B {\n    pub c: u8,\n}\n", 0),
            (check_headers, "crates/a/src/lib.rs", "use std::fs;\n", 1),
            (check_headers, "crates/a/src/lib.rs", "//! Owns a.\n", 0),
            (check_headers, "crates/a/fixtures/b.rs", "fn main() {}\n", 0),
            (check_sizes, "crates/a/src/lib.rs", &long, 1),
            (check_sizes, "README.md", &long, 0),
            (check_tests, "crates/a/tests/b.rs", "#[test]\n#[ignore]\nfn c() {}\n", 1),
            (check_tests, "crates/a/tests/b.rs", "std::thread::sleep(second);\n", 1),
            (check_tests, "crates/a/src/tests.rs", "thread::sleep(second);\n", 1),
            (check_tests, "crates/a/src/b.rs", "#[cfg(test)]\nmod tests {\nthread::sleep(x);\n}\n", 1),
            (check_tests, "crates/a/src/b.rs", "thread::sleep(x);\n#[cfg(test)]\nmod tests {}\n", 0),
            (check_tests, "crates/a/tests/b.rs", "// no thread::sleep here, nor #[ignore]\n", 0),
        ];
        for (check, path, text, expected) in table {
            assert_eq!(check(&[SourceFile::new(path, text)]).len(), expected, "{path}: {text}");
        }
    }

    #[test]
    fn a_machine_path_is_found_and_a_longer_name_is_not() {
        let paths = ["/data/house".to_owned()];
        for (line, expected) in [
            ("see /data/house/README.md", 1),
            ("\"/data/house\"", 1),
            ("see /data/household", 0),
            ("see /my-data/house-2", 0),
            ("see old/data/house", 0),
        ] {
            assert_eq!(check_machine_paths(&[SourceFile::new("a", line)], &paths).len(), expected, "{line}");
        }
    }
}
