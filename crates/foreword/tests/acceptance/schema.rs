//! AC-014, REQ-ATO-001: the schema is generated, versioned, and holds for every output.

use foreword_testkit::golden;
use foreword_testkit::process::Invocation;
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::{ENTRY, InstalledShims, KERNEL, foreword};
use serde_json::Value;

use crate::harness::{Ask, CODE_PROMPT, SMALL_TALK, envelope};

fn schema(which: &[&str]) -> Value {
    Invocation::new(foreword()).args(["schema"]).args(which).run().json()
}

fn check(validator: &jsonschema::Validator, value: &Value) {
    let errors: Vec<String> = validator.iter_errors(value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{value:#}");
}

/// Whether an envelope fits the schema that `foreword schema` prints.
pub fn check_envelope(value: &Value) {
    check(&jsonschema::validator_for(&schema(&[])).expect("a schema"), value);
}

#[test]
fn ac_014_goldens_and_the_schema_itself() {
    golden::check_json("schema/envelope.json", &schema(&[]));
    golden::check_json("schema/request.json", &schema(&["request"]));
    let validator = jsonschema::validator_for(&schema(&["envelope"])).expect("a schema");
    let names = golden::names("envelope", "json");
    assert!(names.len() >= 2, "{names:?}");
    for name in names {
        check(&validator, &golden::read_json(&name));
    }
    let mut wrong = golden::read_json("envelope/plan.json");
    wrong["tool_plan"]["tier_max"] = Value::from("two");
    assert!(!validator.is_valid(&wrong), "the schema can fail");
}

#[test]
fn req_ato_001_every_kind_of_run_fits_the_schema() {
    let validator = jsonschema::validator_for(&schema(&[])).expect("a schema");
    let repo = FixtureRepo::library_app();
    let ask = |prompt: &'static str, name: &str, value: &str| {
        envelope(&Ask::new(repo.path(), prompt).env(name, value).run(), 0)
    };
    let run = ask(CODE_PROMPT, "X", "");
    assert_eq!(run["schema_version"], "1.0");
    check(&validator, &run);
    check(&validator, &ask(SMALL_TALK, "X", ""));
    check(&validator, &ask(CODE_PROMPT, "CI_AUTO_TOOLS_MODE", "plan"));
    check(&validator, &ask(CODE_PROMPT, "CI_AUTO_TOOLS_LEGACY", "1"));
    check(&validator, &ask(CODE_PROMPT, "CI_AUTO_TOOLS", "off"));
    let shims = InstalledShims::new().without(KERNEL);
    let unavailable = Ask::new(repo.path(), CODE_PROMPT).describe(shims.invoke(ENTRY)).run();
    check(&validator, &envelope(&unavailable, 10));
}

#[test]
fn req_ato_001_run_ids_have_their_form() {
    let repo = FixtureRepo::library_app();
    let id = |prompt: &'static str, mode: &str| {
        let envelope = envelope(&Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_MODE", mode).run(), 0);
        envelope["run_id"].as_str().expect("an id").to_owned()
    };
    let forms = [id(CODE_PROMPT, "plan"), id(CODE_PROMPT, "run"), id(SMALL_TALK, "run")]
        .map(|id| foreword_testkit::normalise::Normaliser::new().text(&id));
    assert_eq!(forms, ["plan-<hash12>", "<stamp>-<hash6>", "empty-<hash12>"]);
}
