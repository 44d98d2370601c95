//! Which language a file is in, by its name alone.

use tree_sitter::Language as TreeSitterLanguage;

/// A language as far as this crate tells them apart.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// The name that code fences use.
    pub name: &'static str,
    /// How a comment begins.
    pub comment: CommentStyle,
    /// Whether it holds code, prose or data.
    pub nature: Nature,
    /// How a definition without a keyword looks.
    pub shape: Shape,
    /// The grammar that this build can parse it with.
    pub grammar: Option<Grammar>,
}

/// How a comment begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentStyle {
    /// `//` and `/* */`.
    Slashes,
    /// `#`.
    Hash,
    /// `--`.
    Dashes,
    /// `;`.
    Semicolon,
    /// `%`.
    Percent,
    /// `"` at the start of a line.
    Quote,
    /// `<!-- -->`.
    Markup,
    /// There is none.
    None,
}

impl CommentStyle {
    /// Whether a line, without its indentation, is a comment or continues one.
    pub fn starts_comment(self, trimmed: &[u8]) -> bool {
        let prefixes: &[&[u8]] = match self {
            Self::Slashes => &[b"//", b"/*", b"*"],
            Self::Hash => &[b"#"],
            Self::Dashes => &[b"--", b"{-"],
            Self::Semicolon => &[b";"],
            Self::Percent => &[b"%"],
            Self::Quote => &[b"\""],
            Self::Markup => &[b"<!--"],
            Self::None => &[],
        };
        prefixes.iter().any(|prefix| trimmed.starts_with(prefix))
    }
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// Programs.
    Code,
    /// Prose.
    Docs,
    /// Configuration and data.
    Data,
}

/// How a definition without a keyword looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Every definition has a keyword before its name.
    Keyword,
    /// `type name(arguments) {`.
    TypeFirst,
    /// `name() {`.
    Shell,
    /// `name :: type`.
    Haskell,
    /// `name = function`, `name(arguments) {` in a class.
    Script,
    /// Nothing is defined.
    Nothing,
}

/// The grammars that are part of this build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grammar {
    /// Rust.
    Rust,
    /// Python.
    Python,
    /// JavaScript with JSX.
    JavaScript,
    /// TypeScript.
    TypeScript,
    /// TypeScript with JSX.
    Tsx,
    /// Go.
    Go,
}

impl Grammar {
    /// The parser's tables.
    pub fn tree_sitter(self) -> TreeSitterLanguage {
        match self {
            Self::Rust => tree_sitter_rust::LANGUAGE.into(),
            Self::Python => tree_sitter_python::LANGUAGE.into(),
            Self::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
            Self::Go => tree_sitter_go::LANGUAGE.into(),
        }
    }
}

/// The language of a file, by its path; `None` if the name says nothing.
pub fn of_path(path: &str) -> Option<&'static Language> {
    let name = path.rsplit('/').next().unwrap_or(path);
    if let Ok(at) = NAMES.binary_search_by(|(known, _)| (*known).cmp(name)) {
        return Some(NAMES[at].1);
    }
    let (stem, extension) = name.rsplit_once('.')?;
    if stem.is_empty() {
        return None;
    }
    let lower = extension.to_ascii_lowercase();
    EXTENSIONS.binary_search_by(|(known, _)| (*known).cmp(lower.as_str())).ok().map(|at| EXTENSIONS[at].1)
}

const fn language(name: &'static str, comment: CommentStyle, nature: Nature, shape: Shape) -> Language {
    Language { name, comment, nature, shape, grammar: None }
}

const fn parsed(name: &'static str, comment: CommentStyle, shape: Shape, grammar: Grammar) -> Language {
    Language { name, comment, nature: Nature::Code, shape, grammar: Some(grammar) }
}

macro_rules! languages {
    ($($constant:ident = $value:expr;)*) => {
        $(static $constant: Language = $value;)*
    };
}

use CommentStyle::{Dashes, Hash, Markup, Percent, Quote, Semicolon, Slashes};
use Nature::{Code, Data, Docs};
use Shape::{Haskell, Keyword, Nothing, Script, Shell, TypeFirst};

languages! {
    RUST = parsed("rust", Slashes, Keyword, Grammar::Rust);
    PYTHON = parsed("python", Hash, Keyword, Grammar::Python);
    JAVASCRIPT = parsed("javascript", Slashes, Script, Grammar::JavaScript);
    TYPESCRIPT = parsed("typescript", Slashes, Script, Grammar::TypeScript);
    TSX = parsed("tsx", Slashes, Script, Grammar::Tsx);
    GO = parsed("go", Slashes, Keyword, Grammar::Go);
    ASSEMBLY = language("asm", Semicolon, Code, Nothing);
    BASH = language("bash", Hash, Code, Shell);
    BATCH = language("batch", CommentStyle::None, Code, Nothing);
    C = language("c", Slashes, Code, TypeFirst);
    CLOJURE = language("clojure", Semicolon, Code, Keyword);
    CMAKE = language("cmake", Hash, Code, Keyword);
    CPP = language("cpp", Slashes, Code, TypeFirst);
    CRYSTAL = language("crystal", Hash, Code, Keyword);
    CSHARP = language("csharp", Slashes, Code, TypeFirst);
    CSS = language("css", Slashes, Data, Nothing);
    DART = language("dart", Slashes, Code, TypeFirst);
    DOCKERFILE = language("dockerfile", Hash, Data, Nothing);
    ELIXIR = language("elixir", Hash, Code, Keyword);
    ELM = language("elm", Dashes, Code, Haskell);
    ERLANG = language("erlang", Percent, Code, Nothing);
    FORTRAN = language("fortran", CommentStyle::None, Code, Keyword);
    FSHARP = language("fsharp", Slashes, Code, Keyword);
    GRADLE = language("gradle", Slashes, Data, Nothing);
    GRAPHQL = language("graphql", Hash, Code, Keyword);
    GROOVY = language("groovy", Slashes, Code, TypeFirst);
    HASKELL = language("haskell", Dashes, Code, Haskell);
    HCL = language("hcl", Hash, Data, Nothing);
    HTML = language("html", Markup, Docs, Nothing);
    INI = language("ini", Hash, Data, Nothing);
    JAVA = language("java", Slashes, Code, TypeFirst);
    JSON = language("json", CommentStyle::None, Data, Nothing);
    JULIA = language("julia", Hash, Code, Keyword);
    KOTLIN = language("kotlin", Slashes, Code, Keyword);
    LISP = language("lisp", Semicolon, Code, Keyword);
    LUA = language("lua", Dashes, Code, Script);
    MAKEFILE = language("makefile", Hash, Data, Nothing);
    MARKDOWN = language("markdown", CommentStyle::None, Docs, Nothing);
    NIM = language("nim", Hash, Code, Keyword);
    NIX = language("nix", Hash, Code, Nothing);
    OBJC = language("objectivec", Slashes, Code, TypeFirst);
    OCAML = language("ocaml", CommentStyle::None, Code, Keyword);
    PASCAL = language("pascal", Slashes, Code, Keyword);
    PERL = language("perl", Hash, Code, Keyword);
    PHP = language("php", Slashes, Code, Keyword);
    POWERSHELL = language("powershell", Hash, Code, Keyword);
    PROTOBUF = language("protobuf", Slashes, Code, Keyword);
    R = language("r", Hash, Code, Script);
    RST = language("rst", CommentStyle::None, Docs, Nothing);
    RUBY = language("ruby", Hash, Code, Keyword);
    SCALA = language("scala", Slashes, Code, Keyword);
    SCHEME = language("scheme", Semicolon, Code, Keyword);
    SOLIDITY = language("solidity", Slashes, Code, Keyword);
    SQL = language("sql", Dashes, Code, Keyword);
    SVELTE = language("svelte", Slashes, Code, Script);
    SWIFT = language("swift", Slashes, Code, Keyword);
    TEX = language("tex", Percent, Docs, Nothing);
    TEXT = language("text", CommentStyle::None, Docs, Nothing);
    TOML = language("toml", Hash, Data, Nothing);
    VIMSCRIPT = language("vim", Quote, Code, Keyword);
    VUE = language("vue", Slashes, Code, Script);
    XML = language("xml", Markup, Data, Nothing);
    YAML = language("yaml", Hash, Data, Nothing);
    ZIG = language("zig", Slashes, Code, Keyword);
}

static EXTENSIONS: &[(&str, &Language)] = &[
    ("adoc", &TEXT),
    ("asm", &ASSEMBLY),
    ("astro", &VUE),
    ("bash", &BASH),
    ("bat", &BATCH),
    ("bats", &BASH),
    ("c", &C),
    ("cc", &CPP),
    ("cfg", &INI),
    ("cjs", &JAVASCRIPT),
    ("cl", &LISP),
    ("clj", &CLOJURE),
    ("cljc", &CLOJURE),
    ("cljs", &CLOJURE),
    ("cmake", &CMAKE),
    ("cmd", &BATCH),
    ("conf", &INI),
    ("cpp", &CPP),
    ("cr", &CRYSTAL),
    ("cs", &CSHARP),
    ("css", &CSS),
    ("csv", &TEXT),
    ("cts", &TYPESCRIPT),
    ("cu", &CPP),
    ("cxx", &CPP),
    ("dart", &DART),
    ("el", &LISP),
    ("elm", &ELM),
    ("erl", &ERLANG),
    ("ex", &ELIXIR),
    ("exs", &ELIXIR),
    ("f90", &FORTRAN),
    ("fish", &BASH),
    ("fs", &FSHARP),
    ("fsx", &FSHARP),
    ("gemspec", &RUBY),
    ("go", &GO),
    ("gradle", &GRADLE),
    ("graphql", &GRAPHQL),
    ("groovy", &GROOVY),
    ("h", &C),
    ("hcl", &HCL),
    ("hh", &CPP),
    ("hpp", &CPP),
    ("hrl", &ERLANG),
    ("hs", &HASKELL),
    ("htm", &HTML),
    ("html", &HTML),
    ("hxx", &CPP),
    ("inc", &CPP),
    ("ini", &INI),
    ("inl", &CPP),
    ("ipp", &CPP),
    ("java", &JAVA),
    ("jl", &JULIA),
    ("js", &JAVASCRIPT),
    ("json", &JSON),
    ("json5", &JSON),
    ("jsonc", &JSON),
    ("jsx", &JAVASCRIPT),
    ("kt", &KOTLIN),
    ("kts", &KOTLIN),
    ("less", &CSS),
    ("lisp", &LISP),
    ("lua", &LUA),
    ("m", &OBJC),
    ("markdown", &MARKDOWN),
    ("md", &MARKDOWN),
    ("mdx", &MARKDOWN),
    ("mjs", &JAVASCRIPT),
    ("mk", &MAKEFILE),
    ("ml", &OCAML),
    ("mli", &OCAML),
    ("mm", &OBJC),
    ("mts", &TYPESCRIPT),
    ("nim", &NIM),
    ("nix", &NIX),
    ("pas", &PASCAL),
    ("php", &PHP),
    ("pl", &PERL),
    ("pm", &PERL),
    ("properties", &INI),
    ("proto", &PROTOBUF),
    ("ps1", &POWERSHELL),
    ("psm1", &POWERSHELL),
    ("py", &PYTHON),
    ("pyi", &PYTHON),
    ("pyx", &PYTHON),
    ("r", &R),
    ("rake", &RUBY),
    ("rb", &RUBY),
    ("rs", &RUST),
    ("rst", &RST),
    ("s", &ASSEMBLY),
    ("sass", &CSS),
    ("scala", &SCALA),
    ("scm", &SCHEME),
    ("scss", &CSS),
    ("sh", &BASH),
    ("sol", &SOLIDITY),
    ("sql", &SQL),
    ("svelte", &SVELTE),
    ("swift", &SWIFT),
    ("tex", &TEX),
    ("tf", &HCL),
    ("toml", &TOML),
    ("ts", &TYPESCRIPT),
    ("tsx", &TSX),
    ("txt", &TEXT),
    ("vim", &VIMSCRIPT),
    ("vue", &VUE),
    ("xml", &XML),
    ("yaml", &YAML),
    ("yml", &YAML),
    ("zig", &ZIG),
    ("zsh", &BASH),
];

static NAMES: &[(&str, &Language)] = &[
    ("BUILD", &PYTHON),
    ("BUILD.bazel", &PYTHON),
    ("CMakeLists.txt", &CMAKE),
    ("Dockerfile", &DOCKERFILE),
    ("GNUmakefile", &MAKEFILE),
    ("Gemfile", &RUBY),
    ("Jenkinsfile", &GROOVY),
    ("Makefile", &MAKEFILE),
    ("README", &TEXT),
    ("Rakefile", &RUBY),
    ("Vagrantfile", &RUBY),
    ("go.mod", &TEXT),
    ("justfile", &MAKEFILE),
    ("makefile", &MAKEFILE),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_for_the_binary_search() {
        assert!(EXTENSIONS.is_sorted_by(|(a, _), (b, _)| a < b));
        assert!(NAMES.is_sorted_by(|(a, _), (b, _)| a < b));
    }

    #[test]
    fn names_and_extensions_are_told_apart() {
        for (path, expected) in [
            ("src/lib.rs", Some("rust")),
            ("a/B.TSX", Some("tsx")),
            ("Makefile", Some("makefile")),
            ("x/CMakeLists.txt", Some("cmake")),
            ("notes.txt", Some("text")),
            ("LICENSE", None),
            (".rs", None),
            ("archive.tar.gz", None),
        ] {
            assert_eq!(of_path(path).map(|language| language.name), expected, "{path}");
        }
    }

    #[test]
    fn every_grammar_loads() {
        for grammar in [
            Grammar::Rust,
            Grammar::Python,
            Grammar::JavaScript,
            Grammar::TypeScript,
            Grammar::Tsx,
            Grammar::Go,
        ] {
            let mut parser = tree_sitter::Parser::new();
            assert!(parser.set_language(&grammar.tree_sitter()).is_ok(), "{grammar:?}");
        }
    }
}
