//! Brings text to the form that cues are written in: one set of notions a word, whatever the case, spacing,
//! comment leaders and spelling. Knows where a line or sentence starts, not what is said in it.

use foreword_text::han::is_common_han;

use super::words::{
    self, ADDRESS, ARE, AT, BREAK, CODE, LABEL, MARKER, NAME, Notions, ORDERED, PIPE, QUOTED, RF, ROOT,
    START, YOU, notions_of,
};
use super::{phrases, spelling};

/// What `is_common_han` accepts takes this many bytes in UTF-8.
const CHINESE_BYTES: usize = 3;
/// A word that means nothing here.
const UNKNOWN: Notions = 0;
/// Role markers of chat formats, in lower case.
const MARKERS: &[&str] = &[
    "<|im_start|>",
    "<|im_end|>",
    "<|system|>",
    "<|assistant|>",
    "<|user|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
    "<|eot_id|>",
    "<|endoftext|>",
    "<|end|>",
    "<|start|>",
    "<|channel|>",
    "<|message|>",
    "<|endofprompt|>",
    "<start_of_turn>",
    "<end_of_turn>",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "<</sys>>",
    "<system>",
    "</system>",
    "<system-reminder>",
    "</system-reminder>",
    "<system_prompt>",
    "</system_prompt>",
    "<system_message>",
    "<instructions>",
    "</instructions>",
    "</context>",
    "</document>",
    "</documents>",
    "</data>",
    "</untrusted>",
    "</tool_result>",
    "</tool_response>",
    "</function_results>",
    "<tool_call>",
    "<function_calls>",
    "<information>",
    "<important>",
    "<critical>",
    "<admin>",
    "<assistant>",
    "</assistant>",
    "<user>",
    "</user>",
    "<human>",
    "</human>",
    "[system]",
    "[assistant]",
    "[user]",
    "[developer]",
    "[系统]",
    "【系统】",
    "【系统指令】",
    "【系统提示】",
    "【系统通知】",
    "\"role\":\"system\"",
    "\"role\": \"system\"",
    "'role':'system'",
    "'role': 'system'",
    "\"role\":\"developer\"",
    "\"role\": \"developer\"",
];
/// Ends of host names that are taken for one without `http`.
const HOST_ENDS: &[&str] = &["com", "net", "org", "io", "xyz", "ru", "cn"];

/// One word of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) notions: Notions,
    /// How many line ends stand before it.
    pub(super) line: usize,
}

/// What a folded text says.
pub(super) struct Tokens {
    /// Its words; an unknown one has no notion.
    pub(super) words: Vec<Token>,
    /// The lines, in order, with a word that orders of `orders` are about.
    pub(super) order_lines: Vec<usize>,
}

/// Reads a folded text.
pub(super) fn tokens(folded: &str) -> Tokens {
    // A word and what follows it take about six bytes.
    let mut reader = Reader { tokens: Vec::with_capacity(folded.len() / 6), ..Reader::default() };
    let mut rest = folded;
    let mut before = ' ';
    while let Some(character) = rest.chars().next() {
        let may_mark = match character {
            '<' | '[' | '【' => true,
            '"' | '\'' => matches!(rest.as_bytes().get(1), Some(b'r' | b'R')),
            _ => false,
        };
        if may_mark
            && !before.is_alphanumeric()
            && let Some(length) = marker(rest)
        {
            reader.push_after_word(MARKER);
            reader.is_fresh = true;
            rest = rest.get(length..).unwrap_or("");
            before = ' ';
            continue;
        }
        rest = rest.get(character.len_utf8()..).unwrap_or("");
        reader.read(character, before, rest);
        before = character;
    }
    reader.end_word();
    reader.end_chinese();
    phrases::merge(&mut reader.tokens);
    let ordered = reader.tokens.iter().filter(|token| token.notions & ORDERED != 0);
    let mut order_lines: Vec<usize> = ordered.map(|token| token.line).collect();
    order_lines.dedup();
    Tokens { words: reader.tokens, order_lines }
}

/// How long the role marker is that a text begins with.
fn marker(rest: &str) -> Option<usize> {
    let begins = |marker: &&&str| {
        rest.as_bytes().get(..marker.len()).is_some_and(|head| head.eq_ignore_ascii_case(marker.as_bytes()))
    };
    MARKERS.iter().find(begins).map(|marker| marker.len())
}

/// Whether a word is written as a name: in capitals, or with one where no sentence starts.
fn is_name(word: &str, opening: Notions) -> bool {
    let mut letters = word.bytes();
    let is_capital = letters.next().is_some_and(|first| first.is_ascii_uppercase());
    let rest_upper = word.len() > 2 && letters.all(|letter| letter.is_ascii_uppercase());
    is_capital && (rest_upper || opening & START == 0)
}

/// Collects words and turns them into notions.
#[derive(Default)]
struct Reader {
    tokens: Vec<Token>,
    latin: String,
    /// Room for a word in lower case.
    lower: String,
    chinese: String,
    /// The line of each character of `chinese`: a word may go on in the next one.
    chinese_lines: Vec<usize>,
    /// How many of the last words were single letters, one separator apart.
    spelled: usize,
    separator: char,
    line: usize,
    /// The next word is the first of a line, sentence or quotation.
    is_fresh: bool,
    is_quoted: bool,
    /// What the word being collected starts as.
    opening: Notions,
}

impl Reader {
    fn read(&mut self, character: char, before: char, rest: &str) {
        let after = rest.chars().next().unwrap_or(' ');
        if self.is_spelling(character, before, rest) {
            return;
        }
        match character {
            // A line end in a quoted text.
            'n' | 'r' | 't' if before == '\\' => self.is_fresh = true,
            '\\' => self.end_word(),
            'a'..='z' | 'A'..='Z' | '0'..='9' => self.letter(character, before),
            '\n' => self.line_end(after),
            // `.env` is a file, `process.env` is none.
            '.' if after.is_ascii_alphabetic() && !before.is_ascii_alphanumeric() => {
                self.end_word();
                self.letter('.', before);
            }
            '\'' if before.is_ascii_alphabetic() && after.is_ascii_alphabetic() => {}
            '@' | '$' if before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric() => {
                self.sign_inside(character, rest);
            }
            // A call, an assignment or a variable, not a sentence.
            '(' | '[' if before.is_ascii_alphanumeric() || before == '_' => self.push_after_word(CODE),
            '{' | '}' | '=' | '$' => self.code(),
            ')' | ']' if matches!(after, ')' | ';' | '.' | '{' | '(' | ']' | ',' | '[') => self.code(),
            '>' | ':' if before == '-' || (before == ':' && after.is_alphanumeric()) => self.code(),
            '|' => self.push_after_word(PIPE),
            ':' | '：' => self.colon(character, rest),
            '/' | '~' | '*' if self.is_root_target(character, before, rest) => self.push_after_word(ROOT),
            '.' | '!' | '?' | ';' if after.is_whitespace() && !before.is_whitespace() => self.sentence_end(),
            '。' | '！' | '？' | '；' => self.sentence_end(),
            '"' | '`' | '“' | '「' | '\'' => {
                self.end_word();
                self.end_chinese();
                (self.is_fresh, self.is_quoted) = (true, true);
            }
            '(' | '（' | '[' | '【' | '#' | '*' | '>' | '/' | '-' | '<' | '%' | '!' => {
                self.end_word();
                self.is_fresh |= self.chinese.is_empty() && (before.is_whitespace() || before == character);
            }
            _ if is_common_han(character) => {
                self.end_word();
                if self.chinese.is_empty() {
                    self.open();
                }
                self.chinese.push(character);
                self.chinese_lines.push(self.line);
            }
            _ => self.end_word(),
        }
    }

    fn letter(&mut self, character: char, before: char) {
        self.end_chinese();
        if self.latin.is_empty() {
            self.open();
            if before == '@' {
                self.push(AT);
            }
        }
        self.latin.push(character);
    }

    /// Notes what the word that begins here starts as.
    fn open(&mut self) {
        self.opening = if self.is_fresh || self.tokens.is_empty() { START } else { UNKNOWN };
        self.opening |= if self.is_quoted { QUOTED } else { UNKNOWN };
        (self.is_fresh, self.is_quoted) = (false, false);
    }

    fn line_end(&mut self, after: char) {
        self.end_word();
        if after == '\n' {
            self.push(BREAK);
        }
        // A Chinese word may go on in the next line.
        self.is_fresh |= self.chinese.is_empty();
        self.line += 1;
    }

    /// Once for a row of signs.
    fn code(&mut self) {
        self.end_word();
        self.end_chinese();
        if self.tokens.last().is_none_or(|last| last.notions & CODE == 0) {
            self.push(CODE);
        }
        self.is_fresh = true;
    }

    fn sentence_end(&mut self) {
        self.push_after_word(BREAK);
        self.is_fresh = true;
    }

    /// After a word it is a label; after `http` an address.
    fn colon(&mut self, character: char, rest: &str) {
        let is_scheme =
            matches!(self.latin.to_ascii_lowercase().as_str(), "http" | "https" | "ftp" | "ws" | "wss");
        if is_scheme && (rest.starts_with("//") || rest.starts_with("__") || rest.starts_with("\\/")) {
            self.latin.clear();
            self.push(ADDRESS);
            return;
        }
        // The drive of `format c:`.
        let is_drive = matches!(self.latin.as_bytes(), [b'c' | b'C' | b'd' | b'D']);
        self.end_word();
        self.end_chinese();
        if let Some(last) = self.tokens.last_mut().filter(|_| is_drive) {
            last.notions |= ORDERED;
        }
        // `key:value` is none.
        let is_label = character == '：' || rest.chars().next().is_none_or(char::is_whitespace);
        if let Some(last) = self.tokens.last_mut().filter(|_| is_label) {
            last.notions |= LABEL;
        }
        self.is_fresh = true;
    }

    /// `@` or `$` between letters: a mailbox, or a letter in disguise.
    fn sign_inside(&mut self, character: char, rest: &str) {
        let host =
            rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-').next().unwrap_or("");
        if character == '@' && host.contains('.') {
            self.end_word();
            self.push(ADDRESS);
        } else {
            self.latin.push(if character == '@' { 'a' } else { 's' });
        }
    }

    /// A separator between two single letters of a word that is spelled out: `i g n o r e`, `i-g-n-o-r-e`.
    fn is_spelling(&mut self, character: char, before: char, rest: &str) -> bool {
        if character.is_alphanumeric() || character == '\n' || !before.is_ascii_alphanumeric() {
            return false;
        }
        let mut ahead = rest.chars();
        let is_letter_next = ahead.next().is_some_and(|next| next.is_ascii_alphanumeric())
            && !ahead.next().is_some_and(|next| next.is_ascii_alphanumeric());
        let is_letter_before = self.latin.len() == self.spelled + 1;
        let is_same = self.spelled == 0 || self.separator == character;
        let is_spelling = is_letter_next && is_letter_before && is_same;
        if is_spelling {
            self.spelled += 1;
            self.separator = character;
        }
        is_spelling
    }

    /// Whether `rm -rf` is followed by the root, the home directory or everything.
    fn is_root_target(&self, character: char, before: char, rest: &str) -> bool {
        let is_after_command =
            self.latin.is_empty() && self.tokens.last().is_some_and(|last| last.notions & RF != 0);
        let rest = if character == '*' { rest } else { rest.trim_start_matches(['/', '*']) };
        let ends = rest
            .chars()
            .next()
            .is_none_or(|next| !next.is_alphanumeric() && !matches!(next, '.' | '_' | '-'));
        is_after_command && before == ' ' && ends
    }

    fn push(&mut self, notions: Notions) {
        self.end_chinese();
        self.tokens.push(Token { notions, line: self.line });
    }

    fn push_after_word(&mut self, notions: Notions) {
        self.end_word();
        self.push(notions);
    }

    fn end_word(&mut self) {
        self.spelled = 0;
        if self.latin.is_empty() {
            return;
        }
        self.end_chinese();
        let mut lower = std::mem::take(&mut self.lower);
        lower.clear();
        lower.extend(self.latin.chars().map(|letter| letter.to_ascii_lowercase()));
        self.push_word(&lower);
        self.latin.clear();
        self.lower = lower;
    }

    fn push_word(&mut self, lower: &str) {
        let mut opening = std::mem::take(&mut self.opening);
        if HOST_ENDS.contains(&lower) && self.tokens.len() > 1 {
            opening |= ADDRESS;
        }
        if is_name(&self.latin, opening) {
            opening |= NAME;
        }
        if lower == "youre" {
            self.tokens.push(Token { notions: YOU | opening, line: self.line });
            self.tokens.push(Token { notions: ARE, line: self.line });
            return;
        }
        let known = notions_of(lower);
        if known != 0 || !spelling::may_be_disguised(&self.latin) {
            self.tokens.push(Token { notions: known | opening, line: self.line });
            return;
        }
        for notions in spelling::parts(&self.latin, lower) {
            self.tokens.push(Token { notions: notions | opening, line: self.line });
            opening = UNKNOWN;
        }
    }

    /// Splits a run of Chinese into the longest words of the vocabulary.
    fn end_chinese(&mut self) {
        if self.chinese.is_empty() {
            return;
        }
        let run = std::mem::take(&mut self.chinese);
        let lines = std::mem::take(&mut self.chinese_lines);
        let mut opening = std::mem::take(&mut self.opening);
        let mut rest = run.as_str();
        while !rest.is_empty() {
            // Every character of the run has as many bytes as any other.
            let longest = (1..=words::LONGEST_CHINESE_CHARS).rev();
            let found = longest
                .filter_map(|chars| rest.get(..chars * CHINESE_BYTES))
                .map(|word| (word.len(), notions_of(word)))
                .find(|(_, notions)| *notions != 0);
            let (length, notions) = found.unwrap_or((CHINESE_BYTES, UNKNOWN));
            let at = (run.len() - rest.len()) / CHINESE_BYTES;
            let line = lines.get(at).copied().unwrap_or(self.line);
            self.tokens.push(Token { notions: notions | opening, line });
            opening = UNKNOWN;
            rest = rest.get(length..).unwrap_or("");
        }
    }
}
