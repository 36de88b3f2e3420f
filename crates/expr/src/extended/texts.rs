//! Functions of texts. Characters are grapheme clusters, which readers see as one character.

use std::borrow::Cow;

use icu_segmenter::GraphemeClusterSegmenter;

use super::super::ast::Call;
use super::super::kind::TextFunction;
use super::super::output::Output;
use super::super::scope::Scope;

use reportctl_base::blank::is_blank;
use reportctl_base::problem::Result;

impl TextFunction {
    pub(super) fn evaluate<'a>(self, call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
        let text = call.text(0, scope)?;
        scope.env.meter.read(text.len())?;
        Ok(Output::Text(match self {
            Self::Length => return Ok(Output::Number(length(&text) as f64)),
            Self::Left => match call.whole(1, scope)? {
                Some(count) => within(text, 0, count),
                None => Cow::Borrowed(""),
            },
            Self::Right => match call.whole(1, scope)? {
                Some(count) => {
                    let length = i64::try_from(length(&text)).unwrap_or(i64::MAX);
                    within(text, length.saturating_sub(count.max(0)).max(0), i64::MAX)
                }
                None => Cow::Borrowed(""),
            },
            Self::Middle => {
                let count =
                    if call.args.len() > 2 { call.whole(2, scope)? } else { Some(i64::MAX) };
                match call.whole(1, scope)?.zip(count) {
                    Some((from @ 1.., count)) => within(text, from - 1, count),
                    // There are no characters before the first: spreadsheets give an error.
                    _ => Cow::Borrowed(""),
                }
            }
            Self::Replace => replace(text, call, scope)?,
            Self::Split => split(text, call, scope)?,
            Self::PadLeft | Self::PadRight => self.pad(text, call, scope)?,
            Self::Mask => Cow::Owned(mask(&text, &call.text(1, scope)?)),
            Self::Iban => Cow::Owned(in_fours(&text)),
            // Texts with markup read it (20.1.6); anywhere else it is the value as it is.
            Self::Markup => text,
        }))
    }

    /// Fills up to so many characters.
    fn pad<'a>(self, text: Cow<'a, str>, call: &Call, scope: &Scope<'_>) -> Result<Cow<'a, str>> {
        let Some(wanted) = call.whole(1, scope)? else { return Ok(Cow::Borrowed("")) };
        let with = if call.args.len() > 2 { call.text(2, scope)? } else { Cow::Borrowed(" ") };
        let with = within(with, 0, 1);
        let missing = usize::try_from(wanted).unwrap_or(0).saturating_sub(length(&text));
        if missing == 0 || with.is_empty() {
            return Ok(text);
        }
        // Charged before it is made, since the number may be anything.
        scope.env.meter.spend(missing.saturating_mul(with.len()))?;
        let filling = with.repeat(missing);
        Ok(Cow::Owned(if self == Self::PadLeft {
            filling + &text
        } else {
            text.into_owned() + &filling
        }))
    }
}

fn length(text: &str) -> usize {
    if is_plain(text) {
        return text.len();
    }
    GraphemeClusterSegmenter::new().segment_str(text).count().saturating_sub(1)
}

/// Returns `true` if every byte is a character; a line end of two bytes is one character.
fn is_plain(text: &str) -> bool {
    text.is_ascii() && !text.contains('\r')
}

/// `count` characters from the offset `from`, 0-based.
fn within(text: Cow<'_, str>, from: i64, count: i64) -> Cow<'_, str> {
    let end = usize::try_from(from.saturating_add(count.max(0))).unwrap_or(usize::MAX);
    let start = usize::try_from(from).unwrap_or(usize::MAX);
    let range = if is_plain(&text) {
        start.min(text.len())..end.min(text.len())
    } else {
        let breaks: Vec<usize> = GraphemeClusterSegmenter::new().segment_str(&text).collect();
        let at = |place: usize| breaks.get(place).copied().unwrap_or(text.len());
        at(start)..at(end)
    };
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(range).unwrap_or_default()),
        Cow::Owned(text) => Cow::Owned(text.get(range).unwrap_or_default().to_owned()),
    }
}

fn replace<'a>(text: Cow<'a, str>, call: &Call, scope: &Scope<'_>) -> Result<Cow<'a, str>> {
    let from = call.text(1, scope)?;
    if from.is_empty() || !text.contains(&*from) {
        return Ok(text);
    }
    let to = call.text(2, scope)?;
    let longer = to.len().saturating_sub(from.len());
    scope.env.meter.spend(text.matches(&*from).count().saturating_mul(longer))?;
    Ok(Cow::Owned(text.replace(&*from, &to)))
}

fn split<'a>(text: Cow<'a, str>, call: &Call, scope: &Scope<'_>) -> Result<Cow<'a, str>> {
    let separator = call.text(1, scope)?;
    let Some(wanted) = call.whole(2, scope)? else { return Ok(Cow::Borrowed("")) };
    let parts: Vec<&str> =
        if separator.is_empty() { vec![&text] } else { text.split(&*separator).collect() };
    let place = usize::try_from(wanted.unsigned_abs()).unwrap_or(usize::MAX);
    let index = if wanted > 0 { place.checked_sub(1) } else { parts.len().checked_sub(place) };
    let part = index.and_then(|index| parts.get(index)).copied().unwrap_or_default();
    Ok(Cow::Owned(part.to_owned()))
}

/// The letters and digits of a text in the places of `#`. The result ends with the last of them;
/// characters in excess follow the pattern.
fn mask(text: &str, pattern: &str) -> String {
    let mut taken = text.chars().filter(|c| c.is_alphanumeric()).peekable();
    let mut masked = String::new();
    // Literals wait for the character after them.
    let mut waiting = String::new();
    if taken.peek().is_none() {
        return masked;
    }
    for c in pattern.chars() {
        if c != '#' {
            waiting.push(c);
            continue;
        }
        let Some(next) = taken.next() else { return masked };
        masked.push_str(&waiting);
        waiting.clear();
        masked.push(next);
    }
    masked + &waiting + &taken.collect::<String>()
}

fn in_fours(text: &str) -> String {
    let mut grouped = String::new();
    for (place, c) in text.chars().filter(|c| !is_blank(*c)).enumerate() {
        if place > 0 && place % 4 == 0 {
            grouped.push(' ');
        }
        grouped.push(c);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{render_as, render_in};
    use super::*;
    use crate::Dialect;
    use reportctl_base::problem::Code;

    const DATA: &str = r#"{"a":2,"s":"Straße","flags":"🇧🇷🇩🇪x","e":"e\u0301a","name":"Ana","crlf":"a\r\nb","sp":"1 2 3"}"#;

    fn show(template: &str) -> String {
        render_in(template, DATA, &Dialect::EXTENDED)
    }

    #[test]
    fn characters_are_what_a_reader_sees() {
        assert_eq!(
            show("{LEN(s)} {LEN(flags)} {LEN(e)} {LEN(missing)} {LEN(crlf)} {LEN(a)}"),
            "6 3 2 0 3 1"
        );
        assert_eq!(
            show("{LEFT(flags, 1)} {RIGHT(flags, 2)} {MID(flags, 2, 1)} {LEFT(e, 1)}"),
            "🇧🇷 🇩🇪x 🇩🇪 e\u{301}"
        );
        assert_eq!(
            show("{LEFT(s, 4)} {RIGHT(s, 3)} {MID(s, 2, 3)} {MID(s, 5)} {LEFT(s, 99)}"),
            "Stra aße tra ße Straße"
        );
        assert_eq!(
            show(
                "[{LEFT(s)}] [{RIGHT(s, -1)}] [{MID(s, 0, 2)}] [{LEFT(s, name)}] [{MID(s, 9, 1)}]"
            ),
            "[] [] [] [] []"
        );
        assert_eq!(
            show("[{MID(s, -1, 9)}] [{MID(s, missing, 2)}] [{MID(s, 2, 0)}] [{MID(s, 1, -1)}]"),
            "[] [] [] []"
        );
    }

    #[test]
    fn parts_and_replacements() {
        assert_eq!(
            show(
                "{REPLACE(sp, \" \", \"-\")} {REPLACE(s, \"\", \"x\")} {REPLACE(s, \"x\", \"y\")} {REPLACE(sp, \" \")}"
            ),
            "1-2-3 Straße Straße 123"
        );
        assert_eq!(
            show(
                "{SPLIT(sp, \" \", 1)} {SPLIT(sp, \" \", -1)} [{SPLIT(sp, \" \", 4)}] [{SPLIT(sp, \" \")}] {SPLIT(s, \"\", 1)}"
            ),
            "1 3 [] [] Straße"
        );
    }

    #[test]
    fn filling_never_cuts() {
        assert_eq!(
            show(
                "{PADLEFT(a, 5, \"0\")} [{PADRIGHT(name, 5)}] {PADLEFT(name, 2)} {PADLEFT(flags, 4, \"🇧🇷🇩🇪\")}"
            ),
            "00002 [Ana  ] Ana 🇧🇷🇧🇷🇩🇪x"
        );
        let endless = render_as("{PADLEFT(a, 1000000000000)}", DATA, &Dialect::EXTENDED, false);
        assert_eq!(endless.expect_err("too long").code, Code::OutputLimit);
    }

    #[test]
    fn masks() {
        assert_eq!(
            show("{MASK(\"12345678909\", \"###.###.###-##\")} {IBAN(\"DE89370400440532013000\")}"),
            "123.456.789-09 DE89 3704 0044 0532 0130 00"
        );
        for (text, pattern, masked) in [
            ("123", "###.###", "123"),
            ("1234", "(##) ##", "(12) 34"),
            ("12", "(##)", "(12)"),
            ("1234567", "##-##", "12-34567"),
            ("12.34", "##/##", "12/34"),
            ("", "##-##", ""),
            ("ab", "", "ab"),
        ] {
            assert_eq!(mask(text, pattern), masked, "{text}");
        }
    }
}
