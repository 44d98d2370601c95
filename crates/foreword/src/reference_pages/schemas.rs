//! `schemas/`: what each tool takes over MCP, what every tool answers, and the configuration file, as JSON Schema. Those of the
//! envelope and of a request are goldens of the contract, `contracts/schema/`.

use foreword_adapters::mcp::listing::{self, Reads};
use foreword_codeintel::{ask_user, shipped_specs};
use serde_json::{Value, json};

use super::Page;
use crate::settings::config_schema;

/// The files.
pub fn pages() -> Vec<Page> {
    let specs = shipped_specs();
    let mut inputs = serde_json::Map::new();
    let mut output = Value::Null;
    for spec in specs {
        let reads = if spec.name == ask_user::SPEC.name { Reads::Person } else { Reads::Repository };
        let mut entry = listing::entry(spec, reads);
        inputs.insert(spec.name.to_string(), entry["inputSchema"].take());
        output = entry["outputSchema"].take();
    }
    vec![
        page("tool-inputs.json", &defined("What each tool takes over MCP", inputs)),
        page("tool-output.json", &titled("What every tool answers over MCP", output)),
        page("config.json", &config()),
    ]
}

/// The configuration file, as a reader of YAML 1.1 sees it, too: there `on` and `off` are no words but true and false.
fn config() -> Value {
    let mut schema = config_schema();
    allow_switches(&mut schema);
    schema
}

fn allow_switches(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.values_mut().for_each(allow_switches);
            if let Some(Value::Array(words)) = map.get_mut("oneOf")
                && words.iter().any(|word| word["const"] == "off")
            {
                words.push(json!({ "type": "boolean" }));
            }
        }
        Value::Array(list) => list.iter_mut().for_each(allow_switches),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn page(name: &str, schema: &Value) -> Page {
    let text = serde_json::to_string_pretty(schema).expect("a schema serialises");
    Page { path: format!("schemas/{name}"), text: format!("{text}\n") }
}

fn titled(title: &str, schema: Value) -> Value {
    let mut whole = json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "title": title });
    for (key, value) in schema.as_object().into_iter().flatten() {
        whole[key] = value.clone();
    }
    whole
}

fn defined(title: &str, definitions: serde_json::Map<String, Value>) -> Value {
    titled(title, json!({ "$defs": definitions }))
}

#[test]
fn every_sample_fits_the_schema_of_the_configuration() {
    let validator = jsonschema::validator_for(&config()).expect("a schema");
    let check = |yaml: &str, is_valid: bool| {
        let value: Value = serde_saphyr::from_str(yaml).expect("YAML");
        let value = if value.is_null() { json!({}) } else { value };
        assert_eq!(validator.is_valid(&value), is_valid, "{yaml}");
    };
    for key in super::keys::KEYS {
        for sample in key.samples {
            check(&key.yaml(sample), true);
        }
    }
    check("tools: [ci_search, ci_index_status]", true);
    check("tools: {ci_search: , ci_index_status: }", true);
    check("tools: 5", false);
    check("colour: blue", false);
    check("tier_max: many", false);
    check("tools: {ci_search: {timeout: 5}}", false);
}
