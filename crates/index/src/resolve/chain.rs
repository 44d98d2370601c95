//! A value as text: names, calls and elements, one behind the other. What they lead to is told elsewhere.

/// A step along a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step<'t> {
    Name(&'t str),
    Call,
    /// One of what is held, by its number if that is known.
    Element(Option<usize>),
}

/// Steps of a chain that are followed.
const STEPS_MAX: usize = 16;

/// The steps of a chain; none if it is no chain.
pub(super) fn steps(chain: &str) -> Vec<Step<'_>> {
    let mut found = Vec::new();
    for part in chain.split('.') {
        let end = part.find(['(', '[']).unwrap_or(part.len());
        if end == 0 || found.len() >= STEPS_MAX {
            return Vec::new();
        }
        found.push(Step::Name(&part[..end]));
        let mut rest = &part[end..];
        while !rest.is_empty() {
            rest = if let Some(after) = rest.strip_prefix("()") {
                found.push(Step::Call);
                after
            } else if let Some((index, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'))
            {
                found.push(Step::Element(index.parse().ok()));
                after
            } else {
                return Vec::new();
            };
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Step, steps};

    #[test]
    fn chains_are_cut_into_steps() {
        use Step::{Call, Element, Name};
        for (chain, expected) in [
            ("a", &[Name("a")][..]),
            ("a.b()", &[Name("a"), Name("b"), Call]),
            ("a()[].b[1]", &[Name("a"), Call, Element(None), Name("b"), Element(Some(1))]),
            ("a..b", &[]),
            ("a(b)", &[]),
            ("", &[]),
        ] {
            assert_eq!(steps(chain), expected, "{chain}");
        }
    }
}
