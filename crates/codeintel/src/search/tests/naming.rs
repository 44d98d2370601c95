//! What the request names, and how: members with their owners, paths of other machines, plain words that are names, names that
//! are nowhere.

use super::*;

const MODELS: &str = "\
class Model:
    def save(self):
        return self.check()

    def check(self):
        return True


class Draft(Model):
    def discard(self):
        return None
";
const FORMS: &str = "\
class ModelForm:
    def save(self):
        return self.model.save()


class FormSet:
    def save(self):
        # the models of a form are saved
        return None
";

fn shop() -> TempDir {
    tree(&[
        ("docs/Release Notes.md", "# Changes\n"),
        ("shop/db/base.py", MODELS),
        ("shop/forms/models.py", FORMS),
        (
            "shop/context.go",
            "package shop\n\ntype Context struct{}\n\nfunc (c *Context) Bind() error {\n\treturn nil\n}\n",
        ),
        (
            "shop/form.go",
            "package shop\n\ntype Form struct{}\n\nfunc (f *Form) Bind() error {\n\treturn nil\n}\n",
        ),
        (
            "shop/container.php",
            "<?php\nclass Container\n{\n    public function bind($name)\n    {\n        return $name;\n    }\n}\n",
        ),
        ("shop/text.py", "def slugify(value):\n    return value.lower()\n"),
        ("shop/hints.py", "def type_hints(unit):\n    # type hints, units and docstrings\n    return unit\n"),
        ("tests/models.py", "class Model:\n    def save(self):\n        return None\n"),
    ])
}

/// The first item's place and symbol; and nothing of `never` before the second.
fn check_first(question: &str, symbols: &[&str], expected: (&str, u32, &str)) {
    let directory = shop();
    let found = items(&ask(directory.path(), json!({ "query": question, "symbols": symbols })));
    let first = found.first().unwrap_or_else(|| panic!("{question}: nothing found"));
    let place = (
        first.path.as_deref().unwrap_or_default(),
        first.start_line.unwrap_or(0),
        first.symbol.as_deref().unwrap_or_default(),
    );
    assert_eq!(place, expected, "{question}: {found:#?}");
}

#[test]
fn a_member_with_its_owner_comes_before_the_owner_and_its_namesakes() {
    let save = ("shop/db/base.py", 2, "Model.save");
    for written in
        ["Model.save", "Model.save()", "Model#save", "Model::save", "Model->save", "db.base.Model.save"]
    {
        check_first(&format!("explain {written}"), &[written], save);
        check_first(&format!("explain {written}"), &[], save);
    }
    check_first("what does Context.Bind do", &["Context.Bind"], ("shop/context.go", 5, "Context.Bind"));
    check_first("what does Form.Bind do", &["Form.Bind"], ("shop/form.go", 5, "Form.Bind"));
    check_first(
        "how does Container->bind work",
        &["Container->bind"],
        ("shop/container.php", 4, "Container::bind"),
    );
}

#[test]
fn the_owner_is_shown_where_it_is_asked_for_too_or_has_no_such_member() {
    check_first("explain Draft.save", &["Draft.save"], ("shop/db/base.py", 9, "Draft"));
    let directory = shop();
    let asked = json!({ "query": "how does Model.save differ in Model", "symbols": ["Model.save", "Model"] });
    let found = items(&ask(directory.path(), asked));
    let further: Vec<&str> = found[0].places.iter().filter_map(|place| place.symbol.as_deref()).collect();
    assert_eq!(found[0].symbol.as_deref(), Some("Model.save"));
    assert!(further.contains(&"Model"), "{further:?}");
}

#[test]
fn a_path_of_another_machine_means_the_file_that_ends_so() {
    let directory = shop();
    for (path, line) in [
        ("/app/shop/db/base.py:5", 5),
        ("/builds/ci/shop/db/base.py:11", 10),
        ("/var/www/base.py:6", 5),
        ("C:\\work\\shop\\db\\base.py:5", 5),
    ] {
        let answer = ask(directory.path(), json!({ "query": "it fails", "paths": [path] }));
        let first = &items(&answer)[0];
        assert_eq!(
            (first.path.as_deref(), first.start_line),
            (Some("shop/db/base.py"), Some(line)),
            "{path}"
        );
        assert_eq!(answer.notes, Vec::<String>::new(), "{path}");
    }
    let nowhere = ask(directory.path(), json!({ "query": "slugify", "paths": ["/no/such/place.py:3"] }));
    assert_eq!(nowhere.notes, Vec::<String>::new(), "no wish to read what is not there");
}

/// Asks with an index.
fn ask_index(root: &Path, args: Value) -> ToolAnswer {
    let Value::Object(args) = args else { panic!("arguments are an object") };
    let cache = TempDir::new().expect("a directory");
    ask_view(root, &args, Duration::from_secs(20), index_of(root, cache.path()))
}

#[test]
fn a_plain_word_that_names_something_rare_outweighs_the_kind_of_work() {
    let directory = shop();
    for question in
        ["add type hints to slugify", "add a docstring to slugify", "write unit tests for slugify"]
    {
        let found = items(&ask_index(directory.path(), json!({ "query": question })));
        assert_eq!(found[0].symbol.as_deref(), Some("slugify"), "{question}");
    }
}

#[test]
fn what_is_named_for_certain_and_nowhere_is_said() {
    let directory = shop();
    let absent = |args: Value| {
        let data = ask_index(directory.path(), args).data.expect("data");
        data.get("absent").cloned().unwrap_or(Value::Null)
    };
    assert_eq!(
        absent(
            json!({ "query": "where does PaymentGateway talk to Kafka", "symbols": ["PaymentGateway"], "paths": ["shop/pay.py"] })
        ),
        json!({ "symbols": ["PaymentGateway"], "paths": ["shop/pay.py"], "technologies": ["kafka"] })
    );
    let report = "PaymentGateway fails. ".repeat(20);
    for (query, symbols, paths) in [
        ("where is Model.save defined", json!(["Model.save"]), json!(["shop/text.py"])),
        ("where is gateway defined", json!(["gateway"]), json!(["/no/such/place.py:3"])),
        (report.as_str(), json!(["PaymentGateway"]), json!([])),
        ("what is in Release Notes.md", json!([]), json!(["Notes.md"])),
    ] {
        assert_eq!(
            absent(json!({ "query": query, "symbols": symbols, "paths": paths })),
            Value::Null,
            "{query}"
        );
    }
}

#[test]
fn safe_15_only_what_stands_in_no_text_is_said_to_be_absent() {
    let directory = tree(&[
        ("shop/pay.py", "# PaymentGateway comes later\ndef pay():\n    return 1\n"),
        ("docs/notes.md", "# Notes\n\nThe order_book is kept elsewhere.\n"),
        ("shop/größe.py", "def größe_a\u{308}ndern():\n    return 1\n"),
    ]);
    for (symbol, is_said) in
        [("PaymentGateway", false), ("order_book", false), ("größe_ändern", false), ("CardReader", true)]
    {
        let query = format!("where is {symbol} defined");
        let answer = ask_index(directory.path(), json!({ "query": query, "symbols": [symbol] }));
        assert_eq!(answer.data.expect("data").get("absent").is_some(), is_said, "{symbol}");
    }
}
