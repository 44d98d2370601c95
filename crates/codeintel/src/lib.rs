//! The built-in tools, one per file, each with its spec beside it. A tool is reached only through `exec`.

pub mod ask_user;
mod bug_locate;
mod call_chain;
mod calls;
pub mod child_git;
mod claims;
mod complexity;
mod deep;
pub mod external;
mod graph_rag;
mod hotspot;
mod impact;
mod index_status;
mod mermaid;
mod nodes;
mod search;
#[cfg(test)]
mod testing;

use std::sync::Arc;

use foreword_exec::spec::ToolSpec;
use foreword_exec::tool::Tool;
use foreword_guard::sensitive::Sensitive;
use foreword_index::view::IndexView;

/// The tools of contract §4, in its order.
///
/// They share `index`; `sensitive` names the files whose content is never read, `excludes` the globs that are not read besides
/// the default ones.
pub fn built_in(index: &Arc<IndexView>, sensitive: Sensitive, excludes: Vec<String>) -> Vec<Box<dyn Tool>> {
    let complexity = complexity::Complexity::new(Arc::clone(index), sensitive.clone(), excludes.clone());
    let hotspot = hotspot::Hotspot::new(Arc::clone(index), sensitive.clone());
    let chain = call_chain::CallChain::new(Arc::clone(index), sensitive.clone());
    let impact = impact::Impact::new(Arc::clone(index), sensitive.clone());
    let locate = bug_locate::BugLocate::new(Arc::clone(index), sensitive.clone(), excludes.clone());
    let search = Arc::new(search::Search::new(Arc::clone(index), sensitive.clone(), excludes));
    let graph = graph_rag::GraphRag::new(Arc::clone(&search), Arc::clone(index), sensitive);
    vec![
        Box::new(index_status::IndexStatus::new(Arc::clone(index))),
        Box::new(search::SearchTool(search)),
        Box::new(graph),
        Box::new(chain),
        Box::new(locate),
        Box::new(impact),
        Box::new(complexity),
        Box::new(hotspot),
    ]
}

/// What is known of every tool that ships, in the order of the contract; the one that asks the person is last.
pub fn shipped_specs() -> [&'static ToolSpec; 9] {
    [
        &index_status::SPEC,
        &search::SPEC,
        &graph_rag::SPEC,
        &call_chain::SPEC,
        &bug_locate::SPEC,
        &impact::SPEC,
        &complexity::SPEC,
        &hotspot::SPEC,
        &ask_user::SPEC,
    ]
}

/// What is known of a tool that ships, by its name.
pub fn shipped_spec(name: &str) -> Option<&'static ToolSpec> {
    shipped_specs().into_iter().find(|spec| spec.name == name)
}

#[cfg(test)]
mod tests;
