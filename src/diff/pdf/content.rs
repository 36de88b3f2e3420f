//! The operators of a page as this program writes them (ISO 32000-1, 8 and 9).

use std::collections::{BTreeSet, HashMap};

use lopdf::content::Operation;
use lopdf::{Dictionary, Object};
use reportctl_engine::image::letterhead::reading::operations;

use super::fonts::{Font, text_string};
use super::paint::MOST_OPERATORS;
use super::read::{Pdf, inflated};
use super::{Picture, Sheet, Text};
use crate::util::hash::sha256;

/// Groups inside groups inside groups; a document of ours has no more than a few.
const DEEPEST: usize = 16;
/// Most states that are kept at one time, and longest description of how lines are drawn.
const MOST_KEPT: usize = 10_000;
const LONGEST_LINE: usize = 4096;

/// Points as millimetres, to the thousandth.
pub(super) fn millimetres(points: f64) -> f64 {
    (points * 25.4 / 72.0 * 1000.0).round() / 1000.0
}

/// Reads the content of a page.
pub(super) struct Reader<'p> {
    pdf: &'p Pdf,
    resources: &'p Dictionary,
    fonts: &'p HashMap<Vec<u8>, Font>,
    /// Of the page, in points.
    height: f64,
    pub(super) sheet: Sheet,
    /// The names of the fonts that texts were set in.
    pub(super) used: BTreeSet<String>,
    state: State,
    kept: Vec<State>,
    /// The path that is being made.
    path: String,
    /// What a run of glyphs says instead of its codes.
    actual: Option<String>,
    /// Whether the codes of a run are read from the last to the first.
    reversed: bool,
    /// Whether the next run continues the text before it.
    continues: bool,
    depth: usize,
    operators: usize,
}

#[derive(Clone)]
struct State {
    matrix: [f64; 6],
    fill: String,
    stroke: String,
    line: String,
    font: Vec<u8>,
    size: f64,
    pen: (f64, f64),
}

impl Default for State {
    fn default() -> Self {
        Self {
            matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            fill: "#000000".to_owned(),
            stroke: "#000000".to_owned(),
            line: String::new(),
            font: Vec::new(),
            size: 0.0,
            pen: (0.0, 0.0),
        }
    }
}

impl<'p> Reader<'p> {
    pub(super) fn new(
        pdf: &'p Pdf,
        resources: &'p Dictionary,
        fonts: &'p HashMap<Vec<u8>, Font>,
        height: f64,
    ) -> Self {
        Self {
            pdf,
            resources,
            fonts,
            height,
            sheet: Sheet::default(),
            used: BTreeSet::new(),
            state: State::default(),
            kept: Vec::new(),
            path: String::new(),
            actual: None,
            reversed: false,
            continues: false,
            depth: 0,
            operators: 0,
        }
    }

    pub(super) fn read(&mut self, content: &[u8]) -> Result<(), String> {
        operations(content, |operation| {
            self.operators += 1;
            if self.operators > MOST_OPERATORS || self.kept.len() > MOST_KEPT {
                return Err("a page of it has too many drawing operations".to_owned());
            }
            self.operation(&operation)
        })
    }

    /// Notes a shape, and counts what is said of it.
    fn shape(&mut self, shape: String) -> Result<(), String> {
        self.pdf.spend(shape.len())?;
        self.sheet.shapes.push(shape);
        Ok(())
    }

    fn operation(&mut self, Operation { operator, operands }: &Operation) -> Result<(), String> {
        let number = |at: usize| {
            operands.get(at).and_then(|object| object.as_float().ok()).map_or(0.0, f64::from)
        };
        let name = || operands.first().and_then(|object| object.as_name().ok());
        match operator.as_str() {
            "q" => self.kept.push(self.state.clone()),
            "Q" => self.state = self.kept.pop().unwrap_or_default(),
            "cm" => {
                let matrix = std::array::from_fn(number);
                self.state.matrix = product(matrix, self.state.matrix);
            }
            "rg" => self.state.fill = color([number(0), number(1), number(2)]),
            "RG" => self.state.stroke = color([number(0), number(1), number(2)]),
            "w" | "J" | "d" => self.line(operator, operands),
            "BT" => self.state.pen = (0.0, 0.0),
            "Td" => {
                let (x, y) = self.state.pen;
                self.state.pen = (x + number(0), y + number(1));
                self.continues = false;
            }
            "Tf" => {
                self.state.font = name().unwrap_or_default().to_vec();
                self.state.size = number(1);
            }
            "BDC" => {
                let actual = operands.get(1).and_then(|object| object.as_dict().ok());
                let actual = actual.and_then(|actual| actual.get(b"ActualText").ok());
                self.actual = actual.and_then(text_string);
            }
            "BMC" => self.reversed = name().is_some_and(|name| name == b"ReversedChars"),
            "EMC" => (self.actual, self.reversed) = (None, false),
            "Tj" => return self.show(operands.first().and_then(|codes| codes.as_str().ok())),
            // Strings and the distances between them.
            "TJ" => {
                let parts = operands.first().and_then(|parts| parts.as_array().ok());
                let parts = parts.into_iter().flatten().filter_map(|part| part.as_str().ok());
                let codes: Vec<u8> = parts.flatten().copied().collect();
                return self
                    .show(Some(&codes).filter(|codes| !codes.is_empty()).map(Vec::as_slice));
            }
            "Do" => return self.draw(name().unwrap_or_default()),
            "re" | "m" | "l" | "c" | "h" => self.segment(operator, operands),
            "f" | "f*" | "S" | "B" | "B*" => return self.paint(operator),
            "W" => return self.shape(format!("cut off at{}", self.path)),
            "n" => self.path.clear(),
            "gs" => {
                let name = String::from_utf8_lossy(name().unwrap_or_default()).into_owned();
                if self.state.line.len() + name.len() < LONGEST_LINE {
                    self.state.line = format!("{} {name}", self.state.line);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A point of the page, from the top left.
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.state.matrix;
        let (x, y) = (a * x + c * y + e, b * x + d * y + f);
        (millimetres(x), millimetres(self.height - y))
    }

    fn line(&mut self, operator: &str, operands: &[Object]) {
        let mut kept: Vec<String> = self
            .state
            .line
            .split(';')
            .filter(|entry| !entry.is_empty() && !entry.starts_with(operator))
            .map(str::to_owned)
            .collect();
        kept.push(format!("{operator} {operands:?}"));
        kept.sort();
        let line = kept.join(";");
        if line.len() <= LONGEST_LINE {
            self.state.line = line;
        }
    }

    fn show(&mut self, codes: Option<&[u8]>) -> Result<(), String> {
        let (Some(codes), Some(font)) = (codes, self.fonts.get(&self.state.font)) else {
            return Ok(());
        };
        let said = match self.actual.take() {
            Some(actual) => actual,
            None if self.reversed => font.reversed_text(codes),
            None => font.text(codes),
        };
        self.pdf.spend(said.len() + size_of::<Text>())?;
        self.used.insert(font.name.clone());
        if let (true, Some(last)) = (self.continues, self.sheet.texts.last_mut()) {
            last.text.push_str(&said);
            if last.font != font.name && !last.font.ends_with('…') {
                last.font = format!("{} …", last.font);
            }
            return Ok(());
        }
        let (x, y) = self.place(self.state.pen.0, self.state.pen.1);
        self.continues = true;
        self.sheet.texts.push(Text {
            text: said,
            x,
            y,
            size: self.state.size,
            font: font.name.clone(),
            color: self.state.fill.clone(),
        });
        Ok(())
    }

    fn segment(&mut self, operator: &str, operands: &[Object]) {
        let numbers: Vec<f64> =
            operands.iter().map(|object| object.as_float().map_or(0.0, f64::from)).collect();
        if operator == "re" {
            let [x, y, width, height] = std::array::from_fn(|at| *numbers.get(at).unwrap_or(&0.0));
            let (left, top) = self.place(x, y + height);
            let (width, height) = (millimetres(width), millimetres(height));
            self.path.push_str(&format!(" {left},{top} {width}x{height}"));
            return;
        }
        self.path.push_str(&format!(" {operator}"));
        for pair in numbers.chunks_exact(2) {
            let (x, y) = self.place(pair[0], pair[1]);
            self.path.push_str(&format!(" {x},{y}"));
        }
    }

    fn paint(&mut self, operator: &str) -> Result<(), String> {
        let State { fill, stroke, line, .. } = &self.state;
        let look = match operator {
            "S" => format!("{stroke} {line}"),
            "f" | "f*" => fill.clone(),
            _ => format!("{fill} {stroke} {line}"),
        };
        let path = std::mem::take(&mut self.path);
        self.shape(format!("{operator} {look}{path}"))
    }

    /// A picture, or a group that is painted as one.
    fn draw(&mut self, name: &[u8]) -> Result<(), String> {
        let pdf = self.pdf;
        let objects = self.resources.get(b"XObject").ok();
        let objects = objects.and_then(|objects| super::read::dictionary(pdf, objects));
        let object = objects.and_then(|objects| objects.get(name).ok());
        let object = object.and_then(|object| pdf.dereference(object).ok());
        let Some(stream) = object.and_then(|(_, object)| object.as_stream().ok()) else {
            return Ok(());
        };
        if super::read::name(pdf, &stream.dict, b"Subtype").as_deref() == Some("Form") {
            if self.depth == DEEPEST {
                return Err("its groups are nested too deeply".to_owned());
            }
            let state = self.state.clone();
            self.depth += 1;
            self.read(&inflated(pdf, stream)?)?;
            self.depth -= 1;
            self.state = state;
            return Ok(());
        }
        let [a, b, c, d, ..] = self.state.matrix;
        let (x, y) = self.place(0.0, 1.0);
        let (width, height) = (millimetres(a.hypot(b)), millimetres(c.hypot(d)));
        let content = sha256(&stream.content);
        self.sheet.pictures.push(Picture { content, x, y, width, height });
        Ok(())
    }
}

/// A colour as in a template.
fn color(channels: [f64; 3]) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within 0 and 255")]
    let [r, g, b] = channels.map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// First one matrix, then the other (ISO 32000-1, 8.3.4).
fn product(first: [f64; 6], then: [f64; 6]) -> [f64; 6] {
    let [a, b, c, d, e, f] = first;
    let [p, q, r, s, t, u] = then;
    [
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    ]
}
