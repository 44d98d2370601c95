//! Which definitions past commits changed: a second pass over the commits of the history, and a file of its own.
//!
//! The history says which files a commit touched, and is there as soon as the index is. This pass reads what the commits
//! changed in them, so it comes last, in the background, and may stop anywhere: what it has settled is stored by commit
//! id, and a commit never changes, so the next pass asks for what is left and nothing else. That holds for new commits,
//! for a pass that was cut, for one that git could not end for a missing object, and for a HEAD that was rewritten.
//!
//! Names are those of that time, bare: whoever asks joins them with the definitions of the index. They may be of files
//! that the index does not hold, or no longer.

pub(super) mod drivers;
mod encode;
mod file;
mod naming;
mod pass;
mod patches;
mod read;

pub use pass::{drop_damaged, update_definitions, update_definitions_with};
pub use patches::{CommitPatch, PatchParser};
pub use read::{ChangedDefinition, DefinitionHistory, DefinitionSummary};

pub(crate) use file::{FILE_NAME, fault};
