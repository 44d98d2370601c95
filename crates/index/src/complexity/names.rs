//! What the functions of a file are called: the definitions that the facts found, matched by their lines.

use foreword_model::limits;

use super::Function;
use super::walk::Frame;
use crate::facts::Definition;

/// Lines that a name may stand above its function: `const name =`.
const LINES_ABOVE: u32 = 2;
/// Definitions that are looked at for one function: nobody writes more on a few lines.
const LOOKED_AT: usize = 200;
/// Names of a path: nobody nests more.
const PATH_PARTS: usize = 16;
/// What is called nothing.
const ANONYMOUS: &str = "(anonymous)";

/// Gives every function its name and what it is in.
pub(super) fn named(frames: Vec<Frame>, definitions: &[Definition], separator: &str) -> Vec<Function> {
    let mut by_line: Vec<usize> = (0..definitions.len()).collect();
    by_line.sort_by_key(|number| definitions[*number].name_line);
    let mut names = Names { definitions, by_line, is_taken: vec![false; definitions.len()], separator };
    let mut functions: Vec<Function> = Vec::with_capacity(frames.len());
    for frame in frames {
        let within = frame.within.and_then(|place| functions.get(place));
        let (name, container) = match names.take(&frame) {
            Some(number) => (definitions[number].name.clone(), names.container(number)),
            None => {
                let container = within.and_then(|outer| path_of(outer, separator));
                (frame.name.clone(), container.or_else(|| names.around(&frame)))
            }
        };
        functions.push(Function {
            name: if name.is_empty() { ANONYMOUS.to_owned() } else { name },
            container,
            start_line: frame.start_line,
            end_line: frame.end_line,
            cyclomatic: frame.cyclomatic,
            cognitive: frame.cognitive,
            nesting: frame.nesting,
            parameters: frame.parameters,
            reasons: frame.reasons,
        });
    }
    functions
}

/// What a function is called with all that it is in; shorter where functions nest without end.
fn path_of(function: &Function, separator: &str) -> Option<String> {
    let path = function.qualified_name(separator);
    if path.len() <= limits::FACTS_NAME_BYTES { Some(path) } else { function.container.clone() }
}

struct Names<'n> {
    definitions: &'n [Definition],
    /// Definitions by the line of their name.
    by_line: Vec<usize>,
    is_taken: Vec<bool>,
    separator: &'n str,
}

impl Names<'_> {
    /// The definition that a function is; each is one function.
    fn take(&mut self, frame: &Frame) -> Option<usize> {
        let first = frame.start_line.saturating_sub(LINES_ABOVE);
        let from = self.by_line.partition_point(|number| self.definitions[*number].name_line < first);
        let fits = |number: &&usize| {
            let found = &self.definitions[**number];
            let is_whole = found.start_line <= frame.start_line && found.end_line >= frame.end_line;
            // A name above the function is one that it is assigned to.
            let is_near = found.name_line >= frame.start_line || found.end_line <= frame.end_line + 1;
            found.kind.is_function() && is_whole && is_near && !self.is_taken[**number]
        };
        let near = self.by_line.get(from..).unwrap_or_default().iter();
        let near = near.take_while(|number| self.definitions[**number].name_line <= frame.body_line);
        let near = near.take(LOOKED_AT);
        let span =
            |number: &&usize| self.definitions[**number].end_line - self.definitions[**number].start_line;
        let number = *near.filter(fits).min_by_key(span)?;
        self.is_taken[number] = true;
        Some(number)
    }

    /// The path of what is around a definition, with the type that it names itself.
    fn container(&self, number: usize) -> Option<String> {
        let definition = &self.definitions[number];
        let outer = definition.container.map(|outer| self.path(outer as usize));
        match (outer, &definition.receiver) {
            (Some(outer), Some(receiver)) => Some(format!("{outer}{}{receiver}", self.separator)),
            (outer, receiver) => outer.or_else(|| receiver.clone()),
        }
    }

    /// The innermost definition around a function that is none itself.
    fn around(&self, frame: &Frame) -> Option<String> {
        let before = self.definitions.partition_point(|found| found.start_line <= frame.start_line);
        let all = (0..before).rev().take(LOOKED_AT);
        let mut around = all.filter(|number| self.definitions[*number].end_line >= frame.end_line);
        around.next().map(|number| self.path(number))
    }

    /// `outer.inner`: containers stand before what they hold, so this ends.
    fn path(&self, number: usize) -> String {
        let mut parts: Vec<&str> = Vec::new();
        let mut at = Some(number);
        while let Some(definition) = at.and_then(|number| self.definitions.get(number)) {
            if parts.len() >= PATH_PARTS {
                break;
            }
            parts.push(&definition.name);
            parts.extend(definition.receiver.as_deref());
            let here = at;
            at = definition.container.map(|outer| outer as usize).filter(|outer| Some(*outer) < here);
        }
        parts.reverse();
        parts.join(self.separator)
    }
}
