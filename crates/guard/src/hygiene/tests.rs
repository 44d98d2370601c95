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
    ] {
        check(text, expect);
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

#[test]
fn a_long_text_is_cut_at_a_character() {
    for (text, max_chars, expect, was_cut) in [
        ("", 0, "", false),
        ("ab", 2, "ab", false),
        ("abc", 2, "a…", true),
        ("中文字", 3, "中文字", false),
        ("中文字符", 3, "中文…", true),
        ("abc", 1, "…", true),
        ("abc", 0, "", true),
    ] {
        assert_eq!(truncate_chars(text, max_chars), (Cow::Borrowed(expect), was_cut), "{text} {max_chars}");
    }
}

/// Ordinary text mixed with what attackers use.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        proptest::char::range('\0', '\u{A0}').prop_map(String::from),
        proptest::char::range('\u{2000}', '\u{2070}').prop_map(String::from),
        proptest::char::range('\u{FE00}', '\u{FE0F}').prop_map(String::from),
        proptest::char::range('\u{E0000}', '\u{E01F0}').prop_map(String::from),
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

    #[test]
    fn a_cut_text_fits(text in hostile(), max_chars in 0_usize..50) {
        let (cut, was_cut) = truncate_chars(&text, max_chars);
        prop_assert!(cut.chars().count() <= max_chars);
        prop_assert_eq!(was_cut, text.chars().count() > max_chars);
    }
}
