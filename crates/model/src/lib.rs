//! The nouns that flow between foreword's stages.
//!
//! Owns the envelope and its schema, error and exit codes, the fixed texts, every limit with its unit
//! and reason. Does no I/O and holds no policy.

pub mod clock;
pub mod envelope;
pub mod error;
pub mod finding;
pub mod foreign_envelope;
pub mod intent;
pub mod limits;
pub mod person;
pub mod repo;
pub mod request;
pub mod run_id;
pub mod settings;
pub mod template;
pub mod texts;
