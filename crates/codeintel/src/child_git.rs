//! git as a child process: with fixed arguments, an empty environment, bounded memory, and an end. Only what reads the history or the last
//! commit starts it, never a prompt on its usual way. What it says on its standard error goes nowhere: it may quote any
//! file that the repository led it to.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use foreword_exec::process::{Share, end_group, forget_group, limit, spawn_group};
use foreword_exec::programs;
use foreword_index::history::{End, Git, GitCommand, Output, PROGRAM, Sink};
use foreword_model::limits;

/// Bytes that are read at once: what a pipe holds.
const PIECE_BYTES: usize = 65_536;

/// git as a child in a process group of its own, ended when it is late.
#[derive(Debug)]
pub struct ChildGit {
    /// Nothing if there is none outside the repository.
    program: Option<PathBuf>,
    path: OsString,
    limit: Duration,
    data_bytes: u64,
}

impl ChildGit {
    /// git for a repository, from outside of it, with at most this long for one command.
    pub fn new(root: &Path, limit: Duration) -> Self {
        let path = std::env::var_os("PATH").unwrap_or_default();
        Self {
            program: programs::find(PROGRAM, root, &path),
            path: programs::path_outside(root, &path),
            limit,
            data_bytes: limits::GIT_DATA_BYTES,
        }
    }

    /// What one command may take. Its time is measured here; that of the processor is for a git that nobody waits for any
    /// more.
    fn share(&self) -> Share {
        Share { data_bytes: self.data_bytes, processor: self.limit }
    }
}

impl Git for ChildGit {
    fn run(&self, command: &GitCommand) -> io::Result<Output> {
        let mut bytes = Vec::new();
        let end = self.stream(command, &mut |piece| {
            // One byte more than may be, to know that there are more.
            let room = limits::HISTORY_OUTPUT_BYTES + 1 - bytes.len();
            bytes.extend_from_slice(&piece[..piece.len().min(room)]);
            if bytes.len() > limits::HISTORY_OUTPUT_BYTES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        Ok(Output { bytes, end })
    }

    fn stream(&self, command: &GitCommand, sink: &mut Sink<'_>) -> io::Result<End> {
        let program = self.program.as_deref().ok_or(io::ErrorKind::NotFound)?;
        let mut child = start(program, &self.path, command, self.share())?;
        let (leader, limit) = (child.id(), self.limit);
        let (done, is_done) = channel::<()>();
        let watch = std::thread::spawn(move || {
            let is_late = is_done.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
            if is_late {
                end_group(leader);
            }
            is_late
        });
        // What could be read counts, also if the pipe then breaks.
        let is_enough = child.stdout.take().is_some_and(|pipe| hand_over(pipe, sink).is_break());
        if is_enough {
            end_group(leader);
        }
        // Before the child is waited for: until then its number is its own.
        drop(done);
        let is_late = watch.join().unwrap_or(false);
        let status = child.wait();
        forget_group(leader);
        let status = status?;
        Ok(match status.success() {
            _ if is_late || is_enough => End::Cut,
            true => End::Done,
            false => End::Failed { code: status.code() },
        })
    }
}

/// Hands on what comes out of a pipe until it ends or breaks, or the sink has enough.
fn hand_over(mut pipe: impl Read, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        match pipe.read(&mut piece) {
            Ok(0) => return ControlFlow::Continue(()),
            Ok(read) => sink(&piece[..read])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return ControlFlow::Continue(()),
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "git alone, with fixed arguments and an empty environment, which exec::process does not offer"
)]
fn start(program: &Path, path: &OsStr, command: &GitCommand, share: Share) -> io::Result<Child> {
    let mut git = Command::new(program);
    git.args(&command.arguments).env_clear().envs(command.environment()).env("PATH", path);
    // A relative entry of PATH must not find a program of the repository.
    git.current_dir("/").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = spawn_group(&mut git)?;
    if let Err(error) = limit(&child, share) {
        end_group(child.id());
        let _ = child.wait();
        forget_group(child.id());
        return Err(error);
    }
    Ok(child)
}

#[cfg(test)]
mod tests {
    use foreword_testkit::repo::FixtureRepo;
    use foreword_testkit::wait;

    use super::*;

    fn command(script: &str) -> GitCommand {
        let arguments = ["-c", script].map(OsString::from).to_vec();
        GitCommand { arguments, objects: PathBuf::from("/objects") }
    }

    /// Ends by itself, long before the limit.
    fn run(script: &str) -> Output {
        run_within(script, Duration::from_secs(60))
    }

    fn run_within(script: &str, limit: Duration) -> Output {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program = programs::find("sh", Path::new("/nowhere"), &path);
        let git = ChildGit { program, path, limit, data_bytes: limits::GIT_DATA_BYTES };
        git.run(&command(script)).expect("sh")
    }

    #[test]
    fn what_was_printed_before_the_limit_counts() {
        // Its own child is ended with it, or the pipe would stay open.
        let bytes = wait::with_more_time("word", Duration::from_millis(300), |limit| {
            let Output { bytes, end } = run_within("printf early; sleep 600 & sleep 600", limit);
            assert_eq!(end, End::Cut);
            (!bytes.is_empty()).then_some(bytes)
        });
        assert_eq!(bytes, b"early");
    }

    #[test]
    fn what_is_printed_is_handed_on_as_it_comes_until_it_is_enough() {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program = programs::find("sh", Path::new("/nowhere"), &path);
        let limit = Duration::from_secs(60);
        let git = ChildGit { program, path, limit, data_bytes: limits::GIT_DATA_BYTES };
        let mut read = 0_usize;
        let end = git.stream(&command("exec yes"), &mut |piece| {
            read += piece.len();
            if read > 10_000_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(end.expect("sh"), End::Cut);
        assert!((10_000_000..10_000_000 + PIECE_BYTES + 1).contains(&read), "{read}");
    }

    #[test]
    fn a_failure_has_its_code_and_no_words() {
        let output = run("echo out; echo why >&2; exit 3");
        let end = End::Failed { code: Some(3) };
        assert_eq!(output, Output { bytes: b"out\n".to_vec(), end });
    }

    #[test]
    fn the_environment_is_what_is_listed_and_the_path() {
        let output = run("env");
        let text = String::from_utf8(output.bytes).expect("text");
        let mut names: Vec<&str> = text
            .lines()
            .filter_map(|line| Some(line.split_once('=')?.0))
            .filter(|name| *name != "PWD")
            .collect();
        // What the shell adds by itself.
        names.retain(|name| !matches!(*name, "SHLVL" | "_" | "OLDPWD"));
        let fixed = command("").environment();
        let mut listed: Vec<&str> = fixed.iter().map(|(name, _)| *name).chain(["PATH"]).collect();
        names.sort_unstable();
        listed.sort_unstable();
        assert_eq!(names, listed);
    }

    /// The changes of a commit that adds a million files, all in a few objects: some 400 MB in a git that may.
    #[test]
    #[cfg(target_os = "linux")]
    fn git_gets_no_more_memory_than_its_share() {
        let repo = FixtureRepo::new();
        repo.git_init().file("a.py", "a = 1\n").commit("Begin").commit_tree_bomb(6);
        let head = repo.git(&["rev-parse", "HEAD"]);
        let objects = repo.path().join(".git/objects");
        let git_dir = format!("--git-dir={}", repo.path().join(".git").display());
        let arguments = [&git_dir, "log", "--name-status", "-M100%", head.trim()].map(OsString::from);
        let command = GitCommand { arguments: arguments.to_vec(), objects };
        let mut git = ChildGit::new(Path::new("/nowhere"), Duration::from_secs(60));
        git.data_bytes = 64_000_000;
        let Output { bytes, end } = git.run(&command).expect("git");
        // What comes before it is read.
        assert!(matches!(end, End::Failed { .. }) && bytes.len() < 1_000, "{end:?} {}", bytes.len());
    }

    #[test]
    fn more_than_can_be_read_ends_it() {
        let output = run("exec yes");
        assert_eq!((output.end, output.bytes.len()), (End::Cut, limits::HISTORY_OUTPUT_BYTES + 1));
    }
}
