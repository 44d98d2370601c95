//! What no format has: `path.ext:12` anywhere in a line, `path.ext, line 12`, links to a line of a file.

use foreword_model::limits::TRACE_LINE_MENTIONS;
use foreword_text::han;

use super::builder::Builder;
use super::diagnostics::family_of;
use super::lines::Line;
use super::scan::{is_source_path, number};
use super::{Frame, FrameKind};

/// Characters that end a path in running text.
const ENDS: [char; 16] = ['"', '\'', '`', '(', ')', '[', ']', '<', '>', '{', '}', '|', ',', ';', '=', '*'];

/// Notes the places that a line mentions. It never takes the line: a mention does not continue a stack.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    scan(&line.text, builder);
    false
}

/// Notes the places that a text mentions.
pub(super) fn scan(text: &str, builder: &mut Builder) {
    links(text, builder);
    colons(text, builder);
    lines(text, builder);
    chinese_lines(text, builder);
    babel(text, builder);
}

/// `https://github.com/o/r/blob/<ref>/path/x.py#L12-L20`.
fn links(text: &str, builder: &mut Builder) {
    for at in memchr::memmem::find_iter(text.as_bytes(), b"/blob/").take(TRACE_LINE_MENTIONS) {
        let after = &text[at + "/blob/".len()..];
        let end = after.find(is_end).unwrap_or(after.len());
        let Some((path, anchor)) = after[..end].split_once('#') else { continue };
        let Some((_, path)) = path.split_once('/') else { continue };
        let anchor = anchor.trim_start_matches(['L', 'l']).trim_start_matches("ines-");
        let repository = text[..at].trim_end_matches("/-").rsplit('/').next().unwrap_or("");
        if let Some((line, _)) = number(anchor) {
            let package = (!repository.is_empty()).then(|| repository.to_owned());
            builder.place(FrameKind::Mention, Frame { package, ..Frame::at(family_of(path), path, line) });
        }
    }
}

/// `path.ext:12`.
fn colons(text: &str, builder: &mut Builder) {
    let mut found = 0;
    for at in memchr::memchr_iter(b':', text.as_bytes()) {
        let Some((line, _)) = number(&text[at + 1..]) else { continue };
        let path = last_word(&text[..at]);
        if is_source_path(path) && line > 0 {
            builder.place(FrameKind::Mention, Frame::at(family_of(path), path, line));
            found += 1;
        }
        if found >= TRACE_LINE_MENTIONS {
            break;
        }
    }
}

/// `path.ext, line 12`, `path.ext on line 12`, `line 12 of path.ext`.
fn lines(text: &str, builder: &mut Builder) {
    for at in memchr::memmem::find_iter(text.as_bytes(), b"ine ").take(TRACE_LINE_MENTIONS) {
        let Some(before) = text[..at].strip_suffix(['l', 'L']) else { continue };
        let Some((line, after)) = number(&text[at + "ine ".len()..]) else { continue };
        let before = before.trim_end_matches([' ', ',', ':']);
        let before = before.strip_suffix(" on").or_else(|| before.strip_suffix(" at")).unwrap_or(before);
        let path = last_word(before.trim_end_matches(ENDS).trim_end());
        let path = if is_source_path(path) { path } else { word_behind(after) };
        if is_source_path(path) && line > 0 {
            builder.place(FrameKind::Mention, Frame::at(family_of(path), path, line));
        }
    }
}

/// `path.ext 第 12 行`, `path.ext的第12行`.
fn chinese_lines(text: &str, builder: &mut Builder) {
    for at in memchr::memmem::find_iter(text.as_bytes(), "第".as_bytes()).take(TRACE_LINE_MENTIONS) {
        let Some((line, after)) = number(text[at + "第".len()..].trim_start()) else { continue };
        let path = last_word(text[..at].trim_end_matches(is_end));
        if after.trim_start().starts_with('行') && is_source_path(path) && line > 0 {
            builder.place(FrameKind::Mention, Frame::at(family_of(path), path, line));
        }
    }
}

/// `/p/x.js: Unexpected token (12:3)`.
fn babel(text: &str, builder: &mut Builder) {
    let Some((before, numbers)) = text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) else {
        return;
    };
    let Some((line, rest)) = number(numbers) else { return };
    let Some(path) = before.split_once(": ").map(|(path, _)| path) else { return };
    if rest.strip_prefix(':').and_then(number).is_some_and(|(_, rest)| rest.is_empty())
        && is_source_path(path)
    {
        builder.place(FrameKind::Mention, Frame::at(family_of(path), path, line));
    }
}

/// The path that a text ends with.
fn last_word(text: &str) -> &str {
    let start = text.rfind(is_end);
    start.map_or(text, |at| &text[at..]).trim_start_matches(is_end)
}

/// Whether a path ends here. Chinese stands next to it without a blank; a folder that is named in Chinese is cut off, and the
/// rest of the path still leads to the file.
fn is_end(letter: char) -> bool {
    let is_wide_mark = matches!(letter, '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' | '“' | '”');
    letter.is_whitespace() || ENDS.contains(&letter) || is_wide_mark || han::is_han(letter)
}

/// The path behind ` of ` or ` in `.
fn word_behind(text: &str) -> &str {
    let Some(rest) = text.strip_prefix(" of ").or_else(|| text.strip_prefix(" in ")) else { return "" };
    let rest = rest.trim_start_matches("the file ").trim_start_matches("file ").trim_start_matches(ENDS);
    let end = rest.find(is_end).unwrap_or(rest.len());
    rest[..end].trim_end_matches(['.', ':', '?'])
}
