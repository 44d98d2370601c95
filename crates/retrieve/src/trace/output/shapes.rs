//! Lines of runners that no fixed words tell: dots, packages, classes.

use crate::trace::scan::{is_name, number};

/// `tests/test_cart.py ..F. [ 42%]`, `..... 63 / 120 ( 52%)`; a line with its result is told by that.
pub(super) fn has_percent(line: &str) -> bool {
    before_percent(line).is_some()
}

/// `tests/test_cart.py::test_total FAILED [ 42%]`.
pub(super) fn has_failed_percent(line: &str) -> bool {
    before_percent(line).is_some_and(|before| before.ends_with(" FAILED") || before.ends_with(" ERROR"))
}

fn before_percent(line: &str) -> Option<&str> {
    let (before, last) = line.rsplit_once(['[', '('])?;
    let percent = last.strip_suffix("%]").or_else(|| last.strip_suffix("%)"))?.trim();
    (!percent.is_empty() && percent.bytes().all(|byte| byte.is_ascii_digit())).then_some(before.trim_end())
}

/// `..F.s..E`, as many runners have it.
pub(super) fn is_dots(line: &str) -> bool {
    let marks = line.as_bytes();
    marks.len() >= 3
        && marks.contains(&b'.')
        && marks.iter().all(|mark| b".FEsxXuSIRN*".contains(mark))
        && marks != b"..."
}

/// `ok      example.org/shop    0.012s`, `?       example.org/shop    [no test files]`, `FAIL    example.org/shop    0.01s`.
pub(super) fn is_go_package(line: &str) -> bool {
    let Some((status, rest)) = line.split_once('\t') else { return false };
    matches!(status.trim_end(), "ok" | "?" | "FAIL") && rest.contains(['\t', '['])
}

/// `Running com.acme.CartTest`.
pub(super) fn is_surefire_class(line: &str) -> bool {
    line.strip_prefix("Running ").is_some_and(|class| class.contains('.') && is_name(class, &['.', '$']))
}

/// `CartTest > total() STANDARD_OUT`; what passed ends as it does in pytest.
pub(super) fn is_passed_gradle(line: &str) -> bool {
    line.ends_with(" STANDARD_OUT") && line.contains(" > ") || line.ends_with(" STANDARD_ERROR")
}

/// `CartTest > total() FAILED`.
pub(super) fn is_failed_gradle(line: &str) -> bool {
    line.ends_with(" FAILED") && line.contains(" > ")
}

/// `Compiling shop v1.2.0 (/work/shop)`.
pub(super) fn is_crate_step(line: &str) -> bool {
    const STEPS: [&str; 8] =
        ["Adding", "Checking", "Compiling", "Documenting", "Downloaded", "Fresh", "Installing", "Updating"];
    let mut words = line.split(' ').filter(|word| !word.is_empty());
    let (Some(step), Some(_), Some(version)) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    STEPS.contains(&step) && version.strip_prefix('v').is_some_and(|version| number(version).is_some())
}

/// `Shop -> /work/shop/bin/Debug/net8.0/Shop.dll`.
pub(super) fn is_built_library(line: &str) -> bool {
    (line.ends_with(".dll") || line.ends_with(".exe")) && line.contains(" -> ")
}

/// `Start 12: cart_test`.
pub(super) fn is_started_ctest(line: &str) -> bool {
    let counted = line.strip_prefix("Start ").map(str::trim_start).and_then(number);
    counted.is_some_and(|(_, rest)| rest.starts_with(": "))
}

/// `[ RUN      ] Cart.Total`, `[==========] 3 tests ran.`
pub(super) fn has_google_mark(line: &str) -> bool {
    let Some((mark, _)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) else { return false };
    mark.len() == 10
        && matches!(
            mark.trim(),
            "==========" | "----------" | "RUN" | "OK" | "PASSED" | "SKIPPED" | "DISABLED"
        )
}

/// `shop@1.2.0 test`, which npm has behind a `>`.
pub(super) fn is_npm_script(line: &str) -> bool {
    let Some((name, rest)) = line.rsplit_once('@') else { return false };
    let Some((version, script)) = rest.split_once(' ') else { return false };
    !name.contains(' ')
        && number(version).is_some_and(|(_, rest)| rest.starts_with('.'))
        && !script.contains(' ')
        && is_name(script, &[':', '-'])
}
