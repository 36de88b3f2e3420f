//! Properties that extensions add to fields of all kinds (spec 20.4.2, 20.7).

use super::{Field, Kind};
use crate::expr::value::text_of;
use crate::expr::{Condition, TextTemplate};
use crate::format::{Choose, Key, Layer, PageBreak, Pages, PagesOf, Pin, Position, Role, field};
use crate::template::read::{Context, Node};

/// Properties of the placing and drawing of a field.
#[derive(Debug, Clone)]
pub struct Placing {
    /// Degrees, clockwise.
    pub rotate: f64,
    /// Opacity, from 0 to 1.
    pub opacity: f64,
    /// Order of drawing on its page.
    pub z_index: i32,
    /// Page break before the field.
    pub break_before: PageBreak,
    /// Page break after the field.
    pub break_after: PageBreak,
    /// `true` if it stands on the page where the next field begins.
    pub keep_with_next: bool,
    /// Position on its page.
    pub pin: Pin,
    /// `true` if hiding it also removes the distance above it.
    pub collapse: bool,
    /// Layer of a field that stands on the page; `None` for a field in the flow.
    pub layer: Option<Layer>,
    /// Pages on which it is printed.
    pub on_pages: OnPages,
    /// Role for readers who do not see the page.
    pub role: Option<Role>,
    /// Alternative text.
    pub alt: Option<TextTemplate>,
    /// `true` if screen readers pass over it.
    pub decorative: bool,
    /// Language of its texts.
    pub lang: Option<String>,
    /// Order of reading.
    pub reading_order: i32,
    /// Target of a click on its box.
    pub link: Option<TextTemplate>,
    /// Its entry in the outline of the document.
    pub bookmark: Option<TextTemplate>,
    /// Level of that entry, from 1.
    pub bookmark_level: u8,
}

/// Pages on which a field of a band or of the page is printed.
#[derive(Debug, Clone)]
pub enum OnPages {
    /// Pages selected by position, and the set of pages in which the position counts.
    Select(Pages, PagesOf),
    /// Pages for which a condition over the names of pages holds.
    When(Condition),
}

impl Placing {
    /// Reads the properties; `None` if the field has none of the keys.
    pub(super) fn read(node: &Node<'_>, context: &mut Context) -> Option<Self> {
        let has = |key: &Key| key.extension && node.get(key.name).is_some();
        if !context.dialect.is_extended() || !field::FIELD.own_keys().any(has) {
            return None;
        }
        let position = node.read(&field::POSITION, context);
        let layer = node.read(&field::LAYER, context);
        Some(Self {
            rotate: node.read(&field::ROTATE, context),
            opacity: node.read(&field::OPACITY, context),
            z_index: node.read(&field::Z_INDEX, context),
            break_before: node.read(&field::BREAK_BEFORE, context),
            break_after: node.read(&field::BREAK_AFTER, context),
            keep_with_next: node.read(&field::KEEP_WITH_NEXT, context),
            pin: node.read(&field::PIN, context),
            collapse: node.read(&field::COLLAPSE, context),
            layer: (position == Position::Page).then_some(layer),
            on_pages: OnPages::read(node, context),
            role: node.read(&field::ROLE, context),
            alt: template(node, &field::ALT, context),
            decorative: node.read(&field::DECORATIVE, context),
            lang: language(node, context),
            reading_order: node.read(&field::READING_ORDER, context),
            link: template(node, &field::LINK, context),
            bookmark: template(node, &field::BOOKMARK, context),
            // From 1 to 6.
            bookmark_level: node.read(&field::BOOKMARK_LEVEL, context).clamp(1, 6) as u8,
        })
    }
}

fn template(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<TextTemplate> {
    let node = node.extension(key, context)?;
    Some(context.compile(&text_of(node.value), &node.pointer))
}

/// The language of a field: letters, digits and hyphens (BCP 47).
fn language(node: &Node<'_>, context: &mut Context) -> Option<String> {
    let node = node.extension(&field::LANG, context)?;
    let tag = node.value.as_str().unwrap_or_default().trim();
    if !is_language_tag(tag) {
        context.invalid(node.pointer, "a language such as `pt-BR`", node.value);
        return None;
    }
    Some(tag.to_owned())
}

/// Returns `true` if a text has the form of a language tag (BCP 47).
pub fn is_language_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let is_first = |part: &str| {
        (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let is_further = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    parts.next().is_some_and(is_first) && parts.all(is_further)
}

impl OnPages {
    const ALL: Self = Self::Select(Pages::All, PagesOf::Design);

    fn read(node: &Node<'_>, context: &mut Context) -> Self {
        let Some(node) = node.extension(&field::ON_PAGES, context) else { return Self::ALL };
        let Some(text) = node.value.as_str() else {
            let select = node.read(&field::SELECT, context);
            return Self::Select(select, node.read(&field::OF, context));
        };
        let text = text.trim();
        match Pages::named(text) {
            _ if text.is_empty() => Self::ALL,
            Some(select) => Self::Select(select, PagesOf::Design),
            // A name alone says nothing of pages: it is one of the names, misspelt.
            None if text.chars().all(char::is_alphabetic) => {
                let names: Vec<String> =
                    Pages::CHOICES.iter().map(|choice| format!("`{}`", choice.name)).collect();
                let expected = format!("{}, or an expression", names.join(", "));
                context.invalid(node.pointer, &expected, node.value);
                Self::ALL
            }
            None => Self::When(context.condition(text, &node.pointer)),
        }
    }
}

impl Field {
    /// Its order of drawing.
    pub fn z_index(&self) -> i32 {
        self.placing.as_ref().map_or(0, |placing| placing.z_index)
    }

    /// Layer of a field that stands on the page; `None` for a field in the flow.
    pub fn layer(&self) -> Option<Layer> {
        self.placing.as_ref()?.layer
    }

    /// Returns `true` if it has a link or an entry in the outline.
    pub fn navigates(&self) -> bool {
        let placing = self.placing.as_ref();
        placing.is_some_and(|placing| placing.link.is_some() || placing.bookmark.is_some())
    }

    /// Returns `true` if layout has to record more of it than its place: a link, a bookmark,
    /// an alternative text, a summary, the content of a signature.
    pub fn is_marked(&self) -> bool {
        let alt = self.placing.as_ref().is_some_and(|placing| placing.alt.is_some());
        let is_signature = self.signature.is_some();
        alt || is_signature || self.navigates() || self.summary().is_some_and(Option::is_some)
    }

    /// The summary, of a table that uses extensions.
    pub fn summary(&self) -> Option<&Option<TextTemplate>> {
        match &self.kind {
            Kind::Table(table) => table.extended.as_ref().map(|extended| &extended.summary),
            _ => None,
        }
    }

    /// Its role for readers who do not see the page.
    pub fn role(&self) -> Option<Role> {
        self.placing.as_ref()?.role
    }

    /// Rank in the order of painting: background, flow and bands, foreground.
    pub fn rank(&self) -> i8 {
        match self.layer() {
            Some(Layer::Background) => -1,
            None => 0,
            Some(Layer::Foreground) => 1,
        }
    }
}
