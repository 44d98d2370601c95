//! Where the searched folder lies in its repository: a part of a large one is searched as that part.

use std::path::Path;

use foreword_index::git;

/// Directory levels from the top of a repository that tell its parts apart: `packages/server`.
const PART_LEVELS: usize = 2;

/// What is known of the folder before anything in it is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Setting {
    /// The names that the whole goes by, with blanks between them.
    pub(super) names: String,
    /// Directory levels below the folder that still tell parts of the repository apart.
    pub(super) part_levels: usize,
}

impl Setting {
    pub(super) fn of(root: &Path) -> Self {
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let top = git::discover(root).map_or_else(|| root.to_owned(), |found| found.top);
        let above = root.strip_prefix(&top).map_or(0, |below| below.components().count());
        let mut names: Vec<String> = [name(&top), name(root)].into_iter().flatten().collect();
        names.dedup();
        Self { names: names.join(" "), part_levels: PART_LEVELS.saturating_sub(above) }
    }
}
