//! Which files of a repository the frames of a trace can mean. It compares names only and opens nothing.
//!
//! A file is written as the machine saw it that failed: in a container, in a build directory, as a URL, as the bare name of a
//! Java file. Whole components of its path are compared from its end. What is outside the repository, such as a standard
//! library, never means a file that merely has the same name.

mod origin;

use std::collections::{HashMap, HashSet};

use foreword_model::limits::FRAME_CANDIDATES;

use super::trace::Frame;
use origin::{Origin, origin_of};

/// What a frame means in a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrameTarget<'p> {
    /// It is in a standard library, a dependency or the runtime.
    Outside,
    /// It names no file, or none that the repository has.
    Unknown,
    /// It is one of these files.
    Inside(Mapped<'p>),
}

/// Files that a frame can mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapped<'p> {
    /// The files that fit equally well, sorted; at most `FRAME_CANDIDATES`.
    pub candidates: Vec<&'p str>,
    /// How many fit equally well in all.
    pub ties: usize,
    /// How well they fit.
    pub fit: Fit,
}

/// How well a path fits, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It is written exactly so.
    Exact,
    /// The written path ends with the whole path of the file.
    Whole,
    /// The path of the file ends with all that is written.
    Tail,
    /// The file has the name, and its folders are those of the package, namespace or module.
    Package,
    /// The last two folders or more agree, those before them do not.
    Partial,
    /// Nothing but a name is written, and the file has it.
    Name,
}

/// Folders that a program is put in as a whole: a file directly in one is at the root of its repository.
const ROOTS: [&str; 17] = [
    "app",
    "build",
    "checkout",
    "code",
    "github",
    "htdocs",
    "html",
    "opt",
    "project",
    "repo",
    "root",
    "source",
    "src",
    "srv",
    "task",
    "work",
    "workspace",
];
/// Folders below which packages begin.
const SOURCE_ROOTS: [&str; 7] = ["java", "kotlin", "main", "scala", "src", "test", "tests"];

/// Components of a path that no two packages have in common by chance.
const DEEP_PARTS: usize = 3;
/// The same for packages of JavaScript, many of which have a `src/utils/index.js`.
const DEEP_SCRIPT_PARTS: usize = 4;

/// What each of `frames` means among `paths`, the files of a repository with `/`.
///
/// `names` are what the repository or its packages are called: a frame in an installed package of such a name is inside.
/// `paths` are walked once, whatever the number of frames.
pub fn map<'p>(
    frames: &[Frame],
    paths: impl IntoIterator<Item = &'p str>,
    names: &[&str],
) -> Vec<FrameTarget<'p>> {
    let own: HashSet<String> = names.iter().map(|name| plain(name)).collect();
    let origins: Vec<Origin> = frames.iter().map(origin_of).collect();
    let mut by_name: HashMap<&str, Vec<&'p str>> = HashMap::new();
    for name in origins.iter().flat_map(Origin::base_names) {
        by_name.entry(name).or_default();
    }
    for path in paths {
        let name = path.rsplit('/').next().unwrap_or(path);
        if let Some(found) = by_name.get_mut(name) {
            found.push(path);
        }
    }
    let roots = roots(&origins, &by_name);
    origins.iter().map(|origin| decide(origin, &by_name, &own, &roots)).collect()
}

/// Files by their names.
type ByName<'n, 'p> = HashMap<&'n str, Vec<&'p str>>;

/// The folders that the repository was in, as far as whole paths tell.
fn roots(origins: &[Origin], by_name: &ByName<'_, '_>) -> HashSet<Vec<String>> {
    let mut roots = HashSet::new();
    for origin in origins {
        let Origin::Path { parts, is_absolute: true } = origin else { continue };
        for path in named(by_name, parts) {
            let length = path.split('/').count();
            if length >= 2 && common(parts, path) == length {
                roots.insert(parts[..parts.len() - length].to_vec());
            }
        }
    }
    roots
}

fn decide<'p>(
    origin: &Origin,
    by_name: &ByName<'_, 'p>,
    own: &HashSet<String>,
    roots: &HashSet<Vec<String>>,
) -> FrameTarget<'p> {
    match origin {
        Origin::Outside => FrameTarget::Outside,
        Origin::Nowhere => FrameTarget::Unknown,
        Origin::Path { parts, is_absolute } => {
            let fits = named(by_name, parts)
                .filter_map(|path| Some((path_fit(parts, *is_absolute, path, own, roots)?, path)));
            best(fits).unwrap_or(FrameTarget::Unknown)
        }
        Origin::Package { name, marker, parts } => {
            // A link names its repository; without names to compare with, it counts as this one.
            let is_own = own.contains(&plain(name)) || own.is_empty() && *marker == 0;
            let fits = named(by_name, parts)
                .filter_map(|path| Some((package_fit(name, *marker, parts, path, is_own)?, path)));
            best(fits).unwrap_or(if is_own { FrameTarget::Unknown } else { FrameTarget::Outside })
        }
        Origin::Class { files, container } => {
            let candidates = files.iter().filter_map(|file| by_name.get(file.as_str())).flatten();
            let fits = candidates.filter_map(|path| Some((class_fit(container, path)?, *path)));
            best(fits).unwrap_or(FrameTarget::Outside)
        }
    }
}

/// Files that have the name that a path ends with.
fn named<'a, 'p>(
    by_name: &'a ByName<'_, 'p>,
    parts: &[String],
) -> impl Iterator<Item = &'p str> + use<'a, 'p> {
    parts.last().and_then(|name| by_name.get(name.as_str())).into_iter().flatten().copied()
}

/// The best of these, with all that are as good. Among equal fits more common components are better.
fn best<'p>(fits: impl Iterator<Item = ((Fit, usize), &'p str)>) -> Option<FrameTarget<'p>> {
    let mut candidates: Vec<&'p str> = Vec::new();
    let mut found: Option<(Fit, usize)> = None;
    for ((fit, length), path) in fits {
        let is_better =
            found.is_none_or(|(best, longest)| (fit, usize::MAX - length) < (best, usize::MAX - longest));
        if is_better {
            candidates.clear();
            found = Some((fit, length));
        }
        if found == Some((fit, length)) {
            candidates.push(path);
        }
    }
    let (fit, _) = found?;
    candidates.sort_unstable();
    candidates.dedup();
    let ties = candidates.len();
    candidates.truncate(FRAME_CANDIDATES);
    Some(FrameTarget::Inside(Mapped { candidates, ties, fit }))
}

/// How a path fits what is written, and in how many components.
fn path_fit(
    parts: &[String],
    is_absolute: bool,
    path: &str,
    own: &HashSet<String>,
    roots: &HashSet<Vec<String>>,
) -> Option<(Fit, usize)> {
    let length = path.split('/').count();
    let same = common(parts, path);
    if same == parts.len() {
        let fit = if same == length {
            Fit::Exact
        } else if same == 1 {
            Fit::Name
        } else {
            Fit::Tail
        };
        return (fit != Fit::Name || !is_absolute).then_some((fit, same));
    }
    if same == length {
        let parents = &parts[..parts.len() - length];
        let folder = parents.last().map(String::as_str).unwrap_or("");
        let is_root =
            roots.contains(parents) || own.contains(&plain(folder)) || ROOTS.binary_search(&folder).is_ok();
        return (length >= 2 || is_root).then_some((Fit::Whole, same));
    }
    (same >= 2).then_some((Fit::Partial, same))
}

/// A file of an installed package: it must be there with the name of the package, unless the package is the repository's own.
fn package_fit(
    name: &str,
    marker: usize,
    parts: &[String],
    path: &str,
    is_own: bool,
) -> Option<(Fit, usize)> {
    let rest = &parts[marker..];
    let length = path.split('/').count();
    let same = common(parts, path);
    if is_own && same >= rest.len() {
        return Some((if same == length { Fit::Whole } else { Fit::Tail }, same));
    }
    let with_name = common(rest, path) == rest.len() && {
        let mut folders = path.split('/').rev().skip(rest.len());
        rest.first().is_some_and(|first| rest.len() > 1 && plain(first) == plain(name))
            || folders.next().is_some_and(|folder| plain(folder) == plain(name))
    };
    if with_name {
        return Some((Fit::Tail, same));
    }
    // A dependency that is committed with the folder that dependencies are in.
    if same == length && same > rest.len() + 1 {
        return Some((Fit::Whole, same));
    }
    // The repository may be the package under a name that nobody said; the same folders all the way down tell.
    let is_script = parts[..marker].iter().any(|part| part == "node_modules");
    let deep_min = if is_script { DEEP_SCRIPT_PARTS } else { DEEP_PARTS };
    let is_deep = same == length && length >= deep_min;
    (is_deep || is_own && same >= 2).then_some((Fit::Partial, same))
}

/// A file in the folders of its package. Kotlin and Scala may leave out the first folders, below the root of the sources.
fn class_fit(container: &[String], path: &str) -> Option<(Fit, usize)> {
    let mut folders: Vec<&str> = path.split('/').collect();
    let file = folders.pop()?;
    let is_type = |part: &&String| part.starts_with(char::is_uppercase);
    let package: Vec<&String> = container.iter().take_while(|part| !is_type(part)).collect();
    if file.ends_with(".cs") || file.ends_with(".php") || file.ends_with(".swift") {
        let spaces: HashSet<&str> = container.iter().map(String::as_str).collect();
        let same =
            folders.iter().flat_map(|folder| folder.split('.')).filter(|part| spaces.contains(part)).count();
        return (same > 0).then_some((Fit::Package, same));
    }
    if package.is_empty() {
        return Some((Fit::Name, 1));
    }
    let same =
        package.iter().rev().zip(folders.iter().rev()).take_while(|(part, folder)| part == folder).count();
    let below = folders.len().checked_sub(same + 1).and_then(|at| folders.get(at));
    let may_omit =
        !file.ends_with(".java") && below.is_none_or(|folder| SOURCE_ROOTS.binary_search(folder).is_ok());
    (same == package.len() || same > 0 && may_omit).then_some((Fit::Package, same))
}

/// Components that a written path and a file have in common, from the end.
fn common(parts: &[String], path: &str) -> usize {
    parts.iter().rev().zip(path.rsplit('/')).take_while(|(part, folder)| part == folder).count()
}

/// A name of a package as all registries see it.
fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace('-', "_")
}

#[cfg(test)]
mod tests;
