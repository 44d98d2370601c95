//! The rules of one ignore file, as git reads them: what a line says, and what the last rule that matches a path decides.
//!
//! Reads no file.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use foreword_guard::glob::GlobCase;

use super::wildmatch::{self, Steps, Subject};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What a file of rules says of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// It is ignored.
    Ignore,
    /// A rule with `!` takes back what hides it.
    Show,
}

/// The rules of one file.
#[derive(Debug, Clone)]
pub(super) struct IgnoreRules {
    /// The directory that paths are taken from.
    base: PathBuf,
    case: GlobCase,
    rules: Vec<Rule>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    said: Said,
    pattern: Box<[u8]>,
    is_for_directories: bool,
    kind: RuleKind,
}

/// How a rule is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RuleKind {
    /// With a name, letter by letter.
    Name,
    /// With the end of a name: `*.log`.
    NameEnd,
    /// With a name.
    NamePattern,
    /// With the path below the directory of the rules, of which so many bytes are taken letter by letter.
    Path(usize),
}

/// The lines of a file that say something.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let lines = text.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.filter(|line| !line.starts_with(b"#")).map(without_blanks).filter(|line| !line.is_empty())
}

/// A line without the blanks at its end, of which an escaped one is none. git takes away no other white space.
fn without_blanks(line: &[u8]) -> &[u8] {
    // git's text ends at such a byte.
    let line = line.split(|byte| *byte == 0).next().unwrap_or_default();
    let (mut end, mut is_escaped) = (0, false);
    for (at, byte) in line.iter().enumerate() {
        if is_escaped || *byte != b' ' {
            end = at + 1;
        }
        is_escaped = *byte == b'\\' && !is_escaped;
    }
    &line[..end]
}

impl Rule {
    fn of(line: &[u8]) -> Option<Self> {
        let (said, line) = match line.strip_prefix(b"!") {
            Some(rest) => (Said::Show, rest),
            None => (Said::Ignore, line),
        };
        let (is_for_directories, pattern) = match line.strip_suffix(b"/") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let plain = |text: &[u8]| text.iter().position(|byte| wildmatch::is_special(*byte));
        let kind = if pattern.contains(&b'/') {
            let plain = plain(pattern).unwrap_or(pattern.len());
            RuleKind::Path(plain - usize::from(pattern[0] == b'/'))
        } else if plain(pattern).is_none() {
            RuleKind::Name
        } else if pattern[0] == b'*' && plain(&pattern[1..]).is_none() {
            RuleKind::NameEnd
        } else {
            RuleKind::NamePattern
        };
        let pattern = match kind {
            RuleKind::Path(_) => pattern.strip_prefix(b"/").unwrap_or(pattern),
            RuleKind::NameEnd => &pattern[1..],
            RuleKind::Name | RuleKind::NamePattern => pattern,
        };
        // `!` and `/` alone name nothing, and take nothing back.
        let says_something = !pattern.is_empty() || kind != RuleKind::Name;
        says_something.then(|| Self { said, pattern: pattern.into(), is_for_directories, kind })
    }

    fn matches(&self, path: &[u8], name: &[u8], case: GlobCase, steps: &mut Steps) -> bool {
        let pattern = &*self.pattern;
        let is_same = |left: &[u8], right: &[u8]| match case {
            GlobCase::Exact => left == right,
            GlobCase::Folded => left.eq_ignore_ascii_case(right),
        };
        match self.kind {
            RuleKind::Name => is_same(pattern, name),
            RuleKind::NameEnd => {
                name.len().checked_sub(pattern.len()).is_some_and(|at| is_same(pattern, &name[at..]))
            }
            RuleKind::NamePattern => wildmatch::matches(pattern, name, Subject::Name, case, steps),
            RuleKind::Path(plain) => {
                let Some((beginning, rest)) = path.split_at_checked(plain) else { return false };
                let left = &pattern[plain..];
                is_same(&pattern[..plain], beginning)
                    && match left.is_empty() {
                        true => rest.is_empty(),
                        false => wildmatch::matches(left, rest, Subject::Path, case, steps),
                    }
            }
        }
    }
}

impl IgnoreRules {
    /// The rules of a file's text about what is below a directory; nothing if it has none.
    pub(super) fn of(text: &[u8], base: &Path, case: GlobCase) -> Option<Self> {
        let rules: Vec<Rule> = lines(text).filter_map(Rule::of).collect();
        (!rules.is_empty()).then(|| Self { base: base.to_path_buf(), case, rules })
    }

    /// Those that take nothing back.
    pub(super) fn hiding(mut self) -> Option<Self> {
        self.rules.retain(|rule| rule.said == Said::Ignore);
        (!self.rules.is_empty()).then_some(self)
    }

    /// What they say of a full path below their directory.
    pub(super) fn said(&self, path: &Path, is_directory: bool) -> Option<Said> {
        let path = below(path, &self.base)?;
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
        let mut steps = Steps::default();
        for rule in self.rules.iter().rev().filter(|rule| is_directory || !rule.is_for_directories) {
            let is_match = rule.matches(path, name, self.case, &mut steps);
            if steps.are_gone() {
                // What is hidden by such rules is not known.
                return Some(Said::Ignore);
            }
            if is_match {
                return Some(rule.said);
            }
        }
        None
    }
}

/// What of a path is below a directory. Both are whole and plain: their bytes are compared, because every file asks.
fn below<'p>(path: &'p Path, base: &Path) -> Option<&'p [u8]> {
    let bytes = |path: &'p Path| OsStr::as_bytes(path.as_os_str());
    let base = base.as_os_str().as_bytes();
    let base = base.strip_suffix(b"/").unwrap_or(base);
    bytes(path).strip_prefix(base)?.strip_prefix(b"/").filter(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rule: &str, ignored: &[&str], shown: &[&str]) {
        let rules = IgnoreRules::of(rule.as_bytes(), Path::new("/"), GlobCase::Exact);
        for (names, is_ignored) in [(ignored, true), (shown, false)] {
            for name in names {
                let path = Path::new("/").join(name);
                let said = rules.as_ref().and_then(|rules| rules.said(&path, false));
                assert_eq!(said == Some(Said::Ignore), is_ignored, "{rule:?}: {name}");
            }
        }
    }

    #[test]
    fn a_line_is_what_git_takes_it_for() {
        for (text, expected) in [
            ("a\t", &["a\t"][..]),
            ("a\t\t  ", &["a\t\t"]),
            ("a  ", &["a"]),
            ("a\\  ", &["a\\ "]),
            ("a\\\\  ", &["a\\\\"]),
            ("\u{feff}a\r\n\r\n  \nb\r", &["a", "b"]),
            ("#a\n\\#a\n #a", &["\\#a", " #a"]),
            ("a\0b\n", &["a"]),
        ] {
            let found: Vec<&[u8]> = lines(text.as_bytes()).collect();
            let expected: Vec<&[u8]> = expected.iter().map(|line| line.as_bytes()).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn rules_mean_what_they_mean_in_git() {
        check("*.[[:digit:]]", &["log.1"], &["log.a"]);
        check("priv[[:alnum:]_]*.py", &["privx.py", "priv_1.py"], &["priv-1.py"]);
        check("a[![:upper:]]", &["ab"], &["aB"]);
        check("a[^[:punct:]]", &["ab"], &["a]", "a-"]);
        check("a[[:punct:]]", &["a]", "a-", "a{"], &["ab"]);
        check("{a,b}.py", &["{a,b}.py"], &["a.py"]);
        check("a.py{", &["a.py{"], &[]);
        check("[{}]", &["{", "}"], &["a"]);
        check("\\{a", &["{a"], &[]);
        check("p[]y]", &["p]", "py"], &["pp"]);
        check("p[\\y]", &["py"], &["p\\"]);
        check("p[a\\]b]", &["p]", "pa", "pb"], &["pab]"]);
        check("p[a-c-]", &["pb", "p-"], &["pd"]);
        check("p[x^!]", &["p^", "p!", "px"], &["pa"]);
        check("p[\\!a]", &["p!", "pa"], &["pb"]);
        check("p[\\!-/]", &["p!", "p+"], &["pb"]);
        check("p[[:graph:]]", &["p!", "pa"], &["p "]);
        check("p[[:none:]]", &[], &["pn", "p:"]);
        check("p[a-", &[], &["pa"]);
        check("**/p[0-9]/", &[], &["p1"]);
        check("[f-b]oo", &["foo"], &["boo", "coo"]);
        check("out**/x", &["outer/deep/x"], &["a/out/x"]);
        check("a\\ ", &["a "], &["a"]);
        check("a/**/b", &["a/b", "a/x/y/b"], &["x/a/b"]);
        check("a?b", &["axb"], &["a/b", "aäb"]);
    }

    #[test]
    fn a_sign_alone_takes_nothing_back() {
        for alone in ["!", "! ", "!\r", "!/", "!//", "/", "!\n!"] {
            check(&format!("a\n{alone}\n"), &["a", "x/a"], &["b"]);
        }
    }

    #[test]
    fn what_takes_too_many_steps_is_hidden() {
        let rule = format!("!{}z", "**/a/".repeat(60));
        check(&rule, &[&"a/".repeat(200)], &["b"]);
    }
}
