//! What the trace of an error says of files: the nearest frame in the repository first.

use std::collections::HashMap;
use std::path::Path;

use super::frames::{self, Fit, Place};
use super::trace::{Frame, FrameKind, Trace};

/// A frame that is in the repository.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OwnFrame<'p> {
    /// The files that it may be in; more than one if the trace does not say which.
    pub(super) paths: Vec<&'p str>,
    pub(super) line: Option<u32>,
    pub(super) function: Option<String>,
    pub(super) kind: FrameKind,
    pub(super) fit: Fit,
}

/// What a trace says.
#[derive(Debug, Default)]
pub(super) struct Stack<'p> {
    /// The nearest to the error first.
    pub(super) own: Vec<OwnFrame<'p>>,
    /// Frames in all.
    pub(super) frames: usize,
    pub(super) around: Around,
}

/// What a text holds beside its trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Around {
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
pub(super) fn stack<'p>(
    text: &str,
    trace: &Trace,
    root: &Path,
    paths: impl IntoIterator<Item = &'p str>,
) -> Stack<'p> {
    let ordered: Vec<Frame> = trace.nearest_first().into_iter().cloned().collect();
    let name = root.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let mut stack = Stack { frames: ordered.len(), around: around(text, trace), own: Vec::new() };
    if ordered.is_empty() {
        return stack;
    }
    for (frame, place) in ordered.iter().zip(frames::map(&ordered, paths, &[name])) {
        match place {
            Place::Outside | Place::Unknown => {}
            Place::Inside(mapped) => stack.own.push(OwnFrame {
                paths: mapped.candidates,
                line: frame.line,
                function: frame.function.clone(),
                kind: frame.kind,
                fit: mapped.fit,
            }),
        }
    }
    stack
}

fn around(text: &str, trace: &Trace) -> Around {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    if 1 + lines.count() > trace.frames.len() * LINES_PER_FRAME + LINES_AROUND {
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

impl Stack<'_> {
    /// How much the trace speaks for each file: one for the file of the nearest frame, less for each further one.
    pub(super) fn values(&self) -> HashMap<&str, f64> {
        let mut values: HashMap<&str, f64> = HashMap::new();
        let mut rank = 1.0;
        for frame in &self.own {
            let kind = match frame.kind {
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
