//! Lists behind a key: files in order, each with a fragment that only speaks of that file.
//!
//! A list is `file delta, fragment` over and over. Since a fragment counts chunks and definitions from the
//! file's own first one, building and merging copy fragments as they are.

use super::codec::{Cursor, put_number};

/// A fragment of one to three bytes has its length in the file's number.
const EXPLICIT: u64 = 3;

/// Appends a file's fragment to a list.
pub(super) fn put_fragment(list: &mut Vec<u8>, delta: u32, fragment: &[u8]) {
    let length = fragment.len() as u64;
    if (1..=EXPLICIT).contains(&length) {
        put_number(list, u64::from(delta) << 2 | (length - 1));
    } else {
        put_number(list, u64::from(delta) << 2 | EXPLICIT);
        put_number(list, length);
    }
    list.extend_from_slice(fragment);
}

/// Reads a list: file and fragment. Ends early, with [`Fragments::is_whole`] false, where it is malformed.
#[derive(Debug, Clone)]
pub(super) struct Fragments<'a> {
    cursor: Cursor<'a>,
    next_file: u64,
    is_whole: bool,
}

impl<'a> Fragments<'a> {
    pub(super) fn new(list: &'a [u8]) -> Self {
        Self::after(list, 0)
    }

    /// Reads on from where `next_file` is the lowest file that may come.
    pub(super) fn after(list: &'a [u8], next_file: u64) -> Self {
        Self { cursor: Cursor::new(list), next_file, is_whole: true }
    }

    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Bytes read so far.
    pub(super) fn position(&self) -> usize {
        self.cursor.position()
    }

    fn step(&mut self) -> Option<(u32, &'a [u8])> {
        let head = self.cursor.number()?;
        let length = match head & 3 {
            EXPLICIT => usize::try_from(self.cursor.number()?).ok()?,
            short => short as usize + 1,
        };
        let file = u32::try_from(self.next_file.checked_add(head >> 2)?).ok()?;
        let fragment = self.cursor.take(length)?;
        self.next_file = u64::from(file) + 1;
        Some((file, fragment))
    }
}

impl<'a> Iterator for Fragments<'a> {
    type Item = (u32, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.cursor.is_at_end() || !self.is_whole {
            return None;
        }
        let step = self.step();
        self.is_whole = step.is_some();
        step
    }
}

/// Builds a list from fragments in the order of their files.
#[derive(Debug, Default)]
pub(super) struct ListBuilder {
    pub(super) bytes: Vec<u8>,
    pub(super) files: u32,
    next_file: u32,
}

impl ListBuilder {
    pub(super) fn push(&mut self, file: u32, fragment: &[u8]) {
        put_fragment(&mut self.bytes, file - self.next_file, fragment);
        self.next_file = file + 1;
        self.files += 1;
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.files = 0;
        self.next_file = 0;
    }
}

/// Where a key's list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListPlace<'a> {
    /// Beside the key.
    Inline(&'a [u8]),
    /// In the stream of lists.
    Elsewhere { offset: u64, length: u64 },
}

/// Appends a list that stands beside its key.
pub(super) fn put_inline(out: &mut Vec<u8>, files: u32, list: &[u8]) {
    put_number(out, u64::from(files));
    put_number(out, (list.len() as u64) << 1);
    out.extend_from_slice(list);
}

/// Appends where a longer list is.
pub(super) fn put_elsewhere(out: &mut Vec<u8>, files: u32, length: usize, offset: u64) {
    put_number(out, u64::from(files));
    put_number(out, (length as u64) << 1 | 1);
    put_number(out, offset);
}

/// Reads what the two functions above wrote: how many files, and where.
pub(super) fn place<'a>(cursor: &mut Cursor<'a>) -> Option<(u32, ListPlace<'a>)> {
    let files = cursor.number32()?;
    let head = cursor.number()?;
    let place = if head & 1 == 0 {
        ListPlace::Inline(cursor.take(usize::try_from(head >> 1).ok()?)?)
    } else {
        ListPlace::Elsewhere { offset: cursor.number()?, length: head >> 1 }
    };
    Some((files, place))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lists_come_back(
            list in prop::collection::btree_map(0_u32..100_000, prop::collection::vec(any::<u8>(), 0..6), 0..40)
        ) {
            let mut builder = ListBuilder::default();
            list.iter().for_each(|(file, fragment)| builder.push(*file, fragment));
            let read: BTreeMap<u32, Vec<u8>> =
                Fragments::new(&builder.bytes).map(|(file, fragment)| (file, fragment.to_vec())).collect();
            prop_assert_eq!(read, list);
        }

        #[test]
        fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            Fragments::new(&bytes).for_each(drop);
            let _ = place(&mut Cursor::new(&bytes));
        }
    }
}
