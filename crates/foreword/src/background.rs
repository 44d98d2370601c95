//! The refresh that a prompt leaves behind: one per repository, detached, at low priority. The prompt does not wait
//! for it and its client does not see it. And what else stands back behind prompts.

use std::process::{Command, Stdio};
use std::time::SystemTime;

use foreword_guard::path::Jail;
use foreword_index::store;
use foreword_index::view::IndexView;

/// The flag by which a refresh knows that nobody watches it.
pub const FLAG: &str = "--background";
/// The lowest priority there is.
const NICE: i32 = 19;
/// A priority a little below that of a prompt's hook.
const SERVER_NICE: i32 = 5;

/// After a run: notes that the index was used, and starts the refresh that a tool asked for.
pub fn follow_up(index: &IndexView, jail: &Jail) {
    if let Some(folder) = index.folder().filter(|_| index.was_opened()) {
        // It only decides when an unused index is collected.
        let _ = store::mark_used(folder, SystemTime::now());
    }
    if !index.damage().is_empty() {
        // It may have been found after the last tool had asked.
        let _ = index.ask_for_refresh(jail.root());
    }
    if index.is_refresh_asked() {
        start(jail);
    }
}

/// Makes this process a background one: no terminal, no session in common with the client, last in line.
pub fn detach() {
    // Both fail only where there is nothing to be done about it.
    let _ = rustix::process::setsid();
    let _ = rustix::process::nice(NICE);
}

/// Lets the hook of a prompt pass, for which a person waits: this thread and those that it starts work for an agent.
pub fn let_prompts_pass() {
    // Where it fails, both are equal.
    let _ = rustix::process::nice(SERVER_NICE);
}

/// Starts the refresh. If it cannot be started, the next prompt tries again.
#[expect(
    clippy::disallowed_methods,
    reason = "our own program, with no word of the prompt or the repository but its root"
)]
fn start(jail: &Jail) {
    let Ok(program) = std::env::current_exe() else { return };
    // A client waits until every copy of its pipes is closed.
    close_fds::set_fds_cloexec(FIRST_INHERITED, &[]);
    let started = Command::new(program)
        .args(["index", FLAG])
        .arg("--root")
        .arg(jail.root())
        .arg("--top")
        .arg(jail.top())
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut refresh) = started {
        // A server outlives many of them, and one that nobody waits for stays in the table of processes.
        std::thread::spawn(move || refresh.wait());
    }
}

/// The first descriptor after the standard ones.
const FIRST_INHERITED: i32 = 3;
