//! The commands of the loop: what a typed line means. Does nothing about it.

/// What `/help` says.
pub const HELP: &str = "\
/plan [PROMPT]  what would run for a prompt, or for the last one; starts nothing
/why            why the last prompt got what it got
/tools on|off   whether prompts get context
/new            the next prompt begins a new session
/quit           ends; so does Ctrl-D
Ctrl-C clears the line; in a turn it ends the turn. A line that begins with a space is always a prompt.
";

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked<'a> {
    /// Nothing: the line is empty.
    Nothing,
    /// A prompt for codex.
    Prompt(&'a str),
    /// The plan of a prompt; of the last one where none is given.
    Plan(Option<&'a str>),
    /// Why the last prompt got what it got.
    Why,
    /// Context for prompts, or none; how it stands where nothing is given.
    Tools(Option<Tools>),
    /// A new session.
    New,
    /// This list.
    Help,
    /// The end.
    Quit,
    /// A command that there is not, or not so; how it is written.
    Unknown(&'a str),
}

/// Whether prompts get context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tools {
    /// They do.
    On,
    /// They do not.
    Off,
}

/// Reads a line. Only `/word` is a command: a path, or whatever follows a space, is a prompt.
pub fn read(line: &str) -> Asked<'_> {
    let text = line.trim();
    if text.is_empty() {
        return Asked::Nothing;
    }
    let (word, rest) = match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    };
    let is_command = line.starts_with('/') && !word[1..].contains('/') && word.len() > 1;
    if !is_command {
        return Asked::Prompt(text);
    }
    match (word, rest) {
        ("/plan", "") => Asked::Plan(None),
        ("/plan", prompt) => Asked::Plan(Some(prompt)),
        ("/why", "") => Asked::Why,
        ("/tools", "") => Asked::Tools(None),
        ("/tools", "on") => Asked::Tools(Some(Tools::On)),
        ("/tools", "off") => Asked::Tools(Some(Tools::Off)),
        ("/new", "") => Asked::New,
        ("/help", "") => Asked::Help,
        ("/quit" | "/exit", "") => Asked::Quit,
        _ => Asked::Unknown(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_mean_what_they_say() {
        for (line, expected) in [
            ("", Asked::Nothing),
            ("  \t", Asked::Nothing),
            ("why?", Asked::Prompt("why?")),
            (" /quit", Asked::Prompt("/quit")),
            ("/usr/lib/x.so crashes", Asked::Prompt("/usr/lib/x.so crashes")),
            ("/ is full", Asked::Prompt("/ is full")),
            ("/plan", Asked::Plan(None)),
            ("/plan  who calls f?\nand g?", Asked::Plan(Some("who calls f?\nand g?"))),
            ("/why", Asked::Why),
            ("/tools", Asked::Tools(None)),
            ("/tools off", Asked::Tools(Some(Tools::Off))),
            ("/tools  on ", Asked::Tools(Some(Tools::On))),
            ("/tools maybe", Asked::Unknown("/tools maybe")),
            ("/new", Asked::New),
            ("/help", Asked::Help),
            ("/quit", Asked::Quit),
            ("/什么", Asked::Unknown("/什么")),
        ] {
            assert_eq!(read(line), expected, "{line:?}");
        }
    }
}
