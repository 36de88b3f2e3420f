//! Pictures on a page (spec 10.9, 10.10, 11).

use std::collections::HashMap;
use std::sync::Arc;

use super::list::{Group, Item};
use super::path::mm_radii;
use super::text::align_x;
use super::{Area, Painter};
use crate::budget::Meter;
use crate::format::Align;
use crate::image::{self, MAX_PICTURES, Orientation, Picture, PictureData, Prepared};
use crate::layout::{Content, Page, Placement, ShownPicture};
use crate::problem::{Code, Problem, Result};
use crate::template::Design;
use crate::units::mm_to_pt;

/// The pictures of one document, numbered by first use.
#[derive(Clone)]
pub struct Pictures<'p> {
    prepared: &'p Prepared,
    used: Vec<(Arc<str>, Arc<Picture>)>,
    /// Number by data URI.
    numbers: HashMap<Arc<str>, usize>,
    /// Number by address: the same text shared by many placements is not hashed again.
    seen: HashMap<usize, (Arc<str>, usize)>,
    /// Number of pictures of fields; backgrounds do not count.
    fields: usize,
}

impl<'p> Pictures<'p> {
    /// No pictures used yet.
    pub fn new(prepared: &'p Prepared) -> Self {
        Self {
            prepared,
            used: Vec::new(),
            numbers: HashMap::new(),
            seen: HashMap::new(),
            fields: 0,
        }
    }

    /// Numbers the pictures of a page before it is painted.
    ///
    /// # Errors
    /// Errors of images; painting the page reports them with their place.
    pub(crate) fn prescan(&mut self, page: &Page<'_>, meter: &Meter<'_>) -> Result<()> {
        if let Some(source) = page.letterhead() {
            self.number(source, true, meter)?;
        }
        if let Some(background) = page.background().filter(|of| !of.uri.is_empty()) {
            self.number(&background.uri, true, meter)?;
        }
        if page.is_layered() {
            let mut painted = page.sequence().into_iter().map(|painted| painted.placement);
            // Members stand on their own there.
            return painted.try_for_each(|placement| match &placement.content {
                Content::Section(_) => Ok(()),
                _ => self.placed(placement, meter),
            });
        }
        let bands = page.bands.iter().map(|band| &band.placement);
        bands.chain(&page.placements).try_for_each(|placement| self.placed(placement, meter))
    }

    fn placed(&mut self, placement: &Placement<'_>, meter: &Meter<'_>) -> Result<()> {
        match &placement.content {
            _ if placement.field.placing.as_ref().is_some_and(|own| own.opacity <= 0.0) => Ok(()),
            Content::Image(_, Some(shown)) => self.shown(shown, meter).map(drop),
            Content::Section(repeat) => {
                repeat.members.iter().try_for_each(|member| self.placed(member, meter))
            }
            _ => Ok(()),
        }
    }

    /// Number of pictures used.
    pub(crate) fn len(&self) -> usize {
        self.used.len()
    }

    /// The pictures used, in order of first use.
    pub fn used(&self) -> impl ExactSizeIterator<Item = &Picture> {
        self.used.iter().map(|(_, picture)| &**picture)
    }

    /// The picture of a number, with the data URI that it was read from.
    pub fn get(&self, number: usize) -> Option<(&Arc<str>, &Picture)> {
        self.used.get(number).map(|(uri, picture)| (uri, &**picture))
    }

    /// The number of a picture of a field.
    fn shown(&mut self, shown: &ShownPicture, meter: &Meter<'_>) -> Result<usize> {
        self.numbered(&shown.uri, false, shown.picture.as_ref(), meter)
    }

    /// The number of a picture, decoding it when it is new.
    fn number(&mut self, uri: &Arc<str>, background: bool, meter: &Meter<'_>) -> Result<usize> {
        self.numbered(uri, background, None, meter)
    }

    fn numbered(
        &mut self,
        uri: &Arc<str>,
        background: bool,
        known: Option<&Arc<Picture>>,
        meter: &Meter<'_>,
    ) -> Result<usize> {
        if let Some((_, number)) = self.seen.get(&uri.as_ptr().addr()) {
            return Ok(*number);
        }
        let number = match self.numbers.get(uri) {
            Some(number) => *number,
            None => {
                let added = self.add(uri, background, known, meter);
                added.map_err(|problem| {
                    if self.prepared.is_of_data(uri) { image::of_data(problem) } else { problem }
                })?
            }
        };
        // Keeping the text keeps its address from being used again.
        self.seen.insert(uri.as_ptr().addr(), (Arc::clone(uri), number));
        Ok(number)
    }

    fn add(
        &mut self,
        uri: &Arc<str>,
        background: bool,
        known: Option<&Arc<Picture>>,
        meter: &Meter<'_>,
    ) -> Result<usize> {
        if !background {
            self.fields += 1;
            if self.fields > MAX_PICTURES {
                return Err(Problem::new(
                    Code::TooManyImages,
                    format!("the document has more than {MAX_PICTURES} different images"),
                )
                .advice("use the same image again instead of many copies that differ")
                .detail("maxImages", MAX_PICTURES));
            }
        }
        let picture = match known {
            Some(known) => Arc::clone(known),
            None => self.prepared.picture(uri, meter)?,
        };
        let number = self.used.len();
        self.used.push((Arc::clone(uri), picture));
        self.numbers.insert(Arc::clone(uri), number);
        Ok(number)
    }
}

impl Painter<'_> {
    /// A picture in its box.
    pub(super) fn image(&mut self, shown: &ShownPicture, area: &Area<'_>) -> Result<()> {
        let picture = self.pictures.shown(shown, self.meter).map_err(|one| in_field(one, area))?;
        self.warn(picture, std::ptr::from_ref(area.field).addr(), |one| in_field(one, area));
        self.refuse_cmyk(picture).map_err(|problem| in_field(problem, area))?;
        let Area { x, y, width, height, .. } = *area;
        let Some(frame) = &shown.frame else {
            let orientation = Orientation::default();
            self.list.items.push(Item::Image { x, y, width, height, picture, orientation });
            return Ok(());
        };
        let (left, top) = (x + mm_to_pt(frame.x), y + mm_to_pt(frame.y));
        let (wide, high) = (mm_to_pt(frame.width), mm_to_pt(frame.height));
        // The visible part: corners may be round, and the box may cut it off.
        let (from_x, from_y) = (left.max(x), top.max(y));
        let (to_x, to_y) = ((left + wide).min(x + width), (top + high).min(y + height));
        let seen = [from_x, from_y, to_x - from_x, to_y - from_y];
        let radii = mm_radii(frame.radii).clamped(seen[2], seen[3]);
        let cut = frame.clip && seen != [left, top, wide, high];
        let clipped = cut || radii.any();
        if clipped {
            let group = Group { clip: Some(seen), radii, ..Group::default() };
            self.list.items.push(Item::Begin(group));
        }
        self.list.items.push(Item::Image {
            x: left,
            y: top,
            width: wide,
            height: high,
            picture,
            orientation: frame.orientation,
        });
        if clipped {
            self.list.items.push(Item::End);
        }
        Ok(())
    }

    /// A picture in a cell: as large as it fits without being stretched.
    pub(super) fn cell_image(
        &mut self,
        shown: &ShownPicture,
        align: Align,
        area: &Area<'_>,
    ) -> Result<()> {
        let number = self.pictures.shown(shown, self.meter);
        let number = number.map_err(|problem| in_field(problem, area))?;
        let Some((_, picture)) = self.pictures.get(number) else { return Ok(()) };
        let (wide, high) = match &picture.data {
            // The pixels of a drawing are whole.
            PictureData::Drawing(drawing) => (drawing.width, drawing.height),
            _ => (f64::from(picture.width), f64::from(picture.height)),
        };
        let scale = (area.width / wide).min(area.height / high);
        let (width, height) = (wide * scale, high * scale);
        let x = area.x + align_x(align, area.width, width, 0.0);
        let y = area.y + (area.height - height) / 2.0;
        self.image(shown, &Area { field: area.field, x, y, width, height })
    }

    /// A page of a PDF file in its own size, at the top left.
    pub(super) fn letterhead(&mut self, source: &Arc<str>, design: &Design) -> Result<()> {
        let number = self.pictures.number(source, true, self.meter);
        let pointer = design.letterhead.as_ref().map(|letterhead| letterhead.pointer.clone());
        if !self.standards.is_none() {
            let message =
                "the letterhead is a page of another PDF file: whether it conforms is not known";
            return Err(Problem::new(Code::Conformance, message)
                .pointer(pointer.unwrap_or_default())
                .advice(
                    "set a picture of the letterhead as `backgroundImage`, or ask for no standard",
                )
                .detail("rule", "6.2.11.4"));
        }
        let picture = number.map_err(|problem| problem.pointer(pointer.unwrap_or_default()))?;
        let sheet = self.pictures.get(picture).and_then(|(_, picture)| picture.sheet());
        let Some((width, height)) = sheet.map(|sheet| (sheet.width, sheet.height)) else {
            return Ok(());
        };
        let orientation = Orientation::default();
        self.list.items.push(Item::Image { x: 0.0, y: 0.0, width, height, picture, orientation });
        Ok(())
    }

    /// A picture over the whole page.
    pub(super) fn background(&mut self, uri: &Arc<str>) -> Result<()> {
        if uri.is_empty() {
            return Ok(());
        }
        let picture = self.pictures.number(uri, true, self.meter).map_err(image::of_background)?;
        self.warn(picture, uri.as_ptr().addr(), image::of_background);
        self.refuse_cmyk(picture).map_err(image::of_background)?;
        let (width, height) = (self.list.width, self.list.height);
        let orientation = Orientation::default();
        self.list.items.push(Item::Image { x: 0.0, y: 0.0, width, height, picture, orientation });
        Ok(())
    }

    /// Refuses a picture in CMYK where the document is for archives: its colours are those of sRGB.
    fn refuse_cmyk(&self, picture: usize) -> Result<()> {
        if self.standards.archive.is_none() {
            return Ok(());
        }
        if self.pictures.get(picture).is_none_or(|(_, picture)| !picture.has_cmyk()) {
            return Ok(());
        }
        let message =
            "PDF/A (6.2.4.3): the picture is in CMYK, but the colours of the document are sRGB";
        Err(Problem::new(Code::Conformance, message)
            .advice("save the picture in RGB, or ask for no PDF/A")
            .detail("rule", "6.2.4.3"))
    }

    /// Warns of a damaged picture, once per place: a band repeats on every page.
    fn warn(&mut self, picture: usize, place: usize, locate: impl Fn(Problem) -> Problem) {
        let Some((uri, picture)) = self.pictures.get(picture) else { return };
        // The layout has noted the parts that are not drawn.
        if !picture.faults.is_empty() && self.warned.insert(place) {
            let is_of_data = self.pictures.prepared.is_of_data(uri);
            let faults = image::faults(picture);
            let faults = faults.map(|one| if is_of_data { image::of_data(one) } else { one });
            self.warnings.extend(faults.map(locate));
        }
    }
}

/// The same problem, of an image field.
fn in_field(problem: Problem, area: &Area<'_>) -> Problem {
    problem.field(&area.field.name).pointer(area.field.pointer.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::tests::draw;

    /// Drawings of less than a pixel have the proportions that they say.
    #[test]
    fn drawings_in_cells_keep_their_proportions() {
        let size = |view: &str| {
            let uri = format!(
                "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {view}'/>"
            );
            let list = draw(&format!(
                r#""extensions": 1, "schemas": [{{"id": "t", "name": "t", "type": "table", "x": 5,
                    "y": 5, "width": 60, "height": 20, "head": ["P"], "content": [["{uri}"]],
                    "columnStyles": [{{"kind": "image", "cellHeight": 10}}]}}]"#
            ));
            let size = list.items.iter().find_map(|item| match item {
                Item::Image { width, height, .. } => Some((*width, *height)),
                _ => None,
            });
            size.expect("an image")
        };
        let small = size("1 .4");
        assert!((small.0 - small.1 * 2.5).abs() < 1e-9, "{small:?}");
        assert_eq!(small, size("100 40"));
    }
}
