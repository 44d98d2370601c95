//! What several resolvers of one index may know together: what was read of it. What is concluded from that stays
//! with each of them.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use foreword_model::limits;

use crate::class::FileClass;
use crate::store::{FileId, Sites, Store, StoreError};

use super::Candidate;
use super::context::Context;
use super::family::Family;
use super::modules::Workspace;
use super::paths::Paths;

/// What was read of one open index.
pub(super) struct Shared<'s> {
    store: &'s Store,
    paths: OnceLock<Paths>,
    pub(super) workspace: Workspace,
    contexts: Kept<FileId, Context>,
    candidates: Kept<String, [Candidate]>,
}

/// By key; bounded.
type Kept<K, V> = Mutex<HashMap<K, Arc<V>>>;

impl<'s> Shared<'s> {
    pub(super) fn new(store: &'s Store) -> Self {
        Self {
            store,
            paths: OnceLock::new(),
            workspace: Workspace::default(),
            contexts: Mutex::default(),
            candidates: Mutex::default(),
        }
    }

    pub(super) fn context(&self, file: FileId) -> Result<Arc<Context>, StoreError> {
        kept(&self.contexts, &file, || Ok(Arc::new(Context::read(self.store, file)?)))
    }

    /// Keeps a file whose sites were read already.
    pub(super) fn keep_context(&self, file: FileId, path: String, sites: Sites) -> Result<(), StoreError> {
        kept(&self.contexts, &file, || Ok(Arc::new(Context::new(self.store, file, path, sites)?)))?;
        Ok(())
    }

    /// The definitions of a name, as many as are looked at.
    pub(super) fn candidates(&self, name: &str) -> Result<Arc<[Candidate]>, StoreError> {
        kept(&self.candidates, &name.to_owned(), || self.read_candidates(name))
    }

    fn read_candidates(&self, name: &str) -> Result<Arc<[Candidate]>, StoreError> {
        let mut found: Vec<Candidate> = Vec::new();
        for id in self.store.symbol(name)?.into_iter().take(limits::RESOLVE_CANDIDATES) {
            let (path, family, is_test) = match found.last().filter(|last| last.id.file == id.file) {
                Some(last) => (Arc::clone(&last.path), last.family, last.is_test),
                None => {
                    let record = self.store.file(id.file)?;
                    let family = Family::of_path(&record.path);
                    (Arc::from(record.path), family, record.class == FileClass::Test)
                }
            };
            if let Some(stored) = self.store.definition(id)? {
                found.push(Candidate { id, path, family, is_test, definition: stored.definition });
            }
        }
        Ok(Arc::from(found))
    }

    pub(super) fn paths(&self) -> Result<&Paths, StoreError> {
        if let Some(paths) = self.paths.get() {
            return Ok(paths);
        }
        let read = Paths::read(self.store)?;
        Ok(self.paths.get_or_init(|| read))
    }
}

/// What is kept under a key, or what is read now; two threads may read the same, and get the same.
fn kept<K: Hash + Eq + Clone, V: ?Sized>(
    kept: &Kept<K, V>,
    key: &K,
    read: impl FnOnce() -> Result<Arc<V>, StoreError>,
) -> Result<Arc<V>, StoreError> {
    let known = kept.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned();
    if let Some(known) = known {
        return Ok(known);
    }
    let read = read()?;
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.len() >= limits::RESOLVE_CACHED {
        kept.clear();
    }
    Ok(Arc::clone(kept.entry(key.clone()).or_insert(read)))
}
