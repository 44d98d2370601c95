//! The ways in which an import of a file may be written. Only candidates: whoever is found this way is asked
//! what its imports lead to.

use super::family::Family;
use super::paths::{folder_of, last_part};

/// Folders above a file that a relative import may begin in.
const UPS: usize = 5;

/// Modules, as they may be written, that lead to a file.
pub(super) fn of(path: &str, family: Family) -> Vec<String> {
    let stem = last_part(path).split('.').next().unwrap_or_default();
    let folder = folder_of(path);
    let parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    match family {
        Family::Rust => rust(&parts, stem),
        Family::Python => python(&parts, stem),
        Family::Script => script(&parts, stem, path),
        Family::C => (0..=parts.len()).map(|at| joined(&parts[at..], last_part(path), "/")).collect(),
        Family::Ruby => {
            let below = (0..=parts.len()).map(|at| joined(&parts[at..], stem, "/"));
            below.flat_map(|name| [format!("./{name}"), format!("../{name}"), name]).collect()
        }
        // These are found by the names that they define.
        Family::Go | Family::Jvm | Family::CSharp | Family::Php | Family::Other(_) => Vec::new(),
    }
}

fn joined(parts: &[&str], last: &str, separator: &str) -> String {
    let mut all = parts.to_vec();
    all.push(last);
    all.join(separator)
}

/// The tails of a path of names, the longest first.
fn tails(parts: &[&str]) -> Vec<Vec<String>> {
    (0..parts.len()).map(|at| parts[at..].iter().map(|part| (*part).to_owned()).collect()).collect()
}

fn rust(parts: &[&str], stem: &str) -> Vec<String> {
    let mut names: Vec<&str> = parts.to_vec();
    let is_root = matches!(stem, "mod" | "lib" | "main");
    if !is_root {
        names.push(stem);
    }
    // Nearly every file takes something from these: only the file that they mean asks for them.
    let roots: &[&str] = if is_root { &["crate", "super", "super::super"] } else { &[] };
    let mut found: Vec<String> = roots.iter().map(|root| (*root).to_owned()).collect();
    for tail in tails(&names) {
        let tail = tail.join("::").replace('-', "_");
        for root in ["crate::", "super::", "super::super::", "self::", ""] {
            found.push(format!("{root}{tail}"));
        }
    }
    // `use crate::a::{b}` takes the module by name.
    found.extend(names.last().map(|name| (*name).to_owned()));
    found
}

fn python(parts: &[&str], stem: &str) -> Vec<String> {
    let mut names: Vec<&str> = parts.to_vec();
    let is_root = stem == "__init__";
    if !is_root {
        names.push(stem);
    }
    let ups = if is_root { UPS } else { 0 };
    let mut found: Vec<String> = (1..=ups).map(|dots| ".".repeat(dots)).collect();
    // `from . import module` takes the module by name.
    found.extend(names.last().map(|name| (*name).to_owned()));
    for tail in tails(&names) {
        let tail = tail.join(".");
        found.extend((0..=UPS).map(|dots| format!("{}{tail}", ".".repeat(dots))));
    }
    found
}

/// How a folder around is written whose index is meant.
const FOLDERS: &[&str] = &[".", "..", "./", "../", "../..", "../../", "./index", "../index"];

fn script(parts: &[&str], stem: &str, path: &str) -> Vec<String> {
    let mut names: Vec<&str> = parts.to_vec();
    let is_index = stem == "index";
    if !is_index {
        names.push(last_part(path).rsplit_once('.').map_or(stem, |(bare, _)| bare));
    }
    let mut found =
        if is_index { FOLDERS.iter().map(|folder| (*folder).to_owned()).collect() } else { Vec::new() };
    for tail in tails(&names).into_iter().rev() {
        let tail = tail.join("/");
        for up in ["./", "../", "../../", "../../../", "../../../../", "@/", "~/"] {
            found.push(format!("{up}{tail}"));
            if is_index {
                found.push(format!("{up}{tail}/index"));
            } else {
                found.push(format!("{up}{tail}.js"));
            }
        }
    }
    found
}
