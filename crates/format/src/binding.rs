//! Bindings (spec 5.1).

use super::choice::{Aggregation, BindingType, Choice, Choose};
use super::key::{Key, Scope, Type, Typed, choice, key};
use super::{Default, Kinds, object};

/// The kinds of binding.
pub static BINDINGS: Kinds = Kinds {
    name: "Binding",
    common: &BINDING,
    kinds: &[
        (BindingType::Scalar.name(), &SCALAR),
        (BindingType::Template.name(), &TEMPLATE),
        (BindingType::Array.name(), &ARRAY),
        (BindingType::KeyValue.name(), &KEY_VALUE),
        (BindingType::Section.name(), &SECTION),
        (BindingType::Chart.name(), &CHART),
        (BindingType::Kpi.name(), &KPI),
    ],
};

/// The operators of filter conditions (spec 6.4).
pub const OPERATORS: &[Choice] = &[
    Choice::new("eq", "Equal."),
    Choice::new("neq", "Not equal."),
    Choice::new("gt", "Greater."),
    Choice::new("gte", "Greater or equal."),
    Choice::new("lt", "Less."),
    Choice::new("lte", "Less or equal."),
    Choice::new("contains", "Contains, ignoring case."),
];

object! {
    /// Keys common to all kinds of binding.
    BINDING = "BindingBase", "5.1", "Keys common to all kinds of binding.";
    SCHEMA_NAME: Key = key("schemaName", "The `name` of the field that it is for.").ty(Type::Name).expected();
    TYPE: Key = key("type", "Kind of binding; any other value connects nothing.")
        .ty(Type::Choice(BindingType::CHOICES)).expected();
}

object! {
    /// One value.
    SCALAR = "ScalarBinding", "5.1", "One value, for a text or an image.";
    SCALAR_PATH: Key = path("Path of the value; for a text a whole expression (8.2).");
}

object! {
    /// A text with expressions.
    TEMPLATE = "TemplateBinding", "5.1", "A text with expressions, for a text or an image.";
    TEMPLATE_TEXT: Key = key("template", "Text with expressions; replaces `content`.").expected().expressions(Scope::Own);
}

object! {
    /// Rows of a table.
    ARRAY = "ArrayBinding", "5.1", "One row per item of a list, for a table.";
    ARRAY_PATH: Key = path("Path of the list.");
    COLUMNS: Key = key("columns", "Content of each column without a cell in the design row (8.6).")
        .ty(Type::List(const { &Type::Nullable(const { &Type::TextOr(&COLUMN) }) })).expected();
    ARRAY_FILTERS: Key = filters().since("1.5");
}

object! {
    /// Rows of path and value.
    KEY_VALUE = "KeyValueBinding", "5.1", "Rows of path and value, for a table.";
    PATHS: Key = key("paths", "One row `[path, value]` per path.")
        .ty(Type::List(&Type::Printable)).expected();
}

object! {
    /// The list of a section.
    SECTION = "SectionBinding", "5.1", "The list that a section repeats over.";
    SECTION_PATH: Key = path("Path of the list.");
}

object! {
    /// The items of a chart.
    CHART = "ChartBinding", "5.1", "The items of a chart.";
    CHART_PATH: Key = path("Path of the list.");
    LABEL_COLUMN: Key = key("labelColumn", "Exact key of the label in each item.").expected();
    CHART_VALUE_COLUMN: Key = key("valueColumn", "Exact key of the number in each item.").expected();
    CHART_FILTERS: Key = filters();
}

object! {
    /// The figure of a card.
    KPI = "KpiBinding", "5.1", "The figure of a card, computed from a list (5.5).";
    KPI_PATH: Key = path("Path of the list.");
    AGGREGATION: Typed<Aggregation> = choice(
        Aggregation::Sum,
        Aggregation::Sum.name(),
        key("aggregation", "Aggregate function of the list."),
    );
    KPI_VALUE_COLUMN: Key = key("valueColumn", "Exact key of the number in each item.").default(Default::Empty);
    KPI_FILTERS: Key = filters();
}

const fn path(meaning: &'static str) -> Key {
    key("path", meaning).expected()
}

const fn filters() -> Key {
    key("filters", "Groups of conditions: OR between groups, AND inside one (5.4).")
        .ty(Type::List(const { &Type::List(const { &Type::Object(&CONDITION) }) }))
        .default(Default::Empty)
}

object! {
    /// A column of an `array` binding.
    COLUMN = "TableColumn", "5.1", "A column with a formula; a plain text is the exact key of the item instead.";
    LABEL: Key = key("label", "Not used when drawing.").editor().since("3.2.0");
    FORMULA: Key = key("formula", "Text with expressions, evaluated per item.")
        .expected().expressions(Scope::Rows).since("3.2.0");
}

object! {
    /// A condition of a filter.
    CONDITION = "FilterCondition", "5.1", "A condition that items must meet.";
    COLUMN_KEY: Key = key("column", "Exact key of the item.").ty(Type::Printable).expected();
    OPERATOR: Key = key("op", "Comparison of the item's value; an unknown operator is always false.")
        .ty(Type::Choice(OPERATORS)).ignored().expected().unknown("is true of no item");
    OPERAND: Key = key("value", "Value of the comparison.").ty(Type::Printable).expected()
        .older("crashes on anything but texts (B8)");
}
