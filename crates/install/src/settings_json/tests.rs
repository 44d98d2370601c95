//! Texts in, texts out.

use proptest::prelude::*;
use serde_json::json;

use super::*;

const COMMAND: &str = "/h/context-inject-global.sh";

fn wanted() -> Vec<Wanted> {
    vec![Wanted { event: "UserPromptSubmit", command: COMMAND.to_owned() }]
}

fn ours() -> OurScripts {
    OurScripts {
        folders: vec!["/h".into(), "/home/u/.claude/hooks".into()],
        home: Some("/home/u".into()),
        ..OurScripts::default()
    }
}

fn entry(indent: &str) -> String {
    let lines = [
        "\"UserPromptSubmit\": [",
        "  {",
        "    \"hooks\": [",
        "      {",
        "        \"type\": \"command\",",
        "        \"command\": \"/h/context-inject-global.sh\",",
        "        \"timeout\": 30",
        "      }",
        "    ]",
        "  }",
        "]",
    ];
    lines.map(|line| format!("{indent}{line}\n")).concat()
}

fn check(before: &str, after: &str) {
    assert_eq!(with_hooks(before, &wanted(), &ours()).as_deref(), Ok(after), "{before}");
    assert_eq!(with_hooks(after, &wanted(), &ours()).as_deref(), Ok(after), "a second time: {after}");
}

#[test]
fn an_entry_is_added_in_the_files_own_way() {
    let alone = format!("{{\n  \"hooks\": {{\n{}  }}\n}}\n", entry("    "));
    check("", &alone);
    check("{}\n", &alone);
    check(
        "{\n  // mine\n  \"model\": \"x\", // why\n}\n",
        &format!("{{\n  // mine\n  \"model\": \"x\", // why\n  \"hooks\": {{\n{}  }},\n}}\n", entry("    ")),
    );
}

#[test]
fn an_old_entry_is_brought_up_to_date_in_its_place_and_a_second_one_goes() {
    let old = r#"{"hooks": {"UserPromptSubmit": [
  {"hooks": [{"type": "command", "command": "bash ~/.claude/hooks/augment-context-global.sh", "timeout": 5}, {"type": "command", "command": "mine"}]},
  {"hooks": [{"type": "command", "command": "~/.claude/hooks/context-inject-global.sh"}]}
]}}"#;
    let new = r#"{"hooks": {"UserPromptSubmit": [
  {"hooks": [{"type": "command", "command": "/h/context-inject-global.sh", "timeout": 30}, {"type": "command", "command": "mine"}]}
]}}"#;
    check(old, new);
}

/// A script of somebody else's that is called like ours was replaced, and deleted at an uninstallation.
#[test]
fn what_is_only_called_like_ours_is_left_alone() {
    for command in
        ["/opt/acme/context-inject-global.sh --team x", "/usr/bin/foreword inject", "foreword inject"]
    {
        let theirs = format!(
            r#"{{"hooks": {{"UserPromptSubmit": [{{"hooks": [{{"type": "command", "command": "{command}"}}]}}]}}}}"#
        );
        let with = with_hooks(&theirs, &wanted(), &ours()).expect("installs");
        assert!(with.contains(command) && with.contains(COMMAND), "{with}");
        let namesakes = crate::hook::namesakes(&hooks(&with, &ours()).expect("reads"));
        assert!(namesakes.len() == 1 && namesakes[0].contains(command), "{namesakes:?}");
        assert_eq!(without_hooks(&theirs, Before::Unknown, &ours()).as_deref(), Ok(theirs.as_str()));
    }
}

#[test]
fn what_is_taken_out_leaves_the_rest() {
    for before in [
        "{}\n",
        "{\n\t\"a\": [1, 2] // c\n}\n",
        "{\n  \"hooks\": {\n    \"Stop\": [{ \"hooks\": [] }]\n  }\n}\n",
        "{\r\n  \"a\": 1\r\n}\r\n",
    ] {
        let with = with_hooks(before, &wanted(), &ours()).expect("installs");
        assert_eq!(without_hooks(&with, Before::Known(before), &ours()).as_deref(), Ok(before));
    }
}

/// F5: what the user had stays, empty if need be, with every comment; what we made for our entries goes.
#[test]
fn containers_of_the_user_stay_and_ours_go() {
    for before in [
        "{\n  \"hooks\": {}\n}\n",
        "{\n  \"a\": 1,\n  // Ann's\n  \"hooks\": {\n    // \"Stop\": []\n  }\n}\n",
        "{\n  \"hooks\": {\n    \"UserPromptSubmit\": []\n  }\n}\n",
        "{\n  \"hooks\": {\n    \"UserPromptSubmit\": [\n      // off\n    ]\n  }\n}\n",
        "{\n  \"hooks\": { /* none */ }\n}\n",
    ] {
        let with = with_hooks(before, &wanted(), &ours()).expect("installs");
        let without = without_hooks(&with, Before::Known(before), &ours()).expect("uninstalls");
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(squeezed(&without), squeezed(before), "{with}");
    }
    let group = |inside: &str| format!("{{\"hooks\": {{\"UserPromptSubmit\": [{inside}]}}}}");
    let own = format!("{{\"command\": \"{COMMAND}\"}}");
    for (inside, expected) in [
        (format!("{{\"hooks\": [{own}]}}"), "{}".to_owned()),
        (format!("{{\"hooks\": [{own} /* x */]}}"), group("{\"hooks\": [ /* x */]}")),
        (format!("{{\"hooks\": [{own}]}} /* x */"), group(" /* x */")),
        (format!("{{/* x */ \"hooks\": [{own}]}}"), group("{/* x */ \"hooks\": []}")),
        (format!("{{\"matcher\": \"x\", \"hooks\": [{own}]}}"), group("{\"matcher\": \"x\", \"hooks\": []}")),
    ] {
        assert_eq!(without_hooks(&group(&inside), Before::Unknown, &ours()), Ok(expected), "{inside}");
    }
}

#[test]
fn what_cannot_be_edited_is_refused_with_its_place() {
    for (text, place) in [
        ("{\n  \"a\": 1,,\n}", "2:10: "),
        ("{\"a\": 1 \"b\": 2}", "1:"),
        ("{'a': 1}", "1:2: "),
        ("[]", "1:1: expected an object"),
        ("{\n \"hooks\": []}", "2:11: expected `hooks` to be an object"),
        ("{\"hooks\": {\"Stop\": {}}}", "1:20: expected a list of hooks"),
        ("{\"hooks\": {\"Stop\": [7]}}", "1:21: expected an object with `hooks`"),
        ("{\"hooks\": {\"Stop\": [{\"hooks\": 7}]}}", "1:31: expected `hooks` to be a list"),
        ("{\"hooks\": {},\n\"hooks\": {}}", "2:1: `hooks` stands here a second time"),
        ("{\"a\": {", "1:"),
    ] {
        let problem = with_hooks(text, &wanted(), &ours()).expect_err(text).to_string();
        assert!(problem.starts_with(place), "{text}: {problem}");
    }
    let deep = "[".repeat(100_000);
    assert!(with_hooks(&deep, &wanted(), &ours()).is_err());
}

fn tree() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        "[a-z \"\\\\é]{0,6}".prop_map(Value::from)
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,4}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn everything_else_stays(
        mut settings in prop::collection::btree_map("[a-z]{1,4}", tree(), 0..5),
        others in prop::collection::vec("[a-z ]{1,9}", 0..3),
        is_pretty in any::<bool>(),
    ) {
        if !others.is_empty() {
            let groups: Vec<Value> =
                others.iter().map(|command| json!({"hooks": [{"type": "command", "command": command}]})).collect();
            settings.insert("hooks".to_owned(), json!({"UserPromptSubmit": groups}));
        }
        let value = Value::Object(settings.into_iter().collect());
        let text = if is_pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.expect("text");
        prop_assume!(!matches!(value.get("hooks"), Some(hooks) if !hooks.is_object() || others.is_empty()));
        let with = with_hooks(&text, &wanted(), &ours()).expect("installs");
        prop_assert_eq!(hooks(&with, &ours()).expect("reads").iter().filter(|hook| hook.is_ours()).count(), 1);
        let without = without_hooks(&with, Before::Known(&text), &ours()).expect("uninstalls");
        let back: Value = serde_json::from_str(&without).expect("json");
        prop_assert_eq!(back, value);
    }

    #[test]
    fn any_text_is_answered(text in "[\\[\\]{}\",:hoks0-9/* \n]{0,60}") {
        let _ = with_hooks(&text, &wanted(), &ours());
        let _ = without_hooks(&text, Before::Unknown, &ours());
    }
}
