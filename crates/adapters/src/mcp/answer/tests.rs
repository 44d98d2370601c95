//! Pages hold everything once, are never too long, and are of the schema.

use foreword_guard::clear_result;
use foreword_guard::sensitive::Sensitive;
use foreword_model::error::ErrorCode;
use proptest::prelude::*;

use super::*;

fn executed(data: Option<Value>, limits: Vec<String>) -> Executed {
    let raw = ToolResult {
        tool: "a_tool".to_owned(),
        status: ToolStatus::Ok,
        started_at: String::new(),
        duration_ms: 1,
        summary: "found".to_owned(),
        data,
        error: None,
        redactions: Vec::new(),
        truncated: false,
    };
    Executed { result: clear_result(raw, &Sensitive::default()).0, limits, is_foreign: false }
}

/// All pages of an answer, each checked for its length and its schema.
fn pages(executed: &Executed, chars_max: usize) -> Vec<Value> {
    let schema = jsonschema::validator_for(&output_schema()).expect("a schema");
    let (mut pages, mut offset) = (Vec::new(), 0);
    loop {
        let result = call_result(executed, Wanted { offset, chars_max });
        let (text, data) = (&result["content"][0]["text"], &result["structuredContent"]);
        assert!(text.as_str().expect("text").chars().count() <= chars_max, "{text}");
        assert!(length(data) <= chars_max, "{}", length(data));
        assert!(schema.is_valid(data), "{data}");
        pages.push(data.clone());
        match data["page"]["next_offset"].as_u64() {
            Some(next) => {
                let next = usize::try_from(next).expect("a number");
                assert!(next > offset, "every page holds something");
                offset = next;
            }
            None => return pages,
        }
    }
}

#[test]
fn a_short_answer_is_one_page() {
    let items = json!([{ "path": "a.py", "start_line": 3, "end_line": 9, "symbol": "f", "kind": "function",
        "summary": "does it", "why": "named", "extract": { "text": "def f():\n    pass" }, "score": 1 }]);
    let executed = executed(Some(json!({ "items": items, "state": "fresh" })), vec!["a note".to_owned()]);
    let result = call_result(&executed, Wanted { offset: 0, chars_max: limits::MCP_PAGE_CHARS });
    let expected = "a_tool: found\na.py:3-9 function `f` - `does it` | named | `{\"score\":1}`\n```\ndef f():\n    pass\n```\nstate: `fresh`\n[Limits] a note\n";
    assert_eq!(result["content"][0]["text"], expected);
    assert_eq!(result["structuredContent"]["data"]["items"][0]["path"], "a.py");
    assert_eq!(result["isError"], false);
}

#[test]
fn a_long_answer_comes_in_pages_that_hold_everything_once() {
    let items: Vec<Value> = (0..40)
        .map(|at| {
            let code = format!("line {at}\n").repeat(100);
            json!({ "path": format!("part_{at}.py"), "summary": "s", "extract": { "text": code } })
        })
        .collect();
    let long = "graph ".repeat(3_000);
    let tree = json!({ "child": vec!["x".repeat(100); 200] });
    let executed = executed(Some(json!({ "items": items, "mermaid": long, "n": 3, "tree": tree })), vec![]);
    let pages = pages(&executed, limits::MCP_PAGE_CHARS);
    assert!(pages.len() > 5);
    let paths: Vec<&str> = pages
        .iter()
        .flat_map(|page| page["data"]["items"].as_array().into_iter().flatten())
        .filter_map(|item| item["path"].as_str())
        .collect();
    assert_eq!(paths, (0..40).map(|at| format!("part_{at}.py")).collect::<Vec<_>>());
    let whole = |key: &str| pages.iter().filter_map(|page| page["data"][key].as_str()).collect::<String>();
    assert_eq!(whole("mermaid").trim_end(), long.trim_end());
    assert_eq!(serde_json::from_str::<Value>(&whole("tree")).expect("JSON again"), tree);
    assert!(pages[0]["limits"].to_string().contains("`tree` is given as text, in parts"));
}

#[test]
fn a_failure_says_why_and_beyond_the_end_is_nothing() {
    let mut failed = executed(Some(json!([1, 2])), vec!["n".repeat(900); 30]);
    let result = call_result(&failed, Wanted { offset: 99, chars_max: limits::MCP_PAGE_CHARS_MIN });
    assert_eq!(
        result["structuredContent"]["page"],
        json!({"offset": 2, "shown": 0, "total": 2, "next_offset": null})
    );
    let mut raw = failed.result.into_inner();
    raw.status = ToolStatus::Timeout;
    raw.error = Some(ToolError { code: ErrorCode::ETimeout, message: "late".repeat(1_000) });
    failed.result = clear_result(raw, &Sensitive::default()).0;
    let result = call_result(&failed, Wanted { offset: 0, chars_max: limits::MCP_PAGE_CHARS_MIN });
    assert_eq!(result["isError"], true);
    pages(&failed, limits::MCP_PAGE_CHARS_MIN);
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<i64>().prop_map(Value::from),
        "[a-z\n\"\\\\é读 ]{0,4000}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::btree_map("(path|items|files|summary|[a-z]{1,9})", inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_data_comes_in_pages_of_the_right_length(data in any_value()) {
        let pages = pages(&executed(Some(data), Vec::new()), limits::MCP_PAGE_CHARS_MIN);
        let shown: u64 = pages.iter().filter_map(|page| page["page"]["shown"].as_u64()).sum();
        assert_eq!(Some(shown), pages[0]["page"]["total"].as_u64());
    }
}
