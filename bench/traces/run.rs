//! Real panics of tokio: what Rust prints with a backtrace, and the list of its frames.
use std::io::Write;
use std::panic;
use std::process::{Command, Stdio};
use std::time::Duration;

fn cases() -> Vec<Box<dyn Fn()>> {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    vec![
        Box::new(|| drop(tokio::spawn(async {}))),
        Box::new(|| drop(tokio::time::interval(Duration::ZERO))),
        Box::new(|| drop(tokio::sync::mpsc::channel::<u8>(0))),
        Box::new(|| drop(tokio::sync::broadcast::channel::<u8>(0))),
        Box::new(|| drop(tokio::time::sleep(Duration::from_secs(1)))),
        Box::new(|| drop(tokio::runtime::Handle::current())),
        Box::new(|| drop(tokio::runtime::Builder::new_multi_thread().worker_threads(0))),
        Box::new(|| drop(tokio::sync::Semaphore::new(usize::MAX))),
        Box::new(move || runtime().block_on(async { tokio::sync::mpsc::channel::<u8>(1).0.blocking_send(1).unwrap() })),
        Box::new(move || runtime().block_on(async { runtime().block_on(async {}) })),
        Box::new(|| drop(tokio::task::spawn_local(async {}))),
        Box::new(|| drop(tokio::task::block_in_place(|| ()))),
    ]
}

fn main() {
    if let Some(number) = std::env::args().nth(1) {
        if std::env::args().nth(2).is_some() {
            panic::set_hook(Box::new(|_| frames()));
        }
        cases()[number.parse::<usize>().unwrap()]();
        return;
    }
    for number in 0..cases().len() {
        let own = std::env::current_exe().unwrap();
        let number_text = number.to_string();
        let printed = Command::new(&own).arg(&number_text).env("RUST_BACKTRACE", "1").stderr(Stdio::piped()).output().unwrap();
        if printed.status.success() {
            continue;
        }
        let known = Command::new(&own).args([&number_text, "frames"]).output().unwrap();
        let text = serde_json::to_string(&String::from_utf8_lossy(&printed.stderr)).unwrap();
        let frames = String::from_utf8_lossy(&known.stdout);
        println!("{{\"id\":\"tokio-{}\",\"text\":{text},\"frames\":[{}]}}", number + 1, frames.trim_end().trim_end_matches(','));
    }
}

/// The frames of this thread, one JSON object each.
fn frames() {
    let mut out = std::io::stdout().lock();
    for frame in backtrace::Backtrace::new().frames() {
        for symbol in frame.symbols() {
            let (Some(path), Some(line), Some(name)) = (symbol.filename(), symbol.lineno(), symbol.name()) else { continue };
            let path = serde_json::to_string(&path.display().to_string()).unwrap();
            let name = serde_json::to_string(&function(&format!("{name:#}"))).unwrap();
            let _ = write!(out, "{{\"path\":{path},\"line\":{line},\"function\":{name}}},");
        }
    }
}

/// The last name of a path; a closure's is that of the function around it.
fn function(path: &str) -> String {
    let mut depth = 0;
    let plain: String = path.chars().filter(|c| {
        depth += i32::from(*c == '<');
        let keep = depth == 0;
        depth -= i32::from(*c == '>');
        keep
    }).collect();
    plain.split("::").filter(|part| !part.is_empty() && !part.starts_with('{')).last().unwrap_or_default().to_owned()
}
