//! Small scanners over one line: numbers, positions, what looks like the path of a source file.
//! They borrow from the line and never allocate.

/// Extensions of files that an error can point into, sorted.
const EXTENSIONS: [&str; 130] = [
    "asm", "astro", "bash", "bats", "bzl", "c", "c++", "cc", "cfg", "cjs", "cl", "clj", "cljc", "cljs",
    "cmake", "coffee", "cpp", "cr", "cs", "cshtml", "css", "cts", "cu", "cuh", "cxx", "cypher", "d", "dart",
    "ejs", "el", "elm", "erb", "erl", "ex", "exs", "f", "f90", "fs", "fsx", "go", "gradle", "graphql",
    "groovy", "h", "haml", "hbs", "heex", "hh", "hpp", "hrl", "hs", "html", "hxx", "inc", "ini", "inl",
    "ipp", "ipynb", "j2", "java", "jinja", "jl", "js", "json", "jsx", "kt", "kts", "leex", "less", "lisp",
    "lua", "m", "md", "mdx", "mjs", "ml", "mli", "mm", "mts", "nim", "nix", "php", "phtml", "pl", "pm",
    "proto", "ps1", "psm1", "pxd", "py", "pyi", "pyx", "r", "rake", "razor", "rb", "rs", "s", "sass", "sbt",
    "sc", "scala", "scm", "scss", "sh", "slim", "sol", "sql", "svelte", "swift", "t", "tcl", "tf", "toml",
    "tpl", "ts", "tsx", "twig", "txt", "v", "vb", "vim", "vue", "xaml", "xml", "y", "yaml", "yml", "yy",
    "zig",
];
/// Files that have no extension.
const BARE_NAMES: [&str; 9] = [
    "BUILD",
    "Dockerfile",
    "Gemfile",
    "Jenkinsfile",
    "Justfile",
    "Makefile",
    "Rakefile",
    "WORKSPACE",
    "justfile",
];
/// Digits of a line number, at most.
const DIGITS_MAX: usize = 7;

/// A file and a line of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position<'a> {
    pub(super) path: &'a str,
    pub(super) line: u32,
}

/// Whether a text holds `needle`. For needles that are looked for on every line: it builds no table.
pub(super) fn holds(text: &str, needle: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), needle.as_bytes()).is_some()
}

/// Whether a text holds a colon with a digit behind it, as every position does.
pub(super) fn holds_position(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b':', bytes).any(|at| bytes.get(at + 1).is_some_and(u8::is_ascii_digit))
}

/// A number at the front, and what follows it.
pub(super) fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > DIGITS_MAX {
        return None;
    }
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// A number at the end, and what stands before it.
pub(super) fn ending_number(text: &str) -> Option<(&str, u32)> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > DIGITS_MAX {
        return None;
    }
    let start = text.len() - digits;
    Some((&text[..start], text[start..].parse().ok()?))
}

/// `path:12` or `path:12:3`, the whole of a text. The path can be anything but empty.
pub(super) fn whole_position(text: &str) -> Option<Position<'_>> {
    let (before, last) = ending_number(text)?;
    let before = before.strip_suffix(':')?;
    let position = match ending_number(before).and_then(|(path, line)| Some((path.strip_suffix(':')?, line)))
    {
        Some((path, line)) if !path.is_empty() => Position { path, line },
        _ => Position { path: before, line: last },
    };
    (!position.path.is_empty()).then_some(position)
}

/// `path:12` or `path:12:3` at the front, with the path of a source file, and what follows.
pub(super) fn leading_position(text: &str) -> Option<(Position<'_>, &str)> {
    let mut from = 0;
    while let Some(colon) = memchr::memchr(b':', &text.as_bytes()[from..]).map(|at| at + from) {
        let after = &text[colon + 1..];
        if let Some((line, rest)) = number(after)
            && is_source_path(&text[..colon])
        {
            let column = rest.strip_prefix(':').and_then(number);
            let rest = column.map_or(rest, |(_, rest)| rest);
            return Some((Position { path: &text[..colon], line }, rest));
        }
        from = colon + 1;
    }
    None
}

/// `path(12,3)` or `path(12)` at the front, with the path of a source file, and what follows.
pub(super) fn paren_position(text: &str) -> Option<(Position<'_>, &str)> {
    let open = text.find('(')?;
    let path = &text[..open];
    let (line, rest) = number(&text[open + 1..])?;
    let inside_end = rest.find(')')?;
    let is_numbers =
        rest[..inside_end].bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b' ' | b'-'));
    (is_numbers && is_source_path(path)).then(|| (Position { path, line }, &rest[inside_end + 1..]))
}

/// Whether a text can be the path of a source file: one word, or words in a path with folders.
pub(super) fn is_source_path(text: &str) -> bool {
    let first_space = text.find(' ').unwrap_or(text.len());
    let has_folder_first = text[..first_space].contains(['/', '\\']);
    !text.is_empty()
        && text.len() < 1_000
        && (first_space == text.len() || has_folder_first)
        && !text.contains(['"', '\'', '`', '|', '*', '\t', ',', ';', '=', '{', '}'])
        && has_source_extension(text)
}

/// Whether a path has the name of a source file.
pub(super) fn has_source_extension(path: &str) -> bool {
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    let name = base_name(path);
    match name.rsplit_once('.') {
        Some((stem, extension)) => {
            let lower = || extension.bytes().map(|byte| byte.to_ascii_lowercase());
            EXTENSIONS.binary_search_by(|known| known.bytes().cmp(lower())).is_ok()
                && (!stem.is_empty() || name.len() < path.len())
        }
        None => BARE_NAMES.binary_search(&name).is_ok(),
    }
}

/// The last part of a path with either separator.
pub(super) fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The lower-case extension of a path is one of these.
pub(super) fn has_extension(path: &str, extensions: &[&str]) -> bool {
    let found = base_name(path).rsplit_once('.').map_or("", |(_, extension)| extension);
    extensions.iter().any(|extension| extension.eq_ignore_ascii_case(found))
}

/// Whether a text is an identifier, with these separators inside.
pub(super) fn is_name(text: &str, separators: &[char]) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_' || separators.contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(EXTENSIONS.is_sorted() && BARE_NAMES.is_sorted());
    }

    #[test]
    fn positions() {
        let position = |path, line| Position { path, line };
        assert_eq!(whole_position("C:\\a b\\x.py:12:3"), Some(position("C:\\a b\\x.py", 12)));
        assert_eq!(whole_position("x:12"), Some(position("x", 12)));
        assert_eq!(whole_position("12:3"), Some(position("12", 3)));
        assert_eq!(whole_position(":3"), None);
        assert_eq!(whole_position("x.py:99999999"), None);
        assert_eq!(leading_position("x.c:1:2: error: a.c:3"), Some((position("x.c", 1), ": error: a.c:3")));
        assert_eq!(leading_position("C:\\x.c:1: y"), Some((position("C:\\x.c", 1), ": y")));
        assert_eq!(leading_position("12:30:45 x.c"), None);
        assert_eq!(leading_position("say hello.c:12"), None);
        assert_eq!(leading_position("localhost:80"), None);
        assert_eq!(leading_position("Makefile:7: x"), Some((position("Makefile", 7), ": x")));
        assert_eq!(paren_position("a.ts(1,2): error"), Some((position("a.ts", 1), ": error")));
        assert_eq!(paren_position("f(1, 2)"), None);
    }
}
