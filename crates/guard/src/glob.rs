//! A small glob matcher: `*` and `?` within a component, `**` across components. No regex, no
//! backtracking beyond the last star, so no pattern is slow.

/// Globs over relative paths with `/`, in the manner of a git ignore file.
///
/// A pattern without `/` matches any one component; a pattern with `/` is anchored at the root. What
/// matches a directory matches everything below it. Brackets, braces and `!` have no meaning.
#[derive(Debug, Clone, Copy)]
pub struct Glob;

impl Glob {
    /// Whether the pattern matches the path, by exact letter.
    pub fn matches(pattern: &str, path: &str) -> bool {
        matches(pattern, path, Case::Exact)
    }

    /// Whether the pattern matches the path, upper and lower case alike.
    pub fn matches_ignoring_case(pattern: &str, path: &str) -> bool {
        matches(pattern, path, Case::Folded)
    }
}

#[derive(Clone, Copy)]
enum Case {
    Exact,
    Folded,
}

fn matches(pattern: &str, path: &str, case: Case) -> bool {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern).trim_end_matches('/');
    let path = path.trim_start_matches('/');
    if pattern.is_empty() {
        return false;
    }
    match pattern.strip_prefix('/') {
        None if !pattern.contains('/') => {
            path.split('/').any(|component| component_matches(pattern, component, case))
        }
        anchored => anchored_matches(anchored.unwrap_or(pattern), path, case),
    }
}

/// Matches component by component; done as soon as the pattern is used up, since the rest is below it.
fn anchored_matches(pattern: &str, path: &str, case: Case) -> bool {
    let mut wanted = pattern.split('/');
    let mut given = path.split('/');
    let mut restart = None;
    loop {
        match wanted.next() {
            None => return true,
            Some("**") => restart = Some((wanted.clone(), given.clone())),
            Some(component) => {
                let fits = given.next().map(|name| component_matches(component, name, case));
                match (fits, &mut restart) {
                    (Some(true), _) => {}
                    (Some(false), Some((after_stars, skipped))) => {
                        skipped.next();
                        (wanted, given) = (after_stars.clone(), skipped.clone());
                    }
                    (Some(false), None) => return false,
                    (None, _) => return false,
                }
            }
        }
    }
}

fn component_matches(pattern: &str, name: &str, case: Case) -> bool {
    match pattern.strip_prefix('*') {
        Some(suffix) if pattern.is_ascii() && name.is_ascii() && !suffix.contains(['*', '?']) => {
            ends_with(name.as_bytes(), suffix.as_bytes(), case)
        }
        _ => wildcards_match(pattern, name, case),
    }
}

/// `*.pem` by its end alone: every file of a walk is asked.
fn ends_with(name: &[u8], suffix: &[u8], case: Case) -> bool {
    let Some(start) = name.len().checked_sub(suffix.len()) else { return false };
    match case {
        Case::Exact => name[start..] == *suffix,
        Case::Folded => name[start..].eq_ignore_ascii_case(suffix),
    }
}

fn wildcards_match(pattern: &str, name: &str, case: Case) -> bool {
    let (mut wanted, mut given) = (pattern.chars(), name.chars());
    let mut restart = None;
    loop {
        let mut ahead = wanted.clone();
        match (ahead.next(), given.clone().next()) {
            (Some('*'), _) => {
                wanted = ahead;
                restart = Some((wanted.clone(), given.clone()));
            }
            (None, None) => return true,
            (Some(want), Some(have)) if want == '?' || same(want, have, case) => {
                wanted = ahead;
                given.next();
            }
            _ => {
                let Some((after_star, skipped)) = &mut restart else { return false };
                if skipped.next().is_none() {
                    return false;
                }
                (wanted, given) = (after_star.clone(), skipped.clone());
            }
        }
    }
}

fn same(left: char, right: char, case: Case) -> bool {
    match case {
        Case::Exact => left == right,
        Case::Folded => left == right || left.to_lowercase().eq(right.to_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, expect: bool) {
        assert_eq!(Glob::matches(pattern, path), expect, "{pattern} on {path}");
    }

    #[test]
    fn patterns_match_as_in_a_git_ignore_file() {
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
            ("a/b", "a/b/c", true),
            ("a/b", "x/a/b", false),
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
            ("", "a", false),
            ("/", "a", false),
            ("文档/*", "文档/说明.md", true),
        ] {
            check(pattern, path, expect);
        }
        assert!(Glob::matches_ignoring_case("*.PEM", "a/b.pem"));
        assert!(!Glob::matches("*.PEM", "a/b.pem"));
    }

    proptest::proptest! {
        #[test]
        fn an_ending_says_what_its_wildcard_says(suffix in "[.aBk]{0,4}", name in "[.AbkK]{0,8}") {
            let pattern = format!("*{suffix}");
            for case in [Case::Exact, Case::Folded] {
                assert_eq!(component_matches(&pattern, &name, case), wildcards_match(&pattern, &name, case));
            }
        }
    }

    #[test]
    fn no_pattern_is_slow() {
        let path = "a".repeat(5_000);
        check(&format!("{}b", "*a".repeat(200)), &path, false);
        let deep = "a/".repeat(2_000);
        check(&format!("{}b", "**/a/".repeat(200)), &deep, false);
    }
}
