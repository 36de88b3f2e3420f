//! Text fields (spec 10.7) and alignment.

use super::list::{Item, Stroke};
use super::path::{mm_radii, rounded_rect};
use super::{Area, Painter, TextStyle};
use crate::problem::Result;
use crate::template::field::{Align, BoxBorder, Look, Text, VerticalAlign};
use crate::units::mm_to_pt;

impl Painter<'_> {
    /// Box, border, then the text hanging from the top edge.
    pub(super) fn text(&mut self, text: &Text, value: &str, area: &Area<'_>) -> Result<()> {
        self.text_box(&Look::default(), text, area);
        self.words(None);
        let style = TextStyle { size: text.font_size, color: text.color, max_width: None };
        self.put_line(value, style, area, |width| {
            (area.x + align_x(text.align, area.width, width, 0.0), area.y + text.font_size)
        })?;
        Ok(())
    }

    /// Fill and border of the box.
    pub(super) fn text_box(&mut self, look: &Look, text: &Text, area: &Area<'_>) {
        let background = look.background.or(text.background);
        let color = look.border_color.or(text.border_color);
        let widths = look.border_widths.or(text.border_widths);
        let widths = widths.filter(|widths| *widths != [0.0; 4]);
        let border = color.zip(widths).map(|(color, widths)| BoxBorder { color, widths });
        let all = border.and_then(|border| Some((border.color, border.width()?)));
        let stroke = all.map(|(color, width)| Stroke::solid(color, mm_to_pt(width)));
        if background.is_some() || stroke.is_some() {
            let (x, y, width, height) = (area.x, area.y, area.width, area.height);
            let radii = mm_radii(text.radii).clamped(width, height);
            if radii.any() {
                let outline = rounded_rect(x, y, width, height, radii);
                self.list.path(outline, background, stroke);
            } else {
                let fill = background;
                self.list.items.push(Item::Rect { x, y, width, height, fill, stroke });
            }
        }
        if let Some(border) = border.filter(|border| border.width().is_none()) {
            self.sides(&border, area);
        }
    }

    /// Borders that differ from side to side, each centred on its edge. The top and the bottom
    /// borders take the corners.
    fn sides(&mut self, border: &BoxBorder, area: &Area<'_>) {
        let [top, right, bottom, left] = border.widths.map(mm_to_pt);
        let (x, width) = (area.x - left / 2.0, area.width + (left + right) / 2.0);
        let (y, height) = (area.y + top / 2.0, area.height - (top + bottom) / 2.0);
        let boxes = [
            [x, area.y - top / 2.0, width, top],
            [area.x + area.width - right / 2.0, y, right, height],
            [x, area.y + area.height - bottom / 2.0, width, bottom],
            [x, y, left, height],
        ];
        for [x, y, width, height] in boxes.into_iter().filter(|[_, _, w, h]| *w > 0.0 && *h > 0.0) {
            self.list.fill_rect(x, y, width, height, border.color);
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

#[cfg(test)]
mod tests {
    use super::super::list::Item;
    use super::super::tests::draw;

    #[test]
    fn a_border_may_have_its_colour_and_its_width_from_different_places() {
        let bordered = |own: &str, style: &str| {
            let rules = format!(r#""styleWhen": [{{"when": "1 == 1", "style": {style}}}]"#);
            let list = draw(&format!(
                r#""extensions": 1, "schemas": [{{"id": "t", "name": "t", "type": "text", "x": 10,
                    "y": 10, "width": 50, "height": 10, "content": "x", {own} {rules}}}]"#
            ));
            list.items.iter().any(|item| matches!(item, Item::Rect { stroke: Some(_), .. }))
        };
        let (color, width) = (r##""borderColor": "#ff0000""##, r#""borderWidth": 1"#);
        assert!(bordered(&format!("{width},"), &format!("{{{color}}}")));
        assert!(bordered(&format!("{color},"), &format!("{{{width}}}")));
        assert!(bordered("", &format!("{{{color}, {width}}}")));
        assert!(!bordered(&format!("{width},"), "{}"));
        assert!(!bordered(r#""borderWidth": 0,"#, &format!("{{{color}}}")));
    }
}
