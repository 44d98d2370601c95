//! Overloads in one container are one thing: a call that can only mean one of them is as sure as if there were one.

use foreword_index::resolve::{Resolution, Resolver};

use crate::fixture::{check_calls, files, index};

/// How sure the calls on the lines of a file are that end with `~`.
#[track_caller]
fn check_sure(repository: &str, path: &str, expected: &[f32]) {
    let files = files(repository);
    let index = index(&files);
    let resolver = Resolver::new(&index.store);
    let file = index.store.file_by_path(path).unwrap().unwrap();
    let text = &files.iter().find(|(name, _)| name == path).unwrap().1;
    let marked: Vec<u32> =
        (1..).zip(text.lines()).filter(|(_, line)| line.ends_with('~')).map(|(at, _)| at).collect();
    let calls = index.store.sites(file).unwrap().calls;
    let sure = calls.iter().filter(|call| marked.contains(&call.line)).map(|call| {
        match resolver.resolve_call(file, call).unwrap() {
            Resolution::Found(found) => found.confidence,
            Resolution::Outside | Resolution::Unknown => 0.0,
        }
    });
    assert_eq!(sure.collect::<Vec<_>>(), expected);
}

const JAVA: &str = r"
--- Gson.java
class Gson {
  String toJson(Object value) { return null; }
  String toJson(Element value) { return null; }
}
--- Other.java
class Other {
  void put(int value) {}
  void put(String value) {}
}
class Third {
  void put(int value) {}
}
--- Use.java
class Use {
  void run(Gson gson) {
    gson.toJson(null); // ~
    made.put(1); // ~
  }
}
";

#[test]
fn a_call_of_an_overload_is_as_sure_as_one_of_the_only_method() {
    // Two of the three are one thing, so two things share what a guess by name is worth.
    check_sure(JAVA, "Use.java", &[0.88, 0.2]);
    let cpp = r"
--- p.cpp
struct P { void put(int a); void put(const char* a); };
void P::put(int a) {}
void P::put(const char* a) {}
void run(P& p) {
  p.put(1); // ~
}
";
    check_sure(cpp, "p.cpp", &[0.88]);
    let kotlin = "\n--- p.kt\nclass P {\n  fun put(a: Int) {}\n  fun put(a: String) {}\n}\nfun run(p: P) {\n  p.put(1) // ~\n}\n";
    check_sure(kotlin, "p.kt", &[0.88]);
}

#[test]
fn methods_of_two_objects_are_two_things() {
    check_calls(
        r"
--- a.js
register({ open() { return 1 } })
register({ close() {}, open() { return 2 } })
--- b.js
class Door { open() {} }
--- c.js
function run(thing) {
  thing.open()                // ~ open => a.js open | a.js open | b.js Door.open, ambiguous
}
",
    );
    let objects = "\n--- a.js\nclass A { run() {} }\nclass B { run() {} run() {} }\n--- c.js\nfunction go(thing) {\n  thing.run() // ~\n}\n";
    check_sure(objects, "c.js", &[0.475]);
}

#[test]
fn a_declared_parameter_of_a_function_without_a_name_is_followed() {
    let go = r"
--- gin.go
package gin
type Context struct{}
func (c *Context) Next() {}
type Other struct{}
func (o *Other) Next() {}
func Logger() func(*Context) {
	return func(c *Context) {
		c.Next() // ~
	}
}
func Named(c *Other) {
	run(func(c *Context) { 
		c.Next() // ~
	})
	c.Next() // ~
}
";
    check_sure(go, "gin.go", &[0.88, 0.88, 0.88]);
    let java = "\n--- A.java\nclass A { void open() {} }\nclass B { void open() {} }\nclass U { void run() {\n  each((A a) ->\n    a.open() // ~\n  );\n} }\n";
    check_sure(java, "A.java", &[0.88]);
    for (path, text) in [
        (
            "a.kt",
            "class A {\n  fun start() {}\n}\nclass B {\n  fun start() {}\n}\nfun run(f: B) {\n  each { a: A ->\n    a.start() // ~\n  }\n}\n",
        ),
        (
            "a.rs",
            "struct A;\nimpl A { fn open(&self) {} }\nstruct B;\nimpl B { fn open(&self) {} }\nfn run() {\n  let f = |a: &A| {\n    a.open(); // ~\n  };\n}\n",
        ),
        (
            "a.php",
            "<?php\nclass A { function open() {} }\nclass B { function open() {} }\nfunction run() {\n  $f = function (A $a) {\n    $a->open(); // ~\n  };\n}\n",
        ),
        (
            "a.cs",
            "class A { public void Open() {} }\nclass B { public void Open() {} }\nclass U { void Run() {\n  System.Action<A> f = (A a) => {\n    a.Open(); // ~\n  };\n} }\n",
        ),
    ] {
        check_sure(&format!("\n--- {path}\n{text}"), path, &[0.88]);
    }
    let script = "\n--- a.ts\nclass A { open() {} }\nclass B { open() {} }\nfunction run(items) {\n  items.map((a: A) => {\n    a.open() // ~\n  })\n}\n";
    check_sure(script, "a.ts", &[0.95]);
}
