//! Which files may hold word for word what a query writes: those in which one passage holds its rarest words, by the postings.

use std::collections::{HashMap, HashSet};

use foreword_index::store::StoreError;
use foreword_index::walk::WalkedFile;
use foreword_text::tokens;

use super::{Indexed, Search};
use crate::passage_scores::PassagePosting;
use crate::query::Query;
use crate::query_postings::QueryPostings;

/// Files that a question reads because they may hold it word for word.
const QUOTED_FILES: usize = 12;
/// Terms of a literal that are looked for in one passage.
const LITERAL_TERMS: usize = 4;
/// A literal whose words stand in more passages together is looked for only where other words lead.
const LITERAL_PASSAGES: usize = 60;
/// What a message counts beside a text in quotation marks.
const MESSAGE_WEIGHT: f64 = 0.6;
/// What a literal counts in the first pass that a single passage holds.
const QUOTED_VALUE: f64 = 4.0;

impl Indexed<'_> {
    /// Adds the files that hold what the query may quote, the surest first.
    pub(super) fn add_quoted(
        &self,
        files: &mut Vec<WalkedFile>,
        quoted: &HashMap<usize, f64>,
        search: &Search<'_>,
    ) {
        let mut quoted: Vec<(usize, f64)> = quoted.iter().map(|(file, value)| (*file, *value)).collect();
        quoted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        for (file, _) in quoted.into_iter().take(QUOTED_FILES) {
            let record = &self.records[file];
            if !search.leaves_out(&record.path) && !files.iter().any(|known| known.path == record.path) {
                files.push(record.walked());
            }
        }
    }

    /// The files that hold all words of a literal in one passage, with how rare that is.
    pub(super) fn quoted(
        &self,
        counted: &QueryPostings,
        query: &Query,
        postings: &[Vec<PassagePosting>],
    ) -> Result<HashMap<usize, f64>, StoreError> {
        let mut found: HashMap<usize, f64> = HashMap::new();
        let literals = query.literals.iter().chain(&query.keys);
        let quotes = literals.map(|literal| (literal.text.as_str(), literal.weight));
        let messages = query.messages().map(|message| (message, MESSAGE_WEIGHT));
        for (text, weight) in quotes.chain(messages) {
            let held = self.holding_all(counted, query, postings, text)?;
            if (1..=LITERAL_PASSAGES).contains(&held.len()) {
                let value = weight * QUOTED_VALUE / (held.len() as f64).sqrt();
                for (file, _) in held {
                    let known = found.entry(file as usize).or_default();
                    *known = known.max(value);
                }
            }
        }
        Ok(found)
    }

    /// The passages, by file and number, that hold the rarest words of a text; none of a text with nothing to look for.
    fn holding_all(
        &self,
        counted: &QueryPostings,
        query: &Query,
        postings: &[Vec<PassagePosting>],
        text: &str,
    ) -> Result<HashSet<(u32, u32)>, StoreError> {
        let words = tokens::tokenize(text);
        let mut known: Vec<&[PassagePosting]> = Vec::new();
        for word in &words {
            let term = query.terms.iter().position(|term| term.text == *word);
            known.extend(term.map(|term| postings[term].as_slice()));
        }
        known.sort_by_key(|postings| postings.len());
        known.truncate(LITERAL_TERMS);
        // The compound of an identifier stands last, is no term of the query, and is the rarest.
        let compound = words.last().filter(|_| !text.contains(' '));
        let mut held = match compound.filter(|word| !query.terms.iter().any(|term| term.text == **word)) {
            Some(word) => Some(self.chunks_of(counted, word)?),
            None => None,
        };
        for postings in known {
            let of_term = postings.iter().map(|posting| (posting.file, posting.chunk));
            held = Some(match held {
                Some(held) => of_term.filter(|place| held.contains(place)).collect(),
                None => of_term.collect(),
            });
        }
        Ok(held.unwrap_or_default())
    }

    fn chunks_of(&self, counted: &QueryPostings, term: &str) -> Result<HashSet<(u32, u32)>, StoreError> {
        let mut found = HashSet::new();
        for posting in self.store.chunk_term(term)? {
            let posting = posting?;
            if let Some(file) = counted.place(posting.chunk.file) {
                found.insert((u32::try_from(file).unwrap_or(u32::MAX), posting.chunk.number));
            }
        }
        Ok(found)
    }
}
