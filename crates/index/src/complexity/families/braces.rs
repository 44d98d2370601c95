//! Java, C#, Kotlin, Swift, Scala and Dart.
//!
//! Lambdas belong to the method around them, methods of a class within a method are reported by themselves. Local
//! functions of C# belong to their method, as for lizard; those of the others are reported. Unlike lizard: `?` counts
//! only where it chooses, not in types and `?.`; `foreach` of C# is a loop, an arm of its `switch` expression a case; a
//! lambda of Kotlin with parameters is no function of its own.

use super::{OperatorTexts, PLAIN};
use crate::complexity::table::Description;
use crate::complexity::table::Shape::{If, Jump, MaybeJump, Skip, Structure};
use crate::complexity::table::{nodes, words};

pub(super) static JAVA: Description = Description {
    functions: "method_declaration constructor_declaration compact_constructor_declaration",
    bodies: "block constructor_body",
    closures: "lambda_expression",
    parameter_lists: "formal_parameters",
    receivers: "receiver_parameter",
    decisions: &[
        words("if", "if"),
        words("for while", "loop"),
        words("catch", "catch"),
        words("case", "case"),
        words("&&", "and"),
        words("||", "or"),
        words("?", "ternary").under("ternary_expression"),
    ],
    structures: &[
        ("if_statement", If("if")),
        ("ternary_expression", Structure("ternary")),
        ("for_statement enhanced_for_statement while_statement do_statement", Structure("loop")),
        ("switch_expression", Structure("switch")),
        ("catch_clause", Structure("catch")),
        ("break_statement continue_statement", MaybeJump("jump to a label")),
    ],
    else_under: "if_statement",
    binaries: "binary_expression",
    operators: ["&&", "||"],
    outside: "condition init update value",
    ..PLAIN
};

pub(super) static CSHARP: Description = Description {
    functions: "method_declaration constructor_declaration destructor_declaration operator_declaration \
                conversion_operator_declaration accessor_declaration",
    bodies: "block arrow_expression_clause",
    closures: "lambda_expression anonymous_method_expression local_function_statement",
    parameter_lists: "parameter_list",
    decisions: &[
        words("if", "if"),
        words("for foreach while", "loop"),
        words("catch", "catch"),
        words("case", "case").under("switch_section"),
        nodes("switch_expression_arm", "case").first_is_free(),
        words("&&", "and"),
        words("||", "or"),
        words("?? ??=", "default for nothing"),
        words("?", "ternary").under("conditional_expression"),
    ],
    structures: &[
        ("if_statement", If("if")),
        ("conditional_expression", Structure("ternary")),
        ("for_statement foreach_statement while_statement do_statement", Structure("loop")),
        ("switch_statement switch_expression", Structure("switch")),
        ("catch_clause", Structure("catch")),
        ("goto_statement", Jump("goto")),
    ],
    else_under: "if_statement",
    binaries: "binary_expression",
    operators: ["&&", "||"],
    outside: "condition initializer update value left right",
    ..PLAIN
};

pub(super) static KOTLIN: Description = Description {
    functions: "function_declaration secondary_constructor getter setter",
    bodies: "function_body block",
    closures: "lambda_literal anonymous_function",
    parameter_lists: "function_value_parameters",
    receivers: "parameter_modifiers",
    decisions: &[
        words("if", "if"),
        words("for while", "loop"),
        words("catch", "catch"),
        words("&&", "and"),
        words("||", "or"),
        words("?:", "default for nothing"),
        nodes("when_entry", "case").first_is_free(),
    ],
    structures: &[
        ("if_expression", If("if")),
        ("for_statement while_statement do_while_statement", Structure("loop")),
        ("when_expression", Structure("when")),
        ("catch_block", Structure("catch")),
    ],
    else_under: "if_expression",
    binaries: "binary_expression",
    operators: ["&&", "||"],
    outside: "condition",
    ..PLAIN
};

pub(super) static SWIFT: Description = Description {
    functions: "function_declaration init_declaration deinit_declaration computed_getter computed_setter \
                didset_clause willset_clause",
    closures: "lambda_literal",
    parameters: "parameter",
    decisions: &[
        words("if", "if"),
        words("for while", "loop"),
        words("guard", "guard"),
        words("case", "case"),
        nodes("catch_block", "catch"),
        words("&&", "and"),
        words("||", "or"),
        words("?", "ternary").under("ternary_expression"),
    ],
    structures: &[
        ("if_statement", If("if")),
        ("guard_statement", Structure("guard")),
        ("ternary_expression", Structure("ternary")),
        ("for_statement while_statement repeat_while_statement", Structure("loop")),
        ("switch_statement", Structure("switch")),
        ("catch_block", Structure("catch")),
        ("directive", Skip),
    ],
    else_under: "if_statement",
    binaries: "conjunction_expression disjunction_expression",
    operators: ["&&", "||"],
    outside: "condition collection expr",
    ..PLAIN
};

pub(super) static SCALA: Description = Description {
    functions: "function_definition",
    closures: "lambda_expression",
    parameter_lists: "parameters",
    decisions: &[
        words("if", "if"),
        words("for while", "loop"),
        words("catch", "catch"),
        words("case", "case").under("case_clause"),
    ],
    structures: &[
        ("if_expression", If("if")),
        ("for_expression while_expression do_while_expression", Structure("loop")),
        ("match_expression", Structure("match")),
        ("catch_clause", Structure("catch")),
    ],
    else_under: "if_expression",
    binaries: "infix_expression",
    operator_texts: OperatorTexts::Nodes,
    outside: "condition value enumerators",
    ..PLAIN
};

pub(super) static DART: Description = Description {
    functions: "function_declaration method_declaration local_function_declaration getter_declaration \
                setter_declaration",
    bodies: "function_body",
    closures: "function_expression",
    parameter_lists: "formal_parameter_list",
    decisions: &[
        words("if", "if"),
        words("for while", "loop"),
        words("catch", "catch"),
        words("case", "case"),
        words("&&", "and"),
        words("||", "or"),
        words("?? ??=", "default for nothing"),
        words("?", "ternary").under("conditional_expression"),
    ],
    structures: &[
        ("if_statement", If("if")),
        ("conditional_expression", Structure("ternary")),
        ("for_statement while_statement do_statement", Structure("loop")),
        ("switch_statement switch_expression", Structure("switch")),
        ("catch_clause", Structure("catch")),
        ("break_statement continue_statement", MaybeJump("jump to a label")),
    ],
    else_under: "if_statement",
    binaries: "logical_and_expression logical_or_expression",
    operators: ["&&", "||"],
    outside: "condition",
    ..PLAIN
};
