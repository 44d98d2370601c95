//! A build for measuring writes every passage that a prompt was compared with to a file: `bench/fit/` learns weights from it.

use std::io::Write;

use serde_json::json;

use super::certainty::Looks;
use super::scan::Scan;
use super::select::Candidate;

const VARIABLE: &str = "FOREWORD_BENCH_CANDIDATES";
/// Candidates of one prompt that are written.
const CANDIDATES_MAX: usize = 600;

/// Appends one line to the file that whoever measures names: the candidates, best first, with what speaks for each.
#[expect(clippy::disallowed_methods, reason = "a file that whoever measures names")]
pub(super) fn write(
    prompt: &str,
    looks: Option<&Looks>,
    candidates: &[Candidate<'_>],
    scanned: impl Fn(usize) -> usize,
    scan: &Scan,
) {
    let Some(path) = std::env::var_os(VARIABLE) else { return };
    let mut order: Vec<&Candidate<'_>> = candidates.iter().collect();
    order.sort_by(|a, b| b.ranked.score.total_cmp(&a.ranked.score));
    let described = order.into_iter().take(CANDIDATES_MAX).map(|candidate| {
        let passage = candidate.passage;
        json!({
            "path": scan.files[scanned(candidate.file)].file.path,
            "lines": [passage.first, passage.last],
            "start": passage.definition.start_line,
            "name": passage.definition.name,
            "shape": format!("{:?}", passage.shape),
            "score": candidate.ranked.score,
            "values": candidate.ranked.values.named().collect::<std::collections::BTreeMap<_, _>>(),
        })
    });
    let looks: Option<Vec<_>> = looks.map(|looks| looks.to_vec());
    let line =
        json!({ "prompt": prompt, "looks": looks, "candidates": described.collect::<Vec<_>>() }).to_string();
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    // Measuring fails loudly where the file is read.
    let _ = file.and_then(|mut file| writeln!(file, "{line}"));
}
