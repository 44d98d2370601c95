//! Words that the repository's own files are named with: a phrase made of them is about it, whatever its grammar.

use foreword_model::limits;
use foreword_model::repo::RepoView;

use super::features::Feature;
use super::lexicon::Hit;
use super::tokens::{Prose, UnitKind};

/// Shorter words name files by accident.
const WORD_BYTES_MIN: usize = 3;
/// A longer text says in its sentences what it is about.
const WORDS_MAX: usize = 16;
/// A phrase of so few words may be something's name: `optimistic locking`.
const NAME_WORDS_MAX: usize = 3;
/// Of a phrase, so many words must be familiar, in tenths.
const SHARE_TENTHS: usize = 6;

/// How much of a prompt is the repository's own vocabulary.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Familiar {
    /// The repository's name, as the prompt writes it.
    pub own_name: Option<String>,
    /// Words that its files or something in them are named with; none unless most words are.
    pub words: Vec<String>,
}

/// Asks the repository about the words that carry something.
pub(super) fn read(prose: &Prose<'_>, hits: &[Hit<Feature>], repo: &dyn RepoView) -> Familiar {
    let carrying = carrying(prose, hits);
    let own_name = repo.own_name().filter(|own| names(prose, own));
    // A branch is named with words of the repository as well.
    let is_around = hits.iter().any(|hit| matches!(hit.feature, Feature::Talk | Feature::Operation));
    if carrying.is_empty() || carrying.len() > WORDS_MAX || is_around {
        return Familiar { own_name, words: Vec::new() };
    }
    let known: Vec<String> = carrying
        .iter()
        .take(limits::MENTIONS)
        .filter(|word| repo.is_in_file_names(word))
        .map(|word| (*word).to_owned())
        .collect();
    let names: Vec<&str> = match carrying.len() {
        2..=NAME_WORDS_MAX => {
            carrying.windows(2).find(|pair| repo.is_named_by(pair)).unwrap_or_default().to_vec()
        }
        _ => Vec::new(),
    };
    let are_most = known.len() >= 2 && known.len() * 10 >= carrying.len() * SHARE_TENTHS;
    let mut words = if are_most { known } else { Vec::new() };
    for name in names {
        if !words.iter().any(|word| word == name) {
            words.push(name.to_owned());
        }
    }
    Familiar { own_name, words }
}

/// The Latin words that neither ask nor are mere grammar, each once.
pub(super) fn carrying<'p>(prose: &'p Prose<'_>, hits: &[Hit<Feature>]) -> Vec<&'p str> {
    let says_nothing = |at: usize| {
        let of_unit = |hit: &&Hit<Feature>| (hit.first..hit.first + hit.count).contains(&at);
        hits.iter().filter(of_unit).any(|hit| {
            matches!(hit.feature, Feature::Stop | Feature::Vague | Feature::Social)
                || hit.feature.is_request()
        })
    };
    let is_word =
        |text: &str| text.len() >= WORD_BYTES_MIN && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let mut carrying: Vec<&str> = Vec::new();
    for (at, unit) in prose.units.iter().enumerate() {
        let text = prose.text(unit);
        if unit.kind == UnitKind::Word && is_word(text) && !says_nothing(at) && !carrying.contains(&text) {
            carrying.push(text);
        }
    }
    carrying
}

/// Whether the text names the repository: its name as a word, or its parts one after the other.
fn names(prose: &Prose<'_>, own: &str) -> bool {
    let parts: Vec<String> = own
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let words: Vec<&str> = prose.units.iter().map(|unit| prose.text(unit)).collect();
    let is_long = parts.iter().map(String::len).sum::<usize>() >= WORD_BYTES_MIN;
    is_long && !parts.is_empty() && words.windows(parts.len()).any(|window| window.iter().eq(parts.iter()))
}
