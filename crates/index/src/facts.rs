//! What one source file says: definitions, calls, references, imports, bases, and the chunks that a search
//! finds. Plain data; [`extract`] fills it, the store keeps it.

use std::time::Instant;

use foreword_model::limits;

use crate::language::{Grammar, Language};

mod bases;
mod bindings;
mod callee;
mod chunks;
mod degenerate;
mod hazard;
mod languages;
mod lead;
mod locals;
mod opened;
mod parse;
mod rescue;
mod slim;
mod table;
pub(crate) mod text;
mod walk;

pub(crate) use bindings::chain;
pub(crate) use degenerate::is_degenerate;
pub(crate) use languages::{separator, table as table_of};
pub(crate) use parse::parse;
pub(crate) use rescue::rescue;
pub(crate) use walk::{Walked, Want, walk};

/// Reads one file: by its grammar where there is one, else as text.
///
/// A file that defeats the parser, or would keep it busy beyond the deadline, is read as text.
pub fn extract(text: &str, language: Option<&Language>, deadline: Instant) -> FileFacts {
    let Some((language, grammar)) = language.and_then(|language| Some((language, language.grammar?))) else {
        return as_text(text, Reading::NoGrammar);
    };
    match read(text, grammar_for(text, grammar), deadline) {
        Some(mut walked) => {
            rescue(text, language, &mut walked);
            described(text, walked)
        }
        None => as_text(text, Reading::Defeated),
    }
}

/// The same in the process of a prompt: nothing for text that only a process of its own may parse, or that is not read by its
/// grammar in time.
pub fn extract_here(text: &str, language: &Language, deadline: Instant) -> Option<FileFacts> {
    if is_degenerate(text, &[]) {
        return None;
    }
    let facts = extract(text, Some(language), deadline);
    (facts.reading == Reading::Parsed).then_some(facts)
}

/// The kinds of definition that every language is brought to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum DefinitionKind {
    /// A free function.
    Function,
    /// A function of a type.
    Method,
    /// A class.
    Class,
    /// A struct, record or union.
    Struct,
    /// An enum.
    Enum,
    /// An interface, trait or protocol.
    Interface,
    /// A type alias or abstract type.
    Type,
    /// A module, namespace or package.
    Module,
    /// A macro.
    Macro,
    /// A constant.
    Constant,
    /// A variable or field.
    Variable,
    /// A heading of a document.
    Heading,
    /// A key of a data file.
    Key,
}

impl DefinitionKind {
    /// Whether it is run.
    pub fn is_function(self) -> bool {
        matches!(self, Self::Function | Self::Method | Self::Macro)
    }

    /// Whether it has members.
    pub fn is_type(self) -> bool {
        matches!(self, Self::Class | Self::Struct | Self::Enum | Self::Interface | Self::Type)
    }
}

/// One definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// What it is.
    pub kind: DefinitionKind,
    /// Its name.
    pub name: String,
    /// The definition around it, by its place in [`FileFacts::definitions`].
    pub container: Option<u32>,
    /// A container that it names itself and that is not around it: a receiver, `impl` of a type elsewhere.
    pub receiver: Option<String>,
    /// Everything before the body, on one line, bounded.
    pub signature: String,
    /// First and last line of its comment or doc string, from 1.
    pub doc: Option<(u32, u32)>,
    /// First line, from 1, decorators included.
    pub start_line: u32,
    /// The line that holds the name.
    pub name_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
}

/// One call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallSite {
    /// The last part of what is called.
    pub name: String,
    /// What stands before it: `self`, a variable, a type, a module path.
    pub receiver: Option<String>,
    /// How many arguments.
    pub arguments: u8,
    /// Its line, from 1.
    pub line: u32,
    /// The definition that it stands in.
    pub within: Option<u32>,
}

/// A use of a name that is not a call: a type, a constant, a function passed on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The name.
    pub name: String,
    /// Its line, from 1.
    pub line: u32,
    /// The definition that it stands in.
    pub within: Option<u32>,
}

/// One import or re-export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The module, file or package, as written.
    pub module: String,
    /// The names taken from it, each with its local name; empty for the module itself, `*` for all.
    pub names: Vec<(String, String)>,
    /// Whether it is handed on.
    pub is_reexport: bool,
    /// Its line, from 1.
    pub line: u32,
}

impl Import {
    /// What `require` takes: the module itself where parts of it are asked for, what it exports as a whole where that is
    /// called. As a local name it is what the file exports as a whole.
    pub const EXPORTS: &str = "module.exports";
}

/// A type that a type is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    /// The name of the deriving type.
    pub derived: String,
    /// The base's name, as written.
    pub base: String,
    /// Its line, from 1.
    pub line: u32,
}

/// What a name is bound to inside a function. The facts of manifests have the same shape, without a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The name; `self.name` or `this.name` for a field, `->` for what a function gives back.
    pub name: String,
    /// `: Type` as it is written, or names and calls without arguments (`a.b().c[]`), behind `with ` if a block
    /// opens it; `=>` for a function on that line; empty if it cannot be told.
    pub value: String,
    /// Its line, from 1.
    pub line: u32,
    /// First and last line of the function around, named or not; 0 if there is none.
    pub scope: (u32, u32),
    /// The definition that it stands in.
    pub within: Option<u32>,
}

impl Binding {
    /// The name under which the value stands that a function gives back.
    pub const RESULT: &str = "->";
    /// The value is a function or class, which is defined on that line.
    pub const FUNCTION: &str = "=>";

    /// Before a name that a file of CommonJS exports: the value is what it exports under it.
    pub const EXPORTED: &str = "exports.";

    /// Before `parameter/argument/property callee`: the value is a parameter of a function that is handed to a call, as an
    /// argument or as a property of one.
    pub const HANDED: &str = "^";

    /// Whether a line is in the function that has it.
    pub fn is_seen_from(&self, line: u32) -> bool {
        self.scope.0 > 0 && self.scope.0 <= line && line <= self.scope.1
    }
}

/// Lines that are found together: a definition without what is defined in it, or a window of the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// The definition that owns the lines.
    pub definition: Option<u32>,
    /// First line, from 1.
    pub start_line: u32,
    /// Last line, inclusive.
    pub end_line: u32,
}

/// How a file was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// By its grammar.
    Parsed,
    /// As text: there is no grammar for it.
    NoGrammar,
    /// As text: the parser gave up or was too slow.
    Defeated,
    /// Not at all: it holds a NUL near its beginning.
    Binary,
    /// Not at all: it is larger than is indexed.
    Large,
    /// Not at all: its bytes are no UTF-8.
    NotUtf8,
    /// Not at all: the system refused.
    Refused,
}

impl Reading {
    /// Why the file is known by its name only, in words; nothing for one that was read.
    pub fn why_unread(self) -> Option<&'static str> {
        match self {
            Self::Parsed | Self::NoGrammar | Self::Defeated => None,
            Self::Binary => Some("binary"),
            Self::Large => Some("large"),
            Self::NotUtf8 => Some("not UTF-8"),
            Self::Refused => Some("unreadable"),
        }
    }
}

/// All that a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFacts {
    /// How it was read.
    pub reading: Reading,
    /// In the order of their first line.
    pub definitions: Vec<Definition>,
    /// In the order of their lines.
    pub calls: Vec<CallSite>,
    /// In the order of their lines.
    pub references: Vec<Reference>,
    /// In the order of their lines.
    pub imports: Vec<Import>,
    /// In the order of their lines.
    pub bases: Vec<Base>,
    /// In the order of the text: all of Python, JavaScript, TypeScript and manifests; declared parameters of functions
    /// without a name of Go, Java, Kotlin, Rust, PHP and C#.
    pub bindings: Vec<Binding>,
    /// Every line that holds text is in one chunk.
    pub chunks: Vec<Chunk>,
}

/// A header that is written in C++ is read as that: its name does not say so.
pub(crate) fn grammar_for(text: &str, grammar: Grammar) -> Grammar {
    const HINTS: [&[u8]; 6] =
        [b"\nnamespace ", b"\ntemplate <", b"\ntemplate<", b"\nclass ", b"\n public:", b"\npublic:"];
    let head = &text.as_bytes()[..text.len().min(limits::HEADER_HINT_BYTES)];
    let is_cpp = || HINTS.iter().any(|hint| memchr::memmem::find(head, hint).is_some());
    if grammar == Grammar::C && is_cpp() { Grammar::Cpp } else { grammar }
}

fn read(text: &str, grammar: Grammar, deadline: Instant) -> Option<Walked> {
    if text.len() > limits::FACTS_LINE_BYTES {
        let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1;
        // Minified or generated: parsing costs much and names nothing.
        if text.len() / lines > limits::FACTS_LINE_BYTES {
            return None;
        }
    }
    let slim = slim::slim(text, grammar);
    let tree = parse(&slim.text, grammar, &[], deadline)?;
    walk::walk_slim(&tree, &slim, table_of(grammar), deadline)
}

fn described(text: &str, walked: Walked) -> FileFacts {
    FileFacts {
        reading: Reading::Parsed,
        chunks: chunks::chunks(text, &walked.definitions, &walked.has_body),
        definitions: walked.definitions,
        calls: walked.calls,
        references: walked.references,
        imports: walked.imports,
        bases: walked.bases,
        bindings: walked.bindings,
    }
}

/// The facts of a file that was not read.
pub fn unread(reading: Reading) -> FileFacts {
    as_text("", reading)
}

/// The facts of a file that its grammar does not read.
pub(crate) fn as_text(text: &str, reading: Reading) -> FileFacts {
    FileFacts { reading, ..described(text, Walked::default()) }
}
