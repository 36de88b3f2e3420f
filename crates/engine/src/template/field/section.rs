//! Sections (spec 4.4, 8.7, 20.7.4).

use super::Bindings;
use crate::expr::Condition;
use crate::format::{Break, ColumnFill, Key, Order, Repeat, RepeatBreak, section};
use crate::number::text::number_to_text;
use crate::template::binding::{BindingKind, ListPath};
use crate::template::filter::Filters;
use crate::template::read::{Context, Node};

/// A rectangle that repeats once per item of an array.
pub struct Section {
    /// Path of the array; `None`: one repetition without item.
    pub items: Option<ListPath>,
    /// Properties from extensions; `None` if the section uses none of them.
    pub extended: Option<Box<Repetitions>>,
}

/// Properties of the repetitions of a section.
pub struct Repetitions {
    /// `true` for a container: printed once, with members that see the document.
    pub once: bool,
    /// `true` if it is printed once, with blank values, where there is no item.
    pub empty: bool,
    /// `true` if every repetition begins on a new page.
    pub page_break: bool,
    /// `true` if the pages of each repetition are numbered from 1.
    pub restart_numbering: bool,
    /// Repetitions side by side.
    pub columns: Option<Columns>,
    /// Filters that select the printed items.
    pub filters: Filters,
    /// Sort keys of the items, each with its order.
    pub sort: Vec<(Condition, Order)>,
    /// `true` if a repetition may continue on the next page.
    pub breaks: bool,
}

/// Repetitions side by side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Columns {
    /// Number of columns.
    pub count: usize,
    /// Room between them in millimetres.
    pub gap: f64,
    /// The order in which they are filled.
    pub fill: ColumnFill,
}

impl Section {
    pub(super) fn read(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Self {
        let items = bindings.iter().find_map(|binding| match &binding.kind {
            BindingKind::Section(path) => Some(path.clone()),
            _ => None,
        });
        Self { items, extended: Repetitions::read(node, context).map(Box::new) }
    }

    /// Returns `true` if its repetitions may continue on the next page.
    pub fn breaks(&self) -> bool {
        self.extended.as_ref().is_some_and(|extended| extended.breaks)
    }

    /// Returns `true` for a container: printed once, with members that see the document.
    pub fn is_container(&self) -> bool {
        self.extended.as_ref().is_some_and(|extended| extended.once)
    }
}

impl Repetitions {
    /// Reads the properties; `None` if the section has none of the keys.
    fn read(node: &Node<'_>, context: &mut Context) -> Option<Self> {
        let has = |key: &Key| key.extension && node.get(key.name).is_some();
        if !context.dialect.is_extended() || !section::SECTION.own_keys().any(has) {
            return None;
        }
        let page_break = node.read(&section::REPEAT_BREAK, context) == RepeatBreak::Page;
        let restart = node.read(&section::RESTART_NUMBERING, context);
        let filters = node.extension(&section::FILTERS, context).is_some();
        let columns = node
            .extension(&section::SECTION_COLUMNS, context)
            .map(|columns| Columns::read(&columns, node, context))
            .filter(|columns| columns.count > 1);
        Some(Self {
            once: node.read(&section::REPEAT, context) == Repeat::Once,
            empty: node.read(&section::EMPTY_REPEAT, context),
            page_break,
            restart_numbering: page_break && restart,
            // Repetitions that stand side by side are kept whole.
            breaks: node.read(&section::BREAK_INSIDE, context) == Break::Auto
                && (columns.is_none() || page_break),
            columns,
            filters: if filters {
                Filters::read(node, &section::FILTERS, context)
            } else {
                Filters::default()
            },
            sort: sort(node, context),
        })
    }
}

fn sort(node: &Node<'_>, context: &mut Context) -> Vec<(Condition, Order)> {
    let list = node.extension(&section::SORT, context).map(|list| list.elements());
    let mut keys = Vec::new();
    for node in list.iter().flatten() {
        if let Some(by) = node.required(&section::BY, context) {
            let pointer = format!("{}/{}", node.pointer, section::BY.name);
            let by = context.key_expression(&pointer, &by);
            keys.push((by, node.read(&section::ORDER, context)));
        }
    }
    keys
}

impl Columns {
    fn read(node: &Node<'_>, section: &Node<'_>, context: &mut Context) -> Self {
        let count = node.read(&section::COUNT, context) as usize;
        let gap = node.read(&section::GAP, context);
        let width = section.get("width").and_then(|width| width.value.as_f64());
        // The gaps leave the columns some width.
        if let (Some(width), Some(given)) = (width, node.get(section::GAP.key().name)) {
            let gaps = count.saturating_sub(1) as f64;
            if gaps > 0.0 && gap > 0.0 && gap * gaps >= width {
                let most = number_to_text(width / gaps);
                context.invalid(given.pointer, &format!("less than {most}"), given.value);
            }
        }
        Self { count, gap, fill: node.read(&section::FILL, context) }
    }

    /// Width of one column and the left edge of a column, of a section this wide.
    pub fn place(&self, column: usize, width: f64) -> (f64, f64) {
        let count = self.count as f64;
        let own = ((width - self.gap * (count - 1.0)) / count).max(0.0);
        (own, column as f64 * (own + self.gap))
    }
}
