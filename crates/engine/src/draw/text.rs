//! Text fields (spec 10.7) and alignment.

use super::list::{Item, Stroke};
use super::path::rounded_rect;
use super::table::mm_radii;
use super::{Area, Painter, TextStyle};
use crate::problem::Result;
use crate::template::Color;
use crate::template::field::{Align, Text, VerticalAlign};
use crate::units::mm_to_pt;

impl Painter<'_> {
    /// Box, border, then the text hanging from the top edge.
    pub(super) fn text(&mut self, text: &Text, value: &str, area: &Area<'_>) -> Result<()> {
        self.text_box(text.background, text, area);
        let style = TextStyle { size: text.font_size, color: text.color, max_width: None };
        self.put_line(value, style, area, |width| {
            (area.x + align_x(text.align, area.width, width, 0.0), area.y + text.font_size)
        })?;
        Ok(())
    }

    /// Fill and border of the box.
    pub(super) fn text_box(&mut self, background: Option<Color>, text: &Text, area: &Area<'_>) {
        let stroke = text.border.map(|border| Stroke::solid(border.color, mm_to_pt(border.width)));
        if background.is_some() || stroke.is_some() {
            let (x, y, width, height) = (area.x, area.y, area.width, area.height);
            let radii = mm_radii(text.radii).clamped(width, height);
            if radii.any() {
                let outline = rounded_rect(x, y, width, height, radii);
                self.list.path(outline, background, stroke);
                return;
            }
            self.list.items.push(Item::Rect { x, y, width, height, fill: background, stroke });
        }
    }
}

/// Distance of a text from the left of its box (spec 10.7, 10.8.3).
pub fn align_x(align: Align, box_width: f64, text_width: f64, padding: f64) -> f64 {
    match align {
        Align::Left => padding,
        Align::Center => ((box_width - text_width) / 2.0).max(0.0),
        Align::Right => (box_width - text_width - padding).max(0.0),
    }
}

/// Distance of a baseline from the bottom of its row (spec 10.8.3).
pub fn align_y(align: VerticalAlign, box_height: f64, font_size: f64, padding: f64) -> f64 {
    match align {
        VerticalAlign::Top => box_height - padding - font_size,
        VerticalAlign::Middle => box_height / 2.0 - font_size / 2.8,
        VerticalAlign::Bottom => padding,
    }
}
