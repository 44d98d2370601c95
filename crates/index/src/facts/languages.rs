//! The description of each grammar: which node kinds mean what. Nothing here walks.

use std::sync::OnceLock;

use super::bindings::BindHook;
use super::table::{Description, Table};
use crate::language::Grammar;

mod bound;
mod c;
mod closures;
mod commonjs;
mod csharp;
mod dart;
mod elixir;
mod go;
mod haskell;
mod imports;
mod java;
mod javascript;
mod julia;
mod kotlin;
mod lua;
mod markup;
mod ocaml;
mod php;
mod python;
mod r;
mod ruby;
mod rust;
mod scala;
mod shell;
mod sql;
mod swift;
mod zig;

static TABLES: [OnceLock<Table>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];

/// A grammar's table, made when it is first asked for.
pub(crate) fn table(grammar: Grammar) -> &'static Table {
    TABLES[grammar as usize].get_or_init(|| {
        let table = Table::new(description(grammar), binding(grammar), grammar.tree_sitter());
        if follows_values(grammar) { table.following_values() } else { table }
    })
}

/// The nodes that bind names, where that is read.
fn binding(grammar: Grammar) -> &'static [(&'static str, BindHook)] {
    match grammar {
        Grammar::Python => bound::PYTHON,
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => bound::SCRIPT,
        Grammar::Json => bound::JSON,
        Grammar::Go => closures::GO,
        Grammar::Java => closures::JAVA,
        Grammar::Kotlin => closures::KOTLIN,
        Grammar::Rust => closures::RUST,
        Grammar::Php => closures::PHP,
        Grammar::CSharp => closures::CSHARP,
        _ => &[],
    }
}

/// Whether a receiver is kept as the chain of names and calls that it is.
fn follows_values(grammar: Grammar) -> bool {
    matches!(grammar, Grammar::Python | Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx)
}

/// What stands between the names of a path.
pub(crate) fn separator(table: &Table) -> &'static str {
    table.description.separator
}

fn description(grammar: Grammar) -> &'static Description {
    match grammar {
        Grammar::Rust => &rust::RUST,
        Grammar::Python => &python::PYTHON,
        Grammar::JavaScript => &javascript::JAVASCRIPT,
        Grammar::TypeScript | Grammar::Tsx => &javascript::TYPESCRIPT,
        Grammar::Go => &go::GO,
        Grammar::Java => &java::JAVA,
        Grammar::C => &c::C,
        Grammar::Cpp => &c::CPP,
        Grammar::ObjC => &c::OBJC,
        Grammar::CSharp => &csharp::CSHARP,
        Grammar::Ruby => &ruby::RUBY,
        Grammar::Php => &php::PHP,
        Grammar::Kotlin => &kotlin::KOTLIN,
        Grammar::Swift => &swift::SWIFT,
        Grammar::Scala => &scala::SCALA,
        Grammar::Bash => &shell::BASH,
        Grammar::Lua => &lua::LUA,
        Grammar::Elixir => &elixir::ELIXIR,
        Grammar::Haskell => &haskell::HASKELL,
        Grammar::Zig => &zig::ZIG,
        Grammar::OCaml | Grammar::OCamlInterface => &ocaml::OCAML,
        Grammar::Dart => &dart::DART,
        Grammar::Julia => &julia::JULIA,
        Grammar::R => &r::R,
        Grammar::Sql => &sql::SQL,
        Grammar::Html => &markup::HTML,
        Grammar::Css => &markup::CSS,
        Grammar::Json => &markup::JSON,
        Grammar::Yaml => &markup::YAML,
        Grammar::Toml => &markup::TOML,
        Grammar::Markdown => &markup::MARKDOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_description_is_a_word_of_its_grammar() {
        for grammar in Grammar::ALL {
            // These share a description with a grammar that has more.
            let shares = matches!(grammar, Grammar::OCaml | Grammar::OCamlInterface | Grammar::TypeScript);
            let unknown = table(*grammar).unknown_words();
            assert!(shares || unknown.is_empty(), "{grammar:?}: {unknown:?}");
        }
    }
}
