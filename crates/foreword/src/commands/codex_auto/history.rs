//! What was typed, from one run to the next: `history` in the folder `codex-auto` of the user's state, one JSON string a
//! line. Keeps nothing that holds a secret; a history that cannot be written costs nothing but itself.

use foreword_guard::secrets::redact;
use foreword_model::limits;

use crate::settings::Environment;
use crate::state_folder::{Missing, StateFolder};

const FOLDER: &str = "codex-auto";
const FILE: &str = "history";

/// What was typed, the oldest first.
pub fn load(environment: &Environment) -> Vec<String> {
    StateFolder::open(environment, FOLDER, Missing::LeaveOut).map(|folder| read(&folder)).unwrap_or_default()
}

/// Whether a line may be remembered at all.
pub fn is_kept(line: &str) -> bool {
    line.len() <= limits::LOOP_HISTORY_PROMPT_BYTES && redact(line).counts.is_empty()
}

/// Adds a line to what is on the disk by now: another loop may have written meanwhile.
pub fn add(environment: &Environment, line: &str) {
    if !is_kept(line) {
        return;
    }
    let Ok(folder) = StateFolder::open(environment, FOLDER, Missing::Make) else { return };
    let mut lines = read(&folder);
    lines.push(line.to_owned());
    // Whoever presses the key for it finds what was there before.
    drop(folder.write(FILE, FILE, &written(lines)));
}

fn read(folder: &StateFolder) -> Vec<String> {
    let bytes = folder.read(FILE, limits::LOOP_HISTORY_BYTES).unwrap_or_default();
    let lines = bytes.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
    lines.take(limits::LOOP_HISTORY_PROMPTS).collect()
}

/// The file: the newest lines that it has room for, one of each in a row.
fn written(mut lines: Vec<String>) -> Vec<u8> {
    lines.dedup();
    let mut room = usize::try_from(limits::LOOP_HISTORY_BYTES).unwrap_or(usize::MAX);
    let mut kept = Vec::new();
    for line in lines.into_iter().rev().take(limits::LOOP_HISTORY_PROMPTS) {
        let text = format!("{}\n", serde_json::Value::String(line));
        let Some(left) = room.checked_sub(text.len()) else { break };
        room = left;
        kept.push(text);
    }
    kept.reverse();
    kept.concat().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_stay_and_fit() {
        let lines = (0..limits::LOOP_HISTORY_PROMPTS + 10).map(|number| format!("prompt {number}\nmore"));
        let bytes = written(lines.collect());
        let text = String::from_utf8(bytes).expect("text");
        assert_eq!(text.lines().count(), limits::LOOP_HISTORY_PROMPTS);
        assert!(text.starts_with("\"prompt 10\\nmore\"\n") && text.ends_with("more\"\n"), "{text}");
        let long = vec!["x".repeat(limits::LOOP_HISTORY_PROMPT_BYTES); 1];
        let many: Vec<String> = (0..100).map(|number| format!("{number}{}", long[0])).collect();
        assert!(written(many).len() as u64 <= limits::LOOP_HISTORY_BYTES);
        assert_eq!(written(vec!["a".to_owned(), "a".to_owned()]), b"\"a\"\n");
    }

    #[test]
    fn a_secret_is_not_remembered() {
        assert!(is_kept("why does login fail?"));
        assert!(!is_kept(&format!("use token ghp_{}", "1234567890abcdefABCDEF1234567890abcd")));
        assert!(!is_kept(&"x".repeat(limits::LOOP_HISTORY_PROMPT_BYTES + 1)));
    }
}
