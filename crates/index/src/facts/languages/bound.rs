//! Which nodes of Python, JavaScript, TypeScript and manifests bind names, and to what.

use tree_sitter::Node;

use super::commonjs;
use crate::facts::Binding;
use crate::facts::bindings::{BindHook, Binder, ScopeKind, chain, has_long_head, typed};
use crate::facts::table::Source;

const RESULT: &str = Binding::RESULT;
const FUNCTION: &str = Binding::FUNCTION;
const HANDED: &str = Binding::HANDED;
/// Names that are taken apart in one pattern.
const PATTERN_NAMES: usize = 32;

pub(super) static PYTHON: &[(&str, BindHook)] = &[
    ("function_definition", python_function),
    ("class_definition", python_class),
    ("lambda", python_lambda),
    ("assignment", python_assignment),
    ("named_expression", python_walrus),
    ("for_statement for_in_clause", python_loop),
    ("as_pattern", python_alias),
    ("return_statement", returned),
];

pub(super) static SCRIPT: &[(&str, BindHook)] = &[
    ("function_declaration generator_function_declaration", script_named_function),
    ("method_signature abstract_method_signature function_signature", script_signature),
    ("class_declaration abstract_class_declaration", script_class),
    ("method_definition", script_method),
    ("function_expression generator_function arrow_function", script_function),
    ("call_expression new_expression", script_call),
    ("variable_declarator", script_variable),
    ("assignment_expression", script_assignment),
    ("for_in_statement", script_loop),
    ("return_statement", returned),
];

pub(super) static JSON: &[(&str, BindHook)] = &[("pair", manifest_entry)];

fn python_function(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    let result = source.field(node, "return_type");
    let is_long = has_long_head(node, source.field(node, "body"));
    out.enter(node, ScopeKind::function(result));
    if !is_long {
        return;
    }
    if let Some(result) = result {
        out.bind(node, RESULT, typed(source.of(result)));
    }
    let Some(list) = source.field(node, "parameters") else { return };
    let mut cursor = list.walk();
    for parameter in list.named_children(&mut cursor) {
        let name = match parameter.kind() {
            "identifier" => Some(parameter),
            "typed_parameter" => parameter.named_child(0),
            _ => source.field(parameter, "name"),
        };
        let value = source.field(parameter, "type").map(|node| typed(source.of(node))).unwrap_or_default();
        if let Some(name) = name.filter(|name| name.kind() == "identifier") {
            out.bind(name, source.of(name), value);
        }
    }
}

fn python_class(_: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    out.enter(node, ScopeKind::Class);
}

fn python_lambda(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    out.enter(node, ScopeKind::Declared);
    let Some(list) = source.field(node, "parameters") else { return };
    let mut cursor = list.walk();
    for name in list.named_children(&mut cursor).filter(|name| name.kind() == "identifier") {
        out.bind(name, source.of(name), String::new());
    }
}

fn python_assignment(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    if !out.is_in_function() {
        return;
    }
    let Some(left) = source.field(node, "left") else { return };
    let declared = source.field(node, "type").map(|node| typed(source.of(node)));
    let value = || source.field(node, "right").map(|right| chain(source.of(right))).unwrap_or_default();
    match left.kind() {
        "identifier" => out.bind(left, source.of(left), declared.unwrap_or_else(value)),
        "attribute" => {
            let text = source.of(left);
            let is_own = text.strip_prefix("self.").is_some_and(|name| !name.contains(['.', '[', '(']));
            let value = if is_own { declared.unwrap_or_else(value) } else { String::new() };
            if !value.is_empty() {
                out.bind(left, text, value);
            }
        }
        _ => unpacked(source, left, &value(), out),
    }
}

/// Names that take a value apart, by their number in it.
fn unpacked(source: &Source<'_>, pattern: Node<'_>, from: &str, out: &mut Binder) {
    let mut cursor = pattern.walk();
    for (number, name) in pattern.named_children(&mut cursor).enumerate().take(PATTERN_NAMES) {
        if name.kind() == "identifier" {
            out.bind(name, source.of(name), part_of(from, number));
        }
    }
}

/// A part of a value by its number.
fn part_of(from: &str, number: usize) -> String {
    let is_known = !from.is_empty() && !from.starts_with([':', '=']) && number < 10;
    if is_known { format!("{from}[{number}]") } else { String::new() }
}

fn python_walrus(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    let parts = source.field(node, "name").zip(source.field(node, "value"));
    if let Some((name, value)) = parts.filter(|_| out.is_in_function()) {
        out.bind(name, source.of(name), chain(source.of(value)));
    }
}

fn python_loop(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    let parts = source.field(node, "left").zip(source.field(node, "right"));
    let Some((left, right)) = parts.filter(|_| out.is_in_function()) else { return };
    if left.kind() == "identifier" {
        return out.bind(left, source.of(left), element_of(source.of(right)));
    }
    let right = source.of(right);
    let counted = right.strip_prefix("enumerate(").and_then(|rest| rest.strip_suffix(')'));
    let keyed = right.strip_suffix(".items()");
    match counted.or(keyed).zip(left.named_child(1).filter(|name| name.kind() == "identifier")) {
        Some((each, name)) => out.bind(name, source.of(name), element_of(each)),
        None => unpacked(source, left, &element_of(right), out),
    }
}

/// `a.b()[]` is one of what `a.b()` gives.
fn element_of(text: &str) -> String {
    let value = chain(text);
    if value.is_empty() { value } else { value + "[]" }
}

/// `with open(…) as name`, `except Kind as name`.
fn python_alias(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    let Some((value, alias)) = node.named_child(0).zip(source.field(node, "alias")) else { return };
    let name = alias.named_child(0).filter(|name| name.kind() == "identifier").unwrap_or(alias);
    let text = source.of(name);
    if out.is_in_function() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        let value = chain(source.of(value));
        let value = if value.is_empty() { value } else { format!("with {value}") };
        out.bind(name, text, value);
    }
}

/// What a function gives back that does not say so in its head.
fn returned(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    if !out.wants_result() {
        return;
    }
    let value = node.named_child(0).map(|value| valued(source, value)).unwrap_or_default();
    if !value.is_empty() && value != FUNCTION {
        out.bind(node, RESULT, value);
    }
}

fn script_named_function(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    if let Some(name) = source.field(node, "name").filter(|_| out.is_in_function()) {
        out.bind(name, source.of(name), FUNCTION.to_owned());
    }
    script_scope(source, node, out, has_long_head(node, source.field(node, "body")));
}

/// A long declaration: its signature does not hold what it gives back.
fn script_signature(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    const NO_BODY: Option<Node<'_>> = None;
    let result = source.field(node, "return_type").filter(|_| has_long_head(node, NO_BODY));
    if let Some(result) = result {
        out.bind(node, RESULT, typed(source.of(result)));
    }
}

fn script_class(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    if let Some(name) = source.field(node, "name").filter(|_| out.is_in_function()) {
        out.bind(name, source.of(name), FUNCTION.to_owned());
    }
}

fn script_method(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    let is_constructor = source.field(node, "name").is_some_and(|name| source.of(name) == "constructor");
    script_scope(source, node, out, has_long_head(node, source.field(node, "body")));
    let Some(list) = source.field(node, "parameters") else { return };
    if let Some(to) = out.handed_to(node) {
        handed_parameters(source, list, &to, out);
    }
    if !is_constructor {
        return;
    }
    let mut cursor = list.walk();
    for parameter in list.named_children(&mut cursor) {
        let mut inner = parameter.walk();
        let is_kept = parameter
            .children(&mut inner)
            .any(|part| matches!(part.kind(), "accessibility_modifier" | "readonly" | "override_modifier"));
        let (name, value) = parameter_of(source, parameter);
        if let Some(name) = name.filter(|_| is_kept) {
            out.bind(name, &format!("this.{}", source.of(name)), value);
        }
    }
}

/// A function without a name of its own: its parameters are known from here only.
fn script_function(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    const IS_ANONYMOUS: bool = true;
    script_scope(source, node, out, IS_ANONYMOUS);
    let body = source.field(node, "body").filter(|body| body.kind() != "statement_block");
    if let Some(body) = body.filter(|_| out.wants_result()) {
        let value = valued(source, body);
        if !value.is_empty() && value != FUNCTION {
            out.bind(body, RESULT, value);
        }
    }
}

fn script_scope(source: &Source<'_>, node: Node<'_>, out: &mut Binder, notes_head: bool) {
    let result = source.field(node, "return_type");
    out.enter(node, ScopeKind::function(result));
    if !notes_head {
        return;
    }
    if let Some(result) = result {
        out.bind(node, RESULT, typed(source.of(result)));
    }
    let to = out.handed_to(node);
    let handed = |number: usize| to.as_ref().map(|to| handed_value(number, to)).unwrap_or_default();
    if let Some(name) = source.field(node, "parameter") {
        out.bind(name, source.of(name), handed(0));
    }
    let Some(list) = source.field(node, "parameters") else { return };
    let mut cursor = list.walk();
    for (number, parameter) in list.named_children(&mut cursor).enumerate() {
        let (name, value) = parameter_of(source, parameter);
        let value = if value.is_empty() { handed(number) } else { value };
        match name {
            Some(name) if name.kind() == "identifier" => out.bind(name, source.of(name), value),
            Some(pattern) => taken_apart(source, pattern, "", out),
            None => {}
        }
    }
}

/// A parameter, by its number, of a function that is handed to a call.
fn handed_value(number: usize, to: &str) -> String {
    format!("{HANDED}{number}/{to}")
}

/// The parameters without a type of a method that is handed to a call in an object.
fn handed_parameters(source: &Source<'_>, list: Node<'_>, to: &str, out: &mut Binder) {
    let mut cursor = list.walk();
    for (number, parameter) in list.named_children(&mut cursor).enumerate() {
        let (name, value) = parameter_of(source, parameter);
        if let Some(name) = name.filter(|name| name.kind() == "identifier" && value.is_empty()) {
            out.bind(name, source.of(name), handed_value(number, to));
        }
    }
}

/// Functions that are handed to a call, as arguments or in an object.
fn script_call(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    let Some(list) = source.field(node, "arguments") else { return };
    let mut callee = None;
    let mut cursor = list.walk();
    for (number, argument) in list.named_children(&mut cursor).enumerate().take(PATTERN_NAMES) {
        let is_object = argument.kind() == "object";
        if !is_object && !is_function(argument) {
            continue;
        }
        let callee = callee.get_or_insert_with(|| {
            let named = source.field(node, "function").or_else(|| source.field(node, "constructor"));
            named.map(|named| chain(source.of(named))).unwrap_or_default()
        });
        if callee.is_empty() {
            return;
        }
        if !is_object {
            out.hand(argument, format!("{number}/ {callee}"));
            continue;
        }
        let mut inner = argument.walk();
        for part in argument.named_children(&mut inner).take(PATTERN_NAMES) {
            let (key, function) = match part.kind() {
                "pair" => (
                    source.field(part, "key"),
                    source.field(part, "value").filter(|value| is_function(*value)),
                ),
                "method_definition" => (source.field(part, "name"), Some(part)),
                _ => (None, None),
            };
            if let Some((key, function)) = key.zip(function) {
                out.hand(function, format!("{number}/{} {callee}", source.of(key)));
            }
        }
    }
}

/// The name or pattern of a parameter, and its type.
fn parameter_of<'t>(source: &Source<'_>, parameter: Node<'t>) -> (Option<Node<'t>>, String) {
    let name = match parameter.kind() {
        "identifier" | "object_pattern" | "array_pattern" => Some(parameter),
        "assignment_pattern" => source.field(parameter, "left"),
        _ => source.field(parameter, "pattern"),
    };
    let value = source.field(parameter, "type").map(|node| typed(source.of(node))).unwrap_or_default();
    (name, value)
}

fn script_variable(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    let Some(name) = source.field(node, "name") else { return };
    let value = source.field(node, "value");
    if let Some(value) = value {
        commonjs::bind_named_exports(source, name, value, out);
    }
    // What is imported is no value of the function.
    if !out.is_in_function() || commonjs::is_required(source, name, value) {
        return;
    }
    let declared = source.field(node, "type").map(|node| typed(source.of(node)));
    if name.kind() != "identifier" {
        let from = value.map(|value| valued(source, value)).unwrap_or_default();
        return taken_apart(source, name, &from, out);
    }
    let is_function = value.is_some_and(is_function);
    let value = match declared {
        Some(declared) if !is_function => declared,
        _ => value.map(|value| valued(source, value)).unwrap_or_default(),
    };
    out.bind(name, source.of(name), value);
}

/// `{ a, b: c }` of a value: each is a part of it.
fn taken_apart(source: &Source<'_>, pattern: Node<'_>, from: &str, out: &mut Binder) {
    let mut cursor = pattern.walk();
    for (number, part) in pattern.named_children(&mut cursor).enumerate().take(PATTERN_NAMES) {
        let (key, name) = match part.kind() {
            "shorthand_property_identifier_pattern" => (Some(part), Some(part)),
            "pair_pattern" => (source.field(part, "key"), source.field(part, "value")),
            "object_assignment_pattern" => {
                let left = source.field(part, "left");
                (left, left)
            }
            "identifier" => (None, Some(part)),
            _ => (None, None),
        };
        let Some(name) = name.filter(|name| name.named_child_count() == 0) else { continue };
        let value = match key {
            Some(key) if !from.is_empty() && !from.starts_with([':', '=']) => {
                format!("{from}.{}", source.of(key))
            }
            Some(_) => String::new(),
            None => part_of(from, number),
        };
        out.bind(name, source.of(name), value);
    }
}

pub(super) fn is_function(value: Node<'_>) -> bool {
    matches!(value.kind(), "arrow_function" | "function_expression" | "generator_function" | "class")
}

/// What a value is, as text.
pub(super) fn valued(source: &Source<'_>, value: Node<'_>) -> String {
    let mut value = value;
    for _ in 0..4 {
        match value.kind() {
            "parenthesized_expression" | "await_expression" | "non_null_expression" | "await" => {
                let Some(inner) = value.named_child(0) else { break };
                value = inner;
            }
            "as_expression" | "satisfies_expression" => {
                let text = value.named_child(1).map(|node| source.of(node)).unwrap_or_default();
                if !matches!(text, "any" | "const" | "unknown" | "") {
                    return typed(text);
                }
                let Some(inner) = value.named_child(0) else { break };
                value = inner;
            }
            _ => break,
        }
    }
    if is_function(value) { FUNCTION.to_owned() } else { chain(source.of(value)) }
}

fn script_assignment(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    commonjs::bind_exports(source, node, out);
    let parts = source.field(node, "left").zip(source.field(node, "right"));
    let Some((left, right)) = parts.filter(|_| out.is_in_function()) else { return };
    let text = source.of(left);
    let is_own = text.strip_prefix("this.").is_some_and(|name| !name.contains(['.', '[', '(']));
    let value = valued(source, right);
    if left.kind() == "identifier" {
        out.bind_again(left, text, value);
    } else if is_own && !value.is_empty() && value != FUNCTION {
        out.bind(left, text, value);
    }
}

fn script_loop(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    let parts = source.field(node, "left").zip(source.field(node, "right"));
    let Some((left, right)) = parts.filter(|_| out.is_in_function()) else { return };
    if left.kind() != "identifier" {
        return taken_apart(source, left, "", out);
    }
    let is_each = source.field(node, "operator").is_some_and(|word| source.of(word) == "of");
    let value = if is_each { element_of(source.of(right)) } else { String::new() };
    out.bind(left, source.of(left), value);
}

/// The name of a package; where a compiler looks for modules.
fn manifest_entry(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    let Some((key, value)) = source.field(node, "key").zip(source.field(node, "value")) else { return };
    match (unquoted(source, key), value.kind()) {
        ("name", "string") => out.bind(node, "name", unquoted(source, value).to_owned()),
        ("paths", "object") => {
            let mut cursor = value.walk();
            for pair in value.named_children(&mut cursor).filter(|pair| pair.kind() == "pair").take(256) {
                let Some((alias, places)) = source.field(pair, "key").zip(source.field(pair, "value")) else {
                    continue;
                };
                if let Some(first) = places.named_child(0).filter(|first| first.kind() == "string") {
                    let name = format!("paths {}", unquoted(source, alias));
                    out.bind(pair, &name, unquoted(source, first).to_owned());
                }
            }
        }
        _ => {}
    }
}

fn unquoted<'s>(source: &Source<'s>, node: Node<'_>) -> &'s str {
    source.of(node).trim_matches('"')
}
