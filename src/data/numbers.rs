//! Numbers of tables as a locale writes them.

use std::fmt;
use std::str::FromStr;

use engine::blank::trim;

use engine::locale::Locale;
use engine::value::Value;

/// The locale in which numbers of CSV and TSV files are written.
#[derive(Clone)]
pub struct Numbers(Locale);

/// Evidence of a cell about the separators of its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// Nothing: there are none, or both ways to read it give the same.
    Any,
    /// They are those of the locale.
    OfLocale,
    /// The mark before the decimals is not that of the locale.
    Other,
}

impl Numbers {
    /// The tag of the locale.
    pub fn tag(&self) -> &str {
        self.0.tag()
    }

    /// The value of a cell: a number where the locale reads one, else the text.
    ///
    /// Identifiers stay texts: cells that begin with a zero or, without decimals, with `+`. A
    /// number of more digits than a double holds is the text of its digits, which calculations
    /// read.
    pub(super) fn value(&self, cell: &str) -> Value {
        let Some(plain) = self.plain(cell) else { return Value::from(cell) };
        match plain.parse::<f64>() {
            // -0 is no amount that anything should print.
            Ok(number) if digits(&format!("{number}")) == digits(&plain) => {
                Value::Number(number + 0.0)
            }
            _ => Value::Text(plain.as_str().into()),
        }
    }

    /// Evidence of a cell about the separators of its column.
    pub(super) fn marks(&self, cell: &str) -> Marks {
        let text = trim(cell);
        let is_decimal = is_decimal(text);
        if !is_decimal && !self.0.has_number_mark(text) {
            return Marks::Any;
        }
        match self.plain(cell) {
            Some(_) => Marks::OfLocale,
            None if is_decimal => Marks::Other,
            None => Marks::Any,
        }
    }

    /// The digits of a number, with a point before the decimals.
    fn plain(&self, cell: &str) -> Option<String> {
        let text = trim(cell);
        // Most cells are texts.
        if !text.chars().next_back()?.is_numeric() {
            return None;
        }
        let plain = self.0.read_number(text)?;
        let integer = plain.strip_prefix('-').unwrap_or(&plain);
        let (integer, has_decimals) =
            integer.split_once('.').map_or((integer, false), |(integer, _)| (integer, true));
        let is_identifier = integer.len() > 1 && integer.starts_with('0');
        (!is_identifier && (has_decimals || !text.starts_with('+'))).then_some(plain)
    }
}

/// Returns `true` if a text is a number with a point or a comma before its decimals; the other one may group its digits.
fn is_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let Some((integer, decimals)) = unsigned.rsplit_once(['.', ',']) else { return false };
    let group = if unsigned.as_bytes().get(integer.len()) == Some(&b'.') { ',' } else { '.' };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = integer.split(group);
    let first = groups.next().unwrap_or_default();
    let is_grouped = integer.contains(group);
    is_digits(decimals)
        && is_digits(first)
        && (!is_grouped || first.len() <= 3)
        && groups.all(|group| group.len() == 3 && is_digits(group))
}

/// The sign and the digits of a number that decide its value.
fn digits(plain: &str) -> (bool, &str, &str) {
    let unsigned = plain.trim_start_matches(['-', '+']);
    let (integer, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let (integer, fraction) = (integer.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let is_zero = integer.is_empty() && fraction.is_empty();
    (plain.starts_with('-') && !is_zero, integer, fraction)
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(tag: &str) -> Result<Self, String> {
        let found = Locale::find(tag.trim()).map(Self);
        found
            .ok_or_else(|| "there is no data for this locale; use a tag such as `de-DE`".to_owned())
    }
}

impl PartialEq for Numbers {
    fn eq(&self, other: &Self) -> bool {
        self.tag() == other.tag()
    }
}

impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Numbers").field(&self.tag()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(tag: &str, cell: &str) -> serde_json::Value {
        match tag.parse::<Numbers>() {
            Ok(numbers) => numbers.value(cell).to_json(),
            Err(message) => panic!("{message}"),
        }
    }

    #[test]
    fn cells_are_read_as_the_locale_writes_numbers() {
        for (tag, cell, number) in [
            ("de", "1.234,56", 1234.56),
            ("de", " 12,50 ", 12.5),
            ("de", "-1.188,03", -1188.03),
            ("de", "\u{2212}0,5", -0.5),
            ("de", "+12,5", 12.5),
            ("de", "1.234", 1234.0),
            ("de", "7", 7.0),
            ("de", "0,07", 0.07),
            ("fr", "1\u{202f}234,56", 1234.56),
            ("fr", "1 234,56", 1234.56),
            ("fr-CH", "1 234,56", 1234.56),
            ("de-CH", "1'234.56", 1234.56),
            ("de-CH", "1\u{2019}234.56", 1234.56),
            ("en", "1,234.56", 1234.56),
            ("hi", "12,34,567.5", 1_234_567.5),
        ] {
            let expected = serde_json::json!(number);
            assert_eq!(read(tag, cell).as_f64(), expected.as_f64(), "{tag} {cell}");
        }
        assert_eq!(read("de", "-0,00").to_string(), "0");
    }

    #[test]
    fn what_is_no_number_of_the_locale_stays_text() {
        for (tag, cell) in [
            ("de", ""),
            ("de", "Ana"),
            ("de", "+49 170 1234567"),
            ("fr", "+49 170 123"),
            ("de", "+49170"),
            ("de", "01234"),
            ("de", "007"),
            ("de", "00,5"),
            ("de", "12.34"),
            ("de", "1.23.456"),
            ("de", "1234.567,8"),
            ("de", "31.12.2026"),
            ("de", "12,50 €"),
            ("de", "12,5 %"),
            ("de", "12,"),
            ("de", "1e5"),
            ("de", "NaN"),
            ("de", "-"),
            ("de-CH", "1,5"),
        ] {
            assert_eq!(read(tag, cell), serde_json::json!(cell), "{tag} {cell}");
        }
    }

    #[test]
    fn digits_are_kept() {
        let text = |text: &str| serde_json::json!(text);
        assert_eq!(read("de", "12.345.678.901.234.567.890,12"), text("12345678901234567890.12"));
        assert_eq!(read("de", "9007199254740993"), text("9007199254740993"));
        assert_eq!(read("de", "9007199254740992"), serde_json::json!(9_007_199_254_740_992.0));
        assert_eq!(read("de", "0,1234567890123456789"), text("0.1234567890123456789"));
        assert_eq!(read("de", &"9".repeat(400)), text(&"9".repeat(400)));
    }

    #[test]
    fn cells_show_which_marks_a_column_has() {
        let marks = |tag: &str, cell: &str| tag.parse::<Numbers>().map(|all| all.marks(cell));
        for cell in ["1.234", "12,50", "1.234,5", "1.234.567"] {
            assert_eq!(marks("de", cell), Ok(Marks::OfLocale), "{cell}");
        }
        for cell in ["12.34", "-1.5", "1.2345"] {
            assert_eq!(marks("de", cell), Ok(Marks::Other), "{cell}");
        }
        for cell in ["", "12", "Nr. 7", "31.12.2026", "1.5 kg", "Berlin, Mitte"] {
            assert_eq!(marks("de", cell), Ok(Marks::Any), "{cell}");
        }
        for cell in ["12.34", "1,234", "1,234.5"] {
            assert_eq!(marks("en", cell), Ok(Marks::OfLocale), "{cell}");
        }
        for cell in ["12,50", "1.234,50", "1.234.567,8"] {
            assert_eq!(marks("en", cell), Ok(Marks::Other), "{cell}");
        }
    }
}
