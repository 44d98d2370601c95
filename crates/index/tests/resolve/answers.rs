//! What holds for every answer, in every repository.

use foreword_index::resolve::{How, Resolution, Resolver, Target};
use proptest::prelude::*;

use crate::fixture::{check, check_calls, index};

const SHOP: &str = r"
--- shop/__init__.py
from .cart import total as sum_up
--- shop/base.py
class Base:
    def add(self): pass
--- shop/cart.py
from . import base

class Cart(base.Base):
    pass

def total(): pass
--- main.py
from shop import sum_up
from shop.cart import Cart

def run(kind=Cart):
    sum_up()
    Cart()
";

#[test]
fn edges_are_seen_from_both_ends() {
    for (question, expected) in [
        ("callers shop/cart.py total", &["main.py run > shop/cart.py total, re-export"][..]),
        ("callers shop/cart.py Cart", &["main.py run > shop/cart.py Cart, import"]),
        (
            "callees main.py run",
            &["main.py run > shop/cart.py Cart, import", "main.py run > shop/cart.py total, re-export"],
        ),
        ("references shop/cart.py Cart", &["main.py run > shop/cart.py Cart, import"]),
        ("bases shop/cart.py Cart", &["shop/cart.py Cart > shop/base.py Base, import"]),
        ("derived shop/base.py Base", &["shop/cart.py Cart > shop/base.py Base, import"]),
        ("imports main.py", &["main.py > shop/cart.py"]),
        ("importers shop/cart.py", &["main.py > shop/cart.py", "shop/__init__.py > shop/cart.py"]),
        ("importers shop/base.py", &["shop/cart.py > shop/base.py"]),
        ("importers main.py", &[]),
    ] {
        check(SHOP, question, expected);
    }
}

#[test]
fn imports_of_files_are_seen_from_both_ends() {
    let script = "\n--- src/a/index.ts\nexport * from './b'\n--- src/a/b.ts\nexport const b = 1\n--- src/c.ts\nimport { b } from './a'\n";
    check(script, "imports src/c.ts", &["src/c.ts > src/a/b.ts"]);
    check(script, "importers src/a/b.ts", &["src/a/index.ts > src/a/b.ts", "src/c.ts > src/a/b.ts"]);
    let include = "\n--- include/s.h\nint s(void);\n--- src/m.c\n#include \"s.h\"\n#include <stdio.h>\n";
    check(include, "imports src/m.c", &["src/m.c > include/s.h"]);
    check(include, "importers include/s.h", &["src/m.c > include/s.h"]);
    let ruby = "\n--- lib/a.rb\nrequire_relative 'b/c'\nrequire 'json'\n--- lib/b/c.rb\nclass C\nend\n";
    check(ruby, "importers lib/b/c.rb", &["lib/a.rb > lib/b/c.rb"]);
    let rust = "\n--- src/lib.rs\nmod a;\nmod b;\n--- src/a.rs\npub struct A;\n--- src/b.rs\nuse crate::a::A;\nuse super::a;\n";
    check(rust, "importers src/a.rs", &["src/b.rs > src/a.rs"]);
}

#[test]
fn many_methods_of_one_name_are_not_guessed() {
    let class = |at: usize| format!("--- a{at}.py\nclass A{at}:\n    def get(self, key):\n        pass\n");
    let ask =
        |expected: &str| format!("--- m.py\ndef run(thing):\n    thing.get(1)  # ~ get => {expected}\n");
    check_calls(&format!("{}{}{}", class(1), class(2), ask("a1.py A1.get | a2.py A2.get, ambiguous")));
    let many: String = (0..40).map(class).collect();
    check_calls(&format!("{many}{}", ask("unknown")));
}

#[test]
fn the_number_of_arguments_narrows() {
    check_calls(
        r"
--- a.go
package a
type A struct{}
type B struct{}
func (a A) Put(x int) {}
func (b B) Put(x int, y int) {}
func run() {
	thing.Put(1, 2)           // ~ Put => a.go B.Put, unique name
}
",
    );
}

#[test]
fn what_is_defined_in_two_ways_is_one_thing() {
    check_calls(
        r"
--- a.py
if fast:
    def f(): pass
else:
    def f(): pass
f()                           # ~ f => a.py f | a.py f, same file
",
    );
}

#[test]
fn what_goes_in_circles_ends() {
    check_calls(
        r"
--- p/__init__.py
--- p/a.py
from .b import *
from .b import lost
--- p/b.py
from .a import *
from .a import lost
--- p/m.py
from .a import lost
lost()                        # ~ lost => outside
class A(B):
    def f(self):
        self.g()              # ~ g => unknown
class B(A): pass
",
    );
}

#[test]
fn a_language_does_not_see_another() {
    check_calls(
        r"
--- a.js
export function only() {}
--- b.rb
only(1)                       # ~ only => unknown
",
    );
}

#[test]
fn callers_of_a_constructor_are_those_of_its_type() {
    let java = "\n--- A.java\nclass A {\n  A(int size) {}\n}\n--- B.java\nclass B {\n  void run() { new A(1); }\n}\n";
    check(java, "callers A.java A.A", &["B.java B.run > A.java A, same package"]);
}

#[test]
fn making_a_value_calls_what_the_constructor_calls_and_no_other_method() {
    let python = "
--- a.py
def boom(): pass
def made(): pass
class A:
    field = made()
    def __init__(self):
        made()
    def danger(self):
        boom()
";
    let made = "a.py A > a.py made, same file";
    check(python, "callees a.py A", &[made, "a.py A.__init__ > a.py made, same file"]);
    check(python, "callees a.py A.danger", &["a.py A.danger > a.py boom, same file"]);
    let script = "
--- a.ts
export function boom() {}
export function made() {}
class B {
  field = made()
  constructor() { made() }
  danger() { boom() }
  static also = () => boom()
}
";
    check(
        script,
        "callees a.ts B",
        &["a.ts B.constructor > a.ts made, same file", "a.ts B.field > a.ts made, same file"],
    );
    for (files, question, expected) in [
        (
            "--- J.java\nclass J {\n  int x = H.made();\n  J() { H.made(); }\n  void danger() { H.boom(); }\n}\nclass H { static void boom() {} static int made() { return 1; } }\n",
            "callees J.java J",
            &["J.java J > J.java H.made, receiver", "J.java J.J > J.java H.made, receiver"][..],
        ),
        (
            "--- k.kt\nfun made() = 1\nfun boom() = 1\nclass K {\n  val x = made()\n  val y: Int get() = boom()\n  init { made() }\n  constructor(a: Int) { made() }\n  fun danger() { boom() }\n}\n",
            "callees k.kt K",
            &[
                "k.kt K > k.kt made, same file",
                "k.kt K.constructor > k.kt made, same file",
                "k.kt K.x > k.kt made, same file",
            ],
        ),
        (
            "--- a.h\n#pragma once\nclass P {\n  P();\n  void danger();\n};\nvoid made();\n--- a.cpp\n#include \"a.h\"\nvoid made() {}\nP::P() { made(); }\nvoid P::danger() { made(); }\n",
            "callees a.h P",
            &["a.cpp P.P > a.cpp made, same file"],
        ),
        (
            "--- r.rb\ndef made; end\ndef boom; end\nclass R\n  def initialize\n    made(1)\n  end\n  def danger\n    boom(1)\n  end\nend\n",
            "callees r.rb R",
            &["r.rb R.initialize > r.rb made, same file"],
        ),
        (
            "--- p.php\n<?php\nfunction made() {}\nfunction boom() {}\nclass P {\n  function __construct() { made(); }\n  function danger() { boom(); }\n}\n",
            "callees p.php P",
            &["p.php P.__construct > p.php made, same file"],
        ),
        (
            "--- s.swift\nfunc made() {}\nfunc boom() {}\nclass S {\n  init() { made() }\n  var computed: Int { boom() }\n  func danger() { boom() }\n}\n",
            "callees s.swift S",
            &["s.swift S.init > s.swift made, same file"],
        ),
    ] {
        check(&format!("\n{files}"), question, expected);
    }
}

#[test]
fn a_function_calls_what_its_lambdas_call_and_not_what_a_function_in_it_calls() {
    let python = "
--- a.py
def boom(): pass
def f(items):
    def inner():
        boom()
    map(lambda item: made(item), items)
    class Local:
        field = made(1)
        def method(self):
            boom()
    return inner
def made(item): pass
";
    let made = "a.py f > a.py made, same file";
    check(python, "callees a.py f", &[made, "a.py f.Local > a.py made, same file"]);
    check(python, "callees a.py f.inner", &["a.py f.inner > a.py boom, same file"]);
    let script = "
--- a.js
function boom() {}
function made() {}
function f(items) {
  function inner() { boom() }
  const named = () => boom()
  this.danger = function () { boom() }
  items.forEach(item => made(item))
  items.forEach(function each(item) { made(item) })
  return { inner, method() { boom() } }
}
";
    check(script, "callees a.js f", &["a.js f > a.js made, same file", "a.js f.each > a.js made, same file"]);
}

/// Words that a generated repository is made from: few, so that they collide.
const NAMES: [&str; 5] = ["open", "close", "Store", "Base", "run"];
const MODULES: [&str; 4] = ["a", "b", "pkg.c", "json"];

fn source() -> impl Strategy<Value = String> {
    let name = || prop::sample::select(NAMES.as_slice());
    let module = || prop::sample::select(MODULES.as_slice());
    let line = prop_oneof![
        (module(), name()).prop_map(|(module, name)| format!("from {module} import {name}")),
        module().prop_map(|module| format!("from {module} import *")),
        module().prop_map(|module| format!("import {module}")),
        (name(), name()).prop_map(|(name, inner)| format!("def {name}({inner}):\n    {inner}()\n    self.{name}()")),
        (name(), name(), name()).prop_map(|(name, base, method)| {
            format!("class {name}({base}):\n    def {method}(self, x: {base}):\n        self.{base}()\n        x.{method}()")
        }),
        (name(), name()).prop_map(|(name, other)| format!("{name}.{other}()\n{other}()")),
        (module(), name()).prop_map(|(module, name)| format!("{module}.{name}()")),
    ];
    prop::collection::vec(line, 0..8).prop_map(|lines| lines.join("\n") + "\n")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn an_edge_means_what_it_says(a in source(), b in source(), c in source(), m in source()) {
        let texts = [("a.py", a), ("b.py", b), ("pkg/__init__.py", String::new()), ("pkg/c.py", c), ("m.py", m)];
        let index = index(&texts.map(|(path, text)| (path.to_owned(), text)));
        let store = &index.store;
        let resolver = Resolver::new(store);
        for (file, _) in store.files().unwrap() {
            for call in store.sites(file).unwrap().calls {
                let Resolution::Found(found) = resolver.resolve_call(file, &call).unwrap() else { continue };
                prop_assert!(found.confidence > 0.0 && found.confidence <= 1.0);
                prop_assert!(found.how != How::Ambiguous || matches!(found.to, Target::Ambiguous(_)));
                for target in found.to.definitions() {
                    let definition = store.definition(*target).unwrap().unwrap().definition;
                    prop_assert_eq!(&definition.name, &call.name);
                    // Seen from the other end it is the same edge.
                    let callers = resolver.callers_of(*target).unwrap().list;
                    prop_assert!(callers.iter().any(|edge| edge.file == file && edge.line == call.line));
                }
            }
        }
    }
}
