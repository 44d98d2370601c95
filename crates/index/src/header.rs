//! The comment that opens a file: it says what the file is for.

use crate::language::Language;

/// Bytes at the start of a file in which its opening comment is looked for.
const HEADER_BYTES_MAX: usize = 4_000;

/// Where the comment that opens the file lies, in bytes; what stands up to a licence is left out.
pub fn span(text: &[u8], language: Option<&'static Language>) -> (usize, usize) {
    let Some(language) = language else { return (0, 0) };
    let mut position = 0;
    let mut start = 0;
    let mut quote: Option<&[u8]> = None;
    while position < text.len().min(HEADER_BYTES_MAX) {
        let rest = &text[position..];
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = rest[..length].trim_ascii();
        let opens = [&b"\"\"\""[..], b"'''", b"/*", b"@moduledoc"]
            .into_iter()
            .find(|opening| line.starts_with(opening));
        match (quote, opens) {
            (Some(open), _) => {
                if ends_quote(line, open) {
                    quote = None;
                }
            }
            (None, Some(open)) => {
                let rest_of_line = &line[open.len()..];
                if !ends_quote(rest_of_line, open) {
                    quote = Some(open);
                }
            }
            (None, None) if is_header_line(line, language) => {}
            (None, None) => break,
        }
        position += length + 1;
        if is_licence(line) {
            start = position;
        }
    }
    (start, position.min(text.len()))
}

fn ends_quote(line: &[u8], open: &[u8]) -> bool {
    let close: &[u8] = match open {
        b"/*" => b"*/",
        b"@moduledoc" => b"\"\"\"",
        quotes => quotes,
    };
    memchr::memmem::find(line, close).is_some()
        && !(open == b"@moduledoc" && line.ends_with(b"\"\"\"") && line.len() > 3)
}

fn is_header_line(line: &[u8], language: &Language) -> bool {
    if line.is_empty()
        || line.starts_with(b"#!")
        || line.starts_with(b"<?php")
        || line.starts_with(b"defmodule")
    {
        return true;
    }
    language.comment.starts_comment(line)
}

fn is_licence(line: &[u8]) -> bool {
    [&b"opyright"[..], b"icense", b"icence", b"SPDX", b"WARRANT", b"LIABILITY", b"AUTHORS"]
        .iter()
        .any(|word| memchr::memmem::find(line, word).is_some())
}
