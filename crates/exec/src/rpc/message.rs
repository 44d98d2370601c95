//! JSON-RPC 2.0: a frame to what it says, and what we say to a line.
//!
//! Only the head of a message is read here (`id`, `method`, what kind it is); the rest is read by whoever knows its form.
//! So a hostile frame of many small values never becomes as many values in memory.

use std::fmt;
use std::marker::PhantomData;

use foreword_model::limits;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Number, Value, json};

/// Not JSON.
pub const PARSE_ERROR: i32 = -32_700;
/// JSON, but no message.
pub const INVALID_REQUEST: i32 = -32_600;
/// A method that we do not have.
pub const METHOD_NOT_FOUND: i32 = -32_601;
/// Parameters of the wrong form.
pub const INVALID_PARAMS: i32 = -32_602;
/// More calls than are held.
pub const BUSY: i32 = -32_000;
/// We broke.
pub const INTERNAL_ERROR: i32 = -32_603;

/// The number or text by which an answer finds its request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Id {
    /// A number.
    Number(Number),
    /// A text.
    Text(String),
}

impl Id {
    /// As a key: a number and a text are never the same.
    pub fn key(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => format!("\"{text}"),
        }
    }
}

/// What a frame is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// Wants an answer.
    Request {
        /// Whose answer it will be.
        id: Id,
        /// What is wanted.
        method: String,
    },
    /// Wants none.
    Notification {
        /// What happened.
        method: String,
    },
    /// Answers a request of ours.
    Response {
        /// Of which.
        id: Id,
    },
}

/// Why a frame is no message that can be answered as it wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Of which request, where that can be told.
    pub id: Option<Id>,
    /// The kind.
    pub code: i32,
    /// What is wrong.
    pub message: String,
}

impl Problem {
    /// A problem whose request is not known.
    pub fn nameless(code: i32, message: impl Into<String>) -> Self {
        Self { id: None, code, message: message.into() }
    }

    /// A problem of a request.
    pub fn of(id: &Id, code: i32, message: impl Into<String>) -> Self {
        Self { id: Some(id.clone()), code, message: message.into() }
    }

    /// The answer that says so.
    pub fn into_answer(self) -> Value {
        json!({ "jsonrpc": "2.0", "id": self.id, "error": { "code": self.code, "message": self.message } })
    }
}

/// The answer to a request.
pub fn result(id: &Id, result: impl Serialize) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// A request of ours.
pub fn request(id: u64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// A notification of ours.
pub fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// Reads the head of a frame.
pub fn read(frame: &[u8]) -> Result<Message, Problem> {
    let Object(head) = serde_json::from_slice::<Object<Head>>(frame).map_err(|_| why_unreadable(frame))?;
    let id = match head.id {
        // A number that cannot be told to the last digit would come back as another.
        Some(Scalar::Number(number)) if number.is_f64() => {
            Err(Problem::nameless(INVALID_REQUEST, "an `id` that is a number is a whole one of 64 bits"))
        }
        Some(Scalar::Number(number)) => Ok(Some(Id::Number(number))),
        Some(Scalar::Text(text)) => Ok(Some(Id::Text(text))),
        Some(Scalar::Other) => Err(Problem::nameless(INVALID_REQUEST, "an `id` is a number or a text")),
        None => Ok(None),
    }?;
    let invalid =
        |message: &str| Problem { id: id.clone(), code: INVALID_REQUEST, message: message.to_owned() };
    if head.jsonrpc != Some(Scalar::Text("2.0".to_owned())) {
        return Err(invalid("`jsonrpc` must be \"2.0\""));
    }
    let is_answer = head.result.is_some() || head.error.is_some();
    match (head.method, id.clone()) {
        (Some(Scalar::Text(method)), Some(id)) => Ok(Message::Request { id, method }),
        (Some(Scalar::Text(method)), None) => Ok(Message::Notification { method }),
        (Some(Scalar::Number(_) | Scalar::Other), _) => Err(invalid("a `method` is a text")),
        (None, Some(id)) if is_answer => Ok(Message::Response { id }),
        (None, _) => Err(invalid("there is no `method`")),
    }
}

/// A frame that is no object need not be JSON at all: that is seen only when it is read to its end.
fn why_unreadable(frame: &[u8]) -> Problem {
    match serde_json::from_slice::<IgnoredAny>(frame) {
        Ok(IgnoredAny) => Problem::nameless(INVALID_REQUEST, "the frame is no JSON-RPC message"),
        Err(_) => Problem::nameless(PARSE_ERROR, "the frame is not JSON"),
    }
}

/// Whether a frame is a list of messages.
pub fn is_batch(frame: &[u8]) -> bool {
    frame.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[')
}

/// The messages of a batch.
pub fn unbatch(frame: &[u8]) -> Result<Vec<Vec<u8>>, Problem> {
    let invalid = |message: &str| Problem::nameless(INVALID_REQUEST, message);
    if frame.len() > limits::MCP_BATCH_BYTES {
        return Err(invalid("the batch is too long"));
    }
    let entries: Vec<Value> =
        serde_json::from_slice(frame).map_err(|_| Problem::nameless(PARSE_ERROR, "the frame is not JSON"))?;
    if entries.is_empty() || entries.len() > limits::MCP_BATCH_MESSAGES {
        return Err(invalid("a batch has 1 to 100 messages"));
    }
    Ok(entries.iter().map(|entry| entry.to_string().into_bytes()).collect())
}

/// The parameters of a request; the default where there are none.
pub fn params<T: DeserializeOwned + Default>(frame: &[u8]) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Whole<T> {
        params: Option<Object<T>>,
    }
    let whole: Result<Whole<T>, _> = serde_json::from_slice(frame);
    whole
        .map(|whole| whole.params.map(|Object(params)| params).unwrap_or_default())
        .map_err(|error| error.to_string())
}

/// The result of a response of the client; `None` if it is an error, or not of the form.
pub fn result_of<T: DeserializeOwned>(frame: &[u8]) -> Option<T> {
    #[derive(Deserialize)]
    struct Whole<T> {
        result: T,
    }
    let whole: Whole<T> = serde_json::from_slice(frame).ok()?;
    Some(whole.result)
}

/// Something that is written as an object: serde would also take a list of its fields.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

#[derive(Deserialize)]
struct Head {
    #[serde(default, deserialize_with = "present")]
    jsonrpc: Option<Scalar>,
    #[serde(default, deserialize_with = "present")]
    id: Option<Scalar>,
    #[serde(default, deserialize_with = "present")]
    method: Option<Scalar>,
    #[serde(default)]
    result: Option<IgnoredAny>,
    #[serde(default)]
    error: Option<IgnoredAny>,
}

/// A field that is there, even if it is null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Scalar>, D::Error> {
    Scalar::deserialize(deserializer).map(Some)
}

#[derive(Debug, PartialEq)]
enum Scalar {
    Number(Number),
    Text(String),
    Other,
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("anything")
    }

    fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar::Text(text.to_owned()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Scalar, E> {
        Ok(Number::from_f64(number).map_or(Scalar::Other, Scalar::Number))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Scalar, E> {
        Ok(Scalar::Other)
    }

    fn visit_unit<E>(self) -> Result<Scalar, E> {
        Ok(Scalar::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Scalar, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_problem(frame: &str, code: i32, id: Option<Id>) {
        let problem = read(frame.as_bytes()).expect_err(frame);
        assert_eq!((problem.code, problem.id), (code, id), "{frame}");
    }

    #[test]
    fn messages_are_told_apart() {
        let (one, method) = (Id::Number(1.into()), "ping".to_owned());
        for (frame, expected) in [
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, Message::Request { id: one.clone(), method }),
            (r#"{"jsonrpc":"2.0","method":"a"}"#, Message::Notification { method: "a".to_owned() }),
            (r#"{"jsonrpc":"2.0","id":1,"result":{"x":[1]}}"#, Message::Response { id: one.clone() }),
            (r#"{"jsonrpc":"2.0","id":1,"error":{}}"#, Message::Response { id: one }),
        ] {
            assert_eq!(read(frame.as_bytes()), Ok(expected), "{frame}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_to_the_right_request() {
        let one = Some(Id::Number(1.into()));
        for frame in ["{", "", "nul", "7x", "{\"a\":1}x", "\u{feff}{}", &"[".repeat(10_000)] {
            check_problem(frame, PARSE_ERROR, None);
        }
        for frame in
            [r#"["2.0",1,"ping"]"#, "5", "\"x\"", "null", "{}", r#"{"jsonrpc":"2.0","id":null,"method":"x"}"#]
        {
            check_problem(frame, INVALID_REQUEST, None);
        }
        for id in ["[1]", "1.5", "18446744073709551616", "-9223372036854775809"] {
            let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x"}}"#);
            check_problem(&frame, INVALID_REQUEST, None);
        }
        for frame in [
            r#"{"jsonrpc":"1.0","id":1,"method":"x"}"#,
            r#"{"id":1,"method":"x"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":{"a":[]}}"#,
            r#"{"jsonrpc":"2.0","id":1}"#,
        ] {
            check_problem(frame, INVALID_REQUEST, one.clone());
        }
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            let _ = read(&bytes);
            let _ = unbatch(&bytes);
        }
    }
}
