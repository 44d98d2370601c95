//! What tests say of other code: the words of a test are those of users, and the test names what it is about.
//!
//! Joined at the query: a test is found by its own words, and what it uses is looked up by name, so that a changed file
//! rewrites nothing elsewhere.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use foreword_index::class::FileClass;
use foreword_index::store::{ChunkId, DefinitionId, FileId, FileRecord, Store, StoreError};

use super::passage_scores::ScoredPassage;

/// A name with more definitions outside tests is that of no particular thing.
const DEFINITIONS_MAX: usize = 3;
/// A shorter name is shared by accident.
const NAME_BYTES_MIN: usize = 4;
/// Names of one test that are looked up.
const NAMES_MAX: usize = 60;
/// What tests say together of one thing at most.
const VALUE_MAX: f64 = 3.0;
/// More files of one stem: it is a name of the trade, such as `models`.
const SAME_STEM_MAX: usize = 8;

/// What tests whose words are like the query say.
#[derive(Debug, Default)]
pub(super) struct Tested {
    /// By place of the file among the records: lines on which definitions begin that tests name, with how much that says.
    pub(super) definitions: BTreeMap<usize, Vec<(u32, f64)>>,
    /// By place of the file: what the test says that is named after it.
    pub(super) files: HashMap<usize, f64>,
}

/// Follows the best tests to what they name. `place` finds the place of a file among the records.
pub(super) fn follow(
    store: &Store,
    records: &[FileRecord],
    tests: &[ScoredPassage],
    place: impl Fn(FileId) -> Option<usize>,
) -> Result<Tested, StoreError> {
    let strongest = tests.first().map_or(0.0, |test| f64::from(test.text));
    let mut said: HashMap<DefinitionId, f64> = HashMap::new();
    let mut stems: HashMap<String, f64> = HashMap::new();
    for test in tests {
        let value = (f64::from(test.text) / strongest).powi(2);
        let stem = tested_stem(&records[test.file as usize].path);
        *stems.entry(stem).or_default() += value / 2.0;
        for name in names_used(store, test)? {
            let outside_tests =
                |id: &DefinitionId| place(id.file).is_some_and(|file| records[file].class == FileClass::Code);
            let defined: Vec<DefinitionId> = store.symbol(&name)?.into_iter().filter(outside_tests).collect();
            if (1..=DEFINITIONS_MAX).contains(&defined.len()) {
                let share = value / (defined.len() as f64).sqrt();
                defined.into_iter().for_each(|id| *said.entry(id).or_default() += share);
            }
        }
    }
    let mut tested = Tested::default();
    for (id, value) in said {
        let Some((file, definition)) = place(id.file).zip(store.definition(id)?) else { continue };
        let line = definition.definition.start_line;
        tested.definitions.entry(file).or_default().push((line, value.min(VALUE_MAX)));
    }
    tested.definitions.values_mut().for_each(|lines| lines.sort_unstable_by_key(|(line, _)| *line));
    let mut named: HashMap<&String, Vec<usize>> = HashMap::new();
    // Most files are told by their first letter.
    let first_letters: HashSet<u8> = stems.keys().filter_map(|stem| stem.bytes().next()).collect();
    let may_be_named = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path).bytes();
        let first = name.map(|byte| byte.to_ascii_lowercase()).find(u8::is_ascii_alphanumeric);
        // What makes a file a test may stand before its stem.
        first.is_some_and(|first| first == b't' || first_letters.contains(&first))
    };
    let is_code = |record: &FileRecord| record.class == FileClass::Code && may_be_named(&record.path);
    for (file, record) in records.iter().enumerate().filter(|(_, record)| is_code(record)) {
        if let Some((stem, _)) = stems.get_key_value(&tested_stem(&record.path)) {
            named.entry(stem).or_default().push(file);
        }
    }
    for (stem, files) in named.into_iter().filter(|(_, files)| files.len() <= SAME_STEM_MAX) {
        files.into_iter().for_each(|file| {
            tested.files.insert(file, stems[stem].min(VALUE_MAX / 2.0));
        });
    }
    Ok(tested)
}

/// The names that a test calls and refers to.
fn names_used(store: &Store, test: &ScoredPassage) -> Result<BTreeSet<String>, StoreError> {
    let Some(chunk) = store.chunk(ChunkId { file: test.id, number: test.chunk })? else {
        return Ok(BTreeSet::new());
    };
    let sites = store.uses_where(test.id, |name| name.len() >= NAME_BYTES_MIN)?;
    let lines = chunk.start_line..=chunk.end_line;
    let calls = sites.calls.into_iter().map(|call| (call.line, call.name));
    let references = sites.references.into_iter().map(|reference| (reference.line, reference.name));
    let names = calls.chain(references).filter(|(line, _)| lines.contains(line)).map(|(_, name)| name);
    Ok(names.take(NAMES_MAX).collect())
}

/// What a file is called without what makes it a test or says its role: `test_forms.py`, `forms.spec.ts` and `forms.py`
/// are one.
fn tested_stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let lower = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let mut stem = lower.as_str();
    for prefix in ["test_", "test-", "tests_"] {
        stem = stem.strip_prefix(prefix).unwrap_or(stem);
    }
    for suffix in ["_tests", "_test", "-test", "_spec", "-spec", "tests", "test", "spec"] {
        stem = stem.strip_suffix(suffix).filter(|rest| rest.len() >= NAME_BYTES_MIN).unwrap_or(stem);
    }
    stem.bytes().filter(u8::is_ascii_alphanumeric).map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_called_like_the_file_that_it_tests() {
        for (test, file) in [
            ("tests/test_forms.py", "shop/forms.py"),
            ("web/src/forms.spec.ts", "web/src/forms.ts"),
            ("src/test/java/LoanServiceTest.java", "src/main/java/LoanService.java"),
            ("pkg/loan_test.go", "pkg/loan.go"),
            ("spec/models/user_spec.rb", "app/models/user.rb"),
            ("web/album.service.spec.ts", "web/album.service.ts"),
        ] {
            assert_eq!(tested_stem(test), tested_stem(file), "{test}");
        }
        assert_ne!(tested_stem("src/latest.py"), tested_stem("src/la.py"));
    }
}
