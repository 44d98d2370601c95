//! The git history beside an index: runs git for it, and says in one line what it holds. Whatever goes wrong here
//! costs the history, never the index.

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foreword_exec::process::end_group;
use foreword_guard::{clear_line, redact_prompt};
use foreword_index::history::{
    ENVIRONMENT, End, Git, History, Output, PROGRAM, Summary, Update, UpdateOptions, update,
};
use foreword_index::refresh::Start;
use foreword_index::store::StoreError;
use foreword_model::limits;
use indicatif::{DecimalBytes, HumanCount, HumanDuration};

use super::Place;

/// Brings the history up to date; says why it is not, if so.
pub(super) fn bring_up(place: &Place, start: Start) -> Option<String> {
    let git = ChildGit { program: PROGRAM, limit: Duration::from_millis(limits::HISTORY_GIT_MS) };
    let options =
        UpdateOptions { root: place.resolved.jail.root(), redact: &redact_prompt, start, git: &git };
    match update(&place.folder, &options) {
        Ok(Update::Unchanged | Update::Brought { .. }) => None,
        Ok(Update::Left(reason)) => Some(reason),
        Err(error) => Some(error.to_string()),
    }
}

/// What the history holds, as a line. `left` is why it could not be brought up to date just now.
pub(super) fn line(folder: &Path, left: Option<&str>) -> String {
    let (held, reason) = match History::open(folder) {
        Ok(history) => {
            let summary = history.summary();
            (in_words(&summary), left.map(str::to_owned).or(summary.reason))
        }
        Err(StoreError::Missing) if left.is_none() => return String::new(),
        Err(StoreError::Missing) => (None, left.map(str::to_owned)),
        Err(error) => (None, Some(left.map_or_else(|| error.to_string(), str::to_owned))),
    };
    let reason = reason.map(|reason| clear_line(&reason).as_str().to_owned());
    match (held, reason) {
        (Some(held), None) => format!("history: {held}\n"),
        (Some(held), Some(reason)) => format!("history: {held}; not up to date: {reason}\n"),
        (None, Some(reason)) => format!("history: none: {reason}\n"),
        (None, None) => "history: none: no commit touches a file here\n".to_owned(),
    }
}

fn in_words(summary: &Summary) -> Option<String> {
    if summary.commits == 0 {
        return None;
    }
    let now_s = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let age = HumanDuration(Duration::from_secs(now_s.saturating_sub(summary.oldest_s)));
    let noun = if summary.commits == 1 { "commit" } else { "commits" };
    let end = match (summary.is_shallow, summary.has_older) {
        (_, true) => "; older ones are not kept",
        (true, false) => "; the clone is shallow",
        (false, false) => "",
    };
    let (commits, bytes) = (HumanCount(u64::from(summary.commits)), DecimalBytes(summary.bytes));
    Some(format!("{commits} {noun}, the oldest {age} ago, {bytes}{end}"))
}

/// git as a child in a process group of its own, ended when it is late.
struct ChildGit {
    program: &'static str,
    limit: Duration,
}

impl Git for ChildGit {
    fn run(&self, arguments: &[OsString]) -> io::Result<Output> {
        let mut child = start(self.program, arguments)?;
        let (leader, limit) = (child.id(), self.limit);
        let (done, is_done) = channel::<()>();
        let watch = std::thread::spawn(move || {
            let is_late = is_done.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
            if is_late {
                end_group(leader);
            }
            is_late
        });
        let errors = child.stderr.take().map(|pipe| std::thread::spawn(move || beginning(pipe)));
        let mut bytes = Vec::new();
        if let Some(pipe) = child.stdout.take() {
            // What could be read counts, also if the pipe then breaks.
            let _ = pipe.take(limits::HISTORY_OUTPUT_BYTES as u64 + 1).read_to_end(&mut bytes);
        }
        let is_too_long = bytes.len() > limits::HISTORY_OUTPUT_BYTES;
        if is_too_long {
            end_group(leader);
        }
        let says = errors.and_then(|reader| reader.join().ok()).unwrap_or_default();
        // Before the child is waited for: until then its number is its own.
        drop(done);
        let is_late = watch.join().unwrap_or(false);
        let status = child.wait()?;
        let end = match status.success() {
            _ if is_late || is_too_long => End::Cut,
            true => End::Done,
            false => End::Failed { code: status.code(), says },
        };
        Ok(Output { bytes, end })
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "git alone, with fixed arguments and an empty environment, which exec::process does not offer"
)]
fn start(program: &str, arguments: &[OsString]) -> io::Result<Child> {
    let mut command = Command::new(program);
    command.args(arguments).env_clear().envs(ENVIRONMENT);
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
    command
        // A relative entry of PATH must not find a program of the repository.
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
}

/// The start of what a pipe gives; the rest is read and dropped.
fn beginning(mut pipe: impl Read) -> String {
    let mut kept = Vec::new();
    let read = pipe.by_ref().take(limits::HISTORY_REASON_CHARS as u64 * 4).read_to_end(&mut kept);
    if read.is_ok() {
        let _ = io::copy(&mut pipe, &mut io::sink());
    }
    String::from_utf8_lossy(&kept).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(script: &str, limit_ms: u64) -> Output {
        let git = ChildGit { program: "sh", limit: Duration::from_millis(limit_ms) };
        git.run(&["-c", script].map(OsString::from)).expect("sh")
    }

    #[test]
    fn what_was_printed_before_the_limit_counts() {
        // Its own child is ended with it, or the pipe would stay open.
        let output = run("printf early; sleep 60 & sleep 60", 300);
        assert_eq!(output, Output { bytes: b"early".to_vec(), end: End::Cut });
    }

    #[test]
    fn a_failure_has_its_code_and_words() {
        let output = run("echo out; echo why >&2; exit 3", 20_000);
        let end = End::Failed { code: Some(3), says: "why\n".to_owned() };
        assert_eq!(output, Output { bytes: b"out\n".to_vec(), end });
    }

    #[test]
    fn the_environment_is_what_is_listed_and_the_path() {
        let output = run("env", 20_000);
        let text = String::from_utf8(output.bytes).expect("text");
        let mut names: Vec<&str> = text
            .lines()
            .filter_map(|line| Some(line.split_once('=')?.0))
            .filter(|name| *name != "PWD")
            .collect();
        // What the shell adds by itself.
        names.retain(|name| !matches!(*name, "SHLVL" | "_" | "OLDPWD"));
        let mut listed: Vec<&str> = ENVIRONMENT.iter().map(|(name, _)| *name).chain(["PATH"]).collect();
        names.sort_unstable();
        listed.sort_unstable();
        assert_eq!(names, listed);
    }

    #[test]
    fn more_than_can_be_read_ends_it() {
        let output = run("exec yes", 60_000);
        assert_eq!((output.end, output.bytes.len()), (End::Cut, limits::HISTORY_OUTPUT_BYTES + 1));
    }
}
