//! Prints the definitions of the files below a folder, a JSON object a line, for `bench/definitions_vs_ctags.py`.

use std::path::Path;
use std::time::{Duration, Instant};

use foreword_index::{facts, language};

fn main() {
    let Some(root) = std::env::args().nth(1) else {
        eprintln!("usage: facts FOLDER [LANGUAGE …]");
        return;
    };
    let wanted: Vec<String> = std::env::args().skip(2).collect();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for entry in ignore::WalkBuilder::new(&root).standard_filters(false).build().flatten() {
        let name = entry.path().to_string_lossy().into_owned();
        let Some(found) = language::of_path(&name) else { continue };
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == found.name) {
            let _ = print_file(entry.path(), &name, found, &mut out);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a measuring aid reads the folder that it is given")]
fn print_file(
    path: &Path,
    name: &str,
    language: &language::Language,
    out: &mut impl std::io::Write,
) -> std::io::Result<()> {
    let bytes = std::fs::read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let facts = facts::extract(&text, Some(language), Instant::now() + Duration::from_secs(2));
    for found in &facts.definitions {
        let kind = format!("{:?}", found.kind).to_lowercase();
        let name_text = escape(&found.name);
        let (line, end) = (found.name_line, found.end_line);
        let path = escape(name);
        writeln!(
            out,
            "{{\"path\":\"{path}\",\"name\":\"{name_text}\",\"kind\":\"{kind}\",\"line\":{line},\"start\":{},\"end\":{end}}}",
            found.start_line
        )?;
    }
    Ok(())
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '"' | '\\' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}
