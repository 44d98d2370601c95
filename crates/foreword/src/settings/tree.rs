//! A configuration as a tree in which every node knows its line and column, so that one key that cannot be read costs only
//! itself. Made of YAML (a file) or JSON (a request). Knows no key.

mod deserialize;

use std::fmt;

use foreword_model::limits;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_saphyr::{Location, Spanned};

pub use deserialize::{NodeError, NodeErrorKind};

/// Where something stands in a file, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfigPlace {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: u64,
}

impl From<Location> for ConfigPlace {
    fn from(location: Location) -> Self {
        Self { line: location.line(), column: location.column() }
    }
}

/// A value of a configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfigNode {
    /// Where it begins; a request has no places.
    pub place: Option<ConfigPlace>,
    /// What it is.
    pub content: NodeContent,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeContent {
    /// Nothing, or `null`.
    Null,
    /// One value.
    Scalar(NodeScalar),
    /// A list.
    List(Vec<ConfigNode>),
    /// Keys with values, in the order of the file.
    Map(Vec<ConfigEntry>),
}

/// A value as it is written, and as YAML understands it: a key that takes text takes `1.10` and `on` by the letter.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeScalar {
    /// As written, without quotes.
    pub text: String,
    /// As understood.
    pub kind: ScalarKind,
}

/// What YAML takes an unquoted value for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ScalarKind {
    /// `true`, `off`.
    Bool(bool),
    /// A number from 0.
    Unsigned(u64),
    /// A number below 0.
    Signed(i64),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// Anything else, and all that is quoted.
    Text,
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfigEntry {
    /// The key.
    pub key: String,
    /// Where the key begins.
    pub place: Option<ConfigPlace>,
    /// The value.
    pub value: ConfigNode,
}

impl ConfigNode {
    /// Reads a YAML document; an empty one is `Null`.
    pub fn from_yaml(text: &str) -> Result<Self, serde_saphyr::Error> {
        let budget = serde_saphyr::budget! { max_nodes: limits::CONFIG_NODES };
        let options = serde_saphyr::options! { budget: budget };
        let read = match text.trim().is_empty() {
            true => None,
            false => serde_saphyr::from_str_with_options::<Option<Spanned<YamlValue>>>(text, options)?,
        };
        Ok(read.map_or(Self { place: None, content: NodeContent::Null }, |value| Self::of_yaml(value, text)))
    }

    /// Takes a JSON value.
    pub fn from_json(value: &Value) -> Self {
        let scalar = |text: String, kind: ScalarKind| NodeContent::Scalar(NodeScalar { text, kind });
        let content = match value {
            Value::Null => NodeContent::Null,
            Value::Bool(switch) => scalar(switch.to_string(), ScalarKind::Bool(*switch)),
            Value::Number(number) => scalar(number.to_string(), number_kind(number)),
            Value::String(text) => scalar(text.clone(), ScalarKind::Text),
            Value::Array(list) => NodeContent::List(list.iter().map(Self::from_json).collect()),
            Value::Object(map) => {
                let entries = map.iter().map(|(key, value)| ConfigEntry {
                    key: key.clone(),
                    place: None,
                    value: Self::from_json(value),
                });
                NodeContent::Map(entries.collect())
            }
        };
        Self { place: None, content }
    }

    /// The value below a key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let NodeContent::Map(entries) = &self.content else { return None };
        entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// The value below a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let NodeContent::Map(entries) = &mut self.content else { return None };
        entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.value)
    }

    /// Its keys with their values; a node that is no map has none.
    pub fn entries(&self) -> &[ConfigEntry] {
        match &self.content {
            NodeContent::Map(entries) => entries,
            NodeContent::Null | NodeContent::Scalar(_) | NodeContent::List(_) => &[],
        }
    }

    /// Takes out the entry that a path of keys leads to.
    pub fn remove(&mut self, path: &[String]) -> Option<ConfigEntry> {
        let NodeContent::Map(entries) = &mut self.content else { return None };
        let (key, below) = path.split_first()?;
        let at = entries.iter().position(|entry| entry.key == *key)?;
        match below.is_empty() {
            true => Some(entries.remove(at)),
            false => entries[at].value.remove(below),
        }
    }

    fn of_yaml(value: Spanned<YamlValue>, source: &str) -> Self {
        let written = as_written(&value.defined, source);
        let content = match value.value {
            YamlValue::Null => NodeContent::Null,
            YamlValue::Text(text) => NodeContent::Scalar(NodeScalar { text, kind: ScalarKind::Text }),
            YamlValue::Typed(kind) => NodeContent::Scalar(NodeScalar { text: written.to_owned(), kind }),
            YamlValue::List(list) => {
                NodeContent::List(list.into_iter().map(|value| Self::of_yaml(value, source)).collect())
            }
            YamlValue::Map(map) => {
                let entries = map.into_iter().map(|(key, value)| ConfigEntry {
                    place: Some(key.referenced.into()),
                    key: key.value,
                    value: Self::of_yaml(value, source),
                });
                NodeContent::Map(entries.collect())
            }
        };
        Self { place: Some(value.referenced.into()), content }
    }
}

fn number_kind(number: &serde_json::Number) -> ScalarKind {
    let signed = || number.as_i64().map(ScalarKind::Signed);
    let float = || ScalarKind::Float(number.as_f64().unwrap_or_default());
    number.as_u64().map(ScalarKind::Unsigned).or_else(signed).unwrap_or_else(float)
}

/// The characters of a scalar in its file.
fn as_written<'s>(location: &Location, source: &'s str) -> &'s str {
    let span = location.span();
    let range = span.byte_offset().zip(span.byte_len()).and_then(|(start, bytes)| {
        Some(usize::try_from(start).ok()?..usize::try_from(start.checked_add(bytes)?).ok()?)
    });
    range.and_then(|range| source.get(range)).unwrap_or_default()
}

/// A YAML value of any kind, as its reader hands it out.
enum YamlValue {
    Null,
    Text(String),
    Typed(ScalarKind),
    List(Vec<Spanned<YamlValue>>),
    Map(Vec<(Spanned<String>, Spanned<YamlValue>)>),
}

impl<'de> Deserialize<'de> for YamlValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(YamlVisitor)
    }
}

struct YamlVisitor;

impl<'de> Visitor<'de> for YamlVisitor {
    type Value = YamlValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<YamlValue, E> {
        Ok(YamlValue::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<YamlValue, E> {
        Ok(YamlValue::Typed(ScalarKind::Bool(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<YamlValue, E> {
        Ok(YamlValue::Typed(ScalarKind::Unsigned(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<YamlValue, E> {
        Ok(YamlValue::Typed(ScalarKind::Signed(value)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<YamlValue, E> {
        Ok(YamlValue::Typed(ScalarKind::Float(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<YamlValue, E> {
        Ok(YamlValue::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<YamlValue, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(YamlValue::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<YamlValue, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(YamlValue::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(text: &str, kind: ScalarKind) -> NodeContent {
        NodeContent::Scalar(NodeScalar { text: text.to_owned(), kind })
    }

    #[test]
    fn a_scalar_keeps_its_letters_and_its_place() {
        for (yaml, expected) in [
            ("k: on", scalar("on", ScalarKind::Bool(true))),
            ("k: 'on'", scalar("on", ScalarKind::Text)),
            ("k: 1.10 # a version", scalar("1.10", ScalarKind::Float(1.1))),
            ("k: 0x10", scalar("0x10", ScalarKind::Unsigned(16))),
            ("k: -5", scalar("-5", ScalarKind::Signed(-5))),
            ("k: &mark 7", scalar("7", ScalarKind::Unsigned(7))),
            ("k: soon", scalar("soon", ScalarKind::Text)),
            ("k: ~", NodeContent::Null),
        ] {
            let tree = ConfigNode::from_yaml(yaml).expect("YAML");
            assert_eq!(tree.get("k").expect("a value").content, expected, "{yaml}");
        }
        let tree = ConfigNode::from_yaml("a:\n  b: [1]\n").expect("YAML");
        let place = |node: Option<&ConfigNode>| node.expect("a node").place.expect("a place");
        assert_eq!(place(tree.get("a")), ConfigPlace { line: 2, column: 3 });
        assert_eq!(place(tree.get("a").and_then(|a| a.get("b"))), ConfigPlace { line: 2, column: 6 });
    }

    #[test]
    fn an_entry_is_taken_out_by_its_path() {
        let mut tree = ConfigNode::from_yaml("a: {b: 1, c: 2}\nd: 3\n").expect("YAML");
        let path = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
        assert_eq!(tree.remove(&path(&["a", "b"])).map(|entry| entry.key), Some("b".to_owned()));
        assert_eq!(tree.remove(&path(&["a", "b"])), None);
        assert!(tree.get("a").is_some_and(|a| a.get("c").is_some() && a.get("b").is_none()));
        assert_eq!(tree.remove(&path(&[])), None);
    }

    #[test]
    fn many_aliases_make_no_large_tree() {
        let mut text = "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n".to_owned();
        for pair in ["a", "b", "c", "d", "e", "f"].windows(2) {
            let list = vec![format!("*{}", pair[0]); 10].join(", ");
            text.push_str(&format!("{0}: &{0} [{list}]\n", pair[1]));
        }
        assert!(ConfigNode::from_yaml(&text).is_err());
    }
}
