//! Speed of the hook, as ratios to ripgrep in the same run.

use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use foreword_testkit::shims::{ENTRY, InstalledShims, project_root};
use serde_json::json;

use super::timing::{Case, medians};

/// A declined prompt, and each malformed payload, beside `rg --version`.
const DECLINE_RATIO_MAX: f64 = 5.0;
/// The hook in run mode beside one `rg` pass over the same repository.
const SCAN_RATIO_MAX: f64 = 4.0;
/// A payload above the limit of 1 MB.
const HUGE_PAYLOAD_BYTES: usize = 1_100_000;
/// Words that a person would not search for.
const QUESTION_WORDS: [&str; 12] =
    ["where", "what", "when", "which", "does", "that", "this", "with", "from", "have", "into", "there"];

/// What `cargo xtask bench hook` takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookOptions {
    /// The repository that is scanned.
    pub repo: PathBuf,
    /// The prompt that is answered there.
    pub prompt: String,
    /// Rounds that count.
    pub rounds: usize,
}

impl HookOptions {
    /// Reads `--repo DIR`, `--prompt TEXT` and `--runs N`.
    pub fn parse(args: &[&str]) -> Result<Self, String> {
        let mut options = Self {
            repo: project_root(),
            prompt: "Where are tool deadlines enforced?".to_owned(),
            rounds: 40,
        };
        for pair in args.chunks(2) {
            match pair {
                ["--repo", folder] => {
                    options.repo = Path::new(folder).canonicalize().map_err(|e| format!("{folder}: {e}"))?;
                }
                ["--prompt", text] => options.prompt = (*text).to_owned(),
                ["--runs", count] => options.rounds = count.parse().map_err(|e| format!("--runs: {e}"))?,
                other => return Err(format!("not understood: {}", other.join(" "))),
            }
        }
        if options.rounds == 0 { Err("--runs: at least 1".to_owned()) } else { Ok(options) }
    }
}

/// Measures, prints a table, and fails if a ratio is above its limit.
pub fn hook(options: &HookOptions) -> Result<(), String> {
    let shims = InstalledShims::with_binary(&super::binary()?);
    let entry = vec![shims.path(ENTRY)];
    let mut cases = vec![
        rg_version(&options.repo),
        rg_pass(options),
        Case {
            name: "hook, code prompt, run mode".to_owned(),
            command: entry.clone(),
            cwd: options.repo.clone(),
            stdin: payload(&options.prompt, &options.repo),
            accept: is_injection,
        },
        Case {
            name: "hook, declined prompt".to_owned(),
            command: entry.clone(),
            cwd: options.repo.clone(),
            stdin: payload("thanks!", &options.repo),
            accept: is_silent,
        },
    ];
    cases.extend(malformed().into_iter().map(|(name, bytes)| Case {
        name: format!("hook, malformed: {name}"),
        command: entry.clone(),
        cwd: options.repo.clone(),
        stdin: Box::new(move |_| bytes.clone()),
        accept: is_no_injection,
    }));
    let times = medians(&cases, options.rounds)?;
    report(&cases, &times, options)
}

fn report(cases: &[Case], times: &[Duration], options: &HookOptions) -> Result<(), String> {
    let [version, pass, measured @ ..] = times else { return Err("no figures".to_owned()) };
    println!("{}, {} rounds, medians", options.repo.display(), options.rounds);
    println!("{:<44} {:>9} {:>7} {:>7}", "", "ms", "ratio", "limit");
    println!("{:<44} {:>9.2}", cases[0].name, millis(*version));
    println!("{:<44} {:>9.2}", cases[1].name, millis(*pass));
    let mut slow = 0;
    for (at, (case, time)) in cases.iter().skip(2).zip(measured).enumerate() {
        // The first is the scan; all others do nothing, and may cost no more than starting a process.
        let (base, limit) = if at == 0 { (pass, SCAN_RATIO_MAX) } else { (version, DECLINE_RATIO_MAX) };
        let ratio = time.as_secs_f64() / base.as_secs_f64();
        let verdict = if ratio <= limit { "pass" } else { "FAIL" };
        slow += usize::from(ratio > limit);
        println!("{:<44} {:>9.2} {ratio:>7.2} {limit:>7.1} {verdict}", case.name, millis(*time));
    }
    if slow == 0 { Ok(()) } else { Err(format!("{slow} above the limit")) }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn rg_version(repo: &Path) -> Case {
    Case {
        name: "rg --version".to_owned(),
        command: vec!["rg".into(), "--version".into()],
        cwd: repo.to_owned(),
        stdin: Box::new(|_| Vec::new()),
        accept: is_success,
    }
}

fn rg_pass(options: &HookOptions) -> Case {
    let words = words(&options.prompt);
    let mut command: Vec<PathBuf> = vec!["rg".into(), "-c".into(), "-i".into()];
    command.extend(words.iter().flat_map(|word| [PathBuf::from("-e"), PathBuf::from(word)]));
    command.push(".".into());
    Case {
        name: format!("rg -c -i {}", words.join(" ")),
        command,
        cwd: options.repo.clone(),
        stdin: Box::new(|_| Vec::new()),
        accept: is_success,
    }
}

/// The words of a prompt that a person would search for.
fn words(prompt: &str) -> Vec<String> {
    let words = prompt.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_lowercase);
    words.filter(|word| word.chars().count() >= 4 && !QUESTION_WORDS.contains(&word.as_str())).collect()
}

/// A payload as Claude Code sends it, with ids of its own in each round.
fn payload(prompt: &str, repo: &Path) -> Box<dyn Fn(usize) -> Vec<u8>> {
    let (prompt, cwd) = (prompt.to_owned(), repo.to_owned());
    Box::new(move |round| {
        let id = format!("00000000-0000-4000-8000-{round:012}");
        let payload = json!({
            "session_id": id, "prompt_id": id, "transcript_path": "/dev/null", "cwd": cwd,
            "permission_mode": "default", "hook_event_name": "UserPromptSubmit", "prompt": prompt,
        });
        payload.to_string().into_bytes()
    })
}

fn malformed() -> [(&'static str, Vec<u8>); 10] {
    let huge = json!({"prompt": "x".repeat(HUGE_PAYLOAD_BYTES), "cwd": "/"});
    [
        ("empty", Vec::new()),
        ("blank", b" \n\t\n".to_vec()),
        ("one brace", b"{".to_vec()),
        ("null", b"null".to_vec()),
        ("an array", b"[1, 2, 3]".to_vec()),
        ("plain text", b"where is the parser?".to_vec()),
        ("prompt is a number", br#"{"prompt": 5, "cwd": "/"}"#.to_vec()),
        ("not UTF-8", b"{\"prompt\": \"\xff\xfe\xc0\"}".to_vec()),
        ("10,000 open brackets", b"[".repeat(10_000)),
        ("above 1 MB", huge.to_string().into_bytes()),
    ]
}

fn is_success(output: &Output) -> Result<(), String> {
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("{}: {}", output.status, shown(&output.stderr)))
    }
}

fn is_injection(output: &Output) -> Result<(), String> {
    is_success(output)?;
    let is_found = shown(&output.stdout).contains("[Auto Tools Results]");
    if is_found { Ok(()) } else { Err(format!("no injection: {}", shown(&output.stdout))) }
}

fn is_silent(output: &Output) -> Result<(), String> {
    is_success(output)?;
    if output.stdout.is_empty() { Ok(()) } else { Err(format!("not declined: {}", shown(&output.stdout))) }
}

fn is_no_injection(output: &Output) -> Result<(), String> {
    is_success(output)?;
    let is_injected = shown(&output.stdout).contains("additionalContext");
    if is_injected { Err(format!("injected: {}", shown(&output.stdout))) } else { Ok(()) }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn question_words_are_not_searched_for() {
        assert_eq!(words("Where are tool deadlines enforced?"), ["tool", "deadlines", "enforced"]);
    }

    #[test]
    fn options_are_read_and_wrong_ones_refused() {
        let options = HookOptions::parse(&["--runs", "3", "--prompt", "why"]).expect("good options");
        assert_eq!((options.rounds, options.prompt.as_str()), (3, "why"));
        for bad in
            [&["--runs"][..], &["--runs", "0"], &["--runs", "x"], &["--repo", "/nonexistent/x"], &["x", "y"]]
        {
            assert!(HookOptions::parse(bad).is_err(), "{bad:?}");
        }
    }
}
