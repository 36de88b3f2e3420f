//! Tables of documents as CSV and as workbooks.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use serde_json::{Value as Json, json};

use crate::project::{Project, document, text};

/// A template with extensions with these fields.
fn extended(locale: &str, fields: &[Json]) -> String {
    let template = json!({
        "extensions": 1, "locale": locale, "currency": "EUR",
        "page": {"width": 210, "height": 297, "headerHeight": 10, "footerHeight": 10},
        "schemas": fields,
    });
    json!({"name": "Tables", "template": template, "bindings": []}).to_string()
}

/// A table of these titles and cells over the list `rows`.
fn table(name: &str, more: &Json) -> Json {
    let mut field = json!({"id": name, "name": name, "type": "table", "x": 10, "y": 20,
        "width": 190, "height": 20});
    let (Some(field_keys), Some(more)) = (field.as_object_mut(), more.as_object()) else {
        panic!("an object")
    };
    field_keys.extend(more.clone());
    field
}

/// A template of one table, whose rows are those of `rows`.
fn rows_template(locale: &str, head: &[&str], cells: &[&str], more: &Json) -> String {
    let mut keys = json!({"head": head, "content": [cells]});
    let (Some(own), Some(more)) = (keys.as_object_mut(), more.as_object()) else {
        panic!("an object")
    };
    own.extend(more.clone());
    let mut document: Json =
        serde_json::from_str(&extended(locale, &[table("rows", &keys)])).unwrap();
    document["bindings"] =
        json!([{"schemaName": "rows", "type": "array", "path": "rows", "columns": []}]);
    document.to_string()
}

fn project(template: &str, data: &Json) -> Project {
    Project::new().template("t", template).file("data.json", data.to_string())
}

fn workbook(bytes: &[u8]) -> Xlsx<Cursor<Vec<u8>>> {
    Xlsx::new(Cursor::new(bytes.to_vec())).unwrap()
}

/// The cells of a sheet.
fn cells(bytes: &[u8], sheet: &str) -> Vec<Vec<Data>> {
    let range = workbook(bytes).worksheet_range(sheet).unwrap();
    range.rows().map(<[Data]>::to_vec).collect()
}

/// A file of a workbook.
fn part(bytes: &[u8], name: &str) -> String {
    use std::io::Read;
    // Local headers name the files; their sizes follow the content, which ends by itself.
    let header = name.as_bytes();
    let at = bytes.windows(header.len()).position(|window| window == header).unwrap();
    let extra = u16::from_le_bytes([bytes[at - 2], bytes[at - 1]]);
    let content = &bytes[at + header.len() + usize::from(extra)..];
    let mut text = String::new();
    flate2::read::DeflateDecoder::new(content).read_to_string(&mut text).unwrap();
    text
}

fn text_cell(text: &str) -> Data {
    Data::String(text.to_owned())
}

#[test]
fn numbers_and_dates_of_a_workbook_are_values_with_the_format_that_prints() {
    let template = rows_template(
        "de-DE",
        &["Tag", "Name", "Menge", "Preis", "Anteil", "Roh"],
        &[
            "{DATE(day)}",
            "{name}",
            "{DECIMAL(count, 0, 1)} kg",
            "{CURRENCY(price, \"EUR\")}",
            "{PERCENT(share, 1)}",
            "{raw}",
        ],
        &json!({"footer": ["", "Summe", "", "{CURRENCY(SUM(rows.price), \"EUR\")}", "", ""]}),
    );
    let data = json!({"rows": [
        {"day": "2026-11-24", "name": "=1+1", "count": 1.5, "price": 1234.5, "share": 0.125, "raw": 0.1},
        {"day": "soon", "name": "-x", "count": "2", "price": -3.005, "share": "", "raw": "007"},
    ]});
    let project = project(&template, &data);
    let run = project.run(["render", "t", "-d", "data.json", "--format", "xlsx"]).succeeds();
    assert!(run.stderr.contains("wrote t.xlsx (1 sheet, "), "{}", run.stderr);
    let bytes = project.read("t.xlsx");
    let rows = cells(&bytes, "rows");
    let titles = ["Tag", "Name", "Menge", "Preis", "Anteil", "Roh"].map(text_cell);
    assert_eq!(rows[0], titles);
    let Data::DateTime(day) = rows[1][0] else { panic!("a date: {:?}", rows[1][0]) };
    assert_eq!(day.as_f64(), 46_350.0);
    let numbers = [1.5, 1234.5, 0.125, 0.1].map(Data::Float);
    assert_eq!(rows[1][1], text_cell("=1+1"));
    assert_eq!(rows[1][2..], numbers);
    assert_eq!(
        rows[2][..4],
        [text_cell("soon"), text_cell("-x"), Data::Float(2.0), Data::Float(-3.005)]
    );
    assert_eq!(rows[2][5], text_cell("007"), "a text of the data stays one");
    assert_eq!(rows[3][1], text_cell("Summe"));
    assert_eq!(rows[3][3], Data::Float(1231.495));
    let styles = part(&bytes, "xl/styles.xml");
    for format in [
        "dd&quot;.&quot;mm&quot;.&quot;yyyy",
        "#,##0.0&quot; kg&quot;",
        "#,##0.00&quot;\u{a0}€&quot;",
        "#,##0.0&quot;\u{a0}&quot;%",
        "quotePrefix=\"1\"",
    ] {
        assert!(styles.contains(format), "{format}: {styles}");
    }
    let sheet = part(&bytes, "xl/worksheets/sheet1.xml");
    assert!(!sheet.contains("<f>"), "{sheet}");
    assert!(sheet.contains(r#"<pane ySplit="1" topLeftCell="A2""#), "{sheet}");
    assert!(styles.contains("<b/>"));
}

#[test]
fn the_same_input_gives_the_same_workbook() {
    let template = rows_template("en-IE", &["A"], &["{a}"], &json!({}));
    let project = project(&template, &json!({"rows": [{"a": 1}]}));
    let run = |output: &str| {
        let args = ["render", "t", "-d", "data.json", "--format", "xlsx", "-o", output];
        let dated = ["--creation-date", "2026-11-24T12:00:00Z"];
        project.run(args.into_iter().chain(dated)).succeeds();
        project.read(output)
    };
    let first = run("a.xlsx");
    std::thread::sleep(std::time::Duration::from_millis(1100));
    assert!(first == run("b.xlsx"));
    assert!(part(&first, "docProps/core.xml").contains("2026-11-24T12:00:00Z"));
}

#[test]
fn rows_are_those_that_print_with_groups_and_without_what_belongs_to_a_page() {
    let template = rows_template(
        "en-IE",
        &["Name", "Amount"],
        &["{name}", "{CURRENCY(amount)}"],
        &json!({
            "groups": [{"by": "kind", "sort": "asc", "repeatHeader": true,
                "header": {"cells": {"0": "Kind {$group.key}"}},
                "footer": {"cells": {"1": "{CURRENCY(SUM($group.rows.amount))}"}}}],
            "carriedOver": {"cells": {"0": "carried over"}},
            "broughtForward": {"cells": {"0": "brought forward"}},
            "footerRows": [{"cells": {"0": "Rows", "1": "{COUNTOF($table.rows)}"}},
                {"cells": {"0": "left out"}, "visibleWhen": "COUNTOF($table.rows) == 0"}],
            "footer": ["Total", "{CURRENCY(SUM($table.rows.amount))}"],
        }),
    );
    let rows: Vec<Json> = (0..120)
        .map(|index| {
            let kind = if index % 2 == 0 { "b" } else { "a" };
            json!({"kind": kind, "name": format!("n{index}"), "amount": 1})
        })
        .collect();
    let project = project(&template, &json!({"rows": rows}));
    project.run(["render", "t", "-d", "data.json", "--format", "csv", "-o", "t.csv"]).succeeds();
    let csv = String::from_utf8(project.read("t.csv")).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 1 + 2 + 120 + 2 + 1 + 1, "{csv}");
    assert_eq!(lines[..3], ["Name,Amount", "Kind a,", "n1,1"]);
    assert_eq!(lines[62..65], [",60", "Kind b,", "n0,1"]);
    assert_eq!(lines[124..], [",60", "Rows,120", "Total,120"]);
}

#[test]
fn csv_has_plain_numbers_iso_dates_and_no_formulas() {
    let template = rows_template(
        "de-DE",
        &["A", "B", "C", "D"],
        &[
            "{DATE(day, \"long\")}",
            "{CURRENCY(price, \"EUR\")}",
            "{text}",
            "{DATE(day, \"MM/YYYY\")}",
        ],
        &json!({}),
    );
    let data = json!({"rows": [
        {"day": "2026-11-24", "price": -1234.5, "text": "=HYPERLINK(\"x\")"},
        {"day": "", "price": "on request", "text": "a, \"b\"\nc"},
    ]});
    let project = project(&template, &data);
    let run = project.run(["render", "t", "-d", "data.json", "--format", "csv", "-o", "-"]);
    let csv = String::from_utf8(run.succeeds().stdout).unwrap();
    let expected = "A,B,C,D\n2026-11-24,-1234.5,\"'=HYPERLINK(\"\"x\"\")\",11/2026\n,on request,\"a, \"\"b\"\"\nc\",\n";
    assert_eq!(csv, expected);
}

#[test]
fn numbers_keep_fifteen_digits_and_longer_ones_stay_texts() {
    let template = rows_template("en-IE", &["A"], &["{NUMBER(a, 3)}"], &json!({}));
    let data = json!({"rows": [{"a": "123456789012.345"}, {"a": 0.30000000000000004},
        {"a": "1234567890123.456"}]});
    let project = project(&template, &data);
    project.run(["render", "t", "-d", "data.json", "--format", "xlsx"]).succeeds();
    let rows = cells(&project.read("t.xlsx"), "rows");
    assert_eq!(rows[1][0], Data::Float(123_456_789_012.345));
    assert_eq!(rows[2][0], Data::Float(0.3));
    assert_eq!(rows[3][0], text_cell("1234567890123.456"));
}

#[test]
fn shipped_templates_give_a_sheet_for_each_table() {
    let root = env!("CARGO_MANIFEST_DIR");
    let project = Project::new();
    for (name, sheets) in [
        ("invoice", &["lines"][..]),
        ("account-statement", &["transactions"]),
        ("payslip", &["details", "earnings", "deductions", "history_"]),
        ("statement-by-account", &["overview", "bookings"]),
    ] {
        let template = format!("{root}/templates/{name}.json");
        let data = format!("{root}/samples/{name}.json");
        let args = ["render", &template, "-d", &data, "--format", "xlsx", "-o", "x.xlsx"];
        project.run(args).succeeds();
        let bytes = project.read("x.xlsx");
        let mut names = workbook(&bytes).sheet_names();
        names.sort_unstable();
        let mut expected = sheets.to_vec();
        expected.sort_unstable();
        assert_eq!(names, expected, "{name}");
        let numbers = sheets.iter().flat_map(|sheet| cells(&bytes, sheet)).flatten();
        let numbers = numbers.filter(|cell| matches!(cell, Data::Float(_) | Data::DateTime(_)));
        assert!(numbers.count() > 3, "{name}");
    }
    // A real document: its dates and totals.
    let template = format!("{root}/templates/account-statement.json");
    let data = format!("{root}/samples/account-statement.json");
    project.run(["render", &template, "-d", &data, "--format", "xlsx", "-o", "x.xlsx"]).succeeds();
    let rows = cells(&project.read("x.xlsx"), "transactions");
    assert!(rows[1..].iter().all(|row| matches!(row[0], Data::DateTime(_))), "{rows:?}");
    assert!(rows[1..].iter().all(|row| matches!(row[5], Data::Float(_))), "{rows:?}");
}

#[test]
fn tables_of_sections_have_the_number_of_their_repetition() {
    let member = table(
        "items",
        &json!({"head": ["Item"], "content": [["{item}"]], "y": 25, "sectionId": "s"}),
    );
    let section = json!({"id": "s", "name": "orders", "type": "section", "x": 0, "y": 20,
        "width": 210, "height": 40});
    let mut template: Json = serde_json::from_str(&extended("en-IE", &[section, member])).unwrap();
    template["bindings"] = json!([
        {"schemaName": "orders", "type": "section", "path": "orders"},
        {"schemaName": "items", "type": "array", "path": "items", "columns": []}]);
    let data =
        json!({"orders": [{"items": [{"item": "a"}, {"item": "b"}]}, {"items": [{"item": "c"}]}]});
    let project = project(&template.to_string(), &data);
    let run =
        project.run(["render", "t", "-d", "data.json", "--format", "csv", "-o", "-"]).succeeds();
    let csv = String::from_utf8(run.stdout).unwrap();
    assert_eq!(csv, "orders,Item\n1,a\n1,b\n2,c\n");
}

#[test]
fn several_tables_are_a_csv_file_each_or_one_is_chosen() {
    let titled =
        |name: &str, y: u32| table(name, &json!({"head": ["A"], "content": [[name]], "y": y}));
    let template = extended("en-IE", &[titled("one", 20), titled("two/2", 60)]);
    let project = project(&template, &json!({}));
    let csv = ["render", "t", "-d", "data.json", "--format", "csv"];
    let with = |more: &[&'static str]| project.run(csv.iter().copied().chain(more.iter().copied()));
    with(&[]).succeeds();
    assert_eq!(project.read("t-one.csv"), b"A\none\n");
    assert_eq!(project.read("t-two_2.csv"), b"A\ntwo/2\n");
    with(&["-o", "x-{table}.csv"]).succeeds();
    assert_eq!(project.read("x-one.csv"), b"A\none\n");
    with(&["--table", "two/2", "-o", "-"]).succeeds().stdout("A\ntwo/2\n");
    for output in ["-", "x.csv"] {
        let run = with(&["-o", output]).fails_with(2);
        assert!(run.stderr.contains("has 2 tables, which are a file each"), "{}", run.stderr);
        assert!(run.stderr.contains("--table one"), "{}", run.stderr);
    }
    let run = with(&["--table", "three"]).fails_with(4);
    assert!(run.stderr.contains("its tables are one, two_2"), "{}", run.stderr);
    let run = project.run(["render", "t", "-d", "data.json", "--table", "one"]).fails_with(2);
    assert!(run.stderr.contains("`--table` chooses one of several tables"), "{}", run.stderr);
    let plain = Project::with_invoice().template("p", &document("P", &[text("t", "x")], "[]"));
    let run = plain.run(["render", "p", "-d", "data.json", "--format", "csv"]).fails_with(4);
    assert!(run.stderr.contains("the document has no table"), "{}", run.stderr);
}

#[test]
fn a_text_that_no_cell_holds_is_refused() {
    let template = rows_template("en-IE", &["A"], &["{a}"], &json!({}));
    let project = project(&template, &json!({"rows": [{"a": "x".repeat(32_768)}]}));
    let run = project.run(["render", "t", "-d", "data.json", "--format", "xlsx"]).fails_with(4);
    assert!(run.stderr.contains("in row 2 of the table `rows`"), "{}", run.stderr);
    project.run(["render", "t", "-d", "data.json", "--format", "csv"]).succeeds();
    assert_eq!(project.names("").iter().filter(|name| name.starts_with("t.")).count(), 1);
}

#[test]
fn texts_as_json_are_the_page_model() {
    let project = Project::with_invoice();
    let run = |format: &str| {
        project.run(["render", "invoice", "-d", "data.json", "--format", format]).succeeds().stdout
    };
    assert_eq!(run("json"), run("layout"));
}
