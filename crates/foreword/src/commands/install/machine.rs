//! Where things lie on this machine: the clients' folders, their programs, our own binary.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use foreword_exec::{Inherited, inherited, programs};
use foreword_install::{Client, Part, Places, Scope};

use crate::settings::{self, Environment, state_dir};

/// Where things lie; without a home there is no place.
pub fn places(environment: &Environment) -> Result<Places, String> {
    let home = environment.home().ok_or("HOME is not set")?;
    let state = state_dir(environment).ok_or("HOME is not set")?;
    Ok(Places {
        claude: folder(environment, "CLAUDE_CONFIG_DIR").unwrap_or_else(|| home.join(".claude")),
        claude_json: folder(environment, "CLAUDE_CONFIG_DIR")
            .unwrap_or_else(|| home.clone())
            .join(".claude.json"),
        // Codex resolves the links of a folder that it is told, and not those of its own; its keys hold the result.
        codex: folder(environment, "CODEX_HOME")
            .map(|folder| folder.canonicalize().unwrap_or(folder))
            .unwrap_or_else(|| home.join(".codex")),
        backups: state.join("backups"),
        binary: binary(environment)?,
        home,
    })
}

/// For whom: this user, or this user in this repository.
pub fn scope(environment: &Environment, is_project: bool) -> Result<Scope, String> {
    match (is_project, settings::root_for(environment, None)) {
        (false, _) => Ok(Scope::User),
        (true, Some(root)) => Ok(Scope::Project(root)),
        (true, None) => Err("--project: this folder is no repository; start in a project".to_owned()),
    }
}

/// A client's name for a person.
pub fn name(client: Client) -> &'static str {
    match client {
        Client::ClaudeCode => "Claude Code",
        Client::Codex => "Codex",
    }
}

/// What is installed, for a person.
pub fn part_name((client, part): (Client, Part)) -> String {
    match part {
        Part::Hook => name(client).to_owned(),
        Part::Server => format!("{}, MCP server", name(client)),
    }
}

/// What is installed, on the command line.
pub fn part_word((client, part): (Client, Part)) -> &'static str {
    match part {
        Part::Hook => client.word(),
        Part::Server => "mcp",
    }
}

/// A client's program.
pub fn program(client: Client) -> &'static str {
    match client {
        Client::ClaudeCode => "claude",
        Client::Codex => "codex",
    }
}

/// Whether a client is on this machine: its program on PATH, or its files.
pub fn is_there(environment: &Environment, places: &Places, client: Client) -> bool {
    let has_files = match client {
        Client::ClaudeCode => places.claude.is_dir() || places.claude_json.is_file(),
        Client::Codex => places.codex.is_dir(),
    };
    has_files || on_path(environment, program(client)).is_some()
}

/// A program on PATH that is not the repository's own.
pub fn on_path(environment: &Environment, name: &str) -> Option<PathBuf> {
    programs::find(name, &repository(environment), environment.get("PATH").unwrap_or_default())
}

/// The absolute folders of PATH outside the repository.
pub fn folders_on_path(environment: &Environment) -> Vec<PathBuf> {
    let path = programs::path_outside(&repository(environment), environment.get("PATH").unwrap_or_default());
    std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect()
}

/// The variables of a client that is started here: the user's, with a PATH outside the repository.
pub fn client_variables(environment: &Environment) -> Vec<(OsString, OsString)> {
    inherited::variables(Inherited::All, &repository(environment))
}

/// The repository around the current directory; empty where there is none.
fn repository(environment: &Environment) -> PathBuf {
    settings::root_for(environment, None).unwrap_or_default()
}

/// Whether a file can be run.
pub fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// This binary, by the name under which it is on PATH: that stays the same when a package manager brings a new version.
pub fn binary(environment: &Environment) -> Result<PathBuf, String> {
    let running =
        std::env::current_exe().map_err(|error| format!("cannot tell where this binary is: {error}"))?;
    let real = running.canonicalize().unwrap_or_else(|_| running.clone());
    let named = folders_on_path(environment).into_iter().map(|folder| folder.join("foreword"));
    let same = |file: &PathBuf| file.canonicalize().is_ok_and(|file| file == real);
    Ok(named.into_iter().find(same).unwrap_or(running))
}

fn folder(environment: &Environment, variable: &str) -> Option<PathBuf> {
    environment.get(variable).map(PathBuf::from).filter(|folder| folder.is_absolute())
}
