//! What a symbol is read as.

use super::*;

#[track_caller]
fn check(written: &str, file: Option<&str>, line: Option<u32>, parts: &[&str]) {
    let symbol = Symbol::new(written).expect("a symbol");
    let own: Vec<&str> = symbol.parts.iter().map(String::as_str).collect();
    assert_eq!((symbol.file.as_deref(), symbol.line, own.as_slice()), (file, line, parts), "{written}");
}

#[test]
fn a_symbol_is_read_as_it_is_written() {
    check("late_fee", None, None, &["late_fee"]);
    check("`Loan.renew()`", None, None, &["Loan", "renew"]);
    check("crate::fees::late_fee::<T>", None, None, &["fees", "late_fee"]);
    check("Loan#renew", None, None, &["Loan", "renew"]);
    check("src/fees.py:late_fee", Some("src/fees.py"), None, &["late_fee"]);
    check("./fees.rs::Fee::of", Some("fees.rs"), None, &["Fee", "of"]);
    check("src/fees.py:12", Some("src/fees.py"), Some(12), &[]);
    check("Foo.bar", None, None, &["Foo", "bar"]);
}

#[test]
fn what_names_nothing_is_refused() {
    for written in ["", "  ", "()", "..", "``", "::"] {
        assert_eq!(Symbol::new(written), Err(SymbolError::NamesNothing), "{written:?}");
    }
    assert_eq!(Symbol::new(&"a".repeat(limits::SYMBOL_BYTES + 1)), Err(SymbolError::TooLong));
}
