//! The names in a list of bases, as every language writes them. Text only: the lists differ in shape more
//! than in spelling.

/// Words of a list of bases that are not a base.
const KEYWORDS: &[&str] = &[
    "extends",
    "implements",
    "with",
    "public",
    "private",
    "protected",
    "virtual",
    "inherit",
    "out",
    "in",
    "@unchecked",
    "use",
];

/// The bases named in `: public Base<T>, ns::Other`, `(Base, metaclass=Meta)`, `extends A implements B, C` …
pub(super) fn names(list: &str) -> Vec<&str> {
    let list = list.trim();
    let inner = list.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(list);
    let inner = inner.trim_start_matches([':', '<', ' ', '\t', '\n', '\r']);
    let mut names = Vec::new();
    let mut depth = 0_usize;
    let mut start = None;
    let mut skipping = false;
    for (at, letter) in inner.char_indices().chain([(inner.len(), ',')]) {
        let ends = matches!(letter, ',' | '+' | '&' | '{' | ';')
            || letter.is_whitespace()
            || matches!(letter, '<' | '(' | '[' | '>' | ')' | ']');
        if ends && depth == 0 {
            let word = start.take().and_then(|start| inner.get(start..at)).unwrap_or_default();
            skipping |= matches!(word, "by" | "where" | "=") || word.contains('=');
            if !skipping && is_base(word) {
                names.push(word.trim_start_matches(['*', '&']));
            }
        }
        match letter {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => skipping = false,
            _ if depth == 0 && !ends && start.is_none() => start = Some(at),
            _ => {}
        }
    }
    names
}

fn is_base(word: &str) -> bool {
    let first = word.trim_start_matches(['*', '&', '\\', ':', '.', '@']).chars().next();
    first.is_some_and(|first| first.is_alphabetic() || first == '_') && !KEYWORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn every_spelling_of_a_list() {
        for (list, expected) in [
            ("(Base, models.Model, metaclass=Meta)", &["Base", "models.Model"][..]),
            (": public Base<T>, private ns::Other", &["Base", "ns::Other"]),
            ("extends Base<T> implements A<B, C>, D", &["Base", "A", "D"]),
            ("< Base::Thing", &["Base::Thing"]),
            (": Base<T>(size), Runnable, Named by size", &["Base", "Runnable", "Named"]),
            (": Shape + Send + 'static + ?Sized", &["Shape", "Send"]),
            ("implements Countable, \\ArrayAccess", &["Countable", "\\ArrayAccess"]),
            ("extends Base(size) with Named", &["Base", "Named"]),
            ("*other.Thing", &["other.Thing"]),
            ("()", &[]),
        ] {
            assert_eq!(names(list), expected, "{list}");
        }
    }
}
