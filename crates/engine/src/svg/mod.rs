//! SVG: display lists to drawings (SVG 1.1, with `href` as of SVG 2).
//!
//! The same geometry as in the PDF, to the hundredth of a point. Glyphs are outlines, those of
//! Helvetica taken from the built-in face of the same widths; each outline and each picture is
//! defined once and used by reference. The elements of a field lie in one group that names the
//! field.
//!
//! [`Drawer::file`] gives a file per page, [`Drawer::parts`] the same in parts, for an editor that
//! shows and updates fields one by one.

mod drawing;
mod glyphs;
mod links;
mod picture;
mod pixels;
mod text;
mod writer;

pub use picture::{data_uri, picture_file};

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::draw::{DisplayList, Painter};
use crate::image::PictureData;
use crate::layout::{Navigation, Page, Painted};
use crate::template::zone::Zone;
use crate::value::number_to_json;
use glyphs::Outlines;
use text::{attribute, decimal};
use writer::{DrawingUnit, PageWriter};

/// A page in parts. Lengths in millimetres; elements are in the coordinates of the page.
pub struct DrawnPage<'a> {
    /// Number of the page, from 1.
    pub number: usize,
    /// Width of the page.
    pub width: f64,
    /// Height of the page.
    pub height: f64,
    /// Content of `<defs>`: outlines of glyphs. Pictures are left to the caller: each has to be an
    /// `<image>` of width and height 1 with `preserveAspectRatio="none"`, the style
    /// `image-orientation:none` and the id `image-NUMBER`.
    pub defs: String,
    /// The picture behind everything.
    pub background: String,
    /// Placements in paint order: bands, then the body; members follow their section.
    pub placements: Vec<DrawnPlacement<'a>>,
    /// Numbers of the pictures that it uses.
    pub pictures: Vec<usize>,
}

/// A field at a place of a page. Lengths in millimetres.
pub struct DrawnPlacement<'a> {
    /// Name of the field.
    pub field: &'a str,
    /// JSON pointer of the field.
    pub pointer: &'a str,
    /// Zone of the field.
    pub zone: Zone,
    /// Number of the item of its section that it shows, from 0.
    pub item: Option<usize>,
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width of what is drawn.
    pub width: f64,
    /// Height of what is drawn.
    pub height: f64,
    /// Distance of its top left corner from the one in the template, to the right and downwards.
    pub offset: (f64, f64),
    /// `true` for the first placement of its field in the document. Set by the caller, which knows
    /// all pages.
    pub first: bool,
    /// Its elements.
    pub svg: String,
}

/// Turns painted pages into SVG; keeps outlines from page to page.
#[derive(Default)]
pub struct Drawer {
    outlines: Outlines,
}

impl Drawer {
    /// The page that `painter` painted last, as a file.
    pub fn file(
        &mut self,
        page: &Page<'_>,
        painter: &Painter<'_>,
        navigation: &Navigation,
    ) -> String {
        let list = painter.list();
        let mut writer =
            PageWriter::new(list, painter.fonts(), &mut self.outlines, DrawingUnit::Point);
        let mut body = String::new();
        writer.items(0..first(list), &mut body);
        for (place, items) in places(page).iter().zip(ranges(list)) {
            writer.group(place, items, &mut body);
        }
        writer.items(last(list)..list.items.len(), &mut body);
        links::write(list, page, navigation, &mut body);
        let parts = writer.finish();

        let mut out = String::with_capacity(body.len() + parts.defs.len() + 512);
        out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
        decimal(page.design.width, 4, &mut out);
        out.push_str("mm\" height=\"");
        decimal(page.height, 4, &mut out);
        out.push_str("mm\" viewBox=\"0 0 ");
        decimal(list.width, 3, &mut out);
        out.push(' ');
        decimal(list.height, 3, &mut out);
        out.push_str("\">\n<defs>\n");
        out.push_str(&parts.defs);
        for number in parts.pictures {
            let Some((uri, picture)) = painter.pictures().get(number) else { continue };
            if let PictureData::Drawing(drawing) = &picture.data {
                drawing::define(drawing, &format!("image-{number}"), &mut out);
                continue;
            }
            out.push_str("<image id=\"image-");
            out.push_str(&number.to_string());
            out.push_str("\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\"");
            out.push_str(pixels::as_stored(picture));
            out.push_str(" href=\"");
            attribute(&data_uri(uri, picture), &mut out);
            out.push_str("\"/>\n");
        }
        // Paper is white; a viewer's window need not be.
        out.push_str("</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
        out.push_str(&body);
        out.push_str("</svg>\n");
        out
    }

    /// The same in parts. `number` names the pictures, by their number in the document.
    pub fn parts<'a>(
        &mut self,
        page: &'a Page<'_>,
        painter: &Painter<'_>,
        number: &dyn Fn(usize) -> usize,
    ) -> DrawnPage<'a> {
        let list = painter.list();
        let mut writer =
            PageWriter::new(list, painter.fonts(), &mut self.outlines, DrawingUnit::Millimetre);
        writer.number_pictures(number);
        let mut background = String::new();
        if first(list) > 0 {
            writer.scaled(0..first(list), &mut background);
        }
        let mut placements = Vec::new();
        for (mut place, items) in places(page).into_iter().zip(ranges(list)) {
            let mut svg = String::new();
            writer.group(&place, items, &mut svg);
            place.svg = svg;
            placements.push(place);
        }
        let parts = writer.finish();
        DrawnPage {
            number: page.number,
            width: page.design.width,
            height: page.height,
            defs: parts.defs,
            background,
            placements,
            pictures: parts.pictures,
        }
    }
}

/// Number of items before the first placement.
fn first(list: &DisplayList) -> usize {
    list.starts.first().map_or_else(|| last(list), |start| *start as usize)
}

/// End of the items of the last placement.
fn last(list: &DisplayList) -> usize {
    list.overlay.map_or(list.items.len(), |overlay| overlay as usize)
}

/// The items of each placement.
fn ranges(list: &DisplayList) -> impl Iterator<Item = std::ops::Range<usize>> {
    let ends = list.starts.iter().skip(1).map(|start| *start as usize);
    let ends = ends.chain(std::iter::once(last(list)));
    list.starts.iter().zip(ends).map(|(start, end)| *start as usize..end)
}

/// The placements of a page in paint order, without what they draw.
fn places<'a>(page: &'a Page<'_>) -> Vec<DrawnPlacement<'a>> {
    page.sequence().into_iter().map(place).collect()
}

fn place<'a>(painted: Painted<'a, '_>) -> DrawnPlacement<'a> {
    let Painted { placement, zone, item, .. } = painted;
    let (width, height) = placement.drawn_size();
    let field = placement.field;
    DrawnPlacement {
        field: &field.name,
        pointer: &field.pointer,
        zone,
        item,
        x: placement.x,
        y: placement.y,
        width,
        height,
        offset: (moved(field.x, placement.x), moved(field.y, placement.y)),
        first: false,
        svg: String::new(),
    }
}

/// The distance of two places, to the nanometre: subtraction leaves digits behind that no place has.
fn moved(from: f64, to: f64) -> f64 {
    let distance = ((to - from) * 1e6).round() / 1e6;
    // Without the sign of a negative zero.
    distance + 0.0
}

impl Serialize for DrawnPage<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut page = serializer.serialize_struct("DrawnPage", 8)?;
        page.serialize_field("number", &self.number)?;
        page.serialize_field("x", &0)?;
        page.serialize_field("y", &0)?;
        page.serialize_field("width", &number_to_json(self.width))?;
        page.serialize_field("height", &number_to_json(self.height))?;
        page.serialize_field("defs", &self.defs)?;
        page.serialize_field("background", &self.background)?;
        page.serialize_field("placements", &self.placements)?;
        page.serialize_field("pictures", &self.pictures)?;
        page.end()
    }
}

#[derive(serde::Serialize)]
struct SvgOffset {
    x: serde_json::Value,
    y: serde_json::Value,
}

impl Serialize for DrawnPlacement<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut placement = serializer.serialize_struct("DrawnPlacement", 11)?;
        placement.serialize_field("field", self.field)?;
        placement.serialize_field("pointer", self.pointer)?;
        placement.serialize_field("zone", self.zone.as_str())?;
        if let Some(item) = self.item {
            placement.serialize_field("item", &item)?;
        }
        placement.serialize_field("x", &number_to_json(self.x))?;
        placement.serialize_field("y", &number_to_json(self.y))?;
        placement.serialize_field("width", &number_to_json(self.width))?;
        placement.serialize_field("height", &number_to_json(self.height))?;
        let (x, y) = self.offset;
        let offset = SvgOffset { x: number_to_json(x), y: number_to_json(y) };
        placement.serialize_field("offset", &offset)?;
        if self.first {
            placement.serialize_field("first", &true)?;
        }
        placement.serialize_field("svg", &self.svg)?;
        placement.end()
    }
}

#[cfg(test)]
mod tests;
