//! A change as a person reads it: a unified diff.

use std::path::Path;

use similar::TextDiff;

/// Lines around a change.
const CONTEXT_LINES: usize = 3;

/// The difference between two states of a file; a file that is not there is `/dev/null`.
pub fn unified(path: &Path, before: Option<&[u8]>, after: Option<&[u8]>) -> String {
    let text = |bytes: Option<&[u8]>| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned();
    let name = |bytes: Option<&[u8]>| match bytes {
        Some(_) => path.display().to_string(),
        None => "/dev/null".to_owned(),
    };
    let (old, new) = (text(before), text(after));
    let diff = TextDiff::from_lines(&old, &new);
    diff.unified_diff()
        .context_radius(CONTEXT_LINES)
        .header(&name(before), &name(after))
        .missing_newline_hint(true)
        .to_string()
}
