//! Where the file of a frame is, from the way it is written: in an installed package, in a standard library, at a path.

use crate::trace::{Family, Frame, FrameKind};

/// Modules of old versions of Node, which are written as bare names, sorted.
const NODE_MODULES: [&str; 20] = [
    "_http_client.js",
    "_http_server.js",
    "_stream_readable.js",
    "_stream_writable.js",
    "_tls_wrap.js",
    "assert.js",
    "bootstrap_node.js",
    "child_process.js",
    "dns.js",
    "domain.js",
    "events.js",
    "fs.js",
    "module.js",
    "net.js",
    "node.js",
    "repl.js",
    "stream.js",
    "timers.js",
    "util.js",
    "vm.js",
];
/// Applications of Elixir and Erlang themselves, sorted.
const BEAM_APPLICATIONS: [&str; 14] = [
    "asn1", "compiler", "crypto", "eex", "elixir", "erts", "ex_unit", "iex", "inets", "kernel", "logger",
    "mix", "ssl", "stdlib",
];

/// Where a frame's file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Origin {
    /// In a runtime or a standard library.
    Outside,
    /// No file is named.
    Nowhere,
    /// At this path.
    Path {
        /// Its components.
        parts: Vec<String>,
        /// Whether it begins at the root of a file system or a server.
        is_absolute: bool,
    },
    /// In an installed package.
    Package {
        /// What the package is called.
        name: String,
        /// Where the path inside the package begins in `parts`.
        marker: usize,
        /// The components of the whole path.
        parts: Vec<String>,
    },
    /// In the file of a class.
    Class {
        /// Names that the file can have.
        files: Vec<String>,
        /// The components of the qualified name of the class or package.
        container: Vec<String>,
    },
}

impl Origin {
    /// Names of files that are worth looking for.
    pub(super) fn base_names(&self) -> impl Iterator<Item = &str> {
        let names: &[String] = match self {
            Self::Outside | Self::Nowhere => &[],
            Self::Path { parts, .. } | Self::Package { parts, .. } => &parts[parts.len().saturating_sub(1)..],
            Self::Class { files, .. } => files,
        };
        names.iter().map(String::as_str)
    }
}

/// Where a frame's file is, as written.
pub(super) fn origin_of(frame: &Frame) -> Origin {
    let Some(written) = frame.file.as_deref() else { return class_of(frame) };
    if is_runtime(written, frame.family) {
        return Origin::Outside;
    }
    if let Some((name, rest)) = written.strip_prefix("package:").and_then(|rest| rest.split_once('/')) {
        let parts = [name, "lib"].into_iter().chain(rest.split('/')).map(str::to_owned).collect();
        return Origin::Package { name: name.to_owned(), marker: 1, parts };
    }
    let (parts, is_absolute) = parts_of(written);
    if parts.is_empty() {
        return Origin::Nowhere;
    }
    if parts.len() == 1 && !is_absolute {
        return bare(frame, parts);
    }
    if let Some(origin) = installed(&parts, frame.family) {
        return origin;
    }
    if is_standard_library(&parts, frame.family) {
        return Origin::Outside;
    }
    match application(frame) {
        Some(name) => Origin::Package { name: name.to_owned(), marker: 0, parts },
        None => Origin::Path { parts, is_absolute },
    }
}

/// The repository of a link, or the application of Elixir's own that the trace names. Other applications are told by their paths.
fn application(frame: &Frame) -> Option<&str> {
    let is_own_of_elixir = |name: &&str| BEAM_APPLICATIONS.binary_search(name).is_ok();
    let package = frame.package.as_deref();
    match frame.kind {
        FrameKind::Mention => package,
        _ if frame.family == Family::Elixir => package.filter(is_own_of_elixir),
        _ => None,
    }
}

/// A bare name: the package, where there is one, says which of the files it is.
fn bare(frame: &Frame, parts: Vec<String>) -> Origin {
    let name = parts[0].as_str();
    if frame.family == Family::JavaScript && NODE_MODULES.binary_search(&name).is_ok() {
        return Origin::Outside;
    }
    if frame.family == Family::Elixir && frame.package.is_some() {
        return Origin::Outside;
    }
    let container: Vec<String> = components(frame);
    if frame.family == Family::Jvm && !container.is_empty() {
        return Origin::Class { files: parts, container };
    }
    Origin::Path { parts, is_absolute: false }
}

/// A frame without a file: the file of its class.
fn class_of(frame: &Frame) -> Origin {
    let container = components(frame);
    let extensions: &[&str] = match frame.family {
        Family::Jvm => &["java", "kt", "scala"],
        Family::DotNet => &["cs"],
        Family::Php => &["php"],
        _ => return Origin::Nowhere,
    };
    let classes = container.iter().filter(|part| part.starts_with(char::is_uppercase));
    let files: Vec<String> = classes
        .rev()
        .take(2)
        .flat_map(|class| extensions.iter().map(move |extension| format!("{class}.{extension}")))
        .collect();
    if files.is_empty() || container.len() < 2 { Origin::Nowhere } else { Origin::Class { files, container } }
}

fn components(frame: &Frame) -> Vec<String> {
    let container = frame.container.as_deref().unwrap_or("");
    container.split(['.', '\\']).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Whether this is code of the runtime, which is in no file.
fn is_runtime(written: &str, family: Family) -> bool {
    written.starts_with('<')
        || family == Family::JavaScript && written.starts_with("internal/")
        || ["node:", "dart:", "native ", "evalmachine.", "chrome-extension:", "resource:", "kernel:"]
            .iter()
            .any(|start| written.starts_with(start))
}

/// The components of a path in any notation, and whether it is absolute.
fn parts_of(written: &str) -> (Vec<String>, bool) {
    let (scheme, rest) = written.split_once("://").map_or(("", written), |(scheme, rest)| (scheme, rest));
    // Behind a scheme comes the host, or the name of a bundle; with three slashes it is empty.
    let rest = if scheme.is_empty() { rest } else { rest.split_once('/').map_or("", |(_, path)| path) };
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    let is_bundle = scheme.starts_with("webpack") || scheme.starts_with("turbopack") || scheme == "ng";
    let has_drive =
        rest.as_bytes().get(1) == Some(&b':') && rest.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_absolute = !is_bundle && (!scheme.is_empty() || rest.starts_with(['/', '\\', '~']) || has_drive);
    let rest = if has_drive { &rest[2..] } else { rest };
    let mut parts: Vec<String> = Vec::new();
    for part in rest.split(['/', '\\']) {
        match part {
            "" | "." | "~" => {}
            ".." => drop(parts.pop()),
            // Layers of a bundle: `(rsc)`, `[project]`.
            _ if is_bundle && part.starts_with(['(', '[']) => {}
            _ => parts.push(part.to_owned()),
        }
    }
    (parts, is_absolute)
}

/// An installed package, by the folder that its manager puts it in.
fn installed(parts: &[String], family: Family) -> Option<Origin> {
    let at = |name: &str| parts.iter().rposition(|part| part == name);
    let package = |name: &str, marker: usize| {
        (marker < parts.len()).then(|| Origin::Package {
            name: name.to_owned(),
            marker,
            parts: parts.to_vec(),
        })
    };
    let part = |index: usize| parts.get(index).map(String::as_str).unwrap_or("");
    if let Some(index) = at("site-packages").or_else(|| at("dist-packages")) {
        return package(part(index + 1).trim_end_matches(".py"), index + 1);
    }
    if let Some(index) = at("node_modules") {
        let scoped = usize::from(part(index + 1).starts_with('@'));
        return package(part(index + 1 + scoped), index + 2 + scoped);
    }
    if let Some(index) = at("registry").filter(|index| part(index + 1) == "src") {
        return package(without_version(part(index + 3)), index + 4);
    }
    if let Some(index) = at("checkouts") {
        // Cargo has the revision below the name, Swift has not.
        let revision = usize::from(index > 0 && part(index - 1) == "git");
        let name = part(index + 1);
        return package(
            if revision == 1 { name.rsplit_once('-').map_or(name, |(name, _)| name) } else { name },
            index + 2 + revision,
        );
    }
    if let Some(index) = at("gems").or_else(|| at("pub.dev")).or_else(|| at("pub.dartlang.org")) {
        return package(without_version(part(index + 1)), index + 2);
    }
    if let Some(index) = at("Pods").or_else(|| at("deps").filter(|_| family == Family::Elixir)) {
        return package(part(index + 1), index + 2);
    }
    match family {
        Family::Go => go_module(parts),
        Family::Php => at("vendor").and_then(|index| package(part(index + 2), index + 3)),
        _ => None,
    }
}

/// A module of Go: in the cache with its version, below GOPATH, or as its import path.
fn go_module(parts: &[String]) -> Option<Origin> {
    let package =
        |name: &str, marker: usize| Origin::Package { name: name.to_owned(), marker, parts: parts.to_vec() };
    if let Some(index) = parts.iter().position(|part| part.contains("@v")) {
        let name = parts[index].split('@').next().unwrap_or("");
        let name = if is_major_version(name) && index > 0 { parts[index - 1].as_str() } else { name };
        return (index + 1 < parts.len()).then(|| package(name, index + 1));
    }
    let is_host = |part: &String| part.contains('.') && !part.ends_with(".go") && !part.starts_with('.');
    let host = parts
        .iter()
        .position(is_host)
        .filter(|host| *host == 0 || matches!(parts[host - 1].as_str(), "src" | "vendor"))?;
    let name = parts.get(host + 2)?;
    let marker = host + 3 + usize::from(parts.get(host + 3).is_some_and(|part| is_major_version(part)));
    (marker < parts.len()).then(|| package(name, marker))
}

/// `v2`, which is a part of the import path and no folder.
fn is_major_version(part: &str) -> bool {
    part.strip_prefix('v')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// `rails-6.0.0` without its version.
fn without_version(name: &str) -> &str {
    let version =
        name.match_indices('-').find(|(at, _)| name[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    version.map_or(name, |(at, _)| &name[..at])
}

/// Whether a path is that of a standard library or of the system.
fn is_standard_library(parts: &[String], family: Family) -> bool {
    let has = |name: &str| parts.iter().any(|part| part == name);
    let has_version = |name: &str| {
        parts.iter().any(|part| {
            let lower = part.to_ascii_lowercase();
            lower
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
        })
    };
    let begins = |start: &[&str]| {
        parts.iter().zip(start).filter(|(part, start)| part == *start).count() == start.len()
    };
    let is_system = begins(&["usr", "include"])
        || begins(&["usr", "lib"])
        || begins(&["usr", "lib64"])
        || begins(&["usr", "local", "include"])
        || begins(&["lib"]) && parts.get(1).is_some_and(|part| part.contains("linux-gnu"))
        || has("Program Files")
        || has("Program Files (x86)")
        || has("System32")
        || has("Xcode.app");
    is_system
        || match family {
            Family::Python => has_version("python") || has_version("cpython-") || has_version("pypy"),
            Family::Rust => {
                begins(&["rustc"])
                    || has("rustlib")
                    || ["libcore", "libstd", "liballoc", "libtest", "libpanic_unwind"].into_iter().any(has)
            }
            Family::Go => is_go_standard_library(parts),
            Family::Ruby => {
                has("ruby")
                    && has("lib")
                    && parts.iter().any(|part| part.starts_with(|c: char| c.is_ascii_digit()))
            }
            Family::Elixir => has("erlang") || has("otp"),
            _ => false,
        }
}

/// `/usr/local/go/src/net/http/server.go`: sources of Go itself are below a folder of its name, without a host.
fn is_go_standard_library(parts: &[String]) -> bool {
    let Some(src) = parts.iter().position(|part| part == "src") else { return false };
    let is_go = |part: &String| {
        part == "go" || part == "golang" || part.starts_with("go-") || part.starts_with("go1")
    };
    parts[..src].iter().any(is_go) && !parts.get(src + 1).is_some_and(|part| part.contains('.'))
}
