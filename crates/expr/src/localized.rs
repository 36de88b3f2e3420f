//! Expressions that depend on the language of a document (spec 20.8.2, 20.8.3).

use std::sync::Arc;

use super::ast::Call;
use super::date::Written;
use super::language::{Languages, Localized, Prose};
use super::output::{Output, append, spending};
use super::scope::Scope;
use super::value::number_of_text;
use reportctl_base::blank::trim;
use reportctl_base::calendar::Timestamp;
use reportctl_base::number::decimal::Decimal;
use reportctl_base::number::digits::{Digits, MAX_DECIMALS, decimals_of};
use reportctl_base::problem::Result;
use reportctl_locale::{DateStyle, Decimals, Locale, Zone, currency_digits, is_currency};

/// The style of numbers without a locale.
pub const UNLOCALIZED: &str = "pt-BR";

impl<'a> Scope<'a> {
    /// The language of the document, where it has one.
    pub(super) fn localized(&self) -> Option<&'a Localized<'a>> {
        self.env.globals?.localized.as_ref()
    }

    /// The time that clocks of the document's zone show; a date without an offset is shown as it is
    /// written.
    pub(super) fn local(&self, written: Written) -> Timestamp {
        let seconds = written.time.seconds();
        let zone = self.zone_of(written);
        zone.map_or(written.time, |zone| Timestamp::clamped(seconds + zone.offset(seconds)))
    }

    /// The zone on whose clocks a date is shown: that of the template, where the date has an offset.
    pub(super) fn zone_of(&self, written: Written) -> Option<&'a Zone> {
        let zone = self.env.globals.and_then(|globals| globals.template?.zone.as_ref());
        zone.filter(|_| written.offset.is_some())
    }

    /// The locale of a tag, in which texts are read; that of the document, else that in which numbers
    /// are written without one, where the tag is empty. Nothing for an unknown one.
    pub(super) fn locale_of_numbers(&self, tag: &str) -> Option<Arc<Locale>> {
        let own = self.localized().map(|localized| &localized.locale);
        match own {
            Some(own) if tag.is_empty() || tag == own.tag() => return Some(Arc::clone(own)),
            _ => {}
        }
        let tag = if tag.is_empty() { UNLOCALIZED } else { tag };
        let find = || Locale::find(tag).map(Arc::new);
        match self.env.globals {
            Some(globals) => globals.read_in.find(tag, find),
            None => find(),
        }
    }

    /// The locale in which `T` finds texts, where there is one, and what the template says of its languages.
    fn language_of_texts(&self) -> Option<(Option<&'a Locale>, &'a Languages)> {
        let globals = self.env.globals?;
        match &globals.prose {
            Some(Prose { locale, template }) => Some((locale.as_deref(), template)),
            None => {
                let own = globals.localized.as_ref().map(|localized| &*localized.locale);
                Some((own, globals.template?))
            }
        }
    }

    /// Remembers that a text is missing.
    pub(super) fn miss(&self, key: &str) {
        if let Some(globals) = self.env.globals {
            globals.missing.add(key);
        }
    }
}

/// The digits and sign of a number; nothing for what is none.
fn parts(value: &Output<'_>, exact: bool) -> Option<(Digits, bool)> {
    match value.clone().in_arithmetic(exact) {
        Output::Exact(number) => Some((Digits::of_decimal(number), number.is_negative())),
        other => {
            let number = other.to_number();
            number.is_finite().then(|| (Digits::shortest(number.abs()), number.is_sign_negative()))
        }
    }
}

/// CURRENCY and MONEY with a locale.
pub(super) fn money(
    localized: &Localized<'_>,
    value: &Output<'_>,
    symbol: &str,
    decimals: &str,
    scope: &Scope<'_>,
    out: &mut String,
) -> Result<()> {
    let Some((digits, negative)) = parts(value, scope.env.exact) else {
        return value.push(scope.env.meter, out);
    };
    let code = is_currency(symbol).then_some(symbol);
    let usual = code.map_or(2, currency_digits);
    let count = match trim(decimals) {
        "" => usual,
        text => decimals_of(number_of_text(text), usual),
    };
    let count = Decimals { least: count, most: count };
    let symbol = code.map_or(symbol, |code| localized.locale.currency_symbol(code));
    spending(scope.env.meter, out, |out| {
        localized.locale.money(digits, negative, count, symbol, out)
    })
}

/// DATE with a locale.
pub(super) fn date(
    localized: &Localized<'_>,
    time: Timestamp,
    style: Option<&str>,
    scope: &Scope<'_>,
    out: &mut String,
) -> Result<()> {
    let style = style.map_or(DateStyle::Numeric, DateStyle::read);
    spending(scope.env.meter, out, |out| localized.locale.date(time, &style, out))
}

/// DECIMAL: `least` to `most` decimals, in groups.
pub(super) fn decimal(call: &Call, scope: &Scope<'_>, out: &mut String) -> Result<()> {
    let value = call.amount(scope)?;
    let least = decimals(call, 1, 0, scope)?;
    let most = decimals(call, 2, 3.max(least), scope)?.max(least);
    let locale = scope.localized().map(|localized| &*localized.locale);
    push_decimal(&value, Decimals { least, most }, locale, scope, out)
}

/// A number in groups, in the style of a locale.
fn push_decimal(
    value: &Output<'_>,
    decimals: Decimals,
    locale: Option<&Locale>,
    scope: &Scope<'_>,
    out: &mut String,
) -> Result<()> {
    let Some((digits, negative)) = parts(value, scope.env.exact) else { return Ok(()) };
    spending(scope.env.meter, out, |out| match locale {
        Some(locale) => locale.decimal(digits, negative, decimals, true, out),
        None => digits.push_brazilian(negative, decimals.least, decimals.most, out),
    })
}

/// PERCENT: a share with the sign of percent.
pub(super) fn percent(call: &Call, scope: &Scope<'_>, out: &mut String) -> Result<()> {
    let value = call.amount(scope)?;
    let count = decimals(call, 1, 0, scope)?;
    let hundredfold = value.to_decimal().and_then(|number| {
        let hundred = Decimal::parse("100")?;
        number.times(hundred)
    });
    let Some(number) = hundredfold else { return Ok(()) };
    let (digits, negative) = (Digits::of_decimal(number), number.is_negative());
    spending(scope.env.meter, out, |out| match scope.localized() {
        Some(localized) => {
            let count = Decimals { least: count, most: count };
            localized.locale.percent(digits, negative, count, out);
        }
        None => {
            digits.push_brazilian(negative, count, count, out);
            out.push('%');
        }
    })
}

fn decimals(call: &Call, index: usize, usual: u8, scope: &Scope<'_>) -> Result<u8> {
    let text = call.text(index, scope)?;
    Ok(match trim(&text) {
        "" => usual,
        text => decimals_of(number_of_text(text), usual).min(MAX_DECIMALS),
    })
}

/// T: a text of the document's language with its arguments.
pub(super) fn translated(call: &Call, scope: &Scope<'_>, out: &mut String) -> Result<()> {
    let key = call.text(0, scope)?;
    let mut values = Vec::new();
    for arg in call.args.iter().skip(1) {
        scope.env.meter.step()?;
        values.push(arg.evaluate(scope)?);
    }
    let number = values.first().filter(|value| {
        let blank = matches!(value, Output::Text(text) if trim(text).is_empty());
        !blank && !value.to_number().is_nan()
    });
    let Some(text) = find(&key, number, scope) else {
        scope.miss(&key);
        return append(&key, scope.env.meter, out);
    };
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        append(rest.get(..at).unwrap_or_default(), scope.env.meter, out)?;
        rest = rest.get(at + 1..).unwrap_or_default();
        let mark = rest.chars().next();
        match (mark, mark.and_then(|c| c.to_digit(10)).and_then(|n| usize::try_from(n).ok())) {
            (Some('n'), _) if number.is_some() => {
                if let Some(number) = number {
                    let locale = scope.language_of_texts().and_then(|(locale, _)| locale);
                    push_decimal(number, Decimals { least: 0, most: 3 }, locale, scope, out)?;
                }
                rest = rest.get(1..).unwrap_or_default();
            }
            (_, Some(place @ 1..=9)) => {
                if let Some(value) = values.get(place - 1) {
                    value.push(scope.env.meter, out)?;
                }
                rest = rest.get(1..).unwrap_or_default();
            }
            _ => append("%", scope.env.meter, out)?,
        }
    }
    append(rest, scope.env.meter, out)
}

/// The text of a key in the language of the document, else in that of the template; where a number
/// comes with it, in the form that goes with the number.
fn find<'a>(key: &str, number: Option<&Output<'_>>, scope: &Scope<'a>) -> Option<&'a str> {
    let (own, template) = scope.language_of_texts()?;
    [own, template.locale.as_ref()].into_iter().flatten().find_map(|locale| {
        let form = number.and_then(Output::to_decimal).map(|number| locale.plural(number).name());
        let forms = form.into_iter().flat_map(|form| [form, "other"]);
        let mut keys = forms.map(|form| format!("{key}.{form}")).chain([key.to_owned()]);
        keys.find_map(|key| template.texts.find(locale.tag(), &key))
    })
}
