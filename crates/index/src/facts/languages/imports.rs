//! What an import node says, per language: the module as written, and the names taken from it.

use tree_sitter::Node;

use crate::facts::Import;
use crate::facts::table::{Source, child};
use crate::facts::text::line_number;

/// All names of a module.
const ALL: &str = "*";
/// The module itself, under another name.
const ITSELF: &str = "";
/// Groups in groups that are followed.
const GROUPS_MAX: usize = 16;

fn pair(name: &str, local: &str) -> (String, String) {
    (name.to_owned(), local.to_owned())
}

fn import(node: Node<'_>, module: &str, names: Vec<(String, String)>) -> Import {
    let line = line_number(node.start_position().row);
    Import { module: module.to_owned(), names, is_reexport: false, line }
}

/// `use a::{b, c::d as e}`, `extern crate a as b`.
pub(super) fn rust(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    let text = source.of(node);
    let is_reexport = text.starts_with("pub");
    let first = out.len();
    if node.kind() == "extern_crate_declaration" {
        let Some(name) = source.field(node, "name") else { return };
        let alias = source.field(node, "alias").map(|alias| pair(ITSELF, source.of(alias)));
        out.push(import(node, source.of(name), alias.into_iter().collect()));
    } else if let Some(tree) = source.field(node, "argument") {
        grouped(source.of(tree), "::", node, out);
    }
    for import in &mut out[first..] {
        import.is_reexport = is_reexport;
    }
}

/// A tree of names with groups in braces, in which a separator parts a module from what is below it.
fn grouped(text: &str, separator: &str, node: Node<'_>, out: &mut Vec<Import>) {
    let mut prefixes: Vec<String> = vec![String::new()];
    let mut start = 0;
    for (at, letter) in text.char_indices().chain([(text.len(), ',')]) {
        match letter {
            '{' if prefixes.len() < GROUPS_MAX => {
                let outer = prefixes.last().map(String::as_str).unwrap_or_default();
                let inner = format!("{outer}{}", text[start..at].trim());
                prefixes.push(inner);
                start = at + 1;
            }
            ',' | '}' => {
                let prefix = prefixes.last().map(String::as_str).unwrap_or_default();
                let item = text.get(start..at).unwrap_or_default().trim();
                if !item.is_empty() {
                    taken(&format!("{prefix}{item}"), separator, node, out);
                }
                if letter == '}' && prefixes.len() > 1 {
                    prefixes.pop();
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// One path, perhaps with `as`; joins the import before it if that is of the same module.
fn taken(path: &str, separator: &str, node: Node<'_>, out: &mut Vec<Import>) {
    let (path, alias) = match path.split_once(" as ") {
        Some((path, alias)) => (path.trim(), Some(alias.trim())),
        None => (path, None),
    };
    let (module, name) = path.rsplit_once(separator).unwrap_or(("", path));
    let (module, entry) = match (module, name) {
        ("", name) => (name, alias.map(|alias| pair(ITSELF, alias))),
        (module, "self") => (module, alias.map(|alias| pair(ITSELF, alias))),
        (module, name) => (module, Some(pair(name, alias.unwrap_or(name)))),
    };
    let line = line_number(node.start_position().row);
    match (out.last_mut(), entry) {
        (Some(last), Some(entry)) if last.module == module && last.line == line && !last.names.is_empty() => {
            last.names.push(entry);
        }
        (_, entry) => out.push(import(node, module, entry.into_iter().collect())),
    }
}

/// `import a.b as c`, `from a import b as c`, `from a import *`.
pub(super) fn python(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    let from = match node.kind() {
        "future_import_statement" => Some("__future__"),
        _ => source.field(node, "module_name").map(|module| source.of(module)),
    };
    let mut names = Vec::new();
    let mut cursor = node.walk();
    for (number, item) in node.named_children(&mut cursor).enumerate() {
        let (name, local) = match item.kind() {
            "aliased_import" => (source.field(item, "name"), source.field(item, "alias")),
            "dotted_name" if number > 0 || from.is_none() || node.kind() == "future_import_statement" => {
                (Some(item), None)
            }
            "wildcard_import" => {
                names.push(pair(ALL, ALL));
                continue;
            }
            _ => continue,
        };
        let Some(name) = name.map(|name| source.of(name)) else { continue };
        match (from, local.map(|local| source.of(local))) {
            (Some(_), local) => names.push(pair(name, local.unwrap_or(name))),
            (None, local) => {
                out.push(import(node, name, local.map(|local| pair(ITSELF, local)).into_iter().collect()));
            }
        }
    }
    if let Some(module) = from {
        out.push(import(node, module, names));
    }
}

/// `import a, { b as c } from 'd'`, `import * as a from 'b'`, `export { a } from 'b'`, `export * from 'b'`.
pub(super) fn javascript(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    let mut clause = None;
    let mut names = Vec::new();
    let mut cursor = node.walk();
    for part in node.children(&mut cursor) {
        match part.kind() {
            "import_clause" | "export_clause" | "import_require_clause" => clause = Some(part),
            "namespace_export" => {
                let local = part.named_child(0).map_or(ALL, |name| source.of(name));
                names.push(pair(ITSELF, local));
            }
            "*" => names.push(pair(ALL, ALL)),
            _ => {}
        }
    }
    if let Some(clause) = clause {
        clause_names(source, clause, &mut names);
    }
    let module = source.field(node, "source").or_else(|| source.field(clause?, "source"));
    let Some(module) = module else { return };
    let is_reexport = node.kind() == "export_statement";
    let module = source.of(module).trim_matches(['"', '\'']);
    out.push(Import { is_reexport, ..import(node, module, names) });
}

fn clause_names(source: &Source<'_>, clause: Node<'_>, names: &mut Vec<(String, String)>) {
    let mut cursor = clause.walk();
    for part in clause.named_children(&mut cursor) {
        match part.kind() {
            "identifier" if clause.kind() == "import_require_clause" => {
                names.push(pair(Import::EXPORTS, source.of(part)));
            }
            "identifier" => names.push(pair("default", source.of(part))),
            "namespace_import" => {
                names.extend(part.named_child(0).map(|local| pair(ITSELF, source.of(local))));
            }
            "named_imports" => {
                let mut inner = part.walk();
                names.extend(part.named_children(&mut inner).filter_map(|item| specifier(source, item)));
            }
            "export_specifier" => names.extend(specifier(source, part)),
            _ => {}
        }
    }
}

fn specifier(source: &Source<'_>, node: Node<'_>) -> Option<(String, String)> {
    let name = source.of(source.field(node, "name")?);
    let local = source.field(node, "alias").map_or(name, |alias| source.of(alias));
    Some(pair(name, local))
}

/// `import ( a "b" )`.
pub(super) fn go(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    let list = child(node, "import_spec_list").unwrap_or(node);
    let mut cursor = list.walk();
    for spec in list.named_children(&mut cursor).filter(|spec| spec.kind() == "import_spec") {
        let Some(path) = source.field(spec, "path") else { continue };
        let names = match source.field(spec, "name").map(|name| source.of(name)) {
            Some(".") => vec![pair(ALL, ALL)],
            Some("_") | None => Vec::new(),
            Some(local) => vec![pair(ITSELF, local)],
        };
        out.push(import(spec, source.of(path).trim_matches(['"', '`']), names));
    }
}

/// `import static a.b.C;`, `import a.b.*;`.
pub(super) fn java(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    let text = source.of(node).trim_start_matches("import").trim_start().trim_start_matches("static ");
    dotted(text.trim_end_matches(';'), node, out);
}

/// `import a.b.C as D`.
pub(super) fn kotlin(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    let line = source.of(node).lines().next().unwrap_or_default();
    dotted(line.trim_start_matches("import").trim_end_matches(';'), node, out);
}

fn dotted(path: &str, node: Node<'_>, out: &mut Vec<Import>) {
    taken(path.trim(), ".", node, out);
}

/// `#include <a.h>`.
pub(super) fn include(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    if let Some(path) = source.field(node, "path") {
        out.push(import(node, source.of(path).trim_matches(['"', '<', '>']), Vec::new()));
    }
}

/// `using namespace a;`, `using a::b;`.
pub(super) fn cpp_using(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    let text = source.of(node).trim_start_matches("using").trim_end_matches(';').trim();
    match text.strip_prefix("namespace ") {
        Some(module) => out.push(import(node, module.trim(), vec![pair(ALL, ALL)])),
        None => taken(text, "::", node, out),
    }
}

/// `using A.B;`, `using C = A.B;`, `using static A.B;`.
pub(super) fn csharp(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    let text = source.of(node).trim_end_matches(';').trim();
    let text = text.trim_start_matches("global ").trim_start_matches("using").trim();
    let text = text.trim_start_matches("static ").trim();
    match text.split_once('=') {
        Some((alias, module)) => {
            out.push(import(node, module.trim(), vec![pair(ITSELF, alias.trim())]));
        }
        None => out.push(import(node, text, vec![pair(ALL, ALL)])),
    }
}

/// `use A\B\{C, D as E};`.
pub(super) fn php(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    let text = source.of(node).trim_start_matches("use").trim_end_matches(';').trim();
    let text = text.strip_prefix("function ").or_else(|| text.strip_prefix("const ")).unwrap_or(text);
    grouped(text, "\\", node, out);
}

/// `require_once 'a.php'`.
pub(super) fn php_require(source: &Source<'_>, node: Node<'_>, out: &mut Vec<Import>) {
    if let Some(path) = child(node, "string").or_else(|| child(node, "encapsed_string")) {
        out.push(import(node, source.of(path).trim_matches(['"', '\'']), Vec::new()));
    }
}
