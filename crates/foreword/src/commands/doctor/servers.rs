//! MCP, in both directions: our server in its clients, and the servers whose tools the user registered. Each is started or
//! asked once, and must answer.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use foreword_codeintel::external::mcp::{self, Fault, Probe};
use foreword_install::document::{Problem, text_of};
use foreword_install::hook::shell_word;
use foreword_install::server::Registered;
use foreword_install::{Client, Scope, codex_config, file, server_json};
use foreword_model::clock;
use foreword_model::limits;
use foreword_model::settings::{ExternalKind, McpServer, McpTool, Origin, ResultMap};

use super::finding::Finding;
use super::{Patient, claude_code, codex};
use crate::commands::install::machine;
use crate::settings;

const CHECK: &str = "mcp";
const TOOLS: &str = "external-tools";

/// Examines our server in every client, by a file of the client's or by the plugin.
pub fn examine(patient: &Patient) -> Vec<Finding> {
    let mut findings = Vec::new();
    for client in [Client::ClaudeCode, Client::Codex] {
        for scope in patient.scopes() {
            findings.extend(in_client(patient, client, &scope));
        }
        findings.extend(of_plugin(patient, client));
    }
    findings
}

/// What is said where no client has it.
pub fn not_registered(patient: &Patient) -> Finding {
    let install = format!("{} install mcp", patient.foreword());
    Finding::note(CHECK, "the MCP server is registered in no client").with_hint(install)
}

/// The server that comes with the plugin, which starts `foreword` by its name.
fn of_plugin(patient: &Patient, client: Client) -> Option<Finding> {
    let has_plugin = match client {
        Client::ClaudeCode => claude_code::has_plugin(patient),
        Client::Codex => codex::has_plugin(patient),
    };
    if !has_plugin {
        return None;
    }
    let name = machine::name(client);
    let Some(program) = machine::on_path(&patient.environment, "foreword") else {
        return Some(Finding::note(
            CHECK,
            format!("{name}: the plugin starts `foreword`, which is not on PATH"),
        ));
    };
    if is_dry_run(patient) {
        return Some(Finding::note(CHECK, format!("{name}: not tried: nothing is started in a dry run")));
    }
    Some(match probe_ours(patient, &program, &["mcp".to_owned()]) {
        Ok(Probe { server, tools }) => {
            Finding::ok(CHECK, format!("{name}: {server} answers with {} tools, by the plugin", tools.len()))
        }
        Err(fault) => {
            let text = format!("{name}: the server of the plugin does not answer: {fault}");
            Finding::problem(CHECK, text, format!("{} upgrade --yes", shell_word(&patient.places.binary)))
        }
    })
}

fn in_client(patient: &Patient, client: Client, scope: &Scope) -> Option<Finding> {
    let path = patient.places.server(client, scope);
    let (name, shown) = (machine::name(client), path.display());
    let project = if *scope == Scope::User { "" } else { " --project" };
    let mend = format!("{} install mcp{project} --yes", patient.foreword());
    let (entry, is_off) = match read(client, &path) {
        Ok(Some(found)) => found,
        Ok(None) => return None,
        Err(problem) => return Some(Finding::problem(CHECK, problem, repair(patient, client, scope, &mend))),
    };
    if !entry.is_ours() {
        let text = format!("{name}: `foreword` in {shown} starts something else: {}", entry.command);
        return Some(Finding::note(CHECK, text));
    }
    if is_off {
        return Some(Finding::note(CHECK, format!("{name}: the server is switched off in {shown}")));
    }
    if !is_the_users(patient, scope, &entry) {
        let text = format!(
            "{name}: not tried: {shown} starts {}, which an installation does not write",
            entry.command
        );
        return Some(Finding::note(CHECK, text));
    }
    let Some(program) = program(patient, &entry.command) else {
        let text = format!("{name}: {shown} starts {}, which is not there", entry.command);
        return Some(Finding::problem(CHECK, text, mend));
    };
    if is_dry_run(patient) {
        return Some(Finding::note(CHECK, format!("{name}: not tried: nothing is started in a dry run")));
    }
    Some(match probe_ours(patient, &program, &entry.args) {
        Ok(Probe { server, tools }) => {
            Finding::ok(CHECK, format!("{name}: {server} answers with {} tools, by {shown}", tools.len()))
        }
        Err(fault) => {
            Finding::problem(CHECK, format!("{name}: the server of {shown} does not answer: {fault}"), mend)
        }
    })
}

/// A file of the repository may be anybody's: there only the bare name counts, which PATH leads to the user's own binary.
fn is_the_users(patient: &Patient, scope: &Scope, entry: &Registered) -> bool {
    let is_bare = !entry.command.contains('/');
    let is_outside = |found: PathBuf| patient.root.as_ref().is_none_or(|root| !found.starts_with(root));
    match scope {
        Scope::User => true,
        Scope::Project(_) => {
            is_bare && machine::on_path(&patient.environment, &entry.command).is_none_or(is_outside)
        }
    }
}

fn is_dry_run(patient: &Patient) -> bool {
    settings::resolve(&patient.environment, None, None).is_ok_and(|resolved| resolved.settings.dry_run)
}

/// What helps where a file cannot be read. Claude Code's own file holds far more than servers: it is not set aside.
fn repair(patient: &Patient, client: Client, scope: &Scope, mend: &str) -> String {
    let file = shell_word(&patient.places.server(client, scope));
    match (client, scope) {
        (Client::ClaudeCode, Scope::User) => format!("${{EDITOR:-vi}} {file}"),
        _ => format!("mv {file} {file}.broken && {mend}"),
    }
}

/// Our entry in a file, and whether it is switched off.
fn read(client: Client, path: &Path) -> Result<Option<(Registered, bool)>, String> {
    let in_file = |problem: Problem| file::Refusal::of(path, &problem).to_string();
    let Some(existing) = file::read(path).map_err(|refusal| refusal.to_string())? else { return Ok(None) };
    let text = text_of(&existing.bytes).map_err(in_file)?;
    let (entry, is_off) = match client {
        Client::ClaudeCode => (server_json::server(text).map_err(in_file)?, false),
        Client::Codex => {
            let is_off = codex_config::servers::is_server_off(text).map_err(in_file)?;
            (codex_config::servers::server(text).map_err(in_file)?, is_off)
        }
    };
    Ok(entry.map(|entry| (entry, is_off)))
}

fn program(patient: &Patient, command: &str) -> Option<PathBuf> {
    match command.starts_with('/') {
        true => Some(PathBuf::from(command)).filter(|path| machine::is_executable(path)),
        false => machine::on_path(&patient.environment, command),
    }
}

fn probe_ours(patient: &Patient, program: &Path, args: &[String]) -> Result<Probe, Fault> {
    let mut command = vec![program.to_string_lossy().into_owned()];
    command.extend(args.iter().cloned());
    let tool = McpTool {
        server: McpServer::Stdio { command, env: BTreeMap::new() },
        tool: String::new(),
        result: ResultMap::default(),
        env_names: Vec::new(),
        // This very binary is tried also where it lies in the repository it was built from.
        origin: if program == patient.places.binary { Origin::TrustedRepository } else { Origin::User },
    };
    mcp::probe(&tool, &folder(patient), deadline(limits::DOCTOR_SERVER_MS))
}

/// The tools of other servers: whether each is there by the name that the configuration has.
pub fn of_others(patient: &Patient) -> Vec<Finding> {
    let Ok(resolved) = settings::resolve(&patient.environment, None, None) else { return Vec::new() };
    if resolved.settings.dry_run {
        return Vec::new();
    }
    let tools = resolved.settings.external_tools.iter().filter_map(|tool| match &tool.kind {
        ExternalKind::Mcp(server_tool) => Some((tool, server_tool)),
        ExternalKind::Command(_) => None,
    });
    tools
        .map(|(tool, server_tool)| {
            let (name, shown) = (&tool.name, server_tool.server.shown());
            let wanted = &server_tool.tool;
            match mcp::probe(server_tool, resolved.jail.root(), deadline(tool.timeout_ms)) {
                Ok(probe) if probe.tools.contains(wanted) => {
                    Finding::ok(TOOLS, format!("{name}: {} at {shown} has `{wanted}`", probe.server))
                }
                Ok(probe) => {
                    let has = probe.tools.join(", ");
                    Finding::note(TOOLS, format!("{name}: {shown} has no tool `{wanted}`; it has {has}"))
                }
                Err(fault) => Finding::note(TOOLS, format!("{name}: {shown}: {fault}")),
            }
        })
        .collect()
}

fn folder(patient: &Patient) -> PathBuf {
    patient.root.clone().or_else(|| std::env::current_dir().ok()).unwrap_or_else(|| PathBuf::from("/"))
}

fn deadline(timeout_ms: u64) -> Instant {
    clock::now() + Duration::from_millis(timeout_ms)
}
