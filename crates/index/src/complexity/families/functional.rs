//! Haskell, OCaml and Elixir, which lizard does not know. Of several arms or guards one is free: it is taken when no
//! other is. Each equation or clause of a function is reported by itself. A local function is, too; a local value
//! belongs to the function around it.

use super::{OperatorTexts, PLAIN};
use crate::complexity::table::Description;
use crate::complexity::table::Shape::{Function, If, Structure};
use crate::complexity::table::{nodes, words};

pub(super) static HASKELL: Description = Description {
    functions: "function",
    outer_functions: "bind",
    // A type with an arrow has the same kind, and no body.
    bodies: "match",
    closures: "lambda lambda_case lambda_cases",
    parameter_lists: "patterns",
    decisions: &[
        nodes("conditional", "if"),
        nodes("alternative", "case").first_is_free(),
        nodes("match", "guard").first_is_free(),
    ],
    structures: &[
        ("conditional", Structure("if")),
        ("case lambda_case lambda_cases", Structure("case")),
        ("multi_way_if", Structure("if")),
    ],
    binaries: "infix",
    operator_texts: OperatorTexts::Nodes,
    outside: "if",
    ..PLAIN
};

pub(super) static OCAML: Description = Description {
    functions: "let_binding method_definition",
    bodies: "parameter fun_expression function_expression",
    closures: "fun_expression",
    parameters: "parameter",
    decisions: &[
        words("if", "if"),
        words("for while", "loop"),
        nodes("match_case", "case").first_is_free(),
        words("when", "guard"),
    ],
    structures: &[
        ("if_expression", If("if")),
        ("for_expression while_expression", Structure("loop")),
        ("match_expression function_expression", Structure("match")),
        ("try_expression", Structure("try")),
    ],
    else_under: "else_clause",
    binaries: "infix_expression",
    operator_texts: OperatorTexts::Nodes,
    outside: "condition",
    ..PLAIN
};

pub(super) static ELIXIR: Description = Description {
    closures: "anonymous_function",
    decisions: &[nodes("stab_clause", "case").first_is_free(), words("&& and", "and"), words("|| or", "or")],
    else_under: "else_block",
    binaries: "binary_operator",
    operators: ["&& and", "|| or"],
    calls: &[
        ("def", Function),
        ("defp", Function),
        ("defmacro", Function),
        ("defmacrop", Function),
        ("if", If("if")),
        ("unless", If("if")),
        ("for", Structure("loop")),
        ("case", Structure("case")),
        ("cond", Structure("cond")),
        ("receive", Structure("receive")),
        ("with", Structure("with")),
    ],
    ..PLAIN
};
