//! How long the injected text may be, in the unit of whoever takes it.

use foreword_model::envelope::ClientName;
use foreword_model::limits;

/// Upper bounds on one text; all of them hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ceiling {
    chars: usize,
    utf16_units: usize,
    bytes: usize,
}

impl Ceiling {
    /// The client's ceiling; the budget can only lower it.
    pub fn new(client: ClientName, max_injected_chars: usize) -> Self {
        let unbounded = Self { chars: max_injected_chars, utf16_units: usize::MAX, bytes: usize::MAX };
        match client {
            ClientName::ClaudeCode => Self { utf16_units: limits::CLAUDE_CODE_UTF16_UNITS, ..unbounded },
            ClientName::CodexCli => Self { bytes: limits::CODEX_BYTES, ..unbounded },
            ClientName::Cli | ClientName::Mcp => unbounded,
        }
    }

    /// The same with at most so many characters.
    pub fn lowered_to_chars(self, chars: usize) -> Self {
        Self { chars: self.chars.min(chars), ..self }
    }

    /// Whether a text and its addition stay within it.
    pub fn holds(self, text: &str, addition: &str) -> bool {
        let sum = |measure: fn(&str) -> usize| measure(text) + measure(addition);
        sum(|part| part.chars().count()) <= self.chars
            && sum(|part| part.encode_utf16().count()) <= self.utf16_units
            && sum(str::len) <= self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_has_its_unit() {
        let astral = "𝄞".repeat(5_000);
        assert!(Ceiling::new(ClientName::ClaudeCode, 12_000).holds(&astral, ""));
        assert!(!Ceiling::new(ClientName::ClaudeCode, 12_000).holds(&astral, "x"));
        assert!(!Ceiling::new(ClientName::CodexCli, 12_000).holds(&astral, ""));
        assert!(Ceiling::new(ClientName::CodexCli, 12_000).holds(&"x".repeat(9_999), "y"));
        assert!(!Ceiling::new(ClientName::Cli, 10).holds("0123456789", "x"));
        assert!(!Ceiling::new(ClientName::Cli, 12_000).lowered_to_chars(3).holds("abcd", ""));
    }
}
