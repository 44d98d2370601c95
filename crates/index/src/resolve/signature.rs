//! What a definition's head says: its parameters, how many arguments it takes. Text only: heads are stored as
//! text, bounded, and a cut one says nothing.

use super::family::{Family, ParameterStyle};
use crate::facts::Definition;

/// One parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parameter<'a> {
    pub(super) name: &'a str,
    /// As written; empty if it has none.
    pub(super) type_text: &'a str,
}

/// How many arguments a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arity {
    pub(super) least: usize,
    /// Nothing if there is no end to it.
    pub(super) most: Option<usize>,
}

/// Words before a parameter that are neither its name nor its type.
pub(super) const MODIFIERS: &[&str] = &[
    "mut",
    "ref",
    "const",
    "final",
    "private",
    "public",
    "protected",
    "readonly",
    "override",
    "val",
    "var",
    "vararg",
    "in",
    "out",
    "params",
    "this",
    "implicit",
    "struct",
    "enum",
    "required",
    "static",
    "export",
    "internal",
    "let",
    "lateinit",
    "abstract",
    "unsigned",
    "extern",
    "volatile",
];

/// The parameters of a function, without the one that stands for the value itself.
pub(super) fn parameters(definition: &Definition, family: Family) -> Vec<Parameter<'_>> {
    let Some(list) = parameter_list(definition) else { return Vec::new() };
    let mut found = Vec::new();
    for part in split(list) {
        parameter(part, family, &mut found);
    }
    if family == Family::Go {
        // `a, b Type`: the type of the last is that of those before it.
        let mut last = "";
        for parameter in found.iter_mut().rev() {
            if parameter.type_text.is_empty() {
                parameter.type_text = last;
            }
            last = parameter.type_text;
        }
        found.extend(go_receiver(&definition.signature));
    }
    found
}

/// How many arguments a function takes; nothing if its head does not say.
pub(super) fn arity(definition: &Definition, family: Family) -> Option<Arity> {
    let list = parameter_list(definition)?;
    let mut arity = Arity { least: 0, most: Some(0) };
    for (at, part) in split(list).enumerate() {
        let first = part.trim_start_matches(['&', '\'']).split([':', ' ', ',']).next().unwrap_or_default();
        let is_self = matches!(part, "self" | "cls" | "&self" | "&mut self" | "mut self" | "this")
            || at == 0 && matches!(first, "self" | "mut self") && family == Family::Rust
            || part.starts_with("&'") && part.ends_with("self");
        if is_self || part == "void" || part == "/" {
            continue;
        }
        let is_endless = part.contains("...")
            || part.starts_with('*') && family == Family::Python
            || part.starts_with(['*', '&']) && family == Family::Ruby
            || part.starts_with("vararg ")
            || part.starts_with("params ");
        if is_endless {
            arity.most = None;
            continue;
        }
        arity.most = arity.most.map(|most| most + 1);
        let is_optional = part.contains('=') || part.contains("?:") || part.ends_with('?');
        if !is_optional {
            arity.least += 1;
        }
    }
    Some(arity)
}

/// The type that a function gives back, as it is written.
pub(super) fn result(definition: &Definition, family: Family) -> Option<&str> {
    let rest = after_parameters(definition)?;
    if rest.ends_with('…') {
        return None;
    }
    let text = match family {
        Family::Python => rest.split_once("->")?.1.trim().trim_end_matches(':'),
        // `name = (…): Type =>` ends with the arrow, which a type may hold too.
        Family::Script => rest.trim_start().strip_prefix(':')?.trim().trim_end_matches("=>"),
        _ => return None,
    };
    let text = text.trim().trim_end_matches(';');
    (!text.is_empty()).then_some(text)
}

/// The type of a parameter of a function's type: `(name: Type) => Result`.
pub(super) fn parameter_of_type(text: &str, number: usize, family: Family) -> Option<&str> {
    let list = text.trim().strip_prefix('(')?;
    let end = closing(list)?;
    if !list[end + 1..].trim_start().starts_with("=>") {
        return None;
    }
    let mut found = Vec::new();
    parameter(split(&list[..end]).nth(number)?, family, &mut found);
    found.first().map(|parameter| parameter.type_text).filter(|text| !text.is_empty())
}

/// What follows the parameters.
fn after_parameters(definition: &Definition) -> Option<&str> {
    let list = parameter_list(definition)?;
    let signature = definition.signature.as_str();
    let end = list.as_ptr() as usize - signature.as_ptr() as usize + list.len();
    signature.get(end + 1..)
}

/// What stands between the parentheses after the name.
fn parameter_list(definition: &Definition) -> Option<&str> {
    let signature = definition.signature.as_str();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let after = signature.match_indices(definition.name.as_str()).find_map(|(at, name)| {
        let rest = &signature[at + name.len()..];
        let is_whole = !signature[..at].ends_with(is_word) && !rest.starts_with(is_word);
        let next = rest.trim_start();
        // `func (name *Type) name(…)`: the receiver may be called like the function.
        (is_whole && next.starts_with(['(', '<', '[', '=', ':'])).then_some(next)
    })?;
    let after = match after.strip_prefix(['<', '[']) {
        Some(rest) => &rest[closing(rest)? + 1..],
        None => after,
    };
    let start = after.find('(')? + 1;
    let list = &after[start..];
    Some(&list[..closing(list)?])
}

/// Where the bracket closes that was opened before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut previous = ' ';
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if matches!(previous, '-' | '=') => {}
            ')' | ']' | '}' | '>' => match depth.checked_sub(1) {
                None => return Some(at),
                Some(less) => depth = less,
            },
            _ => {}
        }
        previous = letter;
    }
    None
}

/// The parts of a list that commas part.
pub(super) fn split(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(list);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut depth = 0_usize;
        let mut previous = ' ';
        for (at, letter) in text.char_indices() {
            match letter {
                '(' | '[' | '{' | '<' => depth += 1,
                '>' if matches!(previous, '-' | '=') => {}
                ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    rest = Some(&text[at + 1..]);
                    return Some(text[..at].trim());
                }
                _ => {}
            }
            previous = letter;
        }
        rest = None;
        Some(text.trim())
    })
    .filter(|part| !part.is_empty())
}

pub(super) fn parameter<'a>(part: &'a str, family: Family, found: &mut Vec<Parameter<'a>>) {
    let mut part = part.trim();
    while let Some((word, rest)) = part.split_once(' ') {
        if !MODIFIERS.contains(&word) && !word.starts_with(['@', '#']) {
            break;
        }
        part = rest.trim_start();
    }
    let part = part.trim_start_matches("...").trim_start_matches(['*', '&']);
    if part.starts_with(['{', '[']) {
        // What is taken apart has names and no types.
        let words = part.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '$')));
        let named = words.filter(|word| !word.is_empty()).map(|name| Parameter { name, type_text: "" });
        return found.extend(named.take(PARTS_MAX));
    }
    let declared = split_value(part).0.trim_end();
    let colon = declared.find(':').filter(|at| !declared[*at..].starts_with("::"));
    let (name, type_text) = match (family.parameter_style(), colon) {
        (ParameterStyle::Colon | ParameterStyle::TypeFirst, Some(at)) => {
            (&declared[..at], &declared[at + 1..])
        }
        (ParameterStyle::Colon, None) => (declared, ""),
        (ParameterStyle::NameFirst, _) => declared.split_once(' ').unwrap_or((declared, "")),
        (ParameterStyle::TypeFirst, None) => type_first(declared),
    };
    let name = name.trim().trim_end_matches(['?', '!']).trim_start_matches(['$', '*', '&']);
    // Swift writes a label before the name.
    let name = name.rsplit(' ').next().unwrap_or(name);
    if !name.is_empty() {
        found.push(Parameter { name, type_text: type_text.trim() });
    }
}

/// What stands before and behind the `=` of a declaration; `=>` is a part of a type.
pub(super) fn split_value(text: &str) -> (&str, Option<&str>) {
    let at = text.match_indices('=').map(|(at, _)| at).find(|at| !text[at + 1..].starts_with('>'));
    match at {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// Names that are taken from one parameter.
const PARTS_MAX: usize = 32;

fn type_first(declared: &str) -> (&str, &str) {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    if let Some((_, rest)) = declared.split_once("(*") {
        // A pointer to a function.
        return (&rest[..rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())], "");
    }
    let name_end = declared.trim_end_matches(['[', ']', ' ']);
    let start = name_end.trim_end_matches(is_word).len();
    (&name_end[start..], declared[..start].trim_end())
}

/// `func (c *Command) …`.
fn go_receiver(signature: &str) -> Option<Parameter<'_>> {
    let list = signature.strip_prefix("func")?.trim_start().strip_prefix('(')?;
    let (name, type_text) = list[..closing(list)?].trim().split_once(' ')?;
    Some(Parameter { name, type_text: type_text.trim() })
}

#[cfg(test)]
mod tests;
