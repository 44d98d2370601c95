//! A member taken out of a JSON text that somebody else owns. Every comment around it stays where it is, and so does a
//! container, unless it holds nothing and nobody but us can have made it.

use std::ops::Range;

use jsonc_parser::ast::{Object, ObjectProp, Value as Node};
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseResult, parse_to_ast};

use crate::document::{Before, Problem, unmarked};
use crate::settings_json::options;

/// One step down from a container to a member of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// Into an object.
    Key(&'a str),
    /// Into a list.
    Index(usize),
}

/// The text without the member at a path; as it is where there is none.
pub fn without(text: &str, path: &[Step<'_>]) -> Result<String, Problem> {
    let parsed = parse(text)?;
    let Some(member) = member(&parsed, path) else { return Ok(text.to_owned()) };
    let tokens = parsed.tokens.as_deref().unwrap_or_default();
    let cut = cut(text, member, tokens);
    let above = path.split_last().map(|(_, above)| above).unwrap_or_default();
    Ok(match bare_at(&cut, above)? {
        // What was made multi-line for the member alone.
        Some(inside) if cut[inside.clone()].contains('\n') => {
            format!("{}{}", &cut[..inside.start], &cut[inside.end..])
        }
        Some(_) | None => cut,
    })
}

/// The text without the containers at these paths, from the innermost on, as far as they are empty and ours: one that stood
/// there before us stays, and one that holds a comment.
pub fn without_emptied(text: String, paths: &[&[Step<'_>]], before: Before<'_>) -> Result<String, Problem> {
    let mut text = text;
    for path in paths {
        if bare_at(&text, path)?.is_none() || stood_before(before, path) {
            break;
        }
        text = without(&text, path)?;
    }
    Ok(text)
}

/// Whether what stands at a path holds no member besides `key`, and no comment outside of it.
pub fn holds_only(text: &str, path: &[Step<'_>], key: &str) -> Result<bool, Problem> {
    let parsed = parse(text)?;
    let Some(Node::Object(object)) = node(&parsed, path) else { return Ok(false) };
    let [property] = object.properties.as_slice() else { return Ok(false) };
    let inner = property.value.range();
    let is_outside = |token: &&TokenAndRange<'_>| {
        is_within(token.range(), object.range()) && !is_within(token.range(), inner)
    };
    let mut around = parsed.tokens.iter().flatten().filter(is_outside);
    Ok(property.name.as_str() == key && !around.any(is_comment))
}

/// Whether a container holds neither a member nor a comment.
pub fn is_bare(text: &str, path: &[Step<'_>]) -> Result<bool, Problem> {
    Ok(bare_at(text, path)?.is_some())
}

fn stood_before(before: Before<'_>, path: &[Step<'_>]) -> bool {
    let Before::Known(text) = before else { return false };
    parse(unmarked(text)).is_ok_and(|parsed| node(&parsed, path).is_some())
}

fn parse(text: &str) -> Result<ParseResult<'_>, Problem> {
    let collected = CollectOptions { comments: CommentCollectionStrategy::AsTokens, tokens: true };
    parse_to_ast(text, &collected, &options()).map_err(|error| Problem {
        line: error.line_display(),
        column: error.column_display(),
        what: error.kind().to_string(),
    })
}

fn node<'a, 't>(parsed: &'a ParseResult<'t>, path: &[Step<'_>]) -> Option<&'a Node<'t>> {
    path.iter().try_fold(parsed.value.as_ref()?, |node, step| match (node, step) {
        (Node::Object(object), Step::Key(key)) => Some(&property(object, key)?.value),
        (Node::Array(list), Step::Index(index)) => list.elements.get(*index),
        (_, _) => None,
    })
}

fn property<'a, 't>(object: &'a Object<'t>, key: &str) -> Option<&'a ObjectProp<'t>> {
    object.properties.iter().find(|property| property.name.as_str() == key)
}

/// The bytes of a member, with its key.
fn member(parsed: &ParseResult<'_>, path: &[Step<'_>]) -> Option<Range<usize>> {
    let (last, above) = path.split_last()?;
    let range = match (node(parsed, above)?, last) {
        (Node::Object(object), Step::Key(key)) => property(object, key)?.range(),
        (Node::Array(list), Step::Index(index)) => list.elements.get(*index)?.range(),
        (_, _) => return None,
    };
    Some(range.start..range.end)
}

/// The bytes between the brackets of a container, if neither a member nor a comment stands there.
fn bare_at(text: &str, path: &[Step<'_>]) -> Result<Option<Range<usize>>, Problem> {
    let parsed = parse(text)?;
    let container = node(&parsed, path).filter(|node| matches!(node, Node::Object(_) | Node::Array(_)));
    let inside = container.map(|container| container.range().start + 1..container.range().end - 1);
    Ok(inside.filter(|inside| text[inside.clone()].trim().is_empty()))
}

/// Cuts a member out, and one comma: that behind it, or that before it if it was the last.
fn cut(text: &str, member: Range<usize>, tokens: &[TokenAndRange<'_>]) -> String {
    let mut behind = tokens.iter().filter(|token| token.range().start >= member.end && !is_comment(token));
    let mut before =
        tokens.iter().rev().filter(|token| token.range().end <= member.start && !is_comment(token));
    let is_comma = |token: &&TokenAndRange<'_>| token.token == Token::Comma;
    let range = |token: &TokenAndRange<'_>| token.range().start..token.range().end;
    let next = behind.next().filter(is_comma).map(range);
    let previous = before.next().filter(is_comma).map(range);
    let is_joined = |comma: &Range<usize>| is_blank(&text[member.end..comma.start]);
    match (next, previous) {
        (Some(comma), _) if is_joined(&comma) => cut_member(text, member.start..comma.end),
        (Some(comma), _) => cut_member(&cut_comma(text, comma), member),
        (None, Some(comma)) => cut_comma(&cut_member(text, member), comma),
        (None, None) => cut_member(text, member),
    }
}

/// Cuts a member out with the blanks that set it apart; a line that it had for itself goes whole.
fn cut_member(text: &str, member: Range<usize>) -> String {
    let (left, right) = (&text[..member.start], &text[member.end..]);
    let indent = &left[left.rfind('\n').map_or(0, |at| at + 1)..];
    let rest = &right[..right.find('\n').unwrap_or(right.len())];
    let spaces_behind = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let (start, end) = match (is_blank(indent), rest.trim().is_empty()) {
        (true, true) => (indent.len(), rest.len() + usize::from(rest.len() < right.len())),
        (true, false) => (0, spaces_behind),
        (false, _) if rest.trim_start().is_empty() || rest.trim_start().starts_with(['}', ']', '/', ',']) => {
            (indent.len() - indent.trim_end_matches([' ', '\t']).len(), 0)
        }
        (false, _) => (0, spaces_behind),
    };
    format!("{}{}", &left[..left.len() - start], &right[end..])
}

fn cut_comma(text: &str, comma: Range<usize>) -> String {
    format!("{}{}", &text[..comma.start], &text[comma.end..])
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|c| matches!(c, ' ' | '\t'))
}

fn is_within(inner: jsonc_parser::common::Range, outer: jsonc_parser::common::Range) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn is_comment(token: &TokenAndRange<'_>) -> bool {
    matches!(token.token, Token::CommentLine(_) | Token::CommentBlock(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_goes_and_the_comments_around_it_stay() {
        for (text, expected) in [
            ("{\"ours\": 1}", "{}"),
            ("{ \"ours\": 1 }", "{ }"),
            ("{\n  \"ours\": {\n    \"a\": 1\n  }\n}\n", "{}\n"),
            ("{\"a\": 1, \"ours\": 2}", "{\"a\": 1}"),
            ("{\"a\": 1, \"ours\": 2,}", "{\"a\": 1,}"),
            ("{\"ours\": 2, \"a\": 1}", "{\"a\": 1}"),
            ("{\"a\": 1, \"ours\": 2, \"b\": 3}", "{\"a\": 1, \"b\": 3}"),
            ("{\r\n  \"a\": 1, // why\r\n  \"ours\": 2\r\n}", "{\r\n  \"a\": 1 // why\r\n}"),
            ("{\n  // x\n  \"ours\": 2 // y\n  // z\n}", "{\n  // x\n  // y\n  // z\n}"),
            ("{\"a\": 1 /* x */, /* y */ \"ours\": 2 /* z */}", "{\"a\": 1 /* x */ /* y */ /* z */}"),
            ("{\"ours\": 2 /* x */ , /* y */ \"a\": 1}", "{ /* x */  /* y */ \"a\": 1}"),
            ("{\n  \"ours\": 2\n  // x\n  , \"a\": 1\n}", "{\n  // x\n   \"a\": 1\n}"),
            ("{\"theirs\": 2}", "{\"theirs\": 2}"),
        ] {
            assert_eq!(without(text, &[Step::Key("ours")]).as_deref(), Ok(expected), "{text}");
        }
        let nested = "{\"a\": [1, {\"ours\": 1}, 3]}";
        let path = [Step::Key("a"), Step::Index(1)];
        assert_eq!(without(nested, &path).as_deref(), Ok("{\"a\": [1, 3]}"));
    }

    #[test]
    fn a_container_goes_if_it_is_bare_and_ours() {
        for (text, before, expected) in [
            ("{\"a\": 1, \"o\": {}}", Before::Unknown, "{\"a\": 1}"),
            ("{\"a\": 1, \"o\": {}}", Before::Known(""), "{\"a\": 1}"),
            ("{\"a\": 1, \"o\": {}}", Before::Known("{\"o\": {}}"), "{\"a\": 1, \"o\": {}}"),
            ("{\"o\": {/* x */}}", Before::Unknown, "{\"o\": {/* x */}}"),
            ("{\"o\": {\"x\": 1}}", Before::Known(""), "{\"o\": {\"x\": 1}}"),
        ] {
            let without = without_emptied(text.to_owned(), &[&[Step::Key("o")]], before);
            assert_eq!(without.as_deref(), Ok(expected), "{text}");
        }
    }
}
