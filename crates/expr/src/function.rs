//! The functions (spec 7.6): results of calls.

use std::borrow::Cow;

use super::ast::{Call, Expr, Function, Setting};
use super::date::{Pattern, read_written};
use super::localized;
use super::output::{Output, append, spending};
use super::resolve::{read_decimals, read_read_pattern};
use super::scope::Scope;
use reportctl_base::blank::trim;
use reportctl_base::calendar::Timestamp;
use reportctl_base::number::decimal::Decimal;
use reportctl_base::number::digits::{fixed, fixed_exactly, grouped, grouped_exactly};
use reportctl_base::problem::Result;
use reportctl_locale::case;

impl<T> Setting<T> {
    /// The setting, read from the argument where it is not known.
    fn get(
        &self,
        call: &Call,
        index: usize,
        scope: &Scope<'_>,
        read: fn(&str) -> T,
    ) -> Result<Cow<'_, T>>
    where
        T: Clone,
    {
        match self {
            Self::Fixed(value) => Ok(Cow::Borrowed(value)),
            Self::Evaluated => Ok(Cow::Owned(read(&call.text(index, scope)?))),
        }
    }
}

impl Call {
    /// The value of the call.
    pub(super) fn evaluate<'a>(&'a self, scope: &Scope<'a>) -> Result<Output<'a>> {
        Ok(match &self.function {
            Function::Sum(array) => array.sum(self, scope)?.sum(scope.env.exact),
            Function::Count(array) => Output::Number(array.count(self, scope)?),
            Function::Average(array) => {
                let total = array.sum(self, scope)?;
                total.mean(scope.env.exact).unwrap_or(Output::Number(0.0))
            }
            Function::If => match self.branch(scope)? {
                Some(branch) => branch.evaluate(scope)?,
                None => Output::EMPTY,
            },
            Function::Trim => Output::Text(match self.text(0, scope)? {
                Cow::Borrowed(text) => Cow::Borrowed(trim(text)),
                Cow::Owned(text) => Cow::Owned(trim(&text).to_owned()),
            }),
            Function::Unknown => {
                scope.lacks_function(&self.name);
                scope.no_number()
            }
            // They write nothing where there is no number.
            Function::Number { .. } | Function::Currency { .. } => {
                let mut text = String::new();
                self.push(scope, &mut text)?;
                if text.is_empty() { scope.no_number() } else { Output::Text(Cow::Owned(text)) }
            }
            Function::Extended(function) => function.evaluate(self, scope)?,
            _ => {
                let mut text = String::new();
                self.push(scope, &mut text)?;
                Output::Text(Cow::Owned(text))
            }
        })
    }

    /// Appends the text of the call.
    pub(super) fn push(&self, scope: &Scope<'_>, out: &mut String) -> Result<()> {
        match &self.function {
            Function::Concat => {
                for arg in &self.args {
                    scope.env.meter.step()?;
                    arg.push(scope, out)?;
                }
                Ok(())
            }
            Function::Upper => self.push_upper(scope, out),
            Function::Lower => {
                let text = self.text(0, scope)?;
                let lower = match scope.localized() {
                    Some(localized) => case::lower(&text, localized.locale.language()),
                    None => text.to_lowercase(),
                };
                append(&lower, scope.env.meter, out)
            }
            Function::Date { write, read } => {
                let text = self.text(0, scope)?;
                let Some(time) = self.time(read, &text, scope)? else {
                    scope.lacks_date(self.args.first(), &text);
                    return append(&text, scope.env.meter, out);
                };
                self.push_time(write, time, scope, out)
            }
            Function::Currency { decimals } => self.push_currency(decimals, scope, out),
            Function::Number { decimals } => {
                if scope.env.exact {
                    return self.push_number_exactly(decimals, scope, out);
                }
                let number = self.number(0, scope)?;
                if number.is_nan() {
                    return Ok(());
                }
                let decimals = *decimals.get(self, 1, scope, read_decimals)?;
                spending(scope.env.meter, out, |out| fixed(number, decimals, out))
            }
            Function::If => match self.branch(scope)? {
                Some(branch) => branch.push(scope, out),
                None => Ok(()),
            },
            Function::Sum(_)
            | Function::Count(_)
            | Function::Average(_)
            | Function::Trim
            | Function::Extended(_)
            | Function::Unknown => self.evaluate(scope)?.push(scope.env.meter, out),
        }
    }

    /// The point in time that DATE writes; nothing where the text is no date.
    pub(super) fn time(
        &self,
        read: &Setting<Option<Pattern>>,
        text: &str,
        scope: &Scope<'_>,
    ) -> Result<Option<Timestamp>> {
        let read = read.get(self, 2, scope, read_read_pattern)?;
        Ok(read_date(text, read.as_ref().as_ref(), scope))
    }

    /// Appends a point in time as DATE writes it.
    pub(super) fn push_time(
        &self,
        write: &Setting<Pattern>,
        time: Timestamp,
        scope: &Scope<'_>,
        out: &mut String,
    ) -> Result<()> {
        if let Some(localized) = scope.localized() {
            let style = self.args.get(1).map(|_| self.text(1, scope)).transpose()?;
            return localized::date(localized, time, style.as_deref(), scope, out);
        }
        let write = write.get(self, 1, scope, Pattern::compile)?;
        spending(scope.env.meter, out, |out| write.write(time, out))
    }

    fn push_upper(&self, scope: &Scope<'_>, out: &mut String) -> Result<()> {
        let text = self.text(0, scope)?;
        if let Some(localized) = scope.localized() {
            let upper = case::upper(&text, localized.locale.language());
            return append(&upper, scope.env.meter, out);
        }
        // Full case mappings may change the length (`ß` to `SS`); ASCII is changed in place.
        if !text.is_ascii() {
            return append(&text.to_uppercase(), scope.env.meter, out);
        }
        let start = out.len();
        append(&text, scope.env.meter, out)?;
        if let Some(tail) = out.get_mut(start..) {
            tail.make_ascii_uppercase();
        }
        Ok(())
    }

    /// NUMBER of exact arithmetic.
    fn push_number_exactly(
        &self,
        decimals: &Setting<u8>,
        scope: &Scope<'_>,
        out: &mut String,
    ) -> Result<()> {
        let value = self.amount(scope)?;
        let number = value.to_number();
        if number.is_nan() {
            return Ok(());
        }
        let decimals = *decimals.get(self, 1, scope, read_decimals)?;
        spending(scope.env.meter, out, |out| match value.to_decimal() {
            Some(number) => fixed_exactly(number, decimals, out),
            None => fixed(number, decimals, out),
        })
    }

    fn push_currency(
        &self,
        decimals: &Setting<u8>,
        scope: &Scope<'_>,
        out: &mut String,
    ) -> Result<()> {
        let value = match self.args.first() {
            Some(arg) => arg.evaluate(scope)?,
            None => Output::EMPTY,
        };
        let number = value.to_number();
        // A value that is no number is more likely a text such as "on request" than a mistake to hide.
        if number.is_nan() {
            return value.push(scope.env.meter, out);
        }
        let symbol = self.text(1, scope)?;
        if let Some(localized) = scope.localized() {
            let decimals = self.text(2, scope)?;
            return localized::money(localized, &value, &symbol, &decimals, scope, out);
        }
        let decimals = *decimals.get(self, 2, scope, read_decimals)?;
        push_amount(value, &symbol, decimals, scope, out)
    }

    /// The branch of IF that is taken, if it was written.
    pub(super) fn branch(&self, scope: &Scope<'_>) -> Result<Option<&Expr>> {
        let condition = match self.args.first() {
            Some(condition) => condition.holds(scope)?,
            None => false,
        };
        Ok(self.args.get(if condition { 1 } else { 2 }))
    }

    /// An argument as text; a missing one is empty.
    pub(super) fn text<'a>(&'a self, index: usize, scope: &Scope<'a>) -> Result<Cow<'a, str>> {
        match self.args.get(index) {
            Some(Expr::Text(text)) => Ok(Cow::Borrowed(text)),
            Some(arg) => arg.evaluate(scope).map(Output::into_text),
            None => Ok(Cow::Borrowed("")),
        }
    }

    /// The number that the call writes: its first argument; a missing one is empty.
    pub(super) fn amount<'a>(&'a self, scope: &Scope<'a>) -> Result<Output<'a>> {
        let Some(argument) = self.args.first() else { return Ok(Output::EMPTY) };
        let value = argument.evaluate(scope)?;
        argument.number_of(&value, scope);
        Ok(value)
    }

    /// An argument as a decimal number; a missing one is 0.
    pub(super) fn decimal(&self, index: usize, scope: &Scope<'_>) -> Result<Option<Decimal>> {
        self.args.get(index).map_or(Ok(Some(Decimal::ZERO)), |arg| arg.decimal(scope))
    }

    /// An argument as a number; a missing one is 0.
    pub(super) fn number(&self, index: usize, scope: &Scope<'_>) -> Result<f64> {
        self.args.get(index).map_or(Ok(0.0), |arg| arg.number(scope))
    }
}

/// An amount of money without a locale.
pub(super) fn push_amount(
    value: Output<'_>,
    symbol: &str,
    decimals: u8,
    scope: &Scope<'_>,
    out: &mut String,
) -> Result<()> {
    spending(scope.env.meter, out, |out| {
        if !symbol.is_empty() {
            out.push_str(symbol);
            out.push(' ');
        }
        match value.in_arithmetic(scope.env.exact) {
            Output::Exact(number) => grouped_exactly(number, decimals, true, true, out),
            other => grouped(other.to_number(), decimals, true, true, out),
        }
    })
}

fn read_date(text: &str, pattern: Option<&Pattern>, scope: &Scope<'_>) -> Option<Timestamp> {
    match pattern {
        _ if text.is_empty() => None,
        Some(pattern) => pattern.read(text, scope.env.current_year),
        None => read_written(text).map(|written| scope.local(written)),
    }
}

#[cfg(test)]
mod tests {
    use crate::TextTemplate;
    use crate::testing::{render, render_with};

    #[test]
    fn words_in_front_of_parentheses_are_no_functions() {
        assert_eq!(render("{FOO(a)}|{NOT(a)}", r#"{"a":1}"#), "|");
    }

    #[test]
    fn aggregates_take_the_array_before_the_last_dot() {
        let data = r#"{"rows":[{"t":5},{"t":"7"},{"t":null},{"t":"x"},{}],"nums":[1,2],"order":{"items":[1,2,3]},
            "A":[{"b":1,"B":100},{"b":true}]}"#;
        let cases = [
            ("{SUM(rows.t)}", "12"),
            ("{sum(ROWS.t)}", "12"),
            ("{SUM(rows.T)}", "0"),
            ("{AVG(rows.t)}", "4"),
            ("{AVG(rows.none)}|{AVG()}", "0|0"),
            ("{COUNT(rows)}|{COUNT(rows.x)}|{COUNT(none)}", "5|5|0"),
            ("{COUNT(order.items)}|{COUNT(order.items.x)}", "0|3"),
            ("{SUM(nums)}", "3"),
            ("{SUM(a.b)}|{SUM(a.B)}", "2|100"),
            ("{SUM(rows.t + 1)}|{SUM(\"rows.t\")}|{SUM(TRIM(rows.t))}", "0|0|0"),
        ];
        for (template, expected) in cases {
            assert_eq!(render(template, data), expected, "{template}");
        }
    }

    #[test]
    fn aggregates_understand_brackets_and_indices() {
        let data = r#"{"my rows":[{"a.b":2},{"a.b":3}],"o":{"items":[1,2]},"list":[[{"x":4}]]}"#;
        let cases = [
            ("{SUM([\"my rows\"].[a.b])}", "5"),
            ("{COUNT([\"my rows\"])}", "2"),
            ("{COUNT([o].[items].[x])}", "2"),
            ("{SUM(list.0.x)}", "4"),
        ];
        for (template, expected) in cases {
            assert_eq!(render(template, data), expected, "{template}");
        }
    }

    #[test]
    fn texts() {
        let data = r#"{"s":"Straße ñ","pad":"\u00a0 007 \ufeff","n":5}"#;
        assert_eq!(render("{CONCAT(\"a\", n, none, 2.50,)}", data), "a52.50");
        assert_eq!(
            render("{UPPER(s)}|{LOWER(\"ÀB\")}|{upper(n)}|{UPPER()}", data),
            "STRASSE Ñ|àb|5|"
        );
        assert_eq!(
            render("[{TRIM(pad)}][{TRIM(CONCAT(pad, n, pad))}]", data),
            "[007][007 \u{feff}5\u{a0} 007]"
        );
    }

    #[test]
    fn money_is_brazilian_and_numbers_have_a_dot() {
        let data = r#"{"v":1234.5,"neg":-5,"s":"x","d":1,"sym":"US$","odd":"1,5"}"#;
        let cases = [
            ("{CURRENCY(v)}", "1.234,50"),
            ("{CURRENCY(v, \"R$\")}", "R$ 1.234,50"),
            ("{CURRENCY(neg, \"R$\")}", "R$ -5,00"),
            ("{CURRENCY(v, sym, d)}", "US$ 1.234,5"),
            ("{CURRENCY(v, \"\", \"\")}", "1.234,50"),
            ("{CURRENCY(v, \"\", s)}", "1.234,50"),
            ("{CURRENCY(v, \"\", 0.9)}", "1.235"),
            ("{CURRENCY(s, \"R$\")}|{CURRENCY(odd)}", "x|1,5"),
            ("{CURRENCY(none)}|{CURRENCY()}", "0,00|0,00"),
            ("{NUMBER(v)}|{NUMBER(v, 0)}|{NUMBER(v, d)}", "1234.50|1235|1234.5"),
            ("{NUMBER(s)}|{NUMBER(none)}|{NUMBER()}", "|0.00|0.00"),
            ("{NUMBER(1.005)}|{CURRENCY(1.005)}", "1.00|1,01"),
            ("{NUMBER(1, -4)}|{CURRENCY(1, \"\", -4)}", "1|1"),
        ];
        for (template, expected) in cases {
            assert_eq!(render(template, data), expected, "{template}");
        }
        assert_eq!(render("{NUMBER(1, 1000)}", data).len(), 102);
    }

    #[test]
    fn dates() {
        let data = r#"{"d":"2026-07-01","br":"10/04/2025","out":"YYYY","in":"DD/MM/YYYY","n":2025,"bad":"soon"}"#;
        let cases = [
            ("{DATE(d)}|{DATE(d, out)}|{DATE(d, \"\")}|{DATE(d, none)}", "01/07/2026|2026||"),
            (
                "{DATE(br)}|{DATE(br, \"DD.MM.\", \"DD/MM/YYYY\")}|{DATE(br, out, in)}",
                "04/10/2025|10.04.|2025",
            ),
            ("{DATE(bad)}|{DATE(bad, \"YYYY\", \"DD\")}|{DATE(none)}|{DATE()}", "soon|soon||"),
            ("{DATE(n)}", "01/01/2025"),
            ("{DATE(\"5.6.\", \"DD/MM/YYYY\", \"DD.MM.\")}", "05/06/2026"),
        ];
        for (template, expected) in cases {
            assert_eq!(render(template, data), expected, "{template}");
        }
    }

    #[test]
    fn if_evaluates_one_branch_and_keeps_its_type() {
        let data = r#"{"a":2,"blank":""}"#;
        assert_eq!(render("{IF(a, \"y\")}|{IF(blank, \"y\")}|{IF()}", data), "y||");
        assert_eq!(render("{IF(a > 1, a, 0) + 1}", data), "3");
    }

    #[test]
    fn endless_texts_stop_at_the_budget() {
        let data = format!(r#"{{"s":"{}"}}"#, "x".repeat(1000));
        for template in [
            "{CONCAT(CONCAT(s,s,s),CONCAT(s,s,s))}",
            "{UPPER(CONCAT(s,s,s,s,s,s))}",
            "{s}{s}{s}{s}{s}{s}",
        ] {
            assert!(
                render_with(&TextTemplate::compile(template), &data, 5000).is_err(),
                "{template}"
            );
        }
    }
}
