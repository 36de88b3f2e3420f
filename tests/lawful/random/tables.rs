//! Tables, with groups, details and further rows.

use serde_json::{Value as Json, json};

use super::generator::{Generator, add};

impl Generator {
    /// A row with cells in some of the columns.
    pub(super) fn row(&mut self, columns: usize, text: &str) -> Json {
        let column = self.random.usize(..columns);
        let mut row = json!({"cells": {column.to_string(): text}});
        if self.chance(50) {
            let span = self.random.usize(1..=columns - column);
            add(&mut row, json!({"spans": {column.to_string(): span}}));
        }
        if self.chance(20) {
            add(&mut row, json!({"visibleWhen": "number > 0"}));
        }
        if self.chance(30) {
            add(&mut row, json!({"style": {"bold": true, "backgroundColor": "#eef2ff"}}));
        }
        row
    }

    pub(super) fn table(&mut self, width: f64) -> Json {
        let columns = self.random.usize(1..6);
        let mut field = self.field("table", width, 21.0);
        let name = field["name"].clone();
        let titles = ["Article", "Größe", "Σύνολο", "", "Amount"];
        let cells =
            ["{name}", "{amount}", "{note}", "a **b** [c](https://example.org/{name})", "{Line}"];
        let head: Vec<_> = titles[..columns].to_vec();
        let body: Vec<_> = cells[..columns].to_vec();
        let mut body: Vec<String> = body.into_iter().map(str::to_owned).collect();
        let mut styles = Vec::new();
        for cell in &mut body {
            let mut style = json!({});
            match self.random.u8(..14) {
                0 => {
                    add(&mut style, json!({"kind": "image", "cellHeight": 6}));
                    // What it shows is the title of its column.
                    add(&mut style, json!({"title": "Picture"}));
                    *cell = "{picture}".to_owned();
                }
                1 => {
                    add(&mut style, json!({"kind": "qrcode", "cellHeight": 14, "onError": "hide"}));
                    *cell = "{name}".to_owned();
                }
                2 => {
                    let shows = self.chance(50);
                    add(
                        &mut style,
                        json!({"kind": "barcode", "symbology": "ean13", "cellHeight": 12,
                            "includeText": shows, "onError": "hide"}),
                    );
                    *cell = "{code}".to_owned();
                }
                3 => add(&mut style, json!({"visibleWhen": "number > 100"})),
                4..6 => add(&mut style, json!({"rowHeader": true})),
                6 => add(&mut style, json!({"title": "No. {number}", "cellBold": true})),
                7 => add(&mut style, json!({"width": self.one(&["auto", "2fr", "1fr"])})),
                8 => add(&mut style, json!({"cellBorder": {"color": "#990000", "width": 1}})),
                _ => {}
            }
            styles.push(style);
        }
        // One column at least is seen.
        if let Some(first) = styles.first_mut().and_then(Json::as_object_mut) {
            first.remove("visibleWhen");
        }
        add(&mut field, json!({"head": head, "content": [body], "columnStyles": styles}));
        let path = self.one(&["few", "few", "many", "none", "one"]);
        self.bindings.push(json!({"schemaName": name, "type": "array", "path": path,
            "columns": vec![json!({"path": "name"}); columns]}));
        self.table_rows(&mut field, columns);
        for (percent, more) in [
            (30, json!({"bodyWrap": "word", "rowBreak": "auto"})),
            (20, json!({"headWrap": "word", "headBold": true})),
            (20, json!({"bodyTextFormat": "inline-markdown"})),
            (50, json!({"summary": "Articles of {number}"})),
            (30, json!({"emptyText": "Nothing – ничего"})),
            (15, json!({"repeatHeader": false})),
            (15, json!({"keepTogether": true})),
            (25, json!({"bodyBandColor": "#f1f5f9", "bandScope": "group"})),
            (10, json!({"lang": "de"})),
            (
                15,
                json!({"styleWhen": [{"when": "amount > 3", "style": {"italic": true, "backgroundColor": "#fee2e2"}}]}),
            ),
        ] {
            if self.chance(percent) {
                add(&mut field, more);
            }
        }
        let borders = self.one(&["grid", "rows", "columns", "frame", "none"]);
        add(&mut field, json!({ "borders": borders }));
        self.common(&mut field);
        field
    }

    /// Rows of a table besides those of its data.
    pub(super) fn table_rows(&mut self, field: &mut Json, columns: usize) {
        if self.chance(50) {
            let mut footer = vec![String::new(); columns];
            footer[columns - 1] = "{SUM(few.amount)}".to_owned();
            add(field, json!({ "footer": footer }));
            if columns > 2 && self.chance(50) {
                add(field, json!({"footerSpans": {"0": columns - 1}}));
            }
        }
        if self.chance(25) {
            let rows: Vec<_> = (0..self.random.usize(1..3))
                .map(|_| self.row(columns, "Head of {number}"))
                .collect();
            add(field, json!({ "headRows": rows }));
        }
        if self.chance(25) {
            let rows: Vec<_> = (0..self.random.usize(1..3))
                .map(|_| self.row(columns, "Subtotal of {number}"))
                .collect();
            add(field, json!({ "footerRows": rows }));
        }
        if self.chance(35) {
            let levels = self.random.usize(1..3);
            let groups: Vec<_> = ["group", "amount > 3"][..levels]
                .iter()
                .map(|by| {
                    let mut group = json!({ "by": by });
                    if self.chance(80) {
                        add(&mut group, json!({"header": self.row(columns, "Group {group}")}));
                    }
                    if self.chance(60) {
                        add(&mut group, json!({"footer": self.row(columns, "End of {group}")}));
                    }
                    if self.chance(30) {
                        add(&mut group, json!({"repeatHeader": true}));
                    }
                    if self.chance(15) {
                        add(&mut group, json!({"pageBreak": true}));
                    }
                    group
                })
                .collect();
            add(field, json!({ "groups": groups }));
        }
        if self.chance(20) {
            let rows = [self.row(columns, "{name}: {amount}")];
            add(field, json!({"detail": {"path": "parts", "rows": rows}}));
        }
        for key in ["carriedOver", "broughtForward", "pageTotals"] {
            if self.chance(25) {
                add(field, json!({ key: self.row(columns, "Sum so far") }));
            }
        }
    }
}
