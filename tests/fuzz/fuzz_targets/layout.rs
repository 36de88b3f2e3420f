//! Pages of any geometry: rows stay whole and in order, pages stay within the limit.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use reportctl::{Budget, Code, Fonts, Options, Value, prepare};
use serde_json::json;

#[derive(Debug, Arbitrary)]
struct Page {
    height: u16,
    header: u16,
    footer: u16,
    rows: u8,
    repeat_header: bool,
    totals: bool,
    fields: Vec<Field>,
}

#[derive(Debug, Arbitrary)]
struct Field {
    kind: Kind,
    x: i16,
    y: i16,
    width: u16,
    height: i16,
    member: bool,
    hidden: bool,
}

#[derive(Debug, Arbitrary)]
enum Kind {
    Text,
    Table,
    Section,
    Chart,
    Kpi,
    Unknown,
}

fuzz_target!(|page: Page| {
    let tenths = |n: i32| f64::from(n) / 10.0;
    let mut fields = Vec::new();
    let mut bindings = Vec::new();
    for (i, field) in page.fields.iter().take(12).enumerate() {
        let kind = match field.kind {
            Kind::Text => "text",
            Kind::Table => "table",
            Kind::Section => "section",
            Kind::Chart => "chart",
            Kind::Kpi => "kpi",
            Kind::Unknown => "?",
        };
        let name = format!("f{i}");
        fields.push(json!({"id": name, "name": name, "type": kind, "x": tenths(field.x.into()),
            "y": tenths(field.y.into()), "width": tenths(field.width.into()),
            "height": tenths(field.height.into()), "head": ["n"],
            "content": if kind == "table" { json!([["{n}"]]) } else { json!("{a}") },
            "footer": if page.totals { json!(["{COUNT(rows)}"]) } else { json!([]) },
            "repeatHeader": page.repeat_header,
            "sectionId": if field.member { json!("f0") } else { json!(null) },
            "visibleWhen": if field.hidden { json!("pageNumber == 1") } else { json!(null) }}));
        bindings.push(match kind {
            "table" => json!({"schemaName": name, "type": "array", "path": "rows", "columns": []}),
            _ => json!({"schemaName": name, "type": kind, "path": "rows", "labelColumn": "n",
                "valueColumn": "n", "aggregation": "sum"}),
        });
    }
    let rows: Vec<_> = (0..page.rows).map(|n| json!({"n": n, "rows": [{"n": n}]})).collect();
    let template = json!({"page": {"width": 210, "height": tenths(page.height.into())},
        "headerHeight": tenths(page.header.into()), "footerHeight": tenths(page.footer.into()),
        "schemas": fields});
    let value = |json: serde_json::Value| Value::from_json(&json.to_string()).unwrap_or_default();
    let Ok(prepared) = prepare(&value(template), &value(json!(bindings))) else { return };
    let data = value(json!({"a": "x", "rows": rows}));
    let fonts = Fonts::standard();
    let mut options = Options::new(&fonts);
    options.budget = Budget { max_pages: 3000, ..Budget::default() };
    match prepared.layout(&data, &options) {
        Ok(layout) => {
            assert!(layout.pages.len() <= 3000);
            let dump = serde_json::to_value(&layout).unwrap_or_default();
            for field in fields_of_body(&dump) {
                let rows: Vec<String> = (0..page.rows).map(|n| n.to_string()).collect();
                assert_eq!(field, rows);
            }
        }
        Err(problem) => assert_eq!(problem.code, Code::PageLimit),
    }
});

/// The first cells of all slices of each table in the body.
fn fields_of_body(dump: &serde_json::Value) -> Vec<Vec<String>> {
    let mut tables: Vec<(String, Vec<String>)> = Vec::new();
    let pages = dump["pages"].as_array().into_iter().flatten();
    for slice in pages.flat_map(|page| page["placements"].as_array().into_iter().flatten()) {
        if slice["kind"] != "tableSlice" {
            continue;
        }
        let name = slice["name"].to_string();
        let rows = slice["cells"].as_array().into_iter().flatten();
        let rows = rows.map(|row| row[0].as_str().unwrap_or_default().to_owned());
        match tables.last_mut().filter(|(last, _)| *last == name) {
            Some((_, all)) => all.extend(rows),
            None => tables.push((name, rows.collect())),
        }
    }
    tables.into_iter().map(|(_, rows)| rows).collect()
}
