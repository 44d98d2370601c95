//! What the prompt names, looked up: by name alone in plan mode, in the repository otherwise.

use std::path::{Component, Path};

use foreword_guard::path::{Jail, PathError};
use foreword_guard::sensitive::Sensitive;
use foreword_index::freshness::Checked;
use foreword_index::view::IndexView;
use foreword_model::repo::{PathVerdict, Presence, RepoView};

/// Looks no file up: plan mode is a pure function of prompt, configuration and root.
pub struct LexicalView<'a> {
    /// The repository root.
    pub root: &'a Path,
    /// Which names are sensitive.
    pub sensitive: &'a Sensitive,
}

impl RepoView for LexicalView<'_> {
    fn path(&self, path: &str) -> PathVerdict {
        if climbs_out(path, self.root) {
            return PathVerdict::Outside;
        }
        match self.sensitive.matches(path) {
            true => PathVerdict::Sensitive,
            false => PathVerdict::Unknown,
        }
    }

    fn symbol(&self, _symbol: &str) -> Presence {
        Presence::Unknown
    }
}

/// Looks paths up in the repository, and symbols in its index.
pub struct LiveView<'a> {
    /// The repository.
    pub jail: &'a Jail,
    /// Which files never contribute content.
    pub sensitive: &'a Sensitive,
    /// What is defined in it.
    pub index: &'a IndexView,
}

impl RepoView for LiveView<'_> {
    fn path(&self, path: &str) -> PathVerdict {
        if climbs_out(path, self.jail.root()) {
            // A path in a trace of another machine is not a wish to read that file here.
            let is_elsewhere = path.starts_with('/') && Path::new(path).symlink_metadata().is_err();
            return if is_elsewhere { PathVerdict::Absent } else { PathVerdict::Outside };
        }
        if self.sensitive.matches(path) {
            return PathVerdict::Sensitive;
        }
        match self.jail.resolve(path) {
            Ok(_) => PathVerdict::Present,
            Err(PathError::Outside) => PathVerdict::Outside,
            Err(_) => PathVerdict::Absent,
        }
    }

    fn symbol(&self, symbol: &str) -> Presence {
        let Some(store) = self.index.usable() else { return Presence::Unknown };
        let last = symbol.rsplit(['.', ':', '#']).next().unwrap_or(symbol);
        match store.is_name(last) {
            Ok(true) => Presence::Present,
            // It may have been written since: only an index that was found fresh knows that it was not.
            Ok(false) if self.index.checked(self.jail).is_ok_and(Checked::is_fresh) => Presence::Absent,
            Ok(false) => Presence::Unknown,
            Err(_) => {
                self.index.distrust();
                Presence::Unknown
            }
        }
    }
}

/// Whether a path leads out of the root by its wording alone.
fn climbs_out(path: &str, root: &Path) -> bool {
    if path.starts_with("~/") {
        return true;
    }
    let path = Path::new(path);
    if path.is_absolute() {
        return !path.starts_with(root);
    }
    let mut depth = 0_i64;
    for component in path.components() {
        match component {
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
        if depth < 0 {
            return true;
        }
    }
    false
}
