//! Java, Kotlin, Scala: a package is a folder, below any root of sources; an import may name a type in it.

use crate::store::StoreError;

use super::super::Resolver;
use super::super::paths::folder_of;
use super::{Entity, Place};

const ENDINGS: &[&str] = &["java", "kt", "scala", "groovy"];
/// Folders that packages lie in.
const ROOTS: &[&str] = &["java", "kotlin", "scala", "groovy"];

impl Resolver<'_> {
    pub(super) fn jvm_package(&self, text: &str) -> Result<Entity, StoreError> {
        let folder = text.trim_end_matches("._").replace('.', "/");
        let paths = self.paths()?;
        // `import static a.b.Type.name`, `import a.b.Outer.Inner`: the module is a type.
        for ending in ENDINGS {
            let found = paths.ending(&format!("{folder}.{ending}"));
            if let [(_, file)] = found.as_slice() {
                let name = folder.rsplit('/').next().unwrap_or(&folder);
                let context = self.context(*file)?;
                let of_name = context.named(name).find(|(_, definition)| definition.kind.is_type());
                return Ok(of_name.map_or(Place::file(*file), |(number, _)| Entity::Type(context.id(number))));
            }
        }
        // Only a package of the repository's own has files there; what is asked of another finds nothing.
        Ok(Entity::Module(Place::Package(folder)))
    }
}

/// The package of a file: its folder below the root of its sources.
pub(super) fn package_of(path: &str) -> &str {
    let folder = folder_of(path);
    let mut previous = "src";
    let mut at = 0;
    for part in folder.split('/') {
        at = (at + part.len() + 1).min(folder.len());
        // A package may be called `java` too; a root stands in `src`, `main`, `commonTest`.
        let is_set = previous == "src" || previous.ends_with("ain") || previous.ends_with("est");
        if ROOTS.contains(&part) && is_set {
            return &folder[at..];
        }
        previous = part;
    }
    folder.strip_prefix("src/").or_else(|| folder.strip_prefix("app/")).unwrap_or(folder)
}
