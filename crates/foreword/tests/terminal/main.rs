//! `codex-auto` and `foreword tool` at a pseudo-terminal, with a `codex` that does what the prompt says.
#![expect(clippy::disallowed_methods, reason = "tests read what they wrote")]

mod asking;
mod desk;
mod faults;
mod rounds;
