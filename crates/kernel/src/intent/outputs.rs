//! What programs print, pasted or dumped without a word from a person.
//!
//! Owns the recognition of successful output by its first lines: git, package managers, test runners, listings. What
//! failed is left to the classifier: a failure is pasted to be explained.

use foreword_text::han::is_common_han;

use super::structure::Structure;

/// First lines that may open a person's sentence as well: more lines must follow.
const STARTS: &[&str] = &[
    "On branch ",
    "HEAD detached ",
    "HEAD is now at ",
    "Your branch is ",
    "Switched to ",
    "Already on ",
    "Updating ",
    "Merge made by ",
    "Fast-forward",
    "Cloning into ",
    "Enumerating objects",
    "From github.com",
    "From https://",
    "To github.com",
    "To https://",
    "commit ",
    "Collecting ",
    "Requirement already satisfied",
    "Successfully ",
    "Installing ",
    "Compiling ",
    "Downloading ",
    "Downloaded ",
    "Resolving ",
    "Checking ",
    "Building ",
    "Finished ",
    "Running ",
    "running ",
    "Ran all test",
    "PASS",
    "ok ",
    "test ",
    "collected ",
    "Test Suites:",
    "Tests:",
    "BUILD SUCCESS",
    "[+] Building",
    "CONTAINER ID",
    "REPOSITORY ",
    "NAME ",
    "PID ",
    "USER ",
    "Filesystem ",
    "Step 1/",
    "Sending build context",
    "yarn install",
    "yarn run",
    "npm warn",
    "npm notice",
    "Scanning ",
    "Found 0 ",
    "Output:",
    "stdout:",
    "Listening on ",
];
/// First lines that nobody types.
const CERTAIN: &[&str] = &[
    "Already up to date.",
    "Everything up-to-date",
    "nothing to commit",
    "no changes added to commit",
    "Process exited with code ",
    "Process running with session",
    "Command exited with code ",
    "Command completed with exit code",
    "up to date, audited",
    "Successfully installed ",
    "Done in ",
    "All checks passed!",
    "✨ ",
    "├── ",
    "└── ",
];
/// What a line says after which nothing is a plain success.
const FAILURES: &[&str] =
    &["FAIL", "ERROR", "error:", "Error:", "error[", "panicked", "Traceback", "fatal:", "npm ERR!"];
/// Words that open a person's request after what was pasted. Sorted.
const OPENERS: &[&str] = &[
    "add", "any", "are", "can", "check", "could", "do", "does", "explain", "fix", "help", "how", "i", "is",
    "it", "make", "my", "now", "please", "pls", "review", "should", "so", "tell", "the", "these", "this",
    "we", "what", "where", "which", "why", "you",
];
/// Most lines that are looked at one by one.
const LINES: usize = 200;

/// The kind of program output that a text is, if no line of it is a person's and nothing in it failed.
pub(super) fn program(text: &str, structure: &Structure<'_>) -> Option<&'static str> {
    if structure.listing_lines > 1 && structure.prose_lines == 0 {
        return Some("directory listing");
    }
    let lines = || text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty());
    let first = lines().next()?;
    let has_failed = !structure.frames.is_empty()
        || structure.diff_lines > 0
        || lines().take(LINES).any(|line| FAILURES.iter().any(|mark| line.contains(mark)));
    if has_failed || is_request(lines().next_back().unwrap_or(first)) {
        return None;
    }
    let is_several = lines().nth(1).is_some();
    let after_prompt = if is_shell_prompt(first) { lines().nth(1).unwrap_or(first) } else { first };
    let opening = after_prompt.trim_start();
    if CERTAIN.iter().any(|start| opening.starts_with(start)) || is_count(opening) || is_ruled(opening) {
        return Some("command output");
    }
    if is_several && (is_shell_prompt(first) || STARTS.iter().any(|start| opening.starts_with(start))) {
        return Some("command output");
    }
    let is_script = opening.starts_with("> ") && opening.contains('@') && is_several;
    if is_script
        || is_commit(opening)
        || (lines().nth(2).is_some() && lines().take(LINES).all(is_file) && has_path(structure))
    {
        return Some("command output");
    }
    (is_several && lines().take(LINES).all(is_row)).then_some("command output")
}

/// Whether the last line is a person's: it asks, or it is in Chinese.
fn is_request(line: &str) -> bool {
    let line = line.trim();
    let word = line.split(|c: char| !c.is_ascii_alphabetic() && c != '\'').next().unwrap_or("");
    line.ends_with(['?', '？'])
        || OPENERS.binary_search(&word.to_ascii_lowercase().as_str()).is_ok()
        || line.chars().any(is_common_han)
}

/// `$ git status`, `ana@box:~/shop$ ls`
fn is_shell_prompt(line: &str) -> bool {
    ["$ ", "❯ ", "➜ "].iter().any(|mark| line.starts_with(mark))
        || line.split_once("$ ").is_some_and(|(user, _)| user.contains('@') && !user.contains(' '))
}

/// `added 214 packages`, `18 passed in 0.41s`, `3 files changed, 4 insertions(+)`
fn is_count(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let (first, second, third) =
        (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or(""));
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let is_packages = matches!(first, "added" | "removed" | "changed" | "audited")
        && is_number(second)
        && third.starts_with("package");
    let is_tests = is_number(first)
        && (second.starts_with("pass") || (second.starts_with("test") && third.starts_with("pass")))
        && (line.contains(" in ") || line.contains(", "));
    let is_stat = is_number(first) && matches!(second, "file" | "files") && third.starts_with("changed");
    is_packages || is_tests || is_stat
}

/// `===== test session starts =====`
fn is_ruled(line: &str) -> bool {
    let text = line.trim_matches('=');
    line.len() > text.len() + 8 && line.starts_with("===") && line.ends_with("===") && text.starts_with(' ')
}

/// `[main 4f2c1ab] message`: what git says after a commit.
fn is_commit(line: &str) -> bool {
    let Some((inner, _)) = line.strip_prefix('[').and_then(|rest| rest.split_once("] ")) else {
        return false;
    };
    inner.rsplit_once(' ').is_some_and(|(_, hash)| {
        (7..=12).contains(&hash.len()) && hash.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'))
    })
}

/// One name and nothing else, as `ls` prints them.
fn is_file(line: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '/' | '@' | '*');
    !line.is_empty() && line.chars().all(is_part)
}

fn has_path(structure: &Structure<'_>) -> bool {
    !structure.prose.paths.is_empty() || !structure.paths.is_empty()
}

/// A row of git's short status, of a short log, of a tree or of a diffstat.
fn is_row(line: &str) -> bool {
    let text = line.trim_start();
    let is_tree = text.starts_with(['├', '└', '│']);
    let is_status = line.len() > 3
        && line.is_char_boundary(3)
        && matches!(
            &line[..3],
            " M " | "M  " | "MM " | "A  " | "AM " | "D  " | " D " | "R  " | "?? " | "UU "
        );
    let hash = text.split_whitespace().next().unwrap_or("");
    let is_log = (7..=12).contains(&hash.len())
        && hash.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'))
        && hash.bytes().any(|b| b.is_ascii_digit());
    let is_stat = text.rsplit_once(" | ").is_some_and(|(_, counts)| {
        counts.trim_start().starts_with(|c: char| c.is_ascii_digit())
            && counts.trim_end().ends_with(['+', '-'])
    });
    is_tree || is_status || is_log || is_stat || is_count(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(OPENERS.is_sorted());
    }

    #[test]
    fn output_is_told_from_a_question_about_it() {
        let check = |text: &str, expect: bool| {
            assert_eq!(program(text, &Structure::read(text)).is_some(), expect, "{text}");
        };
        check("On branch main\nnothing to commit, working tree clean", true);
        check("On branch main the build fails", false);
        check("On branch main\nnothing to commit\n\nwhy is my change gone", false);
        check(" M src/a.rs\n?? notes.md", true);
        check("a1b2c3d fix the parser\n9f8e7d6 add a test", true);
        check("$ cargo test\nrunning 3 tests\ntest a ... ok", true);
        check("$ cargo test\nrunning 3 tests\ntest a ... FAILED", false);
        check("=== 3 passed in 0.1s ===\n为什么只跑了三个", false);
        check("[main 4f2c1ab] tidy\n 1 file changed, 2 insertions(+)", true);
        check("README.md\nsrc\ntarget", true);
        check("added 3 packages in 2s", true);
        check("added three fields to the form", false);
    }
}
