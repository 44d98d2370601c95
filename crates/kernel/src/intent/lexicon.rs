//! Words to features: one hash table over all word lists, computed by the compiler.
//!
//! Owns the table and the longest-match scan. The lists are in `lexicon_*.rs` and `topics_*.rs`, grouped by
//! feature so that they can be read and extended; nothing is built at start.

use super::features::Feature;
use super::tokens::{Prose, Unit, UnitKind};

/// Words of one feature, separated by white space; the words of a phrase are joined by `_`.
pub(super) struct Group<F: 'static> {
    /// What each of the words says.
    pub feature: F,
    /// The list, as it stands in the source.
    pub words: &'static str,
}

/// A feature found in the prompt: which units of it, and what the list says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hit<F> {
    /// What each of the words says.
    pub feature: F,
    /// Index of the first unit.
    pub first: usize,
    /// Number of units.
    pub count: usize,
}

impl<F> Hit<F> {
    /// The folded text of its units.
    pub(super) fn text<'p>(&self, prose: &'p Prose<'_>) -> &'p str {
        &prose.folded[prose.units[self.first].start..prose.units[self.first + self.count - 1].end]
    }
}

/// Where one entry of a list is.
#[derive(Clone, Copy)]
struct Slot {
    list: u8,
    group: u8,
    len: u8,
    start: u16,
}

/// A hash table with open addressing; `len` 0 marks a free slot.
pub(super) struct Table<F: 'static, const SLOTS: usize> {
    lists: &'static [&'static [Group<F>]],
    slots: [Slot; SLOTS],
    prefixes: [u64; PREFIX_BITS / 64],
}

/// The longest phrase in units: eight words or Chinese characters.
const PHRASE_UNITS: usize = 8;
/// Bits that say which beginnings of phrases exist; a wrong yes only costs a lookup.
const PREFIX_BITS: usize = 1 << 18;
const FNV_START: u32 = 0x811c_9dc5;

const fn fnv(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

const fn slot_of(hash: u32, slots: usize) -> usize {
    ((hash ^ (hash >> 15)) as usize) & (slots - 1)
}

impl<F: Copy, const SLOTS: usize> Table<F, SLOTS> {
    /// Fills the table. `SLOTS` is a power of two and larger than the number of entries.
    pub(super) const fn build(lists: &'static [&'static [Group<F>]]) -> Self {
        let mut slots = [Slot { list: 0, group: 0, len: 0, start: 0 }; SLOTS];
        let mut prefixes = [0_u64; PREFIX_BITS / 64];
        let mut list = 0;
        while list < lists.len() {
            let mut group = 0;
            while group < lists[list].len() {
                let words = lists[list][group].words.as_bytes();
                let mut at = 0;
                while at < words.len() {
                    let start = at;
                    let mut hash = FNV_START;
                    while at < words.len() && words[at] != b' ' && words[at] != b'\n' {
                        hash = fnv(hash, words[at]);
                        at += 1;
                        // A phrase goes on after a word, and wherever Chinese characters begin or end.
                        if at < words.len()
                            && (words[at] == b'_'
                                || (words[at - 1] >= 0x80 && words[at] & 0xc0 != 0x80)
                                || (words[at - 1] < 0x80 && words[at] >= 0xc0))
                        {
                            let bit = slot_of(hash, PREFIX_BITS);
                            prefixes[bit / 64] |= 1 << (bit % 64);
                        }
                    }
                    if at > start {
                        let mut slot = slot_of(hash, SLOTS);
                        while slots[slot].len != 0 {
                            slot = (slot + 1) & (SLOTS - 1);
                        }
                        slots[slot] = Slot {
                            list: list as u8,
                            group: group as u8,
                            len: (at - start) as u8,
                            start: start as u16,
                        };
                    }
                    at += 1;
                }
                group += 1;
            }
            list += 1;
        }
        Self { lists, slots, prefixes }
    }

    /// Calls `found` for every feature of `key`; says whether there was one.
    fn each(&self, hash: u32, key: &[u8], mut found: impl FnMut(F)) -> bool {
        let mut slot = slot_of(hash, SLOTS);
        let mut any = false;
        while self.slots[slot].len != 0 {
            let Slot { list, group, len, start } = self.slots[slot];
            if usize::from(len) == key.len() {
                let entry = &self.lists[usize::from(list)][usize::from(group)];
                let start = usize::from(start);
                if &entry.words.as_bytes()[start..start + key.len()] == key {
                    found(entry.feature);
                    any = true;
                }
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        any
    }

    /// Looks one word up, and calls `found` for each of its features.
    pub(super) fn word(&self, word: &str, found: impl FnMut(F)) -> bool {
        let hash = word.bytes().fold(FNV_START, fnv);
        self.each(hash, word.as_bytes(), found)
    }

    /// The longest phrases of the lists in `units`, left to right.
    ///
    /// `folded` is the lower-case text that the units point into.
    pub(super) fn scan(&self, folded: &str, units: &[Unit<'_>]) -> Vec<Hit<F>> {
        let bytes = folded.as_bytes();
        let mut hits = Vec::new();
        let mut first = 0;
        while first < units.len() {
            let count = self.longest(bytes, units, first);
            if count > 0 {
                let key = &bytes[units[first].start..units[first + count - 1].end];
                let hash = key.iter().copied().fold(FNV_START, fnv);
                self.each(hash, key, |feature| hits.push(Hit { feature, first, count }));
            } else if units[first].kind == UnitKind::Word {
                let word = &folded[units[first].start..units[first].end];
                stems(word, |stem| self.word(stem, |feature| hits.push(Hit { feature, first, count: 1 })));
            }
            first += count.max(1);
        }
        hits
    }

    /// How many units from `first` on make the longest entry; 0 when there is none.
    fn longest(&self, bytes: &[u8], units: &[Unit<'_>], first: usize) -> usize {
        let (mut hash, mut hashed, mut best) = (FNV_START, units[first].start, 0);
        for (count, unit) in units[first..].iter().take(PHRASE_UNITS).enumerate() {
            if !unit.kind.is_text() {
                break;
            }
            hash = bytes[hashed..unit.end].iter().copied().fold(hash, fnv);
            hashed = unit.end;
            if self.each(hash, &bytes[units[first].start..unit.end], |_| ()) {
                best = count + 1;
            }
            let bit = slot_of(hash, PREFIX_BITS);
            if self.prefixes[bit / 64] & (1 << (bit % 64)) == 0 {
                break;
            }
        }
        best
    }
}

/// Whether a short list, separated by spaces, holds a word: for lists that few words are looked up in.
pub(super) fn is_listed(list: &str, word: &str) -> bool {
    // By bytes: most entries differ in length, and a search for each space would cost more.
    !word.is_empty() && list.as_bytes().split(|byte| *byte == b' ').any(|listed| listed == word.as_bytes())
}

/// Offers the plain forms of an inflected English word until one is taken.
fn stems(word: &str, mut taken: impl FnMut(&str) -> bool) {
    if word.len() < 4 || !word.is_ascii() {
        return;
    }
    let word = word.strip_suffix("'s").unwrap_or(word);
    let mut buffer = String::with_capacity(word.len() + 1);
    for (suffix, ending) in [
        ("ies", "y"),
        ("ied", "y"),
        ("ing", ""),
        ("ing", "e"),
        ("ed", ""),
        ("ed", "e"),
        ("es", ""),
        ("s", ""),
    ] {
        let Some(stem) = word.strip_suffix(suffix).filter(|stem| stem.len() >= 3) else { continue };
        buffer.clear();
        buffer.push_str(stem);
        buffer.push_str(ending);
        if taken(&buffer) {
            return;
        }
        let doubled = stem.as_bytes();
        let last = doubled[doubled.len() - 1];
        if ending.is_empty()
            && suffix != "s"
            && doubled[doubled.len() - 2] == last
            && taken(&stem[..stem.len() - 1])
        {
            return;
        }
    }
    let _ = taken(word);
}

/// Every word list of the classifier.
pub(super) static WORDS: Table<Feature, 32768> = Table::build(&[
    super::lexicon_en::GROUPS,
    super::lexicon_deep_en::GROUPS,
    super::lexicon_zh::GROUPS,
    super::lexicon_other::GROUPS,
    super::topics_en::GROUPS,
    super::topics_zh::GROUPS,
    super::topics_life_en::GROUPS,
    super::topics_life_zh::GROUPS,
    super::topics_work::GROUPS,
    super::products::GROUPS,
]);

#[cfg(test)]
mod tests {
    use super::super::tokens::Prose;
    use super::*;

    #[test]
    fn every_entry_can_be_reached() {
        let mut entries = 0;
        for group in WORDS.lists.iter().copied().flatten() {
            for entry in group.words.split([' ', '\n']).filter(|entry| !entry.is_empty()) {
                entries += 1;
                let typed = entry.replace('_', " ");
                let mut prose = Prose::default();
                prose.line(&typed);
                let units = prose.units.iter().filter(|unit| unit.kind != UnitKind::Break).count();
                let hits = WORDS.scan(&prose.folded, &prose.units);
                let is_found = hits.iter().any(|hit| hit.feature == group.feature && hit.count == units);
                assert!(is_found, "{entry} is not read as {:?}", group.feature);
            }
        }
        assert!(entries > 5_000 && entries < WORDS.slots.len() * 3 / 4, "{entries}");
    }

    #[test]
    fn inflected_words_are_found_by_their_stem() {
        for (word, stem) in
            [("studies", "study"), ("dropped", "drop"), ("caching", "cache"), ("crashes", "crash")]
        {
            let mut found = false;
            stems(word, |offered| {
                found |= offered == stem;
                found
            });
            assert!(found, "{word}");
        }
    }
}
