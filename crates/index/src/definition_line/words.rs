//! The words that begin a definition, go before one, or rule one out.

use super::DefinitionKind;

pub(super) fn keyword(word: &[u8], language: &str) -> Option<DefinitionKind> {
    use DefinitionKind::{Function, Implementation, Macro, Module, Type, Variable};
    Some(match word {
        b"fn" | b"func" | b"fun" | b"function" | b"def" | b"defp" | b"sub" | b"proc" | b"procedure"
        | b"subroutine" => Function,
        b"defmacro" | b"defmacrop" | b"macro_rules" | b"define" | b"macro" => Macro,
        b"class" | b"struct" | b"enum" | b"union" | b"interface" | b"trait" | b"typealias"
        | b"defprotocol" | b"defstruct" | b"defrecord" => Type,
        b"type" if !matches!(language, "ruby" | "c" | "cpp" | "java" | "csharp" | "php" | "elixir") => Type,
        b"record" if matches!(language, "java" | "csharp") => Type,
        b"object" if matches!(language, "kotlin" | "scala") => Type,
        b"protocol" | b"actor" if language == "swift" => Type,
        b"message" | b"service" if language == "protobuf" => Type,
        b"rpc" if language == "protobuf" => Function,
        b"data" | b"newtype" if matches!(language, "haskell") => Type,
        b"contract" | b"library" if language == "solidity" => Type,
        b"defn" | b"defun" | b"defmethod" if matches!(language, "clojure" | "lisp") => Function,
        b"mod" if language == "rust" => Module,
        b"module" if !matches!(language, "python" | "javascript" | "go") => Module,
        b"namespace" | b"defmodule" => Module,
        b"impl" | b"defimpl" => Implementation,
        b"extension" if matches!(language, "swift" | "dart") => Implementation,
        b"instance" if language == "haskell" => Implementation,
        b"static" if language == "rust" => Variable,
        b"const" if !matches!(language, "c" | "cpp" | "objectivec" | "java" | "csharp") => Variable,
        b"let" | b"var" | b"val" => Variable,
        _ => return None,
    })
}

pub(super) fn is_modifier(word: &[u8]) -> bool {
    matches!(
        word,
        b"pub"
            | b"public"
            | b"private"
            | b"protected"
            | b"internal"
            | b"static"
            | b"final"
            | b"abstract"
            | b"async"
            | b"export"
            | b"default"
            | b"declare"
            | b"unsafe"
            | b"extern"
            | b"const"
            | b"inline"
            | b"override"
            | b"open"
            | b"sealed"
            | b"data"
            | b"partial"
            | b"virtual"
            | b"local"
            | b"suspend"
            | b"companion"
            | b"case"
            | b"lazy"
            | b"implicit"
            | b"readonly"
            | b"C"
            | b"expect"
            | b"actual"
            | b"operator"
            | b"infix"
            | b"tailrec"
            | b"value"
            | b"fileprivate"
            | b"mutating"
            | b"indirect"
            | b"typedef"
            | b"constexpr"
            | b"template"
            | b"explicit"
            | b"synchronized"
            | b"native"
            | b"noinline"
            | b"crossinline"
            | b"auto"
            | b"enum"
            | b"inner"
            | b"annotation"
            | b"strict"
            | b"impure"
            | b"pure"
            | b"comptime"
            | b"rec"
            | b"friend"
            | b"new"
            | b"convenience"
            | b"required"
    )
}

pub(super) fn is_control(word: &[u8]) -> bool {
    matches!(
        word,
        b"if"
            | b"else"
            | b"for"
            | b"while"
            | b"switch"
            | b"catch"
            | b"return"
            | b"throw"
            | b"new"
            | b"delete"
            | b"sizeof"
            | b"function"
            | b"await"
            | b"yield"
            | b"in"
            | b"is"
            | b"not"
            | b"and"
            | b"or"
            | b"do"
            | b"try"
            | b"using"
            | b"lock"
            | b"super"
            | b"this"
            | b"self"
            | b"assert"
            | b"case"
            | b"goto"
            | b"match"
            | b"with"
            | b"import"
            | b"require"
            | b"typeof"
            | b"when"
            | b"elif"
            | b"defined"
            | b"decltype"
    )
}

/// "class of", "function that": a sentence, not a definition.
pub(super) fn is_prose(word: &[u8]) -> bool {
    matches!(
        word,
        b"of"
            | b"to"
            | b"that"
            | b"which"
            | b"the"
            | b"is"
            | b"in"
            | b"for"
            | b"and"
            | b"or"
            | b"with"
            | b"as"
    )
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

pub(super) fn word_end(line: &[u8], start: usize) -> usize {
    line[start.min(line.len())..]
        .iter()
        .position(|byte| !is_word(*byte))
        .map_or(line.len(), |length| start + length)
}
