//! Lines, rectangles, ellipses and drawings (spec 20.4).

use super::list::{Group, Item, Segment, Stroke};
use super::path::{ellipse, rounded_rect};
use super::{Area, Painter};
use crate::draw::path::mm_radii;
use crate::format::{Cap, LineDirection};
use crate::problem::Result;
use crate::template::Color;
use crate::template::field::{Form, Look, Outline, Shape};
use crate::units::mm_to_pt;

/// Segments of a drawing that cost about one step of the budget.
const SEGMENTS_PER_STEP: usize = 16;

impl Painter<'_> {
    /// Fill, then the border centred on the edge.
    pub(super) fn shape(&mut self, shape: &Shape, look: &Look, area: &Area<'_>) -> Result<()> {
        let stroke = self.stroke(shape, look);
        let fill = look.background.or(shape.fill);
        let Area { x, y, width, height, .. } = *area;
        if fill.is_none() && stroke.is_none() {
            return Ok(());
        }
        match &shape.form {
            Form::Line { direction, .. } => {
                let Some(stroke) = stroke else { return Ok(()) };
                let (from, to) = match direction {
                    LineDirection::Down => (y, y + height),
                    LineDirection::Up => (y + height, y),
                };
                self.list.items.push(Item::Line { from: (x, from), to: (x + width, to), stroke });
            }
            Form::Rectangle(radii) => {
                let radii = mm_radii(*radii).clamped(width, height);
                if radii.any() {
                    let outline = rounded_rect(x, y, width, height, radii);
                    self.list.path(outline, fill, stroke);
                } else {
                    self.list.items.push(Item::Rect { x, y, width, height, fill, stroke });
                }
            }
            Form::Ellipse => self.list.path(ellipse(x, y, width, height), fill, stroke),
            Form::Path(outline) => return self.outline(outline, fill, stroke, area),
        }
        Ok(())
    }

    fn stroke(&mut self, shape: &Shape, look: &Look) -> Option<Stroke> {
        let border = shape.border(look)?;
        let cap = match shape.form {
            Form::Line { cap, .. } => cap,
            _ => Cap::Butt,
        };
        let dash = self.list.dash(shape.dash.iter().map(|length| mm_to_pt(*length)));
        Some(Stroke { cap, dash, ..Stroke::solid(border.color, mm_to_pt(border.width)) })
    }

    fn outline(
        &mut self,
        outline: &Outline,
        fill: Option<Color>,
        stroke: Option<Stroke>,
        area: &Area<'_>,
    ) -> Result<()> {
        self.meter.steps(outline.segments.len() / SEGMENTS_PER_STEP)?;
        let fitted = Fitted::new(outline, area);
        if fitted.clip {
            let clip = Some([area.x, area.y, area.width, area.height]);
            self.list.items.push(Item::Begin(Group { clip, ..Group::default() }));
        }
        let segments = outline.segments.iter().map(|segment| fitted.place(*segment));
        self.list.path_by(outline.rule, segments, fill, stroke);
        if fitted.clip {
            self.list.items.push(Item::End);
        }
        Ok(())
    }
}

/// Scale and offset of a drawing in its box: its points are scaled, then moved.
struct Fitted {
    scale: (f64, f64),
    offset: (f64, f64),
    /// `true` if the drawing is cut off at the edge of the box.
    clip: bool,
}

impl Fitted {
    fn new(outline: &Outline, area: &Area<'_>) -> Self {
        let unit = mm_to_pt(1.0);
        let Some([left, top, width, height]) = outline.view else {
            return Self { scale: (unit, unit), offset: (area.x, area.y), clip: false };
        };
        let ratio = (area.width / width, area.height / height);
        let scale = outline.fit.scale(ratio, unit);
        let free = (area.width - width * scale.0, area.height - height * scale.1);
        let offset =
            (area.x + free.0 / 2.0 - left * scale.0, area.y + free.1 / 2.0 - top * scale.1);
        Self { scale, offset, clip: outline.fit.clips() }
    }

    fn place(&self, segment: Segment) -> Segment {
        segment.map(|x, y| (self.offset.0 + x * self.scale.0, self.offset.1 + y * self.scale.1))
    }
}
