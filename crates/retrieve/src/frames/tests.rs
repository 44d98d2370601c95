//! Paths as machines write them, against small repositories.

use super::*;
use crate::trace::{Family, FrameKind};

/// How a written file maps: `Outside`, `Unknown`, or the fit and the files.
fn mapped(frame: &Frame, paths: &[&str], names: &[&str]) -> String {
    match map(std::slice::from_ref(frame), paths.iter().copied(), names).remove(0) {
        FrameTarget::Outside => "Outside".to_owned(),
        FrameTarget::Unknown => "Unknown".to_owned(),
        FrameTarget::Inside(mapped) => format!("{:?} {}", mapped.fit, mapped.candidates.join(" ")),
    }
}

fn check(family: Family, table: &[(&str, &[&str], &str)]) {
    for (file, paths, expect) in table {
        let frame =
            Frame { file: Some((*file).to_owned()), family, kind: FrameKind::Stack, ..Frame::default() };
        assert_eq!(mapped(&frame, paths, &["own"]), *expect, "{file}");
    }
}

#[test]
fn tables_are_sorted() {
    assert!(ROOTS.is_sorted() && SOURCE_ROOTS.is_sorted());
}

#[test]
fn paths_of_machines() {
    check(
        Family::Python,
        &[
            ("src/x.py", &["src/x.py", "lib/src/x.py"], "Exact src/x.py"),
            ("/app/src/x.py", &["src/x.py", "x.py", "other/x.py"], "Whole src/x.py"),
            ("/home/ci/build/../src/x.py", &["src/x.py"], "Whole src/x.py"),
            ("C:\\ci\\src\\x.py", &["src/x.py"], "Whole src/x.py"),
            ("file:///srv/y/src/x.py", &["src/x.py"], "Whole src/x.py"),
            (
                "api/x.py",
                &["services/a/api/x.py", "services/b/api/x.py"],
                "Tail services/a/api/x.py services/b/api/x.py",
            ),
            ("x.py", &["a/x.py", "b/x.py", "b/y.py"], "Name a/x.py b/x.py"),
            (
                "/srv/web/models/user.py",
                &["server/models/user.py", "models/users.py"],
                "Partial server/models/user.py",
            ),
            ("/home/me/stuff/x.py", &["x.py", "a/x.py"], "Unknown"),
            ("/home/me/own/x.py", &["x.py", "a/x.py"], "Whole x.py"),
            ("/workspace/x.py", &["x.py"], "Whole x.py"),
            ("/usr/src/app/x.py", &["x.py"], "Whole x.py"),
        ],
    );
}

#[test]
fn python_outside() {
    check(
        Family::Python,
        &[
            ("/usr/lib/python3.11/json/decoder.py", &["decoder.py", "json/decoder.py"], "Outside"),
            ("C:\\Python311\\Lib\\json\\decoder.py", &["decoder.py"], "Outside"),
            ("<frozen importlib._bootstrap>", &["importlib.py"], "Outside"),
            (
                "/v/lib/python3.9/site-packages/jinja2/loaders.py",
                &["src/jinja2/loaders.py"],
                "Tail src/jinja2/loaders.py",
            ),
            (
                "/v/lib/python3.9/site-packages/jinja2/loaders.py",
                &["app/loaders.py", "loaders.py"],
                "Outside",
            ),
            (
                "/v/lib/python3.9/site-packages/own/core/run.py",
                &["core/run.py", "own/core/run.py"],
                "Whole own/core/run.py",
            ),
        ],
    );
}

#[test]
fn javascript_urls_and_packages() {
    check(
        Family::JavaScript,
        &[
            ("webpack:///./src/a.ts", &["src/a.ts", "a.ts"], "Exact src/a.ts"),
            ("webpack://shop/./src/a.ts", &["src/a.ts"], "Exact src/a.ts"),
            ("http://localhost:5173/src/a.ts?t=12", &["src/a.ts"], "Exact src/a.ts"),
            ("node:internal/process/task_queues", &["task_queues"], "Outside"),
            ("internal/modules/cjs/loader.js", &["loader.js"], "Outside"),
            ("timers.js", &["timers.js"], "Outside"),
            ("/x/node_modules/lodash/index.js", &["index.js", "src/index.js"], "Outside"),
            ("/x/node_modules/other/src/utils/index.js", &["src/utils/index.js"], "Outside"),
            ("/x/node_modules/own/src/a.ts", &["src/a.ts", "b/src/a.ts"], "Whole src/a.ts"),
            (
                "/x/node_modules/@acme/ui/src/a.ts",
                &["packages/ui/src/a.ts", "src/a.ts"],
                "Tail packages/ui/src/a.ts",
            ),
        ],
    );
}

#[test]
fn go_modules() {
    check(
        Family::Go,
        &[
            ("/usr/local/go/src/net/http/server.go", &["server.go", "net/http/server.go"], "Outside"),
            ("github.com/o/own/pkg/file.go", &["pkg/file.go"], "Whole pkg/file.go"),
            ("github.com/o/other/pkg/file.go", &["pkg/file.go"], "Outside"),
            ("/go/pkg/mod/github.com/o/own@v1.2.3/pkg/file.go", &["pkg/file.go"], "Whole pkg/file.go"),
            ("/go/pkg/mod/github.com/o/other@v1.2.3/file.go", &["file.go"], "Outside"),
            (
                "github.com/o/web/v2/config/file/lexer.go",
                &["config/file/lexer.go", "lexer.go"],
                "Partial config/file/lexer.go",
            ),
            (
                "/app/vendor/github.com/o/other/file.go",
                &["vendor/github.com/o/other/file.go", "file.go"],
                "Tail vendor/github.com/o/other/file.go",
            ),
        ],
    );
}

#[test]
fn rust_ruby_php() {
    check(
        Family::Rust,
        &[
            (
                "/rustc/4eb161250e340c8f48f66e2b929ef4a5bed7c181/library/std/src/panicking.rs",
                &["src/panicking.rs"],
                "Outside",
            ),
            (
                "/home/dev/.cargo/registry/src/index.crates.io-1949/tokio-1.38.0/src/lib.rs",
                &["src/lib.rs"],
                "Outside",
            ),
            (
                "/home/dev/.cargo/registry/src/index.crates.io-1949/own-0.3.2/src/lib.rs",
                &["src/lib.rs"],
                "Whole src/lib.rs",
            ),
            ("src/libcore/option.rs", &["src/option.rs", "option.rs"], "Outside"),
        ],
    );
    check(
        Family::Ruby,
        &[
            (
                "/usr/local/bundle/gems/rack-2.2.3/lib/rack/builder.rb",
                &["lib/builder.rb", "rack/builder.rb"],
                "Outside",
            ),
            (
                "/usr/local/bundle/gems/own-2.2.3/lib/own/builder.rb",
                &["lib/own/builder.rb"],
                "Whole lib/own/builder.rb",
            ),
            ("/usr/local/lib/ruby/2.7.0/net/http.rb", &["net/http.rb"], "Outside"),
        ],
    );
    check(
        Family::Php,
        &[
            ("/var/www/html/vendor/symfony/console/Application.php", &["src/Application.php"], "Outside"),
            (
                "/var/www/html/vendor/acme/own/src/Application.php",
                &["src/Application.php"],
                "Whole src/Application.php",
            ),
            ("/var/www/html/index.php", &["index.php", "public/index.php"], "Whole index.php"),
        ],
    );
}

#[test]
fn classes_and_packages() {
    for (file, container, paths, expect) in [
        (
            "Foo.java",
            "com.acme.Foo",
            &["a/com/acme/Foo.java", "b/org/acme/Foo.java"][..],
            "Package a/com/acme/Foo.java",
        ),
        ("Foo.java", "com.acme.Foo.Inner", &["com/acme/Foo.java"], "Package com/acme/Foo.java"),
        ("Optional.java", "java.util.Optional", &["src/main/java/com/acme/Optional.java"], "Outside"),
        (
            "Foo.kt",
            "com.acme.app",
            &["src/main/kotlin/app/Foo.kt", "x/app/Foo.kt"],
            "Package src/main/kotlin/app/Foo.kt",
        ),
        ("Main.java", "Main", &["src/Main.java"], "Name src/Main.java"),
        ("", "com.acme.Foo", &["x/com/acme/Foo.kt", "Foo.kt"], "Package x/com/acme/Foo.kt"),
    ] {
        let file = (!file.is_empty()).then(|| file.to_owned());
        let frame =
            Frame { file, container: Some(container.to_owned()), family: Family::Jvm, ..Frame::default() };
        assert_eq!(mapped(&frame, paths, &[]), expect, "{container}");
    }
    let net =
        Frame { container: Some("Acme.Cart.Totals".to_owned()), family: Family::DotNet, ..Frame::default() };
    assert_eq!(
        mapped(&net, &["src/Acme.Cart/Totals.cs", "src/Other/Totals.cs"], &[]),
        "Package src/Acme.Cart/Totals.cs"
    );
    let system = Frame {
        container: Some("System.Linq.Enumerable".to_owned()),
        family: Family::DotNet,
        ..Frame::default()
    };
    assert_eq!(mapped(&system, &["src/Other/Enumerable.cs"], &[]), "Outside");
}

#[test]
fn one_frame_tells_the_root_of_another() {
    let at = |file: &str| Frame { file: Some(file.to_owned()), family: Family::Python, ..Frame::default() };
    let frames = [at("/home/me/stuff/x.py"), at("/home/me/stuff/lib/y.py"), at("/home/me/other/x.py")];
    let places = map(&frames, ["lib/y.py", "x.py"], &[]);
    let inside = |place: &FrameTarget<'_>| matches!(place, FrameTarget::Inside(_));
    assert_eq!(places.iter().map(inside).collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn links_to_another_repository_are_outside() {
    let link = |repository: &str| Frame {
        file: Some("src/x.py".to_owned()),
        package: Some(repository.to_owned()),
        kind: FrameKind::Mention,
        family: Family::Python,
        ..Frame::default()
    };
    assert_eq!(mapped(&link("own"), &["src/x.py"], &["own"]), "Whole src/x.py");
    assert_eq!(mapped(&link("other"), &["src/x.py"], &["own"]), "Outside");
}

#[test]
fn ties_are_counted_beyond_the_limit() {
    let paths: Vec<String> = (0..FRAME_CANDIDATES + 10).map(|at| format!("p{at}/mod.rs")).collect();
    let frame = Frame { file: Some("mod.rs".to_owned()), ..Frame::default() };
    let places = map(&[frame], paths.iter().map(String::as_str), &[]);
    let FrameTarget::Inside(mapped) = &places[0] else { panic!("{places:?}") };
    assert_eq!((mapped.candidates.len(), mapped.ties), (FRAME_CANDIDATES, FRAME_CANDIDATES + 10));
}
