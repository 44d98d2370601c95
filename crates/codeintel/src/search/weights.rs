//! What speaks for a file, by name, with its weight and the reason: the whole ranking in one place.
//!
//! Features marked ° are divided by the query's best file, so that their weights compare.

/// ° BM25 over the file: stem, names, directory, opening comment and body together.
pub(super) const TEXT: f64 = 2.0;
/// ° The four best windows of the file: several terms close together mean more than the same terms far apart.
pub(super) const WINDOWS: f64 = 2.2;
/// ° BM25 over the comment that opens the file: it says what the file is for.
pub(super) const HEADER: f64 = 1.3;
/// Share of the file stem's words that the query has: a file is named after what it does.
pub(super) const STEM: f64 = 2.5;
/// The same times the share of the query that the stem covers: all of a long question in one stem is rare.
pub(super) const STEM_AND_QUERY: f64 = 0.9;
/// Share of the query in the parent directory and not in the stem: `auth/login.py` for "auth login".
pub(super) const PARENT: f64 = 2.0;
/// Share of the query that names, stem and directories cover: names are chosen, bodies happen.
pub(super) const NAMES: f64 = 1.2;
/// A symbol of the query is defined here, as written.
pub(super) const DEFINES: f64 = 1.1;
/// Again if the query is that one symbol.
pub(super) const DEFINES_ALL: f64 = 1.0;
/// A symbol of the query is the file's stem.
pub(super) const SYMBOL_IS_STEM: f64 = 1.3;
/// Neighbouring words of the query are one defined name: "string view" and `StringView`.
pub(super) const COMPOUND: f64 = 0.8;
/// ° Other good files lie in the same directory.
pub(super) const DIRECTORY: f64 = 0.7;
/// Long files answer more questions.
pub(super) const LENGTH: f64 = 0.9;
/// Deep files are details.
pub(super) const DEPTH: f64 = -2.7;
/// The part of the tree that holds most of the code is where the program is.
pub(super) const MASS: f64 = 3.2;
/// Tests use everything and define nothing; halved if they are asked for.
pub(super) const TEST: f64 = -2.0;
/// Examples use what is asked for.
pub(super) const EXAMPLE: f64 = -0.4;
/// Prose repeats the question's words more often than code does.
pub(super) const DOC: f64 = -1.5;
/// Data and configuration are rarely the answer.
pub(super) const DATA: f64 = -0.8;
/// Written by a program: the source is elsewhere.
pub(super) const GENERATED: f64 = -2.0;
/// Somebody else's code.
pub(super) const VENDORED: f64 = -2.5;
/// One platform's variant of something.
pub(super) const PLATFORM: f64 = -2.2;
/// Compatibility layers and old versions.
pub(super) const COMPATIBILITY: f64 = -1.0;
/// Internal helpers behind the file that is meant.
pub(super) const INTERNAL: f64 = -1.3;
/// The request names the file.
pub(super) const NAMED_FILE: f64 = 8.0;
/// The request names a directory above it.
pub(super) const NAMED_DIRECTORY: f64 = 3.0;

/// Weights of the fields in a file's text score.
pub(super) const FIELD_STEM: f64 = 5.0;
pub(super) const FIELD_NAME: f64 = 3.0;
pub(super) const FIELD_DIRECTORY: f64 = 2.0;
pub(super) const FIELD_HEADER: f64 = 2.0;
/// A term in a defined name, in a window.
pub(super) const WINDOW_NAME: f64 = 4.0;
/// BM25's saturation and length normalisation.
pub(super) const BM25_K1: f64 = 1.2;
pub(super) const BM25_B: f64 = 0.6;
/// Lines of a window.
pub(super) const WINDOW_LINES: u32 = 40;
/// What each further window adds, of the one before.
pub(super) const WINDOW_DECAY: f64 = 0.6;
/// Windows that count.
pub(super) const WINDOWS_COUNTED: usize = 4;
/// First-pass files whose directories are evidence.
pub(super) const DIRECTORY_FILES: usize = 30;
/// A file must cover this share of the query, unless its name or a definition in it was asked for.
pub(super) const COVERAGE_MIN: f64 = 0.25;

/// The share of the query in a file's best place, beside the file's score: a block that covers the question
/// speaks for its file.
pub(super) const PLACE: f64 = 0.3;
/// A file this far up between the weakest and the best is shown whatever it covers.
pub(super) const NEAR_SHARE: f64 = 0.55;
/// So is one that is this little below the best.
pub(super) const NEAR_MARGIN: f64 = 1.0;
/// So is one that covers this share of what the best covers, in its file and in one block.
pub(super) const COVERS_SHARE: f64 = 0.75;
