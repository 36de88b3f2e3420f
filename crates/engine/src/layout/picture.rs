//! Pictures in their boxes (spec 20.6.1).

use std::collections::HashMap;
use std::sync::Arc;

use super::Resolver;
use super::notes::Note;
use crate::format::{Align, VerticalAlign};
use crate::image::{self, MAX_PICTURES, Orientation, Picture};
use crate::problem::{Code, Problem, Result, quoted};
use crate::resolve;
use crate::template::Field;
use crate::template::field::{CornerRadii, Framing, Image};

/// A picture that is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownPicture {
    /// Its source: a data URI, or SVG text.
    pub uri: Arc<str>,
    /// Decoded picture, where it was needed to place the picture, or to note parts that are not
    /// drawn.
    pub picture: Option<Arc<Picture>>,
    /// Frame set by extensions; `None` where the picture fills its box as it is stored.
    pub frame: Option<Arc<PictureFrame>>,
}

/// Frame of a picture in its box. Lengths in millimetres.
#[derive(Debug, PartialEq)]
pub struct PictureFrame {
    /// Distance from the left edge of the box.
    pub x: f64,
    /// Distance from the top edge of the box.
    pub y: f64,
    pub width: f64,
    pub height: f64,
    /// `true` if the picture is cut off at the edge of the box.
    pub clip: bool,
    /// Radii of the corners of the visible part.
    pub radii: CornerRadii,
    /// Orientation of the picture.
    pub orientation: Orientation,
    /// Resolution in pixels per inch of paper; `None` where the picture is not made of pixels.
    pub dpi: Option<f64>,
}

impl PictureFrame {
    /// Frame of a picture in a box of this size, in millimetres.
    pub fn new(picture: Option<&Arc<Picture>>, framing: &Framing, box_size: (f64, f64)) -> Self {
        let (wide, high) = box_size;
        let mut frame = Self {
            x: 0.0,
            y: 0.0,
            width: wide,
            height: high,
            clip: framing.fit.clips(),
            radii: framing.radii,
            orientation: Orientation::default(),
            dpi: None,
        };
        let Some(picture) = picture else { return frame };
        if framing.upright {
            frame.orientation = picture.orientation;
        }
        let (mut own, mut pixels) =
            (picture.own_size(framing.dpi), (f64::from(picture.width), f64::from(picture.height)));
        if frame.orientation.swaps() {
            own = (own.1, own.0);
            pixels = (pixels.1, pixels.0);
        }
        let scale = framing.fit.scale((wide / own.0, high / own.1), 1.0);
        (frame.width, frame.height) = (own.0 * scale.0, own.1 * scale.1);
        frame.x = match framing.alignment {
            Align::Left => 0.0,
            Align::Center => (wide - frame.width) / 2.0,
            Align::Right => wide - frame.width,
        };
        frame.y = match framing.vertical_alignment {
            VerticalAlign::Top => 0.0,
            VerticalAlign::Middle => (high - frame.height) / 2.0,
            VerticalAlign::Bottom => high - frame.height,
        };
        if frame.width > 0.0 && frame.height > 0.0 && picture.has_pixels() {
            let dpi = (pixels.0 * 25.4 / frame.width).min(pixels.1 * 25.4 / frame.height);
            frame.dpi = Some(dpi);
        }
        frame
    }

    /// Returns `true` if the picture fills its box as it is stored.
    fn is_plain(&self, box_size: (f64, f64)) -> bool {
        let whole = (self.x, self.y, self.width, self.height) == (0.0, 0.0, box_size.0, box_size.1);
        whole && self.orientation.is_plain() && self.radii == CornerRadii::default()
    }
}

/// Pictures that were looked at for their size.
#[derive(Default)]
pub(super) struct Measured {
    by_source: HashMap<Arc<str>, Option<Arc<Picture>>>,
}

impl<'a> Resolver<'_, 'a> {
    /// Picture of an image field. `scope` is given where its binding sees the item of a section.
    pub(super) fn image(
        &mut self,
        field: &'a Field,
        image: &'a Image,
        scope: Option<&crate::expr::Scope<'_>>,
    ) -> Result<Option<ShownPicture>> {
        let chosen = resolve::image(image, field, self.source, self.pictures, scope)?;
        if let Some(refused) = &chosen.refused {
            let problem = not_drawn(refused).field(&field.name).pointer(field.pointer.clone());
            self.notes.add_problem(field, Note::NotDrawn, problem);
        }
        let Some(uri) = chosen.source else { return Ok(None) };
        let Some(framing) = &image.extended else {
            return Ok(Some(ShownPicture { uri, picture: None, frame: None }));
        };
        let looks = framing.measures() || self.pictures.is_drawing(&uri);
        let picture = if looks { self.measured(&uri)? } else { None };
        let box_size = (field.width, field.height);
        let frame = PictureFrame::new(picture.as_ref(), framing, box_size);
        let plain = frame.is_plain(box_size) && framing.min_dpi.is_none();
        let frame = (!plain).then(|| Arc::new(frame));
        Ok(Some(ShownPicture { uri, picture, frame }))
    }

    /// The picture of a cell, which is looked at only where it may have parts that are not drawn.
    pub(super) fn cell_picture(&mut self, uri: Arc<str>) -> Result<ShownPicture> {
        let looks = self.pictures.is_drawing(&uri);
        let picture = if looks { self.measured(&uri)? } else { None };
        Ok(ShownPicture { uri, picture, frame: None })
    }

    /// Notes what is not drawn of a picture.
    pub(super) fn note_dropped(&mut self, field: &Field, picture: &Picture) {
        let opacity = field.placing.as_ref().map_or(1.0, |placing| placing.opacity);
        if let Some(problem) = image::dropped(picture).filter(|_| opacity > 0.0) {
            let problem = problem.field(&field.name).pointer(field.pointer.clone());
            self.notes.add_problem(field, Note::Dropped, problem);
        }
    }

    /// A picture; nothing where it cannot be read, which drawing reports.
    fn measured(&mut self, uri: &Arc<str>) -> Result<Option<Arc<Picture>>> {
        if let Some(known) = self.measured.by_source.get(uri) {
            return Ok(known.clone());
        }
        if self.measured.by_source.len() >= MAX_PICTURES {
            return Ok(None);
        }
        let picture = match self.pictures.picture(uri, self.source.env.meter) {
            Ok(picture) => Some(picture),
            Err(problem) if problem.is_of_budget() => return Err(problem),
            Err(_) => None,
        };
        self.measured.by_source.insert(Arc::clone(uri), picture.clone());
        Ok(picture)
    }
}

/// Problem of a picture that prints below its least resolution; `None` otherwise.
pub(super) fn coarse(shown: &ShownPicture, framing: &Framing) -> Option<Problem> {
    let dpi = shown.frame.as_ref()?.dpi?;
    let least = framing.min_dpi?;
    (dpi < least).then(|| low_resolution(dpi, least))
}

/// Warning about a text in the place of a picture.
pub fn not_drawn(source: &str) -> Problem {
    let message = format!("{} is not a data URI, so no image is drawn", quoted(source));
    Problem::warning(Code::IgnoredValue, message)
}

/// Warning about a picture that prints below its least resolution.
pub fn low_resolution(dpi: f64, least: f64) -> Problem {
    let dpi = (dpi * 10.0).round() / 10.0;
    let message = format!("the image prints at {dpi} dots per inch, fewer than {least}");
    Problem::warning(Code::ImageLowResolution, message).detail("dpi", dpi)
}
