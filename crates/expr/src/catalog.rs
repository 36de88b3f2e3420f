//! All functions with their arguments and what they give: for documentation, suggestions and
//! editors.

use std::sync::LazyLock;

use super::dialect::Dialect;

/// A function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    pub name: &'static str,
    /// Its arguments as they are documented; those in brackets may be left out, and `…` repeats.
    pub arguments: &'static str,
    /// Its result, in one sentence.
    pub result: &'static str,
    /// `true` if only templates with extensions have it.
    pub extended: bool,
}

const fn base(name: &'static str, arguments: &'static str, result: &'static str) -> Entry {
    Entry { name, arguments, result, extended: false }
}

const fn further(name: &'static str, arguments: &'static str, result: &'static str) -> Entry {
    Entry { name, arguments, result, extended: true }
}

/// Every function: the functions of the base, then those of extensions in the order of spec 20.9.1.
pub static FUNCTIONS: &[Entry] = &[
    base("SUM", "list", "The sum of a column."),
    base("COUNT", "list", "How many items there are before the last dot."),
    base("AVG", "list", "The mean of a column."),
    base("CONCAT", "a, …", "The texts in a row."),
    base("UPPER", "a", "The text in capitals."),
    base("LOWER", "a", "The text in small letters."),
    base("TRIM", "a", "The text without blanks at its ends."),
    base("DATE", "a [, pattern [, input]]", "The date in the form of a pattern."),
    base("CURRENCY", "a [, symbol [, d]]", "The number as an amount of money."),
    base("NUMBER", "a [, d]", "The number with a fixed number of decimals."),
    base("IF", "condition, a [, b]", "One of two values."),
    further(
        "ROUND",
        "a [, d]",
        "The number rounded to `d` decimals (0, from -15 to 15), halves away from zero, as its digits show it.",
    ),
    further("FLOOR", "a [, d]", "The number rounded down to `d` decimals."),
    further("CEIL", "a [, d]", "The number rounded up to `d` decimals."),
    further("TRUNC", "a [, d]", "The number rounded towards zero to `d` decimals."),
    further("ABS", "a", "The number without its sign."),
    further("SIGN", "a", "-1, 0 or 1."),
    further(
        "MOD",
        "a, b",
        "What is left of `a` divided by `b`, with the sign of `a`; empty where `b` is 0.",
    ),
    further(
        "LEAST",
        "a, …",
        "The smallest number; blanks are left out, and of blanks alone it is empty.",
    ),
    further(
        "GREATEST",
        "a, …",
        "The largest number; blanks are left out, and of blanks alone it is empty.",
    ),
    further(
        "NUMBERFROM",
        "a [, locale]",
        "The number that the text is in the marks of a locale: 1234.56 for `1.234,56` in `de`.",
    ),
    further("MIN", "list", "The smallest number of a column; empty where there is none."),
    further("MAX", "list", "The largest number of a column; empty where there is none."),
    further(
        "SUMOF",
        "list, expr [, cond]",
        "The sum of an expression over the items for which the condition holds.",
    ),
    further(
        "AVGOF",
        "list, expr [, cond]",
        "The mean of an expression over the items for which the condition holds; empty where there is no number.",
    ),
    further(
        "MINOF",
        "list, expr [, cond]",
        "The smallest value of an expression over the items for which the condition holds; empty where there is no number.",
    ),
    further(
        "MAXOF",
        "list, expr [, cond]",
        "The largest value of an expression over the items for which the condition holds; empty where there is no number.",
    ),
    further(
        "GROUPBY",
        "list, key",
        "The items in groups that agree in an expression, as a list for tables, sections and functions (20.9.5); each has `key` and `items`.",
    ),
    further("COUNTOF", "list [, cond]", "How many items there are for which the condition holds."),
    further(
        "JOIN",
        "list, sep [, last]",
        "The texts of a column with `sep` between them, and `last` between the last two; blank ones are left out.",
    ),
    further("FIRST", "list", "The text of a column in the first item."),
    further("LAST", "list", "The text of a column in the last item."),
    further(
        "LOOKUP",
        "list, keyColumn, value, column [, default]",
        "The text of a column in the first item whose key equals the value.",
    ),
    further("DEFAULT", "a, …", "The first value that is not blank."),
    further(
        "CASE",
        "x, value, result, … [, default]",
        "The result that stands after the first value that equals `x`; no other one is evaluated.",
    ),
    further("LEN", "a", "How many characters the text has."),
    further("LEFT", "a, n", "The first `n` characters."),
    further("RIGHT", "a, n", "The last `n` characters."),
    further(
        "MID",
        "a, from [, n]",
        "`n` characters from a place, counted from 1; without `n` all that follow.",
    ),
    further("REPLACE", "a, from, to", "The text with every occurrence replaced."),
    further(
        "SPLIT",
        "a, sep, i",
        "The part of that number, counted from 1, or from the end where it is negative.",
    ),
    further(
        "PADLEFT",
        "a, n [, ch]",
        "The text filled up on the left to `n` characters, with blanks or `ch`; never cut.",
    ),
    further(
        "PADRIGHT",
        "a, n [, ch]",
        "The text filled up on the right to `n` characters, with blanks or `ch`; never cut.",
    ),
    further(
        "MASK",
        "a, pattern",
        "The letters and digits of the text in the places of `#`; what is left over follows.",
    ),
    further("IBAN", "a", "The text in groups of four."),
    further(
        "MARKUP",
        "a",
        "The text, with its markup read where the field is `inline-markdown` (20.1.6).",
    ),
    further(
        "DATEADD",
        "a, n, unit",
        "The date `n` units later (`day`, `week`, `month`, `year`, `hour`, `minute`) as `YYYY-MM-DD`, with the time if there was one; the ends of months clamp.",
    ),
    further("DATEDIFF", "a, b, unit", "How many whole units lie between two dates."),
    further("WEEKDAY", "a", "The day of the week, 1 for Monday."),
    further("WEEKNUM", "a", "The week of the year as ISO 8601 counts it."),
    further(
        "WORDS",
        "a [, lang]",
        "The whole part of the number in words: `pt-BR`, `en`, `de`, `es`, `fr` or `it`.",
    ),
    further(
        "AMOUNTWORDS",
        "a [, code [, lang]]",
        "The amount of money in words, rounded to the currency's digits.",
    ),
    further("T", "key [, n, …]", "The text of a key in the language of the document (20.8.3)."),
    further(
        "MONEY",
        "a [, code [, d]]",
        "The number as an amount of money, in `currency` of the template where none is named.",
    ),
    further(
        "DECIMAL",
        "a [, least [, most]]",
        "The number in groups with at least 0 and at most 3 decimals.",
    ),
    further("PERCENT", "a [, d]", "The share in percent, with no decimals or `d`."),
];

impl Entry {
    /// Largest number of arguments; `None` if there is no limit.
    pub fn most(&self) -> Option<usize> {
        (!self.arguments.contains('…')).then(|| self.arguments.split(',').count())
    }

    /// The call as it is documented: `ROUND(a [, d])`.
    pub fn call(&self) -> String {
        format!("{}({})", self.name, self.arguments)
    }
}

/// The names of the functions that a language has.
pub fn names(dialect: &Dialect) -> &'static [&'static str] {
    static ALL: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| FUNCTIONS.iter().map(|entry| entry.name).collect());
    let base = FUNCTIONS.iter().take_while(|entry| !entry.extended).count();
    let shown = if dialect.is_extended() { ALL.len() } else { base };
    ALL.get(..shown).unwrap_or_default()
}

/// The function of a name in upper case.
pub fn find(name: &str) -> Option<&'static Entry> {
    FUNCTIONS.iter().find(|entry| entry.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::Function;
    use crate::{Expr, parse_in};

    #[test]
    fn every_function_is_known_where_it_should_be() {
        for entry in FUNCTIONS {
            let call = |dialect| match parse_in(&format!("{}()", entry.name), &dialect) {
                Ok(Expr::Call(call)) => call.function,
                other => panic!("no call: {other:?}"),
            };
            assert_ne!(call(Dialect::EXTENDED), Function::Unknown, "{}", entry.name);
            assert_eq!(call(Dialect::BASE) == Function::Unknown, entry.extended, "{}", entry.name);
            assert_eq!(call(Dialect::EXTENDED).max_arguments(), entry.most(), "{}", entry.name);
        }
    }

    #[test]
    fn names_come_with_their_language() {
        assert_eq!(names(&Dialect::BASE).len(), 11);
        assert_eq!(names(&Dialect::EXTENDED).len(), FUNCTIONS.len());
        assert_eq!(find("ROUND").map(Entry::call).as_deref(), Some("ROUND(a [, d])"));
        assert_eq!(find("LOOKUP").and_then(Entry::most), Some(5));
    }
}
