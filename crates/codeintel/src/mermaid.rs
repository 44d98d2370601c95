//! A graph as Mermaid text: what many readers of Markdown draw.

use std::collections::HashMap;
use std::fmt::Write as _;

use foreword_model::limits;

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// For what is sure.
    Solid,
    /// For what is possible.
    Dotted,
}

/// A graph that is being written.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    numbers: HashMap<(String, String), usize>,
    nodes: String,
    lines: String,
    count: usize,
}

impl Graph {
    /// The number of a node of this name and place: the same for the same. None if there are too many.
    pub(crate) fn node(&mut self, name: &str, place: &str) -> Option<usize> {
        let key = (name.to_owned(), place.to_owned());
        if let Some(number) = self.numbers.get(&key) {
            return Some(*number);
        }
        let number = self.numbers.len();
        if number >= limits::MERMAID_NODES {
            return None;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(self.nodes, "  n{number}[\"{}<br/>{}\"]", escaped(name), escaped(place));
        self.numbers.insert(key, number);
        Some(number)
    }

    /// A line between two nodes that are there.
    pub(crate) fn line(&mut self, from: Option<usize>, to: Option<usize>, line: Line, words: &str) {
        let (Some(from), Some(to)) = (from, to) else { return };
        if self.count >= limits::MERMAID_LINES {
            return;
        }
        self.count += 1;
        let arrow = match line {
            Line::Solid => "-->",
            Line::Dotted => "-.->",
        };
        let _ = match words.is_empty() {
            true => writeln!(self.lines, "  n{from} {arrow} n{to}"),
            false => writeln!(self.lines, "  n{from} {arrow}|\"{}\"| n{to}", escaped(words)),
        };
    }

    /// The whole text; empty for a graph without nodes.
    pub(crate) fn into_text(self) -> String {
        match self.numbers.is_empty() {
            true => String::new(),
            false => format!("graph LR\n{}{}", self.nodes, self.lines),
        }
    }
}

/// Names may hold what Mermaid reads as its own.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' => escaped.push_str("#quot;"),
            '<' => escaped.push_str("#lt;"),
            '>' => escaped.push_str("#gt;"),
            '#' => escaped.push_str("#35;"),
            '&' => escaped.push_str("#amp;"),
            '`' => escaped.push('\''),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_has_each_node_once_and_no_name_breaks_out() {
        let mut graph = Graph::default();
        let from = graph.node("Vec<\"T\">", "a.rs:1");
        let to = graph.node("b`]", "b.rs:2");
        assert_eq!(graph.node("b`]", "b.rs:2"), to);
        graph.line(from, to, Line::Dotted, "a.rs:3");
        graph.line(to, from, Line::Solid, "");
        assert_eq!(
            graph.into_text(),
            "graph LR\n  n0[\"Vec#lt;#quot;T#quot;#gt;<br/>a.rs:1\"]\n  n1[\"b']<br/>b.rs:2\"]\n  n0 -.->|\"a.rs:3\"| n1\n  n1 --> n0\n"
        );
        assert_eq!(Graph::default().into_text(), "");
    }
}
