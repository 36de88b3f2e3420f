//! Lines, rectangles, ellipses and drawings (spec 20.4).

use crate::format::color::Color;
use crate::format::{BoxFit, Cap, FillRule, Key, LineDirection, Typed, shape};
use crate::path::{self, Segment};
use crate::problem::{Code, Problem};
use crate::template::edges::{Border, CornerRadii};
use crate::template::read::{Context, Node};
use crate::template::style::{Look, LookRule};

/// A drawing in a box.
pub struct Shape {
    /// Geometry.
    pub form: Form,
    pub fill: Option<Color>,
    /// Colour and width in millimetres of the stroke along its edge, of a line of the line; there
    /// is one where it has both.
    pub stroke: (Option<Color>, Option<f64>),
    /// Dashes and gaps of the stroke in millimetres; empty: no gaps.
    pub dash: Vec<f64>,
    /// Looks under conditions.
    pub rules: Vec<LookRule>,
}

/// Geometry of a shape.
pub enum Form {
    /// A line.
    Line {
        /// Corner where it starts.
        direction: LineDirection,
        /// Shape of its ends.
        cap: Cap,
    },
    /// A rectangle with these corners.
    Rectangle(CornerRadii),
    /// An ellipse.
    Ellipse,
    /// A drawing of lines and curves.
    Path(Box<Outline>),
}

/// A drawing of lines and curves.
pub struct Outline {
    /// Its segments, in its own units.
    pub segments: Vec<Segment>,
    /// View box, the part that fills the box: x, y, width, height; `None`: its units are
    /// millimetres.
    pub view: Option<[f64; 4]>,
    /// Scaling to the box.
    pub fit: BoxFit,
    /// Fill rule, which defines its interior.
    pub rule: FillRule,
}

impl Shape {
    pub(super) fn line(node: &Node<'_>, context: &mut Context) -> Self {
        let color = node.read(&shape::LINE_COLOR, context);
        let width = node.read(&shape::LINE_WIDTH, context);
        let direction = node.read(&shape::DIRECTION, context);
        let cap = node.read(&shape::CAP, context);
        Self {
            form: Form::Line { direction, cap },
            fill: None,
            stroke: (Some(color), Some(width)),
            dash: dash(node, &shape::LINE_DASH, context),
            rules: LookRule::list(node, &shape::LINE_STYLE_WHEN, context),
        }
    }

    pub(super) fn rectangle(node: &Node<'_>, context: &mut Context) -> Self {
        Self {
            form: Form::Rectangle(CornerRadii::extension(node, &shape::RADIUS, context)),
            fill: node.read(&shape::COLOR, context),
            stroke: stroke(node, &shape::BORDER_COLOR, &shape::BORDER_WIDTH, context),
            dash: dash(node, &shape::DASH, context),
            rules: LookRule::list(node, &shape::STYLE_WHEN, context),
        }
    }

    pub(super) fn ellipse(node: &Node<'_>, context: &mut Context) -> Self {
        Self {
            form: Form::Ellipse,
            fill: node.read(&shape::ELLIPSE_COLOR, context),
            stroke: stroke(
                node,
                &shape::ELLIPSE_BORDER_COLOR,
                &shape::ELLIPSE_BORDER_WIDTH,
                context,
            ),
            dash: dash(node, &shape::ELLIPSE_DASH, context),
            rules: LookRule::list(node, &shape::ELLIPSE_STYLE_WHEN, context),
        }
    }

    pub(super) fn path(node: &Node<'_>, context: &mut Context) -> Self {
        let outline = Outline {
            segments: segments(node, context),
            view: view(node, context),
            fit: node.read(&shape::FIT, context),
            rule: node.read(&shape::FILL_RULE, context),
        };
        Self {
            form: Form::Path(Box::new(outline)),
            fill: node.read(&shape::PATH_COLOR, context),
            stroke: stroke(node, &shape::PATH_BORDER_COLOR, &shape::PATH_BORDER_WIDTH, context),
            dash: dash(node, &shape::PATH_DASH, context),
            rules: LookRule::list(node, &shape::PATH_STYLE_WHEN, context),
        }
    }
}

impl Shape {
    /// The stroke along its edge with what a look says of it.
    pub fn border(&self, look: &Look) -> Option<Border> {
        let (color, width) = self.stroke;
        let color = look.border_color.or(color)?;
        let width = look.border_widths.map(|[top, ..]| top).or(width)?;
        (width > 0.0).then_some(Border { color, width })
    }
}

fn stroke(
    node: &Node<'_>,
    color: &Typed<Option<Color>>,
    width: &Typed<Option<f64>>,
    context: &mut Context,
) -> (Option<Color>, Option<f64>) {
    (node.read(color, context), node.read(width, context))
}

/// Lengths of dashes and gaps; none where nothing of the stroke would be left.
fn dash(node: &Node<'_>, key: &Key, context: &mut Context) -> Vec<f64> {
    let Some(node) = node.extension(key, context) else { return Vec::new() };
    let lengths: Vec<f64> =
        node.elements().iter().filter_map(|element| element.value.as_f64()).collect();
    if lengths.iter().any(|length| *length > 0.0) { lengths } else { Vec::new() }
}

fn segments(node: &Node<'_>, context: &mut Context) -> Vec<Segment> {
    let Some(node) = node.extension(&shape::D, context) else { return Vec::new() };
    let (segments, fault) = path::parse(node.value.as_str().unwrap_or_default());
    if let Some(offset) = fault {
        let message = format!("`d` is not SVG path data from its character {} on", offset + 1);
        let mut problem = Problem::new(Code::ExtensionInvalid, message)
            .pointer(node.pointer)
            .advice("write commands of SVG paths with their numbers, such as `M0 0L10 5Z`")
            .detail("expected", "SVG path data")
            .detail("received", node.value.to_json())
            .detail("offset", offset);
        problem.field.clone_from(&context.field);
        context.problems.push(problem);
    }
    segments
}

fn view(node: &Node<'_>, context: &mut Context) -> Option<[f64; 4]> {
    let node = node.extension(&shape::VIEW_BOX, context)?;
    let numbers: Vec<f64> =
        node.elements().iter().filter_map(|element| element.value.as_f64()).collect();
    match *numbers {
        [x, y, width, height] if width > 0.0 && height > 0.0 => Some([x, y, width, height]),
        _ => {
            let expected = "four numbers: x, y, and width and height above 0";
            context.invalid(node.pointer, expected, node.value);
            None
        }
    }
}
