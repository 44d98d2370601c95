//! Which files a test runner would run: by the names that the runners of a language collect, and by whether a test is in
//! them. Fixtures, factories, helpers and models beside the tests are none.

use crate::language;

/// How tests of a language look.
struct TestStyle {
    languages: &'static [&'static str],
    /// Whether a runner looks into a file of this name, without its ending.
    is_collected: fn(&str) -> bool,
    /// How a line begins, without its indentation, that makes a test.
    line_starts: &'static [&'static str],
    /// What a line holds that makes tests.
    holds: &'static [&'static str],
}

#[rustfmt::skip]
static STYLES: &[TestStyle] = &[
    TestStyle {
        languages: &["python"],
        is_collected: |stem| {
            stem.starts_with("test_") || stem.ends_with("_test") || stem.ends_with("_tests")
                || stem.trim_end_matches(|last: char| last.is_ascii_digit()) == "test"
                || stem.trim_end_matches(|last: char| last.is_ascii_digit()) == "tests"
        },
        line_starts: &["def test", "async def test", "class Test"],
        holds: &["TestCase)", "TestCase,"],
    },
    TestStyle {
        languages: &["go"],
        is_collected: |stem| stem.ends_with("_test"),
        line_starts: &["func Test", "func Benchmark", "func Fuzz", "func Example"],
        holds: &[],
    },
    TestStyle {
        languages: &["rust"],
        is_collected: any_name,
        line_starts: &["#[test", "#[rstest", "#[wasm_bindgen_test", "#[quickcheck", "proptest!", "quickcheck!"],
        holds: &["::test]", "::test("],
    },
    TestStyle {
        languages: &["javascript", "typescript", "jsx", "tsx", "vue", "svelte"],
        is_collected: any_name,
        line_starts: &[
            "it(", "it.", "test(", "test.", "describe(", "describe.", "suite(", "context(", "specify(", "Deno.test",
            "QUnit.", "tap.test", "t.test", "expectType", "expectAssignable", "expectError",
        ],
        holds: &[],
    },
    TestStyle {
        languages: &["java", "kotlin", "groovy", "scala"],
        is_collected: any_name,
        line_starts: &["@Test", "@ParameterizedTest", "@RepeatedTest", "@Property", "test(", "should(", "it("],
        holds: &["extends TestCase", "extends Specification", "Suite", "Spec(", "FlatSpec", "WordSpec", "FunSpec"],
    },
    TestStyle {
        languages: &["ruby"],
        is_collected: |stem| stem.ends_with("_spec") || stem.ends_with("_test") || stem.starts_with("test_"),
        line_starts: &["describe ", "RSpec.", "it ", "specify ", "context ", "def test", "test \"", "test '", "scenario "],
        holds: &[],
    },
    TestStyle {
        languages: &["php"],
        is_collected: any_name,
        line_starts: &["public function test", "function test", "#[Test", "* @test", "it(", "test(", "describe("],
        holds: &[],
    },
    TestStyle {
        languages: &["csharp"],
        is_collected: any_name,
        line_starts: &["[Fact", "[Theory", "[Test", "[DataTestMethod", "[Property"],
        holds: &[],
    },
    TestStyle {
        languages: &["c", "cpp"],
        is_collected: any_name,
        line_starts: &[
            "TEST(", "TEST_F(", "TEST_P(", "TEST_CASE", "TYPED_TEST", "SCENARIO(", "BOOST_AUTO_TEST", "BOOST_FIXTURE_TEST",
            "int main(", "main(", "START_TEST(", "void test", "static void test", "CATCH_TEST_CASE", "DOCTEST_TEST_CASE",
        ],
        holds: &[],
    },
    TestStyle {
        languages: &["swift"],
        is_collected: any_name,
        line_starts: &["func test", "@Test", "func spec", "it("],
        holds: &[],
    },
    TestStyle {
        languages: &["dart"],
        is_collected: |stem| stem.ends_with("_test"),
        line_starts: &["test(", "testWidgets(", "group("],
        holds: &[],
    },
    TestStyle {
        languages: &["elixir"],
        is_collected: |stem| stem.ends_with("_test"),
        line_starts: &["test ", "property ", "doctest "],
        holds: &[],
    },
];

/// Words of a file's name that make it no test, whatever is in it.
const SUPPORT_WORDS: [&str; 20] = [
    "base",
    "common",
    "conftest",
    "data",
    "factories",
    "factory",
    "fake",
    "fakes",
    "fixture",
    "fixtures",
    "helper",
    "helpers",
    "mock",
    "mocks",
    "setup",
    "stub",
    "stubs",
    "support",
    "util",
    "utils",
];
/// Folders of what tests need.
const SUPPORT_FOLDERS: [&str; 9] = [
    "__mocks__",
    "__snapshots__",
    "factories",
    "fixture",
    "fixtures",
    "mocks",
    "snapshots",
    "test_data",
    "testdata",
];

/// Whether a runner of its language would run a file as a test.
pub fn is_run_as_test(path: &str, text: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or(name);
    if folders.split('/').any(|folder| SUPPORT_FOLDERS.contains(&folder.to_ascii_lowercase().as_str())) {
        return false;
    }
    let language = language::of_path(path).map_or("", |language| language.name);
    let Some(style) = STYLES.iter().find(|style| style.languages.contains(&language)) else {
        // By its name alone, where it is not known how a test looks.
        return is_named_as_test(name) && !is_support(stem);
    };
    (style.is_collected)(stem) && !is_support(stem) && text.lines().any(|line| style.makes_test(line))
}

impl TestStyle {
    fn makes_test(&self, line: &str) -> bool {
        let trimmed = line.trim_start();
        self.line_starts.iter().any(|start| trimmed.starts_with(start))
            || self.holds.iter().any(|part| trimmed.contains(part))
    }
}

fn any_name(_stem: &str) -> bool {
    true
}

/// `test_helpers`, `spec_helper`, `conftest`: all of its words but `test` say what tests need. `test_utils` may be the test of
/// `utils`, so that one such word beside `test_` in front is left to what is in the file.
fn is_support(stem: &str) -> bool {
    let lower = stem.to_ascii_lowercase();
    if lower.starts_with("test_") || lower.ends_with("_test") || lower.ends_with("test") && lower.len() > 4 {
        return lower == "conftest";
    }
    lower.split(['_', '-']).any(|word| SUPPORT_WORDS.contains(&word))
}

fn is_named_as_test(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let stem = lower.split('.').next().unwrap_or(&lower);
    let is_word = |word: &str| matches!(word, "test" | "tests" | "spec" | "suite" | "runtests");
    lower.ends_with(".t")
        || lower.ends_with(".bats")
        || stem.split(['_', '-']).any(is_word)
        || lower.split('.').skip(1).any(is_word)
        || ["Test", "Tests", "Spec"].iter().any(|end| name.split('.').next().unwrap_or(name).ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_runner_runs_is_a_test_and_what_tests_need_is_none() {
        for (path, text, expected) in [
            ("tests/test_fees.py", "def test_late():\n    pass\n", true),
            ("tests/test_fees.py", "class TestFees:\n    def check(self): ...\n", true),
            ("shop/tests.py", "class FeeTests(TestCase):\n    pass\n", true),
            ("tests/models.py", "class Fee(models.Model):\n    pass\n", false),
            ("tests/models.py", "def test_like_helper():\n    pass\n", false),
            ("tests/test_helpers.py", "def make_fee():\n    pass\n", false),
            ("tests/test_utils.py", "def test_round():\n    pass\n", true),
            ("tests/conftest.py", "def test_client():\n    pass\n", false),
            ("tests/__init__.py", "", false),
            ("tests/factories.py", "class FeeFactory: ...\n", false),
            ("tests/fixtures/test_fee.py", "def test_fee(): ...\n", false),
            ("src/testing/fees.py", "def test_fee(): ...\n", false),
            ("fees_test.go", "func TestLate(t *testing.T) {\n", true),
            ("fees_test.go", "func newFee() Fee {\n", false),
            ("testutil/fees.go", "func TestLate(t *testing.T) {\n", false),
            ("tests/late.rs", "    #[test]\n    fn late() {}\n", true),
            ("tests/late.rs", "#[tokio::test]\nasync fn late() {}\n", true),
            ("tests/common/mod.rs", "pub fn repository() {}\n", false),
            ("web/fees.test.ts", "describe('fees', () => {\n", true),
            ("web/__tests__/fees.ts", "it('is late', () => {\n", true),
            ("web/__tests__/render.ts", "export function render() {\n", false),
            ("web/__mocks__/fees.ts", "it('x')\n", false),
            ("src/test/java/FeeTest.java", "    @Test\n    void late() {}\n", true),
            ("src/test/java/FeeBuilder.java", "class FeeBuilder {}\n", false),
            ("spec/fee_spec.rb", "RSpec.describe Fee do\n", true),
            ("spec/spec_helper.rb", "RSpec.configure do\n", false),
            ("spec/factories/fees.rb", "describe 'x'\n", false),
            ("tests/FeeTest.php", "    public function testLate() {}\n", true),
            ("tests/TestCase.php", "abstract class TestCase {}\n", false),
            ("test/fee_test.cc", "TEST(Fee, Late) {\n", true),
            ("test/fee_fixture.cc", "void setUp() {}\n", false),
            ("t/late.t", "ok 1;\n", true),
        ] {
            assert_eq!(is_run_as_test(path, text), expected, "{path}: {text}");
        }
    }
}
