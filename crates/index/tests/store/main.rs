//! The store as its users see it: what goes in comes out, and no kill, bit, race or full disk changes that.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test")]

mod damage;
mod faults;
mod fixture;
mod folders;
mod kills;
mod queries;
mod readers;
mod rebuilds;
