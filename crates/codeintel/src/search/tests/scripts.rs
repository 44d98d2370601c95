//! Words outside ASCII: the query asks for what the index keeps, by an index and by a live scan, in either of Unicode's forms.

use foreword_text::fold;

use super::*;

/// Files in many scripts, and one that only shares beginnings with them.
const FILES: [(&str, &str); 12] = [
    ("breite.py", "def gr_berechnen(x):\n    \"\"\"gr\"\"\"\n    return x\n"),
    ("größe.py", "def größe_berechnen(x):\n    \"\"\"Berechnet die Größe.\"\"\"\n    return x\n"),
    ("profile.py", "class НастройкиПрофиля:\n    def сохранить(self):\n        return None\n"),
    ("greek.py", "# ΛΟΓΟΣ της εφαρμογής\ndef k():\n    return 1\n"),
    ("turkish.py", "def İptalEt():\n    # Işık ayarı\n    return 1\n"),
    ("korean.py", "# 설정을 저장한다\ndef save():\n    return 1\n"),
    ("japanese.py", "# 設定ファイルを読み込む\ndef load():\n    return 1\n"),
    ("french.py", "def créer_réservation():\n    return 1\n"),
    ("spanish.py", "def contraseña_válida():\n    return 1\n"),
    ("vietnamese.py", "# Tiếng Việt: đăng nhập\ndef login():\n    return 1\n"),
    ("chinese.py", "# 校验用户的口令\ndef check():\n    return 1\n"),
    ("plain.py", "def other():\n    return 1\n"),
];

const QUESTIONS: [(&str, &str); 20] = [
    ("größe", "größe.py"),
    ("GRÖSSE", "größe.py"),
    ("größe_berechnen", "größe.py"),
    ("Wo wird die Größe berechnet?", "größe.py"),
    ("настройки профиля", "profile.py"),
    ("НастройкиПрофиля", "profile.py"),
    ("где класс НастройкиПрофиля", "profile.py"),
    ("сохранить", "profile.py"),
    ("λόγος λογος", "greek.py"),
    ("iptal", "turkish.py"),
    ("İPTAL", "turkish.py"),
    ("ışık", "turkish.py"),
    ("설정", "korean.py"),
    ("ファイル", "japanese.py"),
    ("réservation", "french.py"),
    ("CONTRASEÑA", "spanish.py"),
    ("tiếng việt", "vietnamese.py"),
    ("口令", "chinese.py"),
    ("校验用户的口令", "chinese.py"),
    ("gr", "breite.py"),
];

fn first_path(root: &Path, question: &str) -> Option<String> {
    let answer = ask(root, json!({ "query": question }));
    items(&answer).into_iter().next().and_then(|item| item.path)
}

#[test]
fn safe_16_every_script_is_found_by_index_and_by_scan_in_either_form() {
    let composed = tree(&FILES);
    let decomposed: Vec<(String, String)> = FILES
        .iter()
        .map(|(path, text)| (fold::decompose(path).into_owned(), fold::decompose(text).into_owned()))
        .collect();
    let borrowed: Vec<(&str, &str)> =
        decomposed.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let decomposed = tree(&borrowed);
    for (question, expected) in QUESTIONS {
        let other_form: String = fold::decompose(question).into_owned();
        for asked in [question, other_form.as_str()] {
            assert_eq!(first_path(composed.path(), asked).as_deref(), Some(expected), "{asked}");
            let found = first_path(decomposed.path(), asked).map(|path| fold::compose(&path).into_owned());
            assert_eq!(found.as_deref(), Some(expected), "{asked} in decomposed files");
        }
    }
}

#[test]
fn safe_16_a_beginning_in_ascii_is_not_the_word() {
    let repository = tree(&FILES);
    let found = items(&ask(repository.path(), json!({ "query": "größe" })));
    let paths: Vec<&str> = found.iter().filter_map(|item| item.path.as_deref()).collect();
    assert_eq!(paths, ["größe.py"]);
}

#[test]
fn safe_16_a_file_is_named_in_either_form() {
    let name: String = fold::decompose("src/größe.py").into_owned();
    let repository = tree(&[(name.as_str(), "def a():\n    return 1\n"), ("src/b.py", "def b(): ...\n")]);
    let answer = ask(repository.path(), json!({ "query": "explain größe.py", "paths": ["größe.py"] }));
    assert_eq!(items(&answer)[0].path.as_deref(), Some(name.as_str()));
}
