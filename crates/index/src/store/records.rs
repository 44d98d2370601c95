//! What is known of one file, as bytes: its record, definitions, sites and chunks. All of it speaks of
//! this file only, so merging copies it.

use crate::class::FileClass;
use crate::facts::{Definition, DefinitionKind, Reading};
use crate::language;
use crate::walk::WalkedFile;

use super::codec::{Cursor, put_bytes, put_number, put_option, put_option_text};

/// Bytes of a row of the file table.
pub(super) const FILE_ROW_BYTES: usize = 20;
/// Bytes of the field lengths of a chunk.
pub(super) const LENGTHS_BYTES: usize = 6;
/// Bytes of the span of a chunk.
pub(super) const SPAN_BYTES: usize = 12;

/// A file as the index knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRecord {
    /// Relative to the root, with `/`.
    pub path: String,
    /// In bytes, when it was read.
    pub size: u64,
    /// Time of its last change, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// [`content_hash`](super::content_hash) of its bytes.
    pub hash: u64,
    /// The language's name.
    pub language: Option<String>,
    /// What it is for.
    pub class: FileClass,
    /// How it was read.
    pub reading: Reading,
    /// Lines.
    pub lines: u32,
    /// Words of its header comment.
    pub header_words: u32,
    /// Definitions.
    pub definitions: u32,
    /// Calls, references, imports and bases.
    pub sites: u32,
    /// Chunks.
    pub chunks: u32,
}

/// A definition as it is stored: the fact, and its comment's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDefinition {
    /// The fact; its container is a number in the same file.
    pub definition: Definition,
    /// What its comment says, bounded.
    pub doc_text: String,
}

/// Where the parts of a file begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct FileRow {
    pub(super) record: u32,
    pub(super) definitions: u32,
    pub(super) chunks: u32,
    pub(super) sites: u32,
    pub(super) texts: u32,
}

impl FileRow {
    pub(super) fn encode(self) -> [u8; FILE_ROW_BYTES] {
        let mut row = [0; FILE_ROW_BYTES];
        let numbers = [self.record, self.definitions, self.chunks, self.sites, self.texts];
        for (bytes, number) in row.chunks_exact_mut(4).zip(numbers) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
        row
    }

    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut cursor = Cursor::new(bytes);
        Some(Self {
            record: cursor.fixed32()?,
            definitions: cursor.fixed32()?,
            chunks: cursor.fixed32()?,
            sites: cursor.fixed32()?,
            texts: cursor.fixed32()?,
        })
    }
}

impl FileRecord {
    /// The file as a walk would have listed it when it was read.
    pub fn walked(&self) -> WalkedFile {
        WalkedFile {
            path: self.path.clone(),
            len: self.size,
            modified_ns: self.modified_ns,
            language: language::of_path(&self.path),
            class: self.class,
        }
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.path.len() + 48);
        put_bytes(&mut out, self.path.as_bytes());
        put_number(&mut out, self.size);
        out.extend_from_slice(&self.modified_ns.to_le_bytes());
        out.extend_from_slice(&self.hash.to_le_bytes());
        put_option_text(&mut out, self.language.as_deref());
        out.push(class_number(self.class));
        out.push(reading_number(self.reading));
        for number in [self.lines, self.header_words, self.definitions, self.sites, self.chunks] {
            put_number(&mut out, u64::from(number));
        }
        out
    }

    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut cursor = Cursor::new(bytes);
        let record = Self {
            path: cursor.text()?.to_owned(),
            size: cursor.number()?,
            modified_ns: cursor.fixed64()? as i64,
            hash: cursor.fixed64()?,
            language: cursor.option_text()?.map(str::to_owned),
            class: class_of(cursor.byte()?)?,
            reading: reading_of(cursor.byte()?)?,
            lines: cursor.number32()?,
            header_words: cursor.number32()?,
            definitions: cursor.number32()?,
            sites: cursor.number32()?,
            chunks: cursor.number32()?,
        };
        cursor.is_at_end().then_some(record)
    }
}

/// Definitions of a file: where each ends, then each.
pub(super) fn encode_definitions(definitions: &[StoredDefinition]) -> Vec<u8> {
    let mut records = Vec::new();
    let mut out = Vec::with_capacity(definitions.len() * 4);
    for stored in definitions {
        encode_definition(stored, &mut records);
        out.extend_from_slice(&(records.len() as u32).to_le_bytes());
    }
    out.extend_from_slice(&records);
    out
}

fn encode_definition(stored: &StoredDefinition, out: &mut Vec<u8>) {
    let definition = &stored.definition;
    out.push(definition.kind as u8);
    put_bytes(out, definition.name.as_bytes());
    put_option(out, definition.container);
    put_option_text(out, definition.receiver.as_deref());
    put_bytes(out, definition.signature.as_bytes());
    put_option(out, definition.doc.map(|(first, _)| first));
    put_number(out, definition.doc.map_or(0, |(_, last)| u64::from(last)));
    put_number(out, u64::from(definition.start_line));
    put_number(out, u64::from(definition.name_line));
    put_number(out, u64::from(definition.end_line));
    put_bytes(out, stored.doc_text.as_bytes());
}

/// Reads one definition.
pub(super) fn decode_definition(bytes: &[u8]) -> Option<StoredDefinition> {
    let mut cursor = Cursor::new(bytes);
    let definition = head(&mut cursor)?;
    let doc_text = cursor.text()?.to_owned();
    cursor.is_at_end().then_some(StoredDefinition { definition, doc_text })
}

/// Reads one definition without its comment's text.
pub(super) fn decode_head(bytes: &[u8]) -> Option<Definition> {
    head(&mut Cursor::new(bytes))
}

fn head(cursor: &mut Cursor<'_>) -> Option<Definition> {
    let kind = kind_of(cursor.byte()?)?;
    let name = cursor.text()?.to_owned();
    let container = cursor.option()?;
    let receiver = cursor.option_text()?.map(str::to_owned);
    let signature = cursor.text()?.to_owned();
    let doc_first = cursor.option()?;
    let doc_last = cursor.number32()?;
    Some(Definition {
        kind,
        name,
        container,
        receiver,
        signature,
        doc: doc_first.map(|first| (first, doc_last)),
        start_line: cursor.number32()?,
        name_line: cursor.number32()?,
        end_line: cursor.number32()?,
    })
}

static KINDS: [DefinitionKind; 13] = [
    DefinitionKind::Function,
    DefinitionKind::Method,
    DefinitionKind::Class,
    DefinitionKind::Struct,
    DefinitionKind::Enum,
    DefinitionKind::Interface,
    DefinitionKind::Type,
    DefinitionKind::Module,
    DefinitionKind::Macro,
    DefinitionKind::Constant,
    DefinitionKind::Variable,
    DefinitionKind::Heading,
    DefinitionKind::Key,
];

fn kind_of(number: u8) -> Option<DefinitionKind> {
    KINDS.get(usize::from(number)).copied().filter(|kind| *kind as u8 == number)
}

fn class_number(class: FileClass) -> u8 {
    match class {
        FileClass::Code => 0,
        FileClass::Test => 1,
        FileClass::Example => 2,
        FileClass::Doc => 3,
        FileClass::Data => 4,
        FileClass::Generated => 5,
        FileClass::Vendored => 6,
        FileClass::Migration => 7,
        FileClass::Locale => 8,
    }
}

fn class_of(number: u8) -> Option<FileClass> {
    [
        FileClass::Code,
        FileClass::Test,
        FileClass::Example,
        FileClass::Doc,
        FileClass::Data,
        FileClass::Generated,
        FileClass::Vendored,
        FileClass::Migration,
        FileClass::Locale,
    ]
    .into_iter()
    .find(|class| class_number(*class) == number)
}

fn reading_number(reading: Reading) -> u8 {
    match reading {
        Reading::Parsed => 0,
        Reading::NoGrammar => 1,
        Reading::Defeated => 2,
        Reading::Binary => 3,
        Reading::Large => 4,
        Reading::NotUtf8 => 5,
        Reading::Refused => 6,
    }
}

fn reading_of(number: u8) -> Option<Reading> {
    [
        Reading::Parsed,
        Reading::NoGrammar,
        Reading::Defeated,
        Reading::Binary,
        Reading::Large,
        Reading::NotUtf8,
        Reading::Refused,
    ]
    .into_iter()
    .find(|reading| reading_number(*reading) == number)
}
