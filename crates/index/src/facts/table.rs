//! How a grammar's nodes are described (a static table of node kind → role) and how that description is
//! brought to the numbers that the walk reads. What the roles do is the walk's business.

use std::num::NonZeroU16;

use tree_sitter::{Language as TreeSitterLanguage, Node};

use super::DefinitionKind;
use super::bindings::BindHook;
use super::slim::Rows;

/// The description of one grammar.
#[derive(Clone, Copy)]
pub(super) struct Description {
    /// Node kinds, separated by blanks, with what they mean.
    pub(super) rows: &'static [(&'static str, Role)],
    /// Calls that are imports when their first argument is text.
    pub(super) import_calls: &'static [&'static str],
    /// Calls that name a base of the type around them.
    pub(super) base_calls: &'static [&'static str],
    /// What stands between the names of a path.
    pub(super) separator: &'static str,
}

/// Where a node keeps a part.
#[derive(Debug, Clone, Copy)]
pub(super) enum At {
    /// It has no such part.
    Nowhere,
    /// Under a field.
    Field(&'static str),
    /// The first named child of a kind.
    Child(&'static str),
    /// A named child by its number.
    Nth(u8),
    /// Down a chain of C declarators.
    Declarator,
    /// A field by its number.
    FieldId(NonZeroU16),
    /// A child by the number of its kind.
    ChildId(u16),
}

impl At {
    /// Names become numbers, so that the walk compares no text.
    fn resolve(self, language: &TreeSitterLanguage) -> Self {
        match self {
            Self::Field(name) => language.field_id_for_name(name).map_or(Self::Nowhere, Self::FieldId),
            Self::Child(kind) => match language.id_for_node_kind(kind, IS_NAMED) {
                0 => Self::Nowhere,
                id => Self::ChildId(id),
            },
            Self::Nowhere | Self::Nth(_) | Self::Declarator | Self::FieldId(_) | Self::ChildId(_) => self,
        }
    }
}

const IS_NAMED: bool = true;

/// What a node kind means.
#[derive(Clone, Copy)]
pub(super) enum Role {
    /// Nothing inside is of interest.
    Skip,
    /// A comment.
    Comment,
    /// Stands before what it belongs to, as a sibling.
    Attribute,
    /// Holds a definition together with its decorators or modifiers.
    Wrapper,
    /// The same, and its own words belong to the signature.
    Declaration,
    /// Defines something.
    Define(Define),
    /// Names the type that the definitions inside belong to, without defining it.
    Scope(Define),
    /// Calls something.
    Call(Call),
    /// A path: its last name is the part.
    Path(At),
    /// A name that is used.
    Name,
    /// The part is bound to a local name.
    Bind(At),
    /// Direct children that are names are bound to local names.
    BindNames,
    /// The part is a name that is neither defined nor used.
    Label(At),
    /// Direct children that are names are members of an enum.
    Members,
    /// Unparsed tokens, in which a name before a parenthesis is a call.
    Tokens,
    /// An import.
    Import(ImportHook),
    /// Names bases of the type around it.
    Bases,
    /// Only a look at the node tells.
    Decide(DecideHook),
    /// Nothing by itself: it only binds names.
    Binds,
}

impl Role {
    fn resolve(self, language: &TreeSitterLanguage) -> Self {
        match self {
            Self::Define(define) => Self::Define(define.resolve(language)),
            Self::Scope(define) => Self::Scope(define.resolve(language)),
            Self::Call(call) => Self::Call(call.resolve(language)),
            Self::Path(at) => Self::Path(at.resolve(language)),
            Self::Bind(at) => Self::Bind(at.resolve(language)),
            Self::Label(at) => Self::Label(at.resolve(language)),
            Self::Skip
            | Self::Comment
            | Self::Attribute
            | Self::Wrapper
            | Self::Declaration
            | Self::Name
            | Self::BindNames
            | Self::Members
            | Self::Tokens
            | Self::Import(_)
            | Self::Bases
            | Self::Decide(_)
            | Self::Binds => self,
        }
    }
}

/// Adds what an import node says.
pub(super) type ImportHook = fn(&Source<'_>, Node<'_>, &mut Vec<super::Import>);
/// Completes or refuses what the table says of a definition.
pub(super) type FoundHook = for<'t> fn(&Source<'_>, Node<'t>, Found<'t>) -> Option<Found<'t>>;
/// Tells what a node is.
pub(super) type DecideHook = for<'t> fn(&Source<'_>, Node<'t>) -> Decision<'t>;

/// What a hook says of a node.
pub(super) enum Decision<'t> {
    /// It defines something.
    Define(Found<'t>),
    /// It calls something: what, and how many arguments.
    Call(Node<'t>, usize),
    /// It defines a part of the type around it.
    Part(Found<'t>),
    /// It defines a variable, or binds a local name if it stands in a function.
    Variable(Found<'t>),
    /// It binds a local name.
    Bind(Node<'t>),
    /// It sends a message: its name, and how many arguments; the receiver begins with the node.
    Message(Node<'t>, usize),
    /// The node names bases of the type around it.
    Bases(Node<'t>),
    /// The node is a name that is neither defined nor used.
    Label(Node<'t>),
    /// It is an import.
    Import(ImportHook),
    /// It holds a definition with its decorators.
    Wrap,
    /// Something may be inside.
    Enter,
}

/// A definition's row.
#[derive(Clone, Copy)]
pub(super) struct Define {
    pub(super) kind: DefinitionKind,
    /// The language's own word for it.
    pub(super) word: &'static str,
    pub(super) name: At,
    pub(super) body: At,
    pub(super) bases: &'static [At],
    pub(super) hook: Option<FoundHook>,
    /// Not a definition inside a function.
    pub(super) not_local: bool,
    /// Without a body it is only a mention.
    pub(super) needs_body: bool,
    /// Nothing is contained in it.
    pub(super) is_leaf: bool,
    /// A part of a type (field, enum member), which an outline leaves out.
    pub(super) is_part: bool,
    /// The body may begin with a doc string.
    pub(super) doc_string: bool,
    /// Continues a definition of the same name that stands before it.
    pub(super) continues: bool,
    /// What holds it may already have given it the same name.
    pub(super) same_as_last: bool,
}

/// A definition with the fields `name` and `body`.
pub(super) const fn define(kind: DefinitionKind, word: &'static str) -> Define {
    Define {
        kind,
        word,
        name: At::Field("name"),
        body: At::Field("body"),
        bases: &[],
        hook: None,
        not_local: false,
        needs_body: false,
        is_leaf: false,
        is_part: false,
        doc_string: false,
        continues: false,
        same_as_last: false,
    }
}

impl Define {
    pub(super) const fn name(self, name: At) -> Self {
        Self { name, ..self }
    }
    pub(super) const fn body(self, body: At) -> Self {
        Self { body, ..self }
    }
    pub(super) const fn bases(self, bases: &'static [At]) -> Self {
        Self { bases, ..self }
    }
    pub(super) const fn hook(self, hook: FoundHook) -> Self {
        Self { hook: Some(hook), ..self }
    }
    pub(super) const fn not_local(self) -> Self {
        Self { not_local: true, ..self }
    }
    pub(super) const fn needs_body(self) -> Self {
        Self { needs_body: true, ..self }
    }
    pub(super) const fn leaf(self) -> Self {
        Self { is_leaf: true, ..self }
    }
    /// A field or enum member: contains nothing, is never local.
    pub(super) const fn part(self) -> Self {
        Self { is_part: true, is_leaf: true, not_local: true, ..self }
    }
    pub(super) const fn doc_string(self) -> Self {
        Self { doc_string: true, ..self }
    }
    pub(super) const fn continues(self) -> Self {
        Self { continues: true, ..self }
    }
    pub(super) const fn same_as_last(self) -> Self {
        Self { same_as_last: true, ..self }
    }
    pub(super) const fn role(self) -> Role {
        Role::Define(self)
    }
    fn resolve(self, language: &TreeSitterLanguage) -> Self {
        Self { name: self.name.resolve(language), body: self.body.resolve(language), ..self }
    }
}

/// A call's row.
#[derive(Clone, Copy)]
pub(super) struct Call {
    /// What is called.
    pub(super) callee: At,
    pub(super) arguments: Arguments,
    /// The receiver begins with the node, not with the callee.
    pub(super) receiver_first: bool,
}

impl Call {
    fn resolve(self, language: &TreeSitterLanguage) -> Self {
        let arguments = match self.arguments {
            Arguments::List(at) => Arguments::List(at.resolve(language)),
            Arguments::After(_) => self.arguments,
        };
        Self { callee: self.callee.resolve(language), arguments, ..self }
    }
}

/// Where a call keeps its arguments.
#[derive(Clone, Copy)]
pub(super) enum Arguments {
    /// In a list.
    List(At),
    /// As its own named children, after so many others.
    After(u8),
}

/// A call whose callee is a path or name.
pub(super) const fn call(callee: At, arguments: At) -> Role {
    Role::Call(Call { callee, arguments: Arguments::List(arguments), receiver_first: false })
}

/// A call whose receiver stands beside the name.
pub(super) const fn call_on(name: At, arguments: At) -> Role {
    Role::Call(Call { callee: name, arguments: Arguments::List(arguments), receiver_first: true })
}

/// A call whose arguments stand beside the callee.
pub(super) const fn call_bare(callee: At, before: u8) -> Role {
    Role::Call(Call { callee, arguments: Arguments::After(before), receiver_first: false })
}

/// A definition that was found.
pub(super) struct Found<'t> {
    pub(super) kind: DefinitionKind,
    pub(super) word: &'static str,
    pub(super) name: Node<'t>,
    /// Another name than the node's text.
    pub(super) renamed: Option<String>,
    pub(super) body: Option<Node<'t>>,
    pub(super) receiver: Option<String>,
    /// It only names the type that the definitions inside belong to.
    pub(super) scope_only: bool,
    /// Nothing is contained in it.
    pub(super) is_leaf: bool,
}

impl<'t> Found<'t> {
    pub(super) fn new(kind: DefinitionKind, word: &'static str, name: Node<'t>) -> Self {
        Self {
            kind,
            word,
            name,
            renamed: None,
            body: None,
            receiver: None,
            scope_only: false,
            is_leaf: false,
        }
    }
}

/// A description as numbers, for one process.
pub(crate) struct Table {
    pub(super) description: &'static Description,
    language: TreeSitterLanguage,
    /// By kind id: [`LEAF`], [`ENTER`], or a place in `roles` after these two.
    marks: Vec<u16>,
    roles: Vec<Role>,
    /// What each of them binds.
    hooks: Vec<Option<BindHook>>,
    /// Whether a receiver is kept as a chain of names and calls.
    pub(super) follows_values: bool,
}

/// Nothing inside, nothing to do.
pub(super) const LEAF: u16 = 0;
/// Nothing to do, but perhaps inside.
pub(super) const ENTER: u16 = 1;

impl Table {
    pub(super) fn new(
        description: &'static Description,
        binding: &'static [(&'static str, BindHook)],
        language: TreeSitterLanguage,
    ) -> Self {
        let mut roles = Vec::new();
        let mut hooks = Vec::new();
        let mut named: Vec<(&'static str, u16)> = Vec::new();
        let rows =
            description.rows.iter().flat_map(|(kinds, role)| kinds.split(' ').map(move |kind| (kind, *role)));
        let bound = binding.iter().flat_map(|(kinds, hook)| kinds.split(' ').map(move |kind| (kind, *hook)));
        let bound: Vec<(&'static str, BindHook)> = bound.collect();
        for (kind, role) in rows {
            let mark = u16::try_from(roles.len() + 2).unwrap_or(ENTER);
            roles.push(role.resolve(&language));
            hooks.push(bound.iter().find(|(known, _)| *known == kind).map(|(_, hook)| *hook));
            named.push((kind, mark));
        }
        for (kind, hook) in bound {
            if named.iter().all(|(known, _)| *known != kind) {
                named.push((kind, u16::try_from(roles.len() + 2).unwrap_or(ENTER)));
                roles.push(Role::Binds);
                hooks.push(Some(hook));
            }
        }
        named.sort_unstable();
        let count = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
        let mark = |id: u16| -> u16 {
            let kind = language.node_kind_for_id(id).unwrap_or_default();
            match named.binary_search_by(|(known, _)| (*known).cmp(kind)) {
                _ if !language.node_kind_is_named(id) => LEAF,
                Ok(at) if matches!(roles[usize::from(named[at].1) - 2], Role::Skip) => LEAF,
                Ok(at) => named[at].1,
                Err(_) => ENTER,
            }
        };
        let marks = (0..count).map(mark).collect();
        Self { description, language, marks, roles, hooks, follows_values: false }
    }

    /// The same, which keeps receivers as chains.
    pub(super) fn following_values(self) -> Self {
        Self { follows_values: true, ..self }
    }

    /// [`LEAF`], [`ENTER`] or a role's mark. Errors have a kind of their own beyond the table.
    pub(super) fn mark(&self, kind_id: u16) -> u16 {
        self.marks.get(usize::from(kind_id)).copied().unwrap_or(ENTER)
    }

    pub(super) fn role(&self, mark: u16) -> Option<&Role> {
        self.roles.get(usize::from(mark).wrapping_sub(2))
    }

    /// What a node of this mark binds.
    pub(super) fn hook(&self, mark: u16) -> Option<BindHook> {
        self.hooks.get(usize::from(mark).wrapping_sub(2)).copied().flatten()
    }

    pub(super) fn role_of(&self, node: Node<'_>) -> Option<&Role> {
        self.role(self.mark(node.kind_id()))
    }

    fn field(&self, name: &str) -> Option<NonZeroU16> {
        self.language.field_id_for_name(name)
    }

    #[cfg(test)]
    pub(super) fn unknown_words(&self) -> Vec<String> {
        let known = |kind: &str| self.language.id_for_node_kind(kind, true) != 0;
        let kinds = self.description.rows.iter().flat_map(|(kinds, _)| kinds.split(' '));
        kinds.filter(|kind| !known(kind)).map(str::to_owned).collect()
    }
}

/// A text with the table that reads it.
pub(super) struct Source<'s> {
    pub(super) text: &'s str,
    pub(super) table: &'s Table,
    /// Where the rows of the text are in the file.
    pub(super) rows: &'s Rows,
}

/// Links of a declarator or path that are followed.
const CHAIN_MAX: usize = 16;

impl<'s> Source<'s> {
    pub(super) fn of(&self, node: Node<'_>) -> &'s str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    pub(super) fn field<'t>(&self, node: Node<'t>, name: &str) -> Option<Node<'t>> {
        self.table.field(name).and_then(|field| node.child_by_field_id(field.get()))
    }

    pub(super) fn part<'t>(&self, node: Node<'t>, at: At) -> Option<Node<'t>> {
        match at {
            At::Nowhere => None,
            At::Field(name) => self.field(node, name),
            At::Child(kind) => child(node, kind),
            At::Nth(number) => node.named_child(u32::from(number)),
            At::Declarator => self.declarator(node),
            At::FieldId(id) => node.child_by_field_id(id.get()),
            At::ChildId(id) => {
                let mut cursor = node.walk();
                node.named_children(&mut cursor).find(|child| child.kind_id() == id)
            }
        }
    }

    /// The name at the end of a chain of declarators.
    fn declarator<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        let mut at = self.field(node, "declarator")?;
        for _ in 0..CHAIN_MAX {
            let next = match at.kind() {
                "parenthesized_declarator" | "reference_declarator" | "attributed_declarator" => {
                    at.named_child(0)
                }
                _ => self.field(at, "declarator"),
            };
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
        Some(at)
    }
}

/// The first named child of a kind.
pub(super) fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == kind)
}
