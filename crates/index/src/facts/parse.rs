//! One parser per thread, bounded in time. Nothing here knows what the nodes mean.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Instant;

use foreword_model::clock;

use tree_sitter::{ParseOptions, ParseState, Parser, Point, Range, Tree};

use super::{hazard, opened};
use crate::language::Grammar;

thread_local! {
    static PARSER: RefCell<Option<(Grammar, Parser)>> = const { RefCell::new(None) };
}

/// The tree of a text, or of some ranges of it (none means all); `None` if the time
/// ran out or the grammar cannot take the text.
pub(crate) fn parse(text: &str, grammar: Grammar, ranges: &[Range], deadline: Instant) -> Option<Tree> {
    if hazard::would_break(text, grammar) {
        return None;
    }
    PARSER.with(|slot| {
        let mut slot = slot.try_borrow_mut().ok()?;
        let (loaded, parser) = slot.get_or_insert_with(|| (grammar, Parser::new()));
        if *loaded != grammar || parser.language().is_none() {
            parser.set_language(&grammar.tree_sitter()).ok()?;
            *loaded = grammar;
        }
        parser.set_included_ranges(ranges).ok()?;
        let tree = match grammar {
            Grammar::Rust => parse_within(parser, opened::opened(text).as_bytes(), deadline),
            _ => parse_within(parser, text.as_bytes(), deadline),
        };
        if tree.is_none() {
            // A parse that was stopped would be taken up again by the next one.
            parser.reset();
        }
        tree
    })
}

fn parse_within(parser: &mut Parser, bytes: &[u8], deadline: Instant) -> Option<Tree> {
    let mut read = |offset: usize, _: Point| bytes.get(offset..).unwrap_or_default();
    let mut progress = |_: &ParseState| match clock::now() < deadline {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    parser.parse_with_options(&mut read, None, Some(options))
}
