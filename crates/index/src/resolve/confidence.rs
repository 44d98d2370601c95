//! How sure each way of resolving is. From 0.8 on, an edge may be shown as a fact: those ways follow what the
//! language itself does. The others are guesses by name. What each is worth was judged on real repositories:
//! see the decision records on resolution and on values.

use super::builtins::is_own_method;
use super::family::Family;

/// Defined in a function or type around the use.
pub(super) const SAME_SCOPE: f32 = 0.97;
/// Defined in the file.
pub(super) const SAME_FILE: f32 = 0.95;
/// Defined in the file, and imported too: one of them hides the other.
pub(super) const SAME_FILE_AND_IMPORTED: f32 = 0.7;
/// Imported by name, or a function of an imported module.
pub(super) const IMPORT: f32 = 0.95;
/// One of several imports of that name; another leads out.
pub(super) const IMPORT_MAYBE: f32 = 0.7;
/// Imported through files that hand it on, or with all that a module has.
pub(super) const REEXPORT: f32 = 0.9;
/// The default export of a module, told by its name.
pub(super) const DEFAULT_EXPORT: f32 = 0.92;
/// A member of the type around, or of a type that is named.
pub(super) const MEMBER: f32 = 0.95;
/// A member of what that type is made from.
pub(super) const BASE_MEMBER: f32 = 0.9;
/// A member of the type that a parameter or field is declared with.
pub(super) const DECLARED_MEMBER: f32 = 0.88;
/// A member of the type that a value has, where values are followed.
pub(super) const FOLLOWED_MEMBER: f32 = 0.95;
/// Of the same package.
pub(super) const SAME_PACKAGE: f32 = 0.9;
/// The only function of that name that the linker could mean.
pub(super) const LINKED: f32 = 0.85;
/// A constant that is loaded by its name.
pub(super) const AUTOLOADED: f32 = 0.82;
/// The only function of that name, where nothing else speaks for it.
pub(super) const UNIQUE_FUNCTION: f32 = 0.6;
/// One of several, shared by all of them.
const AMBIGUOUS: f32 = 0.4;
/// The same where values are followed: what is left is rarely of a library.
const AMBIGUOUS_LEFT: f32 = 0.95;
/// The only method of a name, of a type that the file defines or imports.
const UNIQUE_OF_NAMED_TYPE: f32 = 0.9;
/// A method of that name, called on something unknown, that the language's own types have too.
const OWN_METHOD: f32 = 0.05;

/// How sure the only method of a name is, called on something unknown, in a file that names its type or not.
pub(super) fn unique_method(family: Family, name: &str, is_type_named: bool) -> f32 {
    match (family, is_type_named) {
        (Family::Python | Family::Script, _) if is_own_method(family, name) => OWN_METHOD,
        (Family::Python | Family::Script, true) => UNIQUE_OF_NAMED_TYPE,
        (Family::Python, false) => 0.78,
        (Family::Script, false) => 0.55,
        _ => 0.5,
    }
}

/// What several of a name share, by how sure one alone would be.
pub(super) fn shared(family: Family, alone: f32) -> f32 {
    match family {
        Family::Python | Family::Script if alone <= OWN_METHOD => OWN_METHOD,
        Family::Python | Family::Script => AMBIGUOUS_LEFT,
        _ => AMBIGUOUS,
    }
}
