//! Numbers in words, by rules of our own for each language.
//!
//! The words are those of CLDR's spell-out rules (without their soft hyphens); `names` has the
//! currencies, of which CLDR knows no fractions.

mod english;
mod french;
mod german;
mod italian;
mod names;
mod portuguese;
mod spanish;

use super::super::ast::Call;
use super::super::kind::WordsFunction;
use super::super::output::Output;
use super::super::scope::Scope;

use names::Noun;
use reportctl_base::number::decimal::{Decimal, Rounding};
use reportctl_base::problem::Result;
use reportctl_locale::currency_digits;

/// The largest number that has words.
const MOST: u64 = 1_000_000_000_000_000;

/// Grammatical form of a number before a noun, where it changes the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Nothing: the number alone.
    Alone,
    /// A masculine or neuter noun.
    Masculine,
    /// A feminine noun.
    Feminine,
}

/// A language that has words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    Portuguese,
    English,
    German,
    Spanish,
    French(french::Tens),
    Italian,
}

impl Language {
    /// The language of a tag such as `de-AT`.
    fn of(tag: &str) -> Option<Self> {
        let tag = tag.trim().to_ascii_lowercase().replace('_', "-");
        let mut parts = tag.split('-');
        let language = parts.next()?;
        // Extensions follow a part of one character.
        let mut parts = parts.take_while(|part| part.len() > 1);
        let region = parts.find(|part| matches!(part.len(), 2 | 3)).unwrap_or_default();
        Some(match language {
            // Outside Brazil, Portuguese counts otherwise from 10^9 on.
            "pt" if matches!(region, "" | "br") => Self::Portuguese,
            "en" => Self::English,
            "de" => Self::German,
            "es" => Self::Spanish,
            "fr" => Self::French(french::Tens::of(region)),
            "it" => Self::Italian,
            _ => return None,
        })
    }

    fn words(self, number: u64, form: Form) -> String {
        match self {
            Self::Portuguese => portuguese::words(number, form),
            Self::English => english::words(number),
            Self::German => german::words(number, form),
            Self::Spanish => spanish::words(number, form),
            Self::French(tens) => french::words(number, form, tens),
            Self::Italian => italian::words(number, form),
        }
    }

    fn minus(self) -> &'static str {
        match self {
            Self::Portuguese | Self::Spanish => "menos",
            Self::English | Self::German => "minus",
            Self::French(_) => "moins",
            Self::Italian => "meno",
        }
    }

    fn and(self) -> &'static str {
        match self {
            Self::Portuguese | Self::Italian => "e",
            Self::English => "and",
            Self::German => "und",
            Self::Spanish => "y",
            Self::French(_) => "et",
        }
    }

    /// Words between a round number of millions and a noun.
    fn of_millions(self, noun: &str) -> &'static str {
        match self {
            Self::English | Self::German => "",
            Self::Portuguese | Self::Spanish => "de ",
            Self::Italian => "di ",
            Self::French(_) if noun.starts_with(['a', 'e', 'i', 'o', 'u', 'y', 'é']) => "d’",
            Self::French(_) => "de ",
        }
    }

    /// A number in words with its noun: `dois reais`.
    fn count(self, number: u64, noun: &Noun) -> String {
        let name = if noun.is_singular(self, number) { noun.one } else { noun.many };
        let round = number > 0 && number.is_multiple_of(1_000_000);
        let of = if round { self.of_millions(name) } else { "" };
        format!("{} {of}{name}", self.words(number, noun.form))
    }
}

/// A large number with a noun: value, one of it, several.
type Group = (u64, &'static str, &'static str);

/// The largest group in a number, in words, and what is left. `groups` are sorted, the largest first,
/// and masculine.
fn largest_group(
    number: u64,
    groups: &[Group],
    words: fn(u64, Form) -> String,
) -> Option<(String, u64)> {
    let (unit, one, many) = groups.iter().find(|(unit, ..)| number >= *unit)?;
    let count = number / unit;
    let name = if count == 1 { one } else { many };
    Some((format!("{} {name}", words(count, Form::Masculine)), number % unit))
}

impl WordsFunction {
    pub(super) fn evaluate<'a>(self, call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
        let amount = self == Self::Amount;
        let tag = call.text(if amount { 2 } else { 1 }, scope)?;
        let usual = scope.localized().map_or(DEFAULT_LANGUAGE, |one| one.locale.tag());
        let tag = if tag.is_empty() { usual } else { &*tag };
        let Some(language) = Language::of(tag) else {
            scope.miss(&format!("{} ({tag})", call.name));
            return Ok(Output::EMPTY);
        };
        let Some(number) = call.decimal(0, scope)? else { return Ok(Output::EMPTY) };
        let words = if amount {
            let code = call.text(1, scope)?;
            let template = scope.env.globals.and_then(|globals| globals.template);
            let usual = template.and_then(|template| template.currency.as_deref());
            let code = if code.is_empty() { usual.unwrap_or(DEFAULT_CURRENCY) } else { &*code };
            amount_in_words(number, &code.to_ascii_uppercase(), language)
        } else {
            number_in_words(number, language)
        };
        Ok(words.map_or(Output::EMPTY, |words| Output::Text(words.into())))
    }
}

/// The style of the base.
const DEFAULT_LANGUAGE: &str = "pt-BR";
const DEFAULT_CURRENCY: &str = "BRL";

/// The whole part of a number, if it has words.
fn whole(number: Decimal) -> Option<u64> {
    let whole = number.abs().rounded(0, Rounding::Zero).to_string().parse().ok()?;
    (whole <= MOST).then_some(whole)
}

fn signed(negative: bool, words: String, language: Language) -> String {
    if negative { format!("{} {words}", language.minus()) } else { words }
}

fn number_in_words(number: Decimal, language: Language) -> Option<String> {
    let whole = whole(number)?;
    let negative = number.is_negative() && whole > 0;
    Some(signed(negative, language.words(whole, Form::Alone), language))
}

fn amount_in_words(number: Decimal, code: &str, language: Language) -> Option<String> {
    let digits = currency_digits(code);
    let rounded = number.rounded(digits.into(), Rounding::HalfAway);
    let major = whole(rounded)?;
    let scale = 10_u64.pow(digits.into());
    let rest = rounded.abs().minus(Decimal::parse(&major.to_string())?);
    let minor = whole(rest.times(Decimal::parse(&scale.to_string())?)?)?;
    let words = match names::of(language, code) {
        Some((currency, fraction)) => match (major, minor) {
            (_, 0) => language.count(major, &currency),
            (0, _) => language.count(minor, &fraction),
            _ => format!(
                "{} {} {}",
                language.count(major, &currency),
                language.and(),
                language.count(minor, &fraction)
            ),
        },
        // A currency without a name is called by its code, and its fraction written in digits.
        None => {
            let words = language.words(major, Form::Alone);
            let fraction = match minor {
                0 => String::new(),
                _ => format!(" {} {minor:0width$}/{scale}", language.and(), width = digits.into()),
            };
            format!("{words} {code}{fraction}")
        }
    };
    Some(signed(rounded.is_negative(), words, language))
}

#[cfg(test)]
mod tests;
