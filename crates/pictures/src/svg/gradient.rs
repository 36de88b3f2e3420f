//! Paints of outlines and strokes: colours and gradients.

use std::sync::Arc;

use roxmltree::Node;

use super::super::drawing::{Gradient, GradientGeometry, Ink, Line, Matrix, Outline, Paint, Stop};
use super::style::{Fill, Plain, Style, part};
use super::units::{Viewport, free_length, length, matrix};
use super::{State, Walker};
use reportctl_base::color::Color;
use reportctl_base::problem::Result;

/// Longest chain of gradients that refer to one another.
const MAX_REFERENCES: usize = 16;

impl<'d> Walker<'d, '_> {
    /// Paint of an outline with this box around it (left, top, right, bottom).
    pub(super) fn ink(
        &mut self,
        fill: &Fill,
        opacity: f64,
        state: &State,
        around: Option<[f64; 4]>,
    ) -> Result<Option<Ink>> {
        let (gradient, plain) = match fill {
            Fill::Plain(plain) => (None, *plain),
            Fill::Url(id, other) => {
                let server = self.by_id.get(&**id).copied();
                let name = server.map_or("", |server| server.tag_name().name());
                let gradient = match (name, server) {
                    ("linearGradient" | "radialGradient", Some(server)) => {
                        self.gradient(server, state, around)?
                    }
                    ("pattern", _) => {
                        self.drop("pattern");
                        None
                    }
                    _ => None,
                };
                (gradient, *other)
            }
        };
        let ink = match (gradient, plain) {
            (Some((paint, own)), _) => Some(Ink { paint, opacity: opacity * own }),
            (None, Plain::None) => None,
            (None, Plain::Current) => Some(Ink { paint: Paint::Color(state.style.color), opacity }),
            (None, Plain::Color(color, own)) => {
                Some(Ink { paint: Paint::Color(color), opacity: opacity * own })
            }
        };
        if let Some(Ink { paint: Paint::Gradient(gradient), .. }) = &ink {
            self.count_parts(gradient.stops.len())?;
        }
        Ok(ink.filter(|ink| ink.opacity > 0.0))
    }

    /// The line along an outline.
    pub(super) fn line(&mut self, state: &State, around: Option<[f64; 4]>) -> Result<Option<Line>> {
        let style = &state.style;
        let width = style.stroke_width.map_or(0.0, |width| width.free(state.viewport));
        if style.stroke == Fill::NONE || width <= 0.0 {
            return Ok(None);
        }
        let ink = self.ink(&style.stroke, style.stroke_opacity, state, around)?;
        let Some(ink) = ink else { return Ok(None) };
        self.count_parts(style.dashes.len())?;
        let dashes: Vec<f64> = style.dashes.iter().map(|one| one.free(state.viewport)).collect();
        let is_drawn = dashes.iter().sum::<f64>() > 0.0;
        Ok(Some(Line {
            ink,
            width,
            cap: style.cap,
            join: style.join,
            miter_limit: style.miter_limit,
            dashes: if is_drawn { dashes } else { Vec::new() },
            offset: style.dash_offset.map_or(0.0, |offset| offset.free(state.viewport)),
        }))
    }

    /// A gradient, or the one colour that it has, and how much it covers.
    fn gradient(
        &mut self,
        server: Node<'d, 'd>,
        state: &State,
        around: Option<[f64; 4]>,
    ) -> Result<Option<(Paint, f64)>> {
        // Missing attributes come from the gradient that is referred to.
        let mut chain = vec![server];
        while let Some(next) = chain.last().and_then(|last| self.target(*last)) {
            if chain.len() > MAX_REFERENCES || !next.tag_name().name().ends_with("Gradient") {
                break;
            }
            chain.push(next);
        }
        let said = |name: &str| chain.iter().find_map(|one| one.attribute(name));
        let mut found = None;
        for one in &chain {
            let stops = self.stops(*one)?;
            if !stops.1.is_empty() {
                found = Some(stops);
                break;
            }
        }
        let Some((opacity, stops)) = found else { return Ok(None) };
        let flat = || stops.last().map(|stop| (Paint::Color(stop.color), opacity * stop.opacity));
        let of_box = said("gradientUnits") != Some("userSpaceOnUse");
        let mut placed = Matrix::IDENTITY;
        let mut viewport = state.viewport;
        if of_box {
            let Some([left, top, right, bottom]) = around else { return Ok(None) };
            let (width, height) = (right - left, bottom - top);
            if width <= 0.0 || height <= 0.0 {
                return Ok(flat());
            }
            placed = Matrix([width, 0.0, 0.0, height, left, top]);
            viewport = Viewport { width: 1.0, height: 1.0 };
        }
        if let Some(own) = said("gradientTransform").map(matrix) {
            placed = placed.after(own);
        }
        let side = |name: &str, default: &str, across: bool| {
            let text = said(name).unwrap_or(default);
            length(text, viewport, across).unwrap_or_default()
        };
        let linear = server.tag_name().name() == "linearGradient";
        let geometry = if linear {
            let from = [side("x1", "0%", true), side("y1", "0%", false)];
            GradientGeometry::Line([
                from[0],
                from[1],
                side("x2", "100%", true),
                side("y2", "0%", false),
            ])
        } else {
            let free = |name: &str, default: &str| {
                free_length(said(name).unwrap_or(default), viewport).unwrap_or_default()
            };
            let (cx, cy) = (side("cx", "50%", true), side("cy", "50%", false));
            let (mut radius, focus) = (free("r", "50%"), free("fr", "0"));
            if of_box {
                let own = said("r").map_or(Some(0.5), |text| length(text, viewport, true));
                let Some(own) = own else { return Ok(None) };
                radius = own;
            }
            let (mut fx, mut fy) = (cx, cy);
            if said("fx").is_some() {
                fx = side("fx", "50%", true);
            }
            if said("fy").is_some() {
                fy = side("fy", "50%", false);
            }
            // A focus outside lies on the edge.
            let distance = (fx - cx).hypot(fy - cy);
            if distance > radius * 0.999 && distance > 0.0 {
                let scale = radius * 0.999 / distance;
                (fx, fy) = (cx + (fx - cx) * scale, cy + (fy - cy) * scale);
            }
            GradientGeometry::Circles([fx, fy, focus.max(0.0), cx, cy, radius])
        };
        let none = match geometry {
            GradientGeometry::Line([ax, ay, bx, by]) => ax == bx && ay == by,
            GradientGeometry::Circles([.., radius]) => radius <= 0.0,
        };
        let is_flat = stops.len() < 2 || none;
        if is_flat || placed.determinant() == 0.0 || !placed.is_finite() {
            return Ok(flat());
        }
        if matches!(said("spreadMethod"), Some("reflect" | "repeat")) {
            self.drop("repeated gradient");
        }
        let gradient = Gradient { geometry, matrix: placed, stops };
        Ok(Some((Paint::Gradient(Arc::new(gradient)), opacity)))
    }

    /// The colours of a gradient, in order, from 0 to 1, and how much all of them cover. They are read
    /// once: outlines share them.
    fn stops(&mut self, gradient: Node<'d, 'd>) -> Result<(f64, Arc<[Stop]>)> {
        let key = gradient.id().get();
        if let Some(known) = self.stops.get(&key) {
            return Ok(known.clone());
        }
        let mut stops = self.read_stops(gradient)?;
        // One opacity for all is that of the whole.
        let last = stops.last().map_or(1.0, |last| last.opacity);
        let is_common = stops.iter().all(|stop| stop.opacity == last);
        if is_common {
            stops.iter_mut().for_each(|stop| stop.opacity = 1.0);
        }
        let found = (if is_common { last } else { 1.0 }, Arc::from(stops));
        self.stops.insert(key, found.clone());
        Ok(found)
    }

    fn read_stops(&mut self, gradient: Node<'d, 'd>) -> Result<Vec<Stop>> {
        let mut stops: Vec<Stop> = Vec::new();
        let mut parent = Style::default();
        self.cascade(gradient, &mut parent)?;
        for node in gradient.children().filter(|child| child.tag_name().name() == "stop") {
            self.meter.step()?;
            let mut style = parent.clone();
            self.cascade(node, &mut style)?;
            let (mut color, mut opacity) = ("black".to_owned(), "1".to_owned());
            let mut set = |name: &str, value: &str| match name {
                "stop-color" => value.clone_into(&mut color),
                "stop-opacity" => value.clone_into(&mut opacity),
                _ => {}
            };
            node.attributes().for_each(|one| set(one.name(), one.value()));
            self.sheet.of(node).0.for_each(|(name, value)| set(name, value));
            let own = super::css::declarations(node.attribute("style").unwrap_or_default());
            own.for_each(|(name, value)| set(name, value));
            let (color, own) = match color.trim() {
                "currentColor" | "currentcolor" => (style.color, 1.0),
                text => super::colors::parse(text).unwrap_or((Color::BLACK, 1.0)),
            };
            let offset = part(node.attribute("offset").unwrap_or("0")).unwrap_or_default();
            let offset = stops.last().map_or(offset, |last| offset.max(last.offset));
            let opacity = own * part(&opacity).unwrap_or(1.0);
            stops.push(Stop { offset, color, opacity });
        }
        // Before the first and after the last one their colours go on.
        if let Some(first) = stops.first().copied().filter(|first| first.offset > 0.0) {
            stops.insert(0, Stop { offset: 0.0, ..first });
        }
        if let Some(last) = stops.last().copied().filter(|last| last.offset < 1.0) {
            stops.push(Stop { offset: 1.0, ..last });
        }
        Ok(stops)
    }
}

/// Brings an outline into the coordinates of the drawing, where that changes no line.
pub(super) fn settle(outline: &mut Outline) {
    let Some(matrix) = outline.matrix else { return };
    let scale = match &outline.stroke {
        None => 1.0,
        Some(_) => match matrix.scale() {
            Some(scale) => scale,
            None => return,
        },
    };
    outline.matrix = None;
    for segment in &mut outline.segments {
        *segment = segment.map(|x, y| matrix.place(x, y));
    }
    let moved = |ink: &mut Ink| {
        if let Paint::Gradient(gradient) = &mut ink.paint {
            let gradient = Arc::make_mut(gradient);
            gradient.matrix = matrix.after(gradient.matrix);
        }
    };
    if let Some(ink) = &mut outline.fill {
        moved(ink);
    }
    if let Some(line) = &mut outline.stroke {
        moved(&mut line.ink);
        line.width *= scale;
        line.offset *= scale;
        line.dashes.iter_mut().for_each(|length| *length *= scale);
    }
}
