//! The one key of a git configuration that is read here: `core.worktree`. Includes are not followed.

/// The work tree that a configuration names; the last one counts, as in git.
pub(super) fn work_tree(text: &str) -> Option<String> {
    let mut is_core = false;
    let mut found = None;
    for line in text.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            is_core = section.split(']').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("core"));
        } else if let Some((key, written)) = line.split_once('=')
            && is_core
            && key.trim().eq_ignore_ascii_case("worktree")
        {
            found = value(written.trim());
        }
    }
    found
}

/// A value without its quotes, escapes and comment; nothing if it is not closed on its line.
fn value(written: &str) -> Option<String> {
    let (mut text, mut kept) = (String::new(), 0);
    let mut is_quoted = false;
    let mut characters = written.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => is_quoted = !is_quoted,
            '#' | ';' if !is_quoted => break,
            '\\' => match characters.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                escaped @ ('"' | '\\') => text.push(escaped),
                _ => return None,
            },
            other => text.push(other),
        }
        // Blanks at the end count only in quotes.
        if is_quoted || !character.is_whitespace() {
            kept = text.len();
        }
    }
    text.truncate(kept);
    (!is_quoted && !text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(work_tree(text).as_deref(), expected, "{text:?}");
    }

    #[test]
    fn the_work_tree_is_read_as_git_writes_it() {
        check("[core]\n\tworktree = ../../../vendor/inner\n", Some("../../../vendor/inner"));
        check("[CORE]\n\tWorkTree=/a/b # here\n", Some("/a/b"));
        check("[core]\n\tworktree = \"/a b/#c \"\n", Some("/a b/#c "));
        check("[core]\n\tworktree = \"a\\\\b\\\"c\"\n", Some("a\\b\"c"));
        check("[core]\n\tworktree = /a\n\tworktree = /b\n", Some("/b"));
        check("[remote \"core\"]\n\tworktree = /a\n", None);
        check("[core \"x\"]\n\tworktree = /a\n", None);
        check("[core]\n\tworktree = \"/a\n", None);
        check("[core]\n\tbare = false\n", None);
    }
}
