//! Markdown as the pages need it.

/// The first lines of a page.
pub fn head(title: &str) -> String {
    format!("# {title}\n\n<!-- Made of the code; `just reference` writes it anew. -->\n\n")
}

/// A table; a cell may hold anything but line breaks.
pub fn table(columns: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(columns.iter().map(|column| (*column).to_owned()).collect());
    text.push_str(&format!("|{}\n", "---|".repeat(columns.len())));
    for row in rows {
        assert_eq!(row.len(), columns.len(), "{row:?}");
        text.push_str(&line(row.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect()));
    }
    text
}

/// As code, if there is any.
pub fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{text}`") }
}

/// Words as code, with commas.
pub fn codes<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(code).collect::<Vec<_>>().join(", ")
}
