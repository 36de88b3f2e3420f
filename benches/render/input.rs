//! The documents that are measured: an invoice and a ledger, the same on every run.

use reportctl::Value;
use serde_json::{Value as Json, json};

const ITEMS: [&str; 6] = [
    "Consulting hour",
    "Hosting, monthly",
    "Support plan",
    "Paper A4 80 g",
    "Training day",
    "Licence",
];
const CITIES: [&str; 6] = ["Lisboa", "São Paulo", "Köln", "Zürich", "Århus", "Orléans"];

fn text(id: &str, y: f64, height: f64, size: f64, content: &str) -> Json {
    json!({"id": id, "name": id, "type": "text", "x": 10, "y": y, "width": 190, "height": height,
           "content": content, "fontSize": size, "fontColor": "#111111", "alignment": "left"})
}

fn template(schemas: &[Json], table: &str) -> Value {
    Value::from(&json!({
        "template": {"page": {"width": 210, "height": 297}, "headerHeight": 20, "footerHeight": 15,
                     "schemas": schemas},
        "bindings": [{"schemaName": table, "type": "array", "path": table, "columns": []}]
    }))
}

/// An invoice of one page.
pub(crate) fn invoice_template() -> Value {
    let pager = text("pager", 285.0, 6.0, 8.0, "Page {pageNumber} of {pageCount}");
    let lines = json!({
        "id": "lines", "name": "lines", "type": "table", "x": 10, "y": 68, "width": 190,
        "height": 91, "head": ["Pos", "Item", "SKU", "Qty", "Price", "Total"],
        "content": [["{pos}", "{item}", "{sku}", "{qty}", "{CURRENCY(price, \"€\")}",
                     "{CURRENCY(total, \"€\")}"]],
        "footer": ["", "Total", "", "", "", "{CURRENCY(SUM(lines.total), \"€\")}"],
        "columnWidths": [15, 70, 30, 15, 30, 30], "bodyBandColor": "#f1f5f9"
    });
    let mut title = text("title", 25.0, 9.0, 16.0, "Invoice {number}");
    for (key, value) in [("backgroundColor", json!("#e0e7ff")), ("borderColor", json!("#4338ca"))] {
        title[key] = value;
    }
    title["borderWidth"] = json!(0.2);
    let schemas = [
        text("brand", 6.0, 10.0, 14.0, "Example Company S.A."),
        pager,
        title,
        text("date", 37.0, 6.0, 10.0, "Date: {DATE(date, \"DD/MM/YYYY\")}"),
        text("name", 45.0, 6.0, 10.0, "{customer.name}"),
        text("street", 51.0, 6.0, 10.0, "{customer.street}"),
        text("city", 57.0, 6.0, 10.0, "{customer.city}  VAT {customer.vat}"),
        lines,
        text("note", 170.0, 6.0, 9.0, "Payable within 30 days without deduction."),
    ];
    template(&schemas, "lines")
}

/// The data of invoice `n`.
pub(crate) fn invoice(n: usize) -> Value {
    let lines: Vec<Json> = (0..12)
        .map(|i| {
            let (qty, cents) = ((n * 7 + i * 13) % 40 + 1, (n * 7919 + i * 104_729) % 99_800 + 199);
            json!({"pos": i + 1, "item": ITEMS[(n + i) % ITEMS.len()],
                   "sku": format!("SKU-{}", (n * 31 + i * 7) % 90_000 + 10_000), "qty": qty,
                   "price": cents as f64 / 100.0, "total": (qty * cents) as f64 / 100.0})
        })
        .collect();
    Value::from(&json!({
        "number": format!("INV-{n:06}"), "date": format!("2026-{:02}-{:02}", n % 12 + 1, n % 28 + 1),
        "customer": {"name": format!("Customer {n} Ltda."), "street": format!("Rua das Flores {}", n % 300),
                     "city": CITIES[n % CITIES.len()], "vat": format!("PT{}", 500_000_000 + n)},
        "lines": lines
    }))
}

/// A ledger: one table over many pages.
pub(crate) fn ledger_template() -> Value {
    let rows = json!({
        "id": "rows", "name": "rows", "type": "table", "x": 10, "y": 22, "width": 190, "height": 14,
        "head": ["No", "Date", "Account", "Text", "Debit", "Credit"],
        "content": [["{no}", "{DATE(date)}", "{account}", "{text}", "{CURRENCY(debit)}",
                     "{CURRENCY(credit)}"]],
        "footer": ["", "", "", "Total", "{CURRENCY(SUM(rows.debit))}", "{CURRENCY(SUM(rows.credit))}"],
        "columnWidths": [18, 25, 20, 67, 30, 30], "bodyBandColor": "#f1f5f9"
    });
    let pager = text("pager", 285.0, 6.0, 8.0, "Page {pageNumber} of {pageCount}");
    template(&[text("title", 6.0, 10.0, 14.0, "{title} {period}"), pager, rows], "rows")
}

/// The data of a ledger of so many rows.
pub(crate) fn ledger(rows: usize) -> Value {
    let rows: Vec<Json> = (0..rows)
        .map(|i| {
            json!({"no": i + 1, "date": format!("2026-{:02}-{:02}", i % 12 + 1, i % 28 + 1),
                   "account": format!("{}", i * 7919 % 9000 + 1000),
                   "text": format!("{} {}", ITEMS[i % ITEMS.len()], CITIES[i * 5 % CITIES.len()]),
                   "debit": (i * 104_729 % 1_000_000) as f64 / 100.0,
                   "credit": (i * 7919 % 1_000_000) as f64 / 100.0})
        })
        .collect();
    Value::from(&json!({"title": "General ledger", "period": "2026", "rows": rows}))
}
