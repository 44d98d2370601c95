//! What a tool finds: items with a place, and claims with evidence (contract §4, §6).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Lines of a file, as they are now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Extract {
    /// The first line's number, from 1.
    pub start_line: u32,
    /// The language's name for a code fence; empty if unknown.
    #[serde(default)]
    pub language: String,
    /// The lines.
    pub text: String,
    /// Rows of the text that stand for lines left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
}

/// A row of an extract that is no line of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Gap {
    /// Which row of the text it is, from 0.
    pub row: u32,
    /// The line of the row below; nothing at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_line: Option<u32>,
}

impl Extract {
    /// Its rows with their line numbers; none for a row that stands for lines left out.
    pub fn numbered_rows(&self) -> impl Iterator<Item = (Option<u32>, &str)> {
        let mut number = self.start_line;
        (0_u32..).zip(self.text.lines()).map(move |(row, text)| {
            let Some(gap) = self.gaps.iter().find(|gap| gap.row == row) else {
                number = number.saturating_add(1);
                return (Some(number - 1), text);
            };
            number = gap.next_line.unwrap_or(number);
            (None, text)
        })
    }
}

/// A place that a tool found.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// Relative to the repository root, with `/`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// First line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_line: Option<u32>,
    /// Last line, inclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The symbol defined there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// `function`, `class`, `file` …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// A heading, where there is no symbol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// One line on what it is.
    #[serde(default)]
    pub summary: String,
    /// How sure the tool is that it is meant, from 0 to 1.
    #[serde(default)]
    pub confidence: f64,
    /// What the tool's own ranking gives it; compares within one answer only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Why it was found, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The definition's first line or lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// The text itself, where it is worth showing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extract: Option<Extract>,
    /// Set when a part was cut to its limit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// Set when the extract is not what the file says: delimiters of clients were broken in it, or invisible characters
    /// left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub altered: bool,
    /// Further places of the same file that answer, best first, where files are listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<FurtherPlace>,
}

/// A further place of a file that is listed by its best one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct FurtherPlace {
    /// First line, from 1.
    pub start_line: u32,
    /// Last line, inclusive, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The symbol defined there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// `function`, `class` …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// The kind of an item that stands for a tool's whole answer.
pub const WHOLE_RESULT_KIND: &str = "result";

impl Item {
    /// Whether it stands for a tool's whole answer, which named no place.
    pub fn is_whole_result(&self) -> bool {
        self.path.is_none() && self.kind.as_deref() == Some(WHOLE_RESULT_KIND)
    }
}

/// Whether a claim is for or against its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Polarity {
    /// For.
    Support,
    /// Against.
    Oppose,
    /// Neither; never a conflict.
    #[default]
    Unknown,
}

/// A statement that tools can agree or disagree on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// What it is about; an empty key never conflicts.
    #[serde(default)]
    pub claim_key: String,
    /// For or against.
    #[serde(default)]
    pub polarity: Polarity,
    /// The statement.
    #[serde(default)]
    pub claim: String,
    /// `path:line` of what it rests on.
    #[serde(default)]
    pub evidence_refs: Vec<String>,
}

/// The part of a tool's `data` that fusion understands.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Findings {
    /// The places.
    #[serde(default)]
    pub items: Vec<Item>,
    /// The statements.
    #[serde(default)]
    pub claims: Vec<Claim>,
}

impl Findings {
    /// Reads items and claims out of a tool's `data`; the second value counts entries that are not of
    /// their form and were passed over.
    pub fn read(data: &Value) -> (Self, usize) {
        let mut skipped = 0;
        let items = read_list(data.get("items"), &mut skipped);
        let claims = read_list(data.get("claims"), &mut skipped);
        (Self { items, claims }, skipped)
    }
}

fn read_list<T: serde::de::DeserializeOwned>(list: Option<&Value>, skipped: &mut usize) -> Vec<T> {
    let Some(Value::Array(entries)) = list else { return Vec::new() };
    entries
        .iter()
        .filter_map(|entry| {
            let read = T::deserialize(entry).ok();
            *skipped += usize::from(read.is_none());
            read
        })
        .collect()
}
