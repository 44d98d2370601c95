//! Codex: its files, our entry, the trust as Codex itself sees it, the plugin, and the wrapper.

use std::path::{Path, PathBuf};

use foreword_adapters::codex::hook_list::{self, Listed, ListedHook};
use foreword_install::codex_config::projects;
use foreword_install::document::text_of;
use foreword_install::hook::{self, Found};
use foreword_install::our_scripts::OurScripts;
use foreword_install::scripts::Script;
use foreword_install::{Client, Scope, codex_config, codex_trust, file, settings_json};
use foreword_model::limits;

use super::claude_code::set_aside;
use super::finding::Finding;
use super::live::InstalledHook;
use super::{Patient, scripts};
use crate::commands::install::machine;

const CHECK: &str = "codex-settings";
const TRUST: &str = "codex-trust";

/// Examines it; the hooks are those that a prompt would run.
pub fn examine(patient: &Patient) -> (Vec<Finding>, Vec<InstalledHook>) {
    let mut findings = Vec::new();
    let config = patient.places.codex_config();
    let config_text = match text_at(&config).and_then(|text| checked(&config, text)) {
        Ok(text) => text,
        Err(problem) => {
            findings.push(Finding::problem(CHECK, problem, set_aside(patient, &config, Client::Codex)));
            return (findings, Vec::new());
        }
    };
    let ours = patient.places.our_scripts();
    let in_config = codex_config::hooks(&config_text, &ours).unwrap_or_default();
    findings.extend(namesakes(&config, &in_config));
    let mut entries = of_file(&config, in_config);
    for scope in patient.scopes() {
        let path = patient.places.codex_hooks(&scope);
        match text_at(&path).and_then(|text| hooks_of(&path, &text, &ours)) {
            Ok(hooks) => {
                findings.extend(namesakes(&path, &hooks));
                entries.extend(of_file(&path, hooks));
            }
            Err(problem) => {
                findings.push(Finding::problem(CHECK, problem, set_aside(patient, &path, Client::Codex)))
            }
        }
    }
    // Codex is started only where something of ours is there to be asked about.
    let is_there = !entries.is_empty() || codex_config::has_plugin(&config_text).unwrap_or(false);
    let listed = if is_there { asked(patient, &mut findings) } else { None };
    let plugin =
        listed.as_ref().and_then(|listed| prompt_hooks(listed).find(|hook| hook.plugin_id.is_some()));
    if entries.is_empty() && plugin.is_none() {
        if findings.is_empty() {
            let install = format!("{} install codex", patient.foreword());
            findings.push(Finding::note(CHECK, "not installed for Codex").with_hint(install));
        }
        return (findings, Vec::new());
    }
    if codex_config::are_hooks_off(&config_text).unwrap_or(false) {
        let text = format!("{} switches all hooks off (features.hooks)", config.display());
        findings.push(Finding::problem(CHECK, text, "codex features enable hooks"));
    } else {
        findings.extend(trust(patient, &entries, listed.as_ref(), &config_text));
    }
    findings.extend(of_entries(patient, &entries, plugin.is_some()));
    let hooks = entries.iter().map(|entry| InstalledHook {
        client: Client::Codex,
        command: entry.hook.command().to_owned(),
        timeout_s: entry.hook.timeout_s(),
        place: entry.file.clone(),
    });
    let mut hooks: Vec<InstalledHook> = hooks.collect();
    findings.extend(scripts::examine(patient, Client::Codex, "codex-scripts", &hooks));
    let of_plugin = plugin.filter(|hook| hook.runs()).map(|hook| InstalledHook {
        client: Client::Codex,
        command: hook.command.clone(),
        timeout_s: None,
        place: patient.places.codex.join("plugins"),
    });
    hooks.extend(of_plugin);
    (findings, hooks)
}

/// Whether our plugin is switched on.
pub fn has_plugin(patient: &Patient) -> bool {
    text_at(&patient.places.codex_config())
        .is_ok_and(|config| codex_config::has_plugin(&config).unwrap_or(false))
}

/// An entry of ours, and where it stands.
struct Entry {
    file: PathBuf,
    hook: Found,
}

impl Entry {
    /// The command that brings it up to date.
    fn mend(&self, patient: &Patient) -> String {
        let project = if self.file.starts_with(&patient.places.codex) { "" } else { " --project" };
        format!("{} install codex{project} --yes", patient.foreword())
    }

    /// The problem of an entry in a project that Codex does not trust: it reads nothing there. An entry that came with the
    /// repository is no reason to trust it.
    fn in_untrusted_project(&self, patient: &Patient, config: &str) -> Option<Finding> {
        let root = patient.root.as_ref()?;
        let is_of_project = self.file == patient.places.codex_hooks(&Scope::Project(root.clone()));
        let is_installed = is_of_project && patient.places.receipts().get(&self.file).is_some();
        let is_trusted = projects::is_trusted(config, root).unwrap_or(false);
        (is_installed && !is_trusted).then(|| {
            let text = format!(
                "Codex passes over the entry in {}: it does not trust the project (projects.\"{}\".trust_level)",
                self.file.display(),
                root.display()
            );
            let mend = projects::command_to_trust(config, &patient.places.codex_config(), root);
            Finding::problem(TRUST, text, mend)
        })
    }

    fn key(&self) -> String {
        codex_trust::key(&self.file, self.hook.group, self.hook.index)
    }
}

fn text_at(path: &Path) -> Result<String, String> {
    let existing = file::read(path).map_err(|refusal| refusal.to_string())?;
    let bytes = existing.map(|existing| existing.bytes).unwrap_or_default();
    text_of(&bytes).map(str::to_owned).map_err(|problem| file::Refusal::of(path, &problem).to_string())
}

fn checked(path: &Path, text: String) -> Result<String, String> {
    let read =
        codex_config::has_hooks(&text).map_err(|problem| file::Refusal::of(path, &problem).to_string());
    read.map(|_| text)
}

fn hooks_of(path: &Path, text: &str, ours: &OurScripts) -> Result<Vec<Found>, String> {
    settings_json::hooks(text, ours).map_err(|problem| file::Refusal::of(path, &problem).to_string())
}

/// Hooks that are not ours and run foreword, or seem to.
fn namesakes(path: &Path, hooks: &[Found]) -> Vec<Finding> {
    let found = hook::namesakes(hooks).into_iter();
    found.map(|line| Finding::note(CHECK, format!("{}: {line}; it was not tried", path.display()))).collect()
}

fn of_file(path: &Path, hooks: Vec<Found>) -> Vec<Entry> {
    let is_prompt = |hook: &Found| hook.is_ours() && hook.event == "UserPromptSubmit";
    hooks.into_iter().filter(is_prompt).map(|hook| Entry { file: path.to_owned(), hook }).collect()
}

/// Asks Codex, where it is.
fn asked(patient: &Patient, findings: &mut Vec<Finding>) -> Option<Listed> {
    let program = machine::on_path(&patient.environment, machine::program(Client::Codex))?;
    let cwd = patient.root.clone().or_else(|| std::env::current_dir().ok())?;
    match hook_list::ask(&program, &cwd, machine::client_variables(&patient.environment)) {
        Ok(listed) => {
            let errors =
                listed.errors.iter().map(|error| format!("Codex: {}: {}", error.path, error.message));
            let said = errors.chain(listed.warnings.iter().map(|warning| format!("Codex warns: {warning}")));
            findings.extend(said.map(|text| Finding::note(CHECK, text)));
            Some(listed)
        }
        Err(error) => {
            findings.push(Finding::note(TRUST, error.to_string()));
            None
        }
    }
}

fn prompt_hooks(listed: &Listed) -> impl Iterator<Item = &ListedHook> {
    listed
        .hooks
        .iter()
        .filter(|hook| hook.event_name == "userPromptSubmit" && hook::runs_foreword(&hook.command))
}

fn trust(patient: &Patient, entries: &[Entry], listed: Option<&Listed>, config: &str) -> Vec<Finding> {
    let mend = format!("{} install codex --yes", patient.foreword());
    let Some(listed) = listed else { return trust_by_file(patient, entries, config) };
    let mut findings = Vec::new();
    for entry in entries {
        let (shown, mend) = (entry.file.display(), entry.mend(patient));
        if let Some(problem) =
            entry.in_untrusted_project(patient, config).filter(|_| !is_listed(listed, entry))
        {
            findings.push(problem);
            continue;
        }
        match prompt_hooks(listed).find(|hook| hook.key == entry.key()) {
            Some(hook) if hook.runs() => {
                findings.push(Finding::ok(TRUST, format!("Codex trusts the entry in {shown}")))
            }
            Some(hook) if !hook.enabled => {
                findings.push(Finding::problem(
                    TRUST,
                    format!("the entry in {shown} is disabled in Codex"),
                    &mend,
                ));
            }
            Some(hook) => {
                let text = format!("Codex passes over the entry in {shown}: {}", hook.trust_status);
                findings.push(Finding::problem(TRUST, text, &mend));
            }
            None => findings.push(Finding::note(TRUST, format!("Codex does not look into {shown} here"))),
        }
    }
    for hook in prompt_hooks(listed).filter(|hook| hook.plugin_id.is_some()) {
        findings.push(match hook.runs() {
            true => Finding::ok(TRUST, "Codex trusts the plugin's hook"),
            false => Finding::problem(
                TRUST,
                format!("Codex passes over the plugin's hook: {}", hook.trust_status),
                &mend,
            ),
        });
    }
    findings
}

fn is_listed(listed: &Listed, entry: &Entry) -> bool {
    prompt_hooks(listed).any(|hook| hook.key == entry.key())
}

/// Without the program, what its configuration says.
fn trust_by_file(patient: &Patient, entries: &[Entry], config: &str) -> Vec<Finding> {
    let of_entry = |entry: &Entry| {
        let (shown, mend) = (entry.file.display(), entry.mend(patient));
        if let Some(problem) = entry.in_untrusted_project(patient, config) {
            return problem;
        }
        match codex_config::trust(config, &entry.key()).ok().flatten() {
            Some((hash, true)) if hash == codex_trust::hash(&entry.hook) => {
                Finding::ok(TRUST, format!("trusted by the configuration: the entry in {shown}"))
            }
            Some(_) => {
                Finding::problem(TRUST, format!("Codex would pass over the entry in {shown}: modified"), mend)
            }
            None => Finding::problem(
                TRUST,
                format!("Codex would pass over the entry in {shown}: untrusted"),
                mend,
            ),
        }
    };
    entries.iter().map(of_entry).collect()
}

fn of_entries(patient: &Patient, entries: &[Entry], has_plugin: bool) -> Vec<Finding> {
    let foreword = patient.foreword();
    let mut findings = Vec::new();
    let is_short =
        |entry: &&Entry| entry.hook.timeout_s().is_some_and(|seconds| seconds < limits::HOOK_TIMEOUT_MIN_S);
    if let Some(entry) = entries.iter().find(is_short) {
        let (file, seconds) = (entry.file.display(), entry.hook.timeout_s().unwrap_or_default());
        let text = format!("{file} gives the hook {seconds} s; a slow prompt would lose its context");
        findings.push(Finding::problem(CHECK, text, entry.mend(patient)));
    }
    if let [first, .., last] = entries {
        // Of two in the user's files an installation leaves one.
        let are_users = last.file.starts_with(&patient.places.codex);
        let mend = match first.file == last.file || are_users {
            true => first.mend(patient),
            false => format!("{foreword} uninstall codex --project --yes"),
        };
        findings.push(Finding::problem("double-hooks", "Codex has more than one entry of ours", mend));
    }
    if has_plugin && !entries.is_empty() {
        let text = "the plugin and an entry of ours are both installed for Codex";
        findings.push(Finding::problem("double-hooks", text, format!("{foreword} uninstall codex --yes")));
    }
    let wrapper = patient.places.wrapper(&Scope::User);
    if patient.places.receipts().get(&wrapper).is_some() {
        let mend = format!("{foreword} install codex --yes");
        let problem = scripts::finding(patient, &wrapper, Script::CodexAuto, "codex-auto", &mend);
        findings.push(problem.unwrap_or_else(|| Finding::ok("codex-auto", wrapper.display().to_string())));
    }
    findings
}
