//! What is not read by default (contract §9): directories of other people's or generated files, and lock
//! files. What git ignores and what the configuration adds is decided where files are enumerated.

/// In byte order, for the binary search.
const DIRECTORIES: &[&str] =
    &[".git", ".venv", "__pycache__", "build", "coverage", "dist", "node_modules", "target", "venv"];

/// In byte order, for the binary search.
const LOCK_FILES: &[&str] = &[
    ".terraform.lock.hcl",
    "Cargo.lock",
    "Cartfile.resolved",
    "Gemfile.lock",
    "Package.resolved",
    "Pipfile.lock",
    "Podfile.lock",
    "bun.lock",
    "bun.lockb",
    "cabal.project.freeze",
    "composer.lock",
    "conan.lock",
    "deno.lock",
    "flake.lock",
    "go.sum",
    "go.work.sum",
    "gradle.lockfile",
    "mix.lock",
    "npm-shrinkwrap.json",
    "package-lock.json",
    "packages.lock.json",
    "pdm.lock",
    "pixi.lock",
    "pnpm-lock.yaml",
    "poetry.lock",
    "pubspec.lock",
    "rebar.lock",
    "stack.yaml.lock",
    "uv.lock",
    "yarn.lock",
];

/// Whether a directory of this name is not read, at any depth.
pub fn is_directory(name: &str) -> bool {
    is_git(name) || DIRECTORIES.binary_search(&name).is_ok()
}

/// Whether a name is that of git's own folder or file, also where upper and lower case are one.
pub fn is_git(name: &str) -> bool {
    name.eq_ignore_ascii_case(".git")
}

/// Whether a file of this name is a lock file.
pub fn is_lock_file(name: &str) -> bool {
    LOCK_FILES.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_in_order() {
        assert!(DIRECTORIES.is_sorted());
        assert!(LOCK_FILES.is_sorted());
    }

    #[test]
    fn names_decide() {
        for name in [".git", "node_modules", "target", "venv", ".venv", "__pycache__", ".Git"] {
            assert!(is_directory(name), "{name}");
        }
        for name in ["src", "builds", "Target", ".github", ""] {
            assert!(!is_directory(name), "{name}");
        }
        for name in ["Cargo.lock", "go.sum", "package-lock.json", "yarn.lock", "Pipfile.lock"] {
            assert!(is_lock_file(name), "{name}");
        }
        for name in ["lock.rs", "package.json", "go.mod"] {
            assert!(!is_lock_file(name), "{name}");
        }
    }
}
