//! One walk over a syntax tree that yields everything, by the grammar's table. With a cursor, never by
//! recursion: a file may nest 100,000 deep.

mod definitions;
mod uses;

use std::ops::RangeInclusive;
use std::time::Instant;

use foreword_model::clock;
use foreword_model::limits;
use tree_sitter::{Node, Tree, TreeCursor};

use super::bindings::Binder;
use super::callee;
use super::lead::Lead;
use super::locals::Locals;
use super::slim::{Rows, Slim};
use super::table::{Decision, Define, ENTER, Found, LEAF, Role, Source, Table};
use super::text::{head_line, last_row, line_number, starts_line};
use super::{Base, Binding, CallSite, Definition, DefinitionKind, Import, Reference, bases};

/// What a walk collects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    /// All facts.
    Everything,
    /// Definitions, without the parts of types.
    Definitions,
}

/// What a walk found.
#[derive(Default)]
pub(crate) struct Walked {
    pub(crate) definitions: Vec<Definition>,
    /// The language's word for each definition.
    pub(crate) words: Vec<&'static str>,
    /// Whether each is more than a declaration.
    pub(crate) has_body: Vec<bool>,
    pub(crate) calls: Vec<CallSite>,
    pub(crate) references: Vec<Reference>,
    pub(crate) imports: Vec<Import>,
    pub(crate) bases: Vec<Base>,
    pub(crate) bindings: Vec<Binding>,
    /// Rows that the grammar did not understand.
    pub(crate) errors: Vec<RangeInclusive<usize>>,
}

impl Walked {
    /// Lines that hooks and uses noted become those of the original; definitions have them already.
    fn bring_back(&mut self, rows: &Rows) {
        if rows.are_original() {
            return;
        }
        let line = |line: &mut u32| *line = line_number(rows.original(line.saturating_sub(1) as usize));
        self.calls.iter_mut().for_each(|call| line(&mut call.line));
        self.references.iter_mut().for_each(|reference| line(&mut reference.line));
        self.imports.iter_mut().for_each(|import| line(&mut import.line));
        self.bases.iter_mut().for_each(|base| line(&mut base.line));
        for binding in &mut self.bindings {
            line(&mut binding.line);
            if binding.scope.0 > 0 {
                line(&mut binding.scope.0);
                line(&mut binding.scope.1);
            }
        }
        for error in &mut self.errors {
            *error = rows.original(*error.start())..=rows.original(*error.end());
        }
    }
}

/// The kind of a node that holds what the grammar did not understand.
const ERROR_KIND: u16 = u16::MAX;

/// A text of which nothing was left out.
static ORIGINAL: Rows = Rows::ORIGINAL;

/// Walks a tree; `None` if the time ran out.
pub(crate) fn walk(tree: &Tree, text: &str, table: &Table, want: Want, deadline: Instant) -> Option<Walked> {
    walk_source(tree, Source { text, table, rows: &ORIGINAL }, want, deadline)
}

/// Walks the tree of a slim text for all facts; their lines are those of the original.
pub(super) fn walk_slim(tree: &Tree, slim: &Slim<'_>, table: &Table, deadline: Instant) -> Option<Walked> {
    let source = Source { text: &slim.text, table, rows: &slim.rows };
    let mut walked = walk_source(tree, source, Want::Everything, deadline)?;
    walked.bring_back(&slim.rows);
    Some(walked)
}

fn walk_source(tree: &Tree, source: Source<'_>, want: Want, deadline: Instant) -> Option<Walked> {
    let table = source.table;
    let mut walk = Walk::new(source, want);
    let mut cursor = tree.walk();
    // Where each node around the current one ends.
    let mut ends: Vec<usize> = Vec::new();
    for visited in 0..limits::OUTLINE_NODES {
        if visited % 8_192 == 8_191 && clock::is_past(deadline) {
            return None;
        }
        let node = cursor.node();
        let kind = node.kind_id();
        let enters = match table.mark(kind) {
            LEAF => false,
            ENTER => {
                if kind == ERROR_KIND && walk.found.errors.len() < limits::FACTS_ERRORS {
                    walk.found.errors.push(node.start_position().row..=node.end_position().row);
                }
                true
            }
            mark => match table.role(mark) {
                Some(role) => {
                    walk.note_bindings(node, mark);
                    walk.visit(node, role, ends.len())
                }
                None => true,
            },
        };
        if walk.is_full() || !advance(&mut cursor, node.end_byte(), &mut ends, enters) {
            break;
        }
    }
    walk.found.bindings = walk.binder.found;
    Some(walk.found)
}

/// Moves to the next node in reading order; false at the end.
fn advance(cursor: &mut TreeCursor<'_>, end: usize, ends: &mut Vec<usize>, enters: bool) -> bool {
    if enters && cursor.goto_first_child() {
        ends.push(end);
        return true;
    }
    let mut end = end;
    loop {
        // Behind a node that ends with its parent nothing is left that holds text.
        let is_last = ends.last() == Some(&end);
        if !is_last && cursor.goto_next_sibling() {
            return true;
        }
        if !cursor.goto_parent() {
            return false;
        }
        end = ends.pop().unwrap_or_default();
    }
}

/// What a definition means for those inside it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Members,
    Items,
    Locals,
}

fn holds(kind: DefinitionKind) -> Holds {
    match kind {
        DefinitionKind::Function
        | DefinitionKind::Method
        | DefinitionKind::Macro
        | DefinitionKind::Constant
        | DefinitionKind::Variable => Holds::Locals,
        DefinitionKind::Class
        | DefinitionKind::Struct
        | DefinitionKind::Enum
        | DefinitionKind::Interface
        | DefinitionKind::Type => Holds::Members,
        DefinitionKind::Module | DefinitionKind::Heading | DefinitionKind::Key => Holds::Items,
    }
}

/// A definition or scope that the walk is inside of.
struct Open {
    end: usize,
    definition: Option<u32>,
    holds: Holds,
    /// The type that members belong to, if it is not a definition around them.
    receiver: Option<String>,
    locals: usize,
}

/// A node that holds a definition with its decorators.
struct Wrapper {
    depth: usize,
    start_byte: usize,
    /// Whether its own words belong to the signature.
    is_signature: bool,
    start_row: usize,
    last_row: usize,
}

struct Walk<'s> {
    source: Source<'s>,
    want: Want,
    found: Walked,
    open: Vec<Open>,
    /// Byte ranges of names that are accounted for; the next one to come is the last.
    settled: Vec<(usize, usize)>,
    locals: Locals,
    lead: Lead,
    wrapper: Option<Wrapper>,
    /// Where unparsed tokens end.
    tokens_end: usize,
    /// Where the name of the last definition stands.
    head_end: usize,
    /// Names that are children here are members of an enum.
    members: Option<(usize, usize)>,
    binder: Binder,
}

impl<'s> Walk<'s> {
    fn new(source: Source<'s>, want: Want) -> Self {
        Self {
            source,
            want,
            found: Walked::default(),
            open: Vec::new(),
            settled: Vec::new(),
            locals: Locals::default(),
            lead: Lead::default(),
            wrapper: None,
            tokens_end: 0,
            head_end: 0,
            members: None,
            binder: Binder::default(),
        }
    }

    fn is_full(&self) -> bool {
        self.found.definitions.len() >= limits::FACTS_DEFINITIONS
            || self.found.calls.len() + self.found.references.len() >= limits::FACTS_USES
    }

    /// Takes note of a node; whether to look inside.
    fn visit(&mut self, node: Node<'_>, role: &Role, depth: usize) -> bool {
        let uses = self.want == Want::Everything;
        match role {
            Role::Skip => false,
            Role::Comment => {
                if starts_line(self.source.text, node.start_byte()) {
                    let rows = self.lead_up_to(node);
                    self.lead.comment(&rows);
                }
                false
            }
            Role::Attribute => {
                // One that stands in the head of a definition does not belong to the next.
                if node.start_byte() >= self.head_end {
                    let rows = self.lead_up_to(node);
                    self.lead.attribute(&rows);
                }
                uses
            }
            Role::Wrapper | Role::Declaration => {
                self.wrapper = Some(Wrapper {
                    depth,
                    start_byte: node.start_byte(),
                    is_signature: matches!(role, Role::Declaration),
                    start_row: node.start_position().row,
                    last_row: last_row(node),
                });
                true
            }
            Role::Define(define) => {
                self.close(node);
                self.define(node, define, depth)
            }
            Role::Scope(define) => {
                self.close(node);
                self.scope(node, define);
                true
            }
            Role::Decide(decide) => {
                self.close(node);
                self.decide(node, decide(&self.source, node), depth)
            }
            Role::Binds => true,
            _ if !uses => !matches!(role, Role::Import(_) | Role::Tokens | Role::Name),
            _ => self.visit_use(node, role, depth),
        }
    }

    fn visit_use(&mut self, node: Node<'_>, role: &Role, depth: usize) -> bool {
        match role {
            Role::Call(call) => {
                self.close(node);
                if let Some(found) = callee::of_call(&self.source, node, call) {
                    self.call(found);
                }
            }
            Role::Name => {
                self.name(node, depth);
                return false;
            }
            Role::Bind(at) => {
                if let Some(part) = self.source.part(node, *at) {
                    self.locals.bind_range(part.byte_range());
                }
            }
            Role::BindNames => self.locals.bind_children(node.byte_range(), depth),
            Role::Label(at) => {
                if let Some(part) = self.source.part(node, *at) {
                    self.settle(part);
                }
            }
            Role::Members => self.members = Some((node.end_byte(), depth)),
            Role::Tokens => self.tokens_end = self.tokens_end.max(node.end_byte()),
            Role::Import(import) => {
                import(&self.source, node, &mut self.found.imports);
                return false;
            }
            Role::Bases => {
                self.close(node);
                self.bases_of_container(self.source.of(node), node.start_position().row);
            }
            _ => {}
        }
        true
    }

    /// The original rows of a node, with the comments before them taken note of.
    fn lead_up_to(&mut self, node: Node<'_>) -> RangeInclusive<usize> {
        let rows = self.source.rows;
        let first = rows.original(node.start_position().row);
        self.lead.catch_up(&rows.left_out, first);
        first..=rows.original(last_row(node))
    }

    /// Leaves the definitions that end before a node.
    fn close(&mut self, node: Node<'_>) {
        while let Some(open) = self.open.pop_if(|open| open.end <= node.start_byte()) {
            self.locals.leave(open.locals);
        }
    }

    fn within(&self) -> Option<u32> {
        self.open.iter().rev().find_map(|open| open.definition)
    }

    fn settle(&mut self, node: Node<'_>) {
        self.settled.push((node.start_byte(), node.end_byte()));
    }

    /// Whether a name is part of what was already noted.
    fn is_settled(&mut self, at: usize) -> bool {
        while self.settled.pop_if(|(_, end)| *end <= at).is_some() {}
        self.settled.last().is_some_and(|(start, _)| *start <= at)
    }

    fn decide(&mut self, node: Node<'_>, decision: Decision<'_>, depth: usize) -> bool {
        let uses = self.want == Want::Everything;
        match decision {
            Decision::Enter => true,
            Decision::Wrap => self.visit(node, &Role::Wrapper, depth),
            Decision::Import(import) => self.visit(node, &Role::Import(import), depth),
            Decision::Call(name, arguments) => {
                let found = callee::of_path(&self.source, name, arguments).filter(|_| uses);
                if let Some(found) = found {
                    self.call(found);
                }
                true
            }
            Decision::Label(name) => {
                self.settle(name);
                true
            }
            Decision::Bases(list) => {
                if uses {
                    self.bases_of_container(self.source.of(list), list.start_position().row);
                }
                true
            }
            Decision::Message(name, arguments) => {
                let found = callee::of_message(&self.source, node, name, arguments).filter(|_| uses);
                if let Some(found) = found {
                    self.call(found);
                }
                true
            }
            Decision::Bind(name) => {
                self.locals.bind_range(name.byte_range());
                true
            }
            Decision::Variable(found) => {
                if self.open.last().is_some_and(|open| open.holds == Holds::Locals) {
                    self.locals.bind_range(found.name.byte_range());
                } else {
                    self.add(node, &super::table::define(found.kind, found.word), found, depth);
                }
                true
            }
            Decision::Part(found) => {
                let is_local = self.open.last().is_some_and(|open| open.holds == Holds::Locals);
                if uses && !is_local {
                    self.add(node, &super::table::define(found.kind, found.word).part(), found, depth);
                }
                true
            }
            Decision::Define(found) => {
                self.add(node, &super::table::define(found.kind, found.word), found, depth);
                true
            }
        }
    }
}
