//! What a file is for, by its path: code, test, example, documentation, data, generated, vendored.

use crate::language::{Language, Nature};

/// What a file is for. One class per file: the one that most speaks against showing it first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileClass {
    /// The program itself.
    Code,
    /// Tests, mocks and fixtures.
    Test,
    /// Examples, demos, benchmarks and tutorials.
    Example,
    /// Prose.
    Doc,
    /// Configuration and data.
    Data,
    /// Written by a program.
    Generated,
    /// Somebody else's code.
    Vendored,
}

/// Classifies a path below the root.
pub fn of_path(path: &str, language: Option<&Language>) -> FileClass {
    let (directories, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut class = FileClass::Code;
    for directory in directories.split('/').filter(|directory| !directory.is_empty()) {
        class = class.max(of_directory(&directory.to_ascii_lowercase()));
    }
    if is_generated_name(name) {
        return FileClass::Generated.max(class);
    }
    class = class.max(if is_test_name(name) { FileClass::Test } else { FileClass::Code });
    match language.map(|language| language.nature) {
        Some(Nature::Code) => class,
        Some(Nature::Docs) => class.max(FileClass::Doc),
        Some(Nature::Data) => class.max(FileClass::Data),
        None => class.max(FileClass::Doc),
    }
}

fn of_directory(lower: &str) -> FileClass {
    match lower {
        "vendor" | "vendored" | "third_party" | "third-party" | "thirdparty" | "external" | "deps"
        | "_vendor" | "bower_components" => FileClass::Vendored,
        "generated" | "__generated__" | "gen" | "autogen" => FileClass::Generated,
        "test" | "tests" | "testing" | "__tests__" | "spec" | "specs" | "e2e" | "testdata" | "test_data"
        | "fixture" | "fixtures" | "mock" | "mocks" | "__mocks__" | "__snapshots__" | "snapshots"
        | "type-tests" | "testlib" | "integration_test" | "integration-tests" | "jvmtest" | "commontest" => {
            FileClass::Test
        }
        "example" | "examples" | "sample" | "samples" | "demo" | "demos" | "benchmark" | "benchmarks"
        | "bench" | "benches" | "tutorial" | "tutorials" | "playground" => FileClass::Example,
        "doc" | "docs" | "documentation" | "www" | "website" => FileClass::Doc,
        _ if is_test_directory(lower) => FileClass::Test,
        _ => FileClass::Code,
    }
}

fn is_test_directory(lower: &str) -> bool {
    ["_test", "_tests", "-test", "-tests", ".test", ".tests"].iter().any(|end| lower.ends_with(end))
}

fn is_test_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let stem = lower.split('.').next().unwrap_or(&lower);
    let camel = name.split('.').next().unwrap_or(name);
    stem == "conftest"
        || stem == "test"
        || stem == "tests"
        || stem.starts_with("test_")
        || stem.starts_with("test-")
        || stem.ends_with("_test")
        || stem.ends_with("_tests")
        || stem.ends_with("-test")
        || stem.ends_with("_spec")
        || stem.ends_with("_unittest")
        || lower.contains(".test.")
        || lower.contains(".spec.")
        || lower.contains(".test-d.")
        || ["Test", "Tests", "Spec", "TestCase"]
            .iter()
            .any(|end| camel.len() > end.len() && camel.ends_with(end))
}

fn is_generated_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    [
        ".min.js",
        ".min.css",
        ".min.mjs",
        ".bundle.js",
        ".pb.go",
        ".pb.cc",
        ".pb.h",
        "_pb2.py",
        "_pb2_grpc.py",
        ".generated.ts",
        ".gen.ts",
        ".gen.go",
        ".generated.go",
        ".g.dart",
        ".freezed.dart",
        ".designer.cs",
        "_generated.go",
        "_generated.rs",
        ".snap",
        ".map",
        ".pot",
        ".po",
        // Build tools write their own starters.
        "gradlew",
        "gradlew.bat",
        "mvnw",
        "mvnw.cmd",
    ]
    .iter()
    .any(|end| lower.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    #[test]
    fn paths_are_classified() {
        use FileClass::*;
        for (path, expected) in [
            ("src/lib.rs", Code),
            ("tests/it.rs", Test),
            ("src/foo_test.go", Test),
            ("web/button.spec.ts", Test),
            ("src/StringUtilsTest.java", Test),
            ("src/Test.java", Test),
            ("src/latest.py", Code),
            ("pkg/contest.rs", Code),
            ("examples/demo.py", Example),
            ("README.md", Doc),
            ("docs/conf.py", Doc),
            ("Cargo.toml", Data),
            ("vendor/a/b_test.go", Vendored),
            ("api/v1.pb.go", Generated),
            ("LICENSE", Doc),
            ("gradlew.bat", Generated),
            ("app/mvnw", Generated),
        ] {
            assert_eq!(of_path(path, language::of_path(path)), expected, "{path}");
        }
    }
}
