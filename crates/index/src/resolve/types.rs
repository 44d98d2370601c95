//! Types as text: the one that a variable is declared or made with, and the path of names in it.

use super::family::Family;
use super::signature::{self, MODIFIERS, parameter};
use crate::facts::{Definition, chain};

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

/// The type that a variable or field is declared with, as it is written.
pub(super) fn written_type(definition: &Definition, family: Family) -> Option<&str> {
    let text = definition.signature.trim_end_matches(';');
    let head = signature::split_value(text).0.trim();
    let mut found = Vec::new();
    parameter(head, family, &mut found);
    let declared = found.iter().find(|parameter| parameter.name == definition.name)?.type_text;
    (!declared.is_empty() && !declared.ends_with('…')).then_some(declared)
}

/// The types that an alias of TypeScript joins: `type Name = A & B<C>`.
pub(super) fn alias_paths(definition: &Definition, family: Family) -> Vec<String> {
    let value = definition.signature.split_once('=').map(|(_, value)| value.trim());
    match value.filter(|value| family == Family::Script && !value.contains('|')) {
        Some(value) => {
            value.split('&').take(ALIAS_PARTS).filter_map(|part| type_path(part, family)).collect()
        }
        None => Vec::new(),
    }
}

/// Parts of an alias that are looked at.
const ALIAS_PARTS: usize = 8;

/// What a variable is made with, as a chain; empty if it cannot be told.
pub(super) fn initial_chain(definition: &Definition) -> String {
    let text = definition.signature.trim_end_matches(';');
    let Some(value) = signature::split_value(text).1 else { return String::new() };
    match value.strip_suffix('…') {
        // A long call is cut in its arguments.
        Some(cut) => cut.split_once('(').map(|(callee, _)| chain(&format!("{callee}()"))).unwrap_or_default(),
        None => chain(value),
    }
}

/// Types that hold others, of which one is the first parameter.
const HOLDERS: &[&str] = &[
    "list",
    "List",
    "set",
    "Set",
    "frozenset",
    "FrozenSet",
    "Sequence",
    "MutableSequence",
    "Iterable",
    "Iterator",
    "Collection",
    "Generator",
    "AsyncIterator",
    "AsyncIterable",
    "AsyncGenerator",
    "tuple",
    "Tuple",
    "deque",
    "Deque",
    "AbstractSet",
    "KeysView",
    "ValuesView",
    "Array",
    "ReadonlyArray",
    "ReadonlySet",
    "IterableIterator",
];
/// Types that hold others under keys.
const MAPPINGS: &[&str] =
    &["dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict", "Record"];
/// What a function gives that opens a block and yields once.
const YIELDERS: &[&str] = &[
    "Iterator",
    "Generator",
    "Iterable",
    "AsyncIterator",
    "AsyncGenerator",
    "ContextManager",
    "AbstractContextManager",
    "AsyncContextManager",
    "AbstractAsyncContextManager",
];

/// The type of one of what a type holds.
pub(super) fn element(text: &str, family: Family, number: Option<usize>) -> Option<String> {
    let text = without_nothing(text, family);
    if family == Family::Script
        && let Some(inner) = text.strip_suffix("[]")
    {
        let inner = inner.strip_prefix("readonly ").unwrap_or(inner);
        return Some(inner.trim_start_matches('(').trim_end_matches(')').to_owned());
    }
    if family == Family::Script
        && let Some(parts) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))
    {
        return signature::split(parts).nth(number?).map(str::to_owned);
    }
    let (name, arguments) = arguments(text)?;
    let mut parts = signature::split(arguments);
    if matches!(name, "tuple" | "Tuple") && !arguments.ends_with("...") {
        return parts.nth(number.unwrap_or(0)).map(str::to_owned);
    }
    if HOLDERS.contains(&name) {
        return parts.next().map(str::to_owned);
    }
    if MAPPINGS.contains(&name) { parts.nth(1).map(str::to_owned) } else { None }
}

/// The type that a block gets from a function that yields.
pub(super) fn yielded(text: &str) -> Option<String> {
    let (name, arguments) = arguments(text.trim_matches(['"', '\'']))?;
    YIELDERS.contains(&name).then(|| signature::split(arguments).next().map(str::to_owned)).flatten()
}

/// What a value of a function's type gives when it is called.
pub(super) fn called(text: &str, family: Family) -> Option<String> {
    let text = without_nothing(text, family);
    if family == Family::Script {
        let is_function = text.starts_with(['(', '<']);
        return text.split_once("=>").filter(|_| is_function).map(|(_, result)| result.trim().to_owned());
    }
    let (name, arguments) = arguments(text)?;
    match name {
        "Callable" => signature::split(arguments).last().map(str::to_owned),
        "type" | "Type" => Some(arguments.to_owned()),
        _ => None,
    }
}

/// `Name[arguments]`, `Name<arguments>`.
fn arguments(text: &str) -> Option<(&str, &str)> {
    let open = text.find(['[', '<'])?;
    let inner = text[open + 1..].trim_end().strip_suffix([']', '>'])?;
    let name = text[..open].rsplit('.').next()?;
    Some((name, inner))
}

/// A type without the alternative that there is no value.
pub(super) fn without_nothing(text: &str, family: Family) -> &str {
    let mut text = text.trim().trim_matches(['"', '\'']).trim();
    for _ in 0..TYPE_LAYERS {
        let before = text;
        for word in ["None", "null", "undefined"] {
            let first = text.strip_prefix(word).and_then(|rest| rest.trim_start().strip_prefix('|'));
            let last = text.strip_suffix(word).and_then(|rest| rest.trim_end().strip_suffix('|'));
            text = first.or(last).unwrap_or(text).trim();
        }
        text = inner(text, family).trim().trim_matches(['"', '\'']);
        if text == before {
            break;
        }
    }
    text
}

/// The path of the type whose members a value of this type has: without references, pointers, generics.
pub(super) fn type_path(text: &str, family: Family) -> Option<String> {
    let mut text = without_nothing(text, family);
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
        Family::Python => &[
            ("Optional[", "]"),
            ("Union[", "]"),
            ("Type[", "]"),
            ("type[", "]"),
            ("ClassVar[", "]"),
            ("Final[", "]"),
            ("Annotated[", "]"),
            ("Awaitable[", "]"),
            ("t.Optional[", "]"),
            ("typing.Optional[", "]"),
            ("t.ClassVar[", "]"),
            ("typing.ClassVar[", "]"),
        ],
        Family::Script => &[
            ("Promise<", ">"),
            ("PromiseLike<", ">"),
            ("Awaited<", ">"),
            ("Partial<", ">"),
            ("Required<", ">"),
            ("Readonly<", ">"),
            ("NonNullable<", ">"),
            ("Omit<", ">"),
            ("Pick<", ">"),
        ],
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
