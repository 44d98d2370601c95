//! What the text of an error says about places: stack traces, compiler diagnostics, failing tests, mentions of a line.
//!
//! `parse` is a pure function from text to frames and messages. It knows no repository and opens no file; which file of a
//! repository a frame means is decided in `frames`. Every family of formats has a file of its own. A reader looks at one line
//! and the line before it, and either takes the line or leaves it to the next reader.

mod builder;
mod diagnostics;
mod dotnet;
mod elixir;
mod errors;
mod failures;
mod golang;
mod javascript;
mod jvm;
mod lines;
mod mentions;
mod names;
mod native;
mod output;
mod php;
mod prefixes;
mod python;
mod ruby;
mod rust;
mod scan;
mod swift;

use builder::Builder;
use lines::{Line, Lines};
pub use output::{Output, Writer, read as read_output};

/// What an error text names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    /// The places, in the order of the text; the frames of one stack innermost first.
    pub frames: Vec<Frame>,
    /// What went wrong, in the words of the program that failed.
    pub messages: Vec<Message>,
}

impl Trace {
    /// The places, nearest to the error first: what was thrown, trace by trace from the root cause outwards; then diagnostics,
    /// failed tests and mentions, errors before warnings and what led to them, otherwise in the order of the text.
    pub fn nearest_first(&self) -> Vec<&Frame> {
        let mut frames: Vec<&Frame> = self.frames.iter().collect();
        let class = |kind| match kind {
            FrameKind::Thrown | FrameKind::Stack => 0_u8,
            FrameKind::Diagnostic => 1,
            FrameKind::Test => 2,
            FrameKind::Mention => 3,
        };
        // Stable: a position that an error states for itself stands before the stack that follows it.
        frames.sort_by_key(|frame| {
            let is_stack = class(frame.kind) == 0;
            // Which of several stacks is graver is for whoever knows what wrote them.
            let grave = if is_stack { Severity::Error } else { frame.severity };
            (class(frame.kind), grave, frame.trace, frame.chain, frame.depth)
        });
        frames
    }
}

/// One place that a trace or diagnostic names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    /// The file as written: `/app/src/foo.py`, `webpack:///./src/a.ts`, `Foo.java`.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The function as its source calls it, without its container; the title of a test where a test has no function.
    pub function: Option<String>,
    /// Class, module or package of the function, as far as the trace qualifies it: `com.acme.Foo.Inner`, `crate::module`.
    pub container: Option<String>,
    /// Library, application or binary image that the trace itself says the frame is in: `phoenix`, `java.base`.
    pub package: Option<String>,
    /// What the place is.
    pub kind: FrameKind,
    /// The family of formats that it was written in.
    pub family: Family,
    /// Which of the independent traces of the text, from 0 in the order of the text; 0 for what is no part of one.
    pub trace: u32,
    /// Which of several chained stacks of that trace: 0 is the root cause, or the thread that failed.
    pub chain: u32,
    /// Calls above the place that threw: 0 is the innermost, whatever order the text has.
    pub depth: u32,
    /// How grave what is said of it is.
    pub severity: Severity,
}

/// How grave what is said of a place is, the gravest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something failed there, as far as is known.
    #[default]
    Error,
    /// A warning, or an error that was dealt with.
    Warning,
    /// It explains another place, or led to it: a note, a line that includes a file, what a log says in passing.
    Note,
}

/// What a named place is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum FrameKind {
    /// A frame of a call stack.
    Stack,
    /// The position that a panic, a failed assertion or a fatal error states for itself.
    Thrown,
    /// The position of a compiler's, linter's or linker's message.
    Diagnostic,
    /// A test that failed.
    Test,
    /// A file and line in other text, or a link to one.
    #[default]
    Mention,
}

/// The family of formats that a place was written in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Family {
    /// CPython, pytest, unittest.
    Python,
    /// V8, Firefox, Safari, jest, vitest, mocha.
    JavaScript,
    /// Java, Kotlin, Scala, Clojure; their compilers and test runners.
    Jvm,
    /// The Go runtime and `go test`.
    Go,
    /// Panics and backtraces of Rust, rustc, cargo.
    Rust,
    /// C and C++: sanitizers, debuggers, valgrind, linkers.
    Native,
    /// C# and other .NET languages.
    DotNet,
    /// Ruby, rspec, minitest.
    Ruby,
    /// PHP and PHPUnit.
    Php,
    /// Elixir and Erlang.
    Elixir,
    /// Swift, Objective-C, crash reports of Apple systems.
    Swift,
    /// Formats that many programs share.
    #[default]
    Any,
}

/// What went wrong, in the words of the program that failed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    /// The words, without the code.
    pub text: String,
    /// The name of the error type, or the code of a diagnostic: `KeyError`, `E0308`, `TS2345`.
    pub code: Option<String>,
}

/// Reads one line: whether it was its own.
type Reader = fn(&Line<'_>, &mut Builder) -> bool;

/// In the order in which they are asked: formats with an unmistakable mark first, what may be anything last.
const READERS: [Reader; 15] = [
    python::read,
    rust::read,
    golang::read,
    php::read,
    native::read,
    swift::read,
    dotnet::read,
    jvm::read,
    javascript::read,
    ruby::read,
    elixir::read,
    failures::read,
    diagnostics::read,
    errors::read,
    mentions::read,
];

/// The places and messages in `text`.
///
/// Markdown quotes and fences, colours, carriage returns, timestamps and the prefixes of logs do not matter. Of a text longer
/// than `TRACE_BYTES` the middle is not read; of more than `TRACE_FRAMES` frames the first and the last ones stay, and of one
/// stack the innermost ones and a few outermost.
pub fn parse(text: &str) -> Trace {
    let mut builder = Builder::default();
    for part in lines::ends(text) {
        for line in Lines::new(&lines::unescaped(part)) {
            read_line(&line, &mut builder);
        }
    }
    builder.finish()
}

fn read_line(line: &Line<'_>, builder: &mut Builder) {
    if line.text.is_empty() {
        return;
    }
    builder.leveled(line.level);
    if line.is_fence() {
        builder.end_trace();
    } else if READERS.iter().any(|read| read(line, builder)) {
        builder.taken();
    } else {
        builder.not_taken();
    }
}

#[cfg(test)]
mod tests;
