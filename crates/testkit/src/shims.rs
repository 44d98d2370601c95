//! The shell shims and the binary behind them: where they are in the project, and as an installer
//! would put them.

use std::env;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::process::Invocation;

/// The hook's entry.
pub const ENTRY: &str = "context-inject-global.sh";
/// The entry's historical name.
pub const AUGMENT: &str = "augment-context-global.sh";
/// The kernel.
pub const KERNEL: &str = "auto-tool-orchestrator.sh";
/// The wrapper around Codex.
pub const CODEX_AUTO: &str = "codex-auto";

/// The project's root.
pub fn project_root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the project's root")
}

/// The built binary: the one that Cargo names, or the one beside the running test.
pub fn foreword() -> PathBuf {
    let named = ["NEXTEST_BIN_EXE_foreword", "CARGO_BIN_EXE_foreword"].into_iter().find_map(env::var_os);
    if let Some(path) = named {
        return path.into();
    }
    // A test runs as <target>/release/deps/<test>, a program of the workspace as <target>/release/<name>.
    let running = env::current_exe().expect("the running test's path");
    let folders = running.ancestors().skip(1).take(2);
    let beside = folders.map(|folder| folder.join("foreword")).find(|file| file.is_file());
    beside.unwrap_or_else(|| project_root().join("target/release/foreword"))
}

/// A shim as it stands in the project.
pub fn shim(name: &str) -> PathBuf {
    project_root().join(if name == CODEX_AUTO { "bin" } else { "hooks" }).join(name)
}

/// The shims as an installer would leave them: copies that know where the binary is.
#[derive(Debug)]
pub struct InstalledShims {
    folder: TempDir,
}

impl InstalledShims {
    /// Copies that run the built binary.
    pub fn new() -> Self {
        Self::with_binary(&foreword())
    }

    /// Copies that run another binary, which need not exist.
    pub fn with_binary(binary: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the shims");
        let line = format!("FOREWORD_BIN='{}'", binary.display());
        for name in [ENTRY, AUGMENT, KERNEL, CODEX_AUTO] {
            let text = std::fs::read_to_string(shim(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
            crate::repo::script(folder.path(), name, &text.replacen("FOREWORD_BIN=''", &line, 1));
        }
        Self { folder }
    }

    /// Takes a shim away.
    pub fn without(self, name: &str) -> Self {
        std::fs::remove_file(self.path(name)).expect("the shim was there");
        self
    }

    /// Puts another script in a shim's place.
    pub fn replaced(self, name: &str, text: &str) -> Self {
        crate::repo::script(self.folder.path(), name, text);
        self
    }

    /// Where a shim is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A run of a shim, to be described further.
    pub fn invoke(&self, name: &str) -> Invocation {
        Invocation::new(self.path(name))
    }
}

impl Default for InstalledShims {
    fn default() -> Self {
        Self::new()
    }
}
