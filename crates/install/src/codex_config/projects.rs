//! Codex's trust in a project, without which it reads nothing of the project's `.codex`: whether it is there, and the
//! command that gives it. foreword does not write it: it covers far more than a hook.

use std::path::Path;

use toml_edit::Item;

use super::parse;
use crate::document::Problem;
use crate::hook::shell_word;

/// Whether Codex trusts a project.
pub fn is_trusted(config: &str, root: &Path) -> Result<bool, Problem> {
    let document = parse(config)?;
    let project = document.get("projects").and_then(|projects| projects.get(root.to_string_lossy().as_ref()));
    let level = project.and_then(|project| project.get("trust_level")).and_then(Item::as_str);
    Ok(level == Some("trusted"))
}

/// The command by which a person trusts it. What stands there already is changed by hand: a second table of the same name
/// would break the file.
pub fn command_to_trust(config: &str, file: &Path, root: &Path) -> String {
    let root = root.to_string_lossy();
    let can_append = parse(config).is_ok_and(|document| match document.get("projects") {
        None | Some(Item::None) => true,
        Some(Item::Table(projects)) => !projects.is_dotted() && !projects.contains_key(&root),
        Some(Item::Value(_) | Item::ArrayOfTables(_)) => false,
    });
    let file = shell_word(file);
    match can_append {
        true => {
            // As a string of JSON, which is one of TOML as well.
            let header = format!("[projects.{}]", serde_json::Value::from(root.as_ref()));
            let header = shell_word(Path::new(&header));
            format!("printf '%s\\n' '' {header} 'trust_level = \"trusted\"' >> {file}")
        }
        false => format!("${{EDITOR:-vi}} {file}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trust_is_read_and_the_command_fits_the_file() {
        let (file, root) = (Path::new("/c.toml"), Path::new("/it's \"mine\""));
        let append = "printf '%s\\n' '' '[projects.\"/it'\\''s \\\"mine\\\"\"]' 'trust_level = \"trusted\"' >> /c.toml";
        let table = |level: &str| format!("[projects.\"/it's \\\"mine\\\"\"]\ntrust_level = \"{level}\"\n");
        for (config, trusted, command) in [
            (String::new(), false, append),
            ("[projects.\"/other\"]\ntrust_level = \"trusted\"\n".to_owned(), false, append),
            (table("trusted"), true, "${EDITOR:-vi} /c.toml"),
            (table("untrusted"), false, "${EDITOR:-vi} /c.toml"),
            ("projects = {}\n".to_owned(), false, "${EDITOR:-vi} /c.toml"),
        ] {
            assert_eq!(is_trusted(&config, root), Ok(trusted), "{config}");
            assert_eq!(command_to_trust(&config, file, root), command, "{config}");
        }
    }
}
