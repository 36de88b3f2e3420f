//! Edges of boxes: the room inside them, the strokes along them and the radii of their corners.

use super::read::{Context, Node};
use crate::format::color::Color;
use crate::format::{Key, Typed, edges};

/// A stroke along the edge of a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Border {
    pub color: Color,
    /// Its width in millimetres.
    pub width: f64,
}

/// Strokes along the edges of a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoxBorder {
    /// Their colour.
    pub color: Color,
    /// Their widths in millimetres: top, right, bottom, left.
    pub widths: [f64; 4],
}

impl BoxBorder {
    /// The width of all sides, where they have the same.
    pub fn width(&self) -> Option<f64> {
        let [width, ..] = self.widths;
        (self.widths == [width; 4]).then_some(width)
    }
}

/// Radii of four corners in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CornerRadii {
    /// Top left.
    pub top_left: f64,
    /// Top right.
    pub top_right: f64,
    /// Bottom left.
    pub bottom_left: f64,
    /// Bottom right.
    pub bottom_right: f64,
}

impl CornerRadii {
    /// Radii as a key of an extension gives them: one number for all corners, or an object with one
    /// for each; other values are refused.
    pub(in crate::template) fn extension(
        node: &Node<'_>,
        key: &Key,
        context: &mut Context,
    ) -> Self {
        let Some(node) = node.extension(key, context) else { return Self::default() };
        if let Some(all) = node.value.as_f64() {
            return Self { top_left: all, top_right: all, bottom_left: all, bottom_right: all };
        }
        let mut radius = |key: &Typed<f64>| {
            let node = node.extension(key, context);
            node.and_then(|node| node.value.as_f64()).unwrap_or(key.default)
        };
        let (top_left, top_right) = (radius(&edges::TOP_LEFT), radius(&edges::TOP_RIGHT));
        let (bottom_left, bottom_right) =
            (radius(&edges::BOTTOM_LEFT), radius(&edges::BOTTOM_RIGHT));
        Self { top_left, top_right, bottom_left, bottom_right }
    }

    /// Radii of a block of a table: an object with one number per corner.
    pub(in crate::template) fn read(node: &Node<'_>, key: &Key, context: &mut Context) -> Self {
        let Some(node) = node.get(key.name) else { return Self::default() };
        Self {
            top_left: node.read(&edges::TOP_LEFT, context),
            top_right: node.read(&edges::TOP_RIGHT, context),
            bottom_left: node.read(&edges::BOTTOM_LEFT, context),
            bottom_right: node.read(&edges::BOTTOM_RIGHT, context),
        }
    }
}

/// Room inside a box, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Padding {
    /// At the top.
    pub top: f64,
    /// At the right.
    pub right: f64,
    /// At the bottom.
    pub bottom: f64,
    /// At the left.
    pub left: f64,
}

impl Padding {
    /// One number for all sides, or an object with one for each.
    pub(in crate::template) fn read(node: Option<Node<'_>>, context: &mut Context) -> Self {
        let Some(node) = node else { return Self::default() };
        if let Some(all) = node.value.as_f64() {
            return Self { top: all, right: all, bottom: all, left: all };
        }
        Self {
            top: node.read(&edges::TOP, context),
            right: node.read(&edges::RIGHT, context),
            bottom: node.read(&edges::BOTTOM, context),
            left: node.read(&edges::LEFT, context),
        }
    }

    /// Above and below together.
    pub fn vertical(&self) -> f64 {
        self.top + self.bottom
    }

    /// Left and right together.
    pub fn horizontal(&self) -> f64 {
        self.left + self.right
    }
}

/// Widths of a border in millimetres (top, right, bottom, left): one number for all, or an object
/// with one for each.
pub(super) fn border_widths(
    node: &Node<'_>,
    key: &Typed<Option<f64>>,
    context: &mut Context,
) -> Option<[f64; 4]> {
    let own = node
        .get(key.key().name)
        .filter(|own| context.dialect.is_extended() && own.value.as_object().is_some());
    let Some(own) = own else { return node.read(key, context).map(|width| [width; 4]) };
    let sides =
        [&edges::BORDER_TOP, &edges::BORDER_RIGHT, &edges::BORDER_BOTTOM, &edges::BORDER_LEFT];
    Some(sides.map(|side| own.read(side, context)))
}
