//! JSON-RPC 2.0 on a stream of lines, for whoever serves and whoever asks: bytes to frames, frames to messages. Knows no
//! method.

pub mod frame;
pub mod message;
