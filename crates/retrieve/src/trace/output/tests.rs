//! Lines of programs and of people, and the outputs in `tests/traces`.

use std::fs;
use std::path::Path;

use super::*;

#[expect(clippy::disallowed_methods, reason = "a fixture of this crate")]
fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/traces/{name}.txt"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What is left of an output that holds a sentence of a person nowhere.
#[track_caller]
fn check(name: &str, writer: Writer, gone: &[&str], kept: &[&str]) {
    let text = fixture(name);
    let output = read(&text);
    assert_eq!(output.writer, writer, "{name}: {}", output.text);
    for line in gone {
        assert!(
            text.contains(line) && !output.text.contains(line),
            "{name} keeps {line:?}:\n{}",
            output.text
        );
    }
    for line in kept {
        assert!(output.text.contains(line), "{name} loses {line:?}:\n{}", output.text);
    }
}

#[test]
fn of_the_output_of_a_runner_its_failure_is_left() {
    let check = |name, gone: &[&str], kept: &[&str]| check(name, Writer::Runner, gone, kept);
    let number = "no order has the number 1";
    check(
        "output_pytest",
        &["test_total_7", "session starts", "rootdir", "1 failed, 24", "looking for 1"],
        &[number, "found = [order"],
    );
    check(
        "output_unittest",
        &["test_open", "Ran 6", "System check"],
        &["desk 4 has open loans", "test_close"],
    );
    check(
        "output_jest",
        &["tax.test.js", "is empty at first", "Snapshots", "npm", "--coverage"],
        &["reading 'price'"],
    );
    check(
        "output_vitest",
        &["tax.test.ts", "RUN", "Start at", "Duration", "⎯"],
        &["undefined is not an object"],
    );
    check("output_mocha", &["should open", "3 passing", "--check-leaks", "desk@5"], &["reading 'length'"]);
    check(
        "output_cargo",
        &["Compiling", "adds ... ok", "slow", "running 6", "test result", "RUST_BACKTRACE"],
        &["the book of 3 is still open"],
    );
    check("output_nextest", &["PASS", "Summary", "Nextest", "──"], &["the book of 3 is still open"]);
    check("output_go", &["TestShelf7", "PASS", "no test files"], &["index out of range", "TestTurn"]);
    check("output_maven", &["Scanning", "TaxTest", "Results"], &["the cart of 7 is closed"]);
    check("output_gradle", &["Task", "TaxTest", "actionable"], &["the cart of 7 is closed"]);
    check("output_rspec", &["...", "seed", "16 examples"], &["key not found: :price"]);
    check("output_phpunit", &["Bergmann", "63 / 120", "Memory", "Assertions"], &["the cart of 7 is closed"]);
    check("output_exunit", &["Compiling", "seed", "15 tests"], &["key :price not found"]);
    check("output_dotnet", &["TaxTests", "VSTest", "Duration", ".dll"], &["the cart of 7 is closed"]);
    check("output_xctest", &["testAdds", "Executed", "Build complete"], &["the cart of 7 is closed"]);
    check("output_ctest", &["tax_test", "Cart.Adds", "Total Test"], &["!is_closed", "Cart.Sums"]);
    check("output_make", &["Entering", "tax.c.o", "Error 1"], &["unknown type name"]);
}

#[test]
fn of_a_log_what_went_well_is_not_left() {
    check("output_log", Writer::Log, &["worker", "will try again"], &["request failed", "KeyError: 9"]);
    check("output_plain_log", Writer::Log, &["worker"], &["KeyError: 7"]);
    for (line, kind) in [
        ("INFO:root:served 7", Kind::Progress),
        ("level=info msg=\"served 7\"", Kind::Progress),
        ("{\"level\":\"debug\",\"msg\":\"served\"}", Kind::Progress),
        ("[2026-01-02 03:04:05] WARN served late", Kind::Progress),
        ("12:30:45.123 [info] served", Kind::Progress),
        ("ERROR:root:not served", Kind::Failure),
        ("2026-01-02T03:04:05Z not served", Kind::Failure),
    ] {
        let read = Lines::new(line).map(|read| Surroundings::default().read(&read, line).kind);
        assert_eq!(read.collect::<Vec<_>>(), [kind], "{line}");
    }
}

#[test]
fn every_program_of_the_table_knows_its_lines_and_no_sentence() {
    for sentence in [
        "Compiling with a very old toolchain fails",
        "Running the tests (all of them) is slow",
        "Start the server: it stops at once",
        "Failed to parse the arguments [args]",
        "PASS the value. Then it fails.",
        "test that it works",
        "ERROR when a cart (of 7) is closed",
        "Adding a view breaks",
        "Collecting static files is wrong",
        "ok, so this happens",
        "...",
        "see shop@1.2 test results",
        "- Test the cart",
        "12 loans are gone",
        "Test run fails for me",
    ] {
        assert_eq!(table_says(sentence), None, "{sentence}");
        let told = format!("{sentence}\n\nWhat I did:\n\nopened the desk\n");
        let output = read(&told);
        assert_eq!((output.writer, output.text.as_ref()), (Writer::Person, told.as_str()), "{sentence}");
    }
    let outputs: Vec<String> = [
        "pytest", "unittest", "jest", "vitest", "mocha", "cargo", "nextest", "go", "maven", "gradle",
        "rspec", "phpunit", "exunit", "dotnet", "xctest", "ctest", "make",
    ]
    .iter()
    .map(|name| fixture(&format!("output_{name}")))
    .collect();
    for program in &PROGRAMS {
        let is_known = |line: &str| program.lines.iter().any(|(_, shape)| shape.fits(line.trim()));
        let known = outputs.iter().flat_map(|text| text.lines()).filter(|line| is_known(line)).count();
        assert!(known > 1, "{}", program.name);
    }
}

#[test]
fn a_person_who_shows_an_output_remains_its_writer() {
    let shown = fixture("output_pytest");
    let told = format!("The lookup of orders fails\n\nIt did work last week.\n\n{shown}");
    let output = read(&told);
    assert_eq!((output.writer, output.first_left.as_str()), (Writer::Person, "The lookup of orders fails"));
    assert!(output.text.contains("It did work") && !output.text.contains("test_total_7"));
    assert_eq!(output.lines_left, 2, "{}", output.text);
}
