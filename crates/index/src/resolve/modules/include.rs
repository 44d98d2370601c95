//! C and its kin: an included file is beside, below a folder around, or the only one whose path ends so.

use crate::store::StoreError;

use super::super::Resolver;
use super::super::context::Context;
use super::super::paths::{ancestors, folder_of, join};
use super::{Entity, Place};

impl Resolver<'_> {
    pub(super) fn include(&self, context: &Context, text: &str) -> Result<Entity, StoreError> {
        // `using namespace a;` names no file.
        if !text.contains('.') {
            return Ok(match self.is_namespace(text.rsplit("::").next().unwrap_or(text))? {
                true => Entity::Module(Place::Namespace(text.to_owned())),
                false => Entity::Outside,
            });
        }
        let paths = self.paths()?;
        for folder in ancestors(folder_of(&context.path)) {
            for start in [folder.to_owned(), format!("{folder}/include"), format!("{folder}/src")] {
                if let Some(file) = join(&start, text).and_then(|path| paths.file(&path)) {
                    return Ok(Place::file(file));
                }
            }
        }
        let found = paths.ending(text.trim_start_matches("./").trim_start_matches("../"));
        Ok(match found.as_slice() {
            [(_, file)] => Place::file(*file),
            [] => Entity::Outside,
            _ => Entity::Unknown,
        })
    }
}
