//! The terms of an e-invoice for some data (spec 20.10.8). Neither locale nor binary arithmetic touches them.

use std::collections::HashSet;
use std::sync::Arc;

use super::{ItemScope, Source};
use crate::blank::trim;
use crate::expr::path::{Segment, lookup_parts};
use crate::expr::{
    Env, Expr, Found, Globals, Names, Prose, Reserved, Scope, TextTemplate, missing_text,
};
use crate::format::einvoice::Term;
use crate::format::{EinvoiceProfile, EinvoiceStandard};
use crate::problem::{Problem, Result};
use crate::template::ListPath;
use crate::template::einvoice::{Einvoice, MapEntry, MapValue};
use crate::value::Value;

/// The terms of an e-invoice, and what is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct MappedInvoice {
    pub standard: EinvoiceStandard,
    pub profile: EinvoiceProfile,
    /// The currency of the template.
    pub currency: Option<String>,
    /// The tag of the locale in which the document prints; nothing for one without a locale.
    pub locale: Option<String>,
    /// `true` if words of the data such as `pcs` stand for codes.
    pub has_preset: bool,
    pub terms: Vec<MappedTerm>,
    /// JSON pointer of its place in the template.
    pub pointer: String,
    /// Notes about it: texts without a translation.
    pub notes: Vec<Problem>,
}

/// A term or list of groups with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct MappedTerm {
    pub term: &'static Term,
    /// JSON pointer of its place in the template.
    pub pointer: Arc<str>,
    /// Path of its value in the data, such as `lines[0].amount`; `None` for a calculated value.
    pub path: Option<String>,
    pub value: MappedValue,
}

/// The value of a term.
#[derive(Debug, Clone, PartialEq)]
pub enum MappedValue {
    /// A text, trimmed. Empty: the term is absent.
    Text(String),
    /// The terms of each group.
    List(Vec<Vec<MappedTerm>>),
}

/// The terms of a map for the data. Numbers and dates have no locale, only the texts of `T` have that of the
/// document.
///
/// # Errors
/// A limit of the budget.
pub(super) fn mapped(invoice: &Einvoice, source: &Source<'_>) -> Result<MappedInvoice> {
    let document;
    let languages = source.env.globals.and_then(|globals| globals.template);
    let language = source.env.globals.map_or("", Globals::language);
    let localized = source.env.globals.and_then(|globals| globals.localized.as_ref());
    let mut env = Env::new(source.env.meter, source.env.current_year);
    env.exact = true;
    if let Some(globals) = source.env.globals {
        let of_day = Globals::new(source.data, crate::calendar::Timestamp::EPOCH);
        let locale = globals.localized.as_ref().map(|localized| Arc::clone(&localized.locale));
        let prose = languages.map(|template| Prose { locale, template });
        document = Globals { document: globals.document.clone(), prose, ..of_day };
        env.globals = Some(&document);
    }
    // The rules of invoices report what the map lacks, not findings of texts.
    let source = Source { data: source.data, env, executor: None };
    let seen = Seen { value: source.data, path: String::new(), index: None, parent: None };
    let mut missed = Missed { language, notes: Vec::new(), known: HashSet::new() };
    Ok(MappedInvoice {
        standard: invoice.standard,
        profile: invoice.profile,
        currency: languages.and_then(|languages| languages.currency.clone()),
        locale: localized.map(|localized| localized.locale.tag().to_owned()),
        has_preset: invoice.has_preset,
        terms: terms(&invoice.map, &seen, &source, &mut missed)?,
        pointer: invoice.pointer.clone(),
        notes: missed.notes,
    })
}

/// Texts without a translation, each once for each place of the map.
struct Missed<'a> {
    /// The language of the document.
    language: &'a str,
    notes: Vec<Problem>,
    known: HashSet<(Arc<str>, String)>,
}

impl Missed<'_> {
    /// Takes what a text of the map has missed.
    fn take(&mut self, pointer: &Arc<str>, source: &Source<'_>) {
        let Some(globals) = source.env.globals.filter(|globals| !globals.missing.is_empty()) else {
            return;
        };
        for key in globals.missing.take() {
            let note = missing_text(&key, self.language).pointer(&**pointer);
            if self.known.insert((Arc::clone(pointer), key)) {
                self.notes.push(note);
            }
        }
    }
}

/// Value that a map sees: the document, or an item of a list.
struct Seen<'a> {
    value: &'a Value,
    /// Its path in the data; empty for the document.
    path: String,
    /// Its number from 0 in its list.
    index: Option<usize>,
    parent: Option<&'a Value>,
}

/// `$row.index`, and the item around as `$parent` (spec 20.0.5).
impl Names for Seen<'_> {
    fn find<'s>(&'s self, path: &[Segment]) -> Found<'s> {
        let Some((first, rest)) = path.split_first() else { return Found::Missing };
        match (first.reserved(), self.index, self.parent) {
            (Some(Reserved::Row), Some(index), _)
                if rest.first().is_some_and(|part| part.lower() == "index") =>
            {
                Found::Number((index + 1) as f64)
            }
            (Some(Reserved::Parent), _, Some(parent)) => {
                lookup_parts(rest, parent).map_or(Found::Missing, Found::Value)
            }
            _ => Found::Missing,
        }
    }
}

fn terms<'a>(
    map: &[MapEntry],
    seen: &Seen<'a>,
    source: &Source<'a>,
    missed: &mut Missed<'_>,
) -> Result<Vec<MappedTerm>> {
    map.iter().map(|entry| term(entry, seen, source, missed)).collect()
}

fn term<'a>(
    entry: &MapEntry,
    seen: &Seen<'a>,
    source: &Source<'a>,
    missed: &mut Missed<'_>,
) -> Result<MappedTerm> {
    let path;
    let value = match &entry.value {
        MapValue::Text(template) => {
            let scope = Scope {
                value: seen.value,
                extra: &[],
                env: &source.env,
                names: Some(seen as &dyn Names),
            };
            let mut text = String::new();
            template.render(&scope, &mut text)?;
            missed.take(&entry.pointer, source);
            path = place(template, seen);
            MappedValue::Text(trim(&text).to_owned())
        }
        MapValue::List { each: None, map } => {
            path = None;
            MappedValue::List(vec![terms(map, seen, source, missed)?])
        }
        MapValue::List { each: Some(each), map } => {
            let own = joined(&seen.path, &written(each));
            let items = items(each, seen, source)?;
            let mut groups = Vec::with_capacity(items.len());
            for (index, item) in items.iter().enumerate() {
                source.env.meter.step()?;
                let parent = Some(seen.value).filter(|_| seen.index.is_some());
                let path = format!("{own}[{index}]");
                let seen = Seen { value: item, path, index: Some(index), parent };
                groups.push(terms(map, &seen, source, missed)?);
            }
            path = Some(own);
            MappedValue::List(groups)
        }
    };
    Ok(MappedTerm { term: entry.term, pointer: Arc::clone(&entry.pointer), path, value })
}

/// The items of a list; none where there is no list.
fn items<'a>(each: &ListPath, seen: &Seen<'a>, source: &Source<'a>) -> Result<&'a [Value]> {
    let scope = match seen.index {
        None => ItemScope::document(),
        Some(index) => ItemScope::new(Some(seen.value), index),
    };
    Ok(source.list(each, &scope, false)?.unwrap_or_default())
}

/// Path in the data of the value of a text that is one path; `None` for other texts.
fn place(template: &TextTemplate, seen: &Seen<'_>) -> Option<String> {
    let mut tokens = template.tokens();
    let path = match (tokens.next()?.expr, tokens.next()) {
        (Ok(Expr::Path(path)), None) => path.to_string(),
        _ => return None,
    };
    Some(joined(&seen.path, &path))
}

fn written(each: &ListPath) -> String {
    let path: &crate::expr::path::Path = each;
    path.to_string()
}

/// A path below another one; those that begin at the document stay.
fn joined(outer: &str, path: &str) -> String {
    match path.strip_prefix("$root.") {
        Some(rest) => rest.to_owned(),
        None if outer.is_empty() || path.starts_with('$') => path.to_owned(),
        None => format!("{outer}.{path}"),
    }
}

impl MappedInvoice {
    /// The text of a term outside of lists; nothing where it is not mapped.
    pub fn text(&self, id: &str) -> Option<&str> {
        let found = self.terms.iter().find(|mapped| mapped.term.id == id)?;
        match &found.value {
            MappedValue::Text(text) => Some(text),
            MappedValue::List(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_lists_go_on_from_their_item() {
        assert_eq!(joined("", "a.b"), "a.b");
        assert_eq!(joined("lines[2]", "amount"), "lines[2].amount");
        assert_eq!(joined("lines[2]", "$root.rate"), "rate");
    }
}
