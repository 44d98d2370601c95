//! Byte strings with numbers, each kept once in one buffer.
//!
//! The hash is seeded anew in every process, so no repository can prepare collisions; numbers must never reach the disk.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// Byte strings by number, numbers by byte string.
#[derive(Debug, Default)]
pub struct Interner {
    table: HashTable<u32>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    hasher: DefaultHashBuilder,
}

impl Interner {
    /// Number of strings, which is also the next string's number.
    #[inline]
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The string with this number, which [`intern`](Self::intern) must have returned.
    #[inline]
    pub fn get(&self, number: u32) -> &[u8] {
        slice(&self.bytes, &self.ends, number)
    }

    /// The number of a string, and whether it is new.
    #[inline]
    pub fn intern(&mut self, string: &[u8]) -> (u32, bool) {
        let hash = self.hasher.hash_one(string);
        let (bytes, ends) = (&self.bytes, &self.ends);
        if let Some(number) = self.table.find(hash, |number| slice(bytes, ends, *number) == string) {
            return (*number, false);
        }
        let number = self.ends.len() as u32;
        self.bytes.extend_from_slice(string);
        self.ends.push(self.bytes.len());
        let (bytes, ends, hasher) = (&self.bytes, &self.ends, &self.hasher);
        self.table.insert_unique(hash, number, |number| hasher.hash_one(slice(bytes, ends, *number)));
        (number, true)
    }

    /// Forgets every string and keeps the memory.
    pub fn clear(&mut self) {
        self.table.clear();
        self.bytes.clear();
        self.ends.clear();
    }
}

#[inline]
fn slice<'a>(bytes: &'a [u8], ends: &[usize], number: u32) -> &'a [u8] {
    let at = number as usize;
    let start = if at == 0 { 0 } else { ends[at - 1] };
    &bytes[start..ends[at]]
}
