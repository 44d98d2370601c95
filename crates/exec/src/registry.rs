//! The table of tools: what may be planned and run. A tool that is not here, or that the settings
//! dropped, is not run by anyone.

use std::collections::BTreeMap;
use std::sync::Arc;

use foreword_model::settings::ToolSetting;

use crate::spec::ToolSpec;
use crate::tool::Tool;

/// A tool with its spec as the settings left it.
#[derive(Clone)]
pub struct Entry {
    /// Tier and timeout in force.
    pub spec: ToolSpec,
    /// The tool itself.
    pub tool: Arc<dyn Tool>,
    /// False when the settings dropped it from the allowlist.
    pub allowed: bool,
}

/// The tools of this run, in the order in which they are planned.
#[derive(Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    /// Registers tools under the settings. Of two tools of one name the later one stands, in the
    /// earlier one's place: that is how a runner replaces a built-in tool.
    pub fn new(tools: Vec<Box<dyn Tool>>, settings: &BTreeMap<String, ToolSetting>) -> Self {
        let mut registry = Self::default();
        for tool in tools {
            registry.add(Arc::from(tool), settings);
        }
        registry
    }

    fn add(&mut self, tool: Arc<dyn Tool>, settings: &BTreeMap<String, ToolSetting>) {
        let mut spec = tool.spec().clone();
        let setting = settings.get(spec.name.as_ref()).copied().unwrap_or_default();
        spec.tier = setting.tier.map_or(spec.tier, |tier| tier.max(spec.tier));
        spec.timeout_ms = setting.timeout_ms.unwrap_or(spec.timeout_ms);
        let allowed = setting.enabled.unwrap_or(true);
        let entry = Entry { spec, tool, allowed };
        match self.entries.iter_mut().find(|present| present.spec.name == entry.spec.name) {
            Some(present) => *present = entry,
            None => self.entries.push(entry),
        }
    }

    /// Looks a tool up, allowed or not.
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.spec.name == name)
    }

    /// Whether a tool may run.
    pub fn allows(&self, name: &str) -> bool {
        self.get(name).is_some_and(|entry| entry.allowed)
    }

    /// All tools that may run, in planning order.
    pub fn allowed(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.allowed)
    }

    /// The names of all tools that may run, for a message to a person.
    pub fn names(&self) -> Vec<&str> {
        self.allowed().map(|entry| entry.spec.name.as_ref()).collect()
    }
}
