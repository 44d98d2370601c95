//! Which functions of a file an error is about: those that the trace names, then the one that holds its text word for word, then
//! those that hold most of its words.

use std::collections::HashMap;

use foreword_index::facts::DefinitionKind;
use foreword_index::store::{ChunkId, DefinitionId, FileId, Store, StoreError};

use crate::nodes::{Node, Nodes};
use foreword_retrieve::report::{OwnFrame, Stack};

/// Functions of one file that are named.
const FUNCTIONS_MAX: usize = 3;
/// A function that holds less than this share of the words of the best is not named.
const WORDS_SHARE_MIN: f64 = 0.5;

/// Runs of words that a function must hold and hardly any other file does, to come before those that hold most words.
const LITERALS_MIN: f64 = 2.0;

/// A function that an error is about.
#[derive(Debug, Clone)]
pub(super) struct Function {
    pub(super) node: Node,
    /// The line that the trace names, from 1.
    pub(super) line: Option<u32>,
    pub(super) is_in_trace: bool,
}

/// What a file holds of an issue.
pub(super) struct Holds<'h> {
    /// What each of its chunks holds of the words.
    pub(super) words: &'h [f32],
    /// Its lines that hold text of the issue, with how much that says.
    pub(super) literal_lines: &'h [(u32, f64)],
    /// Whether the issue is hardly more than a message.
    pub(super) is_message: bool,
}

/// The functions of a file, the likeliest first.
pub(super) fn functions(
    store: &Store,
    nodes: &Nodes<'_>,
    file: FileId,
    path: &str,
    stack: &Stack<'_>,
    holds: &Holds<'_>,
) -> Result<Vec<Function>, StoreError> {
    let mut found: Vec<(DefinitionId, Function)> = Vec::new();
    let mut add = |nodes: &Nodes<'_>, of: DefinitionId, line: Option<u32>, is_in_trace: bool| {
        let is_known = found.iter().any(|(known, _)| *known == of);
        if found.len() < FUNCTIONS_MAX
            && !is_known
            && let Some(node) = nodes.node(of)
        {
            found.push((of, Function { node, line, is_in_trace }));
        }
    };
    for frame in stack.own.iter().filter(|frame| frame.paths.contains(&path)) {
        if let Some(of) = framed(store, nodes, file, frame)? {
            add(nodes, of, frame.line, true);
        }
    }
    if let Some(of) = quoting(store, nodes, file, holds)? {
        add(nodes, of, None, false);
    }
    let mut chunks: Vec<(u32, f64)> =
        (0_u32..).zip(holds.words.iter().map(|words| f64::from(*words))).collect();
    chunks.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let best = chunks.first().map_or(0.0, |(_, words)| *words);
    for (number, words) in chunks.into_iter().take(FUNCTIONS_MAX * 4) {
        if words <= 0.0 || words < best * WORDS_SHARE_MIN {
            break;
        }
        let chunk = store.chunk(ChunkId { file, number })?;
        if let Some(number) = chunk.and_then(|chunk| chunk.definition) {
            add(nodes, DefinitionId { file, number }, None, false);
        }
    }
    Ok(found.into_iter().map(|(_, function)| function).collect())
}

/// The function that holds most of the text word for word.
fn quoting(
    store: &Store,
    nodes: &Nodes<'_>,
    file: FileId,
    holds: &Holds<'_>,
) -> Result<Option<DefinitionId>, StoreError> {
    let least = if holds.is_message { f64::MIN_POSITIVE } else { LITERALS_MIN };
    if holds.literal_lines.iter().map(|(_, says)| says).sum::<f64>() < least {
        return Ok(None);
    }
    let spans = spans(store, nodes, file)?;
    let mut held: HashMap<usize, f64> = HashMap::new();
    for (line, says) in holds.literal_lines {
        let around = spans.iter().enumerate().filter(|(_, span)| span.holds(*line));
        if let Some((at, _)) = around.min_by_key(|(_, span)| span.end - span.start) {
            *held.entry(at).or_default() += says;
        }
    }
    let most = held.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    Ok(most.filter(|(_, says)| *says >= least).map(|(at, _)| spans[at].of))
}

/// A function or type and its lines.
struct Span {
    of: DefinitionId,
    name: String,
    start: u32,
    end: u32,
}

impl Span {
    fn holds(&self, line: u32) -> bool {
        self.start <= line && line <= self.end
    }
}

/// The functions and types of a file.
fn spans(store: &Store, nodes: &Nodes<'_>, file: FileId) -> Result<Vec<Span>, StoreError> {
    let is_place = |kind: DefinitionKind| kind.is_function() || kind.is_type();
    let heads = store.heads_of(file)?;
    let mut spans = Vec::new();
    for (number, head) in (0_u32..).zip(heads).filter(|(_, head)| is_place(head.kind)) {
        let of = DefinitionId { file, number };
        let Some(node) = nodes.node(of) else { continue };
        let (start, end) = (node.definition.start_line, node.definition.end_line);
        spans.push(Span { of, name: head.name, start, end });
    }
    Ok(spans)
}

/// The function of a frame: around its line if it has the name that the frame gives, else of that name, else around the
/// line alone.
fn framed(
    store: &Store,
    nodes: &Nodes<'_>,
    file: FileId,
    frame: &OwnFrame<'_>,
) -> Result<Option<DefinitionId>, StoreError> {
    let mut around: Option<(u32, DefinitionId)> = None;
    let mut named: Option<(u32, DefinitionId)> = None;
    for Span { of, name, start, end } in spans(store, nodes, file)? {
        let holds = frame.line.is_some_and(|line| start <= line && line <= end);
        if holds && around.is_none_or(|(lines, _)| end - start < lines) {
            around = Some((end - start, of));
        }
        let away = frame.line.map_or(0, |line| if holds { 0 } else { line.abs_diff(start) });
        if frame.function.as_deref() == Some(name.as_str()) && named.is_none_or(|(known, _)| away < known) {
            named = Some((away, of));
        }
    }
    Ok(named.or(around).map(|(_, of)| of))
}
