//! Data and markup: keys of the first two levels, headings, selectors.

use tree_sitter::Node;

use crate::facts::DefinitionKind::{Heading, Key};
use crate::facts::table::At::{Child, Field, Nowhere, Nth};
use crate::facts::table::Role::{Comment, Decide, Skip};
use crate::facts::table::{Decision, Description, Found, Source, define};
use crate::facts::text::one_line;

const fn description(rows: &'static [(&'static str, crate::facts::table::Role)]) -> Description {
    Description { rows, import_calls: &[], base_calls: &[], separator: "." }
}

pub(super) static JSON: Description = description(&[
    ("pair", define(Key, "key").name(Field("key")).body(Field("value")).hook(unquoted).role()),
    ("comment", Comment),
    ("array string", Skip),
]);

pub(super) static YAML: Description = description(&[
    (
        "block_mapping_pair flow_pair",
        define(Key, "key").name(Field("key")).body(Field("value")).hook(unquoted).role(),
    ),
    ("comment", Comment),
    ("block_sequence flow_sequence block_scalar plain_scalar", Skip),
]);

pub(super) static TOML: Description = description(&[
    ("table table_array_element", define(Key, "table").name(Nth(0)).body(Nth(1)).hook(unquoted).role()),
    ("pair", define(Key, "key").name(Nth(0)).body(Nth(1)).hook(unquoted).role()),
    ("comment", Comment),
    ("array string", Skip),
]);

pub(super) static CSS: Description = description(&[
    ("rule_set", define(Key, "rule").name(Child("selectors")).body(Child("block")).hook(flattened).role()),
    ("keyframes_statement", define(Key, "keyframes").name(Child("keyframes_name")).body(Nth(1)).role()),
    ("comment", Comment),
    ("declaration", Skip),
]);

pub(super) static MARKDOWN: Description = description(&[
    ("section", Decide(section)),
    (
        "setext_heading",
        define(Heading, "heading").name(Field("heading_content")).body(Nowhere).hook(flattened).leaf().role(),
    ),
    ("paragraph fenced_code_block indented_code_block list block_quote pipe_table html_block", Skip),
]);

pub(super) static HTML: Description = description(&[
    ("element", Decide(element)),
    ("comment", Comment),
    ("script_element style_element start_tag end_tag", Skip),
]);

fn unquoted<'t>(source: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    let name = source.of(found.name).trim_matches(['"', '\'']);
    Some(Found { renamed: Some(name.to_owned()), ..found })
}

fn flattened<'t>(source: &Source<'_>, _: Node<'t>, found: Found<'t>) -> Option<Found<'t>> {
    Some(Found { renamed: Some(one_line(source.of(found.name))), ..found })
}

/// A section is called by its heading.
fn section<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let heading = source.part(node, Nth(0)).filter(|first| first.kind() == "atx_heading");
    let content = heading.and_then(|heading| source.field(heading, "heading_content"));
    match content {
        Some(name) => Decision::Define(Found {
            renamed: Some(one_line(source.of(name))),
            body: source.part(node, Nth(1)),
            ..Found::new(Heading, "heading", name)
        }),
        None => Decision::Enter,
    }
}

/// `h1` to `h6` and `title` are headings, what has an id is a key.
fn element<'t>(source: &Source<'_>, node: Node<'t>) -> Decision<'t> {
    let Some(tag) = source.part(node, Nth(0)).filter(|tag| tag.kind() == "start_tag") else {
        return Decision::Enter;
    };
    let word = source.part(tag, Nth(0)).map(|word| source.of(word)).unwrap_or_default();
    if matches!(word, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "title") {
        let text = source.text.get(tag.end_byte()..node.end_byte()).unwrap_or_default();
        let name = one_line(&without_tags(text));
        return Decision::Define(Found { renamed: Some(name), ..Found::new(Heading, "heading", node) });
    }
    match id_of(source, tag) {
        Some(id) => Decision::Define(Found { body: source.part(node, Nth(1)), ..Found::new(Key, "id", id) }),
        None => Decision::Enter,
    }
}

fn id_of<'t>(source: &Source<'_>, tag: Node<'t>) -> Option<Node<'t>> {
    let mut cursor = tag.walk();
    let attributes = tag.named_children(&mut cursor).filter(|part| part.kind() == "attribute");
    let mut ids = attributes
        .filter(|part| part.named_child(0).is_some_and(|name| source.of(name).eq_ignore_ascii_case("id")));
    let value = ids.next()?.named_child(1)?;
    if value.kind() == "quoted_attribute_value" { value.named_child(0) } else { Some(value) }
}

fn without_tags(text: &str) -> String {
    let mut plain = String::new();
    let mut in_tag = false;
    for letter in text.chars().take(foreword_model::limits::SUMMARY_CHARS * 4) {
        match letter {
            '<' => in_tag = true,
            '>' => in_tag = false,
            _ if in_tag => continue,
            _ => {}
        }
        plain.push(if matches!(letter, '<' | '>') { ' ' } else { letter });
    }
    plain
}
