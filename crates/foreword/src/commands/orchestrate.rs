//! `foreword orchestrate`: the kernel by itself.

use foreword_guard::seal_envelope;
use foreword_kernel::SessionMemory;
use foreword_model::envelope::{Client, ClientEvent, ClientName, Envelope, RepoRootSource};
use foreword_model::error::ExitCode;
use foreword_model::limits;
use foreword_model::request::Request;

use crate::assemble::{self, KernelChoice};
use crate::commands::{print_envelope, read_stdin};
use crate::settings::Environment;

/// Runs the command.
pub fn run() -> u8 {
    let bytes = read_stdin(limits::PAYLOAD_BYTES);
    let request = match bytes.len() > limits::PAYLOAD_BYTES {
        true => Err(format!("request over {} bytes", limits::PAYLOAD_BYTES)),
        false => {
            serde_json::from_slice::<Request>(&bytes).map_err(|error| format!("malformed request: {error}"))
        }
    };
    match request {
        Ok(request) => {
            let environment = Environment::of_process();
            let orchestrated = assemble::orchestrate(
                &environment,
                &request,
                KernelChoice::BuiltIn,
                &SessionMemory::default(),
            );
            print_envelope(&orchestrated.run.envelope);
            orchestrated.run.exit.code()
        }
        Err(problem) => {
            let client = Client { name: ClientName::Cli, event: ClientEvent::Cli, session_id: None };
            let empty = Envelope::empty(client, "", "", RepoRootSource::NoGitRoot, &problem);
            print_envelope(&seal_envelope(empty));
            ExitCode::ToolFailed.code()
        }
    }
}
