//! Fusion: a pure function of the tool results (contract §6). Any order of arrival gives the same bytes.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use foreword_guard::{Cleared, findings, whole_result};
use foreword_model::envelope::{FusedClaim, FusedItem, ToolResult};
use foreword_model::finding::{Claim, Item, Polarity};
use foreword_model::limits;

/// An item with the tool that found it.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The tool.
    pub tool: String,
    /// What it found.
    pub item: Cleared<Item>,
    /// Whether another program chose the words of it.
    pub is_foreign: bool,
}

impl Place {
    /// Whether it was reached from other places, and is only worth what they are.
    pub fn is_neighbour(&self) -> bool {
        self.tool == "ci_graph_rag"
    }
}

/// What the tools found, together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fused {
    /// At most twelve, in the contract's order.
    pub places: Vec<Place>,
    /// All claims, conflicts marked.
    pub claims: Vec<FusedClaim>,
    /// Places beyond the twelve.
    pub left_out: usize,
    /// Entries that are neither an item nor a claim.
    pub malformed: usize,
    /// Tools that lost an item to the twelve, or whose texts were cut to their limits.
    pub capped_tools: BTreeSet<String>,
    /// Tools of which several items with other lines were one by their key.
    pub merged_tools: BTreeSet<String>,
    /// Tools whose words another program chose.
    pub foreign_tools: BTreeSet<String>,
}

impl Fused {
    /// Whether another program chose the words of a tool.
    pub fn is_foreign(&self, tool: &str) -> bool {
        self.foreign_tools.contains(tool)
    }

    /// The places as the reader gets them: by relevance, ties in the contract's order.
    pub fn by_relevance(&self) -> Vec<&Place> {
        ranked(self.places.iter())
    }

    /// The same without what lies around the places that were found and is one of those, with its lines.
    pub fn for_reader(&self) -> Vec<&Place> {
        let mut shown = BTreeSet::new();
        let mut places = self.by_relevance();
        places.retain(|place| {
            let (_, path, symbol, _) = key(place);
            let is_again = place.is_neighbour() && shown.contains(&(path.clone(), symbol.clone()));
            if place.item.extract.is_some() {
                shown.insert((path, symbol));
            }
            !is_again
        });
        places
    }

    /// The places as the envelope shows them.
    pub fn items(&self) -> Vec<FusedItem> {
        let fused = |place: &Place| FusedItem { tool: place.tool.clone(), item: (*place.item).clone() };
        self.places.iter().map(fused).collect()
    }
}

/// Fuses results: dedup, bound, order, find conflicts. A foreign result (supplied, or of a program or server) that
/// names no item is one item itself.
pub fn fuse(results: &[Cleared<ToolResult>], is_foreign: impl Fn(&str) -> bool) -> Fused {
    let mut best: BTreeMap<Key, Place> = BTreeMap::new();
    let mut claims = Vec::new();
    let mut malformed = 0;
    let (mut capped_tools, mut merged_tools) = (BTreeSet::new(), BTreeSet::new());
    let foreign = results.iter().map(|result| &result.tool).filter(|tool| is_foreign(tool));
    let foreign_tools: BTreeSet<String> = foreign.cloned().collect();
    for result in results {
        let is_foreign = foreign_tools.contains(&result.tool);
        let (found, skipped) = findings(result);
        malformed += skipped;
        let whole = if is_foreign { whole_result(result) } else { None };
        let items = (0..found.items.len()).map(|at| found.project(|all| &all.items[at])).chain(whole);
        for item in items {
            if item.truncated {
                capped_tools.insert(result.tool.clone());
            }
            let lines = (item.start_line, item.end_line);
            let replaced = keep_best(&mut best, Place { tool: result.tool.clone(), item, is_foreign });
            if replaced.is_some_and(|other| other != lines) {
                merged_tools.insert(result.tool.clone());
            }
        }
        claims.extend(found.claims.iter().map(|claim| (result.tool.clone(), claim.clone())));
    }
    let all: Vec<Place> = best.into_values().collect();
    let mut places = ranked(all.iter());
    let over = places.split_off(places.len().min(limits::ITEMS));
    capped_tools.extend(over.iter().map(|place| place.tool.clone()));
    let left_out = over.len();
    let mut places: Vec<Place> = places.into_iter().cloned().collect();
    places.sort_by(canonical);
    let claims = mark_conflicts(claims);
    Fused { places, claims, left_out, malformed, capped_tools, merged_tools, foreign_tools }
}

type Key = (String, String, String, String);

/// Tool, path, symbol and title, normalised; `-` for what is missing.
fn key(place: &Place) -> Key {
    let part = |text: &Option<String>, normalise: fn(&str) -> String| {
        text.as_deref().map(normalise).filter(|text| !text.is_empty()).unwrap_or_else(|| "-".to_owned())
    };
    let item = &place.item;
    let path = part(&item.path, |path| {
        let path = path.replace('\\', "/");
        path.split('/').filter(|part| !part.is_empty() && *part != ".").collect::<Vec<_>>().join("/")
    });
    let symbol = part(&item.symbol, |symbol| symbol.trim().trim_end_matches("()").to_owned());
    let title =
        part(&item.title, |title| title.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase());
    if item.is_whole_result() {
        // Two results of one tool are two, unless they say the same.
        let text = item.extract.as_ref().map(|extract| extract.text.clone());
        return (place.tool.clone(), path, text.unwrap_or_default(), title);
    }
    (place.tool.clone(), path, symbol, title)
}

/// Keeps the better of two places with one key; the lines of the one that was there, if there was one.
fn keep_best(best: &mut BTreeMap<Key, Place>, place: Place) -> Option<(Option<u32>, Option<u32>)> {
    match best.entry(key(&place)) {
        std::collections::btree_map::Entry::Vacant(free) => {
            free.insert(place);
            None
        }
        std::collections::btree_map::Entry::Occupied(mut taken) => {
            let lines = (taken.get().item.start_line, taken.get().item.end_line);
            if relevance(&place, taken.get()) == Ordering::Less {
                taken.insert(place);
            }
            Some(lines)
        }
    }
}

/// The contract's order: tool, path, symbol, confidence descending, summary. What follows only breaks
/// ties between items that differ elsewhere, so that no order of arrival shows.
fn canonical(left: &Place, right: &Place) -> Ordering {
    let (left_item, right_item) = (&left.item, &right.item);
    (&left.tool, &left_item.path, &left_item.symbol)
        .cmp(&(&right.tool, &right_item.path, &right_item.symbol))
        .then(right_item.confidence.total_cmp(&left_item.confidence))
        .then_with(|| left_item.summary.cmp(&right_item.summary))
        .then_with(|| left_item.title.cmp(&right_item.title))
        .then_with(|| {
            (left_item.start_line, left_item.end_line).cmp(&(right_item.start_line, right_item.end_line))
        })
        .then_with(|| text_of(left_item).cmp(&text_of(right_item)))
}

fn text_of(item: &Item) -> String {
    serde_json::to_string(item).unwrap_or_default()
}

fn relevance(left: &Place, right: &Place) -> Ordering {
    right.item.confidence.total_cmp(&left.item.confidence).then_with(|| canonical(left, right))
}

/// By relevance; a place that another tool has named already comes after all that are new.
fn ranked<'p>(places: impl Iterator<Item = &'p Place>) -> Vec<&'p Place> {
    let mut places: Vec<&Place> = places.collect();
    places.sort_by(|left, right| relevance(left, right));
    let mut named = BTreeSet::new();
    let (mut new, again): (Vec<&Place>, Vec<&Place>) = places.into_iter().partition(|place| {
        let (_, path, symbol, title) = key(place);
        // Two tools mean the same by a file and what is defined there; a file alone holds much.
        place.item.path.is_none() || place.item.symbol.is_none() || named.insert((path, symbol, title))
    });
    new.extend(again);
    new
}

/// Orders the claims, drops repetitions, and marks each key that is both supported and opposed.
fn mark_conflicts(mut claims: Vec<(String, Claim)>) -> Vec<FusedClaim> {
    let order = |(tool, claim): &(String, Claim)| {
        (
            claim.claim_key.clone(),
            claim.polarity,
            tool.clone(),
            claim.claim.clone(),
            claim.evidence_refs.clone(),
        )
    };
    claims.sort_by_cached_key(order);
    claims.dedup();
    let has = |key: &str, polarity: Polarity| {
        claims.iter().any(|(_, claim)| claim.claim_key == key && claim.polarity == polarity)
    };
    let conflicting: Vec<bool> = claims
        .iter()
        .map(|(_, claim)| {
            let key = claim.claim_key.trim();
            !key.is_empty()
                && claim.polarity != Polarity::Unknown
                && has(&claim.claim_key, Polarity::Support)
                && has(&claim.claim_key, Polarity::Oppose)
        })
        .collect();
    let marked = claims.into_iter().zip(conflicting);
    marked.map(|((tool, claim), conflict)| FusedClaim { tool, claim, conflict }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use foreword_guard::clear_result;
    use foreword_guard::sensitive::Sensitive;
    use foreword_model::envelope::ToolStatus;
    use foreword_model::finding::{Extract, Findings};
    use proptest::prelude::*;

    fn cleared(tool: &str, found: &Findings) -> Cleared<ToolResult> {
        let raw = ToolResult {
            tool: tool.to_owned(),
            status: ToolStatus::Ok,
            started_at: String::new(),
            duration_ms: 0,
            summary: String::new(),
            data: serde_json::to_value(found).ok(),
            error: None,
            redactions: Vec::new(),
            truncated: false,
        };
        clear_result(raw, &Sensitive::new(&[])).0
    }

    prop_compose! {
        fn item()(
            path in proptest::option::of("(\\./)?[ab](/c)?"),
            symbol in proptest::option::of("[fg](\\(\\))?"),
            title in proptest::option::of("[A-B]"),
            summary in "[xy]{0,2}",
            line in proptest::option::of(1_u32..3),
            confidence in 0_u8..3,
        ) -> Item {
            Item { path, symbol, title, summary, start_line: line, confidence: f64::from(confidence) / 2.0, ..Item::default() }
        }
    }

    prop_compose! {
        fn claim()(key in "[kl]?", polarity in 0_u8..3, text in "[st]") -> Claim {
            let polarity = [Polarity::Support, Polarity::Oppose, Polarity::Unknown][usize::from(polarity)];
            Claim { claim_key: key, polarity, claim: text, evidence_refs: Vec::new() }
        }
    }

    fn findings() -> impl Strategy<Value = Findings> {
        (proptest::collection::vec(item(), 0..12), proptest::collection::vec(claim(), 0..4))
            .prop_map(|(items, claims)| Findings { items, claims })
    }

    #[test]
    fn a_place_that_is_shown_is_not_shown_again_for_what_lies_around_it() {
        let found = |names: &[&str], confidence: f64| Findings {
            items: names
                .iter()
                .map(|name| Item {
                    path: Some("a.py".to_owned()),
                    symbol: Some((*name).to_owned()),
                    confidence,
                    extract: Some(Extract {
                        start_line: 1,
                        language: String::new(),
                        text: "one".to_owned(),
                        gaps: Vec::new(),
                    }),
                    ..Item::default()
                })
                .collect(),
            claims: Vec::new(),
        };
        let results =
            [cleared("ci_search", &found(&["f"], 0.9)), cleared("ci_graph_rag", &found(&["f", "g"], 0.5))];
        let fused = fuse(&results, |_| false);
        let shown: Vec<(&str, Option<&str>)> = fused
            .for_reader()
            .into_iter()
            .map(|place| (place.tool.as_str(), place.item.symbol.as_deref()))
            .collect();
        assert_eq!(shown, [("ci_search", Some("f")), ("ci_graph_rag", Some("g"))]);
    }

    #[test]
    fn a_place_that_two_tools_name_gives_way_to_what_is_new() {
        let found = |names: &[&str]| Findings {
            items: names
                .iter()
                .map(|name| Item {
                    path: Some("a.py".to_owned()),
                    symbol: Some((*name).to_owned()),
                    confidence: 0.9,
                    ..Item::default()
                })
                .collect(),
            claims: Vec::new(),
        };
        let names: Vec<String> = (10..20).map(|number| format!("f{number}")).collect();
        let first: Vec<&str> = names.iter().map(String::as_str).collect();
        let second: Vec<&str> = first.iter().copied().chain(["new_one", "new_two"]).collect();
        let fused = fuse(&[cleared("ci_a", &found(&first)), cleared("ci_b", &found(&second))], |_| false);
        let symbols: Vec<&str> =
            fused.by_relevance().iter().filter_map(|place| place.item.symbol.as_deref()).collect();
        assert_eq!(symbols, second);
        assert_eq!(fused.left_out, 10);
    }

    proptest! {
        #[test]
        fn any_order_of_arrival_gives_the_same_bytes(
            (results, shuffled) in proptest::collection::vec(("[abc]", findings()), 1..6)
                .prop_flat_map(|results| (Just(results.clone()), Just(results).prop_shuffle())),
        ) {
            let bytes = |results: &[(String, Findings)]| {
                let cleared: Vec<_> = results.iter().map(|(tool, found)| cleared(tool, found)).collect();
                let fused = fuse(&cleared, |_| true);
                let shown: Vec<_> = fused.by_relevance().iter().map(|place| (*place).clone()).collect();
                (serde_json::to_string(&fused.items()).expect("items"), serde_json::to_string(&fused.claims).expect("claims"), shown)
            };
            prop_assert_eq!(bytes(&results), bytes(&shuffled));
        }

        #[test]
        fn no_key_stands_twice_and_no_more_than_the_limit(found in findings()) {
            let fused = fuse(&[cleared("t", &found)], |_| false);
            let mut keys: Vec<Key> = fused.places.iter().map(key).collect();
            let count = keys.len();
            keys.sort();
            keys.dedup();
            prop_assert_eq!(keys.len(), count);
            prop_assert!(count <= limits::ITEMS);
        }
    }
}
