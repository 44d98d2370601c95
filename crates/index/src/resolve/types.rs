//! Types as text: the one that a variable is declared or made with, and the path of names in it.

use super::family::Family;
use super::signature::{MODIFIERS, parameter};
use crate::facts::Definition;

/// The type that a variable or field has by its declaration or by what it is made with.
pub(super) fn declared_type(definition: &Definition, family: Family) -> Option<String> {
    let text = definition.signature.trim_end_matches(';');
    if text.ends_with('…') {
        return None;
    }
    let (head, value) = match text.split_once('=') {
        Some((head, value)) => (head.trim(), value.trim()),
        None => (text.trim(), ""),
    };
    let mut found = Vec::new();
    parameter(head, family, &mut found);
    let declared = found.iter().find(|parameter| parameter.name == definition.name);
    let declared = declared.map_or("", |parameter| parameter.type_text);
    type_path(declared, family).or_else(|| made_with(value, family))
}

/// `new Thing(…)`, `Thing(…)`: the type that is named there.
fn made_with(value: &str, family: Family) -> Option<String> {
    let (callee, is_new) = match value.strip_prefix("new ") {
        Some(rest) => (rest, true),
        None => (value, false),
    };
    let callee = &callee[..callee.find(['(', '<'])?];
    let is_type = callee.rsplit('.').next()?.starts_with(char::is_uppercase);
    let names_type = is_new || (is_type && matches!(family, Family::Python | Family::Jvm));
    (names_type && is_path(callee)).then(|| callee.to_owned())
}

/// The path of the type whose members a value of this type has: without references, pointers, generics.
pub(super) fn type_path(text: &str, family: Family) -> Option<String> {
    let mut text = text.trim().trim_matches(['"', '\'']).trim();
    for _ in 0..TYPE_LAYERS {
        let before = text;
        text = text.trim_start_matches(['&', '*', '(', '@', '?', '\\']).trim_start();
        if let Some(rest) = text.strip_prefix('\'') {
            text = rest
                .trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_')
                .trim_start();
        }
        for word in MODIFIERS.iter().chain(&["dyn", "impl"]) {
            if let Some(rest) = text.strip_prefix(word).filter(|rest| rest.starts_with(' ')) {
                text = rest.trim_start();
            }
        }
        text = inner(text, family);
        if text == before {
            break;
        }
    }
    let end = text.find(['<', '[', '(', ' ', '|', '+', '?', '{', ',', '*', '&']).unwrap_or(text.len());
    let rest = text[end..].trim_start();
    // A list or map of things is not a thing.
    let is_list = rest.starts_with('[') && !matches!(family, Family::Python | Family::Jvm | Family::Go);
    let path = text[..end].trim_end_matches(['.', ':']);
    let is_void = path == "None" || path == "void" || path.is_empty();
    (!is_list && !is_void && is_path(path)).then(|| path.to_owned())
}

/// Layers of a type that are looked through.
const TYPE_LAYERS: usize = 6;

/// What a type that only points to another points to.
fn inner(text: &str, family: Family) -> &str {
    let pointers: &[(&str, &str)] = match family {
        Family::Rust => &[("Arc<", ">"), ("Rc<", ">"), ("Box<", ">"), ("Pin<", ">")],
        Family::Python => &[("Optional[", "]"), ("Type[", "]"), ("type[", "]")],
        Family::C => &[
            ("std::unique_ptr<", ">"),
            ("std::shared_ptr<", ">"),
            ("unique_ptr<", ">"),
            ("shared_ptr<", ">"),
        ],
        _ => &[],
    };
    let pointed = |(start, end): &(&str, &str)| text.strip_prefix(start)?.trim_end().strip_suffix(end);
    pointers.iter().find_map(pointed).unwrap_or(text)
}

fn is_path(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | ':' | '\\' | '$');
    text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') && text.chars().all(is_letter)
}
