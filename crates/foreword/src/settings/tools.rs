//! The entries of `tools`: what differs from the shipped table, and tools of the user's own, from a file to settings.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use foreword_guard::escape::{self, EscapedText};
use foreword_guard::escaped;
use foreword_model::intent::IntentClass;
use foreword_model::limits;
use foreword_model::settings::{
    CommandTool, ExternalKind, ExternalTool, Fits, McpServer, McpTool, Origin, ResultMap, Secret,
};
use foreword_model::template::Template;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::Environment;
use super::repository::tool_name;

/// `tools`: names with what differs for each, or a list of names.
#[derive(Debug, Clone, Default)]
pub struct ToolsFile {
    entries: BTreeMap<String, ToolFile>,
    form: ToolsForm,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum ToolsForm {
    #[default]
    Map,
    List,
}

impl ToolsFile {
    /// Every entry, by name.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &ToolFile)> {
        self.entries.iter().map(|(name, tool)| (name.as_str(), tool))
    }

    /// Whether it is a list of names only.
    pub fn is_list(&self) -> bool {
        self.form == ToolsForm::List
    }

    /// The tools that a repository's file allows: all that it names but does not remove. None if it names no tool to keep, so
    /// that it says nothing about the others.
    pub fn declared(&self) -> Option<BTreeSet<&str>> {
        let kept = self.entries().filter(|(_, tool)| tool.enabled != Some(false)).map(|(name, _)| name);
        let kept: BTreeSet<&str> = kept.collect();
        (self.is_list() || !kept.is_empty()).then_some(kept)
    }
}

impl<'de> Deserialize<'de> for ToolsFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ToolsVisitor)
    }
}

struct ToolsVisitor;

impl<'de> Visitor<'de> for ToolsVisitor {
    type Value = ToolsFile;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("names of tools: keys and values, or a list")
    }

    fn visit_unit<E>(self) -> Result<ToolsFile, E> {
        Ok(ToolsFile::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ToolsFile, A::Error> {
        let mut tools = ToolsFile::default();
        while let Some((name, tool)) = map.next_entry()? {
            tools.entries.insert(name, tool);
        }
        Ok(tools)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ToolsFile, A::Error> {
        let mut tools = ToolsFile { form: ToolsForm::List, ..ToolsFile::default() };
        while let Some(name) = list.next_element()? {
            tools.entries.insert(name, ToolFile::default());
        }
        Ok(tools)
    }
}

/// [`ToolsFile`] as a schema.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub enum ToolsSchema {
    /// What differs, by name; a name alone says nothing but itself.
    ByName(BTreeMap<String, Option<ToolFile>>),
    /// Names alone.
    Names(Vec<String>),
}

/// One entry of `tools`.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ToolFile {
    /// Whether it may run.
    pub enabled: Option<bool>,
    /// Its tier.
    pub tier: Option<u8>,
    /// Its timeout.
    pub timeout_ms: Option<u64>,
    /// Makes it a tool of the user's own: program and arguments.
    pub command: Vec<String>,
    /// Makes it a tool of an MCP server.
    pub mcp: Option<McpFile>,
    /// What it does.
    pub description: String,
    /// What a command prints.
    pub output: Option<OutputForm>,
    /// Its arguments, with gaps for what the prompt says.
    #[serde(deserialize_with = "template")]
    #[cfg_attr(test, schemars(with = "serde_json::Map<String, Value>"))]
    pub args: Template,
    /// The classes of prompts that it fits.
    pub intents: Vec<IntentWord>,
    /// Words that a prompt must hold one of.
    pub when: Vec<String>,
    /// Where the parts of its findings stand.
    pub result: ResultFile,
}

impl ToolFile {
    /// Whether it starts a program or reaches a server.
    pub fn is_external(&self) -> bool {
        !self.command.is_empty() || self.mcp.is_some()
    }

    /// What it starts or reaches, as a person reads it before they trust it: words with blanks are quoted.
    pub fn reach(&self) -> String {
        Self::quoted(self.reach_words())
    }

    /// The key that makes it start a program or reach a server, with its value, as it may stand in a message.
    pub fn reach_setting(&self) -> (&'static str, String) {
        match &self.mcp {
            None => ("command", Self::quoted(self.command.clone())),
            Some(McpFile { url: Some(url), .. }) => ("mcp.url", url.clone()),
            Some(mcp) => ("mcp.command", Self::quoted(mcp.command.clone())),
        }
    }

    fn quoted(words: Vec<String>) -> String {
        let quoted = words.iter().map(|word| match word.is_empty() || word.contains(char::is_whitespace) {
            true => format!("'{word}'"),
            false => word.clone(),
        });
        quoted.collect::<Vec<_>>().join(" ")
    }

    /// The same, word by word.
    pub fn reach_words(&self) -> Vec<String> {
        let Some(mcp) = &self.mcp else { return self.command.clone() };
        let named = |map: &BTreeMap<String, String>| -> Vec<String> {
            map.iter().map(|(name, value)| format!("{name}={value}")).collect()
        };
        let mut words = mcp.command.clone();
        words.extend(mcp.url.clone());
        words.extend(named(&mcp.env));
        words.extend(named(&mcp.headers));
        words
    }
}

/// `mcp` of a tool: a server, and the name of the tool there.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct McpFile {
    /// The tool's name at the server; the name of the entry if it is not given.
    pub tool: Option<String>,
    /// A server that is started: program and arguments.
    pub command: Vec<String>,
    /// Its variables, on top of the inherited ones; `${NAME}` stands for a variable of the user's.
    pub env: BTreeMap<String, String>,
    /// A server on the network.
    pub url: Option<String>,
    /// Headers of every request; `${NAME}` stands for a variable of the user's.
    pub headers: BTreeMap<String, String>,
}

/// What a command prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OutputForm {
    /// JSON; anything else is an error.
    Json,
    /// Text.
    Text,
}

/// A class of prompts that are about code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum IntentWord {
    /// Something is wrong.
    Debug,
    /// Code is to be changed.
    Modify,
    /// How or where something is done.
    Explore,
    /// A judgement.
    Review,
}

impl From<IntentWord> for IntentClass {
    fn from(word: IntentWord) -> Self {
        match word {
            IntentWord::Debug => Self::Debug,
            IntentWord::Modify => Self::Modify,
            IntentWord::Explore => Self::Explore,
            IntentWord::Review => Self::Review,
        }
    }
}

/// `result` of a tool. Each is a JSON pointer (`/a/0/b`) or a dotted path (`a.b`).
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ResultFile {
    /// The list of findings, from the root of the answer.
    pub items: Option<String>,
    /// The file, from a finding.
    pub path: Option<String>,
    /// The first line.
    pub line: Option<String>,
    /// The last line.
    pub end_line: Option<String>,
    /// The symbol.
    pub symbol: Option<String>,
    /// The text found there.
    pub text: Option<String>,
    /// A heading.
    pub title: Option<String>,
    /// A number, higher is better.
    pub score: Option<String>,
    /// The repository of the path, where it is not this one.
    pub repository: Option<String>,
    /// The confidence of the best finding, 0 to 1.
    pub confidence: Option<f64>,
}

/// Why an entry is no tool: which key of it, with a dot, or none for the whole.
#[derive(Debug)]
pub struct Unusable {
    /// `.mcp.url`.
    pub key: EscapedText,
    /// What is wrong.
    pub why: EscapedText,
}

impl Unusable {
    fn at(key: impl Into<EscapedText>, why: impl Into<EscapedText>) -> Self {
        Self { key: escaped!(".{}", key.into()), why: why.into() }
    }

    fn whole(why: &'static str) -> Self {
        Self { key: EscapedText::default(), why: why.into() }
    }
}

fn template<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Template, D::Error> {
    let args = Map::<String, Value>::deserialize(deserializer)?;
    Template::new(args).map_err(D::Error::custom)
}

/// A tool of the user's own, or why it is none.
pub fn external(
    name: &str,
    tool: ToolFile,
    origin: Origin,
    environment: &Environment,
) -> Result<ExternalTool, Unusable> {
    let fits = Fits {
        intents: tool.intents.into_iter().map(IntentClass::from).collect(),
        words: tool
            .when
            .iter()
            .map(|word| word.trim().to_lowercase())
            .filter(|word| !word.is_empty())
            .collect(),
    };
    let whose = match origin {
        Origin::User => "the user's",
        Origin::TrustedRepository => "the repository's",
    };
    let is_network = tool.mcp.as_ref().is_some_and(|mcp| mcp.url.is_some());
    let (kind, what, timeout_ms) = match tool.mcp {
        Some(_) if !tool.command.is_empty() => {
            return Err(Unusable::whole("`command` and `mcp` exclude each other"));
        }
        Some(mcp) => {
            let server_tool = McpTool {
                tool: mcp.tool.clone().unwrap_or_else(|| name.to_owned()),
                server: server(mcp, environment)?,
                result: result_map(tool.result)?,
                env_names: Vec::new(),
                origin,
            };
            (
                ExternalKind::Mcp(Box::new(server_tool)),
                "a tool of an MCP server",
                limits::EXTERNAL_MCP_TIMEOUT_MS,
            )
        }
        None => {
            let declares_json = tool.output == Some(OutputForm::Json);
            let command = CommandTool {
                command: checked_command("command", tool.command)?,
                declares_json,
                env_names: Vec::new(),
                origin,
            };
            (ExternalKind::Command(command), "a command", limits::EXTERNAL_TIMEOUT_MS)
        }
    };
    Ok(ExternalTool {
        description: match tool.description.is_empty() {
            true => format!("{name}, {what} of {whose} configuration"),
            false => tool.description,
        },
        name: name.to_owned(),
        // What leaves the machine does so only if the user says that it may.
        tier: tool.tier.unwrap_or(if is_network { limits::TIER_BY_HAND } else { 1 }),
        timeout_ms: tool.timeout_ms.filter(|timeout_ms| *timeout_ms > 0).unwrap_or(timeout_ms),
        fits,
        args: tool.args,
        kind,
    })
}

fn server(mcp: McpFile, environment: &Environment) -> Result<McpServer, Unusable> {
    let expanded = |key: &'static str,
                    map: BTreeMap<String, String>,
                    literal: Literal|
     -> Result<BTreeMap<String, Secret>, Unusable> {
        map.into_iter()
            .map(|(name, value)| {
                let value = expand(&value, environment, literal)
                    .map_err(|why| Unusable::at(escaped!("mcp.{}.{}", key, tool_name(&name)), why))?;
                Ok((name, value))
            })
            .collect()
    };
    match (mcp.url, mcp.command.is_empty()) {
        (Some(_), false) => Err(Unusable::whole("`mcp.url` and `mcp.command` exclude each other")),
        (None, true) => Err(Unusable::whole("`mcp` needs a `command` or a `url`")),
        (Some(url), true) => {
            let url =
                expand(&url, environment, Literal::Masked).map_err(|why| Unusable::at("mcp.url", why))?;
            if !url.value().starts_with("http://") && !url.value().starts_with("https://") {
                return Err(Unusable::at("mcp.url", "it must begin with http:// or https://"));
            }
            Ok(McpServer::Http { url, headers: expanded("headers", mcp.headers, Literal::Masked)? })
        }
        (None, false) => Ok(McpServer::Stdio {
            command: checked_command("mcp.command", mcp.command)?,
            env: expanded("env", mcp.env, Literal::Plain)?,
        }),
    }
}

/// A relative program would be looked for in whatever repository the user stands in.
fn checked_command(key: &'static str, command: Vec<String>) -> Result<Vec<String>, Unusable> {
    let program = command.first().map(String::as_str).unwrap_or_default();
    match program.contains('/') && !program.starts_with('/') {
        true => Err(Unusable::at(
            key,
            escaped!("{} is neither absolute nor a name on PATH", escape::told(program)),
        )),
        false => Ok(command),
    }
}

/// Whether a text without a variable is a secret.
#[derive(Clone, Copy)]
enum Literal {
    Masked,
    Plain,
}

/// Variables whose values everybody knows.
const PUBLIC_VARIABLES: [&str; 8] = ["HOME", "LANG", "LOGNAME", "PATH", "PWD", "SHELL", "TMPDIR", "USER"];

/// A text in which `${NAME}` stands for a variable. Each value is a secret by itself, wherever it stands.
fn expand(text: &str, environment: &Environment, literal: Literal) -> Result<Secret, EscapedText> {
    let (mut whole, mut rest) = (String::new(), text);
    let mut masked = Vec::new();
    while let Some((before, after)) = rest.split_once("${") {
        let Some((name, behind)) = after.split_once('}') else { break };
        let value =
            environment.get(name).ok_or_else(|| escaped!("the variable {} is not set", tool_name(name)))?;
        whole.push_str(before);
        let value = value.to_string_lossy();
        whole.push_str(&value);
        if !PUBLIC_VARIABLES.contains(&name) {
            masked.push(value.into_owned());
        }
        rest = behind;
    }
    whole.push_str(rest);
    if !masked.is_empty() || matches!(literal, Literal::Masked) {
        masked.push(whole.clone());
    }
    Ok(Secret::new(whole, masked))
}

fn result_map(file: ResultFile) -> Result<ResultMap, Unusable> {
    if file.confidence.is_some_and(|confidence| !(0.0..=1.0).contains(&confidence)) {
        return Err(Unusable::at("result.confidence", "expected 0 to 1"));
    }
    Ok(ResultMap {
        items: file.items,
        path: file.path,
        line: file.line,
        end_line: file.end_line,
        symbol: file.symbol,
        text: file.text,
        title: file.title,
        score: file.score,
        repository: file.repository,
        confidence: file.confidence,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn each_variable_is_a_secret_and_a_plain_text_only_where_it_may_be_one() {
        let environment =
            Environment::of(&[("PW", Path::new("pass-word-1")), ("HOME", Path::new("/home/me"))]);
        let check = |text: &str, literal: Literal, expected: &[&str]| {
            let secret = expand(text, &environment, literal).expect("a text");
            assert_eq!(secret.masked(), expected, "{text}");
        };
        check("x://u:${PW}@h", Literal::Plain, &["pass-word-1", "x://u:pass-word-1@h"]);
        check("production", Literal::Plain, &[]);
        check("${HOME}/x", Literal::Plain, &[]);
        check("token abc", Literal::Masked, &["token abc"]);
    }
}
