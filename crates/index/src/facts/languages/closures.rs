//! The declared parameters of functions without a name, where a signature says the rest: Go, Java, Kotlin, Rust, PHP, C#.

use tree_sitter::Node;

use crate::facts::bindings::{BindHook, Binder, ScopeKind, typed};
use crate::facts::table::{Source, child};

pub(super) static GO: &[(&str, BindHook)] = &[("func_literal", closure)];
pub(super) static JAVA: &[(&str, BindHook)] = &[("lambda_expression", closure)];
pub(super) static KOTLIN: &[(&str, BindHook)] = &[("lambda_literal anonymous_function", closure)];
pub(super) static RUST: &[(&str, BindHook)] = &[("closure_expression", closure)];
pub(super) static PHP: &[(&str, BindHook)] = &[("anonymous_function arrow_function", closure)];
pub(super) static CSHARP: &[(&str, BindHook)] = &[("lambda_expression anonymous_method_expression", closure)];

/// Parameters of one function that are looked at.
const PARAMETERS_MAX: usize = 32;

/// Binds the parameters that say their type. The others stay what they are around: one line often holds both.
fn closure(source: &Source<'_>, node: Node<'_>, out: &mut Binder) {
    let list = source
        .field(node, "parameters")
        .or_else(|| child(node, "lambda_parameters"))
        .or_else(|| child(node, "function_value_parameters"));
    let Some(list) = list else { return };
    let mut is_entered = false;
    let mut cursor = list.walk();
    for parameter in list.named_children(&mut cursor).take(PARAMETERS_MAX) {
        let Some(declared) = declared_type(source, parameter) else { continue };
        let mut inner = parameter.walk();
        for name in parameter.named_children(&mut inner).filter(|part| is_name(*part)) {
            // A type may be a mere name too; it follows, or stands before, what it declares.
            if name.id() == declared.id() {
                continue;
            }
            if !is_entered {
                out.enter(node, ScopeKind::Declared);
                is_entered = true;
            }
            out.bind(name, source.of(name), typed(source.of(declared)));
        }
    }
}

fn is_name(part: Node<'_>) -> bool {
    matches!(part.kind(), "identifier" | "variable_name")
}

fn declared_type<'t>(source: &Source<'_>, parameter: Node<'t>) -> Option<Node<'t>> {
    let is_one = matches!(
        parameter.kind(),
        "parameter"
            | "parameter_declaration"
            | "formal_parameter"
            | "simple_parameter"
            | "variable_declaration"
    );
    let field = source.field(parameter, "type");
    // Kotlin writes the type behind the name, without a field.
    field.or_else(|| parameter.named_child(1)).filter(|_| is_one)
}
