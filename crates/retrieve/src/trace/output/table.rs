//! The lines that test runners, build tools and package managers write of their own accord, by program: the one place where they
//! are known. A program that is missing is a group of rows here and an output in `tests/traces`.

use super::shapes::{
    has_failed_percent, has_google_mark, has_percent, is_built_library, is_crate_step, is_dots,
    is_failed_gradle, is_go_package, is_npm_script, is_passed_gradle, is_started_ctest, is_surefire_class,
};

/// What a line says of a program's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// What passed, what begins, how much was done: nothing of a failure.
    Progress,
    /// What failed: no prose, and yet words of the failure.
    Failure,
}

/// How a line is known, without the white space around it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    Whole(&'static str),
    Starts(&'static str),
    Ends(&'static str),
    /// Begins and ends so.
    Around(&'static str, &'static str),
    /// Begins so and has the other behind it.
    With(&'static str, &'static str),
    /// A number, then this.
    Counted(&'static str),
    Is(fn(&str) -> bool),
}

use Says::{Failure, Progress};
use Shape::{Around, Counted, Ends, Is, Starts, Whole, With};

/// The lines of one program.
pub(super) struct Program {
    #[cfg_attr(not(test), expect(dead_code, reason = "for whoever reads the table, and for its test"))]
    pub(super) name: &'static str,
    pub(super) lines: &'static [(Says, Shape)],
}

/// All of them. Rows that name a failure stand before those of the same program that take more.
#[rustfmt::skip]
pub(super) static PROGRAMS: [Program; 17] = [
    Program { name: "pytest", lines: &[
        (Failure, With("FAILED ", "::")), (Failure, Is(has_failed_percent)), (Failure, With("ERROR ", "::")),
        (Failure, Around("___", "___")), (Progress, Starts("_ _ _ _")), (Progress, Around("====", "===")),
        (Progress, Around("-----", "-----")), (Progress, With("platform ", " -- Python ")), (Progress, With("[gw", "%] PASSED")),
        (Progress, With("[gw", "] ")), (Progress, Starts("cachedir: ")), (Progress, Starts("rootdir: ")), (Progress, Starts("plugins: ")),
        (Progress, Starts("configfile: ")), (Progress, Starts("testpaths: ")), (Progress, Starts("asyncio: mode=")),
        (Progress, Starts("collecting ...")), (Progress, With("collected ", " item")), (Progress, With("created: ", " worker")),
        (Progress, Starts("-- Docs: https://docs.pytest.org")), (Progress, Ends(" PASSED")), (Progress, Ends(" SKIPPED")), (Progress, Ends(" XFAIL")),
        (Progress, Is(has_percent)),
    ] },
    Program { name: "unittest", lines: &[
        (Failure, With("FAIL: test", " (")), (Failure, With("ERROR: test", " (")), (Failure, Ends(" ... FAIL")), (Failure, Ends(" ... ERROR")),
        (Progress, Ends(" ... ok")), (Progress, With("test", " ... skipped ")), (Progress, With("Ran ", " tests in ")), (Progress, With("Ran ", " test in ")),
        (Progress, Around("FAILED (", ")")), (Progress, Around("OK (", ")")), (Progress, Whole("OK")),
        (Progress, Around("Found ", " test(s).")), (Progress, Starts("System check identified ")),
        (Progress, Starts("Creating test database for alias")), (Progress, Starts("Destroying test database for alias")), (Progress, Is(is_dots)),
    ] },
    Program { name: "jest", lines: &[
        (Failure, With("FAIL ", ".test.")), (Failure, With("FAIL ", ".spec.")), (Failure, With("FAIL ", "__tests__")), (Failure, Starts("✕ ")), (Failure, Starts("✗ ")),
        (Progress, With("PASS ", ".test.")), (Progress, With("PASS ", ".spec.")), (Progress, With("PASS ", "__tests__")), (Progress, With("RUNS ", ".test.")), (Progress, Starts("✓ ")), (Progress, Starts("√ ")), (Progress, Starts("○ skipped ")),
        (Progress, With("Test Suites: ", " total")), (Progress, With("Tests: ", " total")), (Progress, With("Snapshots: ", " total")),
        (Progress, Around("Time: ", "s")), (Progress, Starts("Ran all test suites")), (Progress, Starts("Determining test suites to run")),
    ] },
    Program { name: "vitest", lines: &[
        (Failure, Starts("❯ ")), (Failure, Starts("× ")), (Failure, With("FAIL  ", " > ")), (Progress, With("RUN  v", " ")), (Progress, Starts("⎯⎯")),
        (Progress, With("Test Files  ", "(")), (Progress, With("Tests  ", "(")), (Progress, With("Start at  ", ":")), (Progress, With("Duration  ", "s (")),
    ] },
    Program { name: "mocha", lines: &[
        (Failure, Starts("✖ ")), (Progress, Starts("✔ ")), (Progress, Counted(" passing (")), (Progress, Counted(" failing")), (Progress, Counted(" pending")),
    ] },
    Program { name: "cargo", lines: &[
        (Failure, With("test ", " ... FAILED")), (Failure, Around("---- ", " stdout ----")), (Progress, With("test ", " ... ok")), (Progress, With("test ", " ... ignored")),
        (Progress, With("test ", " ... bench:")), (Progress, Is(is_crate_step)),
        (Progress, With("Finished ", " profile")), (Progress, With("Finished ", " target(s)")),
        (Progress, Starts("Running unittests ")), (Progress, With("Running ", " (target")), (Progress, Starts("Doc-tests ")), (Progress, With("running ", " test")),
        (Progress, Starts("test result: ")), (Progress, Whole("failures:")), (Progress, Whole("successes:")), (Progress, Starts("note: run with `RUST_BACKTRACE")),
        (Progress, Starts("note: Some details are omitted, run with")), (Progress, Starts("error: test failed, to rerun pass")),
        (Progress, Starts("Updating crates.io index")), (Progress, Starts("Downloading crates ...")), (Progress, Starts("Blocking waiting for file lock")),
        (Progress, With("Locking ", " packages")), (Progress, With("warning: `", " generated ")), (Progress, Starts("warning: unused ")),
    ] },
    Program { name: "nextest", lines: &[
        (Failure, With("FAIL [", "s] ")), (Failure, With("TRY ", " [")), (Failure, With("SIGABRT [", "s] ")), (Failure, With("SIGSEGV [", "s] ")), (Failure, With("TIMEOUT [", "s] ")),
        (Progress, With("PASS [", "s] ")), (Progress, With("SKIP [", "] ")), (Progress, With("SLOW [", "s] ")), (Progress, With("LEAK [", "s] ")), (Progress, Starts("START    ")),
        (Progress, With("Starting ", " across ")), (Progress, With("Summary [", "s] ")), (Progress, Starts("Nextest run ID ")), (Progress, Starts("Cancelling due to ")),
        (Progress, Starts("────")), (Progress, Around("stdout ───", "")), (Progress, Around("stderr ───", "")), (Progress, Around("--- STDOUT:", "---")), (Progress, Around("--- STDERR:", "---")),
    ] },
    Program { name: "go test", lines: &[
        (Failure, Starts("--- FAIL: ")), (Progress, Starts("=== RUN ")), (Progress, Starts("=== PAUSE ")), (Progress, Starts("=== CONT ")), (Progress, Starts("=== NAME ")),
        (Progress, Starts("--- PASS: ")), (Progress, Starts("--- SKIP: ")), (Progress, Starts("--- BENCH: ")), (Progress, Whole("PASS")), (Progress, Whole("FAIL")),
        (Progress, Is(is_go_package)), (Progress, Starts("exit status ")), (Progress, With("coverage: ", "% of statements")), (Progress, Starts("go: downloading ")),
    ] },
    Program { name: "JUnit, Maven, Gradle", lines: &[
        (Failure, With("Tests run: ", "<<< ")), (Failure, Is(is_failed_gradle)), (Progress, Starts("Tests run: ")), (Progress, Is(is_surefire_class)), (Progress, Whole("T E S T S")),
        (Progress, Whole("Results:")), (Progress, Whole("Results :")), (Progress, Starts("> Task :")), (Progress, Starts("Task :")), (Progress, Is(is_passed_gradle)),
        (Progress, Starts("BUILD FAIL")), (Progress, Starts("BUILD SUCCESS")), (Progress, Counted(" actionable task")), (Progress, Counted(" tests completed, ")),
        (Progress, Starts("Starting a Gradle Daemon")), (Progress, Starts("* What went wrong:")), (Progress, Starts("* Try:")), (Progress, Starts("* Get more help at ")),
        (Progress, With("Downloading from ", "://")), (Progress, With("Downloaded from ", "://")), (Progress, Ends(" [OK]")), (Progress, Starts("Thanks for using JUnit")),
        (Progress, Starts("Test run finished after ")), (Progress, Around("[  ", " ]")), (Progress, Starts("Picked up JAVA_TOOL_OPTIONS")),
    ] },
    Program { name: "RSpec, minitest", lines: &[
        (Failure, With("rspec ./", " # ")), (Failure, With("", " (FAILED - ")), (Progress, With("Finished in ", " second")), (Progress, With("Finished in ", " runs/s")),
        (Progress, Counted(" examples, ")), (Progress, Counted(" example, ")), (Progress, Counted(" runs, ")), (Progress, Whole("Failed examples:")), (Progress, Whole("Failures:")),
        (Progress, Starts("Randomized with seed ")), (Progress, Starts("Run options: ")), (Progress, Whole("# Running:")),
    ] },
    Program { name: "PHPUnit", lines: &[
        (Progress, With("PHPUnit ", " by Sebastian Bergmann")), (Progress, With("Runtime: ", "PHP ")), (Progress, With("Configuration: ", "phpunit")),
        (Progress, With("Time: ", ", Memory: ")), (Progress, Whole("FAILURES!")), (Progress, Whole("ERRORS!")), (Progress, With("Tests: ", ", Assertions: ")),
        (Progress, Around("There was 1 ", ":")), (Progress, Around("There were ", " failures:")), (Progress, Around("There were ", " errors:")), (Progress, Whole("--")),
    ] },
    Program { name: "ExUnit", lines: &[
        (Progress, Starts("Running ExUnit with seed: ")), (Progress, Starts("Excluding tags: ")), (Progress, Starts("Including tags: ")), (Progress, Counted(" tests, ")),
        (Progress, Counted(" test, ")), (Progress, Counted(" doctest")), (Progress, With("* test ", ") [L#")), (Progress, With("Compiling ", " files (.")),
        (Progress, With("Compiling ", " file (.")), (Progress, Around("Generated ", " app")), (Progress, Starts("==> ")),
    ] },
    Program { name: "dotnet test", lines: &[
        (Failure, Around("Failed ", " ms]")), (Failure, Around("Failed ", " s]")), (Failure, Ends(" [FAIL]")), (Progress, Around("Passed ", " ms]")), (Progress, Around("Passed ", " s]")), (Progress, Around("Skipped ", " ms]")), (Progress, Starts("Determining projects to restore")),
        (Progress, With("Restored ", "proj (in ")), (Progress, Is(is_built_library)), (Progress, With("Test run for ", ".dll")), (Progress, Starts("Microsoft (R) Test Execution")),
        (Progress, Starts("VSTest version ")), (Progress, Starts("Copyright (c) Microsoft")), (Progress, Starts("Starting test execution, please wait")),
        (Progress, With("A total of ", " test files matched")), (Progress, Starts("Failed!  - ")), (Progress, Starts("Passed!  - ")), (Progress, Starts("Total tests: ")),
        (Progress, Around("Test Run ", "ed.")), (Progress, Starts("[xUnit.net ")), (Progress, Whole("Error Message:")), (Progress, Whole("Stack Trace:")), (Progress, Starts("All projects are up-to-date")),
    ] },
    Program { name: "XCTest", lines: &[
        (Failure, With("Test Case '", "' failed (")), (Failure, Starts("✘ Test ")), (Progress, Starts("Test Case '")), (Progress, Starts("Test Suite '")), (Progress, With("Executed ", " tests, with ")),
        (Progress, With("Executed ", " test, with ")), (Progress, With("◇ ", " started.")), (Progress, Starts("Building for debugging")), (Progress, Starts("Build complete! (")),
    ] },
    Program { name: "ctest, GoogleTest", lines: &[
        (Failure, With("", "***Failed")), (Failure, With("", "***Exception")), (Failure, Starts("[  FAILED  ] ")), (Progress, Is(has_google_mark)), (Progress, Starts("Test project /")),
        (Progress, Is(is_started_ctest)), (Progress, With("", "   Passed  ")), (Progress, With("", "% tests passed, ")), (Progress, Starts("Total Test time (real) =")),
        (Progress, Starts("The following tests FAILED:")), (Progress, Starts("Errors while running CTest")), (Progress, Starts("Note: Google Test filter = ")),
        (Progress, Starts("Running main() from ")), (Progress, Counted(" FAILED TEST")),
    ] },
    Program { name: "make, CMake, ninja", lines: &[
        (Progress, With("[", "] Building ")), (Progress, With("[", "] Linking ")), (Progress, With("[", "] Built target ")), (Progress, With("[", "] Compiling ")), (Progress, With("[", "] Generating ")),
        (Progress, Starts("Scanning dependencies of ")), (Progress, With("make", ": Entering directory ")), (Progress, With("make", ": Leaving directory ")), (Progress, With("make", ": *** [")),
        (Progress, Starts("ninja: build stopped")), (Progress, With("-- ", "compiler identification is ")), (Progress, Starts("-- Detecting ")), (Progress, Starts("-- Configuring done")), (Progress, Starts("-- Generating done")),
    ] },
    Program { name: "npm, yarn, pip", lines: &[
        (Progress, Is(is_npm_script)), (Progress, Starts("npm WARN ")), (Progress, Starts("npm warn ")), (Progress, Starts("npm notice")), (Progress, Starts("npm ERR!")), (Progress, Starts("npm error ")),
        (Progress, With("added ", " packages")), (Progress, With("up to date, audited ", " package")), (Progress, Starts("yarn run v")), (Progress, Starts("yarn install v")), (Progress, Starts("info Visit https://yarnpkg.com")),
        (Progress, Starts("error Command failed with exit code ")), (Progress, With("Done in ", "s.")), (Progress, With("Requirement already satisfied: ", " in ")), (Progress, Starts("Installing collected packages: ")),
        (Progress, Starts("Successfully installed ")), (Failure, Starts("$ ")),
    ] },
];
