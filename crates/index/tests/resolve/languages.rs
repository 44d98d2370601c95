//! One repository per language: imports, re-exports, relative imports, names that two modules have, names from
//! outside, receivers with inheritance, what local names hide. What a call means stands behind it.

use crate::fixture::check_calls;

#[test]
fn python() {
    check_calls(
        r"
--- shop/__init__.py
from .cart import total as sum_up
--- shop/cart.py
from json import loads
from . import tax

class Base:
    def add(self, item): pass

class Cart(Base):
    def fill(self):
        self.add(1)           # ~ add => shop/cart.py Base.add, receiver
        super().add(1)        # ~ add => shop/cart.py Base.add, receiver
        self.gone(1)          # ~ gone => unknown
        loads('x')            # ~ loads => outside
        tax.rate()            # ~ rate => shop/tax.py rate, import

def total(cart: Cart):
    cart.add(2)               # ~ add => shop/cart.py Base.add, receiver
--- shop/tax.py
def rate(): pass
def loads(text): pass
--- other/tax.py
def rate(): pass
--- main.py
import os
import shop.tax
from shop import sum_up, tax
from shop.cart import Cart
from other import tax as duty
from shop.tax import *

def run(rate, thing):
    sum_up(Cart())            # ~ sum_up => shop/cart.py total, re-export; Cart => shop/cart.py Cart, import
    tax.rate()                # ~ rate => shop/tax.py rate, import
    duty.rate()               # ~ rate => other/tax.py rate, import
    shop.tax.rate()           # ~ rate => shop/tax.py rate, import
    loads('x')                # ~ loads => shop/tax.py loads, import
    rate()                    # ~ rate => unknown
    os.rate()                 # ~ rate => outside
    thing.fill()              # ~ fill => shop/cart.py Cart.fill, unique name
    thing.rate()              # ~ rate => unknown
    Cart().add(3)             # ~ add => shop/cart.py Base.add, receiver
    def tidy(): pass
    tidy()                    # ~ tidy => main.py run.tidy, same scope
",
    );
}

#[test]
fn rust() {
    check_calls(
        r"
--- left-pad/Cargo.toml
[package]
--- left-pad/src/lib.rs
mod inner;
pub use inner::{pad, Pad};
pub fn open() {}
--- left-pad/src/inner.rs
use std::collections::HashMap;
use super::open;

pub trait Named {
    fn name(&self) {}
}
pub struct Pad { gap: Gap }
pub struct Gap;
impl Gap {
    pub fn close(&self) {}
    pub fn new() -> Self { Gap }
}
impl Named for Pad {}
impl Pad {
    pub fn new() -> Self {
        HashMap::new();       // ~ new => outside
        Self::check();        // ~ check => left-pad/src/inner.rs Pad.check, receiver
        Gap::new();           // ~ new => left-pad/src/inner.rs Gap.new, receiver
        open();               // ~ open => left-pad/src/lib.rs open, import
    }
    fn check() {}
    fn all(&self, other: &Gap) {
        self.name();          // ~ name => left-pad/src/inner.rs Named.name, receiver
        self.gap.close();     // ~ close => left-pad/src/inner.rs Gap.close, receiver
        other.close();        // ~ close => left-pad/src/inner.rs Gap.close, receiver
        self.gone();          // ~ gone => unknown
        vec![1];              // ~ vec => unknown
    }
}
pub fn pad() {}
fn vec(x: u8) {}
mod tests {
    use super::*;
    fn close() {}
    fn run() {
        pad();                // ~ pad => left-pad/src/inner.rs pad, import
        close();              // ~ close => left-pad/src/inner.rs tests.close, same scope
        missing();            // ~ missing => unknown
    }
}
--- app/Cargo.toml
[package]
--- app/src/main.rs
mod parts;
use left_pad::{Pad, open};
use std::fs::File;
fn main() {
    Pad::new();               // ~ new => left-pad/src/inner.rs Pad.new, receiver
    left_pad::pad();          // ~ pad => left-pad/src/inner.rs pad, re-export
    open();                   // ~ open => left-pad/src/lib.rs open, import
    parts::deep::dig();       // ~ dig => app/src/parts/deep.rs dig, import
    File::open();             // ~ open => outside
    std::mem::open();         // ~ open => outside
    crate::parts::up();       // ~ up => app/src/parts/mod.rs up, import
    thing.close();            // ~ close => left-pad/src/inner.rs Gap.close, unique name
    thing.new();              // ~ new => unknown
}
--- app/src/parts/mod.rs
pub mod deep;
pub fn up() {
    self::deep::dig();        // ~ dig => app/src/parts/deep.rs dig, import
}
--- app/src/parts/deep.rs
pub fn open() {}
pub fn dig() {
    super::up();              // ~ up => app/src/parts/mod.rs up, import
    crate::main();            // ~ main => app/src/main.rs main, import
}
",
    );
}

#[test]
fn typescript() {
    check_calls(
        r"
--- src/store/index.ts
export { create as make } from './create'
export * from './actions'
--- src/store/create.ts
export function create() {
  inner()                     // ~ inner => src/store/create.ts inner, same file
}
function inner() {}
--- src/store/actions.ts
export const add = (n: number) => n
export function over(a: string): void
export function over(a: any) { return a }
--- src/other/actions.ts
export const add = () => 1
export default class Timer { start() {} }
--- src/main.tsx
import { make, add } from './store'
import * as other from './other/actions.js'
import Timer from './other/actions'
import { add as plus, useState } from 'react'
import { over } from '@/store/actions'
class Base { stop() {} }
class View extends Base {
  timer: Timer = make()
  render() {
    this.stop()               // ~ stop => src/main.tsx Base.stop, receiver
    this.timer.start()        // ~ start => src/other/actions.ts Timer.start, receiver
    make()                    // ~ make => src/store/create.ts create, re-export
    add(1)                    // ~ add => src/store/actions.ts add, re-export
    other.add()               // ~ add => src/other/actions.ts add, import
    plus()                    // ~ plus => outside
    useState()                // ~ useState => outside
    over(1)                   // ~ over => src/store/actions.ts over, import
    new Timer()               // ~ Timer => src/other/actions.ts Timer, import
  }
}
function run(add: () => void, view: View, thing) {
  add()                       // ~ add => unknown
  view.stop()                 // ~ stop => src/main.tsx Base.stop, receiver
  thing.start()               // ~ start => src/other/actions.ts Timer.start, unique name
  gone()                      // ~ gone => unknown
  React.add()                 // ~ add => unknown
}
",
    );
}

#[test]
fn javascript() {
    check_calls(
        r"
--- lib/util.js
exports.trim = function (text) {}
--- lib/table.js
const table = {
  open() {
    this.close()              // ~ close => lib/table.js table.close, receiver
  },
  close() {},
}
--- index.js
const util = require('./lib/util')
const path = require('path')
util.trim('x')                // ~ trim => lib/util.js trim, import
path.trim('x')                // ~ trim => outside
trim('x')                     // ~ trim => unknown
path('x')                     // ~ path => outside
",
    );
}
