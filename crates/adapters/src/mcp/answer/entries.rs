//! A tool's data as a row of entries that pages are made of: always the same row for the same data.

use foreword_model::limits;
use serde_json::{Map, Value};

use super::text::Voice;
use super::{length, text};

/// Lists that come before others.
const FIRST: [&str; 2] = ["items", "files"];

/// Something that stands on a page as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The field of the data that it belongs to.
    pub key: String,
    /// Itself.
    pub value: Value,
    /// How it stands in that field.
    pub form: Form,
}

/// How an entry stands in its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// It is the field.
    Single,
    /// It is one of a list.
    Listed,
    /// It is a part of a text.
    TextPart,
}

impl Entry {
    /// What it adds to the length of a page, its field's name and brackets included.
    pub fn data_chars(&self) -> usize {
        length(&self.value) + self.key.chars().count() + "\"\":[],".len()
    }

    /// The same for the text.
    pub fn text_chars(&self, voice: Voice) -> usize {
        text::entry(&self.key, &self.value, voice).as_str().chars().count()
    }

    fn is_overlong(&self, voice: Voice) -> bool {
        self.data_chars().max(self.text_chars(voice)) > limits::MCP_ENTRY_CHARS
    }
}

/// The entries: short facts, then lists, then what is long.
pub fn of(data: Option<&Value>, voice: Voice) -> Vec<Entry> {
    let alone;
    let map = match data {
        None | Some(Value::Null) => return Vec::new(),
        Some(Value::Object(map)) => map,
        Some(other) => {
            alone = Map::from_iter([("value".to_owned(), other.clone())]);
            &alone
        }
    };
    let (mut facts, mut lists, mut long) = (Vec::new(), Vec::new(), Vec::new());
    for (key, value) in map {
        match value {
            Value::Array(list) if !list.is_empty() => lists.push((key, list)),
            value if length(value) <= limits::MCP_FACT_CHARS => facts.push(single(key, value)),
            value => long.push(single(key, value)),
        }
    }
    lists.sort_by_key(|(key, _)| place(key));
    let (mut listed, mut overlong) = (Vec::new(), Vec::new());
    for (key, list) in lists {
        let entry = |value: &Value| Entry { key: key.clone(), value: value.clone(), form: Form::Listed };
        let entries: Vec<Entry> = list.iter().map(entry).collect();
        if entries.iter().any(|entry| entry.is_overlong(voice)) {
            overlong.extend(text_parts(key, &Value::from(list.as_slice())));
        } else {
            listed.extend(entries);
        }
    }
    let long = long.into_iter().flat_map(|entry| match entry.is_overlong(voice) {
        true => text_parts(&entry.key, &entry.value),
        false => vec![entry],
    });
    facts.into_iter().chain(listed).chain(overlong).chain(long).collect()
}

/// Where a field stands among others.
pub fn place(key: &str) -> (usize, &str) {
    (FIRST.iter().position(|first| *first == key).unwrap_or(FIRST.len()), key)
}

fn single(key: &str, value: &Value) -> Entry {
    Entry { key: key.to_owned(), value: value.clone(), form: Form::Single }
}

/// A long text in parts; what is no text, as JSON.
fn text_parts(key: &str, value: &Value) -> Vec<Entry> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let characters: Vec<char> = text.chars().collect();
    let parts = characters.chunks(limits::MCP_PART_CHARS);
    parts
        .map(|part| Entry {
            key: key.to_owned(),
            value: Value::String(part.iter().collect()),
            form: Form::TextPart,
        })
        .collect()
}
