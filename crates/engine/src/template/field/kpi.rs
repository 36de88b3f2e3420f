//! KPI cards (spec 4.6).

use super::Bindings;
use crate::expr::TextTemplate;
use crate::format::icon;
use crate::format::{Aggregation, Key, NumberFormat, TextDirection, kpi};
use crate::template::binding::{BindingKind, ListPath};
use crate::template::color::Color;
use crate::template::filter::Filters;
use crate::template::key::ItemKey;
use crate::template::read::{Context, Node};
use crate::template::style::{self, Look, LookRule};

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
    /// Number format of the figure.
    pub number_format: NumberFormat,
    /// Own place of the icon.
    pub icon_offset: Option<Offset>,
    /// Own place of the title.
    pub title_offset: Option<Offset>,
    /// Own place of the figure.
    pub value_offset: Option<Offset>,
    /// Own place of the subtitle.
    pub subtitle_offset: Option<Offset>,
    /// Styles of title, figure and subtitle.
    pub looks: [Look; 3],
    /// Looks under conditions.
    pub rules: Vec<LookRule>,
    /// Direction of its texts; `None`: not set.
    pub direction: Option<TextDirection>,
}

/// An aggregate over an array (spec 5.5).
pub struct KpiValue {
    /// The array.
    pub path: ListPath,
    /// Aggregation of the values.
    pub aggregation: Aggregation,
    /// Key of the numbers.
    pub value_column: ItemKey,
    /// Filters that select the items.
    pub filters: Filters,
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
    pub(super) fn read(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Self {
        let mut text = |key| {
            let text = node.string(key, context)?;
            Some(context.compile(text, &node.place(key)))
        };
        let (title, value, subtitle) = (text(&kpi::TITLE), text(&kpi::VALUE), text(&kpi::SUBTITLE));
        let aggregate = bindings.iter().find_map(|binding| match &binding.kind {
            BindingKind::Kpi { path, aggregation, value_column, filters } => Some(KpiValue {
                path: path.clone(),
                aggregation: *aggregation,
                value_column: value_column.clone(),
                filters: filters.clone(),
            }),
            _ => None,
        });
        let icon_name = node.style(&kpi::ICON).map(str::to_owned);
        Self {
            icon: icon_name.as_deref().and_then(icon::outline),
            icon_name,
            title,
            value,
            aggregate,
            subtitle,
            background: node.read(&kpi::BACKGROUND_COLOR, context),
            color: node.read(&kpi::TEXT_COLOR, context),
            title_font_size: node.read(&kpi::TITLE_FONT_SIZE, context),
            value_font_size: node.read(&kpi::VALUE_FONT_SIZE, context),
            subtitle_font_size: node.read(&kpi::SUBTITLE_FONT_SIZE, context),
            icon_size: node.read(&kpi::ICON_SIZE, context),
            border_radius: node.read(&kpi::BORDER_RADIUS, context),
            number_format: node.read(&kpi::NUMBER_FORMAT, context),
            icon_offset: offset(node, &kpi::ICON_OFFSET, context),
            title_offset: offset(node, &kpi::TITLE_OFFSET, context),
            value_offset: offset(node, &kpi::VALUE_OFFSET, context),
            subtitle_offset: offset(node, &kpi::SUBTITLE_OFFSET, context),
            looks: style::CARD.map(|key| style::of_card(node, key, context)),
            rules: LookRule::list(node, &kpi::STYLE_WHEN, context),
            direction: context.direction(node, &kpi::DIRECTION),
        }
    }
}

fn offset(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<Offset> {
    let node = node.get(key.name)?;
    node.value.as_object()?;
    Some(Offset { x: node.read(&kpi::X, context), y: node.read(&kpi::Y, context) })
}
