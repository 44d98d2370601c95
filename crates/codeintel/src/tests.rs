//! The table of tools against the contract's.

use foreword_exec::spec::ArgKind;
use foreword_index::view::BackgroundRefresh;

use super::*;

/// Name, tier, timeout, ceilings.
type Row = (&'static str, u8, u64, &'static [(&'static str, u64)]);

/// Contract §4.
const CONTRACT: &[Row] = &[
    ("ci_index_status", 0, 500, &[]),
    ("ci_search", 1, 2_000, &[("limit", 10)]),
    ("ci_graph_rag", 1, 3_500, &[("depth", 2), ("budget", 8_000), ("top_k", 10)]),
    ("ci_call_chain", 2, 2_000, &[("depth", 3)]),
    ("ci_bug_locate", 2, 3_500, &[("top", 10)]),
    ("ci_impact", 2, 2_000, &[("depth", 3)]),
    ("ci_complexity", 2, 1_000, &[("top", 20)]),
    ("ci_hotspot", 2, 2_000, &[("days", 30), ("top", 20)]),
];

/// A view of no index.
fn no_index() -> Arc<IndexView> {
    let sensitive = Sensitive::default();
    Arc::new(IndexView::new(None, BackgroundRefresh::Off, sensitive, Vec::new()))
}

#[test]
fn the_table_is_the_contracts() {
    let tools = built_in(&no_index(), Sensitive::new(&[]), Vec::new());
    assert_eq!(tools.len(), CONTRACT.len());
    for (tool, (name, tier, timeout_ms, ceilings)) in tools.iter().zip(CONTRACT) {
        let spec = tool.spec();
        assert_eq!((spec.name.as_ref(), spec.tier, spec.timeout_ms), (*name, *tier, *timeout_ms));
        let counts: Vec<(&str, u64)> = spec
            .args
            .unwrap_or_default()
            .iter()
            .filter_map(|arg| match arg.kind {
                ArgKind::Count { ceiling, .. } => Some((arg.name, ceiling)),
                _ => None,
            })
            .collect();
        assert_eq!(counts, *ceilings, "{name}");
    }
}

#[test]
fn every_spec_is_documented_and_consistent() {
    for tool in built_in(&no_index(), Sensitive::new(&[]), Vec::new()) {
        let spec = tool.spec();
        assert!(spec.description.ends_with('.') && spec.description.len() > 20, "{}", spec.name);
        for arg in spec.args.unwrap_or_default() {
            assert!(arg.doc.ends_with('.'), "{} {}", spec.name, arg.name);
            match arg.kind {
                ArgKind::Count { default, ceiling } => assert!(default >= 1 && default <= ceiling),
                ArgKind::Choice(words) => assert!(words.len() > 1),
                ArgKind::Text | ArgKind::TextList | ArgKind::Path | ArgKind::Flag => {}
            }
        }
    }
}

#[test]
fn every_tool_of_the_contract_is_built() {
    for tool in built_in(&no_index(), Sensitive::new(&[]), Vec::new()) {
        assert!(tool.spec().built, "{}", tool.spec().name);
    }
}
