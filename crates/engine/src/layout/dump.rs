//! The page model as JSON (`--format layout`): one object, millimetres from the top left.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::block::TextBlock;
use super::code::PlacedCode;
use super::page::{
    Band, Content, Layout, Page, Placement, SectionRepeat, TableSlice, in_reading_order,
};
use super::picture::ShownPicture;
use super::slice::{GridRow, GridSlice, RowKind};
use crate::format::TextDirection;
use crate::paragraph::{Emphasis, Lines, without_isolates};
use crate::resolve::attachments::AttachedFile;
use crate::resolve::cells::Cells;
use crate::resolve::chart::ChartItem;
use crate::resolve::kpi::KpiData;
use crate::units::pt_to_mm;
use crate::value::number_to_json;

impl Serialize for Layout<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("pageCount", &self.pages.len())?;
        map.serialize_entry("pages", &self.pages)?;
        if !self.document.attachments.is_empty() {
            let json = |file: &AttachedFile| {
                serde_json::json!({
                    "name": file.name, "mimeType": file.mime_type, "bytes": file.bytes.len(),
                    "relationship": file.relationship.name(),
                })
            };
            let files: Vec<_> = self.document.attachments.iter().map(json).collect();
            map.serialize_entry("attachments", &files)?;
        }
        if !self.notes.is_empty() {
            map.serialize_entry("notes", &self.notes)?;
        }
        map.end()
    }
}

impl Serialize for Page<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("number", &self.number)?;
        map.serialize_entry("width", &number_to_json(self.design.width))?;
        map.serialize_entry("height", &number_to_json(self.height))?;
        if self.blank {
            map.serialize_entry("blank", &true)?;
        }
        map.serialize_entry(
            "placements",
            &in_reading_order(&self.placements, |placement| placement),
        )?;
        map.serialize_entry("bands", &in_reading_order(&self.bands, |band| &band.placement))?;
        map.end()
    }
}

impl Serialize for Placement<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.content {
            Content::Table(slice) => {
                map.serialize_entry("kind", "tableSlice")?;
                map.serialize_entry("name", &self.field.name)?;
                place(&mut map, self)?;
                table(&mut map, slice)?;
            }
            Content::Grid(slice) => {
                map.serialize_entry("kind", "tableSlice")?;
                map.serialize_entry("name", &self.field.name)?;
                place(&mut map, self)?;
                grid(&mut map, slice)?;
            }
            Content::Section(repeat) => {
                map.serialize_entry("kind", "sectionRepeat")?;
                map.serialize_entry("name", &self.field.name)?;
                place(&mut map, self)?;
                section(&mut map, repeat)?;
            }
            content => {
                map.serialize_entry("kind", "field")?;
                map.serialize_entry("name", &self.field.name)?;
                map.serialize_entry("type", &self.field.type_name)?;
                place(&mut map, self)?;
                shown(&mut map, self, content)?;
            }
        }
        map.end()
    }
}

impl Serialize for Band<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.placement.field.name)?;
        map.serialize_entry("zone", self.zone.as_str())?;
        map.serialize_entry("type", &self.placement.field.type_name)?;
        place(&mut map, &self.placement)?;
        shown(&mut map, &self.placement, &self.placement.content)?;
        map.end()
    }
}

struct Member<'m, 'a>(&'m Placement<'a>);

impl Serialize for Member<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.0.field.name)?;
        map.serialize_entry("type", &self.0.field.type_name)?;
        place(&mut map, self.0)?;
        shown(&mut map, self.0, &self.0.content)?;
        map.end()
    }
}

fn place<M: SerializeMap>(map: &mut M, placement: &Placement<'_>) -> Result<(), M::Error> {
    map.serialize_entry("x", &number_to_json(placement.x))?;
    map.serialize_entry("y", &number_to_json(placement.y))?;
    let Some(placing) = &placement.field.placing else { return Ok(()) };
    if placing.rotate != 0.0 {
        map.serialize_entry("rotate", &number_to_json(placing.rotate))?;
    }
    if placing.opacity < 1.0 {
        map.serialize_entry("opacity", &number_to_json(placing.opacity))?;
    }
    if placing.z_index != 0 {
        map.serialize_entry("zIndex", &placing.z_index)?;
    }
    if let Some(layer) = placing.layer {
        map.serialize_entry("layer", layer.name())?;
    }
    if let Some(role) = placing.role {
        map.serialize_entry("role", role.name())?;
    }
    if placing.reading_order != 0 {
        map.serialize_entry("readingOrder", &placing.reading_order)?;
    }
    let Some(marks) = &placement.marks else { return Ok(()) };
    if let Some(link) = &marks.link {
        map.serialize_entry("link", &**link)?;
    }
    if let Some(bookmark) = &marks.bookmark {
        map.serialize_entry("bookmark", &**bookmark)?;
        map.serialize_entry("bookmarkLevel", &placing.bookmark_level)?;
    }
    Ok(())
}

fn shown<M: SerializeMap>(
    map: &mut M,
    placement: &Placement<'_>,
    content: &Content<'_>,
) -> Result<(), M::Error> {
    match content {
        Content::Block(block) => self::block(map, placement, block),
        Content::Grid(slice) => grid(map, slice),
        Content::Text(_, text) => map.serialize_entry("value", &**text),
        Content::Table(slice) => table(map, slice),
        Content::Chart(_, data) => {
            let items = data.as_ref().map_or(&[][..], |data| &data.items);
            map.serialize_entry("items", items)
        }
        Content::Kpi(_, data) => kpi(map, data),
        Content::Image(_, shown) => picture(map, placement, shown.as_ref()),
        Content::Code(code) => self::code(map, code),
        Content::Section(repeat) => section(map, repeat),
        Content::Shape(..) | Content::Nothing => Ok(()),
    }
}

/// Writes whether a picture is drawn, and its frame if the picture does not fill its box.
fn picture<M: SerializeMap>(
    map: &mut M,
    placement: &Placement<'_>,
    shown: Option<&ShownPicture>,
) -> Result<(), M::Error> {
    map.serialize_entry("drawn", &shown.is_some())?;
    let Some(frame) = shown.and_then(|shown| shown.frame.as_ref()) else { return Ok(()) };
    let field = placement.field;
    if (frame.x, frame.y, frame.width, frame.height) != (0.0, 0.0, field.width, field.height) {
        let sides = [placement.x + frame.x, placement.y + frame.y, frame.width, frame.height];
        let names = ["x", "y", "width", "height"];
        let named = names.into_iter().zip(sides.map(number_to_json));
        map.serialize_entry("picture", &named.collect::<BTreeMap<_, _>>())?;
    }
    if frame.clip {
        map.serialize_entry("clipped", &true)?;
    }
    if !frame.orientation.is_plain() {
        map.serialize_entry("orientation", &frame.orientation.to_exif())?;
    }
    Ok(())
}

/// Writes the value of a code, the size of its symbol and the size of its modules.
fn code<M: SerializeMap>(map: &mut M, placed: &PlacedCode) -> Result<(), M::Error> {
    map.serialize_entry("drawn", &placed.symbol.is_some())?;
    map.serialize_entry("symbology", placed.code.name())?;
    let Some(symbol) = &placed.symbol else { return Ok(()) };
    let (columns, rows) = symbol.size();
    map.serialize_entry("value", &symbol.text)?;
    map.serialize_entry("columns", &columns)?;
    map.serialize_entry("rows", &rows)?;
    map.serialize_entry("module", &number_to_json(placed.module))
}

/// A stretch of a line that looks otherwise than its field.
fn emphasis_json(text: &str, emphasis: Emphasis, lines: &Lines) -> serde_json::Value {
    let Emphasis { style, underline, strike, spacing, link } = emphasis;
    let mut json = serde_json::json!({ "text": text });
    let names = ["bold", "italic", "underline", "strikethrough"];
    for (name, on) in names.into_iter().zip([style.bold, style.italic, underline, strike]) {
        if on {
            json[name] = true.into();
        }
    }
    if !spacing.is_none() {
        json["characterSpacing"] = number_to_json(spacing.in_points());
    }
    if let Some(target) = link.and_then(|link| lines.link(link)) {
        json["link"] = target.into();
    }
    json
}

/// The rows of a table that uses extensions: as of other tables, and what each row is.
fn grid<M: SerializeMap>(map: &mut M, slice: &GridSlice<'_>) -> Result<(), M::Error> {
    let count = |kind: RowKind| slice.rows.iter().filter(|row| row.kind == kind).count();
    let texts = |row: &GridRow| row.cells.iter().map(|cell| row.text(cell)).collect::<Vec<_>>();
    map.serialize_entry("rows", &count(RowKind::Body))?;
    map.serialize_entry("head", &(count(RowKind::Head) > 0))?;
    map.serialize_entry("footer", &(count(RowKind::Footer) > 0))?;
    map.serialize_entry("last", &slice.last)?;
    map.serialize_entry("height", &number_to_json(slice.height()))?;
    let widths: Vec<_> = slice.widths.iter().map(|width| number_to_json(*width)).collect();
    map.serialize_entry("widths", &widths)?;
    let kinds: Vec<&str> = slice.rows.iter().map(|row| row.kind.as_str()).collect();
    map.serialize_entry("kinds", &kinds)?;
    let heights: Vec<_> = slice.rows.iter().map(|row| number_to_json(row.height)).collect();
    map.serialize_entry("rowHeights", &heights)?;
    map.serialize_entry("cells", &slice.rows.iter().map(texts).collect::<Vec<_>>())
}

/// The lines of a text at their places on the page; its height where it has grown.
fn block<M: SerializeMap>(
    map: &mut M,
    placement: &Placement<'_>,
    block: &TextBlock<'_>,
) -> Result<(), M::Error> {
    let value = block.lines.source(&block.value, block.shown.clone());
    map.serialize_entry("value", &*without_isolates(value))?;
    if block.height.total_cmp(&placement.field.height).is_ne() {
        map.serialize_entry("height", &number_to_json(block.height))?;
    }
    if block.size.total_cmp(&block.text.font_size).is_ne() {
        map.serialize_entry("fontSize", &number_to_json(block.size))?;
    }
    let lines: Vec<serde_json::Value> = block
        .placed(placement.field.width)
        .map(|placed| {
            let mut line = serde_json::json!({
                "text": block.lines.text(placed.line),
                "x": number_to_json(placement.x + pt_to_mm(placed.x)),
                "baseline": number_to_json(placement.y + pt_to_mm(placed.baseline)),
            });
            if let Some((marker, _)) = placed.marker {
                line["marker"] = marker.into();
            }
            let spans: Vec<serde_json::Value> = block
                .lines
                .spans(placed.line)
                .filter(|(_, emphasis)| *emphasis != block.composed.emphasis)
                .map(|(text, emphasis)| emphasis_json(text, emphasis, &block.lines))
                .collect();
            if !spans.is_empty() {
                line["emphasis"] = spans.into();
            }
            if placed.line.rtl {
                line["direction"] = TextDirection::Rtl.name().into();
            }
            if placed.stretch > 0.0 {
                line["stretch"] = number_to_json(placed.stretch);
            }
            line
        })
        .collect();
    map.serialize_entry("lines", &lines)
}

fn table<M: SerializeMap>(map: &mut M, slice: &TableSlice<'_>) -> Result<(), M::Error> {
    map.serialize_entry("rows", &slice.rows.len())?;
    map.serialize_entry("head", &slice.head)?;
    map.serialize_entry("footer", &slice.footer.is_some())?;
    map.serialize_entry("last", &slice.last)?;
    if slice.head {
        map.serialize_entry("headCells", &slice.table.head)?;
    }
    map.serialize_entry("cells", &DumpedRows(&slice.rows))?;
    if let Some(footer) = &slice.footer {
        map.serialize_entry("footerCells", &Row(footer, 0))?;
    }
    Ok(())
}

fn section<M: SerializeMap>(map: &mut M, repeat: &SectionRepeat<'_>) -> Result<(), M::Error> {
    map.serialize_entry("index", &repeat.index)?;
    map.serialize_entry("height", &number_to_json(repeat.height))?;
    if let Some(width) = repeat.width {
        map.serialize_entry("width", &number_to_json(width))?;
    }
    let members = in_reading_order(&repeat.members, |member| member);
    let members: Vec<Member<'_, '_>> = members.into_iter().map(Member).collect();
    map.serialize_entry("members", &members)
}

fn kpi<M: SerializeMap>(map: &mut M, data: &KpiData) -> Result<(), M::Error> {
    let texts = [("title", &data.title), ("value", &data.value), ("subtitle", &data.subtitle)];
    for (name, text) in texts {
        if let Some(text) = text {
            map.serialize_entry(name, &*without_isolates(text))?;
        }
    }
    Ok(())
}

impl Serialize for ChartItem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("label", &self.label)?;
        map.serialize_entry("value", &number_to_json(self.value))?;
        map.serialize_entry("color", &self.color)?;
        map.end()
    }
}

struct DumpedRows<'c>(&'c Cells);

impl Serialize for DumpedRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(self.0.len()))?;
        for row in 0..self.0.len() {
            rows.serialize_element(&Row(self.0, row))?;
        }
        rows.end()
    }
}

struct Row<'c>(&'c Cells, usize);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.row(self.1))
    }
}
