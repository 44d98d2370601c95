//! The tree of calls from one symbol, level by level, so that a limit cuts what is far before what is near.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use foreword_index::class::FileClass;
use foreword_index::store::{DefinitionId, FileId, StoreError};
use foreword_model::limits;

use crate::calls::{CallPlace, Calls, Nature, Neighbour, Neighbours, Reading, SURE, Way};
use crate::nodes::Nodes;

/// How a branch ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// It was looked behind.
    Open,
    /// It is one of those that lead here.
    Cycle,
    /// It was looked behind at another place of the tree.
    Shown,
    /// It is as far away as was asked for, only possible, or no definition.
    Last,
    /// There was no room or time to look behind it.
    Cut,
}

impl End {
    /// As a reader gets it; nothing for what needs no word.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Self::Open | Self::Last => None,
            Self::Cycle => Some("cycle"),
            Self::Shown => Some("shown elsewhere"),
            Self::Cut => Some("not followed"),
        }
    }
}

/// One definition in the tree.
#[derive(Debug)]
pub(super) struct Branch {
    /// Several if it is overloaded, none for calls outside of every definition.
    pub(super) group: Vec<DefinitionId>,
    pub(super) file: FileId,
    pub(super) parent: Option<usize>,
    pub(super) sites: Vec<CallPlace>,
    pub(super) confidence: f32,
    pub(super) how: &'static str,
    pub(super) nature: Nature,
    pub(super) end: End,
    /// In the order in which they are shown.
    pub(super) children: Vec<usize>,
    /// Calls below the threshold.
    pub(super) unsure: usize,
    /// Neighbours for which there was no room.
    pub(super) more: usize,
}

/// A tree; the first branch is its root.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) way: Way,
    pub(super) branches: Vec<Branch>,
    /// Files that may hold more and were not read.
    pub(super) unread_files: usize,
}

/// What bounds a tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) depth: usize,
    pub(super) threshold: f32,
    pub(super) deadline: Instant,
}

/// Grows the tree of a symbol.
pub(super) fn grow(
    calls: &Calls<'_>,
    nodes: &Nodes<'_>,
    way: Way,
    root: &[DefinitionId],
    bounds: Bounds,
) -> Result<Tree, StoreError> {
    let file = root.first().map(|id| id.file).unwrap_or_default();
    let trunk = Branch { group: root.to_vec(), ..Branch::leaf(file, None) };
    let mut growing = Growing {
        calls,
        nodes,
        bounds,
        opened: root.iter().map(|id| (*id, 0)).collect(),
        overloads: HashMap::new(),
        visits: 0,
        tree: Tree { way, branches: vec![trunk], unread_files: 0 },
    };
    let mut level = vec![0];
    for depth in 0..bounds.depth {
        let mut next = Vec::new();
        let found = growing.around(&level);
        for (at, found) in level.into_iter().zip(found) {
            growing.look_behind(at, found, depth + 1 == bounds.depth, &mut next)?;
        }
        level = next;
    }
    Ok(growing.tree)
}

struct Growing<'g, 'c, 'n> {
    calls: &'g Calls<'c>,
    nodes: &'g Nodes<'n>,
    bounds: Bounds,
    /// Where each definition was looked behind.
    opened: HashMap<DefinitionId, usize>,
    /// The other overloads of what a call may mean, by the first.
    overloads: HashMap<DefinitionId, Vec<DefinitionId>>,
    /// Definitions that were looked behind.
    visits: usize,
    tree: Tree,
}

impl Growing<'_, '_, '_> {
    /// What stands around the branches of one level; nothing for those that there is no room or time for. Around
    /// the root all files are read, behind it the near ones: there are many, and each says less than the last.
    fn around(&self, level: &[usize]) -> Vec<Option<Result<Neighbours, StoreError>>> {
        let room = limits::CHAIN_VISITS.saturating_sub(self.visits).min(level.len());
        let groups: Vec<&[DefinitionId]> =
            level[..room].iter().map(|at| self.tree.branches[*at].group.as_slice()).collect();
        let reading = if self.visits == 0 { Reading::All } else { Reading::Near };
        let mut found = self.calls.along_each(self.tree.way, &groups, reading, self.bounds.deadline);
        found.resize_with(level.len(), || None);
        found
    }

    fn look_behind(
        &mut self,
        at: usize,
        found: Option<Result<Neighbours, StoreError>>,
        is_last: bool,
        next: &mut Vec<usize>,
    ) -> Result<(), StoreError> {
        let is_full = self.tree.branches.len() >= limits::CHAIN_BRANCHES;
        let Some(found) = found.filter(|_| !is_full).transpose()? else {
            self.tree.branches[at].end = End::Cut;
            return Ok(());
        };
        self.visits += 1;
        self.tree.branches[at].end = End::Open;
        let group = self.tree.branches[at].group.clone();
        let way = self.tree.way;
        self.tree.unread_files += found.unread_files;
        let (mut sure, unsure): (Vec<Neighbour>, Vec<Neighbour>) =
            found.list.into_iter().partition(|found| found.confidence >= self.bounds.threshold);
        self.tree.branches[at].unsure = unsure.iter().map(|found| found.sites.len()).sum();
        // Possible callers of callers say little: there are many, and each is less likely than the last.
        let mut possible = match way {
            Way::Callers if at > 0 => Vec::new(),
            Way::Callers | Way::Callees => self.calls.possible(way, &group)?,
        };
        let is_known =
            |other: &Neighbour| sure.iter().any(|known| (known.of, known.file) == (other.of, other.file));
        possible.retain(|other| !is_known(other) && other.of.is_none_or(|of| !group.contains(&of)));
        self.order(&mut sure);
        self.order(&mut possible);
        if way == Way::Callees {
            self.join_overloads(&mut sure);
        }
        self.attach(at, sure, limits::CHAIN_CHILDREN, is_last, next);
        self.attach(at, possible, limits::CHAIN_POSSIBLE, is_last, next);
        Ok(())
    }

    /// What is called in the order of the calls; callers with the code before its tests.
    fn order(&mut self, found: &mut Vec<Neighbour>) {
        // What is gone since it was indexed, or is a mere part of a type, is not shown.
        found.retain(|found| match found.of {
            Some(of) => self.nodes.node(of).is_some(),
            None => self.nodes.path(found.file).is_some(),
        });
        match self.tree.way {
            Way::Callees => found.sort_by(|a, b| a.sites.cmp(&b.sites)),
            Way::Callers => {
                let mut keyed: Vec<_> = found.drain(..).map(|one| (self.caller_rank(&one), one)).collect();
                keyed.sort_by(|(a, one), (b, other)| a.cmp(b).then_with(|| one.sites.cmp(&other.sites)));
                found.extend(keyed.into_iter().map(|(_, one)| one));
            }
        }
    }

    /// A call that may mean any overload of one thing leads to one branch, behind which all of them are looked at.
    fn join_overloads(&mut self, found: &mut Vec<Neighbour>) {
        let mut kept: Vec<(Neighbour, String)> = Vec::new();
        for other in found.drain(..) {
            let node = other.of.and_then(|of| self.nodes.node(of));
            let symbol = node.map(|node| node.symbol()).unwrap_or_default();
            let is_same = |(known, name): &&mut (Neighbour, String)| {
                known.file == other.file
                    && *name == symbol
                    && known.sites.iter().any(|site| other.sites.contains(site))
            };
            match (kept.iter_mut().find(is_same), other.of) {
                (Some((known, _)), Some(overload)) => {
                    known.sites.extend(other.sites);
                    known.sites.sort_unstable();
                    known.sites.dedup();
                    known.confidence = known.confidence.max(other.confidence);
                    self.overloads.entry(known.of.unwrap_or(overload)).or_default().push(overload);
                }
                _ => kept.push((other, symbol)),
            }
        }
        found.extend(kept.into_iter().map(|(known, _)| known));
    }

    fn caller_rank(&mut self, found: &Neighbour) -> (FileClass, String) {
        let class = self.nodes.class(found.file).unwrap_or(FileClass::Data);
        (class, self.nodes.path(found.file).map(|path| path.to_string()).unwrap_or_default())
    }

    fn attach(
        &mut self,
        at: usize,
        found: Vec<Neighbour>,
        most: usize,
        is_last: bool,
        next: &mut Vec<usize>,
    ) {
        self.tree.branches[at].more += found.len().saturating_sub(most);
        for neighbour in surest(found, most) {
            let number = self.tree.branches.len();
            // Whoever calls a test is a test again, or its runner.
            let is_test =
                self.tree.way == Way::Callers && self.nodes.class(neighbour.file) == Some(FileClass::Test);
            let end = self.end_of(at, &neighbour, is_last || is_test);
            let mut group: Vec<DefinitionId> = neighbour.of.into_iter().collect();
            group.extend(neighbour.of.and_then(|of| self.overloads.remove(&of)).into_iter().flatten());
            if end == End::Open {
                self.opened.extend(group.iter().map(|of| (*of, number)));
                next.push(number);
            }
            self.tree.branches.push(Branch {
                group,
                sites: neighbour.sites,
                confidence: neighbour.confidence,
                how: neighbour.how,
                nature: neighbour.nature,
                // Set to open when it is looked behind.
                end: if end == End::Open { End::Cut } else { end },
                ..Branch::leaf(neighbour.file, Some(at))
            });
            self.tree.branches[at].children.push(number);
        }
    }

    fn end_of(&self, parent: usize, neighbour: &Neighbour, is_last: bool) -> End {
        let Some(of) = neighbour.of else { return End::Last };
        let mut above = Some(parent);
        while let Some(at) = above {
            if self.tree.branches[at].group.contains(&of) {
                return End::Cycle;
            }
            above = self.tree.branches[at].parent;
        }
        match self.opened.contains_key(&of) {
            true => End::Shown,
            // What is only possible leads to more that is even less so.
            false if is_last || neighbour.nature != Nature::Call => End::Last,
            false => End::Open,
        }
    }
}

/// As many as there is room for, in their order: the surest. All that is sure is equally so.
fn surest(mut found: Vec<Neighbour>, most: usize) -> Vec<Neighbour> {
    let mut places: Vec<usize> = (0..found.len()).collect();
    let worth = |place: &usize| found[*place].confidence.min(SURE);
    places.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
    let kept: HashSet<usize> = places.into_iter().take(most).collect();
    let mut place = 0..;
    found.retain(|_| place.next().is_some_and(|place| kept.contains(&place)));
    found
}

impl Branch {
    fn leaf(file: FileId, parent: Option<usize>) -> Self {
        Self {
            group: Vec::new(),
            file,
            parent,
            sites: Vec::new(),
            confidence: 1.0,
            how: "",
            nature: Nature::Call,
            end: End::Last,
            children: Vec::new(),
            unsure: 0,
            more: 0,
        }
    }
}
