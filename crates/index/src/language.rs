//! Which language a file is in, by its name alone.

mod grammar;

pub use grammar::Grammar;

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
    /// Markup that pages and files are made from, with code in it.
    Template,
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

/// Every pattern of file names that says a language, as git writes it: `*.rs`, `Makefile`.
pub(crate) fn patterns() -> impl Iterator<Item = (String, &'static Language)> {
    let endings = EXTENSIONS.iter().map(|(ending, language)| (format!("*.{ending}"), *language));
    endings.chain(NAMES.iter().map(|(name, language)| ((*name).to_owned(), *language)))
}

const fn language(name: &'static str, comment: CommentStyle, nature: Nature, shape: Shape) -> Language {
    Language { name, comment, nature, shape, grammar: None }
}

const fn parsed(name: &'static str, comment: CommentStyle, shape: Shape, grammar: Grammar) -> Language {
    Language { name, comment, nature: Nature::Code, shape, grammar: Some(grammar) }
}

/// A language that is data or prose to a search and still has a grammar.
const fn marked(name: &'static str, comment: CommentStyle, nature: Nature, grammar: Grammar) -> Language {
    Language { name, comment, nature, shape: Shape::Nothing, grammar: Some(grammar) }
}

macro_rules! languages {
    ($($constant:ident = $value:expr;)*) => {
        $(static $constant: Language = $value;)*
    };
}

use CommentStyle::{Dashes, Hash, Markup, Percent, Quote, Semicolon, Slashes};
use Nature::{Code, Data, Docs, Template};
use Shape::{Haskell, Keyword, Nothing, Script, Shell, TypeFirst};

languages! {
    RUST = parsed("rust", Slashes, Keyword, Grammar::Rust);
    PYTHON = parsed("python", Hash, Keyword, Grammar::Python);
    JAVASCRIPT = parsed("javascript", Slashes, Script, Grammar::JavaScript);
    TYPESCRIPT = parsed("typescript", Slashes, Script, Grammar::TypeScript);
    TSX = parsed("tsx", Slashes, Script, Grammar::Tsx);
    GO = parsed("go", Slashes, Keyword, Grammar::Go);
    ASSEMBLY = language("asm", Semicolon, Code, Nothing);
    BASH = parsed("bash", Hash, Shell, Grammar::Bash);
    BATCH = language("batch", CommentStyle::None, Code, Nothing);
    C = parsed("c", Slashes, TypeFirst, Grammar::C);
    CLOJURE = language("clojure", Semicolon, Code, Keyword);
    CMAKE = language("cmake", Hash, Code, Keyword);
    CPP = parsed("cpp", Slashes, TypeFirst, Grammar::Cpp);
    CRYSTAL = language("crystal", Hash, Code, Keyword);
    CSHARP = parsed("csharp", Slashes, TypeFirst, Grammar::CSharp);
    CSS = marked("css", Slashes, Data, Grammar::Css);
    DART = parsed("dart", Slashes, TypeFirst, Grammar::Dart);
    DOCKERFILE = language("dockerfile", Hash, Data, Nothing);
    EJS = language("ejs", Markup, Template, Nothing);
    ELIXIR = parsed("elixir", Hash, Keyword, Grammar::Elixir);
    ELM = language("elm", Dashes, Code, Haskell);
    ERB = language("erb", Markup, Template, Nothing);
    ERLANG = language("erlang", Percent, Code, Nothing);
    FISH = language("fish", Hash, Code, Keyword);
    FORTRAN = language("fortran", CommentStyle::None, Code, Keyword);
    FSHARP = language("fsharp", Slashes, Code, Keyword);
    GRADLE = language("gradle", Slashes, Data, Nothing);
    GRAPHQL = language("graphql", Hash, Code, Keyword);
    GROOVY = language("groovy", Slashes, Code, TypeFirst);
    HAML = language("haml", CommentStyle::None, Template, Nothing);
    HANDLEBARS = language("handlebars", Markup, Template, Nothing);
    HASKELL = parsed("haskell", Dashes, Haskell, Grammar::Haskell);
    HCL = language("hcl", Hash, Data, Nothing);
    HEEX = language("heex", Markup, Template, Nothing);
    HTML = marked("html", Markup, Template, Grammar::Html);
    INI = language("ini", Hash, Data, Nothing);
    JAVA = parsed("java", Slashes, TypeFirst, Grammar::Java);
    JINJA = language("jinja", Markup, Template, Nothing);
    JSON = marked("json", CommentStyle::None, Data, Grammar::Json);
    JSP = language("jsp", Markup, Template, Nothing);
    JULIA = parsed("julia", Hash, Keyword, Grammar::Julia);
    KOTLIN = parsed("kotlin", Slashes, Keyword, Grammar::Kotlin);
    LESS = language("less", Slashes, Data, Nothing);
    LIQUID = language("liquid", Markup, Template, Nothing);
    LISP = language("lisp", Semicolon, Code, Keyword);
    LUA = parsed("lua", Dashes, Script, Grammar::Lua);
    MAKEFILE = language("makefile", Hash, Data, Nothing);
    MARKDOWN = marked("markdown", CommentStyle::None, Docs, Grammar::Markdown);
    NIM = language("nim", Hash, Code, Keyword);
    NIX = language("nix", Hash, Code, Nothing);
    OBJC = parsed("objectivec", Slashes, TypeFirst, Grammar::ObjC);
    OCAML_INTERFACE = parsed("ocaml", CommentStyle::None, Keyword, Grammar::OCamlInterface);
    OCAML = parsed("ocaml", CommentStyle::None, Keyword, Grammar::OCaml);
    PASCAL = language("pascal", Slashes, Code, Keyword);
    PERL = language("perl", Hash, Code, Keyword);
    PHP = parsed("php", Slashes, Keyword, Grammar::Php);
    POWERSHELL = language("powershell", Hash, Code, Keyword);
    PROTOBUF = language("protobuf", Slashes, Code, Keyword);
    PUG = language("pug", Slashes, Template, Nothing);
    PUPPET = language("puppet", Hash, Code, Nothing);
    R = parsed("r", Hash, Script, Grammar::R);
    RAZOR = language("razor", Markup, Template, Nothing);
    RST = language("rst", CommentStyle::None, Docs, Nothing);
    RUBY = parsed("ruby", Hash, Keyword, Grammar::Ruby);
    SASS = language("sass", Slashes, Data, Nothing);
    SCALA = parsed("scala", Slashes, Keyword, Grammar::Scala);
    SCHEME = language("scheme", Semicolon, Code, Keyword);
    SCSS = language("scss", Slashes, Data, Nothing);
    SOLIDITY = language("solidity", Slashes, Code, Keyword);
    SQL = parsed("sql", Dashes, Keyword, Grammar::Sql);
    SVELTE = language("svelte", Slashes, Code, Script);
    SWIFT = parsed("swift", Slashes, Keyword, Grammar::Swift);
    TEMPLATE = language("template", CommentStyle::None, Template, Nothing);
    TEX = language("tex", Percent, Docs, Nothing);
    TEXT = language("text", CommentStyle::None, Docs, Nothing);
    TOML = marked("toml", Hash, Data, Grammar::Toml);
    TWIG = language("twig", Markup, Template, Nothing);
    VIMSCRIPT = language("vim", Quote, Code, Keyword);
    VUE = language("vue", Slashes, Code, Script);
    XML = language("xml", Markup, Data, Nothing);
    YAML = marked("yaml", Hash, Data, Grammar::Yaml);
    ZIG = parsed("zig", Slashes, Keyword, Grammar::Zig);
}

static EXTENSIONS: &[(&str, &Language)] = &[
    ("adoc", &TEXT),
    ("asm", &ASSEMBLY),
    ("astro", &VUE),
    ("axaml", &XML),
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
    ("cshtml", &RAZOR),
    ("csproj", &XML),
    ("css", &CSS),
    ("csv", &TEXT),
    ("cts", &TYPESCRIPT),
    ("cu", &CPP),
    ("cxx", &CPP),
    ("dart", &DART),
    ("eex", &HEEX),
    ("ejs", &EJS),
    ("el", &LISP),
    ("elm", &ELM),
    ("erb", &ERB),
    ("erl", &ERLANG),
    ("ex", &ELIXIR),
    ("exs", &ELIXIR),
    ("f90", &FORTRAN),
    ("fish", &FISH),
    ("fs", &FSHARP),
    ("fsproj", &XML),
    ("fsx", &FSHARP),
    ("ftl", &JSP),
    ("gemspec", &RUBY),
    ("go", &GO),
    ("gohtml", &TEMPLATE),
    ("gotmpl", &TEMPLATE),
    ("gradle", &GRADLE),
    ("graphql", &GRAPHQL),
    ("groovy", &GROOVY),
    ("h", &C),
    ("haml", &HAML),
    ("handlebars", &HANDLEBARS),
    ("hbs", &HANDLEBARS),
    ("hcl", &HCL),
    ("heex", &HEEX),
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
    ("j2", &JINJA),
    ("jade", &PUG),
    ("java", &JAVA),
    ("jinja", &JINJA),
    ("jinja2", &JINJA),
    ("jl", &JULIA),
    ("js", &JAVASCRIPT),
    ("json", &JSON),
    ("json5", &JSON),
    ("jsonc", &JSON),
    ("jsp", &JSP),
    ("jsx", &JAVASCRIPT),
    ("kt", &KOTLIN),
    ("kts", &KOTLIN),
    ("latte", &TWIG),
    ("leex", &HEEX),
    ("less", &LESS),
    ("liquid", &LIQUID),
    ("lisp", &LISP),
    ("lua", &LUA),
    ("m", &OBJC),
    ("mako", &TEMPLATE),
    ("markdown", &MARKDOWN),
    ("md", &MARKDOWN),
    ("mdx", &MARKDOWN),
    ("mjs", &JAVASCRIPT),
    ("mk", &MAKEFILE),
    ("ml", &OCAML),
    ("mli", &OCAML_INTERFACE),
    ("mm", &OBJC),
    ("mts", &TYPESCRIPT),
    ("mustache", &HANDLEBARS),
    ("nim", &NIM),
    ("nix", &NIX),
    ("njk", &JINJA),
    ("pas", &PASCAL),
    ("php", &PHP),
    ("phtml", &PHP),
    ("pl", &PERL),
    ("plist", &XML),
    ("pm", &PERL),
    ("pp", &PUPPET),
    ("properties", &INI),
    ("props", &XML),
    ("proto", &PROTOBUF),
    ("ps1", &POWERSHELL),
    ("psm1", &POWERSHELL),
    ("pug", &PUG),
    ("py", &PYTHON),
    ("pyi", &PYTHON),
    ("pyx", &PYTHON),
    ("r", &R),
    ("rake", &RUBY),
    ("razor", &RAZOR),
    ("rb", &RUBY),
    ("resx", &XML),
    ("rs", &RUST),
    ("rst", &RST),
    ("s", &ASSEMBLY),
    ("sass", &SASS),
    ("scala", &SCALA),
    ("scm", &SCHEME),
    ("scss", &SCSS),
    ("service", &INI),
    ("sh", &BASH),
    ("sol", &SOLIDITY),
    ("sql", &SQL),
    ("storyboard", &XML),
    ("stub", &TEMPLATE),
    ("svelte", &SVELTE),
    ("swift", &SWIFT),
    ("targets", &XML),
    ("tex", &TEX),
    ("tf", &HCL),
    ("tmpl", &TEMPLATE),
    ("toml", &TOML),
    ("tpl", &TEMPLATE),
    ("ts", &TYPESCRIPT),
    ("tsx", &TSX),
    ("twig", &TWIG),
    ("txt", &TEXT),
    ("vim", &VIMSCRIPT),
    ("vue", &VUE),
    ("webmanifest", &JSON),
    ("xaml", &XML),
    ("xhtml", &HTML),
    ("xib", &XML),
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
    ("go.mod", &INI),
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
            ("views/orders/show.html.erb", Some("erb")),
            ("web/templates/order.hbs", Some("handlebars")),
            (".rs", None),
            ("archive.tar.gz", None),
        ] {
            assert_eq!(of_path(path).map(|language| language.name), expected, "{path}");
        }
    }
}
