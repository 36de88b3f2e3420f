//! The values of mapped terms, and where each comes from.

use std::collections::HashMap;

use engine::format::einvoice::{Term, term};
use engine::problem::Problem;
use engine::resolve::einvoice::{MappedInvoice, MappedTerm, MappedValue};
use serde_json::Value as Json;

/// Source of a term.
#[derive(Clone)]
struct TermSource {
    /// JSON pointer in the template.
    pointer: String,
    /// In the data, where it is not calculated.
    path: Option<String>,
    /// `true` if the term has no value.
    is_blank: bool,
}

/// Sources of terms, by their place in findings, such as `BG-25[2]/BT-131`.
#[derive(Default)]
pub(super) struct Origins(HashMap<String, TermSource>);

impl Origins {
    pub(super) fn of(mapped: &MappedInvoice) -> Self {
        let mut origins = Self::default();
        origins.add(&mapped.terms, "");
        origins
    }

    fn add(&mut self, terms: &[MappedTerm], outer: &str) {
        for mapped in terms {
            let own = place(outer, mapped.term);
            match &mapped.value {
                MappedValue::Text(text) => {
                    let origin = TermSource {
                        pointer: mapped.pointer.to_string(),
                        path: mapped.path.clone(),
                        is_blank: text.is_empty(),
                    };
                    // Of lists within lists, findings of rules name the outer item alone.
                    self.0.entry(self::outer(&own)).or_insert_with(|| origin.clone());
                    self.0.insert(own, origin);
                }
                MappedValue::List(groups) => {
                    for (index, group) in groups.iter().enumerate() {
                        self.add(group, &format!("{own}[{index}]"));
                    }
                }
            }
        }
    }

    /// A problem with the place of its terms in template and data, and a fix.
    pub(super) fn stand(&self, problem: Problem, mapped: &MappedInvoice) -> Problem {
        let Some(terms) = problem.get("terms").and_then(Json::as_str).map(str::to_owned) else {
            return problem.pointer(mapped.pointer.clone());
        };
        let id = terms.rsplit('/').next().unwrap_or_default();
        let known = term(id);
        // Groups that occur once are no part of the places of terms here.
        let short = match terms.split_once('/') {
            Some((group, id)) if !group.ends_with(']') => id,
            _ => &terms,
        };
        match (self.0.get(short), known) {
            (Some(origin), Some(term)) => {
                let advice = match (&origin.path, origin.is_blank) {
                    (Some(path), true) => format!("give data with a value at `{path}`"),
                    (Some(path), false) => format!("correct `{path}` in the data"),
                    (None, _) => format!("correct the map of {} ({})", term.id, term.name),
                };
                let problem = match problem.advice {
                    Some(_) => problem,
                    None => problem.advice(advice),
                };
                let problem = problem.pointer(origin.pointer.clone());
                match &origin.path {
                    Some(path) => problem.detail("path", path.as_str()),
                    None => problem,
                }
            }
            (None, Some(term)) if !term.is_group() => {
                let advice = format!("map {} ({}) in `pdf.einvoice.map`", term.id, term.name);
                let problem = problem.pointer(mapped.pointer.clone());
                if problem.advice.is_some() { problem } else { problem.advice(advice) }
            }
            _ => problem.pointer(mapped.pointer.clone()),
        }
    }
}

/// The place of a term in findings.
pub(super) fn place(outer: &str, term: &Term) -> String {
    if outer.is_empty() { term.id.to_owned() } else { format!("{outer}/{}", term.id) }
}

/// A place as rules name it: without the items of lists within lists.
pub(super) fn outer(place: &str) -> String {
    let mut parts = place.split('/');
    let (first, last) = (parts.next().unwrap_or_default(), parts.next_back());
    last.map_or_else(|| first.to_owned(), |last| format!("{first}/{last}"))
}

/// The terms of the document, or of one group of a list.
#[derive(Clone)]
pub(super) struct Terms<'a> {
    terms: &'a [MappedTerm],
    /// Its place in findings; empty for the document.
    pub(super) place: String,
}

impl<'a> Terms<'a> {
    pub(super) fn of(mapped: &'a MappedInvoice, _: &Origins) -> Self {
        Self { terms: &mapped.terms, place: String::new() }
    }

    /// The term, where it is mapped.
    fn find(&self, id: &str) -> Option<&'a MappedTerm> {
        self.terms.iter().find(|mapped| mapped.term.id == id)
    }

    /// The text of a term; nothing where it is blank or not mapped.
    pub(super) fn text(&self, id: &str) -> Option<&'a str> {
        match &self.find(id)?.value {
            MappedValue::Text(text) => Some(text.as_str()).filter(|text| !text.is_empty()),
            MappedValue::List(_) => None,
        }
    }

    /// Returns `true` if a term is mapped, with a value or without.
    pub(super) fn is_mapped(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    /// The groups of a list that have a value.
    pub(super) fn groups(&self, id: &str) -> Vec<Self> {
        let Some(MappedTerm { value: MappedValue::List(groups), .. }) = self.find(id) else {
            return Vec::new();
        };
        let place = |index: usize| match self.place.as_str() {
            "" => format!("{id}[{index}]"),
            outer => format!("{outer}/{id}[{index}]"),
        };
        let groups = groups.iter().enumerate();
        let groups = groups.map(|(index, terms)| Self { terms, place: place(index) });
        groups.filter(|group| group.has_value()).collect()
    }

    fn has_value(&self) -> bool {
        self.terms.iter().any(|mapped| match &mapped.value {
            MappedValue::Text(text) => !text.is_empty(),
            MappedValue::List(groups) => !groups.is_empty(),
        })
    }

    /// Returns `true` if a term of a group that occurs once, or of a group in it, has a value.
    pub(super) fn has(&self, group: &str) -> bool {
        self.terms.iter().any(|mapped| {
            let is_blank = match &mapped.value {
                MappedValue::Text(text) => text.is_empty(),
                MappedValue::List(_) => !self.groups(mapped.term.id).iter().any(Self::has_value),
            };
            !is_blank && is_within(mapped.term, group)
        })
    }
}

/// Returns `true` if a term is in a group, or in one within it.
fn is_within(term: &'static Term, group: &str) -> bool {
    std::iter::successors(term.parent(), |outer| outer.parent()).any(|outer| outer.id == group)
}
