//! Rows of tables, which go on over pages.

use serde_json::Value as Json;

use super::{Change, Entries, shown};

/// The cells of a row, and the page that it is on.
type Row<'j> = (usize, Vec<&'j Json>);

/// A table over all its slices.
#[derive(Default)]
struct Table<'j> {
    head: Vec<&'j Json>,
    rows: Vec<Row<'j>>,
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
        Comparison { name, old: table(old, name), new: table(new, name), changes }.run();
    }
}

fn table<'j>(entries: &Entries<'j>, name: &str) -> Table<'j> {
    let mut table = Table::default();
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
    old: Table<'j>,
    new: Table<'j>,
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
        let columns = |table: &Table<'_>| {
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
        if was != is {
            return;
        }
        self.rows();
        let (before, after) = (self.old.footer.clone(), self.new.footer.clone());
        if before != after {
            let page = self.new.last_page;
            match (before.is_empty(), after.is_empty()) {
                (true, _) => self.say(page, "a new totals row".to_owned()),
                (_, true) => self.say(page, "there is no totals row any more".to_owned()),
                _ => self.cells("the totals row", page, &before, &after),
            }
        }
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
        let same = |(a, b): &(&Row<'_>, &Row<'_>)| a.1 == b.1;
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
                if most > 1 { format!(" in column {}", column + 1) } else { String::new() }
            );
            let field = Some(self.name.to_owned());
            self.changes.push(Change { page: Some(page), field, words });
        }
    }
}

fn be(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}
