//! Whose a file is. A replaced file stays its owner's; what root makes in somebody's home is theirs, not root's.

use std::fs::{self, DirBuilder};
use std::io::Result;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, chown, fchown};
use std::path::{Path, PathBuf};

const ROOT: u32 = 0;

/// User and group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    /// The user's number.
    pub user: u32,
    /// The group's number.
    pub group: u32,
}

impl Owner {
    /// Of what is known of a file.
    pub fn of(metadata: &fs::Metadata) -> Self {
        Self { user: metadata.uid(), group: metadata.gid() }
    }

    /// Whether a file of theirs stays theirs when that user replaces it: only root can give files away.
    pub fn is_kept_by(self, user: u32) -> bool {
        user == ROOT || user == self.user
    }

    /// Makes an open file theirs. A group that is not ours stays ours.
    pub fn take(self, file: &fs::File) -> Result<()> {
        let is_same = Self::of(&file.metadata()?) == self;
        match (is_same, is_root()) {
            (true, _) => Ok(()),
            (false, true) => fchown(file, Some(self.user), Some(self.group)),
            (false, false) => {
                drop(fchown(file, None, Some(self.group)));
                Ok(())
            }
        }
    }
}

/// The owner of something new at a path: for root that of the nearest folder, otherwise nobody in particular.
pub fn of_new(path: &Path) -> Option<Owner> {
    let folder = path.ancestors().skip(1).find_map(|folder| folder.metadata().ok()).filter(|_| is_root())?;
    Some(Owner::of(&folder))
}

/// The folders above and including this one that are not there yet, outermost first.
pub fn missing(folder: &Path) -> Vec<PathBuf> {
    let mut missing: Vec<PathBuf> =
        folder.ancestors().take_while(|folder| !folder.exists()).map(Path::to_owned).collect();
    missing.reverse();
    missing
}

/// Makes a folder and those above it.
pub fn make_folder(folder: &Path, mode: u32) -> Result<()> {
    let (owner, missing) = (of_new(folder), missing(folder));
    DirBuilder::new().recursive(true).mode(mode).create(folder)?;
    missing.iter().try_for_each(|made| give(made, owner))
}

/// Gives something that we made to its owner.
pub fn give(path: &Path, owner: Option<Owner>) -> Result<()> {
    owner.map_or(Ok(()), |owner| chown(path, Some(owner.user), Some(owner.group)))
}

fn is_root() -> bool {
    rustix::process::geteuid().as_raw() == ROOT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_changes_hands_unless_its_owner_or_root_replaces_it() {
        let check = |owner: u32, user: u32, expected: bool| {
            let owner = Owner { user: owner, group: 7 };
            assert_eq!(owner.is_kept_by(user), expected, "{owner:?} {user}");
        };
        check(1_000, 1_000, true);
        check(1_000, ROOT, true);
        check(ROOT, 1_000, false);
        check(1_001, 1_000, false);
    }
}
