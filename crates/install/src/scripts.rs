//! The scripts that are installed: the project's own, with the binary's path written into them.

use std::path::{Path, PathBuf};

/// Names under which a client may know the entry.
pub const ENTRY_NAMES: [&str; 2] = ["context-inject-global.sh", "augment-context-global.sh"];

/// One of the scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// The hook's entry.
    Entry,
    /// The kernel, which must stand beside the entry.
    Kernel,
    /// The wrapper around Codex.
    CodexAuto,
}

impl Script {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Entry, Self::Kernel, Self::CodexAuto];

    /// Its file name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Entry => "context-inject-global.sh",
            Self::Kernel => "auto-tool-orchestrator.sh",
            Self::CodexAuto => "codex-auto",
        }
    }

    /// Its text in the project.
    fn source(self) -> &'static str {
        match self {
            Self::Entry => include_str!("../../../hooks/context-inject-global.sh"),
            Self::Kernel => include_str!("../../../hooks/auto-tool-orchestrator.sh"),
            Self::CodexAuto => include_str!("../../../bin/codex-auto"),
        }
    }

    /// Its text as it is installed.
    pub fn text(self, binary: &Path) -> String {
        self.source().replacen(PLACE, &assignment(&binary.to_string_lossy()), 1)
    }

    /// The binary that a copy of this script names, where the copy is the shipped text in everything else; empty for the
    /// text as it stands in the project.
    pub fn binary_in_copy(self, text: &str) -> Option<PathBuf> {
        let (before, after) = self.source().split_once(PLACE)?;
        let line = text.strip_prefix(before)?.strip_suffix(after)?;
        let path = quoted_path(line.strip_prefix(VARIABLE)?)?;
        // A line that does more than to assign one word is somebody else's.
        (assignment(&path) == line).then(|| PathBuf::from(path))
    }
}

const VARIABLE: &str = "FOREWORD_BIN=";
const PLACE: &str = "FOREWORD_BIN=''";

/// The line that names a binary.
fn assignment(binary: &str) -> String {
    format!("{VARIABLE}'{}'", binary.replace('\'', "'\\''"))
}

fn quoted_path(word: &str) -> Option<String> {
    Some(word.strip_prefix('\'')?.strip_suffix('\'')?.replace("'\\''", "'"))
}

/// The binary that an installed script of ours names; none for a script of somebody else, or one as it stands in
/// the project.
pub fn binary_of(text: &str) -> Option<PathBuf> {
    let line = text.lines().find_map(|line| line.strip_prefix(VARIABLE))?;
    let path = quoted_path(line)?;
    let is_script = text.starts_with("#!/bin/sh\n");
    (is_script && !path.is_empty()).then(|| PathBuf::from(path))
}

/// Whether a text is an entry script of ours, of this version or an older one: they all name the binary, or become the entry
/// beside them.
pub fn is_shim(text: &str) -> bool {
    const BECOMES_ENTRY: &str = "exec \"$here/context-inject-global.sh\" ";
    let is_of_shim = |line: &str| {
        line.strip_prefix(VARIABLE).is_some_and(|word| word.starts_with('\''))
            || line.starts_with(BECOMES_ENTRY)
    };
    text.starts_with("#!/bin/sh\n") && text.lines().any(is_of_shim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_knows_its_binary() {
        for script in Script::ALL {
            assert_eq!(binary_of(script.source()), None, "{}", script.name());
            for path in ["/usr/local/bin/foreword", "/it's here/foreword"] {
                assert_eq!(binary_of(&script.text(Path::new(path))), Some(PathBuf::from(path)));
            }
        }
        assert_eq!(binary_of("#!/usr/bin/env python\nFOREWORD_BIN='/x'\n"), None);
    }

    #[test]
    fn a_copy_differs_from_the_shipped_text_in_the_binary_alone() {
        for script in Script::ALL {
            for path in ["", "/usr/local/bin/foreword", "/it's here/foreword", "'"] {
                assert_eq!(script.binary_in_copy(&script.text(Path::new(path))), Some(PathBuf::from(path)));
            }
            let shipped = script.source();
            for changed in [
                String::new(),
                format!("{shipped}\n"),
                shipped.replacen("#!/bin/sh", "#!/bin/bash", 1),
                shipped.replacen(PLACE, "FOREWORD_BIN=''; echo ''", 1),
                shipped.replacen(PLACE, "FOREWORD_BIN=$(echo)", 1),
                shipped.replacen(PLACE, "FOREWORD_BIN=''\necho ''", 1),
                shipped.replacen(PLACE, "FOREWORD_BIN='", 1),
            ] {
                assert_eq!(script.binary_in_copy(&changed), None, "{changed}");
            }
        }
    }
}
