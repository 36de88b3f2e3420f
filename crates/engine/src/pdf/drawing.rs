//! Drawings as form XObjects (ISO 32000-1, 8.10), under the names of pictures: a form is the unit
//! square, so it is placed as an image is. Each is written once, however often it is shown.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use super::group::thousandths;
use super::objects::{add_xobjects, as_problem, numbers};
use super::{images, letterhead};
use crate::budget::Meter;
use crate::draw::{Pictures, Segment};
use crate::format::color::Color;
use crate::format::{Cap, FillRule};
use crate::image::drawing::{
    Drawing, Gradient, GradientGeometry, Ink, Join, Layer, Line, Mark, Matrix, Outline, Paint, Stop,
};
use crate::image::{Picture, PictureData};
use crate::problem::Result;
use reportctl_base::deflate::deflate;

/// Adds the drawings among the pictures to the resources that all pages share.
///
/// # Errors
/// `memoryLimit`, `outputLimit` and `timeLimit` from the budget; `internal` without such resources.
pub(super) fn put(
    document: &mut Document,
    resources: ObjectId,
    pictures: &Pictures<'_>,
    meter: &Meter<'_>,
) -> Result<()> {
    let mut forms = Dictionary::new();
    let mut known = letterhead::Known::new();
    for (number, picture) in pictures.used().enumerate() {
        if let Some(sheet) = picture.sheet() {
            forms.set(images::name(number), letterhead::form(document, sheet, &mut known));
        } else if let PictureData::Drawing(drawing) = &picture.data {
            forms.set(images::name(number), form(document, drawing, meter)?);
        }
    }
    add_xobjects(document, resources, &forms).map_err(as_problem)
}

/// Bytes that a pattern, and each colour of its function, take in memory as trees of objects.
const PATTERN: usize = 4 << 10;
const COLOR: usize = 3 << 10;
/// Bytes of a small object in memory.
const OBJECT: usize = 1 << 10;
/// Least bytes that a pattern, and each colour of its function, take in the file.
const WRITTEN_PATTERN: usize = 200;
const WRITTEN_COLOR: usize = 60;

/// A drawing as a form that is the unit square.
///
/// # Errors
/// `memoryLimit`, `outputLimit` and `timeLimit` from the budget.
fn form(document: &mut Document, drawing: &Drawing, meter: &Meter<'_>) -> Result<ObjectId> {
    let (width, height) = (drawing.width, drawing.height);
    let resources = document.new_object_id();
    let mut writer = DrawingWriter {
        document,
        resources,
        sides: (width, height),
        drawing,
        places: drawing.decimals(None),
        out: String::new(),
        around: Vec::new(),
        patterns: Dictionary::new(),
        states: BTreeMap::new(),
        masks: Vec::new(),
        xobjects: Dictionary::new(),
        pictures: HashMap::new(),
        repeated: drawing.repeated(),
        functions: HashMap::new(),
        owed: Owed::default(),
        colors: (None, None),
    };
    for mark in &drawing.marks {
        match mark {
            Mark::Begin(layer) => writer.begin(layer),
            Mark::End => writer.end(),
            Mark::Outline(outline) => writer.outline(outline),
            Mark::Pixels(matrix, picture) => writer.pixels(*matrix, picture),
        }
        let Owed { memory, output } = std::mem::take(&mut writer.owed);
        meter.hold(memory)?;
        meter.spend(output)?;
        meter.step()?;
    }
    let content = std::mem::take(&mut writer.out);
    writer.put_resources();
    let matrix = [1.0 / width, 0.0, 0.0, -1.0 / height, 0.0, 1.0];
    let mut dict = form_dictionary(width, height, resources);
    dict.set("Matrix", numbers(&matrix));
    let form = stream(dict, content.as_bytes());
    meter.hold(form.content.len())?;
    meter.spend(form.content.len())?;
    Ok(document.add_object(form))
}

fn form_dictionary(width: f64, height: f64, resources: ObjectId) -> Dictionary {
    dictionary! {
        "Type" => "XObject", "Subtype" => "Form",
        "BBox" => numbers(&[0.0, 0.0, width, height]), "Resources" => resources,
    }
}

fn stream(mut dict: Dictionary, content: &[u8]) -> Stream {
    dict.set("Filter", "FlateDecode");
    Stream::new(dict, deflate(content)).with_compression(false)
}

struct DrawingWriter<'d> {
    document: &'d mut Document,
    /// The resources of the drawing, which its groups share.
    resources: ObjectId,
    sides: (f64, f64),
    drawing: &'d Drawing,
    /// Decimals of lengths.
    places: u32,
    out: String,
    /// The operators before each open layer that is painted through as one.
    around: Vec<Option<String>>,
    patterns: Dictionary,
    /// Opacities of areas and lines, in thousandths.
    states: BTreeMap<(u16, u16), ObjectId>,
    /// Graphics states of gradients that cover more or less.
    masks: Vec<ObjectId>,
    xobjects: Dictionary,
    /// Names of the pictures that are written, by address.
    pictures: HashMap<usize, String>,
    /// Addresses of the pictures and stops that several marks have.
    repeated: HashSet<usize>,
    /// Functions that several gradients have, by the address of their stops and the colour space.
    functions: HashMap<(usize, &'static str), ObjectId>,
    /// Bytes of objects of the document that are not counted yet.
    owed: Owed,
    /// The colours of areas and lines, as far as they are known.
    colors: (Option<Color>, Option<Color>),
}

/// Bytes that objects take in memory and in the file.
#[derive(Default)]
struct Owed {
    memory: usize,
    output: usize,
}

impl Owed {
    fn add(&mut self, memory: usize, output: usize) {
        self.memory = self.memory.saturating_add(memory);
        self.output = self.output.saturating_add(output);
    }
}

/// Use of a paint.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    Fill,
    Stroke,
}

impl DrawingWriter<'_> {
    fn number(&mut self, value: f64) {
        let start = self.out.len();
        let value = if value.is_finite() { value.clamp(-1e7, 1e7) } else { 0.0 };
        let _ = write!(self.out, "{value:.*}", self.places as usize);
        let trimmed = self.out.trim_end_matches('0').trim_end_matches('.').len();
        self.out.truncate(trimmed);
        if self.out.get(start..) == Some("-0") || self.out.len() == start {
            self.out.truncate(start);
            self.out.push('0');
        }
        self.out.push(' ');
    }

    /// A factor, whose exactness does not depend on the size of the drawing.
    fn factor(&mut self, value: f64) {
        let _ = write!(self.out, "{value:.7} ");
    }

    fn save(&mut self) {
        self.out.push_str("q\n");
    }

    fn restore(&mut self) {
        self.out.push_str("Q\n");
        self.colors = (None, None);
    }

    fn segments(&mut self, segments: &[Segment]) {
        for segment in segments {
            let (points, operator): (&[f64], _) = match segment {
                Segment::Move(x, y) => (&[*x, *y], "m\n"),
                Segment::Line(x, y) => (&[*x, *y], "l\n"),
                Segment::Curve(points) => (points, "c\n"),
                Segment::Close => (&[], "h\n"),
            };
            points.iter().for_each(|value| self.number(*value));
            self.out.push_str(operator);
        }
    }

    fn begin(&mut self, layer: &Layer) {
        self.save();
        if let Some((segments, rule)) = &layer.clip {
            self.segments(segments);
            self.out.push_str(if *rule == FillRule::EvenOdd { "W* n\n" } else { "W n\n" });
        }
        let mut around = None;
        if layer.opacity < 1.0 {
            self.opacities(layer.opacity, layer.opacity);
            around = Some(std::mem::take(&mut self.out));
            self.colors = (None, None);
        }
        self.around.push(around);
    }

    fn end(&mut self) {
        if let Some(around) = self.around.pop().flatten() {
            let content = std::mem::replace(&mut self.out, around);
            let mut dict = form_dictionary(self.sides.0, self.sides.1, self.resources);
            dict.set("Group", blending("DeviceRGB"));
            let form = stream(dict, content.as_bytes());
            self.owed.add(OBJECT + form.content.len(), form.content.len());
            let id = self.document.add_object(form);
            let name = format!("G{}", self.xobjects.len());
            let _ = writeln!(self.out, "/{name} Do");
            self.xobjects.set(name, id);
        }
        self.restore();
    }

    fn opacities(&mut self, fill: f64, stroke: f64) {
        let key = (thousandths(fill), thousandths(stroke));
        if key == (1000, 1000) {
            return;
        }
        let document = &mut *self.document;
        self.states.entry(key).or_insert_with(|| {
            let value = |part: u16| f32::from(part) / 1000.0;
            document.add_object(dictionary! {
                "Type" => "ExtGState", "ca" => value(key.0), "CA" => value(key.1),
            })
        });
        let _ = writeln!(self.out, "/A{}_{} gs", key.0, key.1);
    }

    fn outline(&mut self, outline: &Outline) {
        let fill = outline.fill.as_ref().map(|ink| (ink, Use::Fill));
        let stroke = outline.stroke.as_ref().map(|line| (&line.ink, Use::Stroke));
        let plain = |ink: &Ink| thousandths(ink.opacity) == 1000 && !needs_soft_mask(&ink.paint);
        let inks = [fill, stroke];
        // A translucent line or area is painted by itself: the line lies over the area.
        if inks.iter().flatten().all(|(ink, _)| plain(ink)) {
            self.painted(outline, fill.is_some(), stroke.is_some());
        } else {
            for (_, of) in inks.into_iter().flatten() {
                self.painted(outline, of == Use::Fill, of == Use::Stroke);
            }
        }
    }

    fn painted(&mut self, outline: &Outline, fills: bool, strokes: bool) {
        let fill = outline.fill.as_ref().filter(|_| fills);
        let line = outline.stroke.as_ref().filter(|_| strokes);
        let ink = fill.or(line.map(|line| &line.ink));
        let Some(ink) = ink else { return };
        let masked = needs_soft_mask(&ink.paint);
        let own_state = line.is_some() || outline.matrix.is_some();
        let own_state = own_state || thousandths(ink.opacity) < 1000 || masked;
        if own_state {
            self.save();
            self.colors = (None, None);
        }
        let base = outline.matrix.unwrap_or(Matrix::IDENTITY);
        if masked {
            self.soft_mask(ink, base);
        }
        if fill.is_some() && line.is_none() {
            self.opacities(ink.opacity, 1.0);
        } else if fill.is_none() {
            self.opacities(1.0, ink.opacity);
        }
        if let Some(ink) = fill {
            self.paint(&ink.paint, Use::Fill, base);
        }
        if let Some(line) = line {
            self.paint(&line.ink.paint, Use::Stroke, base);
        }
        if let Some(matrix) = outline.matrix {
            matrix.0.iter().for_each(|factor| self.factor(*factor));
            self.out.push_str("cm\n");
        }
        self.places = self.drawing.decimals(outline.matrix);
        if let Some(line) = line {
            self.line(line);
        }
        self.segments(&outline.segments);
        self.places = self.drawing.decimals(None);
        self.out.push_str(match (fill.is_some(), line.is_some(), outline.rule) {
            (true, false, FillRule::NonZero) => "f\n",
            (true, false, FillRule::EvenOdd) => "f*\n",
            (true, true, FillRule::NonZero) => "B\n",
            (true, true, FillRule::EvenOdd) => "B*\n",
            (false, _, _) => "S\n",
        });
        if own_state {
            self.restore();
        }
    }

    fn line(&mut self, line: &Line) {
        self.number(line.width);
        self.out.push_str("w\n");
        self.out.push_str(match line.cap {
            Cap::Butt => "",
            Cap::Round => "1 J\n",
            Cap::Square => "2 J\n",
        });
        match line.join {
            Join::Miter => {
                self.number(line.miter_limit);
                self.out.push_str("M\n");
            }
            Join::Round => self.out.push_str("1 j\n"),
            Join::Bevel => self.out.push_str("2 j\n"),
        }
        if line.has_dashes(self.places) {
            self.out.push('[');
            line.dashes.iter().for_each(|length| self.number(*length));
            self.out.push_str("] ");
            self.number(line.offset);
            self.out.push_str("d\n");
        }
    }

    fn paint(&mut self, paint: &Paint, of: Use, base: Matrix) {
        match paint {
            Paint::Color(color) => {
                let known = match of {
                    Use::Fill => &mut self.colors.0,
                    Use::Stroke => &mut self.colors.1,
                };
                if known.replace(*color) == Some(*color) {
                    return;
                }
                for channel in [color.r, color.g, color.b] {
                    let _ = write!(self.out, "{} ", thousandths(channel.into()) as f32 / 1000.0);
                }
                self.out.push_str(if of == Use::Fill { "rg\n" } else { "RG\n" });
            }
            Paint::Gradient(gradient) => {
                let color = |stop: &Stop| vec![stop.color.r, stop.color.g, stop.color.b];
                let name = self.pattern(gradient, base, "DeviceRGB", color);
                let (space, set) = match of {
                    Use::Fill => ("cs", "scn"),
                    Use::Stroke => ("CS", "SCN"),
                };
                let _ = writeln!(self.out, "/Pattern {space} /{name} {set}");
                match of {
                    Use::Fill => self.colors.0 = None,
                    Use::Stroke => self.colors.1 = None,
                }
            }
        }
    }

    /// A gradient as a pattern (8.7.4): its name.
    fn pattern(
        &mut self,
        gradient: &Gradient,
        base: Matrix,
        space: &'static str,
        color: impl Fn(&Stop) -> Vec<f32>,
    ) -> String {
        let (kind, coordinates) = match &gradient.geometry {
            GradientGeometry::Line(points) => (2, &points[..]),
            GradientGeometry::Circles([fx, fy, fr, cx, cy, r]) => {
                (3, &[*fx, *fy, *fr, *cx, *cy, *r][..])
            }
        };
        let extend = vec![Object::Boolean(true), Object::Boolean(true)];
        let shading = dictionary! {
            "ShadingType" => kind, "ColorSpace" => space, "Coords" => numbers(coordinates),
            "Function" => self.function(&gradient.stops, space, color), "Extend" => extend,
        };
        let pattern = dictionary! {
            "Type" => "Pattern", "PatternType" => 2, "Shading" => shading,
            "Matrix" => numbers(&base.after(gradient.matrix).0),
        };
        let id = self.document.add_object(pattern);
        let name = format!("P{}", self.patterns.len());
        self.patterns.set(name.as_bytes(), id);
        self.owed.add(PATTERN, WRITTEN_PATTERN);
        name
    }

    /// The function of a gradient (7.10), which gradients with the same stops share.
    fn function(
        &mut self,
        stops: &Arc<[Stop]>,
        space: &'static str,
        color: impl Fn(&Stop) -> Vec<f32>,
    ) -> Object {
        let address = Arc::as_ptr(stops).addr();
        if let Some(known) = self.functions.get(&(address, space)) {
            return Object::Reference(*known);
        }
        self.owed.add(COLOR * stops.len(), WRITTEN_COLOR * stops.len());
        let own = function(stops, color);
        if !self.repeated.contains(&address) {
            return own;
        }
        let id = self.document.add_object(own);
        self.functions.insert((address, space), id);
        Object::Reference(id)
    }

    /// Lets through what a gradient covers (11.6.5.3).
    fn soft_mask(&mut self, ink: &Ink, base: Matrix) {
        let Paint::Gradient(gradient) = &ink.paint else { return };
        let name = self.pattern(gradient, base, "DeviceGray", |stop| vec![stop.opacity as f32]);
        let (width, height) = self.sides;
        // Parts outside of the drawing are cut off anyway.
        let content = format!("/Pattern cs /{name} scn 0 0 {width} {height} re f\n");
        let mut dict = form_dictionary(width, height, self.resources);
        dict.set("Group", blending("DeviceGray"));
        self.owed.add(2 * OBJECT, content.len());
        let form = self.document.add_object(stream(dict, content.as_bytes()));
        let mask = dictionary! { "Type" => "Mask", "S" => "Luminosity", "G" => form };
        let state = dictionary! { "Type" => "ExtGState", "SMask" => mask };
        let _ = writeln!(self.out, "/M{} gs", self.masks.len());
        self.masks.push(self.document.add_object(state));
    }

    fn pixels(&mut self, matrix: Matrix, picture: &Arc<Picture>) {
        let name = self.picture(picture);
        self.save();
        // The square of an image has its y upwards.
        let flipped = matrix.after(Matrix([1.0, 0.0, 0.0, -1.0, 0.0, 1.0]));
        flipped.0.iter().for_each(|factor| self.factor(*factor));
        let _ = writeln!(self.out, "cm\n/{name} Do");
        self.restore();
    }

    /// The name of a picture, which is written where it is new.
    fn picture(&mut self, picture: &Arc<Picture>) -> String {
        let address = Arc::as_ptr(picture).addr();
        if let Some(known) = self.pictures.get(&address) {
            return known.clone();
        }
        let bytes = picture.memory();
        self.owed.add(OBJECT + bytes, bytes.saturating_sub(size_of::<Picture>()));
        let id = images::add(self.document, picture);
        let name = format!("G{}", self.xobjects.len());
        self.xobjects.set(name.as_bytes(), id);
        self.pictures.insert(address, name.clone());
        name
    }

    fn put_resources(self) {
        let mut states = Dictionary::new();
        for ((fill, stroke), id) in &self.states {
            states.set(format!("A{fill}_{stroke}"), *id);
        }
        for (number, id) in self.masks.iter().enumerate() {
            states.set(format!("M{number}"), *id);
        }
        let mut resources = Dictionary::new();
        let parts = [("ExtGState", states), ("Pattern", self.patterns), ("XObject", self.xobjects)];
        for (name, part) in parts {
            if !part.is_empty() {
                resources.set(name, part);
            }
        }
        self.document.objects.insert(self.resources, Object::Dictionary(resources));
    }
}

/// Returns `true` if a paint covers more in one place than in another.
fn needs_soft_mask(paint: &Paint) -> bool {
    match paint {
        Paint::Color(_) => false,
        Paint::Gradient(gradient) => gradient.stops.iter().any(|stop| stop.opacity < 1.0),
    }
}

fn blending(space: &str) -> Dictionary {
    dictionary! { "Type" => "Group", "S" => "Transparency", "CS" => space }
}

/// From 0 to 1 through the colours of stops (7.10): one stretch after the other.
fn function(stops: &[Stop], color: impl Fn(&Stop) -> Vec<f32>) -> Object {
    let values =
        |stop: &Stop| Object::Array(color(stop).into_iter().map(Object::Real).collect::<Vec<_>>());
    let unit = || numbers(&[0.0, 1.0]);
    let mut bounds = Vec::new();
    let mut parts = Vec::new();
    for pair in stops.windows(2) {
        let [from, to] = pair else { continue };
        // A colour that changes at once ends the stretch before and begins the next one.
        if to.offset - from.offset < 1e-6 {
            continue;
        }
        if !parts.is_empty() {
            bounds.push(from.offset);
        }
        parts.push(Object::Dictionary(dictionary! {
            "FunctionType" => 2, "Domain" => unit(), "N" => 1,
            "C0" => values(from), "C1" => values(to),
        }));
    }
    if parts.len() == 1 {
        return parts.swap_remove(0);
    }
    let encode: Vec<f64> = parts.iter().flat_map(|_| [0.0, 1.0]).collect();
    Object::Dictionary(dictionary! {
        "FunctionType" => 3, "Domain" => unit(), "Functions" => parts,
        "Bounds" => numbers(&bounds), "Encode" => numbers(&encode),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::image::Plane;
    use crate::problem::Code;

    /// Squares with gradients of the same stops, and marks of the same picture, `count` of each.
    fn repeating(count: usize) -> Drawing {
        let stop = |offset| Stop { offset, color: Color::BLACK, opacity: 1.0 };
        let stops: Arc<[Stop]> = (0..100).map(|index| stop(f64::from(index) / 99.0)).collect();
        let outline = |x: f64| {
            let geometry = GradientGeometry::Line([x, 0.0, x + 1.0, 0.0]);
            let gradient = Gradient { geometry, matrix: Matrix::IDENTITY, stops: stops.clone() };
            let paint = Paint::Gradient(Arc::new(gradient));
            Mark::Outline(Box::new(Outline {
                segments: vec![Segment::Move(x, 0.0), Segment::Line(x, 1.0), Segment::Close],
                matrix: None,
                fill: Some(Ink { paint, opacity: 1.0 }),
                rule: FillRule::NonZero,
                stroke: None,
            }))
        };
        let samples = Plane { data: vec![7; 10_000], colors: 3, bits: 8, png_rows: true };
        let picture = Arc::new(Picture {
            width: 9,
            height: 9,
            data: PictureData::Flate { samples, alpha: None },
            density: None,
            orientation: reportctl_pictures::Orientation::default(),
            faults: Vec::new(),
        });
        let pixels = |_| Mark::Pixels(Matrix::IDENTITY, Arc::clone(&picture));
        let marks = (0..count).flat_map(|index| [outline(index as f64), pixels(index)]).collect();
        let (dropped, sheet) = (Vec::new(), None);
        Drawing { width: 100.0, height: 100.0, marks, dropped, sheet }
    }

    fn written(count: usize, budget: Budget<'_>) -> Result<Document> {
        let mut document = Document::with_version("1.7");
        form(&mut document, &repeating(count), &Meter::new(budget))?;
        Ok(document)
    }

    #[test]
    fn pictures_and_colours_that_marks_share_are_written_once() {
        let document = written(20, Budget::default()).expect("a form");
        let is_function =
            |object: &&Object| object.as_dict().is_ok_and(|dict| dict.has(b"FunctionType"));
        let is_picture = |object: &&Object| {
            object.as_stream().is_ok_and(|stream| stream.dict.has(b"ColorSpace"))
        };
        let count = |of: &dyn Fn(&&Object) -> bool| document.objects.values().filter(of).count();
        assert_eq!((count(&is_function), count(&is_picture)), (1, 1));
        let one = written(1, Budget::default()).expect("a form");
        let dict = |object: &Object| object.as_dict().ok().cloned();
        let mut patterns = one.objects.values().filter_map(dict);
        let pattern = patterns.find(|dict| dict.has(b"Shading")).expect("a pattern");
        let shading = pattern.get(b"Shading").and_then(Object::as_dict).expect("a shading");
        assert!(shading.get(b"Function").and_then(Object::as_dict).is_ok());
    }

    #[test]
    fn what_a_drawing_adds_to_a_document_counts_against_its_budget() {
        let refused = |budget| written(20, budget).map(drop).map_err(|problem| problem.code);
        let memory = Budget { max_memory_bytes: 300_000, ..Budget::default() };
        assert_eq!(refused(memory), Err(Code::MemoryLimit));
        let output = Budget { max_output_bytes: 9_000, ..Budget::default() };
        assert_eq!(refused(output), Err(Code::OutputLimit));
        assert_eq!(refused(Budget::default()), Ok(()));
    }

    /// The content of the form of a thin line in units of `scale`.
    fn content(scale: f64, dashes: &[f64]) -> String {
        let line = Line {
            ink: Ink { paint: Paint::Color(Color::BLACK), opacity: 1.0 },
            width: 0.0004,
            cap: Cap::Butt,
            join: Join::Round,
            miter_limit: 4.0,
            dashes: dashes.to_vec(),
            offset: 0.0,
        };
        let outline = Outline {
            segments: vec![Segment::Move(0.0, 0.0005), Segment::Line(1.0, 0.0006)],
            matrix: Some(Matrix([scale, 0.0, 0.0, scale, 0.0, 0.0])),
            fill: None,
            rule: FillRule::NonZero,
            stroke: Some(line),
        };
        let marks = vec![Mark::Outline(Box::new(outline))];
        let (dropped, sheet) = (Vec::new(), None);
        let drawing = Drawing { width: 1200.0, height: 300.0, marks, dropped, sheet };
        let mut document = Document::with_version("1.7");
        let meter = Meter::default();
        let id = form(&mut document, &drawing, &meter).expect("a form");
        let stream = document.get_object(id).and_then(Object::as_stream).expect("a stream");
        let content = stream.decompressed_content().expect("a content");
        String::from_utf8(content).expect("operators")
    }

    #[test]
    fn lengths_in_large_units_have_more_decimals() {
        let large = content(1200.0, &[0.0002, 0.0003]);
        assert!(large.contains("0.0004 w\n"), "{large}");
        assert!(large.contains("[0.0002 0.0003 ] 0 d\n"), "{large}");
        assert!(large.contains("0 0.0005 m\n1 0.0006 l\n"), "{large}");
        let small = content(0.5, &[]);
        assert!(small.contains("0 0 m\n1 0 l\n"), "{small}");
    }

    #[test]
    fn dashes_without_a_length_are_a_line_without_gaps() {
        let content = content(1.0, &[0.0002, 0.0003]);
        assert!(!content.contains(" d\n"), "{content}");
    }
}
