//! The orchestrator script that a shim hands on: the shipped one, which would only start this binary again, or a kernel of
//! the user's own. Says which; starts nothing.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_install::scripts::Script;
use foreword_model::limits;
use rustix::fs::Access;

use crate::settings::outside;

/// `auto-tool-orchestrator.sh`, as a shim names it.
#[derive(Debug, Clone)]
pub struct OrchestratorScript {
    path: PathBuf,
    finder: Finder,
}

/// Who found the script, which decides where it may lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finder {
    /// The entry. The script is beside it: whoever can put one there can replace the entry as well.
    Entry,
    /// `codex-auto`, which an installation puts into a repository's `bin/`, among files that came with the repository.
    Wrapper,
}

/// What a script means for a run.
#[derive(Debug, PartialEq, Eq)]
pub enum ScriptVerdict {
    /// It would start this binary: the built-in kernel answers in process.
    Shipped,
    /// It is the kernel. Whether it is there and can be started shows when it is.
    Own(PathBuf),
    /// It may not be the kernel here; the line for `[Limits]`.
    Refused(EscapedText),
}

impl OrchestratorScript {
    /// The one beside the entry.
    pub fn of_entry(path: Option<&Path>) -> Option<Self> {
        path.map(|path| Self { path: path.to_owned(), finder: Finder::Entry })
    }

    /// The one near `codex-auto`.
    pub fn of_wrapper(path: Option<&Path>) -> Option<Self> {
        path.map(|path| Self { path: path.to_owned(), finder: Finder::Wrapper })
    }

    /// Judges it for a run about the repository at `root`.
    pub fn judge(&self, root: &Path) -> ScriptVerdict {
        if self.would_start_this_binary() {
            return ScriptVerdict::Shipped;
        }
        // A kernel runs in the repository, from where a relative path would name something else.
        let path = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        if self.finder == Finder::Wrapper && !outside::is_outside(&path, root) && !is_binary_below(root) {
            let shown = escape::told_path(&path.strip_prefix(root).unwrap_or(&path).to_string_lossy());
            return ScriptVerdict::Refused(escaped!(
                "{} ignored: it came with the repository; outside it, CI_AUTO_TOOLS_ORCHESTRATOR_PATH can name a kernel",
                shown
            ));
        }
        ScriptVerdict::Own(path)
    }

    fn would_start_this_binary(&self) -> bool {
        let text = read_script(&self.path).and_then(|bytes| String::from_utf8(bytes).ok());
        let named = text.and_then(|text| Script::Kernel.binary_in_copy(&text));
        let can_run = || rustix::fs::access(&self.path, Access::EXEC_OK).is_ok();
        named.is_some_and(|named| is_this_binary(&named)) && can_run()
    }
}

/// The bytes of a file that is small enough to be the shipped script, in one read: this is on the way of every prompt.
fn read_script(path: &Path) -> Option<Vec<u8>> {
    let metadata = path.metadata().ok()?;
    if !metadata.is_file() || metadata.len() > limits::SCRIPT_BYTES {
        return None;
    }
    let mut bytes = vec![0; usize::try_from(metadata.len()).ok()?];
    #[expect(clippy::disallowed_methods, reason = "a file that the user's own entry names")]
    let mut file = File::open(path).ok()?;
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

/// Whether a script that names this path starts the running binary. One that names nothing, or nothing that is there, looks
/// for foreword as the entry did.
fn is_this_binary(named: &Path) -> bool {
    let is_called_so = || std::env::args_os().next().is_some_and(|called| named.as_os_str() == called);
    let is_same_file = || match (named.canonicalize(), std::env::current_exe()) {
        (Ok(named), Ok(running)) => named == running,
        _ => false,
    };
    named.as_os_str().is_empty() || is_called_so() || !named.is_file() || is_same_file()
}

/// Whether the running binary is the repository's own build: then its code runs already.
fn is_binary_below(root: &Path) -> bool {
    std::env::current_exe().is_ok_and(|running| running.starts_with(root))
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn judge(script: Option<OrchestratorScript>, root: &Path) -> ScriptVerdict {
        script.expect("a path was given").judge(root)
    }

    /// A script with a mode, judged as the entry's.
    fn check(text: &str, mode: u32, is_shipped: bool) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("kernel.sh");
        std::fs::write(&path, text).expect("written");
        std::fs::set_permissions(&path, Permissions::from_mode(mode)).expect("a mode");
        let expected = if is_shipped { ScriptVerdict::Shipped } else { ScriptVerdict::Own(path.clone()) };
        assert_eq!(judge(OrchestratorScript::of_entry(Some(&path)), Path::new("/repo")), expected, "{text}");
    }

    #[test]
    fn the_shipped_script_is_the_built_in_kernel() {
        let running = std::env::current_exe().expect("the running test");
        let kernel = |binary: &Path| Script::Kernel.text(binary);
        check(&kernel(Path::new("")), 0o755, true);
        check(&kernel(&running), 0o755, true);
        check(&kernel(Path::new("/nonexistent/foreword")), 0o755, true);
        check(&kernel(Path::new("/bin/sh")), 0o755, false);
        check(&kernel(Path::new("")), 0o644, false);
        check(&format!("{}\n", kernel(Path::new(""))), 0o755, false);
        check("#!/bin/sh\necho garbage\n", 0o755, false);
        check("", 0o755, false);
    }

    #[test]
    fn a_repository_cannot_make_itself_the_kernel_of_an_installed_wrapper() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        let path = root.join("hooks.sh");
        std::fs::write(&path, "#!/bin/sh\n").expect("written");
        let wrapper = || OrchestratorScript::of_wrapper(Some(&path));
        assert!(matches!(judge(wrapper(), &root), ScriptVerdict::Refused(_)));
        assert_eq!(judge(wrapper(), Path::new("/elsewhere")), ScriptVerdict::Own(path.clone()));
        assert_eq!(judge(OrchestratorScript::of_entry(Some(&path)), &root), ScriptVerdict::Own(path.clone()));
        // A checkout whose own build runs.
        let checkout = std::env::current_exe().expect("the running test");
        let checkout = checkout.parent().expect("a folder");
        let own = checkout.join("auto-tool-orchestrator.sh");
        assert_eq!(judge(OrchestratorScript::of_wrapper(Some(&own)), checkout), ScriptVerdict::Own(own));
    }
}
