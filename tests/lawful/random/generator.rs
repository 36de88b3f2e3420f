//! The generator: a template with bindings and data, from a seed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fastrand::Rng;
use serde_json::{Value as Json, json};

/// Language tags with a sentence in them.
pub(super) const SENTENCES: [(&str, &str); 9] = [
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

/// A template with its bindings and data while it is made.
pub(super) struct Generator {
    pub(super) random: Rng,
    pub(super) fields: Vec<Json>,
    pub(super) bindings: Vec<Json>,
    /// Where the next field begins, in millimetres.
    pub(super) y: f64,
    /// Fields so far; names them.
    pub(super) number: usize,
    /// Level of the last heading.
    pub(super) heading: u8,
    /// Names of fields that links may lead to.
    pub(super) ids: Vec<String>,
}

/// Adds the keys of an object to another.
pub(super) fn add(to: &mut Json, more: Json) {
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
    pub(super) fn chance(&mut self, percent: u8) -> bool {
        self.random.u8(..100) < percent
    }

    pub(super) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.usize(..of.len())]
    }

    /// A number of millimetres with one decimal.
    pub(super) fn length(&mut self, from: u32, to: u32) -> f64 {
        f64::from(self.random.u32(from * 10..=to * 10)) / 10.0
    }

    pub(super) fn color(&mut self) -> String {
        format!("#{:06x}", self.random.u32(..0x100_0000))
    }

    /// A sentence or a few, in any language.
    pub(super) fn sentences(&mut self) -> (String, String) {
        let (lang, sentence) = self.one(&SENTENCES);
        // Some go on over pages.
        let count = if self.chance(6) { 60 } else { self.random.usize(1..4) };
        (lang.to_owned(), vec![sentence; count].join(" "))
    }

    /// A picture in one of the forms of PNG, or a photograph.
    pub(super) fn picture(&mut self) -> String {
        if self.chance(15) {
            let sample =
                include_str!("../../cases/extensions/image/photograph-upright/template.json");
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
    pub(super) fn field(&mut self, kind: &str, width: f64, height: f64) -> Json {
        self.number += 1;
        let name = format!("{kind}{}", self.number);
        let x = if self.chance(70) { 20.0 } else { self.length(15, 25) };
        json!({"id": name, "name": name, "type": kind, "x": x, "y": self.y, "width": width, "height": height})
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
pub(super) fn source(seed: u64) -> Json {
    let mut generator = Generator::new(seed);
    let template = generator.template();
    let data = generator.data();
    json!({"template": template, "bindings": generator.bindings, "data": data})
}
