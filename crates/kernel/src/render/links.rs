//! How the places call each other, one line each. What a place's own reason says already is not said again.

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_model::envelope::Layers;
use serde_json::Value;

use super::{Ceiling, Rendered};
use crate::fuse::Place;

/// Lines at most: a graph is for the eye, not for a list.
const LINES_MAX: usize = 6;

/// Appends the links between places that stand in the text, as far as they fit.
pub(super) fn push(rendered: &mut Rendered, places: &[&Place], layers: &Layers, ceiling: Ceiling) {
    let edges = layers.task_context.get("edges").and_then(Value::as_array);
    let mut block = EscapedText::default();
    for line in edges.into_iter().flatten().filter_map(|edge| line(edge, places)).take(LINES_MAX) {
        let heading = if block.is_empty() { "\nAmong them:\n" } else { "" };
        let longer = escaped!("{}{}{}", block, heading, line);
        if !ceiling.holds(rendered.text.as_str(), longer.as_str()) {
            break;
        }
        block = longer;
    }
    rendered.text.push(&block);
}

fn line(edge: &Value, places: &[&Place]) -> Option<EscapedText> {
    let (from, to) = (End::of(edge.get("from")?)?, End::of(edge.get("to")?)?);
    let kind = edge.get("kind")?.as_str()?;
    let is_said = kind == "contains" || from.is_explained(places) || to.is_explained(places);
    if is_said || !from.is_shown(places) || !to.is_shown(places) {
        return None;
    }
    let how = edge.get("how")?.as_str()?;
    let confidence = edge.get("confidence")?.as_f64()?;
    let (from, to) = (escape::symbol(from.symbol), escape::symbol(to.symbol));
    Some(escaped!("- {} {} {} ({}, {:.2})\n", from, escape::word(kind), to, escape::word(how), confidence))
}

/// One end of a link.
struct End<'e> {
    path: &'e str,
    line: u64,
    symbol: &'e str,
}

impl<'e> End<'e> {
    fn of(end: &'e Value) -> Option<Self> {
        Some(Self {
            path: end.get("path")?.as_str()?,
            line: end.get("line")?.as_u64()?,
            symbol: end.get("symbol")?.as_str()?,
        })
    }

    fn is_at(&self, place: &Place) -> bool {
        place.item.path.as_deref() == Some(self.path)
            && place.item.start_line.map(u64::from) == Some(self.line)
    }

    fn is_shown(&self, places: &[&Place]) -> bool {
        places.iter().any(|place| self.is_at(place))
    }

    /// Whether the place was found by its links, and says so itself.
    fn is_explained(&self, places: &[&Place]) -> bool {
        places.iter().any(|place| place.is_neighbour() && self.is_at(place))
    }
}
