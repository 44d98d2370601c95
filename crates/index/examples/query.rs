//! Opens the index of a repository in a new process and asks it one thing, for `bench/index.py`.
//!
//! With a term: in how many chunks it is. Without one: every file with what it held when it was indexed.

use std::path::Path;

use foreword_index::store::{self, Store, StoreError};
use foreword_text::tokens::tokenize;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (cache, root, word) = match arguments.as_slice() {
        [cache, root] => (cache, root, None),
        [cache, root, word] => (cache, root, Some(word)),
        _ => {
            eprintln!("usage: query CACHE ROOT [WORD]");
            std::process::exit(2);
        }
    };
    let folder = store::folder_for(Path::new(cache), Path::new(root));
    let answer = Store::open(&folder).and_then(|store| match word {
        Some(word) => count(&store, word),
        None => list(&store),
    });
    match answer {
        Ok(answer) => println!("{answer}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

fn count(store: &Store, word: &str) -> Result<String, StoreError> {
    let mut count = 0_usize;
    for term in tokenize(word) {
        for posting in store.chunk_term(&term)? {
            posting?;
            count += 1;
        }
    }
    Ok(count.to_string())
}

fn list(store: &Store) -> Result<String, StoreError> {
    let mut lines: Vec<String> = Vec::new();
    for (_, file) in store.files()? {
        let (path, hash) = (file.path.escape_debug(), file.hash);
        lines.push(format!("{path}\t{hash:016x}\t{}\t{}\t{}", file.definitions, file.sites, file.chunks));
    }
    lines.sort();
    Ok(lines.join("\n"))
}
