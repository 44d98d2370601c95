//! Patterns of `exclude` and `sensitive` that can be read as globs and are of another language by their look: regular expressions,
//! the shell's extended patterns, several in one. As globs they would keep next to nothing back, and nobody would notice.
//!
//! Where a pattern could be both, it is refused: what protects fails closed, and any sign can be written in brackets (`[+]`).

const REGEX: &str = "it reads as a regular expression and is a glob: `ops/**` is all below a folder, `{a,b}` one of two, `[.]` \
                     and `[+]` the signs themselves";
const BACKSLASH: &str =
    r"`\` only escapes a special character; write `/` between folders and `[*]` for the sign itself";
const EXTENDED: &str = "`@(…)` and its like are not supported; write `{a,b}`, and `[(]` for the sign itself";
const SEVERAL: &str =
    "it reads as several patterns; write each as an item of its own, and `[,]` for the sign itself";
const PREFIX: &str =
    "a pattern has no prefix; write the path from the root of the repository, and `[:]` for the sign itself";
const VARIABLE: &str = "no variable or home folder is put in; write the path from the root of the repository, and `[$]` for the sign itself";
const QUOTED: &str = "it begins with a quote; leave out the inner one";
const FOLDER: &str = "all below a folder is `ops/**`";

/// Files with a comma in their names that tools make.
const NAMES_WITH_COMMA: [&str; 2] = [",v", ",cover"];

/// In place of brackets, of an escaped sign and of a comma between braces. No pattern with a control character comes here.
const BRACKETS: char = '\u{1}';
const ESCAPED: char = '\u{2}';
const COMMA: char = '\u{3}';

/// Whether a pattern without its literal parts looks like one of another language.
type Look = fn(&str) -> bool;

/// Why a pattern that can be read is one of another language.
pub fn meant_otherwise(pattern: &str) -> Option<&'static str> {
    if has_odd_escape(pattern) {
        return Some(BACKSLASH);
    }
    let plain = without_literals(pattern);
    let looks: [(Look, &'static str); 7] = [
        (|plain| plain.starts_with(['"', '\'', '`']), QUOTED),
        (has_prefix, PREFIX),
        (has_variable, VARIABLE),
        (is_extended, EXTENDED),
        (is_regex, REGEX),
        (is_several, SEVERAL),
        (|plain| plain.split('/').any(|part| matches!(part, "..." | "%")), FOLDER),
    ];
    looks.into_iter().find(|(is_meant, _)| is_meant(&plain)).map(|(_, why)| why)
}

/// A `\` before anything that needs none, such as `\.`, or before a sign that no name has: `ops\*` is a path of Windows.
fn has_odd_escape(pattern: &str) -> bool {
    const MAY_BE_ESCAPED: &str = "[]{}()!^$+@#,";
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        if letter == '\\' && !letters.next().is_some_and(|next| MAY_BE_ESCAPED.contains(next)) {
            return true;
        }
    }
    false
}

/// The pattern with one sign for each part that is taken by the letter, whatever stands in it.
fn without_literals(pattern: &str) -> String {
    let mut plain = String::with_capacity(pattern.len());
    let mut braces = 0_usize;
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\\' => {
                letters.next();
                ESCAPED
            }
            '[' => {
                letters.next_if(|next| matches!(next, '!' | '^'));
                letters.next_if(|next| *next == ']');
                // That they are closed was seen before.
                letters.by_ref().find(|next| *next == ']');
                BRACKETS
            }
            ',' if braces > 0 => COMMA,
            other => {
                braces += usize::from(other == '{');
                braces = braces.saturating_sub(usize::from(other == '}'));
                other
            }
        });
    }
    plain
}

/// `glob:ops`, `C:/ops`, `:(exclude)ops`; a man page has `Foo::Bar`.
fn has_prefix(plain: &str) -> bool {
    let Some((before, after)) = plain.split_once(':') else { return false };
    before.chars().all(|letter| letter.is_ascii_alphabetic())
        && (before.is_empty() || !after.starts_with(':'))
}

/// `$HOME/ops`, `${ROOT}/ops`, `%APPDATA%/ops`, `~bob/ops`. `$types.d.ts` and `~$letter.docx` are names.
fn has_variable(plain: &str) -> bool {
    let first = plain.split('/').next().unwrap_or_default();
    let is_word = |name: &str| {
        name.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '_')
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    let is_large = |name: &str| is_word(name) && !name.contains(|letter: char| letter.is_ascii_lowercase());
    let home = first.strip_prefix('~').filter(|_| first.len() < plain.len());
    plain.contains("${")
        || first.strip_prefix('$').is_some_and(is_large)
        || first.strip_prefix('%').and_then(|name| name.strip_suffix('%')).is_some_and(is_word)
        || home.is_some_and(is_word)
}

/// `@(a|b)`, `!(a)`.
fn is_extended(plain: &str) -> bool {
    ["@(", "?(", "+(", "!(", "*("].iter().any(|sign| plain.contains(sign))
}

fn is_regex(plain: &str) -> bool {
    plain.starts_with('^')
        || plain.ends_with('$')
        || ["|", "(?", ")?", ")+", ".+", ".**"].iter().any(|sign| plain.contains(sign))
        || has_any_letters(plain)
        || repeats(plain)
        || counts(plain)
}

/// `.*` for anything: as a name of its own or at its beginning, or before a letter. `.*` and `.*/**` alone mean hidden files, and
/// `name.*` and `name.*.js` any ending.
fn has_any_letters(plain: &str) -> bool {
    let mut whole = plain.trim_start_matches("./").trim_start_matches('/');
    whole = whole.strip_prefix("**/").unwrap_or(whole);
    whole = whole.strip_suffix("/**").unwrap_or(whole).trim_end_matches('/');
    let goes_on = |rest: &str| rest.starts_with(|next: char| next.is_alphanumeric() || "_-)".contains(next));
    whole != ".*"
        && plain.split('/').any(|part| {
            part.starts_with(".*")
                || part.match_indices(".*").any(|(at, sign)| at > 0 && goes_on(&part[at + sign.len()..]))
        })
}

/// `d+.py`, `[a-z]+`. `c++`, `+page.svelte` and `View+Private.h` are names.
fn repeats(plain: &str) -> bool {
    let letters: Vec<char> = plain.chars().collect();
    (1..letters.len()).filter(|at| letters[*at] == '+').any(|at| {
        let (before, after) = (letters[at - 1], letters.get(at + 1));
        let ends_word = before.is_alphanumeric() || before == '_';
        let goes_on = after.is_some_and(|after| after.is_alphanumeric() || matches!(after, '+' | '*' | '_'));
        before == BRACKETS || (ends_word && !goes_on)
    })
}

/// `[0-9]{2}`, `.{1,3}`, `d{2,}`.
fn counts(plain: &str) -> bool {
    plain.match_indices('{').any(|(at, _)| {
        let Some((inside, _)) = plain[at + 1..].split_once('}') else { return false };
        let is_number = !inside.is_empty()
            && inside.chars().all(|letter| letter.is_ascii_digit() || letter == COMMA)
            && inside.starts_with(|letter: char| letter.is_ascii_digit());
        let is_count = !inside.contains(COMMA) || inside.ends_with(COMMA);
        is_number && (is_count || plain[..at].ends_with([BRACKETS, '.', ')']))
    })
}

/// `ops/**,infra/**`, `ops/** infra/**`.
fn is_several(plain: &str) -> bool {
    let is_name = NAMES_WITH_COMMA.iter().any(|end| plain.ends_with(end)) && plain.matches(',').count() == 1;
    (plain.contains(',') && !is_name) || [";", "** ", "/ "].iter().any(|sign| plain.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(why: Option<&'static str>, patterns: &[&str]) {
        for pattern in patterns {
            assert_eq!(meant_otherwise(pattern), why, "{pattern}");
        }
    }

    #[test]
    fn a_pattern_of_another_language_is_seen() {
        check(
            Some(REGEX),
            &[
                "^ops/.*$",
                "^ops",
                "ops/.*",
                "(ops|src)/.*",
                "ops|src",
                "ops/d.py$",
                ".*ops.*",
                ".*/d.py",
                ".*.pem",
                ".*key",
                "ops/d.*py",
                "ops/(.*)",
                "ops/.+",
                "ops/d+.py",
                "ops/[a-z]+",
                "ops/d+",
                "(ops)+/x",
                "(ops)?/x",
                "(?i)ops/**",
                "ops/[0-9]{2}.py",
                "ops/d{2}.py",
                "ops/.{1,3}",
                "ops/d{2,}",
                "ops/.**",
            ],
        );
        check(
            Some(BACKSLASH),
            &[r"ops/.*\.py", r".*/d\.py", r"ops\**", r"ops\*", r"ops\\**", r"ops/d\?", r"a\ b"],
        );
        check(Some(EXTENDED), &["ops/@(d|e).py", "ops/?(d).py", "!(ops)/**", "ops/+(d)", "ops/*(d)"]);
        check(
            Some(PREFIX),
            &["glob:ops/**", "regex:ops", "C:/ops/**", ":(exclude)ops", ":!ops", "file:///ops"],
        );
        check(
            Some(SEVERAL),
            &["ops/**,infra/**", "ops,infra", "*.pem, *.key", "a;b", "ops/** infra/**", "ops/ infra/"],
        );
        check(Some(VARIABLE), &["$PWD/ops/**", "$HOME", "${ROOT}/ops", "%APPDATA%/ops", "~bob/ops"]);
        check(Some(QUOTED), &["\"ops/**\"", "'ops'"]);
        check(Some(FOLDER), &["ops/...", "ops/%"]);
    }

    #[test]
    fn a_glob_of_names_that_there_are_is_none() {
        check(
            None,
            &[
                "ops/**",
                "**/ops/**",
                "*.pem",
                ".*",
                ".*/",
                ".*/**",
                "**/.*",
                "/.*",
                ".env*",
                ".env.*",
                "config.*",
                "bundle.*.js",
                "[.]*rc",
                "ops/[.]*",
                "app/(auth)/[[]id[]]/page.tsx",
                "app/(auth)/[id]/page.tsx",
                "app/@modal/(.)photo/**",
                "app/(..)photo",
                "$types.d.ts",
                "routes/$id.tsx",
                "$lib/**",
                "c++/**",
                "src/**/*.c++",
                "notepad++.exe",
                "+page.svelte",
                "src/+layout.*",
                "*+Private.h",
                "View+Extras.m",
                "*,v",
                "*.py,cover",
                "docs/{old,drafts}",
                "a{,.bak}",
                "log{1,2}.txt",
                "[0-9]*",
                "lib.so.?",
                "~$*",
                "*~",
                "* 2.swift",
                "report (1)*.pdf",
                r"\[x\].txt",
                r"\{a\}",
                "#*#",
                "Foo::Bar.3pm",
                "My Documents/**",
                "*.C+*",
                "ops/d[+].py",
                "ops/x[$]",
                "文档/**",
                "@types/**",
            ],
        );
    }
}
