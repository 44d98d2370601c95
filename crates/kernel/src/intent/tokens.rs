//! One pass over a line of prose: words, Chinese characters, and the structure between them.
//!
//! Owns the cutting of text into units and the folded text that the lexicons are compared with. What looks
//! like a path or a symbol is decided in `paths.rs` and `symbols.rs`; nothing is looked up here.

use foreword_text::fold;
use foreword_text::han::is_unspaced;

use super::paths;
use super::symbols;

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnitKind {
    /// A word of an alphabetic script.
    Word,
    /// One character of a script without spaces.
    Han,
    /// Digits.
    Number,
    /// A name from code.
    Symbol,
    /// A path or file name.
    Path,
    /// An address on the web.
    Url,
    /// A pause that no phrase crosses.
    Break,
}

impl UnitKind {
    /// Whether the lexicons are asked about it.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Word | Self::Han | Self::Number)
    }
}

/// A piece of the prompt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit<'a> {
    /// Decides which lists are asked about it.
    pub kind: UnitKind,
    /// As typed.
    pub raw: &'a str,
    /// Where it starts in the folded text.
    pub start: usize,
    /// Where it ends in the folded text.
    pub end: usize,
}

/// The prose of a prompt, cut into units.
#[derive(Debug, Default)]
pub(super) struct Prose<'a> {
    /// Lower case; words joined by `_`, Chinese characters by nothing.
    pub folded: String,
    /// The pieces, in the order of the text, with a break between sentences.
    pub units: Vec<Unit<'a>>,
    /// Paths in order of appearance, as typed, with the line if one was given.
    pub paths: Vec<(&'a str, Option<u32>)>,
    /// Pairs of plain words around a slash, with the units that they span: paths only in company.
    pub doubtful: Vec<(&'a str, usize, usize)>,
    /// Addresses that may lead to a file of the repository.
    pub links: Vec<&'a str>,
    /// Symbols in order of appearance.
    pub symbols: Vec<&'a str>,
    /// Text in double quotes.
    pub quoted: Vec<&'a str>,
    /// The prompt asks something, by its punctuation.
    pub asks: bool,
    /// Single quotation marks at the edge of a word.
    pub single_quotes: usize,
    /// Operators between two numbers.
    pub sums: usize,
}

/// Punctuation taken off the end of a chunk, in characters; nobody writes more.
const TRIMMED_CHARS: usize = 8;
/// How far from an operator its number may stand, in characters.
const NEAR_CHARS: usize = 6;
/// Longest code span or quotation in bytes: an unclosed mark must not swallow the prompt.
const SPAN_BYTES: usize = 240;

impl<'a> Prose<'a> {
    /// The folded text of a unit.
    pub(super) fn text(&self, unit: &Unit<'_>) -> &str {
        &self.folded[unit.start..unit.end]
    }

    /// Cuts one line and appends its units.
    pub(super) fn line(&mut self, line: &'a str) {
        self.quotations(line);
        self.sums += operators(line);
        let mut at = 0;
        while let Some(c) = line[at..].chars().next() {
            let width = c.len_utf8();
            if c == '`' {
                at = self.code_span(line, at);
            } else if is_unspaced(c) {
                self.push(UnitKind::Han, &line[at..at + width]);
                at += width;
            } else if is_chunk_char(c) {
                let end = line[at..].find(|c| !is_chunk_char(c)).map_or(line.len(), |len| at + len);
                self.chunk(&line[at..end]);
                at = end;
            } else {
                if !c.is_whitespace() {
                    self.asks |= c == '？' || c == '¿';
                    self.pause(&line[at..at + width]);
                }
                at += width;
            }
        }
        self.pause("");
    }

    /// A span between backticks; returns where the line goes on.
    fn code_span(&mut self, line: &'a str, at: usize) -> usize {
        let body = at + line[at..].bytes().take_while(|&b| b == b'`').count();
        // Ruby and older compilers quote `like this'.
        let close =
            line[body..].find(['`', '\'']).map(|len| body + len).filter(|end| end - body <= SPAN_BYTES);
        let Some(end) = close else { return body };
        let inner = &line[body..end];
        if inner.contains(char::is_whitespace) {
            for chunk in inner.split_whitespace() {
                if let Some(path) = paths::find(chunk) {
                    self.path(path.path, path.line, chunk);
                } else if let Some(name) = symbols::in_prose(chunk) {
                    self.symbol(name);
                }
            }
            self.push(UnitKind::Symbol, inner);
        } else if inner.contains("://") {
            self.link(inner);
        } else if let Some(found) = paths::find(inner) {
            self.path(found.path, found.line, inner);
        } else if let Some(name) = symbols::quoted(inner) {
            self.symbol(name);
        } else {
            self.words(inner);
        }
        end + line[end..].bytes().take_while(|&b| b == b'`' || b == b'\'').count()
    }

    /// A run of characters without white space.
    fn chunk(&mut self, raw: &'a str) {
        // Tags are not part of the words inside them.
        let inside = match raw.strip_prefix('<').and_then(|tag| tag.split_once('>')) {
            Some((_, rest)) => rest,
            None => raw,
        };
        let chunk = trim(inside.split("</").next().unwrap_or(inside));
        self.single_quotes += usize::from(raw.starts_with('\'')) + usize::from(raw.ends_with('\''));
        if raw.starts_with(['(', '[', '"', '-']) {
            self.pause("");
        }
        if is_plain(chunk) {
            self.words(chunk);
        } else if chunk.contains("://") || chunk.starts_with("www.") || is_mail_address(chunk) {
            self.link(chunk);
        } else if let Some(found) = paths::find(chunk) {
            if found.is_doubtful {
                let first = self.units.len();
                self.words(chunk);
                self.doubtful.push((found.path, first, self.units.len()));
            } else {
                self.path(found.path, found.line, chunk);
            }
            if let Some(test) = found.test {
                test.split("::").filter_map(symbols::quoted).for_each(|name| self.symbols.push(name));
            }
        } else if let Some(name) = symbols::in_prose(chunk) {
            self.symbol(name);
        } else {
            self.words(chunk);
        }
        self.asks |= raw.contains('?');
        if raw.ends_with(['.', ',', ';', ':', '!', '?', ')', '"']) {
            self.pause("");
        }
    }

    fn words(&mut self, chunk: &'a str) {
        let is_part = |c: char| (c != '_' && fold::continues_word(c)) || matches!(c, '\'' | '’' | '+' | '#');
        let mut at = 0;
        while at < chunk.len() {
            let Some(start) = chunk[at..].find(is_part).map(|skip| at + skip) else { break };
            let end = chunk[start..].find(|c| !is_part(c)).map_or(chunk.len(), |len| start + len);
            let word = chunk[start..end].trim_matches(['\'', '’', '#']);
            let kind =
                if word.chars().all(|c| c.is_ascii_digit()) { UnitKind::Number } else { UnitKind::Word };
            let word = without_possessive(word);
            if !word.is_empty() && word.chars().any(char::is_alphanumeric) {
                self.push(kind, word);
            }
            at = end;
        }
    }

    fn path(&mut self, path: &'a str, line: Option<u32>, raw: &'a str) {
        self.paths.push((path, line));
        self.push(UnitKind::Path, raw);
    }

    fn link(&mut self, address: &'a str) {
        self.links.push(address);
        self.push(UnitKind::Url, address);
    }

    fn symbol(&mut self, name: &'a str) {
        self.symbols.push(name);
        self.push(UnitKind::Symbol, name);
    }

    fn pause(&mut self, raw: &'a str) {
        if self.units.last().is_some_and(|unit| unit.kind != UnitKind::Break) {
            let end = self.folded.len();
            self.units.push(Unit { kind: UnitKind::Break, raw, start: end, end });
        }
    }

    fn push(&mut self, kind: UnitKind, raw: &'a str) {
        let after_word = self.units.last().is_some_and(|unit| unit.kind != UnitKind::Han);
        if kind != UnitKind::Han && after_word {
            self.folded.push('_');
        }
        let start = self.folded.len();
        if kind.is_text() {
            if raw.is_ascii() {
                self.folded.push_str(raw);
                self.folded[start..].make_ascii_lowercase();
            } else if kind == UnitKind::Han {
                self.folded.push_str(raw);
            } else {
                let plain = raw.chars().map(|c| if c == '’' { '\'' } else { c });
                self.folded.extend(plain.flat_map(char::to_lowercase));
            }
        }
        self.units.push(Unit { kind, raw, start, end: self.folded.len() });
    }

    fn quotations(&mut self, line: &'a str) {
        for (open, close) in [('"', '"'), ('“', '”'), ('「', '」'), ('«', '»')] {
            let mut rest = line;
            while let Some(start) = rest.find(open) {
                let body = &rest[start + open.len_utf8()..];
                let Some(len) = body.find(close) else { break };
                if (1..=SPAN_BYTES).contains(&len) {
                    self.quoted.push(&body[..len]);
                }
                rest = &body[len + close.len_utf8()..];
            }
        }
    }
}

fn is_chunk_char(c: char) -> bool {
    (c.is_ascii_graphic() && c != '`') || c == '’' || (fold::continues_word(c) && !is_unspaced(c))
}

/// Whether a chunk is a word like any other: neither a path nor a name, whatever the lists say.
fn is_plain(chunk: &str) -> bool {
    let mut bytes = chunk.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte == b'\'')
        && !chunk.ends_with("file")
}

/// `daughter's` is `daughter`; `it's` and the like are words of their own.
fn without_possessive(word: &str) -> &str {
    let Some(owner) = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")) else { return word };
    let is_contraction =
        ["it", "that", "what", "let", "who", "here", "there", "how", "where", "why", "she", "he"]
            .iter()
            .any(|pronoun| owner.eq_ignore_ascii_case(pronoun));
    if is_contraction { word } else { owner }
}

/// How many arithmetic operators stand between digits.
fn operators(line: &str) -> usize {
    let is_operator = |c: char| matches!(c, '*' | '+' | '×' | '÷' | '^' | '=' | '−');
    // A look at a few characters either way: the cost must not grow with the line.
    let is_gap = |c: &char| matches!(c, ' ' | '(' | ')');
    let ends_in_digit = |text: &str| {
        text.chars().rev().take(NEAR_CHARS).find(|c| !is_gap(c)).is_some_and(|c| c.is_ascii_digit())
    };
    let starts_with_digit =
        |text: &str| text.chars().take(NEAR_CHARS).find(|c| !is_gap(c)).is_some_and(|c| c.is_ascii_digit());
    let shares =
        line.match_indices("% of ").chain(line.match_indices("%的")).chain(line.match_indices("%是"));
    let operators =
        line.match_indices(is_operator).filter(|(at, op)| starts_with_digit(&line[at + op.len()..]));
    shares.chain(operators).filter(|(at, _)| ends_in_digit(&line[..*at])).count()
}

fn is_mail_address(chunk: &str) -> bool {
    chunk.find('@').is_some_and(|at| at > 0 && chunk[at + 1..].contains('.') && !chunk.contains('/'))
}

/// Strips the punctuation around a chunk, and a closing bracket only where nothing opened it.
fn trim(raw: &str) -> &str {
    let mut chunk = raw.trim_start_matches(['"', '\'', '(', '[', '{', '<', '*', '~', ',', '|', '’']);
    for _ in 0..TRIMMED_CHARS {
        let open = |c: char| chunk.matches(c).count();
        let next = match chunk.chars().next_back() {
            Some('"' | '\'' | '>' | '.' | ',' | ';' | ':' | '!' | '?' | '*' | '~' | '|' | '’') => true,
            Some(')') => open('(') < open(')'),
            Some(']') => open('[') < open(']'),
            Some('}') => open('{') < open('}'),
            _ => false,
        };
        if !next {
            return chunk;
        }
        let end = chunk.char_indices().next_back().map_or(0, |(at, _)| at);
        chunk = &chunk[..end];
    }
    chunk
}
