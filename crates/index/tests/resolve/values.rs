//! Values: what names are bound to, what functions give back, what fields hold, in Python and TypeScript.

use crate::fixture::{check, check_calls};

#[test]
fn python_locals() {
    check_calls(
        r"
--- shop.py
from typing import Iterator, Optional

class Item:
    def price(self): pass
    def pack(self) -> 'Item': pass

class Box:
    def price(self): pass
    def close(self): pass
    def __enter__(self): return self
    def __getitem__(self, key) -> Item: pass
    def __iter__(self) -> Iterator[Item]: pass

def find() -> Optional[Item]: pass
def pair() -> tuple[Item, Box]: pass
def opened() -> Iterator[Box]: pass
def made(): return Item()

def run(boxes: list[Box], thing, named: dict[str, Item], maybe: 'Item | None'):
    item = Item()
    item.price()              # ~ price => shop.py Item.price, receiver
    item.pack().pack()        # ~ pack => shop.py Item.pack, receiver
    found = find()
    found.price()             # ~ price => shop.py Item.price, receiver
    first, second = pair()
    first.price()             # ~ price => shop.py Item.price, receiver
    second.price()            # ~ price => shop.py Box.price, receiver
    for box in boxes:
        box.price()           # ~ price => shop.py Box.price, receiver
        box[0].price()        # ~ price => shop.py Item.price, receiver
    for at, each in enumerate(boxes):
        each.price()          # ~ price => shop.py Box.price, receiver
    for key, value in named.items():
        value.price()         # ~ price => shop.py Item.price, receiver
    for inner in Box():
        inner.price()         # ~ price => shop.py Item.price, receiver
    with Box() as box:
        box.price()           # ~ price => shop.py Box.price, receiver
    with opened() as box:
        box.price()           # ~ price => shop.py Box.price, receiver
    maybe.price()             # ~ price => shop.py Item.price, receiver
    made().price()            # ~ price => shop.py Item.price, receiver
    thing.price()             # ~ price => shop.py Item.price | shop.py Box.price, ambiguous
    text = ', '.join([])      # ~ join => outside
    item = thing
    item.close()              # ~ close => shop.py Box.close, unique name
    (lambda item: item.price())(1)  # ~ price => shop.py Item.price | shop.py Box.price, ambiguous
",
    );
}

#[test]
fn python_fields() {
    check_calls(
        r"
--- engine.py
import enum

class Motor:
    def start(self): pass

class Gear(enum.Enum):
    LOW = 1
    def shift(self): pass

class Base:
    def __init__(self, spare: Motor):
        self.spare = spare
        self.motor: Motor = make()

class Car(Base):
    belt: Motor
    def __init__(self):
        self.other = Motor()

    @property
    def front(self) -> Motor: pass

    def __call__(self) -> Motor: pass

    def drive(self):
        self.other.start()    # ~ start => engine.py Motor.start, receiver
        self.motor.start()    # ~ start => engine.py Motor.start, receiver
        self.spare.start()    # ~ start => engine.py Motor.start, receiver
        self.belt.start()     # ~ start => engine.py Motor.start, receiver
        self.front.start()    # ~ start => engine.py Motor.start, receiver
        self.__class__.drive(self)  # ~ drive => engine.py Car.drive, receiver
        Gear.LOW.shift()      # ~ shift => engine.py Gear.shift, receiver

class Van:
    def start(self): pass

def run(car: Car):
    car.motor.start()         # ~ start => engine.py Motor.start, receiver
    car().start()             # ~ start => engine.py Motor.start, receiver
--- use.py
from engine import Car
import engine.parts

car = Car()

def go():
    car.other.start()         # ~ start => engine.py Motor.start, receiver
    engine.parts.fit()        # ~ fit => unknown
",
    );
}

#[test]
fn python_definitions_of_one_name() {
    check_calls(
        r"
--- pkg/__init__.py
from .inner import tool
--- pkg/inner.py
from typing import overload

@overload
def tool(a: int) -> int: ...
@overload
def tool(a: str) -> str: ...
def tool(a): pass

if a:
    def either(): pass
else:
    def either(): pass

tool(1)                       # ~ tool => pkg/inner.py tool, same file
either()                      # ~ either => pkg/inner.py either | pkg/inner.py either, same file
--- main.py
import pkg.inner

def run(handler):
    pkg.tool(1)               # ~ tool => pkg/inner.py tool, re-export
    tool = handler
    tool()                    # ~ tool => unknown
    class Local:
        run = 1
        def stop(self):
            run()             # ~ run => main.py run, same file
",
    );
}

#[test]
fn long_heads_keep_their_types() {
    check_calls(
        r"
--- long.py
class Thing:
    def go(self): pass

class Other:
    def go(self): pass

def make(first_parameter_of_a_long_list: int, second_parameter_of_a_long_list: int, third_parameter_of_a_long_list: int, fourth_parameter_of_a_long_list: int, thing: Thing, fifth_parameter_of_a_long_list: int = 0) -> Other:
    thing.go()                # ~ go => long.py Thing.go, receiver

make().go()                   # ~ go => long.py Other.go, receiver
",
    );
}

#[test]
fn typescript_values() {
    check_calls(
        r"
--- src/parts.ts
export class Motor { start() {} stop(): this { return this } }
export class Van { start() {} }
export interface Garage { park(): Motor; all: Motor[] }
export type Maybe = Garage & { extra(): void }
export function build(): Promise<Motor> { return null }
export const inferred = () => new Motor()
export const ready: Motor = make()
--- src/car.ts
import { Motor, Garage, Maybe, build, inferred, ready } from './parts'

export class Car {
  private belt = new Motor()
  constructor(private readonly motor: Motor, garage: Garage) {
    this.last = garage.park()
    garage.park().start()     // ~ start => src/parts.ts Motor.start, receiver
  }
  async drive(maybe: Maybe, garage?: Garage) {
    this.motor.start()        // ~ start => src/parts.ts Motor.start, receiver
    this.belt.start()         // ~ start => src/parts.ts Motor.start, receiver
    this.last.start()         // ~ start => src/parts.ts Motor.start, receiver
    const built = await build()
    built.stop().start()      // ~ start => src/parts.ts Motor.start, receiver; stop => src/parts.ts Motor.stop, receiver
    inferred().start()        // ~ start => src/parts.ts Motor.start, receiver
    ready.start()             // ~ start => src/parts.ts Motor.start, receiver
    maybe.park().start()      // ~ start => src/parts.ts Motor.start, receiver
    maybe.extra()             // ~ extra => src/parts.ts Maybe.extra, receiver
    for (const each of garage!.all) {
      each.start()            // ~ start => src/parts.ts Motor.start, receiver
    }
    garage?.all[0].start()    // ~ start => src/parts.ts Motor.start, receiver
    const { motor: mine } = this
    mine.start()              // ~ start => src/parts.ts Motor.start, receiver
    const cast = anything() as Motor
    cast.start()              // ~ start => src/parts.ts Motor.start, receiver
    ;[1].forEach((one: Motor) => one.start())  // ~ start => src/parts.ts Motor.start, receiver
    anything().start()        // ~ start => src/parts.ts Motor.start | src/parts.ts Van.start, ambiguous
  }
}
",
    );
}

#[test]
fn typescript_functions_without_a_name_are_scopes() {
    check_calls(
        r"
--- test/one.test.ts
import { outer } from './outer'

describe('first', () => {
  const helper = () => 1
  let store: Store
  beforeEach(() => { store = make() })
  it('a', () => {
    helper()                  // ~ helper => test/one.test.ts helper, same scope
    store.get()               // ~ get => test/one.test.ts Store.get, receiver
  })
})
describe('second', () => {
  function helper() {}
  it('b', ({ given, taken: renamed }) => {
    helper()                  // ~ helper => test/one.test.ts helper, same scope
    given()                   // ~ given => unknown
    renamed()                 // ~ renamed => unknown
    outer()                   // ~ outer => test/outer.ts outer, import
  })
})
class Store { get() {} }
class Other { get() {} }
const object = {
  outer() {},
  given() {},
}
helper()                      // ~ helper => unknown
given()                       // ~ given => unknown
--- test/outer.ts
export function outer(a: string): void
export function outer(a: number): void
export function outer(a: unknown) {}
",
    );
}

#[test]
fn typescript_modules_are_found_by_configuration_and_by_manifest() {
    check_calls(
        r#"
--- package.json
{ "name": "root" }
--- packages/core-lib/package.json
{ "name": "@shop/core" }
--- packages/core-lib/src/index.ts
export function core() {}
--- packages/core-lib/src/deep/part.ts
export function part() {}
--- packages/app/package.json
{ "name": "@shop/app" }
--- packages/app/tsconfig.json
{
  // Where modules are.
  "compilerOptions": {
    "paths": { "@internal/*": ["./src/*"], "exact": ["./src/exact.ts"] }
  }
}
--- packages/app/src/exact.ts
export function exact() {}
--- packages/app/src/util/index.ts
export function util() {}
--- packages/app/src/main.ts
import { core } from '@shop/core'
import { part } from '@shop/core/deep/part'
import { util } from '@internal/util'
import { exact } from 'exact'
import { gone } from '@other/core'

core()                        // ~ core => packages/core-lib/src/index.ts core, import
part()                        // ~ part => packages/core-lib/src/deep/part.ts part, import
util()                        // ~ util => packages/app/src/util/index.ts util, import
exact()                       // ~ exact => packages/app/src/exact.ts exact, import
gone()                        // ~ gone => outside
"#,
    );
}

#[test]
fn callers_through_values() {
    check(
        r"
--- thing.py
class Thing:
    def go(self): pass
class Other:
    def go(self): pass
--- use.py
from thing import Thing, Other

def run():
    a = Thing()
    a.go()
    b = Other()
    b.go()
",
        "callers thing.py Thing.go",
        &["use.py run > thing.py Thing.go, receiver"],
    );
}

#[test]
fn typescript_calls_that_the_grammar_reads_otherwise() {
    check_calls(
        r"
--- a.ts
function load<T>(): T { return null }
class Loader {
  one<T>() {}
  async run(hook?: Loader) {
    await load<Loader>()      // ~ load => a.ts load, same file
    await this.one<Loader>()  // ~ one => a.ts Loader.one, receiver
    hook.one!()               // ~ one => a.ts Loader.one, receiver
  }
}
",
    );
}

#[test]
fn typescript_functions_that_are_handed_to_a_call() {
    check_calls(
        r"
--- src/build.ts
export interface Builder { add(): Builder }
export interface Other { add(): void }
export interface Options { setup?: (builder: Builder) => void; start(builder: Builder): void }
export type Callback = (builder: Builder) => void
export function build(name: string, run: (builder: Builder) => void) {}
export function named(run: Callback) {}
export function create(options: Options) {}
--- src/use.ts
import { build, named, create, Builder } from './build'

build('a', builder => builder.add())            // ~ add => src/build.ts Builder.add, receiver
build('a', (builder) => {
  builder.add().add()         // ~ add => src/build.ts Builder.add, receiver
})
named(builder => builder.add())                 // ~ add => src/build.ts Builder.add, receiver
create({
  setup: builder => builder.add(),              // ~ add => src/build.ts Builder.add, receiver
  start(builder) {
    builder.add()             // ~ add => src/build.ts Builder.add, receiver
  },
})
function each(all: Builder[]) {
  all.filter(one => one.add()).forEach(x => x)  // ~ add => src/build.ts Builder.add, receiver
  all.map(async function (one) {
    one.add()                 // ~ add => src/build.ts Builder.add, receiver
  })
}
",
    );
}

#[test]
fn typescript_namespaces_and_interfaces_beside_values() {
    check_calls(
        r"
--- packages/lib/src/index.ts
export * from './all'
export interface Thing { go(): void }
export const Thing = make()
export namespace util { export const equal = () => true }
--- packages/lib/src/all.ts
import * as inner from './inner'
export { inner }
export * as other from './inner'
--- packages/lib/src/inner.ts
export function deep() {}
--- use.ts
import { Thing, util, other } from 'lib'
import * as lib from 'lib'

new Thing()                   // ~ Thing => packages/lib/src/index.ts Thing, import
util.equal()                  // ~ equal => packages/lib/src/index.ts util.equal, import
other.deep()                  // ~ deep => packages/lib/src/inner.ts deep, import
lib.other.deep()              // ~ deep => packages/lib/src/inner.ts deep, import
",
    );
}
