//! Dates as a locale writes them: by style, by skeleton, and with names of months and days in
//! patterns of the template.

use super::Locale;
use reportctl_base::calendar::{Civil, Timestamp};

/// Format of a date (spec 20.8.2).
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
const ORDER: &str = "GyQMEdahHKkms";

/// Most digits that a number is filled up to: those of the widest part of a skeleton.
const MOST_DIGITS: usize = 6;

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
        // Some locales write month and day of two digits in a way of their own.
        let pattern = self.part('k', "yMMdd").or_else(|| self.part('k', "yMd"));
        let pattern = pattern.unwrap_or("y-MM-dd");
        self.pattern(&widened(pattern, "yMMdd"), time.civil(), out);
    }

    /// The pattern of a skeleton: the locale's own, or the nearest one with its parts widened.
    fn by_skeleton(&self, skeleton: &str) -> Option<String> {
        let is_known = |c: char| ORDER.contains(c) || "LcqYj".contains(c);
        if skeleton.is_empty() || !skeleton.chars().all(is_known) {
            return None;
        }
        let letters = skeleton.replace('j', self.hours.letter());
        if !has_widths_of_cldr(&letters) {
            return None;
        }
        let wanted = canonical(&letters);
        if wanted.contains(['K', 'k']) {
            return self.by_rarer_hours(&wanted);
        }
        // Patterns know eras by their short names.
        if wanted.starts_with("GGGG") {
            let pattern = self.by_skeleton(&wanted.replace("GGGG", "G"))?;
            return Some(widened(&pattern, &wanted));
        }
        if let Some(pattern) = self.part('k', &wanted) {
            return Some(pattern.to_owned());
        }
        if wanted == "MMMM" {
            return Some("LLLL".to_owned());
        }
        // Names of weekdays that stand alone, as Finnish has them in its full date, are not asked for.
        let named = ['f', 'l', 'd', 's'].map(|mark| self.entry(mark));
        let named = named.map(|pattern| {
            if pattern.contains("cccc") {
                (pattern, String::new())
            } else {
                (pattern, skeleton_of(pattern))
            }
        });
        if let Some((pattern, _)) = named.iter().find(|(_, skeleton)| *skeleton == wanted) {
            return Some((*pattern).to_owned());
        }
        // A date with the names of month and weekday is most like the full one, however wide its
        // weekday and day are.
        let short_day = |skeleton: &str| skeleton.replace("EEEE", "E").replace("dd", "d");
        if let Some((pattern, _)) = named.iter().find(|(_, skeleton)| {
            wanted.contains("MMMM")
                && wanted.contains('E')
                && short_day(skeleton) == short_day(&wanted)
        }) {
            return Some(widened(pattern, &wanted));
        }
        // The same parts in their usual widths; a month that is written out has patterns of its own.
        let usual = wanted
            .replace("yyyy", "y")
            .replace("yy", "y")
            .replace("dd", "d")
            .replace("HH", "H")
            .replace("hh", "h")
            .replace("mm", "m")
            .replace("ss", "s");
        // Few locales write a weekday in full in another place than a short one.
        for usual in [usual.clone(), usual.replace("EEEE", "E")] {
            if let Some(pattern) = self.part('k', &usual) {
                return Some(widened(pattern, &wanted));
            }
            let usual = usual.replace("MMMM", "MMM");
            let short = if usual.contains("MMM") { usual } else { usual.replace("MM", "M") };
            if let Some(pattern) = self.part('k', &short) {
                return Some(widened(pattern, &wanted));
            }
        }
        if let Some(pattern) = self.by_quarter(&wanted) {
            return Some(pattern);
        }
        // A part alone is written as it is.
        if wanted.chars().all(|c| wanted.starts_with(c)) && wanted.starts_with(['G', 'Q']) {
            return Some(wanted);
        }
        // Date and time apart, together as the length of the date asks for.
        let is_time = |c: char| "ahHms".contains(c);
        let date: String = wanted.chars().filter(|c| !is_time(*c)).collect();
        let time: String = wanted.chars().filter(|c| is_time(*c)).collect();
        if date.is_empty() || time.is_empty() {
            return None;
        }
        let length = match (date.contains("MMMM"), date.contains("MMM")) {
            (true, _) => usize::from(!date.contains('E')),
            (_, true) => 2,
            _ => 3,
        };
        let joined = self.entry('t').split('|').nth(length).unwrap_or("{1} {0}");
        let (date, time) = (self.by_skeleton(&date)?, self.by_skeleton(&time)?);
        Some(joined.replacen("{0}", &time, 1).replacen("{1}", &date, 1))
    }

    /// The pattern of a skeleton with hours from 0 to 11 (`K`) or 1 to 24 (`k`): the pattern of the
    /// hours from 1 to 12 or 0 to 23, which CLDR has.
    fn by_rarer_hours(&self, wanted: &str) -> Option<String> {
        let pattern = self.by_skeleton(&wanted.replace('K', "h").replace('k', "H"))?;
        let (usual, rarer) = if wanted.contains('K') { ('h', "K") } else { ('H', "k") };
        let mut out = String::new();
        for piece in pieces(&pattern) {
            match piece {
                Piece::Part(letter, width) if letter == usual => {
                    out.extend(std::iter::repeat_n(rarer, width));
                }
                other => other.push(&mut out),
            }
        }
        Some(out)
    }

    /// The pattern of a year with its quarter. Names of quarters stand where the locale has them; it
    /// writes none with numbers alone.
    fn by_quarter(&self, wanted: &str) -> Option<String> {
        let parts: String = wanted.chars().filter(|c| !matches!(c, 'y' | 'Q')).collect();
        if !parts.is_empty() || !wanted.contains('y') || !wanted.contains('Q') {
            return None;
        }
        let wide = wanted.matches('Q').count() == 4;
        let own = if wide { self.part('k', "yQQQQ") } else { None };
        own.or_else(|| self.part('k', "yQQQ")).map(|pattern| widened(pattern, wanted))
    }

    /// Appends by a pattern of CLDR: runs of letters are parts, quoted texts themselves.
    fn pattern(&self, pattern: &str, civil: Civil, out: &mut String) {
        let with_era = || pieces(pattern).any(|piece| matches!(piece, Piece::Part('G', _)));
        // Before the first year years are counted backwards.
        let year = if civil.year <= 0 && with_era() { 1 - civil.year } else { civil.year };
        for piece in pieces(pattern) {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Part('G', width) => self.era(width, civil.year <= 0, out),
                Piece::Part(letter @ ('y' | 'Y' | 'u'), width) => {
                    self.field(letter, width, Civil { year, ..civil }, out);
                }
                Piece::Part(letter, width) => self.field(letter, width, civil, out),
            }
        }
    }

    /// The name of the era: short, or in full from four letters on.
    fn era(&self, width: usize, is_before: bool, out: &mut String) {
        self.name(if width == 4 { "E" } else { "e" }, usize::from(is_before), out);
    }

    /// A quarter: its number, or its name from three letters on.
    fn quarter(&self, width: usize, civil: Civil, out: &mut String) {
        let quarter = (civil.month - 1).div_euclid(3) + 1;
        let names = match width {
            3 => self.entry('q'),
            4 => self.entry('Q'),
            2 => return self.push_digits(&format!("{quarter:02}"), out),
            _ => return self.push_digits(&quarter.to_string(), out),
        };
        match names.split_once('#') {
            // They differ in the number alone.
            Some((before, after)) => {
                out.push_str(before);
                self.push_digits(&quarter.to_string(), out);
                out.push_str(after);
            }
            None => {
                let index = usize::try_from(quarter - 1).unwrap_or(0);
                out.push_str(names.split('|').nth(index).unwrap_or_default());
            }
        }
    }

    fn field(&self, letter: char, width: usize, civil: Civil, out: &mut String) {
        let number = |number: i64, width: usize, out: &mut String| {
            let width = width.min(MOST_DIGITS);
            self.push_digits(&format!("{number:0width$}"), out);
        };
        let month = usize::try_from(civil.month - 1).unwrap_or(0);
        match (letter, width) {
            ('y' | 'Y' | 'u', 2) => number(civil.year.rem_euclid(100), 2, out),
            ('y' | 'Y' | 'u', _) => number(civil.year, width, out),
            ('M', 3) => self.name("b", month, out),
            ('M' | 'L', 5) => self.name("im", month, out),
            ('M', 4..) => self.name("m", month, out),
            ('L', 3) => self.name("Bb", month, out),
            ('L', 4..) => self.name("Mm", month, out),
            ('M' | 'L', _) => number(civil.month, width, out),
            ('d', _) => number(civil.day, width, out),
            ('E', 4..) => self.name("w", weekday(civil), out),
            ('E', _) => self.name("a", weekday(civil), out),
            ('c', 4..) => self.name("Ww", weekday(civil), out),
            ('c', _) => self.name("Aa", weekday(civil), out),
            ('Q' | 'q', _) => self.quarter(width, civil, out),
            // Parts of the day are those before and after noon.
            ('a' | 'B', _) => self.name("p", usize::from(civil.hour >= 12), out),
            ('H', _) => number(civil.hour, width, out),
            ('h', _) => number((civil.hour + 11) % 12 + 1, width, out),
            ('K', _) => number(civil.hour % 12, width, out),
            ('k', _) => number((civil.hour + 23) % 24 + 1, width, out),
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

impl Piece<'_> {
    /// Writes it as a part of a pattern.
    fn push(&self, out: &mut String) {
        match *self {
            Self::Text(text) => {
                if text.chars().any(|c| c.is_ascii_alphabetic() || c == '\'') {
                    out.push_str(&format!("'{text}'"))
                } else {
                    out.push_str(text)
                }
            }
            Self::Part(letter, width) => out.extend(std::iter::repeat_n(letter, width)),
        }
    }
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
        'q' => 'Q',
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
        // Weekdays and eras have one short name.
        let is_short = letter == 'E' && width < 4 || letter == 'G' && width != 4;
        let width = if is_short { width.min(1) } else { width };
        ordered.extend(std::iter::repeat_n(letter, width));
    }
    ordered
}

/// Returns `true` if CLDR has parts as wide as those of a skeleton.
fn has_widths_of_cldr(skeleton: &str) -> bool {
    let most = |letter| match letter {
        'E' => 6,
        'G' | 'y' | 'Q' | 'M' | 'a' => 5,
        _ => 2,
    };
    let width = |letter| skeleton.chars().filter(|c| plain(*c) == letter).count();
    ORDER.chars().all(|letter| width(letter) <= most(letter))
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
            Piece::Text(_) => piece.push(&mut out),
            Piece::Part(letter, width) => {
                let asked = skeleton.chars().filter(|c| *c == plain(letter)).count();
                // Numbers do not become names, nor names numbers.
                let named = |width: usize| width > 2 && "MLEcQ".contains(letter);
                let keep = asked == 0 || named(width) != named(asked) && letter != 'E';
                let width = if keep { width } else { asked };
                out.extend(std::iter::repeat_n(letter, width));
            }
        }
    }
    out
}
