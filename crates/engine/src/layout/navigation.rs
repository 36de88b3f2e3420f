//! Links and the outline of a document (spec 20.10.2, 20.10.3, 20.7.5).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::Resolver;
use super::marks::{Entry, Label, Marks, Navigation, Place};
use super::notes::Note;
use super::page::{Content, Page, Placement};
use crate::blank::trim;
use crate::expr::{Scope, TextTemplate};
use crate::link;
use crate::problem::{Code, Problem, Result};
use crate::resolve;
use crate::template::{Field, Template};

impl Resolver<'_, '_> {
    /// Marks of a field for links and the outline. `first` is `false` where the field continues
    /// from the page before: its outline entry leads to its start.
    pub(super) fn marks(
        &mut self,
        field: &Field,
        scope: &Scope<'_>,
        first: bool,
    ) -> Result<Option<Box<Marks>>> {
        if !field.is_marked() {
            return Ok(None);
        }
        let placing = field.placing.as_ref();
        let text = |template: &Option<TextTemplate>| -> Result<Option<Arc<str>>> {
            let Some(template) = template else { return Ok(None) };
            let text = resolve::text(template, scope)?;
            let shown = trim(&text);
            Ok((!shown.is_empty()).then(|| shown.into()))
        };
        let text_of = |template: Option<&Option<TextTemplate>>| template.map_or(Ok(None), text);
        let link = text_of(placing.map(|own| &own.link))?.and_then(|link| {
            if link.strip_prefix('#').is_some_and(|id| !id.is_empty()) {
                return Some(link);
            }
            if link::is_known(&link) {
                return Some(link::escaped(&link).into());
            }
            self.notes.add_problem(field, Note::Link, dropped(field, &link));
            None
        });
        let bookmark = text_of(placing.map(|own| &own.bookmark))?
            .filter(|_| first)
            .map(|title| one_line(&title));
        let alt = match field.summary() {
            Some(summary) => text_of(Some(summary))?,
            None => text_of(placing.map(|own| &own.alt))?,
        };
        let signature = field.signature.as_deref();
        let reason = text_of(signature.map(|own| &own.reason))?;
        let location = text_of(signature.map(|own| &own.location))?;
        let marks = Marks { link, bookmark, alt, signature: [reason, location] };
        Ok((marks != Marks::default()).then(|| Box::new(marks)))
    }
}

/// A title without line breaks.
fn one_line(title: &Arc<str>) -> Arc<str> {
    if title.contains(char::is_control) {
        let words = title.split(|c: char| c.is_control() || c.is_whitespace());
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ").into()
    } else {
        Arc::clone(title)
    }
}

fn dropped(field: &Field, link: &str) -> Problem {
    let shown: String = link.chars().take(80).collect();
    let message = match link.strip_prefix('#') {
        Some(_) => format!("no field `{shown}` is printed, so the link is left out"),
        None => {
            format!("a link leads to `{shown}`, which is not an address that links may lead to")
        }
    };
    Problem::new(Code::LinkDropped, message)
        .field(&field.name)
        .pointer(format!("{}/link", field.pointer))
        .detail("link", shown)
}

/// Collects the outline and the places that links lead to, and takes away links that lead to
/// fields that are not printed.
pub(super) fn collect(
    template: &Template,
    pages: &mut [Page<'_>],
    resolver: &mut Resolver<'_, '_>,
) -> Result<Navigation> {
    let labels = labels(template, pages);
    if !template.fields().any(Field::navigates) {
        return Ok(Navigation { labels, ..Navigation::default() });
    }
    let mut wanted = HashSet::new();
    let mut outline = Vec::new();
    // Of a band, an entry stands where its title differs from that of the page before.
    let mut titles: HashMap<*const Field, Arc<str>> = HashMap::new();
    for (index, page) in pages.iter_mut().enumerate() {
        resolver.source.env.meter.step()?;
        for band in &mut page.bands {
            let key = std::ptr::from_ref(band.placement.field);
            if let Some(marks) = &mut band.placement.marks
                && let Some(title) = &marks.bookmark
                && titles.insert(key, Arc::clone(title)).as_ref() == Some(title)
            {
                marks.bookmark = None;
            }
        }
        let bands = page.bands.iter().map(|band| &band.placement);
        for placement in bands.chain(&page.placements) {
            placement.each(&mut |placement| {
                let Some(marks) = &placement.marks else { return };
                if let Some(id) = marks.link.as_deref().and_then(|link| link.strip_prefix('#')) {
                    wanted.insert(id.to_owned());
                }
                let level = placement.field.placing.as_ref().map_or(1, |of| of.bookmark_level);
                if let Some(title) = &marks.bookmark {
                    let place = place(placement, index);
                    outline.push(Entry { title: Arc::clone(title), level, place });
                }
            });
        }
    }
    let bytes = outline.iter().map(|entry| entry.title.len() + size_of::<Entry>()).sum();
    resolver.source.env.meter.hold(bytes)?;
    let mut targets = BTreeMap::new();
    if !wanted.is_empty() {
        for (index, page) in pages.iter().enumerate() {
            resolver.source.env.meter.step()?;
            // Of a field that is printed several times, links lead to the first.
            let bands = page.bands.iter().map(|band| &band.placement);
            for placement in page.placements.iter().chain(bands) {
                placement.each(&mut |placement| {
                    let id = &placement.field.id;
                    if wanted.contains(id) && !targets.contains_key(id) {
                        targets.insert(id.clone(), place(placement, index));
                    }
                });
            }
        }
        for page in pages {
            let number = page.number;
            let bands = page.bands.iter_mut().map(|band| &mut band.placement);
            for placement in bands.chain(&mut page.placements) {
                placement.each_mut(&mut |placement| {
                    let field = placement.field;
                    let Some(marks) = &mut placement.marks else { return };
                    let lost = marks.link.take_if(|link| {
                        link.strip_prefix('#').is_some_and(|id| !targets.contains_key(id))
                    });
                    if let Some(link) = lost {
                        let problem = dropped(field, &link);
                        resolver.notes.add_problem(field, Note::Link, problem);
                        resolver.notes.placed(field, number);
                    }
                });
            }
        }
    }
    Ok(Navigation { outline, targets, labels })
}

fn place(placement: &Placement<'_>, page: usize) -> Place {
    Place { page, x: placement.x, y: placement.y }
}

/// Page labels: numbers within the numbering sets where there are some, else those of
/// `$page.number`. Empty where these are 1, 2 and so on.
fn labels(template: &Template, pages: &[Page<'_>]) -> Vec<(usize, Label)> {
    if !template.dialect.is_extended() {
        return Vec::new();
    }
    let starts = |(_, page): &(usize, &Page<'_>)| page.starts_set;
    let sets: Vec<usize> = pages.iter().enumerate().filter(starts).map(|(at, _)| at).collect();
    if sets.iter().any(|at| *at > 0) {
        let first = sets.first().filter(|at| **at > 0).map(|_| 0);
        return first.into_iter().chain(sets).map(|at| (at, Label::From(1))).collect();
    }
    let start = i64::from(template.page_number_start);
    if start == 1 {
        return Vec::new();
    }
    let mut labels = Vec::new();
    for index in 0..pages.len() {
        let number = start + index as i64;
        match u32::try_from(number) {
            Ok(number) if number > 0 => {
                labels.push((index, Label::From(number)));
                break;
            }
            _ => labels.push((index, Label::Only(number))),
        }
    }
    labels
}

impl<'a> Placement<'a> {
    /// Calls for itself, then for its members.
    fn each(&self, call: &mut dyn FnMut(&Placement<'a>)) {
        call(self);
        if let Content::Section(repeat) = &self.content {
            repeat.members.iter().for_each(|member| member.each(call));
        }
    }

    /// The same for changing them.
    fn each_mut(&mut self, call: &mut dyn FnMut(&mut Placement<'a>)) {
        call(self);
        if let Content::Section(repeat) = &mut self.content {
            repeat.members.iter_mut().for_each(|member| member.each_mut(call));
        }
    }
}
