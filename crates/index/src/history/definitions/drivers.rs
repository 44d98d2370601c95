//! How git finds the definition that a changed line is in: one of its drivers for each language, and a few of our own where
//! it has none. They stand in the git directory of our own, as attributes by the endings of file names and as configuration;
//! the repository's own attributes are not read.
//!
//! Whatever is no code is `-diff`, so that its content is not even read.

use foreword_model::limits;

use crate::language::{self, Language, Nature, Shape};

/// A driver of our own: its name, and the lines of the expression, the first of which that matches decides. What its first
/// parenthesis holds is printed: with the indentation where the recogniser asks how deep a line stands.
struct Driver {
    name: &'static str,
    lines: &'static [&'static str],
}

/// `function`, `class`, a variable at the margin, a method. A call that is handed a function looks like a method.
const SCRIPT: Driver = Driver {
    name: "foreword-script",
    lines: &[
        r"!^[ \t]*(if|for|while|switch|catch|return|else|do|try|throw|await|with|new|function)[ \t(]",
        r"!^[ \t]+[A-Za-z0-9_$.]+\(.*(=>[ \t]*|function.*|[(,[][ \t]*)\{$",
        r#"!^[ \t]+[A-Za-z0-9_$.]+\(['"`]"#,
        r"^([ \t]*((export|default|declare|abstract|async)[ \t]+)*(function|class|interface|enum|namespace)[ \t*].*)$",
        r"^(((export|default|declare)[ \t]+)*(const|let|var|type)[ \t].*)$",
        // Where the script of a component ends, and with it its last definition.
        r"^([ \t]*</?(script|template|style)[^>]*>.*)$",
        r"^((module\.)?exports[.A-Za-z0-9_$]*[ \t]*=.*)$",
        r"^([A-Za-z0-9_$.]+[ \t]*=[ \t]*(async[ \t]+)?function.*)$",
        r"^([ \t]+((public|private|protected|static|async|override|abstract|get|set)[ \t]+)*[A-Za-z_$][A-Za-z0-9_$]*[ \t]*\([^;]*\{)$",
    ],
};

/// A keyword before each name.
const KEYWORD: Driver = Driver {
    name: "foreword-keyword",
    lines: &[
        r"^([ \t]*([@a-z][a-z()]*[ \t]+)*(fn|func|fun|function|def|defn|defun|sub|proc|procedure|macro|class|struct|enum|trait|interface|protocol|actor|extension|object|module|contract|library|message|service|rpc|type)[ \t].*)$",
        r"^([ \t]*[A-Za-z0-9_.:]+[ \t]*(=|<-)[ \t]*function.*)$",
        r"^((pub[ \t]+)?const[ \t].*(struct|enum|union).*)$",
    ],
};

/// A signature at the margin.
const SIGNATURE: Driver = Driver {
    name: "foreword-signature",
    lines: &[
        r"^([a-z_][A-Za-z0-9_']*[ \t]*::?[ \t].*)$",
        r"^((data|newtype|class|instance|type|module)[ \t].*)$",
    ],
};

/// A type before each name. What is made of constants looks the same.
const TYPED: Driver = Driver {
    name: "foreword-typed",
    lines: &[
        r"!^[ \t]*(const|return|await|throw|new|if|for|while|switch|catch|else|do|yield|assert|case)[ \t(]",
        r"^[ \t]*(((abstract|sealed|base|final)[ \t]+)*(class|mixin|extension|enum|typedef)[ \t].*)$",
        r"^[ \t]*(([A-Za-z_<>][][?<>.,A-Za-z_0-9]*[ \t]+)+[A-Za-z_][A-Za-z_0-9]*[ \t]*\([^;]*)$",
    ],
};

const DRIVERS: [&Driver; 4] = [&SCRIPT, &KEYWORD, &SIGNATURE, &TYPED];

/// The attribute for files of a language.
fn attribute(language: &Language) -> Option<String> {
    if language.nature != Nature::Code || language.shape == Shape::Nothing {
        return None;
    }
    let driver = match language.name {
        "python" | "rust" | "java" | "kotlin" | "ruby" | "php" | "cpp" | "csharp" | "elixir" | "bash"
        | "perl" | "pascal" | "fortran" => language.name,
        "go" => "golang",
        "c" => "cpp",
        "objectivec" => "objc",
        // Methods look as in Java.
        "groovy" => "java",
        "dart" => TYPED.name,
        _ => match language.shape {
            Shape::Script if !matches!(language.name, "lua" | "r") => SCRIPT.name,
            Shape::Haskell => SIGNATURE.name,
            Shape::Keyword | Shape::Script | Shape::TypeFirst | Shape::Shell | Shape::Nothing => KEYWORD.name,
        },
    };
    Some(format!("diff={driver}"))
}

/// The file of attributes.
pub(in crate::history) fn attributes() -> String {
    let mut text = "* -diff\n".to_owned();
    for (pattern, language) in language::patterns() {
        if let Some(attribute) = attribute(language) {
            text.push_str(&format!("{pattern} {attribute}\n"));
        }
    }
    text
}

/// What the configuration says besides.
pub(in crate::history) fn configuration() -> String {
    // A name that says no tree stands for an empty one: git 2.43 to 2.45 take attributes from HEAD otherwise.
    let mut text = "[attr]\n\ttree = refs/heads/none\n".to_owned();
    for driver in DRIVERS {
        let lines: Vec<String> = driver.lines.iter().map(|line| escaped(line)).collect();
        text.push_str(&format!("[diff \"{}\"]\n\txfuncname = \"{}\"\n", driver.name, lines.join("\\n")));
    }
    text
}

/// What of the configuration stands in the section of `core`.
pub(in crate::history) fn core() -> String {
    // A file that is too large for the index is not read. Endings may be upper case.
    format!("\tquotePath = false\n\tignoreCase = true\n\tbigFileThreshold = {}\n", limits::INDEX_FILE_BYTES)
}

/// As git reads it back from between quotation marks, with tabs where `\t` stands: an expression knows no such thing.
fn escaped(line: &str) -> String {
    let line = line.replace(r"\t", "\t");
    line.replace('\\', r"\\").replace('"', "\\\"").replace('\t', r"\t")
}
