//! Logical structure of a document, for readers who do not see its pages (spec 20.10.7; ISO
//! 32000-1, 14.7).
//!
//! [`build`] makes the tree of elements from the page model and from the parts that drawing has
//! marked on each page. The order of the tree is the order of reading: page by page, repeated
//! fields at the top that have a role, the body in its flow, repeated fields at the bottom. Content
//! that continues over several pages, such as a table, is one element. The module knows no PDF.

mod figure;
mod paragraphs;
mod table;
mod tree;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

pub use tree::{Details, Element, ElementId, ElementType, Kid, Scope, Tree};

use crate::draw::{Link, Part, is_artifact};
use crate::format::Role;
use crate::layout::{Content, Layout, Page, Placement, in_reading_order};
use crate::problem::{Code, Problem};
use crate::template::zone::Zone;
use crate::template::{self, Field};
use crate::units::mm_to_pt;
use paragraphs::Paragraphs;
use table::OpenTable;

/// A stretch of a content stream that belongs to a part of what is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkedContent {
    /// The group that it stands in, by its number among those of the page; nothing: in the page itself.
    pub form: Option<u32>,
    /// Its number within its stream.
    pub number: u32,
    pub part: Part,
}

/// Drawn parts of a page in the order of drawing, and its links.
pub struct DrawnParts<'p> {
    pub contents: &'p [MarkedContent],
    pub links: &'p [Link],
    /// The placements of the fields of the form, ascending; their annotations come after those of the links.
    pub widgets: Vec<u32>,
}

/// The tree of a document, and what keeps it from being accessible.
pub struct Built {
    pub tree: Tree,
    /// Each with its field, each field once: errors where the document must not be made so.
    pub problems: Vec<Problem>,
}

/// The tree of a document. `is_strict`: whether it has to be accessible (ISO 14289-1), so that pictures without
/// an alternative text and skipped levels of headings are errors; else they are warnings.
pub fn build(layout: &Layout<'_>, drawn: &[DrawnParts<'_>], is_strict: bool) -> Built {
    let designs = layout.pages.chunk_by(|a, b| std::ptr::eq(a.design, b.design)).count();
    let mut builder = Builder {
        tree: Tree::new(),
        is_strict,
        sections: Vec::new(),
        tables: HashMap::new(),
        text: None,
        last_level: 0,
        title: None,
        problems: Vec::new(),
        reported: HashSet::new(),
    };
    let mut root = 0;
    let mut design = None;
    for (index, (page, drawn)) in layout.pages.iter().zip(drawn).enumerate() {
        let own = std::ptr::from_ref(page.design);
        if designs > 1 && design.replace(own) != Some(own) {
            root = builder.tree.add(ElementType::Sect, 0);
            builder.sections.clear();
        }
        builder.page(page, &PageParts::new(page, index as u32, drawn), root);
    }
    builder.first_heading();
    Built { tree: builder.tree, problems: builder.problems }
}

/// State that goes on from page to page. Fields and texts are known by their addresses in the page model.
struct Builder {
    tree: Tree,
    is_strict: bool,
    /// The repetitions of sections that are open, from the outside: field, number, element.
    sections: Vec<(usize, usize, ElementId)>,
    /// Tables that go on, by field.
    tables: HashMap<usize, OpenTable>,
    /// The text that may go on, by its lines.
    text: Option<(usize, Paragraphs)>,
    /// The level of the heading before; 0 for none.
    last_level: u8,
    /// The largest text so far, of documents without a heading: probably the title.
    title: Option<LargestText>,
    /// Problems that keep the document from being accessible.
    problems: Vec<Problem>,
    /// Fields that have one, by address: repetitions of a field do not repeat it.
    reported: HashSet<usize>,
}

/// The field of a text that is larger than all before it.
struct LargestText {
    /// Font size in points.
    size: f64,
    name: String,
    pointer: String,
}

/// Drawn parts of the page that is being added.
struct PageParts<'p> {
    index: u32,
    /// In points.
    height: f64,
    drawn: &'p DrawnParts<'p>,
    /// The number of each placement, by its address.
    numbers: HashMap<usize, u32>,
    /// Numbers of the links of each part that are not in the tree yet.
    links: RefCell<HashMap<Part, Vec<u32>>>,
}

/// The address of something of the page model.
fn address<T: ?Sized>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}

impl<'p> PageParts<'p> {
    fn new(page: &Page<'_>, index: u32, drawn: &'p DrawnParts<'p>) -> Self {
        let sequence = page.sequence();
        let numbers = (0..).zip(&sequence).map(|(number, of)| (address(of.placement), number));
        let height = mm_to_pt(page.height);
        let mut links: HashMap<Part, Vec<u32>> = HashMap::new();
        for (number, link) in (0..).zip(drawn.links) {
            if let Some(part) = link.part {
                links.entry(part).or_default().push(number);
            }
        }
        let (numbers, links) = (numbers.collect(), RefCell::new(links));
        Self { index, height, drawn, numbers, links }
    }

    /// Marked content of a placement, in the order of drawing.
    fn contents(&self, placement: &Placement<'_>) -> &'p [MarkedContent] {
        let Some(number) = self.numbers.get(&address(placement)) else { return &[] };
        let contents = self.drawn.contents;
        let start = contents.partition_point(|content| content.part.placement < *number);
        let rest = contents.get(start..).unwrap_or_default();
        let count = rest.partition_point(|content| content.part.placement == *number);
        rest.get(..count).unwrap_or_default()
    }

    /// Takes the numbers of the links of a part, each of which has one place in the tree.
    fn take_links(&self, part: Part) -> Vec<u32> {
        self.links.borrow_mut().remove(&part).unwrap_or_default()
    }

    /// The links of something with their numbers.
    fn links(&self, placement: &Placement<'_>) -> impl Iterator<Item = (u32, &'p Link)> {
        let links = self.drawn.links;
        let range = self.numbers.get(&address(placement)).map_or(0..0, |number| {
            let start = links.partition_point(|link| link.placement < *number);
            start..links.partition_point(|link| link.placement <= *number)
        });
        (range.start as u32..).zip(links.get(range).unwrap_or_default())
    }

    /// The link of the whole box of something.
    fn box_link(&self, placement: &Placement<'_>) -> Option<u32> {
        self.links(placement).find(|(_, link)| link.is_box).map(|(number, _)| number)
    }

    /// The number of the annotation of a field of the form.
    fn widget(&self, placement: &Placement<'_>) -> Option<u32> {
        let number = self.numbers.get(&address(placement))?;
        let at = self.drawn.widgets.binary_search(number).ok()?;
        Some((self.drawn.links.len() + at) as u32)
    }

    fn kid(&self, content: &MarkedContent) -> Kid {
        Kid::Content { page: self.index, form: content.form, number: content.number }
    }
}

impl Builder {
    fn page(&mut self, page: &Page<'_>, on: &PageParts<'_>, root: ElementId) {
        let bands = |is_below: bool| {
            let read = page.bands.iter().filter(|band| band.is_read);
            let read = read.filter(move |band| (band.zone == Zone::Footer) == is_below);
            in_reading_order(read.map(|band| &band.placement), |placement| placement)
        };
        for placement in bands(false) {
            self.placement(placement, on, root, 0);
        }
        for placement in in_reading_order(&page.placements, |placement| placement) {
            self.placement(placement, on, root, 0);
        }
        for placement in bands(true) {
            self.placement(placement, on, root, 0);
        }
        // Links of what is not read have to be there, too.
        let unread = page.bands.iter().filter(|band| !band.is_read);
        for band in unread {
            self.bare_link(&band.placement, on, root);
            self.links_of_artifacts(&band.placement, on, root);
        }
        let mut left: Vec<u32> = on.links.take().into_values().flatten().collect();
        left.sort_unstable();
        for link in left {
            self.link(link, on, root);
        }
    }

    /// Adds something with its members. `depth`: how many sections are around it.
    fn placement(
        &mut self,
        placement: &Placement<'_>,
        on: &PageParts<'_>,
        parent: ElementId,
        depth: usize,
    ) {
        self.placed(placement, on, parent, depth);
        self.links_of_artifacts(placement, on, parent);
    }

    /// The same without the links in its artifacts, such as titles that are repeated.
    fn placed(
        &mut self,
        placement: &Placement<'_>,
        on: &PageParts<'_>,
        parent: ElementId,
        depth: usize,
    ) {
        let field = placement.field;
        if let Content::Section(repeat) = &placement.content {
            let key = (address(field), repeat.index);
            let open = self.sections.get(depth).filter(|open| (open.0, open.1) == key);
            let element = match open {
                Some((.., element)) => *element,
                None => {
                    let element = self.tree.add(ElementType::Sect, parent);
                    self.language(field, element);
                    self.sections.truncate(depth);
                    self.sections.push((key.0, key.1, element));
                    element
                }
            };
            self.bare_link(placement, on, element);
            for member in in_reading_order(&repeat.members, |placement| placement) {
                self.placement(member, on, element, depth + 1);
            }
            return;
        }
        self.sections.truncate(depth);
        if let Some(widget) = on.widget(placement) {
            self.bare_link(placement, on, parent);
            let element = self.tree.add(ElementType::Form, parent);
            self.language(field, element);
            self.tree.put(element, Kid::Annotation { page: on.index, link: widget });
            return;
        }
        if is_artifact(placement) {
            self.bare_link(placement, on, parent);
            return;
        }
        let contents = on.contents(placement);
        // An empty placement has no element, unless it leads somewhere.
        if contents.is_empty() {
            self.bare_link(placement, on, parent);
            return;
        }
        let parent = match on.box_link(placement) {
            Some(link) => self.link(link, on, parent),
            None => parent,
        };
        match &placement.content {
            Content::Text(..) => self.text(field, None, contents, on, parent),
            Content::Block(block) => {
                // The text may go on from the page before, in the middle of a paragraph or after one.
                let before = block.shown.start.checked_sub(1);
                let before =
                    before.and_then(|before| block.lines.range(before..before + 1).first());
                let goes_on = before.map(|line| (address(&*block.lines), !line.last));
                self.text(field, goes_on, contents, on, parent);
                if let Some((key, _)) = &mut self.text {
                    *key = address(&*block.lines);
                }
            }
            Content::Table(_) | Content::Grid(_) => {
                if let Some(rows) = placement.content.table_rows() {
                    self.table(placement, rows, contents, on, parent);
                }
            }
            Content::Kpi(..) => {
                let card = self.tree.add(ElementType::Div, parent);
                self.language(field, card);
                for piece in contents.chunk_by(|a, b| a.part.unit == b.part.unit) {
                    let text = self.tree.add(ElementType::P, card);
                    piece.iter().for_each(|content| self.tree.put(text, on.kid(content)));
                }
            }
            Content::Image(..) | Content::Chart(..) | Content::Code(_) | Content::Shape(..) => {
                let alt = figure::alternative(placement);
                let bounds = figure::bounds(placement, on.height);
                self.figure(placement.field, alt, contents, on, parent, bounds);
            }
            Content::Section(_) | Content::Nothing => {}
        }
    }

    /// The link of something that has no element of its own.
    fn bare_link(&mut self, placement: &Placement<'_>, on: &PageParts<'_>, parent: ElementId) {
        if let Some(link) = on.box_link(placement) {
            self.link(link, on, parent);
        }
    }

    /// Adds links of texts that are not read: each has to be in an element of its own.
    fn links_of_artifacts(
        &mut self,
        placement: &Placement<'_>,
        on: &PageParts<'_>,
        parent: ElementId,
    ) {
        for (number, link) in on.links(placement) {
            if link.part.is_none() && !link.is_box {
                self.link(number, on, parent);
            }
        }
    }

    /// Adds a link of that number of its page.
    fn link(&mut self, link: u32, on: &PageParts<'_>, parent: ElementId) -> ElementId {
        let element = self.tree.add(ElementType::Link, parent);
        self.tree.put(element, Kid::Annotation { page: on.index, link });
        element
    }

    fn language(&mut self, field: &Field, element: ElementId) {
        if let Some(lang) = field.placing.as_ref().and_then(|placing| placing.lang.as_deref()) {
            self.tree.details_mut(element).lang = Some(lang.into());
        }
    }

    /// A text: a heading or a caption as one element, others paragraph by paragraph. `goes_on`: the text that
    /// it may go on, and whether in the middle of a paragraph.
    fn text(
        &mut self,
        field: &Field,
        goes_on: Option<(usize, bool)>,
        contents: &[MarkedContent],
        on: &PageParts<'_>,
        parent: ElementId,
    ) {
        let known = self.text.take().filter(|(key, _)| goes_on.is_some_and(|(of, _)| of == *key));
        let mut paragraphs = match (known, goes_on) {
            (Some((_, mut known)), Some((_, in_paragraph))) => {
                known.go_on(in_paragraph);
                known
            }
            _ => {
                let level = heading_level(field.role());
                match level {
                    Some(level) => self.heading(field, level),
                    None => self.maybe_title(field),
                }
                let single = match (level, field.role()) {
                    (Some(level), _) => Some(ElementType::Heading(level)),
                    (None, Some(Role::Caption)) => Some(ElementType::Caption),
                    _ => None,
                };
                let mut parent = parent;
                if field.role() == Some(Role::Quote) {
                    parent = self.tree.add(ElementType::BlockQuote, parent);
                    self.language(field, parent);
                }
                Paragraphs::new(parent, single)
            }
        };
        let lang = field.placing.as_ref().and_then(|placing| placing.lang.as_deref());
        paragraphs.add(contents, on, lang, &mut self.tree);
        self.text = Some((0, paragraphs));
    }

    /// Reports levels of headings that are skipped (ISO 14289-1, 7.4.2).
    fn heading(&mut self, field: &Field, level: u8) {
        if level > self.last_level + 1 {
            let expected = self.last_level + 1;
            let what = format!(
                "a heading of level {level} comes where level {expected} is the deepest that may"
            );
            let problem = if self.is_strict {
                Problem::new(Code::Conformance, format!("PDF/UA-1 (7.4.2): {what}"))
            } else {
                Problem::warning(Code::HeadingSkipped, what)
            };
            let problem = problem
                .field(&field.name)
                .pointer(format!("{}/role", field.pointer))
                .advice(format!("set `role` to `h{expected}`, or add the heading above it"))
                .detail("rule", "7.4.2");
            self.report(field, problem);
        }
        self.last_level = level;
    }

    /// Notes the text that is probably the title, for documents without a heading.
    fn maybe_title(&mut self, field: &Field) {
        let template::Kind::Text(text) = &field.kind else { return };
        let largest = self.title.as_ref().map_or(0.0, |title| title.size);
        if self.last_level == 0 && text.font_size > largest {
            let (name, pointer) = (field.name.clone(), field.pointer.clone());
            self.title = Some(LargestText { size: text.font_size, name, pointer });
        }
    }

    /// Reports a document without headings. One whose first heading is of another level than the first has that
    /// finding already.
    fn first_heading(&mut self) {
        if self.last_level > 0 || self.tree.elements().len() == 1 {
            return;
        }
        let message = "the document has no heading of the first level";
        let problem = Problem::warning(Code::HeadingMissing, message);
        self.problems.push(match &self.title {
            Some(LargestText { name, pointer, .. }) => problem
                .field(name.clone())
                .pointer(format!("{pointer}/role"))
                .advice(format!("set `role` to `h1` on the title, probably `{name}`")),
            None => problem
                .pointer("/template")
                .advice("add a text with the title of the document and the `role` `h1`"),
        });
    }

    fn report(&mut self, field: &Field, problem: Problem) {
        if self.reported.insert(address(field)) {
            self.problems.push(problem);
        }
    }

    /// A figure with its alternative text. `bounds`: left, bottom, right and top on the page in points.
    fn figure(
        &mut self,
        field: &Field,
        alt: Option<String>,
        contents: &[MarkedContent],
        on: &PageParts<'_>,
        parent: ElementId,
        bounds: [f64; 4],
    ) {
        let alt = alt.filter(|alt| !alt.trim().is_empty());
        if alt.is_none() {
            self.report(field, figure::alt_missing(field, self.is_strict));
        }
        let element = self.tree.add(ElementType::Figure, parent);
        self.language(field, element);
        let details = self.tree.details_mut(element);
        details.alt = alt.map(String::into_boxed_str);
        details.bounds = Some(bounds);
        contents.iter().for_each(|content| self.tree.put(element, on.kid(content)));
    }
}

/// The level of a heading.
fn heading_level(role: Option<Role>) -> Option<u8> {
    Some(match role? {
        Role::H1 => 1,
        Role::H2 => 2,
        Role::H3 => 3,
        Role::H4 => 4,
        Role::H5 => 5,
        Role::H6 => 6,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
