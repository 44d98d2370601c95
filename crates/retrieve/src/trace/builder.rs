//! Collects frames and messages: normalises the order of a stack, numbers chained stacks from the root cause, holds the limits.
//! It must not look at text.

use std::collections::HashSet;

use foreword_model::limits::{
    TRACE_FRAMES, TRACE_GAP_LINES, TRACE_GAP_LINES_INNERMOST_LAST, TRACE_MESSAGE_BYTES, TRACE_MESSAGES,
    TRACE_STACK_INNERMOST, TRACE_STACK_OUTERMOST,
};
use foreword_text::truncate::truncate_bytes;

use super::lines::Level;
use super::{Family, Frame, FrameKind, Message, Severity, Trace};

/// Places that are held before the middle ones go: so they go rarely.
const FRAMES_HELD: usize = 2 * TRACE_FRAMES;

/// Which end of a stack its text begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Order {
    /// Nearly everything.
    #[default]
    InnermostFirst,
    /// Python.
    InnermostLast,
}

/// How the next stack of a trace relates to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// The next one is what caused the last one, or the one that counts: Java's `Caused by`, Python's `During handling of`.
    Cause,
    /// The last one led to the next one: Python's `raise … from`, inner exceptions of .NET; also other threads.
    Consequence,
}

/// What makes two places outside stacks the same one: kind, file, line, function.
type PlaceKey = (FrameKind, Option<String>, Option<u32>, Option<String>);

/// What is known so far.
#[derive(Debug, Default)]
pub(super) struct Builder {
    frames: Vec<Frame>,
    messages: Vec<Message>,
    /// The frames of the open stack, as printed.
    stack: Vec<Frame>,
    order: Order,
    /// Lines since the last one that was read.
    gap_lines: u32,
    trace: u32,
    chain: u32,
    causes_come_later: bool,
    /// Where the frames of the open trace begin in `frames`.
    trace_start: usize,
    /// Places outside stacks that are there already.
    seen: HashSet<PlaceKey>,
    /// How grave the log says that this line is, and the last one that it says it of.
    level: Option<Level>,
    last_level: Option<Level>,
    /// Whether the log only warns of the open trace.
    is_warned: bool,
    /// What a reader remembers from line to line.
    pub(super) memory: Memory,
}

/// What readers remember from line to line.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The function whose body pytest shows.
    pub(super) python_function: Option<String>,
    /// Whether the last line was one of pytest's `E` lines.
    pub(super) is_pytest_message: bool,
    /// Whether the next traceback of Python belongs to the last one.
    pub(super) is_python_linked: bool,
    /// The file that stands above a linter's messages.
    pub(super) heading_file: Option<String>,
    /// Whether a list of failed tests has begun.
    pub(super) is_failure_list: bool,
    /// The function that a linker's messages are about.
    pub(super) linked_function: Option<String>,
}

impl Builder {
    /// One more frame of the open stack, or the first of a new one.
    pub(super) fn stack_frame(&mut self, order: Order, frame: Frame) {
        if self.order != order {
            self.end_trace();
        }
        self.order = order;
        // A log marks the line above a trace. What it says in passing there has nothing to do with it.
        if self.stack.is_empty() && self.chain == 0 {
            self.is_warned = self.last_level.take() == Some(Level::Warning);
        }
        let severity = if self.is_warned { Severity::Warning } else { frame.severity };
        self.stack.push(Frame { kind: FrameKind::Stack, severity, ..frame });
    }

    /// How grave the log says that the next line is.
    pub(super) fn leveled(&mut self, level: Option<Level>) {
        self.level = level;
        self.last_level = level.or(self.last_level);
    }

    /// The frame that was read last, if a stack is open: some formats have the position on a line of its own.
    pub(super) fn last_frame(&mut self) -> Option<&mut Frame> {
        self.stack.last_mut()
    }

    /// The last position that an error has stated for itself, if nothing else was read since.
    pub(super) fn last_place(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut().filter(|frame| frame.kind == FrameKind::Thrown)
    }

    /// Whether frames of this order are being read.
    pub(super) fn is_stack_open(&self, order: Order) -> bool {
        !self.stack.is_empty() && self.order == order
    }

    /// Lines since the last one that was read.
    pub(super) fn gap_lines(&self) -> u32 {
        self.gap_lines
    }

    /// A place outside a stack; the same one counts once.
    pub(super) fn place(&mut self, kind: FrameKind, frame: Frame) {
        if self.frames.len() >= FRAMES_HELD {
            return;
        }
        let passes = matches!(self.level, Some(Level::Warning | Level::Other));
        let severity = if kind == FrameKind::Mention && passes { Severity::Note } else { frame.severity };
        let key = (kind, frame.file.clone(), frame.line, frame.function.clone());
        if self.seen.insert(key) {
            let trace = if kind == FrameKind::Thrown { self.trace } else { 0 };
            self.frames.push(Frame { kind, trace, chain: 0, depth: 0, severity, ..frame });
        }
    }

    /// What went wrong.
    pub(super) fn message(&mut self, code: Option<&str>, text: &str) {
        let text = text.trim();
        if self.messages.len() >= TRACE_MESSAGES || (text.is_empty() && code.is_none()) {
            return;
        }
        let text = truncate_bytes(text, TRACE_MESSAGE_BYTES).to_owned();
        let message = Message { text, code: code.map(str::to_owned) };
        if self.messages.last() != Some(&message) {
            self.messages.push(message);
        }
    }

    /// One more line of the last message.
    pub(super) fn continue_message(&mut self, text: &str) {
        if let Some(last) = self.messages.last_mut()
            && last.text.len() + text.len() < TRACE_MESSAGE_BYTES
        {
            if !last.text.is_empty() {
                last.text.push('\n');
            }
            last.text.push_str(text);
        }
    }

    /// The open stack is complete, and the next one belongs to the same trace.
    pub(super) fn link(&mut self, link: Link) {
        if self.end_stack() {
            self.chain += 1;
        }
        self.causes_come_later |= link == Link::Cause;
    }

    /// The open stack and its trace are complete.
    pub(super) fn end_trace(&mut self) {
        let has_last_stack = self.end_stack();
        if self.frames.len() == self.trace_start && !has_last_stack {
            self.chain = 0;
            self.causes_come_later = false;
            return;
        }
        let of_trace = &mut self.frames[self.trace_start..];
        let is_stack = |frame: &&mut Frame| frame.kind == FrameKind::Stack;
        let last_chain =
            of_trace.iter().filter(|frame| frame.kind == FrameKind::Stack).map(|frame| frame.chain).max();
        if self.causes_come_later {
            let last_chain = last_chain.unwrap_or(0);
            of_trace.iter_mut().filter(is_stack).for_each(|frame| frame.chain = last_chain - frame.chain);
        }
        self.trace += u32::from(last_chain.is_some());
        self.chain = 0;
        self.causes_come_later = false;
        if self.frames.len() >= FRAMES_HELD {
            self.drop_middle();
        }
        self.trace_start = self.frames.len();
    }

    /// Of too many places the first and the last stay: what came first, and what the text ends with.
    fn drop_middle(&mut self) {
        let half = TRACE_FRAMES / 2;
        let Some(last) = self.frames.len().checked_sub(half).filter(|last| *last > half) else { return };
        // No stack loses its innermost frame alone.
        let is_begin = |frame: &Frame| frame.kind != FrameKind::Stack || frame.depth == 0;
        let kept = self.frames[last..].iter().position(is_begin).map_or(self.frames.len(), |at| last + at);
        self.frames.drain(half..kept);
    }

    /// A line was read.
    pub(super) fn taken(&mut self) {
        self.gap_lines = 0;
    }

    /// A line was of no format: code inside a trace, or the text behind it.
    pub(super) fn not_taken(&mut self) {
        self.memory.is_pytest_message = false;
        self.gap_lines += 1;
        // Between two stacks of a trace there may be a message of any length.
        if self.stack.is_empty() {
            return;
        }
        let gap_max = match self.order {
            Order::InnermostFirst => TRACE_GAP_LINES,
            Order::InnermostLast => TRACE_GAP_LINES_INNERMOST_LAST,
        };
        if self.gap_lines > gap_max {
            self.end_trace();
        }
    }

    /// All of it; a mention of a place that something else names too goes.
    pub(super) fn finish(mut self) -> Trace {
        self.end_trace();
        self.drop_middle();
        self.name_thrown();
        let is_mention = |frame: &Frame| frame.kind == FrameKind::Mention;
        let places = |frame: &Frame| (frame.file.clone(), frame.line);
        if self.frames.iter().any(is_mention) {
            let named: HashSet<_> =
                self.frames.iter().filter(|frame| !is_mention(frame)).map(places).collect();
            self.frames.retain(|frame| !is_mention(frame) || !named.contains(&places(frame)));
        }
        Trace { frames: self.frames, messages: self.messages }
    }

    /// A position that an error states for itself has no function; the stack below it may name it.
    fn name_thrown(&mut self) {
        for at in 0..self.frames.len() {
            let (before, rest) = self.frames.split_at_mut(at + 1);
            let thrown = &mut before[at];
            if thrown.kind != FrameKind::Thrown || thrown.function.is_some() {
                continue;
            }
            let path =
                |frame: &Frame| frame.file.as_deref().map(|path| path.trim_start_matches("./").to_owned());
            let (file, line) = (path(thrown), thrown.line);
            let is_place = |frame: &&Frame| frame.line == line && path(frame) == file;
            let of_trace = rest.iter().take_while(|frame| frame.trace == thrown.trace);
            if let Some(named) = of_trace.filter(|frame| frame.kind == FrameKind::Stack).find(is_place) {
                (thrown.function, thrown.container) = (named.function.clone(), named.container.clone());
            }
        }
    }

    /// Moves the open stack to the frames, innermost first; whether there was one.
    fn end_stack(&mut self) -> bool {
        if self.stack.is_empty() {
            return false;
        }
        if self.order == Order::InnermostLast {
            self.stack.reverse();
        }
        let count = self.stack.len();
        let stack_max = TRACE_STACK_INNERMOST + TRACE_STACK_OUTERMOST;
        let room = (FRAMES_HELD + stack_max).saturating_sub(self.frames.len());
        for (depth, frame) in
            self.stack.drain(..).enumerate().filter(|(depth, _)| is_kept(*depth, count)).take(room)
        {
            let depth = u32::try_from(depth).unwrap_or(u32::MAX);
            self.frames.push(Frame { trace: self.trace, chain: self.chain, depth, ..frame });
        }
        true
    }
}

/// Whether a frame of a stack of `count` frames stays.
fn is_kept(depth: usize, count: usize) -> bool {
    depth < TRACE_STACK_INNERMOST || depth + TRACE_STACK_OUTERMOST >= count
}

impl Frame {
    /// A frame of this family at this position.
    pub(super) fn at(family: Family, file: &str, line: u32) -> Self {
        Self { file: Some(file.to_owned()), line: Some(line), family, ..Self::default() }
    }
}
