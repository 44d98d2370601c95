//! Lines that only bring in what other files define: they repeat names, say nothing of what the file does, and answer nothing.

/// How a line begins that imports.
const STARTS: [&str; 13] = [
    "#include ",
    "@import ",
    "alias ",
    "extern crate ",
    "import ",
    "import(",
    "import{",
    "package ",
    "require ",
    "require(",
    "require_relative ",
    "use ",
    "using ",
];
/// Lines of one import at most.
const LINES_MAX: usize = 60;

/// Finds the imports of a file, line after line.
#[derive(Debug, Default)]
pub(super) struct ImportFinder {
    /// The bracket that ends the import which goes on, and its lines so far.
    open: Option<(char, usize)>,
}

impl ImportFinder {
    /// Whether the next line is part of an import.
    pub(super) fn takes(&mut self, line: &str) -> bool {
        if let Some((close, lines)) = self.open {
            self.open = (!line.contains(close) && lines < LINES_MAX).then_some((close, lines + 1));
            return true;
        }
        let trimmed = line.trim_start();
        let is_python = trimmed.starts_with("from ") && trimmed.contains(" import");
        let is_required =
            (trimmed.starts_with("const ") || trimmed.starts_with("var ")) && trimmed.contains("= require(");
        if !(is_python || is_required || STARTS.iter().any(|start| trimmed.starts_with(start))) {
            return false;
        }
        let opened = [('{', '}'), ('(', ')')]
            .into_iter()
            .find(|(open, close)| trimmed.rfind(*open).is_some_and(|at| !trimmed[at..].contains(*close)));
        self.open = opened.map(|(_, close)| (close, 1));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let mut finder = ImportFinder::default();
        let rest: Vec<&str> = text.lines().filter(|line| !finder.takes(line)).collect();
        assert_eq!(rest.join("\n"), expected, "{text}");
    }

    #[test]
    fn imports_of_every_form_are_found_to_their_end() {
        check("import { a,\n  b,\n} from 'x';\nrun();", "run();");
        check("from loans import (\n    late,\n)\nLATE = late()", "LATE = late()");
        check("import (\n\t\"fmt\"\n)\n\nvar x = 1", "\nvar x = 1");
        check("use crate::loans::{Loan, Late};\nstatic A: u8 = 1;", "static A: u8 = 1;");
        check("#include <stdio.h>\nint x;", "int x;");
        check("const fs = require('fs');\nfs.open();", "fs.open();");
        check("user = 1\nimportant = 2", "user = 1\nimportant = 2");
    }
}
