//! Text outside ASCII: one spelling for what reads the same, and which characters belong to a word.
//!
//! Index, search and intent compare words by these functions, so that none of them reads a word differently from the others.
//! Text in ASCII is returned as it is.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The dot that lower case puts above the `i` of a Turkish `İ`.
const DOT_ABOVE: char = '\u{307}';

/// The text in Unicode's composed form, NFC: `ö` as one character, also where it is written as `o` and a dieresis.
pub fn compose(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || text.chars().all(is_always_composed) || unicode_normalization::is_nfc(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}

/// Whether a character is its own composed form and joins no other, known without a table: most letters of Latin, Greek,
/// Cyrillic and Han.
fn is_always_composed(character: char) -> bool {
    matches!(character,
        '\0'..='\u{2ff}' | '\u{388}'..='\u{482}' | '\u{48a}'..='\u{590}' | '\u{1e00}'..='\u{1eff}'
        | '\u{4e00}'..='\u{9fff}')
}

/// The text in Unicode's decomposed form, NFD, in which some systems write the names of files.
pub fn decompose(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(text.nfd().collect()) }
}

/// The text without differences of case, composed: Unicode's case folding, so that `ß` and `ẞ` are `ss` and a final `ς` is
/// `σ`; and the four Turkish letters `i`, `ı`, `I` and `İ` are one.
pub fn fold_case(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for character in compose(text).chars() {
        if character.is_ascii() {
            folded.push(character.to_ascii_lowercase());
            continue;
        }
        // Upper case is what `ς` and `σ`, `ß` and `ss` have in common; `ẞ` has it only by its lower case.
        let upper = character.to_lowercase().flat_map(char::to_uppercase);
        for lower in upper.flat_map(char::to_lowercase) {
            let is_dot_of_i = lower == DOT_ABOVE && folded.ends_with('i');
            if !is_dot_of_i {
                folded.push(lower);
            }
        }
    }
    match compose(&folded) {
        Cow::Borrowed(_) => folded,
        Cow::Owned(composed) => composed,
    }
}

/// Whether a word can go on with a character: a letter, a digit, an underscore, or a mark on the letter before it.
#[inline]
pub fn continues_word(character: char) -> bool {
    starts_word(character) || (!character.is_ascii() && is_combining_mark(character))
}

/// Whether a word can begin with a character.
#[inline]
pub fn starts_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Whether two names are written with the same letters, whichever of Unicode's forms each is in.
#[inline]
pub fn is_same_name(left: &str, right: &str) -> bool {
    left == right || (!left.is_ascii() && !right.is_ascii() && compose(left) == compose(right))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_that_read_the_same_fold_to_one() {
        for (words, folded) in [
            (&["größe", "Größe", "GRÖSSE", "GRÖẞE", "gro\u{308}ße"][..], "grösse"),
            (&["НастройкиПрофиля", "настройкипрофиля"], "настройкипрофиля"),
            (&["\u{439}", "\u{438}\u{306}"], "й"),
            (&["ΛΟΓΟΣ", "λογος", "λογοσ"], "λογοσ"),
            (&["ΐ", "\u{1fd3}", "ι\u{308}\u{301}"], "ΐ"),
            (&["İPTAL", "iptal", "I\u{307}PTAL", "IPTAL", "ıptal"], "iptal"),
            (&["ÉTÉ", "e\u{301}te\u{301}"], "été"),
            (&["Tiếng", "Tie\u{302}\u{301}ng"], "tiếng"),
            (&["ｶ", "ｶ"], "ｶ"),
            (&["값", "\u{1100}\u{1161}\u{11b9}"], "값"),
            (&["が", "か\u{3099}"], "が"),
            (&["\u{f900}", "\u{8c48}"], "\u{8c48}"),
            (&["HTTP", "http"], "http"),
        ] {
            for word in words {
                assert_eq!(fold_case(word), folded, "{word}");
            }
        }
    }

    #[test]
    fn accents_tell_words_apart() {
        assert_ne!(fold_case("résumé"), fold_case("resume"));
        assert!(!is_same_name("größe", "grosse") && is_same_name("größe", "gro\u{308}ße"));
        assert!(!is_same_name("Größe", "größe"));
    }

    #[test]
    fn a_mark_belongs_to_the_letter_before_it() {
        assert!(continues_word('\u{308}') && !starts_word('\u{308}'));
        assert!(starts_word('ö') && starts_word('_') && !continues_word('-') && !continues_word('→'));
    }

    #[test]
    fn what_is_called_composed_is() {
        use unicode_normalization::char::canonical_combining_class;
        use unicode_normalization::{IsNormalized, is_nfc_quick};

        for character in ('\0'..=char::MAX).filter(|character| is_always_composed(*character)) {
            let is_inert = is_nfc_quick([character].into_iter()) == IsNormalized::Yes
                && canonical_combining_class(character) == 0;
            assert!(is_inert, "{}", character.escape_unicode());
        }
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing_and_forms_agree(text in any::<String>()) {
            let folded = fold_case(&text);
            prop_assert_eq!(&fold_case(&folded), &folded);
            let decomposed: String = text.nfd().collect();
            prop_assert_eq!(fold_case(&decomposed), folded);
        }
    }
}
