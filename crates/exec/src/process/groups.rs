//! The process groups that this process has started and that still run, so that none outlives it.
//!
//! A child is started and noted in one step, under the lock that ending takes: there is no moment in which a child runs
//! and is not known.

use std::io::{Error, ErrorKind, Result};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::end_group;

/// Starts a child as the leader of a process group of its own, which [`end_leftovers`] ends. Refused once this process has
/// begun to end. Whoever waits for the child calls [`forget_group`] then.
pub fn spawn_group(command: &mut Command) -> Result<Child> {
    RUNNING.spawn(command)
}

/// A group whose leader has ended.
pub fn forget_group(leader: u32) {
    RUNNING.forget(leader);
}

/// Ends every group that is still running, and lets none begin: called before the process exits, because a thread that
/// would have ended its own child at the deadline may not get to it.
pub fn end_leftovers() {
    RUNNING.end_all();
}

static RUNNING: RunningGroups =
    RunningGroups { state: Mutex::new(State { leaders: Vec::new(), is_over: false }) };

/// The groups by their leaders.
#[derive(Debug)]
struct RunningGroups {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    leaders: Vec<u32>,
    is_over: bool,
}

impl RunningGroups {
    fn spawn(&self, command: &mut Command) -> Result<Child> {
        let mut state = self.lock();
        if state.is_over {
            return Err(Error::new(ErrorKind::Interrupted, "this process is ending"));
        }
        let child = command.process_group(0).spawn()?;
        state.leaders.push(child.id());
        Ok(child)
    }

    fn forget(&self, leader: u32) {
        self.lock().leaders.retain(|known| *known != leader);
    }

    fn end_all(&self) {
        let mut state = self.lock();
        state.is_over = true;
        state.leaders.drain(..).for_each(end_group);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::channel;

    use foreword_testkit::wait;

    use super::*;

    fn none_running() -> RunningGroups {
        RunningGroups { state: Mutex::new(State { leaders: Vec::new(), is_over: false }) }
    }

    #[expect(clippy::disallowed_methods, reason = "what is tested is the start of a process")]
    fn sleeping() -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "sleep 600"]);
        command
    }

    /// A server that was ended while a tool started its child left the child behind. Whatever the threads are at when the end
    /// comes, each child was started before it and is ended, or is not started.
    #[test]
    fn no_child_is_started_unseen_while_the_process_ends() {
        const THREADS: usize = 4;
        let groups = Arc::new(none_running());
        let (tell, started) = channel();
        let threads: Vec<_> = (0..THREADS)
            .map(|_| {
                let (groups, tell) = (Arc::clone(&groups), tell.clone());
                std::thread::spawn(move || {
                    let mut children = Vec::new();
                    while let Ok(child) = groups.spawn(&mut sleeping()) {
                        children.push(child);
                        tell.send(()).expect("the test listens");
                    }
                    children
                })
            })
            .collect();
        // In the midst of it.
        (0..2 * THREADS).for_each(|_| started.recv().expect("a child"));
        groups.end_all();
        for mut child in threads.into_iter().flat_map(|thread| thread.join().expect("no panic")) {
            wait::until("the end of a child", || child.try_wait().expect("a status"));
        }
        let refused = groups.spawn(&mut sleeping()).expect_err("the process is ending");
        assert_eq!(refused.kind(), ErrorKind::Interrupted);
    }

    #[test]
    fn a_group_that_ended_is_not_ended_again() {
        let groups = none_running();
        let mut child = groups.spawn(&mut sleeping()).expect("a child");
        groups.forget(child.id());
        groups.end_all();
        assert_eq!(child.try_wait().expect("a status"), None);
        end_group(child.id());
        child.wait().expect("its end");
    }
}
