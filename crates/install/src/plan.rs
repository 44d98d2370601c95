//! What an installation would change, worked out before anything is written: pure but for reading.

mod claude_code;
mod codex;
mod elsewhere;
mod parts;
mod server;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::diff;
use crate::file::{Existing, Refusal};
use crate::our_scripts::OurScripts;
use crate::receipt::Receipts;
use crate::scripts::ENTRY_NAMES;

/// A client that foreword is installed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    /// Claude Code.
    ClaudeCode,
    /// Codex CLI.
    Codex,
}

impl Client {
    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude",
            Self::Codex => "codex",
        }
    }
}

/// What of foreword is installed into a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The prompt hook.
    Hook,
    /// The MCP server.
    Server,
}

/// For whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// For every project of this user.
    User,
    /// For one project of this user, by its root.
    Project(PathBuf),
}

/// Whether Codex's trust is written too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// The user consented.
    Granted,
    /// The user did not.
    Withheld,
}

/// What becomes of comments and last commas in a settings file whose client refuses them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comments {
    /// They stay.
    Kept,
    /// They go; an uninstallation brings them back.
    TakenOut,
}

/// What the user agreed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consent {
    /// Whether Codex's trust is written too.
    pub trust: Trust,
    /// What becomes of comments.
    pub comments: Comments,
}

/// Where things lie on this machine.
#[derive(Debug, Clone)]
pub struct Places {
    /// The user's home.
    pub home: PathBuf,
    /// Claude Code's folder, `~/.claude`.
    pub claude: PathBuf,
    /// Claude Code's own file, `~/.claude.json`, which holds the servers of this user.
    pub claude_json: PathBuf,
    /// Codex's folder, `~/.codex`.
    pub codex: PathBuf,
    /// Where the way back is kept.
    pub backups: PathBuf,
    /// The binary that hooks run.
    pub binary: PathBuf,
}

impl Places {
    /// The receipts of what was installed.
    pub fn receipts(&self) -> Receipts {
        Receipts::new(&self.backups)
    }

    /// By what an entry of ours is known.
    pub fn our_scripts(&self) -> OurScripts {
        let is_entry = |path: &PathBuf| {
            path.file_name().and_then(|name| name.to_str()).is_some_and(|name| ENTRY_NAMES.contains(&name))
        };
        let elsewhere = self.receipts().all().into_iter().map(|receipt| receipt.path).filter(is_entry);
        OurScripts {
            folders: [Client::ClaudeCode, Client::Codex].map(|client| self.scripts(client)).to_vec(),
            elsewhere: elsewhere.collect(),
            home: Some(self.home.clone()),
        }
    }

    /// The file that holds Claude Code's hook entries.
    pub fn claude_settings(&self, scope: &Scope) -> PathBuf {
        match scope {
            Scope::User => self.claude.join("settings.json"),
            // The user's own file of a project: what one person installs is not pushed on the others.
            Scope::Project(root) => root.join(".claude/settings.local.json"),
        }
    }

    /// The file that holds Codex's hook entry, unless the user keeps hooks in `config.toml`.
    pub fn codex_hooks(&self, scope: &Scope) -> PathBuf {
        match scope {
            Scope::User => self.codex.join("hooks.json"),
            Scope::Project(root) => root.join(".codex/hooks.json"),
        }
    }

    /// Codex's configuration, which also holds the trust.
    pub fn codex_config(&self) -> PathBuf {
        self.codex.join("config.toml")
    }

    /// The file in which a client registers our server.
    pub fn server(&self, client: Client, scope: &Scope) -> PathBuf {
        server::file(self, client, scope)
    }

    /// The folder of the scripts of a client.
    pub fn scripts(&self, client: Client) -> PathBuf {
        match client {
            Client::ClaudeCode => self.claude.join("hooks"),
            Client::Codex => self.codex.join("hooks"),
        }
    }

    /// Where the wrapper around Codex goes.
    pub fn wrapper(&self, scope: &Scope) -> PathBuf {
        let folder = match scope {
            Scope::User => self.binary.parent().unwrap_or(Path::new("/")).to_owned(),
            Scope::Project(root) => root.join("bin"),
        };
        folder.join(crate::scripts::Script::CodexAuto.name())
    }
}

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// A script of ours.
    Script,
    /// The entry in a client's settings.
    Entry,
    /// Codex's trust in the entry.
    Trust,
}

/// One file that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file, as it is named.
    pub path: PathBuf,
    /// As it is; none if it is not there.
    pub existing: Option<Existing>,
    /// Its content afterwards; none if it goes.
    pub after: Option<Vec<u8>>,
    /// What an uninstallation restores; none if it removes the file.
    pub original: Option<Vec<u8>>,
    /// Its permissions afterwards.
    pub mode: u32,
    /// What it is about.
    pub topic: Topic,
}

impl Change {
    /// Its content as it is.
    pub fn before(&self) -> Option<&[u8]> {
        self.existing.as_ref().map(|existing| existing.bytes.as_slice())
    }

    /// Whether anything changes at all.
    fn is_needed(&self) -> bool {
        let mode = self.existing.as_ref().map(|existing| existing.mode);
        let changes_mode = self.after.is_some() && mode != Some(self.mode);
        self.before() != self.after.as_deref() || changes_mode
    }

    /// Where it is really written, if it is a link.
    pub fn led_to(&self) -> Option<&Path> {
        self.existing.as_ref().filter(|_| self.path.is_symlink()).map(|existing| existing.real.as_path())
    }

    /// The change as a person reads it.
    pub fn diff(&self) -> String {
        let text = diff::unified(&self.path, self.before(), self.after.as_deref());
        match (&self.existing, text.is_empty()) {
            (Some(existing), true) => {
                format!("{}: mode {:o} becomes {:o}\n", self.path.display(), existing.mode, self.mode)
            }
            (Some(_) | None, _) => text,
        }
    }
}

/// Everything that changes, in the order in which it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// For whom: `claude`, or `codex:/path/of/a/project`.
    pub owner: String,
    /// The files.
    pub changes: Vec<Change>,
    /// Every file that the owner needs from now on, or no longer needs, changed or not.
    pub files: Vec<PathBuf>,
    /// What a person should know besides.
    pub notes: Vec<String>,
}

impl Plan {
    /// Leaves out what would change nothing, and refuses what cannot be written.
    fn with_needed_changes(mut self, scope: &Scope, receipts: &Receipts) -> Result<Self, Refusal> {
        self.changes.retain(Change::is_needed);
        for change in &self.changes {
            // Where we have been before, the user let us.
            if let (Scope::Project(root), None) = (scope, receipts.get(&change.path)) {
                crate::file::check_within(&change.path, root)?;
            }
            // Read-only is a word of the user for files of the user; our own scripts are ours.
            let existing = change.existing.as_ref().filter(|_| change.topic != Topic::Script);
            crate::file::check_writable(&change.path, existing)?;
        }
        Ok(self)
    }
}

/// Plans an installation, or the upgrade of one.
pub fn install(
    places: &Places,
    (client, part): (Client, Part),
    scope: &Scope,
    consent: Consent,
) -> Result<Plan, Refusal> {
    let mut plan = empty((client, part), scope);
    match (part, client) {
        (Part::Hook, Client::ClaudeCode) => claude_code::install(places, scope, consent.comments, &mut plan)?,
        (Part::Hook, Client::Codex) => codex::install(places, scope, consent.trust, &mut plan)?,
        (Part::Server, _) => server::install(places, client, scope, consent.comments, &mut plan)?,
    }
    plan.files = plan.changes.iter().map(|change| change.path.clone()).collect();
    plan.with_needed_changes(scope, &places.receipts())
}

/// Whether Codex already has a way in by the plugin, and no entry of ours besides.
pub fn is_by_codex_plugin(places: &Places) -> Result<bool, Refusal> {
    codex::is_by_plugin(places)
}

/// Plans the trust in hooks of the plugin, by the keys and hashes that Codex itself names.
pub fn trust_codex_plugin(places: &Places, hooks: &[(String, String)]) -> Result<Plan, Refusal> {
    let mut plan = empty((Client::Codex, Part::Hook), &Scope::User);
    plan.changes.push(codex::plugin_trust(places, hooks)?);
    plan.changes.retain(Change::is_needed);
    Ok(plan)
}

/// Plans to take an installation out.
pub fn uninstall(places: &Places, (client, part): (Client, Part), scope: &Scope) -> Result<Plan, Refusal> {
    let mut plan = empty((client, part), scope);
    match (part, client) {
        (Part::Hook, Client::ClaudeCode) => claude_code::uninstall(places, scope, &mut plan)?,
        (Part::Hook, Client::Codex) => codex::uninstall(places, scope, &mut plan)?,
        (Part::Server, _) => server::uninstall(places, client, scope, &mut plan)?,
    }
    let mut receipts = places.receipts().all();
    receipts.retain(|receipt| receipt.owners.contains(&plan.owner));
    let left = elsewhere::restore(places, (client, part), scope, &receipts, &mut plan);
    let restored = receipts.into_iter().map(|receipt| receipt.path).filter(|path| !left.contains(path));
    plan.files = restored.collect();
    plan.with_needed_changes(scope, &places.receipts())
}

/// The projects that something was installed for and that are there no more.
pub fn gone_projects(places: &Places) -> Vec<Scope> {
    let owners: BTreeSet<String> =
        places.receipts().all().into_iter().flat_map(|receipt| receipt.owners).collect();
    let roots: BTreeSet<&Path> =
        owners.iter().filter_map(|owner| owner.split_once(':')).map(|(_, root)| Path::new(root)).collect();
    roots.into_iter().filter(|root| !root.exists()).map(|root| Scope::Project(root.to_owned())).collect()
}

/// Whether a client's settings hold an entry of ours, or a receipt says that something of it is left. The wrapper alone is
/// none: `install.sh --global` puts it beside the binary for people who have no hook in Codex.
pub fn is_installed(places: &Places, what: (Client, Part), scope: &Scope) -> bool {
    let owner = empty(what, scope).owner;
    let has_receipt = places.receipts().all().iter().any(|receipt| receipt.owners.contains(&owner));
    let wrapper = places.wrapper(scope);
    let is_left = |plan: Plan| plan.changes.iter().any(|change| change.path != wrapper);
    has_receipt || uninstall(places, what, scope).is_ok_and(is_left)
}

fn empty((client, part): (Client, Part), scope: &Scope) -> Plan {
    let word = match part {
        Part::Hook => client.word().to_owned(),
        Part::Server => format!("mcp-{}", client.word()),
    };
    let owner = match scope {
        Scope::User => word,
        Scope::Project(root) => format!("{word}:{}", root.display()),
    };
    Plan { owner, changes: Vec::new(), files: Vec::new(), notes: Vec::new() }
}
