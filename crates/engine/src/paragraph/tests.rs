//! Breaking of lines: rules one by one, and laws for any text.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::budget::Meter;
use crate::font::{Face, Fonts, Style};
use crate::format::Wrap;
use crate::units::mm_to_pt;

/// Latin and a little Arabic; `tests/fonts/make.py` says how it was made.
const SANS: &[u8] = include_bytes!("../../../../tests/fonts/FixtureSans.ttf");

fn face(bytes: &[u8]) -> Arc<Face> {
    Arc::new(Face::from_bytes("fixture", bytes.to_vec()).expect("a font"))
}

/// Texts and widths in points of the lines of a text.
fn composed(fonts: &Fonts, text: &str, measure: &Measure) -> (Vec<(String, f64)>, bool) {
    let spans = [Span { start: 0, emphasis: Emphasis::default() }];
    let mut lines = Lines::default();
    let mut composer = Composer::new(fonts);
    let cut = composer.compose(text, &spans, measure, &Meter::default(), &mut lines);
    let cut = cut.expect("glyphs for all characters");
    (lines.iter().map(|line| (lines.text(line).to_owned(), line.width)).collect(), cut)
}

fn measure(wrap: Wrap, millimetres: f64) -> Measure {
    Measure { wrap, room: mm_to_pt(millimetres), size: 10.0, most: usize::MAX, cut: false }
}

fn lines_in(text: &str, millimetres: f64) -> Vec<String> {
    let (lines, _) = composed(&Fonts::standard(), text, &measure(Wrap::Word, millimetres));
    lines.into_iter().map(|(text, _)| text).collect()
}

fn lines_of(text: &str) -> Vec<String> {
    lines_in(text, 20.0)
}

#[test]
fn lines_break_at_blanks_which_they_lose() {
    assert_eq!(lines_of("aaaa aaaa aaaa"), ["aaaa aaaa", "aaaa"]);
    assert_eq!(lines_of("aaaa aaaa     aaaa  "), ["aaaa aaaa", "aaaa"]);
    assert_eq!(lines_of("  aaaa"), ["  aaaa"]);
    assert_eq!(lines_of("Preis-Leistung"), ["Preis-", "Leistung"]);
    assert_eq!(lines_of(""), [""]);
}

#[test]
fn what_must_not_break_does_not() {
    // "100 000 €" with no-break spaces, and a full stop that stays with its word.
    assert_eq!(lines_of("Summe: 100\u{a0}000\u{a0}€"), ["Summe:", "100\u{a0}000\u{a0}€"]);
    assert_eq!(lines_of("aaaaaaaaa aa."), ["aaaaaaaaa", "aa."]);
    assert_eq!(lines_of("aaaaa (aaaa)"), ["aaaaa", "(aaaa)"]);
}

#[test]
fn a_word_that_is_too_wide_breaks_between_clusters() {
    assert_eq!(lines_of(&"a".repeat(20)), ["a".repeat(10), "a".repeat(10)]);
    assert_eq!(lines_of(&format!("aa {}", "a".repeat(12))), ["aa", "aaaaaaaaaa", "aa"]);
    // The rest of the word goes on with the next word.
    assert_eq!(lines_of(&format!("{} aa", "a".repeat(12))), ["aaaaaaaaaa", "aa aa"]);
    assert_eq!(lines_in("abc", 0.1), ["a", "b", "c"]);
    // A long one too, in a font that is measured by setting it.
    let lines = lines_in(&"Ж".repeat(6000), 170.0);
    let (last, full) = lines.split_last().expect("many lines");
    assert!(full.iter().all(|line| line.len() == full[0].len()) && last.len() <= full[0].len());
    assert_eq!(full.len() * full[0].len() + last.len(), 12_000);
    // Blanks need no room, and make no line of their own.
    assert_eq!(lines_in("ab  c d ", 0.1), ["a", "b", "c", "d"]);
    let (lines, _) = composed(&Fonts::standard(), "ab  c ", &measure(Wrap::Char, 0.1));
    assert_eq!(lines.iter().map(|(line, _)| &**line).collect::<Vec<_>>(), ["a", "b", "c"]);
}

#[test]
fn newlines_end_paragraphs() {
    let all = "one\ntwo\r\nthree\rfour\u{b}five\u{c}six\u{85}seven\u{2028}eight\u{2029}nine";
    let expected = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    assert_eq!(lines_of(all), expected);
    assert_eq!(lines_of("one\n\ntwo\n"), ["one", "", "two"]);
    assert_eq!(lines_of("one\n\n"), ["one", ""]);
    assert_eq!(lines_of("\n"), [""]);
}

#[test]
fn a_soft_hyphen_shows_only_where_it_is_used() {
    assert_eq!(lines_of("Do\u{ad}nau\u{ad}dampf\u{ad}schiff"), ["Donau-", "dampfschiff"]);
    assert_eq!(lines_of("Do\u{ad}nau"), ["Donau"]);
}

#[test]
fn characters_may_be_broken_anywhere_on_demand() {
    let (lines, _) = composed(&Fonts::standard(), "aaaa aaaaaaaaaa", &measure(Wrap::Char, 20.0));
    let texts: Vec<&str> = lines.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(texts, ["aaaa aaaaa", "aaaaa"]);
}

#[test]
fn too_many_lines_end_with_an_ellipsis() {
    let text = "Payment within 30 days, net, without deduction. Late payment costs interest.";
    let limited = Measure { most: 2, ..measure(Wrap::Word, 40.0) };
    let (lines, cut) = composed(&Fonts::standard(), text, &limited);
    let texts: Vec<&str> = lines.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(texts, ["Payment within 30 days,", "net, without deduction.…"]);
    assert!(cut && lines.iter().all(|(_, width)| *width <= limited.room));
    // Further paragraphs count, though the line itself fits.
    let (lines, cut) = composed(&Fonts::standard(), "one\ntwo\nthree", &limited);
    assert_eq!((lines[1].0.as_str(), cut), ("two…", true));
    let (lines, cut) = composed(&Fonts::standard(), "one\ntwo\n", &limited);
    assert_eq!((lines[1].0.as_str(), cut), ("two", false));
}

#[test]
fn a_single_line_is_cut_on_demand() {
    let single = Measure { cut: true, ..measure(Wrap::None, 20.0) };
    let (lines, cut) = composed(&Fonts::standard(), "aaaa aaaa aaaa", &single);
    assert_eq!((lines[0].0.as_str(), cut), ("aaaa aaa…", true));
    assert!(lines[0].1 <= single.room);
}

#[test]
fn stretches_of_several_faces_add_up() {
    let fonts = Fonts::standard();
    let bold = Emphasis { style: Style { bold: true, ..Style::default() }, ..Emphasis::default() };
    let spans = [
        Span { start: 0, emphasis: Emphasis::default() },
        Span { start: 4, emphasis: bold },
        Span { start: 8, emphasis: Emphasis::default() },
    ];
    let mut lines = Lines::default();
    let mut composer = Composer::new(&fonts);
    let narrow = measure(Wrap::Word, 25.0);
    let text = "iii iii iii iii iii iii iii iii iii iii iii";
    let cut = composer.compose(text, &spans, &narrow, &Meter::default(), &mut lines);
    assert_eq!(cut, Ok(false));
    let first = lines.iter().next().expect("a line");
    let parts: Vec<(&str, bool)> =
        lines.spans(first).map(|(text, emphasis)| (text, emphasis.style.bold)).collect();
    assert_eq!(parts[..2], [("iii ", false), ("iii ", true)]);
    // 222 and 278 thousandths an `i`, 278 a blank in both.
    let blanks = lines.text(first).matches(' ').count() as f64 * 2.78;
    let letters = lines.text(first).matches('i').count() as f64 - 3.0;
    assert!((first.width - (blanks + letters * 2.22 + 3.0 * 2.78)).abs() < 1e-9);
}

#[test]
fn long_texts_are_broken_in_any_room() {
    let fonts = Fonts::standard();
    let sans = Fonts::new(vec![face(SANS)], true);
    for fonts in [&fonts, &sans] {
        for text in ["a".repeat(1 << 16), "aaaa ".repeat(1 << 14), "\u{ad}a".repeat(1 << 15)] {
            let (lines, _) = composed(fonts, &text, &measure(Wrap::Word, 100.0));
            assert!(lines.len() > 500, "{}", lines.len());
            let (lines, _) = composed(fonts, &text, &measure(Wrap::Word, 1e9));
            assert_eq!(lines.len(), 1);
        }
    }
}

/// Another implementation of UAX #14 gives the same opportunities (`data/line_breaks.py`).
#[test]
fn many_languages_break_where_another_engine_breaks_them() {
    let vectors = include_str!("data/line_breaks.json");
    let vectors: Vec<serde_json::Value> = serde_json::from_str(vectors).expect("valid JSON");
    assert!(vectors.len() >= 10);
    let fonts = Fonts::standard();
    let mut composer = Composer::new(&fonts);
    for vector in vectors {
        let text = vector["text"].as_str().expect("a text");
        composer.find_breaks(text, Wrap::Word);
        let ours = composer.breaks.iter().map(|at| text[..*at].chars().count() as u64);
        let theirs = vector["breaks"].as_array().into_iter().flatten();
        let theirs: Vec<u64> = theirs.filter_map(serde_json::Value::as_u64).collect();
        assert_eq!(ours.collect::<Vec<_>>(), theirs, "{}", vector["language"]);
    }
}

fn without_blanks(text: &str) -> String {
    let gone = |c: char| c == ' ' || c == '\u{ad}' || ends_paragraph(c) || c.is_control();
    text.chars().filter(|c| !gone(*c)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_character_is_lost_or_doubled_and_every_line_fits(
        text in "[a-zA-Z0-9 ,.()€\u{ad}\u{a0}\n-]{0,80}|[a-hąłćŹ шцы()e\u{301} -]{0,60}",
        millimetres in 0.5..60.0_f64,
        wrap in prop_oneof![Just(Wrap::Word), Just(Wrap::Char)],
        embedded in any::<bool>(),
    ) {
        let fonts = if embedded { Fonts::new(vec![face(SANS)], true) } else { Fonts::standard() };
        let measure = measure(wrap, millimetres);
        let (lines, cut) = composed(&fonts, &text, &measure);
        prop_assert!(!cut);
        let joined: String = lines.iter().map(|(text, _)| {
            // The hyphen of a soft hyphen is the only character that is added.
            text.as_str()
        }).collect();
        let (mut left, mut right) = (without_blanks(&joined), without_blanks(&text));
        if text.contains('\u{ad}') {
            left.retain(|c| c != '-');
            right.retain(|c| c != '-');
        }
        prop_assert_eq!(left, right);
        for (line, width) in &lines {
            let clusters = line.trim_end_matches('-').chars().filter(|c| *c != '\u{301}').count();
            prop_assert!(*width <= measure.room || clusters <= 1, "{line:?} {width}");
        }
    }

    #[test]
    fn a_limit_of_lines_holds(
        text in "[a-z \n]{0,120}", millimetres in 1.0..40.0_f64, most in 1..5_usize,
    ) {
        let fonts = Fonts::standard();
        let free = measure(Wrap::Word, millimetres);
        let (all, _) = composed(&fonts, &text, &free);
        let (lines, cut) = composed(&fonts, &text, &Measure { most, ..free });
        prop_assert_eq!(lines.len(), all.len().min(most));
        prop_assert_eq!(cut, all.len() > most);
        prop_assert_eq!(cut, lines.last().is_some_and(|(text, _)| text.ends_with('…')));
        let same = lines.len() - usize::from(cut);
        prop_assert_eq!(&lines[..same], &all[..same]);
    }
}

/// As blanks: a line that is broken at a tab, or ends with one, is as wide as its letters.
#[test]
fn tabs_at_the_end_of_a_line_are_dropped() {
    let fonts = Fonts::standard();
    let (plain, _) = composed(&fonts, "aaaa aaaa", &measure(Wrap::None, 100.0));
    for text in ["aaaa aaaa\taaaa", "aaaa aaaa \t aaaa", "aaaa aaaa\t", "aaaa aaaa\t\t\naaaa"] {
        let room = Measure { room: plain[0].1, ..measure(Wrap::Word, 0.0) };
        let (lines, _) = composed(&fonts, text, &room);
        assert_eq!(lines[0], plain[0], "{text:?}");
    }
}
