//! Text as data: tokens, identifiers, stems, stop words, Han segmentation, case folding and truncation.
//!
//! The only tokenizer. The index and the query both split, fold and stem with it, so that what one keeps is what the other
//! asks for. It does no I/O, knows no repository and ranks nothing.

pub mod fold;
pub mod han;
pub mod identifiers;
pub mod interner;
pub mod stem;
pub mod stopwords;
pub mod tokens;
pub mod truncate;
