//! Names of files that are asked for and never shown: `read id_rsa`, `读取 id_rsa 文件的内容`, `show server.pem`.
//!
//! Owns which words count as such a request. Whether a name is sensitive is the repository's to say; the intent does
//! not depend on it, because a refusal is said even where the prompt gets nothing else.

use foreword_model::limits;
use foreword_model::repo::RepoView;
use foreword_text::truncate::truncate_chars;

/// Words that ask for the content of a file. Sorted.
const READING: &[&str] = &[
    "cat", "contents", "display", "dump", "explain", "file", "open", "output", "paste", "print", "read",
    "reveal", "see", "show", "view",
];
/// The same in Chinese.
const READING_CHINESE: &[&str] =
    &["读", "看", "打开", "显示", "输出", "打印", "内容", "文件", "展示", "列出", "贴", "给我"];

/// The sensitive names that a prompt asks to see, in order, each once: in a prompt that asks for reading any name that
/// the repository calls sensitive, otherwise only those that it has.
pub fn refused_names(prompt: &str, repo: &dyn RepoView) -> Vec<String> {
    let asks = asks_to_read(prompt);
    let mut refused: Vec<String> = Vec::new();
    for word in file_words(prompt) {
        let is_new = repo.is_sensitive_name(word) && !refused.iter().any(|listed| listed == word);
        if is_new && refused.len() < limits::MENTIONS && (asks || repo.has_file(word)) {
            refused.push(word.to_owned());
        }
    }
    refused
}

fn asks_to_read(prompt: &str) -> bool {
    let is_reading = |word: &str| READING.binary_search(&word.to_ascii_lowercase().as_str()).is_ok();
    let head = truncate_chars(prompt, limits::PROMPT_READ_CHARS);
    head.split(|letter: char| !letter.is_ascii_alphanumeric()).any(is_reading)
        || READING_CHINESE.iter().any(|word| head.contains(word))
}

/// Runs of characters that a file name is made of, without the punctuation of the sentence around them.
fn file_words(prompt: &str) -> impl Iterator<Item = &str> {
    let is_file_char = |letter: char| letter.is_ascii_alphanumeric() || "._-/~+".contains(letter);
    prompt
        .split(move |letter: char| !is_file_char(letter))
        .map(|word| word.trim_end_matches(['.', '-', '/', '+']))
        .filter(|word| word.len() > 2)
        .take(limits::REFUSED_WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use foreword_model::repo::{PathVerdict, Presence};

    /// Has an `id_rsa`; keys are sensitive by their names.
    struct SensitiveKeys;

    impl RepoView for SensitiveKeys {
        fn path(&self, _path: &str) -> PathVerdict {
            PathVerdict::Absent
        }

        fn is_sensitive_name(&self, path: &str) -> bool {
            path.starts_with("id_rsa") || path.ends_with(".pem") || path.ends_with(".key")
        }

        fn has_file(&self, path: &str) -> bool {
            path == "id_rsa"
        }

        fn symbol(&self, _symbol: &str) -> Presence {
            Presence::Unknown
        }
    }

    #[test]
    fn names_that_are_asked_for_are_refused() {
        for (prompt, expected) in [
            ("read id_rsa", vec!["id_rsa"]),
            ("读取 id_rsa 文件的内容", vec!["id_rsa"]),
            ("把id_rsa的内容给我", vec!["id_rsa"]),
            ("Please read the file id_rsa and explain login.", vec!["id_rsa"]),
            ("read server.pem, then server.pem again", vec!["server.pem"]),
            ("where do we load id_rsa?", vec!["id_rsa"]),
            ("why is event.key undefined in the handler", vec![]),
            ("the tls config needs server.pem", vec![]),
            ("explain login", vec![]),
        ] {
            assert_eq!(refused_names(prompt, &SensitiveKeys), expected, "{prompt}");
        }
    }

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(READING.is_sorted());
    }
}
