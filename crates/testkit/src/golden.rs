//! Goldens: outputs that stand in `contracts/` and are compared whole.
//!
//! `UPDATE_GOLDENS=1` rewrites them. With `CI=true` it is refused: a golden is changed by a person,
//! and seen in the diff.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The folder of goldens.
pub fn folder() -> PathBuf {
    crate::shims::project_root().join("contracts")
}

/// Compares a value with `contracts/<name>`, or rewrites that file.
pub fn check_json(name: &str, actual: &Value) {
    let pretty = serde_json::to_string_pretty(actual).expect("a value serialises");
    check_text(name, &format!("{pretty}\n"));
}

/// Compares a text with `contracts/<name>`, or rewrites that file.
pub fn check_text(name: &str, actual: &str) {
    if let Err(difference) = compare(&folder().join(name), actual, on_difference()) {
        panic!("contracts/{name}: {difference}\nUPDATE_GOLDENS=1 accepts the new text.");
    }
}

/// Compares a generated page with the file at this path of the project, or rewrites that file; `command` does the latter.
pub fn check_page(path: &str, actual: &str, command: &str) {
    if let Err(difference) = compare(&crate::shims::project_root().join(path), actual, on_difference()) {
        panic!("{path} is not what the code says: {difference}\nto write it anew: {command}");
    }
}

/// A golden as a value.
pub fn read_json(name: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every golden below a folder of `contracts/` with this extension, by name, sorted.
pub fn names(below: &str, extension: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder().join(below)).unwrap_or_else(|error| panic!("{below}: {error}"));
    let paths = entries.map(|entry| entry.expect("an entry of contracts").path());
    let mut names: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .filter_map(|path| {
            path.file_name().and_then(|name| name.to_str()).map(|name| Path::new(below).join(name))
        })
        .map(|path| path.display().to_string())
        .collect();
    names.sort();
    names
}

fn on_difference() -> OnDifference {
    let is_update = std::env::var_os("UPDATE_GOLDENS").is_some_and(|value| value == "1");
    assert!(!(is_update && crate::require::is_ci()), "UPDATE_GOLDENS=1 is refused with CI=true");
    if is_update { OnDifference::Rewrite } else { OnDifference::Report }
}

#[derive(Clone, Copy, PartialEq)]
enum OnDifference {
    Report,
    Rewrite,
}

fn compare(path: &Path, actual: &str, on_difference: OnDifference) -> Result<(), String> {
    let expected = std::fs::read_to_string(path);
    if expected.as_deref().is_ok_and(|text| text == actual) {
        return Ok(());
    }
    if on_difference == OnDifference::Rewrite {
        std::fs::create_dir_all(path.parent().unwrap_or(path)).map_err(|error| error.to_string())?;
        return std::fs::write(path, actual).map_err(|error| error.to_string());
    }
    let expected = expected.map_err(|error| error.to_string())?;
    let pairs = expected.lines().map(Some).chain(std::iter::repeat(None));
    let mut pairs = pairs.zip(actual.lines().map(Some).chain(std::iter::repeat(None))).enumerate();
    let differs = pairs.find(|(_, (old, new))| old != new || old.is_none());
    let (at, (old, new)) = differs.ok_or("the texts differ")?;
    Err(format!("line {} differs\n  golden: {}\n  actual: {}", at + 1, shown(old), shown(new)))
}

fn shown(line: Option<&str>) -> &str {
    line.unwrap_or("(the end)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_named_by_line_and_an_update_accepts_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let golden = folder.path().join("sub/text");
        assert!(
            compare(&golden, "a\nb\n", OnDifference::Report).is_err(),
            "a missing golden is a difference"
        );
        assert_eq!(compare(&golden, "a\nb\n", OnDifference::Rewrite), Ok(()));
        assert_eq!(compare(&golden, "a\nb\n", OnDifference::Report), Ok(()));
        let difference = compare(&golden, "a\nc\n", OnDifference::Report).expect_err("line 2 differs");
        assert_eq!(difference, "line 2 differs\n  golden: b\n  actual: c");
        let shorter = compare(&golden, "a\n", OnDifference::Report).expect_err("line 2 is missing");
        assert_eq!(shorter, "line 2 differs\n  golden: b\n  actual: (the end)");
    }
}
