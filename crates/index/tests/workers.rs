//! Workers that die: which file is blamed, what becomes of its neighbours, what is remembered.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail loudly, and read what they wrote themselves"
)]

use std::borrow::Cow;
use std::fs;
use std::io::{self, PipeReader, PipeWriter, Read, Write, pipe};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::refresh::{
    ChildWorkers, RefreshOptions, Start, StartWorker, WorkerProcess, refresh_with, serve,
};
use foreword_index::store::{Store, StoreError, UnparsableFiles, folder_for};

/// The size of the file that kills.
const DEADLY_BYTES: usize = 5_000;

/// Workers on threads, of which one dies each time it is given a deadly file, as long as there are deaths left.
struct MortalWorkers {
    root: PathBuf,
    deaths_left: Arc<AtomicUsize>,
}

struct MortalWorker {
    to: PipeWriter,
    from: PipeReader,
}

impl WorkerProcess for MortalWorker {}

impl Read for MortalWorker {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.from.read(buffer)
    }
}

impl Write for MortalWorker {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl StartWorker for MortalWorkers {
    fn start(&self, _: u64) -> io::Result<Box<dyn WorkerProcess>> {
        let ((mut input, to), (from, mut output)) = (pipe()?, pipe()?);
        let (root, deaths_left) = (self.root.clone(), Arc::clone(&self.deaths_left));
        let mut die = move |bytes: u64| {
            let is_deadly = bytes == DEADLY_BYTES as u64;
            let one_less = |left: usize| left.checked_sub(1);
            if is_deadly && deaths_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less).is_ok() {
                panic!("a death of the test");
            }
        };
        std::thread::spawn(move || {
            let jail = Jail::open(&root).expect("a jail");
            let redact = |text: &str| -> Cow<'static, str> { Cow::Owned(text.to_owned()) };
            let _ = serve(&jail, &|text| redact(text), &mut input, &mut output, &mut die);
        });
        Ok(Box::new(MortalWorker { to, from }))
    }
}

struct Bench {
    repository: tempfile::TempDir,
    cache: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let bench = Self {
            repository: tempfile::tempdir().expect("a folder"),
            cache: tempfile::tempdir().expect("a folder"),
        };
        bench.write("a.rs", "fn before() {}\n".to_owned());
        bench.write("deadly.rs", "fn deadly() {}\n".to_owned() + &" ".repeat(DEADLY_BYTES - 15));
        bench.write("z.rs", "fn after() {}\n".to_owned());
        bench
    }

    fn write(&self, name: &str, text: String) {
        fs::write(self.repository.path().join(name), text).expect("a file");
    }

    fn folder(&self) -> PathBuf {
        folder_for(self.cache.path(), &self.root())
    }

    fn root(&self) -> PathBuf {
        Jail::open(self.repository.path()).expect("a jail").root().to_owned()
    }

    fn refresh(&self, start: Start, starter: &dyn StartWorker) -> Result<(), StoreError> {
        let options = RefreshOptions {
            excludes: &[],
            sensitive: &Sensitive::default(),
            redact: &|text: &str| Cow::Borrowed(text),
            start,
            progress: &|_| {},
        };
        let jail = Jail::open(self.repository.path()).expect("a jail");
        refresh_with(&jail, &self.folder(), &options, &ChildWorkers::new(starter, &self.folder())).map(drop)
    }

    /// The files with how they were read, and those that are remembered as unparsable.
    fn after(&self, start: Start, deaths: usize) -> (Vec<String>, Vec<String>) {
        let deaths_left = Arc::new(AtomicUsize::new(deaths));
        self.refresh(start, &MortalWorkers { root: self.root(), deaths_left }).expect("a refresh");
        (readings(&self.folder()), unparsable(&self.folder()))
    }
}

fn readings(folder: &Path) -> Vec<String> {
    let files = Store::open(folder).expect("an index").files().expect("files");
    let mut readings: Vec<String> =
        files.iter().map(|(_, record)| format!("{} {:?}", record.path, record.reading)).collect();
    readings.sort();
    readings
}

fn unparsable(folder: &Path) -> Vec<String> {
    UnparsableFiles::load(folder).paths().map(str::to_owned).collect()
}

#[test]
fn a_file_is_blamed_when_it_kills_a_worker_of_its_own_too() {
    for (deaths, reading, remembered) in
        [(0, "Parsed", vec![]), (1, "Parsed", vec![]), (2, "Defeated", vec!["deadly.rs".to_owned()])]
    {
        let read = ["a.rs Parsed".to_owned(), format!("deadly.rs {reading}"), "z.rs Parsed".to_owned()];
        assert_eq!(Bench::new().after(Start::Known, deaths), (read.to_vec(), remembered), "{deaths} deaths");
    }
}

#[test]
fn a_file_that_kills_its_reader_even_as_text_is_left_out() {
    let read = ["a.rs Parsed".to_owned(), "z.rs Parsed".to_owned()];
    assert_eq!(Bench::new().after(Start::Known, 3), (read.to_vec(), vec![]));
}

#[test]
fn it_is_not_parsed_again_until_it_changes_and_is_forgotten_when_it_goes() {
    let bench = Bench::new();
    let (killed, _) = bench.after(Start::Known, 2);
    // Were it parsed, it would be read by its grammar now: no worker dies any more.
    assert_eq!(bench.after(Start::Empty, 0), (killed, vec!["deadly.rs".to_owned()]));
    bench.write("deadly.rs", "fn mended() {}\n".to_owned());
    let parsed = ["a.rs Parsed", "deadly.rs Parsed", "z.rs Parsed"].map(str::to_owned);
    assert_eq!(bench.after(Start::Empty, 0), (parsed.to_vec(), vec![]));

    let bench = Bench::new();
    bench.after(Start::Known, 2);
    fs::remove_file(bench.repository.path().join("deadly.rs")).expect("removed");
    let left = ["a.rs Parsed", "z.rs Parsed"].map(str::to_owned);
    assert_eq!(bench.after(Start::Known, 0), (left.to_vec(), vec![]));
}

/// Ends before it has said a word.
struct MuteWorkers;

impl StartWorker for MuteWorkers {
    fn start(&self, _: u64) -> io::Result<Box<dyn WorkerProcess>> {
        let ((_, to), (from, _)) = (pipe()?, pipe()?);
        Ok(Box::new(MortalWorker { to, from }))
    }
}

#[test]
fn a_worker_that_cannot_work_at_all_is_no_fault_of_a_file() {
    let bench = Bench::new();
    let failed = bench.refresh(Start::Known, &MuteWorkers).map_err(|error| error.to_string());
    assert_eq!(failed, Err("cannot start a worker: no greeting of this version".to_owned()));
    assert_eq!(unparsable(&bench.folder()), Vec::<String>::new());
}
