//! A text as it looks: full width, mathematical and Cyrillic letters, brackets, slashes and colons of any
//! script as the plain characters that they imitate, each with its place in the text.

use crate::injection::imitated;

/// Signs of delimiters, each with those that look like it.
const SIGNS: &[(char, &str)] = &[
    ('<', "＜﹤‹〈〈⟨❮❰˂ᐸ≺⧼"),
    ('>', "＞﹥›〉〉⟩❯❱˃ᐳ≻⧽"),
    ('[', "［【〔⟦〚⁅﹝⦋❲"),
    (']', "］】〕⟧〛⁆﹞⦌❳"),
    ('/', "／∕⁄╱⧸⟋"),
    (':', "：﹕︰∶꞉ː˸։׃"),
    ('#', "＃﹟♯"),
    ('|', "∣ǀ│┃❘⏐"),
    ('_', "＿﹍﹎﹏ˍ"),
    ('-', "－﹣⁃"),
];

/// A text in plain characters.
pub(super) struct Plain {
    pub(super) text: String,
    /// Where a character stands here and in the text, wherever the distance between the two changes.
    shifts: Vec<(usize, usize)>,
}

impl Plain {
    /// `None` if the text looks as it is written.
    pub(super) fn of(text: &str) -> Option<Self> {
        if text.is_ascii() {
            return None;
        }
        let mut plain = Self { text: String::with_capacity(text.len()), shifts: vec![(0, 0)] };
        let mut is_other = false;
        for (at, character) in text.char_indices() {
            let meant = if character.is_ascii() { character } else { look_of(character) };
            is_other |= meant != character;
            plain.text.push(meant);
            if meant.len_utf8() != character.len_utf8() {
                plain.shifts.push((plain.text.len(), at + character.len_utf8()));
            }
        }
        is_other.then_some(plain)
    }

    /// The place in the text of a place here that a character begins at.
    pub(super) fn in_text(&self, at: usize) -> usize {
        let shift = self.shifts.partition_point(|(here, _)| *here <= at) - 1;
        let (here, there) = self.shifts[shift];
        there + (at - here)
    }
}

/// The plain character that one looks like, as a capital where it is one.
fn look_of(character: char) -> char {
    let sign = || SIGNS.iter().find(|(_, others)| others.contains(character)).map(|(plain, _)| *plain);
    let letter = |plain: char| if character.is_uppercase() { plain.to_ascii_uppercase() } else { plain };
    if is_common_letter(character) {
        return character;
    }
    sign().or_else(|| imitated(character).map(letter)).unwrap_or(character)
}

/// Letters of Chinese and Japanese text, that most texts outside ASCII are made of.
fn is_common_letter(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_again() {
        let text = "é［ａ］𝐬：x";
        let plain = Plain::of(text).expect("another look");
        assert_eq!(plain.text, "e[a]s:x");
        let places: Vec<usize> = plain.text.char_indices().map(|(at, _)| plain.in_text(at)).collect();
        assert_eq!(places, text.char_indices().map(|(at, _)| at).collect::<Vec<_>>());
        assert!(
            Plain::of("plain").is_none()
                && Plain::of("名前 имя ∀").is_some_and(|it| it.text.contains("名前"))
        );
    }
}
