//! How a language's functions and decisions are described (a static table of node kinds and words) and how that
//! description is brought to the numbers that the walk reads. What is counted how is the walk's business.

use tree_sitter::Language as TreeSitterLanguage;

/// The description of one grammar. Every list of kinds is separated by blanks.
#[derive(Clone, Copy)]
pub(super) struct Description {
    /// Nodes that are functions and are reported by themselves.
    pub(super) functions: &'static str,
    /// Nodes that are functions only outside of any other.
    pub(super) outer_functions: &'static str,
    /// A function without one of these children is a declaration; empty if there are none such.
    pub(super) bodies: &'static str,
    /// Functions that add to the one around them, one level deeper.
    pub(super) closures: &'static str,
    /// Lists whose named children are the parameters.
    pub(super) parameter_lists: &'static str,
    /// Nodes that are one parameter each, where there is no list.
    pub(super) parameters: &'static str,
    /// Parameters that are no parameters: receivers and separators.
    pub(super) receivers: &'static str,
    /// What adds to the cyclomatic complexity.
    pub(super) decisions: &'static [Decision],
    /// What adds to the cognitive complexity.
    pub(super) structures: &'static [(&'static str, Shape)],
    /// Where an `else` belongs to an `if`, or to a loop.
    pub(super) else_under: &'static str,
    /// Nodes with an operator between two operands.
    pub(super) binaries: &'static str,
    /// The logical operators: and, or.
    pub(super) operators: [&'static str; 2],
    pub(super) operator_texts: OperatorTexts,
    /// Fields of a structure that are not inside of it.
    pub(super) outside: &'static str,
    /// Calls that are structures or functions, by the name that is called.
    pub(super) calls: &'static [(&'static str, Shape)],
    /// Words that the parser takes for names where it lost its way: an `else if` behind an `#endif`.
    pub(super) misread: &'static str,
    /// Whether a call of its own name is a recursion: not where names are overloaded.
    pub(super) recursion: Recursion,
}

/// Whether a function that calls its own name is counted as recursive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Recursion {
    /// A name means one function.
    Counted,
    /// A name may mean another function with other parameters.
    Unknown,
}

/// How a grammar has its logical operators.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OperatorTexts {
    /// As words of their own.
    Words,
    /// As any other operator: only the text of the node tells.
    Nodes,
}

/// One word or node that is a decision.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    /// Words of the language, or kinds of nodes.
    pub(super) kinds: &'static str,
    pub(super) is: Is,
    /// Only directly in one of these; empty for anywhere.
    pub(super) under: &'static str,
    /// What it is, for the reader.
    pub(super) what: &'static str,
    pub(super) first: First,
}

/// How a kind is spelt in the grammar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Is {
    /// A word or sign of the source.
    Word,
    /// A node.
    Node,
}

/// Whether the first of several in a row counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    Counts,
    /// One arm is taken if no other is.
    IsFree,
}

/// Words that count wherever they stand.
pub(super) const fn words(kinds: &'static str, what: &'static str) -> Decision {
    Decision { kinds, is: Is::Word, under: "", what, first: First::Counts }
}

/// Nodes that count.
pub(super) const fn nodes(kinds: &'static str, what: &'static str) -> Decision {
    Decision { kinds, is: Is::Node, under: "", what, first: First::Counts }
}

impl Decision {
    pub(super) const fn under(self, under: &'static str) -> Self {
        Self { under, ..self }
    }
    pub(super) const fn first_is_free(self) -> Self {
        Self { first: First::IsFree, ..self }
    }
}

/// What a node means for the cognitive complexity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Nothing.
    Plain,
    /// Nothing, and nothing inside it either.
    Skip,
    /// A function of its own.
    Function,
    /// The same, if no other is around it.
    OuterFunction,
    /// A function that adds to the one around it.
    Closure,
    /// An `if`, which may follow an `else`.
    If(&'static str),
    /// Costs one and its nesting, and nests what is inside.
    Structure(&'static str),
    /// Costs one and continues the structure around it: `elif`.
    Continuation(&'static str),
    /// The word `else`.
    Else,
    /// A jump to a place that is not near.
    Jump(&'static str),
    /// Jumps only if it names a label.
    MaybeJump(&'static str),
    /// Two operands and what is between them.
    Binary,
    /// Parentheses: nothing for a run of operators.
    Parentheses,
    /// A list of parameters.
    ParameterList,
    /// One parameter.
    Parameter,
    /// A call that may be something else.
    Call,
    /// A condition of the preprocessor, which is not looked at.
    Directive,
}

/// A description as numbers, for one process.
pub(super) struct Table {
    pub(super) description: &'static Description,
    /// By kind.
    shapes: Vec<Shape>,
    /// By kind, a place in `decisions` after zero.
    decided: Vec<u8>,
    decisions: Vec<(&'static Decision, Vec<u16>)>,
    else_under: Vec<u16>,
    bodies: Vec<u16>,
    receivers: Vec<u16>,
    operators: [Vec<u16>; 2],
    /// By field.
    outside: Vec<bool>,
    pub(super) name_field: u16,
    pub(super) body_field: u16,
    pub(super) receiver_field: u16,
    pub(super) condition_field: u16,
    pub(super) declarator_field: u16,
    identifiers: Vec<bool>,
}

impl Table {
    pub(super) fn new(description: &'static Description, language: &TreeSitterLanguage) -> Self {
        let count = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
        let ids = |kinds: &str, is: Is| -> Vec<u16> { ids(language, count, kinds, is) };
        let field = |name: &str| language.field_id_for_name(name).map_or(0, u16::from);
        let mut table = Self {
            description,
            shapes: vec![Shape::Plain; usize::from(count)],
            decided: vec![0; usize::from(count)],
            decisions: Vec::new(),
            else_under: ids(description.else_under, Is::Node),
            bodies: ids(description.bodies, Is::Node),
            receivers: [Is::Node, Is::Word].iter().flat_map(|is| ids(description.receivers, *is)).collect(),
            operators: description.operators.map(|operators| ids(operators, Is::Word)),
            outside: vec![false; language.field_count() + 1],
            name_field: field("name"),
            body_field: field("body"),
            receiver_field: field("receiver"),
            condition_field: field("condition"),
            declarator_field: field("declarator"),
            identifiers: vec![false; usize::from(count)],
        };
        let plain = [
            (description.functions, Is::Node, Shape::Function),
            (description.outer_functions, Is::Node, Shape::OuterFunction),
            (description.closures, Is::Node, Shape::Closure),
            (description.parameter_lists, Is::Node, Shape::ParameterList),
            (description.parameters, Is::Node, Shape::Parameter),
            (description.binaries, Is::Node, Shape::Binary),
            (PARENTHESES, Is::Node, Shape::Parentheses),
            (COMMENTS, Is::Node, Shape::Skip),
            ("else", Is::Word, Shape::Else),
            ("else", Is::Node, Shape::Else),
            (if description.calls.is_empty() { "" } else { "call" }, Is::Node, Shape::Call),
        ];
        let structures = description.structures.iter().map(|(kinds, shape)| (*kinds, Is::Node, *shape));
        for (kinds, is, shape) in plain.into_iter().chain(structures) {
            ids(kinds, is).iter().for_each(|id| table.shapes[usize::from(*id)] = shape);
        }
        for decision in description.decisions {
            table.decisions.push((decision, ids(decision.under, Is::Node)));
            let place = u8::try_from(table.decisions.len()).unwrap_or_default();
            ids(decision.kinds, decision.is).iter().for_each(|id| table.decided[usize::from(*id)] = place);
        }
        ids(IDENTIFIERS, Is::Node).iter().for_each(|id| table.identifiers[usize::from(*id)] = true);
        for field in description.outside.split(' ').filter_map(|name| language.field_id_for_name(name)) {
            if let Some(slot) = table.outside.get_mut(usize::from(field.get())) {
                *slot = true;
            }
        }
        table
    }

    pub(super) fn shape(&self, kind: u16) -> Shape {
        // An error has a kind beyond the table, and its inside still counts.
        self.shapes.get(usize::from(kind)).copied().unwrap_or(Shape::Plain)
    }

    /// The decision that a node of a kind is below a parent.
    pub(super) fn decision(&self, kind: u16, parent: u16) -> Option<&'static Decision> {
        let place = self.decided.get(usize::from(kind)).copied().filter(|place| *place > 0)?;
        let (decision, under) = self.decisions.get(usize::from(place) - 1)?;
        // Where the parser lost its way, nothing is where it belongs.
        let is_there = decision.under.is_empty() || under.contains(&parent) || parent == ERROR_KIND;
        is_there.then_some(*decision)
    }

    pub(super) fn has_else(&self, parent: u16) -> bool {
        self.else_under.contains(&parent)
    }

    pub(super) fn is_body(&self, kind: u16) -> bool {
        self.bodies.contains(&kind)
    }

    pub(super) fn needs_body(&self) -> bool {
        !self.description.bodies.is_empty()
    }

    pub(super) fn is_receiver(&self, kind: u16) -> bool {
        self.receivers.contains(&kind)
    }

    /// Which logical operator a word is, from 1; zero for none.
    pub(super) fn operator(&self, kind: u16) -> u8 {
        match &self.operators {
            [and, _] if and.contains(&kind) => 1,
            [_, or] if or.contains(&kind) => 2,
            _ => 0,
        }
    }

    pub(super) fn is_outside(&self, field: u16) -> bool {
        self.outside.get(usize::from(field)).copied().unwrap_or(false)
    }

    pub(super) fn is_identifier(&self, kind: u16) -> bool {
        self.identifiers.get(usize::from(kind)).copied().unwrap_or(false)
    }
}

/// The kind of a node that holds what the grammar did not understand.
const ERROR_KIND: u16 = u16::MAX;
const PARENTHESES: &str =
    "parenthesized_expression parenthesized_statements parens tuple_expression parenthesized";
const COMMENTS: &str =
    "comment line_comment block_comment multiline_comment documentation_comment marginalia";
const IDENTIFIERS: &str =
    "identifier simple_identifier field_identifier property_identifier type_identifier name";

fn ids(language: &TreeSitterLanguage, count: u16, kinds: &str, is: Is) -> Vec<u16> {
    if kinds.is_empty() {
        return Vec::new();
    }
    let named = is == Is::Node;
    let is_meant = |id: &u16| {
        let kind = language.node_kind_for_id(*id).unwrap_or_default();
        language.node_kind_is_named(*id) == named && kinds.split(' ').any(|known| known == kind)
    };
    (0..count).filter(is_meant).collect()
}

#[cfg(test)]
impl Table {
    /// Kinds and fields that the grammar does not know.
    pub(super) fn unknown_words(&self, language: &TreeSitterLanguage) -> Vec<String> {
        let description = self.description;
        let known = |kind: &str, is: Is| {
            let count = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
            !ids(language, count, kind, is).is_empty()
        };
        let mut lists = vec![
            (description.functions, Is::Node),
            (description.outer_functions, Is::Node),
            (description.bodies, Is::Node),
            (description.closures, Is::Node),
            (description.parameter_lists, Is::Node),
            (description.parameters, Is::Node),
            (description.else_under, Is::Node),
            (description.binaries, Is::Node),
        ];
        lists.extend(description.decisions.iter().map(|decision| (decision.kinds, decision.is)));
        lists.extend(description.decisions.iter().map(|decision| (decision.under, Is::Node)));
        lists.extend(description.structures.iter().map(|(kinds, _)| (*kinds, Is::Node)));
        lists.extend(description.operators.map(|operators| (operators, Is::Word)));
        let kinds = lists.iter().flat_map(|(kinds, is)| kinds.split(' ').map(move |kind| (kind, *is)));
        let unknown = kinds.filter(|(kind, is)| !kind.is_empty() && !known(kind, *is));
        let mut unknown: Vec<String> = unknown.map(|(kind, _)| kind.to_owned()).collect();
        let fields = description.outside.split(' ').filter(|field| !field.is_empty());
        unknown.extend(fields.filter(|field| language.field_id_for_name(field).is_none()).map(str::to_owned));
        unknown
    }
}
