//! KPI cards (spec 10.12).

use super::path::{Radii, rounded_rect};
use super::tag::Unit;
use super::{Area, Painter, TextStyle};
use crate::format::TextTransform;
use crate::format::icon::GRID;
use crate::paragraph::Emphasis;
use crate::problem::Result;
use crate::resolve::kpi::KpiData;
use crate::template::field::{Kpi, Look, Offset};
use crate::template::style::transformed;
use crate::units::mm_to_pt;

/// Inner padding of a card in points.
pub const PADDING: f64 = 8.0;

impl Painter<'_> {
    /// Background, title, icon, value, subtitle.
    pub(super) fn kpi(&mut self, kpi: &Kpi, data: &KpiData, area: &Area<'_>) -> Result<()> {
        let radius = corner_radius(kpi.border_radius, area.width, area.height);
        let card = rounded_rect(area.x, area.y, area.width, area.height, Radii::all(radius));
        self.list.path(card, Some(data.look.background.unwrap_or(kpi.background)), None);
        // A size under a condition is that of the figure.
        let rest = Look { size: None, ..data.look };
        let [title_look, value_look, subtitle_look] = kpi.looks;
        let looks =
            [title_look.under(rest), value_look.under(data.look), subtitle_look.under(rest)];
        let [title_look, value_look, subtitle_look] = looks;

        let inner = area.width - 2.0 * PADDING;
        if let Some(title) = &data.title {
            // The icon keeps its room even where an offset has moved it or the title elsewhere.
            let beside = if kpi.icon.is_some() { kpi.icon_size + 4.0 } else { 0.0 };
            let size = title_look.size.unwrap_or(kpi.title_font_size);
            let place = spot(kpi.title_offset, size, area, area.y + PADDING + size);
            let width = (inner - beside).max(10.0);
            let title = match title_look.transform {
                None => title.to_uppercase(),
                Some(_) => title.clone(),
            };
            self.unit(Unit::Piece(0));
            self.kpi_text(&title, title_look, size, width, place, kpi, area)?;
        }
        if let Some(outline) = kpi.icon {
            self.decoration();
            self.icon(outline, kpi, area);
        }
        if let Some(value) = &data.value {
            let size = value_look.size.unwrap_or(kpi.value_font_size);
            let middle = area.y + area.height / 2.0 + size / 3.0;
            let place = spot(kpi.value_offset, size, area, middle);
            self.unit(Unit::Piece(1));
            self.kpi_text(value, value_look, size, inner, place, kpi, area)?;
        }
        if let Some(subtitle) = &data.subtitle {
            let size = subtitle_look.size.unwrap_or(kpi.subtitle_font_size);
            let place = spot(kpi.subtitle_offset, size, area, area.y + area.height - PADDING);
            self.unit(Unit::Piece(2));
            self.kpi_text(subtitle, subtitle_look, size, inner, place, kpi, area)?;
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "what a text of a card is")]
    fn kpi_text(
        &mut self,
        text: &str,
        look: Look,
        size: f64,
        max_width: f64,
        place: (f64, f64),
        kpi: &Kpi,
        area: &Area<'_>,
    ) -> Result<()> {
        let color = look.color.unwrap_or(kpi.color);
        let style = TextStyle { size, color, max_width: Some(max_width) };
        let text = &*transformed(look.transform.unwrap_or(TextTransform::None), text);
        let mut emphasis = look.emphasis(Emphasis::default());
        emphasis.style.direction = kpi.direction.unwrap_or_default();
        if emphasis == Emphasis::default() {
            self.put_line(text, style, area, |_| place)?;
            return Ok(());
        }
        self.put_cut(text, emphasis, style, area, |_| place)
    }

    fn icon(&mut self, outline: &str, kpi: &Kpi, area: &Area<'_>) {
        let size = kpi.icon_size;
        let center = match kpi.icon_offset {
            Some(offset) => {
                (area.x + mm_to_pt(offset.x) + size / 2.0, area.y + mm_to_pt(offset.y) + size / 2.0)
            }
            None => (
                area.x + area.width - PADDING - size / 2.0,
                area.y + PADDING + kpi.title_font_size / 2.0,
            ),
        };
        let scale = size / GRID;
        let (left, bottom) = (center.0 - size / 2.0, center.1 + size / 2.0);
        let (path, _) = crate::path::parse(outline);
        let place = |x, y| (left + x * scale, bottom + y * scale);
        let path = path.into_iter().map(|segment| segment.map(place));
        self.list.path(path, Some(kpi.color), None);
    }
}

/// Left edge and baseline of a text: its own place, or the default.
fn spot(offset: Option<Offset>, size: f64, area: &Area<'_>, default: f64) -> (f64, f64) {
    match offset {
        Some(offset) => (area.x + mm_to_pt(offset.x), area.y + mm_to_pt(offset.y) + size),
        None => (area.x + PADDING, default),
    }
}

/// Corner radius of a card: percent of half the shorter side.
pub fn corner_radius(percent: f64, width: f64, height: f64) -> f64 {
    percent / 100.0 * width.min(height) / 2.0
}
