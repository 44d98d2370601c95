//! The kept figures: `bench/results/counts.md`, a table that is read back.

use std::fmt::Write;
use std::io::ErrorKind;
use std::path::Path;

/// Millions of instructions by case, in the order of the cases.
#[derive(Debug, Default, PartialEq)]
pub(super) struct CountTable {
    rows: Vec<(String, f64)>,
}

impl CountTable {
    /// An empty table where there is no file yet.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(Self::parse(&text)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    fn parse(text: &str) -> Self {
        let row = |line: &str| {
            let [name, count] =
                line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect::<Vec<_>>()[..]
            else {
                return None;
            };
            Some((name.to_owned(), count.parse().ok()?))
        };
        Self { rows: text.lines().filter_map(row).collect() }
    }

    pub(super) fn get(&self, name: &str) -> Option<f64> {
        self.rows.iter().find(|(row, _)| row == name).map(|(_, count)| *count)
    }

    pub(super) fn set(&mut self, name: &str, count: f64) {
        self.rows.push((name.to_owned(), count));
    }

    pub(super) fn write(&self, path: &Path, repos: &str) -> Result<(), String> {
        std::fs::write(path, self.render(repos)).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn render(&self, repos: &str) -> String {
        let mut text = format!(
            "# Instruction counts\n\nWritten by `cargo xtask bench counts --write`: {repos}. How it is counted: \
             [bench/README.md](../README.md#instruction-counts).\n\n| case | million instructions |\n|---|---|\n"
        );
        for (name, count) in &self.rows {
            let _ = writeln!(text, "| {name} | {count:.1} |");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_table_is_read_back() {
        let mut table = CountTable::default();
        table.set("decline", 9.7);
        table.set("hook tokio, error", 1234.5);
        assert_eq!(CountTable::parse(&table.render("tokio at `x`")), table);
    }
}
