//! Bindings: which data goes into which field (spec 5).

use super::filter::Filters;
use super::read::{Context, Node};
use crate::expr::TextTemplate;
use crate::expr::blank::trim;
use crate::expr::path::Path;
use crate::value::Value;

/// A connection between a field and the data.
pub struct Binding {
    /// Name of the field it is for.
    pub schema_name: String,
    /// What it connects.
    pub kind: BindingKind,
    /// Where it stands in the file.
    pub pointer: String,
}

/// The kinds of binding (spec 5.1).
#[derive(Clone)]
pub enum BindingKind {
    /// One value; the path as written and compiled.
    Scalar { source: String, path: Path },
    /// Template text that replaces `content`.
    Template(TextTemplate),
    /// One table row per array item.
    Array { path: Path, columns: Vec<TableColumn>, filters: Filters },
    /// Table rows of path and value.
    KeyValue(Vec<KeyPath>),
    /// The array that a section repeats over.
    Section(Path),
    /// The items of a chart.
    Chart { path: Path, label_column: String, value_column: String, filters: Filters },
    /// The aggregate of a KPI.
    Kpi { path: Path, aggregation: Aggregation, value_column: String, filters: Filters },
    /// A type this version does not know; it connects nothing.
    Unknown(String),
}

/// One row of a `keyvalue` table.
#[derive(Clone)]
pub struct KeyPath {
    /// The path as written, shown in the first column.
    pub source: String,
    /// Where the value is.
    pub path: Path,
}

/// A column of an `array` binding.
#[derive(Clone)]
pub enum TableColumn {
    /// An exact, case-sensitive key of the item.
    Key(String),
    /// A template text evaluated against the item.
    Formula(TextTemplate),
}

/// How a KPI condenses an array (spec 5.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aggregation {
    /// Sum of the numbers; also for unknown names.
    Sum,
    /// Number of items.
    Count,
    /// Mean of the numbers.
    Avg,
    /// Smallest number.
    Min,
    /// Largest number.
    Max,
}

impl Aggregation {
    fn parse(name: Option<&str>) -> Self {
        match name {
            Some("count") => Self::Count,
            Some("avg") => Self::Avg,
            Some("min") => Self::Min,
            Some("max") => Self::Max,
            _ => Self::Sum,
        }
    }
}

/// Reads the list of bindings; absent is empty.
pub(super) fn parse_all(bindings: &Value, context: &mut Context) -> Vec<Binding> {
    if bindings.is_null() {
        return Vec::new();
    }
    let nodes = Node::root(bindings, "/bindings").array(context).unwrap_or_default();
    nodes.iter().filter_map(|node| Binding::parse(node, context)).collect()
}

impl Binding {
    fn parse(node: &Node<'_>, context: &mut Context) -> Option<Self> {
        if node.value.as_object().is_none() {
            context.wrong_type(node, "a binding must be an object");
            return None;
        }
        let schema_name = node.text("schemaName", context).unwrap_or_default();
        context.field = Some(schema_name.clone());
        let kind = BindingKind::parse(node, context);
        context.field = None;
        Some(Self { schema_name, kind, pointer: node.pointer.clone() })
    }
}

impl BindingKind {
    fn parse(node: &Node<'_>, context: &mut Context) -> Self {
        let kind = node.text("type", context).unwrap_or_default();
        match kind.as_str() {
            "scalar" => {
                let source = node.text("path", context).unwrap_or_default();
                Self::Scalar { path: Path::compile(&source), source }
            }
            "template" => {
                let source = node.text("template", context).unwrap_or_default();
                Self::Template(TextTemplate::compile(&source))
            }
            "array" => Self::Array {
                path: path(node, context),
                columns: columns(node, context),
                filters: Filters::parse(node, context),
            },
            "keyvalue" => Self::KeyValue(
                node.list("paths", context)
                    .iter()
                    .map(|path| {
                        let source = crate::expr::value::text_of(path.value).into_owned();
                        KeyPath { path: Path::compile(&source), source }
                    })
                    .collect(),
            ),
            "section" => Self::Section(path(node, context)),
            "chart" => Self::Chart {
                path: path(node, context),
                label_column: node.text("labelColumn", context).unwrap_or_default(),
                value_column: node.text("valueColumn", context).unwrap_or_default(),
                filters: Filters::parse(node, context),
            },
            "kpi" => Self::Kpi {
                path: path(node, context),
                aggregation: Aggregation::parse(node.style("aggregation")),
                value_column: node.text("valueColumn", context).unwrap_or_default(),
                filters: Filters::parse(node, context),
            },
            _ => Self::Unknown(kind),
        }
    }
}

fn path(node: &Node<'_>, context: &mut Context) -> Path {
    Path::compile(&node.text("path", context).unwrap_or_default())
}

fn columns(node: &Node<'_>, context: &mut Context) -> Vec<TableColumn> {
    let columns = node.list("columns", context);
    columns.iter().map(|column| TableColumn::parse(column, context)).collect()
}

impl TableColumn {
    fn parse(node: &Node<'_>, context: &mut Context) -> Self {
        match node.value {
            Value::Object(_) => {
                let formula = node.text("formula", context).unwrap_or_default();
                Self::Formula(TextTemplate::compile(trim(&formula)))
            }
            // An unnamed column has no key, so its cells are empty.
            Value::Null => Self::Formula(TextTemplate::compile("")),
            other => Self::Key(crate::expr::value::text_of(other).into_owned()),
        }
    }
}
