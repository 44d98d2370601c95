//! Why a place is shown, in words that help the reader. What a path or a name says by itself is not said again, so many a
//! place has no reason at all.

use foreword_guard::escape;
use foreword_model::limits;
use foreword_text::truncate::ellipsize;

use super::evidence::RankedPassage;
use super::features::Feature;
use super::passages::Passage;
use super::rank::Evidence;
use super::scan::Scanned;
use super::vocabulary::{Vocabulary, counts_of};

/// Words named in a reason.
const WORDS_NAMED: usize = 4;
/// Characters of a label in a reason.
const LABEL_CHARS: usize = 60;
/// Lines before a message on which it may be raised.
const RAISED_BEFORE: u32 = 2;
/// What stands before a message that a program ends with.
const RAISING: [&str; 11] = [
    "raise ",
    "throw ",
    "panic",
    "bail!",
    "abort(",
    "die(",
    "reject(",
    "Error(",
    "Errorf(",
    "errors.New(",
    "Exception(",
];
/// What stands on a line that reads a variable of the environment, in lower case.
const READING: [&str; 4] = ["getenv", "environ", "process.env", "env::var"];

/// A passage with what put it into the answer.
pub(super) struct ReasonedPlace<'f> {
    pub(super) scanned: &'f Scanned,
    pub(super) evidence: &'f Evidence,
    /// The passage; without one, the file is the answer.
    pub(super) place: Option<(&'f RankedPassage, &'f Passage)>,
    pub(super) text: &'f str,
}

/// The reasons, in words, the strongest first; nothing where the place speaks for itself.
pub(super) fn why(found: &ReasonedPlace<'_>, vocabulary: &Vocabulary<'_>) -> Option<String> {
    let ReasonedPlace { evidence, place, .. } = found;
    let mut reasons = Vec::new();
    if let Some(line) = place.and_then(|(ranked, _)| ranked.named_line) {
        reasons.push(format!("holds line {line}, named in the request"));
    } else if evidence.has(Feature::NamedFile) {
        reasons.push("named in the request".to_owned());
    } else if evidence.has(Feature::NamedDirectory) {
        reasons.push("below a directory named in the request".to_owned());
    }
    match place {
        Some((ranked, passage)) => {
            if ranked.is_symbol {
                reasons.push(format!("defines {}", escape::symbol(&passage.definition.name)));
            } else {
                let quoted = ranked.is_quoted.then(|| found.quoted(passage, vocabulary)).flatten();
                reasons.extend(quoted.or_else(|| found.label(passage, vocabulary)));
            }
            if !passage.definition.is_whole {
                reasons.push("its end was not found".to_owned());
            }
        }
        None => {
            let mentioned = words(vocabulary, |term| counts_of(&found.scanned.hits.counts, term).all > 0);
            if !mentioned.is_empty() {
                reasons.push(format!("mentions {mentioned}"));
            }
        }
    }
    let said = reasons.join("; ");
    (!said.is_empty()).then(|| ellipsize(&said, limits::SUMMARY_CHARS).into_owned())
}

impl ReasonedPlace<'_> {
    /// What of the request stands in a passage word for word.
    fn quoted(&self, passage: &Passage, vocabulary: &Vocabulary<'_>) -> Option<String> {
        let verbatim = &self.scanned.hits.verbatim;
        let is_inside = |line: u32| (passage.first..=passage.last).contains(&line);
        let literals = &vocabulary.query.literals;
        let literal = verbatim
            .literal_lines
            .iter()
            .filter(|(number, line)| is_inside(*line) && literals[usize::from(*number)].is_telling())
            .min_by_key(|(number, line)| (*number, *line));
        if let Some((number, line)) = literal {
            let text = &literals[usize::from(*number)].text;
            return Some(if text.contains(' ') {
                self.of_message(*line)
            } else if self.reads_variable(text, *line) {
                format!("reads {}", escape::symbol(text))
            } else {
                format!("holds {}", escape::symbol(text))
            });
        }
        verbatim.runs.lines.iter().find(|(_, line)| is_inside(*line)).map(|(_, line)| self.of_message(*line))
    }

    /// The text that users see of which a passage uses the key.
    fn label(&self, passage: &Passage, vocabulary: &Vocabulary<'_>) -> Option<String> {
        let mut keys = self.scanned.hits.verbatim.key_lines.iter();
        let (key, _) = keys.find(|(_, line)| (passage.first..=passage.last).contains(line))?;
        let label = &vocabulary.query.labels[usize::from(*key)];
        let text = escape::quoted(&ellipsize(&label.text, LABEL_CHARS));
        Some(format!("label {text} in {}", escape::symbol(&label.path)))
    }

    /// What the code does with a message of the request on a line.
    fn of_message(&self, line: u32) -> String {
        let before = line.saturating_sub(1 + RAISED_BEFORE) as usize;
        // What is only logged is not raised.
        let raises = |text: &str| {
            RAISING.iter().any(|word| text.contains(word)) && !text.to_lowercase().contains("log")
        };
        let around = line as usize - before;
        match self.text.lines().skip(before).take(around).any(raises) {
            true => "raises this message".to_owned(),
            false => "holds this text".to_owned(),
        }
    }

    /// Whether a line asks the environment for a variable.
    fn reads_variable(&self, name: &str, line: u32) -> bool {
        let text = self.text.lines().nth(line as usize - 1).unwrap_or_default();
        let Some((before, after)) = text.split_once(name) else { return false };
        let before = before.to_lowercase();
        let after = after.trim_start_matches(['"', '\'', '`', ')', ']', ' ']);
        let is_set = after.starts_with('=') && !after.starts_with("==");
        READING.iter().any(|word| before.contains(word)) && !is_set
    }
}

/// The notions that `holds` finds, as the person wrote them.
fn words(vocabulary: &Vocabulary<'_>, holds: impl Fn(usize) -> bool) -> String {
    let query = vocabulary.query;
    let mut found: Vec<&str> = Vec::new();
    for (number, term) in query.terms.iter().enumerate() {
        let concept = &query.concepts[term.concept];
        let shown = concept.shown.as_str();
        if holds(number) && !concept.own_name && !found.contains(&shown) && found.len() < WORDS_NAMED {
            found.push(shown);
        }
    }
    found.join(", ")
}
