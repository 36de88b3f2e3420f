//! Numbers, percentages and amounts of money as a locale writes them.

use super::{Locale, common};
use reportctl_base::blank::trim;
use reportctl_base::number::digits::Digits;

/// The marks of a locale.
#[derive(Debug, Clone, Default)]
pub(super) struct Symbols {
    decimal: &'static str,
    group: &'static str,
    minus: &'static str,
    percent: &'static str,
    /// Least number of digits before the first group separator.
    least: i32,
    /// Groups of plain numbers.
    groups: Groups,
    /// The digit zero.
    zero: char,
    /// Marks of amounts of money, where they differ.
    money: (&'static str, &'static str),
    /// Pattern of amounts of money.
    pattern: &'static str,
}

/// Digits of the group before the decimal mark, and of the others; 0 where there are no groups.
#[derive(Debug, Clone, Copy, Default)]
struct Groups {
    primary: i32,
    secondary: i32,
}

impl Groups {
    /// Groups of the number in a pattern: `#,##,##0.00`. Percentages and amounts of money may have
    /// other groups than plain numbers.
    fn of(number: &str) -> Self {
        let integer = number.split('.').next().unwrap_or_default();
        let mut lengths = integer.rsplit(',').map(|group| i32::try_from(group.len()).unwrap_or(0));
        let groups = integer.matches(',').count();
        let mut next = || lengths.next().unwrap_or(0);
        match groups {
            0 => Self::default(),
            1 => {
                let primary = next();
                Self { primary, secondary: primary }
            }
            _ => Self { primary: next(), secondary: next() },
        }
    }
}

/// The zeros of numbering systems that are asked for by name.
const SYSTEMS: [(&str, char); 18] = [
    ("latn", '0'),
    ("arab", '\u{660}'),
    ("arabext", '\u{6f0}'),
    ("deva", '\u{966}'),
    ("beng", '\u{9e6}'),
    ("guru", '\u{a66}'),
    ("gujr", '\u{ae6}'),
    ("orya", '\u{b66}'),
    ("tamldec", '\u{be6}'),
    ("telu", '\u{c66}'),
    ("knda", '\u{ce6}'),
    ("mlym", '\u{d66}'),
    ("thai", '\u{e50}'),
    ("laoo", '\u{ed0}'),
    ("tibt", '\u{f20}'),
    ("mymr", '\u{1040}'),
    ("khmr", '\u{17e0}'),
    ("fullwide", '\u{ff10}'),
];

/// The value of a digit of any numbering system.
pub fn digit(c: char) -> Option<u32> {
    let from = |zero: char| u32::from(c).checked_sub(u32::from(zero)).filter(|digit| *digit < 10);
    SYSTEMS.iter().find_map(|(_, zero)| from(*zero))
}

impl Symbols {
    pub(super) fn of(locale: &Locale, system: Option<&str>) -> Self {
        let mut parts = locale.entry('n').split('|');
        let mut next = || parts.next().unwrap_or_default();
        let (decimal, group, minus, percent) = (next(), next(), next(), next());
        let mut number = || next().parse().unwrap_or(3);
        let least = number();
        let groups = Groups { primary: number(), secondary: number() };
        let or = |own: &'static str, other: &'static str| if own.is_empty() { other } else { own };
        let money = (or(next(), decimal), or(next(), group));
        let found = SYSTEMS.iter().find(|(name, _)| Some(*name) == system);
        let zero = found.map_or('0', |(_, zero)| *zero);
        let (decimal, group, money) = match system {
            Some("arab" | "arabext") => ("\u{66b}", "\u{66c}", ("\u{66b}", "\u{66c}")),
            _ => (decimal, group, money),
        };
        // Some signs go with the digits.
        let mut own = locale.entry('N').split('|');
        let is_own = own.next().is_some_and(|of| Some(of) == system);
        let mut sign = |usual| own.next().filter(|_| is_own).unwrap_or(usual);
        let (minus, percent, pattern) = (sign(minus), sign(percent), sign(locale.entry('C')));
        Self { decimal, group, minus, percent, least, groups, zero, money, pattern }
    }

    /// Groups of amounts of money.
    fn groups_of_money(&self) -> Groups {
        let positive = self.pattern.split(';').next().unwrap_or_default();
        let is_number = |c: &char| matches!(c, '#' | '0' | ',' | '.');
        Groups::of(&positive.chars().filter(is_number).collect::<String>())
    }
}

/// Number of decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decimals {
    /// At least.
    pub least: u8,
    /// At most.
    pub most: u8,
}

/// Returns true if three letters are a currency of ISO 4217.
pub fn is_currency(code: &str) -> bool {
    code.len() == 3
        && code.bytes().all(|byte| byte.is_ascii_uppercase())
        && common('c').as_bytes().chunks(3).any(|known| known == code.as_bytes())
}

/// The decimals of a currency.
pub fn currency_digits(code: &str) -> u8 {
    let found = common('f').split(' ').find_map(|entry| entry.strip_prefix(code));
    found.and_then(|digits| digits.parse().ok()).unwrap_or(2)
}

impl Locale {
    /// Digits in the numbering system of the locale.
    pub(super) fn push_digits(&self, digits: &str, out: &mut String) {
        let zero = u32::from(self.numbers.zero);
        out.extend(digits.chars().map(|c| match c.to_digit(10) {
            Some(digit) => char::from_u32(zero + digit).unwrap_or(c),
            None => c,
        }));
    }

    /// Appends the digits of a number without its sign, in groups.
    fn push_number(
        &self,
        digits: &mut Digits,
        decimals: Decimals,
        Groups { primary, secondary }: Groups,
        (decimal, apart_by): (&str, &str),
        out: &mut String,
    ) {
        digits.round(decimals.most.into());
        let integer = digits.integer();
        let length = i32::try_from(integer.len()).unwrap_or(i32::MAX);
        let grouped = primary > 0 && length >= primary + self.numbers.least;
        for (place, digit) in (0..).zip(integer.chars()) {
            let left = length - place;
            let apart =
                left == primary || (left > primary && (left - primary) % secondary.max(1) == 0);
            if grouped && place > 0 && apart {
                out.push_str(apart_by);
            }
            self.push_digits(digit.encode_utf8(&mut [0; 4]), out);
        }
        let shown = digits.decimals().max(decimals.least.into());
        if shown > 0 {
            out.push_str(decimal);
            self.push_digits(&digits.fraction(shown), out);
        }
    }

    /// Appends a number: `1.234,5`.
    pub fn decimal(
        &self,
        mut digits: Digits,
        negative: bool,
        decimals: Decimals,
        group: bool,
        out: &mut String,
    ) {
        if negative {
            out.push_str(self.numbers.minus);
        }
        let marks = (self.numbers.decimal, self.numbers.group);
        let groups = if group { self.numbers.groups } else { Groups::default() };
        self.push_number(&mut digits, decimals, groups, marks, out);
    }

    /// Appends a number of hundredths with the sign of percent: `12,5 %`.
    pub fn percent(&self, digits: Digits, negative: bool, decimals: Decimals, out: &mut String) {
        self.in_pattern(self.entry('P'), digits, negative, decimals, None, out);
    }

    /// The symbol of a currency: `€`, or its code.
    pub fn currency_symbol<'c>(&self, code: &'c str) -> &'c str
    where
        'static: 'c,
    {
        self.part('$', code).unwrap_or(code)
    }

    /// Appends an amount of money with a symbol in its place, or with none.
    pub fn money(
        &self,
        digits: Digits,
        negative: bool,
        decimals: Decimals,
        symbol: &str,
        out: &mut String,
    ) {
        self.in_pattern(self.numbers.pattern, digits, negative, decimals, Some(symbol), out);
    }

    fn in_pattern(
        &self,
        pattern: &str,
        mut digits: Digits,
        negative: bool,
        decimals: Decimals,
        symbol: Option<&str>,
        out: &mut String,
    ) {
        let (positive, own) = match pattern.split_once(';') {
            Some((positive, own)) => (positive, Some(own)),
            None => (pattern, None),
        };
        let chosen = if negative { own.unwrap_or(positive) } else { positive };
        let is_number = |c: char| matches!(c, '#' | '0' | ',' | '.');
        let start = chosen.find(is_number).unwrap_or(0);
        let end = chosen.rfind(is_number).map_or(0, |end| end + 1);
        let (before, after) =
            (chosen.get(..start).unwrap_or_default(), chosen.get(end..).unwrap_or_default());
        if negative && own.is_none() {
            // The sign stands after marks of direction, which have no width.
            out.push_str(self.numbers.minus);
        }
        self.affix(before, symbol, true, out);
        let symbols = &self.numbers;
        let marks = if symbol.is_some() { symbols.money } else { (symbols.decimal, symbols.group) };
        let groups = Groups::of(chosen.get(start..end).unwrap_or_default());
        self.push_number(&mut digits, decimals, groups, marks, out);
        self.affix(after, symbol, false, out);
    }

    /// Text before or after the number.
    fn affix(&self, affix: &str, symbol: Option<&str>, before: bool, out: &mut String) {
        const NO_BREAK: char = '\u{a0}';
        let is_space = |c: char| c == NO_BREAK || c == ' ' || c == '\u{202f}';
        let affix = if symbol == Some("") { affix.trim_matches(is_space) } else { affix };
        let symbol = symbol.unwrap_or_default();
        for (at, c) in affix.char_indices() {
            match c {
                '¤' if symbol.is_empty() => {}
                '¤' => {
                    let first = at == 0;
                    let last = at + c.len_utf8() == affix.len();
                    if !before && first && symbol.chars().next().is_some_and(needs_room) {
                        out.push(NO_BREAK);
                    }
                    out.push_str(symbol);
                    if before && last && symbol.chars().next_back().is_some_and(needs_room) {
                        out.push(NO_BREAK);
                    }
                }
                '-' => out.push_str(self.numbers.minus),
                '%' => out.push_str(self.numbers.percent),
                '\'' => {}
                other => out.push(other),
            }
        }
    }
}

impl Locale {
    /// A number as the locale writes it, as plain digits with a point before the decimals: `1.234,50` is
    /// `1234.50` in German. Nothing for what is no such number: groups have the lengths that the locale
    /// gives them and one mark, digits follow the decimal mark, and there is nothing else but a sign.
    pub fn read_number(&self, text: &str) -> Option<String> {
        let symbols = &self.numbers;
        let text = trim(text);
        let (sign, unsigned) =
            match text.strip_prefix(symbols.minus).or_else(|| text.strip_prefix(MINUS)) {
                Some(rest) => ("-", rest),
                None => ("", text.strip_prefix('+').unwrap_or(text)),
            };
        let decimals = [symbols.decimal, symbols.money.0];
        let groups = [symbols.group, symbols.money.1];
        // A mark that means both in a locale means what it does in plain numbers.
        let is_decimal = |c: char| {
            is_mark(c, decimals[0]) || (is_mark(c, decimals[1]) && !is_mark(c, groups[0]))
        };
        let is_group = |c: char| !is_decimal(c) && groups.iter().any(|group| is_mark(c, group));
        let (integer, fraction) = match unsigned.char_indices().find(|(_, c)| is_decimal(*c)) {
            Some((at, c)) => (unsigned.get(..at)?, Some(unsigned.get(at + c.len_utf8()..)?)),
            None => (unsigned, None),
        };
        let mut plain = String::from(sign);
        let digits = plain.len();
        let marks: Vec<char> = integer.chars().filter(|c| is_group(*c)).collect();
        let parts: Vec<&str> = integer.split(is_group).collect();
        for part in &parts {
            self.push_plain(part, &mut plain)?;
        }
        if let Some(mark) = marks.first() {
            let length = |part: &&str| i32::try_from(part.chars().count()).unwrap_or(i32::MAX);
            let (last, others) = parts.split_last()?;
            let (first, inner) = others.split_first()?;
            let is_grouped = |Groups { primary, secondary }: Groups| {
                length(last) == primary
                    && inner.iter().all(|part| length(part) == secondary)
                    && (1..=secondary).contains(&length(first))
            };
            // Few locales group amounts of money in another way than plain numbers.
            let fits = (is_grouped(symbols.groups) || is_grouped(symbols.groups_of_money()))
                && marks.iter().all(|other| other == mark)
                && !plain.get(digits..)?.starts_with('0');
            if !fits {
                return None;
            }
        }
        match fraction {
            Some("") => return None,
            Some(fraction) => {
                if plain.len() == digits {
                    plain.push('0');
                }
                plain.push('.');
                self.push_plain(fraction, &mut plain)?;
            }
            None if plain.len() == digits => return None,
            None => {}
        }
        Some(plain)
    }

    /// Returns true if a text has a mark of the locale between digits.
    pub fn has_number_mark(&self, text: &str) -> bool {
        let symbols = &self.numbers;
        let marks = [symbols.decimal, symbols.group, symbols.money.0, symbols.money.1];
        text.chars().any(|c| marks.iter().any(|mark| is_mark(c, mark)))
    }

    /// Appends digits of the locale, or those of ASCII; nothing for what is no digit.
    fn push_plain(&self, digits: &str, out: &mut String) -> Option<()> {
        let zero = u32::from(self.numbers.zero);
        for c in digits.chars() {
            let own = u32::from(c).checked_sub(zero).filter(|digit| *digit < 10);
            let digit = c.to_digit(10).or(own)?;
            out.push(char::from_digit(digit, 10)?);
        }
        Some(())
    }
}

/// The minus sign of Unicode and that of keyboards.
const MINUS: [char; 2] = ['-', '\u{2212}'];

/// Returns true for a mark, and for characters that people type in its place: any blank, any
/// apostrophe.
fn is_mark(c: char, mark: &str) -> bool {
    const BLANKS: [char; 4] = [' ', '\u{a0}', '\u{202f}', '\u{2009}'];
    const APOSTROPHES: [char; 2] = ['\'', '\u{2019}'];
    let mut chars = mark.chars();
    match (chars.next(), chars.next()) {
        (Some(mark), None) => {
            let same = |all: &[char]| all.contains(&mark) && all.contains(&c);
            c == mark || same(&BLANKS) || same(&APOSTROPHES)
        }
        _ => false,
    }
}

/// Returns true if CLDR puts a blank between the end of a symbol and a digit: after letters and
/// punctuation, not after signs such as `$` and `€`.
fn needs_room(c: char) -> bool {
    c.is_alphanumeric() || (c.is_ascii_punctuation() && !"$+<=>^`|~".contains(c))
}
