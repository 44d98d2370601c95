//! What a definition's head says: its parameters, their types, how many arguments it takes. Text only: heads
//! are stored as text, bounded, and a cut one says nothing.

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
const MODIFIERS: &[&str] = &[
    "mut", "ref", "const", "final", "private", "public", "protected", "readonly", "override", "val", "var",
    "vararg", "in", "out", "params", "this", "implicit", "struct", "enum", "required", "static", "export",
    "internal", "let", "lateinit", "abstract", "unsigned", "extern", "volatile",
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
            text = rest.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_').trim_start();
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
fn split(list: &str) -> impl Iterator<Item = &str> {
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

fn parameter<'a>(part: &'a str, family: Family, found: &mut Vec<Parameter<'a>>) {
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
    let declared = part.split('=').next().unwrap_or(part).trim_end();
    let colon = declared.find(':').filter(|at| !declared[*at..].starts_with("::"));
    let (name, type_text) = match (family.parameter_style(), colon) {
        (ParameterStyle::Colon | ParameterStyle::TypeFirst, Some(at)) => (&declared[..at], &declared[at + 1..]),
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

/// Names that are taken from one parameter.
const PARTS_MAX: usize = 32;

fn type_first(declared: &str) -> (&str, &str) {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
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
mod tests {
    use super::*;
    use crate::facts::DefinitionKind;

    fn definition(name: &str, signature: &str) -> Definition {
        Definition {
            kind: DefinitionKind::Function,
            name: name.to_owned(),
            container: None,
            receiver: None,
            signature: signature.to_owned(),
            doc: None,
            start_line: 1,
            name_line: 1,
            end_line: 1,
        }
    }

    #[test]
    fn heads_are_read_in_every_style() {
        for (family, name, signature, expected, least, most) in [
            (
                Family::Rust,
                "run",
                "fn run<F: Fn(u8) -> u8>(&mut self, name: &str, job: Arc<Job>)",
                "name=&str job=Arc<Job>",
                2,
                Some(2),
            ),
            (Family::Python, "get", "def get(self, key: Key, *rest, size=3):", "self= key=Key rest= size=", 1, None),
            (Family::Script, "make", "make = <T,>(p: T, q?: Store<T>): U =>", "p=T q=Store<T>", 1, Some(2)),
            (Family::Script, "draw", "function draw({ a, b }, c = 1)", "a= b= c=", 1, Some(2)),
            (Family::Go, "Run", "func (c *Command) Run(a, b string) error", "a=string b=string c=*Command", 2, Some(2)),
            (Family::Jvm, "get", "public Item get(final List<Item> all, String... keys)", "all=List<Item> keys=String...", 1, None),
            (Family::Jvm, "get", "override fun get(key: Key, size: Int = 3): Item?", "key=Key size=Int", 1, Some(2)),
            (Family::C, "get", "static struct item * get(struct store *s, const char *key)", "s=store * key=char *", 2, Some(2)),
            (Family::Php, "get", "public function get(string $key, ?Item $item = null)", "$key=string $item=?Item", 1, Some(2)),
        ] {
            let definition = definition(name, signature);
            let shown: Vec<String> = parameters(&definition, family)
                .iter()
                .map(|parameter| format!("{}={}", parameter.name, parameter.type_text))
                .filter(|shown| shown != "mut self=" && shown != "self=" || family == Family::Python)
                .collect();
            assert_eq!(shown.join(" "), expected, "{signature}");
            assert_eq!(arity(&definition, family), Some(Arity { least, most }), "{signature}");
        }
    }

    #[test]
    fn types_are_brought_to_a_path() {
        for (family, text, expected) in [
            (Family::Rust, "&'a mut crate::Store<T>", Some("crate::Store")),
            (Family::Rust, "Arc<Shared>", Some("Shared")),
            (Family::Rust, "Pin<&mut Self>", Some("Self")),
            (Family::Rust, "[u8; 4]", None),
            (Family::Python, "Optional[models.Store]", Some("models.Store")),
            (Family::Python, "\"Store\"", Some("Store")),
            (Family::Script, "Store<T> | undefined", Some("Store")),
            (Family::Script, "Store[]", None),
            (Family::Go, "*gin.Context", Some("gin.Context")),
            (Family::Go, "[]string", None),
            (Family::Jvm, "Item?", Some("Item")),
            (Family::C, "const struct store *", Some("store")),
        ] {
            assert_eq!(type_path(text, family).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn variables_have_the_type_they_are_declared_or_made_with() {
        for (family, name, signature, expected) in [
            (Family::Rust, "pool", "pub(crate) pool: Arc<Pool>", Some("Pool")),
            (Family::Script, "store", "store = new Store(1)", Some("Store")),
            (Family::Script, "cache", "private cache: Cache<T> = make()", Some("Cache")),
            (Family::Python, "site", "site = AdminSite(name)", Some("AdminSite")),
            (Family::Python, "site", "site = lower()", None),
            (Family::Jvm, "items", "private final ItemList items", Some("ItemList")),
            (Family::Go, "engine", "engine *Engine", Some("Engine")),
        ] {
            assert_eq!(declared_type(&definition(name, signature), family).as_deref(), expected, "{signature}");
        }
    }
}
