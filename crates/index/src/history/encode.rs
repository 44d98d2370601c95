//! Commits as the sections of the file. The same commits give the same bytes.

use std::collections::{BTreeMap, BTreeSet};

use foreword_text::tokens::Tokenizer;

use super::ChangeKind;
use super::file::{Header, SECTIONS, Section};
use super::log::LoggedCommit;
use super::message;
use crate::store::StoreError;
use crate::store::codec::put_number;

/// The bit of a commit's flags that says that it is a fix.
pub(super) const IS_FIX: u64 = 1;
/// Bits of a change that are its kind.
pub(super) const KIND_BITS: u32 = 2;

/// The sections of commits, newest first, and what the header says of them.
pub(super) fn encode(
    commits: &[LoggedCommit],
    header: &mut Header,
) -> Result<[Vec<u8>; SECTIONS.len()], StoreError> {
    header.commits = u32::try_from(commits.len()).map_err(|_| StoreError::TooLarge)?;
    header.newest_s = commits.first().map_or(0, |commit| commit.time_s);
    header.oldest_s = commits.last().map_or(0, |commit| commit.time_s);
    header.id_bytes = commits.first().map_or(0, |commit| (commit.id.len() / 2) as u8);
    let mut sections: [Vec<u8>; SECTIONS.len()] = Default::default();
    let authors = put_authors(commits, &mut sections[Section::Authors as usize]);
    let paths = put_paths(commits, &mut sections[Section::Paths as usize]);
    let words = put_terms(commits, &mut sections);
    let mut previous_s = header.newest_s;
    for (commit, words) in commits.iter().zip(words) {
        put_id(&commit.id, &mut sections[Section::Ids as usize]);
        sections[Section::Messages as usize].extend_from_slice(commit.message.as_bytes());
        put_changes(commit, &paths, &mut sections[Section::Changes as usize]);
        let is_fix = message::is_fix(message::subject(&commit.message));
        let row = &mut sections[Section::Commits as usize];
        put_number(row, previous_s.saturating_sub(commit.time_s));
        put_number(row, authors.get(&commit.author).map_or(0, |number| u64::from(*number)));
        put_number(row, if is_fix { IS_FIX } else { 0 });
        put_number(row, words);
        put_number(row, commit.message.len() as u64);
        put_number(row, u64::from(commit.files));
        put_number(row, commit.changes.len() as u64);
        previous_s = commit.time_s;
    }
    Ok(sections)
}

/// Numbers authors from the oldest commit on, so that a new one changes no number.
fn put_authors(commits: &[LoggedCommit], out: &mut Vec<u8>) -> BTreeMap<u64, u32> {
    let mut numbers = BTreeMap::new();
    for commit in commits.iter().rev() {
        let next = numbers.len() as u32;
        numbers.entry(commit.author).or_insert_with(|| {
            out.extend_from_slice(&commit.author.to_le_bytes());
            next
        });
    }
    numbers
}

/// Numbers paths in their order; each shares its beginning with the one before.
fn put_paths<'c>(commits: &'c [LoggedCommit], out: &mut Vec<u8>) -> BTreeMap<&'c str, u32> {
    let changes = commits.iter().flat_map(|commit| &commit.changes);
    let sorted: BTreeSet<&str> =
        changes.flat_map(|change| [Some(change.path.as_str()), change.from.as_deref()]).flatten().collect();
    put_number(out, sorted.len() as u64);
    let mut previous = "";
    for path in &sorted {
        let shared = previous.bytes().zip(path.bytes()).take_while(|(left, right)| left == right).count();
        put_number(out, shared as u64);
        put_number(out, (path.len() - shared) as u64);
        out.extend_from_slice(&path.as_bytes()[shared..]);
        previous = path;
    }
    sorted.into_iter().zip(0..).collect()
}

fn put_changes(commit: &LoggedCommit, paths: &BTreeMap<&str, u32>, out: &mut Vec<u8>) {
    let number = |path: &str| paths.get(path).copied().unwrap_or_default();
    let mut next = 0;
    for change in &commit.changes {
        let path = number(&change.path);
        put_number(out, u64::from(path - next) << KIND_BITS | kind_bits(change.kind));
        if let Some(from) = &change.from {
            put_number(out, u64::from(number(from)));
        }
        next = path + 1;
    }
}

fn kind_bits(kind: ChangeKind) -> u64 {
    match kind {
        ChangeKind::Added => 0,
        ChangeKind::Modified => 1,
        ChangeKind::Deleted => 2,
        ChangeKind::Renamed => 3,
    }
}

/// The reverse.
pub(super) fn kind_of(bits: u64) -> ChangeKind {
    match bits & 3 {
        0 => ChangeKind::Added,
        1 => ChangeKind::Modified,
        2 => ChangeKind::Deleted,
        _ => ChangeKind::Renamed,
    }
}

/// Writes the terms of all messages with their postings; returns the number of terms of each message.
fn put_terms(commits: &[LoggedCommit], sections: &mut [Vec<u8>; SECTIONS.len()]) -> Vec<u64> {
    let mut tokenizer = Tokenizer::for_files();
    // By term: commit and frequency.
    let mut postings: Vec<Vec<(u32, u32)>> = Vec::new();
    let mut words = Vec::with_capacity(commits.len());
    let mut numbers = Vec::new();
    for (commit, number) in commits.iter().zip(0_u32..) {
        numbers.clear();
        tokenizer.append_tokens(&commit.message, &mut numbers);
        words.push(numbers.len() as u64);
        numbers.sort_unstable();
        for same in numbers.chunk_by(|left, right| left == right) {
            let term = same[0] as usize;
            if postings.len() <= term {
                postings.resize_with(term + 1, Vec::new);
            }
            postings[term].push((number, same.len() as u32));
        }
    }
    let mut sorted: Vec<(&[u8], usize)> = (0..postings.len())
        .filter(|term| !postings[*term].is_empty())
        .map(|term| (tokenizer.token(term as u32), term))
        .collect();
    sorted.sort_unstable();
    put_number(&mut sections[Section::Terms as usize], sorted.len() as u64);
    for (text, term) in &sorted {
        let lists = &mut sections[Section::Postings as usize];
        let start = lists.len();
        put_postings(&postings[*term], lists);
        let length = lists.len() - start;
        let row = &mut sections[Section::Terms as usize];
        put_number(row, text.len() as u64);
        put_number(row, length as u64);
    }
    let texts = &mut sections[Section::Terms as usize];
    sorted.iter().for_each(|(text, _)| texts.extend_from_slice(text));
    words
}

/// A commit's distance from the one before; a bit says whether the term stands there more than once.
fn put_postings(postings: &[(u32, u32)], out: &mut Vec<u8>) {
    let mut next = 0;
    for (commit, frequency) in postings {
        put_number(out, u64::from(commit - next) << 1 | u64::from(*frequency > 1));
        if *frequency > 1 {
            put_number(out, u64::from(*frequency));
        }
        next = commit + 1;
    }
}

fn put_id(id: &str, out: &mut Vec<u8>) {
    for pair in id.as_bytes().chunks_exact(2) {
        let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or_default() as u8;
        out.push(digit(pair[0]) << 4 | digit(pair[1]));
    }
}
