//! One file made ready for the store: masked, cut into terms, encoded. The costly part, and free of
//! shared state: every thread has a [`Preparer`].

use std::borrow::Cow;

use foreword_model::limits;
use foreword_text::fold;
use foreword_text::tokens::Tokenizer;
use foreword_text::truncate::truncate_bytes;

use crate::class::FileClass;
use crate::facts::{Definition, FileFacts};

use super::postings::{ChunkField, Counter, FileField};
use super::reader::words_of;
use super::records::{FileRecord, StoredDefinition, encode_definitions};
use super::redaction::{self, Redactor};
use super::sites::{self, NameTable};
use super::toc::FIELDS;

/// Containers that are followed outwards: real code nests less, and facts may be wrong.
const CONTAINER_HOPS: usize = 16;

/// What the caller knows of a file besides its text.
#[derive(Debug, Clone, Copy)]
pub struct FileMeta<'a> {
    /// In bytes.
    pub size: u64,
    /// Time of the last change, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// [`content_hash`](super::content_hash) of its bytes.
    pub hash: u64,
    /// The language's name.
    pub language: Option<&'a str>,
    /// What it is for.
    pub class: FileClass,
    /// The comment that opens it, without a licence; may be empty.
    pub header: &'a str,
}

/// What a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Scope {
    /// A term in chunks.
    ChunkTerm = b'c',
    /// A path.
    Path = b'f',
    /// A term of a path or header.
    FileTerm = b'p',
    /// A definition's name: in lower case, a zero, as written.
    Symbol = b's',
    /// A name that is used.
    Use = b'u',
}

/// A file ready to be added to a batch.
#[derive(Debug, Default)]
pub struct Prepared {
    pub(super) path: String,
    pub(super) language: Option<String>,
    pub(super) source_bytes: u64,
    pub(super) record: Vec<u8>,
    pub(super) definitions: Vec<u8>,
    pub(super) sites: Vec<u8>,
    pub(super) header: String,
    pub(super) lengths: Vec<u8>,
    pub(super) spans: Vec<u8>,
    pub(super) definition_count: u32,
    pub(super) site_count: u32,
    pub(super) chunk_count: u32,
    pub(super) words: [u64; FIELDS],
    pub(super) header_words: u64,
    /// Keys, one after the other, and the fragment of each.
    pub(super) keys: Pieces,
    pub(super) fragments: Pieces,
}

/// Byte strings one after the other.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    pub(super) bytes: Vec<u8>,
    pub(super) ends: Vec<u32>,
}

impl Pieces {
    /// Ends a piece whose bytes were appended.
    pub(super) fn end(&mut self) {
        self.ends.push(self.bytes.len() as u32);
    }

    pub(super) fn get(&self, number: usize) -> &[u8] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.bytes[start..self.ends[number] as usize]
    }
}

/// Makes files ready, one after the other.
pub struct Preparer<'r> {
    redact: Redactor<'r>,
    tokenizer: Tokenizer,
    chunk_terms: Counter,
    file_terms: Counter,
    names: NameTable,
    terms: Vec<u32>,
    line_starts: Vec<usize>,
}

impl std::fmt::Debug for Preparer<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Preparer").finish_non_exhaustive()
    }
}

impl<'r> Preparer<'r> {
    /// Every text passes `redact` before it is kept.
    pub fn new(redact: Redactor<'r>) -> Self {
        Self {
            redact,
            tokenizer: Tokenizer::for_files(),
            chunk_terms: Counter::default(),
            file_terms: Counter::default(),
            names: NameTable::default(),
            terms: Vec::new(),
            line_starts: Vec::new(),
        }
    }

    /// Makes one file ready.
    pub fn prepare(&mut self, path: &str, meta: &FileMeta<'_>, text: &str, facts: &FileFacts) -> Prepared {
        if self.tokenizer.word_count() > limits::STORE_KNOWN_WORDS {
            self.tokenizer.clear();
        }
        let masked = redaction::text(self.redact, text);
        let is_masked = matches!(masked, Cow::Owned(_));
        let facts = redaction::facts(self.redact, facts, is_masked);
        let facts = redaction::compose_names(&masked, facts);
        let header = (self.redact)(bounded(meta.header)).into_owned();
        self.find_lines(&masked);
        let definitions = self.stored_definitions(&masked, &facts.definitions);
        let mut file = Prepared {
            path: path.to_owned(),
            language: meta.language.map(str::to_owned),
            source_bytes: text.len() as u64,
            definitions: encode_definitions(&definitions),
            definition_count: definitions.len() as u32,
            site_count: (facts.calls.len() + facts.references.len() + facts.imports.len() + facts.bases.len())
                as u32,
            chunk_count: facts.chunks.len() as u32,
            ..Prepared::default()
        };
        self.put_chunks(&masked, &facts, &definitions, &mut file);
        file.words = words_of(&file.lengths);
        self.put_file_terms(path, &header, &mut file);
        self.put_names(&facts, &mut file);
        file.header = header;
        file.record = self.record(meta, &facts, &file).encode();
        file
    }

    fn record(&self, meta: &FileMeta<'_>, facts: &FileFacts, file: &Prepared) -> FileRecord {
        FileRecord {
            path: file.path.clone(),
            size: meta.size,
            modified_ns: meta.modified_ns,
            hash: meta.hash,
            language: file.language.clone(),
            class: meta.class,
            reading: facts.reading,
            lines: self.line_starts.len() as u32,
            header_words: file.header_words as u32,
            definitions: file.definition_count,
            sites: file.site_count,
            chunks: file.chunk_count,
        }
    }

    fn find_lines(&mut self, text: &str) {
        self.line_starts.clear();
        if text.is_empty() {
            return;
        }
        self.line_starts.push(0);
        self.line_starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        if text.ends_with('\n') {
            self.line_starts.pop();
        }
    }

    /// Lines `first` to `last` of the text, from 1; lines that are not there are empty.
    fn lines<'t>(&self, text: &'t str, first: u32, last: u32) -> &'t str {
        let start_of = |line: u32| self.line_starts.get(line as usize).copied().unwrap_or(text.len());
        let start = start_of(first.saturating_sub(1));
        text.get(start..start_of(last).max(start)).unwrap_or("")
    }

    fn stored_definitions(&self, text: &str, definitions: &[Definition]) -> Vec<StoredDefinition> {
        let store = |definition: &Definition| {
            let doc = definition.doc.map_or("", |(first, last)| self.lines(text, first, last));
            StoredDefinition { definition: definition.clone(), doc_text: bounded(doc.trim_end()).to_owned() }
        };
        definitions.iter().map(store).collect()
    }

    fn put_chunks(
        &mut self,
        text: &str,
        facts: &FileFacts,
        definitions: &[StoredDefinition],
        file: &mut Prepared,
    ) {
        self.chunk_terms.begin_file();
        let mut is_named = vec![false; definitions.len()];
        for (number, chunk) in facts.chunks.iter().enumerate() {
            self.chunk_terms.begin_chunk();
            let number = number as u32;
            let mut counts = [0_usize; FIELDS];
            let mut doc_lines = None;
            if let Some(owner) = chunk.definition
                && let Some(stored) = definitions.get(owner as usize)
            {
                let definition = &stored.definition;
                let around = around(&facts.definitions, definition);
                counts[0] = self.count_chunk(&definition.name, number, ChunkField::Name);
                counts[1] = self.count_chunk(&around, number, ChunkField::Container);
                // Only the first piece of a definition speaks for its head.
                if !std::mem::replace(&mut is_named[owner as usize], true) {
                    doc_lines = definition.doc;
                    counts[2] = self.count_chunk(&definition.signature, number, ChunkField::Signature);
                    let (first, last) = doc_lines.unwrap_or((1, 0));
                    let doc = self.lines(text, first, last);
                    counts[3] = self.count_chunk(doc, number, ChunkField::Doc);
                }
            }
            let (before, after) = split_at_doc(chunk.start_line, chunk.end_line, doc_lines);
            for (first, last) in [before, after] {
                let body = self.lines(text, first, last);
                counts[4] += self.count_chunk(body, number, ChunkField::Body);
            }
            put_lengths(&mut file.lengths, counts);
            for value in [
                chunk.definition.map_or(0, |owner| owner.saturating_add(1)),
                chunk.start_line,
                chunk.end_line,
            ] {
                file.spans.extend_from_slice(&value.to_le_bytes());
            }
        }
        for at in 0..self.chunk_terms.terms.len() {
            let term = self.chunk_terms.terms[at];
            put_key(file, Scope::ChunkTerm, self.tokenizer.token(term));
            self.chunk_terms.put_fragment(term, &mut file.fragments.bytes);
            file.fragments.end();
        }
    }

    fn count_chunk(&mut self, text: &str, chunk: u32, field: ChunkField) -> usize {
        self.terms.clear();
        self.tokenizer.append_tokens(text, &mut self.terms);
        self.chunk_terms.count(&self.terms, self.tokenizer.token_count(), chunk, field as usize);
        self.terms.len()
    }

    fn put_file_terms(&mut self, path: &str, header: &str, file: &mut Prepared) {
        self.file_terms.begin_file();
        self.file_terms.begin_chunk();
        let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
        let (above, parent) = directories.rsplit_once('/').unwrap_or(("", directories));
        let stem = match name.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem,
            _ => name,
        };
        for (text, field) in [
            (stem, FileField::Stem),
            (parent, FileField::Parent),
            (above, FileField::Directory),
            (header, FileField::Header),
        ] {
            self.terms.clear();
            self.tokenizer.append_tokens(text, &mut self.terms);
            self.file_terms.count(&self.terms, self.tokenizer.token_count(), 0, field as usize);
            if field == FileField::Header {
                file.header_words = self.terms.len() as u64;
            }
        }
        for at in 0..self.file_terms.terms.len() {
            let term = self.file_terms.terms[at];
            put_key(file, Scope::FileTerm, self.tokenizer.token(term));
            self.file_terms.put_fragment(term, &mut file.fragments.bytes);
            file.fragments.end();
        }
    }

    /// Path, symbols and uses.
    fn put_names(&mut self, facts: &FileFacts, file: &mut Prepared) {
        let path = std::mem::take(&mut file.path);
        put_key(file, Scope::Path, path.as_bytes());
        file.path = path;
        file.fragments.end();
        self.put_symbols(&facts.definitions, file);
        self.names.begin(limits::STORE_KNOWN_WORDS);
        file.sites = sites::encode(facts, &mut self.names);
        for (number, uses) in self.names.of_file.iter().zip(&self.names.uses) {
            let name = self.names.name(*number);
            if *uses == 0 || name.is_empty() || name.len() > limits::STORE_NAME_BYTES {
                continue;
            }
            put_key(file, Scope::Use, name);
            file.fragments.bytes.push(*uses);
            file.fragments.end();
        }
    }

    fn put_symbols(&mut self, definitions: &[Definition], file: &mut Prepared) {
        let mut symbols: Vec<(&str, u32)> = definitions
            .iter()
            .zip(0_u32..)
            .map(|(definition, number)| (definition.name.as_str(), number))
            .filter(|(name, _)| !name.is_empty() && name.len() <= limits::STORE_NAME_BYTES)
            .collect();
        symbols.sort_unstable();
        for same in symbols.chunk_by(|left, right| left.0 == right.0) {
            put_key(file, Scope::Symbol, &symbol_key(same[0].0));
            let mut next = 0;
            for (_, number) in same {
                super::codec::put_number(&mut file.fragments.bytes, u64::from(number - next));
                next = number + 1;
            }
            file.fragments.end();
        }
    }
}

/// The key of a name: the lower-case name first, so that both ways of looking it up are one search.
pub(super) fn symbol_key(name: &str) -> Vec<u8> {
    let name = fold::compose(name);
    let mut key = name.to_lowercase().into_bytes();
    key.push(0);
    key.extend_from_slice(name.as_bytes());
    key
}

fn put_key(file: &mut Prepared, scope: Scope, key: &[u8]) {
    file.keys.bytes.push(scope as u8);
    file.keys.bytes.extend_from_slice(key);
    file.keys.end();
}

/// Receiver and names of what is around a definition.
fn around(definitions: &[Definition], definition: &Definition) -> String {
    let mut names = definition.receiver.clone().unwrap_or_default();
    let mut container = definition.container;
    for _ in 0..CONTAINER_HOPS {
        let Some(outer) = container.and_then(|number| definitions.get(number as usize)) else { break };
        names.push(' ');
        names.push_str(&outer.name);
        container = outer.container;
    }
    names
}

/// The lines of a chunk before and after its doc comment.
fn split_at_doc(start: u32, end: u32, doc: Option<(u32, u32)>) -> ((u32, u32), (u32, u32)) {
    match doc {
        Some((first, last)) if first <= last && first >= start && last <= end => {
            ((start, first.saturating_sub(1)), (last.saturating_add(1), end))
        }
        _ => ((start, end), (1, 0)),
    }
}

/// Four lengths of a byte and the body's of two; longer ones count as the longest.
fn put_lengths(out: &mut Vec<u8>, counts: [usize; FIELDS]) {
    out.extend(counts[..FIELDS - 1].iter().map(|count| u8::try_from(*count).unwrap_or(u8::MAX)));
    out.extend_from_slice(&u16::try_from(counts[FIELDS - 1]).unwrap_or(u16::MAX).to_le_bytes());
}

fn bounded(text: &str) -> &str {
    truncate_bytes(text, limits::STORE_TEXT_BYTES)
}
