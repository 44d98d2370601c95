//! Bytes to model and back. The types of a client exist only here.
//!
//! An adapter reads a payload into a [`foreword_model::request::Request`] and writes an envelope in the
//! client's form. It plans nothing and runs no tool.

pub mod codex;
pub mod hook;
pub mod mcp;
pub mod text;
