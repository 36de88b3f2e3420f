//! Fields: the content of a page (spec 3, 4), each kind in a file of its own.

mod chart;
mod code;
mod image;
mod kpi;
mod placing;
mod section;
mod shape;
mod signature;
mod table;
mod text;

pub use super::edges::{Border, BoxBorder, CornerRadii, Padding};
pub use super::style::{Look, LookRule};
pub use crate::format::{Align, DisplayMode, LegendPosition, NumberFormat, SortBy, VerticalAlign};
pub use chart::{Chart, ChartItems, ChartType};
pub use code::{CodeField, CodeSource};
pub(super) use image::min_dpi;
pub use image::{Framing, Image, ImageContent, ImageSource, Missing};
pub use kpi::{Kpi, KpiValue, Offset};
pub use placing::{OnPages, Placing, is_language_tag};
pub use section::{Columns, Repetitions, Section};
pub use shape::{Form, Outline, Shape};
pub use signature::Signature;
pub use table::{
    BlockKind, BlockText, Borders, Cell, CellPadding, CellText, Column, ColumnCode, ColumnStyle,
    ColumnText, ConditionalLook, Detail, Extended, Input, Places, RowGroup, RowTemplate, Rows,
    Table, TableBlock, TableLine, Width,
};
pub use text::{Composed, Shrink, Text};

use std::collections::HashMap;
use std::mem::discriminant;

use super::binding::Binding;
use super::read::{Context, Node};
use super::{source, style};
use crate::expr::{Condition, TextTemplate};
use crate::format::{FieldType, field};

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
    /// Condition for showing it; `None`: always.
    pub visible_when: Option<Condition>,
    /// Properties from extensions for its placing; `None` if it uses none of them.
    pub placing: Option<Box<Placing>>,
    /// Kind, with the properties of that kind.
    pub kind: Kind,
    /// Signature that has its place here; `kind` is then the appearance of the signature.
    pub signature: Option<Box<Signature>>,
    /// Texts that others stand in for: they are checked and never shown.
    pub replaced: Vec<TextTemplate>,
    /// JSON pointer of the field.
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
    /// A QR code or bar code.
    Code(Box<CodeField>),
    /// A line, a rectangle, an ellipse or a drawing.
    Shape(Box<Shape>),
    /// A type this version does not know: takes its place, draws nothing (spec 2.4).
    Unknown,
}

impl Field {
    pub(super) fn read(
        source: &source::SourceField<'_>,
        bindings: &BindingIndex,
        context: &mut Context,
    ) -> Option<Self> {
        let node = &source.node;
        node.value.as_object()?;
        let name = source.name.clone().into_owned();
        let own = bindings.of(&name);
        context.field = Some(name.clone());
        let kind = field::kind(source.kind, context.dialect.is_extended());
        let with_styles = style::styled(node, kind, context);
        let styled = with_styles.as_ref().map(|value| Node::root(value, &node.pointer));
        let node = styled.as_ref().unwrap_or(node);
        let mut signature = None;
        let kind = match kind {
            Some(FieldType::Signature) => {
                let (own, kind) = Signature::read(node, own, context);
                signature = Some(Box::new(own));
                kind
            }
            Some(FieldType::Text) => Kind::Text(Box::new(Text::read(node, own, context))),
            Some(FieldType::Table) => Kind::Table(Box::new(Table::read(node, own, context))),
            Some(FieldType::Image) => Kind::Image(Image::read(node, own, context)),
            Some(FieldType::Svg) => Kind::Image(Image::svg(node, own, context)),
            Some(FieldType::Section) => Kind::Section(Section::read(node, own, context)),
            Some(FieldType::Chart) => Kind::Chart(Box::new(Chart::read(node, own, context))),
            Some(FieldType::Kpi) => Kind::Kpi(Box::new(Kpi::read(node, own, context))),
            Some(kind @ (FieldType::Qrcode | FieldType::Barcode)) => {
                Kind::Code(Box::new(CodeField::read(node, kind, own, context)))
            }
            Some(FieldType::Line) => Kind::Shape(Box::new(Shape::line(node, context))),
            Some(FieldType::Rectangle) => Kind::Shape(Box::new(Shape::rectangle(node, context))),
            Some(FieldType::Ellipse) => Kind::Shape(Box::new(Shape::ellipse(node, context))),
            Some(FieldType::Path) => Kind::Shape(Box::new(Shape::path(node, context))),
            None => Kind::Unknown,
        };
        let condition = node.string(&field::VISIBLE_WHEN, context);
        let condition = condition.filter(|condition| !condition.trim().is_empty());
        let placing = Placing::read(node, context);
        let flows = placing.as_ref().is_none_or(|placing| placing.layer.is_none());
        // A field on the page belongs to no section: `@page` keeps it out of the flow of others.
        let section_id = source.section_id.clone().into_owned();
        let field = Self {
            id: source.id.clone().into_owned(),
            type_name: source.kind.to_owned(),
            x: node.length(&field::X, context),
            y: node.length(&field::Y, context),
            width: node.length(&field::WIDTH, context),
            height: node.length(&field::HEIGHT, context),
            section_id: Some(section_id).filter(|id| !id.is_empty() && flows),
            visible_when: condition
                .map(|condition| context.condition(condition, &node.place(&field::VISIBLE_WHEN))),
            placing: placing.map(Box::new),
            kind,
            signature,
            replaced: std::mem::take(&mut context.replaced),
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
            let kind = discriminant(&binding.kind);
            let same = |other: &usize| discriminant(&all[*other].kind) == kind;
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
