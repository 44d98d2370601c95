//! Prints what every call of a repository means, a JSON object a line, for `bench/calls.py`.
//!
//! Builds the index in the given cache first, as the program does. How long resolving took goes to the error stream. With
//! `times` it prints how long the callers of 300 functions took instead, each asked of an index that was opened anew.

use std::borrow::Cow;
use std::collections::HashMap;
use std::error::Error;
use std::io::{BufWriter, Write};
use std::path::Path;

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::class::FileClass;
use foreword_index::facts::CallSite;
use foreword_index::refresh::{RefreshOptions, Start, refresh};
use foreword_index::resolve::{Resolution, Resolver};
use foreword_index::store::{DefinitionId, FileId, Store, StoreError, folder_for};
use foreword_model::clock;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (cache, root, wants_times) = match arguments.as_slice() {
        [cache, root] => (cache, root, false),
        [cache, root, word] if word == "times" => (cache, root, true),
        _ => return Err("usage: edges CACHE ROOT [times]".into()),
    };
    let jail = Jail::open(Path::new(root))?;
    let folder = folder_for(Path::new(cache), jail.root());
    let options = RefreshOptions {
        excludes: &[],
        sensitive: &Sensitive::default(),
        redact: &|text: &str| -> Cow<'_, str> { foreword_guard::redact_prompt(text) },
        start: Start::Empty,
        progress: &|_| {},
    };
    refresh(&jail, &folder, &options)?;
    let store = Store::open(&folder)?;
    if wants_times {
        return print_times(&folder, &store);
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    let started = clock::now();
    let count = print_all(&store, &mut out)?;
    out.flush()?;
    eprintln!("{count} calls in {} ms", clock::since(started).as_millis());
    Ok(())
}

fn print_all(store: &Store, out: &mut impl Write) -> Result<usize, Box<dyn Error>> {
    let resolver = Resolver::new(store);
    let mut places = Places { store, heads: HashMap::new() };
    let mut count = 0;
    for (file, record) in store.files()? {
        let path = escape(&record.path);
        for call in store.sites(file)?.calls {
            let answer = answer(&resolver.resolve_call(file, &call)?, &mut places)?;
            writeln!(out, "{{\"file\":\"{path}\",{},{answer}}}", site(&call))?;
            count += 1;
        }
    }
    Ok(count)
}

/// Functions whose callers are asked for.
const ASKED: usize = 300;

fn print_times(folder: &Path, store: &Store) -> Result<(), Box<dyn Error>> {
    let mut functions = Vec::new();
    for (file, record) in store.files()?.into_iter().filter(|(_, record)| record.class == FileClass::Code) {
        for (number, head) in (0..record.definitions).zip(store.heads_of(file)?) {
            if head.kind.is_function() || head.kind.is_type() {
                functions.push(DefinitionId { file, number });
            }
        }
    }
    let step = (functions.len() / ASKED).max(1);
    let mut times_us = Vec::new();
    for function in functions.into_iter().step_by(step) {
        let store = Store::open(folder)?;
        let started = clock::now();
        Resolver::new(&store).callers_of(function)?;
        times_us.push(clock::since(started).as_micros());
    }
    times_us.sort_unstable();
    let at = |share: usize| times_us.get(times_us.len() * share / 100).or(times_us.last()).copied();
    let show = |time: Option<u128>| time.map_or(0.0, |time| time as f64 / 1_000.0);
    let (median, most, worst) = (show(at(50)), show(at(90)), show(at(100)));
    println!(
        "callers of {} definitions, ms: median {median:.1}, 90 % {most:.1}, worst {worst:.1}",
        times_us.len()
    );
    Ok(())
}

fn site(call: &CallSite) -> String {
    let receiver = match &call.receiver {
        Some(receiver) => format!("\"{}\"", escape(receiver)),
        None => "null".to_owned(),
    };
    format!("\"line\":{},\"name\":\"{}\",\"receiver\":{receiver}", call.line, escape(&call.name))
}

fn answer(found: &Resolution, places: &mut Places<'_>) -> Result<String, StoreError> {
    let found = match found {
        Resolution::Found(found) => found,
        Resolution::Outside => return Ok("\"how\":\"outside\",\"confidence\":0,\"to\":[]".to_owned()),
        Resolution::Unknown => return Ok("\"how\":\"unknown\",\"confidence\":0,\"to\":[]".to_owned()),
    };
    let mut to = Vec::new();
    for id in found.to.definitions() {
        to.push(places.show(*id)?);
    }
    let (how, confidence) = (found.how.name(), found.confidence);
    Ok(format!("\"how\":\"{how}\",\"confidence\":{confidence:.3},\"to\":[{}]", to.join(",")))
}

/// Where definitions stand.
struct Places<'s> {
    store: &'s Store,
    heads: HashMap<FileId, (String, Vec<u32>)>,
}

impl Places<'_> {
    fn show(&mut self, id: DefinitionId) -> Result<String, StoreError> {
        if !self.heads.contains_key(&id.file) {
            let lines = self.store.heads_of(id.file)?.iter().map(|head| head.name_line).collect();
            self.heads.insert(id.file, (self.store.file(id.file)?.path, lines));
        }
        let known = self.heads.get(&id.file);
        let path = known.map_or("", |(path, _)| path);
        let line = known.and_then(|(_, lines)| lines.get(id.number as usize)).copied().unwrap_or_default();
        Ok(format!("[\"{}\",{line}]", escape(path)))
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '"' | '\\' => escaped.extend(['\\', letter]),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}
