//! One walk over a syntax tree that counts, by the grammar's table. With a cursor, never by recursion: a file may nest
//! 100,000 deep.

use std::time::Instant;

use foreword_model::clock;
use foreword_model::limits;
use tree_sitter::{Node, Tree, TreeCursor};

use super::head;
use super::table::{First, OperatorTexts, Recursion, Shape, Table};
use super::{Reason, Reasons};
use crate::facts::text::{last_row, line_number};

/// A function as the walk found it; what it is called is found out later.
#[derive(Debug)]
pub(super) struct Frame {
    /// The name that its own node or the one around it gives it.
    pub(super) name: String,
    /// The function around it, by its place.
    pub(super) within: Option<usize>,
    pub(super) start_line: u32,
    /// The line where its body begins.
    pub(super) body_line: u32,
    pub(super) end_line: u32,
    pub(super) cyclomatic: u32,
    pub(super) cognitive: u32,
    pub(super) nesting: u32,
    pub(super) parameters: u32,
    pub(super) reasons: Vec<Reason>,
    /// Where its body begins.
    body_start: usize,
    /// Whether its parameters were counted.
    has_parameters: bool,
    is_recursive: bool,
}

/// A node that the walk is inside of.
struct Level {
    kind: u16,
    /// The nesting that the node itself stands in.
    own: u32,
    /// The nesting of what is inside.
    inner: u32,
    /// Whether an `else` was passed.
    after_else: bool,
    /// Arms that were passed.
    arms: u32,
    /// Its logical operator: see [`Table::operator`].
    operator: u8,
    is_parentheses: bool,
    /// Whether its condition is not looked at.
    skips_condition: bool,
    /// Whether a function ends with it.
    closes: bool,
    /// What it cost, by the place of the reason.
    reason: Option<usize>,
}

/// Walks a tree; `None` if the time ran out.
pub(super) fn walk(
    tree: &Tree,
    text: &str,
    table: &Table,
    reasons: Reasons,
    deadline: Instant,
) -> Option<Vec<Frame>> {
    let mut walk = Walk { text, table, reasons, levels: Vec::new(), frames: Vec::new(), open: Vec::new() };
    let mut cursor = tree.walk();
    for visited in 0..limits::OUTLINE_NODES {
        if visited % 8_192 == 8_191 && clock::is_past(deadline) {
            return None;
        }
        let node = cursor.node();
        let enters = walk.visit(node, &cursor);
        if !walk.advance(&mut cursor, enters) || walk.frames.len() >= limits::COMPLEXITY_FUNCTIONS {
            break;
        }
    }
    Some(walk.frames)
}

struct Walk<'w> {
    text: &'w str,
    table: &'w Table,
    reasons: Reasons,
    levels: Vec<Level>,
    frames: Vec<Frame>,
    /// The functions that the walk is inside of, by their places.
    open: Vec<usize>,
}

impl Walk<'_> {
    /// Moves to the next node in reading order; false at the end.
    fn advance(&mut self, cursor: &mut TreeCursor<'_>, enters: Option<Level>) -> bool {
        if let Some(level) = enters {
            let closes = level.closes;
            if cursor.goto_first_child() {
                self.levels.push(level);
                return true;
            }
            if closes {
                self.open.pop();
            }
        }
        loop {
            if cursor.goto_next_sibling() {
                return true;
            }
            if !cursor.goto_parent() {
                return false;
            }
            if self.levels.pop().is_some_and(|level| level.closes) {
                self.open.pop();
            }
        }
    }

    /// Takes note of a node; what it means for those inside, if something may be there.
    fn visit(&mut self, node: Node<'_>, cursor: &TreeCursor<'_>) -> Option<Level> {
        let kind = node.kind_id();
        let field = cursor.field_id().map_or(0, u16::from);
        let (parent, base) = match self.levels.last() {
            Some(level) if level.skips_condition && field == self.table.condition_field => return None,
            Some(level) if self.table.is_outside(field) => (level.kind, level.own),
            Some(level) => (level.kind, level.inner),
            None => (0, 0),
        };
        let shape = self.shape_of(node, kind);
        let mut level = Level {
            kind,
            own: base,
            inner: base,
            after_else: false,
            arms: 0,
            operator: 0,
            is_parentheses: shape == Shape::Parentheses,
            skips_condition: shape == Shape::Directive,
            closes: false,
            reason: None,
        };
        self.count(node, shape, field, &mut level);
        if shape != Shape::Function {
            self.decide(node, parent, base);
        }
        (shape != Shape::Skip).then_some(level)
    }

    /// What the shape of a node adds.
    fn count(&mut self, node: Node<'_>, shape: Shape, field: u16, level: &mut Level) {
        let base = level.own;
        match shape {
            Shape::Function => self.function(node, level),
            Shape::OuterFunction if self.open.is_empty() => self.function(node, level),
            _ if self.open.is_empty() => {}
            Shape::Skip | Shape::Directive | Shape::OuterFunction => {}
            Shape::Plain | Shape::Parentheses | Shape::Call => self.name(node, base),
            Shape::Closure => self.nest(level, base + 1),
            Shape::If(what) => self.branch(node, level, what),
            Shape::Structure(what) => {
                level.reason = self.add(node, what, 0, 1 + base, base);
                self.nest(level, base + 1);
            }
            Shape::Continuation(what) => {
                level.reason = self.add(node, what, 0, 1, base.saturating_sub(1));
                level.own = base.saturating_sub(1);
            }
            Shape::Else => self.otherwise(node, base),
            Shape::Jump(what) => level.reason = self.add(node, what, 0, 1, base),
            Shape::MaybeJump(what) => {
                if head::names_label(node) {
                    level.reason = self.add(node, what, 0, 1, base);
                }
            }
            Shape::Binary => self.binary(node, level),
            Shape::ParameterList if field == self.table.receiver_field && field > 0 => {}
            Shape::ParameterList => self.parameter_list(node),
            Shape::Parameter => self.parameter(node),
        }
    }

    /// What a node is; a call may be a structure by its name.
    fn shape_of(&self, node: Node<'_>, kind: u16) -> Shape {
        let shape = self.table.shape(kind);
        if shape != Shape::Call {
            return shape;
        }
        let called = node.child(0).and_then(|name| self.text.get(name.byte_range())).unwrap_or_default();
        let calls = self.table.description.calls;
        calls.iter().find(|(name, _)| *name == called).map_or(Shape::Plain, |(_, shape)| *shape)
    }

    fn function(&mut self, node: Node<'_>, level: &mut Level) {
        let Some(body) = head::body(node, self.table) else { return };
        let start_line = line_number(node.start_position().row);
        let place = self.frames.len();
        let (name, parameters) = match self.table.description.calls.is_empty() {
            true => (head::name(node, self.table, self.text), None),
            false => head::of_call(node, self.text),
        };
        self.frames.push(Frame {
            name,
            within: self.open.last().copied(),
            start_line,
            body_line: line_number(body.row).max(start_line),
            end_line: line_number(last_row(node)).max(start_line),
            cyclomatic: 1,
            cognitive: 0,
            nesting: 0,
            parameters: parameters.unwrap_or(0),
            reasons: Vec::new(),
            body_start: body.start,
            has_parameters: parameters.is_some(),
            is_recursive: false,
        });
        self.open.push(place);
        (level.own, level.inner, level.closes) = (0, 0, true);
    }

    fn nest(&mut self, level: &mut Level, inner: u32) {
        level.inner = inner;
        if let Some(frame) = self.frame() {
            frame.nesting = frame.nesting.max(inner);
        }
    }

    /// An `if`; one that follows an `else` continues it.
    fn branch(&mut self, node: Node<'_>, level: &mut Level, what: &'static str) {
        let base = level.own;
        if let Some(parent) = self.levels.last().filter(|parent| parent.after_else) {
            level.own = base.saturating_sub(1);
            level.reason = parent.reason;
            return;
        }
        // Where an `if` is a call there is no word that counts.
        let cyclomatic = u32::from(!self.table.description.calls.is_empty());
        level.reason = self.add(node, what, cyclomatic, 1 + base, base);
        self.nest(level, base + 1);
    }

    fn otherwise(&mut self, node: Node<'_>, base: u32) {
        if !self.levels.last().is_some_and(|parent| self.table.has_else(parent.kind)) {
            return;
        }
        let next = node.next_named_sibling().map(|next| self.table.shape(next.kind_id()));
        let what = if matches!(next, Some(Shape::If(_))) { "else if" } else { "else" };
        let reason = self.add(node, what, 0, 1, base.saturating_sub(1));
        if let Some(level) = self.levels.last_mut() {
            (level.after_else, level.reason) = (true, reason);
        }
    }

    /// A run of like operators costs one.
    fn binary(&mut self, node: Node<'_>, level: &mut Level) {
        let mut cursor = node.walk();
        let number_of = |child: Node<'_>| match self.table.description.operator_texts {
            OperatorTexts::Words => self.table.operator(child.kind_id()),
            OperatorTexts::Nodes => match self.text.get(child.byte_range()) {
                Some("&&") => 1,
                Some("||") => 2,
                _ => 0,
            },
        };
        let mut numbered = node.children(&mut cursor).map(|child| (child, number_of(child)));
        let Some((operator, number)) = numbered.find(|(_, number)| *number > 0) else { return };
        let around = self.levels.iter().rev().find(|level| !level.is_parentheses);
        let cognitive = u32::from(around.is_none_or(|level| level.operator != number));
        let is_text = self.table.description.operator_texts == OperatorTexts::Nodes;
        let what = if number == 1 { "and" } else { "or" };
        level.reason = self.add(operator, what, u32::from(is_text), cognitive, level.own);
        level.operator = number;
    }

    /// What a word or node adds to the cyclomatic complexity.
    fn decide(&mut self, node: Node<'_>, parent: u16, base: u32) {
        let Some(decision) = self.table.decision(node.kind_id(), parent) else { return };
        let Some(level) = self.levels.last_mut() else { return };
        if decision.first == First::IsFree {
            level.arms += 1;
            if level.arms == 1 {
                return;
            }
        }
        // `a ?: b` of PHP gives a default, as `??` does, and is counted as little.
        if decision.kinds == "?" && node.next_sibling().is_some_and(|next| next.kind() == ":") {
            return;
        }
        let reason = level.reason;
        let Some(frame) = self.frame() else { return };
        // The word and the structure that it opens are one reason.
        let same = reason.and_then(|place| frame.reasons.get_mut(place)).filter(|same| same.cyclomatic == 0);
        if let Some(same) = same {
            same.cyclomatic = 1;
            frame.cyclomatic = frame.cyclomatic.saturating_add(1);
        } else {
            self.add(node, decision.what, 1, 0, base);
        }
    }

    fn parameter_list(&mut self, node: Node<'_>) {
        let (table, text) = (self.table, self.text);
        let Some(frame) = self.frame() else { return };
        if !frame.has_parameters && node.start_byte() < frame.body_start {
            frame.has_parameters = true;
            frame.parameters = head::parameters(node, table, text);
        }
    }

    fn parameter(&mut self, node: Node<'_>) {
        if let Some(frame) = self.frame().filter(|frame| node.start_byte() < frame.body_start) {
            frame.parameters += 1;
        }
    }

    /// A name may be a word that was misread, or a recursion.
    fn name(&mut self, node: Node<'_>, base: u32) {
        let table = self.table;
        if !table.is_identifier(node.kind_id()) {
            return;
        }
        let misread = table.description.misread;
        if !misread.is_empty() {
            let text = self.text.get(node.byte_range()).unwrap_or_default();
            if misread.split(' ').any(|word| word == text) {
                self.add(node, if text == "if" { "if" } else { "loop" }, 1, 1, base);
                return;
            }
        }
        if table.description.recursion == Recursion::Counted {
            self.recursion(node, base);
        }
    }

    /// A call of the function's own name costs one, once.
    fn recursion(&mut self, node: Node<'_>, base: u32) {
        let (start, end) = (node.start_byte(), node.end_byte());
        let text = self.text;
        let Some(frame) = self.frame().filter(|frame| !frame.is_recursive && start >= frame.body_start)
        else {
            return;
        };
        let is_own = text.get(start..end) == Some(frame.name.as_str());
        let is_called = text.as_bytes().get(end) == Some(&b'(');
        let before = text.get(..start).unwrap_or_default();
        let is_free = !before.ends_with(['.', ':', '>']);
        let is_on_self = ["self.", "this.", "self::", "Self::", "$this->", "self:"];
        if is_own && is_called && (is_free || is_on_self.iter().any(|on| before.ends_with(on))) {
            frame.is_recursive = true;
            self.add(node, "recursion", 0, 1, base);
        }
    }

    fn frame(&mut self) -> Option<&mut Frame> {
        let place = *self.open.last()?;
        self.frames.get_mut(place)
    }

    /// Counts, and keeps the reason if reasons are kept: its place among those of the function.
    fn add(
        &mut self,
        node: Node<'_>,
        what: &'static str,
        cyclomatic: u32,
        cognitive: u32,
        nesting: u32,
    ) -> Option<usize> {
        let keeps = self.reasons == Reasons::Kept && cyclomatic + cognitive > 0;
        let frame = self.frame()?;
        frame.cyclomatic = frame.cyclomatic.saturating_add(cyclomatic);
        frame.cognitive = frame.cognitive.saturating_add(cognitive);
        if !keeps || frame.reasons.len() >= limits::COMPLEXITY_REASONS {
            return None;
        }
        let line = line_number(node.start_position().row);
        frame.reasons.push(Reason { line, what, cyclomatic, cognitive, nesting });
        Some(frame.reasons.len() - 1)
    }
}
