//! An index as the tools of one process share it: opened once, compared with the repository once, when first
//! asked for. Decides nothing about what is shown; says whether a refresh is due.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_model::clock;
use foreword_model::limits;

use crate::freshness::{self, CheckOptions, Checked};
use crate::history::{self, DefinitionHistory, History};
use crate::store::{self, Attempt, FileId, FileRecord, Store, StoreError, UnparsableFiles};
use crate::walk::content::ContentRules;

/// How an index stands to its repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It says what the files say.
    Fresh,
    /// Files differ from it, or not all of them could be looked at.
    Stale,
    /// Some of it is not what was written: places may be missing from what it says.
    Damaged,
    /// Another process is writing it.
    Building,
    /// There is none that can be used.
    Missing,
}

impl State {
    /// As a reader gets it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Stale => "stale",
            Self::Damaged => "damaged",
            Self::Building => "building",
            Self::Missing => "missing",
        }
    }
}

/// Whether an index that is missing or behind may be brought up to date behind the user's back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackgroundRefresh {
    /// It may.
    Allowed,
    /// Only the user does it.
    Off,
}

/// The index of one repository.
#[derive(Debug)]
pub struct IndexView {
    folder: Option<PathBuf>,
    refresh: BackgroundRefresh,
    /// Whether a refresh was asked for, or why it cannot be.
    asked: Mutex<Option<Result<bool, String>>>,
    /// What was noted as damaged before.
    noted: OnceLock<Vec<String>>,
    /// Whether the history could not be opened for damage.
    is_history_damaged: AtomicBool,
    /// Whether it was said that something is damaged.
    is_damage_said: AtomicBool,
    sensitive: Sensitive,
    excludes: Vec<String>,
    check_ms: u64,
    store: OnceLock<Result<Store, StoreError>>,
    contents: OnceLock<Result<Contents, StoreError>>,
    checked: OnceLock<Checked>,
    history: OnceLock<Option<History>>,
    /// Whether the definition history could not be opened for damage.
    is_definition_history_damaged: AtomicBool,
    definition_history: OnceLock<Option<DefinitionHistory>>,
    unparsable: OnceLock<UnparsableFiles>,
    content: OnceLock<Arc<ContentRules>>,
}

/// The files of an index, by path.
#[derive(Debug)]
struct Contents {
    records: Vec<FileRecord>,
    ids: Vec<FileId>,
}

impl IndexView {
    /// The index in a folder; without one there never is an index.
    pub fn new(
        folder: Option<PathBuf>,
        refresh: BackgroundRefresh,
        sensitive: Sensitive,
        excludes: Vec<String>,
    ) -> Self {
        Self {
            folder,
            refresh,
            asked: Mutex::new(None),
            noted: OnceLock::new(),
            is_history_damaged: AtomicBool::new(false),
            is_damage_said: AtomicBool::new(false),
            sensitive,
            excludes,
            check_ms: limits::FRESHNESS_MS,
            store: OnceLock::new(),
            contents: OnceLock::new(),
            checked: OnceLock::new(),
            history: OnceLock::new(),
            is_definition_history_damaged: AtomicBool::new(false),
            definition_history: OnceLock::new(),
            unparsable: OnceLock::new(),
            content: OnceLock::new(),
        }
    }

    /// With more time for comparing it with the repository than a prompt has.
    pub fn with_check_ms(self, check_ms: u64) -> Self {
        Self { check_ms, ..self }
    }

    /// Where it lies.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Opens it.
    pub fn store(&self) -> Result<&Store, &StoreError> {
        let open = || self.folder.as_deref().map_or(Err(StoreError::Missing), Store::open);
        self.store.get_or_init(open).as_ref()
    }

    /// Whether anyone asked for it and it could be opened.
    pub fn was_opened(&self) -> bool {
        matches!(self.store.get(), Some(Ok(_)))
    }

    /// The store, if it answers for the whole repository.
    pub fn usable(&self) -> Option<&Store> {
        self.store().ok().filter(|store| store.state().is_complete)
    }

    /// Its files, by path.
    pub fn records(&self) -> Result<&[FileRecord], &StoreError> {
        self.contents().map(|contents| contents.records.as_slice())
    }

    /// The store's numbers of [`records`](Self::records), in their order.
    pub fn ids(&self) -> Result<&[FileId], &StoreError> {
        self.contents().map(|contents| contents.ids.as_slice())
    }

    fn contents(&self) -> Result<&Contents, &StoreError> {
        let store = self.store()?;
        let read = || {
            let (ids, records) = store.files()?.into_iter().unzip();
            Ok(Contents { records, ids })
        };
        self.contents.get_or_init(read).as_ref()
    }

    /// Whether a file brought its parser down when it was indexed, and was not read by a refresh since.
    pub fn is_unparsable(&self, path: &str) -> bool {
        let load = || self.folder.as_deref().map(UnparsableFiles::load).unwrap_or_default();
        self.unparsable.get_or_init(load).hash_of(path).is_some()
    }

    /// The git history beside it, if there is one that can be read.
    pub fn history(&self) -> Option<&History> {
        let open = || self.opened(History::open, &self.is_history_damaged);
        self.history.get_or_init(open).as_ref()
    }

    /// Which definitions the commits of that history changed, if a refresh came that far and it can be read.
    pub fn definition_history(&self) -> Option<&DefinitionHistory> {
        let open = || self.opened(DefinitionHistory::open, &self.is_definition_history_damaged);
        self.definition_history.get_or_init(open).as_ref()
    }

    fn opened<T>(
        &self,
        open: impl FnOnce(&Path) -> Result<T, StoreError>,
        is_damaged: &AtomicBool,
    ) -> Option<T> {
        match open(self.folder.as_deref()?) {
            Ok(opened) => Some(opened),
            Err(error) => {
                is_damaged.fetch_or(matches!(error, StoreError::Damaged { .. }), Ordering::Relaxed);
                None
            }
        }
    }

    /// What of the repository is content now, whatever it was when it was indexed.
    pub fn content(&self, jail: &Jail) -> &Arc<ContentRules> {
        self.content.get_or_init(|| Arc::new(ContentRules::new(jail, &self.excludes)))
    }

    /// How the repository differs from it, as far as could be looked at in the time that a prompt has.
    pub fn checked(&self, jail: &Jail) -> Result<&Checked, &StoreError> {
        let built_at_s = self.store()?.state().built_at_s;
        let records = self.records()?;
        Ok(self.checked.get_or_init(|| {
            let options = CheckOptions {
                content: self.content(jail),
                sensitive: &self.sensitive,
                built_at_s,
                deadline: clock::now() + Duration::from_millis(self.check_ms),
            };
            freshness::check(jail, records, &options)
        }))
    }

    /// How it stands.
    pub fn state(&self, jail: &Jail) -> State {
        if self.is_building() {
            return State::Building;
        }
        match self.checked(jail) {
            Err(_) => State::Missing,
            Ok(_) if self.usable().is_none() => State::Missing,
            Ok(_) if !self.damage().is_empty() => State::Damaged,
            Ok(checked) if checked.is_fresh() => State::Fresh,
            Ok(_) => State::Stale,
        }
    }

    /// Whether another process writes it at this moment.
    pub fn is_building(&self) -> bool {
        self.folder.as_deref().is_some_and(store::is_being_written)
    }

    /// The names of its files that are damaged: noted before, or found by whatever was read of it so far.
    pub fn damage(&self) -> Vec<String> {
        let noted = || self.folder.as_deref().map(store::noted_damage).unwrap_or_default();
        let mut damage = self.noted.get_or_init(noted).clone();
        match self.store.get() {
            Some(Ok(store)) => damage.extend(store.found_damaged()),
            Some(Err(StoreError::Damaged { file, .. })) => damage.push(file.clone()),
            Some(Err(_)) | None => {}
        }
        let is_bad = |history: &Option<History>| history.as_ref().is_some_and(History::is_found_damaged);
        if self.is_history_damaged.load(Ordering::Relaxed) || self.history.get().is_some_and(is_bad) {
            damage.push(history::FILE_NAME.to_owned());
        }
        let is_bad = |history: &Option<DefinitionHistory>| {
            history.as_ref().is_some_and(DefinitionHistory::is_found_damaged)
        };
        if self.is_definition_history_damaged.load(Ordering::Relaxed)
            || self.definition_history.get().is_some_and(is_bad)
        {
            damage.push(history::DEFINITIONS_FILE_NAME.to_owned());
        }
        damage.sort_unstable();
        damage.dedup();
        damage
    }

    /// Asks for a refresh if the index was found missing, behind or damaged and nobody writes it. Says, once each, that it
    /// is damaged and why it cannot be refreshed: for the user.
    pub fn ask_for_refresh(&self, root: &Path) -> Option<String> {
        let damage = self.damage();
        if let Some(folder) = self.folder.as_deref().filter(|_| !damage.is_empty()) {
            // Were it not kept, the next prompt would find it again.
            let _ = store::note_damage(folder, &damage);
        }
        let refused = self.ask_once(root);
        let is_news = !damage.is_empty() && !self.is_damage_said.swap(true, Ordering::Relaxed);
        if !is_news {
            return refused;
        }
        let what = match self.was_opened() {
            true => "places may be missing",
            false => "answers come from a live scan",
        };
        let later = match (&refused, self.is_refresh_pending()) {
            (Some(why), _) => why.as_str(),
            (None, true) => "it is being mended",
            (None, false) => "`foreword index` mends it",
        };
        Some(format!("index damaged ({}): {what}; {later}", damage.join(", ")))
    }

    fn ask_once(&self, root: &Path) -> Option<String> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*asked, Some(Ok(true) | Err(_))) {
            return None;
        }
        // Another tool may have found out meanwhile what the first to ask did not know.
        asked.insert(self.ask(root)).as_ref().err().cloned()
    }

    /// Whether a refresh was asked for and is to be started.
    pub fn is_refresh_asked(&self) -> bool {
        matches!(*self.asked.lock().unwrap_or_else(PoisonError::into_inner), Some(Ok(true)))
    }

    /// Whether a refresh was asked for, by whomever, and has not ended yet.
    pub fn is_refresh_pending(&self) -> bool {
        let is_under_way =
            |attempt: Attempt| attempt.reason.is_none() && attempt.age_s < limits::REFRESH_RETRY_S;
        let attempted =
            || self.folder.as_deref().and_then(|folder| store::last_attempt(folder, SystemTime::now()));
        self.is_refresh_asked() || self.is_building() || attempted().is_some_and(is_under_way)
    }

    fn ask(&self, root: &Path) -> Result<bool, String> {
        if self.refresh == BackgroundRefresh::Off {
            return Ok(false);
        }
        let Some(folder) = self.folder.as_deref() else {
            return Err("no index: no cache directory; set XDG_CACHE_HOME or HOME".to_owned());
        };
        if !self.wants_refresh() || store::is_being_written(folder) {
            return Ok(false);
        }
        match store::last_attempt(folder, SystemTime::now()) {
            Some(attempt) if attempt.is_recent() => match attempt.reason {
                Some(reason) => Err(format!("index not refreshed: {reason}")),
                None => Ok(false),
            },
            _ => store::note_attempt(folder, root, SystemTime::now())
                .map_err(|error| format!("index not kept: {error}")),
        }
    }

    /// Whether it was looked for and found missing or behind: what a refresh would mend.
    fn wants_refresh(&self) -> bool {
        let is_unreadable = |read: &Result<Contents, StoreError>| read.is_err();
        match self.store.get() {
            None => false,
            Some(Err(_)) => true,
            Some(Ok(store)) => {
                !store.state().is_complete
                    || !self.damage().is_empty()
                    || self.contents.get().is_some_and(is_unreadable)
                    || self.checked.get().is_some_and(|checked| is_behind(store, checked))
            }
        }
    }
}

/// Whether files differ from an index, or may: a look that was cut short says nothing about one of some age.
fn is_behind(store: &Store, checked: &Checked) -> bool {
    let built_at = UNIX_EPOCH.checked_add(Duration::from_secs(store.state().built_at_s));
    // An index from the future is of a clock that was set back.
    let age = built_at.and_then(|built_at| SystemTime::now().duration_since(built_at).ok());
    let is_recent = age.is_some_and(|age| age.as_secs() < limits::REFRESH_RETRY_S);
    let differs = !checked.changed.is_empty() || !checked.removed.is_empty();
    differs || !(checked.is_whole() || is_recent)
}
