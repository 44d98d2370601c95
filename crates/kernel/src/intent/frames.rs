//! Stack frames of Python, JavaScript, Java, C#, Go, Rust, C, Ruby and PHP.
//!
//! Owns the reading of one line of a trace. Frames of a runtime or a library give no names.

use foreword_model::repo::{PathVerdict, RepoView};

use super::paths::{find, split_location};
use super::symbols::{is_runtime, quoted};

/// One frame: any of its parts may be missing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RawFrame<'a> {
    /// The function, as the runtime prints it.
    pub symbol: Option<&'a str>,
    /// The file, often a path of another machine.
    pub path: Option<&'a str>,
    /// From 1.
    pub line: Option<u32>,
}

/// Parts of a path that say that a library is in it.
const LIBRARY_PATHS: &[&str] = &[
    "node_modules",
    "site-packages",
    "dist-packages",
    "/usr/lib/",
    "/rustc/",
    "go/src/runtime",
    "/gems/",
    "internal/",
    "vendor/",
    ".cargo/registry",
    "/pkg/mod/",
];

/// Reads a line as a frame.
pub(super) fn parse(line: &str) -> Option<RawFrame<'_>> {
    let text = line.trim();
    python(text)
        .or_else(|| text.strip_prefix("at ").and_then(at_frame))
        .or_else(|| numbered(text))
        .or_else(|| go(text))
        .or_else(|| go_inlined(line))
        .or_else(|| ruby(text))
        .or_else(|| firefox(text))
}

/// What a frame says where it is in a library or a runtime: that it is there.
pub(super) fn without_library(frame: RawFrame<'_>) -> RawFrame<'_> {
    let in_library = frame.path.is_some_and(|path| {
        path.starts_with("node:") || LIBRARY_PATHS.iter().any(|part| path.contains(part))
    });
    let is_foreign = in_library || frame.symbol.is_some_and(is_runtime);
    if is_foreign {
        RawFrame { symbol: None, path: if in_library { None } else { frame.path }, line: frame.line }
    } else {
        frame
    }
}

/// `File "app/x.py", line 12, in name`
fn python(text: &str) -> Option<RawFrame<'_>> {
    let rest = text.strip_prefix("File \"")?;
    let (path, rest) = rest.split_once('"')?;
    let rest = rest.strip_prefix(", line ")?;
    let (number, name) = match rest.split_once(", in ") {
        Some((number, name)) => (number, quoted(name.trim())),
        None => (rest, None),
    };
    Some(RawFrame { symbol: name, path: Some(path), line: number.trim().parse().ok() })
}

/// JavaScript, Java, C# and the second line of a Rust frame.
fn at_frame(rest: &str) -> Option<RawFrame<'_>> {
    if let Some((call, place)) = rest.split_once(") in ") {
        let (path, line) = place.rsplit_once(":line ")?;
        let name = call.split('(').next().and_then(name_of);
        return Some(RawFrame { symbol: name, path: Some(path), line: line.trim().parse().ok() });
    }
    if let Some((call, place)) = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
        let call = call.trim().trim_start_matches("async ").trim_start_matches("new ");
        let call = call.split(" [as ").next().unwrap_or(call);
        let (path, line) = split_location(place);
        if call.contains(' ')
            || call.is_empty()
            || (line.is_none() && !matches!(place, "Native Method" | "Unknown Source" | "<anonymous>"))
        {
            return None;
        }
        let path = (line.is_some() && !path.contains("://")).then_some(path);
        return Some(RawFrame { symbol: name_of(call), path, line });
    }
    let found = find(rest.trim())?;
    found.line?;
    Some(RawFrame { symbol: None, path: Some(found.path), line: found.line })
}

/// gdb, address sanitizer, PHP (`#0 …`) and Rust (`3: …`).
fn numbered(text: &str) -> Option<RawFrame<'_>> {
    if let Some(rest) = text.strip_prefix('#') {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let rest = rest[digits..].trim_start();
        if digits == 0 || rest.is_empty() {
            return None;
        }
        return php(rest).or_else(|| gdb(rest));
    }
    let (number, name) = text.split_once(": ")?;
    let is_frame = number.bytes().all(|b| b.is_ascii_digit())
        && !number.is_empty()
        && name.contains("::")
        && !name.contains(' ');
    is_frame.then(|| RawFrame { symbol: name_of(name.trim()), path: None, line: None })
}

/// `/srv/x.php(12): Class->method()`
fn php(rest: &str) -> Option<RawFrame<'_>> {
    let (place, call) = rest.split_once(": ")?;
    let (path, line) = split_location(place);
    line?;
    Some(RawFrame { symbol: call.split('(').next().and_then(quoted), path: Some(path), line })
}

/// `0x0042 in name (args) at file.c:12`, `name (args) at file.c:12`, `0x42 in name file.c:12:3`
fn gdb(rest: &str) -> Option<RawFrame<'_>> {
    let rest = match rest.split_once(" in ") {
        Some((address, rest)) if address.starts_with("0x") => rest,
        _ => rest,
    };
    let mut words = rest.split_whitespace();
    let name = words.next()?;
    let found = words.next_back().and_then(find).filter(|found| found.line.is_some())?;
    let name = name.split('(').next().and_then(quoted);
    Some(RawFrame { symbol: name, path: Some(found.path), line: found.line })
}

/// `\t/srv/x.go:57`: the second line of a frame whose call was inlined.
fn go_inlined(line: &str) -> Option<RawFrame<'_>> {
    let place = line.strip_prefix('\t').or_else(|| line.strip_prefix("    "))?.trim();
    let found = find(place).filter(|found| found.path.starts_with('/') && found.path.ends_with(".go"))?;
    found.line?;
    Some(RawFrame { symbol: None, path: Some(found.path), line: found.line })
}

/// `main.name(0xc00001)` and, on the next line, `/srv/x.go:57 +0x1d`.
fn go(text: &str) -> Option<RawFrame<'_>> {
    if let Some((place, offset)) = text.rsplit_once(" +0x") {
        let found = find(place).filter(|_| offset.bytes().all(|b| b.is_ascii_hexdigit()))?;
        return Some(RawFrame { symbol: None, path: Some(found.path), line: found.line });
    }
    let text = text.strip_prefix("created by ").unwrap_or(text);
    let (name, arguments) = text.rsplit_once('(')?;
    let is_call = arguments.starts_with("0x") || arguments.starts_with("...") || arguments.starts_with("{0x");
    if !is_call || name.contains(' ') || !name.contains('.') {
        return None;
    }
    let name = name.rsplit('/').next().unwrap_or(name);
    Some(RawFrame { symbol: name.rsplit('.').next().and_then(quoted), path: None, line: None })
}

/// ``lib/x.rb:12:in `name'``
fn ruby(text: &str) -> Option<RawFrame<'_>> {
    let text = text.strip_prefix("from ").unwrap_or(text);
    let (place, name) = text.split_once(":in ")?;
    let (path, line) = split_location(place);
    line?;
    if path.contains(' ') {
        return None;
    }
    let name = name.trim_matches(['`', '\'', ' ']).trim_start_matches("block in ");
    let name = name.split(['\'', ' ', ':']).next().unwrap_or(name);
    Some(RawFrame { symbol: quoted(name), path: Some(path), line })
}

/// `name@https://host/x.js:12:5`
fn firefox(text: &str) -> Option<RawFrame<'_>> {
    let (name, place) = text.split_once('@')?;
    let (path, line) = split_location(place);
    // `/go/pkg/mod/name@v1.2.3/x.go:12` is a path.
    let is_place = place.contains("://") || (find(place).is_some() && !name.contains('/'));
    let is_frame = line.is_some() && !name.contains(' ') && is_place;
    let path = if path.contains("://") { path.rsplit('/').next()? } else { path };
    is_frame.then(|| RawFrame { symbol: quoted(name), path: Some(path), line })
}

/// The file of this repository that a path in a library ends with: it is installed there, perhaps as a version.
pub(super) fn own_tail(path: &str, repo: &dyn RepoView) -> Option<String> {
    let own = repo.own_name().unwrap_or_default();
    let parts: Vec<&str> =
        path.split(['/', '\\']).filter(|part| !part.is_empty()).map(without_version).collect();
    (0..parts.len()).skip(1).find_map(|from| {
        // A lone file name proves nothing but right below what is named as the repository is.
        let is_told = from + 1 < parts.len() || parts[from - 1] == own;
        let tail = parts[from..].join("/");
        (is_told && repo.path(&tail) == PathVerdict::Present).then_some(tail)
    })
}

/// `gin@v1.9.1` is `gin`, `tokio-1.38.0` is `tokio`.
fn without_version(part: &str) -> &str {
    let is_number = |version: &str| {
        version.contains('.') && version.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit())
    };
    match part.rsplit_once(['@', '-']) {
        Some((name, version)) if is_number(version) && !name.is_empty() => name,
        _ => part,
    }
}

/// `crate::module::name` is `name`; `module::Type::name` is `Type::name`.
pub(super) fn without_modules(name: &str) -> &str {
    let Some(last) = name.rfind("::") else { return name };
    let start = name[..last].rfind("::").map_or(0, |at| at + 2);
    if start == 0 && !name.contains("tests::") {
        return name;
    }
    if name[start..].starts_with(|c: char| c.is_ascii_uppercase()) {
        &name[start..]
    } else {
        &name[last + 2..]
    }
}

/// The name without a package: the last two parts of a long dotted name.
fn name_of(call: &str) -> Option<&str> {
    if is_runtime(call) {
        return None;
    }
    let call = call.split(['<', '$', '[']).next().unwrap_or(call);
    let dots: Vec<usize> = call.match_indices('.').map(|(at, _)| at).collect();
    let short = match dots.as_slice() {
        [.., before, _] => &call[before + 1..],
        _ => call,
    };
    quoted(without_modules(short))
}
