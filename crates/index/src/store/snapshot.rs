//! An index as a reader sees it: one state, whole, however long it is held. Opening reads the manifest and
//! the segments' tables; everything else is read when it is asked for.

use std::collections::HashMap;
use std::path::Path;

use foreword_model::limits;
use foreword_text::fold;

use crate::facts::{Base, CallSite, Chunk, Definition, Import, Reference};

use super::StoreError;
use super::builder::Counters;
use super::codec::Cursor;
use super::lists::Fragments;
use super::manifest::{BuildState, Manifest};
use super::postings;
use super::prepare::{Scope, symbol_key};
use super::rank::Rank;
use super::reader::Live;
use super::records::{FileRecord, StoredDefinition};
use super::search::{ChunkPostings, FilePosting, Lengths, Statistics};
use super::segment::{List, Segment};
use super::sites::{self, Sites, Use};
use super::toc::{FIELDS, Section};

/// A file of one open [`Store`]; another store has other numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId {
    /// The segment that it is in.
    pub segment: u32,
    /// Its number there.
    pub number: u32,
}

/// A chunk: a file and the chunk's place in its facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChunkId {
    /// The file.
    pub file: FileId,
    /// Its place in `FileFacts::chunks`.
    pub number: u32,
}

/// A definition: a file and the definition's place in its facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefinitionId {
    /// The file.
    pub file: FileId,
    /// Its place in `FileFacts::definitions`.
    pub number: u32,
}

/// An open index.
#[derive(Debug)]
pub struct Store {
    manifest: Manifest,
    live: Vec<Live>,
    pub(super) rank: Rank,
}

impl Store {
    /// Opens the index in a folder. Never waits and never writes.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        // A merge may delete a segment between the two steps; then there is a newer manifest.
        let mut previous = None;
        for _ in 0..limits::STORE_OPEN_TRIES {
            let manifest = Manifest::read(folder)?;
            let rank = Rank::open(folder, manifest.rank.as_ref());
            match open_segments(folder, &manifest)? {
                // A newer manifest may have taken the rank away; if there is none, it does without.
                Ok(_) if rank.is_missing() && previous != Some(manifest.generation) => {
                    previous = Some(manifest.generation);
                }
                Ok(live) => return Ok(Self { manifest, live, rank }),
                Err(missing) if previous == Some(manifest.generation) => {
                    return Err(StoreError::Damaged { file: missing, block: 0 });
                }
                Err(_) => previous = Some(manifest.generation),
            }
        }
        Err(StoreError::Busy)
    }

    /// The index that a manifest names, whatever the folder's own says.
    pub(super) fn of_manifest(folder: &Path, manifest: Manifest) -> Result<Self, StoreError> {
        let rank = Rank::open(folder, manifest.rank.as_ref());
        match open_segments(folder, &manifest)? {
            Ok(live) => Ok(Self { manifest, live, rank }),
            Err(missing) => Err(StoreError::Damaged { file: missing, block: 0 }),
        }
    }

    /// The names of its files in which damage was found since it was opened.
    pub fn found_damaged(&self) -> Vec<String> {
        let segments = self.live.iter().filter_map(|live| live.segment.found_damaged());
        segments.map(str::to_owned).chain(self.rank.found_damaged()).collect()
    }

    /// Grows with every commit; two stores of one folder with the same number are the same.
    pub fn generation(&self) -> u64 {
        self.manifest.generation
    }

    /// What was said at the last commit.
    pub fn state(&self) -> &BuildState {
        &self.manifest.state
    }

    /// What the index holds.
    pub fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        self.manifest.segments.iter().for_each(|segment| counters.add_all(&segment.live));
        counters
    }

    /// Bytes of its segments and its rank on disk.
    pub fn disk_bytes(&self) -> u64 {
        let rank = self.manifest.rank.map_or(0, |rank| rank.length);
        self.manifest.segments.iter().map(|segment| segment.length).sum::<u64>() + rank
    }

    /// What a ranking needs to know. Means take in files that are gone since.
    pub fn statistics(&self) -> Statistics {
        let counters = self.counters();
        let (mut chunks, mut files, mut words, mut header_words) = (0, 0, [0_u64; FIELDS], 0);
        for live in &self.live {
            let totals = &live.segment.toc().totals;
            chunks += u64::from(totals.chunks);
            files += u64::from(totals.files);
            header_words += totals.header_words;
            words.iter_mut().zip(totals.words).for_each(|(sum, words)| *sum += words);
        }
        let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        Statistics {
            files: counters.files,
            chunks: counters.chunks,
            words_mean: words.map(|sum| mean(sum, chunks)),
            header_words_mean: mean(header_words, files),
        }
    }

    /// Every file, by path.
    pub fn files(&self) -> Result<Vec<(FileId, FileRecord)>, StoreError> {
        let mut files = Vec::new();
        for (live, segment) in self.live.iter().zip(0_u32..) {
            let of_segment = live.records()?.into_iter();
            files.extend(of_segment.map(|(number, record)| (FileId { segment, number }, record)));
        }
        files.sort_unstable_by(|left, right| left.1.path.cmp(&right.1.path));
        Ok(files)
    }

    /// The file of a path.
    pub fn file_by_path(&self, path: &str) -> Result<Option<FileId>, StoreError> {
        Ok(self.fragments(Scope::Path, path.as_bytes())?.first().map(|(file, _)| *file))
    }

    /// What is known of a file.
    pub fn file(&self, file: FileId) -> Result<FileRecord, StoreError> {
        self.of(file)?.record(file.number)
    }

    /// The comment that opens a file.
    pub fn header(&self, file: FileId) -> Result<String, StoreError> {
        self.of(file)?.header(file.number)
    }

    /// The definitions of a file, in the order of its facts.
    pub fn definitions_of(&self, file: FileId) -> Result<Vec<StoredDefinition>, StoreError> {
        self.of(file)?.definitions(file.number)
    }

    /// The same without the texts of their comments.
    pub fn heads_of(&self, file: FileId) -> Result<Vec<Definition>, StoreError> {
        self.of(file)?.heads(file.number)
    }

    /// One definition.
    pub fn definition(&self, definition: DefinitionId) -> Result<Option<StoredDefinition>, StoreError> {
        self.of(definition.file)?.definition(definition.file.number, definition.number)
    }

    /// One chunk.
    pub fn chunk(&self, chunk: ChunkId) -> Result<Option<Chunk>, StoreError> {
        self.of(chunk.file)?.chunk(chunk.file.number, chunk.number)
    }

    /// Calls, references, imports and bases of a file.
    pub fn sites(&self, file: FileId) -> Result<Sites, StoreError> {
        self.of(file)?.sites(file.number, |bytes| sites::decode(bytes, |_| true))
    }

    /// The same without the calls and references of names that are not kept.
    pub fn sites_where(&self, file: FileId, is_kept: impl Fn(&str) -> bool) -> Result<Sites, StoreError> {
        self.of(file)?.sites(file.number, |bytes| sites::decode(bytes, is_kept))
    }

    /// The calls and references of names that are kept, nothing else.
    pub fn uses_where(&self, file: FileId, is_kept: impl Fn(&str) -> bool) -> Result<Sites, StoreError> {
        self.of(file)?.sites(file.number, |bytes| sites::decode_uses(bytes, is_kept))
    }

    /// The imports and bases of a file, nothing else.
    pub fn imports_and_bases(&self, file: FileId) -> Result<Sites, StoreError> {
        self.of(file)?.sites(file.number, sites::decode_imports_and_bases)
    }

    /// The calls that stand in some of a file's definitions.
    pub fn calls_within(
        &self,
        file: FileId,
        is_inside: impl Fn(Option<u32>) -> bool,
    ) -> Result<Vec<CallSite>, StoreError> {
        self.of(file)?.sites(file.number, |bytes| sites::decode_calls_within(bytes, is_inside))
    }

    /// The chunks that a term, as [`tokenize`](foreword_text::tokens::tokenize) gives it, occurs in.
    pub fn chunk_term(&self, term: &str) -> Result<ChunkPostings<'_>, StoreError> {
        Ok(ChunkPostings::new(self, self.lists(Scope::ChunkTerm, term.as_bytes())?))
    }

    /// The files in whose path or header a term occurs.
    pub fn file_term(&self, term: &str) -> Result<Vec<FilePosting>, StoreError> {
        let decode = |(file, fragment): (FileId, Vec<u8>)| match postings::get(&mut Cursor::new(&fragment)) {
            Some((_, frequencies)) => Ok(FilePosting { file, frequencies }),
            None => Err(self.live(file.segment).segment.damaged(Section::Lists)),
        };
        self.fragments(Scope::FileTerm, term.as_bytes())?.into_iter().map(decode).collect()
    }

    /// The field lengths of all chunks.
    pub fn lengths(&self) -> Result<Lengths, StoreError> {
        Lengths::read(&self.live)
    }

    /// The definitions of exactly this name.
    pub fn symbol(&self, name: &str) -> Result<Vec<DefinitionId>, StoreError> {
        let mut found = Vec::new();
        for (file, fragment) in self.fragments(Scope::Symbol, &symbol_key(name))? {
            self.put_definitions(file, &fragment, &mut found)?;
        }
        Ok(found)
    }

    /// In how many files each name is defined, those included that are gone since.
    pub fn files_defining<'n>(&self, names: &[&'n str]) -> Result<HashMap<&'n str, u64>, StoreError> {
        let mut keyed: Vec<(Vec<u8>, &str)> =
            names.iter().map(|name| (scoped(Scope::Symbol, &symbol_key(name)), *name)).collect();
        keyed.sort_unstable();
        let (keys, names): (Vec<Vec<u8>>, Vec<&str>) = keyed.into_iter().unzip();
        let mut counts = vec![0; keys.len()];
        self.live.iter().try_for_each(|live| live.segment.add_file_counts(&keys, &mut counts))?;
        Ok(names.into_iter().zip(counts).collect())
    }

    /// Whether anything is called so, or uses something that is.
    pub fn is_name(&self, name: &str) -> Result<bool, StoreError> {
        let is_defined = !self.lists(Scope::Symbol, &symbol_key(name))?.is_empty();
        Ok(is_defined || !self.lists(Scope::Use, fold::compose(name).as_bytes())?.is_empty())
    }

    /// Names that begin so in lower case, at most `names_max` a segment, with their definitions.
    pub fn symbols_starting(
        &self,
        lower: &str,
        names_max: usize,
    ) -> Result<Vec<(String, Vec<DefinitionId>)>, StoreError> {
        self.symbols_below(lower.as_bytes(), names_max)
    }

    /// The definitions of this name in any case, by the name as written.
    pub fn symbol_any_case(&self, name: &str) -> Result<Vec<(String, Vec<DefinitionId>)>, StoreError> {
        let mut prefix = fold::compose(name).to_lowercase().into_bytes();
        prefix.push(0);
        self.symbols_below(&prefix, limits::SEARCH_CANDIDATES)
    }

    /// The files that use a name in one way.
    pub fn files_using(&self, name: &str, how: Use) -> Result<Vec<FileId>, StoreError> {
        let fragments = self.fragments(Scope::Use, name.as_bytes())?;
        let is_so = |uses: &[u8]| uses.first().is_some_and(|bits| bits & how as u8 != 0);
        Ok(fragments.into_iter().filter(|(_, uses)| is_so(uses)).map(|(file, _)| file).collect())
    }

    /// Calls of a name, from at most `files_max` files.
    pub fn calls_named(&self, name: &str, files_max: usize) -> Result<Vec<(FileId, CallSite)>, StoreError> {
        self.sites_named(name, Use::Call, files_max, |sites| sites.calls)
    }

    /// Other uses of a name, from at most `files_max` files.
    pub fn references_named(
        &self,
        name: &str,
        files_max: usize,
    ) -> Result<Vec<(FileId, Reference)>, StoreError> {
        self.sites_named(name, Use::Reference, files_max, |sites| sites.references)
    }

    /// Imports of a name or of a module as it is written, from at most `files_max` files.
    pub fn imports_named(&self, name: &str, files_max: usize) -> Result<Vec<(FileId, Import)>, StoreError> {
        let takes =
            |import: &Import| import.module == name || import.names.iter().any(|(taken, _)| taken == name);
        self.sites_named(name, Use::Import, files_max, |sites| {
            sites.imports.into_iter().filter(takes).collect()
        })
    }

    /// What derives from a name, from at most `files_max` files.
    pub fn bases_named(&self, name: &str, files_max: usize) -> Result<Vec<(FileId, Base)>, StoreError> {
        self.sites_named(name, Use::Base, files_max, |sites| {
            sites.bases.into_iter().filter(|base| base.base == name).collect()
        })
    }

    pub(super) fn live(&self, segment: u32) -> &Live {
        &self.live[segment as usize]
    }

    pub(super) fn segments(&self) -> &[Live] {
        &self.live
    }

    fn of(&self, file: FileId) -> Result<&Live, StoreError> {
        self.live
            .get(file.segment as usize)
            .filter(|live| file.number < live.files())
            .ok_or(StoreError::NoSuchFile)
    }

    fn lists(&self, scope: Scope, key: &[u8]) -> Result<Vec<(u32, List)>, StoreError> {
        let scoped = scoped(scope, key);
        let mut lists = Vec::new();
        for (live, segment) in self.live.iter().zip(0_u32..) {
            if let Some(list) = live.segment.list(&scoped)? {
                lists.push((segment, list));
            }
        }
        Ok(lists)
    }

    /// The fragments of a key in live files.
    fn fragments(&self, scope: Scope, key: &[u8]) -> Result<Vec<(FileId, Vec<u8>)>, StoreError> {
        let mut found = Vec::new();
        for (segment, list) in self.lists(scope, key)? {
            self.put_fragments(segment, &list, &mut found)?;
        }
        Ok(found)
    }

    fn put_fragments(
        &self,
        segment: u32,
        list: &List,
        found: &mut Vec<(FileId, Vec<u8>)>,
    ) -> Result<(), StoreError> {
        let live = self.live(segment);
        let mut fragments = Fragments::new(&list.bytes);
        for (number, fragment) in fragments.by_ref() {
            if !live.is_dead(number) {
                found.push((FileId { segment, number }, fragment.to_vec()));
            }
        }
        if fragments.is_whole() { Ok(()) } else { Err(live.segment.damaged(Section::Lists)) }
    }

    fn symbols_below(
        &self,
        prefix: &[u8],
        names_max: usize,
    ) -> Result<Vec<(String, Vec<DefinitionId>)>, StoreError> {
        let mut scoped = vec![Scope::Symbol as u8];
        scoped.extend_from_slice(prefix);
        let mut names: std::collections::BTreeMap<String, Vec<DefinitionId>> = Default::default();
        for (live, segment) in self.live.iter().zip(0_u32..) {
            for (key, list) in live.segment.lists_below(&scoped, names_max)? {
                let name = key.split(|byte| *byte == 0).nth(1).unwrap_or_default();
                let mut fragments = Vec::new();
                self.put_fragments(segment, &list, &mut fragments)?;
                let mut found = Vec::new();
                for (file, fragment) in fragments {
                    self.put_definitions(file, &fragment, &mut found)?;
                }
                if !found.is_empty() {
                    names.entry(String::from_utf8_lossy(name).into_owned()).or_default().extend(found);
                }
            }
        }
        Ok(names.into_iter().collect())
    }

    fn put_definitions(
        &self,
        file: FileId,
        fragment: &[u8],
        found: &mut Vec<DefinitionId>,
    ) -> Result<(), StoreError> {
        let mut cursor = Cursor::new(fragment);
        let mut next = 0_u32;
        while !cursor.is_at_end() {
            let number = cursor.number32().and_then(|step| next.checked_add(step));
            let number = number.ok_or_else(|| self.live(file.segment).segment.damaged(Section::Lists))?;
            found.push(DefinitionId { file, number });
            next = number.saturating_add(1);
        }
        Ok(())
    }

    fn sites_named<T>(
        &self,
        name: &str,
        how: Use,
        files_max: usize,
        pick: impl Fn(Sites) -> Vec<T>,
    ) -> Result<Vec<(FileId, T)>, StoreError> {
        let mut found = Vec::new();
        for file in self.files_using(name, how)?.into_iter().take(files_max) {
            found.extend(
                pick(self.sites_where(file, |used| used == name)?).into_iter().map(|site| (file, site)),
            );
        }
        Ok(found)
    }
}

/// The segments of a manifest, or the name of one that is not there.
pub(super) fn open_segments(
    folder: &Path,
    manifest: &Manifest,
) -> Result<Result<Vec<Live>, String>, StoreError> {
    let mut live = Vec::with_capacity(manifest.segments.len());
    for entry in &manifest.segments {
        let name = entry.file_name();
        match Segment::open(folder, &name, entry.length, entry.toc_checksum)? {
            Some(segment) => live.push(Live { segment, dead: entry.dead.clone() }),
            None => return Ok(Err(name)),
        }
    }
    Ok(Ok(live))
}

/// A key as the dictionary has it.
fn scoped(scope: Scope, key: &[u8]) -> Vec<u8> {
    let mut scoped = Vec::with_capacity(key.len() + 1);
    scoped.push(scope as u8);
    scoped.extend_from_slice(key);
    scoped
}
