//! The pages of a document as drawings: what its operators paint (ISO 32000-1, 8 to 11), as far as
//! this program writes them; texts of other programs' fonts (of a letterhead) in standard fonts.

use std::collections::HashMap;
use std::sync::Arc;

use lopdf::content::Operation;
use lopdf::{Dictionary, Object, Stream};
use reportctl_engine::draw::Segment;
use reportctl_engine::format::color::Color;
use reportctl_engine::format::{Cap, FillRule};
use reportctl_engine::image::drawing::{
    Drawing, Gradient, GradientGeometry, Ink, Join, Layer, Line, Mark, Matrix, Outline, Paint, Stop,
};
use reportctl_engine::image::letterhead::reading::operations;

use super::glyphs::Glyphs;
use super::pictures;
use super::read::{Pdf, dictionary, inflated, name, number_list};

/// Groups inside groups inside groups; a document of ours has no more than a few.
const DEEPEST: usize = 16;
/// Most operators of a page, those of its groups included.
pub(super) const MOST_OPERATORS: usize = 5_000_000;

/// Most states that are kept at one time.
const MOST_KEPT: usize = 10_000;

/// The page of a document as a drawing, in points.
pub(super) fn page(pdf: &Pdf, page: &Dictionary) -> Result<Drawing, String> {
    let sides = super::read::media_box(pdf, page)?;
    let (width, height) = (sides[2] - sides[0], sides[3] - sides[1]);
    let empty = Dictionary::new();
    let resources = page.get(b"Resources").ok().and_then(|of| dictionary(pdf, of));
    let base = Matrix([1.0, 0.0, 0.0, -1.0, -sides[0], sides[3]]);
    let mut painter = Painter {
        pdf,
        fonts: HashMap::new(),
        marks: Vec::new(),
        state: State::new(base),
        kept: Vec::new(),
        base,
        segments: Vec::new(),
        clip: None,
        depth: 0,
        operators: 0,
    };
    painter.content(&super::read::contents(pdf, page)?, resources.unwrap_or(&empty))?;
    painter.close_layers(0);
    Ok(Drawing { width, height, marks: painter.marks, dropped: Vec::new(), sheet: None })
}

struct Painter<'p> {
    pdf: &'p Pdf,
    /// By the address of their dictionaries.
    fonts: HashMap<*const Dictionary, Arc<Glyphs>>,
    marks: Vec<Mark>,
    state: State,
    kept: Vec<State>,
    /// What the content that is being read began with; patterns lie in it.
    base: Matrix,
    /// The path that is being made.
    segments: Vec<Segment>,
    /// What the path cuts off once it is painted.
    clip: Option<FillRule>,
    depth: usize,
    operators: usize,
}

/// The graphics state (8.4).
#[derive(Clone)]
struct State {
    /// From the coordinates of the content to those of the drawing.
    matrix: Matrix,
    fill: Paint,
    stroke: Paint,
    opacity: f64,
    stroke_opacity: f64,
    /// How much of each colour of a gradient covers, where that is said apart from it.
    soft_mask: Option<Arc<Gradient>>,
    width: f64,
    cap: Cap,
    join: Join,
    miter_limit: f64,
    dashes: Vec<f64>,
    offset: f64,
    /// Layers that cut off, and are open.
    layers: usize,
    font: Option<Arc<Glyphs>>,
    size: f64,
    /// Where the line of text begins, and where the next glyph comes.
    line: Matrix,
    pen: Matrix,
    leading: f64,
    spacing: f64,
    word_spacing: f64,
    stretch: f64,
    rise: f64,
}

const BLACK: Paint = Paint::Color(Color { r: 0.0, g: 0.0, b: 0.0 });

impl State {
    fn new(matrix: Matrix) -> Self {
        Self {
            matrix,
            fill: BLACK,
            stroke: BLACK,
            opacity: 1.0,
            stroke_opacity: 1.0,
            soft_mask: None,
            width: 1.0,
            cap: Cap::Butt,
            join: Join::Miter,
            miter_limit: 10.0,
            dashes: Vec::new(),
            offset: 0.0,
            layers: 0,
            font: None,
            size: 0.0,
            line: Matrix::IDENTITY,
            pen: Matrix::IDENTITY,
            leading: 0.0,
            spacing: 0.0,
            word_spacing: 0.0,
            stretch: 1.0,
            rise: 0.0,
        }
    }
}

fn number(operands: &[Object], at: usize) -> f64 {
    operands.get(at).and_then(|object| object.as_float().ok()).map_or(0.0, f64::from)
}

impl<'p> Painter<'p> {
    fn content(&mut self, content: &[u8], resources: &'p Dictionary) -> Result<(), String> {
        let outer = self.kept.len();
        operations(content, |operation| {
            self.operators += 1;
            if self.operators > MOST_OPERATORS || self.kept.len() > MOST_KEPT {
                return Err("a page of it has too many drawing operations".to_owned());
            }
            self.operation(&operation, resources, outer)
        })?;
        while self.kept.len() > outer {
            self.restore();
        }
        Ok(())
    }

    fn operation(
        &mut self,
        Operation { operator, operands }: &Operation,
        resources: &'p Dictionary,
        outer: usize,
    ) -> Result<(), String> {
        let of = |at| number(operands, at);
        let called = || operands.first().and_then(|object| object.as_name().ok());
        match operator.as_str() {
            "q" => self.kept.push(self.state.clone()),
            "Q" if self.kept.len() > outer => self.restore(),
            "cm" => {
                self.state.matrix = self.state.matrix.after(Matrix(std::array::from_fn(of)));
            }
            "gs" => self.graphics_state(called().unwrap_or_default(), resources),
            "w" => self.state.width = of(0),
            "J" => {
                self.state.cap = match of(0) as i64 {
                    1 => Cap::Round,
                    2 => Cap::Square,
                    _ => Cap::Butt,
                }
            }
            "j" => {
                self.state.join = match of(0) as i64 {
                    1 => Join::Round,
                    2 => Join::Bevel,
                    _ => Join::Miter,
                }
            }
            "M" => self.state.miter_limit = of(0),
            "d" => {
                let lengths = operands.first().and_then(|array| array.as_array().ok());
                let lengths = lengths.map(Vec::as_slice).unwrap_or_default();
                self.state.dashes = (0..lengths.len()).map(|at| number(lengths, at)).collect();
                self.state.offset = of(1);
            }
            "g" | "rg" | "k" | "sc" | "scn" => {
                if let Some(paint) = self.paint(operands, resources) {
                    self.state.fill = paint;
                }
            }
            "G" | "RG" | "K" | "SC" | "SCN" => {
                if let Some(paint) = self.paint(operands, resources) {
                    self.state.stroke = paint;
                }
            }
            "m" => self.segments.push(Segment::Move(of(0), of(1))),
            "l" => self.segments.push(Segment::Line(of(0), of(1))),
            "c" => self.segments.push(Segment::Curve(std::array::from_fn(of))),
            "v" => {
                let (x, y) = self.last_point();
                self.segments.push(Segment::Curve([x, y, of(0), of(1), of(2), of(3)]));
            }
            "y" => self.segments.push(Segment::Curve([of(0), of(1), of(2), of(3), of(2), of(3)])),
            "h" => self.segments.push(Segment::Close),
            "re" => self.segments.extend(rectangle([of(0), of(1), of(2), of(3)])),
            "W" => self.clip = Some(FillRule::NonZero),
            "W*" => self.clip = Some(FillRule::EvenOdd),
            "n" | "f" | "F" | "f*" | "S" | "s" | "B" | "B*" | "b" | "b*" => self.path(operator),
            "Do" => return self.object(called().unwrap_or_default(), resources),
            _ => self.text(operator, operands, resources),
        }
        Ok(())
    }

    /// The state before the last `q`.
    fn restore(&mut self) {
        let Some(state) = self.kept.pop() else { return };
        self.close_layers(state.layers);
        self.state = state;
    }

    /// Ends layers that cut off until so many are open.
    fn close_layers(&mut self, open: usize) {
        while self.state.layers > open {
            self.marks.push(Mark::End);
            self.state.layers -= 1;
        }
    }

    fn last_point(&self) -> (f64, f64) {
        match self.segments.last() {
            Some(Segment::Move(x, y) | Segment::Line(x, y) | Segment::Curve([.., x, y])) => {
                (*x, *y)
            }
            _ => (0.0, 0.0),
        }
    }

    /// Paints the path, and then cuts off what it says.
    fn path(&mut self, operator: &str) {
        if matches!(operator, "s" | "b" | "b*") {
            self.segments.push(Segment::Close);
        }
        let fills = matches!(operator, "f" | "F" | "f*" | "B" | "B*" | "b" | "b*");
        let strokes = matches!(operator, "S" | "s" | "B" | "B*" | "b" | "b*");
        let rule = if operator.ends_with('*') { FillRule::EvenOdd } else { FillRule::NonZero };
        let segments = std::mem::take(&mut self.segments);
        if let Some(rule) = self.clip.take() {
            let matrix = self.state.matrix;
            let placed = segments.iter().map(|one| one.map(|x, y| matrix.place(x, y))).collect();
            self.outline(segments, rule, fills, strokes);
            self.cut_off(placed, rule);
        } else {
            self.outline(segments, rule, fills, strokes);
        }
    }

    fn cut_off(&mut self, segments: Vec<Segment>, rule: FillRule) {
        self.marks.push(Mark::Begin(Layer { opacity: 1.0, clip: Some((segments, rule)) }));
        self.state.layers += 1;
    }

    fn outline(&mut self, segments: Vec<Segment>, rule: FillRule, fills: bool, strokes: bool) {
        let state = &self.state;
        if segments.is_empty() || !(fills || strokes) {
            return;
        }
        let stroke = Line {
            ink: self.ink(&state.stroke, state.stroke_opacity),
            width: state.width,
            cap: state.cap,
            join: state.join,
            miter_limit: state.miter_limit,
            dashes: state.dashes.clone(),
            offset: state.offset,
        };
        self.marks.push(Mark::Outline(Box::new(Outline {
            segments,
            matrix: Some(state.matrix),
            fill: fills.then(|| self.ink(&state.fill, state.opacity)),
            rule,
            stroke: strokes.then_some(stroke),
        })));
    }

    /// A paint for an outline whose matrix is that of the state. Patterns lie on the page, so their
    /// matrix goes back through it.
    fn ink(&self, paint: &Paint, opacity: f64) -> Ink {
        let paint = match paint {
            Paint::Gradient(gradient) => {
                let back = inverse(self.state.matrix).unwrap_or(Matrix::IDENTITY);
                let mut gradient = Gradient::clone(gradient);
                gradient.matrix = back.after(gradient.matrix);
                let covers =
                    self.state.soft_mask.iter().flat_map(|soft_mask| soft_mask.stops.iter());
                for (stop, cover) in Arc::make_mut(&mut gradient.stops).iter_mut().zip(covers) {
                    stop.opacity = cover.color.r.into();
                }
                Paint::Gradient(Arc::new(gradient))
            }
            Paint::Color(color) => Paint::Color(*color),
        };
        Ink { paint, opacity }
    }

    /// A colour by its channels, or a pattern by its name (8.6).
    fn paint(&self, operands: &[Object], resources: &Dictionary) -> Option<Paint> {
        if let Some(Object::Name(pattern)) = operands.last() {
            return self.gradient(pattern, resources).map(|one| Paint::Gradient(Arc::new(one)));
        }
        let channels: Vec<f64> = (0..operands.len()).map(|at| number(operands, at)).collect();
        color(&channels).map(Paint::Color)
    }

    /// A gradient (8.7.4.5).
    fn gradient(&self, pattern: &[u8], resources: &Dictionary) -> Option<Gradient> {
        let pdf = self.pdf;
        let pattern = self.resource(resources, b"Pattern", pattern)?;
        let pattern = dictionary(pdf, pattern)?;
        let shading = dictionary(pdf, pattern.get(b"Shading").ok()?)?;
        let coordinates = number_list(pdf, shading.get(b"Coords").ok()?);
        let geometry = match *coordinates.as_slice() {
            [ax, ay, bx, by] => GradientGeometry::Line([ax, ay, bx, by]),
            [fx, fy, fr, cx, cy, r] => GradientGeometry::Circles([fx, fy, fr, cx, cy, r]),
            _ => return None,
        };
        let matrix = pattern.get(b"Matrix").ok().map(|matrix| number_list(pdf, matrix));
        let matrix = matrix.and_then(|six| Some(Matrix(six.try_into().ok()?)));
        let matrix = self.base.after(matrix.unwrap_or(Matrix::IDENTITY));
        let stops = stops(pdf, dictionary(pdf, shading.get(b"Function").ok()?)?)?;
        Some(Gradient { geometry, matrix, stops: stops.into() })
    }

    fn resource(&self, resources: &'p Dictionary, kind: &[u8], name: &[u8]) -> Option<&'p Object> {
        let named = dictionary(self.pdf, resources.get(kind).ok()?)?;
        Some(self.pdf.dereference(named.get(name).ok()?).ok()?.1)
    }

    fn graphics_state(&mut self, name: &[u8], resources: &'p Dictionary) {
        let state = self.resource(resources, b"ExtGState", name);
        let Some(state) = state.and_then(|state| dictionary(self.pdf, state)) else { return };
        for (key, value) in state.iter() {
            let number = value.as_float().ok().map(f64::from);
            match (key.as_slice(), number) {
                (b"ca", Some(opacity)) => self.state.opacity = opacity,
                (b"CA", Some(opacity)) => self.state.stroke_opacity = opacity,
                (b"LW", Some(width)) => self.state.width = width,
                (b"SMask", _) => self.state.soft_mask = self.soft_mask(value).map(Arc::new),
                _ => {}
            }
        }
    }

    /// The gradient that a mask consists of, as this program writes them.
    fn soft_mask(&self, mask: &'p Object) -> Option<Gradient> {
        let group = dictionary(self.pdf, mask)?.get(b"G").ok()?;
        let stream = self.pdf.dereference(group).ok()?.1.as_stream().ok()?;
        let mut named = None;
        operations(&inflated(self.pdf, stream).ok()?, |operation| {
            if operation.operator == "scn" && named.is_none() {
                named = Some(operation);
            }
            Ok(())
        })
        .ok()?;
        let named = named?;
        let resources = dictionary(self.pdf, stream.dict.get(b"Resources").ok()?)?;
        self.gradient(named.operands.last()?.as_name().ok()?, resources)
    }

    /// A picture, or a group that is painted as one (8.10).
    fn object(&mut self, called: &[u8], resources: &'p Dictionary) -> Result<(), String> {
        let object = self.resource(resources, b"XObject", called);
        let Some(stream) = object.and_then(|object| object.as_stream().ok()) else {
            return Ok(());
        };
        match name(self.pdf, &stream.dict, b"Subtype").as_deref() {
            Some("Image") => {
                if let Some(picture) = pictures::picture(self.pdf, stream) {
                    // The square of an image has its y upwards.
                    let matrix = self.state.matrix.after(Matrix([1.0, 0.0, 0.0, -1.0, 0.0, 1.0]));
                    let opacity = self.state.opacity;
                    self.marks.push(Mark::Begin(Layer { opacity, clip: None }));
                    self.marks.push(Mark::Pixels(matrix, Arc::new(picture)));
                    self.marks.push(Mark::End);
                }
                Ok(())
            }
            Some("Form") if self.depth == DEEPEST => {
                Err("its groups are nested too deeply".to_owned())
            }
            Some("Form") => self.form(stream, resources),
            _ => Ok(()),
        }
    }

    fn form(&mut self, stream: &'p Stream, around: &'p Dictionary) -> Result<(), String> {
        let pdf = self.pdf;
        let list = |key| stream.dict.get(key).ok().map(|list| number_list(pdf, list));
        let own = stream.dict.get(b"Resources").ok().and_then(|of| dictionary(pdf, of));
        let content = inflated(pdf, stream)?;
        let (state, base) = (self.state.clone(), self.base);
        let is_group = stream.dict.has(b"Group");
        let opacity = if is_group { state.opacity } else { 1.0 };
        if is_group {
            (self.state.opacity, self.state.stroke_opacity) = (1.0, 1.0);
        }
        if let Some(Ok(six)) = list(b"Matrix").map(<[f64; 6]>::try_from) {
            self.state.matrix = self.state.matrix.after(Matrix(six));
        }
        self.base = self.state.matrix;
        let clip = list(b"BBox").and_then(|sides| <[f64; 4]>::try_from(sides).ok());
        let clip = clip.map(|[left, bottom, right, top]| {
            let area = rectangle([left, bottom, right - left, top - bottom]);
            let placed = area.map(|one| one.map(|x, y| self.base.place(x, y)));
            (placed.to_vec(), FillRule::NonZero)
        });
        self.marks.push(Mark::Begin(Layer { opacity, clip }));
        let layers = std::mem::take(&mut self.state.layers);
        self.depth += 1;
        self.content(&content, own.unwrap_or(around))?;
        self.depth -= 1;
        self.close_layers(0);
        self.marks.push(Mark::End);
        self.base = base;
        self.state = State { layers, ..state };
        Ok(())
    }

    /// Operators of texts (9.4).
    fn text(&mut self, operator: &str, operands: &[Object], resources: &'p Dictionary) {
        let of = |at| number(operands, at);
        let codes = |at: usize| operands.get(at).and_then(|codes| codes.as_str().ok());
        match operator {
            "BT" => (self.state.line, self.state.pen) = (Matrix::IDENTITY, Matrix::IDENTITY),
            "Td" => self.next_line(of(0), of(1)),
            "TD" => {
                self.state.leading = -of(1);
                self.next_line(of(0), of(1));
            }
            "T*" => self.next_line(0.0, -self.state.leading),
            "Tm" => {
                self.state.line = Matrix(std::array::from_fn(of));
                self.state.pen = self.state.line;
            }
            "TL" => self.state.leading = of(0),
            "Tc" => self.state.spacing = of(0),
            "Tw" => self.state.word_spacing = of(0),
            "Tz" => self.state.stretch = of(0) / 100.0,
            "Ts" => self.state.rise = of(0),
            "Tf" => {
                self.state.size = of(1);
                let called = operands.first().and_then(|name| name.as_name().ok());
                let font = called.and_then(|name| self.resource(resources, b"Font", name));
                let font = font.and_then(|font| dictionary(self.pdf, font));
                self.state.font = font.map(|font| self.glyphs(font));
            }
            "Tj" => self.show(codes(0).unwrap_or_default()),
            "'" => {
                self.next_line(0.0, -self.state.leading);
                self.show(codes(0).unwrap_or_default());
            }
            "\"" => {
                (self.state.word_spacing, self.state.spacing) = (of(0), of(1));
                self.next_line(0.0, -self.state.leading);
                self.show(codes(2).unwrap_or_default());
            }
            "TJ" => {
                let parts = operands.first().and_then(|parts| parts.as_array().ok());
                for part in parts.into_iter().flatten() {
                    match part.as_str() {
                        Ok(codes) => self.show(codes),
                        Err(_) => {
                            let back = part.as_float().map_or(0.0, f64::from) / 1000.0;
                            self.forward(-back * self.state.size * self.state.stretch);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn glyphs(&mut self, font: &'p Dictionary) -> Arc<Glyphs> {
        let pdf = self.pdf;
        let known = self.fonts.entry(std::ptr::from_ref(font));
        Arc::clone(known.or_insert_with(|| Arc::new(Glyphs::of(pdf, font))))
    }

    fn next_line(&mut self, x: f64, y: f64) {
        self.state.line = self.state.line.after(Matrix([1.0, 0.0, 0.0, 1.0, x, y]));
        self.state.pen = self.state.line;
    }

    fn forward(&mut self, x: f64) {
        self.state.pen = self.state.pen.after(Matrix([1.0, 0.0, 0.0, 1.0, x, 0.0]));
    }

    fn show(&mut self, codes: &[u8]) {
        let Some(font) = self.state.font.clone() else { return };
        for code in font.codes(codes) {
            let glyph = font.glyph(code);
            let state = &self.state;
            let (size, stretch) = (state.size, state.stretch);
            let unit = Matrix([size * stretch, 0.0, 0.0, size, 0.0, state.rise]);
            let matrix = state.matrix.after(state.pen).after(unit);
            let blank = if font.is_blank(code) { state.word_spacing } else { 0.0 };
            let moved = (glyph.advance * size + state.spacing + blank) * stretch;
            if !glyph.outline.is_empty() {
                self.marks.push(Mark::Outline(Box::new(Outline {
                    fill: Some(Ink { paint: state.fill.clone(), opacity: state.opacity }),
                    stroke: glyph.heavier.map(|width| Line {
                        ink: Ink { paint: state.fill.clone(), opacity: state.opacity },
                        width,
                        cap: Cap::Butt,
                        join: Join::Miter,
                        miter_limit: 10.0,
                        dashes: Vec::new(),
                        offset: 0.0,
                    }),
                    segments: glyph.outline,
                    matrix: Some(matrix),
                    rule: FillRule::NonZero,
                })));
            }
            self.forward(moved);
        }
    }
}

fn rectangle([x, y, width, height]: [f64; 4]) -> [Segment; 5] {
    [
        Segment::Move(x, y),
        Segment::Line(x + width, y),
        Segment::Line(x + width, y + height),
        Segment::Line(x, y + height),
        Segment::Close,
    ]
}

/// A colour by its channels: grey, red, green and blue, or the four inks of print.
fn color(channels: &[f64]) -> Option<Color> {
    let of = |[r, g, b]: [f64; 3]| {
        let [r, g, b] = [r, g, b].map(|channel| channel.clamp(0.0, 1.0) as f32);
        Color { r, g, b }
    };
    match *channels {
        [grey] => Some(of([grey; 3])),
        [r, g, b] => Some(of([r, g, b])),
        [c, m, y, k] => Some(of([c, m, y].map(|ink| (1.0 - ink) * (1.0 - k)))),
        _ => None,
    }
}

/// The colours of a function: one stretch, or one after the other (7.10).
fn stops(pdf: &Pdf, function: &Dictionary) -> Option<Vec<Stop>> {
    let list = |of: &Dictionary, key: &[u8]| of.get(key).ok().map(|list| number_list(pdf, list));
    let stop = |of: &Dictionary, key: &[u8], offset| {
        Some(Stop { offset, color: color(&list(of, key)?)?, opacity: 1.0 })
    };
    let Ok(parts) = function.get(b"Functions").and_then(Object::as_array) else {
        return Some(vec![stop(function, b"C0", 0.0)?, stop(function, b"C1", 1.0)?]);
    };
    let mut edges = vec![0.0];
    edges.extend(list(function, b"Bounds")?);
    edges.push(1.0);
    let mut stops = Vec::new();
    for (part, edge) in parts.iter().zip(edges.windows(2)) {
        let part = dictionary(pdf, part)?;
        stops.push(stop(part, b"C0", *edge.first()?)?);
        stops.push(stop(part, b"C1", *edge.last()?)?);
    }
    Some(stops)
}

fn inverse(matrix: Matrix) -> Option<Matrix> {
    let determinant = matrix.determinant();
    if determinant == 0.0 || !determinant.is_finite() {
        return None;
    }
    let [a, b, c, d, e, f] = matrix.0;
    let linear = Matrix([d, -b, -c, a, 0.0, 0.0].map(|one| one / determinant));
    let (x, y) = linear.place(e, f);
    let [a, b, c, d, ..] = linear.0;
    Some(Matrix([a, b, c, d, -x, -y]))
}
