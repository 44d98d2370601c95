//! Whole passes over the dictionary: every path, every name that is defined or used. What is made of them
//! is not the store's business.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::lists::{Fragments, ListPlace};
use super::prepare::Scope;
use super::segment::Place;
use super::snapshot::FileId;
use super::toc::Section;
use super::{Store, StoreError};

impl Store {
    /// Hands over every path with its file, one segment after the other, each in the order of paths.
    pub fn for_each_path(&self, mut visit: impl FnMut(&str, FileId)) -> Result<(), StoreError> {
        self.for_each_key(Scope::Path, |key, file, _| {
            visit(std::str::from_utf8(key).unwrap_or_default(), file)
        })
    }

    /// Hands over every defined name, as written, with each file that defines it.
    pub fn for_each_defined(&self, mut visit: impl FnMut(&[u8], FileId)) -> Result<(), StoreError> {
        self.for_each_key(Scope::Symbol, |key, file, _| {
            visit(key.split(|byte| *byte == 0).nth(1).unwrap_or_default(), file);
        })
    }

    /// Hands over every used name with each file that uses it and how: bits of [`Use`](super::Use).
    pub fn for_each_used(&self, mut visit: impl FnMut(&[u8], FileId, u8)) -> Result<(), StoreError> {
        self.for_each_key(Scope::Use, |key, file, fragment| {
            visit(key, file, fragment.first().copied().unwrap_or(0));
        })
    }

    /// Hands over every key of a scope, without its letter, with each live file and its fragment.
    fn for_each_key(
        &self,
        scope: Scope,
        mut visit: impl FnMut(&[u8], FileId, &[u8]),
    ) -> Result<(), StoreError> {
        for (live, segment) in self.segments().iter().zip(0_u32..) {
            let mut failed = None;
            live.segment.scan(&[scope as u8], |key, files, place| {
                let Some((letter, key)) = key.split_first().filter(|(letter, _)| **letter >= scope as u8)
                else {
                    return ControlFlow::Continue(());
                };
                if *letter != scope as u8 {
                    return ControlFlow::Break(());
                }
                // Most lists stand beside their key, and need no copy.
                let list = match place {
                    ListPlace::Inline(bytes) => Ok(Cow::Borrowed(bytes)),
                    ListPlace::Elsewhere { .. } => {
                        live.segment.load(files, Place::of(place)).map(|list| Cow::Owned(list.bytes))
                    }
                };
                let whole = list.map(|bytes| {
                    let mut fragments = Fragments::new(&bytes);
                    for (number, fragment) in fragments.by_ref() {
                        if !live.is_dead(number) {
                            visit(key, FileId { segment, number }, fragment);
                        }
                    }
                    fragments.is_whole()
                });
                match whole {
                    Ok(true) => return ControlFlow::Continue(()),
                    Ok(false) => failed = Some(live.segment.damaged(Section::Lists)),
                    Err(error) => failed = Some(error),
                }
                ControlFlow::Break(())
            })?;
            if let Some(error) = failed {
                return Err(error);
            }
        }
        Ok(())
    }
}
