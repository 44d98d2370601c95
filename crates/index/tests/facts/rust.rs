//! A library of things.
use std::collections::{HashMap, hash_map::Entry as Slot};
use std::fmt::*;
pub use crate::shape::Shape;
extern crate alloc;

/// How many.
pub const LIMIT: usize = 3;
static NAMES: &[&str] = &["a"];

/// A point.
#[derive(Debug)]
pub struct Point<T> {
    x: T,
}

pub trait Area: Shape + Send {
    type Unit;
    fn area(&self) -> f64;
}

impl<T: Copy> Area for Point<T> {
    type Unit = Meter;
    /// Reads x.
    #[inline]
    fn area(&self) -> f64 {
        fn inner(limit: usize) -> usize {
            limit
        }
        let side = self.length(1, LIMIT);
        shape::scale::<f64>(side)
    }
}

mod deep {
    enum Mode { On, Off(u8) }
    union Bits { a: u32 }
    macro_rules! check { () => {}; }
    fn run(mode: Mode) {
        assert_eq!(measure(mode, 1), Point::new(2).x);
        let make = Vec::<u8>::with_capacity;
        apply(make, helper);
    }
}
