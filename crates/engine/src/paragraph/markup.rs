//! Inline emphasis and lists (spec 20.1.6): a closed subset of Markdown, in which values are never
//! markup.

use std::ops::Range;

use super::lines::{Emphasis, Span};
use super::paragraphs;
use crate::font::{END_ISOLATE, ISOLATE};
use crate::format::TextTransform;
use crate::link;

/// Stands for a value while the text around it is read.
const VALUE: char = '\u{fffc}';
/// Levels of lists.
const LEVELS: usize = 3;

/// A part of a text before its markup is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MarkupPart {
    /// Text that the author wrote.
    Literal(String),
    /// Value of a token.
    Value(String),
    /// A value that is markup itself, because the author says so.
    Markup(String),
}

impl MarkupPart {
    /// Length in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Literal(text) | Self::Value(text) | Self::Markup(text) => text.len(),
        }
    }
}

/// A text whose markup was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Marked {
    /// The text without markers.
    pub text: String,
    /// Stretches with their appearance.
    pub spans: Vec<Span>,
    /// Its paragraphs that are items of lists, in order.
    pub items: Vec<ListItem>,
    /// Targets of its links, by their number.
    pub links: Vec<String>,
}

/// Options for reading the markup of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkupReading {
    /// Appearance of the text without markup.
    pub base: Emphasis,
    /// `true` if links in values that are markup are read as links.
    pub links_in_values: bool,
    /// Case in which letters are set. Targets of links stay as they are.
    pub transform: TextTransform,
}

/// A paragraph that is an item of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListItem {
    /// Offset of its start in the text, in bytes.
    pub start: usize,
    /// Offset of its end: a line break in a value ends a line, but not the item.
    pub end: usize,
    /// Its level, from 1.
    pub level: usize,
    /// Marker before it.
    pub marker: String,
}

/// Finds the item of a list that a paragraph belongs to, from paragraph to paragraph.
pub(crate) struct ListItemFinder<'i> {
    rest: &'i [ListItem],
    /// Open items, the inner ones last: values that are markup may hold lists.
    open: Vec<&'i ListItem>,
}

impl<'i> ListItemFinder<'i> {
    pub(crate) fn new(items: &'i [ListItem]) -> Self {
        Self { rest: items, open: Vec::new() }
    }

    /// The item of the paragraph that starts here, and whether it begins there.
    pub(crate) fn at(&mut self, start: usize) -> Option<(&'i ListItem, bool)> {
        while self.open.last().is_some_and(|item| item.end < start) {
            self.open.pop();
        }
        let begins = self.rest.split_first().filter(|(item, _)| item.start == start);
        if let Some((item, rest)) = begins {
            self.rest = rest;
            self.open.push(item);
        }
        self.open.last().map(|item| (*item, begins.is_some()))
    }
}

/// Emphasis that a marker switches.
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

    fn add_to(self, emphasis: &mut Emphasis) {
        let style = &mut emphasis.style;
        match self {
            Self::Bold => style.bold = true,
            Self::Italic => style.italic = true,
            Self::Both => (style.bold, style.italic) = (true, true),
            Self::Strike => emphasis.strike = true,
            Self::Underline => emphasis.underline = true,
        }
    }
}

/// A value that takes its place in a text.
enum Insert<'v> {
    Text(&'v str),
    Markup(&'v str),
}

/// A piece of a paragraph.
enum Piece<'s> {
    Text(&'s str),
    /// Start of the label of a link.
    Link,
    /// End of the label, with the target of the link.
    LinkEnd(&'s str),
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
    /// Reads the markup of a text.
    pub fn read(parts: &[MarkupPart], reading: MarkupReading) -> Self {
        let mut source = String::new();
        let mut values = Vec::new();
        for part in parts {
            match part {
                MarkupPart::Literal(text) => source.extend(text.chars().filter(|c| *c != VALUE)),
                MarkupPart::Value(value) => {
                    source.push(VALUE);
                    values.push(Insert::Text(value));
                }
                MarkupPart::Markup(value) => {
                    source.push(VALUE);
                    values.push(Insert::Markup(value));
                }
            }
        }
        let mut marked = Self::default();
        let mut values = values.into_iter();
        marked.fragment(&source, Fragment { begins: true, links: true }, reading, &mut values);
        if marked.spans.is_empty() {
            marked.spans.push(Span { start: 0, emphasis: reading.base });
        }
        marked
    }

    /// Numbers its links from another one on, for lines that hold those of several texts.
    pub fn number_links_from(&mut self, first: u16) {
        for span in &mut self.spans {
            span.emphasis.link = span.emphasis.link.map(|link| link.saturating_add(first));
        }
    }

    /// Adds the paragraphs of a text or of a value in it.
    fn fragment<'v>(
        &mut self,
        source: &str,
        kind: Fragment,
        reading: MarkupReading,
        values: &mut dyn Iterator<Item = Insert<'v>>,
    ) {
        // The number of the last item of each level, while its list goes on.
        let mut numbers: [Option<u64>; LEVELS] = [None; LEVELS];
        for (index, range) in paragraphs(source).enumerate() {
            if index > 0 {
                self.text.push('\n');
            }
            let paragraph = source.get(range).unwrap_or_default();
            let begins = kind.begins || index > 0;
            let mut item = None;
            let rest = match list_item(paragraph).filter(|_| begins) {
                None => {
                    numbers = [None; LEVELS];
                    paragraph
                }
                Some((level, number, rest)) => {
                    let number = number.map(|first| numbers[level].map_or(first, |last| last + 1));
                    numbers[level] = number;
                    numbers[level + 1..].fill(None);
                    let marker = number.map_or("•".to_owned(), |number| format!("{number}."));
                    let start = self.text.len();
                    item = Some(self.items.len());
                    self.items.push(ListItem { start, end: start, level: level + 1, marker });
                    rest
                }
            };
            let kind = Fragment { begins: begins && item.is_none(), ..kind };
            self.paragraph(rest, kind, reading, values);
            let end = self.text.len();
            if let Some(item) = item.and_then(|at| self.items.get_mut(at)) {
                item.end = end;
            }
        }
        // One newline at the very end adds no line, so it may as well stay.
        if source.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn paragraph<'v>(
        &mut self,
        source: &str,
        kind: Fragment,
        reading: MarkupReading,
        values: &mut dyn Iterator<Item = Insert<'v>>,
    ) {
        let mut pieces = pieces(source, kind.links);
        pair(&mut pieces);
        let base = reading.base;
        let mut emphasis = base;
        // Emphasis around each open marker: pairs lie one inside the other.
        let mut around = Vec::new();
        let start = self.text.len();
        self.span(emphasis);
        for piece in pieces {
            match piece {
                Piece::Mark { mark, role: Role::Opens, .. } => {
                    around.push(emphasis);
                    mark.add_to(&mut emphasis);
                    self.span(emphasis);
                }
                Piece::Mark { role: Role::Closes, .. } => {
                    let outer = around.pop().unwrap_or(base);
                    emphasis = Emphasis { link: emphasis.link, ..outer };
                    self.span(emphasis);
                }
                Piece::Link => {
                    emphasis.link = u16::try_from(self.links.len()).ok();
                    self.links.push(String::new());
                    self.span(emphasis);
                }
                Piece::LinkEnd(target) => {
                    let address = address(target, values);
                    if let Some(link) =
                        emphasis.link.and_then(|at| self.links.get_mut(usize::from(at)))
                    {
                        *link = address;
                    }
                    emphasis.link = base.link;
                    self.span(emphasis);
                }
                Piece::Text(text) | Piece::Mark { source: text, .. } => {
                    for (index, text) in text.split(VALUE).enumerate() {
                        let insert = if index == 0 { None } else { values.next() };
                        match insert {
                            Some(Insert::Text(value)) => {
                                self.text.push_str(&reading.transform.apply(value));
                            }
                            Some(Insert::Markup(value)) => {
                                let begins = kind.begins && self.text.len() == start;
                                let links = reading.links_in_values;
                                let inner = MarkupReading { base: emphasis, ..reading };
                                let value: String = value.chars().filter(|c| *c != VALUE).collect();
                                let kind = Fragment { begins, links };
                                self.fragment(&value, kind, inner, &mut std::iter::empty());
                                self.span(emphasis);
                            }
                            None => {}
                        }
                        self.text.push_str(&reading.transform.apply(text));
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

/// Target of a link; values in it stand as they are.
fn address<'v>(target: &str, values: &mut dyn Iterator<Item = Insert<'v>>) -> String {
    let mut address = String::new();
    for character in target.chars() {
        if character != VALUE {
            address.push(character);
        } else if let Some(Insert::Text(value) | Insert::Markup(value)) = values.next() {
            address.extend(value.chars().filter(|c| !matches!(*c, ISOLATE | END_ISOLATE)));
        }
    }
    address
}

/// Kind of text that is read.
#[derive(Clone, Copy)]
struct Fragment {
    /// `true` if it begins a paragraph, which may then be an item of a list.
    begins: bool,
    /// `true` if its links are read as links; otherwise they stay text.
    links: bool,
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

fn pieces(source: &str, links: bool) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    // Begin of the target of the open link, brackets included, and its end.
    let mut open: Option<(usize, usize, &str)> = None;
    let mut ends = TargetEnds { source, known: 0..0 };
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
        if let Some((_, end, target)) = open.filter(|(close, ..)| *close == at) {
            pieces.push(Piece::Text(&source[start..at]));
            pieces.push(Piece::LinkEnd(target));
            (start, at, open) = (end, end, None);
            continue;
        }
        if links
            && open.is_none()
            && rest.starts_with('[')
            && let Some((label, target)) = link_at(source, at, &mut ends)
        {
            pieces.push(Piece::Text(&source[start..at]));
            pieces.push(Piece::Link);
            let close = at + 1 + label;
            open = Some((close, close + 2 + target.len() + 1, target));
            at += 1;
            start = at;
            continue;
        }
        // A longer row of such characters is no marker but, for example, the line of a signature.
        let found = Mark::ALL.iter().find(|(marker, _)| rest.starts_with(marker));
        if let Some((marker, mark)) = found {
            let row = row_of_marks(rest);
            if row > marker.len() {
                at += row;
                continue;
            }
            let end = at + marker.len();
            let opens = !blank(source[end..].chars().next());
            let closes = !blank(source[..at].chars().next_back());
            pieces.push(Piece::Text(&source[start..at]));
            let (mark, source) = (*mark, &source[at..end]);
            pieces.push(Piece::Mark { mark, source, opens, closes, role: Role::Literal });
            if mark == Mark::Both {
                // Place of its second half, where it is divided.
                pieces.push(Piece::Text(""));
            }
            (start, at) = (end, end);
            continue;
        }
        at += characters.next().map_or(1, char::len_utf8);
    }
    pieces.push(Piece::Text(&source[start..]));
    pieces
}

/// Number of times that the first character of a text is repeated at its start.
fn row_of_marks(text: &str) -> usize {
    let bytes = text.as_bytes();
    bytes.iter().take_while(|byte| Some(*byte) == bytes.first()).count()
}

/// Length of the label of a link at a place of a text in bytes, and the target.
fn link_at<'s>(source: &'s str, at: usize, ends: &mut TargetEnds<'_>) -> Option<(usize, &'s str)> {
    let text = source.get(at + 1..)?;
    let label = label_length(text).filter(|length| *length > 0)?;
    text.get(label..)?.strip_prefix("](")?;
    let start = at + 1 + label + 2;
    let target = source.get(start..ends.after(start)?)?;
    // Anything else stays as it is written.
    link::is_known(target).then_some((label, target))
}

/// Bytes up to the bracket that ends a label, or begins another; one behind a backslash does neither.
fn label_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (index, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '[' | ']' => return Some(index),
            '\\' => {
                let next = text.as_bytes().get(index + 1);
                escaped = next.is_some_and(u8::is_ascii_punctuation);
            }
            _ => {}
        }
    }
    None
}

/// The ends of targets of links in a text, which is searched once from its start to its end.
struct TargetEnds<'s> {
    source: &'s str,
    /// A stretch without such an end before its own end.
    known: Range<usize>,
}

impl TargetEnds<'_> {
    /// The place of the bracket that ends a target which begins at `start`; nothing where white space
    /// comes before it. Places ascend from call to call.
    fn after(&mut self, start: usize) -> Option<usize> {
        if !self.known.contains(&start) {
            let rest = self.source.get(start..)?;
            let end = rest.find(|c: char| c == ')' || c.is_whitespace());
            self.known = start..start + end.unwrap_or(rest.len());
        }
        let end = self.known.end;
        self.source.get(end..)?.starts_with(')').then_some(end)
    }
}

/// Pairs markers: each closes the last open one of its kind; those opened in between are literal. A
/// marker of both kinds is divided where its halves have different partners, or one has none.
fn pair(pieces: &mut [Piece<'_>]) {
    let mut open: Vec<(usize, Mark)> = Vec::new();
    for index in 0..pieces.len() {
        let Piece::Mark { mark, opens, closes, .. } = pieces[index] else { continue };
        let is_closed = closes && close(pieces, &mut open, (index, mark));
        if is_closed || !opens {
            continue;
        }
        if !open.iter().any(|(_, other)| *other == mark) {
            open.push((index, mark));
        }
    }
}

/// Closes the last open marker that the one at a place can close; `false` if there is none.
fn close(
    pieces: &mut [Piece<'_>],
    open: &mut Vec<(usize, Mark)>,
    (index, mark): (usize, Mark),
) -> bool {
    let closes = |other: Mark| match mark {
        Mark::Bold | Mark::Italic => other == mark || other == Mark::Both,
        _ => other == mark,
    };
    if let Some(partner) = open.iter().rposition(|(_, other)| closes(*other)) {
        let (first, other) = open[partner];
        open.truncate(partner);
        if other == mark {
            set_role(pieces, first, Role::Opens);
        } else {
            // The half that is closed first is the inner one.
            let outer = if mark == Mark::Bold { Mark::Italic } else { Mark::Bold };
            divide(pieces, first, outer, mark);
            set_role(pieces, first + 1, Role::Opens);
            if !open.iter().any(|(_, other)| *other == outer) {
                open.push((first, outer));
            }
        }
        set_role(pieces, index, Role::Closes);
        return true;
    }
    if mark != Mark::Both {
        return false;
    }
    // Its halves close separately, the one that was opened last before the other.
    let half = |other: Mark| matches!(other, Mark::Bold | Mark::Italic);
    let Some((_, inner)) = open.iter().rfind(|(_, other)| half(*other)).copied() else {
        return false;
    };
    let outer = if inner == Mark::Bold { Mark::Italic } else { Mark::Bold };
    divide(pieces, index, inner, outer);
    close(pieces, open, (index, inner))
}

/// Divides a marker of both kinds in two, the second of which stands at the next place.
fn divide(pieces: &mut [Piece<'_>], index: usize, first: Mark, second: Mark) {
    let Piece::Mark { source, opens, closes, .. } = pieces[index] else { return };
    let (before, after) = source.split_at(if first == Mark::Bold { 2 } else { 1 });
    for (at, mark, source) in [(index, first, before), (index + 1, second, after)] {
        pieces[at] = Piece::Mark { mark, source, opens, closes, role: Role::Literal };
    }
}

fn set_role(pieces: &mut [Piece<'_>], index: usize, new: Role) {
    if let Piece::Mark { role, .. } = &mut pieces[index] {
        *role = new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without links in values.
    fn reading() -> MarkupReading {
        let transform = TextTransform::None;
        MarkupReading { base: Emphasis::default(), links_in_values: false, transform }
    }

    /// The text with `b`, `i`, `s` and `u` around its stretches, and its lists.
    fn read(parts: &[MarkupPart]) -> (String, Vec<(usize, String)>) {
        let marked = Marked::read(parts, reading());
        let ends = marked.spans.iter().skip(1).map(|span| span.start).chain([marked.text.len()]);
        let mut out = String::new();
        for (span, end) in marked.spans.iter().zip(ends) {
            let text = &marked.text[span.start..end];
            let Emphasis { style, underline, strike, .. } = span.emphasis;
            let flags = [(style.bold, 'b'), (style.italic, 'i'), (strike, 's'), (underline, 'u')];
            let names: String = flags.iter().filter(|(on, _)| *on).map(|(_, name)| name).collect();
            if names.is_empty() {
                out.push_str(text)
            } else {
                out.push_str(&format!("<{names}:{text}>"))
            }
        }
        let items = marked.items.into_iter().map(|item| (item.level, item.marker)).collect();
        (out, items)
    }

    fn shown(text: &str) -> String {
        read(&[MarkupPart::Literal(text.to_owned())]).0
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
        // Lines of signatures and rows of stars.
        for text in ["Date: ____________", "a____b", "_____", "____", "~~~~", "****", "******* 7"] {
            assert_eq!(shown(text), text);
        }
        assert_eq!(shown("**Sign ______ here** and __here__"), "<b:Sign ______ here> and <u:here>");
        assert_eq!(shown("**a *b**"), "<b:a *b>");
        assert_eq!(shown(r"\*a\* \\ \n"), r"*a* \ \n");
    }

    /// The designer shows them in the same way while they are written.
    #[test]
    fn emphasis_within_emphasis_is_that_of_the_shared_cases() {
        let cases = include_str!("../../../../tests/vectors/inline-markdown.json");
        let cases: Vec<(String, String)> = serde_json::from_str(cases).expect("pairs of texts");
        for (source, expected) in cases {
            assert_eq!(shown(&source), expected, "{source}");
        }
    }

    #[test]
    fn long_rows_of_open_markers_are_read_in_time() {
        let text = "***a *b ".repeat(100_000);
        assert_eq!(shown(&text), text);
    }

    #[test]
    fn values_are_never_markup() {
        let value = |text: &str| MarkupPart::Value(text.to_owned());
        let literal = |text: &str| MarkupPart::Literal(text.to_owned());
        let (text, items) = read(&[literal("*"), value("**x**"), literal("*"), value("\n- y *z*")]);
        assert_eq!((text.as_str(), items.len()), ("<i:**x**>\n- y *z*", 0));
    }

    #[test]
    fn lists_have_bullets_and_numbers() {
        let text = "Terms\n- one\n- two\n  - deep\n3. three\n1. four\n    - deepest\nend\n1. again";
        let (text, items) = read(&[MarkupPart::Literal(text.to_owned())]);
        assert_eq!(text, "Terms\none\ntwo\ndeep\nthree\nfour\ndeepest\nend\nagain");
        let markers: Vec<(usize, &str)> = items.iter().map(|(l, m)| (*l, m.as_str())).collect();
        let expected = [(1, "•"), (1, "•"), (2, "•"), (1, "3."), (1, "4."), (3, "•"), (1, "1.")];
        assert_eq!(markers, expected);
        assert_eq!(shown("-5 and 3.14"), "-5 and 3.14");
    }

    fn markup(text: &str) -> MarkupPart {
        MarkupPart::Markup(text.to_owned())
    }

    #[test]
    fn values_are_markup_where_the_author_says_so() {
        let literal = |text: &str| MarkupPart::Literal(text.to_owned());
        assert_eq!(read(&[markup("a **b** c")]).0, "a <b:b> c");
        assert_eq!(
            read(&[literal("*"), markup("a **b** c"), literal("* d")]).0,
            "<i:a ><bi:b><i: c> d"
        );
        // A value closes the markup that it opens.
        assert_eq!(read(&[literal("**a "), markup("b** c"), literal("**")]).0, "<b:a b** c>");
        let (text, items) = read(&[markup("- one\n- two"), literal("\nend")]);
        assert_eq!((text.as_str(), items.len()), ("one\ntwo\nend", 2));
        let (text, items) = read(&[literal("see "), markup("- one\n- two")]);
        assert_eq!((text.as_str(), items.len()), ("see - one\ntwo", 1));
        let (text, items) = read(&[literal("- "), markup("- one")]);
        assert_eq!((text.as_str(), items.len()), ("- one", 1));
    }

    #[test]
    fn links_lead_to_known_schemes_only() {
        let links = |parts: &[MarkupPart], reading: MarkupReading| {
            let marked = Marked::read(parts, reading);
            let labels =
                marked.spans.iter().enumerate().filter(|(_, span)| span.emphasis.link.is_some());
            let end =
                |at: usize| marked.spans.get(at + 1).map_or(marked.text.len(), |span| span.start);
            let labels: Vec<String> =
                labels.map(|(at, span)| marked.text[span.start..end(at)].to_owned()).collect();
            (marked.text.clone(), labels, marked.links)
        };
        let literal = |text: &str| MarkupPart::Literal(text.to_owned());
        let (text, labels, targets) = links(
            &[
                literal("see [the **"),
                MarkupPart::Value("shop".to_owned()),
                literal("**](https://shop.example/"),
                MarkupPart::Value("a b".to_owned()),
                literal(") now"),
            ],
            reading(),
        );
        assert_eq!(
            (text.as_str(), targets),
            ("see the shop now", vec!["https://shop.example/a b".to_owned()])
        );
        assert_eq!(labels, ["the ", "shop"]);
        for text in [
            "[a](javascript:b)",
            "[a] (https://b)",
            "[](https://b)",
            "[a](https://b c)",
            "[a](https://b",
        ] {
            assert_eq!(links(&[literal(text)], reading()).0, text);
        }
        // A bracket behind a backslash belongs to the label.
        let (text, _, targets) = links(&[literal("[a\\](https://b) c](https://d) e")], reading());
        assert_eq!((text.as_str(), targets), ("a](https://b) c e", vec!["https://d".to_owned()]));
        let (text, _, targets) = links(&[literal("[a\\](https://b) c")], reading());
        assert_eq!((text.as_str(), targets.len()), ("[a](https://b) c", 0));
        let value = [markup("[a](tel:123)")];
        assert_eq!(links(&value, reading()).0, "[a](tel:123)");
        let on = MarkupReading { links_in_values: true, ..reading() };
        assert_eq!(links(&value, on).2, ["tel:123"]);
    }

    #[test]
    fn many_labels_without_a_target_take_no_longer_each() {
        let text = "[a](".repeat(100_000);
        let parts = [MarkupPart::Markup(text.clone())];
        let reading = MarkupReading { links_in_values: true, ..reading() };
        assert_eq!(Marked::read(&parts, reading).text, text);
        let closed = format!("{text}b) ");
        let parts = [MarkupPart::Markup(closed.clone())];
        assert_eq!(Marked::read(&parts, reading).text, closed);
    }
}
