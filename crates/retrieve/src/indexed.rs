//! Which files are worth reading for a query, by the index: cheap evidence over postings. What is shown is read from
//! the files as they are now, so an index that is behind can cost a place, never show a wrong one.

mod quoted;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Instant;

use foreword_guard::path::Jail;
use foreword_guard::sensitive::Sensitive;
use foreword_index::definition_line::DefinitionKind;
use foreword_index::facts::Reading;
use foreword_index::freshness::Checked;
use foreword_index::language;
use foreword_index::outline::{Definition, outline_stored};
use foreword_index::store::{ChunkField, ChunkId, FileId, FileRecord, Store, StoreError, content_hash};
use foreword_index::view::IndexView;
use foreword_index::walk::WalkedFile;
use foreword_index::walk::content::{ContentRules, EntryKind};
use foreword_model::limits;

use super::commits::{self, CommitEvidence};
use super::corpus::Corpus;
use super::features::{Ask, Feature, Values, weight};
use super::filters::Filters;
use super::graph::Graph;
use super::matcher::Matcher;
use super::member;
use super::named::Named;
use super::passage_scores::PassageScores;
use super::query::Query;
use super::query_postings::{FileRow, QueryPostings};
use super::rank;
use super::report::{self, RankedFile, ReportSources};
use super::scan::{self, Scan};
use super::tested::{self, Tested};
use super::trace;
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
    /// How much the session's earlier places say for a file, by path.
    pub(super) earlier: &'s BTreeMap<String, f64>,
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
    commits: CommitEvidence,
    files: Vec<WalkedFile>,
    /// By path: how much a prompt that tells as much as an issue speaks for a file.
    reported: HashMap<String, f64>,
    /// By path: what the best passage of a file is worth, as far as the index tells.
    passages: HashMap<String, f64>,
    /// By path: definitions that tests like the query name, by their first line, and what the file's test says.
    tested_definitions: HashMap<String, Vec<(u32, f64)>>,
    tested_files: HashMap<String, f64>,
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
        let Proposed {
            corpus,
            named,
            reexporting,
            members,
            commits,
            files,
            reported,
            passages,
            tested_definitions,
            tested_files,
        } = proposed?;
        let checked = checked.ok_or(StoreError::Missing)?;
        let is_changed =
            |path: &str| checked.changed.binary_search_by(|file| file.path.as_str().cmp(path)).is_ok();
        let (proposed, mut files): (Vec<WalkedFile>, Vec<WalkedFile>) =
            files.into_iter().partition(|file| is_changed(&file.path));
        let mut changed: Vec<&WalkedFile> =
            checked.changed.iter().filter(|file| !search.leaves_out(&file.path)).collect();
        let changed_left = changed.len().saturating_sub(limits::OVERLAY_FILES);
        if changed_left > 0 {
            let proposed: HashSet<&str> = proposed.iter().map(|file| file.path.as_str()).collect();
            changed.sort_by_key(|file| !proposed.contains(file.path.as_str()));
        }
        files.extend(changed.into_iter().take(limits::OVERLAY_FILES).cloned());
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
        scan.changed_left = changed_left;
        scan.gone = checked.removed.len();
        scan.reexporting = reexporting;
        scan.members = members;
        scan.commits = commits.files;
        scan.changed_definitions = commits.definitions;
        scan.reported = reported;
        scan.passages = passages;
        scan.tested_definitions = tested_definitions;
        scan.tested_files = tested_files;
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
        let mut counted = QueryPostings::new(self.ids, search.query);
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
        let definitions = if search.query.ask == Ask::Prompt { self.view.definition_history() } else { None };
        let commits = history
            .and_then(|history| commits::evidence(history, definitions, search.query).ok())
            .unwrap_or_default();
        for file in commits.files.keys().filter_map(|path| self.place_of(path)) {
            counted.row(file);
        }
        let reported = if search.query.is_report { self.reported(search)? } else { HashMap::new() };
        let (by_passage, tested) = match search.query.ask {
            Ask::Prompt => self.by_passage(&mut counted, &corpus, (&commits, &reported), search)?,
            Ask::Question | Ask::Report => (Vec::new(), Tested::default()),
        };
        let tested_definitions = tested
            .definitions
            .into_iter()
            .map(|(file, lines)| (self.records[file].path.clone(), lines))
            .collect();
        let tested_files =
            tested.files.into_iter().map(|(file, value)| (self.records[file].path.clone(), value)).collect();
        let mut passages = HashMap::new();
        let mut files = Vec::new();
        if search.query.ask == Ask::Prompt {
            let read = by_passage.iter().map(|(file, base)| (&self.records[*file], *base));
            let read = read.filter(|(record, _)| !search.leaves_out(&record.path));
            for (record, base) in read.take(limits::PROMPT_READ_FILES) {
                passages.insert(record.path.clone(), base);
                files.push(record.walked());
            }
        } else {
            let quoted = if search.query.may_be_verbatim() {
                self.quoted(&counted, search.query, &counted.postings)?
            } else {
                HashMap::new()
            };
            files = self.candidates(counted, &corpus, &commits.files, search);
            self.add_quoted(&mut files, &quoted, search);
        }
        Ok(Proposed {
            corpus,
            named,
            reexporting,
            members,
            commits,
            files,
            reported,
            passages,
            tested_definitions,
            tested_files,
        })
    }

    /// The files that a report is about, by path, each with its score beside that of the best one.
    fn reported(&self, search: &Search<'_>) -> Result<HashMap<String, f64>, StoreError> {
        let told = search.query.told.as_str();
        let (trace, output) = (trace::parse(told), trace::read_output(told));
        let paths = self.records.iter().map(|record| record.path.as_str());
        let stack = report::read_stack(&output, &trace, self.jail.root(), paths);
        let sources = ReportSources {
            store: self.store,
            records: self.records,
            ids: self.ids,
            history: self.view.history(),
            jail: self.jail,
            sensitive: search.sensitive,
            deadline: search.deadline,
        };
        let ranking = sources.rank_by_index(&report::read_report(&output, &trace), &stack)?;
        let best = ranking.ranked.first().map_or(0.0, |first| first.score);
        let share = |ranked: &RankedFile| (ranked.score / best).clamp(0.0, 1.0);
        let ranked = ranking.ranked.iter().filter(|_| best > 0.0).take(limits::REPORTED_FILES);
        Ok(ranked.map(|ranked| (self.records[ranked.place].path.clone(), share(ranked))).collect())
    }

    /// The files by their best passage, as far as the postings tell: the best first, with what it is worth.
    fn by_passage(
        &self,
        counted: &mut QueryPostings,
        corpus: &Corpus,
        (commits, reported): (&CommitEvidence, &HashMap<String, f64>),
        search: &Search<'_>,
    ) -> Result<(Vec<(usize, f64)>, Tested), StoreError> {
        let vocabulary = Vocabulary::new(search.query, corpus);
        let postings = std::mem::take(&mut counted.postings);
        let scores = PassageScores::count(self.store, self.records, self.ids, &vocabulary, &postings)?;
        let tested = tested::follow(self.store, self.records, &scores.tests, |id| counted.place(id))?;
        let quoted = self.quoted(counted, search.query, &postings)?;
        let best_commits = commits.files.values().copied().fold(f64::MIN_POSITIVE, f64::max);
        let mut found: Vec<(usize, f64)> = scores
            .best
            .iter()
            .map(|(file, passage)| {
                let file = *file as usize;
                let row = counted.row_of.get(&file).map(|row| &counted.rows[*row]);
                let bits = row.map_or(0, |row| row.in_stem | row.in_parent);
                let mut values = Values::default();
                values.set(Feature::ExactName, f64::from(row.is_some_and(|row| row.defines)));
                values.set(Feature::Member, f64::from(row.is_some_and(|row| row.member)));
                let by_commits = commits.files.get(&self.records[file].path).copied().unwrap_or_default();
                values.set(Feature::Commits, by_commits / best_commits);
                values.set(Feature::PassageText, f64::from(passage.text));
                values.set(Feature::PassageName, f64::from(passage.name));
                values.set(Feature::FileText, f64::from(passage.file_text));
                values.set(Feature::Path, vocabulary.coverage(|term| bits >> term & 1 == 1));
                values.set(Feature::Literal, quoted.get(&file).copied().unwrap_or_default());
                let by_tests = tested.definitions.get(&file).into_iter().flatten().map(|(_, value)| *value);
                values.set(Feature::TestsNameIt, by_tests.fold(0.0, f64::max));
                let earlier = search.earlier.get(&self.records[file].path).copied().unwrap_or_default();
                values.set(Feature::EarlierFile, earlier);
                let changed = commits.definitions.get(&self.records[file].path).into_iter().flatten();
                values.set(Feature::ChangedLike, changed.map(|(_, value)| *value).fold(0.0, f64::max));
                let of_report = reported.get(&self.records[file].path).copied().unwrap_or_default();
                values.set(Feature::ReportedFile, of_report);
                values.set(Feature::TestFile, tested.files.get(&file).copied().unwrap_or_default());
                let below = search
                    .named
                    .directories
                    .iter()
                    .any(|above| rank::is_below(&self.records[file].path, above));
                values.set(Feature::NamedDirectory, f64::from(below));
                rank::prior(&self.records[file].walked(), search.query, corpus, &mut values);
                (file, values.score(Ask::Prompt))
            })
            .collect();
        for (file, value) in quoted {
            if !found.iter().any(|(known, _)| *known == file) {
                found.push((file, value));
            }
        }
        for (path, share) in reported {
            let file = self.place_of(path).filter(|file| !found.iter().any(|(known, _)| known == file));
            found.extend(file.map(|file| (file, share * weight(Feature::ReportedFile, Ask::Prompt))));
        }
        for (path, worth) in search.earlier {
            let file = self.place_of(path).filter(|file| !found.iter().any(|(known, _)| known == file));
            found.extend(file.map(|file| (file, worth * weight(Feature::EarlierFile, Ask::Prompt))));
        }
        for (file, lines) in &tested.definitions {
            if !found.iter().any(|(known, _)| known == file) {
                let value = lines.iter().map(|(_, value)| *value).fold(0.0, f64::max);
                found.push((*file, value * weight(Feature::TestsNameIt, Ask::Prompt)));
            }
        }
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Ok((found, tested))
    }

    fn corpus(&self, counted: &QueryPostings, part_levels: usize) -> Corpus {
        let files = self.records.iter().map(|record| (record.path.as_str(), record.class, record.size));
        let mut corpus = Corpus::of_files(files, part_levels);
        corpus.unread = self.records.iter().filter(|record| record.reading.why_unread().is_some()).count();
        let statistics = self.store.statistics();
        let words_per_chunk = statistics.words_mean[ChunkField::Body as usize];
        corpus.parts_mean = words_per_chunk * statistics.chunks as f64 / statistics.files.max(1) as f64;
        corpus.holding.clone_from(&counted.holding);
        corpus.passages = usize::try_from(statistics.chunks).unwrap_or(usize::MAX).max(corpus.files);
        let passages = counted.postings.iter().zip(&counted.holding);
        // A term may stand in a path only.
        let passages =
            passages.map(|(passages, files)| u32::try_from(passages.len()).unwrap_or(u32::MAX).max(*files));
        corpus.passages_holding = passages.collect();
        corpus
    }

    /// The files that the first pass puts first, in its order; those that are named go with them.
    fn candidates(
        &self,
        counted: QueryPostings,
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
            .map(FileRecord::walked)
            .collect()
    }

    fn text_score(&self, row: &FileRow, vocabulary: &Vocabulary<'_>) -> f64 {
        let record = &self.records[row.file];
        // Words are not kept by file; lines stand for them.
        let ratio = (f64::from(record.lines.max(1)) * WORDS_PER_LINE / vocabulary.parts_mean).max(0.1);
        vocabulary
            .score(|term| saturate(f64::from(row.weighted[term]), ratio, weights::BM25_K1, weights::BM25_B))
    }

    fn score(
        &self,
        row: &FileRow,
        text: f64,
        vocabulary: &Vocabulary<'_>,
        corpus: &Corpus,
        search: &Search<'_>,
    ) -> f64 {
        let file = self.records[row.file].walked();
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
