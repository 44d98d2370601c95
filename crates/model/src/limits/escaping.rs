//! The numbers of escaped text: what the repository chose, inside foreword's own lines.

/// Characters of an escaped path, symbol or quoted line.
pub const ESCAPED_CHARS: usize = 240;
/// Combining marks in a row that stand as they are; scripts that stack them use no more.
pub const COMBINING_MARKS: usize = 3;
/// Characters of a word that stands without quotes, such as the kind of a definition.
pub const PLAIN_WORD_CHARS: usize = 24;
/// Characters of the name inside a delimiter of a client or model.
pub const DELIMITER_NAME_CHARS: usize = 48;
