//! Laws of page breaks, of what is kept together and pinned, and of the side that texts are read from.

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::{cases, pages};

/// Height of the page and of its bands, in millimetres.
const PAGE: f64 = 100.0;
const BAND: f64 = 8.0;

fn template(fields: &[Json]) -> Json {
    json!({"page": {"width": 120, "height": PAGE}, "headerHeight": BAND, "footerHeight": BAND,
        "extensions": 1, "schemas": fields})
}

/// Keys of a field of the body.
#[derive(Debug, Clone)]
struct Wish {
    height: f64,
    gap: f64,
    keep: bool,
    pin: bool,
    breaks: &'static str,
    hidden: bool,
    collapse: bool,
    /// A section that repeats so often instead of a text.
    items: Option<usize>,
}

fn wish() -> impl Strategy<Value = Wish> {
    let breaks =
        prop_oneof![8 => Just("auto"), 1 => Just("page"), 1 => Just("odd"), 1 => Just("even")];
    // Authored places stay in the body; that repetitions are many makes pages.
    let items = prop_oneof![1 => Just(None), 1 => (0..14_usize).prop_map(Some)];
    let flags =
        (any::<bool>(), prop::bool::weighted(0.1), prop::bool::weighted(0.2), any::<bool>());
    (1.0..11.0_f64, 0.0..2.0_f64, flags, breaks, items).prop_map(
        |(height, gap, (keep, pin, hidden, collapse), breaks, items)| Wish {
            height,
            gap,
            keep,
            pin,
            breaks,
            hidden,
            collapse,
            items,
        },
    )
}

/// The fields of some wishes, one below the other, with their bindings and data.
fn document(wishes: &[Wish]) -> (Vec<Json>, Json, Json) {
    let mut y = 10.0;
    let (mut fields, mut bindings, mut data) = (Vec::new(), Vec::new(), json!({}));
    for (i, wish) in wishes.iter().enumerate() {
        let name = format!("f{i}");
        let kind = if wish.items.is_some() { "section" } else { "text" };
        let mut field = json!({"id": name, "name": name, "type": kind, "x": 10, "y": y, "width": 60,
            "height": wish.height, "keepWithNext": wish.keep, "breakBefore": wish.breaks,
            "collapse": wish.collapse});
        if wish.pin {
            field["pin"] = "bottom".into();
        }
        if wish.hidden {
            field["visibleWhen"] = "missing".into();
        }
        match wish.items {
            None => field["content"] = name.as_str().into(),
            Some(items) => {
                field["emptyRepeat"] = false.into();
                data[&name] = vec![json!({}); items].into();
                bindings.push(json!({"schemaName": name, "type": "section", "path": name}));
            }
        }
        fields.push(field);
        y += wish.height + wish.gap;
    }
    (fields, bindings.into(), data)
}

/// Number of the page, name, top and bottom of everything that is placed.
fn placed(pages: &[Vec<Json>], wishes: &[Wish]) -> Vec<(usize, usize, f64, f64)> {
    let all =
        pages.iter().enumerate().flat_map(|(page, placed)| placed.iter().map(move |p| (page, p)));
    all.map(|(page, placement)| {
        let name = placement["name"].as_str().unwrap();
        let index: usize = name[1..].parse().unwrap();
        let y = placement["y"].as_f64().unwrap();
        (page, index, y, y + wishes[index].height)
    })
    .collect()
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn whatever_fields_ask_for_each_is_placed_as_often_as_it_is_there_and_in_order(
        wishes in prop::collection::vec(wish(), 1..7),
    ) {
        let (fields, bindings, data) = document(&wishes);
        let pages = pages(&template(&fields), &bindings, &data);
        let placed = placed(&pages, &wishes);
        let expected: Vec<usize> = wishes
            .iter()
            .enumerate()
            .filter(|(_, wish)| !wish.hidden)
            .flat_map(|(i, wish)| std::iter::repeat_n(i, wish.items.unwrap_or(1)))
            .collect();
        prop_assert_eq!(placed.iter().map(|(_, index, ..)| *index).collect::<Vec<_>>(), expected);
        // Nothing lies over anything else, and what fits a page stays inside its body.
        for pair in placed.windows(2) {
            prop_assert!(pair[0].0 < pair[1].0 || pair[0].3 <= pair[1].2 + 1e-9, "{:?}", pair);
        }
        for (_, index, _, bottom) in &placed {
            let fits = wishes[*index].height <= PAGE - 2.0 * BAND;
            prop_assert!(!fits || *bottom <= PAGE - BAND + 1e-9, "field {index} ends at {bottom}");
        }
        for (at, (page, index, _, bottom)) in placed.iter().enumerate() {
            let wish = &wishes[*index];
            let last_of_item = placed.get(at + 1).is_none_or(|next| next.1 != *index);
            if wish.pin && last_of_item && wish.items.is_none() {
                prop_assert!((bottom - (PAGE - BAND)).abs() < 1e-9, "field {index} ends at {bottom}");
                prop_assert!(placed.get(at + 1).is_none_or(|next| next.0 > *page), "{:?}", placed);
            }
            let first_of_item = at == 0 || placed[at - 1].1 != *index;
            // What is kept together or pinned may have to leave the page that its break has opened. Pages
            // that a break leaves blank have numbers too, so this is the number on paper.
            let stays = !wish.keep && !wish.pin;
            match wish.breaks {
                "odd" | "even" if !stays => {}
                "odd" if first_of_item => prop_assert!(page.is_multiple_of(2), "{:?}", placed),
                "even" if first_of_item => prop_assert!(!page.is_multiple_of(2), "{:?}", placed),
                "page" if first_of_item && at > 0 => {
                    prop_assert!(placed[at - 1].0 < *page, "{:?}", placed);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn two_that_belong_together_stand_on_one_page(
        above in 1..80_usize, first in 1.0..38.0_f64, gap in 0.0..4.0_f64, second in 1.0..40.0_f64,
    ) {
        let wish = |height: f64, gap: f64, keep: bool, items: Option<usize>| Wish {
            height, gap, keep, pin: false, breaks: "auto", hidden: false, collapse: false, items,
        };
        let wishes = [
            wish(1.0, 2.0, false, Some(above)),
            wish(first, gap, true, None),
            wish(second, 0.0, false, None),
        ];
        let (fields, bindings, data) = document(&wishes);
        let pages = pages(&template(&fields), &bindings, &data);
        let placed = placed(&pages, &wishes);
        let page = |index: usize| placed.iter().find(|placed| placed.1 == index).map(|placed| placed.0);
        prop_assert_eq!(page(1), page(2), "{:?}", placed);
    }

    #[test]
    fn the_order_of_fields_says_nothing_where_each_has_its_own_place(
        wishes in prop::collection::vec(wish(), 2..7), turn in 1..7_usize,
    ) {
        let (fields, bindings, data) = document(&wishes);
        let expected = pages(&template(&fields), &bindings, &data);
        let mut turned = fields.clone();
        turned.rotate_left(turn % fields.len());
        prop_assert_eq!(pages(&template(&turned), &bindings, &data), expected.clone());
        turned.reverse();
        prop_assert_eq!(pages(&template(&turned), &bindings, &data), expected);
    }

    #[test]
    fn so_many_lines_stay_before_and_come_after_each_break(
        count in 1..80_usize, y in 8.0..91.0_f64, (orphans, widows) in (1..7_u32, 1..7_u32),
        padding in 0.0..3.0_f64,
    ) {
        let text: Vec<String> = (0..count).map(|i| format!("line{i}")).collect();
        let field = json!({"id": "t", "name": "t", "type": "text", "x": 10, "y": y, "width": 60, "height": 5,
            "fontSize": 10, "content": text.join("\n"), "wrap": "word", "overflow": "expand",
            "breakInside": "auto", "orphans": orphans, "widows": widows, "padding": padding});
        let pages = pages(&template(&[field]), &json!([]), &json!({}));
        let parts: Vec<usize> = pages
            .iter()
            .flatten()
            .map(|placement| placement["lines"].as_array().unwrap().len())
            .collect();
        prop_assert_eq!(parts.iter().sum::<usize>(), count);
        let (last, before) = parts.split_last().unwrap();
        prop_assert!(before.iter().all(|lines| *lines >= orphans as usize), "{:?}", parts);
        prop_assert!(before.is_empty() || *last >= widows as usize, "{:?}", parts);
    }

    #[test]
    fn no_character_is_lost_whatever_side_a_text_is_read_from(
        text in "[אבגד ab12(),\n-]{0,80}", value in "[אבab 12/-]{0,12}", width in 5.0..80.0_f64,
        direction in prop_oneof![Just("ltr"), Just("rtl"), Just("auto")],
        markup in any::<bool>(),
    ) {
        let content = if markup { format!("**{text}** {{v}}") } else { format!("{text}{{v}}") };
        let field = json!({"id": "t", "name": "t", "type": "text", "x": 10, "y": 10, "width": width, "height": 5,
            "fontSize": 10, "content": content, "wrap": "word", "overflow": "expand", "direction": direction,
            "alignment": "start", "textFormat": if markup { "inline-markdown" } else { "plain" }});
        let pages = pages(&template(&[field]), &json!([]), &json!({"v": value}));
        let lines = pages.iter().flatten().filter_map(|placement| placement["lines"].as_array()).flatten();
        let shown: String = lines.clone().filter_map(|line| line["text"].as_str()).collect();
        let solid = |text: &str| -> String {
            text.chars().filter(|c| !c.is_whitespace() && *c != '*' && *c != '-').collect()
        };
        prop_assert_eq!(solid(&shown), solid(&format!("{text}{value}")));
        for line in lines {
            let x = line["x"].as_f64().unwrap();
            let right = line["direction"] == "rtl";
            prop_assert!(direction != "rtl" || right, "{line}");
            prop_assert!(direction != "ltr" || !right, "{line}");
            prop_assert!(right || (x - 10.0).abs() < 4.1 * 3.0, "{line}");
        }
    }
}
