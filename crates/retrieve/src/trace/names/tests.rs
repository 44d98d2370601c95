//! Names as traces print them, and what their sources call them.

use super::*;

fn check(read: fn(&str) -> Name, table: &[(&str, &str, &str)]) {
    for (written, container, function) in table {
        assert_eq!(read(written), Name::new(container, function), "{written}");
    }
}

#[test]
fn scripting_languages() {
    check(python, &[("f", "", "f"), ("<module>", "", ""), ("A.f", "A", "f"), ("f(x, y)", "", "f")]);
    let js = [
        ("Object.<anonymous>", "", ""),
        ("new Foo", "Foo", "constructor"),
        ("async Foo.bar", "Foo", "bar"),
        ("EventEmitter.instance.on", "EventEmitter.instance", "on"),
        ("Timeout._tick [as _onTimeout]", "Timeout", "_tick"),
        ("Foo.prototype.bar/<", "Foo", "bar"),
        ("Module.load", "", "load"),
    ];
    check(javascript, &js);
    let rb = [
        ("block (2 levels) in Foo::Bar#baz", "Foo::Bar", "baz"),
        ("<top (required)>", "", ""),
        ("block in <main>", "", ""),
        ("Class#new", "Class", "new"),
        ("add!/2", "", "add!"),
    ];
    check(ruby, &rb);
    let php_names = [
        ("A\\B->c('x->y')", "A\\B", "c"),
        ("A\\B::c()", "A\\B", "c"),
        ("A\\f()", "A", "f"),
        ("A\\{closure}(Object(E))", "A", ""),
        ("{closure:A\\B::c():12}()", "A\\B", "c"),
    ];
    check(php, &php_names);
    let ex = [
        ("Mod.Sub.fun/2", "Mod.Sub", "fun"),
        ("anonymous fn/3 in Enum.filter/2", "Enum", "filter"),
        (":lists.foreach/2", ":lists", "foreach"),
        ("Mod.\"test a b\"/1", "Mod", "test a b"),
        ("Enum.\"-reduce/3-lists^foldl/2-0-\"/3", "Enum", "reduce"),
        ("(file)", "", ""),
    ];
    check(elixir, &ex);
}

#[test]
fn managed_languages() {
    let java = |written: &str| jvm(written, "Foo.java");
    for (written, container, function) in [
        ("com.acme.Foo.bar", "com.acme.Foo", "bar"),
        ("com.acme.Foo$Inner.<init>", "com.acme.Foo.Inner", "Inner"),
        ("com.acme.Foo.lambda$run$0", "com.acme.Foo", "run"),
        ("com.acme.Foo$1.call", "com.acme.Foo", "call"),
        ("com.acme.Foo$load$1.invokeSuspend", "com.acme.Foo", "load"),
        ("com.acme.Foo$.$anonfun$run$1", "com.acme.Foo", "run"),
        ("Main.main", "Main", "main"),
    ] {
        assert_eq!(java(written), Name::new(container, function), "{written}");
    }
    assert_eq!(jvm("com.acme.MainKt.main", "Main.kt"), Name::new("com.acme", "main"));
    let net = [
        ("Ns.Type.<Load>d__11.MoveNext", "Ns.Type", "Load"),
        ("Ns.Type+Nested..ctor", "Ns.Type.Nested", "Nested"),
        ("Ns.Type.<>c__DisplayClass2_0.<Run>b__1", "Ns.Type", "Run"),
        ("Ns.List`1.get_Item", "Ns.List", "Item"),
        ("Ns.Type.Do[T]", "Ns.Type", "Do"),
    ];
    check(dotnet, &net);
}

#[test]
fn compiled_languages() {
    let rs = [
        ("diss::run::h1b928f3de2a1b0c4", "diss", "run"),
        ("<a::B<T> as c::D>::f", "a::B", "f"),
        ("a::b::{{closure}}", "a", "b"),
        ("a::f::{closure#0}::h1b928f3de2a1b0c4", "a", "f"),
        ("__rustc[4794b31dd7191200]::rust_begin_unwind", "__rustc", "rust_begin_unwind"),
        ("core::iter::Map<I,F>::next", "core::iter::Map", "next"),
    ];
    check(rust, &rs);
    let golang = [
        ("github.com/o/r/pkg.(*T).Do.func1", "github.com/o/r/pkg.T", "Do"),
        ("main.main", "main", "main"),
        ("main.main.func1.2", "main", "main"),
        ("github.com/o/tmdb.func·007", "github.com/o/tmdb", ""),
        ("a.F[...]", "a", "F"),
    ];
    check(go, &golang);
    let native = [
        ("ns::Foo<int>::bar(int) const", "ns::Foo", "bar"),
        ("insert+0x222", "", "insert"),
        ("void ns::f<A, B>(A, B)", "ns", "f"),
        ("-[Foo bar:]", "Foo", "bar:"),
        ("(anonymous namespace)::g()", "", "g"),
    ];
    check(cpp, &native);
    let apple = [
        ("closure #1 in Foo.bar(a:b:)", "Foo", "bar"),
        ("Foo.count.getter", "Foo", "count"),
        ("thunk for @callee_guaranteed () -> ()", "", ""),
    ];
    check(swift, &apple);
}
