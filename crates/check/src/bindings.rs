//! Fields and bindings that do not find each other (spec 5, 7.9).

use std::collections::HashMap;

use super::texts::prints_tokens;
use reportctl_engine::expr::value::text_of;
use reportctl_engine::format::{
    BindingType, Choose, FieldScope, FieldType, Key, Repeat, binding, image, section,
};
use reportctl_engine::problem::{Code, Problem, quoted};
use reportctl_engine::suggest::{did_you_mean, listed};
use reportctl_engine::template::source::{SourceBinding, SourceField, TemplateSource};

/// The types of binding that a type of field takes, and what it is without one.
fn accepted(kind: &str) -> &'static [&'static str] {
    match kind {
        "text" | "image" | "svg" | "qrcode" | "barcode" => &["scalar", "template"],
        "table" => &["array", "keyvalue", "scalar", "template"],
        "section" => &["section"],
        "chart" => &["chart"],
        "kpi" => &["kpi"],
        _ => &[],
    }
}

/// Maximum number of fields that are compared with the name of a binding without a field, and
/// maximum number of such bindings: more than a person reads, and the work does not grow with the
/// square of the template.
const MOST_SUGGESTIONS: usize = 100;

/// Looks at how fields and bindings find each other.
pub(super) struct Checker<'s, 'a> {
    source: &'s TemplateSource<'a>,
    /// Names of fields without a binding, the first of them.
    free: Vec<&'s str>,
    /// Number of further bindings that are compared with them.
    suggestions: usize,
    /// Kinds of binding that a field takes, by name of the field.
    taken: HashMap<&'s str, Vec<&'static str>>,
}

impl<'s, 'a> Checker<'s, 'a> {
    pub(super) fn new(source: &'s TemplateSource<'a>) -> Self {
        let bound = |field: &&SourceField<'_>| source.bindings_of(field).next().is_none();
        let free = source.fields().filter(bound).map(|field| &*field.name);
        let mut taken: HashMap<&str, Vec<&'static str>> = HashMap::new();
        for field in source.fields() {
            let kinds = taken.entry(&field.name).or_default();
            for kind in accepted(field.kind) {
                if !kinds.contains(kind) {
                    kinds.push(kind);
                }
            }
        }
        Self {
            source,
            free: free.take(MOST_SUGGESTIONS).collect(),
            suggestions: MOST_SUGGESTIONS,
            taken,
        }
    }

    /// Reports what a field misses.
    pub(super) fn field(&self, field: &SourceField<'_>, problems: &mut Vec<Problem>) {
        let takes = accepted(field.kind).iter().filter_map(|kind| BindingType::named(kind));
        if takes.into_iter().any(|kind| self.source.first_binding(field, kind).is_some()) {
            return;
        }
        let (message, advice) = match field.kind {
            "section" if is_container(field) => return,
            "section" => (
                "the section is bound to no list, so it is printed once, with empty values",
                "add a binding of type `section` whose `path` leads to a list",
            ),
            "chart" => (
                "the chart has no binding, so nothing is drawn",
                "add a binding of type `chart` with `path`, `labelColumn` and `valueColumn`",
            ),
            // A table in a section shows the item itself.
            "table" if field.section_id.is_empty() && prints_tokens(field) => (
                "the table has no binding, so the tokens in its cells are printed as they are",
                "add a binding of type `array` whose `path` leads to a list",
            ),
            _ => return,
        };
        problems.push(
            Problem::warning(Code::MissingBinding, message)
                .field(&*field.name)
                .pointer(field.node.pointer.clone())
                .advice(advice),
        );
    }

    /// Reports what is odd about a binding.
    pub(super) fn binding(&mut self, binding: &SourceBinding<'_>, problems: &mut Vec<Problem>) {
        incomplete_filters(binding, problems);
        let Some(field) = self.source.fields_named(&binding.schema_name).next() else {
            problems.push(self.unused(binding));
            return;
        };
        let takes = accepted(field.kind);
        if BindingType::named(binding.kind).is_none() || takes.is_empty() {
            return;
        }
        let kind = binding.kind;
        let mut all = self.source.fields_named(&binding.schema_name);
        if takes.contains(&kind) && all.all(|field| self.shows_its_own(field)) {
            let advice = if self.source.dialect.is_extended() {
                "add `\"scope\": \"item\"` to the field, or remove the binding"
            } else {
                "remove the binding; with extensions, `\"scope\": \"item\"` makes it see the item"
            };
            problems.push(
                Problem::warning(
                    Code::UnusedBinding,
                    format!("{} is in a section, where it shows its own content", field.label()),
                )
                .field(&*field.name)
                .pointer(binding.node.pointer.clone())
                .advice(advice),
            );
        } else if takes.contains(&kind) {
            if self.is_second(binding, field) {
                problems.push(
                    Problem::warning(
                        Code::UnusedBinding,
                        format!("{} has another binding, which is used instead", field.label()),
                    )
                    .field(&*field.name)
                    .pointer(binding.node.pointer.clone())
                    .advice("remove one of the two"),
                );
            }
        } else if !self.taken.get(&*binding.schema_name).is_some_and(|all| all.contains(&kind)) {
            let message = format!(
                "a binding of type {} does nothing for a {} field",
                quoted(kind),
                field.kind
            );
            let takes = listed(takes.iter().copied());
            problems.push(
                Problem::warning(Code::IgnoredValue, message)
                    .field(&*field.name)
                    .pointer(format!("{}/type", binding.node.pointer))
                    .advice(format!("a {} field takes: {takes}", field.kind))
                    .detail("value", kind),
            );
        }
    }

    /// Returns `true` if another binding takes its place: the first one of a text, section, chart
    /// or card; the last one of an image (spec 5.2). Tables use several.
    fn is_second(&self, binding: &SourceBinding<'_>, field: &SourceField<'_>) -> bool {
        let used = match FieldType::named(field.kind) {
            Some(
                FieldType::Text | FieldType::Qrcode | FieldType::Barcode | FieldType::Signature,
            ) => self.source.bindings_of(field).next(),
            Some(FieldType::Section) => self.source.first_binding(field, BindingType::Section),
            Some(FieldType::Chart) => self.source.first_binding(field, BindingType::Chart),
            Some(FieldType::Kpi) => self.source.first_binding(field, BindingType::Kpi),
            Some(FieldType::Image | FieldType::Svg) => self.source.input_of(field),
            _ => return false,
        };
        used.is_none_or(|used| used.node.pointer != binding.node.pointer)
    }

    /// Returns `true` for a picture in a section without `scope`, which no binding changes (spec 8.3).
    fn shows_its_own(&self, field: &SourceField<'_>) -> bool {
        let is_picture = matches!(field.kind, "image" | "svg");
        let scope = field.node.text(image::SCOPE.key().name);
        let of_item = self.source.dialect.is_extended() && scope == FieldScope::Item.name();
        is_picture && !field.section_id.is_empty() && !of_item
    }

    fn unused(&mut self, binding: &SourceBinding<'_>) -> Problem {
        let name = &*binding.schema_name;
        self.suggestions = self.suggestions.saturating_sub(1);
        let free = self.free.iter().copied().filter(|_| self.suggestions > 0);
        let advice = did_you_mean(name, free)
            .unwrap_or_else(|| "remove the binding, or name a field in `schemaName`".to_owned());
        let what = match name {
            "" => "the binding is for no field: its `schemaName` is missing or empty".to_owned(),
            name => format!("the binding is for {}, but no field has that name", quoted(name)),
        };
        Problem::warning(Code::UnusedBinding, what)
            .field(name)
            .pointer(format!("{}/schemaName", binding.node.pointer))
            .advice(advice)
    }
}

/// Returns `true` if a section is a container, which needs no list.
fn is_container(field: &SourceField<'_>) -> bool {
    field.node.text(section::REPEAT.name) == Repeat::Once.name()
}

/// A condition that names a column but compares with nothing, or lacks the column or the comparison.
fn incomplete_filters(binding: &SourceBinding<'_>, problems: &mut Vec<Problem>) {
    for condition in binding.conditions() {
        let part =
            |key: &Key| condition.get(key.name).map(|node| text_of(node.value)).unwrap_or_default();
        let (column, operator) = (part(&binding::COLUMN_KEY), part(&binding::OPERATOR));
        let operand = part(&binding::OPERAND);
        let (message, lacks) = match (column.trim(), operator.trim(), operand.trim()) {
            ("", "", _) => {
                ("a filter names neither column nor comparison".to_owned(), "`column` and an `op`")
            }
            // Editors begin with such a condition, which is true of all items.
            ("", _, "") => continue,
            ("", _, _) => ("a filter names no column".to_owned(), "`column`"),
            (column, "", _) => {
                let column = quoted(column);
                (
                    format!("the filter on {column} has no comparison, which is true of no item"),
                    "`op`",
                )
            }
            (_, _, "") => {
                (format!("the filter on {} compares with nothing", quoted(&column)), "`value`")
            }
            _ => continue,
        };
        problems.push(
            Problem::warning(Code::IncompleteFilter, message)
                .field(&*binding.schema_name)
                .pointer(condition.pointer.clone())
                .advice(format!("give the condition a {lacks}, or remove it")),
        );
    }
}
