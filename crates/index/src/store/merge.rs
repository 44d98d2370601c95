//! Several segments become one without their dead files. Everything is copied as it is but the numbers of
//! files, key by key and file by file, so memory does not grow with the segments.

use std::path::Path;
use std::sync::Arc;

use super::StoreError;
use super::builder::{Counters, end_files, put_file};
use super::disk::Disk;
use super::entries::Entries;
use super::lists::{Fragments, ListBuilder};
use super::prepare::Prepared;
use super::reader::{self, Live};
use super::segment::{Place, Segment};
use super::segment_writer::{SegmentWriter, Written};
use super::toc::{Section, Totals};

/// Stands for a file that is not carried over.
const GONE: u32 = u32::MAX;

/// Writes the live files of the segments, in their order, to a new one.
pub(super) fn merge(
    sources: &[&Live],
    disk: &dyn Disk,
    folder: &Path,
    name: &str,
) -> Result<(Written, Counters), StoreError> {
    let mut writer = SegmentWriter::create(disk, folder, name)?;
    let mut totals = Totals::default();
    let mut counters = Counters::default();
    let mut numbers = Vec::with_capacity(sources.len());
    for live in sources {
        let rows = reader::file_rows(&live.segment)?;
        let mut renumbered = vec![GONE; live.segment.toc().totals.files as usize];
        for (file, new) in (0_u32..).zip(&mut renumbered) {
            if live.is_dead(file) {
                continue;
            }
            *new = totals.files;
            let copied = copy_of(&live.segment, &rows, file)?;
            put_file(&mut writer, &mut totals, &copied)?;
            counters.add(
                copied.language.as_deref(),
                copied.definition_count,
                copied.site_count,
                copied.chunk_count,
            );
        }
        numbers.push(renumbered);
    }
    end_files(&mut writer, &totals)?;
    merge_keys(sources, &numbers, &mut writer)?;
    Ok((writer.finish(totals)?, counters))
}

fn copy_of(segment: &Segment, rows: &[super::records::FileRow], file: u32) -> Result<Prepared, StoreError> {
    let parts = reader::file_parts(segment, rows, file)?;
    let record =
        super::records::FileRecord::decode(&parts.record).ok_or_else(|| segment.damaged(Section::Files))?;
    Ok(Prepared {
        path: record.path,
        language: record.language,
        definition_count: record.definitions,
        site_count: record.sites,
        chunk_count: parts.chunk_count,
        words: reader::words_of(&parts.lengths),
        header_words: u64::from(record.header_words),
        record: parts.record,
        definitions: parts.definitions,
        sites: parts.sites,
        header: parts.header,
        lengths: parts.lengths,
        spans: parts.spans,
        ..Prepared::default()
    })
}

/// The keys of one segment, in order.
struct Keys<'a> {
    segment: &'a Segment,
    block: Option<Arc<Vec<u8>>>,
    next_block: usize,
    /// Bytes of the block that were read.
    position: usize,
    key: Vec<u8>,
    place: Option<(u32, Place)>,
}

impl<'a> Keys<'a> {
    fn new(segment: &'a Segment) -> Result<Self, StoreError> {
        let mut keys =
            Self { segment, block: None, next_block: 0, position: 0, key: Vec::new(), place: None };
        keys.advance()?;
        Ok(keys)
    }

    fn advance(&mut self) -> Result<(), StoreError> {
        self.place = None;
        loop {
            if let Some(block) = &self.block
                && self.position < block.len()
            {
                let mut entries = Entries::new(&block[self.position..]);
                entries.key = std::mem::take(&mut self.key);
                let Some((files, place)) = entries.advance() else {
                    return Err(self.segment.damaged(Section::Dictionary));
                };
                self.place = Some((files, Place::of(place)));
                self.position += entries.position();
                self.key = entries.key;
                return Ok(());
            }
            if self.next_block >= self.segment.toc().first_keys.len() {
                self.block = None;
                return Ok(());
            }
            self.block = Some(self.segment.block(Section::Dictionary, self.next_block)?);
            self.next_block += 1;
            self.position = 0;
            self.key.clear();
        }
    }
}

fn merge_keys(
    sources: &[&Live],
    numbers: &[Vec<u32>],
    writer: &mut SegmentWriter<'_>,
) -> Result<(), StoreError> {
    let mut heads =
        sources.iter().map(|live| Keys::new(&live.segment)).collect::<Result<Vec<_>, StoreError>>()?;
    let mut list = ListBuilder::default();
    let mut key = Vec::new();
    loop {
        let lowest = heads.iter().filter(|head| head.place.is_some()).map(|head| &head.key).min();
        let Some(lowest) = lowest else { return Ok(()) };
        key.clear();
        key.extend_from_slice(lowest);
        list.clear();
        for (head, renumbered) in heads.iter_mut().zip(numbers) {
            if head.place.is_none() || head.key != key {
                continue;
            }
            if let Some((files, place)) = head.place.take() {
                let found = head.segment.load(files, place)?;
                let mut fragments = Fragments::new(&found.bytes);
                for (file, fragment) in fragments.by_ref() {
                    match renumbered.get(file as usize) {
                        Some(&GONE) => {}
                        Some(new) => list.push(*new, fragment),
                        None => return Err(head.segment.damaged(Section::Lists)),
                    }
                }
                if !fragments.is_whole() {
                    return Err(head.segment.damaged(Section::Lists));
                }
            }
            head.advance()?;
        }
        if list.files > 0 {
            writer.put_key(&key, &list.bytes, list.files)?;
        }
    }
}
