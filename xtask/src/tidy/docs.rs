//! Documents that must keep up: translations with their original, and the list of acceptance criteria
//! with the tests that hold them.

use super::SourceFile;

/// Originals and their translations.
const TRANSLATIONS: [(&str, &str); 2] =
    [("README.md", "README.zh-CN.md"), ("docs/TECHNICAL.md", "docs/TECHNICAL_zh.md")];
/// The list of acceptance criteria.
const VERIFICATION: &str = "docs/verification.md";
/// `AC-001` to this.
const ACCEPTANCE_CRITERIA: usize = 18;
/// `REQ-ATO-001` to this.
const REQUIREMENTS: usize = 9;
/// Between `#[test]` and the function stand at most this many other lines.
const ATTRIBUTE_LINES: usize = 6;

/// A translation has the headings of its original, level for level, and as many blocks of code.
pub fn check_translations(files: &[SourceFile]) -> Vec<String> {
    let find = |path: &str| files.iter().find(|file| file.path == path);
    let mut problems = Vec::new();
    for (original, translation) in TRANSLATIONS {
        // A document that is not translated yet is no problem.
        let (Some(from), Some(to)) = (find(original), find(translation)) else { continue };
        let (fences_from, fences_to) = (fences(&from.text), fences(&to.text));
        let (from, to) = (heading_levels(&from.text), heading_levels(&to.text));
        if from != to {
            problems.push(format!("{translation}: headings {to:?}, but {original} has {from:?}"));
        }
        if fences_from != fences_to {
            problems.push(format!("{translation}: {fences_to} fences, but {original} has {fences_from}"));
        }
    }
    problems
}

/// Every criterion and requirement has a row, and every row names tests that exist.
pub fn check_verification(files: &[SourceFile]) -> Vec<String> {
    let Some(list) = files.iter().find(|file| file.path == VERIFICATION) else {
        return vec![format!("{VERIFICATION}: missing")];
    };
    let rows: Vec<(String, Vec<String>)> = list.text.lines().filter_map(row).collect();
    let criteria = (1..=ACCEPTANCE_CRITERIA).map(|number| format!("AC-{number:03}"));
    let requirements = (1..=REQUIREMENTS).map(|number| format!("REQ-ATO-{number:03}"));
    let mut problems: Vec<String> = criteria
        .chain(requirements)
        .filter(|id| !rows.iter().any(|(known, _)| known == id))
        .map(|id| format!("{VERIFICATION}: no row for {id}"))
        .collect();
    for (id, tests) in &rows {
        if tests.is_empty() {
            problems.push(format!("{VERIFICATION}: {id} names no test"));
        }
        let lost = tests.iter().filter(|name| !files.iter().any(|file| has_test(file, name)));
        problems.extend(lost.map(|name| format!("{VERIFICATION}: {id} names {name}, which is no test")));
    }
    problems
}

/// The levels of a document's headings, outside code fences.
fn heading_levels(text: &str) -> Vec<usize> {
    let mut is_code = false;
    let mut levels = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        let level = line.chars().take_while(|c| *c == '#').count();
        if !is_code && level > 0 && line[level..].starts_with(' ') {
            levels.push(level);
        }
    }
    levels
}

/// How many lines open or close a block of code.
fn fences(text: &str) -> usize {
    text.lines().filter(|line| line.trim_start().starts_with("```")).count()
}

/// A row `| AC-001 | … | `crate::test_name` |`: its id, and the test names of its last cell.
fn row(line: &str) -> Option<(String, Vec<String>)> {
    let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
    let id = cells.first()?.trim_matches(['`', '*']);
    let is_clause = ["AC-", "REQ-ATO-", "SEED-"].iter().any(|prefix| id.starts_with(prefix));
    if cells.len() < 2 || !is_clause {
        return None;
    }
    let quoted = cells.last()?.split('`').skip(1).step_by(2);
    let names = quoted.map(|path| path.rsplit("::").next().unwrap_or(path).trim().to_owned());
    Some((id.to_owned(), names.collect()))
}

/// Whether a file has a test function of this name.
fn has_test(file: &SourceFile, name: &str) -> bool {
    if !file.is_own_rust() {
        return false;
    }
    let declaration = format!("fn {name}(");
    let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
    lines.iter().enumerate().any(|(at, line)| {
        let above = &lines[at.saturating_sub(ATTRIBUTE_LINES)..at];
        let attributes = above.iter().rev().take_while(|line| !line.is_empty() && **line != "}");
        line.starts_with(&declaration) && attributes.into_iter().any(|line| *line == "#[test]")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_translation_that_lost_a_heading_is_found() {
        let original = SourceFile::new("README.md", "# A\n## B\n```sh\n# comment\n```\n## C\n");
        let whole = SourceFile::new("README.zh-CN.md", "# 甲\n## 乙\n```sh\n```\n## 丙\n");
        let short = SourceFile::new("README.zh-CN.md", "# 甲\n## 乙\n```sh\n```\n");
        let codeless = SourceFile::new("README.zh-CN.md", "# 甲\n## 乙\n## 丙\n");
        assert_eq!(check_translations(&[original.clone(), whole]), [""; 0]);
        assert_eq!(check_translations(&[original.clone(), short]).len(), 1);
        assert_eq!(check_translations(&[original, codeless]).len(), 1);
    }

    #[test]
    fn rows_must_be_complete_and_name_real_tests() {
        let source =
            "//! T.\n#[test]\nfn holds() {}\n\nfn helper() {}\n#[test]\n#[cfg(unix)]\nfn also() {}\n";
        let tests = SourceFile::new("crates/a/tests/b.rs", source);
        let ids = (1..=18).map(|n| format!("AC-{n:03}")).chain((1..=9).map(|n| format!("REQ-ATO-{n:03}")));
        let rows = ids.map(|id| format!("| {id} | what | `a::holds`, `b::also` |\n")).collect::<String>();
        let check = |list: String| check_verification(&[SourceFile::new(VERIFICATION, list), tests.clone()]);
        assert_eq!(check(rows.clone()), [""; 0]);
        assert_eq!(check(rows.replacen("AC-007", "AC-777", 1)), ["docs/verification.md: no row for AC-007"]);
        let helper = check(rows.replacen("`a::holds`", "`a::helper`", 1));
        assert_eq!(helper, ["docs/verification.md: AC-001 names helper, which is no test"]);
        let none = check(rows.replacen("`a::holds`, `b::also`", "later", 1));
        assert_eq!(none, ["docs/verification.md: AC-001 names no test"]);
        assert_eq!(check_verification(std::slice::from_ref(&tests)), ["docs/verification.md: missing"]);
    }
}
