//! Whether a text is what a program wrote, and what is left of it without the lines that say nothing of a failure.
//!
//! A test run, a log or a build is mostly about what went well. Those lines are neither words of the error nor prose around its
//! trace. Which they are is in the table alone; here they are put together. It must not look for frames.

mod shapes;
mod table;

use std::borrow::Cow;
use std::collections::HashMap;

use foreword_model::limits::OUTPUT_LINES_ALIKE;

use super::lines::{Level, Line, Lines, ends, unescaped};
use super::scan::number;
use table::{PROGRAMS, Says, Shape};

/// Letters of a line below which it is not compared with others: a brace is no message.
const LETTERS_MIN: usize = 12;
/// Lines of its own by which a program is known, with the first of the text among them.
const OWN_MIN: usize = 2;
/// The same, if the first has no more than a level: a title can begin with `ERROR:`.
const OWN_UNSURE_MIN: usize = 5;

/// Who wrote a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Writer {
    /// A person, who may show what a program wrote.
    #[default]
    Person,
    /// A test runner or a build.
    Runner,
    /// A program that runs on and keeps a log.
    Log,
}

/// A text without what its program says of its progress.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Output<'t> {
    /// Who wrote it.
    pub writer: Writer,
    /// The words of it that may be about the error.
    pub text: Cow<'t, str>,
    /// Lines that are no program's own: prose, and the trace.
    pub lines_left: usize,
    /// The first of them.
    pub first_left: String,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Blank,
    /// Of a person or a trace, as far as the line alone tells.
    Said,
    /// Of a program, of its failure.
    Failure,
    /// Of a program, of its progress.
    Progress,
}

/// A line that was read.
struct Read {
    kind: Kind,
    /// Known by the table or by its timestamp, not by a level alone.
    is_sure: bool,
    is_log: bool,
    /// What it has in common with lines that differ from it in numbers only.
    shape: Option<u64>,
    /// As it is kept.
    text: String,
}

/// Reads a text. As much of it is read as for frames.
pub fn read(text: &str) -> Output<'_> {
    let mut lines: Vec<Read> = Vec::new();
    let mut around = Surroundings::default();
    for part in ends(text) {
        let part = unescaped(part);
        for (line, raw) in Lines::new(&part).zip(part.lines()) {
            lines.push(around.read(&line, raw));
        }
    }
    take_alike(&mut lines);
    let mut output = Output { writer: writer(&lines), ..Output::default() };
    let mut left = lines.iter().filter(|line| line.kind == Kind::Said);
    output.first_left = left.next().map(|line| line.text.trim().to_owned()).unwrap_or_default();
    output.lines_left = usize::from(!output.first_left.is_empty()) + left.count();
    let count = |is: fn(Kind) -> bool| lines.iter().filter(|line| is(line.kind)).count();
    // What a person shows in passing is a part of what they say.
    let is_mostly_progress = count(|kind| kind == Kind::Progress) * 2 > count(|kind| kind != Kind::Blank);
    output.text = if is_mostly_progress || output.writer != Writer::Person {
        let kept = lines.into_iter().filter(|line| line.kind != Kind::Progress).map(|line| line.text);
        Cow::Owned(kept.collect::<Vec<_>>().join("\n"))
    } else {
        Cow::Borrowed(text)
    };
    output
}

/// Who wrote it. A person begins with words of their own; what begins with a line of a program, the program wrote.
fn writer(lines: &[Read]) -> Writer {
    let own = || lines.iter().filter(|line| matches!(line.kind, Kind::Failure | Kind::Progress));
    let own_min = match lines.iter().find(|line| line.kind != Kind::Blank) {
        Some(Read { kind: Kind::Failure | Kind::Progress, is_sure: true, .. }) => OWN_MIN,
        Some(Read { kind: Kind::Failure | Kind::Progress, .. }) => OWN_UNSURE_MIN,
        Some(Read { kind: Kind::Blank | Kind::Said, .. }) | None => return Writer::Person,
    };
    let (count, logged) = (own().count(), own().filter(|line| line.is_log).count());
    if count < own_min {
        Writer::Person
    } else if logged * 2 > count {
        Writer::Log
    } else {
        Writer::Runner
    }
}

/// Lines that differ in numbers only, and are many, are a program's.
fn take_alike(lines: &mut [Read]) {
    let mut alike: HashMap<u64, usize> = HashMap::new();
    for shape in lines.iter().filter_map(|line| line.shape) {
        *alike.entry(shape).or_default() += 1;
    }
    for line in lines.iter_mut() {
        let count = line.shape.and_then(|shape| alike.get(&shape)).copied().unwrap_or_default();
        if count >= OUTPUT_LINES_ALIKE {
            (line.kind, line.is_log) = (Kind::Progress, true);
        }
    }
}

/// What the lines before say of a line.
#[derive(Default)]
struct Surroundings {
    /// Between the heading of a failure of pytest and the next heading, all is its report.
    is_in_report: bool,
    /// npm says in two lines what it runs.
    is_npm_script: bool,
}

impl Surroundings {
    fn read(&mut self, line: &Line<'_>, raw: &str) -> Read {
        let text = line.text.as_ref();
        let says = table_says(text);
        let was_script = std::mem::replace(&mut self.is_npm_script, shapes::is_npm_script(text));
        if says.is_some() && text.starts_with(['=', '_', '-']) && !text.starts_with("_ _") {
            self.is_in_report = text.starts_with("___");
        }
        let (kind, is_sure) = match (says, line.level) {
            _ if text.is_empty() => (Kind::Blank, false),
            (Some(Says::Progress), _) => (Kind::Progress, true),
            (Some(Says::Failure), _) => (Kind::Failure, true),
            (None, Some(Level::Other | Level::Warning)) => (Kind::Progress, line.is_stamped),
            (None, Some(Level::Error)) => (Kind::Failure, line.is_stamped),
            (None, None) if line.is_stamped => (Kind::Failure, true),
            (None, None) if was_script && raw.starts_with("> ") => (Kind::Progress, true),
            (None, None) if self.is_in_report || is_shown_code(text) => (Kind::Failure, false),
            (None, None) => (Kind::Said, false),
        };
        let may_be_alike = kind == Kind::Said && !raw.starts_with([' ', '\t']);
        Read {
            kind,
            is_sure,
            is_log: says.is_none() && (line.level.is_some() || line.is_stamped),
            shape: may_be_alike.then(|| shape(text)).flatten(),
            text: match kind {
                Kind::Progress | Kind::Blank => String::new(),
                Kind::Failure if line.is_stamped => format!("{:indent$}{text}", "", indent = line.indent),
                Kind::Failure | Kind::Said => raw.to_owned(),
            },
        }
    }
}

/// What the table says of a line.
fn table_says(text: &str) -> Option<Says> {
    let mut rows = PROGRAMS.iter().flat_map(|program| program.lines);
    rows.find(|(_, shape)| shape.fits(text)).map(|(says, _)| *says)
}

impl Shape {
    fn fits(self, text: &str) -> bool {
        match self {
            Self::Whole(whole) => text == whole,
            Self::Starts(start) => text.starts_with(start),
            Self::Ends(end) => text.ends_with(end),
            Self::Around(start, end) => {
                text.len() >= start.len() + end.len() && text.starts_with(start) && text.ends_with(end)
            }
            Self::With(start, inner) => text.strip_prefix(start).is_some_and(|rest| rest.contains(inner)),
            Self::Counted(words) => number(text).is_some_and(|(_, rest)| rest.starts_with(words)),
            Self::Is(is) => is(text),
        }
    }
}

/// `12 | let x = 1;`, as compilers and runners of JavaScript show code.
fn is_shown_code(text: &str) -> bool {
    number(text).is_some_and(|(_, rest)| rest.trim_start().starts_with("| ") || rest.trim_start() == "|")
}

/// A line without its numbers as one number, if it has some and words besides.
fn shape(text: &str) -> Option<u64> {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const FACTOR: u64 = 0x0100_0000_01b3;
    let (mut hash, mut letters, mut has_number) = (START, 0, false);
    for byte in text.bytes().filter(|byte| {
        has_number |= byte.is_ascii_digit();
        !byte.is_ascii_digit()
    }) {
        letters += usize::from(byte.is_ascii_alphabetic());
        hash = (hash ^ u64::from(byte)).wrapping_mul(FACTOR);
    }
    (has_number && letters >= LETTERS_MIN).then_some(hash)
}

#[cfg(test)]
mod tests;
