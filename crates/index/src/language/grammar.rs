//! The grammars that are linked into this build, and nothing about what their nodes mean.

use tree_sitter::Language as TreeSitterLanguage;

macro_rules! grammars {
    ($($(#[$doc:meta])* $variant:ident = $language:expr;)*) => {
        /// The grammars that are part of this build.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Grammar {
            $($(#[$doc])* $variant,)*
        }

        impl Grammar {
            /// Every grammar, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The parser's tables.
            pub fn tree_sitter(self) -> TreeSitterLanguage {
                match self {
                    $(Self::$variant => $language.into(),)*
                }
            }
        }
    };
}

grammars! {
    /// Rust.
    Rust = tree_sitter_rust::LANGUAGE;
    /// Python.
    Python = tree_sitter_python::LANGUAGE;
    /// JavaScript with JSX.
    JavaScript = tree_sitter_javascript::LANGUAGE;
    /// TypeScript.
    TypeScript = tree_sitter_typescript::LANGUAGE_TYPESCRIPT;
    /// TypeScript with JSX.
    Tsx = tree_sitter_typescript::LANGUAGE_TSX;
    /// Go.
    Go = tree_sitter_go::LANGUAGE;
    /// Java.
    Java = tree_sitter_java::LANGUAGE;
    /// C.
    C = tree_sitter_c::LANGUAGE;
    /// C++.
    Cpp = tree_sitter_cpp::LANGUAGE;
    /// C#.
    CSharp = tree_sitter_c_sharp::LANGUAGE;
    /// Ruby.
    Ruby = tree_sitter_ruby::LANGUAGE;
    /// PHP, with the markup around it.
    Php = tree_sitter_php::LANGUAGE_PHP;
    /// Kotlin.
    Kotlin = tree_sitter_kotlin_ng::LANGUAGE;
    /// Swift.
    Swift = tree_sitter_swift::LANGUAGE;
    /// Scala.
    Scala = tree_sitter_scala::LANGUAGE;
    /// Shell.
    Bash = tree_sitter_bash::LANGUAGE;
    /// Lua.
    Lua = tree_sitter_lua::LANGUAGE;
    /// Elixir.
    Elixir = tree_sitter_elixir::LANGUAGE;
    /// Haskell.
    Haskell = tree_sitter_haskell::LANGUAGE;
    /// Zig.
    Zig = tree_sitter_zig::LANGUAGE;
    /// OCaml.
    OCaml = tree_sitter_ocaml::LANGUAGE_OCAML;
    /// An interface of OCaml.
    OCamlInterface = tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE;
    /// Dart.
    Dart = tree_sitter_dart::LANGUAGE;
    /// Objective-C.
    ObjC = tree_sitter_objc::LANGUAGE;
    /// Julia.
    Julia = tree_sitter_julia::LANGUAGE;
    /// R.
    R = tree_sitter_r::LANGUAGE;
    /// SQL.
    Sql = tree_sitter_sequel::LANGUAGE;
    /// HTML.
    Html = tree_sitter_html::LANGUAGE;
    /// CSS.
    Css = tree_sitter_css::LANGUAGE;
    /// JSON.
    Json = tree_sitter_json::LANGUAGE;
    /// YAML.
    Yaml = tree_sitter_yaml::LANGUAGE;
    /// TOML.
    Toml = tree_sitter_toml_ng::LANGUAGE;
    /// Markdown, its blocks.
    Markdown = tree_sitter_md::LANGUAGE;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grammar_loads() {
        for grammar in Grammar::ALL {
            let mut parser = tree_sitter::Parser::new();
            assert!(parser.set_language(&grammar.tree_sitter()).is_ok(), "{grammar:?}");
        }
    }
}
