//! The ways to a person that need no client: the terminal of this process, and the desk of a `codex-auto` that runs in the
//! same terminal session.

mod desk;
mod desk_wire;
mod terminal;

pub use desk::{Desk, PersonAtDesk};
pub use terminal::PersonAtTerminal;
