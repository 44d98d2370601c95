//! A tool of the user's own: whether it fits a prompt, and its arguments from the template. Pure.

use foreword_model::limits;
use foreword_model::settings::{ExternalTool, Fits, RepoRoot};
use foreword_model::template::Placeholder;
use foreword_text::han::is_in_unspaced_block;

use super::{Wish, args};
use crate::intent::{self, Reading};

/// Characters of an extension that is looked up.
const EXTENSION_BYTES_MAX: usize = 5;

/// Whether the tool fits, why, and with which arguments.
pub(super) fn wish(tool: &ExternalTool, reading: &Reading, prompt: &str, root: &RepoRoot) -> Option<Wish> {
    let reason = fit(&tool.fits, reading, prompt)?;
    let reason = match reason {
        Some(word) => format!("{}; the prompt says `{word}`", tool.description),
        None => tool.description.clone(),
    };
    let args = match tool.args.is_empty() {
        true => args::external(reading, prompt),
        false => tool.args.filled(&|placeholder| fill(placeholder, reading, prompt, root))?,
    };
    Wish::new(reason, args)
}

/// The word by which a prompt fits, if one is asked for.
fn fit<'a>(fits: &'a Fits, reading: &Reading, prompt: &str) -> Option<Option<&'a str>> {
    if !fits.intents.is_empty() && !fits.intents.contains(&reading.intent.class) {
        return None;
    }
    if fits.words.is_empty() {
        return Some(None);
    }
    let lower = prompt.to_lowercase();
    fits.words.iter().find(|word| contains_word(&lower, word)).map(|word| Some(word.as_str()))
}

/// Whether a text holds a word: not as a part of another, where words have blanks between them.
fn contains_word(text: &str, word: &str) -> bool {
    let joins = |edge: Option<char>, inner: Option<char>| {
        let is_letter = |letter: Option<char>| {
            letter.is_some_and(|letter| {
                letter == '_' || (letter.is_alphanumeric() && !is_in_unspaced_block(letter))
            })
        };
        is_letter(edge) && is_letter(inner)
    };
    text.match_indices(word).any(|(at, found)| {
        let before = text[..at].chars().next_back();
        let after = text[at + found.len()..].chars().next();
        !joins(before, found.chars().next()) && !joins(after, found.chars().next_back())
    })
}

fn fill(placeholder: Placeholder, reading: &Reading, prompt: &str, root: &RepoRoot) -> Vec<String> {
    let mentions = &reading.mentions;
    let files = || mentions.paths.iter().map(|mention| mention.path.clone()).take(limits::MENTIONS);
    let one = |text: Option<String>| text.filter(|text| !text.is_empty()).into_iter().collect();
    match placeholder {
        Placeholder::Prompt => one(Some(args::query(reading, prompt))),
        Placeholder::Keywords => intent::keywords(prompt),
        Placeholder::Symbols => mentions.symbols.iter().take(limits::MENTIONS).cloned().collect(),
        Placeholder::Symbol => one(mentions.symbols.first().cloned()),
        Placeholder::Files => files().collect(),
        Placeholder::File => one(files().next()),
        Placeholder::Error => one(mentions.error.clone()),
        Placeholder::Intent => {
            let class = serde_json::to_value(reading.intent.class).unwrap_or_default();
            one(class.as_str().map(str::to_owned))
        }
        Placeholder::Language => one(files().find_map(|path| language(&path)).map(str::to_owned)),
        Placeholder::RepoName => one(root.path.file_name().map(|name| name.to_string_lossy().into_owned())),
        Placeholder::RepoRoot => one(Some(root.path.to_string_lossy().into_owned())),
    }
}

/// The language of a file by its extension, in the words that code search servers use.
fn language(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    if extension.len() > EXTENSION_BYTES_MAX {
        return None;
    }
    Some(match extension.to_ascii_lowercase().as_str() {
        "c" | "h" => "c",
        "cc" | "cpp" | "cxx" | "hh" | "hpp" => "cpp",
        "cs" => "csharp",
        "dart" => "dart",
        "ex" | "exs" => "elixir",
        "go" => "go",
        "hs" => "haskell",
        "java" => "java",
        "js" | "jsx" | "mjs" | "cjs" => "javascript",
        "kt" | "kts" => "kotlin",
        "lua" => "lua",
        "php" => "php",
        "py" | "pyi" => "python",
        "rb" => "ruby",
        "rs" => "rust",
        "scala" => "scala",
        "sh" | "bash" => "shell",
        "sql" => "sql",
        "swift" => "swift",
        "ts" | "tsx" => "typescript",
        "zig" => "zig",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_as_words() {
        for (text, word, expected) in [
            ("which other repos use it", "other repos", true),
            ("the repository", "repo", false),
            ("repo: x", "repo", true),
            ("my_repo", "repo", false),
            ("其他仓库里有吗", "仓库", true),
            ("c++ code", "c++", true),
            ("", "x", false),
        ] {
            assert_eq!(contains_word(text, word), expected, "{word} in {text}");
        }
    }

    #[test]
    fn languages_are_those_of_extensions() {
        assert_eq!(language("a/b.TSX"), Some("typescript"));
        assert_eq!(language("Makefile"), None);
        assert_eq!(language("a.unknown"), None);
    }
}
