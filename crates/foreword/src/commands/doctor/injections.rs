//! The last injections: that there were any, and that the clients took them whole.

use foreword_model::envelope::{ClientName, Envelope};
use foreword_model::limits;

use super::Patient;
use super::finding::Finding;
use super::live::SESSION;
use crate::run_records;

/// Examines them.
pub fn examine(patient: &Patient) -> Vec<Finding> {
    let runs = run_records::recent(&patient.environment, limits::DOCTOR_INJECTIONS);
    let by_people = runs.iter().filter(|run| run.client.session_id.as_deref() != Some(SESSION));
    let injected: Vec<&Envelope> =
        by_people.map(|run| &**run).filter(|run| !context(run).is_empty()).collect();
    let Some(last) = injected.first() else {
        return vec![Finding::note("injections", "none yet that was kept")];
    };
    let mut findings: Vec<Finding> = injected.iter().filter_map(|run| over_limit(run)).collect();
    if findings.is_empty() {
        let text = format!(
            "the last {} were within what the client takes whole; the newest, {}, had {} of {}",
            injected.len(),
            last.run_id,
            size(last).0,
            size(last).1
        );
        findings.push(Finding::ok("injections", text));
    }
    findings
}

fn over_limit(run: &Envelope) -> Option<Finding> {
    let (length, ceiling, unit) = size(run);
    (length > ceiling).then(|| {
        let text = format!(
            "{} had {length} {unit}, the client takes {ceiling}: the model saw a preview",
            run.run_id
        );
        Finding::note("injections", text)
            .with_hint(format!("export CI_AUTO_TOOLS_MAX_INJECTED_CHARS={}", ceiling / 2))
    })
}

fn context(run: &Envelope) -> &str {
    &run.fused_context.for_model.additional_context
}

/// Length, ceiling and unit, as the client measures.
fn size(run: &Envelope) -> (usize, usize, &'static str) {
    match run.client.name {
        ClientName::CodexCli => (context(run).len(), limits::CODEX_BYTES, "bytes"),
        ClientName::ClaudeCode | ClientName::Cli | ClientName::Mcp => {
            (context(run).encode_utf16().count(), limits::CLAUDE_CODE_UTF16_UNITS, "UTF-16 units")
        }
    }
}
