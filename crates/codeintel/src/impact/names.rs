//! What the name of a file says: what it is called after, and the words of its path. Reads nothing.

/// Words that make a test of a file's name.
const TEST_WORDS: [&str; 4] = ["test", "tests", "spec", "specs"];
/// Letters that a word of a path has at least.
const WORD_LETTERS: usize = 3;

/// The name of a file without what follows the first dot, in lower case.
pub(super) fn stem_of(path: &str) -> String {
    let name = file_name(path);
    let stem = name.split('.').next().unwrap_or(name).to_lowercase();
    // A file that stands for its folder has its name.
    match stem.as_str() {
        "__init__" | "index" | "mod" | "lib" | "main" => {
            path.rsplit('/').nth(1).unwrap_or(&stem).to_lowercase()
        }
        _ => stem.replace(['_', '-'], ""),
    }
}

/// The same without the words that make it a test: `test_fees.py`, `fees_test.go`, `FeesTest.java` and `fees.spec.ts`
/// are tests of `fees.*`.
pub(super) fn bare_stem(path: &str) -> String {
    let name = file_name(path).to_lowercase();
    let stem = name.split('.').next().unwrap_or(&name);
    let parts: Vec<&str> = stem.split(['_', '-']).filter(|part| !TEST_WORDS.contains(part)).collect();
    let joined = parts.concat();
    let ended = TEST_WORDS.iter().find_map(|word| joined.strip_suffix(word));
    ended.or_else(|| joined.strip_prefix("test")).unwrap_or(&joined).to_owned()
}

/// The words of a path as they are written there, its ending left out: `late`, `Fee` and `rules` of `late/FeeRules.java`.
/// What only makes it a test says nothing.
pub(super) fn words_of(path: &str) -> impl Iterator<Item = &str> {
    let (start, name) = path.split_at(path.len() - file_name(path).len());
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    [start, name]
        .into_iter()
        .flat_map(|part| part.split(|letter: char| !letter.is_alphabetic()))
        .flat_map(camel_words)
        .filter(|word| word.chars().nth(WORD_LETTERS - 1).is_some())
        .filter(|word| !TEST_WORDS.iter().chain(&["init"]).any(|common| word.eq_ignore_ascii_case(common)))
}

/// Cut where a capital follows a small letter.
fn camel_words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut was_small = false;
        let cut = rest.char_indices().find_map(|(at, letter)| {
            let is_cut = was_small && letter.is_uppercase();
            was_small = letter.is_lowercase();
            is_cut.then_some(at)
        });
        let (word, after) = rest.split_at(cut.unwrap_or(rest.len()));
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_named_after_its_file() {
        for (test, file) in [
            ("tests/test_fees.py", "src/fees.py"),
            ("pkg/fees_test.go", "pkg/fees.go"),
            ("src/test/java/a/LateFeeTest.java", "src/main/java/a/LateFee.java"),
            ("web/late-fee.spec.ts", "web/lateFee.ts"),
            ("spec/late_fee_spec.rb", "lib/late_fee.rb"),
            ("tests/test_fees.py", "src/fees/__init__.py"),
        ] {
            assert_eq!(bare_stem(test), stem_of(file), "{test} {file}");
        }
        assert_ne!(bare_stem("tests/test_loans.py"), stem_of("src/fees.py"));
    }

    #[test]
    fn a_path_is_cut_into_words() {
        for (path, words) in [
            ("src/late_fee/desk.spec.ts", "src late fee desk"),
            ("lib/LateFeeTest.java", "lib Late Fee"),
            ("tests/a.b/HTTPServer2x.go", "HTTPServer"),
            ("büro/ÄrgerÜber.py", "büro Ärger Über"),
            ("__init__.py", ""),
            ("", ""),
        ] {
            assert_eq!(words_of(path).collect::<Vec<_>>().join(" "), words, "{path}");
        }
    }
}
