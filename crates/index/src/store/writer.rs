//! The one writer of a folder: batches become segments, segments become an index when the manifest names
//! them, and small or half-dead ones are merged.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use foreword_model::limits;

use super::builder::{Builder, Counters};
use super::confirmation;
use super::damage::{forget_damage, noted_damage};
use super::disk::{self, Disk, RealDisk, TEMPORARY};
use super::folder::{self, Lock};
use super::lists::Fragments;
use super::manifest::{BuildState, Manifest, SEGMENT, SegmentEntry, segment_name};
use super::merge;
use super::prepare::Scope;
use super::rank::{self, RANK, RankEntry};
use super::reader::Live;
use super::records::FileRecord;
use super::segment::Segment;
use super::segment_writer::Written;
use super::snapshot::open_segments;
use super::toc::Section;
use super::{Store, StoreError};
use crate::history;

/// The right to change an index.
pub struct Writer {
    folder: PathBuf,
    disk: Box<dyn Disk>,
    manifest: Manifest,
    /// By segment of the manifest.
    live: Vec<Live>,
    started_over: Option<StoreError>,
    /// What the disk says, while an index is built anew or mended beside it.
    replaced: Option<Manifest>,
    /// Whether the disk may say something else than this does.
    is_stale: bool,
    _lock: Lock,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Writer").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Writer {
    /// Opens or creates the index of `root` in a folder. [`StoreError::Busy`] if another process writes.
    pub fn open(folder: &Path, root: &Path) -> Result<Self, StoreError> {
        Self::open_with(folder, root, Box::new(RealDisk))
    }

    /// The same with another disk.
    pub fn open_with(folder: &Path, root: &Path, disk: Box<dyn Disk>) -> Result<Self, StoreError> {
        if folder.starts_with(root) {
            return Err(StoreError::InsideRepository);
        }
        disk::create_folder(folder)?;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
            .map_err(|error| StoreError::io("create", folder, error))?;
        let lock = Lock::take(folder)?;
        folder::create(disk.as_ref(), folder, root)?;
        let mut writer = Self {
            folder: folder.to_owned(),
            disk,
            manifest: Manifest::default(),
            live: Vec::new(),
            started_over: None,
            replaced: None,
            is_stale: true,
            _lock: lock,
        };
        writer.load()?;
        Ok(writer)
    }

    /// Why what was there could not be used, all of it or some. Nothing if there was none.
    pub fn started_over(&self) -> Option<&StoreError> {
        self.started_over.as_ref()
    }

    /// What was said at the last commit.
    pub fn state(&self) -> &BuildState {
        &self.manifest.state
    }

    /// The files that are in the index, by path: what an earlier run has done already.
    pub fn files(&self) -> Result<Vec<FileRecord>, StoreError> {
        let mut files = Vec::new();
        for live in &self.live {
            files.extend(live.records()?.into_iter().map(|(_, record)| record));
        }
        files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        Ok(files)
    }

    /// The index as it is in this writer's hands.
    pub fn snapshot(&self) -> Result<Store, StoreError> {
        Store::of_manifest(&self.folder, self.manifest.clone())
    }

    /// Makes a batch part of the index and takes files out of it, in one step: after an error the index is
    /// the old one, or the new one if only the last sync failed.
    pub fn commit(&mut self, batch: Builder, removed: &[&str], state: BuildState) -> Result<(), StoreError> {
        self.load()?;
        self.try_commit(batch, removed, state).inspect_err(|_| self.recover())
    }

    /// Says that a walk which began at this time found everything as the last commit has it.
    pub fn confirm(&mut self, at_s: u64) -> Result<(), StoreError> {
        self.load()?;
        if self.replaced.is_none() {
            confirmation::write(self.disk.as_ref(), &self.folder, self.manifest.checksum, at_s)?;
        }
        self.manifest.state.built_at_s = at_s;
        Ok(())
    }

    /// Merges at most once, if there is need; says whether it did. To be called after commits.
    pub fn maintain(&mut self) -> Result<bool, StoreError> {
        self.load()?;
        let chosen = self.chosen_for_merge();
        if chosen.is_empty() {
            return Ok(false);
        }
        self.try_merge(&chosen).inspect_err(|_| self.recover())?;
        Ok(true)
    }

    /// Whether the static rank is missing or too much has changed since it was computed.
    pub fn is_rank_due(&self) -> bool {
        self.manifest.rank.is_none_or(|rank| rank.is_due())
    }

    /// Replaces the static rank of all paths.
    pub fn set_rank(&mut self, ranks: &[(String, f32)]) -> Result<(), StoreError> {
        self.load()?;
        self.try_set_rank(ranks).inspect_err(|_| self.recover())
    }

    /// Begins an index from nothing. Readers have the one that is there until [`Writer::finish`], if it is complete.
    pub fn begin_rebuild(&mut self) -> Result<(), StoreError> {
        self.load()?;
        let next = Manifest {
            generation: self.manifest.generation + 1,
            next_segment: self.manifest.next_segment,
            ..Manifest::default()
        };
        if self.manifest.state.is_complete {
            self.replaced = Some(std::mem::take(&mut self.manifest));
        }
        self.publish(next, Vec::new()).inspect_err(|_| self.recover())
    }

    /// Begins to mend an index of which files were noted as damaged, or turned out to be: their content counts as not
    /// there, so that it is read anew. Readers have what is there until [`Writer::finish`]. Nothing to do without damage.
    pub fn begin_repair(&mut self, found: Option<&StoreError>) -> Result<(), StoreError> {
        if found.is_some() {
            self.recover();
        }
        self.load()?;
        let mut suspects = noted_damage(&self.folder);
        if let Some(StoreError::Damaged { file, .. }) = found {
            suspects.push(file.clone());
        }
        if suspects.is_empty() {
            return Ok(());
        }
        let is_bad = |name: &str, live: &Live| {
            suspects.iter().any(|suspect| suspect == name) || !live.segment.verify().1.is_empty()
        };
        let bad: Vec<u64> = self
            .manifest
            .segments
            .iter()
            .zip(&self.live)
            .filter(|(entry, live)| is_bad(&entry.file_name(), live))
            .map(|(entry, _)| entry.number)
            .collect();
        let is_rank_bad = self.manifest.rank.is_some() && self.snapshot()?.rank_fault().is_some();
        if bad.is_empty() && !is_rank_bad {
            forget_damage(&self.folder, is_of_store)?;
            // An error that no check of the bytes explains: nothing of it is to be trusted.
            return if found.is_some() { self.begin_rebuild() } else { Ok(()) };
        }
        let mut next = self.manifest.clone();
        next.generation += 1;
        next.segments.retain(|entry| !bad.contains(&entry.number));
        // What is lost has to be seen to again before it can answer for everything.
        next.state.is_complete &= bad.is_empty();
        next.rank = if is_rank_bad { None } else { next.rank };
        let file = bad.first().map_or_else(|| RANK.to_owned(), |number| segment_name(*number));
        self.started_over = Some(StoreError::Damaged { file, block: 0 });
        self.replaced = Some(self.manifest.clone());
        self.publish(next, Vec::new()).inspect_err(|_| self.recover())
    }

    /// Puts an index that was built anew or mended in the place of the one before, in one step; says whether it did. One
    /// that is not complete does not take the place of one that was.
    pub fn finish(&mut self) -> Result<bool, StoreError> {
        let Some(before) = self.replaced.take() else { return Ok(true) };
        if before.state.is_complete && !self.manifest.state.is_complete {
            self.recover();
            return Ok(false);
        }
        let mut next = self.manifest.clone();
        next.write(self.disk.as_ref(), &self.folder).inspect_err(|_| self.recover())?;
        self.manifest = next;
        let segments = before.segments.iter().map(SegmentEntry::file_name);
        self.remove_unnamed(segments.chain(before.rank.as_ref().map(RankEntry::file_name)));
        // Were it to stay, the next refresh would only look once more.
        let _ = forget_damage(&self.folder, is_of_store);
        Ok(true)
    }

    fn try_commit(&mut self, batch: Builder, removed: &[&str], state: BuildState) -> Result<(), StoreError> {
        let mut next = self.manifest.clone();
        next.generation += 1;
        next.state = state;
        if let Some(rank) = &mut next.rank {
            rank.changed += (batch.paths().count() + removed.len()) as u64;
        }
        for path in batch.paths().chain(removed.iter().copied()) {
            self.bury(path, &mut next)?;
        }
        let mut added = Vec::new();
        if !batch.is_empty() {
            let name = segment_name(next.next_segment);
            let (written, counters) = batch.write(self.disk.as_ref(), &self.folder, &name)?;
            added.push(self.enter(&mut next, written, counters)?);
        }
        self.publish(next, added)
    }

    fn try_set_rank(&mut self, ranks: &[(String, f32)]) -> Result<(), StoreError> {
        let mut next = self.manifest.clone();
        next.generation += 1;
        next.rank = Some(rank::write(self.disk.as_ref(), &self.folder, next.generation, ranks)?);
        self.publish(next, Vec::new())
    }

    /// Marks a path's file as dead in the manifest to come.
    fn bury(&self, path: &str, next: &mut Manifest) -> Result<(), StoreError> {
        let mut key = vec![Scope::Path as u8];
        key.extend_from_slice(path.as_bytes());
        for (live, entry) in self.live.iter().zip(&mut next.segments) {
            let Some(list) = live.segment.list(&key)? else { continue };
            let mut fragments = Fragments::new(&list.bytes);
            for (file, _) in fragments.by_ref() {
                if let Err(at) = entry.dead.binary_search(&file) {
                    let record = live.record(file)?;
                    entry.dead.insert(at, file);
                    let language = record.language.as_deref();
                    entry.live.remove(language, record.definitions, record.sites, record.chunks);
                }
            }
            if !fragments.is_whole() {
                return Err(live.segment.damaged(Section::Lists));
            }
        }
        Ok(())
    }

    /// Names a written segment in the manifest to come.
    fn enter(&self, next: &mut Manifest, written: Written, live: Counters) -> Result<Live, StoreError> {
        let entry = SegmentEntry {
            number: next.next_segment,
            length: written.length,
            toc_checksum: written.toc_checksum,
            live,
            dead: Vec::new(),
        };
        let name = entry.file_name();
        let segment = Segment::open(&self.folder, &name, entry.length, entry.toc_checksum)?
            .ok_or(StoreError::Damaged { file: name, block: 0 })?;
        next.next_segment += 1;
        next.segments.push(entry);
        Ok(Live { segment, dead: Vec::new() })
    }

    /// Replaces the manifest; segments without a live file are left out. From here on the new state holds.
    fn publish(&mut self, mut next: Manifest, added: Vec<Live>) -> Result<(), StoreError> {
        next.segments.retain(|entry| entry.live.files > 0);
        if self.replaced.is_none() {
            next.write(self.disk.as_ref(), &self.folder)?;
        }
        let mut known: Vec<Option<Live>> = std::mem::take(&mut self.live).into_iter().map(Some).collect();
        let rank_before = self.manifest.rank.as_ref().map(RankEntry::file_name);
        let mut numbers: Vec<u64> = self.manifest.segments.iter().map(|entry| entry.number).collect();
        let first_added = next.next_segment - added.len() as u64;
        numbers.extend(first_added..next.next_segment);
        known.extend(added.into_iter().map(Some));
        for entry in &next.segments {
            let at = numbers.iter().position(|number| *number == entry.number);
            if let Some(mut live) = at.and_then(|at| known[at].take()) {
                live.dead.clone_from(&entry.dead);
                live.segment.forget();
                self.live.push(live);
            }
        }
        self.manifest = next;
        self.remove_unnamed(rank_before.into_iter().chain(numbers.into_iter().map(segment_name)));
        Ok(())
    }

    /// Deletes those of some files that no manifest names. What stays behind is deleted when the next writer opens.
    fn remove_unnamed(&self, names: impl IntoIterator<Item = String>) {
        for name in names.into_iter().filter(|name| !self.is_named(name)) {
            let _ = disk::remove(self.disk.as_ref(), &self.folder.join(name));
        }
    }

    /// Whether a file is part of the index that is being written, or of the one that it will replace.
    fn is_named(&self, name: &str) -> bool {
        std::iter::once(&self.manifest).chain(&self.replaced).any(|manifest| {
            manifest.segments.iter().any(|entry| entry.file_name() == name)
                || manifest.rank.is_some_and(|rank| rank.file_name() == name)
        })
    }

    /// Segments to merge, by their place: one with too many dead files, or the smallest of too many.
    fn chosen_for_merge(&self) -> Vec<usize> {
        let entries = &self.manifest.segments;
        let is_decayed = |entry: &SegmentEntry| {
            let dead = entry.dead.len() as u64;
            dead * 100 > (entry.live.files + dead) * limits::STORE_DEAD_PERCENT
        };
        if let Some(at) = entries.iter().position(is_decayed) {
            return vec![at];
        }
        let mut small: Vec<usize> =
            (0..entries.len()).filter(|at| entries[*at].live.files < limits::STORE_MERGED_FILES).collect();
        if small.len() <= limits::STORE_SEGMENTS {
            return Vec::new();
        }
        small.sort_by_key(|at| entries[*at].live.files);
        let mut files = 0;
        let mut chosen: Vec<usize> = small
            .into_iter()
            .take(limits::STORE_SEGMENTS)
            .take_while(|at| {
                files += entries[*at].live.files;
                files <= limits::STORE_MERGED_FILES
            })
            .collect();
        chosen.sort_unstable();
        if chosen.len() < 2 { Vec::new() } else { chosen }
    }

    fn try_merge(&mut self, chosen: &[usize]) -> Result<(), StoreError> {
        let sources: Vec<&Live> = chosen.iter().map(|at| &self.live[*at]).collect();
        let mut next = self.manifest.clone();
        next.generation += 1;
        let name = segment_name(next.next_segment);
        let (written, counters) = merge::merge(&sources, self.disk.as_ref(), &self.folder, &name)?;
        for at in chosen.iter().rev() {
            next.segments.remove(*at);
        }
        let merged = self.enter(&mut next, written, counters)?;
        self.publish(next, vec![merged])
    }

    /// After a failure: what the disk says holds. If it cannot be read now, the next commit tries again.
    fn recover(&mut self) {
        self.is_stale = true;
        self.replaced = None;
        let _ = self.load();
    }

    /// Brings this in line with the disk. What is damaged is given up; what cannot be read is an error.
    fn load(&mut self) -> Result<(), StoreError> {
        if !self.is_stale {
            return Ok(());
        }
        let read =
            Manifest::read(&self.folder).and_then(|manifest| match open_segments(&self.folder, &manifest)? {
                Ok(live) => Ok((manifest, live)),
                Err(missing) => Err(StoreError::Damaged { file: missing, block: 0 }),
            });
        match read {
            Ok((manifest, live)) => {
                self.manifest = manifest;
                self.live = live;
            }
            Err(error @ (StoreError::Missing | StoreError::Damaged { .. } | StoreError::OtherFormat)) => {
                self.manifest = Manifest { generation: self.manifest.generation, ..Manifest::default() };
                self.live.clear();
                self.started_over = (!matches!(error, StoreError::Missing)).then_some(error);
            }
            Err(error) => return Err(error),
        }
        self.is_stale = false;
        self.remove_leftovers();
        Ok(())
    }

    /// Deletes what a killed or failed writer left behind. Best effort: leftovers do no harm.
    fn remove_leftovers(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let is_leftover = name.starts_with(TEMPORARY)
                || (name.starts_with(SEGMENT) || name.starts_with(RANK)) && !self.is_named(name);
            if is_leftover {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Whether a noted name is one that a writer sees to: what git's history says is mended on its own.
fn is_of_store(name: &str) -> bool {
    ![history::FILE_NAME, history::DEFINITIONS_FILE_NAME].contains(&name)
}
