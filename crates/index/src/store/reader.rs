//! Reads one live segment: rows, records, columns. [`Store`](super::Store) puts segments together.

use super::StoreError;
use super::records::{
    FILE_ROW_BYTES, FileRecord, FileRow, LENGTHS_BYTES, SPAN_BYTES, StoredDefinition, decode_definition,
    decode_head,
};
use super::segment::Segment;
use super::toc::{FIELDS, Section};
use crate::facts::{Chunk, Definition};

/// A segment and the files in it that do not count any more.
#[derive(Debug)]
pub(super) struct Live {
    pub(super) segment: Segment,
    /// In order.
    pub(super) dead: Vec<u32>,
}

impl Live {
    pub(super) fn is_dead(&self, file: u32) -> bool {
        self.dead.binary_search(&file).is_ok()
    }

    pub(super) fn files(&self) -> u32 {
        self.segment.toc().totals.files
    }

    /// Where a file's parts begin and end.
    fn rows(&self, file: u32) -> Result<(FileRow, FileRow), StoreError> {
        let segment = &self.segment;
        let start = u64::from(file) * FILE_ROW_BYTES as u64;
        let bytes = segment.stream(Section::FileTable, start, start + 2 * FILE_ROW_BYTES as u64)?;
        let (first, second) = bytes.split_at(FILE_ROW_BYTES);
        FileRow::decode(first).zip(FileRow::decode(second)).ok_or_else(|| segment.damaged(Section::FileTable))
    }

    pub(super) fn record(&self, file: u32) -> Result<FileRecord, StoreError> {
        let (from, to) = self.rows(file)?;
        let bytes = self.segment.stream(Section::Files, from.record.into(), to.record.into())?;
        FileRecord::decode(&bytes).ok_or_else(|| self.segment.damaged(Section::Files))
    }

    /// The records of all live files.
    pub(super) fn records(&self) -> Result<Vec<(u32, FileRecord)>, StoreError> {
        let segment = &self.segment;
        let rows = file_rows(segment)?;
        let bytes = segment.stream(Section::Files, 0, segment.stream_length(Section::Files))?;
        let mut records = Vec::with_capacity(rows.len());
        for (number, pair) in (0_u32..).zip(rows.windows(2)).filter(|(number, _)| !self.is_dead(*number)) {
            let record = bytes
                .get(pair[0].record as usize..pair[1].record as usize)
                .and_then(FileRecord::decode)
                .ok_or_else(|| segment.damaged(Section::Files))?;
            records.push((number, record));
        }
        Ok(records)
    }

    pub(super) fn header(&self, file: u32) -> Result<String, StoreError> {
        let (from, to) = self.rows(file)?;
        let bytes = self.segment.stream(Section::Texts, from.texts.into(), to.texts.into())?;
        String::from_utf8(bytes).map_err(|_| self.segment.damaged(Section::Texts))
    }

    /// The sites of a file, as far as `decode` reads them.
    pub(super) fn sites<T>(
        &self,
        file: u32,
        decode: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<T, StoreError> {
        let (from, to) = self.rows(file)?;
        let bytes = self.segment.stream(Section::Sites, from.sites.into(), to.sites.into())?;
        decode(&bytes).ok_or_else(|| self.segment.damaged(Section::Sites))
    }

    pub(super) fn definitions(&self, file: u32) -> Result<Vec<StoredDefinition>, StoreError> {
        self.each_definition(file, decode_definition)
    }

    /// The definitions without the texts of their comments.
    pub(super) fn heads(&self, file: u32) -> Result<Vec<Definition>, StoreError> {
        self.each_definition(file, decode_head)
    }

    fn each_definition<T>(
        &self,
        file: u32,
        decode: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Vec<T>, StoreError> {
        let count = self.record(file)?.definitions;
        let (from, to) = self.rows(file)?;
        let bytes =
            self.segment.stream(Section::Definitions, from.definitions.into(), to.definitions.into())?;
        let mut definitions = Vec::new();
        for number in 0..count as usize {
            let definition = definition_span(&bytes, count as usize, number)
                .and_then(|(start, end)| decode(bytes.get(start..end)?));
            definitions.push(definition.ok_or_else(|| self.segment.damaged(Section::Definitions))?);
        }
        Ok(definitions)
    }

    /// One definition, without reading the file's others.
    pub(super) fn definition(&self, file: u32, number: u32) -> Result<Option<StoredDefinition>, StoreError> {
        let count = self.record(file)?.definitions;
        if number >= count {
            return Ok(None);
        }
        let (from, to) = self.rows(file)?;
        let damaged = || self.segment.damaged(Section::Definitions);
        let (start, end) = (u64::from(from.definitions), u64::from(to.definitions));
        let ends = self.segment.stream(Section::Definitions, start, start + u64::from(count) * 4)?;
        let (first, last) = definition_span(&ends, count as usize, number as usize).ok_or_else(damaged)?;
        if start + last as u64 > end {
            return Err(damaged());
        }
        let bytes = self.segment.stream(Section::Definitions, start + first as u64, start + last as u64)?;
        decode_definition(&bytes).map(Some).ok_or_else(damaged)
    }

    pub(super) fn chunk(&self, file: u32, number: u32) -> Result<Option<Chunk>, StoreError> {
        let (from, to) = self.rows(file)?;
        let at = u64::from(from.chunks) + u64::from(number);
        if at >= u64::from(to.chunks) {
            return Ok(None);
        }
        let start = at * SPAN_BYTES as u64;
        let bytes = self.segment.stream(Section::Spans, start, start + SPAN_BYTES as u64)?;
        let mut cursor = super::codec::Cursor::new(&bytes);
        let mut next = || cursor.fixed32().ok_or_else(|| self.segment.damaged(Section::Spans));
        let owner = next()?;
        Ok(Some(Chunk { definition: owner.checked_sub(1), start_line: next()?, end_line: next()? }))
    }
}

/// Where a definition lies in the bytes of its file's definitions.
fn definition_span(bytes: &[u8], count: usize, number: usize) -> Option<(usize, usize)> {
    let end_of = |number: usize| {
        let bytes = bytes.get(number * 4..number * 4 + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    };
    let start = if number == 0 { 0 } else { end_of(number - 1)? };
    let end = end_of(number)?;
    (start <= end).then_some((count * 4 + start, count * 4 + end))
}

/// All rows of the file table; one more than there are files.
pub(super) fn file_rows(segment: &Segment) -> Result<Vec<FileRow>, StoreError> {
    let bytes = segment.stream(Section::FileTable, 0, segment.stream_length(Section::FileTable))?;
    let rows: Option<Vec<FileRow>> = bytes.chunks(FILE_ROW_BYTES).map(FileRow::decode).collect();
    rows.filter(|rows| rows.len() == segment.toc().totals.files as usize + 1)
        .ok_or_else(|| segment.damaged(Section::FileTable))
}

/// All that is stored of one file, as bytes.
pub(super) struct FileParts {
    pub(super) record: Vec<u8>,
    pub(super) definitions: Vec<u8>,
    pub(super) sites: Vec<u8>,
    pub(super) header: String,
    pub(super) lengths: Vec<u8>,
    pub(super) spans: Vec<u8>,
    pub(super) chunk_count: u32,
}

/// Reads the parts of a file for a copy.
pub(super) fn file_parts(segment: &Segment, rows: &[FileRow], file: u32) -> Result<FileParts, StoreError> {
    let at = file as usize;
    let (Some(from), Some(to)) = (rows.get(at), rows.get(at + 1)) else {
        return Err(segment.damaged(Section::FileTable));
    };
    let part = |section, start: u32, end: u32| segment.stream(section, start.into(), end.into());
    let column = |section, width: usize| {
        segment.stream(section, u64::from(from.chunks) * width as u64, u64::from(to.chunks) * width as u64)
    };
    Ok(FileParts {
        record: part(Section::Files, from.record, to.record)?,
        definitions: part(Section::Definitions, from.definitions, to.definitions)?,
        sites: part(Section::Sites, from.sites, to.sites)?,
        header: String::from_utf8(part(Section::Texts, from.texts, to.texts)?)
            .map_err(|_| segment.damaged(Section::Texts))?,
        lengths: column(Section::Lengths, LENGTHS_BYTES)?,
        spans: column(Section::Spans, SPAN_BYTES)?,
        chunk_count: to.chunks.saturating_sub(from.chunks),
    })
}

/// The sums of field lengths.
pub(super) fn words_of(lengths: &[u8]) -> [u64; FIELDS] {
    let mut words = [0; FIELDS];
    for row in lengths.chunks_exact(LENGTHS_BYTES) {
        for (total, length) in words.iter_mut().zip(lengths_of(row)) {
            *total += u64::from(length);
        }
    }
    words
}

/// The field lengths in one row of the column.
pub(super) fn lengths_of(row: &[u8]) -> [u16; FIELDS] {
    match row {
        [name, container, signature, doc, low, high] => [
            u16::from(*name),
            u16::from(*container),
            u16::from(*signature),
            u16::from(*doc),
            u16::from_le_bytes([*low, *high]),
        ],
        _ => [0; FIELDS],
    }
}
