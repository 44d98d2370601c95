//! From a tree to typed settings by serde; an error names the entry that it is about.

use std::fmt;

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    Visitor,
};
use serde::forward_to_deserialize_any;

use super::{ConfigEntry, ConfigNode, ConfigPlace, NodeContent, NodeScalar, ScalarKind};

/// Why a tree is not what is expected, and at which entry.
#[derive(Debug)]
pub struct NodeError {
    /// What is wrong.
    pub kind: NodeErrorKind,
    /// Where.
    pub place: Option<ConfigPlace>,
    /// The keys that lead to the entry, from the innermost outwards.
    keys: Vec<String>,
}

/// What is wrong with an entry.
#[derive(Debug)]
pub enum NodeErrorKind {
    /// Its key is not one of these.
    UnknownKey(&'static [&'static str]),
    /// Its value cannot be used, in words.
    Value(EscapedText),
}

impl NodeError {
    /// The keys that lead to the entry, from the root; none if the root itself is wrong.
    pub fn path(&self) -> Vec<String> {
        self.keys.iter().rev().cloned().collect()
    }

    /// What is wrong.
    pub fn in_words(&self) -> EscapedText {
        match &self.kind {
            NodeErrorKind::UnknownKey(_) => EscapedText::from("unknown key"),
            NodeErrorKind::Value(message) => message.clone(),
        }
    }

    fn value(message: EscapedText) -> Self {
        Self { kind: NodeErrorKind::Value(message), place: None, keys: Vec::new() }
    }

    /// Adds the place, if a deeper one is not known yet.
    fn at(mut self, place: Option<ConfigPlace>) -> Self {
        self.place = self.place.or(place);
        self
    }

    fn below(mut self, entry: &ConfigEntry) -> Self {
        self.keys.push(entry.key.clone());
        self
    }
}

impl fmt::Display for NodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.in_words().fmt(formatter)
    }
}

impl std::error::Error for NodeError {}

impl Error for NodeError {
    /// Whose words these are is not known.
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::value(escape::told_error(&message.to_string()))
    }

    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Self {
        Self { kind: NodeErrorKind::UnknownKey(expected), ..Self::value(EscapedText::default()) }
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        // YAML's other spellings of on and off are understood, and not worth naming.
        let words = expected.iter().copied().filter(|word| !matches!(*word, "true" | "false"));
        let words = EscapedText::join(words.map(EscapedText::from), ", ");
        Self::value(escaped!("{} is not one of {}", escape::told(variant), words))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::value(escaped!("expected {}", in_plain_words(&expected.to_string())))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(unexpected, expected)
    }
}

/// What serde expects, for somebody who wrote a file and no program.
fn in_plain_words(expected: &str) -> EscapedText {
    EscapedText::from(match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" => "a text",
        "a sequence" => "a list",
        "a map" => "keys and values",
        _ if expected.starts_with("struct ") => "keys and values",
        _ if expected.starts_with("enum ") => "one word",
        // What a visitor of ours expects.
        other => return escape::composed(other),
    })
}

impl<'de> Deserializer<'de> for &'de ConfigNode {
    type Error = NodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        let read = match &self.content {
            NodeContent::Null => visitor.visit_unit(),
            NodeContent::Scalar(scalar) => visit_as_understood(scalar, visitor),
            NodeContent::List(list) => visitor.visit_seq(NodeList(list.iter())),
            NodeContent::Map(entries) => {
                visitor.visit_map(NodeMap { entries: entries.iter(), value_of: None })
            }
        };
        read.map_err(|error| error.at(self.place))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        let quoted = self.quoted_text().and_then(|text| match text {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        });
        match quoted {
            Some(switch) => visitor.visit_bool(switch),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        match self.quoted_text().and_then(|text| text.parse().ok()) {
            Some(number) => visitor.visit_u64::<NodeError>(number).map_err(|error| error.at(self.place)),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        match self.quoted_text().and_then(|text| text.parse().ok()) {
            Some(number) => visitor.visit_f64(number),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        match &self.content {
            NodeContent::Scalar(scalar) => {
                visitor.visit_borrowed_str::<NodeError>(&scalar.text).map_err(|error| error.at(self.place))
            }
            NodeContent::Null => Err(NodeError::value("expected a text, not null".into()).at(self.place)),
            NodeContent::List(_) | NodeContent::Map(_) => self.deserialize_any(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        match self.content {
            NodeContent::Null => visitor.visit_none(),
            NodeContent::Scalar(_) | NodeContent::List(_) | NodeContent::Map(_) => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, NodeError> {
        visitor.visit_newtype_struct(self)
    }

    /// A key without a value is an empty list.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        match self.content {
            NodeContent::Null => visitor.visit_seq(NodeList([].iter())),
            NodeContent::Scalar(_) | NodeContent::List(_) | NodeContent::Map(_) => {
                self.deserialize_any(visitor)
            }
        }
    }

    /// A key without a value has nothing below it.
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        match self.content {
            NodeContent::Null => visitor.visit_map(NodeMap { entries: [].iter(), value_of: None }),
            NodeContent::Map(_) => self.deserialize_any(visitor),
            NodeContent::Scalar(_) | NodeContent::List(_) => {
                Err(NodeError::value("expected keys and values".into()).at(self.place))
            }
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NodeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NodeError> {
        let read = match &self.content {
            NodeContent::Scalar(scalar) => {
                let word: StrDeserializer<'_, NodeError> = scalar.text.as_str().into_deserializer();
                visitor.visit_enum(word)
            }
            NodeContent::Null | NodeContent::List(_) | NodeContent::Map(_) => {
                Err(NodeError::value("expected one word".into()))
            }
        };
        read.map_err(|error| error.at(self.place))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u16 u32 u128 f32 char bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

impl ConfigNode {
    /// A text that somebody may have put into quotes without need.
    fn quoted_text(&self) -> Option<&str> {
        match &self.content {
            NodeContent::Scalar(NodeScalar { text, kind: ScalarKind::Text }) => Some(text),
            NodeContent::Null | NodeContent::Scalar(_) | NodeContent::List(_) | NodeContent::Map(_) => None,
        }
    }
}

fn visit_as_understood<'de, V: Visitor<'de>>(
    scalar: &'de NodeScalar,
    visitor: V,
) -> Result<V::Value, NodeError> {
    match scalar.kind {
        ScalarKind::Bool(switch) => visitor.visit_bool(switch),
        ScalarKind::Unsigned(number) => visitor.visit_u64(number),
        ScalarKind::Signed(number) => visitor.visit_i64(number),
        ScalarKind::Float(number) => visitor.visit_f64(number),
        ScalarKind::Text => visitor.visit_borrowed_str(&scalar.text),
    }
}

struct NodeList<'n>(std::slice::Iter<'n, ConfigNode>);

impl<'de> SeqAccess<'de> for NodeList<'de> {
    type Error = NodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, NodeError> {
        self.0.next().map(|node| seed.deserialize(node)).transpose()
    }
}

struct NodeMap<'n> {
    entries: std::slice::Iter<'n, ConfigEntry>,
    /// The entry whose key was handed out last.
    value_of: Option<&'n ConfigEntry>,
}

impl<'de> MapAccess<'de> for NodeMap<'de> {
    type Error = NodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, NodeError> {
        self.value_of = self.entries.next();
        let Some(entry) = self.value_of else { return Ok(None) };
        let key: StrDeserializer<'de, NodeError> = entry.key.as_str().into_deserializer();
        seed.deserialize(key).map(Some).map_err(|error| error.at(entry.place).below(entry))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, NodeError> {
        match self.value_of {
            Some(entry) => seed.deserialize(&entry.value).map_err(|error| error.below(entry)),
            None => Err(NodeError::value("a value without a key".into())),
        }
    }
}
