//! Rust: items that stand in the braces of a macro (`cfg_rt! { pub fn spawn() … }`, `pin_project! { struct … }`) are tokens to
//! its grammar. Blanks in place of the macro's head and last brace make items of them again, and move nothing.

use std::borrow::Cow;

use memchr::memmem;

use foreword_model::limits;

/// A text of the same length in which such macros are open.
pub(super) fn opened(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut blanks: Vec<(usize, usize)> = Vec::new();
    for found in memmem::find_iter(bytes, b"! {").take(limits::FACTS_MACROS) {
        if let Some((head, brace)) = macro_of_items(text, found) {
            blanks.push(head);
            blanks.push((brace, brace + 1));
        }
    }
    if blanks.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut open = text.to_owned();
    for (start, end) in blanks {
        open.replace_range(start..end, &" ".repeat(end - start));
    }
    Cow::Owned(open)
}

/// Where the head of a macro of items stands whose mark is at `mark`, and its last brace.
fn macro_of_items(text: &str, mark: usize) -> Option<((usize, usize), usize)> {
    let line_start = memchr::memrchr(b'\n', &text.as_bytes()[..mark]).map_or(0, |at| at + 1);
    let before = text.get(line_start..mark)?;
    let name = before.trim_start_matches([' ', '\t']);
    let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if name.is_empty() || !name.bytes().all(is_name) {
        return None;
    }
    let indent = &before[..before.len() - name.len()];
    let after = mark + "! {".len();
    let body_start = after + memchr::memchr(b'\n', &text.as_bytes()[after..])? + 1;
    if !text[after..body_start].trim().is_empty() {
        return None;
    }
    let brace = last_brace(text, body_start, indent)?;
    let body = &text[body_start..brace];
    let is_code = first_of(body).is_some_and(begins_item) && !holds_variables(body);
    is_code.then_some(((mark - name.len(), after), brace))
}

/// The brace of its own line at this indentation, if nothing else stands there before it.
fn last_brace(text: &str, from: usize, indent: &str) -> Option<usize> {
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        let code = line.trim_start_matches([' ', '\t']);
        let depth = line.len() - code.len();
        let code = code.trim_end();
        if !code.is_empty() && depth <= indent.len() {
            return (code == "}" && line.starts_with(indent)).then_some(at + depth);
        }
        at += line.len();
    }
    None
}

/// The first line that is neither a comment nor an attribute.
fn first_of(body: &str) -> Option<&str> {
    let lines = body.lines().map(str::trim).take(limits::FACTS_MACRO_LEAD_LINES);
    let is_lead = |line: &&str| line.is_empty() || line.starts_with("//") || line.starts_with('#');
    lines.skip_while(is_lead).find(|line| !is_lead(line))
}

/// Whether a line begins what may stand in a file by itself.
fn begins_item(line: &str) -> bool {
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')').map_or("", |(_, rest)| rest).trim_start(),
        Some(rest) if rest.starts_with(' ') => rest.trim_start(),
        _ => line,
    };
    let (word, rest) =
        line.split_at(line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(line.len()));
    match word {
        "fn" | "async" | "enum" | "trait" | "mod" | "use" | "type" | "const" | "extern" => {
            rest.starts_with(' ')
        }
        "unsafe" => [" fn", " impl", " trait", " extern"].iter().any(|next| rest.starts_with(next)),
        "impl" => rest.starts_with([' ', '<']),
        // `static ref` and `struct Flags: u32` are languages of their own.
        "static" => rest.starts_with(' ') && !rest.starts_with(" ref "),
        "struct" => {
            rest.starts_with(' ') && !rest.split(['{', '<', '(', ';']).next().unwrap_or(rest).contains(':')
        }
        "macro_rules" => rest.starts_with("! "),
        _ => rest.starts_with("! {"),
    }
}

/// Whether something is put in for a name, as in `quote!`.
fn holds_variables(body: &str) -> bool {
    let bytes = body.as_bytes();
    memchr::memchr_iter(b'#', bytes).any(|at| {
        let is_raw = at > 0 && bytes[at - 1] == b'r';
        let next = bytes.get(at + 1).copied().unwrap_or_default();
        !is_raw && (next.is_ascii_alphabetic() || next == b'_' || next == b'(')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of an open macro the first and the last line are blank, and all others are as they were.
    fn check(text: &str, is_open: bool) {
        let open = opened(text);
        assert_eq!(open.len(), text.len());
        assert_eq!(matches!(open, Cow::Owned(_)), is_open, "{text}");
        for (before, after) in text.lines().zip(open.lines()) {
            assert!(before == after || after.trim().is_empty(), "{before:?} became {after:?}");
        }
        if is_open {
            let first = text.lines().next().unwrap_or_default();
            assert!(!open.contains(first.trim()), "{open}");
        }
    }

    #[test]
    fn macros_of_items_are_opened_and_others_are_not() {
        check("cfg_rt! {\n    pub fn spawn() {\n    }\n}\n", true);
        check(
            "    cfg_io! {\n        /// What.\n        #[inline]\n        pub(crate) async fn f() {}\n    }\n",
            true,
        );
        check("cfg_a! {\r\n    impl<T> A for B<T> {}\r\n}\r\n", true);
        check("thread_local! {\n    static A: u8 = 1;\n}\n", true);
        check("cfg_a! {\n    cfg_b! {\n        mod x;\n    }\n}\n", true);
        check("cfg_a! {\n    macro_rules! m {\n        ($x:ty) => {};\n    }\n    fn f() {}\n}\n", true);
        check("lazy_static! {\n    static ref A: u8 = 1;\n}\n", false);
        check("bitflags! {\n    pub struct F: u32 {\n    }\n}\n", false);
        check("quote! {\n    impl #name {}\n}\n", false);
        check("quote! {\n    fn f() { #(#all)* }\n}\n", false);
        check("select! {\n    a = b => {}\n}\n", false);
        check("mock! {\n    pub File {}\n}\n", false);
        check("cfg_rt! {\n    fn f() {}\nx\n}\n", false);
        check("cfg_rt! {\n    fn f() {}\n} // end\n", false);
        check("let x = vec! {\n    fn\n};\n", false);
        check("macro_rules! m {\n    () => {};\n}\n", false);
        check("cfg_rt! {\n    fn f() {}\n", false);
        check("cfg_rt! {", false);
    }
}
