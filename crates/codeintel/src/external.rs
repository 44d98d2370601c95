//! Tools that are not ours: programs (`command`) and tools of MCP servers (`mcp`), of the user's configuration.
//!
//! Each is run by `exec` like a built-in one. Must not read a file of the repository.

mod command;
pub mod mcp;

use std::borrow::Cow;

use foreword_exec::spec::ToolSpec;
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::sensitive::Sensitive;
use foreword_model::error::ErrorCode;
use foreword_model::settings::{ExternalKind, ExternalTool};

pub use command::runner;

/// Programs that look for what they run in the packages of their folder.
const PACKAGE_RUNNERS: [&str; 5] = ["npx", "bunx", "pnpx", "pnpm", "yarn"];

/// A tool of the user's configuration; `sensitive` names the files that are not shown, wherever they lie.
pub fn tool(tool: ExternalTool, sensitive: &Sensitive) -> Box<dyn Tool> {
    let spec = ToolSpec {
        name: Cow::Owned(tool.name),
        description: Cow::Owned(tool.description),
        tier: tool.tier,
        timeout_ms: tool.timeout_ms,
        args: None,
        built: true,
    };
    match tool.kind {
        ExternalKind::Command(command) => command::command(spec, command),
        ExternalKind::Mcp(server_tool) => {
            Box::new(mcp::RemoteTool::new(spec, *server_tool, sensitive.clone()))
        }
    }
}

/// A tool that is not started: a dry run starts nothing and reaches nothing.
pub fn dormant(spec: &ToolSpec) -> Box<dyn Tool> {
    Box::new(Dormant(spec.clone()))
}

struct Dormant(ToolSpec);

impl Tool for Dormant {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn run(&self, _permit: &Permit, _call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let message = format!("{}: a dry run starts no program and reaches no server", self.0.name);
        Err(ToolFailure::skipped(ErrorCode::EToolUnavailable, message))
    }
}

/// The start of a text, cut at a character.
fn head_bytes(text: &str, bytes_max: usize) -> &str {
    let mut end = bytes_max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The first word of a command that leads into the repository: the program, an argument, or what follows the equals sign
/// of one. A folder behind the first argument is what a program works on: `node server.js /path/of/the/repository`.
fn word_within<'a>(command: &'a [String], root: &std::path::Path) -> Option<&'a str> {
    let value = |word: &'a str| word.split_once('=').map(|(_, value)| value);
    let words = command.iter().map(String::as_str).enumerate();
    let mut words = words.flat_map(|(at, word)| [Some(word), value(word)].map(|word| (at, word)));
    let is_data = |at: usize, word: &str| at >= 2 && std::path::Path::new(word).is_dir();
    words.find_map(|(at, word)| word.filter(|word| lies_within(word, root) && !is_data(at, word)))
}

/// The same for a command that is started in the repository, where a word may be a path without looking like one: a file, a
/// module behind `-m`, or what `npx` and its like take from the packages of the folder that they stand in.
fn word_found_within<'a>(command: &'a [String], root: &std::path::Path) -> Option<&'a str> {
    let before = std::iter::once("").chain(command.iter().map(String::as_str));
    let mut words = before.zip(command).map(|(before, word)| (before, word.as_str()));
    let is_module = |word: &str| {
        let path = root.join(word.replace('.', "/"));
        path.is_dir() || path.with_extension("py").is_file()
    };
    let is_package_runner =
        |word: &str| PACKAGE_RUNNERS.contains(&word) && root.join("node_modules").is_dir();
    words.find_map(|(before, word)| {
        // A bare program is looked for on PATH, outside the repository.
        let is_program = before.is_empty();
        // An absolute path is not looked for here.
        let is_relative = !word.starts_with('/') && (!is_program || word.contains('/'));
        let is_file = is_relative && root.join(word).is_file();
        let is_within =
            is_file || (before == "-m" && is_module(word)) || (is_program && is_package_runner(word));
        is_within.then_some(word)
    })
}

/// Whether a path leads into the repository.
fn lies_within(word: &str, root: &std::path::Path) -> bool {
    let path = std::path::Path::new(word);
    let real = path.canonicalize();
    path.is_absolute() && (path.starts_with(root) || real.is_ok_and(|real| real.starts_with(root)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_kept_out_by_any_of_its_words() {
        let root = std::path::Path::new("/home/me/repo");
        let check = |command: &[&str], expected: Option<&str>| {
            let command: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(word_within(&command, root), expected, "{command:?}");
        };
        check(&["/home/me/repo/bin/x"], Some("/home/me/repo/bin/x"));
        check(&["python3", "/home/me/repo/x.py"], Some("/home/me/repo/x.py"));
        check(&["node", "--require=/home/me/repo/x.js", "y"], Some("/home/me/repo/x.js"));
        check(&["python3", "/home/me/repo-tools/x.py", "-m", "x"], None);
        check(&[], None);
    }

    #[test]
    fn a_command_that_stands_in_the_repository_finds_nothing_of_it() {
        let folder = tempfile::tempdir().expect("a folder");
        for file in ["scripts/find.sh", "mine/__init__.py", "tool.py", "find"] {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, "").expect("a file");
        }
        let check = |command: &[&str], expected: Option<&str>| {
            let command: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(word_found_within(&command, folder.path()), expected, "{command:?}");
        };
        check(&["./scripts/find.sh"], Some("./scripts/find.sh"));
        check(&["sh", "-e", "scripts/find.sh"], Some("scripts/find.sh"));
        check(&["python3", "-m", "mine"], Some("mine"));
        check(&["python3", "-m", "tool"], Some("tool"));
        check(&["python3", "-m", "other"], None);
        let outside = tempfile::NamedTempFile::new().expect("a file");
        check(&[outside.path().to_str().expect("a path")], None);
        check(&["find", "scripts", "-name", "x"], None);
        check(&["npx", "server"], None);
        std::fs::create_dir(folder.path().join("node_modules")).expect("a folder");
        check(&["npx", "server"], Some("npx"));
        check(&[], None);
    }
}
