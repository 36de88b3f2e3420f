//! Plural forms of words for a number: the plural rules of CLDR, read as they are written (Unicode
//! TR35, part 3).

use super::Locale;
use reportctl_base::number::decimal::Decimal;

/// The forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plural {
    /// `zero`.
    Zero,
    /// `one`.
    One,
    /// `two`.
    Two,
    /// `few`.
    Few,
    /// `many`.
    Many,
    /// All others.
    Other,
}

impl Plural {
    /// As translations write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::One => "one",
            Self::Two => "two",
            Self::Few => "few",
            Self::Many => "many",
            Self::Other => "other",
        }
    }

    fn named(name: &str) -> Option<Self> {
        [Self::Zero, Self::One, Self::Two, Self::Few, Self::Many]
            .into_iter()
            .find(|one| one.name() == name)
    }
}

/// Operands of plural rules: the absolute number, its integer part, and its decimals.
struct Operands {
    number: Decimal,
    integer: u64,
    /// Number of decimals, and the decimals as a number, without trailing zeros.
    places: u64,
    fraction: u64,
}

impl Operands {
    fn of(number: Decimal) -> Self {
        let number = number.abs();
        let text = number.to_string();
        let (integer, fraction) = text.split_once('.').unwrap_or((&text, ""));
        // Rules look at the last digits only.
        let last = |digits: &str| {
            let start = digits.len().saturating_sub(18);
            digits.get(start..).and_then(|digits| digits.parse().ok()).unwrap_or(0)
        };
        Self {
            number,
            integer: last(integer),
            places: fraction.len() as u64,
            fraction: last(fraction),
        }
    }

    /// The value of an operand where it is whole; `n` of a fraction is not.
    fn value(&self, operand: &str) -> Option<u64> {
        match operand {
            "n" => (self.places == 0).then_some(self.integer),
            "i" => Some(self.integer),
            "v" | "w" => Some(self.places),
            "f" | "t" => Some(self.fraction),
            // Numbers are never written in compact form.
            _ => Some(0),
        }
    }
}

impl Locale {
    /// The form that goes with a number.
    pub fn plural(&self, number: Decimal) -> Plural {
        let operands = Operands::of(number);
        let rules = self.entry('r').split('|').filter_map(|rule| rule.split_once(':'));
        let mut fitting = rules.filter(|(_, rule)| holds(rule, &operands));
        fitting.find_map(|(name, _)| Plural::named(name)).unwrap_or(Plural::Other)
    }
}

/// `relation and relation or relation …`
fn holds(rule: &str, operands: &Operands) -> bool {
    rule.split(" or ").any(|all| all.split(" and ").all(|relation| relates(relation, operands)))
}

/// `n % 10 = 2..4,7`
fn relates(relation: &str, operands: &Operands) -> bool {
    let (left, ranges, wanted) = match relation.split_once("!=") {
        Some((left, ranges)) => (left, ranges, false),
        None => match relation.split_once('=') {
            Some((left, ranges)) => (left, ranges, true),
            None => return false,
        },
    };
    let (operand, modulo) = match left.split_once('%') {
        Some((operand, modulo)) => (operand.trim(), modulo.trim().parse::<u64>().ok()),
        None => (left.trim(), None),
    };
    let value = operands.value(operand).map(|value| match modulo {
        Some(modulo) if modulo > 0 => value % modulo,
        _ => value,
    });
    let inside = |range: &str| {
        let (low, high) = range.split_once("..").unwrap_or((range, range));
        let bounds = low.trim().parse::<u64>().ok().zip(high.trim().parse::<u64>().ok());
        value.zip(bounds).is_some_and(|(value, (low, high))| (low..=high).contains(&value))
    };
    debug_assert!(!operands.number.is_negative(), "operands have no sign");
    ranges.split(',').any(inside) == wanted
}
