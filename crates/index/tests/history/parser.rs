//! What git prints, as commits.

use foreword_index::history::{ChangeKind, LoggedChange, LoggedCommit, Parsed, parse};
use foreword_model::limits;
use proptest::prelude::*;

const ID: &str = "0123456789abcdef0123456789abcdef01234567";
const OTHER: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/// Each commit as `id time files…`, and whether all was understood.
fn check(output: &[u8], expected: &[&str], is_whole: bool) {
    let parsed = parse(output);
    let commits: Vec<String> = parsed.commits.iter().map(in_words).collect();
    let shown = String::from_utf8_lossy(output).replace('\0', "|");
    assert_eq!(
        (commits.iter().map(String::as_str).collect::<Vec<_>>(), parsed.is_whole),
        (expected.to_vec(), is_whole),
        "{shown}"
    );
}

fn in_words(commit: &LoggedCommit) -> String {
    let file = |change: &LoggedChange| {
        let kind = match change.kind {
            ChangeKind::Added => "+",
            ChangeKind::Modified => "~",
            ChangeKind::Deleted => "-",
            ChangeKind::Renamed => ">",
        };
        let from = change.from.as_deref().unwrap_or_default();
        format!(" {from}{kind}{}", change.path)
    };
    let files: String = commit.changes.iter().map(file).collect();
    format!("{} {} {:?} {}{files}", &commit.id[..4], commit.time_s, commit.message, commit.files)
}

#[test]
fn commits_are_read_as_git_prints_them() {
    let head = format!("{ID}\x007\0a@b.c\0Subject\n\0");
    let long = "x".repeat(limits::PATH_BYTES + 1);
    let rows: &[(&str, &[&str], bool)] = &[
        ("", &[], true),
        ("{head}", &["0123 7 \"Subject\\n\" 0"], true),
        ("{head}\nM\0b\0A\0a\0", &["0123 7 \"Subject\\n\" 2 +a ~b"], true),
        (
            "{head}\nR087\0old\0new\0D\0gone\0T\0link\0",
            &["0123 7 \"Subject\\n\" 3 -gone ~link old>new"],
            true,
        ),
        ("{head}\nC100\0from\0copy\0", &["0123 7 \"Subject\\n\" 1 +copy"], true),
        ("{head}\nM\0a\nb\0M\0M\0", &["0123 7 \"Subject\\n\" 2 ~M ~a\nb"], true),
        ("{head}{other}\x008\0a\0\0\nA\0x\0", &["0123 7 \"Subject\\n\" 0", "aaaa 8 \"\" 1 +x"], true),
        // A path that looks like an id, or is too long to be one.
        (
            "{head}\nM\0{other}\0",
            &["0123 7 \"Subject\\n\" 1 ~aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
            true,
        ),
        ("{head}\nM\0{long}\0M\0b\0", &["0123 7 \"Subject\\n\" 2 ~b"], true),
        ("{head}\nM\0\u{fffd}\0", &["0123 7 \"Subject\\n\" 1 ~\u{fffd}"], true),
        // Cut short, or not what git prints.
        ("{head}\nM\0a", &[], false),
        ("{head}\nM\0", &[], false),
        ("{head}\nM", &[], false),
        ("{head}\nX\0a\0", &[], false),
        ("{head}\nhello\0a\0", &[], false),
        ("{head}{other}\x008\0a\0", &["0123 7 \"Subject\\n\" 0"], false),
        ("fatal: not a repository\n", &[], false),
        ("fatal\0", &[], false),
        ("{other}{other}\0", &[], false),
        ("{head}{other}aaaaaaaaaaaaaaaaaaaaaaaa\x008\0a\0S\0", &["0123 7 \"Subject\\n\" 0"], false),
        ("{head}{other}\0yesterday\0a\0S\0", &["0123 7 \"Subject\\n\" 0", "aaaa 0 \"S\" 0"], true),
    ];
    for (template, expected, is_whole) in rows {
        let output = template.replace("{head}", &head).replace("{other}", OTHER).replace("{long}", &long);
        check(output.as_bytes(), expected, *is_whole);
    }
}

#[test]
fn what_is_no_text_is_replaced_or_left_out() {
    let mut output = format!("{ID}\x007\0a@b.c\0").into_bytes();
    output.extend_from_slice(b"caf\xe9\0\nM\0\xff\0R100\0\xff\0b\0");
    check(&output, &["0123 7 \"caf\u{fffd}\" 2 +b"], true);
}

#[test]
fn everything_has_an_end() {
    let message = "m".repeat(limits::HISTORY_MESSAGE_READ_BYTES * 2);
    let paths: String =
        (0..limits::HISTORY_COMMIT_PATHS + 5).map(|number| format!("M\0{number}\0")).collect();
    let one = format!("{ID}\x007\0a@b.c\0{message}\0\n{paths}");
    let parsed = parse(one.as_bytes());
    let commit = &parsed.commits[0];
    assert_eq!(commit.message.len(), limits::HISTORY_MESSAGE_READ_BYTES);
    assert_eq!(
        (commit.changes.len(), commit.files as usize),
        (limits::HISTORY_COMMIT_PATHS, limits::HISTORY_COMMIT_PATHS + 5)
    );
    let many = format!("{ID}\x007\0a\0m\0").repeat(limits::HISTORY_COMMITS + 5);
    let parsed = parse(many.as_bytes());
    assert_eq!((parsed.commits.len(), parsed.is_whole), (limits::HISTORY_COMMITS + 1, false));
}

#[test]
fn an_author_is_the_same_however_the_address_is_written() {
    let author = |email: &str| parse(format!("{ID}\x007\0{email}\0m\0").as_bytes()).commits[0].author;
    assert_eq!(author("Ann@Example.org"), author("ann@example.org"));
    assert_ne!(author("ann@example.org"), author("bob@example.org"));
}

/// Pieces that git's output is made of, and others.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => Just(vec![0]),
        2 => Just(format!("{ID}\x007\0a@b.c\0Subject\0").into_bytes()),
        2 => prop::sample::select(vec!["\n", "M", "A", "D", "R100", "C50", "T", "X", "src/a.py", "7"])
            .prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ]
}

proptest! {
    #[test]
    fn any_bytes_are_read_to_some_end(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        parse(bytes.as_slice());
    }

    #[test]
    fn pieces_in_any_order_are_read_and_a_cut_loses_only_the_end(
        pieces in prop::collection::vec(piece(), 0..60),
        cut in any::<prop::sample::Index>(),
    ) {
        let bytes = pieces.concat();
        let whole = parse(bytes.as_slice());
        let Parsed { mut commits, .. } = parse(&bytes[..cut.index(bytes.len() + 1)]);
        // The last one may lack files.
        commits.pop();
        prop_assert!(commits.len() <= whole.commits.len());
        prop_assert_eq!(&commits[..], &whole.commits[..commits.len()]);
        for commit in whole.commits {
            prop_assert_eq!(&commit.id, ID);
            prop_assert!(commit.changes.is_sorted_by(|left, right| left.path < right.path));
            prop_assert!(commit.changes.len() <= commit.files as usize);
        }
    }
}
