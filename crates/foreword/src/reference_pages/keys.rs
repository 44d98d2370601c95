//! The keys of a configuration file with what the types do not say: the default, and values to try on each who may write one.

use foreword_codeintel::shipped_specs;
use foreword_model::limits;
use foreword_model::settings::Settings;

/// A key.
pub struct Key {
    /// With dots; `NAME` stands for a tool's.
    pub name: &'static str,
    /// What holds without it.
    pub default: fn(&Settings) -> String,
    /// Values from the narrowest to the widest.
    pub samples: &'static [&'static str],
}

impl Key {
    /// A file that says only this.
    pub fn yaml(&self, sample: &str) -> String {
        let parts: Vec<&str> = self.name.split('.').collect();
        // What describes a tool of the user's own needs one.
        let is_about_own = !self.name.contains(".mcp.") && !self.name.ends_with(".command");
        let own = if is_about_own { "{mine: {command: [/usr/bin/true], " } else { "{mine: {" };
        let opened: String = parts.iter().map(|part| format!("{{{part}: ")).collect();
        let (opened, others) = match self.is_of_shipped_tools() {
            true => (opened.replace("NAME", "ci_search"), other_tools("ci_search")),
            false => (opened.replace("{NAME: {", own), other_tools("mine")),
        };
        match self.name.starts_with("tools.") {
            // A file that names some tools leaves out the others, which is not what is tried.
            true => format!("{opened}{sample}{}{}}}}}", "}".repeat(parts.len() - 2), others),
            false => format!("{opened}{sample}{}", "}".repeat(parts.len())),
        }
    }

    /// Most keys make a tool of the user's own; a few are about one that ships, too.
    fn is_of_shipped_tools(&self) -> bool {
        matches!(self.name, "tools.NAME.enabled" | "tools.NAME.tier" | "tools.NAME.timeout_ms")
    }
}

/// The rest of the table, to stand beside a tool.
fn other_tools(tool: &str) -> String {
    let others = shipped_specs().into_iter().filter(|spec| spec.name != tool);
    let others = others.map(|spec| format!(", {}: {{}}", spec.name));
    others.collect()
}

/// All of them, in the order of the page.
pub const KEYS: &[Key] = &[
    Key { name: "enabled", default: |_| "auto".to_owned(), samples: &["off", "auto", "on"] },
    Key { name: "mode", default: |_| "run".to_owned(), samples: &["plan", "run"] },
    Key { name: "tier_max", default: |settings| settings.tier_max.to_string(), samples: &["0", "1", "2"] },
    Key { name: "repo_root", default: |_| String::new(), samples: &["packages/app"] },
    Key {
        name: "budget.wall_ms",
        default: |_| format!("{}; {} with tier 2", limits::WALL_MS, limits::WALL_TIER2_MS),
        samples: &["2000", "10000", "60000"],
    },
    Key {
        name: "budget.max_concurrency",
        default: |settings| settings.max_concurrency.to_string(),
        samples: &["1", "8", "90"],
    },
    Key {
        name: "budget.max_injected_chars",
        default: |settings| settings.max_injected_chars.to_string(),
        samples: &["3000", "20000"],
    },
    Key { name: "tools.NAME.enabled", default: |_| "true".to_owned(), samples: &["false", "true"] },
    Key {
        name: "tools.NAME.tier",
        default: |_| {
            "the tool's; 1 for a program or a server that it starts, 3 for one on the network".to_owned()
        },
        samples: &["2", "0"],
    },
    Key {
        name: "tools.NAME.timeout_ms",
        default: |_| {
            format!(
                "the tool's; {} for a command, {} for a tool of a server",
                limits::EXTERNAL_TIMEOUT_MS,
                limits::EXTERNAL_MCP_TIMEOUT_MS
            )
        },
        samples: &["500", "4000", "60000"],
    },
    Key { name: "tools.NAME.command", default: |_| String::new(), samples: &["[/usr/bin/true]"] },
    Key { name: "tools.NAME.description", default: |_| String::new(), samples: &["finds tickets"] },
    Key { name: "tools.NAME.output", default: |_| "by its first letter".to_owned(), samples: &["json"] },
    Key {
        name: "tools.NAME.mcp.tool",
        default: |_| "the name of the entry".to_owned(),
        samples: &["find, command: [/usr/bin/true]"],
    },
    Key { name: "tools.NAME.mcp.command", default: |_| String::new(), samples: &["[/usr/bin/true]"] },
    Key {
        name: "tools.NAME.mcp.env",
        default: |_| String::new(),
        samples: &["{A: b}, command: [/usr/bin/true]"],
    },
    Key { name: "tools.NAME.mcp.url", default: |_| String::new(), samples: &["'http://127.0.0.1:9/mcp'"] },
    Key {
        name: "tools.NAME.mcp.headers",
        default: |_| String::new(),
        samples: &["{A: b}, url: 'http://127.0.0.1:9/mcp'"],
    },
    Key { name: "tools.NAME.args", default: |_| String::new(), samples: &["{query: '{{keywords}}'}"] },
    Key { name: "tools.NAME.intents", default: |_| String::new(), samples: &["[debug]"] },
    Key { name: "tools.NAME.when", default: |_| String::new(), samples: &["[ticket]"] },
    Key { name: "tools.NAME.result.items", default: |_| String::new(), samples: &["items"] },
    Key { name: "tools.NAME.result.path", default: |_| String::new(), samples: &["path"] },
    Key { name: "tools.NAME.result.line", default: |_| String::new(), samples: &["line"] },
    Key { name: "tools.NAME.result.end_line", default: |_| String::new(), samples: &["end_line"] },
    Key { name: "tools.NAME.result.symbol", default: |_| String::new(), samples: &["symbol"] },
    Key { name: "tools.NAME.result.text", default: |_| String::new(), samples: &["text"] },
    Key { name: "tools.NAME.result.title", default: |_| String::new(), samples: &["title"] },
    Key { name: "tools.NAME.result.score", default: |_| String::new(), samples: &["score"] },
    Key { name: "tools.NAME.result.repository", default: |_| String::new(), samples: &["repository"] },
    Key { name: "tools.NAME.result.confidence", default: |_| String::new(), samples: &["0.5"] },
    Key { name: "exclude", default: |_| String::new(), samples: &["['vendor/**']"] },
    Key { name: "sensitive", default: |_| String::new(), samples: &["['ops/*.yaml']"] },
    Key { name: "redaction", default: |_| "on".to_owned(), samples: &["on", "off"] },
    Key {
        name: "intent.min_confidence",
        default: |settings| settings.intent_confidence.to_string(),
        samples: &["0.9", "0.1"],
    },
    Key { name: "quiet", default: |settings| settings.quiet.to_string(), samples: &["true"] },
    Key {
        name: "index.background",
        default: |settings| settings.background_index.to_string(),
        samples: &["false", "true"],
    },
    Key { name: "env", default: |_| String::new(), samples: &["[MY_TOKEN]"] },
];
