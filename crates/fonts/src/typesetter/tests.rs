#![expect(clippy::unwrap_used)]

use proptest::prelude::*;

use super::*;
use crate::fixtures::{CUBIC, FALLBACK, SANS, SMALL, face};
use crate::{Setters, Style};

fn set(fonts: &Fonts, text: &str) -> Line {
    Typesetter::new(fonts).set(text).unwrap().clone()
}

fn truncated(fonts: &Fonts, text: &str, size: f64, max_width: f64) -> Line {
    Typesetter::new(fonts).set_truncated(text, size, max_width).unwrap().clone()
}

/// The rule of spec 10.5, word for word.
fn truncated_slowly(fonts: &Fonts, text: &str, size: f64, max_width: f64) -> String {
    let mut setter = Typesetter::new(fonts);
    let mut fits = |text: &str| setter.set(text).unwrap().width_at(size) <= max_width;
    if fits(text) {
        return set(fonts, text).text;
    }
    let mut rest = set(fonts, text).text;
    while rest.chars().count() > 1 && !fits(&format!("{rest}…")) {
        rest.pop();
    }
    format!("{rest}…")
}

fn faces_of(line: &Line) -> Vec<(usize, &str)> {
    line.runs.iter().map(|run| (run.face.index(), line.text_of(run))).collect()
}

mod helvetica_alone {
    use super::*;

    #[test]
    fn the_width_has_kerning_and_the_pen_has_not() {
        let line = set(&Fonts::standard(), "AV");
        assert_eq!(line.width, f64::from(667 + 667 - 70));
        assert_eq!(line.runs[0].advance, f64::from(667 + 667));
        assert_eq!(line.width_at(10.0), 12.64);
    }

    #[test]
    fn lines_of_broken_text_are_drawn_with_the_kerning_that_they_are_measured_with() {
        let fonts = Fonts::standard();
        let bold = Style { bold: true, ..Style::default() };
        let drawn =
            |style, text: &str| Setters::drawing(&fonts).of(style).set(text).unwrap().clone();
        for text in ["AVA", "VAT 19%", "11", "A", "", "To łA"] {
            let line = drawn(Style::default(), text);
            assert_eq!(line.width, set(&fonts, text).width, "{text}");
            let advance: f64 = line.runs.iter().map(|run| run.advance).sum();
            assert_eq!(advance, line.width, "{text}");
        }
        let line = drawn(Style::default(), "AVA");
        let moved: Vec<f64> = line.offsets_of(&line.runs[0]).iter().map(|at| at.x).collect();
        assert_eq!(moved, [0.0, -70.0, -80.0, 0.0]);
        // A full stop, a blank and a T come closer to each other than words may stand.
        let line = drawn(bold, "Mag. Th");
        let moved: f64 = line.offsets_of(&line.runs[0])[4..6].iter().map(|at| at.x).sum();
        assert_eq!(moved, 180.0 - 278.0);
        let figures = drawn(Style::default(), "1,234.50");
        assert_eq!(figures.offsets_of(&figures.runs[0]), []);
        let mut setters = Setters::drawing(&fonts);
        let cut = setters.of(Style::default()).set_truncated("AVAVAVAV", 10.0, 40.0).unwrap();
        assert_eq!(cut.text, truncated(&fonts, "AVAVAVAV", 10.0, 40.0).text);
        assert_eq!(cut.runs[0].advance, cut.width);
        // Texts of the base keep theirs to themselves (10.3).
        assert!(set(&fonts, "AVA").offsets.is_empty());
    }

    #[test]
    fn glyphs_are_winansi_codes() {
        let line = set(&Fonts::standard(), "Olá €");
        assert_eq!(line.glyphs, [0x4F, 0x6C, 0xE1, 0x20, 0x80]);
        assert_eq!(faces_of(&line), [(0, "Olá €")]);
        assert!(!line.runs[0].actual_text);
    }

    #[test]
    fn control_characters_become_spaces() {
        for text in ["a\nb", "a\tb", "a\0b", "a\rb", "a\u{85}b"] {
            assert_eq!(set(&Fonts::standard(), text), set(&Fonts::standard(), "a b"));
        }
    }

    #[test]
    fn decomposed_accents_are_composed() {
        assert_eq!(set(&Fonts::standard(), "cafe\u{301}"), set(&Fonts::standard(), "café"));
    }

    #[test]
    fn a_no_break_space_is_a_space_and_a_soft_hyphen_a_hyphen() {
        let line = set(&Fonts::standard(), "a\u{a0}b\u{ad}");
        assert_eq!(line.glyphs, [0x61, 0x20, 0x62, 0x2D]);
        assert_eq!(line.text, "a\u{a0}b\u{ad}");
    }

    #[test]
    fn empty_text_has_no_runs() {
        let line = set(&Fonts::standard(), "");
        assert_eq!(line, Line::default());
    }

    #[test]
    fn a_setter_keeps_nothing_from_the_line_before() {
        let fonts = Fonts::standard();
        let mut setter = Typesetter::new(&fonts);
        for text in ["AV", "Łódź", "", "AV"] {
            assert_eq!(setter.set(text).unwrap(), &set(&fonts, text));
        }
    }
}

mod fallback {
    use super::*;

    #[test]
    fn characters_choose_their_font_one_by_one() {
        let line = set(&Fonts::standard(), "Łódź");
        assert_eq!(faces_of(&line), [(255, "Ł"), (0, "ód"), (255, "ź")]);
        let widths: f64 = line.runs.iter().map(|run| run.advance).sum();
        assert!((line.width - widths).abs() < 1e-9);
    }

    #[test]
    fn a_character_that_no_font_has_is_named() {
        let fonts = Fonts::standard();
        let mut setter = Typesetter::new(&fonts);
        assert_eq!(setter.set("Ana 🎉!"), Err(MissingGlyph { character: '🎉' }));
        let cut = setter.set_truncated("a long text with 🎉 at the end", 10.0, 1.0);
        assert_eq!(cut, Err(MissingGlyph { character: '🎉' }));
    }

    #[test]
    fn without_the_fallback_the_reference_rule_holds() {
        let fonts = Fonts::new(Vec::new(), false);
        let mut setter = Typesetter::new(&fonts);
        assert_eq!(setter.set("Łódź"), Err(MissingGlyph { character: 'Ł' }));
        let fonts = Fonts::new(vec![face(SMALL)], false);
        let mut setter = Typesetter::new(&fonts);
        assert_eq!(setter.set("abx"), Err(MissingGlyph { character: 'x' }));
    }

    #[test]
    fn invisible_characters_that_no_font_draws_are_dropped() {
        let line = set(&Fonts::standard(), "a\u{200b}b\u{feff}c\u{fe0f}");
        assert_eq!(line.glyphs, [0x61, 0x62, 0x63]);
        assert_eq!(line.runs.len(), 1);
        assert_eq!(set(&Fonts::standard(), "\u{200d}").runs, []);
    }

    #[test]
    fn a_mark_takes_its_base_along() {
        // There is no composed x with circumflex, and Helvetica has no marks.
        let line = set(&Fonts::standard(), "ax\u{302}b");
        assert_eq!(faces_of(&line), [(0, "a"), (255, "x\u{302}"), (0, "b")]);
    }

    #[test]
    fn an_accented_letter_may_come_in_parts() {
        // The fixture has Ç neither whole nor in its cp1252 part, but C and the cedilla.
        let fonts = Fonts::new(vec![face(SANS)], false);
        let line = set(&fonts, "Ç");
        assert_eq!(line.glyphs.len(), 2);
        assert!(line.runs[0].actual_text);
    }
}

mod user_fonts {
    use super::*;

    #[test]
    fn widths_are_plain_advances() {
        let fonts = Fonts::new(vec![face(SANS)], false);
        let line = set(&fonts, "AV");
        assert_eq!(line.width, (1401.0 + 1401.0) * 1000.0 / 2048.0);
        assert_eq!(line.width, line.runs[0].advance);
    }

    #[test]
    fn ligatures_are_formed() {
        let sans = face(SANS);
        let fonts = Fonts::new(vec![sans.clone()], false);
        let line = set(&fonts, "fim");
        assert_eq!(line.glyphs[0], sans.glyph('ﬁ').unwrap());
        assert_eq!(line.glyphs.len(), 2);
        assert!(!line.runs[0].actual_text);
    }

    #[test]
    fn the_short_cut_agrees_with_the_shaper() {
        let sans = face(SANS);
        let fonts = Fonts::new(vec![sans.clone()], false);
        let text = "Total: 1.234,56 € çé";
        let line = set(&fonts, text);
        let segment = Segment { face: FaceId::Given(0), script: Some(Script::LATIN), rtl: false };
        let mut shaper = Shaper::default();
        let characters = text.char_indices().map(|(place, c)| (place as u32, c));
        let shaped: Vec<u16> =
            shaper.shape(&sans, segment, characters).unwrap().map(|one| one.glyph).collect();
        assert_eq!(line.glyphs, shaped);
        assert_eq!(line.runs[0].clusters, None);
    }

    #[test]
    fn arabic_is_joined_and_runs_to_the_left() {
        let sans = face(SANS);
        let fonts = Fonts::new(vec![sans.clone()], false);
        let line = set(&fonts, "سلم");
        let plain: Vec<u16> = "سلم".chars().filter_map(|c| sans.glyph(c)).collect();
        assert_eq!(line.glyphs.len(), 3);
        // Every letter has its joined form.
        assert!(line.glyphs.iter().all(|glyph| !plain.contains(glyph)));
        assert!(line.runs[0].actual_text);
        assert_eq!(line.text_of(&line.runs[0]), "سلم");
        let alone = set(&fonts, "م").glyphs;
        assert_eq!(alone, [sans.glyph('م').unwrap()]);
    }

    #[test]
    fn lam_and_alef_are_one_glyph() {
        let fonts = Fonts::new(vec![face(SANS)], false);
        assert_eq!(set(&fonts, "لا").glyphs.len(), 1);
    }

    #[test]
    fn numbers_stand_left_of_the_hebrew_they_follow() {
        let line = set(&Fonts::standard(), "(אב) 12");
        let order: Vec<_> = line.runs.iter().map(|run| line.text_of(run)).collect();
        assert_eq!(order, ["12", ") ", "אב", "("]);
        // Brackets turn around.
        assert_eq!(line.glyphs_of(&line.runs[1]), [0x20, 0x28]);
        assert_eq!(line.glyphs_of(&line.runs[3]), [0x29]);
    }

    #[test]
    fn control_characters_are_spaces_here_too() {
        let fonts = Fonts::new(vec![face(SANS)], false);
        assert_eq!(set(&fonts, "a\nb"), set(&fonts, "a b"));
        assert_eq!(set(&fonts, "fi\nb"), set(&fonts, "fi b"));
    }
}

mod truncation {
    use super::*;

    #[test]
    fn what_fits_is_unchanged() {
        let fonts = Fonts::standard();
        let line = set(&fonts, "hello");
        assert_eq!(truncated(&fonts, "hello", 10.0, line.width_at(10.0)), line);
    }

    #[test]
    fn what_does_not_fit_ends_with_an_ellipsis() {
        let line = truncated(&Fonts::standard(), "hello world", 10.0, 30.0);
        assert_eq!(line.text, "hell…");
        assert_eq!(line.glyphs.last(), Some(&0x85));
        assert!(line.width_at(10.0) <= 30.0);
        assert_eq!(line, set(&Fonts::standard(), "hell…"));
    }

    #[test]
    fn at_least_one_character_is_left() {
        assert_eq!(truncated(&Fonts::standard(), "hello", 10.0, 0.0).text, "h…");
        assert_eq!(truncated(&Fonts::standard(), "h", 10.0, -5.0).text, "h…");
        assert_eq!(truncated(&Fonts::standard(), "Łódź", 10.0, 0.0).text, "Ł…");
        assert_eq!(truncated(&Fonts::standard(), "hello", 10.0, f64::NAN).text, "h…");
    }

    #[test]
    fn empty_text_in_less_than_nothing_is_a_lone_ellipsis() {
        for fonts in [Fonts::standard(), Fonts::new(vec![face(SANS)], true)] {
            assert_eq!(truncated(&fonts, "", 10.0, -1.0).text, "…");
            assert_eq!(truncated(&fonts, "", 10.0, 0.0).text, "");
        }
    }

    #[test]
    fn characters_are_cut_whole() {
        let fonts = Fonts::new(vec![face(SANS)], true);
        for width in 0..60 {
            let line = truncated(&fonts, "aéŁ€ç", 10.0, f64::from(width));
            assert!(line.text.chars().all(|c| "aéŁ€ç…".contains(c)));
        }
    }

    #[test]
    fn an_ellipsis_that_no_font_has_is_missing() {
        let fonts = Fonts::new(vec![face(SMALL)], false);
        let mut setter = Typesetter::new(&fonts);
        let cut = setter.set_truncated("abcabc", 10.0, 1.0);
        assert_eq!(cut, Err(MissingGlyph { character: '…' }));
    }

    #[test]
    fn a_megabyte_is_cut_like_a_line() {
        for fonts in [Fonts::standard(), Fonts::new(vec![face(SANS)], true)] {
            for piece in ["hello ", "Łódź fi ", "x\u{302}", "אבג "] {
                let text = piece.repeat((1 << 20) / piece.len());
                let line = truncated(&fonts, &text, 10.0, 100.0);
                assert!(line.width_at(10.0) <= 100.0);
                assert!(line.text.ends_with('…'));
                assert!(line.width_at(10.0) > 80.0);
            }
        }
    }

    proptest! {
        #[test]
        fn helvetica_is_cut_as_the_rule_says(text in "[ -~çéAVTo\n]{0,40}", max in -10.0..150.0) {
            let fonts = Fonts::standard();
            let fast = truncated(&fonts, &text, 9.0, max);
            prop_assert_eq!(&fast.text, &truncated_slowly(&fonts, &text, 9.0, max));
            prop_assert_eq!(&fast, &set(&fonts, &fast.text));
        }

        #[test]
        fn mixed_fonts_are_cut_as_the_rule_says(text in "[a-zŁźĄAVT ]{0,30}", max in -10.0..150.0) {
            let fonts = Fonts::standard();
            let fast = truncated(&fonts, &text, 9.0, max);
            prop_assert_eq!(&fast.text, &truncated_slowly(&fonts, &text, 9.0, max));
            prop_assert_eq!(&fast, &set(&fonts, &fast.text));
        }

        #[test]
        fn user_fonts_are_cut_as_the_rule_says(text in "[a-ef iłcAVT]{0,30}", max in -10.0..150.0) {
            for fonts in [Fonts::new(vec![face(SANS)], true), Fonts::new(vec![face(CUBIC)], true)] {
                let fast = truncated(&fonts, &text, 9.0, max);
                prop_assert_eq!(&fast.text, &truncated_slowly(&fonts, &text, 9.0, max));
            }
        }

        #[test]
        fn any_text_is_set_or_refused(text in "\\PC{0,40}", max in -10.0..150.0) {
            for fonts in [Fonts::standard(), Fonts::new(vec![face(SANS), face(FALLBACK)], false)] {
                let mut setter = Typesetter::new(&fonts);
                if let Ok(line) = setter.set_truncated(&text, 9.0, max) {
                    let glyphs: usize = line.runs.iter().map(|run| line.glyphs_of(run).len()).sum();
                    prop_assert_eq!(glyphs, line.glyphs.len());
                    prop_assert!(line.width.is_finite());
                }
            }
        }
    }
}
