//! Dates as a locale writes them: by style, by skeleton, and with names of months and days in
//! patterns of the template.

use super::Locale;
use crate::expr::date::{Civil, Timestamp};

/// How a date is written (spec 20.8.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DateStyle {
    /// Year, month and day, the last two with two digits.
    Numeric,
    /// One of CLDR's own, by its mark in the table.
    Named(char),
    /// By the parts that are wanted: `yMMMMd`.
    Skeleton(String),
    /// By the tokens of the base, and names: `MMMM`, `MMM`, `dddd`, `ddd`.
    Tokens(String),
}

impl DateStyle {
    /// Reads the second argument of DATE.
    pub fn read(text: &str) -> Self {
        match text {
            "numeric" => Self::Numeric,
            "short" => Self::Named('s'),
            "medium" => Self::Named('d'),
            "long" => Self::Named('l'),
            "full" => Self::Named('f'),
            _ => match text.strip_prefix("skeleton:") {
                Some(skeleton) => Self::Skeleton(skeleton.trim().to_owned()),
                None => Self::Tokens(text.to_owned()),
            },
        }
    }
}

/// Tokens of templates, longer ones first.
const TOKENS: [&str; 10] = ["YYYY", "MMMM", "dddd", "MMM", "ddd", "MM", "DD", "HH", "mm", "ss"];

/// The letters of a pattern in the order of skeletons.
const ORDER: &str = "GyMEdahHms";

impl Locale {
    /// Appends a date.
    pub fn date(&self, time: Timestamp, style: &DateStyle, out: &mut String) {
        let civil = time.civil();
        match style {
            DateStyle::Numeric => self.numeric(time, out),
            DateStyle::Named(mark) => self.pattern(self.entry(*mark), civil, out),
            DateStyle::Skeleton(skeleton) => match self.by_skeleton(skeleton) {
                Some(pattern) => self.pattern(&pattern, civil, out),
                None => self.numeric(time, out),
            },
            DateStyle::Tokens(tokens) => self.tokens(tokens, civil, out),
        }
    }

    fn numeric(&self, time: Timestamp, out: &mut String) {
        let pattern = self.part('k', "yMd").unwrap_or("y-MM-dd");
        self.pattern(&widened(pattern, "yMMdd"), time.civil(), out);
    }

    /// The pattern of a skeleton: the locale's own, or the nearest one with its parts widened.
    fn by_skeleton(&self, skeleton: &str) -> Option<String> {
        if skeleton.is_empty() || !skeleton.chars().all(|c| ORDER.contains(c) || "LcY".contains(c))
        {
            return None;
        }
        let wanted = canonical(skeleton);
        if let Some(pattern) = self.part('k', &wanted) {
            return Some(pattern.to_owned());
        }
        let named = ['f', 'l', 'd', 's'].into_iter().map(|mark| self.entry(mark));
        if let Some(pattern) = named.into_iter().find(|pattern| skeleton_of(pattern) == wanted) {
            return Some(pattern.to_owned());
        }
        // The same parts in their usual widths.
        let usual = wanted
            .replace("MMMM", "MMM")
            .replace("EEEE", "E")
            .replace("EEE", "E")
            .replace("yyyy", "y")
            .replace("yy", "y")
            .replace("dd", "d")
            .replace("HH", "H")
            .replace("hh", "h")
            .replace("mm", "m")
            .replace("ss", "s");
        let short = if usual.contains("MMM") { usual } else { usual.replace("MM", "M") };
        if let Some(pattern) = self.part('k', &short) {
            return Some(widened(pattern, &wanted));
        }
        // Date and time apart.
        let is_time = |c: char| "ahHms".contains(c);
        let date: String = wanted.chars().filter(|c| !is_time(*c)).collect();
        let time: String = wanted.chars().filter(|c| is_time(*c)).collect();
        if date.is_empty() || time.is_empty() {
            return None;
        }
        Some(format!("{}, {}", self.by_skeleton(&date)?, self.by_skeleton(&time)?))
    }

    /// Appends by a pattern of CLDR: runs of letters are parts, quoted texts themselves.
    fn pattern(&self, pattern: &str, civil: Civil, out: &mut String) {
        for piece in pieces(pattern) {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Part(letter, width) => self.field(letter, width, civil, out),
            }
        }
    }

    fn field(&self, letter: char, width: usize, civil: Civil, out: &mut String) {
        let number = |number: i64, width: usize, out: &mut String| {
            self.push_digits(&format!("{number:0width$}"), out);
        };
        let month = usize::try_from(civil.month - 1).unwrap_or(0);
        match (letter, width) {
            ('y' | 'Y' | 'u', 2) => number(civil.year.rem_euclid(100), 2, out),
            ('y' | 'Y' | 'u', _) => number(civil.year, width, out),
            ('M', 3) => self.name("b", month, out),
            ('M', 4..) => self.name("m", month, out),
            ('L', 3) => self.name("Bb", month, out),
            ('L', 4..) => self.name("Mm", month, out),
            ('M' | 'L', _) => number(civil.month, width, out),
            ('d', _) => number(civil.day, width, out),
            ('E', 4..) => self.name("w", weekday(civil), out),
            ('E', _) => self.name("a", weekday(civil), out),
            ('c', 4..) => self.name("Ww", weekday(civil), out),
            ('c', _) => self.name("Aa", weekday(civil), out),
            ('G', _) => out.push_str(self.entry('e')),
            ('a', _) => self.name("p", usize::from(civil.hour >= 12), out),
            ('H', _) => number(civil.hour, width, out),
            ('h', _) => number((civil.hour + 11) % 12 + 1, width, out),
            ('m', _) => number(civil.minute, width, out),
            ('s', _) => number(civil.second, width, out),
            _ => {}
        }
    }

    /// A name of a list. Where names that stand alone differ, they have a list of their own; else
    /// the other one serves.
    fn name(&self, marks: &str, index: usize, out: &mut String) {
        for mark in marks.chars() {
            if let Some(name) =
                self.entry(mark).split('|').nth(index).filter(|name| !name.is_empty())
            {
                return out.push_str(name);
            }
        }
    }

    /// Appends by the tokens of templates; every other character stands for itself.
    fn tokens(&self, tokens: &str, civil: Civil, out: &mut String) {
        // Beside a day months are in the form that goes with it: `30 kwietnia`.
        let with_day = tokens.contains("DD");
        let mut rest = tokens;
        while let Some(c) = rest.chars().next() {
            let Some(token) = TOKENS.iter().find(|token| rest.starts_with(**token)) else {
                out.push(c);
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
                continue;
            };
            rest = rest.get(token.len()..).unwrap_or_default();
            match *token {
                "YYYY" => self.field('y', 1, civil, out),
                "MMMM" => self.field(if with_day { 'M' } else { 'L' }, 4, civil, out),
                "MMM" => self.field(if with_day { 'M' } else { 'L' }, 3, civil, out),
                "dddd" => self.field('E', 4, civil, out),
                "ddd" => self.field('E', 3, civil, out),
                "MM" => self.field('M', 2, civil, out),
                "DD" => self.field('d', 2, civil, out),
                "HH" => self.field('H', 2, civil, out),
                "mm" => self.field('m', 2, civil, out),
                _ => self.field('s', 2, civil, out),
            }
        }
    }
}

/// From 0 for Sunday.
fn weekday(civil: Civil) -> usize {
    const DAY: i64 = 86_400;
    let midnight = Civil { hour: 0, minute: 0, second: 0, ..civil };
    let days = Timestamp::from_parts(midnight).map_or(0, |time| time.seconds().div_euclid(DAY));
    usize::try_from((days + 4).rem_euclid(7)).unwrap_or(0)
}

enum Piece<'p> {
    Text(&'p str),
    Part(char, usize),
}

/// The pieces of a pattern of CLDR.
fn pieces(pattern: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = pattern;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let (piece, taken) = if first.is_ascii_alphabetic() {
            let width = rest.chars().take_while(|c| *c == first).count();
            (Piece::Part(first, width), width)
        } else if first == '\'' {
            let inner = rest.get(1..).unwrap_or_default();
            let end = inner.find('\'').unwrap_or(inner.len());
            // Two quotes are one.
            let text = if end == 0 { "'" } else { inner.get(..end).unwrap_or_default() };
            (Piece::Text(text), (end + 2).min(rest.len()))
        } else {
            let end = rest.find(|c: char| c.is_ascii_alphabetic() || c == '\'');
            let end = end.unwrap_or(rest.len());
            (Piece::Text(rest.get(..end).unwrap_or_default()), end)
        };
        rest = rest.get(taken..).unwrap_or_default();
        Some(piece)
    })
}

/// A letter as skeletons write it: they know no names that stand alone.
fn plain(letter: char) -> char {
    match letter {
        'L' => 'M',
        'c' => 'E',
        'Y' => 'y',
        other => other,
    }
}

/// A skeleton with its parts in order; a weekday of up to three letters is one.
fn canonical(skeleton: &str) -> String {
    let letters: String = skeleton.chars().map(plain).collect();
    let mut ordered = String::new();
    for letter in ORDER.chars() {
        let width = letters.chars().filter(|c| *c == letter).count();
        let width = if letter == 'E' && width < 4 { width.min(1) } else { width };
        ordered.extend(std::iter::repeat_n(letter, width));
    }
    ordered
}

/// The skeleton of a pattern.
fn skeleton_of(pattern: &str) -> String {
    let mut letters = String::new();
    for piece in pieces(pattern) {
        if let Piece::Part(letter, width) = piece {
            letters.extend(std::iter::repeat_n(letter, width));
        }
    }
    canonical(&letters)
}

/// A pattern whose parts have the widths of a skeleton.
fn widened(pattern: &str, skeleton: &str) -> String {
    let mut out = String::new();
    for piece in pieces(pattern) {
        match piece {
            Piece::Text(text) => {
                let quoted = text.chars().any(|c| c.is_ascii_alphabetic() || c == '\'');
                match quoted {
                    true => out.push_str(&format!("'{text}'")),
                    false => out.push_str(text),
                }
            }
            Piece::Part(letter, width) => {
                let asked = skeleton.chars().filter(|c| *c == plain(letter)).count();
                // Numbers do not become names, nor names numbers.
                let named = |width: usize| width > 2 && "MLEc".contains(letter);
                let keep = asked == 0 || named(width) != named(asked) && letter != 'E';
                let width = if keep { width } else { asked };
                out.extend(std::iter::repeat_n(letter, width));
            }
        }
    }
    out
}
