//! What a place is said to be shown for.

use super::*;

/// The reason of the first place for a prompt, with an index.
fn reason(files: &[(&str, &str)], prompt: &str) -> Option<String> {
    let directory = tree(files);
    let cache = TempDir::new().expect("a directory");
    let asked = json!({ "query": prompt, "list": "places" });
    let Value::Object(args) = asked else { panic!("arguments are an object") };
    let answer =
        ask_view(directory.path(), &args, Duration::from_secs(20), index_of(directory.path(), cache.path()));
    items(&answer).into_iter().next().expect("a place").why
}

#[test]
fn a_reason_says_what_of_the_prompt_stands_there() {
    let files = [
        (
            "src/upload.py",
            "def upload(data):\n    if len(data) > limit():\n        raise TooLarge(\"content too long for one note\")\n",
        ),
        ("src/help.py", "def banner(log):\n    log.error(\"the note is too long for one page\")\n"),
        ("src/settings.py", "def limit():\n    return int(os.environ[\"NOTE_LIMIT_BYTES\"])\n"),
        ("src/start.py", "def start():\n    os.environ[\"NOTE_CACHE_DIR\"] = cache()\n"),
        ("src/save.tsx", "export const Save = () => <button>{t('note_save_draft')}</button>;\n"),
        ("locales/en.json", "{\n  \"note_save_draft\": \"Keep as a draft\"\n}\n"),
    ];
    for (prompt, expected) in [
        ("why do I get \"content too long for one note\"", Some("raises this message")),
        ("where does \"the note is too long for one page\" come from", Some("holds this text")),
        ("what happens with NOTE_LIMIT_BYTES", Some("reads `NOTE_LIMIT_BYTES`")),
        ("what happens with NOTE_CACHE_DIR", Some("holds `NOTE_CACHE_DIR`")),
        ("the button \"Keep as a draft\" does nothing", Some("label `Keep as a draft` in `locales/en.json`")),
        ("where is `upload` defined", Some("defines `upload`")),
        ("how large may uploaded data be", None),
    ] {
        assert_eq!(reason(&files, prompt).as_deref(), expected, "{prompt}");
    }
}
