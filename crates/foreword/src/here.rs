//! Paths as someone names them who works in a directory of the repository: first there, then above it, then at the root.

use std::path::{Component, Path};

use foreword_guard::path::Jail;

/// The directory that someone works in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Here {
    /// Relative to the root, with `/`; empty at the root itself and outside.
    directory: String,
}

impl Here {
    /// The directory `cwd`, if it is below the root; that of this process where the caller names none.
    pub fn of(jail: &Jail, cwd: &str) -> Self {
        if cwd.is_empty() {
            return Self::of_process(jail);
        }
        let below = jail.resolve(cwd).ok().filter(|found| found.as_str() != ".");
        Self { directory: below.map(|found| found.as_str().to_owned()).unwrap_or_default() }
    }

    /// The directory that this process runs in.
    pub fn of_process(jail: &Jail) -> Self {
        let cwd = std::env::current_dir().ok().filter(|cwd| !cwd.as_os_str().is_empty());
        cwd.map_or_else(Self::default, |cwd| Self::of(jail, &cwd.to_string_lossy()))
    }

    /// Whether there is no directory below the root to prefer.
    pub fn is_root(&self) -> bool {
        self.directory.is_empty()
    }

    /// The path from the root that a relative one means, where that is another than what is written.
    pub fn meant(&self, jail: &Jail, written: &str) -> Option<String> {
        if self.is_root() || Path::new(written).is_absolute() || written.starts_with("~/") {
            return None;
        }
        let exists = |path: &String| jail.resolve(path).is_ok();
        if written == "." || written == ".." || written.starts_with("./") || written.starts_with("../") {
            return joined(&self.directory, written).filter(exists);
        }
        let mut directory = self.directory.as_str();
        while !directory.is_empty() {
            if let Some(found) = joined(directory, written).filter(exists) {
                return Some(found);
            }
            directory = directory.rsplit_once('/').map_or("", |(above, _)| above);
        }
        None
    }

    /// The same for the file in front of a name or a line: `form.go:bind`.
    pub fn symbol_meant(&self, jail: &Jail, written: &str) -> Option<String> {
        let (file, name) = written.split_once(':')?;
        Some(format!("{}:{name}", self.meant(jail, file)?))
    }

    /// The one of `paths` that is nearest to this directory.
    pub fn nearest<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Option<&'p str> {
        let shared = |path: &str| {
            let both = self.directory.split('/').zip(path.split('/'));
            both.take_while(|(here, there)| here == there).count()
        };
        let mut best: Option<(usize, &'p str)> = None;
        let mut is_only = true;
        for path in paths {
            let near = shared(path);
            match best {
                Some((known, _)) if near < known => {}
                Some((known, _)) if near == known => is_only = false,
                Some(_) | None => (best, is_only) = (Some((near, path)), true),
            }
        }
        best.filter(|(near, _)| *near > 0 && is_only).map(|(_, path)| path)
    }
}

/// A relative path from a directory of the root, without `.` and `..`; nothing if it leads out.
fn joined(directory: &str, written: &str) -> Option<String> {
    let mut parts: Vec<&str> = directory.split('/').collect();
    for component in Path::new(written).components() {
        match component {
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::ParentDir => drop(parts.pop()?),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    if parts.is_empty() { Some(".".to_owned()) } else { Some(parts.join("/")) }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn tree() -> (TempDir, Jail) {
        let root = TempDir::new().expect("a directory");
        for path in
            ["Cargo.toml", "util/Cargo.toml", "util/src/time/wheel.rs", "util/src/lib.rs", "src/lib.rs"]
        {
            let file = root.path().join(path);
            std::fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
            std::fs::write(file, "x\n").expect("a file");
        }
        let jail = Jail::open(root.path()).expect("a jail");
        (root, jail)
    }

    #[test]
    fn a_path_means_the_nearest_file_from_here_up() {
        let (root, jail) = tree();
        for (cwd, written, expected) in [
            ("util", "Cargo.toml", Some("util/Cargo.toml")),
            ("util/src/time", "Cargo.toml", Some("util/Cargo.toml")),
            ("util/src/time", "./wheel.rs", Some("util/src/time/wheel.rs")),
            ("util/src/time", "../lib.rs", Some("util/src/lib.rs")),
            ("util/src/time", ".", Some("util/src/time")),
            ("util", "..", Some(".")),
            ("util", "src/lib.rs", Some("util/src/lib.rs")),
            ("util", "./Makefile", None),
            ("util", "missing.rs", None),
            ("util", "../../outside.rs", None),
            ("util", "/etc/passwd", None),
            ("", "src/lib.rs", None),
        ] {
            let here = Here::of(&jail, &root.path().join(cwd).to_string_lossy());
            assert_eq!(here.meant(&jail, written).as_deref(), expected, "{written} in {cwd}");
        }
        assert_eq!(Here::of(&jail, "/"), Here::default(), "outside there is no directory");
    }

    #[test]
    fn of_equal_names_the_nearest_counts() {
        let here = Here { directory: "util/src".to_owned() };
        let nearest = |paths: &[&'static str]| here.nearest(paths.iter().copied());
        assert_eq!(nearest(&["core/time/mod.rs", "util/time/mod.rs"]), Some("util/time/mod.rs"));
        assert_eq!(nearest(&["util/a/mod.rs", "util/b/mod.rs"]), None, "neither is nearer");
        assert_eq!(nearest(&["core/mod.rs"]), None, "nothing is near");
    }
}
