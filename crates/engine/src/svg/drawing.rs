//! Drawings as elements: what was read from SVG is written as plain SVG again, without what is not
//! drawn, so that every viewer shows what the PDF shows.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::pixels;
use super::text::{color, decimal};
use crate::format::{Cap, FillRule};
use crate::image::drawing::{
    Drawing, Gradient, GradientGeometry, Ink, Join, Line, Mark, Matrix, Outline, Paint, Stop,
};
use crate::image::{Picture, PictureData};
use crate::path::Segment;

/// A drawing as a file that fills whatever it is put into.
pub(super) fn file(drawing: &Drawing) -> String {
    let mut writer = PictureWriter::new(drawing, "d");
    writer.marks(drawing);
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
    writer.length(drawing.width, &mut out);
    out.push_str("\" height=\"");
    writer.length(drawing.height, &mut out);
    out.push_str("\" viewBox=\"0 0 ");
    writer.length(drawing.width, &mut out);
    out.push(' ');
    writer.length(drawing.height, &mut out);
    out.push_str("\" preserveAspectRatio=\"none\">");
    out.push_str(&writer.defs);
    out.push_str(&writer.out);
    out.push_str("</svg>");
    out
}

/// A drawing as a definition of that id, which is a square of side 1.
pub(super) fn define(drawing: &Drawing, id: &str, out: &mut String) {
    let mut writer = PictureWriter::new(drawing, id);
    writer.marks(drawing);
    out.push_str(&writer.defs);
    out.push_str("<clipPath id=\"");
    out.push_str(id);
    out.push_str("-box\"><path d=\"M0 0H");
    writer.length(drawing.width, out);
    out.push('V');
    writer.length(drawing.height, out);
    out.push_str("H0Z\"/></clipPath>\n<g id=\"");
    out.push_str(id);
    out.push_str("\"><g transform=\"scale(");
    decimal(1.0 / drawing.width, 9, out);
    out.push(' ');
    decimal(1.0 / drawing.height, 9, out);
    out.push_str(")\" clip-path=\"url(#");
    out.push_str(id);
    out.push_str("-box)\">");
    out.push_str(&writer.out);
    out.push_str("</g></g>\n");
}

struct PictureWriter<'a> {
    drawing: &'a Drawing,
    /// Prefix of all ids.
    id: &'a str,
    /// Decimals of lengths.
    decimals: u32,
    defs: String,
    out: String,
    count: usize,
    /// Addresses of the pictures and stops that several marks have.
    repeated: HashSet<usize>,
    /// Ids of those of them that are defined.
    defined: HashMap<usize, String>,
}

impl<'a> PictureWriter<'a> {
    fn new(drawing: &'a Drawing, id: &'a str) -> Self {
        let decimals = drawing.decimals(None);
        let (defs, out) = (String::new(), String::new());
        let (repeated, defined) = (drawing.repeated(), HashMap::new());
        Self { drawing, id, decimals, defs, out, count: 0, repeated, defined }
    }

    fn marks(&mut self, drawing: &Drawing) {
        for mark in &drawing.marks {
            match mark {
                Mark::Begin(layer) => {
                    let mut tag = String::from("<g");
                    if layer.opacity < 1.0 {
                        tag.push_str(" opacity=\"");
                        decimal(layer.opacity, 3, &mut tag);
                        tag.push('"');
                    }
                    if let Some((segments, rule)) = &layer.clip {
                        let id = self.next_id();
                        let mut defs = std::mem::take(&mut self.defs);
                        defs.push_str(&format!("<clipPath id=\"{id}\"><path d=\""));
                        segments.iter().for_each(|one| self.segment(*one, &mut defs));
                        defs.push('"');
                        if *rule == FillRule::EvenOdd {
                            defs.push_str(" clip-rule=\"evenodd\"");
                        }
                        defs.push_str("/></clipPath>\n");
                        self.defs = defs;
                        tag.push_str(&format!(" clip-path=\"url(#{id})\""));
                    }
                    self.out.push_str(&tag);
                    self.out.push('>');
                }
                Mark::End => self.out.push_str("</g>"),
                Mark::Outline(outline) => self.outline(outline),
                Mark::Pixels(matrix, picture) => self.pixels(*matrix, picture),
            }
        }
    }

    fn next_id(&mut self) -> String {
        self.count += 1;
        format!("{}-{}", self.id, self.count)
    }

    fn length(&self, value: f64, out: &mut String) {
        decimal(value, self.decimals, out);
    }

    fn segment(&self, segment: Segment, out: &mut String) {
        let (command, points): (_, &[f64]) = match &segment {
            Segment::Move(x, y) => ('M', &[*x, *y]),
            Segment::Line(x, y) => ('L', &[*x, *y]),
            Segment::Curve(points) => ('C', points),
            Segment::Close => ('Z', &[]),
        };
        out.push(command);
        for (index, value) in points.iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            self.length(*value, out);
        }
    }

    fn outline(&mut self, outline: &Outline) {
        self.decimals = self.drawing.decimals(outline.matrix);
        let mut out = String::from("<path d=\"");
        outline.segments.iter().for_each(|one| self.segment(*one, &mut out));
        out.push('"');
        if let Some(matrix) = outline.matrix {
            transform("transform", matrix, &mut out);
        }
        match &outline.fill {
            None => out.push_str(" fill=\"none\""),
            Some(ink) => self.ink("fill", ink, &mut out),
        }
        if outline.rule == FillRule::EvenOdd {
            out.push_str(" fill-rule=\"evenodd\"");
        }
        if let Some(line) = &outline.stroke {
            self.line(line, &mut out);
        }
        out.push_str("/>");
        self.out.push_str(&out);
        self.decimals = self.drawing.decimals(None);
    }

    fn line(&mut self, line: &Line, out: &mut String) {
        self.ink("stroke", &line.ink, out);
        out.push_str(" stroke-width=\"");
        self.length(line.width, out);
        out.push('"');
        match line.cap {
            Cap::Butt => {}
            Cap::Round => out.push_str(" stroke-linecap=\"round\""),
            Cap::Square => out.push_str(" stroke-linecap=\"square\""),
        }
        match line.join {
            Join::Miter => {
                out.push_str(" stroke-miterlimit=\"");
                decimal(line.miter_limit, 3, out);
                out.push('"');
            }
            Join::Round => out.push_str(" stroke-linejoin=\"round\""),
            Join::Bevel => out.push_str(" stroke-linejoin=\"bevel\""),
        }
        if line.has_dashes(self.decimals) {
            for (index, length) in line.dashes.iter().enumerate() {
                out.push_str(if index == 0 { " stroke-dasharray=\"" } else { " " });
                self.length(*length, out);
            }
            out.push_str("\" stroke-dashoffset=\"");
            self.length(line.offset, out);
            out.push('"');
        }
    }

    /// The attributes of a paint.
    fn ink(&mut self, name: &str, ink: &Ink, out: &mut String) {
        out.push_str(&format!(" {name}=\""));
        match &ink.paint {
            Paint::Color(one) => color(*one, out),
            Paint::Gradient(gradient) => {
                let id = self.gradient(gradient);
                out.push_str(&format!("url(#{id})"));
            }
        }
        out.push('"');
        if ink.opacity < 1.0 {
            out.push_str(&format!(" {name}-opacity=\""));
            decimal(ink.opacity, 3, out);
            out.push('"');
        }
    }

    fn gradient(&mut self, gradient: &Gradient) -> String {
        let shared = self.shared_stops(&gradient.stops);
        let id = self.next_id();
        let (tag, names, values): (_, &[&str], &[f64]) = match &gradient.geometry {
            GradientGeometry::Line(points) => ("linearGradient", &["x1", "y1", "x2", "y2"], points),
            GradientGeometry::Circles(circles) => {
                ("radialGradient", &["fx", "fy", "fr", "cx", "cy", "r"], circles)
            }
        };
        let out = &mut self.defs;
        out.push_str(&format!("<{tag} id=\"{id}\" gradientUnits=\"userSpaceOnUse\""));
        for (name, value) in names.iter().zip(values) {
            out.push_str(&format!(" {name}=\""));
            decimal(*value, 7, out);
            out.push('"');
        }
        transform("gradientTransform", gradient.matrix, out);
        if let Some(shared) = shared {
            out.push_str(&format!(" href=\"#{shared}\"/>\n"));
            return id;
        }
        out.push('>');
        stops(&gradient.stops, out);
        out.push_str(&format!("</{tag}>\n"));
        id
    }

    /// The id of stops that several gradients have.
    fn shared_stops(&mut self, shared: &Arc<[Stop]>) -> Option<String> {
        let address = Arc::as_ptr(shared).addr();
        if !self.repeated.contains(&address) {
            return None;
        }
        if let Some(known) = self.defined.get(&address) {
            return Some(known.clone());
        }
        let id = self.next_id();
        self.defs.push_str(&format!("<linearGradient id=\"{id}\">"));
        stops(shared, &mut self.defs);
        self.defs.push_str("</linearGradient>\n");
        self.defined.insert(address, id.clone());
        Some(id)
    }

    fn pixels(&mut self, matrix: Matrix, picture: &Arc<Picture>) {
        let address = Arc::as_ptr(picture).addr();
        if !self.repeated.contains(&address) {
            image(picture, &placed(matrix), &mut self.out);
            return;
        }
        let id = match self.defined.get(&address) {
            Some(known) => known.clone(),
            None => {
                let id = self.next_id();
                image(picture, &format!(" id=\"{id}\""), &mut self.defs);
                self.defs.push('\n');
                self.defined.insert(address, id.clone());
                id
            }
        };
        self.out.push_str(&format!("<use href=\"#{id}\"{}/>", placed(matrix)));
    }
}

fn stops(stops: &[Stop], out: &mut String) {
    for stop in stops {
        out.push_str("<stop offset=\"");
        decimal(stop.offset, 6, out);
        out.push_str("\" stop-color=\"");
        color(stop.color, out);
        out.push('"');
        if stop.opacity < 1.0 {
            out.push_str(" stop-opacity=\"");
            decimal(stop.opacity, 3, out);
            out.push('"');
        }
        out.push_str("/>");
    }
}

/// A picture made of pixels as a square of side 1, with further attributes.
fn image(picture: &Picture, attributes: &str, out: &mut String) {
    let Some(bytes) = pixels::file(picture) else { return };
    let kind = if matches!(picture.data, PictureData::Jpeg { .. }) { "jpeg" } else { "png" };
    out.push_str("<image width=\"1\" height=\"1\" preserveAspectRatio=\"none\"");
    out.push_str(pixels::as_stored(picture));
    out.push_str(attributes);
    out.push_str(&format!(" href=\"data:image/{kind};base64,{}\"/>", STANDARD.encode(bytes)));
}

fn placed(matrix: Matrix) -> String {
    let mut out = String::new();
    transform("transform", matrix, &mut out);
    out
}

fn transform(name: &str, matrix: Matrix, out: &mut String) {
    if matrix == Matrix::IDENTITY {
        return;
    }
    out.push_str(&format!(" {name}=\"matrix("));
    for (index, value) in matrix.0.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        decimal(*value, 7, out);
    }
    out.push_str(")\"");
}
