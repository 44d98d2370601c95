//! From an issue to files: evidence of all kinds, weighed by the table of features.

use std::time::Instant;

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::class::{self, FileClass};
use foreword_index::history::History;
use foreword_index::language::{self, Nature};
use foreword_index::store::{FileId, FileRecord, Store, StoreError};
use foreword_model::clock;
use foreword_model::limits;

use super::commits::Past;
use super::features::{ReportEvidence, ReportFeature, share_out};
use super::issue::Issue;
use super::literals;
use super::mentions;
use super::stack::{Around, Stack};
use super::words::{self, ReportFiles};
use crate::parallel;
use crate::read_text;
use crate::word_runs::{HeldRuns, WordRuns};

/// Folders that hold no program: what stands there is rarely where an error is.
const ASIDE_FOLDERS: &[&str] = &[
    "benchmark",
    "benchmarks",
    "bench",
    "compat",
    "demo",
    "demos",
    "dist",
    "doc",
    "docs",
    "example",
    "examples",
    "extras",
    "fixtures",
    "samples",
    "scripts",
    "third_party",
    "tools",
    "vendor",
];

/// How much more a trace counts that is the whole text: then it is the question. And one with no more than a first line.
const TRACE_ALONE: f64 = 20.0;
const TRACE_WITH_TITLE: f64 = 5.0;
/// How much more the text counts that a file holds, if it is a message and the file is where it comes from.
const MESSAGE_ALONE: f64 = 12.0;
/// Files that speak for others.
const FIRST: usize = 4;

/// A file with its evidence.
#[derive(Debug, Clone)]
pub struct RankedFile {
    /// Its place among the records.
    pub place: usize,
    /// The sum of its evidence.
    pub score: f64,
    /// What speaks for it.
    pub values: ReportEvidence,
    /// Lines that hold text of the issue, with how much that says.
    pub literal_lines: Vec<(u32, f64)>,
}

/// What a ranking works with.
pub struct ReportSources<'s> {
    /// The index.
    pub store: &'s Store,
    /// Its files, by path.
    pub records: &'s [FileRecord],
    /// Their numbers in the store, in the same order.
    pub ids: &'s [FileId],
    /// Past commits, where they are known.
    pub history: Option<&'s History>,
    /// The repository.
    pub jail: &'s Jail,
    /// Files whose content is never read.
    pub sensitive: &'s Sensitive,
    /// When no further file is read.
    pub deadline: Instant,
}

/// The files that an issue is about, the likeliest first, with what each definition of the repository holds of its words.
pub struct ReportRanking<'s> {
    /// The files of the index.
    pub files: ReportFiles<'s>,
    /// Those that the report is about, the likeliest first.
    pub ranked: Vec<RankedFile>,
    /// What each definition holds of its words, by the row of all chunks.
    pub chunks: Vec<f32>,
    /// Whether the issue is hardly more than a message, without a trace.
    pub is_message: bool,
}

impl<'s> ReportSources<'s> {
    /// Ranks the files by the index, then those of the shortlist by their text.
    pub fn rank(&self, issue: &Issue, stack: &Stack<'_>) -> Result<ReportRanking<'s>, StoreError> {
        let mut ranking = self.rank_by_index(issue, stack)?;
        self.add_literals(issue, ranking.is_message, &mut ranking.ranked);
        sort(&mut ranking.ranked, self.records);
        Ok(ranking)
    }

    /// Ranks the files without opening one.
    pub fn rank_by_index(&self, issue: &Issue, stack: &Stack<'_>) -> Result<ReportRanking<'s>, StoreError> {
        let is_candidate = self.records.iter().map(is_candidate).collect();
        let files = ReportFiles::new(self.records, self.ids, is_candidate);
        let mut values = vec![ReportEvidence::default(); self.records.len()];
        let (past, chunks) = std::thread::scope(|scope| {
            // The history and the words are different files: both are read at once.
            let past = scope.spawn(|| self.past(&files, issue));
            let chunks = words::count(self.store, &files, &issue.words, &mut values);
            let named = mentions::add(self.store, &files, issue, &mut values);
            (past.join().ok().flatten(), named.and(chunks))
        });
        let chunks = chunks?;
        let past = past.map(|(past, by_commits)| {
            for (values, by_commits) in values.iter_mut().zip(&by_commits) {
                values.merge(by_commits);
            }
            past
        });
        let candidate = |path: &str| files.place_of(path).filter(|place| files.is_candidate[*place]);
        for (path, value) in framed(stack, |path| candidate(path).is_some()) {
            if let Some(place) = candidate(path) {
                values[place].set(ReportFeature::Frame, value);
            }
        }
        for (place, values) in values.iter_mut().enumerate().filter(|(place, _)| files.is_candidate[*place]) {
            values.set(ReportFeature::Aside, f64::from(is_aside(&self.records[place].path)));
            values.set(ReportFeature::Rank, f64::from(self.store.rank(self.ids[place])?));
        }
        let mut ranked = self.sorted(&files, &values);
        if let Some(past) = &past {
            add_companions(past, &ranked, &mut values);
        }
        ranked = self.sorted(&files, &values);
        ranked.truncate(limits::LOCATE_SHORTLIST);
        // A trace says where, its message only what.
        let is_message = issue.is_message && stack.own.is_empty();
        Ok(ReportRanking { files, ranked, chunks, is_message })
    }

    /// What the history says; one that cannot be read costs its evidence, nothing else.
    fn past(&self, files: &ReportFiles<'_>, issue: &Issue) -> Option<(Past, Vec<ReportEvidence>)> {
        let history = self.history?;
        let past = Past::read(history, files).ok()?;
        let mut values = vec![ReportEvidence::default(); self.records.len()];
        past.add(history, issue, &mut values).ok()?;
        Some((past, values))
    }

    fn sorted(&self, files: &ReportFiles<'_>, values: &[ReportEvidence]) -> Vec<RankedFile> {
        let mut values = values.to_vec();
        share_out(&mut values);
        let mut ranked: Vec<RankedFile> = values
            .into_iter()
            .enumerate()
            .filter(|(place, values)| files.is_candidate[*place] && values.answers())
            .map(|(place, values)| RankedFile { place, score: 0.0, values, literal_lines: Vec::new() })
            .collect();
        sort(&mut ranked, self.records);
        ranked
    }

    /// Reads the files of the shortlist for text of the issue.
    fn add_literals(&self, issue: &Issue, is_message: bool, ranked: &mut [RankedFile]) {
        let quoted = WordRuns::new(&format!("{}\n{}", issue.title, issue.body));
        let held: Vec<Option<Option<HeldRuns>>> = parallel::map(ranked, |_, one| {
            if clock::is_past(self.deadline) {
                return None;
            }
            let mut bytes = Vec::new();
            let text =
                read_text(self.jail, &self.records[one.place].path, self.sensitive, &mut bytes).ok()?;
            Some(quoted.held(text))
        });
        let held: Vec<(usize, HeldRuns)> =
            held.into_iter().enumerate().filter_map(|(at, held)| Some((at, held.flatten()?))).collect();
        let mut values: Vec<ReportEvidence> = ranked.iter().map(|one| one.values).collect();
        let lines = literals::add(&held, &mut values);
        share_out(&mut values);
        if is_message {
            for at in literals::sources(&quoted, &held) {
                values[at].set(ReportFeature::Literals, MESSAGE_ALONE);
            }
        }
        for (one, values) in ranked.iter_mut().zip(values) {
            one.values = values;
        }
        for (at, lines) in lines {
            ranked[at].literal_lines = lines;
        }
    }
}

/// How much the trace says for each file that it names, by what stands around it.
fn framed<'s>(stack: &'s Stack<'_>, is_candidate: impl Fn(&str) -> bool) -> Vec<(&'s str, f64)> {
    let alone = match stack.around {
        Around::Nothing => TRACE_ALONE,
        Around::Title => TRACE_WITH_TITLE,
        Around::Text => 1.0,
    };
    stack.values(is_candidate).into_iter().map(|(path, value)| (path, value * alone)).collect()
}

/// The files that come first speak for those that change with them.
fn add_companions(past: &Past, ranked: &[RankedFile], values: &mut [ReportEvidence]) {
    let best = ranked.first().map_or(1.0, |first| first.score).max(f64::MIN_POSITIVE);
    let first: Vec<(usize, f64)> =
        ranked.iter().take(FIRST).map(|one| (one.place, (one.score / best).max(0.0).powi(2))).collect();
    past.add_companions(&first, values);
}

fn sort(ranked: &mut [RankedFile], records: &[FileRecord]) {
    for one in ranked.iter_mut() {
        one.score = one.values.score();
    }
    ranked.sort_by(|a, b| {
        let by_path = || records[a.place].path.cmp(&records[b.place].path);
        b.score.total_cmp(&a.score).then_with(by_path)
    });
}

/// Whether an error may be there: code, and no test of it.
fn is_candidate(record: &FileRecord) -> bool {
    let language = language::of_path(&record.path);
    language.is_some_and(|language| language.nature == Nature::Code)
        && !matches!(record.class, FileClass::Test | FileClass::Doc | FileClass::Data | FileClass::Locale)
}

fn is_aside(path: &str) -> bool {
    let class = class::of_path(path, language::of_path(path));
    let is_other = matches!(class, FileClass::Example | FileClass::Generated | FileClass::Vendored);
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    is_other
        || folders.split('/').any(|folder| ASIDE_FOLDERS.binary_search(&folder).is_ok())
        || name.ends_with(".d.ts")
        || name.ends_with(".pyi")
}
