//! Arguments, normalised once: hooks and tool see the same object.
//!
//! Unknown keys, wrong types and missing arguments are refused; defaults are filled in; an automatic
//! call is clamped to the ceilings and says so.

use foreword_guard::clear_line;
use foreword_model::error::ErrorCode;
use serde_json::{Map, Value};

use crate::registry::Registry;
use crate::spec::{ArgKind, ArgSpec, ToolSpec};
use crate::tool::ToolFailure;

/// Whose ceilings hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ceilings {
    /// The orchestrator's, for calls that nobody asked for by name.
    Automatic,
    /// An explicit call: wider by [`EXPLICIT_FACTOR`].
    Explicit,
}

/// How much more an explicit call may ask for than an automatic one.
pub const EXPLICIT_FACTOR: u64 = 10;

/// A call whose arguments were normalised and clamped. Only this module makes one.
#[derive(Debug, Clone, PartialEq)]
pub struct Prepared {
    tool: String,
    args: Map<String, Value>,
    notes: Vec<String>,
}

impl Prepared {
    /// The tool's name.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The arguments that hooks and tool will see.
    pub fn args(&self) -> &Map<String, Value> {
        &self.args
    }

    /// What was clamped, for `[Limits]`.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

/// Normalises and clamps the arguments of one call.
pub fn prepare(
    registry: &Registry,
    tool: &str,
    args: Map<String, Value>,
    ceilings: Ceilings,
) -> Result<Prepared, ToolFailure> {
    let Some(entry) = registry.get(tool).filter(|entry| entry.allowed) else {
        return Err(ToolFailure::skipped(
            ErrorCode::EToolUnavailable,
            format!(
                "{} is not an allowed tool; known tools: {}",
                clear_line(tool).as_str(),
                registry.names().join(", ")
            ),
        ));
    };
    let mut notes = Vec::new();
    let args = match entry.spec.args {
        Some(arg_specs) => normalise(&entry.spec, arg_specs, args, ceilings, &mut notes)?,
        None => args,
    };
    Ok(Prepared { tool: tool.to_owned(), args, notes })
}

fn normalise(
    spec: &ToolSpec,
    arg_specs: &[ArgSpec],
    mut given: Map<String, Value>,
    ceilings: Ceilings,
    notes: &mut Vec<String>,
) -> Result<Map<String, Value>, ToolFailure> {
    let mut normalised = Map::new();
    for arg in arg_specs {
        match given.remove(arg.name).filter(|value| !value.is_null()) {
            Some(value) => {
                let value = one(spec, arg, value, ceilings, notes)?;
                normalised.insert(arg.name.to_owned(), value);
            }
            None if arg.required => return Err(invalid(spec, &format!("`{}` is missing", arg.name))),
            None => {
                if let Some(default) = default_of(arg.kind) {
                    normalised.insert(arg.name.to_owned(), default);
                }
            }
        }
    }
    match given.keys().next() {
        Some(unknown) => {
            Err(invalid(spec, &format!("there is no argument `{}`", clear_line(unknown).as_str())))
        }
        None => Ok(normalised),
    }
}

fn one(
    spec: &ToolSpec,
    arg: &ArgSpec,
    value: Value,
    ceilings: Ceilings,
    notes: &mut Vec<String>,
) -> Result<Value, ToolFailure> {
    let wrong = |expected: &str| invalid(spec, &format!("`{}` must be {expected}", arg.name));
    match arg.kind {
        ArgKind::Text => {
            let text = value.as_str().map(str::trim).ok_or_else(|| wrong("a text"))?;
            if text.is_empty() && arg.required {
                return Err(wrong("a text that is not empty"));
            }
            Ok(Value::from(text))
        }
        ArgKind::Path => {
            let path = value.as_str().map(str::trim).ok_or_else(|| wrong("a path"))?;
            if path.is_empty() || path.contains('\0') {
                return Err(wrong("a path"));
            }
            Ok(Value::from(path.strip_prefix("./").unwrap_or(path)))
        }
        ArgKind::TextList => {
            let list = value.as_array().ok_or_else(|| wrong("a list of texts"))?;
            if !list.iter().all(Value::is_string) {
                return Err(wrong("a list of texts"));
            }
            Ok(value)
        }
        ArgKind::Choice(choices) => match value.as_str() {
            Some(text) if choices.contains(&text) => Ok(value),
            Some(_) | None => Err(wrong(&format!("one of {}", choices.join(", ")))),
        },
        ArgKind::Flag => match value {
            Value::Bool(_) => Ok(value),
            _ => Err(wrong("true or false")),
        },
        ArgKind::Count { ceiling, .. } => {
            let count = value.as_u64().filter(|count| *count > 0);
            let count = count.ok_or_else(|| wrong("a whole number of at least 1"))?;
            let ceiling = match ceilings {
                Ceilings::Automatic => ceiling,
                Ceilings::Explicit => ceiling * EXPLICIT_FACTOR,
            };
            if count > ceiling {
                notes.push(format!("{}: {} clamped to {ceiling}", spec.name, arg.name));
            }
            Ok(Value::from(count.min(ceiling)))
        }
    }
}

fn default_of(kind: ArgKind) -> Option<Value> {
    match kind {
        ArgKind::Count { default, .. } => Some(Value::from(default)),
        ArgKind::Choice(choices) => choices.first().map(|choice| Value::from(*choice)),
        ArgKind::Flag => Some(Value::Bool(false)),
        ArgKind::Text | ArgKind::TextList | ArgKind::Path => None,
    }
}

fn invalid(spec: &ToolSpec, what: &str) -> ToolFailure {
    ToolFailure::skipped(ErrorCode::EInvalidArgs, format!("{}: {what}", spec.name))
}
