//! An answer of data: where the list of findings stands in it, and the parts of each.

use foreword_model::limits;
use foreword_model::settings::ResultMap;
use serde_json::Value;

use super::places::Found;
use super::reply::Answer;

/// Whether the user says where things stand.
pub(super) fn is_wanted(map: &ResultMap) -> bool {
    let ResultMap { items, path, line, end_line, symbol, text, title, score, repository, confidence: _ } =
        map;
    [items, path, line, end_line, symbol, text, title, score, repository].into_iter().any(Option::is_some)
}

/// The findings of an answer, or what is wrong with it.
pub(super) fn read(map: &ResultMap, answer: &Answer) -> Result<Vec<Found>, String> {
    let data = answer.data().ok_or("its answer is no JSON, which the `result` of the tool asks for")?;
    let list = match &map.items {
        Some(items) => at(&data, items).ok_or_else(|| format!("its answer has nothing at `{items}`"))?,
        None => &data,
    };
    let entries = match list {
        Value::Array(entries) => entries.as_slice(),
        Value::Object(_) => std::slice::from_ref(list),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            return Err("its findings are no list".to_owned());
        }
    };
    Ok(entries.iter().take(limits::EXTERNAL_ITEMS + 1).map(|entry| found(map, entry)).collect())
}

fn found(map: &ResultMap, entry: &Value) -> Found {
    let part = |name: &Option<String>| name.as_deref().and_then(|name| at(entry, name));
    let text = |name: &Option<String>| part(name).and_then(as_text).filter(|text| !text.trim().is_empty());
    let number = |name: &Option<String>| part(name).and_then(as_line);
    Found {
        path: text(&map.path),
        line: number(&map.line),
        end_line: number(&map.end_line),
        symbol: text(&map.symbol),
        text: text(&map.text),
        title: text(&map.title),
        score: part(&map.score).and_then(Value::as_f64),
        repository: text(&map.repository),
    }
}

/// The value at a JSON pointer or a dotted path; a dot alone is the value itself.
fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    if path == "." || path.is_empty() {
        return Some(value);
    }
    if path.starts_with('/') {
        return value.pointer(path);
    }
    path.split('.').try_fold(value, |value, step| match value {
        Value::Array(list) => step.parse().ok().and_then(|at: usize| list.get(at)),
        Value::Object(map) => map.get(step),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    })
}

fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        // Lines of an extract.
        Value::Array(lines) => {
            let lines: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
            (!lines.is_empty()).then(|| lines.join("\n"))
        }
        Value::Null | Value::Bool(_) | Value::Object(_) => None,
    }
}

fn as_line(value: &Value) -> Option<u32> {
    let number = match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.trim().parse().ok(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    number.and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn named(name: &str) -> Option<String> {
        Some(name.to_owned())
    }

    #[test]
    fn parts_are_found_by_pointer_and_by_path() {
        let map = ResultMap {
            items: named("/data/results"),
            path: named("file.path"),
            line: named("/range/0"),
            text: named("lines"),
            score: named("score"),
            repository: named("repo"),
            ..ResultMap::default()
        };
        let structured = json!({"data": {"results": [
            {"file": {"path": "a.go"}, "range": ["7", 9], "lines": ["x", "y"], "score": 2, "repo": "h/o/r"},
            {"file": {"path": 5}, "range": "no", "lines": {}, "repo": ""}, 8,
        ]}});
        let answer = Answer { structured: Some(structured), ..Answer::default() };
        let found = read(&map, &answer).expect("findings");
        let first = Found {
            path: named("a.go"),
            line: Some(7),
            text: named("x\ny"),
            score: Some(2.0),
            repository: named("h/o/r"),
            ..Found::default()
        };
        let second = Found { path: named("5"), ..Found::default() };
        assert_eq!(found, [first, second, Found::default()]);
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let map = ResultMap { items: named("results"), ..ResultMap::default() };
        for (text, expected) in [
            ("hello", "its answer is no JSON, which the `result` of the tool asks for"),
            ("{\"other\": 1}", "its answer has nothing at `results`"),
            ("{\"results\": 1}", "its findings are no list"),
        ] {
            let answer = Answer { text: text.to_owned(), ..Answer::default() };
            assert_eq!(read(&map, &answer).expect_err(text), expected);
        }
        let answer = Answer { text: "{\"results\": []}".to_owned(), ..Answer::default() };
        assert_eq!(read(&map, &answer), Ok(Vec::new()));
    }
}
