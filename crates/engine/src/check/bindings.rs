//! Fields and bindings that do not find each other (spec 5, 7.9).

use super::source::{Binding, Field, Source};
use super::texts::prints_tokens;
use crate::expr::value::text_of;
use crate::problem::{Code, Problem, quoted};
use crate::suggest::{did_you_mean, listed};

/// The types of binding that a type of field takes, and what it is without one.
fn accepted(kind: &str) -> &'static [&'static str] {
    match kind {
        "text" | "image" => &["scalar", "template"],
        "table" => &["array", "keyvalue", "scalar", "template"],
        "section" => &["section"],
        "chart" => &["chart"],
        "kpi" => &["kpi"],
        _ => &[],
    }
}

/// Reports what a field misses.
pub(super) fn check_field(field: &Field<'_>, source: &Source<'_>, problems: &mut Vec<Problem>) {
    let takes = accepted(field.kind);
    if source.bindings_of(field).any(|binding| takes.contains(&binding.kind)) {
        return;
    }
    let (message, advice) = match field.kind {
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
            .field(field.name)
            .pointer(field.node.pointer.clone())
            .advice(advice),
    );
}

/// Reports what is odd about a binding.
pub(super) fn check_binding(
    binding: &Binding<'_>,
    source: &Source<'_>,
    problems: &mut Vec<Problem>,
) {
    incomplete_filters(binding, problems);
    let mut fields = source.fields_named(binding.schema_name).peekable();
    if fields.peek().is_none() {
        problems.push(unused(binding, source));
        return;
    }
    let known = super::values::is_binding_type(binding.kind);
    let Some(field) = fields.next().filter(|_| known) else { return };
    let takes = accepted(field.kind);
    if takes.is_empty() || fields.any(|other| accepted(other.kind).contains(&binding.kind)) {
        return;
    }
    if !takes.contains(&binding.kind) {
        let kind = binding.kind;
        let message =
            format!("a binding of type {} does nothing for a {} field", quoted(kind), field.kind);
        problems.push(
            Problem::warning(Code::IgnoredValue, message)
                .field(field.name)
                .pointer(format!("{}/type", binding.node.pointer))
                .advice(format!("a {} field takes: {}", field.kind, listed(takes.iter().copied())))
                .detail("value", kind),
        );
    } else if is_second(binding, field, source) {
        problems.push(
            Problem::warning(
                Code::UnusedBinding,
                format!("{} has another binding, which is used instead", field.label()),
            )
            .field(field.name)
            .pointer(binding.node.pointer.clone())
            .advice("remove one of the two"),
        );
    }
}

/// Whether another binding stands in its way: the first one of a text, section, chart or card;
/// the last one of an image (spec 5.2). Tables have use for several.
fn is_second(binding: &Binding<'_>, field: &Field<'_>, source: &Source<'_>) -> bool {
    let is_this = |other: &Binding<'_>| other.node.pointer == binding.node.pointer;
    let mut all = source.bindings_of(field);
    match field.kind {
        "text" => !all.next().is_some_and(is_this),
        "section" | "chart" | "kpi" => {
            !all.find(|other| other.kind == binding.kind).is_some_and(is_this)
        }
        "image" => !super::texts::inputs(field, source).last().is_some_and(is_this),
        _ => false,
    }
}

fn unused(binding: &Binding<'_>, source: &Source<'_>) -> Problem {
    let name = binding.schema_name;
    let bound = |field: &&Field<'_>| source.bindings_of(field).next().is_none();
    let free = source.fields().filter(bound).map(|field| field.name);
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

/// A condition that names a column but compares with nothing.
fn incomplete_filters(binding: &Binding<'_>, problems: &mut Vec<Problem>) {
    for condition in binding.conditions() {
        let part = |key| condition.get(key).map(|node| text_of(node.value)).unwrap_or_default();
        if part("column").trim().is_empty() || !part("value").trim().is_empty() {
            continue;
        }
        problems.push(
            Problem::warning(
                Code::IncompleteFilter,
                format!("the filter on {} compares with nothing", quoted(&part("column"))),
            )
            .field(binding.schema_name)
            .pointer(condition.pointer.clone())
            .advice("give the condition a `value`, or remove it"),
        );
    }
}
