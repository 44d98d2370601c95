//! Parameters without a type of functions that are handed to a call: what is called declares what it will call
//! them with.

use crate::facts::DefinitionKind;
use crate::store::{DefinitionId, StoreError};

use super::modules::Entity;
use super::names::Lookup;
use super::values::Value;
use super::{Resolver, Site, signature, types};

/// Methods of arrays that call a function with each of what the array holds.
const EACH: &[&str] =
    &["every", "filter", "find", "findIndex", "findLast", "flatMap", "forEach", "map", "some"];
/// Declarations of one function that are looked at.
const DECLARATIONS_MAX: usize = 8;

impl Resolver<'_> {
    /// `parameter/argument/property callee`: the parameter of a function that is that argument of a call, or that property
    /// of it.
    pub(super) fn handed_value(&self, at: &Site, text: &str) -> Result<Value, StoreError> {
        let Some(_guard) = self.deeper() else { return Ok(Value::Unknown) };
        let Some((place, callee)) = text.split_once(' ') else { return Ok(Value::Unknown) };
        let mut parts = place.splitn(3, '/');
        let mut number = || parts.next().and_then(|part| part.parse::<usize>().ok());
        let (Some(parameter), Some(argument)) = (number(), number()) else { return Ok(Value::Unknown) };
        let property = parts.next().unwrap_or_default();
        if let Some((held, method)) = callee.rsplit_once('.')
            && EACH.contains(&method)
            && (parameter, argument) == (0, 0)
        {
            let held = self.value_of(at, held)?;
            return match held {
                Value::Typed { text, at, head } => Ok(match types::element(&text, at.context.family, None) {
                    Some(text) => Value::Typed { text, at, head },
                    None => Value::Unknown,
                }),
                _ => Ok(Value::Unknown),
            };
        }
        let ids = match self.value_of(at, callee)? {
            Value::Function(ids, _) => ids,
            Value::Is(Entity::Type(owner)) => match self.member(owner, "constructor")? {
                Lookup::Found(hits) => hits.targets,
                _ => return Ok(Value::Unknown),
            },
            _ => return Ok(Value::Unknown),
        };
        for id in ids.into_iter().take(DECLARATIONS_MAX) {
            let found = self.declared_parameter(id, argument, property, parameter)?;
            if !matches!(found, Value::Unknown) {
                return Ok(found);
            }
        }
        Ok(Value::Unknown)
    }

    /// What a function calls the function with that it is given as an argument.
    fn declared_parameter(
        &self,
        id: DefinitionId,
        argument: usize,
        property: &str,
        parameter: usize,
    ) -> Result<Value, StoreError> {
        let context = self.context(id.file)?;
        let Some(definition) = context.definition(id.number) else { return Ok(Value::Unknown) };
        let parameters = signature::parameters(definition, context.family);
        let Some(given) = parameters.get(argument) else { return Ok(Value::Unknown) };
        let at = Site::new(&context, Some(id.number));
        let given = Value::Typed { text: given.type_text.to_owned(), at, head: definition.signature.clone() };
        if property.is_empty() {
            return self.parameter_of(given, parameter);
        }
        let Entity::Type(owner) = self.settled(given)? else { return Ok(Value::Unknown) };
        let Lookup::Found(hits) = self.member(owner, property)? else { return Ok(Value::Unknown) };
        let Some(member) = hits.targets.first() else { return Ok(Value::Unknown) };
        let context = self.context(member.file)?;
        let Some(definition) = context.definition(member.number) else { return Ok(Value::Unknown) };
        if definition.kind == DefinitionKind::Method {
            let parameters = signature::parameters(definition, context.family);
            let Some(found) = parameters.get(parameter) else { return Ok(Value::Unknown) };
            let (text, head) = (found.type_text.to_owned(), definition.signature.clone());
            return Ok(Value::Typed { text, at: Site::new(&context, Some(member.number)), head });
        }
        let value = self.variable_value(*member)?;
        self.parameter_of(value, parameter)
    }

    /// A parameter of a value that is a function by its type, written out or under a name.
    fn parameter_of(&self, value: Value, number: usize) -> Result<Value, StoreError> {
        let Value::Typed { text, at, head } = value else { return Ok(Value::Unknown) };
        let text = types::without_nothing(&text, at.context.family).to_owned();
        if let Some(found) = signature::parameter_of_type(&text, number, at.context.family) {
            let text = found.to_owned();
            return Ok(Value::Typed { text, at, head });
        }
        let Entity::Type(alias) = self.settled(Value::Typed { text, at, head })? else {
            return Ok(Value::Unknown);
        };
        let context = self.context(alias.file)?;
        let Some(definition) = context.definition(alias.number) else { return Ok(Value::Unknown) };
        let written = definition.signature.split_once('=').map(|(_, value)| value.trim()).unwrap_or_default();
        Ok(match signature::parameter_of_type(written, number, context.family) {
            Some(found) => Value::Typed {
                text: found.to_owned(),
                at: Site::new(&context, Some(alias.number)),
                head: definition.signature.clone(),
            },
            None => Value::Unknown,
        })
    }
}
