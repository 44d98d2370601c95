//! Where a search without an index says that definitions end, against the parser that sees the whole file.
//!
//! `cargo run --release -p foreword-index --example definition_ends -- FOLDER…`; see `bench/definition_ends.sh`.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use foreword_index::language::{self, Nature};
use foreword_index::outline::{self, Definition};

/// Definitions of one file that are compared.
const DEFINITIONS_MAX: usize = 40;
/// A longer file is no code that somebody wrote.
const FILE_BYTES_MAX: u64 = 400_000;

#[derive(Default)]
struct Tally {
    compared: usize,
    /// By the parser that sees the surroundings of a line only.
    near_differs: usize,
    /// By lines alone.
    block_differs: usize,
}

fn main() {
    let mut tallies: BTreeMap<&'static str, Tally> = BTreeMap::new();
    let shows = std::env::var_os("SHOW").is_some();
    for folder in std::env::args().skip(1) {
        visit(Path::new(&folder), &mut |path| compare(path, shows, &mut tallies));
    }
    println!("language compared near_differs block_differs");
    for (language, tally) in &tallies {
        println!("{language} {} {} {}", tally.compared, tally.near_differs, tally.block_differs);
    }
}

fn visit(folder: &Path, at: &mut dyn FnMut(&Path)) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let Ok(metadata) = path.symlink_metadata() else { continue };
        if metadata.is_dir() {
            visit(&path, at);
        } else if metadata.is_file() && metadata.len() <= FILE_BYTES_MAX {
            at(&path);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a measurement over folders that its caller names")]
fn compare(path: &Path, shows: bool, tallies: &mut BTreeMap<&'static str, Tally>) {
    let Some(name) = path.to_str() else { return };
    let Some(language) = language::of_path(name) else { return };
    if language.nature != Nature::Code || name.contains(".min.") {
        return;
    }
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let deadline = || Instant::now() + Duration::from_secs(10);
    let Some(whole) = outline::outline(&text, language, deadline()) else { return };
    let tally = tallies.entry(language.name).or_default();
    let has_body = |known: &&Definition| known.end_line > known.name_line && !known.name.is_empty();
    for known in whole.iter().filter(has_body).take(DEFINITIONS_MAX) {
        tally.compared += 1;
        let near = outline::outline_near(&text, language, &[known.name_line], deadline());
        let near = near.unwrap_or_default();
        let same = near.iter().find(|near| near.name == known.name && near.name_line == known.name_line);
        if let Some(near) = same.filter(|near| near.end_line != known.end_line) {
            tally.near_differs += 1;
            if shows {
                println!(
                    "near {name}:{} {} {} != {}",
                    known.name_line, known.name, near.end_line, known.end_line
                );
            }
        }
        let block = outline::block_around(&text, known.name_line, Some(language));
        let is_it = block.name == known.name;
        if is_it && is_claimed(&block) && block.end_line != known.end_line {
            tally.block_differs += 1;
            if shows {
                println!(
                    "block {name}:{} {} {} != {}",
                    known.name_line, known.name, block.end_line, known.end_line
                );
            }
        }
    }
}

/// Whether the range is said to be the whole definition.
fn is_claimed(block: &Definition) -> bool {
    block.is_whole
}
