use super::*;
use reportctl_engine::font::Fonts;

fn read(json: &str) -> Value {
    Value::from_json(json).expect("valid JSON")
}

/// A page of these fields, with this band at top and bottom.
fn page(fields: &str) -> Value {
    read(&format!(
        r#"{{"page": {{"width": 210, "height": 297}}, "headerHeight": 20, "footerHeight": 15, "schemas": [{fields}]}}"#
    ))
}

/// A field of a type with this name, in the body, and further keys.
fn field(kind: &str, name: &str, more: &str) -> String {
    let more = if more.is_empty() { String::new() } else { format!(", {more}") };
    format!(
        r#"{{"id": "{name}", "name": "{name}", "type": "{kind}", "x": 10, "y": 30, "width": 100, "height": 20{more}}}"#
    )
}

fn found(fields: &str, bindings: &str) -> Vec<Problem> {
    template(&page(fields), &read(bindings), Budget::default()).expect("no clock")
}

fn found_with(fields: &str, bindings: &str, data: &str) -> Vec<Problem> {
    let fonts = Fonts::standard();
    with_data(&page(fields), &read(bindings), &read(data), &Options::new(&fonts))
}

/// Code and property or last part of the pointer.
fn reported(problems: &[Problem]) -> Vec<(Code, &str)> {
    let place = |problem: &Problem| {
        let pointer = problem.pointer.as_deref().unwrap_or_default();
        pointer.rsplit_once("/schemas/0/").map_or(pointer.len(), |(before, _)| before.len() + 11)
    };
    problems
        .iter()
        .map(|p| {
            let pointer = p.pointer.as_deref().unwrap_or_default();
            (p.code, pointer.get(place(p)..).filter(|rest| !rest.is_empty()).unwrap_or(pointer))
        })
        .collect()
}

fn codes(problems: &[Problem]) -> Vec<Code> {
    problems.iter().map(|problem| problem.code).collect()
}

fn advice(problems: &[Problem]) -> &str {
    problems.first().and_then(|problem| problem.advice.as_deref()).unwrap_or_default()
}

mod alone {
    use super::*;

    #[test]
    fn a_good_template_gives_nothing() {
        let fields = [
            field("text", "title", r#""content": "Hello {name}", "alignment": "center""#),
            field("table", "rows", r#""head": ["A"], "content": [["{[a]}"]]"#),
        ];
        let bindings =
            r#"[{"schemaName": "rows", "type": "array", "path": "rows", "columns": ["a"]}]"#;
        assert_eq!(found(&fields.join(","), bindings), []);
    }

    #[test]
    fn of_one_field_mistakes_come_before_suspicions_before_bindings() {
        let chart = field("chart", "c", r#""visibleWhen": "a) b", "legendPosition": "rihgt""#);
        let problems = found(&chart, "[]");
        assert_eq!(
            codes(&problems),
            [Code::TrailingContent, Code::MissingBinding, Code::IgnoredValue]
        );
        let text = field("text", "t", r#""content": "{fatura /} e {CONCAT(a,,b)}""#);
        let problems = found(&text, "[]");
        assert_eq!(codes(&problems), [Code::UnexpectedToken, Code::SuspiciousOperator]);
        assert_eq!(problems[1].severity, Severity::Warning);
        assert_eq!(problems[1].get("expression"), Some(&"{fatura /}".into()));
        assert_eq!(problems[1].get("ident"), Some(&"fatura /".into()));
    }

    #[test]
    fn every_text_of_a_field_is_looked_at() {
        let kpi = field("kpi", "k", r#""title": "{a", "value": "{(a}", "subtitle": "}""#);
        assert_eq!(
            reported(&found(&kpi, "[]")),
            [
                (Code::UnclosedParen, "value"),
                (Code::BraceUnclosed, "title"),
                (Code::BraceUnopened, "subtitle")
            ]
        );
        let table = field(
            "table",
            "t",
            r#""head": ["A", "B"], "content": [["{(a}", "{SUM(a) SUM(b)}"]], "footer": ["", "{[}"]"#,
        );
        let bindings = r#"[{"schemaName": "t", "type": "array", "path": "rows",
            "columns": ["a", {"label": "B", "formula": "{SUM(a) SUM(b)}"}]}]"#;
        let problems = found(&table, bindings);
        let properties: Vec<_> =
            problems.iter().filter_map(|p| p.get("property")?.as_str()).collect();
        // The second cell mirrors its formula and is reported once.
        assert_eq!(properties, ["footer[1]", "columns[1].formula", "content[0][0]"]);
    }

    #[test]
    fn texts_that_bindings_bring_are_looked_at() {
        let text = field("text", "t", r#""content": """#);
        let bindings = r#"[{"schemaName": "t", "type": "template", "template": "{UPER(a)}"}]"#;
        let problems = found(&text, bindings);
        assert_eq!(reported(&problems), [(Code::UnknownFunction, "/bindings/0/template")]);
        assert_eq!(advice(&problems), "did you mean `UPPER`?");
        let bindings = r#"[{"schemaName": "t", "type": "scalar", "path": "a b) c"}]"#;
        assert_eq!(
            reported(&found(&text, bindings)),
            [(Code::TrailingContent, "/bindings/0/path")]
        );
    }

    #[test]
    fn values_without_meaning_name_what_was_meant() {
        let text = field(
            "text",
            "t",
            r#""content": "", "alignment": "centre", "fontColor": "red", "fontSize": "12", "borderWith": 1"#,
        );
        let problems = found(&text, "[]");
        assert_eq!(
            reported(&problems),
            [
                (Code::ConvertedValue, "fontSize"),
                (Code::IgnoredValue, "alignment"),
                (Code::IgnoredValue, "fontColor"),
                (Code::UnknownKey, "borderWith"),
            ]
        );
        let center = "did you mean `center`? allowed: `left`, `center`, `right`";
        assert_eq!(problems[1].advice.as_deref(), Some(center));
        assert_eq!(problems[3].advice.as_deref(), Some("did you mean `borderWidth`?"));
        let kpi = field("kpi", "k", r#""icon": "atach_money""#);
        assert_eq!(advice(&found(&kpi, "[]")), "did you mean `attach_money`?");
        assert_eq!(
            reported(&found(&field("tabel", "t", ""), "[]")),
            [(Code::IgnoredValue, "type")]
        );
    }

    #[test]
    fn keys_known_from_elsewhere_name_what_to_write_in_their_place() {
        let hint = |fields: &str| advice(&found(fields, "[]")).to_owned();
        let font = hint(&field("text", "t", r#""content": "x", "fontFamily": "Arial""#));
        assert!(font.contains("`fontName`") && font.contains("`fonts`"), "{font}");
        let turned = hint(&field("text", "t", r#""content": "x", "angle": 90"#));
        assert!(turned.contains("`rotate`"), "{turned}");
        let styles = r#""head": ["a"], "content": [["1"]], "columnStyles": [{"align": "right"}]"#;
        let table = found(&field("table", "t", styles), "[]");
        let of_column = table.iter().find(|problem| problem.code == Code::UnknownKey);
        let of_column = of_column.and_then(|problem| problem.advice.as_deref());
        assert!(of_column.is_some_and(|advice| advice.contains("`cellAlign`")), "{table:?}");
        let path = field("image", "i", r#""content": "../logo.png""#);
        let extended = read(&format!(
            r#"{{"extensions": 1, "page": {{"width": 210, "height": 297}}, "schemas": [{path}]}}"#
        ));
        let problems = template(&extended, &Value::Null, Budget::default()).expect("no clock");
        assert!(advice(&problems).contains("`lib:logo.png`"), "{problems:?}");
    }

    #[test]
    fn null_empty_values_and_keys_of_ones_own_are_fine() {
        let text = field(
            "text",
            "t",
            r#""content": "", "alignment": null, "backgroundColor": "", "_editorState": {"a": 1}"#,
        );
        assert_eq!(found(&text, "[]"), []);
        let table =
            field("table", "t", r#""head": ["A", "B"], "content": [], "columnWidths": [40, null]"#);
        assert_eq!(found(&table, "[]"), []);
    }

    #[test]
    fn numbers_in_quotes_and_ids_without_quotes_are_read_as_meant() {
        let json = r#"{"page": {"width": 210, "height": 297}, "headerHeight": "20", "schemas": [
            {"id": 7, "name": "s", "type": "section", "x": "10", "y": "30", "width": null, "height": 20},
            {"id": "m", "name": 12, "type": "text", "x": 1, "y": "30", "width": 50, "height": 5,
             "sectionId": 7, "fontSize": "12", "content": "{a}"},
            {"id": "t", "name": "t", "type": "table", "x": 1, "y": 60, "width": 50, "height": 5,
             "head": ["a", "b"], "content": [], "columnWidths": ["20", null]}]}"#;
        let bindings = r#"[{"schemaName": "s", "type": "section", "path": "l"},
            {"schemaName": 12, "type": "template", "template": "{b}"}]"#;
        let (json, bindings) = (read(json), read(bindings));
        let parsed =
            reportctl_engine::template::Template::parse(&json, &bindings).expect("readable");
        let design = &parsed.designs[0];
        assert_eq!(design.header_height, 20.0);
        let [section, member, table] = &design.fields[..] else { panic!("three fields") };
        assert_eq!((section.x, section.y, section.width), (10.0, 30.0, 0.0));
        assert_eq!(member.section_id.as_deref(), Some(section.id.as_str()));
        let reportctl_engine::template::Kind::Text(text) = &member.kind else { panic!("a text") };
        assert_eq!((text.font_size, text.text.source()), (12.0, "{b}"));
        let reportctl_engine::template::Kind::Table(table) = &table.kind else { panic!("a table") };
        assert_eq!(table.column_widths, [Some(20.0), None]);
        let warned = |problems: &[Problem]| {
            let converted = problems.iter().filter(|p| p.code == Code::ConvertedValue);
            let mut pointers: Vec<_> = converted.filter_map(|p| p.pointer.clone()).collect();
            pointers.sort();
            pointers
        };
        let expected = [
            "/bindings/1/schemaName",
            "/template/headerHeight",
            "/template/schemas/0/id",
            "/template/schemas/0/width",
            "/template/schemas/0/x",
            "/template/schemas/0/y",
            "/template/schemas/1/fontSize",
            "/template/schemas/1/name",
            "/template/schemas/1/sectionId",
            "/template/schemas/1/y",
            "/template/schemas/2/columnWidths/0",
        ];
        assert_eq!(warned(&parsed.warnings), expected);
        let checked = template(&json, &bindings, Budget::default()).expect("no clock");
        assert_eq!(warned(&checked), expected);
    }

    #[test]
    fn what_holds_no_number_is_refused_where_one_is_needed() {
        for x in ["\"\"", "\"ten\"", "true", "[]"] {
            let json = format!(
                r#"{{"page": {{"width": 210, "height": 297}}, "schemas": [
                {{"id": "a", "name": "a", "type": "text", "content": "", "x": {x}, "y": 1, "width": 1, "height": 1}}]}}"#
            );
            let problems =
                reportctl_engine::template::Template::parse(&read(&json), &Value::Null).err();
            let pointers: Vec<_> =
                problems.iter().flatten().filter_map(|p| p.pointer.as_deref()).collect();
            assert_eq!(pointers, ["/template/schemas/0/x"], "{x}");
        }
    }

    #[test]
    fn bindings_find_their_fields() {
        let text = field("text", "title", r#""content": """#);
        let bindings = r#"[{"schemaName": "tilte", "type": "template", "template": ""}]"#;
        let problems = found(&text, bindings);
        assert_eq!(codes(&problems), [Code::UnusedBinding]);
        assert_eq!(advice(&problems), "did you mean `title`?");
        let bindings = r#"[{"schemaName": "title", "type": "array", "path": "a", "columns": []}]"#;
        assert_eq!(reported(&found(&text, bindings)), [(Code::IgnoredValue, "/bindings/0/type")]);
        let bindings = r#"[{"schemaName": "title", "type": "scalar", "path": "a"},
            {"schemaName": "title", "type": "scalar", "path": "b"}]"#;
        assert_eq!(reported(&found(&text, bindings)), [(Code::UnusedBinding, "/bindings/1")]);
    }

    #[test]
    fn filters_compare_with_something() {
        let chart = field("chart", "c", "");
        let bindings = |op: &str, value: &str| {
            format!(
                r#"[{{"schemaName": "c", "type": "chart", "path": "r", "labelColumn": "l", "valueColumn": "v",
                "filters": [[{{"column": "l", "op": "{op}", "value": "{value}"}}]]}}]"#
            )
        };
        assert_eq!(codes(&found(&chart, &bindings("eq", "  "))), [Code::IncompleteFilter]);
        assert_eq!(codes(&found(&chart, &bindings("equals", "x"))), [Code::IgnoredValue]);
        assert_eq!(found(&chart, &bindings("neq", "x")), []);
    }

    #[test]
    fn tokens_of_a_table_bound_to_nothing_are_printed() {
        let table = field("table", "t", r#""head": ["A"], "content": [["{a}"]]"#);
        assert_eq!(codes(&found(&table, "[]")), [Code::MissingBinding]);
    }

    #[test]
    fn names_and_sections_add_up() {
        let fields = [
            field("section", "lines", ""),
            field("text", "a", r#""content": "", "sectionId": "liens""#),
            field("text", "a", r#""content": "", "sectionId": "lines""#),
        ];
        let bindings = r#"[{"schemaName": "lines", "type": "section", "path": "l"}]"#;
        let problems = found(&fields.join(","), bindings);
        assert_eq!(
            codes(&problems),
            [Code::UnknownSection, Code::DuplicateName, Code::DuplicateName]
        );
        assert_eq!(advice(&problems), "did you mean `lines`?");
    }

    #[test]
    fn sections_inside_sections_or_bands_draw_nothing() {
        let bindings = r#"[{"schemaName": "s", "type": "section", "path": "l"}]"#;
        let nested = [field("section", "s", ""), field("section", "n", r#""sectionId": "s""#)];
        let problems = found(&nested.join(","), bindings);
        assert_eq!(codes(&problems), [Code::MissingBinding, Code::NeverDrawn]);
        let band = r#"{"id": "s", "name": "s", "type": "section", "x": 0, "y": 0, "width": 9, "height": 9}"#;
        assert_eq!(codes(&found(band, bindings)), [Code::NeverDrawn]);
    }

    fn boxed(kind: &str, x: f64, y: f64, width: f64, height: f64) -> Vec<Code> {
        let field = format!(
            r#"{{"id": "a", "name": "a", "type": "{kind}", "x": {x}, "y": {y}, "width": {width}, "height": {height}, "content": ""}}"#
        );
        codes(&found(&field, "[]"))
    }

    #[test]
    fn boxes_lie_on_the_page_and_in_one_zone() {
        assert_eq!(boxed("text", 10.0, 30.0, 200.0, 8.0), []);
        assert_eq!(boxed("text", 10.0, 30.0, 201.0, 8.0), [Code::OffPage]);
        assert_eq!(boxed("text", -1.0, 30.0, 20.0, 8.0), [Code::OffPage]);
        assert_eq!(boxed("text", 10.0, 290.0, 20.0, 8.0), [Code::OffPage]);
        assert_eq!(boxed("text", 10.0, 15.0, 20.0, 8.0), [Code::BandOverlap]);
        assert_eq!(boxed("text", 10.0, 278.0, 20.0, 8.0), [Code::BandOverlap]);
        assert_eq!(boxed("image", 10.0, 30.0, 0.0, 8.0), [Code::NeverDrawn]);
    }

    #[test]
    fn members_lie_inside_their_section() {
        let section = field("section", "s", "");
        let member = |y: f64| {
            format!(
                r#"{section}, {{"id": "m", "name": "m", "type": "text", "content": "", "sectionId": "s", "x": 10, "y": {y}, "width": 9, "height": 6}}"#
            )
        };
        let bindings = r#"[{"schemaName": "s", "type": "section", "path": "l"}]"#;
        assert_eq!(found(&member(44.5), bindings), []);
        assert_eq!(codes(&found(&member(46.0), bindings)), [Code::OutsideSection]);
        assert_eq!(codes(&found(&member(25.0), bindings)), [Code::OutsideSection]);
    }

    #[test]
    fn columns_go_with_the_table() {
        let widths = |list: &str| {
            let more = format!(r#""head": ["A", "B"], "content": [], "columnWidths": {list}"#);
            codes(&found(&field("table", "t", &more), "[]"))
        };
        assert_eq!(widths("[60, 40]"), []);
        assert_eq!(widths("[60, 41]"), [Code::ColumnWidths]);
        assert_eq!(widths("[99, null]"), [Code::ColumnWidths]);
    }

    #[test]
    fn pictures_are_decoded() {
        let image = |content: &str| {
            let more = format!(r#""content": "{content}""#);
            reported_codes(&field("image", "i", &more))
        };
        assert_eq!(image(""), []);
        assert_eq!(image("https://example.org/a.png"), [Code::IgnoredValue]);
        assert_eq!(image("data:image/png;base64,AAAA"), [Code::ImageUnreadable]);
        assert_eq!(image("data:image/svg+xml;base64,AAAA"), [Code::UnsupportedImageFormat]);
    }

    fn reported_codes(fields: &str) -> Vec<Code> {
        codes(&found(fields, "[]"))
    }

    #[test]
    fn shape_and_version_are_reported_and_lints_go_on() {
        assert_eq!(
            codes(&template(&read("[]"), &Value::Null, Budget::default()).expect("no clock")),
            [Code::TemplateNotAnObject]
        );
        let broken = r#"{"id": "t", "name": "t", "type": "text", "content": "{(a}"}"#;
        let problems = found(broken, "[]");
        assert_eq!(problems.len(), 5);
        assert_eq!(problems[4].code, Code::UnclosedParen);
    }
}

mod with_some_data {
    use serde_json::{Value as Json, json};

    use super::*;

    fn text_found(content: &str, data: &str) -> Vec<Problem> {
        let more = format!(r#""content": "{content}""#);
        found_with(&field("text", "t", &more), "[]", data)
    }

    #[test]
    fn missing_paths_say_which_part_and_what_was_meant() {
        let data = r#"{"customer": {"name": "Ana"}, "rows": [{"a": 1}], "none": null}"#;
        let problems = text_found("{customer.nmae}", data);
        assert_eq!(codes(&problems), [Code::MissingPath]);
        assert_eq!(problems[0].get("missing"), Some(&"nmae".into()));
        assert_eq!(advice(&problems), "did you mean `customer.name`?");
        assert_eq!(advice(&text_found("{name}", data)), "did you mean `customer.name`?");
        assert_eq!(text_found("{CUSTOMER.Name} {none.a} {rows.7.a}", data), []);
        assert!(advice(&text_found("{pageNumber}", data)).contains("bands"));
        assert!(advice(&text_found("{rows.a}", data)).contains("it is a list"));
        // Rows that are a document each, checked as if they were one.
        assert!(advice(&text_found("{name}", r#"[{"name": "Ana"}]"#)).contains("`batch`"));
    }

    #[test]
    fn rows_that_a_table_adds_to_its_pages_know_page_numbers() {
        let row =
            json!({"cells": {"0": "{pageNumber} of {pageCount}"}, "visibleWhen": "pageNumber"});
        let table = |key: &str, value: &Json| {
            let mut table = json!({"id": "t", "name": "t", "type": "table", "x": 10, "y": 30,
                "width": 100, "height": 20, "head": ["A"], "content": [["{a}"]]});
            table[key] = value.clone();
            let template = json!({"extensions": 1, "page": {"width": 210, "height": 297},
                "schemas": [table]});
            let bindings = json!([{"schemaName": "t", "type": "array", "path": "rows",
                "columns": ["a"]}]);
            let fonts = Fonts::standard();
            let (template, bindings) = (Value::from(&template), Value::from(&bindings));
            let data = read(r#"{"rows": [{"a": 1}]}"#);
            codes(&with_data(&template, &bindings, &data, &Options::new(&fonts)))
        };
        assert_eq!(table("headRows", &json!([row])), []);
        for key in ["broughtForward", "carriedOver", "pageTotals"] {
            assert_eq!(table(key, &row), [], "{key}");
        }
        // A row of the data is read once for all pages.
        assert_eq!(table("content", &json!([["{pageNumber}"]])), [Code::MissingPath]);
    }

    #[test]
    fn what_a_condition_asks_for_may_be_missing() {
        let data = r#"{"total": 1}"#;
        assert_eq!(text_found(r#"{IF(discount, discount, 0)}"#, data), []);
        assert_eq!(codes(&text_found(r#"{IF(totl, totl, 0)}"#, data)), [Code::MissingPath]);
        let hidden = field("text", "t", r#""content": "{gift.text}", "visibleWhen": "gift""#);
        assert_eq!(found_with(&hidden, "[]", data), []);
    }

    #[test]
    fn a_path_may_be_missing_only_where_a_condition_guards_it() {
        let data = r#"{"total": 1}"#;
        let missing = |content: &str| codes(&text_found(content, data)).len();
        // The branch that is not taken, and the condition itself.
        assert_eq!(missing(r#"{IF(vat == \"\", \"\", CONCAT(\"VAT \", vat))}"#), 0);
        assert_eq!(missing(r#"{IF(vat > 0, IF(rate > 0, rate, vat), total)}"#), 0);
        assert_eq!(missing(r#"{IF(COUNT(lines) > 0, SUM(lines.amount), 0)}"#), 0);
        // The branch that is taken, and the same path outside.
        assert_eq!(missing(r#"{IF(vat == \"\", vat, \"\")}"#), 1);
        assert_eq!(missing(r#"{IF(vat > 0, vat, \"\")} {vat}"#), 1);
        assert_eq!(missing(r#"{IF(NOT vat, total * vat, 0)}"#), 1);
        // Another field asks for it: that does not guard this one.
        let fields = [
            field("text", "a", r#""content": "{IF(vat > 0, vat, \"\")}""#),
            field("text", "b", r#""content": "x", "visibleWhen": "vat > 0""#),
            field("text", "c", r#""content": "VAT {vat} %""#),
        ];
        let problems = found_with(&fields.join(","), "[]", data);
        assert_eq!(codes(&problems), [Code::MissingPath]);
        assert_eq!(problems[0].field.as_deref(), Some("c"));
        // A condition that shows the field all the same does not guard its texts.
        let shown = field("text", "t", r#""content": "{vat}", "visibleWhen": "NOT vat""#);
        assert_eq!(codes(&found_with(&shown, "[]", data)), [Code::MissingPath]);
    }

    #[test]
    fn members_are_guarded_item_by_item() {
        let bindings = r#"[{"schemaName": "s", "type": "section", "path": "rows"}]"#;
        let check = |member: &str, data: &str| {
            let fields = [field("section", "s", ""), field("text", "m", member)].join(",");
            codes(&found_with(&fields, bindings, data)).len()
        };
        let guarded = r#""sectionId": "s", "content": "{note}", "visibleWhen": "kind == \"n\"""#;
        assert_eq!(check(guarded, r#"{"rows": [{"kind": "a"}, {"kind": "b"}]}"#), 0);
        assert_eq!(check(guarded, r#"{"rows": [{"kind": "a"}, {"kind": "n"}]}"#), 1);
        assert_eq!(check(guarded, r#"{"rows": [{"kind": "n", "note": ""}, {"kind": "n"}]}"#), 0);
        let branch = r#""sectionId": "s", "content": "{IF(Line > 1, note, kind)}""#;
        assert_eq!(check(branch, r#"{"rows": [{"kind": "a"}]}"#), 0);
        assert_eq!(check(branch, r#"{"rows": [{"kind": "a"}, {"kind": "b"}]}"#), 1);
        // A section that is not shown takes nothing.
        let hidden = field("section", "s", r#""visibleWhen": "COUNT(rows) > 0""#);
        assert_eq!(codes(&found_with(&hidden, bindings, "{}")), []);
    }

    #[test]
    fn what_is_there_is_not_missing_though_null_or_empty() {
        let template = page(&field("text", "t", r#""content": "{a}{b}{c}{street2}{gone}""#));
        let checker = DataChecker::new(&template, &Value::Null).expect("a template");
        let data = read(r#"{"a": null, "b": "", "c": [], "street2": 0}"#);
        let missing = checker.missing(&data, Budget::default()).expect("no clock");
        assert_eq!(missing.len(), 1);
        assert_eq!(missing[0].get("missing"), Some(&"gone".into()));
    }

    #[test]
    fn a_similar_key_does_not_refuse_a_path_that_a_condition_asks_for() {
        let content = r#""content": "{IF(street2 == \"\", \"\", street2)}""#;
        let template = page(&field("text", "t", content));
        let checker = DataChecker::new(&template, &Value::Null).expect("a template");
        let data = read(r#"{"street1": "x"}"#);
        let fonts = Fonts::standard();
        let options = Options::new(&fonts);
        assert_eq!(checker.admit(&data, &options, &Strictness::strict()), Ok(vec![]));
        assert_eq!(codes(&checker.problems(&data, &options)), [Code::MissingPath]);
    }

    #[test]
    fn texts_of_messages_are_checked_too() {
        let text = TextTemplate::compile("Dear {name}, {IF(due, due, \"now\")}");
        let missing = |data| missing_in_text(&text, &read(data), &Dialect::BASE, Budget::default());
        assert_eq!(missing(r#"{"name": ""}"#), Ok(vec![]));
        assert_eq!(missing("{}").map(|found| codes(&found)), Ok(vec![Code::MissingPath]));
    }

    #[test]
    fn aggregates_need_a_list_and_a_column() {
        let data = r#"{"order": {"items": [{"Price": 1}]}}"#;
        let advice_of = |content: &str| advice(&text_found(content, data)).to_owned();
        assert!(advice_of("{COUNT(order.items)}").contains("order.items.column"));
        assert_eq!(advice_of("{SUM(order.items.price)}"), "did you mean `Price`? case counts here");
        assert_eq!(advice_of("{SUM(order.itmes.Price)}"), "did you mean `order.items`?");
        assert_eq!(text_found("{SUM(order.items.Price)}", data), []);
    }

    #[test]
    fn columns_are_exact_keys_and_rows_see_their_item_only() {
        let table = field(
            "table",
            "t",
            r#""head": ["A", "B", "c"], "content": [["", "{name}"]], "footer": ["", "{name}"]"#,
        );
        let bindings = r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a"],
            "filters": [[{"column": "C", "op": "eq", "value": "1"}], [{"column": "b", "op": "eq", "value": "2"}]]}]"#;
        let data = r#"{"name": "x", "rows": [{"A": 1, "c": 1}, {"b": 2}]}"#;
        let problems = found_with(&table, bindings, data);
        let reported: Vec<_> = problems.iter().filter_map(|p| p.get("missing")?.as_str()).collect();
        assert_eq!(reported, ["C", "a", "name"]);
        assert!(problems[2].advice.as_deref().is_some_and(|a| a.contains("put it into the items")));
    }

    #[test]
    fn what_is_not_printed_is_not_missing() {
        let fields = [
            field("text", "t", r#""content": "{IF($page.number > 0, a, b)}{IF(x == 1, c, d)}""#),
            field("table", "u", r#""head": ["A"], "content": [["{e}"]]"#),
        ];
        let bindings = r#"[{"schemaName": "u", "type": "array", "path": "rows",
            "filters": [[{"column": "k", "op": "eq", "value": "1"}]]}]"#;
        let problems = found_with(&fields.join(","), bindings, r#"{"x": 1, "rows": [{"k": 2}]}"#);
        let reported: Vec<_> = problems.iter().filter_map(|p| p.get("missing")?.as_str()).collect();
        assert_eq!(reported, ["b", "c"]);
    }

    #[test]
    fn a_key_that_only_some_items_have_is_fine() {
        let fields = [
            field("section", "s", ""),
            field("text", "m", r#""sectionId": "s", "content": "{a} {Line}""#),
        ];
        let bindings = r#"[{"schemaName": "s", "type": "section", "path": "rows"}]"#;
        let check = |data| codes(&found_with(&fields.join(","), bindings, data));
        assert_eq!(check(r#"{"rows": [{"a": 1}, {"b": 1}]}"#), []);
        assert_eq!(check(r#"{"rows": []}"#), [Code::EmptyList]);
        assert_eq!(check(r#"{"rows": [{"b": 1}]}"#), [Code::MissingPath]);
        assert_eq!(check(r#"{"rows": {"list": []}}"#), [Code::DataShape]);
    }

    #[test]
    fn what_is_calculated_with_is_a_number() {
        let numbers = |content: &str, data: &str| {
            let problems = text_found(content, data);
            assert!(problems.iter().all(|p| p.code == Code::NotANumber), "{problems:?}");
            problems
                .into_iter()
                .map(|p| (p.message, p.advice.unwrap_or_default()))
                .collect::<Vec<_>>()
        };
        let data = r#"{"a": "12,50", "b": "1.234,50", "c": "n/a", "d": "", "e": "7.5", "f": null,
            "lines": [{"price": 1}, {"price": "2,5"}, {"price": "3"}]}"#;
        let found = numbers("{a * 2}", data);
        assert_eq!(found[0].0, "`a` is `12,50`, which is not a number");
        assert_eq!(found[0].1, "write it as `12.50`, or as a number without quotes");
        assert!(numbers("{1 - b}", data)[0].1.contains("`1234.50`"));
        assert_eq!(
            numbers("{c * 2}", data)[0].1,
            "give a number, or put a condition before the calculation"
        );
        assert_eq!(
            numbers("{SUM(lines.price)}", data)[0].0,
            "`price` of an item of `lines` is `2,5`, which is not a number"
        );
        for fine in [
            "{a} {CURRENCY(a, \\\"EUR\\\")}",
            "{d * 2} {e * 2} {f + 1}",
            "{IF(c == \\\"n/a\\\", \\\"\\\", c * 2)}",
            "{IF(a * 2 > 1, \\\"x\\\", \\\"\\\")}",
            "{COUNT(lines)}",
        ] {
            assert_eq!(numbers(fine, data), [], "{fine}");
        }
    }

    #[test]
    fn formulas_over_items_calculate_with_numbers() {
        let found = |content: &str| {
            let template = serde_json::json!({"extensions": 1, "page": {"width": 210, "height": 297},
                "defs": {"amount": "quantity * price"}, "schemas": [{"id": "t", "name": "t",
                "type": "text", "x": 10, "y": 15, "width": 190, "height": 10, "content": content}]});
            let data = read(
                r#"{"lines": [{"quantity": 2, "price": "2,5", "vat": "19"},
                    {"quantity": 1, "price": 3, "vat": 7}], "rates": [{"vat": 7}]}"#,
            );
            let fonts = Fonts::standard();
            let problems =
                with_data(&Value::from(&template), &Value::Null, &data, &Options::new(&fonts));
            problems.into_iter().map(|problem| (problem.code, problem.message)).collect::<Vec<_>>()
        };
        let message = "`price` of an item of `lines` is `2,5`, which is not a number";
        let once = [(Code::NotANumber, message.to_owned())];
        assert_eq!(found("{SUMOF(lines, $amount)} {MONEY(SUMOF(lines, $amount))}"), once);
        assert_eq!(found("{SUMOF(lines, price)}"), once);
        assert_eq!(found("{MAXOF(lines, price, quantity > 1)}"), once);
        assert_eq!(found("{SUMOF(lines, price, quantity == 1)}"), []);
        assert_eq!(found("{COUNTOF(lines, price * 2 > 1)}"), []);
    }

    /// Findings that `strictness` refuses in a text of a template with extensions, and the printed
    /// text.
    fn evaluated(content: &str, data: &str) -> (Vec<(Code, String)>, String) {
        let template = serde_json::json!({"extensions": 1, "page": {"width": 210, "height": 297},
            "defs": {"net": "gross - tax", "typo": "MONNEY(gross)"}, "schemas": [{"id": "t",
            "name": "t", "type": "text", "x": 10, "y": 15, "width": 190, "height": 10,
            "content": content}]});
        let (template, data) = (Value::from(&template), read(data));
        let checker = DataChecker::new(&template, &Value::Null).expect("a template");
        let fonts = Fonts::standard();
        let options = Options::new(&fonts);
        let layout = checker.prepared().layout(&data, &options).expect("a layout");
        let notes = layout.notes.iter().map(|note| (note.code, note.message.clone())).collect();
        let shown = serde_json::to_value(&layout).expect("JSON");
        let item = shown.pointer("/pages/0/placements/0/value").and_then(|text| text.as_str());
        (notes, item.unwrap_or_default().to_owned())
    }

    #[test]
    fn a_calculation_with_a_text_is_found_where_it_is_evaluated_and_prints_nothing() {
        let data =
            r#"{"a": "siehe", "n": 7, "gross": "siehe Notiz", "tax": 2, "rows": [{"x": "y"}]}"#;
        for (content, message) in [
            (r#"{REPLACE(a, "x", "y") - 5 - 3}"#, "`REPLACE(…)` is `siehe`, which is not a number"),
            ("{a - 5 - 3}", "`a` is `siehe`, which is not a number"),
            ("{(a - 5) * 3 + n}", "`a` is `siehe`, which is not a number"),
            ("{n + ROUND(a)}", "`a` is `siehe`, which is not a number"),
            ("{MONEY($net - 1)}", "`gross` is `siehe Notiz`, which is not a number"),
            ("{MONEY(UPPER(a) * 2)}", "`UPPER(…)` is `SIEHE`, which is not a number"),
            ("{WORDS(a)}", "`a` is `siehe`, which is not a number"),
            ("{PERCENT(a)}", "`a` is `siehe`, which is not a number"),
            ("{LEFT(\"x\", a)}", "`a` is `siehe`, which is not a number"),
            ("{GREATEST(n, a)}", "`a` is `siehe`, which is not a number"),
            (r#"{NUMBERFROM(a, "de") + 1}"#, "`a` is `siehe`, which is not a number"),
            (
                r#"{MONEY(NUMBERFROM("12.34", "de"))}"#,
                "`\"12.34\"` is `12.34`, which is not a number",
            ),
        ] {
            let (notes, shown) = evaluated(content, data);
            assert_eq!(notes, [(Code::NotANumber, message.to_owned())], "{content}");
            assert_eq!(shown, "", "{content}");
        }
        for fine in [
            "{IF(a * 2 > 1, 1, n)}",
            "{DEFAULT(a - 5, n)}",
            "{COUNTOF(rows, x > 2)}",
            "{CASE(n, a + 1, 1, n)}",
            "{missing + n}",
        ] {
            assert_eq!(evaluated(fine, data).0, [], "{fine}");
        }
        assert_eq!(evaluated("{DEFAULT(a - 5, n)}", data).1, "7");
    }

    #[test]
    fn a_sum_that_is_known_from_a_condition_is_reported_where_it_is_printed() {
        let data = r#"{"rows": [{"x": 1}, {"x": "y"}]}"#;
        let message = "`x` of an item of `rows` is `y`, which is not a number".to_owned();
        let (notes, shown) = evaluated("{IF(SUM(rows.x) > 0, SUM(rows.x), 0)}", data);
        assert_eq!((notes, shown.as_str()), (vec![(Code::NotANumber, message)], "1"));
    }

    #[test]
    fn a_function_that_does_not_exist_is_found_in_texts_and_conditions() {
        let unknown =
            |name: &str| (Code::UnknownFunction, format!("there is no function `{name}`"));
        let data = r#"{"gross": 5}"#;
        assert_eq!(evaluated("{MONNEY(gross)}", data).0, [unknown("MONNEY")]);
        assert_eq!(evaluated("{IF(FOO(gross), 1, 2)}", data).0, [unknown("FOO")]);
        assert_eq!(evaluated("{DEFAULT(FOO(gross), 2)}", data), (vec![unknown("FOO")], "2".into()));
        assert_eq!(
            evaluated("{MONNEY(gross) - 5}", data),
            (vec![unknown("MONNEY")], String::new())
        );
        // It was not called.
        assert_eq!(evaluated("{IF(gross, 1, FOO(gross))}", data).0, []);
        assert_eq!(evaluated("{$typo} {$typo}", data).0, [unknown("MONNEY")]);
    }

    #[test]
    fn a_typo_in_a_formula_is_reported_once_where_it_stands() {
        let field = |id: usize| {
            serde_json::json!({"id": id.to_string(), "name": format!("t{id}"), "type": "text", "x": 10,
                "y": 15 + 10 * id, "width": 190, "height": 10, "content": "{$gross} {$net}"})
        };
        let fields: Vec<_> = (0..10).map(field).collect();
        let found = |net: &str| {
            let template = serde_json::json!({"extensions": 1, "page": {"width": 210, "height": 297},
                "defs": {"net": net, "gross": "$net * 2"}, "schemas": fields});
            let (template, data) = (Value::from(&template), read(r#"{"total": 5}"#));
            let fonts = Fonts::standard();
            let alone = check_template(&template);
            let with = with_data(&template, &Value::Null, &data, &Options::new(&fonts));
            let shown = |problems: Vec<Problem>| {
                let shown =
                    problems.into_iter().map(|it| (it.code, it.pointer.unwrap_or_default()));
                shown.collect::<Vec<_>>()
            };
            (shown(alone), shown(with))
        };
        let at = |code| vec![(code, "/template/defs/net".to_owned())];
        assert_eq!(found("ROUNT(total)"), (at(Code::UnknownFunction), at(Code::UnknownFunction)));
        assert_eq!(found("toal"), (Vec::new(), at(Code::MissingPath)));
        assert_eq!(found("total"), (Vec::new(), Vec::new()));
    }

    fn check_template(template: &Value) -> Vec<Problem> {
        crate::template(template, &Value::Null, Budget::default()).expect("in time")
    }

    #[test]
    fn a_text_that_is_no_date_is_found() {
        let message =
            |text: &str| (Code::NotADate, format!("`d` is `{text}`, which is not a date"));
        for content in
            ["{DATE(d)}", "{DATEADD(d, 1, \"day\")}", "{DATEDIFF(d, \"2026-01-01\", \"day\")}"]
        {
            assert_eq!(evaluated(content, r#"{"d": "soon"}"#).0, [message("soon")], "{content}");
            assert_eq!(evaluated(content, r#"{"d": ""}"#).0, [], "{content}");
            assert_eq!(evaluated(content, r#"{"d": "2026-04-30"}"#).0, [], "{content}");
        }
    }

    #[test]
    fn what_lists_repeat_over_is_a_list_of_objects() {
        let fields = [
            field("section", "s", ""),
            field("text", "m", r#""sectionId": "s", "content": "{a}""#),
        ];
        let section = r#"[{"schemaName": "s", "type": "section", "path": "rows"}]"#;
        let table = field("table", "t", r#""head": ["a"], "content": []"#);
        let keys = r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a"]}]"#;
        let texts = r#"[{"schemaName": "t", "type": "array", "path": "rows",
            "columns": [{"formula": "{a}"}]}]"#;
        for (fields, bindings) in
            [(fields.join(","), section), (table.clone(), keys), (table, texts)]
        {
            for data in [r#"{"rows": "x"}"#, r#"{"rows": null}"#, r#"{"rows": [1, 2]}"#] {
                let found = found_with(&fields, bindings, data);
                assert_eq!(codes(&found), [Code::DataShape], "{bindings} {data} {found:?}");
            }
            for data in [r#"{"rows": [{"a": 1}]}"#, r#"{"rows": [null, {"a": 1}]}"#] {
                assert_eq!(codes(&found_with(&fields, bindings, data)), [], "{bindings} {data}");
            }
        }
        // A counter takes nothing of its items.
        let counter = [
            field("section", "s", ""),
            field("text", "m", r#""sectionId": "s", "content": "No. {Line}""#),
        ];
        assert_eq!(codes(&found_with(&counter.join(","), section, r#"{"rows": [1, 2]}"#)), []);
    }

    #[test]
    fn many_rows_make_one_finding() {
        let table = field("table", "t", r#""head": ["a"], "content": [["{a * 2}"]]"#);
        let bindings =
            r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a"]}]"#;
        let rows: Vec<String> = (0..3000).map(|row| format!(r#"{{"a": "x{row}"}}"#)).collect();
        let found = found_with(&table, bindings, &format!(r#"{{"rows": [{}]}}"#, rows.join(",")));
        assert_eq!(codes(&found), [Code::NotANumber]);
        assert_eq!(found[0].message, "`a` of an item of `rows` is `x0`, which is not a number");
        assert_eq!(found[0].pointer.as_deref(), Some("/template/schemas/0/content/0/0"));
        assert_eq!(found[0].get("property"), Some(&"content[0][0]".into()));
    }

    #[test]
    fn charts_and_cards_need_their_columns() {
        let fields = [field("chart", "c", ""), field("kpi", "k", "")].join(",");
        let bindings = r#"[
            {"schemaName": "c", "type": "chart", "path": "rows", "labelColumn": "l", "valueColumn": "v"},
            {"schemaName": "k", "type": "kpi", "path": "rows", "aggregation": "count"}]"#;
        let check = |data| codes(&found_with(&fields, bindings, data));
        assert_eq!(check(r#"{"rows": [{"l": "a", "v": 1}]}"#), []);
        assert_eq!(check(r#"{"rows": [{"l": "a"}]}"#), [Code::MissingPath]);
    }

    #[test]
    fn texts_wider_than_their_place_are_reported_once_with_the_worst() {
        let long = "W".repeat(60);
        let problems = text_found(&long, "{}");
        assert_eq!(codes(&problems), [Code::TextTooWide]);
        assert!(problems[0].get("excess").and_then(|e| e.as_f64()).is_some_and(|mm| mm > 50.0));
        let table = field("table", "t", r#""head": ["A", "B"], "content": []"#);
        let bindings =
            r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a", "b"]}]"#;
        let data = format!(
            r#"{{"rows": [{{"a": "", "b": "{long}"}}, {{"a": "", "b": "{long}{long}"}}]}}"#
        );
        let problems = found_with(&table, bindings, &data);
        assert_eq!(codes(&problems), [Code::TextTooWide]);
        for (detail, value) in [("row", 2), ("columnIndex", 1), ("count", 2), ("page", 1)] {
            assert_eq!(problems[0].get(detail), Some(&value.into()), "{detail}");
        }
    }

    #[test]
    fn every_character_without_a_glyph_is_an_error() {
        let problems = text_found("a 🎉 {x}", r#"{"x": "🎉"}"#);
        assert_eq!(codes(&problems), [Code::UnsupportedGlyph]);
        assert_eq!(problems[0].severity, Severity::Error);
        assert_eq!(problems[0].get("codePoint"), Some(&"U+1F389".into()));
    }

    #[test]
    fn what_runs_off_the_page_is_reported() {
        let section = r#"{"id": "s", "name": "s", "type": "section", "x": 0, "y": 30, "width": 9, "height": 400}"#;
        let bindings = r#"[{"schemaName": "s", "type": "section", "path": "rows"}]"#;
        let data = r#"{"rows": [{}, {}]}"#;
        assert_eq!(codes(&found_with(section, bindings, data)), [Code::OffPage]);
        let table = r#"{"id": "t", "name": "t", "type": "table", "x": 0, "y": 0, "width": 90, "height": 14, "head": ["a"], "content": []}"#;
        let bindings =
            r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a"]}]"#;
        let data = r#"{"rows": [{"a": 1}, {"a": 2}, {"a": 3}]}"#;
        assert_eq!(codes(&found_with(table, bindings, data)), [Code::BandOverlap]);
    }

    /// Findings on pages with extensions.
    fn found_extended(field: &str, data: &str) -> Vec<Problem> {
        let page = format!(
            r#"{{"page": {{"width": 210, "height": 297}}, "extensions": 1, "headerHeight": 20, "schemas": [{field}]}}"#
        );
        let bindings =
            r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["a", "b"]}]"#;
        let fonts = Fonts::standard();
        with_data(&read(&page), &read(bindings), &read(data), &Options::new(&fonts))
    }

    #[test]
    fn a_table_with_extensions_that_leaves_its_band_is_reported() {
        let table = |rules: &str| {
            format!(
                r#"{{"id": "t", "name": "t", "type": "table", "x": 0, "y": 0, "width": 90, "height": 14, "head": ["a", "b"], "content": []{rules}}}"#
            )
        };
        let data = r#"{"rows": [{"a": 1, "b": 1}, {"a": 2, "b": 2}, {"a": 3, "b": 3}]}"#;
        let base = found_extended(&table(""), data);
        let extended = found_extended(&table(r#", "bodyWrap": "word""#), data);
        assert_eq!(codes(&base), [Code::BandOverlap]);
        assert_eq!(extended, base);
        assert_eq!(base[0].get("rows"), Some(&3.into()));
    }

    #[test]
    fn a_text_too_wide_in_a_table_with_extensions_has_its_place() {
        let table = |head: &str, rules: &str| {
            format!(
                r#"{{"id": "t", "name": "t", "type": "table", "x": 10, "y": 30, "width": 60, "height": 14, "head": ["a", "{head}"], "content": [], "showFooter": true, "footer": ["", "{head}"]{rules}}}"#
            )
        };
        let long = "far too long for a column of thirty millimetres";
        let data = format!(r#"{{"rows": [{{"a": 1, "b": "x"}}, {{"a": 2, "b": "{long}"}}]}}"#);
        let base = found_extended(&table("b", ""), &data);
        let extended = found_extended(&table("b", r#", "bodyPadding": 1.5, "minRows": 2"#), &data);
        assert!(base[0].message.contains(" in column `b`, row 2,"), "{}", base[0].message);
        assert_eq!(base[0].get("row"), Some(&2.into()));
        assert_eq!(extended, base);
        let head = |rules| found_extended(&table(long, rules), r#"{"rows": [{"a": 1, "b": 2}]}"#);
        let (base, extended) = (head(""), head(r#", "bodyWrap": "word""#));
        assert!(base[0].message.contains(" in the header"), "{}", base[0].message);
        assert_eq!(extended, base);
    }

    #[test]
    fn limits_are_problems_too() {
        let table = field("table", "t", r#""head": ["a"], "content": []"#);
        let bindings =
            read(r#"[{"schemaName": "t", "type": "array", "path": "", "columns": ["a"]}]"#);
        let data = read(&format!("[{}]", vec![r#"{"a": 1}"#; 100].join(",")));
        let fonts = Fonts::standard();
        let mut options = Options::new(&fonts);
        options.budget.max_pages = 1;
        let problems = with_data(&page(&table), &bindings, &data, &options);
        assert_eq!(codes(&problems), [Code::PageLimit]);
    }
}

/// Sections in sections, and what is taken from around them.
mod nested {
    use serde_json::{Value as Json, json};

    use super::*;

    /// Orders with lines with parts: a section in a section in a section.
    fn fixture(members: &[Json]) -> (Value, Value) {
        let section = |id: &str, inside: &str, height: f64| {
            let mut section = json!({"id": id, "name": id, "type": "section", "x": 10, "y": 30,
                "width": 100, "height": height, "breakInside": "auto"});
            if !inside.is_empty() {
                section["sectionId"] = inside.into();
            }
            section
        };
        // The inner ones stand before the outer ones: the order of fields says nothing.
        let mut fields = vec![
            section("parts", "lines", 8.0),
            section("lines", "orders", 9.0),
            section("orders", "", 10.0),
        ];
        fields.extend(members.iter().cloned());
        let template =
            json!({"extensions": 1, "page": {"width": 210, "height": 297}, "schemas": fields});
        let bound = |id: &str| json!({"schemaName": id, "type": "section", "path": id});
        let bindings = json!([bound("orders"), bound("lines"), bound("parts")]);
        (Value::from(&template), Value::from(&bindings))
    }

    fn text(inside: &str, content: &str) -> Json {
        json!({"id": "t", "name": "t", "type": "text", "x": 10, "y": 31, "width": 50, "height": 5,
            "sectionId": inside, "content": content})
    }

    const DATA: &str = r#"{"owner": {"name": "Ana"}, "orders": [
        {"no": 1, "total": 3, "lines": [{"name": "A", "parts": [{"part": "x", "n": 1}]}]},
        {"no": 2, "total": 4, "lines": [{"name": "B", "parts": []}]}]}"#;

    fn missing(member: Json) -> Vec<(String, String, String)> {
        let (template, bindings) = fixture(&[member]);
        let fonts = Fonts::standard();
        let problems = with_data(&template, &bindings, &read(DATA), &Options::new(&fonts));
        let said = |problem: &Problem, name: &str| {
            problem.get(name).and_then(Json::as_str).unwrap_or_default().to_owned()
        };
        problems
            .iter()
            .filter(|problem| problem.code == Code::MissingPath)
            .map(|problem| {
                let pointer = problem.pointer.clone().unwrap_or_default();
                (problem.message.clone(), said(problem, "missing"), pointer)
            })
            .collect()
    }

    #[test]
    fn paths_are_looked_for_in_the_items_of_each_level() {
        for (inside, content) in [
            ("orders", "{no} {total} {Line}"),
            ("lines", "{name} {$parent.no} {$root.owner.name}"),
            ("parts", "{part} {$parent.name} {SUMOF($root.orders, total)} {index}"),
        ] {
            assert_eq!(missing(text(inside, content)), [], "{inside}");
        }
        let wrong = [
            ("orders", "{noo}", "no item of `orders` has `noo`"),
            ("lines", "{nmae}", "no item of `orders.lines` has `nmae`"),
            ("lines", "{no}", "no item of `orders.lines` has `no`"),
            ("parts", "{prat}", "no item of `orders.lines.parts` has `prat`"),
            ("parts", "{$parent.nmae}", "no item of `orders.lines` has `nmae`"),
            ("parts", "{$root.ownr.name}", "the data has no `ownr` (path `ownr.name`)"),
            ("lines", "{SUM(parts.m)}", "no item of `parts` has the key `m`"),
            ("lines", "{SUMOF(parts, m * 2)}", "no item of `parts` has `m`"),
            ("orders", "{SUM($root.orders.totl)}", "no item of `orders` has the key `totl`"),
        ];
        for (inside, content, message) in wrong {
            let found = missing(text(inside, content));
            let said: Vec<(&str, &str)> =
                found.iter().map(|(message, _, at)| (message.as_str(), at.as_str())).collect();
            assert_eq!(said, [(message, "/template/schemas/3/content")], "{content}");
        }
    }

    #[test]
    fn lists_and_conditions_of_inner_sections_are_looked_for_too() {
        let (template, mut bindings) = fixture(&[text("parts", "{part}")]);
        let fonts = Fonts::standard();
        let options = Options::new(&fonts);
        let mut json = bindings.to_json();
        json[1]["path"] = "lnies".into();
        bindings = Value::from(&json);
        let problems = with_data(&template, &bindings, &read(DATA), &options);
        let found: Vec<(&str, Option<&str>)> =
            problems.iter().map(|p| (p.message.as_str(), p.pointer.as_deref())).collect();
        assert_eq!(found, [("no item of `orders` has `lnies`", Some("/bindings/1/path"))]);

        let mut hidden = text("lines", "{nmae}");
        hidden["visibleWhen"] = "name == \"C\"".into();
        assert_eq!(missing(hidden.clone()), []);
        hidden["visibleWhen"] = "$root.owner.name == \"Bea\"".into();
        assert_eq!(missing(hidden.clone()), []);
        hidden["visibleWhen"] = "$root.owner.name == \"Ana\"".into();
        assert_eq!(missing(hidden.clone()).len(), 1);
        // No line belongs to such an order: nothing is evaluated.
        hidden["visibleWhen"] = "$parent.no == 7".into();
        assert_eq!(missing(hidden).len(), 0);
    }

    #[test]
    fn what_another_value_stands_in_for_may_be_missing() {
        for content in ["{DEFAULT(nick, name)}", "{CASE(name, \"A\", nick, \"-\")}"] {
            assert_eq!(missing(text("lines", content)), [], "{content}");
        }
        // A key of nearly the same name is meant.
        assert_eq!(missing(text("lines", "{DEFAULT(nmae, \"-\")}")).len(), 1);
    }

    #[test]
    fn members_of_containers_see_what_is_around_them() {
        let container = json!({"id": "box", "name": "box", "type": "section", "x": 10, "y": 30,
            "width": 50, "height": 5, "repeat": "once", "sectionId": "lines", "breakInside": "auto"});
        let (template, bindings) = fixture(&[container, text("box", "{name} {nmae}")]);
        let fonts = Fonts::standard();
        let problems = with_data(&template, &bindings, &read(DATA), &Options::new(&fonts));
        let messages: Vec<&str> = problems.iter().map(|p| p.message.as_str()).collect();
        assert_eq!(messages, ["no item of `orders.lines` has `nmae`"]);
    }

    #[test]
    fn the_contract_of_the_data_has_the_items_of_each_level() {
        let members = [
            text("orders", "{no}"),
            text("lines", "{name} {$parent.currency} {$root.owner.name}"),
            text("parts", "{n + 1} {SUM($root.rates.rate)} {DEFAULT(note, \"-\")}"),
        ];
        let (template, bindings) = fixture(&members);
        let checker = DataChecker::new(&template, &bindings).expect("a valid template");
        let schema = checker.contract("Data", &[]);
        let order = &schema["properties"]["orders"]["items"];
        let line = &order["properties"]["lines"]["items"];
        let part = &line["properties"]["parts"]["items"];
        for (node, keys) in [
            (&schema, vec!["orders", "owner", "rates"]),
            (order, vec!["currency", "lines", "no"]),
            (line, vec!["name", "parts"]),
            (part, vec!["n", "note"]),
        ] {
            let mut found: Vec<&String> =
                node["properties"].as_object().expect("an object").keys().collect();
            found.sort();
            assert_eq!(found, keys);
        }
        let required = |node: &Json, key: &str| {
            node["required"].as_array().is_some_and(|all| all.contains(&Json::from(key)))
        };
        assert!(required(order, "no") && required(order, "lines") && required(line, "name"));
        assert!(required(part, "n") && !required(part, "note") && !required(&schema, "rates"));
    }

    #[test]
    fn a_coarse_picture_is_reported_once() {
        let picture = format!(
            "data:image/png;base64,{}",
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        );
        let image = json!({"id": "i", "name": "i", "type": "image", "x": 10, "y": 10, "width": 20,
            "height": 20, "content": picture, "minDpi": 120});
        let template =
            json!({"extensions": 1, "page": {"width": 210, "height": 297}, "schemas": [image]});
        let (template, bindings) = (Value::from(&template), read("[]"));
        let fonts = Fonts::standard();
        let mut problems =
            super::super::template(&template, &bindings, Budget::default()).expect("no clock");
        problems.extend(with_data(&template, &bindings, &read("{}"), &Options::new(&fonts)));
        say_once(&mut problems);
        assert_eq!(codes(&problems), [Code::ImageLowResolution]);
    }
}

#[test]
fn totals_over_the_rows_of_the_table_lack_nothing() {
    let bindings = read(
        r#"[{"schemaName": "t", "type": "array", "path": "rows", "columns": ["amount"],
            "filters": [[{"column": "amount", "op": "gt", "value": "1"}]]}]"#,
    );
    let data = read(r#"{"rows": [{"amount": 1}, {"amount": 2}, {"amount": 4}]}"#);
    let fonts = Fonts::standard();
    for more in ["", r#", "headBold": true"#, r#", "footerTextFormat": "inline-markdown""#] {
        let template = read(&format!(
            r#"{{"page": {{"width": 120, "height": 100}}, "extensions": 1, "schemas": [{{"id": "t",
                "name": "t", "type": "table", "x": 10, "y": 10, "width": 100, "height": 20,
                "head": ["Amount"], "content": [["{{amount}}"]],
                "footer": ["{{SUM($table.rows.amount)}} of {{SUM(rows.amount)}}"]{more}}}]}}"#
        ));
        let found = with_data(&template, &bindings, &data, &Options::new(&fonts));
        assert!(found.is_empty(), "{more}: {found:?}");
    }
}

#[test]
fn the_contract_has_no_keys_that_a_binding_leaves_out() {
    let template = page(&field("chart", "c", ""));
    let bindings = read(
        r#"[{"schemaName": "c", "type": "chart", "path": "rows", "labelColumn": "l",
            "filters": [[{"op": "eq", "value": "1"}]]}]"#,
    );
    let checker = DataChecker::new(&template, &bindings).expect("a template");
    let schema = checker.contract("Data", &[]);
    let keys = schema.pointer("/properties/rows/items/properties").and_then(|it| it.as_object());
    let keys: Vec<&String> = keys.into_iter().flat_map(|keys| keys.keys()).collect();
    assert_eq!(keys, ["l"]);
}

/// Pointer and message of what is found of a table of rows in two groups.
fn found_in_groups(more: &serde_json::Value) -> Vec<(String, String)> {
    let mut table = serde_json::json!({"id": "t", "name": "t", "type": "table", "x": 10, "y": 10,
        "width": 100, "height": 20, "head": ["A"], "content": [["{a}"]]});
    for (key, value) in more.as_object().expect("an object") {
        table[key] = value.clone();
    }
    let template = serde_json::json!({"extensions": 1, "page": {"width": 120, "height": 100},
        "schemas": [table]});
    let bindings = read(r#"[{"schemaName": "t", "type": "array", "path": "rows"}]"#);
    let data = read(r#"{"rows": [{"a": 1, "d": "2026-01-01"}, {"a": 2, "d": "2026-01-02"}]}"#);
    let fonts = Fonts::standard();
    let found = with_data(&Value::from(&template), &bindings, &data, &Options::new(&fonts));
    let place = |problem: &Problem| {
        let pointer = problem.pointer.as_deref().unwrap_or_default();
        pointer.trim_start_matches("/template/schemas/0/").to_owned()
    };
    found.iter().map(|problem| (place(problem), problem.message.clone())).collect()
}

#[test]
fn rows_of_a_table_that_are_taken_as_a_value_are_reported() {
    let header = |content: &str| {
        found_in_groups(&serde_json::json!({"groups": [{"by": "a",
            "header": {"cells": {"0": content}}}]}))
    };
    let place = "groups/0/header/cells/0".to_owned();
    for path in ["$group.rows.0.d", "$table.rows.1.d"] {
        let message = format!("`{path}` is not a value");
        assert_eq!(header(&format!("{{DATE({path})}}")), [(place.clone(), message)], "{path}");
    }
    let message = "`$group.rows` is not a value".to_owned();
    assert_eq!(header("{$group.rows}"), [(place, message)]);
    for fine in ["{DATE(FIRST($group.rows.d))}", "{COUNTOF($group.rows)}", "{$group.key}"] {
        assert_eq!(header(fine), [], "{fine}");
    }
    let row = found_in_groups(&serde_json::json!({"content": [["{DATE($group.rows.0.d)}"]]}));
    let message = "`$group.rows` is not known here".to_owned();
    assert_eq!(row, [("content/0/0".to_owned(), message)]);
}

#[test]
fn what_a_cell_misses_that_repeats_a_formula_is_explained() {
    let table = field("table", "t", r#""head": ["A"], "content": [["{amuont}"]]"#);
    let bindings = r#"[{"schemaName": "t", "type": "array", "path": "rows",
        "columns": [{"label": "A", "formula": "{amuont}"}]}]"#;
    let found = found_with(&table, bindings, r#"{"rows": [{"amount": 1}]}"#);
    assert_eq!(reported(&found), [(Code::MissingPath, "content/0/0")]);
    assert_eq!(advice(&found), "did you mean `amount`?");
}

#[test]
fn the_contract_has_what_an_expression_over_items_takes_from_around_them() {
    let template = page(&field("text", "t", r#""content": "{SUMOF(lines, net * $parent.rate)}""#));
    let mut json = template.to_json();
    json["extensions"] = 1.into();
    let checker = DataChecker::new(&Value::from(&json), &Value::Null).expect("a template");
    let schema = checker.contract("Data", &[]);
    assert!(schema.pointer("/properties/rate").is_some(), "{schema}");
    assert!(schema.pointer("/properties/lines/items/properties/net").is_some(), "{schema}");
}

mod standards {
    use super::*;

    fn breaches(pdf: &str, fields: &str) -> Vec<String> {
        let template = read(&format!(
            r#"{{"extensions": 1, "page": {{"width": 210, "height": 297}}, "pdf": {pdf}, "schemas": [{fields}]}}"#
        ));
        let fonts = Fonts::standard();
        let problems = with_data(&template, &read("[]"), &read("{}"), &Options::new(&fonts));
        let listed = |problem: &Problem| {
            format!("{} {}", problem.code.as_str(), problem.pointer.as_deref().unwrap_or_default())
        };
        problems.iter().map(listed).collect()
    }

    #[test]
    fn all_that_keeps_a_document_from_a_standard_is_found_at_once() {
        let picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'%3E%3Crect width='1' height='1'/%3E%3C/svg%3E";
        let content = format!(r#""content": "{picture}""#);
        let fields = [
            field("image", "one", &content),
            field("image", "two", &content),
            field("image", "three", &format!(r#"{content}, "decorative": true"#)),
            field("text", "title", r#""content": "Title", "role": "h2""#),
        ]
        .join(",");
        let found = breaches(r#"{"conformance": ["pdfua-1"]}"#, &fields);
        let expected = [
            "altTextMissing /template/schemas/0/alt",
            "altTextMissing /template/schemas/1/alt",
            "conformance /template/pdf/language",
            "conformance /template/pdf/title",
            "conformance /template/schemas/3/role",
        ];
        let mut sorted = found.clone();
        sorted.sort();
        assert_eq!(sorted, expected, "{found:?}");
        // Without a standard nothing is demanded.
        assert_eq!(breaches("{}", &fields), Vec::<String>::new());
    }

    #[test]
    fn a_document_that_conforms_has_no_finding() {
        let pdf = r#"{"conformance": ["pdfua-1", "pdfa-2a"], "title": "Title", "language": "en"}"#;
        let title = field("text", "title", r#""content": "Title", "role": "h1""#);
        assert_eq!(breaches(pdf, &title), Vec::<String>::new());
    }

    #[test]
    fn what_hinders_readers_of_a_tagged_document_is_a_warning() {
        let picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'%3E%3Crect width='1' height='1'/%3E%3C/svg%3E";
        let fields = [
            field("image", "logo", &format!(r#""content": "{picture}""#)),
            field("text", "small", r#""content": "Note", "fontSize": 8"#),
            field("text", "title", r#""content": "Invoice 7", "fontSize": 20"#),
            field("table", "rows", r#""head": ["", " "], "content": [["a", "b"]]"#),
        ];
        let expected = [
            "altTextMissing /template/schemas/0/alt",
            "headingMissing /template/schemas/2/role",
            "tableHeadMissing /template/schemas/3/head",
        ];
        let mut found = breaches(r#"{"tagged": true}"#, &fields.join(","));
        found.sort();
        assert_eq!(found, expected);
        // A level that needs tags asks for the same.
        let pdf = r#"{"conformance": ["pdfa-2a"], "title": "T", "language": "en"}"#;
        let mut found = breaches(pdf, &fields.join(","));
        found.sort();
        assert_eq!(found, expected);
        let good = [
            field("image", "logo", &format!(r#""content": "{picture}", "alt": "The shop""#)),
            field("text", "title", r#""content": "Invoice 7", "role": "h1""#),
            field(
                "table",
                "rows",
                r##""head": ["A", ""], "content": [["a", "b"]], "headBackgroundColor": "#123456""##,
            ),
            field(
                "table",
                "totals",
                r#""content": [["a", "b"]], "columnStyles": [{"rowHeader": true}]"#,
            ),
        ];
        assert_eq!(breaches(r#"{"tagged": true}"#, &good.join(",")), [""; 0]);
        for pdf in [r#"{"tagged": false}"#, r#"{"conformance": ["pdfa-2b"]}"#] {
            assert_eq!(breaches(pdf, &fields.join(",")), [""; 0], "{pdf}");
        }
    }

    #[test]
    fn skipped_levels_of_headings_are_warnings_without_pdf_ua() {
        let heading = |name: &str, y: u32, level: u8| {
            format!(
                r#"{{"id": "{name}", "name": "{name}", "type": "text", "x": 10, "y": {y}, "width": 90,
                "height": 8, "content": "{name}", "role": "h{level}"}}"#
            )
        };
        let fields = [heading("a", 10, 1), heading("b", 20, 3), heading("c", 30, 3)].join(",");
        assert_eq!(
            breaches(r#"{"tagged": true}"#, &fields),
            ["headingSkipped /template/schemas/1/role"]
        );
        // The first heading is that of the document.
        let fields = [heading("a", 10, 2), heading("b", 20, 1)].join(",");
        assert_eq!(
            breaches(r#"{"tagged": true}"#, &fields),
            ["headingSkipped /template/schemas/0/role"]
        );
    }

    /// The findings about contrast of fields after a heading.
    fn contrasts(fields: &str) -> Vec<Problem> {
        let title = field("text", "title", r#""content": "T", "role": "h1""#);
        let template = read(&format!(
            r#"{{"extensions": 1, "page": {{"width": 210, "height": 297}}, "pdf": {{"tagged": true}},
                "schemas": [{title}, {fields}]}}"#
        ));
        let fonts = Fonts::standard();
        let mut found = with_data(&template, &read("[]"), &read("{}"), &Options::new(&fonts));
        found.retain(|problem| problem.code == Code::ContrastTooLow);
        found
    }

    #[test]
    fn a_text_that_is_hard_to_see_is_reported_with_a_colour_that_is_not() {
        let text = |more: &str| field("text", "note", &format!(r#""content": "Note", {more}"#));
        let found = contrasts(&text(r##""fontColor": "#999999""##));
        let [one] = &found[..] else { panic!("{found:?}") };
        assert_eq!(
            one.message,
            "`Note` is #999999 on #ffffff: a contrast of 2.84:1, below 4.5:1 (page 1)"
        );
        assert_eq!(one.pointer.as_deref(), Some("/template/schemas/1/fontColor"));
        let proposed = advice(&found).split('`').nth(3).map(str::to_owned).unwrap_or_default();
        let changed = text(&format!(r#""fontColor": "{proposed}""#));
        assert_eq!(contrasts(&changed), [], "{proposed}");
        // Of large texts, and of bold ones from 14 pt, less is demanded.
        for (more, count) in [
            (r##""fontColor": "#777777""##, 1),
            (r##""fontColor": "#777777", "fontSize": 18"##, 0),
            (r##""fontColor": "#777777", "fontSize": 14"##, 1),
            (r##""fontColor": "#777777", "fontSize": 14, "bold": true"##, 0),
            (r##""fontColor": "#777777", "decorative": true"##, 0),
            (r##""fontColor": "#ffffff", "backgroundColor": "#123456""##, 0),
            (r##""fontColor": "#ffffff", "backgroundColor": "#aabbcc""##, 1),
            (r##""fontColor": "#000000", "opacity": 0.3"##, 1),
            (r##""fontColor": "#ffffff", "backgroundColor": "#123456", "rotate": 30"##, 0),
            (r##""fontColor": "#ffffff", "backgroundColor": "#123456", "borderRadius": 3"##, 0),
        ] {
            assert_eq!(contrasts(&text(more)).len(), count, "{more}");
        }
    }

    #[test]
    fn contrast_is_that_to_what_lies_behind_the_text() {
        let panel = field("rectangle", "panel", r##""color": "#223344""##);
        let text = field("text", "note", r##""content": "Note", "fontColor": "#dddddd""##);
        assert_eq!(contrasts(&[panel.clone(), text.clone()].join(",")), []);
        assert_eq!(contrasts(&[text, panel].join(",")).len(), 1);
        let table = field(
            "table",
            "rows",
            r##""head": ["A"], "content": [["1"], ["2"], ["3"]], "headBackgroundColor": "#dddddd",
                "bodyBandColor": "#666666", "bodyTextColor": "#777777""##,
        );
        let found = contrasts(&table);
        let keys: Vec<_> = found.iter().map(|one| one.pointer.as_deref().unwrap_or("")).collect();
        let place = |key: &str| format!("/template/schemas/1/{key}");
        // The text of rows: once on white, once on the band.
        assert_eq!(keys, [place("headTextColor"), place("bodyTextColor"), place("bodyTextColor")]);
    }
}
