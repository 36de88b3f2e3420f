//! Breaches of PDF/A and PDF/UA that a template shows.

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
