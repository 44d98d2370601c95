//! What each line of a file begins inside of: a string, a comment, brackets. A few rules for each family of languages, no
//! grammar: what stands at the margin inside of a string ends no class.

use crate::language::{CommentStyle, Language};

/// What a line begins inside of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LineState {
    /// Whether a string or comment from above goes on here.
    pub(super) is_inside: bool,
    /// Brackets that are open.
    pub(super) depth: u32,
}

/// How the words of a language are told from its strings and comments.
#[derive(Debug, Clone, Copy)]
pub(super) struct Syntax {
    comment: CommentStyle,
    family: Family,
    name: &'static str,
}

/// What ends a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// A closing brace.
    Braces,
    /// A line that is indented less.
    Indentation,
    /// A word such as `end`, indented as the head is.
    Words,
}

impl Syntax {
    pub(super) fn of(language: Option<&'static Language>) -> Self {
        let (name, comment) = language.map_or(("", CommentStyle::None), |it| (it.name, it.comment));
        let family = match name {
            "rust" | "javascript" | "typescript" | "tsx" | "go" | "c" | "cpp" | "csharp" | "css" | "dart"
            | "gradle" | "groovy" | "hcl" | "java" | "kotlin" | "less" | "objectivec" | "perl" | "php"
            | "protobuf" | "r" | "scss" | "solidity" | "swift" | "zig" | "graphql" => Family::Braces,
            "ruby" | "elixir" | "lua" | "julia" | "crystal" | "bash" | "fish" | "fortran" | "pascal"
            | "erlang" | "vim" | "makefile" | "cmake" | "scala" => Family::Words,
            _ => Family::Indentation,
        };
        Self { comment, family, name }
    }

    pub(super) fn family(self) -> Family {
        self.family
    }

    /// Whether a line, without its indentation, is for a preprocessor: its indentation says nothing.
    pub(super) fn is_directive(self, trimmed: &str) -> bool {
        matches!(self.name, "c" | "cpp" | "objectivec" | "csharp") && trimmed.starts_with('#')
    }

    /// Whether a line, without its indentation, only labels what follows: `public:`, `out:`.
    pub(super) fn is_label(self, trimmed: &str) -> bool {
        let name = trimmed.trim_end().strip_suffix(':').unwrap_or_default();
        matches!(self.name, "c" | "cpp" | "objectivec")
            && !name.is_empty()
            && name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | ' '))
    }

    pub(super) fn is_comment(self, trimmed: &str) -> bool {
        // A line of C may begin by following a pointer.
        self.comment.starts_comment(trimmed.as_bytes())
            && (!trimmed.starts_with('*') || is_star(trimmed))
            && !self.is_directive(trimmed)
    }

    /// What goes on over the end of a line, by how it begins: its end.
    fn long_string(self, rest: &str) -> Option<(usize, Mode)> {
        let triple = |quote: &'static str| rest.starts_with(quote).then_some((3, Mode::Until(quote)));
        match self.name {
            "python" => triple("\"\"\"").or_else(|| triple("'''")),
            "java" | "kotlin" | "scala" | "swift" | "csharp" | "dart" | "groovy" | "julia" | "elixir" => {
                triple("\"\"\"").or_else(|| if self.name == "dart" { triple("'''") } else { None })
            }
            "rust" => raw_rust(rest),
            "cpp" => raw_cpp(rest),
            "go" => rest.starts_with('`').then_some((1, Mode::Raw("`".to_owned()))),
            "javascript" | "typescript" | "tsx" => rest.starts_with('`').then_some((1, Mode::Template)),
            "lua" => rest.starts_with("[[").then_some((2, Mode::Raw("]]".to_owned()))),
            _ => None,
        }
    }

    /// Whether an ordinary string may go on in the next line.
    fn has_long_quotes(self) -> bool {
        matches!(self.name, "rust" | "ruby" | "php" | "bash" | "perl" | "elixir" | "r" | "julia" | "crystal")
    }

    /// Whether a quote opens a string rather than a character, a lifetime or an apostrophe.
    fn opens_single(self, rest: &str) -> bool {
        let mut letters = rest.chars().skip(1);
        let is_character = |mut letters: std::iter::Skip<std::str::Chars<'_>>| match letters.next() {
            Some('\\') => true,
            Some(_) => letters.next() == Some('\''),
            None => false,
        };
        match self.name {
            "rust" => is_character(letters),
            "haskell" | "elm" | "ocaml" | "fsharp" | "clojure" | "lisp" | "scheme" | "vim" | "tex" => false,
            _ => letters.next().is_some(),
        }
    }

    fn comment_span(self, rest: &str) -> Option<Mode> {
        match self.comment {
            CommentStyle::Slashes if rest.starts_with("/*") => Some(Mode::Comment("*/")),
            CommentStyle::Markup if rest.starts_with("<!--") => Some(Mode::Comment("-->")),
            CommentStyle::Dashes if rest.starts_with("{-") => Some(Mode::Comment("-}")),
            CommentStyle::Dashes if rest.starts_with("--[[") => Some(Mode::Comment("]]")),
            _ => None,
        }
    }

    fn begins_line_comment(self, rest: &str, is_word_before: bool) -> bool {
        match self.comment {
            CommentStyle::Slashes => {
                rest.starts_with("//")
                    || (self.name == "php" && rest.starts_with('#') && !rest.starts_with("#["))
            }
            CommentStyle::Hash => rest.starts_with('#') && !is_word_before,
            CommentStyle::Dashes => rest.starts_with("--"),
            CommentStyle::Semicolon => rest.starts_with(';'),
            CommentStyle::Percent => rest.starts_with('%'),
            CommentStyle::Quote | CommentStyle::Markup | CommentStyle::None => false,
        }
    }
}

fn is_star(trimmed: &str) -> bool {
    trimmed == "*" || trimmed.starts_with("* ") || trimmed.starts_with("*/") || trimmed.starts_with("**")
}

/// `r"…"`, `r#"…"#`, `br"…"`.
fn raw_rust(rest: &str) -> Option<(usize, Mode)> {
    let after = rest.strip_prefix('b').unwrap_or(rest).strip_prefix('r')?;
    let marks = after.bytes().take_while(|byte| *byte == b'#').count();
    after[marks..].starts_with('"').then(|| {
        let opened = rest.len() - after.len() + marks + 1;
        (opened, Mode::Raw(format!("\"{}", "#".repeat(marks))))
    })
}

/// `R"mark(…)mark"`.
fn raw_cpp(rest: &str) -> Option<(usize, Mode)> {
    let (mark, _) = rest.strip_prefix("R\"")?.split_once('(')?;
    (mark.len() <= 16).then(|| (3 + mark.len(), Mode::Raw(format!("){mark}\""))))
}

/// What is being read.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Mode {
    /// A string up to these quotes; a backslash hides the next character.
    Until(&'static str),
    /// The same up to the end of the line at most.
    Line(char),
    /// A string without escapes.
    Raw(String),
    Comment(&'static str),
    /// A template string, in which `${` is code.
    Template,
    /// Code in a template: the depth at which it ends.
    Hole(u32),
    /// Lines up to one that holds only this word.
    Heredoc(String),
}

/// The states of all lines, and of the end.
pub(super) fn line_states(text: &str, syntax: Syntax) -> Vec<LineState> {
    let mut reader = Reader { syntax, modes: Vec::new(), depth: 0, branches: Vec::new(), pending: None };
    let mut states = Vec::new();
    for line in text.split('\n') {
        states.push(reader.state());
        reader.read_line(line.strip_suffix('\r').unwrap_or(line));
    }
    states.push(reader.state());
    states
}

struct Reader {
    syntax: Syntax,
    modes: Vec<Mode>,
    depth: u32,
    /// The depth at each `#if` that is open.
    branches: Vec<u32>,
    /// A here-document that begins with the next line.
    pending: Option<String>,
}

impl Reader {
    fn state(&self) -> LineState {
        let is_inside = self.modes.last().is_some_and(|mode| !matches!(mode, Mode::Hole(_)));
        LineState { is_inside, depth: self.depth }
    }

    fn read_line(&mut self, line: &str) {
        if let Some(Mode::Heredoc(word)) = self.modes.last() {
            if line.trim().trim_end_matches([';', ',', ')']) == word {
                self.modes.pop();
            }
            return;
        }
        if !self.state().is_inside && self.syntax.is_directive(line.trim_start()) {
            self.directive(line.trim_start());
            return;
        }
        let mut at = 0;
        while at < line.len() {
            at += match self.modes.last() {
                None | Some(Mode::Hole(_)) => self.code(line, at),
                Some(_) => self.inside(&line[at..]),
            };
        }
        if matches!(self.modes.last(), Some(Mode::Line(_))) && !line.ends_with('\\') {
            self.modes.pop();
        }
        if let Some(word) = self.pending.take() {
            self.modes.push(Mode::Heredoc(word));
        }
    }

    /// Only one branch of a condition is read by a compiler; each begins as deep as the first did.
    fn directive(&mut self, line: &str) {
        let word = line.trim_start_matches('#').trim_start();
        if word.starts_with("if") {
            self.branches.push(self.depth);
        } else if word.starts_with("el") {
            self.depth = self.branches.last().copied().unwrap_or(self.depth);
        } else if word.starts_with("endif") {
            self.branches.pop();
        }
    }

    /// Reads a piece of code; returns its length.
    fn code(&mut self, line: &str, at: usize) -> usize {
        let rest = &line[at..];
        let Some(first) = rest.chars().next() else { return 1 };
        let is_word_before = line[..at].ends_with(|before: char| !before.is_whitespace() && before != ';');
        if self.syntax.begins_line_comment(rest, is_word_before) && self.syntax.comment_span(rest).is_none() {
            return rest.len();
        }
        if let Some(mode) = self.syntax.comment_span(rest) {
            self.modes.push(mode);
            return 2;
        }
        let is_in_word = line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
        if !(is_in_word && first.is_alphabetic())
            && let Some((length, mode)) = self.syntax.long_string(rest)
        {
            self.modes.push(mode);
            return length;
        }
        // `1'000'000` in C++.
        let is_separator = line[..at].ends_with(|before: char| before.is_ascii_digit());
        if first == '<' && self.heredoc(rest) {
            return 2;
        }
        match first {
            '"' => self.modes.push(self.quoted("\"", '"')),
            '\'' if self.syntax.opens_single(rest) && !is_separator => {
                self.modes.push(self.quoted("'", '\''))
            }
            '/' if self.is_pattern(line, at) => return pattern_length(rest),
            '\\' => return 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            '(' | '[' | '{' => self.depth += 1,
            ')' | ']' | '}' => {
                self.depth = self.depth.saturating_sub(1);
                if matches!(self.modes.last(), Some(Mode::Hole(depth)) if *depth == self.depth) {
                    self.modes.pop();
                }
            }
            _ => {}
        }
        first.len_utf8()
    }

    fn quoted(&self, long: &'static str, short: char) -> Mode {
        let is_long = self.syntax.has_long_quotes() && !(self.syntax.name == "rust" && short == '\'');
        if is_long { Mode::Until(long) } else { Mode::Line(short) }
    }

    /// Reads a piece of a string or comment; returns its length.
    fn inside(&mut self, rest: &str) -> usize {
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let escaped = || first + rest[first..].chars().next().map_or(0, char::len_utf8);
        let (end, has_escapes) = match self.modes.last() {
            Some(Mode::Until(end)) => ((*end).to_owned(), true),
            Some(Mode::Line(quote)) => (quote.to_string(), true),
            Some(Mode::Raw(end)) => (end.clone(), false),
            Some(Mode::Comment(end)) => ((*end).to_owned(), false),
            Some(Mode::Template) => ("`".to_owned(), true),
            Some(Mode::Hole(_) | Mode::Heredoc(_)) | None => return first,
        };
        if has_escapes && rest.starts_with('\\') {
            return escaped();
        }
        if rest.starts_with(&end) {
            self.modes.pop();
            return end.len();
        }
        if self.modes.last() == Some(&Mode::Template) && rest.starts_with("${") {
            self.modes.push(Mode::Hole(self.depth));
            self.depth += 1;
            return 2;
        }
        first
    }

    /// `<<EOS`, `<<~SQL`, `<<-'EOS'`, `<<<HTML`.
    fn heredoc(&mut self, rest: &str) -> bool {
        let after = match self.syntax.name {
            "ruby" | "bash" | "perl" | "crystal" => rest.strip_prefix("<<"),
            "php" => rest.strip_prefix("<<<"),
            _ => None,
        };
        let Some(after) = after else { return false };
        let word = after.trim_start_matches(['~', '-']).trim_start_matches(['\'', '"', '\\']);
        let end = word.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(word.len());
        // `a << b` shifts; `class << self` is Ruby's own.
        let is_word =
            word.starts_with(|first: char| first.is_uppercase() || first == '_') && !after.starts_with(' ');
        if is_word {
            self.pending = Some(word[..end].to_owned());
        }
        is_word
    }

    /// Whether a slash begins a regular expression: where no value stands before it.
    fn is_pattern(&self, line: &str, at: usize) -> bool {
        let before = line[..at].trim_end();
        let is_operand = matches!(self.syntax.name, "javascript" | "typescript" | "tsx" | "ruby" | "perl")
            && (before.is_empty()
                || before.ends_with(['(', ',', '=', ':', '[', '!', '&', '|', '?', '{', '}', ';', '~', '+'])
                || ["return", "typeof", "case", "when", "if", "and", "or"]
                    .iter()
                    .any(|word| before.ends_with(word)));
        is_operand && pattern_length(&line[at..]) > 1
    }
}

/// The length of a regular expression that ends on its line; one if it does not.
fn pattern_length(rest: &str) -> usize {
    let mut is_class = false;
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => is_class = true,
            ']' => is_class = false,
            '/' if !is_class => return at + 1,
            _ => {}
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    /// Each line's state as a word: `"` in a string or comment, otherwise the depth.
    fn check(file: &str, text: &str, expected: &str) {
        let states = line_states(text, Syntax::of(language::of_path(file)));
        let shown: Vec<String> = states
            .iter()
            .map(|state| if state.is_inside { "\"".to_owned() } else { state.depth.to_string() })
            .collect();
        assert_eq!(shown.join(" "), expected, "{file}: {text}");
    }

    #[test]
    fn brackets_in_strings_and_comments_are_no_brackets() {
        for (file, text, expected) in [
            ("a.rs", "fn a() {\n  \"}\n}\";\n  '}';\n}", "0 1 \" 1 1 0"),
            ("a.rs", "fn a<'a>() {\n r#\"\n}\"#; // }\n /* }\n*/ }", "0 1 \" 1 \" 0"),
            ("a.ts", "class A {\n  a = `}\n${x({ b: `}` })}\n}`\n  b = /[/{]\"/\n}", "0 1 \" \" 1 1 0"),
            ("a.py", "def a():\n    x = (\n1)\n    '''\n)\n'''\n# (\n", "0 0 1 0 \" \" 0 0 0"),
            ("a.go", "func a() {\n\tb := `\n}`\n}", "0 1 \" 1 0"),
            (
                "a.cpp",
                "class A {\n#if X\n void b() {\n#else\n void c() {\n#endif\n }\n};",
                "0 1 1 2 1 2 2 1 0",
            ),
            ("a.cpp", "auto a = R\"x(\n}\n)x\"; {\n}", "0 \" \" 1 0"),
            ("a.rb", "def a\n  b <<~SQL\n)\n  SQL\nend", "0 0 \" \" 0 0"),
            ("a.sh", "a() {\n  cat <<'EOF'\n}\nEOF\n}", "0 1 \" \" 1 0"),
            ("a.py", "a = b'\"{' + f'(' # '\nb = 1", "0 0 0"),
            ("a.rs", "match b'\"' { b'{' => 1_000,\n}", "0 1 0"),
            ("a.cpp", "int a = 1'000; {\n}", "0 1 0"),
            ("a.c", "char a = '{';\nint b; /* {\n{ */ int c;", "0 0 \" 0"),
            ("a.java", "class A {\n String a = \"\"\"\n }\n \"\"\";\n}", "0 1 \" \" 1 0"),
        ] {
            check(file, text, expected);
        }
    }
}
