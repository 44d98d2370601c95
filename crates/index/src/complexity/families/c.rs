//! C, C++ and Objective-C. A condition of the preprocessor in a function is a decision of whoever reads it, as for
//! lizard; what is between its `#if` and the end of the line is not. A lambda and a block belong to the function around
//! them. Unlike lizard, `&&` before a name in a type is no operator.

use super::PLAIN;
use crate::complexity::table::Description;
use crate::complexity::table::Shape::{Closure, Directive, If, Jump, Parameter, Structure};
use crate::complexity::table::{Recursion, words};

macro_rules! family {
    ($functions:literal, $bodies:literal, [$($decision:expr),*], [$($structure:expr),*], $recursion:expr) => {
        Description {
            functions: $functions,
            bodies: $bodies,
            parameter_lists: "parameter_list",
            receivers: "variadic_parameter",
            decisions: &[
                words("if", "if"),
                words("for while", "loop"),
                words("case", "case"),
                words("&&", "and").under("binary_expression"),
                words("||", "or").under("binary_expression"),
                words("?", "ternary").under("conditional_expression"),
                words("#if #ifdef #elif", "preprocessor condition"),
                $($decision),*
            ],
            structures: &[
                ("if_statement", If("if")),
                ("conditional_expression", Structure("ternary")),
                ("for_statement while_statement do_statement", Structure("loop")),
                ("switch_statement", Structure("switch")),
                ("goto_statement", Jump("goto")),
                ("preproc_if preproc_elif", Directive),
                $($structure),*
            ],
            else_under: "else_clause",
            binaries: "binary_expression",
            operators: ["&&", "||"],
            outside: "condition initializer update",
            misread: "if for while",
            recursion: $recursion,
            ..PLAIN
        }
    };
}

pub(super) static C: Description =
    family!("function_definition", "compound_statement", [], [], Recursion::Counted);

pub(super) static CPP: Description = family!(
    "function_definition",
    "compound_statement try_statement",
    [words("catch", "catch")],
    [
        ("catch_clause", Structure("catch")),
        ("for_range_loop", Structure("loop")),
        ("lambda_expression", Closure)
    ],
    Recursion::Unknown
);

pub(super) static OBJC: Description = family!(
    "function_definition method_definition",
    "compound_statement",
    [words("@catch", "catch")],
    [("catch_clause", Structure("catch")), ("block_literal", Closure), ("method_parameter", Parameter)],
    Recursion::Counted
);
