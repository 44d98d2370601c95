//! Breaks the delimiters of texts, a JSON string a line: for `bench/guard.py delimiters`.

use std::io::{BufRead, Write};

use foreword_guard::delimiters::break_delimiters;

fn main() -> std::io::Result<()> {
    let mut stdout = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        serde_json::to_writer(&mut stdout, &break_delimiters(&text))?;
        stdout.write_all(b"\n")?;
    }
    stdout.flush()
}
