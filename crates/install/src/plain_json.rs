//! A JSON file that its client refuses: Claude Code reads neither comments nor a comma behind the last entry, and then nothing in
//! the file is in effect. Which place that is, and the text without it.

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::de::IgnoredAny;

use crate::document::{Problem, keeping_mark, unmarked};
use crate::settings_json;

/// The first place that is no plain JSON, of a text that can be read with comments.
pub fn refused_at(text: &str) -> Option<Problem> {
    let text = unmarked(text);
    let said = serde_json::from_str::<IgnoredAny>(text).err().filter(|_| !text.trim().is_empty())?;
    let strict =
        ParseOptions { allow_comments: false, allow_trailing_commas: false, ..settings_json::options() };
    Some(match parse_to_ast(text, &CollectOptions::default(), &strict) {
        Err(error) => Problem {
            line: error.line_display(),
            column: error.column_display(),
            what: "a comment, or a comma behind the last entry".to_owned(),
        },
        Ok(_) => Problem { line: said.line(), column: said.column(), what: "no plain JSON".to_owned() },
    })
}

/// The text without comments and without commas behind the last entry; all else as it was.
pub fn plain(text: &str) -> String {
    let plain: Result<String, std::convert::Infallible> =
        keeping_mark(text, |text| Ok(without_last_commas(&without_comments(text))));
    plain.unwrap_or_default()
}

/// Lines that are nothing but a comment go whole.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let length = match from.as_bytes() {
            [b'/', b'/', ..] => {
                let line = from.find('\n').unwrap_or(from.len());
                if from[..line].ends_with('\r') { line - 1 } else { line }
            }
            [b'/', b'*', ..] => from[2..].find("*/").map_or(from.len(), |end| end + 4),
            _ => {
                let kept = if from.starts_with('"') { string_length(from) } else { 1 };
                out.push_str(&from[..kept]);
                rest = &from[kept..];
                continue;
            }
        };
        rest = &from[length..];
        let line_start = out.rfind('\n').map_or(0, |at| at + 1);
        let line_end = rest.find('\n');
        let is_alone =
            out[line_start..].trim().is_empty() && rest[..line_end.unwrap_or(rest.len())].trim().is_empty();
        if is_alone {
            out.truncate(line_start);
            rest = line_end.map_or("", |end| &rest[end + 1..]);
        } else if rest[..line_end.unwrap_or(rest.len())].trim().is_empty() {
            out.truncate(out.trim_end_matches([' ', '\t']).len());
        }
    }
    out.push_str(rest);
    out
}

fn without_last_commas(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', ',']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let kept = match from.strip_prefix(',') {
            Some(after) if after.trim_start().starts_with(['}', ']']) => {
                rest = after;
                continue;
            }
            Some(_) => 1,
            None => string_length(from),
        };
        out.push_str(&from[..kept]);
        rest = &from[kept..];
    }
    out.push_str(rest);
    out
}

/// Bytes of the string that a text begins with, quotes and all.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, place: Option<&str>, expected: &str) {
        let found = refused_at(text).map(|problem| format!("{}:{}", problem.line, problem.column));
        assert_eq!(found.as_deref(), place, "{text}");
        assert_eq!(plain(text), expected, "{text}");
        assert_eq!(refused_at(&plain(text)), None, "{text}");
    }

    #[test]
    fn comments_and_last_commas_go_and_nothing_else() {
        check("{}\n", None, "{}\n");
        check("{\n  // mine\n  \"a\": 1\n}\n", Some("2:3"), "{\n  \"a\": 1\n}\n");
        check("{\n  \"a\": 1, // why\n  \"b\": 2\n}\n", Some("2:11"), "{\n  \"a\": 1,\n  \"b\": 2\n}\n");
        check("{\"a\": /* x */ 1}", Some("1:7"), "{\"a\":  1}");
        check("/* a\n b */\n{}", Some("1:1"), "{}");
        check("{\n  \"a\": [1, 2,],\n}\n", Some("2:13"), "{\n  \"a\": [1, 2]\n}\n");
        check("{\"a\": \"// no, }\", \"b\": \"\\\"/*\"}", None, "{\"a\": \"// no, }\", \"b\": \"\\\"/*\"}");
        check("\u{feff}{\r\n  // x\r\n}\r\n", Some("2:3"), "\u{feff}{\r\n}\r\n");
        check("/*//\n mine\n//*/\n{}", Some("1:1"), "{}");
        check("{\r\n  \"a\": 1 // why\r\n}", Some("2:10"), "{\r\n  \"a\": 1\r\n}");
        assert!(refused_at("{\"a\": \"\t\"}").is_some() && refused_at("").is_none());
        check("{\n  \"a\": 1, // last\n}\n", Some("2:11"), "{\n  \"a\": 1\n}\n");
    }

    proptest! {
        #[test]
        fn plain_json_stays_as_it_is(keys in prop::collection::vec("[a-z/*,\"\\\\ ]{0,6}", 0..6)) {
            let value: serde_json::Map<String, serde_json::Value> =
                keys.iter().map(|key| (key.clone(), serde_json::json!([key, 1]))).collect();
            let text = serde_json::to_string_pretty(&value).unwrap();
            prop_assert_eq!(plain(&text), text);
        }

        #[test]
        fn any_text_is_taken(text in "[{}\\[\\],\"/*a\\\\\n :é]{0,40}") {
            plain(&text);
        }
    }
}
