//! Resolved content of each field: bindings and data brought together (spec 5, 8).
//!
//! A [`Source`] is the data of one render with everything that is the same for the whole
//! document; sections add an item and a line number ([`ItemScope`]).

pub mod attachments;
pub mod cells;
pub mod chart;
pub(crate) mod collation;
pub mod einvoice;
pub mod kpi;
pub(crate) mod password;
pub mod pdf;
pub mod requirement;
pub mod rows;
pub mod section;
pub mod sort;
pub mod together;

use std::sync::Arc;

use crate::blank::trim;
use crate::executor::Executor;
use crate::expr::findings::Lack;
use crate::expr::path::{Path, Segment, lookup_parts, own};
use crate::expr::scope::NO_OBJECT;
pub use crate::expr::scope::PAGE_NAMES;
use crate::expr::value::push_text;
use crate::expr::{Condition, Env, Found, Names, Place, Reserved, Scope, TextTemplate};
use crate::image::Prepared;
use crate::problem::{Code, Problem, Result};
use crate::template::field::{Image, ImageContent, Input, Look, LookRule, Missing};
use crate::template::{Field, KeyPath, ListPath};
use crate::value::{NULL, Value};
use rows::Items;

/// The data of a document and what evaluating it may spend.
pub struct Source<'e> {
    /// The whole data.
    pub data: &'e Value,
    /// Budget and today's year.
    pub env: Env<'e>,
    /// Resolves rows of long tables at the same time.
    pub executor: Option<&'e dyn Executor>,
}

/// Names that a repetition adds to its item (spec 8.1).
pub const LINE_NAMES: [&str; 2] = ["Line", "index"];

impl<'a> Source<'a> {
    /// The document itself.
    pub fn document(&self) -> Scope<'_> {
        Scope { value: self.data, extra: &[], env: &self.env, names: None }
    }

    /// The text of the value at a path of the data; empty where there is none.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn text_at(&self, path: &Path) -> Result<String> {
        let mut text = String::new();
        let found = path.lookup(self.data);
        if found.is_none() {
            self.env.findings.lacks_key(&path.to_string());
        }
        push_text(found.unwrap_or(&NULL), &mut text, self.env.meter)?;
        Ok(text)
    }

    /// The list at the path of a binding, as the document or an item sees it; nothing where there is
    /// none. In templates with extensions a path may begin with `$root` or `$parent` (spec 20.0.5), or
    /// name a formula that makes a list (20.9.5).
    /// A value that is no list is noted, and so are items that are no objects where `keys` are taken
    /// of them.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn list(
        &self,
        list: &ListPath,
        seen: &ItemScope<'a>,
        keys: bool,
    ) -> Result<Option<&'a [Value]>> {
        let path: &Path = list;
        let Some(found) = self.repeated(path, seen) else {
            let made = self.made(list, seen)?;
            if made.is_none() && (seen.is_document || seen.item.is_some()) {
                self.env.findings.lacks_path_at(path, &list.place);
            }
            return Ok(made);
        };
        let Some(items) = found.as_array() else {
            // A blank repetition has no item that could have one.
            if seen.is_document || seen.item.is_some() {
                self.env.findings.add_at(Lack::list(path, found), &list.place);
            }
            return Ok(None);
        };
        let is_plain =
            |item: &Value| matches!(item, Value::Number(_) | Value::Text(_) | Value::Bool(_));
        if let Some(index) = keys.then(|| items.iter().position(is_plain)).flatten()
            && let Some(item) = items.get(index)
        {
            self.env.findings.add_at(Lack::item(path, index, item), &list.place);
        }
        Ok(Some(items))
    }

    /// The list that a formula makes of what is seen.
    fn made(&self, list: &ListPath, seen: &ItemScope<'a>) -> Result<Option<&'a [Value]>> {
        let Some((globals, maker)) = self.env.globals.zip(list.made.maker()) else {
            return Ok(None);
        };
        let number = maker.make_list(&seen.scope(self))?;
        self.env.findings.settle(Some(&list.place));
        Ok(number.map(|number| globals.made.get(number)))
    }

    /// Notes a text that should hold the rows of a table, but does not: the source of its tokens is
    /// printed (spec 8.4 step 3).
    #[cold]
    pub fn lacks_rows(&self, input: &Input) {
        let (at, pointer) = match input {
            Input::Scalar(path) => (path.source.as_str(), path.pointer.as_str()),
            Input::Template(template) => (template.source(), template.pointer()),
            Input::KeyValue(_) | Input::Array(..) => return,
        };
        let place = Place { field: None, pointer: pointer.into(), list: None };
        self.env.findings.add_at(Lack::rows(&at), &Arc::new(place));
    }

    /// Notes a value of a list that is no number.
    #[cold]
    pub fn lacks_number(&self, list: &ListPath, column: &str, value: &Value) {
        let path: &Path = list;
        if let Some(lack) = Lack::number_in(value) {
            self.env.findings.add_at(lack.in_list(path, Some(column)), &list.place);
        }
    }

    /// Value at a path that something repeats over, as `seen` sees it; `None` if there is none.
    fn repeated(&self, path: &Path, seen: &ItemScope<'a>) -> Option<&'a Value> {
        let here = seen.value(self);
        if let Some(found) = path.lookup(here) {
            return Some(found);
        }
        let (first, rest) = path.segments().split_first()?;
        // A key of the data that is called so wins.
        let is_name = self.env.is_extended() && first.is_name();
        if !is_name || here.as_object().is_some_and(|own| own.value_folded(first.lower()).is_some())
        {
            return None;
        }
        let from = match first.reserved() {
            Some(Reserved::Root) => Some(self.data),
            Some(Reserved::Parent) => seen.parent,
            _ => None,
        };
        lookup_parts(rest, from?)
    }

    /// Notes the keys that the first of the items has not got: then perhaps none has them.
    pub fn look_for_keys<'k>(&self, items: &Items<'_>, keys: impl Iterator<Item = &'k str>) {
        let Some(first) = (!items.is_empty()).then(|| items.get(0)) else { return };
        for key in keys.filter(|key| own(first, key).is_none()) {
            self.env.findings.lacks_key(key);
        }
    }

    /// The document as a repeating band sees it: an object or nothing, with page tokens.
    pub fn band<'s>(&'s self, page_names: &'s [(&'static str, f64)]) -> Scope<'s> {
        let value = if self.data.as_object().is_some() { self.data } else { &NULL };
        Scope { value, extra: page_names, env: &self.env, names: None }
    }
}

/// A repetition of a section: its item, and its number under two names.
#[derive(Clone, Copy)]
pub struct ItemScope<'a> {
    /// The item; nothing in a blank repetition.
    pub item: Option<&'a Value>,
    names: [(&'static str, f64); 2],
    /// `true` if it sees the document instead of an item.
    is_document: bool,
    /// The item of the section around it.
    parent: Option<&'a Value>,
}

impl<'a> ItemScope<'a> {
    /// Repetition `index`, counted from 0.
    pub fn new(item: Option<&'a Value>, index: usize) -> Self {
        let line = (index + 1) as f64;
        Self { item, names: LINE_NAMES.map(|name| (name, line)), is_document: false, parent: None }
    }

    /// The same inside a repetition of another section.
    pub fn inside(self, outer: &Self) -> Self {
        Self { parent: if outer.is_document { None } else { outer.item }, ..self }
    }

    /// The repetition of a container, which sees the document.
    pub fn document() -> Self {
        Self { is_document: true, ..Self::new(None, 0) }
    }

    /// Returns `true` if it sees the document.
    pub fn is_document(&self) -> bool {
        self.is_document
    }

    /// Scope of the texts of the repetition: the item if it is an object, and the line number.
    pub fn scope<'s>(&'s self, source: &'s Source<'_>) -> Scope<'s> {
        if self.is_document {
            return source.document();
        }
        let value = match self.item {
            Some(item @ Value::Object(_)) => item,
            Some(Value::Null) | None => &NULL,
            Some(_) => &NO_OBJECT,
        };
        let names = self.parent.is_some().then_some(self as &dyn Names);
        Scope { value, extra: &self.names, env: &source.env, names }
    }

    /// Value that the paths of lists in it begin at.
    pub fn value(&self, source: &Source<'a>) -> &'a Value {
        if self.is_document { source.data } else { self.item.unwrap_or(&NULL) }
    }
}

/// The item of the section around it is `$parent` (spec 20.0.5).
impl Names for ItemScope<'_> {
    fn find<'s>(&'s self, path: &[Segment]) -> Found<'s> {
        match (self.parent, path.split_first()) {
            (Some(parent), Some((first, rest))) if first.reserved() == Some(Reserved::Parent) => {
                lookup_parts(rest, parent).map_or(Found::Missing, Found::Value)
            }
            _ => Found::Missing,
        }
    }
}

/// A rendered text, charged to the budget.
pub fn text(template: &TextTemplate, scope: &Scope<'_>) -> Result<Arc<str>> {
    if let Some(literal) = template.as_literal() {
        return Ok(literal.into());
    }
    let mut out = String::new();
    template.render(scope, &mut out)?;
    Ok(out.into())
}

/// Returns `true` if a condition makes its field visible (spec 9.8).
pub fn visible(condition: Option<&Condition>, scope: &Scope<'_>) -> Result<bool> {
    condition.map_or(Ok(true), |condition| condition.holds(scope))
}

/// Look from the rules whose condition holds, the later ones over the earlier. A condition that
/// cannot be read never holds.
pub fn look(rules: &[LookRule], scope: &Scope<'_>) -> Result<Look> {
    let mut look = Look::default();
    for rule in rules {
        if rule.when.is_met(scope)? {
            look = look.under(rule.look);
        }
    }
    Ok(look)
}

/// The picture that an image shows.
#[derive(Default)]
pub struct ChosenPicture {
    /// Its source; nothing where nothing is drawn.
    pub source: Option<Arc<str>>,
    /// A value of the data that is no picture.
    pub refused: Option<Arc<str>>,
}

/// The picture that an image shows (spec 8.3, 20.6.1). `item` is what a member of a section sees;
/// without it the binding sees the document.
pub fn image(
    image: &Image,
    field: &Field,
    source: &Source<'_>,
    pictures: &Prepared,
    item: Option<&Scope<'_>>,
) -> Result<ChosenPicture> {
    let own = || Arc::clone(&image.content.uri);
    let Some(framing) = &image.extended else {
        // Members show their own content [Q].
        let bound = if item.is_some() { Some(None) } else { bound(image, source, None)? };
        let Some(bound) = bound else { return Ok(ChosenPicture::default()) };
        let refused = bound.clone().filter(|bound| !is_drawable(bound));
        let source = Some(bound.unwrap_or_else(own)).filter(|source| is_drawable(source));
        return Ok(ChosenPicture { source, refused });
    };
    let bound = match (item, framing.of_item) {
        (Some(_), false) => Some(None),
        (item, _) => bound(image, source, item)?,
    };
    let is_drawn = |chosen: &Arc<str>| match framing.svg {
        true => !trim(chosen).is_empty(),
        false => pictures.is_drawable(chosen),
    };
    let refused = bound.clone().flatten().filter(|bound| !is_drawn(bound));
    let chosen = bound.map(|bound| bound.unwrap_or_else(own)).filter(is_drawn);
    match &framing.missing {
        _ if chosen.is_some() || image.guard => Ok(ChosenPicture { source: chosen, refused }),
        Missing::Nothing => Ok(ChosenPicture { source: None, refused }),
        // The author says what is drawn then.
        Missing::Instead(other) => {
            Ok(ChosenPicture { source: Some(Arc::clone(&other.uri)), refused: None })
        }
        Missing::Fail => Err(Problem::new(Code::ImageMissing, "the image has no picture to show")
            .field(&field.name)
            .pointer(field.pointer.clone())
            .advice("give data that has the picture")),
    }
}

/// The text that the binding of an image gives, if it is not blank; the outer nothing where it can
/// give no picture at all.
fn bound(
    image: &Image,
    source: &Source<'_>,
    item: Option<&Scope<'_>>,
) -> Result<Option<Option<Arc<str>>>> {
    let document;
    let scope = match item {
        Some(item) => item,
        None => {
            document = source.document();
            &document
        }
    };
    let bound: Option<Arc<str>> = match &image.bound {
        None => None,
        Some(ImageContent::Scalar(KeyPath { path, .. })) => {
            let mut text = String::new();
            let found = path.lookup(scope.value);
            if found.is_none() {
                source.env.findings.lacks_key(&path.to_string());
            }
            push_text(found.unwrap_or(&NULL), &mut text, source.env.meter)?;
            Some(text.into())
        }
        Some(ImageContent::Template(template)) => Some(text(template, scope)?),
        Some(ImageContent::Rows) => return Ok(None),
    };
    Ok(Some(bound.filter(|bound| !trim(bound).is_empty())))
}

/// Returns `true` for a source that templates without extensions draw.
fn is_drawable(source: &str) -> bool {
    source.starts_with("data:")
}
