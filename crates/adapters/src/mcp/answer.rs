//! A tool's result as a client gets it: as data and as text, a page at a time.
//!
//! Takes only what went through the guard. A page holds whole entries; what is longer than an entry may be is given as
//! text, in parts, so that nothing is lost.

mod entries;
mod text;

use foreword_exec::Executed;
use foreword_model::envelope::{Redaction, ToolError, ToolResult, ToolStatus};
use foreword_model::limits;
use foreword_text::truncate::ellipsize;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Map, Value, json};

use entries::{Entry, Form};
use text::Voice;

/// What a call over MCP answers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Answer {
    /// The tool.
    tool: String,
    /// How the call ended.
    status: ToolStatus,
    /// The result in one line.
    summary: String,
    /// What was found: `items` with path and lines, and what is the tool's own. Of a long answer, one page.
    data: Map<String, Value>,
    /// Why there is no whole result.
    error: Option<ToolError>,
    /// What the reader should know: what was clamped, filtered, or is out of date.
    limits: Vec<String>,
    /// Secrets that were masked, by kind.
    redactions: Vec<Redaction>,
    /// Whether the tool itself cut something.
    truncated: bool,
    /// Which part of the answer this is.
    page: Page,
}

/// A part of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Page {
    /// Entries before this page.
    offset: usize,
    /// Entries on this page.
    shown: usize,
    /// Entries in all.
    total: usize,
    /// `offset` of the next page; null if this is the last.
    next_offset: Option<usize>,
}

/// Which page is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Entries to pass over.
    pub offset: usize,
    /// Characters at most, of the data and of the text each.
    pub chars_max: usize,
}

/// The schema of an answer, the same for every tool.
pub fn output_schema() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<Answer>();
    let mut schema = schema.to_value();
    if let Some(map) = schema.as_object_mut() {
        map.remove("$schema");
        map.remove("title");
    }
    shorten(&mut schema);
    schema
}

/// Words that are listed one by one, each with what it means, become a plain list: every tool carries the schema.
fn shorten(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            let words = map.get("oneOf").and_then(Value::as_array).and_then(|choices| {
                choices.iter().map(|choice| choice.get("const").cloned()).collect::<Option<Vec<Value>>>()
            });
            if let Some(words) = words {
                map.remove("oneOf");
                map.insert("enum".to_owned(), Value::from(words));
            }
            map.values_mut().for_each(shorten);
        }
        Value::Array(list) => list.iter_mut().for_each(shorten),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The result of `tools/call`.
pub fn call_result(executed: &Executed, wanted: Wanted) -> Value {
    let voice = if executed.is_foreign { Voice::Foreign } else { Voice::Own };
    let answer = page(&executed.result, &executed.limits, wanted, voice);
    let text = text::of(&answer, voice);
    json!({
        "content": [{ "type": "text", "text": text }],
        "structuredContent": answer,
        "isError": executed.result.status != ToolStatus::Ok,
    })
}

fn page(result: &ToolResult, notes: &[String], wanted: Wanted, voice: Voice) -> Answer {
    let entries = entries::of(result.data.as_ref(), voice);
    let mut answer = frame(result, notes, &entries);
    let (mut data_chars, mut text_chars) = (length(&answer), text::of(&answer, voice).chars().count());
    let mut shown = 0;
    for entry in entries.iter().skip(wanted.offset) {
        let (data, text) = (entry.data_chars(), entry.text_chars(voice));
        let is_full = data_chars + data > wanted.chars_max || text_chars + text > wanted.chars_max;
        // A page that holds nothing would be asked for again for ever.
        if is_full && shown > 0 {
            break;
        }
        (data_chars, text_chars, shown) = (data_chars + data, text_chars + text, shown + 1);
        put(&mut answer.data, entry);
    }
    let (offset, total) = (wanted.offset.min(entries.len()), entries.len());
    let next = offset + shown;
    answer.page = Page { offset, shown, total, next_offset: (next < total).then_some(next) };
    answer
}

/// The answer without its entries. Its numbers are the longest that they may become.
fn frame(result: &ToolResult, notes: &[String], entries: &[Entry]) -> Answer {
    let in_parts = entries.iter().filter(|entry| entry.form == Form::TextPart);
    let mut keys: Vec<&str> = in_parts.map(|entry| entry.key.as_str()).collect();
    keys.dedup();
    let parts = keys.iter().map(|key| format!("`{key}` is given as text, in parts"));
    let head = |text: &str| ellipsize(text, limits::MCP_MESSAGE_CHARS).into_owned();
    let error = |error: &ToolError| ToolError { code: error.code, message: head(&error.message) };
    Answer {
        tool: result.tool.clone(),
        status: result.status,
        summary: head(&result.summary),
        data: Map::new(),
        error: result.error.as_ref().map(error),
        limits: fitting(notes.iter().cloned().chain(parts)),
        redactions: result.redactions.clone(),
        truncated: result.truncated,
        page: Page {
            offset: entries.len(),
            shown: entries.len(),
            total: entries.len(),
            next_offset: Some(entries.len()),
        },
    }
}

/// The notes that there is room for; the others are counted.
fn fitting(notes: impl Iterator<Item = String>) -> Vec<String> {
    let (mut kept, mut chars, mut unsaid) = (Vec::new(), 0, 0);
    for note in notes {
        let note = ellipsize(&note, limits::MCP_MESSAGE_CHARS).into_owned();
        let length = note.chars().count();
        if chars + length > limits::MCP_NOTES_CHARS {
            unsaid += 1;
        } else {
            chars += length;
            kept.push(note);
        }
    }
    if unsaid > 0 {
        kept.push(format!("{unsaid} more notes"));
    }
    kept
}

/// Puts an entry where it came from. Parts of one text that stand on one page are one text again.
fn put(data: &mut Map<String, Value>, entry: &Entry) {
    match (entry.form, data.get_mut(&entry.key)) {
        (Form::Listed, Some(Value::Array(list))) => list.push(entry.value.clone()),
        (Form::Listed, _) => drop(data.insert(entry.key.clone(), json!([entry.value]))),
        (Form::TextPart, Some(Value::String(text))) => {
            text.push_str(entry.value.as_str().unwrap_or_default())
        }
        (Form::TextPart | Form::Single, _) => drop(data.insert(entry.key.clone(), entry.value.clone())),
    }
}

fn length(value: &impl Serialize) -> usize {
    serde_json::to_string(value).map_or(0, |text| text.chars().count())
}

#[cfg(test)]
mod tests;
