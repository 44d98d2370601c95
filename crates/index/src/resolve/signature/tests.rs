//! Heads and types of every language.

use super::*;
use crate::facts::DefinitionKind;
use crate::resolve::types::{declared_type, type_path};

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
        (
            Family::Python,
            "get",
            "def get(self, key: Key, *rest, size=3):",
            "self= key=Key rest= size=",
            1,
            None,
        ),
        (Family::Script, "make", "make = <T,>(p: T, q?: Store<T>): U =>", "p=T q=Store<T>", 1, Some(2)),
        (Family::Script, "draw", "function draw({ a, b }, c = 1)", "a= b= c=", 1, Some(2)),
        (
            Family::Go,
            "Run",
            "func (c *Command) Run(a, b string) error",
            "a=string b=string c=*Command",
            2,
            Some(2),
        ),
        (
            Family::Jvm,
            "get",
            "public Item get(final List<Item> all, String... keys)",
            "all=List<Item> keys=String...",
            1,
            None,
        ),
        (
            Family::Jvm,
            "get",
            "override fun get(key: Key, size: Int = 3): Item?",
            "key=Key size=Int",
            1,
            Some(2),
        ),
        (
            Family::C,
            "get",
            "static struct item * get(struct store *s, const char *key)",
            "s=store * key=char *",
            2,
            Some(2),
        ),
        (
            Family::Php,
            "get",
            "public function get(string $key, ?Item $item = null)",
            "key=string item=?Item",
            1,
            Some(2),
        ),
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
