//! Rows of tables, which go on over pages.

use serde_json::Value as Json;

use super::{Change, Entries, shown};

/// The cells of a row, and the page that it is on.
type ComparedRow<'j> = (usize, Vec<&'j Json>);

/// A table over all its slices.
#[derive(Default)]
struct ComparedTable<'j> {
    head: Vec<&'j Json>,
    rows: Vec<ComparedRow<'j>>,
    footer: Vec<&'j Json>,
    last_page: usize,
}

/// Adds what changed in the cells of tables.
pub(super) fn compare(old: &Entries<'_>, new: &Entries<'_>, changes: &mut Vec<Change>) {
    let mut names: Vec<&str> = Vec::new();
    for (name, ..) in &old.tables {
        if !names.contains(name) && new.tables.iter().any(|(other, ..)| other == name) {
            names.push(name);
        }
    }
    for name in names {
        let (old, new) = (table(old, name), table(new, name));
        Comparison { name, old, new, columns: Vec::new(), changes }.run();
    }
}

fn table<'j>(entries: &Entries<'j>, name: &str) -> ComparedTable<'j> {
    let mut table = ComparedTable::default();
    for (_, page, slice) in entries.tables.iter().filter(|(other, ..)| *other == name) {
        let cells = |value: &'j Json| value.as_array().into_iter().flatten().collect::<Vec<_>>();
        let head = cells(&slice["headCells"]);
        if table.head.is_empty() {
            table.head = head;
        }
        let kinds = slice["kinds"].as_array();
        for (index, row) in slice["cells"].as_array().into_iter().flatten().enumerate() {
            // Heads repeat on every page, and are no rows.
            let kind = kinds.and_then(|kinds| kinds.get(index)).and_then(Json::as_str);
            match kind {
                Some("head") if table.head.is_empty() => table.head = cells(row),
                Some("head") => {}
                _ => table.rows.push((*page, cells(row))),
            }
        }
        let footer = cells(&slice["footerCells"]);
        if !footer.is_empty() {
            table.footer = footer;
        }
        table.last_page = *page;
    }
    table
}

struct Comparison<'c, 'j> {
    name: &'c str,
    old: ComparedTable<'j>,
    new: ComparedTable<'j>,
    /// The numbers of the columns that are compared, where they are not all.
    columns: Vec<usize>,
    changes: &'c mut Vec<Change>,
}

impl Comparison<'_, '_> {
    fn say(&mut self, page: usize, words: String) {
        self.changes.push(Change {
            page: Some(page),
            field: Some(self.name.to_owned()),
            words: format!("{words} of `{}`", self.name),
        });
    }

    fn run(mut self) {
        let first = self.new.rows.first().map_or(self.new.last_page, |(page, _)| *page);
        let columns = |table: &ComparedTable<'_>| {
            table.head.len().max(table.rows.first().map_or(0, |(_, cells)| cells.len()))
        };
        let (was, is) = (columns(&self.old), columns(&self.new));
        if self.old.head != self.new.head {
            self.heads(first);
        } else if was != is {
            let words = format!("{is} columns instead of {was}");
            self.changes.push(Change {
                page: Some(first),
                field: Some(self.name.to_owned()),
                words: format!("`{}` has {words}", self.name),
            });
        }
        let has_totals = (!self.old.footer.is_empty(), !self.new.footer.is_empty());
        if was != is {
            self.keep_common_columns();
        }
        self.rows();
        let (before, after) = (self.old.footer.clone(), self.new.footer.clone());
        if before != after || has_totals.0 != has_totals.1 {
            let page = self.new.last_page;
            match has_totals {
                (false, _) => self.say(page, "a new totals row".to_owned()),
                (_, false) => self.say(page, "there is no totals row any more".to_owned()),
                _ => self.cells("the totals row", page, &before, &after),
            }
        }
    }

    /// Leaves the columns whose titles both tables have; cells of the others say nothing.
    fn keep_common_columns(&mut self) {
        let (old, new) = (self.old.head.clone(), self.new.head.clone());
        let only = |title: &Json, head: &[&Json]| {
            let mut places = head.iter().enumerate().filter(|(_, other)| **other == title);
            let place = places.next().map(|(place, _)| place);
            place.filter(|_| places.next().is_none())
        };
        let mut last = None;
        let mut common = Vec::new();
        for (place, title) in new.iter().enumerate() {
            let Some(was) = only(title, &old).filter(|_| only(title, &new).is_some()) else {
                continue;
            };
            // Columns that changed places are not compared.
            if last.is_none_or(|last| last < was) {
                last = Some(was);
                common.push((was, place));
            }
        }
        let (was, is): (Vec<usize>, Vec<usize>) = common.into_iter().unzip();
        for (table, places) in [(&mut self.old, &was), (&mut self.new, &is)] {
            for (_, cells) in &mut table.rows {
                *cells = kept(cells, places);
            }
            table.footer = kept(&table.footer, places);
        }
        self.columns = is;
    }

    /// Columns that are new, gone or called otherwise.
    fn heads(&mut self, page: usize) {
        let (old, new) = (self.old.head.clone(), self.new.head.clone());
        if old.len() == new.len() {
            self.cells("the head", page, &old, &new);
            return;
        }
        for title in new.iter().filter(|title| !old.contains(title)) {
            self.say(page, format!("there is a new column {}", shown(title)));
        }
        for title in old.iter().filter(|title| !new.contains(title)) {
            self.say(page, format!("there is no column {} any more", shown(title)));
        }
    }

    fn rows(&mut self) {
        let old = std::mem::take(&mut self.old.rows);
        let new = std::mem::take(&mut self.new.rows);
        if old.len() == new.len() {
            for (index, ((_, before), (page, after))) in old.iter().zip(&new).enumerate() {
                self.cells(&format!("row {}", index + 1), *page, before, after);
            }
            return;
        }
        let same = |(a, b): &(&ComparedRow<'_>, &ComparedRow<'_>)| a.1 == b.1;
        let start = old.iter().zip(&new).take_while(same).count();
        let most = old.len().min(new.len()) - start;
        let end = old.iter().rev().zip(new.iter().rev()).take(most).take_while(same).count();
        let (gone, come) = (old.len() - start - end, new.len() - start - end);
        let both = gone.min(come);
        for index in start..start + both {
            let name = format!("row {}", index + 1);
            self.cells(&name, new[index].0, &old[index].1, &new[index].1);
        }
        let span = |from: usize, count: usize| match count {
            1 => format!("row {}", from + 1),
            _ => format!("rows {} to {}", from + 1, from + count),
        };
        if come > both {
            let count = come - both;
            let page = new[start + both].0;
            self.say(page, format!("there {} new: {}", be(count), span(start + both, count)));
        }
        if gone > both {
            let count = gone - both;
            let page = old[start + both].0;
            self.say(page, format!("there {} missing: {}", be(count), span(start + both, count)));
        }
    }

    fn cells(&mut self, row: &str, page: usize, before: &[&Json], after: &[&Json]) {
        let most = before.len().max(after.len());
        for column in 0..most {
            let (was, is) = (before.get(column), after.get(column));
            if was == is {
                continue;
            }
            let text = |cell: Option<&&Json>| cell.map_or("nothing".to_owned(), |cell| shown(cell));
            let words = format!(
                "{row} of `{}` says {} instead of {}{}",
                self.name,
                text(is),
                text(was),
                match self.columns.get(column) {
                    Some(place) => format!(" in column {}", place + 1),
                    None if most > 1 => format!(" in column {}", column + 1),
                    None => String::new(),
                }
            );
            let field = Some(self.name.to_owned());
            self.changes.push(Change { page: Some(page), field, words });
        }
    }
}

/// The cells at some places.
fn kept<'j>(cells: &[&'j Json], places: &[usize]) -> Vec<&'j Json> {
    places.iter().filter_map(|place| cells.get(*place).copied()).collect()
}

fn be(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}
