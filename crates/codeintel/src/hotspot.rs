//! `ci_hotspot`: where change and complexity meet: files that change often and are complicated.
//!
//! history → churn of the last days → files that people of this repository write → measured as they are now → ranked.
//!
//! The days count back from the newest commit, not from now: the answer is then a function of the repository, a
//! repository that rests has one, too, and it is that of `git log --no-merges --since=<newest − days>`. A file's commits
//! are those under whatever name it had.
//!
//! A file's score is its churn times its complexity. Churn: each commit counts one, and half of that if it is half the
//! days old. Complexity: the cognitive and cyclomatic complexity of all its functions. The share of fixes adds up to as
//! much again, each further author and each file that changes with it a tenth, up to a half.

mod report;
mod score;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::sensitive::Sensitive;
use foreword_index::class::{self, FileClass};
use foreword_index::complexity::{self, Function, Reasons};
use foreword_index::git;
use foreword_index::history::History;
use foreword_index::language::{self, Language};
use foreword_index::store::StoreError;
use foreword_index::view::IndexView;
use foreword_model::clock;
use foreword_model::error::ErrorCode;

use crate::complexity::{Place, place, within};
use crate::nodes::Now;
use foreword_retrieve::parallel;
use foreword_retrieve::read_text;
use score::{Churned, Window};

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_hotspot"),
    description: Cow::Borrowed("Files that change often and are complicated, from the git history."),
    tier: 2,
    timeout_ms: 2_000,
    args: Some(ARGS),
    built: true,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec {
        name: "days",
        kind: ArgKind::Count { default: 30, ceiling: 30 },
        required: false,
        doc: "Days of history, counted back from the newest commit.",
    },
    ArgSpec {
        name: "top",
        kind: ArgKind::Count { default: 20, ceiling: 20 },
        required: false,
        doc: "Files in the answer.",
    },
    ArgSpec { name: "path", kind: ArgKind::Path, required: false, doc: "Only below this directory." },
];

/// The part of the time that is used: an answer that is late is no answer.
const TIME_SHARE: f64 = 0.8;

/// The tool.
pub(crate) struct Hotspot {
    index: Arc<IndexView>,
    sensitive: Sensitive,
}

impl Hotspot {
    /// With the index that the history lies beside, and the files that are never read.
    pub(crate) fn new(index: Arc<IndexView>, sensitive: Sensitive) -> Self {
        Self { index, sensitive }
    }

    fn answer(&self, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let deadline = within(call.deadline, TIME_SHARE);
        let content = self.index.content(call.jail);
        let place = place(call, &self.sensitive, content)?;
        let root = call.jail.root();
        match git::discover(root) {
            None => return Ok(report::nothing("not a git repository")),
            Some(top) => {
                if let Some(why) = top.refusal() {
                    return Ok(report::nothing(&format!("git's files are not read: {why}")));
                }
            }
        }
        // Whether the index is behind is found out here, so that a refresh can be asked for.
        let _ = self.index.checked(call.jail);
        let mut answer = match self.index.history() {
            None => report::nothing("the history is not read yet; `foreword index` reads it"),
            Some(history) => self.rank(call, history, &place, deadline).map_err(|error| {
                let words = format!("the history cannot be read: {error}");
                ToolFailure::error(ErrorCode::EToolUnavailable, words)
            })?,
        };
        answer.notes.extend(self.index.ask_for_refresh(root));
        Ok(answer)
    }

    fn rank(
        &self,
        call: &Call<'_>,
        history: &History,
        place: &Place,
        deadline: Instant,
    ) -> Result<ToolAnswer, StoreError> {
        let summary = history.summary();
        if summary.commits == 0 {
            let why = summary.reason.unwrap_or_else(|| "the history has no commits".to_owned());
            return Ok(report::nothing(&why));
        }
        let window = Window::of(&summary, call.count("days").unwrap_or(1));
        let now = Now::new(call.jail, &self.sensitive, self.index.content(call.jail));
        let churned = score::churned(history, &window, |path| {
            place.holds(path) && is_written_here(path) && now.may_name(path)
        })?;
        let mut found = self.measure(call, churned, deadline);
        let left_out = found.sort(call.count("top").unwrap_or(1));
        for spot in &mut found.spots {
            spot.together = score::together(history, &spot.churned.path, &now)?;
        }
        found.sort(usize::MAX);
        Ok(report::report(&found, &window, &summary, place, left_out))
    }

    /// Measures files, the most changed first, until the time is up.
    fn measure(&self, call: &Call<'_>, churned: Vec<Churned>, deadline: Instant) -> Found {
        let measured = parallel::map(&churned, |_, file| {
            if clock::is_past(deadline) {
                return Err(NotMeasured::Late);
            }
            let language = measured_language(&file.path).ok_or(NotMeasured::Gone)?;
            if self.index.is_unparsable(&file.path) {
                return Err(NotMeasured::Gone);
            }
            let mut bytes = Vec::new();
            let text = read_text(call.jail, &file.path, &self.sensitive, &mut bytes);
            let text = text.map_err(|_| NotMeasured::Gone)?;
            let functions = complexity::measure(text, language, Reasons::Dropped, deadline);
            functions.map(|functions| Complexity::of(&functions, language)).ok_or(NotMeasured::Late)
        });
        let mut found = Found { of_files: churned.len(), ..Found::default() };
        for (churned, measured) in churned.into_iter().zip(measured) {
            match measured.unwrap_or(Err(NotMeasured::Gone)) {
                Ok(complexity) => found.spots.push(Spot { churned, complexity, together: Vec::new() }),
                Err(NotMeasured::Gone) => found.gone += 1,
                Err(NotMeasured::Late) => found.late += 1,
            }
        }
        found
    }
}

impl Tool for Hotspot {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        self.answer(call)
    }
}

/// Vendored, generated and test files are no hotspots, nor is what has no functions.
fn is_written_here(path: &str) -> bool {
    let Some(language) = measured_language(path) else { return false };
    match class::of_path(path, Some(language)) {
        FileClass::Code | FileClass::Example | FileClass::Doc | FileClass::Data | FileClass::Migration => {
            true
        }
        FileClass::Test | FileClass::Locale | FileClass::Generated | FileClass::Vendored => false,
    }
}

fn measured_language(path: &str) -> Option<&'static Language> {
    language::of_path(path).filter(|language| complexity::is_measured(language))
}

enum NotMeasured {
    /// It is not there, or has no text.
    Gone,
    /// The time was up.
    Late,
}

/// How complicated a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Complexity {
    functions: usize,
    cyclomatic: u32,
    cognitive: u32,
    /// Its most complicated function: name, line, cognitive complexity.
    worst: Option<(String, u32, u32)>,
}

impl Complexity {
    fn of(functions: &[Function], language: &Language) -> Self {
        let sum = |of: fn(&Function) -> u32| functions.iter().map(of).fold(0_u32, u32::saturating_add);
        let worst = functions.iter().max_by_key(|one| (one.cognitive, one.cyclomatic));
        let separator = complexity::separator(language);
        Self {
            functions: functions.len(),
            cyclomatic: sum(|one| one.cyclomatic),
            cognitive: sum(|one| one.cognitive),
            worst: worst.map(|one| (one.qualified_name(separator), one.start_line, one.cognitive)),
        }
    }
}

/// A file that changes and is complicated.
#[derive(Debug)]
struct Spot {
    churned: Churned,
    complexity: Complexity,
    together: Vec<score::Coupled>,
}

impl Spot {
    fn score(&self) -> f64 {
        let complexity = f64::from(self.complexity.cognitive) + f64::from(self.complexity.cyclomatic);
        self.churned.weight() * complexity * score::bonus(self.together.len())
    }
}

/// What was found.
#[derive(Debug, Default)]
struct Found {
    spots: Vec<Spot>,
    of_files: usize,
    /// Files that are in the history and cannot be read now.
    gone: usize,
    /// Files for which there was no time.
    late: usize,
}

impl Found {
    /// Sorts by score and keeps the first. Says how many were left out.
    fn sort(&mut self, top: usize) -> usize {
        self.spots.sort_by(|a, b| {
            b.score().total_cmp(&a.score()).then_with(|| a.churned.path.cmp(&b.churned.path))
        });
        let left_out = self.spots.len().saturating_sub(top);
        self.spots.truncate(top);
        left_out
    }
}

#[cfg(test)]
mod tests;
