//! Everything in a prompt that is more than words: paths, names, traces, diagnostics, diffs, code.
//!
//! Owns the collection of structure from classified lines. Looks nothing up: whether a name exists is asked by
//! the caller.

use foreword_model::limits;
use foreword_text::truncate::truncate_chars;

use super::frames::{self, RawFrame};
use super::line_words;
use super::lines::{self, LineKind};
use super::paths;
use super::symbols;
use super::tokens::{Prose, UnitKind};

/// The structure of a prompt.
#[derive(Debug, Default)]
pub(super) struct Structure<'a> {
    /// What is neither code nor output, cut into units.
    pub prose: Prose<'a>,
    /// Frames of a stack trace, in the order of the paste.
    pub frames: Vec<RawFrame<'a>>,
    /// Frames in a library, which may be this repository installed somewhere.
    pub library_frames: Vec<RawFrame<'a>>,
    /// Paths outside the prose.
    pub paths: Vec<(&'a str, Option<u32>)>,
    /// Pairs around a slash that are paths if the repository has them.
    pub pairs: Vec<&'a str>,
    /// Symbols outside the prose.
    pub symbols: Vec<&'a str>,
    /// Capitalised words in Chinese text: names if the repository has them.
    pub names: Vec<&'a str>,
    /// Lines that a compiler or runtime reports an error with.
    pub error_lines: Vec<&'a str>,
    /// How many lines are source code.
    pub code_lines: usize,
    /// How many lines are part of a diff.
    pub diff_lines: usize,
    /// How many lines are records of a log.
    pub log_lines: usize,
    /// How many lines are a listing of files.
    pub listing_lines: usize,
    /// How many lines a person wrote.
    pub prose_lines: usize,
}

/// Symbols taken from pasted code: its first calls and definitions; the rest is detail.
const CODE_SYMBOLS: usize = 4;
/// Lines of error text that are kept.
const ERROR_LINES: usize = 6;
/// Words that are followed by a bracket and are not calls. Sorted.
const KEYWORDS: &[&str] = &[
    "and", "assert", "await", "catch", "elif", "else", "except", "fn", "for", "foreach", "func", "function",
    "if", "in", "match", "new", "not", "or", "print", "return", "sizeof", "super", "switch", "throw",
    "typeof", "until", "when", "while", "with", "yield",
];

impl<'a> Structure<'a> {
    /// Reads the structure of a text.
    pub(super) fn read(text: &'a str) -> Self {
        let mut structure = Self::default();
        for (kind, line) in lines::classify(text) {
            match kind {
                LineKind::Blank | LineKind::Fence | LineKind::FrameSource => (),
                LineKind::Prose => {
                    structure.prose_lines += 1;
                    structure.prose.line(line);
                }
                LineKind::Code => structure.code(line),
                LineKind::ShownSource => structure.shown_source(line),
                LineKind::Diff => structure.diff(line),
                LineKind::Frame => structure.frame(line),
                LineKind::Diagnostic => structure.diagnostic(line),
                LineKind::Log => {
                    structure.log_lines += 1;
                    if line.contains("ERROR") || line.contains("FATAL") || line.contains("Exception") {
                        structure.error_line(line);
                    }
                }
                LineKind::Listing => {
                    structure.listing_lines += 1;
                    structure.paths_in(line);
                }
            }
        }
        line_words::attach(&mut structure.prose);
        structure.named_in_words();
        structure.settle_doubtful();
        structure
    }

    /// The error as typed, bounded.
    pub(super) fn error_text(&self) -> Option<String> {
        if self.error_lines.is_empty() {
            return None;
        }
        let text =
            self.error_lines.iter().take(ERROR_LINES).map(|line| line.trim()).collect::<Vec<_>>().join("\n");
        Some(truncate_chars(&text, limits::ERROR_TEXT_CHARS).to_owned())
    }

    fn error_line(&mut self, line: &'a str) {
        if self.error_lines.len() < ERROR_LINES {
            self.error_lines.push(line);
        }
    }

    fn code(&mut self, line: &'a str) {
        self.code_lines += 1;
        self.calls_in(line);
    }

    /// `48 |     let n = sink.put(&frame)?;`: the code that a compiler shows; what it calls is what failed.
    fn shown_source(&mut self, line: &'a str) {
        let code = line.split_once('|').map_or(line, |(_, code)| code);
        for (open, _) in code.match_indices('(') {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let name = code[..open].rsplit(|c| !is_part(c)).next().unwrap_or("");
            if name.len() > 2 && symbols::is_plain_identifier(name) && KEYWORDS.binary_search(&name).is_err()
            {
                self.symbols.push(name);
            }
        }
    }

    fn diff(&mut self, line: &'a str) {
        self.diff_lines += 1;
        if let Some(header) = line.strip_prefix("+++ ").or_else(|| line.strip_prefix("--- ")) {
            let name = header.strip_prefix("a/").or_else(|| header.strip_prefix("b/")).unwrap_or(header);
            if let Some(found) = paths::find(name.split_whitespace().next().unwrap_or(name)) {
                self.paths.push((found.path, None));
            }
        } else if !line.starts_with("@@") && !line.starts_with("diff ") && !line.starts_with("index ") {
            self.calls_in(&line[1..]);
        }
    }

    fn frame(&mut self, line: &'a str) {
        let Some(frame) = frames::parse(line) else { return };
        if self.frames.len() < limits::MENTIONS {
            let own = frames::without_library(frame);
            if own.path != frame.path {
                self.library_frames.push(frame);
            }
            self.frames.push(own);
            self.symbols.extend(own.symbol);
            self.paths.extend(own.path.map(|path| (path, own.line)));
        }
    }

    fn paths_in(&mut self, line: &'a str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            let word =
                word.trim_matches(['"', '\'', '(', ')', ',', '`', '[', ']']).trim_end_matches(['.', ':']);
            if let Some(found) = paths::find(word).filter(|found| !found.is_doubtful) {
                let after = words.get(at + 1).is_some_and(|next| next.trim_end_matches(',') == "line");
                let typed =
                    words.get(at + 2).and_then(|number| number.trim_matches([',', '.', ':']).parse().ok());
                self.paths.push((found.path, found.line.or(if after { typed } else { None })));
                let test = found.test.unwrap_or("");
                self.symbols.extend(test.split("::").filter_map(symbols::quoted));
            }
        }
    }

    fn diagnostic(&mut self, line: &'a str) {
        self.error_line(line);
        self.paths_in(line);
        let words: Vec<&str> = line.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or("");
            let bare = word.trim_matches([',', '.', ';', ':', '(', ')', '"']);
            let marked = bare.trim_matches(['`', '\'', '‘', '’', '*', '&']);
            let is_marked =
                marked.len() + 2 <= bare.len() || bare.starts_with(['*', '&', '`']) || bare.ends_with('`');
            let is_named =
                matches!(before, "undefined:" | "function" | "method" | "FAIL:" | "symbol" | "identifier")
                    || (before == "to" && at > 1 && words[at - 2] == "argument");
            let name = if is_marked || is_named { symbols::quoted(marked) } else { symbols::in_prose(bare) };
            if let Some(name) = name.filter(|name| paths::find(marked).is_none() && !is_error_name(name)) {
                // A test is named with its modules, and looked for without them.
                let short = frames::without_modules(name);
                self.symbols.push(name);
                if short.len() < name.len() {
                    self.symbols.push(short);
                }
            }
        }
    }

    /// Calls and definitions in a line of code.
    fn calls_in(&mut self, line: &'a str) {
        let mut before = "";
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut at = 0;
        while let Some(start) = line[at..].find(is_word).map(|skip| at + skip) {
            let end = line[start..].find(|c| !is_word(c)).map_or(line.len(), |len| start + len);
            let word = &line[start..end];
            let defines = matches!(
                before,
                "def" | "fn" | "func" | "function" | "class" | "struct" | "interface" | "trait"
            );
            let is_method = line[..start].ends_with(['.', '>']);
            let calls = line[end..].starts_with('(') && !is_method && KEYWORDS.binary_search(&word).is_err();
            let wanted = (defines || calls) && word.len() > 2 && symbols::is_plain_identifier(word);
            if wanted && self.symbols.len() < CODE_SYMBOLS {
                self.symbols.push(word);
            }
            before = word;
            at = end;
        }
    }

    /// `solver/propagate` is a path where a word for a place leads to it or follows; `read/write` is not.
    fn settle_doubtful(&mut self) {
        let prose = &self.prose;
        let text = |at: usize| prose.units.get(at).map_or("", |unit| prose.text(unit));
        for &(path, first, after) in &prose.doubtful {
            let before = first.checked_sub(1).map_or("", text);
            let is_led = matches!(before, "in" | "under" | "inside" | "within" | "from" | "在");
            let is_followed = matches!(
                text(after),
                "directory" | "folder" | "dir" | "package" | "里" | "下" | "目" | "这" | "那" | "中"
            );
            if is_led || is_followed {
                self.paths.push((path, None));
            } else {
                self.pairs.push(path);
            }
        }
    }

    /// Plain words that the words around them make names: `parse 函数`, `the Probe interface`, `rename a to b`.
    fn named_in_words(&mut self) {
        let prose = &self.prose;
        let (mut found, mut names) = (Vec::new(), Vec::new());
        for (at, unit) in prose.units.iter().enumerate() {
            if unit.kind != UnitKind::Word || !symbols::is_plain_identifier(unit.raw) {
                continue;
            }
            let before = at.checked_sub(1).map(|at| &prose.units[at]);
            let after = &prose.units[(at + 1).min(prose.units.len())..];
            let is_capital = unit.raw.starts_with(|c: char| c.is_ascii_uppercase())
                && unit.raw.chars().any(|c| c.is_ascii_lowercase());
            let word_after = after.first().map_or("", |next| prose.text(next));
            let word_before = before.map_or("", |before| prose.text(before));
            let is_first = before.is_none_or(|before| before.kind == UnitKind::Break);
            let by_noun = is_capital
                && !is_first
                && (matches!(
                    word_after,
                    "class"
                        | "struct"
                        | "interface"
                        | "trait"
                        | "enum"
                        | "type"
                        | "component"
                        | "constructor"
                ) || matches!(word_before, "class" | "struct" | "interface" | "trait" | "enum"));
            let by_chinese = unit.raw.is_ascii() && names_code_in_chinese(prose, at);
            let is_beside_chinese = before.is_some_and(|before| before.kind == UnitKind::Han)
                || after.first().is_some_and(|next| next.kind == UnitKind::Han);
            // `Module not found` in a Chinese sentence is a message, not a name.
            let in_phrase = after
                .first()
                .is_some_and(|next| next.kind == UnitKind::Word && !next.raw.starts_with(char::is_uppercase));
            if by_noun || by_chinese {
                found.push(unit.raw);
            } else if is_capital
                && is_beside_chinese
                && !in_phrase
                && unit.raw.len() > 2
                && !symbols::is_brand(unit.raw)
            {
                names.push(unit.raw);
            }
        }
        self.symbols.extend(found);
        self.names = names;
    }
}

/// `parse 函数`, `变量 clock`: a Latin word beside a Chinese word for a part of a program.
fn names_code_in_chinese(prose: &Prose<'_>, at: usize) -> bool {
    let pair = |first: usize| {
        let units = prose.units.get(first..first + 2)?;
        let is_han = units.iter().all(|unit| unit.kind == UnitKind::Han);
        is_han.then(|| &prose.folded[units[0].start..units[1].end])
    };
    let is_noun = |text: Option<&str>| {
        matches!(text, Some("函数" | "方法" | "变量" | "字段" | "结构" | "基类" | "枚举"))
    };
    is_noun(pair(at + 1)) || at.checked_sub(2).is_some_and(|first| is_noun(pair(first)))
}

/// Whether a name is that of an error type: the kind of failure, not a place.
pub(super) fn is_error_name(name: &str) -> bool {
    ["Error", "Exception", "Warning"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(KEYWORDS.is_sorted());
    }
}
