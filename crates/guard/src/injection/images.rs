//! Images whose address is to be filled with what was said or with a secret: showing them sends it away.

use super::{Family, Found};

/// What stands for something to be filled in.
const PLACEHOLDERS: &[&str] = &["{", "[", "<", "$", "%7b", "%5b", "%3c"];
/// What would be sent.
const GOODS: &[&str] = &[
    "secret",
    "key",
    "token",
    "password",
    "conversation",
    "chat",
    "history",
    "summary",
    "env",
    "context",
    "prompt",
    "credential",
    "cookie",
    "data",
    "密",
    "对话",
    "会话",
    "聊天",
    "摘要",
    "内容",
];

/// Hands each such image to `is_enough`, until it says so.
pub(super) fn find(folded: &str, is_enough: &mut impl FnMut(Found) -> bool) {
    // Without an address to open, the lines need not be counted.
    if memchr::memmem::find(folded.as_bytes(), b"](").is_none() {
        return;
    }
    for (line, text) in folded.split('\n').enumerate() {
        let is_sent = text.contains("![") && text.split("](").skip(1).any(is_filled);
        if is_sent && is_enough(Found { family: Family::Exfiltrate, first_line: line, last_line: line }) {
            return;
        }
    }
}

/// Whether the query of an address has a place to fill that names what would be sent.
fn is_filled(rest: &str) -> bool {
    let address = rest.split(')').next().unwrap_or("").to_lowercase();
    if !address.starts_with("http") {
        return false;
    }
    let Some((_, query)) = address.split_once(['?', '=']) else { return false };
    let places = PLACEHOLDERS.iter().filter_map(|open| query.split_once(open));
    places.into_iter().any(|(_, place)| GOODS.iter().any(|goods| place.contains(goods)))
}
