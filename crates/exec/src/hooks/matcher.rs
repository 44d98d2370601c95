//! Which tools a hook is for: names, `*` wildcards, commas, empty for all, also `toolName:pattern`.

/// Whether a matcher names a tool.
pub fn matches(matcher: &str, tool: &str) -> bool {
    let mut patterns = matcher.split(',').map(str::trim).filter(|pattern| !pattern.is_empty()).peekable();
    if patterns.peek().is_none() {
        return true;
    }
    patterns.any(|pattern| wildcard(pattern.strip_prefix("toolName:").unwrap_or(pattern).trim(), tool))
}

/// `*` stands for any run of characters. Linear: each star only ever moves forward.
fn wildcard(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn matchers() {
        for (matcher, tool, expect) in [
            ("", "ci_search", true),
            (" , ", "ci_search", true),
            ("*", "ci_search", true),
            ("ci_search", "ci_search", true),
            ("ci_search", "ci_search2", false),
            ("ci_*,askuser-*", "askuser-ask_question", true),
            ("ci_*, askuser-*", "other", false),
            ("toolName:ci_*", "ci_impact", true),
            ("c*_*h", "ci_search", true),
            ("c*_*k", "ci_search", false),
            ("a*a", "a", false),
        ] {
            assert_eq!(matches(matcher, tool), expect, "{matcher:?} {tool:?}");
        }
    }
}
