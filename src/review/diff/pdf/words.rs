//! Differences between two documents, in words.

use std::collections::BTreeMap;

use super::{ComparedDocument, Picture, Sheet, Text};
use crate::review::compare::{Change, directions, listed, page_count, shown_text};

/// Less is how numbers were rounded, in millimetres.
const NEAR: f64 = 0.006;

/// Adds what differs.
pub(super) fn compare(old: &ComparedDocument, new: &ComparedDocument, changes: &mut Vec<Change>) {
    facts(old, new, changes);
    if old.pages.len() != new.pages.len() {
        let (is, was) = (page_count(new.pages.len()), page_count(old.pages.len()));
        changes.push(whole(format!("the document has {is} instead of {was}")));
    }
    let mut left = Left::default();
    let most = old.pages.len().max(new.pages.len());
    let none = Sheet::default();
    for index in 0..most {
        let page = index + 1;
        let (before, after) =
            (old.pages.get(index).unwrap_or(&none), new.pages.get(index).unwrap_or(&none));
        let both = index < old.pages.len() && index < new.pages.len();
        let size = |sheet: &Sheet| (sheet.width, sheet.height);
        if both && size(before) != size(after) {
            let ((w, h), (was_w, was_h)) = (size(after), size(before));
            let words = format!("the page is {w} x {h} mm instead of {was_w} x {was_h} mm");
            changes.push(on(page, words));
        }
        texts(page, before, after, &mut left, changes);
        pictures(page, before, after, changes);
        if both {
            shapes(page, before, after, changes);
        }
    }
    left.say(changes);
    changes.sort_by_key(|change| change.page.unwrap_or(0));
}

fn whole(words: String) -> Change {
    Change { page: None, field: None, words }
}

fn names(texts: &[String]) -> String {
    listed(&texts.iter().map(String::as_str).collect::<Vec<_>>())
}

fn on(page: usize, words: String) -> Change {
    Change { page: Some(page), field: None, words }
}

/// Differences in the metadata of the documents.
fn facts(old: &ComparedDocument, new: &ComparedDocument, changes: &mut Vec<Change>) {
    let of = |document: &ComparedDocument, name: &str| {
        let fact = document.facts.iter().find(|(fact, _)| *fact == name);
        fact.map(|(_, text)| text.clone())
    };
    let mut all: Vec<&'static str> = Vec::new();
    for (name, _) in old.facts.iter().chain(&new.facts) {
        if !all.contains(name) {
            all.push(name);
        }
    }
    for name in all {
        match (of(old, name), of(new, name)) {
            (Some(was), Some(is)) if was != is => changes.push(whole(format!(
                "the {name} is {} instead of {}",
                shown_text(&is),
                shown_text(&was)
            ))),
            (None, Some(is)) => {
                changes.push(whole(format!("the {name} {} is new", shown_text(&is))));
            }
            (Some(was), None) => {
                changes.push(whole(format!("the {name} {} is gone", shown_text(&was))));
            }
            _ => {}
        }
    }
    for font in new.fonts.iter().filter(|font| !old.fonts.contains(font)) {
        changes.push(whole(format!("the font {font} is new")));
    }
    for font in old.fonts.iter().filter(|font| !new.fonts.contains(font)) {
        changes.push(whole(format!("the font {font} is not used any more")));
    }
}

/// Texts that have no counterpart on their page.
#[derive(Default)]
struct Left {
    old: Vec<(usize, Text)>,
    new: Vec<(usize, Text)>,
}

impl Left {
    /// Says of them that they are on another page, missing, or new.
    fn say(mut self, changes: &mut Vec<Change>) {
        let mut moved: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
        self.old.retain(|(from, text)| {
            let there = self.new.iter().position(|(_, other)| other.text == text.text);
            let Some(there) = there else { return true };
            let (to, text) = self.new.remove(there);
            moved.entry((*from, to)).or_default().push(shown_text(&text.text));
            false
        });
        for ((from, to), texts) in moved {
            let words = format!("{} moved from page {from} to page {to}", names(&texts));
            changes.push(on(to, words));
        }
        for (page, text) in self.old {
            changes.push(on(page, format!("{} is missing", shown_text(&text.text))));
        }
        for (page, text) in self.new {
            let place = format!("at {} mm, {} mm", text.x, text.y);
            changes.push(on(page, format!("{} is new, {place}", shown_text(&text.text))));
        }
    }
}

/// Takes out what two lists have in common by `same`, in order, and gives the pairs.
fn pairs<T>(old: &mut Vec<T>, new: &mut Vec<T>, same: impl Fn(&T, &T) -> bool) -> Vec<(T, T)> {
    let mut found = Vec::new();
    let mut rest = Vec::new();
    for before in old.drain(..) {
        match new.iter().position(|after| same(&before, after)) {
            Some(at) => found.push((before, new.remove(at))),
            None => rest.push(before),
        }
    }
    *old = rest;
    found
}

fn texts(page: usize, before: &Sheet, after: &Sheet, left: &mut Left, changes: &mut Vec<Change>) {
    let near = |a: &Text, b: &Text| (a.x - b.x).abs() < NEAR && (a.y - b.y).abs() < NEAR;
    let (mut old, mut new) = (before.texts.clone(), after.texts.clone());
    // Unchanged texts are in the same order in both, so each is found at once.
    pairs(&mut old, &mut new, |a, b| a == b);
    for (was, is) in pairs(&mut old, &mut new, |a, b| a.text == b.text && near(a, b)) {
        looks(page, &was, &is, changes);
    }
    for (was, is) in pairs(&mut old, &mut new, near) {
        let words = format!("{} instead of {}", shown_text(&is.text), shown_text(&was.text));
        changes.push(on(page, words));
        looks(page, &was, &is, changes);
    }
    let mut moved: BTreeMap<(i64, i64), Vec<String>> = BTreeMap::new();
    for (was, is) in pairs(&mut old, &mut new, |a, b| a.text == b.text) {
        let thousandths = |length: f64| (length * 1000.0).round() as i64;
        let by = (thousandths(is.x - was.x), thousandths(is.y - was.y));
        // Positions in the file are hundredths of a point.
        let by = [by.0, by.1].map(|length| (length + 5 * length.signum()) / 10 * 10);
        moved.entry((by[0], by[1])).or_default().push(shown_text(&is.text));
        looks(page, &was, &is, changes);
    }
    for ((right, down), texts) in moved {
        changes.push(on(page, format!("{} moved {}", names(&texts), directions(right, down))));
    }
    // Texts in one line or column are probably the same field with another value.
    let beside = |a: &Text, b: &Text| {
        (a.y - b.y).abs() < NEAR && a.font == b.font && (a.size - b.size).abs() < NEAR
    };
    for (was, is) in pairs(&mut old, &mut new, beside) {
        let words = format!("{} instead of {}", shown_text(&is.text), shown_text(&was.text));
        changes.push(on(page, words));
        looks(page, &was, &is, changes);
    }
    left.old.extend(old.into_iter().map(|text| (page, text)));
    left.new.extend(new.into_iter().map(|text| (page, text)));
}

/// Differences in the appearance of a text.
fn looks(page: usize, was: &Text, is: &Text, changes: &mut Vec<Change>) {
    let text = shown_text(&is.text);
    let mut say = |what: &str, is: &str, was: &str| {
        if is != was {
            changes.push(on(page, format!("{text} has the {what} {is} instead of {was}")));
        }
    };
    say("font", &is.font, &was.font);
    say("size", &is.size.to_string(), &was.size.to_string());
    say("color", &is.color, &was.color);
}

fn pictures(page: usize, before: &Sheet, after: &Sheet, changes: &mut Vec<Change>) {
    let near = |a: &Picture, b: &Picture| (a.x - b.x).abs() < NEAR && (a.y - b.y).abs() < NEAR;
    let place = |picture: &Picture| format!("at {} mm, {} mm", picture.x, picture.y);
    let (mut old, mut new) = (before.pictures.clone(), after.pictures.clone());
    pairs(&mut old, &mut new, |a, b| a == b);
    for (was, is) in pairs(&mut old, &mut new, near) {
        changes.push(on(
            page,
            if was.content == is.content {
                format!(
                    "the picture {} is {} x {} mm instead of {} x {} mm",
                    place(&is),
                    is.width,
                    is.height,
                    was.width,
                    was.height
                )
            } else {
                format!("the picture {} is another one", place(&is))
            },
        ));
    }
    for (was, is) in pairs(&mut old, &mut new, |a, b| a.content == b.content) {
        let words = format!("the picture {} moved from {}", place(&is), &place(&was)[3..]);
        changes.push(on(page, words));
    }
    for picture in old {
        changes.push(on(page, format!("the picture {} is missing", place(&picture))));
    }
    for picture in new {
        changes.push(on(page, format!("a picture {} is new", place(&picture))));
    }
}

/// Number of different lines, boxes and areas, which have no name and no text.
fn shapes(page: usize, before: &Sheet, after: &Sheet, changes: &mut Vec<Change>) {
    let (mut old, mut new) = (before.shapes.clone(), after.shapes.clone());
    pairs(&mut old, &mut new, |a, b| a == b);
    let words = match (old.len(), new.len()) {
        (0, 0) => return,
        (gone, 0) => format!("{gone} of the lines and areas are missing"),
        (0, added) => format!("{added} lines and areas are new"),
        (gone, added) => {
            format!("{} of the lines and areas look otherwise", gone.max(added))
        }
    };
    changes.push(on(page, words));
}
