//! Which files each commit touches: by the names of that time as they are stored, and by their present names.
//!
//! Walking from the newest commit back, a rename says that whatever bore the old name before is what bears the new
//! name now. Nothing is said about copies, and a name that was given to another file later keeps to its name.

use super::ChangeKind;
use super::encode::{KIND_BITS, kind_of};
use crate::store::codec::Cursor;

/// A file that a commit touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// Its path's number: see [`History::path`](super::History::path).
    pub path: u32,
    /// What happened to it.
    pub kind: ChangeKind,
}

/// Names in order, in one piece.
#[derive(Debug, Default)]
pub(super) struct Names {
    text: String,
    ends: Vec<u32>,
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A name by its number; empty for a number that is none.
    pub(super) fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let start =
            number.checked_sub(1).map_or(0, |before| self.ends.get(before).map_or(0, |end| *end as usize));
        let end = self.ends.get(number).map_or(start, |end| *end as usize);
        self.text.get(start..end).unwrap_or_default()
    }

    /// The number of a name.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.ends.len() as u32);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle).cmp(name) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut names = Self::default();
        if bytes.is_empty() {
            return Some(names);
        }
        let mut cursor = Cursor::new(bytes);
        let count = cursor.count()?;
        let (mut text, mut previous) = (Vec::new(), 0..0);
        for _ in 0..count {
            let shared = usize::try_from(cursor.number()?).ok()?;
            let rest = cursor.bytes()?;
            if shared > previous.len() {
                return None;
            }
            let start = text.len();
            text.extend_from_within(previous.start..previous.start + shared);
            text.extend_from_slice(rest);
            // Each name by itself is text, or a split between two of them would not be.
            std::str::from_utf8(&text[start..]).ok()?;
            previous = start..text.len();
            names.ends.push(u32::try_from(text.len()).ok()?);
        }
        names.text = String::from_utf8(text).ok()?;
        cursor.is_at_end().then_some(names)
    }
}

/// A file in a commit, by the names of that time.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawChange {
    pub(super) path: u32,
    pub(super) kind: ChangeKind,
    pub(super) from: Option<u32>,
}

/// What is stored of the files of all commits.
#[derive(Debug, Default)]
pub(super) struct Raw {
    pub(super) names: Names,
    changes: Vec<RawChange>,
    /// Where each commit's changes end.
    ends: Vec<u32>,
}

impl Raw {
    /// `None` if the bytes do not say for each commit as many files as are counted.
    pub(super) fn decode(paths: &[u8], changes: &[u8], counts: &[u32]) -> Option<Self> {
        let names = Names::decode(paths)?;
        let mut raw = Self { names, changes: Vec::new(), ends: Vec::with_capacity(counts.len()) };
        let known = |path: u32| ((path as usize) < raw.names.len()).then_some(path);
        let mut cursor = Cursor::new(changes);
        for count in counts {
            let mut next = 0_u32;
            for _ in 0..*count {
                let head = cursor.number()?;
                let path = known(next.checked_add(u32::try_from(head >> KIND_BITS).ok()?)?)?;
                let kind = kind_of(head);
                let from = if kind == ChangeKind::Renamed { Some(known(cursor.number32()?)?) } else { None };
                raw.changes.push(RawChange { path, kind, from });
                next = path.checked_add(1)?;
            }
            raw.ends.push(u32::try_from(raw.changes.len()).ok()?);
        }
        cursor.is_at_end().then_some(raw)
    }

    /// The files of a commit.
    pub(super) fn of(&self, commit: u32) -> impl Iterator<Item = RawChange> + '_ {
        slice(&self.changes, &self.ends, commit).iter().copied()
    }
}

/// The files of all commits by their present names.
#[derive(Debug, Default)]
pub(super) struct Touched {
    pub(super) names: Names,
    changes: Vec<Change>,
    ends: Vec<u32>,
    /// Commit, path of that time and present path, where the two differ; in this order.
    moved: Vec<(u32, u32, u32)>,
    /// By path: whether the last that happened to it is that it was deleted.
    gone: Vec<bool>,
}

impl Touched {
    pub(super) fn resolve(raw: Raw) -> Self {
        let paths = raw.names.len();
        // The present name of what bears a name at the commit that is looked at.
        let mut present: Vec<u32> = (0..paths as u32).collect();
        let mut seen = vec![false; paths];
        let mut touched = Self { gone: vec![false; paths], ..Self::default() };
        let mut renames: Vec<(u32, u32)> = Vec::new();
        for commit in 0..raw.ends.len() as u32 {
            let start = touched.changes.len();
            renames.clear();
            for change in raw.of(commit) {
                let path = present[change.path as usize];
                touched.changes.push(Change { path, kind: change.kind });
                if path != change.path {
                    touched.moved.push((commit, change.path, path));
                }
                renames.extend(change.from.map(|from| (from, path)));
            }
            // Two names of that time may be one now; the first kind in order counts.
            touched.changes[start..].sort_unstable();
            let mut kept = start;
            for at in start..touched.changes.len() {
                if kept == start || touched.changes[kept - 1].path != touched.changes[at].path {
                    touched.changes[kept] = touched.changes[at];
                    kept += 1;
                }
            }
            touched.changes.truncate(kept);
            for change in &touched.changes[start..] {
                let path = change.path as usize;
                touched.gone[path] |= !seen[path] && change.kind == ChangeKind::Deleted;
                seen[path] = true;
            }
            // All at once: two files may have swapped their names.
            renames.iter().for_each(|(from, path)| present[*from as usize] = *path);
            touched.ends.push(touched.changes.len() as u32);
        }
        touched.names = raw.names;
        touched
    }

    /// The files of a commit, by path.
    pub(super) fn of(&self, commit: u32) -> &[Change] {
        slice(&self.changes, &self.ends, commit)
    }

    /// What a path of a commit's time is called now.
    pub(super) fn present(&self, commit: u32, path: u32) -> u32 {
        let found = self.moved.binary_search_by_key(&(commit, path), |(commit, then, _)| (*commit, *then));
        found.map_or(path, |at| self.moved[at].2)
    }

    pub(super) fn is_gone(&self, path: u32) -> bool {
        self.gone.get(path as usize).is_some_and(|gone| *gone)
    }
}

fn slice<'a, T>(items: &'a [T], ends: &[u32], number: u32) -> &'a [T] {
    let number = number as usize;
    let Some(end) = ends.get(number) else { return &[] };
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    items.get(start as usize..*end as usize).unwrap_or_default()
}
