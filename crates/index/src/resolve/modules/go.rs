//! Go: an import path is the module's own path and a folder. The module's path stands in `go.mod`, of which the
//! index keeps no text: it is the prefix under which the repository's imports agree with its folders.

use std::collections::BTreeMap;

use foreword_model::limits;

use crate::store::{StoreError, Use};

use super::super::Resolver;
use super::super::paths::{below, folder_of};
use super::{Entity, Place};

/// Files whose imports are looked at for one module.
const SAMPLE_FILES: usize = 40;

impl Resolver<'_> {
    pub(super) fn go_package(&self, text: &str) -> Result<Entity, StoreError> {
        for (prefix, root) in self.go_modules()? {
            let Some(rest) = text.strip_prefix(prefix.as_str()) else { continue };
            let found = match rest.strip_prefix('/') {
                Some(rest) => below(root, rest),
                None if rest.is_empty() => root.clone(),
                None => continue,
            };
            return Ok(Entity::Module(Place::Folder(found)));
        }
        Ok(Entity::Outside)
    }

    /// The modules of the repository: path and folder, the longest path first.
    fn go_modules(&self) -> Result<&[(String, String)], StoreError> {
        if let Some(known) = self.shared.workspace.go.get() {
            return Ok(known);
        }
        let mut found = Vec::new();
        let paths = self.paths()?;
        let mut roots: Vec<String> =
            paths.files_named("go.mod").into_iter().map(|path| folder_of(path).to_owned()).collect();
        if roots.is_empty() {
            roots.push(String::new());
        }
        for root in roots.into_iter().take(limits::RESOLVE_TARGETS) {
            found.extend(self.go_prefix(&root)?.map(|prefix| (prefix, root)));
        }
        found.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
        Ok(self.shared.workspace.go.get_or_init(|| found))
    }

    /// The prefix under which the imports of files agree with the folders below a root.
    fn go_prefix(&self, root: &str) -> Result<Option<String>, StoreError> {
        let paths = self.paths()?;
        // By prefix: imports whose rest is a folder, and all that begin so.
        let mut agreeing: BTreeMap<String, usize> = BTreeMap::new();
        let mut imports = Vec::new();
        // Nearly every file imports one of these.
        for name in ["fmt", "testing", "errors", "strings"] {
            for file in self.store.files_using(name, Use::Import)?.into_iter().take(SAMPLE_FILES) {
                let context = self.context(file)?;
                imports.extend(context.imports.iter().map(|import| import.module.clone()));
            }
        }
        imports.sort_unstable();
        imports.dedup();
        imports.retain(|path| path.split('/').next().is_some_and(|domain| domain.contains('.')));
        for path in &imports {
            for (at, _) in path.match_indices('/') {
                if paths.is_folder(&below(root, &path[at + 1..])) {
                    *agreeing.entry(path[..at].to_owned()).or_default() += 1;
                }
            }
        }
        let begins = |prefix: &str| {
            let is_below =
                |path: &&String| path.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('/'));
            imports.iter().filter(is_below).count()
        };
        let whole = agreeing.into_iter().filter(|(prefix, count)| begins(prefix) == *count);
        Ok(whole.max_by_key(|(prefix, count)| (*count, prefix.len())).map(|(prefix, _)| prefix))
    }
}

/// The name that an import path binds: its last part, unless that is a version.
pub(super) fn package_name(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or(path);
    let is_version =
        last.len() > 1 && last.starts_with('v') && last[1..].bytes().all(|byte| byte.is_ascii_digit());
    let name = if is_version { parts.next().unwrap_or(last) } else { last };
    let name = name.split(".v").next().unwrap_or(name);
    name.strip_prefix("go-").unwrap_or(name)
}
