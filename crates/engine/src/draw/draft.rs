//! The mark over pages of drafts (spec 20.4.4).

use super::Painter;
use super::list::{Group, Item, Turn};
use super::tag::{Artifact, Tag};
use crate::font::{Setters, Style};
use crate::problem::Result;
use crate::template::Color;

/// Degrees by which the mark rises.
const RISE: f64 = -45.0;
/// Opacity of the mark, from 0 to 1.
const OPACITY: f64 = 0.12;
/// Length of the mark as a part of the diagonal of the page.
const SHARE: f64 = 0.6;
/// Height of capitals as a part of the size.
const CAPITALS: f64 = 0.72;

impl<'f> Painter<'f> {
    /// Puts a mark over every page.
    #[must_use]
    pub fn with_draft(self, mark: Option<&'f str>) -> Self {
        Self { draft: mark, ..self }
    }

    /// Paints the mark over the page. A font without its letters leaves it out.
    pub(super) fn draft(&mut self) -> Result<()> {
        let Some(mark) = self.draft else { return Ok(()) };
        self.meter.step()?;
        let (width, height) = (self.list.width, self.list.height);
        let setters =
            self.setters.get_or_insert_with(|| Box::new(Setters::drawing(self.all_fonts)));
        let style = Style { bold: true, ..Style::default() };
        let Ok(line) = setters.of(style).set(mark) else { return Ok(()) };
        let unit = line.width_at(1.0);
        if unit <= 0.0 {
            return Ok(());
        }
        let size = SHARE * width.hypot(height) / unit;
        let center = (width / 2.0, height / 2.0);
        let turn = Some(Turn { degrees: RISE, center });
        self.list.begin_overlay();
        self.list.tag(Tag::Artifact(Artifact::Watermark));
        self.list.items.push(Item::Begin(Group {
            turn,
            opacity: Some(OPACITY),
            ..Group::default()
        }));
        let place = (center.0 - unit * size / 2.0, center.1 + CAPITALS * size / 2.0);
        self.list.text(line, place, size, Color::BLACK, &mut self.fonts);
        self.list.items.push(Item::End);
        Ok(())
    }
}
