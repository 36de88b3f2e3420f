//! Findings of many rows, each kind once.

use std::collections::HashMap;

use super::Row;
use crate::data::codes;
use engine::problem::{Code, Problem};

/// Kinds of findings that are kept; what has more is wrong as a whole.
const MAX_KINDS: usize = 1000;

/// Findings of the rows of a batch.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    kinds: Vec<FindingKind>,
    by_place: HashMap<FindingPlace, usize>,
    /// Findings of further kinds.
    left_out: u64,
}

/// Findings are of one kind when they are at one place of the template and about one path.
type FindingPlace = (Code, Option<String>, Option<String>, String);

#[derive(Debug)]
struct FindingKind {
    problem: Problem,
    rows: u64,
    first: Row,
    last: u64,
}

impl Findings {
    /// Adds what was found in a row.
    pub(crate) fn add(&mut self, row: &Row, problems: Vec<Problem>) {
        for problem in problems {
            // The texts of other codes have the values of the row in them.
            let about = match problem.code {
                Code::MissingPath | codes::EMPTY_VALUE => problem.message.clone(),
                // The page differs from row to row.
                Code::TextMissing => problem.message_without_page().to_owned(),
                _ => String::new(),
            };
            let place = (problem.code, problem.field.clone(), problem.pointer.clone(), about);
            match self.by_place.get(&place) {
                Some(&index) => {
                    let Some(kind) = self.kinds.get_mut(index) else { continue };
                    // A row has several items.
                    kind.rows += u64::from(kind.last != row.number);
                    kind.last = row.number;
                    // Documents of a mailed batch are made in any order.
                    if row.number < kind.first.number {
                        kind.first = row.clone();
                    }
                }
                None if self.kinds.len() >= MAX_KINDS => self.left_out += 1,
                None => {
                    self.by_place.insert(place, self.kinds.len());
                    let (first, last) = (row.clone(), row.number);
                    self.kinds.push(FindingKind { problem, rows: 1, first, last });
                }
            }
        }
    }

    /// One problem per kind, with the number of its rows and the first of them.
    pub(crate) fn into_problems(self) -> Vec<Problem> {
        let mut problems: Vec<Problem> =
            self.kinds.into_iter().map(FindingKind::into_problem).collect();
        if self.left_out > 0
            && let Some(last) = problems.last_mut()
        {
            last.message += &format!("; {} findings of other kinds are left out", self.left_out);
        }
        problems
    }
}

impl FindingKind {
    fn into_problem(self) -> Problem {
        let Self { mut problem, rows, first, .. } = self;
        let name = first.key.as_deref().map(|key| format!(" ({key})")).unwrap_or_default();
        let number = first.number;
        problem.message = match rows {
            1 => format!("row {number}{name}: {}", problem.message),
            _ => format!("{rows} rows, the first is row {number}{name}: {}", problem.message),
        };
        problem.detail("rows", rows).detail("row", number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_translation_are_told_apart_by_their_keys_and_not_by_pages() {
        let lacking = |key: &str, page| {
            let message = format!("there is no text `{key}`");
            Problem::warning(Code::TextMissing, message).field("t").detail("key", key).on_page(page)
        };
        let mut findings = Findings::default();
        for number in [1, 2] {
            let row = Row { number: number as u64, key: None };
            findings.add(&row, vec![lacking("a", number), lacking("b", number)]);
        }
        let found: Vec<String> =
            findings.into_problems().into_iter().map(|problem| problem.message).collect();
        assert_eq!(
            found,
            ["a", "b"].map(|key| format!(
                "2 rows, the first is row 1: there is no text `{key}` (page 1)"
            ))
        );
    }

    #[test]
    fn each_kind_is_kept_once_with_its_rows_and_the_first_of_them() {
        let missing = |path: &str| Problem::warning(Code::MissingPath, format!("no {path}"));
        let row = |number| Row { number, key: Some(format!("k{number}")) };
        let mut findings = Findings::default();
        findings.add(&row(1), vec![missing("a"), missing("a")]);
        findings.add(&row(3), vec![missing("b"), missing("a")]);
        findings.add(&row(2), vec![missing("b")]);
        let found: Vec<String> =
            findings.into_problems().into_iter().map(|problem| problem.message).collect();
        assert_eq!(
            found,
            ["2 rows, the first is row 1 (k1): no a", "2 rows, the first is row 2 (k2): no b"]
        );
    }
}
