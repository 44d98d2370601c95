//! Names that are like one that nobody has.

use foreword_index::store::Store;

/// Names that are proposed in place of an unknown one.
const NEAREST_MAX: usize = 5;
/// Characters of names that are compared.
const COMPARED_CHARS: usize = 64;
/// Names of the index that are looked at, for each beginning.
const KNOWN_MAX: usize = 500;
/// Characters that a name must share with the index's names to be looked at.
const PREFIX_CHARS: usize = 2;

/// Names of the index that are spelt alike or begin alike.
pub fn known_like(store: &Store, name: &str) -> Vec<String> {
    let lower: String = name.to_lowercase();
    let prefix: String = lower.chars().take(PREFIX_CHARS).collect();
    let alike = store.symbol_any_case(name).unwrap_or_default();
    let begins: Vec<_> = match prefix.is_empty() {
        true => Vec::new(),
        false => store.symbols_starting(&prefix, KNOWN_MAX).unwrap_or_default(),
    };
    alike.into_iter().chain(begins).map(|(name, _)| name).collect()
}

/// The names that are most like one, the most alike first.
pub fn nearest(name: &str, known: impl Iterator<Item = String>) -> Vec<String> {
    let lower = name.to_lowercase();
    let mut ranked: Vec<(usize, String)> = known
        .map(|known| (distance(&lower, &known.to_lowercase()), known))
        .filter(|(distance, known)| *distance <= known.chars().count().max(name.chars().count()) / 2)
        .collect();
    ranked.sort();
    ranked.dedup();
    ranked.truncate(NEAREST_MAX);
    ranked.into_iter().map(|(_, name)| name).collect()
}

/// Characters that must be put in, left out or replaced.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().take(COMPARED_CHARS).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, letter) in (1..).zip(left.chars().take(COMPARED_CHARS)) {
        let mut diagonal = at - 1;
        row[0] = at;
        for (column, other) in (1..).zip(&right) {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[column];
            row[column] = replaced.min(row[column] + 1).min(row[column - 1] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_come_first_and_far_ones_not_at_all() {
        let known = ["late_fee", "late_fees", "renew", "lateFee"].map(str::to_owned);
        assert_eq!(nearest("latefee", known.into_iter()), ["lateFee", "late_fee", "late_fees"]);
        assert_eq!(nearest("x", std::iter::empty()), [""; 0]);
    }
}
