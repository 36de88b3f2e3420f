//! Numbers, colours and attribute values as text.

use crate::template::Color;

/// A number with at most so many decimals, without zeros that say nothing. NaN becomes 0.
pub(super) fn decimal(value: f64, decimals: u32, out: &mut String) {
    let one = 10_u64.pow(decimals);
    // The cast saturates and turns NaN into 0; what is absurd is cut, so that a reader does not meet
    // exponents.
    let scaled = (value * one as f64).clamp(-1e15, 1e15);
    let rounded = (scaled + 0.5_f64.copysign(scaled)) as i64;
    if rounded < 0 {
        out.push('-');
    }
    let magnitude = rounded.unsigned_abs();
    let (whole, mut part) = (magnitude / one, magnitude % one);
    if whole != 0 || part == 0 {
        out.push_str(itoa::Buffer::new().format(whole));
    }
    if part != 0 {
        out.push('.');
        let mut digit = one / 10;
        while part != 0 {
            out.push(char::from(b'0' + (part / digit) as u8));
            part %= digit;
            digit /= 10;
        }
    }
}

/// A length in points, with the precision of the PDF.
pub(super) fn length(value: f64, out: &mut String) {
    decimal(value, 2, out);
}

/// `#rrggbb`, or `#rgb` where that says the same.
pub(super) fn color(color: Color, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let channels =
        [color.r, color.g, color.b].map(|channel| (channel.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
    let short = channels.iter().all(|channel| channel >> 4 == channel & 15);
    out.push('#');
    for channel in channels {
        out.push(char::from(DIGITS[usize::from(channel >> 4)]));
        if !short {
            out.push(char::from(DIGITS[usize::from(channel & 15)]));
        }
    }
}

/// A text as the value of a quoted attribute. Characters that XML does not allow are replaced.
pub(super) fn attribute(text: &str, out: &mut String) {
    let mut done = 0;
    for (index, character) in text.char_indices() {
        let written = match character {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&#39;",
            '\t' => "&#9;",
            '\n' => "&#10;",
            '\r' => "&#13;",
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => "\u{fffd}",
            _ => continue,
        };
        out.push_str(&text[done..index]);
        out.push_str(written);
        done = index + character.len_utf8();
    }
    out.push_str(&text[done..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        write(&mut out);
        out
    }

    #[test]
    fn numbers_are_short_and_finite() {
        let number = |value| written(|out| decimal(value, 3, out));
        assert_eq!(number(0.0), "0");
        assert_eq!(number(-0.0), "0");
        assert_eq!(number(-0.0004), "0");
        assert_eq!(number(-0.25), "-.25");
        assert_eq!(number(12.0), "12");
        assert_eq!(number(12.0504), "12.05");
        assert_eq!(number(99.9996), "100");
        assert_eq!(number(0.007), ".007");
        assert_eq!(number(f64::NAN), "0");
        assert_eq!(number(f64::INFINITY), "1000000000000");
    }

    #[test]
    fn colours_are_hexadecimal() {
        let text = |r, g, b| written(|out| color(Color::rgb(r, g, b), out));
        assert_eq!(text(0.0, 1.0, 0.2), "#0f3");
        assert_eq!(text(0.1, 0.5, 2.0), "#1a80ff");
    }

    #[test]
    fn texts_cannot_leave_their_attribute() {
        let escaped = written(|out| attribute("a\"><script>&'\u{1}\n€", out));
        assert_eq!(escaped, "a&quot;&gt;&lt;script&gt;&amp;&#39;\u{fffd}&#10;€");
        assert_eq!(written(|out| attribute("plain", out)), "plain");
    }
}
