//! A prompt through the installed hook, as the client would send it: the one check that shows that all of it works.
//!
//! It is asked in a folder of its own, with one file in it that must come back.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foreword_exec::process::{self, Finished, Job, JobError};
use foreword_exec::programs;
use foreword_install::Client;
use foreword_install::hook::shell_word;
use foreword_install::scripts::Script;
use foreword_model::{clock, limits, texts};
use serde_json::{Value, json};

use super::finding::Finding;
use super::{Patient, scripts, state};
use crate::commands::install::machine;

/// The session under which doctor asks.
pub const SESSION: &str = "foreword-doctor";
const CHECK: &str = "live";
const FILE: &str = "lending/permits.py";
const TEXT: &str = "def renew_lending_permit(permit, days):\n    \"\"\"Renews a lending permit.\"\"\"\n    return permit.until + days\n";
const PROMPT: &str = "Where is the function renew_lending_permit defined?";

/// A hook that a client would run on a prompt.
pub struct InstalledHook {
    /// Which client.
    pub client: Client,
    /// The command line of its entry.
    pub command: String,
    /// The seconds that its entry allows.
    pub timeout_s: Option<u64>,
    /// The file that holds the entry.
    pub place: PathBuf,
}

/// Tries every hook.
pub fn examine(patient: &Patient, hooks: &[InstalledHook]) -> Vec<Finding> {
    if hooks.is_empty() {
        return Vec::new();
    }
    if state::is_silenced(patient) {
        return vec![Finding::note(CHECK, "not tried: a variable of this shell switches it off")];
    }
    match Probe::new(patient.root.as_deref()) {
        Ok(probe) => hooks
            .iter()
            .enumerate()
            .map(|(turn, hook)| match is_the_users(patient, hook) {
                true => examine_one(patient, hook, turn, &probe),
                false => not_tried(hook),
            })
            .collect(),
        Err(error) => vec![Finding::note(CHECK, format!("not tried: no temporary folder: {error}"))],
    }
}

/// An entry in a file of the repository may be anybody's: one is started only if it is, to the letter, what an installation
/// writes there, which is a script in the user's own folder.
fn is_the_users(patient: &Patient, hook: &InstalledHook) -> bool {
    let is_of_repository = patient.root.as_ref().is_some_and(|root| hook.place.starts_with(root));
    let script = patient.places.scripts(hook.client).join(Script::Entry.name());
    !is_of_repository || hook.command == shell_word(&script)
}

fn not_tried(hook: &InstalledHook) -> Finding {
    let (name, place) = (machine::name(hook.client), hook.place.display());
    Finding::note(CHECK, format!("{name}: not tried: the entry in {place} is not one that foreword writes"))
}

fn examine_one(patient: &Patient, hook: &InstalledHook, turn: usize, probe: &Probe) -> Finding {
    let (name, place) = (machine::name(hook.client), hook.place.display());
    let started = clock::now();
    let expected = if scripts::runs_own_kernel(&hook.command) { Expected::NoFailure } else { Expected::File };
    let asked = probe.ask(patient, hook, turn).map_err(|error| error.to_string());
    let answer = asked.and_then(|finished| judge(hook.client, &finished, expected));
    match answer {
        Ok(()) => {
            let ms = clock::since(started).as_millis();
            Finding::ok(
                CHECK,
                format!("{name}: a prompt through the entry in {place} was answered in {ms} ms"),
            )
        }
        Err(problem) => Finding::problem(
            CHECK,
            format!("{name}: a prompt through the entry in {place} was not answered: {problem}"),
            format!("{} install {} --yes", patient.foreword(), hook.client.word()),
        ),
    }
}

/// What a hook must answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// The file of the probe, in context.
    File,
    /// Anything but a failure: what a kernel of the user's own gives is its business.
    NoFailure,
}

/// Whether the client would have injected it, and whether it is right.
fn judge(client: Client, finished: &Finished, expected: Expected) -> Result<(), String> {
    if finished.code != 0 {
        let said = String::from_utf8_lossy(&finished.stderr);
        return Err(format!("exit code {} {}", finished.code, said.lines().next().unwrap_or_default()));
    }
    let text = String::from_utf8_lossy(&finished.stdout);
    if text.trim().is_empty() {
        return if expected == Expected::File { Err("it was silent".to_owned()) } else { Ok(()) };
    }
    let output: Value = serde_json::from_str(&text).map_err(|_| "its answer is no JSON".to_owned())?;
    let specific = &output["hookSpecificOutput"];
    let context = specific["additionalContext"].as_str().unwrap_or_default();
    let said = output["systemMessage"].as_str().unwrap_or("no context in its answer");
    let has_failed =
        [texts::ORCHESTRATOR_UNAVAILABLE, texts::ORCHESTRATOR_INVALID].iter().any(|text| said.contains(text));
    let has_context = specific["hookEventName"] == "UserPromptSubmit" && !context.is_empty();
    if !has_context {
        return if expected == Expected::File || has_failed { Err(said.to_owned()) } else { Ok(()) };
    }
    let is_whole = match client {
        Client::ClaudeCode => context.encode_utf16().count() <= limits::CLAUDE_CODE_UTF16_UNITS,
        Client::Codex => context.len() <= limits::CODEX_BYTES,
    };
    match (is_whole, context.contains(FILE) || expected == Expected::NoFailure) {
        (true, true) => Ok(()),
        (false, _) => Err("its answer is longer than the client takes whole".to_owned()),
        (true, false) => Err(format!("{FILE} is not in its answer")),
    }
}

/// A folder with one file, removed when dropped.
struct Probe {
    root: PathBuf,
    number: u128,
}

impl Probe {
    fn new(repository: Option<&Path>) -> std::io::Result<Self> {
        let number = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let name = format!("foreword-doctor-{}-{number}", std::process::id());
        let temporary = std::env::temp_dir();
        let is_inside = repository.is_some_and(|root| programs::lies_within(&temporary, root));
        let root = if is_inside { Path::new("/tmp").join(name) } else { temporary.join(name) };
        // A folder that is there already is somebody else's.
        fs::create_dir(&root)?;
        let probe = Self { root, number };
        let file = probe.root.join(FILE);
        fs::create_dir_all(file.parent().unwrap_or(&probe.root))?;
        fs::write(file, TEXT)?;
        Ok(probe)
    }

    fn ask(&self, patient: &Patient, hook: &InstalledHook, turn: usize) -> Result<Finished, JobError> {
        let seconds = hook.timeout_s.map_or(limits::DOCTOR_HOOK_MS, |seconds| seconds.saturating_mul(1_000));
        let deadline = clock::now() + Duration::from_millis(seconds.min(limits::DOCTOR_HOOK_MS));
        // No refresh for a folder that is gone in a moment.
        // Also where `foreword off` is in force: whether the hook works is another question.
        let mut env = vec![
            ("CI_AUTO_TOOLS_BACKGROUND_INDEX", OsString::from("0")),
            ("CI_AUTO_TOOLS", OsString::from("auto")),
        ];
        if hook.client == Client::ClaudeCode {
            env.push(("CLAUDE_PROJECT_DIR", self.root.clone().into_os_string()));
        }
        process::run(Job {
            command: &["/bin/sh", "-c", &hook.command].map(OsString::from),
            env: &env,
            ground: patient.client_ground(&self.root),
            stdin: payload(hook.client, &self.root, &format!("doctor-{}-{turn}", self.number))
                .to_string()
                .into_bytes(),
            output_max: limits::DOCTOR_OUTPUT_BYTES,
            deadline,
        })
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.root));
    }
}

/// What the client writes to the hook.
fn payload(client: Client, cwd: &Path, id: &str) -> Value {
    // Two hooks would take one id for the same turn, and only the first would answer.
    let mut payload = json!({
        "session_id": SESSION, "transcript_path": "/dev/null", "cwd": cwd, "permission_mode": "default",
        "hook_event_name": "UserPromptSubmit", "prompt": PROMPT,
    });
    match client {
        Client::ClaudeCode => payload["prompt_id"] = json!(id),
        Client::Codex => {
            payload["turn_id"] = json!(id);
            payload["model"] = json!("doctor");
        }
    }
    payload
}
