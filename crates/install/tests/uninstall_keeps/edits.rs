//! What somebody writes into a file while foreword is installed there.

use proptest::prelude::*;

/// What somebody does to a file between installation and uninstallation; the same to the file as if foreword had never been.
#[derive(Debug, Clone, Copy)]
pub enum Edit {
    None,
    CommentOnTop,
    CommentAtEnd,
    KeyOnTop,
    KeyAtEnd,
    TableAtEnd,
    /// Before the line at this share of the file, in 256ths.
    CommentAtLine(u8),
}

pub const EDITED: &str = "edited_";

impl Edit {
    pub fn of_json(self, text: &str) -> String {
        match self {
            Self::None => text.to_owned(),
            Self::CommentOnTop => format!("/* {EDITED} */{text}"),
            Self::CommentAtEnd | Self::TableAtEnd => format!("{text}\n// {EDITED}"),
            Self::KeyOnTop | Self::KeyAtEnd => text.replacen('{', &format!("{{\"{EDITED}\": 1,"), 1),
            Self::CommentAtLine(share) => insert_line(text, share, &format!("// {EDITED}")),
        }
    }

    pub fn of_toml(self, text: &str) -> String {
        let end = if text.ends_with('\n') { "" } else { "\n" };
        match self {
            Self::None => text.to_owned(),
            Self::CommentOnTop => format!("# {EDITED}\n{text}"),
            Self::CommentAtEnd => format!("{text}{end}# {EDITED}"),
            Self::KeyOnTop => format!("{EDITED} = 1\n{text}"),
            Self::KeyAtEnd => format!("{text}{end}{EDITED} = 1\n"),
            Self::TableAtEnd => format!("{text}{end}[{EDITED}]\nx = 1\n"),
            Self::CommentAtLine(share) => insert_line(text, share, &format!("# {EDITED}")),
        }
    }
}

fn insert_line(text: &str, share: u8, line: &str) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut at = usize::from(share) * lines.len() / 256;
    // What is written into our own entry of JSON goes with it; that is another promise.
    let is_in_entry = |at: usize| {
        let starts = |at: usize, keys: &[&str]| {
            lines.get(at).is_some_and(|line| keys.iter().any(|key| line.trim_start().starts_with(key)))
        };
        starts(at, &["\"type\":", "\"command\":", "\"args\":", "\"timeout\":"])
            || (at > 0 && starts(at - 1, &["\"args\":", "\"timeout\":"]))
    };
    while is_in_entry(at) {
        at += 1;
    }
    let line = format!("{line}\n");
    lines.insert(at, &line);
    lines.concat()
}

pub fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        Just(Edit::None),
        Just(Edit::CommentOnTop),
        Just(Edit::CommentAtEnd),
        Just(Edit::KeyOnTop),
        Just(Edit::KeyAtEnd),
        Just(Edit::TableAtEnd),
        any::<u8>().prop_map(Edit::CommentAtLine),
    ]
}
