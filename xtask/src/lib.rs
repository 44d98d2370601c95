//! The checks of the house itself (`tidy`) and the benchmarks (`bench`).
//!
//! Owns nothing of the product: it reads the sources, and runs the built binary as a user would.
#![expect(
    clippy::disallowed_methods,
    reason = "reads the project's own sources and runs its own binary; no user's repository is involved"
)]

pub mod bench;
pub mod tidy;
