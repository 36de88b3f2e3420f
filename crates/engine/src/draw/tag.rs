//! Tags of the items of a page, in documents with tags (spec 20.10.7): artifacts, or parts of
//! placements. `structure` makes the tree of elements from them.

use super::Painter;
use crate::format::Role;
use crate::layout::{Content, Placement};
use crate::template::Field;
use crate::template::zone::Zone;

/// Owner of drawn items: a part of the content, or an artifact (ISO 32000-1, 14.8.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// Nothing that is read.
    Artifact(Artifact),
    /// A part of what is placed.
    Content(Part),
}

/// Kinds of what is not read (ISO 32000-1, 14.8.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Artifact {
    /// Lines, fills, pictures that say nothing, titles that are repeated.
    Layout,
    /// Items behind everything.
    Background,
    /// Items that repeat on pages.
    Pagination,
    /// The same at the top of the page.
    Header,
    /// The same at the bottom of the page.
    Footer,
    /// A mark over the page.
    Watermark,
}

/// A part of what is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Part {
    /// Number of the placement in the order of painting.
    pub placement: u32,
    /// The row of the table on this page, and the cell in that row, from 0.
    pub cell: Option<(u32, u32)>,
    pub unit: Unit,
}

/// Kind of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// The whole: a picture, a chart, a code, a drawing.
    Whole,
    /// A text of a card, from 0: title, value, subtitle.
    Piece(u8),
    /// Text of a paragraph, counted within the placement or cell.
    Text(Paragraph),
    /// Bullet or number before an item of a list.
    Label(Paragraph),
    /// Text of a link, by the number of the link within its text.
    Link(Paragraph, u16),
}

/// A paragraph of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Paragraph {
    /// Number of the paragraph, from 0.
    pub number: u32,
    /// The level of the list whose item it is, from 1; 0 for none.
    pub level: u8,
    /// `true` if the items of that list are numbered.
    pub ordered: bool,
}

/// Tag of the items from item `at` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tagged {
    pub at: u32,
    pub tag: Tag,
}

/// State of the painter that decides tags.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tagging {
    /// Kind of artifact, set where the whole placement is an artifact.
    artifact: Option<Artifact>,
    cell: Option<(u32, u32)>,
    /// The paragraph that texts belong to, and whether the next line begins another.
    paragraph: Paragraph,
    ended: bool,
}

impl<'f> Painter<'f> {
    /// Paints pages of a document with tags.
    #[must_use]
    pub fn with_tags(mut self, is_tagged: bool) -> Self {
        self.list.is_tagged = is_tagged;
        self
    }

    /// Begins what is placed; `is_read` says whether screen readers read its zone here.
    pub(super) fn begin_tags(&mut self, placement: &Placement<'_>, zone: Zone, is_read: bool) {
        if !self.list.is_tagged {
            return;
        }
        let artifact = match zone {
            _ if is_read => is_artifact(placement).then_some(Artifact::Layout),
            Zone::Header => Some(Artifact::Header),
            Zone::Footer => Some(Artifact::Footer),
            _ => Some(Artifact::Pagination),
        };
        self.zone_artifact = artifact;
        self.tagging = Tagging { artifact, ..Tagging::default() };
        self.decoration();
    }

    /// The following items are decoration.
    pub(super) fn decoration(&mut self) {
        let artifact = self.tagging.artifact.unwrap_or(Artifact::Layout);
        self.list.tag(Tag::Artifact(artifact));
    }

    /// The following items lie behind or above all content.
    pub(super) fn artifact(&mut self, artifact: Artifact) {
        self.list.tag(Tag::Artifact(artifact));
    }

    /// The following items are a part of the content.
    pub(super) fn unit(&mut self, unit: Unit) {
        if !self.list.is_tagged {
            return;
        }
        self.list.tag(match self.tagging.artifact {
            Some(artifact) => Tag::Artifact(artifact),
            None => Tag::Content(self.part(unit)),
        });
    }

    /// A part of what is being painted.
    fn part(&self, unit: Unit) -> Part {
        let placement = (self.list.starts.len() as u32).saturating_sub(1);
        Part { placement, cell: self.tagging.cell, unit }
    }

    /// The part that a link belongs to; nothing in documents without tags, and for artifacts.
    pub(super) fn link_part(&self, number: u16) -> Option<Part> {
        let is_content = self.list.is_tagged && self.tagging.artifact.is_none();
        is_content.then(|| self.part(Unit::Link(self.tagging.paragraph, number)))
    }

    /// Begins a cell of a table, whose row is read or not.
    pub(super) fn begin_cell(&mut self, row: usize, cell: usize, is_read: bool) {
        if self.list.is_tagged {
            let hidden = (!is_read).then_some(Artifact::Pagination);
            let zone = self.zone_artifact;
            self.tagging = Tagging {
                artifact: zone.or(hidden),
                cell: Some((row as u32, cell as u32)),
                ..Tagging::default()
            };
        }
    }

    /// Ends the cells of a table.
    pub(super) fn end_cells(&mut self) {
        self.tagging = Tagging { artifact: self.zone_artifact, ..Tagging::default() };
    }

    /// Begins a line of a text: a paragraph of its own where the one before has ended, or where it begins
    /// an item of a list. `level` is that of its list, 0 for none.
    pub(super) fn begin_line(&mut self, level: u8, marker: Option<&str>, last: bool) {
        if !self.list.is_tagged {
            return;
        }
        let Tagging { paragraph, ended, .. } = &mut self.tagging;
        // A line break within an item ends a line, but not the item.
        let continues_item = marker.is_none() && level > 0 && level == paragraph.level;
        if marker.is_some() || (*ended && !continues_item) {
            paragraph.number += 1;
        }
        if marker.is_some() || level != paragraph.level {
            paragraph.ordered = marker.is_some_and(|marker| marker.starts_with(char::is_numeric));
        }
        paragraph.level = level;
        *ended = last;
    }

    /// The following items are the bullet or number of an item of a list.
    pub(super) fn label(&mut self) {
        let paragraph = self.tagging.paragraph;
        self.unit(Unit::Label(paragraph));
    }

    /// The following items are text of the paragraph, and of a link where one is open.
    pub(super) fn words(&mut self, link: Option<u16>) {
        let paragraph = self.tagging.paragraph;
        self.unit(match link {
            Some(number) => Unit::Link(paragraph, number),
            None => Unit::Text(paragraph),
        });
    }
}

/// Returns `true` if screen readers pass over the placement.
pub fn is_artifact(placement: &Placement<'_>) -> bool {
    let field = placement.field;
    let has_alt = placement.marks.as_ref().is_some_and(|marks| marks.alt.is_some());
    if field.role() == Some(Role::Artifact) || is_decorative(field) {
        return true;
    }
    matches!(placement.content, Content::Shape(..)) && !has_alt
}

fn is_decorative(field: &Field) -> bool {
    field.placing.as_ref().is_some_and(|placing| placing.decorative)
}
