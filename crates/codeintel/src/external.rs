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
const PACKAGE_RUNNERS: [&str; 7] = ["npx", "npm", "pnpm", "pnpx", "yarn", "bun", "bunx"];
/// Programs that run a file which an argument names.
const INTERPRETERS: [&str; 16] = [
    "sh", "bash", "dash", "zsh", "ksh", "fish", "python", "pypy", "node", "deno", "ruby", "perl", "php",
    "lua", "uv", "Rscript",
];

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
        let message = format!("{}: a dry run starts no program, no hook and reaches no server", self.0.name);
        Err(ToolFailure::skipped(ErrorCode::EToolUnavailable, message))
    }
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

/// The same for a command that is started in the repository, where a word may lead into it without looking like a path: a
/// program or a script by its relative path, a module behind `-m`, or what a package runner takes from the packages of its folder.
fn word_found_within<'a>(command: &'a [String], root: &std::path::Path) -> Option<&'a str> {
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    let is_program = |names: &[&str]| words.iter().any(|word| names.contains(&program_name(word)));
    let (runs_scripts, runs_packages) = (is_program(&INTERPRETERS), is_program(&PACKAGE_RUNNERS));
    let has_packages = || ["node_modules", "package.json"].iter().any(|name| root.join(name).exists());
    if runs_packages && has_packages() {
        return words.first().copied();
    }
    // A bare program is looked for on PATH, outside the repository; an absolute path is not looked for here.
    let is_script = |at: usize, word: &str| {
        let is_run = if at == 0 { word.contains('/') } else { runs_scripts };
        is_run && !word.starts_with('/') && root.join(word).is_file()
    };
    // What a module imports first is the package around it.
    let is_module = |word: &str| {
        let outermost = root.join(word.split('.').next().unwrap_or(word));
        outermost.is_dir() || outermost.with_extension("py").is_file()
    };
    let before = std::iter::once("").chain(words.iter().copied());
    before.zip(&words).enumerate().find_map(|(at, (before, word))| {
        let module = if before == "-m" { Some(*word) } else { word.strip_prefix("-m") };
        let is_run_module = runs_scripts && module.is_some_and(|name| !name.is_empty() && is_module(name));
        (is_script(at, word) || is_run_module).then_some(*word)
    })
}

/// The name of a program, without its folder and its version: `python` for `/usr/bin/python3.12`.
fn program_name(word: &str) -> &str {
    let name = word.rsplit('/').next().unwrap_or(word);
    name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.')
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
        check(&["/usr/bin/python3.12", "-mmine.part"], Some("-mmine.part"));
        check(&["env", "python3", "tool.py"], Some("tool.py"));
        check(&["python3", "-m", "other"], None);
        check(&["git", "grep", "-n", "find"], None);
        check(&["pytest", "-m", "mine"], None);
        let outside = tempfile::NamedTempFile::new().expect("a file");
        check(&[outside.path().to_str().expect("a path")], None);
        check(&["find", "scripts", "-name", "x"], None);
        check(&["npx", "server"], None);
        std::fs::create_dir(folder.path().join("node_modules")).expect("a folder");
        check(&["/opt/bin/npx", "server"], Some("/opt/bin/npx"));
        check(&["npm", "exec", "server"], Some("npm"));
        check(&[], None);
    }
}
