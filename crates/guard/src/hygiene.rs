//! Removes what must never reach a model or a terminal: control characters, escape sequences, and
//! characters that cannot be seen or that turn the reading direction. What a font may draw as it likes is written out.
//!
//! Works on characters alone and knows nothing of what the text says.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use foreword_text::han::is_common_han;

/// Looks like a space, and is none to a program.
const BRAILLE_BLANK: char = '\u{2800}';

/// Text without control, escape, invisible and bidirectional characters; `\n` and `\t` stay. Characters for private use
/// are written out (`\u{e0a0}`).
///
/// Every other line end becomes `\n`, so that no line is hidden behind a carriage return.
pub fn clean(text: &str) -> Cow<'_, str> {
    match first_unclean(text) {
        None => Cow::Borrowed(text),
        Some(at) => Cow::Owned(rebuild(text, at)),
    }
}

/// The same on one line: each run of line ends and tabs becomes a space.
pub fn one_line(text: &str) -> Cow<'_, str> {
    let cleaned = clean(text);
    if !cleaned.bytes().any(|byte| matches!(byte, b'\n' | b'\t')) {
        return cleaned;
    }
    let mut line = String::with_capacity(cleaned.len());
    let mut in_gap = false;
    for character in cleaned.chars() {
        let is_gap = matches!(character, '\n' | '\t');
        if !is_gap {
            line.push(character);
        } else if !in_gap {
            line.push(' ');
        }
        in_gap = is_gap;
    }
    // A selector whose base was a line end has lost it.
    Cow::Owned(clean(&line).into_owned())
}

/// Whether a character shows nothing, shows what only one font knows, or changes how others are shown: a control other
/// than `\n` and `\t`, a character that Unicode tells renderers to ignore, a blank that is no space, a noncharacter, one
/// for private use. Emoji and text selectors are not counted: after a symbol they stay, see [`takes_selector`].
pub fn is_hidden(character: char) -> bool {
    let is_common = matches!(character, ' '..='~') || is_common_han(character);
    !is_common
        && (matches!(character,
        '\0'..='\u{8}' | '\u{B}'..='\u{1F}' | '\u{7F}'..='\u{9F}'
        | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | BRAILLE_BLANK | '\u{3164}' | '\u{FDD0}'..='\u{FDEF}' | '\u{FE00}'..='\u{FE0D}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1107F}' | '\u{13430}'..='\u{1345F}' | '\u{16FE4}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D159}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
            || is_last_of_plane(character)
            || is_private(character))
}

/// The two noncharacters that every plane ends with.
fn is_last_of_plane(character: char) -> bool {
    u32::from(character) & 0xFFFE == 0xFFFE
}

/// What a font may draw as it likes: icons, or nothing.
fn is_private(character: char) -> bool {
    matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}')
}

/// Whether a character chooses between the looks of the symbol before it.
pub(crate) fn is_selector(character: char) -> bool {
    matches!(character, '\u{FE0E}' | '\u{FE0F}')
}

/// Whether a character has two looks, in colour and as text. Blocks of symbols count as a whole: editors put selectors
/// after `✓` too.
pub(crate) fn takes_selector(character: char) -> bool {
    matches!(character,
        '©' | '®' | '‼' | '⁉' | '\u{2100}'..='\u{214F}' | '\u{2190}'..='\u{23FF}' | '\u{2460}'..='\u{27BF}'
        | '\u{2900}'..='\u{297F}' | '\u{2B00}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}'
        | '\u{1F000}'..='\u{1FAFF}')
}

/// A selector belongs to a symbol right before it, or stands inside a keycap: `1`, the selector, the cap.
fn keeps_selector(before: Option<char>, after: Option<char>) -> bool {
    let is_keycap = || matches!(before, Some('0'..='9' | '#' | '*')) && after == Some('\u{20E3}');
    before.is_some_and(takes_selector) || is_keycap()
}

fn first_unclean(text: &str) -> Option<usize> {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    let mut at = 0;
    loop {
        // Plain ASCII is passed over byte by byte; anything else is looked at as a character.
        at += text.as_bytes()[at..].iter().position(|byte| !is_plain(*byte))?;
        let mut rest = text[at..].chars();
        let character = rest.next()?;
        let is_lone_selector =
            is_selector(character) && !keeps_selector(text[..at].chars().next_back(), rest.next());
        if is_hidden(character) || is_lone_selector {
            return Some(at);
        }
        at += character.len_utf8();
    }
}

fn rebuild(text: &str, clean_until: usize) -> String {
    let mut kept = String::with_capacity(text.len());
    kept.push_str(&text[..clean_until]);
    let mut rest = text[clean_until..].chars();
    while let Some(character) = rest.next() {
        match character {
            '\r' if rest.as_str().starts_with('\n') => {}
            '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => kept.push('\n'),
            '\u{1B}' => skip_escape(&mut rest),
            '\u{9B}' => skip_control_sequence(&mut rest),
            '\u{90}' | '\u{98}' | '\u{9D}'..='\u{9F}' => skip_control_string(&mut rest),
            // Drawings in braille keep their columns.
            BRAILLE_BLANK => kept.push(' '),
            // Style sheets and themes name icons by them: which one it was can still be read.
            _ if is_private(character) => kept.push_str(&format!(r"\u{{{:x}}}", u32::from(character))),
            _ if is_hidden(character) => {}
            _ if is_selector(character) && !keeps_selector(kept.chars().next_back(), rest.clone().next()) => {
            }
            _ => kept.push(character),
        }
    }
    kept
}

/// After ESC: a control sequence, a control string, or a short escape.
fn skip_escape(rest: &mut std::str::Chars<'_>) {
    match rest.clone().next() {
        Some('[') => {
            rest.next();
            skip_control_sequence(rest);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            rest.next();
            skip_control_string(rest);
        }
        Some(' '..='/') => {
            skip_while(rest, |character| matches!(character, ' '..='/'));
            skip_one(rest, |character| matches!(character, '0'..='~'));
        }
        Some('0'..='~') => {
            rest.next();
        }
        _ => {}
    }
}

/// Parameters, intermediates and the final byte of a CSI sequence.
fn skip_control_sequence(rest: &mut std::str::Chars<'_>) {
    skip_while(rest, |character| matches!(character, '0'..='?'));
    skip_while(rest, |character| matches!(character, ' '..='/'));
    skip_one(rest, |character| matches!(character, '@'..='~'));
}

/// An OSC, DCS, SOS, PM or APC string up to its end; one that is never ended takes only its line.
fn skip_control_string(rest: &mut std::str::Chars<'_>) {
    skip_while(rest, |character| !matches!(character, '\u{7}' | '\u{1B}' | '\u{9C}' | '\n' | '\r'));
    if rest.as_str().starts_with("\u{1B}\\") {
        rest.next();
        rest.next();
    } else {
        skip_one(rest, |character| matches!(character, '\u{7}' | '\u{9C}'));
    }
}

fn skip_while(rest: &mut std::str::Chars<'_>, is_part: impl Fn(char) -> bool) {
    while rest.clone().next().is_some_and(&is_part) {
        rest.next();
    }
}

fn skip_one(rest: &mut std::str::Chars<'_>, is_part: impl Fn(char) -> bool) {
    if rest.clone().next().is_some_and(is_part) {
        rest.next();
    }
}
