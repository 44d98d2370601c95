//! JavaScript and TypeScript. Every function is reported by itself, arrows included, as lizard does. A default value of a
//! parameter or of a part that is taken out of an object is a decision, as for lizard and ESLint.

use super::PLAIN;
use crate::complexity::table::Description;
use crate::complexity::table::Shape::{If, MaybeJump, Structure};
use crate::complexity::table::{Recursion, words};

pub(super) static JAVASCRIPT: Description = Description {
    functions: "function_declaration function_expression arrow_function method_definition generator_function \
                generator_function_declaration",
    parameter_lists: "formal_parameters",
    decisions: &[
        words("if", "if"),
        words("for while", "loop"),
        words("catch", "catch"),
        words("case", "case"),
        words("&&", "and").under("binary_expression"),
        words("||", "or").under("binary_expression"),
        words("?? ??= ||= &&=", "default for nothing"),
        words("=", "default value")
            .under("assignment_pattern object_assignment_pattern required_parameter optional_parameter"),
        words("?", "ternary").under("ternary_expression"),
    ],
    structures: &[
        ("if_statement", If("if")),
        ("ternary_expression", Structure("ternary")),
        ("for_statement for_in_statement while_statement do_statement", Structure("loop")),
        ("switch_statement", Structure("switch")),
        ("catch_clause", Structure("catch")),
        ("break_statement continue_statement", MaybeJump("jump to a label")),
    ],
    else_under: "else_clause",
    binaries: "binary_expression",
    operators: ["&&", "||"],
    outside: "condition initializer increment left right value parameter",
    recursion: Recursion::Counted,
    ..PLAIN
};
