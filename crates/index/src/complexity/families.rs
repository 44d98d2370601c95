//! The description of each grammar: which nodes are functions, and which words and nodes make one more complicated.
//! Nothing here walks.
//!
//! Where a description departs from the tool lizard, its module says so and why.

mod braces;
mod c;
mod functional;
mod javascript;
mod script;
mod systems;

use std::sync::OnceLock;

use super::table::{Description, Recursion, Table};
use crate::language::Grammar;

static TABLES: [OnceLock<Table>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];

/// A grammar's table, made when it is first asked for; `None` for one without functions.
pub(super) fn of(grammar: Grammar) -> Option<&'static Table> {
    let description = description(grammar)?;
    Some(TABLES[grammar as usize].get_or_init(|| Table::new(description, &grammar.tree_sitter())))
}

/// What most languages have in common.
pub(super) const PLAIN: Description = Description {
    functions: "",
    outer_functions: "",
    bodies: "",
    closures: "",
    parameter_lists: "",
    parameters: "",
    receivers: "",
    decisions: &[],
    structures: &[],
    else_under: "",
    binaries: "",
    operators: ["", ""],
    operator_texts: OperatorTexts::Words,
    outside: "",
    calls: &[],
    misread: "",
    recursion: Recursion::Unknown,
};

pub(super) use super::table::OperatorTexts;

fn description(grammar: Grammar) -> Option<&'static Description> {
    Some(match grammar {
        Grammar::Rust => &systems::RUST,
        Grammar::Go => &systems::GO,
        Grammar::Zig => &systems::ZIG,
        Grammar::C => &c::C,
        Grammar::Cpp => &c::CPP,
        Grammar::ObjC => &c::OBJC,
        Grammar::Java => &braces::JAVA,
        Grammar::CSharp => &braces::CSHARP,
        Grammar::Kotlin => &braces::KOTLIN,
        Grammar::Swift => &braces::SWIFT,
        Grammar::Scala => &braces::SCALA,
        Grammar::Dart => &braces::DART,
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => &javascript::JAVASCRIPT,
        Grammar::Python => &script::PYTHON,
        Grammar::Ruby => &script::RUBY,
        Grammar::Php => &script::PHP,
        Grammar::Lua => &script::LUA,
        Grammar::Bash => &script::BASH,
        Grammar::Julia => &script::JULIA,
        Grammar::R => &script::R,
        Grammar::Sql => &script::SQL,
        Grammar::Haskell => &functional::HASKELL,
        Grammar::OCaml => &functional::OCAML,
        Grammar::Elixir => &functional::ELIXIR,
        Grammar::OCamlInterface
        | Grammar::Html
        | Grammar::Css
        | Grammar::Json
        | Grammar::Yaml
        | Grammar::Toml
        | Grammar::Markdown => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_description_is_a_word_of_its_grammar() {
        for grammar in Grammar::ALL {
            let Some(table) = of(*grammar) else { continue };
            let unknown = table.unknown_words(&grammar.tree_sitter());
            // JavaScript shares its description with TypeScript, which has more.
            assert!(unknown.is_empty() || *grammar == Grammar::JavaScript, "{grammar:?}: {unknown:?}");
        }
    }
}
