//! Letters as they are meant: what imitates a plain letter becomes it, what cannot be seen goes.
//!
//! Works on characters, keeps every `\n`, and knows no words.

use std::borrow::Cow;
use std::sync::OnceLock;

use foreword_text::han::is_common_han;

use crate::hygiene;

use super::simplified::simplified;

/// Plain letters, simplified characters, nothing invisible; case and line ends stay.
pub(super) fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control() && byte != b'\n') {
        return Cow::Borrowed(text);
    }
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ' '..='~' | '\n' => folded.push(character),
            '\r' | '\t' => folded.push(' '),
            _ if is_common_han(character) => folded.push(simplified(character)),
            _ => match imitated(character) {
                Some(plain) => folded.push(plain),
                None if hygiene::is_hidden(character) || is_mark(character) => {}
                None => folded.push(character),
            },
        }
    }
    Cow::Owned(folded)
}

/// A mark that is drawn over the letter before it.
pub(super) fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// The plain character that another one imitates: full width, mathematical, enclosed, with accents,
/// Cyrillic, Greek, tag characters.
pub(crate) fn imitated(character: char) -> Option<char> {
    if character.is_ascii() || is_common_han(character) {
        return None;
    }
    let code = u32::from(character);
    let ascii = |code: u32| char::from_u32(code).filter(char::is_ascii);
    let letter = |offset: u32| ascii(u32::from(b'a') + offset % 26);
    match character {
        '\u{FF01}'..='\u{FF5E}' if !matches!(character, '，' | '：' | '；' | '！' | '？') => {
            ascii(code - 0xFEE0)
        }
        '\u{3000}' | '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' => Some(' '),
        '\u{E0020}'..='\u{E007E}' => ascii(code - 0xE0000),
        '\u{1D400}'..='\u{1D6A3}' => letter(code - 0x1D400),
        '\u{1D7CE}'..='\u{1D7FF}' => ascii(u32::from(b'0') + (code - 0x1D7CE) % 10),
        '\u{249C}'..='\u{24B5}' => letter(code - 0x249C),
        '\u{24B6}'..='\u{24E9}' => letter(code - 0x24B6),
        '\u{1F110}'..='\u{1F129}' => letter(code - 0x1F110),
        '\u{1F130}'..='\u{1F149}' => letter(code - 0x1F130),
        '\u{1F150}'..='\u{1F169}' => letter(code - 0x1F150),
        '\u{1F170}'..='\u{1F189}' => letter(code - 0x1F170),
        '\u{1F1E6}'..='\u{1F1FF}' => letter(code - 0x1F1E6),
        '\u{2018}' | '\u{2019}' | '\u{2BC}' => Some('\''),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        _ => look_alike(character),
    }
}

fn look_alike(character: char) -> Option<char> {
    static SORTED: OnceLock<Vec<(char, char)>> = OnceLock::new();
    let sorted = SORTED.get_or_init(|| {
        let pairs =
            LOOK_ALIKES.iter().flat_map(|(plain, others)| others.chars().map(|other| (other, *plain)));
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable();
        pairs
    });
    let found = sorted.binary_search_by_key(&character, |(other, _)| *other);
    found.ok().and_then(|index| sorted.get(index)).map(|(_, plain)| *plain)
}

/// Letters, each with those that look like it.
const LOOK_ALIKES: &[(char, &str)] = &[
    ('a', "аАαΑᴀɑàáâãäåāăąǎȧạảấầẩẫậắằẳẵặÀÁÂÃÄÅĀĂĄǍẠẢÅᵃª∀"),
    ('b', "вВβΒʙьЬƄᖯƀɓḃḅᵇ"),
    ('c', "сСϲϹᴄçćĉċčÇĆĈĊČⅽℂᶜ"),
    ('d', "ԁᴅđďḋḍĎĐⅾɗᵈ"),
    ('e', "еЕεΕёЁᴇèéêëēĕėęěẹẻẽếềểễệÈÉÊËĒĔĖĘĚẸẺẼ℮єɛᵉ"),
    ('f', "ғꜰƒϝḟᶠ"),
    ('g', "ɢɡĝğġģǧǵԍĜĞĠĢᵍ"),
    ('h', "һНΗʜĥħḣḥḧḩհʰ"),
    ('i', "іІιΙıɪìíîïĩīĭįİǐỉịÌÍÎÏĨĪĬĮⅰӏїЇⁱ"),
    ('j', "јЈᴊĵǰʲ"),
    ('k', "кКκΚᴋķĸǩḱḳƙᵏ"),
    ('l', "ʟĺļľŀłḷḹŁĹĻĽⅼӀˡ"),
    ('m', "мМΜᴍṁṃⅿḿᵐ"),
    ('n', "пΝηɴñńņňŉŋṅṇÑŃŅŇпⁿ"),
    ('o', "оОοΟᴏòóôõöøōŏőǒọỏốồổỗộớờởỡợơÒÓÔÕÖØŌŎŐƠº০օσᵒ"),
    ('p', "рРρΡᴘṗṕþᵖ"),
    ('q', "ԛզɋ"),
    ('r', "гʀŕŗřṙṛŔŖŘᴦʳ"),
    ('s', "ѕЅꜱśŝşšșṡṣŚŜŞŠȘˢ"),
    ('t', "тТτΤᴛţťŧțṫṭŢŤŦȚᵗ"),
    ('u', "υᴜùúûüũūŭůűųǔụủứừửữựưÙÚÛÜŨŪŬŮŰŲƯսᵘ"),
    ('v', "νѵᴠṽṿⅴᵛ"),
    ('w', "ԝᴡŵẁẃẅẇẉшωʷ"),
    ('x', "хХχΧẋẍⅹˣ"),
    ('y', "уУΥʏýÿŷỳỵỷỹÝŸŶүγʸ"),
    ('z', "ᴢźżžẑẓŹŻŽΖᶻ"),
];
