//! An answer of plain text: lines as search programs print them, `path:line: text`, or paths alone.

use foreword_model::limits;

use super::places::Found;

/// Bytes of a path that a line begins with.
const PATH_BYTES_MAX: usize = 500;

/// The places of a text, if most of its lines name one.
pub(super) fn read(text: &str) -> Option<Vec<Found>> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let found: Vec<Found> = lines()
        .filter_map(|line| place(line).or_else(|| path_alone(line)))
        .take(limits::EXTERNAL_ITEMS + 1)
        .collect();
    let (named, all) = (found.len(), lines().take(2 * limits::EXTERNAL_ITEMS).count());
    (named > 0 && 2 * named >= all.min(2 * limits::EXTERNAL_ITEMS)).then_some(found)
}

fn place(line: &str) -> Option<Found> {
    // The first number between two colons: a path may hold colons itself, as an address does.
    let mut colons = line.match_indices(':').map(|(at, _)| at);
    let mut start = colons.next()?;
    for end in colons {
        let number = &line[start + 1..end];
        if let Some(number) = number.parse::<u32>().ok().filter(|number| *number > 0) {
            let path = line[..start].trim();
            let is_path = !path.is_empty() && path.len() <= PATH_BYTES_MAX && path.contains(['/', '.']);
            return is_path.then(|| Found {
                path: Some(path.to_owned()),
                line: Some(number),
                text: Some(without_column(&line[end + 1..]).trim().to_owned()),
                ..Found::default()
            });
        }
        start = end;
    }
    None
}

/// A line that is a file's path and nothing else.
fn path_alone(line: &str) -> Option<Found> {
    let (folders, name) = line.rsplit_once('/')?;
    let is_path = !line.contains(char::is_whitespace) && line.len() <= PATH_BYTES_MAX;
    let is_file = name.contains('.') && !folders.contains("://");
    (is_path && is_file).then(|| Found { path: Some(line.to_owned()), ..Found::default() })
}

/// The text behind `12:`.
fn without_column(rest: &str) -> &str {
    match rest.split_once(':') {
        Some((column, text)) if !column.is_empty() && column.bytes().all(|byte| byte.is_ascii_digit()) => {
            text
        }
        Some(_) | None => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_search_become_places() {
        let check = |text: &str, expected: Option<&[(&str, u32, &str)]>| {
            let found = read(text);
            let found: Option<Vec<_>> = found.as_ref().map(|found| {
                found
                    .iter()
                    .map(|place| {
                        (
                            place.path.as_deref().unwrap_or_default(),
                            place.line.unwrap_or_default(),
                            place.text.as_deref().unwrap_or_default(),
                        )
                    })
                    .collect()
            });
            assert_eq!(found.as_deref(), expected, "{text}");
        };
        check("a/b.rs:12: fn x()\na/c.rs:3:7: y", Some(&[("a/b.rs", 12, "fn x()"), ("a/c.rs", 3, "y")]));
        check("/r/a.rs\n/r/b.rs", Some(&[("/r/a.rs", 0, ""), ("/r/b.rs", 0, "")]));
        check("yes/no", None);
        check("github.com/org/repo/x.go:7: z", Some(&[("github.com/org/repo/x.go", 7, "z")]));
        check("found 1:\na/b.rs:12: x", Some(&[("a/b.rs", 12, "x")]));
        check("12:30: lunch", None);
        check("one\ntwo\na/b.rs:12: x", None);
        check("", None);
    }
}
