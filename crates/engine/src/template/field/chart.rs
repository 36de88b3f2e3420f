//! Charts (spec 4.5).

use super::Bindings;
use crate::format::{
    Choose, DisplayMode, LegendPosition, PieStyle, Shape, SortBy, ValueFormat, chart,
};
use crate::template::binding::{BindingKind, ListPath};
use crate::template::filter::Filters;
use crate::template::key::ItemKey;
use crate::template::palette;
use crate::template::read::{Context, Node};

/// A bar, pie or donut chart.
pub struct Chart {
    /// Source of its items; `None`: nothing is drawn.
    pub items: Option<ChartItems>,
    /// Bars, pie or donut.
    pub chart_type: ChartType,
    /// Position of the legend of a pie.
    pub legend: LegendPosition,
    /// Content of the value text.
    pub display: DisplayMode,
    /// Colours in order, as written.
    pub palette: Vec<String>,
    /// Currency symbol; absent: the value is a plain number.
    pub currency: Option<String>,
    /// Decimal places of the value.
    pub decimals: u8,
    /// `true` if the value is grouped by thousands.
    pub thousands_separator: bool,
    /// Size of the pie legend in points.
    pub legend_font_size: f64,
    /// Order of the items.
    pub sort: SortBy,
    /// Number of items that keep their own place; `None`: all.
    pub top: Option<usize>,
}

/// Source of the items of a chart.
pub struct ChartItems {
    /// The array.
    pub path: ListPath,
    /// Key of the label.
    pub label_column: ItemKey,
    /// Key of the value.
    pub value_column: ItemKey,
    /// Filters that select the items.
    pub filters: Filters,
}

/// The shape of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartType {
    /// Horizontal bars.
    Bar,
    /// A full pie.
    Pie,
    /// A ring.
    Donut,
}

impl Chart {
    pub(super) fn read(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Self {
        let items = bindings.iter().find_map(|binding| match &binding.kind {
            BindingKind::Chart { path, label_column, value_column, filters } => Some(ChartItems {
                path: path.clone(),
                label_column: label_column.clone(),
                value_column: value_column.clone(),
                filters: filters.clone(),
            }),
            _ => None,
        });
        let currency = match node.read(&chart::VALUE_FORMAT, context) {
            ValueFormat::Currency => {
                let symbol = node.style(&chart::CURRENCY_SYMBOL);
                Some(symbol.unwrap_or(chart::DEFAULT_CURRENCY).to_owned())
            }
            ValueFormat::Number => None,
        };
        Self {
            items,
            chart_type: match node.read(&chart::CHART_TYPE, context) {
                Shape::Bar => ChartType::Bar,
                // Any text but `donut` means a full pie [Q].
                Shape::Pie => match node.style(&chart::PIE_STYLE).map(PieStyle::named) {
                    None | Some(Some(PieStyle::Donut)) => ChartType::Donut,
                    _ => ChartType::Pie,
                },
            },
            legend: node.read(&chart::LEGEND_POSITION, context),
            display: node.read(&chart::DISPLAY_MODE, context),
            palette: palette(node, context),
            currency,
            decimals: decimals(node.read(&chart::DECIMALS, context)),
            thousands_separator: node.read(&chart::THOUSANDS_SEPARATOR, context),
            legend_font_size: node.read(&chart::LEGEND_FONT_SIZE, context),
            sort: node.read(&chart::SORT_BY, context),
            top: top(node.read(&chart::TOP_N, context)),
        }
    }
}

fn palette(node: &Node<'_>, context: &mut Context) -> Vec<String> {
    let custom: Vec<String> = node
        .items(&chart::CUSTOM_PALETTE_COLORS, context)
        .iter()
        .map(|node| context.color_text(node))
        .collect();
    let colors = palette::chart(node.style(&chart::COLOR_PALETTE), &custom);
    colors.into_iter().map(str::to_owned).collect()
}

/// Decimal places: whole, clamped to 0..=100 (spec 14.2, B6).
fn decimals(places: f64) -> u8 {
    places.clamp(0.0, 100.0) as u8
}

/// A list is cut after this many items; zero, less, or a fraction of one cut nothing away.
fn top(top: f64) -> Option<usize> {
    (top > 0.0).then_some(top as usize)
}
