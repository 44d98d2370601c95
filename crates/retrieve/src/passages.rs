//! A file cut into passages: what is ranked, and shown.
//!
//! A passage is a definition with its comment and without what is defined in it, a piece of a long one, or a window of the
//! lines outside definitions: code at the margin of a file, templates, configuration, a section of prose.

mod imports;

use foreword_index::language::{Language, Nature};
use foreword_index::outline::Definition;

use imports::ImportFinder;

/// What kind of lines a passage is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PassageShape {
    /// A definition, whole.
    Definition,
    /// A definition with members of its own, without them.
    Container,
    /// Some lines of a long definition.
    Piece,
    /// Lines outside definitions.
    Window,
}

/// Lines that are found together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Passage {
    /// The definition that the lines belong to; that of a window has no name.
    pub(super) definition: Definition,
    pub(super) shape: PassageShape,
    /// First and last line, from 1, comment included.
    pub(super) first: u32,
    pub(super) last: u32,
    /// Bytes of its own lines without their indentation: what its length is measured by.
    pub(super) letters: u32,
}

impl Passage {
    /// Lines from the first to the last.
    pub(super) fn lines(&self) -> u32 {
        self.last.saturating_sub(self.first) + 1
    }
}

/// The passages of a file and whose each of its lines is.
#[derive(Debug, Default)]
pub(super) struct FilePassages {
    /// In the order of their first line, pieces last.
    pub(super) passages: Vec<Passage>,
    /// By line: the passage that owns it.
    owners: Vec<u32>,
    /// The line from which the file holds its own tests; beyond any if it has none.
    pub(super) tests_from: u32,
}

/// A variable, constant or declaration of fewer lines owns none, unless it is asked for by its name.
const OWN_LINES: u32 = 3;
/// A longer definition is ranked in pieces, too.
const LONG_LINES: u32 = 70;
/// Lines of a piece, and how far the next one begins behind it.
const PIECE_LINES: u32 = 40;
const PIECE_STEP: u32 = 30;
/// Less than this is left to the piece before.
const PIECE_REST: u32 = 12;
/// Lines of a window of code and of templates, of configuration, and of prose.
const WINDOW_LINES: u32 = 30;
const DATA_LINES: u32 = 40;
const PROSE_LINES: u32 = 50;
/// A window ends at a blank line among this many of its last lines.
const BLANK_WITHIN: u32 = 14;

const NOBODY: u32 = u32::MAX;

impl FilePassages {
    /// Cuts a file. `is_asked` says which names own their lines however few they are.
    pub(super) fn cut(
        lines: &[&str],
        language: Option<&Language>,
        mut definitions: Vec<Definition>,
        is_asked: impl Fn(&str) -> bool,
    ) -> Self {
        let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        definitions.retain(|definition| {
            let (first, last) = span(definition);
            // `mod worker;` only says that there is such a file.
            if is_announced_module(definition) {
                return false;
            }
            let owns_lines = last - first + 1 >= OWN_LINES || is_run_or_type(definition.kind);
            last <= count && (owns_lines || is_asked(&definition.name))
        });
        definitions.sort_by_key(|definition| {
            let (first, last) = span(definition);
            (first, std::cmp::Reverse(last))
        });
        let mut owners = vec![NOBODY; lines.len()];
        for (number, definition) in (0_u32..).zip(&definitions) {
            let (first, last) = span(definition);
            owners[first as usize - 1..last as usize].fill(number);
        }
        let is_test_module =
            |pair: &[&str]| pair[1].starts_with("mod ") && pair[0].starts_with("#[cfg(test)]");
        let tests_from = lines.windows(2).position(is_test_module);
        let tests_from = tests_from.map_or(u32::MAX, |row| u32::try_from(row + 1).unwrap_or(u32::MAX));
        let mut found = Self { passages: Vec::with_capacity(definitions.len()), owners, tests_from };
        let mut letters = vec![0_u32; definitions.len()];
        for (line, owner) in lines.iter().zip(&found.owners).filter(|(_, owner)| **owner != NOBODY) {
            letters[*owner as usize] += letters_of(line);
        }
        let mut own_lines = vec![0_u32; definitions.len()];
        for owner in found.owners.iter().filter(|owner| **owner != NOBODY) {
            own_lines[*owner as usize] += 1;
        }
        for (number, definition) in definitions.into_iter().enumerate() {
            let (first, last) = span(&definition);
            let shape = match is_container(definition.kind) {
                true => PassageShape::Container,
                false => PassageShape::Definition,
            };
            found.passages.push(Passage { definition, shape, first, last, letters: letters[number] });
        }
        found.add_windows(lines, language);
        found.add_pieces(lines, &own_lines);
        found
    }

    /// The first line of its first passage.
    pub(super) fn top(&self) -> u32 {
        self.passages.iter().map(|passage| passage.first).min().unwrap_or(0)
    }

    /// The passage that owns a line: the innermost definition, or a window.
    pub(super) fn owner(&self, line: u32) -> Option<usize> {
        let owner = *self.owners.get((line as usize).checked_sub(1)?)?;
        (owner != NOBODY).then_some(owner as usize)
    }

    /// The pieces that hold a line of a long definition.
    pub(super) fn pieces_of(&self, owner: usize, line: u32) -> impl Iterator<Item = usize> {
        let is_long = self.passages[owner].lines() > LONG_LINES;
        let pieces = self.passages.iter().enumerate().rev();
        let pieces = pieces.take_while(move |(_, passage)| is_long && passage.shape == PassageShape::Piece);
        let start = self.passages[owner].definition.start_line;
        pieces
            .filter(move |(_, piece)| {
                piece.definition.start_line == start && (piece.first..=piece.last).contains(&line)
            })
            .map(|(number, _)| number)
    }

    /// What no definition owns is cut into windows.
    fn add_windows(&mut self, lines: &[&str], language: Option<&Language>) {
        let nature = language.map_or(Nature::Data, |language| language.nature);
        let size = match nature {
            Nature::Code | Nature::Template => WINDOW_LINES,
            Nature::Data => DATA_LINES,
            Nature::Docs => PROSE_LINES,
        };
        let count = lines.len();
        let mut imports = ImportFinder::default();
        let is_import: Vec<bool> = lines
            .iter()
            .zip(&self.owners)
            .map(|(line, owner)| nature == Nature::Code && *owner == NOBODY && imports.takes(line))
            .collect();
        let is_left = |owners: &[u32], row: usize| owners[row] == NOBODY && !is_import[row];
        let mut at = 0;
        while at < count {
            if !is_left(&self.owners, at) || lines[at].trim().is_empty() {
                at += 1;
                continue;
            }
            let run_end = (at..count).find(|row| !is_left(&self.owners, *row)).unwrap_or(count);
            let mut end = run_end.min(at + size as usize);
            if nature == Nature::Docs {
                end = (at + 1..end).find(|row| is_heading(lines, *row)).unwrap_or(end);
            } else if end < run_end {
                let floor = (at + size as usize / 2).max(end - BLANK_WITHIN as usize);
                end = (floor..end).rev().find(|row| lines[*row].trim().is_empty()).map_or(end, |row| row + 1);
            }
            let last = (at..end).rev().find(|row| !lines[*row].trim().is_empty()).unwrap_or(at);
            if lines[at..=last].iter().any(|line| line.trim().len() > 3) {
                let number = u32::try_from(self.passages.len()).unwrap_or(NOBODY);
                self.owners[at..=last].fill(number);
                self.passages.push(window(lines, at, last, nature));
            }
            at = end;
        }
    }

    fn add_pieces(&mut self, lines: &[&str], own_lines: &[u32]) {
        for (owner, own) in own_lines.iter().enumerate() {
            let Passage { shape, first, last, .. } = self.passages[owner];
            if *own <= LONG_LINES || shape == PassageShape::Container {
                continue;
            }
            let mut start = first;
            loop {
                let mut end = last.min(start + PIECE_LINES - 1);
                if last - end < PIECE_REST {
                    end = last;
                }
                let of_piece =
                    lines[start as usize - 1..end as usize].iter().zip(&self.owners[start as usize - 1..]);
                let own = of_piece.filter(|(_, known)| **known as usize == owner);
                let letters = own.map(|(line, _)| letters_of(line)).sum();
                let definition = self.passages[owner].definition.clone();
                self.passages.push(Passage {
                    definition,
                    shape: PassageShape::Piece,
                    first: start,
                    last: end,
                    letters,
                });
                if end == last {
                    break;
                }
                start += PIECE_STEP;
            }
        }
    }
}

/// First and last line, comment included.
fn span(definition: &Definition) -> (u32, u32) {
    let first =
        definition.doc.map_or(definition.start_line, |(doc, _)| doc.min(definition.start_line)).max(1);
    (first, definition.end_line.max(first))
}

/// What a line says, measured by its bytes without the indentation: only the order of lengths matters.
fn letters_of(line: &str) -> u32 {
    u32::try_from(line.trim_ascii_start().len()).unwrap_or(u32::MAX)
}

/// A line that begins a section: marked, or underlined by the next.
fn is_heading(lines: &[&str], row: usize) -> bool {
    let line = lines[row];
    let is_marked = line.starts_with('#') && line.trim_start_matches('#').starts_with(' ');
    let is_underlined = || {
        let below = lines.get(row + 1).map_or("", |below| below.trim_end());
        let mark = below.bytes().next().unwrap_or_default();
        below.len() >= 4
            && b"=-~^\"*+".contains(&mark)
            && below.bytes().all(|byte| byte == mark)
            && !line.trim().is_empty()
    };
    is_marked || is_underlined()
}

fn window(lines: &[&str], first: usize, last: usize, nature: Nature) -> Passage {
    let number = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
    let definition = Definition {
        kind: if nature == Nature::Docs { "text" } else { "lines" },
        name: String::new(),
        container: None,
        signature: String::new(),
        doc: None,
        start_line: number(first),
        name_line: number(first),
        end_line: number(last),
        is_whole: true,
    };
    let letters = lines[first..=last].iter().map(|line| letters_of(line)).sum();
    Passage { definition, shape: PassageShape::Window, first: number(first), last: number(last), letters }
}

fn is_announced_module(definition: &Definition) -> bool {
    matches!(definition.kind, "module" | "mod" | "namespace" | "package")
        && definition.start_line == definition.end_line
}

/// Whether a kind of definition stands for itself however short it is.
fn is_run_or_type(kind: &str) -> bool {
    is_container(kind)
        || matches!(kind, "function" | "method" | "macro" | "constructor" | "type" | "test" | "block")
}

/// Whether a kind of definition holds members.
pub(super) fn is_container(kind: &str) -> bool {
    matches!(
        kind,
        "class"
            | "struct"
            | "enum"
            | "interface"
            | "trait"
            | "union"
            | "record"
            | "protocol"
            | "object"
            | "module"
            | "mod"
            | "namespace"
            | "package"
            | "implementation"
            | "impl"
            | "extension"
            | "instance"
    )
}

#[cfg(test)]
mod tests {
    use foreword_index::language;

    use super::*;

    fn definition(name: &str, kind: &'static str, lines: (u32, u32)) -> Definition {
        Definition {
            kind,
            name: name.to_owned(),
            container: None,
            signature: String::new(),
            doc: None,
            start_line: lines.0,
            name_line: lines.0,
            end_line: lines.1,
            is_whole: true,
        }
    }

    fn check(
        path: &str,
        lines: &[&str],
        definitions: Vec<Definition>,
        expected: &[(&str, u32, u32, PassageShape)],
    ) {
        let cut = FilePassages::cut(lines, language::of_path(path), definitions, |_| false);
        let found: Vec<_> = cut
            .passages
            .iter()
            .map(|passage| (passage.definition.name.as_str(), passage.first, passage.last, passage.shape))
            .collect();
        assert_eq!(found, expected, "{path}");
        for (number, passage) in cut.passages.iter().enumerate() {
            assert!(passage.first <= passage.last && passage.last as usize <= lines.len());
            if passage.shape == PassageShape::Window {
                assert_eq!(cut.owner(passage.first), Some(number));
            }
        }
    }

    #[test]
    fn lines_belong_to_the_innermost_definition_and_the_rest_to_windows() {
        use PassageShape::{Container, Definition as Whole, Window};
        let lines = [
            "import a",
            "",
            "class A:",
            "    x = 1",
            "    def b():",
            "        one",
            "        two",
            "",
            "main()",
        ];
        let definitions = vec![definition("A", "class", (3, 7)), definition("b", "method", (5, 7))];
        check("a.py", &lines, definitions, &[("A", 3, 7, Container), ("b", 5, 7, Whole), ("", 9, 9, Window)]);
    }

    #[test]
    fn a_module_that_is_only_announced_is_no_passage() {
        let lines = ["mod worker;", "", "fn steal() {}"];
        let definitions =
            vec![definition("worker", "module", (1, 1)), definition("steal", "function", (3, 3))];
        let cut = FilePassages::cut(&lines, language::of_path("a.rs"), definitions, |name| name == "worker");
        assert!(cut.passages.iter().all(|passage| passage.definition.name != "worker"), "{:?}", cut.passages);
    }

    #[test]
    fn a_long_definition_has_pieces_and_prose_has_sections() {
        use PassageShape::{Definition as Whole, Piece, Window};
        let lines: Vec<String> = (1..=100).map(|line| format!("line {line}")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        check(
            "a.py",
            &lines,
            vec![definition("f", "function", (1, 100))],
            &[("f", 1, 100, Whole), ("f", 1, 40, Piece), ("f", 31, 70, Piece), ("f", 61, 100, Piece)],
        );
        let prose = ["# One", "text of one", "", "# Two", "text of two", "Three", "=====", "text of three"];
        check("a.md", &prose, Vec::new(), &[("", 1, 2, Window), ("", 4, 5, Window), ("", 6, 8, Window)]);
    }
}
