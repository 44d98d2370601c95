//! The kernel: from a request to an envelope.
//!
//! [`pipeline`] is the whole way on one screen; each stage is a module. The kernel sees the repository
//! only through tools and through [`foreword_model::repo::RepoView`], and never talks to a client.

mod conclude;
pub mod degrade;
pub mod fuse;
pub mod intent;
pub mod layers;
pub mod limits;
pub mod pipeline;
pub mod plan;
pub mod render;

pub use pipeline::{Kernel, Run, SessionMemory};
