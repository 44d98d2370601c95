//! Rows for the known tricks, properties for any text.

use proptest::prelude::*;

use super::*;

fn check(text: &str, expect: &str) {
    assert_eq!(clean(text), expect, "{text:?}");
}

#[test]
fn hidden_and_moving_characters_go() {
    for (text, expect) in [
        ("plain\ttext\n", "plain\ttext\n"),
        ("中文 – „quotes“ é", "中文 – „quotes“ é"),
        ("a\u{200B}b\u{200D}c\u{FEFF}", "abc"),
        ("\u{202E}abc\u{202C}\u{2066}d\u{2069}", "abcd"),
        ("x\u{E0049}\u{E0067}\u{E0100}y", "xy"),
        ("soft\u{AD}hyphen", "softhyphen"),
        ("⚠\u{FE0F} warn", "⚠\u{FE0F} warn"),
        ("a \u{FE0F}\u{FE0F}b⚠\u{FE0F}\u{FE0F}\u{FE01}", "a b⚠\u{FE0F}"),
        ("bell\u{7}nul\0del\u{7F}c1\u{86}", "bellnuldelc1"),
        ("a\r\nb\rc\u{2028}d\u{85}e", "a\nb\nc\nd\ne"),
        ("filler\u{3164}\u{115F}x", "fillerx"),
        ("note\u{1D159}\u{16FE4}\u{1107F}head", "notehead"),
        ("no\u{FDD0}\u{FFFE}\u{FFFF}\u{1FFFE}\u{10FFFF}character", "nocharacter"),
        ("⣿\u{2800}⣿", "⣿ ⣿"),
        ("icon: \"\u{E0A0}\"", "icon: \"\\u{e0a0}\""),
        ("\u{F8FF}\u{F0001}\u{10FFFD}", "\\u{f8ff}\\u{f0001}\\u{10fffd}"),
    ] {
        check(text, expect);
    }
}

#[test]
fn a_selector_stays_with_its_symbol() {
    for (text, expect) in [
        (
            "☀\u{FE0E} ❤\u{FE0F} ▶\u{FE0F} ✓\u{FE0F} ©\u{FE0F} 🛠\u{FE0F}",
            "☀\u{FE0E} ❤\u{FE0F} ▶\u{FE0F} ✓\u{FE0F} ©\u{FE0F} 🛠\u{FE0F}",
        ),
        ("1\u{FE0F}\u{20E3} #\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3} #\u{FE0F}\u{20E3}"),
        ("1\u{FE0F}2\u{FE0E}#\u{FE0F}", "12#"),
        ("l\u{FE0F}e\u{FE0E}t.\u{FE0F}t\u{FE0F}\u{20E3}", "let.t\u{20E3}"),
        ("é\u{FE0F}中\u{FE0E}e\u{301}\u{FE0F}", "é中e\u{301}"),
        ("❤\u{FE0F}\u{FE0E}\u{FE0F}", "❤\u{FE0F}"),
        ("❤\u{200B}\u{FE0F}", "❤\u{FE0F}"),
    ] {
        check(text, expect);
    }
}

/// What may not come through as it is, wherever it stands: Unicode's `Default_Ignorable_Code_Point`, its noncharacters,
/// private use, controls other than tab and line feed, and the blanks that are no space.
const NEVER_SHOWN: &[(u32, u32)] = &[
    // Default_Ignorable_Code_Point.
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
    // Controls, line ends of other systems, annotations, joiners of hieroglyphs.
    (0x0, 0x8),
    (0xB, 0x1F),
    (0x7F, 0x9F),
    (0x2028, 0x2029),
    (0xFFF9, 0xFFFB),
    (0x13430, 0x1345F),
    // What is drawn as nothing.
    (0x2800, 0x2800),
    (0x1107F, 0x1107F),
    (0x16FE4, 0x16FE4),
    (0x1D159, 0x1D159),
    // Private use, and noncharacters up to the end of each plane.
    (0xE000, 0xF8FF),
    (0xF0000, 0xFFFFF),
    (0x10_0000, 0x10_FFFF),
    (0xFDD0, 0xFDEF),
];

#[test]
fn no_ignorable_private_or_missing_character_comes_through() {
    for code in 0..=u32::from(char::MAX) {
        let Some(character) = char::from_u32(code) else { continue };
        let is_never_shown = code & 0xFFFE == 0xFFFE
            || NEVER_SHOWN.iter().any(|(first, last)| (*first..=*last).contains(&code));
        let text = format!("a{character}b");
        for shown in [clean(&text), one_line(&text)] {
            let is_shown = shown.contains(character) || matches!(character, '\t' | '\n');
            assert_eq!(is_shown, !is_never_shown, "U+{code:04X} {shown:?}");
        }
    }
}

#[test]
fn escape_sequences_go_whole() {
    for (text, expect) in [
        ("\u{1B}[31mred\u{1B}[0m", "red"),
        ("\u{1B}[38;2;1;2;3mred", "red"),
        ("\u{9B}31mred", "red"),
        ("\u{1B}]0;title\u{7}text", "text"),
        ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
        ("\u{1B}]0;never ended\nnext", "\nnext"),
        ("\u{1B}Pq#0\u{1B}\\after", "after"),
        ("\u{1B}(Btext\u{1B}ctext", "texttext"),
        ("\u{1B}", ""),
        ("\u{1B}\u{1B}[1mx", "x"),
        ("\u{1B}[1\u{200B}mx", "mx"),
    ] {
        check(text, expect);
    }
}

#[test]
fn one_line_has_no_line_ends() {
    assert_eq!(one_line("a\r\n\r\n\tb\nc"), "a b c");
    assert_eq!(one_line("a \u{FE0F}b\n\u{FE0F}c"), "a b c");
    assert!(matches!(one_line("as it is"), Cow::Borrowed(_)));
}

/// Ordinary text mixed with what attackers use.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        proptest::char::range('\0', '\u{A0}').prop_map(String::from),
        proptest::char::range('\u{2000}', '\u{2070}').prop_map(String::from),
        proptest::char::range('\u{FE00}', '\u{FE0F}').prop_map(String::from),
        proptest::char::range('\u{E0000}', '\u{E01F0}').prop_map(String::from),
        prop::sample::select(vec!["1", "\u{20E3}", "\u{E0A0}", "\u{2800}"]).prop_map(str::to_owned),
        Just("\u{1B}[31m".to_owned()),
        Just("\u{1B}]0;".to_owned()),
        Just("word ".to_owned()),
        Just("⚠".to_owned()),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn nothing_hidden_is_left_and_twice_is_once(text in hostile()) {
        let cleaned = clean(&text).into_owned();
        prop_assert!(!cleaned.chars().any(is_hidden), "{cleaned:?}");
        prop_assert!(matches!(clean(&cleaned), Cow::Borrowed(_)), "{cleaned:?}");
        let line = one_line(&text).into_owned();
        prop_assert!(!line.chars().any(|character| character.is_control() || is_hidden(character)));
        prop_assert_eq!(one_line(&line), line.as_str());
    }
}
