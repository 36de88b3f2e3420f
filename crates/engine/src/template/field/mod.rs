//! Fields: what stands on a page (spec 3, 4), each kind in a file of its own.

mod chart;
mod image;
mod kpi;
mod section;
mod table;
mod text;

pub use chart::{Chart, ChartType, DisplayMode, LegendPosition, SortBy};
pub use image::{Image, ImageContent, ImageSource};
pub use kpi::{Kpi, KpiValue, NumberFormat, Offset};
pub use section::Section;
pub use table::{
    Cell, Column, ColumnStyle, CornerRadii, Input, Rows, Table, TableBlock, VerticalAlign,
};
pub use text::{Border, Text};

use std::collections::HashMap;
use std::mem::discriminant;

use super::binding::Binding;
use super::read::{Context, Node};
use crate::expr::Condition;

/// A field with everything it needs to be laid out and drawn. Lengths in millimetres.
pub struct Field {
    /// Identity; sections are referred to by it.
    pub id: String,
    /// Binding key and the name used in messages.
    pub name: String,
    /// The `type` as written.
    pub type_name: String,
    /// Left edge, from the left of the page.
    pub x: f64,
    /// Top edge, from the top of the page.
    pub y: f64,
    /// Width of the authored box.
    pub width: f64,
    /// Height of the authored box.
    pub height: f64,
    /// The section it is a member of; never empty.
    pub section_id: Option<String>,
    /// When it is shown; absent: always.
    pub visible_when: Option<Condition>,
    /// What it is.
    pub kind: Kind,
    /// Where it stands in the file.
    pub pointer: String,
}

/// The kinds of field.
pub enum Kind {
    /// One line of text.
    Text(Box<Text>),
    /// A table.
    Table(Box<Table>),
    /// A picture.
    Image(Image),
    /// A rectangle that repeats per item.
    Section(Section),
    /// A bar, pie or donut chart.
    Chart(Box<Chart>),
    /// A card with a figure.
    Kpi(Box<Kpi>),
    /// A type this version does not know: takes its place, draws nothing (spec 2.4).
    Unknown,
}

/// Horizontal alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// At the left edge.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// At the right edge.
    Right,
}

impl Align {
    fn parse(name: Option<&str>) -> Self {
        match name {
            Some("center") => Self::Center,
            Some("right") => Self::Right,
            _ => Self::Left,
        }
    }
}

impl Field {
    pub(super) fn parse(
        node: &Node<'_>,
        bindings: &BindingIndex,
        context: &mut Context,
    ) -> Option<Self> {
        if node.value.as_object().is_none() {
            context.wrong_type(node, "a field must be an object");
            return None;
        }
        let name = node.text("name", context).unwrap_or_default();
        context.field = Some(name.clone());
        let type_name = node.text("type", context).unwrap_or_default();
        let own = bindings.of(&name);
        let kind = match type_name.as_str() {
            "text" => Kind::Text(Box::new(Text::parse(node, own, context))),
            "table" => Kind::Table(Box::new(Table::parse(node, own, context))),
            "image" => Kind::Image(Image::parse(node, own, context)),
            "section" => Kind::Section(Section::parse(own)),
            "chart" => Kind::Chart(Box::new(Chart::parse(node, own))),
            "kpi" => Kind::Kpi(Box::new(Kpi::parse(node, own, context))),
            _ => Kind::Unknown,
        };
        let condition = node.text("visibleWhen", context).filter(|c| !c.trim().is_empty());
        let field = Self {
            id: node.text("id", context).unwrap_or_default(),
            type_name,
            x: node.length("x", context),
            y: node.length("y", context),
            width: node.length("width", context),
            height: node.length("height", context),
            section_id: node.text("sectionId", context).filter(|id| !id.is_empty()),
            visible_when: condition.map(|condition| Condition::compile(&condition)),
            kind,
            pointer: node.pointer.clone(),
            name,
        };
        context.field = None;
        Some(field)
    }
}

/// All bindings, found by the name of their field.
pub(super) struct BindingIndex {
    all: Vec<Binding>,
    by_name: HashMap<String, Vec<usize>>,
}

impl BindingIndex {
    pub(super) fn new(all: Vec<Binding>) -> Self {
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, binding) in all.iter().enumerate() {
            let numbers = by_name.entry(binding.schema_name.clone()).or_default();
            // A field uses the first or the last binding of a kind. Those in between are left
            // out, so that many fields of one name do not each go over many bindings.
            let same =
                |other: &usize| discriminant(&all[*other].kind) == discriminant(&binding.kind);
            if numbers.iter().filter(|other| same(other)).count() == 2
                && let Some(last) = numbers.iter().rposition(same)
            {
                numbers.remove(last);
            }
            numbers.push(number);
        }
        Self { all, by_name }
    }

    fn of(&self, name: &str) -> Bindings<'_> {
        let numbers = self.by_name.get(name).map(Vec::as_slice).unwrap_or_default();
        Bindings { all: &self.all, numbers }
    }
}

/// The bindings as one field sees them (spec 5.2).
#[derive(Clone, Copy)]
struct Bindings<'a> {
    all: &'a [Binding],
    numbers: &'a [usize],
}

impl<'a> Bindings<'a> {
    /// Its bindings in the order of the list.
    fn iter(self) -> impl DoubleEndedIterator<Item = &'a Binding> {
        self.numbers.iter().map(move |number| &self.all[*number])
    }
}
