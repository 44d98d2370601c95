//! The git history beside an index: what git prints, what is kept of it, and what is said of it.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test")]

mod damage;
mod definition_damage;
mod definitions;
mod fixture;
mod hostile;
mod increments;
mod parser;
mod patches;
mod queries;
