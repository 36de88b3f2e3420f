//! The structure of a template: page designs, fields and bindings as JSON values that know their
//! pointers and what they are.
//!
//! It is read once. [`Template::read`](super::Template::read) builds the template from it, and
//! `check` walks it.

use std::borrow::Cow;
use std::collections::HashMap;

use super::read::{Context, Node};
use crate::expr::Dialect;
use crate::format::{BindingType, Choose, binding, field, page};
use crate::problem::{Code, Problem};
use crate::value::Value;

/// A template with its bindings.
pub struct TemplateSource<'a> {
    /// The template itself.
    pub root: Node<'a>,
    /// Its page designs, those that count.
    pub designs: Vec<SourceDesign<'a>>,
    /// Dialect of its expressions.
    pub dialect: Dialect,
    pub bindings: Vec<SourceBinding<'a>>,
    /// The bindings of each name.
    bindings_by_name: HashMap<Cow<'a, str>, BindingGroup>,
    /// The fields of each name, by design and number.
    fields_by_name: HashMap<Cow<'a, str>, Vec<(usize, usize)>>,
    /// The first field of each id, by design and number.
    field_by_id: HashMap<Cow<'a, str>, (usize, usize)>,
}

/// The bindings of one name, by their numbers.
#[derive(Default)]
struct BindingGroup {
    all: Vec<usize>,
    /// The first one of each kind.
    first: Vec<(BindingType, usize)>,
    /// Number of the binding that feeds the input of a field (spec 5.2): the last of some kinds.
    input: Option<usize>,
}

impl BindingGroup {
    fn add(&mut self, kind: &str, number: usize) {
        self.all.push(number);
        let Some(kind) = BindingType::named(kind) else { return };
        if !self.first.iter().any(|(other, _)| *other == kind) {
            self.first.push((kind, number));
        }
        use BindingType::{Array, KeyValue, Scalar, Template};
        if matches!(kind, Scalar | Template | KeyValue | Array) {
            self.input = Some(number);
        }
    }
}

/// A page design.
pub struct SourceDesign<'a> {
    pub node: Node<'a>,
    pub fields: Vec<SourceField<'a>>,
}

/// A field.
pub struct SourceField<'a> {
    pub node: Node<'a>,
    pub name: Cow<'a, str>,
    pub kind: &'a str,
    pub id: Cow<'a, str>,
    /// Empty where it is no member.
    pub section_id: Cow<'a, str>,
}

/// A binding.
pub struct SourceBinding<'a> {
    pub node: Node<'a>,
    pub schema_name: Cow<'a, str>,
    pub kind: &'a str,
}

impl<'a> TemplateSource<'a> {
    /// Reads the structure; what has the wrong shape is reported and left out.
    pub(super) fn read(template: &'a Value, bindings: &'a Value, context: &mut Context) -> Self {
        let bindings = match bindings {
            Value::Null => Vec::new(),
            _ => Node::root(bindings, "/bindings").array(context).unwrap_or_default(),
        };
        let bindings: Vec<SourceBinding<'a>> =
            bindings.into_iter().map(|node| SourceBinding::read(node, context)).collect();
        let root = Node::root(template, "/template");
        let pages = root.items(&page::PAGES, context);
        let designs = if pages.is_empty() { vec![root.clone()] } else { pages };
        let designs: Vec<SourceDesign<'a>> =
            designs.into_iter().map(|node| SourceDesign::read(node, context)).collect();
        let mut bindings_by_name: HashMap<_, BindingGroup> = HashMap::new();
        for (number, binding) in bindings.iter().enumerate() {
            let group = bindings_by_name.entry(binding.schema_name.clone()).or_default();
            group.add(binding.kind, number);
        }
        let mut fields_by_name: HashMap<_, Vec<(usize, usize)>> = HashMap::new();
        let mut field_by_id = HashMap::new();
        for (page, design) in designs.iter().enumerate() {
            for (number, field) in design.fields.iter().enumerate() {
                fields_by_name.entry(field.name.clone()).or_default().push((page, number));
                field_by_id.entry(field.id.clone()).or_insert((page, number));
            }
        }
        let dialect = context.dialect.clone();
        Self { root, designs, dialect, bindings, bindings_by_name, fields_by_name, field_by_id }
    }

    /// Every field of every design.
    pub fn fields(&self) -> impl Iterator<Item = &SourceField<'a>> {
        self.designs.iter().flat_map(|design| &design.fields)
    }

    /// The bindings of a field in the order of the list.
    pub fn bindings_of(
        &self,
        field: &SourceField<'_>,
    ) -> impl DoubleEndedIterator<Item = &SourceBinding<'a>> {
        let group = self.bindings_by_name.get(&*field.name);
        let numbers = group.map_or(&[][..], |group| &group.all);
        numbers.iter().map(|number| &self.bindings[*number])
    }

    /// The first binding of a kind that a field has.
    pub fn first_binding(
        &self,
        field: &SourceField<'_>,
        kind: BindingType,
    ) -> Option<&SourceBinding<'a>> {
        let group = self.bindings_by_name.get(&*field.name)?;
        let (_, number) = group.first.iter().find(|(other, _)| *other == kind)?;
        self.bindings.get(*number)
    }

    /// The binding that feeds the input of a field (spec 5.2).
    pub fn input_of(&self, field: &SourceField<'_>) -> Option<&SourceBinding<'a>> {
        self.bindings.get(self.bindings_by_name.get(&*field.name)?.input?)
    }

    /// The fields of a name, in reading order.
    pub fn fields_named(&self, name: &str) -> impl Iterator<Item = &SourceField<'a>> {
        let numbers = self.fields_by_name.get(name).map_or(&[][..], Vec::as_slice);
        numbers.iter().map(|(page, number)| &self.designs[*page].fields[*number])
    }

    /// The first field with an id.
    pub fn field_with_id(&self, id: &str) -> Option<&SourceField<'a>> {
        self.field_by_id.get(id).map(|(page, number)| &self.designs[*page].fields[*number])
    }

    /// The reading order of problems: a binding stands with its field.
    pub fn order(&self) -> Order {
        let mut places = HashMap::new();
        let mut by_name = HashMap::new();
        for (place, field) in self.fields().enumerate() {
            places.insert(field.node.pointer.clone(), place + 1);
            by_name.entry(&*field.name).or_insert(place + 1);
        }
        for binding in &self.bindings {
            if let Some(place) = by_name.get(&*binding.schema_name) {
                places.insert(binding.node.pointer.clone(), *place);
            }
        }
        Order { places }
    }
}

/// The reading order of the fields and bindings of a template.
pub struct Order {
    /// The place of each field and binding, by its pointer.
    places: HashMap<String, usize>,
}

impl Order {
    /// Brings problems into reading order: the template's own, field by field, leftover bindings;
    /// of one field the weightier ones first, as `weight` says.
    pub fn sort(&self, problems: &mut [Problem], weight: impl Fn(&Problem) -> u8) {
        problems.sort_by_cached_key(|problem| {
            let pointer = problem.pointer.as_deref().unwrap_or_default();
            let place = owner(pointer).map(|owner| self.places.get(owner).copied());
            (place.map_or(0, |place| place.unwrap_or(usize::MAX)), weight(problem))
        });
    }
}

/// The pointer of the field or binding that a pointer leads into.
fn owner(pointer: &str) -> Option<&str> {
    let (list, length) = match pointer.find("/schemas/") {
        Some(at) => (at, "/schemas/".len()),
        None => (pointer.starts_with("/bindings/").then_some(0)?, "/bindings/".len()),
    };
    let index = list + length;
    let end = pointer[index..].find('/').map_or(pointer.len(), |end| index + end);
    Some(&pointer[..end])
}

impl<'a> SourceDesign<'a> {
    fn read(node: Node<'a>, context: &mut Context) -> Self {
        let mut fields = Vec::new();
        if node.value.as_object().is_none() {
            context.wrong_type(&node, "a page design must be an object");
        } else if node.get(page::SCHEMAS.name).is_none() {
            context.problems.push(
                Problem::new(Code::InvalidTemplate, "`schemas` is missing")
                    .pointer(format!("{}/schemas", node.pointer))
                    .advice("a page design lists its fields in `schemas`; an empty page has `[]`"),
            );
        } else {
            let schemas = node.items(&page::SCHEMAS, context);
            fields = schemas.into_iter().map(|node| SourceField::read(node, context)).collect();
        }
        Self { node, fields }
    }
}

impl<'a> SourceField<'a> {
    fn read(node: Node<'a>, context: &mut Context) -> Self {
        if node.value.as_object().is_none() {
            context.wrong_type(&node, "a field must be an object");
        }
        let name = node.name(&field::NAME, context);
        context.field = Some(name.clone().into_owned());
        let read = Self {
            kind: node.string(&field::TYPE, context).unwrap_or_default(),
            id: node.name(&field::ID, context),
            section_id: node.name(&field::SECTION_ID, context),
            name,
            node,
        };
        context.field = None;
        read
    }

    /// The field as it is called in messages.
    pub fn label(&self) -> String {
        format!("field `{}`", self.name)
    }
}

impl<'a> SourceBinding<'a> {
    fn read(node: Node<'a>, context: &mut Context) -> Self {
        if node.value.as_object().is_none() {
            context.wrong_type(&node, "a binding must be an object");
        }
        let schema_name = node.name(&binding::SCHEMA_NAME, context);
        context.field = Some(schema_name.clone().into_owned());
        let kind = node.string(&binding::TYPE, context).unwrap_or_default();
        context.field = None;
        Self { schema_name, kind, node }
    }

    /// The conditions of its filters, all groups.
    pub fn conditions(&self) -> impl Iterator<Item = Node<'a>> {
        let filtered = matches!(self.kind, "array" | "chart" | "kpi");
        let groups =
            if filtered { self.node.list(binding::ARRAY_FILTERS.name) } else { Vec::new() };
        groups.into_iter().flat_map(|group| group.elements())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_lead_to_the_field_or_binding_they_are_in() {
        assert_eq!(owner("/template/schemas/3/content"), Some("/template/schemas/3"));
        assert_eq!(owner("/template/pages/0/schemas/12"), Some("/template/pages/0/schemas/12"));
        assert_eq!(owner("/bindings/1/columns/0"), Some("/bindings/1"));
        assert_eq!(owner("/template/page/width"), None);
    }
}
