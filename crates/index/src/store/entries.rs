//! One block of the dictionary: its entries in order, or the one of a key.
//!
//! Owns how entries follow each other. Loads no list.

use std::cmp::Ordering;

use super::codec::Cursor;
use super::lists::{self, ListPlace};

/// The entries of one block of the dictionary, in order.
pub(super) struct Entries<'a> {
    cursor: Cursor<'a>,
    is_whole: bool,
    /// The key of the entry that [`Entries::advance`] gave.
    pub(super) key: Vec<u8>,
}

impl<'a> Entries<'a> {
    pub(super) fn new(block: &'a [u8]) -> Self {
        Self { cursor: Cursor::new(block), is_whole: true, key: Vec::new() }
    }

    /// Whether nothing malformed was met.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Bytes read so far.
    pub(super) fn position(&self) -> usize {
        self.cursor.position()
    }

    pub(super) fn advance(&mut self) -> Option<(u32, ListPlace<'a>)> {
        if self.cursor.is_at_end() || !self.is_whole {
            return None;
        }
        let entry = self.step();
        self.is_whole = entry.is_some();
        entry
    }

    /// The entry of a key among those that follow. What is shared with the key before says of most entries that they come
    /// earlier, without a look at their letters.
    pub(super) fn seek(&mut self, key: &[u8]) -> Option<(u32, ListPlace<'a>)> {
        // How much of the key the last entry begins with; all entries so far come before it.
        let mut common = 0;
        while !self.cursor.is_at_end() {
            let entry = self.skim();
            self.is_whole = entry.is_some();
            let (shared, suffix, files, place) = entry?;
            match shared.cmp(&common) {
                Ordering::Greater => continue,
                Ordering::Less => return None,
                Ordering::Equal => {}
            }
            let rest = &key[common..];
            let same = suffix.iter().zip(rest).take_while(|(left, right)| left == right).count();
            common += same;
            match (suffix.get(same), rest.get(same)) {
                (None, None) => return Some((files, place)),
                (None, Some(_)) => {}
                (Some(letter), Some(wanted)) if letter < wanted => {}
                (Some(_), _) => return None,
            }
        }
        None
    }

    /// An entry without its key put together: how much it shares with the one before, and what follows.
    fn skim(&mut self) -> Option<(usize, &'a [u8], u32, ListPlace<'a>)> {
        let shared = usize::try_from(self.cursor.number()?).ok()?;
        let suffix = self.cursor.bytes()?;
        let (files, place) = lists::place(&mut self.cursor)?;
        Some((shared, suffix, files, place))
    }

    fn step(&mut self) -> Option<(u32, ListPlace<'a>)> {
        let shared = usize::try_from(self.cursor.number()?).ok()?;
        let suffix = self.cursor.bytes()?;
        if shared > self.key.len() {
            return None;
        }
        self.key.truncate(shared);
        self.key.extend_from_slice(suffix);
        lists::place(&mut self.cursor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::super::codec::{put_bytes, put_number};
    use super::*;

    /// A block of keys in order, each with its place as the number of its files.
    fn block(keys: &BTreeSet<Vec<u8>>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut before: &[u8] = &[];
        for (files, key) in (1_u32..).zip(keys) {
            let shared = before.iter().zip(key).take_while(|(left, right)| left == right).count();
            put_number(&mut bytes, shared as u64);
            put_bytes(&mut bytes, &key[shared..]);
            lists::put_inline(&mut bytes, files, &[]);
            before = key;
        }
        bytes
    }

    proptest! {
        #[test]
        fn a_key_is_found_where_it_is_and_nowhere_else(
            keys in prop::collection::btree_set(prop::collection::vec(0_u8..3, 1..6), 0..40),
            wanted in prop::collection::vec(0_u8..3, 0..7),
        ) {
            let bytes = block(&keys);
            for key in keys.iter().chain([&wanted]) {
                let mut entries = Entries::new(&bytes);
                let found = entries.seek(key).map(|(files, _)| files as usize);
                let expected = keys.iter().position(|known| known == key).map(|place| place + 1);
                prop_assert_eq!((found, entries.is_whole()), (expected, true));
            }
        }

        #[test]
        fn any_bytes_can_be_searched(bytes in prop::collection::vec(any::<u8>(), 0..60), key in prop::collection::vec(0_u8..3, 0..4)) {
            let _ = Entries::new(&bytes).seek(&key);
        }
    }
}
