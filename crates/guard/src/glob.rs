//! Globs over paths of the repository, as `exclude`, `sensitive` and `ci_search.globs` write them: `globset` with our rules about
//! where a pattern is anchored. Owns what is a pattern and what is refused; a pattern that could never match is refused too.

use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};

use foreword_model::limits;
use globset::{Candidate, ErrorKind, GlobBuilder, GlobSet, GlobSetBuilder};

/// Why a pattern is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GlobError {
    /// It says nothing.
    #[error("it is empty")]
    Empty,
    /// More bytes than a pattern may have.
    #[error("it has more than {} bytes", limits::CONFIG_GLOB_BYTES)]
    TooLong,
    /// A blank at an end or a control character: no file was meant by it.
    #[error("it begins or ends with a blank, or holds a control character")]
    Blank,
    /// `!name`, which takes back another pattern in an ignore file.
    #[error("`!` is not supported; remove the pattern that it takes back")]
    Negation,
    /// `..`, `.`, `//` or `~/`: no path from the root looks so.
    #[error("it must be a path from the root of the repository, with single `/` and without `..` and `~`")]
    NoPath,
    /// `src\private`.
    #[error("`\\` only escapes a special character; write `/` between folders")]
    Backslash,
    /// `[[:alpha:]]`, or letters beyond ASCII in brackets.
    #[error("brackets hold plain ASCII characters and ranges only, such as [a-z0-9]")]
    Class,
    /// Brackets or braces that are not closed, and the like.
    #[error("{0}")]
    Syntax(&'static str),
}

/// Whether upper and lower case are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GlobCase {
    /// They differ.
    Exact,
    /// They are alike.
    Folded,
}

/// Patterns over relative paths with `/`. Nothing is compiled before the first path is matched.
///
/// A pattern without `/` matches a name at any depth; one with `/` is anchored at the root. `*` and `?` do not cross a `/`, `**`
/// does. What matches a directory matches everything below it.
#[derive(Debug, Clone)]
pub struct PathGlobs {
    inner: Arc<Patterns>,
}

#[derive(Debug)]
struct Patterns {
    written: Vec<String>,
    case: GlobCase,
    compiled: OnceLock<Option<Compiled>>,
}

#[derive(Debug)]
struct Compiled {
    globs: GlobSet,
    /// The same with `*` for `?`, for paths beyond ASCII: there `?` would stand for one byte.
    wide: GlobSet,
}

impl PathGlobs {
    /// The patterns as they are written, each of which [`check_glob`] takes.
    pub fn new(written: &[String], case: GlobCase) -> Self {
        Self { inner: Arc::new(Patterns { written: written.to_vec(), case, compiled: OnceLock::new() }) }
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.inner.written.is_empty()
    }

    /// Whether a pattern without special characters is this name. Compiles nothing.
    pub fn has_literal(&self, name: &str) -> bool {
        self.inner.written.iter().any(|pattern| match self.inner.case {
            GlobCase::Exact => pattern == name,
            GlobCase::Folded => pattern.eq_ignore_ascii_case(name),
        })
    }

    /// Whether a pattern matches the path or a directory above it. Patterns that cannot be compiled match every path: what they
    /// keep back is not known.
    pub fn matches(&self, path: &str) -> bool {
        if self.is_empty() {
            return false;
        }
        let Some(compiled) = self.inner.compiled() else { return true };
        let path = path.trim_start_matches("./").trim_matches('/');
        match (self.inner.case, path.is_ascii()) {
            (GlobCase::Exact, true) => matches_or_above(&compiled.globs, path),
            (GlobCase::Exact, false) => matches_or_above(&compiled.wide, path),
            (GlobCase::Folded, true) => matches_or_above(&compiled.globs, &path.to_ascii_lowercase()),
            (GlobCase::Folded, false) => matches_or_above(&compiled.wide, &path.to_lowercase()),
        }
    }
}

/// No patterns.
impl Default for PathGlobs {
    fn default() -> Self {
        Self::new(&[], GlobCase::Exact)
    }
}

impl PartialEq for PathGlobs {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for PathGlobs {}

impl PartialOrd for PathGlobs {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By what is written.
impl Ord for PathGlobs {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |globs: &Self| (globs.inner.case, globs.inner.written.clone());
        key(self).cmp(&key(other))
    }
}

impl Patterns {
    fn compiled(&self) -> Option<&Compiled> {
        let compile = || {
            let (mut globs, mut wide) = (GlobSetBuilder::new(), GlobSetBuilder::new());
            for pattern in &self.written {
                let pattern = match self.case {
                    GlobCase::Exact => pattern.clone(),
                    // `globset` folds ASCII only, and then by regex: both sides are made small instead.
                    GlobCase::Folded => pattern.to_lowercase(),
                };
                let anchored = anchored(&pattern);
                globs.add(parse(&anchored).ok()?);
                wide.add(parse(&anchored.replace('?', "*")).ok()?);
            }
            Some(Compiled { globs: globs.build().ok()?, wide: wide.build().ok()? })
        };
        self.compiled.get_or_init(compile).as_ref()
    }
}

/// Refuses a pattern that is not understood, or that no path could match.
pub fn check_glob(pattern: &str) -> Result<(), GlobError> {
    if pattern.len() > limits::CONFIG_GLOB_BYTES {
        return Err(GlobError::TooLong);
    }
    if pattern.trim().is_empty() {
        return Err(GlobError::Empty);
    }
    if pattern.trim() != pattern || pattern.contains(char::is_control) {
        return Err(GlobError::Blank);
    }
    if pattern.starts_with('!') {
        return Err(GlobError::Negation);
    }
    check_components(pattern)?;
    check_characters(pattern)?;
    // Nothing else can be wrong, and every prompt comes by here.
    if pattern.contains(['[', ']', '{', '}', '\\']) {
        for written in [pattern.to_owned(), pattern.to_lowercase()] {
            parse(&anchored(&written)).map_err(|error| GlobError::Syntax(in_words(error.kind())))?;
        }
    }
    Ok(())
}

fn check_components(pattern: &str) -> Result<(), GlobError> {
    let path = pattern.strip_prefix("./").unwrap_or(pattern);
    let path = path.strip_prefix('/').unwrap_or(path);
    let path = path.strip_suffix('/').unwrap_or(path);
    let is_odd = |part: &str| matches!(part, "" | "." | "..");
    match path.split('/').any(is_odd) || path == "~" || path.starts_with("~/") {
        true => Err(GlobError::NoPath),
        false => Ok(()),
    }
}

/// What `globset` takes and understands otherwise than it is meant.
fn check_characters(pattern: &str) -> Result<(), GlobError> {
    let mut is_in_class = false;
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.next().is_some_and(|next| next.is_alphanumeric() || next == '/') => {
                return Err(GlobError::Backslash);
            }
            '[' if is_in_class && matches!(letters.peek(), Some(':' | '.' | '=')) => {
                return Err(GlobError::Class);
            }
            '[' if !is_in_class => {
                is_in_class = true;
                // A bracket that comes first is one of the characters.
                let negation = |letter: &char| matches!(letter, '!' | '^');
                letters.next_if(negation);
                letters.next_if(|letter| *letter == ']');
            }
            ']' => is_in_class = false,
            letter if is_in_class && !letter.is_ascii() => return Err(GlobError::Class),
            _ => {}
        }
    }
    Ok(())
}

/// A pattern as `globset` takes it: from the root, without what is below a match.
fn anchored(pattern: &str) -> String {
    let path = pattern.strip_prefix("./").unwrap_or(pattern).trim_end_matches('/');
    let is_name = !path.contains('/');
    let mut path = path.trim_start_matches('/');
    while let Some(above) = path.strip_suffix("/**") {
        path = above;
    }
    match is_name {
        true => format!("**/{path}"),
        false => path.to_owned(),
    }
}

/// In fixed words: what the pattern holds does not belong into a message.
fn in_words(error: &ErrorKind) -> &'static str {
    match error {
        ErrorKind::UnclosedClass => "unclosed brackets; missing ']' (maybe escape '[' with '[[]'?)",
        ErrorKind::InvalidRange(_, _) => "a range in brackets that ends before it begins",
        ErrorKind::UnopenedAlternates => {
            "unopened alternate group; missing '{' (maybe escape '}' with '[}]'?)"
        }
        ErrorKind::UnclosedAlternates => {
            "unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)"
        }
        ErrorKind::DanglingEscape => "a `\\` at the end",
        _ => "it is no pattern, or too large for one",
    }
}

fn parse(anchored: &str) -> Result<globset::Glob, globset::Error> {
    GlobBuilder::new(anchored).literal_separator(true).backslash_escape(true).empty_alternates(true).build()
}

fn matches_or_above(globs: &GlobSet, path: &str) -> bool {
    let above = path.match_indices('/').map(|(end, _)| &path[..end]);
    above.chain([path]).any(|part| globs.is_match_candidate(&Candidate::new(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, path: &str, case: GlobCase) -> bool {
        assert_eq!(check_glob(pattern), Ok(()), "{pattern}");
        PathGlobs::new(&[pattern.to_owned()], case).matches(path)
    }

    #[test]
    fn patterns_match_as_they_are_written_elsewhere() {
        for (pattern, path, expect) in [
            (".env*", ".env", true),
            (".env*", "a/b/.env.local", true),
            (".env*", "a/env", false),
            ("*.pem", "a/b.pem", true),
            ("*.pem", "a/b.pem.txt", false),
            ("vendor", "a/vendor/b.rs", true),
            ("vendor/", "vendor/b.rs", true),
            ("vendor", "a/vendored/b.rs", false),
            ("/vendor", "a/vendor/b.rs", false),
            ("/vendor", "vendor/b.rs", true),
            ("./vendor", "vendor/b.rs", true),
            ("a/b", "a/b/c", true),
            ("a/b", "x/a/b", false),
            ("a/**", "a", true),
            ("a/**", "a/b/c", true),
            ("a/**", "x/a/b", false),
            ("**/.ssh/**", ".ssh/config", true),
            ("**/.ssh/**", "home/.ssh/config", true),
            ("**/.ssh/**", "home/ssh/config", false),
            ("**/.npmrc", ".npmrc", true),
            ("a/**/z", "a/z", true),
            ("a/**/z", "a/b/c/z", true),
            ("a/**/b/**/z", "a/b/c/b/x/z", true),
            ("a/**/b/**/z", "a/c/x/z", false),
            ("src/*.rs", "src/a.rs", true),
            ("src/*.rs", "src/x/a.rs", false),
            ("s?c/a", "src/a", true),
            ("s?c/a", "s/c/a", false),
            ("**", "anything/at/all", true),
            ("文档/*", "文档/说明.md", true),
            ("文?/*", "文档/说明.md", true),
            ("文?/*", "书/说明.md", false),
            ("*.{pem,key}", "a/b.key", true),
            ("*.{pem,key}", "a/b.rs", false),
            ("config/{prod,stage}/*", "config/stage/a/b", true),
            ("a{,.bak}", "x/a", true),
            ("a{,.bak}", "x/a.bak", true),
            ("[ab].txt", "x/b.txt", true),
            ("[!ab].txt", "c.txt", true),
            ("[!ab].txt", "a.txt", false),
            (r"\[x\].txt", "[x].txt", true),
            ("./", "a", false),
        ] {
            if pattern == "./" {
                assert!(check_glob(pattern).is_err());
                continue;
            }
            assert_eq!(matches(pattern, path, GlobCase::Exact), expect, "{pattern} on {path}");
        }
    }

    #[test]
    fn case_is_folded_where_it_is_asked_for() {
        for (pattern, path) in
            [("*.PEM", "a/b.pem"), ("Kunden/*", "kunden/Ä.md"), ("ÄRGER", "ärger/a"), ("[A-C]x", "bX")]
        {
            assert!(matches(pattern, path, GlobCase::Folded), "{pattern} on {path}");
            assert!(!matches(pattern, path, GlobCase::Exact), "{pattern} on {path}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        let long = "a".repeat(limits::CONFIG_GLOB_BYTES + 1);
        for (pattern, expect) in [
            ("", GlobError::Empty),
            ("  ", GlobError::Empty),
            (" a", GlobError::Blank),
            ("a\nb", GlobError::Blank),
            ("!a", GlobError::Negation),
            ("/", GlobError::NoPath),
            (".", GlobError::NoPath),
            ("../a", GlobError::NoPath),
            ("a/./b", GlobError::NoPath),
            ("a//b", GlobError::NoPath),
            ("~/a", GlobError::NoPath),
            (r"src\private", GlobError::Backslash),
            ("[[:alpha:]]", GlobError::Class),
            ("[äö]", GlobError::Class),
            (long.as_str(), GlobError::TooLong),
        ] {
            assert_eq!(check_glob(pattern), Err(expect), "{pattern}");
        }
        for pattern in ["[a", "{a,b", "a}", "[z-a]", r"a\", "[Z-a]"] {
            assert!(matches!(check_glob(pattern), Err(GlobError::Syntax(_))), "{pattern}");
        }
    }

    #[test]
    fn patterns_that_cannot_be_compiled_match_everything() {
        assert!(PathGlobs::new(&["{a".to_owned()], GlobCase::Exact).matches("b"));
        assert!(!PathGlobs::default().matches("b"));
    }

    #[test]
    fn the_worst_list_that_is_taken_compiles_and_is_not_slow() {
        let parts = ["{a,b}", "*a", "**/a/", "{a,{b,{c,d}}}", "[a-z]*", "?a"];
        for part in parts {
            let pattern = part.repeat(limits::CONFIG_GLOB_BYTES / part.len() - 1) + "b";
            assert_eq!(check_glob(&pattern), Ok(()), "{pattern}");
            let count = limits::CONFIG_GLOBS_BYTES / pattern.len();
            let patterns: Vec<String> =
                (0..count).map(|number| format!("{number}{}", &pattern[2..])).collect();
            let patterns: Vec<String> =
                patterns.into_iter().filter(|pattern| check_glob(pattern).is_ok()).collect();
            let globs = PathGlobs::new(&patterns, GlobCase::Folded);
            assert!(globs.inner.compiled().is_some(), "{pattern}");
            assert!(!globs.matches(&"a".repeat(4_000)), "{pattern}");
        }
    }
}
