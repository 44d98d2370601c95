//! git's configuration files as text: sections, keys and values. Which files there are and what they include is up to
//! [`settings`](super::settings).

/// One key with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The section in lower case.
    pub(super) section: String,
    /// What stands in quotes after it.
    pub(super) subsection: Option<String>,
    /// The key in lower case.
    pub(super) key: String,
    /// Nothing if the key stands alone, or its value is not written as git writes one.
    pub(super) value: Option<String>,
}

impl Entry {
    /// Whether this is a key of a section without a subsection.
    pub(super) fn is(&self, section: &str, key: &str) -> bool {
        self.subsection.is_none() && self.section == section && self.key == key
    }
}

/// The work tree that a configuration names; the last one counts, as in git.
pub(super) fn work_tree(text: &str) -> Option<String> {
    let mut named = entries(text).into_iter().filter(|entry| entry.is("core", "worktree"));
    named.next_back().and_then(|entry| entry.value).filter(|path| !path.is_empty())
}

/// The keys of a configuration, in order. What is no key is passed over to the end of its line.
pub(super) fn entries(text: &str) -> Vec<Entry> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut section, mut subsection) = (String::new(), None);
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return found;
        }
        if let Some(header) = rest.strip_prefix('[') {
            let line_end = header.find('\n').unwrap_or(header.len());
            (section, subsection, rest) = match section_header(header) {
                Some((name, quoted, after)) => (name, quoted, after),
                // Keys below a header that is not understood belong to no section.
                None => (String::new(), None, &header[line_end..]),
            };
            continue;
        }
        let key_end = rest.find(|character: char| !is_key(character)).unwrap_or(rest.len());
        let (key, after) = rest.split_at(key_end);
        let after = after.trim_start_matches([' ', '\t']);
        let value = match after.strip_prefix('=') {
            Some(written) => {
                let (value, end) = read_value(written);
                rest = end;
                value
            }
            None => {
                rest = after.find('\n').map_or("", |end| &after[end..]);
                None
            }
        };
        if !key.is_empty() && !section.is_empty() {
            let (section, subsection) = (section.clone(), subsection.clone());
            found.push(Entry { section, subsection, key: key.to_ascii_lowercase(), value });
        }
    }
}

fn is_key(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-'
}

/// Name, subsection and what follows of `core]…` and `includeIf "gitdir:~/work/"]…`.
fn section_header(text: &str) -> Option<(String, Option<String>, &str)> {
    let name_end = text.find(|character: char| !is_key(character) && character != '.')?;
    let (name, after) = text.split_at(name_end);
    let after = after.trim_start_matches([' ', '\t']);
    let Some(quoted) = after.strip_prefix('"') else {
        return after.strip_prefix(']').map(|rest| (name.to_ascii_lowercase(), None, rest));
    };
    let mut subsection = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => {
                let rest = quoted[at + 1..].trim_start_matches([' ', '\t']).strip_prefix(']')?;
                return Some((name.to_ascii_lowercase(), Some(subsection), rest));
            }
            '\\' => subsection.push(characters.next()?.1),
            '\n' => return None,
            other => subsection.push(other),
        }
    }
    None
}

/// A value without its quotes, escapes and comment, and what follows it; no value if a quote is not closed on its line.
fn read_value(written: &str) -> (Option<String>, &str) {
    let (mut text, mut kept) = (String::new(), 0);
    let (mut is_quoted, mut is_broken) = (false, false);
    let written = written.trim_start_matches([' ', '\t']);
    let mut characters = written.char_indices();
    let mut end = written.len();
    while let Some((at, character)) = characters.next() {
        match character {
            '\n' => {
                end = at;
                break;
            }
            '"' => is_quoted = !is_quoted,
            '#' | ';' if !is_quoted => {
                end = written[at..].find('\n').map_or(written.len(), |length| at + length);
                break;
            }
            '\\' => match characters.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, 't')) => text.push('\t'),
                Some((_, escaped @ ('"' | '\\'))) => text.push(escaped),
                // The line goes on with the next one.
                Some((_, '\n')) => continue,
                Some((at, '\r')) if written[at + 1..].starts_with('\n') => {
                    characters.next();
                    continue;
                }
                _ => is_broken = true,
            },
            other => text.push(other),
        }
        // Blanks at the end count only in quotes.
        if is_quoted || !character.is_whitespace() {
            kept = text.len();
        }
    }
    text.truncate(kept);
    ((!is_quoted && !is_broken).then_some(text), &written[end..])
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
        check("[core] worktree = /a\n", Some("/a"));
        check("\u{feff}[core]\r\n\tworktree = /a\r\n", Some("/a"));
        check("[core]\n\tworktree = /a/\\\nb ; c\n\tbare\n", Some("/a/b"));
        check("[core]\n\tworktree = /a/\\\r\nb\r\n", Some("/a/b"));
        check("[x\n[core]\n\tworktree = /a\n", Some("/a"));
        check("[remote \"core\"]\n\tworktree = /a\n", None);
        check("[core \"x\"]\n\tworktree = /a\n", None);
        check("[core]\n\tworktree = \"/a\n", None);
        check("[core]\n\tworktree = a\\b\n", None);
        check("[core]\n\tbare = false\n", None);
        check("[core]\n\tworktree\n", None);
        check("worktree = /a\n", None);
    }

    #[test]
    fn subsections_are_read_with_their_case() {
        let found = entries("[includeIf \"gitdir:~/Work \\\"a\\\"/\"]\n\tpath = ~/x\n");
        let expected = Entry {
            section: "includeif".to_owned(),
            subsection: Some("gitdir:~/Work \"a\"/".to_owned()),
            key: "path".to_owned(),
            value: Some("~/x".to_owned()),
        };
        assert_eq!(found, [expected]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in "[\\[\\]\"\\\\=#;a-c \n\r\t.]{0,60}") {
            let _ = entries(&text);
        }
    }
}
