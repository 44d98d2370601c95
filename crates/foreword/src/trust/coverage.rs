//! What an agreement to a command must cover: the words that may name a file, why the whole tree has to be covered where
//! words do not tell, and what nothing covers. Looks at text only.

use std::collections::BTreeSet;

use foreword_model::limits;

use super::shell_words::{self, ShellWords};

/// What the commands of a repository ask to be covered.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Words that may name a file or a folder, from the root.
    pub words: BTreeSet<CommandWord>,
    /// Parts of program texts that may name a file; nothing is said of those that name none.
    pub pieces: BTreeSet<String>,
    /// Why the whole tree is covered; it is not, if there is no reason.
    pub tree: BTreeSet<String>,
    /// What is not covered.
    pub uncovered: BTreeSet<String>,
}

/// A word of a command.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CommandWord {
    /// As the program gets it.
    pub text: String,
    /// Whether it stands where a program does.
    pub is_program: bool,
}

/// Words of the shell that a command may stand behind.
const KEYWORDS: [&str; 14] =
    ["if", "then", "else", "elif", "fi", "do", "done", "while", "until", "!", "{", "}", "case", "esac"];
/// Programs that run the one behind them.
const WRAPPERS: [&str; 10] =
    ["env", "command", "exec", "nohup", "nice", "time", "timeout", "setsid", "stdbuf", "builtin"];
/// Options of `env` that change only variables.
const PLAIN_ENV_OPTIONS: [&str; 7] = ["-", "-i", "-0", "-u", "--ignore-environment", "--null", "--unset"];
/// Words after which other words mean something else, or are commands themselves.
const REDIRECTING: [&str; 10] =
    ["cd", "pushd", "popd", "chdir", "eval", "trap", "alias", "xargs", "parallel", "find"];
const SHELLS: [&str; 6] = ["sh", "bash", "dash", "zsh", "ksh", "ash"];
const INTERPRETERS: [&str; 13] = [
    "python",
    "pypy",
    "node",
    "ruby",
    "perl",
    "php",
    "lua",
    "Rscript",
    "julia",
    "tclsh",
    "guile",
    "osascript",
    "pwsh",
];
/// Options of interpreters that load nothing and run nothing.
const HARMLESS_OPTIONS: [&str; 8] = ["-u", "-B", "-O", "-s", "-S", "-w", "-q", "--no-warnings"];
/// Programs that look for what they run, or run a text of their own.
const SELF_LOADING: [&str; 44] = [
    "make",
    "gmake",
    "just",
    "task",
    "rake",
    "ninja",
    "cmake",
    "meson",
    "bazel",
    "ant",
    "mvn",
    "gradle",
    "sbt",
    "npm",
    "npx",
    "pnpm",
    "pnpx",
    "yarn",
    "bun",
    "bunx",
    "deno",
    "uv",
    "uvx",
    "pipx",
    "poetry",
    "tox",
    "nox",
    "pytest",
    "jest",
    "vitest",
    "eslint",
    "tsc",
    "cargo",
    "go",
    "bundle",
    "composer",
    "java",
    "dotnet",
    "docker",
    "git",
    "awk",
    "gawk",
    "mawk",
    "pre-commit",
];
/// Programs that read nothing but what they are handed.
const HARMLESS: [&str; 38] = [
    "[", "basename", "cat", "chmod", "cp", "curl", "cut", "date", "dirname", "echo", "exit", "expr", "false",
    "grep", "head", "hostname", "id", "jq", "ls", "mkdir", "mktemp", "mv", "printf", "pwd", "read", "rm",
    "sed", "sleep", "sort", "tail", "tee", "test", "touch", "tr", "true", "uname", "uniq", "wc",
];

impl Coverage {
    /// Adds a command line that `/bin/sh -c` runs.
    pub fn add_line(&mut self, line: &str) {
        self.add_shell(line, 0);
    }

    /// Adds a command that is started without a shell, with the variables that are set for it (`NAME=value`).
    pub fn add_command(&mut self, words: &[String]) {
        let is_mixed = |word: &&String| {
            let value = word.split_once('=').map_or(word.as_str(), |(_, value)| value);
            value.contains("${") && value.contains('/') && !value.contains("://")
        };
        if words.iter().any(|word| is_mixed(&word)) {
            self.tree.insert("a variable".to_owned());
        }
        self.add_simple(words, 0);
    }

    fn add_shell(&mut self, line: &str, depth: usize) {
        if depth > limits::TRUST_NESTED_SHELLS {
            self.tree.insert("shells within shells".to_owned());
            return;
        }
        let ShellWords { commands, unclear } = shell_words::read(line);
        self.tree.extend(unclear.into_iter().map(str::to_owned));
        for words in commands {
            self.add_simple(&words, depth);
        }
    }

    fn add_simple(&mut self, words: &[String], depth: usize) {
        let program = program_at(words);
        for (at, word) in words.iter().enumerate() {
            self.add_word(word, program == Some(at));
            let name = program_name(word);
            if name == "env"
                && let Some(option) = changing_option(&words[at + 1..])
            {
                self.tree.insert(format!("`env {}`", short(option)));
            }
            if REDIRECTING.contains(&word.as_str()) || SELF_LOADING.contains(&name) {
                self.tree.insert(format!("`{name}`"));
            }
            if SHELLS.contains(&name) {
                self.add_shell_call(&words[at + 1..], depth);
            } else if INTERPRETERS.contains(&name) {
                self.add_interpreter_call(name, &words[at + 1..]);
            }
        }
        let Some(program) = program.map(|at| &words[at]) else { return };
        let is_known = |names: &[&str]| names.contains(&program_name(program));
        if !program.contains('/')
            && !is_known(&HARMLESS)
            && !is_known(&SHELLS)
            && !is_known(&INTERPRETERS)
            && !is_known(&SELF_LOADING)
            && !is_known(&REDIRECTING)
        {
            self.uncovered.insert(format!("what `{program}` looks for by itself"));
        }
    }

    /// `sh -c 'text'` runs the text.
    fn add_shell_call(&mut self, args: &[String], depth: usize) {
        let options = args.iter().take_while(|arg| arg.starts_with(['-', '+'])).count();
        let takes_text = args[..options].iter().any(|arg| !arg.starts_with("--") && arg.contains('c'));
        if takes_text && let Some(text) = args.get(options) {
            self.add_shell(text, depth + 1);
        }
    }

    /// An interpreter looks for modules in the repository if it is told to, and if it gets no script.
    fn add_interpreter_call(&mut self, name: &str, args: &[String]) {
        let options = args.iter().take_while(|arg| arg.starts_with('-')).count();
        if options == args.len() {
            self.tree.insert(format!("`{name}` without a script"));
        }
        if let Some(option) = args[..options].iter().find(|arg| !HARMLESS_OPTIONS.contains(&arg.as_str())) {
            self.tree.insert(format!("`{name} {}`", short(option)));
        }
        // node looks for `tool.js`, `tool.json`, `tool.node` and `tool/index.js`.
        let script = args.get(options).map(|script| script.rsplit('/').next().unwrap_or(script));
        if name == "node" && script.is_some_and(|script| !script.contains('.')) {
            self.tree.insert("`node` with a script without an extension".to_owned());
        }
    }

    fn add_word(&mut self, word: &str, is_program: bool) {
        self.words.insert(CommandWord { text: word.to_owned(), is_program });
        let attached = word.strip_prefix('-').filter(|rest| !rest.starts_with('-')).and_then(|rest| {
            let mut letters = rest.chars();
            letters.next().map(|_| letters.as_str())
        });
        let parts = word.split(['=', ':', ',']).filter(|part| *part != word);
        for part in parts.chain(attached).chain(word.strip_prefix('@')).filter(|part| !part.is_empty()) {
            self.words.insert(CommandWord { text: part.to_owned(), is_program: false });
        }
        // A program text, such as sed's or jq's.
        let is_cut = |c: char| c.is_whitespace() || "\"'`;|&()<>[]{},=:$".contains(c);
        if word.contains(is_cut) {
            self.pieces.extend(word.split(is_cut).filter(|piece| !piece.is_empty()).map(str::to_owned));
        }
    }
}

/// The first option of `env` that does more than change variables: a folder to go to, a text that holds words.
fn changing_option(args: &[String]) -> Option<&str> {
    let mut options = args.iter().map(String::as_str);
    while let Some(arg) = options.next() {
        let name = arg.split('=').next().unwrap_or(arg);
        if !arg.starts_with('-') {
            // What follows a variable is an option still.
            if !arg.contains('=') {
                return None;
            }
        } else if PLAIN_ENV_OPTIONS.contains(&name) {
            if arg == "-u" || arg == "--unset" {
                options.next();
            }
        } else if arg == "--" {
            return None;
        } else {
            return Some(arg);
        }
    }
    None
}

/// Where in a simple command its program stands: behind keywords, assignments and wrappers.
fn program_at(words: &[String]) -> Option<usize> {
    let mut is_behind_wrapper = false;
    let mut is_value = false;
    for (at, word) in words.iter().enumerate() {
        // A folder or a variable that an option of `env` names.
        if std::mem::take(&mut is_value) {
            continue;
        }
        is_value = is_behind_wrapper && takes_value(word);
        let is_assignment = word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        });
        let is_argument = || word.starts_with('-') || word.starts_with(|c: char| c.is_ascii_digit());
        let is_before_program =
            KEYWORDS.contains(&word.as_str()) || is_assignment || (is_behind_wrapper && is_argument());
        if WRAPPERS.contains(&program_name(word)) {
            is_behind_wrapper = true;
        } else if !is_before_program {
            return Some(at);
        }
    }
    None
}

/// Whether an option of `env` has its value in the next word: `-iC tools`, `--unset HOME`.
fn takes_value(option: &str) -> bool {
    let is_short = option.starts_with('-') && !option.starts_with("--");
    let ends = |letter: char| is_short && option.len() > 1 && option.ends_with(letter);
    ends('C') || ends('u') || ends('S') || matches!(option, "--chdir" | "--unset" | "--split-string")
}

/// The name of a program, without its folder and its version: `python` for `/usr/bin/python3.12`.
fn program_name(word: &str) -> &str {
    let name = word.rsplit('/').next().unwrap_or(word);
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')
}

/// The start of an option: it may hold a whole program.
fn short(option: &str) -> String {
    option.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, tree: &[&str], uncovered: &[&str]) {
        let mut coverage = Coverage::default();
        coverage.add_line(line);
        assert_eq!(coverage.tree.iter().map(String::as_str).collect::<Vec<_>>(), tree, "{line}");
        assert_eq!(coverage.uncovered.iter().map(String::as_str).collect::<Vec<_>>(), uncovered, "{line}");
    }

    #[test]
    fn safe_12_what_words_do_not_tell_makes_the_whole_tree_count() {
        check("sh ./scripts/log.sh --quiet", &[], &[]);
        check("cd tools && ./run.sh", &["`cd`"], &[]);
        check("sh -ec 'cd tools; ./run.sh'", &["`cd`"], &[]);
        check("sh -c \"sh -c 'sh x/*.sh'\"", &["a glob"], &[]);
        check("perl -I lib x.pl", &["`perl -I`"], &[]);
        check("env FOO=1 timeout 5 perl -Ilib x.pl", &["`perl -Ilib`"], &[]);
        for option in
            ["-C tools", "--chdir tools", "--chdir=tools", "-iC tools", "-S 'sh x.sh'", "-u A -C tools"]
        {
            let named = option.split(' ').find(|word| word.contains(['C', 'S', 'h'])).unwrap_or(option);
            check(&format!("env {option} sh x.sh"), &[&format!("`env {named}`")], &[]);
            check(&format!("timeout 5 /usr/bin/env {option} sh x.sh"), &[&format!("`env {named}`")], &[]);
        }
        check("env -i -u HOME A=1 --unset=B sh scripts/x.sh", &[], &[]);
        check("node ./tool", &["`node` with a script without an extension"], &[]);
        check("node scripts/tool.js", &[], &[]);
        check("/usr/bin/python3.12 -m tools.run", &["`python -m`"], &[]);
        check("python3 -u tools/a.py", &[], &[]);
        check("cat tools/a.py | python3", &["`python` without a script"], &[]);
        check("make -C tools check", &["`make`"], &[]);
        check("mytool --fix", &[], &["what `mytool` looks for by itself"]);
        check("if FOO=x nice -n 5 mytool; then true; fi", &[], &["what `mytool` looks for by itself"]);
        check("tools/mytool 'x'", &[], &[]);
    }

    #[test]
    fn parts_of_a_word_may_name_a_file() {
        let mut coverage = Coverage::default();
        coverage
            .add_line("run --config=conf/x.toml -fdata/y @args.txt PATH=bin:lib 'a b' \"sed s,x,lib/z,\"");
        for part in ["conf/x.toml", "data/y", "args.txt", "bin", "lib", "a b", "lib/z"] {
            assert!(coverage.words.iter().any(|word| word.text == part), "{part}: {:?}", coverage.words);
        }
        assert!(coverage.pieces.contains("lib/z"), "{:?}", coverage.pieces);
    }
}
