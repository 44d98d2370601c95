//! Which files are worth reading for a query, by the index: cheap evidence over postings. What is shown is read from
//! the files as they are now, so an index that is behind can cost a place, never show a wrong one.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Instant;

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::definition_line::DefinitionKind;
use foreword_index::facts::Reading;
use foreword_index::freshness::Checked;
use foreword_index::language;
use foreword_index::outline::{Definition, outline_stored};
use foreword_index::store::{
    ChunkField, ChunkId, FileField, FileId, FileRecord, Store, StoreError, content_hash,
};
use foreword_index::view::IndexView;
use foreword_index::walk::WalkedFile;
use foreword_index::walk::content::{ContentRules, EntryKind};
use foreword_model::limits;
use foreword_text::{han, identifiers};

use super::commits;
use super::corpus::Corpus;
use super::features::{Feature, Values, weight};
use super::filters::Filters;
use super::graph::Graph;
use super::matcher::Matcher;
use super::member;
use super::named::Named;
use super::query::Query;
use super::rank;
use super::scan::{self, Scan};
use super::vocabulary::{Vocabulary, path_terms, saturate};
use super::weights;

/// The index, ready to be asked.
pub(super) struct Indexed<'v> {
    store: &'v Store,
    records: &'v [FileRecord],
    ids: &'v [FileId],
    view: &'v IndexView,
    jail: &'v Jail,
}

/// What a search works with.
pub(super) struct Search<'s> {
    pub(super) query: &'s Query,
    pub(super) matcher: &'s Matcher<'s>,
    pub(super) named: &'s Named,
    pub(super) sensitive: &'s Sensitive,
    pub(super) content: &'s ContentRules,
    pub(super) filters: &'s Filters,
    pub(super) part_levels: usize,
    pub(super) deadline: Instant,
}

/// What the index alone makes of a query.
struct Proposed {
    corpus: Corpus,
    /// Chunks whose name holds terms of the query: bits by term.
    named: Vec<(ChunkId, u64)>,
    reexporting: BTreeSet<String>,
    /// Lines at which members of the query are defined, by path.
    members: BTreeMap<String, Vec<u32>>,
    commits: HashMap<String, f64>,
    files: Vec<WalkedFile>,
}

/// How often a file holds each term, weighed by field as the ranking does; and where in its path.
#[derive(Debug, Clone, Default)]
struct Row {
    /// The place of its record.
    file: usize,
    weighted: Vec<f32>,
    /// Bits by term.
    in_names: u64,
    in_stem: u64,
    in_parent: u64,
    in_header: u64,
    /// Whether it defines a symbol of the query, or neighbouring words of it as one name.
    defines: bool,
    compound: bool,
    /// Whether it hands on a symbol of the query.
    reexports: bool,
    /// Whether it defines a member of the query.
    member: bool,
}

impl<'v> Indexed<'v> {
    /// The index, if it answers for the whole repository.
    pub(super) fn open(view: &'v IndexView, jail: &'v Jail) -> Option<Self> {
        let store = view.usable()?;
        let (records, ids) = (view.records().ok()?, view.ids().ok()?);
        Some(Self { store, records, ids, view, jail })
    }

    /// What it is kept in.
    pub(super) fn store(&self) -> &'v Store {
        self.store
    }

    /// How the repository differs from it; nothing if it turned out to be unreadable.
    pub(super) fn checked(&self) -> Option<&'v Checked> {
        self.view.checked(self.jail).ok()
    }

    /// The paths of its files, and of those that are new.
    pub(super) fn paths(&self) -> impl Iterator<Item = &'v str> + use<'v> {
        let known = self.records.iter().map(|record| record.path.as_str());
        let changed = self.checked().map(|checked| checked.changed.as_slice()).unwrap_or_default();
        known.chain(changed.iter().map(|file| file.path.as_str()))
    }

    /// The definitions of a file whose text is what was indexed; none of one that must not be parsed again.
    pub(super) fn outline(&self, file: &WalkedFile, text: &str) -> Option<Vec<Definition>> {
        let language = file.language?;
        if self.view.is_unparsable(&file.path) {
            return Some(Vec::new());
        }
        let at = self.place_of(&file.path)?;
        if self.records[at].hash != content_hash(text.as_bytes()) || self.records[at].definitions == 0 {
            return None;
        }
        outline_stored(language, self.store.definitions_of(self.ids[at]).ok()?)
    }

    /// The file of the index that a path names, if it is still what was indexed.
    pub(super) fn id_of(&self, path: &str) -> Option<FileId> {
        self.place_of(path).map(|at| self.ids[at])
    }

    /// Reads what is worth reading. An error means that the index cannot be trusted.
    pub(super) fn scan(&self, search: &Search<'_>) -> Result<(Scan, Graph<'v>), StoreError> {
        let (proposed, checked) = std::thread::scope(|scope| {
            // The look at the disk waits for the system, the counting does not.
            let checked = scope.spawn(|| self.checked());
            (self.propose(search), checked.join().ok().flatten())
        });
        let Proposed { corpus, named, reexporting, members, commits, files } = proposed?;
        let checked = checked.ok_or(StoreError::Missing)?;
        let is_changed =
            |path: &str| checked.changed.binary_search_by(|file| file.path.as_str().cmp(path)).is_ok();
        let mut files: Vec<WalkedFile> = files.into_iter().filter(|file| !is_changed(&file.path)).collect();
        let changed = checked.changed.iter().filter(|file| !search.leaves_out(&file.path));
        files.extend(changed.take(limits::OVERLAY_FILES).cloned());
        let mut scan = scan::read_all(files, self.jail, search.matcher, search.sensitive, search.deadline);
        self.confirm_definitions(&mut scan, search.query, |path| !is_changed(path))?;
        let languages = self.store.counters().languages;
        scan.languages = languages
            .into_iter()
            .filter(|(name, _)| !name.is_empty())
            .map(|(name, files)| (name, usize::try_from(files).unwrap_or(usize::MAX)))
            .collect();
        let is_large =
            |record: &&FileRecord| record.reading == Reading::Large && scan::is_source(record.class);
        let large = self.records.iter().filter(is_large).filter(|record| !search.leaves_out(&record.path));
        scan.large = large.map(|record| record.path.clone()).collect();
        scan.corpus = Some(corpus);
        scan.reexporting = reexporting;
        scan.members = members;
        scan.commits = commits;
        Ok((scan, Graph::new(self.store, named)))
    }

    /// Takes back definitions of the query's symbols that a line looked like and the parser did not see.
    fn confirm_definitions(
        &self,
        scan: &mut Scan,
        query: &Query,
        is_as_indexed: impl Fn(&str) -> bool,
    ) -> Result<(), StoreError> {
        let mut known: HashSet<(FileId, usize, u32)> = HashSet::new();
        for (number, symbol) in query.symbols.iter().enumerate() {
            for id in self.store.symbol(symbol)?.into_iter().take(limits::SEARCH_CANDIDATES) {
                let Some(stored) = self.store.definition(id)? else { continue };
                let lines = stored.definition.start_line..=stored.definition.name_line;
                known.extend(lines.take(LEAD_LINES_MAX).map(|line| (id.file, number, line)));
                known.insert((id.file, number, stored.definition.name_line));
            }
        }
        for scanned in &mut scan.files {
            let path = scanned.file.path.as_str();
            let Some(at) = self.place_of(path).filter(|at| self.records[*at].definitions > 0) else {
                continue;
            };
            if is_as_indexed(path) {
                scanned.hits.defined.retain(|defined| {
                    // What a keyword defines may stand in a macro, where no parser looks; what is only announced
                    // is no definition of the index.
                    defined.has_keyword
                        || defined.kind == DefinitionKind::Declaration
                        || known.contains(&(self.ids[at], usize::from(defined.symbol), defined.line))
                });
            }
        }
        Ok(())
    }

    fn place_of(&self, path: &str) -> Option<usize> {
        self.records.binary_search_by(|record| record.path.as_str().cmp(path)).ok()
    }

    /// What the postings say, the files that they put first among it.
    fn propose(&self, search: &Search<'_>) -> Result<Proposed, StoreError> {
        let mut counted = Counting::new(self.ids, search.query);
        counted.count(self.store, search.query)?;
        let corpus = self.corpus(&counted, search.part_levels);
        let named = std::mem::take(&mut counted.named_chunks).into_iter().collect();
        let reexporting = counted.rows.iter().filter(|row| row.reexports);
        let reexporting = reexporting.map(|row| self.records[row.file].path.clone()).collect();
        let mut members: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (file, line) in member::by_index(self.store, search.query)? {
            let Some(place) = counted.place(file) else { continue };
            counted.row(place).member = true;
            members.entry(self.records[place].path.clone()).or_default().push(line);
        }
        // A history that cannot be read costs its evidence, nothing else.
        let history = self.view.history();
        let commits =
            history.and_then(|history| commits::evidence(history, search.query).ok()).unwrap_or_default();
        for file in commits.keys().filter_map(|path| self.place_of(path)) {
            counted.row(file);
        }
        let files = self.candidates(counted, &corpus, &commits, search);
        Ok(Proposed { corpus, named, reexporting, members, commits, files })
    }

    fn corpus(&self, counted: &Counting, part_levels: usize) -> Corpus {
        let files = self.records.iter().map(|record| (record.path.as_str(), record.class, record.size));
        let mut corpus = Corpus::of_files(files, part_levels);
        let statistics = self.store.statistics();
        let words_per_chunk = statistics.words_mean[ChunkField::Body as usize];
        corpus.parts_mean = words_per_chunk * statistics.chunks as f64 / statistics.files.max(1) as f64;
        corpus.holding.clone_from(&counted.holding);
        corpus
    }

    /// The files that the first pass puts first, in its order; those that are named go with them.
    fn candidates(
        &self,
        counted: Counting,
        corpus: &Corpus,
        commits: &HashMap<String, f64>,
        search: &Search<'_>,
    ) -> Vec<WalkedFile> {
        let vocabulary = Vocabulary::new(search.query, corpus);
        let rows = counted.rows;
        let texts: Vec<f64> = rows.iter().map(|row| self.text_score(row, &vocabulary)).collect();
        let best = texts.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let best_commits = commits.values().copied().fold(f64::MIN_POSITIVE, f64::max);
        let mut scored: Vec<(f64, usize)> = rows
            .iter()
            .zip(texts)
            .map(|(row, text)| {
                let by_commits = commits.get(&self.records[row.file].path).copied().unwrap_or_default();
                let by_commits = by_commits / best_commits * weight(Feature::Commits, search.query.ask);
                (self.score(row, text / best, &vocabulary, corpus, search) + by_commits, row.file)
            })
            .collect();
        scored.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        scored
            .into_iter()
            .map(|(_, file)| &self.records[file])
            // Asked last: the rules about names cost more than the score.
            .filter(|record| !search.leaves_out(&record.path))
            .take(limits::SEARCH_READ_FILES)
            .map(walked)
            .collect()
    }

    fn text_score(&self, row: &Row, vocabulary: &Vocabulary<'_>) -> f64 {
        let record = &self.records[row.file];
        // Words are not kept by file; lines stand for them.
        let ratio = (f64::from(record.lines.max(1)) * WORDS_PER_LINE / vocabulary.parts_mean).max(0.1);
        vocabulary
            .score(|term| saturate(f64::from(row.weighted[term]), ratio, weights::BM25_K1, weights::BM25_B))
    }

    fn score(
        &self,
        row: &Row,
        text: f64,
        vocabulary: &Vocabulary<'_>,
        corpus: &Corpus,
        search: &Search<'_>,
    ) -> f64 {
        let file = walked(&self.records[row.file]);
        let bit = |bits: u64, term: usize| bits >> term & 1 == 1;
        let share = |bits: u64| if bits == 0 { 0.0 } else { vocabulary.coverage(|term| bit(bits, term)) };
        let stem = match row.in_stem {
            0 => 0.0,
            _ => path_terms(&file.path, search.matcher, search.query).stem_share,
        };
        let below_named = search.named.directories.iter().any(|above| rank::is_below(&file.path, above));
        let mut values = Values::default();
        rank::prior(&file, search.query, corpus, &mut values);
        for (feature, value) in [
            (Feature::Text, text),
            (Feature::Windows, text),
            (Feature::Header, share(row.in_header)),
            (Feature::Stem, stem),
            (Feature::Parent, share(row.in_parent & !row.in_stem)),
            (Feature::Names, share(row.in_names | row.in_stem | row.in_parent)),
            (Feature::Defines, f64::from(row.defines)),
            (Feature::Member, f64::from(row.member)),
            (Feature::SymbolIsStem, f64::from(row.defines)),
            (Feature::Compound, f64::from(row.compound)),
            (Feature::Reexports, f64::from(row.reexports)),
            (Feature::NamedDirectory, f64::from(below_named)),
        ] {
            values.set(feature, value);
        }
        values.score(search.query.ask)
    }
}

impl Search<'_> {
    /// Whether a file is not to be read by today's settings and rules, whatever held when it was indexed.
    fn leaves_out(&self, path: &str) -> bool {
        !self.filters.takes_file(path, language::of_path(path))
            || self.sensitive.matches(path)
            || self.content.refused(path, EntryKind::File).is_some()
    }
}

/// Lines before a definition's name that may belong to it.
const LEAD_LINES_MAX: usize = 16;
/// Word parts in a line of code, roughly: only the order of lengths matters here.
const WORDS_PER_LINE: f64 = 5.0;

fn walked(record: &FileRecord) -> WalkedFile {
    WalkedFile {
        path: record.path.clone(),
        len: record.size,
        modified_ns: record.modified_ns,
        language: language::of_path(&record.path),
        class: record.class,
    }
}

/// The postings of a query, put together by file.
struct Counting {
    /// By segment and number in it: the place of the record.
    places: Vec<Vec<u32>>,
    rows: Vec<Row>,
    /// By record: its row.
    row_of: HashMap<usize, usize>,
    terms: usize,
    /// By term: files that hold it.
    holding: Vec<u32>,
    /// Chunks whose name holds terms: bits by term.
    named_chunks: BTreeMap<ChunkId, u64>,
}

impl Counting {
    fn new(ids: &[FileId], query: &Query) -> Self {
        let mut places: Vec<Vec<u32>> = Vec::new();
        for (place, id) in (0_u32..).zip(ids) {
            let (segment, number) = (id.segment as usize, id.number as usize);
            if places.len() <= segment {
                places.resize(segment + 1, Vec::new());
            }
            if places[segment].len() <= number {
                places[segment].resize(number + 1, u32::MAX);
            }
            places[segment][number] = place;
        }
        let terms = query.terms.len();
        Self {
            places,
            rows: Vec::new(),
            row_of: HashMap::new(),
            terms,
            holding: vec![0; terms],
            named_chunks: BTreeMap::new(),
        }
    }

    fn count(&mut self, store: &Store, query: &Query) -> Result<(), StoreError> {
        for (number, term) in query.terms.iter().enumerate() {
            // A term of Chinese characters is found where all pairs of its characters are.
            let is_run = term.text.starts_with(han::is_cjk);
            let keys = if is_run { identifiers::split_bigrams(&term.text) } else { vec![term.text.clone()] };
            let found = keys
                .iter()
                .map(|key| self.occurrences(store, key, number))
                .reduce(|all, one| Ok(in_both(all?, &one?)))
                .unwrap_or_else(|| Ok(BTreeMap::new()))?;
            self.holding[number] = u32::try_from(found.len()).unwrap_or(u32::MAX);
            for (file, occurs) in found {
                let row = self.row(file);
                row.weighted[number] = occurs.weighted;
                row.in_names |= u64::from(occurs.in_name) << number;
                row.in_stem |= u64::from(occurs.in_stem) << number;
                row.in_parent |= u64::from(occurs.in_parent) << number;
                row.in_header |= u64::from(occurs.in_header) << number;
            }
        }
        for symbol in &query.symbols {
            for definition in store.symbol(symbol)?.into_iter().take(limits::SEARCH_CANDIDATES) {
                if let Some(file) = self.place(definition.file) {
                    self.row(file).defines = true;
                }
            }
        }
        for symbol in &query.symbols {
            for (file, import) in store.imports_named(symbol, limits::SEARCH_READ_FILES)? {
                if let Some(file) = self.place(file).filter(|_| import.is_reexport) {
                    self.row(file).reexports = true;
                }
            }
        }
        for compound in &query.compounds {
            for posting in store.chunk_term(compound)?.take(limits::SEARCH_CANDIDATES) {
                let posting = posting?;
                let is_name = posting.frequencies[ChunkField::Name as usize] > 0;
                if let Some(file) = self.place(posting.chunk.file).filter(|_| is_name) {
                    self.row(file).compound = true;
                }
            }
        }
        Ok(())
    }

    fn occurrences(
        &mut self,
        store: &Store,
        key: &str,
        term: usize,
    ) -> Result<BTreeMap<usize, Occurs>, StoreError> {
        let mut found: HashMap<usize, Occurs> = HashMap::new();
        for posting in store.chunk_term(key)? {
            let posting = posting?;
            let Some(file) = self.place(posting.chunk.file) else { continue };
            let of = |field: ChunkField| f32::from(posting.frequencies[field as usize]);
            let occurs = found.entry(file).or_default();
            occurs.weighted +=
                of(ChunkField::Body) + of(ChunkField::Name) * (weights::FIELD_NAME - 1.0) as f32;
            if of(ChunkField::Name) > 0.0 {
                occurs.in_name = true;
                *self.named_chunks.entry(posting.chunk).or_default() |= 1 << term;
            }
        }
        for posting in store.file_term(key)? {
            let Some(file) = self.place(posting.file) else { continue };
            let has = |field: FileField| posting.frequencies[field as usize] > 0;
            let occurs = found.entry(file).or_default();
            let (stem, parent) = (has(FileField::Stem), has(FileField::Parent));
            let in_directory = parent || has(FileField::Directory);
            occurs.weighted += f32::from(u8::from(stem)) * weights::FIELD_STEM as f32
                + f32::from(u8::from(in_directory)) * weights::FIELD_DIRECTORY as f32;
            occurs.in_stem |= stem;
            occurs.in_parent |= parent;
            occurs.in_header |= has(FileField::Header);
        }
        Ok(found.into_iter().collect())
    }

    fn place(&self, id: FileId) -> Option<usize> {
        let place = *self.places.get(id.segment as usize)?.get(id.number as usize)?;
        (place != u32::MAX).then_some(place as usize)
    }

    fn row(&mut self, file: usize) -> &mut Row {
        let next = self.rows.len();
        let at = *self.row_of.entry(file).or_insert(next);
        if at == next {
            self.rows.push(Row { file, weighted: vec![0.0; self.terms], ..Row::default() });
        }
        &mut self.rows[at]
    }
}

/// How a term occurs in one file.
#[derive(Debug, Clone, Copy, Default)]
struct Occurs {
    weighted: f32,
    in_name: bool,
    in_stem: bool,
    in_parent: bool,
    in_header: bool,
}

/// What holds in files that have both.
fn in_both(all: BTreeMap<usize, Occurs>, one: &BTreeMap<usize, Occurs>) -> BTreeMap<usize, Occurs> {
    let both = |(file, left): (usize, Occurs)| {
        let right = one.get(&file)?;
        let occurs = Occurs {
            weighted: left.weighted.min(right.weighted),
            in_name: left.in_name && right.in_name,
            in_stem: left.in_stem && right.in_stem,
            in_parent: left.in_parent && right.in_parent,
            in_header: left.in_header && right.in_header,
        };
        Some((file, occurs))
    };
    all.into_iter().filter_map(both).collect()
}
