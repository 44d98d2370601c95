//! Which functions a symbol means, among those that were measured.

use foreword_retrieve::symbol::{Symbol, parts};

use super::One;

/// Whether a function is meant: its path ends so.
pub(super) fn means(symbol: &Symbol, one: &One) -> bool {
    let mut own = parts(one.function.container.as_deref().unwrap_or_default());
    own.push(one.function.name.clone());
    symbol.ends(&own) || one.function.name == symbol.written
}
