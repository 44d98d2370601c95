//! Values by the name that they are given: `password = "…"`, `API_KEY: …`, `--token …`, `<token>…</token>`, a cell after
//! a cell. A name says how much its value must prove.
//!
//! Looks at a bounded stretch around a keyword, so that a hostile text costs no more than its length.

use std::ops::Range;

use memchr::memmem;

use super::expression::{self, Literal, Part};
use super::keywords::Clue;
use super::slot::{self, Link, Slot};
use super::{Found, Mask, chance, letters, lines, markup, names, nearby, sections, tables, value};

/// What names above have read below themselves, so that names in it do not read it again.
#[derive(Default)]
pub(super) struct Read {
    section_until: usize,
    table: tables::Read,
}

/// Judges what stands after a name, or before it in a comparison. Answers how far it looked.
pub(super) fn consider(
    text: &str,
    clue: Clue,
    (start, end): (usize, usize),
    read: &mut Read,
    found: &mut Vec<Found>,
) -> usize {
    let Some(name) = names::judge(text, clue, start, end) else { return end };
    let slot = slot::after(text.as_bytes(), name.end).or_else(|| slot::default_of(text, name.end));
    let after = slot.map(|slot| (slot.value(text), slot));
    let reached = after.as_ref().map_or(end, |(value, slot)| slot.start + value.len());
    let mut mask = |start: usize, value: &str| {
        found.push(Found { start, end: start + value.len(), mask: Mask::Typed(name.kind()) });
    };
    if let Some((value, slot)) = after
        && is_secret(text, name, &slot, value)
    {
        mask(slot.start, value);
    } else if let Some(start) = slot::compared_before(text, name.start) {
        let value = slot::quoted_at(text, start);
        if is_acceptable(value) && is_password(value) {
            mask(start, value);
        }
    } else if let Some((value, slot)) = after
        && slot.link == Link::Assigned
        && let Some(start) = slot::instead_of(text, slot.start, value)
    {
        let value = slot::quoted_at(text, start);
        let is_likely = is_chance(value) || (name.is_password && is_password(value));
        if is_acceptable(value) && is_likely && !value::is_expression(value) {
            mask(start, value);
        }
    }
    let reached = reached.max(in_expression(text, name, found));
    in_markup(text, name, found);
    if name.start >= read.section_until {
        read.section_until = sections::below(text, name, found);
    }
    tables::below(text, name, &mut read.table, found);
    tables::beside(text, name, found);
    if let Some(start) = lines::in_sentence(text, name.end, name.is_password) {
        sentence_word(text, name, start, found);
    }
    if let Some(place) = lines::whole_word(text, name.start, name.end) {
        line_word(text, name, place, found);
    }
    if let Some(slot) = slot.filter(|slot| slot.quote.is_none()) {
        strong_word(text, name, slot.start, found);
    }
    reached
}

/// Judges the strings of the expression that a name is given, or of the arguments that a call with its name has.
/// Answers how far it looked.
fn in_expression(text: &str, name: names::Name, found: &mut Vec<Found>) -> usize {
    let mut reached = name.end;
    let mut judge = |literal: Literal| {
        reached = reached.max(literal.end);
        consider_literal(text, name, literal, found);
    };
    expression::in_log(text, name.end).into_iter().for_each(&mut judge);
    expression::default_argument(text, name.end).into_iter().for_each(&mut judge);
    sections::described(text, name).into_iter().for_each(&mut judge);
    expression::returned(text, name.start, name.end).into_iter().for_each(&mut judge);
    if let Some(start) = expression::body(text, name.start, name.end) {
        expression::choices(text, start, &mut judge);
    }
    nearby::strings(text, name, &mut judge);
    if text.as_bytes().get(name.end) == Some(&b'(') {
        expression::arguments_of_call(text, name.end, &mut judge);
    } else if text.as_bytes()[..name.end].ends_with(b"basic_auth") {
        expression::element(text, name.end, 1).into_iter().for_each(&mut judge);
    } else if let Some((start, index)) = expression::of_several(text, name.start, name.end) {
        expression::element(text, start, index).into_iter().for_each(&mut judge);
    } else if let Some(start) = expression::start(text, name.end) {
        expression::literals(text, start, &mut judge);
        expression::choices(text, start, &mut judge);
    }
    reached
}

/// Judges the text of the element that a name announces, and the value that stands before it.
fn in_markup(text: &str, name: names::Name, found: &mut Vec<Found>) {
    let element = markup::text_of_element(text, name.start, name.end);
    // Forms are full of tokens that are good for one request.
    let field = markup::value_of_field(text, name.start, name.end).filter(|_| name.is_password);
    let before = markup::value_before(text, name.start);
    let beside = markup::text_beside(text, name.end);
    for literal in [element, field, before, beside].into_iter().flatten() {
        consider_literal(text, name, literal, found);
    }
}

fn consider_literal(text: &str, name: names::Name, literal: Literal, found: &mut Vec<Found>) {
    if is_secret_string(name, literal.part, &text[literal.start..literal.end]) {
        found.push(Found { start: literal.start, end: literal.end, mask: Mask::Typed(name.kind()) });
    }
}

/// Judges a word without quotes that a program made as a password: it may hold signs that end other values.
fn strong_word(text: &str, name: names::Name, start: usize, found: &mut Vec<Found>) {
    let word = word_at(text, start);
    if value::is_strong(word) && is_acceptable(word) {
        found.push(Found { start, end: start + word.len(), mask: Mask::Typed(name.kind()) });
    }
}

/// Judges the word that is all that a line has behind a name: it may hold any sign.
fn line_word(text: &str, name: names::Name, place: Range<usize>, found: &mut Vec<Found>) {
    let word = &text[place.clone()];
    if chance::is_mixed(word) && is_acceptable(word) {
        found.push(Found { start: place.start, end: place.end, mask: Mask::Typed(name.kind()) });
    }
}

/// Judges the word that a sentence says to be the value of a name: any other word may stand there.
fn sentence_word(text: &str, name: names::Name, start: usize, found: &mut Vec<Found>) {
    let word = word_at(text, start);
    let is_code = is_code(word) || word.contains("::");
    if is_acceptable(word) && !is_code && (is_chance(word) || value::is_strong(word)) {
        found.push(Found { start, end: start + word.len(), mask: Mask::Typed(name.kind()) });
    }
}

/// The word at a place, up to a blank, without what ends a statement or an entry.
pub(super) fn word_at(text: &str, start: usize) -> &str {
    const WORD_BYTES: usize = 129;
    let rest = text.get(start..).unwrap_or_default();
    let is_part = |byte: &u8| byte.is_ascii_graphic() && !b"\"'`<>\\".contains(byte);
    let word = &rest[..rest.bytes().take(WORD_BYTES).take_while(is_part).count()];
    word.trim_end_matches([';', ',', '.', ':', '}', ')', ']', '|'])
}

/// Whether a string of an expression is a secret. One that may be anything else must be made of chance.
fn is_secret_string(name: names::Name, part: Part, value: &str) -> bool {
    const LETTERS_MIN: usize = 16;
    if !is_acceptable(value)
        || (name.is_identity && value::is_uuid(value.as_bytes()))
        || (is_code(value) && value.contains('.'))
        || value.contains("{{")
        || value::is_series(value)
        || (part == Part::Element && is_of_anything(value))
    {
        return false;
    }
    match (part, name.is_password) {
        (Part::Whole, true) => is_password(value),
        (Part::Whole, false) => is_chance(value) || value::is_wild(value) || value::is_strong(value),
        (Part::Element, true) => is_chance(value) || value::is_strong(value),
        (Part::Element, false) if name.is_login => is_chance(value) || value::is_strong(value),
        (Part::Element, false) => {
            value::is_plainly_random(value)
                || value::is_strong(value)
                || chance::is_mixed(value)
                || chance::is_grouped(value)
                || (value.len() >= LETTERS_MIN && letters::are_no_words(value))
        }
    }
}

/// Whether a value is made of chance, be it of letters alone.
pub(super) fn is_chance(value: &str) -> bool {
    value::is_random(value)
        || letters::are_no_words(value)
        || chance::is_mixed(value)
        || chance::is_grouped(value)
}

/// Whether a string is a secret that only its neighbours speak of: an argument of a call, a value below a title. A weak
/// password counts where nothing but passwords stand.
pub(super) fn is_secret_of(value: &str, is_password_alone: bool) -> bool {
    let is_code = value.contains("{{") || (is_code(value) && value.contains(['.', '(', ':']));
    let is_path = value.starts_with(['/', '.', '~']) && !chance::is_mixed(value);
    let is_other = is_code || is_path || value::is_series(value) || is_of_anything(value);
    is_acceptable(value)
        && !is_other
        && (is_chance(value) || value::is_strong(value) || (is_password_alone && is_password(value)))
}

/// Whether a value reads as code, and its names are names.
fn is_code(value: &str) -> bool {
    value::is_expression(value) && !chance::is_mixed(value)
}

/// Whether a value is the digest of a file, a number or a UUID: what a list under any name may hold.
fn is_of_anything(value: &str) -> bool {
    let is_named = ["sha1", "sha256", "sha384", "sha512", "md5"]
        .iter()
        .any(|name| value.strip_prefix(name).is_some_and(|rest| rest.starts_with(['-', ':', '='])));
    is_named || value::is_uuid(value.as_bytes()) || !value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Whether the value of a name may stand on the next line, behind a marker: `rest` follows a keyword of the name.
pub(super) fn may_go_on(rest: &[u8]) -> bool {
    const SIGNS_BYTES: usize = 16;
    const VALUE_BYTES: usize = 40;
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let rest = &rest[name..];
    let signs =
        rest.iter().take(SIGNS_BYTES).take_while(|byte| !byte.is_ascii_alphanumeric() && **byte != b'\n');
    let line_end = signs.count();
    if rest.get(line_end) != Some(&b'\n') {
        return false;
    }
    let next = &rest[line_end + 1..rest.len().min(line_end + 1 + VALUE_BYTES)];
    rest[..line_end].iter().any(|sign| b":=\"'`".contains(sign)) || memmem::find(next, b"value").is_some()
}

fn is_secret(text: &str, name: names::Name, slot: &Slot, value: &str) -> bool {
    if !is_acceptable(value) || (name.is_identity && value::is_uuid(value.as_bytes())) {
        return false;
    }
    let is_quoted = slot.quote.is_some();
    if name.is_auth && slot.link == Link::Assigned && value::is_encoded_pair(value) {
        return true;
    }
    let goes_on =
        text.as_bytes().get(slot.start + value.len()).is_some_and(|byte| matches!(byte, b'(' | b'['));
    // Without quotes, code with digits in its names is no rarer than chance; what a whole line holds is judged by itself.
    let is_code_here = if is_quoted { is_code(value) } else { value::is_expression(value) };
    let is_call = goes_on || (is_code_here && value.contains('('));
    if text[slot.start + value.len()..].starts_with("...") {
        return false;
    }
    let is_path = is_code_here && !value::is_plainly_random(value);
    let is_code = is_call || is_path || (slot.link != Link::Assigned && !is_token_text(value));
    let is_quoted_path = is_quoted && is_path && value.contains('.');
    if (!is_quoted && is_code) || is_quoted_path {
        return false;
    }
    match (slot.link, name.is_password) {
        (Link::Near, true) if !is_quoted && (name.is_option || is_in_netrc(text, name.start)) => {
            is_bare_password(value)
        }
        (Link::Near, false) if name.is_option => {
            (is_chance(value) || value::is_strong(value)) && !is_key_id(value)
        }
        (Link::Near, true) if is_quoted => is_password(value) && !is_call,
        (Link::Near, true) => {
            value::is_random(value) || letters::are_no_words(value) || value::is_strong(value)
        }
        (Link::Near, false) => {
            value::is_plainly_random(value)
                || letters::are_no_words(value)
                || (is_quoted && value::is_strong(value))
        }
        (Link::Listed, _) if !is_quoted => value::is_plainly_random(value),
        (Link::Listed, false) => {
            value::is_random(value)
                || value::is_wild(value)
                || value::is_strong(value)
                || (letters::are_no_words(value) && is_first_argument(text, name.start))
        }
        (Link::Assigned, false) => {
            let is_signed = value::is_wild(value) || value::is_strong(value);
            is_chance(value) || (is_signed && (is_quoted || is_no_code(value)))
        }
        (Link::Listed, true) => {
            is_chance(value) || (is_quoted && (value::is_wild(value) || value::is_strong(value)))
        }
        (Link::Assigned, true) if is_quoted => is_password(value),
        (Link::Assigned, true) => is_bare_password(value),
    }
}

/// Whether a name begins the first argument of a call, whose second is its value: `setItem("api.token", "…")`.
fn is_first_argument(text: &str, name_start: usize) -> bool {
    const PREFIX_BYTES: usize = 48;
    let head = &text.as_bytes()[..name_start];
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-:/".contains(byte);
    let prefix = head.iter().rev().take(PREFIX_BYTES).take_while(is_part).count();
    let before = &head[..head.len() - prefix];
    let before = before.strip_suffix(b"\"").or_else(|| before.strip_suffix(b"'")).unwrap_or(before);
    before.ends_with(b"(") || before.ends_with(b"{")
}

/// Whether a value is the short number of a public key, as options of `gpg` take it.
fn is_key_id(value: &str) -> bool {
    const DIGITS: usize = 8;
    let digits = value.strip_prefix("0x").unwrap_or(value);
    digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a name stands where `.netrc` has it: `machine host login user password …`, on one line or on several.
fn is_in_netrc(text: &str, name_start: usize) -> bool {
    const REACH: usize = 256;
    const WORDS: usize = 6;
    let head = &text.as_bytes()[name_start.saturating_sub(REACH)..name_start];
    let words = head.rsplit(u8::is_ascii_whitespace);
    // What is no word marks a line.
    let mut words = words.filter(|word| word.iter().any(u8::is_ascii_alphanumeric)).take(WORDS).skip(1);
    words.next() == Some(b"login") && words.any(|word| word == b"machine" || word == b"default")
}

/// Whether a value can be a password where only its place says so, and nothing quotes it.
pub(super) fn is_bare_secret(value: &str) -> bool {
    is_acceptable(value) && ((is_token_text(value) && is_bare_password(value)) || value::is_strong(value))
}

/// Whether a value has the letters of a token alone, and no bracket of code.
fn is_token_text(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-+/=.~:%@!$#*^".contains(&byte))
}

/// Whether a value can be one at all: long enough, no sentence, no address, no reference, no stand-in.
fn is_acceptable(value: &str) -> bool {
    const BYTES_MIN: usize = 6;
    value.len() >= BYTES_MIN
        && !value.bytes().any(|byte| byte.is_ascii_whitespace())
        && !has_tag(value)
        && !value.contains("://")
        && !value::is_reference(value)
        && !value::is_stand_in(value)
        && !value::is_address(value)
}

/// Whether a value holds a tag, or the beginning of one.
fn has_tag(value: &str) -> bool {
    value.contains('<') && (value.contains("</") || value.contains('>') || !chance::is_mixed(value))
}

/// A password in quotes: letters with digits or signs among them.
pub(super) fn is_password(value: &str) -> bool {
    let is_sign =
        |byte: u8| byte.is_ascii_punctuation() && !matches!(byte, b'-' | b'_' | b'.' | b'/' | b':' | b',');
    let has_letter = value.bytes().any(|byte| byte.is_ascii_alphabetic());
    let has_more = value.bytes().any(|byte| byte.is_ascii_digit() || is_sign(byte) || !byte.is_ascii());
    (has_letter && has_more && !is_name_like(value)) || is_chance(value) || value::is_wild(value)
}

/// A password without quotes, which code could be just as well.
fn is_bare_password(value: &str) -> bool {
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let has_letter = value.bytes().any(|byte| byte.is_ascii_alphabetic());
    let starts_well = value.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let is_bracketed = value.contains(['(', '[', '{', ')', ']', '}']);
    (has_digit && has_letter && starts_well && !is_bracketed && !is_name_like(value))
        || is_chance(value)
        || (value::is_wild(value) && is_no_code(value))
}

/// Whether a value does not begin as code does: with a name and a sign that calls or reaches into it.
fn is_no_code(value: &str) -> bool {
    let name = value.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    name > 0 && !value[name..].starts_with(['(', '[', '.', ':', '!', '?', '-', '<', ')', ',', '>'])
}

/// Whether a value is itself the name of such a thing (`password2`, `db_password_1`), a version or a format.
fn is_name_like(value: &str) -> bool {
    const NAMES: [&str; 8] = ["pass", "pwd", "secret", "token", "key", "auth", "user", "cred"];
    let folded = value.to_ascii_lowercase();
    let is_plain =
        value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'$'));
    let letters: &str = folded.trim_end_matches(|character: char| !character.is_ascii_alphabetic());
    let has_few_digits = !letters.bytes().any(|byte| byte.is_ascii_digit());
    let parts = || {
        folded.split(['-', '_', '.']).map(|part| part.trim_end_matches(|digit: char| digit.is_ascii_digit()))
    };
    let is_series =
        parts().count() > 2 && parts().all(|part| part.bytes().all(|byte| byte.is_ascii_alphabetic()));
    is_plain
        && (is_series
            || has_few_digits
                && (NAMES.iter().any(|name| folded.contains(name)) || letters.contains(['-', '_', '.'])))
}
