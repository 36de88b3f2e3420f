//! Sums, counts and means over an array in the data (spec 7.6).

use super::ast::Expr;
use super::path::{Path, own};
use super::scope::{Found, Scope};
use super::value::{number_of, weigh};
use crate::problem::Result;
use crate::value::Value;

/// The argument of SUM, COUNT and AVG: an array and the column of its items.
///
/// It is taken from the source of the argument: what follows the last dot is the column. Brackets
/// are the exception, their last segment is the column (spec B5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayPath {
    path: Path,
    column: Box<str>,
}

impl ArrayPath {
    pub(super) fn new(argument: Option<&Expr>, source: &str) -> Self {
        if let Some(Expr::Path(path)) = argument
            && source.starts_with('[')
        {
            return Self::from_brackets(path);
        }
        let (path, column) = source.rsplit_once('.').unwrap_or((source, ""));
        Self { path: Path::compile(path), column: column.into() }
    }

    fn from_brackets(path: &Path) -> Self {
        let names: Vec<&str> = path.segments().iter().map(super::path::Segment::as_str).collect();
        match names.as_slice() {
            [array @ .., column] if !array.is_empty() => {
                Self { path: Path::from_segments(array.iter().copied()), column: (*column).into() }
            }
            _ => Self { path: path.clone(), column: "".into() },
        }
    }

    /// Where the array lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The exact key of the items; `None` where the items themselves are meant.
    pub fn column(&self) -> Option<&str> {
        Some(&*self.column).filter(|column| !column.is_empty())
    }

    fn items<'a>(&self, scope: &Scope<'a>) -> &'a [Value] {
        match scope.find(&self.path) {
            Found::Value(value) => value.as_array().unwrap_or_default(),
            Found::Number(_) | Found::Missing => &[],
        }
    }

    /// How many items there are; 0 where there is no array.
    pub(super) fn count(&self, scope: &Scope<'_>) -> f64 {
        if let Some(count) = scope.names.and_then(|names| names.count(&self.path)) {
            return count as f64;
        }
        self.items(scope).len() as f64
    }

    /// The sum of all numbers in the column, and how many they are.
    pub(super) fn sum(&self, scope: &Scope<'_>) -> Result<(f64, f64)> {
        if let Some(sum) =
            scope.names.and_then(|names| names.sum(&self.path, &self.column, scope.env))
        {
            return sum;
        }
        let (mut sum, mut count) = (0.0, 0.0);
        for item in self.items(scope) {
            scope.env.meter.step()?;
            let value = match self.column() {
                Some(column) => own(item, column),
                None => Some(item),
            };
            if let Some(value) = value {
                weigh(value, scope.env.meter)?;
            }
            if let Some(number) = value.map(number_of).filter(|n| !n.is_nan()) {
                sum += number;
                count += 1.0;
            }
        }
        Ok((sum, count))
    }
}
