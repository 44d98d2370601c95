//! Code fences that their content cannot close, and lines that cannot open one.

use std::borrow::Cow;

/// The text inside a fence that is longer than any run of backticks in it.
pub fn fenced(text: &str, language: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let language: String = language.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// A line outside a fence; one that would open a fence is escaped, so that no text swallows what follows it.
pub fn unfenced(line: &str) -> Cow<'_, str> {
    let text = line.trim_start();
    if text.starts_with("```") || text.starts_with("~~~") {
        Cow::Owned(format!("\\{text}"))
    } else {
        Cow::Borrowed(line)
    }
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_content_closes_its_fence(text in "[`~a\\n ]{0,80}") {
            let fenced = fenced(&text, "rust");
            let fence: String = fenced.chars().take_while(|character| *character == '`').collect();
            let closing = fenced.lines().skip(1).filter(|line| line.trim().starts_with(&fence)).count();
            prop_assert_eq!(closing, 1);
        }
    }
}
