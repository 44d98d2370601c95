//! Where any of many values stands in a text: one pass over it, however many there are.
//!
//! Knows bytes alone. Which values are worth looking for is for its callers.

/// Every value has at least as many bytes: the window that is moved over the text.
pub(super) const WINDOW: usize = 8;
/// Bytes at the end of a window that say how far it is to the next one that may matter.
const BLOCK: usize = 3;
/// Places for such bytes, as a power of two; others that fall together only cost a second look.
const BLOCK_BITS: u32 = 15;

/// A search as Wu and Manber describe it, for values that are found by their first bytes.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// By the last bytes of a window: how far to go on. 0: a value may begin where the window does. Empty without values.
    steps: Vec<u8>,
    /// In the order of their bytes.
    values: Vec<Value>,
}

#[derive(Debug)]
struct Value {
    bytes: Vec<u8>,
    /// The longest other value that this one begins with.
    beginning: Option<usize>,
}

impl Search {
    /// Values shorter than a window are left out.
    pub(super) fn new(values: impl IntoIterator<Item = String>) -> Self {
        let mut sorted: Vec<Vec<u8>> =
            values.into_iter().map(String::into_bytes).filter(|value| value.len() >= WINDOW).collect();
        if sorted.is_empty() {
            return Self::default();
        }
        sorted.sort_unstable();
        sorted.dedup();
        let mut search = Self {
            steps: vec![(WINDOW - BLOCK + 1) as u8; 1 << BLOCK_BITS],
            values: Vec::with_capacity(sorted.len()),
        };
        for bytes in sorted {
            search.add(bytes);
        }
        search
    }

    fn add(&mut self, bytes: Vec<u8>) {
        for end in BLOCK..=WINDOW {
            let step = &mut self.steps[block(&bytes[..end])];
            *step = (*step).min((WINDOW - end) as u8);
        }
        // What this one begins with stands before it, and is the one before or what that begins with.
        let mut beginning = self.values.len().checked_sub(1);
        while let Some(at) = beginning.filter(|at| !bytes.starts_with(&self.values[*at].bytes)) {
            beginning = self.values[at].beginning;
        }
        self.values.push(Value { bytes, beginning });
    }

    /// Hands every place at which a value begins to `take`, with where the longest such value ends.
    pub(super) fn find(&self, text: &[u8], mut take: impl FnMut(usize, usize)) {
        if self.steps.is_empty() {
            return;
        }
        let mut end = WINDOW;
        while end <= text.len() {
            let step = self.steps[block(&text[..end])];
            if step > 0 {
                end += usize::from(step);
                continue;
            }
            let start = end - WINDOW;
            if let Some(length) = self.longest_at(&text[start..]) {
                take(start, start + length);
            }
            end += 1;
        }
    }

    /// The length of the longest value that a text begins with.
    fn longest_at(&self, text: &[u8]) -> Option<usize> {
        let last = self.values.partition_point(|value| value.bytes.as_slice() <= text).checked_sub(1)?;
        let shared = self.values[last].bytes.iter().zip(text).take_while(|(one, two)| one == two).count();
        // Any value that the text begins with is one that the last of those before it begins with.
        let mut at = Some(last);
        while let Some(value) = at.map(|at| &self.values[at]) {
            if value.bytes.len() <= shared {
                return Some(value.bytes.len());
            }
            at = value.beginning;
        }
        None
    }
}

/// The place of the last bytes of a text, which has as many.
fn block(text: &[u8]) -> usize {
    // The golden ratio scatters what differs in few bits.
    const SCATTER: u32 = 0x9E37_79B1;
    let at = text.len() - BLOCK;
    let bytes = u32::from_le_bytes([text[at], text[at + 1], text[at + 2], 0]);
    (bytes.wrapping_mul(SCATTER) >> (u32::BITS - BLOCK_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(values: &[String], text: &str) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        Search::new(values.to_vec()).find(text.as_bytes(), |start, end| all.push((start, end)));
        all
    }

    fn naive(values: &[String], text: &str) -> Vec<(usize, usize)> {
        let longest = |at: usize| {
            let here = values.iter().filter(|value| value.len() >= WINDOW);
            here.filter(|value| text.as_bytes()[at..].starts_with(value.as_bytes())).map(String::len).max()
        };
        (0..text.len()).filter_map(|at| longest(at).map(|length| (at, at + length))).collect()
    }

    #[test]
    fn the_longest_value_is_found_wherever_it_stands() {
        let values = ["abcdefgh", "abcdefghij", "abcdefghik", "cdefghijkl", "short"].map(str::to_owned);
        for (text, expect) in [
            ("abcdefgh", &[(0, 8)][..]),
            ("xabcdefghijkl", &[(1, 11), (3, 13)]),
            ("abcdefghix", &[(0, 8)]),
            ("abcdefg short", &[]),
            ("", &[]),
        ] {
            assert_eq!(found(&values, text), expect, "{text}");
        }
        assert_eq!(found(&[], "abcdefgh"), []);
    }

    proptest! {
        #[test]
        fn it_finds_what_a_plain_search_finds(
            values in prop::collection::vec("[abé]{6,14}", 0..12),
            parts in prop::collection::vec((any::<prop::sample::Index>(), "[abé]{0,6}"), 0..12),
        ) {
            let part = |(value, between): &(prop::sample::Index, String)| match values.is_empty() {
                true => between.clone(),
                false => format!("{between}{}", values[value.index(values.len())]),
            };
            let text: String = parts.iter().map(part).collect();
            prop_assert_eq!(found(&values, &text), naive(&values, &text));
        }
    }
}
