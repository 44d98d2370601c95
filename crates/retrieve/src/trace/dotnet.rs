//! C# and other .NET languages: stack traces with and without files, inner exceptions.

use super::builder::{Builder, Link, Order};
use super::errors;
use super::lines::Line;
use super::scan::{has_source_extension, number, whole_position};
use super::{Family, Frame, names};

const FAMILY: Family = Family::DotNet;
const ORDER: Order = Order::InnermostFirst;

/// The words around the names of a frame: the runtime speaks the language of the system.
struct Words {
    at: &'static str,
    place: &'static str,
    line: &'static str,
    inner_end: &'static str,
    end: &'static str,
}

static LANGUAGES: [Words; 2] = [
    Words {
        at: "at ",
        place: ") in ",
        line: ":line ",
        inner_end: "End of inner exception",
        end: "End of stack trace",
    },
    Words {
        at: "在 ",
        place: ") 位置 ",
        line: ":行号 ",
        inner_end: "内部异常堆栈跟踪的结尾",
        end: "引发异常的上一位置中堆栈跟踪的末尾",
    },
];

/// Takes a line of a .NET stack trace.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    if line.previous == "Error Message:" {
        builder.message(None, text);
        return true;
    }
    if let Some(rest) = text.strip_prefix("--- ") {
        return ended(rest, builder);
    }
    if let Some(rest) = text.strip_prefix("---> ") {
        let Some((code, words)) = errors::named(rest) else { return false };
        builder.message(Some(code), words);
        return true;
    }
    for words in &LANGUAGES {
        if let Some(at) = memchr::memmem::find(text.as_bytes(), words.line.as_bytes()) {
            return with_line(&text[..at], &text[at + words.line.len()..], words, builder);
        }
    }
    let at = LANGUAGES.iter().find_map(|words| text.strip_prefix(words.at));
    let Some(rest) = at else { return false };
    mono(rest, builder) || with_assembly(rest, builder) || without_file(rest, builder)
}

/// `--- End of inner exception stack trace ---`.
fn ended(rest: &str, builder: &mut Builder) -> bool {
    if LANGUAGES.iter().any(|words| rest.starts_with(words.inner_end)) {
        builder.link(Link::Consequence);
        return true;
    }
    LANGUAGES.iter().any(|words| rest.starts_with(words.end))
}

/// `at Ns.Type.Method(T arg) in C:\x\y.cs` and `12`.
fn with_line(before: &str, after: &str, words: &Words, builder: &mut Builder) -> bool {
    let Some((name, path)) = before.split_once(words.place) else { return false };
    let Some((line, _)) = number(after) else { return false };
    let name = name.strip_prefix(words.at).unwrap_or(name);
    let name = name.split_once('(').map_or(name, |(name, _)| name);
    builder.stack_frame(ORDER, Frame::at(FAMILY, path, line).named(names::dotnet(name.trim())));
    true
}

/// `Ns.Type.Method (T arg) [0x00012] in /p/y.cs:12`.
fn mono(text: &str, builder: &mut Builder) -> bool {
    let Some((before, place)) = text.split_once("] in ") else { return false };
    let Some((name, _)) = before.split_once(" (") else { return false };
    let position = whole_position(place.trim()).filter(|position| has_source_extension(position.path));
    let frame =
        position.map_or(Frame { family: FAMILY, ..Frame::default() }, |p| Frame::at(FAMILY, p.path, p.line));
    builder.stack_frame(ORDER, frame.named(names::dotnet(name.trim())));
    true
}

/// `Ns.Type.Method (Assembly, Version=2.1.0.0, Culture=neutral, PublicKeyToken=…)`.
fn with_assembly(text: &str, builder: &mut Builder) -> bool {
    let Some((name, assembly)) = text.split_once(" (") else { return false };
    let Some((assembly, _)) = assembly.split_once(", Version=") else { return false };
    let frame = Frame { package: Some(assembly.to_owned()), family: FAMILY, ..Frame::default() };
    builder.stack_frame(ORDER, frame.named(names::dotnet(name)));
    true
}

/// `Ns.Type.Method(String s, Int32 i)`: nothing but the name.
fn without_file(text: &str, builder: &mut Builder) -> bool {
    let Some((name, arguments)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) else {
        return false;
    };
    let is_other_place = arguments.contains(':')
        || has_source_extension(arguments)
        || matches!(arguments, "Native Method" | "Unknown Source" | "SourceFile" | "native")
        || arguments.starts_with('<');
    if name.contains(' ') || !name.contains('.') || is_other_place {
        return false;
    }
    builder.stack_frame(ORDER, Frame { family: FAMILY, ..Frame::default() }.named(names::dotnet(name)));
    true
}
