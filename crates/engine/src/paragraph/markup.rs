//! Inline emphasis and lists (spec 20.1.6): a closed subset of Markdown, in which values are never
//! markup.

use super::lines::{Emphasis, Span};
use super::paragraphs;
use crate::format::TextTransform;

/// Stands for a value while the text around it is read.
const VALUE: char = '\u{fffc}';
/// Levels of lists.
const LEVELS: usize = 3;

/// A part of a text before its markup is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// What the author wrote.
    Literal(String),
    /// What a token gives.
    Value(String),
}

impl Part {
    /// The same in the case that is asked for.
    pub(crate) fn cased(&self, transform: TextTransform) -> Self {
        match self {
            Self::Literal(text) => Self::Literal(transform.apply(text).into_owned()),
            Self::Value(text) => Self::Value(transform.apply(text).into_owned()),
        }
    }
}

/// A text whose markup was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Marked {
    /// The text without markers.
    pub text: String,
    /// How its stretches look.
    pub spans: Vec<Span>,
    /// Its paragraphs that are items of lists, in order.
    pub items: Vec<ListItem>,
}

/// A paragraph that is an item of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListItem {
    /// Where it starts, in bytes.
    pub start: usize,
    /// Its level, from 1.
    pub level: usize,
    /// What stands before it.
    pub marker: String,
}

/// What a marker switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Bold,
    Italic,
    Both,
    Strike,
    Underline,
}

impl Mark {
    const ALL: [(&'static str, Self); 5] = [
        ("***", Self::Both),
        ("**", Self::Bold),
        ("*", Self::Italic),
        ("~~", Self::Strike),
        ("__", Self::Underline),
    ];

    fn switch(self, emphasis: &mut Emphasis, base: Emphasis, on: bool) {
        let style = &mut emphasis.style;
        if matches!(self, Self::Bold | Self::Both) {
            style.bold = on || base.style.bold;
        }
        if matches!(self, Self::Italic | Self::Both) {
            style.italic = on || base.style.italic;
        }
        match self {
            Self::Strike => emphasis.strike = on || base.strike,
            Self::Underline => emphasis.underline = on || base.underline,
            _ => {}
        }
    }
}

/// A piece of a paragraph.
enum Piece<'s> {
    Text(&'s str),
    /// A marker, whether it may open and close, and whether it does.
    Mark {
        mark: Mark,
        source: &'s str,
        opens: bool,
        closes: bool,
        role: Role,
    },
}

#[derive(Clone, Copy, PartialEq)]
enum Role {
    Literal,
    Opens,
    Closes,
}

impl Marked {
    /// Reads the markup of a text; `base` is how it looks without any.
    pub fn read(parts: &[Part], base: Emphasis) -> Self {
        let mut source = String::new();
        let mut values = Vec::new();
        for part in parts {
            match part {
                Part::Literal(text) => source.extend(text.chars().filter(|c| *c != VALUE)),
                Part::Value(value) => {
                    source.push(VALUE);
                    values.push(value.as_str());
                }
            }
        }
        let mut marked = Self::default();
        let mut values = values.into_iter();
        // The number of the last item of each level, while its list goes on.
        let mut numbers: [Option<u64>; LEVELS] = [None; LEVELS];
        for (index, range) in paragraphs(&source).enumerate() {
            if index > 0 {
                marked.text.push('\n');
            }
            let paragraph = source.get(range).unwrap_or_default();
            let rest = match list_item(paragraph) {
                None => {
                    numbers = [None; LEVELS];
                    paragraph
                }
                Some((level, number, rest)) => {
                    let number = number.map(|first| numbers[level].map_or(first, |last| last + 1));
                    numbers[level] = number;
                    numbers[level + 1..].fill(None);
                    let marker = number.map_or("•".to_owned(), |number| format!("{number}."));
                    let start = marked.text.len();
                    marked.items.push(ListItem { start, level: level + 1, marker });
                    rest
                }
            };
            marked.paragraph(rest, base, &mut values);
        }
        // One newline at the very end adds no line, so it may as well stay.
        if source.ends_with('\n') {
            marked.text.push('\n');
        }
        if marked.spans.is_empty() {
            marked.spans.push(Span { start: 0, emphasis: base });
        }
        marked
    }

    fn paragraph<'v>(
        &mut self,
        source: &str,
        base: Emphasis,
        values: &mut impl Iterator<Item = &'v str>,
    ) {
        let mut pieces = pieces(source);
        pair(&mut pieces);
        let mut emphasis = base;
        self.span(emphasis);
        for piece in pieces {
            match piece {
                Piece::Mark { mark, role: Role::Opens, .. } => {
                    mark.switch(&mut emphasis, base, true);
                    self.span(emphasis);
                }
                Piece::Mark { mark, role: Role::Closes, .. } => {
                    mark.switch(&mut emphasis, base, false);
                    self.span(emphasis);
                }
                Piece::Text(text) | Piece::Mark { source: text, .. } => {
                    for character in text.chars() {
                        match character {
                            VALUE => self.text.push_str(values.next().unwrap_or_default()),
                            character => self.text.push(character),
                        }
                    }
                }
            }
        }
    }

    /// Begins a stretch here, unless nothing changes.
    fn span(&mut self, emphasis: Emphasis) {
        let start = self.text.len();
        match self.spans.last_mut() {
            Some(last) if last.emphasis == emphasis => {}
            Some(last) if last.start == start => last.emphasis = emphasis,
            _ => self.spans.push(Span { start, emphasis }),
        }
    }
}

/// Level, number if it has one, and text of a paragraph that is an item of a list.
fn list_item(paragraph: &str) -> Option<(usize, Option<u64>, &str)> {
    let text = paragraph.trim_start_matches(' ');
    let level = ((paragraph.len() - text.len()) / 2).min(LEVELS - 1);
    if let Some(rest) = text.strip_prefix("- ") {
        return Some((level, None, rest));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text.get(digits..)?.strip_prefix(". ")?;
    let number = text.get(..digits)?.parse().ok().filter(|_| digits <= 9)?;
    Some((level, Some(number), rest))
}

fn pieces(source: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut at = 0;
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        let mut characters = rest.chars();
        if rest.starts_with('\\') && rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) {
            pieces.push(Piece::Text(&source[start..at]));
            start = at + 1;
            at += 2;
            continue;
        }
        let found = Mark::ALL.iter().find(|(marker, _)| rest.starts_with(marker));
        if let Some((marker, mark)) = found {
            let end = at + marker.len();
            let opens = !blank(source[end..].chars().next());
            let closes = !blank(source[..at].chars().next_back());
            pieces.push(Piece::Text(&source[start..at]));
            let (mark, source) = (*mark, &source[at..end]);
            pieces.push(Piece::Mark { mark, source, opens, closes, role: Role::Literal });
            (start, at) = (end, end);
            continue;
        }
        at += characters.next().map_or(1, char::len_utf8);
    }
    pieces.push(Piece::Text(&source[start..]));
    pieces
}

/// Pairs markers: each closes the last open one of its kind; those opened in between are literal.
fn pair(pieces: &mut [Piece<'_>]) {
    let mut open: Vec<(usize, Mark)> = Vec::new();
    for index in 0..pieces.len() {
        let Piece::Mark { mark, opens, closes, .. } = pieces[index] else { continue };
        let partner = open.iter().rposition(|(_, other)| closes && *other == mark);
        if let Some(partner) = partner {
            let first = open[partner].0;
            open.truncate(partner);
            for (at, new) in [(first, Role::Opens), (index, Role::Closes)] {
                if let Piece::Mark { role, .. } = &mut pieces[at] {
                    *role = new;
                }
            }
        } else if opens && !open.iter().any(|(_, other)| *other == mark) {
            open.push((index, mark));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with `b`, `i`, `s` and `u` around its stretches, and its lists.
    fn read(parts: &[Part]) -> (String, Vec<(usize, String)>) {
        let marked = Marked::read(parts, Emphasis::default());
        let ends = marked.spans.iter().skip(1).map(|span| span.start).chain([marked.text.len()]);
        let mut out = String::new();
        for (span, end) in marked.spans.iter().zip(ends) {
            let text = &marked.text[span.start..end];
            let Emphasis { style, underline, strike, .. } = span.emphasis;
            let flags = [(style.bold, 'b'), (style.italic, 'i'), (strike, 's'), (underline, 'u')];
            let names: String = flags.iter().filter(|(on, _)| *on).map(|(_, name)| name).collect();
            match names.is_empty() {
                true => out.push_str(text),
                false => out.push_str(&format!("<{names}:{text}>")),
            }
        }
        let items = marked.items.into_iter().map(|item| (item.level, item.marker)).collect();
        (out, items)
    }

    fn shown(text: &str) -> String {
        read(&[Part::Literal(text.to_owned())]).0
    }

    #[test]
    fn markers_switch_faces_and_rules() {
        assert_eq!(shown("a **b** *c* ***d*** ~~e~~ __f__"), "a <b:b> <i:c> <bi:d> <s:e> <u:f>");
        assert_eq!(shown("**a *b* c**"), "<b:a ><bi:b><b: c>");
        assert_eq!(shown("x**y**z"), "x<b:y>z");
    }

    #[test]
    fn what_does_not_pair_is_literal() {
        for text in ["2 * 3 * 4", "**a", "a**", "** a **", "a_b", "__a", "a ~ b", "*a\nb*"] {
            assert_eq!(shown(text), text);
        }
        assert_eq!(shown("**a *b**"), "<b:a *b>");
        assert_eq!(shown(r"\*a\* \\ \n"), r"*a* \ \n");
    }

    #[test]
    fn values_are_never_markup() {
        let value = |text: &str| Part::Value(text.to_owned());
        let literal = |text: &str| Part::Literal(text.to_owned());
        let (text, items) = read(&[literal("*"), value("**x**"), literal("*"), value("\n- y *z*")]);
        assert_eq!((text.as_str(), items.len()), ("<i:**x**>\n- y *z*", 0));
    }

    #[test]
    fn lists_have_bullets_and_numbers() {
        let text = "Terms\n- one\n- two\n  - deep\n3. three\n1. four\n    - deepest\nend\n1. again";
        let (text, items) = read(&[Part::Literal(text.to_owned())]);
        assert_eq!(text, "Terms\none\ntwo\ndeep\nthree\nfour\ndeepest\nend\nagain");
        let markers: Vec<(usize, &str)> = items.iter().map(|(l, m)| (*l, m.as_str())).collect();
        let expected = [(1, "•"), (1, "•"), (2, "•"), (1, "3."), (1, "4."), (3, "•"), (1, "1.")];
        assert_eq!(markers, expected);
        assert_eq!(shown("-5 and 3.14"), "-5 and 3.14");
    }
}
