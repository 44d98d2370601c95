//! From the name that a trace prints to what the source calls it: function and container, without arguments, type parameters,
//! closures and the marks that compilers add.

use super::Frame;

/// A function and what it is in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) function: Option<String>,
    pub(super) container: Option<String>,
}

impl Name {
    fn new(container: &str, function: &str) -> Self {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Self { function: some(function), container: some(container) }
    }

    /// Splits at the last `separator`.
    fn split(qualified: &str, separator: &str) -> Self {
        let (container, function) = qualified.rsplit_once(separator).unwrap_or(("", qualified));
        Self::new(container, function)
    }
}

impl Frame {
    /// The frame with this name.
    pub(super) fn named(self, name: Name) -> Self {
        Self { function: name.function, container: name.container, ..self }
    }
}

/// `f`, `Class.f`; `<module>` and `<lambda>` are no names.
pub(super) fn python(name: &str) -> Name {
    let name = name.trim().trim_end_matches("()");
    let name = name.split_once('(').map_or(name, |(name, _)| name);
    if name.starts_with('<') { Name::default() } else { Name::split(&name.replace(".<locals>", ""), ".") }
}

/// `Foo.bar [as baz]`, `new Foo`, `async f`, `Object.<anonymous>`.
pub(super) fn javascript(name: &str) -> Name {
    let mut name = name.trim();
    for prefix in ["async ", "async*", "Async*", "bound ", "global code"] {
        name = name.strip_prefix(prefix).unwrap_or(name);
    }
    let name = name.split_once(" [as ").map_or(name, |(name, _)| name);
    if let Some(class) = name.strip_prefix("new ") {
        let class = class.rsplit('.').next().unwrap_or(class);
        return if class.starts_with('<') { Name::default() } else { Name::new(class, "constructor") };
    }
    let name = name.trim_end_matches("/<").trim_end_matches('/');
    let name = name.rsplit('/').next().unwrap_or(name).replace(".prototype.", ".");
    if name == "eval" || name.contains(' ') {
        return Name::default();
    }
    let (container, function) = name.rsplit_once('.').unwrap_or(("", name.as_str()));
    let function = if function.starts_with('<') { "" } else { function };
    let is_namespace = matches!(
        container,
        "Object" | "Module" | "exports" | "Function" | "module.exports" | "global" | "window"
    );
    Name::new(if is_namespace { "" } else { container }, function)
}

/// `com.acme.Foo$Inner.lambda$run$0`: classes inside classes get a dot, what the compiler made goes.
pub(super) fn jvm(name: &str, file: &str) -> Name {
    let (class, method) = name.rsplit_once('.').unwrap_or(("", name));
    let (package, class) = class.rsplit_once('.').unwrap_or(("", class));
    let mut classes: Vec<&str> = Vec::new();
    let mut function = None;
    for (at, part) in class.split('$').filter(|part| !part.is_empty()).enumerate() {
        if part.bytes().all(|b| b.is_ascii_digit()) || part.starts_with("lambda") {
            continue;
        }
        let is_function = at > 0 && part.starts_with(|c: char| c.is_lowercase());
        if is_function {
            function = Some(part);
        } else if function.is_none() {
            classes.push(part);
        }
    }
    if file.ends_with(".kt") && classes.len() == 1 {
        classes.retain(|class| !class.ends_with("Kt"));
    }
    let made_by_compiler = matches!(method, "invoke" | "invokeSuspend" | "apply" | "call" | "emit");
    let own = if method == "<init>" { classes.last().copied() } else { java_method(method) };
    let function = if made_by_compiler { function.or(own) } else { own.or(function) };
    let container =
        [package].into_iter().chain(classes).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
    Name::new(&container, function.unwrap_or(""))
}

/// The method of the source that a method of bytecode comes from.
fn java_method(method: &str) -> Option<&str> {
    if method.starts_with('<') || method.starts_with("access$") {
        return None;
    }
    let method = method.split_once('/').map_or(method, |(method, _)| method);
    method.split('$').find(|part| {
        !part.is_empty()
            && !matches!(*part, "lambda" | "anonfun" | "adapted")
            && !part.starts_with(char::is_numeric)
    })
}

/// `Ns.Type+Nested.<Load>d__3.MoveNext`, `Ns.Type..ctor`, `Ns.List`1.get_Item`.
pub(super) fn dotnet(name: &str) -> Name {
    let name = without_groups(name, '[', ']').replace('+', ".");
    if let Some(start) = name.find(".<") {
        let container = &name[..start];
        let function = name
            .split('<')
            .skip(1)
            .filter_map(|part| part.split_once('>'))
            .map(|(inner, _)| inner)
            .find(|s| !s.is_empty());
        return Name::new(&without_arity(container), function.unwrap_or(""));
    }
    let name = without_arity(&name);
    if let Some(class) = name.strip_suffix("..ctor").or_else(|| name.strip_suffix("..cctor")) {
        return Name::new(class, class.rsplit('.').next().unwrap_or(class));
    }
    let mut split = Name::split(&name, ".");
    if let Some(property) =
        split.function.as_deref().and_then(|f| f.strip_prefix("get_").or_else(|| f.strip_prefix("set_")))
    {
        split.function = Some(property.to_owned());
    }
    split
}

/// Without the count of type parameters: `` List`1 ``.
fn without_arity(name: &str) -> String {
    let mut parts = name.split('`');
    let mut plain = parts.next().unwrap_or("").to_owned();
    parts.for_each(|part| plain.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit())));
    plain
}

/// `<a::B as c::D>::f::{{closure}}::h0123456789abcdef`.
pub(super) fn rust(name: &str) -> Name {
    let mut name = name.trim();
    if let Some((before, hash)) = name.rsplit_once("::h")
        && hash.len() >= 15
        && hash.bytes().all(|b| b.is_ascii_alphanumeric())
    {
        name = before;
    }
    let mut plain = name.to_owned();
    if let Some(rest) = name.strip_prefix('<') {
        let (inside, after) = rest.rsplit_once(">::").unwrap_or((rest, ""));
        let implementor = inside.split_once(" as ").map_or(inside, |(implementor, _)| implementor);
        plain = format!("{}::{after}", implementor.trim_start_matches(['&', '<']));
    }
    let plain = without_groups(&without_groups(&without_groups(&plain, '<', '>'), '{', '}'), '[', ']');
    let parts: Vec<&str> =
        plain.split("::").filter(|part| !part.is_empty() && !part.contains(['{', '}', ' '])).collect();
    match parts.split_last() {
        Some((function, container)) => Name::new(&container.join("::"), function),
        None => Name::default(),
    }
}

/// `github.com/o/r/pkg.(*T).Method.func1`.
pub(super) fn go(name: &str) -> Name {
    let name = without_groups(name, '[', ']').replace('·', ".");
    let (folder, qualified) = name.rsplit_once('/').unwrap_or(("", name.as_str()));
    let qualified = qualified.replace("(*", "").replace([')', '('], "");
    let mut parts: Vec<&str> = qualified.split('.').filter(|part| !part.is_empty()).collect();
    while parts.len() > 2 && parts.last().is_some_and(|part| is_go_closure(part)) {
        parts.pop();
    }
    let Some((function, container)) = parts.split_last() else { return Name::default() };
    let slash = if folder.is_empty() { "" } else { "/" };
    let function = if is_go_closure(function) { "" } else { function.trim_end_matches("-fm") };
    Name::new(&format!("{folder}{slash}{}", container.join(".")), function)
}

fn is_go_closure(part: &str) -> bool {
    let rest = part.trim_start_matches("gowrap").trim_start_matches("func").trim_start_matches("deferwrap");
    rest.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

/// `ns::Foo<int>::bar(int) const`, `-[Foo bar:]`, `insert+0x222`.
pub(super) fn cpp(name: &str) -> Name {
    let name = name.trim();
    if let Some(inside) = name.strip_prefix(['-', '+']).and_then(|rest| rest.strip_prefix('['))
        && let Some((class, method)) = inside.trim_end_matches(']').split_once(' ')
    {
        return Name::new(class, method);
    }
    let name = name.replace("(anonymous namespace)::", "").replace("{anonymous}::", "");
    let name =
        name.split_once("+0x").or_else(|| name.split_once(" + ")).map_or(name.as_str(), |(name, _)| name);
    let plain = without_groups(&name.replace("operator()", "operator"), '<', '>');
    let plain = plain.split_once('(').map_or(plain.as_str(), |(plain, _)| plain).trim();
    let plain = plain.split_once(" const").map_or(plain, |(plain, _)| plain);
    let start = if plain.contains("operator ") { 0 } else { plain.rfind(' ').map_or(0, |at| at + 1) };
    Name::split(&plain[start..], "::")
}

/// `block (2 levels) in Foo::Bar#baz`, `Foo.baz`, `<top (required)>`.
pub(super) fn ruby(name: &str) -> Name {
    let name = name.rsplit_once(" in ").map_or(name, |(_, name)| name).trim();
    if name.starts_with('<') {
        return Name::default();
    }
    let name = name
        .split_once('/')
        .filter(|(_, arity)| arity.bytes().all(|b| b.is_ascii_digit()))
        .map_or(name, |(name, _)| name);
    let (container, function) = name.rsplit_once(['#', '.']).unwrap_or(("", name));
    Name::new(container, function)
}

/// `Ns\Class->method('x')`, `Ns\Class::method()`, `Ns\f()`, `Ns\{closure}()`.
pub(super) fn php(name: &str) -> Name {
    let name = name.split_once('(').map_or(name, |(name, _)| name);
    // In JSON the separator is escaped.
    let name = name.replace("\\\\", "\\");
    let name = name.as_str();
    if let Some(inside) = name.split_once("{closure:").map(|(_, inside)| inside) {
        return php(inside);
    }
    let (container, function) = match name.split_once("->").or_else(|| name.split_once("::")) {
        Some(split) => split,
        None => name.rsplit_once('\\').unwrap_or(("", name)),
    };
    let is_construct = matches!(function, "eval" | "include" | "include_once" | "require" | "require_once");
    let function = if is_construct || function.contains("{closure") { "" } else { function };
    Name::new(container.split_once('@').map_or(container, |(class, _)| class), function)
}

/// `anonymous fn/3 in Mod.fun/2`, `:lists.foreach/2`, `Mod.fun(nil)`, `Mod."-reduce/3-x-"/3`, `(file)`.
pub(super) fn elixir(name: &str) -> Name {
    let name = name.trim();
    let name = name
        .rsplit_once(" in ")
        .filter(|(before, _)| before.starts_with("anonymous"))
        .map_or(name, |(_, name)| name);
    if name.starts_with('(') {
        return Name::default();
    }
    if let Some((container, quoted)) = name.split_once(".\"") {
        let inside = quoted.split('"').next().unwrap_or("").trim_start_matches('-');
        return Name::new(container, inside.split_once('/').map_or(inside, |(inside, _)| inside));
    }
    let name = name.split_once(['(', '/']).map_or(name, |(name, _)| name);
    Name::split(name, ".")
}

/// `closure #1 in Foo.bar(parent:son:)`, `Foo.count.getter`.
pub(super) fn swift(name: &str) -> Name {
    let name = name.rsplit_once(" in ").map_or(name, |(_, name)| name).trim();
    if name.starts_with("thunk for")
        || name.starts_with("partial apply")
        || name.starts_with("0x")
        || name.starts_with("$s")
    {
        return Name::default();
    }
    if name.starts_with(['-', '+']) || name.contains("::") {
        return cpp(name);
    }
    let mut plain =
        name.trim_start_matches("@objc ").trim_start_matches("static ").trim_start_matches("specialized ");
    plain = plain.split_once('(').map_or(plain, |(plain, _)| plain);
    for suffix in [".getter", ".setter", ".modify", ".didset", ".willset"] {
        plain = plain.split_once(suffix).map_or(plain, |(plain, _)| plain);
    }
    Name::split(&without_groups(plain, '<', '>'), ".")
}

/// The text without what stands between brackets.
fn without_groups(text: &str, open: char, close: char) -> String {
    let mut depth = 0_u32;
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if c == open {
            depth += 1;
        } else if c == close && depth > 0 {
            depth -= 1;
        } else if depth == 0 {
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
mod tests;
