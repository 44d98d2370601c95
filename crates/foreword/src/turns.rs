//! One answer for one prompt: where a client runs two hooks of ours on it, from its settings and from a plugin, the first
//! that has something to say says it, and the other is silent.
//!
//! A claim is an empty file that can be made only once, in the user's state folder. Without that folder both speak.

use std::time::Duration;

use foreword_model::{limits, run_id};

use crate::settings::Environment;
use crate::state_folder::{Missing, StateFolder};

const FOLDER: &str = "turns";

/// Claims a turn; false if another hook has it already.
pub fn claim(environment: &Environment, turn: &str) -> bool {
    let Ok(folder) = StateFolder::open(environment, FOLDER, Missing::Make) else { return true };
    let name = run_id::hash_hex(&[turn], 32);
    let claimed = folder.claim(&name).unwrap_or(true);
    folder.forget_older(Duration::from_secs(limits::TURN_CLAIM_S), &name);
    claimed
}
