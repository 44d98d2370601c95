//! The Model Context Protocol over standard input and output: lines of JSON-RPC to tool calls and back.
//!
//! Data walks through it in one direction: `exec::rpc` (bytes to lines to messages) → `server` (who
//! answers) → `calls` (bounded, cancellable) → the [`Host`], which alone runs a tool → `answer` (a page of the result)
//! → `outbox`. Knows no tool by name and runs none.

mod answer;
mod calls;
mod elicitation;
mod host;
pub mod listing;
mod outbox;
mod progress;
mod roots;
mod server;
mod session;

pub use host::{Host, HostCall, UnknownTool};
pub use server::serve;
