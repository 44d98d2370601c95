//! Who means whom, language by language, and how much each file is used.

#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail the test")]

#[path = "resolve/answers.rs"]
mod answers;
#[path = "resolve/commonjs.rs"]
mod commonjs;
#[path = "resolve/fixture.rs"]
mod fixture;
#[path = "resolve/languages.rs"]
mod languages;
#[path = "resolve/overloads.rs"]
mod overloads;
#[path = "resolve/packages.rs"]
mod packages;
#[path = "resolve/rank.rs"]
mod rank;
#[path = "resolve/values.rs"]
mod values;
