//! Run identifiers: stable hashes, so that the same question can be recognised (contract §2).

use sha2::{Digest, Sha256};

use crate::envelope::ToolPlan;

/// What the `run_id` of plan mode starts with.
pub const PLAN_PREFIX: &str = "plan-";

/// `plan-<hash12>` of prompt, repository root and plan.
pub fn plan(prompt: &str, repo_root: &str, tool_plan: &ToolPlan) -> String {
    // A plan is strings, numbers and maps with string keys: it always serialises.
    let plan = serde_json::to_string(tool_plan).unwrap_or_default();
    format!("{PLAN_PREFIX}{}", hash_hex(&[prompt, repo_root, &plan], 12))
}

/// `YYYYMMDD-HHMMSS-<hash6>` of prompt and repository root; `stamp` is the date part.
pub fn run(prompt: &str, repo_root: &str, stamp: &str) -> String {
    format!("{stamp}-{}", hash_hex(&[prompt, repo_root], 6))
}

/// `empty-<hash12>` of prompt, repository root and the reason.
pub fn empty(prompt: &str, repo_root: &str, reason: &str) -> String {
    format!("empty-{}", hash_hex(&[prompt, repo_root, reason], 12))
}

/// The first `digits` hexadecimal digits of the SHA-256 over the parts, each ended by a NUL so that
/// moving a character from one part to the next gives another hash.
pub fn hash_hex(parts: &[&str], digits: usize) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update([0]);
    }
    let mut hex: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    hex.truncate(digits);
    hex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(hash_hex(&["ab", "c"], 12), hash_hex(&["a", "bc"], 12));
    }

    #[test]
    fn ids_have_the_length_that_the_contract_names() {
        assert_eq!(run("p", "/r", "20260101-000000").len(), "20260101-000000-".len() + 6);
        assert_eq!(empty("p", "/r", "why").len(), "empty-".len() + 12);
    }
}
