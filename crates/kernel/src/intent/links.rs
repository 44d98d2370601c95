//! Addresses of a file on a code host: which part of them is its path in the repository.
//!
//! Owns the form `…/blob/<ref>/<path>#L10`; a ref may hold slashes, so that only the repository can tell where the
//! path begins.

use foreword_model::repo::{PathVerdict, RepoView};

use super::paths::split_location;

/// What stands before the ref in the address of a file.
const MARKS: [&str; 3] = ["/blob/", "/tree/", "/raw/"];

/// The path and the line that an address names, if the repository has them or is not looked at.
pub(super) fn own_file<'a>(address: &'a str, repo: &dyn RepoView) -> Option<(&'a str, Option<u32>)> {
    let (before, after) = MARKS.iter().find_map(|mark| address.split_once(mark))?;
    // `[text](address)`
    let after = if address.contains("](") { after.trim_end_matches(')') } else { after };
    let (path, line) = split_location(after);
    let path = path.split(['?', '#']).next().unwrap_or(path).trim_end_matches('/');
    let host = before.trim_end_matches("/-");
    let is_own = repo.own_name().is_none_or(|own| host.rsplit('/').next() == Some(own.as_str()));
    let mut tail = path;
    let mut is_first = true;
    while let Some((_, rest)) = tail.split_once('/') {
        // A lone file name is in every repository.
        let is_told = rest.contains('/') || (is_first && is_own);
        match repo.path(rest) {
            PathVerdict::Present if is_told => return Some((rest, line)),
            PathVerdict::Unknown if is_told => return Some((rest, line)),
            PathVerdict::Present
            | PathVerdict::Unknown
            | PathVerdict::Absent
            | PathVerdict::Outside
            | PathVerdict::NotContent(_)
            | PathVerdict::Sensitive => tail = rest,
        }
        is_first = false;
    }
    None
}
