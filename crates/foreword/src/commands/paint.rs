//! Colours, for those who see them: at a terminal, unless `NO_COLOR` is set or the terminal has none.

use std::io::IsTerminal;

use anstyle::{AnsiColor, Style};
use foreword_guard::clear_text;

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

    /// A unified diff, line by line. What stands in somebody's file does not get at the terminal, nor does a secret.
    pub fn diff(self, diff: &str) -> String {
        let line = |line: &str| {
            let style = match line.as_bytes().first() {
                Some(b'+') => GOOD,
                Some(b'-') => BAD,
                Some(b'@') => ASIDE,
                _ => Style::new(),
            };
            let text = line.trim_end_matches(['\r', '\n']);
            // A line end inside a line would begin one that looks like another of the diff.
            self.text(style, &clear_text(text).replace('\n', " ")) + &line[text.len()..].replace('\r', "")
        };
        diff.split_inclusive('\n').map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_brings_nothing_but_its_text_to_the_terminal() {
        let secret = format!("ghp_{}", "1234567890abcdefABCDEF1234567890abcd");
        let diff = format!("@@ -1 +1 @@\n-\ta\u{1b}]0;x\u{7}\u{1b}[2Jb\rc\r\n+\u{9b}31m{secret}\n last");
        let plain = Paint::Plain.diff(&diff);
        assert!(plain.starts_with("@@ -1 +1 @@\n-\tab c\n+") && plain.ends_with("\n last"), "{plain:?}");
        assert!(!plain.contains(&secret), "{plain:?}");
        let is_bare = |text: &str| !text.contains(|it: char| it.is_control() && !matches!(it, '\n' | '\t'));
        assert!(is_bare(&plain), "{plain:?}");
        let coloured = Paint::Coloured.diff("-a\n b\n");
        assert_eq!(coloured, format!("{BAD}-a{BAD:#}\n b\n"));
    }
}
