//! Colours, for those who see them: at a terminal, unless `NO_COLOR` is set or the terminal has none.

use std::io::IsTerminal;

use anstyle::{AnsiColor, Style};

use crate::settings::Environment;

/// What is beside the point.
pub const ASIDE: Style = Style::new().dimmed();
/// What is right, or was added.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// What is wrong, or was taken away.
pub const BAD: Style = AnsiColor::Red.on_default();
/// What is worth a look.
pub const NOTE: Style = AnsiColor::Yellow.on_default();

/// Whether text is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// For a terminal.
    Coloured,
    /// For everything else.
    Plain,
}

impl Paint {
    /// For standard output.
    pub fn of_output() -> Self {
        let environment = Environment::of_process();
        let is_dumb = environment.get("TERM").is_some_and(|term| term == "dumb");
        let is_refused = environment.get("NO_COLOR").is_some() || is_dumb;
        if std::io::stdout().is_terminal() && !is_refused { Self::Coloured } else { Self::Plain }
    }

    /// A text in a style.
    pub fn text(self, style: Style, text: &str) -> String {
        match self {
            Self::Coloured => format!("{style}{text}{style:#}"),
            Self::Plain => text.to_owned(),
        }
    }

    /// A unified diff, line by line.
    pub fn diff(self, diff: &str) -> String {
        let line = |line: &str| {
            let style = match line.as_bytes().first() {
                Some(b'+') => GOOD,
                Some(b'-') => BAD,
                Some(b'@') => ASIDE,
                _ => Style::new(),
            };
            let text = line.strip_suffix('\n').unwrap_or(line);
            self.text(style, text) + &line[text.len()..]
        };
        diff.split_inclusive('\n').map(line).collect()
    }
}
