//! Template and bindings as they are written: JSON values that know their pointers, whatever
//! their shape. What has the wrong shape is left out here; `Template::parse` reports it.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::problem::Problem;
use crate::value::Value;

/// A value and where it stands.
#[derive(Clone)]
pub(super) struct Node<'a> {
    pub(super) value: &'a Value,
    pub(super) pointer: String,
}

impl<'a> Node<'a> {
    fn new(value: &'a Value, pointer: &str) -> Self {
        Self { value, pointer: pointer.to_owned() }
    }

    /// The value of a key; nothing when it is absent or `null`.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key)?;
        Some(Self { value, pointer: format!("{}/{}", self.pointer, escaped(key)) })
    }

    /// The elements, if it is an array.
    pub(super) fn elements(&self) -> Vec<Self> {
        let items = self.value.as_array().unwrap_or_default().iter().enumerate();
        let element = |(i, value)| Self { value, pointer: format!("{}/{i}", self.pointer) };
        items.map(element).collect()
    }

    /// The elements of the array under a key.
    pub(super) fn list(&self, key: &str) -> Vec<Self> {
        self.get(key).map(|node| node.elements()).unwrap_or_default()
    }

    /// The text under a key; empty where there is none.
    pub(super) fn text(&self, key: &str) -> &'a str {
        self.value.get(key).and_then(Value::as_str).unwrap_or_default()
    }
}

/// A key as a part of a JSON pointer (RFC 6901).
fn escaped(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) {
        Cow::Owned(key.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(key)
    }
}

/// A template with its bindings.
pub(super) struct Source<'a> {
    /// Its page designs, those that count.
    pub(super) designs: Vec<Design<'a>>,
    /// The bindings.
    pub(super) bindings: Vec<Binding<'a>>,
    /// The bindings of each name, by their number.
    bindings_by_name: HashMap<&'a str, Vec<usize>>,
    /// The first field of each id, by design and number.
    field_by_id: HashMap<&'a str, (usize, usize)>,
    /// The fields of each name, by design and number.
    fields_by_name: HashMap<&'a str, Vec<(usize, usize)>>,
}

/// A page design.
pub(super) struct Design<'a> {
    pub(super) node: Node<'a>,
    pub(super) fields: Vec<Field<'a>>,
}

/// A field.
pub(super) struct Field<'a> {
    pub(super) node: Node<'a>,
    pub(super) name: &'a str,
    pub(super) kind: &'a str,
    pub(super) id: &'a str,
    /// Empty where it is no member.
    pub(super) section_id: &'a str,
}

/// A binding.
pub(super) struct Binding<'a> {
    pub(super) node: Node<'a>,
    pub(super) schema_name: &'a str,
    pub(super) kind: &'a str,
}

impl<'a> Source<'a> {
    pub(super) fn new(template: &'a Value, bindings: &'a Value) -> Self {
        let template = Node::new(template, "/template");
        let pages = template.list("pages");
        let designs = if pages.is_empty() { vec![template] } else { pages };
        let designs: Vec<Design<'a>> = designs.into_iter().map(Design::new).collect();
        let bindings = Node::new(bindings, "/bindings").elements();
        let bindings: Vec<Binding<'a>> = bindings.into_iter().map(Binding::new).collect();
        let mut bindings_by_name: HashMap<&'a str, Vec<usize>> = HashMap::new();
        for (number, binding) in bindings.iter().enumerate() {
            bindings_by_name.entry(binding.schema_name).or_default().push(number);
        }
        let mut fields_by_name: HashMap<&'a str, Vec<(usize, usize)>> = HashMap::new();
        let mut field_by_id = HashMap::new();
        for (page, design) in designs.iter().enumerate() {
            for (number, field) in design.fields.iter().enumerate() {
                fields_by_name.entry(field.name).or_default().push((page, number));
                field_by_id.entry(field.id).or_insert((page, number));
            }
        }
        Self { designs, bindings, bindings_by_name, field_by_id, fields_by_name }
    }

    /// Every field of every design.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Field<'a>> {
        self.designs.iter().flat_map(|design| &design.fields)
    }

    /// The bindings of a field in the order of the list.
    pub(super) fn bindings_of(
        &self,
        field: &Field<'_>,
    ) -> impl DoubleEndedIterator<Item = &Binding<'a>> {
        let numbers = self.bindings_by_name.get(field.name).map(Vec::as_slice).unwrap_or_default();
        numbers.iter().map(|number| &self.bindings[*number])
    }

    /// The fields of a name, in reading order.
    pub(super) fn fields_named(&self, name: &str) -> impl Iterator<Item = &Field<'a>> {
        let numbers = self.fields_by_name.get(name).map(Vec::as_slice).unwrap_or_default();
        numbers.iter().map(|(page, number)| &self.designs[*page].fields[*number])
    }

    /// The first field with an id.
    pub(super) fn field_with_id(&self, id: &str) -> Option<&Field<'a>> {
        self.field_by_id.get(id).map(|(page, number)| &self.designs[*page].fields[*number])
    }

    /// The reading order of problems: a binding stands with its field.
    pub(super) fn order(&self) -> Order {
        let mut places = HashMap::new();
        let mut by_name = HashMap::new();
        for (place, field) in self.fields().enumerate() {
            places.insert(field.node.pointer.clone(), place + 1);
            by_name.entry(field.name).or_insert(place + 1);
        }
        for binding in &self.bindings {
            if let Some(place) = by_name.get(binding.schema_name) {
                places.insert(binding.node.pointer.clone(), *place);
            }
        }
        Order { places }
    }
}

/// The reading order of the fields and bindings of a template.
pub(super) struct Order {
    /// The place of each field and binding, by its pointer.
    places: HashMap<String, usize>,
}

impl Order {
    /// Brings problems into reading order: the template's own, field by field, leftover bindings;
    /// of one field the weightier ones first, as `weight` says.
    pub(super) fn sort(&self, problems: &mut [Problem], weight: impl Fn(&Problem) -> u8) {
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

impl<'a> Design<'a> {
    fn new(node: Node<'a>) -> Self {
        let fields = node.list("schemas").into_iter().map(Field::new).collect();
        Self { node, fields }
    }
}

impl<'a> Field<'a> {
    fn new(node: Node<'a>) -> Self {
        Self {
            name: node.text("name"),
            kind: node.text("type"),
            id: node.text("id"),
            section_id: node.text("sectionId"),
            node,
        }
    }

    /// The field as it is called in messages.
    pub(super) fn label(&self) -> String {
        format!("field `{}`", self.name)
    }
}

impl<'a> Binding<'a> {
    fn new(node: Node<'a>) -> Self {
        Self { schema_name: node.text("schemaName"), kind: node.text("type"), node }
    }

    /// The conditions of its filters, all groups.
    pub(super) fn conditions(&self) -> impl Iterator<Item = Node<'a>> {
        let filtered = matches!(self.kind, "array" | "chart" | "kpi");
        let groups = if filtered { self.node.list("filters") } else { Vec::new() };
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

    #[test]
    fn keys_are_escaped_in_pointers() {
        assert_eq!(escaped("a/b~c"), "a~1b~0c");
    }
}
