//! The only place where a tool runs.
//!
//! Data walks through it in one direction: `prepare` (normalise, clamp) → `lifecycle` (before-hooks,
//! run, after-hooks, guard) under the `schedule` of one deadline. No flag skips a step and no second
//! implementation exists.

pub mod cancel;
pub mod hooks;
pub mod inherited;
pub mod lifecycle;
pub mod prepare;
pub mod process;
pub mod programs;
pub mod registry;
pub mod rpc;
pub mod schedule;
pub mod spec;
pub mod tool;

pub use cancel::Cancel;
pub use inherited::Inherited;
pub use lifecycle::{Executed, Executor};
pub use prepare::{Ceilings, Prepared};
pub use registry::Registry;
