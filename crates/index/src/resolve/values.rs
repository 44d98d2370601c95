//! What a value is: a chain of names, calls and elements is followed from type to type, by what is declared and by
//! what names are bound to. Nothing is run and no type is inferred from how a value is used.

use crate::facts::{Binding, DefinitionKind};
use crate::store::{DefinitionId, StoreError};

use super::chain::{Step, steps};
use super::context::{Context, last_name};
use super::family::{Family, SelfWord};
use super::members::bases_in;
use super::modules::{Entity, Place};
use super::names::{Lookup, Want};
use super::{Resolver, Site, signature, types};

/// What is known of a value.
#[derive(Clone)]
pub(super) enum Value {
    /// A type or a value of it, a module, or something outside.
    Is(Entity),
    /// A value whose type is written so, as seen from a place. The head is of the function that declares it.
    Typed {
        text: String,
        at: Site,
        head: String,
    },
    /// A function, of a value of this type.
    Function(Vec<DefinitionId>, Option<DefinitionId>),
    Unknown,
}

impl Value {
    pub(super) const NO_OWNER: Option<DefinitionId> = None;
}

/// Classes of Python whose members are values of the class itself.
const ENUMS: &[&str] = &["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"];

impl Resolver<'_> {
    /// What a binding's text says: a type, or a chain.
    pub(super) fn value_text(&self, at: &Site, text: &str) -> Result<Value, StoreError> {
        if let Some(declared) = text.strip_prefix(": ") {
            let (text, head) = (declared.to_owned(), String::new());
            return Ok(Value::Typed { text, at: at.clone(), head });
        }
        if let Some(handed) = text.strip_prefix(Binding::HANDED) {
            return self.handed_value(at, handed);
        }
        match text.strip_prefix("with ") {
            Some(chain) => {
                let opened = self.value_of(at, chain)?;
                self.entered(opened)
            }
            None => self.value_of(at, text),
        }
    }

    /// What a chain of names, calls and elements leads to.
    pub(super) fn value_of(&self, site: &Site, chain: &str) -> Result<Value, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Value::Unknown) };
        let steps = steps(chain);
        let Some((Step::Name(first), rest)) = steps.split_first() else { return Ok(Value::Unknown) };
        let mut value = self.first_value(site, first)?;
        for step in rest {
            value = match step {
                Step::Call => self.called(value)?,
                Step::Element(number) => self.element(value, *number)?,
                Step::Name(name) => self.part(value, name)?,
            };
        }
        Ok(value)
    }

    /// What a name stands for.
    fn first_value(&self, site: &Site, name: &str) -> Result<Value, StoreError> {
        let context = &site.context;
        if context.family.self_word(name) == Some(SelfWord::Own) {
            let owner = self.owner_of(context, site.within)?;
            return Ok(owner.map_or(Value::Unknown, |owner| Value::Is(Entity::Type(owner))));
        }
        if name == "super" {
            let owner = self.owner_of(context, site.within)?;
            let bases = owner.map(|owner| self.bases_of_type(owner)).transpose()?;
            return Ok(bases
                .and_then(|bases| bases.first().copied())
                .map_or(Value::Unknown, |base| Value::Is(Entity::Type(base))));
        }
        if let Some(local) = self.local_value(site, name)? {
            let of_file = super::names::in_place(context, None, name, Want::Anything);
            // What a function of JavaScript assigns may be a variable of the file, whose type is declared there.
            return match (context.family, of_file.as_slice(), &local) {
                (Family::Script, [only], Value::Unknown) => match self.variable_value(*only)? {
                    typed @ Value::Typed { .. } => Ok(typed),
                    _ => Ok(local),
                },
                _ => Ok(local),
            };
        }
        match self.visible(site, name, Want::Anything)? {
            Lookup::Found(hits) => self.definitions_value(&hits.targets, Value::NO_OWNER),
            Lookup::Local => Ok(Value::Unknown),
            Lookup::Outside | Lookup::Nothing => Ok(Value::Is(self.entity(site, name)?)),
        }
    }

    /// What definitions of one name are as a value.
    pub(super) fn definitions_value(
        &self,
        ids: &[DefinitionId],
        owner: Option<DefinitionId>,
    ) -> Result<Value, StoreError> {
        let mut functions = Vec::new();
        let mut value = Value::Unknown;
        for id in ids {
            let context = self.context(id.file)?;
            let Some(definition) = context.definition(id.number) else { continue };
            if definition.kind.is_type() {
                return Ok(Value::Is(Entity::Type(*id)));
            }
            if definition.kind == DefinitionKind::Module {
                let place = Place::File { file: id.file, scope: Some(id.number) };
                return Ok(Value::Is(Entity::Module(place)));
            }
            if definition.kind.is_function() {
                functions.push(*id);
            } else if !matches!(value, Value::Typed { .. }) {
                let found = self.variable_value(*id)?;
                let found = match (found, owner) {
                    (Value::Unknown, Some(owner)) if self.is_enum(owner)? => Value::Is(Entity::Type(owner)),
                    (found, _) => found,
                };
                value = if matches!(found, Value::Unknown) { value } else { found };
            }
        }
        Ok(if functions.is_empty() { value } else { Value::Function(functions, owner) })
    }

    fn is_enum(&self, owner: DefinitionId) -> Result<bool, StoreError> {
        let context = self.context(owner.file)?;
        let is_enum = bases_in(&context, owner.number).any(|base| ENUMS.contains(&last_name(&base.base)));
        Ok(is_enum
            || context.definition(owner.number).is_some_and(|found| found.kind == DefinitionKind::Enum))
    }

    /// What a variable or field is, by its declaration or what it is made with.
    pub(super) fn variable_value(&self, id: DefinitionId) -> Result<Value, StoreError> {
        let context = self.context(id.file)?;
        let Some(definition) = context.definition(id.number) else { return Ok(Value::Unknown) };
        if super::members::holds_methods(&context, id.number, definition) {
            return Ok(Value::Is(Entity::Type(id)));
        }
        let at = Site::on_line(std::sync::Arc::clone(&context), definition.container, definition.name_line);
        if let Some(text) = types::written_type(definition, context.family) {
            return Ok(Value::Typed { text: text.to_owned(), at, head: String::new() });
        }
        match types::initial_chain(definition) {
            chain if chain.is_empty() || chain == definition.name => Ok(Value::Unknown),
            chain => self.value_of(&at, &chain),
        }
    }

    /// A part of a value.
    fn part(&self, value: Value, name: &str) -> Result<Value, StoreError> {
        match self.settled(value)? {
            Entity::Type(owner) if name == "__class__" => Ok(Value::Is(Entity::Type(owner))),
            Entity::Type(owner) => self.member_value(owner, name),
            Entity::Module(place) => self.module_value(&place, name),
            Entity::Outside => Ok(Value::Is(Entity::Outside)),
            Entity::Unknown => Ok(Value::Unknown),
        }
    }

    fn module_value(&self, place: &Place, name: &str) -> Result<Value, StoreError> {
        if let Lookup::Found(hits) = self.exported(place, name, Want::Anything)? {
            return self.definitions_value(&hits.targets, Value::NO_OWNER);
        }
        let family = match place {
            Place::File { file, .. } => self.context(*file)?.family,
            _ => Family::Python,
        };
        let step = self.step(family, &Entity::Module(place.clone()), name)?;
        Ok(Value::Is(step))
    }

    fn member_value(&self, owner: DefinitionId, name: &str) -> Result<Value, StoreError> {
        if let Lookup::Found(hits) = self.member(owner, name)? {
            let value = self.definitions_value(&hits.targets, Some(owner))?;
            if !matches!(value, Value::Unknown) {
                return Ok(value);
            }
        }
        self.attribute(owner, name)
    }

    /// A field that methods assign.
    fn attribute(&self, owner: DefinitionId, name: &str) -> Result<Value, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Value::Unknown) };
        let context = self.context(owner.file)?;
        let is_it = |binding: &Binding| {
            let own = binding.name.strip_prefix("self.").or_else(|| binding.name.strip_prefix("this."));
            own == Some(name) && context.chain(binding.within).any(|(number, _)| number == owner.number)
        };
        let mut places: Vec<usize> =
            (0..).zip(&context.bindings).filter(|(_, binding)| is_it(binding)).map(|(at, _)| at).collect();
        places.sort_by_key(|at| !context.bindings[*at].value.starts_with(':'));
        let site = Site::new(&context, Some(owner.number));
        for at in places.into_iter().take(ASSIGNMENTS_MAX) {
            let value = self.bound_value(&site, at)?;
            if !matches!(value, Value::Unknown | Value::Is(Entity::Unknown)) {
                return Ok(value);
            }
        }
        for base in self.bases_of_type(owner)?.iter() {
            let value = self.attribute(*base, name)?;
            if !matches!(value, Value::Unknown) {
                return Ok(value);
            }
        }
        Ok(Value::Unknown)
    }

    /// What a call gives.
    fn called(&self, value: Value) -> Result<Value, StoreError> {
        match value {
            Value::Is(Entity::Type(owner)) => Ok(Value::Is(Entity::Type(owner))),
            Value::Function(ids, owner) => self.result(&ids, owner),
            Value::Typed { text, at, head } => match types::called(&text, at.context.family) {
                Some(text) => Ok(Value::Typed { text, at, head }),
                None => {
                    let Entity::Type(owner) = self.type_entity(&text, &at, &head)? else {
                        return Ok(Value::Unknown);
                    };
                    match self.member(owner, "__call__")? {
                        Lookup::Found(hits) => self.result(&hits.targets, Some(owner)),
                        _ => Ok(Value::Unknown),
                    }
                }
            },
            // What is outside may give back anything, something of ours too.
            Value::Is(_) | Value::Unknown => Ok(Value::Unknown),
        }
    }

    /// What functions of one name give back: what the first of them says that says anything.
    fn result(&self, ids: &[DefinitionId], owner: Option<DefinitionId>) -> Result<Value, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Value::Unknown) };
        for id in ids {
            let context = self.context(id.file)?;
            let Some(definition) = context.definition(id.number) else { continue };
            let at = Site::new(&context, Some(id.number));
            if let Some(text) = signature::result(definition, context.family) {
                if matches!(text, "Self" | "this")
                    && let Some(owner) = owner
                {
                    return Ok(Value::Is(Entity::Type(owner)));
                }
                let (text, head) = (text.to_owned(), definition.signature.clone());
                return Ok(Value::Typed { text, at, head });
            }
            for place in results_of(&context, id.number) {
                let value = self.bound_value(&at, place)?;
                if !matches!(value, Value::Unknown | Value::Is(Entity::Unknown)) {
                    return Ok(value);
                }
            }
        }
        Ok(Value::Unknown)
    }

    /// One of what a value holds.
    fn element(&self, value: Value, number: Option<usize>) -> Result<Value, StoreError> {
        match value {
            Value::Typed { text, at, head } => match types::element(&text, at.context.family, number) {
                Some(text) => Ok(Value::Typed { text, at, head }),
                None => {
                    let settled = self.settled(Value::Typed { text, at, head })?;
                    self.held_element(settled)
                }
            },
            Value::Function(ids, owner) => {
                let result = self.result(&ids, owner)?;
                match result {
                    Value::Typed { .. } => self.element(result, number),
                    _ => Ok(Value::Unknown),
                }
            }
            Value::Is(entity) => self.held_element(entity),
            Value::Unknown => Ok(Value::Unknown),
        }
    }

    /// One of what a value of a type holds, as the type itself says.
    fn held_element(&self, entity: Entity) -> Result<Value, StoreError> {
        let Entity::Type(owner) = entity else { return Ok(Value::Unknown) };
        for method in ["__getitem__", "__iter__"] {
            let Lookup::Found(hits) = self.member(owner, method)? else { continue };
            let value = self.result(&hits.targets, Some(owner))?;
            if method == "__getitem__" {
                return Ok(value);
            }
            if let Value::Typed { .. } = value {
                return self.element(value, NO_NUMBER);
            }
        }
        Ok(Value::Unknown)
    }

    /// What a `with` block gets.
    fn entered(&self, value: Value) -> Result<Value, StoreError> {
        if let Value::Typed { text, at, head } = &value
            && let Some(text) = types::yielded(text)
        {
            return Ok(Value::Typed { text, at: at.clone(), head: head.clone() });
        }
        let Entity::Type(owner) = self.settled(value.clone())? else { return Ok(value) };
        for method in ["__enter__", "__aenter__"] {
            if let Lookup::Found(hits) = self.member(owner, method)? {
                let entered = self.result(&hits.targets, Some(owner))?;
                let is_known = !matches!(self.settled(entered.clone())?, Entity::Unknown | Entity::Outside);
                return Ok(if is_known { entered } else { value });
            }
        }
        Ok(value)
    }

    /// The type or module whose members a value has.
    pub(super) fn settled(&self, value: Value) -> Result<Entity, StoreError> {
        match value {
            Value::Is(entity) => Ok(entity),
            // A property is read like a field.
            Value::Function(ids, owner) => match self.result(&ids, owner)? {
                Value::Function(..) => Ok(Entity::Unknown),
                value => self.settled(value),
            },
            Value::Typed { text, at, head } => self.type_entity(&text, &at, &head),
            Value::Unknown => Ok(Entity::Unknown),
        }
    }

    fn type_entity(&self, text: &str, at: &Site, head: &str) -> Result<Entity, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Entity::Unknown) };
        if let Some(value) = text.trim().strip_prefix("typeof ") {
            let value = self.value_of(at, value.trim())?;
            return self.settled(value);
        }
        let made = text.trim().strip_prefix("ReturnType<typeof ").and_then(|rest| rest.strip_suffix('>'));
        if let Some(name) = made {
            let value = self.value_of(at, &format!("{}()", name.trim()))?;
            return self.settled(value);
        }
        let Some(path) = types::type_path(text, at.context.family) else { return Ok(Entity::Unknown) };
        if matches!(path.as_str(), "Self" | "this") {
            let owner = self.owner_of(&at.context, at.within)?;
            return Ok(owner.map_or(Entity::Unknown, Entity::Type));
        }
        Ok(match self.entity(at, &path)? {
            // A parameter of a generic type may be anything.
            Entity::Module(_) => Entity::Unknown,
            _ if !head.is_empty() && super::receiver::is_generic(head, &path) => Entity::Unknown,
            entity => entity,
        })
    }
}

/// Any of what is held.
const NO_NUMBER: Option<usize> = None;

/// The bindings that say what a function gives back: what its head says, else what its own statements say.
fn results_of(context: &Context, number: u32) -> Vec<usize> {
    let Some(definition) = context.definition(number) else { return Vec::new() };
    let results = || (0..).zip(&context.bindings).filter(|(_, binding)| binding.name == Binding::RESULT);
    // The head stands before what it defines.
    let is_head = |binding: &Binding| {
        binding.line == definition.name_line
            && binding.within == definition.container
            && binding.value.starts_with(':')
    };
    if let Some((place, _)) = results().find(|(_, binding)| is_head(binding)) {
        return vec![place];
    }
    // Functions without a name inside give back something too.
    let own = || results().filter(|(_, binding)| binding.within == Some(number));
    let width = |binding: &Binding| binding.scope.1 - binding.scope.0;
    let widest = own().map(|(_, binding)| width(binding)).max();
    let of_function = own().filter(|(_, binding)| Some(width(binding)) == widest);
    of_function.map(|(place, _)| place).take(ASSIGNMENTS_MAX).collect()
}

/// Assignments of one field, and results of one function, that are looked at.
const ASSIGNMENTS_MAX: usize = 6;
