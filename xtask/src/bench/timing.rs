//! Times processes from start to end, interleaved, so that a busy machine is busy for all of them.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use foreword_testkit::process::Home;

/// Rounds before the ones that count.
const WARM_UP_ROUNDS: usize = 3;

/// Something to time.
pub(super) struct Case {
    /// What it is, for the table.
    pub(super) name: String,
    /// Program and arguments.
    pub(super) command: Vec<PathBuf>,
    /// The folder that it runs in.
    pub(super) cwd: PathBuf,
    /// What it gets on stdin, by round: a hook must not see the same prompt id twice.
    pub(super) stdin: Box<dyn Fn(usize) -> Vec<u8>>,
    /// Whether its output is what it should be; a fast wrong answer is no figure.
    pub(super) accept: fn(&std::process::Output) -> Result<(), String>,
}

/// The median time of each case, in the order of the cases.
pub(super) fn medians(cases: &[Case], rounds: usize) -> Result<Vec<Duration>, String> {
    let home = Home::new();
    let mut samples = vec![Vec::with_capacity(rounds); cases.len()];
    for round in 0..WARM_UP_ROUNDS + rounds {
        for (case, samples) in cases.iter().zip(&mut samples) {
            let elapsed = time(case, round, &home)?;
            if round >= WARM_UP_ROUNDS {
                samples.push(elapsed);
            }
        }
    }
    Ok(samples.into_iter().map(median).collect())
}

fn median(mut samples: Vec<Duration>) -> Duration {
    samples.sort_unstable();
    samples.get(samples.len() / 2).copied().unwrap_or_default()
}

fn time(case: &Case, round: usize, home: &Home) -> Result<Duration, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", case.name);
    let (program, args) = case.command.split_first().ok_or("a case without a command")?;
    let stdin = (case.stdin)(round);
    let mut command = Command::new(program);
    command.args(args).current_dir(&case.cwd).env_clear().envs(home.variables());
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().map_err(failed)?;
    if let Some(mut pipe) = child.stdin.take() {
        // A program may end without reading its input: `accept` judges what it printed.
        drop(pipe.write_all(&stdin));
    }
    let output = child.wait_with_output().map_err(failed)?;
    let elapsed = start.elapsed();
    (case.accept)(&output).map_err(|problem| format!("{}: {problem}", case.name))?;
    Ok(elapsed)
}
