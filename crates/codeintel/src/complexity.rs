//! `ci_complexity`: how complicated functions are, the worst first.
//!
//! path and symbol → files, the largest first → measured on a few threads until the time is up → sorted. Files are
//! listed by the index where there is one, and always read as they are now.

mod files;
mod names;
mod report;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foreword_model::clock;

use foreword_exec::spec::{ArgKind, ArgSpec, ToolSpec};
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::complexity::{self, Function, Reasons};
use foreword_index::language::Language;
use foreword_index::view::IndexView;

use crate::deep::nearest_now;
use crate::nodes::Nodes;
use files::{Candidate, Candidates};
pub(crate) use files::{Place, place, place_of};
use foreword_retrieve::parallel;
use foreword_retrieve::read_text;
use foreword_retrieve::symbol::{Symbol, nearest};

/// What is known of the tool before it runs.
pub(crate) static SPEC: ToolSpec = ToolSpec {
    name: Cow::Borrowed("ci_complexity"),
    description: Cow::Borrowed(
        "Complexity, length and nesting of the functions in a file or below a directory.",
    ),
    tier: 2,
    timeout_ms: 1_000,
    args: Some(ARGS),
    built: true,
};

const ARGS: &[ArgSpec] = &[
    ArgSpec { name: "path", kind: ArgKind::Path, required: false, doc: "The file or directory." },
    ArgSpec { name: "symbol", kind: ArgKind::Text, required: false, doc: "One function." },
    ArgSpec {
        name: "top",
        kind: ArgKind::Count { default: 20, ceiling: 20 },
        required: false,
        doc: "Functions in the answer.",
    },
    ArgSpec {
        name: "explain",
        kind: ArgKind::Choice(&["no", "yes"]),
        required: false,
        doc: "Whether the reason for each point is given.",
    },
];

/// The part of the time that is used: an answer that is late is no answer.
const TIME_SHARE: f64 = 0.8;

/// The tool.
pub(crate) struct Complexity {
    index: Arc<IndexView>,
    sensitive: Sensitive,
    excludes: Vec<String>,
}

impl Complexity {
    /// With the index that lists files, the files that are never read, and the globs that are not read besides.
    pub(crate) fn new(index: Arc<IndexView>, sensitive: Sensitive, excludes: Vec<String>) -> Self {
        Self { index, sensitive, excludes }
    }

    fn answer(&self, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let deadline = within(call.deadline, TIME_SHARE);
        let place = place(call, &self.sensitive, self.index.content(call.jail))?;
        let symbol = call.text("symbol").filter(|symbol| !symbol.is_empty());
        let asked = symbol.map(crate::deep::parse_symbol).transpose()?;
        let candidates = self.candidates(call, &place, asked.as_ref(), deadline);
        let mut found = self.measure(call.jail, candidates, asked.as_ref(), deadline);
        let near = match &asked {
            Some(asked) => {
                let all = std::mem::take(&mut found.functions);
                let (meant, others) = all.into_iter().partition(|one| names::means(asked, one));
                found.functions = meant;
                match found.functions.is_empty() {
                    true => self.nearest(call, asked, others),
                    false => Vec::new(),
                }
            }
            None => Vec::new(),
        };
        let top = call.count("top").unwrap_or(1);
        let left_out = found.sort(top);
        if call.text("explain") == Some("yes") {
            self.explain(call.jail, &mut found.functions, deadline);
        }
        let mut answer = report::report(&found, &place, asked.as_ref(), &near, left_out);
        answer.notes.extend(self.index.ask_for_refresh(call.jail.root()));
        Ok(answer)
    }

    fn candidates(
        &self,
        call: &Call<'_>,
        place: &Place,
        asked: Option<&Symbol>,
        deadline: Instant,
    ) -> Candidates {
        let listing = files::Listing {
            index: &self.index,
            sensitive: &self.sensitive,
            excludes: &self.excludes,
            jail: call.jail,
            deadline,
        };
        match asked {
            Some(asked) => listing.defining(place, asked.name()),
            None => listing.below(place),
        }
    }

    /// Measures files in their order until the time is up.
    fn measure(
        &self,
        jail: &Jail,
        candidates: Candidates,
        asked: Option<&Symbol>,
        deadline: Instant,
    ) -> Found {
        let Candidates { files, cut, mut unread } = candidates;
        let measured = parallel::map(&files, |_, file| {
            if clock::is_past(deadline) {
                return Measured::Late;
            }
            let is_worth = |text: &str| {
                asked.is_none_or(|asked| {
                    memchr::memmem::find(text.as_bytes(), asked.name().as_bytes()).is_some()
                })
            };
            self.measure_one(jail, file, is_worth, deadline)
        });
        let mut found = Found { cut, ..Found::default() };
        for (file, measured) in files.into_iter().zip(measured) {
            let measured = measured.unwrap_or(Measured::Unread);
            found.of_files += usize::from(!matches!(measured, Measured::Gone));
            match measured {
                Measured::Gone => {}
                Measured::Late => found.late += 1,
                Measured::Unread => unread += 1,
                Measured::Passed => found.files += 1,
                Measured::Functions(functions) => {
                    found.files += 1;
                    let path: Arc<str> = file.path.into();
                    let language = file.language;
                    let measured = functions.into_iter();
                    found.functions.extend(measured.map(|function| One {
                        path: Arc::clone(&path),
                        language,
                        function,
                    }));
                }
            }
        }
        found.unread = unread;
        found.measured = found.functions.len();
        found
    }

    fn measure_one(
        &self,
        jail: &Jail,
        file: &Candidate,
        is_worth: impl Fn(&str) -> bool,
        deadline: Instant,
    ) -> Measured {
        let mut bytes = Vec::new();
        let Ok(text) = read_text(jail, &file.path, &self.sensitive, &mut bytes) else {
            // The index may list what was there when it was built.
            return if jail.stamp(&file.path).is_some() { Measured::Unread } else { Measured::Gone };
        };
        if self.index.is_unparsable(&file.path) {
            return Measured::Unread;
        }
        if !is_worth(text) {
            return Measured::Passed;
        }
        match complexity::measure(text, file.language, Reasons::Dropped, deadline) {
            Some(functions) => Measured::Functions(functions),
            None if clock::is_past(deadline) => Measured::Late,
            None => Measured::Unread,
        }
    }

    /// Measures the files of the answer once more, with reasons.
    fn explain(&self, jail: &Jail, shown: &mut [One], deadline: Instant) {
        // Little is left to do, and the answer needs it.
        let deadline = deadline + Duration::from_millis(50);
        let mut paths: Vec<(Arc<str>, &'static Language)> =
            shown.iter().map(|one| (Arc::clone(&one.path), one.language)).collect();
        paths.sort_by(|a, b| a.0.cmp(&b.0));
        paths.dedup_by(|a, b| a.0 == b.0);
        let measured = parallel::map(&paths, |_, (path, language)| {
            let mut bytes = Vec::new();
            let text = read_text(jail, path, &self.sensitive, &mut bytes).ok()?;
            complexity::measure(text, language, Reasons::Kept, deadline)
        });
        for ((path, _), functions) in paths.iter().zip(measured) {
            for function in functions.flatten().unwrap_or_default() {
                let is_it = |one: &&mut One| {
                    one.path == *path
                        && one.function.start_line == function.start_line
                        && one.function.name == function.name
                        && one.function.cyclomatic == function.cyclomatic
                };
                if let Some(one) = shown.iter_mut().find(is_it) {
                    one.function.reasons = function.reasons;
                }
            }
        }
    }

    /// The names that are most like one that is unknown.
    fn nearest(&self, call: &Call<'_>, asked: &Symbol, others: Vec<One>) -> Vec<String> {
        let read: Vec<String> = others.into_iter().map(|one| one.function.name).collect();
        let Some(store) = self.index.usable() else { return nearest(asked.name(), read.into_iter()) };
        nearest_now(asked, store, &read, &Nodes::new(store, call, &self.sensitive, &self.index))
    }
}

impl Tool for Complexity {
    fn spec(&self) -> &ToolSpec {
        &SPEC
    }

    fn run(&self, _permit: &Permit, call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        self.answer(call)
    }
}

/// A share of the time until a deadline.
pub(crate) fn within(deadline: Instant, share: f64) -> Instant {
    let now = clock::now();
    now + deadline.saturating_duration_since(now).mul_f64(share)
}

/// What became of a file.
enum Measured {
    /// Its functions.
    Functions(Vec<Function>),
    /// It cannot hold what is asked for.
    Passed,
    /// It was too large, binary, or not to be parsed.
    Unread,
    /// It is there no more.
    Gone,
    /// The time was up.
    Late,
}

/// A function with its file.
#[derive(Debug)]
struct One {
    path: Arc<str>,
    language: &'static Language,
    function: Function,
}

impl One {
    fn symbol(&self) -> String {
        self.function.qualified_name(complexity::separator(self.language))
    }
}

/// What was measured.
#[derive(Debug, Default)]
struct Found {
    functions: Vec<One>,
    /// Functions that were measured.
    measured: usize,
    /// Files that were measured.
    files: usize,
    of_files: usize,
    /// Files for which there was no time.
    late: usize,
    /// Files that could not be read or parsed.
    unread: usize,
    /// Why not all files are known.
    cut: Option<&'static str>,
}

impl Found {
    /// Sorts by cognitive, then cyclomatic complexity, and keeps the first. Says how many were left out.
    fn sort(&mut self, top: usize) -> usize {
        self.functions.sort_by(|a, b| {
            let rank = |one: &One| (one.function.cognitive, one.function.cyclomatic, one.function.lines());
            let by_place = || a.path.cmp(&b.path).then(a.function.start_line.cmp(&b.function.start_line));
            rank(b).cmp(&rank(a)).then_with(by_place)
        });
        let left_out = self.functions.len().saturating_sub(top);
        self.functions.truncate(top);
        left_out
    }
}

#[cfg(test)]
mod tests;
