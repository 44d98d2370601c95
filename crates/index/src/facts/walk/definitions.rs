//! What a definition becomes: its name, its container, its lines.

use tree_sitter::Node;

use super::*;

impl Walk<'_> {
    /// A type that is not defined here and whose members are inside.
    pub(super) fn scope(&mut self, node: Node<'_>, define: &Define) {
        let Some(named) = self.source.part(node, define.name) else { return };
        let receiver = callee::bare_type(self.source.of(named)).to_owned();
        if self.want == Want::Everything {
            for at in define.bases {
                if let Some(list) = self.source.part(node, *at) {
                    self.add_bases(&receiver, self.source.of(list), list.start_position().row);
                }
            }
        }
        self.enter(node.end_byte(), None, Holds::Members, Some(receiver));
    }

    pub(super) fn enter(
        &mut self,
        end: usize,
        definition: Option<u32>,
        holds: Holds,
        receiver: Option<String>,
    ) {
        self.open.push(Open { end, definition, holds, receiver, locals: self.locals.enter() });
    }

    pub(super) fn define(&mut self, node: Node<'_>, define: &Define, depth: usize) -> bool {
        let around = self.open.last().map_or(Holds::Items, |open| open.holds);
        if define.kind == DefinitionKind::Key && self.open.len() >= limits::FACTS_KEY_LEVELS {
            return false;
        }
        let is_local = define.not_local && around == Holds::Locals;
        if is_local || (define.is_part && self.want == Want::Definitions) {
            if let Some(part) = self.source.part(node, define.name).filter(|_| is_local) {
                self.locals.bind_range(part.byte_range());
            }
            return true;
        }
        let Some(name) = self.source.part(node, define.name) else { return true };
        let body = self.source.part(node, define.body);
        if define.needs_body && body.is_none() {
            return true;
        }
        let found = Found { body, ..Found::new(define.kind, define.word, name) };
        let found = match define.hook {
            Some(hook) => hook(&self.source, node, found),
            None => Some(found),
        };
        match found {
            Some(found) if found.scope_only => {
                let receiver = callee::bare_type(self.source.of(found.name)).to_owned();
                self.enter(node.end_byte(), None, Holds::Members, Some(receiver));
            }
            Some(found) => self.add(node, define, found, depth),
            None => {}
        }
        true
    }

    pub(super) fn add(&mut self, node: Node<'_>, define: &Define, found: Found<'_>, depth: usize) {
        let name = match &found.renamed {
            Some(name) => name.clone(),
            None => self.source.of(found.name).to_owned(),
        };
        if name.is_empty() || name.len() > limits::FACTS_NAME_BYTES {
            return;
        }
        self.settle(found.name);
        let rows = self.source.rows;
        let line = line_number(rows.original(found.name.start_position().row));
        let last = self.found.definitions.last();
        if define.same_as_last && last.is_some_and(|last| last.name == name && last.name_line == line) {
            return;
        }
        self.head_end = found.name.start_byte();
        let wrapper = self.wrapper.take().filter(|wrapper| wrapper.depth + 1 == depth);
        let start_row = wrapper.as_ref().map_or(node.start_position().row, |wrapper| wrapper.start_row);
        let end_row = wrapper.as_ref().map_or(last_row(node), |wrapper| wrapper.last_row.max(last_row(node)));
        let (start_row, end_row) = (rows.original(start_row), rows.original(end_row));
        let signed = wrapper.filter(|wrapper| wrapper.is_signature);
        let head_start = signed.map_or(node.start_byte(), |wrapper| wrapper.start_byte);
        self.lead.catch_up(&rows.left_out, start_row);
        let lead = self.lead.take(start_row);
        let container = self.within();
        if define.continues && self.continues_last(&name, container, end_row) {
            return self.enter(node.end_byte(), self.last_number(), holds(found.kind), None);
        }
        let doc = lead
            .doc
            .or_else(|| found.body.filter(|_| define.doc_string).and_then(|body| doc_string(body, rows)));
        if self.want == Want::Everything {
            for at in define.bases {
                if let Some(list) = self.source.part(node, *at) {
                    self.add_bases(&name, self.source.of(list), list.start_position().row);
                }
            }
        }
        let around = self.open.last();
        let (kind, word) = as_member(&found, around.map(|open| open.holds));
        let receiver = found.receiver.or_else(|| around.and_then(|open| open.receiver.clone()));
        let head_end = found.body.map_or(node.end_byte(), |body| body.start_byte());
        let head = self.source.text.get(head_start..head_end).unwrap_or_default();
        let mut signature = head_line(head.trim_end_matches([' ', '\t', '\n', '\r', '{', '=']));
        if found.name.start_byte() > head_end {
            // The name of `typedef struct { … } name` follows the body.
            signature.push_str(" … ");
            signature.push_str(&name);
        }
        self.found.definitions.push(Definition {
            kind,
            name,
            container,
            receiver,
            signature,
            doc,
            start_line: line_number(lead.start_row.unwrap_or(start_row).min(start_row)),
            name_line: line,
            end_line: line_number(end_row),
        });
        self.found.words.push(word);
        self.found.has_body.push(found.body.is_some());
        if !define.is_leaf && !found.is_leaf {
            self.enter(node.end_byte(), self.last_number(), holds(kind), None);
        }
    }

    pub(super) fn last_number(&self) -> Option<u32> {
        u32::try_from(self.found.definitions.len()).ok().and_then(|count| count.checked_sub(1))
    }

    /// Whether the last definition goes on with another equation.
    pub(super) fn continues_last(&mut self, name: &str, container: Option<u32>, end_row: usize) -> bool {
        match self.found.definitions.last_mut() {
            Some(last) if last.name == name && last.container == container => {
                last.end_line = line_number(end_row);
                if let Some(has_body) = self.found.has_body.last_mut() {
                    *has_body = true;
                }
                true
            }
            _ => false,
        }
    }
}

pub(super) fn is_module(definition: &Definition) -> bool {
    definition.kind == DefinitionKind::Module
}

/// A function in a type is a method.
fn as_member(found: &Found<'_>, around: Option<Holds>) -> (DefinitionKind, &'static str) {
    let in_type = around == Some(Holds::Members) || found.receiver.is_some();
    match found.kind {
        DefinitionKind::Function if in_type && found.word == "function" => (DefinitionKind::Method, "method"),
        DefinitionKind::Function if in_type => (DefinitionKind::Method, found.word),
        kind => (kind, found.word),
    }
}

/// The lines of the doc string that a body begins with.
fn doc_string(body: Node<'_>, rows: &Rows) -> Option<(u32, u32)> {
    let statement = body.named_child(0)?;
    let text = if statement.kind() == "expression_statement" { statement.named_child(0)? } else { statement };
    let is_text = text.kind() == "string";
    let line = |row: usize| line_number(rows.original(row));
    is_text.then(|| (line(text.start_position().row), line(last_row(text))))
}
