//! What of a file may be stored: its text and strings after the caller's redactor has seen them.
//!
//! Facts name lines, so the text keeps its lines: one that the redactor changed or took away stands there
//! as the redactor left it, or empty.

use std::borrow::Cow;

use foreword_text::fold;

use crate::facts::FileFacts;

/// Masks what must not be stored; borrowed if there is nothing.
pub type Redactor<'r> = &'r (dyn for<'t> Fn(&'t str) -> Cow<'t, str> + Sync);

/// How far ahead the line after a masked one is looked for: a key block is shorter.
const RESYNC_LINES: usize = 400;

/// The text with the same lines.
pub(super) fn text<'t>(redact: Redactor<'_>, text: &'t str) -> Cow<'t, str> {
    match redact(text) {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(masked) => Cow::Owned(with_lines_of(text, &masked)),
    }
}

/// The masked text, brought to the lines of the original. Every line of it is a line of `masked`, or empty.
fn with_lines_of(original: &str, masked: &str) -> String {
    let from: Vec<&str> = original.split('\n').collect();
    let to: Vec<&str> = masked.split('\n').collect();
    if from.len() == to.len() {
        return masked.to_owned();
    }
    let mut out = String::with_capacity(original.len());
    let (mut left, mut right) = (0, 0);
    while left < from.len() {
        if left > 0 {
            out.push('\n');
        }
        let Some(line) = to.get(right) else {
            left += 1;
            continue;
        };
        out.push_str(line);
        right += 1;
        if from[left] == *line {
            left += 1;
            continue;
        }
        // The lines up to the next one that both have were masked.
        let ahead = to.get(right).and_then(|next| {
            from[left + 1..].iter().take(RESYNC_LINES).position(|candidate| candidate == next)
        });
        let skipped = ahead.unwrap_or(0);
        out.extend(std::iter::repeat_n('\n', skipped));
        left += 1 + skipped;
    }
    out
}

/// The facts with their strings masked; borrowed if there is nothing to mask.
pub(super) fn facts<'f>(
    redact: Redactor<'_>,
    facts: &'f FileFacts,
    is_text_masked: bool,
) -> Cow<'f, FileFacts> {
    // A name stands in the text as it is; a signature is put together from several lines.
    let mut joined = String::new();
    for definition in &facts.definitions {
        joined.push_str(&definition.signature);
        joined.push('\n');
    }
    let is_clean = !is_text_masked && matches!(redact(&joined), Cow::Borrowed(_));
    if is_clean { Cow::Borrowed(facts) } else { Cow::Owned(masked_facts(redact, facts)) }
}

/// The facts of a text with every name in Unicode's composed form, by which names are looked up; borrowed as they came if
/// the text is in it.
pub(super) fn compose_names<'f>(text: &str, facts: Cow<'f, FileFacts>) -> Cow<'f, FileFacts> {
    match fold::compose(text) {
        Cow::Borrowed(_) => facts,
        Cow::Owned(_) => Cow::Owned(masked_facts(&fold::compose, &facts)),
    }
}

fn masked_facts(redact: Redactor<'_>, facts: &FileFacts) -> FileFacts {
    let mut facts = facts.clone();
    let mask = |text: &mut String| {
        let masked = match redact(text) {
            Cow::Borrowed(_) => None,
            Cow::Owned(masked) => Some(masked),
        };
        if let Some(masked) = masked {
            *text = masked;
        }
    };
    for definition in &mut facts.definitions {
        mask(&mut definition.name);
        mask(&mut definition.signature);
        definition.receiver.iter_mut().for_each(mask);
    }
    for call in &mut facts.calls {
        mask(&mut call.name);
        call.receiver.iter_mut().for_each(mask);
    }
    facts.references.iter_mut().for_each(|reference| mask(&mut reference.name));
    for import in &mut facts.imports {
        mask(&mut import.module);
        for (name, local) in &mut import.names {
            mask(name);
            mask(local);
        }
    }
    for base in &mut facts.bases {
        mask(&mut base.derived);
        mask(&mut base.base);
    }
    for binding in &mut facts.bindings {
        mask(&mut binding.name);
        mask(&mut binding.value);
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Masks the lines from `BEGIN` to `END` as one, and the word `secret`.
    fn redactor(text: &str) -> Cow<'_, str> {
        let mut masked = text.replace("secret", "<redacted>");
        while let (Some(start), Some(end)) = (masked.find("BEGIN"), masked.find("END")) {
            masked.replace_range(start..end + 3, "<key>");
        }
        if masked == text { Cow::Borrowed(text) } else { Cow::Owned(masked) }
    }

    #[test]
    fn lines_stay_where_they_were() {
        for (original, expected) in [
            ("a\nb", "a\nb"),
            ("a secret\nb", "a <redacted>\nb"),
            ("a\nBEGIN\nx\ny\nEND\nb\nc", "a\n<key>\n\n\n\nb\nc"),
            ("secret\nBEGIN\nx\nEND", "<redacted>\n\n\n"),
            ("BEGIN\nx\nEND\nb\nBEGIN\ny\nEND\nc", "<key>\n\n\nb\n<key>\n\n\nc"),
        ] {
            let kept = text(&redactor, original);
            assert_eq!(kept.split('\n').count(), original.split('\n').count(), "{original}");
            assert!(!kept.contains("secret") && !kept.contains('x'), "{kept}");
            if original.starts_with("secret") {
                continue;
            }
            assert_eq!(kept, expected, "{original}");
        }
    }
}
