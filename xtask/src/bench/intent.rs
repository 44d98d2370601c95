//! Decisions on labelled prompts: one row per line, `{"prompt", "intent", "inject"}`.
//!
//! Each prompt goes through the binary in plan mode, in an empty repository: what is scored is what a
//! user would get.

use std::fs;
use std::path::Path;

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use serde_json::Value;

/// Rows of one file, at most.
const ROWS_MAX: usize = 100_000;
/// Characters of a prompt in the list of misses.
const PROMPT_CHARS_SHOWN: usize = 60;

/// A label and a decision: the outcome and the class.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Scored {
    id: String,
    prompt: String,
    expected: Decision,
    actual: Decision,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Decision {
    outcome: String,
    class: String,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Score {
    rows: usize,
    outcome_right: usize,
    class_right: usize,
    /// Prompts that want nothing, and how many of them got something.
    none: usize,
    none_got_some: usize,
    /// Prompts that want full context, and how many of them got nothing.
    full: usize,
    full_got_none: usize,
}

/// Scores every row of a file and prints the misses and the counts.
pub fn intent(file: &Path) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let binary = super::binary()?;
    let (repo, home) = (FixtureRepo::new(), Home::new());
    repo.git_init();
    let mut rows = Vec::new();
    for (at, line) in text.lines().enumerate().take(ROWS_MAX).filter(|(_, line)| !line.trim().is_empty()) {
        let place = |error: String| format!("{}:{}: {error}", file.display(), at + 1);
        let row: Value = serde_json::from_str(line).map_err(|error| place(error.to_string()))?;
        rows.push(decide(&row, &binary, &repo, &home).map_err(place)?);
    }
    for row in rows.iter().filter(|row| row.expected.outcome != row.actual.outcome) {
        let prompt: String = row.prompt.chars().take(PROMPT_CHARS_SHOWN).collect();
        let (expected, actual) = (&row.expected, &row.actual);
        println!(
            "{}: {} {} → {} {}: {}",
            row.id,
            expected.class,
            expected.outcome,
            actual.class,
            actual.outcome,
            prompt.replace('\n', " ")
        );
    }
    print(&score(&rows));
    Ok(())
}

fn decide(row: &Value, binary: &Path, repo: &FixtureRepo, home: &Home) -> Result<Scored, String> {
    let field = |name: &str| row[name].as_str().map(str::to_owned).ok_or(format!("no `{name}`"));
    let prompt = field("prompt")?;
    let output = Invocation::new(binary)
        .args(["inject", "--format", "json"])
        .args([format!("--prompt={prompt}")])
        .env("CI_AUTO_TOOLS_MODE", "plan")
        .cwd(repo.path())
        .run_in(home);
    let envelope: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}{}", output.stdout_text(), output.stderr_text()))?;
    let decided = |name: &str| envelope["inputs"]["intent"][name].as_str().unwrap_or_default().to_owned();
    Ok(Scored {
        id: field("id").unwrap_or_default(),
        prompt,
        expected: Decision { outcome: field("inject")?, class: field("intent")? },
        actual: Decision { outcome: decided("outcome"), class: decided("class") },
    })
}

fn score(rows: &[Scored]) -> Score {
    let count = |is_counted: &dyn Fn(&Scored) -> bool| rows.iter().filter(|row| is_counted(row)).count();
    Score {
        rows: rows.len(),
        outcome_right: count(&|row| row.expected.outcome == row.actual.outcome),
        class_right: count(&|row| row.expected.class == row.actual.class),
        none: count(&|row| row.expected.outcome == "none"),
        none_got_some: count(&|row| row.expected.outcome == "none" && row.actual.outcome != "none"),
        full: count(&|row| row.expected.outcome == "full"),
        full_got_none: count(&|row| row.expected.outcome == "full" && row.actual.outcome == "none"),
    }
}

fn print(score: &Score) {
    println!("want nothing, got something: {} of {}", score.none_got_some, score.none);
    println!("want full context, got nothing: {} of {}", score.full_got_none, score.full);
    println!("decision right: {}", share(score.outcome_right, score.rows));
    println!("class right: {}", share(score.class_right, score.rows));
}

fn share(part: usize, whole: usize) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    format!("{part} of {whole} ({percent:.1} %)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_miss_is_counted_once() {
        let row = |expected: (&str, &str), actual: (&str, &str)| {
            let decision =
                |(outcome, class): (&str, &str)| Decision { outcome: outcome.into(), class: class.into() };
            Scored {
                id: String::new(),
                prompt: String::new(),
                expected: decision(expected),
                actual: decision(actual),
            }
        };
        let rows = [
            row(("full", "debug"), ("full", "modify")),
            row(("full", "debug"), ("none", "non_code")),
            row(("full", "debug"), ("pointer", "debug")),
            row(("none", "control"), ("none", "control")),
            row(("none", "control"), ("pointer", "explore")),
        ];
        let expected = Score {
            rows: 5,
            outcome_right: 2,
            class_right: 2,
            none: 2,
            none_got_some: 1,
            full: 3,
            full_got_none: 1,
        };
        assert_eq!(score(&rows), expected);
    }
}
