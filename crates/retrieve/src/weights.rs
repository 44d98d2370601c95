//! The numbers inside the features, and those that decide what is shown at all.

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

/// The lines of a place are shown if it covers this share of what the best place does.
pub(super) const EXTRACT_SHARE: f64 = 0.6;
/// A file this far up between the weakest and the best is shown whatever it covers.
pub(super) const NEAR_SHARE: f64 = 0.55;
/// So is one that is this little below the best.
pub(super) const NEAR_MARGIN: f64 = 1.0;
/// So is one that covers this share of what the best covers, in its file and in one block.
pub(super) const COVERS_SHARE: f64 = 0.75;
