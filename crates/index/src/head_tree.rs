//! The files of the commit that is checked out, as git lists them, and what they prove.
//!
//! A repository that borrows objects (`git clone --shared`, `--reference`) cannot be told from a hostile one by the list of
//! lenders: that could name any repository of the user, and with it every commit whose id somebody knows. But a checkout
//! that git made has, in its own index, the ids of the files of HEAD. Whoever can write these down knows HEAD's files
//! already, and of the lender nothing but HEAD and what came before it is read.

use std::collections::HashMap;

use crate::git::{GitRefusal, Tracked};
use crate::history::command::{self, GitSource};
use crate::history::{End, Git};

/// How many of ten files of HEAD the index must list as they are. The rest is what somebody has staged since.
const KNOWN_OF_TEN: usize = 9;

/// The contents of a commit: ids by path from the top.
pub(crate) fn read(
    source: &GitSource,
    git: &dyn Git,
    commit: &str,
) -> Result<HashMap<String, String>, &'static str> {
    let output = git.run(&command::list_tree(source, commit)).map_err(|_| "git cannot be started")?;
    if output.end != End::Done {
        return Err("git does not list the files of HEAD");
    }
    let entry = |line: &[u8]| {
        let line = std::str::from_utf8(line).ok()?;
        let (about, path) = line.split_once('\t')?;
        let mut about = about.split(' ').skip(1);
        (about.next()? == "blob").then_some(())?;
        Some((path.to_owned(), about.next()?.to_owned()))
    };
    Ok(output.bytes.split(|byte| *byte == 0).filter_map(entry).collect())
}

/// Refuses borrowed objects unless the index of the checkout lists the files of HEAD.
pub(crate) fn check_borrowing(
    tracked: &[Tracked],
    stored: &HashMap<String, String>,
) -> Result<(), GitRefusal> {
    let is_known = |file: &&Tracked| stored.get(&file.path).is_some_and(|id| *id == file.id);
    let known = tracked.iter().filter(is_known).count();
    if stored.is_empty() || known * 10 < stored.len() * KNOWN_OF_TEN {
        return Err(GitRefusal::Borrowing);
    }
    Ok(())
}
