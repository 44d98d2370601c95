//! Languages that share their rules of scope. A name of one family never means a definition of another.

use crate::language;

/// A family of languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Family {
    Rust,
    Python,
    /// JavaScript and TypeScript.
    Script,
    Go,
    /// Java, Kotlin, Scala, Groovy.
    Jvm,
    /// C, C++, Objective-C.
    C,
    CSharp,
    Ruby,
    Php,
    /// Any other language: a family of its own, without rules for modules.
    Other(&'static str),
}

/// How a parameter is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParameterStyle {
    /// `name: Type`.
    Colon,
    /// `name Type`.
    NameFirst,
    /// `Type name`.
    TypeFirst,
}

impl Family {
    /// The family of a file, by its path.
    pub(crate) fn of_path(path: &str) -> Self {
        match language::of_path(path).map_or("", |language| language.name) {
            "rust" => Self::Rust,
            "python" => Self::Python,
            "javascript" | "typescript" | "tsx" => Self::Script,
            "go" => Self::Go,
            "java" | "kotlin" | "scala" | "groovy" => Self::Jvm,
            "c" | "cpp" | "objectivec" => Self::C,
            "csharp" => Self::CSharp,
            "ruby" => Self::Ruby,
            "php" => Self::Php,
            other => Self::Other(other),
        }
    }

    /// Whether a member of the type around is called by its bare name.
    pub(super) fn has_implicit_self(self) -> bool {
        match self {
            Self::Jvm | Self::C | Self::CSharp | Self::Ruby | Self::Other(_) => true,
            Self::Rust | Self::Python | Self::Script | Self::Go | Self::Php => false,
        }
    }

    /// Whether a name that is not imported may be of another file all the same.
    pub(super) fn has_global_names(self) -> bool {
        match self {
            Self::C | Self::Ruby | Self::Other(_) => true,
            Self::Rust | Self::Python | Self::Script | Self::Go | Self::Jvm | Self::CSharp | Self::Php => {
                false
            }
        }
    }

    /// Whether the members of a type may stand in another file than the type.
    pub(super) fn has_scattered_members(self) -> bool {
        match self {
            Self::Rust | Self::Go | Self::C | Self::CSharp | Self::Ruby => true,
            Self::Python | Self::Script | Self::Jvm | Self::Php => false,
            Self::Other(language) => language == "swift",
        }
    }

    /// Whether a type is called to make a value of it.
    pub(super) fn calls_types(self) -> bool {
        match self {
            Self::Python | Self::Script | Self::Jvm | Self::C | Self::CSharp | Self::Php => true,
            Self::Rust | Self::Go | Self::Ruby => false,
            Self::Other(language) => matches!(language, "swift" | "dart"),
        }
    }

    /// Whether a constructor has the name of its type.
    pub(super) fn has_named_constructors(self) -> bool {
        match self {
            Self::Jvm | Self::C | Self::CSharp => true,
            Self::Rust | Self::Python | Self::Script | Self::Go | Self::Ruby | Self::Php => false,
            Self::Other(language) => language == "dart",
        }
    }

    pub(super) fn parameter_style(self) -> ParameterStyle {
        match self {
            Self::Rust | Self::Python | Self::Script | Self::Ruby => ParameterStyle::Colon,
            Self::Go => ParameterStyle::NameFirst,
            Self::C | Self::CSharp | Self::Php => ParameterStyle::TypeFirst,
            // Java writes the type first, Kotlin and Scala the name: a colon tells.
            Self::Jvm => ParameterStyle::TypeFirst,
            Self::Other("dart") => ParameterStyle::TypeFirst,
            Self::Other(_) => ParameterStyle::Colon,
        }
    }

    /// Words that stand for the value or type around.
    pub(super) fn self_word(self, word: &str) -> Option<SelfWord> {
        let (own, bases): (&[&str], &[&str]) = match self {
            Self::Rust => (&["self", "Self"], &[]),
            Self::Python => (&["self", "cls"], &["super()"]),
            Self::Script => (&["this"], &["super"]),
            Self::Jvm => (&["this"], &["super"]),
            Self::C => (&["this", "self"], &["super"]),
            Self::CSharp => (&["this"], &["base"]),
            Self::Ruby => (&["self"], &[]),
            Self::Php => (&["$this", "self", "static"], &["parent"]),
            Self::Go => (&[], &[]),
            Self::Other(_) => (&["self", "this", "Self"], &["super"]),
        };
        match word {
            word if own.contains(&word) => Some(SelfWord::Own),
            word if bases.contains(&word) => Some(SelfWord::Bases),
            _ => None,
        }
    }
}

/// What such a word begins the search with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SelfWord {
    /// The type around.
    Own,
    /// What it is made from.
    Bases,
}
