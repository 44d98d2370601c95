//! A prepared file as bytes, on its way from the process that parsed it to the one that writes the index.

use super::codec::{Cursor, put_bytes, put_number, put_option_text};
use super::prepare::{Pieces, Prepared};
use super::records::FileRecord;

impl Prepared {
    /// Appends all of it.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        put_bytes(out, self.path.as_bytes());
        put_option_text(out, self.language.as_deref());
        put_bytes(out, self.header.as_bytes());
        for part in [&self.record, &self.definitions, &self.sites, &self.lengths, &self.spans] {
            put_bytes(out, part);
        }
        for number in [self.definition_count, self.site_count, self.chunk_count] {
            put_number(out, u64::from(number));
        }
        put_number(out, self.source_bytes);
        put_number(out, self.header_words);
        self.words.iter().for_each(|words| put_number(out, *words));
        self.keys.encode(out);
        self.fragments.encode(out);
    }

    /// What [`encode`](Self::encode) wrote; `None` if it is something else.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut cursor = Cursor::new(bytes);
        let mut file = Self {
            path: cursor.text()?.to_owned(),
            language: cursor.option_text()?.map(str::to_owned),
            header: cursor.text()?.to_owned(),
            record: cursor.bytes()?.to_owned(),
            definitions: cursor.bytes()?.to_owned(),
            sites: cursor.bytes()?.to_owned(),
            lengths: cursor.bytes()?.to_owned(),
            spans: cursor.bytes()?.to_owned(),
            definition_count: cursor.number32()?,
            site_count: cursor.number32()?,
            chunk_count: cursor.number32()?,
            source_bytes: cursor.number()?,
            header_words: cursor.number()?,
            ..Self::default()
        };
        for words in &mut file.words {
            *words = cursor.number()?;
        }
        file.keys = Pieces::decode(&mut cursor)?;
        file.fragments = Pieces::decode(&mut cursor)?;
        let is_whole = cursor.is_at_end() && file.keys.ends.len() == file.fragments.ends.len();
        is_whole.then_some(file)
    }

    /// What the index will know of the file.
    pub(crate) fn file_record(&self) -> Option<FileRecord> {
        FileRecord::decode(&self.record).filter(|record| record.path == self.path)
    }
}

impl Pieces {
    fn encode(&self, out: &mut Vec<u8>) {
        put_bytes(out, &self.bytes);
        put_number(out, self.ends.len() as u64);
        self.ends.iter().for_each(|end| out.extend_from_slice(&end.to_le_bytes()));
    }

    fn decode(cursor: &mut Cursor<'_>) -> Option<Self> {
        let bytes = cursor.bytes()?.to_owned();
        let count = usize::try_from(cursor.number()?).ok()?;
        let ends = cursor.take(count.checked_mul(4)?)?;
        let ends: Vec<u32> = ends.as_chunks().0.iter().map(|end| u32::from_le_bytes(*end)).collect();
        let is_in_order = ends.is_sorted() && ends.last().is_none_or(|last| *last as usize == bytes.len());
        is_in_order.then_some(Self { bytes, ends })
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::time::Duration;

    use foreword_model::clock;

    use super::*;
    use crate::class::FileClass;
    use crate::store::{FileMeta, Preparer, content_hash};
    use crate::{facts, language};

    fn prepared(text: &str) -> Prepared {
        let language = language::of_path("src/a.rs");
        let facts = facts::extract(text, language, clock::now() + Duration::from_secs(5));
        let meta = FileMeta {
            size: text.len() as u64,
            modified_ns: -7,
            hash: content_hash(text.as_bytes()),
            language: language.map(|language| language.name),
            class: FileClass::Code,
            header: "What it is.",
        };
        let redact = |text: &'_ str| -> Cow<'_, str> { Cow::Owned(text.to_owned()) };
        Preparer::new(&|text| Cow::Owned(redact(text).into_owned())).prepare("src/a.rs", &meta, text, &facts)
    }

    #[test]
    fn a_file_comes_over_as_it_was_and_nothing_else_does() {
        let file = prepared("/// Adds.\nfn add(a: u32) -> u32 { helper(a) }\nstruct Sum;\n");
        let mut bytes = Vec::new();
        file.encode(&mut bytes);
        let decoded = Prepared::decode(&bytes).expect("a file");
        assert_eq!(format!("{decoded:?}"), format!("{file:?}"));
        assert_eq!(decoded.file_record().map(|record| record.modified_ns), Some(-7));
        for end in 0..bytes.len() {
            assert!(Prepared::decode(&bytes[..end]).is_none(), "cut at {end}");
        }
    }
}
