//! The paragraphs, lists and links of a text.

use super::tree::{ElementId, ElementType, Kid, Tree};
use super::{MarkedContent, PageParts};
use crate::draw::{Paragraph, Unit};

/// A text that is being added.
pub(super) struct Paragraphs {
    /// The element that holds it.
    parent: ElementId,
    /// The one element that all of it is, such as a heading.
    single: Option<ElementType>,
    /// The element of the paragraph that is open: a paragraph, or the body of an item.
    open: Option<ElementId>,
    /// The number of that paragraph.
    number: Option<u32>,
    /// `true` if the next first paragraph goes on the open one.
    goes_on: bool,
    /// The lists that are open, from the outside, each with the body of its last item.
    lists: Vec<(ElementId, Option<ElementId>)>,
    /// The link that is open: its number and its element.
    link: Option<(u16, ElementId)>,
}

impl Paragraphs {
    pub(super) fn new(parent: ElementId, single: Option<ElementType>) -> Self {
        Self {
            parent,
            single,
            open: None,
            number: None,
            goes_on: false,
            lists: Vec::new(),
            link: None,
        }
    }

    /// The next lines are on another page, in the middle of a paragraph or after one.
    pub(super) fn go_on(&mut self, in_paragraph: bool) {
        self.goes_on = in_paragraph;
        self.number = None;
        self.link = None;
    }

    /// Adds stretches of the text in the order in which they were drawn.
    pub(super) fn add(
        &mut self,
        contents: &[MarkedContent],
        on: &PageParts<'_>,
        lang: Option<&str>,
        tree: &mut Tree,
    ) {
        for content in contents {
            let (paragraph, link) = match content.part.unit {
                Unit::Text(paragraph) => (paragraph, None),
                Unit::Label(paragraph) => {
                    self.label(content, paragraph, on, lang, tree);
                    continue;
                }
                Unit::Link(paragraph, number) => (paragraph, Some(number)),
                Unit::Whole | Unit::Piece(_) => (Paragraph::default(), None),
            };
            let element = self.paragraph(paragraph, lang, tree);
            let Some(number) = link else {
                self.link = None;
                tree.put(element, on.kid(content));
                continue;
            };
            let element = match self.link.filter(|(open, _)| *open == number) {
                Some((_, element)) => element,
                None => {
                    let element = tree.add(ElementType::Link, element);
                    self.link = Some((number, element));
                    element
                }
            };
            tree.put(element, on.kid(content));
            for link in on.take_links(content.part) {
                tree.put(element, Kid::Annotation { page: on.index, link });
            }
        }
    }

    /// The element of a paragraph.
    fn paragraph(&mut self, of: Paragraph, lang: Option<&str>, tree: &mut Tree) -> ElementId {
        if let Some(open) = self.open {
            let goes_on = std::mem::take(&mut self.goes_on);
            if self.single.is_some() || goes_on || self.number == Some(of.number) {
                self.number = Some(of.number);
                return open;
            }
        }
        self.number = Some(of.number);
        self.link = None;
        let element = match self.single {
            Some(kind) => tree.add(kind, self.parent),
            None if of.level == 0 => {
                self.lists.clear();
                tree.add(ElementType::P, self.parent)
            }
            None => {
                let item = self.item(of, lang, tree);
                self.body(item, tree)
            }
        };
        // An item has the language of its list.
        if let (Some(lang), true) = (lang, self.single.is_some() || of.level == 0) {
            tree.details_mut(element).lang = Some(lang.into());
        }
        self.open = Some(element);
        element
    }

    /// Adds the bullet or number of an item, which begins the item.
    fn label(
        &mut self,
        content: &MarkedContent,
        of: Paragraph,
        on: &PageParts<'_>,
        lang: Option<&str>,
        tree: &mut Tree,
    ) {
        if self.single.is_some() {
            let element = self.paragraph(of, lang, tree);
            tree.put(element, on.kid(content));
            return;
        }
        self.goes_on = false;
        let item = self.item(of, lang, tree);
        let label = tree.add(ElementType::Label, item);
        tree.put(label, on.kid(content));
        let body = self.body(item, tree);
        self.number = Some(of.number);
        self.link = None;
        self.open = Some(body);
    }

    /// Begins an item of a list of some level; a list within another belongs to the last item of that.
    fn item(&mut self, of: Paragraph, lang: Option<&str>, tree: &mut Tree) -> ElementId {
        let level = usize::from(of.level.max(1));
        self.lists.truncate(level);
        if self.lists.len() < level {
            let around = self.lists.last().and_then(|(_, body)| *body).unwrap_or(self.parent);
            let list = tree.add(ElementType::List, around);
            let details = tree.details_mut(list);
            details.ordered = Some(of.ordered);
            if self.lists.is_empty() {
                details.lang = lang.map(Into::into);
            }
            self.lists.push((list, None));
        }
        let list = self.lists.last().map_or(self.parent, |(list, _)| *list);
        tree.add(ElementType::ListItem, list)
    }

    fn body(&mut self, item: ElementId, tree: &mut Tree) -> ElementId {
        let body = tree.add(ElementType::ListBody, item);
        if let Some((_, last)) = self.lists.last_mut() {
            *last = Some(body);
        }
        body
    }
}
