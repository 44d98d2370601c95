//! Settled commits as the sections of the file. The same commits give the same bytes, in whatever steps they came.

use std::collections::{BTreeMap, BTreeSet};

use super::file::{Header, SECTIONS, Section};
use crate::store::StoreError;
use crate::store::codec::put_number;

/// Path and bare name of each definition that a commit changed.
pub(super) type Definitions = BTreeSet<(String, String)>;
/// What is settled, by id.
pub(super) type Settled = BTreeMap<Vec<u8>, Definitions>;

/// The sections, and what the header says of them.
pub(super) fn encode(settled: &Settled, header: &mut Header) -> Result<[Vec<u8>; SECTIONS], StoreError> {
    let count = |count: usize| u32::try_from(count).map_err(|_| StoreError::TooLarge);
    header.commits = count(settled.len())?;
    header.naming = count(settled.values().filter(|definitions| !definitions.is_empty()).count())?;
    header.definitions = count(settled.values().map(BTreeSet::len).sum())?;
    header.id_bytes = settled.keys().next().map_or(0, |id| id.len() as u8);
    let mut sections: [Vec<u8>; SECTIONS] = Default::default();
    let all = || settled.values().flatten();
    let paths =
        put_texts(all().map(|(path, _)| path.as_str()), &mut sections, [Section::PathEnds, Section::Paths])?;
    let names =
        put_texts(all().map(|(_, name)| name.as_str()), &mut sections, [Section::NameEnds, Section::Names])?;
    let number =
        |numbers: &BTreeMap<&str, u32>, text: &str| u64::from(numbers.get(text).copied().unwrap_or_default());
    for (id, definitions) in settled {
        sections[Section::Ids as usize].extend_from_slice(id);
        let out = &mut sections[Section::Definitions as usize];
        let sorted: Vec<&(String, String)> = definitions.iter().collect();
        for of_path in sorted.chunk_by(|left, right| left.0 == right.0) {
            put_number(out, number(&paths, &of_path[0].0));
            put_number(out, of_path.len() as u64);
            of_path.iter().for_each(|(_, name)| put_number(out, number(&names, name)));
        }
        let end = count(out.len())?;
        sections[Section::Ends as usize].extend_from_slice(&end.to_le_bytes());
    }
    Ok(sections)
}

/// Numbers texts in their order.
fn put_texts<'t>(
    texts: impl Iterator<Item = &'t str>,
    sections: &mut [Vec<u8>; SECTIONS],
    [ends, bodies]: [Section; 2],
) -> Result<BTreeMap<&'t str, u32>, StoreError> {
    let sorted: BTreeSet<&str> = texts.collect();
    for text in &sorted {
        let body = &mut sections[bodies as usize];
        body.extend_from_slice(text.as_bytes());
        let end = u32::try_from(body.len()).map_err(|_| StoreError::TooLarge)?;
        sections[ends as usize].extend_from_slice(&end.to_le_bytes());
    }
    Ok(sorted.into_iter().zip(0..).collect())
}
