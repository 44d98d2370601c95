//! `foreword schema`: the contract as JSON Schema, generated from the types.

use foreword_model::envelope::Envelope;
use foreword_model::error::ExitCode;
use foreword_model::request::Request;
use schemars::schema_for;

use crate::cli::{SchemaArg, SchemaArgs};
use crate::commands::print;

/// Runs the command.
pub fn run(args: &SchemaArgs) -> u8 {
    let schema = match args.which {
        SchemaArg::Envelope => schema_for!(Envelope),
        SchemaArg::Request => schema_for!(Request),
    };
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    print(&format!("{text}\n"));
    ExitCode::Ok.code()
}
