//! The table of contents of a segment: which blocks each section has. The last bytes of the file say
//! where it is.

use foreword_model::limits;
use xxhash_rust::xxh3::xxh3_64;

use super::block::{HEADER_BYTES, Packing, Place};
use super::codec::{Cursor, put_bytes, put_number};

/// The format that is written and read; any other is rebuilt.
pub(super) const FORMAT: u32 = 8;
/// Bytes at the end of a segment: offset, length and checksum of the table, format, magic.
pub(super) const FOOTER_BYTES: usize = 32;
const MAGIC: &[u8; 8] = b"fwsegmnt";
/// Fields of a chunk.
pub(super) const FIELDS: usize = 5;

/// What a segment holds. Streams are cut into blocks of one raw size and addressed by byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Section {
    /// Fixed rows: where the parts of a file begin in the other streams.
    FileTable,
    /// Path, size, time, hash and the like of each file.
    Files,
    /// Definitions of each file.
    Definitions,
    /// Calls, references, imports and bases of each file.
    Sites,
    /// Header comments.
    Texts,
    /// Fixed rows: the field lengths of each chunk.
    Lengths,
    /// Fixed rows: definition and span of each chunk.
    Spans,
    /// Lists that are too long for the dictionary.
    Lists,
    /// Sorted keys with their lists; each block's first key is in the table of contents.
    Dictionary,
}

/// All sections, in the order of their numbers.
pub(super) const SECTIONS: [Section; 9] = [
    Section::FileTable,
    Section::Files,
    Section::Definitions,
    Section::Sites,
    Section::Texts,
    Section::Lengths,
    Section::Spans,
    Section::Lists,
    Section::Dictionary,
];

impl Section {
    pub(super) fn packing(self) -> Packing {
        match self {
            Self::FileTable | Self::Lengths => Packing::Plain,
            Self::Files
            | Self::Definitions
            | Self::Sites
            | Self::Texts
            | Self::Spans
            | Self::Lists
            | Self::Dictionary => Packing::Lz4,
        }
    }
}

/// What a segment holds in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Totals {
    pub(super) files: u32,
    pub(super) definitions: u32,
    pub(super) chunks: u32,
    /// Words of all chunks, by field.
    pub(super) words: [u64; FIELDS],
    /// Words of all header comments.
    pub(super) header_words: u64,
}

/// The table of contents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Toc {
    pub(super) totals: Totals,
    /// By section.
    pub(super) blocks: [Vec<Place>; SECTIONS.len()],
    /// The first key of each block of the dictionary.
    pub(super) first_keys: Vec<Box<[u8]>>,
}

impl Toc {
    /// Table and footer, as they stand at `offset`.
    pub(super) fn encode(&self, offset: u64) -> Vec<u8> {
        let mut out = Vec::new();
        let totals = &self.totals;
        for number in [totals.files, totals.definitions, totals.chunks] {
            put_number(&mut out, u64::from(number));
        }
        totals.words.iter().for_each(|words| put_number(&mut out, *words));
        put_number(&mut out, totals.header_words);
        for section in &self.blocks {
            put_number(&mut out, section.len() as u64);
            let mut previous = 0;
            for place in section {
                put_number(&mut out, place.offset - previous);
                put_number(&mut out, u64::from(place.stored));
                put_number(&mut out, u64::from(place.raw));
                previous = place.end();
            }
        }
        for key in &self.first_keys {
            put_bytes(&mut out, key);
        }
        let length = out.len() as u32;
        let checksum = xxh3_64(&out);
        out.extend_from_slice(&offset.to_le_bytes());
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&checksum.to_le_bytes());
        out.extend_from_slice(&FORMAT.to_le_bytes());
        out.extend_from_slice(MAGIC);
        out
    }

    /// Reads a table whose bytes were checked. `None` if a block lies outside `end` or has a wrong size.
    pub(super) fn decode(bytes: &[u8], end: u64) -> Option<Self> {
        let mut cursor = Cursor::new(bytes);
        let mut toc = Self::default();
        toc.totals.files = cursor.number32()?;
        toc.totals.definitions = cursor.number32()?;
        toc.totals.chunks = cursor.number32()?;
        for words in &mut toc.totals.words {
            *words = cursor.number()?;
        }
        toc.totals.header_words = cursor.number()?;
        for section in SECTIONS {
            toc.blocks[section as usize] = places(&mut cursor, end, section)?;
        }
        for _ in &toc.blocks[Section::Dictionary as usize] {
            toc.first_keys.push(Box::from(cursor.bytes()?));
        }
        cursor.is_at_end().then_some(toc)
    }
}

fn places(cursor: &mut Cursor<'_>, end: u64, section: Section) -> Option<Vec<Place>> {
    let count = cursor.count()?;
    let mut places = Vec::with_capacity(count);
    let mut previous = 0_u64;
    for number in 0..count {
        let offset = previous.checked_add(cursor.number()?)?;
        let place = Place { offset, stored: cursor.number32()?, raw: cursor.number32()? };
        let is_last = number + 1 == count;
        let raw = place.raw as usize;
        let fits = match section {
            Section::Dictionary => raw <= limits::STORE_BLOCK_BYTES_MAX,
            _ if is_last => raw <= limits::STORE_BLOCK_BYTES,
            _ => raw == limits::STORE_BLOCK_BYTES,
        };
        if !fits || place.stored > place.raw || offset > end || place.end() > end {
            return None;
        }
        previous = place.end();
        places.push(place);
    }
    Some(places)
}

/// What the end of a segment says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Footer {
    pub(super) toc_offset: u64,
    pub(super) toc_length: u32,
    pub(super) toc_checksum: u64,
    pub(super) format: u32,
}

/// Reads the last bytes of a segment; `None` if it is none.
pub(super) fn footer(bytes: &[u8]) -> Option<Footer> {
    let mut cursor = Cursor::new(bytes);
    let footer = Footer {
        toc_offset: cursor.fixed64()?,
        toc_length: cursor.fixed32()?,
        toc_checksum: cursor.fixed64()?,
        format: cursor.fixed32()?,
    };
    (cursor.take(MAGIC.len())? == MAGIC).then_some(footer)
}

/// Whether the blocks lie side by side from the start of the file to the table: then no byte is unchecked.
pub(super) fn tiles(toc: &Toc, end: u64) -> bool {
    let mut all: Vec<Place> = toc.blocks.iter().flatten().copied().collect();
    all.sort_unstable_by_key(|place| place.offset);
    let mut next = 0;
    for place in all {
        if place.offset != next {
            return false;
        }
        next = place.offset + (HEADER_BYTES as u64) + u64::from(place.stored);
    }
    next == end
}
