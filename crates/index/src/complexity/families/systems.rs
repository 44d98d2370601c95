//! Go, Rust and Zig.
//!
//! A function literal of Go is reported by itself, a closure of Rust belongs to the function around it, as for lizard.
//! In Rust `?` is a decision: it returns early. Of the arms of a `match` one is free. Unlike lizard, `where` is none, nor
//! is the `||` of a closure without parameters.

use super::PLAIN;
use crate::complexity::table::Description;
use crate::complexity::table::Shape::{If, Jump, MaybeJump, Structure};
use crate::complexity::table::{Recursion, nodes, words};

pub(super) static GO: Description = Description {
    functions: "function_declaration method_declaration func_literal",
    bodies: "block",
    parameter_lists: "parameter_list",
    decisions: &[
        words("if", "if"),
        words("for", "loop"),
        words("case", "case"),
        words("&&", "and"),
        words("||", "or"),
    ],
    structures: &[
        ("if_statement", If("if")),
        ("for_statement", Structure("loop")),
        ("expression_switch_statement type_switch_statement", Structure("switch")),
        ("select_statement", Structure("select")),
        ("goto_statement", Jump("goto")),
        ("break_statement continue_statement", MaybeJump("jump to a label")),
    ],
    else_under: "if_statement",
    binaries: "binary_expression",
    operators: ["&&", "||"],
    outside: "condition initializer update value",
    recursion: Recursion::Counted,
    ..PLAIN
};

pub(super) static RUST: Description = Description {
    functions: "function_item",
    bodies: "block",
    closures: "closure_expression",
    parameter_lists: "parameters",
    receivers: "self_parameter attribute_item",
    decisions: &[
        words("if", "if"),
        words("for", "loop").under("for_expression token_tree"),
        words("while", "loop"),
        words("&&", "and").under("binary_expression let_chain token_tree"),
        words("||", "or").under("binary_expression token_tree"),
        words("?", "early return").under("try_expression token_tree"),
        words("else", "let else").under("let_declaration"),
        nodes("match_arm", "match arm").first_is_free(),
    ],
    structures: &[
        ("if_expression", If("if")),
        ("for_expression while_expression loop_expression", Structure("loop")),
        ("match_expression", Structure("match")),
        ("break_expression continue_expression", MaybeJump("jump to a label")),
    ],
    else_under: "else_clause",
    binaries: "binary_expression let_chain",
    operators: ["&&", "||"],
    outside: "condition value pattern",
    recursion: Recursion::Counted,
    ..PLAIN
};

pub(super) static ZIG: Description = Description {
    functions: "function_declaration",
    bodies: "block",
    parameter_lists: "parameters",
    decisions: &[
        words("if", "if"),
        words("for while", "loop"),
        words("catch", "catch"),
        words("try", "early return"),
        words("=>", "switch arm"),
        words("and", "and"),
        words("or", "or"),
        words("orelse", "default for nothing"),
    ],
    structures: &[
        ("if_statement if_expression", If("if")),
        ("for_statement for_expression while_statement while_expression", Structure("loop")),
        ("switch_expression", Structure("switch")),
        ("catch_expression", Structure("catch")),
        ("break_expression continue_expression", MaybeJump("jump to a label")),
    ],
    else_under: "else_clause",
    binaries: "binary_expression",
    operators: ["and", "or"],
    outside: "condition",
    recursion: Recursion::Counted,
    ..PLAIN
};
