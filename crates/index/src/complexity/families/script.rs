//! Python, Ruby, PHP, Lua, shell, Julia, R and SQL.
//!
//! A `def` or `function` within another is reported by itself, a lambda, a block of Ruby and a closure of PHP belong to
//! the function around them, as for lizard. `finally` and `ensure` count, because lizard counts them: they run on two
//! ways. Unlike lizard: `unless` of Ruby is an `if`, and the element-wise `&` and `|` of R decide nothing. A
//! comprehension costs nothing cognitively: it says shorter what a loop says.

use super::PLAIN;
use crate::complexity::table::Description;
use crate::complexity::table::Shape::{Continuation, If, Jump, MaybeJump, Structure};
use crate::complexity::table::{OperatorTexts, Recursion, nodes, words};

pub(super) static PYTHON: Description = Description {
    functions: "function_definition",
    bodies: "block",
    closures: "lambda",
    parameter_lists: "parameters",
    receivers: "positional_separator keyword_separator",
    decisions: &[
        words("if", "if"),
        words("elif", "elif"),
        words("for while", "loop"),
        words("except", "except"),
        words("finally", "finally"),
        words("case", "case").under("case_clause"),
        words("and", "and"),
        words("or", "or"),
    ],
    structures: &[
        ("if_statement conditional_expression", If("if")),
        ("elif_clause", Continuation("elif")),
        ("for_statement while_statement", Structure("loop")),
        ("except_clause", Structure("except")),
        ("match_statement", Structure("match")),
    ],
    else_under: "else_clause",
    binaries: "boolean_operator",
    operators: ["and", "or"],
    outside: "condition left right subject",
    recursion: Recursion::Counted,
    ..PLAIN
};

pub(super) static RUBY: Description = Description {
    functions: "method singleton_method",
    closures: "block do_block lambda",
    parameter_lists: "method_parameters",
    decisions: &[
        words("if unless", "if"),
        words("elsif", "elsif"),
        words("for while until", "loop"),
        words("rescue", "rescue"),
        words("ensure", "ensure"),
        words("when", "case"),
        nodes("in_clause", "case"),
        words("&& and", "and"),
        words("|| or", "or").under("binary"),
        words("||= &&=", "default for nothing"),
        words("?", "ternary").under("conditional"),
    ],
    structures: &[
        ("if unless if_modifier unless_modifier", If("if")),
        ("elsif", Continuation("elsif")),
        ("conditional", Structure("ternary")),
        ("for while until while_modifier until_modifier", Structure("loop")),
        ("case case_match", Structure("case")),
        ("rescue rescue_modifier", Structure("rescue")),
    ],
    else_under: "if unless elsif",
    binaries: "binary",
    operators: ["&& and", "|| or"],
    outside: "condition value",
    recursion: Recursion::Counted,
    ..PLAIN
};

pub(super) static PHP: Description = Description {
    functions: "function_definition method_declaration",
    bodies: "compound_statement",
    closures: "anonymous_function arrow_function",
    parameter_lists: "formal_parameters",
    decisions: &[
        words("if", "if"),
        words("elseif", "elseif"),
        words("for foreach while", "loop"),
        words("catch", "catch"),
        words("case", "case").under("case_statement"),
        nodes("match_conditional_expression", "case"),
        words("&& and", "and"),
        words("|| or", "or"),
        words("?", "ternary").under("conditional_expression"),
    ],
    structures: &[
        ("if_statement", If("if")),
        ("else_if_clause", Continuation("elseif")),
        ("conditional_expression", Structure("ternary")),
        ("for_statement foreach_statement while_statement do_statement", Structure("loop")),
        ("switch_statement", Structure("switch")),
        ("match_expression", Structure("match")),
        ("catch_clause", Structure("catch")),
        ("goto_statement", Jump("goto")),
        ("break_statement continue_statement", MaybeJump("jump over loops")),
    ],
    else_under: "else_clause",
    binaries: "binary_expression",
    operators: ["&& and", "|| or"],
    outside: "condition initialize update",
    recursion: Recursion::Counted,
    ..PLAIN
};

pub(super) static LUA: Description = Description {
    functions: "function_declaration function_definition",
    parameter_lists: "parameters",
    decisions: &[
        words("if", "if"),
        words("elseif", "elseif"),
        words("for while until", "loop"),
        words("and", "and"),
        words("or", "or"),
    ],
    structures: &[
        ("if_statement", If("if")),
        ("elseif_statement", Continuation("elseif")),
        ("for_statement while_statement repeat_statement", Structure("loop")),
        ("goto_statement", Jump("goto")),
    ],
    else_under: "else_statement",
    binaries: "binary_expression",
    operators: ["and", "or"],
    outside: "condition clause",
    recursion: Recursion::Counted,
    ..PLAIN
};

pub(super) static BASH: Description = Description {
    functions: "function_definition",
    decisions: &[
        words("if", "if"),
        words("elif", "elif"),
        words("for while until", "loop"),
        nodes("case_item", "case"),
        words("&&", "and"),
        words("||", "or"),
    ],
    structures: &[
        ("if_statement", If("if")),
        ("elif_clause", Continuation("elif")),
        ("for_statement c_style_for_statement while_statement", Structure("loop")),
        ("case_statement", Structure("case")),
    ],
    else_under: "else_clause",
    binaries: "list binary_expression",
    operators: ["&&", "||"],
    outside: "condition value",
    ..PLAIN
};

pub(super) static JULIA: Description = Description {
    functions: "function_definition macro_definition",
    closures: "arrow_function_expression do_clause",
    parameter_lists: "argument_list",
    decisions: &[
        words("if", "if"),
        words("elseif", "elseif"),
        words("for while", "loop"),
        words("catch", "catch"),
        words("?", "ternary").under("ternary_expression"),
    ],
    structures: &[
        ("if_statement", If("if")),
        ("elseif_clause", Continuation("elseif")),
        ("ternary_expression", Structure("ternary")),
        ("for_statement while_statement", Structure("loop")),
        ("catch_clause", Structure("catch")),
    ],
    else_under: "else_clause",
    binaries: "binary_expression",
    operator_texts: OperatorTexts::Nodes,
    outside: "condition",
    ..PLAIN
};

pub(super) static R: Description = Description {
    functions: "function_definition",
    parameter_lists: "parameters",
    receivers: "comma",
    decisions: &[words("if", "if"), words("for while repeat", "loop"), words("&&", "and"), words("||", "or")],
    structures: &[
        ("if_statement", If("if")),
        ("for_statement while_statement repeat_statement", Structure("loop")),
    ],
    else_under: "if_statement",
    binaries: "binary_operator",
    operators: ["&&", "||"],
    outside: "condition sequence",
    recursion: Recursion::Counted,
    ..PLAIN
};

pub(super) static SQL: Description = Description {
    functions: "create_function",
    parameter_lists: "function_arguments",
    decisions: &[nodes("keyword_when", "case"), nodes("keyword_and", "and"), nodes("keyword_or", "or")],
    structures: &[("case", Structure("case"))],
    ..PLAIN
};
