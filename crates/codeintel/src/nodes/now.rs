//! Which files may be named now, whatever held when they were indexed or committed: those that are content, not sensitive, and
//! there. Every path that a deep tool takes from the index or the git history goes through here before it is named.

use std::cell::RefCell;
use std::collections::HashMap;

use foreword_guard::path::{Jail, Stamp};
use foreword_guard::sensitive::Sensitive;
use foreword_index::walk::content::{ContentRules, EntryKind};

/// The repository as it is now.
pub(crate) struct Now<'n> {
    pub(super) jail: &'n Jail,
    pub(super) sensitive: &'n Sensitive,
    content: &'n ContentRules,
    /// Each path is looked at once.
    known: RefCell<HashMap<String, bool>>,
}

impl<'n> Now<'n> {
    pub(crate) fn new(jail: &'n Jail, sensitive: &'n Sensitive, content: &'n ContentRules) -> Self {
        Self { jail, sensitive, content, known: RefCell::default() }
    }

    /// Whether a file may be named.
    pub(crate) fn may_name(&self, path: &str) -> bool {
        if let Some(known) = self.known.borrow().get(path) {
            return *known;
        }
        let may = self.stamp(path).is_some();
        self.known.borrow_mut().insert(path.to_owned(), may);
        may
    }

    /// Size and time of a file that may be named.
    pub(super) fn stamp(&self, path: &str) -> Option<Stamp> {
        // The look at the disk costs the most, so it comes last.
        if self.sensitive.matches(path) || self.content.refused(path, EntryKind::File).is_some() {
            return None;
        }
        self.jail.stamp(path).filter(|stamp| stamp.is_file)
    }
}
