//! One block: lengths, checksum, payload, packed with LZ4 where that pays.
//!
//! The checksum covers the lengths and the block's place, so a block that was moved is damaged too.

use std::fs::File;
use std::os::unix::fs::FileExt;

use foreword_model::limits;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::codec::Cursor;

/// Bytes before a block's payload: stored length, raw length, checksum.
pub(crate) const HEADER_BYTES: usize = 16;

/// Where a block lies and how long it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Of the header, from the start of the file.
    pub(crate) offset: u64,
    /// Bytes of the payload on disk.
    pub(crate) stored: u32,
    /// Bytes of the payload unpacked.
    pub(crate) raw: u32,
}

impl Place {
    /// Where the next block may begin.
    pub(crate) fn end(self) -> u64 {
        self.offset + HEADER_BYTES as u64 + u64::from(self.stored)
    }
}

/// Whether a block may be packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    /// If it gets shorter by a tenth.
    Lz4,
    /// Never: it is read whole for every search.
    Plain,
}

/// Appends a block that will lie at `offset` of the file.
pub(crate) fn encode(raw: &[u8], packing: Packing, offset: u64, out: &mut Vec<u8>) -> Place {
    let packed = match packing {
        Packing::Lz4 => lz4_flex::block::compress(raw),
        Packing::Plain => Vec::new(),
    };
    let is_packed = !packed.is_empty() && packed.len() < raw.len() - raw.len() / 10;
    let payload = if is_packed { &packed } else { raw };
    let place = Place { offset, stored: payload.len() as u32, raw: raw.len() as u32 };
    out.extend_from_slice(&place.stored.to_le_bytes());
    out.extend_from_slice(&place.raw.to_le_bytes());
    out.extend_from_slice(&checksum(place, payload).to_le_bytes());
    out.extend_from_slice(payload);
    place
}

/// Reads the block at a place and appends what it holds. `None` if it is not what was written there.
///
/// `scratch` is only for the bytes as they are on disk: whoever reads many blocks keeps it.
pub(crate) fn read(
    file: &File,
    place: Place,
    scratch: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> std::io::Result<Option<()>> {
    if place.raw as usize > limits::STORE_BLOCK_BYTES_MAX || place.stored > place.raw {
        return Ok(None);
    }
    scratch.resize(HEADER_BYTES + place.stored as usize, 0);
    match file.read_exact_at(scratch, place.offset) {
        Ok(()) => Ok(decode(scratch, place, out)),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

fn decode(bytes: &[u8], place: Place, out: &mut Vec<u8>) -> Option<()> {
    let mut header = Cursor::new(bytes);
    let is_same = header.fixed32()? == place.stored && header.fixed32()? == place.raw;
    let payload = bytes.get(HEADER_BYTES..)?;
    if !is_same || header.fixed64()? != checksum(place, payload) {
        return None;
    }
    if place.stored == place.raw {
        out.extend_from_slice(payload);
        return Some(());
    }
    let start = out.len();
    out.resize(start + place.raw as usize, 0);
    let length = lz4_flex::block::decompress_into(payload, &mut out[start..]).ok()?;
    (length == place.raw as usize).then_some(())
}

fn checksum(place: Place, payload: &[u8]) -> u64 {
    let lengths = u64::from(place.stored) << 32 | u64::from(place.raw);
    xxh3_64_with_seed(payload, xxh3_64(&lengths.to_le_bytes()) ^ place.offset)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_block_comes_back_or_is_refused(
            raw in prop::collection::vec(0_u8..6, 1..2000),
            offset in any::<u32>(),
            flip in any::<prop::sample::Index>(),
            bit in 0_u32..8,
        ) {
            for packing in [Packing::Lz4, Packing::Plain] {
                let mut bytes = Vec::new();
                let place = encode(&raw, packing, u64::from(offset), &mut bytes);
                let mut read = b"before".to_vec();
                prop_assert_eq!(decode(&bytes, place, &mut read), Some(()));
                prop_assert_eq!(&read[6..], &raw);
                let at = flip.index(bytes.len());
                bytes[at] ^= 1 << bit;
                prop_assert_eq!(decode(&bytes, place, &mut Vec::new()), None);
            }
        }
    }
}
