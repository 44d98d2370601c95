//! Support for tests: fixture repositories, shims as installed, processes that cannot hang, goldens,
//! mock model servers, and the real clients.
//!
//! Development only: no crate may depend on it but under `[dev-dependencies]`. Nothing here decides
//! what is right; it only sets up, runs and reads back.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "test support: a fixture that cannot be made must fail the test at once"
)]

pub mod clients;
pub mod cpu;
pub mod fixture;
pub mod golden;
pub mod mcp;
pub mod mcp_server;
pub mod mock;
pub mod normalise;
pub mod process;
pub mod repo;
pub mod require;
pub mod running;
pub mod shims;
pub mod terminal;
pub mod tree;
pub mod wait;
