//! Which crate may depend on which: data walks through the house in one direction.

use super::SourceFile;

/// Each crate with those that it may depend on. `testkit` is never among them: it is for tests only.
const ALLOWED: [(&str, &[&str]); 12] = [
    ("model", &[]),
    ("text", &[]),
    ("guard", &["model", "text"]),
    ("index", &["model", "text", "guard"]),
    ("retrieve", &["model", "text", "guard", "index"]),
    ("exec", &["model", "guard"]),
    ("codeintel", &["model", "text", "guard", "exec", "index", "retrieve"]),
    ("kernel", &["model", "text", "guard", "exec"]),
    ("adapters", &["model", "text", "guard", "exec"]),
    ("install", &["model"]),
    (
        "foreword",
        &[
            "model",
            "text",
            "guard",
            "index",
            "retrieve",
            "exec",
            "codeintel",
            "kernel",
            "adapters",
            "install",
        ],
    ),
    ("testkit", &["model"]),
];

/// Every edge between crates that is not allowed, and every crate that has no place yet.
pub fn check(files: &[SourceFile]) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files {
        let Some(name) = crate_name(&file.path) else { continue };
        let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| *known == name) else {
            problems.push(format!("{}: crate {name} has no place in xtask/src/tidy/layering.rs", file.path));
            continue;
        };
        let forbidden = edges(&file.text).into_iter().filter(|to| !allowed.contains(&to.as_str()));
        problems.extend(forbidden.map(|to| format!("{}: {name} may not depend on {to}", file.path)));
    }
    problems
}

/// `crates/<name>/Cargo.toml`.
fn crate_name(path: &str) -> Option<&str> {
    let name = path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
    (!name.contains('/')).then_some(name)
}

/// The workspace's crates among the dependencies, except those for tests.
fn edges(manifest: &str) -> Vec<String> {
    let mut edges = Vec::new();
    let mut section = "";
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']');
            // `[dependencies.foreword-model]` names the crate in the header.
            if let Some((table, name)) = section.rsplit_once('.')
                && is_dependencies(table)
            {
                edges.extend(own_crate(name));
            }
        } else if is_dependencies(section) {
            let key = line.split(['=', '.']).next().unwrap_or_default();
            edges.extend(own_crate(key.trim()));
            // A renamed crate hides behind another key.
            edges.extend(
                line.split_once("package = \"")
                    .and_then(|(_, rest)| own_crate(rest.split('"').next().unwrap_or_default())),
            );
        }
    }
    edges
}

fn is_dependencies(section: &str) -> bool {
    let last = section.rsplit('.').next().unwrap_or_default();
    matches!(last, "dependencies" | "build-dependencies")
}

fn own_crate(name: &str) -> Option<String> {
    let name = name.trim_matches('"');
    name.strip_prefix("foreword-").map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_one(name: &str, manifest: &str) -> Vec<String> {
        check(&[SourceFile::new(format!("crates/{name}/Cargo.toml"), manifest)])
    }

    #[test]
    fn an_edge_against_the_direction_is_found_however_it_is_written() {
        for manifest in [
            "[dependencies]\nforeword-kernel.workspace = true\n",
            "[dependencies]\nforeword-kernel = { path = \"../kernel\" }\n",
            "[dependencies.foreword-kernel]\nworkspace = true\n",
            "[build-dependencies]\nforeword-kernel.workspace = true\n",
            "[target.'cfg(unix)'.dependencies]\nforeword-kernel.workspace = true\n",
            "[dependencies]\ninner = { package = \"foreword-kernel\", path = \"../kernel\" }\n",
        ] {
            assert_eq!(
                check_one("guard", manifest),
                ["crates/guard/Cargo.toml: guard may not depend on kernel"],
                "{manifest}"
            );
        }
    }

    #[test]
    fn testkit_is_for_tests_only() {
        assert_eq!(check_one("guard", "[dev-dependencies]\nforeword-testkit.workspace = true\n"), [""; 0]);
        assert_eq!(check_one("foreword", "[dependencies]\nforeword-testkit.workspace = true\n").len(), 1);
    }

    #[test]
    fn a_crate_without_a_place_is_found() {
        assert_eq!(check_one("utils", "[dependencies]\n").len(), 1);
    }
}
