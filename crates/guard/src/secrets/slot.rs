//! Where a value stands that a name announces: what may lie between the two, and how far the value goes.

use memchr::{memchr, memchr2, memmem};

use super::letters;

/// The place of a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    /// Where the value starts.
    pub(super) start: usize,
    /// The quote before it.
    pub(super) quote: Option<u8>,
    /// What binds it to the name.
    pub(super) link: Link,
    /// Whether the quote is escaped: the text is inside another string.
    is_escaped: bool,
    /// Whether three quotes stand before it: it may have lines of its own.
    is_block: bool,
}

/// What binds a value to a name, the loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Link {
    /// Nothing but space.
    Near,
    /// A comma or a bar: the next argument, the next cell.
    Listed,
    /// A sign of assignment or comparison, or the end of a tag.
    Assigned,
}

/// How far behind its name a value may start.
const GAP_BYTES: usize = 64;
/// The longest value without quotes. What goes on beyond is judged by itself.
const BARE_BYTES: usize = 1_024;
/// The longest value in quotes.
const QUOTED_BYTES: usize = 4_096;
/// Signs of assignment of three bytes.
const SIGNS: [&str; 6] = ["：", "＝", "﹕", "是", "为", "→"];
/// Words between a name and its value: types, and the name of the value itself.
const FILLERS: [&str; 14] = [
    "value", "string", "str", "text", "char", "const", "is", "val", "default", "data", "content", "optional",
    "var", "by",
];

impl Slot {
    /// The value, as far as it goes.
    pub(super) fn value<'t>(&self, text: &'t str) -> &'t str {
        let whole = match self.quote {
            Some(quote) if self.is_block => text.get(self.start..).map(|rest| block_line(rest, quote)),
            Some(quote) => quoted(text, self.start, quote, self.is_escaped),
            None => None,
        };
        whole.unwrap_or_else(|| {
            let value = bare(text, self.start);
            // The brace of what holds the name: `${token:…}`.
            let is_held = matches!(text.as_bytes()[self.start - 1], b':' | b'=') && !value.contains('{');
            let inner = value.trim_end_matches('}');
            if is_held || (inner.len() < value.len() && letters::are_no_words(inner)) { inner } else { value }
        })
    }
}

/// The value in quotes at a place that is known to be quoted.
pub(super) fn quoted_at(text: &str, start: usize) -> &str {
    let quote = text.as_bytes()[start - 1];
    quoted(text, start, quote, false).unwrap_or_default()
}

/// Where the string in quotes ends that starts at `start`; none if it is not closed on its line.
pub(super) fn closing(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_escaped = start >= 2 && bytes[start - 2] == b'\\';
    quoted(text, start, bytes[start - 1], is_escaped).map(|value| start + value.len())
}

/// Where the string starts that a name at `name_start` is compared with: `"…" == password`, `"…".equals(password)`.
pub(super) fn compared_before(text: &str, name_start: usize) -> Option<usize> {
    const REACH: usize = 256;
    const OPERATORS: [&[u8]; 6] = [b"===", b"!==", b"==", b"!=", b".equals(", b".equalsIgnoreCase("];
    let before = text.as_bytes()[..name_start].trim_ascii_end();
    let operator = OPERATORS.iter().find_map(|operator| before.strip_suffix(*operator))?;
    let (quote, inside) = operator.trim_ascii_end().split_last()?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let from = inside.len().saturating_sub(REACH);
    let opening = inside[from..].iter().rposition(|byte| byte == quote)?;
    Some(from + opening + 1)
}

/// Where the string starts that is taken if the value at `start` gives nothing (`os.getenv("P") or "…"`), or that a condition
/// chooses last (`is_test ? a : "…"`).
pub(super) fn instead_of(text: &str, start: usize, value: &str) -> Option<usize> {
    const REACH: usize = 160;
    const SIGNS: [&[u8]; 9] = [
        b" or ",
        b" and ",
        b" else ",
        b"||",
        b"??",
        b"?:",
        b"unwrap_or(",
        b"unwrap_or_else(|_| ",
        b".orElse(",
    ];
    let from = start + value.len();
    let rest = &text.as_bytes()[from..text.len().min(from + REACH)];
    let line = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
    if let Some(question) = memmem::find(line, b" ? ") {
        let colon = memmem::rfind(line, b" : ").filter(|colon| *colon > question)?;
        let quote = colon + 3 + line[colon + 3..].iter().take_while(|byte| **byte == b' ').count();
        return matches!(line.get(quote), Some(b'"' | b'\'' | b'`')).then_some(from + quote + 1);
    }
    let is_call = [".orElse(", "unwrap_or("].iter().any(|call| value.ends_with(call));
    if is_call && matches!(line.first(), Some(b'"' | b'\'')) {
        return Some(from + 1);
    }
    let is_name = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_name && !value.contains(['(', '[', '.']) {
        return None;
    }
    let ends = SIGNS.iter().filter_map(|sign| Some(memmem::rfind(line, sign)? + sign.len()));
    let end = ends.max()?;
    let quote = end + line[end..].iter().take_while(|byte| **byte == b' ').count();
    matches!(line.get(quote), Some(b'"' | b'\'' | b'`')).then_some(from + quote + 1)
}

/// The value that a variable of Terraform has unless told otherwise; its name ends at `from`.
pub(super) fn default_of(text: &str, from: usize) -> Option<Slot> {
    const REACH: usize = 512;
    const DEFAULT: &[u8] = b"default";
    let rest = &text.as_bytes()[from..text.len().min(from + REACH)];
    let block = rest.strip_prefix(b"\" {")?;
    let block = &block[..memchr(b'}', block).unwrap_or(block.len())];
    let is_first = |at: &usize| block[..*at].trim_ascii_end().len() < block[..*at].len();
    let default = memmem::find_iter(block, DEFAULT).find(is_first)? + DEFAULT.len();
    let is_assigned = block[default..].trim_ascii_start().starts_with(b"=");
    after(text.as_bytes(), from + 3 + default).filter(|_| is_assigned)
}

/// Finds the value behind a name that ends at `from`.
pub(super) fn after(bytes: &[u8], from: usize) -> Option<Slot> {
    let mut gap = Gap { bytes, from, at: from, link: Link::Near, quote: None, is_block: false, lines: 0 };
    let end = bytes.len().min(from + GAP_BYTES);
    while gap.at < end {
        match gap.step()? {
            Step::On => {}
            Step::Value => {
                let is_escaped = gap.quote.is_some() && gap.at >= 2 && bytes[gap.at - 2] == b'\\';
                let touches = gap.at == from;
                return (!touches).then_some(Slot {
                    start: gap.at,
                    quote: gap.quote,
                    link: gap.link,
                    is_escaped,
                    is_block: gap.is_block,
                });
            }
        }
    }
    None
}

struct Gap<'t> {
    bytes: &'t [u8],
    from: usize,
    at: usize,
    link: Link,
    quote: Option<u8>,
    is_block: bool,
    lines: usize,
}

enum Step {
    On,
    Value,
}

impl Gap<'_> {
    fn step(&mut self) -> Option<Step> {
        let rest = &self.bytes[self.at..];
        let next = rest.get(1).copied().unwrap_or_default();
        match rest[0] {
            // Spring's mark of a password that is not hashed.
            _ if self.quote.is_some() && rest.starts_with(b"{noop}") => self.go(6, self.quote),
            _ if self.quote.is_some() && !rest[0].is_ascii_alphanumeric() => return Some(Step::Value),
            // Right behind the name it closes one.
            b'"' | b'\'' | b'`' if self.is_closing() => self.go(1, None),
            // The end of a selector that holds the name: `'input[name="password"]', "…"`.
            b'"' | b'\'' | b'`' if next == b',' && self.bytes[self.at - 1] == b']' => self.go(1, None),
            b'*' if next == b'*' && self.is_around_name() => self.go(2, None),
            b'*' if next == b':' && self.at == self.from => self.go(1, None),
            quote @ (b'"' | b'\'') if self.link == Link::Assigned && rest.starts_with(&[quote; 3]) => {
                let blanks = rest[3..].iter().take(GAP_BYTES).take_while(|byte| byte.is_ascii_whitespace());
                self.is_block = true;
                self.go(3 + blanks.count(), Some(quote));
            }
            quote @ (b'"' | b'\'' | b'`') => self.go(1, Some(quote)),
            _ if self.link > Link::Near && prefix_len(rest) > 0 => self.go(prefix_len(rest), None),
            b'>' | b'|' if indicator_len(rest) > 1 => self.bind(indicator_len(rest), Link::Assigned),
            b' ' | b'\t' | b')' | b']' | b'}' | b'\\' => self.go(1, None),
            b'\n' | b'\r' => return self.line_end(),
            b'?' | b'|' if is_alternative(rest) => self.bind(2, Link::Assigned),
            b'<' if next == b'-' => self.bind(2, Link::Assigned),
            b'<' if rest.starts_with(b"<<-") => self.bind(3, Link::Assigned),
            b'=' | b':' | b'>' => self.bind(1, Link::Assigned),
            b',' | b'|' => self.bind(1, Link::Listed),
            b'?' | b'+' | b'.' | b'!' | b'~' if matches!(next, b'=' | b'?') => self.go(1, None),
            b'-' if next == b'>' && is_quoted_soon(&rest[2..]) => self.bind(2, Link::Assigned),
            // A pair in Lisp.
            b'.' if next == b' ' && self.bytes[self.at - 1] == b' ' && is_quoted_soon(&rest[1..]) => {
                self.bind(1, Link::Listed);
            }
            b'.' => self.bind(comparison_len(rest)?, Link::Assigned),
            b'!' | b'&' if self.is_behind_key() && tag_len(rest) > 0 => self.go(tag_len(rest), None),
            b'(' | b'{' | b'[' if matches!(next, b'"' | b'\'' | b'`') => self.bind(1, Link::Listed),
            b'@' if next == b'"' => self.go(1, None),
            b'%' => return self.percent(),
            b'&' if rest.starts_with(b"&quot;") => self.go(6, None),
            b'&' if rest.starts_with(b"&#61;") => self.bind(5, Link::Assigned),
            _ if SIGNS.iter().any(|sign| rest.starts_with(sign.as_bytes())) => self.bind(3, Link::Assigned),
            _ if rest.starts_with("\u{a0}".as_bytes()) => self.go(2, None),
            _ if rest.starts_with("\u{3000}".as_bytes()) => self.go(3, None),
            b'o' if rest.starts_with(b"or ") && is_quoted_soon(&rest[3..]) => self.bind(3, Link::Assigned),
            b'e' if rest.starts_with(b"eq ") && is_quoted_soon(&rest[3..]) => self.bind(3, Link::Assigned),
            // A pair in Kotlin. Without quotes around the name it may be a sentence.
            b't' if rest.starts_with(b"to ") && is_quoted_soon(&rest[3..]) && self.is_behind_string() => {
                self.bind(3, Link::Assigned);
            }
            b'-' if rest.starts_with(b"-String ") => self.go(8, None),
            first if first.is_ascii_alphanumeric() => return Some(self.word()),
            b'_' | b'/' | b'+' | b'$' | b'-' | b'!' | b'#' | b'*' | b'@' | b'^' => return Some(Step::Value),
            _ => return None,
        }
        Some(Step::On)
    }

    /// Whether a colon and a blank stand right before this place.
    fn is_behind_key(&self) -> bool {
        self.bytes[self.from..self.at].ends_with(b": ")
    }

    /// Whether the name ends a string.
    fn is_behind_string(&self) -> bool {
        matches!(self.bytes[self.from], b'"' | b'\'' | b'\\')
    }

    /// Whether asterisks at this place print a name and its colon in bold: `**Password**:`, `**API key:** `.
    fn is_around_name(&self) -> bool {
        let between = &self.bytes[self.from..self.at];
        between.is_empty() || (between == b":" && self.bytes.get(self.at + 2) == Some(&b' '))
    }

    /// Whether nothing but backslashes stands between the name and this place.
    fn is_closing(&self) -> bool {
        self.bytes[self.from..self.at].iter().all(|byte| *byte == b'\\')
    }

    fn go(&mut self, bytes: usize, quote: Option<u8>) {
        self.at += bytes;
        self.quote = quote;
    }

    fn bind(&mut self, bytes: usize, link: Link) {
        self.link = self.link.max(link);
        self.go(bytes, None);
    }

    /// A value may stand on the next line once something binds it, or where that line says that it is the value.
    fn line_end(&mut self) -> Option<Step> {
        const LINES: usize = 3;
        let following = self.bytes[self.at..].trim_ascii_start();
        // `password`, below it `value: …`, `ParameterValue: …` or `: …`.
        let word = following.iter().take(GAP_BYTES).take_while(|byte| byte.is_ascii_alphabetic()).count();
        let is_value =
            following[..word].to_ascii_lowercase().ends_with(b"value") || following.starts_with(b": ");
        let is_continued = self.bytes[..self.at].ends_with(b"\\") && following.starts_with(b"\"");
        if self.link == Link::Near && !is_value && !is_continued {
            return None;
        }
        self.lines += 1;
        self.go(1, None);
        (self.lines < LINES).then_some(Step::On)
    }

    /// An escape of a URL: a sign of assignment, a quote, a space.
    fn percent(&mut self) -> Option<Step> {
        match self.bytes.get(self.at + 1..self.at + 3)? {
            b"3D" | b"3d" | b"3A" | b"3a" => self.bind(3, Link::Assigned),
            b"22" | b"27" | b"20" => self.go(3, None),
            _ => return Some(Step::Value),
        }
        Some(Step::On)
    }

    /// A word is the value, unless it is one that stands before values: also `android:value`, `ParameterValue`.
    fn word(&mut self) -> Step {
        const WORD_BYTES: usize = 12;
        const LABEL_BYTES: usize = 24;
        const LABEL: &[u8] = b"value";
        let rest = &self.bytes[self.at..];
        let words = rest.iter().take(WORD_BYTES).take_while(|byte| byte.is_ascii_alphabetic()).count();
        let label = rest
            .iter()
            .take(LABEL_BYTES)
            .take_while(|byte| byte.is_ascii_alphabetic() || **byte == b':')
            .count();
        let label = if rest[..label].ends_with(b":") { label - 1 } else { label };
        let is_label = self.link < Link::Assigned
            && label > LABEL.len()
            && rest[label - LABEL.len()..label].eq_ignore_ascii_case(LABEL)
            && matches!(rest.get(label), Some(b'=' | b'"' | b'\'' | b' ' | b':'));
        let length = if is_label { label } else { words };
        let word = &rest[..length];
        let is_filler = is_label || FILLERS.iter().any(|filler| word.eq_ignore_ascii_case(filler.as_bytes()));
        let ends = rest
            .get(length)
            .is_some_and(|byte| matches!(byte, b' ' | b'=' | b':' | b'"' | b'\'' | b'\\' | b'>' | b'?'));
        if !(is_filler && ends) {
            return Step::Value;
        }
        // The quote before it was that of a key.
        self.go(length, None);
        self.from = self.at;
        Step::On
    }
}

/// The length of what stands before the quote of a string and says how to read it: `r#` in Rust, `b` in Python. A string
/// that begins with the number of a byte is no text.
fn prefix_len(rest: &[u8]) -> usize {
    const LETTERS: &[u8] = b"rRbBuULNc8fF$@";
    let letters = rest.iter().take(2).take_while(|byte| LETTERS.contains(byte)).count();
    let signs = rest[letters..].iter().take(4).take_while(|byte| **byte == b'#').count();
    let is_quoted = matches!(rest.get(letters + signs), Some(b'"' | b'\''));
    let is_text = rest.get(letters + signs + 1..).is_some_and(|inside| !inside.starts_with(b"\\x"));
    let is_format = rest[..letters].iter().any(|letter| matches!(letter, b'f' | b'F' | b'$'));
    if is_quoted && is_text && !(is_format && has_field(&rest[letters + signs..])) {
        letters + signs
    } else {
        0
    }
}

/// Whether a part of a string that begins with its quote is put in later: `"user-{name}"`.
fn has_field(string: &[u8]) -> bool {
    let inside = &string[1..string.len().min(QUOTED_BYTES)];
    memchr2(string[0], b'{', inside).is_some_and(|at| inside[at] == b'{')
}

/// Whether a sign says that what is quoted behind it is taken where the name gives nothing: `??`, `||`, `?:`.
fn is_alternative(rest: &[u8]) -> bool {
    const SIGNS: [&[u8]; 3] = [b"??", b"||", b"?:"];
    SIGNS.iter().any(|sign| rest.starts_with(sign)) && is_quoted_soon(&rest[2..])
}

/// Whether a quote stands behind blanks.
fn is_quoted_soon(rest: &[u8]) -> bool {
    matches!(rest.trim_ascii_start().first(), Some(b'"' | b'\'' | b'`'))
}

/// The length of a method's name and bracket that compares: `.equals(`.
fn comparison_len(rest: &[u8]) -> Option<usize> {
    const METHODS: [&[u8]; 14] = [
        b".toBe(",
        b".toEqual(",
        b".to.equal(",
        b".to.eq(",
        b".toStrictEqual(",
        b".equals(",
        b".equalsIgnoreCase(",
        b".isEqualTo(",
        b".contentEquals(",
        // What a test types into a field of the name.
        b".type(",
        b".fill(",
        b".sendKeys(",
        b".send_keys(",
        b".setValue(",
    ];
    METHODS.iter().find(|method| rest.starts_with(method)).map(|method| method.len())
}

/// The length of a tag or anchor of YAML and the blank behind it: `!!str `, `&name `.
fn tag_len(rest: &[u8]) -> usize {
    const TAG_BYTES: usize = 24;
    // Tags of Ansible; others name where a value comes from (`!secret wifi`, `!Ref Password`).
    const PLAIN_TAGS: [&[u8]; 3] = [b"!vault ", b"!unsafe ", b"!str "];
    if let Some(tag) = PLAIN_TAGS.iter().find(|tag| rest.starts_with(tag)) {
        return tag.len();
    }
    let signs = if rest.starts_with(b"!!") { 2 } else { usize::from(rest[0] == b'&') };
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    let name = rest[signs..].iter().take(TAG_BYTES).take_while(is_part).count();
    if signs > 0 && name > 0 && rest.get(signs + name) == Some(&b' ') { signs + name + 1 } else { 0 }
}

/// The length of what begins a block of lines in YAML: `>-`, `|2`.
fn indicator_len(rest: &[u8]) -> usize {
    let more = rest[1..].iter().take(2).take_while(|byte| matches!(byte, b'+' | b'-' | b'1'..=b'9')).count();
    let ends = rest[1 + more..].first().is_some_and(|byte| matches!(byte, b'\n' | b'\r'));
    if ends { 1 + more } else { 0 }
}

/// The first line of a value in three quotes; a line of words is no value.
fn block_line(rest: &str, quote: u8) -> &str {
    let line = rest.as_bytes()[..rest.len().min(QUOTED_BYTES)].split(|byte| *byte == b'\n').next();
    let line = rest.get(..line.unwrap_or_default().len()).unwrap_or_default();
    let end = memmem::find(line.as_bytes(), &[quote; 3]).unwrap_or(line.len());
    line[..end].trim_end()
}

/// A value in quotes, up to the same quote; none if it is not closed on its line.
fn quoted(text: &str, start: usize, quote: u8, is_escaped: bool) -> Option<&str> {
    let bytes = &text.as_bytes()[start..];
    let window = &bytes[..bytes.len().min(QUOTED_BYTES)];
    let mut from = 0;
    let end = loop {
        let at = from + memchr(quote, &window[from..])?;
        let after_backslash = at > 0 && window[at - 1] == b'\\';
        match (is_escaped, after_backslash) {
            (true, true) => break at - 1,
            (true, false) | (false, false) => break at,
            (false, true) => from = at + 1,
        }
    };
    let is_one_line = memchr(b'\n', &window[..end]).is_none();
    is_one_line.then(|| text.get(start..start + end)).flatten()
}

/// A value without quotes: up to what cannot be part of one, or as much of it as is looked at.
fn bare(text: &str, start: usize) -> &str {
    let rest = text.get(start..).unwrap_or_default();
    let is_end = |byte: &u8| {
        byte.is_ascii_whitespace()
            || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b';' | b',' | b'&' | b'\\')
            || !byte.is_ascii()
    };
    let length = rest.bytes().take(BARE_BYTES).take_while(|byte| !is_end(byte)).count();
    rest[..length].trim_end_matches(['.', ',', ':', ';', ')', ']', '|', '/'])
}
