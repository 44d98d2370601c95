//! What was found once and is asked for again, exactly as it would be found anew: an answer counts the steps that it
//! took, and one that a limit cut short is not kept. So answers do not depend on what was asked before.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::Hash;

use foreword_model::limits;

use crate::store::StoreError;

/// How far the answer to one use has gone.
#[derive(Debug, Default)]
pub(super) struct Reach {
    depth: Cell<u32>,
    /// The greatest depth since it was last set back.
    deepest: Cell<u32>,
    steps: Cell<u32>,
    is_cut: Cell<bool>,
}

impl Reach {
    /// Begins with another use.
    pub(super) fn begin(&self) {
        self.steps.set(0);
    }

    /// One step deeper, unless it goes too deep or has taken too long: then what is looked for is not found.
    pub(super) fn deeper(&self) -> Option<Deeper<'_>> {
        let (depth, steps) = (self.depth.get(), self.steps.get());
        if depth >= limits::RESOLVE_DEPTH || steps >= limits::RESOLVE_STEPS {
            self.is_cut.set(true);
            return None;
        }
        self.depth.set(depth + 1);
        self.deepest.set(self.deepest.get().max(depth + 1));
        self.steps.set(steps + 1);
        Some(Deeper(&self.depth))
    }
}

/// Goes back up when it is dropped.
pub(super) struct Deeper<'r>(&'r Cell<u32>);

impl Drop for Deeper<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

struct Known<V> {
    value: V,
    steps: u32,
    depth: u32,
}

/// Answers to one kind of question.
pub(super) struct Memo<K, V>(RefCell<HashMap<K, Known<V>>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: Hash + Eq, V: Clone> Memo<K, V> {
    /// What is known, or what `find` finds.
    pub(super) fn get(
        &self,
        reach: &Reach,
        key: K,
        find: impl FnOnce() -> Result<V, StoreError>,
    ) -> Result<V, StoreError> {
        let (depth, steps) = (reach.depth.get(), reach.steps.get());
        if let Some(known) = self.0.borrow().get(&key) {
            let (deepest, taken) = (depth + known.depth, steps + known.steps);
            if deepest <= limits::RESOLVE_DEPTH && taken <= limits::RESOLVE_STEPS {
                reach.deepest.set(reach.deepest.get().max(deepest));
                reach.steps.set(taken);
                return Ok(known.value.clone());
            }
        }
        let (deepest, was_cut) = (reach.deepest.replace(depth), reach.is_cut.replace(false));
        let found = find();
        let (reached, is_cut) = (reach.deepest.get(), reach.is_cut.get());
        reach.deepest.set(deepest.max(reached));
        reach.is_cut.set(was_cut || is_cut);
        let value = found?;
        if !is_cut {
            let steps = reach.steps.get().saturating_sub(steps);
            let mut known = self.0.borrow_mut();
            if known.len() >= limits::RESOLVE_CACHED {
                known.clear();
            }
            let depth = reached.saturating_sub(depth);
            known.insert(key, Known { value: value.clone(), steps, depth });
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes `levels` deep and says how many it got.
    fn descend(reach: &Reach, levels: u32) -> u32 {
        match (levels, reach.deeper()) {
            (1.., Some(_guard)) => 1 + descend(reach, levels - 1),
            _ => 0,
        }
    }

    #[test]
    fn a_known_answer_counts_its_steps_and_one_that_was_cut_is_found_anew() {
        let (reach, memo) = (Reach::default(), Memo::<u8, u32>::default());
        let ask = |key, levels| memo.get(&reach, key, || Ok(descend(&reach, levels))).ok();
        assert_eq!(ask(1, 3), Some(3));
        let steps = reach.steps.get();
        assert_eq!(ask(1, 9), Some(3), "known by now");
        assert_eq!(reach.steps.get(), 2 * steps);

        assert_eq!(ask(2, limits::RESOLVE_DEPTH + 5), Some(limits::RESOLVE_DEPTH));
        assert_eq!(ask(2, 2), Some(2), "what a limit cut short is not kept");
    }

    #[test]
    fn what_would_go_too_deep_from_here_is_not_taken_from_there() {
        let (reach, memo) = (Reach::default(), Memo::<u8, u32>::default());
        let ask = |levels| memo.get(&reach, 1, || Ok(descend(&reach, levels))).ok();
        assert_eq!(ask(4), Some(4));
        let guards: Vec<_> = (0..limits::RESOLVE_DEPTH - 2).filter_map(|_| reach.deeper()).collect();
        assert_eq!(ask(4), Some(2), "only two levels are left");
        drop(guards);
        assert_eq!(ask(4), Some(4));
    }
}
