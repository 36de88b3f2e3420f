//! Property tests: what holds for every template and all data, tried on random ones.

mod contracts;
mod extended;
mod keeping;

use proptest::prelude::*;
use reportctl::base::threads::Threads;
use reportctl::{Budget, Fonts, Options, Value, generate_pdf, prepare};
use serde_json::{Value as Json, json};

use crate::documents;
use crate::project::Project;
use crate::thorough::{is_thorough, sampled};

/// Cases per law; `PROPTEST_CASES` asks for more.
fn cases(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: asked.unwrap_or(if is_thorough() { cases } else { cases.div_ceil(4) }),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn value(json: &Json) -> Value {
    serde_json::from_value(json.clone()).unwrap()
}

/// The placements of each page.
fn pages(template: &Json, bindings: &Json, data: &Json) -> Vec<Vec<Json>> {
    let fonts = Fonts::standard();
    let prepared = prepare(&value(template), &value(bindings)).unwrap();
    let data = value(data);
    let layout = prepared.layout(&data, &Options::new(&fonts)).unwrap();
    let dump = serde_json::to_value(&layout).unwrap();
    let placements = |page: &Json| page["placements"].as_array().unwrap().clone();
    dump["pages"].as_array().unwrap().iter().map(placements).collect()
}

/// A page with bands, a text above, a table, a text below.
#[derive(Debug, Clone)]
struct TablePage {
    height: f64,
    header: f64,
    footer: f64,
    table_y: f64,
    table_height: f64,
    rows: usize,
    repeat_header: bool,
    totals: bool,
}

/// Lengths in tenths of a millimetre: exact multiples of the row height happen, and matter.
fn length(from: i32, to: i32) -> impl Strategy<Value = f64> {
    prop_oneof![
        (from * 10..=to * 10).prop_map(|n| f64::from(n) / 10.0),
        (from..=to).prop_map(f64::from)
    ]
}

fn table_page() -> impl Strategy<Value = TablePage> {
    let page = (length(20, 320), 0.0..0.6, 0.0..0.6, 0.0..1.2);
    (page, length(0, 80), 0..160_usize, any::<bool>(), any::<bool>()).prop_map(
        |((height, header, footer, y), table_height, rows, repeat_header, totals)| {
            // Whole millimetres, so that the table may begin exactly where a band ends.
            let [header, footer] = [header, footer].map(|share: f64| (height * share).floor());
            let footer = footer.min(height - header);
            let table_y: f64 = f64::floor(height * y);
            TablePage { height, header, footer, table_y, table_height, rows, repeat_header, totals }
        },
    )
}

impl TablePage {
    fn template(&self) -> Json {
        json!({"page": {"width": 210, "height": self.height},
            "headerHeight": self.header, "footerHeight": self.footer, "schemas": [
            {"id": "t", "name": "t", "type": "table", "x": 10, "y": self.table_y, "width": 100,
             "height": self.table_height, "head": ["n"], "content": [["{n}"]],
             "repeatHeader": self.repeat_header,
             "footer": if self.totals { vec!["{COUNT(rows)}"] } else { vec![] }},
            {"id": "b", "name": "below", "type": "text", "x": 10, "width": 50, "height": 8,
             "y": self.table_y + self.table_height + 3.0, "content": "below"}]})
    }

    fn pages(&self, rows: usize) -> Vec<Vec<Json>> {
        let rows: Vec<Json> = (0..rows).map(|n| json!({ "n": n })).collect();
        let bindings = json!([{"schemaName": "t", "type": "array", "path": "rows", "columns": []}]);
        pages(&self.template(), &bindings, &json!({ "rows": rows }))
    }

    fn is_in_body(&self) -> bool {
        self.table_y < self.height - self.footer && self.table_y + self.table_height > self.header
    }

    fn bottom(&self) -> f64 {
        self.height - self.footer
    }
}

fn number(value: &Json) -> f64 {
    value.as_f64().unwrap()
}

/// The slices of the table with the page they are on.
fn slices(pages: &[Vec<Json>]) -> Vec<(usize, &Json)> {
    let numbered = pages.iter().enumerate();
    let items = numbered.flat_map(|(page, items)| items.iter().map(move |item| (page, item)));
    items.filter(|(_, item)| item["kind"] == "tableSlice").collect()
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn no_row_is_lost_and_all_are_in_order(page in table_page()) {
        prop_assume!(page.is_in_body());
        let pages = page.pages(page.rows);
        let cells = slices(&pages).into_iter().flat_map(|(_, slice)| slice["cells"].as_array().unwrap());
        let shown: Vec<&str> = cells.map(|row| row[0].as_str().unwrap()).collect();
        let expected: Vec<String> = (0..page.rows).map(|n| n.to_string()).collect();
        prop_assert_eq!(shown, expected);
    }

    #[test]
    fn totals_come_once_and_last(page in table_page()) {
        prop_assume!(page.is_in_body());
        let pages = page.pages(page.rows);
        let slices = slices(&pages);
        let last = slices.len() - 1;
        for (i, (_, slice)) in slices.into_iter().enumerate() {
            prop_assert_eq!(&slice["last"], &json!(i == last));
            prop_assert_eq!(&slice["footer"], &json!(page.totals && i == last));
            prop_assert_eq!(&slice["head"], &json!(i == 0 || page.repeat_header));
        }
    }

    #[test]
    fn continuation_pages_begin_at_the_header_and_end_at_the_footer(page in table_page()) {
        prop_assume!(page.is_in_body());
        let pages = page.pages(page.rows);
        for (number, items) in pages.iter().enumerate() {
            for item in items {
                prop_assert!(number == 0 || number_of_top(item) >= page.header);
            }
        }
        for (number, slice) in slices(&pages) {
            let top = number_of_top(slice);
            prop_assert!(number == 0 || top == page.header);
            let rows = number_of_rows(slice);
            let bottom = top + rows * 7.0;
            // Only what fits no page at all may run over: a header with one row or the totals.
            let least = if slice["head"] == true { 2.0 } else { 1.0 };
            prop_assert!(bottom <= page.bottom() + 1e-9 || rows <= least, "{} > {}", bottom, page.bottom());
        }
    }

    #[test]
    fn more_rows_never_make_fewer_pages(page in table_page(), more in 1..30_usize) {
        prop_assume!(page.is_in_body());
        prop_assert!(page.pages(page.rows).len() <= page.pages(page.rows + more).len());
    }

    #[test]
    fn repetitions_stay_whole_and_in_order(
        height in length(30, 300), top in length(0, 60), section in length(1, 90), items in 0..60_usize,
    ) {
        let template = json!({"page": {"width": 210, "height": height}, "headerHeight": 5, "schemas": [
            {"id": "s", "name": "s", "type": "section", "x": 10, "y": top + 5.0, "width": 100, "height": section},
            {"id": "m", "name": "m", "type": "text", "x": 10, "y": top + 6.0, "width": 50, "height": 5,
             "content": "{Line} {n}", "sectionId": "s"}]});
        let list: Vec<Json> = (0..items).map(|n| json!({ "n": n })).collect();
        let bindings = json!([{"schemaName": "s", "type": "section", "path": "list"}]);
        prop_assume!(top + 5.0 < height);
        let pages = pages(&template, &bindings, &json!({ "list": list }));
        let repeats: Vec<&Json> = pages.iter().flatten().collect();
        prop_assert_eq!(repeats.len(), items.max(1));
        for (i, repeat) in repeats.into_iter().enumerate() {
            prop_assert_eq!(&repeat["index"], &json!(i));
            let text = if items == 0 { "1 ".to_owned() } else { format!("{} {i}", i + 1) };
            prop_assert_eq!(&repeat["members"][0]["value"], &json!(text));
            // A repetition runs over only from the top of a page.
            let y = number_of_top(repeat);
            prop_assert!(y + section <= height + 1e-9 || y <= 5.0);
        }
    }
}

fn number_of_top(item: &Json) -> f64 {
    number(&item["y"])
}

/// Rows of a slice, header and totals included.
fn number_of_rows(slice: &Json) -> f64 {
    let flag = |name: &str| f64::from(u8::from(slice[name] == true));
    number(&slice["rows"]) + flag("head") + flag("footer")
}

/// Texts that templates and data are made of.
fn text() -> impl Strategy<Value = Json> {
    prop_oneof![
        Just(json!("")),
        Just(json!("{a}")),
        Just(json!("{SUM(rows.n)} {IF(a > 1, \"x\", b)}")),
        Just(json!("{pageNumber}/{pageCount}")),
        Just(json!("{DATE(d)} {CURRENCY(n, \"R$\", 200)} {NUMBER(a, 9)}")),
        Just(json!("#abc")),
        Just(json!("data:image/png;base64,AAAA")),
        Just(json!("rows")),
        Just(json!("é → Ω \u{301}\u{0} 🎉")),
        "[ -~]{0,12}".prop_map(|text| json!(text)),
    ]
}

/// Numbers of every size.
fn any_number() -> impl Strategy<Value = Json> {
    prop_oneof![
        (-50..350).prop_map(|n| json!(n)),
        any::<f64>().prop_map(|n| json!(n)),
        Just(json!(0)),
        Just(json!(-0.0)),
        Just(json!(1e308)),
    ]
}

fn any_value() -> impl Strategy<Value = Json> {
    let leaf =
        prop_oneof![text(), any_number(), Just(Json::Null), any::<bool>().prop_map(|b| json!(b))];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::Array),
            prop::collection::vec(("(rows|list|a|b|n|d|[a-z]{1,3})", inner), 0..6)
                .prop_map(|entries| Json::Object(entries.into_iter().collect())),
        ]
    })
}

const TYPES: [&str; 7] = ["text", "table", "image", "section", "chart", "kpi", "unknown"];

const KEYS: [&str; 30] = [
    "content",
    "head",
    "footer",
    "columnWidths",
    "repeatHeader",
    "bodyAlign",
    "headBorderRadius",
    "bodyBorderRadius",
    "columnStyles",
    "fontSize",
    "fontColor",
    "backgroundColor",
    "borderColor",
    "borderWidth",
    "alignment",
    "visibleWhen",
    "chartType",
    "legendPosition",
    "displayMode",
    "customPaletteColors",
    "colorPalette",
    "decimals",
    "topN",
    "sortBy",
    "icon",
    "title",
    "value",
    "subtitle",
    "titleOffset",
    "borderRadius",
];

/// A field of any kind, mostly well formed.
fn any_field() -> impl Strategy<Value = Json> {
    let place = prop_oneof![
        3 => (-20..320).prop_map(|n| json!(n)),
        1 => any_number(),
    ];
    let places = [place.clone(), place.clone(), place.clone(), place].to_vec();
    let extra = prop::collection::vec((prop::sample::select(&KEYS[..]), any_value()), 0..8);
    let section = prop::option::of(prop::sample::select(vec!["f0", "f1", "f2"]));
    (0..4_usize, prop::sample::select(&TYPES[..]), places, extra, section).prop_map(
        |(id, kind, places, extra, section)| {
            let mut field = json!({"id": format!("f{id}"), "name": format!("f{id}"), "type": kind,
                "head": ["a", "b"], "content": if kind == "table" { json!([["{n}", "{a}"]]) } else { json!("{a}") },
                "footer": ["{SUM(rows.n)}"], "icon": "payments", "sectionId": section});
            for (name, place) in ["x", "y", "width", "height"].iter().zip(places) {
                field[*name] = place;
            }
            for (key, value) in extra {
                field[key] = value;
            }
            field
        },
    )
}

fn any_binding() -> impl Strategy<Value = Json> {
    const KINDS: [&str; 7] = ["scalar", "template", "array", "keyvalue", "section", "chart", "kpi"];
    (0..4_usize, prop::sample::select(&KINDS[..]), "(|rows|list|a|a.b)", any_value()).prop_map(
        |(id, kind, path, filters)| {
            json!({"schemaName": format!("f{id}"), "type": kind, "path": path, "template": "{a}",
                "paths": ["a", "rows"], "columns": ["n", {"label": "x", "formula": "{n + 1}"}],
                "labelColumn": "a", "valueColumn": "n", "aggregation": "avg",
                "filters": if filters.is_array() { filters } else { Json::Null }})
        },
    )
}

fn any_template() -> impl Strategy<Value = Json> {
    let fields = prop::collection::vec(any_field(), 0..7);
    let bands =
        prop::collection::vec(prop_oneof![(0..120).prop_map(|n| json!(n)), any_number()], 4);
    let size = prop_oneof![4 => (1..400).prop_map(|n| json!(n)), 1 => any_number()];
    (size.clone(), size, bands, fields).prop_map(|(width, height, bands, fields)| {
        json!({"page": {"width": width, "height": height}, "headerHeight": bands[0],
            "footerHeight": bands[1], "marginLeft": bands[2], "marginRight": bands[3],
            "schemas": fields})
    })
}

proptest! {
    #![proptest_config(cases(1500))]

    /// A document or a problem, never a panic, never without end.
    #[test]
    fn whatever_comes_in_the_engine_ends(
        template in any_template(),
        bindings in prop::collection::vec(any_binding(), 0..6),
        data in any_value(),
    ) {
        let fonts = Fonts::standard();
        let mut options = Options::new(&fonts);
        options.budget = Budget { max_pages: 60, max_output_bytes: 1 << 24, ..Budget::default() };
        match generate_pdf(&value(&template), &value(&data), &value(&json!(bindings)), &options) {
            Ok(pdf) => {
                prop_assert!(pdf.starts_with(b"%PDF-1.7"));
                let body = String::from_utf8_lossy(&pdf);
                prop_assert!(!body.contains("NaN") && !body.contains("inf "));
            }
            Err(problem) => prop_assert!(!problem.message.is_empty()),
        }
    }
}

/// The same input gives the same bytes: again, at once on several threads, after other work.
#[test]
fn the_same_input_gives_the_same_bytes() {
    let documents = documents::small();
    let fonts = Fonts::standard();
    let first: Vec<Vec<u8>> = documents.iter().map(|d| d.pdf(&fonts).unwrap()).collect();
    std::thread::scope(|scope| {
        for turn in 0..4 {
            let (documents, first, fonts) = (&documents, &first, &fonts);
            scope.spawn(move || {
                for i in 0..documents.len() {
                    let i = (i + turn) % documents.len();
                    let again = documents[i].pdf(fonts).unwrap();
                    assert!(again == first[i], "{} differs", documents[i].name);
                }
            });
        }
    });
    // Fonts and templates that were never used before make no difference either.
    let fresh = documents::small();
    for (document, first) in fresh.iter().zip(&first) {
        assert!(document.pdf(&Fonts::standard()).unwrap() == *first, "{} differs", document.name);
    }
}

/// Two processes agree, whatever they are called and wherever they run.
#[test]
fn two_processes_write_the_same_bytes() {
    let file = |name: &str| std::fs::read(documents::root().join(name)).unwrap();
    let render = || {
        let project = Project::new()
            .file("dashboard.json", file("templates/sales-dashboard.json"))
            .file("d.json", file("samples/sales-dashboard.json"));
        let arguments = ["render", "dashboard.json", "--data", "d.json", "--output", "-"];
        project.env("SOURCE_DATE_EPOCH", "1700000000").run(arguments).succeeds().stdout
    };
    assert!(render() == render());
}

/// Long documents are drawn by several painters at the same time, and nothing of that shows.
#[test]
fn documents_drawn_at_the_same_time_have_the_same_bytes() {
    let standard = Fonts::standard();
    let embedded = documents::embedded_fonts();
    let mut long = documents::shipped();
    long.retain(|document| document.page_count(&standard) >= 10);
    for document in sampled(long, 8) {
        for fonts in [&standard, &embedded] {
            let alone = Options::new(fonts);
            let expected = document.prepared.generate(&document.data, &alone).unwrap();
            for threads in [2, 5].map(Threads::new) {
                let together = Options { executor: Some(&threads), ..alone };
                let bytes = document.prepared.generate(&document.data, &together).unwrap();
                assert!(bytes == expected, "{} with {threads:?}", document.name);
            }
        }
    }
}

/// Rows of long tables are resolved at the same time, and nothing of that shows either: not in
/// pages, and not in what a limit says.
#[test]
fn rows_resolved_at_the_same_time_are_the_same() {
    let template = value(&json!({"page": {"width": 210, "height": 100}, "schemas": [
        {"id": "t", "name": "t", "type": "table", "x": 10, "y": 10, "width": 190, "height": 20,
         "head": ["A", "B", "C"], "footer": ["", "{SUM(rows.n)}", ""]}]}));
    let bindings = value(&json!([{"schemaName": "t", "type": "array", "path": "rows",
        "filters": [[{"column": "n", "op": "gt", "value": "7"}]],
        "columns": [{"label": "A", "formula": "{text}: {other}"}, {"label": "B", "formula": "{n * 3}"}, "text"]}]));
    let row = |n: usize| json!({"n": n, "text": "ä".repeat(n % 40), "other": n % 7});
    let data = value(&json!({"rows": (0..6_001).map(row).collect::<Vec<_>>()}));
    let prepared = prepare(&template, &bindings).unwrap();
    let fonts = Fonts::standard();
    for max_output_bytes in [u64::MAX, 60_000, 2_000] {
        let budget = Budget { max_output_bytes, ..Budget::default() };
        let alone = Options { budget, ..Options::new(&fonts) };
        let expected = prepared.generate(&data, &alone);
        assert_eq!(expected.is_ok(), max_output_bytes == u64::MAX);
        for threads in [2, 3].map(Threads::new) {
            let together = Options { executor: Some(&threads), ..alone };
            assert!(prepared.generate(&data, &together) == expected, "{max_output_bytes}");
        }
    }
}

/// Keys of a field of a flow, besides its place.
fn rules() -> impl Strategy<Value = Json> {
    let breaks =
        || prop_oneof![4 => Just("auto"), 1 => Just("page"), 1 => Just("odd"), 1 => Just("even")];
    (breaks(), breaks(), any::<bool>(), 0..8_u8, any::<bool>()).prop_map(
        |(before, after, keep, pin, collapse)| {
            json!({"breakBefore": before, "breakAfter": after, "keepWithNext": keep,
                "pin": if pin == 0 { "bottom" } else { "none" }, "collapse": collapse})
        },
    )
}

/// Fields of a flow, one below the other, each with its own text.
fn flow() -> impl Strategy<Value = Vec<Json>> {
    // Each has a top of its own: those of one top would be a row.
    let field = (rules(), length(1, 60), length(0, 330), -3..4_i32, 0..6_u8);
    proptest::collection::vec(field, 1..24).prop_map(|fields| {
        let mut y = 20.0;
        let mut all = Vec::new();
        for (number, (mut field, gap, height, z, hidden)) in fields.into_iter().enumerate() {
            let own = json!({"id": number.to_string(), "name": number.to_string(), "type": "text", "x": 10,
                "y": y, "width": 50, "height": height, "content": format!("text {number}"), "zIndex": z,
                "visibleWhen": if hidden == 0 { "1 > 2" } else { "" }});
            field.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
            y += height + gap;
            all.push(field);
        }
        all
    })
}

/// Those that are authored above the end of the body; others belong to a band.
fn in_body(fields: Vec<Json>, height: f64) -> Vec<Json> {
    fields.into_iter().take_while(|field| number(&field["y"]) < height - 10.0).collect()
}

fn flow_template(fields: &[Json], height: f64) -> Json {
    json!({"page": {"width": 210, "height": height}, "extensions": 1, "headerHeight": 10,
        "footerHeight": 10, "lastPage": {"footerHeight": 40}, "schemas": fields})
}

proptest! {
    #![proptest_config(cases(200))]

    /// Layout ends, and nothing is lost, printed twice or moved before what is above it.
    #[test]
    fn breaks_and_pins_keep_every_field_and_their_order(fields in flow(), height in length(60, 330)) {
        let fields = in_body(fields, height);
        let pages = pages(&flow_template(&fields, height), &json!([]), &json!(null));
        let shown = pages.iter().flatten().map(|item| item["name"].as_str().unwrap().to_owned());
        let expected = fields.iter().filter(|field| field["visibleWhen"] == "");
        let expected: Vec<String> =
            expected.map(|field| field["name"].as_str().unwrap().to_owned()).collect();
        prop_assert_eq!(shown.collect::<Vec<_>>(), expected);
        for items in &pages {
            for pair in items.windows(2) {
                prop_assert!(number(&pair[0]["y"]) <= number(&pair[1]["y"]));
            }
        }
        // Each break and each pin opens at most one page and leaves at most one blank.
        prop_assert!(pages.len() <= 2 + 3 * fields.len());
    }

    /// Fields that ask for odd or even pages stand on such.
    #[test]
    fn breaks_to_odd_and_even_pages_lead_there(fields in flow(), height in length(60, 330)) {
        let fields = in_body(fields, height);
        let pages = pages(&flow_template(&fields, height), &json!([]), &json!(null));
        // The first one begins where it is authored, and may not fit there.
        let numbered = pages.iter().enumerate();
        let placed = numbered.flat_map(|(index, items)| items.iter().map(move |item| (index, item)));
        for (index, item) in placed.skip(1) {
            let field = fields.iter().find(|field| field["name"] == item["name"]).unwrap();
            // A break is made before the field; where it then does not fit, it moves on.
            let alone = number(&field["height"]) <= height - 20.0
                && field["pin"] == "none"
                && field["keepWithNext"] == false;
            match field["breakBefore"].as_str() {
                Some("odd") if alone => prop_assert_eq!(index % 2, 0),
                Some("even") if alone => prop_assert_eq!(index % 2, 1),
                _ => {}
            }
        }
    }

    /// The order of drawing is that of `zIndex`, and of the template where numbers are equal.
    #[test]
    fn drawing_order_is_a_stable_sort(fields in flow()) {
        let fields = in_body(fields, 330.0);
        let fonts = Fonts::standard();
        let prepared = prepare(&value(&flow_template(&fields, 330.0)), &Value::Null).unwrap();
        let layout = prepared.layout(&Value::Null, &Options::new(&fonts)).unwrap();
        for page in &layout.pages {
            let drawn: Vec<_> = page.sequence().iter().map(|painted| painted.placement.field).collect();
            let mut sorted: Vec<_> = page.placements.iter().map(|placement| placement.field).collect();
            sorted.sort_by_key(|field| field.z_index());
            let names = |fields: &[&reportctl::template::Field]| {
                fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>()
            };
            prop_assert_eq!(names(&drawn), names(&sorted));
        }
    }

    /// What is placed does not depend on what else is evaluated before it: the same document twice,
    /// and the order of fields in the file, give the same pages.
    #[test]
    fn pages_do_not_depend_on_the_order_of_the_file(fields in flow(), height in length(60, 330)) {
        let fields = in_body(fields, height);
        let once = pages(&flow_template(&fields, height), &json!([]), &json!(null));
        let mut turned = fields.clone();
        turned.reverse();
        let again = pages(&flow_template(&turned, height), &json!([]), &json!(null));
        prop_assert_eq!(once, again);
    }
}
