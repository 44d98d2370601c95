//! Commands that do harm to whoever runs them, told by how they are written. Whether somebody is to run them is for
//! others. Reads a bounded stretch of one line.

use foreword_text::truncate::truncate_bytes;

/// What a command does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HarmfulCommand {
    /// Deletes the root, the home, a system folder or a drive.
    Wrecks,
    /// `rm -rf` without saying what.
    WrecksUnnamed,
    /// Deletes the working directory, or overwrites a device: also a step of some guides.
    Clears,
    /// Runs what it fetches, as most installers are started.
    Pipes {
        /// Whether anybody on the way can change it: the connection is not encrypted.
        is_open: bool,
        /// Whether the address says that it installs something.
        is_installer: bool,
    },
}

/// How much of a line is read.
const COMMAND_BYTES: usize = 400;
/// Programs that run what they read.
const SHELLS: [&str; 17] = [
    "sh",
    "bash",
    "zsh",
    "dash",
    "ksh",
    "fish",
    "ash",
    "python",
    "python3",
    "perl",
    "ruby",
    "node",
    "php",
    "iex",
    "pwsh",
    "powershell",
    "cmd",
];
/// Programs that fetch an address.
const FETCHERS: [&str; 6] = ["curl", "wget", "iwr", "irm", "invoke-webrequest", "invoke-restmethod"];

/// The command at the start of a text in lower case, and how long it is.
pub(super) fn at(lower: &str) -> Option<(HarmfulCommand, usize)> {
    let line = first_line(lower);
    let head = line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').next()?;
    match head {
        "rm" => remove(line, head.len()),
        "rmdir" | "rd" | "del" | "remove-item" => windows_remove(line, head.len()),
        "mkfs" | "wipefs" | "shred" | "dd" => overwrite(line, head),
        "find" => find_and_delete(line, head.len()),
        "format" => format_drive(line, head.len()),
        "git" => git_clean(line, head.len()),
        _ if FETCHERS.contains(&head) => piped(line, head.len()),
        _ if SHELLS.contains(&head) || matches!(head, "eval" | "source") => substituted(line, head.len()),
        _ => None,
    }
}

/// The line, as far as it is read.
fn first_line(text: &str) -> &str {
    truncate_bytes(text, COMMAND_BYTES).split('\n').next().unwrap_or_default()
}

/// The next argument from a place, without quotes, and where it ends.
fn argument(line: &str, from: usize) -> Option<(&str, usize)> {
    let rest = &line[from..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    if blanks == 0 {
        return None;
    }
    let quotes = usize::from(rest[blanks..].starts_with(['"', '\'']));
    let start = from + blanks + quotes;
    let is_end = |letter: char| {
        !letter.is_ascii()
            || letter.is_ascii_whitespace()
            || matches!(letter, '"' | '\'' | '`' | ';' | '|' | '&' | ')' | '<' | '>' | ',')
    };
    let length = line[start..].find(is_end).unwrap_or(line.len() - start);
    (length > 0).then_some((&line[start..start + length], start + length))
}

/// `rm -rf /`, `rm -r --force ~`.
fn remove(line: &str, from: usize) -> Option<(HarmfulCommand, usize)> {
    let (mut is_recursive, mut end) = (false, from);
    while let Some((argument, after)) = argument(line, end) {
        let short = argument.strip_prefix('-').filter(|flags| !flags.starts_with('-'));
        is_recursive |= argument == "--recursive" || short.is_some_and(|flags| flags.contains('r'));
        if argument.starts_with('-') {
            end = after;
            continue;
        }
        return match target(argument) {
            Some(command) if is_recursive => Some((command, after)),
            // Another target may follow.
            None if is_recursive && argument.contains(['/', '*', '$']) => {
                end = after;
                continue;
            }
            _ => None,
        };
    }
    // Behind another target there is nothing left to say.
    let is_bare =
        is_recursive && line[from..end].split_whitespace().all(|argument| argument.starts_with('-'));
    is_bare.then_some((HarmfulCommand::WrecksUnnamed, end))
}

/// What is lost when a path is deleted; `None` for a part of something.
fn target(path: &str) -> Option<HarmfulCommand> {
    const SYSTEM: [&str; 12] =
        ["bin", "boot", "dev", "etc", "home", "lib", "opt", "root", "sbin", "srv", "usr", "var"];
    let whole = path.trim_end_matches(['.', '!', '?', ':']);
    let whole = if whole.is_empty() { path } else { whole };
    let folder = whole.trim_end_matches('*').trim_end_matches(['/', '\\']);
    let is_home = matches!(folder, "~" | "$home" | "${home}" | "%userprofile%" | "$env:userprofile");
    let is_root = folder.is_empty() && whole.starts_with(['/', '\\']);
    let is_system = folder.strip_prefix('/').is_some_and(|name| SYSTEM.contains(&name));
    let is_drive = matches!(folder.as_bytes(), [letter, b':'] if letter.is_ascii_lowercase());
    let is_here =
        matches!(whole, "*" | "." | "./" | "./*" | ".*" | ".." | "../*" | "$pwd" | "$(pwd)" | ".git");
    if is_home || is_root || is_system || is_drive {
        Some(HarmfulCommand::Wrecks)
    } else {
        is_here.then_some(HarmfulCommand::Clears)
    }
}

/// `rd /s /q c:\`, `del /f /s *`, `remove-item -recurse -force c:\`.
fn windows_remove(line: &str, from: usize) -> Option<(HarmfulCommand, usize)> {
    let (mut is_recursive, mut end) = (false, from);
    while let Some((argument, after)) = argument(line, end) {
        is_recursive |= matches!(argument, "/s" | "-r" | "-recurse");
        let is_option = argument.starts_with('-')
            || matches!(argument.as_bytes(), [b'/', letter] if letter.is_ascii_lowercase());
        if !is_option {
            return target(argument).filter(|_| is_recursive).map(|command| (command, after));
        }
        end = after;
    }
    None
}

/// `mkfs.ext4 /dev/sda`, `dd if=/dev/zero of=/dev/sda`.
fn overwrite(line: &str, head: &str) -> Option<(HarmfulCommand, usize)> {
    const SOURCES: [&str; 3] = ["if=/dev/zero", "if=/dev/random", "if=/dev/urandom"];
    let mut end = line.find([' ', '\t'])?;
    let mut has_source = head != "dd";
    while let Some((argument, after)) = argument(line, end) {
        has_source |= SOURCES.contains(&argument);
        let device = if head == "dd" { argument.strip_prefix("of=") } else { Some(argument) };
        if has_source && device.is_some_and(|device| device.starts_with("/dev/")) {
            return Some((HarmfulCommand::Clears, after));
        }
        end = after;
    }
    None
}

/// `find / -delete`, `find ~ -exec rm -rf {} +`.
fn find_and_delete(line: &str, from: usize) -> Option<(HarmfulCommand, usize)> {
    let (path, mut end) = argument(line, from)?;
    let command = target(path)?;
    while let Some((argument, after)) = argument(line, end) {
        // A part of what is found may go.
        if matches!(argument, "-name" | "-iname" | "-path" | "-type" | "-mtime" | "-empty" | "-regex") {
            return None;
        }
        end = after;
        if matches!(argument, "-delete" | "rm") {
            return Some((command, end));
        }
    }
    None
}

/// `format c:`, `format d: /q`.
fn format_drive(line: &str, from: usize) -> Option<(HarmfulCommand, usize)> {
    let (drive, end) = argument(line, from)?;
    let drive = drive.trim_end_matches(['.', '!', '\\', '/']);
    matches!(drive.as_bytes(), [b'c'..=b'z', b':']).then_some((HarmfulCommand::Wrecks, end))
}

/// `git clean -fdx`: all that is not committed, ignored files too.
fn git_clean(line: &str, from: usize) -> Option<(HarmfulCommand, usize)> {
    let (command, mut end) = argument(line, from)?;
    let mut flags = String::new();
    while let Some((option, after)) = argument(line, end).filter(|(option, _)| option.starts_with('-')) {
        flags.push_str(option);
        end = after;
    }
    let is_all = ['f', 'd', 'x'].iter().all(|flag| flags.contains(*flag));
    (command == "clean" && is_all).then_some((HarmfulCommand::Clears, end))
}

/// `curl … | sh`, `wget … && sh …`.
fn piped(line: &str, from: usize) -> Option<(HarmfulCommand, usize)> {
    let mut at = from;
    loop {
        let sign = at + line[at..].find(['|', ';', '`', '&'])?;
        let rest = &line[sign..];
        let length = ["||", "&&", "|", ";", "&"].iter().find(|sign| rest.starts_with(**sign))?.len();
        at = sign + length;
        match shell_len(&line[at..]) {
            Some(shell) => return Some((fetched(&line[from..sign]), at + shell)),
            // Part of an address, or a filter before the shell.
            None if length == 1 && !rest.starts_with(';') => {}
            None => return None,
        }
    }
}

/// `bash <(curl …)`, `sh -c "$(wget …)"`, `iex (irm …)`.
fn substituted(line: &str, from: usize) -> Option<(HarmfulCommand, usize)> {
    let rest = &line[from..];
    let options = rest.trim_start_matches([' ', '\t']);
    let options = options.strip_prefix("-c").unwrap_or(options).trim_start_matches([' ', '\t', '"', '\'']);
    let inner = ["<(", "$(", "`", "("].iter().find_map(|opening| options.strip_prefix(opening))?;
    let fetcher = inner.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').next()?;
    if options.len() == rest.len() || !FETCHERS.contains(&fetcher) {
        return None;
    }
    let length = inner.find([')', '`']).unwrap_or(inner.len());
    let end = line.len() - inner.len() + length;
    let closing = line[end..].len() - line[end..].trim_start_matches([')', '"', '\'', '`']).len();
    Some((fetched(&inner[..length]), end + closing))
}

/// The length of blanks, `sudo` or a variable, and a shell.
fn shell_len(after_pipe: &str) -> Option<usize> {
    const WORDS_MAX: usize = 4;
    let mut length = 0;
    for _ in 0..WORDS_MAX {
        let rest = &after_pipe[length..];
        let blanks = rest.len() - rest.trim_start().len();
        let word = rest[blanks..].split(|letter: char| !is_word(letter)).next()?;
        length += blanks + word.len();
        let name = word.rsplit('/').next().unwrap_or(word);
        if SHELLS.contains(&name.trim_end_matches('.')) {
            return (!reads_no_input(name, &after_pipe[length..])).then_some(length);
        }
        let is_prefix =
            matches!(word, "sudo" | "env" | "command") || word.contains('=') || word.starts_with('-');
        if !is_prefix {
            return None;
        }
    }
    None
}

/// Whether an interpreter is told what to run by an option: `python3 -m json.tool`, `perl -ne …`.
fn reads_no_input(name: &str, options: &str) -> bool {
    let is_shell = name.ends_with("sh") || name == "iex";
    let option = options.trim_start_matches([' ', '\t']).strip_prefix('-');
    !is_shell && option.is_some_and(|option| option.starts_with(|letter: char| letter.is_ascii_alphabetic()))
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '=' | '/' | '.')
}

/// What running something fetched means, by its address.
fn fetched(arguments: &str) -> HarmfulCommand {
    const INSTALLERS: [&str; 6] = ["install", "setup", "bootstrap", "get.", "get-", "rustup"];
    let host = arguments.split("http://").nth(1);
    let is_local =
        |host: &str| ["localhost", "127.0.0.1", "[::1]"].iter().any(|local| host.starts_with(local));
    HarmfulCommand::Pipes {
        is_open: host.is_some_and(|host| !is_local(host)),
        is_installer: INSTALLERS.iter().any(|word| arguments.contains(word)),
    }
}
