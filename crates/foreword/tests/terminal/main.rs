//! `codex-auto` and `foreword tool` at a pseudo-terminal, with a `codex` that does what the prompt says.
#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "tests fail loudly, and read what they wrote"
)]

mod asking;
mod desk;
mod faults;
mod rounds;
