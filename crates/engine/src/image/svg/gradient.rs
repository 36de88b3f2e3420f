//! What fills outlines and runs along them: colours and gradients.

use std::sync::Arc;

use roxmltree::Node;

use super::super::drawing::{Gradient, GradientGeometry, Ink, Line, Matrix, Outline, Paint, Stop};
use super::style::{Fill, Style, part};
use super::units::{Viewport, free_length, length, matrix};
use super::{State, Walker};
use crate::format::color::Color;

/// How many gradients may refer to one another.
const MAX_REFERENCES: usize = 16;

impl<'d> Walker<'d, '_> {
    /// What fills an outline with this box around it (left, top, right, bottom).
    pub(super) fn ink(
        &mut self,
        fill: &Fill,
        opacity: f64,
        state: &State,
        around: Option<[f64; 4]>,
    ) -> Option<Ink> {
        match fill {
            Fill::None => None,
            Fill::Current => Some(Ink { paint: Paint::Color(state.style.color), opacity }),
            Fill::Color(color, own) => {
                Some(Ink { paint: Paint::Color(*color), opacity: opacity * own })
            }
            Fill::Url(url, other) => {
                let server = self.by_url(url);
                let name = server.map_or("", |server| server.tag_name().name());
                let gradient = match (name, server) {
                    ("linearGradient" | "radialGradient", Some(server)) => {
                        self.gradient(server, state, around)
                    }
                    ("pattern", _) => {
                        self.drop("pattern");
                        None
                    }
                    _ => None,
                };
                match (gradient, other) {
                    (Some((paint, own)), _) => Some(Ink { paint, opacity: opacity * own }),
                    (None, Some(other)) => self.ink(other, opacity, state, around),
                    (None, None) => None,
                }
            }
        }
        .filter(|ink| ink.opacity > 0.0)
    }

    /// The line along an outline.
    pub(super) fn line(&mut self, state: &State, around: Option<[f64; 4]>) -> Option<Line> {
        let style = &state.style;
        if style.stroke == Fill::None {
            return None;
        }
        let width = free_length(&style.stroke_width, state.viewport)?;
        if width <= 0.0 {
            return None;
        }
        let ink = self.ink(&style.stroke, style.stroke_opacity, state, around)?;
        let lengths = style.dashes.split([',', ' ', '\t', '\n']).filter(|text| !text.is_empty());
        let dashes: Option<Vec<f64>> = lengths
            .map(|text| free_length(text, state.viewport).filter(|one| *one >= 0.0))
            .collect();
        let dashes = dashes.filter(|all| all.iter().sum::<f64>() > 0.0).unwrap_or_default();
        Some(Line {
            ink,
            width,
            cap: style.cap,
            join: style.join,
            miter_limit: style.miter_limit,
            dashes,
            offset: free_length(&style.dash_offset, state.viewport).unwrap_or_default(),
        })
    }

    /// A gradient, or the one colour that it has, and how much it covers.
    fn gradient(
        &mut self,
        server: Node<'d, 'd>,
        state: &State,
        around: Option<[f64; 4]>,
    ) -> Option<(Paint, f64)> {
        // What a gradient does not say, the one says that it refers to.
        let mut chain = vec![server];
        while let Some(next) = chain.last().and_then(|last| self.target(*last)) {
            if chain.len() > MAX_REFERENCES || !next.tag_name().name().ends_with("Gradient") {
                break;
            }
            chain.push(next);
        }
        let said = |name: &str| chain.iter().find_map(|one| one.attribute(name));
        let stops = chain.iter().map(|one| self.stops(*one)).find(|stops| !stops.is_empty())?;
        let of_box = said("gradientUnits") != Some("userSpaceOnUse");
        let mut placed = Matrix::IDENTITY;
        let mut viewport = state.viewport;
        if of_box {
            let [left, top, right, bottom] = around?;
            let (width, height) = (right - left, bottom - top);
            if width <= 0.0 || height <= 0.0 {
                return stops.last().map(|stop| (Paint::Color(stop.color), stop.opacity));
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
                radius = said("r").map_or(Some(0.5), |text| length(text, viewport, true))?;
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
        let (Some(last), false) = (stops.last(), stops.len() < 2 || none) else {
            return stops.last().map(|stop| (Paint::Color(stop.color), stop.opacity));
        };
        if placed.determinant() == 0.0 || !placed.is_finite() {
            return Some((Paint::Color(last.color), last.opacity));
        }
        if matches!(said("spreadMethod"), Some("reflect" | "repeat")) {
            self.drop("repeated gradient");
        }
        // One opacity for all is that of the whole.
        let common = stops.iter().all(|stop| stop.opacity == last.opacity);
        let (opacity, stops) = match common {
            true => {
                let opaque = stops.iter().map(|stop| Stop { opacity: 1.0, ..*stop }).collect();
                (last.opacity, opaque)
            }
            false => (1.0, stops),
        };
        Some((Paint::Gradient(Arc::new(Gradient { geometry, matrix: placed, stops })), opacity))
    }

    /// The colours of a gradient, in order, from 0 to 1.
    fn stops(&self, gradient: Node<'d, 'd>) -> Vec<Stop> {
        let mut stops: Vec<Stop> = Vec::new();
        let mut parent = Style::default();
        self.cascade(gradient, &mut parent);
        for node in gradient.children().filter(|child| child.tag_name().name() == "stop") {
            let mut style = parent.clone();
            self.cascade(node, &mut style);
            let (mut color, mut opacity) = ("black".to_owned(), "1".to_owned());
            let mut set = |name: &str, value: &str| match name {
                "stop-color" => value.clone_into(&mut color),
                "stop-opacity" => value.clone_into(&mut opacity),
                _ => {}
            };
            node.attributes().for_each(|one| set(one.name(), one.value()));
            self.sheet.of(node).for_each(|(name, value)| set(name, value));
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
        stops
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
