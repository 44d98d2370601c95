//! The order of files: named evidence, weighed, in two passes. Pure: the same scan gives the same order.

use std::borrow::Cow;
use std::collections::BTreeMap;

use foreword_index::class::{self, FileClass};
use foreword_index::definition_line::DefinitionKind;
use foreword_index::language::Nature;
use foreword_index::walk::WalkedFile;
use foreword_model::limits;
use foreword_text::identifiers;

use super::corpus::{self, Corpus};
use super::features::{self, Ask, Feature, Values};
use super::graph::Linked;
use super::matcher::{Hit, Matcher};
use super::member;
use super::named::Named;
use super::query::Query;
use super::rarity::Rarity;
use super::scan::{Scan, Scanned};
use super::vocabulary::{PathTerms, Vocabulary, counts_of, path_terms, saturate};
use super::weights;

/// A file in the order, with what put it there.
#[derive(Debug, Clone)]
pub(super) struct Ranked {
    /// Which of the scanned files.
    pub(super) file: usize,
    /// The sum of the evidence.
    pub(super) score: f64,
    /// The evidence.
    pub(super) evidence: Evidence,
}

/// What speaks for a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Evidence {
    pub(super) values: Values,
    /// Share of the query anywhere in the file or its path.
    pub(super) coverage: f64,
    /// Share of the query in the stem.
    pub(super) stem_coverage: f64,
    pub(super) path: PathTerms,
    /// Whether code stands in it as a question writes it that stands hardly anywhere else.
    pub(super) is_quoted: bool,
}

impl Evidence {
    pub(super) fn has(&self, feature: Feature) -> bool {
        self.values.get(feature) > 0.0
    }
}

/// The ranking and what it was made with.
pub(super) struct Ranking<'q> {
    pub(super) vocabulary: Vocabulary<'q>,
    /// How rare what the query writes verbatim is in the files that were read.
    pub(super) rarity: Rarity,
    /// Best first.
    pub(super) files: Vec<Ranked>,
}

/// Orders the scanned files; what refers to what is told by `graph`, where there is an index.
pub(super) fn rank<'q>(
    scan: &Scan,
    query: &'q Query,
    matcher: &Matcher<'_>,
    named: &Named,
    graph: impl FnOnce(&[Ranked], &Vocabulary<'_>) -> Vec<Linked>,
) -> Ranking<'q> {
    let paths: Vec<PathTerms> =
        scan.files.iter().map(|scanned| path_terms(&scanned.file.path, matcher, query)).collect();
    let counted = match &scan.corpus {
        Some(corpus) => Cow::Borrowed(corpus),
        None => Cow::Owned(Corpus::of_scan(scan, &paths, query.terms.len())),
    };
    let corpus = counted.as_ref();
    let vocabulary = Vocabulary::new(query, corpus);
    let rarity = Rarity::count(query, scan.files.iter(), scan.searched());
    let mut files: Vec<Ranked> = scan
        .files
        .iter()
        .zip(paths)
        .enumerate()
        .filter_map(|(number, (scanned, path))| {
            let mut evidence = gather(scanned, path, &vocabulary, named)?;
            prior(&scanned.file, query, corpus, &mut evidence.values);
            evidence.values.set(Feature::Reexports, f64::from(scan.reexporting.contains(&scanned.file.path)));
            let commits = scan.commits.get(&scanned.file.path).copied().unwrap_or_default();
            evidence.values.set(Feature::Commits, commits);
            let reported = scan.reported.get(&scanned.file.path).copied().unwrap_or_default();
            evidence.values.set(Feature::ReportedFile, reported);
            let defines_member =
                scan.members.contains_key(&scanned.file.path) || member::seems_defined(&scanned.hits, query);
            evidence.values.set(Feature::Member, f64::from(defines_member));
            evidence.is_quoted = query.ask == Ask::Question && !rarity.rare_lines(query, scanned).is_empty();
            Some(Ranked { file: number, score: 0.0, evidence })
        })
        .collect();
    for feature in [Feature::Text, Feature::Windows, Feature::Header, Feature::Commits] {
        normalise(&mut files, feature);
    }
    sort_by_score(&mut files, scan, query.ask);
    if query.ask == Ask::Prompt {
        // Only passages tell; the graph speaks of files.
        files.truncate(limits::PASSAGE_FILES);
        return Ranking { vocabulary, rarity, files };
    }
    files.truncate(limits::SEARCH_SHORTLIST);
    add_directories(&mut files, scan, corpus);
    let linked = graph(&files, &vocabulary);
    for (ranked, linked) in files.iter_mut().zip(linked) {
        ranked.evidence.values.set(Feature::Neighbours, linked.neighbours);
        ranked.evidence.values.set(Feature::Anchors, linked.anchors);
        ranked.evidence.values.set(Feature::Rank, linked.rank);
    }
    for feature in [Feature::Directory, Feature::Neighbours, Feature::Anchors] {
        normalise(&mut files, feature);
    }
    sort_by_score(&mut files, scan, query.ask);
    Ranking { vocabulary, rarity, files }
}

/// A file that the index proposes for a passage comes before those that a scan found by all their words.
const PROPOSED: f64 = 100.0;

/// Divides by the best, so that weights compare.
fn normalise(files: &mut [Ranked], feature: Feature) {
    let best = files.iter().map(|ranked| ranked.evidence.values.get(feature)).fold(0.0, f64::max);
    if best > 0.0 {
        for values in files.iter_mut().map(|ranked| &mut ranked.evidence.values) {
            values.set(feature, values.get(feature) / best);
        }
    }
}

fn sort_by_score(files: &mut [Ranked], scan: &Scan, ask: Ask) {
    for ranked in files.iter_mut() {
        ranked.score = match ask {
            Ask::Question | Ask::Report => ranked.evidence.values.score(ask),
            // What the index says of the best passage; without it, what the words of a report would say of the file.
            Ask::Prompt => {
                let of_passage = scan.passages.get(&scan.files[ranked.file].file.path);
                of_passage.map_or_else(|| ranked.evidence.values.score(Ask::Report), |base| base + PROPOSED)
            }
        };
    }
    files.sort_by(|a, b| {
        let by_path = || scan.files[a.file].file.path.cmp(&scan.files[b.file].file.path);
        let by_quotes = b.evidence.is_quoted.cmp(&a.evidence.is_quoted);
        by_quotes.then(b.score.total_cmp(&a.score)).then_with(by_path)
    });
}

/// The evidence in one file; `None` if it does not answer the query at all.
fn gather(
    scanned: &Scanned,
    path: PathTerms,
    vocabulary: &Vocabulary<'_>,
    named: &Named,
) -> Option<Evidence> {
    let hits = &scanned.hits;
    let file = scanned.file.path.as_str();
    let named_file = named.files.iter().any(|named| named == file);
    let named_directory = named.directories.iter().any(|above| is_below(file, above));
    if hits.is_empty() && path.all == 0 && !named_file {
        return None;
    }
    let counts = |term: usize| counts_of(&hits.counts, term);
    let bit = |bits: u64, term: usize| bits >> term & 1 == 1;
    let query = vocabulary.query;
    let coverage = vocabulary.coverage(|term| counts(term).all > 0 || bit(path.all, term));
    let names = vocabulary.coverage(|term| counts(term).names > 0 || bit(path.all, term));
    let defines =
        hits.defined.iter().map(|defined| definition_value(defined.kind, defined.indent)).fold(0.0, f64::max);
    let symbol_is_stem =
        query.symbols.iter().map(|symbol| stem_match(symbol, &path.stem_joined)).fold(0.0, f64::max);
    let only_generic = query.concepts.iter().all(|concept| concept.generic);
    let is_prompt = query.ask == Ask::Prompt;
    let strong = is_prompt || named_file || defines > 0.0 || symbol_is_stem >= 1.0 || path.stem_share >= 0.9;
    let covered = vocabulary.coverage_of_present(|term| counts(term).all > 0 || bit(path.all, term));
    if !strong && (covered < weights::COVERAGE_MIN || (only_generic && names < 0.5)) {
        return None;
    }
    let length_ratio = f64::from(hits.parts) / vocabulary.parts_mean;
    let text = vocabulary.score(|term| {
        let found = counts(term);
        let weighted = f64::from(found.all)
            + f64::from(found.names) * (weights::FIELD_NAME - 1.0)
            + f64::from(found.header) * (weights::FIELD_HEADER - 1.0)
            + f64::from(bit(path.stem, term)) * weights::FIELD_STEM
            + f64::from(bit(path.directories, term)) * weights::FIELD_DIRECTORY;
        saturate(weighted, length_ratio, weights::BM25_K1, weights::BM25_B)
    });
    let header =
        vocabulary.score(|term| saturate(f64::from(counts(term).header), 1.0, weights::BM25_K1, 0.0));
    let is_one_symbol = query.symbols.len() == 1 && query.concepts.len() <= 3;
    let stem_coverage = vocabulary.coverage(|term| bit(path.stem, term));
    let mut values = Values::default();
    for (feature, value) in [
        (Feature::Text, text),
        (Feature::Windows, windows(&hits.hits, vocabulary)),
        (Feature::Header, header),
        (Feature::Stem, path.stem_share),
        (Feature::Parent, vocabulary.coverage(|term| bit(path.parent & !path.stem, term))),
        (Feature::Names, names),
        (Feature::Defines, defines),
        (Feature::DefinesAll, if is_one_symbol { defines } else { 0.0 }),
        (Feature::SymbolIsStem, symbol_is_stem),
        (Feature::Compound, f64::from(hits.compounds_defined > 0)),
        (Feature::NamedFile, f64::from(named_file)),
        (Feature::NamedDirectory, f64::from(named_directory)),
    ] {
        values.set(feature, value);
    }
    Some(Evidence { values, coverage, stem_coverage, path, is_quoted: false })
}

pub(super) fn is_below(file: &str, directory: &str) -> bool {
    directory == "." || file.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
}

/// A type is what is asked for more often than a function, and that more often than a variable; at the
/// margin it is part of the interface.
pub(super) fn definition_value(kind: DefinitionKind, indent: u16) -> f64 {
    let value = match kind {
        DefinitionKind::Type => 1.0,
        DefinitionKind::Function | DefinitionKind::Macro | DefinitionKind::Module => 0.7,
        DefinitionKind::Variable => 0.5,
        DefinitionKind::Implementation | DefinitionKind::Declaration => 0.35,
    };
    if indent == 0 { value } else { value * 0.7 }
}

fn stem_match(symbol: &str, stem: &str) -> f64 {
    let joined = identifiers::join_parts(symbol);
    if stem.is_empty() || joined.len() < 3 {
        return 0.0;
    }
    if joined == stem {
        return 1.0;
    }
    if stem.len() >= 3 && (joined.starts_with(stem) || stem.starts_with(&joined)) { 0.4 } else { 0.0 }
}

/// The best windows of a file, by the terms close together in them.
fn windows(hits: &[Hit], vocabulary: &Vocabulary<'_>) -> f64 {
    let terms = vocabulary.query.terms.len();
    let mut scores: Vec<f64> = Vec::new();
    let mut start = 0;
    while let Some(first) = hits.get(start) {
        let window = first.line / weights::WINDOW_LINES;
        let length =
            hits[start..].iter().take_while(|hit| hit.line / weights::WINDOW_LINES == window).count();
        let mut weighted = vec![0.0_f64; terms];
        for hit in &hits[start..start + length] {
            weighted[usize::from(hit.term)] += if hit.in_name { weights::WINDOW_NAME } else { 1.0 };
        }
        scores
            .push(vocabulary.score(|term| saturate(weighted[term], 1.0, weights::BM25_K1, weights::BM25_B)));
        start += length;
    }
    scores.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut decay = 1.0;
    let mut sum = 0.0;
    for score in scores.into_iter().take(weights::WINDOWS_COUNTED) {
        sum += score * decay;
        decay *= weights::WINDOW_DECAY;
    }
    sum
}

/// What speaks for or against a file whatever is asked.
pub(super) fn prior(file: &WalkedFile, query: &Query, corpus: &Corpus, values: &mut Values) {
    let path = &file.path;
    let share = corpus.mass_around(path);
    values.set(Feature::Depth, path.matches('/').count() as f64 / 5.0);
    values.set(Feature::Mass, (1.0 + 100.0 * share).ln() / 5.0);
    let asked = query.asked;
    let unless = |is_asked: bool| f64::from(!is_asked);
    // Where the name says no language, the class tells prose from what programs read.
    let unnamed = if file.class == FileClass::Doc { Nature::Docs } else { Nature::Code };
    let nature = file.language.map_or(unnamed, |language| language.nature);
    let is_class_asked = asked.tests && file.class == FileClass::Test
        || asked.docs && nature == Nature::Docs
        || asked.configuration && nature == Nature::Data;
    values.set(Feature::ClassAskedFor, f64::from(is_class_asked) + what_is_asked(path, query));
    match file.class {
        FileClass::Code => {}
        FileClass::Test if query.ask == Ask::Prompt => values.set(Feature::Test, unless(asked.tests)),
        FileClass::Test => values.set(Feature::Test, if asked.tests { 0.5 } else { 1.0 }),
        FileClass::Example => values.set(Feature::Example, unless(asked.examples)),
        FileClass::Doc => values.set(Feature::Doc, unless(asked.docs)),
        FileClass::Data => values.set(Feature::Data, unless(asked.configuration)),
        FileClass::Migration => values.set(Feature::Migration, 1.0),
        FileClass::Locale => values.set(Feature::Locale, 1.0),
        FileClass::Generated => values.set(Feature::Generated, unless(asked.generated)),
        FileClass::Vendored => values.set(Feature::Vendored, unless(asked.generated)),
    }
    // A document among tests is both.
    match nature {
        _ if file.class == FileClass::Locale => {}
        Nature::Docs => values.set(Feature::Doc, unless(asked.docs)),
        Nature::Data => values.set(Feature::Data, unless(asked.configuration)),
        Nature::Template => values.set(Feature::Template, 1.0),
        Nature::Code => {}
    }
    if let Some(feature) = path_kind(path, query) {
        values.set(feature, 1.0);
    }
}

/// How well a file answers to a kind of file that is asked for: the manifest at the top, what runs on every push, the log of
/// changes.
fn what_is_asked(path: &str, query: &Query) -> f64 {
    let asked = query.asked;
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let depth = path.matches('/').count() as f64;
    let stem = name.split('.').next().unwrap_or(&name);
    let mut value = 0.0;
    if asked.configuration && MANIFESTS.contains(&name.as_str()) {
        value += 1.5 / (1.0 + depth);
    }
    if asked.pipeline && class::is_pipeline(path) {
        value += 1.5;
    }
    let logs = ["changelog", "changes", "history", "news", "releases", "release"];
    if asked.changelog && logs.contains(&stem) {
        value += 2.5 / (1.0 + depth / 4.0);
    }
    value
}

/// Files that say what a program is built from and with.
const MANIFESTS: &[&str] = &[
    ".node-version",
    ".nvmrc",
    ".python-version",
    ".ruby-version",
    ".tool-versions",
    "build.gradle",
    "build.gradle.kts",
    "build.sbt",
    "build.zig",
    "build.zig.zon",
    "cargo.toml",
    "cmakelists.txt",
    "composer.json",
    "configure.ac",
    "directory.build.props",
    "docker-compose.yml",
    "dockerfile",
    "gemfile",
    "global.json",
    "go.mod",
    "gradle.properties",
    "libs.versions.toml",
    "makefile",
    "mix.exs",
    "package.json",
    "package.swift",
    "pnpm-workspace.yaml",
    "pom.xml",
    "pyproject.toml",
    "requirements.txt",
    "rust-toolchain.toml",
    "setup.cfg",
    "setup.py",
    "tox.ini",
    "tsconfig.json",
    "tsup.config.ts",
    "version.py",
    "vite.config.ts",
    "webpack.config.js",
];

/// Platform variants, compatibility layers and internals, unless the query has their word; the worst of them.
fn path_kind(path: &str, query: &Query) -> Option<Feature> {
    let lower = path.to_ascii_lowercase();
    let (directories, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let words = directories.split('/').chain(stem.split(['_', '-', '.']));
    let mut worst: Option<Feature> = None;
    for word in words.filter(|word| !word.is_empty()) {
        let kind = match word {
            "win" | "win32" | "windows" | "wasm" | "wasm32" | "darwin" | "macos" | "aix" | "freebsd"
            | "openbsd" | "netbsd" | "sunos" | "solaris" | "os390" | "ibmi" | "android" | "ios" | "haiku"
            | "hurd" | "qnx" | "cygwin" | "zos" => Feature::Platform,
            "compat" | "legacy" | "deprecated" | "v1" | "old" | "obsolete" | "polyfill" => {
                Feature::Compatibility
            }
            "internal" | "internals" | "_internal" | "detail" | "details" | "impl" | "private" => {
                Feature::Internal
            }
            _ => continue,
        };
        let asked = query.terms.iter().any(|term| term.factor >= 1.0 && word.starts_with(term.text.as_str()));
        if !asked
            && worst
                .is_none_or(|known| features::weight(kind, query.ask) < features::weight(known, query.ask))
        {
            worst = Some(kind);
        }
    }
    worst
}

/// The first files of the first pass speak for their neighbours.
fn add_directories(files: &mut [Ranked], scan: &Scan, corpus: &Corpus) {
    let directory_of = |ranked: &Ranked| corpus::parent(&scan.files[ranked.file].file.path);
    let floor = files.last().map_or(0.0, |last| last.score);
    let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
    for ranked in files.iter().take(weights::DIRECTORY_FILES) {
        *sums.entry(directory_of(ranked)).or_default() += (ranked.score - floor).powi(2);
    }
    let values: Vec<f64> = files
        .iter()
        .enumerate()
        .map(|(place, ranked)| {
            let directory = directory_of(ranked);
            let own = if place < weights::DIRECTORY_FILES { (ranked.score - floor).powi(2) } else { 0.0 };
            let size = corpus.directory_sizes.get(directory).copied().unwrap_or(1) as f64;
            (sums.get(directory).copied().unwrap_or(0.0) - own).max(0.0) / size.sqrt()
        })
        .collect();
    for (ranked, value) in files.iter_mut().zip(values) {
        ranked.evidence.values.set(Feature::Directory, value);
    }
}
