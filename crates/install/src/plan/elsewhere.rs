//! What a receipt names and this run would not look at: the binary was moved, a client's folder was another one then, a
//! project is gone.

use std::path::{Path, PathBuf};

use super::{Client, Part, Places, Plan, Scope, claude_code, codex, parts, server};
use crate::file::Refusal;
use crate::receipt::Receipt;
use crate::scripts::Script;

/// Adds what it takes to restore every file of these receipts that the plan does not hold yet; answers the files that
/// cannot be restored, whose receipts must stay.
pub fn restore(
    places: &Places,
    what: (Client, Part),
    scope: &Scope,
    receipts: &[Receipt],
    plan: &mut Plan,
) -> Vec<PathBuf> {
    let mut left = Vec::new();
    for receipt in receipts {
        if plan.changes.iter().any(|change| change.path == receipt.path) {
            continue;
        }
        let planned = plan.changes.len();
        if let Err(refusal) = restore_one(places, what, scope, &receipt.path, plan) {
            plan.changes.truncate(planned);
            plan.notes.push(format!("{refusal}; the file is left as it is, and its backup is kept"));
            left.push(receipt.path.clone());
        }
    }
    left
}

fn restore_one(
    places: &Places,
    (client, part): (Client, Part),
    scope: &Scope,
    path: &Path,
    plan: &mut Plan,
) -> Result<(), Refusal> {
    let receipts = places.receipts();
    if Script::ALL.iter().any(|script| path.file_name() == Some(script.name().as_ref())) {
        return parts::script_gone(&receipts, path.to_owned(), plan);
    }
    match (part, client) {
        (Part::Server, _) => server::gone(client, path.to_owned(), &receipts, plan),
        (Part::Hook, Client::ClaudeCode) => {
            claude_code::settings(path.to_owned(), &places.our_scripts()).restored(&receipts, plan)
        }
        (Part::Hook, Client::Codex) => {
            // The files of one folder belong together: the trust in the one stands in the other.
            let folder = path.parent().unwrap_or(path).to_owned();
            codex::entries_gone(&Places { codex: folder, ..places.clone() }, scope, plan)
        }
    }
}
