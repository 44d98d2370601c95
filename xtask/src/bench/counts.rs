//! Instructions per command, counted by callgrind: the scale by which "no slower" is promised.
//!
//! A build with the cargo feature `bench` runs with its clock stopped, on one core, with fixed hash seeds and addresses,
//! and what git itself executes is left out. `bench/results/counts.md` keeps the figures.

mod cases;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use foreword_testkit::process::Home;
use foreword_testkit::shims::project_root;

use cases::CountCase;
use table::CountTable;

/// Five runs of a case may differ by this share, or the figure means nothing.
const SPREAD_MAX: f64 = 0.005;

/// What `cargo xtask bench counts` takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountOptions {
    /// The folder with checkouts of tokio and django.
    pub repos: PathBuf,
    /// A binary built with the feature `bench`.
    pub binary: PathBuf,
    /// Runs per case.
    pub runs: usize,
    /// Only cases whose name contains this.
    pub only: String,
    /// Whether the table is written instead of compared with.
    pub is_writing: bool,
}

impl CountOptions {
    /// Reads `--repos DIR`, `--binary FILE`, `--runs N`, `--only TEXT` and `--write`.
    pub fn parse(args: &[&str]) -> Result<Self, String> {
        let mut options = Self {
            repos: PathBuf::new(),
            binary: project_root().join("target/bench/foreword"),
            runs: 1,
            only: String::new(),
            is_writing: false,
        };
        let mut args = args.iter();
        while let Some(flag) = args.next() {
            if *flag == "--write" {
                options.is_writing = true;
                continue;
            }
            let value = args.next().ok_or_else(|| format!("{flag}: a value is missing"))?;
            match *flag {
                "--repos" => options.repos = absolute(value)?,
                "--binary" => options.binary = absolute(value)?,
                "--runs" => options.runs = value.parse().map_err(|e| format!("--runs: {e}"))?,
                "--only" => options.only = (*value).to_owned(),
                other => return Err(format!("not understood: {other}")),
            }
        }
        match &options {
            Self { runs: 0, .. } => Err("--runs: at least 1".to_owned()),
            Self { repos, .. } if repos.as_os_str().is_empty() => Err("--repos DIR is missing".to_owned()),
            _ => Ok(options),
        }
    }
}

fn absolute(path: &str) -> Result<PathBuf, String> {
    Path::new(path).canonicalize().map_err(|e| format!("{path}: {e}"))
}

/// Counts every case, prints the counts beside those of the table, and fails if runs differ or the table is missing.
pub fn counts(options: &CountOptions) -> Result<(), String> {
    let bench = CountBench::prepare(options)?;
    let path = project_root().join("bench/results/counts.md");
    let before = CountTable::read(&path)?;
    let mut after = CountTable::default();
    println!("{:<28} {:>10} {:>10} {:>7} {:>8}", "", "before M", "now M", "ratio", "spread");
    let mut unsteady = Vec::new();
    for case in cases::all().into_iter().filter(|case| case.name.contains(&options.only)) {
        let runs = (0..options.runs).map(|_| bench.count(&case)).collect::<Result<Vec<u64>, String>>()?;
        let (least, most) =
            (runs.iter().min().copied().unwrap_or(0), runs.iter().max().copied().unwrap_or(0));
        let spread = (most - least) as f64 / least as f64;
        let earlier = before.get(case.name);
        let ratio =
            earlier.map_or_else(|| "–".to_owned(), |earlier| format!("{:.3}", millions(least) / earlier));
        let shown = earlier.map_or_else(|| "–".to_owned(), |earlier| format!("{earlier:.1}"));
        println!(
            "{:<28} {shown:>10} {:>10.1} {ratio:>7} {:>7.2}%",
            case.name,
            millions(least),
            spread * 100.0
        );
        if spread > SPREAD_MAX {
            unsteady.push(case.name);
        }
        after.set(case.name, millions(least));
    }
    if options.is_writing {
        after.write(&path, &bench.describe_repos()?)?;
    }
    if unsteady.is_empty() {
        Ok(())
    } else {
        Err(format!("runs differ by more than 0.5 %: {}", unsteady.join(", ")))
    }
}

fn millions(count: u64) -> f64 {
    count as f64 / 1e6
}

/// Everything that the cases share: a home with a finished index of each repository, and the preloaded seeds.
struct CountBench<'a> {
    options: &'a CountOptions,
    home: Home,
}

impl<'a> CountBench<'a> {
    fn prepare(options: &'a CountOptions) -> Result<Self, String> {
        let home = Home::new();
        let bench = Self { options, home };
        let seeds = project_root().join("bench/counts/fixed_seeds.c");
        let mut compile = Command::new("cc");
        compile.args(["-shared", "-fPIC", "-O1", "-o"]).arg(bench.seeds()).arg(seeds);
        succeed(&mut compile)?;
        for repo in cases::REPOS {
            let mut index = bench.command(&options.binary, repo);
            succeed(index.args(["index"]))?;
        }
        Ok(bench)
    }

    fn seeds(&self) -> PathBuf {
        self.home.path().join("fixed_seeds.so")
    }

    /// `program` in a repository, in an environment that is the same every time.
    fn command(&self, program: &Path, repo: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.options.repos.join(repo)).env_clear().envs(self.home.variables());
        command.env("PATH", "/usr/bin:/bin").env("FOREWORD_BENCH_CLOCK", "stopped");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    /// Instructions of one run of a case, over all of our own processes.
    fn count(&self, case: &CountCase) -> Result<u64, String> {
        // What a run leaves behind (a log, the session's notes) is no part of the next one.
        let state = self.home.path().join("state");
        let output = self.home.path().join("callgrind");
        for folder in [&state, &output] {
            drop(std::fs::remove_dir_all(folder));
            std::fs::create_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        let mut command = self.command("taskset".as_ref(), case.repo);
        command.env("LD_PRELOAD", self.seeds()).args([
            "-c",
            "0",
            "setarch",
            "-R",
            "valgrind",
            "--tool=callgrind",
        ]);
        command.args(["--trace-children=yes", "--trace-children-skip=*/git,*/git-*"]);
        command.arg(format!("--callgrind-out-file={}/%p", output.display()));
        command.arg(&self.options.binary).args(case.args);
        command.stdin(Stdio::piped());
        let mut child = command.spawn().map_err(|e| format!("taskset: {e}"))?;
        if let Some(mut pipe) = child.stdin.take() {
            // A command that reads nothing may be done already.
            drop(pipe.write_all(&case.stdin(&self.options.repos)));
        }
        let done = child.wait_with_output().map_err(|e| format!("{}: {e}", case.name))?;
        if !done.status.success() {
            return Err(format!("{}: {}", case.name, String::from_utf8_lossy(&done.stderr)));
        }
        sum_counts(&output)
    }

    /// The commit of each repository, for the table's head.
    fn describe_repos(&self) -> Result<String, String> {
        let mut lines = Vec::new();
        for repo in cases::REPOS {
            let mut git = Command::new("git");
            git.arg("-C").arg(self.options.repos.join(repo)).args(["rev-parse", "HEAD"]);
            let output = git.output().map_err(|e| format!("git: {e}"))?;
            lines.push(format!("{repo} at `{}`", String::from_utf8_lossy(&output.stdout).trim()));
        }
        Ok(lines.join(", "))
    }
}

/// Adds up what every process left in callgrind's folder.
fn sum_counts(folder: &Path) -> Result<u64, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut sum = 0;
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let text = std::fs::read_to_string(entry.map_err(failed)?.path()).map_err(failed)?;
        let totals = text.lines().rev().find_map(|line| line.strip_prefix("totals: "));
        sum += totals.and_then(|count| count.trim().parse::<u64>().ok()).ok_or("a process left no count")?;
    }
    if sum == 0 { Err("callgrind counted nothing".to_owned()) } else { Ok(sum) }
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}");
    let output = command.output().map_err(|e| format!("{shown}: {e}"))?;
    let problem = || format!("{shown}: {}", String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(()) } else { Err(problem()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_wrong_ones_refused() {
        let options =
            CountOptions::parse(&["--repos", "/", "--write", "--only", "hook"]).expect("good options");
        assert_eq!((options.is_writing, options.only.as_str(), options.runs), (true, "hook", 1));
        for bad in [&["--write"][..], &["--repos"], &["--repos", "/", "--runs", "0"], &["--what", "x"]] {
            assert!(CountOptions::parse(bad).is_err(), "{bad:?}");
        }
    }
}
