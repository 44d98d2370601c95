//! `cargo xtask`: the checks of the house itself and the benchmarks. Development only.

use std::process::ExitCode;

use xtask::{bench, tidy};

const USAGE: &str = "\
usage: cargo xtask tidy                     layering, file headers, docs
       cargo xtask bench hook [--repo DIR] [--runs N]   speed of the hook beside ripgrep
       cargo xtask bench counts --repos DIR [--runs N]  instructions beside those of bench/results/counts.md
       cargo xtask bench intent FILE.jsonl              decisions on labelled prompts";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["tidy"] => run_tidy(),
        ["bench", "hook", options @ ..] => {
            bench::HookOptions::parse(options).and_then(|options| bench::hook(&options))
        }
        ["bench", "counts", options @ ..] => {
            bench::CountOptions::parse(options).and_then(|options| bench::counts(&options))
        }
        ["bench", "intent", file] => bench::intent(file.as_ref()),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run_tidy() -> Result<(), String> {
    let problems = tidy::check_all(&foreword_testkit::shims::project_root())?;
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}
