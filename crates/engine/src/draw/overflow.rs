//! Check of the painter for lines that are not drawn as they are.

use super::{Area, Painter, TextStyle};
use crate::font::MissingGlyph;
use crate::format::Wrap;
use crate::layout::Placement;
use crate::problem::Result;
use crate::template::Kind;
use crate::template::field::Composed;
use crate::template::zone::Zone;
use crate::units::mm_to_pt;

/// A line that is too wide for its place, or has a character that no font has. Lengths in points.
#[derive(Debug, Clone, PartialEq)]
pub struct Overflow {
    /// The whole text.
    pub text: String,
    /// The cell of a table that it is in: its row in the slice, and its column.
    pub cell: Option<(usize, usize)>,
    /// Width of the line.
    pub width: f64,
    /// Width available.
    pub room: f64,
    /// The character that no font has; then there is no width.
    pub missing: Option<MissingGlyph>,
}

impl Painter<'_> {
    /// Paints one placement of the page model and returns which of its lines do not fit: those that
    /// were cut, text fields wider than their box, and texts without a glyph, which are left out.
    ///
    /// # Errors
    /// Errors of images (spec 13).
    pub fn overflows(&mut self, placement: &Placement<'_>) -> Result<Vec<Overflow>> {
        self.list.clear(0.0, 0.0);
        self.overflows = Some(Vec::new());
        self.cell = None;
        let painted = self.placement(placement, Zone::Body, true);
        let overflows = self.overflows.take().unwrap_or_default();
        painted.map(|()| overflows)
    }

    /// Notes a line that is too wide for its place; `width` is what was drawn of it.
    pub(super) fn note_width(&mut self, text: &str, style: TextStyle, area: &Area<'_>) {
        let is_text = matches!(area.field.kind, Kind::Text(_));
        let Some(room) = style.max_width.or(is_text.then_some(area.width)) else { return };
        let Ok(line) = self.typesetter.set(text) else { return };
        let width = line.width_at(style.size);
        if width <= room {
            return;
        }
        if let Some(overflows) = &mut self.overflows {
            let (text, cell) = (text.to_owned(), self.cell);
            overflows.push(Overflow { text, cell, width, room, missing: None });
        }
    }

    /// Notes an unbroken line that is wider than its box.
    pub(super) fn note_line(
        &mut self,
        text: &str,
        width: f64,
        composed: &Composed,
        area: &Area<'_>,
    ) {
        let room = area.width - mm_to_pt(composed.padding.horizontal());
        if width <= room || composed.wrap != Wrap::None {
            return;
        }
        if let Some(overflows) = &mut self.overflows {
            let (text, cell) = (text.to_owned(), self.cell);
            overflows.push(Overflow { text, cell, width, room, missing: None });
        }
    }

    /// Notes a text that cannot be set; outside of a check it is a problem.
    pub(super) fn note_missing(
        &mut self,
        text: &str,
        missing: MissingGlyph,
        area: &Area<'_>,
    ) -> Result<()> {
        match &mut self.overflows {
            None => Err(area.missing_glyph(missing, text)),
            Some(overflows) => {
                let (text, cell) = (text.to_owned(), self.cell);
                let (width, room) = (0.0, 0.0);
                overflows.push(Overflow { text, cell, width, room, missing: Some(missing) });
                Ok(())
            }
        }
    }
}
