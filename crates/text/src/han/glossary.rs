//! Developers' Chinese and the English words that code uses for it.
//!
//! Owns the data, by subject, and its one sorted index. The compiler computes the index: nothing is built at
//! start, and no table holds pointers that a loader would have to touch.
//!
//! A line of data is some Chinese words of one meaning and then its translations, the likeliest first:
//! `字符串 字串 string, str`. A line without translations holds words that ask for nothing. The data is written
//! in simplified characters, and traditional ones are folded into them before a look-up.

mod actions_data;
mod actions_forms;
mod actions_general;
mod actions_programs;
mod business;
mod compilers;
mod concurrency;
mod data_structures;
mod database;
mod delivery;
mod files;
mod frontend;
mod function_words;
mod games;
mod interface;
mod language;
mod learning_media;
mod network;
mod operations;
mod security;
mod symptoms;
mod text_time;
mod things_general;
mod things_parts;
mod things_values;
mod things_world;
mod traditional;

/// The longest entry, in characters: what a key holds.
const ENTRY_CHARS_MAX: usize = 8;

/// The number of an entry in the sorted order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GlossaryEntry(usize);

/// A Han character as the glossary writes it; any other character becomes one that no entry has.
pub(super) fn fold_unit(character: char) -> u16 {
    u16::try_from(u32::from(character)).map_or(0, traditional::simplified)
}

/// Visits the entries that stand at the beginning of the text, the shortest first, with their length in units.
pub(super) fn visit_prefixes(units: &[u16], mut visit: impl FnMut(usize, GlossaryEntry)) {
    let mut key = 0;
    let (mut low, mut high) = (0, COUNT);
    for (position, unit) in units.iter().take(ENTRY_CHARS_MAX).enumerate() {
        let rest_bits = UNIT_BITS * (ENTRY_CHARS_MAX - 1 - position);
        key |= GlossaryKey::from(*unit) << rest_bits;
        let last = key | ((1 << rest_bits) - 1);
        low += KEYS[low..high].partition_point(|known| *known < key);
        high = low + KEYS[low..high].partition_point(|known| *known <= last);
        if low == high {
            return;
        }
        if KEYS[low] == key {
            visit(position + 1, GlossaryEntry(low));
        }
    }
}

/// What code calls it, the likeliest first; nothing if the word asks for nothing.
pub(super) fn list_translations(entry: GlossaryEntry) -> impl Iterator<Item = &'static str> {
    let address = ADDRESSES[entry.0];
    let text = &SUBJECTS[address.subject as usize][address.english_at as usize..];
    let line = text.split('\n').next().unwrap_or_default();
    line.split(", ").filter(|translation| !translation.is_empty())
}

static SUBJECTS: &[&str] = TEXTS;
const TEXTS: &[&str] = &[
    function_words::TEXT,
    symptoms::TEXT,
    actions_data::TEXT,
    actions_programs::TEXT,
    actions_forms::TEXT,
    actions_general::TEXT,
    things_values::TEXT,
    things_parts::TEXT,
    things_world::TEXT,
    things_general::TEXT,
    data_structures::TEXT,
    language::TEXT,
    compilers::TEXT,
    concurrency::TEXT,
    files::TEXT,
    network::TEXT,
    security::TEXT,
    database::TEXT,
    operations::TEXT,
    delivery::TEXT,
    interface::TEXT,
    frontend::TEXT,
    text_time::TEXT,
    learning_media::TEXT,
    business::TEXT,
    games::TEXT,
];

/// A word: its characters from the highest bits on, so that keys sort as the words do.
type GlossaryKey = u128;
/// A Han character of the data in UTF-8, and in a key.
const UNIT_BYTES: usize = 3;
const UNIT_BITS: usize = 16;
/// The first byte of a Han character is at least this, and that of all else in the data is less.
const HAN_LEAD_MIN: u8 = 0xe3;

/// Where the translations of a word begin.
#[derive(Clone, Copy)]
struct TranslationAddress {
    subject: u16,
    english_at: u16,
}

static KEYS: [GlossaryKey; COUNT] = {
    let mut keys = [0; COUNT];
    let mut entry = 0;
    while entry < COUNT {
        keys[entry] = INDEX[entry].0;
        entry += 1;
    }
    keys
};

static ADDRESSES: [TranslationAddress; COUNT] = {
    let mut addresses = [TranslationAddress { subject: 0, english_at: 0 }; COUNT];
    let mut entry = 0;
    while entry < COUNT {
        addresses[entry] = INDEX[entry].1;
        entry += 1;
    }
    addresses
};

const COUNT: usize = {
    let (mut count, mut subject) = (0, 0);
    while subject < TEXTS.len() {
        let text = TEXTS[subject].as_bytes();
        let mut at = 0;
        while at < text.len() {
            if text[at] >= HAN_LEAD_MIN {
                count += 1;
                while text[at] >= HAN_LEAD_MIN {
                    at += UNIT_BYTES;
                }
            }
            at += 1;
        }
        subject += 1;
    }
    count
};

/// Read by the compiler alone. A constant would be copied at each mention, which takes it seconds.
static INDEX: [(GlossaryKey, TranslationAddress); COUNT] = sorted(listed());

/// The words in the order of the data.
const fn listed() -> [(GlossaryKey, TranslationAddress); COUNT] {
    let mut index = [(0, TranslationAddress { subject: 0, english_at: 0 }); COUNT];
    let (mut count, mut subject) = (0, 0);
    while subject < TEXTS.len() {
        let text = TEXTS[subject].as_bytes();
        assert!(text.len() <= u16::MAX as usize, "a subject is too long for its places");
        let mut at = 0;
        while at < text.len() {
            let first = count;
            while text[at] >= HAN_LEAD_MIN {
                let key;
                (key, at) = word_at(text, at);
                index[count].0 = key;
                count += 1;
                at += (text[at] == b' ') as usize;
            }
            let mut word = first;
            while word < count {
                index[word].1 = TranslationAddress { subject: subject as u16, english_at: at as u16 };
                word += 1;
            }
            while text[at] != b'\n' {
                at += 1;
            }
            at += 1;
        }
        subject += 1;
    }
    index
}

/// The key of the word and where it ends.
const fn word_at(text: &[u8], start: usize) -> (GlossaryKey, usize) {
    let (mut key, mut at, mut length) = (0, start, 0);
    while text[at] >= HAN_LEAD_MIN {
        key = (key << UNIT_BITS) | unit_at(text, at) as GlossaryKey;
        at += UNIT_BYTES;
        length += 1;
    }
    // A word that is too long stops the compiler here.
    (key << (UNIT_BITS * (ENTRY_CHARS_MAX - length)), at)
}

/// The character that is encoded in three bytes.
const fn unit_at(text: &[u8], at: usize) -> u16 {
    ((text[at] as u16 & 0x0f) << 12) | ((text[at + 1] as u16 & 0x3f) << 6) | (text[at + 2] as u16 & 0x3f)
}

/// Merge sort, because the standard one cannot run in the compiler.
const fn sorted(
    mut from: [(GlossaryKey, TranslationAddress); COUNT],
) -> [(GlossaryKey, TranslationAddress); COUNT] {
    let mut to = from;
    let mut width = 1;
    while width < COUNT {
        let mut start = 0;
        while start < COUNT {
            let middle = if start + width < COUNT { start + width } else { COUNT };
            let end = if middle + width < COUNT { middle + width } else { COUNT };
            let (mut left, mut right, mut at) = (start, middle, start);
            while at < end {
                if left < middle && (right == end || from[left].0 <= from[right].0) {
                    to[at] = from[left];
                    left += 1;
                } else {
                    to[at] = from[right];
                    right += 1;
                }
                at += 1;
            }
            start = end;
        }
        from = to;
        width *= 2;
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::han::is_han;
    use crate::stopwords::is_stop_word;

    /// The words of a line and its translations, read apart from the index.
    fn read(line: &str) -> (Vec<&str>, Vec<&str>) {
        let english_at = line.find(|character: char| character.is_ascii_alphanumeric());
        let (chinese, english) = line.split_at(english_at.unwrap_or(line.len()));
        let english = if english.is_empty() { Vec::new() } else { english.split(", ").collect() };
        (chinese.trim_end().split(' ').collect(), english)
    }

    fn lines() -> impl Iterator<Item = &'static str> {
        SUBJECTS.iter().flat_map(|text| text.lines())
    }

    #[test]
    fn entries_are_sorted_and_unique() {
        let key_of = |at: usize| String::from_utf16_lossy(&units_of(KEYS[at]));
        for at in 1..COUNT {
            assert!(KEYS[at - 1] < KEYS[at], "{} stands twice or out of order", key_of(at));
        }
    }

    fn units_of(key: GlossaryKey) -> Vec<u16> {
        let units = (0..ENTRY_CHARS_MAX).rev().map(|unit| (key >> (UNIT_BITS * unit)) as u16);
        units.take_while(|unit| *unit != 0).collect()
    }

    #[test]
    fn every_word_is_found_with_its_translations() {
        let mut count = 0;
        for line in lines() {
            let (chinese, english) = read(line);
            for word in chinese {
                let units: Vec<u16> = word.chars().map(fold_unit).collect();
                let mut found = None;
                visit_prefixes(&units, |length, entry| {
                    if length == units.len() {
                        found = Some(entry);
                    }
                });
                let entry = found.unwrap_or_else(|| panic!("{word} is not found"));
                assert_eq!(list_translations(entry).collect::<Vec<_>>(), english, "{word}");
                count += 1;
            }
        }
        assert_eq!(count, COUNT);
    }

    #[test]
    fn words_are_short_and_in_simplified_characters() {
        for word in lines().flat_map(|line| read(line).0) {
            let length = word.chars().count();
            assert!((1..=ENTRY_CHARS_MAX).contains(&length), "{word:?}");
            assert!(word.chars().all(is_han), "{word:?}");
            let folded: Vec<u16> = word.chars().map(fold_unit).collect();
            assert_eq!(String::from_utf16_lossy(&folded), word);
        }
    }

    #[test]
    fn translations_are_words_of_code() {
        for (line, english) in lines().map(|line| (line, read(line).1)) {
            for (at, translation) in english.iter().enumerate() {
                let parts: Vec<&str> = translation.split(' ').collect();
                let is_word = |part: &&str| {
                    part.len() >= 2 && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
                };
                assert!(parts.iter().all(is_word), "{line}");
                assert!(!english[..at].contains(translation), "{line}");
                // "out of memory" would look for "of" in every file.
                assert!(parts.len() == 1 || !parts.iter().any(|part| is_stop_word(part)), "{line}");
            }
        }
    }

    #[test]
    fn the_glossary_covers_what_developers_write() {
        let with_translation = lines().map(read).filter(|(_, english)| !english.is_empty());
        assert!(with_translation.map(|(chinese, _)| chinese.len()).sum::<usize>() >= 3_000);
    }

    #[test]
    fn traditional_characters_find_their_entries() {
        for (traditional, english) in [("執行緒", "thread"), ("資料庫", "database"), ("記憶體", "memory")]
        {
            let units: Vec<u16> = traditional.chars().map(fold_unit).collect();
            let mut found = Vec::new();
            visit_prefixes(&units, |length, entry| found.push((length, list_translations(entry).next())));
            assert_eq!(found.last(), Some(&(3, Some(english))), "{traditional}");
        }
    }
}
