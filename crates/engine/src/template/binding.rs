//! Bindings: the connections between data and fields (spec 5).

use std::ops::Deref;
use std::sync::Arc;

use super::filter::Filters;
use super::key::ItemKey;
use super::read::{Context, Node};
use super::source;
use crate::blank::trim;
use crate::expr::path::Path;
use crate::expr::value::text_of;
use crate::expr::{ListFormula, Place, TextTemplate};
use crate::format::{Aggregation, BindingType, Choose, Key, binding};
use crate::value::Value;

/// A connection between a field and the data.
pub struct Binding {
    /// Name of the field it is for.
    pub schema_name: String,
    /// Kind of binding, with the data that it connects.
    pub kind: BindingKind,
    /// JSON pointer of the binding.
    pub pointer: String,
}

/// Path of a list, and its place in the template.
#[derive(Clone)]
pub struct ListPath {
    path: Path,
    /// The formula that makes the list.
    pub made: ListFormula,
    /// Place of the path in the template.
    pub place: Arc<Place>,
}

impl Deref for ListPath {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

/// The kinds of binding (spec 5.1).
#[derive(Clone)]
pub enum BindingKind {
    /// One value.
    Scalar(KeyPath),
    /// Template text that replaces `content`.
    Template(TextTemplate),
    /// One table row per array item.
    Array { path: ListPath, columns: Vec<TableColumn>, filters: Filters },
    /// Table rows of path and value.
    KeyValue(Vec<KeyPath>),
    /// The array that a section repeats over.
    Section(ListPath),
    /// The items of a chart.
    Chart { path: ListPath, label_column: ItemKey, value_column: ItemKey, filters: Filters },
    /// The aggregate of a KPI.
    Kpi { path: ListPath, aggregation: Aggregation, value_column: ItemKey, filters: Filters },
    /// A type this version does not know; it connects nothing.
    Unknown(String),
}

/// The path of one value.
#[derive(Clone)]
pub struct KeyPath {
    /// The path as written; `keyvalue` tables show it in the first column.
    pub source: String,
    /// Compiled path of the value.
    pub path: Path,
    /// JSON pointer of it.
    pub pointer: String,
}

impl KeyPath {
    fn new(source: String, pointer: String) -> Self {
        Self { path: Path::compile(&source), source, pointer }
    }
}

/// A column of an `array` binding.
#[derive(Clone)]
pub enum TableColumn {
    /// A key of the item.
    Key(ItemKey),
    /// A template text evaluated against the item.
    Formula(TextTemplate),
    /// `null`, which says no more than no column: the key is the title (spec 8.6).
    Title,
}

impl Binding {
    pub(super) fn read(source: &source::SourceBinding<'_>, context: &mut Context) -> Option<Self> {
        source.node.value.as_object()?;
        let schema_name = source.schema_name.clone().into_owned();
        context.field = Some(schema_name.clone());
        let kind = BindingKind::read(&source.node, source.kind, context);
        context.field = None;
        Some(Self { schema_name, kind, pointer: source.node.pointer.clone() })
    }
}

impl BindingKind {
    fn read(node: &Node<'_>, kind: &str, context: &mut Context) -> Self {
        let Some(known) = BindingType::named(kind) else { return Self::Unknown(kind.to_owned()) };
        match known {
            BindingType::Scalar => {
                let source = text(node, &binding::SCALAR_PATH, context);
                Self::Scalar(KeyPath::new(source, node.place(&binding::SCALAR_PATH)))
            }
            BindingType::Template => {
                let text = node.string(&binding::TEMPLATE_TEXT, context).unwrap_or_default();
                Self::Template(context.compile(text, &node.place(&binding::TEMPLATE_TEXT)))
            }
            BindingType::Array => Self::Array {
                path: list_path(node, &binding::ARRAY_PATH, context),
                columns: columns(node, context),
                filters: Filters::read(node, &binding::ARRAY_FILTERS, context),
            },
            BindingType::KeyValue => Self::KeyValue(
                node.items(&binding::PATHS, context)
                    .iter()
                    .map(|path| {
                        KeyPath::new(text_of(path.value).into_owned(), path.pointer.clone())
                    })
                    .collect(),
            ),
            BindingType::Section => Self::Section(list_path(node, &binding::SECTION_PATH, context)),
            BindingType::Chart => Self::Chart {
                path: list_path(node, &binding::CHART_PATH, context),
                label_column: ItemKey::read(node, &binding::LABEL_COLUMN, context),
                value_column: ItemKey::read(node, &binding::CHART_VALUE_COLUMN, context),
                filters: Filters::read(node, &binding::CHART_FILTERS, context),
            },
            BindingType::Kpi => Self::Kpi {
                path: list_path(node, &binding::KPI_PATH, context),
                aggregation: node.read(&binding::AGGREGATION, context),
                value_column: ItemKey::read(node, &binding::KPI_VALUE_COLUMN, context),
                filters: Filters::read(node, &binding::KPI_FILTERS, context),
            },
        }
    }
}

fn text(node: &Node<'_>, key: &Key, context: &mut Context) -> String {
    node.string(key, context).unwrap_or_default().to_owned()
}

/// The path of a list under a key.
pub(super) fn list_path(node: &Node<'_>, key: &Key, context: &mut Context) -> ListPath {
    let path = Path::compile(node.string(key, context).unwrap_or_default());
    let made = ListFormula::of(&path, &context.dialect);
    ListPath { path, made, place: Arc::new(context.place(&node.place(key), None)) }
}

impl ListPath {
    /// The path of a list of the data, at a pointer.
    pub(super) fn of_data(path: &str, pointer: &str, context: &Context) -> Self {
        let place = Arc::new(context.place(pointer, None));
        Self { path: Path::compile(path), made: ListFormula::default(), place }
    }
}

fn columns(node: &Node<'_>, context: &mut Context) -> Vec<TableColumn> {
    let list = text(node, &binding::ARRAY_PATH, context);
    let columns = node.items(&binding::COLUMNS, context);
    columns.iter().map(|column| TableColumn::read(column, &list, context)).collect()
}

impl TableColumn {
    fn read(node: &Node<'_>, list: &str, context: &mut Context) -> Self {
        match node.value {
            Value::Object(_) => {
                let formula = node.string(&binding::FORMULA, context).unwrap_or_default();
                let pointer = node.place(&binding::FORMULA);
                Self::Formula(context.compile_item(trim(formula), &pointer, list))
            }
            Value::Null => Self::Title,
            other => {
                Self::Key(ItemKey::new(text_of(other).into_owned(), node.pointer.clone(), true))
            }
        }
    }
}
