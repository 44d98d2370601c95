//! Lines that are named in words beside a path: `x.py line 12`, `line 12 of x.py`, `x.py 第12行`, `x.py L12`.
//!
//! Owns the wording; what a suffix of the path says (`x.py:12`) is read with the path.

use super::tokens::{Prose, UnitKind};

/// Words and pauses that may stand between a path and its line.
const BETWEEN: usize = 2;

/// Gives each path without a line the one that its neighbours name.
pub(super) fn attach(prose: &mut Prose<'_>) {
    let is_path = |&at: &usize| prose.units[at].kind == UnitKind::Path;
    let places: Vec<usize> = (0..prose.units.len()).filter(is_path).collect();
    let lines: Vec<Option<u32>> =
        places.iter().map(|&at| before(prose, at).or_else(|| after(prose, at))).collect();
    // Every path has its unit, in the same order.
    for (path, line) in prose.paths.iter_mut().zip(lines) {
        path.1 = path.1.or(line);
    }
}

/// `x.py line 12`, `x.py (lines 12-20)`, `x.py 第12行`, `x.py around line 12`.
fn after(prose: &Prose<'_>, path: usize) -> Option<u32> {
    for at in path + 1..=path + 1 + BETWEEN {
        if let Some((line, _)) = line_at(prose, at) {
            return Some(line);
        }
        let is_between = prose.units.get(at)?.kind == UnitKind::Break
            || matches!(
                text(prose, at),
                "on" | "at" | "in" | "around" | "near" | "from" | "the" | "的" | "在"
            );
        if !is_between {
            return None;
        }
    }
    None
}

/// `line 12 of x.py`, `第12行的 x.py`: what leads from the line to the path must be said.
fn before(prose: &Prose<'_>, path: usize) -> Option<u32> {
    // The longest: `lines 12 to 20 of the file x.py`.
    (path.saturating_sub(7)..path).find_map(|start| {
        let (line, end) = line_at(prose, start)?;
        let mut between = (end..path).map(|at| text(prose, at));
        let leads = matches!(between.next(), Some("of" | "in" | "的"));
        (leads && between.all(|word| matches!(word, "the" | "file" | "文" | "件" | ""))).then_some(line)
    })
}

/// A line, and where what names it ends.
fn line_at(prose: &Prose<'_>, at: usize) -> Option<(u32, usize)> {
    let number = |at: usize| {
        let unit = prose.units.get(at).filter(|unit| unit.kind == UnitKind::Number)?;
        unit.raw.parse::<u32>().ok().filter(|line| *line > 0)
    };
    match text(prose, at) {
        "line" | "lines" | "ln" => {
            let line = number(at + 1)?;
            // `92-120`, `92 to 120`
            let is_range = matches!(text(prose, at + 2), "to" | "and") && number(at + 3).is_some();
            let end = if is_range { at + 4 } else { at + 2 + usize::from(number(at + 2).is_some()) };
            Some((line, end))
        }
        "第" => {
            let line = number(at + 1)?;
            let end = (at + 2..at + 5).find(|&end| text(prose, end) == "行")?;
            Some((line, end + 1))
        }
        word => {
            let is_word = prose.units.get(at).is_some_and(|unit| unit.kind == UnitKind::Word);
            let line = word.strip_prefix('l').filter(|_| is_word)?.parse().ok().filter(|line| *line > 0)?;
            Some((line, at + 1))
        }
    }
}

fn text<'p>(prose: &'p Prose<'_>, at: usize) -> &'p str {
    prose.units.get(at).map_or("", |unit| prose.text(unit))
}
