//! Sums, counts and means over an array in the data (spec 7.6).

use std::sync::Arc;

use super::ast::{Call, Expr, MOST_PARTS};
use super::decimal::Decimal;
use super::dialect::{Definition, Dialect};
use super::eval::{Output, decimal_of_text};
use super::findings::{self, Lack};
use super::path::{Path, own};
use super::scope::{Env, Found, Names, Scope};
use super::value::{number_of, weigh};
use crate::problem::Result;
use crate::value::Value;

/// The argument of SUM, COUNT and AVG: an array and the column of its items.
///
/// It is taken from the source of the argument: what follows the last dot is the column. Brackets
/// are the exception, their last segment is the column (spec B5).
#[derive(Debug, Clone, PartialEq)]
pub struct ArrayPath {
    path: Path,
    column: Box<str>,
    /// The formula that makes the list.
    formula: Option<Arc<Definition>>,
    /// Whether the argument itself makes the list.
    is_argument: bool,
}

impl ArrayPath {
    pub(super) fn new(argument: Option<&Expr>, source: &str, dialect: &Dialect) -> Self {
        let is_argument = argument.is_some_and(Expr::is_list_call);
        if is_argument {
            return Self { is_argument, ..Self::whole(argument, source, dialect) };
        }
        let read = Self::of_source(argument, source);
        Self { formula: dialect.list(&read.path).cloned(), ..read }
    }

    fn of_source(argument: Option<&Expr>, source: &str) -> Self {
        if let Some(Expr::Path(path)) = argument
            && source.starts_with('[')
        {
            return Self::from_brackets(path);
        }
        let (path, column) = source.rsplit_once('.').unwrap_or((source, ""));
        Self::at(Path::compile(path), column)
    }

    fn from_brackets(path: &Path) -> Self {
        let names: Vec<&str> = path.segments().iter().map(super::path::Segment::as_str).collect();
        match names.as_slice() {
            [array @ .., column] if !array.is_empty() => {
                Self::at(Path::from_segments(array.iter().copied()), column)
            }
            _ => Self::at(path.clone(), ""),
        }
    }

    fn at(path: Path, column: &str) -> Self {
        Self { path, column: column.into(), formula: None, is_argument: false }
    }

    /// The formula that makes the list; nothing where it is one of the data.
    pub fn formula(&self) -> Option<&Definition> {
        self.formula.as_deref()
    }

    /// Whether the argument itself makes the list.
    pub fn is_argument(&self) -> bool {
        self.is_argument
    }

    /// Whether the list is none of the data.
    pub fn is_made(&self) -> bool {
        self.is_argument || self.formula.is_some()
    }

    /// Whether the formula that makes the list is small enough to be looked into.
    pub fn is_readable(&self) -> bool {
        self.size() <= MOST_PARTS
    }

    /// How many parts the formula has that makes the list.
    pub(super) fn size(&self) -> usize {
        self.formula.as_ref().map_or(0, |formula| formula.size)
    }

    /// Where the array lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The exact key of the items; `None` where the items themselves are meant.
    pub fn column(&self) -> Option<&str> {
        Some(&*self.column).filter(|column| !column.is_empty())
    }

    /// The same list without a column: what stands after the last dot is part of the path.
    pub(super) fn whole(argument: Option<&Expr>, source: &str, dialect: &Dialect) -> Self {
        let path = match argument {
            Some(Expr::Path(path)) if source.starts_with('[') => path.clone(),
            _ => Path::compile(source),
        };
        let formula = dialect.list(&path).cloned();
        let is_argument = formula.is_none() && argument.is_some_and(Expr::is_list_call);
        Self { formula, is_argument, ..Self::at(path, "") }
    }

    /// The list, seen from here.
    ///
    /// # Errors
    /// Those of the budget.
    pub(super) fn list<'a, 'p>(&'p self, call: &Call, scope: &Scope<'a>) -> Result<List<'a, 'p>> {
        if let Some(maker) = self.maker_here(call, scope) {
            return Ok(List::Values(maker.made_list(scope)?));
        }
        let named = scope.names_for(&self.path);
        let named = named.and_then(|names| Some((names, names.count(&self.path)?)));
        Ok(match named {
            Some((names, count)) => List::Named { names, path: &self.path, count },
            None => List::Values(match scope.find(&self.path) {
                Found::Value(value) => value.as_array().unwrap_or_default(),
                Found::Number(_) | Found::Missing => &[],
            }),
        })
    }

    /// What the column of an item holds, or the item itself where there is no column.
    pub(super) fn value<'v>(&self, item: &'v Value) -> Option<&'v Value> {
        match self.column() {
            Some(column) => own(item, column),
            None => Some(item),
        }
    }

    /// How many items there are; 0 where there is no array.
    pub(super) fn count(&self, call: &Call, scope: &Scope<'_>) -> Result<f64> {
        Ok(self.list(call, scope)?.len() as f64)
    }

    /// All numbers in the column.
    pub(super) fn sum(&self, call: &Call, scope: &Scope<'_>) -> Result<Total> {
        let named = scope
            .names_for(&self.path)
            .and_then(|names| names.sum(&self.path, &self.column, scope.env));
        let total = match named {
            Some(sum) => sum?,
            None => {
                let mut total = Total::default();
                for item in self.list(call, scope)?.iter() {
                    scope.env.meter.step()?;
                    if let Some(value) = self.value(item) {
                        total.add_value(value, scope.env)?;
                    }
                }
                total
            }
        };
        total.report(self, scope);
        Ok(total)
    }
}

/// A list as an expression sees it.
#[derive(Clone, Copy)]
pub(super) enum List<'a, 'p> {
    /// An array of the data.
    Values(&'a [Value]),
    /// Rows behind a name such as `$group.rows`.
    Named { names: &'a dyn Names, path: &'p Path, count: usize },
}

impl<'a> List<'a, '_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Values(items) => items.len(),
            Self::Named { count, .. } => *count,
        }
    }

    pub(super) fn get(&self, index: usize) -> Option<&'a Value> {
        match self {
            Self::Values(items) => items.get(index),
            Self::Named { names, path, .. } => names.item(path, index),
        }
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &'a Value> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

/// Numbers that are added up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Total {
    sum: f64,
    /// The sum of exact arithmetic; it stays zero in templates without it.
    exact: Decimal,
    count: u32,
    /// The smallest and the largest one, where they were asked for.
    bounds: Option<(f64, f64)>,
    /// What values lack that were left out. It goes with the sum, which may be known from before.
    lacks: Option<Arc<Vec<Lack>>>,
}

impl Total {
    /// Adds the number of a value, if it is one.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn add_value(&mut self, value: &Value, env: &Env<'_>) -> Result<()> {
        weigh(value, env.meter)?;
        if env.exact
            && let Value::Text(text) = value
        {
            let number = decimal_of_text(text);
            if number.is_none() {
                self.lack(Lack::number_in(value));
            }
            self.add_decimal(number);
        } else {
            let number = number_of(value);
            if number.is_nan() {
                self.lack(Lack::number_in(value));
            }
            self.add(number, env.exact);
        }
        Ok(())
    }

    /// Remembers what values lack.
    #[cold]
    pub(super) fn lack(&mut self, found: impl IntoIterator<Item = Lack>) {
        let lacks = Arc::make_mut(self.lacks.get_or_insert_default());
        found.into_iter().for_each(|lack| findings::note(lacks, lack));
    }

    /// Notes what the values of a list lack.
    pub(super) fn report(&self, list: &ArrayPath, scope: &Scope<'_>) {
        if let Some(lacks) = &self.lacks {
            scope.lack_in_list(lacks, &list.path, list.column());
        }
    }

    /// Adds a number; NaN is none.
    fn add(&mut self, number: f64, exact: bool) {
        if number.is_nan() {
            return;
        }
        if exact {
            return self.add_decimal(Decimal::of(number));
        }
        self.sum += number;
        self.count += 1;
    }

    fn add_decimal(&mut self, number: Option<Decimal>) {
        let Some(number) = number else { return };
        self.exact = self.exact.plus(number);
        self.count += 1;
    }

    /// Adds what an expression gives, if it is a number, and remembers the smallest and the
    /// largest one.
    pub(super) fn add_output(&mut self, output: &Output<'_>, exact: bool) {
        let number = output.to_number();
        if number.is_nan() {
            return;
        }
        match exact {
            true => self.add_decimal(output.to_decimal()),
            false => self.add(number, false),
        }
        let (least, most) = self.bounds.unwrap_or((number, number));
        self.bounds = Some((least.min(number), most.max(number)));
    }

    /// The sum.
    pub(super) fn sum(&self, exact: bool) -> Output<'static> {
        if exact { Output::Exact(self.exact) } else { Output::Number(self.sum) }
    }

    /// The mean; nothing of no numbers.
    pub(super) fn mean(&self, exact: bool) -> Option<Output<'static>> {
        if self.count == 0 {
            return None;
        }
        if exact {
            let count = Decimal::of(f64::from(self.count))?;
            return self.exact.over(count).map(Output::Exact);
        }
        Some(Output::Number(self.sum / f64::from(self.count)))
    }

    /// The smallest number.
    pub(super) fn least(&self) -> Option<f64> {
        self.bounds.map(|(least, _)| least)
    }

    /// The largest number.
    pub(super) fn most(&self) -> Option<f64> {
        self.bounds.map(|(_, most)| most)
    }
}
