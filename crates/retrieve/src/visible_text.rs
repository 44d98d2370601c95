//! Texts that users see: a label or message in a file of translations leads by its key to the code that shows it.
//!
//! Found by the postings of those files alone, then by their lines. In a Chinese prompt the English of the same key gives the
//! words that the code is likelier to use. The file of translations itself is no answer.

use std::collections::{BTreeSet, HashMap, HashSet};

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::class::{FileClass, LocaleLanguage, locale_of};
use foreword_index::store::{ChunkId, FileId, FileRecord, Store, StoreError};
use foreword_index::walk::content::{ContentRules, EntryKind};
use foreword_text::han::is_han;
use foreword_text::identifiers::{self, TextPiece};
use foreword_text::tokens;

use super::literals::Literal;
use super::query::{Label, Query};
use super::scan::read_text;

/// Passages of translation files that are read.
const PASSAGES_MAX: usize = 8;
/// Texts that are followed to their key.
const TEXTS_MAX: usize = 6;
/// A text below this share of the best is not followed.
const SHARE_MIN: f64 = 0.4;
/// A text that says less than this is not meant.
const VALUE_MIN: f64 = 3.0;
/// A text that a prompt quotes whole.
const QUOTED_VALUE: f64 = 12.0;
/// A shorter key is a word like any other.
const KEY_BYTES_MIN: usize = 6;
/// How much the English of a text counts beside the prompt's own words.
const ENGLISH_WEIGHT: f64 = 0.5;
/// Words taken from the English of texts.
const ENGLISH_WORDS_MAX: usize = 10;
/// A term in more passages of translations than one in so many tells nothing.
const COMMON_SHARE: usize = 10;

/// What a search reads translations with.
pub(super) struct Translations<'t> {
    pub(super) store: &'t Store,
    pub(super) records: &'t [FileRecord],
    pub(super) ids: &'t [FileId],
    pub(super) jail: &'t Jail,
    pub(super) sensitive: &'t Sensitive,
    /// What is content now, whatever was when the index was built.
    pub(super) content: &'t ContentRules,
}

/// One text with its key.
#[derive(Debug, Clone, PartialEq)]
struct VisibleText {
    key: String,
    text: String,
    /// The file that has it.
    record: usize,
    value: f64,
}

impl Translations<'_> {
    /// Adds to a query the keys of texts that are like it, and in a Chinese one the English words of those texts.
    pub(super) fn add_to(&self, query: &mut Query) -> Result<(), StoreError> {
        let asked = AskedWords::of(query);
        // Plain English words are in the code as they are in the texts.
        if !asked.is_chinese && asked.quoted.is_empty() {
            return Ok(());
        }
        let mut files: HashMap<FileId, usize> = HashMap::new();
        let mut english: Vec<usize> = Vec::new();
        for (at, record) in
            self.records.iter().enumerate().filter(|(_, record)| record.class == FileClass::Locale)
        {
            let language = locale_of(&record.path);
            if !matches!(language, Some(LocaleLanguage::English | LocaleLanguage::Chinese)) {
                continue;
            }
            // Asked last: the rules about names cost more than a look at the path.
            let is_hidden = self.sensitive.matches(&record.path)
                || self.content.refused(&record.path, EntryKind::File).is_some();
            if is_hidden {
                continue;
            }
            files.insert(self.ids[at], at);
            if language == Some(LocaleLanguage::English) {
                english.push(at);
            }
        }
        if files.is_empty() {
            return Ok(());
        }
        let passages = self.passages(&asked, &files)?;
        let mut texts = self.texts(&asked, &passages, &files)?;
        texts.sort_by(|a, b| b.value.total_cmp(&a.value).then_with(|| a.key.cmp(&b.key)));
        texts.dedup_by(|one, other| one.key == other.key);
        let best = texts.first().map_or(0.0, |text| text.value).max(VALUE_MIN / SHARE_MIN);
        texts.retain(|text| text.value >= best * SHARE_MIN);
        texts.truncate(TEXTS_MAX);
        if asked.is_chinese {
            self.add_english(query, &texts, &english);
        }
        for text in texts.into_iter().filter(|text| is_telling_key(&text.key)) {
            query.labels.push(Label { text: text.text, path: self.records[text.record].path.clone() });
            query.keys.push(Literal { text: text.key, weight: (text.value / QUOTED_VALUE).min(1.0) });
        }
        Ok(())
    }

    /// The passages of translations that hold most of what is asked.
    fn passages(
        &self,
        asked: &AskedWords,
        files: &HashMap<FileId, usize>,
    ) -> Result<Vec<(ChunkId, f64)>, StoreError> {
        let mut held: HashMap<ChunkId, f64> = HashMap::new();
        let all = self.store.statistics().chunks.max(1) as f64;
        for (term, weight) in &asked.terms {
            let mut of_term: BTreeSet<ChunkId> = BTreeSet::new();
            let mut count = 0_usize;
            for posting in self.store.chunk_term(term)? {
                let posting = posting?;
                count += 1;
                if files.contains_key(&posting.chunk.file) {
                    of_term.insert(posting.chunk);
                }
            }
            let rarity = (1.0 + all / (1.0 + count as f64)).ln();
            of_term.into_iter().for_each(|chunk| *held.entry(chunk).or_default() += weight * rarity);
        }
        let mut held: Vec<(ChunkId, f64)> = held.into_iter().collect();
        held.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        held.truncate(PASSAGES_MAX);
        Ok(held)
    }

    fn texts(
        &self,
        asked: &AskedWords,
        passages: &[(ChunkId, f64)],
        files: &HashMap<FileId, usize>,
    ) -> Result<Vec<VisibleText>, StoreError> {
        let mut found = Vec::new();
        let mut holding: HashMap<&str, usize> = HashMap::new();
        let mut entries: Vec<(String, String, usize)> = Vec::new();
        let mut read: HashMap<usize, String> = HashMap::new();
        for (chunk, _) in passages {
            let Some(lines) = self.store.chunk(*chunk)? else { continue };
            let Some(at) = files.get(&chunk.file).copied() else { continue };
            let text = read.entry(at).or_insert_with(|| self.read(at));
            let first = lines.start_line.saturating_sub(2) as usize;
            let of_chunk: Vec<&str> =
                text.lines().skip(first).take((lines.end_line + 2) as usize - first).collect();
            let found = entries_of(&self.records[at].path, &of_chunk).into_iter();
            entries.extend(found.map(|(key, text)| (key, text, at)));
        }
        entries.sort_unstable();
        entries.dedup_by(|(key, text, _), other| (&*key, &*text) == (&other.0, &other.1));
        let words: Vec<HashSet<String>> = entries.iter().map(|(_, text, _)| asked.words_in(text)).collect();
        for word in words.iter().flatten() {
            if let Some((known, _)) = asked.terms.iter().find(|(term, _)| term == word) {
                *holding.entry(known).or_default() += 1;
            }
        }
        let most = (entries.len() / COMMON_SHARE).max(3);
        for ((key, text, record), words) in entries.iter().zip(&words) {
            let mut value = 0.0;
            let mut held = 0_u32;
            for (term, weight) in asked.terms.iter().filter(|(term, _)| words.contains(term)) {
                let count = holding.get(term.as_str()).copied().unwrap_or(1);
                if count <= most {
                    value += weight * (1.0 + 400.0 / count as f64).ln();
                    held += 1;
                }
            }
            let length = asked.length_of(text).max(1) as f64;
            let few = match held {
                0 => continue,
                1 => 0.3,
                2 => 0.75,
                _ => 1.0,
            };
            value = value / (2.0 + length).sqrt() * few * (0.4 + 0.6 * (f64::from(held) / length).min(1.0));
            if asked.quoted.contains(&text.to_lowercase()) {
                value += QUOTED_VALUE;
            }
            found.push(VisibleText { key: key.clone(), text: text.clone(), record: *record, value });
        }
        Ok(found)
    }

    fn read(&self, at: usize) -> String {
        let mut bytes = Vec::new();
        read_text(self.jail, &self.records[at].path, self.sensitive, &mut bytes)
            .map(str::to_owned)
            .unwrap_or_default()
    }

    /// Adds the words of the same keys in English.
    fn add_english(&self, query: &mut Query, texts: &[VisibleText], english: &[usize]) {
        let mut wanted: Vec<&str> = texts.iter().map(|text| text.key.as_str()).collect();
        let mut added = 0;
        for at in english {
            if wanted.is_empty() {
                return;
            }
            let text = self.read(*at);
            let lines: Vec<&str> = text.lines().collect();
            for (key, english) in entries_of(&self.records[*at].path, &lines) {
                let Some(known) = wanted.iter().position(|wanted| *wanted == key) else { continue };
                wanted.swap_remove(known);
                for word in identifiers::split_identifiers(&english) {
                    if added < ENGLISH_WORDS_MAX && query.add_related_word(&word, ENGLISH_WEIGHT) {
                        added += 1;
                    }
                }
            }
        }
    }
}

/// Whether a key names one thing: it is joined of several words, or long.
fn is_telling_key(key: &str) -> bool {
    let has_joint = key.trim_matches('_').contains(['_', '.', '-', ' ']);
    let has_hump =
        key.bytes().zip(key.bytes().skip(1)).any(|(a, b)| a.is_ascii_lowercase() && b.is_ascii_uppercase());
    key.len() >= KEY_BYTES_MIN && (has_joint || has_hump || key.len() >= 2 * KEY_BYTES_MIN)
}

/// What is asked, as texts are compared with it.
struct AskedWords {
    /// Terms as the index keeps them, with their weight.
    terms: Vec<(String, f64)>,
    /// Whole texts that are quoted, in lower case.
    quoted: HashSet<String>,
    is_chinese: bool,
}

impl AskedWords {
    fn of(query: &Query) -> Self {
        let is_chinese = query.concepts.iter().any(|concept| concept.shown.starts_with(is_han));
        let mut terms: Vec<(String, f64)> = Vec::new();
        if is_chinese {
            for concept in query.concepts.iter().filter(|concept| concept.shown.starts_with(is_han)) {
                for pair in identifiers::split_bigrams(&concept.shown) {
                    if !terms.iter().any(|(known, _)| *known == pair) {
                        terms.push((pair, concept.weight.min(1.0)));
                    }
                }
            }
        } else {
            for term in query.terms.iter().filter(|term| term.factor >= 1.0) {
                let concept = &query.concepts[term.concept];
                if !concept.generic && !terms.iter().any(|(known, _)| *known == term.text) {
                    terms.push((term.text.clone(), concept.weight.min(1.0)));
                }
            }
        }
        let quoted = query
            .literals
            .iter()
            .filter(|literal| literal.text.contains([' ']) || literal.text.chars().any(is_han));
        Self { terms, quoted: quoted.map(|literal| literal.text.to_lowercase()).collect(), is_chinese }
    }

    fn words_in(&self, text: &str) -> HashSet<String> {
        tokens::tokenize(text).into_iter().collect()
    }

    /// Words of a text, or pairs of its characters.
    fn length_of(&self, text: &str) -> usize {
        identifiers::split_pieces(text)
            .map(|(_, piece)| match piece {
                TextPiece::Word(_) => 1,
                TextPiece::CjkRun(run) => identifiers::split_bigrams(run).len(),
            })
            .sum()
    }
}

/// The texts of some lines of a file of translations, each with its key; a `.po` file's key is the English text.
fn entries_of(path: &str, lines: &[&str]) -> Vec<(String, String)> {
    let ending = path.rsplit('.').next().unwrap_or_default();
    match ending {
        "po" | "pot" => entries_of_po(lines),
        "xlf" | "xliff" => entries_between(lines, "<source>", "</source>"),
        "xml" | "resx" => lines.iter().filter_map(|line| entry_of_xml(line)).collect(),
        _ => lines.iter().filter_map(|line| entry_of_line(line)).collect(),
    }
}

/// `"key": "text"`, `key: text`, `key = text`.
fn entry_of_line(line: &str) -> Option<(String, String)> {
    let line = line.trim().trim_end_matches(',');
    if let Some(rest) = line.strip_prefix('"') {
        let (key, rest) = rest.split_once('"')?;
        let text = rest.trim_start().trim_start_matches([':', '=']).trim();
        let text = text.strip_prefix('"')?.trim_end_matches(';').strip_suffix('"')?;
        return Some((key.to_owned(), text.replace("\\\"", "\"")));
    }
    if line.starts_with(['#', '/', '!']) {
        return None;
    }
    let (key, text) = line.split_once([':', '='])?;
    let text = text.trim().trim_matches(['"', '\'']);
    let is_key = !key.trim().is_empty() && !key.trim().contains(' ');
    (is_key && !text.is_empty()).then(|| (key.trim().trim_matches(['"', '\'']).to_owned(), text.to_owned()))
}

/// `<string name="key">text</string>`.
fn entry_of_xml(line: &str) -> Option<(String, String)> {
    let (_, rest) = line.split_once("name=\"")?;
    let (key, rest) = rest.split_once('"')?;
    let (_, text) = rest.split_once('>')?;
    let text = text.split('<').next()?;
    Some((key.to_owned(), text.to_owned()))
}

fn entries_between(lines: &[&str], open: &str, close: &str) -> Vec<(String, String)> {
    let text = |line: &&str| {
        let (_, rest) = line.split_once(open)?;
        let text = rest.split(close).next()?.trim();
        Some((text.to_owned(), text.to_owned()))
    };
    lines.iter().filter_map(text).collect()
}

fn entries_of_po(lines: &[&str]) -> Vec<(String, String)> {
    let quoted = |line: &str| line.trim().trim_matches('"').replace("\\\"", "\"");
    let mut found: Vec<(String, String)> = Vec::new();
    let (mut key, mut text, mut in_text) = (String::new(), String::new(), false);
    let mut push = |key: &mut String, text: &mut String| {
        let (key, text) = (std::mem::take(key), std::mem::take(text));
        if !key.is_empty() {
            found.push((key.clone(), if text.is_empty() { key } else { text }));
        }
    };
    for line in lines {
        if let Some(rest) = line.strip_prefix("msgid ") {
            push(&mut key, &mut text);
            (key, in_text) = (quoted(rest), false);
        } else if let Some(rest) = line.strip_prefix("msgstr ") {
            (text, in_text) = (quoted(rest), true);
        } else if line.starts_with('"') {
            if in_text { &mut text } else { &mut key }.push_str(&quoted(line));
        }
    }
    push(&mut key, &mut text);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_gives_keys_and_texts() {
        for (path, text, expected) in [
            (
                "i18n/en.json",
                "  \"storage_full\": \"Your storage is full\",",
                ("storage_full", "Your storage is full"),
            ),
            ("config/locales/en.yml", "  late_fee: \"Late fee\"", ("late_fee", "Late fee")),
            ("messages.properties", "loan.late=The loan is late", ("loan.late", "The loan is late")),
            ("res/values/strings.xml", "<string name=\"loan_late\">Late</string>", ("loan_late", "Late")),
            ("messages.en.xlf", "<source>Renew loan</source>", ("Renew loan", "Renew loan")),
            ("django.po", "msgid \"Renew loan\"\nmsgstr \"续借\"", ("Renew loan", "续借")),
        ] {
            let lines: Vec<&str> = text.lines().collect();
            let (key, text) = expected;
            assert_eq!(entries_of(path, &lines), [(key.to_owned(), text.to_owned())], "{path}");
        }
    }

    #[test]
    fn a_key_that_is_a_plain_word_leads_nowhere() {
        assert!(
            is_telling_key("storage_full") && is_telling_key("loanIsLate") && is_telling_key("Renew loan")
        );
        assert!(!is_telling_key("save") && !is_telling_key("delete"));
    }
}
