//! A first look at a use, by its file's imports alone: whether it is worth reading the file. Most uses of a
//! common name cannot mean the definition that is asked for.

use crate::facts::{CallSite, Definition, DefinitionKind, Import};

use super::context::{Context, last_name};
use super::family::Family;
use super::paths::folder_of;

/// A definition that uses are looked for.
pub(super) struct Wanted<'a> {
    family: Family,
    path: &'a str,
    name: &'a str,
    /// The type that it belongs to.
    owner: Option<&'a str>,
    is_module_level: bool,
}

impl<'a> Wanted<'a> {
    pub(super) fn new(context: &'a Context, definition: &'a Definition) -> Self {
        Self {
            family: context.family,
            path: &context.path,
            name: &definition.name,
            owner: context.owner_name(definition),
            is_module_level: definition.kind != DefinitionKind::Method,
        }
    }

    /// Whether a call in a file with these imports may mean it.
    pub(super) fn may_be_called(&self, path: &str, imports: &[Import], call: &CallSite) -> bool {
        if path == self.path {
            return true;
        }
        match &call.receiver {
            None => self.may_be_named(path, imports, &call.name),
            Some(receiver) => self.may_be_on(imports, receiver),
        }
    }

    /// Whether a bare name in such a file may mean it.
    pub(super) fn may_be_named(&self, path: &str, imports: &[Import], name: &str) -> bool {
        if path == self.path {
            return true;
        }
        let is_taken =
            |(taken, local): &(String, String)| local == name || taken == "*" || taken == self.name;
        let is_imported = || imports.iter().any(|import| import.names.iter().any(is_taken));
        match self.family {
            Family::Rust | Family::Python | Family::Script => is_imported(),
            Family::Go => folder_of(path) == folder_of(self.path) || is_imported(),
            Family::Jvm | Family::C | Family::CSharp | Family::Ruby | Family::Php | Family::Other(_) => true,
        }
    }

    /// Whether something that stands before a call may have it.
    fn may_be_on(&self, imports: &[Import], receiver: &str) -> bool {
        let first = receiver.split(['.', ':', '-', '<', '(']).next().unwrap_or_default();
        let last = last_name(receiver);
        match (self.family, self.owner) {
            // Nothing is inherited, so a type that is named is the one that has it.
            (Family::Rust, Some(owner)) if last.starts_with(char::is_uppercase) => {
                let is_alias = |(taken, local): &(String, String)| local == last && taken == owner;
                last == owner
                    || last == "Self"
                    || imports.iter().any(|import| import.names.iter().any(is_alias))
            }
            (Family::Python | Family::Script | Family::Go, None) if self.is_module_level => {
                let binds = |import: &Import| {
                    import.names.iter().any(|(_, local)| local == first)
                        || import.names.is_empty() && import.module.contains(first)
                };
                imports.iter().any(binds)
            }
            _ => true,
        }
    }
}
