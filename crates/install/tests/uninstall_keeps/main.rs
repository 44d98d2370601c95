//! An uninstallation takes out what foreword wrote and nothing else, whatever the files held and whoever edited them in
//! between: every comment, every key and every container of the user's is still there.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests fail loudly, and read what they wrote themselves"
)]

mod edits;
mod writer;

use std::fs;
use std::path::Path;

use foreword_install::{Client, Comments, Consent, Part, Places, Scope, Trust, plan, write};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::CstRootNode;
use proptest::prelude::*;
use serde_json::{Value, json};
use toml_edit::{DocumentMut, Item};

use crate::edits::{EDITED, Edit, edit};
use crate::writer::Writer;

const PARTS: [(Client, Part); 4] = [
    (Client::ClaudeCode, Part::Hook),
    (Client::ClaudeCode, Part::Server),
    (Client::Codex, Part::Hook),
    (Client::Codex, Part::Server),
];

fn value_of_json(text: &str) -> Value {
    let root = CstRootNode::parse(text, &ParseOptions::default());
    root.unwrap_or_else(|error| panic!("{error}: {text}")).to_serde_value().unwrap_or_default()
}

fn value_of_toml(text: &str) -> Value {
    let document: DocumentMut = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    value_of_item(document.as_item())
}

fn value_of_item(item: &Item) -> Value {
    if let Some(table) = item.as_table_like() {
        return table.iter().map(|(key, item)| (key.to_owned(), value_of_item(item))).collect();
    }
    if let Some(tables) = item.as_array_of_tables() {
        return tables.iter().map(|table| value_of_item(&Item::Table(table.clone()))).collect();
    }
    if let Some(list) = item.as_array() {
        return list.iter().map(|value| value_of_item(&Item::Value(value.clone()))).collect();
    }
    json!(item.to_string().trim())
}

fn places(home: &Path) -> Places {
    Places {
        home: home.to_owned(),
        claude: home.join(".claude"),
        claude_json: home.join(".claude.json"),
        codex: home.join(".codex"),
        backups: home.join("backups"),
        binary: home.join("bin/foreword"),
    }
}

fn install(places: &Places, part: (Client, Part), trust: Trust) {
    let consent = Consent { trust, comments: Comments::Kept };
    let planned = || plan::install(places, part, &Scope::User, consent);
    write::install(planned().expect("planned"), &places.receipts(), planned).expect("installed");
}

fn uninstall(places: &Places, part: (Client, Part)) {
    let planned = || plan::uninstall(places, part, &Scope::User);
    write::uninstall(planned().expect("planned"), &places.receipts(), planned).expect("uninstalled");
}

/// The files of a user, each with what must survive in it.
struct Files {
    settings: (String, Vec<String>),
    servers: (String, Vec<String>),
    hooks: Option<(String, Vec<String>)>,
    config: (String, Vec<String>),
}

impl Files {
    fn drawn(choices: &[u8]) -> Self {
        let written = |from: usize, write: fn(&mut Writer)| {
            let (end, start) = choices.split_at(from * choices.len() / 4);
            let mut writer = Writer::new([start, end].concat());
            write(&mut writer);
            writer.finish()
        };
        Self {
            settings: written(0, Writer::settings),
            servers: written(1, Writer::servers),
            hooks: (choices.first().copied().unwrap_or_default() % 2 == 1)
                .then(|| written(2, Writer::settings)),
            config: written(3, Writer::config),
        }
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A value without what is empty.
fn filled(value: Value) -> Option<Value> {
    match value {
        Value::Object(map) => {
            let map: serde_json::Map<_, _> =
                map.into_iter().filter_map(|(key, value)| Some((key, filled(value)?))).collect();
            (!map.is_empty()).then_some(Value::Object(map))
        }
        Value::Array(list) => {
            let list: Vec<Value> = list.into_iter().filter_map(filled).collect();
            (!list.is_empty()).then_some(Value::Array(list))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Some(value),
    }
}

/// `edited` is the file as it would be had foreword never been, `with` as it was when the uninstallation began.
fn check_kept(
    before: &(String, Vec<String>),
    edit: Edit,
    (edited, with, after): (&str, &str, &str),
    value: fn(&str) -> Value,
) {
    let told = format!("--- before\n{}\n--- edited\n{with}\n--- after\n{after}", before.0);
    for mark in &before.1 {
        assert!(after.contains(mark), "{mark} is gone\n{told}");
    }
    assert_eq!(after.contains(EDITED), edited.contains(EDITED), "the edit\n{told}");
    match edit {
        // A container of ours that somebody wrote a comment into stays for it.
        Edit::CommentAtLine(_) => assert_eq!(filled(value(after)), filled(value(edited)), "{told}"),
        _ => assert_eq!(value(after), value(edited), "{told}"),
    }
}

fn check(choices: &[u8], edit: Edit, installed: &[(Client, Part)], removed: &[(Client, Part)], trust: Trust) {
    let home = tempfile::tempdir().expect("a folder");
    let (places, files) = (places(home.path()), Files::drawn(choices));
    let settings = places.claude_settings(&Scope::User);
    let (hooks, config) = (places.codex_hooks(&Scope::User), places.codex_config());
    for folder in [&places.claude, &places.codex] {
        fs::create_dir_all(folder).expect("a folder");
    }
    let json = [Some((&settings, &files.settings)), Some((&places.claude_json, &files.servers))];
    let json: Vec<_> =
        json.into_iter().chain([files.hooks.as_ref().map(|it| (&hooks, it))]).flatten().collect();
    json.iter().for_each(|(path, before)| fs::write(path, &before.0).expect("written"));
    fs::write(&config, &files.config.0).expect("written");
    installed.iter().for_each(|part| install(&places, *part, trust));
    let with: Vec<String> = json.iter().map(|(path, _)| edit.of_json(&read(path))).collect();
    json.iter().zip(&with).for_each(|((path, _), text)| fs::write(path, text).expect("edited"));
    let with_config = edit.of_toml(&read(&config));
    fs::write(&config, &with_config).expect("edited");
    removed.iter().for_each(|part| uninstall(&places, *part));
    for ((path, before), with) in json.iter().zip(&with) {
        check_kept(before, edit, (&edit.of_json(&before.0), with, &read(path)), value_of_json);
    }
    let edited = edit.of_toml(&files.config.0);
    check_kept(&files.config, edit, (&edited, &with_config, &read(&config)), value_of_toml);
    assert_eq!(hooks.exists(), files.hooks.is_some());
}

/// F5: settings as a person keeps them, with another line edited before the uninstallation.
#[test]
fn hooks_that_are_switched_off_by_comments_stay() {
    for hooks in [
        "{\n    // needed again in March:\n    // \"PreToolUse\": []\n  }",
        "{}",
        "{\n    \"UserPromptSubmit\": []\n  }",
        "{\n    \"SessionStart\": [\n      /* off */\n    ]\n  }",
    ] {
        let home = tempfile::tempdir().expect("a folder");
        let places = places(home.path());
        let settings = places.claude_settings(&Scope::User);
        fs::create_dir_all(&places.claude).expect("a folder");
        let before = format!("{{\n  \"model\": \"opus\",\n  // ask Ann\n  \"hooks\": {hooks}\n}}\n");
        fs::write(&settings, &before).expect("written");
        install(&places, PARTS[0], Trust::Withheld);
        fs::write(&settings, read(&settings).replace("opus", "sonnet")).expect("edited");
        uninstall(&places, PARTS[0]);
        assert_eq!(read(&settings), before.replace("opus", "sonnet"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_comment_key_and_container_of_the_user_stays(
        choices in prop::collection::vec(any::<u8>(), 80),
        edit in edit(),
        installed in Just(PARTS.to_vec()).prop_shuffle(),
        removed in Just(PARTS.to_vec()).prop_shuffle(),
        is_trusted in any::<bool>(),
    ) {
        let trust = if is_trusted { Trust::Granted } else { Trust::Withheld };
        check(&choices, edit, &installed, &removed, trust);
    }
}
