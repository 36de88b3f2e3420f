//! Charts (spec 10.11).

use super::pie::{PieSlice, point_on_circle};
use super::{Area, Painter, TextStyle};
use crate::locale::{Decimals, Locale, is_currency};
use crate::number::digits::{Digits, fixed, grouped};
use crate::problem::Result;
use crate::resolve::chart::{ChartData, ChartItem};
use crate::template::Color;
use crate::template::field::{Chart, ChartType, DisplayMode, LegendPosition};

const TEXT: Color = Color::rgb(0.1, 0.1, 0.1);
const TRACK: Color = Color::rgb(0.9, 0.9, 0.9);
const INVALID: Color = Color::rgb(0.6, 0.6, 0.6);
const BAR_FONT_SIZE: f64 = 8.0;
const BAR_HEIGHT: f64 = 7.0;
const SWATCH: f64 = 7.0;
const SLICE_FONT_SIZE: f64 = 7.0;
/// Degrees left open after each slice.
const SLICE_GAP: f64 = 1.0;
/// Slices narrower than this many degrees carry no text.
const SLICE_TEXT_FROM: f64 = 14.0;
const DONUT_HOLE: f64 = 0.55;

/// A rectangle in points, y downwards.
#[derive(Clone, Copy)]
struct Bounds {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Painter<'_> {
    pub(super) fn chart(&mut self, chart: &Chart, data: &ChartData, area: &Area<'_>) -> Result<()> {
        match chart.chart_type {
            ChartType::Bar => self.bars(chart, data, area),
            ChartType::Pie | ChartType::Donut => self.pie_with_legend(chart, data, area),
        }
    }

    fn bars(&mut self, chart: &Chart, data: &ChartData, area: &Area<'_>) -> Result<()> {
        let row_height = area.height / data.items.len() as f64;
        let label_height = (row_height * 0.5).min(11.0);
        let largest = data.items.iter().map(|item| item.value).fold(0.0, f64::max);
        for (i, item) in data.items.iter().enumerate() {
            self.meter.step()?;
            let top = area.y + i as f64 * row_height;
            // Only the label is cut. The value is measured first, and the track gets what is left:
            // so every bar has a track of its own length, as in the reference.
            let mut style = bar_text();
            style.max_width = Some(area.width);
            self.put_line(&item.label, style, area, |_| (area.x, top + label_height - 2.0))?;

            let above = ((row_height - label_height - BAR_HEIGHT) / 2.0).max(1.0);
            let bottom = top + row_height - above;
            let value = value_text(chart, item, data.total, data.locale.as_deref());
            let width = self
                .typesetter
                .set(&value)
                .map_err(|missing| area.missing_glyph(missing, &value))?
                .width_at(BAR_FONT_SIZE);
            let track = (area.width - width - 6.0).max(0.0);
            let bar_top = bottom - BAR_HEIGHT;
            self.list.fill_rect(area.x, bar_top, track, BAR_HEIGHT, TRACK);
            let filled = if largest > 0.0 { item.value / largest * track } else { 0.0 };
            if filled > 0.0 {
                self.list.fill_rect(area.x, bar_top, filled, BAR_HEIGHT, item_color(item));
            }
            let baseline = bottom - 3.5 + BAR_FONT_SIZE / 2.8;
            self.put_line(&value, bar_text(), area, |_| (area.x + track + 6.0, baseline))?;
        }
        Ok(())
    }

    fn pie_with_legend(&mut self, chart: &Chart, data: &ChartData, area: &Area<'_>) -> Result<()> {
        let (pie, legend) = split(chart, data.items.len(), area);
        self.pie(chart, data, pie, area)?;
        match legend {
            Some(legend) => self.legend(chart, data, legend, area),
            None => Ok(()),
        }
    }

    fn pie(&mut self, chart: &Chart, data: &ChartData, pie: Bounds, area: &Area<'_>) -> Result<()> {
        let diameter = (pie.width.min(pie.height) - 8.0).max(0.0);
        let outer = diameter / 2.0;
        let inner = if chart.chart_type == ChartType::Donut { DONUT_HOLE * outer } else { 0.0 };
        let center = (pie.x + pie.width / 2.0, pie.y + pie.height / 2.0);
        let mut start = 0.0;
        for item in &data.items {
            self.meter.step()?;
            let share = if data.total > 0.0 { item.value / data.total } else { 0.0 };
            // A slice of nothing takes no gap either, and the next one begins where it would have.
            let sweep = share * 360.0;
            if sweep.is_nan() || sweep <= 0.0 {
                continue;
            }
            let drawn = (sweep - SLICE_GAP).max(0.0);
            let slice = PieSlice { center, outer, inner, start, sweep: drawn };
            self.list.path(slice.outline(), Some(item_color(item)), None);
            if chart.legend == LegendPosition::Slices && sweep >= SLICE_TEXT_FROM {
                let radius = if inner > 0.0 { (inner + outer) / 2.0 } else { 0.65 * outer };
                let point = point_on_circle(center, radius, start + sweep / 2.0);
                let style =
                    TextStyle { size: SLICE_FONT_SIZE, color: Color::WHITE, max_width: None };
                let value = value_text(chart, item, data.total, data.locale.as_deref());
                self.put_line(&value, style, area, |width| {
                    (point.0 - width / 2.0, point.1 + SLICE_FONT_SIZE / 3.0)
                })?;
            }
            // The gap is cut off the slice, not added to the turn.
            start += sweep;
        }
        Ok(())
    }

    fn legend(
        &mut self,
        chart: &Chart,
        data: &ChartData,
        legend: Bounds,
        area: &Area<'_>,
    ) -> Result<()> {
        let row = row_height(chart);
        let list = data.items.len() as f64 * row;
        // Centred while it fits; longer lists begin at the top and overflow downwards.
        let above = ((legend.height - list) / 2.0).max(0.0);
        let mut bottom = legend.y + above + row / 2.0 + SWATCH / 2.0;
        for item in &data.items {
            self.meter.step()?;
            let color = item_color(item);
            self.list.fill_rect(legend.x, bottom - SWATCH, SWATCH, SWATCH, color);
            let text = format!(
                "{}  {}",
                item.label,
                value_text(chart, item, data.total, data.locale.as_deref())
            );
            let style = TextStyle {
                size: chart.legend_font_size,
                color: TEXT,
                max_width: Some((legend.width - 15.0).max(20.0)),
            };
            self.put_line(&text, style, area, |_| (legend.x + 11.0, bottom - 0.5))?;
            bottom += row;
        }
        Ok(())
    }
}

fn bar_text() -> TextStyle {
    TextStyle { size: BAR_FONT_SIZE, color: TEXT, max_width: None }
}

fn item_color(item: &ChartItem) -> Color {
    Color::or(Some(&item.color), INVALID)
}

fn row_height(chart: &Chart) -> f64 {
    chart.legend_font_size + 4.0
}

/// Boxes of the pie and of its legend.
fn split(chart: &Chart, items: usize, area: &Area<'_>) -> (Bounds, Option<Bounds>) {
    let whole = Bounds { x: area.x, y: area.y, width: area.width, height: area.height };
    let strip = (0.4 * whole.width).clamp(60.0, 160.0);
    let beside = Bounds { width: (whole.width - strip).max(0.0), ..whole };
    let list = (items as f64 * row_height(chart)).min(0.5 * whole.height);
    let rest = (whole.height - list).max(0.0);
    match chart.legend {
        LegendPosition::Right => {
            (beside, Some(Bounds { x: whole.x + beside.width, width: strip, ..whole }))
        }
        LegendPosition::Left => {
            (Bounds { x: whole.x + strip, ..beside }, Some(Bounds { width: strip, ..whole }))
        }
        LegendPosition::Top => (
            Bounds { y: whole.y + list, height: rest, ..whole },
            Some(Bounds { height: list, ..whole }),
        ),
        LegendPosition::Bottom => (
            Bounds { height: rest, ..whole },
            Some(Bounds { y: whole.y + rest, height: list, ..whole }),
        ),
        LegendPosition::Slices => (whole, None),
    }
}

/// The value of an item as a locale writes it (spec 20.8.2).
fn localized_text(chart: &Chart, item: &ChartItem, total: f64, locale: &Locale) -> String {
    let (digits, negative) = (Digits::shortest(item.value.abs()), item.value.is_sign_negative());
    let mut raw = String::new();
    match &chart.currency {
        Some(symbol) => {
            let decimals = Decimals { least: chart.decimals, most: chart.decimals };
            let symbol = if is_currency(symbol) { locale.currency_symbol(symbol) } else { symbol };
            locale.money(digits, negative, decimals, symbol, &mut raw);
        }
        None => {
            let decimals = Decimals { least: 0, most: chart.decimals };
            locale.decimal(digits, negative, decimals, chart.thousands_separator, &mut raw);
        }
    }
    let mut percent = String::new();
    let share = if total > 0.0 { item.value / total * 100.0 } else { 0.0 };
    let decimals = Decimals { least: 1, most: 1 };
    locale.percent(Digits::shortest(share.abs()), share < 0.0, decimals, &mut percent);
    match chart.display {
        DisplayMode::Number => raw,
        DisplayMode::Percent => percent,
        DisplayMode::Both => format!("{raw} ({percent})"),
    }
}

/// The value of an item as it is written.
pub(crate) fn value_text(
    chart: &Chart,
    item: &ChartItem,
    total: f64,
    locale: Option<&Locale>,
) -> String {
    if let Some(locale) = locale {
        return localized_text(chart, item, total, locale);
    }
    let mut raw = String::new();
    if chart.display != DisplayMode::Percent {
        if let Some(symbol) = &chart.currency {
            raw.push_str(symbol);
            raw.push(' ');
        }
        let force = chart.currency.is_some();
        grouped(item.value, chart.decimals, force, chart.thousands_separator, &mut raw);
    }
    let mut percent = String::new();
    if chart.display != DisplayMode::Number {
        let share = if total > 0.0 { item.value / total * 100.0 } else { 0.0 };
        fixed(share, 1, &mut percent);
        percent = percent.replace('.', ",");
        percent.push('%');
    }
    match chart.display {
        DisplayMode::Number => raw,
        DisplayMode::Percent => percent,
        DisplayMode::Both => format!("{raw} ({percent})"),
    }
}
