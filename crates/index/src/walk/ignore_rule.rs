//! One line of an ignore file in the dialect of `globset`, where that differs from git's: named classes
//! (`[[:digit:]]`) and escapes in brackets, and braces, which git takes as they are.

use std::borrow::Cow;

/// Named classes and the characters that they hold, as ranges.
const CLASSES: [(&str, &str); 12] = [
    ("alnum", "a-zA-Z0-9"),
    ("alpha", "a-zA-Z"),
    ("blank", " \t"),
    ("cntrl", "\u{1}-\u{1f}\u{7f}"),
    ("digit", "0-9"),
    ("graph", "\"-~!"),
    ("lower", "a-z"),
    ("print", " -~"),
    ("punct", ":-@[-`{-~!-/"),
    ("space", " \t\n\r\u{b}\u{c}"),
    ("upper", "A-Z"),
    ("xdigit", "0-9a-fA-F"),
];

/// A rule that ends in a tab, with the tab written so that it stays: git takes blanks away at the end of a line, and nothing
/// else.
pub(super) fn keeping_tab(line: &str) -> Cow<'_, str> {
    let rule = line.trim_end_matches([' ', '\r']);
    match rule.strip_suffix('\t') {
        Some(rest) if !rest.ends_with('\\') => Cow::Owned(format!("{rest}[\t]")),
        _ => Cow::Borrowed(line),
    }
}

/// The rule as `globset` understands it.
pub(super) fn as_glob(line: &str) -> Cow<'_, str> {
    if !line.contains(['{', '}', '[']) {
        return Cow::Borrowed(line);
    }
    let mut glob = String::with_capacity(line.len() + 8);
    let mut rest = line;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        rest = match character {
            '\\' => {
                let escaped = after.chars().next().map_or(0, char::len_utf8);
                glob.push_str(&rest[..1 + escaped]);
                &after[escaped..]
            }
            '{' | '}' => {
                glob.push('\\');
                glob.push(character);
                after
            }
            '[' => match read_brackets(after) {
                Some((class, end)) => {
                    glob.push_str(&class);
                    end
                }
                // Not closed: git matches nothing with it, and `globset` refuses it.
                None => {
                    glob.push('[');
                    after
                }
            },
            other => {
                glob.push(other);
                after
            }
        };
    }
    Cow::Owned(glob)
}

/// The brackets whose inside `text` begins with, written anew, and what follows them.
fn read_brackets(text: &str) -> Option<(String, &str)> {
    let (negation, mut rest) = match text.strip_prefix(['!', '^']) {
        Some(inside) => ("!", inside),
        None => ("", text),
    };
    // `]` and `-` have their places; what begins with a sign of negation must not come first.
    let (mut first, mut inside, mut signs, mut last) = ("", String::new(), String::new(), "");
    let mut is_begin = true;
    loop {
        if let Some(end) = rest.strip_prefix(']').filter(|_| !is_begin) {
            if negation.is_empty() && first.is_empty() && inside.is_empty() && !signs.is_empty() {
                // A dash means itself at the beginning too.
                return Some((only_signs(&signs, last), end));
            }
            return Some((format!("[{negation}{first}{inside}{signs}{last}]"), end));
        }
        is_begin = false;
        if let Some(named) = rest.strip_prefix("[:")
            && let Some((name, end)) = named.split_once(":]")
        {
            let known = CLASSES.iter().find(|(class, _)| *class == name);
            // git matches nothing with a name that it does not know.
            inside.push_str(known?.1);
            rest = end;
            continue;
        }
        let (low, end) = read_character(rest)?;
        let place = if matches!(low, '!' | '^') { &mut signs } else { &mut inside };
        if let Some(high) = end.strip_prefix('-').filter(|high| !high.starts_with(']')) {
            let (high, end) = read_character(high)?;
            if low <= high {
                place.extend([low, '-', high]);
            }
            rest = end;
            continue;
        }
        match low {
            ']' => first = "]",
            '-' => last = "-",
            other => place.push(other),
        }
        rest = end;
    }
}

/// Brackets that hold nothing but `!`, `^`, ranges that begin with them, and perhaps a dash.
fn only_signs(signs: &str, dash: &str) -> String {
    // A range from one of them ends with a character that may stand before it as well.
    let range_end = signs.find('-').and_then(|at| signs[at + 1..].chars().next());
    match (range_end, dash) {
        (Some(character), _) if !matches!(character, '!' | '^' | ']' | '-') => {
            format!("[{character}{signs}{dash}]")
        }
        (_, "-") => format!("[-{signs}]"),
        _ => {
            let escaped: Vec<String> = signs.chars().map(|sign| format!("\\{sign}")).collect();
            format!("{{{}}}", escaped.join(","))
        }
    }
}

/// A character in brackets, escaped or not.
fn read_character(text: &str) -> Option<(char, &str)> {
    let text = text.strip_prefix('\\').unwrap_or(text);
    let character = text.chars().next()?;
    Some((character, &text[character.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use ignore::gitignore::GitignoreBuilder;

    use super::*;

    #[track_caller]
    fn check(rule: &str, ignored: &[&str], shown: &[&str]) {
        let mut builder = GitignoreBuilder::new("/");
        let _ = builder.add_line(None, &as_glob(rule));
        let rules = builder.build().expect("rules");
        for (names, is_ignored) in [(ignored, true), (shown, false)] {
            for name in names {
                assert_eq!(rules.matched(name, false).is_ignore(), is_ignored, "{rule}: {name}");
            }
        }
    }

    #[test]
    fn a_tab_at_the_end_is_part_of_the_rule() {
        for (line, expected) in [
            ("a\t", "a[\t]"),
            ("a\t\t  ", "a\t[\t]"),
            ("a  ", "a  "),
            ("a\t\\ ", "a\t\\ "),
            ("a\\\t", "a\\\t"),
            ("a", "a"),
        ] {
            assert_eq!(keeping_tab(line), expected, "{line:?}");
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
        check("p[\\!]", &["p!"], &["pb", "p^"]);
        check("p[\\^!]", &["p!", "p^"], &["pb"]);
        check("p[\\!-]", &["p!", "p-"], &["pb"]);
        check("p[\\!-/]", &["p!", "p+"], &["pb"]);
        check("p[[:graph:]]", &["p!", "pa"], &["p "]);
        check("p[[:none:]]", &[], &["pn", "p:"]);
        check("p[a-", &[], &["pa"]);
        check("**/p[0-9]/", &[], &["p1"]);
    }

    proptest::proptest! {
        #[test]
        fn plain_rules_stay_as_they_are(rule in "[a-z0-9.*?/!# -]{0,20}") {
            proptest::prop_assert!(matches!(as_glob(&rule), Cow::Borrowed(same) if same == rule));
        }
    }
}
