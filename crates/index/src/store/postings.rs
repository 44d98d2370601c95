//! How often a term occurs, by field: the fragments of terms, and their counting.

use super::codec::{Cursor, put_number};
use super::toc::FIELDS;

/// A field of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum ChunkField {
    /// The name of its definition.
    Name,
    /// The names around it, and its receiver.
    Container,
    /// The signature.
    Signature,
    /// The comment or doc string.
    Doc,
    /// The lines themselves.
    Body,
}

/// A field of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum FileField {
    /// The file's name without its last ending.
    Stem,
    /// The directory it is in.
    Parent,
    /// The directories above that.
    Directory,
    /// The comment that opens it.
    Header,
}

/// Occurrences by field, indexed with a [`ChunkField`] or [`FileField`] `as usize`.
pub type Frequencies = [u16; FIELDS];

/// The commonest fragment: once, in the body.
const ONCE_IN_BODY: Frequencies = [0, 0, 0, 0, 1];

/// Appends the occurrences in one chunk; `step` is the distance from the chunk before.
pub(super) fn put(out: &mut Vec<u8>, step: u32, frequencies: &Frequencies) {
    let is_simple = *frequencies == ONCE_IN_BODY;
    put_number(out, u64::from(step) << 1 | u64::from(is_simple));
    if is_simple {
        return;
    }
    let mask = frequencies.iter().rev().fold(0_u8, |mask, count| mask << 1 | u8::from(*count > 0));
    out.push(mask);
    for count in frequencies.iter().filter(|count| **count > 0) {
        put_number(out, u64::from(*count));
    }
}

/// Reads what [`put`] wrote.
pub(super) fn get(cursor: &mut Cursor<'_>) -> Option<(u32, Frequencies)> {
    let head = cursor.number()?;
    let step = u32::try_from(head >> 1).ok()?;
    if head & 1 == 1 {
        return Some((step, ONCE_IN_BODY));
    }
    let mask = cursor.byte()?;
    let mut frequencies = Frequencies::default();
    for (field, count) in frequencies.iter_mut().enumerate() {
        if mask >> field & 1 == 1 {
            *count = u16::try_from(cursor.number()?).ok()?;
        }
    }
    Some((step, frequencies))
}

/// Counts the terms of one file, chunk by chunk.
#[derive(Debug, Default)]
pub(super) struct Counter {
    entries: Vec<Entry>,
    /// By term: the chunk it was last counted in and its entry there; the file and its first entry.
    slots: Vec<Slot>,
    /// Terms of the file in the order of their first occurrence.
    pub(super) terms: Vec<u32>,
    /// Grows with every chunk of every file.
    stamp: u64,
    file_stamp: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    chunk_stamp: u64,
    file_stamp: u64,
    last: u32,
    first: u32,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    chunk: u32,
    frequencies: Frequencies,
    next: u32,
}

const NO_ENTRY: u32 = u32::MAX;

impl Counter {
    pub(super) fn begin_file(&mut self) {
        self.stamp += 1;
        self.file_stamp = self.stamp;
        self.entries.clear();
        self.terms.clear();
    }

    pub(super) fn begin_chunk(&mut self) {
        self.stamp += 1;
    }

    /// Counts terms; `known` is how many terms there are in all.
    pub(super) fn count(&mut self, terms: &[u32], known: usize, chunk: u32, field: usize) {
        if self.slots.len() < known {
            self.slots.resize(known, Slot::default());
        }
        for term in terms {
            let slot = &mut self.slots[*term as usize];
            if slot.chunk_stamp != self.stamp {
                let number = self.entries.len() as u32;
                if slot.file_stamp == self.file_stamp {
                    self.entries[slot.last as usize].next = number;
                } else {
                    slot.file_stamp = self.file_stamp;
                    slot.first = number;
                    self.terms.push(*term);
                }
                slot.chunk_stamp = self.stamp;
                slot.last = number;
                self.entries.push(Entry { chunk, frequencies: Frequencies::default(), next: NO_ENTRY });
            }
            let count = &mut self.entries[slot.last as usize].frequencies[field];
            *count = count.saturating_add(1);
        }
    }

    /// Appends the fragment of a term of this file.
    pub(super) fn put_fragment(&self, term: u32, out: &mut Vec<u8>) {
        let mut at = self.slots[term as usize].first;
        let mut next_chunk = 0;
        while let Some(entry) = self.entries.get(at as usize) {
            put(out, entry.chunk - next_chunk, &entry.frequencies);
            next_chunk = entry.chunk + 1;
            at = entry.next;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn counts_come_back(
            chunks in prop::collection::vec(prop::collection::vec((0_u32..6, 0_usize..FIELDS), 0..20), 0..20)
        ) {
            let mut counter = Counter::default();
            let mut expected: BTreeMap<(u32, u32), Frequencies> = BTreeMap::new();
            for _ in 0..2 {
                counter.begin_file();
                expected.clear();
                for (chunk, terms) in chunks.iter().enumerate() {
                    counter.begin_chunk();
                    for (term, field) in terms {
                        counter.count(&[*term], 6, chunk as u32, *field);
                        expected.entry((*term, chunk as u32)).or_default()[*field] += 1;
                    }
                }
            }
            let mut read = BTreeMap::new();
            for term in &counter.terms {
                let mut fragment = Vec::new();
                counter.put_fragment(*term, &mut fragment);
                let mut cursor = Cursor::new(&fragment);
                let mut chunk = 0;
                while !cursor.is_at_end() {
                    let (step, frequencies) = get(&mut cursor).unwrap();
                    chunk += step;
                    read.insert((*term, chunk), frequencies);
                    chunk += 1;
                }
            }
            prop_assert_eq!(read, expected);
        }
    }
}
