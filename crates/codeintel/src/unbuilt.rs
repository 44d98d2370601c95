//! A tool whose spec exists and whose code does not: it says so.

use foreword_exec::spec::ToolSpec;
use foreword_exec::tool::{Call, Permit, Tool, ToolAnswer, ToolFailure};
use foreword_model::error::ErrorCode;

/// The tool that stands for `spec` until it is built.
pub(crate) fn tool(spec: &'static ToolSpec) -> Box<dyn Tool> {
    Box::new(Unbuilt { spec })
}

struct Unbuilt {
    spec: &'static ToolSpec,
}

impl Tool for Unbuilt {
    fn spec(&self) -> &ToolSpec {
        self.spec
    }

    fn run(&self, _permit: &Permit, _call: &Call<'_>) -> Result<ToolAnswer, ToolFailure> {
        let message = format!("{} is not part of this build", self.spec.name);
        Err(ToolFailure::skipped(ErrorCode::EToolUnavailable, message))
    }
}
