//! Which names are local to the functions that the walk is inside of, so that their uses are no references.

use std::ops::Range;

/// Local names that are remembered at a time: beyond that, a use counts as a reference.
const LOCALS_MAX: usize = 256;

/// The names, as hashes, and where names are being bound.
#[derive(Default)]
pub(super) struct Locals {
    names: Vec<u64>,
    bound: Range<usize>,
    /// Names directly below this depth are bound in `children`.
    depth: usize,
    children: Range<usize>,
}

impl Locals {
    /// Names in the range are bound.
    pub(super) fn bind_range(&mut self, range: Range<usize>) {
        self.bound = range;
    }

    /// Names that are children of a node are bound.
    pub(super) fn bind_children(&mut self, range: Range<usize>, depth: usize) {
        self.children = range;
        self.depth = depth;
    }

    pub(super) fn binds(&self, at: usize, depth: usize) -> bool {
        self.bound.contains(&at) || (depth == self.depth + 1 && self.children.contains(&at))
    }

    pub(super) fn add(&mut self, name: &str) {
        if self.names.len() < LOCALS_MAX {
            self.names.push(hash(name));
        }
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        if self.names.is_empty() {
            return false;
        }
        let wanted = hash(name);
        self.names.contains(&wanted)
    }

    /// A mark to leave with.
    pub(super) fn enter(&self) -> usize {
        self.names.len()
    }

    pub(super) fn leave(&mut self, mark: usize) {
        self.names.truncate(mark);
    }
}

/// FNV-1a: names are short, and a collision only hides one reference.
fn hash(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
