//! KPI cards (spec 4.6).

use super::Bindings;
use crate::expr::TextTemplate;
use crate::expr::path::Path;
use crate::template::binding::{Aggregation, BindingKind};
use crate::template::color::Color;
use crate::template::filter::Filters;
use crate::template::icon;
use crate::template::read::{Context, Node};

/// A card with an icon, a title, a figure and a subtitle.
pub struct Kpi {
    /// Outline of the icon as SVG path data.
    pub icon: Option<&'static str>,
    /// The icon as written.
    pub icon_name: Option<String>,
    /// Printed in upper case.
    pub title: Option<TextTemplate>,
    /// The figure as a text.
    pub value: Option<TextTemplate>,
    /// The figure as an aggregate; it wins.
    pub aggregate: Option<KpiValue>,
    /// Printed at the bottom.
    pub subtitle: Option<TextTemplate>,
    /// Fill of the card.
    pub background: Color,
    /// Colour of texts and icon.
    pub color: Color,
    /// Sizes in points.
    pub title_font_size: f64,
    /// Size of the figure.
    pub value_font_size: f64,
    /// Size of the subtitle.
    pub subtitle_font_size: f64,
    /// Side of the icon.
    pub icon_size: f64,
    /// Corner radius, percent of half the shorter side.
    pub border_radius: f64,
    /// How the figure is formatted.
    pub number_format: NumberFormat,
    /// Own place of the icon.
    pub icon_offset: Option<Offset>,
    /// Own place of the title.
    pub title_offset: Option<Offset>,
    /// Own place of the figure.
    pub value_offset: Option<Offset>,
    /// Own place of the subtitle.
    pub subtitle_offset: Option<Offset>,
}

/// An aggregate over an array (spec 5.5).
pub struct KpiValue {
    /// The array.
    pub path: Path,
    /// How it is condensed.
    pub aggregation: Aggregation,
    /// Exact key of the numbers.
    pub value_column: String,
    /// Which items count.
    pub filters: Filters,
}

/// How the figure of a card is formatted (spec 7.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberFormat {
    /// As it is.
    None,
    /// Comma as decimal mark.
    Plain,
    /// And dots between thousands.
    Grouped,
}

/// Top-left corner relative to the card's, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Offset {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Kpi {
    pub(super) fn parse(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Self {
        let mut text = |key| node.text(key, context).map(|source| TextTemplate::compile(&source));
        let aggregate = bindings.iter().find_map(|binding| match &binding.kind {
            BindingKind::Kpi { path, aggregation, value_column, filters } => Some(KpiValue {
                path: path.clone(),
                aggregation: *aggregation,
                value_column: value_column.clone(),
                filters: filters.clone(),
            }),
            _ => None,
        });
        let icon_name = node.style("icon").map(str::to_owned);
        Self {
            icon: icon_name.as_deref().and_then(icon::outline),
            icon_name,
            title: text("title"),
            value: text("value"),
            aggregate,
            subtitle: text("subtitle"),
            background: Color::or(node.style("backgroundColor"), Color::rgb(0.15, 0.39, 0.92)),
            color: Color::or(node.style("textColor"), Color::WHITE),
            title_font_size: node.number_or("titleFontSize", 8.0),
            value_font_size: node.number_or("valueFontSize", 20.0),
            subtitle_font_size: node.number_or("subtitleFontSize", 8.0),
            icon_size: node.number_or("iconSize", 14.0),
            border_radius: node.number_or("borderRadius", 16.0),
            number_format: match node.style("numberFormat") {
                Some("plain") => NumberFormat::Plain,
                Some("grouped") => NumberFormat::Grouped,
                _ => NumberFormat::None,
            },
            icon_offset: offset(node, "iconOffset"),
            title_offset: offset(node, "titleOffset"),
            value_offset: offset(node, "valueOffset"),
            subtitle_offset: offset(node, "subtitleOffset"),
        }
    }
}

fn offset(node: &Node<'_>, key: &str) -> Option<Offset> {
    let node = node.get(key)?;
    node.value.as_object()?;
    Some(Offset { x: node.number_or("x", 0.0), y: node.number_or("y", 0.0) })
}
