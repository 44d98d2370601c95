//! A person's desk: a home, a repository, a terminal, and a `codex` that is none.

use std::path::PathBuf;

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::{FixtureRepo, script};
use foreword_testkit::shims::{CODEX_AUTO, InstalledShims};
use foreword_testkit::terminal::Terminal;
use foreword_testkit::wait;

/// The thread that the stand-in names.
pub const THREAD: &str = "0199a213-81c0-7800-8aa1-bbab2a035a53";
/// What stands before the cursor.
pub const CURSOR: &str = "codex-auto> ";
/// A prompt that is about the code of the fixture repository.
pub const CODE_PROMPT: &str = "How is the late fee of a loan computed?";

/// The stand-in writes down how it was started, what it read, how our switch stands and its process id, and then does what a word of the prompt says.
const CODEX: &str = r#"#!/bin/sh
echo "$*" >> "$HOME/log"
cat > "$HOME/prompt"
echo "$CI_AUTO_TOOLS" > "$HOME/switch"
echo $$ > "$HOME/pid"
say() { echo "{\"type\":\"item.completed\",\"item\":{\"type\":\"agent_message\",\"text\":\"$1\"}}"; }
begin() { echo '{"type":"thread.started","thread_id":"THREAD"}'; }
case $(tail -n 1 "$HOME/prompt") in
  *fail-early*) echo 'first line' >&2; printf 'no \033[31mmodel\033[0m today\n' >&2; exit 3 ;;
  *say-nothing*) exit 0 ;;
  *break-off*) begin; say 'half an answer'; kill -9 $$ ;;
  *print-garbage*) begin; echo 'not an event'; echo '{"type":'; say 'and yet'; exit 0 ;;
  *ask-nobody*) begin; say 'working on it'; exec sleep 600 ;;
  *be-stubborn*) trap '' TERM; begin; sleep 600 & echo $! > "$HOME/child"; say 'cannot be stopped'; wait; wait ;;
  *flood-events*) trap '' TERM; begin; many=$(head -c 1000 /dev/zero | tr '\0' x); i=0
    while :; do say "$many"; i=$((i+1)); echo $i > "$HOME/said"; done ;;
  *flood-answers*) begin; many=$(head -c 60000 /dev/zero | tr '\0' x)
    say "$many"; say "$many"; say "$many"; echo 3 > "$HOME/said"; sleep 600 ;;
  *work*) begin
    echo '{"type":"item.started","item":{"type":"command_execution","command":"cargo test"}}'
    echo '{"type":"item.completed","item":{"type":"command_execution","command":"cargo test","exit_code":1}}'
    echo '{"type":"item.completed","item":{"type":"file_change","changes":[{"path":"a.rs","kind":"update"}]}}'
    say 'colours: \u001b]0;title\u0007\u001b[31mred' ;;
  *) begin; say 'the answer' ;;
esac
"#;

/// Everything on it.
pub struct Desk {
    pub home: Home,
    pub repo: FixtureRepo,
    shims: InstalledShims,
}

impl Desk {
    pub fn new() -> Self {
        let home = Home::new();
        script(home.path(), "bin/codex", &CODEX.replace("THREAD", THREAD));
        Self { home, repo: FixtureRepo::library_app(), shims: InstalledShims::new() }
    }

    /// `codex-auto` at a terminal, to be started.
    pub fn codex_auto(&self) -> Invocation {
        self.here(self.shims.invoke(CODEX_AUTO))
    }

    /// A program in the repository, with the stand-in on PATH.
    pub fn here(&self, invocation: Invocation) -> Invocation {
        let path = format!("{}:/usr/bin:/bin", self.home.path().join("bin").display());
        invocation.env("PATH", path).cwd(self.repo.path())
    }

    /// The loop, waiting for the first line.
    pub fn sits_down(&self) -> Terminal {
        let mut terminal = self.codex_auto().start_in_terminal(&self.home);
        terminal.sees(CURSOR);
        terminal
    }

    /// How the stand-in was started, each time.
    pub fn started(&self) -> Vec<String> {
        self.read("log").lines().map(str::to_owned).collect()
    }

    /// What the stand-in read last.
    pub fn prompted(&self) -> String {
        self.read("prompt")
    }

    /// A file below the home, or nothing.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.home.path().join(name)).unwrap_or_default()
    }

    /// Where prompts are remembered.
    pub fn history(&self) -> PathBuf {
        self.home.path().join("state/foreword/codex-auto/history")
    }

    /// The process id of the stand-in that runs.
    pub fn codex(&self) -> u32 {
        self.process("pid")
    }

    /// The process id that the stand-in wrote down there.
    pub fn process(&self, name: &str) -> u32 {
        wait::until("a process id of codex", || self.read(name).trim().parse().ok())
    }
}

/// Looks in a row at which a flood has not grown before it counts as held up.
const STILL_LOOKS: usize = 20;

/// Waits until the stand-in has said so much and says no more, because nobody reads. How much that is depends on the
/// pipes of the system.
pub fn waits_for_flood(desk: &Desk, least: usize) {
    let (mut said, mut looks) = (0, 0);
    wait::until("a flood that is held up", || {
        let now: usize = desk.read("said").trim().parse().ok()?;
        looks = if now == said { looks + 1 } else { 0 };
        said = now;
        (said >= least && looks >= STILL_LOOKS).then_some(())
    });
}
