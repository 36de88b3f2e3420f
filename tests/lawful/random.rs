//! Random templates with extensions: whatever they hold, two validators accept their documents as PDF/A-3a and PDF/UA-1.
//!
//! Seeds are the numbers of the files in messages: `random-17.pdf` is `source(17)`. With `REPORTCTL_TEST_KEEP=FOLDER` documents
//! and sources are written there.

use std::path::PathBuf;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fastrand::Rng;
use reportctl::font::Face;
use reportctl::{Fonts, Value, prepare};
use serde_json::{Value as Json, json};

use super::{options, refused, validators};
use crate::thorough::is_thorough;

/// Templates that are made; fewer where not everything is compared.
const COUNT: u64 = 300;
const SAMPLE: u64 = 30;

/// The folder that keeps documents and sources.
const KEEP: &str = "REPORTCTL_TEST_KEEP";

/// Language tags with a sentence in them.
const SENTENCES: [(&str, &str); 9] = [
    ("en", "The goods – “as seen” – remain our property until they are paid in full."),
    ("de", "Größe und Gewicht prüfen: 12,5 kg je Stück, für Ärzte ermäßigt."),
    ("fr", "Vu et approuvé à l’hôtel, où l’œuvre coûte 12 €."),
    ("pt-BR", "Não há devolução após três dias úteis; atenção às condições."),
    ("pl", "Zażółć gęślą jaźń, proszę podpisać źródło."),
    ("el", "Ο λογαριασμός πληρώνεται σε τριάντα ημέρες."),
    ("ru", "Счёт оплачивается в течение тридцати дней."),
    ("tr", "Ödeme otuz gün içinde yapılır; İstanbul şubesi."),
    ("he", "החשבון ישולם תוך 30 יום, מספר 4711."),
];

/// Bar codes with what they can hold.
const CODES: [(&str, &str); 12] = [
    ("code128", "ORDER-4711"),
    ("gs1-128", "(01)09521234543213(10)ABC"),
    ("ean13", "400638133393"),
    ("ean8", "9638507"),
    ("upca", "03600029145"),
    ("itf", "12345678"),
    ("itf14", "1540014128876"),
    ("code39", "ABC 123"),
    ("codabar", "A40156B"),
    ("datamatrix", "Données {number}"),
    ("pdf417", "Ticket {number}, row 3"),
    ("aztec", "Journey {number}"),
];

const SVG: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><defs><linearGradient id="g"><stop offset="0" stop-color="#2563eb"/><stop offset="1" stop-color="#fff" stop-opacity="0.4"/></linearGradient></defs><rect width="40" height="20" rx="3" fill="url(#g)"/><circle cx="10" cy="10" r="6" fill="#eb6834" opacity="0.6"/><path d="M20 4l8 12h-16z" stroke="#222" fill="none"/><text x="22" y="15" font-size="6">Kč 7</text></svg>"##;

/// A template with its bindings and data while it is made.
struct Generator {
    random: Rng,
    fields: Vec<Json>,
    bindings: Vec<Json>,
    /// Where the next field begins, in millimetres.
    y: f64,
    /// Fields so far; names them.
    number: usize,
    /// Level of the last heading.
    heading: u8,
    /// Names of fields that links may lead to.
    ids: Vec<String>,
}

/// Adds the keys of an object to another.
fn add(to: &mut Json, more: Json) {
    let Json::Object(more) = more else { return };
    to.as_object_mut().unwrap().extend(more);
}

impl Generator {
    fn new(seed: u64) -> Self {
        Self {
            random: Rng::with_seed(seed),
            fields: Vec::new(),
            bindings: Vec::new(),
            y: 0.0,
            number: 0,
            heading: 0,
            ids: Vec::new(),
        }
    }

    /// Returns `true` in `percent` of all cases.
    fn chance(&mut self, percent: u8) -> bool {
        self.random.u8(..100) < percent
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.usize(..of.len())]
    }

    /// A number of millimetres with one decimal.
    fn length(&mut self, from: u32, to: u32) -> f64 {
        f64::from(self.random.u32(from * 10..=to * 10)) / 10.0
    }

    fn color(&mut self) -> String {
        format!("#{:06x}", self.random.u32(..0x100_0000))
    }

    /// A sentence or a few, in any language.
    fn sentences(&mut self) -> (String, String) {
        let (lang, sentence) = self.one(&SENTENCES);
        // Some go on over pages.
        let count = if self.chance(6) { 60 } else { self.random.usize(1..4) };
        (lang.to_owned(), vec![sentence; count].join(" "))
    }

    /// A picture in one of the forms of PNG, or a photograph.
    fn picture(&mut self) -> String {
        if self.chance(15) {
            let sample = include_str!("../cases/extensions/image/photograph-upright/template.json");
            let sample: Json = serde_json::from_str(sample).unwrap();
            return sample["template"]["schemas"][0]["content"].as_str().unwrap().to_owned();
        }
        let color = self.one(&[
            png::ColorType::Grayscale,
            png::ColorType::GrayscaleAlpha,
            png::ColorType::Rgb,
            png::ColorType::Rgba,
            png::ColorType::Indexed,
        ]);
        let (width, height) = (self.random.u32(1..9), self.random.u32(1..9));
        let is_indexed = color == png::ColorType::Indexed;
        let depth = if !is_indexed && self.chance(20) {
            png::BitDepth::Sixteen
        } else {
            png::BitDepth::Eight
        };
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if is_indexed {
            encoder.set_palette(vec![0, 0, 0, 200, 30, 30, 255, 255, 255, 0, 90, 200]);
            if self.chance(50) {
                encoder.set_trns(vec![255, 128, 0, 255]);
            }
        }
        let samples = color.samples() * if depth == png::BitDepth::Sixteen { 2 } else { 1 };
        let count = width as usize * height as usize * samples;
        let most = if is_indexed { 4 } else { 255 };
        let pixels: Vec<u8> = (0..count).map(|_| self.random.u8(..most)).collect();
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&pixels).unwrap();
        writer.finish().unwrap();
        format!("data:image/png;base64,{}", STANDARD.encode(bytes))
    }

    /// A field at the place where the last one ended.
    fn field(&mut self, kind: &str, width: f64, height: f64) -> Json {
        self.number += 1;
        let name = format!("{kind}{}", self.number);
        let x = if self.chance(70) { 20.0 } else { self.length(15, 25) };
        json!({"id": name, "name": name, "type": kind, "x": x, "y": self.y, "width": width, "height": height})
    }

    /// Keys that every kind of field has.
    fn common(&mut self, field: &mut Json) {
        if self.chance(12) {
            let angle = self.one(&[90.0, -90.0, 180.0, 7.5, 45.0, 333.0]);
            add(field, json!({ "rotate": angle }));
        }
        if self.chance(12) {
            let opacity = f64::from(self.random.u8(0..=10)) / 10.0;
            add(field, json!({ "opacity": opacity }));
        }
        if self.chance(10) {
            add(field, json!({"zIndex": self.random.i32(-3..4)}));
        }
        if self.chance(8) {
            add(field, json!({"breakBefore": self.one(&["page", "odd", "even"])}));
        }
        if self.chance(8) {
            add(field, json!({"breakAfter": self.one(&["page", "odd", "even"])}));
        }
        if self.chance(10) {
            add(field, json!({"keepWithNext": true}));
        }
        if self.chance(4) {
            add(field, json!({"pin": "bottom"}));
        }
        if self.chance(15) {
            add(field, json!({ "link": self.target() }));
        }
        if self.chance(15) {
            let level = self.random.u8(1..4);
            add(field, json!({"bookmark": "Entry {number} – é", "bookmarkLevel": level}));
        }
    }

    fn target(&mut self) -> String {
        let known = self.ids.last().filter(|_| self.number.is_multiple_of(2)).cloned();
        match known {
            Some(id) => format!("#{id}"),
            None => self
                .one(&[
                    "https://example.org/orders/{number}?a=é b",
                    "mailto:billing@example.org",
                    "tel:+351220000000",
                    "#nowhere",
                    "",
                ])
                .to_owned(),
        }
    }

    /// Keys of how a text looks.
    fn look(&mut self, field: &mut Json) {
        let wrap = self.one(&["none", "word", "word", "char"]);
        let overflow = self.one(&["visible", "expand", "expand", "ellipsis", "clip", "shrink"]);
        let alignment = self.one(&["left", "center", "right", "justify", "start", "end"]);
        let size = self.one(&[6.0, 9.0, 10.0, 11.5, 18.0]);
        add(
            field,
            json!({"wrap": wrap, "overflow": overflow, "alignment": alignment, "fontSize": size}),
        );
        for key in ["bold", "italic", "underline", "strikethrough"] {
            if self.chance(20) {
                add(field, json!({ key: true }));
            }
        }
        if self.chance(25) {
            add(field, json!({"fontName": self.one(&["builtin:times", "builtin:courier"])}));
        }
        if self.chance(15) {
            add(field, json!({"fontVariantFallback": "synthetic"}));
        }
        if self.chance(25) {
            let color = self.color();
            add(field, json!({"backgroundColor": color, "radius": 2, "padding": 1.5}));
        }
        if self.chance(20) {
            let color = self.color();
            add(field, json!({"borderColor": color, "borderWidth": 0.4}));
        }
        if self.chance(15) {
            add(field, json!({"fontColor": self.color(), "characterSpacing": 1.2}));
        }
        if self.chance(10) {
            add(field, json!({"textTransform": self.one(&["upper", "lower"])}));
        }
        if self.chance(10) {
            add(field, json!({"breakInside": "auto", "lineHeight": 1.5}));
        }
        if self.chance(15) {
            add(field, json!({"style": "accent"}));
        }
        if self.chance(10) {
            add(
                field,
                json!({"styleWhen": [{"when": "number > 5", "style": {"bold": true, "fontColor": "#aa0000"}}]}),
            );
        }
        if self.chance(10) {
            add(field, json!({"direction": self.one(&["ltr", "rtl", "auto"])}));
        }
    }

    /// The next role of a text, which skips no level of headings.
    fn role(&mut self, field: &mut Json) {
        match self.random.u8(..10) {
            0..3 => {
                let level = self.random.u8(1..=(self.heading + 1).min(6));
                self.heading = level;
                add(field, json!({"role": format!("h{level}")}));
            }
            3 => add(field, json!({"role": "p"})),
            4 => add(field, json!({"role": "caption"})),
            5 => add(field, json!({"role": "quote"})),
            6 => add(field, json!({"role": "artifact"})),
            _ => {}
        }
    }

    fn text(&mut self, width: f64) -> Json {
        let height = self.length(5, 20);
        let mut field = self.field("text", width, height);
        let (lang, mut content) = self.sentences();
        if self.chance(30) {
            content.push_str(" {number} {customer.name}");
        }
        if self.chance(20) {
            content = content.replacen(' ', "\n\n", 2);
        }
        add(&mut field, json!({ "content": content }));
        if self.chance(70) {
            add(&mut field, json!({ "lang": lang }));
        }
        self.look(&mut field);
        self.common(&mut field);
        field
    }

    fn markdown(&mut self, width: f64) -> Json {
        let mut field = self.text(width);
        let (_, first) = self.sentences();
        let (_, second) = self.sentences();
        let link = self.one(&[
            "[terms](https://example.org/terms)",
            "[**mail** us](mailto:a@example.org)",
            "[not a link](nowhere)",
        ]);
        let list = self.one(&[
            "- one\n- **two**\n  - nested *deep*\n    - deeper\n- three",
            "1. first\n2. second\n3. third ~~gone~~",
            "7. seventh\n- bullet\n  1. inner",
            "  - begins deep\n- then not\n    - skips a level",
            "{MARKUP(markup)}",
            "",
        ]);
        let content = format!("{first} {link}\n\n{list}\n\n***{second}*** __under__ {{number}}");
        let more = json!({"textFormat": "inline-markdown", "content": content, "wrap": "word",
            "markupLinks": true});
        add(&mut field, more);
        field
    }

    fn image(&mut self) -> Json {
        let (width, height) = (self.length(5, 60), self.length(5, 30));
        let mut field = self.field("image", width, height);
        let content = self.picture();
        let fit = self.one(&["stretch", "contain", "cover", "none", "scale-down"]);
        add(&mut field, json!({"content": content, "fit": fit, "radius": self.random.u8(..3)}));
        self.describe(&mut field);
        self.common(&mut field);
        field
    }

    /// Says what a picture shows, or that it shows nothing.
    fn describe(&mut self, field: &mut Json) {
        if self.chance(25) {
            add(field, json!({"decorative": true}));
        } else {
            add(field, json!({"alt": "A picture of order {number} – “é”", "lang": "en"}));
        }
    }

    fn drawing(&mut self) -> Json {
        let kind = self.one(&["svg", "rectangle", "ellipse", "path", "line"]);
        let (width, height) = (self.length(10, 60), self.length(3, 20));
        let mut field = self.field(kind, width, height);
        match kind {
            "svg" => {
                add(&mut field, json!({"content": SVG, "fit": "contain"}));
                self.describe(&mut field);
            }
            "line" => add(&mut field, json!({"borderWidth": 0.5, "dash": [1, 0.5]})),
            _ => {
                let (fill, border) = (self.color(), self.color());
                add(&mut field, json!({"color": fill, "borderColor": border, "borderWidth": 0.3}));
                if kind == "path" {
                    add(&mut field, json!({"d": "M0 0 L20 0 A10 10 0 0 1 10 8 Z"}));
                }
                if self.chance(30) {
                    self.describe(&mut field);
                }
            }
        }
        self.common(&mut field);
        field
    }

    fn chart(&mut self) -> Json {
        let width = self.length(60, 160);
        let mut field = self.field("chart", width, 45.0);
        let name = field["name"].clone();
        let legend = self.one(&["right", "left", "top", "bottom", "slices"]);
        let style = self.one(&["donut", "full"]);
        let kind = self.one(&["pie", "bar"]);
        add(&mut field, json!({"chartType": kind, "legendPosition": legend, "pieStyle": style}));
        if self.chance(40) {
            self.describe(&mut field);
        }
        let path = self.one(&["few", "few", "many", "none"]);
        self.bindings.push(json!({"schemaName": name, "type": "chart", "path": path,
            "labelColumn": "name", "valueColumn": "amount"}));
        self.common(&mut field);
        field
    }

    fn card(&mut self) -> Json {
        let mut field = self.field("kpi", 60.0, 30.0);
        let icon = self.one(&["none", "bar_chart", "euro"]);
        let (_, subtitle) = self.one(&SENTENCES);
        add(
            &mut field,
            json!({"icon": icon, "title": "Total é", "value": "{SUM(few.amount)} €", "subtitle": subtitle}),
        );
        self.common(&mut field);
        field
    }

    fn code(&mut self) -> Json {
        if self.chance(10) {
            let mut field = self.field("qrcode", 30.0, 30.0);
            add(
                &mut field,
                json!({"payload": {"type": "epc", "name": "Müller", "iban": "DE89370400440532013000",
                    "amount": "12.50", "text": "Order {number}"}}),
            );
            self.common(&mut field);
            return field;
        }
        if self.chance(30) {
            let mut field = self.field("qrcode", 30.0, 30.0);
            add(&mut field, json!({"content": "ORDER {number} é"}));
            if self.chance(30) {
                self.describe(&mut field);
            }
            self.common(&mut field);
            return field;
        }
        let mut field = self.field("barcode", 80.0, 25.0);
        let (symbology, content) = self.one(&CODES);
        let shows = self.chance(60);
        add(&mut field, json!({"symbology": symbology, "content": content, "includeText": shows}));
        if self.chance(30) {
            self.describe(&mut field);
        }
        self.common(&mut field);
        field
    }

    fn signature(&mut self) -> Json {
        let mut field = self.field("signature", 70.0, 20.0);
        let appearance = self.one(&["none", "text", "image"]);
        add(
            &mut field,
            json!({"appearance": appearance, "borderColor": "#5f6976", "borderWidth": 0.2}),
        );
        if appearance == "image" {
            let picture = self.picture();
            add(&mut field, json!({ "picture": picture }));
        } else if self.chance(60) {
            add(&mut field, json!({"content": "Sign here, {customer.name}"}));
        }
        if self.chance(60) {
            add(&mut field, json!({"alt": "Signature of the buyer"}));
        }
        if self.chance(15) {
            add(&mut field, json!({ "rotate": self.one(&[90, 7]) }));
        }
        field
    }

    /// A row with cells in some of the columns.
    fn row(&mut self, columns: usize, text: &str) -> Json {
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

    fn table(&mut self, width: f64) -> Json {
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
    fn table_rows(&mut self, field: &mut Json, columns: usize) {
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

    /// A section with members, and its height.
    fn section(&mut self) -> f64 {
        let start = self.y;
        let once = self.chance(30);
        let mut section = self.field("section", 170.0, 0.0);
        add(&mut section, json!({"x": 20}));
        let id = section["id"].clone();
        if once {
            add(&mut section, json!({"repeat": "once"}));
        } else {
            let path = self.one(&["few", "one"]);
            self.bindings.push(json!({"schemaName": id, "type": "section", "path": path}));
        }
        if self.chance(40) {
            add(&mut section, json!({"breakInside": "auto"}));
        } else if !once && self.chance(40) {
            let fill = self.one(&["across", "down"]);
            add(&mut section, json!({"columns": {"count": 2, "gap": 5, "fill": fill}}));
        }
        if self.chance(15) {
            add(&mut section, json!({"repeatBreak": "page", "restartNumbering": true}));
        }
        for (percent, more) in [
            (15, json!({"opacity": 0.7})),
            (8, json!({"rotate": 4})),
            (20, json!({"bookmark": "{name}", "bookmarkLevel": 2})),
            (15, json!({"link": "https://example.org/{name}"})),
            (15, json!({"sort": [{"by": "amount", "order": "desc"}]})),
            (10, json!({"lang": "fr"})),
        ] {
            if self.chance(percent) {
                add(&mut section, more);
            }
        }
        self.y += 1.0;
        // Sections that may break have others in them.
        let nests = section["breakInside"] == "auto" && self.chance(40);
        if nests {
            let mut inner = self.field("section", 100.0, 12.0);
            let name = inner["name"].clone();
            add(&mut inner, json!({ "sectionId": id }));
            let path = if once { "few" } else { "parts" };
            self.bindings.push(json!({"schemaName": name, "type": "section", "path": path}));
            let mut part = self.field("text", 80.0, 6.0);
            add(
                &mut part,
                json!({"sectionId": name, "content": "{name} – {amount}", "lang": "de"}),
            );
            self.fields.extend([inner, part]);
            self.y += 14.0;
        }
        let members = self.random.usize(1..5);
        for _ in 0..members {
            let mut member = match self.random.u8(..8) {
                0..3 => self.text(70.0),
                3 => self.markdown(70.0),
                4 => self.image(),
                5 => self.code(),
                6 => self.drawing(),
                _ => {
                    let mut table = self.table(75.0);
                    let name = table["name"].clone();
                    self.bindings.retain(|binding| binding["schemaName"] != name);
                    self.bindings.push(json!({"schemaName": name, "type": "array",
                        "path": if once { "few" } else { "parts" }, "columns": []}));
                    add(&mut table, json!({"groups": [], "detail": null}));
                    table.as_object_mut().unwrap().remove("detail");
                    table
                }
            };
            add(&mut member, json!({"sectionId": id}));
            self.y += member["height"].as_f64().unwrap() + 1.0;
            self.fields.push(member);
        }
        add(&mut section, json!({"height": self.y - start}));
        self.y = start;
        let height = section["height"].as_f64().unwrap();
        self.fields.push(section);
        height
    }

    /// Something of the body below what is there.
    fn block(&mut self) {
        let width = self.length(60, 170);
        let mut field = match self.random.u8(..24) {
            0..5 => {
                let mut text = self.text(width);
                self.role(&mut text);
                text
            }
            5..8 => self.markdown(width),
            8..12 => self.table(170.0),
            12..14 => self.image(),
            14 => self.drawing(),
            15 => self.chart(),
            16 => self.card(),
            17..19 => self.code(),
            19 => self.signature(),
            20 => {
                // Two in a row, the right one read first.
                let mut left = self.text(70.0);
                add(&mut left, json!({"x": 20}));
                let mut right = self.text(70.0);
                add(&mut right, json!({"x": 110, "readingOrder": -1}));
                self.fields.push(left);
                right
            }
            _ => {
                self.y += self.section() + 3.0;
                return;
            }
        };
        if field["role"].is_null() && self.chance(6) {
            add(&mut field, json!({"visibleWhen": "number > 100"}));
        }
        self.ids.push(field["id"].as_str().unwrap().to_owned());
        self.y += field["height"].as_f64().unwrap() + 3.0;
        self.fields.push(field);
    }

    /// Fields of the bands, and those on every page.
    fn bands(&mut self) {
        for (y, percent) in [(4.0, 80), (284.0, 80)] {
            if self.chance(percent) {
                self.y = y;
                let mut field = self.text(120.0);
                for key in ["breakBefore", "breakAfter", "keepWithNext", "pin", "rotate"] {
                    field.as_object_mut().unwrap().remove(key);
                }
                let more = json!({"content": "Page {currentPage} of {pageCount} – é", "height": 7,
                    "overflow": "clip", "wrap": "none", "x": 20});
                add(&mut field, more);
                if self.chance(40) {
                    add(&mut field, json!({"role": "p"}));
                }
                if self.chance(20) {
                    add(&mut field, json!({"onPages": self.one(&["first", "notFirst", "odd"])}));
                }
                self.fields.push(field);
            }
        }
        if self.chance(40) {
            self.y = 4.0;
            let mut logo = self.image();
            for key in ["breakBefore", "breakAfter", "keepWithNext", "pin", "rotate"] {
                logo.as_object_mut().unwrap().remove(key);
            }
            add(&mut logo, json!({"x": 160, "width": 20, "height": 10}));
            self.fields.push(logo);
        }
        if self.chance(25) {
            self.y = 120.0;
            let mut mark = self.text(150.0);
            for key in ["breakBefore", "breakAfter", "keepWithNext", "pin"] {
                mark.as_object_mut().unwrap().remove(key);
            }
            let layer = self.one(&["foreground", "background"]);
            add(
                &mut mark,
                json!({"position": "page", "layer": layer, "content": "DRAFT", "rotate": -45,
                    "opacity": 0.2, "fontSize": 60}),
            );
            self.fields.push(mark);
        }
    }

    /// A page design.
    fn design(&mut self) -> Json {
        self.fields.clear();
        self.bands();
        self.y = 25.0;
        for _ in 0..self.random.usize(2..9) {
            // Fields below would belong to the band at the bottom.
            if self.y > 220.0 {
                break;
            }
            self.block();
        }
        let mut design = json!({"page": {"width": 210, "height": 297}, "headerHeight": 20,
            "footerHeight": 17, "schemas": self.fields});
        if self.chance(15) {
            let picture = self.picture();
            add(&mut design, json!({ "backgroundImage": picture }));
        }
        for (percent, more) in [
            (10, json!({"restartNumbering": true})),
            (10, json!({"duplex": true})),
            (10, json!({"lastPage": {"footerHeight": 40}})),
        ] {
            if self.chance(percent) {
                add(&mut design, more);
            }
        }
        if self.chance(10) {
            add(&mut design, json!({"firstPage": {"headerHeight": 30}, "blankPages": "bands"}));
        }
        design
    }

    fn template(&mut self) -> Json {
        let mut template = if self.chance(25) {
            let pages: Vec<_> = (0..2)
                .map(|number| {
                    let mut page = self.design();
                    add(&mut page, json!({"id": format!("design{number}"), "name": "Design"}));
                    page
                })
                .collect();
            let mut flat = pages[0].clone();
            add(&mut flat, json!({ "pages": pages }));
            flat
        } else {
            self.design()
        };
        let language = self.one(&["en", "de", "pt-BR"]);
        let mut pdf = json!({"title": "Order {number} – é", "language": language});
        if self.chance(40) {
            add(
                &mut pdf,
                json!({"attachments": [{"name": "données.csv", "source": "a;b\n{number};é", "relationship": "Data",
                    "description": "The data"}]}),
            );
        }
        if self.chance(30) {
            add(
                &mut pdf,
                json!({"author": "Müller & Söhne", "subject": "<b> & “c”", "keywords": "a, b"}),
            );
        }
        if self.chance(30) {
            add(&mut pdf, json!({"viewer": {"pageMode": "outlines", "duplex": "longEdge"}}));
        }
        add(
            &mut template,
            json!({"extensions": 1, "pdf": pdf,
                "theme": {"colors": {"brand": "#1d4ed8"}},
                "styles": {"accent": {"fontColor": "@brand", "bold": true, "borderWidth": 0.2}}}),
        );
        if self.chance(20) {
            add(&mut template, json!({"locale": self.one(&["de-DE", "pt-BR", "en-GB"])}));
        }
        if self.chance(10) {
            add(&mut template, json!({"pageNumberStart": 7}));
        }
        template
    }

    fn data(&mut self) -> Json {
        let mut item = |number: usize| {
            let (_, note) = self.one(&SENTENCES);
            let picture = self.picture();
            let parts: Vec<_> = (0..self.random.usize(..3))
                .map(|part| json!({"name": format!("Part {part}"), "amount": part}))
                .collect();
            json!({"name": format!("Article {number} é"), "amount": number % 7, "note": note,
                "group": format!("G{}", number / 4), "code": "4006381333931", "picture": picture, "parts": parts})
        };
        let few: Vec<_> = (1..6).map(&mut item).collect();
        let many: Vec<_> = (1..70).map(&mut item).collect();
        let one = [item(1)];
        json!({"number": 7, "customer": {"name": "Łukasz"}, "few": few, "many": many, "one": one, "none": [],
            "markup": "A **value**\n- with [a link](https://example.org/value)\n- of lists"})
    }
}

/// Template, bindings and data of a seed.
fn source(seed: u64) -> Json {
    let mut generator = Generator::new(seed);
    let template = generator.template();
    let data = generator.data();
    json!({"template": template, "bindings": generator.bindings, "data": data})
}

/// Fonts of a seed: the standard ones, or one that lacks most characters before them.
fn fonts(seed: u64) -> Fonts {
    let file: &[u8] = match seed % 5 {
        0 => include_bytes!("../fonts/FixtureCubic.otf"),
        1 => include_bytes!("../fonts/LiberationSans-Regular.ttf"),
        _ => return Fonts::standard(),
    };
    Fonts::new(vec![Arc::new(Face::from_bytes("Own", file.to_vec()).unwrap())], true)
}

fn generate(source: &Json, fonts: &Fonts) -> Result<Vec<u8>, String> {
    let part = |key: &str| Value::from(&source[key]);
    let said = |problem: reportctl::Problem| {
        let pointer = problem.pointer.as_deref().unwrap_or_default();
        format!("{} {pointer}: {problem}", problem.code.as_str())
    };
    let prepared = prepare(&part("template"), &part("bindings")).map_err(said)?;
    prepared.generate(&part("data"), &options(fonts, "pdfa-3a,pdfua-1")).map_err(said)
}

#[test]
fn random_templates_are_accepted_by_two_validators() {
    let Some(validators) = validators() else { return };
    let temporary = tempfile::tempdir().unwrap();
    let kept = std::env::var_os(KEEP).map(PathBuf::from);
    let folder = kept.as_deref().unwrap_or(temporary.path());
    let (mut files, mut faults) = (Vec::new(), Vec::new());
    for seed in 0..if is_thorough() { COUNT } else { SAMPLE } {
        let source = source(seed);
        if kept.is_some() {
            let file = folder.join(format!("random-{seed}.json"));
            std::fs::write(file, format!("{source:#}")).unwrap();
        }
        match generate(&source, &fonts(seed)) {
            Ok(made) => {
                let file = folder.join(format!("random-{seed}.pdf"));
                std::fs::write(&file, made).unwrap();
                files.push(file);
            }
            Err(why) => faults.push(format!("random-{seed}: {why}")),
        }
    }
    faults.push(refused(&validators, "3a,ua1", &files));
    assert_eq!(faults.join("\n"), "");
}
