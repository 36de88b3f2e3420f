//! Texts of a KPI card (spec 5.5, 10.12). Cards always see the whole document.

use super::rows::Items;
use super::{ItemScope, Source};
use crate::blank::trim;
use crate::expr::value::number_of_text;
use crate::expr::{Output, PartKind, Total};
use crate::locale::{Decimals, Locale, case};
use crate::number::decimal::Decimal;
use crate::number::digits::{Digits, grouped, grouped_exactly};
use crate::paragraph::{isolated, push_isolated};
use crate::problem::Result;
use crate::template::Aggregation;
use crate::template::field::{Kpi, KpiValue, Look, NumberFormat};

/// The texts of a card.
#[derive(Debug, Clone, PartialEq)]
pub struct KpiData {
    /// Title, not yet in upper case.
    pub title: Option<String>,
    /// Figure, formatted.
    pub value: Option<String>,
    /// Subtitle.
    pub subtitle: Option<String>,
    /// Look that conditions give it.
    pub look: Look,
}

/// The texts of a card.
///
/// # Errors
/// A limit of the budget.
pub fn data(kpi: &Kpi, source: &Source<'_>) -> Result<KpiData> {
    let text = |template: &Option<crate::expr::TextTemplate>| -> Result<Option<String>> {
        let Some(template) = template else { return Ok(None) };
        if kpi.direction.is_some() {
            return isolated(template, &source.document()).map(Some);
        }
        let mut out = String::new();
        template.render(&source.document(), &mut out)?;
        Ok(Some(out))
    };
    let value = match &kpi.aggregate {
        Some(binding) => Some(aggregate(binding, source)?.into_text().into_owned()),
        None => match &kpi.value {
            Some(template) => Some(super::text(template, &source.document())?.as_ref().to_owned()),
            None => None,
        },
    };
    let localized = source.env.globals.and_then(|globals| globals.localized.as_ref());
    let locale = localized.map(|localized| &*localized.locale);
    let title = text(&kpi.title)?;
    Ok(KpiData {
        title: match locale {
            Some(locale) => title.map(|title| case::upper(&title, locale.language())),
            None => title,
        },
        value: value.map(|value| {
            let value = format(value, kpi.number_format, locale, source.env.exact);
            let mut out = String::new();
            match kpi.direction {
                Some(_) => push_isolated(&value, PartKind::Value, &mut out),
                None => out = value,
            }
            out
        }),
        subtitle: text(&kpi.subtitle)?,
        look: super::look(&kpi.rules, &source.document())?,
    })
}

/// The aggregate of a binding; 0 where there are no numbers.
///
/// # Errors
/// A limit of the budget.
pub fn aggregate(binding: &KpiValue, source: &Source<'_>) -> Result<Output<'static>> {
    let keys = binding.aggregation != Aggregation::Count;
    let array = source.list(&binding.path, &ItemScope::document(), keys)?.unwrap_or_default();
    let items = Items::of(array, &binding.filters, source)?;
    if binding.aggregation == Aggregation::Count {
        return Ok(Output::Number(items.len() as f64));
    }
    source.look_for_keys(&items, std::iter::once(&*binding.value_column));
    let exact = source.env.exact;
    let mut total = Total::default();
    for item in items.iter() {
        source.env.meter.step()?;
        let value = item.as_object().and_then(|object| object.get(&binding.value_column));
        if let Some(value) = value
            && !total.add_bounded(value, exact, source.env.meter)?
        {
            source.lacks_number(&binding.path, &binding.value_column, value);
        }
    }
    let found = match binding.aggregation {
        Aggregation::Avg => total.mean(exact),
        Aggregation::Min => total.least(),
        Aggregation::Max => total.most(),
        Aggregation::Sum | Aggregation::Count => Some(total.sum(exact)),
    };
    Ok(found.unwrap_or(Output::Number(0.0)))
}

/// Formats a figure that is a number, with all its digits where arithmetic is exact; leaves any other
/// text alone (spec 7.7).
pub fn format(value: String, format: NumberFormat, locale: Option<&Locale>, exact: bool) -> String {
    if format == NumberFormat::None || trim(&value).is_empty() {
        return value;
    }
    let number = number_of_text(&value);
    if number.is_nan() {
        return value;
    }
    let decimal = Some(trim(&value)).filter(|_| exact).and_then(Decimal::parse);
    let group = format == NumberFormat::Grouped;
    let mut out = String::new();
    if let Some(locale) = locale.filter(|_| number.is_finite()) {
        let (digits, negative) = match decimal {
            Some(number) => (Digits::of_decimal(number), number.is_negative()),
            None => (Digits::shortest(number.abs()), number.is_sign_negative()),
        };
        locale.decimal(digits, negative, Decimals { least: 0, most: 2 }, group, &mut out);
        return out;
    }
    match decimal {
        Some(number) => grouped_exactly(number, 2, false, group, &mut out),
        None => grouped(number, 2, false, group, &mut out),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_that_are_numbers_are_formatted() {
        let grouped = |value: &str| format(value.to_owned(), NumberFormat::Grouped, None, false);
        assert_eq!(grouped(" 1234.5 "), "1.234,5");
        assert_eq!(grouped("42 unid."), "42 unid.");
        // Blank is what JavaScript calls blank, or these would become `0`.
        for blank in ["", " \u{a0}", "\u{feff}"] {
            assert_eq!(grouped(blank), blank);
        }
    }
}
