//! Drawing: the page model to display lists (spec 10).
//!
//! A [`DisplayList`] says what is painted where, in points from the top left, and knows nothing of
//! PDF. [`Painter::page`] paints one page: background, bands, body; each kind of field has its own file.

mod block;
mod borders;
mod cell;
mod chart;
mod code;
mod draft;
mod image;
pub mod kpi;
mod layer;
mod list;
mod overflow;
mod path;
mod pie;
mod rows;
mod shape;
mod table;
mod tag;
#[cfg(test)]
mod tests;
mod text;

pub use crate::image::{MAX_PICTURES, Prepared as PreparedPictures};
pub(crate) use chart::value_text;
pub use image::Pictures;
pub use layer::turn;
pub use list::{Dash, DisplayList, GlyphRun, Group, Item, Link, Segment, Stroke, Turn, Widget};
pub use overflow::Overflow;
pub use path::{Radii, rounded_rect};
pub use pie::{PieSlice, point_on_circle};
pub use tag::{Artifact, Paragraph, Part, Tag, Tagged, Unit, is_artifact};
pub use text::{align_x, align_y};

use std::collections::HashSet;

use crate::budget::Meter;
use crate::font::{FontUse, Fonts, MissingGlyph, Setters, Typesetter, UsedFonts};
use crate::layout::{Content, Page, Placement, RowsOnPage};
use crate::problem::{Problem, Result};
use crate::template::field::Look;
use crate::template::standards::Standards;
use crate::template::zone::Zone;
use crate::template::{Color, Field};
use crate::units::mm_to_pt;

/// Paints pages. Kept between pages of one document, so that its buffers are reused.
pub struct Painter<'f> {
    meter: &'f Meter<'f>,
    list: DisplayList,
    typesetter: Typesetter<'f>,
    all_fonts: &'f Fonts,
    /// Typesetters for texts in other faces; created for the first such text.
    setters: Option<Box<Setters<'f>>>,
    fonts: UsedFonts<'f>,
    pictures: Pictures<'f>,
    /// Rotation of the items that are being painted.
    turn: Option<Turn>,
    /// A mark over every page.
    draft: Option<&'f str>,
    /// Lines that do not fit, while somebody asks for them.
    overflows: Option<Vec<Overflow>>,
    /// The cell of a table that is being painted: its row in the slice, and its column.
    cell: Option<(usize, usize)>,
    /// Tags of what is being painted, in documents with tags.
    tagging: tag::Tagging,
    /// Kind of artifact of all items of a zone that is not read.
    zone_artifact: Option<Artifact>,
    /// Standards that the document conforms to.
    standards: Standards,
    warnings: Vec<Problem>,
    /// The places that were warned of, by address.
    warned: HashSet<usize>,
}

impl<'f> Painter<'f> {
    /// Refuses pictures that standards do not allow.
    #[must_use]
    pub fn for_standards(self, standards: Standards) -> Self {
        Self { standards, ..self }
    }

    /// A painter that sets text in these fonts and takes pictures from these.
    pub fn new(fonts: &'f Fonts, pictures: Pictures<'f>, meter: &'f Meter<'f>) -> Self {
        Self {
            meter,
            list: DisplayList::default(),
            typesetter: Typesetter::new(fonts),
            all_fonts: fonts,
            setters: None,
            fonts: UsedFonts::new(fonts),
            pictures,
            turn: None,
            draft: None,
            overflows: None,
            cell: None,
            tagging: tag::Tagging::default(),
            zone_artifact: None,
            standards: Standards::default(),
            warnings: Vec::new(),
            warned: HashSet::new(),
        }
    }

    /// Warnings about the pages so far; the pages are drawn nevertheless.
    pub fn into_warnings(self) -> Vec<Problem> {
        self.warnings
    }

    /// The page that was painted last.
    pub fn list(&self) -> &DisplayList {
        &self.list
    }

    /// Parts of the fonts that the pages so far use.
    pub fn fonts(&self) -> &UsedFonts<'f> {
        &self.fonts
    }

    /// Returns `true` if the pages so far look as they would after any others with these pictures,
    /// so that they can be painted by themselves.
    pub(crate) fn is_independent(&self, pictures: &Pictures<'_>) -> bool {
        self.fonts.is_independent()
            && self.pictures.len() == pictures.len()
            && self.warnings.is_empty()
    }

    /// Adds what other pages use of the fonts; says whether that gives what painting them here had.
    pub(crate) fn absorb(&mut self, fonts: FontUse) -> bool {
        self.fonts.absorb(fonts)
    }

    /// Parts of the fonts that the pages so far use.
    pub(crate) fn into_font_use(self) -> FontUse {
        self.fonts.into_use()
    }

    /// The pictures used so far, in order of first use.
    pub fn pictures(&self) -> &Pictures<'f> {
        &self.pictures
    }

    /// Paints a page; the list is valid until the next one.
    ///
    /// # Errors
    /// `unsupportedGlyph`, the errors of images (spec 13), and `timeLimit` from the budget.
    pub fn page(&mut self, page: &Page<'_>) -> Result<&DisplayList> {
        self.meter.step()?;
        let design = page.design;
        self.list.clear(mm_to_pt(design.width), mm_to_pt(page.height));
        self.list.number = page.number;
        self.artifact(Artifact::Background);
        if let Some(source) = page.letterhead() {
            self.letterhead(source, design)?;
        }
        if let Some(background) = page.background() {
            self.background(&background.uri)?;
        }
        if page.is_layered() {
            for painted in page.sequence() {
                self.single(painted.placement, painted.zone, painted.is_read)?;
            }
        } else {
            for band in &page.bands {
                self.placement(&band.placement, band.zone, band.is_read)?;
            }
            for placement in &page.placements {
                self.placement(placement, Zone::Body, true)?;
            }
        }
        self.draft()?;
        Ok(&self.list)
    }

    fn placement(&mut self, placement: &Placement<'_>, zone: Zone, is_read: bool) -> Result<()> {
        self.meter.step()?;
        self.list.begin_placement();
        self.begin_tags(placement, zone, is_read);
        if let Content::Section(repeat) = &placement.content {
            if placement.marks.is_some() {
                self.in_group(placement)?;
            }
            let members = repeat.members.iter();
            return members
                .into_iter()
                .try_for_each(|member| self.placement(member, zone, is_read));
        }
        self.in_group(placement)
    }

    /// One thing of a page that is painted in an order of its own: a section without its members.
    fn single(&mut self, placement: &Placement<'_>, zone: Zone, is_read: bool) -> Result<()> {
        self.meter.step()?;
        self.list.begin_placement();
        self.begin_tags(placement, zone, is_read);
        self.in_group(placement)
    }

    fn in_group(&mut self, placement: &Placement<'_>) -> Result<()> {
        let Some(group) = layer::group(placement) else { return Ok(()) };
        let group = Group { is_widget: placement.field.signature.is_some(), ..group };
        let links = self.list.links.len();
        let grouped = group != Group::default();
        if grouped {
            self.list.items.push(Item::Begin(group));
        }
        self.turn = group.turn;
        let painted = self.content(placement);
        if grouped {
            self.list.items.push(Item::End);
        }
        if let Some(link) = placement.marks.as_ref().and_then(|marks| marks.link.as_deref()) {
            let (width, height) = placement.drawn_size();
            let (x, y) = (mm_to_pt(placement.x), mm_to_pt(placement.y));
            let label = if self.list.is_tagged { label_of(placement) } else { Box::default() };
            self.link_box(link, [x, y, mm_to_pt(width), mm_to_pt(height)], (None, label), true);
            // The links of its words lie above the box, so they come after it.
            self.list.links[links..].rotate_right(1);
        }
        if group.is_widget {
            self.widget(placement);
        }
        self.turn = None;
        painted
    }

    /// Adds the field of a signature.
    fn widget(&mut self, placement: &Placement<'_>) {
        let (width, height) = placement.drawn_size();
        let (x, y) = (mm_to_pt(placement.x), mm_to_pt(placement.y));
        let corners = self.corners([x, y, mm_to_pt(width), mm_to_pt(height)]);
        let field = placement.field;
        let marks = placement.marks.as_deref();
        let said = marks.and_then(|marks| marks.alt.as_ref().or(marks.signature[0].as_ref()));
        self.list.widgets.push(Widget {
            corners,
            placement: (self.list.starts.len() as u32).saturating_sub(1),
            name: field.name.as_str().into(),
            tooltip: said.map_or(field.name.as_str(), |said| said).into(),
            has_signer: field.signature.as_ref().is_some_and(|own| own.signer.is_some()),
        });
    }

    /// The corners of a box (x, y, width, height) as it is seen.
    fn corners(&self, [x, y, width, height]: [f64; 4]) -> [(f64, f64); 4] {
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        let turn = self.turn;
        corners.map(|corner| turn.map_or(corner, |turn| turn.apply(corner)))
    }

    /// Adds a link: a box (x, y, width, height), with what it is a part of and what it is called.
    /// `is_box`: whether it is that of the whole placement.
    fn link_box(
        &mut self,
        target: &str,
        area: [f64; 4],
        (part, label): (Option<Part>, Box<str>),
        is_box: bool,
    ) {
        let corners = self.corners(area);
        let placement = (self.list.starts.len() as u32).saturating_sub(1);
        let target = target.into();
        self.list.links.push(Link { corners, target, placement, is_box, part, label });
    }

    fn content(&mut self, placement: &Placement<'_>) -> Result<()> {
        let area = Area::of(placement);
        match &placement.content {
            Content::Text(text, value) => self.text(text, value, &area),
            Content::Block(block) => self.block(block, &area),
            Content::Table(slice) => self.table(RowsOnPage::Fixed(slice), &area),
            Content::Grid(slice) => self.table(RowsOnPage::Grid(slice), &area),
            Content::Image(_, Some(shown)) => {
                self.unit(Unit::Whole);
                self.image(shown, &area)
            }
            Content::Chart(chart, Some(data)) => {
                self.unit(Unit::Whole);
                self.chart(chart, data, &area)
            }
            Content::Kpi(kpi, data) => self.kpi(kpi, data, &area),
            Content::Code(placed) => {
                self.unit(Unit::Whole);
                self.code(placed, &area)
            }
            Content::Shape(shape, look) => {
                self.unit(Unit::Whole);
                self.shape(shape, look.as_deref().unwrap_or(&Look::default()), &area)
            }
            // Members of a section are painted after it.
            Content::Image(_, None)
            | Content::Chart(_, None)
            | Content::Section(_)
            | Content::Nothing => Ok(()),
        }
    }

    /// Sets a line and puts it where `place` says, given its width in points.
    fn put_line(
        &mut self,
        text: &str,
        style: TextStyle,
        area: &Area<'_>,
        place: impl FnOnce(f64) -> (f64, f64),
    ) -> Result<f64> {
        if style.size <= 0.0 {
            return Ok(0.0);
        }
        self.meter.step()?;
        self.meter.read(text.len())?;
        let set = match style.max_width {
            Some(max_width) => self.typesetter.set_truncated(text, style.size, max_width),
            None => self.typesetter.set(text),
        };
        let line = match set {
            Ok(line) => line,
            Err(missing) => return self.note_missing(text, missing, area).map(|()| 0.0),
        };
        let width = line.width_at(style.size);
        if !line.runs.is_empty() {
            let place = place(width);
            self.list.text(line, place, style.size, style.color, &mut self.fonts);
            if self.overflows.is_some() {
                self.note_width(text, style, area);
            }
        }
        Ok(width)
    }
}

/// Name of the link of a whole box: its alternative text, else its text.
fn label_of(placement: &Placement<'_>) -> Box<str> {
    let alt = placement.marks.as_ref().and_then(|marks| marks.alt.as_deref());
    let text = match &placement.content {
        Content::Text(_, text) => Some(&**text),
        Content::Block(block) => Some(&*block.value),
        Content::Kpi(_, data) => data.title.as_deref(),
        _ => None,
    };
    alt.or(text).unwrap_or_default().into()
}

/// Appearance of a line of text: size, colour, greatest width.
#[derive(Clone, Copy)]
struct TextStyle {
    /// Size in points.
    size: f64,
    color: Color,
    /// Width in points beyond which the line is cut with an ellipsis.
    max_width: Option<f64>,
}

/// The box of a placed field in points, from the top left of the page.
struct Area<'a> {
    field: &'a Field,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl<'a> Area<'a> {
    fn of(placement: &Placement<'a>) -> Self {
        let field = placement.field;
        Self {
            field,
            x: mm_to_pt(placement.x),
            y: mm_to_pt(placement.y),
            width: mm_to_pt(field.width),
            height: mm_to_pt(placement.height()),
        }
    }

    fn missing_glyph(&self, missing: MissingGlyph, text: &str) -> Problem {
        missing.problem(&self.field.name, text).pointer(&self.field.pointer)
    }
}
