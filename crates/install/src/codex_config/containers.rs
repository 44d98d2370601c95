//! Tables and lists that our entries stood in: which of them stay when the last of ours is gone.

use toml_edit::{Array, Decor, DocumentMut, Item, RawString, TableLike, Value};

use super::parse;
use crate::document::Before;

/// Takes out the container at a path and those above it, as far as they are empty and ours: one that stood there before us
/// stays, and one that holds a comment.
pub fn remove_emptied(document: &mut DocumentMut, path: &[&str], before: Before<'_>) {
    for depth in (1..=path.len()).rev() {
        let Some((key, above)) = path[..depth].split_last() else { return };
        let Some(parent) = table_at(document, above) else { return };
        let Some(item) = parent.get(key) else { continue };
        if !is_empty(item)
            || (is_written(item) && (has_comment(item) || stood_before(before, &path[..depth])))
        {
            return;
        }
        parent.remove(key);
    }
}

/// Takes values out of a list. The comments around them belong to whoever keeps the list, and move to its end.
pub fn remove_values(list: &mut Array, is_gone: impl Fn(&Value) -> bool) {
    let mut comments = String::new();
    list.retain(|value| {
        let is_gone = is_gone(value);
        if is_gone {
            comments.push_str(&commented(value.decor()));
        }
        !is_gone
    });
    if !comments.is_empty() {
        let trailing = list.trailing().as_str().unwrap_or_default();
        list.set_trailing(format!("{comments}{trailing}"));
    }
}

/// What stands around a value, where that holds a comment.
fn commented(decor: &Decor) -> String {
    let parts = [decor.prefix(), decor.suffix()].into_iter().flatten().filter_map(RawString::as_str);
    parts.filter(|part| part.contains('#')).collect()
}

fn table_at<'a>(document: &'a mut DocumentMut, path: &[&str]) -> Option<&'a mut dyn TableLike> {
    let mut table: &mut dyn TableLike = document.as_table_mut();
    for key in path {
        table = table.get_mut(key)?.as_table_like_mut()?;
    }
    Some(table)
}

fn is_empty(item: &Item) -> bool {
    match item {
        Item::None => true,
        Item::Table(table) => table.is_empty(),
        Item::ArrayOfTables(tables) => tables.is_empty(),
        Item::Value(value) => {
            value.as_array().is_some_and(Array::is_empty)
                || value.as_inline_table().is_some_and(toml_edit::InlineTable::is_empty)
        }
    }
}

/// Whether an empty container has a text of its own; others are there by what they hold.
fn is_written(item: &Item) -> bool {
    match item {
        Item::Table(table) => !table.is_implicit() && !table.is_dotted(),
        Item::Value(value) => !value.as_inline_table().is_some_and(toml_edit::InlineTable::is_dotted),
        Item::None | Item::ArrayOfTables(_) => false,
    }
}

/// Whether a comment stands in an empty container, or behind it on its line. One above it stays by itself.
fn has_comment(item: &Item) -> bool {
    let suffix = match item {
        Item::Table(table) => table.decor().suffix(),
        Item::None | Item::Value(_) | Item::ArrayOfTables(_) => None,
    };
    let suffix = suffix.and_then(RawString::as_str).unwrap_or_default();
    suffix.contains('#') || item.as_value().is_some_and(|value| value.to_string().contains('#'))
}

fn stood_before(before: Before<'_>, path: &[&str]) -> bool {
    let Before::Known(text) = before else { return false };
    let Ok(document) = parse(text) else { return false };
    path.iter().try_fold(document.as_item(), |item, key| item.get(key)).is_some_and(is_written)
}
