//! Sums, means and bounds of numbers.

use std::borrow::Cow;
use std::sync::Arc;

use super::findings::{self, Lack};
use super::output::{Output, decimal_of_text};
use super::value::{number_of, weigh};
use reportctl_base::budget::Meter;
use reportctl_base::number::decimal::Decimal;
use reportctl_base::problem::Result;
use reportctl_base::value::Value;

/// Numbers that are added up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Total {
    sum: f64,
    /// The sum of exact arithmetic; it stays zero in templates without it.
    exact: Decimal,
    count: u32,
    /// The smallest and the largest one, where they were asked for.
    bounds: Option<(f64, f64)>,
    /// The same of exact arithmetic.
    exact_bounds: Option<(Decimal, Decimal)>,
    /// Findings of the values that were left out. They belong to the sum, which may be cached.
    pub(super) lacks: Option<Arc<Vec<Lack>>>,
}

impl Total {
    /// Adds the number of a value, if it is one.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn add_value(&mut self, value: &Value, exact: bool, meter: &Meter<'_>) -> Result<()> {
        weigh(value, meter)?;
        if exact && let Value::Text(text) = value {
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
            self.add(number, exact);
        }
        Ok(())
    }

    /// Adds the number of a value and remembers the smallest and the largest one; `false` if it is no
    /// number.
    ///
    /// # Errors
    /// A limit of the budget.
    pub fn add_bounded(&mut self, value: &Value, exact: bool, meter: &Meter<'_>) -> Result<bool> {
        weigh(value, meter)?;
        let output = match value {
            Value::Text(text) if exact => Output::Text(Cow::Borrowed(text)),
            _ => Output::Number(number_of(value)),
        };
        let is_number = !output.to_number().is_nan();
        self.add_output(&output, exact);
        Ok(is_number)
    }

    /// Remembers what values lack.
    #[cold]
    pub(super) fn lack(&mut self, found: impl IntoIterator<Item = Lack>) {
        let lacks = Arc::make_mut(self.lacks.get_or_insert_default());
        found.into_iter().for_each(|lack| findings::note(lacks, lack));
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
        if exact {
            let decimal = output.to_decimal();
            self.add_decimal(decimal);
            if let Some(decimal) = decimal {
                let (least, most) = self.exact_bounds.unwrap_or((decimal, decimal));
                let least = if decimal.compare(least).is_lt() { decimal } else { least };
                let most = if decimal.compare(most).is_gt() { decimal } else { most };
                self.exact_bounds = Some((least, most));
            }
        } else {
            self.add(number, false)
        }
        let (least, most) = self.bounds.unwrap_or((number, number));
        self.bounds = Some((least.min(number), most.max(number)));
    }

    /// The sum.
    pub fn sum(&self, exact: bool) -> Output<'static> {
        if exact { Output::Exact(self.exact) } else { Output::Number(self.sum) }
    }

    /// The mean; nothing of no numbers.
    pub fn mean(&self, exact: bool) -> Option<Output<'static>> {
        if self.count == 0 {
            return None;
        }
        if exact {
            let count = Decimal::of(f64::from(self.count))?;
            return self.exact.over(count).map(Output::Exact);
        }
        Some(Output::Number(self.sum / f64::from(self.count)))
    }

    /// The smallest number; nothing of no numbers.
    pub fn least(&self) -> Option<Output<'static>> {
        let (least, _) = self.bounds?;
        Some(bound(least, self.exact_bounds.map(|(least, _)| least)))
    }

    /// The largest number; nothing of no numbers.
    pub fn most(&self) -> Option<Output<'static>> {
        let (_, most) = self.bounds?;
        Some(bound(most, self.exact_bounds.map(|(_, most)| most)))
    }
}

/// A bound with its exact digits; an infinite one has none.
fn bound(number: f64, exact: Option<Decimal>) -> Output<'static> {
    exact.filter(|_| number.is_finite()).map_or(Output::Number(number), Output::Exact)
}
