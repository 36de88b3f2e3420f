//! Date patterns as other programs write them, for the checker.

use super::pattern::TOKENS;

/// Letters that some program puts into date patterns, and what to write here instead.
const FOREIGN: [(char, &str); 10] = [
    ('Y', "write `YYYY`: years have four digits"),
    ('y', "write `YYYY`"),
    ('M', "write `MM`: months are printed as numbers, not as names"),
    ('L', "write `MM`: months are printed as numbers, not as names"),
    ('D', "write `DD`"),
    ('d', "write `DD`: days of the month are in capitals, names of days do not exist"),
    ('E', "leave it out: names of days do not exist"),
    ('H', "write `HH`"),
    ('h', "write `HH`: hours go from 00 to 23"),
    ('S', "leave it out: fractions of a second do not exist"),
];

/// The first letters of a pattern that look like a token of other programs (`MMMM`, `dd`, `yyyy`)
/// and are none here, with advice.
///
/// Patterns may hold words (`DD de MM`, `HHhmm`), so only a run of letters is looked at that is
/// made of nothing but repeated pattern letters; one letter alone counts if it is a capital, since
/// `h`, `d` and `y` alone are words or units of several languages.
///
/// With the names of a `localized` pattern (`MMMM`, `ddd`) these are tokens too, and a pattern may be
/// a skeleton of CLDR.
pub(crate) fn pattern_letters(pattern: &str, localized: bool) -> Option<(&str, &'static str)> {
    const NAMES: [&str; 4] = ["MMMM", "MMM", "dddd", "ddd"];
    if localized && pattern.starts_with("skeleton:") {
        return None;
    }
    pattern.split(|c: char| !c.is_alphabetic()).find_map(|word| {
        let mut foreign = None;
        for group in word.as_bytes().chunk_by(|a, b| a == b) {
            let group = std::str::from_utf8(group).ok()?;
            let is_name = localized && NAMES.contains(&group);
            if is_name || TOKENS.iter().any(|(token, _)| *token == group) {
                continue;
            }
            let letter = group.chars().next()?;
            let (_, advice) = FOREIGN.iter().find(|(foreign, _)| *foreign == letter)?;
            if group.len() == 1 && !matches!(letter, 'D' | 'M' | 'Y' | 'H') {
                return None;
            }
            foreign = foreign.or(Some((group, *advice)));
        }
        foreign
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_words_are_fine() {
        for pattern in [
            "",
            "DD/MM/YYYY",
            "YYYY-MM-DDTHH:mm:ss",
            "YYYYMMDD",
            "DD de MM de YYYY",
            "HHhmm",
            "HH h mm",
            "DD às HH:mm",
            "Stand: DD.MM.YYYY Uhr",
            "é MM",
        ] {
            assert_eq!(pattern_letters(pattern, false), None, "{pattern}");
        }
    }

    #[test]
    fn tokens_of_other_programs_are_found() {
        for (pattern, letters) in [
            ("DD MMMM YYYY", "MMMM"),
            ("MMM/YYYY", "MMM"),
            ("dd/MM/yyyy", "dd"),
            ("DD/MM/YY", "YY"),
            ("D.M.YYYY", "D"),
            ("yyyyMMdd", "yyyy"),
            ("hh:mm", "hh"),
            ("HH:mm:ss.SSS", "SSS"),
            ("EEEE, DD/MM", "EEEE"),
            ("dddd", "dddd"),
        ] {
            assert_eq!(
                pattern_letters(pattern, false).map(|found| found.0),
                Some(letters),
                "{pattern}"
            );
        }
    }

    #[test]
    fn names_and_skeletons_belong_to_locales() {
        for pattern in ["dddd, DD. MMMM YYYY", "ddd MMM", "skeleton:yyyyMMMMdd"] {
            assert_eq!(pattern_letters(pattern, true), None, "{pattern}");
            assert!(pattern_letters(pattern, false).is_some(), "{pattern}");
        }
        assert_eq!(pattern_letters("dddd, D. MMMM", true).map(|found| found.0), Some("D"));
    }
}
