//! The library-loans program: a made-up repository in four languages, with comments in English and
//! Chinese, for tests that need a place to be found. Its files stand in `fixtures/library_app`.

/// Path and text of every file.
pub const LIBRARY_APP: &[(&str, &str)] = &[
    ("README.md", include_str!("../fixtures/library_app/README.md")),
    ("barcode/src/lib.rs", include_str!("../fixtures/library_app/barcode/src/lib.rs")),
    ("docs/rules.md", include_str!("../fixtures/library_app/docs/rules.md")),
    ("internal/reserve/queue.go", include_str!("../fixtures/library_app/internal/reserve/queue.go")),
    (
        "internal/reserve/queue_test.go",
        include_str!("../fixtures/library_app/internal/reserve/queue_test.go"),
    ),
    ("loans/catalog.py", include_str!("../fixtures/library_app/loans/catalog.py")),
    ("loans/fines.py", include_str!("../fixtures/library_app/loans/fines.py")),
    ("loans/renewals.py", include_str!("../fixtures/library_app/loans/renewals.py")),
    ("src/api/loans.ts", include_str!("../fixtures/library_app/src/api/loans.ts")),
    ("src/session/store.test.ts", include_str!("../fixtures/library_app/src/session/store.test.ts")),
    ("src/session/store.ts", include_str!("../fixtures/library_app/src/session/store.ts")),
    ("src/session/token.ts", include_str!("../fixtures/library_app/src/session/token.ts")),
    ("tests/test_fines.py", include_str!("../fixtures/library_app/tests/test_fines.py")),
];
