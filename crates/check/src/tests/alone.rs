//! Templates without data.

use super::*;

#[test]
fn a_good_template_gives_nothing() {
    let fields = [
        field("text", "title", r#""content": "Hello {name}", "alignment": "center""#),
        field("table", "rows", r#""head": ["A"], "content": [["{[a]}"]]"#),
    ];
    let bindings = r#"[{"schemaName": "rows", "type": "array", "path": "rows", "columns": ["a"]}]"#;
    assert_eq!(found(&fields.join(","), bindings), []);
}

#[test]
fn of_one_field_mistakes_come_before_suspicions_before_bindings() {
    let chart = field("chart", "c", r#""visibleWhen": "a) b", "legendPosition": "rihgt""#);
    let problems = found(&chart, "[]");
    assert_eq!(codes(&problems), [Code::TrailingContent, Code::MissingBinding, Code::IgnoredValue]);
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
    let properties: Vec<_> = problems.iter().filter_map(|p| p.get("property")?.as_str()).collect();
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
    assert_eq!(reported(&found(&text, bindings)), [(Code::TrailingContent, "/bindings/0/path")]);
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
    assert_eq!(reported(&found(&field("tabel", "t", ""), "[]")), [(Code::IgnoredValue, "type")]);
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
    let parsed = reportctl_engine::template::Template::parse(&json, &bindings).expect("readable");
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
    let message = &found(&chart, &bindings("like", "x"))[0].message;
    assert_eq!(message, "`op` has the unknown value `like`, which is true of no item");
    let of = |condition: &str| {
        let bindings = format!(
            r#"[{{"schemaName": "c", "type": "chart", "path": "r", "labelColumn": "l", "valueColumn": "v",
                "filters": [[{condition}]]}}]"#
        );
        found(&chart, &bindings).into_iter().map(|it| it.message).collect::<Vec<_>>()
    };
    assert_eq!(
        of(r#"{"column": "l", "value": "x"}"#),
        ["the filter on `l` has no comparison, which is true of no item"]
    );
    assert_eq!(of(r#"{"op": "eq", "value": "x"}"#), ["a filter names no column"]);
    assert_eq!(of("{}"), ["a filter names neither column nor comparison"]);
    assert_eq!(of(r#"{"column": "", "op": "eq", "value": ""}"#), [""; 0], "as editors begin");
}

#[test]
fn values_that_charts_do_not_know_are_said_to_be_drawn_as_they_are() {
    let message = |more: &str| found(&field("chart", "c", more), "[]")[1].message.clone();
    assert!(message(r#""pieStyle": "zz""#).ends_with("which is drawn as a full pie"));
    assert!(message(r#""chartType": "zz""#).ends_with("which is drawn as a pie"));
    assert!(message(r#""legendPosition": "zz""#).ends_with("which is ignored"));
}

/// Findings of a template with extensions of one field, with further keys of the template.
fn found_extended(field: &str, more: &str) -> Vec<Problem> {
    let template = format!(
        r#"{{"extensions": 1, "page": {{"width": 210, "height": 297}}, "schemas": [{field}]{more}}}"#
    );
    template_alone(&read(&template))
}

fn template_alone(template: &Value) -> Vec<Problem> {
    crate::template(template, &Value::Null, Budget::default()).expect("in time")
}

#[test]
fn a_border_has_what_a_style_gives_it() {
    let text = |more: &str| field("text", "t", &format!(r#""content": "x", {more}"#));
    let styles =
        r##", "styles": {"a": {"borderColor": "#ff0000"}, "b": {"extends": "a", "bold": true}}"##;
    for (more, expected) in [
        (r#""borderWidth": 1"#, 1),
        (r#""borderWidth": 1, "style": "a""#, 0),
        (r#""borderWidth": 1, "style": "b""#, 0),
        (
            r##""borderWidth": 1, "styleWhen": [{"when": "a", "style": {"borderColor": "#ff0000"}}]"##,
            0,
        ),
        (r#""borderWidth": 1, "styleWhen": [{"when": "a", "style": {"bold": true}}]"#, 1),
    ] {
        assert_eq!(found_extended(&text(more), styles).len(), expected, "{more}");
    }
    let every = r##", "styles": {"default": {"borderColor": "#ff0000"}}"##;
    assert_eq!(found_extended(&text(r#""borderWidth": 1"#), every), []);
}

#[test]
fn a_text_that_continues_on_the_next_page_may_end_below_this_one() {
    let text = |more: &str| {
        format!(
            r#"{{"id": "t", "name": "t", "type": "text", "x": 10, "y": 285, "width": 90, "height": 20,
                "content": "x", "wrap": "word", "overflow": "expand"{more}}}"#
        )
    };
    assert_eq!(codes(&found_extended(&text(""), "")), [Code::BandOverlap]);
    assert_eq!(codes(&found_extended(&text(r#", "breakInside": "auto""#), "")), []);
}

#[test]
fn a_picture_that_is_perhaps_not_drawn_is_a_warning_at_its_key() {
    let broken = "data:image/png;base64,AAAA";
    let severities =
        |problems: &[Problem]| problems.iter().map(|it| (it.code, it.severity)).collect::<Vec<_>>();
    let own = |more: &str| field("image", "i", &format!(r#""content": "{broken}"{more}"#));
    let bound = r#"[{"schemaName": "i", "type": "scalar", "path": "pic"}]"#;
    let error = [(Code::ImageUnreadable, Severity::Error)];
    let warning = [(Code::ImageUnreadable, Severity::Warning)];
    assert_eq!(severities(&found(&own(""), "[]")), error);
    assert_eq!(severities(&found(&own(""), bound)), warning);
    assert_eq!(severities(&found(&own(r#", "visibleWhen": "a""#), "[]")), warning);
    let signature =
        field("signature", "s", &format!(r#""appearance": "image", "picture": "{broken}""#));
    let problems = found_extended(&signature, "");
    assert_eq!(severities(&problems), error);
    assert_eq!(reported(&problems)[0].1, "picture");
    let instead = |content: &str| {
        let more = format!(r#""content": "{content}", "missing": "{broken}""#);
        found_extended(&field("image", "i", &more), "")
    };
    assert_eq!(severities(&instead("")), error);
    assert_eq!(reported(&instead(""))[0].1, "missing");
    let png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let with_own: Vec<_> =
        instead(png).into_iter().filter(|it| it.code == Code::ImageUnreadable).collect();
    assert_eq!(severities(&with_own), warning);
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
    assert_eq!(codes(&problems), [Code::UnknownSection, Code::DuplicateName, Code::DuplicateName]);
    assert_eq!(advice(&problems), "did you mean `lines`?");
}

#[test]
fn sections_inside_sections_or_bands_draw_nothing() {
    let bindings = r#"[{"schemaName": "s", "type": "section", "path": "l"}]"#;
    let nested = [field("section", "s", ""), field("section", "n", r#""sectionId": "s""#)];
    let problems = found(&nested.join(","), bindings);
    assert_eq!(codes(&problems), [Code::MissingBinding, Code::NeverDrawn]);
    let band =
        r#"{"id": "s", "name": "s", "type": "section", "x": 0, "y": 0, "width": 9, "height": 9}"#;
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
    let styled = |styles: &str| {
        let more = format!(
            r#""head": ["A", "B"], "content": [], "columnWidths": [60, 60], "columnStyles": {styles}"#
        );
        codes(&found_extended(&field("table", "t", &more), ""))
    };
    assert_eq!(styled("[]"), [Code::ColumnWidths]);
    assert_eq!(styled(r#"[{"width": 40}, {"width": 50}]"#), []);
    assert_eq!(styled(r#"[{"width": 40}, {"width": 70}]"#), [Code::ColumnWidths]);
    assert_eq!(styled(r#"[{}, {"visibleWhen": "a"}]"#), []);
    assert_eq!(styled(r#"[{"width": 100}, {"width": "auto"}]"#), [Code::ColumnWidths]);
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

#[test]
fn a_binding_that_a_picture_in_a_section_does_not_see_is_unused() {
    let bindings = r#"[{"schemaName": "s", "type": "section", "path": "l"},
            {"schemaName": "i", "type": "scalar", "path": "pic"}]"#;
    let of = |more: &str, extended: bool| {
        let image = field("image", "i", &format!(r#""content": "", "sectionId": "s"{more}"#));
        let extensions = if extended { r#""extensions": 1,"# } else { "" };
        let template = read(&format!(
            r#"{{{extensions} "page": {{"width": 210, "height": 297}}, "schemas": [{}, {image}]}}"#,
            field("section", "s", "")
        ));
        codes(&template_with_bindings(&template, bindings))
    };
    assert_eq!(of("", false), [Code::UnusedBinding]);
    assert_eq!(of("", true), [Code::UnusedBinding]);
    assert_eq!(of(r#", "scope": "item""#, true), []);
}

fn template_with_bindings(template: &Value, bindings: &str) -> Vec<Problem> {
    crate::template(template, &read(bindings), Budget::default()).expect("in time")
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
