//! Text cut to a length, always between two characters.

use std::borrow::Cow;

const ELLIPSIS: char = '…';

/// The first `chars_max` characters, without a mark.
#[inline]
pub fn truncate_chars(text: &str, chars_max: usize) -> &str {
    if text.len() <= chars_max {
        return text;
    }
    text.char_indices().nth(chars_max).map_or(text, |(end, _)| &text[..end])
}

/// At most the first `bytes_max` bytes, without a mark: whole characters only.
#[inline]
pub fn truncate_bytes(text: &str, bytes_max: usize) -> &str {
    let mut end = bytes_max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The text from `start` on, or from the next character if `start` is inside one.
#[inline]
pub fn skip_bytes(text: &str, start: usize) -> &str {
    let mut from = start.min(text.len());
    while !text.is_char_boundary(from) {
        from += 1;
    }
    &text[from..]
}

/// At most `chars_max` characters; a longer text loses its end to `…`, which counts. Owned exactly if it was cut.
pub fn ellipsize(text: &str, chars_max: usize) -> Cow<'_, str> {
    if truncate_chars(text, chars_max).len() == text.len() {
        return Cow::Borrowed(text);
    }
    let Some(kept_max) = chars_max.checked_sub(1) else { return Cow::Owned(String::new()) };
    Cow::Owned(mark_cut(truncate_chars(text, kept_max)))
}

/// Like [`ellipsize`], but `…` is put behind `chars_max` characters and does not count. For `[Limits]` lines and
/// `foreword explain`, whose texts are bounded so.
pub fn append_ellipsis(text: &str, chars_max: usize) -> Cow<'_, str> {
    let kept = truncate_chars(text, chars_max);
    if kept.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(mark_cut(kept)) }
}

fn mark_cut(kept: &str) -> String {
    let mut text = String::with_capacity(kept.len() + ELLIPSIS.len_utf8());
    text.push_str(kept);
    text.push(ELLIPSIS);
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_cut_text_ends_in_an_ellipsis_within_its_length_or_behind_it() {
        for (text, chars_max, within, behind) in [
            ("", 0, "", ""),
            ("a", 0, "", "…"),
            ("abc", 3, "abc", "abc"),
            ("abcd", 3, "ab…", "abc…"),
            ("日本語です", 3, "日本…", "日本語…"),
            ("日本語", 3, "日本語", "日本語"),
        ] {
            assert_eq!(ellipsize(text, chars_max), within, "{text} {chars_max}");
            assert_eq!(append_ellipsis(text, chars_max), behind, "{text} {chars_max}");
        }
    }

    proptest! {
        #[test]
        fn nothing_is_cut_but_the_end(text in any::<String>(), max in 0_usize..20) {
            let chars: String = text.chars().take(max).collect();
            prop_assert_eq!(truncate_chars(&text, max), &chars);
            let bytes = truncate_bytes(&text, max);
            prop_assert!(text.starts_with(bytes) && bytes.len() <= max && max.min(text.len()) < bytes.len() + 4);
            let rest = skip_bytes(&text, max);
            let skipped = text.len() - rest.len();
            prop_assert!(text.ends_with(rest) && max.min(text.len()) <= skipped && skipped < max + 4);
            let marked = ellipsize(&text, max);
            prop_assert!(marked.chars().count() <= max);
            prop_assert_eq!(matches!(marked, Cow::Owned(_)), text.chars().count() > max);
        }
    }
}
