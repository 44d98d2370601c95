//! What a use becomes: a reference, a call, an import by call, a base; and what is bound.

use tree_sitter::Node;

use super::definitions::is_module;
use super::*;

impl Walk<'_> {
    /// Takes note of what a node binds.
    pub(super) fn note_bindings(&mut self, node: Node<'_>, mark: u16) {
        if let Some(hook) = self.source.table.hook(mark).filter(|_| self.want == Want::Everything) {
            self.close(node);
            self.binder.come_to(node, self.within());
            hook(&self.source, node, &mut self.binder);
        }
    }

    pub(super) fn name(&mut self, node: Node<'_>, depth: usize) {
        let at = node.start_byte();
        if self.is_settled(at) {
            return;
        }
        if self.members.is_some_and(|(end, outer)| at < end && depth == outer + 1) {
            self.close(node);
            let found = Found::new(DefinitionKind::Constant, "member", node);
            return self.add(node, &crate::facts::table::define(found.kind, found.word).part(), found, depth);
        }
        let text = self.source.of(node);
        if self.locals.binds(at, depth) {
            self.close(node);
            self.locals.add(text);
            return;
        }
        if at < self.tokens_end
            && let Some(found) = callee::of_tokens(&self.source, node)
        {
            self.close(node);
            return self.call(found);
        }
        if text.len() < 2 || self.locals.contains(text) {
            return;
        }
        self.close(node);
        let line = line_number(node.start_position().row);
        let same_line = self.found.references.iter().rev().take_while(|known| known.line == line).take(8);
        if same_line.into_iter().any(|known| known.name == text) {
            return;
        }
        let within = self.within();
        self.found.references.push(Reference { name: text.to_owned(), line, within });
    }

    pub(super) fn call(&mut self, found: callee::Callee<'_, '_>) {
        let line = line_number(found.node.start_position().row);
        // The head of a definition may look like a call of it.
        if self.is_settled(found.node.start_byte()) {
            return;
        }
        let description = self.source.table.description;
        self.settle(found.node);
        if found.receiver.is_none() {
            if description.import_calls.contains(&found.name)
                && let Some(module) = callee::first_text(&self.source, found.arguments_node)
            {
                let import =
                    Import { module: module.to_owned(), names: Vec::new(), is_reexport: false, line };
                self.found.imports.push(import);
                return;
            }
            if description.base_calls.contains(&found.name) {
                let list = found.arguments_node.map(|node| self.source.of(node)).unwrap_or_default();
                self.bases_of_container(list, found.node.start_position().row);
                return;
            }
        }
        let within = self.within();
        self.found.calls.push(CallSite {
            name: found.name.to_owned(),
            receiver: found.receiver,
            arguments: u8::try_from(found.arguments).unwrap_or(u8::MAX),
            line,
            within,
        });
    }

    pub(super) fn bases_of_container(&mut self, list: &str, row: usize) {
        let container = self.within().and_then(|number| self.found.definitions.get(number as usize));
        let Some(derived) = container.filter(|container| container.kind.is_type() || is_module(container))
        else {
            return;
        };
        let derived = derived.name.clone();
        self.add_bases(&derived, list, row);
    }

    pub(super) fn add_bases(&mut self, derived: &str, list: &str, row: usize) {
        let line = line_number(row);
        let found = bases::names(list).into_iter().take(limits::FACTS_BASES);
        self.found.bases.extend(found.map(|base| Base {
            derived: derived.to_owned(),
            base: base.to_owned(),
            line,
        }));
    }
}
