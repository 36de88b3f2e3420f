//! Fields of each kind but tables and sections, with the keys that they share.

use serde_json::{Value as Json, json};

use super::generator::{Generator, SENTENCES, add};

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

impl Generator {
    /// Keys that every kind of field has.
    pub(super) fn common(&mut self, field: &mut Json) {
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

    pub(super) fn target(&mut self) -> String {
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
    pub(super) fn look(&mut self, field: &mut Json) {
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
    pub(super) fn role(&mut self, field: &mut Json) {
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

    pub(super) fn text(&mut self, width: f64) -> Json {
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

    pub(super) fn markdown(&mut self, width: f64) -> Json {
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

    pub(super) fn image(&mut self) -> Json {
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
    pub(super) fn describe(&mut self, field: &mut Json) {
        if self.chance(25) {
            add(field, json!({"decorative": true}));
        } else {
            add(field, json!({"alt": "A picture of order {number} – “é”", "lang": "en"}));
        }
    }

    pub(super) fn drawing(&mut self) -> Json {
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

    pub(super) fn chart(&mut self) -> Json {
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

    pub(super) fn card(&mut self) -> Json {
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

    pub(super) fn code(&mut self) -> Json {
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

    pub(super) fn signature(&mut self) -> Json {
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
}
