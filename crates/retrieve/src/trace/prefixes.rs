//! What stands before the text of a line: quotes, timestamps, levels, names of processes.

use super::lines::{Level, PREFIXES_MAX};

/// Words that logs put before a line.
const LEVELS: [&str; 14] = [
    "CRITICAL", "DEBUG", "ERR", "ERROR", "FATAL", "INFO", "NOTICE", "SEVERE", "STDERR", "STDOUT", "TRACE",
    "WARN", "WARNING", "VERBOSE",
];
/// Those that something failed with. What a program writes to its error stream may be anything.
const GRAVE: [&str; 6] = ["CRITICAL", "ERR", "ERROR", "FATAL", "SEVERE", "STDERR"];
/// Fields of JSON that hold a level.
const FIELDS: [&str; 4] = ["\"level\":\"", "\"level\": \"", "\"severity\":\"", "\"severity\": \""];
/// How a line of `key=value` pairs begins.
const KEYS: [&str; 3] = ["level=", "time=", "ts="];
/// Letters of the shortest level.
const LEVEL_LETTERS_MIN: usize = 3;
/// Digits of a prefix, and what stands between them, that make it a date or a time.
const STAMP_DIGITS_MIN: usize = 4;
const STAMP_GAPS_MIN: usize = 2;
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The line without one quote, timestamp or log prefix at its front.
pub(super) fn without_prefix(text: &str) -> Option<&str> {
    let first = text.as_bytes().first()?;
    match first {
        b'>' => text.strip_prefix("> ").or_else(|| text.strip_prefix(">>").or((text == ">").then_some(""))),
        b'[' => bracketed_level(text).or_else(|| timestamp(text)),
        b'0'..=b'9' | b'(' => timestamp(text).or_else(|| numbered(text)),
        b'#' => text.strip_prefix("##[").and_then(|rest| rest.split_once(']')).map(|(_, rest)| rest),
        b'A'..=b'Z' | b'a'..=b'z' => {
            syslog(text).or_else(|| logcat(text)).or_else(|| compose(text)).or_else(|| prompt(text))
        }
        // Frames of rich's tracebacks and of exception groups.
        0xe2 => text.strip_prefix('│').map(|rest| rest.trim_end_matches('│').trim_end()),
        b'|' => text.strip_prefix('|').filter(|rest| rest.starts_with(' ')),
        _ => None,
    }
}

/// What a prefix says: how grave the line is, and whether there is a date or a time in it.
pub(super) fn marks(prefix: &str) -> (Option<Level>, bool) {
    if prefix.len() < LEVEL_LETTERS_MIN {
        return (None, false);
    }
    let mut words = prefix.split(|letter: char| !letter.is_ascii_alphabetic());
    let digits = prefix.bytes().filter(u8::is_ascii_digit).count();
    let gaps = prefix.bytes().filter(|byte| matches!(byte, b':' | b'-' | b'/')).count();
    (words.find_map(level), digits >= STAMP_DIGITS_MIN && gaps >= STAMP_GAPS_MIN)
}

/// The level of a line that begins with it, or names it as a field: `INFO:root: x`, `level=info msg=x`, `{"level":"info"}`.
pub(super) fn leading_level(text: &str) -> Option<Level> {
    let named = match text.as_bytes().first()? {
        b'A'..=b'Z' => {
            let end = text.find(|letter: char| !letter.is_ascii_uppercase())?;
            let is_mark = text[end..].starts_with([':', ']', '\t']) || text[end..].starts_with("  ");
            Some(&text[..end]).filter(|_| is_mark)
        }
        b'{' => FIELDS.iter().find_map(|field| text.split_once(field)).map(|(_, after)| after),
        b'l' | b't' if KEYS.iter().any(|key| text.starts_with(key)) => {
            text.split_once("level=").map(|(_, after)| after.trim_start_matches('"'))
        }
        _ => None,
    }?;
    let end = named.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(named.len());
    level(&named[..end])
}

fn level(word: &str) -> Option<Level> {
    if !LEVELS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return None;
    }
    let is = |levels: &[&str]| levels.iter().any(|level| level.eq_ignore_ascii_case(word));
    Some(if is(&GRAVE) {
        Level::Error
    } else if is(&["WARN", "WARNING"]) {
        Level::Warning
    } else {
        Level::Other
    })
}

/// `[ERROR] rest`, as Maven and sbt have it.
fn bracketed_level(text: &str) -> Option<&str> {
    let (level, rest) = text.strip_prefix('[')?.split_once(']')?;
    (level.len() <= 8 && LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level.trim()))).then_some(rest)
}

/// `2024-01-01T00:00:00.000Z rest`, `[2024-01-01 00:00:00,000] ERROR rest`, `12:30:45.123 [main] ERROR rest`.
fn timestamp(text: &str) -> Option<&str> {
    let open = text.strip_prefix(['[', '(']);
    let inner = open.unwrap_or(text);
    let date = date_len(inner);
    let after_date = &inner[date..];
    let after_gap = after_date.trim_start_matches([',', ' ', 'T']);
    let time = time_len(after_gap);
    if date == 0 && time == 0 {
        return None;
    }
    let mut rest = if time == 0 { after_date } else { &after_gap[time..] };
    if open.is_some() {
        let close = rest.find([']', ')']).filter(|at| *at < 40)?;
        rest = &rest[close + 1..];
    } else if !rest.is_empty() && !rest.starts_with([' ', '\t', '|']) {
        return None;
    }
    Some(without_log_words(rest))
}

/// Bytes of `2024-01-01`, `2024/01/01`, `12/29/2021`, `10-Feb-2023` or `01-31` before a time, or 0.
fn date_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let run = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let first = run(0);
    let is_gap = |at: usize| matches!(bytes.get(at), Some(b'-' | b'/'));
    if !(1..=4).contains(&first) || !is_gap(first) {
        return 0;
    }
    let has_month = text.get(first + 1..first + 4).is_some_and(|month| MONTHS.contains(&month));
    let second = if has_month { 3 } else { run(first + 1) };
    let second_end = first + 1 + second;
    if !(1..=2).contains(&second) && !has_month {
        return 0;
    }
    if !is_gap(second_end) {
        return if bytes.get(second_end) == Some(&b' ') { second_end } else { 0 };
    }
    let third = run(second_end + 1);
    if (1..=4).contains(&third) { second_end + 1 + third } else { 0 }
}

/// Bytes of `00:00:00.000Z`, `3:22:05 PM` or `00:00:00,000+01:00`, or 0.
fn time_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let clock = bytes.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b':' | b'.' | b',')).count();
    let colons = bytes[..clock].iter().filter(|byte| **byte == b':').count();
    if colons < 2 || !bytes[0].is_ascii_digit() || bytes[clock - 1] == b':' {
        return 0;
    }
    let rest = &text[clock..];
    let zone = match rest.as_bytes().first() {
        Some(b'Z') => 1,
        Some(b'+' | b'-') => {
            1 + rest[1..].bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b':').count()
        }
        _ if rest.starts_with(" AM") || rest.starts_with(" PM") => 3,
        _ => 0,
    };
    clock + zone
}

/// What is left behind a timestamp without levels, names in brackets and numbers of threads.
fn without_log_words(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..PREFIXES_MAX {
        let trimmed = rest.trim_start();
        let word = &trimmed[..trimmed.find([' ', '\t']).unwrap_or(trimmed.len())];
        let bare = word.trim_end_matches(':');
        let is_number = !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let is_thread = word.strip_prefix("T:").is_some_and(|id| id.bytes().all(|b| b.is_ascii_digit()));
        let is_process = word.ends_with("]:") && word.contains('[');
        if LEVELS.contains(&bare) || is_thread || is_process || (is_number && word == bare) {
            rest = &trimmed[word.len()..];
        } else if trimmed.starts_with('[') && trimmed.find(']').is_some_and(|end| end < 80) {
            rest = trimmed.split_once(']').map_or("", |(_, rest)| rest);
        } else {
            break;
        }
    }
    rest
}

/// `Jan  1 00:00:00 host app[123]: rest`.
fn syslog(text: &str) -> Option<&str> {
    let (month, rest) = text.split_at_checked(3)?;
    if !MONTHS.contains(&month) {
        return None;
    }
    let rest = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let time = time_len(rest);
    if time == 0 {
        return None;
    }
    rest[time..].split_once("]: ").map(|(_, rest)| rest)
}

/// `E/AndroidRuntime( 1234): rest`.
fn logcat(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['V', 'D', 'I', 'W', 'E', 'F'])?.strip_prefix('/')?;
    let (tag, rest) = rest.split_once(": ")?;
    (tag.len() <= 60).then_some(rest)
}

/// `618283 2021-09-15T07:40:15Z rest`: the number of a line of a log before its timestamp.
fn numbered(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(' ')?;
    (date_len(rest) > 0).then(|| timestamp(rest)).flatten()
}

/// `INTERNALERROR> rest`, `My.App>   rest`.
fn prompt(text: &str) -> Option<&str> {
    let (name, rest) = text.split_once('>')?;
    let is_name = name.len() <= 40
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
    (is_name && (rest.is_empty() || rest.starts_with(' '))).then_some(rest)
}

/// `web-1  | rest`.
fn compose(text: &str) -> Option<&str> {
    let (name, rest) = text.split_once('|')?;
    let name = name.strip_suffix(' ')?.trim_end();
    let is_name = name.len() <= 40
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
    (is_name && !rest.starts_with('|')).then_some(rest)
}
