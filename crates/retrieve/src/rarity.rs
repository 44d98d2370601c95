//! What stands in code as the query writes it, and how rare that is: a message or a name that hardly any other line holds is
//! what is asked for.

use std::collections::HashMap;

use foreword_index::class::FileClass;

use super::features::Ask;
use super::query::Query;
use super::scan::Scanned;
use crate::word_runs::WordRuns;

/// A literal on no more lines of code is a name of one thing.
const FEW_LINES: usize = 3;
const FEW_LINES_FACTOR: f64 = 1.5;
/// More lines say nothing.
const MANY_LINES: usize = 60;
/// A run of words in more files is a phrase of the trade.
const RUN_FILES_MAX: usize = 3;
/// So many runs on one line that hardly any other file holds are a message.
const MESSAGE_RUNS: usize = 3;

/// How often literals and runs of words stand in the files that were read: what is rare says most.
#[derive(Debug, Default)]
pub(super) struct Rarity {
    /// By literal: lines of code, and lines in all.
    literal_lines: Vec<(usize, usize)>,
    /// By key of a text that users see: lines outside translations and tests.
    key_lines: Vec<usize>,
    /// By run: files of code, and other files.
    run_files: HashMap<u64, (u32, u32)>,
    /// Rare runs on one line that make it a message: of a question, all that it has.
    message_runs: usize,
    files: f64,
}

impl Rarity {
    /// Counts over all files that were read.
    pub(super) fn count<'s>(query: &Query, scanned: impl Iterator<Item = &'s Scanned>, files: usize) -> Self {
        let mut rarity = Self {
            literal_lines: vec![(0, 0); query.literals.len()],
            key_lines: vec![0; query.keys.len()],
            run_files: HashMap::new(),
            message_runs: match query.ask {
                Ask::Question => WordRuns::of_content(&query.told).len().max(1),
                Ask::Report | Ask::Prompt => MESSAGE_RUNS,
            },
            files: files.max(1) as f64,
        };
        for scanned in scanned {
            let is_code = is_code(scanned);
            for (literal, _) in &scanned.hits.verbatim.literal_lines {
                let (code, all) = &mut rarity.literal_lines[usize::from(*literal)];
                *code += usize::from(is_code);
                *all += 1;
            }
            for (key, _) in scanned.hits.verbatim.key_lines.iter().filter(|_| is_code) {
                rarity.key_lines[usize::from(*key)] += 1;
            }
            for run in &scanned.hits.verbatim.runs.runs {
                let (code, others) = rarity.run_files.entry(*run).or_default();
                *code += u32::from(is_code);
                *others += u32::from(!is_code);
            }
        }
        rarity
    }

    /// What a literal says where it stands.
    pub(super) fn of_literal(&self, query: &Query, literal: u8) -> f64 {
        let (code, all) = self.literal_lines[usize::from(literal)];
        let lines = if code > 0 { code } else { all };
        if all > MANY_LINES && code > FEW_LINES {
            return 0.0;
        }
        let weight = query.literals[usize::from(literal)].weight;
        let few = if lines <= FEW_LINES && weight > 0.6 { FEW_LINES_FACTOR } else { 1.0 };
        // Ten passages a file, roughly.
        weight * few * (1.0 + 10.0 * self.files / (1.0 + lines as f64)).ln()
    }

    /// What a run of words says where it stands.
    pub(super) fn of_run(&self, run: u64, is_code: bool) -> f64 {
        let (code, others) = self.run_files.get(&run).copied().unwrap_or_default();
        let holding = if is_code { code } else { others } as usize;
        if (1..=RUN_FILES_MAX).contains(&holding) { 1.0 / holding as f64 } else { 0.0 }
    }

    /// Lines used by a key of a text that users see.
    pub(super) fn lines_of_key(&self, key: u8) -> usize {
        self.key_lines[usize::from(key)]
    }

    /// Lines of a file of code that hold what the query writes, where hardly any other line does.
    pub(super) fn rare_lines(&self, query: &Query, scanned: &Scanned) -> Vec<u32> {
        if !is_code(scanned) {
            return Vec::new();
        }
        let mut rare = Vec::new();
        for (literal, line) in &scanned.hits.verbatim.literal_lines {
            let (code, _) = self.literal_lines[usize::from(*literal)];
            if code <= FEW_LINES && query.literals[usize::from(*literal)].is_telling() {
                rare.push(*line);
            }
        }
        let runs = &scanned.hits.verbatim.runs.lines;
        for of_line in runs.chunk_by(|(_, line), (_, next)| line == next) {
            let rare_runs = of_line.iter().filter(|(run, _)| self.of_run(*run, true) > 0.0).count();
            if rare_runs >= self.message_runs {
                rare.push(of_line[0].1);
            }
        }
        rare
    }
}

/// Whether a file is neither test, example nor prose.
pub(super) fn is_code(scanned: &Scanned) -> bool {
    !matches!(
        scanned.file.class,
        FileClass::Test | FileClass::Example | FileClass::Doc | FileClass::Locale | FileClass::Generated
    )
}
