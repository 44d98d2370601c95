//! Which files a change reaches: those of the definitions that it reaches, those that import its file, the tests that
//! are named after it, those that changed with it before, and what lies around all of these. Each kind of evidence adds
//! to the confidence.

use std::collections::BTreeMap;

use foreword_guard::escape;
use foreword_index::class::FileClass;
use foreword_index::history::History;
use foreword_index::store::{DefinitionId, FileId, Store, StoreError, Use};
use foreword_model::limits;

use crate::calls::Calls;
use crate::nodes::Nodes;

use super::Changed;
use super::around::{self, Anchor, Hint, Listing, RULE_COMMITS};
use super::names::stem_of;
use super::spread::Spread;

/// How sure it is that a file breaks that imports a changed one, without a use of what changes that was seen.
const IMPORTS: f64 = 0.3;
/// How sure it is that a call or definition of the same name belongs to what changes, where only one file defines it.
const SAME_NAME_CALLED: f64 = 0.4;
const SAME_NAME_DEFINED: f64 = 0.3;
/// How sure it is that a header of the same name's declaration changes with the definition, where only one declares it.
const DECLARES: f64 = 0.85;
/// Files that declare what others define.
const DECLARING: [&str; 7] = ["h", "hh", "hpp", "hxx", "pyi", "mli", "rbi"];
/// Files that may define a name.
const SAME_NAME_FILES: usize = 12;
/// How sure it is that a test breaks that is named after a changed file.
const NAMED_AFTER: f64 = 0.45;
/// How sure it is that a file breaks that uses a name that is gone.
const USES_REMOVED: f64 = 0.5;
/// The most that a common history says.
const TOGETHER: f64 = 0.6;

/// A file that a change reaches.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ReachedFile {
    pub(super) path: String,
    pub(super) class: FileClass,
    pub(super) confidence: f64,
    /// Steps from the change, if code leads there.
    pub(super) steps: Option<u32>,
    /// In words, the strongest first.
    pub(super) why: Vec<(f64, String)>,
}

/// The files that a change of `changed` reaches, the surest first.
pub(super) fn files(
    (store, nodes): (&Store, &Nodes<'_>),
    calls: &Calls<'_>,
    history: Option<&History>,
    changed: &Changed,
    spread: &Spread,
) -> Result<Vec<ReachedFile>, StoreError> {
    let mut paths = Vec::new();
    for file in &changed.files {
        paths.push(store.file(*file)?.path);
    }
    let listing = Listing::read(store, &paths)?;
    let mut gathered = Gathered { store, nodes, listing: &listing, files: BTreeMap::new(), paths };
    gathered.by_code(spread)?;
    for definition in changed.definitions.iter().take(limits::IMPACT_NAMES) {
        gathered.by_same_name(*definition)?;
    }
    for file in changed.files.iter().take(limits::IMPACT_CHANGED_FILES) {
        for edge in calls.importers_of(*file)? {
            let importer = store.file(edge.from)?;
            let why = format!("imports it at line {}", edge.line);
            gathered.add(&importer.path, importer.class, IMPORTS, None, why);
        }
    }
    gathered.by_name();
    for name in &changed.removed {
        gathered.by_removed(name)?;
    }
    if let Some(history) = history {
        gathered.by_history(history)?;
    }
    gathered.by_what_lies_around(history)?;
    Ok(gathered.sorted())
}

struct Gathered<'g> {
    store: &'g Store,
    nodes: &'g Nodes<'g>,
    listing: &'g Listing,
    files: BTreeMap<String, ReachedFile>,
    /// What changes.
    paths: Vec<String>,
}

impl Gathered<'_> {
    fn add(&mut self, path: &str, class: FileClass, confidence: f64, steps: Option<u32>, why: String) {
        if self.paths.iter().any(|changed| changed == path) {
            return;
        }
        let file = self.files.entry(path.to_owned()).or_insert_with(|| ReachedFile {
            path: path.to_owned(),
            class,
            confidence: 0.0,
            steps: None,
            why: Vec::new(),
        });
        // Evidence of different kinds: what one leaves open, the other may say.
        file.confidence = 1.0 - (1.0 - file.confidence) * (1.0 - confidence);
        file.steps = match (file.steps, steps) {
            (Some(known), Some(other)) => Some(known.min(other)),
            (known, other) => known.or(other),
        };
        file.why.push((confidence, why));
    }

    fn by_code(&mut self, spread: &Spread) -> Result<(), StoreError> {
        let mut best: BTreeMap<FileId, (f64, u32, &'static str, usize)> = BTreeMap::new();
        for reached in spread.reached.values() {
            let entry = best.entry(reached.file).or_insert((0.0, u32::MAX, "", 0));
            entry.3 += 1;
            entry.1 = entry.1.min(reached.steps);
            if reached.confidence > entry.0 {
                (entry.0, entry.2) = (reached.confidence, reached.relation.name());
            }
        }
        for (file, (confidence, steps, relation, places)) in best {
            let record = self.store.file(file)?;
            let far = if steps == 1 { String::new() } else { format!(", {steps} steps away") };
            let more = if places > 1 { format!(" in {places} places") } else { String::new() };
            self.add(
                &record.path,
                record.class,
                confidence,
                Some(steps),
                format!("{relation} it{more}{far}"),
            );
        }
        Ok(())
    }

    /// Who calls or defines something of the same name without being known to mean it: a call on a value of unknown type,
    /// another implementation.
    fn by_same_name(&mut self, definition: DefinitionId) -> Result<(), StoreError> {
        let Some(stored) = self.store.definition(definition)? else { return Ok(()) };
        let name = stored.definition.name;
        let defining = self.store.symbol(&name)?;
        let mut elsewhere: Vec<FileId> = defining.iter().map(|id| id.file).collect();
        elsewhere.sort_unstable();
        elsewhere.dedup();
        // A name that many have says nothing of any of them.
        if !stored.definition.kind.is_function() || elsewhere.len() > SAME_NAME_FILES {
            return Ok(());
        }
        self.by_declaration(&name, &elsewhere)?;
        let share = 1.0 / (elsewhere.len() as f64).sqrt();
        let calling = self.store.files_using(&name, Use::Call)?;
        let kinds = [(elsewhere, SAME_NAME_DEFINED, "defines"), (calling, SAME_NAME_CALLED, "calls")];
        for (files, confidence, verb) in kinds {
            for file in files.into_iter().take(limits::IMPACT_FILES * 4) {
                let record = self.store.file(file)?;
                let is_written = || match verb {
                    "defines" => self.nodes.defines(file, &name),
                    _ => self.nodes.uses_name(file, &name, Use::Call),
                };
                if !self.files.contains_key(&record.path) && is_written() {
                    let why = format!("{verb} something named {}", escape::symbol(&name));
                    self.add(&record.path, record.class, confidence * share, None, why);
                }
            }
        }
        Ok(())
    }

    /// The header that declares what another file defines.
    fn by_declaration(&mut self, name: &str, having: &[FileId]) -> Result<(), StoreError> {
        let mut headers = Vec::new();
        for file in having {
            let record = self.store.file(*file)?;
            let extension = record.path.rsplit_once('.').map_or("", |(_, extension)| extension);
            let is_header = DECLARING.contains(&extension) && self.nodes.defines(*file, name);
            headers.extend(is_header.then_some((record.path, record.class)));
        }
        let share = 1.0 / (headers.len().max(1) as f64).sqrt();
        for (path, class) in headers {
            self.add(&path, class, DECLARES * share, Some(1), format!("declares {}", escape::symbol(name)));
        }
        Ok(())
    }

    /// Tests that are named after what changes.
    fn by_name(&mut self) {
        let stems: BTreeMap<String, usize> = self.paths.iter().map(|path| stem_of(path)).zip(0..).collect();
        for (path, _) in self.listing.tests_named_after(&stems).into_iter().take(limits::IMPACT_NAMED_TESTS) {
            self.add(path, FileClass::Test, NAMED_AFTER, None, "a test that is named after it".to_owned());
        }
    }

    /// Who still uses a name that is gone: it may be another thing of that name.
    fn by_removed(&mut self, name: &str) -> Result<(), StoreError> {
        for how in [Use::Call, Use::Reference, Use::Import] {
            for file in self.store.files_using(name, how)?.into_iter().take(limits::IMPACT_FILES) {
                if !self.nodes.uses_name(file, name, how) {
                    continue;
                }
                let record = self.store.file(file)?;
                let why = format!("uses the name {}, which is gone", escape::symbol(name));
                self.add(&record.path, record.class, USES_REMOVED, None, why);
            }
        }
        Ok(())
    }

    fn by_history(&mut self, history: &History) -> Result<(), StoreError> {
        for changed in self.paths.clone().iter().take(limits::IMPACT_CHANGED_FILES) {
            let own = history.changes_of(changed)?.len();
            if own == 0 {
                continue;
            }
            for other in history.together_with(changed, limits::IMPACT_TOGETHER)? {
                let Some(class) = self.listing.class_of(other.path) else { continue };
                let share = f64::from(other.commits) / (own as f64 + RULE_COMMITS);
                let why = format!("changed with it in {} of {own} commits", other.commits);
                self.add(other.path, class, TOGETHER * share.sqrt(), None, why);
            }
        }
        Ok(())
    }

    /// From what is known by now: what these hints say is followed no further.
    fn by_what_lies_around(&mut self, history: Option<&History>) -> Result<(), StoreError> {
        let mut anchors: Vec<Anchor> = self
            .files
            .values()
            .filter(|file| self.is_shown(file))
            .map(|file| Anchor { path: file.path.clone(), class: file.class, confidence: file.confidence })
            .collect();
        anchors.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then_with(|| a.path.cmp(&b.path)));
        let mut hints = around::tests_of_reached(self.listing, &anchors);
        if let Some(history) = history {
            hints.extend(around::together_with_reached(self.listing, history, &anchors)?);
        }
        hints.extend(around::alike_paths(self.listing, &self.paths));
        for Hint { path, class, confidence, why } in hints {
            self.add(&path, class, confidence, None, why);
        }
        Ok(())
    }

    /// Whether a file is sure enough to be shown, and may be named now: names and history know files that are gone or hidden.
    fn is_shown(&self, file: &ReachedFile) -> bool {
        file.confidence >= super::spread::CONFIDENCE_MIN && self.nodes.now.may_name(&file.path)
    }

    fn sorted(mut self) -> Vec<ReachedFile> {
        let files = std::mem::take(&mut self.files).into_values();
        let mut files: Vec<ReachedFile> = files.filter(|file| self.is_shown(file)).collect();
        for file in &mut files {
            file.why.sort_by(|a, b| b.0.total_cmp(&a.0));
        }
        files.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then_with(|| a.path.cmp(&b.path)));
        files
    }
}
