//! Comparison of two page models of one document: changes in words.
//!
//! Fields are recognised by name (items of sections and rows of tables by their number too), so that
//! a field that moved is one change and not two.

mod rows;
mod templates;

pub(crate) use templates::{FieldChange, of_templates};

use std::collections::{BTreeMap, HashMap};

use serde_json::Value as Json;

/// One thing that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The page that it is on, from 1; none where it concerns the whole document.
    pub page: Option<usize>,
    pub field: Option<String>,
    /// A change, such as `` `total` moved 3.5 mm down ``.
    pub words: String,
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.page {
            Some(page) => write!(f, "page {page}: {}", self.words),
            None => f.write_str(&self.words),
        }
    }
}

/// Maximum number of fields named that moved alike.
const MOST_NAMED: usize = 3;
/// Less is how numbers were rounded, in millimetres.
const MOVED: f64 = 0.0005;

/// Compares two page models (`--format layout`).
pub(crate) fn of_layouts(before: &Json, after: &Json) -> Vec<Change> {
    let mut changes = Vec::new();
    let whole = |words: String| Change { page: None, field: None, words };
    let (pages, now) = (count(before), count(after));
    if pages != now {
        let words =
            format!("the document has {} instead of {}", page_count(now), page_count(pages));
        changes.push(whole(words));
    }
    for (number, (old, new)) in pages_of(before).zip(pages_of(after)).enumerate() {
        let size = |page: &Json| (decimal(&page["width"]), decimal(&page["height"]));
        if size(old) != size(new) {
            let ((w, h), (was_w, was_h)) = (size(new), size(old));
            let words = format!("the page is {w} x {h} mm instead of {was_w} x {was_h} mm");
            changes.push(Change { page: Some(number + 1), field: None, words });
        }
    }
    let (old, new) = (Entries::of(before), Entries::of(after));
    rows::compare(&old, &new, &mut changes);
    entries(&old, &new, &mut changes);
    notes(before, after, &mut changes);
    changes.sort_by_key(|change| change.page.unwrap_or(0));
    changes
}

/// `1 page`, `2 pages`.
pub(crate) fn page_count(pages: usize) -> String {
    if pages == 1 { "1 page".to_owned() } else { format!("{pages} pages") }
}

fn count(layout: &Json) -> usize {
    pages_of(layout).count()
}

fn pages_of(layout: &Json) -> impl Iterator<Item = &Json> {
    layout["pages"].as_array().into_iter().flatten()
}

/// A placed field.
#[derive(Clone)]
struct FieldEntry<'j> {
    /// As messages name it: `total`, or `amount` of item 7 of `lines`.
    name: String,
    field: &'j str,
    page: usize,
    x: f64,
    y: f64,
    value: &'j Json,
}

/// The placed fields of a document, and the slices of its tables.
struct Entries<'j> {
    /// By what recognises them, in order.
    by_key: Vec<((String, usize), FieldEntry<'j>)>,
    tables: Vec<(&'j str, usize, &'j Json)>,
}

impl<'j> Entries<'j> {
    fn of(layout: &'j Json) -> Self {
        let mut entries = Self { by_key: Vec::new(), tables: Vec::new() };
        let mut seen = HashMap::new();
        for (number, page) in pages_of(layout).enumerate() {
            let placed = ["bands", "placements"].into_iter().flat_map(|key| page[key].as_array());
            for placement in placed.flatten() {
                entries.add(placement, number + 1, None, &mut seen);
            }
        }
        entries
    }

    fn add(
        &mut self,
        placed: &'j Json,
        page: usize,
        item: Option<(&'j str, u64)>,
        seen: &mut HashMap<String, usize>,
    ) {
        let field = placed["name"].as_str().unwrap_or_default();
        let number = |key: &str| placed[key].as_f64().unwrap_or(0.0);
        let (mut key, mut name) = (field.to_owned(), format!("`{field}`"));
        if let Some((section, index)) = item {
            key = format!("{section}\u{0}{index}\u{0}{field}");
            name = format!("`{field}` of item {} of `{section}`", index + 1);
        }
        if let Some(members) = placed["members"].as_array() {
            let index = placed["index"].as_u64().unwrap_or(0);
            key = format!("{field}\u{0}{index}");
            name = format!("item {} of `{field}`", index + 1);
            for member in members {
                self.add(member, page, Some((field, index)), seen);
            }
        }
        if placed.get("cells").is_some() {
            self.tables.push((field, page, placed));
        }
        let occurrence = seen.entry(key.clone()).or_default();
        *occurrence += 1;
        let key = (key, *occurrence);
        let (x, y) = (number("x"), number("y"));
        self.by_key.push((key, FieldEntry { name, field, page, x, y, value: placed }));
    }
}

/// A move, to the thousandth of a millimetre, on a page.
type Move = (usize, i64, i64);

fn entries(old: &Entries<'_>, new: &Entries<'_>, changes: &mut Vec<Change>) {
    let known: HashMap<_, _> = new.by_key.iter().map(|(key, entry)| (key, entry)).collect();
    let was: HashMap<_, _> = old.by_key.iter().map(|(key, entry)| (key, entry)).collect();
    let mut moved: BTreeMap<Move, Vec<&FieldEntry<'_>>> = BTreeMap::new();
    let mut on_other_page: BTreeMap<(usize, usize), Vec<&FieldEntry<'_>>> = BTreeMap::new();
    let change = |entry: &FieldEntry<'_>, words: String| Change {
        page: Some(entry.page),
        field: Some(entry.field.to_owned()),
        words,
    };
    for (key, before) in &old.by_key {
        let Some(after) = known.get(key) else {
            changes.push(change(before, format!("{} is missing", before.name)));
            continue;
        };
        if before.page != after.page {
            on_other_page.entry((before.page, after.page)).or_default().push(after);
        } else if (before.x - after.x).abs() > MOVED || (before.y - after.y).abs() > MOVED {
            let thousandths = |length: f64| (length * 1000.0).round() as i64;
            let by = (thousandths(after.x - before.x), thousandths(after.y - before.y));
            moved.entry((after.page, by.0, by.1)).or_default().push(after);
        }
        for words in properties(before.value, after.value) {
            changes.push(change(after, format!("{} {words}", after.name)));
        }
    }
    for (key, entry) in &new.by_key {
        if !was.contains_key(key) {
            changes.push(change(entry, format!("{} is new", entry.name)));
        }
    }
    for ((page, right, down), entries) in moved {
        let words = format!("{} moved {}", names(&entries), directions(right, down));
        let field = entries.first().map(|entry| entry.field.to_owned());
        changes.push(Change { page: Some(page), field, words });
    }
    for ((from, to), entries) in on_other_page {
        let words = format!("{} moved from page {from} to page {to}", names(&entries));
        let field = entries.first().map(|entry| entry.field.to_owned());
        changes.push(Change { page: Some(to), field, words });
    }
}

/// Further differences of a field, as sentences without their subject.
fn properties(before: &Json, after: &Json) -> Vec<String> {
    /// Members that are compared in another way, or follow from the rest.
    const LEFT_OUT: [&str; 17] = [
        "name",
        "x",
        "y",
        "kind",
        "zone",
        "members",
        "index",
        "rows",
        "cells",
        "headCells",
        "footerCells",
        "head",
        "footer",
        "last",
        "lines",
        "kinds",
        "rowHeights",
    ];
    let (Some(old), Some(new)) = (before.as_object(), after.as_object()) else { return Vec::new() };
    let mut words = Vec::new();
    let keys = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
    for key in keys.filter(|key| !LEFT_OUT.contains(&key.as_str())) {
        let (was, is) = (old.get(key), new.get(key));
        // Heights of tables are sums of their rows.
        if was == is || key == "height" && old.contains_key("cells") {
            continue;
        }
        let text = |value: Option<&Json>| value.map_or_else(|| "nothing".to_owned(), shown);
        words.push(match key.as_str() {
            "value" | "title" | "subtitle" => {
                format!("says {} instead of {}", text(is), text(was))
            }
            "drawn" if is == Some(&Json::Bool(false)) => "shows no picture any more".to_owned(),
            "drawn" => "shows a picture now".to_owned(),
            "items" => "shows other values".to_owned(),
            _ => format!("has the {key} {} instead of {}", text(is), text(was)),
        });
    }
    words
}

fn notes(before: &Json, after: &Json, changes: &mut Vec<Change>) {
    let all = |layout: &Json| layout["notes"].as_array().cloned().unwrap_or_default();
    let (was, is) = (all(before), all(after));
    let say = |note: &Json, what: &str| {
        let code = note["code"].as_str().unwrap_or_default();
        let message = note["message"].as_str().or(note["error"].as_str()).unwrap_or_default();
        let words = format!("{what} note {code}: {message}");
        Change { page: None, field: note["field"].as_str().map(str::to_owned), words }
    };
    changes.extend(is.iter().filter(|note| !was.contains(note)).map(|note| say(note, "a new")));
    changes.extend(was.iter().filter(|note| !is.contains(note)).map(|note| say(note, "gone: the")));
}

/// A value in backticks, cut where it is long.
fn shown(value: &Json) -> String {
    value.as_str().map_or_else(|| shown_text(&value.to_string()), shown_text)
}

/// A text in backticks, cut where it is long.
pub(crate) fn shown_text(text: &str) -> String {
    const LONGEST: usize = 60;
    let text = text.replace('\n', "⏎");
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("`{}…`", &text[..at]),
        None => format!("`{text}`"),
    }
}

fn decimal(value: &Json) -> String {
    millimetres((value.as_f64().unwrap_or(0.0) * 1000.0).round() as i64)
}

/// Thousandths as a number: `3.5`.
fn millimetres(thousandths: i64) -> String {
    let (whole, part) = (thousandths / 1000, thousandths.abs() % 1000);
    let sign = if thousandths < 0 && whole == 0 { "-" } else { "" };
    match part {
        0 => format!("{whole}"),
        _ => format!("{sign}{whole}.{part:03}").trim_end_matches('0').to_owned(),
    }
}

/// Displacement, in thousandths of a millimetre.
pub(crate) fn directions(right: i64, down: i64) -> String {
    let mut parts = Vec::new();
    if down != 0 {
        let way = if down > 0 { "down" } else { "up" };
        parts.push(format!("{} mm {way}", millimetres(down.abs())));
    }
    if right != 0 {
        let way = if right > 0 { "to the right" } else { "to the left" };
        parts.push(format!("{} mm {way}", millimetres(right.abs())));
    }
    parts.join(" and ")
}

fn names(entries: &[&FieldEntry<'_>]) -> String {
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    listed(&names)
}

/// Names as a list; of many the first few.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [one] => (*one).to_owned(),
        [all @ .., last] if names.len() <= MOST_NAMED => format!("{} and {last}", all.join(", ")),
        _ => {
            let first = names.iter().take(MOST_NAMED).copied().collect::<Vec<_>>().join(", ");
            format!("{first} and {} more", names.len() - MOST_NAMED)
        }
    }
}

#[cfg(test)]
mod tests;
