//! The classifier from outside: prompts in, decisions and mentions out.

mod code_rows;
mod other_rows;
mod own_rows;
mod shape_rows;

use foreword_model::intent::{IntentClass, Outcome};
use foreword_model::limits;
use foreword_model::repo::{PathVerdict, Presence, RepoView, Unseen};
use proptest::prelude::*;

use super::{PromptLanguage, Reading, read};

const MIN: f64 = limits::INTENT_CONFIDENCE;

/// A repository that holds exactly these names.
struct Holds(&'static [&'static str]);

impl RepoView for Holds {
    fn path(&self, path: &str) -> PathVerdict {
        if path.starts_with("..") {
            return PathVerdict::Outside;
        }
        if path.starts_with(".env") {
            return PathVerdict::Sensitive;
        }
        if self.0.contains(&path) { PathVerdict::Present } else { PathVerdict::Absent }
    }

    fn symbol(&self, symbol: &str) -> Presence {
        if self.0.contains(&symbol) { Presence::Present } else { Presence::Absent }
    }
}

/// A repository that defines one thing by two words.
struct Defines([&'static str; 2]);

impl RepoView for Defines {
    fn path(&self, _path: &str) -> PathVerdict {
        PathVerdict::Absent
    }

    fn symbol(&self, _symbol: &str) -> Presence {
        Presence::Absent
    }

    fn is_named_by(&self, words: &[&str]) -> bool {
        words == self.0
    }
}

#[test]
fn a_phrase_is_about_code_if_it_is_a_name() {
    for (prompt, outcome) in [
        ("optimistic locking", Outcome::Full),
        ("Optimistic locking?", Outcome::Full),
        ("locking optimistic", Outcome::None),
        ("my cousin is fond of optimistic locking and of swimming in cold lakes", Outcome::None),
    ] {
        let reading = read(prompt, &Defines(["optimistic", "locking"]), MIN);
        assert_eq!(reading.intent.outcome, outcome, "{prompt}: {:?}", reading.signals);
    }
}

fn unseen(prompt: &str) -> Reading {
    read(prompt, &Unseen, MIN)
}

#[test]
fn prompts_about_code_get_the_full_context() {
    let mut wrong = Vec::new();
    for (class, is_deep, prompt) in code_rows::ROWS.iter().chain(shape_rows::CODE) {
        let reading = unseen(prompt);
        let got = (reading.intent.class, reading.intent.outcome, reading.wants.any());
        if got != (*class, Outcome::Full, *is_deep) {
            wrong.push(format!("{prompt}: {got:?}"));
        }
        assert!(
            reading.intent.confidence >= MIN || reading.signals.iter().any(|signal| signal.weight >= 2.0),
            "{prompt}"
        );
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

#[test]
fn other_prompts_get_a_pointer_or_nothing() {
    let mut wrong = Vec::new();
    for (class, outcome, prompt) in other_rows::ROWS.iter().chain(shape_rows::OTHER) {
        let reading = unseen(prompt);
        let got = (reading.intent.class, reading.intent.outcome);
        if got != (*class, *outcome) {
            wrong.push(format!("{prompt}: {got:?}"));
        }
        assert!(!reading.wants.any(), "{prompt}");
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

/// Checks what a prompt names.
fn check_mentions(prompt: &str, symbols: &[&str], paths: &[(&str, Option<u32>)]) {
    let mentions = unseen(prompt).mentions;
    let got: Vec<(&str, Option<u32>)> =
        mentions.paths.iter().map(|mention| (mention.path.as_str(), mention.line)).collect();
    assert_eq!(mentions.symbols, symbols, "{prompt}");
    assert_eq!(got, paths, "{prompt}");
}

#[test]
fn symbols_are_told_from_words() {
    check_mentions(
        "check `foo()` and bar_baz, Foo::bar or obj->run in the file(s)",
        &["foo", "bar_baz", "Foo::bar", "obj->run"],
        &[],
    );
    check_mentions(
        "GitHub, JavaScript, Node.js and iOS have PDFs and APIs; e.g. MAX_RETRIES",
        &["MAX_RETRIES"],
        &[],
    );
    check_mentions("what implements the Probe interface, and `withLock`?", &["withLock", "Probe"], &[]);
    check_mentions("parse 函数和 Lane.open 的关系", &["Lane.open", "parse"], &[]);
    check_mentions("Mixer 和 Bus 有什么关系", &["Mixer", "Bus"], &[]);
    check_mentions("Never mind. Always use Docker 部署", &[], &[]);
}

/// Issue 8: a sentence that ends in a brace was taken for a line of code, and all that it names was lost.
#[test]
fn a_sentence_may_end_in_a_brace() {
    check_mentions("Why does `late_fee` in src/fees.py return {}", &["late_fee"], &[("src/fees.py", None)]);
    check_mentions("where is the `Router` for /orders/{id}", &["Router"], &[]);
    check_mentions("why does late_fee() give {}", &["late_fee"], &[]);
}

#[test]
fn a_call_on_a_variable_of_one_letter_is_a_symbol() {
    check_mentions("how does c.ShouldBind validate", &["c.ShouldBind"], &[]);
    check_mentions("c.Bind vs w.writeAll, f.save_all?", &["c.Bind", "w.writeAll", "f.save_all"], &[]);
    check_mentions("e.g. at 5 p.m. or 9 a.m, i.e in the U.S or D.C. by J.Smith", &[], &[]);
}

#[test]
fn paths_are_told_from_other_slashes_and_dots() {
    check_mentions(
        "read/write locks and/or text/html, v1.2.3 of 2024/01/02, see https://x.dev/a.js",
        &[],
        &[],
    );
    check_mentions(
        "look in solver/propagate and at @src/main.rs",
        &[],
        &[("src/main.rs", None), ("solver/propagate", None)],
    );
    check_mentions(
        "src/a.py:10-20, lib/x.rb#L7 a.ts(12,5)",
        &[],
        &[("src/a.py", Some(10)), ("lib/x.rb", Some(7)), ("a.ts", Some(12))],
    );
    check_mentions(
        r"fix C:\proj\src\Main.cs:12 and src\app\x.ts",
        &[],
        &[(r"C:\proj\src\Main.cs", Some(12)), (r"src\app\x.ts", None)],
    );
    check_mentions(
        "把src/main.rs里的 Makefile 和 lib/validators/ 看一下",
        &[],
        &[("src/main.rs", None), ("Makefile", None), ("lib/validators/", None)],
    );
    check_mentions(
        "tests/test_x.py::TestA::test_b fails",
        &["TestA", "test_b"],
        &[("tests/test_x.py", None)],
    );
}

#[test]
fn a_line_beside_a_path_belongs_to_it() {
    for prompt in [
        "fix src/lane.py line 12",
        "look at line 12 of src/lane.py",
        "line 12 in the file src/lane.py breaks",
        "src/lane.py (line 12) raises",
        "src/lane.py, lines 12-20: why?",
        "src/lane.py L12 why",
        "it breaks in src/lane.py on line 12",
        "explain `src/lane.py` lines 12 to 20",
        "src/lane.py 第12行有问题",
        "看看 src/lane.py 的第 12 到 20 行",
        "第12行的 src/lane.py 报错",
    ] {
        check_mentions(prompt, &[], &[("src/lane.py", Some(12))]);
    }
    check_mentions(
        "compare line 12 of a/b.py with line 30 of c/d.py, and e/f.py line 0",
        &[],
        &[("a/b.py", Some(12)), ("c/d.py", Some(30)), ("e/f.py", None)],
    );
    check_mentions("draw a line 3 wide in src/lane.py:7", &[], &[("src/lane.py", Some(7))]);
    check_mentions("add a line 3 chart to src/lane.py", &[], &[("src/lane.py", None)]);
}

#[test]
fn complexity_is_wanted_before_a_refactoring() {
    for prompt in [
        "重构 names_to_path 之前，看看它的复杂度",
        "before refactoring names_to_path, look at its complexity",
    ] {
        assert!(unseen(prompt).wants.complexity, "{prompt}");
    }
}

#[test]
fn traces_of_many_languages_name_their_frames() {
    check_mentions(
        "  File \"app/ledger.py\", line 12, in post_entry\n    acct = book[ref]\nKeyError: 'A-17'",
        &["post_entry"],
        &[("app/ledger.py", Some(12))],
    );
    check_mentions(
        "RangeError: x\n    at Pivot.pad (pivot.js:208:15)\n    at process.run (node:internal/x:1:2)",
        &["Pivot.pad"],
        &[("pivot.js", Some(208))],
    );
    check_mentions(
        "\tat com.museum.Turnstile.admit(Turnstile.java:77)\n\tat java.lang.Thread.run(Thread.java:8)",
        &["Turnstile.admit"],
        &[("Turnstile.java", Some(77)), ("Thread.java", Some(8))],
    );
    check_mentions(
        "panic: x\n\ngoroutine 1 [running]:\nmain.pickLane(0xc000010000)\n\t/srv/toll/lane.go:57 +0x1d",
        &["pickLane"],
        &[("/srv/toll/lane.go", Some(57))],
    );
    check_mentions(
        "   3: toll::lane::pick\n             at ./src/lane.rs:57:9",
        &["pick"],
        &[("./src/lane.rs", Some(57))],
    );
    check_mentions(
        "#0  0x0042 in mix_channels (buf=0x0) at audio/mixer.c:210",
        &["mix_channels"],
        &[("audio/mixer.c", Some(210))],
    );
    check_mentions(
        "   at Toll.Lane.Pick(Int32 n) in C:\\toll\\Lane.cs:line 57",
        &["Lane.Pick"],
        &[("C:\\toll\\Lane.cs", Some(57))],
    );
    check_mentions("lib/lane.rb:57:in `pick'", &["pick"], &[("lib/lane.rb", Some(57))]);
    check_mentions("#0 /srv/lane.php(57): Lane->pick()", &["Lane->pick"], &[("/srv/lane.php", Some(57))]);
}

#[test]
fn an_error_is_kept_as_typed() {
    let reading = unseen("it stops here\nValueError: bad tide table\nplease fix");
    assert_eq!(reading.mentions.error.as_deref(), Some("ValueError: bad tide table"));
    assert_eq!(reading.intent.class, IntentClass::Debug);
}

#[test]
fn names_that_the_repository_lacks_do_not_count() {
    let prompt = "Mount.fuji photos of last summer";
    assert_eq!(read(prompt, &Holds(&["Mount.fuji"]), MIN).intent.outcome, Outcome::Full);
    let absent = read(prompt, &Holds(&[]), MIN);
    assert_eq!(absent.intent.outcome, Outcome::None);
    assert_eq!(absent.mentions.symbols, ["Mount.fuji"]);
    let pair = read("cats/dogs", &Holds(&["cats/dogs"]), MIN);
    assert_eq!(pair.mentions.paths.len(), 1);
    assert_eq!(unseen("cats/dogs").mentions.paths.len(), 0);
    let kept = read("../up/x.rs and .env.local", &Holds(&[]), MIN);
    assert_eq!(kept.mentions.paths.len(), 2);
}

#[test]
fn the_threshold_is_obeyed_without_structure_only() {
    let wish = "customers should see the courier";
    assert_eq!(read(wish, &Unseen, 0.6).intent.outcome, Outcome::Full);
    assert_eq!(read(wish, &Unseen, 0.99).intent.outcome, Outcome::None);
    assert_eq!(read("customers should see src/courier.ts", &Unseen, 0.999).intent.outcome, Outcome::Full);
    assert_eq!(read("make it faster", &Unseen, 0.9).intent.outcome, Outcome::None);
}

#[test]
fn languages_are_recognised() {
    for (prompt, language) in [
        ("where is the late fee computed", PromptLanguage::English),
        ("滞纳金是在哪里算的", PromptLanguage::Chinese),
        ("在 dashboard 上加个 filter", PromptLanguage::Mixed),
        ("wo wird der Rabatt berechnet?", PromptLanguage::Other),
        ("延滞料金はどこで計算されていますか", PromptLanguage::Other),
        ("после обновления не работает", PromptLanguage::Other),
    ] {
        assert_eq!(unseen(prompt).language, language, "{prompt}");
    }
}

#[test]
fn a_person_after_a_machine_is_heard() {
    let reading = unseen("<system-reminder>\nBe brief.\n</system-reminder>\nfix the crash in src/lane.rs");
    assert_eq!((reading.intent.class, reading.intent.outcome), (IntentClass::Debug, Outcome::Full));
}

#[test]
fn only_the_ends_of_a_long_prompt_are_read() {
    let filler = "lorem ipsum ".repeat(90_000);
    let reading = unseen(&format!("fix src/first.rs\n{filler}src/middle.rs {filler}\nand src/last.rs"));
    let paths: Vec<&str> = reading.mentions.paths.iter().map(|mention| mention.path.as_str()).collect();
    assert_eq!(paths, ["src/first.rs", "src/last.rs"]);
}

#[test]
fn misspelt_verbs_still_decide() {
    assert_eq!(
        unseen("reafctor the fare modul so discounts are pluggable").intent.class,
        IntentClass::Modify
    );
    assert_eq!(unseen("teh seat map is borken after the upgrde").intent.class, IntentClass::Debug);
}

fn invariants(prompt: &str) {
    let reading = unseen(prompt);
    assert_eq!(reading, unseen(prompt), "the same prompt gives the same reading");
    assert!((0.0..=1.0).contains(&reading.intent.confidence));
    assert!(reading.signals.len() <= limits::SIGNALS);
    assert!(reading.signals.is_sorted_by(|a, b| a.weight.abs() >= b.weight.abs()));
    assert!(
        reading.mentions.symbols.len() <= limits::MENTIONS
            && reading.mentions.paths.len() <= limits::MENTIONS
    );
    assert!(reading.intent.class.is_code() || reading.intent.outcome != Outcome::Full);
}

/// Pieces that meet the rules at their edges.
const PIECES: &[&str] = &[
    "`",
    "```\n",
    "\n",
    "/",
    "a/b",
    "src/x.rs:1:2",
    ":",
    "(",
    ")",
    "at f (x.js:1:2)",
    "File \"a.py\", line 1, in f",
    "#0 ",
    "@",
    "+x(",
    "-y;",
    "。",
    "怎么",
    "的",
    "好",
    "把",
    "结果",
    "不对",
    "fix",
    "the",
    "when",
    "'",
    "’s",
    "“",
    "”",
    "<system-reminder>",
    "</",
    "[",
    "]",
    "【系统】",
    "1",
    "%",
    "* 2",
    "é",
    "한국",
    "かな",
    "🦀",
    "\u{200b}",
    "\r\n",
    "\t",
    "|",
    "48 |",
    "error[E1]",
    "::",
    "->",
    "…",
    "İ",
    "ß",
    "ﬀ",
    "= ",
    "!ls",
    "/x:y",
    "{\"stdout\"",
    "}",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(prompt in any::<String>()) {
        invariants(&prompt);
    }

    #[test]
    fn any_mixture_of_pieces_is_read(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..40)) {
        invariants(&pieces.concat());
        invariants(&pieces.join(" "));
    }
}

#[test]
fn one_word_is_a_name_if_the_repository_has_it() {
    let holds = Holds(&["Blueprint", "Continue", "Thanks"]);
    for (prompt, outcome) in [
        ("Blueprint", Outcome::Full),
        ("Bicycle", Outcome::None),
        ("blueprint", Outcome::None),
        ("Continue", Outcome::None),
        ("Thanks", Outcome::None),
    ] {
        let reading = read(prompt, &holds, MIN);
        assert_eq!(reading.intent.outcome, outcome, "{prompt}: {:?}", reading.signals);
        assert_eq!(reading.mentions.symbols.iter().any(|name| name == prompt), outcome == Outcome::Full);
    }
}
