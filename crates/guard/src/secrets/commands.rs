//! Passwords on a command line whose options do not say what they are: `curl -u user:password`, `mysql -ppassword`.

use foreword_text::truncate::truncate_bytes;

use super::{Found, Mask, assignment, value};

/// How far a command is read.
const COMMAND_BYTES: usize = 1_024;
const PASSWORD: Mask = Mask::Typed("password");

/// Judges the options of a `curl` command that starts before `end`: `-u user:password`, also behind other letters.
/// Answers how far the command goes.
pub(super) fn curl(text: &str, end: usize, found: &mut Vec<Found>) -> usize {
    // The space before the first option belongs to it.
    let (end, command) = command_at(text, end - 1);
    let mut from = 0;
    while let Some(at) = next_user_option(command, from) {
        from = at;
        let start = at + command[at..].bytes().take_while(|byte| b" ='\"".contains(byte)).count();
        let pair = word(&command[start..]);
        let Some((user, password)) = pair.split_once(':') else { continue };
        let (start, secret) = match password.is_empty() {
            // An API key in place of the user, and no password.
            true => (start, user),
            false => (start + user.len() + 1, password),
        };
        if secret.len() >= 4
            && !value::is_reference(secret)
            && !value::is_short_stand_in(secret)
            && !user.starts_with(['$', '<', '{'])
            && !value::is_wordy(secret)
        {
            found.push(Found { start: end + start, end: end + start + secret.len(), mask: PASSWORD });
        }
    }
    end + command.len()
}

/// Judges `-ppassword`, which the clients of MySQL take, and `-p password` of `sshpass` and `docker login`.
/// Answers how far the command goes.
pub(super) fn dash_p(text: &str, end: usize, found: &mut Vec<Found>) -> usize {
    const OPTION: &str = " -p";
    // The clients of MySQL are looked for with the space behind them, and take no value after one.
    let is_apart = !text[..end].ends_with(' ');
    let (end, command) = command_at(text, end - 1);
    let mut from = 0;
    while let Some(at) = command[from..].find(OPTION) {
        from += at + OPTION.len();
        let rest = &command[from..];
        let quotes = rest.bytes().take_while(|byte| b"'\"".contains(byte) || (is_apart && *byte == b' '));
        let start = from + quotes.count();
        let secret = word(&command[start..]);
        if assignment::is_bare_secret(secret) {
            found.push(Found { start: end + start, end: end + start + secret.len(), mask: PASSWORD });
        }
    }
    end + command.len()
}

/// The command at a place and where it begins: up to a line that does not end in a backslash.
fn command_at(text: &str, start: usize) -> (usize, &str) {
    let command = truncate_bytes(&text[start..], COMMAND_BYTES);
    let mut length = 0;
    for line in command.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    (start, &command[..length])
}

/// Where the value of the next option starts that names a user: the letter may come after those that take no value.
fn next_user_option(command: &str, from: usize) -> Option<usize> {
    const LONG: [&str; 4] = ["--user ", "--user=", "--proxy-user ", "--proxy-user="];
    const SWITCHES: &[u8] = b"#0123469aBfgGiIjklLMnNOpqRsSvVZ";
    let mut at = from;
    while let Some(offset) = command[at..].find(" -") {
        at += offset + 1;
        let option = &command[at..];
        if let Some(name) = LONG.iter().find(|name| option.starts_with(**name)) {
            return Some(at + name.len() - 1);
        }
        let letters = &option.as_bytes()[1..];
        let switches = letters.iter().take_while(|letter| SWITCHES.contains(letter)).count();
        if matches!(letters.get(switches), Some(b'u' | b'U')) {
            return Some(at + 1 + switches + 1);
        }
    }
    None
}

fn word(text: &str) -> &str {
    let is_part = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'' | b'`');
    &text[..text.bytes().take_while(|byte| is_part(byte)).count()]
}
