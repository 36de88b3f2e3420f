//! Laws of tables that use extensions, for random rows on random pages.

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::format::color::Color;
use crate::layout::page::Content;
use crate::{Fonts, Options, Value, prepare};

/// The slices of a table alone in a document, and the codes of its notes.
fn slices(table: &Json, page: &Json, data: &Json) -> (Vec<Json>, Vec<String>) {
    let mut field = json!({
        "id": "t", "name": "t", "type": "table", "x": 10, "y": 10, "width": 100, "height": 20,
        "head": ["Item", "Amount"], "content": [["{item}", "{amount}"]], "columnWidths": [60, 40],
    });
    let mut template = json!({"page": {"width": 120, "height": 100}, "extensions": 1});
    for (into, from) in [(&mut field, table), (&mut template, page)] {
        let from = from.as_object().cloned().unwrap_or_default();
        into.as_object_mut().expect("an object").extend(from);
    }
    template["schemas"] = json!([field]);
    let bindings = json!([{"schemaName": "t", "type": "array", "path": "rows", "columns": ["item", "amount"]}]);
    let prepared = prepare(&Value::from(&template), &Value::from(&bindings)).expect("a template");
    let data = Value::from(data);
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    let layout = prepared.layout(&data, &options).expect("a layout");
    prepared.draw(&layout, &options).expect("a document");
    let dump = serde_json::to_value(&layout).expect("JSON");
    let pages = dump["pages"].as_array().cloned().unwrap_or_default();
    let placements = pages.iter().filter_map(|page| page["placements"].as_array()).flatten();
    let notes = dump["notes"].as_array().cloned().unwrap_or_default();
    let codes = notes.iter().filter_map(|note| note["code"].as_str()).map(str::to_owned);
    (placements.cloned().collect(), codes.collect())
}

/// The cells of the rows of a kind.
fn cells(slice: &Json, kind: &str) -> Vec<Vec<String>> {
    let kinds = slice["kinds"].as_array().expect("kinds");
    let rows = slice["cells"].as_array().expect("cells");
    let of = kinds.iter().zip(rows).filter(|(of, _)| *of == kind);
    of.map(|(_, row)| {
        row.as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect()
    })
    .collect()
}

fn rows() -> impl Strategy<Value = Vec<(u8, usize, i32)>> {
    // Group, number of lines, amount.
    proptest::collection::vec((0..4_u8, 1..14_usize, -50..200_i32), 0..40)
}

#[test]
fn the_widest_text_of_a_column_is_not_broken() {
    for amount in ["-28,00", "1.234,56", "0000", "WWW iii", "a b c d e f g"] {
        let table = json!({
            "bodyWrap": "word", "columnStyles": [{"width": "auto"}, {"width": "auto"}],
            "columnWidths": [],
        });
        let data = json!({"rows": [{"item": amount, "amount": "x"}]});
        let (slices, _) = slices(&table, &json!({}), &data);
        assert_eq!(slices[0]["rowHeights"], json!([7, 7]), "{amount}");
    }
}

/// Lines of a cell.
fn lines(count: usize) -> String {
    (0..count).map(|line| format!("l{line}")).collect::<Vec<_>>().join("\n")
}

fn kinds(slice: &Json) -> Vec<&str> {
    slice["kinds"].as_array().into_iter().flatten().filter_map(Json::as_str).collect()
}

#[test]
fn titles_that_leave_no_room_are_not_repeated() {
    let rows: Vec<_> = (0..30).map(|row| json!({"item": row, "amount": 1})).collect();
    for (height, repeated) in [(120, false), (75, false), (50, true), (14, true)] {
        let table = json!({"headRows": [{"cells": {"0": "Title"}, "height": height}]});
        let (slices, notes) = slices(&table, &json!({}), &json!({"rows": rows.clone()}));
        let titles = |slice: &Json| kinds(slice).contains(&"head");
        assert!(titles(&slices[0]), "{height}");
        assert!(slices[1..].iter().all(|slice| titles(slice) == repeated), "{height}");
        let noted = notes.iter().any(|code| code == "keepBroken");
        assert_eq!(noted, !repeated, "{height}: {notes:?}");
        assert!(slices.len() <= 6, "{height}: {}", slices.len());
        let rows: usize = slices.iter().map(|slice| cells(slice, "body").len()).sum();
        assert_eq!(rows, 30, "{height}");
    }
}

#[test]
fn a_row_that_no_page_holds_begins_below_its_header() {
    let table = json!({"bodyWrap": "word", "groups": [{"by": "kind",
        "header": {"cells": {"0": "{$group.key}"}}, "footer": {"cells": {"0": "end"}}}]});
    let data = json!({"rows": [{"kind": "a", "item": lines(40), "amount": 1}]});
    let (slices, notes) = slices(&table, &json!({}), &data);
    let found: Vec<_> = slices.iter().map(kinds).collect();
    let expected = [&["head", "group", "body"][..], &["head", "body", "groupEnd"]];
    assert_eq!(found, expected);
    assert_eq!(notes, ["rowSplit"]);
}

#[test]
fn totals_go_with_the_last_lines_of_a_row_that_is_cut() {
    // On a page of 100 mm: 24 lines and padding are 94.44 mm, beside a header of 7 mm no totals
    // row fits below.
    let totals = json!(["Total", "{SUM(rows.amount)}"]);
    for (row_break, count) in [("auto", 40), ("avoid", 40), ("avoid", 22)] {
        let table = json!({"bodyWrap": "word", "rowBreak": row_break, "footer": totals});
        let data = json!({"rows": [{"item": lines(count), "amount": 1}]});
        let (slices, _) = slices(&table, &json!({}), &data);
        let last = slices.last().map(kinds);
        assert_eq!(last, Some(vec!["head", "body", "footer"]), "{row_break} {count}");
    }
    // A row that fits stays whole.
    let table = json!({"bodyWrap": "word", "rowBreak": "auto", "footer": totals, "y": 62});
    let data = json!({"rows": [{"item": lines(6), "amount": 1}]});
    let (slices, notes) = slices(&table, &json!({}), &data);
    assert_eq!((slices.len(), notes.len()), (1, 0));
    assert_eq!(
        (&slices[0]["y"], &slices[0]["kinds"]),
        (&json!(0), &json!(["head", "body", "footer"]))
    );
}

#[test]
fn the_totals_row_sees_the_rows_that_passed_the_filters() {
    let bindings = json!([{"schemaName": "t", "type": "array", "path": "rows", "columns": ["amount"],
        "filters": [[{"column": "amount", "op": "gt", "value": "1"}]]}]);
    let data = Value::from(&json!({"rows": [{"amount": 1}, {"amount": 2}, {"amount": 4}]}));
    for more in [
        json!({}),
        json!({"headBold": true}),
        json!({"rowHeight": 7}),
        json!({"footerTextFormat": "inline-markdown"}),
    ] {
        let mut table = json!({"id": "t", "name": "t", "type": "table", "x": 10, "y": 10, "width": 100,
            "height": 20, "head": ["Amount"], "content": [["{amount}"]],
            "footer": ["{SUM($table.rows.amount)} of {SUM(rows.amount)}, {COUNTOF($table.rows)}, {JOIN($table.rows.amount, \"+\")}"]});
        table
            .as_object_mut()
            .expect("an object")
            .extend(more.as_object().cloned().unwrap_or_default());
        let template =
            json!({"page": {"width": 120, "height": 100}, "extensions": 1, "schemas": [table]});
        let (template, bindings) = (Value::from(&template), Value::from(&bindings));
        let prepared = prepare(&template, &bindings).expect("a template");
        let fonts = Fonts::standard();
        let layout = prepared.layout(&data, &Options::new(&fonts)).expect("a layout");
        let dump = serde_json::to_string(&layout).expect("JSON");
        assert!(dump.contains("6 of 7, 2, 2+4"), "{more}: {dump}");
    }
}

#[test]
fn columns_are_as_wide_as_their_texts_without_markers() {
    let width = |more: Json, item: &str| {
        let mut table = json!({"head": ["", ""], "columnWidths": [],
            "columnStyles": [{"width": "auto"}, {"width": "1fr"}]});
        table
            .as_object_mut()
            .expect("an object")
            .extend(more.as_object().cloned().unwrap_or_default());
        let (slices, _) =
            slices(&table, &json!({}), &json!({"rows": [{"item": item, "amount": 1}]}));
        slices[0]["widths"][0].as_f64().expect("a width")
    };
    let marked = |text: &str| json!({"bodyTextFormat": "inline-markdown", "content": [[text, ""]]});
    let plain = width(json!({}), "Wide");
    let bold = width(json!({"bodyBold": true}), "Wide");
    assert!(bold > plain);
    assert_eq!(width(marked("**{item}**"), "Wide"), bold);
    assert_eq!(width(marked("{item}"), "Wide"), plain);
    // A value is no markup.
    assert_eq!(width(marked("{item}"), "**Wide**"), width(json!({}), "**Wide**"));
    assert_eq!(width(marked("i\n**{item}**\ni"), "Wide"), bold);
    // An item of a list is indented by 4 mm.
    assert!((width(marked("- {item}"), "Wide") - plain - 4.0).abs() < 1e-9);
    let title = json!({"headTextFormat": "inline-markdown", "head": ["*Titles are wide*", ""]});
    let italic = json!({"headItalic": true, "head": ["Titles are wide", ""]});
    assert_eq!(width(title, "x"), width(italic, "x"));
}

#[test]
fn blocks_have_fonts_of_their_own() {
    let width = |more: Json| {
        let mut table = json!({"head": ["Widest", ""], "columnWidths": [], "footer": ["Widest of all", ""],
            "columnStyles": [{"width": "auto"}, {"width": "1fr"}]});
        table
            .as_object_mut()
            .expect("an object")
            .extend(more.as_object().cloned().unwrap_or_default());
        let more = json!({"fonts": {"fixed": {"regular": "builtin:courier"}},
            "styles": {"plain": {"fontName": "builtin:helvetica"}}});
        let (slices, _) =
            slices(&table, &more, &json!({"rows": [{"item": "The row", "amount": 1}]}));
        slices[0]["widths"][0].as_f64().expect("a width")
    };
    // Courier: 600 thousandths of 9 pt for each character, and the padding of 3 mm.
    let fixed = |characters: f64| characters * 5.4 * 25.4 / 72.0 + 3.0;
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} {b}");
    near(width(json!({"footerFontName": "fixed"})), fixed(13.0));
    near(width(json!({"bodyFontName": "fixed", "footer": []})), fixed(7.0));
    near(width(json!({"headFontName": "fixed", "footer": [], "content": [["", ""]]})), fixed(6.0));
    let styled = json!({"footerFontName": "fixed", "footerStyle": "plain"});
    assert!(width(styled) < fixed(13.0), "a style comes before the table's own keys");
}

#[test]
fn rows_above_the_titles_have_their_colour_where_they_have_their_fill() {
    let template = json!({
        "page": {"width": 120, "height": 100}, "extensions": 1,
        "schemas": [{
            "id": "t", "name": "t", "type": "table", "x": 10, "y": 10, "width": 100, "height": 20,
            "head": ["Item"], "content": [["{item}"]], "columnWidths": [100],
            "headTextColor": "#ffffff", "headBackgroundColor": "#112233", "bodyTextColor": "#445566",
            "headRows": [
                {"cells": {"0": "plain"}},
                {"cells": {"0": "filled"}, "style": {"backgroundColor": "#eeeeee"}},
                {"cells": {"0": "coloured"}, "style": {"fontColor": "#ff0000"}},
            ],
        }],
    });
    let prepared = prepare(&Value::from(&template), &Value::Null).expect("a template");
    let fonts = Fonts::standard();
    let layout = prepared.layout(&Value::Null, &Options::new(&fonts)).expect("a layout");
    let Content::Grid(slice) = &layout.pages[0].placements[0].content else {
        panic!("it uses extensions")
    };
    let colors: Vec<Option<Color>> =
        slice.rows.iter().take(4).map(|row| Some(row.cells[0].look.color)).collect();
    assert_eq!(colors, ["#ffffff", "#445566", "#ff0000", "#ffffff"].map(Color::parse));
}

/// Footer rows of a table with an optional discount.
fn footer_rows() -> Json {
    json!([
        {"cells": {"0": "Subtotal", "1": "{SUM($table.rows.amount)}"}},
        {"cells": {"0": "Discount", "1": "{discount}"}, "visibleWhen": "discount > 0"},
        {"cells": {"0": "Tax of {COUNTOF($table.rows)} rows"}, "spans": {"0": 2}, "height": 9},
    ])
}

#[test]
fn footer_rows_stand_in_their_order_between_groups_and_totals() {
    let table = json!({
        "footerRows": footer_rows(), "footer": ["Total", "{SUM(rows.amount) - discount}"],
        "groups": [{"by": "kind", "footer": {"cells": {"0": "end"}}}],
    });
    let data = |discount: Json| {
        json!({"discount": discount, "rows": [
            {"kind": "a", "item": "x", "amount": 7}, {"kind": "b", "item": "y", "amount": 5}]})
    };
    let (with, _) = slices(&table, &json!({}), &data(json!(2)));
    let expected = [
        "head",
        "body",
        "groupEnd",
        "body",
        "groupEnd",
        "footerRow",
        "footerRow",
        "footerRow",
        "footer",
    ];
    assert_eq!(with.iter().map(kinds).collect::<Vec<_>>(), [expected]);
    let rows = [vec!["Subtotal", "12"], vec!["Discount", "2"], vec!["Tax of 2 rows"]];
    assert_eq!(cells(&with[0], "footerRow"), rows);
    assert_eq!(cells(&with[0], "footer"), [["Total", "10"]]);
    assert_eq!(with[0]["rowHeights"][7], json!(9));
    let (without, _) = slices(&table, &json!({}), &data(Json::Null));
    assert_eq!(cells(&without[0], "footerRow"), [rows[0].clone(), rows[2].clone()]);
}

#[test]
fn footer_rows_go_with_the_last_row_to_the_next_page() {
    // On a page of 100 mm, from 10 mm on: titles and eleven rows; the totals take 30 mm.
    let table = json!({"footerRows": footer_rows(), "footer": ["Total", ""]});
    let rows =
        |count: usize| (0..count).map(|row| json!({"item": row, "amount": 1})).collect::<Vec<_>>();
    let found = |count: usize, table: &Json| {
        let (slices, notes) =
            slices(table, &json!({}), &json!({"discount": 1, "rows": rows(count)}));
        assert_eq!(notes, [""; 0], "{count}");
        let rows = |slice: &Json| (cells(slice, "body").len(), cells(slice, "footerRow").len());
        slices.iter().map(rows).collect::<Vec<_>>()
    };
    assert_eq!(found(7, &table), [(7, 3)]);
    assert_eq!(found(8, &table), [(7, 0), (1, 3)]);
    assert_eq!(found(11, &table), [(10, 0), (1, 3)]);
    // They are the end of a table without a totals row, too.
    let bare = json!({"footerRows": footer_rows()});
    assert_eq!(found(8, &bare), [(8, 3)]);
    assert_eq!(found(9, &bare), [(8, 0), (1, 3)]);
    let together = json!({"footerRows": footer_rows(), "keepTogether": true, "y": 60});
    assert_eq!(found(2, &together), [(2, 3)]);
    let (slices, _) = slices(&together, &json!({}), &json!({"discount": 1, "rows": rows(2)}));
    assert_eq!(slices[0]["y"], json!(0));
}

#[test]
fn footer_rows_stay_below_the_last_lines_of_a_row_that_is_cut() {
    for row_break in ["auto", "avoid"] {
        let table = json!({"bodyWrap": "word", "rowBreak": row_break, "footerRows": footer_rows()});
        let data = json!({"rows": [{"item": lines(40), "amount": 1}]});
        let (slices, _) = slices(&table, &json!({}), &data);
        let last = slices.last().map(kinds);
        assert_eq!(last, Some(vec!["head", "body", "footerRow", "footerRow"]), "{row_break}");
    }
}

#[test]
fn a_table_without_rows_has_its_footer_rows() {
    let table = json!({"footerRows": footer_rows(), "footer": ["Total", "0"]});
    let data = json!({"discount": 3, "rows": []});
    let (plain, _) = slices(&table, &json!({}), &data);
    assert_eq!(kinds(&plain[0]), ["head", "footerRow", "footerRow", "footerRow", "footer"]);
    let texts = [vec!["Subtotal", "0"], vec!["Discount", "3"], vec!["Tax of 0 rows"]];
    assert_eq!(cells(&plain[0], "footerRow"), texts);
    let mut table = table;
    table["emptyText"] = json!("No rows");
    let (empty, _) = slices(&table, &json!({}), &data);
    assert_eq!(kinds(&empty[0])[..3], ["head", "empty", "footerRow"]);
}

#[test]
fn columns_are_as_wide_as_the_texts_of_footer_rows_that_no_other_column_joins() {
    let width = |row: Json| {
        let table = json!({"columnWidths": [], "footerRows": [row],
            "columnStyles": [{"width": "auto"}, {"width": "1fr"}]});
        let (slices, _) =
            slices(&table, &json!({}), &json!({"rows": [{"item": "x", "amount": 1}]}));
        slices[0]["widths"][0].as_f64().expect("a width")
    };
    let text = "A text that is wider";
    let none = width(json!({"cells": {}}));
    let plain = width(json!({"cells": {"0": text}}));
    assert!(plain > none);
    assert!(width(json!({"cells": {"0": text}, "style": {"bold": true}})) > plain);
    assert_eq!(width(json!({"cells": {"0": text}, "spans": {"0": 2}})), none);
    assert_eq!(width(json!({"cells": {"0": text}, "visibleWhen": "1 > 2"})), none);
}

#[test]
fn columns_are_as_wide_as_the_totals_that_no_other_column_joins() {
    let width = |footer: [&str; 2], spans: Json| {
        let table = json!({"columnWidths": [], "footer": footer, "footerSpans": spans,
            "columnStyles": [{"width": "auto"}, {"width": "auto"}]});
        let (slices, _) =
            slices(&table, &json!({}), &json!({"rows": [{"item": "x", "amount": 1}]}));
        [0, 1].map(|column| slices[0]["widths"][column].as_f64().expect("a width"))
    };
    let text = "A text that is wider";
    let none = width(["", ""], json!({}));
    assert!(width([text, ""], json!({}))[0] > none[0]);
    assert_eq!(width([text, text], json!({"0": 2})), none);
    assert!(width(["", text], json!({"0": 1}))[1] > none[1]);
}

#[test]
fn footer_rows_in_sections_see_the_item_and_in_bands_the_document() {
    let field = |id: &str, y: i32, more: Json| {
        let mut field = json!({"id": id, "name": id, "x": 10, "y": y, "width": 100, "height": 20});
        field
            .as_object_mut()
            .expect("an object")
            .extend(more.as_object().cloned().unwrap_or_default());
        field
    };
    let row = json!({"cells": {"0": "{name}: {SUM($table.rows.amount)} of {$root.name}"}});
    let table = |more: Json| {
        let mut table = json!({"type": "table", "head": ["A"], "content": [["{amount}"]],
            "footerRows": [row]});
        table
            .as_object_mut()
            .expect("an object")
            .extend(more.as_object().cloned().unwrap_or_default());
        table
    };
    let template = json!({
        "page": {"width": 120, "height": 200}, "extensions": 1, "headerHeight": 40,
        "schemas": [
            field("band", 5, table(json!({}))),
            field("section", 50, json!({"type": "section"})),
            field("member", 50, table(json!({"sectionId": "section"}))),
        ],
    });
    let bindings = json!([
        {"schemaName": "band", "type": "array", "path": "rows", "columns": ["amount"]},
        {"schemaName": "section", "type": "section", "path": "orders"},
        {"schemaName": "member", "type": "array", "path": "rows", "columns": ["amount"]},
    ]);
    let prepared = prepare(&Value::from(&template), &Value::from(&bindings)).expect("a template");
    let data = Value::from(&json!({"name": "all", "rows": [{"amount": 9}], "orders": [
        {"name": "first", "rows": [{"amount": 1}, {"amount": 2}]},
        {"name": "second", "rows": []},
    ]}));
    let fonts = Fonts::standard();
    let layout = prepared.layout(&data, &Options::new(&fonts)).expect("a layout");
    let dump = serde_json::to_string(&layout).expect("JSON");
    for text in ["all: 9 of all", "first: 3 of all", "second: 0 of all"] {
        assert_eq!(dump.matches(text).count(), 1, "{text}: {dump}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_row_is_lost_or_doubled_and_sums_agree(
        rows in rows(),
        auto in any::<bool>(),
        grouped in any::<bool>(),
        repeat in any::<bool>(),
        together in any::<bool>(),
        keep in 1..4_u32,
        min_rows in 1..4_u32,
        place in 0.0..1.0_f64,
        height in 45.0..120.0_f64,
    ) {
        // Anywhere in the body.
        let y = 5.0 + place * (height - 11.0);
        let data: Vec<Json> = rows.iter().enumerate().map(|(i, (group, lines, amount))| {
            let text: Vec<String> = (0..*lines).map(|line| format!("r{i}l{line}")).collect();
            json!({"kind": format!("g{group}"), "item": text.join("\n"), "amount": amount})
        }).collect();
        let mut table = json!({
            "y": y, "bodyWrap": "word", "repeatHeader": repeat, "keepTogether": together,
            "minRows": min_rows, "rowBreak": if auto { "auto" } else { "avoid" },
            "footer": ["Total", "{SUM(rows.amount)}"],
            "footerRows": [{"cells": {"1": "{SUM($table.rows.amount)}"}}, {"cells": {"1": "0"}}],
            "carriedOver": {"cells": {"1": "{SUM($sofar.rows.amount)}"}},
            "broughtForward": {"cells": {"1": "{SUM($before.rows.amount)}"}},
            "pageTotals": {"cells": {"0": "{COUNT($page.rows.amount)}", "1": "{SUM($page.rows.amount)}"}},
        });
        if grouped {
            table["groups"] = json!([{"by": "kind", "keepWith": keep, "repeatHeader": repeat,
                "header": {"cells": {"0": "{$group.key}"}},
                "footer": {"cells": {"1": "{SUM($group.rows.amount)}"}}}]);
        }
        let page = json!({"page": {"width": 120, "height": height}, "headerHeight": 5, "footerHeight": 5});
        let (slices, notes) = slices(&table, &page, &json!({"rows": data}));
        let over = notes.iter().any(|note| note == "contentOverflow");

        // Every line of every row stands once, in order.
        let printed: Vec<String> = slices.iter()
            .flat_map(|slice| cells(slice, "body"))
            .flat_map(|row| row[0].split(' ').map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let expected: Vec<String> = rows.iter().enumerate()
            .flat_map(|(i, (_, lines, _))| (0..*lines).map(move |line| format!("r{i}l{line}")))
            .collect();
        prop_assert_eq!(printed, expected);

        // The sum that is carried over is brought forward.
        let number = |row: &Vec<String>| row[1].parse::<f64>().expect("a number");
        let carried: Vec<f64> = slices.iter().flat_map(|s| cells(s, "carried")).map(|r| number(&r)).collect();
        let brought: Vec<f64> = slices.iter().flat_map(|s| cells(s, "brought")).map(|r| number(&r)).collect();
        prop_assert_eq!(&carried, &brought);
        prop_assert_eq!(carried.len() + 1, slices.len());
        let total: f64 = rows.iter().map(|(_, _, amount)| f64::from(*amount)).sum();
        let sum_of = |kind: &str| -> f64 {
            slices.iter().flat_map(|slice| cells(slice, kind)).map(|row| number(&row)).sum()
        };
        prop_assert_eq!(sum_of("footer"), total);
        prop_assert_eq!(sum_of("footerRow"), total);
        prop_assert_eq!(sum_of("pageTotal"), total);
        if grouped {
            prop_assert_eq!(sum_of("groupEnd"), total);
        }

        // Totals are never alone, and nothing leaves the body unless a note says so.
        for slice in &slices {
            let bottom = slice["y"].as_f64().expect("y") + slice["height"].as_f64().expect("height");
            prop_assert!(over || bottom <= height - 5.0 + 1e-9, "{bottom} of {height}");
            let has = |kind: &str| !cells(slice, kind).is_empty();
            prop_assert!(!has("footer") || has("footerRow") || notes.iter().any(|n| n == "keepBroken"));
            prop_assert!(!has("footerRow") || has("body") || rows.is_empty() || notes.iter().any(|n| n == "keepBroken"));
        }
    }

    #[test]
    fn groups_in_groups_with_details_lose_nothing_and_leave_no_page_without_rows(
        rows in proptest::collection::vec((0..3_u8, 0..3_u8, 1..40_usize, -50..200_i32, 0..4_usize), 1..30),
        auto in any::<bool>(),
        (stay, new_page, repeat) in any::<(bool, bool, bool)>(),
        (outer_keep, inner_keep, min_rows) in (1..4_u32, 1..4_u32, 1..3_u32),
        (place, height) in (0.0..1.0_f64, 125.0..220.0_f64),
    ) {
        let y = 5.0 + place * (height - 11.0);
        let data: Vec<Json> = rows.iter().enumerate().map(|(i, (outer, inner, count, amount, details))| {
            let text: Vec<String> = (0..*count).map(|line| format!("r{i}l{line}")).collect();
            let details: Vec<Json> = (0..*details).map(|detail| json!({"text": format!("r{i}d{detail}")})).collect();
            json!({"outer": outer, "inner": inner, "item": text.join("\n"), "amount": amount, "details": details})
        }).collect();
        let group = |by: &str, keep: u32, new_page: bool| json!({
            "by": by, "keepWith": keep, "repeatHeader": repeat, "pageBreak": new_page,
            "header": {"cells": {"0": "{$group.key}"}},
            "footer": {"cells": {"0": by, "1": "{SUM($group.rows.amount)}"}},
        });
        let table = json!({
            "y": y, "bodyWrap": "word", "minRows": min_rows, "rowBreak": if auto { "auto" } else { "avoid" },
            "groups": [group("outer", outer_keep, new_page), group("inner", inner_keep, false)],
            "detail": {"path": "details", "keep": stay, "rows": [{"cells": {"0": "{text} {$parent.amount}"}}]},
            "headRows": [{"cells": {"0": "Page {$page.number}"}}],
            "footer": ["Total", "{SUM($table.rows.amount)}"],
            "footerRows": [{"cells": {"1": "{SUM($table.rows.amount)}"}}],
            "carriedOver": {"cells": {"1": "{SUM($sofar.rows.amount)}"}},
            "broughtForward": {"cells": {"1": "{SUM($before.rows.amount)}"}},
            "pageTotals": {"cells": {"1": "{SUM($page.rows.amount)}"}},
        });
        let page = json!({"page": {"width": 120, "height": height}, "headerHeight": 5, "footerHeight": 5});
        let (slices, notes) = slices(&table, &page, &json!({"rows": data}));

        let texts = |kind: &str| -> Vec<String> {
            let rows = slices.iter().flat_map(|slice| cells(slice, kind));
            rows.flat_map(|row| row[0].split(' ').map(str::to_owned).collect::<Vec<_>>()).collect()
        };
        let lines = rows.iter().enumerate()
            .flat_map(|(i, row)| (0..row.2).map(move |line| format!("r{i}l{line}")));
        prop_assert_eq!(texts("body"), lines.collect::<Vec<_>>());
        let details = rows.iter().enumerate()
            .flat_map(|(i, row)| (0..row.4).flat_map(move |detail| [format!("r{i}d{detail}"), row.3.to_string()]));
        prop_assert_eq!(texts("detail"), details.collect::<Vec<_>>());

        let number = |row: &Vec<String>| row[1].parse::<i64>().expect("a number");
        let numbers = |kind: &str| -> Vec<i64> {
            slices.iter().flat_map(|slice| cells(slice, kind)).map(|row| number(&row)).collect()
        };
        let total: i64 = rows.iter().map(|row| i64::from(row.3)).sum();
        prop_assert_eq!(numbers("carried"), numbers("brought"));
        prop_assert_eq!(numbers("footer"), vec![total]);
        prop_assert_eq!(numbers("footerRow"), vec![total]);
        prop_assert_eq!(numbers("pageTotal").iter().sum::<i64>(), total);
        for level in ["outer", "inner"] {
            let ends = slices.iter().flat_map(|slice| cells(slice, "groupEnd"));
            let sum: i64 = ends.filter(|row| row[0] == level).map(|row| number(&row)).sum();
            prop_assert_eq!(sum, total, "{}", level);
        }

        let broken = notes.iter().any(|note| note == "keepBroken");
        for slice in &slices {
            let bottom = slice["y"].as_f64().expect("y") + slice["height"].as_f64().expect("height");
            prop_assert!(bottom <= height - 5.0 + 1e-9, "{} of {}", bottom, height);
            let kinds = kinds(slice);
            let has = |kinds_of: &[&str]| kinds.iter().any(|kind| kinds_of.contains(kind));
            prop_assert!(has(&["body", "detail", "footer", "footerRow", "groupEnd"]), "{:?}", kinds);
            prop_assert!(broken || has(&["body", "detail"]), "{:?}", kinds);
        }
    }

    #[test]
    fn rows_of_seven_millimetres_break_as_without_extensions(
        count in 0..60_usize, y in 8.0..90.0_f64, repeat in any::<bool>(), totals in any::<bool>(),
    ) {
        let data: Vec<Json> = (0..count).map(|i| json!({"item": i, "amount": 1})).collect();
        let mut table = json!({"y": y, "repeatHeader": repeat});
        if totals {
            table["footer"] = json!(["Total", "{COUNT(rows.item)}"]);
        }
        let page = json!({"headerHeight": 8, "footerHeight": 8});
        let (plain, _) = slices(&table, &page, &json!({"rows": data}));
        table["bodyBold"] = json!(true);
        let (bold, _) = slices(&table, &page, &json!({"rows": data}));
        let facts = |slices: &[Json]| -> Vec<Json> {
            slices.iter().map(|s| json!([s["y"], s["rows"], s["head"], s["footer"], s["last"]])).collect()
        };
        prop_assert_eq!(facts(&plain), facts(&bold));
    }
}

#[test]
fn the_parts_of_a_row_share_its_lines() {
    let field = json!({
        "id": "t", "name": "t", "type": "table", "x": 10, "y": 10, "width": 100, "height": 20,
        "head": ["Item"], "content": [["{item}"]], "bodyWrap": "word", "rowBreak": "auto",
    });
    let template =
        json!({"page": {"width": 120, "height": 100}, "extensions": 1, "schemas": [field]});
    let bindings =
        json!([{"schemaName": "t", "type": "array", "path": "rows", "columns": ["item"]}]);
    let prepared = prepare(&Value::from(&template), &Value::from(&bindings)).expect("a template");
    let data = Value::from(&json!({"rows": [{"item": lines(20_000)}]}));
    let fonts = Fonts::standard();
    // Copies of all lines on each of 900 pages would take more than a gigabyte.
    let budget = crate::Budget { max_memory_bytes: 64 << 20, ..crate::Budget::default() };
    let layout = prepared.layout(&data, &Options { budget, ..Options::new(&fonts) });
    assert!(layout.expect("a layout").pages.len() > 500);
}

#[test]
fn rows_of_pages_count_from_the_same_number_as_bands() {
    let row = json!({"cells": {"0": "{$page.number} of {$page.count}"}});
    let table = json!({"headRows": [row], "pageTotals": row});
    let rows: Vec<_> = (0..20).map(|row| json!({"item": row, "amount": 1})).collect();
    let (slices, _) = slices(&table, &json!({"pageNumberStart": 10}), &json!({"rows": rows}));
    assert_eq!(slices.len(), 2);
    for (slice, number) in slices.iter().zip(["10 of 2", "11 of 2"]) {
        for kind in ["headRow", "pageTotal"] {
            assert_eq!(cells(slice, kind)[0][0], number, "{kind}");
        }
    }
}

#[test]
fn rows_of_pages_know_the_number_of_pages_inside_expressions_over_items() {
    let row = json!({"cells": {"0": "{SUMOF($page.rows, $page.count)} {SUMOF($page.rows, 1)}"}});
    let rows: Vec<_> = (0..20).map(|row| json!({"item": row, "amount": 1})).collect();
    let (slices, _) = slices(&json!({"pageTotals": row}), &json!({}), &json!({"rows": rows}));
    let pages = slices.len();
    assert!(pages > 1);
    for slice in &slices {
        let text = &cells(slice, "pageTotal")[0][0];
        let (sum, count) = text.split_once(' ').expect("two numbers");
        let count: usize = count.parse().expect("a number");
        assert_eq!(sum, (pages * count).to_string());
    }
}

#[test]
fn rows_of_pages_know_the_page_tokens() {
    let row = json!({"cells": {"0": "{pageNumber} of {pageCount}"}});
    let table = json!({
        "headRows": [row], "broughtForward": row, "carriedOver": row, "pageTotals": row,
    });
    let rows: Vec<_> = (0..20).map(|row| json!({"item": row, "amount": 1})).collect();
    let (slices, _) = slices(&table, &json!({}), &json!({"rows": rows}));
    let count = slices.len();
    assert!(count > 1);
    for (i, slice) in slices.iter().enumerate() {
        let kinds = [
            ("headRow", true),
            ("brought", i > 0),
            ("carried", i + 1 < count),
            ("pageTotal", true),
        ];
        for (kind, _) in kinds.iter().filter(|(_, is_there)| *is_there) {
            assert_eq!(cells(slice, kind)[0][0], format!("{} of {count}", i + 1), "{kind}");
        }
    }
}

/// Rows that end a page stand above the end of the body, whatever decides whether they are shown.
#[test]
fn rows_that_end_a_page_have_room_for_their_lines() {
    let long = "carried over to the next page of the long statement of this account";
    let sum = "{SUM($page.rows.amount)}";
    let rows: Vec<_> = (0..40).map(|_| json!({"item": "x", "amount": 1})).collect();
    for (condition, kind) in [
        (json!("COUNT($page.rows.amount) > 0"), "pageTotals"),
        (json!("shown"), "pageTotals"),
        (json!("COUNT($sofar.rows.amount) > 0"), "carriedOver"),
    ] {
        let mut table = json!({"bodyWrap": "word", "columnWidths": [30, 30]});
        table[kind] = json!({"cells": {"0": long, "1": sum}, "visibleWhen": condition});
        let (slices, notes) = slices(&table, &json!({}), &json!({"rows": rows, "shown": true}));
        assert!(slices.len() > 1, "{kind}");
        for slice in &slices {
            let number = |key: &str| slice[key].as_f64().expect("a number");
            let bottom = number("y") + number("height");
            assert!(bottom <= 100.0 + 1e-9, "{kind} {condition} {bottom}");
        }
        assert_eq!(notes, [""; 0], "{kind} {condition}");
    }
}

#[test]
fn the_text_for_missing_rows_sees_the_item_of_the_section() {
    let table = json!({"id": "t", "name": "t", "type": "table", "x": 10, "y": 20, "width": 100,
        "height": 20, "sectionId": "s", "head": ["Item"], "content": [["{item}"]],
        "emptyText": "no orders of {name}"});
    let section = json!({"id": "s", "name": "s", "type": "section", "x": 0, "y": 10, "width": 120,
        "height": 40});
    let template = json!({"page": {"width": 120, "height": 200}, "extensions": 1,
        "schemas": [section, table]});
    let bindings = json!([{"schemaName": "s", "type": "section", "path": "people"},
        {"schemaName": "t", "type": "array", "path": "orders", "columns": ["item"]}]);
    let data = json!({"name": "document", "people": [{"name": "Ann", "orders": []}]});
    let prepared = prepare(&Value::from(&template), &Value::from(&bindings)).expect("a template");
    let (fonts, data) = (Fonts::standard(), Value::from(&data));
    let layout = prepared.layout(&data, &Options::new(&fonts)).expect("a layout");
    let dump = serde_json::to_value(&layout).expect("JSON");
    let table = &dump["pages"][0]["placements"][0]["members"][0];
    assert_eq!(cells(table, "empty"), [["no orders of Ann"]]);
}
