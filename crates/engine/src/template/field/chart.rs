//! Charts (spec 4.5).

use super::Bindings;
use crate::expr::path::Path;
use crate::template::binding::BindingKind;
use crate::template::filter::Filters;
use crate::template::palette;
use crate::template::read::Node;

/// A bar, pie or donut chart.
pub struct Chart {
    /// Where its items come from; without it nothing is drawn.
    pub items: Option<ChartItems>,
    /// Bars, pie or donut.
    pub chart_type: ChartType,
    /// Where the legend of a pie goes.
    pub legend: LegendPosition,
    /// What the value text shows.
    pub display: DisplayMode,
    /// Colours in order, as written.
    pub palette: Vec<String>,
    /// Currency symbol; absent: the value is a plain number.
    pub currency: Option<String>,
    /// Decimal places of the value.
    pub decimals: u8,
    /// Whether the value is grouped by thousands.
    pub thousands_separator: bool,
    /// Size of the pie legend in points.
    pub legend_font_size: f64,
    /// Order of the items.
    pub sort: SortBy,
    /// How many items keep their own place; absent: all.
    pub top: Option<usize>,
}

/// Where the items of a chart come from.
pub struct ChartItems {
    /// The array.
    pub path: Path,
    /// Exact key of the label.
    pub label_column: String,
    /// Exact key of the value.
    pub value_column: String,
    /// Which items count.
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

/// Where a pie has its legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LegendPosition {
    /// To the right of the pie.
    Right,
    /// To its left.
    Left,
    /// Above it.
    Top,
    /// Below it.
    Bottom,
    /// No legend: values on the slices.
    Slices,
}

/// What a value text shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayMode {
    /// The value.
    Number,
    /// Its share of the total.
    Percent,
    /// Both.
    Both,
}

/// The order of chart items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortBy {
    /// Largest value first.
    ValueDesc,
    /// Smallest value first.
    ValueAsc,
    /// Labels from A to Z.
    LabelAsc,
    /// Labels from Z to A.
    LabelDesc,
}

impl Chart {
    pub(super) fn parse(node: &Node<'_>, bindings: Bindings<'_>) -> Self {
        let items = bindings.iter().find_map(|binding| match &binding.kind {
            BindingKind::Chart { path, label_column, value_column, filters } => Some(ChartItems {
                path: path.clone(),
                label_column: label_column.clone(),
                value_column: value_column.clone(),
                filters: filters.clone(),
            }),
            _ => None,
        });
        let pie_style = node.style("pieStyle").unwrap_or("donut");
        let chart_type = match node.style("chartType") {
            Some("bar") => ChartType::Bar,
            _ if pie_style == "donut" => ChartType::Donut,
            _ => ChartType::Pie,
        };
        let currency = (node.style("valueFormat") == Some("currency"))
            .then(|| node.style("currencySymbol").unwrap_or("R$").to_owned());
        Self {
            items,
            chart_type,
            legend: legend_position(node.style("legendPosition")),
            display: match node.style("displayMode") {
                Some("number") => DisplayMode::Number,
                Some("percent") => DisplayMode::Percent,
                _ => DisplayMode::Both,
            },
            palette: palette(node),
            currency,
            decimals: decimals(node.number_or("decimals", 2.0)),
            thousands_separator: node.value.get("thousandsSeparator")
                != Some(&crate::value::Value::Bool(false)),
            legend_font_size: node.number_or("legendFontSize", 8.0),
            sort: match node.style("sortBy") {
                Some("value_asc") => SortBy::ValueAsc,
                Some("label_asc") => SortBy::LabelAsc,
                Some("label_desc") => SortBy::LabelDesc,
                _ => SortBy::ValueDesc,
            },
            top: top(node.number_or("topN", 7.0)),
        }
    }
}

fn legend_position(name: Option<&str>) -> LegendPosition {
    match name {
        Some("left") => LegendPosition::Left,
        Some("top") => LegendPosition::Top,
        Some("bottom") => LegendPosition::Bottom,
        Some("slices") => LegendPosition::Slices,
        _ => LegendPosition::Right,
    }
}

fn palette(node: &Node<'_>) -> Vec<String> {
    let custom = node.value.get("customPaletteColors").and_then(|colors| colors.as_array());
    let custom: Vec<String> = custom
        .unwrap_or_default()
        .iter()
        .map(|color| crate::expr::value::text_of(color).into_owned())
        .collect();
    let colors = palette::chart(node.style("colorPalette"), &custom);
    colors.into_iter().map(str::to_owned).collect()
}

/// Decimal places: whole, clamped to 0..=100 (spec 14.2, B6).
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped first")]
fn decimals(places: f64) -> u8 {
    places.clamp(0.0, 100.0) as u8
}

/// A list is cut after this many items; zero, less, or a fraction of one cut nothing away.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked first")]
fn top(top: f64) -> Option<usize> {
    (top > 0.0).then_some(top as usize)
}
