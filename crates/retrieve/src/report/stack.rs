//! What the trace of an error says of files: the nearest frame in the repository first.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;

use crate::frames::{self, Fit, FrameTarget};
use crate::trace::{Frame, FrameKind, Output, Severity, Trace, Writer};

/// A frame that is in the repository.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnFrame<'p> {
    /// The files that it may be in; more than one if the trace does not say which.
    pub paths: Vec<&'p str>,
    /// From 1.
    pub line: Option<u32>,
    /// Its bare name.
    pub function: Option<String>,
    /// What the line of the trace is.
    pub kind: FrameKind,
    /// How well the path fits.
    pub fit: Fit,
    /// Which of the traces of the text.
    pub trace: u32,
    /// How bad the program says it is.
    pub severity: Severity,
}

/// What a trace says.
#[derive(Debug, Default)]
pub struct Stack<'p> {
    /// The nearest to the error first.
    pub own: Vec<OwnFrame<'p>>,
    /// Frames in all.
    pub frames: usize,
    /// What stands around the trace.
    pub around: Around,
    /// Who wrote the text around it.
    pub writer: Writer,
}

/// What a text holds beside its trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Around {
    /// Prose: the trace is a part of what is said.
    #[default]
    Text,
    /// Hardly more than a first line that says what it is about.
    Title,
    /// Nothing: the trace is the question.
    Nothing,
}

/// Lines of text that one frame takes at most, with the line of code under it.
const LINES_PER_FRAME: usize = 3;
/// Lines around a trace that still belong to it: its heading and its message.
const LINES_AROUND: usize = 4;

/// Maps the frames of a trace to the files of a repository.
pub fn read_stack<'p>(
    output: &Output<'_>,
    trace: &Trace,
    root: &Path,
    paths: impl IntoIterator<Item = &'p str>,
) -> Stack<'p> {
    let writer = output.writer;
    // What a program mentions in passing is no failure.
    let is_meant = |frame: &&Frame| {
        let in_passing = frame.kind == FrameKind::Mention && frame.severity != Severity::Error;
        writer == Writer::Person || !in_passing
    };
    let ordered: Vec<Frame> = trace.nearest_first().into_iter().filter(is_meant).cloned().collect();
    let name = root.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let mut stack = Stack { frames: ordered.len(), around: around(output, trace), own: Vec::new(), writer };
    if ordered.is_empty() {
        return stack;
    }
    for (frame, place) in ordered.iter().zip(frames::map(&ordered, paths, &[name])) {
        match place {
            FrameTarget::Outside | FrameTarget::Unknown => {}
            FrameTarget::Inside(mapped) => stack.own.push(OwnFrame {
                paths: mapped.candidates,
                line: frame.line,
                function: frame.function.clone(),
                kind: frame.kind,
                fit: mapped.fit,
                trace: frame.trace,
                severity: frame.severity,
            }),
        }
    }
    if writer != Writer::Person {
        gravest_first(&mut stack.own, writer);
    }
    stack
}

/// Puts the traces that a program wrote in order: errors before what it only warns of, then those that occur most, then the last
/// of a log, which may have ended it, or the first of a test run, which the others may follow from.
fn gravest_first(own: &mut [OwnFrame<'_>], writer: Writer) {
    type Site<'p> = (Option<&'p str>, Option<u32>);
    let mut sites: HashMap<u32, Site<'_>> = HashMap::new();
    for frame in own.iter().filter(|frame| frame.is_of_trace()) {
        sites.entry(frame.trace).or_insert((frame.paths.first().copied(), frame.line));
    }
    let mut counts: HashMap<Site<'_>, usize> = HashMap::new();
    sites.values().for_each(|site| *counts.entry(*site).or_default() += 1);
    let count = |trace: u32| sites.get(&trace).and_then(|site| counts.get(site)).copied().unwrap_or_default();
    // Stable: within a trace the nearest stay first, and so do diagnostics and failed tests behind all traces.
    own.sort_by_key(|frame| {
        if !frame.is_of_trace() {
            return (true, Severity::Error, Reverse(0), 0);
        }
        let place = if writer == Writer::Log { u32::MAX - frame.trace } else { frame.trace };
        (false, frame.severity, Reverse(count(frame.trace)), place)
    });
}

fn around(output: &Output<'_>, trace: &Trace) -> Around {
    // Whatever a program writes beside its trace, it is no prose.
    if output.writer != Writer::Person {
        return Around::Nothing;
    }
    let first = output.first_left.as_str();
    if output.lines_left > trace.frames.len() * LINES_PER_FRAME + LINES_AROUND {
        return Around::Text;
    }
    let is_message = |text: &str| !text.is_empty() && first.contains(text);
    // An error without a message is its type alone; in a sentence the type is somebody's title.
    let is_bare_type =
        (first.is_ascii() && !first.contains(' ')) || first.starts_with("Exception in thread ");
    let is_of_trace = first.ends_with(':')
        || trace.messages.iter().any(|message| is_message(&message.text))
        || is_bare_type
        || trace.frames.iter().any(|frame| frame.file.as_deref().is_some_and(is_message));
    if is_of_trace { Around::Nothing } else { Around::Title }
}

impl OwnFrame<'_> {
    /// Whether it is of a stack, or where an error says that it was.
    fn is_of_trace(&self) -> bool {
        matches!(self.kind, FrameKind::Stack | FrameKind::Thrown)
    }
}

impl Stack<'_> {
    /// How much the trace speaks for each file: one for the file of the nearest frame, less for each further one.
    ///
    /// In what a program wrote, files that can be no answer take no place: a test run names every test that failed.
    pub fn values(&self, is_candidate: impl Fn(&str) -> bool) -> HashMap<&str, f64> {
        let mut values: HashMap<&str, f64> = HashMap::new();
        let mut rank = 1.0;
        let is_counted = |frame: &&OwnFrame<'_>| {
            self.writer == Writer::Person || frame.paths.iter().any(|path| is_candidate(path))
        };
        for frame in self.own.iter().filter(is_counted) {
            let kind = match frame.kind {
                FrameKind::Diagnostic if frame.severity != Severity::Error => 0.5,
                FrameKind::Stack | FrameKind::Thrown | FrameKind::Diagnostic => 1.0,
                FrameKind::Test | FrameKind::Mention => 0.5,
            };
            let value = kind / (rank * frame.paths.len().max(1) as f64);
            let is_new = frame.paths.iter().any(|path| !values.contains_key(path));
            for path in &frame.paths {
                let known = values.entry(path).or_default();
                *known = known.max(value);
            }
            if is_new {
                rank += 1.0;
            }
        }
        values
    }
}
