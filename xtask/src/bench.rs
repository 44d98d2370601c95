//! Benchmarks, run on the built binary as a user would: `bench/README.md` says what they measure.

mod counts;
mod hook;
mod intent;
mod timing;

pub use counts::{CountOptions, counts};
pub use hook::{HookOptions, hook};
pub use intent::intent;

use std::path::PathBuf;

/// The built binary.
fn binary() -> Result<PathBuf, String> {
    let path = foreword_testkit::shims::foreword();
    let is_built = path.is_file();
    is_built.then_some(path).ok_or_else(|| "no binary yet: cargo build --release".to_owned())
}
