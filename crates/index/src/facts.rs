//! What one source file says: definitions, calls, references, imports, bases, and the chunks that a search
//! finds. Plain data; [`extract`] fills it, the store keeps it.

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
    /// Every line that holds text is in one chunk.
    pub chunks: Vec<Chunk>,
}
